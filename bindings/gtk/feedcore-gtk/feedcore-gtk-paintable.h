#pragma once

#include "feedcore-gtk-context.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_PAINTABLE (feedcore_gtk_paintable_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkPaintable, feedcore_gtk_paintable, FEEDCORE_GTK, PAINTABLE, GObject)

/* `width` in pixels of the device, 0 for the picture as it is; `url` may be NULL: nothing to show. It asks for the
 * picture at once, as one nearby, and as a visible one when it is first drawn; dropped before it came, it is cancelled. */
FEEDCORE_GTK_API FeedcoreGtkPaintable *feedcore_gtk_paintable_new(FeedcoreGtkContext *context, const char *url,
                                                                  int width);
FEEDCORE_GTK_API const char *feedcore_gtk_paintable_get_url(FeedcoreGtkPaintable *self);
FEEDCORE_GTK_API int feedcore_gtk_paintable_get_width(FeedcoreGtkPaintable *self);
FEEDCORE_GTK_API gboolean feedcore_gtk_paintable_get_loading(FeedcoreGtkPaintable *self);
FEEDCORE_GTK_API GdkTexture *feedcore_gtk_paintable_get_texture(FeedcoreGtkPaintable *self);
FEEDCORE_GTK_API const GError *feedcore_gtk_paintable_get_error(FeedcoreGtkPaintable *self);

G_END_DECLS
