/* `takeaway play`: a person at the console, an opponent, a match. Lines that are typed (typed.c)
 * go to the match (seat.c) or to the search for an opponent (matchmaking.c).
 *
 * A line from a terminal is dealt with at once. A line from a pipe waits until the program would
 * ask for it, so that the moves of a whole match can be piped in; at the end of the input the
 * program leaves as soon as it would have to ask for more. */
#include "client/play/play.h"

#include "client/command.h"
#include "client/json.h"
#include "client/lib/entropy.h"
#include "client/play/input.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHORT_OF_TIME_MS = 10000 }; /* when the person is told */

/* --- leaving --- */

/* The command that goes on with a match. */
static void print_way_back(const struct play *play, int64_t match, struct text *out)
{
    const char *server = play->options->values[OPTION_SERVER];
    const char *name = play->options->values[OPTION_AS];
    command_print_call("play", out);
    text_printf(out, " --match %" PRId64, match);
    if (server)
        text_printf(out, " --server %s", server);
    if (name)
        text_printf(out, " --as %s", name);
}

/* Why somebody may still accept the offer of a person who has left. */
static void say_offer_stays(struct play *play)
{
    const char *name = client_name(session_client(play->session));
    console_say(&play->console,
                "Your offer stays open for 14 days while you are away: whoever accepts it begins "
                "the match. Come back as %s with `takeaway play`, which goes on with the match, or "
                "waits again; on the page Offers of `takeaway`, c takes the offer back.",
                name);
}

static void say_unfinished(struct play *play, int64_t match)
{
    struct text text = {0};
    text_printf(&text, "Match %" PRId64 " stays unfinished. To go on with it: ", match);
    print_way_back(play, match, &text);
    console_say_text(&play->console, &text);
}

void play_leave(struct play *play)
{
    const struct match *match = seat_match(&play->seat);
    if (!match && matchmaking_offer_stays(&play->matchmaking))
        say_offer_stays(play);
    else if (!match && !play->tournament.is_over)
        console_say(&play->console, "You left before a match began.");
    else if (seat_is_live(&play->seat))
        say_unfinished(play, match->id);
    console_finish(&play->console);
    bool is_over =
        play->tournament.number ? play->tournament.is_over : match && !seat_is_live(&play->seat);
    session_end(play->session, is_over ? EXIT_OK : EXIT_UNFINISHED);
}

/* --- the clock --- */

static void on_time_short(void *owner)
{
    struct play *play = owner;
    bool is_first_move;
    int64_t left_ms = seat_own_time_ms(&play->seat, &is_first_move);
    if (left_ms >= 0 && left_ms <= SHORT_OF_TIME_MS)
        console_say(&play->console, "Less than %d seconds are left %s.", SHORT_OF_TIME_MS / 1000,
                    is_first_move ? "for your first move" : "on your clock");
    play_go_on(play);
}

static void on_claim_due(void *owner)
{
    struct play *play = owner;
    if (seat_claim_in_ms(&play->seat) == 0)
        console_say(&play->console, "'claim' wins the match now.");
    play_go_on(play);
}

/* Of a turn that begins with less the clocks were shown just now. */
static void watch_clock(struct play *play)
{
    bool is_first_move;
    int64_t left_ms = seat_own_time_ms(&play->seat, &is_first_move);
    int64_t claim_ms = seat_claim_in_ms(&play->seat);
    if (left_ms > SHORT_OF_TIME_MS)
        loop_timer_start(play->short_of_time, (uint32_t)(left_ms - SHORT_OF_TIME_MS));
    else if (left_ms < 0)
        loop_timer_stop(play->short_of_time);
    if (claim_ms > 0 && claim_ms <= UINT32_MAX)
        loop_timer_start(play->claim_due, (uint32_t)claim_ms);
    else if (claim_ms < 0)
        loop_timer_stop(play->claim_due);
}

/* --- lines --- */

/* Would the program ask for a line now? `line` is the next one in a pipe, NULL at its end. */
static bool is_asking(const struct play *play, const char *line)
{
    if (play->is_interactive)
        return true;
    if (play->is_arranging || play->matchmaking.open_requests > 0)
        return false;
    if (play_tournament_is_on(play) && !seat_is_live(&play->seat))
        return false;
    if (seat_is_live(&play->seat))
        return (seat_is_ready(&play->seat) && !play_waits_for_advice(play)) ||
               (line && typed_is_for_any_turn(play, line));
    return !line || typed_is_for_search(line);
}

static void take_typed_lines(struct play *play)
{
    const char *next;
    while (!session_has_ended(play->session) && (next = line_queue_peek(&play->typed)) &&
           is_asking(play, next)) {
        char *line = line_queue_take(&play->typed);
        typed_take(play, line);
        free(line);
    }
}

/* Is there something to ask the person for? They may type at any time. */
static bool is_worth_prompting(const struct play *play)
{
    if (play->matchmaking.open_requests > 0)
        return false;
    if (seat_is_live(&play->seat))
        return seat_is_ready(&play->seat);
    bool waits_for_bot = play->wish.opponent == WISH_BOT; /* which is there at once */
    return seat_match(&play->seat) || play_tournament_is_on(play) ||
           (matchmaking_is_searching(&play->matchmaking) && !waits_for_bot);
}

static void prompt(struct play *play)
{
    struct text status = {0};
    seat_print_clocks(&play->seat, &status);
    console_prompt(&play->console, text_string(&status));
    text_finish(&status);
}

void play_go_on(struct play *play)
{
    bool is_over = seat_match(&play->seat) && !seat_is_live(&play->seat);
    if (is_over && !play->is_interactive && !play_tournament_is_on(play))
        play_leave(play);
    take_typed_lines(play);
    if (session_has_ended(play->session))
        return;
    if (play->input_has_ended && !line_queue_peek(&play->typed) && is_asking(play, NULL))
        play_leave(play);
    else if (is_worth_prompting(play))
        prompt(play);
    watch_clock(play);
}

static void on_search_news(void *owner, enum matchmaking_news news, const char *words)
{
    struct play *play = owner;
    int64_t number = play->matchmaking.last_number;
    if (news == MATCHMAKING_FAILS && play->console.is_json)
        console_refuse(&play->console, play->matchmaking.failure, NULL, words);
    else if (news == MATCHMAKING_CHALLENGED && play->console.is_json)
        console_tell(&play->console, "challenge",
                     json_pack("{s:I, s:s}", "number", (json_int_t)number, "message", words));
    else if (news == MATCHMAKING_CHALLENGED)
        console_say(&play->console, "%s Type 'accept %" PRId64 "' or 'decline %" PRId64 "'.", words,
                    number, number);
    else if (news == MATCHMAKING_WAITS && play->matchmaking.wish)
        console_say(&play->console, "%s Type 'quit' to stop waiting.", words);
    else
        console_say(&play->console, "%s", words);
}

static void on_search_changed(void *owner)
{
    play_go_on(owner);
}

static void on_line_typed(void *owner, const char *line, size_t len)
{
    struct play *play = owner;
    struct text translated = {0};
    struct error refused; /* again when its turn comes, by typed_take() */
    bool is_object = play->console.is_json && input_is_object(line);
    console_typed(&play->console);
    if (is_object && !input_of_object(line, &translated, &refused))
        line_queue_push(&play->typed, text_string(&translated), translated.len);
    else
        line_queue_push(&play->typed, line, len);
    text_finish(&translated);
    play_go_on(play);
}

static void input_ends(void *owner)
{
    struct play *play = owner;
    play->input_has_ended = true;
    play_go_on(play);
}

/* --- the opponent --- */

/* `challenged` NULL: anyone will do. */
static void begin_search(struct play *play, const char *challenged)
{
    play->is_arranging = false;
    matchmaking_search(&play->matchmaking, &play->wish, challenged);
}

static void on_bot_ready(void *owner, const char *name)
{
    struct play *play = owner;
    if (play->resumed)
        play_resume(play, play->resumed);
    else
        begin_search(play, name);
    play_go_on(play);
}

static void on_bot_failed(void *owner, const struct error *error)
{
    struct play *play = owner;
    console_finish(&play->console);
    session_fail(play->session, error);
}

static void start_bot(struct play *play, const char *strategy, const char *name)
{
    struct opponent_bot_events events = {
        .owner = play,
        .ready = on_bot_ready,
        .failed = on_bot_failed,
    };
    struct error error;
    if (opponent_bot_start(play->session, strategy, name, &events, &play->bot, &error))
        session_fail(play->session, &error);
}

static void draw_beginner(struct play *play)
{
    uint64_t seed;
    entropy_fill(&seed, sizeof seed);
    struct random random = random_from_seed(seed);
    wish_draw_beginner(&play->wish, &random);
    play->seat.remark = "This start can be won by who moves first.";
}

void play_search(struct play *play)
{
    if (session_is_private(play->session) && wish_is_for_beginner(&play->wish, "perfect"))
        draw_beginner(play);
    if (play->wish.opponent == WISH_BOT) {
        start_bot(play, play->wish.opponent_name, NULL); /* the search goes on when it is there */
        return;
    }
    begin_search(play, play->wish.opponent == WISH_ANYONE ? NULL : play->wish.opponent_name);
}

/* --- matches --- */

static void say_another(struct play *play, int64_t match)
{
    struct text text = {0};
    text_printf(&text, "Match %" PRId64 " has begun as well. To go on with it later: ", match);
    print_way_back(play, match, &text);
    console_say_text(&play->console, &text);
}

static void match_begins(void *owner, const struct wire_match *state)
{
    struct play *play = owner;
    const struct match *match = seat_match(&play->seat);
    if (match && match->id == state->match)
        return;
    bool is_expected = play_tournament_expects(play, state);
    if (seat_is_live(&play->seat) && is_expected) {
        play_tournament_add(play, state->match);
        return;
    }
    if (seat_is_live(&play->seat) || (play_tournament_is_on(play) && !is_expected)) {
        say_another(play, state->match);
        play_go_on(play);
        return;
    }
    if (state->tournament != WIRE_ABSENT && !is_expected)
        play_tournament_begin(play, state->tournament, false);
    play->after_end_is_told = play->tournament.has_to_come = false;
    play->is_arranging = false;
    seat_take(&play->seat, session_client(play->session), state);
}

static void on_search_over(void *owner)
{
    struct play *play = owner;
    session_end(play->session, EXIT_REFUSED);
}

/* A program reads match.ended alone. */
static void say_after_end(struct play *play)
{
    const struct match *match = seat_match(&play->seat);
    const char *server = play->options->values[OPTION_SERVER];
    struct text text = {0};
    play->after_end_is_told = true;
    if (match->ply > 0 && !play->console.is_json) {
        text_append_string(&text, "See the value of each move: ");
        command_print_call("review", &text);
        text_printf(&text, " %" PRId64, match->id);
        if (server)
            text_printf(&text, " --server %s", server);
        console_say_text(&play->console, &text);
    }
    if (play->is_interactive && !play_tournament_is_on(play))
        console_say(&play->console, "Type 'rematch' or 'quit'.");
}

static void on_seat_changed(void *owner)
{
    struct play *play = owner;
    bool is_over = !seat_is_live(&play->seat);
    if (is_over && !play->after_end_is_told)
        say_after_end(play);
    if (is_over && play_tournament_is_on(play))
        play_tournament_go_on(play);
    play_go_on(play);
}

static void on_match_failed(void *owner, const struct error *error)
{
    struct play *play = owner;
    console_finish(&play->console);
    session_fail(play->session, error);
}

/* Is the opponent a bot of ours? Then it has to come back first. */
static bool has_to_wake_bot(struct play *play, const struct wire_match *state)
{
    char opponent[WIRE_NAME_MAX + 1], strategy[WIRE_NAME_MAX + 1];
    bool is_first = wire_text_equal(state->seat, "first");
    struct wire_text name = is_first ? state->second : state->first;
    snprintf(opponent, sizeof opponent, "%.*s", (int)name.len, name.bytes);
    if (play->bot || !opponent_bot_is_ours(play->session, opponent, strategy))
        return false;
    play->resumed = state->match;
    start_bot(play, strategy, opponent);
    return true;
}

static void on_match_resumed(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    play->is_arranging = false;
    bool is_passed_over = error || !play_tournament_expects(play, result); /* it is over already */
    if (play_tournament_is_on(play) && is_passed_over)
        play_tournament_go_on(play);
    else if (error)
        session_fail(play->session, error);
    else if (!has_to_wake_bot(play, result))
        match_begins(play, result);
}

void play_resume(struct play *play, int64_t match)
{
    play->is_arranging = true;
    struct wire_resume resume = {.match = match, .after = WIRE_ABSENT};
    client_call(session_client(play->session), WIRE_MATCH_RESUME, &resume, on_match_resumed, play);
}

/* --- the connection --- */

static void go_on_searching(struct play *play, const struct wire_welcome *welcome)
{
    if (matchmaking_is_searching(&play->matchmaking) && play_newest(welcome) > play->newest_known)
        play_resume(play, play_newest(welcome)); /* it began while we were away */
    else
        matchmaking_reconnected(&play->matchmaking);
}

static void on_connected_again(struct play *play, const struct wire_welcome *welcome)
{
    if (!play->console.is_json)
        console_say(&play->console, "Connected again.");
    seat_refresh(&play->seat);
    if (play_tournament_is_on(play))
        play_tournament_reconnected(play, welcome);
    else if (!seat_is_live(&play->seat))
        go_on_searching(play, welcome);
    play_go_on(play);
}

static void tell_connected(struct play *play, const struct wire_welcome *welcome, bool is_first)
{
    bool is_private = session_is_private(play->session);
    console_tell(&play->console, "connected",
                 json_pack("{s:o, s:s?, s:b}", "name", json_of_text(welcome->name), "server",
                           is_private ? NULL : session_address(play->session), "again",
                           (int)!is_first));
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct play *play = owner;
    play->matchmaking.client = session_client(play->session);
    play->matchmaking.loop = session_loop(play->session);
    if (play->console.is_json)
        tell_connected(play, welcome, is_first);
    if (!is_first) {
        on_connected_again(play, welcome);
        return;
    }
    if (!session_is_private(play->session) && !play->console.is_json)
        console_say(&play->console, "You are %.*s on %s.", (int)welcome->name.len,
                    welcome->name.bytes, session_address(play->session));
    play_arrive(play, welcome);
    play_go_on(play);
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct play *play = owner;
    struct text text = {0};
    session_print_interruption(play->session, reason, &text);
    if (play->console.is_json)
        console_tell(&play->console, "disconnected",
                     json_pack("{s:o}", "message", json_of_grown(&text)));
    else
        console_say(&play->console, "%s", text_string(&text));
    text_finish(&text);
    play_go_on(play);
}

static void say_notice(struct play *play, enum wire_event event, const void *body)
{
    struct text words = {0};
    if (session_print_notice(event, body, &words))
        console_say(&play->console, "%s", text_string(&words));
    text_finish(&words);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct play *play = owner;
    say_notice(play, event, body);
    matchmaking_event(&play->matchmaking, event, body);
    play_tournament_event(play, event, body);
    seat_event(&play->seat, event, body);
    play_go_on(play);
}

/* Ctrl-C is another way to quit. */
static void on_caught(void *owner, int number)
{
    (void)number;
    play_leave(owner);
}

static void on_failed(void *owner)
{
    struct play *play = owner;
    console_finish(&play->console);
}

/* --- the command --- */

static void on_opened(void *owner)
{
    struct play *play = owner;
    struct lines_events events = {.owner = play, .line = on_line_typed, .end = input_ends};
    play->solvers = solvers_create(session_loop(play->session));
    play->short_of_time = loop_timer_create(session_loop(play->session), on_time_short, play);
    play->claim_due = loop_timer_create(session_loop(play->session), on_claim_due, play);
    play->lines = lines_create(session_loop(play->session), STDIN_FILENO, &events);
}

static void on_closing(void *owner)
{
    struct play *play = owner;
    if (play->lines)
        lines_destroy(play->lines);
    opponent_bot_stop(play->bot);
    why_drop(play->advice.why);
    solvers_destroy(play->solvers);
    matchmaking_finish(&play->matchmaking);
    loop_timer_destroy(play->short_of_time);
    loop_timer_destroy(play->claim_due);
}

static void on_leaving(void *owner, int exit_code)
{
    (void)owner;
    _exit(exit_code); /* the solver may need seconds more for a hint; all output is flushed */
}

static int run_session(struct play *play)
{
    struct session_config config = {
        .server = play->options->values[OPTION_SERVER],
        .name = play->options->values[OPTION_AS],
    };
    struct session_events events = {
        .owner = play,
        .opened = on_opened,
        .ready = on_connected,
        .interrupted = on_interrupted,
        .event = on_event,
        .caught = on_caught,
        .failed = on_failed,
        .closing = on_closing,
        .leaving = on_leaving,
    };
    return session_run(&config, &events, &play->session);
}

int play_run(const struct options *options)
{
    bool is_json = options->values[OPTION_JSON] != NULL;
    struct play play = {
        .options = options,
        .console = console_create(is_json),
        .is_interactive = !is_json && isatty(STDIN_FILENO),
        .is_arranging = true,
    };
    struct error error;
    if (wish_parse(options, &play.wish, &error)) {
        wish_finish(&play.wish);
        return command_refuse("play", &error);
    }
    play.matchmaking = (struct matchmaking){
        .events = {&play, on_search_news, match_begins, on_search_over, on_search_changed},
    };
    struct seat_events seat_events = {&play, on_seat_changed, on_match_failed};
    seat_init(&play.seat, &play.console, &seat_events);
    int exit_code = run_session(&play);
    seat_finish(&play.seat);
    free(play.tournament.waiting);
    line_queue_finish(&play.typed);
    wish_finish(&play.wish);
    return exit_code;
}
