/* `load LIBRARY`: the nanoseconds that dlopen takes in a fresh process. It is linked with nothing. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv)
{
    struct timespec start, end;
    if (argc != 2)
        return 2;
    clock_gettime(CLOCK_MONOTONIC, &start);
    void *library = dlopen(argv[1], RTLD_NOW);
    clock_gettime(CLOCK_MONOTONIC, &end);

    if (!library) {
        fprintf(stderr, "load: %s\n", dlerror());
        return 1;
    }
    printf("%" PRId64 "\n",
           (int64_t)(end.tv_sec - start.tv_sec) * 1000000000 + end.tv_nsec - start.tv_nsec);
    return 0;
}
