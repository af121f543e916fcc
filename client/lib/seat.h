/* A seat in a match, a player's or a spectator's. It follows the match by the server's events, asks
 * for missed moves, makes the player's requests, and follows the chat of the match. */
#ifndef CLIENT_LIB_SEAT_H
#define CLIENT_LIB_SEAT_H

#include "client/lib/client.h"
#include "common/game/match.h"

/* News of a match. Held back while moves in between are missing. */
enum seat_change {
    SEAT_KNOWN, /* fetched again, without a new move */
    SEAT_MOVED, /* fetched for the first time, or has moved on */
    SEAT_TURN,  /* the same, and this seat is to move */
    SEAT_ENDED, /* fetched when it was over, or has ended */
};

/* News of a rematch that one of the two players offers. */
enum seat_rematch {
    SEAT_REMATCH_ASKED, /* our offer is open */
    SEAT_REMATCH_DECLINED,
    SEAT_REMATCH_LEFT,      /* the opponent has left */
    SEAT_REMATCH_OFFERED,   /* the opponent's offer is open */
    SEAT_REMATCH_WITHDRAWN, /* the opponent's offer is withdrawn */
    SEAT_REMATCH_BEGINS,
};

/* News of a question whether moves may be taken back, or that they were. */
enum seat_takeback {
    SEAT_TAKEBACK_ASKED,    /* our question is open */
    SEAT_TAKEBACK_WANTED,   /* the opponent's question is open */
    SEAT_TAKEBACK_DECLINED, /* the question of one of the two is declined */
    SEAT_TAKEBACK_DONE,     /* moves were taken back; `changed` follows */
};

/* All callbacks but `begun` and `takeback` may give the seat another match or finish it: the seat
 * is not used after them. */
struct seat_events {
    void *owner;
    /* The match has been fetched; some of its moves may still be missing. */
    void (*begun)(void *owner, const struct wire_match *state);
    void (*changed)(void *owner, enum seat_change change);
    /* A player connected or disconnected. */
    void (*presence)(void *owner, const struct wire_presence *presence);
    /* The server refuses a request of the seat. After match.resume and match.watch the seat knows
     * no more of the match than before. */
    void (*refused)(void *owner, enum wire_method method, const struct error *error);
    /* The server contradicts itself or the rules: the seat's match is unreliable. NOT_A_PLAYER: the
     * client has come back as another player (client_is_private()). */
    void (*failed)(void *owner, const struct error *error);
    /* New lines of the chat, the oldest first. `is_live`: one line, just said. Otherwise: the lines
     * said before the seat joined or during a break, possibly none. NULL: the seat does not ask for
     * the chat. */
    void (*said)(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live);
    /* `match`: the number of a rematch that BEGINS. `is_announced`: match.started has brought the
     * match; otherwise it has to be fetched. NULL: the owner ignores rematches. */
    void (*rematch)(void *owner, enum seat_rematch news, int64_t match, bool is_announced);
    /* A question that ends by a move or by the end of the match ends without this. NULL: the owner
     * ignores takebacks. */
    void (*takeback)(void *owner, enum seat_takeback news);
};

/* Tells new lines of a chat from known ones: after a break the server repeats the last lines. {0}:
 * no line is known. */
struct seat_room {
    int64_t last_at_ms; /* time of the last known line, by the server's clock */
    size_t last_count;  /* known lines of that time */
};

void seat_room_take(struct seat_room *room, const struct wire_chat_line *line);
/* Takes a list, the oldest line first. Returns the number of known lines at its beginning. */
size_t seat_room_take_list(struct seat_room *room, const struct wire_chat_lines *list);

/* `struct seat seat = {.events = ...}` has no match. Call seat_finish() while its client exists. */
struct seat {
    struct seat_events events;
    struct client *client; /* borrowed; NULL: none yet */
    int64_t id;            /* of the match; 0: none yet */
    struct match *match;   /* NULL: not fetched yet */
    bool is_rated;
    bool is_watched;      /* subscribed to its events with match.watch */
    bool is_asked;        /* match.resume or match.watch is pending */
    bool is_chat_asked;   /* chat.list is pending */
    bool ending_is_asked; /* `ending` is pending, or accepted and match.ended is to follow */
    enum wire_method ending;
    int64_t sent_ply;         /* of our move, until the match reaches it; 0: none */
    int64_t refused_ply;      /* of our last move that the match had already passed */
    bool is_takeback_pending; /* a request about a takeback is under way */
    struct seat_room room;
    bool is_rematch_asked;          /* match.rematch is pending */
    int64_t our_offer, their_offer; /* of a rematch; 0: none */
};

/* Applies a snapshot of the seat's match, or replaces that match by another one. Calls back before
 * it returns. */
void seat_take(struct seat *seat, struct client *client, const struct wire_match *state);
/* Fetches a match. Watches it if it is live and this client does not play in it. */
void seat_look_up(struct seat *seat, struct client *client, int64_t match);
/* Watches a live match. */
void seat_watch(struct seat *seat, struct client *client, int64_t match);
/* Catches up after a break, which has ended all offers of a rematch. */
void seat_refresh(struct seat *seat);
/* Takes an event; events of other matches are ignored. */
void seat_event(struct seat *seat, enum wire_event event, const void *body);
/* Ends watching and drops pending answers. */
void seat_finish(struct seat *seat);

/* The match has been fetched and is not over. */
bool seat_is_live(const struct seat *seat);
/* The match has been fetched and this client plays in it. */
bool seat_is_player(const struct seat *seat);
/* Is our last move not confirmed yet? */
bool seat_has_sent(const struct seat *seat);
/* Is it our turn, with no request pending? */
bool seat_is_ready(const struct seat *seat);

/* Only for a player in a live match. If the match has already passed the move, it is fetched again,
 * once for each move. */
void seat_move(struct seat *seat, const struct move *move);
/* match.resign, match.abort or match.claim. */
void seat_ask_ending(struct seat *seat, enum wire_method method);
/* Copies `text`. */
void seat_say(struct seat *seat, const char *text, size_t len);

/* May this client ask the opponent to let it take its last move back? The server may still refuse.
 */
bool seat_can_ask_takeback(const struct seat *seat);
/* Does the opponent ask, and has this client not answered yet? */
bool seat_is_asked_takeback(const struct seat *seat);
/* A refusal is reported for the method. */
void seat_ask_takeback(struct seat *seat);
void seat_answer_takeback(struct seat *seat, bool accepts);

/* Offers a rematch, or accepts the opponent's offer; by a challenge if the server does not remember
 * the match, which ended before its last start. */
void seat_rematch(struct seat *seat);
/* Withdraw our own offer, and decline the opponent's. A refusal of either reports offer.cancel. */
void seat_cancel_rematch(struct seat *seat);
void seat_decline_rematch(struct seat *seat);

#endif
