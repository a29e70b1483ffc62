#include <simdjson.h>

#include "peers.h"

#define TEXT(token) #token
#define TEXT_OF(macro) TEXT(macro)

static_assert(BODY_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson wants more padding");

const char *name_of_simdjson(void)
{
    return "simdjson " TEXT_OF(SIMDJSON_VERSION) ", DOM";
}

// The parser is kept from one body to the next, and the body isn't copied, both as simdjson advises.
int64_t run_simdjson(const char *body, size_t length)
{
    static simdjson::dom::parser parser;
    const bool copy_to_pad = false;
    const int64_t start = now();
    const simdjson::error_code error = parser.parse(body, length, copy_to_pad).error();
    const int64_t time = now() - start;
    return error == simdjson::SUCCESS ? time : refused(simdjson::error_message(error));
}
