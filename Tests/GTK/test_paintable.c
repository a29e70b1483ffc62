/* Pictures: how they come, how they are painted, and that they may go at any time. */
#include "memory.h"
#include "signals.h"

#define NEVER -1

/* -------------------------------------------------------------------------------------------------- small pictures */

/* A PNG of `columns` by `rows` squares, of 8 pixels each. "RGB" is red, green, blue. */
static GBytes *png(int columns, int rows, const char *colors)
{
    const int side = 8, width = columns * side, height = rows * side;
    g_autofree guchar *pixels = g_malloc0((gsize)(width * height * 4));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            guchar *pixel = pixels + (y * width + x) * 4;
            const char color = colors[(y / side) * columns + x / side];
            pixel[color == 'R' ? 0 : color == 'G' ? 1 : 2] = 255;
            pixel[3] = 255;
        }
    g_autoptr(GBytes) bytes = g_bytes_new(pixels, (gsize)(width * height * 4));
    g_autoptr(GdkTexture) texture =
        gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8A8, bytes, (gsize)(width * 4));
    return gdk_texture_save_to_png_bytes(texture);
}

static void respond_png(FeedcoreGtkContext *context, const char *url, int columns, int rows, const char *colors)
{
    g_autoptr(GBytes) bytes = png(columns, rows, colors);
    respond_bytes(context, url, 200, bytes);
}

/* One picture after the other. What isn't told to answer anything answers 404. */
static FeedcoreGtkContext *new_gallery(void)
{
    g_autofree char *folder = g_dir_make_tmp("pictures-XXXXXX", NULL);
    g_autofree char *config =
        g_strdup_printf("{\"transport\": \"memory\", \"images\": {\"path\": \"%s\", \"perHost\": 1}}", folder);
    FeedcoreGtkContext *context = new_gtk_context(config);
    respond_png(context, "https://pics.test/columns.png", 3, 1, "RGB");
    respond_png(context, "https://pics.test/rows.png", 1, 3, "RGB");
    respond_png(context, "https://pics.test/red.png", 1, 1, "R");
    respond_text(context, "https://pics.test/text.png", 200, "no picture");
    respond_text(context, "https://pics.test/never.png", NEVER, "");
    return context;
}

#define COLUMNS "https://pics.test/columns.png"
#define ROWS "https://pics.test/rows.png"
#define RED "https://pics.test/red.png"
#define NEVER_COMES "https://pics.test/never.png"

static void wait_for(FeedcoreGtkPaintable *paintable)
{
    WAIT_UNTIL(!feedcore_gtk_paintable_get_loading(paintable));
}

/* ----------------------------------------------------------------------------------------------------- how it comes */

static void comes_and_notifies(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, COLUMNS, 120);
    guint loading, texture, error, contents, size;
    count_signal(paintable, "notify::loading", &loading);
    count_signal(paintable, "notify::texture", &texture);
    count_signal(paintable, "notify::error", &error);
    count_signal(paintable, "invalidate-contents", &contents);
    count_signal(paintable, "invalidate-size", &size);
    g_assert_true(feedcore_gtk_paintable_get_loading(paintable));
    g_assert_null(feedcore_gtk_paintable_get_texture(paintable));
    g_assert_cmpstr(feedcore_gtk_paintable_get_url(paintable), ==, COLUMNS);
    g_assert_cmpint(feedcore_gtk_paintable_get_width(paintable), ==, 120);
    g_object_unref(context); /* the paintable keeps it */

    wait_for(paintable);
    GdkTexture *picture = feedcore_gtk_paintable_get_texture(paintable);
    g_assert_cmpint(gdk_texture_get_width(picture), ==, 24);
    g_assert_cmpint(gdk_texture_get_height(picture), ==, 8);
    g_assert_null(feedcore_gtk_paintable_get_error(paintable));
    g_assert_cmpuint(loading, ==, 1);
    g_assert_cmpuint(texture, ==, 1);
    g_assert_cmpuint(error, ==, 0);
    g_assert_cmpuint(contents, ==, 1);
    g_assert_cmpuint(size, ==, 0);
    g_assert_true(goes_with(paintable));
}

static void note_loop(GMainContext **told_in)
{
    *told_in = g_source_get_context(g_main_current_source());
}

/* That of its context, which needn't be the thread's default any more. */
static void comes_in_the_loop_of_its_context(void)
{
    g_autoptr(GMainContext) loop = g_main_context_new();
    GMainContext *told_in = NULL;
    g_main_context_push_thread_default(loop);
    FeedcoreGtkContext *context = new_gallery();
    g_main_context_pop_thread_default(loop);
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, COLUMNS, 0);
    g_signal_connect_swapped(paintable, "notify::texture", G_CALLBACK(note_loop), &told_in);
    WAIT_UNTIL((g_main_context_iteration(loop, FALSE), told_in));
    g_assert_true(told_in == loop);
    g_object_unref(context);
    g_assert_true(goes_with(paintable));
}

static void assert_fails(FeedcoreGtkContext *context, const char *url, int code)
{
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, url, 0);
    guint errors, textures, contents;
    count_signal(paintable, "notify::error", &errors);
    count_signal(paintable, "notify::texture", &textures);
    count_signal(paintable, "invalidate-contents", &contents);
    const gboolean at_once = !feedcore_gtk_paintable_get_loading(paintable);
    wait_for(paintable);
    g_assert_error(feedcore_gtk_paintable_get_error(paintable), FEEDCORE_GTK_ERROR, code);
    g_assert_null(feedcore_gtk_paintable_get_texture(paintable));
    g_assert_cmpuint(errors, ==, at_once ? 0 : 1);
    g_assert_cmpuint(textures + contents, ==, 0);
    g_assert_true(goes_with(paintable));
}

/* By its bytes it is a PNG; the pixels in it aren't. */
static const guchar broken_png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R',
                                    0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 2,
                                    'I', 'D', 'A', 'T', 5, 6, 1, 2, 3, 4, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE,
                                    0x42, 0x60, 0x82};

static void says_why_it_cannot_be_had(void)
{
    FeedcoreGtkContext *context = new_gallery();
    g_autoptr(GBytes) broken = g_bytes_new_static(broken_png, sizeof broken_png);
    respond_bytes(context, "https://pics.test/broken.png", 200, broken);
    assert_fails(context, "https://pics.test/nowhere.png", FEEDCORE_GTK_ERROR_HTTP);
    assert_fails(context, "https://pics.test/text.png", FEEDCORE_GTK_ERROR_IMAGE);
    assert_fails(context, "https://pics.test/broken.png", FEEDCORE_GTK_ERROR_IMAGE);
    assert_fails(context, "file:///etc/passwd", FEEDCORE_GTK_ERROR_ARGUMENT);
    assert_fails(context, "", FEEDCORE_GTK_ERROR_ARGUMENT);
    g_object_unref(context);

    context = new_gtk_context("{\"transport\": \"memory\"}"); /* without a folder */
    assert_fails(context, RED, FEEDCORE_GTK_ERROR_CONFIG);
    g_object_unref(context);
}

/* The beginning of a PNG whose pixels are 4 GiB. */
static const guchar huge_png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R',
                                  0, 0, 0x80, 0, 0, 0, 0x80, 0, 8, 6, 0, 0, 0, 0xC4, 0x7C, 0xA3, 0x7F, 0, 0, 0, 2,
                                  'I', 'D', 'A', 'T', 5, 6, 1, 2, 3, 4, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE,
                                  0x42, 0x60, 0x82};

static void refuses_a_picture_that_is_too_large(void)
{
    FeedcoreGtkContext *context = new_gallery();
    g_autoptr(GBytes) huge = g_bytes_new_static(huge_png, sizeof huge_png);
    respond_bytes(context, "https://pics.test/huge.png", 200, huge);
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, "https://pics.test/huge.png", 0);
    wait_for(paintable);
    const GError *error = feedcore_gtk_paintable_get_error(paintable);
    g_assert_error(error, FEEDCORE_GTK_ERROR, FEEDCORE_GTK_ERROR_IMAGE);
    g_assert_nonnull(strstr(error->message, "too large"));
    g_object_unref(paintable);
    g_object_unref(context);
}

static void may_have_nothing_to_show(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, NULL, 0);
    g_assert_false(feedcore_gtk_paintable_get_loading(paintable));
    g_assert_null(feedcore_gtk_paintable_get_url(paintable));
    g_assert_null(feedcore_gtk_paintable_get_error(paintable));
    g_assert_null(feedcore_gtk_paintable_get_texture(paintable));
    g_object_unref(paintable);
    g_object_unref(context);
}

static void has_properties(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable =
        g_object_new(FEEDCORE_GTK_TYPE_PAINTABLE, "context", context, "url", RED, "width", 7, NULL);
    wait_for(paintable);
    g_autoptr(FeedcoreGtkContext) same = NULL;
    g_autoptr(GdkTexture) texture = NULL;
    g_autoptr(GError) error = NULL;
    gboolean is_loading = TRUE;
    int width = 0;
    g_object_get(paintable, "context", &same, "texture", &texture, "error", &error, "loading", &is_loading, "width",
                 &width, NULL);
    g_autofree char *url = text_of(paintable, "url");
    g_assert_true(same == context && GDK_IS_TEXTURE(texture) && !error && !is_loading);
    g_assert_cmpint(width, ==, 7);
    g_assert_cmpstr(url, ==, RED);
    g_object_unref(paintable);
    g_object_unref(context);
}

/* A cell that comes back into sight doesn't flicker. */
static void is_there_at_once_if_it_was_shown_lately(void)
{
    g_autoptr(FeedcoreGtkContext) context = new_gallery();
    FeedcoreGtkPaintable *first = feedcore_gtk_paintable_new(context, RED, 0);
    wait_for(first);
    GdkTexture *texture = g_object_ref(feedcore_gtk_paintable_get_texture(first));
    g_object_unref(first);
    g_autoptr(FeedcoreGtkPaintable) again = feedcore_gtk_paintable_new(context, RED, 0);
    g_assert_false(feedcore_gtk_paintable_get_loading(again));
    g_assert_true(feedcore_gtk_paintable_get_texture(again) == texture);
    g_assert_true(gdk_paintable_get_flags(GDK_PAINTABLE(again)) & GDK_PAINTABLE_STATIC_CONTENTS);
    /* In another width it may be another picture; and cleared pictures are gone. */
    g_autoptr(FeedcoreGtkPaintable) wider = feedcore_gtk_paintable_new(context, RED, 100);
    g_assert_true(feedcore_gtk_paintable_get_loading(wider));
    wait_for(wider);
    g_assert_true(feedcore_gtk_context_clear_images(context, NULL));
    g_autoptr(FeedcoreGtkPaintable) anew = feedcore_gtk_paintable_new(context, RED, 0);
    g_assert_true(feedcore_gtk_paintable_get_loading(anew));
    wait_for(anew);
    g_object_unref(texture);
}

static void is_had_once_for_two(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *one = feedcore_gtk_paintable_new(context, RED, 0);
    FeedcoreGtkPaintable *other = feedcore_gtk_paintable_new(context, RED, 0);
    wait_for(one);
    wait_for(other);
    g_assert_nonnull(feedcore_gtk_paintable_get_texture(one));
    g_assert_nonnull(feedcore_gtk_paintable_get_texture(other));
    g_assert_cmpuint(request_count(context, RED), ==, 1);
    g_object_unref(one);
    FeedcoreGtkPaintable *later = feedcore_gtk_paintable_new(context, RED, 0);
    wait_for(later);
    g_assert_nonnull(feedcore_gtk_paintable_get_texture(later));
    g_assert_cmpuint(request_count(context, RED), ==, 1);
    g_object_unref(later);
    g_object_unref(other);
    g_object_unref(context);
}

/* ------------------------------------------------------------------------------------------------ how it is painted */

/* What is painted when it is given `width` by `height` in the middle of a surface with a rim of 4: the colours at the
 * middles of squares of 8 ("-" for nothing), row by row; a rim that isn't empty is "!". */
static char *painted(GdkPaintable *paintable, int width, int height)
{
    const int rim = 4, side = 8;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width + 2 * rim, height + 2 * rim);
    cairo_t *cairo = cairo_create(surface);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    cairo_translate(cairo, rim, rim);
    if (node)
        gsk_render_node_draw(node, cairo);
    g_clear_pointer(&node, gsk_render_node_unref);
    cairo_surface_flush(surface);
    const guint32 *pixels = (const guint32 *)(gpointer)cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface) / 4;
    GString *colors = g_string_new(NULL);
    for (int y = rim + side / 2; y < rim + height; y += side)
        for (int x = rim + side / 2; x < rim + width; x += side) {
            const guint32 pixel = pixels[y * stride + x];
            g_string_append_c(colors, pixel == 0xFFFF0000 ? 'R' : pixel == 0xFF00FF00 ? 'G' : pixel == 0xFF0000FF ? 'B'
                                      : pixel == 0 ? '-' : '?');
        }
    for (int i = 0; i < width + 2 * rim; i++)
        if (pixels[i] || pixels[stride + i] || pixels[(height + 2 * rim - 2) * stride + i])
            g_string_append_c(colors, '!');
    for (int i = 0; i < height + 2 * rim; i++)
        if (pixels[i * stride + 1] || pixels[i * stride + width + 2 * rim - 2])
            g_string_append_c(colors, '!');
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return g_string_free(colors, FALSE);
}

static void assert_painted(FeedcoreGtkPaintable *paintable, int width, int height, const char *expected)
{
    g_autofree char *colors = painted(GDK_PAINTABLE(paintable), width, height);
    g_assert_cmpstr(colors, ==, expected);
}

/* As CSS's "cover": all of the area, in its own aspect, the middle of the picture. */
static void covers_its_area(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *columns = feedcore_gtk_paintable_new(context, COLUMNS, 0);
    FeedcoreGtkPaintable *rows = feedcore_gtk_paintable_new(context, ROWS, 0);
    assert_painted(columns, 24, 8, "---");
    wait_for(columns);
    wait_for(rows);
    assert_painted(columns, 24, 8, "RGB");
    assert_painted(columns, 8, 8, "G");
    assert_painted(columns, 16, 16, "GGGG"); /* 48 by 16, and 16 of it */
    assert_painted(columns, 48, 8, "RRGGBB"); /* 48 by 16, and half of it */
    assert_painted(rows, 8, 24, "RGB");
    assert_painted(rows, 8, 8, "G");
    assert_painted(rows, 8, 48, "RRGGBB");
    g_object_unref(columns);
    g_object_unref(rows);
    g_object_unref(context);
}

static void has_no_size_of_its_own(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, COLUMNS, 0);
    GtkWidget *picture = g_object_ref_sink(gtk_picture_new_for_paintable(GDK_PAINTABLE(paintable)));
    int before[2], after[2];
    gtk_widget_measure(picture, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &before[0], NULL, NULL);
    gtk_widget_measure(picture, GTK_ORIENTATION_VERTICAL, 300, NULL, &before[1], NULL, NULL);
    g_assert_cmpint(gdk_paintable_get_flags(GDK_PAINTABLE(paintable)), ==, GDK_PAINTABLE_STATIC_SIZE);
    wait_for(paintable);
    gtk_widget_measure(picture, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &after[0], NULL, NULL);
    gtk_widget_measure(picture, GTK_ORIENTATION_VERTICAL, 300, NULL, &after[1], NULL, NULL);
    g_assert_cmpmem(before, sizeof before, after, sizeof after);
    g_assert_cmpint(gdk_paintable_get_intrinsic_width(GDK_PAINTABLE(paintable)), ==, 0);
    g_assert_cmpint(gdk_paintable_get_intrinsic_height(GDK_PAINTABLE(paintable)), ==, 0);
    g_assert_cmpint(gdk_paintable_get_flags(GDK_PAINTABLE(paintable)), ==, GDK_PAINTABLE_STATIC_SIZE);
    g_object_unref(picture);
    g_object_unref(paintable);
    g_object_unref(context);
}

static void gives_its_image_of_now(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, RED, 0);
    g_autoptr(GdkPaintable) before = gdk_paintable_get_current_image(GDK_PAINTABLE(paintable));
    g_assert_true(gdk_paintable_get_flags(before) & GDK_PAINTABLE_STATIC_CONTENTS);
    wait_for(paintable);
    g_autofree char *colors = painted(before, 8, 8);
    g_assert_cmpstr(colors, ==, "-");
    g_autoptr(GdkPaintable) after = gdk_paintable_get_current_image(GDK_PAINTABLE(paintable));
    g_autofree char *colors_after = painted(after, 8, 8);
    g_assert_cmpstr(colors_after, ==, "R");
    g_assert_cmpuint(request_count(context, RED), ==, 1);
    g_object_unref(paintable);
    g_object_unref(context);
}

static void note_url(FeedcoreGtkContext *context, const char *url, int status, gint64 milliseconds, gint64 bytes,
                     const GError *error, GString *urls)
{
    (void)context, (void)status, (void)milliseconds, (void)bytes, (void)error;
    g_string_append(urls, strrchr(url, '/'));
}

/* With one place only, what is seen comes before what was asked for earlier. */
static void comes_first_once_it_is_seen(void)
{
    FeedcoreGtkContext *context = new_gallery();
    GString *urls = g_string_new(NULL);
    g_signal_connect(context, "log", G_CALLBACK(note_url), urls);
    FeedcoreGtkPaintable *never = feedcore_gtk_paintable_new(context, NEVER_COMES, 0);
    WAIT_UNTIL(request_count(context, NEVER_COMES) == 1);
    FeedcoreGtkPaintable *first = feedcore_gtk_paintable_new(context, RED, 0);
    FeedcoreGtkPaintable *seen = feedcore_gtk_paintable_new(context, COLUMNS, 0);
    assert_painted(seen, 24, 8, "---");
    g_object_unref(never); /* which makes room */
    wait_for(first);
    wait_for(seen);
    g_assert_nonnull(strstr(urls->str, "/columns.png/red.png"));
    g_object_unref(first);
    g_object_unref(seen);
    g_object_unref(context);
    g_string_free(urls, TRUE);
}

/* -------------------------------------------------------------------------------------------------------- lifetimes */

static void is_cancelled_when_it_goes(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *never = feedcore_gtk_paintable_new(context, NEVER_COMES, 0);
    FeedcoreGtkPaintable *next = feedcore_gtk_paintable_new(context, RED, 0);
    WAIT_UNTIL(request_count(context, NEVER_COMES) == 1);
    g_assert_true(goes_with(never));
    wait_for(next); /* there is one place, and it is free again */
    g_object_unref(next);
    g_assert_true(goes_with(context));
}

/* In every state on its way: asked for, there, being decoded, done. */
static void may_go_at_any_time(void)
{
    FeedcoreGtkContext *context = new_gallery();
    gboolean is_there = FALSE;
    for (int steps = 0; !is_there; steps += steps < 16 ? 1 : steps) {
        FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, COLUMNS, 0);
        for (int i = 0; i < steps && !is_there; i++) {
            turn_loop();
            is_there = feedcore_gtk_paintable_get_texture(paintable) != NULL;
        }
        g_assert_true(goes_with(paintable));
    }
    g_assert_true(goes_with(context));
}

static void drop(FeedcoreGtkPaintable **paintable)
{
    g_clear_object(paintable);
}

static void may_go_while_it_notifies(void)
{
    FeedcoreGtkContext *context = new_gallery();
    const char *const urls[] = {RED, "https://pics.test/nowhere.png"};
    for (guint i = 0; i < G_N_ELEMENTS(urls); i++) {
        FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, urls[i], 0);
        g_signal_connect_swapped(paintable, "notify", G_CALLBACK(drop), &paintable);
        WAIT_UNTIL(paintable == NULL);
    }
    g_object_unref(context);
}

static void stands_still_once_disposed(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, RED, 0);
    g_object_run_dispose(G_OBJECT(paintable));
    g_assert_false(feedcore_gtk_paintable_get_loading(paintable));
    assert_painted(paintable, 8, 8, "-");
    g_assert_true(goes_with(paintable));
    g_assert_true(goes_with(context));
}

/* A context that is gone tells nothing any more, and takes no words. */
static void drop_other(GObject *paintable, GParamSpec *pspec, FeedcoreGtkPaintable **other)
{
    (void)paintable, (void)pspec;
    g_clear_object(other);
}

/* One of two that wait is dropped by the other, whichever is told first. */
static void may_go_when_the_context_does(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *one = feedcore_gtk_paintable_new(context, NEVER_COMES, 0);
    FeedcoreGtkPaintable *other = feedcore_gtk_paintable_new(context, NEVER_COMES, 10);
    g_signal_connect(one, "notify::error", G_CALLBACK(drop_other), &other);
    g_signal_connect(other, "notify::error", G_CALLBACK(drop_other), &one);
    g_object_run_dispose(G_OBJECT(context));
    g_assert_true(!one != !other);
    g_clear_object(&one);
    g_clear_object(&other);
    g_object_unref(context);
}

static void outlives_its_context(void)
{
    FeedcoreGtkContext *context = new_gallery();
    FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, NEVER_COMES, 0);
    g_object_run_dispose(G_OBJECT(context));
    g_assert_false(feedcore_gtk_paintable_get_loading(paintable));
    g_assert_error(feedcore_gtk_paintable_get_error(paintable), G_IO_ERROR, G_IO_ERROR_CANCELLED);
    assert_painted(paintable, 8, 8, "-");
    g_assert_true(goes_with(paintable));
    paintable = feedcore_gtk_paintable_new(context, RED, 0);
    g_assert_nonnull(feedcore_gtk_paintable_get_error(paintable));
    g_object_unref(paintable);
    g_object_unref(context);
}

/* A cell that shows one picture after the other, in a window. */
static void is_shown_in_a_cell_that_is_used_again(void)
{
    FeedcoreGtkContext *context = new_gallery();
    GtkWidget *window = gtk_window_new(), *picture = gtk_picture_new();
    gtk_widget_set_size_request(picture, 120, 80);
    gtk_window_set_child(GTK_WINDOW(window), picture);
    gtk_widget_show(window);
    FeedcoreGtkPaintable *before = NULL;
    const char *const urls[] = {COLUMNS, ROWS, NEVER_COMES, NULL, RED};
    for (guint i = 0; i < 50; i++) {
        FeedcoreGtkPaintable *paintable = feedcore_gtk_paintable_new(context, urls[i % G_N_ELEMENTS(urls)], 120);
        gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(paintable));
        g_assert_true(before == NULL || goes_with(before));
        before = paintable;
        for (guint turn = 0; turn < i % 7; turn++)
            g_main_context_iteration(NULL, FALSE);
    }
    wait_for(before);
    g_assert_nonnull(feedcore_gtk_paintable_get_texture(before));
    g_object_unref(before);
    gtk_window_destroy(GTK_WINDOW(window));
    g_assert_true(goes_with(context));
}

static void complains_of_what_is_no_context(void)
{
    FeedcoreGtkContext *context = new_gallery();
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*FEEDCORE_GTK_IS_CONTEXT*");
    g_assert_null(feedcore_gtk_paintable_new(NULL, RED, 0));
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*width*");
    g_assert_null(feedcore_gtk_paintable_new(context, RED, -1));
    g_test_expect_message("FeedcoreGtk", G_LOG_LEVEL_CRITICAL, "*FEEDCORE_GTK_IS_PAINTABLE*");
    g_assert_false(feedcore_gtk_paintable_get_loading(NULL));
    g_test_assert_expected_messages();
    g_object_unref(context);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    gtk_init();
    g_test_add_func("/paintable/comes-and-notifies", comes_and_notifies);
    g_test_add_func("/paintable/comes-in-the-loop-of-its-context", comes_in_the_loop_of_its_context);
    g_test_add_func("/paintable/says-why-it-cannot-be-had", says_why_it_cannot_be_had);
    g_test_add_func("/paintable/refuses-a-picture-that-is-too-large", refuses_a_picture_that_is_too_large);
    g_test_add_func("/paintable/may-have-nothing-to-show", may_have_nothing_to_show);
    g_test_add_func("/paintable/has-properties", has_properties);
    g_test_add_func("/paintable/is-there-at-once-if-it-was-shown-lately", is_there_at_once_if_it_was_shown_lately);
    g_test_add_func("/paintable/is-had-once-for-two", is_had_once_for_two);
    g_test_add_func("/paintable/covers-its-area", covers_its_area);
    g_test_add_func("/paintable/has-no-size-of-its-own", has_no_size_of_its_own);
    g_test_add_func("/paintable/gives-its-image-of-now", gives_its_image_of_now);
    g_test_add_func("/paintable/comes-first-once-it-is-seen", comes_first_once_it_is_seen);
    g_test_add_func("/paintable/is-cancelled-when-it-goes", is_cancelled_when_it_goes);
    g_test_add_func("/paintable/may-go-at-any-time", may_go_at_any_time);
    g_test_add_func("/paintable/may-go-while-it-notifies", may_go_while_it_notifies);
    g_test_add_func("/paintable/stands-still-once-disposed", stands_still_once_disposed);
    g_test_add_func("/paintable/may-go-when-the-context-does", may_go_when_the_context_does);
    g_test_add_func("/paintable/outlives-its-context", outlives_its_context);
    g_test_add_func("/paintable/is-shown-in-a-cell-that-is-used-again", is_shown_in_a_cell_that_is_used_again);
    g_test_add_func("/paintable/complains-of-what-is-no-context", complains_of_what_is_no_context);
    return g_test_run();
}
