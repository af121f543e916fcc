#include "tests/unit/hall_table.h"

#include <stdio.h>

struct table table_with(const char *clock)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    table.match = begin_clocked(table.ann, table.ben, "nim", "100", clock);
    return table;
}

struct hall *hall_of(const struct table *table)
{
    return table->evening->hall;
}

struct guest *mover_of(const struct table *table)
{
    return table->ply % 2 == 0 ? table->ann : table->ben;
}

void tries(struct table *table)
{
    char move[48];
    long long heap = 100 - table->ply;
    snprintf(move, sizeof move, "%lld>%lld", heap, heap - 1);
    plays(mover_of(table), table->match, table->ply + 1, move);
}

void moves(struct table *table, int64_t ms, int64_t taken_ms, int64_t credit_ms, int64_t left_ms)
{
    struct guest *mover = mover_of(table);
    pass(table->evening, ms);
    skip_all(table->evening);
    tries(table);
    commit(table->evening);
    expect(mover, HEARD_MOVE_DONE);
    const struct wire_moved *moved = &expect(mover, HEARD_MOVED)->moved;
    cr_assert_eq(moved->taken, taken_ms);
    cr_assert_eq(moved->credit, credit_ms);
    cr_assert_eq(moved->left, left_ms);
    table->ply++;
    skip_all(table->evening);
}

void lags(struct guest *guest, int64_t lag_ms)
{
    hall_session_lag(guest->evening->hall, guest->session, lag_ms);
}

void judges(const struct table *table)
{
    judge(table->evening);
    commit(table->evening);
}

bool is_live(const struct table *table)
{
    return hall_figures(hall_of(table)).live_matches == 1;
}

void expect_end(const struct table *table, struct guest *guest, enum ending ending,
                enum seat winner)
{
    const struct heard *ended = expect(guest, HEARD_ENDED);
    cr_assert_eq(heard_ending(ended->ended.ending), ending);
    cr_assert_eq(heard_seat(ended->ended.winner), winner);
    cr_assert_not(is_live(table));
    cr_assert_eq(hall_figures(hall_of(table)).ended[ending], 1);
    cr_assert_eq(hall_next_deadline(hall_of(table)), INT64_MAX);
}

void expect_end_after(struct table *table, int64_t ms, enum ending ending, enum seat winner)
{
    skip_all(table->evening);
    cr_assert_eq(hall_next_deadline(hall_of(table)), table->evening->tick_ms + ms);
    pass(table->evening, ms - 1);
    judges(table);
    cr_assert(is_live(table));
    pass(table->evening, 1);
    judges(table);
    expect_end(table, table->ann->session ? table->ann : table->ben, ending, winner);
}

void nothing_for(struct table *table, int64_t ms)
{
    pass(table->evening, ms);
    judges(table);
    cr_assert(is_live(table));
}

void expect_refusal(struct guest *guest, enum error_code code, const char *message)
{
    commit(guest->evening);
    cr_assert_str_eq(expect_error_at(guest, code, message, __FILE__, __LINE__)->error.message,
                     message);
}

void expect_too_early(struct guest *guest, const char *gone, int64_t wait_ms)
{
    char message[128];
    snprintf(message, sizeof message, "'%s' is not gone long enough: ask again in %lld s", gone,
             (long long)(wait_ms + 999) / 1000);
    commit(guest->evening);
    const struct heard *refusal = expect_error(guest, ERROR_TOO_EARLY);
    cr_assert_str_eq(refusal->error.message, message);
    cr_assert_eq(refusal->error.wait_ms, wait_ms);
}

void both_move(struct table *table)
{
    moves(table, 0, 0, 0, 300000);
    moves(table, 0, 0, 0, 300000);
}

void stalls(struct table *table)
{
    struct guest *somebody = newcomer(table->evening, "somebody");
    says_hello(somebody);
    hear(table->evening);
    stall(table->evening);
}

void expect_recorded_times(struct table *table, const char *times)
{
    resigns(table->ann, table->match, "the end");
    submit(table->evening);
    const struct batch *batch = table->evening->in_flight;
    const struct record *end = &batch->records[batch->count - 1];
    cr_assert_eq(end->kind, RECORD_END);
    cr_assert_str_eq(end->end.times, times);
}

const struct wire_match *view_of(struct table *table, struct guest *guest)
{
    skip(guest);
    resumes(guest, table->match, 0);
    commit(table->evening);
    return &expect(guest, HEARD_MATCH)->match;
}

int64_t due_in(const struct table *table)
{
    return hall_next_deadline(hall_of(table)) - table->evening->tick_ms;
}
