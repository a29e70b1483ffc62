/* What the tests of contexts and feeds have in common: a network in memory, a clock moved by hand,
 * and a record of what a feed tells. */
#ifndef LIVE_H
#define LIVE_H

#include "check.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define IN_MEMORY "{\"transport\": \"memory\", \"clock\": \"manual\"}"

/* A list with a title for each item, and what the mapping of that name makes of it. */
#define LIST_MAPPING                                                                          \
    "{\"mapping\": \"list\","                                                                 \
    " \"status\": {\"code\": \"code\", \"good\": [200], \"message\": [\"message\", \"msg\"]," \
    "              \"kinds\": {\"301\": \"login-needed\"}},"                                  \
    " \"page\": {\"refreshInterval\": \"every\"},"                                            \
    " \"sections\": {\"type\": {\"default\": \"list\"}, \"items\": \"items\"},"               \
    " \"types\": {\"list\": {\"kind\": \"LIST\"}},"                                           \
    " \"default\": {\"item\": {\"id\": \"id\", \"title\": \"t\", \"action\": \"go\"}}}"

/* A feed of one source, "list", with such pages; `members` begins with a comma, or is "". */
#define LIST_URL "http://list.test/all"
#define LIST_SOURCE(members) \
    "{\"name\": \"list\", \"url\": \"" LIST_URL "\", \"mapping\": " LIST_MAPPING members "}"
#define LIST_FEED_WITH(members) "{\"sources\": [" LIST_SOURCE(members) "]}"
#define LIST_FEED LIST_FEED_WITH("")
#define PAGE_A "{\"items\": [{\"id\": 1, \"t\": \"A\", \"go\": \"app://a\"}]}"
#define PAGE_B "{\"items\": [{\"id\": 2, \"t\": \"B\"}, {\"id\": 3, \"t\": \"C\"}]}"
#define PAGE_EMPTY "{\"items\": []}"

/* The home page with two sections, and its menus. */
#define HOME_FEED "{\"preset\": \"netease-home\", \"baseURL\": \"http://home.test\"}"
#define HOME_URL "http://home.test/homepage/block/page"
#define MENUS_URL "http://home.test/homepage/dragon/ball"
#define HOME_PAGE                                                                              \
    "{\"code\": 200, \"data\": {\"blocks\": ["                                                 \
    "{\"blockCode\": \"HOMEPAGE_BANNER\", \"extInfo\": {\"banners\": [{\"bannerId\": \"1\","   \
    " \"pic\": \"http://img.test/1.jpg\"}]}},"                                                 \
    "{\"blockCode\": \"HOMEPAGE_BLOCK_MGC_PLAYLIST\", \"creatives\": [{\"creativeId\": \"2\"," \
    " \"uiElement\": {\"mainTitle\": {\"title\": \"Rain\"}}}]}]}}"
#define HOME_EMPTY "{\"code\": 200, \"data\": {\"blocks\": []}}"
#define HOME_MENUS \
    "{\"code\": 200, \"data\": [{\"id\": -1, \"name\": \"Daily\", \"url\": \"app://daily\"}]}"

static inline feedcore_context *new_context(const char *config)
{
    feedcore_context *context = NULL;
    feedcore_error *error = NULL;
    if (feedcore_context_new(config, strlen(config), &context, &error) != FEEDCORE_OK)
        fprintf(stderr, "%s\n", feedcore_error_message(error));
    CHECK(context && !error);
    return context;
}

static inline feedcore_feed *new_feed(feedcore_context *context, const char *config)
{
    feedcore_feed *feed = NULL;
    feedcore_error *error = NULL;
    if (feedcore_feed_new(context, config, strlen(config), &feed, &error) != FEEDCORE_OK)
        fprintf(stderr, "%s\n", feedcore_error_message(error));
    CHECK(feed && !error);
    return feed;
}

static inline void respond(feedcore_context *context, const char *url, int status,
                           const char *headers, const char *body)
{
    CHECK_INT(feedcore_test_respond(context, url, status, headers, body, strlen(body)),
              FEEDCORE_OK);
}

static inline uint64_t refresh(feedcore_feed *feed)
{
    uint64_t request = 0;
    CHECK_INT(feedcore_feed_refresh(feed, &request), FEEDCORE_OK);
    CHECK(request > 0);
    return request;
}

static inline void advance(feedcore_context *context, int64_t milliseconds)
{
    CHECK_INT(feedcore_test_advance(context, milliseconds), FEEDCORE_OK);
}

/* Until the worker has done all there is to do, of which the context then knows. The clock stands.
 */
static inline void let_work(feedcore_context *context)
{
    advance(context, 0);
}

static inline void run(feedcore_context *context)
{
    CHECK_INT(feedcore_context_run(context, 20000), FEEDCORE_OK);
}

static inline void dispatch(feedcore_context *context)
{
    CHECK_INT(feedcore_context_dispatch(context, 0), FEEDCORE_OK);
}

static inline int is_readable(const feedcore_context *context)
{
    struct pollfd watched = {.fd = feedcore_context_fd(context), .events = POLLIN};
    CHECK(poll(&watched, 1, 0) >= 0);
    CHECK((watched.revents & ~POLLIN) == 0);
    return watched.revents != 0;
}

static inline void sleep_ms(int milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static inline int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline int entries(const char *folder)
{
    int count = 0;
    DIR *directory = opendir(folder);
    CHECK(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static inline void *tell_thread(void *number)
{
    *(long *)number = syscall(SYS_gettid);
    return NULL;
}

static inline int has_thread(int number)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d", number);
    return access(path, F_OK) == 0;
}

/* Threads that the program had before it used the library: its first, and a sanitizer may have one
 * of its own, from the first pthread_create on. */
static int host_threads[4], host_thread_count;

/* Those that the program has now; the number that it has. */
static inline int list_threads(int *threads, int room)
{
    int count = 0;
    DIR *directory = opendir("/proc/self/task");
    CHECK(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') {
            CHECK(count < room);
            threads[count++] = atoi(entry->d_name);
        }
    closedir(directory);
    return count;
}

/* A thread that was joined is there a moment longer. */
__attribute__((constructor)) static inline void list_host_threads(void)
{
    pthread_t thread;
    long number = 0;
    CHECK(pthread_create(&thread, NULL, tell_thread, &number) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    while (has_thread((int)number))
        sleep_ms(1);
    host_thread_count = list_threads(host_threads, 4);
}

/* This thread, and the library's. */
static inline int thread_count(void)
{
    return entries("/proc/self/task") - host_thread_count + 1;
}

/* A worker is detached: it is gone some time after its context. */
static inline void wait_for_threads(int count)
{
    for (int i = 0; i < 15000 && thread_count() > count; i++)
        sleep_ms(2);
    CHECK_INT(thread_count(), count);
}

static inline int descriptor_count(void)
{
    return entries("/proc/self/fd");
}

/* The worker may be the last to let go of one. */
static inline void wait_for_descriptors(int count)
{
    for (int i = 0; i < 5000 && descriptor_count() > count; i++)
        sleep_ms(2);
    CHECK_INT(descriptor_count(), count);
}

/* ---------------------------------------------------------------- records of events */

typedef struct {
    char text[8192]; /* an event a line */
    size_t length;
    int events;
    int completes;
    int destroyed;
    uint64_t completed; /* the request that did so last */
} Record;

static inline const char *word(const char *text)
{
    return text ? text : "-";
}

/* "sections 0 -1+2", "items 0.3 -1+2" (of section 0 at 3), "item 0.3", "section 0". */
static inline int describe_change(const feedcore_change *change, char *out, size_t room)
{
    const feedcore_change_kind kind = feedcore_change_get_kind(change);
    const char *name = feedcore_change_kind_name(kind);
    const int64_t section = feedcore_change_section(change);
    const int64_t position = feedcore_change_position(change);
    char splice[64];
    snprintf(splice, sizeof splice, " -%zu+%zu", feedcore_change_removed(change),
             feedcore_change_added(change));
    switch (kind) {
    case FEEDCORE_CHANGE_SECTIONS:
        return snprintf(out, room, "%s %" PRId64 "%s", name, position, splice);
    case FEEDCORE_CHANGE_ITEMS:
        return snprintf(out, room, "%s %" PRId64 ".%" PRId64 "%s", name, section, position, splice);
    case FEEDCORE_CHANGE_ITEM:
        return snprintf(out, room, "%s %" PRId64 ".%" PRId64, name, section, position);
    case FEEDCORE_CHANGE_SECTION:
        return snprintf(out, room, "%s %" PRId64, name, section);
    }
    CHECK(!"a kind of change that there is");
    return 0;
}

/* "1 state list loading", "1 change list 0>1 sections 0 -0+1", "0 reset 1>1", "1 failed list http 503",
 * "1 complete", "0 action A app://a". */
static inline int describe(const feedcore_event *event, char *out, size_t room)
{
    const feedcore_error *error = feedcore_event_error(event);
    char rest[200] = "", change[100] = "";
    switch (feedcore_event_get_kind(event)) {
    case FEEDCORE_EVENT_STATE:
        snprintf(rest, sizeof rest, " %s", feedcore_state_name(feedcore_event_state(event)));
        break;
    case FEEDCORE_EVENT_PROGRESS:
        snprintf(rest, sizeof rest, " %" PRId64 "/%" PRId64, feedcore_event_bytes(event),
                 feedcore_event_total(event));
        break;
    case FEEDCORE_EVENT_CHANGE:
        describe_change(feedcore_event_change(event), change, sizeof change);
        /* fallthrough */
    case FEEDCORE_EVENT_RESET:
        snprintf(rest, sizeof rest, " %" PRIu64 ">%" PRIu64 "%s%s",
                 feedcore_event_revision_from(event), feedcore_event_revision_to(event),
                 change[0] ? " " : "", change);
        break;
    case FEEDCORE_EVENT_ACTION:
        snprintf(rest, sizeof rest, " %s %s", word(feedcore_item_title(feedcore_event_item(event))),
                 word(feedcore_event_action(event)));
        break;
    case FEEDCORE_EVENT_FAILED:
    case FEEDCORE_EVENT_COMPLETE:
    case FEEDCORE_EVENT_LOG:
    case FEEDCORE_EVENT_STORE:
    case FEEDCORE_EVENT_SEARCH:
    case FEEDCORE_EVENT_RECENT:
    case FEEDCORE_EVENT_THEME:
    case FEEDCORE_EVENT_IMAGE:
    case FEEDCORE_EVENT_BANNER:
        break;
    }
    size_t length = strlen(rest);
    if (error)
        length += (size_t)snprintf(rest + length, sizeof rest - length, " %s",
                                   feedcore_status_name(feedcore_error_status(error)));
    if (feedcore_error_http_status(error) != -1)
        snprintf(rest + length, sizeof rest - length, " %d", feedcore_error_http_status(error));
    const char *source = feedcore_event_source_name(event);
    return snprintf(out, room, "%" PRIu64 " %s%s%s%s\n", feedcore_event_request(event),
                    feedcore_event_kind_name(feedcore_event_get_kind(event)), source ? " " : "",
                    source ? source : "", rest);
}

static inline void note(Record *record, const feedcore_event *event)
{
    CHECK_INT(record->destroyed, 0);
    record->events++;
    if (feedcore_event_get_kind(event) == FEEDCORE_EVENT_COMPLETE) {
        record->completes++;
        record->completed = feedcore_event_request(event);
    }
    if (record->length > sizeof record->text - 300)
        record->length = 0;
    record->length += (size_t)describe(event, record->text + record->length,
                                       sizeof record->text - record->length);
}

static inline void record_event(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    /* Of the changes of a page the last one alone ends in its revision. */
    const uint64_t revision = feedcore_feed_revision(feed);
    CHECK(revision == feedcore_event_revision_to(event) ||
          (feedcore_event_get_kind(event) == FEEDCORE_EVENT_CHANGE &&
           revision == feedcore_event_revision_from(event)));
    note(user_data, event);
}

static inline void record_log(feedcore_context *context, const feedcore_event *event,
                              void *user_data)
{
    CHECK(context);
    CHECK_INT(feedcore_event_get_kind(event), FEEDCORE_EVENT_LOG);
    note(user_data, event);
}

static inline void record_end(void *user_data)
{
    ((Record *)user_data)->destroyed++;
}

static inline void forget(Record *record)
{
    *record = (Record){.destroyed = record->destroyed};
}

/* A feed that tells a record. */
static inline feedcore_feed *new_recorded(feedcore_context *context, const char *config,
                                          Record *record)
{
    feedcore_feed *feed = new_feed(context, config);
    CHECK_INT(feedcore_feed_set_callback(feed, record_event, record, record_end), FEEDCORE_OK);
    return feed;
}

/* What was told since the last look. */
#define CHECK_EVENTS(record, want)        \
    do {                                  \
        CHECK_TEXT((record)->text, want); \
        forget(record);                   \
    } while (0)

/* The sections' keys, each followed by a space. */
static inline const char *keys(const feedcore_feed *feed)
{
    static char text[1024];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < feedcore_feed_section_count(feed); i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s ",
                                   feedcore_section_key(feedcore_feed_section(feed, i)));
    return text;
}

static inline uint64_t first_item(const feedcore_feed *feed)
{
    return feedcore_item_uid(feedcore_section_item(feedcore_feed_section(feed, 0), 0));
}

/* The titles of the first section's items, each followed by a space. */
static inline const char *titles(const feedcore_feed *feed)
{
    static char text[1024];
    size_t length = 0;
    const feedcore_section *section = feedcore_feed_section(feed, 0);
    text[0] = '\0';
    for (size_t i = 0; i < feedcore_section_item_count(section); i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s ",
                                   word(feedcore_item_title(feedcore_section_item(section, i))));
    return text;
}

#endif
