/* Tells a program what happens in a match: JSON Lines, an object a line, each with its `event`. */
#ifndef CLIENT_COMMENTARY_JSON_H
#define CLIENT_COMMENTARY_JSON_H

#include "client/record/record.h"
#include "common/game/match.h"
#include "common/wire/schema.h"

#include <stdio.h>

struct commentary_json {
    FILE *out;               /* borrowed */
    struct record_walk walk; /* how far it has told */
};

/* The first line, event "match": what `summary`, as summary_json() has it, says, the position and
 * the moves so far. */
void commentary_json_begin(struct commentary_json *commentary, const struct match *match,
                           json_t *summary);
/* A line for each move since then ("match.moved"), and one for the end ("match.ended"). */
void commentary_json_go_on(struct commentary_json *commentary, const struct match *match);
/* A player came or went ("match.presence"). */
void commentary_json_presence(const struct commentary_json *commentary,
                              const struct wire_presence *presence);
/* What somebody says ("chat.said"). */
void commentary_json_said(const struct commentary_json *commentary,
                          const struct wire_chat_line *line);
/* The seat's turn to move ("turn"): how the match stands, with the legal moves, and the clocks by
 * `now_ms` as in match.h. */
void commentary_json_turn(const struct commentary_json *commentary, const struct match *match,
                          int64_t now_ms);
void commentary_json_finish(struct commentary_json *commentary);

#endif
