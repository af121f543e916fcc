#include "bots/greedy.h"

#include <stdbool.h>
#include <string.h>

struct search {
    const struct rules *rules;
    const struct position *position;
    struct position after; /* for the position after a move */
    uint128 count;
    uint128 counters; /* on the table */
    uint128 most;     /* that the best move so far takes */
    bool has_move;
    struct move move; /* the best so far */
};

static struct move move_of(const struct search *search, uint128 index)
{
    struct move move;
    move_at(search->rules, search->position, index, &move);
    return move;
}

static uint128 counters_taken(struct search *search, const struct move *move)
{
    position_copy(&search->after, search->position);
    move_apply(search->rules, &search->after, move);
    return search->counters - position_counters(search->rules, &search->after);
}

/* Does it take more than all moves before? */
static bool keep_if_better(struct search *search, const struct move *move)
{
    uint128 taken = counters_taken(search, move);
    if (search->has_move && taken <= search->most)
        return false;
    search->has_move = true;
    search->most = taken;
    search->move = *move;
    return true;
}

static void try_all(struct search *search)
{
    for (uint128 i = 0; i < search->count; i++) {
        struct move move = move_of(search, i);
        keep_if_better(search, &move);
    }
}

static bool have_same_before(const struct move *a, const struct move *b)
{
    return a->before_count == b->before_count &&
           memcmp(a->cells, b->cells, a->before_count * sizeof *a->cells) == 0;
}

/* The index after the last of the moves that have the same cells before them as the one at `start`.
 */
static uint128 end_of_run(const struct search *search, uint128 start)
{
    struct move first = move_of(search, start);
    uint128 from = start + 1, end = search->count;
    while (from < end) {
        uint128 middle = from + (end - from) / 2;
        struct move move = move_of(search, middle);
        if (have_same_before(&move, &first))
            from = middle + 1;
        else
            end = middle;
    }
    return end;
}

/* The first of the moves of a run that takes as many as its last one. */
static struct move first_of_most(struct search *search, uint128 start, uint128 end)
{
    uint128 last = end - 1;
    while (start < last) {
        uint128 middle = start + (last - start) / 2;
        struct move move = move_of(search, middle);
        if (counters_taken(search, &move) < search->most)
            start = middle + 1;
        else
            last = middle;
    }
    return move_of(search, last);
}

static void try_last_of_each_run(struct search *search)
{
    uint128 best_start = 0, best_end = 0;
    for (uint128 start = 0, end; start < search->count; start = end) {
        end = end_of_run(search, start);
        struct move last = move_of(search, end - 1);
        if (keep_if_better(search, &last)) {
            best_start = start;
            best_end = end;
        }
    }
    search->move = first_of_most(search, best_start, best_end);
}

void greedy_move(const struct rules *rules, const struct position *position, struct move *ret_move)
{
    struct search search = {
        .rules = rules,
        .position = position,
        .count = move_count(rules, position),
        .counters = position_counters(rules, position),
    };
    if (search.count <= GREEDY_TRIED_MOVES)
        try_all(&search);
    else
        try_last_of_each_run(&search);
    *ret_move = search.move;
    position_finish(&search.after);
}
