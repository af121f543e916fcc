#include "client/show/record.h"

#include "client/show/json.h"
#include "common/words/review.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { COLUMN_MAX = 24 }; /* a longer name or move pushes its line to the right */

void record_print_head(const struct match *match, struct text *out)
{
    text_printf(out, "Match %" PRId64 ": ", match->id);
    words_rules(match->rules.text, match->rules.look, out);
    text_append_string(out, ", start ");
    position_print(&match->rules, &match->start, out);
    words_control(match->clock, out);
    text_printf(out, "\nFirst %s, second %s\n", match->first, match->second);
}

static void widen(int *width, size_t len)
{
    if (len <= COLUMN_MAX && *width < (int)len)
        *width = (int)len;
}

static void print_time(struct match_time time, struct text *out)
{
    if (time.taken_ms < 0)
        return;
    words_tenths(time.taken_ms, out);
    text_append_string(out, " s");
}

static void print_credit(struct match_time time, struct text *out)
{
    if (!words_tell_credit(time))
        return;
    text_append_char(out, '(');
    words_tenths(time.credit_ms, out);
    text_append_string(out, " s given back)");
}

typedef void print_cell(struct match_time time, struct text *out);

/* The width of the column of times or credits; 0: there is none. */
static int measure_times(const struct match *match, print_cell *print)
{
    int width = 0;
    struct text cell = {0};
    for (int64_t i = 0; i < match->ply; i++) {
        text_clear(&cell);
        print(match->times[i], &cell);
        widen(&width, cell.len);
    }
    text_finish(&cell);
    return width;
}

static void print_moves(const struct match *match, struct text *out)
{
    int name_width = 0, move_width = 0;
    int time_width = measure_times(match, print_time);
    int credit_width = measure_times(match, print_credit);
    widen(&name_width, strlen(match->first));
    widen(&name_width, strlen(match->second));
    for (const char *move = text_string(&match->moves); *move;) {
        size_t len = strcspn(move, " ");
        widen(&move_width, len);
        move += len + (move[len] == ' ');
    }

    struct match_walk walk = {0};
    struct match_step step;
    match_walk_begin(match, &walk);
    while (match_walk_peek(match, &walk, &step)) {
        match_walk_pass(match, &walk, &step);
        struct text time = {0}, credit = {0};
        print_time(match->times[step.ply - 1], &time);
        print_credit(match->times[step.ply - 1], &credit);
        text_printf(out, "%4" PRId64 ". %-*s  %-*.*s  ", step.ply, name_width,
                    match_player(match, step.by), move_width, (int)step.len, step.text);
        if (time_width > 0)
            text_printf(out, "%*s  ", time_width, text_string(&time));
        if (credit_width > 0)
            text_printf(out, "%-*s  ", credit_width, text_string(&credit));
        position_print(&match->rules, &walk.position, out);
        text_append_char(out, '\n');
        text_finish(&time);
        text_finish(&credit);
    }
    position_finish(&walk.position);
}

/* -1: unknown. */
static json_t *json_of_ms(int64_t ms)
{
    return ms < 0 ? json_null() : json_integer(ms);
}

json_t *record_json_move(const struct match *match, const struct match_step *step,
                         const struct position *after)
{
    struct text position = {0};
    position_print(&match->rules, after, &position);
    struct match_time time = match->times[step->ply - 1];
    json_t *value = json_pack("{s:I, s:s, s:s%, s:o, s:o, s:o}", "ply", (json_int_t)step->ply, "by",
                              step->by == MATCH_FIRST ? "first" : "second", "move", step->text,
                              step->len, "position", json_of_grown(&position), "taken",
                              json_of_ms(time.taken_ms), "credit", json_of_ms(time.credit_ms));
    text_finish(&position);
    return value;
}

/* The judgement of an ending without a last move. A match that a move ended is not judged, which
 * saves the solver's time in the usual case. */
struct judged_end {
    bool is_judged;
    struct judged_ending ending;
    bool has_winning; /* `winning` is a winning move of the player to move */
    struct move winning;
};

static struct judged_end judge_end(const struct match *match)
{
    struct judged_end end = {0};
    if (!match_is_over(match) || strcmp(match->ending, "normal") == 0 ||
        strcmp(match->ending, "draw") == 0)
        return end;
    struct solver *solver = solver_create(&match->rules);
    enum outcome outcome = solver_outcome(solver, &match->position);
    end.is_judged = true;
    end.ending = ending_judge(match->ending, match->winner, match->ply, outcome);
    end.has_winning = outcome == OUTCOME_N && !position_is_over(&match->rules, &match->position);
    if (end.has_winning)
        solver_best_move(solver, &match->position, &end.winning);
    solver_destroy(solver);
    return end;
}

void record_json_add(const struct match *match, json_t *summary)
{
    struct text position = {0}, winning = {0};
    struct judged_end end = judge_end(match);
    bool was_won = end.is_judged && end.ending.worth == ENDING_IN_WON;
    position_print(&match->rules, &match->position, &position);
    if (was_won && end.has_winning && end.ending.mover == end.ending.loser)
        move_print(&match->rules, &match->position, &end.winning, &winning);
    json_object_set_new(summary, "position", json_of_grown(&position));
    json_object_set_new(summary, "thrown_by_ending",
                        match_is_over(match) ? json_boolean(was_won) : json_null());
    json_object_set_new(summary, "kept_by",
                        winning.len > 0 ? json_of_grown(&winning) : json_null());
    text_finish(&position);
    text_finish(&winning);

    json_t *moves = json_array();
    struct match_walk walk = {0};
    struct match_step step;
    match_walk_begin(match, &walk);
    while (match_walk_peek(match, &walk, &step)) {
        match_walk_pass(match, &walk, &step);
        json_array_append_new(moves, record_json_move(match, &step, &walk.position));
    }
    position_finish(&walk.position);
    json_object_set_new(summary, "moves", moves);
    if (match->back == 0)
        return;
    json_t *times = json_array();
    for (int64_t i = 0; i < match->back; i++) {
        struct text words = {0};
        text_append_string(&words, text_string(&match->taken_back[i].moves));
        json_array_append_new(times,
                              json_pack("{s:I, s:o}", "ply", (json_int_t)match->taken_back[i].ply,
                                        "moves", json_of_pieces(&words, ' ')));
        text_finish(&words);
    }
    json_object_set_new(summary, "taken_back", times);
}

void record_print_taken_back(const struct match *match, struct text *out)
{
    for (int64_t i = 0; i < match->back; i++)
        text_printf(out, "Taken back from move %" PRId64 " on: %s\n", match->taken_back[i].ply,
                    text_string(&match->taken_back[i].moves));
}

void record_print(const struct match *match, struct text *out)
{
    record_print_head(match, out);
    print_moves(match, out);
    record_print_taken_back(match, out);
    struct match neutral = *match; /* a record names both players, not "you" */
    neutral.seat = MATCH_SPECTATOR;
    if (!match_is_over(match)) {
        text_printf(out, "The match goes on; %s is to move.\n",
                    match_player(match, match_seat_of_ply(match->ply + 1)));
        return;
    }
    words_result(&neutral, out);
    text_append_char(out, '\n');
    struct judged_end end = judge_end(match);
    struct text said = {0};
    if (end.is_judged)
        review_say_ending(&neutral, &end.ending, end.has_winning ? &end.winning : NULL, &said);
    if (said.len > 0)
        text_printf(out, "%s\n", text_string(&said));
    text_finish(&said);
}
