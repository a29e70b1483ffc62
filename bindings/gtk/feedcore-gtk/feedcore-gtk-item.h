#pragma once

#include "feedcore-gtk-action.h"
#include "feedcore-gtk-api.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_ITEM (feedcore_gtk_item_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkItem, feedcore_gtk_item, FEEDCORE_GTK, ITEM, GObject)

FEEDCORE_GTK_API const char *feedcore_gtk_item_get_id(FeedcoreGtkItem *self);
FEEDCORE_GTK_API guint64 feedcore_gtk_item_get_uid(FeedcoreGtkItem *self);
FEEDCORE_GTK_API const char *feedcore_gtk_item_get_title(FeedcoreGtkItem *self);
FEEDCORE_GTK_API const char *feedcore_gtk_item_get_subtitle(FeedcoreGtkItem *self);
FEEDCORE_GTK_API const char *feedcore_gtk_item_get_text(FeedcoreGtkItem *self);
FEEDCORE_GTK_API const char *feedcore_gtk_item_get_html(FeedcoreGtkItem *self);
FEEDCORE_GTK_API const char *feedcore_gtk_item_get_image(FeedcoreGtkItem *self);
FEEDCORE_GTK_API gint64 feedcore_gtk_item_get_play_count(FeedcoreGtkItem *self);
FEEDCORE_GTK_API GStrv feedcore_gtk_item_dup_labels(FeedcoreGtkItem *self);
FEEDCORE_GTK_API GListModel *feedcore_gtk_item_get_children(FeedcoreGtkItem *self);

/* extras, by name; the absent values are those of feedcore.h */
FEEDCORE_GTK_API const char *feedcore_gtk_item_get_extra_text(FeedcoreGtkItem *self, const char *name);
FEEDCORE_GTK_API double feedcore_gtk_item_get_extra_number(FeedcoreGtkItem *self, const char *name);
FEEDCORE_GTK_API gint64 feedcore_gtk_item_get_extra_integer(FeedcoreGtkItem *self, const char *name);
FEEDCORE_GTK_API gint64 feedcore_gtk_item_get_extra_time(FeedcoreGtkItem *self, const char *name);
FEEDCORE_GTK_API GStrv feedcore_gtk_item_dup_extra_list(FeedcoreGtkItem *self, const char *name);

FEEDCORE_GTK_API FeedcoreGtkAction *feedcore_gtk_item_dup_action(FeedcoreGtkItem *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_item_activate(FeedcoreGtkItem *self);

G_END_DECLS
