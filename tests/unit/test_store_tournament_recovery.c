/* Tournaments and ratings after a start. */
#include "tests/suite.h"
#include "tests/unit/test_store_evening.h"

#include <stdio.h>
#include <string.h>

enum { NOW_MS = 50000 };

SUITE(store_tournament_recovery, 60);

static struct evening evening;
static struct error error;

static struct hall *recovered_hall(void)
{
    struct hall_config config = {.seed = 1, .now_ms = NOW_MS, .limits = hall_limits_default};
    config.limits.left_tournament_ms =
        2 * hall_limits_default.idle_tournament_ms; /* nobody comes */
    struct hall *hall = hall_create(&config);
    cr_assert_eq(running_recover(&evening.running, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_restored(hall, NOW_MS, 0, &error), ERROR_NONE, "%s", error.message);
    return hall;
}

/* The messages that the hall has for its driver now: how many are of this kind? */
static int count_messages(struct hall *hall, enum message_kind kind, int64_t *ret_number)
{
    int count = 0;
    while (hall_go_on(hall))
        ;
    for (struct message *message; (message = hall_message_next(hall)); message_destroy(message)) {
        count += message->kind == kind;
        if (message->kind == MESSAGE_JUDGE && kind == MESSAGE_JUDGE)
            *ret_number += message->judge.match;
        if (message->kind == MESSAGE_DRAW_START && kind == MESSAGE_DRAW_START)
            *ret_number = message->draw_start.tournament;
    }
    return count;
}

Test(store_tournament_recovery, a_running_tournament_goes_on_with_its_live_matches)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    struct hall *hall = recovered_hall();
    cr_assert_eq(hall_figures(hall).tournaments, 1);
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    int64_t matches = 0;
    cr_assert_eq(count_messages(hall, MESSAGE_JUDGE, &matches), 0);
    hall_destroy(hall);
    evening_end(&evening);
}

Test(store_tournament_recovery, what_was_not_judged_before_a_start_is_judged_after_it)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    running_commit(&evening.running, evening_first_round_over());
    do_sql(&evening.place, "DELETE FROM judgement WHERE match = 102");
    struct hall *hall = recovered_hall();
    int64_t matches = 0;
    cr_assert_eq(count_messages(hall, MESSAGE_JUDGE, &matches), 1);
    cr_assert_eq(matches, 102);
    hall_destroy(hall);
    evening_end(&evening);
}

Test(store_tournament_recovery, the_next_round_is_paired_after_a_start)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    running_commit(&evening.running, evening_first_round_over());
    do_sql(&evening.place, "UPDATE tournament SET starts = 'fair:1-2:1-9'");
    struct hall *hall = recovered_hall();
    int64_t tournament = 0;
    cr_assert_eq(count_messages(hall, MESSAGE_DRAW_START, &tournament), 1,
                 "for the one pair of the second round");
    cr_assert_eq(tournament, 7);
    hall_destroy(hall);
    evening_end(&evening);
}

/* The batch is written: then this is the time of what happened last in the tournament that waits.
 */
static void expect_idle_since(struct batch *batch, int64_t at_ms)
{
    running_commit(&evening.running, batch);
    struct hall *hall = recovered_hall();
    cr_assert_eq(hall_next_deadline(hall),
                 hall_limits_default.idle_tournament_ms - (NOW_MS - at_ms));
    hall_destroy(hall);
}

Test(store_tournament_recovery, one_that_waits_for_somebody_goes_by_what_happened_last)
{
    evening_begin(&evening);
    struct batch *made = batch_create(), *joined = batch_create(), *paused = batch_create();
    add_tournament(made, 7, "Friday")->tournament.active_ms = 10000;
    expect_idle_since(made, 10000);
    add_entrant(joined, 7, 0, "perfect", 1, -1);
    add_entrant(joined, 7, 1, "greedy", 2, -1);
    add_entrant(joined, 7, 2, "Zoë", 3, -1);
    add_tournament_active(joined, 7, 20000);
    expect_idle_since(joined, 20000);
    add_tournament_state(paused, 7, TOURNAMENT_RUNNING, "", 25000);
    add_tournament_state(paused, 7, TOURNAMENT_PAUSED, "", 30000);
    expect_idle_since(paused, 30000);
    evening_end(&evening);
}

Test(store_tournament_recovery, one_that_is_over_is_not_brought_back)
{
    evening_begin(&evening);
    evening_write(&evening);
    struct hall *hall = recovered_hall();
    cr_assert_eq(hall_figures(hall).tournaments, 0);
    cr_assert_eq(hall_figures(hall).live_matches, 0);
    hall_destroy(hall);
    evening_end(&evening);
}

Test(store_tournament_recovery, recovery_names_the_tournament_that_cannot_be)
{
    static const struct {
        const char *sql, *message;
    } cases[] = {
        {"UPDATE tournament SET format = 'rumble'", "tournament 7: its format or state"},
        {"UPDATE tournament SET state = 'asleep'", "tournament 7: its format or state"},
        {"UPDATE pair SET second = 0 WHERE number = 1", "tournament 7: the meeting of pair 1"},
        {"DELETE FROM entrant WHERE number = 0", "tournament 7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        evening_begin(&evening);
        running_commit(&evening.running, evening_began());
        do_sql(&evening.place, cases[i].sql);
        struct hall_config config = {.seed = 1, .now_ms = NOW_MS, .limits = hall_limits_default};
        struct hall *hall = hall_create(&config);
        expect_refused(running_recover(&evening.running, hall, &error), ERROR_INTERNAL, &error,
                       cases[i].message);
        hall_destroy(hall);
        evening_end(&evening);
    }
}

/* Player 1 comes back with token 1. */
static void come_back(struct hall *hall, uint64_t session)
{
    struct hall_caller caller = {.session = session, .request = 1};
    struct hall_hello hello = {.token = {"token", 5}};
    struct hall_found found;
    token_hash_of(1, hello.token_hash);
    cr_assert(hall_hello(hall, caller, &hello));
    cr_assert_eq(store_reader_token(evening.reader, hello.token_hash, NOW_MS, &found, &error),
                 ERROR_NONE);
    hall_hello_looked_up(hall, caller, &hello, &found);
    store_found_finish(&found);
}

static const struct record *find_record(const struct batch *batch, enum record_kind kind)
{
    for (size_t i = 0; i < batch->count; i++)
        if (batch->records[i].kind == kind)
            return &batch->records[i];
    return NULL;
}

Test(store_tournament_recovery, the_number_of_a_new_tournament_follows_the_greatest_ever_given)
{
    evening_begin(&evening);
    evening_write(&evening);
    struct hall *hall = recovered_hall();
    come_back(hall, 50);
    struct hall_tournament_plan plan = {.rules = {"nim", 3}, .format = {"swiss", 5}, .rounds = 2};
    hall_tournament_create(hall, (struct hall_caller){.session = 50, .request = 2}, &plan,
                           (struct hall_text){"k", 1});
    struct batch *batch = hall_batch_take(hall);
    const struct record *record = batch ? find_record(batch, RECORD_TOURNAMENT) : NULL;
    cr_assert_not_null(record);
    cr_assert_eq(record->tournament.id, 8);
    running_submit(&evening.running, batch);
    running_wait_committed(&evening.running);
    hall_batch_committed(hall, batch);
    struct wire_tournament shown;
    cr_assert_eq(store_reader_tournament(evening.reader, 8, evening.arena, &shown, &error),
                 ERROR_NONE);
    assert_text(shown.state, "open");
    assert_text(shown.owner, "perfect");
    hall_destroy(hall);
    evening_end(&evening);
}

/* The second of two rated matches goes by what the first has brought, also when a start lies
 * between. */
Test(store_tournament_recovery, ratings_go_on_after_a_start)
{
    evening_begin(&evening);
    struct batch *batch = batch_create();
    add_password(batch, 1, "hash");
    add_password(batch, 2, "hash");
    add_rating(batch, 1, "nim", 1800, 6);
    add_rating(batch, 2, "nim", 1700, 5);
    add_match(batch, 110, 1, 2, "3+5")->match.rated = true;
    add_move(batch, 110, 1, "5>3");
    add_move(batch, 110, 2, "3>0");
    running_commit(&evening.running, batch);
    struct hall *hall = recovered_hall();
    come_back(hall, 50);
    hall_match_resign(hall, (struct hall_caller){.session = 50, .request = 2}, 110,
                      (struct hall_text){"k", 1});
    batch = hall_batch_take(hall);
    const struct record *record = batch ? find_record(batch, RECORD_RATING) : NULL;
    cr_assert_not_null(record);
    cr_assert(record->rating.player == 1 || record->rating.player == 2);
    cr_assert_eq(record->rating.matches, record->rating.player == 1 ? 7 : 6);
    hall_batch_committed(hall, batch);
    hall_destroy(hall);
    evening_end(&evening);
}
