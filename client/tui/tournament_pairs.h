/* All pairs of a tournament and their players, collected from the server's pages. Only pairs that
 * may still change are requested again. Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_PAIRS_H
#define CLIENT_TUI_TOURNAMENT_PAIRS_H

#include "common/tournament/standings.h"
#include "common/wire/schema.h"

enum { PAIR_NOT_OVER = 3 };

struct tournament_game {
    int64_t match;  /* 0: not begun */
    int64_t points; /* in halves, of the pair's `first`; PAIR_NOT_OVER */
};

struct tournament_pair {
    int64_t number, round, board, leg, attempt;
    enum meeting_kind kind;
    bool is_void;
    bool is_doubtful;  /* may have changed without an event */
    int first, second; /* players; `second` is ENTRANT_NOBODY in a bye */
    struct tournament_game games[2];
};

/* {0}: no pairs. To be released with tournament_pairs_finish(). */
struct tournament_pairs {
    struct tournament_pair *items; /* owned, ordered by number */
    size_t count;
    char **players; /* owned, as are the names */
    size_t player_count;
};

void tournament_pairs_finish(struct tournament_pairs *pairs);

/* Adds new pairs and replaces known ones. A repeated pair voids its earlier attempts. */
void tournament_pairs_take(struct tournament_pairs *pairs, const struct wire_pairs *page);
/* Marks all pairs as doubtful, so that they are requested once more. */
void tournament_pairs_doubt(struct tournament_pairs *pairs);

/* The range of the next request. */
struct tournament_span {
    int64_t after, limit;
    bool is_last; /* no later pair is known: continue while the server has more */
};

/* The next range after the pair `after`: the first pair that may change, with those near it, or
 * else the new pairs. */
struct tournament_span tournament_pairs_next(const struct tournament_pairs *pairs, int64_t after);

/* NULL: no such pair. */
const struct tournament_pair *tournament_pairs_find(const struct tournament_pairs *pairs,
                                                    int64_t number);
/* The number of the player; ENTRANT_NOBODY: in no pair yet. */
int tournament_pairs_player(const struct tournament_pairs *pairs, const char *name, size_t len);
/* The last round with a pair; 0: none. */
int64_t tournament_pairs_rounds(const struct tournament_pairs *pairs);
/* The first round with a running match, or else the last round that has begun. */
int64_t tournament_pairs_current_round(const struct tournament_pairs *pairs);
/* The number of running matches of the round. */
int64_t tournament_pairs_live(const struct tournament_pairs *pairs, int64_t round);
/* The points of `first` in the finished matches, in halves. `ret_over`: the number of these
 * matches. */
int64_t tournament_pair_points(const struct tournament_pair *pair, int *ret_over);

#endif
