/* `texts`: a name and the nanoseconds of one text a line (the median of many rounds over values of
 * every length): first snprintf("%lld") of the counts, then libfeedcore's texts. */
#include "timing.h"

#include <feedcore.h>

#include <inttypes.h>

enum { rounds = 101, values = 1000 };

static const int64_t today = 1621346700000;

static int64_t counts[values], times[values]; /* times of the last 20 years, most of them of late */

static void make_values(void)
{
    uint64_t random = 88172645463325252;
    for (int i = 0; i < values; i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        counts[i] = (int64_t)(random >> (24 + random % 40)); /* from 1 bit to 40 */
        times[i] = today - counts[i] % 631152000000;
    }
}

static size_t print(const feedcore_texts *texts, int i, char *buffer)
{
    (void)texts;
    return (size_t)snprintf(buffer, FEEDCORE_TEXT_SIZE, "%lld", (long long)counts[i]);
}

static size_t count(const feedcore_texts *texts, int i, char *buffer)
{
    return feedcore_texts_count(texts, counts[i], buffer, FEEDCORE_TEXT_SIZE);
}

static size_t plays(const feedcore_texts *texts, int i, char *buffer)
{
    return feedcore_texts_plays(texts, counts[i], buffer, FEEDCORE_TEXT_SIZE);
}

static size_t duration(const feedcore_texts *texts, int i, char *buffer)
{
    return feedcore_texts_duration(texts, counts[i], buffer, FEEDCORE_TEXT_SIZE);
}

static size_t date(const feedcore_texts *texts, int i, char *buffer)
{
    return feedcore_texts_date(texts, times[i], 480, buffer, FEEDCORE_TEXT_SIZE);
}

static size_t relative(const feedcore_texts *texts, int i, char *buffer)
{
    return feedcore_texts_relative(texts, times[i], today, 480, buffer, FEEDCORE_TEXT_SIZE);
}

int main(void)
{
    static const struct {
        const char *name;
        size_t (*write)(const feedcore_texts *, int, char *);
    } kinds[] = {{"snprintf", print},     {"count", count}, {"plays", plays},
                 {"duration", duration}, {"date", date},   {"relative", relative}};
    feedcore_texts *texts = NULL;
    must(feedcore_texts_new("zh", &texts) == FEEDCORE_OK);
    make_values();
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        int64_t taken[rounds];
        for (int round = 0; round < rounds; round++) {
            char buffer[FEEDCORE_TEXT_SIZE];
            const int64_t begin = now();
            for (int i = 0; i < values; i++)
                must(kinds[k].write(texts, i, buffer) < sizeof buffer);
            taken[round] = now() - begin;
        }
        printf("%s %" PRId64 "\n", kinds[k].name, median(taken, rounds) / values);
    }
    feedcore_texts_free(texts);
    return 0;
}
