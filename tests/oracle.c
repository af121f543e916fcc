#include "tests/oracle.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "tests/position_map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What the judging of one position needs while the moves from it are tried. */
struct level {
    struct position after;
    bool *present; /* which values the positions after the moves have, up to their number */
    size_t present_capacity;
};

struct oracle {
    struct rules rules;
    /* 0: not judged; in normal play 1 + the Grundy value; under other endings 1: lost, 2: won,
     * 3: drawn. */
    struct position_map *verdicts;
    struct position_map *remotenesses; /* 0: not known; else 1 + the remoteness */
    struct level **levels; /* one for each move on the way to the position being judged */
    size_t levels_count;
};

struct oracle *oracle_create(const struct rules *rules)
{
    struct oracle *oracle = memory_zeroed(1, sizeof *oracle);
    oracle->rules = *rules;
    oracle->verdicts = position_map_create();
    oracle->remotenesses = position_map_create();
    return oracle;
}

void oracle_destroy(struct oracle *oracle)
{
    position_map_destroy(oracle->verdicts);
    position_map_destroy(oracle->remotenesses);
    for (size_t i = 0; i < oracle->levels_count; i++) {
        position_finish(&oracle->levels[i]->after);
        free(oracle->levels[i]->present);
        free(oracle->levels[i]);
    }
    free(oracle->levels);
    free(oracle);
}

size_t oracle_size(const struct oracle *oracle)
{
    return position_map_size(oracle->verdicts);
}

static struct level *level_at(struct oracle *oracle, size_t depth)
{
    if (depth == oracle->levels_count) {
        oracle->levels = memory_resized(oracle->levels, depth + 1, sizeof *oracle->levels);
        oracle->levels[oracle->levels_count++] = memory_zeroed(1, sizeof(struct level));
    }
    return oracle->levels[depth];
}

static void clear_present(struct level *level, size_t count)
{
    if (level->present_capacity < count) {
        level->present = memory_resized(level->present, count, sizeof *level->present);
        level->present_capacity = count;
    }
    memset(level->present, 0, count * sizeof *level->present);
}

static void play(const struct oracle *oracle, const struct position *position,
                 const struct move *move, struct position *after)
{
    position_copy(after, position);
    move_apply(&oracle->rules, after, move);
}

static uint32_t verdict_at(struct oracle *oracle, const struct position *position, size_t depth);

/* Notes which verdicts the moves lead to, those from `count` on left out; `count` is above the
 * number of moves. */
static const bool *verdicts_of_options(struct oracle *oracle, const struct position *position,
                                       size_t depth, size_t count)
{
    struct level *level = level_at(oracle, depth);
    clear_present(level, count);
    uint128 moves = move_count(&oracle->rules, position);
    for (uint128 i = 0; i < moves; i++) {
        struct move move;
        move_at(&oracle->rules, position, i, &move);
        play(oracle, position, &move, &level->after);
        uint32_t verdict = verdict_at(oracle, &level->after, depth + 1);
        if (verdict < count)
            level->present[verdict] = true;
    }
    return level->present;
}

/* Does the player who cannot move always lose? */
static bool ends_normally(const struct rules *rules)
{
    return !rules->misere && !family_table(rules)->stuck_result;
}

static uint32_t judge(struct oracle *oracle, const struct position *position, size_t depth)
{
    size_t moves = (size_t)move_count(&oracle->rules, position);
    const bool *present = verdicts_of_options(oracle, position, depth, moves + 3);
    if (!ends_normally(&oracle->rules)) {
        static const uint32_t ends[] = {[STUCK_LOSES] = 1, [STUCK_WINS] = 2, [STUCK_DRAWS] = 3};
        if (moves == 0)
            return ends[position_stuck_result(&oracle->rules, position)];
        return present[1] ? 2 : present[3] ? 3 : 1;
    }
    uint32_t least = 1;
    while (present[least])
        least++;
    return least;
}

static uint32_t verdict_at(struct oracle *oracle, const struct position *position, size_t depth)
{
    uint32_t *verdict = position_map_at(oracle->verdicts, position);
    if (*verdict == 0)
        *verdict = judge(oracle, position, depth);
    return *verdict;
}

bool oracle_wins(struct oracle *oracle, const struct position *position)
{
    uint32_t verdict = verdict_at(oracle, position, 0);
    return ends_normally(&oracle->rules) ? verdict > 1 : verdict == 2;
}

bool oracle_draws(struct oracle *oracle, const struct position *position)
{
    return !ends_normally(&oracle->rules) && verdict_at(oracle, position, 0) == 3;
}

uint64_t oracle_grundy(struct oracle *oracle, const struct position *position)
{
    assert(ends_normally(&oracle->rules));
    return verdict_at(oracle, position, 0) - 1;
}

bool oracle_move_wins(struct oracle *oracle, const struct position *position,
                      const struct move *move)
{
    struct level *level = level_at(oracle, 0);
    play(oracle, position, move, &level->after);
    return verdict_at(oracle, &level->after, 1) == 1;
}

uint32_t oracle_remoteness(struct oracle *oracle, const struct position *position)
{
    uint32_t known = *position_map_at(oracle->remotenesses, position);
    if (known > 0)
        return known - 1;
    bool wins = oracle_wins(oracle, position);
    uint128 count = move_count(&oracle->rules, position);
    uint32_t remoteness = 0;
    struct position after = {0};
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&oracle->rules, position, i, &move);
        play(oracle, position, &move, &after);
        if (wins && verdict_at(oracle, &after, 1) != 1)
            continue;
        uint32_t left = 1 + oracle_remoteness(oracle, &after);
        if (remoteness == 0 || (wins ? left < remoteness : left > remoteness))
            remoteness = left;
    }
    position_finish(&after);
    *position_map_at(oracle->remotenesses, position) = 1 + remoteness;
    return remoteness;
}
