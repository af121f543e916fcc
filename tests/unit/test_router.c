/* The addresses that a router may have on its other side. */
#include "client/host/router.h"
#include "tests/suite.h"

SUITE(router, 20);

Test(router, knows_the_addresses_that_the_internet_does_not_reach)
{
    static const char *const private[] = {
        "0.0.0.0",     "10.0.0.1",        "100.64.0.1",  "100.127.255.255", "127.0.0.1",
        "169.254.1.1", "172.16.0.1",      "172.31.9.9",  "192.168.1.1",     "198.19.255.255",
        "224.0.0.1",   "255.255.255.255", "203.0.113.5", "192.0.2.2",       "",
        "1.2.3",       "example.org",     "::1",
    };
    static const char *const public[] = {
        "1.2.3.4",        "9.255.255.255", "11.0.0.0",    "100.63.255.255", "100.128.0.0",
        "172.15.255.255", "172.32.0.0",    "192.167.1.1", "192.169.1.1",    "223.255.255.255",
    };
    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        cr_expect(router_is_private(private[i]), "%s", private[i]);
    for (size_t i = 0; i < sizeof public / sizeof *public; i++)
        cr_expect_not(router_is_private(public[i]), "%s", public[i]);
}
