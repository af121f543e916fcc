#include "client/host/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union socket_address {
    struct sockaddr any;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
};

/* The kernel chooses the interface and the address for a UDP socket when it is connected, which
 * sends nothing. False: there is no way to `peer`. */
static bool find_way(const union socket_address *peer, socklen_t len, union socket_address *ret_own)
{
    int fd = socket(peer->any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    bool is_found = connect(fd, &peer->any, len) == 0 && getsockname(fd, &ret_own->any, &len) == 0;
    close(fd);
    return is_found;
}

/* The first IPv4 address of an interface that is up. */
static void find_interface(char ret_address[OWN_ADDRESS_MAX + 1])
{
    struct ifaddrs *interfaces;
    if (getifaddrs(&interfaces) < 0)
        return;
    for (const struct ifaddrs *at = interfaces; at && !*ret_address; at = at->ifa_next) {
        struct sockaddr_in address;
        if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET || !(at->ifa_flags & IFF_UP) ||
            (at->ifa_flags & IFF_LOOPBACK))
            continue;
        memcpy(&address, at->ifa_addr, sizeof address);
        inet_ntop(AF_INET, &address.sin_addr, ret_address, OWN_ADDRESS_MAX + 1);
    }
    freeifaddrs(interfaces);
}

void own_addresses_find(struct own_addresses *ret_addresses)
{
    *ret_addresses = (struct own_addresses){0};
    /* Any address that the internet routes. */
    union socket_address peer = {.ipv4 = {.sin_family = AF_INET, .sin_port = htons(9)}}, own;
    inet_pton(AF_INET, "1.1.1.1", &peer.ipv4.sin_addr);
    if (find_way(&peer, sizeof peer.ipv4, &own))
        inet_ntop(AF_INET, &own.ipv4.sin_addr, ret_addresses->ipv4, sizeof ret_addresses->ipv4);
    else
        find_interface(ret_addresses->ipv4);

    peer = (union socket_address){.ipv6 = {.sin6_family = AF_INET6, .sin6_port = htons(9)}};
    inet_pton(AF_INET6, "2606:4700:4700::1111", &peer.ipv6.sin6_addr);
    /* 2000::/3 is what the internet routes. */
    if (find_way(&peer, sizeof peer.ipv6, &own) && own.ipv6.sin6_addr.s6_addr[0] >> 5 == 1)
        inet_ntop(AF_INET6, &own.ipv6.sin6_addr, ret_addresses->ipv6, sizeof ret_addresses->ipv6);
}

const char *own_address_any(void)
{
    union socket_address any = {.ipv6 = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any}};
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool has_ipv6 = fd >= 0 && bind(fd, &any.any, sizeof any.ipv6) == 0;
    if (fd >= 0)
        close(fd);
    return has_ipv6 ? "::" : "0.0.0.0";
}
