/* `images FOLDER`: how soon pictures that are kept are told of, beside looking whether their files are there. Prints
 * nanoseconds for bench.py, each for all of a thousand pictures, medians of many times: to request and dispatch them all;
 * and to call stat() for each. The folder isn't there before. */
#include "timing.h"

#include <feedcore.h>

#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>

enum { rounds = 31, pictures = 1000, size = 20000 };

static char paths[pictures][512];
static int told;

static void note(feedcore_context *context, const feedcore_event *event, void *user_data)
{
    (void)context;
    (void)user_data;
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_IMAGE)
        return;
    const char *path = feedcore_event_path(event);
    must(path && strlen(path) < sizeof paths[0] && told < pictures);
    strcpy(paths[told++], path);
}

static void name(char url[100], int number)
{
    snprintf(url, 100, "http://bench.example/pictures/%d.png", number);
}

static int64_t request_all(feedcore_context *context)
{
    char url[100];
    const int64_t begin = now();
    told = 0;
    for (int i = 0; i < pictures; i++) {
        name(url, i);
        must(feedcore_image_request(context, url, 200, FEEDCORE_IMAGE_VISIBLE, NULL) == FEEDCORE_OK);
    }
    while (told < pictures) {
        struct pollfd descriptor = {feedcore_context_fd(context), POLLIN, 0};
        must(poll(&descriptor, 1, 60000) == 1);
        feedcore_context_dispatch(context, 0);
    }
    return now() - begin;
}

static int64_t stat_all(void)
{
    const int64_t begin = now();
    for (int i = 0; i < pictures; i++) {
        struct stat about;
        must(stat(paths[i], &about) == 0 && about.st_size == size);
    }
    return now() - begin;
}

/* A picture of its length: a chunk for all that is between the beginning and the end. */
static void serve_all(feedcore_context *context)
{
    static unsigned char picture[size] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0,
                                          (size - 32) >> 8, (size - 32) & 0xFF, 'I', 'D', 'A', 'T'};
    static const unsigned char end[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
    char url[100];
    memcpy(picture + size - sizeof end, end, sizeof end);
    for (int i = 0; i < pictures; i++) {
        name(url, i);
        must(feedcore_test_respond(context, url, 200, NULL, (const char *)picture, size) == FEEDCORE_OK);
    }
}

int main(int argc, char **argv)
{
    static int64_t requested[rounds], looked[rounds];
    feedcore_context *context = NULL;
    char config[1200];
    must(argc == 2);
    const int length = snprintf(config, sizeof config,
                                "{\"transport\": \"memory\", \"images\": {\"path\": \"%s\"}}", argv[1]);
    must(length < (int)sizeof config &&
         feedcore_context_new(config, (size_t)length, &context, NULL) == FEEDCORE_OK &&
         feedcore_context_set_image_callback(context, note, NULL, NULL) == FEEDCORE_OK);
    serve_all(context);
    request_all(context);
    for (int i = 0; i < rounds; i++) {
        requested[i] = request_all(context);
        looked[i] = stat_all();
    }
    must(feedcore_context_clear_images(context) == FEEDCORE_OK &&
         feedcore_context_run(context, 60000) == FEEDCORE_OK);
    feedcore_context_free(context);
    printf("%" PRId64 " %" PRId64 "\n", median(requested, rounds), median(looked, rounds));
    return 0;
}
