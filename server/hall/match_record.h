/* The record of a match is text: its moves, their times, and what was taken back. For each move the
 * times have the ms taken (1234), or with the ms given back for lag (1234-56); a space separates
 * two moves. What was taken back has the ply of the first move and the moves for each time that it
 * happened: 3 5>4 4>2 / 1 5>3.
 *
 * These functions write the times and read both into a struct wire_match. They copy nothing: the
 * struct points into the record and into the lists that the caller gives. */
#ifndef SERVER_HALL_MATCH_RECORD_H
#define SERVER_HALL_MATCH_RECORD_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/game/game.h"
#include "common/wire/schema.h"
#include "server/hall/hall.h"

#include <stdbool.h>
#include <stdint.h>

/* The effect of a move on the mover's clock. */
struct move_times {
    int64_t taken_ms, credit_ms;
    int64_t left_ms; /* -1: no clock */
};

void times_append(struct text *times, int64_t taken_ms, int64_t credit_ms);
/* Reads the times of the move that *at points to, and goes on to the next, or to the end of the
 * text. False, and *at is anywhere: there are none, or they cannot be. */
bool times_next(const char **at, int64_t *ret_taken_ms, int64_t *ret_credit_ms);

/* Leaves only the first `count` words of a list in which a space separates two. */
void words_keep(struct text *words, int64_t count);

/* Moves from ply `ply` on, a space between two, are taken back after what was before. */
void taken_back_append(struct text *taken_back, int64_t ply, const char *moves, size_t len);
/* The changes of the match up to the move that stands at `ply`; `taken_back` can be read. */
int64_t taken_back_seq(const char *taken_back, int64_t ply);
/* Room for what was taken back in a match. */
struct taken_back_list {
    struct wire_taken_moves times[HALL_TAKEN_BACK_MAX];
    struct wire_text moves[HALL_TAKEN_BACK_MAX];
};
/* Sets `back` and `taken_back`, which are left out where nothing was taken back. INTERNAL: the text
 * cannot be read, or says more than may be. */
enum error_code match_record_take_taken_back(struct wire_match *match, const char *taken_back,
                                             struct taken_back_list *list, struct error *error);

/* Sets `from_ply` and `moves` to the page of at most `page` moves after ply `after` of `moves`, the
 * whole record. `words` has room for so many. */
void match_record_take_moves(struct wire_match *match, struct wire_text moves, int64_t after,
                             struct wire_text *words, size_t page);
/* Sets `taken` and `credit` to those of the moves that it has, out of `times`, which are those of
 * all its `ply` moves (see times_next()): into the lists, which have room for as many as it has
 * moves. Both are left out where they say nothing. INTERNAL, and the match is as it was: the times
 * are not one for each move; none at all, which tells that they are not known, is no error. */
enum error_code match_record_take_times(struct wire_match *match, const char *times, int64_t *taken,
                                        int64_t *credit, struct error *error);
/* Plays the first `count` of `moves`, or all, from `start` on, into a position that the caller
 * finishes, also after an error. */
enum error_code moves_replay(const struct rules *rules, struct wire_text start,
                             struct wire_text moves, int64_t count, struct position *ret_position,
                             struct error *error);
/* Plays the whole record by the match's rules from its start, and appends the position that comes
 * of it. For matches out of the database; INTERNAL when the rules refuse what stands there. */
enum error_code match_record_replay(const struct wire_match *match, struct wire_text moves,
                                    struct text *position, struct error *error);
/* Is the move number `ply` of the record this one, however it is written? The same replay. */
bool match_record_has_move(const struct wire_match *match, struct wire_text moves, int64_t ply,
                           const char *text);

#endif
