#include "common/base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*on_exhausted)(void);

void memory_on_exhausted(void (*handler)(void))
{
    on_exhausted = handler;
}

static void *checked(void *memory)
{
    if (!memory) {
        if (on_exhausted)
            on_exhausted();
        fputs("out of memory\n", stderr);
        abort();
    }
    return memory;
}

void *memory_zeroed(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *memory_resized(void *memory, size_t count, size_t size)
{
    return checked(reallocarray(memory, count ? count : 1, size ? size : 1));
}

void *memory_for_next(void *list, size_t count, size_t size)
{
    assert(list || count == 0);
    bool is_full = (count & (count - 1)) == 0; /* capacities are 1, 2, 4, 8 ... */
    return is_full ? memory_resized(list, count ? 2 * count : 1, size) : list;
}

char *memory_text(const char *text, size_t len)
{
    char *copy = memory_resized(NULL, len + 1, 1);
    if (len)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}
