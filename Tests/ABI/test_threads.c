/* Mappings, snapshots and errors are read and released from any thread, also all at once. */
#include "check.h"
#include "shop.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 50 };

typedef struct {
    feedcore_mapping *mapping;
    feedcore_snapshot *page; /* a reference of this thread's own */
    const char *expected;    /* the page as text */
} Share;

static void read_everything(const feedcore_snapshot *page)
{
    for (size_t s = 0; s < feedcore_snapshot_section_count(page); s++) {
        const feedcore_section *section = feedcore_snapshot_section(page, s);
        CHECK(feedcore_snapshot_section_by_key(page, feedcore_section_key(section)) == section);
        for (size_t i = 0; i < feedcore_section_item_count(section); i++) {
            const feedcore_item *item = feedcore_section_item(section, i);
            CHECK(feedcore_item_id(item) && feedcore_item_uid(item));
            for (size_t e = 0; e < feedcore_item_extra_count(item); e++)
                CHECK(feedcore_item_extra_get_type(item, feedcore_item_extra_name(item, e)));
        }
    }
}

static void *work(void *argument)
{
    Share *share = argument;
    for (int round = 0; round < ROUNDS; round++) {
        feedcore_snapshot_ref(share->page);
        read_everything(share->page);
        char *text = feedcore_snapshot_to_text(share->page);
        CHECK_TEXT(text, share->expected);
        feedcore_free(text);
        feedcore_snapshot_unref(share->page);

        feedcore_snapshot *mine = parse_text(share->mapping, SHOP_FEED);
        text = feedcore_snapshot_to_text(mine);
        CHECK_TEXT(text, share->expected);
        feedcore_free(text);
        feedcore_snapshot_unref(mine);

        feedcore_error *error = NULL;
        CHECK_INT(feedcore_parse(share->mapping, "[", 1, &mine, &error), FEEDCORE_ERROR_SYNTAX);
        feedcore_error_free(error);
    }
    feedcore_snapshot_unref(share->page); /* the last of them frees it */
    return NULL;
}

int main(void)
{
    feedcore_mapping *mapping = shop_mapping();
    feedcore_snapshot *page = parse_text(mapping, SHOP_FEED);
    char *expected = feedcore_snapshot_to_text(page);
    pthread_t threads[THREADS];
    Share shares[THREADS];
    for (int i = 0; i < THREADS; i++) {
        shares[i] = (Share){mapping, feedcore_snapshot_ref(page), expected};
        CHECK(pthread_create(&threads[i], NULL, work, &shares[i]) == 0);
    }
    feedcore_snapshot_unref(page);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    feedcore_free(expected);
    feedcore_mapping_free(mapping);
    return 0;
}
