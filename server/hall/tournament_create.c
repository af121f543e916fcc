/* Making a tournament of a plan. */
#include "server/hall/meetings.h"
#include "server/hall/tournament.h"

static void record_tournament(struct hall *hall, const struct tournament *tournament)
{
    const struct plan *plan = &tournament->plan;
    struct text forbidden = {0}, clock = {0};
    meetings_print(plan->forbidden, plan->forbidden_count, &forbidden);
    time_control_print(&plan->control, &clock);
    struct record *record = batch_append(hall->open, RECORD_TOURNAMENT);
    record->tournament.id = tournament->id;
    record->tournament.owner = tournament->owner->id;
    record->tournament.name = batch_keep(hall->open, plan->name, strlen(plan->name));
    record->tournament.rules =
        batch_keep(hall->open, plan->rules->rules.text, plan->rules->rules.text_len);
    record->tournament.format = plan->format;
    record->tournament.rounds = plan->rounds;
    record->tournament.starts =
        batch_keep(hall->open, plan->starts_text, strlen(plan->starts_text));
    record->tournament.seed = plan->seed;
    record->tournament.clock = batch_keep(hall->open, text_string(&clock), clock.len);
    record->tournament.at_once = plan->at_once;
    record->tournament.each_at_once = plan->each_at_once;
    record->tournament.rated = plan->rated;
    record->tournament.invited = plan->invited;
    record->tournament.forbidden = batch_keep(hall->open, text_string(&forbidden), forbidden.len);
    record->tournament.state = tournament->state;
    record->tournament.created_ms = tournament->created_ms;
    record->tournament.active_ms = tournament->created_ms;
    payers_charge(hall, tournament->owner, COST_TOURNAMENT,
                  strlen(plan->name) + plan->rules->rules.text_len + strlen(plan->starts_text) +
                      forbidden.len);
    text_finish(&forbidden);
    text_finish(&clock);
}

static bool may_create(struct hall *hall, struct hall_caller from, const struct player *owner)
{
    int64_t directed = 0;
    const struct tournament *other;
    DL_FOREACH2(owner->directed, other, next_directed)
    {
        directed += !tournament_is_over(other);
    }
    if (directed < hall->limits.tournaments_per_player)
        return place_is_free_at_address(hall, from, PLACE_TOURNAMENT, owner, true) &&
               place_is_free_in_hall(hall, from, PLACE_TOURNAMENT, party_of(owner));
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "you direct %lld tournament%s, the most there may be: end one first",
           (long long)hall->limits.tournaments_per_player,
           hall->limits.tournaments_per_player == 1 ? "" : "s");
    return false;
}

void hall_tournament_create(struct hall *hall, struct hall_caller from,
                            const struct hall_tournament_plan *request, struct hall_text key)
{
    struct player *owner = change_begin(hall, from, REQUEST_TOURNAMENT_CREATE, 0, key);
    /* First, since reading a plan takes long. If the plan cannot be, an idle tournament may have
     * made room in vain: it would have gone for the next one. */
    if (!owner || !may_create(hall, from, owner))
        return;
    struct plan plan;
    struct error error;
    if (plan_read(hall, request, &plan, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    struct tournament *tournament = tournament_add(
        hall, hall->server_bits | ++hall->last_tournament, owner, &plan, hall->now_ms);
    record_tournament(hall, tournament);
    tournament_await_anew(hall, tournament);
    for (size_t i = 0; i < request->player_count; i++)
        entrant_record(hall,
                       entrant_add(tournament, request->players[i].bytes, request->players[i].len));
    tournament_measure(tournament);
    answer_keep(hall, owner->id, key, REQUEST_TOURNAMENT_CREATE, 0, tournament->id, true);
    answer_tournament_number(hall, from, tournament->id);
}
