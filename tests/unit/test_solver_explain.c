/* The lines of solver_explain(), of every kind of rules: none is too wide, none is left open. */
#include "test_solver_checks.h"

#include "common/game/family.h"

#include <stdio.h>
#include <string.h>

SUITE(solver_explain, 120);

enum { LINE_BYTES_MAX = 100, GAMES = 12, PLIES = 12 };

static void check_lines(const struct rules *rules, const struct position *position,
                        const struct text *explanation)
{
    const char *line = text_string(explanation);
    struct text at = {0};
    position_print(rules, position, &at);
    while (*line) {
        const char *end = strchr(line, '\n');
        EXPECT(end, "%s %.60s: an open line: %s", rules->text, text_string(&at), line);
        EXPECT(end - line <= LINE_BYTES_MAX, "%s %.60s: %td bytes: %.*s", rules->text,
               text_string(&at), end - line, (int)(end - line), line);
        line = end + 1;
    }
    text_finish(&at);
}

static void check_position_lines(struct solver *solver, const struct position *position)
{
    struct text explanation = {0};
    solver_explain(solver, position, &explanation);
    check_lines(solver_rules(solver), position, &explanation);
    text_finish(&explanation);
}

static void play_on(struct solver *solver, struct position *position, struct random *random)
{
    const struct rules *rules = solver_rules(solver);
    uint128 count = move_count(rules, position);
    struct move move;
    move_at(rules, position, random_below(random, count), &move);
    move_apply(rules, position, &move);
}

/* From there on, and to the end where that is near. */
static void check_game(struct solver *solver, const struct position *start, struct random *random)
{
    const struct rules *rules = solver_rules(solver);
    struct position position = {0};
    position_copy(&position, start);
    check_position_lines(solver, &position);
    for (int ply = 0; ply < PLIES && !position_is_over(rules, &position); ply++) {
        play_on(solver, &position, random);
        check_position_lines(solver, &position);
    }
    position_finish(&position);
}

static void check_games(const char *rules_text, const char *start_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(9);
    struct position start = {0};
    for (int game = 0; game < GAMES; game++) {
        if (start_text) {
            position_finish(&start);
            start = position_of(&rules, start_text);
        } else {
            position_draw_start(&rules, &random, &start);
        }
        check_game(solver, &start, &random);
    }
    position_finish(&start);
    solver_destroy(solver);
}

static void check_catalogue_row(const char *rules_text, const char *example)
{
    check_games(rules_text, example);
    check_games(rules_text, NULL);
}

Test(solver_explain, has_lines_of_a_hundred_bytes_in_every_game_and_variant)
{
    static const char *const none[] = {NULL};
    for (const struct game *game = games; game->name; game++) {
        struct rules rules = rules_of(game->rules);
        bool has_variants = rules.family->variants && rules.variant == 0;
        const char *const *variants = has_variants ? rules.family->variants : none;
        for (int i = -1; i < 0 || variants[i]; i++) {
            char text[2 * RULES_TEXT_MAX];
            snprintf(text, sizeof text, "%s%s%s", game->rules, i < 0 ? "" : ",",
                     i < 0 ? "" : variants[i]);
            check_catalogue_row(text, game->example);
            rules = rules_of(text);
            if (rules.misere || family_no_misere(&rules))
                continue;
            strcat(text, ",misere");
            check_catalogue_row(text, game->example);
        }
    }
}

Test(solver_explain, has_lines_of_a_hundred_bytes_for_large_numbers)
{
    static const char *const starts[][2] = {
        {"nim", "9223372036854775807+9223372036854775806+9223372036854775805"},
        {"laskers-nim", "9223372036854775807+9223372036854775806+9223372036854775805"},
        {"kayles", "9223372036854775807+9223372036854775806"},
        {"dawsons-kayles", "9223372036854775807+9223372036854775806"},
        {"bachets-game", "9223372036854775807+9223372036854775806"},
        {"grundy", "100000+99990"},
        {"octal:0.6", "100000+99990"},
        {"hexadecimal:c.f...", "1048+1234+1023"},
        {"hexadecimal:4.8", "1501+1500"},
        {"nim,misere", "9223372036854775807+9223372036854775806+9223372036854775805"},
        {"nim,misere", "1+1+1+9223372036854775807"},
        {"octal:0.77,misere", "25+9+4"},
        {"octal:0.77,misere", "12+17+9+9+20+1"},
        {"take-away:2x", "9223372036854775807"},
        {"take-away:x", "9223372036854775807"},
        {"take-away:2x,misere", "9223372036854775807"},
        {"take-away:10000x+10000", "9223372036854775807"},
        {"take-away:1.000000001x", "9223372036854775807"},
        {"take-away:9999.999999x-9998", "9223372036854775807"},
        {"take-away:2x,local", "1000000+999999+999998+1000000"},
        {"take-away:3/2x,local,misere", "30+40"},
        {"take-away:x,global", "9223372036854775807+9223372036854775806+5"},
        {"take-away:3/2x,global", "4611686018427387904+9223372036854775807"},
        {"take-away:2x,global", "9223372036854775806+9223372036854775807"},
        {"take-away:2x,global", "4611686018427387904+9223372036854775807"},
        {"take-away:2x,global", "9223372036854775807"},
        {"take-away:3x,global", "100+101+102"},
        {"take-away:3x,global,misere", "75+78"},
        {"take-away:x", "8646911284551352320"},
        {"take-away:x,global", "4611686018427387904+6917529027641081856"},
        {"take-away:2x,global", "2880067194370816120+7540113804746346429"},
        {"wythoff", "5700357409661599241+9223372036854775807"},
        {"wythoff,misere", "4611686018427387904+9223372036854775807"},
        {"chomp", "9+8+7+6+5"},
        {"chomp", "1000+1"},
        {"chomp,misere", "9+8+7+6+5"},
        {"green-hackenbush", "0-1-2-3-0+3-4-5-6-7-8-9-4+9-10+10-11+0-12-13-14-12+14-15-16-17-15"},
        {"green-hackenbush,misere", "0-1-2-3-0+3-4-5-6-4+0-7-8-7"},
        {"subtraction:squares,misere", "1000+10"},
        {"subtraction:3-5", "9223372036854775807+9223372036854775806"},
        {"subtraction:all-but-3-5", "9223372036854775807+9223372036854775806"},
        {"subtraction:all-but-1,4", "1000000+10"},
        {"bachets-game,misere", "9223372036854775807+9223372036854775806"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        check_games(starts[i][0], starts[i][1]);
}
