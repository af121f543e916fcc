#include "server/link/hall_link.h"

#include "common/base/memory.h"
#include "server/link/association.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With the number of a session that is open. */
#define SESSION_OPEN ((uint64_t)1 << SESSION_OWN_BITS)

enum { GATEWAYS_MAX = 1 << GATEWAY_PLACE_BITS, USES_MAX = (1 << 16) - 1 };

/*
 *     FREE --(hello)--> WELCOMED --(its first frame)--> UP
 *       ^__________________\______(reset)________________/
 */
enum gateway_state {
    GATEWAY_FREE,
    GATEWAY_WELCOMED, /* it may never have got the welcome: it is not counted on */
    GATEWAY_UP,
};

/* A place for a gateway. */
struct gateway {
    enum gateway_state state;
    uint32_t uses; /* of the place: the upper bits of the gateway's number */
    struct association association;
    uint64_t *sessions; /* of each place the own number of the last one; 0: none so far */
    size_t place_count, session_count;
    uint64_t deriving[DERIVATIONS_MAX]; /* sessions, own numbers; 0: a free place */
    uint64_t *addressed; /* of the message that is being said: sessions of this gateway */
    size_t addressed_count, addressed_capacity;
};

struct hall_link {
    struct hall_link_config config;
    struct key_pair keys;
    uint64_t now_us, heard_us, announce_us;
    struct gateway gateways[GATEWAYS_MAX];
    size_t gateway_count; /* from which on all are free and have never been used */
    bool is_superseded;
    /* The last stranger that was told so, and when: once for each beat is enough. */
    uint64_t stranger, stranger_us;
    struct hall_link_figures figures;
};

struct hall_link *hall_link_create(const struct hall_link_config *config, uint64_t now_us)
{
    assert(config->epoch > 0 && config->oldest > 0 && config->oldest <= config->newest);
    struct hall_link *link = memory_zeroed(1, sizeof *link);
    link->config = *config;
    key_pair_make(config->seed, &link->keys);
    explicit_bzero(link->config.seed, sizeof link->config.seed);
    link->now_us = link->heard_us = link->announce_us = now_us;
    return link;
}

static void forget_sessions(struct gateway *gateway)
{
    free(gateway->sessions);
    gateway->sessions = NULL;
    gateway->place_count = gateway->session_count = 0;
}

void hall_link_destroy(struct hall_link *link)
{
    if (!link)
        return;
    for (size_t i = 0; i < link->gateway_count; i++) {
        association_finish(&link->gateways[i].association);
        forget_sessions(&link->gateways[i]);
        free(link->gateways[i].addressed);
    }
    explicit_bzero(link, sizeof *link);
    free(link);
}

static void set_now(struct hall_link *link, uint64_t now_us)
{
    if (now_us > link->now_us)
        link->now_us = now_us;
}

__attribute__((format(printf, 3, 4))) static void note(struct hall_link *link, uint64_t key,
                                                       const char *format, ...)
{
    char sentence[FRAME_SENTENCE_MAX + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    link->config.events.on_note(link->config.events.owner, key, sentence);
}

/* --- gateways and sessions by their numbers --- */

static uint32_t number_of(const struct hall_link *link, const struct gateway *gateway)
{
    return gateway->uses << GATEWAY_PLACE_BITS | (uint32_t)(gateway - link->gateways);
}

/* NULL: none has this number now. */
static struct gateway *gateway_find(struct hall_link *link, uint32_t number)
{
    struct gateway *gateway = &link->gateways[number & (GATEWAYS_MAX - 1)];
    bool is_it = gateway->state != GATEWAY_FREE && gateway->uses == number >> GATEWAY_PLACE_BITS;
    return is_it ? gateway : NULL;
}

/* The one with this key, whatever its number; NULL: none. */
static struct gateway *gateway_with_key(struct hall_link *link, uint64_t key)
{
    for (size_t i = 0; i < link->gateway_count; i++)
        if (link->gateways[i].state != GATEWAY_FREE &&
            link->gateways[i].association.head.key == key)
            return &link->gateways[i];
    return NULL;
}

static bool has_session(const struct gateway *gateway, uint64_t own)
{
    size_t place = session_place(own);
    return place < gateway->place_count && gateway->sessions[place] == (SESSION_OPEN | own);
}

/* The gateway of a session that is open; NULL: the session is gone. */
static struct gateway *gateway_of(struct hall_link *link, uint64_t session)
{
    struct gateway *gateway = gateway_find(link, session_gateway(session));
    return gateway && has_session(gateway, session_own(session)) ? gateway : NULL;
}

/* The place of the session's derivation; 0: a free place. DERIVATIONS_MAX: there is none. */
static size_t find_derivation(const struct gateway *gateway, uint64_t own)
{
    size_t i = 0;
    while (i < DERIVATIONS_MAX && gateway->deriving[i] != own)
        i++;
    return i;
}

/* False: the place is taken, or its number is not higher than that of the session before. */
static bool add_session(struct gateway *gateway, uint64_t own)
{
    size_t place = session_place(own), count = gateway->place_count;
    if (place >= count) {
        size_t more = count > 0 ? 2 * count : 64;
        while (more <= place)
            more *= 2;
        gateway->sessions = memory_resized(gateway->sessions, more, sizeof *gateway->sessions);
        memset(gateway->sessions + count, 0, (more - count) * sizeof *gateway->sessions);
        gateway->place_count = more;
    }
    if (gateway->sessions[place] >= own)
        return false;
    gateway->sessions[place] = SESSION_OPEN | own;
    gateway->session_count++;
    return true;
}

/* --- frames out --- */

static void publish(struct hall_link *link, uint64_t key, const struct text *frame)
{
    link->figures.frames_out++;
    link->config.events.publish(link->config.events.owner, key, frame->bytes, frame->len);
}

static void send_frame(struct hall_link *link, struct gateway *gateway)
{
    assert(gateway->state == GATEWAY_UP);
    publish(link, gateway->association.head.key,
            association_send(&gateway->association, link->now_us));
    association_sent(&gateway->association);
}

/* Publishes a frame other than FRAME_ITEMS. `to`: key, attempt and gateway of the one who gets it;
 * `sentence` and `key` may be NULL. */
static void send_word(struct hall_link *link, enum frame_kind kind, const struct frame_head *to,
                      unsigned version, const char *sentence, const unsigned char *key)
{
    struct text frame = {0};
    frame_begin(&frame);
    frame_set_head(&frame, &(struct frame_head){
                               .version = version,
                               .kind = kind,
                               .cluster = link->config.cluster,
                               .key = to->key,
                               .epoch = link->config.epoch,
                               .attempt = to->attempt,
                               .gateway = to->gateway,
                               .oldest = link->config.oldest,
                               .newest = link->config.newest,
                           });
    if (sentence)
        frame_put_sentence(&frame, sentence);
    if (key)
        frame_put_key(&frame, key);
    publish(link, to->key, &frame);
    text_finish(&frame);
}

/* --- gateways come and go --- */

/* None of the unanswered derivations comes any more. */
static void lose_derivations(struct hall_link *link, uint32_t number, struct gateway *gateway)
{
    const struct hall_link_events *events = &link->config.events;
    for (size_t i = 0; i < DERIVATIONS_MAX; i++) {
        uint64_t own = gateway->deriving[i];
        gateway->deriving[i] = 0;
        if (own)
            events->on_derived(events->owner, session_of(number, own), NULL);
    }
}

static void lose_sessions(struct hall_link *link, uint32_t number, struct gateway *gateway)
{
    const struct hall_link_events *events = &link->config.events;
    uint64_t *sessions = gateway->sessions;
    size_t count = gateway->place_count;
    gateway->sessions = NULL;
    forget_sessions(gateway);
    for (size_t i = 0; i < count; i++)
        if (sessions[i] & SESSION_OPEN)
            events->on_lost(events->owner, session_of(number, session_own(sessions[i])));
    free(sessions);
}

/* Ends the association, and tells the gateway. */
static void let_go(struct hall_link *link, struct gateway *gateway)
{
    struct frame_head head = gateway->association.head;
    gateway->state = GATEWAY_FREE;
    association_finish(&gateway->association);
    send_word(link, FRAME_RESET, &head, head.version, NULL, NULL);
}

void hall_link_stop(struct hall_link *link)
{
    for (size_t i = 0; i < link->gateway_count; i++) {
        if (link->gateways[i].state == GATEWAY_FREE)
            continue;
        let_go(link, &link->gateways[i]);
        forget_sessions(&link->gateways[i]);
    }
}

/* Ends with a gateway. `why`: the end of a sentence. */
static void end_gateway(struct hall_link *link, struct gateway *gateway, const char *why)
{
    assert(gateway->state != GATEWAY_FREE);
    uint32_t number = number_of(link, gateway);
    if (gateway->state == GATEWAY_UP)
        note(link, gateway->association.head.key, "gateway %u is dropped with %zu sessions: %s",
             (unsigned)number, gateway->session_count, why);
    let_go(link, gateway);
    lose_sessions(link, number, gateway);
    lose_derivations(link, number, gateway);
}

/* Gives a gateway up, which is a fault somewhere. */
static void drop(struct hall_link *link, struct gateway *gateway, const char *why)
{
    link->figures.dropped += gateway->state == GATEWAY_UP;
    end_gateway(link, gateway, why);
}

/* A free place whose numbers are not used up; NULL: none. */
static struct gateway *free_gateway(struct hall_link *link)
{
    for (size_t i = 0; i < link->gateway_count; i++)
        if (link->gateways[i].state == GATEWAY_FREE && link->gateways[i].uses < USES_MAX)
            return &link->gateways[i];
    return link->gateway_count < GATEWAYS_MAX ? &link->gateways[link->gateway_count++] : NULL;
}

__attribute__((format(printf, 3, 4))) static void
refuse(struct hall_link *link, const struct frame_head *hello, const char *format, ...)
{
    char sentence[FRAME_SENTENCE_MAX + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    note(link, hello->key, "%s", sentence);
    send_word(link, FRAME_REFUSED, hello, link->config.newest, sentence, NULL);
}

static void hear_hello(struct hall_link *link, const struct frame_head *hello,
                       const unsigned char *key)
{
    unsigned version = hello->newest < link->config.newest ? hello->newest : link->config.newest;
    struct gateway *gateway = gateway_with_key(link, hello->key);
    struct frame_head head = *hello;
    head.version = version;
    head.epoch = link->config.epoch;
    if (gateway && hello->attempt == gateway->association.head.attempt &&
        gateway->state == GATEWAY_WELCOMED) {
        head.gateway = number_of(link, gateway);
        send_word(link, FRAME_WELCOME, &head, version, NULL, link->keys.public_key);
        return;
    }
    if (gateway && hello->attempt <= gateway->association.head.attempt) {
        link->figures.ignored++; /* it comes late */
        return;
    }
    if (gateway)
        drop(link, gateway, "it has begun anew");
    if (version < hello->oldest || version < link->config.oldest) {
        refuse(link, hello,
               "this hall speaks link versions %u to %u, the gateway %u to %u: update the older",
               link->config.oldest, link->config.newest, hello->oldest, hello->newest);
        return;
    }
    gateway = free_gateway(link);
    if (!gateway) {
        refuse(link, hello, "this hall has %d gateways already, which is the most", GATEWAYS_MAX);
        return;
    }
    gateway->uses++;
    head.gateway = number_of(link, gateway);
    if (!association_init(&gateway->association, &head, &link->keys, key, false, link->now_us)) {
        link->figures.ignored++;
        return;
    }
    gateway->state = GATEWAY_WELCOMED;
    send_word(link, FRAME_WELCOME, &head, version, NULL, link->keys.public_key);
}

/* --- what clients do --- */

/* When the bytes had come, by this end's clock: their age in the gateway before the frame was sent
 * at the earliest. */
static uint64_t came_us(const struct hall_link *link, const struct association *association,
                        const struct frame_head *head, uint64_t gateway_us)
{
    if (gateway_us == LINK_CAME_WAITED)
        return LINK_CAME_WAITED;
    uint64_t age_us = head->sent_us > gateway_us ? head->sent_us - gateway_us : 0;
    uint64_t at_us = association->peer_sent_us > age_us ? association->peer_sent_us - age_us : 0;
    return at_us > link->heard_us ? at_us : link->heard_us;
}

/* False: nothing was to be derived. */
static bool hear_derived(struct hall_link *link, struct gateway *gateway,
                         const struct frame_item *item)
{
    const struct hall_link_events *events = &link->config.events;
    size_t i = find_derivation(gateway, item->session);
    if (i == DERIVATIONS_MAX)
        return false;
    gateway->deriving[i] = 0;
    events->on_derived(events->owner, session_of(number_of(link, gateway), item->session),
                       item->kind == ITEM_DERIVED ? (const unsigned char *)item->bytes.bytes
                                                  : NULL);
    return true;
}

/* NULL, or what the gateway may not do, as the end of a sentence. */
static const char *hear_item(struct hall_link *link, struct gateway *gateway,
                             const struct frame_head *head, const struct frame_item *item)
{
    const struct hall_link_events *events = &link->config.events;
    uint64_t session = session_of(head->gateway, item->session);
    if (item->kind == ITEM_OPEN) {
        struct hall_link_client client = {
            .address = item->open.address,
            .is_private = item->open.is_private,
            .is_loopback = item->open.is_loopback,
            .lag_ms = item->open.lag_ms,
            .derives = gateway->association.head.version >= LINK_VERSION_DERIVES,
        };
        if (!add_session(gateway, item->session))
            return "it has opened a session with a number that is used";
        events->on_open(events->owner, session, &client);
        return NULL;
    }
    if (item->kind == ITEM_DERIVED || item->kind == ITEM_UNDERIVED)
        return hear_derived(link, gateway, item) ? NULL
                                                 : "it has sent a key that was not asked for";
    if (!has_session(gateway, item->session))
        return "it has spoken of a session that is not open";
    if (item->kind == ITEM_BYTES) {
        events->on_bytes(events->owner, session, item->bytes.bytes, item->bytes.len,
                         came_us(link, &gateway->association, head, item->bytes.came_us),
                         item->is_secret);
    } else if (item->kind == ITEM_LAG) {
        events->on_lag(events->owner, session, item->lag_ms);
    } else if (item->kind == ITEM_SILENT) {
        events->on_silent(events->owner, session);
    } else if (item->kind == ITEM_BEHIND || item->kind == ITEM_READY) {
        events->on_behind(events->owner, session, item->kind == ITEM_BEHIND);
    } else if (item->kind == ITEM_FAULT) {
        events->on_fault(events->owner, session);
    } else if (item->kind == ITEM_LEFT) {
        events->on_left(events->owner, session);
    } else {
        assert(item->kind == ITEM_CLOSED);
        gateway->sessions[session_place(item->session)] = item->session;
        gateway->session_count--;
        events->on_closed(events->owner, session);
    }
    return NULL;
}

/* --- frames in --- */

/* A frame of a gateway that has been dropped, or of the hall before: tell it. */
static void hear_stranger(struct hall_link *link, const struct frame_head *head)
{
    link->figures.ignored++;
    if (head->key == link->stranger && link->now_us - link->stranger_us < LINK_BEAT_US)
        return;
    link->stranger = head->key;
    link->stranger_us = link->now_us;
    send_word(link, FRAME_RESET, head, head->version, NULL, NULL);
}

static void hear_items(struct hall_link *link, const struct frame_head *head,
                       struct frame_items items)
{
    struct gateway *gateway = gateway_find(link, head->gateway);
    if (!gateway || !association_is_of(&gateway->association, head)) {
        hear_stranger(link, head);
        return;
    }
    if (!frame_check(items, true)) {
        drop(link, gateway, "it has sent a frame that nobody can read");
        return;
    }
    enum association_fault fault = association_hear(&gateway->association, head, link->now_us);
    if (fault == ASSOCIATION_REPEATED) {
        link->figures.ignored++;
        return;
    }
    if (fault) {
        drop(link, gateway, association_fault_text(fault));
        return;
    }
    if (gateway->state == GATEWAY_WELCOMED) {
        gateway->state = GATEWAY_UP;
        note(link, head->key, "gateway %u has come", (unsigned)head->gateway);
    }
    struct frame_item item;
    while (frame_next(&items, &item)) {
        struct text opened = {0};
        const char *why = "it has sent a secret that cannot be opened";
        if (!item.is_secret || association_open(&gateway->association, &item, &opened))
            why = hear_item(link, gateway, head, &item);
        text_finish(&opened);
        if (why) {
            drop(link, gateway, why);
            return;
        }
    }
}

static void hear_reset(struct hall_link *link, const struct frame_head *head)
{
    struct gateway *gateway = gateway_find(link, head->gateway);
    if (gateway && association_is_of(&gateway->association, head))
        end_gateway(link, gateway, "it has stopped");
    else
        link->figures.ignored++;
}

void hall_link_hear(struct hall_link *link, const char *frame, size_t len, uint64_t now_us)
{
    struct frame_head head;
    set_now(link, now_us);
    link->figures.frames_in++;
    bool is_good = frame_read(frame, len, link->config.cluster, link->config.oldest,
                              link->config.newest, &head) == FRAME_GOOD;
    if (is_good && head.kind == FRAME_ANNOUNCE && head.epoch == link->config.epoch)
        return; /* its own: the bus brings what is for all to the hall, too */
    bool is_known = is_good && (head.kind == FRAME_HELLO || head.kind == FRAME_ITEMS ||
                                head.kind == FRAME_RESET);
    if (is_known && head.epoch > link->config.epoch && !link->is_superseded) {
        link->is_superseded = true;
        link->config.events.on_superseded(link->config.events.owner, head.epoch);
    }
    bool is_mine = is_known && (head.kind == FRAME_HELLO ? head.epoch <= link->config.epoch
                                                         : head.epoch == link->config.epoch);
    if (!is_mine)
        link->figures.ignored++;
    else if (head.kind == FRAME_HELLO)
        hear_hello(link, &head, frame_key(frame, len));
    else if (head.kind == FRAME_RESET)
        hear_reset(link, &head);
    else
        hear_items(link, &head, frame_items(frame, len));
}

/* --- in a turn --- */

void hall_link_turn(struct hall_link *link, uint64_t now_us)
{
    static const struct frame_head all = {0};
    set_now(link, now_us);
    if (link->now_us >= link->announce_us) {
        send_word(link, FRAME_ANNOUNCE, &all, link->config.newest, NULL, NULL);
        link->announce_us = link->now_us + LINK_HELLO_US;
    }
    for (size_t i = 0; i < link->gateway_count; i++) {
        struct gateway *gateway = &link->gateways[i];
        if (gateway->state == GATEWAY_FREE)
            continue;
        enum association_fault fault = association_check(&gateway->association, link->now_us);
        if (fault)
            drop(link, gateway, association_fault_text(fault));
        else if (gateway->state == GATEWAY_UP &&
                 association_is_due(&gateway->association, link->now_us))
            send_frame(link, gateway);
    }
}

uint64_t hall_link_next_us(const struct hall_link *link)
{
    uint64_t next_us = link->announce_us;
    for (size_t i = 0; i < link->gateway_count; i++) {
        const struct gateway *gateway = &link->gateways[i];
        uint64_t own_us = gateway->state == GATEWAY_UP
                              ? association_next_us(&gateway->association)
                              : gateway->association.heard_us + LINK_RESET_US;
        if (gateway->state != GATEWAY_FREE && own_us < next_us)
            next_us = own_us;
    }
    return next_us;
}

uint64_t hall_link_heard_us(struct hall_link *link, uint64_t now_us)
{
    set_now(link, now_us);
    uint64_t heard_us = link->now_us;
    for (size_t i = 0; i < link->gateway_count; i++) {
        const struct gateway *gateway = &link->gateways[i];
        if (gateway->state == GATEWAY_UP && gateway->association.known_us < heard_us)
            heard_us = gateway->association.known_us;
    }
    if (heard_us > link->heard_us)
        link->heard_us = heard_us;
    return link->heard_us;
}

/* --- what is said to clients --- */

static void put(struct hall_link *link, struct gateway *gateway, const struct frame_item *item,
                const uint64_t *sessions)
{
    if (association_is_full(&gateway->association, item))
        send_frame(link, gateway);
    association_put(&gateway->association, item, sessions);
}

/* Says the message to the sessions of a gateway that it is addressed to. */
static void put_message(struct hall_link *link, struct gateway *gateway,
                        const struct hall_link_message *message, bool is_soon)
{
    for (size_t done = 0; done < gateway->addressed_count; done += FRAME_SESSIONS_MAX) {
        size_t count = gateway->addressed_count - done;
        const char *bytes = message->bytes;
        size_t left = message->len;
        for (; left > FRAME_PIECE_MAX; bytes += FRAME_PIECE_MAX, left -= FRAME_PIECE_MAX)
            put(link, gateway,
                &(struct frame_item){
                    .kind = ITEM_PART,
                    .is_secret = message->is_secret,
                    .bytes = {.bytes = bytes, .len = FRAME_PIECE_MAX},
                },
                NULL);
        put(link, gateway,
            &(struct frame_item){
                .kind = ITEM_SAID,
                .is_secret = message->is_secret,
                .said = {.session_count = count < FRAME_SESSIONS_MAX ? count : FRAME_SESSIONS_MAX,
                         .is_soon = is_soon,
                         .is_answer = message->is_answer,
                         .bytes = bytes,
                         .len = left},
            },
            gateway->addressed + done);
    }
    gateway->addressed_count = 0;
}

/* Says the message to those of the sessions that are open, and returns how many they are. */
static size_t say_to(struct hall_link *link, const struct hall_link_message *message,
                     const uint64_t *sessions, size_t count, bool is_soon)
{
    size_t reached = 0;
    for (size_t i = 0; i < count; i++) {
        struct gateway *gateway = gateway_of(link, sessions[i]);
        if (!gateway)
            continue;
        if (gateway->addressed_count == gateway->addressed_capacity) {
            gateway->addressed_capacity = 2 * gateway->addressed_capacity + 2;
            gateway->addressed = memory_resized(gateway->addressed, gateway->addressed_capacity,
                                                sizeof *gateway->addressed);
        }
        gateway->addressed[gateway->addressed_count++] = sessions[i];
        reached++;
    }
    for (size_t i = 0; reached > 0 && i < link->gateway_count; i++)
        if (link->gateways[i].addressed_count > 0)
            put_message(link, &link->gateways[i], message, is_soon);
    return reached;
}

size_t hall_link_say(struct hall_link *link, const struct hall_link_message *message)
{
    size_t soon = message->soon_count;
    assert(soon <= message->session_count && message->len > 0 && message->len <= FRAME_MESSAGE_MAX);
    if (message->session_count == 0)
        return 0;
    return say_to(link, message, message->sessions, soon, true) +
           say_to(link, message, message->sessions + soon, message->session_count - soon, false);
}

static void put_event(struct hall_link *link, enum item_kind kind, uint64_t session)
{
    struct gateway *gateway = gateway_of(link, session);
    if (gateway)
        put(link, gateway, &(struct frame_item){.kind = kind, .session = session_own(session)},
            NULL);
}

void hall_link_close(struct hall_link *link, uint64_t session)
{
    put_event(link, ITEM_CLOSE, session);
}

void hall_link_came_in(struct hall_link *link, uint64_t session)
{
    put_event(link, ITEM_CAME_IN, session);
}

void hall_link_excuse_hello(struct hall_link *link, uint64_t session)
{
    put_event(link, ITEM_EXCUSE_HELLO, session);
}

bool hall_link_derive(struct hall_link *link, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation)
{
    struct gateway *gateway = gateway_find(link, session_gateway(session));
    uint64_t own = session_own(session);
    if (!gateway)
        return false;
    size_t place = find_derivation(gateway, 0);
    assert(place < DERIVATIONS_MAX && find_derivation(gateway, own) == DERIVATIONS_MAX);
    gateway->deriving[place] = own;
    put(link, gateway,
        &(struct frame_item){
            .kind = ITEM_DERIVE,
            .session = own,
            .derive = {.request = request, .is_old = is_old, .derivation = *derivation},
        },
        NULL);
    return true;
}

struct hall_link_figures hall_link_figures(const struct hall_link *link)
{
    struct hall_link_figures figures = link->figures;
    for (size_t i = 0; i < link->gateway_count; i++) {
        const struct gateway *gateway = &link->gateways[i];
        if (gateway->state != GATEWAY_UP)
            continue;
        figures.gateways++;
        figures.sessions += gateway->session_count;
        figures.unsent_bytes += gateway->association.frame.len;
        if (figures.gateways == 1 || gateway->association.heard_us < figures.heard_us)
            figures.heard_us = gateway->association.heard_us;
        if (gateway->association.round_trip_us > figures.round_trip_us)
            figures.round_trip_us = gateway->association.round_trip_us;
    }
    return figures;
}
