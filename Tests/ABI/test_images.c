/* Pictures through the C face, from servers in memory. */
#define _GNU_SOURCE
#include "pictures.h"

#define URL "http://img.test/1.png"

static char top[] = "/tmp/feedcore-images-XXXXXX";
static char folder[100], config[400];
static feedcore_context *context;
static Album album;

/* A context that keeps pictures in a folder of that name; `members` begins with a comma, or is "". */
static void begin_with(const char *name, const char *members)
{
    snprintf(folder, sizeof folder, "%s/%s", top, name);
    snprintf(config, sizeof config,
             "{\"transport\": \"memory\", \"clock\": \"manual\", \"images\": {\"path\": \"%s\"%s}}", folder,
             members);
    context = new_context(config);
    watch(context, &album);
}

static void begin(const char *name)
{
    begin_with(name, "");
}

static void finish(void)
{
    feedcore_context_free(context);
    CHECK_INT(album.destroyed, 1);
    /* What is being written is written to its end. */
    wait_for_threads(1);
    CHECK_INT(count_files(folder, ".tmp"), 0);
}

/* All that can be had without time. */
static void settle(void)
{
    let_work(context);
    dispatch(context);
}

static void comes_as_a_file(void)
{
    begin("first");
    serve(context, URL, png, sizeof png);
    CHECK_INT(thread_count(), 1);
    CHECK_INT((int64_t)see(context, URL), 1);
    CHECK_TEXT(album.text, "");
    settle();
    CHECK_IMAGES(&album, "1 progress 59/-1\n1 png " URL "\n");
    size_t length;
    char *bytes = read_file(album.path, &length);
    CHECK(length == sizeof png && memcmp(bytes, png, length) == 0);
    free(bytes);
    CHECK(strncmp(album.path, folder, strlen(folder)) == 0);
    CHECK(strcmp(album.path + strlen(album.path) - 4, ".png") == 0);
    see(context, URL);
    settle();
    CHECK_IMAGES(&album, "2 png " URL "\n");
    finish();

    /* Another program needs no server. */
    begin("first");
    see(context, URL);
    settle();
    CHECK_IMAGES(&album, "1 png " URL "\n");
    CHECK_INT((int64_t)feedcore_test_request_count(context, URL), 0);
    CHECK_INT(feedcore_context_clear_images(context), FEEDCORE_OK);
    see(context, URL);
    run(context);
    CHECK_IMAGES(&album, "2 http 404 " URL "\n");
    CHECK_INT(count_files(folder, ""), 0);
    finish();
}

static void lies_beside_the_store(void)
{
    char file[200];
    snprintf(file, sizeof file, "%s/images", top);
    snprintf(config, sizeof config, "{\"transport\": \"memory\", \"store\": {\"path\": \"%s/pages.db\"}}",
             top);
    context = new_context(config);
    watch(context, &album);
    serve(context, URL, gif, sizeof gif);
    see(context, URL);
    run(context);
    CHECK(strncmp(album.path, file, strlen(file)) == 0);
    struct stat about;
    CHECK_INT(stat(file, &about), 0);
    CHECK_INT(about.st_mode & 0777, 0700);
    CHECK_INT(stat(album.path, &about), 0);
    CHECK_INT(about.st_mode & 0777, 0600);
    feedcore_context_free(context);
    remove_folder(file);

    context = new_context("{\"transport\": \"memory\", \"store\": {}}");
    CHECK_INT(feedcore_image_request(context, URL, 0, FEEDCORE_IMAGE_VISIBLE, NULL),
              FEEDCORE_ERROR_CONFIG);
    feedcore_context_free(context);
}

static void what_is_no_picture_is_refused(void)
{
    begin("refused");
    serve(context, URL, "<!DOCTYPE html>", 15);
    serve(context, URL "?cut", png, sizeof png - 5);
    CHECK_INT(feedcore_test_respond(context, URL "?broken", 0, NULL, "", 0), FEEDCORE_OK);
    see(context, URL);
    see(context, URL "?cut");
    see(context, URL "?gone");
    settle();
    CHECK(strstr(album.text, "1 image 200 " URL "\n"));
    CHECK(strstr(album.text, "2 image 200 " URL "?cut\n"));
    CHECK(strstr(album.text, "3 http 404 " URL "?gone\n"));
    album.text[0] = '\0';
    /* At once, without another question, for a minute. */
    serve(context, URL, png, sizeof png);
    see(context, URL);
    settle();
    CHECK_IMAGES(&album, "4 image 200 " URL "\n");
    advance(context, 60000);
    see(context, URL);
    settle();
    CHECK(strstr(album.text, "5 png " URL "\n"));
    album.text[0] = '\0';
    see(context, URL "?broken");
    for (int i = 0; i < 3; i++)
        advance(context, 5000);
    dispatch(context);
    CHECK_IMAGES(&album, "6 network " URL "?broken\n");
    CHECK_INT((int64_t)feedcore_test_request_count(context, URL "?broken"), 3);
    finish();
}

static void a_folder_that_cannot_be_is_told(void)
{
    begin("not/there");
    serve(context, URL, png, sizeof png);
    see(context, URL);
    settle();
    CHECK(strstr(album.text, "1 store " URL "\n"));
    /* It isn't had in vain again and again. */
    see(context, URL);
    settle();
    CHECK(strstr(album.text, "2 store " URL "\n"));
    CHECK_INT((int64_t)feedcore_test_request_count(context, URL), 1);
    finish();
}

static void rules_come_with_feeds(void)
{
#define NETEASE "//p1.music.126.net/a==/1.jpg"
    begin("rules");
    feedcore_feed *feed = new_feed(context, HOME_FEED);
    serve(context, "https:" NETEASE "?param=140y140", gif, sizeof gif);
    ask(context, "http:" NETEASE, 120, FEEDCORE_IMAGE_NEARBY);
    settle();
    CHECK(strstr(album.text, "1 gif http:" NETEASE "\n"));
    album.text[0] = '\0';
    serve(context, "https:" NETEASE, png, sizeof png);
    see(context, NETEASE);
    settle();
    CHECK(strstr(album.text, "2 png " NETEASE "\n"));
    feedcore_feed_free(feed);
    finish();

    begin_with("rules-of-the-config", ", \"rules\": [{\"hosts\": [\"126.net\"]}]");
    feed = new_feed(context, HOME_FEED);
    serve(context, "http:" NETEASE, png, sizeof png);
    ask(context, "http:" NETEASE, 120, FEEDCORE_IMAGE_VISIBLE);
    settle();
    CHECK(strstr(album.text, "1 png http:" NETEASE "\n"));
    feedcore_feed_free(feed);
    finish();
}

static void a_cancelled_one_is_not_told(void)
{
    begin("cancelled");
    serve(context, URL, png, sizeof png);
    CHECK_INT(feedcore_test_respond(context, URL "?never", -1, NULL, "", 0), FEEDCORE_OK);
    /* It waits for dispatch. */
    uint64_t request = see(context, URL);
    let_work(context);
    CHECK(is_readable(context));
    CHECK_INT(feedcore_image_cancel(context, request), FEEDCORE_OK);
    CHECK(!is_readable(context));
    CHECK_INT(feedcore_image_cancel(context, request), FEEDCORE_ERROR_ARGUMENT);
    /* It is under way; or hasn't begun. */
    request = see(context, URL "?never");
    let_work(context);
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_TIMEOUT);
    CHECK_INT(feedcore_image_set_priority(context, request, FEEDCORE_IMAGE_PREFETCH), FEEDCORE_OK);
    CHECK_INT(feedcore_image_cancel(context, request), FEEDCORE_OK);
    CHECK_INT(feedcore_image_cancel(context, see(context, URL "?never")), FEEDCORE_OK);
    settle();
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_OK);
    CHECK_TEXT(album.text, "");
    CHECK_INT(feedcore_image_set_priority(context, request, FEEDCORE_IMAGE_VISIBLE),
              FEEDCORE_ERROR_ARGUMENT);
    /* Of two who want the same the other one gets it. */
    request = see(context, URL "?two");
    CHECK_INT((int64_t)see(context, URL "?two"), (int64_t)request + 1);
    CHECK_INT(feedcore_image_cancel(context, request), FEEDCORE_OK);
    run(context);
    CHECK_IMAGES(&album, "5 http 404 " URL "?two\n");
    CHECK_INT((int64_t)feedcore_test_request_count(context, URL "?two"), 1);
    finish();
}

/* No feed waits for pictures. */
static void feeds_are_not_held_up(void)
{
    begin("feeds");
    char url[100];
    for (int i = 0; i < 100; i++) {
        snprintf(url, sizeof url, "http://list.test/%d", i);
        CHECK_INT(feedcore_test_respond(context, url, -1, NULL, "", 0), FEEDCORE_OK);
        see(context, url);
    }
    Record record = {0};
    feedcore_feed *feed = new_recorded(context, LIST_FEED, &record);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh(feed);
    settle();
    CHECK_INT(record.completes, 1);
    CHECK_TEXT(titles(feed), "A ");
    feedcore_feed_free(feed);
    finish();
}

/* ------------------------------------------------------------------- the host's own */

static feedcore_exchange *exchange;

static void start(feedcore_exchange *begun, void *user_data)
{
    CHECK(!user_data);
    exchange = begun;
}

static void cancel(feedcore_exchange *ended, void *user_data)
{
    CHECK(ended && !user_data);
}

static void go_through_the_hosts_transport(void)
{
    begin_with("host", ", \"rules\": [{\"hosts\": [\"img.test\"], \"headers\": {\"Referer\": \"x\"}}]");
    CHECK_INT(feedcore_context_set_transport(context, start, cancel, NULL, NULL), FEEDCORE_OK);
    for (int i = 0; i < 2; i++) {
        char url[100];
        snprintf(url, sizeof url, URL "?%d", i);
        see(context, url);
        let_work(context);
        CHECK_TEXT(feedcore_exchange_url(exchange), url);
        CHECK_INT((int64_t)feedcore_exchange_header_count(exchange), 1);
        CHECK_TEXT(feedcore_exchange_header_name(exchange, 0), "Referer");
        CHECK_TEXT(feedcore_exchange_header_value(exchange, 0), "x");
        CHECK_INT(feedcore_exchange_head(exchange, 200), FEEDCORE_OK);
        CHECK_INT(feedcore_exchange_bytes(exchange, (const char *)gif, sizeof gif), FEEDCORE_OK);
        CHECK_INT(feedcore_exchange_end(exchange), FEEDCORE_OK);
        settle();
        CHECK_INT(album.images, i + 1);
        CHECK_INT(album.failures, 0);
        /* Another one, for pictures from now on. */
        CHECK_INT(feedcore_context_set_transport(context, start, cancel, NULL, NULL), FEEDCORE_OK);
    }
    finish();
}

static void log_exchange(feedcore_context *owner, const feedcore_event *event, void *user_data)
{
    CHECK(owner == context);
    CHECK_TEXT(feedcore_event_path(event), NULL);
    CHECK_TEXT(feedcore_event_url(event), "http://img.test/x");
    *(int *)user_data += feedcore_event_http_status(event);
}

static void exchanges_are_logged(void)
{
    int sum = 0;
    begin("log");
    CHECK_INT(feedcore_context_set_log(context, log_exchange, &sum, NULL), FEEDCORE_OK);
    see(context, "http://me:secret@img.test/x");
    settle();
    CHECK_INT(sum, 404);
    finish();
}

/* ------------------------------------------------------------------- lifetimes */

static void free_it(feedcore_context *owner, const feedcore_event *event, void *user_data)
{
    CHECK_INT(feedcore_event_get_kind(event), FEEDCORE_EVENT_IMAGE);
    ++*(int *)user_data;
    feedcore_context_free(owner);
    CHECK(feedcore_event_error(event));
}

static void may_be_freed_at_any_moment(void)
{
    wait_for_threads(1);
    const int descriptors = descriptor_count();
    for (int i = 0; i < 100; i++) {
        begin("freed");
        char url[100];
        for (int number = 0; number < 20; number++) {
            snprintf(url, sizeof url, "http://img.test/%d", number);
            if (number % 3)
                serve(context, url, png, sizeof png);
            see(context, url);
        }
        if (i % 4 == 1)
            sleep_ms(1);
        if (i % 4 == 2)
            let_work(context);
        if (i % 4 == 3)
            CHECK_INT(feedcore_context_dispatch(context, 3), FEEDCORE_OK);
        finish();
    }
    begin("freed-inside");
    int calls = 0;
    CHECK_INT(feedcore_context_set_image_callback(context, free_it, &calls, NULL), FEEDCORE_OK);
    CHECK_INT(album.destroyed, 1);
    see(context, URL);
    see(context, URL "?2");
    settle();
    CHECK_INT(calls, 1);
    wait_for_threads(1);
    wait_for_descriptors(descriptors);
}

static void *use_elsewhere(void *owner)
{
    CHECK_INT(feedcore_image_request(owner, URL, 0, FEEDCORE_IMAGE_VISIBLE, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_image_set_priority(owner, 1, FEEDCORE_IMAGE_VISIBLE), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_image_cancel(owner, 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_context_clear_images(owner), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_context_set_image_callback(owner, NULL, NULL, NULL), FEEDCORE_ERROR_THREAD);
    return NULL;
}

static void is_for_one_thread(void)
{
    pthread_t thread;
    begin("thread");
    CHECK_INT(pthread_create(&thread, NULL, use_elsewhere, context), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    finish();
}

/* The file may be gone when it is told: only that it was said to be there counts. */
static void note_only(feedcore_context *owner, const feedcore_event *event, void *user_data)
{
    Album *own = user_data;
    CHECK(owner);
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_IMAGE) {
        own->images++;
        own->failures += feedcore_event_error(event) != NULL;
    }
}

/* Three programs of one folder, too small for what they want; one of them clears it now and then. */
static void *share(void *number)
{
    Album own = {0};
    feedcore_context *mine = new_context(config);
    char url[100];
    CHECK_INT(feedcore_context_set_image_callback(mine, note_only, &own, NULL), FEEDCORE_OK);
    for (int i = 0; i < 60; i++) {
        if (number == NULL && i % 10 == 9)
            CHECK_INT(feedcore_context_clear_images(mine), FEEDCORE_OK);
        for (int j = 0; j < 10; j++) {
            snprintf(url, sizeof url, "http://img.test/%d", (i * 7 + j) % 30);
            serve(mine, url, png, sizeof png);
            see(mine, url);
        }
        run(mine);
    }
    CHECK_INT(own.images, 600);
    CHECK_INT(own.failures, 0);
    feedcore_context_free(mine);
    return NULL;
}

static void is_shared(void)
{
    pthread_t threads[3];
    snprintf(folder, sizeof folder, "%s/shared", top);
    snprintf(config, sizeof config,
             "{\"transport\": \"memory\", \"images\": {\"path\": \"%s\", \"maxBytes\": 1000}}", folder);
    for (intptr_t i = 0; i < 3; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, share, (void *)i), 0);
    for (int i = 0; i < 3; i++)
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    wait_for_threads(1);
    CHECK_INT(count_files(folder, ".tmp"), 0);
}

/* Cells that fly by: ten thousand pictures are asked for and given up. */
static void a_storm_leaves_nothing_behind(void)
{
    enum { cells = 12, steps = 10000 };
    uint64_t shown[cells] = {0};
    char url[100];
    unsigned dice = 1;
    wait_for_threads(1);
    const int descriptors = descriptor_count();
    begin("storm");
    int cancelled = 0;
    for (int step = 0; step < steps; step++) {
        const int cell = step % cells;
        dice = dice * 1103515245 + 12345;
        if (shown[cell] && feedcore_image_cancel(context, shown[cell]) == FEEDCORE_OK)
            cancelled++;
        snprintf(url, sizeof url, "http://host%d.test/%u", step % 3, dice >> 16 & 511);
        if (dice >> 20 & 1)
            serve(context, url, png, sizeof png);
        else
            CHECK_INT(feedcore_test_respond(context, url, -1, NULL, "", 0), FEEDCORE_OK);
        shown[cell] = ask(context, url, 0, (feedcore_image_priority)(dice >> 25 & 1 ? 2 : 0));
        if (dice >> 27 & 1) /* it may have ended */
            (void)feedcore_image_set_priority(context, shown[cell], FEEDCORE_IMAGE_NEARBY);
        if (step % 37 == 0)
            dispatch(context);
    }
    for (int cell = 0; cell < cells; cell++)
        cancelled += feedcore_image_cancel(context, shown[cell]) == FEEDCORE_OK;
    run(context);
    CHECK(cancelled > 0);
    CHECK_INT(album.images + cancelled, steps);
    CHECK(!is_readable(context));
    /* What is on its way now is on its way for nobody. */
    see(context, "http://host0.test/nobody");
    settle();
    CHECK(strstr(album.text, "http 404 http://host0.test/nobody\n"));
    finish();
    wait_for_threads(1);
    wait_for_descriptors(descriptors);
}

int main(void)
{
    CHECK(mkdtemp(top));
    comes_as_a_file();
    lies_beside_the_store();
    what_is_no_picture_is_refused();
    a_folder_that_cannot_be_is_told();
    rules_come_with_feeds();
    a_cancelled_one_is_not_told();
    feeds_are_not_held_up();
    go_through_the_hosts_transport();
    exchanges_are_logged();
    may_be_freed_at_any_moment();
    is_for_one_thread();
    is_shared();
    a_storm_leaves_nothing_behind();
    remove_folder(top);
    return 0;
}
