/* A system with faults, for tests. It stands before the C library, in a test program that it is
 * linked into, or by LD_PRELOAD in any. */
#ifndef SYSTEM_FAULTS_H
#define SYSTEM_FAULTS_H

#include <stddef.h>

/* Host names that end in ".slow.example" take so many milliseconds to look up, 2000 at first, and
 * lead to 127.0.0.1 then. For all threads; the environment may say SLOW_NAMES too. */
void fault_slow_names(int milliseconds);

/* How many look-ups of such names have begun, and how many have ended. */
int fault_slow_names_begun(void);
int fault_slow_names_ended(void);

/* Libraries whose names begin so can't be loaded from now on. Before there is a second thread; the
 * environment may say HIDDEN_LIBRARY too. */
void fault_hide_library(const char *prefix);

/* From now on this thread meets files as an ordinary user does, even root's. */
void fault_ordinary_user(void);

/* How often a thread has gone to sleep by usleep, as SQLite does while it waits for another program. */
int fault_sleeps(void);

/* Memory that is given back is overwritten from now on: whoever still uses it is found out. */
void fault_spoil_freed_memory(void);

/* Bytes that are allocated now, for who looks for leaks. */
size_t fault_memory_in_use(void);

#endif
