#include "client/record.h"

#include "client/json.h"
#include "client/words.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { COLUMN_MAX = 24 }; /* a longer name or move pushes its line to the right */

enum match_seat record_seat_of_ply(int64_t ply)
{
    return ply % 2 == 1 ? MATCH_FIRST : MATCH_SECOND;
}

const char *record_player(const struct match *match, enum match_seat seat)
{
    return seat == MATCH_FIRST ? match->first : match->second;
}

void record_walk_begin(const struct match *match, struct record_walk *ret_walk)
{
    position_copy(&ret_walk->position, &match->start);
    ret_walk->ply = 0;
    ret_walk->at = 0;
}

bool record_walk_peek(const struct match *match, const struct record_walk *walk,
                      struct record_step *ret_step)
{
    if (walk->ply == match->ply)
        return false;
    const char *text = match->moves.bytes + walk->at + (walk->ply > 0); /* after the blank */
    *ret_step = (struct record_step){
        .ply = walk->ply + 1,
        .by = record_seat_of_ply(walk->ply + 1),
        .text = text,
        .len = strcspn(text, " "),
    };
    struct error error;
    enum error_code failed =
        move_parse(&match->rules, &walk->position, text, ret_step->len, &ret_step->move, &error);
    assert(!failed); /* the match was checked as it grew */
    (void)failed;
    return true;
}

void record_walk_pass(const struct match *match, struct record_walk *walk,
                      const struct record_step *step)
{
    move_apply(&match->rules, &walk->position, &step->move);
    walk->ply = step->ply;
    walk->at += step->len + (step->ply > 1);
}

static void print_head(const struct match *match, struct text *out)
{
    text_printf(out, "Match %" PRId64 ": ", match->id);
    words_rules(match->rules.text, out);
    text_append_string(out, ", start ");
    position_print(&match->rules, &match->start, out);
    text_printf(out, "\nFirst %s, second %s\n", match->first, match->second);
}

static void widen(int *width, size_t len)
{
    if (len <= COLUMN_MAX && *width < (int)len)
        *width = (int)len;
}

/* The widths of the columns of names and moves. */
static void measure(const struct match *match, int *ret_name, int *ret_move)
{
    *ret_name = *ret_move = 0;
    widen(ret_name, strlen(match->first));
    widen(ret_name, strlen(match->second));
    for (const char *move = text_string(&match->moves); *move;) {
        size_t len = strcspn(move, " ");
        widen(ret_move, len);
        move += len + (move[len] == ' ');
    }
}

static void print_moves(const struct match *match, struct text *out)
{
    int name_width, move_width;
    measure(match, &name_width, &move_width);
    struct record_walk walk = {0};
    struct record_step step;
    record_walk_begin(match, &walk);
    while (record_walk_peek(match, &walk, &step)) {
        record_walk_pass(match, &walk, &step);
        text_printf(out, "%4" PRId64 ". %-*s  %-*.*s  ", step.ply, name_width,
                    record_player(match, step.by), move_width, (int)step.len, step.text);
        position_print(&match->rules, &walk.position, out);
        text_append_char(out, '\n');
    }
    position_finish(&walk.position);
}

static json_t *json_of_step(const struct match *match, const struct record_step *step,
                            const struct position *after)
{
    struct text position = {0};
    position_print(&match->rules, after, &position);
    json_t *value = json_pack("{s:I, s:s, s:s%, s:o}", "ply", (json_int_t)step->ply, "by",
                              step->by == MATCH_FIRST ? "first" : "second", "move", step->text,
                              step->len, "position", json_of_grown(&position));
    text_finish(&position);
    return value;
}

json_t *record_json_moves(const struct match *match)
{
    json_t *list = json_array();
    struct record_walk walk = {0};
    struct record_step step;
    record_walk_begin(match, &walk);
    while (record_walk_peek(match, &walk, &step)) {
        record_walk_pass(match, &walk, &step);
        json_array_append_new(list, json_of_step(match, &step, &walk.position));
    }
    position_finish(&walk.position);
    return list;
}

void record_print(const struct match *match, struct text *out)
{
    print_head(match, out);
    print_moves(match, out);
    struct match neutral = *match; /* a record names both players, whoever reads it */
    neutral.seat = MATCH_SPECTATOR;
    if (match_is_over(match))
        words_result(&neutral, out);
    else
        text_printf(out, "The match goes on; %s is to move.",
                    record_player(match, record_seat_of_ply(match->ply + 1)));
    text_append_char(out, '\n');
}
