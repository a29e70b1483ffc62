/* The counter: what it notifies, and how often. */
#include "feedcore-gtk.h"
#include "signals.h"

static void counts_and_notifies(void)
{
    FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(41);
    guint counts, texts, formats;
    count_signal(counter, "notify::count", &counts);
    count_signal(counter, "notify::text", &texts);
    count_signal(counter, "notify::format", &formats);
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "当前计数: 41");
    feedcore_gtk_counter_increment(counter);
    g_assert_cmpint(feedcore_gtk_counter_get_count(counter), ==, 42);
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "当前计数: 42");
    feedcore_gtk_counter_decrement(counter);
    feedcore_gtk_counter_decrement(counter);
    g_assert_cmpint(feedcore_gtk_counter_get_count(counter), ==, 40);
    g_assert_cmpuint(counts, ==, 3);
    g_assert_cmpuint(texts, ==, 3);
    g_assert_cmpuint(formats, ==, 0);
    g_assert_true(goes_with(counter));
}

static void stays_at_both_ends(void)
{
    FeedcoreGtkCounter *high = feedcore_gtk_counter_new(G_MAXINT64), *low = feedcore_gtk_counter_new(G_MININT64);
    guint counts_of_high, counts_of_low;
    count_signal(high, "notify", &counts_of_high);
    count_signal(low, "notify", &counts_of_low);
    feedcore_gtk_counter_increment(high);
    feedcore_gtk_counter_decrement(low);
    g_assert_cmpint(feedcore_gtk_counter_get_count(high), ==, G_MAXINT64);
    g_assert_cmpint(feedcore_gtk_counter_get_count(low), ==, G_MININT64);
    g_assert_cmpuint(counts_of_high, ==, 0);
    g_assert_cmpuint(counts_of_low, ==, 0);
    feedcore_gtk_counter_decrement(high);
    feedcore_gtk_counter_increment(low);
    g_assert_cmpuint(counts_of_high, ==, 2);
    g_assert_cmpuint(counts_of_low, ==, 2);
    g_object_unref(high);
    g_object_unref(low);
}

static void is_written_in_a_format(void)
{
    FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(7);
    guint formats, texts;
    count_signal(counter, "notify::format", &formats);
    count_signal(counter, "notify::text", &texts);
    g_assert_null(feedcore_gtk_counter_get_format(counter));
    feedcore_gtk_counter_set_format(counter, NULL);
    g_assert_cmpuint(formats, ==, 0);

    feedcore_gtk_counter_set_format(counter, "{count} of {count}");
    feedcore_gtk_counter_set_format(counter, "{count} of {count}");
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "7 of 7");
    g_assert_cmpstr(feedcore_gtk_counter_get_format(counter), ==, "{count} of {count}");
    g_assert_cmpuint(formats, ==, 1);
    g_assert_cmpuint(texts, ==, 1);

    feedcore_gtk_counter_set_format(counter, "");
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "");
    feedcore_gtk_counter_set_format(counter, NULL);
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "当前计数: 7");
    g_assert_cmpuint(formats, ==, 3);
    g_assert_cmpuint(texts, ==, 3);
    g_object_unref(counter);
}

static void refuses_a_format_that_is_no_text(void)
{
    FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(1);
    feedcore_gtk_counter_set_format(counter, "n: {count}");
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*g_utf8_validate*");
    feedcore_gtk_counter_set_format(counter, "\xff");
    g_test_assert_expected_messages();
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "n: 1");
    g_assert_cmpstr(feedcore_gtk_counter_get_format(counter), ==, "n: {count}");
    g_object_unref(counter);
}

static void has_properties(void)
{
    FeedcoreGtkCounter *counter =
        g_object_new(FEEDCORE_GTK_TYPE_COUNTER, "count", G_GINT64_CONSTANT(-3), "format", "<{count}>", NULL);
    gint64 count = 0;
    g_object_get(counter, "count", &count, NULL);
    g_assert_cmpint(count, ==, -3);
    g_autofree char *text = text_of(counter, "text");
    g_autofree char *format = text_of(counter, "format");
    g_assert_cmpstr(text, ==, "<-3>");
    g_assert_cmpstr(format, ==, "<{count}>");
    g_object_set(counter, "format", NULL, NULL);
    g_assert_cmpstr(feedcore_gtk_counter_get_text(counter), ==, "当前计数: -3");
    g_object_unref(counter);

    counter = g_object_new(FEEDCORE_GTK_TYPE_COUNTER, NULL);
    g_assert_cmpint(feedcore_gtk_counter_get_count(counter), ==, 0);
    g_object_unref(counter);
}

static void can_be_bound(void)
{
    FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(0), *other = feedcore_gtk_counter_new(0);
    g_object_bind_property(counter, "text", other, "format", G_BINDING_SYNC_CREATE);
    feedcore_gtk_counter_set_format(counter, "{count}!");
    feedcore_gtk_counter_increment(counter);
    g_assert_cmpstr(feedcore_gtk_counter_get_text(other), ==, "1!");
    g_object_unref(counter);
    g_object_unref(other);
}

static void may_go_while_it_notifies(void)
{
    FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(0);
    gpointer weak = counter;
    g_object_add_weak_pointer(G_OBJECT(counter), &weak);
    g_signal_connect(counter, "notify::count", G_CALLBACK(g_object_unref), NULL);
    feedcore_gtk_counter_increment(counter);
    g_assert_null(weak);
}

static void again(FeedcoreGtkCounter *counter)
{
    if (feedcore_gtk_counter_get_count(counter) < 5)
        feedcore_gtk_counter_increment(counter);
}

static void may_count_while_it_notifies(void)
{
    FeedcoreGtkCounter *counter = feedcore_gtk_counter_new(0);
    guint counts;
    count_signal(counter, "notify::count", &counts);
    g_signal_connect(counter, "notify::count", G_CALLBACK(again), NULL);
    feedcore_gtk_counter_increment(counter);
    g_assert_cmpint(feedcore_gtk_counter_get_count(counter), ==, 5);
    g_assert_cmpuint(counts, ==, 5);
    g_object_unref(counter);
}

static void complains_of_what_is_no_counter(void)
{
    GObject *other = g_object_new(G_TYPE_OBJECT, NULL);
    for (int i = 0; i < 4; i++)
        g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*FEEDCORE_GTK_IS_COUNTER*");
    feedcore_gtk_counter_increment(NULL);
    feedcore_gtk_counter_decrement((FeedcoreGtkCounter *)other);
    g_assert_cmpint(feedcore_gtk_counter_get_count(NULL), ==, 0);
    g_assert_null(feedcore_gtk_counter_get_text(NULL));
    g_test_assert_expected_messages();
    g_object_unref(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/counter/counts-and-notifies", counts_and_notifies);
    g_test_add_func("/counter/stays-at-both-ends", stays_at_both_ends);
    g_test_add_func("/counter/is-written-in-a-format", is_written_in_a_format);
    g_test_add_func("/counter/refuses-a-format-that-is-no-text", refuses_a_format_that_is_no_text);
    g_test_add_func("/counter/has-properties", has_properties);
    g_test_add_func("/counter/can-be-bound", can_be_bound);
    g_test_add_func("/counter/may-go-while-it-notifies", may_go_while_it_notifies);
    g_test_add_func("/counter/may-count-while-it-notifies", may_count_while_it_notifies);
    g_test_add_func("/counter/complains-of-what-is-no-counter", complains_of_what_is_no_counter);
    return g_test_run();
}
