/* The decoder as a stream sees it: pieces, limits, garbage, and what it costs. The executable is
 * linked with --wrap, so that the calls below are counted. */
#include "tests/unit/test_wire_bytes.h"
#include "tests/unit/test_wire_sample.h"

#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/wire/scan.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <msgpack.h>

SUITE(wire_stream, 60);

/* --- the counters --- */

static struct {
    size_t allocated; /* bytes, moved ones counted again */
    size_t scanned;   /* bytes */
    size_t unpacked;  /* bytes */
} cost;

void *__real_memory_zeroed(size_t count, size_t size);
void *__wrap_memory_zeroed(size_t count, size_t size);
void *__wrap_memory_zeroed(size_t count, size_t size)
{
    cost.allocated += count * size;
    return __real_memory_zeroed(count, size);
}

void *__real_memory_resized(void *memory, size_t count, size_t size);
void *__wrap_memory_resized(void *memory, size_t count, size_t size);
void *__wrap_memory_resized(void *memory, size_t count, size_t size)
{
    cost.allocated += count * size;
    return __real_memory_resized(memory, count, size);
}

enum error_code __real_scan_feed(struct scan *scan, const char *piece, size_t len,
                                 size_t *ret_taken, struct error *error);
enum error_code __wrap_scan_feed(struct scan *scan, const char *piece, size_t len,
                                 size_t *ret_taken, struct error *error);
enum error_code __wrap_scan_feed(struct scan *scan, const char *piece, size_t len,
                                 size_t *ret_taken, struct error *error)
{
    enum error_code code = __real_scan_feed(scan, piece, len, ret_taken, error);
    cost.scanned += *ret_taken;
    return code;
}

msgpack_unpack_return __real_msgpack_unpack(const char *data, size_t len, size_t *off,
                                            msgpack_zone *zone, msgpack_object *result);
msgpack_unpack_return __wrap_msgpack_unpack(const char *data, size_t len, size_t *off,
                                            msgpack_zone *zone, msgpack_object *result);
msgpack_unpack_return __wrap_msgpack_unpack(const char *data, size_t len, size_t *off,
                                            msgpack_zone *zone, msgpack_object *result)
{
    cost.unpacked += len;
    return __real_msgpack_unpack(data, len, off, zone, result);
}

/* --- fixtures --- */

static struct receiver receiver;
static struct text bytes, echoed;

static void start(void)
{
    receiver = receiver_create(WIRE_REQUEST_BYTES_MAX);
}

static void restart(void)
{
    receiver_destroy(&receiver);
    start();
}

static void finish(void)
{
    receiver_destroy(&receiver);
    text_finish(&bytes);
    text_finish(&echoed);
    sample_finish();
}

#define STREAM_TEST(name) Test(wire_stream, name, .init = start, .fini = finish)

/* Every method and every event, one after the other. */
static void encode_everything(void)
{
    for (int method = 0; method < WIRE_METHOD_COUNT; method++)
        wire_encode_request(&bytes, (uint32_t)method, (enum wire_method)method,
                            sample_body(wire_methods[method].parameters, SAMPLE_SMALL));
    for (int event = 0; event < WIRE_EVENT_COUNT; event++)
        wire_encode_event(&bytes, (enum wire_event)event,
                          sample_body(wire_events[event].record, SAMPLE_SMALL));
}

/* Reads the received message and encodes it again. */
static void echo(void)
{
    const struct wire_message *message = &receiver.message;
    bool is_request = message->kind == WIRE_REQUEST;
    int row = is_request ? wire_method_find(message->method) : wire_event_find(message->method);
    cr_assert_geq(row, 0);
    const struct wire_record *record =
        is_request ? wire_methods[row].parameters : wire_events[row].record;
    void *body = sample_memory(record->size);
    cr_assert_eq(wire_message_read(message, record, body, &receiver.error), ERROR_NONE, "%s",
                 receiver.error.message);
    if (is_request)
        wire_encode_request(&echoed, message->id, (enum wire_method)row, body);
    else
        wire_encode_event(&echoed, (enum wire_event)row, body);
}

/* Does the message hold its own bytes, which are the next ones of `bytes`? */
static void check_whole(void)
{
    struct wire_text whole = receiver.message.whole;
    cr_assert_leq(whole.len, bytes.len - echoed.len);
    cr_assert_arr_eq(whole.bytes, bytes.bytes + echoed.len, whole.len);
}

/* Feeds a copy, so that AddressSanitizer sees whoever looks beyond the piece; echoes what comes
 * out. */
static void feed_piece(const char *piece, size_t len)
{
    char *copy = memory_text(piece, len);
    for (size_t at = 0; at < len;) {
        at += receiver_feed(&receiver, copy + at, len - at);
        cr_assert_eq(receiver.code, ERROR_NONE, "%s", receiver.error.message);
        if (receiver.complete) {
            check_whole();
            echo();
        }
    }
    free(copy);
}

static void check_echoed(void)
{
    cr_assert_not(wire_decoder_is_inside(receiver.decoder));
    cr_assert_eq(echoed.len, bytes.len);
    cr_assert_arr_eq(echoed.bytes, bytes.bytes, bytes.len);
    text_clear(&echoed);
}

/* --- pieces --- */

STREAM_TEST(several_messages_in_one_piece_come_out_one_by_one)
{
    encode_everything();
    feed_piece(bytes.bytes, bytes.len);
    check_echoed();
}

STREAM_TEST(pieces_of_any_size_give_the_same_messages)
{
    encode_everything();
    for (size_t size = 1; size < 100; size++) {
        for (size_t at = 0; at < bytes.len; at += size)
            feed_piece(bytes.bytes + at, size < bytes.len - at ? size : bytes.len - at);
        check_echoed();
    }
}

STREAM_TEST(a_message_may_be_cut_at_every_place)
{
    wire_encode_event(&bytes, WIRE_EVENT_MATCH_STARTED,
                      sample_body(&wire_record_match_event, SAMPLE_SMALL));
    for (size_t cut = 1; cut < bytes.len; cut++) {
        feed_piece(bytes.bytes, cut);
        cr_assert(wire_decoder_is_inside(receiver.decoder));
        cr_assert_not(receiver.complete);
        feed_piece(bytes.bytes + cut, bytes.len - cut);
        check_echoed();
    }
}

STREAM_TEST(nothing_fed_is_nothing_taken)
{
    cost.allocated = 0;
    cr_assert_eq(receiver_feed(&receiver, "", 0), 0);
    cr_assert_eq(cost.allocated, 0);
    cr_assert_eq(receiver.code, ERROR_NONE);
    cr_assert_not(receiver.complete);
    cr_assert_not(wire_decoder_is_inside(receiver.decoder));
}

/* --- refusals --- */

/* All bytes but the last are fine; with the last one the stream is lost, and nothing was
 * unpacked. */
static void check_refused_at_the_end(enum error_code code)
{
    restart();
    cost.unpacked = 0;
    feed_piece(bytes.bytes, bytes.len - 1);
    cost.allocated = 0;
    cr_assert_eq(receiver_feed(&receiver, bytes.bytes + bytes.len - 1, 1), 1);
    cr_assert_eq(receiver.code, code, "%s", error_name(receiver.code));
    cr_assert_eq(receiver.error.code, code);
    cr_assert_not(receiver.complete);
    cr_assert_eq(cost.allocated, 0);
    cr_assert_eq(cost.unpacked, 0);
    text_clear(&bytes);
}

static void check_refused(const char *notation, enum error_code code)
{
    bytes_append(&bytes, notation);
    check_refused_at_the_end(code);
}

STREAM_TEST(announced_sizes_are_refused_with_the_last_byte_of_their_header)
{
    check_refused("94 00 01 'x' DDFFFFFFFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' DFFFFFFFFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' DF80000000", ERROR_TOO_LARGE); /* 2^32 elements */
    check_refused("94 00 01 'x' DF00007FFC", ERROR_TOO_LARGE);
    check_refused("94 00 01 DBFFFFFFFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 C6FFFFFFFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 DAFFFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 DB00010000", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' 91 DB0000FFFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' DCFFFA", ERROR_TOO_LARGE);
}

STREAM_TEST(what_is_announced_already_counts)
{
    /* Each of the two lists could have its elements alone: 65,536 bytes hold them, but not both. */
    check_refused("94 00 01 'x' 92 DC7FFF DC7FFF", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' DC8000 DA7FF7", ERROR_TOO_LARGE);
}

STREAM_TEST(a_message_begins_with_an_array_of_three_or_four)
{
    for (int first = 0; first < 256; first++) {
        if (first == 0x93 || first == 0x94 || first == 0xDC || first == 0xDD)
            continue;
        text_append_char(&bytes, (char)first);
        check_refused_at_the_end(ERROR_BAD_MESSAGE);
    }
    check_refused("DC0002", ERROR_BAD_MESSAGE);
    check_refused("DC0005", ERROR_BAD_MESSAGE);
    check_refused("DDFFFFFFFF", ERROR_BAD_MESSAGE);
}

STREAM_TEST(what_messagepack_never_uses_and_ext_types_are_refused_at_their_first_byte)
{
    static const char *const firsts[] = {"C1", "C7", "C8", "C9", "D4", "D5", "D6", "D7", "D8"};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        bytes_append(&bytes, "94 00 01 'x' 91 81 'y'");
        bytes_append(&bytes, firsts[i]);
        check_refused_at_the_end(ERROR_BAD_MESSAGE);
    }
}

STREAM_TEST(the_ninth_level_is_refused_and_the_eighth_is_not)
{
    check_refused("94 00 01 'x' 91 91 91 91 91 91 91 91", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' 91 91 91 91 91 91 91 90", ERROR_TOO_LARGE);
    check_refused("94 00 01 'x' 91 81 01 81 01 81 01 91 81 01 81 01 80", ERROR_TOO_LARGE);
    restart();
    bytes_append(&bytes, "94 00 01 'x' 97 90 90 91 91 90 80 9190 C0 91 91 91 91 91 80");
    receiver_take(&receiver, &bytes);
}

STREAM_TEST(the_largest_message_is_taken_and_one_byte_more_is_refused)
{
    bytes_append(&bytes, "94 00 01 'x' 91 DAFFF7");
    size_t announced = 0xFFF7;
    cr_assert_eq(bytes.len + announced, WIRE_REQUEST_BYTES_MAX);
    for (size_t i = 0; i < announced; i++)
        text_append_char(&bytes, 'x');
    receiver_take(&receiver, &bytes);
    text_clear(&bytes);
    check_refused("94 00 01 'x' 91 DAFFF8", ERROR_TOO_LARGE);
}

STREAM_TEST(a_message_that_grows_element_by_element_is_refused_before_it_is_too_large)
{
    bytes_append(&bytes, "94 00 01 'x' DC1000");
    const size_t elements = 0x1000, element_bytes = 30;
    size_t fit = (WIRE_REQUEST_BYTES_MAX - bytes.len - elements) / (element_bytes - 1);
    for (size_t i = 0; i < fit; i++)
        bytes_append(&bytes, "BD 30313233343536373839 30313233343536373839 303132333435363738");
    bytes_append(&bytes, "BD");
    cr_assert_lt(bytes.len, WIRE_REQUEST_BYTES_MAX);
    check_refused_at_the_end(ERROR_TOO_LARGE);
}

STREAM_TEST(a_lost_stream_stays_lost)
{
    check_refused("94 00 01 'x' C1", ERROR_BAD_MESSAGE);
    encode_everything();
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(receiver_feed(&receiver, bytes.bytes, bytes.len), 0);
        cr_assert_eq(receiver.code, ERROR_BAD_MESSAGE);
        cr_assert_not(receiver.complete);
    }
}

/* --- what it costs --- */

STREAM_TEST(a_trickle_costs_no_more_than_its_bytes)
{
    bytes_append(&bytes, "94 00 01 'x' DC4000");
    for (size_t i = 0; i < 0x4000; i++)
        bytes_append(&bytes, "CD1234");
    cost.allocated = cost.scanned = cost.unpacked = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        cr_assert_not(receiver.complete);
        cr_assert_eq(receiver_feed(&receiver, bytes.bytes + i, 1), 1);
    }
    cr_assert(receiver.complete);
    cr_assert_eq(cost.scanned, bytes.len);
    cr_assert_eq(cost.unpacked, bytes.len);
    cr_assert_lt(cost.allocated, 4 * bytes.len);
}

STREAM_TEST(the_buffer_grows_with_what_has_come_and_not_with_what_is_announced)
{
    bytes_append(&bytes, "94 00 01 'x' 91 DAFF00 78787878");
    cost.allocated = 0;
    feed_piece(bytes.bytes, bytes.len);
    cr_assert(wire_decoder_is_inside(receiver.decoder));
    cr_assert_lt(cost.allocated, 100);
}

STREAM_TEST(an_idle_decoder_is_small_and_a_whole_message_needs_no_buffer)
{
    cost.allocated = 0;
    struct wire_decoder *idle = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    cr_assert_lt(cost.allocated, 200);
    wire_decoder_destroy(idle);
    bytes_append(&bytes, "94 00 01 'x' 90");
    cost.allocated = 0;
    receiver_take(&receiver, &bytes);
    cr_assert_eq(cost.allocated, 0);
    cr_assert_eq(receiver.message.method.bytes, bytes.bytes + 4, "it points into our bytes");
}

/* --- garbage --- */

/* Feeds everything in pieces of random sizes to a new decoder and reads each message as every
 * record there is. */
static void feed_garbage(struct random *random)
{
    restart();
    for (size_t at = 0; at < bytes.len && receiver.code == ERROR_NONE;) {
        size_t left = bytes.len - at;
        size_t len = 1 + (size_t)random_below(random, left);
        size_t taken = receiver_feed(&receiver, bytes.bytes + at, len);
        cr_assert_leq(taken, len);
        cr_assert(taken == len || receiver.complete || receiver.code != ERROR_NONE);
        at += taken;
        for (size_t i = 0; receiver.complete && i < sample_record_count; i++) {
            void *body = sample_memory(sample_records[i]->size);
            wire_message_read(&receiver.message, sample_records[i], body, &receiver.error);
        }
        sample_finish();
    }
}

STREAM_TEST(garbage_is_taken_or_refused)
{
    struct random random = random_from_seed(20240229);
    for (int round = 0; round < 20000; round++) {
        text_clear(&bytes);
        text_append_char(&bytes, (char)(0x93 + random_below(&random, 2)));
        size_t len = (size_t)random_below(&random, 200);
        for (size_t i = 0; i < len; i++)
            text_append_char(&bytes, (char)random_below(&random, 256));
        feed_garbage(&random);
    }
}

static void encode_one(struct random *random)
{
    size_t index = (size_t)random_below(random, sample_record_count);
    const struct wire_record *record = sample_records[index];
    int method = (int)random_below(random, WIRE_METHOD_COUNT);
    if (random_below(random, 2))
        wire_encode_result(&bytes, 1, record, sample_body(record, SAMPLE_SMALL));
    else
        wire_encode_request(&bytes, 1, (enum wire_method)method,
                            sample_body(wire_methods[method].parameters, SAMPLE_SMALL));
    sample_finish();
}

/* Bytes are changed, dropped and doubled. */
static void mutate(struct random *random)
{
    size_t at = (size_t)random_below(random, bytes.len);
    size_t rest = bytes.len - at - 1;
    if (random_below(random, 2)) {
        bytes.bytes[at] = (char)random_below(random, 256);
    } else if (random_below(random, 2)) {
        memmove(bytes.bytes + at, bytes.bytes + at + 1, rest);
        bytes.len--;
    } else {
        text_append_char(&bytes, 0);
        memmove(bytes.bytes + at + 1, bytes.bytes + at, rest + 1);
    }
}

STREAM_TEST(mutated_messages_are_taken_or_refused)
{
    struct random random = random_from_seed(1597);
    for (int round = 0; round < 20000; round++) {
        text_clear(&bytes);
        encode_one(&random);
        encode_one(&random);
        for (int mutations = (int)random_below(&random, 4); mutations > 0; mutations--)
            mutate(&random);
        feed_garbage(&random);
    }
}
