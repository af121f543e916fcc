/* What the end of a match did: over all endings, who won, who was to move, and whether that
 * position was won. */
#include "common/judge/judge.h"
#include "tests/suite.h"

#include <string.h>

SUITE(ending, 60);

static const char *const endings[] = {
    "normal", "resignation", "time",    "abandoned",  "aborted",  "unstarted",
    "plies",  "stall",       "illegal", "disconnect", "protocol", "void",
};
static const char *const winners[] = {"first", "second", "nobody", "", NULL};

Test(ending, is_judged_by_whom_the_last_position_was_won_for)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        for (size_t j = 0; j < sizeof winners / sizeof *winners; j++) {
            for (int64_t ply = 0; ply < 4; ply++) {
                for (int is_won = 0; is_won < 2; is_won++) {
                    struct judged_ending end =
                        ending_judge(endings[i], winners[j], ply, is_won ? OUTCOME_N : OUTCOME_P);
                    int mover = ply % 2 == 0 ? 0 : 1, favoured = is_won ? mover : !mover;
                    cr_expect_eq(end.mover, mover);
                    cr_expect_eq(end.favoured, favoured);
                    if (i == 0) {
                        cr_expect_eq(end.worth, ENDING_BY_MOVE);
                    } else if (j > 1) {
                        cr_expect_eq(end.worth, ENDING_NOBODY_WON);
                    } else {
                        int loser = j == 0 ? 1 : 0;
                        cr_expect_eq(end.loser, loser);
                        cr_expect_eq(end.worth, loser == favoured ? ENDING_IN_WON : ENDING_IN_LOST);
                    }
                }
            }
        }
    }
}

/* The mark of the last move tells the outcome of the position after it. */
static void check_match(const struct game *game, struct random *random)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct move move;
    struct mark mark;
    struct text moves = {0}, marks = {0};
    cr_assert_eq(rules_parse(&rules, game->rules, strlen(game->rules), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, game->example, strlen(game->example), &position, &error),
                 ERROR_NONE);
    struct solver *solver = solver_create(&rules);
    for (int ply = 1; ply <= 8 && !position_is_over(&rules, &position); ply++) {
        move_at(&rules, &position, random_below(random, move_count(&rules, &position)), &move);
        if (moves.len > 0)
            text_append_char(&moves, ' ');
        move_print(&rules, &position, &move, &moves);
        move_apply(&rules, &position, &move);

        text_clear(&marks);
        cr_assert_eq(judge_match(solver, game->example, text_string(&moves), NULL, &marks, &error),
                     ERROR_NONE, "%s", error.message);
        const char *at = text_string(&marks);
        while (*at)
            cr_assert(mark_next(&at, &mark));
        cr_expect_eq(mark_outcome_after(&mark), solver_outcome(solver, &position), "%s: %s",
                     game->name, text_string(&moves));
    }
    solver_destroy(solver);
    position_finish(&position);
    text_finish(&moves);
    text_finish(&marks);
}

Test(ending, the_last_mark_tells_the_last_outcome_in_every_game)
{
    struct random random = random_from_seed(5);
    for (const struct game *game = games; game->name; game++) {
        for (int i = 0; i < 3; i++)
            check_match(game, &random);
    }
}

Test(ending, of_a_drawn_position_throws_the_draw_away)
{
    struct judged_ending end = ending_judge("resignation", "second", 3, OUTCOME_D);
    cr_expect_eq(end.worth, ENDING_IN_DRAW);
    cr_expect_eq(end.loser, 0);
    cr_expect_eq(ending_judge("draw", "nobody", 3, OUTCOME_D).worth, ENDING_BY_MOVE);
    cr_expect_eq(ending_judge("aborted", "nobody", 3, OUTCOME_D).worth, ENDING_NOBODY_WON);
}
