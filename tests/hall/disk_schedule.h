/* What the pairs of a tournament have to be: for the model of the store. */
#ifndef TESTS_HALL_DISK_SCHEDULE_H
#define TESTS_HALL_DISK_SCHEDULE_H

#include "tests/hall/disk.h"

/* What both have, in halves. False: the pair is played and not over. */
bool disk_pair_points(const struct disk *disk, const struct disk_pair *pair, int64_t points[2]);
/* How many boards its rounds can have: see pairing_boards(). */
int disk_boards(const struct disk_tournament *tournament);
/* The tournament is finished now: each of its rounds, paired again by what those before it have
 * brought and by who had withdrawn, has the pairs that are on disk and no others. */
void disk_check_schedule(const struct disk *disk, const struct disk_tournament *tournament);

#endif
