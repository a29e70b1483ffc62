#define _GNU_SOURCE /* SOCK_CLOEXEC */
#define CURL_DISABLE_TYPECHECK
#include "shim.h"

#include "exit.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_version_info) X(curl_free) \
    X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_getinfo) \
    X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all) \
    X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_setopt) X(curl_multi_add_handle) \
    X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_info_read) \
    X(curl_share_init) X(curl_share_setopt) X(curl_share_cleanup) \
    X(curl_url) X(curl_url_cleanup) X(curl_url_get) X(curl_url_set)

#define MEMBER(name) __typeof__(name) *name;
static struct { FUNCTIONS(MEMBER) } lib;

/* ------------------------------------------------------------------------------------ loading */

static const char *const sonames[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
static char reason[256]; /* why there is no libcurl; empty if there is one */
/* libcurl reads the names of hosts as the locale has its texts, and ours are UTF-8. */
static locale_t utf8_locale;

static void find(void *library, const char *name, void *slot)
{
    void *function = dlsym(library, name);
    if (function == NULL && reason[0] == '\0')
        snprintf(reason, sizeof reason, "the system's libcurl is too old: it has no %s", name);
    memcpy(slot, &function, sizeof function);
}

/* OpenSSL registers a function for the program's exit as the first thing of its initialization,
 * which takes milliseconds. With the smallest part of it done before, the gate closes in time at an
 * exit meanwhile. */
static void begin_openssl(void *library)
{
    const uint64_t async = 0x100; /* OPENSSL_INIT_ASYNC makes two keys for threads */
    int (*init)(uint64_t options, const void *settings);
    void *function = dlsym(library, "OPENSSL_init_crypto");
    memcpy(&init, &function, sizeof init);
    if (init != NULL)
        init(async, NULL);
    feedcore_gate_install();
}

static void load(void)
{
    void *library = dlopen(sonames[0], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        library = dlopen(sonames[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(reason, sizeof reason, "there is no libcurl: neither %s nor %s can be loaded",
                 sonames[0], sonames[1]);
        return;
    }
#define FIND(name) find(library, #name, &lib.name);
    FUNCTIONS(FIND)
    if (reason[0] != '\0')
        return;
    begin_openssl(library);
    /* Initializes TLS too. OpenSSL reads its configuration file then, once for the whole process;
     * in a program that uses OpenSSL itself it has already. No signal is touched. Not undone ever:
     * others may be using libcurl. */
    if (lib.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        snprintf(reason, sizeof reason, "the system's libcurl can't be initialized");
    utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static void load_guarded(void)
{
    feedcore_gate_install(); /* an exit waits for the loading */
    feedcore_gate_enter();
    load();
    feedcore_gate_install(); /* and the gate closes before TLS is taken down */
    feedcore_gate_leave();
}

const char *feedcore_curl_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_guarded);
    return reason[0] == '\0' ? NULL : reason;
}

/* ------------------------------------------------------------------------------- certificates */

/* Its fields about certificates came with 7.70. */
static const curl_version_info_data *version(void)
{
    const curl_version_info_data *info = lib.curl_version_info(CURLVERSION_SEVENTH);
    return info->age >= CURLVERSION_SEVENTH ? info : NULL;
}

const char *feedcore_curl_default_ca_file(void)
{
    const curl_version_info_data *info = version();
    return info == NULL ? NULL : info->cainfo;
}

const char *feedcore_curl_default_ca_directory(void)
{
    const curl_version_info_data *info = version();
    return info == NULL ? NULL : info->capath;
}

const char *feedcore_curl_error_text(CURLcode code)
{
    return lib.curl_easy_strerror(code);
}

/* ----------------------------------------------------------------------------------- transfers */

CURL *feedcore_curl_easy_new(void)
{
    return lib.curl_easy_init();
}

void feedcore_curl_easy_free(CURL *easy)
{
    feedcore_gate_enter();
    lib.curl_easy_cleanup(easy);
    feedcore_gate_leave();
}

CURLcode feedcore_curl_set_number(CURL *easy, CURLoption option, long value)
{
    return lib.curl_easy_setopt(easy, option, value);
}

CURLcode feedcore_curl_set_text(CURL *easy, CURLoption option, const char *value)
{
    return lib.curl_easy_setopt(easy, option, value);
}

CURLcode feedcore_curl_set_error_text(CURL *easy, char text[CURL_ERROR_SIZE])
{
    return lib.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, text);
}

CURLcode feedcore_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value)
{
    return lib.curl_easy_setopt(easy, option, value);
}

CURLcode feedcore_curl_set_share(CURL *easy, CURLSH *share)
{
    return lib.curl_easy_setopt(easy, CURLOPT_SHARE, share);
}

CURLcode feedcore_curl_set_body(CURL *easy, const void *bytes, size_t length)
{
    CURLcode code = lib.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    if (code == CURLE_OK)
        code = lib.curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
    return code;
}

CURLcode feedcore_curl_set_protocols(CURL *easy)
{
    const CURLoption names = (CURLoption)(CURLOPTTYPE_OBJECTPOINT + 318); /* since 7.85 */
    const CURLoption bits = (CURLoption)(CURLOPTTYPE_LONG + 181);         /* before */
    if (lib.curl_easy_setopt(easy, names, "http,https") == CURLE_OK)
        return CURLE_OK;
    return lib.curl_easy_setopt(easy, bits, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

CURLcode feedcore_curl_set_callbacks(CURL *easy, feedcore_curl_callbacks callbacks, void *data)
{
    CURLcode failed = CURLE_OK;
#define SET(option, value) failed |= lib.curl_easy_setopt(easy, option, value)
    SET(CURLOPT_PRIVATE, data);
    SET(CURLOPT_HEADERFUNCTION, callbacks.header);
    SET(CURLOPT_HEADERDATA, data);
    SET(CURLOPT_WRITEFUNCTION, callbacks.body);
    SET(CURLOPT_WRITEDATA, data);
    SET(CURLOPT_DEBUGFUNCTION, callbacks.raw);
    SET(CURLOPT_DEBUGDATA, data);
    SET(CURLOPT_RESOLVER_START_FUNCTION, callbacks.resolving);
    SET(CURLOPT_RESOLVER_START_DATA, data);
    SET(CURLOPT_OPENSOCKETFUNCTION, callbacks.connecting);
    SET(CURLOPT_OPENSOCKETDATA, data);
#undef SET
    return failed;
}

void feedcore_curl_watch_raw(CURL *easy)
{
    lib.curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
}

curl_socket_t feedcore_curl_socket(const struct curl_sockaddr *address)
{
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

long feedcore_curl_number(CURL *easy, CURLINFO info)
{
    long value = 0;
    return lib.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t feedcore_curl_offset(CURL *easy, CURLINFO info)
{
    curl_off_t value = 0;
    return lib.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

double feedcore_curl_real(CURL *easy, CURLINFO info)
{
    double value = 0;
    return lib.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

void *feedcore_curl_data(CURL *easy)
{
    void *data = NULL;
    return lib.curl_easy_getinfo(easy, CURLINFO_PRIVATE, &data) == CURLE_OK ? data : NULL;
}

struct curl_slist *feedcore_curl_list_append(struct curl_slist *list, const char *text)
{
    struct curl_slist *longer = lib.curl_slist_append(list, text);
    return longer == NULL ? list : longer;
}

void feedcore_curl_list_free(struct curl_slist *list)
{
    lib.curl_slist_free_all(list);
}

/* ------------------------------------------------------------------------------- many at once */

CURLM *feedcore_curl_multi_new(void)
{
    return lib.curl_multi_init();
}

CURLMcode feedcore_curl_multi_free(CURLM *multi)
{
    feedcore_gate_enter();
    const CURLMcode code = lib.curl_multi_cleanup(multi);
    feedcore_gate_leave();
    return code;
}

CURLMcode feedcore_curl_multi_set(CURLM *multi, CURLMoption option, long value)
{
    return lib.curl_multi_setopt(multi, option, value);
}

CURLMcode feedcore_curl_multi_add(CURLM *multi, CURL *easy)
{
    feedcore_gate_enter();
    const CURLMcode code = lib.curl_multi_add_handle(multi, easy);
    feedcore_gate_leave();
    return code;
}

CURLMcode feedcore_curl_multi_remove(CURLM *multi, CURL *easy)
{
    feedcore_gate_enter();
    const CURLMcode code = lib.curl_multi_remove_handle(multi, easy);
    feedcore_gate_leave();
    return code;
}

CURLMcode feedcore_curl_multi_perform(CURLM *multi)
{
    int running;
    feedcore_gate_enter();
    const locale_t before = uselocale(utf8_locale); /* of this thread alone */
    const CURLMcode code = lib.curl_multi_perform(multi, &running);
    uselocale(before);
    feedcore_gate_leave();
    return code;
}

CURLMcode feedcore_curl_multi_poll(CURLM *multi, int descriptor, int milliseconds)
{
    struct curl_waitfd wakeup = {.fd = descriptor, .events = CURL_WAIT_POLLIN};
    return lib.curl_multi_poll(multi, &wakeup, 1, milliseconds, NULL);
}

CURL *feedcore_curl_multi_next_ended(CURLM *multi, CURLcode *out_code)
{
    int left;
    const CURLMsg *message;
    while ((message = lib.curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *out_code = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------------------ what they share */

CURLSH *feedcore_curl_share_new(void)
{
    CURLSH *share = lib.curl_share_init();
    if (share != NULL) {
        lib.curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
        lib.curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    }
    return share;
}

void feedcore_curl_share_free(CURLSH *share)
{
    feedcore_gate_enter();
    lib.curl_share_cleanup(share);
    feedcore_gate_leave();
}

/* ---------------------------------------------------------------------------------------- URLs */

CURLU *feedcore_curl_url_new(const char *base, const char *url)
{
    const unsigned int flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE;
    CURLU *handle = lib.curl_url();
    if (handle == NULL)
        return NULL;
    if ((base == NULL || lib.curl_url_set(handle, CURLUPART_URL, base, flags) == CURLUE_OK) &&
        lib.curl_url_set(handle, CURLUPART_URL, url, flags) == CURLUE_OK)
        return handle;
    lib.curl_url_cleanup(handle);
    return NULL;
}

void feedcore_curl_url_free(CURLU *url)
{
    lib.curl_url_cleanup(url);
}

char *feedcore_curl_url_part(CURLU *url, CURLUPart part)
{
    unsigned int flags = 0;
    char *text = NULL;
    if (part == CURLUPART_PORT)
        flags = CURLU_DEFAULT_PORT;
    else if (part == CURLUPART_USER || part == CURLUPART_PASSWORD)
        flags = CURLU_URLDECODE;
    return lib.curl_url_get(url, part, &text, flags) == CURLUE_OK ? text : NULL;
}

void feedcore_curl_url_remove(CURLU *url, CURLUPart part)
{
    lib.curl_url_set(url, part, NULL, 0);
}

void feedcore_curl_text_free(char *text)
{
    lib.curl_free(text);
}
