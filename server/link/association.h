/* An association: what both ends of a link have in common, from a welcome to a reset. It numbers
 * the frames that go out, and notices when one of those that come in is missing, doubled, or too
 * long in coming. Private to server/link. */
#ifndef SERVER_LINK_ASSOCIATION_H
#define SERVER_LINK_ASSOCIATION_H

#include "server/link/frame.h"

enum {
    LINK_BEAT_US = 50000,     /* a frame goes out at least so often */
    LINK_QUIET_US = 1000000,  /* without a frame: the gateway carries no requests */
    LINK_RESET_US = 2000000,  /* without a frame, or an acknowledgement: the association ends */
    LINK_ACKNOWLEDGE_AT = 32, /* frames heard: acknowledged at once, even if there is no item */
};

struct association {
    struct text frame; /* being filled; empty: nothing to say */
    uint64_t sent;     /* the number of the last frame sent; 0: the welcome */
    uint64_t sent_us;
    uint64_t heard; /* the number of the last frame heard */
    uint64_t heard_us;
    uint64_t acknowledged_to_peer; /* in the last frame sent */
    /* When the frames from `acknowledged` on were sent, including it: a ring. */
    uint64_t *sent_at_us;
    size_t sent_capacity; /* a power of two */
    uint64_t acknowledged;
    uint64_t round_trip_us; /* smoothed; 0: not known yet */
    /* A time of this end's clock at which all that the peer had received until then was in frames
     * that have been heard: see association_hear(). */
    uint64_t known_us;
};

enum association_fault {
    ASSOCIATION_SOUND,
    ASSOCIATION_REPEATED,       /* heard before: ignore the frame */
    ASSOCIATION_GAP,            /* a frame before it is missing */
    ASSOCIATION_IMPOSSIBLE,     /* acknowledges what was never sent */
    ASSOCIATION_SILENT,         /* nothing has been heard for LINK_RESET_US */
    ASSOCIATION_UNACKNOWLEDGED, /* a frame has not been acknowledged for so long */
};

/* As a sentence's end: "a frame is missing". */
const char *association_fault_text(enum association_fault fault);

/* Frame 0, the welcome, has gone out or come in now. */
void association_init(struct association *association, uint64_t now_us);
void association_finish(struct association *association);

/* Takes the head of a frame. SOUND, REPEATED, GAP or IMPOSSIBLE.
 *
 * A frame that acknowledges frame n and held it for h was sent at (n was sent) + h at the earliest,
 * by this end's clock: no clocks are compared. The peer had not received frame n + 1 then. So all
 * that came to the peer before min(n sent + h, n + 1 sent) has been heard now, and nobody can have
 * learned there of what was said later: this is known_us. `ret_sent_us`: n sent + h. */
enum association_fault association_hear(struct association *association,
                                        const struct frame_head *head, uint64_t now_us,
                                        uint64_t *ret_sent_us);
/* Has the peer been silent for too long? SOUND, SILENT or UNACKNOWLEDGED. */
enum association_fault association_check(const struct association *association, uint64_t now_us);
/* Must a frame go out: are there items, is a beat due, or are there many frames to acknowledge? */
bool association_is_due(const struct association *association, uint64_t now_us);
/* Gives the next frame's head its number, acknowledgement and times, and counts it as sent. */
void association_send(struct association *association, struct frame_head *head, uint64_t now_us);
/* When association_is_due() or association_check() has something to say, at the latest. */
uint64_t association_next_us(const struct association *association);

#endif
