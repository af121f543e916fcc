/* Finds the end of a MessagePack message while its bytes come in pieces of any size, and refuses,
 * at the first byte that shows it, whatever is over a limit or cannot be an envelope. It looks at
 * every byte once and keeps no memory but this struct.
 *
 * The one idea: `owed` counts the bytes that must still come, at least: one for each announced
 * element, all of an announced text. Nothing may be announced that does not fit into what the limit
 * leaves, and the message ends when nothing is owed. */
#ifndef COMMON_WIRE_SCAN_H
#define COMMON_WIRE_SCAN_H

#include "common/base/error.h"
#include "common/wire/schema.h"

struct scan {
    uint32_t bytes_max;
    uint32_t owed;   /* bytes that are announced and still to come */
    uint32_t room;   /* bytes that can still be announced: bytes_max without those taken and owed */
    uint32_t skip;   /* bytes of a number or a text that only have to pass; part of `owed` */
    uint32_t length; /* the announced length as far as it has come, the high byte first */
    uint8_t length_bytes; /* of it still to come */
    uint8_t form;         /* what it is the length of */
    uint8_t depth;        /* open arrays and maps; the innermost may have no elements left */
    uint32_t elements[WIRE_DEPTH_MAX]; /* still to begin in each of them */
};

void scan_start(struct scan *scan, size_t bytes_max);

/* Takes bytes up to the end of the message, at most `len`. BAD_MESSAGE or TOO_LARGE: there will be
 * no message. */
enum error_code scan_feed(struct scan *scan, const char *bytes, size_t len, size_t *ret_taken,
                          struct error *error);

bool scan_is_begun(const struct scan *scan);
bool scan_is_complete(const struct scan *scan);

#endif
