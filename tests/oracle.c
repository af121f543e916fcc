#include "tests/oracle.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The default one falls through its cases, which our warnings forbid. */
#define HASH_FUNCTION(key, len, hash) HASH_FNV(key, len, hash)
#include <uthash.h>

/* What is known of a position. */
struct verdict {
    UT_hash_handle hh;
    bool judged;
    bool wins;
    bool valued;
    uint64_t grundy;
    uint32_t count;
    int64_t cells[];
};

struct oracle {
    struct rules rules;
    struct verdict *verdicts;
};

struct oracle *oracle_create(const struct rules *rules)
{
    struct oracle *oracle = memory_zeroed(1, sizeof *oracle);
    oracle->rules = *rules;
    return oracle;
}

void oracle_destroy(struct oracle *oracle)
{
    struct verdict *verdict, *next;
    HASH_ITER (hh, oracle->verdicts, verdict, next) {
        HASH_DEL(oracle->verdicts, verdict);
        free(verdict);
    }
    free(oracle);
}

size_t oracle_size(const struct oracle *oracle)
{
    return HASH_COUNT(oracle->verdicts);
}

static struct verdict *find_verdict(struct oracle *oracle, const struct position *position)
{
    static const int64_t no_cells[1];
    const int64_t *cells = position->count ? position->cells : no_cells;
    size_t len = position->count * sizeof *cells;
    struct verdict *verdict;
    HASH_FIND(hh, oracle->verdicts, cells, len, verdict);
    if (verdict)
        return verdict;
    verdict = memory_zeroed(1, sizeof *verdict + len);
    verdict->count = position->count;
    memcpy(verdict->cells, cells, len);
    HASH_ADD(hh, oracle->verdicts, cells, len, verdict);
    return verdict;
}

static struct position after_move(const struct oracle *oracle, const struct position *position,
                                  const struct move *move)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(&oracle->rules, &after, move);
    return after;
}

bool oracle_move_wins(struct oracle *oracle, const struct position *position,
                      const struct move *move)
{
    struct position after = after_move(oracle, position, move);
    bool wins = !oracle_wins(oracle, &after);
    position_finish(&after);
    return wins;
}

static bool some_move_wins(struct oracle *oracle, const struct position *position)
{
    uint128 count = move_count(&oracle->rules, position);
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&oracle->rules, position, i, &move);
        if (oracle_move_wins(oracle, position, &move))
            return true;
    }
    return false;
}

bool oracle_wins(struct oracle *oracle, const struct position *position)
{
    struct verdict *verdict = find_verdict(oracle, position);
    if (!verdict->judged) {
        verdict->wins = some_move_wins(oracle, position);
        verdict->judged = true;
    }
    return verdict->wins;
}

static uint64_t mex_of_options(struct oracle *oracle, const struct position *position)
{
    uint128 count = move_count(&oracle->rules, position);
    bool *present = memory_zeroed((size_t)count + 1, sizeof *present);
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&oracle->rules, position, i, &move);
        struct position after = after_move(oracle, position, &move);
        uint64_t value = oracle_grundy(oracle, &after);
        if (value < count)
            present[value] = true;
        position_finish(&after);
    }
    uint64_t mex = 0;
    while (present[mex])
        mex++;
    free(present);
    return mex;
}

uint64_t oracle_grundy(struct oracle *oracle, const struct position *position)
{
    struct verdict *verdict = find_verdict(oracle, position);
    if (!verdict->valued) {
        verdict->grundy = mex_of_options(oracle, position);
        verdict->valued = true;
    }
    return verdict->grundy;
}
