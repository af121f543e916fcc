/* The variants of take-away and their common parts; only take_away*.c include this. */
#ifndef COMMON_GAME_TAKE_AWAY_VARIANT_H
#define COMMON_GAME_TAKE_AWAY_VARIANT_H

#include "common/game/family.h"
#include "common/game/take_away.h"

/* The entries for positions and moves of each variant. The name and the rules are those of
 * family_take_away. */
extern const struct family take_away_one;
extern const struct family take_away_local;
extern const struct family take_away_global;

/* The entry of take_away_local. */
enum error_code take_away_local_move_parse(const struct rules *rules,
                                           const struct position *position, struct scanner *scanner,
                                           struct move *move, struct error *error);

/* Reads "@q" when it is next; otherwise the quota stays what it is. */
enum error_code take_away_read_quota(struct scanner *scanner, int64_t *quota, enum error_code code,
                                     struct error *error);
/* BAD_POSITION when a quota comes after "0". */
enum error_code take_away_check_empty(const struct scanner *scanner, struct error *error);
/* Appends "@q" unless that is the opening quota. `most`: the heap, or the largest of several. */
void take_away_print_quota(int64_t quota, int64_t most, struct text *out);

/* Does the one quota allow the move that leaves `heap_left` of the heap? */
enum error_code take_away_check_quota(int64_t heap, int64_t heap_left, int64_t quota,
                                      struct error *error);

/* Draws 2 or 3 heaps, from 5 to `largest`. */
void take_away_draw_heaps(struct random *random, int64_t largest, struct position *heaps);

/* The product of factors of start positions that are compared with a limit. */
struct take_away_product {
    const char *of;      /* "(heap + 1) over all heaps" */
    int64_t most;        /* the limit */
    const char *example; /* a start position near it */
    int64_t value;       /* 2^63-1 where it is larger; starts at 1 */
};

void take_away_multiply(struct take_away_product *product, uint128 factor);
enum error_code take_away_check_product(const struct rules *rules,
                                        const struct take_away_product *product,
                                        struct error *error);

#endif
