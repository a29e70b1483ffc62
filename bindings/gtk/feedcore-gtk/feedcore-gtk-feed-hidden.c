/* The list of what a feed's reader has hidden. */
#include "feedcore-gtk-feed-private.h"

static void read_once(FeedcoreGtkFeed *self)
{
    GListModel *list = G_LIST_MODEL(self->hidden);
    feedcore_snapshot *page = feedcore_feed_hidden_sections(self->handle);
    const guint old = g_list_model_get_n_items(list), new = (guint)feedcore_snapshot_section_count(page);
    const guint head = feedcore_gtk_count_common(list, page, 0, FALSE);
    const guint tail = feedcore_gtk_count_common(list, page, head, TRUE);
    g_autoptr(GPtrArray) sections = g_ptr_array_new_with_free_func(g_object_unref);
    for (guint i = 0; i < new; i++) {
        const gboolean is_new = i >= head && i < new - tail;
        g_ptr_array_add(sections, is_new ? feedcore_gtk_section_new(self, page, feedcore_snapshot_section(page, i))
                                         : g_list_model_get_item(list, i < head ? i : old - (new - i)));
    }
    if (head + tail < MAX(old, new))
        g_list_store_splice(self->hidden, head, old - head - tail, sections->pdata + head, new - head - tail);
    for (guint i = 0; i < new; i++)
        feedcore_gtk_section_replace(sections->pdata[i], page, feedcore_snapshot_section(page, i));
    feedcore_snapshot_unref(page);
}

/* Whoever is told may drop the feed. Who rearranges it then is told when all have been told of what was before. */
void feedcore_gtk_feed_read_hidden(FeedcoreGtkFeed *self)
{
    g_autoptr(FeedcoreGtkFeed) kept = g_object_ref(self);
    if (self->hidden_reads++ > 0)
        return;
    for (guint reads = 0; kept->handle && reads < kept->hidden_reads; reads++)
        read_once(kept);
    kept->hidden_reads = 0;
}
