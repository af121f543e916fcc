/* After a start: restores the unfinished matches from the database. Somebody may have edited the
 * database, so everything is checked. */
#include "server/hall/matches.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

void hall_restore_counters(struct hall *hall, const struct hall_counters *counters)
{
    hall->last_player = counters->last_player & ~hall->server_bits;
    hall->last_match = counters->last_match & ~hall->server_bits;
    hall->last_token = counters->last_token & ~hall->server_bits;
    hall->last_tournament = counters->last_tournament & ~hall->server_bits;
    hall->last_invitation = counters->last_invitation & ~hall->server_bits;
    hall->last_report = counters->last_report & ~hall->server_bits;
}

void hall_restore_player(struct hall *hall, int64_t id, const char *name, bool account)
{
    player_add(hall, id, name, strlen(name), account);
}

void hall_restore_account(struct hall *hall, const char *name)
{
    account_protect_name(hall, name);
}

static enum error_code check_match(const struct rules *rules, const char *start,
                                   struct error *error)
{
    struct position position = {0};
    enum error_code code = position_parse(rules, start, strlen(start), &position, error);
    position_finish(&position);
    return code;
}

/* Can these be its players, and can it have begun then? Its number is greater than those before. */
static enum error_code check_seats(const struct hall *hall, const struct match_record *stored,
                                   const struct match_draft *draft, struct error *error)
{
    long long id = stored->id;
    if (!draft->first || !draft->second)
        return error_set(error, ERROR_INTERNAL, "match %lld has a player who does not exist", id);
    if (draft->first == draft->second)
        return error_set(error, ERROR_INTERNAL, "match %lld has one player in both seats", id);
    size_t live = hall->live.count;
    if (live > 0 && hall->live_in_order[live - 1]->record.id >= stored->id)
        return error_set(error, ERROR_INTERNAL, "match %lld is out of its order", id);
    if (stored->created_ms < 0)
        return error_set(error, ERROR_INTERNAL, "match %lld began at %lld", id,
                         (long long)stored->created_ms);
    return ERROR_NONE;
}

enum error_code hall_restore_match(struct hall *hall, const struct match_record *stored,
                                   struct error *error)
{
    struct match_draft draft = {
        .first = player_find(hall, stored->first),
        .second = player_find(hall, stored->second),
        .record = *stored,
    };
    long long id = stored->id;
    struct error cause;
    enum error_code code = check_seats(hall, stored, &draft, error);
    if (code)
        return code;
    if (*stored->clock &&
        time_control_parse(stored->clock, strlen(stored->clock), &draft.control, &cause))
        return error_set(error, ERROR_INTERNAL, "the clock of match %lld: %s", id, cause.message);
    if (*stored->look && !look_is_name(stored->look, strlen(stored->look)))
        return error_set(error, ERROR_INTERNAL, "match %lld: '%s' is the name of no look", id,
                         stored->look);
    draft.rules = shared_rules_get(hall, stored->rules, strlen(stored->rules), &cause);
    if (!draft.rules)
        return error_set(error, ERROR_INTERNAL, "the rules of match %lld: %s", id, cause.message);
    if (check_match(&draft.rules->rules, stored->start, &cause)) {
        shared_rules_drop(hall, draft.rules);
        return error_set(error, ERROR_INTERNAL, "the start of match %lld: %s", id, cause.message);
    }
    struct match *match = match_add(hall, &draft);
    clock_restore_turn(hall, match, stored->created_ms);
    return ERROR_NONE;
}

enum error_code hall_restore_move(struct hall *hall, const struct move_record *made,
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
    match_hold_moves(match);
    clock_restore_turn(hall, match, made->at_ms);
    return ERROR_NONE;
}

enum error_code hall_restore_takeback(struct hall *hall, const struct move_record *taken_back,
                                      struct error *error)
{
    struct match *match = match_find(hall, taken_back->match);
    if (!match || taken_back->ply < 1 || taken_back->ply > match->ply)
        return error_set(error, ERROR_INTERNAL,
                         "what was taken back from move %lld of match %lld on is out of its order",
                         (long long)taken_back->ply, (long long)taken_back->match);
    enum error_code code = clock_restore_takeback(hall, match, taken_back, error);
    if (code)
        return code;
    match_unplay(match, taken_back->ply);
    clock_restore_turn(hall, match, taken_back->at_ms);
    return ERROR_NONE;
}

enum error_code hall_restored(struct hall *hall, int64_t now_ms, int64_t tick_ms,
                              struct error *error)
{
    assert(hall->play_ms == 0); /* grace periods are counted from here */
    hall_set_time(hall, now_ms, tick_ms);
    hall->play_ms = 0;
    return tournaments_restored(hall, error);
}
