/* The part of the model that knows tournaments and ratings: for disk.c. */
#ifndef TESTS_HALL_DISK_TOURNAMENT_H
#define TESTS_HALL_DISK_TOURNAMENT_H

#include "tests/hall/disk.h"

#include <stdbool.h>

void disk_finish_tournaments(struct disk *disk);

void disk_write_tournament(struct disk *disk, const struct batch *batch,
                           const struct record *record);
void disk_write_tournament_state(struct disk *disk, const struct batch *batch,
                                 const struct record *record);
void disk_write_entrant(struct disk *disk, const struct batch *batch, const struct record *record);
void disk_write_entrant_gone(struct disk *disk, const struct batch *batch,
                             const struct record *record);
void disk_write_pair(struct disk *disk, const struct batch *batch, const struct record *record);
void disk_write_pair_match(struct disk *disk, const struct batch *batch,
                           const struct record *record);
void disk_write_pair_void(struct disk *disk, const struct batch *batch,
                          const struct record *record);
void disk_write_marks(struct disk *disk, const struct batch *batch, const struct record *record);
void disk_write_rating(struct disk *disk, const struct batch *batch, const struct record *record);
/* The match ends like this now. */
void disk_end_in_tournament(struct disk *disk, const struct disk_match *match, enum ending ending);
/* What has to hold after each batch. */
void disk_check_tournaments(const struct disk *disk);

/* Sets is_needed[id - 1] of the players who take part in what is not over. */
void disk_mark_entrants(const struct disk *disk, bool *is_needed);
/* After the matches. Ratings too. */
void disk_restore_tournaments(const struct disk *disk, struct hall *hall);

#endif
