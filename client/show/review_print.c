#include "client/show/record.h"

#include "client/show/columns.h"
#include "client/show/json.h"
#include "common/words/review.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>

/* Finds a winning move of the position at the stop; false: there is none. */
static bool find_winning(const struct replay *replay, struct solver *solver, struct move *ret_move)
{
    const struct position *position = &replay->walk.position;
    if (position_is_over(&replay->match->rules, position) ||
        solver_outcome(solver, position) == OUTCOME_P)
        return false;
    solver_best_move(solver, position, ret_move);
    return true;
}

/* Appends the sentence on the worth of the stop. */
static void say_stop(const struct replay *replay, struct solver *solver, struct text *out)
{
    struct move winning;
    bool is_there = find_winning(replay, solver, &winning);
    review_say_worth(replay, is_there ? &winning : NULL, out);
}

/* --- text --- */

static void print_sums(const struct replay *replay, struct text *out)
{
    static const struct column heads[] = {
        HEAD(""), HEAD_RIGHT("could win"), HEAD_RIGHT("kept"), HEAD_RIGHT("threw away"), {0},
    };
    static const struct column heads_of_draws[] = {
        HEAD_RIGHT("could draw"), HEAD_RIGHT("kept"), HEAD_RIGHT("threw away"), {0}};
    struct columns table = {0};
    bool has_draws = replay_has_draws(replay);
    columns_heads(&table, heads);
    if (has_draws)
        columns_heads(&table, heads_of_draws);
    for (int player = 0; player < 2; player++) {
        const struct mark_sums *sums = &replay->sums[player];
        columns_add(&table, "%s",
                    match_player(replay->match, player == 0 ? MATCH_FIRST : MATCH_SECOND));
        columns_add(&table, "%" PRId64, sums->won);
        columns_add(&table, "%" PRId64, sums->kept);
        columns_add(&table, "%" PRId64, sums->thrown);
        if (!has_draws)
            continue;
        const struct draw_sums *draws = &replay->draws[player];
        columns_add(&table, "%" PRId64, draws->met);
        columns_add(&table, "%" PRId64, draws->kept);
        columns_add(&table, "%" PRId64, draws->lost);
    }
    columns_print(&table, out);
}

/* Adds the mark of the stop and its meaning. */
static void add_verdict(const struct replay *replay, struct solver *solver, struct columns *table)
{
    const struct mark *mark = replay_mark(replay, replay->stop);
    if (!replay_is_mistake(replay, replay->stop)) {
        columns_add(table, "%s", mark->won ? "+" : mark->drawn ? "=" : ".");
        columns_add(table, "%s",
                    mark->won     ? "kept the win"
                    : mark->drawn ? "kept the draw"
                                  : "lost anyway");
        return;
    }
    struct move winning;
    struct text words = {0};
    bool is_draw = mark ? mark->drawn : replay->ending.worth == ENDING_IN_DRAW;
    text_printf(&words, "threw the %s away", is_draw ? "draw" : "win");
    if (find_winning(replay, solver, &winning)) {
        text_append_string(&words, "; ");
        move_print(&replay->match->rules, &replay->walk.position, &winning, &words);
        text_append_string(&words, " would have kept it");
    }
    columns_add(table, "%s", mark ? "x" : "!");
    columns_add(table, "%s", text_string(&words));
    text_finish(&words);
}

/* Prints a row for each move, and one for an ending that threw a win away. */
static void print_moves(struct replay *replay, struct solver *solver, struct text *out)
{
    const struct match *match = replay->match;
    struct columns table = {0};
    struct match_step step;
    for (int column = 0; column < 5; column++)
        columns_head(&table, NULL, column == 0 ? COLUMN_RIGHT : COLUMN_LEFT);
    for (int64_t ply = 1; ply <= match->ply; ply++) {
        replay_go(replay, ply);
        replay_step(replay, &step);
        columns_add(&table, "%" PRId64 ".", ply);
        columns_add(&table, "%s", match_player(match, step.by));
        columns_add(&table, "%.*s", (int)step.len, step.text);
        add_verdict(replay, solver, &table);
    }
    replay_go(replay, INT64_MAX);
    if (replay_is_mistake(replay, replay->stop)) {
        columns_add(&table, "end");
        columns_add(&table, "%s",
                    match_player(match, replay_seat_of_mistake(replay, replay->stop)));
        columns_add(&table, "%s", match->ending);
        add_verdict(replay, solver, &table);
    }
    columns_print(&table, out);
}

/* The first mistake by a move: the reader's own, or else either player's. */
static int64_t find_first_mistake(const struct replay *replay)
{
    int64_t last = replay->match->ply, first = replay_first_mistake(replay, replay->match->seat);
    if (first == 0 || first > last)
        first = replay_first_mistake(replay, MATCH_SPECTATOR);
    return first <= last ? first : 0;
}

static void print_first_mistake(struct replay *replay, struct solver *solver, struct text *out)
{
    int64_t mistake = find_first_mistake(replay);
    if (mistake == 0)
        return;
    replay_go(replay, mistake);
    review_say_move(replay, out);
    text_append_string(out, ".\n");
    say_stop(replay, solver, out);
    text_append_char(out, '\n');
    solver_explain(solver, &replay->walk.position, out);
    text_append_char(out, '\n');
}

void review_print(struct replay *replay, struct solver *solver, struct text *out)
{
    struct text end = {0};
    record_print_head(replay->match, out);
    text_append_char(out, '\n');
    print_sums(replay, out);
    text_append_char(out, '\n');
    print_moves(replay, solver, out);
    text_append_char(out, '\n');
    print_first_mistake(replay, solver, out);

    words_result(replay->match, out);
    text_append_char(out, '\n');
    replay_go(replay, INT64_MAX);
    say_stop(replay, solver, &end);
    if (end.len > 0)
        text_printf(out, "%s\n", text_string(&end));
    text_finish(&end);
}

/* --- JSON --- */

static json_t *json_of_sums(const struct mark_sums *sums, const struct draw_sums *draws)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "could_win", (json_int_t)sums->won, "kept",
                     (json_int_t)sums->kept, "threw_away", (json_int_t)sums->thrown, "could_draw",
                     (json_int_t)draws->met, "kept_draw", (json_int_t)draws->kept,
                     "threw_draw_away", (json_int_t)draws->lost);
}

/* Adds the mark of the move at the stop and, for a mistake, the move that would have kept the
 * win. */
static void add_mark(const struct replay *replay, struct solver *solver, json_t *object)
{
    const struct mark *mark = replay_mark(replay, replay->stop);
    struct text text = {0};
    mark_print(mark, &text);
    json_object_set_new(object, "mark", json_string(text_string(&text)));
    text_clear(&text);
    if (mark_is_mistake(mark)) {
        struct move winning;
        solver_best_move(solver, &replay->walk.position, &winning);
        move_print(&replay->match->rules, &replay->walk.position, &winning, &text);
    }
    json_object_set_new(object, "kept_by",
                        text.len > 0 ? json_string(text_string(&text)) : json_null());
    text_finish(&text);
}

/* The sentence on a stop; null: none. */
static json_t *json_of_stop(struct replay *replay, int64_t stop, struct solver *solver)
{
    struct text text = {0};
    replay_go(replay, stop);
    say_stop(replay, solver, &text);
    json_t *said = text.len > 0 ? json_string(text_string(&text)) : json_null();
    text_finish(&text);
    return said;
}

void review_json_add(struct replay *replay, struct solver *solver, json_t *summary)
{
    json_t *moves = json_object_get(summary, "moves");
    int64_t mistake = find_first_mistake(replay);
    for (int64_t ply = 1; ply <= replay->match->ply; ply++) {
        replay_go(replay, ply);
        add_mark(replay, solver, json_array_get(moves, (size_t)ply - 1));
    }
    json_object_set_new(summary, "sums",
                        json_pack("{s:o, s:o}", "first",
                                  json_of_sums(&replay->sums[0], &replay->draws[0]), "second",
                                  json_of_sums(&replay->sums[1], &replay->draws[1])));
    json_object_set_new(summary, "first_mistake",
                        mistake > 0 ? json_integer(mistake) : json_null());
    json_object_set_new(summary, "mistake_words",
                        mistake > 0 ? json_of_stop(replay, mistake, solver) : json_null());
    json_object_set_new(summary, "end_words", json_of_stop(replay, INT64_MAX, solver));
}
