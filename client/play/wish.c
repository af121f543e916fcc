#include "client/play/wish.h"

#include "client/account/name.h"
#include "client/lib/strategy_name.h"
#include "common/game/time_control.h"
#include "common/solver/solver.h"
#include "common/wire/schema.h"
#include "common/words/given.h"

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
    enum error_code failed =
        given_position_parse(&wish->rules, start, strlen(start), &position, error);
    if (!failed)
        failed = position_check_start(&wish->rules, &position, error);
    text_clear(&wish->start);
    if (!failed)
        position_print(&wish->rules, &position, &wish->start);
    position_finish(&position);
    return failed;
}

static enum error_code refuse_clock(struct error *error)
{
    struct error cause = *error;
    return error_set(error, cause.code, "%s; such as 300+3 or 30/move", cause.message);
}

enum error_code wish_set_clock(struct wish *wish, const char *clock, struct error *error)
{
    struct time_control control;
    if (time_control_parse(clock, strlen(clock), &control, error))
        return refuse_clock(error);
    text_clear(&wish->clock);
    if (control.kind != TIME_NONE)
        time_control_print(&control, &wish->clock);
    return ERROR_NONE;
}

static enum error_code parse_start(const char *start, struct wish *wish, struct error *error)
{
    bool is_wrong = start && wish_set_start(wish, start, error);
    return is_wrong ? options_blame(error, "--start", start) : ERROR_NONE;
}

static enum error_code parse_clock(const char *clock, struct wish *wish, struct error *error)
{
    bool is_wrong = clock && wish_set_clock(wish, clock, error);
    return is_wrong ? options_blame(error, "--clock", clock) : ERROR_NONE;
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

/* A tournament has its game and its opponents. */
static enum error_code parse_tournament(const struct options *options, struct wish *wish,
                                        struct error *error)
{
    static const uint64_t others = OPTION_BIT(GAME) | OPTION_BIT(START) | OPTION_BIT(FIRST) |
                                   OPTION_BIT(CLOCK) | OPTION_BIT(AGAINST) | OPTION_BIT(MATCH) |
                                   OPTION_BIT(NEW);
    struct text given = {0};
    bool goes_not = options_print_given(options, others, &given) > 0;
    if (goes_not)
        error_set(error, ERROR_USAGE, "%s does not go with --tournament", text_string(&given));
    text_finish(&given);
    if (goes_not)
        return ERROR_USAGE;
    if (!options->values[OPTION_SERVER])
        return error_set(error, ERROR_USAGE,
                         "--tournament needs --server: the one that holds the tournament");
    return options_number(options->values[OPTION_TOURNAMENT], "a tournament", WIRE_INT_MAX,
                          &wish->tournament, error);
}

enum error_code wish_parse(const struct options *options, struct wish *ret_wish,
                           struct error *error)
{
    *ret_wish = (struct wish){
        .is_new = options->values[OPTION_NEW] != NULL,
        .is_plain = !options->values[OPTION_GAME] && !options->values[OPTION_START] &&
                    !options->values[OPTION_CLOCK] && !options->values[OPTION_FIRST] &&
                    !options->values[OPTION_NEW],
    };
    enum error_code failed = parse_opponent(options, ret_wish, error);
    if (!failed)
        failed = name_check_value("--as", options->values[OPTION_AS], error);
    if (failed)
        return failed;
    const char *rules = options->values[OPTION_GAME];
    if (!rules)
        rules = "fibonacci-nim";
    if (rules_parse(&ret_wish->rules, rules, strlen(rules), error))
        return options_blame(error, "--game", rules);
    failed = parse_start(options->values[OPTION_START], ret_wish, error);
    if (!failed)
        failed = parse_first(options->values[OPTION_FIRST], ret_wish, error);
    if (!failed)
        failed = parse_clock(options->values[OPTION_CLOCK], ret_wish, error);
    if (!failed && options->values[OPTION_MATCH])
        failed = options_number(options->values[OPTION_MATCH], "a match", WIRE_INT_MAX,
                                &ret_wish->match, error);
    if (!failed && options->values[OPTION_TOURNAMENT])
        failed = parse_tournament(options, ret_wish, error);
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

const char *wish_first_text(const struct wish *wish)
{
    switch (wish->first) {
    case WISH_FIRST_ME:
        return "maker";
    case WISH_FIRST_THEM:
        return "taker";
    case WISH_FIRST_ANY:
    case WISH_FIRST_RANDOM:
        break;
    }
    return "random";
}

/* The taker is us: who moves first is said the other way round. */
static bool first_fits(enum wish_first wanted, const char *first)
{
    switch (wanted) {
    case WISH_FIRST_ME:
        return strcmp(first, "taker") == 0;
    case WISH_FIRST_THEM:
        return strcmp(first, "maker") == 0;
    case WISH_FIRST_RANDOM:
        return strcmp(first, "random") == 0;
    case WISH_FIRST_ANY:
        break;
    }
    return true;
}

bool wish_fits(const struct wish *wish, const struct wish_offer *offer)
{
    return strcmp(wish->rules.text, offer->rules) == 0 &&
           (wish->start.len == 0 || strcmp(text_string(&wish->start), offer->start) == 0) &&
           strcmp(text_string(&wish->clock), offer->clock) == 0 &&
           first_fits(wish->first, offer->first);
}
