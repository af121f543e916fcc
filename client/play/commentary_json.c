#include "client/play/commentary_json.h"

#include "client/json.h"
#include "client/json_record.h"
#include "client/lib/loop.h"

/* The deadlines that there are besides the clocks, in ms from now, named as in the protocol. */
static void add_deadlines(const struct match *match, json_t *object)
{
    int64_t now_ms = clock_now_ms();
    const struct {
        const char *name;
        int64_t in_ms;
    } rows[] = {
        {"first_move_left", match_first_move_left_ms(match, now_ms)},
        {"claim_in", match_claim_in_ms(match, now_ms)},
        {"abort_in", match_abort_in_ms(match, now_ms)},
        {"idle_left", match_idle_left_ms(match, now_ms)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].in_ms >= 0)
            json_object_set_new(object, rows[i].name, json_integer(rows[i].in_ms));
}

enum { LEGAL_MOVES_MAX = 1000 }; /* that are listed */

static void print_move(const struct commentary_json *commentary, const struct match *match,
                       const struct record_step *step)
{
    json_t *move = json_pack("{s:I}", "match", (json_int_t)match->id);
    json_t *rest = record_json_move(match, step, &commentary->walk.position);
    json_object_update(move, rest);
    json_decref(rest);
    if (step->ply == match->ply)
        add_deadlines(match, move);
    json_write_event("match.moved", move, commentary->out);
}

static void print_end(const struct commentary_json *commentary, const struct match *match)
{
    if (match_is_over(match))
        json_write_event("match.ended",
                         json_pack("{s:I, s:s, s:s}", "match", (json_int_t)match->id, "ending",
                                   match->ending, "winner", match->winner),
                         commentary->out);
}

void commentary_json_begin(struct commentary_json *commentary, const struct match *match,
                           json_t *summary)
{
    struct record_step step;
    record_json_add(match, summary);
    add_deadlines(match, summary);
    json_write_event("match", json_incref(summary), commentary->out);
    record_walk_begin(match, &commentary->walk);
    while (record_walk_peek(match, &commentary->walk, &step))
        record_walk_pass(match, &commentary->walk, &step);
    print_end(commentary, match);
}

void commentary_json_go_on(struct commentary_json *commentary, const struct match *match)
{
    struct record_step step;
    while (record_walk_peek(match, &commentary->walk, &step)) {
        record_walk_pass(match, &commentary->walk, &step);
        print_move(commentary, match, &step);
    }
    print_end(commentary, match);
}

void commentary_json_presence(const struct commentary_json *commentary,
                              const struct wire_presence *presence)
{
    json_write_event("match.presence", json_of_record(&wire_record_presence, presence),
                     commentary->out);
}

void commentary_json_said(const struct commentary_json *commentary,
                          const struct wire_chat_line *line)
{
    json_write_event("chat.said", json_of_record(&wire_record_chat_line, line), commentary->out);
}

/* null without a clock. */
static json_t *json_of_clock(const struct match *match, enum match_seat seat, int64_t now_ms)
{
    return match_has_clock(match) ? json_integer(match_left_ms(match, seat, now_ms)) : json_null();
}

void commentary_json_turn(const struct commentary_json *commentary, const struct match *match,
                          int64_t now_ms)
{
    uint128 count = move_count(&match->rules, &match->position);
    json_t *moves = json_array();
    for (uint128 i = 0; i < count && i < LEGAL_MOVES_MAX; i++) {
        struct move move;
        move_at(&match->rules, &match->position, i, &move);
        json_array_append_new(moves, json_of_move(&match->rules, &match->position, &move));
    }
    json_t *turn = json_pack(
        "{s:I, s:I, s:s, s:s, s:o, s:o, s:o, s:b, s:o, s:o}", "match", (json_int_t)match->id, "ply",
        (json_int_t)match->ply + 1, "seat", match->seat == MATCH_FIRST ? "first" : "second",
        "rules", match->rules.text, "position", json_of_position(&match->rules, &match->position),
        "legal_moves", moves, "legal_count", json_of_count(count), "truncated",
        (int)(count > LEGAL_MOVES_MAX), "first_left", json_of_clock(match, MATCH_FIRST, now_ms),
        "second_left", json_of_clock(match, MATCH_SECOND, now_ms));
    add_deadlines(match, turn);
    json_write_event("turn", turn, commentary->out);
}

void commentary_json_finish(struct commentary_json *commentary)
{
    position_finish(&commentary->walk.position);
}
