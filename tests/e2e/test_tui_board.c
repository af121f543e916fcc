/* The board of the full screen, as people use it: a match between two terminals, and one against a
 * bot. */
#include "tests/e2e/bot.h"
#include "tests/e2e/play.h"
#include "tests/e2e/server.h"
#include "tests/e2e/takeaway.h"
#include "tests/e2e/tmux.h"

#include <signal.h>
#include <string.h>

TERMINALS(tui_board);

/* Fibonacci nim with 4 counters; ann moves first. */
struct pair {
    struct server server;
    struct terminal *ann, *ben;
};

static struct pair sit_down_at(struct server server)
{
    struct pair pair = {.server = server};
    pair.ann = terminal_come(pair.server.address, "ann");
    pair.ben = terminal_come(pair.server.address, "ben");
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

static struct pair sit_down(void)
{
    return sit_down_at(server_start());
}

static bool is_on(struct terminal *terminal, const char *words)
{
    return strstr(terminal_screen(terminal), words) != NULL;
}

Test(tui_board, the_rules_stand_there_until_ones_own_first_move)
{
    struct pair pair = sit_down();
    cr_assert(is_on(pair.ben, "Whoever cannot move loses."));
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Last move: ann takes 1, leaving 3.");
    cr_assert(is_on(pair.ben, "Whoever cannot move loses."));
    cr_assert(is_on(pair.ben, "1. 4>3"));
    terminal_press(pair.ben, "Enter");
    terminal_await(pair.ben, "Last move: You take 1, leaving 2.");
    cr_assert_not(is_on(pair.ben, "Whoever cannot move loses."));
    terminal_await(pair.ann, "1. 4>3      2. 3>2");
    cr_assert_not(is_on(pair.ann, "Whoever cannot move loses."));
}

/* The only offer there is. */
static void accept_offer(struct terminal *terminal)
{
    terminal_press(terminal, "3");
    terminal_await(terminal, "[3 Offers");
    terminal_await(terminal, "anyone");
    terminal_press(terminal, "Enter");
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

Test(tui_board, a_move_is_taken_back_when_the_other_allows_it)
{
    struct pair pair = sit_down();
    cr_assert_not(is_on(pair.ann, "z take back"));
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move: 3 counters");
    terminal_await(pair.ann, "z take back");
    terminal_press(pair.ann, "z");
    terminal_await(pair.ann, "You ask to take back 4>3; waiting for the answer.");
    terminal_await(pair.ben, "ann asks to take back 4>3: a allows it, d declines.");
    terminal_press(pair.ben, "d");
    terminal_await(pair.ann, "ben does not let you take that back.");
    terminal_press(pair.ben, "Enter");
    terminal_await(pair.ann, "Your move: 2 counters");
    terminal_press(pair.ben, "z");
    terminal_await(pair.ann, "ben asks to take back 3>2: a allows it, d declines.");
    terminal_await(pair.ann, "a allow the takeback");
    terminal_press(pair.ann, "a");
    terminal_await(pair.ben, "Your move: 3 counters");
    terminal_await(pair.ann, "ben is to move: 3 counters");
    terminal_await(pair.ann, "Taken back: 3>2.");
    cr_assert_not(is_on(pair.ann, "2. 3>2"));
    terminal_press(pair.ben, "2 Enter");
    terminal_await(pair.ann, "2. 3>1");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ann, "You won: ben has no move left.");
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

/* Where counter number `index` of the only heap stands, before the first move. */
static void click_counter(struct terminal *terminal, int index)
{
    terminal_click(terminal, 7, 5 + 2 * index);
}

Test(tui_board, a_counter_is_chosen_by_the_mouse_and_a_second_press_plays)
{
    struct pair pair = sit_down();
    terminal_await(pair.ann, "leaves 3");
    click_counter(pair.ann, 2);
    terminal_await(pair.ann, "Take 2, leaving 2 (4>2).");
    cr_assert(is_on(pair.ben, "ann is to move: 4 counters"));
    click_counter(pair.ann, 2);
    terminal_await(pair.ben, "Your move: 2 counters");
}

Test(tui_board, two_presses_play_nothing_else_than_what_the_first_one_has_chosen)
{
    struct pair pair = sit_down();
    terminal_await(pair.ann, "leaves 3");
    click_counter(pair.ann, 0);
    terminal_await(pair.ann, "at most 3 of 4 may be taken now");
    click_counter(pair.ann, 0);
    click_counter(pair.ann, 3);
    terminal_await(pair.ann, "Take 1, leaving 3 (4>3).");
    terminal_press(pair.ann, "Left");
    terminal_await(pair.ann, "Take 2, leaving 2 (4>2).");
    click_counter(pair.ann, 3);
    terminal_await(pair.ann, "Take 1, leaving 3 (4>3).");
    terminal_await(pair.ann, "Your move: 4 counters");
    click_counter(pair.ann, 3);
    terminal_await(pair.ben, "Your move: 3 counters");
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

Test(tui_board, who_leaves_the_program_during_a_match_against_a_person_is_asked_first)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "q");
    terminal_await(pair.ann, "q leaves on the first page: Esc goes back to it.");
    terminal_press(pair.ann, "Escape");
    terminal_await(pair.ann, "2 Yours 1");
    terminal_press(pair.ann, "q");
    terminal_await(pair.ann, "You play ben. Leave?");
    terminal_press(pair.ann, "n");
    terminal_await_gone(pair.ann, "Leave?");
    terminal_press(pair.ann, "q");
    terminal_await(pair.ann, "You play ben. Leave?");
    terminal_press(pair.ann, "y");
    terminal_expect_end(pair.ann, 0);
    terminal_await(pair.ben, "ann is gone");
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

Test(tui_board, who_aborts_ends_the_match_with_no_winner)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "x");
    terminal_await(pair.ann, "Abort this match, with no winner?");
    terminal_press(pair.ann, "y");
    terminal_await(pair.ann, "The match was aborted; nobody won.");
    terminal_await(pair.ben, "The match was aborted; nobody won.");
}

Test(tui_board, the_win_is_claimed_from_who_stays_away)
{
    const char *const options[] = {"--claim-unclocked-time", "0.001", NULL};
    struct pair pair = sit_down_at(server_start_with(options));
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move");
    cr_assert_not(is_on(pair.ann, "claim"));
    terminal_signal(pair.ben, SIGTERM);
    terminal_expect_end(pair.ben, 128 + SIGTERM);
    terminal_await(pair.ann, "c claim the win");
    terminal_press(pair.ann, "c");
    terminal_await(pair.ann, "You won: ben was gone too long.");
}

Test(tui_board, the_time_until_a_claim_counts_down_at_once)
{
    const char *const options[] = {"--claim-unclocked-time", "3", NULL};
    struct pair pair = sit_down_at(server_start_with(options));
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move");
    terminal_signal(pair.ben, SIGTERM);
    terminal_expect_end(pair.ben, 128 + SIGTERM);
    terminal_await(pair.ann, "ben is gone: c wins the match in 0:0");
    cr_assert(is_on(pair.ann, "c claim in 0:0"));
    terminal_await(pair.ann, "ben is gone: c wins the match now.");
    terminal_await(pair.ann, "c claim the win");
    terminal_press(pair.ann, "c");
    terminal_await(pair.ann, "You won: ben was gone too long.");
}

Test(tui_board, ones_own_turn_says_what_the_absence_of_the_other_allows)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "Your move");
    terminal_press(pair.ben, "Enter");
    terminal_await(pair.ann, "Your move");
    terminal_signal(pair.ben, SIGTERM);
    terminal_expect_end(pair.ben, 128 + SIGTERM);
    terminal_await(pair.ann, "Enter play  x abort in ");
    terminal_press(pair.ann, "c");
    terminal_await(pair.ann, "It is your turn: a claim begins once ben is to move.");
}

/* ben, who is to move at 1 in nim, with this clock; ann sits in the terminal. */
static struct peer *play_ben(const struct server *server, struct terminal *ann, const char *clock)
{
    struct peer *ben = peer_join(server, "ben");
    struct wire_offer_make offer = {
        .rules = wire_text("nim"),
        .start = wire_text("1"),
        .clock = wire_text(clock),
        .first = wire_text("maker"),
        .key = fresh_key(),
    };
    peer_call(ben, WIRE_OFFER_MAKE, &offer);
    accept_offer(ann);
    terminal_await(ann, "ben is to move");
    return ben;
}

Test(tui_board, who_leaves_a_match_with_hours_for_a_move_is_not_asked)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    play_ben(&server, ann, "3600/move");
    terminal_press(ann, "Escape");
    terminal_await(ann, "2 Yours 1");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui_board, clocks_tick_and_the_last_ten_seconds_are_said)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    play_ben(&server, ann, "11.5+0");
    terminal_await(ann, "ben        0:11  to move");
    terminal_await(ann, "ben        0:10  to move");
    terminal_await(ann, "ben        only 9.");
    cr_assert(is_on(ann, "ann (you)  0:11"));
}

Test(tui_board, the_first_move_counts_down)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    play_ben(&server, ann, "300+0");
    terminal_await(ann, "First move: 0:5");
}

Test(tui_board, a_clock_that_runs_out_ends_the_match)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    play_ben(&server, ann, "1+0");
    terminal_await(ann, "ben        only 0.");
    terminal_await(ann, "You won: ben ran out of time.");
}

Test(tui_board, the_clocks_stay_as_they_stood_at_the_end)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    play_ben(&server, ann, "99.5+0");
    terminal_press(ann, "r");
    terminal_await(ann, "Resign this match?");
    terminal_press(ann, "y");
    terminal_await(ann, "You lost: you resigned.");
    terminal_await(ann, "ann (you)  1:39");
    terminal_await(ann, "ben        1:3");
}

Test(tui_board, an_offer_of_a_rematch_is_taken_back_or_declined)
{
    struct pair pair = sit_down();
    play_to_the_end(&pair);
    terminal_press(pair.ann, "m");
    terminal_await(pair.ann, "c take the offer back");
    terminal_await(pair.ben, "d decline it");
    terminal_press(pair.ann, "c");
    terminal_await(pair.ann, "You took your offer");
    terminal_await(pair.ben, "A rematch is offered");
    terminal_press(pair.ann, "m");
    terminal_await(pair.ben, "d decline it");
    terminal_press(pair.ben, "d");
    terminal_await(pair.ben, "You declined the");
    terminal_await(pair.ann, "declined the rematch.");
    terminal_press(pair.ben, "m");
    terminal_await(pair.ann, "m accept rematch");
}

Test(tui_board, a_rematch_that_was_declined_is_forgotten_when_the_other_offers_one)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    struct peer *ben = play_ben(&server, ann, NULL);
    int64_t match =
        ((const struct wire_match_event *)peer_event(ben, WIRE_EVENT_MATCH_STARTED))->match->match;
    match_move(ben, match, 1, "1>0");
    terminal_await(ann, "You lost");
    terminal_press(ann, "m");
    const struct wire_offer_event *received = peer_event(ben, WIRE_EVENT_OFFER_RECEIVED);
    cr_assert_eq(offer_choose(ben, WIRE_OFFER_DECLINE, received->offer->offer), ERROR_NONE);
    terminal_await(ann, "declined the rematch.");
    match_rematch(ben, match);
    terminal_await(ann, "m accept rematch");
    cr_assert_not(is_on(ann, "declined") || is_on(ann, "offers you a rematch"));
    terminal_press(ann, "m");
    terminal_await(ann, "match 2");
}

Test(tui_board, a_rematch_with_a_clock_of_days_is_not_announced_besides)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    struct peer *ben = play_ben(&server, ann, "86400/move");
    int64_t match =
        ((const struct wire_match_event *)peer_event(ben, WIRE_EVENT_MATCH_STARTED))->match->match;
    match_move(ben, match, 1, "1>0");
    terminal_await(ann, "You lost");
    terminal_press(ann, "m");
    peer_event(ben, WIRE_EVENT_OFFER_RECEIVED);
    match_rematch(ben, match);
    terminal_await(ann, "match 2");
    cr_assert_not(is_on(ann, "under Yours"));
}

/* ann and ben take part in a tournament, in which who moves first wins with the only move there is,
 * and wait on the home page. */
static struct pair join_tournament(void)
{
    struct pair pair = {.server = server_start()};
    const char *create[] = {"tournament", "create",  "--server", pair.server.address, "--as",
                            "zoe",        "--game",  "nim",      "--starts",          "1",
                            "--players",  "ann,ben", NULL};
    const char *start[] = {"tournament",        "start", "1",   "--server",
                           pair.server.address, "--as",  "zoe", NULL};
    takeaway_answer(create);
    pair.ann = terminal_come(pair.server.address, "ann");
    pair.ben = terminal_come(pair.server.address, "ben");
    struct terminal *players[] = {pair.ann, pair.ben};
    for (int i = 0; i < 2; i++) {
        terminal_press(players[i], "6");
        terminal_await(players[i], "j join");
        terminal_press(players[i], "j");
        terminal_await(players[i], "You take part.");
    }
    takeaway_answer(start);
    return pair;
}

Test(tui_board, the_next_match_of_a_tournament_is_gone_on_to)
{
    struct pair pair = join_tournament();
    terminal_await(pair.ann, "match 1 of tournament 1");
    terminal_await(pair.ben, "match 1 of tournament 1");
    terminal_await(pair.ann, "Your move");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "n next match");
    cr_assert_not(is_on(pair.ben, "under Yours"));
    terminal_press(pair.ben, "n");
    terminal_await(pair.ben, "match 2 of tournament 1");
    terminal_await(pair.ben, "Your move");
}

Test(tui_board, players_and_those_who_watch_talk_among_themselves)
{
    struct pair pair = sit_down();
    struct terminal *zoe = terminal_come(pair.server.address, "zoe");
    terminal_press(zoe, "5");
    terminal_await(zoe, "ann    ben");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "watched");
    terminal_await(zoe, "Spectators' chat");
    terminal_await(zoe, "do not see it.");
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

/* `line` is "ann: words", as the server tells it to ann herself, too: while she still types it, it
 * stands behind "Chat:". */
static void say(struct terminal *terminal, const char *line)
{
    terminal_press(terminal, "t");
    terminal_await(terminal, "Chat:");
    terminal_type(terminal, strstr(line, ": ") + 2);
    terminal_press(terminal, "Enter");
    terminal_await(terminal, line);
}

Test(tui_board, who_has_spoken_is_muted_and_heard_again)
{
    struct pair pair = sit_down();
    say(pair.ben, "ben: you are slow");
    terminal_await(pair.ann, "ben: you are slow");
    terminal_await(pair.ann, "u mute");
    terminal_press(pair.ann, "u");
    terminal_await(pair.ann, "You will not read what ben says.");
    say(pair.ben, "ben: very slow");
    terminal_press(pair.ann, "u");
    terminal_await(pair.ann, "You will read what ben says again.");
    say(pair.ben, "ben: sorry");
    terminal_await(pair.ann, "ben: sorry");
    cr_assert_not(is_on(pair.ann, "very slow"));
}

/* ben does not move first, so that nothing has rung before. */
Test(tui_board, the_first_line_of_the_chat_rings)
{
    struct pair pair = sit_down();
    terminal_await(pair.ben, "t writes to ann.");
    cr_assert_not(terminal_has_rung(pair.ben));
    say(pair.ann, "ann: good luck");
    terminal_await(pair.ben, "ann: good luck");
    cr_assert(terminal_has_rung(pair.ben));
}

Test(tui_board, a_line_of_chat_is_told_on_other_pages_and_marked_on_the_first_one)
{
    struct pair pair = sit_down();
    terminal_press(pair.ben, "g");
    terminal_await(pair.ben, "How to win");
    say(pair.ann, "ann: are you there");
    terminal_await(pair.ben, "ann: are you there");
    terminal_press(pair.ben, "Escape");
    terminal_await(pair.ben, "Chat with ann");
    terminal_press(pair.ben, "Escape");
    terminal_await(pair.ben, "2 Yours 1 ");
    cr_assert_not(is_on(pair.ben, "Yours 1 chat"));
    say(pair.ann, "ann: come back");
    terminal_await(pair.ben, "ann: come back");
    terminal_await(pair.ben, "2 Yours 1 chat");
    terminal_press(pair.ben, "2");
    terminal_await(pair.ben, "new chat");
    terminal_press(pair.ben, "Enter");
    terminal_await(pair.ben, "Chat with ann");
    terminal_await(pair.ben, "ann: come back");
    terminal_press(pair.ben, "Escape");
    terminal_await(pair.ben, "[2 Yours 1]");
}

Test(tui_board, the_chat_goes_on_in_a_rematch)
{
    struct pair pair = sit_down();
    play_to_the_end(&pair);
    say(pair.ben, "ben: well played");
    terminal_press(pair.ann, "m");
    terminal_await(pair.ben, "m accept rematch");
    terminal_press(pair.ann, "t");
    terminal_type(pair.ann, "once mo");
    terminal_await(pair.ann, "Chat: once mo");
    terminal_press(pair.ben, "m");
    terminal_await(pair.ann, "match 2");
    terminal_type(pair.ann, "re");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "ann: once more");
    cr_assert(is_on(pair.ben, "ben: well played"));
    cr_assert(is_on(pair.ann, "ben: well played"));
}

Test(tui_board, a_line_of_chat_that_was_left_is_gone_on_with)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "t");
    terminal_type(pair.ann, "hel");
    terminal_await(pair.ann, "Chat: hel");
    terminal_press(pair.ann, "Escape");
    terminal_await_gone(pair.ann, "Chat:");
    terminal_press(pair.ann, "t");
    terminal_await(pair.ann, "Chat: hel");
    terminal_type(pair.ann, "lo");
    terminal_press(pair.ann, "Enter");
    terminal_await(pair.ben, "ann: hello");
    terminal_press(pair.ann, "t");
    terminal_await(pair.ann, "Chat:");
    cr_assert_not(is_on(pair.ann, "Chat: hel"));
}

Test(tui_board, a_number_is_forgotten_when_a_move_is_to_be_typed)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "4");
    terminal_await(pair.ann, "4 is not possible");
    terminal_press(pair.ann, ":");
    terminal_await(pair.ann, "Move:");
    terminal_press(pair.ann, "Escape");
    terminal_await_gone(pair.ann, "Move:");
    cr_assert_not(is_on(pair.ann, "4 is not possible"));
    terminal_await(pair.ann, "Take 1, leaving 3 (4>3).");
}

Test(tui_board, nothing_typed_is_lost_when_the_server_goes_away_for_a_while)
{
    struct pair pair = sit_down();
    terminal_press(pair.ann, "2 t");
    terminal_type(pair.ann, "hel");
    terminal_await(pair.ann, "Chat: hel");
    server_kill(&pair.server);
    terminal_await(pair.ann, "coming back");
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
    terminal_await(pair.ann, "coming back");
    server_start_again(&pair.server);
    terminal_await_gone(pair.ann, "coming back");
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

/* Among all keys. */
static void expect_no_help(struct terminal *terminal)
{
    terminal_press(terminal, "?");
    terminal_await(terminal, "draw the screen anew");
    cr_assert_not(is_on(terminal, "hint"));
    cr_assert_not(is_on(terminal, "judge my moves"));
    terminal_press(terminal, "?");
    terminal_await_gone(terminal, "draw the screen anew");
}

Test(tui_board, a_hint_is_given_against_bots_alone)
{
    struct pair pair = sit_down();
    expect_no_help(pair.ann);
    struct terminal *zoe = terminal_come(pair.server.address, "zoe");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "Your move");
    terminal_press(zoe, "h");
    terminal_await(zoe, "What perfect play says");
    terminal_await(zoe, "h where?");
    terminal_await(zoe, " moves keep");
    cr_assert_not(is_on(zoe, "inning move takes"));
    terminal_press(zoe, "h");
    terminal_await(zoe, "inning move takes");
    terminal_await(zoe, "h which move?");
    cr_assert_not(is_on(zoe, "You can win: take"));
    terminal_press(zoe, "h");
    terminal_await(zoe, "You can win: take");
    terminal_await(zoe, "The opponent may then take at most");
    terminal_await(zoe, " moves keep");
    terminal_press(zoe, "h");
    terminal_await_gone(zoe, "What perfect play says");
}

Test(tui_board, in_training_each_move_against_a_bot_is_judged)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "Down n n n Down");
    terminal_await(ann, "\u2190 Nim \u2192");
    terminal_type(ann, "1+2+3+4");
    terminal_press(ann, "Down Right Enter");
    terminal_await(ann, "Your move: heaps of 1, 2, 3 and 4.");
    terminal_press(ann, ":");
    terminal_await(ann, "Move:");
    terminal_type(ann, "1>0");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Last move: level-1-bot");
    cr_assert_not(is_on(ann, "You played"));
    terminal_press(ann, "j");
    terminal_await(ann, "You played 1>0. Thrown away: 1 of 10 moves");
    terminal_press(ann, "Enter");
    terminal_await_gone(ann, "You played 1>0");
    terminal_await(ann, "You played ");
    terminal_press(ann, "j");
    terminal_await_gone(ann, "You played ");
}

/* Not even against a bot: others play for the same prize. */
Test(tui_board, no_hint_is_given_in_a_tournament)
{
    struct server server = server_start();
    const char *create[] = {"tournament", "create",     "--server", server.address, "--as",
                            "zoe",        "--game",     "nim",      "--starts",     "3+5+7",
                            "--players",  "ann,clever", NULL};
    const char *start[] = {"tournament",   "start", "1",   "--server",
                           server.address, "--as",  "zoe", NULL};
    takeaway_answer(create);
    struct terminal *ann = terminal_come(server.address, "ann");
    terminal_press(ann, "6");
    terminal_await(ann, "j join");
    terminal_press(ann, "j");
    terminal_await(ann, "You take part.");
    struct process *bot = bot_start(&server, "clever", "--strategy", "random",
                                    (const char *const[]){"--tournament", "1", NULL});
    process_find_line(bot, "joined");
    takeaway_answer(start);
    terminal_await(ann, "Your move");
    say(ann, "ann: good luck");
    terminal_await(ann, "ann: good luck"); /* whether the other is a bot was asked before */
    expect_no_help(ann);
    terminal_press(ann, "h j");
    say(ann, "ann: have fun");
    cr_assert_not(is_on(ann, "What perfect play says"));
}

Test(tui_board, a_hint_is_there_again_after_the_client_was_started_again)
{
    for (int i = 0; i < 2; i++) {
        struct terminal *ann = terminal_open("", "--as ann");
        terminal_await(ann, "\u25cf connected");
        terminal_await(ann, i == 0 ? "Enter start" : "Enter go on");
        terminal_press(ann, "Enter");
        terminal_await(ann, "h hint");
        terminal_signal(ann, SIGTERM);
        terminal_expect_end(ann, 128 + SIGTERM);
    }
}

Test(tui_board, a_hint_is_given_against_the_bots_of_others)
{
    struct server server = server_start();
    bot_start(&server, "clever", "--strategy", "perfect", (const char *const[]){NULL});
    struct terminal *zoe = terminal_come(server.address, "zoe");
    terminal_press(zoe, "4");
    terminal_await(zoe, "clever  bot");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "a player of this name");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "h hint");
}

Test(tui_board, a_hint_that_is_longer_than_its_room_is_scrolled)
{
    struct terminal *ann = terminal_open("", "--as ann");
    terminal_await(ann, "\u25cf connected");
    terminal_press(ann, "Down n n n Down");
    terminal_await(ann, "\u2190 Nim \u2192");
    terminal_type(ann, "1+2+3+4+5+6+7+8+9+10+11+12");
    terminal_press(ann, "Down Right Enter");
    terminal_await(ann, "Your move");
    terminal_press(ann, "h");
    terminal_await(ann, "h where?");
    terminal_press(ann, "h h");
    terminal_await(ann, "PgDn: more");
    cr_assert_not(is_on(ann, "  after"));
    do {
        terminal_press(ann, "NPage");
        terminal_await(ann, "PgUp");
    } while (!is_on(ann, "  after"));
    terminal_await(ann, "h, Esc no hint");
    terminal_press(ann, "Escape");
    terminal_await_gone(ann, "What perfect play says");
}
