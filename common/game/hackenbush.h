/* Green Hackenbush: a picture of green strokes that stands on the ground. Cutting a stroke, an edge
 * between two vertices, removes it and all edges that are no longer connected to the ground.
 *
 * Vertices are numbers; 0 is the ground, all of it one vertex. A position is written as walks of
 * vertices: "0-1-2-3" is a stalk of three edges, "0-1-2-0+2-3" a triangle on the ground with a
 * twig, "0-0" a loop at the ground, "0-1+0-1" and "0-1-0" a doubled edge; "0" alone is the empty
 * position. Edges that the ground does not hold fall away when a position is read. Vertices keep
 * their numbers through a match.
 *
 * Printed walks: each begins at the smallest vertex that has an edge left, always goes on by the
 * edge left to the smallest vertex, and ends at the ground or where no edge is left.
 *
 * Cells are edges, two cells each: u, v with u <= v; edges ascending by u, then by v; parallel
 * edges stand side by side. A move is the edge that is cut (before_count 2: u, v; after_count 0),
 * "2-3"; parallel edges make one move. The order of the moves is that of the edges. */
#ifndef COMMON_GAME_HACKENBUSH_H
#define COMMON_GAME_HACKENBUSH_H

#include "common/game/game.h"

enum {
    HACKENBUSH_GROUND = 0,
    HACKENBUSH_VERTEX_MAX = 9999,
    HACKENBUSH_EDGES_MAX = 256,
    HACKENBUSH_MISERE_EDGES_MAX = 16, /* misere play has no theory: every move is tried */
};

/* The ends of an edge of a position, by its index: 0 to position->count / 2 - 1. */
static inline int64_t hackenbush_low(const struct position *position, uint32_t edge)
{
    return position->cells[2 * edge];
}

static inline int64_t hackenbush_high(const struct position *position, uint32_t edge)
{
    return position->cells[2 * edge + 1];
}

#endif
