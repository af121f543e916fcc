#include "client/tournament/tournament_plan.h"

#include "client/tournament/tournament_players.h"
#include "common/base/memory.h"
#include "common/game/time_control.h"
#include "common/tournament/starts.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE_DEFAULT = 32 };

/* --- the parts --- */

/* The value of an option, or what it is without. */
static const char *value_of(const struct options *options, enum option_name option,
                            const char *otherwise)
{
    const char *value = options->values[option];
    return value ? value : otherwise;
}

static enum error_code check_title(const char *title, struct error *error)
{
    size_t len = strlen(title), plain = 0;
    while (plain < len && !iscntrl((unsigned char)title[plain]))
        plain++;
    if (len >= 1 && len <= WIRE_TITLE_MAX && plain == len)
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE,
                     "--name is one line of 1 to %d bytes without control characters",
                     WIRE_TITLE_MAX);
}

static enum error_code parse_rules(const struct options *options, struct tournament_plan *plan,
                                   struct error *error)
{
    const char *rules = value_of(options, OPTION_GAME, "fibonacci-nim");
    bool is_wrong = rules_parse(&plan->rules, rules, strlen(rules), error);
    return is_wrong ? options_blame(error, "--game", rules) : ERROR_NONE;
}

static enum error_code parse_format(const struct options *options, struct tournament_plan *plan,
                                    struct error *error)
{
    const char *format = value_of(options, OPTION_FORMAT, "round-robin");
    plan->format = tournament_format_from_text(format, strlen(format));
    if (plan->format != FORMAT_COUNT)
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE,
                     "--format is round-robin, gauntlet, swiss or knockout, not '%.40s'", format);
}

static enum error_code parse_starts(const struct options *options, struct tournament_plan *plan,
                                    struct error *error)
{
    const char *text = value_of(options, OPTION_STARTS, "drawn");
    struct starts starts;
    if (starts_parse(&plan->rules, text, strlen(text), &starts, error))
        return options_blame(error, "--starts", text);
    starts_print(&plan->rules, &starts, &plan->starts);
    starts_finish(&starts);
    return ERROR_NONE;
}

static enum error_code parse_clock(const struct options *options, struct tournament_plan *plan,
                                   struct error *error)
{
    const char *clock = value_of(options, OPTION_CLOCK, "60/move");
    struct time_control control;
    if (time_control_parse(clock, strlen(clock), &control, error))
        return options_blame(error, "--clock", clock);
    if (control.kind == TIME_NONE)
        return error_set(error, ERROR_USAGE,
                         "a tournament needs a clock, so that nobody can hold it up: --clock "
                         "300+3 or 60/move, not none");
    time_control_print(&control, &plan->clock);
    return ERROR_NONE;
}

static enum error_code parse_numbers(const struct options *options, struct tournament_plan *plan,
                                     struct error *error)
{
    if (options_take_number(options, OPTION_ROUNDS, WIRE_ROUNDS_MAX, &plan->rounds, error) ||
        options_take_number(options, OPTION_SEED, WIRE_INT_MAX, &plan->seed, error) ||
        options_take_number(options, OPTION_CONCURRENCY, WIRE_AT_ONCE_MAX, &plan->at_once, error) ||
        options_take_number(options, OPTION_EACH_AT_ONCE, WIRE_AT_ONCE_MAX, &plan->each_at_once,
                            error))
        return error->code;
    if (plan->format == FORMAT_KNOCKOUT && plan->rounds > 0)
        return error_set(error, ERROR_USAGE,
                         "--rounds is not for a knockout, which ends when one is left");
    return ERROR_NONE;
}

/* --- who meets whom --- */

/* As many as a knockout would have. */
static int64_t rounds_of_swiss(size_t players)
{
    int64_t rounds = 1;
    while ((size_t)1 << rounds < players)
        rounds++;
    return rounds;
}

static void settle_rounds(struct tournament_plan *plan)
{
    if (plan->rounds == 0 && plan->format == FORMAT_SWISS)
        plan->rounds = rounds_of_swiss(plan->player_count);
    else if (plan->rounds == 0 && plan->format != FORMAT_KNOCKOUT)
        plan->rounds = 1;
}

static enum error_code check_pairing(const struct tournament_plan *plan, struct error *error)
{
    struct pairing pairing = {
        .format = plan->format,
        .entrants = (int)plan->player_count,
        .rounds = (int)plan->rounds,
        .forbidden = plan->forbidden,
        .forbidden_count = plan->forbidden_count,
    };
    int lonely = pairing.format == FORMAT_KNOCKOUT ? ENTRANT_NOBODY : pairing_lonely(&pairing);
    if (lonely != ENTRANT_NOBODY && plan->forbidden_count > 0)
        return error_set(error, ERROR_USAGE, "--forbid leaves %s nobody to meet",
                         plan->players[lonely].name);
    return pairing_check(&pairing, error);
}

static enum error_code parse_players(const struct options *options, bool with_bots,
                                     struct tournament_plan *plan, struct error *error)
{
    const char *players = options->values[OPTION_PLAYERS];
    const char *forbidden = options->values[OPTION_FORBID];
    enum error_code failed = ERROR_NONE;
    if (players)
        failed = tournament_players_parse(players, with_bots, plan, error);
    else if (with_bots)
        failed = error_set(error, ERROR_USAGE,
                           "--players is missing: such as --players perfect,greedy,mcts");
    else if (forbidden)
        failed = error_set(error, ERROR_USAGE, "--forbid needs --players");
    if (!failed && forbidden)
        failed = tournament_players_parse_forbidden(forbidden, plan, error);
    if (failed || !players)
        return failed;
    settle_rounds(plan);
    return check_pairing(plan, error);
}

enum error_code tournament_plan_parse(const struct options *options, bool with_bots,
                                      struct tournament_plan *ret_plan, struct error *error)
{
    *ret_plan = (struct tournament_plan){
        .title = options->values[OPTION_NAME],
        .at_once = AT_ONCE_DEFAULT,
        .each_at_once = with_bots ? 0 : 1, /* people have their clocks to look at */
        .rated = options->values[OPTION_RATED] != NULL,
    };
    enum error_code failed = ERROR_NONE;
    if (ret_plan->title)
        failed = check_title(ret_plan->title, error);
    if (!failed)
        failed = parse_rules(options, ret_plan, error);
    if (!failed)
        failed = parse_format(options, ret_plan, error);
    if (!failed)
        failed = parse_starts(options, ret_plan, error);
    if (!failed)
        failed = parse_clock(options, ret_plan, error);
    if (!failed)
        failed = parse_numbers(options, ret_plan, error);
    return failed ? failed : parse_players(options, with_bots, ret_plan, error);
}

void tournament_plan_finish(struct tournament_plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        free(plan->players[i].strategy);
        free(plan->players[i].command);
    }
    free(plan->players);
    free(plan->forbidden);
    free(plan->request_players);
    free(plan->request_forbidden);
    text_finish(&plan->starts);
    text_finish(&plan->clock);
}

/* --- as options --- */

static void print_number(int64_t number, struct text *out)
{
    if (number > 0)
        text_append_int(out, number);
}

void tournament_plan_print_option(const struct tournament_plan *plan, enum option_name option,
                                  struct text *out)
{
    if (option == OPTION_NAME && plan->title)
        text_append_string(out, plan->title);
    else if (option == OPTION_GAME)
        text_append_string(out, plan->rules.text);
    else if (option == OPTION_PLAYERS)
        tournament_players_print(plan, out);
    else if (option == OPTION_FORMAT)
        text_append_string(out, tournament_format_text(plan->format));
    else if (option == OPTION_ROUNDS)
        print_number(plan->rounds, out);
    else if (option == OPTION_STARTS)
        text_append_string(out, text_string(&plan->starts));
    else if (option == OPTION_SEED)
        print_number(plan->seed, out);
    else if (option == OPTION_CLOCK)
        text_append_string(out, text_string(&plan->clock));
    else if (option == OPTION_CONCURRENCY)
        print_number(plan->at_once, out);
    else if (option == OPTION_FORBID)
        tournament_players_print_forbidden(plan, out);
}

/* --- as a request --- */

static int64_t unless_zero(int64_t number)
{
    return number > 0 ? number : WIRE_ABSENT;
}

void tournament_plan_request(struct tournament_plan *plan,
                             struct wire_tournament_create *ret_create)
{
    struct wire_tournament_create create;
    wire_record_clear(&wire_record_tournament_create, &create);
    assert(!plan->request_players && !plan->request_forbidden);
    struct wire_text *players = memory_zeroed(plan->player_count + 1, sizeof *players);
    struct wire_forbidden *forbidden = memory_zeroed(plan->forbidden_count + 1, sizeof *forbidden);
    for (size_t i = 0; i < plan->player_count; i++)
        players[i] = wire_text(plan->players[i].name);
    for (size_t i = 0; i < plan->forbidden_count; i++) {
        forbidden[i].first = players[plan->forbidden[i].first];
        forbidden[i].second = players[plan->forbidden[i].second];
    }
    create.name = wire_text(plan->title);
    create.rules = wire_text(plan->rules.text);
    create.format = wire_text(tournament_format_text(plan->format));
    create.rounds = unless_zero(plan->rounds);
    create.starts = wire_text(text_string(&plan->starts));
    create.seed = unless_zero(plan->seed);
    create.clock = wire_text(text_string(&plan->clock));
    create.at_once = plan->at_once;
    create.each_at_once = unless_zero(plan->each_at_once);
    create.rated = plan->rated;
    if (plan->player_count > 0) {
        create.players = players;
        create.players_count = plan->player_count;
    }
    if (plan->forbidden_count > 0) {
        create.forbidden = forbidden;
        create.forbidden_count = plan->forbidden_count;
    }
    plan->request_players = players;
    plan->request_forbidden = forbidden;
    *ret_create = create;
}
