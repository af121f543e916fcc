/* Judging matches of every game of the catalogue. */
#include "common/base/memory.h"
#include "common/game/game.h"
#include "common/judge/judge.h"
#include "tests/bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MATCHES = 20, PLIES_MAX = 200 };

struct judged_match {
    struct text start, moves;
    int plies;
};

/* Plays legal moves at random, from the game's example or from a drawn start. */
static void play_match(struct judged_match *match, const struct rules *rules, const char *example,
                       struct random *random)
{
    struct position position = {0};
    struct error error;
    *match = (struct judged_match){0};
    if (!example)
        position_draw_start(rules, random, &position);
    else if (position_parse(rules, example, strlen(example), &position, &error))
        bench_fail(error.message);
    position_print(rules, &position, &match->start);
    for (; match->plies < PLIES_MAX && !position_is_over(rules, &position); match->plies++) {
        struct move move;
        move_at(rules, &position, random_below(random, move_count(rules, &position)), &move);
        if (match->plies > 0)
            text_append_char(&match->moves, ' ');
        move_print(rules, &position, &move, &match->moves);
        move_apply(rules, &position, &move);
    }
    position_finish(&position);
}

/* Milliseconds a move for the second judgement of a match, when the tables are there. */
static double judge_ms(struct solver *solver, const struct judged_match *match)
{
    double ms = 0;
    for (int run = 0; run < 2; run++) {
        struct text marks = {0};
        struct error error;
        double begun = bench_now_s();
        if (judge_match(solver, text_string(&match->start), text_string(&match->moves), NULL,
                        &marks, &error))
            bench_fail(error.message);
        ms = (bench_now_s() - begun) * 1e3 / match->plies;
        text_finish(&marks);
    }
    return ms;
}

/* The most milliseconds a move of all matches of a game. */
static double judge_game(struct report *report, const struct rules *rules, const char *example)
{
    struct solver *solver = solver_create(rules);
    struct random random = random_from_seed(1);
    double most = 0;
    for (int i = 0; i < report_size(report, MATCHES, 1); i++) {
        struct judged_match match;
        play_match(&match, rules, i == 0 ? example : NULL, &random);
        most = fmax(most, judge_ms(solver, &match));
        text_finish(&match.start);
        text_finish(&match.moves);
    }
    solver_destroy(solver);
    return most;
}

static void measure_judgement(struct report *report)
{
    for (const struct game *game = games; game->name; game++) {
        struct rules rules;
        struct error error;
        if (rules_parse(&rules, game->rules, strlen(game->rules), &error))
            bench_fail(error.message);
        report_at_most(report, game->name, judge_game(report, &rules, game->example), "ms a move",
                       1);
    }
}

const struct bench_row judge_rows[] = {
    {"judge-games", "every game of the catalogue: judging a match, its tables made",
     measure_judgement},
    {0},
};
