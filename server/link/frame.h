/* Frames: all that a gateway and the hall say to each other over the bus, encoded in bytes.
 *
 *     frame = head, then of FRAME_ITEMS any number of items, of FRAME_REFUSED a sentence,
 *             of FRAME_HELLO and FRAME_WELCOME the public key for secrets
 *
 * Integers are little-endian. A frame from outside is checked whole before any of it is believed:
 * frame_read() checks the head, frame_check() the items. The first FRAME_STABLE_BYTES of the head
 * (mark, link version, kind, cluster) and all kinds but FRAME_ITEMS have the same layout in all
 * link versions, so two ends can always agree on a version, or that there is none. */
#ifndef SERVER_LINK_FRAME_H
#define SERVER_LINK_FRAME_H

#include "common/base/text.h"
#include "server/base/derivation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINK_VERSION_OLDEST = 1, /* the versions that this program speaks: at most two */
    LINK_VERSION_NEWEST = 2,
    LINK_VERSION_DERIVES = 2, /* from here on gateways keep passwords: see ITEM_DERIVE */
    FRAME_BYTES_MAX = 262144,
    FRAME_STABLE_BYTES = 16,
    FRAME_ADDRESS_MAX = 64,       /* bytes of an origin's address */
    FRAME_KEY_BYTES = 32,         /* of a public key, X25519 */
    FRAME_SEAL_BYTES = 16,        /* by which a sealed piece is longer */
    FRAME_SENTENCE_MAX = 256,     /* bytes */
    FRAME_PIECE_MAX = 65536,      /* bytes of requests or messages in an item; more are split */
    FRAME_SESSIONS_MAX = 8192,    /* of one ITEM_SAID */
    FRAME_MESSAGE_MAX = 16777216, /* bytes of an ITEM_SAID with its ITEM_PARTs */
};

/* The number of a session, never used twice:
 *
 *     63        48 47     40 39          20 19           0
 *     | gateway: uses, place | session: uses, place      |
 *
 * The gateway's own number of the session is the lower 40 bits; the gateway's number, given by the
 * hall in FRAME_WELCOME, the upper 24. The hall knows a session by all 64, the gateway by the lower
 * 40, so neither side keeps a table to translate. Each place is an index of an array, so a session
 * is found without hashing. Uses count from 1, so no number is 0. */
enum {
    SESSION_OWN_BITS = 40,
    SESSION_PLACE_BITS = 20,
    GATEWAY_PLACE_BITS = 8,
    GATEWAY_BITS = 24,
};

static inline uint64_t session_own(uint64_t session)
{
    return session & (((uint64_t)1 << SESSION_OWN_BITS) - 1);
}

static inline uint32_t session_gateway(uint64_t session)
{
    return (uint32_t)(session >> SESSION_OWN_BITS);
}

static inline uint32_t session_place(uint64_t session)
{
    return (uint32_t)(session & (((uint64_t)1 << SESSION_PLACE_BITS) - 1));
}

static inline uint64_t session_of(uint32_t gateway, uint64_t own)
{
    return (uint64_t)gateway << SESSION_OWN_BITS | own;
}

enum frame_kind {
    FRAME_HELLO = 1, /* gateway: give me a number. `oldest` and `newest` are its link versions */
    FRAME_WELCOME,   /* hall: `gateway` is your number in this epoch, `version` is agreed */
    FRAME_REFUSED,   /* hall: answers FRAME_HELLO; the sentence says why */
    FRAME_RESET,     /* both: this association has ended; a gateway that goes on says hello anew */
    FRAME_ANNOUNCE,  /* hall to all gateways: I am the hall of this epoch */
    FRAME_ITEMS,     /* both: items; none of them: a beat */
};

struct frame_head {
    unsigned version; /* of FRAME_WELCOME and FRAME_ITEMS the agreed one; of others the sender's */
    enum frame_kind kind;
    uint64_t cluster; /* frames of other clusters are ignored */
    uint64_t key;     /* of the gateway's process, drawn at its start; 0 in FRAME_ANNOUNCE */
    /* Of the hall. In FRAME_HELLO the highest that the gateway has heard of; 0: none. */
    uint64_t epoch;
    /* Counts the gateway's associations: an answer to an older hello is recognised. */
    uint32_t attempt;
    uint32_t gateway;        /* the number; 0 in FRAME_HELLO */
    unsigned oldest, newest; /* link versions of the sender, but for FRAME_ITEMS */
    /* Of FRAME_ITEMS, otherwise 0. */
    uint64_t number;       /* of this frame: 1, 2, ... within the association, each way */
    uint64_t acknowledged; /* the last frame heard of the other end; 0: FRAME_WELCOME */
    uint64_t held_us;      /* from that frame's arrival until this one was sent */
    uint64_t sent_us;      /* by the sender's own clock */
};

enum item_kind {
    /* From the gateway. */
    ITEM_OPEN = 1, /* a client has connected */
    ITEM_BYTES,    /* it has sent these bytes of requests */
    ITEM_LAG,      /* it has answered a ping */
    ITEM_SILENT,   /* it leaves a ping unanswered */
    ITEM_BEHIND,   /* it does not read its output */
    ITEM_READY,    /* it reads again */
    ITEM_FAULT,    /* it has broken the protocol */
    ITEM_LEFT,     /* no more requests come from it */
    ITEM_CLOSED,   /* its connection is closed: the last item of a session */
    /* From the hall. */
    ITEM_PART,         /* the beginning of a long message, before its ITEM_SAID */
    ITEM_SAID,         /* a message for one session or many, or its end */
    ITEM_CLOSE,        /* close when the output is written */
    ITEM_CAME_IN,      /* session.hello has succeeded */
    ITEM_EXCUSE_HELLO, /* the client works on a proof, so the timeout of session.hello ends */
    /* Since LINK_VERSION_DERIVES: a gateway keeps the passwords of requests, and sends as many
     * asterisks to the hall. Each ITEM_DERIVE gets one answer, even if its session is closed. */
    ITEM_DERIVE,    /* from the hall: derive from a password of this request */
    ITEM_DERIVED,   /* from the gateway: the key */
    ITEM_UNDERIVED, /* from the gateway: there is none, because the request or the memory is gone */
};

/* Of came_us: the bytes have waited by their session's own fault, so a clock is charged until now.
 */
#define LINK_CAME_WAITED UINT64_MAX

struct frame_item {
    enum item_kind kind;
    uint64_t session; /* the gateway's own number; of PART and SAID: 0 */
    /* Of BYTES, PART, SAID and DERIVED: are the bytes sealed in the frame, because they hold a
     * password, a token or a code, or are a key? See server/link/sealing.h. Always of DERIVED. */
    bool is_secret;
    union {
        struct {
            char address[FRAME_ADDRESS_MAX + 1]; /* numeric, or "" */
            bool is_private;                     /* nobody on the way reads what is said */
            bool is_loopback;
            int64_t lag_ms; /* -1: not known yet */
        } open;
        struct {
            uint64_t came_us; /* by the gateway's clock, or LINK_CAME_WAITED */
            const char *bytes;
            size_t len;
        } bytes; /* and of PART and DERIVED, whose came_us is 0 */
        int64_t lag_ms;
        struct {
            const char *sessions; /* encoded: see frame_item_session(); not read by frame_put() */
            size_t session_count; /* at least 1 */
            bool is_soon;         /* to be written in this turn; otherwise it may take some */
            bool is_answer;       /* to a request of its one session */
            const char *bytes;
            size_t len;
        } said;
        struct {
            uint32_t request; /* the id that its client gave it */
            bool is_old;      /* from the old password of an account.password */
            struct derivation derivation;
        } derive;
    };
};

/* --- writing --- */

/* Appends room for the head to an empty text. */
void frame_begin(struct text *frame);
/* Writes the head of a frame that has begun. */
void frame_set_head(struct text *frame, const struct frame_head *head);
/* Has something been put into it? */
bool frame_has_items(const struct text *frame);
/* How much an item needs in a frame. */
size_t frame_item_bytes(const struct frame_item *item);
/* Appends an item, which must fit. `sessions`: of SAID; of each the lower 40 bits count. */
void frame_put(struct text *frame, const struct frame_item *item, const uint64_t *sessions);
void frame_put_sentence(struct text *frame, const char *sentence);
void frame_put_key(struct text *frame, const unsigned char key[FRAME_KEY_BYTES]);

/* --- reading --- */

enum frame_fault {
    FRAME_GOOD,
    FRAME_MALFORMED,     /* no frame at all */
    FRAME_OTHER_CLUSTER, /* somebody else's */
    FRAME_OTHER_VERSION, /* of a link version outside of the range */
};

/* Reads the head. The versions are those which the reader speaks. */
enum frame_fault frame_read(const char *bytes, size_t len, uint64_t cluster, unsigned oldest,
                            unsigned newest, struct frame_head *ret_head);

/* The rest of a frame whose head was read. */
struct frame_items {
    const char *bytes;
    size_t left;
    bool is_bad; /* something was not as it has to be; nothing is left then */
};

struct frame_items frame_items(const char *bytes, size_t len);
/* Is every item whole, known and from the right side? */
bool frame_check(struct frame_items items, bool is_from_gateway);
/* The next item of a frame that was checked; false: there is none. */
bool frame_next(struct frame_items *items, struct frame_item *ret_item);
/* Session i of an ITEM_SAID. */
uint64_t frame_item_session(const struct frame_item *item, size_t i);
/* The key of FRAME_HELLO or FRAME_WELCOME. */
const unsigned char *frame_key(const char *bytes, size_t len);
/* The sentence of FRAME_REFUSED, without control characters; zero-terminated. */
void frame_sentence(const char *bytes, size_t len, char ret_sentence[FRAME_SENTENCE_MAX + 1]);

#endif
