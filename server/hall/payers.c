#include "server/hall/payers.h"

#include "common/base/memory.h"
#include "server/hall/outbox.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    DAY_MS = 86400000,
    SWEPT = 2, /* payers that are looked at for each new one: so they never pile up */
    PAYING_MAX = 4,
};

struct payer_key {
    uint64_t number; /* of a player or an address; 0 where there is one payer of the kind */
    uint64_t kind;
};

struct payer {
    struct payer_key key;
    double level;      /* bytes, at `at_ms` */
    int64_t at_ms;     /* a tick */
    UT_hash_handle hh; /* by key */
};

static double limit_of(const struct hall *hall, enum payer_kind kind)
{
    const struct hall_limits *limits = &hall->limits;
    const int64_t bytes[PAYER_KINDS] = {
        [PAYER_GUEST] = limits->guest_bytes_per_day,
        [PAYER_ACCOUNT] = limits->account_bytes_per_day,
        [PAYER_GUESTS_OF_ADDRESS] = limits->address_guest_bytes_per_day,
        [PAYER_ACCOUNTS_OF_ADDRESS] = limits->address_account_bytes_per_day,
        [PAYER_ALL_GUESTS] = limits->all_guest_bytes_per_day,
        [PAYER_ALL] = limits->all_bytes_per_day,
    };
    return (double)bytes[kind];
}

static double level_now(const struct hall *hall, const struct payer *payer)
{
    assert(hall->tick_ms >= payer->at_ms);
    double fallen = limit_of(hall, (enum payer_kind)payer->key.kind) *
                    (double)(hall->tick_ms - payer->at_ms) / DAY_MS;
    return payer->level > fallen ? payer->level - fallen : 0;
}

static struct payer *payer_find(const struct hall *hall, struct payer_key key)
{
    struct payer *found = NULL;
    HASH_FIND(hh, hall->payers.by_key, &key, sizeof key, found);
    return found;
}

static void payer_destroy(struct payers *payers, struct payer *payer)
{
    HASH_DELETE(hh, payers->by_key, payer);
    free(payer);
}

void payers_finish(struct payers *payers)
{
    while (payers->by_key)
        payer_destroy(payers, payers->by_key);
}

/* Looks at the payers that have not been looked at for longest, and forgets those whose level is 0.
 */
static void sweep(struct hall *hall)
{
    struct payers *payers = &hall->payers;
    for (int i = 0; i < SWEPT && payers->by_key; i++) {
        struct payer *payer =
            payers->by_key; /* the table keeps the order in which they were added */
        if (level_now(hall, payer) > 0) {
            HASH_DELETE(hh, payers->by_key, payer);
            HASH_ADD(hh, payers->by_key, key, sizeof payer->key, payer);
        } else {
            payer_destroy(payers, payer);
        }
    }
}

/* All who pay for what a player writes; returns how many there are. A player whose address is not
 * known has none that pays. */
static size_t find_paying(bool has_account, int64_t player, uint64_t address,
                          struct payer_key ret_keys[PAYING_MAX])
{
    size_t count = 0;
    if (player)
        ret_keys[count++] =
            (struct payer_key){(uint64_t)player, has_account ? PAYER_ACCOUNT : PAYER_GUEST};
    if (address)
        ret_keys[count++] = (struct payer_key){address, has_account ? PAYER_ACCOUNTS_OF_ADDRESS
                                                                    : PAYER_GUESTS_OF_ADDRESS};
    if (!has_account)
        ret_keys[count++] = (struct payer_key){0, PAYER_ALL_GUESTS};
    ret_keys[count++] = (struct payer_key){0, PAYER_ALL};
    assert(count <= PAYING_MAX);
    return count;
}

void payers_charge(struct hall *hall, const struct player *player, int64_t cost, size_t bytes)
{
    struct payer_key keys[PAYING_MAX];
    size_t count = find_paying(player->account, player->id, player->address, keys);
    int64_t sum = cost + (int64_t)bytes;
    assert(sum >= 0);
    hall->payers.charged += sum;
    for (size_t i = 0; i < count; i++) {
        struct payer *payer = payer_find(hall, keys[i]);
        if (!payer) {
            sweep(hall);
            payer = memory_zeroed(1, sizeof *payer);
            payer->key = keys[i];
            HASH_ADD(hh, hall->payers.by_key, key, sizeof payer->key, payer);
        }
        payer->level = level_now(hall, payer) + (double)sum;
        payer->at_ms = hall->tick_ms;
    }
}

/* Of the tournament of the match; NULL: it is of none. */
static const struct player *owner_of(const struct hall *hall, const struct match *match)
{
    const struct tournament *tournament =
        match->record.tournament ? tournament_find(hall, match->record.tournament) : NULL;
    return tournament ? tournament->owner : NULL;
}

void payers_charge_match(struct hall *hall, struct match *match)
{
    /* The names and the rules are in each of its entries. */
    size_t names = strlen(match->seats[0].player->key) + strlen(match->seats[1].player->key);
    size_t written =
        COST_MATCH + 4 * names + strlen(match->record.start) + 5 * match->rules->rules.text_len +
        match->moves.len + match->takebacks.taken.len +
        COST_MOVE * (size_t)(match->ply + match->takebacks.moves + match->takebacks.times);
    assert(written >= match->paid_bytes);
    size_t more = written - match->paid_bytes;
    const struct player *owner = owner_of(hall, match);
    if (owner) {
        payers_charge(hall, owner, 0, more);
    } else {
        payers_charge(hall, match->seats[0].player, 0, more / 2);
        payers_charge(hall, match->seats[1].player, 0, more / 2);
    }
    match->paid_bytes = written;
}

/* Says which limit it is, and what helps. */
static void refuse_payer(struct hall *hall, struct hall_caller from, enum payer_kind kind)
{
    static const struct {
        const char *subject, *remedy;
    } words[PAYER_KINDS] = {
        [PAYER_GUEST] = {"you have", "come in with an account, or try again later"},
        [PAYER_ACCOUNT] = {"you have", "try again later"},
        [PAYER_GUESTS_OF_ADDRESS] = {"the guests of your address have",
                                     "come in with an account, or try again later"},
        [PAYER_ACCOUNTS_OF_ADDRESS] = {"the accounts of your address have", "try again later"},
        [PAYER_ALL_GUESTS] = {"all guests together have",
                              "come in with an account, or try again later"},
        [PAYER_ALL] = {"all players together have", "try again later"},
    };
    hall->payers.refusals++;
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "%s written %lld MB to the server's disk within a day, the most there may be: %s",
           words[kind].subject, (long long)(limit_of(hall, kind) / (1024 * 1024)),
           words[kind].remedy);
}

/* The first of them whose level is so many times its limit; NULL: none. `most`: leaves out the
 * kinds after it. */
static const struct payer_key *find_full(const struct hall *hall, const struct payer_key *keys,
                                         size_t count, double times, enum payer_kind most)
{
    for (size_t i = 0; i < count; i++) {
        enum payer_kind kind = (enum payer_kind)keys[i].kind;
        const struct payer *payer = kind <= most ? payer_find(hall, keys[i]) : NULL;
        if (payer && level_now(hall, payer) >= times * limit_of(hall, kind))
            return &keys[i];
    }
    return NULL;
}

static bool allow(struct hall *hall, struct hall_caller from, const struct payer_key *keys,
                  size_t count, double times, enum payer_kind most)
{
    const struct payer_key *full = find_full(hall, keys, count, times, most);
    if (full)
        refuse_payer(hall, from, (enum payer_kind)full->kind);
    return !full;
}

bool payers_are_full(const struct hall *hall, const struct player *player)
{
    struct payer_key keys[PAYING_MAX];
    size_t count = find_paying(player->account, player->id, player->address, keys);
    return find_full(hall, keys, count, 1, PAYER_ALL);
}

bool payers_allow(struct hall *hall, struct hall_caller from, const struct player *player)
{
    struct payer_key keys[PAYING_MAX];
    size_t count = find_paying(player->account, player->id, player->address, keys);
    return allow(hall, from, keys, count, 1, PAYER_ALL);
}

bool payers_allow_move(struct hall *hall, struct hall_caller from, const struct player *player,
                       const struct match *match)
{
    struct payer_key keys[PAYING_MAX];
    if (match->ply % PAID_PLIES > 1)
        return true;
    const struct player *owner = owner_of(hall, match);
    const struct player *payer = owner ? owner : player;
    size_t count = find_paying(payer->account, payer->id, payer->address, keys);
    return allow(hall, from, keys, count, 2, PAYER_ACCOUNTS_OF_ADDRESS);
}

bool payers_allow_guest(struct hall *hall, struct hall_caller from, uint64_t address)
{
    struct payer_key keys[PAYING_MAX];
    size_t count = find_paying(false, 0, address, keys);
    return allow(hall, from, keys, count, 1, PAYER_ALL);
}

int64_t payers_level(const struct hall *hall, enum payer_kind kind)
{
    assert(kind == PAYER_ALL_GUESTS || kind == PAYER_ALL);
    const struct payer *payer = payer_find(hall, (struct payer_key){0, kind});
    return payer ? (int64_t)level_now(hall, payer) : 0;
}
