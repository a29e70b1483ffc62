/* What Swift can't say by itself: C's memory and text functions, numbers that don't depend on the
 * locale, and looking at many bytes at once (Swift's own SIMD types become loops over single bytes
 * in Embedded Swift). */
#ifndef FEEDCORE_CPLATFORM_H
#define FEEDCORE_CPLATFORM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* strtod, in the C locale whatever the program's is; NaN if there is no such locale. `text` ends
 * with a NUL. Touches no locale of the process or the thread. For any thread. */
double feedcore_strtod(const char *text);

/* Bits about 32 bytes from `bytes` on, which must all be readable: bit i is for byte i. */
#if defined(__SSE2__)
#include <emmintrin.h>

static inline uint32_t feedcore_bits(__m128i low, __m128i high)
{
    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}

/* A space, U+0020. */
static inline uint32_t feedcore_space_bits(const uint8_t *bytes)
{
    const __m128i space = _mm_set1_epi8(' ');
    const __m128i low = _mm_loadu_si128((const __m128i *)bytes);
    const __m128i high = _mm_loadu_si128((const __m128i *)(bytes + 16));
    return feedcore_bits(_mm_cmpeq_epi8(low, space), _mm_cmpeq_epi8(high, space));
}

static inline __m128i feedcore_stops(__m128i bytes)
{
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    return _mm_or_si128(_mm_or_si128(quote, backslash), control);
}

/* A byte that ends a run of plain text in a JSON string: quote, backslash, or control character. */
static inline uint32_t feedcore_stop_bits(const uint8_t *bytes)
{
    return feedcore_bits(feedcore_stops(_mm_loadu_si128((const __m128i *)bytes)),
                         feedcore_stops(_mm_loadu_si128((const __m128i *)(bytes + 16))));
}

/* A byte from 0x80 on. */
static inline uint32_t feedcore_high_bits(const uint8_t *bytes)
{
    return feedcore_bits(_mm_loadu_si128((const __m128i *)bytes),
                         _mm_loadu_si128((const __m128i *)(bytes + 16)));
}

#else /* eight bytes at a time in a word */

/* Bit i of eight is the top bit of byte i of `word`, the lowest byte first. */
static inline uint32_t feedcore_top_bits(uint64_t word)
{
    return (uint32_t)(((word >> 7 & 0x0101010101010101u) * 0x0102040810204080u) >> 56);
}

static inline uint64_t feedcore_word(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The top bit of each byte of `word` that is zero. No carry passes from byte to byte. */
static inline uint64_t feedcore_zeros(uint64_t word)
{
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    return ~(((word & low) + low) | word | low);
}

static inline uint32_t feedcore_space_bits(const uint8_t *bytes)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 32; i += 8)
        bits |= feedcore_top_bits(feedcore_zeros(feedcore_word(bytes + i) ^ 0x2020202020202020u)) << i;
    return bits;
}

static inline uint32_t feedcore_stop_bits(const uint8_t *bytes)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        const uint64_t word = feedcore_word(bytes + i);
        const uint64_t stops = feedcore_zeros(word ^ 0x2222222222222222u) |
                               feedcore_zeros(word ^ 0x5C5C5C5C5C5C5C5Cu) |
                               feedcore_zeros(word & 0xE0E0E0E0E0E0E0E0u);
        bits |= feedcore_top_bits(stops) << i;
    }
    return bits;
}

static inline uint32_t feedcore_high_bits(const uint8_t *bytes)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 32; i += 8)
        bits |= feedcore_top_bits(feedcore_word(bytes + i)) << i;
    return bits;
}

#endif

#endif
