/* The parts of the model, for each other. */
#ifndef TESTS_HALL_DISK_PARTS_H
#define TESTS_HALL_DISK_PARTS_H

#include "tests/hall/disk.h"

#include <stdbool.h>

/* A copy of a text of a batch; the caller frees it. */
char *disk_kept(const char *text);
/* There has to be such a tournament. */
struct disk_tournament *disk_require_tournament(struct disk *disk, int64_t id);
bool disk_is_over(const struct disk_tournament *tournament);

void disk_finish_match(struct disk_match *match);
void disk_finish_tournaments(struct disk *disk);
void disk_finish_ratings(struct disk *disk);
void disk_finish_invitations(struct disk *disk);
void disk_finish_blocks(struct disk *disk);
void disk_finish_reports(struct disk *disk);
void disk_finish_puzzles(struct disk *disk);
/* The player's account is closed. */
void disk_forget_ratings(struct disk *disk, int64_t player);
void disk_forget_practice(struct disk *disk, int64_t player);
/* The player has to direct no tournament that is not over, and take part in none. */
void disk_check_left(const struct disk *disk, int64_t player);

/* What a record of each kind does. */
void disk_write_match(struct disk *disk, const struct record *record);
void disk_write_move(struct disk *disk, const struct record *record);
void disk_write_takeback(struct disk *disk, const struct record *record);
void disk_write_end(struct disk *disk, const struct record *record);
void disk_write_tournament(struct disk *disk, const struct record *record);
void disk_write_tournament_state(struct disk *disk, const struct record *record);
void disk_write_tournament_active(struct disk *disk, const struct record *record);
void disk_write_entrant(struct disk *disk, const struct record *record);
void disk_write_entrant_gone(struct disk *disk, const struct record *record);
void disk_write_pair(struct disk *disk, const struct record *record);
void disk_write_pair_match(struct disk *disk, const struct record *record);
void disk_write_pair_void(struct disk *disk, const struct record *record);
void disk_write_marks(struct disk *disk, const struct record *record);
void disk_write_rating(struct disk *disk, const struct record *record);
void disk_write_block(struct disk *disk, const struct record *record);
void disk_write_unblock(struct disk *disk, const struct record *record);
void disk_write_line(struct disk *disk, const struct record *record);
void disk_write_report(struct disk *disk, const struct record *record);
void disk_write_report_closed(struct disk *disk, const struct record *record);
void disk_write_practice(struct disk *disk, const struct record *record);
void disk_write_practice_item(struct disk *disk, const struct record *record);
void disk_write_puzzle(struct disk *disk, const struct record *record);
void disk_write_invitation(struct disk *disk, const struct record *record);
void disk_write_invitation_used(struct disk *disk, const struct record *record);
void disk_write_invitation_gone(struct disk *disk, const struct record *record);
/* What a server does with them at its start. */
/* Those by and of a player whose account is closed. */
void disk_forget_blocks(struct disk *disk, int64_t player);
void disk_restore_reports(const struct disk *disk, struct hall *hall);
void disk_restore_puzzles(const struct disk *disk, struct hall *hall);
void disk_restore_blocks(const struct disk *disk, struct hall *hall);
void disk_restore_invitations(const struct disk *disk, struct hall *hall);
/* The match ends like this now. */
void disk_end_in_tournament(struct disk *disk, const struct disk_match *match, enum ending ending);
/* Is its tournament over, or its pair void, so that nothing may change any more? Of a match of a
 * tournament. */
bool disk_is_settled(struct disk *disk, const struct disk_match *match);
/* What has to hold after each batch. */
void disk_check_tournaments(const struct disk *disk);

#endif
