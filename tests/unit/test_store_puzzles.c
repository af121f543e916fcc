/* The practice with puzzles in the database, and after a start. */
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(store_puzzles, 60);

static struct error error;

static void add_practice(struct batch *batch, int64_t player, int64_t tried)
{
    batch_append(batch, RECORD_PRACTICE)->practice = (struct practice_record){
        .player = player,
        .rating = 1600.5,
        .deviation = 90,
        .volatility = 0.06,
        .tried = tried,
        .solved = 1,
        .changes = tried,
    };
}

static void add_item(struct batch *batch, int64_t player, const char *puzzle, int64_t rung,
                     int64_t due_ms)
{
    batch_append(batch, RECORD_PRACTICE_ITEM)->practice_item = (struct practice_item_record){
        .player = player, .puzzle = puzzle, .rung = rung, .due_ms = due_ms};
}

static void add_puzzle(struct batch *batch, const char *puzzle, double rating, int64_t attempts)
{
    batch_append(batch, RECORD_PUZZLE)->puzzle = (struct puzzle_record){.puzzle = puzzle,
                                                                        .rating = rating,
                                                                        .deviation = 80,
                                                                        .volatility = 0.06,
                                                                        .attempts = attempts};
}

static void print_item(void *owner, const char *puzzle, int64_t rung, int64_t due_ms)
{
    text_printf(owner, "%s %lld %lld;", puzzle, (long long)rung, (long long)due_ms);
}

static void expect_practice(struct store_reader *reader, int64_t player, int64_t tried,
                            const char *items)
{
    struct text printed = {0};
    struct store_practice_sink sink = {.owner = &printed, .item = print_item};
    struct store_practice practice;
    cr_assert_eq(store_reader_practice(reader, player, &sink, &practice, &error), ERROR_NONE, "%s",
                 error.message);
    cr_expect_eq(practice.tried, tried);
    cr_expect_eq(practice.changes, tried);
    cr_expect_eq(practice.deviation, tried ? 90 : 0);
    cr_expect_str_eq(text_string(&printed), items);
    text_finish(&printed);
}

Test(store_puzzles, the_latest_of_each_is_kept_and_closing_an_account_forgets_it)
{
    struct place place = place_make();
    struct running running;
    struct store_reader *reader;
    running_start(&running, &place);
    struct batch *batch = batch_of_two_players();
    add_password(batch, 1, "hash");
    add_password(batch, 2, "hash");
    add_practice(batch, 1, 1);
    add_practice(batch, 1, 2);
    add_practice(batch, 2, 1);
    add_item(batch, 1, "nim 3+5+7", 0, 1000);
    add_item(batch, 1, "nim 3+5+7", 1, 2000);
    add_item(batch, 1, "chomp 4+2", 6, 0);
    add_item(batch, 2, "nim 3+5+7", 2, 3000);
    add_puzzle(batch, "nim 3+5+7", 1500, 1);
    add_puzzle(batch, "nim 3+5+7", 1480, 2);
    running_commit(&running, batch);
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
    expect_practice(reader, 1, 2, "chomp 4+2 6 0;nim 3+5+7 1 2000;");
    expect_practice(reader, 3, 0, "");
    double rating = 7;
    int64_t attempts;
    cr_assert_eq(store_reader_puzzle(reader, "nim 3+5+7", &rating, &attempts, &error), ERROR_NONE);
    cr_expect_eq(rating, 1480);
    cr_expect_eq(attempts, 2);
    rating = 7;
    store_reader_puzzle(reader, "nim 1", &rating, &attempts, &error);
    cr_expect_eq(rating, 7);
    cr_expect_eq(attempts, 0);
    batch = batch_create();
    add_closed(batch, 1);
    running_commit(&running, batch);
    expect_practice(reader, 1, 0, "");
    expect_practice(reader, 2, 1, "nim 3+5+7 2 3000;");
    store_reader_close(reader);
    running_close(&running);
    place_remove(&place);
}
