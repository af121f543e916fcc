/* Tells a person what happens in a match, move by move. */
#ifndef CLIENT_COMMENTARY_H
#define CLIENT_COMMENTARY_H

#include "client/console.h"
#include "client/record/record.h"
#include "common/game/match.h"

struct commentary {
    struct console *console; /* borrowed */
    struct record_walk walk; /* how far it has told */
};

/* Introduces a match and tells how it stands; of one that is under way, only the last move. */
void commentary_begin(struct commentary *commentary, const struct match *match);
/* Tells the moves since then, and whose turn it is or how the match ended. */
void commentary_go_on(struct commentary *commentary, const struct match *match);
void commentary_finish(struct commentary *commentary);

#endif
