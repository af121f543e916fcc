/* After a start: the unfinished matches, from what the database says. It may say what cannot be, after somebody's hand has been at
 * it, so everything is checked. */
#include "server/hall/state.h"

void hall_restore_counters(struct hall *hall, int64_t last_player, int64_t last_match)
{
    hall->last_player = last_player & ~hall->server_bits;
    hall->last_match = last_match & ~hall->server_bits;
}

void hall_restore_player(struct hall *hall, int64_t id, const char *name,
                         const unsigned char token_hash[TOKEN_HASH_BYTES])
{
    player_add(hall, id, name, strlen(name), token_hash);
}

static struct player *find_player(const struct hall *hall, int64_t id)
{
    struct player *found = NULL;
    HASH_FIND(by_id, hall->players_by_id, &id, sizeof id, found);
    return found;
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
                                   int64_t created_ms, struct error *error)
{
    struct player *players[2] = {find_player(hall, first), find_player(hall, second)};
    if (!players[0] || !players[1])
        return error_set(error, ERROR_INTERNAL, "match %lld has a player who does not exist",
                         (long long)id);
    if (players[0] == players[1])
        return error_set(error, ERROR_INTERNAL, "match %lld has one player in both seats",
                         (long long)id);
    struct error cause;
    struct shared_rules *rules = shared_rules_get(hall, rules_text, strlen(rules_text), &cause);
    if (!rules)
        return error_set(error, ERROR_INTERNAL, "the rules of match %lld: %s", (long long)id,
                         cause.message);
    if (check_match(&rules->rules, start, &cause)) {
        shared_rules_drop(hall, rules);
        return error_set(error, ERROR_INTERNAL, "the start of match %lld: %s", (long long)id,
                         cause.message);
    }
    match_add(hall, id, rules, start, players[0], players[1], created_ms);
    return ERROR_NONE;
}

enum error_code hall_restore_move(struct hall *hall, int64_t id, int64_t ply, const char *text,
                                  struct error *error)
{
    struct match *match = NULL;
    HASH_FIND(hh, hall->live, &id, sizeof id, match);
    if (!match || ply != match->ply + 1)
        return error_set(error, ERROR_INTERNAL, "move %lld of match %lld is out of its order",
                         (long long)ply, (long long)id);
    struct move move;
    struct error cause;
    if (move_parse(&match->rules->rules, &match->position, text, strlen(text), &move, &cause))
        return error_set(error, ERROR_INTERNAL, "move %lld of match %lld: %s", (long long)ply,
                         (long long)id, cause.message);
    match_play(match, &move);
    return ERROR_NONE;
}
