/* A disk that takes no writes: nothing is acknowledged, everybody is told, and play goes on when it
 * can. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(stall);

/* The first player's move is under way when the disk refuses it. Returns its request. */
static uint32_t stall_with_a_move(const struct server *server, const struct table *table)
{
    server_fill_disk(server);
    uint32_t request = match_ask_move(table->first, table->match, 1, "7>1");
    const struct wire_reason *told = peer_event(table->first, WIRE_EVENT_SERVER_STALLED);
    cr_assert(wire_text_equal(told->reason, "the database takes no writes"),
              "players are told of no file and no machine, but: %.*s", (int)told->reason.len,
              told->reason.bytes);
    peer_event(table->second, WIRE_EVENT_SERVER_STALLED);
    return request;
}

/* How many lines of the server's log tell this event? */
static int count_log(const struct server *server, const char *event)
{
    char part[32];
    int count = 0;
    snprintf(part, sizeof part, " %s batch=", event);
    for (const char *rest = process_errors(server_keeper(server)); (rest = strstr(rest, part));
         rest++)
        count++;
    return count;
}

Test(stall, holds_the_move_back_and_acknowledges_it_when_the_disk_takes_it)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5+7");
    uint32_t request = stall_with_a_move(&server, &table);
    cr_assert_eq(match_try_move(table.second, table.match, 2, "5>3").code, ERROR_SERVER_STALLED);
    struct wire_offer_make offer = {.rules = wire_text("nim"), .key = fresh_key()};
    cr_assert_eq(peer_refusal(table.second, WIRE_OFFER_MAKE, &offer), ERROR_SERVER_STALLED);
    cr_assert_not(peer_has_event(table.second, WIRE_EVENT_MATCH_MOVED));

    server_free_disk(&server);
    cr_assert_eq(peer_answer(table.first, request).code, ERROR_NONE);
    peer_event(table.first, WIRE_EVENT_SERVER_RESUMED);
    peer_event(table.second, WIRE_EVENT_SERVER_RESUMED);
    peer_event(table.first, WIRE_EVENT_MATCH_MOVED);
    peer_event(table.second, WIRE_EVENT_MATCH_MOVED);
    table_move(&table, 2, "5>3");
    server_stop(&server);
    cr_assert_eq(count_log(&server, "stalled"), 1);
    cr_assert_eq(count_log(&server, "resumed"), 1);
    server_start_again(&server);
    table_come_back(&table, &server);
    cr_assert_eq(match_resume(table.first, table.match)->ply, 2);
}

Test(stall, followed_by_a_crash_undoes_nothing_that_anybody_was_told)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5+7");
    uint32_t request = stall_with_a_move(&server, &table);
    server_kill(&server);
    cr_assert_eq(peer_answer(table.first, request).code, ERROR_DISCONNECTED);
    peer_expect_end(table.second);
    cr_assert_not(peer_has_event(table.second, WIRE_EVENT_MATCH_MOVED));
    server_start_again(&server);
    table_come_back(&table, &server);
    match_move(table.first, table.match, 1, "7>1");
    cr_assert_eq(match_resume(table.second, table.match)->ply, 1);
}

Test(stall, does_not_keep_the_server_from_ending_in_time_but_from_ending_well)
{
    server_alone("Its gateway ends well.");
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5+7");
    uint32_t request = stall_with_a_move(&server, &table);
    process_signal(server.process, SIGTERM);
    cr_assert_eq(process_wait_within(server.process, ENDING_MS), 1);
    cr_assert_eq(peer_answer(table.first, request).code, ERROR_DISCONNECTED);
    const char *log = process_errors(server.process);
    cr_assert(strstr(log, "Z error failed reason=\"the disk did not take the last moves in time: "
                          "they were not acknowledged\"\n") != NULL,
              "it says: %s", log);
}
