/* Standings and other tables as text, and records of the protocol as JSON. */
#include "client/show/columns.h"
#include "client/show/json.h"
#include "client/show/standings_print.h"
#include "client/show/tournament_print.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <string.h>

SUITE(takeaway_standings, 20);

static void expect_text(struct text *text, const char *expected)
{
    cr_expect_str_eq(text_string(text), expected);
    text_finish(text);
}

Test(takeaway_standings, columns_are_as_wide_as_they_need_to_be)
{
    struct columns table = {0};
    struct text text = {0};
    static const char *const cells[] = {"1", "anna", "12", "10", "b\xc3\xa9n\xc3\xa9",
                                        "",  "",     "",   "7"};
    for (int i = 0; i < 3; i++)
        columns_head(&table, NULL, i == 1 ? COLUMN_LEFT : COLUMN_RIGHT);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        columns_add(&table, "%s", cells[i]);
    columns_print(&table, &text);
    expect_text(&text, " 1  anna  12\n10  b\xc3\xa9n\xc3\xa9\n           7\n");
}

Test(takeaway_standings, a_text_is_cut_where_it_no_longer_fits)
{
    size_t width;
    cr_expect_eq(columns_fit("abc", 3, 2, &width), 2);
    cr_expect_eq(width, 2);
    cr_expect_eq(columns_fit("abc", 3, 9, &width), 3);
    cr_expect_eq(width, 3);
    cr_expect_eq(columns_fit("\xc3\xa9\xc3\xa9", 4, 1, &width), 2);
    cr_expect_eq(width, 1);
    cr_expect_eq(columns_fit("\xe6\xa3\x8b\xe6\xa3\x8b", 6, 3, &width), 3, "each takes two places");
    cr_expect_eq(width, 2);
}

Test(takeaway_standings, show_the_judgement_and_the_strength_of_each_player)
{
    struct export_standing rows[] = {
        {.player = (char[]){"perfect"},
         .rank = 1,
         .points = 14,
         .won = 7,
         .lost = 1,
         .met = 40,
         .kept = 40,
         .pairs = {0, 0, 1, 0, 3},
         .withdrawn = -1},
        {.player = (char[]){"random"},
         .rank = 2,
         .points = 3,
         .won = 1,
         .drawn = 1,
         .lost = 6,
         .met = 20,
         .kept = 5,
         .thrown = 15,
         .pairs = {3, 0, 0, 1, 0},
         .withdrawn = 1},
    };
    struct text text = {0};
    standings_print(FORMAT_ROUND_ROBIN, rows, 2, &text);
    expect_text(&text,
                "#  player             points  W-D-L  won met    kept  thrown  Elo +-    LOS\n"
                "1  perfect                 7  7-0-1       40  100.0%       0       -  95.8%\n"
                "2  random (withdrew)     1.5  1-1-6       20   25.0%      15       -   8.3%\n");
}

Test(takeaway_standings, tie_breaks_are_shown_where_points_are_equal)
{
    struct export_standing rows[] = {
        {.player = (char[]){"a"}, .rank = 1, .points = 4, .won = 2, .withdrawn = -1},
        {.player = (char[]){"b"},
         .rank = 2,
         .points = 3,
         .won = 1,
         .drawn = 1,
         .direct = 3,
         .buchholz = 5,
         .sonneborn_berger = 7,
         .withdrawn = -1},
        {.player = (char[]){"c"},
         .rank = 3,
         .points = 3,
         .won = 1,
         .drawn = 1,
         .direct = 1,
         .buchholz = 4,
         .sonneborn_berger = 6,
         .withdrawn = -1},
    };
    struct text text = {0};
    standings_print(FORMAT_ROUND_ROBIN, rows, 3, &text);
    expect_text(&text, "#  player  points  W-D-L  won met  kept  thrown  Elo +-  LOS\n"
                       "1  a            2  2-0-0        0     -       0       -    -\n"
                       "2  b          1.5  1-1-0        0     -       0       -    -\n"
                       "3  c          1.5  1-1-0        0     -       0       -    -\n"
                       "\n"
                       "Level on points; what decides, from left to right:\n"
                       "#  player  points  direct  Buchholz  Sonneborn-Berger\n"
                       "2  b          1.5     1.5       2.5              1.75\n"
                       "3  c          1.5     0.5         2              1.50\n");
}

Test(takeaway_standings, points_without_a_match_are_told_beside_the_results)
{
    struct export_standing rows[] = {
        {.player = (char[]){"ann"}, .rank = 1, .points = 8, .won = 2, .withdrawn = -1},
        {.player = (char[]){"ben"}, .rank = 2, .points = 5, .drawn = 1, .lost = 3, .withdrawn = -1},
        {.player = (char[]){"cem"}, .rank = 3, .points = 3, .won = 1, .drawn = 1, .withdrawn = -1},
    };
    struct text text = {0};
    standings_print(FORMAT_ROUND_ROBIN, rows, 3, &text);
    expect_text(&text, "#  player  points          W-D-L  won met  kept  thrown  Elo +-  LOS\n"
                       "1  ann          4  2-0-0, 2 free        0     -       0       -    -\n"
                       "2  ben        2.5  0-1-3, 2 free        0     -       0       -    -\n"
                       "3  cem        1.5          1-1-0        0     -       0       -    -\n"
                       "free: points for a bye, or for an opponent who had withdrawn.\n");
}

Test(takeaway_standings, a_knockout_has_no_tie_breaks)
{
    struct export_standing rows[] = {
        {.player = (char[]){"a"}, .rank = 1, .points = 8, .withdrawn = -1},
        {.player = (char[]){"b"}, .rank = 2, .points = 3, .buchholz = 5, .withdrawn = -1},
        {.player = (char[]){"c"}, .rank = 3, .points = 3, .buchholz = 9, .withdrawn = -1},
    };
    struct text text = {0};
    standings_print(FORMAT_KNOCKOUT, rows, 3, &text);
    cr_expect_null(strstr(text_string(&text), "what decides"), "%s", text_string(&text));
    text_finish(&text);
}

Test(takeaway_standings, progress_tells_how_far_how_fast_and_how_long)
{
    struct wire_tournament_news news = {
        .state = wire_text("running"),
        .round = 2,
        .matches = 50,
        .total = 200,
        .live = 8,
        .unjudged = 3,
    };
    struct tournament_speed speed = {.matches = 12.4, .moves = 310, .left_s = 100};
    struct text text = {0};
    tournament_print_progress(&news, &speed, &text);
    expect_text(&text, "[######..................]  25 %  50 of 200 matches, about 1:40 left\n"
                       "round 2, 8 being played, 3 to be judged, 12 matches/s, 310 moves/s\n");
    tournament_print_progress_line(&news, &speed, &text);
    expect_text(&text, "50 of 200 matches, round 2, 8 being played, 3 to be judged, 12 matches/s, "
                       "310 moves/s, about 1:40 left\n");
}

Test(takeaway_standings, before_the_start_it_tells_who_is_waited_for)
{
    struct wire_tournament_news news = {.state = wire_text("open"), .total = 6, .missing = 1};
    struct tournament_speed speed = {.matches = -1, .moves = -1, .left_s = -1};
    struct text text = {0};
    tournament_print_progress_line(&news, &speed, &text);
    expect_text(&text, "0 of 6 matches, 1 player to come\n");
}

Test(takeaway_standings, a_record_is_the_same_in_json_key_by_key)
{
    struct wire_text begun = wire_text("anna");
    struct wire_entrant entrants[] = {{.name = begun, .joined = true, .withdrawn = WIRE_ABSENT}};
    struct wire_tournament tournament;
    wire_record_clear(&wire_record_tournament, &tournament);
    tournament.tournament = 3;
    tournament.name = wire_text("cup");
    tournament.players = entrants;
    tournament.players_count = 1;
    json_t *json = json_of_record(&wire_record_tournament, &tournament);
    cr_expect_eq(json_object_size(json), wire_record_tournament.field_count);
    cr_expect_eq(json_integer_value(json_object_get(json, "tournament")), 3);
    cr_expect_str_eq(json_string_value(json_object_get(json, "name")), "cup");
    cr_expect_eq(json_typeof(json_object_get(json, "seed")), JSON_NULL);
    cr_expect_eq(json_typeof(json_object_get(json, "rated")), JSON_FALSE);
    const json_t *anna = json_array_get(json_object_get(json, "players"), 0);
    cr_expect_str_eq(json_string_value(json_object_get(anna, "name")), "anna");
    cr_expect_eq(json_typeof(json_object_get(anna, "joined")), JSON_TRUE);
    json_decref(json);
}

/* --- what a server may say --- */

static bool is_shown(unsigned char byte)
{
    return byte == '\n' || (byte >= ' ' && byte < 0x7F);
}

static void expect_harmless(struct text *text, int lines)
{
    for (const char *c = text_string(text); *c; c++) {
        lines -= *c == '\n';
        cr_assert(is_shown((unsigned char)*c), "%s", text_string(text));
    }
    cr_expect_eq(lines, 0, "%s", text_string(text));
    text_finish(text);
}

Test(takeaway_standings, a_tournament_commands_no_terminal_whatever_the_server_says)
{
    struct wire_text hostile = wire_text("a\x1b[2J\nb\xc2\x9b");
    struct wire_entrant player = {.name = hostile, .joined = true, .withdrawn = WIRE_ABSENT};
    struct wire_forbidden forbidden = {hostile, hostile};
    struct wire_tournament tournament;
    struct text text = {0};
    wire_record_clear(&wire_record_tournament, &tournament);
    tournament.name = tournament.owner = tournament.rules = tournament.format = tournament.starts =
        tournament.clock = tournament.state = tournament.reason = hostile;
    tournament.name = wire_text("a\x1b]0;owned\a");
    tournament.created = 0;
    tournament.players = &player;
    tournament.forbidden = &forbidden;
    tournament.players_count = tournament.forbidden_count = 1;
    tournament_print(&tournament, &text);
    cr_assert_not_null(strstr(text_string(&text), ", a?]0;owned?: a?[2J?b?"), "%s",
                       text_string(&text));
    expect_harmless(&text, 5);
    tournament_print_line(&tournament, &text);
    expect_harmless(&text, 1);
}

Test(takeaway_standings, the_news_of_a_tournament_command_no_terminal)
{
    struct wire_tournament_news news = {.state = wire_text("a\x1b[2J\nb\xc2\x9b"), .total = 1};
    struct tournament_speed unknown = {.matches = -1, .moves = -1, .left_s = -1};
    struct text text = {0};
    tournament_print_progress_line(&news, &unknown, &text);
    expect_harmless(&text, 1);
}
