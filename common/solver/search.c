/* Solves games without a theory of their own by trying every move. Each position is judged once.
 * The limits of the rules (position_check_limits) keep that short. */
#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/subtraction.h"
#include "common/solver/position_table.h"
#include "common/solver/solver_family.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

/* With more positions than this, many of them from matches long over, the table is emptied before
 * the next question. */
enum { POSITIONS_KEPT_MAX = 2000000 };
enum { FIRST_CAPACITY = 64 };

/* In the table: a position that is not yet judged has 0. */
enum { JUDGED_LOST = 1, JUDGED_DRAWN, JUDGED_WON };

/* A position whose moves are being tried. The last moves come first, because they take the most and
 * leave the smallest search. */
struct frame {
    uint64_t cells_start; /* in the stack of cells */
    uint64_t moves_left;
    uint32_t cells_count;
    uint32_t best; /* of the moves tried: the verdict that they make sure of */
};

/* The positions from the requested one down to the one in work, as a stack: a heap of a million
 * from which one counter is taken at a time makes it a million long, too long for recursion. */
struct search {
    struct position_table *verdicts;
    struct frame *frames;
    size_t frames_count;
    size_t frames_capacity;
    int64_t *cells; /* of the frames, one after the other */
    size_t cells_count;
    size_t cells_capacity;
    struct position after; /* a move */
};

static void *search_create(const struct rules *rules)
{
    (void)rules;
    struct search *search = memory_zeroed(1, sizeof *search);
    search->verdicts = position_table_create();
    search->frames_capacity = search->cells_capacity = FIRST_CAPACITY;
    search->frames = memory_zeroed(FIRST_CAPACITY, sizeof *search->frames);
    search->cells = memory_zeroed(FIRST_CAPACITY, sizeof *search->cells);
    return search;
}

static void search_destroy(void *tables)
{
    struct search *search = tables;
    position_table_destroy(search->verdicts);
    free(search->frames);
    free(search->cells);
    position_finish(&search->after);
    free(search);
}

static size_t search_memory(const void *tables)
{
    const struct search *search = tables;
    return position_table_memory(search->verdicts) +
           search->frames_capacity * sizeof *search->frames +
           search->cells_capacity * sizeof *search->cells;
}

static void push_cells(struct search *search, const struct position *position)
{
    if (position->count > search->cells_capacity - search->cells_count) {
        search->cells_capacity = 2 * (search->cells_count + position->count);
        search->cells =
            memory_resized(search->cells, search->cells_capacity, sizeof *search->cells);
    }
    for (uint32_t i = 0; i < position->count; i++)
        search->cells[search->cells_count++] = position->cells[i];
}

static void push_frame(struct search *search, const struct rules *rules,
                       const struct position *position)
{
    if (search->frames_count == search->frames_capacity) {
        search->frames_capacity *= 2;
        search->frames =
            memory_resized(search->frames, search->frames_capacity, sizeof *search->frames);
    }
    search->frames[search->frames_count++] = (struct frame){
        .cells_start = search->cells_count,
        .moves_left = (uint64_t)move_count(rules, position),
        .cells_count = position->count,
        .best = JUDGED_LOST,
    };
    push_cells(search, position);
}

/* A view of the position on top of the stack, valid until the next push. */
static struct position top_position(const struct search *search)
{
    assert(search->frames_count > 0);
    const struct frame *frame = &search->frames[search->frames_count - 1];
    return (struct position){
        .count = frame->cells_count,
        .cells = search->cells + frame->cells_start,
    };
}

/* 0: not judged. */
static uint32_t verdict_of(struct search *search, const struct position *position)
{
    const uint32_t *verdict = position_table_find(search->verdicts, position);
    return verdict ? *verdict : 0;
}

/* Tries the moves of the position on top until one wins, none is left, or one leads to a position
 * not judged yet, which then is pushed. */
static void try_moves(struct solver *solver)
{
    static const uint32_t verdict_of_end[] = {
        [STUCK_LOSES] = JUDGED_LOST,
        [STUCK_DRAWS] = JUDGED_DRAWN,
        [STUCK_WINS] = JUDGED_WON,
    };
    struct search *search = solver->tables;
    struct frame *frame = &search->frames[search->frames_count - 1];
    struct position position = top_position(search);
    if (frame->moves_left == 0 && position_is_over(&solver->rules, &position))
        frame->best = verdict_of_end[position_stuck_result(&solver->rules, &position)];
    while (frame->moves_left > 0 && frame->best != JUDGED_WON) {
        struct move move;
        move_at(&solver->rules, &position, frame->moves_left - 1, &move);
        position_copy(&search->after, &position);
        move_apply(&solver->rules, &search->after, &move);
        uint32_t verdict = verdict_of(search, &search->after);
        if (verdict == 0) {
            push_frame(search, &solver->rules, &search->after);
            return;
        }
        uint32_t own = JUDGED_LOST + JUDGED_WON - verdict;
        frame->best = own > frame->best ? own : frame->best;
        frame->moves_left--;
    }

    *position_table_place(search->verdicts, &position) = frame->best;
    search->frames_count--;
    search->cells_count -= position.count;
    assert(search->cells_count == frame->cells_start);
}

static uint32_t judge(struct solver *solver, const struct position *position)
{
    struct search *search = solver->tables;
    uint32_t verdict = verdict_of(search, position);
    if (verdict == 0) {
        push_frame(search, &solver->rules, position);
        while (search->frames_count > 0)
            try_moves(solver);
        verdict = verdict_of(search, position);
    }
    return verdict;
}

static void forget_when_full(struct search *search)
{
    if (position_table_count(search->verdicts) <= POSITIONS_KEPT_MAX)
        return;
    position_table_destroy(search->verdicts);
    search->verdicts = position_table_create();
}

static enum outcome search_outcome(struct solver *solver, const struct position *position)
{
    static const enum outcome outcomes[] = {
        [JUDGED_LOST] = OUTCOME_P,
        [JUDGED_DRAWN] = OUTCOME_D,
        [JUDGED_WON] = OUTCOME_N,
    };
    forget_when_full(solver->tables);
    return outcomes[judge(solver, position)];
}

static void search_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    forget_when_full(solver->tables);
    uint128 count = move_count(&solver->rules, position);
    struct position after = {0};
    for (uint128 i = 0; i < count && !winning_list_is_done(list); i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        position_copy(&after, position);
        move_apply(&solver->rules, &after, &move);
        if (judge(solver, &after) != JUDGED_LOST)
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
    position_finish(&after);
}

/* At most some hundred positions can be reached, 2^8 from a picture, in less than 0.1 ms. */
static bool search_is_quick(const struct solver *solver, const struct position *position)
{
    enum { COUNTERS_QUICK = 8 };
    return position_counters(&solver->rules, position) <= COUNTERS_QUICK;
}

static void search_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    if (best) {
        move_print(&solver->rules, position, best, out);
        text_append_string(out, " wins.\n");
    } else if (!position_is_over(&solver->rules, position)) {
        text_append_string(out, search_outcome(solver, position) == OUTCOME_D
                                    ? "No move wins, but the draw can be kept.\n"
                                    : "No move wins.\n");
    } else {
        static const char *const ends[] = {
            [STUCK_LOSES] = "No move is left, and who has none loses.\n",
            [STUCK_DRAWS] = "No move is left, but counters are: a draw.\n",
            [STUCK_WINS] = "No move is left, and who has none wins.\n",
        };
        text_append_string(out, ends[position_stuck_result(&solver->rules, position)]);
    }
    text_append_string(out, "No rule is known for this game, but every move was tried.\n");
}

const struct solver_family solver_family_search = {
    .tables_create = search_create,
    .tables_destroy = search_destroy,
    .memory = search_memory,
    .outcome = search_outcome,
    .winning_moves = search_winning_moves,
    .is_quick = search_is_quick,
    .explain = search_explain,
};

/* --- subtraction games that are won with the last counter of all --- */

/* To take all that is left. */
static bool clear_ending_move(struct solver *solver, const struct position *position,
                              struct move *ret_move)
{
    if (position->count != 1 || !subtraction_contains(&solver->rules, position->cells[0]))
        return false;
    *ret_move = heaps_move(position->cells[0], 0, 0);
    return true;
}

const struct solver_family solver_family_clear = {
    .family = &family_subtraction,
    .variant = SUBTRACTION_CLEAR,
    .tables_create = search_create,
    .tables_destroy = search_destroy,
    .memory = search_memory,
    .outcome = search_outcome,
    .winning_moves = search_winning_moves,
    .ending_move = clear_ending_move,
    .is_quick = search_is_quick,
    .explain = search_explain,
};
