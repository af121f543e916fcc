/* Finds the end of a MessagePack message while its bytes come in pieces of any size, and refuses a
 * message that is over a limit or cannot be an envelope at the first byte that shows it. It looks
 * at every byte once and keeps no memory but this struct.
 *
 * The one idea: `owed` is a lower bound of the bytes that must still come: one for each announced
 * element, all of an announced text. An announcement must fit into the rest of the limit, and the
 * message ends when no byte is owed. */
#ifndef COMMON_WIRE_SCAN_H
#define COMMON_WIRE_SCAN_H

#include "common/base/error.h"
#include "common/wire/schema.h"

struct scan {
    uint32_t bytes_max;
    uint32_t owed;   /* bytes that are announced and still to come */
    uint32_t room;   /* bytes that can still be announced: bytes_max less the taken and owed ones */
    uint32_t skip;   /* bytes of a number or a text that only have to pass; part of `owed` */
    uint32_t length; /* the announced length as far as it has come, the high byte first */
    uint8_t length_bytes; /* bytes of the length still to come */
    uint8_t form;         /* of the element with this length */
    uint8_t depth;        /* open arrays and maps; the innermost may have no elements left */
    uint32_t elements[WIRE_DEPTH_MAX]; /* still to begin in each of them */
};

void scan_start(struct scan *scan, size_t bytes_max);

/* Takes bytes up to the end of the message, at most `len`. BAD_MESSAGE or TOO_LARGE refuse the
 * message. */
enum error_code scan_feed(struct scan *scan, const char *bytes, size_t len, size_t *ret_taken,
                          struct error *error);

bool scan_is_begun(const struct scan *scan);
bool scan_is_complete(const struct scan *scan);

#endif
