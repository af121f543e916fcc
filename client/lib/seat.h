/* A seat in a match, a player's or a spectator's: follows the match by the server's events, asks
 * for what it missed, makes the player's requests and hears the chat beside the match. */
#ifndef CLIENT_LIB_SEAT_H
#define CLIENT_LIB_SEAT_H

#include "client/lib/client.h"
#include "common/game/match.h"

/* What has become of a match. Not told while moves in between are still missing. */
enum seat_change {
    SEAT_KNOWN, /* it was asked for again, and has not moved on */
    SEAT_MOVED, /* it has come, or moved on */
    SEAT_TURN,  /* the same, and now this seat is to move */
    SEAT_ENDED, /* it has come and was over, or has ended */
};

/* What has become of a rematch that one of the two players offers. */
enum seat_rematch {
    SEAT_REMATCH_ASKED, /* we offer one now */
    SEAT_REMATCH_DECLINED,
    SEAT_REMATCH_LEFT,      /* the opponent has left */
    SEAT_REMATCH_OFFERED,   /* the opponent offers one now */
    SEAT_REMATCH_WITHDRAWN, /* ... and no longer */
    SEAT_REMATCH_BEGINS,
};

/* All but `begun` may take another match or finish the seat, which does nothing more after them. */
struct seat_events {
    void *owner;
    /* The match has come, though moves may still be missing. */
    void (*begun)(void *owner, const struct wire_match *state);
    void (*changed)(void *owner, enum seat_change change);
    /* A player came or went. */
    void (*presence)(void *owner, const struct wire_presence *presence);
    /* The server refuses one of the seat's requests. After match.resume and match.watch nothing
     * more is known of the match than before. */
    void (*refused)(void *owner, enum wire_method method, const struct error *error);
    /* The server contradicts itself or the rules: what the seat knows cannot be relied on. */
    void (*failed)(void *owner, const struct error *error);
    /* Lines of the chat that were not heard before, the oldest first. `is_live`: one, as it is
     * said; else those that were said before, or during a break; there may be none. NULL: the seat
     * does not ask for the chat. */
    void (*said)(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live);
    /* `match`: the one that BEGINS. `is_announced`: match.started has told of it; else it has to be
     * looked up. NULL: nobody wants a rematch. */
    void (*rematch)(void *owner, enum seat_rematch news, int64_t match, bool is_announced);
};

/* Which lines of a chat are new: the server tells them as they are said, and after a break the last
 * ones once more. A room of zeroes is one in which nothing was heard yet. */
struct seat_room {
    int64_t last_at_ms; /* of the last line heard, by the server's clock */
    size_t last_count;  /* lines heard of that time */
};

void seat_room_take(struct seat_room *room, const struct wire_chat_line *line);
/* Takes a list, the oldest line first, and returns how many at its beginning are known already. */
size_t seat_room_take_list(struct seat_room *room, const struct wire_chat_lines *list);

/* `struct seat seat = {.events = ...}` has no match. seat_finish() it while its client exists. */
struct seat {
    struct seat_events events;
    struct client *client; /* borrowed; NULL: none yet */
    int64_t id;            /* of the match; 0: none yet */
    struct match *match;   /* NULL: not there yet */
    bool is_rated;
    bool is_watched;      /* its events come because they were asked for */
    bool is_asked;        /* match.resume or match.watch has not been answered yet */
    bool is_chat_asked;   /* the same of chat.list */
    bool ending_is_asked; /* the same of `ending`, or the end follows */
    enum wire_method ending;
    int64_t sent_ply;    /* of our move, until the match has moved there; 0: none */
    int64_t refused_ply; /* of the last move of ours that the match had gone past */
    struct seat_room room;
    bool is_rematch_asked;          /* match.rematch has not been answered yet */
    int64_t our_offer, their_offer; /* of a rematch; 0: none */
};

/* Takes a snapshot: of the same match, or of another one, which takes the place of the one before.
 * Calls back before it returns. */
void seat_take(struct seat *seat, struct client *client, const struct wire_match *state);
/* Looks a match up. It is watched while it goes on, unless one plays in it. */
void seat_look_up(struct seat *seat, struct client *client, int64_t match);
/* Watches a match that goes on. */
void seat_watch(struct seat *seat, struct client *client, int64_t match);
/* After a break, with which offers have gone: asks for what has happened since. */
void seat_refresh(struct seat *seat);
/* Takes an event, and leaves aside what does not belong to this match. */
void seat_event(struct seat *seat, enum wire_event event, const void *body);
/* Watches no longer, and wants no answers any more. */
void seat_finish(struct seat *seat);

/* The match is there, and not over. */
bool seat_is_live(const struct seat *seat);
/* The match is there, and one plays in it. */
bool seat_is_player(const struct seat *seat);
/* Has our last move still to come back? */
bool seat_has_sent(const struct seat *seat);
/* Is it our turn, and nothing under way? */
bool seat_is_ready(const struct seat *seat);

/* Only for a player in a live match. When the match has gone past the move, it is asked for again,
 * once for each move. */
void seat_move(struct seat *seat, const struct move *move);
/* match.resign, match.abort or match.claim. */
void seat_ask_ending(struct seat *seat, enum wire_method method);
/* `text` is needed during the call only. */
void seat_say(struct seat *seat, const char *text, size_t len);

/* Offers the same again, or accepts that. */
void seat_rematch(struct seat *seat);
/* Take our own offer back, and decline the other's. `refused` with offer.cancel is about either. */
void seat_cancel_rematch(struct seat *seat);
void seat_decline_rematch(struct seat *seat);

#endif
