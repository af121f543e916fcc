/* Checks the record of a tournament: the chain of its lines, every match by the rules and by the
 * solver, the schedule, the standings, the clocks, and the signature. `takeaway verify` is
 * verify.c; the checks are verify_*.c, and need nothing but the files. */
#ifndef CLIENT_VERIFY_H
#define CLIENT_VERIFY_H

#include "client/tournament/results.h"
#include "client/tournament/verdict.h"
#include "common/game/time_control.h"
#include "common/solver/solver.h"
#include "common/tournament/starts.h"

/* A record that is being checked. */
struct verify {
    struct results results;
    struct verdict *verdict;
    const unsigned char
        *key;        /* EXPORT_KEY_BYTES that it has to be signed with; NULL: any, or none */
    bool is_chained; /* the chain of results.jsonl holds */
    struct export_chain chain; /* at the end of results.jsonl */

    /* Of the plan, when that was checked. */
    struct rules rules;
    struct starts starts;
    struct time_control clock;
    struct pairing pairing;
    struct solver *solver;
    struct meeting_result *meetings;
    size_t meeting_count;
    bool is_cancelled;
    bool is_judged; /* every match has marks; one without moves has none */
};

/* All of it. `path` is as in results_read(), `key` as above. The only error is IO: what is wrong
 * with the files goes to the verdict. */
enum error_code verify_record(const char *path, const unsigned char *key, struct verdict *verdict,
                              struct error *error);

/* As results_match() and results_count(). */
const struct export_match *verify_match(const struct verify *verify, size_t index);
size_t verify_match_count(const struct verify *verify);
/* A fault of the line with this index among the matches. */
void verify_fault(struct verify *verify, size_t index, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Does each round begin after the one before it, because it follows from its results? */
bool verify_rounds_wait(const struct verify *verify);
/* May matches of this round, from 1, be missing, because the tournament was cancelled? Not where a
 * later round had begun that follows from it. */
bool verify_may_lack(const struct verify *verify, int64_t round);

/* Each is one part of the verdict, or two. */
void verify_chain(struct verify *verify);
/* False: they cannot be read, and nothing else can be checked. */
bool verify_lines(struct verify *verify);
/* False: nothing that needs the plan can be checked. */
bool verify_plan(struct verify *verify);
void verify_matches(struct verify *verify);
void verify_marks(struct verify *verify);
void verify_schedule(struct verify *verify);
/* A step of the schedule: order and pairs. False: the lines are not in order, so that the rounds
 * cannot be told apart. */
bool verify_pairs(struct verify *verify);
void verify_starts(struct verify *verify);
void verify_standings(struct verify *verify);
void verify_times(struct verify *verify);
void verify_seal(struct verify *verify);

#endif
