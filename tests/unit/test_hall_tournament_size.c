/* Tournaments as large as may be: they come to their end, also when most of their players leave at
 * once. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_tournament_size, 60);

struct crowd {
    struct evening *evening;
    struct guest *owner;
    struct guest *players[ENTRANTS_MAX];
    int count;
    int64_t tournament;
};

static struct crowd crowd_with(const char *format, int count, int64_t rounds)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000000};
    config.limits = hall_limits_default;
    config.limits.guest_share = 100; /* all of them are guests */
    struct crowd crowd = {.evening = evening_begin_with(&config), .count = count};
    crowd.owner = arrive(crowd.evening, "olga");
    for (int i = 0; i < count; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        crowd.players[i] = arrive(crowd.evening, name);
    }
    crowd.evening->slow_driver = true;
    struct hall_tournament_plan plan = {.format = given(format), .rounds = rounds};
    crowd.tournament = open_contest(crowd.owner, crowd.players, (size_t)count, plan);
    return crowd;
}

static const struct disk_tournament *on_disk(const struct crowd *crowd)
{
    return contest_on_disk(crowd->evening, crowd->tournament);
}

static void withdraw_from(struct crowd *crowd, int first, int last)
{
    char key[32];
    for (int i = first; i <= last; i++)
        withdraws(crowd->players[i], crowd->tournament, NULL, fresh_key(crowd->evening, key));
    commit(crowd->evening);
    forget_said(crowd->evening);
}

/* The driver answers what it was asked, and what it is asked then. */
static void driver_answers_all(struct crowd *crowd)
{
    crowd->evening->slow_driver = false;
    while (crowd->evening->question_count > 0)
        answer_question(crowd->evening, 0);
    commit(crowd->evening);
}

static void expect_finished(struct crowd *crowd)
{
    play_out(crowd->evening);
    cr_assert_eq(on_disk(crowd)->state, TOURNAMENT_FINISHED);
    evening_end(crowd->evening);
}

/* The starts of the first pairs are drawn during a pause in which these players leave. */
static void goes_on_without(const char *format, int count, int64_t rounds, int first, int last)
{
    char key[32];
    struct crowd crowd = crowd_with(format, count, rounds);
    pauses(crowd.owner, crowd.tournament, fresh_key(crowd.evening, key));
    commit(crowd.evening);
    withdraw_from(&crowd, first, last);
    driver_answers_all(&crowd);
    cr_assert_eq(on_disk(&crowd)->pair_count, 0);
    goes_on(crowd.owner, crowd.tournament, fresh_key(crowd.evening, key));
    expect_finished(&crowd);
}

Test(hall_tournament_size, a_round_robin_goes_on_when_half_have_left)
{
    goes_on_without("round-robin", 40, 2, 0, 19);
}

Test(hall_tournament_size, a_round_robin_goes_on_when_all_but_one_have_left)
{
    goes_on_without("round-robin", ENTRANTS_MAX, 3, 1, ENTRANTS_MAX - 1);
}

Test(hall_tournament_size, a_swiss_goes_on_when_most_have_left)
{
    goes_on_without("swiss", ENTRANTS_MAX, 5, 0, ENTRANTS_MAX - 4);
}

Test(hall_tournament_size, a_swiss_goes_on_when_all_but_one_have_left)
{
    goes_on_without("swiss", 200, 1000, 1, 199);
}

Test(hall_tournament_size, a_knockout_goes_on_when_most_have_left)
{
    goes_on_without("knockout", ENTRANTS_MAX, 0, 0, ENTRANTS_MAX - 4);
}

Test(hall_tournament_size, a_gauntlet_of_all_meetings_that_may_be_ends_when_all_but_two_have_left)
{
    goes_on_without("gauntlet", ENTRANTS_MAX, 390, 0, ENTRANTS_MAX - 3);
}

Test(hall_tournament_size, a_tournament_ends_when_all_have_left)
{
    goes_on_without("round-robin", 20, 526, 0, 19);
    goes_on_without("gauntlet", ENTRANTS_MAX, 390, 0, ENTRANTS_MAX - 1);
    goes_on_without("swiss", ENTRANTS_MAX, 780, 0, ENTRANTS_MAX - 1);
    goes_on_without("knockout", ENTRANTS_MAX, 0, 0, ENTRANTS_MAX - 1);
}

/* --- in steps --- */

/* The crowd's second tournament has just been started, and nothing has followed from that. */
static void start_slowly(struct crowd *crowd, const char *format, int64_t rounds)
{
    crowd->evening->slow_steps = true;
    struct hall_tournament_plan plan = {
        .format = given(format), .rounds = rounds, .at_once = HALL_AT_ONCE_MAX};
    crowd->tournament = open_contest(crowd->owner, crowd->players, (size_t)crowd->count, plan);
}

Test(hall_tournament_size, requests_come_between_the_steps_of_a_round)
{
    struct crowd crowd = crowd_with("swiss", ENTRANTS_MAX, 1);
    char key[32];
    start_slowly(&crowd, "swiss", 2);
    crowd.evening->slow_driver = false;
    int steps = 0;
    for (; !hall_is_durable(crowd.evening->hall); steps++) {
        hall_go_on(crowd.evening->hall);
        if (steps < 5)
            withdraws(crowd.players[steps], crowd.tournament, NULL, fresh_key(crowd.evening, key));
        commit(crowd.evening);
        forget_said(crowd.evening);
    }
    /* A step does eight small works; each of 128 pairs needs four: its start, its number and two
     * matches. */
    cr_assert_geq(steps, 128 * 4 / 8);
    crowd.evening->slow_steps = false;
    expect_finished(&crowd);
}

/* So a move never waits for the commit of a whole round. */
Test(hall_tournament_size, a_round_comes_in_small_batches)
{
    struct crowd crowd = crowd_with("swiss", ENTRANTS_MAX, 1);
    struct evening *evening = crowd.evening;
    start_slowly(&crowd, "swiss", 1);
    evening->slow_driver = false;
    size_t records = 0;
    while (!hall_is_durable(evening->hall)) {
        bool has_more = hall_go_on(evening->hall);
        hear(evening);
        if (evening->in_flight && !has_more) {
            land(evening);
        } else if (submit(evening)) {
            records += evening->in_flight->count;
            cr_assert_lt(evening->in_flight->count, 100);
        }
    }
    cr_assert_geq(records, 128 + 2 * HALL_AT_ONCE_MAX);
    evening->slow_steps = false;
    expect_finished(&crowd);
}

Test(hall_tournament_size, may_be_cancelled_while_its_last_round_is_paired)
{
    struct crowd crowd = crowd_with("swiss", ENTRANTS_MAX, 1);
    start_slowly(&crowd, "swiss", 1);
    cr_assert(hall_go_on(crowd.evening->hall));
    calls_off(crowd.owner, crowd.tournament, "off");
    crowd.evening->slow_steps = false;
    commit(crowd.evening);
    cr_assert_eq(on_disk(&crowd)->state, TOURNAMENT_CANCELLED);
    cr_assert_eq(on_disk(&crowd)->pair_count, 0);
    evening_end(crowd.evening);
}

Test(hall_tournament_size, what_is_finished_is_forgotten_in_steps)
{
    struct crowd crowd = crowd_with("gauntlet", ENTRANTS_MAX, 10);
    struct evening *evening = crowd.evening;
    pauses(crowd.owner, crowd.tournament, "pause");
    commit(evening);
    withdraw_from(&crowd, 0, 0);
    driver_answers_all(&crowd);
    evening->slow_steps = true;
    goes_on(crowd.owner, crowd.tournament, "go on");
    do {
        hall_go_on(evening->hall);
        commit(evening);
    } while (on_disk(&crowd)->state != TOURNAMENT_FINISHED);
    cr_assert_eq(on_disk(&crowd)->pair_count, 2550);
    int steps = 0;
    for (; hall_figures(evening->hall).tournaments > 0; steps++)
        hall_go_on(evening->hall);
    cr_assert_geq(steps, 2550 / 100);
    evening_end(evening);
}

static void let_time_end_all(struct evening *evening)
{
    pass(evening, 3600000);
    while (hall_next_deadline(evening->hall) <= evening->tick_ms)
        hall_flags_fall(evening->hall);
    commit(evening);
}

static void expect_no_marks(const struct crowd *crowd)
{
    for (size_t i = 0; i < on_disk(crowd)->pair_count; i++)
        for (int game = 0; game < 2; game++)
            cr_assert_null(
                disk_match(&crowd->evening->disk, on_disk(crowd)->pairs[i].matches[game])->marks);
}

Test(hall_tournament_size, what_is_cancelled_is_over_at_once_and_forgotten_in_steps)
{
    struct crowd crowd = crowd_with("swiss", ENTRANTS_MAX, 1);
    struct evening *evening = crowd.evening;
    start_slowly(&crowd, "swiss", 1);
    evening->slow_steps = false;
    driver_answers_all(&crowd);
    evening->slow_driver = true;
    let_time_end_all(evening);
    cr_assert_eq(on_disk(&crowd)->pair_count, ENTRANTS_MAX / 2);
    evening->slow_steps = true;
    calls_off(crowd.owner, crowd.tournament, "off");
    hall_go_on(evening->hall);
    cr_assert_eq(hall_figures(evening->hall).tournaments, 2);
    driver_answers_all(&crowd);
    expect_no_marks(&crowd);
    forget_said(evening);
    while (hall_go_on(evening->hall))
        ;
    cr_assert_eq(hall_figures(evening->hall).tournaments, 1);
    evening->slow_steps = false;
    evening_end(evening);
}

Test(hall_tournament_size, what_is_cancelled_takes_no_place_while_it_is_forgotten)
{
    struct hall_config config = {.seed = 1, .now_ms = 1, .limits = hall_limits_default};
    config.limits.tournaments_per_player = 1;
    struct evening *evening = evening_begin_with(&config);
    struct guest *owner = arrive(evening, "olga");
    struct hall_tournament_plan plan = {.format = given("knockout")};
    int64_t first = announce(owner, plan);
    evening->slow_steps = true;
    calls_off(owner, first, "off");
    announce(owner, plan);
    evening->slow_steps = false;
    evening_end(evening);
}

/* A round that is begun at once ends at once when nobody moves. */
Test(hall_tournament_size, flags_of_a_whole_round_fall_in_slices)
{
    struct crowd crowd = crowd_with("swiss", ENTRANTS_MAX, 1);
    struct hall *hall = crowd.evening->hall;
    start_slowly(&crowd, "swiss", 1);
    crowd.evening->slow_steps = false;
    driver_answers_all(&crowd);
    size_t live = hall_figures(hall).live_matches;
    cr_assert_geq(live, HALL_AT_ONCE_MAX);
    pass(crowd.evening, 3600000);
    for (size_t fallen = 0; fallen < live;) {
        cr_assert_leq(hall_next_deadline(hall), crowd.evening->tick_ms);
        hall_flags_fall(hall);
        fallen += live - fallen < HALL_FLAGS_MAX ? live - fallen : HALL_FLAGS_MAX;
        cr_assert_eq(hall_figures(hall).live_matches, live - fallen);
    }
    evening_end(crowd.evening);
}

/* All that follow are won by forfeit, but none of them before the first, whose start is still being
 * drawn. */
Test(hall_tournament_size, pairs_that_are_won_by_forfeit_wait_for_one_before_them)
{
    struct crowd crowd = crowd_with("gauntlet", 101, 100);
    for (int i = 1; i < 20; i++)
        answer_question(crowd.evening, 1);
    withdraw_from(&crowd, 0, 0);
    cr_assert_eq(on_disk(&crowd)->pair_count, 0);
    driver_answers_all(&crowd);
    cr_assert_eq(on_disk(&crowd)->pair_count, 100 * 100);
    expect_finished(&crowd);
}

/* --- what its owner may use --- */

static const char *pause_reason(const struct crowd *crowd)
{
    cr_assert_eq(on_disk(crowd)->state, TOURNAMENT_PAUSED);
    return on_disk(crowd)->reason;
}

Test(hall_tournament_size, a_tournament_pauses_when_its_owner_has_written_enough)
{
    enum { DAY_MS = 86400000 };
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000};
    config.limits = hall_limits_default;
    config.limits.guest_bytes_per_day = 20000;
    char key[32];
    struct crowd crowd = {.evening = evening_begin_with(&config), .count = 2};
    crowd.owner = arrive(crowd.evening, "olga");
    crowd.players[0] = arrive(crowd.evening, "p0");
    crowd.players[1] = arrive(crowd.evening, "p1");
    struct hall_tournament_plan plan = {
        .format = given("round-robin"), .rounds = 60, .starts = given("3+5"), .at_once = 1};
    crowd.tournament = open_contest(crowd.owner, crowd.players, 2, plan);
    play_out(crowd.evening);
    cr_assert_str_eq(pause_reason(&crowd),
                     "it has written as much to the disk as its owner may within a day");
    forget_said(crowd.evening);
    goes_on(crowd.owner, crowd.tournament, fresh_key(crowd.evening, key));
    commit(crowd.evening);
    expect_error(crowd.owner, ERROR_LIMIT_REACHED);
    /* Those who take part are not charged. */
    skip_all(crowd.evening);
    begin_match(crowd.players[0], crowd.players[1], "nim", "1");
    pass(crowd.evening, DAY_MS);
    commit(crowd.evening);
    forget_said(crowd.evening);
    goes_on(crowd.owner, crowd.tournament, fresh_key(crowd.evening, key));
    commit(crowd.evening);
    cr_assert_eq(on_disk(&crowd)->state, TOURNAMENT_RUNNING);
    forget_said(crowd.evening);
    evening_end(crowd.evening);
}

Test(hall_tournament_size, a_tournament_pauses_when_its_starts_take_the_memory_of_its_owner)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000};
    config.limits = hall_limits_default;
    config.limits.start_bytes = 4000;
    struct crowd crowd = {.evening = evening_begin_with(&config), .count = 2};
    crowd.owner = arrive(crowd.evening, "olga");
    crowd.players[0] = arrive(crowd.evening, "p0");
    crowd.players[1] = arrive(crowd.evening, "p1");
    struct hall_tournament_plan plan = {
        .format = given("round-robin"),
        .rounds = 60,
        .starts = given("1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"),
    };
    crowd.tournament = open_contest(crowd.owner, crowd.players, 2, plan);
    cr_assert_leq(hall_figures(crowd.evening->hall).start_bytes, 4000);
    play_out(crowd.evening);
    cr_assert_str_eq(pause_reason(&crowd), "its pairs take as much memory as its owner may use");
    cr_assert_gt(on_disk(&crowd)->pair_count, 1);
    int64_t held = hall_figures(crowd.evening->hall).start_bytes;
    crash(crowd.evening);
    cr_assert_eq(hall_figures(crowd.evening->hall).start_bytes, held);
    forget_said(crowd.evening);
    evening_end(crowd.evening);
}
