/* What somebody hears: a message of the hall, read from its bytes as a client reads them. Reading
 * also proves that the bytes keep to the protocol. */
#ifndef TESTS_HALL_HEARD_H
#define TESTS_HALL_HEARD_H

#include "common/wire/wire.h"
#include "server/hall/message.h"
#include "server/hall/record.h"

enum heard_kind {
    /* Answers: to one session, for one request. */
    HEARD_WELCOME,
    HEARD_NOTHING,
    HEARD_OFFER_NUMBER,
    HEARD_CLEARED,
    HEARD_TOURNAMENT_NUMBER,
    HEARD_TOURNAMENT_NOW, /* as HEARD_TOURNAMENT */
    HEARD_OFFERS,
    HEARD_INVITATION_MADE,
    HEARD_INVITATION,
    HEARD_INVITATIONS,
    HEARD_MOVE_DONE,
    HEARD_MATCH,
    HEARD_REMATCH,
    HEARD_SUMMARIES,
    HEARD_CHAT_LINES,
    HEARD_PRESENT, /* to an operator */
    HEARD_ONLINE,  /* to a player */
    HEARD_BANS,
    HEARD_BLOCKS,
    HEARD_REPORT_NUMBER,
    HEARD_CODE,
    HEARD_PUZZLE_DONE,
    HEARD_PUZZLE_ADDED,
    HEARD_ERROR,
    /* What the driver is to look up and find out: in the same order as in the hall. */
    HEARD_LOOK_UP_HELLO,
    HEARD_LOOK_UP_PASSWORD,
    HEARD_LOOK_UP_ACCOUNT,
    HEARD_LOOK_UP_TOKENS,
    HEARD_LOOK_UP_REPORTS,
    HEARD_LOOK_UP_REPORT,
    HEARD_LOOK_UP_MATCH,
    HEARD_LOOK_UP_MOVE,
    HEARD_LOOK_UP_HISTORY,
    HEARD_LOOK_UP_VERSUS,
    HEARD_LOOK_UP_PUZZLE,
    HEARD_LOOK_UP_PRACTICE,
    HEARD_LOOK_UP_PUZZLE_CHANGE,
    HEARD_LOOK_UP_TOURNAMENTS,
    HEARD_LOOK_UP_TOURNAMENT,
    HEARD_LOOK_UP_STANDINGS,
    HEARD_LOOK_UP_PAIRS,
    HEARD_LOOK_UP_EXPORT,
    HEARD_LOOK_UP_SEAL,
    HEARD_LOOK_UP_RATING_POINTS,
    HEARD_LOOK_UP_RATINGS,
    HEARD_DRAW_START,
    HEARD_JUDGE,
    /* Events: to all the sessions named. */
    HEARD_OFFER_RECEIVED,
    HEARD_OFFER_CLOSED,
    HEARD_INVITATION_CLOSED,
    HEARD_LOBBY,
    HEARD_MATCH_STARTED,
    HEARD_MOVED,
    HEARD_TAKEBACK,
    HEARD_TAKEN_BACK,
    HEARD_ENDED,
    HEARD_PRESENCE,
    HEARD_CHAT,
    HEARD_TOURNAMENT,
    HEARD_STALLED,
    HEARD_RESUMED,
    HEARD_CLOSING,
    HEARD_REPLACED,
    HEARD_KICKED,
    HEARD_COUNT,
};

/* All texts are zero-terminated. */
struct heard {
    enum heard_kind kind;
    uint32_t request;        /* of answers and look-ups */
    struct message *message; /* owned; of what is to be found out also what is asked */
    struct error error;
    bool is_stale;             /* an error with `stale` */
    int64_t offer, invitation; /* of MATCH_STARTED: where it comes from, or WIRE_ABSENT */
    union {
        struct wire_welcome welcome;
        struct wire_offer_number offer_number;
        struct wire_cleared cleared;
        struct wire_tournament_number tournament_number;
        struct wire_tournament_news tournament; /* and of TOURNAMENT_NOW */
        struct wire_offers offers;
        struct wire_invitation_made invitation_made;
        struct wire_invitation shown_invitation;
        struct wire_invitations invitations;
        struct wire_invitation_closed invitation_closed;
        struct wire_move_done move_done;
        struct wire_match match; /* and of MATCH_STARTED */
        struct wire_rematch rematch;
        struct wire_summaries summaries;
        struct wire_chat_lines chat_lines;
        struct wire_present_list present;
        struct wire_online_list online;
        struct wire_bans bans;
        struct wire_blocks blocks;
        struct wire_report_number report_number;
        struct wire_code code;
        struct wire_puzzle_done puzzle_done;
        struct wire_puzzle_added puzzle_added;
        struct wire_stale stale;
        struct wire_offer offer_received;
        struct wire_offer_closed offer_closed;
        struct wire_lobby_changed lobby;
        struct wire_moved moved;
        struct wire_takeback takeback;
        struct wire_taken_back taken_back;
        struct wire_ended ended;
        struct wire_presence presence;
        struct wire_chat_line chat;
        struct wire_reason notice; /* STALLED, CLOSING, REPLACED, KICKED */
        union wire_body body;
    };
    struct wire_arena *arena; /* of an answer that a test fills itself; owned; NULL: none */
    _Alignas(8) char parts[]; /* the lists, records and texts that the body points to */
};

/* Takes over the message. */
struct heard *heard_read(struct message *message);
/* NULL is taken. */
void heard_destroy(struct heard *heard);

static inline enum seat heard_seat(struct wire_text text)
{
    return text.bytes ? seat_from_text(text.bytes) : SEAT_NOBODY;
}

static inline enum tournament_state heard_state(struct wire_text text)
{
    return tournament_state_from_text(text.bytes);
}

static inline enum ending heard_ending(struct wire_text text)
{
    return text.bytes ? ending_from_text(text.bytes) : ENDING_NONE;
}

#endif
