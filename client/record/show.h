/* Fetches a whole match, in pages, and prints its record or its review. */
#ifndef CLIENT_SHOW_H
#define CLIENT_SHOW_H

#include "client/json.h"
#include "client/record/follower.h"
#include "client/session.h"

struct show_form {
    bool is_review; /* else the record */
    bool json;
};

struct show {
    struct session *session; /* borrowed */
    struct show_form form;
    struct follower follower;
    json_t *summary;  /* of the JSON; NULL before the match is there */
    struct text when; /* begun and ended, for a person */
};

/* Fetches the match, prints it in this form and ends the session. The review of a match that goes
 * on fails. */
void show_begin(struct show *show, struct session *session, int64_t match, struct show_form form);
void show_finish(struct show *show);

#endif
