#include "common/words/why.h"

#include "common/base/memory.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_WINNING_MOVES_MAX = 50,
    SHOWN_LINE_MOVES_MAX = 40,
    LINE_WIDTH = 100, /* bytes */
    HINT_MOVES_MAX = 3,
    SHOWN_MOVES_MAX = 8, /* of one value */
    SHOWN_VALUES_MAX = 40,
};

/* --- the solution of a position --- */

void solution_find(struct solver *solver, const struct position *position,
                   struct solution *ret_solution)
{
    struct solution *solution = ret_solution;
    solution->outcome = solver_outcome(solver, position);
    solution->has_grundy = solver_grundy(solver, position, &solution->grundy);
    solution->winning = solver_winning_moves(solver, position, solution->moves, SOLUTION_MOVES_MAX);
    solution->drawing = (struct winning_moves){.counted = true};
    if (solution->outcome == OUTCOME_D)
        solution->drawing =
            solver_drawing_moves(solver, position, solution->moves, SOLUTION_MOVES_MAX);
    solution->has_best = !position_is_over(solver_rules(solver), position);
    if (solution->has_best)
        solver_best_move(solver, position, &solution->best);
}

/* "Winning moves (2): 17>16 17>13"; of a drawn position "Drawing moves (1): 4>2". */
static void print_good_moves(const struct rules *rules, const struct position *position,
                             const struct solution *solution, struct text *out)
{
    bool is_drawn = solution->outcome == OUTCOME_D && solution->has_best;
    const struct winning_moves *winning = is_drawn ? &solution->drawing : &solution->winning;
    uint32_t shown =
        winning->listed < SHOWN_WINNING_MOVES_MAX ? winning->listed : SHOWN_WINNING_MOVES_MAX;
    if (shown == 0) {
        text_append_string(out, "Winning moves: none\n");
        return;
    }
    text_printf(out, "%s moves (%s", is_drawn ? "Drawing" : "Winning",
                winning->counted ? "" : "at least ");
    text_append_uint128(out, winning->count);
    if (winning->count > shown)
        text_printf(out, ", the first %" PRIu32, shown);
    text_append_string(out, "):");
    for (uint32_t i = 0; i < shown; i++) {
        text_append_char(out, ' ');
        move_print(rules, position, &solution->moves[i], out);
    }
    text_append_char(out, '\n');
}

void solution_say_outcome(const struct solution *solution, struct text *out)
{
    static const char *const sentences[] = {
        [OUTCOME_P] = ("The previous player wins (a P-position): whoever is to move loses against "
                       "best play."),
        [OUTCOME_N] = "The next player wins (an N-position): whoever is to move can win.",
        [OUTCOME_D] = "A draw (a D-position): neither player can force a win.",
    };
    text_append_string(out, sentences[solution->outcome]);
}

void solution_say_move(const struct rules *rules, const struct position *position,
                       const struct solution *solution, struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    if (!solution->has_best)
        return;
    text_append_string(out, winning->count > 0 ? "You can win: "
                            : solution->outcome == OUTCOME_D
                                ? "It is a draw if both play well. To keep it: "
                                : "No move wins if the other plays well. The hardest to answer: ");
    words_move(rules, position, &solution->best, true, out);
    assert(winning->listed <= SOLUTION_MOVES_MAX);
    uint128 others = winning->count > 0 ? winning->count - 1 : 0;
    uint128 told = others < HINT_MOVES_MAX ? others : HINT_MOVES_MAX - 1;
    for (uint32_t i = 0, left = (uint32_t)told; i < winning->listed && left > 0; i++) {
        if (move_equal(&solution->moves[i], &solution->best))
            continue;
        text_append_string(out, --left == 0 ? "; or " : "; ");
        words_move(rules, position, &solution->moves[i], true, out);
    }
    text_append_string(out, others > told ? "; and more moves do." : ".");
}

void solution_print(const struct rules *rules, const struct position *position,
                    const struct solution *solution, struct text *out)
{
    words_rules(rules->text, rules->look, out);
    text_append_string(out, ", position ");
    if (!words_are_notation(rules, position)) {
        position_print(rules, position, out);
        text_append_string(out, ": ");
    }
    words_position(rules, position, out);
    text_append_char(out, '.');
    words_drawing(rules, position, out);
    text_append_char(out, '\n');
    solution_say_outcome(solution, out);
    text_append_char(out, '\n');
    if (solution->has_grundy)
        text_printf(out, "Grundy value: %" PRIu64 "\n", solution->grundy);
    print_good_moves(rules, position, solution, out);
    if (!solution->has_best) {
        text_append_string(out, "There is no legal move.\n");
        return;
    }
    text_append_string(out,
                       solution->outcome == OUTCOME_P ? "Hardest move to answer: " : "Best move: ");
    move_print(rules, position, &solution->best, out);
    text_append_char(out, '\n');
}

void explanation_print(const struct text *explanation, struct text *out)
{
    if (explanation->len == 0)
        return;
    text_append_string(out, "\nWhy:\n");
    for (const char *line = text_string(explanation); *line;) {
        size_t len = strcspn(line, "\n");
        text_append_string(out, len > 0 ? "  " : "");
        text_append(out, line, len);
        text_append_char(out, '\n');
        line += len + (line[len] == '\n');
    }
}

const char *why_no_hint(bool in_tournament, bool is_rated, bool is_against_bot)
{
    if (in_tournament)
        return "There are no hints in a tournament";
    if (is_rated)
        return "There are no hints in a rated match";
    return is_against_bot ? NULL : "There are hints only against bots";
}

/* --- a line of best play --- */

void best_line_begin(struct best_line *line, struct solver *solver, const struct position *position)
{
    *line = (struct best_line){
        .solver = solver,
        .is_complete = position_is_over(solver_rules(solver), position),
    };
    position_copy(&line->position, position);
}

void best_line_go_on(struct best_line *line)
{
    const struct rules *rules = solver_rules(line->solver);
    struct move move;
    assert(!line->is_complete);
    solver_best_move(line->solver, &line->position, &move);
    if (line->count++ > 0)
        text_append_char(&line->moves, ' ');
    move_print(rules, &line->position, &move, &line->moves);
    move_apply(rules, &line->position, &move);
    line->is_complete = position_is_over(rules, &line->position);
}

void best_line_finish(struct best_line *line)
{
    position_finish(&line->position);
    text_finish(&line->moves);
}

void best_line_print(const struct best_line *line, struct text *out)
{
    if (line->count == 0)
        return;
    text_append_string(out, "\nBest play of both sides");
    if (line->is_complete)
        text_printf(out, ", %" PRId64 " move%s", line->count, line->count > 1 ? "s" : "");
    text_append_string(out, ":\n");

    const char *move = text_string(&line->moves);
    size_t width = 0; /* of the open line of text */
    for (int shown = 0; *move && shown < SHOWN_LINE_MOVES_MAX; shown++) {
        size_t len = strcspn(move, " ");
        if (width > 0 && width + 1 + len > LINE_WIDTH) {
            text_append_char(out, '\n');
            width = 0;
        }
        text_append_string(out, width > 0 ? " " : "  ");
        text_append(out, move, len);
        width += (width > 0 ? 1 : 2) + len;
        move += len + (move[len] == ' ');
    }
    text_append_char(out, '\n');

    int64_t hidden = line->count - SHOWN_LINE_MOVES_MAX;
    if (line->is_complete && hidden > 0)
        text_printf(out, "  ... and %" PRId64 " more move%s to the end.\n", hidden,
                    hidden > 1 ? "s" : "");
    if (line->is_complete)
        return;
    text_printf(out, "  ... and so on; after %" PRId64 " moves ", line->count);
    text_append_uint128(out, position_counters(solver_rules(line->solver), &line->position));
    text_append_string(out, " are still left.\n");
}

/* --- the moves by value --- */

/* A stable sort. */
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

/* Prints one line for all moves from index `from` on that have the same value. Returns the index
 * behind them. */
static uint32_t print_value(const struct rules *rules, const struct position *position,
                            const struct move_values *values, uint32_t from, struct text *out)
{
    uint32_t end = from;
    assert(from < values->count);
    assert(from == 0 || values->moves[from - 1].value < values->moves[from].value);
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

/* The least value that no move leads to. */
static uint64_t mex_of(const struct move_values *values)
{
    uint64_t mex = 0;
    for (uint32_t i = 0; i < values->count && values->moves[i].value <= mex; i++)
        mex = values->moves[i].value + 1;
    return mex;
}

/* `blank` stands where a line may end. */
static void say_mex(uint64_t mex, const char *blank, struct text *out)
{
    text_printf(out,
                "The moves by the value that they lead to. No move leads to %" PRIu64
                ", the first value that%sis missing, and so the position has the value %" PRIu64
                " (the mex)",
                mex, blank, mex);
}

void move_values_say(const struct move_values *values, struct text *out)
{
    say_mex(mex_of(values), " ", out);
    text_append_char(out, '.');
}

void move_values_print(const struct rules *rules, const struct position *position,
                       const struct move_values *values, struct text *out)
{
    uint64_t mex = mex_of(values);
    uint32_t lines = 0;
    bool has_mex = false;
    text_append_char(out, '\n');
    say_mex(mex, "\n", out);
    text_append_string(out, ":\n");
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
