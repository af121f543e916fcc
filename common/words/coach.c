#include "common/words/coach.h"

#include "common/words/choice.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* --- a move --- */

/* "3 of 17 moves", "at least 3 of 17 moves" */
static void say_winning(const struct winning_moves *winning, uint128 count, struct text *out)
{
    text_append_string(out, winning->counted ? "" : "at least ");
    text_append_uint128(out, winning->count);
    text_append_string(out, " of ");
    text_append_uint128(out, count);
    text_append_string(out, " moves");
}

static void say_kept(const struct mark *mark, const struct rules *rules, bool is_over,
                     uint128 count, struct text *out)
{
    if (is_over) {
        static const char *const reasons[] = {
            [WORDS_END_NO_MOVE] = "your opponent has no move left",
            [WORDS_END_DOLLAR] = "you took the dollar",
            [WORDS_END_LAST_COUNTER] = "you took the last counter",
            [WORDS_END_EVEN_STEPS] = "you made an even number of steps",
        };
        text_printf(out, "Won: %s.", reasons[words_end_of(rules)]);
    } else if (count == 1) {
        text_append_string(out, "Kept: it was the only move, and it wins.");
    } else if (mark->counted && mark->winning == 1) {
        text_append_string(out, "Kept: the only winning move of ");
        text_append_uint128(out, count);
        text_append_char(out, '.');
    } else {
        text_printf(out, "Kept: one of %s", mark->counted ? "" : "at least ");
        text_append_uint128(out, mark->winning);
        text_append_string(out, " winning moves. Whatever your opponent answers, you can win.");
    }
}

/* Of a position that was a draw, or that the move has made one. */
static void say_draw(const struct mark *mark, bool is_over, const struct solution *solution,
                     uint128 count, struct text *out)
{
    if (mark->kept) {
        text_append_string(out, is_over ? "Kept: a draw, nobody can move."
                                        : "Kept: it is a draw if both play well.");
        return;
    }
    text_append_string(out, "Thrown away: ");
    say_winning(mark->won ? &solution->winning : &solution->drawing, count, out);
    if (mark->won)
        text_append_string(out, is_over ? " kept the win. Nobody can move now: a draw."
                                        : " kept the win. Now it is a draw if both play well.");
    else
        text_append_string(out, is_over ? " kept the draw. This was the last move, and it loses."
                                        : " kept the draw. Now your opponent can win.");
}

struct mark coach_say_move(struct solver *solver, const struct position *position,
                           const struct solution *solution, const struct move *move,
                           struct text *out)
{
    const struct rules *rules = solver_rules(solver);
    struct position after = {0};
    position_copy(&after, position);
    move_apply(rules, &after, move);
    bool is_over = position_is_over(rules, &after);
    struct mark mark = {
        .won = solution->outcome == OUTCOME_N,
        .drawn = solution->outcome == OUTCOME_D,
        .winning = solution->winning.count + solution->drawing.count,
        .counted = solution->winning.counted,
    };
    enum outcome left = solver_outcome(solver, &after);
    mark.kept = (mark.won && left == OUTCOME_P) || (mark.drawn && left == OUTCOME_D);
    mark.to_draw = mark.won && left == OUTCOME_D;
    position_finish(&after);

    if (mark.drawn || mark.to_draw) {
        say_draw(&mark, is_over, solution, move_count(rules, position), out);
    } else if (mark.kept) {
        say_kept(&mark, rules, is_over, move_count(rules, position), out);
    } else if (mark.won) {
        text_append_string(out, "Thrown away: ");
        say_winning(&solution->winning, move_count(rules, position), out);
        text_append_string(out, is_over ? " kept the win. This was the last move, and it loses."
                                        : " kept the win. Now your opponent can win.");
    } else if (is_over) {
        text_append_string(out, "Lost: there was no other way, and the last move loses.");
    } else if (solution->has_best && move_equal(&solution->best, move)) {
        text_append_string(out, "It was lost already, and this is the hardest move to answer.");
    } else {
        text_append_string(out, "It was lost already: whatever you play, your opponent can win.");
    }
    return mark;
}

/* --- help --- */

/* "row 4"; where several rows have this label "one of the rows 4". */
static void say_row(const struct grid *grid, uint32_t row, struct text *out)
{
    uint32_t count = 0;
    while (row > 0 && !grid->row_labels[row].text[0])
        row--; /* of a circle the first line has the label */
    const char *label = grid->row_labels[row].text;
    for (uint32_t i = 0; i < grid->rows; i++)
        count += strcmp(grid->row_labels[i].text, label) == 0;
    text_printf(out, count > 1 ? "one of the rows %s" : "row %s", label);
}

/* Says of the best move where it begins on the board; where each move is one press on a board of
 * several rows, the row of that. */
static void say_square(const struct choice *choice, struct text *out)
{
    const struct grid *grid = &choice->parts.grid;
    const struct grid_path *path = &choice->ways.items[choice->ways.at].path;
    bool has_pieces = choice_has_pieces(choice), is_alone = true;
    uint32_t square = path->squares[has_pieces ? 0 : path->count - 1];
    uint32_t row = square / grid->columns, column = square % grid->columns;
    const char *label = grid->squares[square].label;
    for (uint32_t i = 0; i < grid->rows * grid->columns; i++)
        is_alone &= i == square || strcmp(grid->squares[i].label, label) != 0;
    bool is_in_row = !label[0] && !(grid->rows == 1 && grid->column_labels[column].text[0]);
    if (is_in_row && !has_pieces)
        text_append_string(out, "is in ");
    else
        text_printf(out, "%s %s ", has_pieces ? "begins" : "ends",
                    label[0] && grid->noun ? "with" : "on");
    if (label[0]) {
        text_printf(out, "%s %s%s", grid_noun(grid), label, is_alone ? "" : " of ");
        if (!is_alone)
            say_row(grid, row, out);
    } else if (is_in_row) {
        say_row(grid, row, out);
    } else {
        text_printf(out, "column %s", grid->column_labels[column].text);
    }
}

/* Says of the best move how far it takes the only piece of a row. */
static void say_distance(const struct choice *choice, struct text *out)
{
    const struct choice_ways *ways = &choice->ways;
    uint32_t most = 0, chosen = 0;
    for (uint32_t i = 0; i < ways->count; i++) {
        const struct grid_path *path = &ways->items[i].path;
        uint32_t from = path->squares[0], to = path->squares[path->count - 1];
        uint32_t distance = from > to ? from - to : to - from;
        most = distance > most ? distance : most;
        chosen = i == ways->at ? distance : chosen;
    }
    uint32_t half = most - most / 2;
    text_printf(out, "goes %s %" PRIu32 " square%s", chosen <= half ? "at most" : "more than", half,
                half == 1 ? "" : "s");
}

/* Says of the best move along which line the queen goes. */
static void say_line(const struct choice *choice, struct text *out)
{
    const struct grid_path *path = &choice->ways.items[choice->ways.at].path;
    uint32_t columns = choice->parts.grid.columns, from = path->squares[0], to = path->squares[1];
    text_append_string(out, from / columns == to / columns   ? "goes along the row"
                            : from % columns == to % columns ? "goes along the column"
                                                             : "goes along the diagonal");
}

/* Says of the best move on which board of pawns it is; of a single board, what becomes of it. */
static void say_pawns(const struct choice *choice, const struct part *part, bool is_single,
                      struct text *out)
{
    if (!is_single)
        text_printf(out, "is on %s board of %" PRId64 " files", part->is_ring ? "a round" : "a",
                    part->size);
    else
        text_append_string(out, choice->move.after_count > 1 ? "leaves two boards"
                                                             : "leaves one board or none");
}

/* The part that the move changes. */
static const struct part *part_of(const struct choice *choice)
{
    const struct parts *parts = &choice->parts;
    const struct part *part = &parts->items[choice->part];
    struct parts_move place = parts_move_of(&choice->rules, &choice->move);
    for (uint32_t i = 0; i < parts->count && parts->kind == PARTS_GRID; i++)
        if (memcmp(parts->items[i].group, place.group, sizeof place.group) == 0)
            part = &parts->items[i];
    return part;
}

/* Says of the best move, as it is chosen, to which part it belongs; of a single part, what becomes
 * of it. */
static void say_part(const struct choice *choice, struct text *out)
{
    const struct parts *parts = &choice->parts;
    bool is_grid = parts->kind == PARTS_GRID;
    if (is_grid && parts->grid.rows == 1 && !choice_has_pieces(choice)) {
        say_distance(choice, out);
        return;
    }
    if (is_grid && (parts->count == 0 || choice_has_pieces(choice))) {
        say_square(choice, out);
        return;
    }
    const struct part *part = part_of(choice);
    bool is_single = true;
    for (uint32_t i = 0; i < parts->count; i++)
        is_single &= parts->items[i].group[0] == part->group[0] &&
                     parts->items[i].group[1] == part->group[1];

    if (parts->kind == PARTS_EDGES) {
        if (part->depth == 0)
            text_append_string(out, "cuts an edge that stands on the ground");
        else
            text_printf(out, "cuts an edge with %d edge%s between it and the ground", part->depth,
                        part->depth == 1 ? "" : "s");
    } else if (is_grid && choice->rules.look == LOOK_PAWNS) {
        say_pawns(choice, part, is_single, out);
    } else if (is_grid && choice->rules.look == LOOK_QUEEN) {
        say_line(choice, out);
    } else if (part->is_both) {
        text_append_string(out, "takes from both heaps");
    } else if (!is_single && parts->kind == PARTS_CHOCOLATE) {
        text_printf(out, "bites into row %" PRIu32, choice->part + 1);
    } else if (!is_single) {
        text_printf(out, "is in the %s of %" PRId64, part->is_ring ? "ring" : "heap", part->size);
    } else if (parts->only_splits) {
        int64_t smaller = choice->before < part->size - choice->before
                              ? choice->before
                              : part->size - choice->before;
        text_printf(out, "leaves two heaps, the smaller of %s %" PRId64,
                    smaller <= part->size / 4 ? "at most" : "more than", part->size / 4);
    } else if (parts->may_split) {
        bool is_split = choice->before > 0 && choice->before + choice->taken < part->size;
        text_append_string(out, !is_split                      ? "leaves one heap or none"
                                : choice->move.after_count > 2 ? "splits the heap in three"
                                                               : "splits the heap in two");
    } else {
        int64_t half = part->most - part->most / 2;
        text_printf(out, "takes %s %" PRId64, choice->taken <= half ? "at most" : "more than",
                    half);
    }
}

const char *coach_step_question(enum coach_step step)
{
    static const char *const questions[] = {
        [COACH_OUTCOME] = "Is it won?",
        [COACH_PART] = "Which heap?",
        [COACH_MOVE] = "Which move, and why?",
    };
    return questions[step];
}

void coach_say_help(const struct rules *rules, const struct position *position,
                    const struct solution *solution, enum coach_step step, struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    assert(solution->has_best);
    if (step == COACH_MOVE) {
        solution_say_move(rules, position, solution, out);
    } else if (step == COACH_OUTCOME && winning->count > 0) {
        uint128 count = move_count(rules, position);
        text_append_string(out, "You can win: ");
        if (winning->counted && winning->count == count)
            text_append_string(out, "every move keeps");
        else
            say_winning(winning, count, out);
        if (winning->count != count)
            text_append_string(out, winning->count == 1 ? " keeps" : " keep");
        text_append_string(out, " the win.");
    } else if (step == COACH_OUTCOME && solution->outcome == OUTCOME_D) {
        text_append_string(out, "Nobody can force a win here: it is a draw if both play well. Look "
                                "for a move that keeps it.");
    } else if (step == COACH_OUTCOME) {
        text_append_string(out, "No move wins here if your opponent plays well. Look for the one "
                                "that is hardest to answer.");
    } else if (move_count(rules, position) == 1) {
        text_append_string(out, "There is only one move.");
    } else {
        struct choice choice = {0};
        choice_begin(&choice, rules, position);
        choice_set(&choice, &solution->best);
        if (choice.parts.kind == PARTS_UNKNOWN) {
            solution_say_move(rules, position, solution, out);
            choice_finish(&choice);
            return;
        }
        text_append_string(out, solution->outcome == OUTCOME_D ? "A move that keeps the draw "
                                : winning->count == 0 ? "The move that is hardest to answer "
                                : winning->counted && winning->count == 1 ? "The winning move "
                                                                          : "A winning move ");
        say_part(&choice, out);
        text_append_char(out, '.');
        choice_finish(&choice);
    }
}
