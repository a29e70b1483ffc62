/* A program that keeps pages is killed at 200 random moments: what was told COMPLETE before is in
 * the file, which is whole. */
#define _GNU_SOURCE
#include "live.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

enum { ROUNDS = 200, PAGES = 6, LONGEST = 60000 };

/* What the program says: a page is complete, with this number in it. */
typedef struct {
    int page;
    int number;
} Told;

static char folder[] = "/tmp/feedcore-crash-XXXXXX";
static char file[100];

static void page_url(int page, char *out, size_t room)
{
    snprintf(out, room, "http://list.test/%d", page);
}

/* ---------------------------------------------------------------- the program */

static void new_page_feed(feedcore_context *context, int page, feedcore_feed **out, Record *record)
{
    char feed[1500], url[50];
    page_url(page, url, sizeof url);
    snprintf(feed, sizeof feed,
             "{\"sources\": [{\"name\": \"list\", \"url\": \"%s\", \"mapping\": %s}]}", url,
             LIST_MAPPING);
    *out = new_recorded(context, feed, record);
}

/* Until it is killed. Bodies of all sizes, so that it is killed while it writes. */
static int be_killed(int out, int number)
{
    static char body[LONGEST + 200];
    char config[300], url[50];
    feedcore_feed *feeds[PAGES];
    Record records[PAGES] = {0};
    snprintf(config, sizeof config, "{\"transport\": \"memory\", \"store\": {\"path\": \"%s\"}}",
             file);
    feedcore_context *context = new_context(config);
    for (int page = 0; page < PAGES; page++)
        new_page_feed(context, page, &feeds[page], &records[page]);
    for (;; number++) {
        const int page = number % PAGES, size = number % 7 * (LONGEST / 7);
        const int length = snprintf(body, sizeof body, "{\"items\": [{\"id\": %d, \"t\": \"%d\"}]}",
                                    number, number);
        memset(body + length, ' ', (size_t)size);
        body[length + size] = '\0';
        page_url(page, url, sizeof url);
        respond(context, url, 200, NULL, body);
        refresh(feeds[page]);
        run(context);
        CHECK_INT(feedcore_feed_source_state(feeds[page], 0), FEEDCORE_STATE_READY);
        const Told told = {page, number};
        CHECK(write(out, &told, sizeof told) == sizeof told);
    }
}

/* ----------------------------------------------------------------- who kills it */

/* Starts it with its first number; what it says comes out of `*out`. */
static pid_t start(const char *program, int number, int *out)
{
    int ends[2];
    char descriptor[20], first[20];
    CHECK_INT(pipe(ends), 0);
    snprintf(descriptor, sizeof descriptor, "%d", ends[1]);
    snprintf(first, sizeof first, "%d", number);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        close(ends[0]);
        execl(program, program, file, descriptor, first, (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    *out = ends[0];
    return child;
}

static uint32_t dice(void)
{
    static uint32_t state = 20260101;
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

static void sleep_us(uint32_t microseconds)
{
    const struct timespec time = {0, microseconds * 1000L};
    nanosleep(&time, NULL);
}

/* A page in the file, as SQLite itself reads it: its number; -1 for none. */
static int number_of(sqlite3 *database, int page)
{
    char key[60] = "GET ";
    int number = -1;
    sqlite3_stmt *statement = NULL;
    page_url(page, key + 4, sizeof key - 4);
    static const char sql[] = "SELECT body FROM responses JOIN bodies USING(id) WHERE key = ?1";
    CHECK_INT(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC), SQLITE_OK);
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *body = sqlite3_column_blob(statement, 0);
        const int length = sqlite3_column_bytes(statement, 0);
        CHECK(length > 20 && sscanf(body, "{\"items\": [{\"id\": %d", &number) == 1);
        CHECK_INT(length, snprintf(NULL, 0, "{\"items\": [{\"id\": %d, \"t\": \"%d\"}]}", number,
                                   number) +
                              number % 7 * (LONGEST / 7));
    }
    CHECK_INT(sqlite3_finalize(statement), SQLITE_OK);
    return number;
}

static void check_file(const int complete[PAGES])
{
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    CHECK_INT(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL),
              SQLITE_OK);
    CHECK_INT(sqlite3_step(statement), SQLITE_ROW);
    CHECK_TEXT((const char *)sqlite3_column_text(statement, 0), "ok");
    CHECK_INT(sqlite3_finalize(statement), SQLITE_OK);
    for (int page = 0; page < PAGES; page++) {
        if (complete[page] >= 0) /* a later one may be there that it couldn't tell any more */
            CHECK(number_of(database, page) >= complete[page]);
    }
    CHECK_INT(sqlite3_close(database), SQLITE_OK);
}

/* The library finds them too. */
static void check_feeds(const int complete[PAGES])
{
    char config[300];
    snprintf(config, sizeof config,
             "{\"transport\": \"memory\", \"clock\": \"manual\", \"store\": {\"path\": \"%s\"}}",
             file);
    feedcore_context *context = new_context(config);
    for (int page = 0; page < PAGES; page++) {
        feedcore_feed *feed;
        Record record = {0};
        new_page_feed(context, page, &feed, &record);
        refresh(feed); /* nobody answers but with 404 */
        let_work(context);
        dispatch(context);
        const feedcore_section *list = feedcore_feed_section_by_key(feed, "list");
        const char *title = feedcore_item_title(feedcore_section_item(list, 0));
        CHECK(title && atoi(title) >= complete[page]);
        feedcore_feed_free(feed);
    }
    feedcore_context_free(context);
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

int main(int count, char **arguments)
{
    if (count == 4) {
        snprintf(file, sizeof file, "%s", arguments[1]);
        return be_killed(atoi(arguments[2]), atoi(arguments[3]));
    }
    CHECK(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/store", folder);
    int complete[PAGES] = {-1, -1, -1, -1, -1, -1}, next = 0, total = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int out;
        const pid_t child = start("/proc/self/exe", next, &out);
        struct pollfd said = {.fd = out, .events = POLLIN};
        /* Some while they begin, most while they write. */
        if (round % 5)
            CHECK_INT(poll(&said, 1, 20000), 1);
        sleep_us(dice() % (round % 5 ? 8000 : 40000));
        int status = 0;
        CHECK_INT(kill(child, SIGKILL), 0);
        CHECK_INT(waitpid(child, &status, 0), child);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        for (Told told; read(out, &told, sizeof told) == sizeof told; total++) {
            complete[told.page] = told.number;
            next = told.number + 1;
        }
        close(out);
        next++; /* that of what it was at */
        if (access(file, F_OK) == 0)
            check_file(complete);
    }
    CHECK(total > ROUNDS);
    check_feeds(complete);
    tidy_up();
    return 0;
}
