/* Pictures shown lately: which of them stay. */
#include "feedcore-gtk-textures-private.h"

static GdkTexture *new_texture(int width, int height)
{
    g_autoptr(GBytes) bytes = g_bytes_new_take(g_malloc0((gsize)(width * height * 4)), (gsize)(width * height * 4));
    return gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8A8, bytes, (gsize)(width * 4));
}

static void keep(FeedcoreGtkTextures *textures, const char *url, int side)
{
    g_autoptr(GdkTexture) texture = new_texture(side, side);
    feedcore_gtk_textures_keep(textures, url, 0, texture);
}

static gboolean has(FeedcoreGtkTextures *textures, const char *url)
{
    g_autoptr(GdkTexture) texture = feedcore_gtk_textures_find(textures, url, 0);
    return texture != NULL;
}

static void those_used_least_recently_go(void)
{
    FeedcoreGtkTextures *textures = feedcore_gtk_textures_new(3 * 10 * 10 * 4);
    keep(textures, "a", 10);
    keep(textures, "b", 10);
    keep(textures, "c", 10);
    g_assert_true(has(textures, "a") && has(textures, "b") && has(textures, "c"));
    g_assert_true(has(textures, "a"));
    keep(textures, "d", 10); /* in place of b */
    g_assert_false(has(textures, "b"));
    g_assert_true(has(textures, "c") && has(textures, "a") && has(textures, "d"));
    keep(textures, "e", 14); /* as large as two */
    g_assert_true(has(textures, "e") && has(textures, "d"));
    g_assert_false(has(textures, "a") || has(textures, "c"));
    keep(textures, "f", 100); /* larger than all of it */
    g_assert_true(has(textures, "e") && has(textures, "d"));
    g_assert_false(has(textures, "f"));
    feedcore_gtk_textures_clear(textures);
    g_assert_false(has(textures, "e") || has(textures, "d"));
    keep(textures, "a", 10);
    keep(textures, "a", 10); /* the same again */
    g_assert_true(has(textures, "a"));
    feedcore_gtk_textures_free(textures);
}

static void widths_are_pictures_of_their_own(void)
{
    FeedcoreGtkTextures *textures = feedcore_gtk_textures_new(1 << 20);
    g_autoptr(GdkTexture) narrow = new_texture(10, 10);
    g_autoptr(GdkTexture) wide = new_texture(20, 20);
    feedcore_gtk_textures_keep(textures, "a", 10, narrow);
    feedcore_gtk_textures_keep(textures, "a", 20, wide);
    g_autoptr(GdkTexture) found = feedcore_gtk_textures_find(textures, "a", 20);
    g_assert_true(found == wide);
    g_assert_false(has(textures, "a"));
    feedcore_gtk_textures_free(textures);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/textures/those-used-least-recently-go", those_used_least_recently_go);
    g_test_add_func("/textures/widths-are-pictures-of-their-own", widths_are_pictures_of_their_own);
    return g_test_run();
}
