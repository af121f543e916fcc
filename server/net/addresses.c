#include "server/net/addresses.h"

#include "common/base/memory.h"
#include "server/base/bucket.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum {
    /* Token buckets for new connections, which addresses share by chance: while a thousand
     * addresses hurry, another one shares the bucket of one of them with a probability of 6
     * percent. */
    BUCKETS = 16384,
    BURST_MIN = 100, /* new connections at once, even if `each_max` is less */
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
    /* Secret, so that an attacker cannot choose an address that shares a given bucket. */
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct bucket buckets[BUCKETS];
};

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

static struct address_count *find_count(const struct addresses *addresses,
                                        const struct origin *origin)
{
    struct address_count *found;
    HASH_FIND(hh, addresses->by_key, origin->key, ORIGIN_KEY_BYTES, found);
    return found;
}

static struct bucket *address_bucket(struct addresses *addresses, const struct origin *origin)
{
    uint64_t group = origin_group(origin), hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)&group, sizeof group,
                     addresses->key);
    return &addresses->buckets[hash % BUCKETS];
}

enum address_answer addresses_add(struct addresses *addresses, const struct origin *origin,
                                  bool is_proxy, int64_t now_ms)
{
    struct address_count *entry = find_count(addresses, origin);
    if (!is_proxy && entry && entry->connections >= addresses->each_max)
        return ADDRESS_HAS_ENOUGH;
    if (!is_proxy && !bucket_take(address_bucket(addresses, origin), &addresses->rate, now_ms))
        return ADDRESS_HURRIES;
    if (!entry) {
        entry = memory_zeroed(1, sizeof *entry);
        memcpy(entry->key, origin->key, ORIGIN_KEY_BYTES);
        HASH_ADD(hh, addresses->by_key, key, ORIGIN_KEY_BYTES, entry);
    }
    entry->connections++;
    addresses->count++;
    return ADDRESS_ADMITTED;
}

void addresses_remove(struct addresses *addresses, const struct origin *origin)
{
    struct address_count *entry = find_count(addresses, origin);
    assert(entry && entry->connections > 0);
    addresses->count--;
    if (--entry->connections > 0)
        return;
    assert(entry->share.queued_bytes == 0 && entry->share.member.place == 0);
    fair_queue_finish(&entry->share.connections);
    HASH_DEL(addresses->by_key, entry);
    free(entry);
}

struct address_share *addresses_share(const struct addresses *addresses,
                                      const struct origin *origin)
{
    struct address_count *entry = find_count(addresses, origin);
    assert(entry);
    return &entry->share;
}

size_t addresses_count(const struct addresses *addresses)
{
    return addresses->count;
}
