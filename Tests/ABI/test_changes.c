/* What a list widget needs: counts and contents of a feed are, at every instant, what the steps that
 * were told make of what was there before. */
#include "live.h"

#include <jansson.h>

/* Sections with keys and titles; items with a child perhaps. */
#define SHELVES_MAPPING                                                                          \
    "{\"mapping\": \"shelves\","                                                                 \
    " \"sections\": {\"list\": \"s\", \"type\": {\"default\": \"shelf\"}, \"key\": \"k\","       \
    "                \"title\": \"t\", \"items\": \"i\"},"                                       \
    " \"types\": {\"shelf\": {\"kind\": \"PLAYLIST_RCMD\"}},"                                    \
    " \"default\": {\"item\": {\"id\": \"i\", \"title\": \"t\","                                 \
    "    \"children\": {\"list\": \"c\", \"item\": {\"id\": \"i\", \"title\": \"t\"}}}}}"
#define SHELVES_FEED                                                     \
    "{\"sources\": [{\"name\": \"shelves\", \"url\": \"" LIST_URL "\"," \
    "               \"mapping\": " SHELVES_MAPPING "}]}"

/* From the first to the second in six steps: every kind of them. */
#define SHELF(key, title, items) "{\"k\": \"" key "\", \"t\": \"" title "\", \"i\": [" items "]}"
#define ITEM(id, title) "{\"i\": \"" id "\", \"t\": \"" title "\"}"
#define BEFORE                                                                                \
    "{\"s\": [" SHELF("A", "one", ITEM("a", "a") "," ITEM("b", "b") "," ITEM("c", "c")) "," \
    SHELF("B", "two", ITEM("d", "d")) "," SHELF("C", "three", ITEM("e", "e")) "]}"
#define AFTER                                                                                 \
    "{\"s\": [" SHELF("A", "ONE", ITEM("n", "n") "," ITEM("a", "A") "," ITEM("c", "c")) "," \
    SHELF("C", "three", ITEM("e", "E")) "," SHELF("D", "four", ITEM("a", "a")) "]}"
static const char *const steps[] = {"items 0.0 -0+1", "item 0.1",   "items 0.2 -1+0", "section 0",
                                    "sections 1 -1+0", "item 1.0", "sections 2 -0+1"};
enum { STEPS = 7 };

/* ------------------------------------------------------------------------------- the widget's copy */

typedef struct {
    char *head;
    size_t count;
    char **rows;
} Shelf;

typedef struct {
    size_t count;
    Shelf *shelves;
} Model;

static const char *item_text(const feedcore_item *item)
{
    static char text[256];
    int length = snprintf(text, sizeof text, "%s", word(feedcore_item_title(item)));
    for (size_t i = 0; i < feedcore_item_child_count(item) && length < 200; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "/%s",
                           word(feedcore_item_title(feedcore_item_child(item, i))));
    return text;
}

static const char *head_text(const feedcore_section *section)
{
    static char text[256];
    snprintf(text, sizeof text, "%s: %s", feedcore_section_key(section),
             word(feedcore_section_title(section)));
    return text;
}

/* A list with other elements at a position: `added` of them, for the caller to fill. */
static void *with_gap(void *list, size_t count, size_t size, size_t position, size_t removed,
                      size_t added)
{
    const size_t tail = count - position - removed;
    char *gap = malloc((count - removed + added + 1) * size);
    CHECK(gap);
    if (list) {
        memcpy(gap, list, position * size);
        memcpy(gap + (position + added) * size, (char *)list + (position + removed) * size,
               tail * size);
    }
    free(list);
    return gap;
}

static void free_shelf(Shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        free(shelf->rows[i]);
    free(shelf->rows);
    free(shelf->head);
}

static void free_model(Model *model)
{
    for (size_t i = 0; i < model->count; i++)
        free_shelf(&model->shelves[i]);
    free(model->shelves);
    *model = (Model){0};
}

static void splice_rows(Shelf *shelf, const feedcore_section *section, size_t position,
                        size_t removed, size_t added)
{
    CHECK(position + removed <= shelf->count);
    CHECK(position + added <= feedcore_section_item_count(section));
    for (size_t i = position; i < position + removed; i++)
        free(shelf->rows[i]);
    shelf->rows = with_gap(shelf->rows, shelf->count, sizeof *shelf->rows, position, removed, added);
    shelf->count += added - removed;
    for (size_t i = position; i < position + added; i++)
        shelf->rows[i] = strdup(item_text(feedcore_section_item(section, i)));
}

static void splice_shelves(Model *model, const feedcore_snapshot *page, size_t position,
                           size_t removed, size_t added)
{
    CHECK(position + removed <= model->count);
    CHECK(position + added <= feedcore_snapshot_section_count(page));
    for (size_t i = position; i < position + removed; i++)
        free_shelf(&model->shelves[i]);
    model->shelves =
        with_gap(model->shelves, model->count, sizeof *model->shelves, position, removed, added);
    model->count += added - removed;
    for (size_t i = position; i < position + added; i++) {
        const feedcore_section *section = feedcore_snapshot_section(page, i);
        model->shelves[i] = (Shelf){.head = strdup(head_text(section))};
        splice_rows(&model->shelves[i], section, 0, 0, feedcore_section_item_count(section));
    }
}

static void read_page(Model *model, const feedcore_snapshot *page)
{
    free_model(model);
    splice_shelves(model, page, 0, 0, feedcore_snapshot_section_count(page));
}

static void replace_text(char **text, const char *other)
{
    CHECK(strcmp(*text, other) != 0); /* or there was nothing to tell */
    free(*text);
    *text = strdup(other);
}

/* One step, with what comes taken from the page that all of them lead to. */
static void make(Model *model, const feedcore_change *change, const feedcore_snapshot *page)
{
    const size_t at = (size_t)feedcore_change_section(change);
    const size_t position = (size_t)feedcore_change_position(change);
    const size_t removed = feedcore_change_removed(change);
    const size_t added = feedcore_change_added(change);
    const feedcore_section *section = feedcore_snapshot_section(page, at);
    const feedcore_change_kind kind = feedcore_change_get_kind(change);
    if (kind == FEEDCORE_CHANGE_SECTIONS) {
        CHECK_INT((int64_t)at, -1);
        CHECK(removed + added > 0);
        splice_shelves(model, page, position, removed, added);
        return;
    }
    CHECK(at < model->count && section);
    Shelf *shelf = &model->shelves[at];
    switch (kind) {
    case FEEDCORE_CHANGE_ITEMS:
        CHECK(removed + added > 0);
        splice_rows(shelf, section, position, removed, added);
        break;
    case FEEDCORE_CHANGE_ITEM:
        CHECK(position < shelf->count && removed == 0 && added == 0);
        replace_text(&shelf->rows[position], item_text(feedcore_section_item(section, position)));
        break;
    case FEEDCORE_CHANGE_SECTION:
        CHECK(removed == 0 && added == 0);
        CHECK_INT((int64_t)position, -1);
        replace_text(&shelf->head, head_text(section));
        break;
    default:
        CHECK(!"a kind of change that there is");
    }
}

static void check_section(const Shelf *shelf, const feedcore_section *section)
{
    CHECK_TEXT(head_text(section), shelf->head);
    CHECK_INT((int64_t)feedcore_section_item_count(section), (int64_t)shelf->count);
    for (size_t i = 0; i < shelf->count; i++)
        CHECK_TEXT(item_text(feedcore_section_item(section, i)), shelf->rows[i]);
    CHECK(feedcore_section_item(section, shelf->count) == NULL);
}

/* Everything that can be read of a feed is as in the copy. */
static void check_feed(const Model *model, const feedcore_feed *feed)
{
    CHECK_INT((int64_t)feedcore_feed_section_count(feed), (int64_t)model->count);
    for (size_t i = 0; i < model->count; i++) {
        const feedcore_section *section = feedcore_feed_section(feed, i);
        check_section(&model->shelves[i], section);
        /* One that moves is there twice, between two steps. */
        const char *key = feedcore_section_key(section);
        CHECK_TEXT(feedcore_section_key(feedcore_feed_section_by_key(feed, key)), key);
    }
    CHECK(feedcore_feed_section(feed, model->count) == NULL);
}

static void check_page(const Model *model, const feedcore_snapshot *page)
{
    CHECK_INT((int64_t)feedcore_snapshot_section_count(page), (int64_t)model->count);
    for (size_t i = 0; i < model->count; i++)
        check_section(&model->shelves[i], feedcore_snapshot_section(page, i));
}

/* ------------------------------------------------------------------------------------- the widget */

typedef struct Widget Widget;
struct Widget {
    Model model;
    feedcore_context *context;
    feedcore_feed *feed;
    feedcore_mapping *mapping;
    feedcore_snapshot *shown;     /* as feedcore_feed_snapshot has it, between two pages */
    feedcore_snapshot *pages[16]; /* what a request brings, by its number */
    feedcore_change_list *way;    /* from the one to the other, while it is told */
    size_t told;                  /* how many steps of it */
    uint64_t revision;
    int events, changes, resets, completes, destroyed;
    const char *lent; /* read in the last callback, and a copy */
    char lent_copy[256];
    void (*deed)(Widget *); /* at this step of those that are counted */
    int deed_at;
    char words[512];
};

static void check_same(const feedcore_change *one, const feedcore_change *other)
{
    CHECK(one && other);
    CHECK_INT(feedcore_change_get_kind(one), feedcore_change_get_kind(other));
    CHECK_INT(feedcore_change_section(one), feedcore_change_section(other));
    CHECK_INT(feedcore_change_position(one), feedcore_change_position(other));
    CHECK(feedcore_change_removed(one) == feedcore_change_removed(other));
    CHECK(feedcore_change_added(one) == feedcore_change_added(other));
}

/* The page is the old one until the last step, and the revision too. */
static void follow(Widget *widget, const feedcore_event *event)
{
    const feedcore_change *change = feedcore_event_change(event);
    feedcore_snapshot *page = widget->pages[feedcore_event_request(event) % 16];
    if (!widget->way)
        CHECK_INT(feedcore_diff(widget->shown, page, &widget->way, NULL), FEEDCORE_OK);
    check_same(change, feedcore_change_list_change(widget->way, widget->told));
    widget->told++;
    make(&widget->model, change, page);
    CHECK(feedcore_event_revision_from(event) == widget->revision);
    CHECK(feedcore_event_revision_to(event) == widget->revision + 1);

    const int is_last = widget->told == feedcore_change_list_count(widget->way);
    feedcore_snapshot *now = feedcore_feed_snapshot(widget->feed);
    CHECK((now == widget->shown) == !is_last);
    CHECK(feedcore_feed_revision(widget->feed) == widget->revision + (is_last ? 1 : 0));
    if (is_last) {
        check_page(&widget->model, now);
        check_page(&widget->model, page);
        widget->revision++;
        widget->told = 0;
        feedcore_change_list_free(widget->way);
        widget->way = NULL;
        feedcore_snapshot_unref(widget->shown);
        widget->shown = now;
    } else {
        feedcore_snapshot_unref(now);
    }
    char word[100];
    describe_change(change, word, sizeof word);
    strncat(widget->words, word, sizeof widget->words - strlen(widget->words) - 1);
    strncat(widget->words, "\n", sizeof widget->words - strlen(widget->words) - 1);
}

/* Reads all, section by section. */
static void read_all(Widget *widget)
{
    Model *model = &widget->model;
    free_model(model);
    model->count = feedcore_feed_section_count(widget->feed);
    model->shelves = calloc(model->count + 1, sizeof *model->shelves);
    for (size_t i = 0; i < model->count; i++) {
        const feedcore_section *section = feedcore_feed_section(widget->feed, i);
        model->shelves[i] = (Shelf){.head = strdup(head_text(section))};
        splice_rows(&model->shelves[i], section, 0, 0, feedcore_section_item_count(section));
    }
    widget->revision = feedcore_feed_revision(widget->feed);
    feedcore_snapshot_unref(widget->shown);
    widget->shown = feedcore_feed_snapshot(widget->feed);
}

/* A page that shows the same has taken the place of the other without a word. */
static void keep_shown(Widget *widget)
{
    feedcore_snapshot_unref(widget->shown);
    widget->shown = feedcore_feed_snapshot(widget->feed);
    check_page(&widget->model, widget->shown);
    if (widget->revision == 0 && widget->shown)
        widget->revision = 1; /* of an empty page nothing is told, but it is the first one */
}

static void check_lent(const Widget *widget)
{
    if (widget->lent)
        CHECK_TEXT(widget->lent, widget->lent_copy);
}

static void on_event(feedcore_feed *feed, const feedcore_event *event, void *user_data)
{
    Widget *widget = user_data;
    CHECK(feed == widget->feed && !widget->destroyed);
    widget->events++;
    const feedcore_event_kind kind = feedcore_event_get_kind(event);
    CHECK((feedcore_event_change(event) != NULL) == (kind == FEEDCORE_EVENT_CHANGE));
    if (kind == FEEDCORE_EVENT_CHANGE) {
        widget->changes++;
        follow(widget, event);
    } else {
        if (kind == FEEDCORE_EVENT_RESET) {
            widget->resets++;
            read_all(widget);
        }
        widget->completes += kind == FEEDCORE_EVENT_COMPLETE;
        if (!widget->way)
            keep_shown(widget);
        CHECK(feedcore_event_revision_to(event) == widget->revision);
    }
    check_feed(&widget->model, feed);
    widget->lent = feedcore_section_title(feedcore_feed_section(feed, 0));
    snprintf(widget->lent_copy, sizeof widget->lent_copy, "%s", word(widget->lent));
    if (kind == FEEDCORE_EVENT_CHANGE && widget->deed && widget->changes == widget->deed_at)
        widget->deed(widget);
}

static void on_end(void *user_data)
{
    ((Widget *)user_data)->destroyed++;
}

static void open_widget(Widget *widget, const char *feed, const char *mapping)
{
    *widget = (Widget){.context = new_context(IN_MEMORY)};
    widget->feed = new_feed(widget->context, feed);
    if (mapping)
        CHECK_INT(feedcore_mapping_new(mapping, strlen(mapping), &widget->mapping, NULL),
                  FEEDCORE_OK);
    else
        widget->mapping = builtin("netease-home");
    CHECK_INT(feedcore_feed_set_callback(widget->feed, on_event, widget, on_end), FEEDCORE_OK);
}

static void close_widget(Widget *widget)
{
    feedcore_feed_free(widget->feed);
    feedcore_context_free(widget->context);
    CHECK_INT(widget->destroyed, 1);
    feedcore_mapping_free(widget->mapping);
    feedcore_snapshot_unref(widget->shown);
    feedcore_change_list_free(widget->way);
    for (int i = 0; i < 16; i++)
        feedcore_snapshot_unref(widget->pages[i]);
    free_model(&widget->model);
}

/* Has the worker read a page; the feed shows it in the next dispatch. */
static void load(Widget *widget, const char *text)
{
    uint64_t request = 0;
    CHECK_INT(feedcore_feed_load(widget->feed, 0, text, strlen(text), &request), FEEDCORE_OK);
    feedcore_snapshot_unref(widget->pages[request % 16]);
    widget->pages[request % 16] = parse_text(widget->mapping, text);
    let_work(widget->context);
}

/* Dispatches until nothing waits, and looks after each time. */
static void dispatch_all(Widget *widget, int max_events)
{
    while (is_readable(widget->context)) {
        const int before = widget->events;
        check_lent(widget);
        CHECK_INT(feedcore_context_dispatch(widget->context, max_events), FEEDCORE_OK);
        CHECK(max_events == 0 || widget->events - before <= max_events);
        check_feed(&widget->model, widget->feed);
        check_lent(widget);
    }
}

static void open_with(Widget *widget, const char *page)
{
    open_widget(widget, SHELVES_FEED, SHELVES_MAPPING);
    load(widget, page);
    dispatch_all(widget, 0);
    CHECK_INT(widget->changes, 1);
    widget->changes = 0;
    widget->words[0] = '\0';
}

/* -------------------------------------------------------------------------------- random refreshes */

static uint64_t dice = 1;

static int roll(int limit)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (int)(dice % (uint64_t)limit);
}

/* What a server has: few ids and keys, so that they move, and repeat. */
typedef struct {
    int count;
    struct {
        int key, title, count;
        struct {
            int id, title, child;
        } items[8];
    } sections[6];
} Draft;

static void edit(Draft *draft)
{
    if (draft->count == 0 || roll(8) == 0) {
        draft->count = roll(6);
        for (int i = 0; i < draft->count; i++) {
            draft->sections[i].key = roll(6);
            draft->sections[i].title = roll(3);
            draft->sections[i].count = roll(8);
            for (int j = 0; j < draft->sections[i].count; j++) {
                draft->sections[i].items[j].id = roll(10);
                draft->sections[i].items[j].title = roll(3);
                draft->sections[i].items[j].child = roll(3);
            }
        }
        return;
    }
    const int one = roll(draft->count), other = roll(draft->count);
    switch (roll(6)) {
    case 0:
        draft->sections[one].title = roll(3);
        break;
    case 1:
        draft->sections[5] = draft->sections[one];
        draft->sections[one] = draft->sections[other];
        draft->sections[other] = draft->sections[5];
        break;
    case 2:
        draft->sections[one].count = roll(8); /* what comes back then was there before */
        break;
    case 3:
        draft->count--;
        draft->sections[one] = draft->sections[draft->count];
        break;
    default: {
        const int from = roll(8), to = roll(8);
        draft->sections[one].items[from] = draft->sections[other].items[to];
        draft->sections[other].items[to].title = roll(3);
        draft->sections[other].items[to].id = roll(10);
    }
    }
}

static const char *draft_text(const Draft *draft)
{
    static char text[16384];
    int length = snprintf(text, sizeof text, "{\"s\": [");
#define ADD(...) length += snprintf(text + length, sizeof text - (size_t)length, __VA_ARGS__)
    for (int i = 0; i < draft->count; i++) {
        ADD("%s{\"k\": \"%d\", \"t\": \"%d\", \"i\": [", i ? "," : "", draft->sections[i].key,
            draft->sections[i].title);
        for (int j = 0; j < draft->sections[i].count; j++) {
            ADD("%s{\"i\": %d, \"t\": \"%d\"", j ? "," : "", draft->sections[i].items[j].id,
                draft->sections[i].items[j].title);
            if (draft->sections[i].items[j].child)
                ADD(", \"c\": [{\"i\": 1, \"t\": \"%d\"}]", draft->sections[i].items[j].child);
            ADD("}");
        }
        ADD("]}");
    }
    ADD("]}");
#undef ADD
    CHECK(length < (int)sizeof text);
    return text;
}

static void a_widget_follows_random_refreshes(void)
{
    for (int max_events = 0; max_events <= 5; max_events++) {
        Widget widget;
        Draft draft = {0};
        open_widget(&widget, SHELVES_FEED, SHELVES_MAPPING);
        for (int i = 0; i < 60; i++) {
            /* At times a second page comes in before the first is shown, or while it is. */
            for (int pages = 1 + roll(2); pages > 0; pages--) {
                for (int edits = 1 + roll(4); edits > 0; edits--)
                    edit(&draft);
                load(&widget, draft_text(&draft));
                if (roll(2))
                    CHECK_INT(feedcore_context_dispatch(widget.context, 1 + max_events),
                              FEEDCORE_OK);
                check_feed(&widget.model, widget.feed);
            }
            dispatch_all(&widget, max_events);
            CHECK(widget.way == NULL);
        }
        CHECK(widget.changes > 100);
        CHECK(widget.completes >= 60);
        CHECK_INT(widget.resets, 0);
        close_widget(&widget);
    }
}

/* Pages that came in while nobody dispatched: the last is what counts. */
static void pages_that_nobody_takes(void)
{
    Widget widget;
    open_with(&widget, BEFORE);
    for (int i = 0; i < 8; i++)
        load(&widget, i % 2 ? BEFORE : "{\"s\": []}");
    load(&widget, AFTER);
    dispatch_all(&widget, 0);
    CHECK_INT(widget.changes, STEPS);
    CHECK_INT((int64_t)feedcore_feed_revision(widget.feed), 2);
    CHECK_INT(widget.completes, 10);
    close_widget(&widget);
}

/* ------------------------------------------------------------------------------ step by step */

static void each_step_is_told_on_its_own(void)
{
    Widget widget;
    char want[512] = "";
    for (int i = 0; i < STEPS; i++)
        snprintf(want + strlen(want), sizeof want - strlen(want), "%s\n", steps[i]);
    open_with(&widget, BEFORE);
    load(&widget, AFTER);
    dispatch_all(&widget, 1);
    CHECK_TEXT(widget.words, want);
    CHECK_INT(widget.changes, STEPS);

    /* The same content in other bytes is no step; the page is the new one all the same. */
    feedcore_snapshot *before = feedcore_feed_snapshot(widget.feed);
    load(&widget, AFTER " ");
    dispatch_all(&widget, 0);
    feedcore_snapshot *after = feedcore_feed_snapshot(widget.feed);
    CHECK(before != after);
    CHECK_INT(widget.changes, STEPS);
    CHECK_INT((int64_t)feedcore_feed_revision(widget.feed), 2);
    feedcore_snapshot_unref(before);
    feedcore_snapshot_unref(after);
    load(&widget, BEFORE);
    dispatch_all(&widget, 2);
    CHECK_INT((int64_t)feedcore_feed_revision(widget.feed), 3);
    close_widget(&widget);
}

static const char *late_page;

static void bring_a_page(Widget *widget)
{
    load(widget, late_page); /* it is read on the worker right now */
    check_feed(&widget->model, widget->feed);
    CHECK_INT(feedcore_context_dispatch(widget->context, 0), FEEDCORE_ERROR_NESTED);
    check_feed(&widget->model, widget->feed);
}

/* What stands between two pages is seen by nobody: not before dispatch, and not while the next one
 * comes in from the worker. */
static void nothing_changes_but_in_dispatch(const char *one, const char *other, Widget *widget)
{
    load(widget, one);
    dispatch_all(widget, 0);
    feedcore_snapshot *page = feedcore_feed_snapshot(widget->feed);
    load(widget, other);
    check_feed(&widget->model, widget->feed);
    check_page(&widget->model, page);
    CHECK(widget->shown == page);
    feedcore_snapshot_unref(page);

    widget->changes = 0;
    widget->deed = bring_a_page;
    late_page = one;
    const uint64_t revision = widget->revision;
    widget->deed_at = 1;
    CHECK_INT(feedcore_context_dispatch(widget->context, 0), FEEDCORE_OK);
    CHECK(widget->revision == revision + 1);
    CHECK(widget->changes > 3);
    page = parse_text(widget->mapping, other);
    check_page(&widget->model, page);
    check_feed(&widget->model, widget->feed);
    feedcore_snapshot_unref(page);
    widget->deed = NULL;
    dispatch_all(widget, 0);
    CHECK(widget->revision == revision + 2);
    page = parse_text(widget->mapping, one);
    check_page(&widget->model, page);
    feedcore_snapshot_unref(page);
}

static void nothing_changes_but_in_dispatch_of_both(void)
{
    Widget widget;
    open_widget(&widget, SHELVES_FEED, SHELVES_MAPPING);
    nothing_changes_but_in_dispatch(BEFORE, AFTER, &widget);
    close_widget(&widget);

    static const char *const paths[] = {"../shared/faults/A-13-r1.json",
                                        "../shared/faults/A-13-r2.json"};
    if (access(paths[0], R_OK) != 0)
        return;
    size_t length;
    char *one = read_file(paths[0], &length), *other = read_file(paths[1], &length);
    open_widget(&widget, HOME_FEED, NULL);
    nothing_changes_but_in_dispatch(one, other, &widget);
    close_widget(&widget);
    free(one);
    free(other);
}

/* ---------------------------------------------------------------------------------------- resets */

static char *long_page(int count, const char *title)
{
    char *text = malloc((size_t)count * 40 + 100);
    CHECK(text);
    int length = sprintf(text, "{\"s\": [{\"k\": \"A\", \"t\": \"long\", \"i\": [");
    for (int i = 0; i < count; i++)
        length += sprintf(text + length, "%s{\"i\": %d, \"t\": \"%s\"}", i ? "," : "", i, title);
    sprintf(text + length, "]}]}");
    return text;
}

static void too_many_steps_are_one_reset(void)
{
    char *one = long_page(4097, "one"), *other = long_page(4097, "other");
    Widget widget;
    open_with(&widget, one);
    load(&widget, other);
    check_feed(&widget.model, widget.feed);
    dispatch_all(&widget, 1);
    CHECK_INT(widget.resets, 1);
    CHECK_INT(widget.changes, 0);
    CHECK_INT((int64_t)feedcore_feed_revision(widget.feed), 2);
    check_page(&widget.model, widget.pages[2]);
    /* feedcore_diff has no such limit. */
    feedcore_change_list *list = NULL;
    CHECK_INT(feedcore_diff(widget.pages[1], widget.pages[2], &list, NULL), FEEDCORE_OK);
    CHECK_INT((int64_t)feedcore_change_list_count(list), 4097);
    feedcore_change_list_free(list);
    close_widget(&widget);
    free(one);
    free(other);
}

/* Who comes in the middle reads what is there, and follows from there. */
static Widget successor;

static void hand_over(Widget *widget)
{
    successor = (Widget){.context = widget->context, .feed = widget->feed, .way = widget->way,
                         .told = widget->told};
    memcpy(successor.pages, widget->pages, sizeof successor.pages);
    CHECK_INT(feedcore_feed_set_callback(widget->feed, on_event, &successor, on_end), FEEDCORE_OK);
    CHECK_INT(widget->destroyed, 0); /* it is lent to this call */
}

static void a_callback_may_be_replaced_at_every_step(void)
{
    for (int step = 1; step <= STEPS; step++) {
        for (int max_events = 0; max_events <= 1; max_events++) {
            Widget widget;
            open_with(&widget, BEFORE);
            load(&widget, AFTER);
            widget.deed = hand_over;
            widget.deed_at = step;
            while (is_readable(widget.context)) {
                CHECK_INT(feedcore_context_dispatch(widget.context, max_events), FEEDCORE_OK);
                if (widget.destroyed && successor.events)
                    check_feed(&successor.model, successor.feed);
            }
            CHECK_INT(widget.changes, step);
            CHECK_INT(widget.destroyed, 1);
            CHECK_INT(successor.resets, 1);
            CHECK_INT(successor.changes, STEPS - step);
            CHECK_INT(successor.completes, 1);
            check_page(&successor.model, widget.pages[2]);
            CHECK_INT((int64_t)feedcore_feed_revision(widget.feed), 2);

            /* Once more, now with nobody to tell. */
            CHECK_INT(feedcore_feed_set_callback(widget.feed, NULL, NULL, NULL), FEEDCORE_OK);
            CHECK_INT(successor.destroyed, 1);
            load(&widget, BEFORE);
            dispatch(widget.context);
            CHECK_INT((int64_t)feedcore_feed_revision(widget.feed), 3);
            feedcore_snapshot_unref(successor.shown);
            free_model(&successor.model);
            widget.way = NULL; /* the successor has freed it */
            close_widget(&widget);
        }
    }
}

/* ------------------------------------------------------------------------------------------ the end */

static void free_feed(Widget *widget)
{
    feedcore_feed_free(widget->feed);
    widget->feed = NULL;
    CHECK_INT(widget->destroyed, 0);
}

static void free_context(Widget *widget)
{
    feedcore_context_free(widget->context);
    widget->context = NULL;
    check_feed(&widget->model, widget->feed); /* it keeps what it shows, as far as it came */
}

static void free_both(Widget *widget)
{
    feedcore_context_free(widget->context);
    widget->context = NULL;
    free_feed(widget);
}

static void everything_may_end_at_every_step(void)
{
    void (*const deeds[])(Widget *) = {free_feed, free_context, free_both};
    for (int step = 1; step <= STEPS; step++) {
        for (int n = 0; n < 6; n++) {
            Widget widget;
            open_with(&widget, BEFORE);
            load(&widget, AFTER);
            widget.deed = deeds[n / 2];
            widget.deed_at = step;
            while (widget.context && is_readable(widget.context))
                CHECK_INT(feedcore_context_dispatch(widget.context, n % 2), FEEDCORE_OK);
            CHECK_INT(widget.changes, step);
            CHECK_INT(widget.destroyed, 1);
            CHECK_INT(widget.completes, 1); /* of the first page */
            if (widget.feed) {
                check_feed(&widget.model, widget.feed);
                CHECK(feedcore_feed_snapshot(widget.feed) == widget.shown);
                feedcore_snapshot_unref(widget.shown);
            }
            close_widget(&widget);
        }
    }
}

/* -------------------------------------------------------------------------------------------- diff */

static void a_diff_is_a_pure_function(void)
{
    static const char want[] =
        "[{\"kind\":\"items\",\"section\":0,\"position\":0,\"removed\":0,\"added\":1},"
        "{\"kind\":\"item\",\"section\":0,\"position\":1,\"removed\":0,\"added\":0},"
        "{\"kind\":\"items\",\"section\":0,\"position\":2,\"removed\":1,\"added\":0},"
        "{\"kind\":\"section\",\"section\":0,\"position\":null,\"removed\":0,\"added\":0},"
        "{\"kind\":\"sections\",\"section\":null,\"position\":1,\"removed\":1,\"added\":0},"
        "{\"kind\":\"item\",\"section\":1,\"position\":0,\"removed\":0,\"added\":0},"
        "{\"kind\":\"sections\",\"section\":null,\"position\":2,\"removed\":0,\"added\":1}]";
    feedcore_mapping *mapping = NULL;
    feedcore_error *error = (feedcore_error *)want;
    CHECK_INT(feedcore_mapping_new(SHELVES_MAPPING, strlen(SHELVES_MAPPING), &mapping, NULL),
              FEEDCORE_OK);
    feedcore_snapshot *one = parse_text(mapping, BEFORE), *other = parse_text(mapping, AFTER);
    feedcore_change_list *list = NULL, *none = NULL, *first = NULL;
    CHECK_INT(feedcore_diff(one, other, &list, &error), FEEDCORE_OK);
    CHECK(error == NULL);
    CHECK_INT(feedcore_diff(one, one, &none, NULL), FEEDCORE_OK);
    CHECK_INT(feedcore_diff(NULL, one, &first, NULL), FEEDCORE_OK);

    Model model = {0};
    read_page(&model, one);
    for (size_t i = 0; i < feedcore_change_list_count(list); i++)
        make(&model, feedcore_change_list_change(list, i), other);
    check_page(&model, other);
    free_model(&model);

    /* The list needs neither page. */
    feedcore_snapshot_unref(one);
    feedcore_snapshot_unref(other);
    feedcore_mapping_free(mapping);
    CHECK_INT((int64_t)feedcore_change_list_count(list), STEPS);
    for (size_t i = 0; i < STEPS; i++) {
        char words[100];
        describe_change(feedcore_change_list_change(list, i), words, sizeof words);
        CHECK_TEXT(words, steps[i]);
    }
    char *text = feedcore_change_list_to_text(list);
    CHECK_TEXT(text, want);
    feedcore_free(text);

    json_t *json = feedcore_change_list_to_json(list), *wanted = json_loads(want, 0, NULL);
    CHECK(json_equal(json, wanted));
    for (size_t i = 0; i < STEPS; i++) {
        json_t *change = feedcore_change_to_json(feedcore_change_list_change(list, i));
        CHECK(json_equal(change, json_array_get(wanted, i)));
        json_decref(change);
    }
    json_decref(json);
    json_decref(wanted);

    CHECK_INT((int64_t)feedcore_change_list_count(none), 0);
    CHECK(feedcore_change_list_change(none, 0) == NULL);
    text = feedcore_change_list_to_text(none);
    CHECK_TEXT(text, "[]");
    feedcore_free(text);
    json = feedcore_change_list_to_json(none);
    CHECK(json_is_array(json) && json_array_size(json) == 0);
    json_decref(json);
    CHECK_INT((int64_t)feedcore_change_list_count(first), 1);
    CHECK_INT((int64_t)feedcore_change_added(feedcore_change_list_change(first, 0)), 3);
    feedcore_change_list_free(list);
    feedcore_change_list_free(none);
    feedcore_change_list_free(first);

    static const char *const names[] = {"sections", "items", "item", "section"};
    for (int i = 0; i < 4; i++)
        CHECK_TEXT(feedcore_change_kind_name((feedcore_change_kind)(i + 1)), names[i]);
    CHECK_TEXT(feedcore_event_kind_name(FEEDCORE_EVENT_CHANGE), "change");
}

int main(void)
{
    a_diff_is_a_pure_function();
    each_step_is_told_on_its_own();
    a_widget_follows_random_refreshes();
    pages_that_nobody_takes();
    nothing_changes_but_in_dispatch_of_both();
    too_many_steps_are_one_reset();
    a_callback_may_be_replaced_at_every_step();
    everything_may_end_at_every_step();
    wait_for_threads(1);
    return 0;
}
