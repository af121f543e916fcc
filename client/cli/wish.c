#include "client/cli/wish.h"

#include "client/cli/own_name.h"
#include "client/lib/strategy_name.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/game/time_control.h"
#include "common/solver/solver.h"
#include "common/wire/wire.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char beginner_rules[] = "take-away:2x";

enum { BEGINNER_HEAP_MIN = 20, BEGINNER_HEAP_MAX = 50 };

static enum error_code parse_opponent(const struct options *options, struct wish *wish,
                                      struct error *error)
{
    const char *against = options->values[OPTION_AGAINST];
    if (!against)
        against = options->values[OPTION_SERVER] ? "anyone" : "bot:perfect";
    wish->opponent_name = against;
    if (strcmp(against, "anyone") == 0) {
        wish->opponent = WISH_ANYONE;
        if (!options->values[OPTION_SERVER])
            return error_set(error, ERROR_USAGE,
                             "nobody else comes to a private server: name a shared one with "
                             "--server, or play --against bot:perfect");
    } else if (strncmp(against, "bot:", 4) == 0) {
        wish->opponent = WISH_BOT;
        wish->opponent_name = against + 4;
    } else {
        wish->opponent = WISH_PLAYER;
        if (!options->values[OPTION_SERVER])
            return error_set(error, ERROR_USAGE,
                             "'%s' cannot come to a private server: name a shared one with "
                             "--server, or play --against bot:STRATEGY",
                             against);
    }
    if (!*wish->opponent_name)
        return error_set(error, ERROR_USAGE,
                         "--against takes a player's name, bot:STRATEGY (such as bot:perfect) or "
                         "anyone");
    struct strategy_name strategy;
    if (wish->opponent == WISH_BOT && strategy_name_parse(wish->opponent_name, &strategy, error))
        return options_blame(error, "--against", against);
    return ERROR_NONE;
}

enum error_code wish_set_start(struct wish *wish, const char *start, struct error *error)
{
    struct position position = {0};
    if (wish->rules.class_size > 0)
        return error_set(error, ERROR_BAD_POSITION,
                         "the start of %s is drawn with the rules when the match begins: leave it "
                         "out",
                         wish->rules.text);
    enum error_code failed =
        typed_position_parse(&wish->rules, start, strlen(start), &position, error);
    if (!failed)
        failed = position_check_start(&wish->rules, &position, error);
    text_clear(&wish->start);
    if (!failed)
        position_print(&wish->rules, &position, &wish->start);
    position_finish(&position);
    return failed;
}

enum error_code wish_set_clock(struct wish *wish, const char *clock, struct error *error)
{
    struct time_control control;
    struct error cause;
    if (time_control_parse(clock, strlen(clock), &control, &cause))
        return error_set(error, cause.code, "%s; such as 300+3 or 30/move", cause.message);
    text_clear(&wish->clock);
    if (control.kind != TIME_NONE)
        time_control_print(&control, &wish->clock);
    return ERROR_NONE;
}

static enum error_code parse_first(const char *first, struct wish *wish, struct error *error)
{
    if (!first)
        wish->first = WISH_FIRST_ANY;
    else if (strcmp(first, "random") == 0)
        wish->first = WISH_FIRST_RANDOM;
    else if (strcmp(first, "me") == 0)
        wish->first = WISH_FIRST_ME;
    else if (strcmp(first, "them") == 0)
        wish->first = WISH_FIRST_THEM;
    else
        return error_set(error, ERROR_USAGE, "--first is me, them or random, not '%s'", first);
    return ERROR_NONE;
}

/* Reads an end of a range; an empty one is 0. */
static bool parse_rating(const char *text, size_t len, int64_t *ret_rating)
{
    *ret_rating = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *ret_rating = *ret_rating * 10 + (text[i] - '0');
        if (*ret_rating > CONDITIONS_RATING_MAX)
            return false;
    }
    return len == 0 || *ret_rating > 0;
}

enum error_code wish_set_range(struct wish *wish, const char *range, struct error *error)
{
    const char *dash = strchr(range, '-');
    struct conditions read = {.only = wish->conditions.only};
    if (!dash || !parse_rating(range, (size_t)(dash - range), &read.rating_min) ||
        !parse_rating(dash + 1, strlen(dash + 1), &read.rating_max) || !read.rating_min ||
        conditions_check(&read, error))
        return error_set(error, ERROR_USAGE,
                         "a range of ratings from 1 to %d was expected, such as 1400-1600, or "
                         "1400- without an end",
                         CONDITIONS_RATING_MAX);
    wish->conditions = read;
    return ERROR_NONE;
}

static enum error_code parse_conditions(const struct options *options, struct wish *wish,
                                        struct error *error)
{
    const char *range = options->values[OPTION_RATING], *only = options->values[OPTION_ONLY];
    struct conditions *conditions = &wish->conditions;
    if (!range && !only)
        return ERROR_NONE;
    if (wish->opponent != WISH_ANYONE || options->values[OPTION_INVITE])
        return error_set(error, ERROR_USAGE,
                         "--rating and --only choose among players who are open to anyone: they go "
                         "with --server and --against anyone, and not with --invite");
    if (only)
        conditions->only = audience_from_text(only, strlen(only));
    if (conditions->only == AUDIENCE_COUNT)
        return error_set(error, ERROR_USAGE, "--only is people or bots, not '%s'", only);
    if (!range)
        return ERROR_NONE;
    return wish_set_range(wish, range, error) ? options_blame(error, "--rating", range)
                                              : ERROR_NONE;
}

/* Fails if one of these options is given, which do not go with `option`. */
static enum error_code refuse_others(const struct options *options, uint128 others,
                                     const char *option, struct error *error)
{
    struct text given = {0};
    int count = options_print_given(options, others, &given);
    if (count > 0)
        error_set(error, ERROR_USAGE, "%s %s not go with %s", text_string(&given),
                  count == 1 ? "does" : "do", option);
    text_finish(&given);
    return count > 0 ? ERROR_USAGE : ERROR_NONE;
}

/* Reads --tournament, which excludes options for game and opponent. */
static enum error_code parse_tournament(const struct options *options, struct wish *wish,
                                        struct error *error)
{
    static const uint128 others = OPTION_BIT(GAME) | OPTION_BIT(LOOK) | OPTION_BIT(START) |
                                  OPTION_BIT(FIRST) | OPTION_BIT(CLOCK) | OPTION_BIT(RATING) |
                                  OPTION_BIT(ONLY) | OPTION_BIT(AGAINST) | OPTION_BIT(MATCH) |
                                  OPTION_BIT(NEW) | OPTION_BIT(INVITE) | OPTION_BIT(JOIN);
    if (refuse_others(options, others, "--tournament", error))
        return ERROR_USAGE;
    if (!options->values[OPTION_SERVER])
        return error_set(error, ERROR_USAGE,
                         "--tournament needs --server: the one that holds the tournament");
    return options_number(options->values[OPTION_TOURNAMENT], "a tournament", WIRE_INT_MAX,
                          &wish->tournament, error);
}

static enum error_code parse_invitation(const struct options *options, struct wish *wish,
                                        struct error *error)
{
    static const uint128 of_invitation = OPTION_BIT(USES) | OPTION_BIT(HOURS);
    enum { HOUR_MS = 3600000, INVITATION_CODE_CHARS = 22 };
    int64_t hours = 0;
    wish->is_invitation = options->values[OPTION_INVITE] != NULL;
    wish->code = options->values[OPTION_JOIN];
    enum error_code failed = ERROR_NONE;
    if (wish->code)
        failed = refuse_others(options,
                               OPTION_BIT(GAME) | OPTION_BIT(LOOK) | OPTION_BIT(START) |
                                   OPTION_BIT(FIRST) | OPTION_BIT(CLOCK) | OPTION_BIT(RATING) |
                                   OPTION_BIT(ONLY) | OPTION_BIT(AGAINST) | OPTION_BIT(MATCH) |
                                   OPTION_BIT(NEW) | OPTION_BIT(INVITE) | of_invitation,
                               "--join", error);
    else if (wish->is_invitation)
        failed = refuse_others(options, OPTION_BIT(MATCH), "--invite", error);
    else if (options->values[OPTION_USES] || options->values[OPTION_HOURS])
        failed =
            error_set(error, ERROR_USAGE, "--uses and --hours are of an invitation: add --invite");
    if (failed || !(wish->code || wish->is_invitation))
        return failed;
    if (!options->values[OPTION_SERVER])
        return error_set(error, ERROR_USAGE,
                         "nobody else comes to a private server: name a shared one with --server");
    if (wish->code && strlen(wish->code) != INVITATION_CODE_CHARS)
        return error_set(error, ERROR_USAGE,
                         "--join takes the %d characters of an invitation's code, not '%.100s'; a "
                         "link goes to `takeaway join`",
                         INVITATION_CODE_CHARS, wish->code);
    if (wish->is_invitation && wish->opponent == WISH_BOT)
        return error_set(error, ERROR_USAGE,
                         "--invite is for people: --against takes a player's name or anyone");
    wish->is_new = true;
    failed = options_take_number(options, OPTION_USES, WIRE_USES_MAX, &wish->uses, error);
    if (!failed)
        failed = options_take_number(options, OPTION_HOURS, WIRE_EXPIRES_IN_MAX / HOUR_MS, &hours,
                                     error);
    wish->expires_in_ms = hours * HOUR_MS;
    return failed;
}

enum error_code wish_parse(const struct options *options, struct wish *ret_wish,
                           struct error *error)
{
    *ret_wish = (struct wish){
        .is_new = options->values[OPTION_NEW] != NULL,
        .is_plain = !options->values[OPTION_GAME] && !options->values[OPTION_LOOK] &&
                    !options->values[OPTION_START] && !options->values[OPTION_CLOCK] &&
                    !options->values[OPTION_FIRST] && !options->values[OPTION_RATING] &&
                    !options->values[OPTION_ONLY] && !options->values[OPTION_NEW],
    };
    enum error_code failed = parse_opponent(options, ret_wish, error);
    if (!failed)
        failed = name_check_value("--as", options->values[OPTION_AS], error);
    if (failed)
        return failed;
    if (options_take_rules(options, &ret_wish->rules, error))
        return error->code;
    const char *start = options->values[OPTION_START], *clock = options->values[OPTION_CLOCK];
    if (start && wish_set_start(ret_wish, start, error))
        failed = options_blame(error, "--start", start);
    if (!failed)
        failed = parse_first(options->values[OPTION_FIRST], ret_wish, error);
    if (!failed && clock && wish_set_clock(ret_wish, clock, error))
        failed = options_blame(error, "--clock", clock);
    if (!failed)
        failed = parse_conditions(options, ret_wish, error);
    if (!failed && options->values[OPTION_MATCH])
        failed = options_number(options->values[OPTION_MATCH], "a match", WIRE_INT_MAX,
                                &ret_wish->match, error);
    if (!failed && options->values[OPTION_TOURNAMENT])
        failed = parse_tournament(options, ret_wish, error);
    if (!failed)
        failed = parse_invitation(options, ret_wish, error);
    if (!failed && ret_wish->match && ret_wish->is_new)
        failed = error_set(error, ERROR_USAGE,
                           "--match goes on with a match and --new starts one: only one of them");
    return failed;
}

void wish_finish(struct wish *wish)
{
    text_finish(&wish->start);
    text_finish(&wish->clock);
}

bool wish_is_for_beginner(const struct wish *wish, const char *strategy)
{
    return wish->opponent == WISH_BOT && strcmp(wish->opponent_name, strategy) == 0 &&
           strcmp(wish->rules.text, beginner_rules) == 0 && wish->start.len == 0 &&
           wish->clock.len == 0 && wish->first == WISH_FIRST_ANY;
}

static bool can_first_player_win(const struct rules *rules, int64_t heap)
{
    struct text text = {0};
    text_append_int(&text, heap);
    struct position position = {0};
    struct error error;
    enum error_code failed = position_parse(rules, text.bytes, text.len, &position, &error);
    struct solver *solver = solver_create(rules);
    bool can = !failed && solver_outcome(solver, &position) == OUTCOME_N;
    solver_destroy(solver);
    position_finish(&position);
    text_finish(&text);
    return can;
}

void wish_draw_beginner(struct wish *wish, struct random *random)
{
    int64_t heap;
    do
        heap = BEGINNER_HEAP_MIN +
               (int64_t)random_below(random, BEGINNER_HEAP_MAX - BEGINNER_HEAP_MIN + 1);
    while (!can_first_player_win(&wish->rules, heap));
    text_clear(&wish->start);
    text_append_int(&wish->start, heap);
    wish->first = WISH_FIRST_ME;
}

struct seeking_wish wish_seeking(const struct wish *wish, const char *to)
{
    static const char *const firsts[] = {
        [WISH_FIRST_ANY] = NULL,
        [WISH_FIRST_RANDOM] = "random",
        [WISH_FIRST_ME] = "maker",
        [WISH_FIRST_THEM] = "taker",
    };
    return (struct seeking_wish){
        .to = to,
        .rules = wish->rules.text,
        .look = look_text(wish->rules.look),
        .start = wish->start.len > 0 ? text_string(&wish->start) : NULL,
        .clock = wish->clock.len > 0 ? text_string(&wish->clock) : NULL,
        .first = firsts[wish->first],
        .conditions = wish->conditions,
        .is_plain = wish->is_plain,
    };
}

/* --- sentences about the search --- */

static void say_control(struct wire_text clock, struct text *out)
{
    char *text = memory_text(clock.bytes ? clock.bytes : "", clock.len);
    words_control(text, out);
    free(text);
}

/* Appends "Nim from 3+5, you move first.", to the player who may accept it. */
static void say_terms(struct wire_text rules, struct wire_text look, struct wire_text start,
                      struct wire_text clock, struct wire_text first, struct text *out)
{
    summary_print_game(rules, look, out);
    summary_print_from(start, out);
    say_control(clock, out);
    text_printf(out, ", %s.",
                wire_text_equal(first, "taker")   ? "you move first"
                : wire_text_equal(first, "maker") ? "they move first"
                                                  : "who moves first is drawn");
}

/* Appends "ann challenges you: Nim from 3+5, you move first." */
static void say_challenge(const struct wire_offer *offer, struct text *out)
{
    text_printf(out, "%.*s ", (int)offer->from.len, offer->from.bytes);
    text_append_string(out, offer->rematch_of != WIRE_ABSENT ? "offers a rematch: "
                                                             : "challenges you: ");
    say_terms(offer->rules, offer->look, offer->start, offer->clock, offer->first, out);
}

void wish_say_invitation(const struct wire_invitation *invitation, struct text *out)
{
    text_printf(out, "%.*s invites you: ", (int)invitation->from.len, invitation->from.bytes);
    say_terms(invitation->rules, invitation->look, invitation->start, invitation->clock,
              invitation->first, out);
    if (!invitation->online)
        text_append_string(out, " They are away now, and find the match when they are back.");
}

void wish_say_news(const struct seeking *seeking, const struct seeking_news *news, struct text *out)
{
    const struct wire_offer *offer = news->offer;
    const struct seeking_wish *wish = &seeking->wish;
    const char *refusal = NULL;
    switch (news->kind) {
    case SEEKING_WAITS:
        text_printf(out, "Waiting for %s ", wish->to ? wish->to : "somebody");
        if (conditions_are_set(&wish->conditions)) {
            text_append_char(out, '(');
            conditions_print(&wish->conditions, out);
            text_append_string(out, ") ");
        }
        text_append_string(out, "to play ");
        summary_print_game(wire_text(wish->rules), wire_text(wish->look), out);
        text_append_string(out, " with you");
        words_control(wish->clock ? wish->clock : "", out);
        text_append_char(out, '.');
        break;
    case SEEKING_LEFT_OPEN:
        text_append_string(out, "Your offer of ");
        summary_print_game(offer->rules, offer->look, out);
        summary_print_from(offer->start, out);
        say_control(offer->clock, out);
        text_append_string(out, offer->offer == seeking->offer
                                    ? ", is still open. Waiting for somebody to accept it."
                                    : ", is still open, too.");
        break;
    case SEEKING_CHALLENGED:
        say_challenge(offer, out);
        break;
    case SEEKING_WITHDRAWN:
        text_printf(out, "Challenge %" PRId64 " is gone.", news->number);
        break;
    case SEEKING_DECLINED:
        text_append_string(out, "Declined.");
        break;
    case SEEKING_NOT_OFFERED:
        refusal = "No match";
        break;
    case SEEKING_NOT_JOINED:
        refusal = "A match that you could join cannot begin";
        break;
    case SEEKING_NOT_ACCEPTED:
        refusal = "That cannot be accepted";
        break;
    case SEEKING_NOT_DECLINED:
        refusal = "That cannot be declined";
        break;
    case SEEKING_NOT_LISTED:
        refusal = "The offers of others cannot be listed";
        break;
    case SEEKING_INVITED:
        text_printf(out, "Your invitation %" PRId64 " to play ", news->made->invitation);
        summary_print_game(wire_text(wish->rules), wire_text(wish->look), out);
        words_control(wish->clock ? wish->clock : "", out);
        text_printf(out, " is open until ");
        summary_print_time(news->made->expires, out);
        text_printf(out, ". Its code is %s", seeking->code);
        break;
    case SEEKING_NOT_INVITED:
        refusal = "No invitation";
        break;
    case SEEKING_UNINVITED:
        text_append_string(out, "Your invitation has ended, and nobody has accepted it.");
        break;
    case SEEKING_SHOWN:
        wish_say_invitation(news->invitation, out);
        break;
    case SEEKING_NOT_SHOWN:
    case SEEKING_NOT_COME:
        refusal = "No match";
        break;
    case SEEKING_REJECTED:
        text_append_string(out, "The other player declined.");
        break;
    case SEEKING_LEFT:
        text_append_string(out, "The other player has left.");
        break;
    }
    if (refusal)
        text_printf(out, "%s: %s.", refusal, refusal_of(&news->error).words);
}

/* --- the list of connected players --- */

const struct wire_online *online_find(const struct wire_online_list *list, const char *name)
{
    for (size_t i = 0; i < list->players_count; i++) {
        if (wire_text_equal(list->players[i].name, name))
            return &list->players[i];
    }
    return NULL;
}
