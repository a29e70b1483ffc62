/* How a feed's list follows the pages of the core. The core tells a page step by step; the steps are gathered until the
 * last one is told, since from then on there is the page that they lead to, and are made on the list then, in order. */
#include "feedcore-gtk-feed-private.h"

typedef struct {
    feedcore_change_kind kind;
    guint section;
    guint position;
    guint removed;
    guint added;
} Step;

GArray *feedcore_gtk_feed_new_steps(void)
{
    return g_array_new(FALSE, FALSE, sizeof(Step));
}

static void gather(FeedcoreGtkFeed *self, const feedcore_change *change)
{
    const Step step = {
        .kind = feedcore_change_get_kind(change),
        .section = (guint)MAX(feedcore_change_section(change), 0),
        .position = (guint)MAX(feedcore_change_position(change), 0),
        .removed = (guint)feedcore_change_removed(change),
        .added = (guint)feedcore_change_added(change),
    };
    g_array_append_val(self->steps, step);
}

static void know(FeedcoreGtkFeed *self, FeedcoreGtkSection *section)
{
    g_hash_table_replace(self->by_key, (gpointer)feedcore_gtk_section_get_key(section), g_object_ref(section));
}

/* The object for a section, which shows what the page has of it: the one there is, or a new one. */
static FeedcoreGtkSection *dup_section(FeedcoreGtkFeed *self, feedcore_snapshot *page,
                                       const feedcore_section *record)
{
    FeedcoreGtkSection *section = g_hash_table_lookup(self->by_key, feedcore_section_key(record));
    if (!section) {
        section = feedcore_gtk_section_new(self, page, record);
        know(self, section);
        return section;
    }
    g_object_ref(section);
    feedcore_gtk_section_replace(section, page, record);
    return section;
}

/* What isn't in the page: how a section is laid out and stands, as the one at `index` of the core's list. */
static void measure(FeedcoreGtkFeed *self, FeedcoreGtkSection *section, guint index)
{
    feedcore_gtk_section_measure_again(section, self->handle, index);
    feedcore_gtk_section_read_state(section, self->handle, index);
    feedcore_gtk_section_read_banner(section, self->handle);
}

/* Sections are measured before they are told, since widgets are chosen by that; the core has the whole page by now. */
static void splice_sections(FeedcoreGtkFeed *self, feedcore_snapshot *page, const Step *step)
{
    g_autoptr(GPtrArray) added = g_ptr_array_new();
    for (guint i = step->position; i < step->position + step->added; i++) {
        FeedcoreGtkSection *section = dup_section(self, page, feedcore_snapshot_section(page, i));
        g_ptr_array_add(added, section);
        measure(self, section, i);
    }
    if (step->removed > 0)
        g_ptr_array_remove_range(self->sections, step->position, step->removed);
    for (guint i = 0; i < added->len; i++)
        g_ptr_array_insert(self->sections, (gint)(step->position + i), added->pdata[i]);
    feedcore_gtk_feed_tell_items_changed(self, step->position, step->removed, step->added);
}

static void make_step(FeedcoreGtkFeed *self, feedcore_snapshot *page, const Step *step)
{
    if (step->kind == FEEDCORE_CHANGE_SECTIONS) {
        splice_sections(self, page, step);
        return;
    }
    FeedcoreGtkSection *section = g_ptr_array_index(self->sections, step->section);
    const feedcore_section *record = feedcore_snapshot_section(page, step->section);
    if (step->kind == FEEDCORE_CHANGE_ITEMS)
        feedcore_gtk_section_splice(section, page, record, step->position, step->removed, step->added);
    else if (step->kind == FEEDCORE_CHANGE_ITEM)
        feedcore_gtk_section_change_item(section, page, record, step->position);
}

/* All steps are made. Sections that left the page are known no longer. */
static void settle(FeedcoreGtkFeed *self, feedcore_snapshot *page)
{
    feedcore_snapshot *old = self->page;
    self->page = page ? feedcore_snapshot_ref(page) : NULL;
    g_hash_table_remove_all(self->by_key);
    for (guint i = 0; i < self->sections->len; i++) {
        FeedcoreGtkSection *section = g_ptr_array_index(self->sections, i);
        know(self, section);
        feedcore_gtk_section_settle(section, page, feedcore_snapshot_section(page, i));
        measure(self, section, i);
    }
    feedcore_snapshot_unref(old);
}

/* A section that measures otherwise, or begins or ends to load more: the page is the same. */
static void measure_sections(FeedcoreGtkFeed *self, GArray *steps)
{
    for (guint i = 0; i < steps->len; i++) {
        const guint index = g_array_index(steps, Step, i).section;
        if (index < self->sections->len)
            measure(self, g_ptr_array_index(self->sections, index), index);
    }
}

static void make_steps(FeedcoreGtkFeed *self, feedcore_snapshot *page, GArray *steps)
{
    for (guint i = 0; i < steps->len; i++)
        make_step(self, page, &g_array_index(steps, Step, i));
    settle(self, page);
}

guint feedcore_gtk_count_common(GListModel *list, feedcore_snapshot *page, guint counted, gboolean is_end)
{
    const guint old = g_list_model_get_n_items(list), new = (guint)feedcore_snapshot_section_count(page);
    guint count = 0;
    while (count < MIN(old, new) - counted) {
        g_autoptr(FeedcoreGtkSection) section = g_list_model_get_item(list, is_end ? old - 1 - count : count);
        const feedcore_section *next = feedcore_snapshot_section(page, is_end ? new - 1 - count : count);
        if (!g_str_equal(feedcore_gtk_section_get_key(section), feedcore_section_key(next)))
            break;
        count++;
    }
    return count;
}

/* All is another page now: each section is told as one splice at most, and so are those that are others. */
static void reset(FeedcoreGtkFeed *self, feedcore_snapshot *page)
{
    const guint old = self->sections->len, new = (guint)feedcore_snapshot_section_count(page);
    const guint head = feedcore_gtk_count_common(G_LIST_MODEL(self), page, 0, FALSE);
    const guint tail = feedcore_gtk_count_common(G_LIST_MODEL(self), page, head, TRUE);
    const Step step = {FEEDCORE_CHANGE_SECTIONS, 0, head, old - head - tail, new - head - tail};
    for (guint i = 0; i < head; i++)
        feedcore_gtk_section_replace(g_ptr_array_index(self->sections, i), page, feedcore_snapshot_section(page, i));
    splice_sections(self, page, &step);
    for (guint i = new - tail; i < new; i++)
        feedcore_gtk_section_replace(g_ptr_array_index(self->sections, i), page, feedcore_snapshot_section(page, i));
    settle(self, page);
}

gboolean feedcore_gtk_feed_change(FeedcoreGtkFeed *self, const feedcore_event *event)
{
    const gboolean is_reset = feedcore_event_get_kind(event) == FEEDCORE_EVENT_RESET;
    if (is_reset)
        g_array_set_size(self->steps, 0);
    else
        gather(self, feedcore_event_change(event));
    if (!is_reset && feedcore_event_revision_to(event) != feedcore_feed_revision(self->handle))
        return FALSE; /* more of them come */

    feedcore_snapshot *page = feedcore_feed_snapshot(self->handle);
    GArray *steps = self->steps;
    self->steps = feedcore_gtk_feed_new_steps();
    if (is_reset)
        reset(self, page);
    else if (page == self->page)
        measure_sections(self, steps);
    else
        make_steps(self, page, steps);
    g_array_unref(steps);
    feedcore_snapshot_unref(page);
    feedcore_gtk_feed_read_hidden(self);
    return TRUE;
}
