/* The pairings of the four formats, as pure functions. A meeting is a *pair* of matches from one
 * start with the sides swapped.
 *
 * round-robin   Everybody meets everybody else once in a cycle, by the circle method. A cycle of n
 *               entrants has n - 1 rounds, or n where n is odd: one rests in each, which is no bye.
 * gauntlet      Entrant 0 meets each of the others once in a cycle: n - 1 rounds of one meeting.
 * swiss         Each round pairs entrants with equal or nearly equal scores, the upper half of a
 *               score group with its lower half (Dutch style). With an odd number of entrants the
 *               lowest one that has had no bye gets one. The round is the best of all its pairings
 *               by these aims, in this order: few byes; no second byes; no rematches; nobody first
 *               in a meeting over two times more or less often than second; byes for the lowest;
 *               equal scores; upper half against lower half.
 * knockout      The loser of a meeting is out. By seeding 1 meets 2^k, 2 meets 2^k - 1 and so on,
 *               so that the two best can meet in the last round only. If the number of entrants
 *               is no power of two, the best have byes in the first round.
 *
 * One entrant moves first in the first match of a meeting, the other in the second. In a cycle of a
 * round-robin each entrant is the first in one half of its meetings; every other cycle is the other
 * way round, and so is every other meeting of a gauntlet. In a swiss the first is the one who has
 * been first less often, or who was not in its last meeting; in a knockout the better seeded one in
 * every other round.
 *
 * Entrants are numbered from 0 in the order of their seeding, the best first. The results depend on
 * the arguments alone. */
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
    /* A level pair is followed by one more pair, then the seeding decides. */
    KNOCKOUT_LEGS = 2,
    /* The opponent of an entrant who has a bye. */
    ENTRANT_NOBODY = -1,
};

/* "round-robin", "gauntlet", "swiss", "knockout". tournament_format_from_text: FORMAT_COUNT for any
 * other text. */
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
    const struct meeting *forbidden; /* pairs that must not meet, in either order */
    size_t forbidden_count;
};

/* The state of the tournament before a round. */
struct pairing_state {
    int round; /* to be paired, from 0 */
    /* By entrant: withdrawn; in a knockout beaten, since an entrant who withdraws there is still
     * paired and loses by forfeit. */
    const bool *out;
    /* For swiss only: by entrant; and all earlier meetings, byes included, in their order. */
    const int64_t *points;
    const struct meeting *met;
    size_t met_count;
};

/* The first entrant to whom the forbidden meetings leave no opponent; ENTRANT_NOBODY: there is
 * none. Each forbidden meeting has to be one of two different entrants. */
int pairing_lonely(const struct pairing *pairing);
/* Can this be played? BAD_PLAN says what is wrong: too many or too few entrants or rounds, more
 * than PAIRING_MEETINGS_MAX meetings, forbidden meetings in a knockout, an entrant without an
 * opponent, ... */
enum error_code pairing_check(const struct pairing *pairing, struct error *error);
/* The number of rounds. */
int pairing_rounds(const struct pairing *pairing);
/* The highest number, from 1, of a board on which a meeting can take place. */
int pairing_boards(const struct pairing *pairing);
/* The number of meetings in all rounds, without byes, while nobody withdraws. */
int64_t pairing_meetings(const struct pairing *pairing);
/* Fills in the meetings of a round in the order of its boards, and returns their number, from 0 to
 * ENTRANTS_MAX. Round-robin and gauntlet leave out forbidden meetings, and meetings of two entrants
 * who are out; a meeting with one who is out stays, and is won by forfeit. Swiss has rematches, and
 * then byes for entrants who must not meet, only where nothing else is left. An entrant who is out
 * of a swiss or a knockout is not paired. */
size_t pairing_round(const struct pairing *pairing, const struct pairing_state *state,
                     struct meeting ret_meetings[ENTRANTS_MAX]);

/* A round of a swiss in steps, because it takes long: with 256 entrants about 50 ms in all, a step
 * about one. All arguments are copied. */
struct swiss_round;
struct swiss_round *swiss_round_begin(const struct pairing *pairing,
                                      const struct pairing_state *state);
/* Does a step; returns whether there is more to do. */
bool swiss_round_go_on(struct swiss_round *round);
/* The meetings as of pairing_round(), after the last step. */
size_t swiss_round_meetings(const struct swiss_round *round,
                            struct meeting ret_meetings[ENTRANTS_MAX]);
/* Destroys it at any time; NULL is allowed. */
void swiss_round_destroy(struct swiss_round *round);

#endif
