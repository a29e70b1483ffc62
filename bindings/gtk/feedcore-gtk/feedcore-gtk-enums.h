#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The enums of feedcore.h, with the same numbers, as types that introspection knows. */

/**
 * FeedcoreGtkError:
 * @FEEDCORE_GTK_ERROR_ARGUMENT: a value out of range
 * @FEEDCORE_GTK_ERROR_EMPTY: nothing, or only white space, where JSON was expected
 * @FEEDCORE_GTK_ERROR_SYNTAX: not JSON
 * @FEEDCORE_GTK_ERROR_TOO_DEEP: nested deeper than 512 arrays and objects
 * @FEEDCORE_GTK_ERROR_TOO_LARGE: a document that is too large
 * @FEEDCORE_GTK_ERROR_JSON: not a JSON value
 * @FEEDCORE_GTK_ERROR_MAPPING: not a mapping, or no built-in one of that name
 * @FEEDCORE_GTK_ERROR_SHAPE: JSON, but not the feed that the mapping describes
 * @FEEDCORE_GTK_ERROR_LOGIN_NEEDED: the server said in its answer: log in first
 * @FEEDCORE_GTK_ERROR_REFUSED: the server said in its answer: no
 * @FEEDCORE_GTK_ERROR_NETWORK: no such host, no connection, or it broke
 * @FEEDCORE_GTK_ERROR_TIMEOUT: not in time
 * @FEEDCORE_GTK_ERROR_TLS: no trust in the server's certificate, or no TLS with it
 * @FEEDCORE_GTK_ERROR_HTTP: an HTTP status that is no success, or a bad redirect
 * @FEEDCORE_GTK_ERROR_THREAD: not the context's thread
 * @FEEDCORE_GTK_ERROR_NESTED: dispatch inside a callback
 * @FEEDCORE_GTK_ERROR_UNAVAILABLE: the system lacks something
 * @FEEDCORE_GTK_ERROR_CONFIG: not a config
 * @FEEDCORE_GTK_ERROR_STORE: the store's file, or a picture's, can't be used as it should
 * @FEEDCORE_GTK_ERROR_IMAGE: not a picture, or a part of one
 *
 * Why a call failed. What was cancelled is %G_IO_ERROR_CANCELLED instead.
 */
typedef enum {
    FEEDCORE_GTK_ERROR_ARGUMENT = 1,
    FEEDCORE_GTK_ERROR_EMPTY = 2,
    FEEDCORE_GTK_ERROR_SYNTAX = 3,
    FEEDCORE_GTK_ERROR_TOO_DEEP = 4,
    FEEDCORE_GTK_ERROR_TOO_LARGE = 5,
    FEEDCORE_GTK_ERROR_JSON = 6,
    FEEDCORE_GTK_ERROR_MAPPING = 7,
    FEEDCORE_GTK_ERROR_SHAPE = 8,
    FEEDCORE_GTK_ERROR_LOGIN_NEEDED = 9,
    FEEDCORE_GTK_ERROR_REFUSED = 10,
    FEEDCORE_GTK_ERROR_NETWORK = 11,
    FEEDCORE_GTK_ERROR_TIMEOUT = 12,
    FEEDCORE_GTK_ERROR_TLS = 13,
    FEEDCORE_GTK_ERROR_HTTP = 14,
    FEEDCORE_GTK_ERROR_THREAD = 16,
    FEEDCORE_GTK_ERROR_NESTED = 17,
    FEEDCORE_GTK_ERROR_UNAVAILABLE = 18,
    FEEDCORE_GTK_ERROR_CONFIG = 19,
    FEEDCORE_GTK_ERROR_STORE = 20,
    FEEDCORE_GTK_ERROR_IMAGE = 21
} FeedcoreGtkError;

/**
 * FeedcoreGtkSectionKind:
 * @FEEDCORE_GTK_SECTION_KIND_BANNER: banner
 * @FEEDCORE_GTK_SECTION_KIND_MENUS: menus
 * @FEEDCORE_GTK_SECTION_KIND_PLAYLIST_RCMD: playlist rcmd
 * @FEEDCORE_GTK_SECTION_KIND_STYLE_RCMD: style rcmd
 * @FEEDCORE_GTK_SECTION_KIND_MUSIC_MLOG: music mlog
 * @FEEDCORE_GTK_SECTION_KIND_MGC_PLAYLIST: mgc playlist
 * @FEEDCORE_GTK_SECTION_KIND_MUSIC_CALENDAR: music calendar
 * @FEEDCORE_GTK_SECTION_KIND_OFFICIAL_PLAYLIST: official playlist
 * @FEEDCORE_GTK_SECTION_KIND_ALBUM_NEW_SONG: album new song
 * @FEEDCORE_GTK_SECTION_KIND_VOICELIST_RCMD: voicelist rcmd
 * @FEEDCORE_GTK_SECTION_KIND_PODCAST24: podcast24
 * @FEEDCORE_GTK_SECTION_KIND_VIDEO_PLAYLIST: video playlist
 * @FEEDCORE_GTK_SECTION_KIND_LIST: a plain list that a mapping declares: movies, users, entries
 * @FEEDCORE_GTK_SECTION_KIND_CUSTOM: a type that the mapping doesn't know
 *
 * What a section is.
 */
typedef enum {
    FEEDCORE_GTK_SECTION_KIND_BANNER = 0,
    FEEDCORE_GTK_SECTION_KIND_MENUS = 1,
    FEEDCORE_GTK_SECTION_KIND_PLAYLIST_RCMD = 2,
    FEEDCORE_GTK_SECTION_KIND_STYLE_RCMD = 3,
    FEEDCORE_GTK_SECTION_KIND_MUSIC_MLOG = 4,
    FEEDCORE_GTK_SECTION_KIND_MGC_PLAYLIST = 5,
    FEEDCORE_GTK_SECTION_KIND_MUSIC_CALENDAR = 6,
    FEEDCORE_GTK_SECTION_KIND_OFFICIAL_PLAYLIST = 7,
    FEEDCORE_GTK_SECTION_KIND_ALBUM_NEW_SONG = 8,
    FEEDCORE_GTK_SECTION_KIND_VOICELIST_RCMD = 9,
    FEEDCORE_GTK_SECTION_KIND_PODCAST24 = 10,
    FEEDCORE_GTK_SECTION_KIND_VIDEO_PLAYLIST = 11,
    FEEDCORE_GTK_SECTION_KIND_LIST = 12,
    FEEDCORE_GTK_SECTION_KIND_CUSTOM = 13
} FeedcoreGtkSectionKind;

/**
 * FeedcoreGtkLayout:
 * @FEEDCORE_GTK_LAYOUT_LIST: rows from top to bottom, 80 points each
 * @FEEDCORE_GTK_LAYOUT_A: a shelf of cells 120 wide: 240 = 200 + a head of 40
 * @FEEDCORE_GTK_LAYOUT_B: the calendar: 180 = 140 + a head of 40
 * @FEEDCORE_GTK_LAYOUT_C: round menu entries: 100
 * @FEEDCORE_GTK_LAYOUT_D: banners: 180
 * @FEEDCORE_GTK_LAYOUT_E: pages of songs: 290 = 250 + a head of 40
 * @FEEDCORE_GTK_LAYOUT_OTHER: a class that a mapping or a feed's config adds, by its name
 *
 * How a section is laid out, by class.
 */
typedef enum {
    FEEDCORE_GTK_LAYOUT_LIST = 0,
    FEEDCORE_GTK_LAYOUT_A = 1,
    FEEDCORE_GTK_LAYOUT_B = 2,
    FEEDCORE_GTK_LAYOUT_C = 3,
    FEEDCORE_GTK_LAYOUT_D = 4,
    FEEDCORE_GTK_LAYOUT_E = 5,
    FEEDCORE_GTK_LAYOUT_OTHER = 6
} FeedcoreGtkLayout;

/**
 * FeedcoreGtkMetric:
 * @FEEDCORE_GTK_METRIC_WIDTH: of the section's frame, which begins at (0, 0)
 * @FEEDCORE_GTK_METRIC_HEIGHT: and is as high as its head and all its rows
 * @FEEDCORE_GTK_METRIC_ROW_COUNT: 1 if it scrolls sideways
 * @FEEDCORE_GTK_METRIC_ROW_HEIGHT: of one row; of what scrolls sideways with the head
 * @FEEDCORE_GTK_METRIC_HEAD_HEIGHT: for the title
 * @FEEDCORE_GTK_METRIC_ITEM_WIDTH: of a cell; in layout E one holds a child of a page
 * @FEEDCORE_GTK_METRIC_ITEM_HEIGHT: item height
 * @FEEDCORE_GTK_METRIC_SPACING: between cells
 * @FEEDCORE_GTK_METRIC_MARGIN: left and right of them
 * @FEEDCORE_GTK_METRIC_COLUMNS: cells side by side: those of the class, or as many as fit
 * @FEEDCORE_GTK_METRIC_ROWS: and one below the other; of what scrolls down in a viewport
 * @FEEDCORE_GTK_METRIC_PICTURE_WIDTH: of a cell's picture
 * @FEEDCORE_GTK_METRIC_PICTURE_HEIGHT: picture height
 * @FEEDCORE_GTK_METRIC_SCROLLS_SIDEWAYS: 1 or 0
 *
 * What can be measured of a section. Lengths are points, and whole device pixels.
 */
typedef enum {
    FEEDCORE_GTK_METRIC_WIDTH = 1,
    FEEDCORE_GTK_METRIC_HEIGHT = 2,
    FEEDCORE_GTK_METRIC_ROW_COUNT = 3,
    FEEDCORE_GTK_METRIC_ROW_HEIGHT = 4,
    FEEDCORE_GTK_METRIC_HEAD_HEIGHT = 5,
    FEEDCORE_GTK_METRIC_ITEM_WIDTH = 6,
    FEEDCORE_GTK_METRIC_ITEM_HEIGHT = 7,
    FEEDCORE_GTK_METRIC_SPACING = 8,
    FEEDCORE_GTK_METRIC_MARGIN = 9,
    FEEDCORE_GTK_METRIC_COLUMNS = 10,
    FEEDCORE_GTK_METRIC_ROWS = 11,
    FEEDCORE_GTK_METRIC_PICTURE_WIDTH = 12,
    FEEDCORE_GTK_METRIC_PICTURE_HEIGHT = 13,
    FEEDCORE_GTK_METRIC_SCROLLS_SIDEWAYS = 14
} FeedcoreGtkMetric;

/**
 * FeedcoreGtkActionKind:
 * @FEEDCORE_GTK_ACTION_KIND_NONE: nothing
 * @FEEDCORE_GTK_ACTION_KIND_UNKNOWN: something that the mapping doesn't know: feedcore_action_text
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_URL: feedcore_action_url, which is http or https
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_PLAYLIST: open playlist
 * @FEEDCORE_GTK_ACTION_KIND_PLAY_SONG: without an id all songs of the section
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_ALBUM: open album
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_ARTIST: open artist
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_MV: open mv
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_RADIO: without an id the reader's own
 * @FEEDCORE_GTK_ACTION_KIND_OPEN_PAGE: a page of the app, whose name is the id
 * @FEEDCORE_GTK_ACTION_KIND_SEARCH: for the id
 *
 * What a click does.
 */
typedef enum {
    FEEDCORE_GTK_ACTION_KIND_NONE = 0,
    FEEDCORE_GTK_ACTION_KIND_UNKNOWN = 1,
    FEEDCORE_GTK_ACTION_KIND_OPEN_URL = 2,
    FEEDCORE_GTK_ACTION_KIND_OPEN_PLAYLIST = 3,
    FEEDCORE_GTK_ACTION_KIND_PLAY_SONG = 4,
    FEEDCORE_GTK_ACTION_KIND_OPEN_ALBUM = 5,
    FEEDCORE_GTK_ACTION_KIND_OPEN_ARTIST = 6,
    FEEDCORE_GTK_ACTION_KIND_OPEN_MV = 7,
    FEEDCORE_GTK_ACTION_KIND_OPEN_RADIO = 8,
    FEEDCORE_GTK_ACTION_KIND_OPEN_PAGE = 9,
    FEEDCORE_GTK_ACTION_KIND_SEARCH = 10
} FeedcoreGtkActionKind;

/**
 * FeedcoreGtkState:
 * @FEEDCORE_GTK_STATE_IDLE: never asked
 * @FEEDCORE_GTK_STATE_LOADING: a request is under way; what was there stays
 * @FEEDCORE_GTK_STATE_READY: it has sections; they are shown once the feed shows any
 * @FEEDCORE_GTK_STATE_STALE: what is shown is older than the last failure, or from the store
 * @FEEDCORE_GTK_STATE_EMPTY: it answered, with no section
 * @FEEDCORE_GTK_STATE_FAILED: it failed, and there is nothing to show
 *
 * How a source, a section or a whole feed stands.
 */
typedef enum {
    FEEDCORE_GTK_STATE_IDLE = 0,
    FEEDCORE_GTK_STATE_LOADING = 1,
    FEEDCORE_GTK_STATE_READY = 2,
    FEEDCORE_GTK_STATE_STALE = 3,
    FEEDCORE_GTK_STATE_EMPTY = 4,
    FEEDCORE_GTK_STATE_FAILED = 5
} FeedcoreGtkState;

/**
 * FeedcoreGtkSearchState:
 * @FEEDCORE_GTK_SEARCH_STATE_PROMPT: no query: show the prompt
 * @FEEDCORE_GTK_SEARCH_STATE_LOADING: on its way; what was found before, or so far, stays
 * @FEEDCORE_GTK_SEARCH_STATE_RESULTS: something was found
 * @FEEDCORE_GTK_SEARCH_STATE_EMPTY: nothing was found
 * @FEEDCORE_GTK_SEARCH_STATE_FAILED: nothing was found, and a source failed; where no source answered, what an earlier query found stays
 *
 * How a search stands.
 */
typedef enum {
    FEEDCORE_GTK_SEARCH_STATE_PROMPT = 0,
    FEEDCORE_GTK_SEARCH_STATE_LOADING = 1,
    FEEDCORE_GTK_SEARCH_STATE_RESULTS = 2,
    FEEDCORE_GTK_SEARCH_STATE_EMPTY = 3,
    FEEDCORE_GTK_SEARCH_STATE_FAILED = 4
} FeedcoreGtkSearchState;

/**
 * FeedcoreGtkWord:
 * @FEEDCORE_GTK_WORD_MORE: more
 * @FEEDCORE_GTK_WORD_RETRY: retry
 * @FEEDCORE_GTK_WORD_REFRESH: refresh
 * @FEEDCORE_GTK_WORD_LOAD_MORE: load more
 * @FEEDCORE_GTK_WORD_SEARCH: search
 * @FEEDCORE_GTK_WORD_CANCEL: cancel
 *
 * A word for a button.
 */
typedef enum {
    FEEDCORE_GTK_WORD_MORE = 1,
    FEEDCORE_GTK_WORD_RETRY = 2,
    FEEDCORE_GTK_WORD_REFRESH = 3,
    FEEDCORE_GTK_WORD_LOAD_MORE = 4,
    FEEDCORE_GTK_WORD_SEARCH = 5,
    FEEDCORE_GTK_WORD_CANCEL = 6
} FeedcoreGtkWord;

/**
 * FeedcoreGtkAppearance:
 * @FEEDCORE_GTK_APPEARANCE_LIGHT: light
 * @FEEDCORE_GTK_APPEARANCE_DARK: dark
 * @FEEDCORE_GTK_APPEARANCE_SYSTEM: as the desktop has it: feedcore_theme_set_system_dark
 *
 * Light, dark, or as the desktop has it.
 */
typedef enum {
    FEEDCORE_GTK_APPEARANCE_LIGHT = 1,
    FEEDCORE_GTK_APPEARANCE_DARK = 2,
    FEEDCORE_GTK_APPEARANCE_SYSTEM = 3
} FeedcoreGtkAppearance;

/**
 * FeedcoreGtkColor:
 * @FEEDCORE_GTK_COLOR_PAGE: page
 * @FEEDCORE_GTK_COLOR_CARD: card
 * @FEEDCORE_GTK_COLOR_PRIMARY_TEXT: on page and card, as the next two
 * @FEEDCORE_GTK_COLOR_SECONDARY_TEXT: secondary text
 * @FEEDCORE_GTK_COLOR_ACCENT: accent
 * @FEEDCORE_GTK_COLOR_SEPARATOR: separator
 * @FEEDCORE_GTK_COLOR_OVERLAY: over a picture, so that text on it can be read
 * @FEEDCORE_GTK_COLOR_OVERLAY_TEXT: overlay text
 * @FEEDCORE_GTK_COLOR_PLACEHOLDER: where a picture isn't there yet
 * @FEEDCORE_GTK_COLOR_TAG_TEXT: of a banner's tag; its ground is one of the next three
 * @FEEDCORE_GTK_COLOR_TAG_RED: tag red
 * @FEEDCORE_GTK_COLOR_TAG_BLUE: tag blue
 * @FEEDCORE_GTK_COLOR_TAG: tag
 *
 * The colours of a theme, by what they are for.
 */
typedef enum {
    FEEDCORE_GTK_COLOR_PAGE = 1,
    FEEDCORE_GTK_COLOR_CARD = 2,
    FEEDCORE_GTK_COLOR_PRIMARY_TEXT = 3,
    FEEDCORE_GTK_COLOR_SECONDARY_TEXT = 4,
    FEEDCORE_GTK_COLOR_ACCENT = 5,
    FEEDCORE_GTK_COLOR_SEPARATOR = 6,
    FEEDCORE_GTK_COLOR_OVERLAY = 7,
    FEEDCORE_GTK_COLOR_OVERLAY_TEXT = 8,
    FEEDCORE_GTK_COLOR_PLACEHOLDER = 9,
    FEEDCORE_GTK_COLOR_TAG_TEXT = 10,
    FEEDCORE_GTK_COLOR_TAG_RED = 11,
    FEEDCORE_GTK_COLOR_TAG_BLUE = 12,
    FEEDCORE_GTK_COLOR_TAG = 13
} FeedcoreGtkColor;

G_END_DECLS
