/* Take-away games with several heaps and one quota for all. A position has a least winning quota L,
 * which depends on its heaps alone: the mover wins iff the quota is at least L. A take of t wins
 * iff it leaves a position with L > F(t), so L is the least winning take. There are closed forms of
 * L for one heap (p_sequence.h), for two heaps and F(x) = 2x (doubling_pair.h), and, where F(b) <
 * 2b for every power b of 2 (take_away_function_is_binary()), for any heaps:
 *
 *     L is the lowest binary digit of the nim-sum of the heaps; none if that is 0.
 *
 * Proof, by induction. Let b be the lowest digit of the nim-sum. A take of b from a heap that has
 * this digit clears it and changes no lower one, so L is then none or at least 2b > F(b). A take of
 * t < b, or any if the nim-sum is 0, makes the lowest digit of t the lowest one of the nim-sum, and
 * that is at most t <= F(t). */
#include "common/game/take_away.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/doubling_pair.h"
#include "common/solver/least_quota_table.h"
#include "common/solver/p_sequence.h"
#include "common/solver/parts_text.h"
#include "common/solver/promising_takes.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

/* The winning takes from one heap: the next one after t is above t + F(t), so they double. */
enum { TAKES_MAX = P_SEQUENCE_PARTS_MAX };
static_assert((int)TAKES_MAX == (int)LEAST_QUOTA_TAKES_MAX, "room for the takes of every theory");

struct tables {
    struct p_sequence sequence;
    struct least_quota_table *table;
};

static void *global_tables_create(const struct rules *rules)
{
    struct tables *tables = memory_zeroed(1, sizeof *tables);
    p_sequence_init(&tables->sequence, take_away_function(rules));
    tables->table = least_quota_table_create(rules);
    return tables;
}

static void global_tables_destroy(void *memory)
{
    struct tables *tables = memory;
    p_sequence_finish(&tables->sequence);
    least_quota_table_destroy(tables->table);
    free(tables);
}

static size_t global_memory(const void *memory)
{
    const struct tables *tables = memory;
    return p_sequence_memory(&tables->sequence) + least_quota_table_memory(tables->table);
}

/* A position as the theories see it. */
struct view {
    struct tables *tables;
    const struct rules *rules;
    enum take_away_theory theory;
    int64_t quota;
    const int64_t *heaps; /* ascending */
    uint32_t count;       /* at least 1 */
};

/* Precondition: the position is not empty. */
static struct view view_of(struct solver *solver, const struct position *position)
{
    assert(position->count > TAKE_AWAY_GLOBAL_HEAPS);
    return (struct view){
        .tables = solver->tables,
        .rules = &solver->rules,
        .theory = take_away_global_theory(&solver->rules, position),
        .quota = position->cells[TAKE_AWAY_GLOBAL_QUOTA],
        .heaps = position->cells + TAKE_AWAY_GLOBAL_HEAPS,
        .count = position->count - TAKE_AWAY_GLOBAL_HEAPS,
    };
}

static bool is_repeated(const struct view *view, uint32_t index)
{
    return index > 0 && view->heaps[index - 1] == view->heaps[index];
}

static uint64_t nim_sum(const struct view *view)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < view->count; i++)
        sum ^= (uint64_t)view->heaps[i];
    return sum;
}

static uint64_t lowest_digit(uint64_t sum)
{
    return sum ? sum & -sum : UINT64_MAX;
}

/* UINT64_MAX: no quota wins. */
static uint64_t least_winning_quota(const struct view *view)
{
    const int64_t *heaps = view->heaps;
    struct p_sequence *sequence = &view->tables->sequence;
    switch (view->theory) {
    case TAKE_AWAY_BY_PARTS:
        return (uint64_t)p_sequence_smallest_part(sequence, heaps[0]);
    case TAKE_AWAY_BY_NIM_SUM:
        return lowest_digit(nim_sum(view));
    case TAKE_AWAY_BY_DIFFERENCE:
        return doubling_pair_least_quota(sequence, heaps[0], heaps[1]);
    case TAKE_AWAY_BY_TABLE:
        break;
    }
    return least_quota(view->tables->table, heaps, view->count);
}

static enum outcome global_outcome(struct solver *solver, const struct position *position)
{
    if (position->count == 0)
        return OUTCOME_P;
    struct view view = view_of(solver, position);
    return (uint64_t)view.quota >= least_winning_quota(&view) ? OUTCOME_N : OUTCOME_P;
}

/* A take of t, a number of k digits, wins only if the lowest digit of the nim-sum after it is above
 * all of them, that is if the heap left agrees with the nim-sum of the other heaps in the last k
 * digits: t is the last k digits of the difference of the two, for a k that makes its first
 * digit 1.
 */
static uint32_t takes_by_nim_sum(const struct view *view, uint32_t index, uint64_t sum,
                                 int64_t *ret_takes)
{
    uint64_t heap = (uint64_t)view->heaps[index], others = sum ^ heap;
    uint64_t most = (uint64_t)(view->quota < view->heaps[index] ? view->quota : view->heaps[index]);
    uint64_t take = 0;
    uint32_t count = 0;
    for (uint64_t digits = heap - others; digits; digits &= digits - 1) {
        take += lowest_digit(digits);
        if (take > most)
            break;
        uint64_t least = lowest_digit(others ^ (heap - take));
        if (least > (uint64_t)take_away_quota(view->rules, (int64_t)take))
            ret_takes[count++] = (int64_t)take;
    }
    assert(count <= TAKES_MAX);
    return count;
}

/* Finds the winning takes from a heap, fewer first. `sum` is the nim-sum of all heaps. */
static uint32_t winning_takes(const struct view *view, uint32_t index, uint64_t sum,
                              int64_t ret_takes[TAKES_MAX])
{
    const int64_t *heaps = view->heaps;
    struct p_sequence *sequence = &view->tables->sequence;
    switch (view->theory) {
    case TAKE_AWAY_BY_PARTS:
        return p_sequence_winning_takes(sequence, heaps[0], view->quota, TAKES_MAX, ret_takes);
    case TAKE_AWAY_BY_NIM_SUM:
        return takes_by_nim_sum(view, index, sum, ret_takes);
    case TAKE_AWAY_BY_DIFFERENCE:
        return doubling_pair_takes(sequence, heaps[index], heaps[1 - index], view->quota,
                                   ret_takes);
    case TAKE_AWAY_BY_TABLE:
        break;
    }
    return least_quota_takes(view->tables->table, heaps, view->count, index, view->quota,
                             ret_takes);
}

static void global_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    if (position->count == 0)
        return;
    struct view view = view_of(solver, position);
    uint64_t sum = nim_sum(&view);
    for (uint32_t i = 0; i < view.count && !winning_list_is_done(list); i++) {
        int64_t takes[TAKES_MAX], heap = view.heaps[i];
        uint32_t count = is_repeated(&view, i) ? 0 : winning_takes(&view, i, sum, takes);
        for (uint32_t k = 0; k < count && !winning_list_is_done(list); k++) {
            struct move *move = winning_list_add(list);
            if (move)
                *move = take_away_move(heap, heap - takes[k]);
        }
    }
}

/* Takes the whole of the last heap. */
static bool global_ending_move(struct solver *solver, const struct position *position,
                               struct move *ret_move)
{
    (void)solver;
    if (position->count != TAKE_AWAY_GLOBAL_HEAPS + 1)
        return false;
    int64_t heap = position->cells[TAKE_AWAY_GLOBAL_HEAPS];
    if (position->cells[TAKE_AWAY_GLOBAL_QUOTA] < heap)
        return false;
    *ret_move = take_away_move(heap, 0);
    return true;
}

/* If there are too many replies, takes from the smaller heaps come first. */
static uint32_t global_promising_replies(struct solver *solver, const struct position *position,
                                         struct move replies[SOLVER_REPLIES_MAX])
{
    struct view view = view_of(solver, position);
    uint32_t different = 0, count = 0;
    for (uint32_t i = 0; i < view.count; i++)
        different += !is_repeated(&view, i);
    for (uint32_t i = 0; i < view.count; i++) {
        int64_t takes[SOLVER_REPLIES_MAX], heap = view.heaps[i];
        uint32_t found = 0;
        if (!is_repeated(&view, i))
            found = promising_takes(view.rules, heap, view.quota < heap ? view.quota : heap,
                                    promising_window(different), takes);
        for (uint32_t k = 0; k < found && count < promising_limit(different); k++)
            replies[count++] = take_away_move(heap, heap - takes[k]);
    }
    return count;
}

/* A table of 10,000 positions takes 0.1 ms. */
static bool has_small_table(const struct position *position)
{
    enum { POSITIONS_QUICK = 10000 };
    int64_t positions = 1;
    for (uint32_t i = TAKE_AWAY_GLOBAL_HEAPS; i < position->count; i++) {
        if (position->cells[i] >= POSITIONS_QUICK / positions)
            return false;
        positions *= position->cells[i] + 1;
    }
    return true;
}

static bool global_is_quick(const struct solver *solver, const struct position *position)
{
    enum { HEAPS_QUICK = 8 };
    switch (take_away_global_theory(&solver->rules, position)) {
    case TAKE_AWAY_BY_PARTS:
        return p_sequence_is_quick(take_away_function(&solver->rules));
    case TAKE_AWAY_BY_NIM_SUM:
        return position->count - TAKE_AWAY_GLOBAL_HEAPS <= HEAPS_QUICK;
    case TAKE_AWAY_BY_DIFFERENCE:
        return true;
    case TAKE_AWAY_BY_TABLE:
        break;
    }
    return has_small_table(position);
}

static void explain_nim_sum(const struct view *view, struct text *out)
{
    uint64_t sum = nim_sum(view);
    text_printf(out, "The nim-sum of the heaps (added in binary, without carrying) is %" PRIu64,
                sum);
    if (sum == 0)
        text_append_string(out, ".\n");
    else
        text_printf(out, ",\nand the lowest power of 2 in it is %" PRIu64 ".\n", lowest_digit(sum));
}

static void explain_difference(const struct view *view, uint64_t least, struct text *out)
{
    int64_t difference = view->heaps[1] - view->heaps[0];
    if (difference == 0) {
        text_append_string(out, "The heaps are equal, so every move can be answered in the other "
                                "heap.\n");
        return;
    }
    struct p_sequence *sequence = &view->tables->sequence;
    int64_t smallest = p_sequence_smallest_part(sequence, difference);
    if (least == (uint64_t)smallest)
        text_printf(out, "The smallest part of the difference of the heaps counts, %" PRId64 ":\n",
                    smallest);
    else
        text_printf(out,
                    "Here %" PRIu64 " from the smaller heap is enough, the Fibonacci number before "
                    "the smallest\npart of the difference of the heaps, which is %" PRId64 ":\n",
                    least, smallest);
    parts_text_sum(sequence, difference, out);
}

static void explain_theory(const struct view *view, uint64_t least, struct text *out)
{
    switch (view->theory) {
    case TAKE_AWAY_BY_PARTS:
        break;
    case TAKE_AWAY_BY_NIM_SUM:
        explain_nim_sum(view, out);
        break;
    case TAKE_AWAY_BY_DIFFERENCE:
        explain_difference(view, least, out);
        break;
    case TAKE_AWAY_BY_TABLE:
        text_append_string(out, "All smaller positions were tabulated.\n");
        break;
    }
}

enum { LONG_NUMBER = 1000000 }; /* the sentence takes two lines then */

static void explain_quota(const struct move *best, int64_t quota, uint64_t least, struct text *out)
{
    if (least == UINT64_MAX) {
        text_append_string(out, "No move wins from these heaps, however much may be taken.\n");
        return;
    }
    if (best)
        text_printf(out, "Take %" PRId64 " from the heap of %" PRId64 ", and no answer wins.\n",
                    best->cells[0] - take_away_heap_left(best), best->cells[0]);
    else
        text_append_string(out, "No move wins.\n");
    text_printf(out,
                "To win here one has to be allowed to take %" PRIu64 ";%snow at most %" PRId64
                " may be taken.\n",
                least, least < LONG_NUMBER ? " " : "\n", quota);
}

static void global_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    if (position->count == 0)
        return;
    struct view view = view_of(solver, position);
    if (view.theory == TAKE_AWAY_BY_PARTS) {
        int64_t take = best ? best->cells[0] - take_away_heap_left(best) : 0;
        parts_text_explain(&view.tables->sequence, view.heaps[0], view.quota, take, out);
        return;
    }
    uint64_t least = least_winning_quota(&view);
    explain_quota(best, view.quota, least, out);
    explain_theory(&view, least, out);
}

static void print_least(uint64_t least, struct text *out)
{
    if (least == UINT64_MAX)
        text_append_string(out, " least none\n");
    else
        text_printf(out, " least %" PRIu64 "\n", least);
}

static void prove_by_difference(const struct view *view, struct text *out)
{
    text_append_string(out, "theorem global-difference\n");
    text_printf(out, "difference %" PRId64, view->heaps[1] - view->heaps[0]);
    print_least(least_winning_quota(view), out);
}

static enum error_code global_prove(struct proof *proof)
{
    struct tables *tables = proof->solver->tables;
    if (proof->lost->count == 0) {
        parts_text_prove(&tables->sequence, 0, proof->out);
        return ERROR_NONE;
    }
    struct view view = view_of(proof->solver, proof->lost);
    switch (view.theory) {
    case TAKE_AWAY_BY_PARTS:
        parts_text_prove(&tables->sequence, view.heaps[0], proof->out);
        return ERROR_NONE;
    case TAKE_AWAY_BY_NIM_SUM:
        text_append_string(proof->out, "theorem global-binary\n");
        proof_sums(proof, NULL);
        text_append_string(proof->out, "digit");
        print_least(least_winning_quota(&view), proof->out);
        return ERROR_NONE;
    case TAKE_AWAY_BY_DIFFERENCE:
        prove_by_difference(&view, proof->out);
        return ERROR_NONE;
    case TAKE_AWAY_BY_TABLE:
        break;
    }
    return proof_every_move(proof);
}

const struct solver_family solver_family_take_away_global = {
    .family = &family_take_away,
    .variant = TAKE_AWAY_GLOBAL,
    .tables_create = global_tables_create,
    .tables_destroy = global_tables_destroy,
    .memory = global_memory,
    .outcome = global_outcome,
    .winning_moves = global_winning_moves,
    .ending_move = global_ending_move,
    .promising_replies = global_promising_replies,
    .is_quick = global_is_quick,
    .explain = global_explain,
    .prove = SOLVER_PROVES(global_prove),
};
