/* What the tests of images have in common: small pictures, a folder, and a record of what came. */
#ifndef PICTURES_H
#define PICTURES_H

#include "live.h"

#include <sys/stat.h>

static const unsigned char png[] = {
    0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 1, 0, 0, 0,
    1, 8, 6, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 2, 'I', 'D', 'A', 'T', 5, 6, 1, 2, 3, 4, 0, 0, 0, 0, 'I',
    'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
static const unsigned char gif[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0,
                                    0, 1, 0, 1, 0, 0, 2, 2, 7, 7, 0, 0x3B};

/* What a context told of its pictures. */
typedef struct {
    char text[8192]; /* "3 png http://…", "4 http 404 http://…", "4 progress 10/20"; a line each */
    char path[300];  /* of the last picture that is there */
    int images, failures, destroyed;
} Album;

static inline const char *type_word(feedcore_image_type type)
{
    static const char *const words[] = {"nothing", "png", "jpeg", "gif", "webp"};
    return words[type];
}

static inline void note_image(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    Album *album = user_data;
    char line[500];
    const feedcore_error *error = feedcore_event_error(event);
    const feedcore_image_type type = feedcore_event_get_image_type(event);
    const char *path = feedcore_event_path(event);
    CHECK(context && album->destroyed == 0);
    CHECK_INT(feedcore_event_source(event), -1);
    CHECK(feedcore_event_url(event));
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_PROGRESS) {
        CHECK(!path && !error && type == FEEDCORE_IMAGE_TYPE_NONE);
        snprintf(line, sizeof line, "%" PRIu64 " progress %" PRId64 "/%" PRId64 "\n",
                 feedcore_event_request(event), feedcore_event_bytes(event),
                 feedcore_event_total(event));
    } else {
        CHECK_INT(feedcore_event_get_kind(event), FEEDCORE_EVENT_IMAGE);
        CHECK((path != NULL) != (error != NULL));
        CHECK((path != NULL) == (type != FEEDCORE_IMAGE_TYPE_NONE));
        const char *word = error ? feedcore_status_name(feedcore_error_status(error)) : type_word(type);
        char status[20] = "";
        if (feedcore_error_http_status(error) != -1)
            snprintf(status, sizeof status, " %d", feedcore_error_http_status(error));
        snprintf(line, sizeof line, "%" PRIu64 " %s%s %s\n", feedcore_event_request(event), word, status,
                 feedcore_event_url(event));
        if (path) {
            struct stat about;
            CHECK(path[0] == '/' && strlen(path) < sizeof album->path);
            CHECK_INT(stat(path, &about), 0);
            strcpy(album->path, path);
        }
        album->images++;
        album->failures += error != NULL;
    }
    if (strlen(album->text) + strlen(line) >= sizeof album->text)
        album->text[0] = '\0';
    strcat(album->text, line);
}

static inline void end_album(void *user_data)
{
    ((Album *)user_data)->destroyed++;
}

static inline void watch(feedcore_context *context, Album *album)
{
    memset(album, 0, sizeof *album);
    CHECK_INT(feedcore_context_set_image_callback(context, note_image, album, end_album), FEEDCORE_OK);
}

#define CHECK_IMAGES(album, want)         \
    do {                                  \
        CHECK_TEXT((album)->text, (want)); \
        (album)->text[0] = '\0';          \
    } while (0)

static inline uint64_t ask(feedcore_context *context, const char *url, uint32_t width,
                           feedcore_image_priority priority)
{
    uint64_t request = 0;
    CHECK_INT(feedcore_image_request(context, url, width, priority, &request), FEEDCORE_OK);
    CHECK(request > 0);
    return request;
}

static inline uint64_t see(feedcore_context *context, const char *url)
{
    return ask(context, url, 0, FEEDCORE_IMAGE_VISIBLE);
}

static inline void serve(feedcore_context *context, const char *url, const void *bytes, size_t length)
{
    CHECK_INT(feedcore_test_respond(context, url, 200, NULL, bytes, length), FEEDCORE_OK);
}

/* Files in a folder whose names end so. */
static inline int count_files(const char *folder, const char *end)
{
    int count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        const size_t length = strlen(entry->d_name);
        count += entry->d_name[0] != '.' && length >= strlen(end) &&
                 strcmp(entry->d_name + length - strlen(end), end) == 0;
    }
    if (directory)
        closedir(directory);
    return count;
}

/* With all that is in it. */
static inline void remove_folder(const char *folder)
{
    char path[500];
    DIR *directory = opendir(folder);
    CHECK(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        CHECK(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path);
        if (entry->d_type != DT_DIR)
            unlink(path);
        else if (entry->d_name[0] != '.')
            remove_folder(path);
    }
    closedir(directory);
    CHECK_INT(rmdir(folder), 0);
}

#endif
