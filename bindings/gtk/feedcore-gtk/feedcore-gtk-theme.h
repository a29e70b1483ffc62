#pragma once

#include "feedcore-gtk-context.h"
#include "feedcore-gtk-enums.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_THEME (feedcore_gtk_theme_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkTheme, feedcore_gtk_theme, FEEDCORE_GTK, THEME, GObject)

FEEDCORE_GTK_API FeedcoreGtkTheme *feedcore_gtk_theme_new(FeedcoreGtkContext *context, const char *config,
                                                          GError **error);
FEEDCORE_GTK_API FeedcoreGtkAppearance feedcore_gtk_theme_get_appearance(FeedcoreGtkTheme *self);
FEEDCORE_GTK_API void feedcore_gtk_theme_set_appearance(FeedcoreGtkTheme *self, FeedcoreGtkAppearance appearance);
FEEDCORE_GTK_API gboolean feedcore_gtk_theme_get_dark(FeedcoreGtkTheme *self);
FEEDCORE_GTK_API void feedcore_gtk_theme_get_color(FeedcoreGtkTheme *self, FeedcoreGtkColor color, GdkRGBA *rgba);
FEEDCORE_GTK_API void feedcore_gtk_theme_get_tag_color(FeedcoreGtkTheme *self, const char *title_color,
                                                       GdkRGBA *rgba);

/* All colours as named colours of GTK's CSS: "@define-color feedcore_primary_text rgb(…);\n…" */
FEEDCORE_GTK_API char *feedcore_gtk_theme_to_css(FeedcoreGtkTheme *self);

G_END_DECLS
