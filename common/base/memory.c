#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (!memory) {
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

char *memory_text(const char *text, size_t len)
{
    char *copy = memory_resized(NULL, len + 1, 1);
    if (len)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}
