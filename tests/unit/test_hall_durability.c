/* Nothing is said before it is on disk; stalls, the end; repeated requests. */
#include "tests/unit/hall_fixture.h"

SUITE(hall_durability, 60);

struct table {
    struct evening *evening;
    struct guest *ann, *ben;
};

static struct table table_of_two(void)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    return table;
}

/* --- batches --- */

Test(hall_durability, nobody_is_welcomed_before_they_are_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    says_hello(ann);
    expect_silence(ann);
    cr_assert(submit(evening));
    expect_silence(ann);
    land(evening);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_durability, what_changes_nothing_durable_is_said_at_once)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    cr_assert_not(submit(table.evening));
    expect(table.ann, HEARD_OFFER_NUMBER);
    evening_end(table.evening);
}

Test(hall_durability, reading_waits_for_what_it_may_show)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    resumes(table.ben, match, 0);
    lists_matches(table.ben, 0, 10);
    lists_offers(table.ben);
    expect_silence(table.ben);
    submit(table.evening);
    expect_silence(table.ben);
    land(table.evening);
    expect(table.ben, HEARD_MOVED);
    cr_assert_eq(expect(table.ben, HEARD_MATCH)->match.ply, 1);
    expect(table.ben, HEARD_SUMMARIES);
    expect(table.ben, HEARD_OFFERS);
    evening_end(table.evening);
}

Test(hall_durability, a_refusal_waits_too)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    plays(table.ben, match, 1, "5>3");
    expect_silence(table.ben);
    commit(table.evening);
    expect(table.ben, HEARD_MOVED);
    expect_error(table.ben, ERROR_STALE_PLY);
    evening_end(table.evening);
}

Test(hall_durability, the_next_batch_fills_while_one_is_written)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    cr_assert(submit(table.evening));
    plays(table.ben, match, 2, "4>3");
    cr_assert_not(submit(table.evening));
    land(table.evening);
    expect(table.ann, HEARD_MOVE_DONE);
    expect(table.ann, HEARD_MOVED);
    expect_silence(table.ann);
    cr_assert(submit(table.evening));
    expect_silence(table.ann);
    land(table.evening);
    expect(table.ann, HEARD_MOVED);
    evening_end(table.evening);
}

Test(hall_durability, without_a_change_reading_waits_for_the_batch_that_is_written)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    submit(table.evening);
    lists_offers(table.ben);
    expect_silence(table.ben);
    land(table.evening);
    expect(table.ben, HEARD_MOVED);
    expect(table.ben, HEARD_OFFERS);
    evening_end(table.evening);
}

Test(hall_durability, a_batch_holds_all_that_happened_since_the_last)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "1", "k");
    accepts(table.ben, expect(table.ann, HEARD_OFFER_NUMBER)->offer_number.offer, "k");
    plays(table.ann, 1, 1, "1>0");
    struct batch *batch = hall_batch_take(table.evening->hall);
    static const enum record_kind kinds[] = {RECORD_MATCH, RECORD_ANSWER, RECORD_ANSWER,
                                             RECORD_MOVE, RECORD_END};
    cr_assert_eq(batch->count, sizeof kinds / sizeof *kinds);
    for (size_t i = 0; i < batch->count; i++)
        cr_assert_eq(batch->records[i].kind, kinds[i], "record %zu", i);
    cr_assert_str_eq(batch->records[4].end.moves, "1>0");
    cr_assert_eq(batch->records[3].move.at_ms, table.evening->now_ms);
    table.evening->in_flight = batch;
    evening_end(table.evening);
}

Test(hall_durability, the_hall_is_settled_when_all_is_written_and_said)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    cr_assert(hall_is_settled(evening->hall));
    says_hello(ann);
    cr_assert_not(hall_is_settled(evening->hall));
    cr_assert(hall_is_durable(evening->hall));
    hear(evening);
    cr_assert_not(hall_is_settled(evening->hall));
    cr_assert_not(hall_is_durable(evening->hall));
    submit(evening);
    cr_assert_not(hall_is_settled(evening->hall));
    cr_assert_not(hall_is_durable(evening->hall));
    struct batch *batch = evening->in_flight;
    disk_write(&evening->disk, batch);
    evening->in_flight = NULL;
    hall_batch_committed(evening->hall, batch);
    cr_assert(hall_is_durable(evening->hall));
    cr_assert_not(hall_is_settled(evening->hall));
    hear(evening);
    cr_assert(hall_is_settled(evening->hall));
    evening_end(evening);
}

Test(hall_durability, time_does_not_go_back)
{
    struct table table = table_of_two();
    int64_t now = table.evening->now_ms, tick = table.evening->tick_ms;
    hall_set_time(table.evening->hall, now + 5, tick);
    hall_set_time(table.evening->hall, now, tick);
    begin_match(table.ann, table.ben, "nim", "5");
    cr_assert_eq(disk_match(&table.evening->disk, 1)->created_ms, now + 5);
    evening_end(table.evening);
}

Test(hall_durability, a_match_lasts_as_long_as_its_moves_when_the_time_of_day_is_set_back)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    int64_t began_ms = disk_match(&table.evening->disk, match)->created_ms;
    table.evening->now_ms -= 3600000;
    pass(table.evening, 2500);
    plays(table.ann, match, 1, "5>0");
    commit(table.evening);
    cr_assert_eq(disk_match(&table.evening->disk, match)->ended_ms, began_ms + 2500);
    evening_end(table.evening);
}

Test(hall_durability, no_match_ends_before_it_began_though_the_time_was_set_back_meanwhile)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    int64_t began_ms = disk_match(&table.evening->disk, match)->created_ms;
    commit(table.evening);
    table.evening->now_ms -= 3600000;
    crash(table.evening);
    come_back(table.ann);
    resigns(table.ann, match, "enough");
    commit(table.evening);
    cr_assert_eq(disk_match(&table.evening->disk, match)->ended_ms, began_ms);
    evening_end(table.evening);
}

/* --- stalls --- */

Test(hall_durability, a_stall_is_told_at_once_and_changes_are_refused_at_once)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    stall(table.evening);
    cr_assert_str_eq(expect(table.ann, HEARD_STALLED)->notice.reason.bytes, "the disk is full");
    expect(table.ben, HEARD_STALLED);
    plays(table.ben, match, 2, "4>3");
    expect_error(table.ben, ERROR_SERVER_STALLED);
    seeks(table.ben, "nim", "3", "k");
    expect_error(table.ben, ERROR_SERVER_STALLED);
    resigns(table.ben, match, "k");
    expect_error(table.ben, ERROR_SERVER_STALLED);
    expect_silence(table.ann);
    evening_end(table.evening);
}

Test(hall_durability, a_stall_is_told_once)
{
    struct table table = table_of_two();
    begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, 1, 1, "5>4");
    stall(table.evening);
    hall_stalled(table.evening->hall, STALL_DISK, "still full");
    expect(table.ben, HEARD_STALLED);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_durability, nothing_is_lost_and_nothing_is_said_twice_when_the_disk_goes_on)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    submit(table.evening);
    plays(table.ben, match, 2, "4>3"); /* before anybody knew */
    stall(table.evening);
    resumes(table.ben, match, 0);
    expect(table.ben, HEARD_STALLED);
    expect_silence(table.ben);
    land(table.evening);
    expect(table.ben, HEARD_RESUMED);
    expect(table.ben, HEARD_MOVED);
    expect_silence(table.ben);
    commit(table.evening);
    expect(table.ben, HEARD_MOVE_DONE);
    expect(table.ben, HEARD_MOVED);
    cr_assert_eq(expect(table.ben, HEARD_MATCH)->match.ply, 2);
    expect_silence(table.ben);
    plays(table.ann, match, 3, "3>0");
    commit(table.evening);
    expect(table.ben, HEARD_MOVED);
    expect(table.ben, HEARD_ENDED);
    evening_end(table.evening);
}

Test(hall_durability, who_comes_during_a_stall_is_told_of_it)
{
    struct table table = table_of_two();
    begin_match(table.ann, table.ben, "nim", "5");
    leave(table.ann);
    resigns(table.ben, 1, "k");
    stall(table.evening);
    shows_token(table.ann, table.ann->token);
    expect_error(table.ann, ERROR_SERVER_STALLED);
    struct guest *dora = newcomer(table.evening, "dora");
    says_hello(dora);
    expect_error(dora, ERROR_SERVER_STALLED);
    evening_end(table.evening);
}

Test(hall_durability, a_hello_upon_which_a_stall_comes_is_refused_at_once)
{
    struct table table = table_of_two();
    struct guest *carl = newcomer(table.evening, "carl");
    registers(table.ann, "secret", "k");
    says_hello(carl);
    expect_silence(carl);
    stall(table.evening);
    expect_error(carl, ERROR_SERVER_STALLED);
    expect_silence(carl);
    land(table.evening);
    says_hello(carl);
    commit(table.evening);
    expect(carl, HEARD_WELCOME);
    evening_end(table.evening);
}

Test(hall_durability, what_was_looked_up_too_early_lets_nobody_in_after_the_stall)
{
    struct table table = table_of_two();
    struct guest *other = newcomer(table.evening, "ann");
    registers(table.ann, "secret", "k");
    leave(table.ann);
    table.evening->slow_look_ups = true;
    says_hello(other);
    stall(table.evening);
    struct hall_found found = found_for(other); /* the disk knows of no account yet */
    cr_assert_not(found.name_reserved);
    land(table.evening);
    skip(other);
    answer_hello(other, &found);
    expect_error(other, ERROR_SERVER_STALLED);
    evening_end(table.evening);
}

/* --- another hall may have taken over --- */

static void doubt(const struct table *table)
{
    hall_stalled(table->evening->hall, STALL_LEASE, "the database is silent");
}

static void end_doubt(const struct table *table)
{
    hall_resumed(table->evening->hall, STALL_LEASE);
}

Test(hall_durability, no_commit_ends_a_doubt)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    stall(table.evening);
    doubt(&table);
    expect(table.ben, HEARD_STALLED);
    land(table.evening); /* it was on its way for longer than the lease */
    expect_silence(table.ben);
    plays(table.ben, match, 2, "4>3");
    expect_error(table.ben, ERROR_SERVER_STALLED);
    doubt(&table);
    expect_silence(table.ben);
    end_doubt(&table);
    expect(table.ben, HEARD_RESUMED);
    expect(table.ben, HEARD_MOVED);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_durability, the_end_of_a_doubt_does_not_end_a_stall)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    submit(table.evening);
    doubt(&table);
    stall(table.evening);
    expect(table.ben, HEARD_STALLED);
    end_doubt(&table);
    expect_silence(table.ben);
    land(table.evening);
    expect(table.ben, HEARD_RESUMED);
    expect(table.ben, HEARD_MOVED);
    evening_end(table.evening);
}

Test(hall_durability, in_doubt_nothing_is_answered_that_shows_how_things_stand)
{
    struct table table = table_of_two();
    struct guest *warden = newcomer(table.evening, "warden");
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    resumes(table.ben, match, 0); /* of the turn in which the lease ends */
    doubt(&table);
    expect(table.ben, HEARD_STALLED);
    resumes(table.ben, match, 0);
    lists_offers(table.ben);
    pings(table.ben);
    expect_silence(table.ben);
    lists_players(warden, 0, 10);
    expect(warden, HEARD_PRESENT);
    end_doubt(&table);
    expect(table.ben, HEARD_RESUMED);
    expect(table.ben, HEARD_MATCH);
    expect(table.ben, HEARD_MATCH);
    expect(table.ben, HEARD_OFFERS);
    expect(table.ben, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_durability, who_is_let_go_is_waited_for)
{
    struct table table = table_of_two();
    int64_t match = begin_clocked(table.ann, table.ben, "nim", "5", "10+1");
    doubt(&table);
    expect(table.ben, HEARD_STALLED);
    resumes(table.ben, match, 0);
    cr_assert_eq(hall_let_go(table.evening->hall, "somewhere else"), 2);
    cr_assert_str_eq(expect(table.ben, HEARD_CLOSING)->notice.reason.bytes, "somewhere else");
    expect_silence(table.ben);
    cr_assert_eq(hall_let_go(table.evening->hall, "somewhere else"), 0);
    leave(table.ann);
    leave(table.ben);
    end_doubt(&table);
    pass(table.evening, 5000);
    come_back(table.ben);
    come_back(table.ann);
    skip(table.ann);
    resumes(table.ann, match, 0);
    cr_assert_eq(expect(table.ann, HEARD_MATCH)->match.first_left, 10000);
    evening_end(table.evening);
}

/* --- closing --- */

Test(hall_durability, changes_are_refused_while_the_server_closes)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    hall_close(table.evening->hall, "for the night");
    hall_close(table.evening->hall, "again");
    plays(table.ben, match, 2, "4>3");
    seeks(table.ben, "nim", "3", "k");
    resumes(table.ben, match, 0);
    struct guest *carl = newcomer(table.evening, "carl");
    says_hello(carl);
    expect_silence(table.ben);
    commit(table.evening);
    expect(table.ben, HEARD_MOVED);
    cr_assert_str_eq(expect(table.ben, HEARD_CLOSING)->notice.reason.bytes, "for the night");
    expect_error(table.ben, ERROR_SERVER_CLOSING);
    expect_error(table.ben, ERROR_SERVER_CLOSING);
    expect(table.ben, HEARD_MATCH);
    expect_silence(table.ben);
    expect_error(carl, ERROR_SERVER_CLOSING);
    evening_end(table.evening);
}

static void close_for_the_night(const struct table *table)
{
    hall_close(table->evening->hall, "for the night");
}

Test(hall_durability, that_the_server_closes_is_told_during_a_stall)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    stall(table.evening);
    close_for_the_night(&table);
    expect(table.ben, HEARD_STALLED);
    cr_assert_str_eq(expect(table.ben, HEARD_CLOSING)->notice.reason.bytes, "for the night");
    expect_silence(table.ben);
    commit(table.evening);
    expect(table.ben, HEARD_RESUMED);
    expect(table.ben, HEARD_MOVED);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_durability, that_the_server_closes_is_told_when_a_stall_comes_upon_it)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, match, 1, "5>4");
    submit(table.evening);
    close_for_the_night(&table);
    resumes(table.ben, match, 0);
    expect_silence(table.ben);
    stall(table.evening);
    expect(table.ben, HEARD_STALLED);
    expect(table.ben, HEARD_CLOSING);
    expect_silence(table.ben);
    commit(table.evening);
    expect(table.ben, HEARD_RESUMED);
    expect(table.ben, HEARD_MOVED);
    expect(table.ben, HEARD_MATCH);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_durability, the_driver_refuses_in_turn)
{
    struct table table = table_of_two();
    struct error error = {.code = ERROR_UNKNOWN_METHOD, .message = "no such method"};
    begin_match(table.ann, table.ben, "nim", "5");
    plays(table.ann, 1, 1, "5>4");
    is_refused(table.ann, &error);
    expect_silence(table.ann);
    commit(table.evening);
    expect(table.ann, HEARD_MOVE_DONE);
    expect(table.ann, HEARD_MOVED);
    expect_error(table.ann, ERROR_UNKNOWN_METHOD);
    evening_end(table.evening);
}

Test(hall_durability, the_texts_of_a_batch_stay_where_they_are)
{
    struct batch *batch = batch_create();
    char long_text[5000];
    memset(long_text, 'x', sizeof long_text);
    for (int round = 0; round < 2; round++) {
        const char *first = batch_keep(batch, "first", 5), *last = first;
        for (int i = 0; i < 1000; i++)
            last = batch_keep(batch, "next", 4);
        const char *long_one = batch_keep(batch, long_text, sizeof long_text);
        cr_assert_str_eq(first, "first");
        cr_assert_str_eq(last, "next");
        cr_assert_eq(strlen(long_one), sizeof long_text);
        cr_assert_str_eq(batch_keep(batch, "", 0), "");
        batch_clear(batch);
    }
    batch_destroy(batch);
}
