/* Elo differences, their errors and the likelihood of superiority, against results that others have
 * published. */
#include "common/tournament/elo.h"
#include "tests/suite.h"

#include <math.h>

SUITE(elo, 60);

static void expect_near(double value, double expected, double tolerance, const char *what)
{
    cr_assert(fabs(value - expected) <= tolerance, "%s: %.6f, not %.6f", what, value, expected);
}

/* Tests of Stockfish as its pull requests tell of them, "ELO: ... +-... (95%) LOS: ...". */
Test(elo, of_matches_agrees_with_published_tests)
{
    /* official-stockfish/Stockfish, pull request 311 */
    struct elo elo = elo_from_matches(8711, 23253, 8160);
    expect_near(elo.difference, 4.77, 0.005, "difference");
    expect_near(elo.error, 2.2, 0.05, "error");
    expect_near(elo.superiority, 1.000, 0.0005, "superiority");
    /* fairy-stockfish/Fairy-Stockfish-NNUE, pull request 12 */
    elo = elo_from_matches(2460, 3735, 1805);
    expect_near(elo.difference, 28.51, 0.005, "difference");
    expect_near(elo.error, 5.6, 0.05, "error");
    elo = elo_from_matches(815, 1793, 558);
    expect_near(elo.difference, 28.27, 0.005, "difference");
    expect_near(elo.error, 8.0, 0.05, "error");
    elo = elo_from_matches(259, 702, 179);
    expect_near(elo.difference, 24.42, 0.005, "difference");
    expect_near(elo.error, 12.5, 0.05, "error");
}

/* "Ptnml(0-2)" of pull requests of official-stockfish/Stockfish: the pairs by what they brought. */
Test(elo, of_pairs_agrees_with_published_tests)
{
    /* 4160 */
    struct elo elo = elo_from_pairs((const int64_t[]){39, 5335, 18992, 5622, 12});
    expect_near(elo.difference, 1.35, 0.005, "difference");
    expect_near(elo.error, 1.2, 0.05, "error");
    expect_near(elo.superiority, 0.986, 0.0005, "superiority");
    /* 6255 */
    elo = elo_from_pairs((const int64_t[]){1, 137, 4659, 203, 0});
    expect_near(elo.difference, 2.22, 0.005, "difference");
    expect_near(elo.error, 1.3, 0.05, "error");
    expect_near(elo.superiority, 1.000, 0.0005, "superiority");
}

/* The wiki's formula, LOS = (1 + erf((wins - losses) / sqrt(2 wins + 2 losses))) / 2; "close to 17
 * %" in the forum post of 22 January 2014 that discusses it. */
Test(elo, superiority_of_matches_is_that_of_the_chess_programming_wiki)
{
    expect_near(elo_from_matches(5975, 26894, 6077).superiority, 0.17, 0.01, "superiority");
    for (int won = 0; won <= 12; won++) {
        for (int lost = 0; lost <= 12; lost++) {
            double of_wiki =
                won + lost == 0 ? 0.5 : (1 + erf((won - lost) / sqrt(2.0 * won + 2.0 * lost))) / 2;
            EXPECT(fabs(elo_from_matches(won, 5, lost).superiority - of_wiki) < 1e-12,
                   "%d won, %d lost", won, lost);
        }
    }
}

/* Arpad Elo's scale: ten times as many wins as losses are 400 points. */
Test(elo, of_ten_wins_for_each_loss_is_400)
{
    expect_near(elo_from_matches(10, 0, 1).difference, 400, 1e-9, "difference");
    expect_near(elo_from_matches(1, 0, 10).difference, -400, 1e-9, "difference");
    expect_near(elo_from_pairs((const int64_t[]){1, 0, 0, 0, 10}).difference, 400, 1e-9, "pairs");
}

Test(elo, changes_its_sign_with_the_sides)
{
    struct elo a = elo_from_pairs((const int64_t[]){3, 7, 20, 11, 5});
    struct elo b = elo_from_pairs((const int64_t[]){5, 11, 20, 7, 3});
    expect_near(a.difference, -b.difference, 1e-9, "difference");
    expect_near(a.low, -b.high, 1e-9, "bound");
    expect_near(a.error, b.error, 1e-9, "error");
    expect_near(a.superiority, 1 - b.superiority, 1e-12, "superiority");
}

/* Where the first mover wins every match, each pair is level: pairs tell that hardly anything
 * differs, single matches would not. With (1 - p)^n = 1/20 a share p of n pairs may be different:
 * for 50 it is 0.0582. */
Test(elo, of_pairs_that_are_all_level_is_the_more_certain_the_more_there_are)
{
    struct elo pairs = elo_from_pairs((const int64_t[]){0, 0, 50, 0, 0});
    expect_near(pairs.difference, 0, 0, "difference");
    expect_near(pairs.error, 20.2, 0.1, "error");
    expect_near(pairs.superiority, 0.5, 0, "superiority");
    cr_assert_gt(elo_from_matches(50, 0, 50).error, 60);
    cr_assert_gt(elo_from_pairs((const int64_t[]){0, 0, 1, 0, 0}).error, 600);
}

Test(elo, without_a_result_is_anything)
{
    struct elo elo = elo_from_pairs((const int64_t[PAIR_SCORES]){0});
    expect_near(elo.difference, 0, 0, "difference");
    expect_near(elo.superiority, 0.5, 0, "superiority");
    cr_assert(elo.low == -INFINITY && elo.high == INFINITY && elo.error == INFINITY);
}

Test(elo, of_who_won_everything_is_infinite)
{
    struct elo elo = elo_from_pairs((const int64_t[]){0, 0, 0, 0, 3});
    cr_assert(elo.difference == INFINITY && elo.high == INFINITY);
    expect_near(elo.low, -93.6, 0.1, "low: a score of cbrt(1/20)");
    cr_assert(elo.error == INFINITY);
    expect_near(elo.superiority, 0.958, 0.001, "superiority");
    elo = elo_from_matches(0, 0, 3);
    cr_assert(elo.difference == -INFINITY && elo.error == INFINITY);
}

Test(elo, bounds_that_leave_the_scale_are_infinite)
{
    struct elo elo = elo_from_pairs((const int64_t[]){0, 0, 1, 0, 3});
    cr_assert(isfinite(elo.difference) && isfinite(elo.low) && elo.high == INFINITY);
    cr_assert(elo.error == INFINITY);
}
