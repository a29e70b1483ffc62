/* The counter's whole life, and every way in which its callback's data can end. */
#include "check.h"

typedef struct {
    int calls;
    int destroyed;
    int64_t count;
    int64_t stop_at; /* frees the counter when it gets there */
    int in_callback;
    int destroyed_in_callback;
} Record;

static void destroy(void *user_data)
{
    Record *record = user_data;
    record->destroyed++;
    record->destroyed_in_callback |= record->in_callback;
}

static void note(feedcore_counter *counter, int64_t count, void *user_data)
{
    Record *record = user_data;
    CHECK(record->destroyed == 0);
    CHECK(feedcore_counter_count(counter) == count);
    record->calls++;
    record->count = count;
}

static void counts_and_tells(void)
{
    Record record = {0};
    feedcore_counter *counter = feedcore_counter_new(41);
    CHECK_INT(feedcore_counter_set_callback(counter, note, &record, destroy), FEEDCORE_OK);
    CHECK_INT(feedcore_counter_increment(counter), FEEDCORE_OK);
    CHECK_INT(record.count, 42);
    CHECK_INT(feedcore_counter_decrement(counter), FEEDCORE_OK);
    CHECK_INT(feedcore_counter_decrement(counter), FEEDCORE_OK);
    CHECK_INT(record.count, 40);
    CHECK_INT(record.calls, 3);
    CHECK_INT(feedcore_counter_count(counter), 40);
    CHECK_TEXT(feedcore_counter_text(counter), "当前计数: 40");
    feedcore_counter_free(counter);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(record.calls, 3);
}

static void stays_at_both_ends(void)
{
    Record record = {0};
    feedcore_counter *counter = feedcore_counter_new(INT64_MAX - 1);
    feedcore_counter_set_callback(counter, note, &record, NULL);
    for (int i = 0; i < 3; i++)
        CHECK_INT(feedcore_counter_increment(counter), FEEDCORE_OK);
    CHECK_INT(feedcore_counter_count(counter), INT64_MAX);
    CHECK_INT(record.calls, 1);
    CHECK_TEXT(feedcore_counter_text(counter), "当前计数: 9223372036854775807");
    feedcore_counter_free(counter);

    record = (Record){0};
    counter = feedcore_counter_new(INT64_MIN + 1);
    feedcore_counter_set_callback(counter, note, &record, NULL);
    for (int i = 0; i < 3; i++)
        CHECK_INT(feedcore_counter_decrement(counter), FEEDCORE_OK);
    CHECK_INT(feedcore_counter_count(counter), INT64_MIN);
    CHECK_INT(record.calls, 1);
    CHECK_TEXT(feedcore_counter_text(counter), "当前计数: -9223372036854775808");
    feedcore_counter_free(counter);
}

static void formats(void)
{
    feedcore_counter *counter = feedcore_counter_new(-7);
    CHECK_INT(feedcore_counter_set_format(counter, "{count} of {count}"), FEEDCORE_OK);
    CHECK_TEXT(feedcore_counter_text(counter), "-7 of -7");
    CHECK_INT(feedcore_counter_set_format(counter, ""), FEEDCORE_OK);
    CHECK_TEXT(feedcore_counter_text(counter), "");
    CHECK_INT(feedcore_counter_set_format(counter, "{count {count} {Count} {}%d%s"), FEEDCORE_OK);
    CHECK_TEXT(feedcore_counter_text(counter), "{count -7 {Count} {}%d%s");
    CHECK_INT(feedcore_counter_set_format(counter, NULL), FEEDCORE_OK);
    CHECK_TEXT(feedcore_counter_text(counter), "当前计数: -7");
    feedcore_counter_free(counter);
}

static void refuses_a_format_that_is_no_text(void)
{
    static const char *const broken[] = {
        "\xFF",             /* no such byte */
        "a\xC3",            /* cut short */
        "\xC0\x80",         /* U+0000 in two bytes */
        "\xED\xA0\x80",     /* a surrogate */
        "\xF4\x90\x80\x80", /* past U+10FFFF */
        "\x80 {count}",     /* a tail without a head */
    };
    feedcore_counter *counter = feedcore_counter_new(3);
    feedcore_counter_set_format(counter, "n={count}");
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        CHECK_INT(feedcore_counter_set_format(counter, broken[i]), FEEDCORE_ERROR_ARGUMENT);
    CHECK_TEXT(feedcore_counter_text(counter), "n=3");
    feedcore_counter_free(counter);
}

static void text_stays_until_a_change(void)
{
    feedcore_counter *counter = feedcore_counter_new(INT64_MAX);
    const char *text = feedcore_counter_text(counter);
    feedcore_counter_count(counter);
    CHECK(feedcore_counter_text(counter) == text);
    feedcore_counter_increment(counter); /* no change, at the end */
    CHECK(feedcore_counter_text(counter) == text);
    CHECK_TEXT(text, "当前计数: 9223372036854775807");
    feedcore_counter_free(counter);
}

static void replacing_destroys_once(void)
{
    Record first = {0}, second = {0};
    feedcore_counter *counter = feedcore_counter_new(0);
    feedcore_counter_set_callback(counter, note, &first, destroy);
    feedcore_counter_set_callback(counter, note, &second, destroy);
    CHECK_INT(first.destroyed, 1);
    CHECK_INT(second.destroyed, 0);
    feedcore_counter_increment(counter);
    CHECK_INT(first.calls, 0);
    CHECK_INT(second.calls, 1);
    feedcore_counter_set_callback(counter, NULL, NULL, NULL);
    CHECK_INT(second.destroyed, 1);
    feedcore_counter_increment(counter);
    feedcore_counter_free(counter);
    CHECK_INT(first.destroyed, 1);
    CHECK_INT(second.destroyed, 1);
    CHECK_INT(second.calls, 1);
}

static void the_same_data_again_is_destroyed_again(void)
{
    Record record = {0};
    feedcore_counter *counter = feedcore_counter_new(0);
    feedcore_counter_set_callback(counter, note, &record, destroy);
    feedcore_counter_set_callback(counter, note, &record, destroy);
    CHECK_INT(record.destroyed, 1);
    feedcore_counter_free(counter);
    CHECK_INT(record.destroyed, 2);
}

static void a_failed_registration_destroys_too(void)
{
    Record record = {0};
    CHECK_INT(feedcore_counter_set_callback(NULL, note, &record, destroy), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(record.destroyed, 1);
}

static void data_without_a_callback_is_destroyed_once(void)
{
    Record record = {0};
    feedcore_counter *counter = feedcore_counter_new(0);
    CHECK_INT(feedcore_counter_set_callback(counter, NULL, &record, destroy), FEEDCORE_OK);
    feedcore_counter_increment(counter);
    feedcore_counter_free(counter);
    CHECK_INT(record.destroyed, 1);
}

/* Goes on until it stops itself: increments from inside, and frees in the innermost call. */
static void climb(feedcore_counter *counter, int64_t count, void *user_data)
{
    Record *record = user_data;
    CHECK(record->destroyed == 0);
    record->in_callback++;
    record->calls++;
    if (count == record->stop_at)
        feedcore_counter_free(counter);
    else
        CHECK_INT(feedcore_counter_increment(counter), FEEDCORE_OK);
    CHECK(record->destroyed == 0); /* the data is still lent to this call */
    record->in_callback--;
}

static void freeing_inside_the_callback(void)
{
    for (int64_t depth = 1; depth <= 4; depth++) {
        Record record = {.stop_at = depth};
        feedcore_counter *counter = feedcore_counter_new(0);
        feedcore_counter_set_callback(counter, climb, &record, destroy);
        CHECK_INT(feedcore_counter_increment(counter), FEEDCORE_OK);
        CHECK_INT(record.calls, depth);
        CHECK_INT(record.destroyed, 1);
        CHECK_INT(record.destroyed_in_callback, 0);
    }
}

static Record replacement;

static void replace(feedcore_counter *counter, int64_t count, void *user_data)
{
    Record *record = user_data;
    record->in_callback++;
    record->calls++;
    CHECK_INT(feedcore_counter_set_callback(counter, note, &replacement, destroy), FEEDCORE_OK);
    CHECK(record->destroyed == 0);
    CHECK_INT(feedcore_counter_set_format(counter, "now {count}"), FEEDCORE_OK);
    CHECK_INT(feedcore_counter_increment(counter), FEEDCORE_OK); /* tells the new one */
    CHECK_INT(replacement.count, count + 1);
    record->in_callback--;
}

static void replacing_inside_the_callback(void)
{
    Record record = {0};
    feedcore_counter *counter = feedcore_counter_new(10);
    feedcore_counter_set_callback(counter, replace, &record, destroy);
    CHECK_INT(feedcore_counter_increment(counter), FEEDCORE_OK);
    CHECK_INT(record.calls, 1);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(record.destroyed_in_callback, 0);
    CHECK_INT(replacement.calls, 1);
    CHECK_INT(replacement.destroyed, 0);
    CHECK_TEXT(feedcore_counter_text(counter), "now 12");
    feedcore_counter_free(counter);
    CHECK_INT(replacement.destroyed, 1);
}

int main(void)
{
    counts_and_tells();
    stays_at_both_ends();
    formats();
    refuses_a_format_that_is_no_text();
    text_stays_until_a_change();
    replacing_destroys_once();
    the_same_data_again_is_destroyed_again();
    a_failed_registration_destroys_too();
    data_without_a_callback_is_destroyed_once();
    freeing_inside_the_callback();
    replacing_inside_the_callback();
    return 0;
}
