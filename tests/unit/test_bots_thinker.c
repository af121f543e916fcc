#include "bots/thinker.h"
#include "common/solver/solver.h"
#include "tests/suite.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

SUITE(bots_thinker, 20);

enum { ANSWERS_MAX = 64 };

/* What the test strategy does in a match: it waits in this one until it may go on. */
static struct {
    bool uses_solver;
    int64_t slow_match;
    sem_t begun, may_go_on;
    atomic_int users, most_users;
    pthread_t loop_thread;
    int chosen_on_loop;
} test;

/* Criterion's assertions belong to the main thread. */
static void check_solver(const struct solver *solver, const struct turn *turn)
{
    if (!solver != !test.uses_solver)
        abort();
    if (solver && strcmp(solver_rules(solver)->text, turn->rules->text) != 0)
        abort();
}

/* The move whose index is the ply. */
static void choose_by_ply(const struct strategy *strategy, struct solver *solver,
                          const struct turn *turn, struct move *ret_move)
{
    (void)strategy;
    check_solver(solver, turn);
    if (pthread_equal(pthread_self(), test.loop_thread))
        test.chosen_on_loop++;
    int users = ++test.users;
    if (users > test.most_users)
        test.most_users = users;
    if (turn->match == test.slow_match) {
        sem_post(&test.begun);
        sem_wait(&test.may_go_on);
        check_solver(solver, turn);
    }
    test.users--;
    move_at(turn->rules, turn->position, (uint128)turn->ply, ret_move);
}

static bool is_small(const struct strategy *strategy, const struct solver *solver,
                     const struct turn *turn)
{
    (void)strategy;
    (void)solver;
    return turn->position->cells[0] < 9;
}

struct fixture {
    struct loop *loop;
    struct thinker *thinker;
    int64_t answered[ANSWERS_MAX]; /* matches */
    int count;
    int awaited;
    int64_t release_after; /* the match whose answer lets the slow one go on; 0: none */
};

struct asked {
    struct fixture *fixture;
    int64_t match;
    struct move expected;
    struct thought *thought;
};

static void setup(struct fixture *fixture, bool uses_solver)
{
    struct strategy strategy = {
        .choose = choose_by_ply,
        .is_quick = is_small,
        .uses_solver = uses_solver,
    };
    *fixture = (struct fixture){.loop = loop_create()};
    fixture->thinker = thinker_create(fixture->loop, &strategy);
    test.uses_solver = uses_solver;
    test.slow_match = 0;
    test.most_users = 0;
    test.loop_thread = pthread_self();
    test.chosen_on_loop = 0;
    sem_init(&test.begun, 0, 0);
    sem_init(&test.may_go_on, 0, 0);
}

static void teardown(struct fixture *fixture)
{
    thinker_destroy(fixture->thinker);
    loop_destroy(fixture->loop);
}

static void take_answer(void *owner, enum chooser_choice choice, const struct move *move)
{
    struct asked *asked = owner;
    cr_assert_eq(choice, CHOOSER_MOVES);
    struct fixture *fixture = asked->fixture;
    cr_assert(move_equal(move, &asked->expected));
    fixture->answered[fixture->count++] = asked->match;
    if (asked->match == fixture->release_after)
        sem_post(&test.may_go_on);
    if (fixture->count == fixture->awaited)
        loop_stop(fixture->loop, 0);
}

/* What was asked is not needed after the call. */
static void ask_at(struct fixture *fixture, const char *text, const char *heap, int64_t match,
                   struct asked *asked)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, heap, strlen(heap), &position, &error), ERROR_NONE);
    struct turn turn = {&rules, &position, match, match % 3, 0};
    *asked = (struct asked){.fixture = fixture, .match = match};
    move_at(&rules, &position, (uint128)turn.ply, &asked->expected);
    asked->thought = thinker_ask(fixture->thinker, &turn, take_answer, asked);
    position_finish(&position);
}

static void ask(struct fixture *fixture, const char *text, int64_t match, struct asked *asked)
{
    ask_at(fixture, text, "9", match, asked);
}

static void await(struct fixture *fixture, int count)
{
    fixture->awaited = count;
    loop_run(fixture->loop);
    cr_assert_eq(fixture->count, count);
}

Test(bots_thinker, answers_on_the_loop_and_not_at_once)
{
    struct fixture fixture;
    struct asked asked;
    setup(&fixture, true);
    ask(&fixture, "nim", 1, &asked);
    cr_assert_eq(fixture.count, 0);
    await(&fixture, 1);
    teardown(&fixture);
}

Test(bots_thinker, a_slow_match_does_not_hold_up_another_game)
{
    struct fixture fixture;
    struct asked slow, quick[3];
    setup(&fixture, true);
    test.slow_match = 1;
    ask(&fixture, "octal:0.6", 1, &slow);
    sem_wait(&test.begun);
    for (int i = 0; i < 3; i++)
        ask(&fixture, "nim", 2 + i, &quick[i]);
    fixture.release_after = 4;
    await(&fixture, 4);
    int64_t expected[] = {2, 3, 4, 1};
    cr_assert_arr_eq(fixture.answered, expected, sizeof expected);
    teardown(&fixture);
}

Test(bots_thinker, matches_of_one_game_take_their_turns)
{
    enum { MATCHES = 20 };
    struct fixture fixture;
    struct asked asked[MATCHES];
    setup(&fixture, true);
    for (int i = 0; i < MATCHES; i++)
        ask(&fixture, "nim", i + 1, &asked[i]);
    await(&fixture, MATCHES);
    for (int i = 0; i < MATCHES; i++)
        cr_assert_eq(fixture.answered[i], i + 1);
    cr_assert_eq(test.most_users, 1);
    teardown(&fixture);
}

Test(bots_thinker, what_waited_for_the_solver_and_is_quick_needs_no_thread)
{
    struct fixture fixture;
    struct asked slow, large, quick[3];
    setup(&fixture, true);
    test.slow_match = 1;
    ask(&fixture, "nim", 1, &slow);
    sem_wait(&test.begun);
    ask(&fixture, "nim", 5, &large);
    for (int i = 0; i < 3; i++)
        ask_at(&fixture, "nim", "8", 2 + i, &quick[i]);
    sem_post(&test.may_go_on);
    await(&fixture, 5);
    int64_t expected[] = {1, 2, 3, 4, 5};
    cr_assert_arr_eq(fixture.answered, expected, sizeof expected);
    cr_assert_eq(test.chosen_on_loop, 3);
    teardown(&fixture);
}

/* More games than solvers are kept, two of each, while one is thought about all the time. */
Test(bots_thinker, any_number_of_games_is_thought_about)
{
    enum { GAMES = 20, MATCHES = 2 * GAMES };
    struct fixture fixture;
    struct asked slow, asked[MATCHES];
    setup(&fixture, true);
    test.slow_match = MATCHES + 1;
    ask(&fixture, "octal:0.6", test.slow_match, &slow);
    sem_wait(&test.begun);
    for (int i = 0; i < MATCHES; i++) {
        char rules[32];
        snprintf(rules, sizeof rules, "take-away:%dx", 1 + i % GAMES);
        ask(&fixture, rules, i + 1, &asked[i]);
    }
    await(&fixture, MATCHES);
    sem_post(&test.may_go_on);
    await(&fixture, MATCHES + 1);
    cr_assert_eq(fixture.answered[MATCHES], test.slow_match);
    teardown(&fixture);
}

Test(bots_thinker, without_a_solver_no_match_waits_for_another)
{
    struct fixture fixture;
    struct asked slow, quick;
    setup(&fixture, false);
    test.slow_match = 1;
    ask(&fixture, "nim", 1, &slow);
    sem_wait(&test.begun);
    ask(&fixture, "nim", 2, &quick);
    fixture.release_after = 2;
    await(&fixture, 2);
    int64_t expected[] = {2, 1};
    cr_assert_arr_eq(fixture.answered, expected, sizeof expected);
    teardown(&fixture);
}

/* Whether a move of nim from a heap is chosen at once. */
static bool is_chosen_at_once(struct fixture *fixture, const char *heap)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct move move, expected;
    cr_assert_eq(rules_parse(&rules, "nim", 3, &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, heap, 1, &position, &error), ERROR_NONE);
    struct turn turn = {&rules, &position, 1, 2, 0};
    bool at_once = thinker_choose_at_once(fixture->thinker, &turn, &move);
    move_at(&rules, &position, 2, &expected);
    if (at_once)
        cr_assert(move_equal(&move, &expected));
    position_finish(&position);
    return at_once;
}

Test(bots_thinker, chooses_at_once_what_is_quick)
{
    struct fixture fixture;
    setup(&fixture, false);
    cr_assert(is_chosen_at_once(&fixture, "8"));
    cr_assert_not(is_chosen_at_once(&fixture, "9"));
    teardown(&fixture);
}

Test(bots_thinker, chooses_at_once_unless_the_solver_is_in_use)
{
    struct fixture fixture;
    struct asked asked;
    setup(&fixture, true);
    cr_assert(is_chosen_at_once(&fixture, "8"));
    cr_assert_not(is_chosen_at_once(&fixture, "9"));
    test.slow_match = 1;
    ask(&fixture, "nim", 1, &asked);
    sem_wait(&test.begun);
    cr_assert_not(is_chosen_at_once(&fixture, "8"));
    sem_post(&test.may_go_on);
    await(&fixture, 1);
    test.slow_match = 0;
    cr_assert(is_chosen_at_once(&fixture, "8"));
    cr_assert_not(is_chosen_at_once(&fixture, "9"));
    teardown(&fixture);
}

Test(bots_thinker, dropped_thoughts_bring_no_answer)
{
    struct fixture fixture;
    struct asked under_way, waiting, kept;
    setup(&fixture, true);
    test.slow_match = 1;
    ask(&fixture, "nim", 1, &under_way);
    ask(&fixture, "nim", 2, &waiting);
    ask(&fixture, "nim", 3, &kept);
    sem_wait(&test.begun);
    thought_drop(under_way.thought);
    thought_drop(waiting.thought);
    sem_post(&test.may_go_on);
    await(&fixture, 1);
    cr_assert_eq(fixture.answered[0], 3);
    teardown(&fixture);
}

Test(bots_thinker, ends_while_it_thinks)
{
    struct fixture fixture;
    struct asked under_way, waiting, other;
    setup(&fixture, true);
    test.slow_match = 1;
    ask(&fixture, "nim", 1, &under_way);
    ask(&fixture, "nim", 2, &waiting);
    ask(&fixture, "octal:0.77", 3, &other);
    sem_wait(&test.begun);
    thinker_destroy(fixture.thinker);
    sem_post(&test.may_go_on);
    loop_destroy(fixture.loop);
    cr_assert_eq(fixture.count, 0);
}

static void end_thinker(void *owner, enum chooser_choice choice, const struct move *move)
{
    (void)choice;
    (void)move;
    struct fixture *fixture = owner;
    thinker_destroy(fixture->thinker);
    fixture->thinker = NULL;
    loop_stop(fixture->loop, 0);
}

Test(bots_thinker, may_be_ended_by_an_answer)
{
    struct fixture fixture;
    struct rules rules;
    struct position position = {0};
    struct error error;
    setup(&fixture, true);
    cr_assert_eq(rules_parse(&rules, "nim", 3, &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, "9", 1, &position, &error), ERROR_NONE);
    struct turn turn = {&rules, &position, 1, 1, 0};
    thinker_ask(fixture.thinker, &turn, end_thinker, &fixture);
    loop_run(fixture.loop);
    cr_assert_null(fixture.thinker);
    position_finish(&position);
    loop_destroy(fixture.loop);
}

Test(bots_thinker, may_be_ended_by_an_answer_that_waited_for_the_solver)
{
    struct fixture fixture;
    struct asked slow, never;
    struct rules rules;
    struct position position = {0};
    struct error error;
    setup(&fixture, true);
    test.slow_match = 1;
    ask(&fixture, "nim", 1, &slow);
    sem_wait(&test.begun);
    cr_assert_eq(rules_parse(&rules, "nim", 3, &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, "8", 1, &position, &error), ERROR_NONE);
    struct turn turn = {&rules, &position, 2, 1, 0};
    thinker_ask(fixture.thinker, &turn, end_thinker, &fixture);
    ask_at(&fixture, "nim", "8", 3, &never);
    sem_post(&test.may_go_on);
    loop_run(fixture.loop);
    cr_assert_null(fixture.thinker);
    cr_assert_eq(fixture.count, 1);
    position_finish(&position);
    loop_destroy(fixture.loop);
}
