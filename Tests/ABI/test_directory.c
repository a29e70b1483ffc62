/* The people in a store: what an import takes, what is told of it, and what is left when it is
 * cancelled or freed. */
#define _GNU_SOURCE
#include "live.h"

#include <jansson.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define STORED(members) \
    "{\"transport\": \"memory\", \"clock\": \"manual\", \"store\": {" members "}}"
#define USER(id, name) "{\"id\": " id ", \"username\": \"" name "\"}"
#define ANN USER("1", "ann")
#define BOB USER("\"2\"", "bob")
#define CAT USER("3", "cat")
#define TWO "[" ANN ", " BOB "]"

static char folder[] = "/tmp/feedcore-directory-XXXXXX";
static char config[300];
static feedcore_context *context;
static feedcore_directory *directory;

/* What was told, an event a line; and how it stood after the last one. */
static Record record;

/* "1 state ready", "1 failed shape", "1 complete +2-1"; of progress nothing. */
static void hear(feedcore_directory *object, const feedcore_event *event, void *user_data)
{
    Record *told = user_data;
    CHECK(object);
    CHECK_INT(feedcore_event_source(event), -1);
    CHECK_TEXT(feedcore_event_source_name(event), NULL);
    const int64_t taken = feedcore_event_taken(event), skipped = feedcore_event_skipped(event);
    switch (feedcore_event_get_kind(event)) {
    case FEEDCORE_EVENT_PROGRESS:
        CHECK(feedcore_event_bytes(event) <= feedcore_event_total(event));
        CHECK(taken >= 0 && skipped >= 0 && taken + skipped > 0);
        CHECK_INT(told->destroyed, 0);
        return;
    case FEEDCORE_EVENT_STATE:
        CHECK_INT(feedcore_directory_get_state(object), feedcore_event_state(event));
        break;
    default:
        break;
    }
    note(told, event);
    CHECK(feedcore_event_get_kind(event) == FEEDCORE_EVENT_COMPLETE || taken + skipped == 0);
    if (taken + skipped > 0) {
        char *end = told->text + --told->length;
        told->length += (size_t)sprintf(end, " +%" PRId64 "-%" PRId64 "\n", taken, skipped);
    }
}

static feedcore_directory *new_directory(feedcore_context *owner, Record *told)
{
    feedcore_directory *made = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_directory_new(owner, &made, &error), FEEDCORE_OK);
    CHECK(made && !error);
    CHECK_INT(feedcore_directory_set_callback(made, hear, told, record_end), FEEDCORE_OK);
    return made;
}

/* A program that uses a file of the test's folder; NULL: none, but memory. */
static void begin(const char *name)
{
    strcpy(config, STORED(""));
    if (name)
        snprintf(config, sizeof config, STORED("\"path\": \"%s/%s\""), folder, name);
    memset(&record, 0, sizeof record);
    context = new_context(config);
    directory = new_directory(context, &record);
    CHECK_INT(feedcore_directory_get_state(directory), FEEDCORE_STATE_LOADING);
    CHECK_INT(feedcore_directory_count(directory), -1);
}

static void finish(void)
{
    feedcore_directory_free(directory);
    CHECK_INT(record.destroyed, 1);
    feedcore_context_free(context);
}

static void settle(void)
{
    let_work(context);
    dispatch(context);
}

static uint64_t import(const char *text)
{
    uint64_t request = 0;
    CHECK_INT(feedcore_directory_import(directory, text, strlen(text), &request), FEEDCORE_OK);
    CHECK(request > 0);
    return request;
}

/* A line for each of so many people, for free(). */
static char *people(int count)
{
    char *text = malloc((size_t)count * 80 + 1), *end = text;
    CHECK(text);
    for (int i = 1; i <= count; i++)
        end += sprintf(end, USER("%d", "user%d") "\n", i, i);
    return text;
}

/* How many another program finds. */
static int64_t count_in(const char *name)
{
    begin(name);
    run(context);
    const int64_t count = feedcore_directory_count(directory);
    CHECK_INT(feedcore_directory_get_state(directory),
              count == 0 ? FEEDCORE_STATE_EMPTY : FEEDCORE_STATE_READY);
    finish();
    return count;
}

/* -------------------------------------------------------------------------- its requests */

static void people_are_taken_in_and_out(void)
{
    begin("first");
    run(context);
    CHECK_EVENTS(&record, "0 state empty\n");
    CHECK_INT(feedcore_directory_count(directory), 0);

    CHECK_INT((int64_t)import(TWO), 1);
    CHECK_INT(feedcore_directory_get_state(directory), FEEDCORE_STATE_EMPTY);
    settle();
    CHECK_EVENTS(&record, "1 state loading\n1 state ready\n1 complete +2-0\n");
    CHECK_INT(feedcore_directory_count(directory), 2);

    uint64_t request = 0;
    CHECK_INT(feedcore_directory_remove(directory, "2", &request), FEEDCORE_OK);
    CHECK_INT((int64_t)request, 2);
    CHECK_INT(feedcore_directory_remove(directory, "nobody", NULL), FEEDCORE_OK);
    settle();
    CHECK_EVENTS(&record, "2 state loading\n2 complete\n3 state ready\n3 complete\n");
    CHECK_INT(feedcore_directory_count(directory), 1);
    finish();
    CHECK_INT(count_in("first"), 1);

    begin("first");
    settle();
    CHECK_EVENTS(&record, "0 state ready\n");
    CHECK_INT(feedcore_directory_clear(directory, &request), FEEDCORE_OK);
    run(context);
    CHECK_EVENTS(&record, "1 state loading\n1 state empty\n1 complete\n");
    finish();
    CHECK_INT(count_in("first"), 0);
}

static void every_form_is_taken(void)
{
    static const struct {
        const char *text, *end;
    } forms[] = {
        {TWO, "1 complete +2-0\n"},
        {"{\"users\": " TWO "}", "1 complete +2-0\n"},
        {"{\"data\": " TWO "}", "1 complete +2-0\n"},
        {"{\"results\": " TWO "}", "1 complete +2-0\n"},
        {"\xEF\xBB\xBF" ANN "\r\n\r\n" BOB, "1 complete +2-0\n"},
        {"[]", "1 complete\n"},
        {"", "1 complete empty\n"},
        {" ", "1 complete empty\n"},
        {"[" ANN, "1 complete syntax\n"},
        {"12", "1 complete shape\n"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        begin(NULL);
        import(forms[i].text);
        run(context);
        CHECK(strlen(record.text) > strlen(forms[i].end));
        CHECK_TEXT(record.text + strlen(record.text) - strlen(forms[i].end), forms[i].end);
        CHECK_INT(feedcore_directory_count(directory), strstr(forms[i].end, "+2") ? 2 : 0);
        finish();
    }
}

static void note_place(feedcore_directory *object, const feedcore_event *event, void *user_data)
{
    const feedcore_error *error = feedcore_event_error(event);
    int64_t *lines = user_data;
    CHECK(object == directory);
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_FAILED)
        lines[++lines[0]] = feedcore_error_line(error);
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_COMPLETE)
        CHECK(feedcore_event_skipped(event) == lines[0] && !error);
}

static void bad_rows_are_told(void)
{
    int64_t lines[8] = {0};
    begin(NULL);
    import(ANN "\n{\"id\": }\n[]\n\n{\"username\": \"nobody\"}\n" BOB);
    run(context);
    CHECK_EVENTS(&record, "1 failed shape\n1 failed shape\n1 failed shape\n"
                          "1 state ready\n1 complete +2-3\n");
    CHECK_INT(feedcore_directory_set_callback(directory, note_place, lines, NULL), FEEDCORE_OK);
    import(ANN "\n{\"id\": }\n[]\n\n{\"username\": \"nobody\"}\n" BOB);
    run(context);
    CHECK(lines[0] == 3 && lines[1] == 2 && lines[2] == 3 && lines[3] == 5);
    feedcore_directory_free(directory);
    feedcore_context_free(context);
}

static void jansson_is_taken(void)
{
    begin(NULL);
    settle();
    forget(&record);
    int64_t lines[8] = {0};
    json_t *json = json_pack("[{s:i, s:s}, {}, {s:s, s:s}]", "id", 1, "username", "ann", "id", "x",
                             "displayName", "X");
    CHECK(json);
    uint64_t request = 0;
    CHECK_INT(feedcore_directory_set_callback(directory, note_place, lines, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_directory_import_json(directory, json, &request), FEEDCORE_OK);
    json_decref(json);
    CHECK_INT((int64_t)request, 1);
    run(context);
    /* The host has no text for a place to be in. */
    CHECK(lines[0] == 1 && lines[1] == -1);
    CHECK_INT(feedcore_directory_count(directory), 2);

    json_t *cycle = json_array();
    json_t *inner = json_array();
    CHECK(json_array_append_new(cycle, inner) == 0);
    CHECK(json_array_append(inner, cycle) == 0);
    CHECK_INT(feedcore_directory_import_json(directory, cycle, &request), FEEDCORE_ERROR_JSON);
    CHECK_INT((int64_t)request, 0);
    json_array_clear(inner);
    json_decref(cycle);
    feedcore_directory_free(directory);
    feedcore_context_free(context);
}

static int64_t progress[3]; /* events, bytes, rows */

static void note_progress(feedcore_directory *object, const feedcore_event *event, void *user_data)
{
    CHECK(object && user_data);
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_PROGRESS) {
        CHECK(feedcore_event_bytes(event) >= progress[1]);
        CHECK(feedcore_event_taken(event) >= progress[2]);
        CHECK_INT(feedcore_event_total(event), (int64_t)strlen(user_data));
        CHECK_INT((int64_t)feedcore_event_request(event), 1);
        progress[0]++;
        progress[1] = feedcore_event_bytes(event);
        progress[2] = feedcore_event_taken(event);
    }
}

static void progress_is_told(void)
{
    char *text = people(3000);
    begin(NULL);
    CHECK_INT(feedcore_directory_set_callback(directory, note_progress, text, NULL), FEEDCORE_OK);
    CHECK_INT(record.destroyed, 1);
    import(text);
    run(context);
    CHECK(progress[0] > 0 && progress[2] >= 1000 && progress[2] <= 3000);
    CHECK_INT(feedcore_directory_count(directory), 3000);
    finish();
    free(text);
}

/* ------------------------------------------------------------------------------ cancelling */

static void a_cancelled_import_is_all_or_nothing(void)
{
    char *text = people(3000);
    for (int i = 0; i < 4; i++) {
        char name[20];
        snprintf(name, sizeof name, "cancelled-%d", i);
        begin(name);
        run(context);
        forget(&record);
        const uint64_t request = import(text);
        if (i > 0)
            sleep_ms(i * 15);
        /* It may be complete by now, though that isn't told yet. */
        CHECK_INT(feedcore_directory_cancel(directory, request), FEEDCORE_OK);
        CHECK_INT(feedcore_directory_cancel(directory, request), FEEDCORE_ERROR_ARGUMENT);
        dispatch(context);
        CHECK_INT(record.completes, 1);
        CHECK(strstr(record.text, "1 complete cancelled"));
        run(context);
        CHECK_INT(record.completes, 1);
        const int64_t count = feedcore_directory_count(directory);
        CHECK(count == 0 || count == 3000);
        CHECK_INT(feedcore_directory_get_state(directory),
                  count ? FEEDCORE_STATE_READY : FEEDCORE_STATE_EMPTY);
        finish();
        CHECK_INT(count_in(name), count);
    }
    free(text);
}

/* At any moment: its directory, or its context, the one or the other first. */
static void may_be_freed_during_an_import(void)
{
    char *text = people(1200);
    wait_for_threads(1);
    const int descriptors = descriptor_count();
    for (int i = 0; i < 40; i++) {
        begin(i % 4 ? "freed" : NULL);
        if (i % 3 == 0)
            run(context);
        import(text);
        CHECK_INT(feedcore_directory_clear(directory, NULL), FEEDCORE_OK);
        import(text);
        if (i % 5)
            sleep_ms(i % 5 * 4);
        if (i % 2) {
            feedcore_context_free(context);
            CHECK_INT(record.destroyed, 1);
            CHECK_INT(feedcore_directory_import(directory, "[]", 2, NULL), FEEDCORE_ERROR_THREAD);
            feedcore_directory_free(directory);
        } else {
            finish();
        }
        CHECK_INT(record.destroyed, 1);
    }
    wait_for_threads(1);
    wait_for_descriptors(descriptors);
    const int64_t count = count_in("freed");
    CHECK(count == 0 || count == 1200);
    free(text);
}

/* ------------------------------------------------------------------------ inside a callback */

typedef enum { FREE_DIRECTORY, FREE_CONTEXT, REPLACE, ASK, DEEDS } Deed;

typedef struct {
    Record record;
    Deed deed;
    int when; /* at which event */
    int heard;
    int is_inside;
} Stage;

static void end_stage(void *user_data)
{
    Stage *stage = user_data;
    CHECK_INT(stage->is_inside, 0);
    stage->record.destroyed++;
}

static void act(feedcore_directory *object, const feedcore_event *event, void *user_data)
{
    Stage *stage = user_data;
    const feedcore_event_kind kind = feedcore_event_get_kind(event);
    if (stage->heard++ != stage->when)
        return;
    stage->is_inside = 1;
    CHECK_INT(feedcore_context_run(context, 0), FEEDCORE_ERROR_NESTED);
    switch (stage->deed) {
    case FREE_DIRECTORY:
        feedcore_directory_free(object);
        directory = NULL;
        break;
    case FREE_CONTEXT:
        feedcore_context_free(context);
        context = NULL;
        break;
    case REPLACE:
        CHECK_INT(feedcore_directory_set_callback(object, hear, &record, record_end), FEEDCORE_OK);
        break;
    case ASK:
        CHECK_INT(feedcore_directory_cancel(object, import("[]")), FEEDCORE_OK);
        import("[" CAT "]");
        CHECK_INT(feedcore_directory_remove(object, "3", NULL), FEEDCORE_OK);
        break;
    case DEEDS:
        break;
    }
    /* The event and the data are lent to this call until it returns. */
    CHECK_INT(stage->record.destroyed, 0);
    CHECK_INT(feedcore_event_get_kind(event), kind);
    stage->is_inside = 0;
}

static void everything_may_be_called_in_a_callback(void)
{
    for (int n = 0; n < DEEDS * 6; n++) {
        Stage stage = {.deed = (Deed)(n / 6), .when = n % 6};
        begin(NULL);
        run(context);
        CHECK_INT(feedcore_directory_set_callback(directory, act, &stage, end_stage), FEEDCORE_OK);
        memset(&record, 0, sizeof record);
        import(ANN "\n{}\n" BOB);
        let_work(context);
        CHECK_INT(feedcore_directory_remove(directory, "1", NULL), FEEDCORE_OK);
        CHECK_INT(feedcore_context_run(context, 20000), FEEDCORE_OK);
        CHECK(stage.heard > stage.when || stage.when > 4);
        const int is_done = stage.heard > stage.when;
        if (directory && context)
            CHECK_INT(feedcore_directory_count(directory), 1);
        CHECK_INT(stage.record.destroyed, is_done && stage.deed != ASK);
        if (directory)
            feedcore_directory_free(directory);
        if (context)
            feedcore_context_free(context);
        CHECK_INT(stage.record.destroyed, 1);
        CHECK_INT(record.destroyed, is_done && stage.deed == REPLACE);
    }
}

/* --------------------------------------------------------------- who may, and who may not */

static void without_a_store_there_is_none(void)
{
    feedcore_error *error = NULL;
    context = new_context(IN_MEMORY);
    directory = (void *)context;
    CHECK_INT(feedcore_directory_new(context, &directory, &error), FEEDCORE_ERROR_CONFIG);
    CHECK(directory == NULL);
    CHECK_INT(feedcore_error_status(error), FEEDCORE_ERROR_CONFIG);
    feedcore_error_free(error);
    feedcore_context_free(context);
}

static void *refuse_everything(void *unused)
{
    Record own = {0};
    uint64_t request = 7;
    feedcore_directory *made = NULL;
    json_t *json = json_array();
    CHECK_INT(feedcore_directory_new(context, &made, NULL), FEEDCORE_ERROR_THREAD);
    CHECK(made == NULL);
    CHECK_INT(feedcore_directory_set_callback(directory, hear, &own, record_end),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(own.destroyed, 1);
    CHECK_INT(feedcore_directory_import(directory, "[]", 2, &request), FEEDCORE_ERROR_THREAD);
    CHECK_INT((int64_t)request, 0);
    CHECK_INT(feedcore_directory_import_json(directory, json, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_directory_remove(directory, "1", NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_directory_clear(directory, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_directory_cancel(directory, 2), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_directory_get_state(directory), FEEDCORE_STATE_IDLE);
    CHECK_INT(feedcore_directory_count(directory), -1);
    feedcore_directory_free(directory);
    json_decref(json);
    return unused;
}

static void it_belongs_to_its_thread(void)
{
    begin("owned");
    import(TWO);
    run(context);
    import("[" CAT "]");
    let_work(context); /* a child has none of what other threads are at */
    pthread_t other;
    CHECK(pthread_create(&other, NULL, refuse_everything, NULL) == 0);
    CHECK(pthread_join(other, NULL) == 0);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        refuse_everything(NULL);
        kill(getpid(), SIGKILL); /* a child's memory isn't looked through at such an end */
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    /* Nothing of that did anything. */
    run(context);
    CHECK_INT(record.completes, 2);
    CHECK_INT(feedcore_directory_count(directory), 3);
    finish();
}

/* Two programs of one file, each on a thread of its own. */
static void *import_into_it(void *text)
{
    Record told = {0};
    feedcore_context *own = new_context(config);
    feedcore_directory *made = new_directory(own, &told);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(feedcore_directory_import(made, text, strlen(text), NULL), FEEDCORE_OK);
        CHECK_INT(feedcore_context_run(own, 60000), FEEDCORE_OK);
        CHECK_INT(feedcore_directory_get_state(made), FEEDCORE_STATE_READY);
    }
    CHECK_TEXT(strstr(told.text, "failed"), NULL);
    CHECK(strstr(told.text, "complete +500-0"));
    CHECK_INT(told.completes, 3);
    feedcore_directory_free(made);
    feedcore_context_free(own);
    return NULL;
}

static void is_shared(void)
{
    begin("shared");
    finish();
    char *text = people(500);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, import_into_it, text), 0);
    for (int i = 0; i < 2; i++)
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    free(text);
    CHECK_INT(count_in("shared"), 500);
}

/* As somebody who may read it, and no more: a test that runs as root is nobody for a while. */
static void what_cannot_be_written_is_read(void)
{
    begin("read-only");
    import(TWO);
    run(context);
    finish();
    char path[200];
    snprintf(path, sizeof path, "%s/read-only", folder);
    wait_for_threads(1); /* its last user tidies up */
    const uid_t user = geteuid();
    CHECK_INT(chmod(path, 0444), 0);
    CHECK_INT(chmod(folder, 0555), 0);
    CHECK(user != 0 || seteuid(65534) == 0);
    begin("read-only");
    settle();
    CHECK_EVENTS(&record, "0 state ready\n");
    import("[" CAT "]");
    CHECK_INT(feedcore_directory_remove(directory, "1", NULL), FEEDCORE_OK);
    settle();
    CHECK_EVENTS(&record, "1 state loading\n1 complete store\n2 state ready\n2 complete store\n");
    CHECK_INT(feedcore_directory_count(directory), 2);
    finish();
    begin("cannot-be-made");
    settle();
    CHECK_EVENTS(&record, "0 failed store\n0 state failed\n");
    CHECK_INT(feedcore_directory_count(directory), -1);
    finish();
    wait_for_threads(1); /* they are nobody too */
    CHECK(user != 0 || seteuid(0) == 0);
    CHECK_INT(chmod(folder, 0700), 0);
    CHECK_INT(count_in("read-only"), 2);
}

static void tidy_up(void)
{
    wait_for_threads(1);
    DIR *entries = opendir(folder);
    CHECK(entries);
    for (struct dirent *entry; (entry = readdir(entries));)
        unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
    CHECK_INT(rmdir(folder), 0);
}

int main(void)
{
    CHECK(mkdtemp(folder));
    people_are_taken_in_and_out();
    every_form_is_taken();
    bad_rows_are_told();
    jansson_is_taken();
    progress_is_told();
    a_cancelled_import_is_all_or_nothing();
    may_be_freed_during_an_import();
    everything_may_be_called_in_a_callback();
    without_a_store_there_is_none();
    it_belongs_to_its_thread();
    is_shared();
    what_cannot_be_written_is_read();
    tidy_up();
    return 0;
}
