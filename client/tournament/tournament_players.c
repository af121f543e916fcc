#include "client/tournament/tournament_players.h"

#include "client/cli/name.h"
#include "client/lib/strategy_name.h"
#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* "mcts:500" is called mcts-500, "exec:./bots/mine --fast" mine. */
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

/* Puts a number behind the name until nobody has it. */
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

/* "anna=mcts" has a name; "exec:./bot --depth=3" has none. */
static char *find_name_end(char *word)
{
    char *end = strpbrk(word, "=:");
    return end && *end == '=' ? end : NULL;
}

static enum error_code take_bot(const struct tournament_plan *plan, char *word,
                                struct plan_player *player, struct error *error)
{
    char *name_end = find_name_end(word);
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

/* Cuts off the first player of *rest, in which two commas become one; *rest is NULL behind the
 * last. */
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

enum error_code tournament_players_parse(const char *text, bool with_bots,
                                         struct tournament_plan *plan, struct error *error)
{
    char *copy = memory_text(text, strlen(text)), *rest = copy;
    enum error_code failed = ERROR_NONE;
    while (!failed && rest)
        failed = take_player(split_off(&rest), with_bots, plan, error);
    free(copy);
    return failed;
}

static void print_command(const char *command, struct text *out)
{
    for (; *command; command++) {
        text_append_char(out, *command);
        if (*command == ',')
            text_append_char(out, ',');
    }
}

void tournament_players_print(const struct tournament_plan *plan, struct text *out)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct plan_player *player = &plan->players[i];
        text_printf(out, "%s%s", i > 0 ? "," : "", player->name);
        if (player->strategy)
            text_printf(out, "=%s", player->strategy);
        if (player->command) {
            text_printf(out, "=%s", player->resigns_for_haste ? before_command : before_forgiven);
            print_command(player->command, out);
        }
    }
}

/* --- forbidden meetings --- */

/* Names may have a '-' in them: tries each as the one in the middle. */
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

enum error_code tournament_players_parse_forbidden(const char *text, struct tournament_plan *plan,
                                                   struct error *error)
{
    char *copy = memory_text(text, strlen(text)), *rest = copy, *word;
    enum error_code failed = ERROR_NONE;
    while (!failed && (word = strsep(&rest, ",")))
        failed = take_forbidden(word, plan, error);
    free(copy);
    return failed;
}

void tournament_players_print_forbidden(const struct tournament_plan *plan, struct text *out)
{
    for (size_t i = 0; i < plan->forbidden_count; i++)
        text_printf(out, "%s%s-%s", i > 0 ? "," : "", plan->players[plan->forbidden[i].first].name,
                    plan->players[plan->forbidden[i].second].name);
}
