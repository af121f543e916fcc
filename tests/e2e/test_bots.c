/* takeaway-bot: many matches, in a row and at once, over whatever breaks. */
#include "tests/e2e/bot.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(bots);

/* `more` ends with NULL. */
static struct process *start_bot(const struct server *server, const char *name,
                                 const char *strategy, const char *const *more)
{
    return bot_start(server, name, "--strategy", strategy, more);
}

/* A perfect bot that waits for challenges. */
static struct process *start_host(const struct server *server)
{
    struct process *host = start_bot(server, "host", "perfect", (const char *[]){NULL});
    process_find_line(host, "ready host");
    return host;
}

/* A random bot that challenges the host from a position that a perfect second player wins. */
static struct process *start_guest(const struct server *server, const char *name,
                                   const char *matches)
{
    const char *more[] = {
        "--challenge", "host", "--game",    "fibonacci-nim", "--start", "34",
        "--first",     "me",   "--matches", matches,         NULL,
    };
    return start_bot(server, name, "random", more);
}

/* The record has that many matches, all played to the end and won by the host. */
static void assert_history(const struct server *server, size_t matches)
{
    struct peer *visitor = peer_join(server, "visitor");
    const struct wire_summaries *history = history_of(visitor, NULL);
    cr_assert_eq(history->matches_count, matches);
    for (size_t i = 0; i < matches; i++) {
        cr_assert(wire_text_equal(history->matches[i].ending, "normal"));
        cr_assert(wire_text_equal(history->matches[i].winner, "second"));
        cr_assert(wire_text_equal(history->matches[i].second, "host"));
    }
    cr_assert_eq(match_list(visitor)->matches_count, 0);
}

Test(bots, play_twenty_matches_in_a_row)
{
    struct server server = server_start();
    start_host(&server);
    bot_expect_end(start_guest(&server, "guest", "20"));
    assert_history(&server, 20);
}

Test(bots, play_twenty_matches_at_once)
{
    enum { GUESTS = 10 };
    struct server server = server_start();
    struct process *guests[GUESTS];
    start_host(&server);
    for (int i = 0; i < GUESTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "guest-%d", i);
        guests[i] = start_guest(&server, name, "2");
    }
    for (int i = 0; i < GUESTS; i++)
        bot_expect_end(guests[i]);
    assert_history(&server, 20);
}

Test(bots, play_with_a_clock)
{
    struct server server = server_start();
    start_host(&server);
    const char *more[] = {
        "--challenge", "host",    "--game", "fibonacci-nim", "--start", "34", "--first",
        "me",          "--clock", "10+0.1", "--matches",     "5",       NULL,
    };
    bot_expect_end(start_bot(&server, "guest", "random", more));
    assert_history(&server, 5);
    struct peer *visitor = peer_join(&server, "late");
    cr_assert(wire_text_equal(history_of(visitor, NULL)->matches[0].clock, "10+0.1"));
}

Test(bots, abort_a_match_whose_opponent_goes_before_the_first_move)
{
    struct server server = server_start();
    struct process *host =
        start_bot(&server, "host", "perfect", (const char *[]){"--patience", "1", NULL});
    process_find_line(host, "ready host");
    struct peer *anna = peer_join(&server, "anna");
    offer_challenge(anna, "host", "nim", "1+3+3");
    peer_event(anna, WIRE_EVENT_MATCH_STARTED);
    peer_close(anna);
    process_find_line(host, " ended aborted nobody");
}

Test(bots, finish_all_their_matches_although_the_server_is_killed_again_and_again)
{
    struct server server = server_start();
    start_host(&server);
    struct process *guest = start_guest(&server, "guest", "20");
    for (int i = 0; i < 3; i++) {
        process_find_line(guest, " started ");
        server_kill(&server);
        server_start_again(&server);
    }
    bot_expect_end(guest);
    assert_history(&server, 20);
}

Test(bots, go_on_with_their_matches_when_they_were_killed_themselves)
{
    char token[FOLDER_PATH_MAX];
    struct server server = server_start();
    folder_path("host.token", token);
    const char *more[] = {"--token-file", token, NULL};
    struct process *host = start_bot(&server, "host", "perfect", more);
    process_find_line(host, "ready host");
    struct peer *anna = peer_join(&server, "anna");
    offer_challenge(anna, "host", "nim", "1+3+3");
    const struct wire_match_event *started = peer_event(anna, WIRE_EVENT_MATCH_STARTED);
    int64_t match = started->match->match;
    process_signal(host, SIGKILL);
    process_wait(host);
    match_move(anna, match, 1, "1>0");
    peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    start_bot(&server, "host", "perfect", more);
    const struct wire_moved *moved = peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    cr_assert_eq(moved->ply, 2);
}

/* --- tournaments --- */

enum { ENTRANTS = 4 };

static const char *const entrants[ENTRANTS] = {"alpha", "beta", "gamma", "delta"};

/* A director's tournament of Fibonacci nim for these four, who have not joined. */
static int64_t plan_tournament(struct peer *director, int64_t rounds)
{
    struct wire_text players[ENTRANTS];
    struct wire_tournament_create plan;
    wire_record_clear(&wire_record_tournament_create, &plan);
    for (int i = 0; i < ENTRANTS; i++)
        players[i] = wire_text(entrants[i]);
    plan.rules = wire_text("fibonacci-nim");
    plan.format = wire_text("round-robin");
    plan.starts = wire_text("drawn:1:20-40");
    plan.rounds = rounds;
    plan.seed = 5;
    plan.players = players;
    plan.players_count = ENTRANTS;
    plan.key = fresh_key();
    const struct wire_tournament_number *made = peer_call(director, WIRE_TOURNAMENT_CREATE, &plan);
    return made->tournament;
}

static struct process *enter(const struct server *server, int64_t tournament, int entrant)
{
    static const char *const strategies[ENTRANTS] = {"perfect", "mistaken:0.3", "mcts:50",
                                                     "level:4"};
    char number[24], file[32], token[FOLDER_PATH_MAX];
    snprintf(number, sizeof number, "%lld", (long long)tournament);
    snprintf(file, sizeof file, "%s.token", entrants[entrant]);
    folder_path(file, token);
    const char *more[] = {"--tournament", number, "--token-file", token, NULL};
    return start_bot(server, entrants[entrant], strategies[entrant], more);
}

/* All join, and the tournament begins. */
static void begin_tournament(const struct server *server, struct peer *director, int64_t tournament,
                             struct process *ret_bots[ENTRANTS])
{
    for (int i = 0; i < ENTRANTS; i++)
        ret_bots[i] = enter(server, tournament, i);
    for (int i = 0; i < ENTRANTS; i++)
        process_find_line(ret_bots[i], " joined");
    struct wire_tournament_choice choice = {.tournament = tournament, .key = fresh_key()};
    peer_call(director, WIRE_TOURNAMENT_START, &choice);
}

/* Its matches were all played to the end, and it is over. */
static void assert_all_played(const struct server *server, int64_t tournament)
{
    struct peer *visitor = peer_join(server, "visitor");
    struct wire_tournament_number number = {.tournament = tournament};
    const struct wire_tournament *shown = peer_call(visitor, WIRE_TOURNAMENT_SHOW, &number);
    cr_assert(wire_text_equal(shown->state, "finished"));
    cr_assert_eq(shown->matches, shown->total);
    const struct wire_summaries *history = history_of(visitor, NULL);
    for (size_t i = 0; i < history->matches_count; i++)
        cr_assert(wire_text_equal(history->matches[i].ending, "normal"));
}

Test(bots, play_a_tournament_and_end_with_it)
{
    struct process *bots[ENTRANTS];
    struct server server = server_start();
    struct peer *director = peer_join(&server, "director");
    int64_t tournament = plan_tournament(director, 2);
    begin_tournament(&server, director, tournament, bots);
    for (int i = 0; i < ENTRANTS; i++)
        bot_expect_end(bots[i]);
    assert_all_played(&server, tournament);
}

Test(bots, go_on_with_a_tournament_when_they_and_the_server_were_killed)
{
    struct process *bots[ENTRANTS];
    struct server server = server_start();
    struct peer *director = peer_join(&server, "director");
    int64_t tournament = plan_tournament(director, 20);
    begin_tournament(&server, director, tournament, bots);
    for (int i = 0; i < ENTRANTS; i++) {
        process_find_line(bots[i], " ended ");
        process_signal(bots[i], SIGKILL);
        process_wait(bots[i]);
        bots[i] = enter(&server, tournament, i);
        process_find_line(bots[i], " joined");
        server_kill(&server);
        server_start_again(&server);
    }
    for (int i = 0; i < ENTRANTS; i++)
        bot_expect_end(bots[i]);
    assert_all_played(&server, tournament);
}

Test(bots, end_when_their_tournament_was_over_before_they_came_back)
{
    struct process *bots[ENTRANTS];
    struct server server = server_start();
    struct peer *director = peer_join(&server, "director");
    int64_t tournament = plan_tournament(director, 1);
    begin_tournament(&server, director, tournament, bots);
    for (int i = 0; i < ENTRANTS; i++)
        bot_expect_end(bots[i]);
    bot_expect_end(enter(&server, tournament, 0));
}

Test(bots, cannot_play_in_a_tournament_that_does_not_exist)
{
    struct server server = server_start();
    struct process *bot = enter(&server, 12, 0);
    cr_assert_eq(process_wait(bot), 1);
    cr_assert_not_null(strstr(process_errors(bot), "there is no tournament 12"), "it says: %s",
                       process_errors(bot));
}

/* --- thinking --- */

/* The match that anna starts, and in which she has made her first move. */
static int64_t begin_against_host(struct peer *anna, const char *rules, const char *start,
                                  const char *move)
{
    offer_challenge(anna, "host", rules, start);
    const struct wire_match_event *started = peer_event(anna, WIRE_EVENT_MATCH_STARTED);
    int64_t match = started->match->match;
    match_move(anna, match, 1, move);
    const struct wire_moved *moved = peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    cr_assert(moved->match == match && moved->ply == 1);
    return match;
}

/* The table of heaps for the first match takes long. */
Test(bots, answer_in_one_match_while_they_think_about_another)
{
    struct server server = server_start();
    start_host(&server);
    struct peer *anna = peer_join(&server, "anna");
    int64_t slow = begin_against_host(anna, "octal:0.6", "200000", "200000>199999");
    int64_t quick = begin_against_host(anna, "nim", "1+2+4", "4>3");
    const struct wire_moved *moved = peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    cr_assert_eq(moved->match, quick);
    moved = peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    cr_assert_eq(moved->match, slow);
}

Test(bots, end_when_they_are_told_to_although_they_think)
{
    struct server server = server_start();
    struct process *host = start_host(&server);
    struct peer *anna = peer_join(&server, "anna");
    begin_against_host(anna, "octal:0.6", "200000", "200000>199999");
    process_signal(host, SIGTERM);
    cr_assert_eq(process_wait_within(host, ENDING_MS), 0);
}

Test(bots, end_with_the_program_that_started_them)
{
    struct server server = server_start();
    struct process *bot =
        start_bot(&server, "host", "perfect", (const char *[]){"--exit-on-eof", NULL});
    process_find_line(bot, "ready host");
    process_close_input(bot);
    cr_assert_eq(process_wait_within(bot, ENDING_MS), 0);
}

Test(bots, tell_what_is_wrong_with_their_command_line)
{
    int status;
    const char *arguments[] = {"--strategy", "clever", "--server", "127.0.0.1:1",
                               "--name",     "x",      NULL};
    struct process *bot = process_run(BOT_PROGRAM, arguments, &status);
    cr_assert_eq(status, 2);
    cr_assert(strstr(process_errors(bot), "perfect, greedy, random") != NULL, "it says: %s",
              process_errors(bot));
}
