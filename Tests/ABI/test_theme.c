/* Light and dark: what a theme tells, and when; its colours, and that they can be read. */
#include "live.h"

#include <jansson.h>
#include <math.h>

static feedcore_theme *new_theme(feedcore_context *context, const char *config)
{
    feedcore_theme *theme = NULL;
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_theme_new(context, config, config ? strlen(config) : 0, &theme, &error),
              FEEDCORE_OK);
    CHECK(theme && !error);
    return theme;
}

static void hear(feedcore_theme *theme, const feedcore_event *event, void *user_data)
{
    CHECK(theme);
    CHECK_INT(feedcore_event_get_kind(event), FEEDCORE_EVENT_THEME);
    CHECK_INT((int64_t)feedcore_event_request(event), 0);
    note(user_data, event);
}

static void becomes_dark_and_light(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_theme *theme = new_theme(context, NULL);
    Record record = {0};
    CHECK_INT(feedcore_theme_set_callback(theme, hear, &record, record_end), FEEDCORE_OK);
    CHECK_INT(feedcore_theme_get_appearance(theme), FEEDCORE_APPEARANCE_SYSTEM);
    CHECK_INT(feedcore_theme_is_dark(theme), 0);
    const uint32_t light = feedcore_theme_color(theme, FEEDCORE_COLOR_PAGE);

    CHECK(!is_readable(context));
    CHECK_INT(feedcore_theme_set_system_dark(theme, -5), FEEDCORE_OK);
    CHECK(is_readable(context));
    CHECK_INT(feedcore_theme_is_dark(theme), 0);
    CHECK_INT(feedcore_theme_color(theme, FEEDCORE_COLOR_PAGE), light);
    dispatch(context);
    CHECK_EVENTS(&record, "0 theme\n");
    CHECK_INT(feedcore_theme_is_dark(theme), 1);
    CHECK(feedcore_theme_color(theme, FEEDCORE_COLOR_PAGE) != light);

    CHECK_INT(feedcore_theme_set_appearance(theme, FEEDCORE_APPEARANCE_DARK), FEEDCORE_OK);
    dispatch(context);
    CHECK_EVENTS(&record, "");
    CHECK_INT(feedcore_theme_get_appearance(theme), FEEDCORE_APPEARANCE_DARK);

    CHECK_INT(feedcore_theme_set_appearance(theme, FEEDCORE_APPEARANCE_LIGHT), FEEDCORE_OK);
    CHECK_INT(feedcore_theme_set_appearance(theme, FEEDCORE_APPEARANCE_SYSTEM), FEEDCORE_OK);
    CHECK_INT(feedcore_theme_set_system_dark(theme, 0), FEEDCORE_OK);
    run(context);
    CHECK_EVENTS(&record, "0 theme\n"); /* what was wanted last is told */
    CHECK_INT(feedcore_theme_color(theme, FEEDCORE_COLOR_PAGE), light);

    /* What waits for one that is freed is told to nobody. */
    CHECK_INT(feedcore_theme_set_appearance(theme, FEEDCORE_APPEARANCE_DARK), FEEDCORE_OK);
    feedcore_theme_free(theme);
    CHECK_INT(record.destroyed, 1);
    dispatch(context);
    CHECK_EVENTS(&record, "");
    CHECK_INT(thread_count(), 1);
    feedcore_context_free(context);
}

static void free_it(feedcore_theme *theme, const feedcore_event *event, void *user_data)
{
    note(user_data, event);
    feedcore_theme_free(theme);
    CHECK_INT(((Record *)user_data)->destroyed, 0);
    CHECK_INT(feedcore_event_get_kind(event), FEEDCORE_EVENT_THEME);
}

static void may_be_freed_in_its_callback(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_theme *theme = new_theme(context, "{\"appearance\": \"light\"}");
    Record record = {0};
    CHECK_INT(feedcore_theme_set_callback(theme, free_it, &record, record_end), FEEDCORE_OK);
    CHECK_INT(feedcore_theme_set_appearance(theme, FEEDCORE_APPEARANCE_DARK), FEEDCORE_OK);
    CHECK_INT(feedcore_theme_set_system_dark(theme, 1), FEEDCORE_OK);
    dispatch(context);
    CHECK_INT(record.destroyed, 1);
    CHECK_EVENTS(&record, "0 theme\n");
    feedcore_context_free(context);
}

static void outlives_its_context(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_theme *theme = new_theme(context, "{\"appearance\": \"dark\"}");
    Record record = {0};
    CHECK_INT(feedcore_theme_set_callback(theme, hear, &record, record_end), FEEDCORE_OK);
    feedcore_context_free(context);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_theme_is_dark(theme), 1);
    CHECK(feedcore_theme_color(theme, FEEDCORE_COLOR_CARD) != 0);
    CHECK_INT(feedcore_theme_set_appearance(theme, FEEDCORE_APPEARANCE_LIGHT),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_theme_set_callback(theme, hear, &record, record_end), FEEDCORE_ERROR_THREAD);
    CHECK_INT(record.destroyed, 2);
    feedcore_theme_free(theme);
}

static feedcore_theme *elsewheres;

static void *use_elsewhere(void *unused)
{
    Record record = {0};
    CHECK_INT(feedcore_theme_set_appearance(elsewheres, FEEDCORE_APPEARANCE_LIGHT),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_theme_set_system_dark(elsewheres, 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_theme_set_callback(elsewheres, hear, &record, record_end),
              FEEDCORE_ERROR_THREAD);
    CHECK_INT(record.destroyed, 1);
    CHECK_INT(feedcore_theme_get_appearance(elsewheres), 0);
    CHECK_INT(feedcore_theme_is_dark(elsewheres), 0);
    CHECK_INT(feedcore_theme_color(elsewheres, FEEDCORE_COLOR_PAGE), 0);
    CHECK_INT(feedcore_theme_tag_color(elsewheres, "red"), 0);
    feedcore_theme_free(elsewheres);
    return unused;
}

static void is_for_its_thread(void)
{
    pthread_t thread;
    feedcore_context *context = new_context(IN_MEMORY);
    elsewheres = new_theme(context, "{\"appearance\": \"dark\"}");
    CHECK(pthread_create(&thread, NULL, use_elsewhere, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_INT(feedcore_theme_is_dark(elsewheres), 1);
    feedcore_theme_free(elsewheres);
    feedcore_context_free(context);
}

static void takes_colours_from_its_config(void)
{
    feedcore_context *context = new_context(IN_MEMORY);
    feedcore_error *error = NULL;
    feedcore_theme *theme = NULL;
    json_t *config = json_pack("{s:s, s:{s:s, s:s}}", "appearance", "dark", "dark", "tag-blue",
                               "#0102fF", "overlay", "#00000080");
    CHECK_INT(feedcore_theme_new_json(context, config, &theme, NULL), FEEDCORE_OK);
    json_decref(config);
    CHECK_INT(feedcore_theme_color(theme, FEEDCORE_COLOR_TAG_BLUE), 0x0102FFFF);
    CHECK_INT(feedcore_theme_tag_color(theme, "blue"), 0x0102FFFF);
    CHECK_INT(feedcore_theme_color(theme, FEEDCORE_COLOR_OVERLAY), 0x00000080);
    CHECK_INT(feedcore_theme_tag_color(theme, "red"),
              feedcore_theme_color(theme, FEEDCORE_COLOR_TAG_RED));
    CHECK_INT(feedcore_theme_tag_color(theme, NULL),
              feedcore_theme_color(theme, FEEDCORE_COLOR_TAG));
    CHECK_INT(feedcore_theme_tag_color(theme, "\xFF"),
              feedcore_theme_color(theme, FEEDCORE_COLOR_TAG));
    feedcore_theme_free(theme);

    static const char wrong[] = "{\"dark\": {\n  \"pages\": \"#000000\"}}";
    CHECK_INT(feedcore_theme_new(context, wrong, strlen(wrong), &theme, &error),
              FEEDCORE_ERROR_CONFIG);
    CHECK(theme == NULL);
    CHECK_TEXT(feedcore_error_path(error), "/dark/pages");
    CHECK_INT(feedcore_error_line(error), 2);
    feedcore_error_free(error);
    feedcore_context_free(context);
}

/* ------------------------------------------------------------------------ contrast */

static double channel(uint32_t color, int shift)
{
    return (color >> shift & 0xFF) / 255.0;
}

static double luminance(uint32_t color)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double c = channel(color, 24 - 8 * i);
        sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t one, uint32_t other)
{
    const double a = luminance(one), b = luminance(other);
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

static uint32_t over_grey(uint32_t color, double grey)
{
    const double alpha = channel(color, 0);
    uint32_t result = 0;
    for (int shift = 24; shift > 0; shift -= 8)
        result |= (uint32_t)lround((channel(color, shift) * alpha + grey * (1 - alpha)) * 255)
                  << shift;
    return result | 0xFF;
}

static void can_be_read(void)
{
    static const feedcore_color pairs[][2] = {
        {FEEDCORE_COLOR_PRIMARY_TEXT, FEEDCORE_COLOR_PAGE},
        {FEEDCORE_COLOR_PRIMARY_TEXT, FEEDCORE_COLOR_CARD},
        {FEEDCORE_COLOR_SECONDARY_TEXT, FEEDCORE_COLOR_PAGE},
        {FEEDCORE_COLOR_SECONDARY_TEXT, FEEDCORE_COLOR_CARD},
        {FEEDCORE_COLOR_ACCENT, FEEDCORE_COLOR_PAGE},
        {FEEDCORE_COLOR_ACCENT, FEEDCORE_COLOR_CARD},
        {FEEDCORE_COLOR_TAG_TEXT, FEEDCORE_COLOR_TAG_RED},
        {FEEDCORE_COLOR_TAG_TEXT, FEEDCORE_COLOR_TAG_BLUE},
        {FEEDCORE_COLOR_TAG_TEXT, FEEDCORE_COLOR_TAG},
    };
    static const char *const configs[] = {"{\"appearance\": \"light\"}", "{\"appearance\": \"dark\"}"};
    feedcore_context *context = new_context(IN_MEMORY);
    CHECK(fabs(contrast(0xFFFFFFFF, 0x000000FF) - 21) < 1e-9);
    for (int dark = 0; dark < 2; dark++) {
        feedcore_theme *theme = new_theme(context, configs[dark]);
        CHECK_INT(feedcore_theme_is_dark(theme), dark);
        for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
            CHECK(contrast(feedcore_theme_color(theme, pairs[i][0]),
                           feedcore_theme_color(theme, pairs[i][1])) >= 4.5);
        const uint32_t overlay = feedcore_theme_color(theme, FEEDCORE_COLOR_OVERLAY);
        for (int grey = 0; grey <= 1; grey++)
            CHECK(contrast(feedcore_theme_color(theme, FEEDCORE_COLOR_OVERLAY_TEXT),
                           over_grey(overlay, grey)) >= 4.5);
        /* The darker palette is the dark one. */
        CHECK((luminance(feedcore_theme_color(theme, FEEDCORE_COLOR_PAGE)) < 0.1) == dark);
        feedcore_theme_free(theme);
    }
    feedcore_context_free(context);
}

int main(void)
{
    becomes_dark_and_light();
    may_be_freed_in_its_callback();
    outlives_its_context();
    is_for_its_thread();
    takes_colours_from_its_config();
    can_be_read();
    return 0;
}
