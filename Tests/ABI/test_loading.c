/* The library as a guest: it is opened and closed like a plug-in, and the host is the same as
 * before. It prints nothing; CTest takes any output for a failure. Usage: test_loading LIBRARY */
#define _GNU_SOURCE
#include "check.h"
#include "shop.h"

#include <dirent.h>
#include <dlfcn.h>
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

typedef struct {
    struct sigaction actions[NSIG];
    sigset_t mask;
    stack_t stack;
    char locale[128];
    int threads;
    int descriptors;
} Host;

static int entries(const char *folder)
{
    int count = 0;
    DIR *directory = opendir(folder);
    CHECK(directory);
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static Host host_now(void)
{
    Host host;
    memset(&host, 0, sizeof host);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &host.actions[number]);
    CHECK(sigprocmask(SIG_BLOCK, NULL, &host.mask) == 0);
    CHECK(sigaltstack(NULL, &host.stack) == 0);
    snprintf(host.locale, sizeof host.locale, "%s", setlocale(LC_ALL, NULL));
    host.threads = entries("/proc/self/task");
    host.descriptors = entries("/proc/self/fd");
    return host;
}

static void check_unchanged(const Host *before)
{
    const Host now = host_now();
    for (int number = 1; number < NSIG; number++) {
        const struct sigaction *was = &before->actions[number], *is = &now.actions[number];
        CHECK(was->sa_handler == is->sa_handler && was->sa_flags == is->sa_flags);
        for (int other = 1; other < NSIG; other++)
            CHECK(sigismember(&was->sa_mask, other) == sigismember(&is->sa_mask, other));
        CHECK(sigismember(&before->mask, number) == sigismember(&now.mask, number));
    }
    CHECK(before->stack.ss_sp == now.stack.ss_sp && before->stack.ss_flags == now.stack.ss_flags);
    CHECK_TEXT(now.locale, before->locale);
    CHECK_INT(now.threads, before->threads);
    CHECK_INT(now.descriptors, before->descriptors);
}

static void *library;

static void *symbol(const char *name)
{
    void *address = dlsym(library, name);
    if (!address)
        fprintf(stderr, "%s\n", dlerror());
    CHECK(address);
    return address;
}

#define CALL(name) (__extension__(__typeof__(&name)) symbol(#name))

/* One page from text, and out again through jansson's functions. */
static void read_a_page(void)
{
    feedcore_mapping *mapping = NULL;
    feedcore_snapshot *page = NULL;
    CHECK_INT(CALL(feedcore_mapping_new)(SHOP_MAPPING, strlen(SHOP_MAPPING), &mapping, NULL),
              FEEDCORE_OK);
    CHECK_INT(CALL(feedcore_parse)(mapping, SHOP_FEED, strlen(SHOP_FEED), &page, NULL),
              FEEDCORE_OK);
    CHECK_INT(CALL(feedcore_snapshot_section_count)(page), 4);
    json_t *json = CALL(feedcore_snapshot_to_json)(page);
    CHECK_INT(CALL(json_array_size)(CALL(json_object_get)(json, "sections")), 4);
    CALL(json_delete)(json);
    CALL(feedcore_snapshot_unref)(page);
    CALL(feedcore_mapping_free)(mapping);
}

static void open_and_close(const char *path, int flags)
{
    library = dlopen(path, flags);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    CHECK(library);
    read_a_page();
    CHECK(dlclose(library) == 0);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    setlocale(LC_ALL, "");
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    signal(SIGPIPE, SIG_IGN);

    const Host before = host_now();
    for (int round = 0; round < 20; round++)
        open_and_close(argv[1], round % 2 ? RTLD_NOW | RTLD_LOCAL : RTLD_LAZY | RTLD_GLOBAL);
    check_unchanged(&before);
    CHECK(dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD)); /* it stays: -z nodelete */
    return 0;
}
