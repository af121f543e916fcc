/* The proxies whose connections begin with a PROXY head that tells where they really come from.
 * Private to server/net. */
#ifndef SERVER_NET_PROXIES_H
#define SERVER_NET_PROXIES_H

#include "common/base/error.h"
#include "server/base/origin.h"

enum { PROXIES_MAX = 64 };

struct proxies {
    struct origin list[PROXIES_MAX];
    size_t count;
    bool has_loopback; /* every address of the loopback */
};

/* Reads numeric addresses and the word `loopback`, with commas between them; NULL: none. USAGE
 * names the word that is neither. */
enum error_code proxies_parse(const char *text, struct proxies *ret_proxies, struct error *error);
/* Must a connection from here begin with a PROXY head? */
bool proxies_have(const struct proxies *proxies, const struct origin *origin);

#endif
