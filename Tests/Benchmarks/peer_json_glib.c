#include <json-glib/json-glib.h>

#include "peers.h"

const char *name_of_json_glib(void)
{
    return "json-glib " JSON_VERSION_S;
}

int64_t run_json_glib(const char *body, size_t length)
{
    GError *error = NULL;
    const int64_t start = now();
    JsonParser *parser = json_parser_new();
    const gboolean is_read = json_parser_load_from_data(parser, body, (gssize)length, &error);
    int64_t time = now() - start;

    if (!is_read) {
        time = refused(error->message);
        g_error_free(error);
    }
    g_object_unref(parser);
    return time;
}
