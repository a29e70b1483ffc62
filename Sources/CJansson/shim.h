/* The system's jansson, for Swift. */
#ifndef FEEDCORE_CJANSSON_H
#define FEEDCORE_CJANSSON_H

#include <jansson.h>

#endif
