/* Who meets whom: the four formats, as pure functions. A meeting is a *pair* of matches from one
 * start with the sides swapped.
 *
 * round-robin   Everybody meets everybody else once in a cycle, by the circle method. A cycle of n
 *               entrants has n - 1 rounds, or n where n is odd: one rests in each, which is no bye.
 * gauntlet      Entrant 0 meets each of the others once in a cycle: n - 1 rounds of one meeting.
 * swiss         Each round pairs entrants with equal or nearly equal scores, the upper half of a
 *               score group with its lower half (Dutch style). With an odd number of entrants the
 *               lowest that has had no bye gets one. The round is the best of all its pairings by
 *               these aims, in this order: few byes; no second byes; no rematches; nobody first in
 *               a meeting over two times more or less often than second; byes for the lowest;
 *               equal scores; upper half against lower half.
 * knockout      The loser of a meeting is out. By seeding 1 meets 2^k, 2 meets 2^k - 1 and so on,
 *               so that the two best can meet in the last round only. If the number of entrants
 *               is no power of two, the best have byes in the first round.
 *
 * Who moves first in a meeting (in its other match it is the other one) is shared out: in a cycle
 * of a round-robin each does so in one half of its meetings, and every other cycle and meeting of a
 * gauntlet is the other way round; in a swiss who has done so less often than the opponent, or not
 * in its last meeting; in a knockout the better seeded one in every other round.
 *
 * Entrants are numbered from 0 in the order of their seeding, the best first. Everything follows
 * from the arguments. */
#ifndef COMMON_TOURNAMENT_PAIRING_H
#define COMMON_TOURNAMENT_PAIRING_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tournament_format {
    FORMAT_ROUND_ROBIN,
    FORMAT_GAUNTLET,
    FORMAT_SWISS,
    FORMAT_KNOCKOUT,
    FORMAT_COUNT,
};

enum {
    ENTRANTS_MIN = 2,
    ENTRANTS_MAX = 256,
    PAIRING_ROUNDS_MAX = 1000,     /* the `rounds` of a plan */
    PAIRING_MEETINGS_MAX = 100000, /* of a tournament */
    /* A pair that ends level is followed by one more, then the seeding decides. */
    KNOCKOUT_LEGS = 2,
    /* Opposite to somebody who has a bye. */
    ENTRANT_NOBODY = -1,
};

/* "round-robin", "gauntlet", "swiss", "knockout". tournament_format_from_text: FORMAT_COUNT for
 * what it does not know. */
const char *tournament_format_text(enum tournament_format format);
enum tournament_format tournament_format_from_text(const char *text, size_t len);

/* `first` moves first in the pair's first match. In the second it is the other way round. */
struct meeting {
    int first;
    int second; /* ENTRANT_NOBODY: a bye */
};

struct pairing {
    enum tournament_format format;
    int entrants;
    int rounds; /* round-robin and gauntlet: cycles; swiss: rounds; knockout: 0 */
    const struct meeting *forbidden; /* who must not meet, in either order */
    size_t forbidden_count;
};

/* How it stands before a round. */
struct pairing_state {
    int round; /* to be paired, from 0 */
    /* By entrant: withdrawn; in a knockout: beaten, since who withdraws there is paired on and
     * loses by forfeit. */
    const bool *out;
    /* Of swiss only: by entrant; and all earlier meetings, byes included, in their order. */
    const int64_t *points;
    const struct meeting *met;
    size_t met_count;
};

/* The first entrant whom the forbidden meetings leave nobody to meet; ENTRANT_NOBODY: there is
 * none. What is forbidden has to be two different entrants each. */
int pairing_lonely(const struct pairing *pairing);
/* Can this be played? BAD_PLAN says what is wrong: too many or too few entrants or rounds, more
 * than PAIRING_MEETINGS_MAX meetings, forbidden meetings in a knockout, one with whom nobody may
 * play, ... */
enum error_code pairing_check(const struct pairing *pairing, struct error *error);
/* How many rounds there will be. */
int pairing_rounds(const struct pairing *pairing);
/* The highest number, from 1, that a board can have on which somebody plays. */
int pairing_boards(const struct pairing *pairing);
/* How many meetings all rounds will have, byes left aside, while nobody withdraws. */
int64_t pairing_meetings(const struct pairing *pairing);
/* The meetings of a round, in the order of its boards: at most ENTRANTS_MAX of them. Round-robin
 * and gauntlet leave out those who are forbidden; meetings with somebody who is out are there (they
 * are won by forfeit), but for those of two who are. Swiss: forbidden ones and rematches only where
 * nothing else is left, first a rematch, then leaving both without a meeting rather than a
 * forbidden one (they have a bye then). Who has been out plays no more. Returns their number; it
 * may be 0. */
size_t pairing_round(const struct pairing *pairing, const struct pairing_state *state,
                     struct meeting ret_meetings[ENTRANTS_MAX]);

/* The same of a swiss, which takes long, in steps: with 256 entrants about 50 ms in all, a step
 * about one. Everything is copied. */
struct swiss_round;
struct swiss_round *swiss_round_begin(const struct pairing *pairing,
                                      const struct pairing_state *state);
/* Returns whether there is more to do. */
bool swiss_round_go_on(struct swiss_round *round);
/* After the last step. */
size_t swiss_round_meetings(const struct swiss_round *round,
                            struct meeting ret_meetings[ENTRANTS_MAX]);
/* At any time; NULL is taken. */
void swiss_round_destroy(struct swiss_round *round);

#endif
