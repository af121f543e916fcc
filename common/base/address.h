/* HOST:PORT as people write it: 127.0.0.1:7000, localhost:0, [::1]:7000. */
#ifndef COMMON_BASE_ADDRESS_H
#define COMMON_BASE_ADDRESS_H

#include "common/base/error.h"

#include <stdint.h>

enum { ADDRESS_HOST_MAX = 255, ADDRESS_TEXT_MAX = ADDRESS_HOST_MAX + 9 };

struct address {
    char host[ADDRESS_HOST_MAX + 1]; /* without brackets */
    uint16_t port;
};

/* USAGE says what was expected. */
enum error_code address_parse(const char *text, struct address *ret_address, struct error *error);
/* Writes HOST:PORT, or [HOST]:PORT when the host has colons. */
void address_print(const struct address *address, char text[ADDRESS_TEXT_MAX]);

#endif
