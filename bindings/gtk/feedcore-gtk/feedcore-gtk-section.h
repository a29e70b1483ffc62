#pragma once

#include "feedcore-gtk-action.h"
#include "feedcore-gtk-api.h"
#include "feedcore-gtk-enums.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_SECTION (feedcore_gtk_section_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkSection, feedcore_gtk_section, FEEDCORE_GTK, SECTION, GObject)

/* what it is */
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_key(FeedcoreGtkSection *self);
FEEDCORE_GTK_API guint64 feedcore_gtk_section_get_uid(FeedcoreGtkSection *self);
FEEDCORE_GTK_API FeedcoreGtkSectionKind feedcore_gtk_section_get_kind(FeedcoreGtkSection *self);
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_server_type(FeedcoreGtkSection *self);

/* its head; absent texts are NULL */
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_title(FeedcoreGtkSection *self);
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_subtitle(FeedcoreGtkSection *self);
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_title_image(FeedcoreGtkSection *self);
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_button_text(FeedcoreGtkSection *self);
FEEDCORE_GTK_API FeedcoreGtkAction *feedcore_gtk_section_dup_action(FeedcoreGtkSection *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_section_activate(FeedcoreGtkSection *self);

/* more of its own */
FEEDCORE_GTK_API FeedcoreGtkState feedcore_gtk_section_get_state(FeedcoreGtkSection *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_section_get_has_more(FeedcoreGtkSection *self);
FEEDCORE_GTK_API void feedcore_gtk_section_load_more_async(FeedcoreGtkSection *self, GCancellable *cancellable,
                                                           GAsyncReadyCallback callback, gpointer user_data);
FEEDCORE_GTK_API gboolean feedcore_gtk_section_load_more_finish(FeedcoreGtkSection *self, GAsyncResult *result,
                                                                GError **error);

/* how it is laid out in the feed's viewport, in points; the same as the properties width, height, row-count,
 * row-height, head-height, item-width, item-height, spacing, margin, columns, rows, picture-width, picture-height,
 * scrolls-sideways */
FEEDCORE_GTK_API FeedcoreGtkLayout feedcore_gtk_section_get_layout(FeedcoreGtkSection *self);
FEEDCORE_GTK_API const char *feedcore_gtk_section_get_layout_name(FeedcoreGtkSection *self);
FEEDCORE_GTK_API double feedcore_gtk_section_measure(FeedcoreGtkSection *self, FeedcoreGtkMetric metric);
FEEDCORE_GTK_API gboolean feedcore_gtk_section_set_row_height(FeedcoreGtkSection *self, double height);

/* of a banner: the item that it shows, -1 for other sections */
FEEDCORE_GTK_API int feedcore_gtk_section_get_banner(FeedcoreGtkSection *self);
FEEDCORE_GTK_API void feedcore_gtk_section_set_banner(FeedcoreGtkSection *self, int position);

G_END_DECLS
