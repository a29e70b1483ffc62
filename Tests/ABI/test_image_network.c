/* Pictures over a real network: libcurl, and the servers that Tests/Servers/run.py started, at their
 * worst. */
#include "pictures.h"

#include <netinet/in.h>
#include <sys/socket.h>

static char top[] = "/tmp/feedcore-images-XXXXXX";
static feedcore_context *context;
static Album album;

static const char *from(const char *name)
{
    const char *value = getenv(name);
    if (!value)
        fprintf(stderr, "%s isn't set: run this by Tests/Servers/run.py\n", name);
    CHECK(value);
    return value;
}

static void begin(const char *members)
{
    char config[500];
    snprintf(config, sizeof config,
             "{\"proxy\": \"\"%s, \"images\": {\"path\": \"%s/images\", \"maxImageBytes\": 100000}}", members,
             top);
    context = new_context(config);
    watch(context, &album);
}

static void finish(void)
{
    feedcore_context_free(context);
    wait_for_threads(1);
}

static const char *url(const char *path)
{
    static char text[500];
    snprintf(text, sizeof text, "%s%s", from("TEST_SERVER"), path);
    return text;
}

/* What a picture comes to, but for its progress: "png", "http 404", …. */
static const char *outcome(const char *path)
{
    static char text[100];
    char line[600];
    album.text[0] = '\0';
    const uint64_t request = see(context, url(path));
    CHECK_INT(feedcore_context_run(context, 120000), FEEDCORE_OK);
    const char *last = strrchr(album.text, ' ');
    CHECK(last);
    snprintf(line, sizeof line, " %s\n", url(path));
    CHECK_TEXT(last, line);
    while (last > album.text && last[-1] != '\n')
        last--;
    snprintf(line, sizeof line, "%" PRIu64 " ", request);
    CHECK(strncmp(last, line, strlen(line)) == 0);
    last += strlen(line);
    snprintf(text, sizeof text, "%.*s", (int)(strrchr(last, ' ') - last), last);
    return text;
}

/* A number of the server's own. */
static int stats(const char *name)
{
    char text[500] = "", word[50];
    int port = 0, number = -1;
    size_t length = 0;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    CHECK(sscanf(from("TEST_STATS"), "http://127.0.0.1:%d", &port) == 1);
    address.sin_port = htons((uint16_t)port);
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
    CHECK(write(connection, "GET / HTTP/1.0\r\n\r\n", 18) == 18);
    for (ssize_t got; (got = read(connection, text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)got;
    close(connection);
    snprintf(word, sizeof word, "\"%s\": ", name);
    const char *place = strstr(text, word);
    CHECK(place && sscanf(place + strlen(word), "%d", &number) == 1);
    return number;
}

static void each_kind_of_picture_comes(void)
{
    static const char *const kinds[] = {"png", "jpeg", "gif", "webp"};
    char path[100], file[400];
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "/picture?%s", kinds[i]);
        CHECK_TEXT(outcome(path), kinds[i]);
        strcpy(file, album.path);
        const int requests = stats("requests");
        CHECK_TEXT(outcome(path), kinds[i]);
        CHECK_TEXT(album.path, file);
        CHECK_INT(stats("requests"), requests);
    }
}

static void servers_at_their_worst(void)
{
    static const struct {
        const char *path, *outcome;
    } faults[] = {
        {"/cut-picture?png", "image 200"},  {"/cut-picture?jpeg", "image 200"},
        {"/cut-picture?gif", "image 200"},  {"/cut-picture?webp", "image 200"},
        {"/page-as-picture", "image 200"},  {"/empty", "image 200"},
        {"/nothing", "http 404"},           {"/broken", "http 500"},
        {"/endless", "too-large 200"},      {"/bomb", "too-large 200"},
        {"/short", "network"}    ,          {"/hang-up", "network"},
        {"/reset", "network"}    ,          {"/to?/picture?gif", "gif"},
        {"/to?/page-as-picture", "image 200"}, {"/to?file:///etc/passwd", "http 302"},
        {"/chain?9", "http 302"},           {"/slow-picture?100", "png"},
        {"/early", "image 200"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        CHECK_TEXT(outcome(faults[i].path), faults[i].outcome);
    CHECK_INT(count_files(top, ".tmp"), 0);
}

static void a_server_that_hangs_is_given_up(void)
{
    finish();
    begin(", \"timeout\": 200");
    CHECK_TEXT(outcome("/silent"), "timeout");
    CHECK_TEXT(outcome("/drip-head"), "timeout");
    finish();
    begin("");
}

static void progress_is_told(void)
{
    album.text[0] = '\0';
    see(context, url("/slow-picture?300"));
    run(context);
    CHECK(strstr(album.text, "progress"));
    CHECK(strstr(album.text, " png "));
}

static void the_same_picture_is_asked_for_once(void)
{
    const int requests = stats("requests");
    for (int i = 0; i < 50; i++)
        see(context, url("/slow-picture?100&"));
    album.images = 0;
    run(context);
    CHECK_INT(album.images, 50);
    CHECK_INT(stats("requests"), requests + 1);
}

/* Pictures that never come take none of the places of a feed, not even of its own server. */
static void feeds_are_not_held_up(void)
{
    Record record = {0};
    char path[500];
    for (int i = 0; i < 60; i++) {
        snprintf(path, sizeof path, "/silent?%d", i);
        see(context, url(path));
    }
    snprintf(path, sizeof path,
             "{\"sources\": [{\"name\": \"list\", \"url\": \"%s\", \"mapping\": " LIST_MAPPING "}]}", url("/ok"));
    feedcore_feed *feed = new_recorded(context, path, &record);
    refresh(feed);
    while (record.completes == 0) {
        struct pollfd watched = {.fd = feedcore_context_fd(context), .events = POLLIN};
        CHECK_INT(poll(&watched, 1, 60000), 1);
        dispatch(context);
    }
    CHECK_INT(feedcore_feed_source_state(feed, 0), FEEDCORE_STATE_READY);
    feedcore_feed_free(feed);
    finish();
    begin("");
}

/* Cells that fly by, with a real network behind them. */
static void a_storm_leaves_nothing_behind(void)
{
    static const char *const paths[] = {"/picture?png&", "/picture?jpeg&", "/silent?", "/page-as-picture?",
                                        "/slow-picture?50&", "/no-length?"};
    enum { cells = 20, steps = 10000 };
    uint64_t shown[cells] = {0};
    char path[100];
    finish();
    const int descriptors = descriptor_count();
    begin("");
    album.images = 0;
    int cancelled = 0;
    for (int step = 0; step < steps; step++) {
        const int cell = step % cells;
        if (shown[cell] && feedcore_image_cancel(context, shown[cell]) == FEEDCORE_OK)
            cancelled++;
        snprintf(path, sizeof path, "%s%d", paths[step % 6], step % 97);
        shown[cell] = ask(context, url(path), 0, (feedcore_image_priority)(step % 3));
        dispatch(context);
        if (step % 500 == 0)
            sleep_ms(5);
    }
    for (int cell = 0; cell < cells; cell++)
        cancelled += feedcore_image_cancel(context, shown[cell]) == FEEDCORE_OK;
    run(context);
    CHECK_INT(album.images + cancelled, steps);
    CHECK(cancelled > 0);
    CHECK(!is_readable(context));
    /* The places of those that were cancelled are free. */
    CHECK_TEXT(outcome("/picture?gif&last"), "gif");
    finish();
    wait_for_descriptors(descriptors);
    begin("");
}

int main(void)
{
    char folder[200];
    CHECK(mkdtemp(top));
    snprintf(folder, sizeof folder, "%s/images", top);
    begin("");
    each_kind_of_picture_comes();
    servers_at_their_worst();
    a_server_that_hangs_is_given_up();
    progress_is_told();
    the_same_picture_is_asked_for_once();
    feeds_are_not_held_up();
    a_storm_leaves_nothing_behind();
    finish();
    CHECK_INT(count_files(folder, ".tmp"), 0);
    remove_folder(top);
    return 0;
}
