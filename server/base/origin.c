#include "server/base/origin.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

enum { IPV6_CUSTOMER_BYTES = 8 };

_Static_assert(ORIGIN_TEXT_MAX == INET6_ADDRSTRLEN, "every address fits");

static void from_ipv4(struct in_addr address, struct origin *origin)
{
    static const unsigned char mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    memcpy(origin->key, mapped, sizeof mapped);
    memcpy(origin->key + sizeof mapped, &address, sizeof address);
    inet_ntop(AF_INET, &address, origin->text, sizeof origin->text);
    origin->is_loopback = ntohl(address.s_addr) >> 24 == IN_LOOPBACKNET;
}

static void from_ipv6(const struct in6_addr *address, struct origin *origin)
{
    struct in_addr mapped;
    if (IN6_IS_ADDR_V4MAPPED(address)) {
        memcpy(&mapped, address->s6_addr + 12, sizeof mapped);
        from_ipv4(mapped, origin);
        return;
    }
    memcpy(origin->key, address->s6_addr, IPV6_CUSTOMER_BYTES);
    inet_ntop(AF_INET6, address, origin->text, sizeof origin->text);
    origin->is_loopback = IN6_IS_ADDR_LOOPBACK(address);
}

void origin_of(const struct sockaddr *address, struct origin *ret_origin)
{
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
    *ret_origin = (struct origin){0};
    if (address->sa_family == AF_INET) {
        memcpy(&ipv4, address, sizeof ipv4);
        from_ipv4(ipv4.sin_addr, ret_origin);
    } else if (address->sa_family == AF_INET6) {
        memcpy(&ipv6, address, sizeof ipv6);
        from_ipv6(&ipv6.sin6_addr, ret_origin);
    }
}

bool origin_parse(const char *bytes, size_t len, struct origin *ret_origin)
{
    char text[INET6_ADDRSTRLEN];
    struct in_addr ipv4;
    struct in6_addr ipv6;
    *ret_origin = (struct origin){0};
    if (len >= sizeof text)
        return false;
    memcpy(text, bytes, len);
    text[len] = '\0';
    if (strlen(text) != len)
        return false;
    if (inet_pton(AF_INET, text, &ipv4) == 1)
        from_ipv4(ipv4, ret_origin);
    else if (inet_pton(AF_INET6, text, &ipv6) == 1)
        from_ipv6(&ipv6, ret_origin);
    else
        return false;
    return true;
}

uint64_t origin_group(const struct origin *origin)
{
    /* The second half of the key identifies an IPv4 address, the first half an IPv6 address; the
     * other half is zero. An IPv4 address looks like the IPv6 network 0:ffff:A.B.C.D::, and ::1
     * like 0:0:0:1::, which are unassigned. */
    uint64_t number = 0;
    for (int i = 0; i < ORIGIN_KEY_BYTES / 2; i++)
        number = number << 8 | origin->key[i] | origin->key[ORIGIN_KEY_BYTES / 2 + i];
    return number == 0 && origin->text[0] ? 1 : number;
}
