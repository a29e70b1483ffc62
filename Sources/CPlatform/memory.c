#define _DEFAULT_SOURCE /* madvise */
#include "include/shim.h"

#include <sys/mman.h>
#include <unistd.h>

/* Below this the C library keeps its memory, and page faults are few. */
static const size_t large_block = (size_t)16 << 20;

static void *advise(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    if (memory != NULL && size >= large_block) {
        const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        const uintptr_t start = ((uintptr_t)memory + page - 1) / page * page;
        const uintptr_t end = ((uintptr_t)memory + size) / page * page;
        (void)madvise((void *)start, end - start, MADV_HUGEPAGE); /* advice: it may be refused */
    }
#endif
    return memory;
}

void *feedcore_allocate(size_t size)
{
    return advise(malloc(size), size);
}

void *feedcore_reallocate(void *memory, size_t size)
{
    return advise(realloc(memory, size), size);
}
