#include "server/hall/hall.h"

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
};

const struct hall_limits hall_limits_default = {
    .live_matches = 20000,
    .live_matches_per_player = 1000,
    .offers = 20000,
    .offers_per_player = 256,
    .spectators = 1000,
    .watched = 256,
    .keys = 200000,
    .keys_per_player = 5000,
    .first_move_ms = 60 * SECOND_MS,
    .claim_ms = 60 * SECOND_MS,
    .claim_unclocked_ms = 10 * MINUTE_MS,
    .idle_match_ms = INT64_C(7) * 24 * HOUR_MS,
    .restart_grace_ms = 30 * SECOND_MS,
    .lag_per_move_ms = 500,
    .lag_quota_ms = 1000,
    .lag_quota_gain_ms = 100,
    .token_ms = INT64_C(90) * 24 * HOUR_MS,
    .tournaments = 64,
    .tournaments_per_player = 8,
    .idle_tournament_ms = INT64_C(7) * 24 * HOUR_MS,
    .illegal_moves = 3,
};
