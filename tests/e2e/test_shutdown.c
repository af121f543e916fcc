/* SIGTERM: whatever the clients do meanwhile, the server ends well and in time, and its database is
 * one file. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(shutdown);

enum { PIPELINED = 1000 };

/* A match of that many moves, which is over. */
static struct table play_singles(const struct server *server, int64_t counters)
{
    char start[MOVE_TEXT_MAX], move[MOVE_TEXT_MAX];
    snprintf(start, sizeof start, "%lld", (long long)counters);
    struct table table = table_open(server, "anna", "ben", "nim", start);
    for (int64_t ply = 1; ply <= counters; ply++) {
        single_move(counters, ply, move);
        match_move(table_mover(&table, ply), table.match, ply, move);
    }
    return table;
}

Test(shutdown, leaves_all_that_happened_in_the_database_file_alone)
{
    struct server server = server_start();
    struct table table = play_singles(&server, 3);
    server_stop(&server);
    cr_assert_eq(folder_size("matches.db-wal"), 0);
    folder_copy("matches.db", "copy.db");
    struct server other = server_start_on("copy.db");
    const struct wire_summaries *history = history_of(peer_join(&other, "carl"), NULL);
    cr_assert_eq(history->matches_count, 1);
    cr_assert_eq(history->matches[0].match, table.match);
    cr_assert_eq(history->matches[0].ply, 3);
}

Test(shutdown, does_not_wait_for_thousands_of_look_ups)
{
    enum { ASKERS = 32 };
    struct server server = server_start();
    struct table table = play_singles(&server, 1001);
    struct wire_resume resume = {.match = table.match, .after = WIRE_ABSENT};
    for (int i = 0; i < ASKERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "asker-%d", i);
        peer_ask_often(peer_join(&server, name), WIRE_MATCH_RESUME, &resume, PIPELINED);
    }
    /* What was sent before this has reached the server before it. */
    match_list(table.first);
    server_stop(&server);
}

/* One question after the other, until the server hangs up. */
static void ask_to_the_end(struct peer *peer)
{
    while (!peer_answer(peer, peer_ask(peer, WIRE_OFFER_LIST, NULL)).code)
        ;
}

Test(shutdown, does_not_blame_the_disk_for_clients_that_do_not_read_or_ask_on)
{
    struct server server = server_start();
    struct peer *deaf = peer_join(&server, "anna");
    struct peer *asking = peer_join(&server, "ben");
    offer_seek(asking, "nim", "3+5+7");
    peer_flood(deaf, WIRE_OFFER_LIST, NULL);
    peer_ask_often(asking, WIRE_OFFER_LIST, NULL, PIPELINED);
    process_signal(server.process, SIGTERM);
    ask_to_the_end(asking);
    int status = process_wait_within(server.process, ENDING_MS);
    const char *errors = process_errors(server.process);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, errors);
    cr_assert_null(strstr(errors, "disk"), "it says: %s", errors);
}
