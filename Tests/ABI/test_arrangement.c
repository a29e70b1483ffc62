/* A page that its reader rearranges: moved, hidden and removed sections, and some of the front
 * end's own, whatever its servers do meanwhile. */
#include "held.h"
#include "shelves.h"

#include <jansson.h>

#define ROW(key) SHELF(key, "", CELL("1"))
#define PAGE "{\"s\": [" ROW("A") "," ROW("B") "," ROW("C") "," ROW("D") "]}"
#define OWN(key, items) "{\"key\": \"" key "\", \"items\": [" items "]}"
#define OWN_ITEM(id, title) "{\"id\": " id ", \"title\": \"" title "\"}"

static void begin_with(const char *page)
{
    memset(&record, 0, sizeof record);
    context = new_context(IN_MEMORY);
    feed = new_recorded(context, SHELVES_FEED, &record);
    if (page)
        CHECK_INT(feedcore_feed_load(feed, 0, page, strlen(page), NULL), FEEDCORE_OK);
    tell();
    forget(&record);
}

static void end(void)
{
    feedcore_feed_free(feed);
    feedcore_context_free(context);
}

static void move(const char *key, size_t position)
{
    CHECK_INT(feedcore_feed_move_section(feed, key, position), FEEDCORE_OK);
}

static void hide(const char *key, int is_hidden)
{
    CHECK_INT(feedcore_feed_hide_section(feed, key, is_hidden), FEEDCORE_OK);
}

static void take_away(const char *key)
{
    CHECK_INT(feedcore_feed_remove_section(feed, key), FEEDCORE_OK);
}

static void insert(const char *json, size_t position)
{
    feedcore_error *error = NULL;
    if (feedcore_feed_insert_section(feed, json, strlen(json), position, &error) != FEEDCORE_OK)
        fprintf(stderr, "%s\n", feedcore_error_message(error));
    CHECK(!error);
}

static void arrange(const char *json)
{
    feedcore_error *error = NULL;
    if (feedcore_feed_set_arrangement(feed, json, strlen(json), &error) != FEEDCORE_OK)
        fprintf(stderr, "%s\n", feedcore_error_message(error));
    CHECK(!error);
}

/* ------------------------------------------------------------------------------ what it does */

static void what_is_asked_for_shows_in_the_next_dispatch(void)
{
    begin_with(PAGE);
    CHECK(!is_readable(context));
    move("C", 0);
    CHECK(is_readable(context));
    CHECK_TEXT(keys(feed), "A B C D ");
    CHECK_EVENTS(&record, "");
    dispatch(context);
    CHECK_EVENTS(&record, "0 change 1>2 sections 0 -0+1\n"
                          "0 change 1>2 sections 3 -1+0\n");
    CHECK_TEXT(keys(feed), "C A B D ");
    hide("A", 1);
    take_away("B");
    move("D", SIZE_MAX);
    move("C", SIZE_MAX);
    insert(OWN("O", OWN_ITEM("1", "mine")), 1);
    CHECK_TEXT(keys(feed), "C A B D ");
    dispatch(context);
    CHECK_TEXT(keys(feed), "D O C ");
    CHECK_INT((int64_t)feedcore_feed_revision(feed), 3);
    hide("A", 0);
    dispatch(context);
    CHECK_TEXT(keys(feed), "A D O C ");
    move("B", 1);
    move("A", (size_t)INT64_MAX + 1);
    dispatch(context);
    CHECK_TEXT(keys(feed), "B D O C A ");
    take_away("O");
    arrange("{}");
    dispatch(context);
    CHECK_TEXT(keys(feed), "A B C D ");
    CHECK_INT(feedcore_feed_move_section(feed, "O", 0), FEEDCORE_ERROR_ARGUMENT);
    end();
}

static void half_told_it_goes_on(void)
{
    begin_with(PAGE);
    move("D", 0);
    move("A", 3);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(feedcore_context_dispatch(context, 1), FEEDCORE_OK);
        hide("B", i % 2 == 0);
    }
    dispatch(context);
    CHECK_TEXT(keys(feed), "D C A ");
    end();
}

static void a_section_of_the_front_end_s_own(void)
{
    begin_with(NULL);
    insert(OWN("O", OWN_ITEM("1", "one") "," OWN_ITEM("2", "two")), 0);
    CHECK(feedcore_feed_snapshot(feed) == NULL);
    dispatch(context);
    CHECK_EVENTS(&record, "0 change 0>1 sections 0 -0+1\n");
    CHECK_TEXT(outline(feed), "O: one two");
    CHECK_INT(feedcore_feed_section_state(feed, 0), FEEDCORE_STATE_READY);
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_IDLE);
    uint64_t request = 7;
    CHECK_INT(feedcore_feed_load_more_section(feed, "O", &request), FEEDCORE_OK);
    CHECK_INT((int64_t)request, 0);
    /* Offline it stays. */
    respond(context, LIST_URL, 404, NULL, "");
    refresh(feed);
    tell();
    CHECK_TEXT(outline(feed), "O: one two");
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_FAILED);
    forget(&record);
    /* Replaced, it is told as what changed. */
    insert(OWN("O", OWN_ITEM("1", "ONE") "," OWN_ITEM("3", "three")), 0);
    dispatch(context);
    CHECK_EVENTS(&record, "0 change 1>2 item 0.0\n"
                          "0 change 1>2 items 0.1 -1+1\n");
    CHECK_INT(feedcore_feed_select(feed, first_item(feed)), FEEDCORE_OK);
    dispatch(context);
    CHECK_EVENTS(&record, "0 action ONE -\n");
    /* The server's of this key gives way. */
    static const char page[] = "{\"s\": [" ROW("O") "]}";
    CHECK_INT(feedcore_feed_load(feed, 0, page, strlen(page), NULL), FEEDCORE_OK);
    tell();
    CHECK_TEXT(outline(feed), "O: ONE three | O#2: 1");
    take_away("O");
    dispatch(context);
    CHECK_TEXT(outline(feed), "O: 1");
    end();
}

/* The keys and numbers of items of what is hidden. */
static const char *hidden(void)
{
    static char text[200];
    feedcore_snapshot *page = feedcore_feed_hidden_sections(feed);
    text[0] = '\0';
    for (size_t i = 0; i < feedcore_snapshot_section_count(page); i++) {
        const feedcore_section *section = feedcore_snapshot_section(page, i);
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%zu ", feedcore_section_key(section),
                 feedcore_section_item_count(section));
    }
    feedcore_snapshot_unref(page);
    return text;
}

static void what_is_hidden_can_be_listed(void)
{
    begin_with(NULL);
    arrange("{\"hidden\": [\"C\", \"Z\", \"A\"]}");
    CHECK(feedcore_feed_hidden_sections(feed) == NULL); /* there is none of them yet */
    CHECK_INT(feedcore_feed_load(feed, 0, PAGE, strlen(PAGE), NULL), FEEDCORE_OK);
    tell();
    CHECK_TEXT(keys(feed), "B D ");
    CHECK_TEXT(hidden(), "A1 C1 ");
    /* What isn't shown isn't told, but there when the refresh is complete. */
    static const char page[] =
        "{\"s\": [" ROW("B") "," SHELF("C", "", CELL("1") "," CELL("2")) "," ROW("D") "]}";
    forget(&record);
    CHECK_INT(feedcore_feed_load(feed, 0, page, strlen(page), NULL), FEEDCORE_OK);
    tell();
    CHECK_EVENTS(&record, "2 complete\n");
    CHECK_TEXT(hidden(), "C2 ");
    /* With what doesn't show yet: moved, of the front end's own, taken away. */
    insert(OWN("O", OWN_ITEM("1", "mine")), 0);
    hide("O", 1);
    hide("B", 1);
    move("C", 0);
    feedcore_snapshot *before = feedcore_feed_hidden_sections(feed);
    CHECK_TEXT(hidden(), "O1 B1 C2 ");
    take_away("B");
    hide("B", 1);
    take_away("O");
    CHECK_TEXT(hidden(), "C2 ");
    hide("C", 0);
    CHECK(feedcore_feed_hidden_sections(feed) == NULL);
    dispatch(context);
    CHECK_TEXT(keys(feed), "C D ");
    end();
    CHECK_TEXT(feedcore_section_key(feedcore_snapshot_section(before, 1)), "B");
    feedcore_snapshot_unref(before);
}

static void it_is_kept_as_json(void)
{
    begin_with(PAGE);
    move("D", 0);
    hide("B", 1);
    take_away("C");
    insert(OWN("O", OWN_ITEM("1", "\\u00e9\\ud83d\\ude00")), 1);
    /* With what doesn't show yet. */
    char *text = feedcore_feed_arrangement_to_text(feed);
    json_t *json = feedcore_feed_arrangement_to_json(feed);
    CHECK(text && json);
    json_t *read = json_loads(text, 0, NULL);
    CHECK(json_equal(json, read));
    CHECK_INT((int64_t)json_array_size(json_object_get(json, "order")), 5);
    CHECK_TEXT(json_string_value(json_array_get(json_object_get(json, "order"), 1)), "O");
    CHECK_INT((int64_t)json_array_size(json_object_get(json, "own")), 1);
    dispatch(context);
    CHECK_TEXT(outline(feed), "D: 1 | O: \xC3\xA9\xF0\x9F\x98\x80 | A: 1");
    end();

    for (int way = 0; way < 2; way++) {
        begin_with(NULL);
        if (way)
            CHECK_INT(feedcore_feed_set_arrangement_json(feed, json, NULL), FEEDCORE_OK);
        else
            arrange(text);
        /* The first page arrives as it was left. */
        CHECK_INT(feedcore_feed_load(feed, 0, PAGE, strlen(PAGE), NULL), FEEDCORE_OK);
        tell();
        CHECK_EVENTS(&record, "0 change 0>1 sections 0 -0+1\n"
                              "1 change list 1>2 sections 0 -0+1\n"
                              "1 change list 1>2 sections 2 -0+1\n"
                              "1 state list ready\n"
                              "1 complete\n");
        CHECK_TEXT(outline(feed), "D: 1 | O: \xC3\xA9\xF0\x9F\x98\x80 | A: 1");
        char *again = feedcore_feed_arrangement_to_text(feed);
        if (!way) /* jansson writes the own sections in its way */
            CHECK_TEXT(again, text);
        json_t *same = json_loads(again, 0, NULL);
        CHECK(json_equal(same, json));
        json_decref(same);
        feedcore_free(again);
        end();
    }
    feedcore_free(text);
    json_decref(json);
    json_decref(read);
}

static void a_section_as_the_feed_writes_it_goes_in_again(void)
{
    begin_with("{\"s\": ["
               SHELF("A", "\"t\": \"Title\",", "{\"i\": 1, \"c\": [" CELL("2") "]}") "]}");
    json_t *json = feedcore_section_to_json(feedcore_feed_section(feed, 0));
    CHECK_INT(feedcore_feed_insert_section_json(feed, json, 0, NULL), FEEDCORE_ERROR_CONFIG);
    CHECK_INT(json_object_set_new(json, "key", json_string("B")), 0);
    CHECK_INT(feedcore_feed_insert_section_json(feed, json, 0, NULL), FEEDCORE_OK);
    json_decref(json);
    dispatch(context);
    CHECK_TEXT(outline(feed), "B: 1 | A: 1");
    const feedcore_section *section = feedcore_feed_section(feed, 0);
    CHECK_TEXT(feedcore_section_title(section), "Title");
    CHECK_INT((int64_t)feedcore_item_child_count(feedcore_section_item(section, 0)), 1);
    end();
}

/* -------------------------------------------------------------------------------- mistakes */

static void mistakes_have_a_place(void)
{
    typedef struct {
        const char *json, *path;
        int line, column;
    } Mistake;
    static const Mistake sections[] = {
        {"{\"key\": \"O\",\n \"items\": [7]}", "/items/0", 2, 12},
        {"{\"key\": \"O\", \"items\": []}", "", 1, 1},
        {"{\"items\": [" OWN_ITEM("1", "t") "]}", "", 1, 1},
        {"{\"key\": \"A\",\n \"items\": [" OWN_ITEM("1", "t") "]}", "/key", 1, 9},
        {"{\"key\": \"O\", \"kind\": \"SHELF\"}", "/kind", 1, 22},
    };
    static const Mistake arrangements[] = {
        {"[]", "", 1, 1},
        {"{\"other\": 1}", "/other", 1, 2},
        {"{\"order\": [\"A\",\n\"A\"]}", "/order/1", 2, 1},
        {"{\"hidden\": [\"\"]}", "/hidden/0", 1, 13},
        {"{\"own\": [\n  {\"key\": \"O\", \"items\": [7]}]}", "/own/0/items/0", 2, 26},
    };
    begin_with(PAGE);
    move("D", 0);
    dispatch(context);
    char *before = feedcore_feed_arrangement_to_text(feed);
    for (size_t i = 0; i < 10; i++) {
        const int is_section = i < 5;
        const Mistake *mistake = is_section ? &sections[i] : &arrangements[i - 5];
        const char *text = mistake->json;
        feedcore_error *error = NULL;
        CHECK_INT(is_section
                      ? feedcore_feed_insert_section(feed, text, strlen(text), 0, &error)
                      : feedcore_feed_set_arrangement(feed, text, strlen(text), &error),
                  FEEDCORE_ERROR_CONFIG);
        CHECK_TEXT(feedcore_error_path(error), mistake->path);
        CHECK_INT(feedcore_error_line(error), mistake->line);
        CHECK_INT(feedcore_error_column(error), mistake->column);
        feedcore_error_free(error);

        /* A json_t has no lines. */
        json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
        CHECK_INT(is_section ? feedcore_feed_insert_section_json(feed, json, 0, &error)
                             : feedcore_feed_set_arrangement_json(feed, json, &error),
                  FEEDCORE_ERROR_CONFIG);
        CHECK_TEXT(feedcore_error_path(error), mistake->path);
        CHECK_INT(feedcore_error_line(error), -1);
        feedcore_error_free(error);
        json_decref(json);
    }
    feedcore_error *error = NULL;
    CHECK_INT(feedcore_feed_insert_section(feed, "{\"key\": ", 8, 0, &error),
              FEEDCORE_ERROR_SYNTAX);
    CHECK_INT(feedcore_error_offset(error), 8);
    feedcore_error_free(error);

    /* Whatever stands in a section comes out with the arrangement, which is UTF-8. */
    static const char broken[] =
        "{\"key\": \"O\", \"note\": \"\xff\", \"items\": [" OWN_ITEM("1", "t") "]}";
    CHECK_INT(feedcore_feed_insert_section(feed, broken, sizeof broken - 1, 0, &error),
              FEEDCORE_ERROR_CONFIG);
    CHECK_TEXT(feedcore_error_path(error), "");
    feedcore_error_free(error);
    json_t *cycle = json_pack("{s:[]}", "order");
    json_t *list = json_object_get(cycle, "order");
    json_t *inner = json_pack("[O]", list); /* which jansson lets nobody close in one call */
    CHECK(json_array_append(list, inner) == 0);
    CHECK_INT(feedcore_feed_set_arrangement_json(feed, cycle, NULL), FEEDCORE_ERROR_JSON);
    json_array_clear(inner);
    json_decref(inner);
    json_decref(cycle);
    /* All stays as it is. */
    CHECK(!is_readable(context));
    char *after = feedcore_feed_arrangement_to_text(feed);
    CHECK_TEXT(after, before);
    CHECK_TEXT(keys(feed), "D A B C ");
    feedcore_free(before);
    feedcore_free(after);
    end();
}

static void after_its_context_a_feed_keeps_what_it_shows(void)
{
    begin_with(PAGE);
    move("D", 0);
    dispatch(context);
    move("C", 0);
    feedcore_context_free(context);
    CHECK_TEXT(keys(feed), "D A B C ");
    CHECK_INT(feedcore_feed_move_section(feed, "A", 0), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_hide_section(feed, "A", 1), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_remove_section(feed, "A"), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_insert_section(feed, "{}", 2, 0, NULL), FEEDCORE_ERROR_THREAD);
    CHECK_INT(feedcore_feed_set_arrangement(feed, "{}", 2, NULL), FEEDCORE_ERROR_THREAD);
    char *text = feedcore_feed_arrangement_to_text(feed);
    CHECK_TEXT(text, "{\"order\":[\"C\",\"D\",\"A\",\"B\"],"
                     "\"hidden\":[],\"removed\":[],\"own\":[]}");
    feedcore_free(text);
    feedcore_feed_free(feed);
}

/* ---------------------------------------------------------------------------- at the same time */

static void menus_that_wait_find_their_place(void)
{
    begin(MANUAL, HOME_FEED);
    refresh(feed);
    feedcore_exchange *menus = started(2);
    CHECK(strstr(feedcore_exchange_url(menus), "dragon"));
    answer(menus, 200, HOME_MENUS);
    tell();
    CHECK_TEXT(keys(feed), "");
    arrange("{\"order\": [\"HOMEPAGE_BLOCK_MGC_PLAYLIST\", \"HOMEPAGE_BANNER\"]}");
    answer(network.exchanges[0], 200, HOME_PAGE);
    tell();
    /* They follow the section that they follow in the server's page. */
    CHECK(strncmp(keys(feed), "HOMEPAGE_BLOCK_MGC_PLAYLIST HOMEPAGE_BANNER ", 44) == 0);
    CHECK_INT((int64_t)feedcore_feed_section_count(feed), 3);
    const feedcore_section *last = feedcore_feed_section(feed, 2);
    CHECK_INT(feedcore_section_get_kind(last), FEEDCORE_SECTION_MENUS);
    move(feedcore_section_key(last), 0);
    dispatch(context);
    CHECK_INT(feedcore_section_get_kind(feedcore_feed_section(feed, 0)), FEEDCORE_SECTION_MENUS);
    finish();
}

static List list;

static void follow_event(feedcore_feed *of, const feedcore_event *event, void *user_data)
{
    follow(&list, of, event);
    record_event(of, event, user_data);
}

static atomic_int answers;

/* The page has another order each time, and sometimes one section less. */
static void answer_within(feedcore_exchange *exchange, void *user_data)
{
    static const char *const pages[] = {
        PAGE,
        "{\"s\": [" ROW("D") "," ROW("C") "," ROW("B") "," ROW("A") "]}",
        "{\"s\": [" ROW("B") "," ROW("D") "," ROW("A") "]}",
        "{\"s\": [" ROW("E") "," SHELF("C", "", CELL("1") "," CELL("2")) "," ROW("A") "]}",
    };
    (void)user_data;
    answer(exchange, 200, pages[answers++ % 4]);
}

static void ignore(feedcore_exchange *exchange, void *user_data)
{
    CHECK(exchange && user_data);
}

/* The worker makes each page with the arrangement that it knows; meanwhile there is another one. */
static void pages_come_while_it_is_rearranged(void)
{
    static const char *const all[] = {"A", "B", "C", "D", "E", "O"};
    memset(&record, 0, sizeof record);
    memset(&network, 0, sizeof network);
    memset(&list, 0, sizeof list);
    context = new_context("{}");
    CHECK_INT(
        feedcore_context_set_transport(context, answer_within, ignore, &network, network_end),
        FEEDCORE_OK);
    feed = new_feed(context, SHELVES_FEED);
    CHECK_INT(feedcore_feed_set_callback(feed, follow_event, &record, record_end), FEEDCORE_OK);
    refresh(feed);
    run(context);
    for (int i = 0; i < 2000; i++) {
        const char *key = all[i * 7 % 6];
        if (i % 3 == 0)
            refresh(feed);
        switch (i % 5) {
        case 0:
            feedcore_feed_move_section(feed, key, (size_t)(i % 4));
            break;
        case 1:
            feedcore_feed_hide_section(feed, key, i % 2);
            break;
        case 2:
            feedcore_feed_remove_section(feed, key);
            break;
        case 3:
            insert(OWN("O", OWN_ITEM("1", "x")), (size_t)(i % 3));
            break;
        case 4:
            feedcore_feed_move_section(feed, key, SIZE_MAX);
            break;
        }
        CHECK_INT(feedcore_context_dispatch(context, i % 4), FEEDCORE_OK);
    }
    run(context);

    /* A feed that never saw any of it shows the same. */
    char *kept = feedcore_feed_arrangement_to_text(feed);
    feedcore_feed *other = new_feed(context, SHELVES_FEED);
    CHECK_INT(feedcore_feed_set_arrangement(other, kept, strlen(kept), NULL), FEEDCORE_OK);
    answers += 3; /* the page of the last answer once more */
    refresh(other);
    run(context);
    feedcore_snapshot *one = feedcore_feed_snapshot(feed), *two = feedcore_feed_snapshot(other);
    char *one_text = feedcore_snapshot_to_text(one), *two_text = feedcore_snapshot_to_text(two);
    CHECK_TEXT(one_text, two_text);
    feedcore_free(one_text);
    feedcore_free(two_text);
    feedcore_free(kept);
    feedcore_snapshot_unref(one);
    feedcore_snapshot_unref(two);
    feedcore_feed_free(other);
    finish();
}

static int events_left;

static void free_at_last(feedcore_feed *of, const feedcore_event *event, void *user_data)
{
    CHECK(of == feed && event && user_data);
    if (events_left-- == 0)
        feedcore_feed_free(feed);
}

static void it_may_be_freed_in_the_middle(void)
{
    for (int i = 0; i < 6; i++) {
        begin_with(PAGE);
        CHECK_INT(feedcore_feed_set_callback(feed, free_at_last, &record, NULL), FEEDCORE_OK);
        events_left = i; /* the welcome is the first */
        arrange("{\"order\": [\"D\", \"C\", \"B\", \"A\"],"
                " \"own\": [" OWN("O", OWN_ITEM("1", "x")) "]}");
        CHECK_INT(feedcore_context_dispatch(context, i % 2), FEEDCORE_OK);
        for (int round = 0; round < 12; round++)
            dispatch(context);
        if (events_left >= 0)
            feedcore_feed_free(feed);
        feedcore_context_free(context);
    }
}

int main(void)
{
    what_is_asked_for_shows_in_the_next_dispatch();
    half_told_it_goes_on();
    a_section_of_the_front_end_s_own();
    what_is_hidden_can_be_listed();
    it_is_kept_as_json();
    a_section_as_the_feed_writes_it_goes_in_again();
    mistakes_have_a_place();
    after_its_context_a_feed_keeps_what_it_shows();
    menus_that_wait_find_their_place();
    pages_come_while_it_is_rearranged();
    it_may_be_freed_in_the_middle();
    wait_for_threads(1);
    return 0;
}
