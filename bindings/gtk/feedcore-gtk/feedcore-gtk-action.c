#include "feedcore-gtk-private.h"

/**
 * FeedcoreGtkAction:
 *
 * What a click does, as data: what kind of thing it opens, which one, and whatever else the server wrote.
 *
 * It never changes once made, and may be kept.
 */

struct _FeedcoreGtkAction {
    gatomicrefcount references;
    feedcore_action *handle;
};

G_DEFINE_BOXED_TYPE(FeedcoreGtkAction, feedcore_gtk_action, feedcore_gtk_action_ref, feedcore_gtk_action_unref)

FeedcoreGtkAction *feedcore_gtk_action_take(feedcore_action *action)
{
    if (!action)
        return NULL;
    FeedcoreGtkAction *self = g_new(FeedcoreGtkAction, 1);
    g_atomic_ref_count_init(&self->references);
    self->handle = action;
    return self;
}

/**
 * feedcore_gtk_action_ref:
 * @self: an action
 *
 * The same, with one more reference.
 *
 * Returns: (transfer full): the same, with one more reference
 */
FeedcoreGtkAction *feedcore_gtk_action_ref(FeedcoreGtkAction *self)
{
    g_return_val_if_fail(self, NULL);
    g_atomic_ref_count_inc(&self->references);
    return self;
}

/**
 * feedcore_gtk_action_unref:
 * @self: (transfer full): an action
 *
 * Gives a reference back; with the last one the action goes, and the texts that it lent.
 */
void feedcore_gtk_action_unref(FeedcoreGtkAction *self)
{
    g_return_if_fail(self);
    if (!g_atomic_ref_count_dec(&self->references))
        return;
    feedcore_action_free(self->handle);
    g_free(self);
}

/**
 * feedcore_gtk_action_get_kind:
 * @self: an action
 *
 * What it does.
 *
 * Returns: what it does
 */
FeedcoreGtkActionKind feedcore_gtk_action_get_kind(FeedcoreGtkAction *self)
{
    g_return_val_if_fail(self, FEEDCORE_GTK_ACTION_KIND_NONE);
    return (FeedcoreGtkActionKind)feedcore_action_get_kind(self->handle);
}

/**
 * feedcore_gtk_action_get_id:
 * @self: an action
 *
 * Which one it opens or plays.
 *
 * Returns: (nullable): which one it opens or plays; of a page its name, of a search the words
 */
const char *feedcore_gtk_action_get_id(FeedcoreGtkAction *self)
{
    g_return_val_if_fail(self, NULL);
    return feedcore_action_id(self->handle);
}

/**
 * feedcore_gtk_action_get_url:
 * @self: an action
 *
 * What to open, for %FEEDCORE_GTK_ACTION_KIND_OPEN_URL: an http or https URL, and nothing else.
 *
 * Returns: (nullable): what to open, for %FEEDCORE_GTK_ACTION_KIND_OPEN_URL: an http or https URL, and nothing else
 */
const char *feedcore_gtk_action_get_url(FeedcoreGtkAction *self)
{
    g_return_val_if_fail(self, NULL);
    return feedcore_action_url(self->handle);
}

/**
 * feedcore_gtk_action_get_text:
 * @self: an action
 *
 * The action as the server wrote it, byte for byte.
 *
 * Returns: (nullable): the action as the server wrote it, byte for byte
 */
const char *feedcore_gtk_action_get_text(FeedcoreGtkAction *self)
{
    g_return_val_if_fail(self, NULL);
    return feedcore_action_text(self->handle);
}

/**
 * feedcore_gtk_action_get_parameter:
 * @self: an action
 * @name: the parameter's name
 *
 * What stands in the action's text after a question mark, decoded.
 *
 * Returns: (nullable): its value
 */
const char *feedcore_gtk_action_get_parameter(FeedcoreGtkAction *self, const char *name)
{
    g_return_val_if_fail(self, NULL);
    g_return_val_if_fail(name, NULL);
    return feedcore_action_parameter(self->handle, name);
}
