/* A program that ends while its requests are in the middle of TLS: with their context freed, and
 * without. It runs itself many times, and none may crash. By Tests/Servers/run.py. */
#include "live.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

#define RUNS 120
#define LONGEST 20000 /* microseconds */

static int leave_in_the_middle(int microseconds, int is_freed)
{
    char config[1024];
    feedcore_feed *feeds[4];
    snprintf(config, sizeof config, "{\"proxy\": \"\", \"caFile\": \"%s\"}", getenv("TEST_CA"));
    feedcore_context *context = new_context(config);
    for (int i = 0; i < 4; i++) {
        snprintf(config, sizeof config,
                 "{\"sources\": [{\"name\": \"users\", \"url\": \"%s/users.json?%d\", \"mapping\": "
                 "\"users\"}]}",
                 getenv("TEST_HTTPS"), i);
        feeds[i] = new_feed(context, config);
        refresh(feeds[i]);
    }
    usleep((useconds_t)microseconds);
    if (is_freed) {
        for (int i = 0; i < 4; i++)
            feedcore_feed_free(feeds[i]);
        feedcore_context_free(context);
    }
    return 0;
}

static void check_run(char *program, int run)
{
    char microseconds[16];
    char *arguments[] = {program, microseconds, run % 2 ? "freed" : "left", NULL};
    pid_t child;
    int status = 0;
    snprintf(microseconds, sizeof microseconds, "%d", run * (LONGEST / RUNS));
    CHECK_INT(posix_spawn(&child, program, NULL, NULL, arguments, environ), 0);
    CHECK(waitpid(child, &status, 0) == child);
    if (status != 0)
        fprintf(stderr, "after %s microseconds, %s: status %x\n", microseconds, arguments[2],
                (unsigned)status);
    CHECK_INT(status, 0);
}

int main(int argc, char **argv)
{
    CHECK(getenv("TEST_HTTPS") && getenv("TEST_CA"));
    if (argc == 3)
        return leave_in_the_middle(atoi(argv[1]), strcmp(argv[2], "freed") == 0);
    for (int run = 0; run < RUNS; run++)
        check_run(argv[0], run);
    return 0;
}
