#include "client/lib/entropy.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

void entropy_fill(void *bytes, size_t len)
{
    assert(len <= ENTROPY_BYTES_MAX);
    ssize_t got = getrandom(bytes, len, 0);
    while (got < 0 && errno == EINTR) /* only while the kernel has just started */
        got = getrandom(bytes, len, 0);
    if (got != (ssize_t)len) {
        perror("getrandom");
        abort();
    }
}
