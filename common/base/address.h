/* HOST:PORT as people write it: 127.0.0.1:7800, localhost:0, [::1]:7800; or HOST alone, which may
 * also be ::1. */
#ifndef COMMON_BASE_ADDRESS_H
#define COMMON_BASE_ADDRESS_H

#include "common/base/error.h"

#include <stdint.h>

enum {
    ADDRESS_HOST_MAX = 255,
    ADDRESS_TEXT_MAX = ADDRESS_HOST_MAX + 9,
    ADDRESS_PORT_OF_SERVER = 7800, /* the default port of a takeaway server */
};

struct address {
    char host[ADDRESS_HOST_MAX + 1]; /* without brackets */
    uint16_t port;
};

/* `default_port` is that of a HOST without a port; 0: the port is required. An IPv6 address with a
 * port needs brackets: ::1:7800 is read as a host. USAGE says what was expected. */
enum error_code address_parse(const char *text, uint16_t default_port, struct address *ret_address,
                              struct error *error);
/* Writes HOST:PORT, or [HOST]:PORT when the host has colons. */
void address_print(const struct address *address, char text[ADDRESS_TEXT_MAX]);

#endif
