/* Threads that outlive main. The worker is detached, and TLS libraries take their tables away in
 * functions that run at exit: whoever is still inside them then crashes the program. So libcurl is
 * entered by a gate, which closes at exit. */
#include "exit.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int inside;
static bool is_closed;
static pid_t process;

void feedcore_gate_enter(void)
{
    pthread_mutex_lock(&mutex);
    while (is_closed) /* for the short rest of the process */
        pthread_cond_wait(&changed, &mutex);
    inside++;
    pthread_mutex_unlock(&mutex);
}

void feedcore_gate_leave(void)
{
    pthread_mutex_lock(&mutex);
    inside--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

/* Waits until all are out, but not for long: one may be inside that waits for a name. */
static void close_gate(void)
{
    struct timespec end;
    if (getpid() != process)
        return; /* a forked child, which has none of the threads */
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    pthread_mutex_lock(&mutex);
    is_closed = true;
    while (inside > 0 && pthread_cond_timedwait(&changed, &mutex, &end) == 0)
        continue;
    pthread_mutex_unlock(&mutex);
}

void feedcore_gate_install(void)
{
    process = getpid();
    atexit(close_gate);
}
