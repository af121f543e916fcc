#include "client/tournament/tournament_plan.h"

#include "client/cli/own_name.h"
#include "client/lib/strategy_name.h"
#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/game/time_control.h"
#include "common/tournament/starts.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { AT_ONCE_DEFAULT = 32 };

/* --- the parts --- */

static const char before_command[] = "exec:", before_forgiven[] = "exec-or-move:";

/* --- names --- */

/* The index of the player with this name, in any case; -1: there is none. */
static int find_player(const struct tournament_plan *plan, const char *name, size_t len)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        if (strlen(plan->players[i].name) == len &&
            strncasecmp(plan->players[i].name, name, len) == 0)
            return (int)i;
    }
    return -1;
}

static bool is_taken(const struct tournament_plan *plan, const char *name)
{
    return find_player(plan, name, strlen(name)) >= 0;
}

/* Names a player by its kind: "mcts:500" becomes mcts-500, "exec:./bots/mine --fast" mine. */
static void name_by_kind(const struct plan_player *player, char ret_name[WIRE_NAME_MAX + 1])
{
    if (player->strategy) {
        name_fit(player->strategy, ret_name);
        return;
    }
    char *word = memory_text(player->command, strcspn(player->command, " "));
    const char *slash = strrchr(word, '/');
    name_fit(slash ? slash + 1 : word, ret_name);
    free(word);
}

/* Appends a number to the name if another player has it. */
static void make_unique(const struct tournament_plan *plan, char name[WIRE_NAME_MAX + 1])
{
    char base[WIRE_NAME_MAX + 1];
    strcpy(base, name);
    for (int number = 2; is_taken(plan, name); number++) {
        char suffix[16];
        int len = snprintf(suffix, sizeof suffix, "-%d", number);
        snprintf(name, WIRE_NAME_MAX + 1, "%.*s%s", WIRE_NAME_MAX - len, base, suffix);
    }
}

static enum error_code take_name(const struct tournament_plan *plan, const char *name,
                                 struct plan_player *player, struct error *error)
{
    if (name_check_given(name, error))
        return options_blame(error, "--players", name);
    if (is_taken(plan, name))
        return error_set(error, ERROR_USAGE, "--players: '%s' is there twice", name);
    strcpy(player->name, name);
    return ERROR_NONE;
}

/* --- players --- */

static enum error_code take_kind(const char *kind, struct plan_player *player, struct error *error)
{
    bool is_forgiven = strncmp(kind, before_forgiven, strlen(before_forgiven)) == 0;
    const char *before = is_forgiven ? before_forgiven : before_command;
    size_t skipped = strlen(before);
    if (strncmp(kind, before, skipped) != 0) {
        struct strategy_name strategy;
        player->strategy = memory_text(kind, strlen(kind));
        if (!strategy_name_parse(kind, &strategy, error))
            return ERROR_NONE;
        struct error cause = *error;
        return error_set(error, ERROR_USAGE,
                         "--players '%.40s': %s; a program of yours is exec:COMMAND", kind,
                         cause.message);
    }
    player->command = memory_text(kind + skipped, strlen(kind + skipped));
    player->resigns_for_haste = !is_forgiven;
    if (*player->command && *player->command != ' ')
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE, "--players: %s needs a command, such as %s./mybot", before,
                     before);
}

static enum error_code take_bot(const struct tournament_plan *plan, char *word,
                                struct plan_player *player, struct error *error)
{
    char *name_end = strpbrk(word, "=:");
    if (name_end && *name_end == ':')
        name_end = NULL; /* "exec:./bot --depth=3" has no name, "anna=mcts" has one */
    if (name_end)
        *name_end = '\0';
    enum error_code failed = take_kind(name_end ? name_end + 1 : word, player, error);
    if (failed)
        return failed;
    if (name_end)
        return take_name(plan, word, player, error);
    name_by_kind(player, player->name);
    make_unique(plan, player->name);
    return ERROR_NONE;
}

static enum error_code take_player(char *word, bool with_bots, struct tournament_plan *plan,
                                   struct error *error)
{
    struct plan_player player = {0};
    enum error_code failed =
        with_bots ? take_bot(plan, word, &player, error) : take_name(plan, word, &player, error);
    plan->players = memory_resized(plan->players, plan->player_count + 1, sizeof *plan->players);
    plan->players[plan->player_count++] = player;
    return failed;
}

/* Cuts off the first player of *rest and turns its double commas into single ones. *rest becomes
 * NULL after the last. */
static char *split_off(char **rest)
{
    char *word = *rest, *to = word;
    for (char *at = word;; at++) {
        if (*at == ',' && at[1] == ',')
            at++;
        else if (*at == ',' || *at == '\0') {
            *rest = *at == ',' ? at + 1 : NULL;
            *to = '\0';
            return word;
        }
        *to++ = *at;
    }
}

/* Parses "P,P,..." and appends to plan->players. `with_bots`: each P is a strategy of takeaway-bot,
 * `exec:COMMAND` or `exec-or-move:COMMAND`, with an optional name before it, as in "anna=mcts:500".
 * The default name follows from the kind, with a number if it is in use. A comma within a COMMAND
 * is doubled. Without bots, each P is a name. USAGE. */
static enum error_code parse_players(const char *text, bool with_bots, struct tournament_plan *plan,
                                     struct error *error)
{
    char *copy = memory_text(text, strlen(text)), *rest = copy;
    enum error_code failed = ERROR_NONE;
    while (!failed && rest)
        failed = take_player(split_off(&rest), with_bots, plan, error);
    free(copy);
    return failed;
}

/* Appends the players in the form of parse_players(), with all names. */
static void print_players(const struct tournament_plan *plan, struct text *out)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct plan_player *player = &plan->players[i];
        text_printf(out, "%s%s", i > 0 ? "," : "", player->name);
        if (player->strategy)
            text_printf(out, "=%s", player->strategy);
        if (player->command)
            text_printf(out, "=%s", player->resigns_for_haste ? before_command : before_forgiven);
        for (const char *c = player->command; c && *c; c++) {
            text_append_char(out, *c);
            if (*c == ',')
                text_append_char(out, ',');
        }
    }
}

/* --- forbidden meetings --- */

/* Splits "A-B" at each '-' in turn, since names may contain a '-'. */
static bool find_meeting(const struct tournament_plan *plan, const char *word,
                         struct meeting *ret_meeting)
{
    for (const char *dash = strchr(word, '-'); dash; dash = strchr(dash + 1, '-')) {
        *ret_meeting = (struct meeting){
            .first = find_player(plan, word, (size_t)(dash - word)),
            .second = find_player(plan, dash + 1, strlen(dash + 1)),
        };
        if (ret_meeting->first >= 0 && ret_meeting->second >= 0)
            return true;
    }
    return false;
}

static enum error_code take_forbidden(const char *word, struct tournament_plan *plan,
                                      struct error *error)
{
    struct meeting meeting;
    if (!find_meeting(plan, word, &meeting) || meeting.first == meeting.second)
        return error_set(error, ERROR_USAGE,
                         "--forbid '%.80s': two different players of --players were expected, "
                         "with a '-' between their names",
                         word);
    plan->forbidden =
        memory_resized(plan->forbidden, plan->forbidden_count + 1, sizeof *plan->forbidden);
    plan->forbidden[plan->forbidden_count++] = meeting;
    return ERROR_NONE;
}

/* Parses "A-B,C-D", pairs of the plan's players who must not meet. */
static enum error_code parse_forbidden(const char *text, struct tournament_plan *plan,
                                       struct error *error)
{
    char *copy = memory_text(text, strlen(text)), *rest = copy, *word;
    enum error_code failed = ERROR_NONE;
    while (!failed && (word = strsep(&rest, ",")))
        failed = take_forbidden(word, plan, error);
    free(copy);
    return failed;
}

/* The value of an option, or its default. */
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
    const char *usual = plan->rules.class_size > 0 ? "fair" : "drawn";
    const char *text = value_of(options, OPTION_STARTS, usual);
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

static enum error_code parse_entrants(const struct options *options, bool with_bots,
                                      struct tournament_plan *plan, struct error *error)
{
    const char *players = options->values[OPTION_PLAYERS];
    const char *forbidden = options->values[OPTION_FORBID];
    const bool has_rounds = plan->rounds > 0;
    enum error_code failed = ERROR_NONE;
    if (players)
        failed = parse_players(players, with_bots, plan, error);
    else if (with_bots)
        failed = error_set(error, ERROR_USAGE,
                           "--players is missing: such as --players perfect,greedy,mcts");
    else if (forbidden)
        failed = error_set(error, ERROR_USAGE, "--forbid needs --players");
    if (!failed && forbidden)
        failed = parse_forbidden(forbidden, plan, error);
    if (failed || !players)
        return failed;
    if (plan->rounds == 0 && plan->format != FORMAT_KNOCKOUT)
        plan->rounds = 1;
    /* As many rounds as a knockout would have. */
    while (!has_rounds && plan->format == FORMAT_SWISS &&
           (size_t)1 << plan->rounds < plan->player_count)
        plan->rounds++;
    return check_pairing(plan, error);
}

enum error_code tournament_plan_parse(const struct options *options, bool with_bots,
                                      struct tournament_plan *ret_plan, struct error *error)
{
    *ret_plan = (struct tournament_plan){
        .title = options->values[OPTION_NAME],
        .at_once = AT_ONCE_DEFAULT,
        .each_at_once = with_bots ? 0 : 1, /* people can play one match at a time */
        .rated = options->values[OPTION_RATED] != NULL,
    };
    enum error_code failed = ERROR_NONE;
    if (ret_plan->title)
        failed = check_title(ret_plan->title, error);
    if (!failed)
        failed = options_take_rules(options, &ret_plan->rules, error);
    if (!failed)
        failed = parse_format(options, ret_plan, error);
    if (!failed)
        failed = parse_starts(options, ret_plan, error);
    if (!failed)
        failed = parse_clock(options, ret_plan, error);
    if (!failed)
        failed = parse_numbers(options, ret_plan, error);
    return failed ? failed : parse_entrants(options, with_bots, ret_plan, error);
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
    else if (option == OPTION_LOOK && plan->rules.look != LOOK_PLAIN)
        text_append_string(out, look_text(plan->rules.look));
    else if (option == OPTION_PLAYERS)
        print_players(plan, out);
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
        for (size_t i = 0; i < plan->forbidden_count; i++)
            text_printf(out, "%s%s-%s", i > 0 ? "," : "",
                        plan->players[plan->forbidden[i].first].name,
                        plan->players[plan->forbidden[i].second].name);
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
    create.look = wire_text(look_text(plan->rules.look));
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
