/* Tournaments as a server tells them: ann, ben and zoe in each format. */
#ifndef TESTS_UNIT_TOURNAMENT_SAMPLE_H
#define TESTS_UNIT_TOURNAMENT_SAMPLE_H

#include "common/wire/schema.h"

enum { SAMPLE_PAIRS_MAX = 8, SAMPLE_PLAYERS = 3, SAMPLE_TOURNAMENT = 3 };

/* Points of a match that is being played; as a match's number: it has not begun. */
enum { SAMPLE_LIVE = 3, SAMPLE_NONE = 0 };

struct sample_pairs {
    struct wire_pair list[SAMPLE_PAIRS_MAX];
    int64_t matches[SAMPLE_PAIRS_MAX][2], begun[SAMPLE_PAIRS_MAX][2], points[SAMPLE_PAIRS_MAX][2];
    struct wire_pairs page;
};

/* Adds a pair of two matches with what `first` has of each. */
struct wire_pair *sample_pair(struct sample_pairs *pairs, int64_t round, int64_t board,
                              const char *first, const char *second, const int64_t matches[2],
                              const int64_t points[2]);
/* `second` NULL: a bye. Else a forfeit. */
void sample_unplayed(struct sample_pairs *pairs, int64_t round, int64_t board, const char *first,
                     const char *second);

/* Every kind of state: won, being played, to be played. */
void sample_round_robin(struct sample_pairs *pairs);
/* With byes, a forfeit and a pair that is void and played again. */
void sample_swiss(struct sample_pairs *pairs);
/* With a level pair and its second leg. */
void sample_knockout(struct sample_pairs *pairs);

struct sample_standings {
    struct wire_entrant players[SAMPLE_PLAYERS];
    struct wire_tournament tournament;
    struct wire_standing list[SAMPLE_PLAYERS];
    int64_t scores[SAMPLE_PLAYERS][5];
    struct wire_standings standings;
};

/* zoe directs it; of the players ben has withdrawn unless it is open, where zoe has not come yet.
 */
void sample_of_standings(struct sample_standings *sample, const char *format, const char *state);
struct wire_tournament_news sample_news(const char *state);

#endif
