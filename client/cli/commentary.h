/* The commentary on a match, move by move: words for a person, or JSON Lines for a program, one
 * object per line, each with its `event`. */
#ifndef CLIENT_COMMENTARY_H
#define CLIENT_COMMENTARY_H

#include "client/cli/console.h"
#include "client/lib/seat.h"
#include "client/show/record.h"
#include "common/game/match.h"
#include "common/wire/schema.h"

/* The caller sets the first three members. */
struct commentary {
    struct console *console; /* for a person; borrowed */
    FILE *json;              /* for a program; NULL: the commentary is for a person */
    bool plays;              /* the user plays in the match, else watches it */
    bool has_begun;          /* the match has been introduced */
    bool has_heard;          /* the earlier chat lines have been told */
    json_t *summary;         /* of the match, for a program */
    struct match_walk walk;  /* the moves that have been told */
};

/* Starts the commentary on a match from nothing. */
void commentary_enter(struct commentary *commentary, const struct wire_match *state);
/* The first call introduces the match and tells its state; of a match under way, only the last
 * move. Later calls tell the moves since the previous call, and whose turn it is or how the match
 * ended. */
void commentary_tell(struct commentary *commentary, const struct match *match);
/* A player came or went. */
void commentary_tell_presence(const struct commentary *commentary, const struct match *match,
                              const struct wire_presence *presence);
/* Tells a question whether moves may be taken back and its decline, and the moves that were. */
void commentary_tell_takeback(struct commentary *commentary, const struct match *match,
                              enum seat_takeback news);
/* Tells chat lines, as the seat reports them (seat.h). The user's own lines come back from the
 * server; they are told only if an earlier run of the program sent them. */
void commentary_tell_lines(struct commentary *commentary, const char *own_name,
                           const struct wire_chat_line *lines, size_t count, bool is_live);
/* Tells a program that it is its turn: the state of the match, with the legal moves. */
void commentary_tell_turn(const struct commentary *commentary, const struct match *match);
void commentary_finish(struct commentary *commentary);

#endif
