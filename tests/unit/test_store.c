/* Matches in the database, and what the readers make of them. */
#include "server/hall/player_name.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(store, 60);

static struct place place;
static struct running running;
static struct store_reader *reader;
static struct wire_arena *arena; /* of what it reads */
static struct error error;

static void open_reader(void)
{
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE, "%s",
                 error.message);
}

/* A store with two players, Ann and Bob. */
static void begin(void)
{
    place = place_make();
    arena = wire_arena_create();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    store_reader_close(reader);
    wire_arena_destroy(arena);
    running_close(&running);
    place_remove(&place);
}

/* Match `id` of Ann (who begins, and wins) against Bob, whole in one batch. */
static void add_whole_match(struct batch *batch, int64_t id)
{
    add_match(batch, id, 1, 2, "3+5");
    add_move(batch, id, 1, "5>3");
    add_move(batch, id, 2, "3>0");
    add_move(batch, id, 3, "3>0");
    add_end(batch, id, 3, "5>3 3>0 3>0", ENDING_NORMAL, SEAT_FIRST);
}

/* The match with its moves after ply `after`, as `player` sees it. */
static struct wire_match read_match(int64_t id, int64_t after, int64_t player)
{
    struct wire_match match;
    open_reader();
    cr_assert_eq(store_reader_match(reader, id, after, player, arena, &match, &error), ERROR_NONE,
                 "%s", error.message);
    return match;
}

/* Match 7 after two moves, of whose second 250 ms were given back; ended with these times when they
 * are not NULL. */
static void begin_with_times(const char *times)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){1234, 0, 301766});
    add_clocked_move(batch, 7, 2, "3>0", (struct move_times){20300, 250, 282950});
    if (times) {
        struct record *record = add_end(batch, 7, 2, "5>3 3>0", ENDING_RESIGNATION, SEAT_SECOND);
        record->end.times = batch_keep(batch, times, strlen(times));
    }
    running_commit(&running, batch);
}

static void expect_both_times(const char *times)
{
    begin_with_times(times);
    struct wire_match match = read_match(7, 0, 1);
    cr_assert_eq(match.moves_count, 2);
    cr_assert_eq(match.taken[0], 1234);
    cr_assert_eq(match.credit[0], 0);
    cr_assert_eq(match.taken[1], 20300);
    cr_assert_eq(match.credit[1], 250);
    end();
}

static void expect_second_time(const char *times)
{
    begin_with_times(times);
    struct wire_match match = read_match(7, 1, 1);
    cr_assert_eq(match.moves_count, 1);
    cr_assert_eq(match.taken[0], 20300);
    cr_assert_eq(match.credit[0], 250);
    end();
}

Test(store, an_ended_match_has_the_times_of_its_moves)
{
    expect_both_times("1234 20300-250");
    expect_second_time("1234 20300-250");
}

Test(store, a_live_match_has_the_times_of_its_moves)
{
    expect_both_times(NULL);
    expect_second_time(NULL);
}

Test(store, times_that_are_not_one_for_each_move_are_an_error)
{
    struct wire_match match;
    begin_with_times("1234");
    open_reader();
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, arena, &match, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 7"), "%s", error.message);
    end();
}

Test(store, an_ended_match_is_read_back_whole)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    running_commit(&running, batch);
    struct wire_match match = read_match(7, 1, 2);
    cr_assert_eq(match.match, 7);
    assert_text(match.rules, "nim");
    assert_text(match.start, "3+5");
    assert_text(match.first, "Ann");
    assert_text(match.second, "Bob");
    cr_assert_eq(match.ply, 3);
    cr_assert_eq(match.created, 2007);
    cr_assert_eq(match.ended, 4007);
    assert_text(match.ending, "normal");
    assert_text(match.winner, "first");
    cr_assert_eq(match.seq, 4);
    assert_text(match.seat, "second");
    assert_text(match.position, "0");
    cr_assert_eq(match.from_ply, 2);
    cr_assert_eq(match.moves_count, 2);
    cr_assert_str_eq(words_text(match.moves, match.moves_count), "3>0 3>0");
    assert_text(match.clock, NULL);
    cr_assert_eq(match.first_left, WIRE_ABSENT);
    end();
}

Test(store, a_live_match_is_read_from_the_journal)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    add_match(batch, 8, 2, 1, "3+5");
    add_match(batch, 9, 1, 2, "4+6");
    add_move(batch, 8, 1, "5>3");
    add_move(batch, 9, 1, "6>5");
    running_commit(&running, batch);
    batch = batch_create();
    add_move(batch, 9, 2, "4>1");
    add_move(batch, 8, 2, "3>1");
    running_commit(&running, batch);
    struct wire_match match = read_match(8, 0, 5);
    assert_text(match.ending, NULL);
    assert_text(match.winner, NULL);
    cr_assert_eq(match.ended, WIRE_ABSENT);
    cr_assert_eq(match.ply, 2);
    cr_assert_eq(match.seq, 2);
    assert_text(match.seat, NULL);
    cr_assert_str_eq(words_text(match.moves, match.moves_count), "5>3 3>1");
    assert_text(match.position, "1+3");
    end();
}

Test(store, an_ended_match_shows_its_clock_but_no_time_that_is_left)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){1234, 0, 301766});
    add_end(batch, 7, 1, "5>3", ENDING_TIME, SEAT_FIRST);
    running_commit(&running, batch);
    struct wire_match match = read_match(7, 0, 1);
    assert_text(match.ending, "time");
    assert_text(match.clock, "300+3");
    cr_assert_eq(match.first_left, WIRE_ABSENT);
    cr_assert_eq(match.second_left, WIRE_ABSENT);
    cr_assert_not(match.clock_runs);
    end();
}

Test(store, the_clocks_of_a_live_match_stand_as_after_its_last_move)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){1234, 0, 301766});
    running_commit(&running, batch);
    struct wire_match match = read_match(7, 0, 1);
    cr_assert_eq(match.first_left, 301766);
    cr_assert_eq(match.second_left, 300000); /* has not moved yet */
    cr_assert_not(match.clock_runs);
    end();
}

Test(store, a_match_aborted_before_its_first_move_has_the_empty_record)
{
    begin();
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    struct record *record = batch_append(batch, RECORD_END);
    record->end.match = 7;
    record->end.ending = ENDING_ABORTED; /* moves: a span that was never filled */
    running_commit(&running, batch);
    struct wire_match match = read_match(7, 0, 1);
    assert_text(match.ending, "aborted");
    cr_assert_eq(match.seq, 1);
    cr_assert_eq(match.moves_count, 0);
    assert_text(match.position, "3+5");
    end();
}

Test(store, a_match_that_is_not_there_is_no_such_match)
{
    begin();
    open_reader();
    struct wire_match match;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, arena, &match, &error), ERROR_NO_SUCH_MATCH);
    cr_assert_str_eq(error.message, "there is no match 7");
    end();
}

Test(store, a_record_that_cannot_be_is_internal_and_named)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    add_match(batch, 8, 1, 2, "3+5");
    add_move(batch, 8, 1, "5>3");
    running_commit(&running, batch);
    open_reader();
    static const struct {
        int64_t match;
        const char *damage;
        const char *message;
    } cases[] = {
        {7, "UPDATE match SET moves = '5>3 3>0' WHERE id = 7", "match 7: it has 2 moves, not 3"},
        {7, "UPDATE match SET moves = '5>3 3>0 5>0' WHERE id = 7",
         "the record of match 7 does not replay: "},
        {7, "UPDATE match SET ending = 'lost' WHERE id = 7", "match 7: no ending is called 'lost'"},
        {8, "UPDATE journal SET ply = 2 WHERE match = 8", "match 8: its journal has no ply 1"},
        {8, "UPDATE match SET clock = 'soon' WHERE id = 8", "match 8: its clock: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_match match;
        do_sql(&place, cases[i].damage);
        cr_assert_eq(store_reader_match(reader, cases[i].match, 0, 1, arena, &match, &error),
                     ERROR_INTERNAL);
        cr_assert_eq(strncmp(error.message, cases[i].message, strlen(cases[i].message)), 0,
                     "'%s' instead of '%s'", error.message, cases[i].message);
    }
    end();
}

/* The ids of a page of history, as a text. */
static const char *history(char *player_key, int64_t before, int64_t limit)
{
    static char ids[200];
    struct history_page page = {.player_key = player_key, .before = before, .limit = limit};
    struct wire_summaries list;
    size_t len = 0;
    ids[0] = '\0';
    cr_assert_eq(store_reader_history(reader, &page, arena, &list, &error), ERROR_NONE, "%s",
                 error.message);
    for (size_t i = 0; i < list.matches_count; i++)
        len += (size_t)snprintf(ids + len, sizeof ids - len, "%lld ",
                                (long long)list.matches[i].match);
    snprintf(ids + len, sizeof ids - len, "%s", list.more ? "and more" : "that is all");
    return ids;
}

Test(store, history_comes_in_pages_the_latest_first_and_leaves_live_matches_out)
{
    begin();
    struct batch *batch = batch_create();
    for (int64_t id = 1; id <= 5; id++)
        add_whole_match(batch, id);
    add_match(batch, 6, 1, 2, "3+5");
    running_commit(&running, batch);
    open_reader();
    cr_assert_str_eq(history(NULL, 0, 2), "5 4 and more");
    cr_assert_str_eq(history(NULL, 4, 2), "3 2 and more");
    cr_assert_str_eq(history(NULL, 2, 2), "1 that is all");
    cr_assert_str_eq(history(NULL, 0, 5), "5 4 3 2 1 that is all");
    end();
}

Test(store, history_of_a_name_is_that_of_all_who_ever_had_it_and_each_match_once)
{
    begin();
    struct batch *batch = batch_create();
    add_player(batch, 3, "ANN");
    add_player(batch, 4, "Cem");
    add_whole_match(batch, 1); /* Ann and Bob */
    add_match(batch, 2, 4, 2, "3+5");
    add_end(batch, 2, 0, "", ENDING_ABORTED, SEAT_NOBODY);
    add_match(batch, 3, 4, 3, "3+5");
    add_end(batch, 3, 0, "", ENDING_RESIGNATION, SEAT_FIRST);
    add_match(batch, 4, 1, 3, "3+5");
    add_end(batch, 4, 0, "", ENDING_RESIGNATION, SEAT_FIRST);
    running_commit(&running, batch);
    open_reader();
    char *ann = name_key("aNN", 3), *bob = name_key("bob", 3), *nobody = name_key("dee", 3);
    cr_assert_str_eq(history(ann, 0, 10), "4 3 1 that is all");
    cr_assert_str_eq(history(ann, 4, 1), "3 and more");
    cr_assert_str_eq(history(bob, 0, 10), "2 1 that is all");
    cr_assert_str_eq(history(nobody, 0, 10), "that is all");
    free(ann);
    free(bob);
    free(nobody);
    end();
}

static void expect_names(int64_t match, const char *first, const char *second)
{
    struct wire_match shown;
    cr_assert_eq(store_reader_match(reader, match, 0, 2, arena, &shown, &error), ERROR_NONE);
    assert_text(shown.first, first);
    assert_text(shown.second, second);
}

Test(store, history_of_a_closed_account_is_found_by_the_name_that_it_is_shown_with)
{
    begin();
    struct batch *batch = batch_create();
    add_player(batch, 3, "ANN"); /* a guest, once */
    add_match(batch, 1, 3, 2, "3+5");
    add_end(batch, 1, 0, "", ENDING_ABORTED, SEAT_NOBODY);
    add_whole_match(batch, 2); /* Ann and Bob */
    add_whole_match(batch, 3);
    add_password(batch, 1, "hash");
    add_closed(batch, 1);
    running_commit(&running, batch);
    open_reader();
    char ann[] = "ann", bob[] = "bob", closed[] = "closed-1", open[] = "closed-2";
    cr_assert_str_eq(history(closed, 0, 10), "3 2 that is all");
    cr_assert_str_eq(history(closed, 0, 1), "3 and more");
    cr_assert_str_eq(history(closed, 3, 1), "2 that is all");
    cr_assert_str_eq(history(ann, 0, 10), "that is all");
    cr_assert_str_eq(history(bob, 0, 10), "3 2 1 that is all");
    cr_assert_str_eq(history(open, 0, 10), "that is all");
    cr_assert_str_eq(history(NULL, 0, 10), "3 2 1 that is all");
    expect_names(1, "ANN", "Bob");
    expect_names(2, "closed-1", "Bob");
    end();
}

Test(store, history_shows_the_clocks)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "30/move");
    add_end(batch, 7, 0, "", ENDING_UNSTARTED, SEAT_NOBODY);
    add_whole_match(batch, 8);
    running_commit(&running, batch);
    open_reader();
    struct wire_summaries list;
    struct history_page page = {.limit = 10};
    cr_assert_eq(store_reader_history(reader, &page, arena, &list, &error), ERROR_NONE);
    cr_assert_eq(list.matches_count, 2);
    assert_text(list.matches[0].clock, NULL);
    assert_text(list.matches[1].clock, "30/move");
    assert_text(list.matches[1].ending, "unstarted");
    end();
}

Test(store, what_each_move_took_is_kept)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_match(batch, 8, 1, 2, "3+5");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){1234, 34, 301800});
    add_clocked_move(batch, 7, 2, "3>0", (struct move_times){300000, 0, 0});
    add_clocked_move(batch, 8, 1, "5>3", (struct move_times){99, 0, -1});
    struct record *record = add_end(batch, 7, 2, "5>3 3>0", ENDING_TIME, SEAT_SECOND);
    record->end.times = batch_keep(batch, "1234-34 300000", 14);
    running_commit(&running, batch);
    assert_rows(
        place.database,
        "SELECT match, ply, move, at_ms, taken_ms, credit_ms, left_ms FROM journal ORDER BY id",
        "7|1|5>3|3001|1234|34|301800\n"
        "7|2|3>0|3002|300000|0|0\n"
        "8|1|5>3|3001|99|0|NULL");
    assert_rows(place.database, "SELECT id, clock, ending, moves, times FROM match ORDER BY id",
                "7|300+3|time|5>3 3>0|1234-34 300000\n"
                "8|NULL|NULL|NULL|NULL");
    end();
}

Test(store, answers_are_kept_until_they_are_forgotten)
{
    begin();
    struct batch *batch = batch_create();
    add_answer(batch, 1, "a", REQUEST_OFFER_MAKE, 0, 12, 100);
    add_answer(batch, 1, "b", REQUEST_MATCH_RESIGN, 7, 0, 200);
    add_answer(batch, 2, "a", REQUEST_MATCH_RESIGN, 7, 0, 300);
    running_commit(&running, batch);
    batch = batch_create();
    add_forget(batch, 1, "a");
    add_forget(batch, 2, "never used");
    add_forget(batch, 2, "a");
    add_answer(batch, 2, "a", REQUEST_MATCH_ABORT, 8, 0, 400);
    running_commit(&running, batch);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM answer"), 2);
    cr_assert_eq(ask_int(&place, "SELECT subject FROM answer WHERE player = 1 AND key = 'b'"), 7);
    cr_assert_eq(ask_int(&place, "SELECT kind FROM answer WHERE player = 2 AND key = 'a'"),
                 REQUEST_MATCH_ABORT);
    end();
}

/* --- one writes while another reads --- */

enum { RACE_PLIES = 300 };

static void *read_until_ended(void *unused)
{
    (void)unused;
    struct store_reader *own;
    struct wire_arena *own_arena = wire_arena_create();
    struct error cause;
    struct wire_match match;
    int64_t seen = 0;
    cr_assert_eq(store_reader_open(place.database, &own, &cause), ERROR_NONE);
    do {
        wire_arena_clear(own_arena);
        cr_assert_eq(store_reader_match(own, 7, 0, 1, own_arena, &match, &cause), ERROR_NONE, "%s",
                     cause.message);
        cr_assert_geq(match.ply, seen);
        /* Two moves to a batch: half of one is never seen. */
        cr_assert_eq(match.ply % 2, 0, "ply %lld", (long long)match.ply);
        seen = match.ply;
    } while (!match.ending.bytes);
    cr_assert_eq(seen, RACE_PLIES);
    store_reader_close(own);
    wire_arena_destroy(own_arena);
    return NULL;
}

Test(store, a_reader_sees_whole_batches_only_while_they_are_being_written)
{
    begin();
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "300");
    running_commit(&running, batch);
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, read_until_ended, NULL), 0);
    struct text moves = {0};
    for (int64_t ply = 1; ply <= RACE_PLIES; ply += 2) {
        batch = batch_create();
        for (int64_t i = ply; i < ply + 2; i++) {
            char move[20];
            snprintf(move, sizeof move, "%lld>%lld", (long long)(301 - i), (long long)(300 - i));
            add_move(batch, 7, i, move);
            text_printf(&moves, "%s%s", moves.len ? " " : "", move);
        }
        if (ply + 2 > RACE_PLIES)
            add_end(batch, 7, RACE_PLIES, text_string(&moves), ENDING_NORMAL, SEAT_SECOND);
        running_commit(&running, batch);
    }
    cr_assert_eq(pthread_join(thread, NULL), 0);
    text_finish(&moves);
    end();
}
