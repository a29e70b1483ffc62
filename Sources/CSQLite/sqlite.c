#include "include/shim.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#define FUNCTIONS(X) \
    X(sqlite3_libversion_number) X(sqlite3_threadsafe) \
    X(sqlite3_open_v2) X(sqlite3_close_v2) X(sqlite3_exec) X(sqlite3_busy_timeout) \
    X(sqlite3_errmsg) X(sqlite3_extended_result_codes) \
    X(sqlite3_db_readonly) X(sqlite3_get_autocommit) X(sqlite3_last_insert_rowid) \
    X(sqlite3_changes) X(sqlite3_interrupt) X(sqlite3_prepare_v3) \
    X(sqlite3_finalize) X(sqlite3_step) X(sqlite3_reset) X(sqlite3_bind_int64) \
    X(sqlite3_bind_null) X(sqlite3_bind_text64) X(sqlite3_bind_blob64) \
    X(sqlite3_column_int64) X(sqlite3_column_double) X(sqlite3_column_text) \
    X(sqlite3_column_bytes) \
    X(sqlite3_blob_open) X(sqlite3_blob_bytes) X(sqlite3_blob_read) X(sqlite3_blob_close)

#define MEMBER(name) __typeof__(name) *name;
#define ONE(name) +1
static union {
    struct { FUNCTIONS(MEMBER) };
    void *all[FUNCTIONS(ONE)];
} lib;

#define NAME(name) #name "\0"
static const char names[] = FUNCTIONS(NAME);

/* ------------------------------------------------------------------------------------ loading */

static const int oldest = 3034000; /* substrings of words in full-text search */
static char reason[128];           /* why there is none; empty if there is one */

/* False, and the reason, for one that has not all the functions. */
static int find_functions(void *library)
{
    void **slot = lib.all;
    for (const char *name = names; *name != '\0'; name += strlen(name) + 1) {
        *slot = dlsym(library, name);
        if (*slot++ == NULL) {
            snprintf(reason, sizeof reason, "the system's SQLite has no %s", name);
            return 0;
        }
    }
    return 1;
}

static void load(void)
{
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(reason, sizeof reason, "there is no SQLite: libsqlite3.so.0 can't be loaded");
        return;
    }
    if (!find_functions(library))
        return;
    const int version = lib.sqlite3_libversion_number();
    if (version < oldest)
        snprintf(reason, sizeof reason, "the system's SQLite is too old: %d.%d, not 3.34",
                 version / 1000000, version / 1000 % 1000);
    else if (!lib.sqlite3_threadsafe())
        snprintf(reason, sizeof reason, "the system's SQLite is not made for threads");
}

const char *feedcore_sqlite_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason[0] == '\0' ? NULL : reason;
}

/* ---------------------------------------------------------------------------------- a database */

/* As a URL, with what has a meaning there escaped. */
static void make_frozen(const char *path, char *out)
{
    out += sprintf(out, "file:");
    for (; *path != '\0'; path++)
        out += sprintf(out, strchr("%?#", *path) == NULL ? "%c" : "%%%02X", (unsigned char)*path);
    strcpy(out, "?immutable=1");
}

int feedcore_sqlite_open(const char *path, int is_frozen, sqlite3 **out_database)
{
    char url[3 * PATH_MAX + 20];
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (is_frozen) {
        if (strlen(path) >= PATH_MAX)
            return SQLITE_CANTOPEN;
        make_frozen(path, url);
        path = url;
        flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    }
    const int code = lib.sqlite3_open_v2(path, out_database, flags, NULL);
    if (*out_database != NULL)
        lib.sqlite3_extended_result_codes(*out_database, 1);
    return code;
}

void feedcore_sqlite_close(sqlite3 *database)
{
    lib.sqlite3_close_v2(database);
}

int feedcore_sqlite_execute(sqlite3 *database, const char *sql)
{
    return lib.sqlite3_exec(database, sql, NULL, NULL, NULL);
}

void feedcore_sqlite_busy_timeout(sqlite3 *database, int milliseconds)
{
    lib.sqlite3_busy_timeout(database, milliseconds);
}

const char *feedcore_sqlite_message(sqlite3 *database)
{
    return lib.sqlite3_errmsg(database);
}

int feedcore_sqlite_is_read_only(sqlite3 *database)
{
    return lib.sqlite3_db_readonly(database, "main") == 1;
}

int feedcore_sqlite_is_in_transaction(sqlite3 *database)
{
    return !lib.sqlite3_get_autocommit(database);
}

int64_t feedcore_sqlite_last_row(sqlite3 *database)
{
    return lib.sqlite3_last_insert_rowid(database);
}

int feedcore_sqlite_changes(sqlite3 *database)
{
    return lib.sqlite3_changes(database);
}

void feedcore_sqlite_interrupt(sqlite3 *database)
{
    lib.sqlite3_interrupt(database);
}

/* --------------------------------------------------------------------------------- a statement */

int feedcore_sqlite_prepare(sqlite3 *database, const char *sql, sqlite3_stmt **out_statement)
{
    return lib.sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, out_statement,
                                  NULL);
}

void feedcore_sqlite_finalize(sqlite3_stmt *statement)
{
    lib.sqlite3_finalize(statement);
}

int feedcore_sqlite_step(sqlite3_stmt *statement)
{
    return lib.sqlite3_step(statement);
}

void feedcore_sqlite_reset(sqlite3_stmt *statement)
{
    lib.sqlite3_reset(statement);
}

int feedcore_sqlite_bind_number(sqlite3_stmt *statement, int index, int64_t number)
{
    return lib.sqlite3_bind_int64(statement, index, number);
}

int feedcore_sqlite_bind_null(sqlite3_stmt *statement, int index)
{
    return lib.sqlite3_bind_null(statement, index);
}

/* A NULL would be SQL's. */
static const void *some(const void *bytes)
{
    return bytes == NULL ? "" : bytes;
}

int feedcore_sqlite_bind_text(sqlite3_stmt *statement, int index, const uint8_t *text,
                              size_t length)
{
    return lib.sqlite3_bind_text64(statement, index, some(text), length, SQLITE_TRANSIENT,
                                   SQLITE_UTF8);
}

int feedcore_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, size_t length)
{
    return lib.sqlite3_bind_blob64(statement, index, some(bytes), length, SQLITE_STATIC);
}

int64_t feedcore_sqlite_number(sqlite3_stmt *statement, int column)
{
    return lib.sqlite3_column_int64(statement, column);
}

double feedcore_sqlite_real(sqlite3_stmt *statement, int column)
{
    return lib.sqlite3_column_double(statement, column);
}

const uint8_t *feedcore_sqlite_text(sqlite3_stmt *statement, int column, int *out_length)
{
    const uint8_t *text = lib.sqlite3_column_text(statement, column);
    *out_length = lib.sqlite3_column_bytes(statement, column);
    return text;
}

int feedcore_sqlite_read(sqlite3 *database, const char *table, const char *column, int64_t row,
                         void *out, size_t count)
{
    sqlite3_blob *value = NULL;
    int code = lib.sqlite3_blob_open(database, "main", table, column, row, 0, &value);
    if (code == SQLITE_OK && (size_t)lib.sqlite3_blob_bytes(value) != count)
        code = SQLITE_ERROR;
    if (code == SQLITE_OK)
        code = lib.sqlite3_blob_read(value, out, (int)count, 0);
    lib.sqlite3_blob_close(value);
    return code;
}
