/* The legal moves of one part of a position, found by their order (game.h); for choices only. Pure.
 */
#ifndef CLIENT_TUI_SPOT_H
#define CLIENT_TUI_SPOT_H

#include "client/tui/choice.h"

struct spot {
    int64_t taken;
    int64_t smallest; /* as in struct parts_move */
    struct move move;
};

/* The first move of a part that takes so many, leaving so much, or comes later in the order. */
bool spot_find_from(const struct choice *choice, const struct part *part, int64_t taken,
                    int64_t smallest, struct spot *ret_spot);
/* The last one before. */
bool spot_find_before(const struct choice *choice, const struct part *part, int64_t taken,
                      int64_t smallest, struct spot *ret_spot);
/* The first that takes so many. */
bool spot_find_number(const struct choice *choice, const struct part *part, int64_t taken,
                      struct spot *ret_spot);
/* One that takes so many, or nearly so many; false where the part has no move at all. */
bool spot_find_near(const struct choice *choice, const struct part *part, int64_t taken,
                    struct spot *ret_spot);

/* What is the smallest of what is left, when so many of it stand before what is taken: the smaller
 * heap of a split, at an end all of it. */
int64_t spot_smallest(const struct part *part, int64_t taken, int64_t before);
bool spot_is_split(const struct part *part, const struct spot *spot);
/* Can so many be taken from the middle of a part? */
bool spot_has_places(const struct choice *choice, uint32_t index, int64_t taken);

#endif
