/* Kayles in which the player who takes the last pin loses [SC]: as in normal play, except for some
 * positions of small heaps. Below, E(..) and D(..) are an even and an odd number of heaps, all of
 * these sizes; 25 and 12 alone are one heap. Without any other heap,
 *     E(5) E(4,1)   E(17,12,9) E(20,4,1)   25 E(17,12,9) D(20,4,1)
 * are lost in normal play and won in misere play, and
 *     D(4,1) and any number of 5s   D(9) E(4,1)   12 E(4,1)   E(17,12,9) D(20,4,1)   25 D(9) D(4,1)
 * are won in normal play and lost in misere play.
 *
 * The theorem knows no rings. While one is left (alone, or in a position of few counters), every
 * move is tried, up to those that open the last ring. */
#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/position_table.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A move takes at most two pins and leaves at most two heaps. So from any heap above 52 it leaves a
 * heap above the largest one of the exceptions. */
enum { EXCEPTIONAL_HEAP_MAX = 25, NEAR_HEAP_MAX = 2 * EXCEPTIONAL_HEAP_MAX + 2 };

/* With more positions than this the table of rings is emptied before the next question. */
enum { RINGS_KEPT_MAX = 1000000 };

struct kayles {
    struct solver *normal;
    struct position_table *with_rings;  /* 1 + enum outcome; 0 is not judged */
    uint64_t values[NEAR_HEAP_MAX + 1]; /* in normal play */
};

static uint64_t value_of_heap(struct solver *normal, int64_t heap)
{
    struct position position = {0};
    if (heap)
        position_push(&position, heap);
    uint64_t value = 0;
    bool is_known = solver_grundy(normal, &position, &value);
    assert(is_known);
    position_finish(&position);
    return value;
}

static void *kayles_create(const struct rules *rules)
{
    (void)rules;
    static const char normal_rules[] = "octal:0.77";
    struct kayles *kayles = memory_zeroed(1, sizeof *kayles);
    struct rules normal;
    struct error error;
    enum error_code failed = rules_parse(&normal, normal_rules, strlen(normal_rules), &error);
    assert(!failed);
    kayles->normal = solver_create(&normal);
    kayles->with_rings = position_table_create();
    for (int64_t heap = 0; heap <= NEAR_HEAP_MAX; heap++)
        kayles->values[heap] = value_of_heap(kayles->normal, heap);
    return kayles;
}

static void kayles_destroy(void *tables)
{
    struct kayles *kayles = tables;
    solver_destroy(kayles->normal);
    position_table_destroy(kayles->with_rings);
    free(kayles);
}

static size_t kayles_memory(const void *tables)
{
    const struct kayles *kayles = tables;
    return solver_memory(kayles->normal) + position_table_memory(kayles->with_rings);
}

/* A position of heaps up to NEAR_HEAP_MAX: the number of heaps of each size. */
struct census {
    uint32_t of[NEAR_HEAP_MAX + 1];
    uint32_t total;
    uint64_t nim_sum; /* of the values in normal play */
};

static bool is_near_exceptions(const struct position *position)
{
    return position->count == 0 || position->cells[position->count - 1] <= NEAR_HEAP_MAX;
}

static void census_change(struct census *census, const struct kayles *kayles, int64_t heap,
                          uint32_t change)
{
    assert(heap >= 1 && heap <= NEAR_HEAP_MAX);
    census->of[heap] += change;
    census->total += change;
    census->nim_sum ^= kayles->values[heap];
}

static struct census census_of(const struct kayles *kayles, const struct position *position)
{
    struct census census = {0};
    for (uint32_t i = 0; i < position->count; i++)
        census_change(&census, kayles, position->cells[i], 1);
    return census;
}

/* The name of the position's kind of exception; NULL where it is none. */
static const char *exception_of(const struct census *census)
{
    const uint32_t *of = census->of;
    uint32_t ones = of[1] + of[4], with_20 = ones + of[20];
    uint32_t nines = of[9] + of[12] + of[17], rest = census->total - ones;
    bool odd_ones = ones % 2 == 1, odd_with_20 = with_20 % 2 == 1;
    if (rest == of[5] && (odd_ones || of[5] % 2 == 0))
        return odd_ones ? "an odd number of 4s and 1s in all, any number of 5s:\n"
                          "D(4,1) and any number of 5s"
                        : "an even number of 5s, an even number of 4s and 1s in all:\n"
                          "E(5) E(4,1)";
    if (rest == of[9] && of[9] % 2 == 1 && !odd_ones)
        return "an odd number of 9s, an even number of 4s and 1s in all:\n"
               "D(9) E(4,1)";
    if (rest == 1 && of[12] == 1 && !odd_ones)
        return "one 12, an even number of 4s and 1s in all:\n"
               "12 E(4,1)";
    if (of[25] == 1 && rest == 1 + of[9] && of[9] % 2 == 1 && odd_ones)
        return "one 25, an odd number of 9s, an odd number of 4s and 1s in all:\n"
               "25 D(9) D(4,1)";
    if (nines % 2 == 1 || rest != of[20] + nines + of[25])
        return NULL;
    if (of[25] == 0)
        return odd_with_20
                   ? "an even number of 17s, 12s and 9s in all, an odd number of 20s, 4s and 1s:\n"
                     "E(17,12,9) D(20,4,1)"
                   : "an even number of 17s, 12s and 9s in all, an even number of 20s, 4s and 1s:\n"
                     "E(17,12,9) E(20,4,1)";
    if (of[25] > 1 || !odd_with_20)
        return NULL;
    return "one 25, an even number of 17s, 12s and 9s in all, an odd number of 20s, 4s and 1s:\n"
           "25 E(17,12,9) D(20,4,1)";
}

/* All exceptions are lost in one kind of play and won in the other. */
static bool is_lost(const struct census *census)
{
    bool lost_in_normal_play = census->nim_sum == 0;
    return exception_of(census) ? !lost_in_normal_play : lost_in_normal_play;
}

static bool has_ring(const struct position *position)
{
    return position->count > 0 && heaps_is_ring(position->cells[0]);
}

static enum outcome kayles_outcome(struct solver *solver, const struct position *position);

/* A move that wins, from `first` on in the order of the moves; move_count() if there is none. */
static uint128 next_winning_move(struct solver *solver, const struct position *position,
                                 uint128 first, struct move *ret_move)
{
    uint128 count = move_count(&solver->rules, position);
    struct position after = {0};
    uint128 index = first;
    for (; index < count; index++) {
        move_at(&solver->rules, position, index, ret_move);
        position_copy(&after, position);
        move_apply(&solver->rules, &after, ret_move);
        if (kayles_outcome(solver, &after) == OUTCOME_P)
            break;
    }
    position_finish(&after);
    return index;
}

/* Every move takes a pin, so that this calls itself at most as often as there are pins. */
static enum outcome outcome_with_rings(struct solver *solver, const struct position *position)
{
    struct kayles *kayles = solver->tables;
    const uint32_t *known = position_table_find(kayles->with_rings, position);
    if (known)
        return (enum outcome)(*known - 1);
    struct move move;
    uint128 count = move_count(&solver->rules, position);
    bool wins = next_winning_move(solver, position, 0, &move) < count;
    enum outcome outcome = wins ? OUTCOME_N : OUTCOME_P;
    *position_table_place(kayles->with_rings, position) = 1 + (uint32_t)outcome;
    return outcome;
}

static void forget_rings_when_full(struct kayles *kayles)
{
    if (position_table_count(kayles->with_rings) <= RINGS_KEPT_MAX)
        return;
    position_table_destroy(kayles->with_rings);
    kayles->with_rings = position_table_create();
}

static enum outcome kayles_outcome(struct solver *solver, const struct position *position)
{
    struct kayles *kayles = solver->tables;
    if (has_ring(position))
        return outcome_with_rings(solver, position);
    if (!is_near_exceptions(position))
        return solver_outcome(kayles->normal, position);
    struct census census = census_of(kayles, position);
    return is_lost(&census) ? OUTCOME_P : OUTCOME_N;
}

static bool move_wins(const struct kayles *kayles, const struct census *before,
                      const struct move *move)
{
    struct census census = *before;
    census_change(&census, kayles, move->cells[0], UINT32_MAX); /* one less */
    for (int i = 1; i <= move->after_count; i++)
        census_change(&census, kayles, move->cells[i], 1);
    return is_lost(&census);
}

/* Tries the moves, some thousand at most: heaps of the same size count once. */
static void try_every_move(struct solver *solver, const struct position *position,
                           struct winning_list *list)
{
    struct kayles *kayles = solver->tables;
    struct census census = census_of(kayles, position);
    uint128 count = move_count(&solver->rules, position);
    for (uint128 i = 0; i < count && !winning_list_is_done(list); i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        if (!move_wins(kayles, &census, &move))
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
}

static void add_winning_moves_with_rings(struct solver *solver, const struct position *position,
                                         struct winning_list *list)
{
    uint128 count = move_count(&solver->rules, position);
    struct move move;
    for (uint128 i = 0; !winning_list_is_done(list); i++) {
        i = next_winning_move(solver, position, i, &move);
        if (i == count)
            return;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
}

static void kayles_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    struct solver *normal = ((struct kayles *)solver->tables)->normal;
    forget_rings_when_full(solver->tables);
    if (has_ring(position))
        add_winning_moves_with_rings(solver, position, list);
    else if (is_near_exceptions(position))
        try_every_move(solver, position, list);
    else
        normal->family->winning_moves(normal, position, list);
}

/* With more than SOLVER_EXACT_MOVES moves, no exception is near. */
static uint32_t kayles_promising_replies(struct solver *solver, const struct position *position,
                                         struct move replies[SOLVER_REPLIES_MAX])
{
    struct solver *normal = ((struct kayles *)solver->tables)->normal;
    return normal->family->promising_replies(normal, position, replies);
}

/* Near the exceptions each move, and the replies to it, are tried one by one. */
static bool kayles_is_quick(const struct solver *solver, const struct position *position)
{
    enum { COUNTERS_QUICK = 40 };
    if (has_ring(position) && position->count > 1)
        return false;
    return position_counters(&solver->rules, position) <= COUNTERS_QUICK;
}

static void kayles_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    struct kayles *kayles = solver->tables;
    if (has_ring(position)) {
        if (best)
            move_print(&solver->rules, position, best, out);
        text_printf(out,
                    "%s wins. Every move was tried, up to those that open the last ring:\nwhat is "
                    "left then is judged by the rule for misere Kayles in rows [Sibert and "
                    "Conway].\n",
                    best ? "" : "No move");
        return;
    }
    if (!is_near_exceptions(position)) {
        text_append_string(out, "With a heap above 52, misere Kayles is as Kayles:\n");
        kayles->normal->family->explain(kayles->normal, position, best, is_brief, out);
        return;
    }
    struct census census = census_of(kayles, position);
    const char *exception = exception_of(&census);
    if (best) {
        move_print(&solver->rules, position, best, out);
        text_append_string(out, " wins.\n");
    }
    text_printf(out,
                "Whoever is to move %s%s as in Kayles. There the nim-sum of the values is %" PRIu64
                ",\nand 0 is what loses.\n",
                is_lost(&census) ? "loses" : "wins", exception ? ", not" : "", census.nim_sum);
    if (exception)
        text_printf(out,
                    "Misere play differs from Kayles in eight kinds of positions only. This is of "
                    "the kind with\n%s\n(D an odd, E an even number of heaps of these sizes) "
                    "[Sibert and Conway].\n",
                    exception);
    else
        text_append_string(out, "Misere play differs from Kayles in eight kinds of positions only, "
                                "and this is of none\nof them [Sibert and Conway].\n");
}

static enum error_code kayles_prove(struct proof *proof)
{
    struct kayles *kayles = proof->solver->tables;
    if (has_ring(proof->lost))
        return proof_every_move(proof);
    bool is_exception = false;
    if (is_near_exceptions(proof->lost)) {
        struct census census = census_of(kayles, proof->lost);
        is_exception = exception_of(&census) != NULL;
    }
    text_append_string(proof->out, "theorem misere-kayles [SC]\n");
    proof_sums(proof, kayles->normal);
    text_printf(proof->out, "exception %s\n", is_exception ? "yes" : "no");
    return proof_values(proof, kayles->normal);
}

static bool is_kayles(const struct rules *rules)
{
    return strcmp(rules->text, "octal:0.77,misere") == 0;
}

const struct solver_family solver_family_misere_kayles = {
    .family = &family_octal,
    .misere = true,
    .serves = is_kayles,
    .tables_create = kayles_create,
    .tables_destroy = kayles_destroy,
    .memory = kayles_memory,
    .outcome = kayles_outcome,
    .winning_moves = kayles_winning_moves,
    .promising_replies = kayles_promising_replies,
    .is_quick = kayles_is_quick,
    .explain = kayles_explain,
    .prove = SOLVER_PROVES(kayles_prove),
};
