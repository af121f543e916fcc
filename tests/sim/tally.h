/* What a simulation met, over all runs: what it never meets it does not test. Lies in memory that
 * is shared with the processes in which the runs happen. */
#ifndef TESTS_SIM_TALLY_H
#define TESTS_SIM_TALLY_H

#include "common/base/error.h"
#include "tests/hall/heard.h"
#include "tests/sim/step.h"

#include <stdint.h>
#include <stdio.h>

struct tally {
    uint64_t steps;
    uint64_t runs;
    uint64_t verbs[VERB_COUNT];
    uint64_t messages[HEARD_KICKED + 1];          /* that were released */
    uint64_t errors[UINT8_MAX + 1];               /* by code: that the hall answered with */
    uint64_t endings[ENDING_COUNT];               /* on disk */
    uint64_t records[RECORD_INVITATION_GONE + 1]; /* on disk */
    uint64_t moves;                               /* acknowledged to their makers */
    uint64_t repeats;                             /* requests acknowledged once more */
    uint64_t unread;                              /* connections ended because they did not read */
    uint64_t resumed;                             /* matches shown to clients that had been away */
    uint64_t compared; /* times that a client's whole knowledge was compared with the disk */
    uint64_t credited; /* moves with lag given back */
    uint64_t starts;   /* of servers, after the first of a run */
    uint64_t meetings[MEETING_FORFEIT + 1];           /* pairs on disk */
    uint64_t legs;                                    /* pairs of them that follow a level one */
    uint64_t replays;                                 /* pairs of them in place of a void one */
    uint64_t finished[FORMAT_COUNT];                  /* tournaments */
    uint64_t expired;                                 /* tournaments in which nothing happened */
    uint64_t frames_lost, link_resets, lost, zombies; /* in clusters; sessions are lost */
    uint64_t derived, underived;                      /* passwords, by gateways */
    uint64_t rated;                                   /* matches that changed ratings */
    uint64_t awaited;    /* matches that began while their maker was away */
    uint64_t crashes[5]; /* before a commit, during it (lost), during it (kept), after it, after
                            that was said */
};

/* Prints a line for whatever was never met, and returns their number. */
int tally_gaps(const struct tally *tally, FILE *out);
void tally_print(const struct tally *tally, FILE *out);

#endif
