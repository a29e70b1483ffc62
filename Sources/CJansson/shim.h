/* The system's jansson, for Swift. */
#ifndef FEEDCORE_CJANSSON_H
#define FEEDCORE_CJANSSON_H

#include <jansson.h>

/* Macros that Swift can't read. */
enum {
    JANSSON_DECODE_ANY = JSON_DECODE_ANY,
    JANSSON_ALLOW_NUL = JSON_ALLOW_NUL
};

#endif
