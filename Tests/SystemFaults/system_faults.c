#define _GNU_SOURCE /* RTLD_NEXT */
#include "system_faults.h"

#include <dlfcn.h>
#include <malloc.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <time.h>
#include <unistd.h>

static atomic_int delay = 2000;
static atomic_int begun, ended, sleeps;
static char hidden[64]; /* empty for none */

__attribute__((constructor)) static void read_environment(void)
{
    const char *milliseconds = getenv("SLOW_NAMES"), *library = getenv("HIDDEN_LIBRARY");
    if (milliseconds != NULL)
        delay = atoi(milliseconds);
    if (library != NULL)
        fault_hide_library(library);
}

void fault_slow_names(int milliseconds)
{
    delay = milliseconds;
}

int fault_slow_names_begun(void)
{
    return begun;
}

int fault_slow_names_ended(void)
{
    return ended;
}

void fault_hide_library(const char *prefix)
{
    strncpy(hidden, prefix, sizeof hidden - 1);
}

void fault_ordinary_user(void)
{
    setfsuid(65534);
}

int fault_sleeps(void)
{
    return sleeps;
}

void fault_spoil_freed_memory(void)
{
    mallopt(M_PERTURB, 0x5a);
}

size_t fault_memory_in_use(void)
{
    return mallinfo2().uordblks;
}

/* The function that this one stands before. */
static void find_next(const char *name, void *slot)
{
    void *function = dlsym(RTLD_NEXT, name);
    memcpy(slot, &function, sizeof function);
}

static int ends_in(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **result)
{
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    find_next("getaddrinfo", &next);
    if (name == NULL || !ends_in(name, ".slow.example"))
        return next(name, service, hints, result);
    const struct timespec time = {delay / 1000, delay % 1000 * 1000000L};
    begun++;
    nanosleep(&time, NULL);
    ended++;
    return next("127.0.0.1", service, hints, result);
}

int usleep(useconds_t microseconds)
{
    int (*next)(useconds_t);
    find_next("usleep", &next);
    sleeps++;
    return next(microseconds);
}

void *dlopen(const char *name, int flags)
{
    void *(*next)(const char *, int);
    find_next("dlopen", &next);
    if (name != NULL && hidden[0] != '\0' && strncmp(name, hidden, strlen(hidden)) == 0)
        return NULL;
    return next(name, flags);
}
