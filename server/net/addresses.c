#include "server/net/addresses.h"

#include "common/base/memory.h"
#include "server/net/bucket.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum {
    IPV6_CUSTOMER_BYTES = 8,
    /* How often an address may connect is counted in so many buckets, which addresses share by
     * chance: with a thousand that hurry, another one shares the bucket of one in 6 percent. */
    BUCKETS = 16384,
    BURST_MIN = 100, /* connections that may come at once, however few may stay */
    PERIOD_MS = 10000,
};

struct address_count {
    unsigned char key[ORIGIN_KEY_BYTES];
    int64_t connections;
    struct address_share share;
    UT_hash_handle hh;
};

struct addresses {
    struct address_count *by_key;
    size_t count;
    int64_t each_max;
    struct bucket_rate rate;
    /* Secret, so that nobody can choose an address that shares the bucket of another. */
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct bucket buckets[BUCKETS];
};

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
    /* Of an IPv4 address the second half of the key counts, of an IPv6 address the first: the other
     * one is zero. An IPv4 address looks like the IPv6 network 0:ffff:A.B.C.D::, and ::1 like
     * 0:0:0:1::, which belong to nobody. */
    uint64_t number = 0;
    for (int i = 0; i < ORIGIN_KEY_BYTES / 2; i++)
        number = number << 8 | origin->key[i] | origin->key[ORIGIN_KEY_BYTES / 2 + i];
    return number == 0 && origin->text[0] ? 1 : number;
}

struct addresses *addresses_create(int64_t each_max, int64_t now_ms)
{
    assert(each_max >= 1);
    struct addresses *addresses = memory_zeroed(1, sizeof *addresses);
    int64_t burst = each_max > BURST_MIN ? each_max : BURST_MIN;
    addresses->each_max = each_max;
    addresses->rate = (struct bucket_rate){burst, PERIOD_MS, burst};
    crypto_shorthash_keygen(addresses->key);
    for (int i = 0; i < BUCKETS; i++)
        addresses->buckets[i] = bucket_full(&addresses->rate, now_ms);
    return addresses;
}

void addresses_destroy(struct addresses *addresses)
{
    if (!addresses)
        return;
    struct address_count *entry, *next;
    HASH_ITER (hh, addresses->by_key, entry, next) {
        fair_queue_finish(&entry->share.connections);
        HASH_DEL(addresses->by_key, entry);
        free(entry);
    }
    free(addresses);
}

static struct address_count *find(const struct addresses *addresses, const struct origin *origin)
{
    struct address_count *found;
    HASH_FIND(hh, addresses->by_key, origin->key, ORIGIN_KEY_BYTES, found);
    return found;
}

static struct address_count *make(struct addresses *addresses, const struct origin *origin)
{
    struct address_count *entry = memory_zeroed(1, sizeof *entry);
    memcpy(entry->key, origin->key, ORIGIN_KEY_BYTES);
    HASH_ADD(hh, addresses->by_key, key, ORIGIN_KEY_BYTES, entry);
    return entry;
}

static struct bucket *bucket_of(struct addresses *addresses, const struct origin *origin)
{
    uint64_t group = origin_group(origin), hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)&group, sizeof group,
                     addresses->key);
    return &addresses->buckets[hash % BUCKETS];
}

enum address_answer addresses_add(struct addresses *addresses, const struct origin *origin,
                                  int64_t now_ms)
{
    struct address_count *entry = find(addresses, origin);
    if (entry && entry->connections >= addresses->each_max)
        return ADDRESS_HAS_ENOUGH;
    if (!bucket_take(bucket_of(addresses, origin), &addresses->rate, now_ms))
        return ADDRESS_HURRIES;
    if (!entry)
        entry = make(addresses, origin);
    entry->connections++;
    addresses->count++;
    return ADDRESS_ADMITTED;
}

void addresses_remove(struct addresses *addresses, const struct origin *origin)
{
    struct address_count *entry = find(addresses, origin);
    assert(entry && entry->connections > 0);
    addresses->count--;
    if (--entry->connections > 0)
        return;
    fair_queue_finish(&entry->share.connections);
    HASH_DEL(addresses->by_key, entry);
    free(entry);
}

struct address_share *addresses_share(const struct addresses *addresses,
                                      const struct origin *origin)
{
    struct address_count *entry = find(addresses, origin);
    assert(entry);
    return &entry->share;
}

size_t addresses_count(const struct addresses *addresses)
{
    return addresses->count;
}
