/* Compares everything a solver says of a position with what the oracle and the definitions say. */
#ifndef TESTS_UNIT_TEST_SOLVER_CHECKS_H
#define TESTS_UNIT_TEST_SOLVER_CHECKS_H

#include "common/solver/solver.h"
#include "tests/oracle.h"
#include "tests/suite.h"

struct checker {
    struct rules rules;
    struct solver *solver;
    struct oracle *oracle;
    struct move *moves; /* owned; its second half is for the solver's list */
    uint32_t moves_capacity;
    uint32_t thorough_every; /* 1: every position is checked thoroughly; k: every k-th */
    uint64_t positions;
    uint64_t values; /* Grundy values compared */
    uint64_t winning_moves;
    uint64_t drawn; /* positions */
};

struct checker checker_start(const char *rules_text);
/* Frees the checker and prints how much it has checked. */
void checker_finish(struct checker *checker);

/* Outcome, Grundy value, the list of winning moves and the first of them; and, where it is
 * thorough, the list with room for some and none of them, and the hardest move from a lost
 * position. */
void check_position(struct checker *checker, const struct position *position);

/* In a won position with these winning moves: the best one is among those of least remoteness, as
 * far as solver.h promises to know it; elsewhere it is the first one. */
void expect_fastest(struct solver *solver, struct oracle *oracle, const struct position *position,
                    const struct move *winning, uint32_t count, const struct move *best);

/* check_position() for every multiset of heaps up to these bounds. */
void check_all_heaps(struct checker *checker, uint32_t heaps_max, int64_t total_max);

struct rules rules_of(const char *text);
struct position position_of(const struct rules *rules, const char *text);
enum outcome outcome_after(struct solver *solver, const struct position *position,
                           const struct move *move);
/* What a new solver explains of a position is this, or has this in it. */
void expect_explanation(const char *rules, const char *position, const char *expected);
void expect_in_explanation(const char *rules, const char *position, const char *part);
/* The moves as texts, "5>3 7>2+5"; free() it. */
char *winning_moves_text(struct solver *solver, const struct position *position, uint32_t capacity);
/* Plays best moves for both sides to the end; returns how many, and checks that the winner is the
 * one whom the solver named at the start. */
uint32_t play_out(struct solver *solver, const struct position *start);

#endif
