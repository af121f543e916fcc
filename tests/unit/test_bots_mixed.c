/* The strategies that play well only now and then: mistaken and the levels. */
#include "bots/strategy.h"
#include "common/solver/solver.h"
#include "tests/suite.h"
#include "tests/unit/test_bots_table.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

SUITE(bots_mixed, 60);

static struct move choose(const struct table *table, const struct strategy *strategy, int64_t seed,
                          int64_t ply)
{
    return table_choose(table, strategy, 1, ply, seed);
}

static bool keeps_the_win(const struct table *table, const struct move *move)
{
    struct position after = {0};
    position_copy(&after, &table->position);
    move_apply(&table->rules, &after, move);
    bool keeps = solver_outcome(table->solver, &after) == OUTCOME_P;
    position_finish(&after);
    return keeps;
}

static bool has_losing_move(const struct table *table)
{
    struct winning_moves winning = solver_winning_moves(table->solver, &table->position, NULL, 0);
    cr_assert(winning.counted);
    return winning.count < move_count(&table->rules, &table->position);
}

/* Plays a match through, and shows every position of it to `look`. */
static void walk(const struct game *game, void (*look)(const struct table *table, int64_t ply))
{
    struct table table = table_of(game->rules, game->example);
    struct strategy random = strategy_of("random", 1);
    for (int64_t ply = 1; !table_is_over(&table); ply++) {
        look(&table, ply);
        struct move move = choose(&table, &random, 77, ply);
        table_play(&table, &move);
    }
    table_finish(&table);
}

static void expect_perfect(const struct table *table, int64_t ply)
{
    struct strategy never = strategy_of("mistaken:0", 1), perfect = strategy_of("perfect", 1);
    struct move move = choose(table, &never, 5, ply), best = choose(table, &perfect, 5, ply);
    cr_assert(move_equal(&move, &best));
}

Test(bots_mixed, mistaken_with_probability_0_is_perfect)
{
    for (const struct game *game = games; game->name; game++)
        walk(game, expect_perfect);
}

static void expect_error(const struct table *table, int64_t ply)
{
    struct strategy always = strategy_of("mistaken:1", 1);
    struct move move = choose(table, &always, 5, ply);
    cr_assert_eq(keeps_the_win(table, &move), !has_losing_move(table), "%s", table->rules.text);
}

Test(bots_mixed, mistaken_with_probability_1_always_errs_where_it_can)
{
    for (const struct game *game = games; game->name; game++)
        walk(game, expect_error);
}

Test(bots_mixed, mistaken_errs_as_often_as_it_should)
{
    enum { ROUNDS = 4000 };
    struct table table = table_of("nim", "3+5+7");
    struct strategy strategy = strategy_of("mistaken:0.25", 1);
    int errors = 0;
    for (int i = 1; i <= ROUNDS; i++) {
        struct move move = choose(&table, &strategy, i, 1);
        errors += !keeps_the_win(&table, &move);
    }
    cr_assert(errors > ROUNDS * 22 / 100 && errors < ROUNDS * 28 / 100, "%d errors", errors);
    table_finish(&table);
}

/* 3+5+7 has 15 moves, of which three win. */
Test(bots_mixed, mistaken_plays_every_losing_move_equally_often)
{
    enum { ROUNDS = 12000, MOVES = 15 };
    struct table table = table_of("nim", "3+5+7");
    struct strategy strategy = strategy_of("mistaken:1", 1);
    int counts[MOVES] = {0};
    cr_assert_eq(move_count(&table.rules, &table.position), MOVES);
    for (int i = 1; i <= ROUNDS; i++) {
        struct move move = choose(&table, &strategy, i, 1), other;
        for (int at = 0; at < MOVES; at++) {
            move_at(&table.rules, &table.position, (uint128)at, &other);
            counts[at] += move_equal(&move, &other);
        }
    }
    for (int at = 0; at < MOVES; at++) {
        struct move move;
        move_at(&table.rules, &table.position, (uint128)at, &move);
        if (keeps_the_win(&table, &move))
            cr_assert_eq(counts[at], 0);
        else
            cr_assert(counts[at] > 800 && counts[at] < 1200, "%d", counts[at]);
    }
    table_finish(&table);
}

/* One move in 2^63 wins. */
Test(bots_mixed, mistaken_errs_among_more_moves_than_can_be_looked_at)
{
    struct table table = table_of("nim", "5+9223372036854775807");
    struct strategy strategy = strategy_of("mistaken:1", 1);
    cr_assert_gt(move_count(&table.rules, &table.position), MISTAKEN_LISTED_MOVES);
    for (int i = 1; i <= 20; i++) {
        struct move move = choose(&table, &strategy, i, 1);
        cr_assert_not(keeps_the_win(&table, &move));
    }
    table_finish(&table);
}

/* --- levels --- */

Test(bots_mixed, level_10_is_perfect)
{
    struct table table = table_of("octal:0.77", "5+11");
    struct strategy level = strategy_of("level:10", 1), perfect = strategy_of("perfect", 1);
    for (int64_t seed = 1; seed <= 50; seed++) {
        struct move move = choose(&table, &level, seed, 1),
                    best = choose(&table, &perfect, seed, 1);
        cr_assert(move_equal(&move, &best));
    }
    table_finish(&table);
}

/* Wins of the first of two strategies against the second, each moving first as often. */
static int wins_of(const struct strategy *a, const struct strategy *b, int matches)
{
    const struct strategy *players[2] = {a, b};
    int wins = 0;
    for (int match = 0; match < matches; match++) {
        struct table table = table_of("nim", match % 4 < 2 ? "5+9+13" : "7+10+13");
        int64_t ply = 0;
        while (!table_is_over(&table)) {
            struct move move = choose(&table, players[(ply + match) % 2], match + 1, ply + 1);
            table_play(&table, &move);
            ply++;
        }
        wins += (ply - 1 + match) % 2 == 0;
        table_finish(&table);
    }
    return wins;
}

Test(bots_mixed, each_level_wins_more_often_than_the_one_below)
{
    enum { MATCHES = 400 };
    for (int level = 2; level <= 10; level++) {
        char name[16], below[16];
        snprintf(name, sizeof name, "level:%d", level);
        snprintf(below, sizeof below, "level:%d", level - 1);
        struct strategy a = strategy_of(name, 1), b = strategy_of(below, 1);
        int wins = wins_of(&a, &b, MATCHES);
        cr_assert_gt(wins, MATCHES * 54 / 100, "%s won %d of %d", name, wins, MATCHES);
    }
}

/* Which strategy a level draws says nothing about what that draws. Of this heap level 1 takes all,
 * or at random: were both drawn by the same number, from 0 to 127 at first, hardly any numbers of
 * counters above 60 would come, modulo 128. */
Test(bots_mixed, levels_draw_the_strategy_and_its_chance_apart)
{
    enum { ROUNDS = 4000, HEAP = 1024 };
    struct table table = table_of("nim", "1024");
    struct strategy strategy = strategy_of("level:1", 1);
    int high = 0;
    for (int i = 1; i <= ROUNDS; i++) {
        struct move move = choose(&table, &strategy, i, 1);
        int64_t left = move.after_count > 0 ? move.cells[1] : 0;
        high += left > 0 && (HEAP - left - 1) % 128 >= 60;
    }
    cr_assert(high > ROUNDS * 27 / 100 && high < ROUNDS * 37 / 100, "%d", high);
    table_finish(&table);
}

/* --- repetition --- */

enum { CHOICES = 24 };

struct run {
    const char *strategy;
    const struct game *game;
    struct move moves[CHOICES];
};

static void *choose_many(void *owner)
{
    struct run *run = owner;
    struct table table = table_of(run->game->rules, run->game->example);
    struct strategy strategy = strategy_of(run->strategy, 1);
    for (int i = 0; i < CHOICES; i++)
        run->moves[i] = choose(&table, &strategy, i / 3 + 1, i % 3 + 1);
    table_finish(&table);
    return NULL;
}

Test(bots_mixed, all_repeat_themselves_on_other_threads_and_in_other_runs)
{
    enum { THREADS = 3 };
    static const char *const names[] = {"random", "mistaken:0.5", "mcts:60", "level:3", "level:8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (const struct game *game = games; game->name; game++) {
            struct run runs[THREADS];
            pthread_t threads[THREADS];
            for (int t = 0; t < THREADS; t++) {
                memset(&runs[t], 0, sizeof runs[t]);
                runs[t].strategy = names[i];
                runs[t].game = game;
                cr_assert_eq(pthread_create(&threads[t], NULL, choose_many, &runs[t]), 0);
            }
            for (int t = 0; t < THREADS; t++)
                pthread_join(threads[t], NULL);
            for (int at = 0; at < CHOICES; at++)
                cr_assert(move_equal(&runs[0].moves[at], &runs[1].moves[at]) &&
                              move_equal(&runs[0].moves[at], &runs[2].moves[at]),
                          "%s, %s", names[i], game->name);
        }
    }
}
