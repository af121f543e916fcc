/* The home page of the full screen, as people use it: the first game, and how two people find each
 * other. */
#include "tests/e2e/children.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/play.h"
#include "tests/e2e/server.h"
#include "tests/e2e/takeaway.h"
#include "tests/e2e/tmux.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

TERMINALS(tui_home);

/* To the offers, where one of this game is open. */
static void find_offer(struct terminal *terminal, const char *words)
{
    terminal_press(terminal, "3");
    terminal_await(terminal, "[3 Offers");
    terminal_await(terminal, words);
}

Test(tui_home, one_key_begins_a_first_game_that_can_be_won)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_await(ann, "one that you can win");
    terminal_press(ann, "Enter");
    terminal_await(ann, "You move first, and from this start that can win.");
    terminal_await(ann, "level-1-bot");
}

Test(tui_home, an_unfinished_match_is_gone_on_with_by_one_key_and_its_bot_comes_back)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "Enter");
    terminal_await(ann, "level-1-bot");
    terminal_press(ann, "Escape");
    terminal_await(ann, "2 Yours 1");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
    ann = terminal_open("", "--as ann");
    terminal_await(ann, "[2 Yours 1]");
    terminal_press(ann, "Enter");
    terminal_await(ann, "to move");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Last move: level-1-bot");
}

Test(tui_home, a_bot_lives_as_long_as_its_match_is_unfinished)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "Enter");
    terminal_await(ann, "level-1-bot");
    pid_t takeaway = terminal_program(ann);
    pid_t bot = children_find(takeaway, "takeaway-bot", 0);
    cr_assert_gt(bot, 0);
    kill(bot, SIGKILL);
    terminal_await(ann, "level-1-bot is back");
    cr_assert_gt(children_find(takeaway, "takeaway-bot", bot), 0);
    terminal_press(ann, "r");
    terminal_await(ann, "Resign");
    terminal_press(ann, "y");
    terminal_await(ann, "rematch");
    terminal_press(ann, "Escape");
    terminal_await(ann, "[1 Play]");
    terminal_await_gone(ann, "2 Yours 1");
    terminal_press(ann, "3");
    terminal_await(ann, "lost (resignation)");
    cr_assert_eq(children_find(takeaway, "takeaway-bot", 0), 0, "it is needed no more");
}

Test(tui_home, puzzles_are_solved_on_a_table_and_told_why)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "2 p");
    terminal_await(ann, "Which move wins?");
    terminal_await(ann, "Your rating: 1500");
    terminal_press(ann, "g");
    terminal_await(ann, "Right would be");
    terminal_await(ann, "solved: 0 of 1");
    terminal_press(ann, "Enter");
    terminal_await_gone(ann, "Right would be");
    terminal_press(ann, "d");
    terminal_await(ann, "The puzzle of today.");
    terminal_press(ann, "Enter");
    terminal_await(ann, "It leaves");
    terminal_await(ann, "of 2");
    terminal_press(ann, "Escape");
    terminal_await(ann, "2 Yours");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui_home, says_what_is_wrong_with_the_form_and_keeps_what_was_typed)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "Down Down");
    terminal_type(ann, "q7");
    terminal_press(ann, "Enter");
    terminal_await(ann, "a number was expected");
    terminal_await(ann, "q7");
}

Test(tui_home, a_game_that_one_reads_about_is_played)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "g");
    terminal_await(ann, "play it");
    terminal_press(ann, "p");
    terminal_await(ann, "Take any number of counters from one heap.");
    terminal_press(ann, "Down");
    terminal_await(ann, "next game");
    terminal_press(ann, "g");
    terminal_await(ann, "Grundy's Game");
}

Test(tui_home, a_game_is_played_from_its_guide)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "g");
    terminal_await(ann, "play it");
    terminal_press(ann, "Down Down Enter");
    terminal_await(ann, "How to win");
    terminal_await(ann, "play it");
    terminal_press(ann, "p");
    terminal_await(ann, "[1 Play]");
    terminal_await(ann, "\u2190 Kayles \u2192");
    terminal_await(ann, "Press Enter to start.");
}

Test(tui_home, the_command_that_makes_a_tournament_stands_where_there_is_none)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    char command[100];
    snprintf(command, sizeof command, "takeaway tournament create --server %s", server.address);
    terminal_press(ann, "6");
    terminal_await(ann, command);
}

/* ann asks ben, who is there already, to play. */
static struct terminal *challenge_ben(const struct server *server)
{
    struct terminal *ann = terminal_come(server->address, "ann");
    terminal_await(ann, "4 Players 1");
    terminal_await(ann, "ben is here. Press 4 to challenge somebody.");
    terminal_press(ann, "4");
    terminal_await(ann, "[4 Players 1]");
    terminal_press(ann, "Enter");
    terminal_await(ann, "a player of this name");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Waiting for ben");
    return ann;
}

Test(tui_home, a_challenge_stays_on_every_page_and_is_accepted_there_by_one_key)
{
    struct server server = server_start();
    struct terminal *ben = terminal_come(server.address, "ben");
    terminal_press(ben, "g");
    terminal_await_gone(ben, "[1 Play");
    struct terminal *ann = challenge_ben(&server);
    terminal_await(ben, "ann challenges you to Fibonacci Nim");
    terminal_await(ben, "a accept");
    terminal_press(ben, "?");
    terminal_await(ben, "draw the screen anew");
    terminal_await(ben, "ann challenges you to Fibonacci Nim");
    terminal_press(ben, "a");
    terminal_await(ben, "ben (you)");
    terminal_await_gone(ben, "ann challenges you");
    terminal_await(ann, "ann (you)");
}

Test(tui_home, who_plays_with_a_clock_is_asked_before_another_match_begins)
{
    struct server server = server_start();
    struct terminal *ben = terminal_come(server.address, "ben");
    terminal_press(ben, "Up Right");
    terminal_await(ben, "\u2190 30/move \u2192");
    terminal_press(ben, "Enter");
    terminal_await(ben, "match 1");
    struct terminal *ann = challenge_ben(&server);
    terminal_await(ben, "a accept");
    terminal_press(ben, "a");
    terminal_await(ben, "Accept another one?");
    terminal_press(ben, "n");
    terminal_await_gone(ben, "Accept another one?");
    terminal_await(ben, "a accept");
    terminal_press(ben, "a");
    terminal_await(ben, "Accept another one?");
    terminal_press(ben, "y");
    terminal_await(ben, "match 2");
    terminal_await(ann, "match 2");
}

Test(tui_home, a_challenge_that_is_taken_back_goes_from_the_screen)
{
    struct server server = server_start();
    struct terminal *ben = terminal_come(server.address, "ben"), *ann = challenge_ben(&server);
    terminal_await(ben, "a accept");
    terminal_press(ann, "Escape c");
    terminal_await_gone(ben, "ann challenges you");
    terminal_await(ben, "A challenge to you was taken back.");
}

Test(tui_home, a_challenge_is_accepted_from_the_offers_too)
{
    struct server server = server_start();
    struct terminal *ben = terminal_come(server.address, "ben"), *ann = challenge_ben(&server);
    find_offer(ben, "ann   you");
    terminal_press(ben, "Enter");
    terminal_await(ben, "ben (you)");
    terminal_await(ann, "ann (you)");
}

Test(tui_home, a_challenge_is_declined)
{
    struct server server = server_start();
    struct terminal *ben = terminal_come(server.address, "ben"), *ann = challenge_ben(&server);
    find_offer(ben, "ann   you");
    terminal_press(ben, "d");
    terminal_await(ben, "Declined.");
    terminal_await(ann, "The other player declined.");
    terminal_await_gone(ann, "Waiting for ben");
}

Test(tui_home, an_open_offer_is_seen_by_others_and_can_be_taken_back)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann"),
                    *ben = terminal_come(server.address, "ben");
    terminal_press(ann, "3");
    terminal_await(ann, "[3 Offers");
    terminal_press(ann, "n Enter");
    terminal_await(ann, "Waiting for somebody");
    find_offer(ben, "ann   anyone");
    terminal_press(ann, "c");
    terminal_await_gone(ann, "Waiting for somebody");
    terminal_await(ben, "Nobody looks for an opponent now.");
}

Test(tui_home, seeks_come_and_go_and_say_whom_they_are_for)
{
    struct server server = server_start();
    struct terminal *ben = terminal_come(server.address, "ben");
    struct peer *zoe = peer_join(&server, "zoe"), *max = peer_join(&server, "max");
    terminal_press(ben, "3");
    terminal_await(ben, "Nobody looks for an opponent now.");
    struct wire_offer_make make = {.rules = wire_text("nim"), .key = fresh_key()};
    make.only = wire_text("people");
    const struct wire_offer_number *made = peer_call(zoe, WIRE_OFFER_MAKE, &make);
    struct wire_offer_choice choice = {.offer = made->offer, .key = fresh_key()};
    terminal_await(ben, "zoe   people ");
    make =
        (struct wire_offer_make){.rules = wire_text("nim"), .rating_min = 1400, .key = fresh_key()};
    peer_call(max, WIRE_OFFER_MAKE, &make);
    terminal_await(ben, "max   1400- (not you)");
    terminal_press(ben, "End Enter");
    terminal_await(ben, "this offer is only for ratings of 1400 and more");
    peer_call(zoe, WIRE_OFFER_CANCEL, &choice);
    terminal_await_gone(ben, "people");
}

Test(tui_home, a_player_is_blocked_after_a_question_and_unblocked_in_the_settings)
{
    struct server server = server_start();
    struct peer *ben = peer_join(&server, "ben");
    struct terminal *ann = terminal_come(server.address, "ann");
    terminal_press(ann, "4");
    terminal_await(ann, "b block, report");
    terminal_press(ann, "b");
    terminal_await(ann, "ben is not blocked.");
    terminal_press(ann, "b");
    terminal_await(ann, "Block ben for good?");
    terminal_press(ann, "n");
    terminal_await_gone(ann, "Block ben for good?");
    terminal_press(ann, "b y");
    terminal_await(ann, "ben is blocked.");
    struct wire_offer_make make = {
        .to = wire_text("ann"), .rules = wire_text("nim"), .key = fresh_key()};
    cr_assert_eq(peer_refusal(ben, WIRE_OFFER_MAKE, &make), ERROR_DECLINED);

    terminal_press(ann, "Escape s");
    terminal_await(ann, "whom you have blocked");
    terminal_press(ann, "b");
    terminal_await(ann, "Blocked since");
    terminal_press(ann, "u");
    terminal_await(ann, "You have blocked nobody");
    make.key = fresh_key();
    peer_call(ben, WIRE_OFFER_MAKE, &make);
    terminal_await(ann, "ben challenges you");
}

Test(tui_home, a_player_is_reported_from_the_match_with_what_was_said)
{
    char control[FOLDER_PATH_MAX];
    folder_path("control", control);
    struct server server = server_start_with((const char *[]){"--control", control, NULL});
    struct peer *ben = peer_join(&server, "ben");
    struct terminal *ann = terminal_come(server.address, "ann");
    terminal_press(ann, "4");
    terminal_await(ann, "b block, report");
    offer_challenge(ben, "ann", "nim", "3+5");
    terminal_await(ann, "a accept");
    terminal_press(ann, "a");
    const struct wire_match_event *started = peer_event(ben, WIRE_EVENT_MATCH_STARTED);
    cr_assert_eq(chat_say(ben, started->match->match, "you are stupid"), ERROR_NONE);
    terminal_await(ann, "ben: you are stupid");
    terminal_press(ann, "b");
    terminal_await(ann, "said in match 1.");
    terminal_press(ann, "r");
    terminal_type(ann, "insults");
    terminal_press(ann, "Enter");
    terminal_await(ann, "The operator has your report.");
    const char *report =
        takeaway_answer((const char *[]){"admin", "--control", control, "report", "1", NULL});
    cr_assert_not_null(strstr(report, "insults"), "%s", report);
    cr_assert_not_null(strstr(report, "you are stupid"), "%s", report);
}

Test(tui_home, a_live_match_is_listed_and_watched)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann"),
                    *zoe = terminal_come(server.address, "zoe");
    terminal_press(ann, "Enter");
    terminal_await(ann, "level-1-bot-ann");
    terminal_press(zoe, "5");
    terminal_await(zoe, "level-1-bot-ann");
    terminal_press(zoe, "Enter");
    terminal_await_gone(zoe, "[5 Live]");
    terminal_await(zoe, "to move");
}

Test(tui_home, what_is_typed_into_the_form_is_left_by_esc_and_the_bottom_line_says_so)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "q leave");
    terminal_press(ann, "Down Down");
    terminal_await(ann, "Esc stop typing");
    cr_assert_null(strstr(terminal_screen(ann), "q leave"));
    terminal_type(ann, "7");
    terminal_press(ann, "Escape");
    terminal_await_gone(ann, "stop typing");
    terminal_await(ann, "Right type");
    terminal_await(ann, "Start       [ 7 ]");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui_home, rules_that_are_typed_are_left_by_esc_too)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "q leave");
    terminal_press(ann, "Down o o o");
    terminal_await(ann, "other rules");
    terminal_press(ann, "Down");
    terminal_await(ann, "Esc stop typing");
    terminal_press(ann, "Escape q");
    terminal_expect_end(ann, 0);
}

Test(tui_home, who_comes_back_from_a_match_is_not_typing)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "Down Down");
    terminal_type(ann, "12");
    terminal_press(ann, "Enter");
    terminal_await(ann, "level-1-bot");
    terminal_press(ann, "Escape");
    terminal_await(ann, "[1 Play]");
    terminal_await(ann, "q leave");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}
