#include "feedcore-gtk-owner-private.h"

struct _FeedcoreGtkOwner {
    GThread *thread;
    GMainContext *loop;
};

FeedcoreGtkOwner *feedcore_gtk_owner_new(void)
{
    FeedcoreGtkOwner *self = g_atomic_rc_box_new(FeedcoreGtkOwner);
    self->thread = g_thread_ref(g_thread_self());
    self->loop = g_main_context_ref_thread_default();
    return self;
}

FeedcoreGtkOwner *feedcore_gtk_owner_ref(FeedcoreGtkOwner *self)
{
    return g_atomic_rc_box_acquire(self);
}

static void clear(gpointer data)
{
    FeedcoreGtkOwner *self = data;
    g_thread_unref(self->thread);
    g_main_context_unref(self->loop);
}

void feedcore_gtk_owner_unref(FeedcoreGtkOwner *self)
{
    g_atomic_rc_box_release_full(self, clear);
}

GMainContext *feedcore_gtk_owner_get_loop(FeedcoreGtkOwner *self)
{
    return self->loop;
}

static gboolean do_nothing(gpointer object)
{
    (void)object;
    return G_SOURCE_REMOVE;
}

gboolean feedcore_gtk_owner_defer(FeedcoreGtkOwner *self, gpointer object)
{
    if (self->thread == g_thread_self())
        return FALSE;
    g_autoptr(GSource) source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, do_nothing, g_object_ref(object), g_object_unref);
    g_source_attach(source, self->loop);
    return TRUE;
}
