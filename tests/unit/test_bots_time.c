/* A bot whose thoughts take as long as the test wants. */
#include "common/solver/solver.h"
#include "tests/unit/test_bots_script.h"

#include <semaphore.h>
#include <string.h>

SUITE(bots_time, 20);

/* --- thinking --- */

/* The perfect bot's solver thinks about this game until it may go on. */
static const char slow_rules[] = "octal:0.6";
static sem_t has_begun, may_go_on;

void __real_solver_best_move(struct solver *solver, const struct position *position,
                             struct move *ret_move);
void __wrap_solver_best_move(struct solver *solver, const struct position *position,
                             struct move *ret_move);

void __wrap_solver_best_move(struct solver *solver, const struct position *position,
                             struct move *ret_move)
{
    if (strcmp(solver_rules(solver)->text, slow_rules) == 0) {
        sem_post(&has_begun);
        sem_wait(&may_go_on);
    }
    __real_solver_best_move(solver, position, ret_move);
}

bool __real_solver_is_quick(const struct solver *solver, const struct position *position);
bool __wrap_solver_is_quick(const struct solver *solver, const struct position *position);

bool __wrap_solver_is_quick(const struct solver *solver, const struct position *position)
{
    return strcmp(solver_rules(solver)->text, slow_rules) != 0 &&
           __real_solver_is_quick(solver, position);
}

static void expect_output_of_thinker(server_script *script, const char *expected)
{
    struct bot_config config = {.strategy = "perfect", .matches = 1};
    struct text output = {0};
    sem_init(&has_begun, 0, 0);
    sem_init(&may_go_on, 0, 0);
    cr_assert_eq(run_bot(&config, script, &output), 1, "it gives up at the script's end");
    cr_assert_str_eq(text_string(&output), expected);
    text_finish(&output);
}

static void begin_slow_match(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_at_four(server, 7, slow_rules);
    sem_wait(&has_begun);
}

static void play_beside_a_slow_match(struct server *server)
{
    begin_slow_match(server);
    begin_at_four(server, 8, "nim");
    expect_move_in(server, 8, "4>0");
    sem_post(&may_go_on);
    expect_move_in(server, 7, "4>3");
    end_script(server);
}

Test(bots_time, moves_in_one_match_while_it_thinks_about_another)
{
    expect_output_of_thinker(play_beside_a_slow_match,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started nim against ben\n");
}

static void end_a_match_that_is_thought_about(struct server *server)
{
    begin_slow_match(server);
    begin_at_four(server, 8, slow_rules);
    tell_ended(server, 2);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0"); /* so the bot knows that match 7 is over */
    sem_post(&may_go_on);
    sem_post(&may_go_on);
    expect_move_in(server, 8, "4>3");
    end_script(server);
}

Test(bots_time, makes_no_move_in_a_match_that_ended_while_it_thought)
{
    expect_output_of_thinker(end_a_match_that_is_thought_about,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started octal:0.6 against ben\n"
                             "match 7 ended normal first\n"
                             "match 9 started nim against ben\n");
}

static void break_off_while_it_thinks(struct server *server)
{
    static const int64_t matches[] = {7};
    struct wire_match match = match_at_four(7, slow_rules);
    begin_slow_match(server);
    server_close(server);
    server_welcome_to(server, NULL, matches, 1);
    uint32_t id = server_expect(server, WIRE_MATCH_RESUME, NULL);
    list_no_offers(server);
    server_answer(server, id, WIRE_MATCH_RESUME, &match);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0"); /* so the bot knows how match 7 stands */
    sem_post(&may_go_on);
    expect_move_in(server, 7, "4>3");
    end_script(server);
}

Test(bots_time, thinks_on_when_the_connection_breaks)
{
    expect_output_of_thinker(break_off_while_it_thinks,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 9 started nim against ben\n");
}

static void end_while_it_thinks(struct server *server)
{
    begin_slow_match(server);
    begin_at_four(server, 8, slow_rules);
    end_script(server);
    sem_post(&may_go_on);
}

Test(bots_time, ends_while_it_thinks)
{
    expect_output_of_thinker(end_while_it_thinks,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started octal:0.6 against ben\n");
}

/* --- clocks --- */

/* The thought about this match is not over before the move is here. */
static void have_little_time(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    struct wire_match match = match_at_four(7, slow_rules);
    struct wire_match_event started = {
        .match = &match, .offer = WIRE_ABSENT, .invitation = WIRE_ABSENT};
    match.clock = wire_text("0.2+0");
    match.first_left = match.second_left = 200;
    match.clock_runs = true;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    sem_wait(&has_begun);
    expect_move_in(server, 7, "4>1+2");
    sem_post(&may_go_on);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0"); /* and none came from the thought */
    end_script(server);
}

Test(bots_time, moves_in_haste_before_its_time_is_up)
{
    expect_output_of_thinker(have_little_time, "ready ann\nmatch 7 started octal:0.6 against ben\n"
                                               "match 9 started nim against ben\n");
}

/* Half of the time for both matches passes, and the one without a seed is moved in haste. */
static void have_half_of_the_time(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    struct wire_match match = match_at_four(7, slow_rules);
    struct wire_match_event started = {
        .match = &match, .offer = WIRE_ABSENT, .invitation = WIRE_ABSENT};
    match.clock = wire_text("6+0");
    match.first_left = match.second_left = 6000;
    match.clock_runs = true;
    match.seed = 77;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    sem_wait(&has_begun);
    match.match = 8;
    match.seed = WIRE_ABSENT;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    expect_move_in(server, 8, "4>1+2");
    sem_post(&may_go_on);
    expect_move_in(server, 7, "4>3");
    end_script(server);
}

Test(bots_time, moves_in_haste_only_at_the_last_moment_where_a_seed_is_to_decide)
{
    expect_output_of_thinker(have_half_of_the_time,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started octal:0.6 against ben\n");
}

static void take_offer_with_clock(struct server *server)
{
    struct wire_offer_make offer;
    server_welcome(server, NULL);
    server_expect(server, WIRE_OFFER_MAKE, &offer);
    REQUIRE(wire_text_equal(offer.clock, "10+0.1"));
    list_no_offers(server);
    end_script(server);
}

Test(bots_time, challenges_with_the_clock_that_it_was_given)
{
    const char *nim[] = {"nim"};
    struct bot_config config = {.games = nim,
                                .game_count = 1,
                                .challenge = "ben",
                                .first = "taker",
                                .clock = "10+0.1",
                                .matches = 1};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, take_offer_with_clock, &output), 1);
    text_finish(&output);
}
