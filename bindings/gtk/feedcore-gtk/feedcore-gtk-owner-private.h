#pragma once

#include <glib-object.h>

/* The thread that made a context, and its loop. Languages that collect garbage may drop the last reference to an object
 * on whatever thread they are on. */
typedef struct _FeedcoreGtkOwner FeedcoreGtkOwner;

/* Of the calling thread. */
FeedcoreGtkOwner *feedcore_gtk_owner_new(void);
FeedcoreGtkOwner *feedcore_gtk_owner_ref(FeedcoreGtkOwner *self);
void feedcore_gtk_owner_unref(FeedcoreGtkOwner *self);
GMainContext *feedcore_gtk_owner_get_loop(FeedcoreGtkOwner *self);

/* For dispose: TRUE on another thread; the object lives on then, until the loop drops it on its own. */
gboolean feedcore_gtk_owner_defer(FeedcoreGtkOwner *self, gpointer object);
