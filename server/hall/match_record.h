/* From the record of a match, which is text, to the parts of a struct wire_match. Nothing is
 * copied: what is set points into the record and into the lists that the caller gives. */
#ifndef SERVER_HALL_MATCH_RECORD_H
#define SERVER_HALL_MATCH_RECORD_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/wire/schema.h"

#include <stdbool.h>

/* Sets `from_ply` and `moves` to the page of at most `page` moves after ply `after` of `moves`, the
 * whole record. `words` has room for so many. */
void match_record_take_moves(struct wire_match *match, struct wire_text moves, int64_t after,
                             struct wire_text *words, size_t page);
/* Sets `taken` and `credit` to those of the moves that it has, out of `times`, which are those of
 * all its `ply` moves (see times.h): into the lists, which have room for as many as it has moves.
 * Both are left out where they say nothing. INTERNAL, and the match is as it was: the times are not
 * one for each move; none at all, which tells that they are not known, is no error. */
enum error_code match_record_take_times(struct wire_match *match, const char *times, int64_t *taken,
                                        int64_t *credit, struct error *error);
/* Plays the whole record by the match's rules from its start, and appends the position that comes
 * of it. For matches out of the database; INTERNAL when the rules refuse what stands there. */
enum error_code match_record_replay(const struct wire_match *match, struct wire_text moves,
                                    struct text *position, struct error *error);
/* Is the move number `ply` of the record this one, however it is written? The same replay. */
bool match_record_has_move(const struct wire_match *match, struct wire_text moves, int64_t ply,
                           const char *text);

#endif
