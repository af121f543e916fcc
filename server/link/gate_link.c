#include "server/link/gate_link.h"

#include "common/base/memory.h"
#include "server/link/association.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED_HELLO_US = 5000000 }; /* from a refused hello to the next */

struct gate_link {
    struct gate_link_config config;
    struct key_pair keys;
    enum gate_link_state state;
    uint64_t now_us;
    uint64_t epoch;                 /* the highest heard; 0: none */
    uint32_t attempt;               /* of the present association, or of the one that is sought */
    struct association association; /* unless SEEKING */
    uint64_t hello_us;              /* SEEKING: when the next hello is due */
    int deriving;                   /* unanswered ITEM_DERIVEs */
    struct text beginning;          /* of a long message, from its parts */
    uint64_t *sessions;             /* of a message; FRAME_SESSIONS_MAX */
    char refusal[FRAME_SENTENCE_MAX + 1]; /* the last one told */
    struct gate_link_figures figures;
};

struct gate_link *gate_link_create(const struct gate_link_config *config, uint64_t now_us)
{
    assert(config->key != 0 && config->oldest > 0 && config->oldest <= config->newest);
    struct gate_link *link = memory_zeroed(1, sizeof *link);
    link->config = *config;
    key_pair_make(config->seed, &link->keys);
    explicit_bzero(link->config.seed, sizeof link->config.seed);
    link->now_us = link->hello_us = now_us;
    link->attempt = 1;
    link->sessions = memory_zeroed(FRAME_SESSIONS_MAX, sizeof *link->sessions);
    return link;
}

void gate_link_destroy(struct gate_link *link)
{
    if (!link)
        return;
    association_finish(&link->association);
    text_wipe(&link->beginning);
    free(link->sessions);
    explicit_bzero(link, sizeof *link);
    free(link);
}

static void set_now(struct gate_link *link, uint64_t now_us)
{
    if (now_us > link->now_us)
        link->now_us = now_us;
}

static void reset(struct gate_link *link, const char *why)
{
    assert(link->state != GATE_SEEKING);
    association_finish(&link->association);
    text_wipe(&link->beginning);
    link->state = GATE_SEEKING;
    link->deriving = 0;
    link->attempt++;
    link->hello_us = link->now_us;
    link->figures.resets++;
    link->config.events.on_reset(link->config.events.owner, why);
}

/* --- frames out --- */

static void publish(struct gate_link *link, const struct text *frame)
{
    link->figures.frames_out++;
    link->config.events.publish(link->config.events.owner, frame->bytes, frame->len);
}

static void say_hello(struct gate_link *link)
{
    struct text frame = {0};
    frame_begin(&frame);
    frame_set_head(&frame, &(struct frame_head){
                               .version = link->config.newest,
                               .kind = FRAME_HELLO,
                               .cluster = link->config.cluster,
                               .key = link->config.key,
                               .epoch = link->epoch,
                               .attempt = link->attempt,
                               .oldest = link->config.oldest,
                               .newest = link->config.newest,
                           });
    frame_put_key(&frame, link->keys.public_key);
    link->hello_us = link->now_us + LINK_HELLO_US;
    publish(link, &frame);
    text_finish(&frame);
}

static void send_frame(struct gate_link *link)
{
    publish(link, association_send(&link->association, link->now_us));
    association_sent(&link->association);
}

void gate_link_stop(struct gate_link *link)
{
    if (link->state != GATE_SEEKING) {
        struct frame_head head = link->association.head;
        struct text frame = {0};
        if (frame_has_items(&link->association.frame))
            send_frame(link);
        head.kind = FRAME_RESET;
        head.oldest = link->config.oldest;
        head.newest = link->config.newest;
        frame_begin(&frame);
        frame_set_head(&frame, &head);
        publish(link, &frame);
        text_finish(&frame);
        association_finish(&link->association);
    }
    link->state = GATE_SEEKING;
    link->hello_us = UINT64_MAX;
}

void gate_link_turn(struct gate_link *link, uint64_t now_us)
{
    set_now(link, now_us);
    if (link->state != GATE_SEEKING) {
        enum association_fault fault = association_check(&link->association, link->now_us);
        if (fault)
            reset(link, association_fault_text(fault));
    }
    if (link->state == GATE_SEEKING) {
        if (link->now_us >= link->hello_us)
            say_hello(link);
        return;
    }
    if (link->state == GATE_CARRIES && link->now_us - link->association.heard_us >= LINK_QUIET_US) {
        link->state = GATE_QUIET;
        link->config.events.on_quiet(link->config.events.owner);
    }
    if (association_is_due(&link->association, link->now_us))
        send_frame(link);
}

uint64_t gate_link_next_us(const struct gate_link *link)
{
    if (link->state == GATE_SEEKING)
        return link->hello_us;
    uint64_t next_us = association_next_us(&link->association);
    uint64_t quiet_us = link->association.heard_us + LINK_QUIET_US;
    return link->state == GATE_CARRIES && quiet_us < next_us ? quiet_us : next_us;
}

enum gate_link_state gate_link_state(const struct gate_link *link)
{
    return link->state;
}

struct gate_link_figures gate_link_figures(const struct gate_link *link)
{
    struct gate_link_figures figures = link->figures;
    figures.epoch = link->epoch;
    figures.round_trip_us = link->state == GATE_SEEKING ? 0 : link->association.round_trip_us;
    return figures;
}

/* --- what clients do --- */

static void put(struct gate_link *link, const struct frame_item *item)
{
    if (link->state == GATE_SEEKING)
        return;
    if (association_is_full(&link->association, item))
        send_frame(link);
    association_put(&link->association, item, NULL);
}

void gate_link_open(struct gate_link *link, uint64_t session, const struct gate_client *client)
{
    struct frame_item item = {.kind = ITEM_OPEN,
                              .session = session,
                              .open = {.is_private = client->is_private,
                                       .is_loopback = client->is_loopback,
                                       .lag_ms = client->lag_ms}};
    assert(strlen(client->address) <= FRAME_ADDRESS_MAX);
    snprintf(item.open.address, sizeof item.open.address, "%s", client->address);
    put(link, &item);
}

void gate_link_bytes(struct gate_link *link, uint64_t session, const char *bytes, size_t len,
                     uint64_t came_us, bool is_secret)
{
    for (size_t from = 0; from < len; from += FRAME_PIECE_MAX) {
        size_t piece = len - from < FRAME_PIECE_MAX ? len - from : FRAME_PIECE_MAX;
        put(link, &(struct frame_item){
                      .kind = ITEM_BYTES,
                      .session = session,
                      .is_secret = is_secret,
                      .bytes = {.came_us = came_us, .bytes = bytes + from, .len = piece},
                  });
    }
}

void gate_link_lag(struct gate_link *link, uint64_t session, int64_t lag_ms)
{
    assert(lag_ms >= 0);
    put(link, &(struct frame_item){.kind = ITEM_LAG, .session = session, .lag_ms = lag_ms});
}

static void put_event(struct gate_link *link, enum item_kind kind, uint64_t session)
{
    put(link, &(struct frame_item){.kind = kind, .session = session});
}

void gate_link_silent(struct gate_link *link, uint64_t session)
{
    put_event(link, ITEM_SILENT, session);
}

void gate_link_behind(struct gate_link *link, uint64_t session, bool is_behind)
{
    put_event(link, is_behind ? ITEM_BEHIND : ITEM_READY, session);
}

void gate_link_fault(struct gate_link *link, uint64_t session)
{
    put_event(link, ITEM_FAULT, session);
}

void gate_link_left(struct gate_link *link, uint64_t session)
{
    put_event(link, ITEM_LEFT, session);
}

void gate_link_closed(struct gate_link *link, uint64_t session)
{
    put_event(link, ITEM_CLOSED, session);
}

bool gate_link_derives(const struct gate_link *link)
{
    return link->state != GATE_SEEKING && link->association.head.version >= LINK_VERSION_DERIVES;
}

void gate_link_derived(struct gate_link *link, uint64_t session,
                       const unsigned char key[DERIVED_BYTES])
{
    if (link->state == GATE_SEEKING)
        return;
    assert(link->deriving > 0);
    link->deriving--;
    if (!key) {
        put_event(link, ITEM_UNDERIVED, session);
        return;
    }
    put(link, &(struct frame_item){
                  .kind = ITEM_DERIVED,
                  .session = session,
                  .is_secret = true,
                  .bytes = {.bytes = (const char *)key, .len = DERIVED_BYTES},
              });
}

/* --- frames in --- */

static void hear_welcome(struct gate_link *link, const struct frame_head *head,
                         const unsigned char *key)
{
    if (!association_init(&link->association, head, &link->keys, key, true, link->now_us)) {
        link->figures.ignored++;
        return;
    }
    link->state = GATE_CARRIES;
    link->refusal[0] = '\0';
    /* The hall counts on this gateway from its first frame on. */
    send_frame(link);
    link->config.events.on_carries(link->config.events.owner, true);
}

static void hear_refusal(struct gate_link *link, const char *bytes, size_t len)
{
    char sentence[FRAME_SENTENCE_MAX + 1];
    frame_sentence(bytes, len, sentence);
    link->hello_us = link->now_us + REFUSED_HELLO_US;
    if (strcmp(sentence, link->refusal) == 0)
        return;
    memcpy(link->refusal, sentence, sizeof link->refusal);
    link->config.events.on_refused(link->config.events.owner, sentence);
}

static void hear_said(struct gate_link *link, const struct frame_item *item)
{
    const struct gate_link_events *events = &link->config.events;
    for (size_t i = 0; i < item->said.session_count; i++)
        link->sessions[i] = frame_item_session(item, i);
    struct gate_said said = {
        .bytes = item->said.bytes,
        .len = item->said.len,
        .sessions = link->sessions,
        .session_count = item->said.session_count,
        .is_soon = item->said.is_soon,
        .is_answer = item->said.is_answer,
        .is_secret = item->is_secret,
    };
    if (link->beginning.len > 0) {
        text_append(&link->beginning, said.bytes, said.len);
        said.bytes = link->beginning.bytes;
        said.len = link->beginning.len;
    }
    events->on_said(events->owner, &said);
    text_finish(&link->beginning);
}

/* False: the hall does what it may not do. */
static bool hear_item(struct gate_link *link, const struct frame_item *item)
{
    const struct gate_link_events *events = &link->config.events;
    if (item->kind == ITEM_PART) {
        if (item->is_secret)
            text_make_secret(&link->beginning);
        text_append(&link->beginning, item->bytes.bytes, item->bytes.len);
        return link->beginning.len < FRAME_MESSAGE_MAX;
    }
    if (item->kind == ITEM_DERIVE) {
        if (!gate_link_derives(link) || link->deriving == DERIVATIONS_MAX)
            return false;
        link->deriving++;
        events->on_derive(events->owner, item->session, item->derive.request, item->derive.is_old,
                          &item->derive.derivation);
        return true;
    }
    if (item->kind == ITEM_SAID)
        hear_said(link, item);
    else if (item->kind == ITEM_CLOSE)
        events->on_close(events->owner, item->session);
    else if (item->kind == ITEM_CAME_IN)
        events->on_came_in(events->owner, item->session);
    else
        events->on_excuse_hello(events->owner, item->session);
    return true;
}

static void hear_items(struct gate_link *link, const struct frame_head *head,
                       struct frame_items items)
{
    if (!frame_check(items, false)) {
        reset(link, "the hall has sent a frame that nobody can read");
        return;
    }
    enum association_fault fault = association_hear(&link->association, head, link->now_us);
    if (fault == ASSOCIATION_REPEATED) {
        link->figures.ignored++;
        return;
    }
    if (fault) {
        reset(link, association_fault_text(fault));
        return;
    }
    if (link->state == GATE_QUIET) {
        link->state = GATE_CARRIES;
        link->config.events.on_carries(link->config.events.owner, false);
    }
    struct frame_item item;
    while (frame_next(&items, &item)) {
        struct text opened = {0};
        bool is_good = (!item.is_secret || association_open(&link->association, &item, &opened)) &&
                       hear_item(link, &item);
        text_finish(&opened);
        if (!is_good) {
            reset(link, "the hall has sent an item that nobody can read");
            return;
        }
    }
}

/* Follows a hall of a higher epoch. */
static void follow(struct gate_link *link, uint64_t epoch)
{
    link->epoch = epoch;
    link->hello_us = link->now_us;
    if (link->state != GATE_SEEKING)
        reset(link, "another hall has taken over");
}

void gate_link_hear(struct gate_link *link, const char *frame, size_t len, uint64_t now_us)
{
    struct frame_head head;
    set_now(link, now_us);
    link->figures.frames_in++;
    bool is_known = frame_read(frame, len, link->config.cluster, link->config.oldest,
                               link->config.newest, &head) == FRAME_GOOD &&
                    head.kind != FRAME_HELLO &&
                    (head.kind == FRAME_ANNOUNCE || head.key == link->config.key);
    if (!is_known || head.epoch < link->epoch) {
        link->figures.ignored++;
        return;
    }
    link->figures.heard_us = link->now_us;
    if (head.epoch > link->epoch)
        follow(link, head.epoch);
    bool seeks = link->state == GATE_SEEKING;
    if (head.kind == FRAME_ANNOUNCE)
        return;
    if (head.kind == FRAME_WELCOME && seeks && head.attempt == link->attempt)
        hear_welcome(link, &head, frame_key(frame, len));
    else if (head.kind == FRAME_REFUSED && seeks && head.attempt == link->attempt)
        hear_refusal(link, frame, len);
    else if (head.kind == FRAME_ITEMS && !seeks && association_is_of(&link->association, &head))
        hear_items(link, &head, frame_items(frame, len));
    else if (head.kind == FRAME_RESET && !seeks && head.attempt == link->attempt &&
             head.gateway == link->association.head.gateway)
        reset(link, "the hall has dropped this gateway");
    else
        link->figures.ignored++;
}
