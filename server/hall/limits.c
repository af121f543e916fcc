#include "server/hall/hall.h"

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
};

#define MIB (INT64_C(1024) * 1024)

const struct hall_limits hall_limits_default = {
    .live_matches = 20000,
    .live_matches_per_player = 1000,
    .guest_live_matches_per_player = 100,
    .offers = 20000,
    .offers_per_player = 256,
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
