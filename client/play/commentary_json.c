#include "client/play/commentary_json.h"

#include "client/json.h"
#include "client/json_record.h"

static void print_move(const struct commentary_json *commentary, const struct match *match,
                       const struct record_step *step)
{
    json_t *move = json_pack("{s:I}", "match", (json_int_t)match->id);
    json_t *rest = record_json_move(match, step, &commentary->walk.position);
    json_object_update(move, rest);
    json_decref(rest);
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

void commentary_json_said(const struct commentary_json *commentary,
                          const struct wire_chat_line *line)
{
    json_write_event("chat.said", json_of_record(&wire_record_chat_line, line), commentary->out);
}

void commentary_json_finish(struct commentary_json *commentary)
{
    position_finish(&commentary->walk.position);
}
