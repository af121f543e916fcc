#include "client/study/move_values.h"

#include "client/json.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    SHOWN_MOVES_MAX = 8, /* of one value */
    SHOWN_VALUES_MAX = 40,
};

/* Puts them in order by value and leaves those of one value in their order. */
static void sort_by_value(struct move_values *values)
{
    struct move_value *moves = values->moves;
    for (uint32_t i = 1; i < values->count; i++) {
        struct move_value moved = moves[i];
        uint32_t at = i;
        for (; at > 0 && moves[at - 1].value > moved.value; at--)
            moves[at] = moves[at - 1];
        moves[at] = moved;
    }
}

enum error_code move_values_find(struct solver *solver, const struct position *position,
                                 struct move_values *ret_values, struct error *error)
{
    const struct rules *rules = solver_rules(solver);
    uint128 count = move_count(rules, position);
    if (rules->misere)
        return error_set(error, ERROR_USAGE, "--values: in misere play positions have no values");
    if (count > SOLVER_EXACT_MOVES)
        return error_set(error, ERROR_USAGE,
                         "--values: the position has more than %d moves; take a smaller one",
                         SOLVER_EXACT_MOVES);
    struct move_values values = {.count = (uint32_t)count};
    values.moves = memory_zeroed(values.count + 1, sizeof *values.moves);
    struct position after = {0};
    bool is_known = true;
    for (uint32_t i = 0; i < values.count && is_known; i++) {
        struct move_value *row = &values.moves[i];
        move_at(rules, position, i, &row->move);
        position_copy(&after, position);
        move_apply(rules, &after, &row->move);
        is_known = solver_grundy(solver, &after, &row->value);
    }
    position_finish(&after);
    if (!is_known) {
        move_values_finish(&values);
        return error_set(error, ERROR_USAGE,
                         "--values: the values of this game are not known for this position");
    }
    sort_by_value(&values);
    *ret_values = values;
    return ERROR_NONE;
}

void move_values_finish(struct move_values *values)
{
    free(values->moves);
    *values = (struct move_values){0};
}

/* The least value that no move leads to. */
static uint64_t find_mex(const struct move_values *values)
{
    uint64_t mex = 0;
    for (uint32_t i = 0; i < values->count && values->moves[i].value <= mex; i++)
        mex = values->moves[i].value + 1;
    return mex;
}

/* One line for all moves from index `from` on that have the same value. Returns the index after
 * them. */
static uint32_t print_value(const struct rules *rules, const struct position *position,
                            const struct move_values *values, uint32_t from, struct text *out)
{
    uint32_t end = from;
    text_printf(out, "  %4" PRIu64 " ", values->moves[from].value);
    for (; end < values->count && values->moves[end].value == values->moves[from].value; end++) {
        if (end - from >= SHOWN_MOVES_MAX)
            continue;
        text_append_char(out, ' ');
        move_print(rules, position, &values->moves[end].move, out);
    }
    if (end - from > SHOWN_MOVES_MAX)
        text_printf(out, " and %" PRIu32 " more", end - from - SHOWN_MOVES_MAX);
    text_append_char(out, '\n');
    return end;
}

void move_values_print(const struct rules *rules, const struct position *position,
                       const struct move_values *values, struct text *out)
{
    uint64_t mex = find_mex(values);
    uint32_t lines = 0;
    bool has_mex = false;
    text_printf(out,
                "\nThe moves by the value that they lead to. No move leads to %" PRIu64
                ", the first value that\nis missing, and so the position has the value %" PRIu64
                " (the mex):\n",
                mex, mex);
    for (uint32_t at = 0; at < values->count || !has_mex; lines++) {
        if (lines == SHOWN_VALUES_MAX) {
            text_append_string(out, "   ...\n");
            return;
        }
        if (!has_mex && (at == values->count || values->moves[at].value > mex)) {
            text_printf(out, "  %4" PRIu64 "  no move\n", mex);
            has_mex = true;
        } else {
            at = print_value(rules, position, values, at, out);
        }
    }
}

json_t *move_values_json(const struct rules *rules, const struct position *position,
                         const struct move_values *values)
{
    json_t *rows = json_array(), *moves = NULL;
    struct text text = {0};
    for (uint32_t i = 0; i < values->count; i++) {
        uint64_t value = values->moves[i].value;
        if (i == 0 || values->moves[i - 1].value != value) {
            moves = json_array();
            json_array_append_new(
                rows, json_pack("{s:I, s:o}", "value", (json_int_t)value, "moves", moves));
        }
        text_clear(&text);
        move_print(rules, position, &values->moves[i].move, &text);
        json_array_append_new(moves, json_string(text_string(&text)));
    }
    text_finish(&text);
    return rows;
}
