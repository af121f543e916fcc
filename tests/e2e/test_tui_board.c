/* The board of the full screen, as people use it: a match between two terminals, and one against a bot. */
#include "tests/e2e/server.h"
#include "tests/e2e/tmux.h"

#include <stdio.h>
#include <string.h>

TERMINALS(tui_board);

static struct terminal *come(const struct server *server, const char *name)
{
    char arguments[64];
    snprintf(arguments, sizeof arguments, "--server %s --as %s", server->address, name);
    struct terminal *terminal = terminal_open("", arguments);
    terminal_await(terminal, "\u25cf connected");
    return terminal;
}

/* Fibonacci nim with 4 counters; ann moves first. */
struct pair {
    struct server server;
    struct terminal *ann, *ben;
};

static struct pair sit_down(void)
{
    struct pair pair = {.server = server_start()};
    pair.ann = come(&pair.server, "ann");
    pair.ben = come(&pair.server, "ben");
    terminal_press(pair.ann, "3 n");
    terminal_await(pair.ann, "anyone who comes");
    terminal_press(pair.ann, "Down");
    terminal_type(pair.ann, "4");
    terminal_press(pair.ann, "Down Right");
    terminal_await(pair.ann, "\u2190 you \u2192");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ann, "Waiting");
    terminal_press(pair.ben, "3");
    terminal_await(pair.ben, "ann   anyone");
    terminal_press(pair.ben, "Enter");
    terminal_await(pair.ann, "Your move: 4 counters");
    terminal_await(pair.ben, "ann is to move: 4 counters");
    return pair;
}

/* ann takes 1, ben takes 1, ann the last 2. */
static void play_to_the_end(struct pair *pair)
{
    terminal_press(pair->ann, "Enter");
    terminal_await(pair->ben, "Your move: 3 counters");
    terminal_press(pair->ben, "Enter");
    terminal_await(pair->ann, "Your move: 2 counters");
    terminal_press(pair->ann, "2 Enter");
    terminal_await(pair->ann, "You won: ben has no move left.");
    terminal_await(pair->ben, "You lost: you have no move left.");
}

static bool is_on(struct terminal *terminal, const char *words)
{
    return strstr(terminal_screen(terminal), words) != NULL;
}

Test(tui_board, two_people_play_a_match_and_the_same_again_with_the_seats_swapped)
{
    struct pair pair = sit_down();
    play_to_the_end(&pair);
    terminal_press(pair.ann, "m");
    terminal_await(pair.ann, "You offer a rematch");
    terminal_await(pair.ben, "m accept rematch");
    terminal_press(pair.ben, "m");
    terminal_await(pair.ben, "match 2");
    terminal_await(pair.ben, "Your move: 4 counters");
    terminal_await(pair.ann, "match 2");
    terminal_await(pair.ann, "ben is to move: 4 counters");
}

Test(tui_board, a_match_that_is_over_is_reviewed)
{
    struct pair pair = sit_down();
    play_to_the_end(&pair);
    terminal_press(pair.ben, "v");
    terminal_await(pair.ben, "Move 1 of 3");
    terminal_press(pair.ben, "Escape");
    terminal_await(pair.ben, "You lost: you have no move left.");
}

Test(tui_board, what_a_move_would_leave_is_shown_before_it_is_made)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "3");
    terminal_await(pair.ann, "Take 3, leaving 1 (4>1).");
    terminal_await(pair.ann, "Then: 1 counter, which may be taken.");
    cr_assert(is_on(pair.ben, "ann is to move: 4 counters"));
    terminal_press(pair.ann, "Right Enter");
    terminal_await(pair.ben, "Last move: ann takes 2, leaving 2.");
    terminal_await(pair.ben, "was 4");
}

Test(tui_board, what_is_forbidden_is_not_made_and_is_told)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "4");
    terminal_await(pair.ann, "4 is not possible: at most 3 of 4 may be taken now.");
    terminal_press(pair.ann, "Enter");
    terminal_press(pair.ann, ":");
    terminal_await(pair.ann, "Move:");
    terminal_type(pair.ann, "4>0");
    terminal_await(pair.ann, "Not a move yet: quota is 3");
    terminal_press(pair.ann, "BSpace");
    terminal_type(pair.ann, "2");
    terminal_await(pair.ann, "Take 2, leaving 2 (4>2).");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move: 2 counters");
}

Test(tui_board, a_counter_is_taken_by_the_mouse)
{
    struct pair pair = sit_down();
    terminal_await(pair.ann, "leaves 3");
    terminal_click(pair.ann, 7, 9);
    terminal_await(pair.ann, "Take 2, leaving 2 (4>2).");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move: 2 counters");
}

Test(tui_board, who_resigns_is_asked_first)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "r");
    terminal_await(pair.ann, "Resign this match?");
    terminal_press(pair.ann, "n");
    terminal_await_gone(pair.ann, "Resign this match?");
    terminal_press(pair.ann, "r");
    terminal_await(pair.ann, "Resign this match?");
    terminal_press(pair.ann, "y");
    terminal_await(pair.ben, "You won: ann resigned.");
}

Test(tui_board, who_aborts_is_asked_first)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "x");
    terminal_await(pair.ann, "Abort this match, with no winner?");
    terminal_press(pair.ann, "n");
    terminal_await_gone(pair.ann, "Abort this match");
    terminal_await(pair.ann, "leaves 3");
}

Test(tui_board, players_and_those_who_watch_talk_among_themselves)
{
    struct pair pair = sit_down();
    struct terminal *zoe = come(&pair.server, "zoe");
    terminal_press(zoe, "5");
    terminal_await(zoe, "ann    ben");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "watched");
    terminal_press(zoe, "t");
    terminal_type(zoe, "who wins");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "zoe: who wins");
    terminal_press(pair.ann, "t");
    terminal_type(pair.ann, "good luck");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ann, "ann: good luck");
    terminal_await(pair.ben, "ann: good luck");
    terminal_press(pair.ann, "Enter");
    terminal_await(zoe, "ann takes 1");
    cr_assert_not(is_on(zoe, "good luck") || is_on(pair.ben, "who wins"));
}

Test(tui_board, nothing_typed_is_lost_when_the_server_goes_away_for_a_while)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "2 t");
    terminal_type(pair.ann, "hel");
    terminal_await(pair.ann, "Say: hel");
    server_kill(&pair.server);
    terminal_await(pair.ann, "reconnecting");
    terminal_type(pair.ann, "lo");
    terminal_press(pair.ann, "Enter Enter");
    terminal_await(pair.ann, "On its way to the server");
    server_start_again(&pair.server);
    terminal_await(pair.ben, "Your move: 2 counters");
    terminal_await(pair.ben, "ann: hello");
    terminal_await(pair.ann, "Last move: You take 2, leaving 2.");
}

Test(tui_board, a_choice_under_way_outlives_a_break)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "3");
    terminal_await(pair.ann, "Take 3, leaving 1 (4>1).");
    server_kill(&pair.server);
    terminal_await(pair.ann, "reconnecting");
    server_start_again(&pair.server);
    terminal_await_gone(pair.ann, "reconnecting");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move: 1 counter");
}

Test(tui_board, a_resize_in_the_middle_keeps_the_choice)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "3");
    terminal_await(pair.ann, "Moves");
    terminal_resize(pair.ann, 60, 20);
    terminal_await_gone(pair.ann, "Moves");
    terminal_await(pair.ann, "Take 3, leaving 1 (4>1).");
    terminal_resize(pair.ann, 120, 40);
    terminal_await(pair.ann, "Moves");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move: 1 counter");
}

Test(tui_board, a_hint_is_given_against_bots_alone)
{
    struct pair pair = sit_down();
    cr_assert_not(is_on(pair.ann, "hint"));
    struct terminal *zoe = come(&pair.server, "zoe");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "Your move");
    terminal_press(zoe, "h");
    terminal_await(zoe, "What perfect play says");
    terminal_await(zoe, "You can win: take");
    terminal_press(zoe, "h");
    terminal_await_gone(zoe, "What perfect play says");
}
