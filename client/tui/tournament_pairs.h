/* All pairs of a tournament, as the server tells them page by page, and the players in them. Those
 * that may still change are asked for again, the others are not. Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_PAIRS_H
#define CLIENT_TUI_TOURNAMENT_PAIRS_H

#include "common/tournament/standings.h"
#include "common/wire/schema.h"

enum { PAIR_NOT_OVER = 3 };

struct tournament_game {
    int64_t match;  /* 0: has not begun */
    int64_t points; /* in halves, of the pair's `first`; PAIR_NOT_OVER */
};

struct tournament_pair {
    int64_t number, round, board, leg, attempt;
    enum meeting_kind kind;
    bool is_void;
    bool is_doubtful;  /* may have changed without a sign of it */
    int first, second; /* players; `second` is ENTRANT_NOBODY in a bye */
    struct tournament_game games[2];
};

/* {0} is an empty one; tournament_pairs_finish() it when done. */
struct tournament_pairs {
    struct tournament_pair *items; /* owned, in the order of their numbers */
    size_t count;
    char **players; /* owned, as are the names */
    size_t player_count;
};

void tournament_pairs_finish(struct tournament_pairs *pairs);

/* New pairs are added, known ones replaced. A pair that is played again makes its earlier attempt
 * void. */
void tournament_pairs_take(struct tournament_pairs *pairs, const struct wire_pairs *page);
/* Marks all pairs as doubtful: they are asked for once more. */
void tournament_pairs_doubt(struct tournament_pairs *pairs);

/* What to ask for next. */
struct tournament_span {
    int64_t after, limit;
    bool is_last; /* nothing is known beyond it: as long as there are more, they are asked for, too
                   */
};

/* Of all pairs with greater numbers than `after`: the first that may change, and those near it; or
 * else the new ones. */
struct tournament_span tournament_pairs_next(const struct tournament_pairs *pairs, int64_t after);

/* NULL: there is none. */
const struct tournament_pair *tournament_pairs_find(const struct tournament_pairs *pairs,
                                                    int64_t number);
/* The player's number; ENTRANT_NOBODY: in no pair yet. */
int tournament_pairs_player(const struct tournament_pairs *pairs, const char *name, size_t len);
/* The last round with a pair; 0: none. */
int64_t tournament_pairs_rounds(const struct tournament_pairs *pairs);
/* The first round with a running match; if there is none, the last round that has begun. */
int64_t tournament_pairs_current_round(const struct tournament_pairs *pairs);
/* The number of running matches of the round. */
int64_t tournament_pairs_live(const struct tournament_pairs *pairs, int64_t round);
/* The points of `first` in the matches that are over, in halves, and the number of these. */
int64_t tournament_pair_points(const struct tournament_pair *pair, int *ret_over);

#endif
