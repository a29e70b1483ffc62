/* Checks for the C tests: the first that fails says where, and ends the program with 1. */
#ifndef CHECK_H
#define CHECK_H

#include <feedcore.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(claim)                                                            \
    do {                                                                        \
        if (!(claim)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

#define CHECK_INT(got, want) check_int(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_TEXT(got, want) check_text(__FILE__, __LINE__, #got, (got), (want))

static inline void check_int(const char *file, int line, const char *what, int64_t got,
                             int64_t want)
{
    if (got == want)
        return;
    fprintf(stderr, "%s:%d: %s is %" PRId64 ", not %" PRId64 "\n", file, line, what, got, want);
    exit(1);
}

static inline void check_text(const char *file, int line, const char *what, const char *got,
                              const char *want)
{
    if (got == want || (got && want && strcmp(got, want) == 0))
        return;
    fprintf(stderr, "%s:%d: %s is %s, not %s\n", file, line, what, got ? got : "NULL",
            want ? want : "NULL");
    exit(1);
}

/* A whole file, NUL-terminated, for free(). Paths start at the top of the project. */
static inline char *read_file(const char *path, size_t *out_length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        perror(path);
    CHECK(file);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    *out_length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*out_length + 1);
    CHECK(bytes);
    CHECK(fread(bytes, 1, *out_length, file) == *out_length);
    bytes[*out_length] = '\0';
    fclose(file);
    return bytes;
}

static inline feedcore_mapping *builtin(const char *name)
{
    feedcore_mapping *mapping = NULL;
    CHECK_INT(feedcore_mapping_builtin(name, &mapping, NULL), FEEDCORE_OK);
    return mapping;
}

/* A text read with a mapping of its own or a built-in one; it must be a feed. */
static inline feedcore_snapshot *parse_text(const feedcore_mapping *mapping, const char *text)
{
    feedcore_snapshot *page = NULL;
    feedcore_error *error = NULL;
    if (feedcore_parse(mapping, text, strlen(text), &page, &error) != FEEDCORE_OK)
        fprintf(stderr, "%s\n", feedcore_error_message(error));
    CHECK(page && !error);
    return page;
}

/* A fixture read with a built-in mapping. */
static inline feedcore_snapshot *parse_fixture(const char *name, const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    feedcore_mapping *mapping = builtin(name);
    feedcore_snapshot *page = parse_text(mapping, bytes);
    feedcore_mapping_free(mapping);
    free(bytes);
    return page;
}

#define HOME "Tests/Fixtures/netease-home.json"
#define MENUS "Tests/Fixtures/netease-menus.json"
#define MOVIES "Tests/Fixtures/douban-movies.json"

#endif
