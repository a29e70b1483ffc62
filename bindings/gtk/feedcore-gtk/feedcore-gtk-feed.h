#pragma once

#include "feedcore-gtk-context.h"
#include "feedcore-gtk-enums.h"
#include "feedcore-gtk-section.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_FEED (feedcore_gtk_feed_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkFeed, feedcore_gtk_feed, FEEDCORE_GTK, FEED, GObject)

FEEDCORE_GTK_API FeedcoreGtkFeed *feedcore_gtk_feed_new(FeedcoreGtkContext *context, const char *config,
                                                        GError **error);
FEEDCORE_GTK_API feedcore_feed *feedcore_gtk_feed_get_handle(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API FeedcoreGtkContext *feedcore_gtk_feed_get_context(FeedcoreGtkFeed *self);

/* how it stands */
FEEDCORE_GTK_API FeedcoreGtkState feedcore_gtk_feed_get_state(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_get_loading(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API double feedcore_gtk_feed_get_progress(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API const GError *feedcore_gtk_feed_get_error(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API gint64 feedcore_gtk_feed_get_time(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_get_can_load_more(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API const char *feedcore_gtk_feed_get_end_text(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API GListModel *feedcore_gtk_feed_get_sources(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API FeedcoreGtkSection *feedcore_gtk_feed_get_section(FeedcoreGtkFeed *self, const char *key);

/* requests; each has its own end */
FEEDCORE_GTK_API void feedcore_gtk_feed_refresh_async(FeedcoreGtkFeed *self, GCancellable *cancellable,
                                                      GAsyncReadyCallback callback, gpointer user_data);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_refresh_finish(FeedcoreGtkFeed *self, GAsyncResult *result,
                                                           GError **error);
FEEDCORE_GTK_API void feedcore_gtk_feed_reload_async(FeedcoreGtkFeed *self, GCancellable *cancellable,
                                                     GAsyncReadyCallback callback, gpointer user_data);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_reload_finish(FeedcoreGtkFeed *self, GAsyncResult *result,
                                                          GError **error);
FEEDCORE_GTK_API void feedcore_gtk_feed_load_more_async(FeedcoreGtkFeed *self, GCancellable *cancellable,
                                                        GAsyncReadyCallback callback, gpointer user_data);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_load_more_finish(FeedcoreGtkFeed *self, GAsyncResult *result,
                                                             GError **error);
FEEDCORE_GTK_API void feedcore_gtk_feed_load_bytes_async(FeedcoreGtkFeed *self, guint source, GBytes *bytes,
                                                         GCancellable *cancellable, GAsyncReadyCallback callback,
                                                         gpointer user_data);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_load_bytes_finish(FeedcoreGtkFeed *self, GAsyncResult *result,
                                                              GError **error);

/* the screen */
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_set_viewport(FeedcoreGtkFeed *self, double width, double height,
                                                         double scale);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_get_banners_paused(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API void feedcore_gtk_feed_set_banners_paused(FeedcoreGtkFeed *self, gboolean paused);

/* rearranging */
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_move_section(FeedcoreGtkFeed *self, const char *key, guint position);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_hide_section(FeedcoreGtkFeed *self, const char *key, gboolean hidden);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_remove_section(FeedcoreGtkFeed *self, const char *key);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_insert_section(FeedcoreGtkFeed *self, const char *json, guint position,
                                                           GError **error);
FEEDCORE_GTK_API GListModel *feedcore_gtk_feed_get_hidden_sections(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API char *feedcore_gtk_feed_dup_arrangement(FeedcoreGtkFeed *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_feed_set_arrangement(FeedcoreGtkFeed *self, const char *json,
                                                            GError **error);

G_END_DECLS
