/* What tests of objects need: to count signals, and to wait for what happens. */
#pragma once

#include <gtk/gtk.h>

static inline void count_one(guint *count)
{
    (*count)++;
}

/* Counts in `count` how often a signal comes, until the object goes. */
static inline void count_signal(gpointer object, const char *signal, guint *count)
{
    *count = 0;
    g_signal_connect_swapped(object, signal, G_CALLBACK(count_one), count);
}

/* TRUE if the object goes with this reference. */
static inline gboolean goes_with(gpointer object)
{
    gpointer weak = object;
    g_object_add_weak_pointer(object, &weak);
    g_object_unref(object);
    return weak == NULL;
}

/* The text of a property, for g_free. */
static inline char *text_of(gpointer object, const char *property)
{
    char *text = NULL;
    g_object_get(object, property, &text, NULL);
    return text;
}

static inline gboolean waited_too_long(gpointer what)
{
    g_error("waited too long for: %s", (const char *)what);
    return G_SOURCE_REMOVE;
}

static inline gboolean wake(gpointer unused)
{
    (void)unused;
    return G_SOURCE_CONTINUE;
}

/* Lets the loop do something, or a millisecond pass. */
static inline void turn_loop(void)
{
    const guint tick = g_timeout_add(1, wake, NULL);
    g_main_context_iteration(NULL, TRUE);
    g_source_remove(tick);
}

/* Runs the loop until it is so; it may become so on another thread too. What hangs ends the program, after a time that
 * valgrind on a busy machine leaves over. */
#define WAIT_UNTIL(condition)                                                                        \
    do {                                                                                             \
        const guint patience = g_timeout_add_seconds(60, waited_too_long, (gpointer)#condition);     \
        while (!(condition))                                                                         \
            turn_loop();                                                                             \
        g_source_remove(patience);                                                                   \
    } while (0)
