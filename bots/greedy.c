#include "bots/greedy.h"

#include <stdbool.h>
#include <string.h>

/* Moves stand in the order of the heap they change, and for one heap in the order of the counters
 * they take (game.h). So the moves of a heap are a run, in which the first that takes the most can
 * be found by bisection, and so can the end of the run. */
struct moves {
    const struct rules *rules;
    const struct position *position;
    uint128 count;
};

static struct move move_of(const struct moves *moves, uint128 index)
{
    struct move move;
    move_at(moves->rules, moves->position, index, &move);
    return move;
}

static int64_t counters_taken(const struct move *move)
{
    int64_t taken = 0;
    for (int i = 0; i < move->before_count; i++)
        taken += move->cells[i];
    for (int i = 0; i < move->after_count; i++)
        taken -= move->cells[move->before_count + i];
    return taken;
}

static bool change_same_heap(const struct move *a, const struct move *b)
{
    return a->before_count == b->before_count &&
           memcmp(a->cells, b->cells, a->before_count * sizeof *a->cells) == 0;
}

/* The first index from `from` on, before `end`, whose move changes another heap than `move` or takes
 * more than `taken`; `end` when there is none. */
static uint128 bisect(const struct moves *moves, uint128 from, uint128 end, const struct move *move,
                      int64_t taken)
{
    while (from < end) {
        uint128 middle = from + (end - from) / 2;
        struct move at = move_of(moves, middle);
        if (change_same_heap(&at, move) && counters_taken(&at) <= taken)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

void greedy_move(const struct rules *rules, const struct position *position, struct move *ret_move)
{
    struct moves moves = {rules, position, move_count(rules, position)};
    int64_t most = -1;
    for (uint128 start = 0; start < moves.count;) {
        struct move first = move_of(&moves, start);
        uint128 end = bisect(&moves, start, moves.count, &first, INT64_MAX);
        struct move last = move_of(&moves, end - 1);
        int64_t taken = counters_taken(&last);
        if (taken > most) {
            most = taken;
            *ret_move = move_of(&moves, bisect(&moves, start, end, &first, taken - 1));
        }
        start = end;
    }
}
