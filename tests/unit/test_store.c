#include "server/hall/name.h"
#include "server/store/lock.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

SUITE(store, 60);

static struct place place;
static struct running running;
static struct store_reader *reader;
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
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    store_reader_close(reader);
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

/* The moves after ply `after` of match 7, and how long they took. */
static struct match_view view_of_seven(int64_t after)
{
    struct match_view view;
    open_reader();
    cr_assert_eq(store_reader_match(reader, 7, after, 1, &view, &error), ERROR_NONE, "%s",
                 error.message);
    return view;
}

/* Match 7 after two moves, of whose second 250 ms were given back; ended with these times when they are not NULL. */
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
    struct match_view view = view_of_seven(0);
    cr_assert_eq(view.move_count, 2);
    cr_assert_eq(view.taken_ms[0], 1234);
    cr_assert_eq(view.credit_ms[0], 0);
    cr_assert_eq(view.taken_ms[1], 20300);
    cr_assert_eq(view.credit_ms[1], 250);
    match_view_finish(&view);
    end();
}

static void expect_second_time(const char *times)
{
    begin_with_times(times);
    struct match_view view = view_of_seven(1);
    cr_assert_eq(view.move_count, 1);
    cr_assert_eq(view.taken_ms[0], 20300);
    cr_assert_eq(view.credit_ms[0], 250);
    match_view_finish(&view);
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
    struct match_view view;
    begin_with_times("1234");
    open_reader();
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 7"), "%s", error.message);
    end();
}

Test(store, an_ended_match_is_read_back_whole)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    running_commit(&running, batch);
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 1, 2, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.match, 7);
    cr_assert_str_eq(view.summary.rules, "nim");
    cr_assert_str_eq(view.summary.start, "3+5");
    cr_assert_str_eq(view.summary.first, "Ann");
    cr_assert_str_eq(view.summary.second, "Bob");
    cr_assert_eq(view.summary.ply, 3);
    cr_assert_eq(view.summary.created_ms, 2007);
    cr_assert_eq(view.summary.ended_ms, 4007);
    cr_assert_eq(view.summary.ending, ENDING_NORMAL);
    cr_assert_eq(view.summary.winner, SEAT_FIRST);
    cr_assert_eq(view.seq, 4);
    cr_assert_eq(view.seat, SEAT_SECOND);
    cr_assert_str_eq(text_string(&view.position), "0");
    cr_assert_eq(view.from_ply, 2);
    cr_assert_eq(view.move_count, 2);
    cr_assert_str_eq(text_string(&view.moves), "3>0 3>0");
    cr_assert_null(view.summary.clock);
    cr_assert_eq(view.left_ms[0], -1);
    match_view_finish(&view);
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
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 8, 0, 5, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.ending, ENDING_NONE);
    cr_assert_eq(view.summary.winner, SEAT_NOBODY);
    cr_assert_eq(view.summary.ended_ms, 0);
    cr_assert_eq(view.summary.ply, 2);
    cr_assert_eq(view.seq, 2);
    cr_assert_eq(view.seat, SEAT_NOBODY);
    cr_assert_str_eq(text_string(&view.moves), "5>3 3>1");
    cr_assert_str_eq(text_string(&view.position), "1+3");
    match_view_finish(&view);
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
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.ending, ENDING_TIME);
    cr_assert_str_eq(view.summary.clock, "300+3");
    cr_assert_eq(view.left_ms[0], -1);
    cr_assert_eq(view.left_ms[1], -1);
    cr_assert_not(view.clock_runs);
    match_view_finish(&view);
    end();
}

Test(store, the_clocks_of_a_live_match_stand_as_after_its_last_move)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){1234, 0, 301766});
    running_commit(&running, batch);
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.left_ms[0], 301766);
    cr_assert_eq(view.left_ms[1], 300000); /* has not moved yet */
    cr_assert_not(view.clock_runs);
    match_view_finish(&view);
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
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.ending, ENDING_ABORTED);
    cr_assert_eq(view.seq, 1);
    cr_assert_eq(view.move_count, 0);
    cr_assert_str_eq(text_string(&view.position), "3+5");
    match_view_finish(&view);
    end();
}

Test(store, a_match_that_is_not_there_is_no_such_match)
{
    begin();
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NO_SUCH_MATCH);
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
        struct match_view view;
        do_sql(&place, cases[i].damage);
        cr_assert_eq(store_reader_match(reader, cases[i].match, 0, 1, &view, &error),
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
    struct match_summary *list;
    size_t count, len = 0;
    bool more;
    ids[0] = '\0';
    cr_assert_eq(store_reader_history(reader, &page, &list, &count, &more, &error), ERROR_NONE,
                 "%s", error.message);
    for (size_t i = 0; i < count; i++) {
        len += (size_t)snprintf(ids + len, sizeof ids - len, "%lld ", (long long)list[i].match);
        match_summary_finish(&list[i]);
    }
    snprintf(ids + len, sizeof ids - len, "%s", more ? "and more" : "that is all");
    free(list);
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

Test(store, history_shows_the_clocks)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "30/move");
    add_end(batch, 7, 0, "", ENDING_UNSTARTED, SEAT_NOBODY);
    add_whole_match(batch, 8);
    running_commit(&running, batch);
    open_reader();
    struct match_summary *list;
    size_t count;
    bool more;
    struct history_page page = {.limit = 10};
    cr_assert_eq(store_reader_history(reader, &page, &list, &count, &more, &error), ERROR_NONE);
    cr_assert_eq(count, 2);
    cr_assert_null(list[0].clock);
    cr_assert_str_eq(list[1].clock, "30/move");
    cr_assert_eq(list[1].ending, ENDING_UNSTARTED);
    match_summary_finish(&list[0]);
    match_summary_finish(&list[1]);
    free(list);
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
    assert_rows(place.database,
                "SELECT match, ply, move, at_ms, taken_ms, credit_ms, left_ms FROM journal",
                "7|1|5>3|3001|1234|34|301800\n"
                "7|2|3>0|3002|300000|0|0\n"
                "8|1|5>3|3001|99|0|NULL");
    assert_rows(place.database, "SELECT id, clock, ending, moves, times FROM match",
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

/* --- starting again --- */

enum { NOW_MS = 5000 };

static struct hall *empty_hall(void)
{
    struct hall_config config = {.seed = 1, .now_ms = NOW_MS, .limits = hall_limits_default};
    return hall_create(&config);
}

static struct hall *recovered_hall(struct store *store)
{
    struct hall *hall = empty_hall();
    cr_assert_eq(store_recover(store, hall, &error), ERROR_NONE, "%s", error.message);
    return hall;
}

static struct message *next_message(struct hall *hall, enum message_kind kind)
{
    struct message *message = hall_message_next(hall);
    cr_assert_not_null(message);
    cr_assert_eq(message->kind, kind, "%d instead of %d", message->kind, kind);
    return message;
}

/* The same, past other messages. */
static struct message *next_answer(struct hall *hall, enum message_kind kind)
{
    struct message *message = hall_message_next(hall);
    while (message && message->kind != kind) {
        message_destroy(message);
        message = hall_message_next(hall);
    }
    cr_assert_not_null(message);
    return message;
}

/* Player `id` comes back with the token of the same number. */
static void come_back(struct hall *hall, uint64_t session, int64_t id)
{
    struct hall_caller caller = {session, 1};
    struct hall_hello hello = {.token = {"token", 5}};
    struct hall_found found;
    token_hash_of(id, hello.token_hash);
    cr_assert(hall_hello(hall, caller, &hello));
    message_destroy(next_message(hall, MESSAGE_LOOK_UP_HELLO));
    cr_assert_eq(store_reader_token(reader, hello.token_hash, NOW_MS, &found, &error), ERROR_NONE);
    hall_hello_looked_up(hall, caller, &hello, &found);
    store_found_finish(&found);
    struct message *message = next_message(hall, MESSAGE_WELCOME);
    cr_assert_eq(message->welcome.player, id);
    cr_assert_eq(message->welcome.match_count, 2);
    message_destroy(message);
}

/* Two unfinished matches whose moves are interleaved with each other's and with an ended one's. */
static void write_two_unfinished(void)
{
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    add_move(batch, 7, 1, "5>3");
    add_match(batch, 8, 1, 2, "3+5");
    add_match(batch, 9, 2, 1, "4+6");
    add_move(batch, 8, 1, "5>3");
    add_move(batch, 9, 1, "6>5");
    running_commit(&running, batch);
    batch = batch_create();
    add_move(batch, 7, 2, "3>1");
    add_end(batch, 8, 1, "5>3", ENDING_RESIGNATION, SEAT_FIRST);
    add_answer(batch, 1, "used", REQUEST_MATCH_ABORT, 7, 0, 4999);
    running_commit(&running, batch);
}

Test(store, the_hall_is_rebuilt_from_the_unfinished_matches)
{
    begin();
    write_two_unfinished();
    running_close(&running);
    running_start(&running, &place);
    open_reader();
    struct hall *hall = recovered_hall(running.store);
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    come_back(hall, 50, 1);
    hall_match_resume(hall, (struct hall_caller){50, 2}, 7, 0);
    struct message *message = next_answer(hall, MESSAGE_MATCH);
    cr_assert_str_eq(text_string(&message->match.view.position), "1+3");
    cr_assert_str_eq(text_string(&message->match.view.moves), "5>3 3>1");
    cr_assert_eq(message->match.view.seat, SEAT_FIRST);
    cr_assert_str_eq(message->match.view.summary.second, "Bob");
    message_destroy(message);
    hall_destroy(hall);
    end();
}

Test(store, a_key_used_before_the_start_is_still_used)
{
    begin();
    write_two_unfinished();
    open_reader();
    struct hall *hall = recovered_hall(running.store);
    come_back(hall, 50, 1);
    hall_match_abort(hall, (struct hall_caller){50, 2}, 7, (struct hall_text){"used", 4});
    bool answered = false;
    for (struct message *message; (message = hall_message_next(hall));) {
        answered |= message->kind == MESSAGE_NOTHING;
        message_destroy(message);
    }
    cr_assert(answered, "the answer of the key's first request");
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    hall_destroy(hall);
    end();
}

/* Cem says hello for the first time; the batch that comes of it. */
static struct batch *hello_of_a_new_guest(struct hall *hall)
{
    struct hall_caller caller = {50, 1};
    struct hall_found found = {0};
    struct hall_hello hello = {.name = {"Cem", 3}, .fresh_token = "t", .fresh_token_hash = "h"};
    cr_assert(hall_hello(hall, caller, &hello));
    message_destroy(next_message(hall, MESSAGE_LOOK_UP_HELLO));
    hall_hello_looked_up(hall, caller, &hello, &found);
    struct batch *batch = hall_batch_take(hall);
    cr_assert_not_null(batch);
    return batch;
}

Test(store, new_ids_follow_the_greatest_ever_given)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 41);
    add_token(batch, 30, 1, 0, 1);
    add_token_revoked(batch, 1, 30, 0);
    running_commit(&running, batch);
    struct hall *hall = recovered_hall(running.store);
    batch = hello_of_a_new_guest(hall);
    cr_assert_eq(batch->records[0].kind, RECORD_PLAYER);
    cr_assert_eq(batch->records[0].player.id, 3);
    cr_assert_eq(batch->records[1].kind, RECORD_TOKEN);
    cr_assert_eq(batch->records[1].token.number, 31, "number 30 is given, though it is gone");
    hall_batch_committed(hall, batch);
    hall_destroy(hall);
    end();
}

Test(store, the_clocks_go_on_where_the_journal_left_them)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_clocked_match(batch, 8, 1, 2, "30/move");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){60000, 100, 243100});
    add_clocked_move(batch, 7, 2, "3>1", (struct move_times){10000, 0, 293000});
    running_commit(&running, batch);
    open_reader();
    struct hall *hall = recovered_hall(running.store);
    come_back(hall, 50, 1);
    hall_match_resume(hall, (struct hall_caller){50, 2}, 7, 0);
    struct message *message = next_answer(hall, MESSAGE_MATCH);
    cr_assert_str_eq(message->match.view.summary.clock, "300+3");
    cr_assert_eq(message->match.view.left_ms[0], 243100);
    cr_assert_eq(message->match.view.left_ms[1], 293000);
    message_destroy(message);
    hall_destroy(hall);
    end();
}

Test(store, bans_hold_after_a_start)
{
    begin();
    struct batch *batch = batch_create();
    add_ban(batch, BAN_NAME, "cem", 100, 0);
    add_ban(batch, BAN_ADDRESS, "10.1.2.3", 200, NOW_MS + 1);
    running_commit(&running, batch);
    struct hall *hall = recovered_hall(running.store);
    hall_operator_bans(hall, (struct hall_caller){60, 1});
    struct message *message = next_message(hall, MESSAGE_BANS);
    cr_assert_eq(message->bans.count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct ban_view *ban = &message->bans.list[i];
        bool by_name = ban->kind == BAN_NAME;
        cr_assert_str_eq(ban->shown, "as shown");
        cr_assert_str_eq(ban->reason, "as told");
        cr_assert_eq(ban->made_ms, by_name ? 100 : 200);
        cr_assert_eq(ban->until_ms, by_name ? 0 : NOW_MS + 1);
    }
    cr_assert_neq(message->bans.list[0].kind, message->bans.list[1].kind);
    message_destroy(message);
    struct hall_hello cem = {.name = {"CEM", 3}};
    cr_assert_not(hall_hello(hall, (struct hall_caller){50, 1}, &cem));
    message = next_message(hall, MESSAGE_ERROR);
    cr_assert_eq(message->error.error.code, ERROR_BANNED);
    message_destroy(message);
    hall_destroy(hall);
    end();
}

Test(store, recovery_names_the_match_whose_journal_cannot_be)
{
    begin();
    write_two_unfinished();
    do_sql(&place, "UPDATE journal SET move = '9>1' WHERE match = 9");
    struct hall *hall = empty_hall();
    cr_assert_eq(store_recover(running.store, hall, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 9"), "%s", error.message);
    hall_destroy(hall);
    end();
}

/* --- whose file is it? --- */

static void assert_refused(const char *path, const char *message)
{
    struct store *store = NULL;
    cr_assert_eq(store_open(path, &store, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, message), "'%s' instead of '%s'", error.message,
                       message);
    cr_assert_not_null(strstr(error.message, path), "'%s' does not name the file", error.message);
    cr_assert_null(store);
}

static void assert_no_lock_file(void)
{
    char path[320];
    snprintf(path, sizeof path, "%s.lock", place.database);
    cr_assert_eq(access(path, F_OK), -1, "%s is left behind", path);
}

Test(store, a_second_server_is_refused_and_told_which_process_has_the_database)
{
    begin();
    char message[60], other[600];
    snprintf(message, sizeof message, "in use by another server, process %ld: ", (long)getpid());
    assert_refused(place.database, message);
    snprintf(other, sizeof other, "%s/other.db", place.directory);
    cr_assert_eq(symlink("games.db", other), 0);
    assert_refused(other, message);
    end();
}

/* Takes the lock and removes its file, over and over; was the file that it had locked always the one that was there? */
static bool lock_and_remove(const char *path)
{
    bool was_there = true;
    for (int i = 0; i < 1000; i++) {
        struct stat named, opened;
        bool made;
        int fd;
        if (lock_take(path, &fd, &made, &error))
            continue;
        was_there = was_there && stat(path, &named) == 0 && fstat(fd, &opened) == 0 &&
                    named.st_ino == opened.st_ino;
        unlink(path);
        lock_release(fd);
    }
    return was_there;
}

Test(store, a_lock_is_never_on_a_file_that_another_server_has_removed)
{
    char path[320];
    int status;
    place = place_make();
    snprintf(path, sizeof path, "%s.lock", place.database);
    pid_t child = fork();
    if (child == 0)
        _exit(lock_and_remove(path) ? 0 : 1);
    cr_assert_gt(child, 0);
    bool was_there = lock_and_remove(path);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(was_there && status == 0);
    place_remove(&place);
}

Test(store, a_start_that_fails_keeps_a_lock_file_that_was_there)
{
    place = place_make();
    do_sql(&place, "PRAGMA application_id = 99; CREATE TABLE t (x)");
    char path[320];
    snprintf(path, sizeof path, "%s.lock", place.database);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fclose(file);
    assert_refused(place.database, "a database of another program");
    cr_assert_eq(access(path, F_OK), 0);
    place_remove(&place);
}

Test(store, a_file_that_is_no_database_is_refused)
{
    place = place_make();
    FILE *file = fopen(place.database, "w");
    for (int i = 0; i < 1000; i++)
        fputs("Dear diary, ", file);
    fclose(file);
    assert_refused(place.database, "file is not a database (SQLITE_NOTADB)");
    assert_no_lock_file();
    assert_refused(place.directory, "unable to open database file (SQLITE_CANTOPEN");
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    place_remove(&place);
}

Test(store, another_programs_database_is_refused_and_left_alone)
{
    place = place_make();
    do_sql(&place, "PRAGMA application_id = 99; CREATE TABLE t (x)");
    assert_refused(place.database, "a database of another program");
    do_sql(&place, "PRAGMA application_id = 0");
    assert_refused(place.database, "a database of another program");
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM sqlite_schema"), 1);
    cr_assert_eq(ask_int(&place, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    place_remove(&place);
}

Test(store, a_newer_servers_database_is_refused)
{
    begin();
    running_close(&running);
    do_sql(&place, "PRAGMA user_version = 1000");
    assert_refused(place.database, "made by a newer server: schema version 1000, and this one");
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    place_remove(&place);
}

static void assert_private(const char *suffix)
{
    char path[320];
    struct stat status;
    snprintf(path, sizeof path, "%s%s", place.database, suffix);
    cr_assert_eq(stat(path, &status), 0, "%s", path);
    cr_assert_eq(status.st_mode & 0777, 0600, "%s: %o", path, (unsigned)status.st_mode);
}

Test(store, a_new_database_is_for_its_owner_alone)
{
    mode_t before = umask(0);
    begin();
    umask(before);
    assert_private("");
    assert_private("-wal");
    assert_private("-shm");
    end();
}

Test(store, the_permissions_of_a_database_that_is_there_are_left_as_they_are)
{
    begin();
    running_close(&running);
    struct stat status;
    cr_assert_eq(chmod(place.database, 0640), 0);
    running_start(&running, &place);
    cr_assert_eq(stat(place.database, &status), 0);
    cr_assert_eq(status.st_mode & 0777, 0640);
    end();
}

Test(store, a_reader_makes_no_database)
{
    place = place_make();
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_neq(access(place.database, F_OK), 0);
    do_sql(&place, "VACUUM"); /* makes the file, empty */
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "of schema version 0; a server brings it to"), "%s",
                       error.message);
    place_remove(&place);
}

/* --- no query may read a table from end to end --- */

enum { QUERIES_MAX = 100 };
static char *queries[QUERIES_MAX];
static size_t query_count;

static int note_query(unsigned event, void *context, void *statement, void *sql)
{
    (void)event, (void)context, (void)sql;
    const char *text = sqlite3_sql(statement);
    for (size_t i = 0; i < query_count; i++)
        if (strcmp(queries[i], text) == 0)
            return 0;
    cr_assert_lt(query_count, QUERIES_MAX);
    queries[query_count++] = strdup(text);
    return 0;
}

static int trace_connection(sqlite3 *db, const char **message, const void *routines)
{
    (void)message, (void)routines;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, note_query, NULL);
}

/* Only recovery reads a table whole, and wants all of it: the answers, the bans, the ratings. sqlite_sequence and server_key have
 * one row. These indexes have what is not over yet, or are walked as far as a page goes. */
static bool may_be_scanned(const char *step)
{
    static const char *const allowed[] = {
        "SCAN answer",
        "SCAN ban",
        "SCAN rating",
        "SCAN sqlite_sequence",
        "SCAN server_key",
        "SCAN CONSTANT ROW",
        "SCAN match USING INDEX match_unfinished",
        "SCAN match USING COVERING INDEX match_unfinished",
        "SCAN tournament USING INDEX tournament_unfinished",
        "SCAN tournament USING COVERING INDEX tournament_unfinished",
        "SCAN rating USING INDEX rating_best",
    };
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(step, allowed[i]) == 0)
            return true;
    return false;
}

/* All answers, in recovery; and the ratings of one account, as many as there are families of games. */
static bool may_be_sorted(const char *sql)
{
    return strstr(sql, "FROM answer") || strstr(sql, "FROM player CROSS JOIN rating");
}

static void assert_no_scan(sqlite3 *db, const char *sql)
{
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *plan;
    cr_assert_eq(sqlite3_prepare_v2(db, explain, -1, &plan, NULL), SQLITE_OK, "%s", sql);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *step = (const char *)sqlite3_column_text(plan, 3);
        bool scan = strncmp(step, "SCAN ", 5) == 0 && !may_be_scanned(step);
        bool sort = strstr(step, "USE TEMP B-TREE FOR ORDER BY") && !may_be_sorted(sql);
        cr_assert_not(scan || sort, "%s: %s", step, sql);
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain);
}

/* One of each kind of record. */
static void write_everything(void)
{
    struct batch *batch = batch_create();
    add_password(batch, 1, "hash");
    add_token_used(batch, 1, 9000);
    add_token_revoked(batch, 1, 0, 1);
    add_ban(batch, BAN_NAME, "cem", 1, 0);
    add_unban(batch, BAN_NAME, "cem");
    add_forget(batch, 1, "used");
    add_tournament(batch, 5, "Friday");
    add_entrant(batch, 5, 0, "Ann", 1, -1);
    add_entrant(batch, 5, 1, "Bob", 2, -1);
    add_entrant(batch, 5, 2, "Cem", 0, -1);
    add_entrant_gone(batch, 5, 2);
    add_tournament_state(batch, 5, TOURNAMENT_RUNNING, "", 1);
    add_pair(batch, 5, 1, (int[]){1, 1, 1, 1}, (struct meeting){0, 1});
    add_pair_match(batch, 5, 1, 1, 20, (int64_t[]){1, 2});
    add_end(batch, 20, 0, "", ENDING_VOID, SEAT_NOBODY);
    add_pair_void(batch, 5, 1);
    add_marks(batch, 7, "+1 0");
    add_rating(batch, 1, "nim", 1600, 1);
    running_commit(&running, batch);
}

static bool stop_at_once(void *owner, const struct export_line *line)
{
    (void)owner, (void)line;
    return false;
}

static void ask_for_tournaments(void)
{
    struct store_export sink = {.line = stop_at_once};
    struct store_record record;
    struct tournament_view view, *views;
    struct standing_view *standings;
    struct pair_view *pairs;
    struct rating_view *ratings;
    size_t count;
    bool more;
    cr_assert_eq(store_reader_record(reader, 99, &record, &error), ERROR_NO_SUCH_MATCH);
    cr_assert_not(store_reader_tournaments(reader, 1, 10, &views, &count, &more, &error));
    free(views);
    cr_assert_eq(store_reader_tournament(reader, 99, &view, &error), ERROR_NO_SUCH_TOURNAMENT);
    cr_assert_not(store_reader_pairs(reader, 5, 9, 10, &pairs, &count, &more, &error));
    free(pairs);
    cr_assert_not(store_reader_standings(reader, 5, &view, &standings, &count, &error));
    while (count > 0)
        standing_view_finish(&standings[--count]);
    free(standings);
    tournament_view_finish(&view);
    do_sql(&place, "UPDATE tournament SET state = 'finished' WHERE id = 5;"
                   " UPDATE pair SET is_void = 0 WHERE tournament = 5;"
                   " UPDATE match SET ending = 'normal' WHERE id = 20");
    for (int times = 0; times < 2; times++)
        for (int after = 0; after < 3; after++)
            cr_assert_not(store_reader_export(reader, 5, times, after, &sink, &error));
    for (int i = 0; i < 4; i++) {
        cr_assert_not(store_reader_ratings(reader, i & 1 ? "cem" : NULL, i & 2 ? "chomp" : NULL, 1,
                                           &ratings, &count, &error));
        while (count > 0)
            rating_view_finish(&ratings[--count]);
        free(ratings);
    }
}

static void ask_everything(void)
{
    struct match_view view;
    struct hall_found found;
    struct store_token *tokens;
    size_t count;
    char key[] = "ann", *password;
    unsigned char hash[TOKEN_HASH_BYTES] = {0};
    cr_assert_not(store_reader_token(reader, hash, NOW_MS, &found, &error));
    cr_assert_not(store_reader_account(reader, "cem", &found, &password, &error));
    cr_assert_not(store_reader_password(reader, 2, &password, &error));
    cr_assert_not(store_reader_tokens(reader, 9, NOW_MS, &tokens, &count, &error));
    free(tokens);
    cr_assert_not(store_reader_match(reader, 7, 0, 1, &view, &error));
    match_view_finish(&view);
    history(NULL, 0, 10);
    history(key, 0, 10);
    ask_for_tournaments();
}

static bool is_to_be_explained(const char *sql)
{
    static const char *const verbs[] = {"SELECT ", "UPDATE ", "INSERT ", "DELETE "};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strncmp(sql, verbs[i], strlen(verbs[i])) == 0)
            return !strstr(sql, "sqlite_schema");
    return false;
}

Test(store, no_query_reads_a_table_from_end_to_end)
{
    sqlite3_auto_extension((void (*)(void))trace_connection);
    begin();
    write_two_unfinished();
    write_everything();
    hall_destroy(recovered_hall(running.store));
    unsigned char fresh[EXPORT_SEED_BYTES] = {0}, seed[EXPORT_SEED_BYTES];
    cr_assert_not(store_key_seed(running.store, fresh, seed, &error));
    open_reader();
    ask_everything();
    sqlite3_reset_auto_extension();

    sqlite3 *db;
    size_t explained = 0;
    cr_assert_eq(sqlite3_open(place.database, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_db_config(db, SQLITE_DBCONFIG_TRIGGER_EQP, 1, NULL), SQLITE_OK);
    for (size_t i = 0; i < query_count; i++) {
        if (is_to_be_explained(queries[i])) {
            assert_no_scan(db, queries[i]);
            explained++;
        }
        free(queries[i]);
    }
    cr_assert_geq(explained, 55, "%zu of %zu queries", explained, query_count);
    sqlite3_close(db);
    end();
}

/* --- one writes while another reads --- */

enum { RACE_PLIES = 300 };

static void *read_until_ended(void *unused)
{
    (void)unused;
    struct store_reader *own;
    struct error cause;
    struct match_view view = {0};
    int64_t seen = 0;
    cr_assert_eq(store_reader_open(place.database, &own, &cause), ERROR_NONE);
    do {
        match_view_finish(&view);
        cr_assert_eq(store_reader_match(own, 7, 0, 1, &view, &cause), ERROR_NONE, "%s",
                     cause.message);
        cr_assert_geq(view.summary.ply, seen);
        /* Two moves to a batch: half of one is never seen. */
        cr_assert_eq(view.summary.ply % 2, 0, "ply %lld", (long long)view.summary.ply);
        seen = view.summary.ply;
    } while (view.summary.ending == ENDING_NONE);
    cr_assert_eq(seen, RACE_PLIES);
    match_view_finish(&view);
    store_reader_close(own);
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
