#include "tests/sim/setting.h"

#include "common/base/random.h"

enum {
    CLUSTER_EVERY = 5, /* one seed of so many has gateways */
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    DAY = 24 * HOUR,
};

static bool one_in(struct random *random, unsigned count)
{
    return random_below(random, count) == 0;
}

/* Limits are mostly out of reach, and now and then so low that people meet them. */
static void draw_counts(struct random *random, struct hall_limits *limits)
{
    if (one_in(random, 6))
        limits->live_matches = 3 + (int64_t)random_below(random, 10);
    if (one_in(random, 6))
        limits->live_matches_per_player = 1 + (int64_t)random_below(random, 6);
    if (one_in(random, 6))
        limits->offers = 1 + (int64_t)random_below(random, 6);
    if (one_in(random, 6))
        limits->offers_per_player = 1 + (int64_t)random_below(random, 3);
    if (one_in(random, 6))
        limits->invitations = 1 + (int64_t)random_below(random, 6);
    if (one_in(random, 6))
        limits->invitations_per_player = 1 + (int64_t)random_below(random, 3);
    if (one_in(random, 6))
        limits->spectators = 1 + (int64_t)random_below(random, 2);
    if (one_in(random, 6))
        limits->watched = 1 + (int64_t)random_below(random, 3);
    if (one_in(random, 6))
        limits->tournaments = 1 + (int64_t)random_below(random, 4);
    if (one_in(random, 6))
        limits->tournaments_per_player = 1 + (int64_t)random_below(random, 2);
    if (one_in(random, 6))
        limits->guest_share = 1 + (int64_t)random_below(random, 100);
    if (one_in(random, 6))
        limits->address_share = 1 + (int64_t)random_below(random, 100);
    limits->illegal_moves = 1 + (int64_t)random_below(random, 3);
}

static void draw_bytes(struct random *random, struct hall_limits *limits)
{
    if (one_in(random, 6))
        limits->guest_bytes_per_day = limits->account_bytes_per_day =
            2000 + (int64_t)random_below(random, 20000);
    /* Short starts are always admitted, but few ended matches are kept. */
    if (one_in(random, 6))
        limits->start_bytes = (int64_t)random_below(random, 400);
}

static void draw_times(struct random *random, struct hall_limits *limits)
{
    static const int64_t idle[] = {HOUR, DAY, 7 * DAY};
    static const int64_t lag[] = {0, 100, 500, 2000};
    limits->idle_match_ms = limits->idle_tournament_ms = idle[random_below(random, 3)];
    limits->left_match_ms = one_in(random, 3) ? 20 * SECOND : 2 * MINUTE;
    limits->left_tournament_ms = one_in(random, 3) ? 30 * SECOND : HOUR;
    limits->guest_idle_ms = one_in(random, 3) ? SECOND : 10 * MINUTE;
    limits->token_ms = one_in(random, 3) ? 2 * DAY : 90 * (int64_t)DAY;
    limits->restart_grace_ms = one_in(random, 4) ? 0 : 30 * SECOND;
    limits->first_move_ms = one_in(random, 3) ? 5 * SECOND : MINUTE;
    limits->lag_per_move_ms = lag[random_below(random, 4)];
    limits->lag_quota_ms = 2 * lag[random_below(random, 4)];
    limits->lag_quota_gain_ms = lag[random_below(random, 2)];
}

struct setting setting_draw(uint64_t seed)
{
    struct random random = random_from_seed(~seed);
    struct setting setting = {
        .seed = seed,
        .limits = hall_limits_default,
        .gates = seed % CLUSTER_EVERY == CLUSTER_EVERY - 1 ? 2 + seed / CLUSTER_EVERY % 2 : 0,
        .people = 2 + (size_t)random_below(&random, 5),
        .keys_are_scarce = one_in(&random, 8),
    };
    struct random others =
        random; /* so that the rest of a setting does not depend on these draws */
    draw_counts(&random, &setting.limits);
    draw_times(&random, &setting.limits);
    draw_bytes(&others, &setting.limits);
    if (setting.keys_are_scarce) {
        setting.limits.keys = 4 + (int64_t)random_below(&random, 30);
        setting.limits.keys_per_player = 2 + (int64_t)random_below(&random, 10);
    }
    return setting;
}
