/* `hint` and `why` in `takeaway play`: the best move, and the reason. The solver may need seconds,
 * and who the opponent is may have to be asked of the server; meanwhile the loop goes on. */
#include "client/json.h"
#include "client/play/play.h"
#include "client/play/wish.h"
#include "common/words/why.h"
#include "common/words/words.h"

/* Does the match still stand where it stood when advice was asked for? */
static bool is_timely(const struct play *play)
{
    const struct match *match = play->seat.match;
    return seat_is_ready(&play->seat) && match->id == play->advice.match &&
           match->ply == play->advice.ply;
}

bool play_waits_for_advice(const struct play *play)
{
    return play->advice.is_asked && is_timely(play);
}

/* Of the answer to a program: where the match stands. */
static json_t *begin_body(const struct match *match)
{
    return json_pack("{s:I, s:I}", "match", (json_int_t)match->id, "ply",
                     (json_int_t)match->ply + 1);
}

static void say_hint(struct play *play, const struct solution *solution)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    if (play->console.is_json) {
        json_t *body = begin_body(match);
        json_object_update_new(body, json_of_solution(&match->rules, &match->position, solution));
        console_tell(&play->console, "hint", body);
    } else {
        solution_say_move(&match->rules, &match->position, solution, &text);
        console_say_text(&play->console, &text);
    }
}

static void say_why(struct play *play, const char *explanation)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    text_append_string(&text, explanation);
    if (play->console.is_json) {
        json_t *body = begin_body(match);
        json_object_set_new(body, "position", json_of_position(&match->rules, &match->position));
        json_object_set_new(body, "explanation", json_of_pieces(&text, '\n'));
        console_tell(&play->console, "why", body);
        text_finish(&text);
    } else {
        if (text.len > 0)
            text.bytes[--text.len] = '\0'; /* the console adds the last newline */
        console_say_text(&play->console, &text);
    }
}

static void solver_answered(void *owner, const struct solution *solution, const char *explanation)
{
    struct play *play = owner;
    bool is_late = play->advice.why != NULL; /* else play_advise() has not returned yet */
    play->advice.why = NULL;
    play->advice.is_asked = false;
    if (is_timely(play)) {
        if (play->advice.wants_hint)
            say_hint(play, solution);
        if (play->advice.wants_why)
            say_why(play, explanation);
    }
    if (is_late)
        play_go_on(play);
}

static void ask_solver(struct play *play)
{
    const struct match *match = play->seat.match;
    play->advice.why =
        why_ask(play->solvers, &match->rules, &match->position, solver_answered, play);
    if (play->advice.why && !play->console.is_json)
        console_say(&play->console, "Being worked out ...");
}

static void refuse(struct play *play, enum error_code code, const char *lead, const char *words)
{
    play->advice.is_asked = false;
    console_refuse(&play->console, code, lead, words);
}

/* The server has listed who is connected, and with which program. */
static void on_players(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    if (!play_waits_for_advice(play) || play->advice.why) {
        play_go_on(play);
        return;
    }
    const struct match *match = play->seat.match;
    const struct wire_online *opponent = error ? NULL : online_find(result, match_opponent(match));
    const char *reason = why_no_hint(match->tournament != 0, play->seat.is_rated,
                                     opponent && online_is_bot(opponent));
    if (error)
        refuse(play, error->code, "Not possible", refusal_of(error).words);
    else if (reason)
        refuse(play, ERROR_TOO_EARLY, NULL, reason);
    else
        ask_solver(play);
    play_go_on(play);
}

/* The person's own bot is known by its token; the server knows which others are bots. */
static void begin_advice(struct play *play)
{
    const struct match *match = play->seat.match;
    char strategy[WIRE_NAME_MAX + 1];
    const char *reason = why_no_hint(match->tournament != 0, play->seat.is_rated, true);
    if (reason)
        refuse(play, ERROR_TOO_EARLY, NULL, reason);
    else if (opponent_bot_is_ours(play->session, match_opponent(match), strategy))
        ask_solver(play);
    else
        client_call(session_client(play->session), WIRE_PLAYER_LIST, NULL, on_players, play);
}

void play_advise(struct play *play, bool is_why)
{
    if (!seat_is_ready(&play->seat)) {
        console_refuse(&play->console, ERROR_NOT_YOUR_TURN, NULL, "It is not your turn");
        return;
    }
    bool is_first = !play_waits_for_advice(play);
    if (is_first) {
        const struct match *match = play->seat.match;
        why_drop(play->advice.why);
        play->advice = (struct play_advice){
            .is_asked = true,
            .match = match->id,
            .ply = match->ply,
        };
    }
    play->advice.wants_hint |= !is_why;
    play->advice.wants_why |= is_why;
    if (is_first)
        begin_advice(play);
}
