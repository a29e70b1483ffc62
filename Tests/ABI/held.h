/* A network in the test's own hands: nothing is answered before the test does it. */
#ifndef HELD_H
#define HELD_H

#include "live.h"

#include <stdatomic.h>

#define MANUAL "{\"clock\": \"manual\"}"

enum { MANY = 64 };

/* A network that does nothing by itself: the test answers the exchanges that it was given, in the
 * order of their start. */
typedef struct {
    pthread_mutex_t lock;
    feedcore_exchange *exchanges[MANY];
    feedcore_exchange *cancelled[MANY];
    atomic_int starts, cancels, destroyed;
} Network;

static inline void start(feedcore_exchange *exchange, void *user_data)
{
    Network *network = user_data;
    CHECK_INT(network->destroyed, 0);
    pthread_mutex_lock(&network->lock);
    CHECK(network->starts < MANY);
    network->exchanges[network->starts++] = exchange;
    pthread_mutex_unlock(&network->lock);
}

static inline void cancel(feedcore_exchange *exchange, void *user_data)
{
    Network *network = user_data;
    CHECK_INT(network->destroyed, 0);
    pthread_mutex_lock(&network->lock);
    network->cancelled[network->cancels++] = exchange;
    pthread_mutex_unlock(&network->lock);
}

static inline void network_end(void *user_data)
{
    ((Network *)user_data)->destroyed++;
}

static Network network;
static feedcore_context *context;
static feedcore_feed *feed;
static Record record;

static inline void begin(const char *context_config, const char *feed_config)
{
    memset(&network, 0, sizeof network);
    memset(&record, 0, sizeof record);
    pthread_mutex_init(&network.lock, NULL);
    context = new_context(context_config);
    CHECK_INT(feedcore_context_set_transport(context, start, cancel, &network, network_end),
              FEEDCORE_OK);
    feed = new_recorded(context, feed_config, &record);
}

static inline void wait_for(atomic_int *value, int want)
{
    for (int i = 0; i < 5000 && atomic_load(value) != want; i++)
        sleep_ms(2);
    CHECK_INT(atomic_load(value), want);
}

/* All exchanges have been ended. */
static inline void finish(void)
{
    feedcore_feed_free(feed);
    feedcore_context_free(context);
    wait_for(&network.destroyed, 1);
}

/* The exchange of the last start, once there were so many. */
static inline feedcore_exchange *started(int count)
{
    let_work(context);
    CHECK_INT(network.starts, count);
    return network.exchanges[count - 1];
}

static inline void answer(feedcore_exchange *exchange, int status, const char *body)
{
    CHECK_INT(feedcore_exchange_head(exchange, status), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_bytes(exchange, body, strlen(body)), FEEDCORE_OK);
    CHECK_INT(feedcore_exchange_end(exchange), FEEDCORE_OK);
}

static inline void tell(void)
{
    let_work(context);
    dispatch(context);
}

/* A header's value; NULL if it isn't sent. Sent twice is an error. */
static inline const char *header(const feedcore_exchange *exchange, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < feedcore_exchange_header_count(exchange); i++) {
        if (strcmp(feedcore_exchange_header_name(exchange, i), name) == 0) {
            CHECK(value == NULL);
            value = feedcore_exchange_header_value(exchange, i);
        }
    }
    return value;
}

#endif
