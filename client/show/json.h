/* JSON for programs: the conversions shared by the commands with --json. */
#ifndef CLIENT_JSON_H
#define CLIENT_JSON_H

#include "common/base/text.h"
#include "common/game/game.h"
#include "common/wire/schema.h"
#include "common/words/why.h"

#include <jansson.h>
#include <stdio.h>

/* An absent text or number becomes null. */
json_t *json_of_text(struct wire_text text);
json_t *json_of_number(int64_t number);
json_t *json_of_grown(const struct text *text);
/* A number up to 2^63-1, the most that programs read as a number; beyond that a text. */
json_t *json_of_count(uint128 count);
/* As texts in the notation. */
json_t *json_of_position(const struct rules *rules, const struct position *position);
json_t *json_of_move(const struct rules *rules, const struct position *position,
                     const struct move *move);
/* An object: the fields of a line of `takeaway solve --batch`. */
json_t *json_of_solution(const struct rules *rules, const struct position *position,
                         const struct solution *solution);
/* An array of the pieces of a text between separators. A trailing separator adds no piece. */
json_t *json_of_pieces(const struct text *text, char separator);
/* The record as an object with the keys of PROTOCOL.md, in the order given there. `body` is the
 * record's struct. An absent value becomes null, an absent list an empty list. */
json_t *json_of_record(const struct wire_record *record, const void *body);
/* The same with the named fields only, in the order of `names`, which end with NULL. */
json_t *json_of_fields(const struct wire_record *record, const void *body,
                       const char *const *names);
/* Appends the value, indented, with a newline; releases it. */
void json_print(json_t *value, struct text *out);
/* The same on one line. */
void json_print_line(json_t *value, struct text *out);
/* Writes and flushes a line: an object with `event` and the members of `body`; releases `body`. */
void json_write_event(const char *event, json_t *body, FILE *out);

#endif
