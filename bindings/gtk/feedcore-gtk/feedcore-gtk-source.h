#pragma once

#include "feedcore-gtk-api.h"
#include "feedcore-gtk-enums.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_SOURCE (feedcore_gtk_source_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkSource, feedcore_gtk_source, FEEDCORE_GTK, SOURCE, GObject)

FEEDCORE_GTK_API const char *feedcore_gtk_source_get_name(FeedcoreGtkSource *self);
FEEDCORE_GTK_API FeedcoreGtkState feedcore_gtk_source_get_state(FeedcoreGtkSource *self);
FEEDCORE_GTK_API const GError *feedcore_gtk_source_get_error(FeedcoreGtkSource *self);
FEEDCORE_GTK_API int feedcore_gtk_source_get_http_status(FeedcoreGtkSource *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_source_get_retryable(FeedcoreGtkSource *self);
FEEDCORE_GTK_API gint64 feedcore_gtk_source_get_time(FeedcoreGtkSource *self);

FEEDCORE_GTK_API void feedcore_gtk_source_refresh_async(FeedcoreGtkSource *self, GCancellable *cancellable,
                                                        GAsyncReadyCallback callback, gpointer user_data);
FEEDCORE_GTK_API gboolean feedcore_gtk_source_refresh_finish(FeedcoreGtkSource *self, GAsyncResult *result,
                                                             GError **error);

G_END_DECLS
