#pragma once

#include "feedcore-gtk-private.h"

struct _FeedcoreGtkFeed {
    GObject parent_instance;
    FeedcoreGtkContext *context;
    char *config;
    feedcore_feed *handle; /* NULL after dispose */
    gboolean is_borrowed;  /* the handle is a search's */

    feedcore_snapshot *page; /* what the list shows; NULL before the first */
    GPtrArray *sections;     /* of FeedcoreGtkSection */
    GHashTable *by_key;      /* the same, by their own keys; it keeps who moves while steps are made */
    GArray *steps;           /* of a page whose last one hasn't been told */
    GListStore *hidden;      /* sections that the reader has hidden, other objects than those of the list */
    guint hidden_reads;      /* asked for since the list of what is hidden began to be read */
    GListStore *sources;
    GHashTable *waits; /* who waits for a request, by its number */

    FeedcoreGtkState state;
    gboolean is_loading;
    double progress;
    GError *error;
    gint64 time;
    gboolean can_load_more;
    char *end_text;
    gboolean is_banner_paused;
};

/* feedcore-gtk-feed.c: tells the list's watchers. */
void feedcore_gtk_feed_tell_items_changed(FeedcoreGtkFeed *self, guint position, guint removed, guint added);

/* feedcore-gtk-feed-changes.c: steps to be gathered; a CHANGE or RESET of the core, as changes of the list. FALSE if the
 * list waits for further steps. */
GArray *feedcore_gtk_feed_new_steps(void);
gboolean feedcore_gtk_feed_change(FeedcoreGtkFeed *self, const feedcore_event *event);

/* How many sections a list of them and a page begin, or end, with that are the same; those that were counted already
 * aside. */
guint feedcore_gtk_count_common(GListModel *list, feedcore_snapshot *page, guint counted, gboolean is_end);

/* feedcore-gtk-feed-hidden.c: makes the list of what is hidden the core's, as one splice at most. */
void feedcore_gtk_feed_read_hidden(FeedcoreGtkFeed *self);

/* feedcore-gtk-feed-requests.c: who waits for a request, NULL for nobody; what they are told, `error` for a failure. */
GHashTable *feedcore_gtk_feed_new_waits(void);
GPtrArray *feedcore_gtk_feed_take_waits(FeedcoreGtkFeed *self, guint64 request);
void feedcore_gtk_feed_end_waits(GPtrArray *waits, const GError *error);
void feedcore_gtk_feed_end_all_waits(FeedcoreGtkFeed *self);
