#define _GNU_SOURCE
#include "include/shim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define HOUR 3600000

static int64_t milliseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static struct timespec timespec_of(int64_t milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    return time;
}

static int describe(const struct stat *file, feedcore_file *out_about)
{
    out_about->size = file->st_size;
    out_about->changed = milliseconds(file->st_mtim);
    out_about->used = milliseconds(file->st_atim);
    return S_ISREG(file->st_mode);
}

int feedcore_file_open(const char *path, feedcore_file *out_about)
{
    struct stat file;
    /* Without waiting, should it be a pipe. */
    const int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0 && fstat(descriptor, &file) == 0 && describe(&file, out_about))
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

int feedcore_file_read(int descriptor, void *out, size_t count, int64_t offset)
{
    size_t done = 0;
    while (done < count) {
        const ssize_t got = pread(descriptor, (char *)out + done, count - done, offset + (off_t)done);
        if (got == 0 || (got < 0 && errno != EINTR))
            return 0;
        done += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

void feedcore_file_use(int descriptor, int64_t time)
{
    const struct timespec times[2] = {timespec_of(time), {0, UTIME_OMIT}};
    (void)futimens(descriptor, times); /* it is a courtesy: somebody else's file can't be touched */
}

static int write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t done = write(descriptor, bytes, count);
        if (done < 0 && errno != EINTR)
            return errno;
        bytes += done > 0 ? done : 0;
        count -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

int feedcore_file_write(const char *temporary, const char *path, const void *bytes, size_t count,
                        int64_t time)
{
    const struct timespec times[2] = {timespec_of(time), timespec_of(time)};
    const int descriptor =
        open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return errno;
    int error = write_all(descriptor, bytes, count);
    if (!error && futimens(descriptor, times) != 0)
        error = errno;
    if (close(descriptor) != 0 && !error)
        error = errno;
    if (!error && rename(temporary, path) != 0)
        error = errno;
    if (error)
        unlink(temporary);
    return error;
}

int feedcore_folder_make(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : errno;
}

typedef struct {
    int64_t used, size;
    char name[48];
} entry;

typedef struct {
    entry *all;
    size_t count, room;
} entries;

static int compare_use(const void *one, const void *other)
{
    const int64_t a = ((const entry *)one)->used, b = ((const entry *)other)->used;
    return (a > b) - (a < b);
}

static void add(entries *list, const entry *new)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 256;
        entry *all = realloc(list->all, room * sizeof *all);
        if (all == NULL)
            return; /* it stays, and may be removed another time */
        list->all = all;
        list->room = room;
    }
    list->all[list->count++] = *new;
}

int64_t feedcore_folder_trim(const char *path, int64_t limit, int64_t goal, const char *spared,
                             int64_t now)
{
    entries list = {NULL, 0, 0};
    int64_t total = 0;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return 0;
    for (struct dirent *found; (found = readdir(folder)) != NULL;) {
        const char *name = found->d_name;
        const size_t digits = strspn(name, "0123456789abcdef");
        const int is_temporary = digits == 16 && strcmp(name + 16, ".tmp") == 0;
        struct stat file;
        feedcore_file about;
        entry new = {0};
        if (!is_temporary && (digits != 32 || name[32] != '.' || strlen(name) >= sizeof new.name))
            continue;
        if (fstatat(dirfd(folder), name, &file, AT_SYMLINK_NOFOLLOW) != 0 || !describe(&file, &about))
            continue;
        if (is_temporary) {
            if (about.changed + HOUR < now)
                unlinkat(dirfd(folder), name, 0);
            continue;
        }
        /* A clock that was set back makes nothing the last that goes. */
        new.used = about.used - HOUR > now ? INT64_MIN : about.used;
        new.size = about.size;
        strcpy(new.name, name);
        add(&list, &new);
        total += about.size;
    }
    if (total > limit && list.count > 0) {
        qsort(list.all, list.count, sizeof *list.all, compare_use);
        for (size_t i = 0; i < list.count && total > goal; i++)
            if (strcmp(list.all[i].name, spared) != 0 &&
                unlinkat(dirfd(folder), list.all[i].name, 0) == 0)
                total -= list.all[i].size;
    }
    free(list.all);
    closedir(folder);
    return total;
}
