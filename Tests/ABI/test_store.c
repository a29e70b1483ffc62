/* What feeds answered last is what they begin with: the store through the C face, and what is told
 * of a file that is not as it should be. */
#define _GNU_SOURCE
#include "live.h"

#include <sqlite3.h>
#include <sys/stat.h>

static char folder[] = "/tmp/feedcore-store-XXXXXX";
static char file[100], config[300];
static feedcore_context *context;
static feedcore_feed *feed;
static Record record;

/* What was told of the store, an error's status and message a line. */
static char notes[4096];

static void hear(feedcore_context *owner, const feedcore_event *event, void *user_data)
{
    CHECK(owner && !user_data);
    if (feedcore_event_get_kind(event) != FEEDCORE_EVENT_STORE)
        return;
    const feedcore_error *error = feedcore_event_error(event);
    CHECK_INT((int64_t)feedcore_event_request(event), 0);
    CHECK_INT(feedcore_event_source(event), -1);
    CHECK_TEXT(feedcore_event_source_name(event), NULL);
    CHECK_TEXT(feedcore_event_url(event), NULL);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_STORE);
    CHECK_TEXT(feedcore_status_name(feedcore_error_status(error)), "store");
    CHECK_TEXT(feedcore_event_kind_name(feedcore_event_get_kind(event)), "store");
    CHECK(strncmp(feedcore_error_message(error), file, strlen(file)) == 0);
    CHECK(strlen(notes) + strlen(feedcore_error_message(error)) + 2 < sizeof notes);
    strcat(strcat(notes, feedcore_error_message(error)), "\n");
}

/* A program that uses a file of the test's folder, which it may have to make. */
static void begin_with(const char *name, const char *members, const char *feed_config)
{
    snprintf(file, sizeof file, "%s/%s", folder, name);
    snprintf(config, sizeof config,
             "{\"transport\": \"memory\", \"clock\": \"manual\", \"store\": {\"path\": \"%s\"%s}}",
             file, members);
    memset(&record, 0, sizeof record);
    notes[0] = '\0';
    context = new_context(config);
    CHECK_INT(feedcore_context_set_log(context, hear, NULL, NULL), FEEDCORE_OK);
    feed = new_recorded(context, feed_config, &record);
}

static void begin(const char *name)
{
    begin_with(name, "", LIST_FEED);
}

static void finish(void)
{
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

/* Asks, and waits for all that comes at once. */
static void refresh_now(void)
{
    refresh(feed);
    let_work(context);
    dispatch(context);
}

/* A program that is answered a page, which is then kept. */
static void keep(const char *name, const char *page)
{
    begin(name);
    respond(context, LIST_URL, 200, "{\"ETag\": \"\\\"a\\\"\"}", page);
    refresh_now();
    CHECK_INT(record.completes, 1);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    finish();
}

/* What a program without a network shows. */
static const char *kept(const char *name)
{
    static char text[1024];
    begin(name);
    respond(context, LIST_URL, 404, NULL, "");
    refresh_now();
    CHECK_INT(record.completes, 1);
    snprintf(text, sizeof text, "%s", titles(feed));
    finish();
    return text;
}

/* One number of the file, as SQLite itself reads it. */
static int64_t ask(const char *sql)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    CHECK_INT(sqlite3_open(file, &database), SQLITE_OK);
    /* Its last user may be tidying up. */
    CHECK_INT(sqlite3_busy_timeout(database, 10000), SQLITE_OK);
    CHECK_INT(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    const int is_row = sqlite3_step(statement) == SQLITE_ROW;
    const int64_t number = is_row ? sqlite3_column_int64(statement, 0) : -1;
    CHECK_INT(sqlite3_finalize(statement), SQLITE_OK);
    CHECK_INT(sqlite3_close(database), SQLITE_OK);
    return number;
}

static int is_there(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* ------------------------------------------------------------------- what it is for */

static void begins_with_what_was_answered_last(void)
{
    keep("first", PAGE_A);
    struct stat about;
    CHECK_INT(stat(file, &about), 0);
    CHECK_INT(about.st_mode & 0777, 0600);

    begin("first");
    CHECK_INT(feedcore_feed_source_time(feed, 0), INT64_MIN);
    respond(context, LIST_URL, -1, NULL, "");
    refresh_now();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list stale\n"
                          "1 state list loading\n");
    CHECK_TEXT(titles(feed), "A ");
    const int64_t time = feedcore_feed_source_time(feed, 0);
    CHECK(time > 1600000000000 && time <= INT64_MAX / 1000);
    finish();

    begin("first");
    respond(context, LIST_URL, 304, NULL, "");
    advance(context, 1000);
    refresh_now();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list stale\n"
                          "1 state list loading\n"
                          "1 state list ready\n"
                          "1 complete\n");
    CHECK(feedcore_feed_source_time(feed, 0) >= time + 1000);
    finish();

    begin("first");
    respond(context, LIST_URL, 200, NULL, "{\"code\": 301}");
    refresh_now();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list stale\n"
                          "1 state list loading\n"
                          "1 progress list 13/-1\n"
                          "1 failed list login-needed 200\n"
                          "1 state list stale\n"
                          "1 complete login-needed 200\n");
    CHECK_TEXT(titles(feed), "A ");
    CHECK_TEXT(notes, "");
    finish();
}

static void a_young_page_is_asked_for_by_reload_alone(void)
{
    static const char young[] = LIST_FEED_WITH(", \"ttl\": 60000");
    keep("young", PAGE_A);
    begin_with("young", "", young);
    respond(context, LIST_URL, 200, NULL, PAGE_B);
    refresh_now();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list ready\n"
                          "1 complete\n");
    CHECK_INT((int64_t)feedcore_test_request_count(context, LIST_URL), 0);
    uint64_t request = 0;
    CHECK_INT(feedcore_feed_reload(feed, &request), FEEDCORE_OK);
    CHECK_INT((int64_t)request, 2);
    let_work(context);
    dispatch(context);
    CHECK_INT((int64_t)record.completed, 2);
    CHECK_TEXT(titles(feed), "B C ");
    CHECK_INT((int64_t)feedcore_test_request_count(context, LIST_URL), 1);
    CHECK_INT(feedcore_feed_reload(feed, NULL), FEEDCORE_OK);
    let_work(context);
    CHECK_INT((int64_t)feedcore_test_request_count(context, LIST_URL), 2);
    finish();
    CHECK_TEXT(kept("young"), "B C ");
}

static void clearing_forgets_what_is_of_the_partition(void)
{
    keep("cleared", PAGE_A);
    begin_with("cleared", ", \"partition\": \"other\"", LIST_FEED);
    respond(context, LIST_URL, 404, NULL, "");
    refresh_now();
    CHECK_TEXT(keys(feed), "");
    CHECK_INT(feedcore_context_clear_store(context), FEEDCORE_OK);
    finish();
    CHECK_TEXT(kept("cleared"), "A ");

    begin("cleared");
    respond(context, LIST_URL, -1, NULL, "");
    refresh_now();
    CHECK_INT(feedcore_feed_cancel(feed, 1), FEEDCORE_OK);
    CHECK_INT(feedcore_context_clear_store(context), FEEDCORE_OK);
    run(context); /* until it is done */
    CHECK_TEXT(titles(feed), "A ");
    CHECK_INT(ask("SELECT count(*) FROM responses"), 0);
    finish();
    CHECK_TEXT(kept("cleared"), "");
}

static void a_store_without_a_file_lives_as_long_as_its_context(void)
{
    context = new_context("{\"transport\": \"memory\", \"clock\": \"manual\", \"store\": {}}");
    memset(&record, 0, sizeof record);
    feed = new_recorded(context, LIST_FEED, &record);
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    feedcore_feed_free(feed);
    memset(&record, 0, sizeof record);
    respond(context, LIST_URL, 404, NULL, "");
    feed = new_recorded(context, LIST_FEED, &record);
    refresh_now();
    CHECK_TEXT(titles(feed), "A ");
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_STALE);
    finish();
}

/* --------------------------------------------------------------- what is told of the file */

static void write_file(const char *bytes, size_t length)
{
    FILE *stream = fopen(file, "wb");
    CHECK(stream);
    CHECK(fwrite(bytes, 1, length, stream) == length);
    CHECK_INT(fclose(stream), 0);
}

static void told_once(const char *part)
{
    if (!strstr(notes, part))
        fprintf(stderr, "told: %s", notes);
    CHECK(strstr(notes, part));
    CHECK(strchr(notes, '\n') == notes + strlen(notes) - 1);
}

/* A page is answered, shown and complete, twice. */
static void does_its_work(void)
{
    respond(context, LIST_URL, 200, NULL, PAGE_A);
    refresh_now();
    respond(context, LIST_URL, 200, NULL, PAGE_B);
    refresh_now();
    CHECK_INT(record.completes, 2);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_TEXT(titles(feed), "B C ");
    /* Kept as well as may be: another feed of the program begins with it. */
    Record other = {0};
    feedcore_feed *second = new_recorded(context, LIST_FEED, &other);
    respond(context, LIST_URL, -1, NULL, "");
    refresh(second);
    let_work(context);
    dispatch(context);
    CHECK_TEXT(titles(second), "B C ");
    feedcore_feed_free(second);
}

static void a_damaged_file_is_set_aside(void)
{
    static char garbage[20000];
    memset(garbage, 'x', sizeof garbage);
    snprintf(file, sizeof file, "%s/damaged", folder);
    write_file(garbage, sizeof garbage);
    begin("damaged");
    does_its_work();
    told_once("damaged.corrupt-1");
    finish();
    CHECK(is_there("damaged.corrupt-1"));
    CHECK_TEXT(kept("damaged"), "B C ");
    CHECK_TEXT(notes, "");
}

static void a_later_version_is_left_alone(void)
{
    keep("later", PAGE_A);
    CHECK_INT(ask("PRAGMA user_version = 99"), -1);
    begin("later");
    does_its_work();
    told_once("later");
    finish();
    CHECK_INT(ask("PRAGMA user_version"), 99);
    CHECK_INT(ask("SELECT count(*) FROM responses"), 1);
    CHECK(!is_there("later.corrupt-1"));
}

static void without_its_folder_it_is_in_memory(void)
{
    begin("no-such-folder/store");
    does_its_work();
    told_once("No such file");
    finish();
    CHECK(!is_there("no-such-folder"));
}

/* As somebody who may read it, and no more: a test that runs as root is nobody for a while. */
static void what_cannot_be_written_is_read(void)
{
    keep("read-only", PAGE_A);
    char path[200];
    snprintf(path, sizeof path, "%s-wal", file);
    wait_for_threads(1); /* its last user tidies up */
    CHECK(access(path, F_OK) != 0);
    const uid_t user = geteuid();
    CHECK_INT(chmod(file, 0444), 0);
    CHECK_INT(chmod(folder, 0555), 0);
    CHECK(user != 0 || seteuid(65534) == 0);
    begin("read-only");
    respond(context, LIST_URL, -1, NULL, "");
    refresh_now();
    CHECK_TEXT(titles(feed), "A ");
    CHECK_TEXT(notes, "");
    finish();
    begin("read-only");
    does_its_work();
    told_once("it can be read but not written");
    finish();
    begin("cannot-be-made");
    does_its_work();
    told_once("Permission denied");
    finish();
    wait_for_threads(1); /* they are nobody too */
    CHECK(user != 0 || seteuid(0) == 0);
    CHECK_INT(chmod(folder, 0700), 0);
    CHECK_TEXT(kept("read-only"), "A ");
}

/* --------------------------------------------------------------------- coming and going */

static void may_be_freed_at_any_moment(void)
{
    keep("freed", PAGE_A);
    wait_for_threads(1);
    const int descriptors = descriptor_count();
    for (int i = 0; i < 120; i++) {
        begin("freed");
        respond(context, LIST_URL, 200, NULL, i % 3 ? PAGE_A : PAGE_B);
        refresh(feed);
        if (i % 4 > 1)
            sleep_ms(i % 4 - 1);
        if (i % 5 == 0)
            CHECK_INT(feedcore_context_clear_store(context), FEEDCORE_OK);
        if (i % 2) {
            feedcore_context_free(context);
            feedcore_feed_free(feed);
        } else {
            finish();
        }
    }
    wait_for_threads(1);
    wait_for_descriptors(descriptors);
    CHECK_INT(ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
}

/* Two programs of one file, each on a thread of its own. */
static void *use_it(void *unused)
{
    feedcore_context *own = new_context(config);
    Record told = {0};
    feedcore_feed *list = new_recorded(own, LIST_FEED, &told);
    for (int i = 0; i < 50; i++) {
        respond(own, LIST_URL, 200, NULL, i % 2 ? PAGE_A : PAGE_B);
        refresh(list);
        run(own);
        CHECK_INT(told.completes, i + 1);
        CHECK_TEXT(strstr(told.text, "failed"), NULL);
        forget(&told);
        told.completes = i + 1;
    }
    feedcore_feed_free(list);
    feedcore_context_free(own);
    return unused;
}

static void is_shared(void)
{
    keep("shared", PAGE_A);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, use_it, NULL), 0);
    for (int i = 0; i < 2; i++)
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    wait_for_threads(1);
    CHECK_TEXT(kept("shared"), "A ");
}

static void tidy_up(void)
{
    DIR *directory = opendir(folder);
    CHECK(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    CHECK_INT(rmdir(folder), 0);
}

int main(void)
{
    CHECK(mkdtemp(folder));
    begins_with_what_was_answered_last();
    a_young_page_is_asked_for_by_reload_alone();
    clearing_forgets_what_is_of_the_partition();
    a_store_without_a_file_lives_as_long_as_its_context();
    a_damaged_file_is_set_aside();
    a_later_version_is_left_alone();
    without_its_folder_it_is_in_memory();
    what_cannot_be_written_is_read();
    may_be_freed_at_any_moment();
    is_shared();
    tidy_up();
    return 0;
}
