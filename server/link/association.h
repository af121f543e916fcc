/* An association: what both ends of a link have in common, from a welcome to a reset. It numbers
 * the frames that go out, and notices when one of those that come in is missing, doubled, or too
 * long in coming. Private to server/link. */
#ifndef SERVER_LINK_ASSOCIATION_H
#define SERVER_LINK_ASSOCIATION_H

#include "server/link/sealing.h"

enum {
    LINK_BEAT_US = 50000,     /* a frame goes out at least so often */
    LINK_QUIET_US = 1000000,  /* without a frame: the gateway carries no requests */
    LINK_RESET_US = 2000000,  /* without a frame, or an acknowledgement: the association ends */
    LINK_HELLO_US = 250000,   /* from one FRAME_HELLO or FRAME_ANNOUNCE to the next */
    LINK_ACKNOWLEDGE_AT = 32, /* frames heard: acknowledged at once, even if there is no item */
};

struct association {
    struct frame_head head; /* of all frames sent: version, cluster, key, epoch, attempt, gateway */
    struct sealing sealing;
    struct text frame; /* the next one, whose head is to be written */
    uint64_t sent;     /* the number of the last frame sent; 0: the welcome */
    uint64_t sent_us;
    uint64_t heard; /* the number of the last frame heard */
    uint64_t heard_us;
    uint64_t heard_at_sent; /* `heard` when the last frame was sent: it is acknowledged */
    /* When the frames from `acknowledged` on were sent, including it: a ring. */
    uint64_t *sent_at_us;
    size_t ring_capacity;   /* a power of two */
    uint64_t acknowledged;  /* the last own frame that the peer has acknowledged */
    uint64_t round_trip_us; /* smoothed, without the time for which the peer held it; 0: unknown */
    uint64_t peer_sent_us;  /* see association_hear() */
    uint64_t known_us;
};

enum association_fault {
    ASSOCIATION_SOUND,
    ASSOCIATION_REPEATED,       /* heard before: ignore the frame */
    ASSOCIATION_GAP,            /* a frame before it is missing */
    ASSOCIATION_IMPOSSIBLE,     /* it acknowledges what was never sent */
    ASSOCIATION_SILENT,         /* nothing has been heard for LINK_RESET_US */
    ASSOCIATION_UNACKNOWLEDGED, /* a frame has not been acknowledged for so long */
};

/* As the end of a sentence: "a frame is missing". */
const char *association_fault_text(enum association_fault fault);

/* The welcome, frame 0 of both ends, has gone out or come in now. False: the peer's key is none. */
bool association_init(struct association *association, const struct frame_head *head,
                      const struct key_pair *own, const unsigned char peer_key[FRAME_KEY_BYTES],
                      bool is_gateway, uint64_t now_us);
void association_finish(struct association *association);
/* Is the frame from the peer, within this association? */
bool association_is_of(const struct association *association, const struct frame_head *head);

/* Takes the head of a frame: SOUND, REPEATED, GAP or IMPOSSIBLE.
 *
 * A frame that acknowledges frame n and held it for h was sent at (n was sent) + h at the earliest
 * by this end's clock, without comparing clocks: peer_sent_us. The peer had not received frame
 * n + 1 then. So up to min(n sent + h, n + 1 sent), all that had come to the peer is heard now, and
 * nobody there knew of what was said later: that time is known_us. */
enum association_fault association_hear(struct association *association,
                                        const struct frame_head *head, uint64_t now_us);
/* Has the peer been silent for too long? SOUND, SILENT or UNACKNOWLEDGED. */
enum association_fault association_check(const struct association *association, uint64_t now_us);

/* Puts an item into the next frame, and seals its bytes if they are secret. `sessions`: of SAID. */
void association_put(struct association *association, const struct frame_item *item,
                     const uint64_t *sessions);
/* Would the item not fit into the next frame any more? */
bool association_is_full(const struct association *association, const struct frame_item *item);
/* Opens the bytes of an item that is secret into `ret_opened`, an empty text, and lets the item
 * point to them. False: the seal is broken. */
bool association_open(struct association *association, struct frame_item *item,
                      struct text *ret_opened);
/* Must a frame go out: are there items, is a beat due, or are there many frames to acknowledge? */
bool association_is_due(const struct association *association, uint64_t now_us);
/* Completes the next frame, which the caller publishes; then association_sent() empties it. */
const struct text *association_send(struct association *association, uint64_t now_us);
void association_sent(struct association *association);
/* The next time for association_is_due() or association_check(). */
uint64_t association_next_us(const struct association *association);

#endif
