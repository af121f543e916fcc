/* Fetches a whole match, in pages, and prints its record or its review. */
#ifndef CLIENT_SHOW_H
#define CLIENT_SHOW_H

#include "client/cli/session.h"
#include "client/show/json.h"
#include "common/game/match.h"

struct show_form {
    bool is_review; /* else the record is printed */
    bool json;
};

/* `struct show show = {.form = ...}` shows nothing yet. */
struct show {
    struct session *session; /* borrowed; set before show_print() */
    struct show_form form;
    struct match *match; /* NULL: not received yet */
    json_t *summary;     /* for JSON; NULL before the match is received */
    struct text when;    /* times of beginning and end, for a person */
};

/* For session_ask(), with match.resume from ply 0: prints the match of the answer, after the
 * requests for its other pages. The review of a match under way fails the session. */
void show_print(void *show, const void *result, struct text *out);
void show_finish(struct show *show);

#endif
