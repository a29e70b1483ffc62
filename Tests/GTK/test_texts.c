/* Texts: in whose language, in which zone, and what is absent. What they say is tested where it is written. */
#include "feedcore-gtk.h"
#include "signals.h"

#include <math.h>

#define MINUTE G_GINT64_CONSTANT(60000)

/* As g_assert_cmpstr, of a text that is freed. */
static void assert_text(char *text, const char *expected)
{
    g_assert_cmpstr(text, ==, expected);
    g_free(text);
}

static void set_zone(const char *zone)
{
    g_setenv("TZ", zone, TRUE);
}

static gint64 now(void)
{
    return g_get_real_time() / 1000;
}

static void assert_language(const char *asked, const char *expected)
{
    FeedcoreGtkTexts *texts = feedcore_gtk_texts_new(asked);
    g_assert_cmpstr(feedcore_gtk_texts_get_language(texts), ==, expected);
    g_autofree char *language = text_of(texts, "language");
    g_assert_cmpstr(language, ==, expected);
    g_assert_true(goes_with(texts));
}

static void are_in_a_language(void)
{
    assert_language("zh-CN", "zh-Hans");
    assert_language("zh_TW.UTF-8", "zh-Hans");
    assert_language("en-GB", "en");
    assert_language("de", "en");
    assert_language("", "en");
}

static void are_in_the_language_of_the_desktop(void)
{
    g_setenv("LANGUAGE", "zh_CN", TRUE);
    assert_language(NULL, "zh-Hans");
    g_setenv("LANGUAGE", "de:zh_CN:en", TRUE); /* there are none in German: the next one */
    assert_language(NULL, "zh-Hans");
    g_setenv("LANGUAGE", "de:en_GB:zh", TRUE);
    assert_language(NULL, "en");
    g_setenv("LANGUAGE", "zha:de", TRUE); /* Zhuang */
    assert_language(NULL, "en");
    g_unsetenv("LANGUAGE");
    assert_language(NULL, "en");
}

static void refuse_a_language_that_is_no_text(void)
{
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*g_utf8_validate*");
    g_assert_null(feedcore_gtk_texts_new("\xff"));
    g_test_assert_expected_messages();
    FeedcoreGtkTexts *texts = g_object_new(FEEDCORE_GTK_TYPE_TEXTS, "language", "\xff", NULL);
    g_assert_cmpstr(feedcore_gtk_texts_get_language(texts), ==, "en");
    g_object_unref(texts);
}

static void say_numbers(void)
{
    FeedcoreGtkTexts *zh = feedcore_gtk_texts_new("zh"), *en = feedcore_gtk_texts_new("en");
    assert_text(feedcore_gtk_texts_count(zh, 12000), "1.2万");
    assert_text(feedcore_gtk_texts_count(en, 9999), "9,999");
    assert_text(feedcore_gtk_texts_plays(zh, 12000), "1.2万次播放");
    assert_text(feedcore_gtk_texts_plays(en, 1), "1 play");
    assert_text(feedcore_gtk_texts_duration(en, 187999), "3:07");
    assert_text(feedcore_gtk_texts_year(zh, 2021), "2021年");
    assert_text(feedcore_gtk_texts_rating(en, 8.56), "8.6");
    assert_text(feedcore_gtk_texts_rating(zh, NAN), "暂无评分");
    g_object_unref(zh);
    g_object_unref(en);
}

static void leave_out_what_is_absent(void)
{
    FeedcoreGtkTexts *texts = feedcore_gtk_texts_new("en");
    g_assert_null(feedcore_gtk_texts_count(texts, -1));
    g_assert_null(feedcore_gtk_texts_plays(texts, -1));
    g_assert_null(feedcore_gtk_texts_duration(texts, -1));
    g_assert_null(feedcore_gtk_texts_year(texts, 0));
    const gint64 nowhere[] = {G_MININT64, G_MAXINT64, -G_MAXINT64};
    for (size_t i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        g_assert_null(feedcore_gtk_texts_date(texts, nowhere[i]));
        g_assert_null(feedcore_gtk_texts_date_time(texts, nowhere[i]));
        g_assert_null(feedcore_gtk_texts_relative(texts, nowhere[i]));
    }
    g_assert_null(feedcore_gtk_texts_age(texts, G_MININT64));
    g_object_unref(texts);
}

/* The offset is that of the time, not that of today. */
static void show_times_in_the_zone_of_the_desktop(void)
{
    FeedcoreGtkTexts *texts = feedcore_gtk_texts_new("en");
    const gint64 may = G_GINT64_CONSTANT(1621346700000); /* 2021-05-18 14:05 UTC */
    const gint64 january = G_GINT64_CONSTANT(1610978700000); /* 2021-01-18 14:05 UTC */
    set_zone("UTC");
    assert_text(feedcore_gtk_texts_date_time(texts, may), "May 18, 2021, 14:05");
    set_zone("Europe/Berlin");
    assert_text(feedcore_gtk_texts_date_time(texts, may), "May 18, 2021, 16:05");
    assert_text(feedcore_gtk_texts_date_time(texts, january), "Jan 18, 2021, 15:05");
    set_zone("Asia/Shanghai");
    assert_text(feedcore_gtk_texts_date_time(texts, may), "May 18, 2021, 22:05");
    assert_text(feedcore_gtk_texts_date(texts, may + 120 * MINUTE), "May 19, 2021");
    set_zone("Asia/Kolkata");
    assert_text(feedcore_gtk_texts_date_time(texts, may), "May 18, 2021, 19:35");
    set_zone("UTC");
    g_object_unref(texts);
}

static void see_times_from_now(void)
{
    FeedcoreGtkTexts *zh = feedcore_gtk_texts_new("zh"), *en = feedcore_gtk_texts_new("en");
    assert_text(feedcore_gtk_texts_relative(en, now() - 5 * MINUTE - 1000), "5 min ago");
    assert_text(feedcore_gtk_texts_relative(zh, now() - 5 * MINUTE - 1000), "5分钟前");
    assert_text(feedcore_gtk_texts_age(en, now() - 5 * MINUTE - 1000), "Updated 5 min ago");
    assert_text(feedcore_gtk_texts_age(zh, now() + 5 * MINUTE), "刚刚更新");
    g_object_unref(zh);
    g_object_unref(en);
}

static void say_words(void)
{
    FeedcoreGtkTexts *zh = feedcore_gtk_texts_new("zh"), *en = feedcore_gtk_texts_new("en");
    g_assert_cmpstr(feedcore_gtk_texts_word(zh, FEEDCORE_GTK_WORD_RETRY), ==, "重试");
    g_assert_cmpstr(feedcore_gtk_texts_word(en, FEEDCORE_GTK_WORD_RETRY), ==, "Try again");
    g_assert_null(feedcore_gtk_texts_word(en, 99));
    g_assert_cmpstr(feedcore_gtk_texts_screen_title(zh, "douban-movies"), ==, "电影首页");
    g_assert_null(feedcore_gtk_texts_screen_title(zh, "nothing"));
    g_assert_null(feedcore_gtk_texts_screen_title(zh, NULL));
    g_assert_nonnull(feedcore_gtk_texts_section_title(en, FEEDCORE_GTK_SECTION_KIND_STYLE_RCMD));
    g_assert_null(feedcore_gtk_texts_section_title(en, FEEDCORE_GTK_SECTION_KIND_BANNER));
    g_assert_nonnull(feedcore_gtk_texts_state(en, FEEDCORE_GTK_STATE_FAILED));
    g_assert_null(feedcore_gtk_texts_state(en, FEEDCORE_GTK_STATE_READY));
    g_assert_nonnull(feedcore_gtk_texts_search(en, FEEDCORE_GTK_SEARCH_STATE_EMPTY));
    g_assert_null(feedcore_gtk_texts_search(en, FEEDCORE_GTK_SEARCH_STATE_RESULTS));
    g_object_unref(zh);
    g_object_unref(en);
}

static const char *line_of(FeedcoreGtkTexts *texts, GQuark domain, int code)
{
    g_autoptr(GError) error = g_error_new_literal(domain, code, "for programmers");
    return feedcore_gtk_texts_error(texts, error);
}

static void say_what_failed(void)
{
    FeedcoreGtkTexts *texts = feedcore_gtk_texts_new("en");
    const char *network = line_of(texts, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_NETWORK);
    const char *cancelled = line_of(texts, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    const char *unknown = line_of(texts, FEEDCORE_GTK_ERROR, 12345);
    g_assert_cmpstr(network, !=, "");
    g_assert_cmpstr(cancelled, !=, "");
    g_assert_cmpstr(unknown, !=, "");
    g_assert_cmpstr(network, !=, unknown);
    g_assert_cmpstr(cancelled, !=, unknown);
    g_assert_cmpstr(line_of(texts, G_IO_ERROR, G_IO_ERROR_NOT_FOUND), ==, unknown);
    g_assert_null(feedcore_gtk_texts_error(texts, NULL));
    g_object_unref(texts);
}

static void complain_of_what_are_no_texts(void)
{
    for (int i = 0; i < 3; i++)
        g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*FEEDCORE_GTK_IS_TEXTS*");
    g_assert_null(feedcore_gtk_texts_get_language(NULL));
    g_assert_null(feedcore_gtk_texts_count(NULL, 1));
    g_assert_null(feedcore_gtk_texts_word(NULL, FEEDCORE_GTK_WORD_MORE));
    g_test_assert_expected_messages();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/texts/are-in-a-language", are_in_a_language);
    g_test_add_func("/texts/are-in-the-language-of-the-desktop", are_in_the_language_of_the_desktop);
    g_test_add_func("/texts/refuse-a-language-that-is-no-text", refuse_a_language_that_is_no_text);
    g_test_add_func("/texts/say-numbers", say_numbers);
    g_test_add_func("/texts/leave-out-what-is-absent", leave_out_what_is_absent);
    g_test_add_func("/texts/show-times-in-the-zone-of-the-desktop", show_times_in_the_zone_of_the_desktop);
    g_test_add_func("/texts/see-times-from-now", see_times_from_now);
    g_test_add_func("/texts/say-words", say_words);
    g_test_add_func("/texts/say-what-failed", say_what_failed);
    g_test_add_func("/texts/complain-of-what-are-no-texts", complain_of_what_are_no_texts);
    return g_test_run();
}
