/* SIGKILL in the middle: whatever anybody was told has happened, and what was not told can be asked
 * for again. */
#include "common/base/random.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>

STAGE(crash);

/* Random moments differ from run to run; the seed at least tells which were drawn. */
static struct random random_for_moments(void)
{
    uint64_t seed = 0;
    cr_assert_eq(getrandom(&seed, sizeof seed, 0), sizeof seed);
    fprintf(stderr, "# seed %" PRIu64 "\n", seed);
    return random_from_seed(seed);
}

/* The record has to be that of single_move(). */
static void assert_singles(const struct wire_match *match, int64_t counters)
{
    cr_assert_eq((int64_t)match->moves_count, match->ply);
    for (int64_t ply = 1; ply <= match->ply; ply++) {
        char move[MOVE_TEXT_MAX];
        single_move(counters, ply, move);
        cr_assert(wire_text_equal(match->moves[ply - 1], move), "ply %" PRId64 " is not %s", ply,
                  move);
    }
}

static void play_singles(const struct table *table, int64_t counters, int64_t from, int64_t to)
{
    for (int64_t ply = from; ply <= to; ply++) {
        char move[MOVE_TEXT_MAX];
        single_move(counters, ply, move);
        table_move(table, ply, move);
    }
}

static uint32_t ask_single(const struct table *table, int64_t counters, int64_t ply)
{
    char move[MOVE_TEXT_MAX];
    single_move(counters, ply, move);
    return match_ask_move(table_mover(table, ply), table->match, ply, move);
}

/* Once the server is gone: has either player learned of the move that was under way? */
static bool was_told(const struct table *table, int64_t ply, uint32_t request)
{
    peer_expect_end(table->first);
    peer_expect_end(table->second);
    return peer_answer(table_mover(table, ply), request).code == ERROR_NONE ||
           peer_has_event(table->first, WIRE_EVENT_MATCH_MOVED) ||
           peer_has_event(table->second, WIRE_EVENT_MATCH_MOVED);
}

/* After the restart: the told moves are there, and the one under way is made by asking once more.
 */
static void take_up(const struct table *table, int64_t counters, int64_t ply, bool told)
{
    const struct wire_match *match = match_resume(table->first, table->match);
    cr_assert(match->ply == ply || (match->ply == ply - 1 && !told),
              "%" PRId64 " moves are there, %" PRId64 " were told", match->ply,
              told ? ply : ply - 1);
    assert_singles(match, counters);
    char move[MOVE_TEXT_MAX];
    single_move(counters, ply, move);
    if (match->ply == ply)
        match_move(table_mover(table, ply), table->match, ply, move);
    else
        table_move(table, ply, move);
    cr_assert_eq(match_resume(table->second, table->match)->ply, ply);
}

Test(crash, leaves_a_match_that_both_players_come_back_to_and_finish)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "20");
    play_singles(&table, 20, 1, 7);
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    cr_assert_eq(peer_welcome(table.second)->matches_count, 1);
    const struct wire_match *match = match_resume(table.first, table.match);
    cr_assert_eq(match->ply, 7);
    assert_singles(match, 20);
    play_singles(&table, 20, 8, 20);
    const struct wire_ended *ended = peer_event(table.first, WIRE_EVENT_MATCH_ENDED);
    cr_assert(wire_text_equal(ended->winner, "second"));
}

Test(crash, at_ten_random_moments_of_a_match_loses_no_move_that_was_told)
{
    enum { KILLS = 10, MOVES_BETWEEN_MAX = 8, WAIT_MAX_US = 3000 };
    const int64_t counters = 100;
    struct random random = random_for_moments();
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "100");
    int64_t ply = 0;
    for (int i = 0; i < KILLS; i++) {
        int64_t undisturbed = (int64_t)random_below(&random, MOVES_BETWEEN_MAX);
        play_singles(&table, counters, ply + 1, ply + undisturbed);
        ply += undisturbed + 1;
        uint32_t request = ask_single(&table, counters, ply);
        int64_t wait_us = (int64_t)random_below(&random, WAIT_MAX_US);
        peer_answer_within(table_mover(&table, ply), request, wait_us);
        server_kill(&server);
        bool told = was_told(&table, ply, request);
        server_start_again(&server);
        table_come_back(&table, &server);
        take_up(&table, counters, ply, told);
    }
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    play_singles(&table, counters, ply + 1, counters);
    assert_singles(match_resume(table.first, table.match), counters);
}

Test(crash, amid_the_moves_of_many_matches_loses_none_that_was_told)
{
    enum { TABLES = 12, ROUNDS = 4, WAIT_MAX_US = 2000 };
    const int64_t counters = 30;
    struct random random = random_for_moments();
    struct server server = server_start();
    struct table tables[TABLES];
    for (int i = 0; i < TABLES; i++) {
        char first[16], second[16];
        snprintf(first, sizeof first, "first-%d", i);
        snprintf(second, sizeof second, "second-%d", i);
        tables[i] = table_open(&server, first, second, "fibonacci-nim", "30");
    }
    for (int64_t ply = 1; ply <= ROUNDS; ply++) {
        uint32_t requests[TABLES];
        bool told[TABLES];
        for (int i = 0; i < TABLES; i++)
            requests[i] = ask_single(&tables[i], counters, ply);
        peer_answer_within(table_mover(&tables[0], ply), requests[0],
                           (int64_t)random_below(&random, WAIT_MAX_US));
        server_kill(&server);
        for (int i = 0; i < TABLES; i++)
            told[i] = was_told(&tables[i], ply, requests[i]);
        server_start_again(&server);
        for (int i = 0; i < TABLES; i++) {
            table_come_back(&tables[i], &server);
            take_up(&tables[i], counters, ply, told[i]);
        }
    }
}

Test(crash, after_the_last_move_leaves_the_result_and_acknowledges_the_move_once_more)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "5");
    match_move(table.first, table.match, 1, "5>4");
    match_move(table.second, table.match, 2, "4>2");
    match_move(table.first, table.match, 3, "2>0");
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    cr_assert_eq(peer_welcome(table.first)->matches_count, 0);
    match_move(table.first, table.match, 3, "2>0");
    cr_assert_eq(match_try_move(table.first, table.match, 3, "2>1").code, ERROR_MATCH_OVER);
    cr_assert(wire_text_equal(match_resume(table.second, table.match)->winner, "first"));
}

Test(crash, leaves_moves_that_are_acknowledged_again_however_they_are_written)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "5+8");
    struct wire_move other = {.match = table.match, .ply = 1, .move = wire_text("5>0")};
    match_move(table.first, table.match, 1, "8>0");
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    match_move(table.first, table.match, 1, "5+8>5");
    match_expect_stale(table.first, &other, 1, "5");
    match_move(table.second, table.match, 2, "5>0");
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    match_move(table.first, table.match, 1, "5+8>5");
    cr_assert_eq(match_try_move(table.first, table.match, 1, "5>0").code, ERROR_MATCH_OVER);
}

Test(crash, does_not_let_a_request_that_is_sent_again_happen_twice)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct peer *ben = peer_join(&server, "ben");
    struct wire_offer_choice accept = {
        .offer = offer_seek(anna, "nim", "3+5+7"),
        .key = wire_text("accept-once"),
    };
    const struct wire_match *before = peer_call(ben, WIRE_OFFER_ACCEPT, &accept);
    server_kill(&server);
    server_start_again(&server);
    ben = peer_come_back(&server, ben);
    const struct wire_match *after = peer_call(ben, WIRE_OFFER_ACCEPT, &accept);
    cr_assert_eq(after->match, before->match);
    cr_assert_eq(match_list(ben)->matches_count, 1);
    struct wire_match_choice resign = {.match = after->match, .key = wire_text("resign-once")};
    peer_call(ben, WIRE_MATCH_RESIGN, &resign);
    server_kill(&server);
    server_start_again(&server);
    ben = peer_come_back(&server, ben);
    peer_call(ben, WIRE_MATCH_RESIGN, &resign);
    cr_assert_eq(history_of(ben, NULL)->matches_count, 1);
}

/* An old client names no look and is told of one that it leaves aside. */
Test(crash, leaves_what_a_match_looks_like_while_it_is_live_and_when_it_is_over)
{
    struct server server = server_start();
    struct table chips = table_open(&server, "anna", "ben", "nimble", "3");
    struct table heaps = table_open(&server, "carl", "dora", "nim", "3");
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&chips, &server);
    table_come_back(&heaps, &server);
    cr_assert(wire_text_equal(match_resume(chips.first, chips.match)->look, "strip"));
    cr_assert_null(match_resume(heaps.first, heaps.match)->look.bytes);
    match_move(chips.first, chips.match, 1, "3>0");
    match_move(heaps.first, heaps.match, 1, "3>0");
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&chips, &server);
    const struct wire_match *ended = match_resume(chips.first, chips.match);
    cr_assert(wire_text_equal(ended->rules, "nim") && wire_text_equal(ended->look, "strip"));
    const struct wire_summaries *history = history_of(chips.first, NULL);
    for (size_t i = 0; i < history->matches_count; i++)
        cr_assert_eq(history->matches[i].look.bytes != NULL,
                     history->matches[i].match == chips.match);
}

/* The question is gone with the server; what was allowed is not, and a move from before it is never
 * made again. */
Test(crash, between_the_question_and_after_the_consent_of_a_takeback)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "9");
    table_move(&table, 1, "9>8");
    table_move(&table, 2, "8>7");
    struct wire_takeback question = table_ask_takeback(&table, 1);
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    cr_assert_eq(table_allow_takeback(&table, &question), ERROR_NO_SUCH_TAKEBACK);
    question = table_ask_takeback(&table, 1);
    cr_assert_eq(table_allow_takeback(&table, &question), ERROR_NONE);
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    const struct wire_match *match = match_resume(table.first, table.match);
    cr_assert_eq(match->ply, 0);
    cr_assert_eq(match->seq, 3);
    cr_assert_eq(match->back, 1);
    cr_assert_eq(match->taken_back_count, 1);
    cr_assert_eq(match->taken_back[0].moves_count, 2);
    struct wire_move old = {.match = table.match, .ply = 1, .move = wire_text("9>8")};
    match_expect_stale(table.first, &old, 0, "9");
    struct wire_move new = {.match = table.match, .ply = 1, .move = wire_text("9>0"), .back = 1};
    const struct wire_move_done *done = peer_call(table.first, WIRE_MATCH_MOVE, &new);
    cr_assert_eq(done->seq, 4);
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    match = match_resume(table.second, table.match);
    cr_assert(wire_text_equal(match->winner, "first"));
    cr_assert_eq(match->seq, 5);
    cr_assert_eq(match->taken_back_count, 1);
    done = peer_call(table.first, WIRE_MATCH_MOVE, &new);
    cr_assert_eq(done->seq, 4);
}
