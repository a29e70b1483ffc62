#define _GNU_SOURCE
#include "include/shim.h"

#include <signal.h>

/* The host's signals are for the host's threads: ours begins with all of them blocked, so that not even a SIGPIPE of
 * its sockets is anybody's business. */
int feedcore_start_thread(void *(*body)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all;
    int error = pthread_attr_init(&attributes);
    if (error)
        return error;
    sigfillset(&all);
    error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (!error)
        error = pthread_attr_setsigmask_np(&attributes, &all);
    if (!error)
        error = pthread_create(&thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    return error;
}

int64_t feedcore_monotonic_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t feedcore_milliseconds_since_1970(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
