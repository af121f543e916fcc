/* Takebacks by consent: the question and its answers, what stands afterwards, and late retries. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>

SUITE(hall_takeback, 60);

/* A friendly match of ann against ben, ann to move first. */
struct table {
    struct evening *evening;
    struct guest *ann, *ben;
    int64_t match;
};

static struct table table_with(const char *rules, const char *start, const char *clock)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    table.match = begin_clocked(table.ann, table.ben, rules, start, clock);
    return table;
}

/* Of nim from 9, after some moves of one counter each. */
static struct table table_after(int64_t plies)
{
    struct table table = table_with("nim", "9", "none");
    count_down(table.ann, table.ben, table.match, 9, plies);
    commit(table.evening);
    skip_all(table.evening);
    return table;
}

static void expect_question(struct guest *guest, int64_t seq, const char *asker, int64_t ply,
                            bool is_open)
{
    const struct wire_takeback *question = &expect(guest, HEARD_TAKEBACK)->takeback;
    cr_assert_eq(question->seq, seq);
    cr_assert_str_eq(question->player.bytes, asker);
    cr_assert_eq(question->ply, ply);
    cr_assert_eq(question->open, is_open);
}

static const struct wire_taken_back *
expect_taken_back(struct guest *guest, int64_t seq, int64_t ply, int64_t back, const char *position)
{
    const struct wire_taken_back *event = &expect(guest, HEARD_TAKEN_BACK)->taken_back;
    cr_assert_eq(event->seq, seq);
    cr_assert_eq(event->ply, ply);
    cr_assert_eq(event->back, back);
    cr_assert_str_eq(event->position.bytes, position);
    return event;
}

static void expect_stale(struct guest *guest, int64_t seq, int64_t ply, int64_t back)
{
    const struct heard *stale = expect_error(guest, ERROR_STALE_PLY);
    cr_assert(stale->is_stale);
    cr_assert_eq(stale->stale.seq, seq);
    cr_assert_eq(stale->stale.ply, ply);
    cr_assert_eq(stale->stale.back, back ? back : WIRE_ABSENT);
}

static void expect_done(struct guest *guest, int64_t seq, int64_t ply)
{
    const struct heard *done = expect(guest, HEARD_MOVE_DONE);
    cr_assert_eq(done->move_done.seq, seq);
    cr_assert_eq(done->move_done.ply, ply);
}

/* The opponent takes the question and agrees; all is on disk and heard. */
static void take_back(struct guest *asker, struct guest *opponent, int64_t match, int64_t ply)
{
    char asks[32], accepts[32];
    skip_all(asker->evening);
    asks_takeback(asker, match, ply, fresh_key(asker->evening, asks));
    commit(asker->evening);
    int64_t seq = expect(opponent, HEARD_TAKEBACK)->takeback.seq;
    accepts_takeback(opponent, match, seq, ply, fresh_key(asker->evening, accepts));
    commit(asker->evening);
    expect(opponent, HEARD_NOTHING);
    skip_all(asker->evening);
}

static const struct wire_match *view(struct guest *guest, int64_t match)
{
    skip(guest);
    resumes(guest, match, 0);
    commit(guest->evening);
    return &expect(guest, HEARD_MATCH)->match;
}

/* --- the question and its answers --- */

Test(hall_takeback, a_question_is_told_to_both_and_the_consent_to_all)
{
    struct table table = table_after(3);
    struct guest *carl = arrive(table.evening, "carl");
    watches(carl, table.match);
    commit(table.evening);
    skip_all(table.evening);
    asks_takeback(table.ann, table.match, 3, "a");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect_question(table.ann, 3, "first", 3, true);
    expect_question(table.ben, 3, "first", 3, true);
    expect_silence(carl);
    accepts_takeback(table.ben, table.match, 3, 3, "b");
    expect_silence(table.ben);
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    expect_taken_back(table.ann, 4, 2, 1, "7");
    expect_taken_back(table.ben, 4, 2, 1, "7");
    expect_taken_back(carl, 4, 2, 1, "7");
    plays_after(table.ann, table.match, 3, 1, "7>2");
    commit(table.evening);
    expect_done(table.ann, 5, 3);
    const struct wire_moved *moved = &expect(carl, HEARD_MOVED)->moved;
    cr_assert_eq(moved->seq, 5);
    cr_assert_str_eq(moved->position.bytes, "2");
    evening_end(table.evening);
}

Test(hall_takeback, with_the_opponents_reply_both_moves_go)
{
    struct table table = table_after(4);
    take_back(table.ann, table.ben, table.match, 3);
    const struct wire_match *match = view(table.ann, table.match);
    cr_assert_eq(match->ply, 2);
    cr_assert_eq(match->seq, 5);
    cr_assert_eq(match->back, 1);
    expect_moves(match, "9>8 8>7");
    cr_assert_eq(match->taken_back_count, 1);
    cr_assert_eq(match->taken_back[0].ply, 3);
    cr_assert_eq(match->taken_back[0].moves_count, 2);
    cr_assert_str_eq(match->taken_back[0].moves[0].bytes, "7>6");
    cr_assert_str_eq(match->taken_back[0].moves[1].bytes, "6>5");
    evening_end(table.evening);
}

Test(hall_takeback, several_moves_of_ones_own_go_at_once)
{
    struct table table = table_after(6);
    take_back(table.ben, table.ann, table.match, 2);
    plays_after(table.ben, table.match, 2, 1, "8>3");
    commit(table.evening);
    expect_done(table.ben, 8, 2);
    evening_end(table.evening);
}

Test(hall_takeback, all_moves_can_go)
{
    struct table table = table_after(1);
    take_back(table.ann, table.ben, table.match, 1);
    const struct wire_match *match = view(table.ben, table.match);
    cr_assert_eq(match->ply, 0);
    cr_assert_eq(match->moves_count, 0);
    cr_assert_str_eq(match->position.bytes, "9");
    aborts(table.ben, table.match, "k");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    cr_assert_eq(expect(table.ann, HEARD_ENDED)->ended.seq, 3);
    evening_end(table.evening);
}

Test(hall_takeback, a_decline_ends_the_question_until_the_next_own_move)
{
    struct table table = table_after(3);
    asks_takeback(table.ann, table.match, 3, "a1");
    declines_takeback(table.ben, table.match, 3, 3, "b1");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect_question(table.ann, 3, "first", 3, true);
    expect_question(table.ann, 3, "first", 3, false);
    skip_all(table.evening);
    asks_takeback(table.ann, table.match, 3, "a2");
    expect_error(table.ann, ERROR_NO_TAKEBACK);
    plays(table.ben, table.match, 4, "6>5");
    asks_takeback(table.ann, table.match, 3, "a3");
    commit(table.evening);
    expect(table.ann, HEARD_MOVED);
    expect_error(table.ann, ERROR_NO_TAKEBACK);
    plays(table.ann, table.match, 5, "5>4");
    asks_takeback(table.ann, table.match, 5, "a4");
    commit(table.evening);
    expect_done(table.ann, 5, 5);
    expect(table.ann, HEARD_MOVED);
    expect(table.ann, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_takeback, after_a_decline_the_other_player_may_ask)
{
    struct table table = table_after(4);
    asks_takeback(table.ann, table.match, 3, "a");
    declines_takeback(table.ben, table.match, 4, 3, "b1");
    asks_takeback(table.ben, table.match, 4, "b2");
    commit(table.evening);
    skip_all(table.evening);
    accepts_takeback(table.ann, table.match, 4, 4, "a2");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect_taken_back(table.ann, 5, 3, 1, "6");
    evening_end(table.evening);
}

Test(hall_takeback, a_move_ends_the_question)
{
    struct table table = table_after(4);
    asks_takeback(table.ann, table.match, 3, "a");
    plays(table.ann, table.match, 5, "5>4");
    commit(table.evening);
    skip_all(table.evening);
    accepts_takeback(table.ben, table.match, 4, 3, "b");
    expect_error(table.ben, ERROR_NO_SUCH_TAKEBACK);
    declines_takeback(table.ben, table.match, 4, 3, "b");
    expect_error(table.ben, ERROR_NO_SUCH_TAKEBACK);
    evening_end(table.evening);
}

/* The accept button must not change its meaning under the finger. */
Test(hall_takeback, an_answer_never_meets_another_question)
{
    struct table table = table_after(4);
    asks_takeback(table.ann, table.match, 3, "a1");
    plays(table.ann, table.match, 5, "5>4");
    asks_takeback(table.ann, table.match, 3, "a2");
    commit(table.evening);
    skip_all(table.evening);
    accepts_takeback(table.ben, table.match, 4, 3, "b1");
    expect_error(table.ben, ERROR_NO_SUCH_TAKEBACK);
    accepts_takeback(table.ben, table.match, 5, 5, "b2");
    expect_error(table.ben, ERROR_NO_SUCH_TAKEBACK);
    accepts_takeback(table.ann, table.match, 5, 3, "a3");
    expect_error(table.ann, ERROR_NO_SUCH_TAKEBACK);
    accepts_takeback(table.ben, table.match, 5, 3, "b3");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_takeback, the_end_of_the_match_ends_the_question)
{
    struct table table = table_after(3);
    asks_takeback(table.ann, table.match, 3, "a");
    resigns(table.ann, table.match, "r");
    commit(table.evening);
    skip_all(table.evening);
    accepts_takeback(table.ben, table.match, 3, 3, "b");
    expect_error(table.ben, ERROR_MATCH_OVER);
    evening_end(table.evening);
}

Test(hall_takeback, the_open_question_is_shown_to_the_players_alone)
{
    struct table table = table_after(3);
    struct guest *carl = arrive(table.evening, "carl");
    asks_takeback(table.ann, table.match, 3, "a");
    commit(table.evening);
    const struct wire_match *match = view(table.ben, table.match);
    cr_assert_not_null(match->takeback);
    cr_assert_eq(match->takeback->ply, 3);
    cr_assert(match->takeback->open);
    cr_assert_null(view(carl, table.match)->takeback);
    evening_end(table.evening);
}

/* --- who may not ask --- */

Test(hall_takeback, only_a_move_of_ones_own_that_was_made)
{
    struct table table = table_after(3);
    asks_takeback(table.ann, table.match, 2, "k");
    expect_error(table.ann, ERROR_NOT_YOURS);
    asks_takeback(table.ann, table.match, 5, "k");
    expect_stale(table.ann, 3, 3, 0);
    struct guest *carl = arrive(table.evening, "carl");
    asks_takeback(carl, table.match, 3, "k");
    expect_error(carl, ERROR_NOT_A_PLAYER);
    asks_takeback(table.ann, table.match + 1, 3, "k");
    expect_error(table.ann, ERROR_NO_SUCH_MATCH);
    evening_end(table.evening);
}

Test(hall_takeback, one_question_at_a_time)
{
    struct table table = table_after(4);
    asks_takeback(table.ann, table.match, 3, "a1");
    commit(table.evening);
    skip_all(table.evening);
    asks_takeback(table.ann, table.match, 1, "a2");
    expect_error(table.ann, ERROR_NO_TAKEBACK);
    asks_takeback(table.ben, table.match, 4, "b");
    expect_error(table.ben, ERROR_NO_TAKEBACK);
    evening_end(table.evening);
}

Test(hall_takeback, never_in_a_rated_match)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben");
    seeks_from(ann, "nim", &(struct conditions){0}, true, "seek");
    commit(evening);
    accepts(ben, expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer, "accept");
    commit(evening);
    const struct wire_match *match = &expect(ben, HEARD_MATCH)->match;
    asks_takeback(ann, match->match, 1, "k");
    commit(evening);
    skip(ben);
    expect(ann, HEARD_MATCH_STARTED);
    expect_error(ann, ERROR_NO_TAKEBACK);
    evening_end(evening);
}

Test(hall_takeback, somebody_who_asks_in_vain_cannot_ask_for_ever)
{
    struct table table = table_with("nim", "99", "none");
    char key[32];
    int64_t ply = 0;
    for (int i = 0; i < HALL_TAKEBACKS_ASKED_MAX; i++, ply += 2) {
        char first[32], second[32];
        snprintf(first, sizeof first, "%d>%d", 99 - (int)ply, 98 - (int)ply);
        snprintf(second, sizeof second, "%d>%d", 98 - (int)ply, 97 - (int)ply);
        plays(table.ann, table.match, ply + 1, first);
        asks_takeback(table.ann, table.match, ply + 1, fresh_key(table.evening, key));
        commit(table.evening);
        expect_done(table.ann, ply + 1, ply + 1);
        expect(table.ann, HEARD_MOVED);
        expect(table.ann, HEARD_NOTHING);
        plays(table.ben, table.match, ply + 2, second);
        commit(table.evening);
        skip_all(table.evening);
    }
    asks_takeback(table.ann, table.match, ply - 1, "one more");
    expect_error(table.ann, ERROR_LIMIT_REACHED);
    asks_takeback(table.ben, table.match, ply, "the other");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_takeback, questions_that_were_accepted_do_not_count)
{
    struct table table = table_after(1);
    for (int64_t back = 1; back <= HALL_TAKEBACKS_ASKED_MAX + 2; back++) {
        take_back(table.ann, table.ben, table.match, 1);
        plays_after(table.ann, table.match, 1, back, "9>8");
        commit(table.evening);
        expect_done(table.ann, 2 * back + 1, 1);
    }
    evening_end(table.evening);
}

Test(hall_takeback, only_so_many_moves_are_taken_back)
{
    struct table table = table_with("nim", "900", "none");
    count_down(table.ann, table.ben, table.match, 900, HALL_TAKEN_BACK_MAX + 1);
    commit(table.evening);
    skip_all(table.evening);
    asks_takeback(table.ann, table.match, 1, "too many");
    expect_error(table.ann, ERROR_LIMIT_REACHED);
    take_back(table.ann, table.ben, table.match, 3);
    plays_after(table.ann, table.match, 3, 1, "898>1");
    asks_takeback(table.ann, table.match, 1, "too many");
    commit(table.evening);
    expect(table.ann, HEARD_MOVE_DONE);
    expect(table.ann, HEARD_MOVED);
    expect_error(table.ann, ERROR_LIMIT_REACHED);
    asks_takeback(table.ann, table.match, 3, "the last one");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_takeback, a_long_match_is_not_played_again)
{
    struct table table = table_with("nim", "2000", "none");
    count_down(table.ann, table.ben, table.match, 2000, HALL_TAKEBACK_PLIES_MAX + 1);
    commit(table.evening);
    skip_all(table.evening);
    asks_takeback(table.ann, table.match, HALL_TAKEBACK_PLIES_MAX + 1, "k");
    expect_error(table.ann, ERROR_LIMIT_REACHED);
    evening_end(table.evening);
}

/* --- retries --- */

Test(hall_takeback, a_late_retry_of_what_was_taken_back_is_not_a_new_move)
{
    struct table table = table_after(3);
    take_back(table.ann, table.ben, table.match, 3);
    plays(table.ann, table.match, 3, "7>6");
    expect_stale(table.ann, 4, 2, 1);
    plays_after(table.ann, table.match, 3, 2, "7>6");
    expect_stale(table.ann, 4, 2, 1);
    plays_after(table.ann, table.match, 3, 1, "7>5");
    plays(table.ann, table.match, 3, "7>6");
    commit(table.evening);
    expect_done(table.ann, 5, 3);
    expect(table.ann, HEARD_MOVED);
    expect(table.ann, HEARD_LOOK_UP_MOVE);
    evening_end(table.evening);
}

Test(hall_takeback, a_move_that_stands_is_acknowledged_with_its_own_seq)
{
    struct table table = table_after(4);
    take_back(table.ann, table.ben, table.match, 3);
    plays_after(table.ann, table.match, 3, 1, "7>1");
    commit(table.evening);
    skip_all(table.evening);
    plays(table.ann, table.match, 1, "9>8");
    expect_done(table.ann, 1, 1);
    plays(table.ann, table.match, 3, "7>1");
    expect_done(table.ann, 6, 3);
    evening_end(table.evening);
}

Test(hall_takeback, the_same_key_is_the_same_request)
{
    struct table table = table_after(3);
    asks_takeback(table.ann, table.match, 3, "a");
    accepts_takeback(table.ben, table.match, 3, 3, "b");
    asks_takeback(table.ann, table.match, 3, "a");
    accepts_takeback(table.ben, table.match, 3, 3, "b");
    commit(table.evening);
    expect(table.ben, HEARD_TAKEBACK);
    expect(table.ben, HEARD_NOTHING);
    expect_taken_back(table.ben, 4, 2, 1, "7");
    expect(table.ben, HEARD_NOTHING);
    expect_silence(table.ben);
    crash(table.evening);
    come_back(table.ben);
    skip(table.ben);
    accepts_takeback(table.ben, table.match, 3, 3, "b");
    expect(table.ben, HEARD_NOTHING);
    cr_assert_eq(view(table.ben, table.match)->ply, 2);
    evening_end(table.evening);
}

/* --- the disk --- */

Test(hall_takeback, a_crash_ends_the_question_and_keeps_what_was_taken_back)
{
    struct table table = table_after(3);
    take_back(table.ann, table.ben, table.match, 3);
    asks_takeback(table.ann, table.match, 1, "a");
    commit(table.evening);
    expect(table.ben, HEARD_TAKEBACK);
    crash(table.evening);
    come_back(table.ann);
    come_back(table.ben);
    skip_all(table.evening);
    accepts_takeback(table.ben, table.match, 4, 1, "b");
    expect_error(table.ben, ERROR_NO_SUCH_TAKEBACK);
    const struct wire_match *match = view(table.ben, table.match);
    cr_assert_null(match->takeback);
    cr_assert_eq(match->ply, 2);
    cr_assert_eq(match->seq, 4);
    cr_assert_eq(match->back, 1);
    cr_assert_str_eq(match->taken_back[0].moves[0].bytes, "7>6");
    asks_takeback(table.ann, table.match, 1, "a");
    commit(table.evening);
    expect_question(table.ben, 4, "first", 1, true);
    plays_after(table.ann, table.match, 3, 1, "7>0");
    commit(table.evening);
    expect(table.ben, HEARD_MOVED);
    cr_assert_eq(expect(table.ben, HEARD_ENDED)->ended.seq, 6);
    evening_end(table.evening);
}

Test(hall_takeback, what_is_not_on_disk_is_not_taken_back)
{
    struct table table = table_after(3);
    asks_takeback(table.ann, table.match, 3, "a");
    accepts_takeback(table.ben, table.match, 3, 3, "b");
    crash(table.evening);
    come_back(table.ben);
    cr_assert_eq(view(table.ben, table.match)->ply, 3);
    evening_end(table.evening);
}

/* --- clocks --- */

Test(hall_takeback, time_that_was_spent_stays_spent)
{
    struct table table = table_with("nim", "9", "100+5");
    pass(table.evening, 10000);
    plays(table.ann, table.match, 1, "9>8");
    commit(table.evening);
    pass(table.evening, 20000);
    skip_all(table.evening);
    asks_takeback(table.ann, table.match, 1, "a");
    commit(table.evening);
    pass(table.evening, 7000);
    accepts_takeback(table.ben, table.match, 1, 1, "b");
    pass(table.evening, 3000);
    commit(table.evening);
    skip(table.ben);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_TAKEBACK);
    const struct wire_taken_back *event = expect_taken_back(table.ann, 2, 0, 1, "9");
    cr_assert_eq(event->first_left, 95000);
    cr_assert_eq(event->second_left, 73000);
    cr_assert(event->clock_runs);
    cr_assert_eq(event->first_move_left, 60000);
    pass(table.evening, 15000);
    plays_after(table.ann, table.match, 1, 1, "9>7");
    commit(table.evening);
    expect_done(table.ann, 3, 1);
    const struct wire_moved *moved = &expect(table.ann, HEARD_MOVED)->moved;
    cr_assert_eq(moved->taken, 15000);
    cr_assert_eq(moved->left, 85000);
    evening_end(table.evening);
}

Test(hall_takeback, clocks_survive_a_crash)
{
    struct table table = table_with("nim", "9", "100+0");
    plays(table.ann, table.match, 1, "9>8");
    commit(table.evening);
    pass(table.evening, 30000);
    take_back(table.ann, table.ben, table.match, 1);
    crash(table.evening);
    come_back(table.ann);
    const struct wire_match *match = view(table.ann, table.match);
    cr_assert_eq(match->first_left, 100000);
    cr_assert_eq(match->second_left, 70000);
    evening_end(table.evening);
}

Test(hall_takeback, who_accepts_after_the_flag_has_lost)
{
    struct table table = table_with("nim", "9", "10+0");
    plays(table.ann, table.match, 1, "9>8");
    asks_takeback(table.ann, table.match, 1, "a");
    commit(table.evening);
    skip_all(table.evening);
    pass(table.evening, 10001);
    accepts_takeback(table.ben, table.match, 1, 1, "b");
    commit(table.evening);
    expect(table.ben, HEARD_ENDED);
    expect_error(table.ben, ERROR_MATCH_OVER);
    evening_end(table.evening);
}

/* The turn at ply 1 comes twice; the message that gave it first must not begin it the second time.
 */
Test(hall_takeback, a_turn_begins_when_its_own_message_is_said)
{
    struct table table = table_with("nim", "9", "100+0");
    plays(table.ann, table.match, 1, "9>8");
    cr_assert(submit(table.evening));
    plays(table.ben, table.match, 2, "8>7");
    asks_takeback(table.ben, table.match, 2, "b");
    accepts_takeback(table.ann, table.match, 2, 2, "a");
    land(table.evening);
    hear(table.evening);
    pass(table.evening, 5000);
    commit(table.evening);
    pass(table.evening, 1000);
    skip_all(table.evening);
    plays_after(table.ben, table.match, 2, 1, "8>6");
    commit(table.evening);
    expect(table.ben, HEARD_MOVE_DONE);
    cr_assert_eq(expect(table.ben, HEARD_MOVED)->moved.taken, 1000);
    evening_end(table.evening);
}

/* --- a small position each way: the rules decide what it was before --- */

Test(hall_takeback, a_quota_and_a_split_are_undone)
{
    struct table table = table_with("take-away:2x", "35", "none");
    play_on(table.ann, table.ben, table.match, 1, "35>34 34>32 32>28");
    take_back(table.ben, table.ann, table.match, 2);
    cr_assert_str_eq(view(table.ben, table.match)->position.bytes, "34@2");
    evening_end(table.evening);
    table = table_with("kayles", "9", "none");
    play_on(table.ann, table.ben, table.match, 1, "9>3+5 5>1+3");
    take_back(table.ben, table.ann, table.match, 2);
    cr_assert_str_eq(view(table.ben, table.match)->position.bytes, "3+5");
    evening_end(table.evening);
}
