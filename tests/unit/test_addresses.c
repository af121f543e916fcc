/* Where connections come from, and how many may come from one address. */
#include "server/net/addresses.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

SUITE(addresses, 10);

static struct origin origin_v4(const char *text)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(4711)};
    struct origin origin;
    cr_assert_eq(inet_pton(AF_INET, text, &address.sin_addr), 1);
    origin_of((struct sockaddr *)&address, &origin);
    return origin;
}

static struct origin origin_v6(const char *text)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(4711)};
    struct origin origin;
    cr_assert_eq(inet_pton(AF_INET6, text, &address.sin6_addr), 1);
    origin_of((struct sockaddr *)&address, &origin);
    return origin;
}

static bool same_address(const struct origin *one, const struct origin *other)
{
    return memcmp(one->key, other->key, ORIGIN_KEY_BYTES) == 0;
}

Test(addresses, are_told_without_the_port)
{
    cr_assert_str_eq(origin_v4("203.0.113.7").text, "203.0.113.7");
    cr_assert_str_eq(origin_v6("2001:db8::1").text, "2001:db8::1");
}

Test(addresses, of_ipv4_are_the_same_in_the_form_of_ipv6)
{
    struct origin plain = origin_v4("203.0.113.7"), mapped = origin_v6("::ffff:203.0.113.7");
    cr_assert_str_eq(mapped.text, "203.0.113.7");
    cr_assert(same_address(&plain, &mapped));
}

Test(addresses, are_read_in_any_form_and_told_in_one)
{
    static const char *const forms[][2] = {
        {"203.0.113.7", "203.0.113.7"},      {"::ffff:203.0.113.7", "203.0.113.7"},
        {"::FFFF:cb00:7107", "203.0.113.7"}, {"2001:DB8:0:0:0:0:0:1", "2001:db8::1"},
        {"2001:0db8::0001", "2001:db8::1"},  {"::1", "::1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct origin origin;
        cr_assert(origin_parse(forms[i][0], strlen(forms[i][0]), &origin));
        cr_assert_str_eq(origin.text, forms[i][1]);
    }
}

Test(addresses, that_are_none_are_not_read)
{
    static const char *const texts[] = {
        "",
        "10.0.0.0/8",
        "10.0.0",
        "010.0.0.1",
        "localhost",
        "2001:db8::/32",
        "fe80::1%eth0",
        "10.0.0.1 ",
        "1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb",
    };
    struct origin origin;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cr_assert_not(origin_parse(texts[i], strlen(texts[i]), &origin), "%s", texts[i]);
    cr_assert_not(origin_parse("10.0.0.1\0", 9, &origin));
}

Test(addresses, of_ipv4_count_whole)
{
    struct origin one = origin_v4("203.0.113.7"), other = origin_v4("203.0.113.8");
    cr_assert_not(same_address(&one, &other));
}

Test(addresses, of_ipv6_count_by_their_first_64_bits)
{
    struct origin one = origin_v6("2001:db8:0:7::1"), same = origin_v6("2001:db8:0:7:8:9:a:b");
    struct origin other = origin_v6("2001:db8:0:8::1");
    cr_assert(same_address(&one, &same));
    cr_assert_not(same_address(&one, &other));
}

Test(addresses, of_loopback_are_known)
{
    cr_assert(origin_v4("127.0.0.1").is_loopback);
    cr_assert(origin_v4("127.3.2.1").is_loopback);
    cr_assert(origin_v6("::1").is_loopback);
    cr_assert(origin_v6("::ffff:127.0.0.1").is_loopback);
    cr_assert_not(origin_v4("128.0.0.1").is_loopback);
    cr_assert_not(origin_v4("0.0.0.0").is_loopback);
    cr_assert_not(origin_v6("::").is_loopback);
    cr_assert_not(origin_v6("2001:db8::1").is_loopback);
}

Test(addresses, that_are_none_of_ip_are_neither_text_nor_loopback)
{
    struct sockaddr_un local = {.sun_family = AF_UNIX, .sun_path = "/tmp/socket"};
    struct origin origin;
    origin_of((struct sockaddr *)&local, &origin);
    cr_assert_str_empty(origin.text);
    cr_assert_not(origin.is_loopback);
}

Test(addresses, have_as_many_connections_as_they_may)
{
    struct addresses *addresses = addresses_create(2, 0);
    struct origin one = origin_v4("203.0.113.7"), other = origin_v4("203.0.113.8");
    cr_assert_eq(addresses_add(addresses, &one, false, 0), ADDRESS_ADMITTED);
    cr_assert_eq(addresses_add(addresses, &one, false, 0), ADDRESS_ADMITTED);
    cr_assert_eq(addresses_add(addresses, &one, false, 0), ADDRESS_HAS_ENOUGH);
    cr_assert_eq(addresses_add(addresses, &other, false, 0), ADDRESS_ADMITTED);
    cr_assert_eq(addresses_count(addresses), 3);
    addresses_destroy(addresses);
}

Test(addresses, may_have_another_connection_when_one_has_gone)
{
    struct addresses *addresses = addresses_create(1, 0);
    struct origin origin = origin_v6("2001:db8::1");
    for (int round = 0; round < 3; round++) {
        cr_assert_eq(addresses_add(addresses, &origin, false, 0), ADDRESS_ADMITTED);
        cr_assert_eq(addresses_add(addresses, &origin, false, 0), ADDRESS_HAS_ENOUGH);
        addresses_remove(addresses, &origin);
        cr_assert_eq(addresses_count(addresses), 0);
    }
    addresses_destroy(addresses);
}

static uint64_t group_of(const char *text)
{
    struct origin origin;
    cr_assert(origin_parse(text, strlen(text), &origin));
    return origin_group(&origin);
}

Test(addresses, that_count_as_one_have_one_group_and_others_another)
{
    cr_assert_eq(group_of("2001:db8::1"), group_of("2001:db8:0:0:ffff::2"));
    cr_assert_neq(group_of("2001:db8::1"), group_of("2001:db8:0:1::1"));
    cr_assert_eq(group_of("192.0.2.1"), group_of("::ffff:192.0.2.1"));
    cr_assert_neq(group_of("192.0.2.1"), group_of("192.0.2.2"));
    cr_assert_neq(group_of("::1"), 0);
    cr_assert_neq(group_of("127.0.0.1"), group_of("127.0.0.2"));
    cr_assert_eq(origin_group(&(struct origin){0}), 0);
}

Test(addresses, an_address_connects_so_often_and_others_go_on)
{
    enum { BURST = 100, TENTH_MS = 1000 };
    struct addresses *addresses = addresses_create(2, 0);
    struct origin one = origin_v4("192.0.2.1"), other = origin_v4("192.0.2.2");
    for (int i = 0; i < BURST; i++) {
        cr_assert_eq(addresses_add(addresses, &one, false, 0), ADDRESS_ADMITTED);
        addresses_remove(addresses, &one);
    }
    cr_assert_eq(addresses_add(addresses, &one, false, 0), ADDRESS_HURRIES);
    cr_assert_eq(addresses_add(addresses, &other, false, 0), ADDRESS_ADMITTED);
    for (int i = 0; i < BURST / 10; i++) {
        cr_assert_eq(addresses_add(addresses, &one, false, TENTH_MS), ADDRESS_ADMITTED);
        addresses_remove(addresses, &one);
    }
    cr_assert_eq(addresses_add(addresses, &one, false, TENTH_MS), ADDRESS_HURRIES);
    addresses_remove(addresses, &other);
    addresses_destroy(addresses);
}
