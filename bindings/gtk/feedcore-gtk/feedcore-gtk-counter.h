#pragma once

#include "feedcore-gtk-api.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_COUNTER (feedcore_gtk_counter_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkCounter, feedcore_gtk_counter, FEEDCORE_GTK, COUNTER, GObject)

FEEDCORE_GTK_API FeedcoreGtkCounter *feedcore_gtk_counter_new(gint64 initial);
FEEDCORE_GTK_API gint64 feedcore_gtk_counter_get_count(FeedcoreGtkCounter *self);
FEEDCORE_GTK_API const char *feedcore_gtk_counter_get_text(FeedcoreGtkCounter *self);
FEEDCORE_GTK_API const char *feedcore_gtk_counter_get_format(FeedcoreGtkCounter *self);
FEEDCORE_GTK_API void feedcore_gtk_counter_set_format(FeedcoreGtkCounter *self, const char *format);
FEEDCORE_GTK_API void feedcore_gtk_counter_increment(FeedcoreGtkCounter *self);
FEEDCORE_GTK_API void feedcore_gtk_counter_decrement(FeedcoreGtkCounter *self);

G_END_DECLS
