/* A person in a tournament, who plays match after match until it is over. */
#include "client/cli/play.h"
#include "client/show/json.h"
#include "client/show/tournament_print.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <string.h>

bool play_tournament_is_on(const struct play *play)
{
    return play->tournament.number && !play->tournament.is_over;
}

bool play_tournament_expects(const struct play *play, const struct wire_match *match)
{
    return play_tournament_is_on(play) && match->tournament == play->tournament.number;
}

/* --- the end --- */

static void on_standings(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    struct text text = {0};
    const struct wire_standings *standings = result;
    if (!error && play->console.is_json) {
        console_tell(&play->console, "tournament.ended",
                     json_of_record(&wire_record_standings, standings));
        play->tournament.is_over = true;
        play_leave(play);
        return;
    }
    bool is_cancelled = !error && wire_text_equal(standings->tournament->state, "cancelled");
    text_printf(&text, "Tournament %" PRId64 " %s.", play->tournament.number,
                is_cancelled ? "was cancelled" : "is over");
    if (!error) {
        text_append_char(&text, '\n');
        tournament_print_standings(result, &text);
        text.len--; /* the console ends the line */
        text.bytes[text.len] = '\0';
    }
    console_say_text(&play->console, &text);
    play->tournament.is_over = true;
    play_leave(play);
}

static void end(struct play *play)
{
    if (play->tournament.is_ending)
        return;
    struct wire_tournament_number number = {.tournament = play->tournament.number};
    play->tournament.is_ending = play->is_arranging = true;
    client_call(session_client(play->session), WIRE_TOURNAMENT_STANDINGS, &number, on_standings,
                play);
}

/* --- match after match --- */

void play_tournament_go_on(struct play *play)
{
    if (play->tournament.is_joining)
        return;
    struct play_tournament *tournament = &play->tournament;
    int64_t next = tournament->waiting_count > 0 ? tournament->waiting[0] : 0;
    if (next) {
        tournament->waiting_count--;
        memmove(tournament->waiting, tournament->waiting + 1,
                tournament->waiting_count * sizeof *tournament->waiting);
    }
    if (tournament->is_ending)
        return;
    if (next) {
        play_resume(play, next);
    } else if (!play->tournament.has_to_come) {
        play->tournament.has_to_come = true;
        console_say(&play->console,
                    "Waiting for your next match of tournament %" PRId64 ". 'quit' leaves.",
                    play->tournament.number);
    }
}

static bool is_known(const struct play *play, int64_t match)
{
    const struct match *current = play->seat.match;
    for (size_t i = 0; i < play->tournament.waiting_count; i++) {
        if (play->tournament.waiting[i] == match)
            return true;
    }
    return current && current->id == match;
}

static void push(struct play_tournament *tournament, int64_t match)
{
    tournament->waiting = memory_resized(tournament->waiting, tournament->waiting_count + 1,
                                         sizeof *tournament->waiting);
    size_t place = tournament->waiting_count++;
    for (; place > 0 && tournament->waiting[place - 1] > match; place--)
        tournament->waiting[place] = tournament->waiting[place - 1];
    tournament->waiting[place] = match;
}

void play_tournament_add(struct play *play, int64_t match)
{
    if (is_known(play, match))
        return;
    push(&play->tournament, match);
    console_say(&play->console,
                "Match %" PRId64 " of the tournament has begun as well; it comes after this one.",
                match);
    play_go_on(play);
}

/* --- news --- */

void play_tournament_event(struct play *play, enum wire_event event, const void *body)
{
    const struct wire_tournament_news *news = body;
    struct play_tournament *tournament = &play->tournament;
    if (event != WIRE_EVENT_TOURNAMENT_CHANGED || !play_tournament_is_on(play) ||
        news->tournament != tournament->number)
        return;
    if (wire_tournament_is_over(news->state)) {
        end(play);
        return;
    }
    if (tournament->has_one_round && news->round > tournament->round && news->round > 1)
        console_say(&play->console, "Round %" PRId64 " of the tournament has begun.", news->round);
    tournament->round = news->round;
}

/* --- the beginning --- */

static void on_shown(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    const struct wire_tournament *tournament = result;
    /* In other formats the rounds are paired in advance, and players may play in several at a
     * time. */
    play->tournament.has_one_round = !error && (wire_text_equal(tournament->format, "swiss") ||
                                                wire_text_equal(tournament->format, "knockout"));
    if (!error && wire_tournament_is_over(tournament->state))
        end(play);
    play_go_on(play);
}

/* Asks for the tournament, since a finished one sends no news. */
static void look(struct play *play)
{
    struct wire_tournament_number number = {.tournament = play->tournament.number};
    client_call(session_client(play->session), WIRE_TOURNAMENT_SHOW, &number, on_shown, play);
}

/* WRONG_STATE is no failure: the tournament may be over, and its end is then announced. */
static void on_joined(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct play *play = owner;
    play->tournament.is_joining = false;
    if (error && error->code != ERROR_WRONG_STATE) {
        session_fail(play->session, error);
        return;
    }
    look(play);
    if (!seat_is_live(&play->seat))
        play_tournament_go_on(play);
}

void play_tournament_begin(struct play *play, int64_t tournament, bool joins)
{
    play->tournament.number = tournament;
    play->tournament.is_ending = play->tournament.is_over = false;
    if (!joins) {
        look(play);
        return;
    }
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = tournament;
    play->tournament.is_joining = true;
    client_call(session_client(play->session), WIRE_TOURNAMENT_JOIN, &choice, on_joined, play);
}

void play_tournament_put_off(struct play *play, const struct wire_welcome *welcome, int64_t chosen)
{
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] != chosen && !is_known(play, welcome->matches[i]))
            push(&play->tournament, welcome->matches[i]);
    }
}

void play_tournament_reconnected(struct play *play, const struct wire_welcome *welcome)
{
    play_tournament_put_off(play, welcome, 0);
    play->is_arranging = play->tournament.is_ending;
    look(play);
    if (!seat_is_live(&play->seat))
        play_tournament_go_on(play);
}
