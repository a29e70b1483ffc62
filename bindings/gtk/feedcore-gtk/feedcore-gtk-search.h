#pragma once

#include "feedcore-gtk-context.h"
#include "feedcore-gtk-enums.h"
#include "feedcore-gtk-feed.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_SEARCH (feedcore_gtk_search_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkSearch, feedcore_gtk_search, FEEDCORE_GTK, SEARCH, GObject)

FEEDCORE_GTK_API FeedcoreGtkSearch *feedcore_gtk_search_new(FeedcoreGtkContext *context, const char *config,
                                                            GError **error);
FEEDCORE_GTK_API feedcore_search *feedcore_gtk_search_get_handle(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API FeedcoreGtkFeed *feedcore_gtk_search_get_feed(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API const char *feedcore_gtk_search_get_query(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API void feedcore_gtk_search_set_query(FeedcoreGtkSearch *self, const char *query);
FEEDCORE_GTK_API FeedcoreGtkSearchState feedcore_gtk_search_get_state(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API const char *feedcore_gtk_search_get_prompt(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API const char *feedcore_gtk_search_get_placeholder(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API GStrv feedcore_gtk_search_dup_recent(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API void feedcore_gtk_search_submit(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API void feedcore_gtk_search_cancel(FeedcoreGtkSearch *self);
FEEDCORE_GTK_API void feedcore_gtk_search_clear_recent(FeedcoreGtkSearch *self);

G_END_DECLS
