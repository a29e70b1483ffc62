/* What the C and C++ contenders share. The peers have a file each: simdjson is C++, and json-glib
 * can't be included beside jansson (both declare a json_object_iter_next). */
#ifndef PEERS_H
#define PEERS_H

#include <stddef.h>
#include <stdint.h>

/* Readable bytes that follow a body, of any value: simdjson asks for them. */
#define BODY_PADDING 64

#ifdef __cplusplus
extern "C" {
#endif

/* Nanoseconds that the processor has worked for this process. */
int64_t now(void);

/* Keeps why a body was refused, for the conductor; returns -1, which a run then returns. */
int64_t refused(const char *reason);

/* Nanoseconds from `length` bytes to the result. */
int64_t run_json_glib(const char *body, size_t length);
int64_t run_simdjson(const char *body, size_t length);

/* Name and version. Static. */
const char *name_of_json_glib(void);
const char *name_of_simdjson(void);

#ifdef __cplusplus
}
#endif

#endif
