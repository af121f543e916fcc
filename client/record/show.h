/* Fetches a whole match, in pages, and prints its record. */
#ifndef CLIENT_SHOW_H
#define CLIENT_SHOW_H

#include "client/json.h"
#include "client/record/follower.h"
#include "client/session.h"

struct show {
    struct session *session; /* borrowed */
    bool json;
    struct follower follower;
    json_t *summary;  /* of the JSON; NULL before the match is there */
    struct text when; /* begun and ended, for a person */
};

/* Fetches the match, prints its record and ends the session. */
void show_begin(struct show *show, struct session *session, int64_t match, bool json);
void show_finish(struct show *show);

#endif
