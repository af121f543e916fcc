/* Tournaments that nobody goes on with: after some time the server ends them. */
#include "tests/unit/hall_contest.h"

SUITE(hall_tournament_idle, 60);

enum {
    IDLE_MS = 20000, /* less than anybody has for a first move */
    LEFT_MS = 15000,
    GRACE_MS = 5000,
    START_MS = 1000, /* what crash() takes */
};

struct idle {
    struct evening *evening;
    struct guest *olga; /* directs it */
    struct guest *players[2];
    int64_t tournament;
};

/* Nobody has joined yet. */
static struct idle announced_with(int64_t left_ms)
{
    struct hall_config config = {
        .seed = 1,
        .now_ms = 1700000000000,
        .tick_ms = 5000,
        .limits = hall_limits_default,
    };
    config.limits.idle_tournament_ms = IDLE_MS;
    config.limits.left_tournament_ms = left_ms;
    config.limits.restart_grace_ms = GRACE_MS;
    struct idle idle = {.evening = evening_begin_with(&config)};
    idle.olga = arrive(idle.evening, "olga");
    idle.players[0] = arrive(idle.evening, "ann");
    idle.players[1] = arrive(idle.evening, "ben");
    struct hall_tournament_plan plan = {.format = given("round-robin"), .rounds = 2, .at_once = 2};
    idle.tournament = announce(idle.olga, plan);
    return idle;
}

static struct idle announced(void)
{
    return announced_with(hall_limits_default.left_tournament_ms);
}

static void done(struct guest *guest)
{
    commit(guest->evening);
    expect(guest, HEARD_NOTHING);
    skip_all(guest->evening);
}

/* Both matches of its first pair are live, and no more begin. */
static struct idle paused(void)
{
    struct idle idle = announced();
    enter(idle.players, 2, idle.tournament);
    starts(idle.olga, idle.tournament, "start");
    done(idle.olga);
    pauses(idle.olga, idle.tournament, "pause");
    done(idle.olga);
    return idle;
}

static void wait(const struct idle *idle, int64_t ms)
{
    pass(idle->evening, ms);
    judge(idle->evening);
    commit(idle->evening);
}

static enum tournament_state state(const struct idle *idle)
{
    return state_of(idle->evening, idle->tournament);
}

/* It ends after this time, and not a millisecond earlier. */
static void expect_end_after(const struct idle *idle, int64_t ms)
{
    enum tournament_state before = state(idle);
    wait(idle, ms - 1);
    cr_assert_eq(state(idle), before);
    cr_assert_eq(hall_next_deadline(idle->evening->hall), idle->evening->tick_ms + 1);
    wait(idle, 1);
    cr_assert_eq(state(idle), TOURNAMENT_CANCELLED);
    skip_all(idle->evening);
}

static void resigns_live(const struct idle *idle, size_t index)
{
    resigns(idle->players[0], live_match(idle->evening, index), index == 0 ? "0" : "1");
    commit(idle->evening);
    skip_all(idle->evening);
}

Test(hall_tournament_idle, an_open_one_ends_and_leaves_its_place_to_another)
{
    struct idle idle = announced();
    expect_end_after(&idle, IDLE_MS);
    cr_assert_eq(hall_figures(idle.evening->hall).tournaments, 0);
    cr_assert_eq(hall_next_deadline(idle.evening->hall), INT64_MAX);
    starts(idle.olga, idle.tournament, "late");
    expect_error(idle.olga, ERROR_WRONG_STATE);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, its_owner_and_entrants_are_told_why_when_it_is_on_disk)
{
    struct idle idle = announced();
    enter(idle.players, 1, idle.tournament);
    pass(idle.evening, IDLE_MS);
    judge(idle.evening);
    expect_silence(idle.olga);
    commit(idle.evening);
    const struct wire_tournament_news *news = &expect(idle.olga, HEARD_TOURNAMENT)->tournament;
    cr_assert_eq(heard_state(news->state), TOURNAMENT_CANCELLED);
    cr_assert_str_eq(news->reason.bytes, "nothing has happened in it for too long");
    cr_assert_eq(heard_state(expect(idle.players[0], HEARD_TOURNAMENT)->tournament.state),
                 TOURNAMENT_CANCELLED);
    expect_silence(idle.players[1]);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, who_joins_or_withdraws_gives_it_its_time_anew)
{
    struct idle idle = announced();
    wait(&idle, IDLE_MS - 1);
    enter(idle.players, 2, idle.tournament);
    wait(&idle, IDLE_MS - 1);
    withdraws(idle.players[0], idle.tournament, NULL, "no");
    done(idle.players[0]);
    expect_end_after(&idle, IDLE_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, who_has_joined_and_asks_again_changes_nothing)
{
    struct idle idle = announced();
    enter(idle.players, 1, idle.tournament);
    wait(&idle, IDLE_MS / 2);
    joins(idle.players[0], idle.tournament, "again");
    done(idle.players[0]);
    expect_end_after(&idle, IDLE_MS - IDLE_MS / 2);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, one_that_runs_does_not_end)
{
    struct idle idle = announced();
    enter(idle.players, 2, idle.tournament);
    starts(idle.olga, idle.tournament, "start");
    done(idle.olga);
    wait(&idle, 2 * IDLE_MS);
    cr_assert_eq(state(&idle), TOURNAMENT_RUNNING);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, a_paused_one_waits_for_its_live_matches)
{
    struct idle idle = paused();
    wait(&idle, 2 * IDLE_MS);
    resigns_live(&idle, 1);
    wait(&idle, IDLE_MS / 2);
    cr_assert_eq(state(&idle), TOURNAMENT_PAUSED);
    resigns_live(&idle, 0);
    expect_end_after(&idle, IDLE_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, a_paused_one_whose_pair_is_void_gets_its_time_anew)
{
    struct idle idle = paused();
    resigns_live(&idle, 1);
    resigns_live(&idle, 0);
    wait(&idle, IDLE_MS - 1);
    voids(idle.olga, idle.tournament, 1, 1, "void");
    done(idle.olga);
    expect_end_after(&idle, IDLE_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, one_that_goes_on_after_its_pause_does_not_end)
{
    struct idle idle = paused();
    voids(idle.olga, idle.tournament, 1, 1, "void");
    done(idle.olga);
    wait(&idle, IDLE_MS - 1);
    goes_on(idle.olga, idle.tournament, "on");
    done(idle.olga);
    wait(&idle, 2 * IDLE_MS);
    cr_assert_eq(state(&idle), TOURNAMENT_RUNNING);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, no_time_passes_while_the_disk_takes_no_writes)
{
    struct idle idle = announced();
    wait(&idle, IDLE_MS - 1);
    enter(idle.players, 1, idle.tournament);
    joins(idle.players[1], idle.tournament, "join");
    stall(idle.evening);
    pass(idle.evening, 2 * IDLE_MS);
    judge(idle.evening);
    cr_assert_eq(hall_next_deadline(idle.evening->hall), INT64_MAX);
    commit(idle.evening);
    skip_all(idle.evening);
    expect_end_after(&idle, IDLE_MS);
    evening_end(idle.evening);
}

/* --- over a start of the server --- */

Test(hall_tournament_idle, its_time_goes_on_over_a_start)
{
    struct idle idle = announced();
    wait(&idle, IDLE_MS / 2);
    crash(idle.evening);
    expect_end_after(&idle, IDLE_MS - IDLE_MS / 2 - START_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, who_joined_last_is_remembered_over_a_start)
{
    struct idle idle = announced();
    wait(&idle, IDLE_MS - 1);
    enter(idle.players, 1, idle.tournament);
    crash(idle.evening);
    expect_end_after(&idle, IDLE_MS - START_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, the_end_of_the_last_match_in_a_pause_is_remembered_over_a_start)
{
    struct idle idle = paused();
    wait(&idle, IDLE_MS);
    resigns_live(&idle, 1);
    resigns_live(&idle, 0);
    crash(idle.evening);
    expect_end_after(&idle, IDLE_MS - START_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, a_paused_one_waits_for_live_matches_that_a_start_has_found)
{
    struct idle idle = paused();
    crash(idle.evening);
    come_back(idle.players[0]);
    come_back(idle.players[1]);
    skip_all(idle.evening);
    wait(&idle, 2 * IDLE_MS);
    cr_assert_eq(state(&idle), TOURNAMENT_PAUSED);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, one_that_was_due_is_given_the_time_of_grace_after_a_start)
{
    struct idle idle = announced();
    wait(&idle, IDLE_MS - 1);
    idle.evening->now_ms += IDLE_MS;
    crash(idle.evening);
    expect_end_after(&idle, GRACE_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, one_that_has_ended_does_not_come_back)
{
    struct idle idle = announced();
    expect_end_after(&idle, IDLE_MS);
    crash(idle.evening);
    cr_assert_eq(hall_figures(idle.evening->hall).tournaments, 0);
    cr_assert_eq(hall_next_deadline(idle.evening->hall), INT64_MAX);
    evening_end(idle.evening);
}

/* --- everybody has left --- */

Test(hall_tournament_idle, a_guests_open_one_ends_when_everybody_has_left)
{
    struct idle idle = announced_with(LEFT_MS);
    enter(idle.players, 1, idle.tournament);
    leave(idle.olga);
    wait(&idle, 1000);
    leave(idle.players[0]);
    expect_end_after(&idle, LEFT_MS);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, an_entrant_who_comes_back_keeps_it)
{
    struct idle idle = announced_with(LEFT_MS);
    enter(idle.players, 1, idle.tournament);
    leave(idle.olga);
    leave(idle.players[0]);
    wait(&idle, LEFT_MS - 1);
    come_back(idle.players[0]);
    expect_end_after(&idle, IDLE_MS - LEFT_MS + 1);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, an_open_one_of_an_account_waits_while_everybody_is_away)
{
    struct idle idle = announced_with(LEFT_MS);
    registers(idle.players[0], "secret", "register");
    commit(idle.evening);
    int64_t tournament =
        announce(idle.players[0], (struct hall_tournament_plan){.format = given("round-robin")});
    leave(idle.olga);
    leave(idle.players[0]);
    wait(&idle, LEFT_MS);
    cr_assert_eq(state(&idle), TOURNAMENT_CANCELLED);
    cr_assert_eq(state_of(idle.evening, tournament), TOURNAMENT_OPEN);
    wait(&idle, IDLE_MS - LEFT_MS);
    cr_assert_eq(state_of(idle.evening, tournament), TOURNAMENT_CANCELLED);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, a_running_one_ends_when_everybody_has_left)
{
    struct idle idle = announced_with(LEFT_MS);
    enter(idle.players, 2, idle.tournament);
    starts(idle.olga, idle.tournament, "start");
    done(idle.olga);
    leave(idle.olga);
    leave(idle.players[0]);
    leave(idle.players[1]);
    expect_end_after(&idle, LEFT_MS);
    cr_assert_str_eq(contest_on_disk(idle.evening, idle.tournament)->reason,
                     "everybody has left it");
    cr_assert_eq(hall_figures(idle.evening->hall).live_matches, 0);
    evening_end(idle.evening);
}

/* Only the judge has still to do with it. */
Test(hall_tournament_idle, one_that_is_played_out_needs_nobody)
{
    struct idle idle = announced_with(LEFT_MS);
    idle.evening->slow_driver = true;
    enter(idle.players, 2, idle.tournament);
    starts(idle.olga, idle.tournament, "start");
    done(idle.olga);
    static const char *const keys[] = {"0", "1", "2", "3"};
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            answer_question(idle.evening, 0); /* the start of a pair */
        commit(idle.evening);
        resigns(idle.players[0], live_match(idle.evening, 0), keys[i]);
        commit(idle.evening);
    }
    leave(idle.olga);
    leave(idle.players[0]);
    leave(idle.players[1]);
    wait(&idle, 10 * LEFT_MS);
    cr_assert_eq(state(&idle), TOURNAMENT_RUNNING);
    while (idle.evening->question_count > 0)
        answer_question(idle.evening, 0);
    commit(idle.evening);
    cr_assert_eq(state(&idle), TOURNAMENT_FINISHED);
    evening_end(idle.evening);
}

Test(hall_tournament_idle, after_a_restart_everybody_is_gone_from_the_start_on)
{
    struct idle idle = announced_with(LEFT_MS);
    enter(idle.players, 2, idle.tournament);
    crash(idle.evening);
    wait(&idle, LEFT_MS - 1);
    cr_assert_eq(state(&idle), TOURNAMENT_OPEN);
    wait(&idle, 1);
    cr_assert_eq(state(&idle), TOURNAMENT_CANCELLED);
    evening_end(idle.evening);
}
