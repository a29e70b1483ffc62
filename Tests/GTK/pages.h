/* Feeds whose server is in memory, and a record of what their lists tell. */
#pragma once

#include "shelves.h" /* of Tests/ABI: the network in memory, and mappings */

#include "memory.h"
#include "signals.h"

static inline FeedcoreGtkFeed *new_gtk_feed(FeedcoreGtkContext *context, const char *config)
{
    GError *error = NULL;
    FeedcoreGtkFeed *feed = feedcore_gtk_feed_new(context, config, &error);
    g_assert_no_error(error);
    return feed;
}

/* What the server of LIST_FEED, PAGED_FEED and SHELVES_FEED answers from now on. */
static inline void answer(FeedcoreGtkContext *context, const char *body)
{
    respond_text(context, LIST_URL, 200, body);
}

/* Runs the loop until nothing is under way and nothing waits; the clock stands. */
static inline void settle(FeedcoreGtkContext *context)
{
    do
        let_work(core_of(context));
    while (g_main_context_iteration(NULL, FALSE));
}

static inline void show(FeedcoreGtkFeed *feed, const char *body)
{
    FeedcoreGtkContext *context = feedcore_gtk_feed_get_context(feed);
    answer(context, body);
    feedcore_gtk_feed_refresh_async(feed, NULL, NULL, NULL);
    settle(context);
}

/* A context, a feed of shelves in it, and its first page. */
static inline FeedcoreGtkFeed *new_shelves(const char *page)
{
    g_autoptr(FeedcoreGtkContext) context = new_gtk_context(IN_MEMORY);
    FeedcoreGtkFeed *feed = new_gtk_feed(context, SHELVES_FEED);
    if (page)
        show(feed, page);
    return feed;
}

#define PAGE(shelves) "{\"s\": [" shelves "]}"

/* "A: 1 2 | B: 3": what the lists have. For g_free. */
static inline char *shown(FeedcoreGtkFeed *feed)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(feed)); i++) {
        g_autoptr(FeedcoreGtkSection) section = g_list_model_get_item(G_LIST_MODEL(feed), i);
        g_string_append_printf(text, "%s%s:", i ? " | " : "", feedcore_gtk_section_get_key(section));
        for (guint k = 0; k < g_list_model_get_n_items(G_LIST_MODEL(section)); k++) {
            g_autoptr(FeedcoreGtkItem) item = g_list_model_get_item(G_LIST_MODEL(section), k);
            g_string_append_printf(text, " %s", feedcore_gtk_item_get_title(item));
        }
    }
    return g_string_free(text, FALSE);
}

#define ASSERT_SHOWN(feed, text)                     \
    do {                                             \
        g_autofree char *now = shown(feed);          \
        g_assert_cmpstr(now, ==, text);              \
    } while (0)

/* Writes each items-changed of a list into `record`, as "name(position,removed,added) ". */
typedef struct {
    char *name;
    GString *record;
} Recorder;

static inline void record_splice(GListModel *list, guint position, guint removed, guint added, Recorder *recorder)
{
    (void)list;
    g_string_append_printf(recorder->record, "%s(%u,%u,%u) ", recorder->name, position, removed, added);
}

static inline void recorder_free(gpointer data, GClosure *closure)
{
    Recorder *recorder = data;
    (void)closure;
    g_free(recorder->name);
    g_free(recorder);
}

static inline void record_list(gpointer list, const char *name, GString *record)
{
    Recorder *recorder = g_new(Recorder, 1);
    recorder->name = g_strdup(name);
    recorder->record = record;
    g_signal_connect_data(list, "items-changed", G_CALLBACK(record_splice), recorder, recorder_free, 0);
}

/* The same of a feed ("*") and of the sections that it has now, by their keys. */
static inline void record_feed(FeedcoreGtkFeed *feed, GString *record)
{
    record_list(feed, "*", record);
    for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(feed)); i++) {
        g_autoptr(FeedcoreGtkSection) section = g_list_model_get_item(G_LIST_MODEL(feed), i);
        record_list(section, feedcore_gtk_section_get_key(section), record);
    }
}

static inline FeedcoreGtkItem *item_at(FeedcoreGtkFeed *feed, const char *key, guint position)
{
    FeedcoreGtkSection *section = feedcore_gtk_feed_get_section(feed, key);
    g_assert_nonnull(section);
    return g_list_model_get_item(G_LIST_MODEL(section), position);
}
