/* What Swift can't say by itself: C's memory and text functions, numbers that don't depend on the
 * locale, and looking at many bytes at once (Swift's own SIMD types become loops over single bytes
 * in Embedded Swift). */
#ifndef FEEDCORE_CPLATFORM_H
#define FEEDCORE_CPLATFORM_H

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* Starts a detached thread that takes no signals; 0, or an error number. */
int feedcore_start_thread(void *(*body)(void *), void *argument);

/* A clock that only goes forward. */
int64_t feedcore_monotonic_milliseconds(void);

/* The calendar's time, UTC: it may jump. */
int64_t feedcore_milliseconds_since_1970(void);

/* strtod, in the C locale whatever the program's is; NaN if there is no such locale. `text` ends
 * with a NUL. Touches no locale of the process or the thread. For any thread. */
double feedcore_strtod(const char *text);

/* malloc and realloc for memory that will be filled from its beginning: a large block is taken in
 * large pages where the system has them, which halves the time to fill it. For free(). */
void *feedcore_allocate(size_t size);
void *feedcore_reallocate(void *memory, size_t size);

/* ---- files. Errors are the system's numbers; times are milliseconds since 1970. */

typedef struct {
    int64_t size;
    int64_t changed; /* when it was written */
    int64_t used;    /* when it was read last, as far as anybody says so */
} feedcore_file;

/* Opens a regular file, no link, for reading; -1 if there is none that can be read. For close(). */
int feedcore_file_open(const char *path, feedcore_file *out_about);

/* All of so many bytes from an offset on; 0 if they aren't there. */
int feedcore_file_read(int descriptor, void *out, size_t count, int64_t offset);

/* Says when an open file was used, without a word about when it was written. */
void feedcore_file_use(int descriptor, int64_t time);

/* Writes a file of its owner's alone (0600) under a temporary name of the same folder, which must be
 * free, and then renames it: nobody ever sees a part of it. 0, or why there is no such file. */
int feedcore_file_write(const char *temporary, const char *path, const void *bytes, size_t count,
                        int64_t time);

/* A folder of its owner's alone (0700), unless it is there. 0, or an error. */
int feedcore_folder_make(const char *path);

/* Of a folder of files that are named by 32 hexadecimal digits, a dot and something: counts their
 * bytes, and if those are more than `limit`, removes what was used least recently, until they are no
 * more than `goal`; but not the file of the name `spared`. What was used an hour after `now` or
 * later goes first. Removes also what was left behind: 16 digits and ".tmp", an hour old. Other
 * files are let alone. What is left, in bytes. */
int64_t feedcore_folder_trim(const char *path, int64_t limit, int64_t goal, const char *spared,
                             int64_t now);

/* Bits about 16 bytes from `bytes` on, which must all be readable: bit i is for byte i. */
#if defined(__SSE2__)
#include <emmintrin.h>

static inline __m128i feedcore_load(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)bytes);
}

/* A space, U+0020. */
static inline uint32_t feedcore_space_bits(const uint8_t *bytes)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(feedcore_load(bytes), _mm_set1_epi8(' ')));
}

/* What ends a run of plain text in a JSON string: a quote, a backslash, a control character. */
static inline uint32_t feedcore_stop_bits(const uint8_t *bytes)
{
    const __m128i text = feedcore_load(bytes);
    const __m128i quote = _mm_cmpeq_epi8(text, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'));
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(text, _mm_set1_epi8(0x1F)), text);
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), control));
}

/* A byte from 0x80 on. */
static inline uint32_t feedcore_high_bits(const uint8_t *bytes)
{
    return (uint32_t)_mm_movemask_epi8(feedcore_load(bytes));
}

#else /* eight bytes at a time, in a word */

static inline uint64_t feedcore_load(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The top bit of each byte of `word` that is zero. No carry goes from byte to byte. */
static inline uint64_t feedcore_zeros(uint64_t word)
{
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    return ~(((word & low) + low) | word | low);
}

/* The top bits of eight bytes, side by side. */
static inline uint32_t feedcore_top_bits(uint64_t word)
{
    return (uint32_t)(((word >> 7 & 0x0101010101010101u) * 0x0102040810204080u) >> 56);
}

static inline uint32_t feedcore_space_bits8(const uint8_t *bytes)
{
    return feedcore_top_bits(feedcore_zeros(feedcore_load(bytes) ^ 0x2020202020202020u));
}

static inline uint32_t feedcore_stop_bits8(const uint8_t *bytes)
{
    const uint64_t text = feedcore_load(bytes);
    return feedcore_top_bits(feedcore_zeros(text ^ 0x2222222222222222u) |
                             feedcore_zeros(text ^ 0x5C5C5C5C5C5C5C5Cu) |
                             feedcore_zeros(text & 0xE0E0E0E0E0E0E0E0u));
}

static inline uint32_t feedcore_space_bits(const uint8_t *bytes)
{
    return feedcore_space_bits8(bytes) | feedcore_space_bits8(bytes + 8) << 8;
}

static inline uint32_t feedcore_stop_bits(const uint8_t *bytes)
{
    return feedcore_stop_bits8(bytes) | feedcore_stop_bits8(bytes + 8) << 8;
}

static inline uint32_t feedcore_high_bits(const uint8_t *bytes)
{
    return feedcore_top_bits(feedcore_load(bytes)) |
           feedcore_top_bits(feedcore_load(bytes + 8)) << 8;
}

#endif

#endif
