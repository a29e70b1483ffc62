#define _GNU_SOURCE /* mknod, O_DIRECTORY */
#include "include/shim.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int feedcore_store_file(const char *path, uint64_t *out_number)
{
    struct stat file;
    if (mknod(path, S_IFREG | 0600, 0) != 0 && errno != EEXIST) {
        const int error = errno;
        if (stat(path, &file) != 0) /* a file system may refuse before it looks */
            return error;
    }
    if (stat(path, &file) != 0)
        return errno;
    *out_number = file.st_ino;
    return S_ISREG(file.st_mode) ? 0 : S_ISDIR(file.st_mode) ? EISDIR : EINVAL;
}

uint64_t feedcore_store_file_number(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? file.st_ino : 0;
}

/* The folder of a path, into `out`; false if it is too long. */
static int folder_of(const char *path, char out[PATH_MAX])
{
    const char *name = strrchr(path, '/');
    const size_t length = name == NULL ? 0 : (size_t)(name - path) + 1;
    if (length >= PATH_MAX)
        return 0;
    memcpy(out, path, length);
    memcpy(out + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
    return 1;
}

int feedcore_store_is_beside_writable(const char *path)
{
    char folder[PATH_MAX];
    return folder_of(path, folder) && faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0;
}

static int rename_with(const char *path, const char *suffix, int index)
{
    char from[PATH_MAX], to[PATH_MAX];
    const int length = snprintf(from, sizeof from, "%s%s", path, suffix);
    const int other = snprintf(to, sizeof to, "%s.corrupt-%d%s", path, index, suffix);
    if (length >= PATH_MAX || other >= PATH_MAX)
        return ENAMETOOLONG;
    return rename(from, to) == 0 ? 0 : errno;
}

/* SQLite's files go first: nobody may find them beside a new database. */
static int rename_all(const char *path, int *out_index)
{
    char other[PATH_MAX];
    int index = 0;
    do {
        if (snprintf(other, sizeof other, "%s.corrupt-%d", path, ++index) >= PATH_MAX)
            return ENAMETOOLONG;
    } while (index < 9 && access(other, F_OK) == 0);
    rename_with(path, "-wal", index);
    rename_with(path, "-journal", index);
    snprintf(other, sizeof other, "%s-shm", path);
    unlink(other);
    *out_index = index;
    return rename_with(path, "", index);
}

int feedcore_store_lock(const char *path, int is_alone)
{
    char folder[PATH_MAX];
    const struct timespec pause = {0, 5000000};
    if (!folder_of(path, folder))
        return -1;
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int tries = 400; descriptor >= 0; tries--) {
        if (flock(descriptor, (is_alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0)
            break;
        if (tries == 0) {
            close(descriptor);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return descriptor;
}

void feedcore_store_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

int feedcore_store_set_aside(const char *path, uint64_t number, int *out_index)
{
    const int lock = feedcore_store_lock(path, 1);
    *out_index = 0;
    if (lock < 0)
        return EAGAIN;
    const int is_there = feedcore_store_file_number(path) == number;
    const int error = is_there ? rename_all(path, out_index) : 0;
    feedcore_store_unlock(lock);
    return error;
}

static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 32;
}

/* Four words at a time, each into a sum of its own: they don't wait for one another. In the order
 * of this machine: a store doesn't travel. */
uint64_t feedcore_store_sum(uint64_t seed, const void *bytes, size_t count)
{
    const unsigned char *place = bytes;
    uint64_t words[4], sums[4] = {1, 2, 3, 4};
    uint64_t sum = mix(mix(seed, 0x94D049BB133111EBu), count);
    for (; count >= sizeof words; place += sizeof words, count -= sizeof words) {
        memcpy(words, place, sizeof words);
        for (int i = 0; i < 4; i++)
            sums[i] = mix(sums[i], words[i]);
    }
    memset(words, 0, sizeof words);
    if (count > 0)
        memcpy(words, place, count);
    for (int i = 0; i < 4; i++)
        sum = mix(sum, mix(sums[i], words[i]));
    return sum;
}
