/* Tells what happens in a match, move by move: to a person in words, or to a program as JSON Lines,
 * an object a line, each with its `event`. */
#ifndef CLIENT_COMMENTARY_H
#define CLIENT_COMMENTARY_H

#include "client/cli/console.h"
#include "client/show/record.h"
#include "common/game/match.h"
#include "common/wire/schema.h"

/* The first three members are the caller's to set. */
struct commentary {
    struct console *console; /* of a person; borrowed */
    FILE *json;              /* of a program, which is told instead; NULL: a person is told */
    bool plays;              /* in the match; else it is watched */
    bool has_begun;          /* with this match */
    bool has_heard;          /* what was said beside it before we came */
    json_t *summary;         /* of the match, for a program */
    struct match_walk walk;  /* how far it has told */
};

/* Comes to a match, of which nothing is told yet. */
void commentary_enter(struct commentary *commentary, const struct wire_match *state);
/* Introduces the match and tells how it stands, of one that is under way only the last move; later
 * the moves since then, and whose turn it is or how the match ended. */
void commentary_tell(struct commentary *commentary, const struct match *match);
/* A player came or went. */
void commentary_tell_presence(const struct commentary *commentary, const struct match *match,
                              const struct wire_presence *presence);
/* What is said beside the match, as the seat tells it (seat.h). Lines of one's own, which come
 * back, are told only when they were said in an earlier run. */
void commentary_tell_lines(struct commentary *commentary, const char *own_name,
                           const struct wire_chat_line *lines, size_t count, bool is_live);
/* Tells a program that it is to move: how the match stands, with the legal moves. */
void commentary_tell_turn(const struct commentary *commentary, const struct match *match);
void commentary_finish(struct commentary *commentary);

#endif
