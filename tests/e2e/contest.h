/* A tournament with everybody who takes part in it, as verbs for the tests: one peer directs it,
 * the others play. All of them play subtraction:1,2 with one heap, where the multiples of 3 are
 * lost: a strong one plays perfectly, a weak one takes 1 always. Unless it says otherwise, each
 * verb asks, waits and insists on success. */
#ifndef TESTS_E2E_CONTEST_H
#define TESTS_E2E_CONTEST_H

#include "tests/e2e/play.h"

enum { CONTEST_PLAYERS_MAX = 8 };

struct contest {
    struct peer *owner; /* watches it */
    struct peer *players[CONTEST_PLAYERS_MAX];
    const char *names[CONTEST_PLAYERS_MAX]; /* of who is strong it begins with "s" */
    size_t count;
    int64_t tournament;
};

/* A plan with rules, seed 42 and this format; its starts are the heap of 5, which only the strong
 * win from when they move second. */
struct wire_tournament_create plan_of(const char *format);
/* Makes it, of the names given (the list ends with NULL) in the order of the seeding, and all of
 * them join. It is open. */
struct contest contest_open(const struct server *server, struct wire_tournament_create plan,
                            const char *const *names);
/* The owner's word. */
enum error_code contest_choose(const struct contest *contest, enum wire_method method);
/* Begins it. */
void contest_start(const struct contest *contest);

/* The peer of this name. */
struct peer *contest_player(const struct contest *contest, struct wire_text name);
/* The next news of it. */
const struct wire_tournament_news *contest_news(const struct contest *contest);
/* Waits until at least so many matches are live at the same time. */
void contest_wait_live(const struct contest *contest, int64_t count);
/* Plays on in all matches that are live now, to their ends. Returns their number. */
int64_t contest_play_live(const struct contest *contest);
/* Plays until it is over; returns how it ended. */
struct wire_text contest_play(const struct contest *contest);
/* Everybody comes back, after the server did. */
void contest_come_back(struct contest *contest, const struct server *server);

const struct wire_tournament *contest_show(const struct contest *contest);
const struct wire_standings *contest_standings(const struct contest *contest);
const struct wire_pairs *contest_pairs(const struct contest *contest);
/* The pair of this board, of those that are not void; NULL: there is none. */
const struct wire_pair *contest_pair(const struct contest *contest, int64_t round, int64_t board);
/* The row of a player, which the test insists on. */
const struct wire_standing *standing_of(const struct wire_standings *standings, const char *player);

#endif
