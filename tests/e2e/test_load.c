/* However much one client asks, and whether it reads or not: it gets its answers, and the others do
 * not feel it. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <stdlib.h>

STAGE(load);

enum { PIPELINED = 1000, GROWTH_MAX_KIB = 20 * 1024 };

static void play_on(const struct table *table)
{
    table_play(table, "35>29 29>28 28>27 27>25 25>21 21>13 13>0");
}

/* An offer that makes the answer of offer.list a long one. */
static void make_long_offer(struct peer *peer)
{
    enum { HEAPS = 1000 };
    struct text start = {0};
    for (int i = 0; i < HEAPS; i++)
        text_append_string(&start, i > 0 ? "+1000000" : "1000000");
    offer_seek(peer, "nim", text_string(&start));
    text_finish(&start);
}

Test(load, of_a_thousand_requests_in_one_go_is_answered_in_order)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    struct peer *carl = peer_join(&server, "carl");
    offer_seek(carl, "nim", "3+5+7");
    uint32_t first = peer_ask_often(carl, WIRE_OFFER_LIST, NULL, PIPELINED);
    play_on(&table);
    peer_expect_answers(carl, first, PIPELINED);
    cr_assert_eq(history_of(carl, NULL)->matches_count, 1);
}

Test(load, of_a_thousand_look_ups_in_one_go_is_answered)
{
    struct server server = server_start();
    struct table over = table_open(&server, "anna", "ben", "nim", "7");
    table_move(&over, 1, "7>0");
    struct table table = table_open(&server, "carl", "dora", "fibonacci-nim", "35");
    struct wire_resume resume = {.match = over.match, .after = WIRE_ABSENT};
    uint32_t first = peer_ask_often(over.first, WIRE_MATCH_RESUME, &resume, PIPELINED);
    play_on(&table);
    for (uint32_t i = 0; i < PIPELINED; i++)
        cr_assert_eq(peer_answer(over.first, first + i).code, ERROR_NONE);
}

/* AddressSanitizer holds back what the server frees, which would count as occupied. */
static void hold_back_little(void)
{
    struct text options = {0};
    text_printf(&options, "%s:quarantine_size_mb=1", getenv("ASAN_OPTIONS"));
    setenv("ASAN_OPTIONS", text_string(&options), 1);
    text_finish(&options);
}

Test(load, by_a_client_that_never_reads_is_not_read_further)
{
    hold_back_little();
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    struct peer *carl = peer_join(&server, "carl");
    struct peer *deaf = peer_join(&server, "dora");
    make_long_offer(carl);
    peer_call(deaf, WIRE_OFFER_LIST, NULL);
    long before = process_resident(server.process);
    uint32_t first = peer_flood(deaf, WIRE_OFFER_LIST, NULL);
    play_on(&table);
    long growth = process_resident(server.process) - before;
    cr_assert_lt(growth, GROWTH_MAX_KIB, "it has grown by %ld KiB", growth);
    cr_assert_eq(peer_answer(deaf, first + PIPELINED / 2).code, ERROR_NONE, "it was given up");
}
