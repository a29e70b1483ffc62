/* The host's own transport: what it is asked, what it may feed back, from which thread, and until
 * when. */
#define _GNU_SOURCE
#include "held.h"

/* ---------------------------------------------------------------------------- requests */

static void a_get_as_it_is_asked(void)
{
    begin("{\"clock\": \"manual\", \"headers\": {\"X-One\": \"1\", \"X-Two\": \"2\"},"
          " \"cookies\": {\"os\": \"linux\", \"n\": 7}}",
          "{\"sources\": [{\"name\": \"list\", \"url\": \"" LIST_URL
          "?a=1#part?\", \"headers\": {\"x-two\": \"two\"},"
          " \"parameters\": {\"k&\": \"\xC3\xA9 /~\", \"limit\": 1e3}, \"mapping\": " LIST_MAPPING
          "}]}");
    CHECK_INT(thread_count(), 1);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    size_t length = 7;
    CHECK_TEXT(feedcore_exchange_method(exchange), "GET");
    CHECK_TEXT(feedcore_exchange_url(exchange), LIST_URL "?a=1&k%26=%C3%A9+%2F%7E&limit=1e3");
    CHECK_INT((int64_t)feedcore_exchange_header_count(exchange), 3);
    CHECK_TEXT(header(exchange, "X-One"), "1");
    CHECK_TEXT(header(exchange, "x-two"), "two"); /* a source's own in place of the context's */
    CHECK_TEXT(header(exchange, "Cookie"), "os=linux; n=7");
    CHECK_TEXT(feedcore_exchange_header_name(exchange, 3), NULL);
    CHECK_TEXT(feedcore_exchange_header_value(exchange, SIZE_MAX), NULL);
    CHECK_TEXT(feedcore_exchange_body(exchange, &length), "");
    CHECK_INT((int64_t)length, 0);
    answer(exchange, 200, PAGE_A);
    tell();
    CHECK_TEXT(titles(feed), "A ");
    finish();
}

static void a_post_sends_a_form(void)
{
    begin(MANUAL,
          LIST_FEED_WITH(", \"method\": \"POST\", \"parameters\": {\"q\": \"a=b&c d\\n\","
                         " \"z\\u00e9ro\": 0, \"empty\": \"\", \"un-res_erv.ed*\": \"~\"}"));
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    size_t length = 0;
    CHECK_TEXT(feedcore_exchange_method(exchange), "POST");
    CHECK_TEXT(feedcore_exchange_url(exchange), LIST_URL);
    CHECK_TEXT(header(exchange, "Content-Type"), "application/x-www-form-urlencoded");
    CHECK_TEXT(feedcore_exchange_body(exchange, &length),
               "q=a%3Db%26c+d%0A&z%C3%A9ro=0&empty=&un-res_erv.ed*=%7E");
    CHECK_INT((int64_t)length, (int64_t)strlen(feedcore_exchange_body(exchange, NULL)));
    CHECK_INT(feedcore_exchange_head(exchange, 200), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_header(exchange, "ETag", "\"a\""), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_bytes(exchange, PAGE_A, strlen(PAGE_A)), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_end(exchange), FEEDCORE_OK);
    tell();
    CHECK_INT(record.completes, 1);
    refresh(feed);
    exchange = started(2);
    CHECK_TEXT(header(exchange, "If-None-Match"), NULL); /* that is a question of a GET */
    answer(exchange, 200, PAGE_B);
    tell();
    finish();

    /* A type of the front end's own is left. */
    begin(MANUAL,
          LIST_FEED_WITH(", \"method\": \"POST\", \"headers\": {\"content-type\": \"a/b\"}"));
    refresh(feed);
    exchange = started(1);
    CHECK_INT((int64_t)feedcore_exchange_header_count(exchange), 1);
    CHECK_TEXT(header(exchange, "content-type"), "a/b");
    CHECK_TEXT(feedcore_exchange_body(exchange, NULL), "");
    answer(exchange, 200, PAGE_A);
    tell();
    finish();
}

/* A page is asked for again by what it was known by, until another one is there. */
static void validators_belong_to_the_page_that_is_there(void)
{
    static const struct {
        const char *etag, *modified; /* of the answer */
        int status;
        const char *body;
        const char *next_etag, *next_modified; /* of the next request */
    } answers[] = {
        {NULL, NULL, 200, PAGE_A, NULL, NULL},
        {"\"a\"", "Mon, 02 Jan 2023 00:00:00 GMT", 200, PAGE_A, "\"a\"",
         "Mon, 02 Jan 2023 00:00:00 GMT"},
        {NULL, NULL, 304, "", "\"a\"",
         "Mon, 02 Jan 2023 00:00:00 GMT"},                           /* need not say them again */
        {"", "", 304, "", "\"a\"", "Mon, 02 Jan 2023 00:00:00 GMT"}, /* nothing is no name */
        {"\"b\"", NULL, 304, "", "\"b\"", "Mon, 02 Jan 2023 00:00:00 GMT"},
        {"\"c\"", NULL, 404, "", "\"b\"", "Mon, 02 Jan 2023 00:00:00 GMT"},
        {"\"d\"", NULL, 200, "{\"items\": [", "\"b\"",
         "Mon, 02 Jan 2023 00:00:00 GMT"}, /* half an answer */
        {"\"e\"", NULL, 200, "{\"code\": 301}", "\"b\"", "Mon, 02 Jan 2023 00:00:00 GMT"},
        {"\"f\"", NULL, 200, "", "\"b\"", "Mon, 02 Jan 2023 00:00:00 GMT"},
        {"\"g\"", NULL, 200, PAGE_B, "\"g\"", NULL},
        {NULL, NULL, 200, PAGE_A, NULL, NULL},
    };
    enum { COUNT = sizeof answers / sizeof answers[0] };
    begin(MANUAL, LIST_FEED);
    for (int i = 0; i <= COUNT; i++) {
        refresh(feed);
        feedcore_exchange *exchange = started(i + 1);
        CHECK_TEXT(header(exchange, "If-None-Match"), i ? answers[i - 1].next_etag : NULL);
        CHECK_TEXT(header(exchange, "If-Modified-Since"), i ? answers[i - 1].next_modified : NULL);
        if (i == COUNT) {
            answer(exchange, 200, PAGE_A);
            break;
        }
        feedcore_exchange_head(exchange, answers[i].status);
        if (answers[i].etag)
            feedcore_exchange_header(exchange, "eTag", answers[i].etag);
        if (answers[i].modified)
            feedcore_exchange_header(exchange, "LAST-MODIFIED", answers[i].modified);
        feedcore_exchange_bytes(exchange, answers[i].body, strlen(answers[i].body));
        feedcore_exchange_end(exchange);
        tell();
    }
    tell();
    finish();
}

static void a_page_of_the_front_end_s_own_has_no_validator(void)
{
    begin(MANUAL, LIST_FEED);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    feedcore_exchange_head(exchange, 200);
    feedcore_exchange_header(exchange, "ETag", "\"a\"");
    feedcore_exchange_bytes(exchange, PAGE_A, strlen(PAGE_A));
    feedcore_exchange_end(exchange);
    tell();
    feedcore_feed_load(feed, 0, PAGE_A, strlen(PAGE_A), NULL); /* the same page is known */
    refresh(feed);
    exchange = started(2);
    CHECK_TEXT(header(exchange, "If-None-Match"), "\"a\"");
    answer(exchange, 304, "");
    tell();
    feedcore_feed_load(feed, 0, PAGE_B, strlen(PAGE_B), NULL);
    refresh(feed);
    exchange = started(3);
    CHECK_TEXT(header(exchange, "If-None-Match"), NULL);
    answer(exchange, 200, PAGE_A);
    tell();
    CHECK_TEXT(titles(feed), "A ");
    finish();
}

/* ----------------------------------------------------------------------------- answers */

/* What the store has forgotten is asked for as a whole, whatever a server says meanwhile. */
static void what_was_forgotten_has_no_validator(void)
{
    begin("{\"clock\": \"manual\", \"store\": {}}", LIST_FEED);
    for (int i = 1; i < 4; i++) {
        refresh(feed);
        feedcore_exchange *exchange = started(i);
        CHECK_TEXT(header(exchange, "If-None-Match"), i == 2 ? "\"a\"" : NULL);
        if (i == 2)
            CHECK_INT(feedcore_context_clear_store(context), FEEDCORE_OK);
        let_work(context);
        feedcore_exchange_head(exchange, i == 2 ? 304 : 200);
        feedcore_exchange_header(exchange, "ETag", "\"a\"");
        feedcore_exchange_bytes(exchange, PAGE_A, i == 2 ? 0 : strlen(PAGE_A));
        feedcore_exchange_end(exchange);
        tell();
    }
    finish();
}

/* A page is compared with the one that is there while it comes in, by all who wait for it. */
static void what_a_broken_try_brought_counts_for_nobody(void)
{
    static const char changed[] =
        "{\"items\": [{\"id\": 1, \"t\": \"Z\", \"go\": \"app://a\"}]}";
    CHECK(strlen(changed) == strlen(PAGE_A));
    begin(MANUAL, LIST_FEED);
    feedcore_feed *other = new_feed(context, LIST_FEED);
    refresh(feed);
    refresh(other);
    answer(started(1), 200, PAGE_A);
    tell();
    refresh(feed);
    refresh(other);
    feedcore_exchange *exchange = started(2);
    feedcore_exchange_head(exchange, 200);
    feedcore_exchange_bytes(exchange, PAGE_A, strlen(PAGE_A) - 4);
    feedcore_exchange_fail(exchange, FEEDCORE_ERROR_NETWORK, NULL);
    let_work(context);
    advance(context, 1000);
    answer(started(3), 200, changed);
    tell();
    CHECK_TEXT(titles(feed), "Z ");
    CHECK_TEXT(titles(other), "Z ");
    feedcore_feed_free(other);
    finish();
}

static void *answer_slowly(void *argument)
{
    feedcore_exchange *exchange = argument;
    sleep_ms(20);
    CHECK_INT(feedcore_exchange_head(exchange, 200), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_header(exchange, "Content-Length", "49"), FEEDCORE_OK);
    for (size_t i = 0; i < strlen(PAGE_A); i++) {
        CHECK_INT(feedcore_exchange_bytes(exchange, &PAGE_A[i], 1), FEEDCORE_OK);
        if (i % 10 == 0)
            sleep_ms(2);
    }
    CHECK_INT(feedcore_exchange_bytes(exchange, NULL, 0), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_end(exchange), FEEDCORE_OK);
    return NULL;
}

static void another_thread_may_answer(void)
{
    begin("{}", LIST_FEED);
    refresh(feed);
    while (atomic_load(&network.destroyed) == 0) {
        pthread_mutex_lock(&network.lock);
        feedcore_exchange *exchange = network.exchanges[0];
        pthread_mutex_unlock(&network.lock);
        if (exchange) {
            pthread_t thread;
            CHECK(pthread_create(&thread, NULL, answer_slowly, exchange) == 0);
            run(context); /* waits for it */
            CHECK(pthread_join(thread, NULL) == 0);
            break;
        }
        sleep_ms(1);
    }
    CHECK_TEXT(titles(feed), "A ");
    CHECK(strstr(record.text, "1 progress list 49/49\n"));
    CHECK_INT(record.completes, 1);
    finish();
}

/* Of progress that nobody has looked at only the newest is told. */
static void progress_does_not_pile_up(void)
{
    begin(MANUAL, LIST_FEED);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    feedcore_exchange_head(exchange, 200);
    for (size_t i = 0; i < 30; i++)
        feedcore_exchange_bytes(exchange, &PAGE_A[i], 1);
    tell();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 progress list 30/-1\n");
    feedcore_exchange_bytes(exchange, &PAGE_A[30], 1);
    tell();
    CHECK_EVENTS(&record, "1 progress list 31/-1\n");
    feedcore_exchange_bytes(exchange, &PAGE_A[31], strlen(PAGE_A) - 31);
    feedcore_exchange_end(exchange);
    tell();
    CHECK_EVENTS(&record, "1 progress list 49/-1\n"
                          "1 change list 0>1 sections 0 -0+1\n"
                          "1 state list ready\n"
                          "1 complete\n");

    /* That of another request is not put before the end of this one. */
    refresh(feed);
    exchange = started(2);
    answer(exchange, 404, "no");
    let_work(context);
    refresh(feed);
    exchange = started(3);
    answer(exchange, 404, "nothing");
    tell();
    CHECK_EVENTS(&record, "2 state list loading\n"
                          "2 progress list 2/-1\n"
                          "2 failed list http 404\n"
                          "2 state list stale\n"
                          "2 complete http 404\n"
                          "3 state list loading\n"
                          "3 progress list 7/-1\n"
                          "3 failed list http 404\n"
                          "3 state list stale\n"
                          "3 complete http 404\n");
    finish();
}

/* The length of a compressed answer is not that of its bytes. */
static void the_total_of_a_compressed_answer_is_unknown(void)
{
    begin(MANUAL, LIST_FEED);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    feedcore_exchange_head(exchange, 200);
    feedcore_exchange_header(exchange, "content-length", "20");
    feedcore_exchange_header(exchange, "Content-Encoding", "gzip");
    feedcore_exchange_bytes(exchange, PAGE_A, strlen(PAGE_A));
    feedcore_exchange_end(exchange);
    tell();
    CHECK(strstr(record.text, "1 progress list 49/-1\n"));
    finish();
}

static void there_may_be_no_answer(void)
{
    static const struct {
        feedcore_status status;
        const char *message, *told;
        int tries;
    } failures[] = {
        {FEEDCORE_ERROR_NETWORK, "no route to list.test", "no route to list.test", 3},
        {FEEDCORE_ERROR_TIMEOUT, NULL, "the transport failed", 3},
        {FEEDCORE_ERROR_TLS, "who are you? \xFF", "who are you? \xEF\xBF\xBD", 1},
    };
    for (size_t i = 0; i < 3; i++) {
        begin(MANUAL, LIST_FEED);
        refresh(feed);
        for (int try = 1; try <= failures[i].tries; try++) {
            feedcore_exchange *exchange = started(try);
            CHECK_INT(feedcore_exchange_fail(exchange, failures[i].status, failures[i].message),
                      FEEDCORE_OK);
            let_work(context);
            advance(context, 1500);
        }
        let_work(context);
        CHECK_INT(network.starts, failures[i].tries);
        tell();
        const feedcore_error *error = feedcore_feed_source_error(feed, 0);
        CHECK_INT(feedcore_error_status(error), failures[i].status);
        CHECK_TEXT(feedcore_error_message(error), failures[i].told);
        CHECK_INT(feedcore_error_retryable(error), failures[i].tries > 1);
        CHECK_INT(record.completes, 1);
        finish();
        CHECK_INT(network.cancels, 0);
    }
}

static void what_makes_no_sense_is_refused(void)
{
    begin(MANUAL, LIST_FEED);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    static const int statuses[] = {-1, 0, 99, 600, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 6; i++)
        CHECK_INT(feedcore_exchange_head(exchange, statuses[i]), FEEDCORE_ERROR_ARGUMENT);
    static const feedcore_status reasons[] = {FEEDCORE_OK, FEEDCORE_ERROR_HTTP,
                                              FEEDCORE_ERROR_CANCELLED, 5, -99};
    for (size_t i = 0; i < 5; i++)
        CHECK_INT(feedcore_exchange_fail(exchange, reasons[i], NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_header(exchange, NULL, "a"), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_header(exchange, "a", NULL), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_bytes(exchange, NULL, 1), FEEDCORE_ERROR_ARGUMENT);
    CHECK_INT(feedcore_exchange_bytes(exchange, "a", SIZE_MAX), FEEDCORE_ERROR_ARGUMENT);
    answer(exchange, 200, PAGE_A); /* it is still open */
    tell();
    CHECK_TEXT(titles(feed), "A ");

    refresh(feed);
    exchange = started(2);
    feedcore_exchange_bytes(exchange, PAGE_B, strlen(PAGE_B)); /* no status came before */
    feedcore_exchange_end(exchange);
    advance(context, 750);
    exchange = started(3); /* as if the connection had broken */
    answer(exchange, 200, PAGE_B);
    tell();
    CHECK_TEXT(titles(feed), "B C ");
    finish();
}

static void too_much_is_not_taken(void)
{
    begin("{\"clock\": \"manual\", \"maxBody\": 60}", LIST_FEED);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    feedcore_exchange_head(exchange, 200);
    for (int i = 0; i < 60; i++)
        feedcore_exchange_bytes(exchange, " ", 1);
    let_work(context);
    CHECK_INT(network.cancels, 0);
    feedcore_exchange_bytes(exchange, " ", 1);
    feedcore_exchange_bytes(exchange, " ", 1);
    let_work(context);
    CHECK_INT(network.cancels, 1); /* the host may stop */
    CHECK(network.cancelled[0] == exchange);
    feedcore_exchange_end(exchange);
    tell();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 progress list 60/-1\n"
                          "1 failed list too-large 200\n"
                          "1 state list failed\n"
                          "1 complete too-large 200\n");
    advance(context, 5000);
    CHECK_INT(network.starts, 1); /* it would be as large again */
    finish();
}

/* ------------------------------------------------------------------------------ cancel */

static void the_host_is_told_that_nobody_waits(void)
{
    begin("{\"clock\": \"manual\", \"timeout\": 1000}", LIST_FEED);
    const uint64_t request = refresh(feed);
    feedcore_exchange *exchange = started(1);
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_OK);
    let_work(context);
    CHECK_INT(network.cancels, 1);
    CHECK(network.cancelled[0] == exchange);
    CHECK_TEXT(feedcore_exchange_url(exchange), LIST_URL); /* it is the host's all the same */
    answer(exchange, 200, PAGE_A);
    tell();
    CHECK_EVENTS(&record, "1 state list loading\n"
                          "1 complete cancelled\n"
                          "0 state list idle\n");

    refresh(feed); /* and by time */
    exchange = started(2);
    feedcore_exchange_head(exchange, 200);
    advance(context, 1000);
    CHECK_INT(network.cancels, 2);
    CHECK(network.cancelled[1] == exchange);
    answer(exchange, 200, PAGE_B);
    let_work(context);
    advance(context, 750);
    answer(started(3), 200, PAGE_A);
    tell();
    CHECK_TEXT(titles(feed), "A ");
    CHECK_INT(network.cancels, 2);

    refresh(feed); /* and by free */
    exchange = started(4);
    feedcore_feed_free(feed);
    let_work(context);
    CHECK_INT(network.cancels, 3);
    feedcore_exchange_end(exchange);
    feedcore_context_free(context);
    wait_for(&network.destroyed, 1);
}

/* An exchange outlives its context, and with it what the transport needs. */
static void ends_after_the_context(void)
{
    begin(MANUAL, LIST_FEED);
    refresh(feed);
    feedcore_exchange *exchange = started(1);
    feedcore_exchange_head(exchange, 200);
    feedcore_context_free(context);
    wait_for_threads(1);
    CHECK_INT(network.cancels, 1);
    CHECK_INT(network.destroyed, 0);
    CHECK_INT(record.destroyed, 1);
    CHECK_TEXT(feedcore_exchange_method(exchange), "GET");
    CHECK_INT(feedcore_exchange_header(exchange, "A", "b"), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_bytes(exchange, PAGE_A, strlen(PAGE_A)), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_end(exchange), FEEDCORE_OK);
    CHECK_INT(network.destroyed, 1);
    feedcore_feed_free(feed);
}

static void a_transport_may_be_replaced(void)
{
    begin(MANUAL, LIST_FEED);
    Network first = {0};
    pthread_mutex_init(&first.lock, NULL);
    /* Unused, it goes at once. No thread was needed for that. */
    CHECK_INT(feedcore_context_set_transport(context, start, cancel, &first, network_end),
              FEEDCORE_OK);
    CHECK_INT(network.destroyed, 1);
    refresh(feed);
    let_work(context);
    CHECK_INT(first.starts, 1);

    network.destroyed = 0;
    CHECK_INT(feedcore_context_set_transport(context, start, cancel, &network, network_end),
              FEEDCORE_OK);
    let_work(context);
    CHECK_INT(first.destroyed, 0); /* it has something to do */
    feedcore_exchange_fail(first.exchanges[0], FEEDCORE_ERROR_NETWORK, NULL);
    let_work(context);
    advance(context, 750);
    CHECK_INT(network.starts, 1); /* tried again by the new one */
    CHECK_INT(first.destroyed, 1);
    answer(network.exchanges[0], 200, PAGE_A);
    tell();
    CHECK_TEXT(titles(feed), "A ");

    /* What an old one carries out is cancelled there. */
    memset(&first, 0, sizeof first);
    pthread_mutex_init(&first.lock, NULL);
    const uint64_t request = refresh(feed);
    feedcore_exchange *exchange = started(2);
    CHECK_INT(feedcore_context_set_transport(context, start, cancel, &first, network_end),
              FEEDCORE_OK);
    CHECK_INT(feedcore_feed_cancel(feed, request), FEEDCORE_OK);
    let_work(context);
    CHECK_INT(network.cancels, 1);
    CHECK_INT(first.cancels, 0);
    CHECK_INT(network.destroyed, 0);
    feedcore_exchange_end(exchange);
    tell();
    CHECK_INT(network.destroyed, 1);
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    wait_for(&first.destroyed, 1);
}

static void start_at_once(feedcore_exchange *exchange, void *user_data)
{
    CHECK_INT(((Network *)user_data)->destroyed, 0);
    answer(exchange, 200, PAGE_A);
}

static void a_host_may_answer_in_start(void)
{
    begin("{}", LIST_FEED);
    Network other = {0};
    CHECK_INT(feedcore_context_set_transport(context, start_at_once, cancel, &other, network_end),
              FEEDCORE_OK);
    for (int i = 0; i < 50; i++) {
        refresh(feed);
        run(context);
    }
    CHECK_TEXT(titles(feed), "A ");
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    wait_for(&other.destroyed, 1);
}

/* Exchanges ended on one thread, while they are cancelled on another and the context goes. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    feedcore_exchange *waiting;
    int is_over;
    atomic_int destroyed;
    atomic_int started, ended;
} Crossing;

static void start_crossing(feedcore_exchange *exchange, void *user_data)
{
    Crossing *crossing = user_data;
    atomic_fetch_add(&crossing->started, 1);
    pthread_mutex_lock(&crossing->lock);
    while (crossing->waiting)
        pthread_cond_wait(&crossing->changed, &crossing->lock);
    crossing->waiting = exchange;
    pthread_cond_broadcast(&crossing->changed);
    pthread_mutex_unlock(&crossing->lock);
}

static void cancel_crossing(feedcore_exchange *exchange, void *user_data)
{
    CHECK_INT(((Crossing *)user_data)->destroyed, 0);
    CHECK_TEXT(feedcore_exchange_method(exchange), "GET"); /* valid until this returns */
}

static void end_crossing(void *user_data)
{
    atomic_fetch_add(&((Crossing *)user_data)->destroyed, 1);
}

static void *answer_crossing(void *argument)
{
    Crossing *crossing = argument;
    for (;;) {
        pthread_mutex_lock(&crossing->lock);
        while (!crossing->waiting && !crossing->is_over)
            pthread_cond_wait(&crossing->changed, &crossing->lock);
        feedcore_exchange *exchange = crossing->waiting;
        crossing->waiting = NULL;
        pthread_cond_broadcast(&crossing->changed);
        pthread_mutex_unlock(&crossing->lock);
        if (!exchange)
            return NULL;
        atomic_fetch_add(&crossing->ended, 1);
        if (atomic_load(&crossing->ended) % 3 == 0)
            feedcore_exchange_fail(exchange, FEEDCORE_ERROR_TLS, "no");
        else
            answer(exchange, 200, PAGE_A);
    }
}

static void end_and_cancel_may_cross(void)
{
    for (int round = 0; round < 60; round++) {
        Crossing crossing = {.lock = PTHREAD_MUTEX_INITIALIZER,
                             .changed = PTHREAD_COND_INITIALIZER};
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, answer_crossing, &crossing) == 0);
        context = new_context("{}");
        CHECK_INT(feedcore_context_set_transport(context, start_crossing, cancel_crossing,
                                                 &crossing, end_crossing),
                  FEEDCORE_OK);
        feed = new_feed(context, LIST_FEED);
        for (int i = 0; i < 10; i++) {
            const uint64_t request = refresh(feed);
            if ((i + round) % 2)
                feedcore_feed_cancel(feed, request);
            if ((i + round) % 5 == 0)
                run(context);
        }
        feedcore_feed_free(feed);
        feedcore_context_free(context);
        wait_for(&crossing.destroyed, 1);
        CHECK_INT(crossing.started, crossing.ended);
        pthread_mutex_lock(&crossing.lock);
        crossing.is_over = 1;
        pthread_cond_broadcast(&crossing.changed);
        pthread_mutex_unlock(&crossing.lock);
        CHECK(pthread_join(thread, NULL) == 0);
    }
}

int main(void)
{
    a_get_as_it_is_asked();
    a_post_sends_a_form();
    validators_belong_to_the_page_that_is_there();
    a_page_of_the_front_end_s_own_has_no_validator();
    what_a_broken_try_brought_counts_for_nobody();
    what_was_forgotten_has_no_validator();
    another_thread_may_answer();
    progress_does_not_pile_up();
    the_total_of_a_compressed_answer_is_unknown();
    there_may_be_no_answer();
    what_makes_no_sense_is_refused();
    too_much_is_not_taken();
    the_host_is_told_that_nobody_waits();
    ends_after_the_context();
    a_transport_may_be_replaced();
    a_host_may_answer_in_start();
    end_and_cancel_may_cross();
    wait_for_threads(1);
    return 0;
}
