/* Wythoff's game. The pairs of heaps that are lost for the player to move are floor(k phi) and
 * floor(k phi^2) with phi = (1 + sqrt 5) / 2, one for each difference k = 0, 1, 2, ..., and every
 * heap but 0 stands in exactly one of them [Wythoff]. In misere play they are the same, except that
 * 0 + 1 and 2 + 2 replace 0 + 0 and 1 + 2 [Fraenkel]. So there are at most three winning moves: of
 * either heap to the pair of the other one, and of both heaps to the pair of their difference. */
#include "common/game/wythoff.h"

#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"
#include "common/solver/wythoff_values.h"

#include <assert.h>
#include <inttypes.h>

/* Two heaps that make a lost position; a heap may be 0. */
struct pair {
    int64_t smaller;
    int64_t larger;
};

/* Larger differences have no pair below 2^63: floor(k phi) is at least k. */
static const int64_t difference_max = INT64_MAX / 2;

static int bit_length(uint128 x)
{
    uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    if (high > 0)
        return 128 - __builtin_clzll(high);
    return low > 0 ? 64 - __builtin_clzll(low) : 0;
}

/* floor(sqrt(x)), bit by bit. */
static uint64_t square_root(uint128 x)
{
    uint64_t root = 0;
    for (int bit = (bit_length(x) + 1) / 2; bit-- > 0;) {
        uint128 next = root | (uint64_t)1 << bit;
        if (next * next <= x)
            root = (uint64_t)next;
    }
    return root;
}

/* floor(k phi) = floor((k + floor(sqrt(5 k^2))) / 2). Precondition: 0 <= k <= difference_max. */
static int64_t golden_multiple(int64_t k)
{
    assert(k >= 0 && k <= difference_max);
    uint128 square = (uint128)k * (uint128)k;
    return (int64_t)(((uint64_t)k + square_root(5 * square)) / 2);
}

/* floor(heap / phi), or one more or less: the ratio of neighbouring Fibonacci numbers differs from
 * phi by less than 2^-124, and heaps are below 2^63. */
static int64_t golden_part(int64_t heap)
{
    static const int64_t fibonacci = 4660046610375530309, next_fibonacci = 7540113804746346429;
    return (int64_t)((uint128)heap * (uint128)fibonacci / (uint128)next_fibonacci);
}

/* The pair of this difference; false where it has a heap over 2^63-1. */
static bool find_pair(const struct rules *rules, int64_t difference, struct pair *ret_pair)
{
    assert(difference >= 0);
    if (difference > difference_max)
        return false;
    int64_t smaller = golden_multiple(difference);
    if (rules->misere && difference < 2)
        smaller = difference == 0 ? 2 : 0;
    if (smaller > INT64_MAX - difference)
        return false;
    *ret_pair = (struct pair){smaller, smaller + difference};
    return true;
}

/* The other heap of a pair that holds this heap and has a difference from `least` to `least` + 3;
 * false where there is none. */
static bool find_partner_near(const struct rules *rules, int64_t heap, int64_t least,
                              int64_t *ret_partner)
{
    for (int64_t difference = least < 0 ? 0 : least; difference <= least + 3; difference++) {
        struct pair pair;
        if (!find_pair(rules, difference, &pair))
            return false;
        if (pair.smaller == heap || pair.larger == heap) {
            *ret_partner = pair.smaller == heap ? pair.larger : pair.smaller;
            return true;
        }
    }
    return false;
}

/* The heap that is lost beside this one; false where it is over 2^63-1. A heap x is floor(k phi)
 * only for k = ceil(x / phi), and k + floor(k phi) only for k = ceil(x / phi^2) = ceil(x - x /
 * phi). The different pairs of misere play are as near. */
static bool find_partner(const struct rules *rules, int64_t heap, int64_t *ret_partner)
{
    int64_t part = golden_part(heap);
    return find_partner_near(rules, heap, part - 1, ret_partner) ||
           find_partner_near(rules, heap, heap - part - 1, ret_partner);
}

/* The heaps of a position, 0 for none. */
static struct pair heaps_of(const struct position *position)
{
    if (position->count == 0)
        return (struct pair){0};
    int64_t larger = position->cells[position->count - 1];
    return (struct pair){position->count > 1 ? position->cells[0] : 0, larger};
}

static enum outcome wythoff_outcome(struct solver *solver, const struct position *position)
{
    struct pair heaps = heaps_of(position), lost;
    bool is_lost = find_pair(&solver->rules, heaps.larger - heaps.smaller, &lost) &&
                   lost.smaller == heaps.smaller;
    return is_lost ? OUTCOME_P : OUTCOME_N;
}

static void add_move(struct winning_list *list, struct move move)
{
    struct move *place = winning_list_add(list);
    if (place)
        *place = move;
}

/* Adds the only move of this heap that can win, if it is legal: to the partner of the other heap.
 */
static void add_move_of_heap(const struct rules *rules, int64_t heap, int64_t other,
                             struct winning_list *list)
{
    int64_t partner;
    if (find_partner(rules, other, &partner) && partner < heap)
        add_move(list, heaps_move(heap, 0, partner));
}

/* Adds the winning move of both heaps, unless it is a move of the larger heap, too. */
static void add_move_of_both(const struct rules *rules, const struct position *position,
                             struct winning_list *list)
{
    struct pair heaps = heaps_of(position), lost;
    int64_t difference = heaps.larger - heaps.smaller;
    if (!find_pair(rules, difference, &lost) || lost.smaller >= heaps.smaller)
        return;
    struct move move = wythoff_move_of_both(position, heaps.smaller - lost.smaller);
    if (move.before_count == WYTHOFF_HEAPS_MAX)
        add_move(list, move);
}

static void wythoff_winning_moves(struct solver *solver, const struct position *position,
                                  struct winning_list *list)
{
    struct pair heaps = heaps_of(position);
    if (wythoff_outcome(solver, position) == OUTCOME_P)
        return;
    if (heaps.smaller < heaps.larger)
        add_move_of_heap(&solver->rules, heaps.smaller, heaps.larger, list);
    if (!winning_list_is_done(list))
        add_move_of_heap(&solver->rules, heaps.larger, heaps.smaller, list);
    if (!winning_list_is_done(list))
        add_move_of_both(&solver->rules, position, list);
}

/* Takes both heaps where they are equal. From a single heap, taking all of it is the only winning
 * move. */
static bool wythoff_ending_move(struct solver *solver, const struct position *position,
                                struct move *ret_move)
{
    (void)solver;
    struct pair heaps = heaps_of(position);
    if (heaps.smaller == 0 || heaps.smaller != heaps.larger)
        return false;
    *ret_move = wythoff_move_of_both(position, heaps.smaller);
    return true;
}

/* The opponent has one to three winning moves after every move, so a small take leaves the smallest
 * share of them: the smallest takes of each kind of move. */
static uint32_t wythoff_promising_replies(struct solver *solver, const struct position *position,
                                          struct move replies[SOLVER_REPLIES_MAX])
{
    enum { KINDS = 3, TAKES = 64 };
    assert(position->count == WYTHOFF_HEAPS_MAX);
    uint128 smaller = (uint128)position->cells[0], larger = (uint128)position->cells[1];
    const uint128 starts[KINDS] = {0, smaller, smaller + larger};
    uint32_t count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int take = 0; take < TAKES; take++)
            move_at(&solver->rules, position, starts[kind] + (uint128)take, &replies[count++]);
    return count;
}

static void *wythoff_tables_create(const struct rules *rules)
{
    (void)rules;
    return wythoff_values_create();
}

static void wythoff_tables_destroy(void *tables)
{
    wythoff_values_destroy(tables);
}

static size_t wythoff_memory(const void *tables)
{
    return wythoff_values_memory(tables);
}

static bool wythoff_grundy(struct solver *solver, const struct position *position,
                           uint64_t *ret_value)
{
    struct pair heaps = heaps_of(position);
    if (wythoff_outcome(solver, position) == OUTCOME_P)
        *ret_value = 0;
    else if (heaps.larger <= WYTHOFF_VALUED_MAX)
        *ret_value = wythoff_values_get(solver->tables, heaps.smaller, heaps.larger);
    else
        return false;
    return true;
}

static bool wythoff_is_quick(const struct solver *solver, const struct position *position)
{
    (void)solver;
    (void)position;
    return true;
}

static void print_pair(struct pair pair, struct text *out)
{
    text_printf(out, "%" PRId64 " and %" PRId64, pair.smaller, pair.larger);
}

/* Explains the pair by its formula, or as one of misere play. */
static void explain_pair(const struct rules *rules, int64_t difference, struct pair lost,
                         struct text *out)
{
    text_printf(out, "That of difference %" PRId64 " is ", difference);
    print_pair(lost, out);
    if (rules->misere && difference < 2)
        text_append_string(out, ", in misere play.\n");
    else
        text_printf(out,
                    ".\nIt is d phi and d phi^2 rounded down: phi is the golden ratio, 1.618..., "
                    "d is %" PRId64 ".\n",
                    difference);
}

static void explain_difference(const struct rules *rules, int64_t difference, struct text *out)
{
    struct pair lost;
    if (find_pair(rules, difference, &lost))
        explain_pair(rules, difference, lost, out);
    else
        text_printf(out, "That of difference %" PRId64 " has a heap over %" PRId64 ".\n",
                    difference, INT64_MAX);
}

static void print_partner(const struct rules *rules, int64_t heap, struct text *out)
{
    int64_t partner;
    if (find_partner(rules, heap, &partner))
        text_printf(out, "%" PRId64 " beside %" PRId64, partner, heap);
    else
        text_printf(out, "over %" PRId64 " beside %" PRId64, INT64_MAX, heap);
}

static void explain_partners(const struct rules *rules, struct pair heaps, struct text *out)
{
    enum { LONG_HEAP = 1000000 };
    text_append_string(out, "In lost pairs the other heap is ");
    print_partner(rules, heaps.smaller, out);
    if (heaps.larger > heaps.smaller) {
        text_append_string(out, heaps.larger < LONG_HEAP ? ", and " : ",\nand ");
        print_partner(rules, heaps.larger, out);
    }
    text_append_string(out, ".\n");
}

/* Explains the lost pair that the best move leaves. */
static void explain_win(struct solver *solver, const struct position *position,
                        const struct move *best, struct text *out)
{
    struct position left = {0};
    position_copy(&left, position);
    move_apply(&solver->rules, &left, best);
    text_append_string(out, "Leave a lost pair: ");
    print_pair(heaps_of(&left), out);
    text_append_string(out, ".\n");
    position_finish(&left);
}

static void wythoff_explain(struct solver *solver, const struct position *position,
                            const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    struct pair heaps = heaps_of(position);
    bool is_lost = wythoff_outcome(solver, position) == OUTCOME_P;
    if (best)
        explain_win(solver, position, best, out);
    else
        text_printf(out, "%s\n",
                    is_lost ? "No move wins: this is one of the lost pairs."
                            : "No move is left, and who has none wins in misere play.");
    text_printf(out,
                "The lost pairs: %s, (3,5), (4,7), (6,10), ..., one of each difference.\n"
                "No move leads from one of them to another, and one does from any other pair.\n",
                solver->rules.misere ? "(0,1), (2,2)" : "(0,0), (1,2)");
    explain_difference(&solver->rules, heaps.larger - heaps.smaller, out);
    if (!is_lost)
        explain_partners(&solver->rules, heaps, out);
}

static enum error_code wythoff_prove(struct proof *proof)
{
    struct pair lost = heaps_of(proof->lost);
    text_append_string(proof->out, proof->solver->rules.misere
                                       ? "theorem misere-wythoff [Fraenkel]\n"
                                       : "theorem wythoff [Wythoff]\n");
    text_printf(proof->out, "pair %" PRId64 " %" PRId64 " %" PRId64 "\n",
                lost.larger - lost.smaller, lost.smaller, lost.larger);
    return ERROR_NONE;
}

const struct solver_family solver_family_wythoff = {
    .family = &family_wythoff,
    .tables_create = wythoff_tables_create,
    .tables_destroy = wythoff_tables_destroy,
    .memory = wythoff_memory,
    .grundy = wythoff_grundy,
    .outcome = wythoff_outcome,
    .winning_moves = wythoff_winning_moves,
    .ending_move = wythoff_ending_move,
    .promising_replies = wythoff_promising_replies,
    .is_quick = wythoff_is_quick,
    .explain = wythoff_explain,
    .prove = SOLVER_PROVES(wythoff_prove),
};

const struct solver_family solver_family_misere_wythoff = {
    .family = &family_wythoff,
    .misere = true,
    .outcome = wythoff_outcome,
    .winning_moves = wythoff_winning_moves,
    .promising_replies = wythoff_promising_replies,
    .is_quick = wythoff_is_quick,
    .explain = wythoff_explain,
    .prove = SOLVER_PROVES(wythoff_prove),
};
