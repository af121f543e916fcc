#include "client/cli/commentary.h"

#include "client/lib/loop.h"
#include "client/show/json.h"
#include "client/show/summary.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>

enum { LEGAL_MOVES_MAX = 1000 }; /* in the list for a program */

/* --- for a person --- */

static void introduce(struct commentary *commentary, const struct match *match)
{
    struct text text = {0};
    text_printf(&text, "Match %" PRId64 ": ", match->id);
    words_rules(match->rules.text, match->rules.look, &text);
    text_printf(&text, ", %s against %s", match->first, match->second);
    words_control(match->clock, &text);
    text_append_char(&text, '.');
    text_append_char(&text, '\n');
    words_explain(match->rules.text, match->rules.look, &text);
    if (match->ply > 0)
        text_printf(&text, "\n%" PRId64 " move%s been made.", match->ply,
                    match->ply == 1 ? " has" : "s have");
    console_say_text(commentary->console, &text);
}

static void tell_move(struct commentary *commentary, const struct match *match,
                      const struct match_step *step)
{
    struct text text = {0};
    words_step(match, &commentary->walk.position, step, &text);
    text_printf(&text, " (%.*s)", (int)step->len, step->text);
    words_taken(match->times[step->ply - 1], &text);
    text_append_char(&text, '.');
    console_say_text(commentary->console, &text);
}

static void tell_turn(struct commentary *commentary, const struct match *match)
{
    enum match_seat next = match_seat_of_ply(match->ply + 1);
    struct text text = {0};
    if (next == match->seat)
        text_append_string(&text, "Your move");
    else
        text_printf(&text, "%s is to move", match_player(match, next));
    text_append_string(&text, ": ");
    words_position(&match->rules, &match->position, &text);
    text_append_char(&text, '.');
    words_drawing(&match->rules, &match->position, &text);
    if (match_has_clock(match)) {
        text_append_string(&text, "\nClocks: ");
        words_clocks(match, clock_now_ms(), &text);
        text_append_char(&text, '.');
    }
    int64_t first_ms = match_first_move_left_ms(match, clock_now_ms());
    if (first_ms >= 0) {
        text_append_string(&text, " The first move is due in ");
        words_countdown(first_ms, &text);
        text_append_char(&text, '.');
    }
    console_say_text(commentary->console, &text);
}

/* Tells that the opponent is absent, and how and when the match can be ended. */
static void tell_gone(const struct commentary *commentary, const struct match *match)
{
    int64_t now_ms = clock_now_ms(), claim_ms = match_claim_in_ms(match, now_ms);
    bool can_claim = claim_ms >= 0 && match_turn(match) != match->seat;
    int64_t in_ms = can_claim ? claim_ms : match_abort_in_ms(match, now_ms);
    const char *does = can_claim && match->tournament ? "you win the match"
                       : can_claim                    ? "'claim' wins the match"
                                                      : "'abort' ends the match";
    if (match->ply < 2 && !can_claim)
        in_ms = match->tournament ? -1 : 0;
    int64_t await_ms = match_await_left_ms(match, now_ms);
    struct text text = {0};
    text_printf(&text, "%s is not connected now", match_opponent(match));
    if (await_ms > 0) {
        text_append_string(&text, ", and is awaited for ");
        words_countdown(await_ms, &text);
    }
    if (in_ms == 0)
        text_printf(&text, "; %s now", does);
    if (in_ms > 0) {
        text_printf(&text, "; unless they come back, %s in ", does);
        words_countdown(in_ms, &text);
    }
    text_append_char(&text, '.');
    console_say_text(commentary->console, &text);
}

/* Tells a spectator that a player has left or returned, and when the other one may claim the
 * match. */
static void tell_watched_presence(const struct commentary *commentary, const struct match *match,
                                  const struct wire_presence *presence)
{
    bool is_first = wire_text_equal(presence->player, "first");
    enum match_seat seat = is_first ? MATCH_FIRST : MATCH_SECOND;
    struct text text = {0};
    text_printf(&text, "%s %s", match_player(match, seat),
                presence->online ? "is back" : "is not connected now");
    int64_t claim_ms = match_claim_in_ms(match, clock_now_ms());
    if (!presence->online && match_turn(match) == seat && claim_ms >= 0) {
        text_printf(&text, "; unless they come back, %s may claim the match in ",
                    match_player(match, is_first ? MATCH_SECOND : MATCH_FIRST));
        words_countdown(claim_ms, &text);
    }
    text_append_char(&text, '.');
    console_say_text(commentary->console, &text);
}

/* Tells the moves after ply `told_ply`. The absence of the opponent is told at the beginning, and
 * after one of our moves, which starts the opponent's time. */
static void tell_person(struct commentary *commentary, const struct match *match, int64_t told_ply)
{
    bool is_first = !commentary->has_begun;
    struct match_step step;
    if (is_first)
        introduce(commentary, match);
    while (match_walk_peek(match, &commentary->walk, &step)) {
        if (step.ply > told_ply)
            tell_move(commentary, match, &step);
        match_walk_pass(match, &commentary->walk, &step);
    }
    if (match_is_over(match)) {
        struct text text = {0};
        words_result(match, &text);
        console_say_text(commentary->console, &text);
        return;
    }
    if (!position_is_over(&match->rules, &match->position)) /* else the end follows at once */
        tell_turn(commentary, match);
    bool is_gone = is_first ? !match_opponent_is_online(match)
                            : match_turn(match) != match->seat &&
                                  (match->claim_at_ms >= 0 || match->await_until_ms >= 0);
    if (commentary->plays && is_gone)
        tell_gone(commentary, match);
}

/* --- for a program --- */

/* Adds the deadlines other than clocks, in ms from now, named as in the protocol. */
static void add_deadlines(const struct match *match, json_t *object)
{
    int64_t now_ms = clock_now_ms();
    const struct {
        const char *name;
        int64_t in_ms;
    } rows[] = {
        {"first_move_left", match_first_move_left_ms(match, now_ms)},
        {"await_left", match_await_left_ms(match, now_ms)},
        {"claim_in", match_claim_in_ms(match, now_ms)},
        {"abort_in", match_abort_in_ms(match, now_ms)},
        {"idle_left", match_idle_left_ms(match, now_ms)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].in_ms >= 0)
            json_object_set_new(object, rows[i].name, json_integer(rows[i].in_ms));
}

static void tell_program(struct commentary *commentary, const struct match *match)
{
    struct match_step step;
    if (!commentary->has_begun) {
        record_json_add(match, commentary->summary);
        add_deadlines(match, commentary->summary);
        json_write_event("match", json_incref(commentary->summary), commentary->json);
    }
    while (match_walk_peek(match, &commentary->walk, &step)) {
        match_walk_pass(match, &commentary->walk, &step);
        if (!commentary->has_begun)
            continue;
        json_t *move = json_pack("{s:I}", "match", (json_int_t)match->id);
        json_t *rest = record_json_move(match, &step, &commentary->walk.position);
        json_object_update(move, rest);
        json_decref(rest);
        if (step.ply == match->ply)
            add_deadlines(match, move);
        json_write_event("match.moved", move, commentary->json);
    }
    if (match_is_over(match))
        json_write_event("match.ended",
                         json_pack("{s:I, s:s, s:s}", "match", (json_int_t)match->id, "ending",
                                   match->ending, "winner", match->winner),
                         commentary->json);
}

/* The time left, or null without a clock. */
static json_t *json_of_clock(const struct match *match, enum match_seat seat, int64_t now_ms)
{
    return match_has_clock(match) ? json_integer(match_left_ms(match, seat, now_ms)) : json_null();
}

void commentary_tell_turn(const struct commentary *commentary, const struct match *match)
{
    int64_t now_ms = clock_now_ms();
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
    json_write_event("turn", turn, commentary->json);
}

/* --- for either --- */

void commentary_enter(struct commentary *commentary, const struct wire_match *state)
{
    commentary->has_begun = commentary->has_heard = false;
    if (!commentary->json)
        return;
    json_decref(commentary->summary);
    commentary->summary = summary_json(&wire_record_match, state);
    if (!commentary->plays)
        return;
    json_object_set_new(commentary->summary, "seat", json_of_text(state->seat));
    json_object_set_new(commentary->summary, "rated", json_boolean(state->rated));
    json_object_set_new(commentary->summary, "tournament", json_of_number(state->tournament));
}

void commentary_tell(struct commentary *commentary, const struct match *match)
{
    int64_t told_ply = commentary->has_begun ? commentary->walk.ply : match->ply - 1;
    if (!commentary->has_begun)
        match_walk_begin(match, &commentary->walk);
    if (commentary->json)
        tell_program(commentary, match);
    else
        tell_person(commentary, match, told_ply);
    commentary->has_begun = true;
}

void commentary_tell_presence(const struct commentary *commentary, const struct match *match,
                              const struct wire_presence *presence)
{
    if (commentary->json)
        json_write_event("match.presence", json_of_record(&wire_record_presence, presence),
                         commentary->json);
    else if (!commentary->plays)
        tell_watched_presence(commentary, match, presence);
    else if (presence->online)
        console_say(commentary->console, "%s is back.", match_opponent(match));
    else
        tell_gone(commentary, match);
}

/* Tells moves that were taken back together. */
static void tell_taken(const struct commentary *commentary, const struct match *match,
                       const struct match_taken *taken)
{
    struct text words = {0};
    if (commentary->json) {
        text_append_string(&words, text_string(&taken->moves));
        json_t *event = json_pack("{s:I, s:I, s:o}", "match", (json_int_t)match->id, "ply",
                                  (json_int_t)taken->ply, "moves", json_of_pieces(&words, ' '));
        json_write_event("match.taken_back", event, commentary->json);
        text_finish(&words);
    } else {
        text_printf(&words, "Taken back: %s.", text_string(&taken->moves));
        console_say_text(commentary->console, &words);
    }
}

static void tell_question(const struct commentary *commentary, const struct match *match,
                          enum seat_takeback news)
{
    const char *opponent = match_opponent(match);
    bool is_ours = match_seat_of_ply(match->asked_ply) == match->seat;
    struct text text = {0};
    if (news == SEAT_TAKEBACK_WANTED)
        text_printf(&text,
                    "%s asks to take back %s: type 'takeback yes' or 'takeback no', or go on.",
                    opponent, match_moves_from(match, match->asked_ply));
    else if (news == SEAT_TAKEBACK_ASKED)
        text_printf(&text, "You ask to take back %s. Waiting for the answer; you may go on.",
                    match_moves_from(match, match->asked_ply));
    else if (is_ours)
        text_printf(&text, "%s does not let you take that back.", opponent);
    else
        text_printf(&text, "You do not let %s take that back.", opponent);
    console_say_text(commentary->console, &text);
}

void commentary_tell_takeback(struct commentary *commentary, const struct match *match,
                              enum seat_takeback news)
{
    if (news == SEAT_TAKEBACK_DONE) {
        for (int64_t i = commentary->walk.back; i < match->back; i++)
            tell_taken(commentary, match, &match->taken_back[i]);
        match_walk_return(match, &commentary->walk);
    } else if (commentary->json) {
        bool is_first = match_seat_of_ply(match->asked_ply) == MATCH_FIRST;
        json_write_event("match.takeback",
                         json_pack("{s:I, s:s, s:I, s:b}", "match", (json_int_t)match->id, "player",
                                   is_first ? "first" : "second", "ply",
                                   (json_int_t)match->asked_ply, "open",
                                   (int)(news != SEAT_TAKEBACK_DECLINED)),
                         commentary->json);
    } else {
        tell_question(commentary, match, news);
    }
}

void commentary_tell_lines(struct commentary *commentary, const char *own_name,
                           const struct wire_chat_line *lines, size_t count, bool is_live)
{
    for (size_t i = 0; i < count; i++) {
        const struct wire_chat_line *line = &lines[i];
        if (commentary->has_heard && wire_text_equal(line->from, own_name))
            continue;
        if (commentary->json)
            json_write_event("chat.said", json_of_record(&wire_record_chat_line, line),
                             commentary->json);
        else
            console_say(commentary->console, "%.*s: %.*s", (int)line->from.len, line->from.bytes,
                        (int)line->text.len, line->text.bytes);
    }
    commentary->has_heard |= !is_live;
}

void commentary_finish(struct commentary *commentary)
{
    position_finish(&commentary->walk.position);
    json_decref(commentary->summary);
}
