/* The origin of a connection. */
#ifndef SERVER_BASE_ORIGIN_H
#define SERVER_BASE_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    ORIGIN_KEY_BYTES = 16,
    ORIGIN_TEXT_MAX = 46, /* with the zero at the end: INET6_ADDRSTRLEN */
};

/* The other end of a connection, without its port. */
struct origin {
    /* The key of all addresses that count as one: the whole of an IPv4 address, the first 64 bits
     * of an IPv6 address, because one customer has all the rest. */
    unsigned char key[ORIGIN_KEY_BYTES];
    char text[ORIGIN_TEXT_MAX]; /* numeric; an IPv4 address in an IPv6 one as the IPv4 address */
    bool is_loopback;
};

/* Anything but an IP address has the text "" and is not loopback. */
void origin_of(const struct sockaddr *address, struct origin *ret_origin);
/* The same number for all addresses that count as one, and for no others; 0: no IP address. */
uint64_t origin_group(const struct origin *origin);
/* Parses an IPv4 or IPv6 address in any notation; false: it is neither. */
bool origin_parse(const char *bytes, size_t len, struct origin *ret_origin);

#endif
