/* What the files that ask the database share. Private to look_up*.c. */
#ifndef SERVER_NET_LOOK_UP_H
#define SERVER_NET_LOOK_UP_H

#include "server/net/state.h"

#include <stdatomic.h>

/* A question with its answer: of each kind some of the members. */
struct look_up {
    uv_work_t work;
    struct server *server;
    struct look_up *prev, *next; /* in the server's list, or in its connection's */
    struct message *question;
    struct store_reader *reader; /* that is asked */
    atomic_bool is_given_up;     /* nobody waits for it any more */
    int64_t now_ms;              /* when it was asked */
    struct error error;          /* code ERROR_NONE: there is an answer */
    struct identity_found found;
    struct match_view match;
    bool made; /* of a move */
    struct tournament_view tournament;
    /* One of these lists. */
    struct store_token *tokens;
    struct match_summary *matches;
    struct tournament_view *tournaments;
    struct standing_view *standings;
    struct pair_view *pairs;
    struct rating_view *ratings;
    struct text *lines;
    size_t count;     /* of the list */
    struct text seal; /* a line */
    bool more;
};

/* On a thread of the pool. Nobody else uses the reader meanwhile: it is locked, or the lane's own. */
typedef void asker(struct look_up *job);
/* On the loop, of a request whose connection is there: what has gone wrong has been said already. */
typedef void answerer(struct look_up *job, struct connection *connection);

/* --- look_up.c --- */

/* What is wrong with the database is the operator's to know and to mend: the log gets it, and nobody else. Other errors stay as
 * they are. */
void look_up_hide_fault(struct error *error);
/* Asks now. Of the look-ups in a lane look_up_lanes.c hears when it is answered, which is the time for the next. */
void look_up_begin(struct look_up *job);
/* Says the answer, or what has gone wrong, to who is still there; frees it. */
void look_up_end(struct look_up *job);
/* What has gone wrong is that the server shuts down. */
void look_up_close(struct look_up *job);
void look_up_destroy(struct look_up *job);

/* --- look_up_lanes.c --- */

/* Takes the look-up, and asks when it is its turn. LIMIT_REACHED: too many wait, one of this connection among them. */
void lane_wait(struct look_up *job, enum lane_kind kind);
/* The one that was under way is answered. */
void lane_go_on(struct server *server, enum lane_kind kind);

/* --- look_up_tournament.c --- */

asker ask_tournaments, ask_tournament, ask_standings, ask_pairs, ask_ratings;
answerer answer_tournaments, answer_tournament, answer_standings, answer_pairs, answer_ratings;
/* Frees what these have found. */
void look_up_tournament_finish(struct look_up *job);

/* --- export.c --- */

asker ask_export, ask_seal;
answerer answer_export, answer_seal;

#endif
