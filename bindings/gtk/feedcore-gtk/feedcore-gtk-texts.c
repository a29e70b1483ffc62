#include "feedcore-gtk-texts.h"

#include "feedcore-gtk-error.h"

/**
 * FeedcoreGtkTexts:
 *
 * Numbers, times and words in the reader's language: simplified Chinese or English.
 *
 * Texts never change, and may be used from any thread. Times are milliseconds since 1970, UTC, and are shown in the
 * zone of the desktop. What is absent, or can't be written, is %NULL: a negative count, a time of %G_MININT64.
 *
 * Numbers and times are written anew each time, and are the caller's; words (titles, states, errors, buttons) are lent, and
 * static.
 */
struct _FeedcoreGtkTexts {
    GObject parent_instance;
    feedcore_texts *handle;
};

enum { PROP_LANGUAGE = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE(FeedcoreGtkTexts, feedcore_gtk_texts, G_TYPE_OBJECT)

static void feedcore_gtk_texts_init(FeedcoreGtkTexts *self)
{
    (void)self;
}

/* "zh_CN.UTF-8" is of "zh". */
static gboolean is_of(const char *locale, const char *language)
{
    return g_str_has_prefix(locale, language) && !g_ascii_isalpha(locale[strlen(language)]);
}

/* The first that there are texts in, of those that the reader prefers. */
static const char *language_of_the_desktop(void)
{
    for (const char *const *name = g_get_language_names(); *name; name++)
        if (is_of(*name, "zh") || is_of(*name, "en"))
            return *name;
    return "en";
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    FeedcoreGtkTexts *self = FEEDCORE_GTK_TEXTS(object);
    const char *language = g_value_get_string(value);
    if (id != PROP_LANGUAGE) {
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
        return;
    }
    if (feedcore_texts_new(language ? language : language_of_the_desktop(), &self->handle) != FEEDCORE_OK)
        feedcore_texts_new(NULL, &self->handle);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    if (id == PROP_LANGUAGE)
        g_value_set_string(value, feedcore_gtk_texts_get_language(FEEDCORE_GTK_TEXTS(object)));
    else
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void finalize(GObject *object)
{
    feedcore_texts_free(FEEDCORE_GTK_TEXTS(object)->handle);
    G_OBJECT_CLASS(feedcore_gtk_texts_parent_class)->finalize(object);
}

static void feedcore_gtk_texts_class_init(FeedcoreGtkTextsClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;

    /**
     * FeedcoreGtkTexts:language:
     *
     * The language, "zh-Hans" or "en". It is made from a BCP 47 tag ("zh-CN") or the name of a locale
     * ("zh_CN.UTF-8"): what isn't Chinese is English. %NULL is the language of the desktop.
     */
    properties[PROP_LANGUAGE] =
        g_param_spec_string("language", NULL, NULL, NULL,
                            G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object_class, N_PROPS, properties);
}

/**
 * feedcore_gtk_texts_new:
 * @language: (nullable): a BCP 47 tag ("zh-CN") or the name of a locale ("zh_CN.UTF-8"); %NULL for the language of
 *   the desktop
 *
 * Makes texts in a language. What isn't Chinese is English.
 *
 * Returns: (transfer full): new texts
 */
FeedcoreGtkTexts *feedcore_gtk_texts_new(const char *language)
{
    g_return_val_if_fail(!language || g_utf8_validate(language, -1, NULL), NULL);
    return g_object_new(FEEDCORE_GTK_TYPE_TEXTS, "language", language, NULL);
}

/**
 * feedcore_gtk_texts_get_language:
 * @self: texts
 *
 * The language that they are in.
 *
 * Returns: (transfer none): "zh-Hans" or "en"
 */
const char *feedcore_gtk_texts_get_language(FeedcoreGtkTexts *self)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return feedcore_texts_language(self->handle);
}

/* ------------------------------------------------------------------------------------------------ numbers and times */

static char *copy_of(const char *text)
{
    return *text ? g_strdup(text) : NULL;
}

/* How far the desktop's clock is ahead of UTC at a time. */
static int32_t zone_at(gint64 time)
{
    g_autoptr(GTimeZone) zone = g_time_zone_new_local();
    const int interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, time / 1000);
    return interval < 0 ? 0 : g_time_zone_get_offset(zone, interval) / 60;
}

static gint64 now(void)
{
    return g_get_real_time() / 1000;
}

/**
 * feedcore_gtk_texts_count:
 * @self: texts
 * @count: a number, -1 for none
 *
 * A count as people say it: "9999", "1.2万", "3.4亿"; "9,999", "12K", "1.2M".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for a negative number
 */
char *feedcore_gtk_texts_count(FeedcoreGtkTexts *self, gint64 count)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_count(self->handle, count, text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_plays:
 * @self: texts
 * @count: how often something was played, -1 for unknown
 *
 * A count of plays: "1.2万次播放"; "12K plays", "1 play".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for a negative number
 */
char *feedcore_gtk_texts_plays(FeedcoreGtkTexts *self, gint64 count)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_plays(self->handle, count, text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_duration:
 * @self: texts
 * @milliseconds: a length, -1 for unknown
 *
 * How long something is, in whole seconds that have passed: "3:07", "1:02:03".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for a negative length
 */
char *feedcore_gtk_texts_duration(FeedcoreGtkTexts *self, gint64 milliseconds)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_duration(self->handle, milliseconds, text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_date:
 * @self: texts
 * @time: milliseconds since 1970, UTC
 *
 * A day in the zone of the desktop: "2021年5月18日"; "May 18, 2021".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for %G_MININT64, and outside the years 1 to 9999
 */
char *feedcore_gtk_texts_date(FeedcoreGtkTexts *self, gint64 time)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_date(self->handle, time, zone_at(time), text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_date_time:
 * @self: texts
 * @time: milliseconds since 1970, UTC
 *
 * A day and an hour in the zone of the desktop: "2021年5月18日 14:05"; "May 18, 2021, 14:05".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for %G_MININT64, and outside the years 1 to 9999
 */
char *feedcore_gtk_texts_date_time(FeedcoreGtkTexts *self, gint64 time)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_date_time(self->handle, time, zone_at(time), text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_relative:
 * @self: texts
 * @time: milliseconds since 1970, UTC
 *
 * A time as seen from now: "5分钟前", "昨天 14:05", "5月18日"; "5 min ago", "yesterday, 14:05", "May 18".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for %G_MININT64, and outside the years 1 to 9999
 */
char *feedcore_gtk_texts_relative(FeedcoreGtkTexts *self, gint64 time)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_relative(self->handle, time, now(), zone_at(time), text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_age:
 * @self: texts
 * @time: milliseconds since 1970, UTC
 *
 * How old a page is that was had at a time: "刚刚更新", "更新于5分钟前"; "Updated just now", "Updated 5 min ago".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for %G_MININT64, and outside the years 1 to 9999
 */
char *feedcore_gtk_texts_age(FeedcoreGtkTexts *self, gint64 time)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_age(self->handle, time, now(), zone_at(time), text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_year:
 * @self: texts
 * @year: a year
 *
 * A year: "2021年"; "2021".
 *
 * Returns: (transfer full) (nullable): the text; %NULL for what isn't from 1 to 9999
 */
char *feedcore_gtk_texts_year(FeedcoreGtkTexts *self, gint64 year)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_year(self->handle, year, text, sizeof text);
    return copy_of(text);
}

/**
 * feedcore_gtk_texts_rating:
 * @self: texts
 * @rating: a rating, NaN for none
 *
 * A rating with one decimal: "8.6". Where there is none it says so: "暂无评分"; "No rating".
 *
 * Returns: (transfer full): the text
 */
char *feedcore_gtk_texts_rating(FeedcoreGtkTexts *self, double rating)
{
    char text[FEEDCORE_TEXT_SIZE];
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    feedcore_texts_rating(self->handle, rating, text, sizeof text);
    return g_strdup(text);
}

/* ------------------------------------------------------------------------------------------------------------ words */

/**
 * feedcore_gtk_texts_section_title:
 * @self: texts
 * @kind: what the section is
 *
 * The title of a section that comes without one.
 *
 * Returns: (transfer none) (nullable): the title; %NULL for banners and menus, which have no head, for plain lists, and
 *   for types that the mapping doesn't know
 */
const char *feedcore_gtk_texts_section_title(FeedcoreGtkTexts *self, FeedcoreGtkSectionKind kind)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return feedcore_texts_section_title(self->handle, (feedcore_section_kind)kind);
}

/**
 * feedcore_gtk_texts_screen_title:
 * @self: texts
 * @preset: (nullable): the name of a preset or of a built-in mapping, such as "douban-movies"
 *
 * The title of a screen: "电影首页"; "Movies".
 *
 * Returns: (transfer none) (nullable): the title; %NULL for another name
 */
const char *feedcore_gtk_texts_screen_title(FeedcoreGtkTexts *self, const char *preset)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return feedcore_texts_screen_title(self->handle, preset);
}

/**
 * feedcore_gtk_texts_state:
 * @self: texts
 * @state: how a feed, a section or a source stands
 *
 * What to show in place of a page that is loading, empty or failed, or beside one that is stale.
 *
 * Returns: (transfer none) (nullable): the text; %NULL for the other states
 */
const char *feedcore_gtk_texts_state(FeedcoreGtkTexts *self, FeedcoreGtkState state)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return feedcore_texts_state(self->handle, (feedcore_state)state);
}

/**
 * feedcore_gtk_texts_search:
 * @self: texts
 * @state: how a search stands
 *
 * What to show in place of what a search finds that is at its prompt, empty or failed.
 *
 * Returns: (transfer none) (nullable): the text; %NULL for those that are loading or have results
 */
const char *feedcore_gtk_texts_search(FeedcoreGtkTexts *self, FeedcoreGtkSearchState state)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return feedcore_texts_search(self->handle, (feedcore_search_state)state);
}

/* An error that is none of this library's has a number that is none of the core's: something went wrong. */
static feedcore_status status_of(const GError *error)
{
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return FEEDCORE_ERROR_CANCELLED;
    return (feedcore_status)(error->domain == FEEDCORE_GTK_ERROR ? -error->code : G_MININT32);
}

/**
 * feedcore_gtk_texts_error:
 * @self: texts
 * @error: (nullable): an error, of any domain
 *
 * A failure in a line for the reader, who knows nothing of servers.
 *
 * Returns: (transfer none) (nullable): the line; %NULL for no error
 */
const char *feedcore_gtk_texts_error(FeedcoreGtkTexts *self, const GError *error)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return error ? feedcore_texts_status(self->handle, status_of(error)) : NULL;
}

/**
 * feedcore_gtk_texts_word:
 * @self: texts
 * @word: which one
 *
 * A word for a button: "重试"; "Try again".
 *
 * Returns: (transfer none) (nullable): the word; %NULL for a number that is none
 */
const char *feedcore_gtk_texts_word(FeedcoreGtkTexts *self, FeedcoreGtkWord word)
{
    g_return_val_if_fail(FEEDCORE_GTK_IS_TEXTS(self), NULL);
    return feedcore_texts_word(self->handle, (feedcore_word)word);
}
