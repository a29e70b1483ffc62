/* Numbers, times and words in both languages, in buffers of any size, from any thread and in every
 * locale. */
#include "check.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>

enum { CHINESE, ENGLISH, LANGUAGES };

/* 2021-05-18 14:05 UTC. */
static const int64_t now = 1621346700000;
static const int64_t minute = 60000;
static const int64_t day = 86400000;

static feedcore_texts *texts[LANGUAGES];

static feedcore_texts *new_texts(const char *language)
{
    feedcore_texts *made = NULL;
    CHECK_INT(feedcore_texts_new(language, &made), FEEDCORE_OK);
    CHECK(made);
    return made;
}

/* The call's text, of which it told the length. */
#define CHECK_WRITES(want, function, ...)                                               \
    do {                                                                                \
        char buffer[FEEDCORE_TEXT_SIZE];                                                \
        memset(buffer, 'x', sizeof buffer);                                             \
        const size_t length = feedcore_texts_##function(__VA_ARGS__, buffer, sizeof buffer); \
        CHECK_TEXT(buffer, want);                                                       \
        CHECK_INT((int64_t)length, (int64_t)strlen(want));                              \
        CHECK_INT((int64_t)feedcore_texts_##function(__VA_ARGS__, NULL, 0), (int64_t)length);    \
    } while (0)

static void languages(void)
{
    static const struct {
        const char *name, *language;
    } table[] = {
        {"zh", "zh-Hans"},    {"zh-Hans-CN", "zh-Hans"}, {"zh_CN.UTF-8", "zh-Hans"}, {"ZH", "zh-Hans"},
        {"en", "en"},         {"de_DE.UTF-8", "en"},     {"C", "en"},                {"", "en"},
        {NULL, "en"},         {"zha", "en"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        feedcore_texts *made = new_texts(table[i].name);
        CHECK_TEXT(feedcore_texts_language(made), table[i].language);
        feedcore_texts_free(made);
    }
}

static void numbers(void)
{
    static const struct {
        int64_t count;
        const char *text[LANGUAGES];
    } counts[] = {
        {0, {"0", "0"}},
        {9999, {"9999", "9,999"}},
        {10000, {"1万", "10K"}},
        {12345, {"1.2万", "12K"}},
        {1234567, {"123万", "1.2M"}},
        {99994999, {"9999万", "100M"}},
        {99999999, {"1亿", "100M"}},
        {343210000, {"3.4亿", "343M"}},
        {INT64_MAX, {"922亿亿", "9,223,372T"}},
        {-1, {"", ""}},
        {INT64_MIN, {"", ""}},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (int l = 0; l < LANGUAGES; l++)
            CHECK_WRITES(counts[i].text[l], count, texts[l], counts[i].count);

    CHECK_WRITES("1.2万次播放", plays, texts[CHINESE], 12345);
    CHECK_WRITES("12K plays", plays, texts[ENGLISH], 12345);
    CHECK_WRITES("1 play", plays, texts[ENGLISH], 1);
    CHECK_WRITES("", plays, texts[ENGLISH], -1);
    for (int l = 0; l < LANGUAGES; l++) {
        CHECK_WRITES("3:07", duration, texts[l], 187999);
        CHECK_WRITES("1:02:03", duration, texts[l], 3723000);
        CHECK_WRITES("", duration, texts[l], -1);
        CHECK_WRITES("8.6", rating, texts[l], 8.6);
        CHECK_WRITES("8.0", rating, texts[l], 8.0);
        CHECK_WRITES("10", rating, texts[l], 10.0);
    }
    CHECK_WRITES("暂无评分", rating, texts[CHINESE], NAN);
    CHECK_WRITES("No rating", rating, texts[ENGLISH], NAN);
    CHECK_WRITES("No rating", rating, texts[ENGLISH], 0.0);
    CHECK_WRITES("1994年", year, texts[CHINESE], 1994);
    CHECK_WRITES("1994", year, texts[ENGLISH], 1994);
    CHECK_WRITES("", year, texts[CHINESE], -1);
}

static void times(void)
{
    CHECK_WRITES("2021年5月18日", date, texts[CHINESE], now, 0);
    CHECK_WRITES("May 18, 2021", date, texts[ENGLISH], now, 0);
    CHECK_WRITES("May 19, 2021", date, texts[ENGLISH], now, 600);
    CHECK_WRITES("2021年5月18日 22:05", date_time, texts[CHINESE], now, 480);
    CHECK_WRITES("May 18, 2021, 05:05", date_time, texts[ENGLISH], now, -540);
    CHECK_WRITES("", date, texts[CHINESE], INT64_MIN, 0);
    CHECK_WRITES("", date_time, texts[ENGLISH], now, 1081);

    static const struct {
        int64_t offset;
        const char *text[LANGUAGES], *age[LANGUAGES];
    } table[] = {
        {0, {"刚刚", "just now"}, {"刚刚更新", "Updated just now"}},
        {-5 * 60000, {"5分钟前", "5 min ago"}, {"更新于5分钟前", "Updated 5 min ago"}},
        {-3 * 3600000, {"3小时前", "3 h ago"}, {"更新于3小时前", "Updated 3 h ago"}},
        {-86400000, {"昨天 14:05", "yesterday, 14:05"}, {"更新于昨天 14:05", "Updated yesterday, 14:05"}},
        {-3 * 86400000, {"3天前", "3 days ago"}, {"更新于3天前", "Updated 3 days ago"}},
        {-10 * 86400000, {"5月8日", "May 8"}, {"更新于5月8日", "Updated May 8"}},
        {5 * 60000, {"5分钟后", "in 5 min"}, {"刚刚更新", "Updated just now"}},
        {86400000, {"明天 14:05", "tomorrow, 14:05"}, {"刚刚更新", "Updated just now"}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (int l = 0; l < LANGUAGES; l++) {
            CHECK_WRITES(table[i].text[l], relative, texts[l], now + table[i].offset, now, 0);
            CHECK_WRITES(table[i].age[l], age, texts[l], now + table[i].offset, now, 0);
        }
    CHECK_WRITES("2020年5月18日", relative, texts[CHINESE], now - 365 * day, now, 0);
    CHECK_WRITES("", relative, texts[CHINESE], INT64_MIN, now, 0);
    CHECK_WRITES("", age, texts[CHINESE], INT64_MIN, now, 0);
    CHECK_WRITES("", age, texts[CHINESE], now - 5 * minute, INT64_MAX, 0);
}

static void buffers(void)
{
    static const char whole[] = "12.3万次播放"; /* 4 + 4 * 3 bytes */
    for (size_t size = 0; size < sizeof whole + 3; size++) {
        char *buffer = malloc(size + 1); /* where a tool would see the byte behind it written */
        CHECK(buffer);
        memset(buffer, 'x', size + 1);
        CHECK_INT((int64_t)feedcore_texts_plays(texts[CHINESE], 123000, buffer, size),
                  (int64_t)strlen(whole));
        CHECK(buffer[size] == 'x');
        if (size > 0) {
            size_t fits = size - 1 < strlen(whole) ? size - 1 : strlen(whole);
            while (fits > 4 && (fits - 4) % 3)
                fits--;
            CHECK_INT((int64_t)strlen(buffer), (int64_t)fits);
            CHECK(memcmp(buffer, whole, fits) == 0);
        }
        free(buffer);
    }
}

static void words(void)
{
    CHECK_TEXT(feedcore_texts_section_title(texts[CHINESE], FEEDCORE_SECTION_ALBUM_NEW_SONG),
               "新歌新碟");
    CHECK_TEXT(feedcore_texts_section_title(texts[ENGLISH], FEEDCORE_SECTION_MUSIC_CALENDAR),
               "Music calendar");
    CHECK_TEXT(feedcore_texts_section_title(texts[CHINESE], FEEDCORE_SECTION_BANNER), NULL);
    CHECK_TEXT(feedcore_texts_screen_title(texts[CHINESE], "douban-movies"), "电影首页");
    CHECK_TEXT(feedcore_texts_screen_title(texts[ENGLISH], "netease-home"), "Discover");
    CHECK_TEXT(feedcore_texts_state(texts[CHINESE], FEEDCORE_STATE_EMPTY), "暂无内容");
    CHECK_TEXT(feedcore_texts_state(texts[ENGLISH], FEEDCORE_STATE_STALE), "Showing saved content");
    CHECK_TEXT(feedcore_texts_state(texts[ENGLISH], FEEDCORE_STATE_READY), NULL);
    CHECK_TEXT(feedcore_texts_search(texts[ENGLISH], FEEDCORE_SEARCH_EMPTY), "Nothing was found");
    CHECK_TEXT(feedcore_texts_search(texts[ENGLISH], FEEDCORE_SEARCH_RESULTS), NULL);
    CHECK_TEXT(feedcore_texts_word(texts[CHINESE], FEEDCORE_WORD_RETRY), "重试");
    CHECK_TEXT(feedcore_texts_word(texts[ENGLISH], FEEDCORE_WORD_CANCEL), "Cancel");
    for (int l = 0; l < LANGUAGES; l++) {
        const char *general = feedcore_texts_status(texts[l], (feedcore_status)-1000);
        CHECK_TEXT(feedcore_texts_status(texts[l], FEEDCORE_OK), "");
        CHECK_TEXT(feedcore_texts_status(texts[l], FEEDCORE_ERROR_NESTED), general);
        for (int status = -1; status >= FEEDCORE_ERROR_IMAGE; status--) {
            const char *line = feedcore_texts_status(texts[l], (feedcore_status)status);
            const int is_the_authors = status == FEEDCORE_ERROR_ARGUMENT ||
                                       status == FEEDCORE_ERROR_THREAD ||
                                       status == FEEDCORE_ERROR_NESTED;
            CHECK(line && strlen(line) > 0);
            CHECK((strcmp(line, general) == 0) == is_the_authors);
        }
    }
    CHECK_TEXT(feedcore_texts_status(texts[CHINESE], FEEDCORE_ERROR_NETWORK),
               "网络未连接，请检查网络后重试");
    CHECK_TEXT(feedcore_texts_status(texts[ENGLISH], FEEDCORE_ERROR_LOGIN_NEEDED),
               "Log in to see this.");

    /* They outlive the texts. */
    feedcore_texts *short_lived = new_texts("zh");
    const char *more = feedcore_texts_word(short_lived, FEEDCORE_WORD_MORE);
    feedcore_texts_free(short_lived);
    CHECK_TEXT(more, "更多");
}

static void *write_all(void *unused)
{
    for (int i = 0; i < 200; i++) {
        numbers();
        times();
        words();
    }
    return unused;
}

static void threads(void)
{
    pthread_t others[4];
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&others[i], NULL, write_all, NULL) == 0);
    for (int i = 0; i < 4; i++)
        CHECK(pthread_join(others[i], NULL) == 0);
}

/* LOCPATH names a folder with them; ps_AF's decimal point is two bytes. */
static void locales(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8", "C"};
    for (int i = 0; i < 4; i++) {
        CHECK(setlocale(LC_ALL, names[i]));
        languages();
        numbers();
        times();
        words();
    }
}

int main(void)
{
    texts[CHINESE] = new_texts("zh-CN");
    texts[ENGLISH] = new_texts("en");
    languages();
    numbers();
    times();
    buffers();
    words();
    threads();
    locales();
    for (int l = 0; l < LANGUAGES; l++)
        feedcore_texts_free(texts[l]);
    return 0;
}
