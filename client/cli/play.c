/* `takeaway play`: a person at the console, an opponent, a match. Input (play_typed.c) goes to the
 * match (play_match.c) or to the search for an opponent (client/lib/seeking.h).
 *
 * A line from a terminal is executed at once. A line from a pipe waits until the program would
 * prompt for it, so that the moves of a whole match can be piped in; at the end of the input the
 * program leaves at the point where it would prompt for more. */
#include "client/cli/play.h"

#include "client/cli/command.h"
#include "client/cli/input.h"
#include "client/lib/loop.h"
#include "client/show/json.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- leaving --- */

/* Prints the command that resumes a match; `lead` names the match and the reason. */
static void say_way_back(struct play *play, const char *lead, int64_t match)
{
    const char *server = play->options->values[OPTION_SERVER];
    const char *name = play->options->values[OPTION_AS];
    struct text text = {0};
    text_printf(&text, "Match %" PRId64 " %s: ", match, lead);
    if (play->begun && play->begun->command && play->begun->match == match) {
        command_print_call(play->begun->command, &text);
        console_say_text(&play->console, &text);
        return;
    }
    command_print_call("play", &text);
    text_printf(&text, " --match %" PRId64, match);
    if (server)
        text_printf(&text, " --server %s", server);
    if (name)
        text_printf(&text, " --as %s", name);
    console_say_text(&play->console, &text);
}

void play_leave(struct play *play)
{
    const struct match *match = play->seat.match;
    if (!match && play->seeking.invitation)
        console_say(
            &play->console,
            "Your invitation stays open while you are away: whoever accepts it begins the match. "
            "Come back as %s with `takeaway play`, which goes on with the match; `takeaway "
            "invitations revoke %" PRId64 "` takes the invitation back.",
            client_name(session_client(play->session)), play->seeking.invitation);
    else if (!match && seeking_offer_stays(&play->seeking))
        console_say(
            &play->console,
            "Your offer stays open for 14 days while you are away: whoever accepts it "
            "begins the match. Come back as %s with `takeaway play`, which goes on with the "
            "match, or waits again; on the page Offers of `takeaway`, c takes the offer "
            "back.",
            client_name(session_client(play->session)));
    else if (!match && !play->tournament.is_over)
        console_say(&play->console, "You left before a match began.");
    else if (seat_is_live(&play->seat))
        say_way_back(play, "stays unfinished. To go on with it", match->id);
    console_finish(&play->console);
    bool is_over =
        play->tournament.number ? play->tournament.is_over : match && !seat_is_live(&play->seat);
    session_end(play->session, is_over ? EXIT_OK : EXIT_UNFINISHED);
}

/* --- lines --- */

/* Would the program prompt for a line now? `line`: the next one of a pipe, NULL at its end. */
static bool is_asking(const struct play *play, const char *line)
{
    if (play->is_interactive)
        return true;
    if (play->is_arranging || play->seeking.open_requests > 0 || play->seat.is_rematch_asked)
        return false;
    if (play_tournament_is_on(play) && !seat_is_live(&play->seat))
        return false;
    if (seat_is_live(&play->seat))
        return (seat_is_ready(&play->seat) && !play_waits_for_advice(play)) ||
               (line && typed_is_for_any_turn(play, line));
    return !line || typed_is_for_search(line);
}

/* Is there a reason to prompt the person? Input is accepted at any time. */
static bool is_worth_prompting(const struct play *play)
{
    if (play->seeking.open_requests > 0 || play->seat.is_rematch_asked)
        return false;
    if (seat_is_live(&play->seat))
        return seat_is_ready(&play->seat);
    bool waits_for_bot = play->wish.opponent == WISH_BOT; /* a bot accepts at once */
    return play->seat.match || play_tournament_is_on(play) ||
           (seeking_is_waiting(&play->seeking) && !waits_for_bot);
}

void play_go_on(struct play *play)
{
    bool is_over = play->seat.match && !seat_is_live(&play->seat);
    const char *next;
    if (is_over && !play->is_interactive && !play_tournament_is_on(play))
        play_leave(play);
    while (!session_has_ended(play->session) && (next = line_queue_peek(&play->typed)) &&
           is_asking(play, next)) {
        char *line = line_queue_take(&play->typed);
        typed_take(play, line);
        free(line);
    }
    if (session_has_ended(play->session))
        return;

    if (play->input_has_ended && !line_queue_peek(&play->typed) && is_asking(play, NULL)) {
        play_leave(play);
    } else if (is_worth_prompting(play)) {
        struct text status = {0};
        if (seat_is_live(&play->seat) && match_has_clock(play->seat.match)) {
            words_clocks(play->seat.match, clock_now_ms(), &status);
            text_append_char(&status, ' ');
        }
        console_prompt(&play->console, text_string(&status));
        text_finish(&status);
    }
    play_clocks_watch(play);
}

void play_say_failed(struct play *play, enum error_code code, const char *words)
{
    if (play->console.is_json)
        console_refuse(&play->console, code, NULL, words);
    else
        console_say(&play->console, "%s", words);
}

static void tell_invited(struct play *play, const struct wire_invitation_made *made,
                         const char *words)
{
    if (play->console.is_json) {
        console_tell(&play->console, "invited",
                     json_pack("{s:I, s:o, s:I}", "invitation", (json_int_t)made->invitation,
                               "code", json_of_text(made->code), "expires",
                               (json_int_t)made->expires));
        return;
    }
    console_say(&play->console, "%s. Your friend types: takeaway play --server %s --join %s", words,
                session_address(play->session), play->seeking.code);
    console_say(&play->console, "Waiting. Type 'quit' to stop waiting; the invitation stays open.");
}

static void on_search_news(void *owner, const struct seeking_news *news)
{
    struct play *play = owner;
    struct text text = {0};
    wish_say_news(&play->seeking, news, &text);
    const char *words = text_string(&text);
    switch (news->kind) {
    case SEEKING_WAITS:
        if (play->wish.opponent != WISH_BOT) /* our bot accepts at once */
            console_say(&play->console, "%s Type 'quit' to stop waiting.", words);
        break;
    case SEEKING_LEFT_OPEN:
        console_say(&play->console, "%s%s", words,
                    news->offer->offer == play->seeking.offer ? " Type 'quit' to stop waiting."
                                                              : "");
        break;
    case SEEKING_CHALLENGED:
        if (play->console.is_json)
            console_tell(
                &play->console, "challenge",
                json_pack("{s:I, s:s}", "number", (json_int_t)news->number, "message", words));
        else
            console_say(&play->console, "%s Type 'accept %" PRId64 "' or 'decline %" PRId64 "'.",
                        words, news->number, news->number);
        break;
    case SEEKING_WITHDRAWN:
    case SEEKING_DECLINED:
        console_say(&play->console, "%s", words);
        break;
    case SEEKING_NOT_JOINED:
    case SEEKING_NOT_ACCEPTED:
    case SEEKING_NOT_DECLINED:
        play_say_failed(play, news->error.code, words);
        break;
    case SEEKING_NOT_LISTED:
        break; /* the search then makes an offer of its own */
    case SEEKING_INVITED:
        tell_invited(play, news->made, words);
        break;
    case SEEKING_SHOWN:
    case SEEKING_NOT_SHOWN:
    case SEEKING_NOT_COME:
        break; /* a code is accepted before this (begun.h) */
    case SEEKING_NOT_OFFERED:
    case SEEKING_NOT_INVITED:
        play_say_failed(play, news->error.code, words);
        session_end(play->session, EXIT_REFUSED);
        break;
    case SEEKING_UNINVITED:
        play_say_failed(play, ERROR_NO_SUCH_INVITATION, words);
        session_end(play->session, EXIT_REFUSED);
        break;
    case SEEKING_REJECTED:
    case SEEKING_LEFT:
        play_say_failed(play, ERROR_NO_SUCH_OFFER, words);
        session_end(play->session, EXIT_REFUSED);
        break;
    }
    text_finish(&text);
}

static void on_search_changed(void *owner)
{
    play_go_on(owner);
}

static void on_line_typed(void *owner, const char *line, size_t len)
{
    struct play *play = owner;
    struct text translated = {0};
    struct error refused; /* typed_take() reports it later */
    bool is_object = play->console.is_json && input_is_object(line);
    console_typed(&play->console);
    if (is_object && !input_of_object(line, &translated, &refused))
        line_queue_push(&play->typed, text_string(&translated), translated.len);
    else
        line_queue_push(&play->typed, line, len);
    text_finish(&translated);
    play_go_on(play);
}

static void on_input_ended(void *owner)
{
    struct play *play = owner;
    play->input_has_ended = true;
    play_go_on(play);
}

/* --- the opponent --- */

/* Begins the search; `challenged` NULL: anyone. */
static void begin_search(struct play *play, const char *challenged)
{
    play->is_arranging = false;
    struct seeking_wish wish = wish_seeking(&play->wish, challenged);
    seeking_search(&play->seeking, &wish);
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

static void search(struct play *play)
{
    if (session_is_private(play->session) && wish_is_for_beginner(&play->wish, "perfect")) {
        uint64_t seed;
        entropy_fill(&seed, sizeof seed);
        struct random random = random_from_seed(seed);
        wish_draw_beginner(&play->wish, &random);
        play->remark = "This start can be won by who moves first.";
    }
    if (play->wish.is_invitation) {
        const char *to = play->wish.opponent == WISH_PLAYER ? play->wish.opponent_name : NULL;
        struct seeking_wish wish = wish_seeking(&play->wish, to);
        play->is_arranging = false;
        seeking_invite(&play->seeking, &wish, play->wish.uses, play->wish.expires_in_ms);
        return;
    }
    if (play->wish.opponent == WISH_BOT) {
        start_bot(play, play->wish.opponent_name,
                  NULL); /* the search continues when the bot is ready */
        return;
    }
    begin_search(play, play->wish.opponent == WISH_ANYONE ? NULL : play->wish.opponent_name);
}

/* --- matches --- */

static void begin_match(struct play *play, const struct wire_match *state)
{
    const struct match *match = play->seat.match;
    if (match && match->id == state->match)
        return;
    if (play->seat.our_offer)
        seat_cancel_rematch(&play->seat);
    bool is_expected = play_tournament_expects(play, state);
    if (seat_is_live(&play->seat) && is_expected) {
        play_tournament_add(play, state->match);
        return;
    }
    if (seat_is_live(&play->seat) || (play_tournament_is_on(play) && !is_expected)) {
        say_way_back(play, "has begun as well. To go on with it later", state->match);
        play_go_on(play);
        return;
    }
    if (state->tournament != WIRE_ABSENT && !is_expected)
        play_tournament_begin(play, state->tournament, false);
    play->tournament.has_to_come = play->is_arranging = false;
    seat_take(&play->seat, session_client(play->session), state);
}

static void on_match_began(void *owner, const struct wire_match *state, int64_t offer)
{
    (void)offer;
    struct play *play = owner;
    seeking_stop(&play->seeking);
    begin_match(play, state);
}

/* Is the opponent one of our bots? It then has to be restarted first. */
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
    bool is_passed_over =
        error || !play_tournament_expects(play, result); /* the match is already over */
    if (play_tournament_is_on(play) && is_passed_over)
        play_tournament_go_on(play);
    else if (error)
        session_fail(play->session, error);
    else if (!has_to_wake_bot(play, result))
        begin_match(play, result);
}

void play_resume(struct play *play, int64_t match)
{
    play->is_arranging = true;
    struct wire_resume resume = {.match = match, .after = WIRE_ABSENT};
    client_call(session_client(play->session), WIRE_MATCH_RESUME, &resume, on_match_resumed, play);
}

/* --- coming to the server --- */

/* Finds the lowest and the highest number of our matches; 0: none. */
static void find_ends(const struct wire_welcome *welcome, int64_t *ret_oldest, int64_t *ret_newest)
{
    *ret_oldest = *ret_newest = welcome->matches_count > 0 ? welcome->matches[0] : 0;
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] < *ret_oldest)
            *ret_oldest = welcome->matches[i];
        if (welcome->matches[i] > *ret_newest)
            *ret_newest = welcome->matches[i];
    }
}

static bool is_listed(const struct wire_welcome *welcome, int64_t match)
{
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] == match)
            return true;
    }
    return false;
}

/* The options that a resumed match has already settled. */
static const uint64_t options_of_new_match =
    OPTION_BIT(GAME) | OPTION_BIT(LOOK) | OPTION_BIT(START) | OPTION_BIT(FIRST) |
    OPTION_BIT(AGAINST) | OPTION_BIT(CLOCK) | OPTION_BIT(RATING) | OPTION_BIT(ONLY);

static void say_resumed(struct play *play, const struct wire_welcome *welcome, int64_t chosen)
{
    struct text text = {0};
    if (welcome->matches_count == 1) {
        text_printf(&text, "You go on with your unfinished match %" PRId64 ".", chosen);
    } else {
        text_printf(&text, "You have %zu unfinished matches:", welcome->matches_count);
        for (size_t i = 0; i < welcome->matches_count; i++)
            text_printf(&text, "%s %" PRId64, i > 0 ? "," : "", welcome->matches[i]);
        text_printf(&text, ". You go on with %" PRId64 "; choose another with --match.", chosen);
    }
    console_say_text(&play->console, &text);

    int aside = options_print_given(play->options, options_of_new_match, &text);
    text_printf(&text, " %s not looked at: you go on with match %" PRId64 "; --new starts another.",
                aside == 1 ? "is" : "are", chosen);
    console_say(&play->console, "%s",
                aside > 0 ? text_string(&text) : "(--new would start a new one.)");
    text_finish(&text);
}

static void arrive(struct play *play, const struct wire_welcome *welcome)
{
    const char *server = play->options->values[OPTION_SERVER];
    int64_t chosen = play->begun ? play->begun->match : play->wish.match, oldest;
    find_ends(welcome, &oldest, &play->newest_known);
    if (play->wish.tournament) {
        play_tournament_begin(play, play->wish.tournament, true);
        play_tournament_reconnected(play, welcome);
    } else if (chosen && !is_listed(welcome, chosen)) {
        struct error error; /* the result of a finished match is in its record */
        error_set(&error, ERROR_NO_SUCH_MATCH,
                  "match %" PRId64 " is no unfinished match of yours; if it has ended, `takeaway "
                  "show %" PRId64 "%s%s` tells how",
                  chosen, chosen, server ? " --server " : "", server ? server : "");
        session_fail(play->session, &error);
    } else if (play->begun || (welcome->matches_count > 0 && !play->wish.is_new)) {
        /* In a tournament every player resumes the oldest match first, so that no two players wait
         * for each other in different matches. */
        chosen = chosen ? chosen : oldest;
        play_tournament_put_off(play, welcome, chosen);
        if (!play->begun)
            say_resumed(play, welcome, chosen);
        play_resume(play, chosen);
    } else {
        search(play);
    }
}

/* --- the connection --- */

static void on_connected_again(struct play *play, const struct wire_welcome *welcome)
{
    int64_t oldest, newest;
    find_ends(welcome, &oldest, &newest);
    if (!play->console.is_json)
        console_say(&play->console, "%s", session_return_words(play->session));
    play_match_refresh(play);
    if (play_tournament_is_on(play))
        play_tournament_reconnected(play, welcome);
    else if (seeking_is_waiting(&play->seeking) && newest > play->newest_known)
        play_resume(play, newest); /* it began during the interruption */
    else if (!seat_is_live(&play->seat))
        seeking_reconnected(&play->seeking);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct play *play = owner;
    char server[SERVER_ADDRESS_TEXT_MAX];
    const char *address = session_is_private(play->session) ? NULL : server;
    session_print_server(play->session, server);
    play->seeking.client = session_client(play->session);
    if (play->console.is_json)
        console_tell(&play->console, "connected",
                     json_pack("{s:o, s:s?, s:b}", "name", json_of_text(welcome->name), "server",
                               address, "again", (int)!is_first));
    else if (is_first && address)
        console_say(&play->console, "You are %.*s on %s.", (int)welcome->name.len,
                    welcome->name.bytes, address);
    if (is_first)
        arrive(play, welcome);
    else
        on_connected_again(play, welcome);
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

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct play *play = owner;
    struct text words = {0};
    if (session_print_notice(event, body, &words))
        console_say(&play->console, "%s", text_string(&words));
    text_finish(&words);
    seat_event(&play->seat, event, body);
    seeking_event(&play->seeking, event, body);
    play_tournament_event(play, event, body);
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
    struct lines_events events = {.owner = play, .line = on_line_typed, .end = on_input_ended};
    play->solvers = solvers_create(session_loop(play->session));
    play_clocks_create(play);
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
    seeking_finish(&play->seeking);
    seat_finish(&play->seat);
    loop_timer_destroy(play->short_of_time);
    loop_timer_destroy(play->claim_due);
}

static void on_leaving(void *owner, int exit_code)
{
    (void)owner;
    _exit(exit_code); /* the solver may need more seconds for a hint; all output is flushed */
}

static int run_session(struct play *play)
{
    struct session_config config = {
        .server = play->options->values[OPTION_SERVER],
        .server_key = play->options->values[OPTION_SERVER_KEY],
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
    struct begun accepted;
    if (!play->begun && play->wish.code) {
        int status = begun_by_code(&config, play->wish.code, &play->console, &accepted);
        if (status != EXIT_OK)
            return status;
        play->begun = &accepted;
    }
    if (!play->begun)
        return session_run(&config, &events, &play->session);
    play->session = play->begun->session;
    return session_go_on(play->session, &events, play->begun->match);
}

int play_run_begun(const struct options *options, const struct begun *begun, struct error *error)
{
    bool is_json = options->values[OPTION_JSON] != NULL;
    struct play play = {
        .options = options,
        .begun = begun,
        .console = console_create(is_json),
        .is_interactive = !is_json && isatty(STDIN_FILENO),
        .is_arranging = true,
    };
    if (wish_parse(options, &play.wish, error)) {
        assert(!begun); /* whose session would stay open */
        wish_finish(&play.wish);
        return EXIT_USAGE;
    }
    play.seeking.events =
        (struct seeking_events){&play, on_search_news, on_match_began, on_search_changed};
    play_match_init(&play);
    int exit_code = run_session(&play);
    commentary_finish(&play.commentary);
    free(play.tournament.waiting);
    line_queue_finish(&play.typed);
    wish_finish(&play.wish);
    return exit_code;
}

int play_run(const struct options *options, struct error *error)
{
    return play_run_begun(options, NULL, error);
}
