/* Heads of the PROXY protocol: any bytes, cut anywhere. The cuts must not matter. The first byte
 * chooses them; the second one, if it is odd, puts the signature before the others, which the
 * search would hardly find. */
#include "tests/fuzz/fuzz.h"

#include "common/base/memory.h"
#include "common/base/text.h"
#include "common/web/proxy_head.h"

#include <stdlib.h>
#include <string.h>

struct outcome {
    enum proxy_progress progress;
    size_t taken;
    struct proxy_head head;
    const char *why;
};

/* Feeds the bytes in pieces of 1 to `longest` bytes; 0: in one. */
static struct outcome feed(const struct text *bytes, size_t longest)
{
    struct outcome outcome = {.progress = PROXY_PARTIAL};
    struct proxy_reader reader = {0};
    for (size_t piece = 1; bytes->len > outcome.taken && outcome.progress == PROXY_PARTIAL;
         piece = piece < longest ? piece + 1 : 1) {
        size_t left = bytes->len - outcome.taken, taken;
        size_t size = longest == 0 || piece > left ? left : piece;
        char *copy = memory_zeroed(size, 1); /* a sanitizer sees what is read behind it */
        memcpy(copy, bytes->bytes + outcome.taken, size);
        outcome.progress =
            proxy_head_feed(&reader, copy, size, &taken, &outcome.head, &outcome.why);
        if (taken > size || (outcome.progress == PROXY_PARTIAL && taken < size))
            fuzz_fault("took %zu of %zu bytes", taken, size);
        if (outcome.progress != PROXY_PARTIAL && reader.part)
            fuzz_fault("memory is left");
        outcome.taken += taken;
        free(copy);
    }
    proxy_reader_finish(&reader);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct text bytes = {0};
    if (data[1] % 2)
        text_append(&bytes, "\r\n\r\n\0\r\nQUIT\n", 12);
    text_append(&bytes, (const char *)data + 2, size - 2);
    struct outcome whole = feed(&bytes, 0), pieces = feed(&bytes, 1 + data[0] % 32);
    int family = whole.head.source.ss_family;
    if (whole.progress != pieces.progress || whole.taken != pieces.taken ||
        whole.why != pieces.why || memcmp(&whole.head, &pieces.head, sizeof whole.head) != 0)
        fuzz_fault("in pieces it is another head");
    if (whole.head.has_address != (family == AF_INET || family == AF_INET6))
        fuzz_fault("the address is of family %d", family);
    text_finish(&bytes);
    return 0;
}
