#include "feedcore-gtk-textures-private.h"

struct _FeedcoreGtkTextures {
    GHashTable *kept; /* of Kept, by itself */
    GQueue order;     /* the same; the last is the one used last */
    gsize size, limit;
};

typedef struct {
    char *url;
    int width;
    GdkTexture *texture;
    gsize size; /* bytes of its pixels */
    GList *link;
} Kept;

static guint hash(gconstpointer kept)
{
    return g_str_hash(((const Kept *)kept)->url) * 31 + (guint)((const Kept *)kept)->width;
}

static gboolean equal(gconstpointer one, gconstpointer other)
{
    const Kept *a = one, *b = other;
    return a->width == b->width && g_str_equal(a->url, b->url);
}

static void kept_free(gpointer data)
{
    Kept *kept = data;
    g_object_unref(kept->texture);
    g_free(kept->url);
    g_free(kept);
}

FeedcoreGtkTextures *feedcore_gtk_textures_new(gsize limit)
{
    FeedcoreGtkTextures *self = g_new0(FeedcoreGtkTextures, 1);
    self->kept = g_hash_table_new_full(hash, equal, NULL, kept_free);
    self->limit = limit;
    return self;
}

void feedcore_gtk_textures_clear(FeedcoreGtkTextures *self)
{
    g_queue_clear(&self->order);
    g_hash_table_remove_all(self->kept);
    self->size = 0;
}

void feedcore_gtk_textures_free(FeedcoreGtkTextures *self)
{
    feedcore_gtk_textures_clear(self);
    g_hash_table_unref(self->kept);
    g_free(self);
}

static Kept *find(FeedcoreGtkTextures *self, const char *url, int width)
{
    const Kept key = {.url = (char *)url, .width = width};
    return g_hash_table_lookup(self->kept, &key);
}

GdkTexture *feedcore_gtk_textures_find(FeedcoreGtkTextures *self, const char *url, int width)
{
    Kept *kept = find(self, url, width);
    if (!kept)
        return NULL;
    g_queue_unlink(&self->order, kept->link);
    g_queue_push_tail_link(&self->order, kept->link);
    return g_object_ref(kept->texture);
}

static void drop_oldest(FeedcoreGtkTextures *self)
{
    Kept *oldest = g_queue_pop_head(&self->order);
    self->size -= oldest->size;
    g_hash_table_remove(self->kept, oldest);
}

void feedcore_gtk_textures_keep(FeedcoreGtkTextures *self, const char *url, int width, GdkTexture *texture)
{
    const gsize size = (gsize)gdk_texture_get_width(texture) * (gsize)gdk_texture_get_height(texture) * 4;
    if (size > self->limit || find(self, url, width))
        return;
    Kept *kept = g_new(Kept, 1);
    *kept = (Kept){g_strdup(url), width, g_object_ref(texture), size, NULL};
    g_queue_push_tail(&self->order, kept);
    kept->link = self->order.tail;
    g_hash_table_add(self->kept, kept);
    self->size += size;
    while (self->size > self->limit)
        drop_oldest(self);
}
