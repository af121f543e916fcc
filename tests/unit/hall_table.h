/* A match with a clock, or without one, and the words for what time does to it. The limits are the
 * default ones. */
#ifndef TESTS_UNIT_HALL_TABLE_H
#define TESTS_UNIT_HALL_TABLE_H

#include "tests/unit/hall_fixture.h"

enum {
    FIRST_MOVE_MS = 60000,
    CLAIM_MS = 60000,
    CLAIM_UNCLOCKED_MS = 600000,
    GRACE_MS = 30000,
};
#define IDLE_MS (7 * 86400000LL)

/* A match of ann against ben, ann to move first, with one heap of 100, from which they take one at
 * a time. */
struct table {
    struct evening *evening;
    struct guest *ann, *ben;
    int64_t match;
    int64_t ply; /* moves made */
};

struct table table_with(const char *clock);
struct hall *hall_of(const struct table *table);
struct guest *mover_of(const struct table *table);
/* The mover takes one; what comes of it is not heard yet. */
void tries(struct table *table);
/* `ms` pass and the mover takes one, with the result at once on disk: taken, credit, left. */
void moves(struct table *table, int64_t ms, int64_t taken_ms, int64_t credit_ms, int64_t left_ms);
void lags(struct guest *guest, int64_t lag_ms);
void judges(const struct table *table);
bool is_live(const struct table *table);
void expect_end(const struct table *table, struct guest *guest, enum ending ending,
                enum seat winner);
/* Nothing is due for `ms` more, and then this. */
void expect_end_after(struct table *table, int64_t ms, enum ending ending, enum seat winner);
/* Time passes without anything becoming due. */
void nothing_for(struct table *table, int64_t ms);
void expect_refusal(struct guest *guest, enum error_code code, const char *message);
/* TOO_EARLY, because the player of that name is gone, but has to be gone for `wait_ms` longer. */
void expect_too_early(struct guest *guest, const char *gone, int64_t wait_ms);
/* In a match of 300+0. */
void both_move(struct table *table);
/* The disk takes no more writes. */
void stalls(struct table *table);
void expect_recorded_times(struct table *table, const char *times);
const struct wire_match *view_of(struct table *table, struct guest *guest);
int64_t due_in(const struct table *table);

#endif
