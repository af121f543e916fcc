#include "server/hall/hall.h"

#include "common/base/memory.h"
#include "server/hall/blocks.h"
#include "server/hall/invitations.h"
#include "server/hall/lobby.h"
#include "server/hall/matches.h"
#include "server/hall/offers.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"
#include "server/hall/puzzles.h"
#include "server/hall/reports.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum {
    SERVER_NUMBER_SHIFT = 43,
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
};

/* A hall makes fewer offers than these; together both are the 43 bits below the server's number.
 * Two halls have the same numbers only if they have begun a multiple of 2^19 ms apart. */
#define OFFERS_OF_EPOCH (INT64_C(1) << 24)
#define EPOCHS (INT64_C(1) << (SERVER_NUMBER_SHIFT - 24))

#define MIB (INT64_C(1024) * 1024)

const struct hall_limits hall_limits_default = {
    .live_matches = 20000,
    .live_matches_per_player = 1000,
    .guest_live_matches_per_player = 100,
    .offers = 20000,
    .offers_per_player = 256,
    .invitations = 20000,
    .invitations_per_player = 20,
    .start_bytes = 16 * MIB,
    .spectators = 1000,
    .watched = 256,
    .keys = 20000,
    .keys_per_player = 1000,
    .first_move_ms = 60 * SECOND_MS,
    .claim_ms = 60 * SECOND_MS,
    .claim_unclocked_ms = 10 * MINUTE_MS,
    .idle_match_ms = INT64_C(7) * 24 * HOUR_MS,
    .left_match_ms = 2 * MINUTE_MS,
    .restart_grace_ms = 30 * SECOND_MS,
    .lag_per_move_ms = TIME_CONTROL_LAG_PER_MOVE_MS,
    .lag_quota_ms = TIME_CONTROL_LAG_QUOTA_MS,
    .lag_quota_gain_ms = TIME_CONTROL_LAG_GAIN_MS,
    .token_ms = INT64_C(90) * 24 * HOUR_MS,
    .tournaments = 64,
    .tournaments_per_player = 4,
    .idle_tournament_ms = INT64_C(7) * 24 * HOUR_MS,
    .left_tournament_ms = 10 * MINUTE_MS,
    .illegal_moves = 3,
    .guest_share = 50,
    .address_share = 5,
    .guest_idle_ms = 10 * MINUTE_MS,
    .guest_bytes_per_day = 64 * MIB,
    .account_bytes_per_day = 512 * MIB,
    .address_guest_bytes_per_day = 192 * MIB,
    .address_account_bytes_per_day = 768 * MIB,
    .all_guest_bytes_per_day = 4096 * MIB,
    .all_bytes_per_day = 16384 * MIB,
};

struct hall *hall_create(const struct hall_config *config)
{
    struct hall *hall = memory_zeroed(1, sizeof *hall);
    assert(config->server_number < 1024);
    hall->random = random_from_seed(config->seed);
    hall->server_bits = (int64_t)config->server_number << SERVER_NUMBER_SHIFT;
    hall->limits = config->limits;
    hall->now_ms = config->now_ms;
    hall->tick_ms = config->tick_ms;
    /* Offers are not kept over a restart, so their numbers go on from the time: a number that
     * somebody still holds from before never means another offer. */
    hall->last_offer = config->now_ms;
    hall->signing_key = config->signing_key;
    hall->lobby.deadline.kind = DEADLINE_OF_LOBBY;
    hall->open = batch_create();
    hall->open_number = 1;
    return hall;
}

void hall_succeed(struct hall *hall, int64_t epoch, int64_t last_ms)
{
    assert(!hall->sessions && !hall->offers && !deadlines_first(&hall->deadlines) && epoch > 0);
    hall->last_offer = epoch % EPOCHS * OFFERS_OF_EPOCH;
    if (last_ms > hall->now_ms)
        hall->now_ms = last_ms;
    /* It may have stood by for longer than a grace period lasts. */
    hall->play_ms = hall->heard_ms = 0;
}

void hall_destroy(struct hall *hall)
{
    if (!hall)
        return;
    struct session *session, *next_session;
    DL_FOREACH_SAFE2(hall->sessions, session, next_session, next_open)
    {
        hall_leave(hall, session->id);
    }

    /* The last live match first, so that no other has to move up in the list. */
    while (hall->live.count > 0)
        match_destroy(hall, hall->live_in_order[hall->live.count - 1]);
    number_table_finish(&hall->live);
    number_table_finish(&hall->sessions_by_id);
    free(hall->live_in_order);
    while (hall->ended)
        match_destroy(hall, hall->ended);
    unjudged_destroy(hall);
    tournaments_destroy(hall);

    /* Players who have left offers or invitations, and the players of a recovery that was given up
     * half-way. */
    struct player *player, *next_player;
    HASH_ITER (by_id, hall->players_by_id, player, next_player) {
        offers_drop(hall, player);
        invitations_forget(hall, player);
        player_settle(hall, player);
    }

    answers_destroy(hall);
    questions_destroy(hall);
    free(hall->account_skeletons);
    bans_destroy(hall);
    blocks_destroy(hall);
    reports_destroy(hall);
    ratings_destroy(hall);
    puzzles_destroy(hall);
    payers_finish(&hall->payers);
    assert(hall->spectators == 0 && hall->line_count == 0 && hall->ended_bytes == 0);
    assert(!hall->offers && !hall->invitations_by_id);
    assert(!hall->players_by_id && !hall->rules && !hall->holders);
    lobby_finish(&hall->lobby);
    deadlines_finish(&hall->deadlines);
    message_queue_clear(&hall->outbox);
    message_queue_clear(&hall->urgent);
    message_queue_clear(&hall->said);
    batch_destroy(hall->open);
    batch_destroy(hall->spare);
    text_finish(&hall->printed);
    free(hall);
}

void hall_set_time(struct hall *hall, int64_t now_ms, int64_t tick_ms)
{
    /* Also when the time of day is set back, a match lasts as long as its moves take. */
    if (tick_ms > hall->tick_ms)
        hall->now_ms += tick_ms - hall->tick_ms;
    if (now_ms > hall->now_ms)
        hall->now_ms = now_ms;
    if (tick_ms <= hall->tick_ms)
        return;
    if (!is_stalled(hall) && !hall->closing)
        hall->play_ms += tick_ms - hall->tick_ms;
    hall->tick_ms = tick_ms;
}

struct hall_figures hall_figures(const struct hall *hall)
{
    struct hall_figures figures = {
        .sessions = hall->sessions_by_id.count,
        .players = HASH_CNT(by_key, hall->players_by_key),
        .offers = HASH_COUNT(hall->offers),
        .invitations = HASH_CNT(by_id, hall->invitations_by_id),
        .live_matches = hall->live.count,
        .blocks = HASH_COUNT(hall->blocks),
        .reports = HASH_COUNT(hall->reports),
        .start_bytes = place_bytes(hall),
        .tournaments = tournaments_count(hall),
        .spectators = hall->spectators,
        .moves = hall->moves,
        .written_bytes = hall->payers.charged,
        .day_bytes = payers_level(hall, PAYER_ALL),
        .guest_day_bytes = payers_level(hall, PAYER_ALL_GUESTS),
        .written_refusals = hall->payers.refusals,
    };
    memcpy(figures.ended, hall->endings, sizeof figures.ended);
    return figures;
}

bool hall_is_durable(const struct hall *hall)
{
    return !hall->in_flight && hall->open->count == 0 && !tournaments_are_due(hall);
}

bool hall_is_settled(const struct hall *hall)
{
    return hall_is_durable(hall) && !hall->outbox.head && !hall->urgent.head;
}
