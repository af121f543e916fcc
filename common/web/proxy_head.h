/* The head of the PROXY protocol, with which a proxy begins a connection that it passes on: the
 * address of the client and, in version 2, whether the client came by TLS. Version 1 is what nginx
 * and stunnel send. Pure: no I/O. Only heads from proxies that the operator has listed may be
 * believed. */
#ifndef COMMON_WEB_PROXY_HEAD_H
#define COMMON_WEB_PROXY_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { PROXY_HEAD_BYTES_MAX = 16 + 536 };

enum proxy_progress {
    PROXY_PARTIAL, /* the end has not come yet */
    PROXY_WHOLE,
    PROXY_REFUSED,
};

struct proxy_head {
    bool has_address;               /* no: the proxy speaks for itself, or does not know */
    bool is_tls;                    /* the client came to the proxy by TLS */
    struct sockaddr_storage source; /* the client: IPv4 or IPv6 */
};

/* Collects one head. `{0}` waits for its first byte; memory is owned only while a head is partial.
 */
struct proxy_reader {
    uint8_t *part;
    size_t len;
};

void proxy_reader_finish(struct proxy_reader *reader);

/* Takes bytes up to the end of the head, at most `len`; how they are cut makes no difference.
 * PROXY_REFUSED: `*ret_why` is a constant for the log; nothing is to be answered. */
enum proxy_progress proxy_head_feed(struct proxy_reader *reader, const char *bytes, size_t len,
                                    size_t *ret_taken, struct proxy_head *ret_head,
                                    const char **ret_why);

#endif
