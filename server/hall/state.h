/* What the hall remembers. Private to server/hall. */
#ifndef SERVER_HALL_STATE_H
#define SERVER_HALL_STATE_H

#include "common/game/game.h"
#include "server/hall/hall.h"

#include <uthash.h>
#include <utlist.h>

/* A set of sessions or matches, small and unordered. */
struct id_list {
    uint64_t *ids;
    size_t count;
    size_t capacity;
};

void id_list_finish(struct id_list *list);
void id_list_add(struct id_list *list, uint64_t id); /* no effect when it is there */
void id_list_remove(struct id_list *list, uint64_t id);

/* Rules, shared by all matches and offers that use them. */
struct shared_rules {
    struct rules rules;
    size_t references;
    UT_hash_handle hh; /* by rules.text */
};

struct match;

/* A seat of a match, and its place in the list of its player's live matches. */
struct seating {
    struct match *match;
    struct player *player;
    struct seating *prev, *next;
};

/* A player is *present* while connected or seated in a live match: then the name is taken. Who is neither is
 * forgotten as soon as no ended match refers to them, and looked up when they come back. */
struct player {
    int64_t id;
    char *name;
    char *key; /* name_key(name) */
    unsigned char token_hash[TOKEN_HASH_BYTES];
    uint64_t session;      /* 0: not connected */
    struct seating *seats; /* in live matches */
    size_t kept_seats;     /* in ended matches that are kept */
    size_t offers_made;
    bool present; /* is it in players_by_key? */
    UT_hash_handle by_id, by_key, by_token;
};

struct session {
    uint64_t id;
    struct player *player;
    struct id_list watched; /* matches */
    UT_hash_handle hh;
};

/*
 *     started --> live --(over, resigned, aborted, too long)--> ended, kept for a rematch --> forgotten
 */
struct match {
    int64_t id;
    struct shared_rules *rules;
    char *start; /* canonical */
    struct position position;
    struct text moves; /* canonical, a space between two */
    int64_t ply;       /* moves made; even: the first player is to move */
    int64_t created_ms;
    int64_t rematch_offer; /* a live offer to repeat it; 0: none */
    struct seating seats[2];
    struct id_list spectators; /* sessions */
    enum ending ending;        /* ENDING_NONE while it is live */
    struct match *prev, *next; /* in the queue of ended ones */
    UT_hash_handle hh;
};

struct offer {
    int64_t id;
    struct player *maker;
    struct player *taker; /* NULL: an open seek */
    struct shared_rules *rules;
    char *start;
    enum offer_first first;
    int64_t rematch_of;     /* 0: none */
    struct answer *answers; /* that name it: several when a rematch is asked for again */
    UT_hash_handle hh;
};

/* What came of a request with a key. Answers that name an offer live as it does: they are forgotten when it vanishes with its
 * maker's connection, so that the request makes it anew, and become durable when it is accepted, as the match is. */
struct answer {
    int64_t player;
    char *key;
    enum request_kind kind;
    int64_t subject;
    int64_t result;
    int64_t at_ms;
    bool durable; /* is it in the database? */
    struct answer *prev, *next;
    struct offer *offer; /* the live offer that it names; NULL: none */
    struct answer *prev_of_offer, *next_of_offer;
    UT_hash_handle hh;
    size_t id_len;
    unsigned char id[]; /* player and key: what it is found by */
};

struct message_queue {
    struct message *head, *tail;
};

struct hall {
    struct random random;
    int64_t server_bits; /* the upper bits of every id */
    int64_t now_ms;
    int64_t last_player, last_match, last_offer;

    struct player *players_by_id, *players_by_key, *players_by_token;
    struct session *sessions;
    struct match *live; /* in the order of their ids */
    struct match *ended_by_id;
    struct match *ended; /* the same as a queue, the oldest first */
    size_t ended_count;
    struct offer *offers;
    struct shared_rules *rules;
    struct answer *answers;
    struct answer *answers_by_age; /* the same as a queue, the oldest first */

    struct batch *open;
    struct batch *spare;  /* an empty one for reuse; NULL: none */
    uint64_t open_number; /* of the open batch */
    uint64_t committed;   /* the newest batch on disk */
    bool in_flight;       /* does the driver hold a batch? */
    bool stalled;
    bool closing;
    struct message_queue outbox; /* in the order of barriers */
    struct message_queue urgent; /* says nothing that could be undone, so it does not wait */
};

/* --- outbox.c: messages and their barriers --- */

/* A message in the outbox behind everything begun so far, still without sessions. */
struct message *say(struct hall *hall, enum message_kind kind);
/* A message that overtakes the outbox. */
struct message *say_at_once(struct hall *hall, enum message_kind kind);
void message_to(struct message *message, uint64_t session);
/* An answer to a request. */
struct message *answer_to(struct hall *hall, struct hall_caller from, enum message_kind kind);
/* An ERROR answer; returns it so that a detail can be added. */
struct message *refuse(struct hall *hall, struct hall_caller from, enum error_code code,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* False, and the request is refused, while no change can be taken: stalled or closing. */
bool changes_allowed(struct hall *hall, struct hall_caller from);
void message_queue_clear(struct message_queue *queue);

/* --- answers.c: requests with keys --- */

/* Keeps what came of a request. `result`: see struct record. `durable`: also in the database. */
void answer_keep(struct hall *hall, int64_t player, struct hall_text key, enum request_kind kind,
                 int64_t subject, int64_t result, bool durable);
/* Keeps that a request of the offer's maker made it. */
void answer_keep_offer(struct hall *hall, struct offer *offer, struct hall_text key,
                       enum request_kind kind, int64_t subject);
/* What becomes of the answers that name the offer: forgotten, durable, or kept as they are. Afterwards none is tied to it. */
void answers_forget_offer(struct hall *hall, struct offer *offer);
void answers_record_offer(struct hall *hall, struct offer *offer);
void answers_release_offer(struct offer *offer);
void answers_destroy(struct hall *hall);
/* Begins a changing request: the player who asks, when the request is to be carried out. NULL when
 * it was answered here: refused, or repeated from its key. */
struct player *change_begin(struct hall *hall, struct hall_caller from, enum request_kind kind,
                            int64_t subject, struct hall_text key);

/* --- players.c --- */

struct session *session_find(const struct hall *hall, uint64_t session);
/* The player of a session that is open. */
struct player *player_of(const struct hall *hall, struct hall_caller from);
struct player *player_add(struct hall *hall, int64_t id, const char *name, size_t name_len,
                          const unsigned char token_hash[TOKEN_HASH_BYTES]);
/* To be called when something that keeps the player present or remembered may have changed; frees a player who is
 * neither. */
void player_settle(struct hall *hall, struct player *player);

/* --- offers.c --- */

/* Closes all offers that this player made or is addressed by. */
void offers_drop(struct hall *hall, struct player *player);

/* --- matches.c --- */

/* Takes over a reference to the rules. `start` can be read. */
struct match *match_add(struct hall *hall, int64_t id, struct shared_rules *rules,
                        const char *start, struct player *first, struct player *second,
                        int64_t created_ms);
void match_play(struct match *match, const struct move *move);
void match_destroy(struct hall *hall, struct match *match);
enum seat match_seat_of(const struct match *match, const struct player *player);
void match_fill_view(const struct match *match, enum seat seat, int64_t after,
                     struct match_view *view);
/* Tells everybody at the player's live matches that the player came or went. */
void match_tell_presence(struct hall *hall, const struct player *player);
/* Sends the whole match as the answer: from here when it is live, else by a look-up. */
void match_answer(struct hall *hall, struct hall_caller from, const struct player *player,
                  int64_t match, int64_t after);
void match_forget_spectator(struct hall *hall, int64_t match, uint64_t session);

/* --- hall.c --- */

/* Reads rules and shares them; NULL with BAD_RULES. shared_rules_drop() gives the reference back. */
struct shared_rules *shared_rules_get(struct hall *hall, const char *text, size_t len,
                                      struct error *error);
struct shared_rules *shared_rules_ref(struct shared_rules *rules);
void shared_rules_drop(struct hall *hall, struct shared_rules *rules);

#endif
