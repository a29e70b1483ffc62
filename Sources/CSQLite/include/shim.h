/* The system's SQLite, found at run time: nothing is linked, and a program without a store never
 * loads it. All that takes or gives a sqlite3 or a sqlite3_stmt is legal only after
 * feedcore_sqlite_load returned NULL. What isn't explained is SQLite's own. */
#ifndef FEEDCORE_CSQLITE_H
#define FEEDCORE_CSQLITE_H

#include <errno.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Loads SQLite, once in the process, for any thread. NULL, or why there is none; static. It stays
 * loaded for ever. */
const char *feedcore_sqlite_load(void);

/* ---- a database. For one thread at a time, but for interrupting. */
/* A file that is there. A frozen one is only read, and nothing may change it meanwhile: then
 * nothing needs to be written beside it. */
int feedcore_sqlite_open(const char *path, int is_frozen, sqlite3 **out_database);
/* Its statements are ended before. */
void feedcore_sqlite_close(sqlite3 *database);
/* Any number of statements without results. */
int feedcore_sqlite_execute(sqlite3 *database, const char *sql);
void feedcore_sqlite_busy_timeout(sqlite3 *database, int milliseconds);
/* About the last call that failed; the text is valid until the next call. */
const char *feedcore_sqlite_message(sqlite3 *database);
int feedcore_sqlite_is_read_only(sqlite3 *database);
int feedcore_sqlite_is_in_transaction(sqlite3 *database);
int64_t feedcore_sqlite_last_row(sqlite3 *database);
int feedcore_sqlite_changes(sqlite3 *database);
/* For any thread, as long as the database is open. */
void feedcore_sqlite_interrupt(sqlite3 *database);

/* ---- a statement, which is kept. Indexes of values begin with 1, those of columns with 0. */
int feedcore_sqlite_prepare(sqlite3 *database, const char *sql, sqlite3_stmt **out_statement);
void feedcore_sqlite_finalize(sqlite3_stmt *statement);
int feedcore_sqlite_step(sqlite3_stmt *statement);
void feedcore_sqlite_reset(sqlite3_stmt *statement);
int feedcore_sqlite_bind_number(sqlite3_stmt *statement, int index, int64_t number);
int feedcore_sqlite_bind_null(sqlite3_stmt *statement, int index);
/* The text, in UTF-8, is copied. */
int feedcore_sqlite_bind_text(sqlite3_stmt *statement, int index, const uint8_t *text,
                              size_t length);
/* The bytes are not copied: they must stay until another value is bound. */
int feedcore_sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes,
                               size_t length);
int64_t feedcore_sqlite_number(sqlite3_stmt *statement, int column);
double feedcore_sqlite_real(sqlite3_stmt *statement, int column);
/* What is there, and how much; valid until the next step. NULL for SQL's NULL. */
const uint8_t *feedcore_sqlite_text(sqlite3_stmt *statement, int column, int *out_length);

/* Without a statement, which would make a copy of its own: all of the value in a column of a row.
 * SQLITE_ERROR if it has not just so many bytes, or isn't there. */
int feedcore_sqlite_read(sqlite3 *database, const char *table, const char *column, int64_t row,
                         void *out, size_t count);

/* ---- the file. Errors are the system's numbers. */

/* Makes an empty file that is its owner's alone, if there is none, and gives the number by which
 * the system knows it; without opening it, because closing it would undo the locks that others in
 * this process have on it. EISDIR or EINVAL if what is there is no file. */
int feedcore_store_file(const char *path, uint64_t *out_number);

/* The number of the file that is there now; 0 for none. */
uint64_t feedcore_store_file_number(const char *path);

/* Whether files can be made beside it. */
int feedcore_store_is_beside_writable(const char *path);

/* Locks the folder of the file against who sets a file aside: SQLite would take what lies beside a
 * new database for the old one's. -1 if that can't be had soon; it is for courtesy only. */
int feedcore_store_lock(const char *path, int is_alone);
void feedcore_store_unlock(int lock);

/* Renames the file, and what SQLite has beside it, to the first free of PATH.corrupt-1 to -9 (the
 * last one gives way), unless somebody has done so already: then the file has another number, and
 * this succeeds with *out_index 0. EAGAIN if others are opening it all the time. */
int feedcore_store_set_aside(const char *path, uint64_t number, int *out_index);

/* ---- texts, in UTF-8. NULL is legal for none. */

enum { FEEDCORE_SPACE, FEEDCORE_LETTER, FEEDCORE_SYMBOL, FEEDCORE_CJK };

/* Which of these a character is. Digits are letters; Han, kana and Hangul are CJK; control
 * characters are space. */
int feedcore_character_kind(uint32_t character);

/* Whether there is CJK in it, or three symbols stand together: else it has no part of three
 * characters that a search by parts could look for. */
int feedcore_text_has_parts(const uint8_t *text, size_t count);

/* Whether the part stands in the text; ASCII's capitals are the same as its small letters. */
int feedcore_text_contains(const uint8_t *text, size_t count, const uint8_t *part,
                           size_t part_count);

/* A sum of bytes that finds damage; the same in every process. */
uint64_t feedcore_store_sum(uint64_t seed, const void *bytes, size_t count);

#endif
