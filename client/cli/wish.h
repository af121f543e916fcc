/* The wish of a player, from the options of `takeaway play`: the game, its start, the opponent.
 * Pure. */
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
    WISH_FIRST_ANY, /* not given */
    WISH_FIRST_RANDOM,
    WISH_FIRST_ME,
    WISH_FIRST_THEM,
};

struct wish {
    enum wish_opponent opponent;
    const char *opponent_name; /* the name of a PLAYER, the strategy of a BOT; borrowed */
    struct rules rules;        /* or a class of rules: then `start` is empty */
    struct text start;         /* canonical; empty: the server draws one */
    struct text clock;         /* canonical; empty: none */
    enum wish_first first;
    struct conditions conditions; /* for an opponent who is ANYONE */
    int64_t match;                /* to resume; 0: not given */
    int64_t tournament;           /* to play in; 0: not given */
    bool is_new;                  /* start a match even if one is unfinished */
    bool is_invitation;           /* the opponent, ANYONE or a PLAYER, is invited */
    int64_t uses, expires_in_ms;  /* of the invitation; 0: as the server has it */
    const char *code;             /* of the invitation to accept; borrowed; NULL: none */
    bool is_plain; /* no game, start, clock, first player, conditions or new match was asked for */
};

/* USAGE, or the error of the rules, the start position or the clock. wish_finish() is needed also
 * after an error. */
enum error_code wish_parse(const struct options *options, struct wish *ret_wish,
                           struct error *error);
void wish_finish(struct wish *wish);

/* For input other than options: replace the start, of the wish's rules, and the clock ("none"
 * included). */
enum error_code wish_set_start(struct wish *wish, const char *start, struct error *error);
enum error_code wish_set_clock(struct wish *wish, const char *clock, struct error *error);
/* A range of ratings for the opponent, such as "1400-1600" or "1400-". USAGE. */
enum error_code wish_set_range(struct wish *wish, const char *range, struct error *error);

/* Is this a newcomer's first game: Fibonacci nim against a bot of this strategy, and nothing else
 * given? */
bool wish_is_for_beginner(const struct wish *wish, const char *strategy);
/* Gives a beginner the first move and a winning start of 20 to 50 counters. */
void wish_draw_beginner(struct wish *wish, struct random *random);

/* The wish of the search; `to`: the player to challenge, NULL: anyone. Borrows the texts. */
struct seeking_wish wish_seeking(const struct wish *wish, const char *to);
/* Appends what an invitation is for: "ann invites you: Nim from 3+5, you move first." */
void wish_say_invitation(const struct wire_invitation *invitation, struct text *out);
/* Appends news of the search as a sentence for the person. */
void wish_say_news(const struct seeking *seeking, const struct seeking_news *news,
                   struct text *out);

/* --- the server's list of connected players --- */

/* The player of this name; NULL: not connected. */
const struct wire_online *online_find(const struct wire_online_list *list, const char *name);

#endif
