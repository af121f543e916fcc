/* After a start: the unfinished matches, from what the database says. It may say what cannot be, after somebody's hand has been at
 * it, so everything is checked. */
#include "server/hall/state.h"

void hall_restore_counters(struct hall *hall, int64_t last_player, int64_t last_match,
                           int64_t last_token)
{
    hall->last_player = last_player & ~hall->server_bits;
    hall->last_match = last_match & ~hall->server_bits;
    hall->last_token = last_token & ~hall->server_bits;
}

void hall_restore_player(struct hall *hall, int64_t id, const char *name, bool account)
{
    player_add(hall, id, name, strlen(name), account);
}

static enum error_code check_match(const struct rules *rules, const char *start,
                                   struct error *error)
{
    struct position position = {0};
    enum error_code code = position_parse(rules, start, strlen(start), &position, error);
    position_finish(&position);
    return code;
}

enum error_code hall_restore_match(struct hall *hall, int64_t id, const char *rules_text,
                                   const char *start, int64_t first, int64_t second,
                                   const char *clock, int64_t created_ms, struct error *error)
{
    struct player *players[2] = {player_find(hall, first), player_find(hall, second)};
    if (!players[0] || !players[1])
        return error_set(error, ERROR_INTERNAL, "match %lld has a player who does not exist",
                         (long long)id);
    if (players[0] == players[1])
        return error_set(error, ERROR_INTERNAL, "match %lld has one player in both seats",
                         (long long)id);
    if (created_ms < 0)
        return error_set(error, ERROR_INTERNAL, "match %lld began at %lld", (long long)id,
                         (long long)created_ms);
    struct error cause;
    struct time_control control = {0};
    if (*clock && time_control_parse(clock, strlen(clock), &control, &cause))
        return error_set(error, ERROR_INTERNAL, "the clock of match %lld: %s", (long long)id,
                         cause.message);
    struct shared_rules *rules = shared_rules_get(hall, rules_text, strlen(rules_text), &cause);
    if (!rules)
        return error_set(error, ERROR_INTERNAL, "the rules of match %lld: %s", (long long)id,
                         cause.message);
    if (check_match(&rules->rules, start, &cause)) {
        shared_rules_drop(hall, rules);
        return error_set(error, ERROR_INTERNAL, "the start of match %lld: %s", (long long)id,
                         cause.message);
    }
    struct match *match =
        match_add(hall, id, rules, start, players[0], players[1], &control, created_ms);
    clock_restore_turn(hall, match, created_ms);
    return ERROR_NONE;
}

enum error_code hall_restore_move(struct hall *hall, const struct hall_move *made,
                                  struct error *error)
{
    struct match *match = match_find(hall, made->match);
    if (!match || made->ply != match->ply + 1)
        return error_set(error, ERROR_INTERNAL, "move %lld of match %lld is out of its order",
                         (long long)made->ply, (long long)made->match);
    struct move move;
    struct error cause;
    if (move_parse(&match->rules->rules, &match->position, made->move, strlen(made->move), &move,
                   &cause))
        return error_set(error, ERROR_INTERNAL, "move %lld of match %lld: %s", (long long)made->ply,
                         (long long)made->match, cause.message);
    enum error_code code = clock_restore_move(hall, match, made, error);
    if (code)
        return code;
    match_play(match, &move);
    clock_restore_turn(hall, match, made->at_ms);
    return ERROR_NONE;
}

void hall_restored(struct hall *hall, int64_t now_ms, int64_t tick_ms)
{
    int64_t play_ms = hall->play_ms;
    hall_set_time(hall, now_ms, tick_ms);
    hall->play_ms = play_ms;
}
