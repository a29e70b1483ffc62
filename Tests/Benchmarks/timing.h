/* What the benchmarks that measure by the wall clock share. */
#ifndef TIMING_H
#define TIMING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Nanoseconds. */
static inline int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int compare(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static inline int64_t median(int64_t *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

/* For free(); NULL if it can't be read. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0 && (*length = (size_t)ftell(file), rewind(file), 1) &&
        (bytes = malloc(*length + 1)) && fread(bytes, 1, *length, file) != *length) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

/* Whatever fails ends it: a number would mean nothing. */
static inline void must(int is_so)
{
    if (!is_so)
        exit(1);
}

#endif
