#include "server/link/frame.h"

#include <assert.h>
#include <string.h>

enum {
    MARK = 0x4b4c4b54, /* "TKLK" */
    HEAD_BYTES = 76,
    SESSION_BYTES = 5,
    OPEN_PRIVATE = 1, /* flags of OPEN */
    OPEN_LOOPBACK = 2,
    SECRET = 1, /* flags of BYTES, PART, SAID and DERIVED */
    SAID_SOON = 2,
    SAID_ANSWER = 4,
    DERIVE_OLD = 1, /* flag of DERIVE */
};

/* --- writing --- */

static void put_uint(struct text *frame, uint64_t value, int bytes)
{
    char encoded[8];
    for (int i = 0; i < bytes; i++)
        encoded[i] = (char)(value >> (8 * i));
    assert(bytes == 8 || value >> (8 * bytes) == 0);
    text_append(frame, encoded, (size_t)bytes);
}

static void put_bytes(struct text *frame, const char *bytes, size_t len)
{
    assert(len > 0 && len <= FRAME_PIECE_MAX + FRAME_SEAL_BYTES);
    put_uint(frame, len, 4);
    text_append(frame, bytes, len);
}

void frame_begin(struct text *frame)
{
    static const char room[HEAD_BYTES];
    assert(frame->len == 0);
    text_append(frame, room, HEAD_BYTES);
}

void frame_set_head(struct text *frame, const struct frame_head *head)
{
    struct text encoded = {0};
    put_uint(&encoded, MARK, 4);
    put_uint(&encoded, head->version, 1);
    put_uint(&encoded, head->kind, 1);
    put_uint(&encoded, 0, 2);
    put_uint(&encoded, head->cluster, 8);
    assert(encoded.len == FRAME_STABLE_BYTES);
    put_uint(&encoded, head->key, 8);
    put_uint(&encoded, head->epoch, 8);
    put_uint(&encoded, head->attempt, 4);
    put_uint(&encoded, head->gateway, 4);
    put_uint(&encoded, head->oldest, 1);
    put_uint(&encoded, head->newest, 1);
    put_uint(&encoded, 0, 2);
    put_uint(&encoded, head->number, 8);
    put_uint(&encoded, head->acknowledged, 8);
    put_uint(&encoded, head->held_us, 8);
    put_uint(&encoded, head->sent_us, 8);
    assert(encoded.len == HEAD_BYTES && frame->len >= HEAD_BYTES);
    memcpy(frame->bytes, encoded.bytes, HEAD_BYTES);
    text_finish(&encoded);
}

bool frame_has_items(const struct text *frame)
{
    return frame->len > HEAD_BYTES;
}

static uint64_t encoded_lag(int64_t lag_ms)
{
    return lag_ms < 0 ? UINT32_MAX : lag_ms < UINT32_MAX ? (uint64_t)lag_ms : UINT32_MAX - 1;
}

size_t frame_item_bytes(const struct frame_item *item)
{
    if (item->kind == ITEM_OPEN)
        return 1 + SESSION_BYTES + 1 + 4 + 1 + strlen(item->open.address);
    if (item->kind == ITEM_BYTES)
        return 1 + SESSION_BYTES + 1 + 8 + 4 + item->bytes.len;
    if (item->kind == ITEM_LAG)
        return 1 + SESSION_BYTES + 4;
    if (item->kind == ITEM_PART)
        return 1 + 1 + 4 + item->bytes.len;
    if (item->kind == ITEM_DERIVE)
        return 1 + SESSION_BYTES + 4 + 1 + 4 + 4 + DERIVATION_SALT_BYTES;
    if (item->kind == ITEM_DERIVED)
        return 1 + SESSION_BYTES + 1 + 4 + item->bytes.len;
    if (item->kind == ITEM_SAID)
        return 1 + 1 + 2 + item->said.session_count * SESSION_BYTES + 4 + item->said.len;
    return 1 + SESSION_BYTES;
}

static void put_said(struct text *frame, const struct frame_item *item, const uint64_t *sessions)
{
    assert(item->said.session_count > 0 && item->said.session_count <= FRAME_SESSIONS_MAX);
    put_uint(frame,
             (item->is_secret ? SECRET : 0U) | (item->said.is_soon ? SAID_SOON : 0U) |
                 (item->said.is_answer ? SAID_ANSWER : 0U),
             1);
    put_uint(frame, item->said.session_count, 2);
    for (size_t i = 0; i < item->said.session_count; i++)
        put_uint(frame, session_own(sessions[i]), SESSION_BYTES);
    put_bytes(frame, item->said.bytes, item->said.len);
}

/* BYTES, PART and DERIVED have the same layout, but for the session and the time. */
static bool holds_piece(enum item_kind kind)
{
    return kind == ITEM_BYTES || kind == ITEM_PART || kind == ITEM_DERIVED;
}

void frame_put(struct text *frame, const struct frame_item *item, const uint64_t *sessions)
{
    size_t before = frame->len;
    put_uint(frame, item->kind, 1);
    if (item->kind != ITEM_PART && item->kind != ITEM_SAID)
        put_uint(frame, item->session, SESSION_BYTES);
    if (item->kind == ITEM_OPEN) {
        put_uint(frame,
                 (item->open.is_private ? OPEN_PRIVATE : 0U) |
                     (item->open.is_loopback ? OPEN_LOOPBACK : 0U),
                 1);
        put_uint(frame, encoded_lag(item->open.lag_ms), 4);
        put_uint(frame, strlen(item->open.address), 1);
        text_append_string(frame, item->open.address);
    } else if (holds_piece(item->kind)) {
        put_uint(frame, item->is_secret ? SECRET : 0U, 1);
        if (item->kind == ITEM_BYTES)
            put_uint(frame, item->bytes.came_us, 8);
        put_bytes(frame, item->bytes.bytes, item->bytes.len);
    } else if (item->kind == ITEM_LAG) {
        put_uint(frame, encoded_lag(item->lag_ms), 4);
    } else if (item->kind == ITEM_SAID) {
        put_said(frame, item, sessions);
    } else if (item->kind == ITEM_DERIVE) {
        put_uint(frame, item->derive.request, 4);
        put_uint(frame, item->derive.is_old ? DERIVE_OLD : 0U, 1);
        put_uint(frame, item->derive.derivation.operations, 4);
        put_uint(frame, item->derive.derivation.memory_kib, 4);
        text_append(frame, (const char *)item->derive.derivation.salt, DERIVATION_SALT_BYTES);
    }
    assert(frame->len - before == frame_item_bytes(item) && frame->len <= FRAME_BYTES_MAX);
}

void frame_put_sentence(struct text *frame, const char *sentence)
{
    size_t len = strlen(sentence);
    text_append(frame, sentence, len < FRAME_SENTENCE_MAX ? len : FRAME_SENTENCE_MAX);
}

void frame_put_key(struct text *frame, const unsigned char key[FRAME_KEY_BYTES])
{
    text_append(frame, (const char *)key, FRAME_KEY_BYTES);
}

/* --- reading: every read is checked, and after one that fails nothing is left --- */

static bool lacks(struct frame_items *items, size_t need)
{
    if (!items->is_bad && need > items->left)
        *items = (struct frame_items){.bytes = items->bytes, .is_bad = true};
    return items->is_bad;
}

static uint64_t take_uint(struct frame_items *items, int bytes)
{
    if (lacks(items, (size_t)bytes))
        return 0;
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)(unsigned char)items->bytes[i] << (8 * i);
    items->bytes += bytes;
    items->left -= (size_t)bytes;
    return value;
}

static const char *take_bytes(struct frame_items *items, size_t len)
{
    if (lacks(items, len))
        return NULL;
    const char *bytes = items->bytes;
    items->bytes += len;
    items->left -= len;
    return bytes;
}

static void require(struct frame_items *items, bool condition)
{
    if (!condition)
        *items = (struct frame_items){.bytes = items->bytes, .is_bad = true};
}

static void take_piece(struct frame_items *items, bool is_secret, const char **ret_bytes,
                       size_t *ret_len)
{
    size_t seal = is_secret ? FRAME_SEAL_BYTES : 0;
    *ret_len = take_uint(items, 4);
    require(items, *ret_len > seal && *ret_len <= FRAME_PIECE_MAX + seal);
    *ret_bytes = take_bytes(items, *ret_len);
}

static int64_t take_lag(struct frame_items *items)
{
    uint64_t encoded = take_uint(items, 4);
    return encoded == UINT32_MAX ? -1 : (int64_t)encoded;
}

static void take_address(struct frame_items *items, char ret_address[FRAME_ADDRESS_MAX + 1])
{
    size_t len = take_uint(items, 1);
    require(items, len <= FRAME_ADDRESS_MAX);
    const char *bytes = take_bytes(items, len);
    for (size_t i = 0; bytes && i < len; i++)
        require(items, bytes[i] > ' ' && bytes[i] <= '~');
    ret_address[0] = '\0';
    if (!items->is_bad) {
        memcpy(ret_address, bytes, len);
        ret_address[len] = '\0';
    }
}

static bool is_own_number(uint64_t session)
{
    return session >> SESSION_PLACE_BITS != 0 && session >> SESSION_OWN_BITS == 0;
}

uint64_t frame_item_session(const struct frame_item *item, size_t i)
{
    assert(item->kind == ITEM_SAID && i < item->said.session_count);
    struct frame_items at = {.bytes = item->said.sessions + i * SESSION_BYTES,
                             .left = SESSION_BYTES};
    return take_uint(&at, SESSION_BYTES);
}

static void take_said(struct frame_items *items, struct frame_item *item)
{
    unsigned flags = (unsigned)take_uint(items, 1);
    require(items, flags <= (SECRET | SAID_SOON | SAID_ANSWER));
    item->is_secret = flags & SECRET;
    item->said.is_soon = flags & SAID_SOON;
    item->said.is_answer = flags & SAID_ANSWER;
    item->said.session_count = take_uint(items, 2);
    require(items, item->said.session_count > 0 && item->said.session_count <= FRAME_SESSIONS_MAX);
    require(items, item->said.session_count == 1 || !item->said.is_answer);
    item->said.sessions = take_bytes(items, item->said.session_count * SESSION_BYTES);
    for (size_t i = 0; !items->is_bad && i < item->said.session_count; i++)
        require(items, is_own_number(frame_item_session(item, i)));
    take_piece(items, item->is_secret, &item->said.bytes, &item->said.len);
}

static void take_derive(struct frame_items *items, struct frame_item *item)
{
    item->derive.request = (uint32_t)take_uint(items, 4);
    unsigned flags = (unsigned)take_uint(items, 1);
    require(items, flags <= DERIVE_OLD);
    item->derive.is_old = flags & DERIVE_OLD;
    struct derivation *derivation = &item->derive.derivation;
    derivation->operations = (uint32_t)take_uint(items, 4);
    derivation->memory_kib = (uint32_t)take_uint(items, 4);
    require(items, derivation->operations >= 1 &&
                       derivation->operations <= DERIVATION_OPERATIONS_MAX &&
                       derivation->memory_kib >= DERIVATION_KIB_MIN &&
                       derivation->memory_kib <= DERIVATION_KIB_MAX);
    const char *salt = take_bytes(items, DERIVATION_SALT_BYTES);
    if (salt)
        memcpy(derivation->salt, salt, DERIVATION_SALT_BYTES);
}

/* The next item; the items are bad if it is not one. */
static void take_item(struct frame_items *items, struct frame_item *ret_item)
{
    *ret_item = (struct frame_item){.kind = (enum item_kind)take_uint(items, 1)};
    require(items, ret_item->kind >= ITEM_OPEN && ret_item->kind <= ITEM_UNDERIVED);
    if (ret_item->kind != ITEM_PART && ret_item->kind != ITEM_SAID) {
        ret_item->session = take_uint(items, SESSION_BYTES);
        require(items, is_own_number(ret_item->session));
    }
    if (ret_item->kind == ITEM_OPEN) {
        unsigned flags = (unsigned)take_uint(items, 1);
        require(items, flags <= (OPEN_PRIVATE | OPEN_LOOPBACK));
        ret_item->open.is_private = flags & OPEN_PRIVATE;
        ret_item->open.is_loopback = flags & OPEN_LOOPBACK;
        ret_item->open.lag_ms = take_lag(items);
        take_address(items, ret_item->open.address);
    } else if (holds_piece(ret_item->kind)) {
        unsigned flags = (unsigned)take_uint(items, 1);
        require(items, flags <= SECRET);
        ret_item->is_secret = flags & SECRET;
        ret_item->bytes.came_us = ret_item->kind == ITEM_BYTES ? take_uint(items, 8) : 0;
        take_piece(items, ret_item->is_secret, &ret_item->bytes.bytes, &ret_item->bytes.len);
        require(items, ret_item->kind != ITEM_DERIVED ||
                           (ret_item->is_secret &&
                            ret_item->bytes.len == DERIVED_BYTES + FRAME_SEAL_BYTES));
    } else if (ret_item->kind == ITEM_LAG) {
        ret_item->lag_ms = take_lag(items);
        require(items, ret_item->lag_ms >= 0);
    } else if (ret_item->kind == ITEM_SAID) {
        take_said(items, ret_item);
    } else if (ret_item->kind == ITEM_DERIVE) {
        take_derive(items, ret_item);
    }
}

enum frame_fault frame_read(const char *bytes, size_t len, uint64_t cluster, unsigned oldest,
                            unsigned newest, struct frame_head *ret_head)
{
    struct frame_items at = {.bytes = bytes, .left = len};
    struct frame_head head = {0};
    require(&at, take_uint(&at, 4) == MARK && len <= FRAME_BYTES_MAX);
    head.version = (unsigned)take_uint(&at, 1);
    head.kind = (enum frame_kind)take_uint(&at, 1);
    require(&at, take_uint(&at, 2) == 0);
    head.cluster = take_uint(&at, 8);
    if (at.is_bad)
        return FRAME_MALFORMED;
    if (head.cluster != cluster)
        return FRAME_OTHER_CLUSTER;
    bool is_agreed = head.kind == FRAME_WELCOME || head.kind == FRAME_ITEMS;
    if (is_agreed && (head.version < oldest || head.version > newest))
        return FRAME_OTHER_VERSION;
    require(&at, head.kind >= FRAME_HELLO && head.kind <= FRAME_ITEMS);
    head.key = take_uint(&at, 8);
    head.epoch = take_uint(&at, 8);
    head.attempt = (uint32_t)take_uint(&at, 4);
    head.gateway = (uint32_t)take_uint(&at, 4);
    head.oldest = (unsigned)take_uint(&at, 1);
    head.newest = (unsigned)take_uint(&at, 1);
    require(&at, take_uint(&at, 2) == 0);
    head.number = take_uint(&at, 8);
    head.acknowledged = take_uint(&at, 8);
    head.held_us = take_uint(&at, 8);
    head.sent_us = take_uint(&at, 8);
    require(&at, head.gateway >> GATEWAY_BITS == 0);
    /* The first words of an end that has none yet. */
    require(&at, head.epoch > 0 || head.kind == FRAME_HELLO);
    require(&at, (head.key == 0) == (head.kind == FRAME_ANNOUNCE));
    require(&at, (head.number > 0) == (head.kind == FRAME_ITEMS));
    bool has_key = head.kind == FRAME_HELLO || head.kind == FRAME_WELCOME;
    require(&at, at.left == (has_key ? FRAME_KEY_BYTES : 0U) || head.kind == FRAME_ITEMS ||
                     head.kind == FRAME_REFUSED);
    if (at.is_bad)
        return FRAME_MALFORMED;
    *ret_head = head;
    return FRAME_GOOD;
}

struct frame_items frame_items(const char *bytes, size_t len)
{
    assert(len >= HEAD_BYTES);
    return (struct frame_items){.bytes = bytes + HEAD_BYTES, .left = len - HEAD_BYTES};
}

bool frame_check(struct frame_items items, bool is_from_gateway)
{
    while (items.left > 0) {
        struct frame_item item;
        take_item(&items, &item);
        require(&items, (item.kind <= ITEM_CLOSED || item.kind >= ITEM_DERIVED) == is_from_gateway);
    }
    return !items.is_bad;
}

bool frame_next(struct frame_items *items, struct frame_item *ret_item)
{
    if (items->left == 0)
        return false;
    take_item(items, ret_item);
    assert(!items->is_bad);
    return true;
}

const unsigned char *frame_key(const char *bytes, size_t len)
{
    assert(len == HEAD_BYTES + FRAME_KEY_BYTES);
    return (const unsigned char *)bytes + HEAD_BYTES;
}

void frame_sentence(const char *bytes, size_t len, char ret_sentence[FRAME_SENTENCE_MAX + 1])
{
    assert(len >= HEAD_BYTES);
    size_t count = len - HEAD_BYTES < FRAME_SENTENCE_MAX ? len - HEAD_BYTES : FRAME_SENTENCE_MAX;
    for (size_t i = 0; i < count; i++) {
        char c = bytes[HEAD_BYTES + i];
        ret_sentence[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    ret_sentence[count] = '\0';
}
