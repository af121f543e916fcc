#include "client/host/router.h"

#include "client/lib/loop.h"

#include <arpa/inet.h>
#include <assert.h>
#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <miniupnpc/upnperrors.h>
#include <natpmp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char not_connected[] =
    "your router says that it is not connected to the internet by a public address";
static const char no_router[] = "no router answers that could open a port";

/* --- addresses --- */

bool router_is_private(const char *address)
{
    static const struct {
        const char *network;
        int bits;
    } rows[] = {
        {"0.0.0.0", 8},      {"10.0.0.0", 8},    {"100.64.0.0", 10},   {"127.0.0.0", 8},
        {"169.254.0.0", 16}, {"172.16.0.0", 12}, {"192.0.0.0", 24},    {"192.0.2.0", 24},
        {"192.168.0.0", 16}, {"198.18.0.0", 15}, {"198.51.100.0", 24}, {"203.0.113.0", 24},
        {"224.0.0.0", 3},
    };
    struct in_addr parsed, network;
    if (inet_pton(AF_INET, address, &parsed) != 1)
        return true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        inet_pton(AF_INET, rows[i].network, &network);
        if ((ntohl(parsed.s_addr) ^ ntohl(network.s_addr)) >> (32 - rows[i].bits) == 0)
            return true;
    }
    return false;
}

static enum router_answer check_outside(const struct router *router, struct error *error)
{
    struct in_addr address = {0};
    if (!router_is_private(router->outside))
        return ROUTER_DONE;
    inet_pton(AF_INET, router->outside, &address);
    if (address.s_addr == 0) {
        error_set(error, ERROR_IO, "%s", not_connected);
        return ROUTER_NOT_PUBLIC;
    }
    error_set(error, ERROR_IO,
              "your router's own address, %s, is private: your provider puts many customers behind "
              "one public address (carrier NAT), and nobody outside can reach yours",
              router->outside);
    return ROUTER_NOT_PUBLIC;
}

/* --- NAT-PMP: one UDP packet there, one back --- */

/* The time for an answer: packets after 0, 250 and 750 ms. */
enum { NAT_PMP_PATIENCE_MS = 1750 };

static int open_link(natpmp_t *ret_link)
{
    int status = initnatpmp(ret_link, 0, 0);
    if (status < 0 && ret_link->s >= 0)
        closenatpmp(ret_link); /* its socket was opened before the failure */
    return status;
}

/* Waits for the answer to the request that was sent just now. */
static int await_nat_pmp(natpmp_t *link, natpmpresp_t *ret_response)
{
    int64_t deadline_ms = clock_now_ms() + NAT_PMP_PATIENCE_MS;
    for (;;) {
        struct timeval again;
        int64_t left_ms = deadline_ms - clock_now_ms();
        if (left_ms <= 0 || getnatpmprequesttimeout(link, &again) < 0)
            return NATPMP_TRYAGAIN;
        int64_t again_ms = again.tv_sec * 1000 + again.tv_usec / 1000 + 1;
        struct pollfd ready = {.fd = link->s, .events = POLLIN};
        poll(&ready, 1, (int)(again_ms < left_ms ? again_ms : left_ms));
        int answer = readnatpmpresponseorretry(link, ret_response);
        if (answer != NATPMP_TRYAGAIN)
            return answer;
    }
}

static enum router_answer answer_of_nat_pmp(int status, struct error *error)
{
    switch (status) {
    case 0:
        return ROUTER_DONE;
    case NATPMP_ERR_NOTAUTHORIZED:
        error_set(error, ERROR_IO, "your router is set to let no program open ports (NAT-PMP)");
        return ROUTER_REFUSES;
    case NATPMP_ERR_NETWORKFAILURE:
        error_set(error, ERROR_IO, "%s", not_connected);
        return ROUTER_NOT_PUBLIC;
    case NATPMP_ERR_OUTOFRESOURCES:
        error_set(error, ERROR_IO, "your router has no free port (NAT-PMP)");
        return ROUTER_REFUSES;
    default:
        error_set(error, ERROR_IO, "%s", no_router);
        return ROUTER_SILENT;
    }
}

/* A link is for one request: a late second answer to the one before would be taken for its own. */
static enum router_answer ask_nat_pmp_address(struct router *router, struct error *error)
{
    natpmp_t link;
    natpmpresp_t response;
    int status = open_link(&link);
    if (status < 0)
        return answer_of_nat_pmp(status, error);
    status = sendpublicaddressrequest(&link);
    if (status >= 0)
        status = await_nat_pmp(&link, &response);
    closenatpmp(&link);
    if (status < 0)
        return answer_of_nat_pmp(status, error);
    inet_ntop(AF_INET, &response.pnu.publicaddress.addr, router->outside, sizeof router->outside);
    return check_outside(router, error);
}

static enum router_answer find_nat_pmp(struct router *ret_router, struct error *error)
{
    *ret_router = (struct router){.kind = ROUTER_NAT_PMP};
    return ask_nat_pmp_address(ret_router, error);
}

/* Opens a port for `lease_s` seconds, or with 0 closes it. */
static enum router_answer map_nat_pmp(uint16_t port, uint32_t lease_s, uint16_t *outside_port,
                                      struct error *error)
{
    natpmp_t link;
    natpmpresp_t response;
    int status = open_link(&link);
    if (status < 0)
        return answer_of_nat_pmp(status, error);
    status = sendnewportmappingrequest(&link, NATPMP_PROTOCOL_TCP, port,
                                       lease_s > 0 ? *outside_port : 0, lease_s);
    if (status >= 0)
        status = await_nat_pmp(&link, &response);
    closenatpmp(&link);
    if (status >= 0 && lease_s > 0)
        *outside_port = response.pnu.newportmapping.mappedpublicport;
    return answer_of_nat_pmp(status < 0 ? status : 0, error);
}

static enum router_answer open_nat_pmp(struct router *router, uint16_t port, uint32_t lease_s,
                                       uint16_t *outside_port, struct error *error)
{
    enum router_answer answer = ask_nat_pmp_address(router, error);
    if (answer == ROUTER_DONE)
        answer = map_nat_pmp(port, lease_s, outside_port, error);
    if (answer == ROUTER_SILENT)
        error_set(error, ERROR_IO, "your router does not answer any more (NAT-PMP)");
    return answer;
}

/* --- UPnP: a search by multicast, a description and requests by HTTP --- */

enum {
    SEARCH_MS = 1000,    /* for each kind of device that is searched for */
    SEARCH_HOPS = 2,     /* as UPnP recommends */
    OTHER_PORTS_MAX = 8, /* tried where the wanted one is another machine's */
    UPNP_NOT_AUTHORISED = 606,
    UPNP_CONFLICT = 718,
    UPNP_ONLY_PERMANENT = 725,
};

static enum router_answer refuse_upnp(int status, struct error *error)
{
    assert(status != UPNPCOMMAND_SUCCESS);
    const char *name = strupnperror(status);
    if (status < 0) {
        error_set(error, ERROR_IO, "your router does not answer any more (UPnP)");
        return ROUTER_SILENT;
    }
    if (status == UPNP_NOT_AUTHORISED)
        error_set(error, ERROR_IO, "your router is set to let no program open ports (UPnP)");
    else if (status == UPNP_ONLY_PERMANENT)
        error_set(error, ERROR_IO,
                  "your router opens ports only for good (UPnP), and this program opens one only "
                  "while it runs");
    else if (status == UPNP_CONFLICT)
        error_set(error, ERROR_IO, "your router has no free port (UPnP)");
    else
        error_set(error, ERROR_IO, "your router refuses to open a port (UPnP error %d%s%s)", status,
                  name ? ": " : "", name ? name : "");
    return ROUTER_REFUSES;
}

static enum router_answer ask_upnp_address(struct router *router, struct error *error)
{
    char address[40] = ""; /* the library wants 16 bytes at least */
    int status = UPNP_GetExternalIPAddress(router->control_url, router->service, address);
    if (status < 0)
        return refuse_upnp(status, error);
    snprintf(router->outside, sizeof router->outside, "%s", address);
    return check_outside(router, error);
}

/* Copies a text of the router. False: it is too long. */
static bool copy(const char *text, char *ret_copy, size_t size)
{
    int len = snprintf(ret_copy, size, "%s", text ? text : "");
    return len > 0 && (size_t)len < size;
}

/* Does a packet of the search leave this machine? Without a route, or behind a firewall, the
 * library could only complain on standard error. The answers to this one are lost; it searches
 * again. */
static bool can_search(void)
{
    static const char search[] = "M-SEARCH * HTTP/1.1\r\n"
                                 "HOST: 239.255.255.250:1900\r\n"
                                 "MAN: \"ssdp:discover\"\r\n"
                                 "MX: 1\r\n"
                                 "ST: upnp:rootdevice\r\n\r\n";
    struct sockaddr_in routers = {.sin_family = AF_INET, .sin_port = htons(1900)};
    int hops = SEARCH_HOPS, fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    inet_pton(AF_INET, "239.255.255.250", &routers.sin_addr);
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &hops, sizeof hops);
    ssize_t sent =
        sendto(fd, search, sizeof search - 1, 0, (const struct sockaddr *)&routers, sizeof routers);
    close(fd);
    return sent >= 0;
}

static enum router_answer find_upnp(struct router *ret_router, struct error *error)
{
    int status;
    struct UPNPUrls urls = {0};
    struct IGDdatas data = {0};
    *ret_router = (struct router){.kind = ROUTER_UPNP};
    if (!can_search()) {
        error_set(error, ERROR_IO, "%s", no_router);
        return ROUTER_SILENT;
    }
    struct UPNPDev *devices =
        upnpDiscover(SEARCH_MS, NULL, NULL, UPNP_LOCAL_PORT_ANY, 0, SEARCH_HOPS, &status);
#if MINIUPNPC_API_VERSION >= 18
    char outside[ROUTER_ADDRESS_MAX + 1];
    int found = UPNP_GetValidIGD(devices, &urls, &data, ret_router->inside,
                                 sizeof ret_router->inside, outside, sizeof outside);
    bool is_router = found >= 1 && found <= 3;
#else
    int found =
        UPNP_GetValidIGD(devices, &urls, &data, ret_router->inside, sizeof ret_router->inside);
    bool is_router = found == 1 || found == 2;
#endif
    is_router = is_router &&
                copy(urls.controlURL, ret_router->control_url, sizeof ret_router->control_url) &&
                copy(data.first.servicetype, ret_router->service, sizeof ret_router->service);
    if (found > 0)
        FreeUPNPUrls(&urls);
    freeUPNPDevlist(devices);
    if (is_router)
        return ask_upnp_address(ret_router, error);
    error_set(error, ERROR_IO, "%s", no_router);
    return ROUTER_SILENT;
}

static enum router_answer open_upnp(struct router *router, uint16_t port, uint32_t lease_s,
                                    uint16_t *outside_port, struct error *error)
{
    char inside_text[8], outside_text[8], lease_text[16];
    uint16_t wanted = *outside_port;
    snprintf(inside_text, sizeof inside_text, "%u", port);
    snprintf(lease_text, sizeof lease_text, "%u", lease_s);
    enum router_answer answer = ask_upnp_address(router, error);
    if (answer != ROUTER_DONE)
        return answer;
    int status = UPNP_CONFLICT;
    for (int i = 0; i <= OTHER_PORTS_MAX && status == UPNP_CONFLICT; i++) {
        snprintf(outside_text, sizeof outside_text, "%u", wanted);
        status =
            UPNP_AddPortMapping(router->control_url, router->service, outside_text, inside_text,
                                router->inside, "takeaway", "TCP", NULL, lease_text);
        *outside_port = wanted;
        entropy_fill(&wanted, sizeof wanted);
        wanted |= 0xC000; /* the ports that are nobody's by convention */
    }
    return status == UPNPCOMMAND_SUCCESS ? ROUTER_DONE : refuse_upnp(status, error);
}

/* --- both --- */

enum router_answer router_find(struct router *ret_router, struct error *error)
{
    enum router_answer answer = find_nat_pmp(ret_router, error);
    if (answer == ROUTER_DONE || answer == ROUTER_NOT_PUBLIC)
        return answer;
    struct error of_upnp;
    enum router_answer other = find_upnp(ret_router, &of_upnp);
    if (other == ROUTER_SILENT) /* a refusal tells more */
        return answer;
    *error = of_upnp;
    return other;
}

enum router_answer router_open(struct router *router, uint16_t port, uint32_t lease_s,
                               uint16_t *outside_port, struct error *error)
{
    assert(port > 0 && *outside_port > 0 && lease_s > 0);
    return router->kind == ROUTER_NAT_PMP ? open_nat_pmp(router, port, lease_s, outside_port, error)
                                          : open_upnp(router, port, lease_s, outside_port, error);
}

void router_close(const struct router *router, uint16_t port, uint16_t outside_port)
{
    struct error error;
    char outside_text[8];
    if (router->kind == ROUTER_NAT_PMP) {
        map_nat_pmp(port, 0, &outside_port, &error);
    } else {
        snprintf(outside_text, sizeof outside_text, "%u", outside_port);
        UPNP_DeletePortMapping(router->control_url, router->service, outside_text, "TCP", NULL);
    }
}
