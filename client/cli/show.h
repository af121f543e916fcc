/* Fetches a whole match, in pages, and prints its record or its review. */
#ifndef CLIENT_SHOW_H
#define CLIENT_SHOW_H

#include "client/cli/session.h"
#include "client/show/json.h"
#include "common/game/match.h"

struct show_form {
    bool is_review; /* else the record */
    bool json;
};

/* `struct show show = {.form = ...}` shows nothing yet. */
struct show {
    struct session *session; /* borrowed; set before show_print() */
    struct show_form form;
    struct match *match; /* NULL: not there yet */
    json_t *summary;     /* of the JSON; NULL before the match is there */
    struct text when;    /* begun and ended, for a person */
};

/* For session_ask(): of the answer to match.resume, from the match's beginning. Asks for the rest
 * and prints the match. The review of a match that goes on fails the session. */
void show_print(void *show, const void *result, struct text *out);
void show_finish(struct show *show);

#endif
