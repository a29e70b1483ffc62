/* A context that asks no network: what its addresses answer is told to it. */
#pragma once

#include "feedcore-gtk.h"

static inline FeedcoreGtkContext *new_gtk_context(const char *config)
{
    GError *error = NULL;
    FeedcoreGtkContext *context = feedcore_gtk_context_new(config, &error);
    g_assert_no_error(error);
    return context;
}

static inline feedcore_context *core_of(FeedcoreGtkContext *context)
{
    return feedcore_gtk_context_get_handle(context);
}

static inline void respond_bytes(FeedcoreGtkContext *context, const char *url, int http_status, GBytes *body)
{
    gsize length = 0;
    const char *bytes = body ? g_bytes_get_data(body, &length) : "";
    g_assert_cmpint(feedcore_test_respond(core_of(context), url, http_status, NULL, bytes, length), ==,
                    FEEDCORE_OK);
}

static inline void respond_text(FeedcoreGtkContext *context, const char *url, int http_status, const char *body)
{
    g_autoptr(GBytes) bytes = g_bytes_new_static(body, strlen(body));
    respond_bytes(context, url, http_status, bytes);
}

static inline guint request_count(FeedcoreGtkContext *context, const char *url)
{
    return (guint)feedcore_test_request_count(core_of(context), url);
}
