/* The system's libcurl, found at run time: nothing is linked, and a program that never asks a
 * server never loads it. All but feedcore_curl_load is legal only after that returned NULL. */
#ifndef FEEDCORE_CCURL_H
#define FEEDCORE_CCURL_H

#include <curl/curl.h>
#include <errno.h>
#include <stddef.h>

/* Loads libcurl, once in the process, for any thread. NULL, or why there is none; static. It stays
 * loaded for ever. */
const char *feedcore_curl_load(void);

/* Where this libcurl looks for trusted certificates by itself; NULL for nowhere, or if it is too
 * old to say. Static. */
const char *feedcore_curl_default_ca_file(void);
const char *feedcore_curl_default_ca_directory(void);

/* What an error code means, in English; static. */
const char *feedcore_curl_error_text(CURLcode code);

/* ---- a transfer: its options by type, since libcurl takes them as variable arguments. Texts and
 * bodies are copied. A library that is too old for an option refuses it. */
CURL *feedcore_curl_easy_new(void);
void feedcore_curl_easy_free(CURL *easy);
CURLcode feedcore_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode feedcore_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode feedcore_curl_set_error_text(CURL *easy, char text[CURL_ERROR_SIZE]); /* not copied */
CURLcode feedcore_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode feedcore_curl_set_share(CURL *easy, CURLSH *share);
CURLcode feedcore_curl_set_body(CURL *easy, const void *bytes, size_t length);

/* http and https are all it speaks. */
CURLcode feedcore_curl_set_protocols(CURL *easy);

/* Whom it calls, each with `data`. `raw` stays silent until feedcore_curl_watch_raw. */
typedef struct feedcore_curl_callbacks {
    curl_write_callback header; /* a line of the head */
    curl_write_callback body;   /* decoded */
    curl_debug_callback raw;    /* what came, among it the body before it is decoded */
    curl_resolver_start_callback resolving;
    curl_opensocket_callback connecting;
} feedcore_curl_callbacks;
CURLcode feedcore_curl_set_callbacks(CURL *easy, feedcore_curl_callbacks callbacks, void *data);
void feedcore_curl_watch_raw(CURL *easy);

/* The socket that libcurl would make, but closed in what the program executes; -1 for none. */
curl_socket_t feedcore_curl_socket(const struct curl_sockaddr *address);

/* 0 where libcurl doesn't know. */
long feedcore_curl_number(CURL *easy, CURLINFO info);
curl_off_t feedcore_curl_offset(CURL *easy, CURLINFO info);
double feedcore_curl_real(CURL *easy, CURLINFO info);
void *feedcore_curl_data(CURL *easy);

/* The list with a copy of `text` at its end; NULL, and the list as it was, without memory. */
struct curl_slist *feedcore_curl_list_append(struct curl_slist *list, const char *text);
void feedcore_curl_list_free(struct curl_slist *list);

/* ---- many transfers at once */
CURLM *feedcore_curl_multi_new(void);
CURLMcode feedcore_curl_multi_free(CURLM *multi);
CURLMcode feedcore_curl_multi_set(CURLM *multi, CURLMoption option, long value);
CURLMcode feedcore_curl_multi_add(CURLM *multi, CURL *easy);
CURLMcode feedcore_curl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode feedcore_curl_multi_perform(CURLM *multi);

/* Sleeps until a transfer has something to do, `descriptor` is readable, or so many milliseconds
 * passed. */
CURLMcode feedcore_curl_multi_poll(CURLM *multi, int descriptor, int milliseconds);

/* The next transfer that ended, and how; NULL for no more. */
CURL *feedcore_curl_multi_next_ended(CURLM *multi, CURLcode *out_code);

/* ---- what transfers have in common: cookies and TLS resumptions, in memory. For one thread. */
CURLSH *feedcore_curl_share_new(void);
void feedcore_curl_share_free(CURLSH *share);

/* ---- URLs: one that may be relative to `base`, or NULL if it is malformed. What a URL can't hold,
 * such as spaces, is escaped. Any scheme is taken. */
CURLU *feedcore_curl_url_new(const char *base, const char *url);
void feedcore_curl_url_free(CURLU *url);

/* For feedcore_curl_text_free; NULL if there is none. The port is always there; user and password
 * are unescaped. */
char *feedcore_curl_url_part(CURLU *url, CURLUPart part);
void feedcore_curl_url_remove(CURLU *url, CURLUPart part);
void feedcore_curl_text_free(char *text);

#endif
