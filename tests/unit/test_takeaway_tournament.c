/* The plan of a tournament as the options ask for it, and as its folder keeps it. */
#include "client/tournament/tournament_folder.h"
#include "client/tournament/tournament_plan.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(takeaway_tournament, 20);

/* Options out of a line; the texts live until the next one. */
static struct options options_of(const char *line)
{
    static char copy[1024];
    char *words[40] = {copy};
    int count = 1;
    struct options options;
    struct error error;
    snprintf(copy, sizeof copy, "run %s", line);
    for (char *blank = strchr(copy, ' '); blank; blank = strchr(blank, ' ')) {
        *blank++ = '\0';
        if (*blank)
            words[count++] = blank;
    }
    const struct cli run = {
        .program = {.name = "run", .options = ((uint128)1 << OPTION_COUNT) - 1},
        .options = option_rows,
        .option_count = OPTION_COUNT,
        .letters = ":",
    };
    cr_assert_eq(cli_parse(&run, &run.program, count, words, NULL, &options, &error), ERROR_NONE,
                 "%s", error.message);
    return options;
}

static void expect_refused(const char *line, enum error_code code, const char *message)
{
    struct options options = options_of(line);
    struct tournament_plan plan;
    struct error error;
    cr_assert_eq(tournament_plan_parse(&options, true, &plan, &error), code, "%s", line);
    cr_expect_str_eq(error.message, message);
    tournament_plan_finish(&plan);
}

/* What the plan of the line says of an option. */
static void expect_option(const char *line, enum option_name option, const char *expected)
{
    struct options options = options_of(line);
    struct tournament_plan plan;
    struct error error;
    struct text text = {0};
    cr_assert_eq(tournament_plan_parse(&options, true, &plan, &error), ERROR_NONE, "%s: %s", line,
                 error.message);
    tournament_plan_print_option(&plan, option, &text);
    cr_expect_str_eq(text_string(&text), expected);
    text_finish(&text);
    tournament_plan_finish(&plan);
}

Test(takeaway_tournament, players_are_called_by_what_they_are)
{
    expect_option("--players perfect,mcts:500,level:3", OPTION_PLAYERS,
                  "perfect=perfect,mcts-500=mcts:500,level-3=level:3");
    expect_option("--players exec:./bots/mine,exec:bot=2", OPTION_PLAYERS,
                  "mine=exec:./bots/mine,bot-2=exec:bot=2");
}

Test(takeaway_tournament, a_comma_within_a_command_is_written_twice)
{
    static const char players[] = "a=exec:bot=1,,2,,,,3,perfect=perfect,b=exec:x,,";
    struct options options = options_of("--players a=exec:bot=1,,2,,,,3,perfect,b=exec:x,,");
    struct tournament_plan plan;
    struct error error;
    struct text text = {0};
    cr_assert_eq(tournament_plan_parse(&options, true, &plan, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(plan.player_count, 3);
    cr_expect_str_eq(plan.players[0].command, "bot=1,2,,3");
    cr_expect_str_eq(plan.players[2].command, "x,");
    tournament_plan_print_option(&plan, OPTION_PLAYERS, &text);
    cr_expect_str_eq(text_string(&text), players);
    text_finish(&text);
    tournament_plan_finish(&plan);
}

Test(takeaway_tournament, no_two_players_have_the_same_name)
{
    expect_option("--players random,random,random", OPTION_PLAYERS,
                  "random=random,random-2=random,random-3=random");
    expect_option("--players random-2=perfect,random,random", OPTION_PLAYERS,
                  "random-2=perfect,random=random,random-3=random");
    expect_refused("--players anna=perfect,ANNA=random", ERROR_USAGE,
                   "--players: 'ANNA' is there twice");
}

Test(takeaway_tournament, a_long_name_leaves_room_for_its_number)
{
    expect_option("--players exec:abcdefghijklmnopqrstuvwxyz0123456789,"
                  "exec:abcdefghijklmnopqrstuvwxyz0123456789",
                  OPTION_PLAYERS,
                  "abcdefghijklmnopqrstuvwxyz012345=exec:abcdefghijklmnopqrstuvwxyz0123456789,"
                  "abcdefghijklmnopqrstuvwxyz0123-2=exec:abcdefghijklmnopqrstuvwxyz0123456789");
}

Test(takeaway_tournament, forbidden_meetings_are_found_although_names_have_dashes)
{
    expect_option("--players level:1,level:2,random,greedy --forbid level-1-level-2,random-LEVEL-1",
                  OPTION_FORBID, "level-1-level-2,random-level-1");
    expect_refused("--players perfect,random --forbid perfect-greedy", ERROR_USAGE,
                   "--forbid 'perfect-greedy': two different players of --players were expected, "
                   "with a '-' between their names");
    expect_refused("--players perfect,random --forbid random-random", ERROR_USAGE,
                   "--forbid 'random-random': two different players of --players were expected, "
                   "with a '-' between their names");
}

Test(takeaway_tournament, who_is_left_alone_is_called_by_name)
{
    expect_refused("--players perfect,anna=random,greedy --format gauntlet --forbid perfect-anna",
                   ERROR_USAGE, "--forbid leaves anna nobody to meet");
}

Test(takeaway_tournament, what_is_not_said_is_what_most_want)
{
    static const char line[] = "--players perfect,greedy,random";
    expect_option(line, OPTION_GAME, "take-away:2x");
    expect_option(line, OPTION_FORMAT, "round-robin");
    expect_option(line, OPTION_ROUNDS, "1");
    expect_option(line, OPTION_STARTS, "drawn");
    expect_option(line, OPTION_CLOCK, "60/move");
    expect_option(line, OPTION_CONCURRENCY, "32");
    expect_option("--format swiss --players a=random,b=random,c=random,d=random,e=random",
                  OPTION_ROUNDS, "3");
    expect_option("--format knockout --players perfect,random", OPTION_ROUNDS, "");
}

Test(takeaway_tournament, values_become_canonical)
{
    expect_option("--game fibonacci-nim --players perfect,random", OPTION_GAME, "take-away:2x");
    expect_option("--clock 60.0+0.50 --players perfect,random", OPTION_CLOCK, "60+0.5");
    expect_option("--game nim --starts 7+5+3,1+1+2 --players perfect,random", OPTION_STARTS,
                  "3+5+7,1+1+2");
}

Test(takeaway_tournament, plans_that_cannot_be_are_refused_with_what_could)
{
    expect_refused("--game nim", ERROR_USAGE,
                   "--players is missing: such as --players perfect,greedy,mcts");
    expect_refused("--players perfect,random --format cup", ERROR_USAGE,
                   "--format is round-robin, gauntlet, swiss or knockout, not 'cup'");
    expect_refused("--players perfect,random --format knockout --rounds 2", ERROR_USAGE,
                   "--rounds is not for a knockout, which ends when one is left");
    expect_refused("--players perfect,random --clock none", ERROR_USAGE,
                   "a tournament needs a clock, so that nobody can hold it up: --clock 300+3 or "
                   "60/move, not none");
    expect_refused("--players perfect,exec: --game nim", ERROR_USAGE,
                   "--players: exec: needs a command, such as exec:./mybot");
    expect_refused("--players perfect,random --concurrency 257", ERROR_USAGE,
                   "--concurrency is a number from 1 to 256, not '257'");
    expect_refused("--players perfect,random --name=", ERROR_USAGE,
                   "--name is one line of 1 to 64 bytes without control characters");
    expect_refused("--players perfect,random --name=cup\033[31m", ERROR_USAGE,
                   "--name is one line of 1 to 64 bytes without control characters");
}

Test(takeaway_tournament, strategies_that_do_not_exist_are_refused_before_anything_begins)
{
    struct options options = options_of("--players perfect,deep");
    struct tournament_plan plan;
    struct error error;
    cr_assert_eq(tournament_plan_parse(&options, true, &plan, &error), ERROR_USAGE);
    cr_expect(strstr(error.message, "--players 'deep': there is no strategy 'deep'") != NULL, "%s",
              error.message);
    tournament_plan_finish(&plan);
}

Test(takeaway_tournament, of_a_shared_one_players_are_names_and_may_be_left_out)
{
    struct tournament_plan plan;
    struct error error;
    struct options options = options_of("--players anna,ben --format swiss");
    cr_assert_eq(tournament_plan_parse(&options, false, &plan, &error), ERROR_NONE);
    cr_expect_str_eq(plan.players[1].name, "ben");
    cr_expect_null(plan.players[1].strategy);
    cr_expect_eq(plan.each_at_once, 1, "people cannot look at two clocks");
    tournament_plan_finish(&plan);
    options = options_of("--format swiss");
    cr_assert_eq(tournament_plan_parse(&options, false, &plan, &error), ERROR_NONE);
    cr_expect_eq(plan.player_count, 0);
    cr_expect_eq(plan.rounds, 0, "how many are enough nobody knows yet");
    tournament_plan_finish(&plan);
}

/* --- the folder --- */

static char folder_name[32];

static void make_folder(struct tournament_folder *folder)
{
    struct error error;
    strcpy(folder_name, "/tmp/takeaway-plan-XXXXXX");
    cr_assert_not_null(mkdtemp(folder_name));
    cr_assert_eq(tournament_folder_open(folder_name, folder, &error), ERROR_NONE, "%s",
                 error.message);
}

static void remove_folder(struct tournament_folder *folder)
{
    char command[64];
    tournament_folder_close(folder);
    snprintf(command, sizeof command, "rm -r %s", folder_name);
    cr_assert_eq(system(command), 0);
}

/* Makes the plan of a line in the folder, and keeps it. */
static enum error_code keep(const struct tournament_folder *folder, const char *line,
                            int64_t *ret_seed, struct error *error)
{
    struct options options = options_of(line);
    struct tournament_kept kept = {0};
    struct tournament_plan plan;
    bool is_new;
    enum error_code failed = tournament_folder_plan(folder, &options, &kept, &plan, &is_new, error);
    if (!failed)
        failed = tournament_folder_keep(folder, &plan, error);
    *ret_seed = plan.seed;
    tournament_plan_finish(&plan);
    tournament_kept_finish(&kept);
    return failed;
}

Test(takeaway_tournament, a_folder_goes_on_with_its_plan_whatever_is_left_out)
{
    struct tournament_folder folder;
    struct error error;
    int64_t seed, again;
    make_folder(&folder);
    cr_assert_eq(keep(&folder, "--players perfect,random,random --rounds 3", &seed, &error),
                 ERROR_NONE);
    cr_expect_geq(seed, 1, "one is drawn");
    cr_assert_eq(keep(&folder, "--rounds 3 --game fibonacci-nim", &again, &error), ERROR_NONE, "%s",
                 error.message);
    cr_expect_eq(again, seed);
    cr_assert_eq(keep(&folder, "", &again, &error), ERROR_NONE);
    cr_expect_eq(again, seed);
    remove_folder(&folder);
}

Test(takeaway_tournament, another_plan_is_refused_in_the_same_folder)
{
    struct tournament_folder folder;
    struct error error;
    int64_t seed;
    char expected[256];
    make_folder(&folder);
    cr_assert_eq(keep(&folder, "--players perfect,random,mcts --seed 7", &seed, &error),
                 ERROR_NONE);
    cr_assert_eq(keep(&folder, "--seed 8", &seed, &error), ERROR_USAGE);
    snprintf(
        expected, sizeof expected,
        "in %s is a tournament with --seed '7', not '8', which is fixed when it is made: leave "
        "the option out to go on with "
        "it, or name another folder",
        folder_name);
    cr_expect_str_eq(error.message, expected);
    static const char *const others[] = {
        "--players perfect,greedy",
        "--game nim",
        "--rounds 2",
        "--format swiss",
        "--concurrency 31",
        "--forbid perfect-random",
        "--starts 35",
        "--clock 30/move",
        "--name cup",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_eq(keep(&folder, others[i], &seed, &error), ERROR_USAGE, "%s", others[i]);
    remove_folder(&folder);
}

Test(takeaway_tournament, only_one_program_runs_in_a_folder)
{
    struct tournament_folder folder, second;
    struct error error;
    make_folder(&folder);
    cr_assert_eq(tournament_folder_open(folder_name, &second, &error), ERROR_IO);
    cr_expect(strstr(error.message, "another takeaway runs the tournament in") != NULL, "%s",
              error.message);
    cr_expect_eq(second.lock, -1);
    tournament_folder_close(&second);
    remove_folder(&folder);
}

/* --- what is somebody's own --- */

static void put(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder_name, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fclose(file);
}

static bool has(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder_name, name);
    return access(path, F_OK) == 0;
}

/* Begins in the folder, and gives up before the plan is kept. */
static enum error_code begin_in_vain(void)
{
    struct tournament_folder folder;
    struct error error;
    enum error_code failed = tournament_folder_open(folder_name, &folder, &error);
    if (!failed) {
        tournament_folder_clear(&folder);
        tournament_folder_abandon(&folder);
    }
    tournament_folder_close(&folder);
    return failed;
}

static void make_own_folder(void)
{
    strcpy(folder_name, "/tmp/takeaway-plan-XXXXXX");
    cr_assert_not_null(mkdtemp(folder_name));
}

static void remove_own_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder_name);
    cr_assert_eq(system(command), 0);
}

Test(takeaway_tournament, a_folder_with_files_of_something_else_is_left_alone)
{
    make_own_folder();
    put("tournament.db");
    cr_expect_eq(begin_in_vain(), ERROR_IO);
    cr_expect_not(has("lock"));
    put("lock");
    put("report.txt");
    cr_expect_eq(begin_in_vain(), ERROR_IO);
    cr_expect(has("tournament.db") && has("lock") && has("report.txt"));
    cr_expect_not(has("tokens"));
    remove_own_folder();
}

Test(takeaway_tournament, what_a_killed_run_has_left_is_no_hindrance)
{
    struct tournament_folder folder;
    make_folder(&folder);
    tournament_folder_close(&folder); /* as if killed */
    put("tournament.db");
    put("tournament.db.lock");
    put("plan.json.Ab12cD");
    put("tokens/director");
    put("tokens/12");
    put("tokens/important");
    cr_expect_eq(begin_in_vain(), ERROR_NONE);
    cr_expect_not(has("tournament.db"));
    cr_expect_not(has("tokens/director"));
    cr_expect_not(has("tokens/12"));
    cr_expect(has("tokens/important"));
    remove_own_folder();
}

Test(takeaway_tournament, a_run_in_vain_removes_the_folder_that_it_has_made_and_no_other)
{
    make_own_folder();
    cr_expect_eq(begin_in_vain(), ERROR_NONE);
    cr_expect(has("."));
    cr_expect_not(has("lock"));
    remove_own_folder();
    cr_expect_eq(begin_in_vain(), ERROR_NONE);
    cr_expect_not(has("."));
}
