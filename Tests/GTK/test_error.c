/* Errors: from the core's to GLib's. The functions are those of the library's own source, which aren't exported. */
#include "feedcore-gtk-enum-types.h"
#include "feedcore-gtk-private.h"
#include "signals.h"

/* The core's error about a text that is no feed of films. */
static feedcore_error *error_about(const char *text, feedcore_status expected)
{
    feedcore_mapping *mapping = NULL;
    feedcore_snapshot *page = NULL;
    feedcore_error *error = NULL;
    g_assert_cmpint(feedcore_mapping_builtin("netease-home", &mapping, NULL), ==, FEEDCORE_OK);
    g_assert_cmpint(feedcore_parse(mapping, text, strlen(text), &page, &error), ==, expected);
    feedcore_mapping_free(mapping);
    g_assert_nonnull(error);
    return error;
}

static void says_what_the_core_says(void)
{
    feedcore_error *why = error_about("[1, 2", FEEDCORE_ERROR_SYNTAX);
    GError *error = feedcore_gtk_error_new(why);
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_SYNTAX);
    g_assert_cmpstr(error->message, ==, feedcore_error_message(why));
    g_assert_cmpint(feedcore_gtk_error_get_http_status(error), ==, -1);
    g_assert_null(feedcore_gtk_error_get_service_code(error));
    g_assert_null(feedcore_gtk_error_get_service_message(error));
    g_assert_false(feedcore_gtk_error_is_retryable(error));
    feedcore_error_free(why);
    g_error_free(error);
    g_assert_null(feedcore_gtk_error_new(NULL));
}

static void says_what_the_service_says(void)
{
    feedcore_error *why = error_about("{\"code\": 301, \"message\": \"请登录\"}", FEEDCORE_ERROR_LOGIN_NEEDED);
    GError *error = feedcore_gtk_error_new(why), *copy = g_error_copy(error);
    feedcore_error_free(why);
    g_error_free(error);
    g_assert_error(copy, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_LOGIN_NEEDED);
    g_assert_cmpstr(feedcore_gtk_error_get_service_code(copy), ==, "301");
    g_assert_cmpstr(feedcore_gtk_error_get_service_message(copy), ==, "请登录");
    g_error_free(copy);
}

static void is_taken_over(void)
{
    GError *error = NULL;
    g_assert_true(feedcore_gtk_error_take(FEEDCORE_OK, NULL, &error));
    g_assert_no_error(error);
    g_assert_false(feedcore_gtk_error_take(FEEDCORE_ERROR_EMPTY, error_about(" ", FEEDCORE_ERROR_EMPTY), &error));
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_EMPTY);
    g_clear_error(&error);
    g_assert_false(feedcore_gtk_error_take(FEEDCORE_ERROR_EMPTY, error_about(" ", FEEDCORE_ERROR_EMPTY), NULL));
}

static void has_a_sentence_for_every_status(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (int status = FEEDCORE_ERROR_ARGUMENT; status >= FEEDCORE_ERROR_IMAGE; status--) {
        GError *error = NULL;
        g_assert_false(feedcore_gtk_error_take((feedcore_status)status, NULL, &error));
        if (status == FEEDCORE_ERROR_CANCELLED)
            g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        else
            g_assert_error(error, FEEDCORE_GTK_ERROR, -status);
        g_assert_true(g_hash_table_add(seen, g_strdup(error->message)));
        g_error_free(error);
    }
    GError *unknown = NULL; /* of a later version */
    g_assert_false(feedcore_gtk_error_take((feedcore_status)-99, NULL, &unknown));
    g_assert_error(unknown, FEEDCORE_GTK_ERROR, 99);
    g_assert_true(g_hash_table_add(seen, g_strdup(unknown->message)));
    g_error_free(unknown);
}

/* The enum has every status but CANCELLED, so each has a nick. */
static void has_a_name_for_every_status(void)
{
    GEnumClass *class = g_type_class_ref(FEEDCORE_GTK_TYPE_ERROR);
    for (int status = FEEDCORE_ERROR_ARGUMENT; status >= FEEDCORE_ERROR_IMAGE; status--) {
        const GEnumValue *value = g_enum_get_value(class, -status);
        if (status == FEEDCORE_ERROR_CANCELLED)
            g_assert_null(value);
        else
            g_assert_cmpstr(value->value_nick, ==, feedcore_status_name((feedcore_status)status));
    }
    g_type_class_unref(class);
}

static GError *error_of_service(const char *text)
{
    feedcore_error *why = error_about(text, FEEDCORE_ERROR_REFUSED);
    GError *error = feedcore_gtk_error_new(why);
    feedcore_error_free(why);
    return error;
}

static void is_compared(void)
{
    GError *one = error_of_service("{\"code\": 400, \"message\": \"no\"}");
    GError *same = error_of_service("{\"code\": 400, \"message\": \"no\"}");
    GError *other = error_of_service("{\"code\": 401, \"message\": \"no\"}");
    GError *foreign = g_error_new_literal(G_IO_ERROR, one->code, one->message);
    GError *foreign_too = g_error_copy(foreign);
    GError *without = g_error_new_literal(FEEDCORE_GTK_ERROR, one->code, one->message);
    g_assert_true(feedcore_gtk_error_equal(NULL, NULL));
    g_assert_true(feedcore_gtk_error_equal(one, one));
    g_assert_true(feedcore_gtk_error_equal(one, same));
    g_assert_true(feedcore_gtk_error_equal(foreign, foreign_too));
    g_assert_false(feedcore_gtk_error_equal(one, NULL));
    g_assert_false(feedcore_gtk_error_equal(NULL, one));
    g_assert_false(feedcore_gtk_error_equal(one, other));
    g_assert_false(feedcore_gtk_error_equal(one, without));
    g_assert_false(feedcore_gtk_error_equal(one, foreign));
    g_assert_false(feedcore_gtk_error_equal(foreign, one));
    GError *all[] = {one, same, other, foreign, foreign_too, without};
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_error_free(all[i]);
}

static void knows_nothing_of_other_domains(void)
{
    g_autoptr(GError) foreign = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_FAILED, "not ours");
    const GError *errors[] = {foreign, NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(errors); i++) {
        g_assert_cmpint(feedcore_gtk_error_get_http_status(errors[i]), ==, -1);
        g_assert_null(feedcore_gtk_error_get_service_code(errors[i]));
        g_assert_null(feedcore_gtk_error_get_service_message(errors[i]));
        g_assert_false(feedcore_gtk_error_is_retryable(errors[i]));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/error/says-what-the-core-says", says_what_the_core_says);
    g_test_add_func("/error/says-what-the-service-says", says_what_the_service_says);
    g_test_add_func("/error/is-taken-over", is_taken_over);
    g_test_add_func("/error/has-a-sentence-for-every-status", has_a_sentence_for_every_status);
    g_test_add_func("/error/has-a-name-for-every-status", has_a_name_for_every_status);
    g_test_add_func("/error/is-compared", is_compared);
    g_test_add_func("/error/knows-nothing-of-other-domains", knows_nothing_of_other_domains);
    return g_test_run();
}
