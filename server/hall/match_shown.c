/* How matches are shown: events and answers about live ones, lists, and the history. */
#include "common/base/memory.h"
#include "server/hall/match_record.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

/* --- live matches --- */

/* Of a live match: with what a struct wire_summary and a struct wire_match begin. */
#define SUMMARY_OF(live)                                                                           \
    .match = (live)->record.id, .rules = wire_text((live)->record.rules),                          \
    .look = wire_text_given((live)->record.look), .start = wire_text((live)->record.start),        \
    .first = wire_text((live)->seats[0].player->name),                                             \
    .second = wire_text((live)->seats[1].player->name), .ply = (live)->ply,                        \
    .created = (live)->record.created_ms, .ended = WIRE_ABSENT,                                    \
    .clock = wire_text_given((live)->record.clock), .rated = (live)->record.rated,                 \
    .tournament = or_absent((live)->record.tournament)

/* A match as somebody is shown it. `wire` points into the match and into the rest of this. */
struct shown_match {
    struct wire_match wire;
    struct wire_text moves[HALL_PAGE_MAX];
    int64_t taken[HALL_PAGE_MAX], credit[HALL_PAGE_MAX];
    struct taken_back_list taken_back;
    struct wire_takeback takeback;
};

/* Its position is in hall->printed. */
static void show(struct hall *hall, const struct match *match, enum seat seat, int64_t after,
                 struct shown_match *ret_shown)
{
    int64_t abort_ms = seat == SEAT_NOBODY ? -1 : clock_abort_in(hall, match, seat == SEAT_FIRST);
    text_clear(&hall->printed);
    position_print(&match->rules->rules, &match->position, &hall->printed);
    struct wire_match *wire = &ret_shown->wire;
    *wire = (struct wire_match){
        SUMMARY_OF(match),
        .seq = match_seq(match),
        .position = {.bytes = hall->printed.bytes, .len = hall->printed.len},
        .seat = wire_text(seat == SEAT_NOBODY ? NULL : seat_text(seat)),
        .first_online = match->seats[0].player->session != 0,
        .second_online = match->seats[1].player->session != 0,
        .first_left = unless_negative(clock_left(hall, match, 0)),
        .second_left = unless_negative(clock_left(hall, match, 1)),
        .clock_runs = clock_runs(hall, match),
        .first_move_left = unless_negative(clock_first_move_left(hall, match)),
        .await_left = unless_negative(clock_await_left(hall, match)),
        .claim_in = unless_negative(clock_claim_in(hall, match)),
        .abort_in = unless_negative(abort_ms),
        .idle_left = unless_negative(clock_idle_left(hall, match)),
        .seed = or_absent(tournament_seed(match, seat)),
    };
    struct wire_text moves = {.bytes = match->moves.bytes, .len = match->moves.len};
    match_record_take_moves(wire, moves, after, ret_shown->moves, HALL_PAGE_MAX);
    struct error error;
    enum error_code code = match_record_take_times(wire, text_string(&match->clock.times),
                                                   ret_shown->taken, ret_shown->credit, &error);
    if (!code)
        code = match_record_take_taken_back(wire, text_string(&match->takebacks.taken),
                                            &ret_shown->taken_back, &error);
    assert(!code);
    (void)code;
    if (seat == SEAT_NOBODY || match->takebacks.asker == SEAT_NOBODY)
        return;
    ret_shown->takeback = takeback_shown(match);
    wire->takeback = &ret_shown->takeback;
}

struct message *match_say_started(struct hall *hall, const struct match *match, enum seat seat,
                                  int64_t offer, int64_t invitation)
{
    struct shown_match shown;
    show(hall, match, seat, 0, &shown);
    struct wire_match_event event = {
        .match = &shown.wire, .offer = or_absent(offer), .invitation = or_absent(invitation)};
    struct message *message = say(hall, WIRE_EVENT_MATCH_STARTED, &event);
    assert(seat == SEAT_FIRST || seat == SEAT_SECOND);
    uint64_t session = match->seats[seat - SEAT_FIRST].player->session;
    if (session)
        message_to(message, session);
    return message;
}

struct message *match_answer(struct hall *hall, struct hall_caller from,
                             const struct player *player, int64_t id, int64_t after)
{
    const struct match *match = match_find(hall, id);
    if (match) {
        struct shown_match shown;
        show(hall, match, match_seat_of(match, player), after, &shown);
        return answer(hall, from, &wire_record_match, &shown.wire);
    }
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_MATCH);
    message->look_up_match.match = id;
    message->look_up_match.after = after;
    message->look_up_match.player = player->id;
    return message;
}

struct message *match_say(struct hall *hall, const struct match *match, enum wire_event event,
                          const void *body)
{
    struct message *message = say(hall, event, body);
    for (int i = 0; i < 2; i++)
        if (match->seats[i].player->session)
            message_to(message, match->seats[i].player->session);
    for (size_t i = 0; i < match->spectators.count; i++)
        message_to(message, match->spectators.ids[i]);
    return message;
}

/* The message, addressed to nobody yet. `own`: the seat of the player who has come or gone. */
static struct message *say_presence(struct hall *hall, const struct match *match, int own)
{
    bool is_mover = match->ply % 2 == own;
    struct wire_presence event = {
        .match = match->record.id,
        .seq = match_seq(match),
        .player = wire_text(seat_text(own == 0 ? SEAT_FIRST : SEAT_SECOND)),
        .online = match->seats[own].player->session != 0,
        .claim_in = is_mover ? unless_negative(clock_claim_in(hall, match)) : WIRE_ABSENT,
        .abort_in = unless_negative(clock_abort_in(hall, match, own)),
    };
    return say(hall, WIRE_EVENT_MATCH_PRESENCE, &event);
}

void match_tell_spectators(struct hall *hall, struct match *match)
{
    deadlines_set(&hall->deadlines, &match->presence, INT64_MAX);
    for (int own = 0; own < 2; own++) {
        if (!match->presence_changed[own])
            continue;
        match->presence_changed[own] = false;
        struct message *message = say_presence(hall, match, own);
        for (size_t i = 0; i < match->spectators.count; i++)
            message_to(message, match->spectators.ids[i]);
    }
}

/* A guest can come and go many times a second, and have a hundred matches with a thousand
 * spectators each. So the spectators of each match wait for their turn among those of all matches.
 */
static void tell_spectators_in_turn(struct hall *hall, struct match *match, int own)
{
    if (match->spectators.count == 0)
        return;
    match->presence_changed[own] = true;
    if (match->presence.place)
        return;
    int64_t now = hall->play_ms * HALL_PRESENCE_PER_MS;
    int64_t turn = hall->next_presence > now ? hall->next_presence : now;
    hall->next_presence = turn + (int64_t)match->spectators.count;
    if (turn / HALL_PRESENCE_PER_MS > hall->play_ms)
        deadlines_set(&hall->deadlines, &match->presence, turn / HALL_PRESENCE_PER_MS);
    else
        match_tell_spectators(hall, match);
}

void match_tell_presence(struct hall *hall, const struct player *player)
{
    const struct seating *seat;
    DL_FOREACH (player->seats, seat) {
        struct match *match = seat->match;
        int own = seat == &match->seats[1];
        struct message *message = say_presence(hall, match, own);
        for (int i = 0; i < 2; i++)
            if (match->seats[i].player->session)
                message_to(message, match->seats[i].player->session);
        tell_spectators_in_turn(hall, match, own);
    }
}

/* --- lists of live ones --- */

void hall_match_resume(struct hall *hall, struct hall_caller from, int64_t match, int64_t after)
{
    match_answer(hall, from, player_of(hall, from), match, after);
}

void hall_match_list(struct hall *hall, struct hall_caller from, int64_t after, int64_t before,
                     int64_t limit)
{
    struct wire_summary list[HALL_PAGE_MAX];
    struct wire_summaries page = {.matches = list, .next = WIRE_ABSENT};
    size_t bytes = 0;
    size_t first = matches_place_after(hall, after);
    size_t end = before > 0 ? matches_place_after(hall, before - 1) : hall->live.count;
    for (size_t i = 0; first + i < end; i++) {
        const struct match *match = hall->live_in_order[before > 0 ? end - 1 - i : first + i];
        bytes += strlen(match->record.start);
        if (page.matches_count == (size_t)limit || bytes > HALL_PAGE_BYTES_MAX) {
            page.more = true;
            break;
        }
        list[page.matches_count++] = (struct wire_summary){SUMMARY_OF(match)};
    }
    answer(hall, from, &wire_record_summaries, &page);
}

/* --- the history --- */

/* What `text` says, or NULL. */
static const char *result_of(struct hall_text text)
{
    static const char *const results[] = {"won", "lost", "nobody"};
    for (size_t i = 0; text.bytes && i < sizeof results / sizeof *results; i++)
        if (strlen(results[i]) == text.len && memcmp(results[i], text.bytes, text.len) == 0)
            return results[i];
    return NULL;
}

/* Reads the rules of a filter; text "": there is none. Otherwise the request is refused. */
static bool take_rules(struct hall *hall, struct hall_caller from, struct hall_text text,
                       struct rules *ret_rules)
{
    struct error error;
    *ret_rules = (struct rules){0};
    if (!text.bytes || !rules_parse(ret_rules, text.bytes, text.len, &error))
        return true;
    hall_refuse(hall, from, &error);
    return false;
}

static char *key_of(struct hall_text name)
{
    return name.bytes ? name_key(name.bytes, name.len) : NULL;
}

void hall_history_list(struct hall *hall, struct hall_caller from, const struct hall_history *wish)
{
    struct rules rules;
    const char *result = result_of(wish->result);
    bool is_filtered = wish->opponent.bytes || wish->rules.bytes || wish->result.bytes ||
                       wish->rated || wish->since_ms > 0 || wish->until_ms > 0;
    if (is_filtered && !wish->player.bytes) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "whose matches? 'opponent', 'rules', 'rated', 'result', 'since' and 'until' were "
               "expected with a 'player'");
        return;
    }
    if (wish->result.bytes && !result) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS, "'result' must be 'won', 'lost' or 'nobody'");
        return;
    }
    if (!take_rules(hall, from, wish->rules, &rules))
        return;
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_HISTORY);
    struct history_page *page = &message->look_up_history;
    char *player_key = key_of(wish->player), *opponent_key = key_of(wish->opponent);
    *page = (struct history_page){
        .player_key = player_key,
        .opponent_key = opponent_key,
        .rules = wish->rules.bytes ? rules.text : NULL,
        .result = result,
        .rated = wish->rated,
        .since_ms = wish->since_ms,
        .until_ms = wish->until_ms,
        .before = wish->before,
        .limit = wish->limit,
    };
    message_keep(message,
                 (const char **const[]){&page->player_key, &page->opponent_key, &page->rules}, 3);
    free(player_key);
    free(opponent_key);
}

void hall_history_versus(struct hall *hall, struct hall_caller from, struct hall_text player,
                         struct hall_text opponent, struct hall_text rules, struct hall_text after,
                         int64_t limit)
{
    struct rules wanted;
    if (!take_rules(hall, from, rules, &wanted))
        return;
    char *player_key = key_of(player), *opponent_key = key_of(opponent);
    char *after_text = after.bytes ? memory_text(after.bytes, after.len) : NULL;
    if (strcmp(player_key, opponent_key) == 0) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS, "'player' and 'opponent' must be two names");
    } else {
        struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_VERSUS);
        struct versus_page *page = &message->look_up_versus;
        *page = (struct versus_page){
            .player_key = player_key,
            .opponent_key = opponent_key,
            .rules = rules.bytes ? wanted.text : NULL,
            .after = after_text,
            .limit = limit,
        };
        message_keep(message,
                     (const char **const[]){&page->player_key, &page->opponent_key, &page->rules,
                                            &page->after},
                     4);
    }
    free(player_key);
    free(opponent_key);
    free(after_text);
}
