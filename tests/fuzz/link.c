/* Frames of the link: any bytes, at both ends. The input is a list of frames, each after two bytes
 * with its length; the first byte of a frame says what is done with the rest: it comes to the
 * gateway or to the hall as it is, or as the items of a frame whose head is right, which the search
 * would hardly find; or time passes. */
#include "server/link/gate_link.h"
#include "server/link/hall_link.h"
#include "tests/fuzz/fuzz.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CLUSTER = 1, KEY = 2, EPOCH = 3, SESSIONS_MAX = 64 };

struct ends {
    struct gate_link *gate;
    struct hall_link *hall;
    uint64_t now_us;
    struct frame_head to_hall, to_gate; /* of the next frames of items that would be taken */
    uint64_t open[SESSIONS_MAX];        /* at the hall */
    size_t open_count;
    uint64_t used[SESSIONS_MAX]; /* the numbers of all that were opened; of the first ones */
    size_t used_count;
    uint64_t deriving; /* the session of which a key is wanted; 0: none */
};

/* Each end hears what the other one says, but for the items, which come from the input. */
static void hear_head(struct frame_head *head, const char *frame, size_t len)
{
    struct frame_head heard;
    if (frame_read(frame, len, CLUSTER, LINK_VERSION_OLDEST, LINK_VERSION_NEWEST, &heard) !=
        FRAME_GOOD)
        fuzz_fault("an end has said nonsense");
    if (heard.kind == FRAME_ITEMS)
        *head = heard;
}

static void gate_publish(void *owner, const char *frame, size_t len)
{
    hear_head(&((struct ends *)owner)->to_hall, frame, len);
}

static void hall_publish(void *owner, uint64_t key, const char *frame, size_t len)
{
    struct ends *ends = owner;
    if (key == KEY)
        hear_head(&ends->to_gate, frame, len);
}

static void on_carries(void *owner, bool is_new)
{
    (void)owner;
    (void)is_new;
}

static void on_quiet(void *owner)
{
    (void)owner;
}

static void on_text(void *owner, const char *text)
{
    (void)owner;
    if (strlen(text) > FRAME_SENTENCE_MAX)
        fuzz_fault("a long sentence");
}

static void on_said(void *owner, const struct gate_said *said)
{
    (void)owner;
    if (said->len == 0 || said->session_count == 0)
        fuzz_fault("nothing is said, or to nobody");
}

static void on_gate_session(void *owner, uint64_t session)
{
    (void)owner;
    if (session == 0 || session != session_own(session))
        fuzz_fault("no session of a gateway");
}

static void on_note(void *owner, uint64_t key, const char *sentence)
{
    (void)key;
    on_text(owner, sentence);
}

static void on_superseded(void *owner, uint64_t epoch)
{
    (void)owner;
    if (epoch <= EPOCH)
        fuzz_fault("superseded by an older hall");
}

static size_t find(const struct ends *ends, uint64_t session)
{
    for (size_t i = 0; i < ends->open_count; i++)
        if (ends->open[i] == session)
            return i;
    return SESSIONS_MAX;
}

static void on_open(void *owner, uint64_t session, const struct hall_link_client *client)
{
    struct ends *ends = owner;
    if (strlen(client->address) > FRAME_ADDRESS_MAX)
        fuzz_fault("a long address");
    for (size_t i = 0; i < ends->used_count; i++)
        if (ends->used[i] == session)
            fuzz_fault("a session is opened with a number that was used");
    if (ends->used_count < SESSIONS_MAX)
        ends->used[ends->used_count++] = session;
    if (ends->open_count < SESSIONS_MAX)
        ends->open[ends->open_count++] = session;
}

static void on_session(void *owner, uint64_t session)
{
    const struct ends *ends = owner;
    if (find(ends, session) == SESSIONS_MAX && ends->open_count < SESSIONS_MAX)
        fuzz_fault("a session that is not open");
}

static void on_over(void *owner, uint64_t session)
{
    struct ends *ends = owner;
    on_session(owner, session);
    size_t place = find(ends, session);
    if (place < SESSIONS_MAX)
        ends->open[place] = ends->open[--ends->open_count];
}

static void on_bytes(void *owner, uint64_t session, const char *bytes, size_t len, uint64_t came_us,
                     bool is_secret)
{
    const struct ends *ends = owner;
    on_session(owner, session);
    if (len == 0 || is_secret || (came_us != LINK_CAME_WAITED && came_us > ends->now_us))
        fuzz_fault("%zu bytes from the future: %.1s", len, bytes);
}

static void on_number(void *owner, uint64_t session, int64_t number)
{
    (void)number;
    on_session(owner, session);
}

static void on_flag(void *owner, uint64_t session, bool flag)
{
    (void)flag;
    on_session(owner, session);
}

static void on_derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation)
{
    const struct ends *ends = owner;
    (void)request, (void)is_old;
    on_gate_session(owner, session);
    if (derivation->operations > DERIVATION_OPERATIONS_MAX ||
        derivation->memory_kib > DERIVATION_KIB_MAX)
        fuzz_fault("a derivation that is too dear");
    if (session_place(session) % 2)
        gate_link_derived(ends->gate, session, NULL);
}

static void on_derived(void *owner, uint64_t session, const unsigned char *key)
{
    struct ends *ends = owner;
    if (session != ends->deriving || key)
        fuzz_fault("a key that nobody wants, or that nobody can have sealed");
    ends->deriving = 0;
}

static void begin(struct ends *ends)
{
    struct gate_link_config gate = {
        .cluster = CLUSTER,
        .key = KEY,
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events = {ends, gate_publish, on_carries, on_quiet, on_text, on_text, on_said,
                   on_gate_session, on_gate_session, on_gate_session, on_derive},
    };
    struct hall_link_config hall = {
        .cluster = CLUSTER,
        .epoch = EPOCH,
        .seed = {1},
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events = {ends, hall_publish, on_note, on_superseded, on_open, on_bytes, on_number,
                   on_session, on_flag, on_session, on_session, on_over, on_over, on_derived},
    };
    ends->gate = gate_link_create(&gate, ends->now_us);
    ends->hall = hall_link_create(&hall, ends->now_us);
}

/* A frame of items with these bytes, which is the next one that the other end expects. */
static struct text with_head(struct frame_head *head, const char *bytes, size_t len)
{
    struct text frame = {0};
    frame_begin(&frame);
    head->number++;
    frame_set_head(&frame, head);
    text_append(&frame, bytes, len);
    return frame;
}

/* The hello and the welcome, by hand: the input seldom has them. */
static void greet(struct ends *ends)
{
    struct frame_head head = {.version = LINK_VERSION_NEWEST,
                              .kind = FRAME_HELLO,
                              .cluster = CLUSTER,
                              .key = KEY,
                              .attempt = 1,
                              .oldest = LINK_VERSION_OLDEST,
                              .newest = LINK_VERSION_NEWEST};
    static const unsigned char key[FRAME_KEY_BYTES] = {9};
    struct text frame = {0};
    frame_begin(&frame);
    frame_set_head(&frame, &head);
    frame_put_key(&frame, key);
    hall_link_hear(ends->hall, frame.bytes, frame.len, ends->now_us);
    head.kind = FRAME_WELCOME;
    head.epoch = EPOCH;
    head.gateway = 1U << GATEWAY_PLACE_BITS;
    text_clear(&frame);
    frame_begin(&frame);
    frame_set_head(&frame, &head);
    frame_put_key(&frame, key);
    gate_link_hear(ends->gate, frame.bytes, frame.len, ends->now_us);
    text_finish(&frame);
    head.kind = FRAME_ITEMS;
    ends->to_hall = ends->to_gate = head;
}

static void carry_out(struct ends *ends, unsigned what, const char *bytes, size_t len)
{
    struct text frame = {0};
    if (what % 8 == 0) {
        ends->now_us += (uint64_t)len * 20000;
        gate_link_turn(ends->gate, ends->now_us);
        hall_link_turn(ends->hall, ends->now_us);
        static const struct derivation wanted = {1, DERIVATION_KIB_MIN, {0}};
        if (ends->open_count > 0 && !ends->deriving &&
            hall_link_derive(ends->hall, ends->open[0], what, false, &wanted))
            ends->deriving = ends->open[0];
    } else if (what % 8 == 1) {
        text_append(&frame, bytes, len);
        gate_link_hear(ends->gate, frame.bytes, frame.len, ends->now_us);
    } else if (what % 8 == 2) {
        text_append(&frame, bytes, len);
        hall_link_hear(ends->hall, frame.bytes, frame.len, ends->now_us);
    } else if (what % 2) {
        frame = with_head(&ends->to_gate, bytes, len);
        gate_link_hear(ends->gate, frame.bytes, frame.len, ends->now_us);
    } else {
        frame = with_head(&ends->to_hall, bytes, len);
        hall_link_hear(ends->hall, frame.bytes, frame.len, ends->now_us);
    }
    text_finish(&frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ends ends = {.now_us = 1000000};
    begin(&ends);
    greet(&ends);
    while (size >= 3) {
        size_t len = (size_t)data[0] | (size_t)data[1] << 8;
        unsigned what = data[2];
        data += 3;
        size -= 3;
        if (len > size)
            len = size;
        char *copy = memory_zeroed(len + 1, 1); /* a sanitizer sees what is read behind it */
        memcpy(copy, data, len);
        carry_out(&ends, what, copy, len);
        free(copy);
        data += len;
        size -= len;
    }
    gate_link_destroy(ends.gate);
    hall_link_destroy(ends.hall);
    return 0;
}
