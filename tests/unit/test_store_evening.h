/* A store in which the tournament of EXPORT.md, number 7, is played. */
#ifndef TESTS_UNIT_TEST_STORE_EVENING_H
#define TESTS_UNIT_TEST_STORE_EVENING_H

#include "tests/unit/test_store_fixture.h"

struct evening {
    struct place place;
    struct running running;
    struct store_reader *reader;
    struct wire_arena *arena; /* of what is read */
};

/* Players 1 to 3, perfect, greedy and Zoë, guests, and nothing else; token 1 is player 1's. */
void evening_begin(struct evening *evening);
void evening_end(struct evening *evening);

/* The tournament is made, and the matches 101 and 102 of its first round begin: the first batch. */
struct batch *evening_began(void);
/* They are over and judged. */
struct batch *evening_first_round_over(void);
/* The pair of the second round, with match 103, is declared void; then Zoë withdraws. */
struct batch *evening_second_round(void);
/* The tournament is over. */
void evening_finish(struct evening *evening, enum tournament_state state);
/* All of it. */
void evening_write(struct evening *evening);

/* The end of a match, with as many moves as `moves` has. */
void add_played(struct batch *batch, int64_t match, const char *moves, const char *times,
                enum ending ending, enum seat winner);

/* A page of an export: the lines as a file has them. */
struct evening_lines {
    struct export_chain chain;
    struct text text;
    int taken, limit;
};
/* For a struct store_export whose owner is the page; false when it is full. */
bool evening_take_line(void *owner, const struct export_line *line);

void expect_refused(enum error_code code, enum error_code expected, const struct error *error,
                    const char *message);

#endif
