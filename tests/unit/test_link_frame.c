/* Frames of the link: what is written is read again, and nothing else is believed. */
#include "server/link/frame.h"
#include "server/link/sealing.h"
#include "tests/suite.h"

#include "common/base/memory.h"
#include "common/base/random.h"

#include <string.h>

SUITE(link_frame, 20);

#define CLUSTER 77
#define SESSION ((uint64_t)3 << SESSION_PLACE_BITS | 5)

static struct frame_head items_head(void)
{
    return (struct frame_head){.version = 1,
                               .kind = FRAME_ITEMS,
                               .cluster = CLUSTER,
                               .key = 0x1122334455667788,
                               .epoch = 9,
                               .attempt = 4,
                               .gateway = 0x301,
                               .number = 12,
                               .acknowledged = 11,
                               .held_us = 1234,
                               .sent_us = 99999};
}

static struct text begin(const struct frame_head *head)
{
    struct text frame = {0};
    frame_begin(&frame);
    frame_set_head(&frame, head);
    return frame;
}

static enum frame_fault read_head(const struct text *frame, struct frame_head *ret_head)
{
    return frame_read(frame->bytes, frame->len, CLUSTER, 1, 1, ret_head);
}

static bool is_good(const struct text *frame, bool is_from_gateway)
{
    struct frame_head head;
    return read_head(frame, &head) == FRAME_GOOD &&
           frame_check(frame_items(frame->bytes, frame->len), is_from_gateway);
}

/* As long as a sealed key. */
static const char sealed_key[DERIVED_BYTES + FRAME_SEAL_BYTES] = "a key";

static struct frame_item derived_item(void)
{
    return (struct frame_item){.kind = ITEM_DERIVED,
                               .session = SESSION,
                               .is_secret = true,
                               .bytes = {.bytes = sealed_key, .len = sizeof sealed_key}};
}

static struct frame_item derive_item(void)
{
    return (struct frame_item){
        .kind = ITEM_DERIVE,
        .session = SESSION,
        .derive = {.request = 0xfffffffe,
                   .is_old = true,
                   .derivation = {.operations = 5, .memory_kib = 7168, .salt = "salt"}},
    };
}

/* One item of each kind from the gateway, all fields set. */
static void put_all_from_gateway(struct text *frame)
{
    struct frame_item derived = derived_item();
    struct frame_item open = {.kind = ITEM_OPEN,
                              .session = SESSION,
                              .open = {.address = "2001:db8::1", .is_private = true, .lag_ms = 40}};
    struct frame_item bytes = {
        .kind = ITEM_BYTES,
        .session = SESSION,
        .bytes = {.came_us = 99000, .bytes = "request", .len = 7},
    };
    frame_put(frame, &open, NULL);
    frame_put(frame, &bytes, NULL);
    frame_put(frame, &(struct frame_item){.kind = ITEM_LAG, .session = SESSION, .lag_ms = 55},
              NULL);
    for (int kind = ITEM_SILENT; kind <= ITEM_CLOSED; kind++)
        frame_put(frame, &(struct frame_item){.kind = (enum item_kind)kind, .session = SESSION},
                  NULL);
    frame_put(frame, &derived, NULL);
    frame_put(frame, &(struct frame_item){.kind = ITEM_UNDERIVED, .session = SESSION}, NULL);
}

/* The same from the hall. */
static void put_all_from_hall(struct text *frame)
{
    static const uint64_t sessions[] = {SESSION, (uint64_t)7 << SESSION_OWN_BITS | (SESSION + 1)};
    struct frame_item part = {.kind = ITEM_PART, .bytes = {.bytes = "long ", .len = 5}};
    struct frame_item said = {
        .kind = ITEM_SAID,
        .said = {.session_count = 2, .is_soon = true, .bytes = "message", .len = 7},
    };
    frame_put(frame, &part, NULL);
    frame_put(frame, &said, sessions);
    for (int kind = ITEM_CLOSE; kind <= ITEM_EXCUSE_HELLO; kind++)
        frame_put(frame, &(struct frame_item){.kind = (enum item_kind)kind, .session = SESSION},
                  NULL);
    struct frame_item derive = derive_item();
    frame_put(frame, &derive, NULL);
}

Test(link_frame, a_head_is_read_as_it_was_written)
{
    struct frame_head head = items_head(), again;
    struct text frame = begin(&head);
    cr_assert_eq(read_head(&frame, &again), FRAME_GOOD);
    cr_expect_eq(again.version, 1);
    cr_expect_eq(again.kind, FRAME_ITEMS);
    cr_expect_eq(again.key, head.key);
    cr_expect_eq(again.epoch, 9);
    cr_expect_eq(again.attempt, 4);
    cr_expect_eq(again.gateway, 0x301);
    cr_expect_eq(again.number, 12);
    cr_expect_eq(again.acknowledged, 11);
    cr_expect_eq(again.held_us, 1234);
    cr_expect_eq(again.sent_us, 99999);
    cr_expect_not(frame_has_items(&frame));
    text_finish(&frame);
}

Test(link_frame, the_items_of_a_gateway_are_read_as_they_were_written)
{
    struct frame_head head = items_head();
    struct text frame = begin(&head);
    put_all_from_gateway(&frame);
    cr_assert(is_good(&frame, true));
    struct frame_items items = frame_items(frame.bytes, frame.len);
    struct frame_item item;
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.kind, ITEM_OPEN);
    cr_expect_eq(item.session, SESSION);
    cr_expect_str_eq(item.open.address, "2001:db8::1");
    cr_expect(item.open.is_private);
    cr_expect_not(item.open.is_loopback);
    cr_expect_eq(item.open.lag_ms, 40);
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.bytes.came_us, 99000);
    cr_assert_eq(item.bytes.len, 7);
    cr_expect_arr_eq(item.bytes.bytes, "request", 7);
    cr_expect_not(item.is_secret);
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.lag_ms, 55);
    for (int kind = ITEM_SILENT; kind <= ITEM_CLOSED; kind++) {
        cr_assert(frame_next(&items, &item));
        cr_expect_eq((int)item.kind, kind);
    }
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.kind, ITEM_DERIVED);
    cr_expect_eq(item.session, SESSION);
    cr_expect(item.is_secret);
    cr_assert_eq(item.bytes.len, sizeof sealed_key);
    cr_expect_arr_eq(item.bytes.bytes, sealed_key, sizeof sealed_key);
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.kind, ITEM_UNDERIVED);
    cr_expect_not(frame_next(&items, &item));
    text_finish(&frame);
}

Test(link_frame, the_items_of_the_hall_are_read_as_they_were_written)
{
    struct frame_head head = items_head();
    struct text frame = begin(&head);
    put_all_from_hall(&frame);
    cr_assert(is_good(&frame, false));
    struct frame_items items = frame_items(frame.bytes, frame.len);
    struct frame_item item;
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.kind, ITEM_PART);
    cr_assert(frame_next(&items, &item));
    cr_assert_eq(item.said.session_count, 2);
    cr_expect_eq(frame_item_session(&item, 0), SESSION);
    cr_expect_eq(frame_item_session(&item, 1), SESSION + 1, "the gateway's number goes without");
    cr_expect(item.said.is_soon);
    cr_expect_not(item.said.is_answer);
    cr_expect_arr_eq(item.said.bytes, "message", 7);
    for (int kind = ITEM_CLOSE; kind <= ITEM_EXCUSE_HELLO; kind++)
        cr_assert(frame_next(&items, &item));
    cr_assert(frame_next(&items, &item));
    cr_expect_eq(item.kind, ITEM_DERIVE);
    cr_expect_eq(item.session, SESSION);
    cr_expect_eq(item.derive.request, 0xfffffffe);
    cr_expect(item.derive.is_old);
    cr_expect_eq(item.derive.derivation.operations, 5);
    cr_expect_eq(item.derive.derivation.memory_kib, 7168);
    cr_expect_str_eq((const char *)item.derive.derivation.salt, "salt");
    text_finish(&frame);
}

static bool is_item_good(const struct frame_item *item, bool is_from_gateway)
{
    struct frame_head head = items_head();
    struct text frame = begin(&head);
    frame_put(&frame, item, NULL);
    bool is_good_frame = is_good(&frame, is_from_gateway);
    text_finish(&frame);
    return is_good_frame;
}

Test(link_frame, a_derivation_beyond_the_limits_is_refused)
{
    struct frame_item derive = derive_item();
    uint32_t *operations = &derive.derive.derivation.operations,
             *memory_kib = &derive.derive.derivation.memory_kib;
    *operations = DERIVATION_OPERATIONS_MAX;
    *memory_kib = DERIVATION_KIB_MAX;
    cr_expect(is_item_good(&derive, false));
    ++*operations;
    cr_expect_not(is_item_good(&derive, false));
    *operations = 0;
    cr_expect_not(is_item_good(&derive, false));
    *operations = 1;
    ++*memory_kib;
    cr_expect_not(is_item_good(&derive, false));
    *memory_kib = DERIVATION_KIB_MIN - 1;
    cr_expect_not(is_item_good(&derive, false));
}

Test(link_frame, a_key_that_is_not_sealed_or_of_another_length_is_refused)
{
    struct frame_item derived = derived_item();
    cr_expect(is_item_good(&derived, true));
    derived.is_secret = false;
    cr_expect_not(is_item_good(&derived, true));
    derived.is_secret = true;
    derived.bytes.len--;
    cr_expect_not(is_item_good(&derived, true));
}

Test(link_frame, an_answer_to_several_sessions_is_refused)
{
    static const uint64_t sessions[] = {SESSION, SESSION + 1};
    struct frame_head head = items_head();
    struct frame_item said = {.kind = ITEM_SAID,
                              .said = {.is_answer = true, .bytes = "message", .len = 7}};
    for (size_t count = 1; count <= 2; count++) {
        struct text frame = begin(&head);
        said.said.session_count = count;
        frame_put(&frame, &said, sessions);
        cr_expect_eq(is_good(&frame, false), count == 1);
        text_finish(&frame);
    }
}

Test(link_frame, an_item_from_the_wrong_side_is_refused)
{
    struct frame_head head = items_head();
    struct text frame = begin(&head);
    put_all_from_gateway(&frame);
    cr_expect_not(is_good(&frame, false));
    text_clear(&frame);
    frame_begin(&frame);
    frame_set_head(&frame, &head);
    put_all_from_hall(&frame);
    cr_expect_not(is_good(&frame, true));
    text_finish(&frame);
}

/* All cuts of a frame: those between two items are frames, too. */
static size_t good_cuts(const struct text *frame, bool is_from_gateway)
{
    size_t good = 0;
    for (size_t len = 0; len < frame->len; len++) {
        struct text cut = {0}; /* of its own, so that a sanitizer sees what is read behind it */
        text_append(&cut, frame->bytes, len);
        good += is_good(&cut, is_from_gateway);
        text_finish(&cut);
    }
    return good;
}

Test(link_frame, a_frame_that_is_cut_within_an_item_is_refused)
{
    struct frame_head head = items_head();
    struct text up = begin(&head), down = begin(&head);
    put_all_from_gateway(&up);
    put_all_from_hall(&down);
    cr_expect_eq(good_cuts(&up, true), 11);
    cr_expect_eq(good_cuts(&down, false), 6);
    text_finish(&up);
    text_finish(&down);
}

Test(link_frame, changed_bytes_never_lead_beyond_the_end)
{
    struct random random = random_from_seed(1);
    struct frame_head head = items_head();
    for (int i = 0; i < 200000; i++) {
        struct text frame = begin(&head);
        bool is_from_gateway = i % 2;
        if (is_from_gateway)
            put_all_from_gateway(&frame);
        else
            put_all_from_hall(&frame);
        for (uint64_t n = 1 + random_next(&random) % 3; n > 0; n--)
            frame.bytes[random_next(&random) % frame.len] = (char)random_next(&random);
        if (is_good(&frame, is_from_gateway)) {
            struct frame_items items = frame_items(frame.bytes, frame.len);
            struct frame_item item;
            while (frame_next(&items, &item))
                EXPECT(item.kind <= ITEM_UNDERIVED, "an item of kind %d", (int)item.kind);
        }
        text_finish(&frame);
    }
}

Test(link_frame, frames_of_others_are_told_apart)
{
    struct frame_head head = items_head(), again;
    struct text frame = begin(&head);
    cr_expect_eq(frame_read(frame.bytes, frame.len, CLUSTER + 1, 1, 1, &again),
                 FRAME_OTHER_CLUSTER);
    cr_expect_eq(frame_read(frame.bytes, frame.len, CLUSTER, 2, 3, &again), FRAME_OTHER_VERSION);
    cr_expect_eq(frame_read("GET / HTTP/1.1\r\n\r\n", 18, CLUSTER, 1, 1, &again), FRAME_MALFORMED);
    text_finish(&frame);
}

Test(link_frame, a_hello_of_any_version_is_read)
{
    struct frame_head hello = {.version = 200,
                               .kind = FRAME_HELLO,
                               .cluster = CLUSTER,
                               .key = 5,
                               .attempt = 1,
                               .oldest = 199,
                               .newest = 200};
    struct frame_head again;
    unsigned char key[FRAME_KEY_BYTES] = {1, 2, 3};
    struct text frame = begin(&hello);
    cr_expect_eq(read_head(&frame, &again), FRAME_MALFORMED, "without a key");
    frame_put_key(&frame, key);
    cr_assert_eq(read_head(&frame, &again), FRAME_GOOD);
    cr_expect_eq(again.oldest, 199);
    cr_expect_eq(again.newest, 200);
    cr_expect_arr_eq(frame_key(frame.bytes, frame.len), key, FRAME_KEY_BYTES);
    text_finish(&frame);
}

Test(link_frame, a_sentence_from_outside_becomes_harmless)
{
    struct frame_head refused = {.version = 1,
                                 .kind = FRAME_REFUSED,
                                 .cluster = CLUSTER,
                                 .key = 5,
                                 .epoch = 1,
                                 .attempt = 1};
    char sentence[FRAME_SENTENCE_MAX + 1];
    struct text frame = begin(&refused);
    frame_put_sentence(&frame, "no\nroom");
    frame_sentence(frame.bytes, frame.len, sentence);
    cr_expect_str_eq(sentence, "no?room");
    text_finish(&frame);
}

/* --- seals --- */

struct pair {
    struct sealing gateway, hall;
};

static struct pair sealed_pair(void)
{
    static const unsigned char seeds[2][SEALING_SEED_BYTES] = {{1}, {2}};
    struct key_pair gateway, hall;
    struct frame_head head = items_head();
    struct pair pair;
    key_pair_make(seeds[0], &gateway);
    key_pair_make(seeds[1], &hall);
    cr_assert(sealing_init(&pair.gateway, &gateway, hall.public_key, true, &head));
    cr_assert(sealing_init(&pair.hall, &hall, gateway.public_key, false, &head));
    return pair;
}

Test(link_frame, only_the_other_end_opens_a_seal_and_only_in_order)
{
    struct pair pair = sealed_pair();
    struct text first = {0}, second = {0}, opened = {0};
    sealing_seal(&pair.gateway, SESSION, "password", 8, &first);
    sealing_seal(&pair.gateway, SESSION, "password", 8, &second);
    cr_assert_eq(first.len, 8 + FRAME_SEAL_BYTES);
    cr_expect(memcmp(first.bytes, second.bytes, first.len) != 0, "twice the same nonce");
    cr_expect_null(memmem(first.bytes, first.len, "password", 8));

    cr_assert(sealing_open(&pair.hall, SESSION, first.bytes, first.len, &opened));
    cr_assert_eq(opened.len, 8);
    cr_expect_arr_eq(opened.bytes, "password", 8);
    cr_expect(opened.is_secret);
    cr_expect_not(sealing_open(&pair.hall, SESSION, first.bytes, first.len, &opened), "twice");
    text_finish(&opened);
    text_finish(&first);
    text_finish(&second);
}

Test(link_frame, a_seal_that_was_changed_or_moved_stays_closed)
{
    struct text sealed = {0}, opened = {0};
    struct pair pair = sealed_pair();
    sealing_seal(&pair.hall, SESSION, "token", 5, &sealed);
    cr_expect_not(sealing_open(&pair.gateway, SESSION + 1, sealed.bytes, sealed.len, &opened));
    pair = sealed_pair();
    sealed.bytes[2] ^= 1;
    cr_expect_not(sealing_open(&pair.gateway, SESSION, sealed.bytes, sealed.len, &opened));
    cr_expect_eq(opened.len, 0);
    text_finish(&sealed);
}

Test(link_frame, a_public_key_that_gives_no_secret_is_refused)
{
    static const unsigned char seed[SEALING_SEED_BYTES] = {1}, zero[FRAME_KEY_BYTES];
    struct key_pair own;
    struct sealing sealing;
    struct frame_head head = items_head();
    key_pair_make(seed, &own);
    cr_expect_not(sealing_init(&sealing, &own, zero, true, &head));
}
