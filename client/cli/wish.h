/* What the options of `takeaway play` ask for: which game, from where, against whom. Pure. */
#ifndef CLIENT_WISH_H
#define CLIENT_WISH_H

#include "client/cli/options.h"
#include "client/lib/seeking.h"
#include "common/game/game.h"

enum wish_opponent {
    WISH_ANYONE,
    WISH_PLAYER,
    WISH_BOT,
};

enum wish_first {
    WISH_FIRST_ANY, /* not said */
    WISH_FIRST_RANDOM,
    WISH_FIRST_ME,
    WISH_FIRST_THEM,
};

struct wish {
    enum wish_opponent opponent;
    const char *opponent_name; /* of a PLAYER its name, of a BOT its strategy; borrowed */
    struct rules rules;
    struct text start; /* canonical; empty: the server draws one */
    struct text clock; /* canonical; empty: none */
    enum wish_first first;
    int64_t match;      /* to go on with; 0: not said */
    int64_t tournament; /* whose matches are to be played; 0: not said */
    bool is_new;        /* start a match even if one is unfinished */
    bool is_plain; /* neither a game, a start, a clock, a first player nor a new match was asked for
                    */
};

/* USAGE, or what is wrong with the rules, the start position or the clock. wish_finish() it in any
 * case. */
enum error_code wish_parse(const struct options *options, struct wish *ret_wish,
                           struct error *error);
void wish_finish(struct wish *wish);

/* For who asks elsewhere than by options: a start of the wish's rules, and a clock ("none", too).
 * What was there before is gone. */
enum error_code wish_set_start(struct wish *wish, const char *start, struct error *error);
enum error_code wish_set_clock(struct wish *wish, const char *clock, struct error *error);

/* The first game of a newcomer: Fibonacci nim against a bot of this strategy, nothing else said. */
bool wish_is_for_beginner(const struct wish *wish, const char *strategy);
/* Gives a beginner the first move, and a start of 20 to 50 counters from which that wins. */
void wish_draw_beginner(struct wish *wish, struct random *random);

/* What the search looks for; `to`: whom it challenges, NULL: anyone will do. Borrows the texts. */
struct seeking_wish wish_seeking(const struct wish *wish, const char *to);
/* What the search tells, in a sentence for the person. */
void wish_say_news(const struct seeking *seeking, const struct seeking_news *news,
                   struct text *out);

/* --- who is there, as the server lists it --- */

/* Is it a program that plays by itself? It says so of itself. */
bool online_is_bot(const struct wire_online *player);
/* The player of this name; NULL: not connected. */
const struct wire_online *online_find(const struct wire_online_list *list, const char *name);

#endif
