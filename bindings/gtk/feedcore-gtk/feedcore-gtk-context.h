#pragma once

#include "feedcore-gtk-api.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_CONTEXT (feedcore_gtk_context_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkContext, feedcore_gtk_context, FEEDCORE_GTK, CONTEXT, GObject)

FEEDCORE_GTK_API FeedcoreGtkContext *feedcore_gtk_context_new(const char *config, GError **error);
FEEDCORE_GTK_API const char *feedcore_gtk_context_get_config(FeedcoreGtkContext *self);
FEEDCORE_GTK_API feedcore_context *feedcore_gtk_context_get_handle(FeedcoreGtkContext *self);

FEEDCORE_GTK_API gboolean feedcore_gtk_context_clear_store(FeedcoreGtkContext *self, GError **error);
FEEDCORE_GTK_API gboolean feedcore_gtk_context_clear_images(FeedcoreGtkContext *self, GError **error);

FEEDCORE_GTK_API void feedcore_gtk_context_import_users_async(FeedcoreGtkContext *self, GBytes *json,
                                                              GCancellable *cancellable,
                                                              GAsyncReadyCallback callback, gpointer user_data);
FEEDCORE_GTK_API gint64 feedcore_gtk_context_import_users_finish(FeedcoreGtkContext *self, GAsyncResult *result,
                                                                 GError **error);

G_END_DECLS
