/* The contenders that C can call: libfeedcore, jansson, json-glib, simdjson.
 *
 * `contenders PAGE` prints their names, a line each and then an empty one. It answers a line
 * "CONTENDER RUNS" (CONTENDER counts from 0) with the nanoseconds of each run, or with "refused:"
 * and the reason; a line "peak" with the most memory that the process has held, in KiB. The
 * programs in Swift and Python speak the same; bench.py says whose turn it is.
 *
 * Time is the processor's: a clock on the wall would count against a slow contender what other
 * processes do meanwhile. A peer's time ends when its result is there, libfeedcore's when the
 * snapshot is given back. */
#include <feedcore.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "peers.h"

struct contender {
    const char *name;
    int64_t (*run)(const char *body, size_t length); /* nanoseconds, or refused(…) */
};

static feedcore_mapping *mapping;
static char refusal[256];

int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t refused(const char *reason)
{
    snprintf(refusal, sizeof refusal, "%s", reason);
    return -1;
}

static void die(const char *what, const char *name)
{
    fprintf(stderr, "contenders: %s: %s\n", what, name);
    exit(1);
}

/* ------------------------------------------------------------------------------- contenders */

static int64_t run_feedcore(const char *body, size_t length)
{
    feedcore_snapshot *snapshot;
    feedcore_error *error;
    const int64_t start = now();
    feedcore_parse(mapping, body, length, &snapshot, &error);
    const size_t sections = feedcore_snapshot_section_count(snapshot);
    feedcore_snapshot_unref(snapshot);
    int64_t time = now() - start;

    if (error)
        time = refused(feedcore_error_message(error));
    else if (sections == 0)
        time = refused("no section came out");
    feedcore_error_free(error);
    return time;
}

static int64_t run_jansson(const char *body, size_t length)
{
    json_error_t error;
    const int64_t start = now();
    json_t *tree = json_loadb(body, length, 0, &error);
    const int64_t time = now() - start;

    json_decref(tree);
    return tree ? time : refused(error.text);
}

/* Writes them to `list` and returns how many there are; run.sh says which peers it found. */
static size_t list_contenders(struct contender *list)
{
    size_t count = 0;
    list[count++] = (struct contender){"libfeedcore " FEEDCORE_VERSION, run_feedcore};
    list[count++] = (struct contender){"jansson " JANSSON_VERSION, run_jansson};
#ifdef WITH_JSON_GLIB
    list[count++] = (struct contender){name_of_json_glib(), run_json_glib};
#endif
#ifdef WITH_SIMDJSON
    list[count++] = (struct contender){name_of_simdjson(), run_simdjson};
#endif
    return count;
}

/* ------------------------------------------------------------------------------ conversation */

static void print_runs(const struct contender *contender, int runs, const char *body, size_t length)
{
    for (int run = 0; run < runs; run++) {
        const int64_t time = contender->run(body, length);
        if (time < 0) {
            printf("refused: %s\n", refusal);
            return;
        }
        printf("%" PRId64 "%c", time, run + 1 < runs ? ' ' : '\n');
    }
}

static void print_peak(void)
{
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    if (!status)
        die("can't be read", "/proc/self/status");
    while (fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0)
            printf("%ld\n", atol(line + 6));
    fclose(status);
}

static char *read_body(const char *path, size_t *out_length)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        die("can't be read", path);
    *out_length = (size_t)ftell(file);
    rewind(file);
    char *body = calloc(*out_length + BODY_PADDING, 1);
    if (!body || fread(body, 1, *out_length, file) != *out_length)
        die("can't be read", path);
    fclose(file);
    return body;
}

int main(int argc, char **argv)
{
    struct contender contenders[4];
    const size_t count = list_contenders(contenders);
    char line[64];
    size_t length;

    if (argc != 2)
        die("usage", "contenders PAGE");
    char *body = read_body(argv[1], &length);
    if (feedcore_mapping_builtin("netease-home", &mapping, NULL) != FEEDCORE_OK)
        die("no such mapping", "netease-home");

    for (size_t i = 0; i < count; i++)
        puts(contenders[i].name);
    puts("");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        size_t contender;
        int runs;
        if (strcmp(line, "peak\n") == 0)
            print_peak();
        else if (sscanf(line, "%zu %d", &contender, &runs) == 2 && contender < count)
            print_runs(&contenders[contender], runs, body, length);
        else
            die("not understood", line);
        fflush(stdout);
    }
    feedcore_mapping_free(mapping);
    free(body);
    return 0;
}
