/*
 * libfeedcore: a headless MVVM core for server-driven home feeds.
 *
 * Bytes of a feed go in, section view models come out. A server answers with
 * one JSON document for a whole home page: a list of sections (banners, round
 * menus, shelves of playlists, a calendar, …), each with items. This library
 * reads that document and keeps what a screen needs of it; the front end keeps
 * only widgets. What it knows about a server is a mapping, a JSON document of
 * its own, so that another server, or a change of the old one, needs no new
 * release.
 *
 * The smallest complete program:
 *
 *     #include <feedcore.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         static const char feed[] =
 *             "{\"subjects\": [{\"id\": \"1\", \"title\": \"The Long Night\"},"
 *             "                {\"id\": \"2\", \"title\": \"Blue Harbour\"}]}";
 *         feedcore_mapping *mapping = NULL;
 *         feedcore_snapshot *page = NULL;
 *         feedcore_error *error = NULL;
 *
 *         if (feedcore_mapping_builtin("douban-movies", &mapping, &error) != FEEDCORE_OK ||
 *             feedcore_parse(mapping, feed, sizeof feed - 1, &page, &error) != FEEDCORE_OK) {
 *             fprintf(stderr, "%s\n", feedcore_error_message(error));
 *             feedcore_error_free(error);
 *             feedcore_mapping_free(mapping);
 *             return 1;
 *         }
 *         const feedcore_section *movies = feedcore_snapshot_section(page, 0);
 *         for (size_t i = 0; i < feedcore_section_item_count(movies); i++)
 *             puts(feedcore_item_title(feedcore_section_item(movies, i)));
 *         feedcore_snapshot_unref(page);
 *         feedcore_mapping_free(mapping);
 *         return 0;
 *     }
 *
 *     cc films.c -o films $(pkg-config --cflags --libs feedcore)
 *
 * OWNERSHIP
 *   A handle that comes back through an out_* argument, or from a function
 *   called …_new, belongs to the caller, who gives it back with the …_free or
 *   …_unref of its type; both take NULL. A const pointer that a getter returns
 *   is borrowed: sections, items, warnings and their texts live as long as the
 *   snapshot they came from, an error's texts as long as the error. Handles may
 *   be released in any order; a snapshot needs neither its mapping nor the
 *   bytes it was read from.
 *
 * STRINGS
 *   Every text is valid UTF-8 and NUL-terminated. What was a lone surrogate,
 *   broken UTF-8 or U+0000 in the feed is U+FFFD here. An absent text is NULL,
 *   never "". Texts that go in are UTF-8 as well. Raw JSON is different: it is
 *   the feed's own bytes, a pointer and a length, not terminated, and promised
 *   to be nothing more than that.
 *
 * ABSENT VALUES
 *   text NULL · count -1 · real NaN · time INT64_MIN · yes/no -1
 *
 * ERRORS
 *   What can fail returns a feedcore_status: FEEDCORE_OK (0) or a negative
 *   number, with the result in out_* arguments that come last. Where there is an
 *   out_error it may be NULL; otherwise it is set to NULL on success, and on
 *   failure to an error that the caller frees. On failure every other out_*
 *   handle is set to NULL. Getters can't fail: given NULL, or an index or name
 *   that isn't there, they return the absent value of their type.
 *   A fault inside a feed is no error. It costs the smallest thing that holds it
 *   (the field, else the item, else the section) and leaves a warning; an error
 *   means "this is not a feed", and says where.
 *
 * THREADS
 *   Mappings, snapshots (with their sections, items and warnings), errors, change
 *   lists, actions and texts never change once made, and may be read and released
 *   from any thread.
 *   A counter is for one thread at a time.
 *   A context, and each feed, search, directory and theme made from it, belongs
 *   to the thread that made the context. From another thread, or in a forked
 *   child, what returns a status returns FEEDCORE_ERROR_THREAD, and getters
 *   return the absent value; only feedcore_context_fd and the functions of an
 *   exchange are for any thread.
 *   No thread is started before there is work for it: one does network and parsing,
 *   another one the store, which begins with a directory or a search that asks it,
 *   and another one pictures. The library prints nothing,
 *   and touches neither locale, signals nor the environment. Numbers are read and
 *   written the same in every locale.
 *
 * THE LOOP
 *   Results wait in the context until feedcore_context_dispatch publishes them
 *   and runs the callbacks, on the context's thread. feedcore_context_fd is
 *   readable as long as dispatch would deliver something: watch it in the loop
 *   of the front end (poll, g_unix_fd_add, asyncio's add_reader), or set a wakeup
 *   callback where there are no descriptors to watch, or let a script wait in
 *   feedcore_context_run. What a feed shows changes inside dispatch and nowhere
 *   else: not in a getter, and not in a call that asks for a change, which shows
 *   in the next dispatch.
 *   A request tells, in this order: STATE (loading) of each source; PROGRESS; for
 *   each source that ends one CHANGE for each step if the feed shows something new,
 *   or FAILED, and then STATE; COMPLETE at last. An answer that shows the same as
 *   the last one makes no CHANGE, and the revision stays.
 *   In the callback of a CHANGE the feed's sections and items are the old ones with
 *   this step and those before it done, and no other: counts equal the sum of the
 *   steps at every instant, which is what a list widget expects. More than 4096
 *   steps are one RESET instead, and so is what a callback finds that is set when
 *   the feed shows something already: all is to be read again then. At most eight
 *   pages of a feed wait for dispatch: with one more the older ones are skipped, and
 *   the way goes from what is shown to the newest.
 *   Inside a callback every call is allowed, freeing the very object too, except
 *   dispatch and run, which return FEEDCORE_ERROR_NESTED. No lock is held then.
 *
 * JANSSON
 *   Functions that take or return a json_t speak jansson (2.14 or newer). The
 *   json_t must come from the libjansson that this library is linked with: the
 *   one shared library of the system, not a second copy linked statically into
 *   the program. A returned json_t is a new reference, for json_decref().
 *   Include <jansson.h> only if you use them; this header doesn't need it.
 *
 * VERSIONS
 *   Semantic versioning. Within one major version functions and enum values are
 *   only added, and existing values keep their numbers, so be ready to receive
 *   an enum value that you don't know. Before 1.0 a minor version may break;
 *   CHANGELOG.md names every function concerned.
 */
#ifndef FEEDCORE_H
#define FEEDCORE_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; feedcore_version() tells the library's. */
#define FEEDCORE_VERSION_MAJOR 0
#define FEEDCORE_VERSION_MINOR 2
#define FEEDCORE_VERSION_PATCH 0
#define FEEDCORE_VERSION "0.2.0"

#if defined(__GNUC__) && !defined(FEEDCORE_API)
#define FEEDCORE_API __attribute__((visibility("default")))
#elif !defined(FEEDCORE_API)
#define FEEDCORE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ handles */

struct json_t; /* jansson's */

typedef struct feedcore_error feedcore_error;       /* why a call failed, and where */
typedef struct feedcore_mapping feedcore_mapping;   /* what a server's feed looks like */
typedef struct feedcore_snapshot feedcore_snapshot; /* one page, immutable */
typedef struct feedcore_section feedcore_section;   /* borrowed from a snapshot */
typedef struct feedcore_item feedcore_item;         /* borrowed from a snapshot */
typedef struct feedcore_warning feedcore_warning;   /* borrowed from a snapshot */
typedef struct feedcore_action feedcore_action;     /* what a click does, as data */
typedef struct feedcore_counter feedcore_counter;   /* the smallest view model */
typedef struct feedcore_context feedcore_context;   /* where results wait for the loop */
typedef struct feedcore_feed feedcore_feed;         /* a page that is kept up to date */
typedef struct feedcore_search feedcore_search;     /* people, or anything else, as one types */
typedef struct feedcore_directory feedcore_directory; /* the people in a context's store */
typedef struct feedcore_event feedcore_event;       /* borrowed, for the time of a callback */
typedef struct feedcore_change feedcore_change;     /* borrowed from a change list or an event */
typedef struct feedcore_change_list feedcore_change_list; /* the way from one page to another */
typedef struct feedcore_exchange feedcore_exchange; /* a request in the host's own transport */
typedef struct feedcore_texts feedcore_texts;       /* numbers, times and words for a reader */
typedef struct feedcore_theme feedcore_theme;       /* light or dark, and its colours */

/* -------------------------------------------------------------------- enums */

typedef enum feedcore_status {
    FEEDCORE_OK = 0,
    FEEDCORE_ERROR_ARGUMENT = -1,    /* NULL, or a value out of range, where none may be */
    FEEDCORE_ERROR_EMPTY = -2,       /* nothing, or only white space, where JSON was expected */
    FEEDCORE_ERROR_SYNTAX = -3,      /* not JSON; offset, line and column say where */
    FEEDCORE_ERROR_TOO_DEEP = -4,    /* nested deeper than 512 arrays and objects */
    FEEDCORE_ERROR_TOO_LARGE = -5,   /* a document of 1 GiB or more */
    FEEDCORE_ERROR_JSON = -6,        /* a json_t with a cycle, broken UTF-8, or no JSON value */
    FEEDCORE_ERROR_MAPPING = -7,     /* not a mapping, or no built-in one of that name */
    FEEDCORE_ERROR_SHAPE = -8,       /* JSON, but not the feed that the mapping describes */
    FEEDCORE_ERROR_LOGIN_NEEDED = -9, /* the server said in the answer: log in first */
    FEEDCORE_ERROR_REFUSED = -10,    /* the server said in the answer: no */
    FEEDCORE_ERROR_NETWORK = -11,    /* no such host, no connection, or it broke */
    FEEDCORE_ERROR_TIMEOUT = -12,    /* not in time */
    FEEDCORE_ERROR_TLS = -13,        /* no trust in the server's certificate, or no TLS with it */
    FEEDCORE_ERROR_HTTP = -14,       /* an HTTP status that is no success, or a bad redirect */
    FEEDCORE_ERROR_CANCELLED = -15,  /* by the front end */
    FEEDCORE_ERROR_THREAD = -16,     /* not the context's thread, or a forked child */
    FEEDCORE_ERROR_NESTED = -17,     /* dispatch or run inside a callback */
    FEEDCORE_ERROR_UNAVAILABLE = -18, /* the system lacks something: libcurl, a thread, a descriptor */
    FEEDCORE_ERROR_CONFIG = -19,     /* not a config, with the place */
    FEEDCORE_ERROR_STORE = -20,      /* the store's file, or a picture's, can't be used as it should */
    FEEDCORE_ERROR_IMAGE = -21       /* not a picture, or a part of one */
} feedcore_status;

/* What a section is. The first twelve are those of the NetEase home page. */
typedef enum feedcore_section_kind {
    FEEDCORE_SECTION_BANNER = 0,
    FEEDCORE_SECTION_MENUS = 1,
    FEEDCORE_SECTION_PLAYLIST_RCMD = 2,
    FEEDCORE_SECTION_STYLE_RCMD = 3,
    FEEDCORE_SECTION_MUSIC_MLOG = 4,
    FEEDCORE_SECTION_MGC_PLAYLIST = 5,
    FEEDCORE_SECTION_MUSIC_CALENDAR = 6,
    FEEDCORE_SECTION_OFFICIAL_PLAYLIST = 7,
    FEEDCORE_SECTION_ALBUM_NEW_SONG = 8,
    FEEDCORE_SECTION_VOICELIST_RCMD = 9,
    FEEDCORE_SECTION_PODCAST24 = 10,
    FEEDCORE_SECTION_VIDEO_PLAYLIST = 11,
    FEEDCORE_SECTION_LIST = 12,  /* a plain list that a mapping declares: movies, users, entries */
    FEEDCORE_SECTION_CUSTOM = 13 /* a type that the mapping doesn't know */
} feedcore_section_kind;

/* How a section is laid out, by class. Heights are of one row, at a width of 414 points. */
typedef enum feedcore_layout {
    FEEDCORE_LAYOUT_LIST = 0, /* rows from top to bottom, 80 points each */
    FEEDCORE_LAYOUT_A = 1,    /* a shelf of cells 120 wide: 240 = 200 + a head of 40 */
    FEEDCORE_LAYOUT_B = 2,    /* the calendar: 180 = 140 + a head of 40 */
    FEEDCORE_LAYOUT_C = 3,    /* round menu entries: 100 */
    FEEDCORE_LAYOUT_D = 4,    /* banners: 180 */
    FEEDCORE_LAYOUT_E = 5,    /* pages of songs: 290 = 250 + a head of 40 */
    FEEDCORE_LAYOUT_OTHER = 6 /* a class that a mapping or a feed's config adds, by its name */
} feedcore_layout;

/* What can be measured of a section. Lengths are points, and whole device pixels. */
typedef enum feedcore_metric {
    FEEDCORE_METRIC_WIDTH = 1,      /* of the section's frame, which begins at (0, 0) … */
    FEEDCORE_METRIC_HEIGHT = 2,     /* … and is as high as its head and all its rows */
    FEEDCORE_METRIC_ROW_COUNT = 3,  /* 1 if it scrolls sideways */
    FEEDCORE_METRIC_ROW_HEIGHT = 4, /* of one row; of what scrolls sideways with the head */
    FEEDCORE_METRIC_HEAD_HEIGHT = 5, /* for the title */
    FEEDCORE_METRIC_ITEM_WIDTH = 6, /* of a cell; in layout E one holds a child of a page */
    FEEDCORE_METRIC_ITEM_HEIGHT = 7,
    FEEDCORE_METRIC_SPACING = 8, /* between cells */
    FEEDCORE_METRIC_MARGIN = 9,  /* left and right of them */
    FEEDCORE_METRIC_COLUMNS = 10, /* cells side by side: those of the class, or as many as fit … */
    FEEDCORE_METRIC_ROWS = 11,    /* … and one below the other; of what scrolls down in a viewport */
    FEEDCORE_METRIC_PICTURE_WIDTH = 12, /* of a cell's picture */
    FEEDCORE_METRIC_PICTURE_HEIGHT = 13,
    FEEDCORE_METRIC_SCROLLS_SIDEWAYS = 14 /* 1 or 0 */
} feedcore_metric;

typedef enum feedcore_warning_code {
    FEEDCORE_WARNING_UNKNOWN_SECTION = 1,  /* a section type that the mapping doesn't know */
    FEEDCORE_WARNING_SECTION_DROPPED = 2,  /* a section without a type, or emptied by a fault */
    FEEDCORE_WARNING_ITEM_DROPPED = 3,     /* an item with nothing to show */
    FEEDCORE_WARNING_ITEM_INVALID = 4,     /* an item that the server marks as not valid */
    FEEDCORE_WARNING_DUPLICATE_ID = 5,     /* an id again under the same parent; the first won */
    FEEDCORE_WARNING_DERIVED_ID = 6,       /* an item without a usable id; it got a derived one */
    FEEDCORE_WARNING_BAD_FIELD = 7,        /* a field of the wrong type or out of range; left out */
    FEEDCORE_WARNING_DUPLICATE_KEY = 8,    /* a member twice in one object; the last won */
    FEEDCORE_WARNING_BAD_TEXT = 9          /* not Unicode, or U+0000: U+FFFD stands there now */
} feedcore_warning_code;

/* What an extra of an item is in the feed. */
typedef enum feedcore_extra_type {
    FEEDCORE_EXTRA_NONE = 0, /* not there */
    FEEDCORE_EXTRA_TEXT = 1,
    FEEDCORE_EXTRA_NUMBER = 2,
    FEEDCORE_EXTRA_BOOL = 3,
    FEEDCORE_EXTRA_LIST = 4
} feedcore_extra_type;

/* What a click does. */
typedef enum feedcore_action_kind {
    FEEDCORE_ACTION_NONE = 0,     /* nothing */
    FEEDCORE_ACTION_UNKNOWN = 1,  /* something that the mapping doesn't know: feedcore_action_text */
    FEEDCORE_ACTION_OPEN_URL = 2, /* feedcore_action_url, which is http or https */
    FEEDCORE_ACTION_OPEN_PLAYLIST = 3,
    FEEDCORE_ACTION_PLAY_SONG = 4, /* without an id all songs of the section */
    FEEDCORE_ACTION_OPEN_ALBUM = 5,
    FEEDCORE_ACTION_OPEN_ARTIST = 6,
    FEEDCORE_ACTION_OPEN_MV = 7,
    FEEDCORE_ACTION_OPEN_RADIO = 8, /* without an id the reader's own */
    FEEDCORE_ACTION_OPEN_PAGE = 9,  /* a page of the app, whose name is the id */
    FEEDCORE_ACTION_SEARCH = 10     /* for the id */
} feedcore_action_kind;

/* How a source of a feed stands. */
typedef enum feedcore_state {
    FEEDCORE_STATE_IDLE = 0,    /* never asked */
    FEEDCORE_STATE_LOADING = 1, /* a request is under way; what was there stays */
    FEEDCORE_STATE_READY = 2,   /* it has sections; they are shown once the feed shows any */
    FEEDCORE_STATE_STALE = 3,   /* what is shown is older than the last failure, or from the store */
    FEEDCORE_STATE_EMPTY = 4,   /* it answered, with no section */
    FEEDCORE_STATE_FAILED = 5   /* it failed, and there is nothing to show */
} feedcore_state;

typedef enum feedcore_event_kind {
    FEEDCORE_EVENT_RESET = 1,    /* read all of the feed's sections again */
    FEEDCORE_EVENT_STATE = 2,    /* a source's state changed */
    FEEDCORE_EVENT_PROGRESS = 3, /* bytes of a source or picture arrived, or an import goes on */
    FEEDCORE_EVENT_FAILED = 4,   /* a source failed: error */
    FEEDCORE_EVENT_COMPLETE = 5, /* all sources of a request have ended: its last event */
    FEEDCORE_EVENT_ACTION = 6,   /* the reader chose something: item, section and activation */
    FEEDCORE_EVENT_LOG = 7,      /* an HTTP exchange ended; to the log callback only */
    FEEDCORE_EVENT_CHANGE = 8,   /* one step from what was shown to what is: change */
    FEEDCORE_EVENT_STORE = 9,    /* something is wrong with the store; to the log callback only */
    FEEDCORE_EVENT_SEARCH = 10,  /* a search stands otherwise: feedcore_search_get_state */
    FEEDCORE_EVENT_RECENT = 11,  /* the recent queries of a search are others */
    FEEDCORE_EVENT_THEME = 12,   /* a theme has become dark, or light: read its colours again */
    FEEDCORE_EVENT_IMAGE = 13,   /* a picture is there, or can't be had; to the image callback */
    FEEDCORE_EVENT_BANNER = 14   /* a section shows its next banner: section and position */
} feedcore_event_kind;

/* What a picture is, by its own bytes. */
typedef enum feedcore_image_type {
    FEEDCORE_IMAGE_TYPE_NONE = 0, /* there is none */
    FEEDCORE_IMAGE_TYPE_PNG = 1,
    FEEDCORE_IMAGE_TYPE_JPEG = 2,
    FEEDCORE_IMAGE_TYPE_GIF = 3,
    FEEDCORE_IMAGE_TYPE_WEBP = 4
} feedcore_image_type;

/* Which pictures come first. */
typedef enum feedcore_image_priority {
    FEEDCORE_IMAGE_PREFETCH = 0, /* may be seen some time */
    FEEDCORE_IMAGE_NEARBY = 1,   /* will be seen with the next movement */
    FEEDCORE_IMAGE_VISIBLE = 2   /* is seen, or would be if it were there */
} feedcore_image_priority;

/* How a search stands. */
typedef enum feedcore_search_state {
    FEEDCORE_SEARCH_PROMPT = 0,  /* no query: show the prompt */
    FEEDCORE_SEARCH_LOADING = 1, /* on its way; what was found before, or so far, stays */
    FEEDCORE_SEARCH_RESULTS = 2, /* something was found */
    FEEDCORE_SEARCH_EMPTY = 3,   /* nothing was found */
    FEEDCORE_SEARCH_FAILED = 4   /* nothing was found, and a source failed; where no source answered,
                                  * what an earlier query found stays */
} feedcore_search_state;

/* What one change is. */
typedef enum feedcore_change_kind {
    FEEDCORE_CHANGE_SECTIONS = 1, /* sections were removed and added at a position */
    FEEDCORE_CHANGE_ITEMS = 2,    /* items of one section were removed and added at a position */
    FEEDCORE_CHANGE_ITEM = 3,     /* one item shows something else, it or its children */
    FEEDCORE_CHANGE_SECTION = 4   /* a section shows something else, apart from its items */
} feedcore_change_kind;

/* A word for a button. */
typedef enum feedcore_word {
    FEEDCORE_WORD_MORE = 1,
    FEEDCORE_WORD_RETRY = 2,
    FEEDCORE_WORD_REFRESH = 3,
    FEEDCORE_WORD_LOAD_MORE = 4,
    FEEDCORE_WORD_SEARCH = 5,
    FEEDCORE_WORD_CANCEL = 6
} feedcore_word;

typedef enum feedcore_appearance {
    FEEDCORE_APPEARANCE_LIGHT = 1,
    FEEDCORE_APPEARANCE_DARK = 2,
    FEEDCORE_APPEARANCE_SYSTEM = 3 /* as the desktop has it: feedcore_theme_set_system_dark */
} feedcore_appearance;

/* The colours of a theme, by what they are for. */
typedef enum feedcore_color {
    FEEDCORE_COLOR_PAGE = 1,
    FEEDCORE_COLOR_CARD = 2,
    FEEDCORE_COLOR_PRIMARY_TEXT = 3, /* on page and card, as the next two */
    FEEDCORE_COLOR_SECONDARY_TEXT = 4,
    FEEDCORE_COLOR_ACCENT = 5,
    FEEDCORE_COLOR_SEPARATOR = 6,
    FEEDCORE_COLOR_OVERLAY = 7,      /* over a picture, so that text on it can be read */
    FEEDCORE_COLOR_OVERLAY_TEXT = 8,
    FEEDCORE_COLOR_PLACEHOLDER = 9,  /* where a picture isn't there yet */
    FEEDCORE_COLOR_TAG_TEXT = 10,    /* of a banner's tag; its ground is one of the next three */
    FEEDCORE_COLOR_TAG_RED = 11,
    FEEDCORE_COLOR_TAG_BLUE = 12,
    FEEDCORE_COLOR_TAG = 13
} feedcore_color;

/* ------------------------------------------------------- version and memory */

/* The library's version, "MAJOR.MINOR.PATCH". */
FEEDCORE_API const char *feedcore_version(void);

/* The same as one number to compare: MAJOR * 1000000 + MINOR * 1000 + PATCH. */
FEEDCORE_API int32_t feedcore_version_number(void);

/* Frees what a function documented as "for feedcore_free" returned; takes NULL. */
FEEDCORE_API void feedcore_free(void *memory);

/* --------------------------------------------------------- status and error */

/* A status as a word: "ok", "syntax", "login-needed", …; "unknown" for a number
 * that is none. Static. */
FEEDCORE_API const char *feedcore_status_name(feedcore_status status);

/* Frees an error; takes NULL. */
FEEDCORE_API void feedcore_error_free(feedcore_error *error);

/* The status that the failed call returned; FEEDCORE_OK for NULL. */
FEEDCORE_API feedcore_status feedcore_error_status(const feedcore_error *error);

/* One line for people, in English, with the place where there is one. Never NULL:
 * "" for NULL. */
FEEDCORE_API const char *feedcore_error_message(const feedcore_error *error);

/* The place in the text: bytes before it; -1 where the error is at no byte of a text. */
FEEDCORE_API int64_t feedcore_error_offset(const feedcore_error *error);

/* The same as a line, from 1, and a column in characters, from 1; -1 where unknown. */
FEEDCORE_API int64_t feedcore_error_line(const feedcore_error *error);
FEEDCORE_API int64_t feedcore_error_column(const feedcore_error *error);

/* The place in the document, a JSON Pointer (RFC 6901) such as "/data/blocks"; ""
 * is the whole document, NULL is no place. */
FEEDCORE_API const char *feedcore_error_path(const feedcore_error *error);

/* What the server's answer itself said, for LOGIN_NEEDED and REFUSED: its code as
 * text ("301"), and its message. NULL where there was none. */
FEEDCORE_API const char *feedcore_error_service_code(const feedcore_error *error);
FEEDCORE_API const char *feedcore_error_service_message(const feedcore_error *error);

/* The HTTP status of the answer; -1 where there was no answer. */
FEEDCORE_API int32_t feedcore_error_http_status(const feedcore_error *error);

/* 1 if the same request may succeed later (network, timeout, HTTP 429 and 5xx), 0 if not. */
FEEDCORE_API int feedcore_error_retryable(const feedcore_error *error);

/* The error as a JSON object: status, message, offset, line, column, path,
 * serviceCode, serviceMessage, httpStatus, retryable. A new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_error_to_json(const feedcore_error *error);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_error_to_text(const feedcore_error *error);

/* ------------------------------------------------------------------ mapping */

/* A mapping by name: "netease-home", "netease-menus", "douban-movies",
 * "json-feed", "users". Any other name is FEEDCORE_ERROR_MAPPING. */
FEEDCORE_API feedcore_status feedcore_mapping_builtin(const char *name,
                                                      feedcore_mapping **out_mapping,
                                                      feedcore_error **out_error);

/* The names there are, from index 0; NULL past the last. Static. */
FEEDCORE_API const char *feedcore_mapping_builtin_name(size_t index);

/* A mapping of the front end's own, from JSON text of `length` bytes. Its language
 * is described in mapping.md, installed in share/doc/feedcore. A wrong one is
 * FEEDCORE_ERROR_MAPPING (or a JSON error), with path, line and column. */
FEEDCORE_API feedcore_status feedcore_mapping_new(const char *text, size_t length,
                                                  feedcore_mapping **out_mapping,
                                                  feedcore_error **out_error);

/* The same from jansson; `json` stays the caller's. Errors name a path only. */
FEEDCORE_API feedcore_status feedcore_mapping_new_json(const struct json_t *json,
                                                       feedcore_mapping **out_mapping,
                                                       feedcore_error **out_error);

/* Frees a mapping; takes NULL. Snapshots made with it stay. */
FEEDCORE_API void feedcore_mapping_free(feedcore_mapping *mapping);

/* The name that the mapping gives itself. Borrowed from the mapping. */
FEEDCORE_API const char *feedcore_mapping_name(const feedcore_mapping *mapping);

/* The mapping's own JSON text, byte for byte, to start another one from; for
 * feedcore_free. NULL for NULL. */
FEEDCORE_API char *feedcore_mapping_to_text(const feedcore_mapping *mapping);

/* ------------------------------------------------------------------ parsing */

/* Reads a feed: a mapping and `length` bytes of JSON in, a snapshot or an error
 * out. A pure function, for any thread; `bytes` may be freed right after.
 *
 * In this order: JSON that can't be read is EMPTY, SYNTAX, TOO_DEEP or TOO_LARGE;
 * an answer in which the server itself says no is LOGIN_NEEDED or REFUSED; a
 * document without the list that the mapping names is SHAPE, with the path and
 * what stood there. A feed whose list is empty is a snapshot with no section. */
FEEDCORE_API feedcore_status feedcore_parse(const feedcore_mapping *mapping, const char *bytes,
                                            size_t length, feedcore_snapshot **out_snapshot,
                                            feedcore_error **out_error);

/* The same for a document that is a json_t already; `json` stays the caller's and
 * must not change during the call. FEEDCORE_ERROR_JSON names a JSON Pointer. */
FEEDCORE_API feedcore_status feedcore_parse_json(const feedcore_mapping *mapping,
                                                 const struct json_t *json,
                                                 feedcore_snapshot **out_snapshot,
                                                 feedcore_error **out_error);

/* A page with the sections of another put in at `position` (the end, if the page
 * is shorter): the round menus of a home page, which come from an address of their
 * own, are put in at 1. Where `page` has no section the result has none either:
 * `other` is an addition to a page, not a page. A section key that is taken gets
 * "#2". Page fields are those of `page`; warnings are those of both, `page` first.
 * Both arguments stay the caller's. */
FEEDCORE_API feedcore_status feedcore_snapshot_join(const feedcore_snapshot *page,
                                                    const feedcore_snapshot *other, size_t position,
                                                    feedcore_snapshot **out_snapshot,
                                                    feedcore_error **out_error);

/* ----------------------------------------------------------------- snapshot */

/* One more reference; returns its argument. */
FEEDCORE_API feedcore_snapshot *feedcore_snapshot_ref(feedcore_snapshot *snapshot);

/* One reference less; the last one frees the snapshot and all that was borrowed from
 * it. Takes NULL. */
FEEDCORE_API void feedcore_snapshot_unref(feedcore_snapshot *snapshot);

FEEDCORE_API size_t feedcore_snapshot_section_count(const feedcore_snapshot *snapshot);

/* A section by position, from 0; NULL past the last. */
FEEDCORE_API const feedcore_section *feedcore_snapshot_section(const feedcore_snapshot *snapshot,
                                                               size_t index);

/* A section by its key; NULL if there is none. Sections move and disappear from
 * one answer to the next, so this is the way to find one. */
FEEDCORE_API const feedcore_section *
feedcore_snapshot_section_by_key(const feedcore_snapshot *snapshot, const char *key);

/* What the answer said about itself: its code as text ("200"), its message, and where
 * the next page starts. NULL where it said nothing. */
FEEDCORE_API const char *feedcore_snapshot_service_code(const feedcore_snapshot *snapshot);
FEEDCORE_API const char *feedcore_snapshot_message(const feedcore_snapshot *snapshot);
FEEDCORE_API const char *feedcore_snapshot_cursor(const feedcore_snapshot *snapshot);

/* 1 if there are further pages, 0 if not, -1 if the answer didn't say. */
FEEDCORE_API int feedcore_snapshot_has_more(const feedcore_snapshot *snapshot);

/* How long the server wants a page to be kept, in milliseconds; -1 if it didn't say. */
FEEDCORE_API int64_t feedcore_snapshot_refresh_interval(const feedcore_snapshot *snapshot);

/* What to show below the last section; NULL if the server didn't say. */
FEEDCORE_API const char *feedcore_snapshot_nodata_toast(const feedcore_snapshot *snapshot);

/* The document without its sections, for whatever else a front end wants of it: the
 * feed's own bytes with the section list emptied. Borrowed; `out_length` may be NULL. */
FEEDCORE_API const char *feedcore_snapshot_rest_json(const feedcore_snapshot *snapshot,
                                                     size_t *out_length);

/* How many warnings are listed: at most 100 of each document read. */
FEEDCORE_API size_t feedcore_snapshot_warning_count(const feedcore_snapshot *snapshot);

/* How many there were in all, listed or not. */
FEEDCORE_API size_t feedcore_snapshot_warning_total(const feedcore_snapshot *snapshot);

/* A warning by position, in the order of the feed; NULL past the last listed. */
FEEDCORE_API const feedcore_warning *feedcore_snapshot_warning(const feedcore_snapshot *snapshot,
                                                               size_t index);

/* The whole page as a JSON object: page fields, sections[] with their items[],
 * warnings[], warningTotal. A new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_snapshot_to_json(const feedcore_snapshot *snapshot);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_snapshot_to_text(const feedcore_snapshot *snapshot);

/* ------------------------------------------------------------------ changes */

/* The way from one page to another, as steps in order: the fewest sections and items removed and
 * added, and one step for each section or item that stays and shows something else. Sections are
 * known by their key and items by their uid; what moves is removed and added. A child that changed
 * is a change of its item. None if both pages show the same: raw JSON, warnings and what the page
 * says about itself don't count.
 *
 * The steps go through the page once, its sections from first to last and the items of each from
 * first to last. Positions count in the list as the steps before have left it. Up to the place of
 * a step the page is the new one already, so that what a splice adds is found in the new page at
 * position … position + added - 1, and what stands behind it is still the old one: what moves up is
 * there twice between its two steps. After the last step all is as in the new page.
 *
 * A pure function, for any thread; the list needs neither page. `old_page` may be NULL: nothing
 * was there. For feedcore_change_list_free. */
FEEDCORE_API feedcore_status feedcore_diff(const feedcore_snapshot *old_page,
                                           const feedcore_snapshot *new_page,
                                           feedcore_change_list **out_changes,
                                           feedcore_error **out_error);

/* Frees a list and the changes borrowed from it; takes NULL. */
FEEDCORE_API void feedcore_change_list_free(feedcore_change_list *list);

FEEDCORE_API size_t feedcore_change_list_count(const feedcore_change_list *list);

/* A change by position, from 0; NULL past the last. */
FEEDCORE_API const feedcore_change *feedcore_change_list_change(const feedcore_change_list *list,
                                                                size_t index);

/* The list as a JSON array of objects: kind (the word), section, position (null where they are -1),
 * removed, added. A new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_change_list_to_json(const feedcore_change_list *list);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_change_list_to_text(const feedcore_change_list *list);

/* 0 for NULL. */
FEEDCORE_API feedcore_change_kind feedcore_change_get_kind(const feedcore_change *change);

/* A kind as a word: "sections", "items", "item", "section"; "unknown" for a number that is none. */
FEEDCORE_API const char *feedcore_change_kind_name(feedcore_change_kind kind);

/* The section by position whose items or which itself it is about; -1 for SECTIONS. */
FEEDCORE_API int64_t feedcore_change_section(const feedcore_change *change);

/* Where a splice begins: in the section list for SECTIONS, in the section's items for ITEMS; the
 * item for ITEM. -1 for SECTION. */
FEEDCORE_API int64_t feedcore_change_position(const feedcore_change *change);

/* How many go, and how many come in their place, for SECTIONS and ITEMS; 0 otherwise. */
FEEDCORE_API size_t feedcore_change_removed(const feedcore_change *change);
FEEDCORE_API size_t feedcore_change_added(const feedcore_change *change);

/* The change as a JSON object, as above. A new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_change_to_json(const feedcore_change *change);

/* ----------------------------------------------------------------- warnings */

FEEDCORE_API feedcore_warning_code feedcore_warning_get_code(const feedcore_warning *warning);

/* The code as a word: "unknown-section", "bad-field", …; "" for NULL. Static. */
FEEDCORE_API const char *feedcore_warning_name(const feedcore_warning *warning);

/* Where in the feed: a JSON Pointer such as "/data/blocks/3/creatives/0". */
FEEDCORE_API const char *feedcore_warning_path(const feedcore_warning *warning);

/* One line for people, in English; "" for NULL. */
FEEDCORE_API const char *feedcore_warning_message(const feedcore_warning *warning);

/* The warning as a JSON object: code (the word), path, message. A new reference. */
FEEDCORE_API struct json_t *feedcore_warning_to_json(const feedcore_warning *warning);

/* ----------------------------------------------------------------- sections */

/* What the section is; FEEDCORE_SECTION_CUSTOM for NULL. */
FEEDCORE_API feedcore_section_kind feedcore_section_get_kind(const feedcore_section *section);

/* A kind as a word: "BANNER", "PLAYLIST_RCMD", …; "CUSTOM" for a number that is none. */
FEEDCORE_API const char *feedcore_section_kind_name(feedcore_section_kind kind);

/* The server's word for the section's type, such as "HOMEPAGE_BANNER"; for a mapping
 * of one list, the type that the mapping declares ("movies"). */
FEEDCORE_API const char *feedcore_section_type(const feedcore_section *section);

/* Names the section in its page, the same in the next answer: the type unless the
 * mapping says otherwise; a second one gets "#2", and so on. */
FEEDCORE_API const char *feedcore_section_key(const feedcore_section *section);

/* The key as 64 bits, unique in the page, the same in every process. */
FEEDCORE_API uint64_t feedcore_section_uid(const feedcore_section *section);

FEEDCORE_API const char *feedcore_section_title(const feedcore_section *section);
FEEDCORE_API const char *feedcore_section_subtitle(const feedcore_section *section);

/* An image that stands beside, or for, the title: its URL. */
FEEDCORE_API const char *feedcore_section_title_image(const feedcore_section *section);

/* The button in the head ("more"): its text, and what it does as the server wrote it. */
FEEDCORE_API const char *feedcore_section_button_text(const feedcore_section *section);
FEEDCORE_API const char *feedcore_section_button_action(const feedcore_section *section);
FEEDCORE_API const char *feedcore_section_button_action_type(const feedcore_section *section);

/* What a click on the section itself does, as the server wrote it, byte for byte. */
FEEDCORE_API const char *feedcore_section_action(const feedcore_section *section);
FEEDCORE_API const char *feedcore_section_action_type(const feedcore_section *section);

/* The server's word for how to show it, such as "HOMEPAGE_SLIDE_PLAYLIST". */
FEEDCORE_API const char *feedcore_section_show_type(const feedcore_section *section);

/* 1 if its reader may close it, 0 if not, -1 if the server didn't say. */
FEEDCORE_API int feedcore_section_can_close(const feedcore_section *section);

FEEDCORE_API feedcore_layout feedcore_section_get_layout(const feedcore_section *section);

/* The class's name: "A" to "E", "LIST", or that of a class which the mapping adds. What a feed's
 * config says of classes doesn't show here: feedcore_feed_layout. */
FEEDCORE_API const char *feedcore_section_layout_name(const feedcore_section *section);

/* Rows from top to bottom: 1 for a shelf, which scrolls sideways; the number of items
 * for FEEDCORE_LAYOUT_LIST, and of an added class with columns so many fewer. */
FEEDCORE_API size_t feedcore_section_row_count(const feedcore_section *section);

/* The height of one row in points, at a width of 414 points. 0 for NULL. */
FEEDCORE_API double feedcore_section_row_height(const feedcore_section *section);

/* A section measured in a viewport, by the layout classes of its mapping: `width` and `height` in
 * points from 1 to 100000, `scale` device pixels per point from 0.1 to 16. All lengths but those of
 * lists grow with width / 414, and are rounded to whole device pixels, half a pixel upwards. NaN for
 * what can't be measured. A pure function; a feed has a viewport of its own, feedcore_feed_measure. */
FEEDCORE_API double feedcore_section_measure(const feedcore_section *section, double width,
                                             double height, double scale, feedcore_metric metric);

/* A metric as a word: "row-height", …; "unknown" for a number that is none. Static. */
FEEDCORE_API const char *feedcore_metric_name(feedcore_metric metric);

/* 1 if a feed can load further items of this section (feedcore_feed_load_more_section), else 0. */
FEEDCORE_API int feedcore_section_has_more(const feedcore_section *section);

FEEDCORE_API size_t feedcore_section_item_count(const feedcore_section *section);

/* An item by position, from 0; NULL past the last. */
FEEDCORE_API const feedcore_item *feedcore_section_item(const feedcore_section *section,
                                                        size_t index);

/* The section in the feed's own bytes. Borrowed; `out_length` may be NULL. */
FEEDCORE_API const char *feedcore_section_raw_json(const feedcore_section *section,
                                                   size_t *out_length);

/* The section and its items as a JSON object. A new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_section_to_json(const feedcore_section *section);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_section_to_text(const feedcore_section *section);

/* -------------------------------------------------------------------- items */

/* The server's id, always as text: numbers in decimal, without exponent, and without
 * fraction where they are whole. An item without one has a derived id ("auto:…"). */
FEEDCORE_API const char *feedcore_item_id(const feedcore_item *item);

/* Section key, parent and id as 64 bits: unique in the page, the same for the same item
 * in the next answer and in every process. 0 for NULL. */
FEEDCORE_API uint64_t feedcore_item_uid(const feedcore_item *item);

FEEDCORE_API const char *feedcore_item_title(const feedcore_item *item);
FEEDCORE_API const char *feedcore_item_subtitle(const feedcore_item *item);

/* A longer text of its own, plain or as HTML, where the mapping names one. */
FEEDCORE_API const char *feedcore_item_text(const feedcore_item *item);
FEEDCORE_API const char *feedcore_item_html(const feedcore_item *item);

/* The URL of its picture, as the server wrote it. */
FEEDCORE_API const char *feedcore_item_image(const feedcore_item *item);

/* What a click does, as the server wrote it, byte for byte: "https://…",
 * "orpheus://…" (which may hold unescaped JSON), or a bare word. */
FEEDCORE_API const char *feedcore_item_action(const feedcore_item *item);

/* The server's word for the kind of action, such as "orpheus". */
FEEDCORE_API const char *feedcore_item_action_type(const feedcore_item *item);

/* How often it was played; -1 if unknown. */
FEEDCORE_API int64_t feedcore_item_play_count(const feedcore_item *item);

FEEDCORE_API size_t feedcore_item_label_count(const feedcore_item *item);
FEEDCORE_API const char *feedcore_item_label(const feedcore_item *item, size_t index);

/* Items inside an item: the songs of a page. Children have no children. */
FEEDCORE_API size_t feedcore_item_child_count(const feedcore_item *item);
FEEDCORE_API const feedcore_item *feedcore_item_child(const feedcore_item *item, size_t index);

/* Extras are further fields that the mapping names: "resourceType", "year", "rating",
 * "authors", "published", … Those of the built-in mappings, with what they are and their units,
 * are listed in builtin-mappings.md, installed in share/doc/feedcore. */
FEEDCORE_API size_t feedcore_item_extra_count(const feedcore_item *item);

/* The name of an extra that this item has, by position; NULL past the last. */
FEEDCORE_API const char *feedcore_item_extra_name(const feedcore_item *item, size_t index);

FEEDCORE_API feedcore_extra_type feedcore_item_extra_get_type(const feedcore_item *item,
                                                              const char *name);

/* As text: a text itself, a number as the feed wrote it, "true" or "false"; NULL for
 * a list. */
FEEDCORE_API const char *feedcore_item_extra_text(const feedcore_item *item, const char *name);

/* As a real: a number, a text that is one, 1 or 0 for true and false; NaN otherwise. */
FEEDCORE_API double feedcore_item_extra_number(const feedcore_item *item, const char *name);

/* As a count: a number from 0 on, or a text that is one, its fraction cut off; 1 or 0
 * for true and false; -1 otherwise. */
FEEDCORE_API int64_t feedcore_item_extra_integer(const feedcore_item *item, const char *name);

/* As a time: milliseconds since 1970-01-01T00:00:00Z. Reads RFC 3339 text (a date alone
 * is midnight UTC), and numbers: below 100,000,000,000 they are seconds, from there on
 * milliseconds. INT64_MIN otherwise. */
FEEDCORE_API int64_t feedcore_item_extra_time(const feedcore_item *item, const char *name);

/* As a list: how many elements; 1 for a single value, 0 if it isn't there. */
FEEDCORE_API size_t feedcore_item_extra_length(const feedcore_item *item, const char *name);

/* An element of the list, from 0, as text and as a real (as above). The element may be
 * "": lists that come from the same objects stay parallel. */
FEEDCORE_API const char *feedcore_item_extra_element_text(const feedcore_item *item,
                                                          const char *name, size_t index);
FEEDCORE_API double feedcore_item_extra_element_number(const feedcore_item *item, const char *name,
                                                       size_t index);

/* The item in the feed's own bytes. Borrowed; `out_length` may be NULL. */
FEEDCORE_API const char *feedcore_item_raw_json(const feedcore_item *item, size_t *out_length);

/* The item and its children as a JSON object. A new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_item_to_json(const feedcore_item *item);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_item_to_text(const feedcore_item *item);

/* ------------------------------------------------------- everything at once */

/* For languages to which one call costs more than many texts: all that the getters of sections and
 * items tell (but for raw JSON), in one block of `*out_length` bytes, for feedcore_free. It is a
 * sequence of texts, each valid UTF-8 and with a NUL behind it, so that one split at the NULs gives
 * them all. An absent text is empty, and so is a count or a yes/no that is unknown. Numbers are
 * decimal, yes and no are 1 and 0, a uid is sixteen hexadecimal digits, and a kind or a layout is
 * the number of its enum. In this order:
 *
 *   four numbers: the columns of a section, those of an item, the sections, and the items, each
 *     child counted as one
 *   a row for each section: kind, type, key, uid, title, subtitle, title image, button text, button
 *     action, button action type, action, action type, show type, can close, layout, layout name,
 *     row count, row height, has more, item count
 *   a row for each item, first the items of all sections, and then the children of all of these:
 *     id, uid, title, subtitle, text, html, image, action, action type, play count, label count,
 *     extra types (a letter for each extra: t text, n number, b yes or no, l list), child count
 *   for each item, in the same order: its labels; for each extra its name, and its value as text, or
 *     how many elements it has if it is a list; then the elements of these lists
 *
 * A later version may have more columns at the end of a row, and more texts behind the last: so go
 * from row to row by the numbers at the beginning. NULL for NULL, and where memory is short;
 * `*out_length` is 0 then. `out_length` may be NULL. */
FEEDCORE_API char *feedcore_snapshot_to_table(const feedcore_snapshot *snapshot,
                                              size_t *out_length);

/* The same of one section alone. */
FEEDCORE_API char *feedcore_section_to_table(const feedcore_section *section, size_t *out_length);

/* ------------------------------------------------------------------ actions */

/* What a click does, as data: what kind of thing it opens, which one, and whatever else the server
 * wrote. A mapping's "actions" say how to read a server's addresses and words. Whatever the mapping,
 * a web link opens a URL, and nothing but http and https is ever called a URL to open. In a feed,
 * feedcore_feed_activate tells it; here are pure functions, for any thread. */

/* The action that a text is by a mapping's rules; without a mapping (NULL) a web link or unknown.
 * NULL is FEEDCORE_ACTION_NONE; text that isn't UTF-8 is FEEDCORE_ERROR_ARGUMENT. The action needs
 * neither the mapping nor the text. For feedcore_action_free. */
FEEDCORE_API feedcore_status feedcore_action_new(const feedcore_mapping *mapping, const char *text,
                                                 feedcore_action **out_action);

/* What a click on an item does: its action, or what the mapping makes of an item without one. */
FEEDCORE_API feedcore_status feedcore_action_of_item(const feedcore_mapping *mapping,
                                                     const feedcore_item *item,
                                                     feedcore_action **out_action);

/* What a click on a section's button does; if it has none with an action, one on its head. */
FEEDCORE_API feedcore_status feedcore_action_of_section(const feedcore_mapping *mapping,
                                                        const feedcore_section *section,
                                                        feedcore_action **out_action);

/* Frees an action and the texts borrowed from it; takes NULL. */
FEEDCORE_API void feedcore_action_free(feedcore_action *action);

/* FEEDCORE_ACTION_NONE for NULL. */
FEEDCORE_API feedcore_action_kind feedcore_action_get_kind(const feedcore_action *action);

/* A kind as a word: "open-playlist", …; "unknown" for a number that is none. Static. */
FEEDCORE_API const char *feedcore_action_kind_name(feedcore_action_kind kind);

/* Which one; NULL if it says nothing of that. */
FEEDCORE_API const char *feedcore_action_id(const feedcore_action *action);

/* What to open, for OPEN_URL: an http or https URL with a host, without white space or control
 * characters. NULL otherwise. */
FEEDCORE_API const char *feedcore_action_url(const feedcore_action *action);

/* As the server wrote it, byte for byte, with its word for the type; NULL for nothing. */
FEEDCORE_API const char *feedcore_action_text(const feedcore_action *action);
FEEDCORE_API const char *feedcore_action_type(const feedcore_action *action);

/* What stands after a question mark, decoded: names by position, from 0, and values by name; NULL
 * if there is none. Of a name that stands there twice the first counts; JSON stays whole, "+" stays
 * "+". At most 256. */
FEEDCORE_API size_t feedcore_action_parameter_count(const feedcore_action *action);
FEEDCORE_API const char *feedcore_action_parameter_name(const feedcore_action *action,
                                                        size_t index);
FEEDCORE_API const char *feedcore_action_parameter(const feedcore_action *action, const char *name);

/* The action as a JSON object: kind (the word), id, url, text, type, parameters (an object). A new
 * reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_action_to_json(const feedcore_action *action);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_action_to_text(const feedcore_action *action);

/* ------------------------------------------------------------------ counter */

/* The smallest view model, to learn the library's manners from: a number that goes up
 * and down, the text to show for it, and a callback that says it changed. */

/* Told after each change, on the thread that made it, with the new count. It may call
 * anything, feedcore_counter_free on this very counter too. */
typedef void (*feedcore_counter_callback)(feedcore_counter *counter, int64_t count,
                                          void *user_data);

/* Releases a callback's user_data. Runs exactly once: when the callback is replaced, or
 * its object freed; from inside the callback, right after the callback returned. */
typedef void (*feedcore_destroy)(void *user_data);

/* A new counter that stands at `initial`. For feedcore_counter_free. */
FEEDCORE_API feedcore_counter *feedcore_counter_new(int64_t initial);

/* How the count is written: a text in which each "{count}" is replaced by the number.
 * NULL is the default, "当前计数: {count}". Text that isn't UTF-8 is
 * FEEDCORE_ERROR_ARGUMENT. */
FEEDCORE_API feedcore_status feedcore_counter_set_format(feedcore_counter *counter,
                                                         const char *format);

/* Up and down by one. At INT64_MAX and INT64_MIN the count stays, and no callback runs. */
FEEDCORE_API feedcore_status feedcore_counter_increment(feedcore_counter *counter);
FEEDCORE_API feedcore_status feedcore_counter_decrement(feedcore_counter *counter);

/* The count; 0 for NULL. */
FEEDCORE_API int64_t feedcore_counter_count(const feedcore_counter *counter);

/* The text to show. Borrowed: until the count or the format changes. NULL for NULL. */
FEEDCORE_API const char *feedcore_counter_text(const feedcore_counter *counter);

/* Whom to tell of changes: one callback, the last one set; NULL for none. `destroy` may
 * be NULL. If this fails, `destroy` has run. */
FEEDCORE_API feedcore_status feedcore_counter_set_callback(feedcore_counter *counter,
                                                           feedcore_counter_callback callback,
                                                           void *user_data,
                                                           feedcore_destroy destroy);

/* Frees a counter; takes NULL. After it no callback runs. */
FEEDCORE_API void feedcore_counter_free(feedcore_counter *counter);

/* ------------------------------------------------------------------ context */

/* A context from a config, JSON text of `length` bytes; NULL for the defaults. It belongs to
 * the calling thread. Free its feeds and it in any order.
 *
 *     member            default
 *     userAgent         "libfeedcore/VERSION"
 *     headers           {}     sent with every request, to the first host only
 *     cookies           {}     name and value, sent with every request, to the first host only
 *     proxy             none   a URL; "" is no proxy at all; none: http_proxy and the like
 *     caFile, caDirectory      PEM certificates to trust; none: SSL_CERT_FILE, SSL_CERT_DIR,
 *                              or else what the system's libcurl trusts
 *     connectTimeout    10000  milliseconds
 *     timeout           30000  milliseconds, for one try of a request, answer and all
 *     maxBody           16777216  bytes, after decompression
 *     maxRedirects      5
 *     connectionsPerHost  4
 *     allowInsecureRedirects  false  from https to http
 *     store             where answers are kept, an object; without it they aren't
 *     images            how pictures are kept, an object: see feedcore_image_request
 *     transport         "curl" or "memory", see feedcore_test_respond
 *     clock             "system" or "manual", see feedcore_test_advance
 *
 *     of the store
 *     path              its file, in a folder that is there; without it answers are kept in memory,
 *                       for as long as the context lives
 *     maxBytes          67108864 of all answers; the least recently used go first
 *     maxAge            2592000000, milliseconds: an answer that is older isn't there
 *     partition         "", a text: what one keeps no other one sees
 *
 * A member that isn't here is FEEDCORE_ERROR_CONFIG, as is a wrong value; the error has its
 * path, line and column.
 *
 * With a store a feed begins with what a source answered last, in this program or an earlier one:
 * after STATE (loading) come its CHANGE and STATE (stale), and feedcore_feed_source_time says since
 * when it is; or STATE (ready), and no request is sent, if the ttl of the source isn't over. Then
 * the server is asked, with the validators of that answer, and what changed is told. A store that
 * takes longer than 200 ms isn't waited for. A body is kept after it is complete, read, and no
 * refusal, before the request is told COMPLETE; from then on it is safe, however the program ends:
 * one that is killed or exits at once may leave PATH-wal and PATH-shm, which are part of the file.
 * It is kept under its URL with all parameters, but without a user and password; neither headers
 * nor cookies are kept, nor what a POST sends. The file is its owner's alone (0600), and programs
 * may share it. What can't be kept for want of space or rights, or because another program is busy,
 * is kept in memory, and fails no request; a damaged file is set aside under another name, one of a
 * later version left alone. Each of these is told once to the log callback. SQLite is loaded when a
 * store is first used, from libsqlite3.so.0. A child that was forked while a store was at work makes
 * no context with a store: SQLite's own locks may be held there for ever. */
FEEDCORE_API feedcore_status feedcore_context_new(const char *config, size_t length,
                                                  feedcore_context **out_context,
                                                  feedcore_error **out_error);

/* The same from jansson; `config` stays the caller's, and may be NULL. */
FEEDCORE_API feedcore_status feedcore_context_new_json(const struct json_t *config,
                                                       feedcore_context **out_context,
                                                       feedcore_error **out_error);

/* Frees a context; takes NULL. What is under way is cancelled without waiting for it; no callback
 * runs after it, and each destroy has run (a transport of the host's own goes with its last
 * exchange). Feeds that are left keep what they show, and their other calls return
 * FEEDCORE_ERROR_THREAD. From another thread, or in a forked child, it does nothing. Legal inside a
 * callback. */
FEEDCORE_API void feedcore_context_free(feedcore_context *context);

/* A descriptor that is readable as long as dispatch would deliver something: wait for POLLIN,
 * never read or close it. The same number for the context's life; -1 for NULL. Stop watching it
 * before feedcore_context_free. For any thread. */
FEEDCORE_API int feedcore_context_fd(const feedcore_context *context);

/* Publishes what is waiting and runs its callbacks; never blocks. At most `max_events` events
 * (0 or less: all that were there), and the descriptor stays readable while there are more. */
FEEDCORE_API feedcore_status feedcore_context_dispatch(feedcore_context *context, int max_events);

/* For programs without a loop: waits and dispatches until nothing is under way and nothing waits
 * (FEEDCORE_OK), or until `timeout_ms` milliseconds are over (FEEDCORE_ERROR_TIMEOUT; negative:
 * no limit). A feed that refreshes itself is under way only while it does. */
FEEDCORE_API feedcore_status feedcore_context_run(feedcore_context *context, int64_t timeout_ms);

/* Forgets all answers that the store keeps in this partition; what feeds show stays, and so do people
 * and recent queries. Waits for nothing: feedcore_context_run returns when it is done, and a program
 * that ends before may end it. */
FEEDCORE_API feedcore_status feedcore_context_clear_store(feedcore_context *context);

/* For loops without descriptors: called on any thread, when there is something to dispatch after
 * there was nothing, and when dispatch left something. It may only poke the loop, and call nothing
 * of this library. Where it runs on another thread while it is replaced or freed, that call waits
 * for it to return: hold no lock then that it takes. */
typedef void (*feedcore_wakeup_callback)(void *user_data);
FEEDCORE_API feedcore_status feedcore_context_set_wakeup(feedcore_context *context,
                                                         feedcore_wakeup_callback callback,
                                                         void *user_data,
                                                         feedcore_destroy destroy);

/* Told of each HTTP exchange after it ended, in dispatch: an event of kind FEEDCORE_EVENT_LOG
 * with request, source (none for a picture), URL, HTTP status, milliseconds, bytes, number of
 * warnings, error; and of what is wrong with the store: FEEDCORE_EVENT_STORE, with an error that
 * names its file. */
typedef void (*feedcore_log_callback)(feedcore_context *context, const feedcore_event *event,
                                      void *user_data);
FEEDCORE_API feedcore_status feedcore_context_set_log(feedcore_context *context,
                                                      feedcore_log_callback callback,
                                                      void *user_data, feedcore_destroy destroy);

/* --------------------------------------------------------------------- feed */

/* A feed from a config, JSON text of `length` bytes. Nothing is asked of a server before
 * feedcore_feed_refresh.
 *
 *     member        default
 *     preset        none    "netease-home": the sources "page" and "menus" of /homepage/block/page
 *                           and /homepage/dragon/ball, the menus at position 1 and not required;
 *                           "douban-movies": the source "movies" of /v2/movie/coming_soon.
 *                           Members below override it
 *     baseURL       ""      put before a source's url that begins with "/"
 *     sources       []      the sources; those of a preset are found by name
 *     partial       true    show each source as it comes; false: all at once, when all have ended
 *     autoRefresh   false   refresh when the page's own refreshInterval is over (10 s at least),
 *                           counted from the end of the last request; such a refresh is a request
 *                           too, and has a number
 *     layouts       {}      layout classes that are changed or added, as in a mapping
 *     layoutWidth   none    points: lengths grow with the width of the viewport up to this one, for
 *                           windows that are wider than a page should be high
 *     bannerInterval  0     milliseconds after which banners turn, from 100; 0: they don't
 *
 *     of a source   default
 *     name          required, and unique
 *     url           required, http or https; for a preset it has one
 *     mapping       required: the name of a built-in mapping, or a mapping as an object
 *     position      none    its sections go in at this position, if the feed has any section;
 *                           none: they follow those of the sources before it
 *     required      true    whether a request that it fails fails as a whole
 *     method        "GET"   or "POST"
 *     parameters    {}      texts or numbers: in the URL of a GET, form-encoded in a POST's body
 *     headers       {}      added to those of the context
 *     timeout       the context's, in milliseconds
 *     ttl           0       milliseconds for which a refresh doesn't ask again
 *
 * A mistake is FEEDCORE_ERROR_CONFIG (in a mapping FEEDCORE_ERROR_MAPPING), with its place. */
FEEDCORE_API feedcore_status feedcore_feed_new(feedcore_context *context, const char *config,
                                               size_t length, feedcore_feed **out_feed,
                                               feedcore_error **out_error);

/* The same from jansson; `config` stays the caller's. */
FEEDCORE_API feedcore_status feedcore_feed_new_json(feedcore_context *context,
                                                    const struct json_t *config,
                                                    feedcore_feed **out_feed,
                                                    feedcore_error **out_error);

/* Frees a feed; takes NULL. What is under way for it is cancelled without waiting, and no
 * callback runs after it. */
FEEDCORE_API void feedcore_feed_free(feedcore_feed *feed);

/* Whom to tell: one callback, the last one set; NULL for none. If the feed shows something already,
 * the callback's first event is a RESET, in the next dispatch or later in this one. `destroy` may
 * be NULL. If this fails, `destroy` has run. */
typedef void (*feedcore_feed_callback)(feedcore_feed *feed, const feedcore_event *event,
                                       void *user_data);
FEEDCORE_API feedcore_status feedcore_feed_set_callback(feedcore_feed *feed,
                                                        feedcore_feed_callback callback,
                                                        void *user_data, feedcore_destroy destroy);

/* Asks all sources at once. Each request ends in exactly one FEEDCORE_EVENT_COMPLETE with its
 * number, which `out_request` (may be NULL) gets: from 1, unique in the context. A source that is
 * under way already is shared, not asked twice. Failed GETs are tried again twice, on no
 * connection, timeouts, HTTP 429 and 5xx, after 0.5 and 1 second (± half), or what Retry-After
 * says (if that is more than 30 seconds, not at all); a refusal inside an answer is not. */
FEEDCORE_API feedcore_status feedcore_feed_refresh(feedcore_feed *feed, uint64_t *out_request);

/* The same, also of sources whose ttl isn't over. */
FEEDCORE_API feedcore_status feedcore_feed_reload(feedcore_feed *feed, uint64_t *out_request);

/* The same as feedcore_feed_refresh for one source, by position: to try again what failed. */
FEEDCORE_API feedcore_status feedcore_feed_refresh_source(feedcore_feed *feed, size_t source,
                                                          uint64_t *out_request);

/* Gives a source bytes that the front end has, in place of an answer of its server. They are
 * copied, read on the context's worker, and show in a dispatch; a request as above. An answer to
 * what was asked of the server before is older, and no longer shown. 1 GiB or more is
 * FEEDCORE_ERROR_TOO_LARGE at once. */
FEEDCORE_API feedcore_status feedcore_feed_load(feedcore_feed *feed, size_t source,
                                                const char *bytes, size_t length,
                                                uint64_t *out_request);

/* The same from jansson. A json_t that can't be read is told at once: FEEDCORE_ERROR_JSON or
 * FEEDCORE_ERROR_TOO_DEEP, and no request. */
FEEDCORE_API feedcore_status feedcore_feed_load_json(feedcore_feed *feed, size_t source,
                                                     const struct json_t *json,
                                                     uint64_t *out_request);

/* Ends a request in the next dispatch: its FEEDCORE_EVENT_COMPLETE has the error CANCELLED.
 * What had come by then is shown all the same; nothing more is asked for.
 * FEEDCORE_ERROR_ARGUMENT if it has ended already. */
FEEDCORE_API feedcore_status feedcore_feed_cancel(feedcore_feed *feed, uint64_t request);

/* Asks for what follows the page, of the first source of which more is known, if its mapping says
 * how (the "next" of "page"): a request as above. New sections and items go to the end; what is
 * there already is neither doubled nor moved. What brings nothing new is the end, whatever the
 * answer says, until a refresh brings another first page. While one is under way this returns its
 * number again; 0 if nothing follows.
 *
 * A refresh asks for the first page alone. What was loaded after it stays behind the new first
 * page, without what that one has, and the next call goes on from there. A next page that fails
 * leaves the source as it is; the error is that of FAILED and COMPLETE. To another server than the
 * source's own go no headers and no cookies. */
FEEDCORE_API feedcore_status feedcore_feed_load_more(feedcore_feed *feed, uint64_t *out_request);

/* Whether something follows the page, as of the last event: 1 or 0. */
FEEDCORE_API int feedcore_feed_can_load_more(const feedcore_feed *feed);

/* The same for further items of one section, by its key; see feedcore_section_has_more. While it
 * loads, its state is LOADING: a CHANGE of the section tells when that begins and ends.
 * FEEDCORE_ERROR_ARGUMENT if no such section is shown. */
FEEDCORE_API feedcore_status feedcore_feed_load_more_section(feedcore_feed *feed, const char *key,
                                                             uint64_t *out_request);

/* How a section by position stands: LOADING while it loads more of its own, else as its source;
 * READY for one of the front end's own; IDLE past the last. */
FEEDCORE_API feedcore_state feedcore_feed_section_state(const feedcore_feed *feed, size_t index);

/* What the feed shows now: sections by position or key, as of a snapshot; inside the callback of a
 * CHANGE with the changes so far. Borrowed until the feed's next event, in the next dispatch or
 * later in this one. */
FEEDCORE_API size_t feedcore_feed_section_count(const feedcore_feed *feed);
FEEDCORE_API const feedcore_section *feedcore_feed_section(const feedcore_feed *feed, size_t index);
FEEDCORE_API const feedcore_section *feedcore_feed_section_by_key(const feedcore_feed *feed,
                                                                  const char *key);

/* The whole of what the feed shows, a new reference for feedcore_snapshot_unref; NULL before the
 * first page. Its page fields are those of the first source. While the changes of a page are told
 * it is the old page until the callback of the last one, and the new one from there on. */
FEEDCORE_API feedcore_snapshot *feedcore_feed_snapshot(const feedcore_feed *feed);

/* Counts what was published: 0 before the first page, one more with each that shows something new,
 * from the callback of its last change on. */
FEEDCORE_API uint64_t feedcore_feed_revision(const feedcore_feed *feed);

FEEDCORE_API size_t feedcore_feed_source_count(const feedcore_feed *feed);

/* A source's name; NULL past the last. Borrowed from the feed. */
FEEDCORE_API const char *feedcore_feed_source_name(const feedcore_feed *feed, size_t source);

/* How a source stands; FEEDCORE_STATE_IDLE past the last. */
FEEDCORE_API feedcore_state feedcore_feed_source_state(const feedcore_feed *feed, size_t source);

/* When its server last said that the source's page is what it is: milliseconds since
 * 1970-01-01T00:00:00Z, of a page from the store the time of its answer. INT64_MIN without a page.
 */
FEEDCORE_API int64_t feedcore_feed_source_time(const feedcore_feed *feed, size_t source);

/* Why the source failed last; NULL if it succeeded since. Borrowed until the feed's next event. */
FEEDCORE_API const feedcore_error *feedcore_feed_source_error(const feedcore_feed *feed,
                                                              size_t source);

/* Says that the reader chose an item or a child of one, by its uid: a FEEDCORE_EVENT_ACTION with the
 * item and what it does, by the mapping of its source, follows in the next dispatch.
 * FEEDCORE_ERROR_ARGUMENT if the feed has no such item. */
FEEDCORE_API feedcore_status feedcore_feed_activate(feedcore_feed *feed, uint64_t uid);

/* The same of a section's button ("more"), or of its head if it has no button with an action; the
 * section by its key. The event has no item. */
FEEDCORE_API feedcore_status feedcore_feed_activate_section(feedcore_feed *feed, const char *key);

/* What feedcore_feed_activate and feedcore_feed_activate_section would tell, so that what does
 * nothing need not look as if it did: an action for feedcore_action_free. */
FEEDCORE_API feedcore_status feedcore_feed_action(const feedcore_feed *feed, uint64_t uid,
                                                  feedcore_action **out_action);
FEEDCORE_API feedcore_status feedcore_feed_section_action(const feedcore_feed *feed,
                                                          const char *key,
                                                          feedcore_action **out_action);

/* feedcore_feed_activate by its older name. */
FEEDCORE_API feedcore_status feedcore_feed_select(feedcore_feed *feed, uint64_t uid);

/* ------------------------------------------------------------------- layout */

/* What a feed is shown in, as of feedcore_section_measure (FEEDCORE_ERROR_ARGUMENT if it is no such
 * size); 414 by 896 at 1 until then. It is used from the next dispatch on, where a CHANGE of each
 * section that measures otherwise now tells it, after all of them do: of the kind SECTION, with the
 * revision as it is, since the page is the same. */
FEEDCORE_API feedcore_status feedcore_feed_set_viewport(feedcore_feed *feed, double width,
                                                        double height, double scale);

/* A section that is shown, by position, measured in the feed's viewport, by the layout classes of
 * its mapping and of the feed's config. NaN past the last. */
FEEDCORE_API double feedcore_feed_measure(const feedcore_feed *feed, size_t index,
                                          feedcore_metric metric);

/* The class of such a section, by which a front end chooses its widget, with what the config says;
 * FEEDCORE_LAYOUT_LIST and NULL past the last. The name is borrowed until the feed's next event. */
FEEDCORE_API feedcore_layout feedcore_feed_layout(const feedcore_feed *feed, size_t index);
FEEDCORE_API const char *feedcore_feed_layout_name(const feedcore_feed *feed, size_t index);

/* The height of a row of the section with this key, FEEDCORE_METRIC_ROW_HEIGHT, in place of what its
 * class says: points as shown, from 1 to 100000; 0 is the class's again. It is told as a new viewport
 * is, and stays for as long as the feed does, whatever sections come and go. */
FEEDCORE_API feedcore_status feedcore_feed_set_row_height(feedcore_feed *feed, const char *key,
                                                          double height);

/* Banners turn by themselves if the config has a bannerInterval: each section of the kind BANNER
 * with two items or more goes on to its next item, after the last to the first, and an event of the
 * kind BANNER tells it. All turn at once, and nothing waits while there is none, or while they are
 * paused (1), as a front end does that isn't seen; 0 lets them go on, an interval from now. The next
 * step is counted from when the last was told. It is nothing that feedcore_context_run waits for. */
FEEDCORE_API feedcore_status feedcore_feed_pause_banners(feedcore_feed *feed, int is_paused);

/* The item that a banner section shows, by position; an item keeps its turn where others come and
 * go, and where it goes itself the one in its place is shown. -1 if there is no such section. */
FEEDCORE_API int64_t feedcore_feed_banner(const feedcore_feed *feed, const char *key);

/* The reader turned to an item: it is shown from the next dispatch on, which tells it, and stays for
 * a whole interval. FEEDCORE_ERROR_ARGUMENT if there is no such banner. */
FEEDCORE_API feedcore_status feedcore_feed_set_banner(feedcore_feed *feed, const char *key,
                                                      size_t position);

/* -------------------------------------------------------------- rearranging */

/* Its reader may rearrange a feed's page. It stays so from refresh to refresh: a section that
 * disappears and comes back finds its place, a new one of the server follows the section that it
 * follows in the server's page, and stands before the others if it follows none, but for sections
 * of the front end's own at the top, which stay there. What is asked for here shows in the next
 * dispatch, as changes like any other. A section is named by its key; FEEDCORE_ERROR_ARGUMENT if
 * there is none. A position is one among the sections that are shown, the section itself not
 * counted; any past the last is the end. */

/* Moves a section. From then on the order is the reader's, whatever the server's is. A section that
 * was removed comes back at this position; a hidden one stays hidden. */
FEEDCORE_API feedcore_status feedcore_feed_move_section(feedcore_feed *feed, const char *key,
                                                        size_t position);

/* Hides a section (1), or shows it again (0) in its place. */
FEEDCORE_API feedcore_status feedcore_feed_hide_section(feedcore_feed *feed, const char *key,
                                                        int is_hidden);

/* Removes a section: one of the server stays away until it is moved somewhere, one of the front
 * end's own is forgotten. */
FEEDCORE_API feedcore_status feedcore_feed_remove_section(feedcore_feed *feed, const char *key);

/* Puts in a section of the front end's own, or replaces the content of the one with this key and
 * moves it: JSON text of `length` bytes, an object in the form of feedcore_section_to_json.
 *
 *     member     default
 *     key        required; not one that the page has. If the server sends a section with this key
 *                later, that one gets "#2"
 *     kind       "LIST"    a kind as a word, which decides the layout
 *     items      required, with an item at least
 *     type, title, subtitle, titleImage, action, actionType, showType, canClose: none
 *     button     none; an object with text, action, actionType
 *
 *     of an item: id (required, each once), title, subtitle, text, html, image, action, actionType,
 *     playCount, labels, extras (an object of any names), children; a title, text, image, action or
 *     child at least
 *
 * Other members are left out of account, so that what feedcore_section_to_json wrote can be put in.
 * A mistake is FEEDCORE_ERROR_CONFIG, with its place; then all stays as it is. */
FEEDCORE_API feedcore_status feedcore_feed_insert_section(feedcore_feed *feed, const char *json,
                                                          size_t length, size_t position,
                                                          feedcore_error **out_error);

/* The same from jansson; `json` stays the caller's. Errors name a path only. */
FEEDCORE_API feedcore_status feedcore_feed_insert_section_json(feedcore_feed *feed,
                                                               const struct json_t *json,
                                                               size_t position,
                                                               feedcore_error **out_error);

/* The sections that are hidden, in their sequence, with what was asked for and doesn't show yet: for
 * a menu that shows them again, by their keys. They are those of the feed's last page, and of the
 * front end's own; what is removed too isn't among them. A page of its own, a new reference for
 * feedcore_snapshot_unref; NULL if there are none. No event tells of this alone: what a refresh
 * brought is there when its COMPLETE is told. */
FEEDCORE_API feedcore_snapshot *feedcore_feed_hidden_sections(const feedcore_feed *feed);

/* All that is rearranged, with what was asked for and doesn't show yet, to be kept by the front
 * end: an object with order, hidden and removed (lists of keys) and own (the sections put in). A
 * new reference; NULL for NULL. */
FEEDCORE_API struct json_t *feedcore_feed_arrangement_to_json(const feedcore_feed *feed);

/* The same as JSON text, for feedcore_free; NULL for NULL. */
FEEDCORE_API char *feedcore_feed_arrangement_to_text(const feedcore_feed *feed);

/* Rearranges the page as one of these says, in place of all that was rearranged before; "{}" is the
 * server's own page. Best before the first refresh, so that nothing moves. A mistake is
 * FEEDCORE_ERROR_CONFIG, with its place; then all stays as it is. */
FEEDCORE_API feedcore_status feedcore_feed_set_arrangement(feedcore_feed *feed, const char *json,
                                                           size_t length,
                                                           feedcore_error **out_error);

/* The same from jansson; `json` stays the caller's. Errors name a path only. */
FEEDCORE_API feedcore_status feedcore_feed_set_arrangement_json(feedcore_feed *feed,
                                                                const struct json_t *json,
                                                                feedcore_error **out_error);

/* ------------------------------------------------------------------- search */

/* Answers while the query is being typed: from the user directory in the context's store, from
 * servers, or from all of these at once. What is found is a feed: its sections, changes, states of
 * sources and errors are those of feedcore_search_feed. */

/* A search from a config, JSON text of `length` bytes.
 *
 *     member        default
 *     directory     false   whether the user directory of the context's store is searched: it is the
 *                           first source then, "directory"
 *     limit         50      of what the directory finds, from 1
 *     sources       []      servers, as of feedcore_feed_new without position and ttl; "{query}" in a
 *                           url or in the value of a parameter stands for the query, in the url
 *                           percent-encoded
 *     baseURL       ""      put before a source's url that begins with "/"
 *     debounce      300     milliseconds that a query waits for the next key, from 0
 *     prompt        "Search for users and get connected"
 *     placeholder   "Search with @usernames"
 *     recent        0       how many recent queries are kept: in the context's store, if it has one
 *
 * There must be a source, or the directory (FEEDCORE_ERROR_CONFIG, as any mistake is; so is the
 * directory in a context without a store). What servers answer is not kept in the store. Sources
 * show as they come, those before in the config first; an item that a source before it has found
 * too is shown once.
 *
 * The directory finds those in whom each word of the query fits. A word with letters or digits fits
 * what has a word that begins with it, in the username, the display name or the bio, whatever the
 * case and (of Latin letters) the diacritics; one that holds Han, kana or Hangul, or neither letter
 * nor digit, fits what has it anywhere. "@" before a word is for the username alone. First comes
 * whose username is the query, then whose username begins with it, then what fits in usernames and
 * display names, then in bios; otherwise who came first into the directory. */
FEEDCORE_API feedcore_status feedcore_search_new(feedcore_context *context, const char *config,
                                                 size_t length, feedcore_search **out_search,
                                                 feedcore_error **out_error);

/* The same from jansson; `config` stays the caller's. */
FEEDCORE_API feedcore_status feedcore_search_new_json(feedcore_context *context,
                                                      const struct json_t *config,
                                                      feedcore_search **out_search,
                                                      feedcore_error **out_error);

/* Frees a search and its feed; takes NULL. What is under way for it is cancelled without waiting,
 * and no callback runs after it. */
FEEDCORE_API void feedcore_search_free(feedcore_search *search);

/* Whom to tell of SEARCH and RECENT: one callback, the last one set; NULL for none. `destroy` may
 * be NULL. If this fails, `destroy` has run. */
typedef void (*feedcore_search_callback)(feedcore_search *search, const feedcore_event *event,
                                         void *user_data);
FEEDCORE_API feedcore_status feedcore_search_set_callback(feedcore_search *search,
                                                          feedcore_search_callback callback,
                                                          void *user_data,
                                                          feedcore_destroy destroy);

/* What was found, as a feed: borrowed, and freed with the search (feedcore_feed_free is not for
 * it). Its callback is told of everything but SEARCH and RECENT; each query is a request.
 * feedcore_feed_refresh asks for the same query again. NULL for NULL. */
FEEDCORE_API feedcore_feed *feedcore_search_feed(const feedcore_search *search);

/* What the reader has typed so far; any text of at most 4096 bytes (else FEEDCORE_ERROR_TOO_LARGE).
 * White space around it doesn't count. Another query than before is asked when the debounce is
 * over; the request of the one before ends with the error CANCELLED, and none of its answers shows
 * any more. Results stay until new ones come. An empty query goes back to the prompt, and takes the
 * results away, in the next dispatch. */
FEEDCORE_API feedcore_status feedcore_search_set_query(feedcore_search *search, const char *query);

/* The reader pressed Enter: asks at once if the debounce isn't over, or if the query failed or was
 * cancelled, and keeps it among the recent ones. Nothing happens without a query. What was found
 * isn't looked for again by itself, after an import say: feedcore_feed_refresh does that. */
FEEDCORE_API feedcore_status feedcore_search_submit(feedcore_search *search);

/* Ends what is under way; results stay. Asking the same query again is feedcore_search_submit. */
FEEDCORE_API feedcore_status feedcore_search_cancel(feedcore_search *search);

/* The query as it was set, "" at first. Borrowed until the next feedcore_search_set_query. */
FEEDCORE_API const char *feedcore_search_query(const feedcore_search *search);

FEEDCORE_API feedcore_search_state feedcore_search_get_state(const feedcore_search *search);

/* A state as a word: "prompt", "loading", …; "unknown" for a number that is none. */
FEEDCORE_API const char *feedcore_search_state_name(feedcore_search_state state);

/* What to show while there is no query, and in the empty entry field. Borrowed from the search. */
FEEDCORE_API const char *feedcore_search_prompt(const feedcore_search *search);
FEEDCORE_API const char *feedcore_search_placeholder(const feedcore_search *search);

/* The recent queries, each once, the last one first, as many as the config says; in a store those
 * of all its searches in this partition. NULL past the last. Borrowed until the next RECENT, which
 * tells also when those of the store have been read. */
FEEDCORE_API size_t feedcore_search_recent_count(const feedcore_search *search);
FEEDCORE_API const char *feedcore_search_recent(const feedcore_search *search, size_t index);

/* Forgets them, in the store too. */
FEEDCORE_API feedcore_status feedcore_search_clear_recent(feedcore_search *search);

/* --------------------------------------------------------------- user directory */

/* The people in a context's store, in its partition, for searches that need no network. What comes
 * of its requests is told by events to its callback, and all directories of a context are of the
 * same people. Requests are done one after the other, in the order of the calls. */

/* A directory of the context's store; FEEDCORE_ERROR_CONFIG if the context has none. Its people are
 * counted at once: a STATE follows, or, if they can't be, FAILED and then STATE, of request 0. For
 * feedcore_directory_free. */
FEEDCORE_API feedcore_status feedcore_directory_new(feedcore_context *context,
                                                    feedcore_directory **out_directory,
                                                    feedcore_error **out_error);

/* Frees a directory, not the people in it; takes NULL. An import that is under way is undone. */
FEEDCORE_API void feedcore_directory_free(feedcore_directory *directory);

/* Whom to tell: one callback, the last one set; NULL for none. `destroy` may be NULL. If this
 * fails, `destroy` has run. A request tells STATE (loading); PROGRESS, and FAILED of rows, for an
 * import; STATE (ready, empty or failed), if no other request is under way; COMPLETE, with the
 * error if it failed. STATE is told where it changes. */
typedef void (*feedcore_directory_callback)(feedcore_directory *directory,
                                            const feedcore_event *event, void *user_data);
FEEDCORE_API feedcore_status feedcore_directory_set_callback(feedcore_directory *directory,
                                                             feedcore_directory_callback callback,
                                                             void *user_data,
                                                             feedcore_destroy destroy);

/* Takes people in: JSON text of `length` bytes, copied, in the form that the mapping "users" reads:
 * an array of objects, alone or as "users", "data" or "results"; or one object per line. Each needs
 * an id and something to show; a person whose id is there already is replaced. All of it shows at
 * once when it is complete, or nothing does: if it is cancelled, isn't JSON, or the store can't
 * take it. A row that can't be used is left out; the first 100 of them are told by FAILED, when all
 * are read, with the status SHAPE and the place. PROGRESS of a longer text says how many bytes are
 * done; feedcore_event_taken and feedcore_event_skipped count rows. Searches wait for it. */
FEEDCORE_API feedcore_status feedcore_directory_import(feedcore_directory *directory,
                                                       const char *text, size_t length,
                                                       uint64_t *out_request);

/* The same from jansson. A json_t that can't be read is told at once, and no request. Rows have no
 * place, but their number in the message. */
FEEDCORE_API feedcore_status feedcore_directory_import_json(feedcore_directory *directory,
                                                            const struct json_t *json,
                                                            uint64_t *out_request);

/* Takes a person out, by id, or all of them. It is no failure if there is none. */
FEEDCORE_API feedcore_status feedcore_directory_remove(feedcore_directory *directory,
                                                       const char *id, uint64_t *out_request);
FEEDCORE_API feedcore_status feedcore_directory_clear(feedcore_directory *directory,
                                                      uint64_t *out_request);

/* Ends a request in the next dispatch, with the error CANCELLED; an import is undone, unless it was
 * complete already, and what takes people out goes on. FEEDCORE_ERROR_ARGUMENT if the request has
 * ended. */
FEEDCORE_API feedcore_status feedcore_directory_cancel(feedcore_directory *directory,
                                                       uint64_t request);

/* LOADING until they are counted and while a request is under way; READY; EMPTY; FAILED if the
 * store can't say. */
FEEDCORE_API feedcore_state feedcore_directory_get_state(const feedcore_directory *directory);

/* How many people there were at the last event; -1 if unknown. */
FEEDCORE_API int64_t feedcore_directory_count(const feedcore_directory *directory);

/* -------------------------------------------------------------------- texts */

/* Numbers, times and words in the reader's language: simplified Chinese or English, all of them in
 * both, whatever the locale of the program. */

/* Texts in a language: a BCP 47 tag ("zh-CN") or the name of a POSIX locale ("zh_CN.UTF-8").
 * The language "zh", of whatever region, is Chinese; everything else, NULL and "" is English. What
 * isn't UTF-8 is FEEDCORE_ERROR_ARGUMENT. For feedcore_texts_free. */
FEEDCORE_API feedcore_status feedcore_texts_new(const char *language, feedcore_texts **out_texts);

/* Frees texts; takes NULL. What they lent as const char * stays: it is static. */
FEEDCORE_API void feedcore_texts_free(feedcore_texts *texts);

/* "zh-Hans" or "en"; NULL for NULL. */
FEEDCORE_API const char *feedcore_texts_language(const feedcore_texts *texts);

/* What follows writes a text into a buffer of `size` bytes, like snprintf: it returns the length of
 * the whole text without its NUL, and what doesn't fit is cut off after a whole character. `buffer`
 * may be NULL. What is absent, or out of range, is "" and 0. FEEDCORE_TEXT_SIZE is enough for any
 * of them. Halves are rounded up. */
#define FEEDCORE_TEXT_SIZE 96

/* A count as people say it, below 10000 to the last one: "9999", "1.2万", "123万", "3.4亿"; "9,999",
 * "12K", "1.2M", "3B". Absent below 0. */
FEEDCORE_API size_t feedcore_texts_count(const feedcore_texts *texts, int64_t count, char *buffer,
                                         size_t size);

/* A count of plays: "1.2万次播放"; "12K plays", "1 play". */
FEEDCORE_API size_t feedcore_texts_plays(const feedcore_texts *texts, int64_t count, char *buffer,
                                         size_t size);

/* How long something is, in milliseconds, as whole seconds that have passed: "3:07", "1:02:03".
 * Absent below 0. */
FEEDCORE_API size_t feedcore_texts_duration(const feedcore_texts *texts, int64_t milliseconds,
                                            char *buffer, size_t size);

/* A day: "2021年5月18日"; "May 18, 2021". Times are milliseconds since 1970, UTC. `zone_minutes` is
 * how far the reader's clock is ahead of UTC at that time, from -1080 to 1080. Absent: INT64_MIN,
 * and what is there not in the years 1 to 9999. */
FEEDCORE_API size_t feedcore_texts_date(const feedcore_texts *texts, int64_t time_ms,
                                        int32_t zone_minutes, char *buffer, size_t size);

/* A day and an hour: "2021年5月18日 14:05"; "May 18, 2021, 14:05". */
FEEDCORE_API size_t feedcore_texts_date_time(const feedcore_texts *texts, int64_t time_ms,
                                             int32_t zone_minutes, char *buffer, size_t size);

/* A time as seen from now: "刚刚", "5分钟前", "3小时前" (of the same day), "昨天 14:05", "3天前",
 * "5月18日" (from a week on), "2020年5月18日"; "just now", "5 min ago", "3 h ago",
 * "yesterday, 14:05", "3 days ago", "May 18", "May 18, 2020". So is what is to come: "5分钟后",
 * "明天 14:05"; "in 5 min", "tomorrow, 14:05". */
FEEDCORE_API size_t feedcore_texts_relative(const feedcore_texts *texts, int64_t time_ms,
                                            int64_t now_ms, int32_t zone_minutes, char *buffer,
                                            size_t size);

/* The same of a page, see feedcore_feed_source_time: "刚刚更新", "更新于5分钟前"; "Updated just now",
 * "Updated 5 min ago". A time after now counts as now. */
FEEDCORE_API size_t feedcore_texts_age(const feedcore_texts *texts, int64_t time_ms, int64_t now_ms,
                                       int32_t zone_minutes, char *buffer, size_t size);

/* A year, from 1 to 9999: "2021年"; "2021". */
FEEDCORE_API size_t feedcore_texts_year(const feedcore_texts *texts, int64_t year, char *buffer,
                                        size_t size);

/* A rating with one decimal: "8.6", "8.0"; a whole one from 10 on without: "10". NaN, what rounds
 * to 0 or less, and a million or more have a text, too: "暂无评分"; "No rating". */
FEEDCORE_API size_t feedcore_texts_rating(const feedcore_texts *texts, double rating, char *buffer,
                                          size_t size);

/* The title of a section that comes without one; NULL for BANNER and MENUS, which have no head, for
 * LIST and CUSTOM, and for a number that is none. */
FEEDCORE_API const char *feedcore_texts_section_title(const feedcore_texts *texts,
                                                      feedcore_section_kind kind);

/* The title of a screen: "电影首页", "Movies" for the preset "douban-movies"; "netease-home", and the
 * mappings "users" and "json-feed", have one, too. NULL for another name. */
FEEDCORE_API const char *feedcore_texts_screen_title(const feedcore_texts *texts,
                                                     const char *preset);

/* What to show in place of a page that is LOADING, EMPTY or FAILED, or beside one that is STALE;
 * NULL for the other states. */
FEEDCORE_API const char *feedcore_texts_state(const feedcore_texts *texts, feedcore_state state);

/* What to show in place of what a search finds that is at its PROMPT, EMPTY or FAILED; NULL for the
 * other states. */
FEEDCORE_API const char *feedcore_texts_search(const feedcore_texts *texts,
                                               feedcore_search_state state);

/* A failure in a line for the reader, who knows nothing of servers; "" for FEEDCORE_OK, that
 * something went wrong for a number that is none. NULL only for NULL. */
FEEDCORE_API const char *feedcore_texts_status(const feedcore_texts *texts,
                                               feedcore_status status);

/* A word for a button: "重试", "Try again"; NULL for a number that is none. */
FEEDCORE_API const char *feedcore_texts_word(const feedcore_texts *texts, feedcore_word word);

/* -------------------------------------------------------------------- theme */

/* Light, dark, or as the desktop has it, and the colours for that. Every text of the colours that
 * come with the library has a contrast of 4.5 or more (WCAG 2) on its grounds, in both. */

/* A theme. `config` is a JSON object; NULL is one without members, which are, with their defaults:
 *
 *     appearance    "system"  or "light", "dark"
 *     light         {}        colours that replace those of the light palette, by their names (see
 *                             feedcore_color_name): "#RRGGBB" or "#RRGGBBAA"
 *     dark          {}        the same of the dark one
 *
 * What isn't one of these is FEEDCORE_ERROR_CONFIG (or a JSON error), with its place. For
 * feedcore_theme_free. */
FEEDCORE_API feedcore_status feedcore_theme_new(feedcore_context *context, const char *config,
                                                size_t length, feedcore_theme **out_theme,
                                                feedcore_error **out_error);
FEEDCORE_API feedcore_status feedcore_theme_new_json(feedcore_context *context,
                                                     const struct json_t *config,
                                                     feedcore_theme **out_theme,
                                                     feedcore_error **out_error);

/* Frees a theme; takes NULL. Nothing is told any more. */
FEEDCORE_API void feedcore_theme_free(feedcore_theme *theme);

/* Whom to tell: one callback, the last one set; NULL for none. `destroy` may be NULL. If this
 * fails, `destroy` has run. There is one event, THEME, and only if the theme becomes dark or light:
 * with an appearance that looks the same nothing is told, nor what was wanted in between. */
typedef void (*feedcore_theme_callback)(feedcore_theme *theme, const feedcore_event *event,
                                        void *user_data);
FEEDCORE_API feedcore_status feedcore_theme_set_callback(feedcore_theme *theme,
                                                         feedcore_theme_callback callback,
                                                         void *user_data,
                                                         feedcore_destroy destroy);

/* What the reader wants, from the next dispatch on; FEEDCORE_ERROR_ARGUMENT for a number that is
 * none. Getting it gives 0 for NULL. */
FEEDCORE_API feedcore_status feedcore_theme_set_appearance(feedcore_theme *theme,
                                                           feedcore_appearance appearance);
FEEDCORE_API feedcore_appearance feedcore_theme_get_appearance(const feedcore_theme *theme);

/* The desktop is dark (not 0), or light (0, as it is until told). Shows in the next dispatch, if
 * the theme follows the desktop, or as soon as it does. */
FEEDCORE_API feedcore_status feedcore_theme_set_system_dark(feedcore_theme *theme, int is_dark);

/* 1 if it is dark now, 0 if not. */
FEEDCORE_API int feedcore_theme_is_dark(const feedcore_theme *theme);

/* A colour as it is now, 0xRRGGBBAA, its alpha not multiplied in; 0 for a number that is none. */
FEEDCORE_API uint32_t feedcore_theme_color(const feedcore_theme *theme, feedcore_color color);

/* The ground of a banner's tag, by the server's word (the extra "titleColor" of a banner): that of
 * TAG_RED for "red", of TAG_BLUE for "blue", of TAG for any other, and for NULL. */
FEEDCORE_API uint32_t feedcore_theme_tag_color(const feedcore_theme *theme,
                                               const char *title_color);

/* A colour's name in a config: "primary-text", …; "unknown" for a number that is none. Static. */
FEEDCORE_API const char *feedcore_color_name(feedcore_color color);

/* ------------------------------------------------------------------- events */

/* An event is lent to a callback for as long as the callback runs. */

FEEDCORE_API feedcore_event_kind feedcore_event_get_kind(const feedcore_event *event);

/* A kind as a word: "change", "state", …; "unknown" for a number that is none. */
FEEDCORE_API const char *feedcore_event_kind_name(feedcore_event_kind kind);

/* A state as a word: "idle", "loading", …; "unknown" for a number that is none. */
FEEDCORE_API const char *feedcore_state_name(feedcore_state state);

/* The request that it belongs to; 0 for none. */
FEEDCORE_API uint64_t feedcore_event_request(const feedcore_event *event);

/* The source that it is about, by position and name; -1 and NULL for none. */
FEEDCORE_API int64_t feedcore_event_source(const feedcore_event *event);
FEEDCORE_API const char *feedcore_event_source_name(const feedcore_event *event);

/* The revision that the feed showed before and shows after; the same unless it is a CHANGE or a
 * RESET of another page. All changes of a page have the same two, and with the last one
 * feedcore_feed_revision is the latter. A CHANGE of a section that begins or ends to load more, or
 * measures otherwise, is of the page that is shown: both are its revision. */
FEEDCORE_API uint64_t feedcore_event_revision_from(const feedcore_event *event);
FEEDCORE_API uint64_t feedcore_event_revision_to(const feedcore_event *event);

/* The step, for CHANGE; NULL otherwise. Borrowed from the event. */
FEEDCORE_API const feedcore_change *feedcore_event_change(const feedcore_event *event);

/* The state now of the source, or of the directory, for STATE. */
FEEDCORE_API feedcore_state feedcore_event_state(const feedcore_event *event);

/* Why, for FAILED and IMAGE; for COMPLETE the first failure of a required source, or of the
 * directory's request, or CANCELLED; for LOG the exchange's own. NULL for none. Borrowed from the
 * event. */
FEEDCORE_API const feedcore_error *feedcore_event_error(const feedcore_event *event);

/* Bytes of the answer so far, decompressed, and how many there will be (-1 if unknown), for
 * PROGRESS; of an import those of its text; the bytes in all for LOG. */
FEEDCORE_API int64_t feedcore_event_bytes(const feedcore_event *event);
FEEDCORE_API int64_t feedcore_event_total(const feedcore_event *event);

/* Rows of an import that were taken and left out so far, for PROGRESS and COMPLETE of a directory;
 * 0 otherwise. */
FEEDCORE_API int64_t feedcore_event_taken(const feedcore_event *event);
FEEDCORE_API int64_t feedcore_event_skipped(const feedcore_event *event);

/* For ACTION: the item (NULL for a section's own), and what it does, as the server wrote it (NULL if
 * it wrote nothing). Borrowed from the event, as what follows. */
FEEDCORE_API const feedcore_item *feedcore_event_item(const feedcore_event *event);
FEEDCORE_API const char *feedcore_event_action(const feedcore_event *event);

/* For ACTION: the section, with the item in it; and what it does, as data. For BANNER: the section,
 * and the item that it shows now, by position (-1 otherwise). */
FEEDCORE_API const feedcore_section *feedcore_event_section(const feedcore_event *event);
FEEDCORE_API const feedcore_action *feedcore_event_activation(const feedcore_event *event);
FEEDCORE_API int64_t feedcore_event_position(const feedcore_event *event);

/* For LOG: the URL (without user and password), the HTTP status (-1 for no answer), how long it
 * took in milliseconds, and how many warnings there were about the answer (0 for one that says the
 * same as the last). */
FEEDCORE_API const char *feedcore_event_url(const feedcore_event *event);
FEEDCORE_API int32_t feedcore_event_http_status(const feedcore_event *event);
FEEDCORE_API int64_t feedcore_event_milliseconds(const feedcore_event *event);
FEEDCORE_API size_t feedcore_event_warning_total(const feedcore_event *event);

/* For IMAGE: where the picture is, an absolute path of a file to be read and not to be changed, or
 * NULL if it can't be had; and what it is. feedcore_event_url is its address as it was asked for. */
FEEDCORE_API const char *feedcore_event_path(const feedcore_event *event);
FEEDCORE_API feedcore_image_type feedcore_event_get_image_type(const feedcore_event *event);

/* ------------------------------------------------------------------- images */

/* Pictures as files, to be decoded by the front end. They are had on a thread of their own, so that
 * no feed waits for them, and kept in a folder that programs may share. `images` in the config of
 * the context:
 *
 *     member         default
 *     path           "images", beside the store's file: a folder, made (0700) if only it is missing
 *     maxBytes       268435456 of all files; those used least recently go first, the newest never
 *     maxAge         2592000000, milliseconds: an older one is asked for again, and used all the
 *                    same if its server can't be reached
 *     perHost        4 at once from one host, of 16 in all
 *     failurePause   60000, milliseconds for which a picture that can't be had (HTTP 404, or what
 *                    came is no picture, or can't be kept) isn't asked for again; its error is told
 *                    at once
 *     maxImageBytes  33554432 of one picture
 *     rules          [], as "images" in a mapping: for some hosts, by which addresses, in which
 *                    sizes and with which headers pictures are had
 *
 * Rules of mappings count from when a feed is made with them, the newest first, after those of the
 * config. Neither headers nor cookies of the context are sent for pictures. */

/* Has a picture brought: `url` as a feed has it, of http or https, or without either ("//host/…"),
 * which is https; as wide as it is shown, in pixels of the device, and 0 for as it is. A rule for its
 * host may say which sizes the server has: it is the smallest that isn't too small. What follows is
 * one event IMAGE, and PROGRESS before it. The same picture is had once for all who want it in this
 * context at the same time; what failed on the way is tried again as for feeds. VISIBLE ones come
 * before NEARBY ones, and those before PREFETCH, which always leaves a place free; of the same
 * priority the one that was asked for first. FEEDCORE_ERROR_CONFIG if the context has no folder for
 * it, FEEDCORE_ERROR_ARGUMENT if `url` is no such address. */
FEEDCORE_API feedcore_status feedcore_image_request(feedcore_context *context, const char *url,
                                                    uint32_t width,
                                                    feedcore_image_priority priority,
                                                    uint64_t *out_request);

/* A cell has come into sight, or has left it. FEEDCORE_ERROR_ARGUMENT if the request has ended. */
FEEDCORE_API feedcore_status feedcore_image_set_priority(feedcore_context *context,
                                                         uint64_t request,
                                                         feedcore_image_priority priority);

/* A cell is used for something else: no event follows, not even one that waits for dispatch. What
 * nobody else wants is asked for no longer. FEEDCORE_ERROR_ARGUMENT if the request has ended. */
FEEDCORE_API feedcore_status feedcore_image_cancel(feedcore_context *context, uint64_t request);

/* Whom to tell: one callback, the last one set; NULL for none. `destroy` may be NULL. If this
 * fails, `destroy` has run. IMAGE comes exactly once for each request that isn't cancelled: with a
 * path, or with an error. FEEDCORE_ERROR_IMAGE is what by its bytes is no PNG, JPEG, GIF or WebP
 * picture, whatever its server says, or was cut (what stands behind a picture's end is left out);
 * FEEDCORE_ERROR_STORE what can't be kept. A file may go when others need its place; one that is
 * gone, cut or no picture any more is had again by the next request. */
typedef void (*feedcore_image_callback)(feedcore_context *context, const feedcore_event *event,
                                        void *user_data);
FEEDCORE_API feedcore_status feedcore_context_set_image_callback(feedcore_context *context,
                                                                 feedcore_image_callback callback,
                                                                 void *user_data,
                                                                 feedcore_destroy destroy);

/* Forgets all pictures in the folder, and which couldn't be had; those under way come all the same.
 * Waits for nothing; feedcore_context_run returns when it is done. */
FEEDCORE_API feedcore_status feedcore_context_clear_images(feedcore_context *context);

/* -------------------------------------------------- the host's own transport */

/* A host that has a network of its own, or none, carries the requests out itself: it is given an
 * exchange, and feeds it back the answer, from any thread. An exchange is the host's from start
 * until it calls end or fail, exactly one of them exactly once, also after a cancel and also after
 * the context was freed; what it feeds back then is ignored. */

/* Called on a thread of the context: begin, and return. Redirects, compression and cookies are
 * the host's business; retries and limits are this library's. Pictures are asked for on a thread of
 * their own: with them it is called on two threads, which may be at the same time. */
typedef void (*feedcore_transport_start)(feedcore_exchange *exchange, void *user_data);

/* Called on the worker thread: nobody waits for it any longer. After the context was freed it is
 * called as well, for what was under way. It may run while the host calls end on another thread;
 * the exchange stays valid until both have returned. */
typedef void (*feedcore_transport_cancel)(feedcore_exchange *exchange, void *user_data);

/* Replaces libcurl, for requests from now on. `destroy` runs when the last exchange has ended, on
 * any thread. */
FEEDCORE_API feedcore_status feedcore_context_set_transport(feedcore_context *context,
                                                            feedcore_transport_start start,
                                                            feedcore_transport_cancel cancel,
                                                            void *user_data,
                                                            feedcore_destroy destroy);

/* What is asked for. Borrowed from the exchange. */
FEEDCORE_API const char *feedcore_exchange_method(const feedcore_exchange *exchange);
FEEDCORE_API const char *feedcore_exchange_url(const feedcore_exchange *exchange);
FEEDCORE_API size_t feedcore_exchange_header_count(const feedcore_exchange *exchange);
FEEDCORE_API const char *feedcore_exchange_header_name(const feedcore_exchange *exchange,
                                                       size_t index);
FEEDCORE_API const char *feedcore_exchange_header_value(const feedcore_exchange *exchange,
                                                        size_t index);
FEEDCORE_API const char *feedcore_exchange_body(const feedcore_exchange *exchange,
                                                size_t *out_length);

/* The answer, in this order: its status, its headers, its bytes, its end. */
FEEDCORE_API feedcore_status feedcore_exchange_head(feedcore_exchange *exchange,
                                                    int32_t http_status);
FEEDCORE_API feedcore_status feedcore_exchange_header(feedcore_exchange *exchange,
                                                      const char *name, const char *value);
FEEDCORE_API feedcore_status feedcore_exchange_bytes(feedcore_exchange *exchange,
                                                     const char *bytes, size_t length);
FEEDCORE_API feedcore_status feedcore_exchange_end(feedcore_exchange *exchange);

/* Or that there is none: `status` is one of NETWORK, TIMEOUT, TLS; `message` may be NULL. */
FEEDCORE_API feedcore_status feedcore_exchange_fail(feedcore_exchange *exchange,
                                                    feedcore_status status, const char *message);

/* ------------------------------------------------ for the tests of front ends */

/* A context whose config says "transport": "memory" asks no network: a URL answers what it was told
 * to answer last. `url` is the whole of it, parameters of a GET included, in the order of the
 * config and form-encoded ("x y&" is x+y%26); redirects are not followed. `http_status` 0 is a
 * broken connection, -1 an answer that never comes. `headers` is a JSON object of texts, or NULL.
 * An unknown URL answers 404. Failures are tried again as ever: with the system's clock that takes
 * a second or two. FEEDCORE_ERROR_ARGUMENT in another context. */
FEEDCORE_API feedcore_status feedcore_test_respond(feedcore_context *context, const char *url,
                                                   int32_t http_status, const char *headers,
                                                   const char *body, size_t length);

/* How often a URL was asked. */
FEEDCORE_API size_t feedcore_test_request_count(const feedcore_context *context, const char *url);

/* Moves the clock of a context whose config says "clock": "manual": retries, timeouts and
 * automatic refreshes wait for this clock alone. It stands still until then. Returns when all that
 * was asked for or due is done, as far as the network allows: what came of it waits for dispatch.
 * By 0 it only waits. What begins to wait now is not due before the next call. */
FEEDCORE_API feedcore_status feedcore_test_advance(feedcore_context *context, int64_t milliseconds);

#ifdef __cplusplus
}
#endif

#endif /* FEEDCORE_H */
