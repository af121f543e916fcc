/* Tournaments of takeaway-bots, one after another, with the same players and the same plan, so that
 * the results of each are the same to the last byte. */
#ifndef TESTS_CRASH_CUP_H
#define TESTS_CRASH_CUP_H

#include "client/lib/loop.h"

#include <stdbool.h>

struct cup_config {
    const char *server;  /* as --server takes it */
    const char *bot;     /* the path of takeaway-bot */
    const char *chooser; /* the path of takeaway-crash, which chooses the moves (cup_choose()) */
    unsigned think_ms;   /* of each bot about each move */
};

struct cup;

/* Connects its director; there is no tournament yet. */
struct cup *cup_create(struct loop *loop, const struct cup_config *config);
void cup_destroy(struct cup *cup); /* NULL is allowed */

/* Begins a tournament; the one before is over. */
void cup_begin(struct cup *cup);
/* To be called all the time. False, and it is on standard error: it cannot go on. */
bool cup_goes_on(struct cup *cup);
/* Is it over? Then cup_results() are the lines of its results.jsonl, with their hashes. */
bool cup_is_over(const struct cup *cup);
const char *cup_results(const struct cup *cup);

/* The program that chooses the moves of a bot (bots/BRIDGE.md), by the match's seed alone. */
int cup_choose(unsigned think_ms);

#endif
