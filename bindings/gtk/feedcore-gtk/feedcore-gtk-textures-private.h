#pragma once

#include "feedcore-gtk-api.h"

/* Pictures that were shown lately, decoded, so that a cell which comes back into sight has its own at once. */
typedef struct _FeedcoreGtkTextures FeedcoreGtkTextures;

/* `limit` in bytes of their pixels, beyond which those used least recently go. */
FeedcoreGtkTextures *feedcore_gtk_textures_new(gsize limit);
void feedcore_gtk_textures_free(FeedcoreGtkTextures *self);
void feedcore_gtk_textures_clear(FeedcoreGtkTextures *self);

/* A picture by its address and the width that it was asked for in; NULL if it isn't there. A new reference. */
GdkTexture *feedcore_gtk_textures_find(FeedcoreGtkTextures *self, const char *url, int width);
void feedcore_gtk_textures_keep(FeedcoreGtkTextures *self, const char *url, int width, GdkTexture *texture);
