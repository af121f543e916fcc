/* The page of a tournament: its tables as text, and who may do what. */
#include "client/show/standings_print.h"
#include "client/tui/tabs.h"
#include "client/tui/tournament_view.h"
#include "client/tui/tournament_words.h"
#include "common/wire/wire.h"
#include "tests/suite.h"
#include "tests/unit/tournament_sample.h"
#include "tests/unit/tui_screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

SUITE(tui_tournament, 60);

/* --- everything that a page has --- */

struct scene {
    struct sample_pairs told;
    struct sample_standings standings_told;
    struct tournament_news news;
    struct tournament_pairs pairs;
    struct sheet standings, games;
    struct tournament_cross cross;
    struct tournament_plan_view plan;
    struct tournament_view view;
};

static void begin(struct scene *scene, const char *format, const char *state)
{
    *scene = (struct scene){
        .standings.columns = standings_columns,
        .games.columns = tournament_round_columns,
    };
    sample_of_standings(&scene->standings_told, format, state);
    tournament_rows_of_standings(&scene->standings_told.standings, "ann", &scene->standings);
    struct wire_tournament_news news = sample_news(state);
    tournament_news_take(&scene->news, &news);
    scene->view = (struct tournament_view){
        .is_connected = true,
        .news = &scene->news,
        .has_standings = true,
        .has_pairs = true,
        .standings = &scene->standings,
        .cross = &scene->cross,
        .games = &scene->games,
        .plan = &scene->plan,
    };
}

static void pair(struct scene *scene, int64_t round)
{
    tournament_pairs_take(&scene->pairs, &scene->told.page);
    tournament_cross_make(&scene->cross, &scene->pairs, &scene->standings);
    tournament_rows_of_round(&scene->pairs, round, &scene->games);
    scene->view.pairs = scene->pairs.count;
    scene->view.round = round;
    scene->view.rounds = tournament_pairs_rounds(&scene->pairs);
    scene->view.live = tournament_pairs_live(&scene->pairs, round);
}

static void end(struct scene *scene)
{
    tournament_cross_finish(&scene->cross);
    tournament_pairs_finish(&scene->pairs);
    tournament_news_finish(&scene->news);
    sheet_finish(&scene->standings);
    sheet_finish(&scene->games);
    text_finish(&scene->plan.text);
}

static struct canvas drawn(const struct scene *scene, int rows, int columns, bool has_unicode)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, rows, columns, has_unicode);
    tournament_draw(&scene->view, &canvas, canvas_area(&canvas));
    return canvas;
}

static void expect(struct scene *scene, enum tournament_tab tab, int columns, bool has_unicode,
                   const char *lines)
{
    scene->view.tab = tab;
    struct canvas canvas = drawn(scene, columns > 80 ? 46 : 20, columns, has_unicode);
    expect_screen(&canvas, lines);
    canvas_finish(&canvas);
}

static void expect_words(struct scene *scene, enum tournament_tab tab, const char *words)
{
    scene->view.tab = tab;
    struct canvas canvas = drawn(scene, 20, 80, true);
    expect_on_screen(&canvas, words);
    canvas_finish(&canvas);
}

/* --- the tables --- */

Test(tui_tournament, shows_the_standings)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    expect(&scene, TOURNAMENT_STANDINGS, 80, true,
           "[1 Standings] 2 Cross-table  3 Rounds  4 Plan\n"
           "────────────────────────────────────────────────────────────────────────────────\n"
           " ██████░░░░░░░  3 of 6 matches, round 2, 1 being played, 2 to be judged\n"
           "\n"
           " #  player          points  W-D-L  won met   kept  thrown  Elo +-    LOS\n"
           " 1  ann                2.5  2-1-0       10  90.0%       1    +inf  84.1%\n"
           " 2  zoe                0.5  0-1-0        5  80.0%       1       -      -\n"
           " 3  ben (withdrew)       0  0-0-2        0      -       0    -inf  15.9%\n"
           "\n"
           " points: 1 for a match that was won, a half for one that nobody won.\n"
           " W-D-L: matches won, won by nobody (drawn), lost.\n"
           " won met: positions from which a move could have kept the win; kept: in how\n"
           " many of them it was; thrown: in how many it was given away.\n"
           " Elo +-: how much stronger than those it met, and how far off that may be; 100\n"
           " more win about 64 of 100. +inf, -inf: it has won or lost all, which sets no\n"
           " bound.\n"
           " LOS: how likely it is at all that it is stronger than those it met.\n"
           " Level on points: ahead is who has more of the matches among them; then whose\n"
           " opponents have more points (Buchholz); then who won against those with more\n"
           " (Sonneborn-Berger).\n");
    end(&scene);
}

Test(tui_tournament, shows_the_standings_on_a_wide_screen)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    expect(
        &scene, TOURNAMENT_STANDINGS, 140, true,
        "[1 Standings] 2 Cross-table  3 Rounds  4 Plan\n"
        "────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────\n"
        " ███████████░░░░░░░░░░░░  3 of 6 matches, round 2, 1 being played, 2 to be judged\n"
        "\n"
        " #  player          points  W-D-L  won met   kept  thrown  Elo +-    LOS\n"
        " 1  ann                2.5  2-1-0       10  90.0%       1    +inf  84.1%\n"
        " 2  zoe                0.5  0-1-0        5  80.0%       1       -      -\n"
        " 3  ben (withdrew)       0  0-0-2        0      -       0    -inf  15.9%\n"
        "\n"
        " points: 1 for a match that was won, a half for one that nobody won.\n"
        " W-D-L: matches won, won by nobody (drawn), lost.\n"
        " won met: positions from which a move could have kept the win; kept: in how many of them it was; thrown: in how many it was given away.\n"
        " Elo +-: how much stronger than those it met, and how far off that may be; 100 more win about 64 of 100. +inf, -inf: it has won or lost\n"
        " all, which sets no bound.\n"
        " LOS: how likely it is at all that it is stronger than those it met.\n"
        " Level on points: ahead is who has more of the matches among them; then whose opponents have more points (Buchholz); then who won against\n"
        " those with more (Sonneborn-Berger).\n");
    end(&scene);
}

Test(tui_tournament, shows_who_has_what_against_whom)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    sample_round_robin(&scene.told);
    pair(&scene, 2);
    expect(&scene, TOURNAMENT_CROSS, 80, true,
           " 1 Standings [2 Cross-table] 3 Rounds  4 Plan\n"
           "────────────────────────────────────────────────────────────────────────────────\n"
           " ██████░░░░░░░  3 of 6 matches, round 2, 1 being played, 2 to be judged\n"
           "\n"
           " #  player          points     1     2     3\n"
           " 1  ann                2.5  ░░░░  0.5*     2\n"
           " 2  zoe                0.5  0.5*  ░░░░     .\n"
           " 3  ben (withdrew)       0     0     .  ░░░░\n"
           "\n"
           " Points against each; * being played, . to be played, f forfeit.\n");
    end(&scene);
}

Test(tui_tournament, shows_a_round_of_a_round_robin)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    sample_round_robin(&scene.told);
    pair(&scene, 2);
    expect(&scene, TOURNAMENT_ROUNDS, 80, true,
           " 1 Standings  2 Cross-table [3 Rounds] 4 Plan\n"
           "────────────────────────────────────────────────────────────────────────────────\n"
           " ██████░░░░░░░  3 of 6 matches, round 2, 1 being played, 2 to be judged\n"
           "\n"
           " ← Round 2 →  of 3; 1 being played\n"
           "\n"
           " Board  First  Second  Score    Match  Moves first  Result\n"
           " 1      zoe    ann     0.5-0.5     13  zoe          nobody won\n"
           "                                   14  ann          being played\n");
    end(&scene);
}

Test(tui_tournament, shows_byes_and_pairs_that_are_played_again)
{
    struct scene scene;
    begin(&scene, "swiss", "finished");
    sample_swiss(&scene.told);
    pair(&scene, 1);
    expect(&scene, TOURNAMENT_ROUNDS, 80, false,
           " 1 Standings  2 Cross-table [3 Rounds] 4 Plan\n"
           "--------------------------------------------------------------------------------\n"
           " #############  6 of 6 matches, finished\n"
           "\n"
           "   Round 1 >  of 2\n"
           "\n"
           " Board  First  Second  Score  Match  Moves first  Result\n"
           " 1      ann    ben               21  ann          void\n"
           "                                 22  ben          void\n"
           " 1      ann    ben     1-1       23  ann          ann won\n"
           "                                 24  ben          ben won\n"
           " 2      zoe                                       bye\n");
    end(&scene);
}

Test(tui_tournament, shows_forfeits)
{
    struct scene scene;
    begin(&scene, "swiss", "finished");
    sample_swiss(&scene.told);
    pair(&scene, 2);
    expect(&scene, TOURNAMENT_ROUNDS, 80, true,
           " 1 Standings  2 Cross-table [3 Rounds] 4 Plan\n"
           "────────────────────────────────────────────────────────────────────────────────\n"
           " █████████████  6 of 6 matches, finished\n"
           "\n"
           " ← Round 2    of 2\n"
           "\n"
           " Board  First  Second  Score  Match  Moves first  Result\n"
           " 1      zoe    ben                                forfeit\n"
           " 2      ann                                       bye\n");
    expect(&scene, TOURNAMENT_CROSS, 80, false,
           " 1 Standings [2 Cross-table] 3 Rounds  4 Plan\n"
           "--------------------------------------------------------------------------------\n"
           " #############  6 of 6 matches, finished\n"
           "\n"
           " #  player          points  free  1  2  3\n"
           " 1  ann                2.5     2  -     1\n"
           " 2  zoe                0.5     2     -  f\n"
           " 3  ben (withdrew)       0        1  f  -\n"
           "\n"
           " Points against each; * being played, . to be played, f forfeit; free: no match.\n");
    end(&scene);
}

Test(tui_tournament, shows_the_second_leg_of_a_level_pair)
{
    struct scene scene;
    begin(&scene, "knockout", "paused");
    sample_knockout(&scene.told);
    pair(&scene, 1);
    expect(&scene, TOURNAMENT_ROUNDS, 80, true,
           " 1 Standings  2 Cross-table [3 Rounds] 4 Plan\n"
           "────────────────────────────────────────────────────────────────────────────────\n"
           " ██████░░░░░░░  3 of 6 matches, paused: round 2, 1 being played (no start could\n"
           "                be drawn)\n"
           "\n"
           "   Round 1    1 being played\n"
           "\n"
           " Board     First  Second  Score  Match  Moves first  Result\n"
           " 1         ann                                       bye\n"
           " 2         ben    zoe     1-1       31  ben          zoe won\n"
           "                                    32  zoe          ben won\n"
           " 2, leg 2  ben    zoe                   ben          to be played\n"
           "                                    34  zoe          being played\n");
    end(&scene);
}

Test(tui_tournament, shows_the_plan_while_it_is_open)
{
    struct scene scene;
    begin(&scene, "swiss", "open");
    text_append_string(&scene.plan.text, "Tournament 3, the evening cup.\nPlayers: ann, ben.\n");
    expect(&scene, TOURNAMENT_PLAN, 80, true,
           " 1 Standings  2 Cross-table  3 Rounds [4 Plan]\n"
           "────────────────────────────────────────────────────────────────────────────────\n"
           " ░░░░░░░░░░░░░  0 of 6 matches, 1 player to come\n"
           "\n"
           " Tournament 3, the evening cup.\n"
           " Players: ann, ben.\n");
    end(&scene);
}

/* --- what there is instead of tables --- */

Test(tui_tournament, says_what_it_waits_for)
{
    struct scene scene;
    begin(&scene, "swiss", "open");
    expect_words(&scene, TOURNAMENT_CROSS, "No pair is decided on yet.");
    expect_words(&scene, TOURNAMENT_ROUNDS, "No pair is decided on yet.");
    scene.view.has_pairs = scene.view.has_standings = false;
    expect_words(&scene, TOURNAMENT_PLAN, "Asking the server...");
    expect_words(&scene, TOURNAMENT_ROUNDS, "Asking the server...");
    scene.view.failed = "The server does not tell: there is no tournament 3.";
    expect_words(&scene, TOURNAMENT_CROSS, "there is no tournament 3.");
    end(&scene);
}

Test(tui_tournament, shows_how_it_was_when_the_connection_is_lost)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    scene.view.is_connected = false;
    expect_words(&scene, TOURNAMENT_STANDINGS, "Waiting for the server: this is how it was.");
    expect_words(&scene, TOURNAMENT_STANDINGS, "ben (withdrew)");
    scene.view.has_pairs = false;
    expect_words(&scene, TOURNAMENT_ROUNDS, "Waiting for the server...");
    end(&scene);
}

/* What a page has of a terminal of 40x10. */
Test(tui_tournament, a_small_terminal_has_rows_of_every_table)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    sample_round_robin(&scene.told);
    pair(&scene, 2);
    static const struct {
        enum tournament_tab tab;
        const char *words;
    } rows[] = {{TOURNAMENT_STANDINGS, " 1  ann"},
                {TOURNAMENT_CROSS, " 3  ben"},
                {TOURNAMENT_ROUNDS, "14  "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        scene.view.tab = rows[i].tab;
        struct canvas canvas = drawn(&scene, 7, 40, true);
        expect_on_screen(&canvas, rows[i].words);
        canvas_finish(&canvas);
    }
    end(&scene);
}

Test(tui_tournament, can_be_drawn_at_any_size)
{
    struct scene scene;
    begin(&scene, "knockout", "paused");
    sample_knockout(&scene.told);
    pair(&scene, 1);
    text_append_string(&scene.plan.text, "Tournament 3.");
    for (int tab = 0; tab < TOURNAMENT_TAB_COUNT; tab++) {
        for (int size = 0; size < 44; size++) {
            scene.view.tab = (enum tournament_tab)tab;
            struct canvas canvas = drawn(&scene, size / 4, size, size % 2);
            canvas_finish(&canvas);
        }
    }
    end(&scene);
}

/* --- a large one --- */

enum { MANY = 256 };

/* Each has met player 1 and nobody else. */
static void begin_large(struct scene *scene)
{
    static char names[MANY][8];
    static struct wire_standing list[MANY];
    static int64_t no_scores[5];
    static const int64_t points[] = {2, 1};
    begin(scene, "gauntlet", "running");
    struct wire_standings large = {&scene->standings_told.tournament, list, MANY};
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "bot-%d", i + 1);
        list[i] = (struct wire_standing){.player = wire_text(names[i]), .rank = i + 1};
        list[i].pairs = no_scores;
        list[i].pairs_count = 5;
    }
    struct sheet fresh = {0};
    tournament_rows_of_standings(&large, "ann", &fresh);
    sheet_replace(&scene->standings, &fresh);
    for (int i = 1; i < MANY; i++) {
        struct sample_pairs told = {0};
        struct wire_pair *met = sample_pair(&told, 1, i, names[0], names[i],
                                            (const int64_t[]){2 * i, 2 * i + 1}, points);
        met->number = i;
        tournament_pairs_take(&scene->pairs, &told.page);
    }
    pair(scene, 1);
}

Test(tui_tournament, scrolls_through_256_players)
{
    struct scene scene;
    begin_large(&scene);
    scene.view.tab = TOURNAMENT_CROSS;
    struct canvas canvas = drawn(&scene, 21, 80, true);
    expect_on_screen(&canvas, "Columns 1-11 of 256.");
    cr_assert(tournament_cross_is_wide(&scene.cross));
    canvas_finish(&canvas);
    for (int i = 0; i < 100; i++)
        cr_assert(tournament_cross_stroke(&scene.cross, stroke_of(STROKE_RIGHT)));
    cr_assert(tournament_cross_stroke(&scene.cross, stroke_of(STROKE_END)));
    canvas = drawn(&scene, 21, 80, true);
    expect_on_screen(&canvas, "Columns 246-256 of 256.");
    expect_on_screen(&canvas, " 256  bot-256");
    canvas_finish(&canvas);
    cr_assert(tournament_cross_stroke(&scene.cross, stroke_of(STROKE_LEFT)));
    canvas = drawn(&scene, 21, 80, true);
    expect_on_screen(&canvas, "Columns 241-251 of 256.");
    canvas_finish(&canvas);
    end(&scene);
}

Test(tui_tournament, points_without_a_match_make_rows_add_up)
{
    struct scene scene;
    begin(&scene, "swiss", "finished");
    sample_swiss(&scene.told);
    scene.standings.rows[0].kind = 2 + 4; /* ann: a match, a bye */
    scene.standings.rows[1].kind = 4 + 4; /* zoe: a bye, the forfeit */
    scene.standings.rows[2].kind = 2;
    pair(&scene, 1);
    cr_assert_eq(scene.cross.free[0].points, 4);
    cr_assert_eq(scene.cross.free[1].points, 8);
    cr_assert_eq(scene.cross.free[2].points, 0);
    end(&scene);
}

Test(tui_tournament, standings_that_are_ahead_of_the_pairs_give_nobody_points_without_a_match)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    sample_round_robin(&scene.told);
    scene.standings.rows[0].kind = 100;
    pair(&scene, 1);
    cr_assert_not(scene.cross.has_free);
    end(&scene);
}

Test(tui_tournament, counts_both_sides_of_a_meeting)
{
    struct scene scene;
    begin_large(&scene);
    cr_assert_eq(scene.cross.cells[7].points, 3);
    cr_assert_eq(scene.cross.cells[7 * MANY].points, 1);
    cr_assert_eq(scene.cross.cells[7 * MANY].over, 2);
    cr_assert_eq(scene.cross.cells[7 * MANY + 8].over, 0);
    cr_assert_eq(scene.games.count, 2 * (MANY - 1));
    end(&scene);
}

/* --- pairs --- */

Test(tui_tournament, a_pair_that_is_played_again_does_not_count_before)
{
    struct scene scene;
    begin(&scene, "swiss", "running");
    sample_swiss(&scene.told);
    scene.told.list[0].is_void = false; /* as it was told before */
    pair(&scene, 1);
    cr_assert(tournament_pairs_find(&scene.pairs, 1)->is_void);
    cr_assert_not(tournament_pairs_find(&scene.pairs, 3)->is_void);
    cr_assert_eq(scene.cross.cells[2].over, 2);
    end(&scene);
}

Test(tui_tournament, knows_the_round_that_is_being_played)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    cr_assert_eq(tournament_pairs_current_round(&scene.pairs), 0);
    sample_round_robin(&scene.told);
    pair(&scene, 1);
    cr_assert_eq(tournament_pairs_current_round(&scene.pairs), 2);
    cr_assert_eq(tournament_pairs_rounds(&scene.pairs), 3);
    end(&scene);
}

/* Rounds of a round robin need not wait for each other. */
Test(tui_tournament, the_first_round_with_a_live_match_comes_before_later_ones)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    scene.told = (struct sample_pairs){0};
    sample_pair(&scene.told, 1, 1, "ann", "ben", (int64_t[2]){11, 12}, (int64_t[2]){2, 2});
    sample_pair(&scene.told, 2, 1, "zoe", "ann", (int64_t[2]){13, 14},
                (int64_t[2]){1, SAMPLE_LIVE});
    sample_pair(&scene.told, 3, 1, "ben", "zoe", (int64_t[2]){15, 16},
                (int64_t[2]){SAMPLE_LIVE, SAMPLE_LIVE});
    pair(&scene, 3);
    cr_assert_eq(tournament_pairs_current_round(&scene.pairs), 2);
    cr_assert_eq(tournament_pairs_live(&scene.pairs, 1), 0);
    cr_assert_eq(tournament_pairs_live(&scene.pairs, 2), 1);
    cr_assert_eq(tournament_pairs_live(&scene.pairs, 3), 2);
    expect_words(&scene, TOURNAMENT_ROUNDS, "of 3; 2 being played");
    end(&scene);
}

Test(tui_tournament, when_nothing_is_played_the_last_round_that_has_begun_is_current)
{
    struct scene scene;
    begin(&scene, "round-robin", "running");
    scene.told = (struct sample_pairs){0};
    sample_pair(&scene.told, 1, 1, "ann", "ben", (int64_t[2]){11, 12}, (int64_t[2]){2, 2});
    sample_pair(&scene.told, 2, 1, "zoe", "ann", (int64_t[2]){13, 14}, (int64_t[2]){1, 2});
    sample_pair(&scene.told, 3, 1, "ben", "zoe", (int64_t[2]){SAMPLE_NONE, SAMPLE_NONE},
                (int64_t[2]){0, 0});
    pair(&scene, 2);
    cr_assert_eq(tournament_pairs_current_round(&scene.pairs), 2);
    end(&scene);
}

/* --- what is explained --- */

static int explained(enum tournament_tab first, int skip, int rows, int columns, const char *words)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, rows, columns, true);
    int below = tournament_legend_draw(first, skip, &canvas, canvas_area(&canvas));
    if (words)
        expect_on_screen(&canvas, words);
    canvas_finish(&canvas);
    return below;
}

Test(tui_tournament, explains_the_words_of_the_tab_that_is_open_first)
{
    explained(TOURNAMENT_STANDINGS, 0, 21, 80, " LOS: how likely");
    explained(TOURNAMENT_CROSS, 0, 2, 80, " Cross-table");
    explained(TOURNAMENT_ROUNDS, 0, 21, 80, " bye: nobody was left");
    explained(TOURNAMENT_PLAN, 0, 21, 80, "35@12 is a heap");
    explained(TOURNAMENT_PLAN, 0, 60, 80, " LOS: how likely");
}

Test(tui_tournament, what_is_explained_can_be_scrolled_to_its_end)
{
    for (int columns = 24; columns < 140; columns += 23) {
        int below = explained(TOURNAMENT_CROSS, 0, 10, columns, NULL);
        cr_assert_gt(below, 0);
        cr_assert_eq(explained(TOURNAMENT_CROSS, below, 10, columns, NULL), 0);
    }
}

Test(tui_tournament, explains_every_column_of_the_standings)
{
    const char *legend = tournament_legend(TOURNAMENT_STANDINGS);
    for (const struct column *column = &standings_columns[2]; column->heading; column++)
        cr_expect(strstr(legend, column->heading) != NULL, "%s", column->heading);
}

/* --- what is said at the end --- */

static void expect_farewell(struct sample_standings *sample, const char *name, const char *words)
{
    struct text out = {0};
    tournament_farewell_say(&sample->standings, name, &out);
    cr_expect_str_eq(text_string(&out), words);
    text_finish(&out);
}

Test(tui_tournament, tells_players_their_places_when_it_is_over)
{
    struct sample_standings sample;
    sample_of_standings(&sample, "swiss", "finished");
    expect_farewell(&sample, "ann", "The tournament is over: you have won it, with 2.5 points.");
    expect_farewell(&sample, "ben",
                    "The tournament is over: you are number 3 of 3, with 0 points.");
    expect_farewell(&sample, "somebody", "The tournament is over: ann is first, with 2.5 points.");
    sample.list[0].rank = sample.list[1].rank = 1;
    sample.list[0].points = sample.list[1].points = 2;
    expect_farewell(&sample, "zoe",
                    "The tournament is over: you share the first place, with 1 point.");
    expect_farewell(&sample, "somebody",
                    "The tournament is over: 2 players share the first place, with 1 point.");
    sample.list[1].rank = sample.list[2].rank = 2;
    expect_farewell(&sample, "zoe",
                    "The tournament is over: you share place 2 of 3, with 1 point.");
}

Test(tui_tournament, tells_of_one_that_nobody_has_won)
{
    struct sample_standings sample;
    sample_of_standings(&sample, "swiss", "cancelled");
    expect_farewell(&sample, "ann", "The tournament is cancelled.");
    sample_of_standings(&sample, "swiss", "finished");
    sample.standings.standings_count = 0;
    expect_farewell(&sample, "ann", "The tournament is over.");
}

/* --- what can be done --- */

static void expect_use(const struct scene *scene, size_t row, const char *name,
                       enum tournament_row_use use, int64_t match)
{
    int64_t found = 0;
    cr_expect_eq(tournament_row_use(&scene->pairs, &scene->games.rows[row], name, &found), use);
    cr_expect_eq(found, match, "%" PRId64, found);
}

Test(tui_tournament, a_row_leads_to_its_match)
{
    struct scene scene;
    begin(&scene, "swiss", "running");
    sample_swiss(&scene.told);
    pair(&scene, 1);
    expect_use(&scene, 1, "ben", TOURNAMENT_ROW_REVIEW, 22); /* of a void pair */
    expect_use(&scene, 4, "zoe", TOURNAMENT_ROW_NOTHING, 0); /* a bye */
    end(&scene);
}

Test(tui_tournament, a_live_match_is_played_by_its_players_and_watched_by_others)
{
    struct scene scene;
    begin(&scene, "knockout", "running");
    sample_knockout(&scene.told);
    pair(&scene, 1);
    expect_use(&scene, 4, "ben", TOURNAMENT_ROW_PLAY, 34);
    expect_use(&scene, 4, "zoe", TOURNAMENT_ROW_PLAY, 34);
    expect_use(&scene, 4, "ann", TOURNAMENT_ROW_WATCH, 34);
    expect_use(&scene, 2, "zoe", TOURNAMENT_ROW_REVIEW, 32);
    end(&scene);
}

static void expect_acts(const char *format, const char *state, const char *name, const char *keys)
{
    struct sample_standings sample;
    char can[TOURNAMENT_ACT_COUNT + 1] = "";
    sample_of_standings(&sample, format, state);
    struct tournament_role role = tournament_role_of(&sample.tournament, name);
    for (int act = 0; act < TOURNAMENT_ACT_COUNT; act++) {
        if (tournament_may(&role, sample.tournament.state, (enum tournament_act)act))
            strcat(can, tournament_act_words[act].key);
    }
    cr_assert_str_eq(can, keys, "%s while it is %s", name, state);
}

Test(tui_tournament, offers_what_the_server_would_do)
{
    expect_acts("swiss", "open", "zoe", "jsc");
    expect_acts("swiss", "open", "ann", "w");
    expect_acts("swiss", "open", "somebody", "");
    expect_acts("swiss", "running", "zoe", "pwc");
    expect_acts("swiss", "running", "ben", "");
    expect_acts("swiss", "paused", "zoe", "rwc");
    expect_acts("swiss", "finished", "zoe", "");
    expect_acts("swiss", "cancelled", "ann", "");
}

Test(tui_tournament, anybody_may_join_one_without_names_until_it_begins)
{
    struct sample_standings sample;
    sample_of_standings(&sample, "swiss", "open");
    sample.tournament.invited = false;
    struct tournament_role role = tournament_role_of(&sample.tournament, "somebody");
    cr_assert(tournament_may(&role, wire_text("open"), TOURNAMENT_JOIN));
    cr_assert_not(tournament_may(&role, wire_text("running"), TOURNAMENT_JOIN));
    cr_assert_not(tournament_role_of(&sample.tournament, "ann").is_free);
}

Test(tui_tournament, keys_stand_for_acts)
{
    cr_assert_eq(tournament_act_of('j'), TOURNAMENT_JOIN);
    cr_assert_eq(tournament_act_of('c'), TOURNAMENT_CANCEL);
    cr_assert_eq(tournament_act_of('x'), TOURNAMENT_ACT_COUNT);
}

Test(tui_tournament, tabs_and_rounds_can_be_pressed)
{
    struct scene scene;
    struct stroke stroke;
    begin(&scene, "round-robin", "running");
    sample_round_robin(&scene.told);
    pair(&scene, 2);
    scene.view.tab = TOURNAMENT_ROUNDS;
    struct canvas canvas = drawn(&scene, 21, 80, true);
    cr_assert(canvas_target_at(&canvas, 0, 17, &stroke));
    cr_assert_eq(tabs_pressed(stroke), TOURNAMENT_CROSS);
    cr_assert(canvas_target_at(&canvas, 4, 1, &stroke));
    cr_assert_eq(stroke.kind, STROKE_LEFT);
    cr_assert(canvas_target_at(&canvas, 4, 11, &stroke));
    cr_assert_eq(stroke.kind, STROKE_RIGHT);
    canvas_finish(&canvas);
    end(&scene);
}
