/*
 * A page in a window, refreshed: by libfeedcore-gtk-4, and by what one writes by hand over json-glib, which is a GObject
 * for each item in a GListStore. Run on a display; prints numbers only.
 *
 *     gtk refresh MAPPING|by-hand PAGE OTHER-PAGE   nanoseconds of the window's thread from the bytes to the frame that
 *                                                   shows them, nanoseconds of the clock, frames drawn, of so many rounds
 *     gtk memory MAPPING|by-hand PAGE               bytes of the heap that the page takes in a window that shows it
 *
 * By hand only the form of the mapping "users" is read.
 */
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <malloc.h>
#include <string.h>

#include "feedcore-gtk.h"
#include "timing.h"

#define ROUNDS 31

static guint frames;

/* ------------------------------------------------------------------ by hand */

typedef struct {
    GObject parent_instance;
    char *id, *name, *text, *image;
    gint64 followers;
} Person;
typedef GObjectClass PersonClass;

enum { PROP_NAME = 1, PROP_TEXT, N_PROPERTIES };

static GType person_get_type(void);
G_DEFINE_TYPE(Person, person, G_TYPE_OBJECT)

static void person_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    const Person *self = (Person *)object;
    (void)pspec;
    g_value_set_string(value, id == PROP_NAME ? self->name : self->text);
}

static void person_finalize(GObject *object)
{
    Person *self = (Person *)object;
    g_free(self->id);
    g_free(self->name);
    g_free(self->text);
    g_free(self->image);
    G_OBJECT_CLASS(person_parent_class)->finalize(object);
}

static void person_class_init(GObjectClass *class)
{
    class->get_property = person_get_property;
    class->finalize = person_finalize;
    g_object_class_install_property(class, PROP_NAME,
                                    g_param_spec_string("title", NULL, NULL, NULL, G_PARAM_READABLE));
    g_object_class_install_property(class, PROP_TEXT,
                                    g_param_spec_string("text", NULL, NULL, NULL, G_PARAM_READABLE));
}

static void person_init(Person *self)
{
    (void)self;
}

static gpointer new_person(JsonObject *object)
{
    Person *self = g_object_new(person_get_type(), NULL);
    self->id = g_strdup(json_object_get_string_member(object, "id"));
    self->name = g_strdup(json_object_get_string_member(object, "displayName"));
    self->text = g_strdup(json_object_get_string_member(object, "bio"));
    self->image = g_strdup(json_object_get_string_member(object, "avatarPath"));
    self->followers = json_object_get_int_member(object, "followersCount");
    return self;
}

static void fill(GListStore *store, const char *bytes, gsize length)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GPtrArray) people = g_ptr_array_new_with_free_func(g_object_unref);
    must(json_parser_load_from_data(parser, bytes, (gssize)length, NULL));
    JsonArray *array = json_node_get_array(json_parser_get_root(parser));
    for (guint i = 0; i < json_array_get_length(array); i++)
        g_ptr_array_add(people, new_person(json_array_get_object_element(array, i)));
    g_list_store_splice(store, 0, g_list_model_get_n_items(G_LIST_MODEL(store)), people->pdata, people->len);
}

/* ----------------------------------------------------------------- a window */

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
    (void)factory;
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_list_item_set_child(cell, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
    (void)factory;
    GBinding *binding = g_object_bind_property(gtk_list_item_get_item(cell), "title", gtk_list_item_get_child(cell),
                                               "label", G_BINDING_SYNC_CREATE);
    g_object_set_data_full(G_OBJECT(cell), "binding", g_object_ref(binding), g_object_unref);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
    (void)factory;
    g_binding_unbind(g_object_get_data(G_OBJECT(cell), "binding"));
}

static void on_frame(GdkFrameClock *clock)
{
    (void)clock;
    frames++;
}

static void present(GListModel *list)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    GtkWidget *window = gtk_window_new(), *scrolled = gtk_scrolled_window_new();
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_no_selection_new(list));
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), gtk_list_view_new(selection, factory));
    gtk_window_set_child(GTK_WINDOW(window), scrolled);
    gtk_window_set_default_size(GTK_WINDOW(window), 400, 800);
    gtk_window_present(GTK_WINDOW(window));
    while (!gtk_widget_get_mapped(window))
        g_main_context_iteration(NULL, TRUE);
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(on_frame), NULL);
}

static gboolean end_wait(gpointer is_over)
{
    *(gboolean *)is_over = TRUE;
    return G_SOURCE_REMOVE;
}

/* All that there is to draw is drawn. */
static void draw(void)
{
    gboolean is_over = FALSE;
    g_timeout_add(100, end_wait, &is_over);
    while (!is_over)
        g_main_context_iteration(NULL, TRUE);
}

/* -------------------------------------------------------------- both of them */

typedef struct {
    FeedcoreGtkFeed *feed; /* NULL: by hand */
    GListStore *store;
    gboolean is_complete;
} List;

static void on_loaded(GObject *feed, GAsyncResult *result, gpointer list)
{
    must(feedcore_gtk_feed_load_bytes_finish(FEEDCORE_GTK_FEED(feed), result, NULL));
    ((List *)list)->is_complete = TRUE;
}

static void load(List *list, GBytes *page)
{
    gsize length;
    const char *bytes = g_bytes_get_data(page, &length);
    if (!list->feed) {
        fill(list->store, bytes, length);
        return;
    }
    list->is_complete = FALSE;
    feedcore_gtk_feed_load_bytes_async(list->feed, 0, page, NULL, on_loaded, list);
    while (!list->is_complete)
        g_main_context_iteration(NULL, TRUE);
}

static List new_list(const char *mapping)
{
    List list = {NULL, NULL, FALSE};
    if (g_str_equal(mapping, "by-hand")) {
        list.store = g_list_store_new(person_get_type());
        return list;
    }
    g_autofree char *config = g_strdup_printf(
        "{\"sources\": [{\"name\": \"page\", \"url\": \"http://page.invalid/\", \"mapping\": \"%s\"}]}", mapping);
    g_autoptr(FeedcoreGtkContext) context = feedcore_gtk_context_new(NULL, NULL);
    list.feed = feedcore_gtk_feed_new(context, config, NULL);
    must(list.feed != NULL);
    return list;
}

static void show(List *list, GBytes *page)
{
    GListModel *sections = list->feed ? g_object_ref(G_LIST_MODEL(list->feed)) : NULL;
    present(sections ? G_LIST_MODEL(gtk_flatten_list_model_new(sections)) : g_object_ref(G_LIST_MODEL(list->store)));
    load(list, page);
    draw();
}

static GBytes *read_page(const char *path)
{
    size_t length;
    char *bytes = read_file(path, &length);
    must(bytes != NULL);
    return g_bytes_new_take(bytes, length); /* of malloc, as GLib's are */
}

static int64_t thread_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void measure_refresh(List *list, GBytes *page, GBytes *other)
{
    int64_t busy[ROUNDS], took[ROUNDS];
    guint all_frames = 0;
    show(list, page);
    for (int i = 0; i < ROUNDS; i++) {
        const int64_t busy_before = thread_time(), before = now();
        frames = 0;
        load(list, i % 2 ? page : other);
        while (frames == 0)
            g_main_context_iteration(NULL, TRUE);
        took[i] = now() - before;
        busy[i] = thread_time() - busy_before;
        draw();
        all_frames += frames;
    }
    printf("%" PRId64 " %" PRId64 " %u %d\n", median(busy, ROUNDS), median(took, ROUNDS), all_frames, ROUNDS);
}

static int64_t heap(void)
{
    const struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
}

static void measure_memory(List *list, GBytes *page)
{
    g_autoptr(GBytes) none = g_bytes_new_static("[]", 2);
    show(list, none);
    const int64_t before = heap();
    load(list, page);
    draw();
    printf("%" PRId64 "\n", heap() - before);
}

int main(int argc, char **argv)
{
    must(argc >= 4);
    gtk_init();
    List list = new_list(argv[2]);
    GBytes *page = read_page(argv[3]);
    if (argc == 5)
        measure_refresh(&list, page, read_page(argv[4]));
    else
        measure_memory(&list, page);
    return 0;
}
