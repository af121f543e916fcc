/* The start positions of a tournament, as a short text:
 *
 *     35                     this one, in every pair
 *     3+5+7,1+2+3,8+9        these in turn; the start with index i is number i modulo their number
 *     drawn                  drawn as for a match without a start of its own (position_draw_start)
 *     drawn:ring             the same for games of this look, which begin with one ring (look.h)
 *     drawn:2-4:5-50         2 to 4 heaps of 5 to 50 each, all numbers as likely as any other
 *     fair, fair:ring,       drawn in the same way, but starts with an even index are N-positions
 *       fair:1:900-1100      and those with an odd index P-positions: as many of each
 *
 * A start depends on the rules, this text, the seed and its index alone. common/judge/start.h asks
 * the solver whether a position is N or P; the functions here need the rules only.
 *
 * A tournament may have a class of rules (common/game/drawn.h) instead of rules. Then each index
 * has rules of its own, and the text is `drawn` or `fair`, without bounds. */
#ifndef COMMON_TOURNAMENT_STARTS_H
#define COMMON_TOURNAMENT_STARTS_H

#include "common/game/game.h"

enum {
    STARTS_TEXT_MAX = 16384, /* bytes */
    STARTS_LIST_MAX = 1000,  /* positions */
    STARTS_HEAPS_MAX = 64,   /* heaps of a drawn start */
};

enum starts_kind {
    STARTS_LIST,
    STARTS_DRAWN,
    STARTS_FAIR,
};

struct starts {
    enum starts_kind kind;
    struct position *list; /* of LIST; owned */
    size_t count;          /* of `list`, >= 1 */
    enum game_look look;   /* of DRAWN and FAIR without bounds: PLAIN, or one that has a start */
    bool bounded;          /* of DRAWN and FAIR: are there bounds? */
    int64_t heaps_min, heaps_max, size_min, size_max;
};

/* `rules`: of the tournament. If their look has a start, `drawn` and `fair` are read as
 * `drawn:LOOK` and `fair:LOOK`: the text alone says what is drawn, and that of an older tournament
 * draws what it always did. Every position of a list may start a match (position_check_start), and
 * so may the smallest and the largest one within bounds. The error is BAD_POSITION, NO_LEGAL_MOVE
 * or BAD_ARGUMENTS: bounds are for games of heaps only. */
enum error_code starts_parse(const struct rules *rules, const char *text, size_t len,
                             struct starts *ret_starts, struct error *error);
void starts_finish(struct starts *starts);
/* Is this the text of fair starts, provided that it can be read? */
bool starts_text_is_fair(const char *text, size_t len);
/* Appends the canonical text. */
void starts_print(const struct rules *rules, const struct starts *starts, struct text *out);
/* The rules that go with the start of this index: those of the tournament, or if they are a class,
 * those that are drawn from it. */
void starts_rules(const struct rules *rules, uint64_t seed, int64_t index, struct rules *ret_rules);
/* Candidate number `attempt`, from 0, for the start with this index. `rules` are those that go with
 * it. Every candidate may start a match. Unless the starts are fair, the first candidate is the
 * start. */
void starts_candidate(const struct rules *rules, const struct starts *starts, uint64_t seed,
                      int64_t index, int64_t attempt, struct position *ret_position);

#endif
