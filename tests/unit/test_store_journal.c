/* An evening with 200,000 moves leaves a journal that is as long as one with few. */
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <stdlib.h>

SUITE(store_journal, 120);

enum {
    BATCHES = 200,
    MATCHES = 50, /* that begin in each batch, and end in the next */
    PLIES = 20,
    MOVES = BATCHES * MATCHES * PLIES,
    ROWS_MAX = MOVES / 10,
};

static const char moves[] = "5>4 4>3 5>4 4>3 5>4 4>3 5>4 4>3 5>4 4>3 "
                            "5>4 4>3 5>4 4>3 5>4 4>3 5>4 4>3 5>4 4>3";

static void commit_batch(struct running *running, int64_t number)
{
    struct batch *batch = batch_create();
    for (int64_t i = 0; i < MATCHES; i++) {
        int64_t id = 2 + number * MATCHES + i;
        add_match(batch, id, 1, 2, "3+5");
        for (int64_t ply = 1; ply <= PLIES; ply++)
            add_move(batch, id, ply, ply % 2 ? "5>4" : "4>3");
        if (number > 0)
            add_end(batch, id - MATCHES, PLIES, moves, ENDING_RESIGNATION, SEAT_FIRST);
    }
    running_commit(running, batch);
}

static int count_rows(const struct place *place)
{
    char *count = test_database_ask(place->database, "SELECT count(*) FROM journal");
    int rows = atoi(count);
    free(count);
    return rows;
}

Test(store_journal, stays_short_while_an_old_match_goes_on)
{
    struct place place = place_make();
    struct running running;
    int most = 0;
    running_start(&running, &place);
    struct batch *batch = batch_of_two_players();
    add_match(batch, 1, 1, 2, "3+5");
    add_move(batch, 1, 1, "5>4");
    running_commit(&running, batch);
    for (int64_t number = 0; number < BATCHES; number++) {
        commit_batch(&running, number);
        int rows = number % 10 == 9 ? count_rows(&place) : 0;
        most = rows > most ? rows : most;
    }
    cr_assert_lt(most, ROWS_MAX, "%d rows", most);
    assert_rows(place.database, "SELECT count(*) FROM journal WHERE match = 1", "1");
    fprintf(stderr, "%d moves, at most %d rows\n", MOVES, most);
    running_close(&running);
    place_remove(&place);
}
