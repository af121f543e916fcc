/* The home screen: its panels as text, their rows, and what the form asks for. */
#include "client/tui/home_view.h"
#include "client/tui/tabs.h"
#include "common/wire/wire.h"
#include "tests/suite.h"
#include "tests/unit/home_sample.h"
#include "tests/unit/tui_screen.h"

#include <string.h>

SUITE(tui_home, 60);

/* --- a screen and what is on it --- */

static struct canvas drawn(const struct home_view *view, int rows, int columns, bool has_unicode)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, rows, columns, has_unicode);
    home_draw(view, &canvas, canvas_area(&canvas));
    return canvas;
}

static void expect_home(const struct home_view *view, int rows, int columns, bool has_unicode,
                        const char *lines)
{
    struct canvas canvas = drawn(view, rows, columns, has_unicode);
    expect_screen(&canvas, lines);
    canvas_finish(&canvas);
}

static void expect_words(const struct home_view *view, const char *words)
{
    struct canvas canvas = drawn(view, 20, 80, true);
    expect_on_screen(&canvas, words);
    canvas_finish(&canvas);
}

static struct home_view view_of(enum home_panel panel, struct sheet *sheet)
{
    return (struct home_view){.panel = panel, .is_connected = true, .sheet = sheet};
}

static void expect_panel(enum home_panel panel, int columns, bool has_unicode, const char *lines)
{
    struct sheet sheet;
    sample_of(panel, &sheet);
    struct home_view view = view_of(panel, &sheet);
    expect_home(&view, 12, columns, has_unicode, lines);
    sheet_finish(&sheet);
}

/* --- the lists --- */

Test(tui_home, lists_ones_unfinished_matches_and_whose_turn_it_is)
{
    expect_panel(
        HOME_YOURS, 80, true,
        " 1 Play [2 Yours] 3 Offers  4 Players  5 Live  6 Tournaments  7 History\n"
        "────────────────────────────────────────────────────────────────────────────────\n"
        " No.  Game    Against      Turn    Moves  Clock\n"
        "   8  Kayles  level-3-bot  yours       4  none\n"
        "   9  Kayles  level-3-bot  theirs      0  60+1\n");
}

Test(tui_home, lists_offers_as_they_concern_the_person)
{
    expect_panel(
        HOME_OFFERS, 80, true,
        " 1 Play  2 Yours [3 Offers] 4 Players  5 Live  6 Tournaments  7 History\n"
        "────────────────────────────────────────────────────────────────────────────────\n"
        " From  For     Game  Start  First move  Clock\n"
        " ben   anyone  Nim   3+5+7  they        none\n"
        " zoe   you     Nim   3+5+7  you         300+3\n"
        " you   ben     Nim   3+5+7  you         none\n"
        " you   anyone  Nim   3+5+7  drawn       300+3\n");
}

Test(tui_home, lists_players_by_name)
{
    expect_panel(
        HOME_PLAYERS, 80, true,
        " 1 Play  2 Yours  3 Offers [4 Players] 5 Live  6 Tournaments  7 History\n"
        "────────────────────────────────────────────────────────────────────────────────\n"
        "      Name     Kind    Plays\n"
        " you  ann      guest   1 match\n"
        "      ben-bot  bot     2 matches\n"
        "      zoe      player  nothing\n");
}

Test(tui_home, lists_live_matches)
{
    expect_panel(
        HOME_LIVE, 80, true,
        " 1 Play  2 Yours  3 Offers  4 Players [5 Live] 6 Tournaments  7 History\n"
        "────────────────────────────────────────────────────────────────────────────────\n"
        " No.  Game                First  Second  Moves  Clock    Begun\n"
        "   1  Fibonacci Nim       zoe    ben         1  none     2026-12-23 05:26\n"
        "  20  take-away:3x,local  ann    ben        20  30/move  2026-12-24 00:26\n");
}

Test(tui_home, lists_tournaments)
{
    expect_panel(
        HOME_TOURNAMENTS, 80, true,
        " 1 Play  2 Yours  3 Offers  4 Players  5 Live [6 Tournaments] 7 History\n"
        "────────────────────────────────────────────────────────────────────────────────\n"
        " No.  Name             Game    Format  State    Round  Matches\n"
        "   2  the evening cup  Kayles  swiss   open         0  5 joined\n"
        "   1                   Kayles  swiss   running      3  14 of 24\n");
}

Test(tui_home, lists_ended_matches_and_who_won)
{
    expect_panel(
        HOME_HISTORY, 80, true,
        " 1 Play  2 Yours  3 Offers  4 Players  5 Live  6 Tournaments [7 History]\n"
        "────────────────────────────────────────────────────────────────────────────────\n"
        " No.  Ended       Game           First  Second  Moves  Result\n"
        "  12  2026-12-23  Fibonacci Nim  ann    ben        12  won\n"
        "  11  2026-12-23  Fibonacci Nim  zoe    ben        11  ben won (time)\n"
        "  10  2026-12-23  Fibonacci Nim  ann    ben        10  lost (resignation)\n"
        "   9  2026-12-23  Fibonacci Nim  zoe    ben         9  nobody won (aborted)\n");
}

Test(tui_home, lists_ones_own_ended_matches_by_the_opponent)
{
    struct sheet sheet;
    sample_of_own_history(&sheet);
    struct home_view view = view_of(HOME_HISTORY, &sheet);
    expect_home(&view, 12, 80, true,
                " 1 Play  2 Yours  3 Offers  4 Players  5 Live  6 Tournaments [7 History]\n"
                "────────────────────────────────────────────────────────────────────────────────\n"
                " No.  Ended       Game              Against          Moves  Result\n"
                "  12  2026-12-23  Green Hackenbush  level-1-bot-ann      7  lost (resignation)\n"
                "  11  2026-12-23  Green Hackenbush  level-1-bot-ann      7  won\n");
    sheet_finish(&sheet);
}

Test(tui_home, lists_more_at_length_where_there_is_room)
{
    expect_panel(
        HOME_HISTORY, 140, true,
        " 1 Play  2 Yours  3 Offers  4 Players  5 Live  6 Tournaments [7 History]\n"
        "────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────\n"
        " No.  Ended       Game           First  Second  Moves  Result\n"
        "  12  2026-12-23  Fibonacci Nim  ann    ben        12  won\n"
        "  11  2026-12-23  Fibonacci Nim  zoe    ben        11  ben won (time)\n"
        "  10  2026-12-23  Fibonacci Nim  ann    ben        10  lost (resignation)\n"
        "   9  2026-12-23  Fibonacci Nim  zoe    ben         9  nobody won (aborted)\n");
}

Test(tui_home, abbreviates_the_names_of_its_panels_where_they_do_not_fit_but_for_the_open_one)
{
    struct sheet sheet = sample_empty(HOME_TOURNAMENTS);
    struct home_view view = view_of(HOME_TOURNAMENTS, &sheet);
    struct canvas canvas = drawn(&view, 12, 70, true);
    expect_on_screen(&canvas,
                     " 1 Play  2 Yours  3 Offers  4 Player  5 Live [6 Tournaments] 7 Histor\n");
    canvas_finish(&canvas);
    view.panel = HOME_PLAYERS;
    canvas = drawn(&view, 12, 70, true);
    expect_on_screen(&canvas,
                     " 1 Play  2 Yours  3 Offers [4 Players] 5 Live  6 Tournamen  7 History\n");
    canvas_finish(&canvas);
    sheet_finish(&sheet);
}

Test(tui_home, needs_no_unicode)
{
    expect_panel(HOME_OFFERS, 50, false,
                 " 1 Pla  2 You [3 Offers] 4 Pla  5 Liv  6 Tou  7 Hi\n"
                 "--------------------------------------------------\n"
                 " From  For     Game  Start  First move  Clock\n"
                 " ben   anyone  Nim   3+5+7  they        none\n"
                 " zoe   you     Nim   3+5+7  you         300+3\n"
                 " you   ben     Nim   3+5+7  you         none\n"
                 " you   anyone  Nim   3+5+7  drawn       300+3\n");
}

/* --- instead of rows --- */

static void expect_instead(struct home_view view, const char *words)
{
    struct sheet sheet = sample_empty(view.panel);
    view.sheet = &sheet;
    expect_words(&view, words);
    sheet_finish(&sheet);
}

Test(tui_home, says_what_an_empty_list_means)
{
    static const char *const empty[HOME_PANEL_COUNT] = {
        [HOME_YOURS] = "You have no unfinished match.",
        [HOME_OFFERS] = "Nobody looks for an opponent now.",
        [HOME_PLAYERS] = "Nobody is here.",
        [HOME_LIVE] = "No match is being played now.",
        [HOME_TOURNAMENTS] = "There is no tournament.",
        [HOME_HISTORY] = "You have not finished a match yet.",
    };
    for (int panel = HOME_YOURS; panel < HOME_PANEL_COUNT; panel++)
        expect_instead(view_of((enum home_panel)panel, NULL), empty[panel]);
    struct home_view everybodys = view_of(HOME_HISTORY, NULL);
    everybodys.is_everybodys = true;
    expect_instead(everybodys, "No match has ended yet.");
}

Test(tui_home, says_with_which_command_a_tournament_is_made)
{
    struct home_view view = view_of(HOME_TOURNAMENTS, NULL);
    view.server = "example.org:7800";
    expect_instead(view, "takeaway tournament create --server example.org:7800 --as director "
                         "--game nim");
    struct sheet sheet = sample_empty(HOME_TOURNAMENTS);
    view.sheet = &sheet;
    view.is_loading = true;
    struct canvas canvas = drawn(&view, 20, 80, true);
    expect_not_on_screen(&canvas, "takeaway tournament");
    canvas_finish(&canvas);
    sheet_finish(&sheet);
}

Test(tui_home, says_that_it_waits_for_the_server)
{
    struct home_view view = view_of(HOME_LIVE, NULL);
    view.is_loading = true;
    expect_instead(view, "Asking the server...");
    view.is_connected = false;
    expect_instead(view, "Waiting for the server...");
}

Test(tui_home, says_why_the_server_does_not_tell)
{
    struct home_view view = view_of(HOME_PLAYERS, NULL);
    view.refused = "The server does not tell: this server cannot do that.";
    expect_instead(view, "this server cannot do that");
}

Test(tui_home, shows_how_it_was_when_the_connection_is_lost)
{
    struct sheet sheet;
    sample_of(HOME_PLAYERS, &sheet);
    struct home_view view = view_of(HOME_PLAYERS, &sheet);
    view.is_connected = false;
    expect_words(&view, "Waiting for the server: this is how it was.");
    expect_words(&view, "ben-bot");
    sheet_finish(&sheet);
}

Test(tui_home, can_be_drawn_at_any_size)
{
    struct play_form form;
    play_form_init(&form, false);
    for (int panel = 0; panel < HOME_PANEL_COUNT; panel++) {
        for (int size = 0; size < 44; size++) {
            struct sheet sheet;
            sample_of((enum home_panel)panel, &sheet);
            struct home_view view = view_of((enum home_panel)panel, &sheet);
            view.form = &form;
            view.waiting = "Waiting for somebody.";
            struct canvas canvas = drawn(&view, size / 4, size, size % 2);
            canvas_finish(&canvas);
            sheet_finish(&sheet);
        }
    }
}

/* --- the panels --- */

Test(tui_home, a_press_on_a_panels_name_turns_to_it)
{
    struct sheet sheet = sample_empty(HOME_LIVE);
    struct home_view view = view_of(HOME_LIVE, &sheet);
    struct canvas canvas = drawn(&view, 20, 80, true);
    struct stroke stroke;
    cr_assert(canvas_target_at(&canvas, 0, 11, &stroke));
    cr_assert_eq(stroke.kind, STROKE_CHOOSE);
    cr_assert_eq(stroke.code, TABS_PRESS + HOME_YOURS);
    canvas_finish(&canvas);
}

Test(tui_home, has_no_panels_on_a_private_server_that_need_other_people)
{
    cr_assert_eq(home_panel_of_digit(false, 3), HOME_OFFERS);
    cr_assert_eq(home_panel_of_digit(false, 7), HOME_HISTORY);
    cr_assert_eq(home_panel_of_digit(false, 8), HOME_PANEL_COUNT);
    cr_assert_eq(home_panel_of_digit(true, 3), HOME_HISTORY);
    cr_assert_eq(home_panel_of_digit(true, 4), HOME_PANEL_COUNT);
    cr_assert_not(home_has_panel(true, HOME_PLAYERS));
    cr_assert(home_has_panel(true, HOME_YOURS));
}

/* --- what happens to rows --- */

Test(tui_home, a_move_passes_the_turn_on)
{
    struct sheet sheet;
    sample_of(HOME_YOURS, &sheet);
    home_rows_moved(&sheet, 8, 5);
    home_rows_moved(&sheet, 77, 5);
    cr_assert_str_eq(sheet.rows[0].cells[3], "theirs");
    cr_assert_str_eq(sheet.rows[0].cells[4], "5");
    cr_assert_str_eq(sheet.rows[0].key, "level-3-bot");
    struct wire_match again = sample_match(8, "first", 6);
    home_rows_of_match(&again, &sheet);
    cr_assert_eq(sheet.count, 2);
    cr_assert_str_eq(sheet.rows[0].cells[3], "yours");
    sheet_finish(&sheet);
}

Test(tui_home, counts_the_challenges_to_the_person)
{
    struct sheet sheet = sample_empty(HOME_OFFERS);
    sample_of_offers(&sheet);
    cr_assert_eq(home_rows_count(&sheet, HOME_ROW_CHALLENGE), 1);
    cr_assert_eq(sheet.rows[0].kind, HOME_ROW_SEEK);
    cr_assert_eq(sheet.rows[1].kind, HOME_ROW_CHALLENGE);
    cr_assert_eq(sheet.rows[2].kind, HOME_ROW_OWN);
    sheet_finish(&sheet);
}

static struct wire_offer challenge_of(int64_t number, const char *from)
{
    struct wire_offer offer;
    wire_record_clear(&wire_record_offer, &offer);
    offer.offer = number;
    offer.from = wire_text(from);
    offer.to = wire_text("ann");
    offer.rules = wire_text("take-away:2x");
    return offer;
}

static void expect_challenge(struct wire_offers offers, int64_t number, const char *expected)
{
    struct text words = {0};
    const struct wire_offer *offer = home_rows_challenge(&offers, "ann", &words);
    cr_assert_eq(offer ? offer->offer : 0, number);
    cr_assert_str_eq(text_string(&words), expected);
    text_finish(&words);
}

Test(tui_home, tells_of_the_oldest_challenge_and_of_how_many_there_are)
{
    struct wire_offer list[] = {challenge_of(6, "zoe"), challenge_of(5, "ben"),
                                challenge_of(4, "ann")};
    struct wire_offers offers = {.offers = list, .offers_count = 1};
    expect_challenge(offers, 6, "zoe challenges you to Fibonacci Nim");
    list[1].clock = wire_text("300+3");
    offers.offers_count = 3;
    expect_challenge(offers, 5,
                     "ben challenges you to Fibonacci Nim (300+3), and 1 more under Offers");
    list[0].rematch_of = 1;
    offers.offers_count = 1;
    expect_challenge(offers, 6, "zoe offers you a rematch of Fibonacci Nim");
    offers = (struct wire_offers){.offers = list + 2, .offers_count = 1};
    expect_challenge(offers, 0, "");
}

Test(tui_home, says_whom_an_offer_is_for)
{
    struct sheet sheet = sample_empty(HOME_OFFERS);
    struct wire_offer list[] = {challenge_of(6, "zoe"), challenge_of(7, "zoe"),
                                challenge_of(8, "zoe")};
    struct wire_offers offers = {.offers = list, .offers_count = 3};
    list[1].to = list[2].to = wire_text(NULL);
    list[2].rating_min = 1400;
    list[2].rating_max = 1600;
    list[2].only = wire_text("people");
    home_rows_of(HOME_OFFERS, &offers, "ann", true, &sheet);
    cr_assert_str_eq(sheet.rows[0].cells[1], "you");
    cr_assert_str_eq(sheet.rows[1].cells[1], "anyone");
    cr_assert_str_eq(sheet.rows[2].cells[1], "1400-1600, people");
    sheet_finish(&sheet);
}

Test(tui_home, marks_what_was_said_in_ones_matches_until_it_is_read)
{
    struct sheet sheet;
    sample_of(HOME_YOURS, &sheet);
    cr_assert_not(home_rows_have_chat(&sheet));
    cr_assert(home_rows_mark_chat(&sheet, 8, true));
    cr_assert_not(home_rows_mark_chat(&sheet, 8, true), "that was known");
    cr_assert_not(home_rows_mark_chat(&sheet, 77, true));
    struct wire_match again = sample_match(8, "first", 6);
    home_rows_of_match(&again, &sheet);
    home_rows_moved(&sheet, 8, 7);
    struct home_view view = view_of(HOME_YOURS, &sheet);
    view.badges[HOME_YOURS] = 2;
    view.has_chat = home_rows_have_chat(&sheet);
    expect_words(&view, "[2 Yours 2 chat]");
    expect_words(&view, "theirs      7  none   new chat");
    cr_assert(home_rows_mark_chat(&sheet, 8, false));
    cr_assert_not(home_rows_have_chat(&sheet));
    sheet_finish(&sheet);
}

Test(tui_home, knows_whether_a_clock_runs_somewhere)
{
    struct sheet sheet = sample_empty(HOME_YOURS);
    cr_assert_not(home_rows_have_clock(&sheet));
    struct wire_match match = sample_match(8, "first", 4);
    home_rows_of_match(&match, &sheet);
    cr_assert_not(home_rows_have_clock(&sheet));
    match.clock = wire_text("300+3");
    home_rows_of_match(&match, &sheet);
    cr_assert(home_rows_have_clock(&sheet));
    sheet_finish(&sheet);
}

Test(tui_home, knows_which_match_its_players_may_leave_for_hours)
{
    struct sheet sheet = sample_empty(HOME_YOURS);
    struct wire_match match = sample_match(8, "first", 4);
    home_rows_of_match(&match, &sheet);
    cr_assert_not(home_rows_is_patient(&sheet.rows[0]));
    match.clock = wire_text("300+3");
    home_rows_of_match(&match, &sheet);
    cr_assert_not(home_rows_is_patient(&sheet.rows[0]));
    match.clock = wire_text("3600/move");
    home_rows_of_match(&match, &sheet);
    cr_assert(home_rows_is_patient(&sheet.rows[0]));
    sheet_finish(&sheet);
}

/* --- the form --- */

static void expect_play(bool is_private, const char *lines)
{
    struct play_form form;
    play_form_init(&form, is_private);
    struct home_view view = view_of(HOME_PLAY, NULL);
    view.is_private = is_private;
    view.form = &form;
    view.badges[HOME_YOURS] = is_private ? 0 : 2;
    expect_home(&view, 20, 80, true, lines);
}

Test(tui_home, offers_a_first_game_at_once)
{
    expect_play(true,
                "[1 Play] 2 Yours  3 History\n"
                "────────────────────────────────────────────────────────────────────────────────\n"
                "▸ Against     ← a bot, level 1 (easy) →\n"
                "  Game        ← Fibonacci Nim →\n"
                "  Start       [ one that you can win ]\n"
                "  First move  ← as it comes →\n"
                "  Clock       ← none →\n"
                "\n"
                "\n"
                "  Press Enter to start.\n"
                "\n"
                "  Take counters from the one heap, not all of them at first, then at most\n"
                "  twice what was just taken. Whoever cannot move loses.\n"
                "\n"
                "  You are on a server of your own. Other people, their bots and tournaments\n"
                "  are met on a shared one: takeaway --server HOST\n");
}

Test(tui_home, tells_of_unfinished_matches)
{
    expect_play(false,
                "[1 Play] 2 Yours 2  3 Offers  4 Players  5 Live  6 Tournaments  7 History\n"
                "────────────────────────────────────────────────────────────────────────────────\n"
                "▸ Against     ← a bot, level 1 (easy) →\n"
                "  Game        ← Fibonacci Nim →\n"
                "  Start       [ one that you can win ]\n"
                "  First move  ← as it comes →\n"
                "  Clock       ← none →\n"
                "\n"
                "\n"
                "  Press Enter to start.\n"
                "\n"
                "  Take counters from the one heap, not all of them at first, then at most\n"
                "  twice what was just taken. Whoever cannot move loses.\n"
                "\n"
                "  You have unfinished matches: go on with them under Yours.\n");
}

Test(tui_home, tells_who_is_there_on_the_first_page_and_in_the_tab)
{
    struct play_form form;
    play_form_init(&form, false);
    struct home_view view = view_of(HOME_PLAY, NULL);
    view.form = &form;
    view.badges[HOME_PLAYERS] = 1;
    view.people = "ben is here";
    expect_words(&view, " 4 Players 1 ");
    expect_words(&view, "ben is here. Press 4 to challenge somebody.");
    cr_assert_eq(home_panel_of_digit(false, 4), HOME_PLAYERS);
}

static void expect_people(size_t count, const char *words)
{
    struct wire_online list[] = {
        {1, wire_text("ann"), false, wire_text("takeaway 1"), 0, false},
        {2, wire_text("a-bot"), false, wire_text("takeaway-bot 1"), 0, true},
        {3, wire_text("ben"), false, wire_text("takeaway 1"), 0, false},
        {4, wire_text("zoe"), false, wire_text("takeaway 1"), 0, false},
        {5, wire_text("yan"), false, wire_text("takeaway 1"), 0, false},
    };
    struct wire_online_list online = {.players = list, .players_count = 2 + count};
    struct sheet sheet = sample_empty(HOME_PLAYERS);
    struct text people = {0};
    home_rows_of(HOME_PLAYERS, &online, "ann", true, &sheet);
    cr_assert_eq(home_rows_people(&sheet, &people), count);
    cr_assert_str_eq(text_string(&people), words);
    text_finish(&people);
    sheet_finish(&sheet);
}

Test(tui_home, counts_other_people_but_no_bots)
{
    expect_people(0, "");
    expect_people(1, "ben is here");
    expect_people(2, "ben and zoe are here");
    expect_people(3, "ben, yan and 1 more are here");
}

Test(tui_home, the_first_other_player_is_chosen_and_not_oneself)
{
    struct sheet sheet;
    sample_of(HOME_PLAYERS, &sheet);
    cr_assert_eq(sheet_chosen(&sheet)->kind, HOME_ROW_OWN);
    home_rows_choose_other(&sheet);
    cr_assert_str_eq(sheet_chosen(&sheet)->key, "ben-bot");
    home_rows_choose_other(&sheet);
    cr_assert_str_eq(sheet_chosen(&sheet)->key, "ben-bot");
    sheet_finish(&sheet);
    sheet = sample_empty(HOME_PLAYERS);
    home_rows_choose_other(&sheet);
    cr_assert_null(sheet_chosen(&sheet));
}

Test(tui_home, does_not_ask_for_enter_while_it_waits)
{
    struct play_form form;
    play_form_init(&form, false);
    struct home_view view = view_of(HOME_PLAY, NULL);
    view.form = &form;
    expect_words(&view, "Press Enter to start.");
    view.waiting = "Waiting for ben.";
    struct canvas canvas = drawn(&view, 20, 80, true);
    struct text text = {0};
    canvas_print(&canvas, false, &text);
    cr_assert_null(strstr(text_string(&text), "Press Enter"), "%s", text_string(&text));
    text_finish(&text);
    canvas_finish(&canvas);
}

Test(tui_home, says_for_whom_it_waits_and_what_is_wrong)
{
    struct play_form form;
    play_form_init(&form, false);
    struct home_view view = view_of(HOME_PLAY, NULL);
    view.form = &form;
    view.waiting = "Waiting for somebody to play Nim with you.";
    view.wrong = "a player's name was expected";
    expect_words(&view, view.waiting);
    expect_words(&view, view.wrong);
}

/* --- every panel, everywhere --- */

static void expect_shown(enum home_panel panel, bool has_unicode, const char *words)
{
    struct sheet sheet;
    sample_of(panel, &sheet);
    struct home_view view = view_of(panel, &sheet);
    struct canvas canvas = drawn(&view, 50, 140, has_unicode);
    struct text text = {0};
    canvas_print(&canvas, false, &text);
    expect_on_screen(&canvas, words);
    for (size_t i = 0; i < text.len && !has_unicode; i++)
        cr_assert_lt((unsigned char)text.bytes[i], 0x80, "%s", text_string(&text));
    text_finish(&text);
    canvas_finish(&canvas);
    sheet_finish(&sheet);
}

Test(tui_home, shows_its_lists_on_large_terminals_with_unicode_and_without)
{
    static const char *const words[HOME_PANEL_COUNT] = {
        [HOME_YOURS] = "level-3-bot  yours",    [HOME_OFFERS] = "zoe   you     Nim",
        [HOME_PLAYERS] = "ben-bot  bot",        [HOME_LIVE] = "take-away:3x,local  ann",
        [HOME_TOURNAMENTS] = "the evening cup", [HOME_HISTORY] = "lost (resignation)",
    };
    for (int panel = HOME_YOURS; panel < HOME_PANEL_COUNT; panel++) {
        expect_shown((enum home_panel)panel, true, words[panel]);
        expect_shown((enum home_panel)panel, false, words[panel]);
    }
}
