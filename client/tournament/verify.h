/* Checks the record of a tournament: the chain of its lines, every match by the rules and by the
 * solver, the schedule, the standings, the clocks, and the signature. `takeaway verify` is
 * verify.c; the checks are verify_*.c and need only the files. */
#ifndef CLIENT_VERIFY_H
#define CLIENT_VERIFY_H

#include "client/tournament/results_file.h"
#include "client/tournament/verdict.h"
#include "common/game/time_control.h"
#include "common/solver/solver.h"
#include "common/tournament/starts.h"

/* The state of the check of a record. */
struct verify {
    struct results results;
    struct verdict *verdict;
    const unsigned char *key;  /* EXPORT_KEY_BYTES, the only accepted signer; NULL: any, or none */
    bool is_chained;           /* the chain of results.jsonl is intact */
    struct export_chain chain; /* at the end of results.jsonl */

    /* Set by verify_plan(). */
    struct rules plan_rules; /* or a class of rules */
    struct starts starts;
    struct time_control clock;
    struct pairing pairing;
    struct meeting_result *meetings;
    size_t meeting_count;
    bool is_cancelled;
    bool is_judged; /* every match with moves has marks */
    /* Of the match that is being checked, set by verify_take_rules(). */
    struct rules rules;
    struct solver *solver;
};

/* Runs all checks. `path` as in results_read(), `key` as above. The only error is IO: faults of the
 * files go to the verdict. */
enum error_code verify_record(const char *path, const unsigned char *key, struct verdict *verdict,
                              struct error *error);

/* As results_match() and results_count(). */
const struct export_match *verify_match(const struct verify *verify, size_t index);
size_t verify_match_count(const struct verify *verify);
/* Adds a fault of the line with this index among the matches. */
void verify_fault(struct verify *verify, size_t index, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the rules of this match, which follow from the plan and the match's place, and a solver for
 * them. False: the rules would be drawn, but the schedule, whose check reports that, has no such
 * place. */
bool verify_take_rules(struct verify *verify, size_t index);

/* Does the pairing of each round depend on the results of the round before, so that rounds begin
 * one after the other? */
bool verify_rounds_wait(const struct verify *verify);
/* May matches of this round, from 1, be missing, because the tournament was cancelled? Not if a
 * later round that depends on it has begun. */
bool verify_may_lack(const struct verify *verify, int64_t round);

/* Each function adds one or two parts to the verdict. */
void verify_chain(struct verify *verify);
/* False: the lines cannot be parsed, and no other check is possible. */
bool verify_lines(struct verify *verify);
/* False: no check that needs the plan is possible. */
bool verify_plan(struct verify *verify);
void verify_matches(struct verify *verify);
void verify_marks(struct verify *verify);
void verify_schedule(struct verify *verify);
/* The parts order and pairs of the schedule. False: the lines are not in order, so that the rounds
 * cannot be told apart. */
bool verify_pairs(struct verify *verify);
void verify_starts(struct verify *verify);
void verify_standings(struct verify *verify);
void verify_times(struct verify *verify);
void verify_seal(struct verify *verify);

#endif
