/* A tournament at the hall: words to direct it and to take part in it, the driver's answers, and a
 * way to play it to its end. */
#ifndef TESTS_UNIT_HALL_CONTEST_H
#define TESTS_UNIT_HALL_CONTEST_H

#include "tests/unit/hall_fixture.h"

/* --- requests --- */

uint32_t creates(struct guest *owner, const struct hall_tournament_plan *plan, const char *key);
uint32_t joins(struct guest *guest, int64_t tournament, const char *key);
uint32_t starts(struct guest *owner, int64_t tournament, const char *key);
uint32_t pauses(struct guest *owner, int64_t tournament, const char *key);
uint32_t goes_on(struct guest *owner, int64_t tournament, const char *key);
uint32_t calls_off(struct guest *owner, int64_t tournament, const char *key);
/* `name` NULL: oneself. */
uint32_t withdraws(struct guest *guest, int64_t tournament, const char *name, const char *key);
uint32_t voids(struct guest *owner, int64_t tournament, int64_t round, int64_t board,
               const char *key);
uint32_t follows(struct guest *guest, int64_t tournament);
uint32_t unfollows(struct guest *guest, int64_t tournament);

/* --- shortcuts: committed, heard and skipped --- */

/* A tournament of Nim from fair starts, so that the driver is asked for each, for whoever comes, in
 * this format; `plan` may have more. Returns its number. */
int64_t announce(struct guest *owner, struct hall_tournament_plan plan);
/* Each joins, in this order. */
void enter(struct guest *const *guests, size_t count, int64_t tournament);
/* Announced by the owner, joined by all, begun. */
int64_t open_contest(struct guest *owner, struct guest *const *guests, size_t count,
                     struct hall_tournament_plan plan);
const struct disk_tournament *contest_on_disk(const struct evening *evening, int64_t tournament);
/* How the tournament stands on disk. */
enum tournament_state state_of(const struct evening *evening, int64_t tournament);

/* --- playing --- */

/* The live match of tournaments number `index` of all of them, in the order of their numbers; 0:
 * there are not so many. */
int64_t live_match(const struct evening *evening, size_t index);
/* Whoever is to move in the match makes a move that follows from the seed of the seat and the ply
 * alone. Nothing is committed. */
void plays_by_seed(struct evening *evening, int64_t match);
/* All live matches are played to their ends, the lowest number first, and those that follow, until
 * none is live. */
void play_out(struct evening *evening);

/* What the tournament has come to, without numbers of matches and times: a line for each match, bye
 * and forfeit that counts, in the order of rounds and boards. free() it. */
char *results_of(const struct evening *evening, int64_t tournament);

#endif
