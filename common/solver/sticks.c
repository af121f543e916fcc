/* Sticks: how many have an odd length and how many an even one decides (THEORY.md) where fewer than
 * six sticks of length 6 can be had. Elsewhere every move is tried, down to where that is so. */
#include "common/game/sticks.h"

#include "common/game/family.h"
#include "common/solver/position_table.h"
#include "common/solver/proof.h"

#include <inttypes.h>

/* In the table. */
enum { JUDGED_LOST = 1, JUDGED_WON };

static void *sticks_tables_create(const struct rules *rules)
{
    (void)rules;
    return position_table_create();
}

static void sticks_tables_destroy(void *tables)
{
    position_table_destroy(tables);
}

static size_t sticks_memory(const void *tables)
{
    return position_table_memory(tables);
}

static bool is_decided(const struct position *position)
{
    return sticks_sixes(position) < STICKS_SIX;
}

struct lengths {
    uint32_t odd, even; /* sticks of such a length */
};

static struct lengths lengths_of(const struct position *position)
{
    struct lengths lengths = {0};
    for (uint32_t i = 0; i < position->count; i++) {
        if (position->cells[i] % 2 == 1)
            lengths.odd++;
        else
            lengths.even++;
    }
    return lengths;
}

/* The theorem. */
static bool is_lost(const struct rules *rules, const struct position *position)
{
    struct lengths lengths = lengths_of(position);
    uint32_t odd = lengths.odd % 2, even = lengths.even % 3;
    return rules->misere ? odd + even == 1 : odd == even;
}

/* Every move breaks a stick for good or removes some, and at most STICKS_TOTAL_MAX can be broken:
 * the recursion is not deep. All moves are judged, also behind one that wins, so that the first
 * question about a match fills the table for the whole of it. */
static bool wins(struct solver *solver, const struct position *position)
{
    const struct rules *rules = &solver->rules;
    if (is_decided(position))
        return !is_lost(rules, position);
    const uint32_t *known = position_table_find(solver->tables, position);
    if (known)
        return *known == JUDGED_WON;

    bool is_won = false;
    struct position after = {0};
    uint128 count = move_count(rules, position);
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(rules, position, i, &move);
        position_copy(&after, position);
        move_apply(rules, &after, &move);
        is_won = !wins(solver, &after) || is_won;
    }
    position_finish(&after);
    *position_table_place(solver->tables, position) = is_won ? JUDGED_WON : JUDGED_LOST;
    return is_won;
}

static enum outcome sticks_outcome(struct solver *solver, const struct position *position)
{
    return wins(solver, position) ? OUTCOME_N : OUTCOME_P;
}

static void sticks_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    const struct rules *rules = &solver->rules;
    struct position after = {0};
    uint128 count = move_count(rules, position);
    for (uint128 i = 0; i < count && !winning_list_is_done(list); i++) {
        struct move move;
        move_at(rules, position, i, &move);
        position_copy(&after, position);
        move_apply(rules, &after, &move);
        if (wins(solver, &after))
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
    position_finish(&after);
}

/* Removes all that is left; in normal play. */
static bool sticks_ending_move(struct solver *solver, const struct position *position,
                               struct move *ret_move)
{
    (void)solver;
    int64_t length = position->count ? position->cells[0] : 0;
    if (length == 0 || length != position->count || position->cells[length - 1] != length)
        return false;
    *ret_move = (struct move){.before_count = 1, .cells = {length}};
    return true;
}

static bool sticks_is_quick(const struct solver *solver, const struct position *position)
{
    enum { STICKS_QUICK = 128 };
    (void)solver;
    return position->count <= STICKS_QUICK && is_decided(position);
}

static void sticks_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    const struct rules *rules = &solver->rules;
    struct lengths lengths = lengths_of(position);
    if (best) {
        move_print(rules, position, best, out);
        text_append_string(out, " wins.\n");
    } else {
        text_append_string(out, position->count == 0 ? "No move is left.\n" : "No move wins.\n");
    }
    if (!is_decided(position)) {
        text_append_string(out,
                           "Six sticks of length 6 can be broken off, and then how many are odd or "
                           "even\ndoes not decide: every move was tried.\n");
        return;
    }
    text_printf(out,
                "Odd lengths: %" PRIu32 ", remainder by 2: %" PRIu32 ". Even lengths: %" PRIu32
                ", remainder by 3: %" PRIu32 ".\n",
                lengths.odd, lengths.odd % 2, lengths.even, lengths.even % 3);
    if (!is_brief)
        text_append_string(out, rules->misere
                                    ? "In misere play the position is lost where one remainder is "
                                      "0 and the other 1.\n"
                                    : "The position is lost where the remainders are equal.\n");
}

static enum error_code sticks_prove(struct proof *proof)
{
    if (!is_decided(proof->lost))
        return proof_every_move(proof);
    struct lengths lengths = lengths_of(proof->lost);
    text_printf(proof->out, "theorem sticks\nsticks odd %" PRIu32 " even %" PRIu32 "\n",
                lengths.odd, lengths.even);
    return ERROR_NONE;
}

const struct solver_family solver_family_sticks = {
    .family = &family_sticks,
    .tables_create = sticks_tables_create,
    .tables_destroy = sticks_tables_destroy,
    .memory = sticks_memory,
    .outcome = sticks_outcome,
    .winning_moves = sticks_winning_moves,
    .ending_move = sticks_ending_move,
    .is_quick = sticks_is_quick,
    .explain = sticks_explain,
    .prove = SOLVER_PROVES(sticks_prove),
};

const struct solver_family solver_family_misere_sticks = {
    .family = &family_sticks,
    .misere = true,
    .tables_create = sticks_tables_create,
    .tables_destroy = sticks_tables_destroy,
    .memory = sticks_memory,
    .outcome = sticks_outcome,
    .winning_moves = sticks_winning_moves,
    .is_quick = sticks_is_quick,
    .explain = sticks_explain,
    .prove = SOLVER_PROVES(sticks_prove),
};
