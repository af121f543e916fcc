/* A number for each of many positions. The judge's own, written apart from the table of
 * common/solver: a fault that both had would go unseen. */
#ifndef TESTS_POSITION_MAP_H
#define TESTS_POSITION_MAP_H

#include "common/game/position.h"

#include <stddef.h>
#include <stdint.h>

struct position_map;

struct position_map *position_map_create(void);
void position_map_destroy(struct position_map *map);

/* The number of positions in the map. */
size_t position_map_size(const struct position_map *map);

/* The number of a position, 0 where it was not in the map before. Valid as long as the map. */
uint32_t *position_map_at(struct position_map *map, const struct position *position);

#endif
