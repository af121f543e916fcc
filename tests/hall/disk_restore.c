/* What a server does at its start. */
#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <utlist.h>

/* --- players and matches --- */

static void mark_entrants(const struct disk *disk, bool *is_needed)
{
    for (size_t i = 0; i < disk->tournament_count; i++) {
        const struct disk_tournament *tournament = &disk->tournaments[i];
        if (disk_is_over(tournament))
            continue;
        is_needed[tournament->owner - 1] = true;
        for (size_t j = 0; j < tournament->entrant_count; j++)
            if (tournament->entrants[j].player)
                is_needed[tournament->entrants[j].player - 1] = true;
    }
}

static void restore_players(const struct disk *disk, struct hall *hall)
{
    bool *is_seated = memory_zeroed(disk->player_count, sizeof *is_seated);
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].ending == ENDING_NONE)
            is_seated[disk->matches[i].first - 1] = is_seated[disk->matches[i].second - 1] = true;
    mark_entrants(disk, is_seated);
    const struct disk_invitation *invitation;
    DL_FOREACH (disk->invitations, invitation) {
        is_seated[invitation->record.maker - 1] = true;
    }
    for (size_t i = 0; i < disk->player_count; i++)
        if (is_seated[i])
            hall_restore_player(hall, disk->players[i].id, disk->players[i].name,
                                disk->players[i].password != NULL);
    for (size_t i = 0; i < disk->player_count; i++)
        if (disk->players[i].password)
            hall_restore_account(hall, disk->players[i].name);
    free(is_seated);
}

static void restore_match(const struct disk_match *match, struct hall *hall)
{
    struct error error;
    struct text clock = {0};
    if (match->control.kind != TIME_NONE)
        time_control_print(&match->control, &clock);
    struct match_record stored = {
        .id = match->id,
        .rules = match->rules.text,
        .start = match->start,
        .first = match->first,
        .second = match->second,
        .clock = text_string(&clock),
        .created_ms = match->created_ms,
        .tournament = match->tournament,
        .rated = match->rated,
        .awaited_until_ms = match->awaited_until_ms,
        .code = match->code,
        .look = match->look,
    };
    require(!hall_restore_match(hall, &stored, &error), "%s", error.message);
    text_finish(&clock);
    for (int64_t seq = 1; seq < match->change_count; seq++) {
        const struct disk_change *change = &match->changes[seq];
        const struct disk_times *times = &change->times;
        struct move_record move = {
            .match = match->id,
            .ply = change->move ? change->ply : change->ply + 1,
            .move = change->move ? change->move : "",
            .at_ms = times->at_ms,
            .taken_ms = times->taken_ms,
            .credit_ms = times->credit_ms,
            .left_ms = times->left_ms,
        };
        require(!(change->move ? hall_restore_move(hall, &move, &error)
                               : hall_restore_takeback(hall, &move, &error)),
                "%s", error.message);
    }
}

/* --- tournaments --- */

static void restore_entrants(const struct disk_tournament *tournament, struct hall *hall)
{
    struct error error;
    for (size_t i = 0; i < tournament->entrant_count; i++) {
        const struct disk_entrant *entrant = &tournament->entrants[i];
        struct entrant_record stored = {
            .tournament = tournament->id,
            .number = (int64_t)i,
            .name = entrant->name,
            .player = entrant->player,
            .withdrawn = entrant->withdrawn,
        };
        require(!hall_restore_entrant(hall, &stored, &error), "%s", error.message);
    }
}

static void restore_pair(const struct disk *disk, const struct disk_tournament *tournament,
                         size_t index, struct hall *hall)
{
    const struct disk_pair *pair = &tournament->pairs[index];
    struct hall_stored_pair stored = {
        .tournament = tournament->id,
        .number = (int64_t)index + 1,
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .attempt = pair->attempt,
        .kind = pair->kind,
        .first = pair->first,
        .second = pair->second,
        .winner = pair->winner,
        .start = pair->start,
        .is_void = pair->is_void,
    };
    for (int game = 0; game < 2; game++) {
        const struct disk_match *match = disk_match(disk, pair->matches[game]);
        if (!match)
            continue;
        stored.matches[game] = match->id;
        stored.endings[game] = match->ending;
        stored.winners[game] = match->winner;
        stored.judged[game] = match->marks != NULL;
    }
    struct error error;
    require(!hall_restore_pair(hall, &stored, &error), "%s", error.message);
}

static void restore_tournament(const struct disk *disk, const struct disk_tournament *tournament,
                               struct hall *hall)
{
    struct text clock = {0};
    time_control_print(&tournament->control, &clock);
    struct tournament_record stored = {
        .id = tournament->id,
        .owner = tournament->owner,
        .name = tournament->name,
        .rules = tournament->rules.text,
        .format = tournament->format,
        .rounds = tournament->rounds,
        .starts = tournament->starts,
        .seed = tournament->seed,
        .clock = text_string(&clock),
        .at_once = tournament->at_once,
        .each_at_once = tournament->each_at_once,
        .rated = tournament->rated,
        .invited = tournament->invited,
        .forbidden = tournament->forbidden,
        .state = tournament->state,
        .reason = tournament->reason,
        .created_ms = tournament->created_ms,
        .active_ms = tournament->active_ms,
        .look = tournament->look,
    };
    struct error error;
    require(!hall_restore_tournament(hall, &stored, &error), "%s", error.message);
    text_finish(&clock);
    restore_entrants(tournament, hall);
    for (size_t i = 0; i < tournament->pair_count; i++)
        restore_pair(disk, tournament, i, hall);
}

static void restore_tournaments(const struct disk *disk, struct hall *hall)
{
    const struct disk_rating *rating;
    LL_FOREACH (disk->ratings, rating) {
        struct rating_record stored = {
            .player = rating->player,
            .family = rating->family,
            .rating = rating->glicko.rating,
            .deviation = rating->glicko.deviation,
            .volatility = rating->glicko.volatility,
            .matches = rating->matches,
            .at_ms = rating->at_ms,
            .match = rating->match,
        };
        struct error error;
        enum error_code code = hall_restore_rating(hall, &stored, &error);
        assert(!code);
        (void)code;
    }
    for (size_t i = 0; i < disk->tournament_count; i++)
        if (!disk_is_over(&disk->tournaments[i]))
            restore_tournament(disk, &disk->tournaments[i], hall);
}

/* --- everything --- */

static int by_time(const struct disk_answer *a, const struct disk_answer *b)
{
    return (a->at_ms > b->at_ms) - (a->at_ms < b->at_ms);
}

static void restore_answers(struct disk *disk, struct hall *hall)
{
    HASH_SORT(disk->answers, by_time);
    for (const struct disk_answer *answer = disk->answers; answer; answer = answer->hh.next)
        hall_restore_answer(hall, &(struct answer_record){
                                      .player = answer->player,
                                      .key = answer->key,
                                      .kind = answer->kind,
                                      .subject = answer->subject,
                                      .result = answer->result,
                                      .at_ms = answer->at_ms,
                                  });
}

static void restore_bans(const struct disk *disk, struct hall *hall, int64_t now_ms)
{
    const struct disk_ban *ban;
    LL_FOREACH (disk->bans, ban) {
        if (ban->until_ms == 0 || ban->until_ms > now_ms)
            hall_restore_ban(hall, &(struct ban_record){
                                       .kind = ban->kind,
                                       .subject = ban->subject,
                                       .shown = ban->shown,
                                       .reason = ban->reason,
                                       .made_ms = ban->made_ms,
                                       .until_ms = ban->until_ms,
                                   });
    }
}

void disk_restore(struct disk *disk, struct hall *hall, int64_t now_ms)
{
    disk->batches = 0;
    hall_restore_counters(hall, &(struct hall_counters){
                                    .last_player = (int64_t)disk->player_count,
                                    .last_match = (int64_t)disk->match_count,
                                    .last_token = (int64_t)disk->token_count,
                                    .last_tournament = (int64_t)disk->tournament_count,
                                    .last_invitation = disk->last_invitation,
                                    .last_report = (int64_t)disk->report_count,
                                });
    restore_bans(disk, hall, now_ms);
    restore_players(disk, hall);
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].ending == ENDING_NONE)
            restore_match(&disk->matches[i], hall);
    restore_tournaments(disk, hall);
    disk_restore_invitations(disk, hall);
    disk_restore_blocks(disk, hall);
    disk_restore_reports(disk, hall);
    disk_restore_puzzles(disk, hall);
    restore_answers(disk, hall);
}
