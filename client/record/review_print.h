/* A whole review as text and as JSON: `takeaway review`. */
#ifndef CLIENT_REVIEW_PRINT_H
#define CLIENT_REVIEW_PRINT_H

#include "client/record/replay.h"

#include <jansson.h>

/* Judges every move of a finished match, and its end. `solver` is one for its rules; a long match
 * can take seconds. */
void review_judge(struct replay *replay, struct solver *solver);

/* Of a judged match: the table of both players, each move with its mark, the first mistake with its
 * reason, the end. Moves the replay to another stop. */
void review_print(struct replay *replay, struct solver *solver, struct text *out);
/* Adds the same to what summary_json() and record_json_add() say of the match. Moves the replay to
 * another stop. */
void review_json_add(struct replay *replay, struct solver *solver, json_t *summary);

#endif
