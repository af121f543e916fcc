#include "client/lib/match_updates.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <stdlib.h>
#include <string.h>

SUITE(client_match, 20);

enum { MOVES_MAX = 8, NOW_MS = 1000 };

/* A snapshot of a match of nim from 3+5, with room for what it points to. */
struct snapshot {
    struct wire_match state;
    struct wire_text moves[MOVES_MAX];
};

/* The moves of the page, which begins at `from_ply`, NULL after the last; `ply` and `position` are
 * those of the whole. */
static void snapshot_fill(struct snapshot *snapshot, int64_t from_ply, const char *const *moves,
                          int64_t ply, const char *position)
{
    struct wire_match *state = &snapshot->state;
    wire_record_clear(&wire_record_match, state);
    state->match = 7;
    state->rules = wire_text("nim");
    state->start = wire_text("3+5");
    state->first = wire_text("ann");
    state->second = wire_text("ben");
    state->seat = wire_text("second");
    state->created = 0;
    state->first_online = true;
    state->from_ply = from_ply;
    state->ply = state->seq = ply;
    state->position = wire_text(position);
    state->moves = snapshot->moves;
    for (size_t i = 0; moves[i]; i++)
        snapshot->moves[state->moves_count++] = wire_text(moves[i]);
}

#define MOVES(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define NO_MOVES                                                                                   \
    (const char *const[])                                                                          \
    {                                                                                              \
        NULL                                                                                       \
    }

static struct match *create(int64_t from_ply, const char *const *moves, int64_t ply,
                            const char *position, enum match_update expected)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, from_ply, moves, ply, position);
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(update, expected);
    return match;
}

static void apply_state(struct match *match, int64_t from_ply, const char *const *moves,
                        int64_t ply, const char *position, enum match_update expected)
{
    struct snapshot snapshot;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, from_ply, moves, ply, position);
    cr_assert_eq(match_apply_state(match, &snapshot.state, NOW_MS, &update, &error), ERROR_NONE,
                 "%s", error.message);
    cr_assert_eq(update, expected);
}

static enum error_code try_move(struct match *match, int64_t ply, const char *move,
                                const char *position, enum match_update *ret_update)
{
    struct error error;
    struct wire_moved moved = {
        .match = 7,
        .seq = ply,
        .ply = ply,
        .move = wire_text(move),
        .position = wire_text(position),
        .first_move_left = WIRE_ABSENT,
        .claim_in = WIRE_ABSENT,
        .idle_left = WIRE_ABSENT,
    };
    return match_apply_moved(match, &moved, NOW_MS, ret_update, &error);
}

static void apply_move(struct match *match, int64_t ply, const char *move,
                       enum match_update expected)
{
    enum match_update update;
    cr_assert_eq(try_move(match, ply, move, NULL, &update), ERROR_NONE);
    cr_assert_eq(update, expected);
}

static void apply_end(struct match *match, int64_t seq, enum match_update expected)
{
    struct wire_ended ended = {
        .match = 7, .seq = seq, .ending = wire_text("normal"), .winner = wire_text("second")};
    cr_assert_eq(match_apply_ended(match, &ended, NOW_MS), expected);
}

static void expect_position(const struct match *match, const char *expected)
{
    struct text text = {0};
    position_print(&match->rules, &match->position, &text);
    cr_assert_str_eq(text_string(&text), expected);
    text_finish(&text);
}

Test(client_match, of_a_tournament_has_a_seed)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    snapshot.state.seed = 9007199254740991;
    snapshot.state.tournament = 12;
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE);
    cr_assert_eq(match->seed, 9007199254740991);
    cr_assert_eq(match->tournament, 12);
    match_destroy(match);
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE);
    cr_assert(match->seed == 0 && match->tournament == 0);
    match_destroy(match);
}

static enum game_look look_from(const char *rules, const char *look)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    snapshot.state.rules = wire_text(rules);
    snapshot.state.look = wire_text(look);
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE);
    enum game_look seen = match->rules.look;
    match_destroy(match);
    return seen;
}

Test(client_match, looks_as_the_server_says_where_it_can)
{
    cr_assert_eq(look_from("nim", NULL), LOOK_PLAIN);
    cr_assert_eq(look_from("nim", "strip"), LOOK_STRIP);
    cr_assert_eq(look_from("nim", "of-tomorrow"), LOOK_PLAIN);
    cr_assert_eq(look_from("octal:0.77", "strip"), LOOK_PLAIN);
}

Test(client_match, is_made_from_a_snapshot)
{
    struct match *match = create(1, MOVES("5>3", "3>0"), 2, "3", MATCH_UPDATED);
    cr_assert_eq(match->id, 7);
    cr_assert_str_eq(match->rules.text, "nim");
    cr_assert_str_eq(match->first, "ann");
    cr_assert_str_eq(match_opponent(match), "ann");
    cr_assert_eq(match->seat, MATCH_SECOND);
    cr_assert(match->online[0] && !match->online[1]);
    cr_assert_str_eq(text_string(&match->moves), "5>3 3>0");
    cr_assert_eq(match->ply, 2);
    expect_position(match, "3");
    match_destroy(match);
}

Test(client_match, follows_its_events)
{
    struct match *match = create(1, NO_MOVES, 0, "3+5", MATCH_UPDATED);
    cr_assert_not(match_is_my_turn(match));
    apply_move(match, 1, "5>3", MATCH_UPDATED);
    cr_assert(match_is_my_turn(match));
    apply_move(match, 2, "3>0", MATCH_UPDATED);
    cr_assert_not(match_is_my_turn(match));
    apply_move(match, 3, "3>1", MATCH_UPDATED);
    apply_move(match, 4, "1>0", MATCH_UPDATED);
    expect_position(match, "0");
    cr_assert_not(match_is_over(match), "the server has not said so");
    apply_end(match, 5, MATCH_UPDATED);
    cr_assert(match_is_over(match));
    cr_assert_str_eq(match->winner, "second");
    match_destroy(match);
}

Test(client_match, has_nobody_to_move_without_a_legal_move)
{
    struct match *match = create(1, MOVES("5>0", "3>1", "1>0"), 3, "0", MATCH_UPDATED);
    cr_assert_not(match_is_my_turn(match));
    match_destroy(match);
}

Test(client_match, takes_an_event_twice_without_harm)
{
    struct match *match = create(1, MOVES("5>3"), 1, "3+3", MATCH_UPDATED);
    apply_move(match, 1, "5>3", MATCH_KNOWN);
    apply_state(match, 1, MOVES("5>3"), 1, "3+3", MATCH_KNOWN);
    apply_end(match, 2, MATCH_UPDATED);
    apply_end(match, 2, MATCH_KNOWN);
    expect_position(match, "3+3");
    match_destroy(match);
}

Test(client_match, notices_missing_moves_and_takes_them_in)
{
    struct match *match = create(1, NO_MOVES, 0, "3+5", MATCH_UPDATED);
    apply_move(match, 3, "3>1", MATCH_BEHIND);
    cr_assert_eq(match->ply, 0);
    apply_state(match, 1, MOVES("5>3", "3>0", "3>1"), 3, "1", MATCH_UPDATED);
    cr_assert(match_is_my_turn(match));
    match_destroy(match);
}

Test(client_match, notices_an_end_whose_last_moves_are_missing)
{
    struct match *match = create(1, MOVES("5>3"), 1, "3+3", MATCH_UPDATED);
    apply_end(match, 3, MATCH_BEHIND);
    cr_assert_not(match_is_over(match));
    cr_assert_not(match_is_my_turn(match), "more has happened");
    struct snapshot snapshot;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 2, MOVES("3>0"), 2, "3");
    snapshot.state.seq = 3;
    snapshot.state.ending = wire_text("resignation");
    snapshot.state.winner = wire_text("first");
    cr_assert_eq(match_apply_state(match, &snapshot.state, NOW_MS, &update, &error), ERROR_NONE);
    cr_assert_eq(update, MATCH_UPDATED);
    cr_assert_str_eq(match->ending, "resignation");
    match_destroy(match);
}

Test(client_match, comes_in_pages)
{
    struct match *match = create(1, MOVES("5>3"), 3, "1", MATCH_BEHIND);
    cr_assert_eq(match->ply, 1);
    cr_assert_not(match_is_my_turn(match));
    apply_move(match, 4, "1>0", MATCH_BEHIND);
    apply_state(match, 2, MOVES("3>0"), 4, "0", MATCH_BEHIND);
    apply_state(match, 3, MOVES("3>1", "1>0"), 4, "0", MATCH_UPDATED);
    cr_assert_str_eq(text_string(&match->moves), "5>3 3>0 3>1 1>0");
    match_destroy(match);
}

Test(client_match, takes_no_page_that_leaves_a_gap)
{
    struct match *match = create(1, MOVES("5>3"), 3, "1", MATCH_BEHIND);
    apply_state(match, 3, MOVES("3>1"), 3, "1", MATCH_BEHIND);
    cr_assert_eq(match->ply, 1);
    match_destroy(match);
}

Test(client_match, ignores_a_snapshot_older_than_what_it_knows)
{
    struct match *match = create(1, MOVES("5>3", "3>0"), 2, "3", MATCH_UPDATED);
    apply_state(match, 1, MOVES("5>3"), 1, "3+3", MATCH_KNOWN);
    cr_assert_eq(match->ply, 2);
    match_destroy(match);
}

Test(client_match, refuses_illegal_moves)
{
    struct match *match = create(1, NO_MOVES, 0, "3+5", MATCH_UPDATED);
    enum match_update update;
    cr_assert_eq(try_move(match, 1, "4>1", NULL, &update), ERROR_INTERNAL);
    cr_assert_eq(try_move(match, 1, "5>7", NULL, &update), ERROR_INTERNAL);
    cr_assert_eq(try_move(match, 1, "rubbish", NULL, &update), ERROR_INTERNAL);
    expect_position(match, "3+5");
    match_destroy(match);
}

Test(client_match, refuses_a_position_that_its_moves_do_not_lead_to)
{
    struct match *match = create(1, NO_MOVES, 0, "3+5", MATCH_UPDATED);
    enum match_update update;
    cr_assert_eq(try_move(match, 1, "5>3", "3+4", &update), ERROR_INTERNAL);
    match_destroy(match);
}

Test(client_match, is_not_made_from_what_cannot_be)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, MOVES("5>3"), 1, "3+4");
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_INTERNAL);
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    snapshot.state.rules = wire_text("chess");
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_INTERNAL);
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    snapshot.state.start = wire_text("3+e4");
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_INTERNAL);
    cr_assert_null(match);
}

Test(client_match, knows_who_is_there)
{
    struct match *match = create(1, NO_MOVES, 0, "3+5", MATCH_UPDATED);
    struct wire_presence presence = {.match = 7, .player = wire_text("second"), .online = true};
    match_apply_presence(match, &presence, NOW_MS);
    cr_assert(match->online[0] && match->online[1]);
    presence = (struct wire_presence){.match = 7, .player = wire_text("first")};
    match_apply_presence(match, &presence, NOW_MS);
    cr_assert(match->online[1] && !match->online[0]);
    match_destroy(match);
}

/* --- clocks --- */

/* Of a match after `ply` moves, with 60 s for the first player and 50 s for the second. */
static struct match *create_with_clock(int64_t ply, bool runs)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, ply ? MOVES("5>3") : NO_MOVES, ply, ply ? "3+3" : "3+5");
    snapshot.state.clock = wire_text("60+2");
    snapshot.state.first_left = 60000;
    snapshot.state.second_left = 50000;
    snapshot.state.clock_runs = runs;
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE);
    return match;
}

static void expect_left(const struct match *match, int64_t now_ms, int64_t first, int64_t second)
{
    cr_assert_eq(match_left_ms(match, MATCH_FIRST, now_ms), first);
    cr_assert_eq(match_left_ms(match, MATCH_SECOND, now_ms), second);
}

static void expect_time(const struct match *match, int64_t ply, int64_t taken_ms, int64_t credit_ms)
{
    cr_assert_leq(ply, match->ply);
    cr_assert_eq(match->times[ply - 1].taken_ms, taken_ms);
    cr_assert_eq(match->times[ply - 1].credit_ms, credit_ms);
}

static void apply_timed_move(struct match *match, int64_t ply, const char *move, int64_t left_ms,
                             int64_t now_ms)
{
    struct wire_moved moved = {
        .match = 7,
        .seq = ply,
        .ply = ply,
        .move = wire_text(move),
        .taken = 1500,
        .credit = 40,
        .left = left_ms,
        .first_move_left = WIRE_ABSENT,
        .claim_in = WIRE_ABSENT,
        .idle_left = WIRE_ABSENT,
    };
    enum match_update update;
    struct error error;
    cr_assert_eq(match_apply_moved(match, &moved, now_ms, &update, &error), ERROR_NONE);
}

Test(client_match, estimates_the_clock_of_who_is_to_move)
{
    struct match *match = create_with_clock(1, true);
    cr_assert(match_has_clock(match));
    cr_assert_str_eq(match->clock, "60+2");
    expect_left(match, NOW_MS, 60000, 50000);
    expect_left(match, NOW_MS + 700, 60000, 49300);
    expect_left(match, NOW_MS + 50001, 60000, 0);
    match_destroy(match);
}

Test(client_match, knows_a_clock_that_stands)
{
    struct match *match = create_with_clock(1, false);
    expect_left(match, NOW_MS + 700, 60000, 50000);
    match_destroy(match);
}

Test(client_match, starts_the_first_clock_when_the_server_says_so)
{
    struct match *match = create_with_clock(0, true);
    expect_left(match, NOW_MS + 700, 59300, 50000);
    match_destroy(match);
    match = create_with_clock(0, false);
    expect_left(match, NOW_MS + 700, 60000, 50000);
    match_destroy(match);
}

Test(client_match, passes_the_clock_on_with_a_move_and_takes_the_servers_word)
{
    struct match *match = create_with_clock(0, true);
    apply_timed_move(match, 1, "5>3", 61234, NOW_MS + 900);
    expect_time(match, 1, 1500, 40);
    expect_left(match, NOW_MS + 900, 61234, 50000);
    expect_left(match, NOW_MS + 1900, 61234, 49000);
    apply_timed_move(match, 2, "3>1", 51000, NOW_MS + 2900);
    expect_left(match, NOW_MS + 3900, 60234, 51000);
    match_destroy(match);
}

Test(client_match, stops_the_clocks_at_the_end)
{
    struct match *match = create_with_clock(1, true);
    struct wire_ended ended = {
        .match = 7, .seq = 2, .ending = wire_text("time"), .winner = wire_text("first")};
    cr_assert_eq(match_apply_ended(match, &ended, NOW_MS + 50100), MATCH_UPDATED);
    expect_left(match, NOW_MS + 90000, 60000, 0);
    match_destroy(match);
}

/* --- deadlines besides the clocks --- */

static void apply_presence(struct match *match, const char *player, bool online, int64_t claim_in,
                           int64_t abort_in, int64_t now_ms)
{
    struct wire_presence presence = {.match = 7,
                                     .player = wire_text(player),
                                     .online = online,
                                     .claim_in = claim_in,
                                     .abort_in = abort_in};
    match_apply_presence(match, &presence, now_ms);
}

Test(client_match, counts_the_first_move_down_while_the_clock_runs)
{
    struct match *match = create_with_clock(0, true);
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS), -1);
    match->first_move_left_ms = 20000;
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS + 700), 19300);
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS + 20001), 0);
    match->clock_runs = false;
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS + 700), 20000);
    apply_timed_move(match, 1, "5>3", 61234, NOW_MS + 900);
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS + 900), -1);
    match_destroy(match);
}

Test(client_match, takes_its_deadlines_from_a_snapshot)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    snapshot.state.first_move_left = 4000;
    snapshot.state.claim_in = 5000;
    snapshot.state.abort_in = 6000;
    snapshot.state.idle_left = 7000;
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE);
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS), 4000);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS + 1000), 4000);
    cr_assert_eq(match_abort_in_ms(match, NOW_MS + 1000), 5000);
    cr_assert_eq(match_idle_left_ms(match, NOW_MS + 1000), 6000);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS + 5001), 0);
    apply_end(match, 1, MATCH_UPDATED);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS), -1);
    cr_assert_eq(match_first_move_left_ms(match, NOW_MS), -1);
    match_destroy(match);
}

Test(client_match, a_move_begins_the_time_after_which_an_idle_match_ends)
{
    struct snapshot snapshot;
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    struct wire_moved moved;
    wire_record_clear(&wire_record_moved, &moved);
    moved.match = 7;
    moved.seq = moved.ply = 1;
    moved.move = wire_text("5>3");
    moved.idle_left = 7000;
    snapshot_fill(&snapshot, 1, NO_MOVES, 0, "3+5");
    snapshot.state.idle_left = 7000;
    cr_assert_eq(match_create(&snapshot.state, NOW_MS, &match, &update, &error), ERROR_NONE);
    cr_assert_eq(match_apply_moved(match, &moved, NOW_MS + 5000, &update, &error), ERROR_NONE);
    cr_assert_eq(match_idle_left_ms(match, NOW_MS + 6000), 6000);
    match_destroy(match);
}

/* This client is the second player. */
Test(client_match, knows_from_when_on_an_absence_counts)
{
    struct match *match = create_with_clock(0, true);
    apply_presence(match, "first", false, 60000, 60000, NOW_MS);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS + 10000), 50000);
    cr_assert_eq(match_abort_in_ms(match, NOW_MS + 10000), 50000);
    apply_presence(match, "second", true, WIRE_ABSENT, WIRE_ABSENT, NOW_MS + 10000);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS + 10000), 50000);
    apply_presence(match, "first", true, WIRE_ABSENT, WIRE_ABSENT, NOW_MS + 11000);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS + 11000), -1);
    cr_assert_eq(match_abort_in_ms(match, NOW_MS + 11000), -1);
    match_destroy(match);
}

Test(client_match, a_move_begins_the_time_after_which_it_can_be_claimed)
{
    struct match *match = create_with_clock(1, true);
    apply_presence(match, "first", false, WIRE_ABSENT, 60000, NOW_MS);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS), -1);
    struct wire_moved moved = {.match = 7,
                               .seq = 2,
                               .ply = 2,
                               .move = wire_text("3>1"),
                               .left = 50000,
                               .first_move_left = WIRE_ABSENT,
                               .claim_in = 60000,
                               .idle_left = WIRE_ABSENT};
    enum match_update update;
    struct error error;
    cr_assert_eq(match_apply_moved(match, &moved, NOW_MS + 20000, &update, &error), ERROR_NONE);
    cr_assert_eq(match_claim_in_ms(match, NOW_MS + 30000), 50000);
    cr_assert_eq(match_abort_in_ms(match, NOW_MS + 30000), 30000);
    match_destroy(match);
}

Test(client_match, takes_the_clocks_of_a_newer_snapshot)
{
    struct match *match = create_with_clock(1, true);
    struct snapshot snapshot;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, MOVES("5>3"), 1, "3+3");
    snapshot.state.first_left = 60000;
    snapshot.state.second_left = 20000;
    cr_assert_eq(match_apply_state(match, &snapshot.state, NOW_MS + 10, &update, &error),
                 ERROR_NONE);
    expect_left(match, NOW_MS + 5000, 60000, 20000);
    match_destroy(match);
}

Test(client_match, has_no_clock_unless_it_is_told_of_one)
{
    struct match *match = create(1, MOVES("5>3"), 1, "3+3", MATCH_UPDATED);
    cr_assert_not(match_has_clock(match));
    apply_timed_move(match, 2, "3>1", WIRE_ABSENT, NOW_MS);
    expect_time(match, 2, 1500, 40);
    cr_assert_not(match->clock_runs);
    match_destroy(match);
}

Test(client_match, does_not_know_how_long_a_move_took_when_nobody_tells)
{
    struct match *match = create_with_clock(0, true);
    apply_timed_move(match, 1, "5>3", 61234, NOW_MS);
    apply_state(match, 2, MOVES("3>1"), 2, "1+3", MATCH_UPDATED);
    expect_time(match, 1, 1500, 40);
    expect_time(match, 2, -1, -1);
    match_destroy(match);
}

static enum error_code take_times(int64_t *taken, size_t taken_count, int64_t *credit,
                                  size_t credit_count, struct match **ret_match)
{
    struct snapshot snapshot;
    enum match_update update;
    struct error error;
    snapshot_fill(&snapshot, 1, MOVES("5>3", "3>1"), 2, "1+3");
    snapshot.state.taken = taken;
    snapshot.state.taken_count = taken_count;
    snapshot.state.credit = credit;
    snapshot.state.credit_count = credit_count;
    return match_create(&snapshot.state, NOW_MS, ret_match, &update, &error);
}

Test(client_match, learns_from_a_snapshot_how_long_the_moves_took)
{
    struct match *match;
    int64_t taken[] = {1500, 20300}, credit[] = {0, 250};
    cr_assert_eq(take_times(taken, 2, credit, 2, &match), ERROR_NONE);
    expect_time(match, 1, 1500, 0);
    expect_time(match, 2, 20300, 250);
    match_destroy(match);
    cr_assert_eq(take_times(taken, 2, NULL, 0, &match), ERROR_NONE);
    expect_time(match, 2, 20300, 0);
    match_destroy(match);
}

Test(client_match, takes_from_a_page_the_times_of_the_moves_that_it_missed)
{
    struct snapshot snapshot;
    enum match_update update;
    struct error error;
    int64_t taken[] = {7, 20300};
    struct match *match = create_with_clock(0, true);
    apply_timed_move(match, 1, "5>3", 61234, NOW_MS);
    snapshot_fill(&snapshot, 1, MOVES("5>3", "3>1"), 2, "1+3");
    snapshot.state.taken = taken;
    snapshot.state.taken_count = 2;
    cr_assert_eq(match_apply_state(match, &snapshot.state, NOW_MS, &update, &error), ERROR_NONE);
    expect_time(match, 1, 1500, 40);
    expect_time(match, 2, 20300, 0);
    match_destroy(match);
}

Test(client_match, refuses_times_that_are_not_one_for_each_move)
{
    struct match *match;
    int64_t times[] = {1, 2, 3};
    cr_assert_eq(take_times(times, 1, NULL, 0, &match), ERROR_INTERNAL);
    cr_assert_eq(take_times(times, 3, NULL, 0, &match), ERROR_INTERNAL);
    cr_assert_eq(take_times(times, 2, times, 3, &match), ERROR_INTERNAL);
    cr_assert_eq(take_times(times, 2, times, 1, &match), ERROR_INTERNAL);
}

/* --- moves that are taken back --- */

static enum match_update apply_taken_back(struct match *match, int64_t seq, int64_t ply,
                                          int64_t back, const char *position)
{
    struct wire_taken_back event;
    enum match_update update;
    struct error error;
    wire_record_clear(&wire_record_taken_back, &event);
    event.match = 7;
    event.seq = seq;
    event.ply = ply;
    event.back = back;
    event.position = wire_text(position);
    cr_assert_eq(match_apply_taken_back(match, &event, NOW_MS, &update, &error), ERROR_NONE, "%s",
                 error.message);
    return update;
}

static void apply_move_at(struct match *match, int64_t seq, int64_t ply, const char *move)
{
    struct wire_moved moved = {.match = 7, .seq = seq, .ply = ply, .move = wire_text(move)};
    enum match_update update;
    struct error error;
    cr_assert_eq(match_apply_moved(match, &moved, NOW_MS, &update, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(update, MATCH_UPDATED);
}

Test(client_match, goes_back_and_on_again)
{
    struct match *match = create(1, MOVES("5>4", "4>1", "3>2"), 3, "1+2", MATCH_UPDATED);
    struct match_walk walk = {0};
    struct match_step step;
    match_walk_begin(match, &walk);
    while (match_walk_peek(match, &walk, &step))
        match_walk_pass(match, &walk, &step);
    cr_assert_eq(apply_taken_back(match, 4, 1, 1, "3+4"), MATCH_UPDATED);
    cr_assert_eq(match->ply, 1);
    cr_assert_eq(match->back, 1);
    cr_assert_eq(match->taken_back[0].ply, 2);
    cr_assert_str_eq(text_string(&match->taken_back[0].moves), "4>1 3>2");
    expect_position(match, "3+4");
    cr_assert(match_walk_return(match, &walk));
    cr_assert_eq(walk.ply, 1);
    cr_assert_not(match_walk_return(match, &walk));
    cr_assert_eq(apply_taken_back(match, 4, 1, 1, "3+4"), MATCH_KNOWN);
    apply_move_at(match, 5, 2, "4>2");
    cr_assert(match_walk_peek(match, &walk, &step));
    cr_assert_eq(step.len, 3);
    expect_position(match, "2+3");
    cr_assert_eq(apply_taken_back(match, 6, 0, 2, "3+5"), MATCH_UPDATED);
    cr_assert_eq(match->moves.len, 0);
    position_finish(&walk.position);
    match_destroy(match);
}

Test(client_match, is_behind_when_it_missed_what_was_taken_back)
{
    struct match *match = create(1, MOVES("5>4", "4>1", "3>2"), 3, "1+2", MATCH_UPDATED);
    struct wire_text gone[] = {{"3>2", 3}, {"2>0", 3}}, first[] = {{"4>1", 3}};
    struct wire_taken_moves taken[] = {{.ply = 3, .moves = gone, .moves_count = 2},
                                       {.ply = 2, .moves = first, .moves_count = 1}};
    struct snapshot snapshot;
    enum match_update update;
    struct error error;
    cr_assert_eq(apply_taken_back(match, 7, 1, 2, "3+4"), MATCH_BEHIND);
    cr_assert_eq(match->ply, 3);
    snapshot_fill(&snapshot, 4, NO_MOVES, 2, "2+3");
    snapshot.state.seq = 8;
    snapshot.state.back = 2;
    snapshot.state.taken_back = taken;
    snapshot.state.taken_back_count = 2;
    cr_assert_eq(match_apply_state(match, &snapshot.state, NOW_MS, &update, &error), ERROR_NONE);
    cr_assert_eq(update, MATCH_BEHIND);
    cr_assert_eq(match->ply, 1); /* only this stands: the rest is asked for after it */
    snapshot_fill(&snapshot, 2, MOVES("4>2"), 2, "2+3");
    snapshot.state.seq = 8;
    snapshot.state.back = 2;
    snapshot.state.taken_back = taken;
    snapshot.state.taken_back_count = 2;
    cr_assert_eq(match_apply_state(match, &snapshot.state, NOW_MS, &update, &error), ERROR_NONE);
    cr_assert_eq(update, MATCH_UPDATED);
    cr_assert_eq(match->ply, 2);
    cr_assert_eq(match->seq, 8);
    cr_assert_eq(match->back, 2);
    cr_assert_str_eq(text_string(&match->taken_back[0].moves), "3>2 2>0");
    match_destroy(match);
}

static bool apply_question(struct match *match, int64_t seq, const char *player, int64_t ply,
                           bool is_open)
{
    struct wire_takeback question = {
        .match = 7, .seq = seq, .player = wire_text(player), .ply = ply, .open = is_open};
    return match_apply_takeback(match, &question);
}

Test(client_match, knows_the_open_question_until_the_next_change)
{
    struct match *match = create(1, MOVES("5>4", "4>1"), 2, "1+3", MATCH_UPDATED);
    cr_assert_not(apply_question(match, 1, "first", 1, true));
    cr_assert_not(apply_question(match, 2, "first", 2, true));
    cr_assert_not(apply_question(match, 2, "first", 3, true));
    cr_assert(apply_question(match, 2, "first", 1, true));
    cr_assert_eq(match->asker, MATCH_FIRST);
    cr_assert_eq(match->asked_ply, 1);
    cr_assert(apply_question(match, 2, "first", 1, false));
    cr_assert_eq(match->asker, MATCH_SPECTATOR);
    cr_assert(apply_question(match, 2, "first", 1, true));
    apply_move_at(match, 3, 3, "3>1");
    cr_assert_eq(match->asker, MATCH_SPECTATOR);
    match_destroy(match);
}

Test(client_match, a_server_cannot_take_back_what_was_not_made)
{
    struct match *match = create(1, MOVES("5>4"), 1, "3+4", MATCH_UPDATED);
    cr_assert_eq(apply_taken_back(match, 2, 1, 1, "3+4"), MATCH_BEHIND);
    cr_assert_eq(match->ply, 1);
    match_destroy(match);
}
