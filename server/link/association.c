#include "server/link/association.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum {
    RING_FIRST = 64,
    SMOOTHING = 8, /* a new round trip has an eighth of the weight */
};

const char *association_fault_text(enum association_fault fault)
{
    static const char *const texts[] = {
        [ASSOCIATION_SOUND] = "nothing is wrong",
        [ASSOCIATION_REPEATED] = "a frame came twice",
        [ASSOCIATION_GAP] = "a frame is missing",
        [ASSOCIATION_IMPOSSIBLE] = "a frame acknowledges what was never sent",
        [ASSOCIATION_SILENT] = "nothing was heard for two seconds",
        [ASSOCIATION_UNACKNOWLEDGED] = "a frame was not acknowledged for two seconds",
    };
    return texts[fault];
}

/* --- the times of the frames sent --- */

static uint64_t *sent_at(const struct association *association, uint64_t number)
{
    assert(number >= association->acknowledged && number <= association->sent);
    return &association->sent_at_us[number & (association->ring_capacity - 1)];
}

static void remember_sent(struct association *association, uint64_t now_us)
{
    uint64_t count = association->sent - association->acknowledged + 1;
    if (count == association->ring_capacity) {
        size_t old = association->ring_capacity;
        uint64_t *ring = memory_zeroed(2 * old, sizeof *ring);
        for (uint64_t i = association->acknowledged; i <= association->sent; i++)
            ring[i & (2 * old - 1)] = *sent_at(association, i);
        free(association->sent_at_us);
        association->sent_at_us = ring;
        association->ring_capacity = 2 * old;
    }
    association->sent++;
    *sent_at(association, association->sent) = now_us;
}

/* --- begin and end --- */

void association_finish(struct association *association)
{
    sealing_finish(&association->sealing);
    text_finish(&association->frame);
    free(association->sent_at_us);
    *association = (struct association){0};
}

bool association_init(struct association *association, const struct frame_head *head,
                      const struct key_pair *own, const unsigned char peer_key[FRAME_KEY_BYTES],
                      bool is_gateway, uint64_t now_us)
{
    *association = (struct association){
        .head = {.version = head->version,
                 .kind = FRAME_ITEMS,
                 .cluster = head->cluster,
                 .key = head->key,
                 .epoch = head->epoch,
                 .attempt = head->attempt,
                 .gateway = head->gateway},
        .sent_us = now_us,
        .heard_us = now_us,
        .sent_at_us = memory_zeroed(RING_FIRST, sizeof(uint64_t)),
        .ring_capacity = RING_FIRST,
        .peer_sent_us = now_us,
        .known_us = now_us,
    };
    association->sent_at_us[0] = now_us;
    if (!sealing_init(&association->sealing, own, peer_key, is_gateway, head)) {
        association_finish(association);
        return false;
    }
    frame_begin(&association->frame);
    return true;
}

bool association_is_of(const struct association *association, const struct frame_head *head)
{
    const struct frame_head *own = &association->head;
    return head->version == own->version && head->key == own->key && head->epoch == own->epoch &&
           head->attempt == own->attempt && head->gateway == own->gateway;
}

/* --- in --- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void measure(struct association *association, const struct frame_head *head, uint64_t now_us)
{
    uint64_t gone_us = now_us - *sent_at(association, head->acknowledged);
    /* Each end has a time of its own for the welcome. */
    if (head->acknowledged == 0 || gone_us < head->held_us)
        return;
    uint64_t trip_us = gone_us - head->held_us + 1;
    if (association->round_trip_us == 0)
        association->round_trip_us = trip_us;
    else
        association->round_trip_us =
            (association->round_trip_us * (SMOOTHING - 1) + trip_us) / SMOOTHING;
}

enum association_fault association_hear(struct association *association,
                                        const struct frame_head *head, uint64_t now_us)
{
    if (head->number <= association->heard)
        return ASSOCIATION_REPEATED;
    if (head->number > association->heard + 1)
        return ASSOCIATION_GAP;
    if (head->acknowledged < association->acknowledged || head->acknowledged > association->sent)
        return ASSOCIATION_IMPOSSIBLE;
    association->heard = head->number;
    association->heard_us = now_us;
    association->acknowledged = head->acknowledged;
    measure(association, head, now_us);

    uint64_t sent_us = *sent_at(association, head->acknowledged);
    uint64_t held_us = least(head->held_us, now_us - sent_us);
    association->peer_sent_us = sent_us + held_us;
    uint64_t known_us = association->peer_sent_us;
    if (head->acknowledged < association->sent)
        known_us = least(known_us, *sent_at(association, head->acknowledged + 1));
    if (known_us > association->known_us)
        association->known_us = known_us;
    return ASSOCIATION_SOUND;
}

enum association_fault association_check(const struct association *association, uint64_t now_us)
{
    if (now_us - association->heard_us >= LINK_RESET_US)
        return ASSOCIATION_SILENT;
    if (association->acknowledged < association->sent &&
        now_us - *sent_at(association, association->acknowledged + 1) >= LINK_RESET_US)
        return ASSOCIATION_UNACKNOWLEDGED;
    return ASSOCIATION_SOUND;
}

bool association_open(struct association *association, struct frame_item *item,
                      struct text *ret_opened)
{
    bool is_said = item->kind == ITEM_SAID;
    uint64_t session = is_said ? frame_item_session(item, 0) : item->session;
    const char *sealed = is_said ? item->said.bytes : item->bytes.bytes;
    size_t len = is_said ? item->said.len : item->bytes.len;
    if (!sealing_open(&association->sealing, session, sealed, len, ret_opened))
        return false;
    if (is_said) {
        item->said.bytes = ret_opened->bytes;
        item->said.len = ret_opened->len;
    } else {
        item->bytes.bytes = ret_opened->bytes;
        item->bytes.len = ret_opened->len;
    }
    return true;
}

/* --- out --- */

bool association_is_full(const struct association *association, const struct frame_item *item)
{
    return frame_item_bytes(item) + FRAME_SEAL_BYTES > FRAME_BYTES_MAX - association->frame.len;
}

void association_put(struct association *association, const struct frame_item *item,
                     const uint64_t *sessions)
{
    if (!item->is_secret) {
        frame_put(&association->frame, item, sessions);
        return;
    }
    struct frame_item sealed_item = *item;
    struct text sealed = {0};
    if (item->kind == ITEM_SAID) {
        sealing_seal(&association->sealing, session_own(sessions[0]), item->said.bytes,
                     item->said.len, &sealed);
        sealed_item.said.bytes = sealed.bytes;
        sealed_item.said.len = sealed.len;
    } else {
        sealing_seal(&association->sealing, item->session, item->bytes.bytes, item->bytes.len,
                     &sealed);
        sealed_item.bytes.bytes = sealed.bytes;
        sealed_item.bytes.len = sealed.len;
    }
    frame_put(&association->frame, &sealed_item, sessions);
    text_finish(&sealed);
}

bool association_is_due(const struct association *association, uint64_t now_us)
{
    return frame_has_items(&association->frame) || now_us - association->sent_us >= LINK_BEAT_US ||
           association->heard - association->heard_at_sent >= LINK_ACKNOWLEDGE_AT;
}

const struct text *association_send(struct association *association, uint64_t now_us)
{
    remember_sent(association, now_us);
    association->sent_us = now_us;
    association->heard_at_sent = association->heard;
    struct frame_head head = association->head;
    head.number = association->sent;
    head.acknowledged = association->heard;
    head.held_us = now_us - association->heard_us;
    head.sent_us = now_us;
    frame_set_head(&association->frame, &head);
    return &association->frame;
}

void association_sent(struct association *association)
{
    text_clear(&association->frame);
    frame_begin(&association->frame);
}

uint64_t association_next_us(const struct association *association)
{
    if (association_is_due(association, association->sent_us))
        return association->sent_us;
    uint64_t next_us =
        least(association->sent_us + LINK_BEAT_US, association->heard_us + LINK_RESET_US);
    if (association->acknowledged < association->sent)
        next_us =
            least(next_us, *sent_at(association, association->acknowledged + 1) + LINK_RESET_US);
    return next_us;
}
