#include "tests/unit/test_wire_bytes.h"
#include "tests/unit/test_wire_sample.h"

#include "common/wire/wire.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <stdio.h>

SUITE(wire, 60);

static struct receiver receiver;
static struct text bytes;

static void start(void)
{
    receiver = receiver_create(WIRE_ANSWER_BYTES_MAX);
}

static void finish(void)
{
    receiver_destroy(&receiver);
    text_finish(&bytes);
    sample_finish();
}

#define WIRE_TEST(name) Test(wire, name, .init = start, .fini = finish)

/* Takes the message in this notation. */
static void take(const char *notation)
{
    text_clear(&bytes);
    bytes_append(&bytes, notation);
    receiver_take(&receiver, &bytes);
}

/* Reads the taken message's body as `record`; the body lives until the test ends. */
static enum error_code read_body(const struct wire_record *record, void **ret_body)
{
    *ret_body = sample_memory(record->size);
    return wire_message_read(&receiver.message, record, *ret_body, &receiver.error);
}

static bool is_absent(const struct wire_record *record, const void *body)
{
    void *absent = sample_memory(record->size);
    wire_record_clear(record, absent);
    return memcmp(absent, body, record->size) == 0;
}

/* --- there and back --- */

static void check_round_trip(const struct wire_record *record, const void *sent)
{
    void *received = NULL;
    receiver_take(&receiver, &bytes);
    cr_assert_eq(read_body(record, &received), ERROR_NONE, "%s: %s", record->name,
                 receiver.error.message);
    cr_assert(sample_equal(record, sent, received), "%s", record->name);
}

WIRE_TEST(every_record_comes_back_with_every_field_at_its_least_and_at_its_most)
{
    for (size_t i = 0; i < sample_record_count; i++) {
        for (int sample = 0; sample < SAMPLE_COUNT; sample++) {
            const void *sent = sample_body(sample_records[i], (enum sample)sample);
            text_clear(&bytes);
            wire_encode_result(&bytes, 7, sample_records[i], sent);
            check_round_trip(sample_records[i], sent);
            cr_assert_eq(receiver.message.kind, WIRE_RESPONSE);
            cr_assert_eq(receiver.message.error.code, ERROR_NONE);
            sample_finish();
        }
    }
}

WIRE_TEST(a_packed_name_is_that_name_and_no_other)
{
    for (size_t i = 0; i < sample_record_count; i++)
        for (size_t k = 0; k < sample_records[i]->field_count; k++) {
            const struct wire_field *field = &sample_records[i]->fields[k];
            cr_assert(wire_packed_is(field->packed_name, wire_text(field->name)), "%s",
                      field->name);
        }
    struct wire_text ply = sample_field(&wire_record_move, "ply")->packed_name;
    cr_assert_not(wire_packed_is(ply, wire_text("")));
    cr_assert_not(wire_packed_is(ply, wire_text("pl")));
    cr_assert_not(wire_packed_is(ply, wire_text("plx")));
    cr_assert_not(wire_packed_is(ply, wire_text("plys")));
}

WIRE_TEST(every_method_comes_back_as_a_request)
{
    for (int method = 0; method < WIRE_METHOD_COUNT; method++) {
        const struct wire_record *record = wire_methods[method].parameters;
        const void *sent = sample_body(record, SAMPLE_SMALL);
        text_clear(&bytes);
        wire_encode_request(&bytes, UINT32_MAX, (enum wire_method)method, sent);
        check_round_trip(record, sent);
        cr_assert_eq(receiver.message.kind, WIRE_REQUEST);
        cr_assert_eq(receiver.message.id, UINT32_MAX);
        cr_assert_eq(wire_method_find(receiver.message.method), method);
    }
}

WIRE_TEST(every_event_comes_back_as_a_notification)
{
    for (int event = 0; event < WIRE_EVENT_COUNT; event++) {
        const struct wire_record *record = wire_events[event].record;
        const void *sent = sample_body(record, SAMPLE_SMALL);
        text_clear(&bytes);
        wire_encode_event(&bytes, (enum wire_event)event, sent);
        check_round_trip(record, sent);
        cr_assert_eq(receiver.message.kind, WIRE_NOTIFICATION);
        cr_assert_eq(wire_event_find(receiver.message.method), event);
    }
}

WIRE_TEST(an_error_comes_back_with_its_third_element)
{
    struct error error;
    error_set(&error, ERROR_STALE_PLY, "the match is at ply %d", 3);
    const void *sent = sample_body(&wire_record_stale, SAMPLE_SMALL);
    wire_encode_error(&bytes, 9, &error, &wire_record_stale, sent);
    check_round_trip(&wire_record_stale, sent);
    cr_assert_eq(receiver.message.id, 9);
    cr_assert_eq(receiver.message.error.code, ERROR_STALE_PLY);
    cr_assert_str_eq(receiver.message.error.message, "the match is at ply 3");
}

WIRE_TEST(an_error_comes_back_without_a_third_element)
{
    struct error error;
    error_set(&error, ERROR_NAME_TAKEN, "Äpfel are taken");
    wire_encode_error(&bytes, 0, &error, NULL, NULL);
    receiver_take(&receiver, &bytes);
    cr_assert_eq(receiver.message.error.code, ERROR_NAME_TAKEN);
    cr_assert_str_eq(receiver.message.error.message, "Äpfel are taken");
    cr_assert_null(receiver.message.body);
}

static void check_encoded(const char *notation)
{
    struct text expected = {0};
    bytes_append(&expected, notation);
    cr_assert_eq(bytes.len, expected.len);
    cr_assert_arr_eq(bytes.bytes, expected.bytes, expected.len);
    text_finish(&expected);
    text_clear(&bytes);
}

WIRE_TEST(messages_are_encoded_in_the_shortest_forms)
{
    const struct wire_move move = {
        .match = 300, .ply = 127, .move = wire_text("5>3"), .back = WIRE_ABSENT};
    wire_encode_request(&bytes, 128, WIRE_MATCH_MOVE, &move);
    check_encoded("94 00 CC80 'match.move' 91 83 'match' CD012C 'ply' 7F 'move' '5>3'");
    const struct wire_rematch rematch = {.offer = WIRE_ABSENT, .match = WIRE_INT_MAX};
    wire_encode_result(&bytes, 0, &wire_record_rematch, &rematch);
    check_encoded("94 01 00 C0 81 'match' CF001FFFFFFFFFFFFF");
    const struct error error = {.code = ERROR_BAD_MOVE, .message = "no"};
    wire_encode_error(&bytes, 65536, &error, NULL, NULL);
    check_encoded("94 01 CE00010000 92 20 'no' C0");
    wire_encode_event(&bytes, WIRE_EVENT_SERVER_RESUMED, NULL);
    check_encoded("93 02 'server.resumed' 91 80");
}

/* --- names --- */

WIRE_TEST(methods_and_events_are_found_by_their_whole_names_only)
{
    cr_assert_eq(wire_method_find(wire_text("match.move")), WIRE_MATCH_MOVE);
    cr_assert_eq(wire_method_find(wire_text("match.mov")), -1);
    cr_assert_eq(wire_method_find(wire_text("match.moved")), -1);
    cr_assert_eq(wire_method_find(wire_text("")), -1);
    cr_assert_eq(wire_method_find(wire_text(NULL)), -1);
    cr_assert_eq(wire_event_find(wire_text("match.moved")), WIRE_EVENT_MATCH_MOVED);
    cr_assert_eq(wire_event_find(wire_text("match.move")), -1);
}

/* --- the envelope --- */

WIRE_TEST(the_method_may_be_binary)
{
    take("94 00 05 C4 0A 6F666665722E6C697374 90");
    cr_assert_eq(wire_method_find(receiver.message.method), WIRE_OFFER_LIST);
    cr_assert_eq(receiver.message.id, 5);
    cr_assert_null(receiver.message.body);
}

WIRE_TEST(an_unknown_method_of_any_bytes_is_still_a_request)
{
    take("94 00 05 C4 02 FFFE 90");
    cr_assert_eq(receiver.message.kind, WIRE_REQUEST);
    cr_assert_eq(receiver.message.method.len, 2);
    cr_assert_eq(wire_method_find(receiver.message.method), -1);
}

WIRE_TEST(long_forms_of_short_things_are_read)
{
    take("DD00000004 CF0000000000000000 CE00000005 DA000A 6F666665722E6C697374 DC0001 DF00000000");
    cr_assert_eq(receiver.message.id, 5);
    cr_assert_eq(wire_method_find(receiver.message.method), WIRE_OFFER_LIST);
}

WIRE_TEST(a_request_with_parameters_that_are_not_one_map_can_be_answered)
{
    static const char *const parameters[] = {"80",    "C0",       "'x'",      "01",         "91 C0",
                                             "91 01", "91 91 80", "92 80 80", "93 80 C0 C0"};
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        void *body = NULL;
        text_clear(&bytes);
        bytes_append(&bytes, "94 00 2A 'match.list'");
        bytes_append(&bytes, parameters[i]);
        receiver_take(&receiver, &bytes);
        cr_assert_eq(receiver.message.id, 42);
        cr_assert_eq(read_body(&wire_record_match_page, &body), ERROR_BAD_ARGUMENTS);
        cr_assert_str_eq(receiver.error.message, "the parameters must be one map");
        cr_assert(is_absent(&wire_record_match_page, body));
    }
}

/* Lua and PHP have one empty table for both. */
WIRE_TEST(an_empty_array_is_the_empty_map)
{
    void *body = NULL;
    take("94 00 01 'match.list' 91 90");
    cr_assert_eq(read_body(&wire_record_match_page, &body), ERROR_NONE, "%s",
                 receiver.error.message);
    cr_assert(is_absent(&wire_record_match_page, body));
    take("94 00 01 'match.resume' 91 90");
    cr_assert_eq(read_body(&wire_record_resume, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, "'match' is missing");
    take("94 01 00 C0 90");
    cr_assert_eq(read_body(&wire_record_nothing, &body), ERROR_NONE);
    take("94 01 00 93 01 'x' 90 C0");
    cr_assert_eq(read_body(&wire_record_nothing, &body), ERROR_NONE);
    take("93 02 'match.started' 91 81 'match' 90");
    cr_assert_eq(read_body(&wire_record_match_event, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, "in 'match': 'match' is missing");
}

#define EVIL                                                                                       \
    "a\x1b[2J\n\xc2\x9b\xe2\x80\xae"                                                               \
    "b"

WIRE_TEST(a_client_reads_texts_without_what_a_terminal_obeys)
{
    void *body = NULL;
    struct error error;
    wire_arena_make_harmless(receiver.arena);
    struct wire_reason reason = {.reason = wire_text(EVIL)};
    wire_encode_event(&bytes, WIRE_EVENT_SERVER_STALLED, &reason);
    receiver_take(&receiver, &bytes);
    cr_assert_eq(read_body(&wire_record_reason, &body), ERROR_NONE);
    cr_assert(wire_text_equal(((struct wire_reason *)body)->reason, "a?[2J???b"));
    text_clear(&bytes);
    error_set(&error, ERROR_NO_SUCH_MATCH, "%s", EVIL);
    wire_encode_error(&bytes, 1, &error, NULL, NULL);
    receiver_take(&receiver, &bytes);
    cr_assert_str_eq(receiver.message.error.message, "a?[2J???b");
}

WIRE_TEST(the_lines_of_an_export_are_left_as_they_are)
{
    void *body = NULL;
    struct wire_text line = wire_text(EVIL);
    struct wire_export_lines lines = {.lines = &line, .lines_count = 1};
    wire_arena_make_harmless(receiver.arena);
    wire_encode_result(&bytes, 1, &wire_record_export_lines, &lines);
    receiver_take(&receiver, &bytes);
    cr_assert_eq(read_body(&wire_record_export_lines, &body), ERROR_NONE);
    cr_assert(wire_text_equal(((struct wire_export_lines *)body)->lines[0], EVIL));
}

WIRE_TEST(a_result_that_is_no_map_is_bad_arguments_and_nil_is_the_empty_map)
{
    void *body = NULL;
    take("94 01 00 C0 91 80");
    cr_assert_eq(read_body(&wire_record_nothing, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, "the result must be one map");
    take("94 01 00 92 01 'x' C0");
    cr_assert_eq(read_body(&wire_record_nothing, &body), ERROR_NONE);
    take("94 01 00 93 01 'x' 07 C0");
    cr_assert_eq(read_body(&wire_record_nothing, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, "the error's third element must be one map");
    take("94 01 00 C0 C0");
    cr_assert_eq(read_body(&wire_record_nothing, &body), ERROR_NONE);
    cr_assert_eq(read_body(&wire_record_rematch, &body), ERROR_NONE);
    cr_assert(is_absent(&wire_record_rematch, body));
}

WIRE_TEST(an_error_of_a_number_unknown_here_is_passed_on)
{
    take("94 01 00 94 CD7FFF C402 6869 80 C3 C0");
    cr_assert_eq((int)receiver.message.error.code, 0x7FFF);
    cr_assert_str_eq(receiver.message.error.message, "hi");
}

static void check_refused(const char *notation, const char *message)
{
    receiver_destroy(&receiver);
    start();
    text_clear(&bytes);
    bytes_append(&bytes, notation);
    receiver_feed(&receiver, bytes.bytes, bytes.len);
    cr_assert_eq(receiver.code, ERROR_BAD_MESSAGE, "%s", notation);
    cr_assert_not(receiver.complete);
    cr_assert_str_eq(receiver.error.message, message, "%s: %s", notation, receiver.error.message);
}

WIRE_TEST(an_envelope_of_another_shape_is_refused)
{
    check_refused("94 03 01 'x' 90", "a message's type is 0, 1 or 2");
    check_refused("94 FF 01 'x' 90", "a message's type is 0, 1 or 2");
    check_refused("94 C0 01 'x' 90", "a message's type is 0, 1 or 2");
    check_refused("94 CA00000000 01 'x' 90", "a message's type is 0, 1 or 2");
    check_refused("93 00 01 'x'", "a message of this type is an array of 4 elements, not of 3");
    check_refused("93 01 01 C0", "a message of this type is an array of 4 elements, not of 3");
    check_refused("94 02 'x' 90 90", "a message of this type is an array of 3 elements, not of 4");
    check_refused("94 00 01 02 90", "a method or event is named by a text");
    check_refused("94 00 01 C0 90", "a method or event is named by a text");
    check_refused("93 02 91'x' 90", "a method or event is named by a text");
}

WIRE_TEST(an_id_is_an_integer_of_32_bits)
{
    static const char *const ids[] = {
        "FF", "D3FFFFFFFFFFFFFFFF", "CF0000000100000000", "C0", "'1'", "CB3FF0000000000000", "C3"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct text message = {0};
        text_printf(&message, "94 00 %s 'x' 90", ids[i]);
        check_refused(text_string(&message), "an id is an integer from 0 to 4294967295");
        text_finish(&message);
    }
}

WIRE_TEST(an_error_of_another_shape_is_refused)
{
    static const char *const errors[] = {
        "'x'", "90", "91 01", "92 00 'x'", "92 FF 'x'", "92 01 C0", "92 CE80000000 'x'", "80"};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        struct text message = {0};
        text_printf(&message, "94 01 00 %s C0", errors[i]);
        check_refused(text_string(&message), "an error is [code, \"message\"] or more");
        text_finish(&message);
    }
    check_refused("94 01 00 92 01 A1FF C0", "an error's message is not UTF-8 without NUL");
}

/* --- fields --- */

WIRE_TEST(unknown_keys_are_left_aside)
{
    void *body = NULL;
    take("94 00 01 'match.move' 91 86 'match' 01 07 08 90 C0 'ply' 02 'move' '5>3' 'plyy' '?'");
    cr_assert_eq(read_body(&wire_record_move, &body), ERROR_NONE);
    const struct wire_move *move = body;
    cr_assert_eq(move->match, 1);
    cr_assert_eq(move->ply, 2);
    cr_assert(wire_text_equal(move->move, "5>3"));
}

WIRE_TEST(keys_and_texts_may_be_binary)
{
    void *body = NULL;
    take("94 00 01 'match.move' 91 83 'match' 01 C403 706C79 02 'move' C403 353E33");
    cr_assert_eq(read_body(&wire_record_move, &body), ERROR_NONE);
    cr_assert_eq(((const struct wire_move *)body)->ply, 2);
    cr_assert(wire_text_equal(((const struct wire_move *)body)->move, "5>3"));
}

WIRE_TEST(the_last_of_equal_keys_counts)
{
    void *body = NULL;
    take("94 00 01 'x' 91 83 'match' 'bad' 'after' 03 'match' 02");
    cr_assert_eq(read_body(&wire_record_resume, &body), ERROR_NONE);
    cr_assert_eq(((const struct wire_resume *)body)->match, 2);
    take("94 00 01 'x' 91 83 'match' 02 'after' 03 'after' C0");
    cr_assert_eq(read_body(&wire_record_resume, &body), ERROR_NONE);
    cr_assert_eq(((const struct wire_resume *)body)->after, WIRE_ABSENT);
}

WIRE_TEST(negative_numbers_are_integers_out_of_range)
{
    void *body = NULL;
    take("94 00 01 'x' 91 82 'match' 01 'after' FF");
    cr_assert_eq(read_body(&wire_record_resume, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message,
                     "'after' must be an integer from 0 to 9007199254740991");
    cr_assert(is_absent(&wire_record_resume, body), "the fields before it are absent, too");
}

/* Encodes a small body of `record` whose map has one more pair, after all the others. */
static void encode_with(const struct wire_record *record, const char *key, const struct text *value)
{
    static const size_t before_the_map = 4;
    struct text plain = {0};
    wire_encode_result(&plain, 1, record, sample_body(record, SAMPLE_SMALL));
    const unsigned char *map = (const unsigned char *)plain.bytes + before_the_map;
    size_t head = map[0] == 0xDE ? 3 : 1;
    size_t pairs = head == 3 ? (size_t)(map[1] << 8 | map[2]) : (size_t)(map[0] & 0x0F);
    text_clear(&bytes);
    text_append(&bytes, plain.bytes, before_the_map);
    bytes_append(&bytes, "DE00");
    text_append_char(&bytes, (char)(pairs + 1));
    text_append(&bytes, plain.bytes + before_the_map + head, plain.len - before_the_map - head);
    text_append_char(&bytes, (char)(0xA0 + strlen(key)));
    text_append_string(&bytes, key);
    text_append(&bytes, value->bytes, value->len);
    text_finish(&plain);
}

static void check_value(const struct wire_record *record, const struct wire_field *field,
                        const char *value, enum error_code code, const char *message)
{
    void *body = NULL;
    struct text packed = {0};
    bytes_append(&packed, value);
    encode_with(record, field->name, &packed);
    text_finish(&packed);
    receiver_take(&receiver, &bytes);
    cr_assert_eq(read_body(record, &body), code, "%s.%s = %s", record->name, field->name, value);
    if (code == ERROR_NONE)
        return;
    cr_assert_str_eq(receiver.error.message, message, "%s.%s = %s: %s", record->name, field->name,
                     value, receiver.error.message);
    cr_assert(is_absent(record, body));
}

typedef void (*field_check)(const struct wire_record *record, const struct wire_field *field);

static void for_every_field(field_check check)
{
    for (size_t i = 0; i < sample_record_count; i++) {
        for (size_t j = 0; j < sample_records[i]->field_count; j++)
            check(sample_records[i], &sample_records[i]->fields[j]);
        sample_finish();
    }
}

static void check_missing(const struct wire_record *record, const struct wire_field *field)
{
    char message[80];
    snprintf(message, sizeof message, "'%s' is missing", field->name);
    check_value(record, field, "C0", field->required ? ERROR_BAD_ARGUMENTS : ERROR_NONE, message);
}

WIRE_TEST(every_required_field_is_missed_and_nil_counts_as_missing)
{
    void *body = NULL;
    for_every_field(check_missing);
    take("94 01 00 C0 81 'match' 01");
    cr_assert_eq(read_body(&wire_record_move, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, "'ply' is missing");
}

/* What the reader says of a single value that will not do. */
static void expectation(const struct wire_field *field, char *message, size_t size)
{
    const char *every = wire_field_is_list(field) ? "every element of " : "";
    if (field->record)
        snprintf(message, size, "%s'%s' must be a map", every, field->name);
    else if (field->kind == WIRE_FIELD_FLAG)
        snprintf(message, size, "'%s' must be true or false", field->name);
    else if (field->kind == WIRE_FIELD_INT || field->kind == WIRE_FIELD_INTS)
        snprintf(message, size, "%s'%s' must be an integer from %" PRId64 " to %" PRId64, every,
                 field->name, field->min, field->max);
    else
        snprintf(message, size, "%s'%s' must be a text of %" PRId64 " to %" PRId64 " bytes", every,
                 field->name, field->min, field->max);
}

/* A value of every type of MessagePack that `field` does not take. */
static void check_types(const struct wire_record *record, const struct wire_field *field)
{
    static const char *const samples[] = {"90", "80", "C3", "'7'", "CB3FF0000000000000", "05"};
    static const char *const fitting[] = {
        [WIRE_FIELD_INT] = "05",    [WIRE_FIELD_INTS] = "05", [WIRE_FIELD_TEXT] = "'7'",
        [WIRE_FIELD_TEXTS] = "'7'", [WIRE_FIELD_FLAG] = "C3", [WIRE_FIELD_RECORD] = "80",
        [WIRE_FIELD_RECORDS] = "80"};
    char message[200], list_message[200], element[40];
    expectation(field, message, sizeof message);
    snprintf(list_message, sizeof list_message, "'%s' must be a list", field->name);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        bool is_array = strcmp(samples[i], "90") == 0;
        bool fits = strcmp(samples[i], fitting[field->kind]) == 0 || (field->record && is_array);
        if (wire_field_is_list(field) && !is_array)
            check_value(record, field, samples[i], ERROR_BAD_ARGUMENTS, list_message);
        snprintf(element, sizeof element, "%s%s", wire_field_is_list(field) ? "91" : "",
                 samples[i]);
        if (!fits)
            check_value(record, field, element, ERROR_BAD_ARGUMENTS, message);
    }
}

WIRE_TEST(no_field_takes_a_value_of_another_type)
{
    for_every_field(check_types);
}

static void check_integers(const struct wire_record *record, const struct wire_field *field)
{
    char message[200], value[40];
    const char *list = wire_field_is_list(field) ? "91" : "";
    if (field->kind != WIRE_FIELD_INT && field->kind != WIRE_FIELD_INTS)
        return;
    expectation(field, message, sizeof message);
    snprintf(value, sizeof value, "%sD3%016" PRIX64, list, (uint64_t)(field->min - 1));
    check_value(record, field, value, ERROR_BAD_ARGUMENTS, message);
    snprintf(value, sizeof value, "%sCF%016" PRIX64, list, (uint64_t)(field->max + 1));
    check_value(record, field, value, ERROR_BAD_ARGUMENTS, message);
    snprintf(value, sizeof value, "%sCF%016" PRIX64, list, UINT64_MAX);
    check_value(record, field, value, ERROR_BAD_ARGUMENTS, message);
}

WIRE_TEST(every_integer_stays_within_its_limits)
{
    for_every_field(check_integers);
}

static void check_too_long(const struct wire_record *record, const struct wire_field *field)
{
    char message[200];
    void *body = NULL;
    if (field->kind != WIRE_FIELD_TEXT && field->kind != WIRE_FIELD_TEXTS)
        return;
    expectation(field, message, sizeof message);
    struct text value = {0};
    bytes_append(&value, wire_field_is_list(field) ? "91 DB" : "DB");
    for (int shift = 24; shift >= 0; shift -= 8)
        text_append_char(&value, (char)((field->max + 1) >> shift));
    for (int64_t i = 0; i <= field->max; i++)
        text_append_char(&value, 'x');
    encode_with(record, field->name, &value);
    text_finish(&value);
    receiver_take(&receiver, &bytes);
    cr_assert_eq(read_body(record, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, message);
}

WIRE_TEST(every_text_stays_within_its_limits)
{
    for_every_field(check_too_long);
}

/* Writes the bytes as a value of `field`, after as many 'x' as make it long enough. */
static void print_text_value(const struct wire_field *field, const char *hex, char *value,
                             size_t size)
{
    size_t len = strlen(hex) / 2;
    size_t before = (size_t)field->min > len ? (size_t)field->min - len : 0;
    snprintf(value, size, "%s%02zX%.*s%s", wire_field_is_list(field) ? "91" : "",
             0xA0 + before + len, (int)(2 * before), "7878787878787878", hex);
}

static void check_text_contents(const struct wire_record *record, const struct wire_field *field)
{
    char message[200], value[80];
    const char *every = wire_field_is_list(field) ? "every element of " : "";
    if (field->kind != WIRE_FIELD_TEXT && field->kind != WIRE_FIELD_TEXTS)
        return;
    snprintf(message, sizeof message, "%s'%s' must be UTF-8 without NUL", every, field->name);
    print_text_value(field, "E282ACC3BC", value, sizeof value);
    check_value(record, field, value, ERROR_NONE, "");
    /* NUL, a lone continuation, a cut character, an overlong '/', a surrogate, beyond Unicode */
    static const char *const broken[] = {"00", "80", "E282", "C0AF", "EDA080", "F4908080"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        print_text_value(field, broken[i], value, sizeof value);
        check_value(record, field, value, ERROR_BAD_ARGUMENTS, message);
    }
    expectation(field, message, sizeof message);
    snprintf(value, sizeof value, "%s%02" PRIX64 "%.*s", wire_field_is_list(field) ? "91" : "",
             0xA0 + field->min - 1, (int)(2 * (field->min - 1)), "78787878787878");
    check_value(record, field, value, ERROR_BAD_ARGUMENTS, message);
}

WIRE_TEST(every_text_is_utf8_and_not_too_short)
{
    for_every_field(check_text_contents);
}

WIRE_TEST(a_fault_in_a_nested_record_names_the_way_to_it)
{
    void *body = NULL;
    take("94 01 00 C0 81 'offers' 91 81 'offer' 00");
    cr_assert_eq(read_body(&wire_record_offers, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message,
                     "in 'offers': 'offer' must be an integer from 1 to 9007199254740991");
    take("93 02 'offer.received' 91 81 'offer' 81 'offer' 01");
    cr_assert_eq(read_body(&wire_record_offer_event, &body), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(receiver.error.message, "in 'offer': 'from' is missing");
}

WIRE_TEST(long_lists_come_back)
{
    enum { MOVES = 70000 };
    void *received = NULL;
    struct wire_match *match = sample_body(&wire_record_match, SAMPLE_SMALL);
    match->moves = sample_memory(MOVES * sizeof *match->moves);
    for (match->moves_count = 0; match->moves_count < MOVES; match->moves_count++)
        match->moves[match->moves_count] = wire_text("5>3");
    wire_encode_result(&bytes, 1, &wire_record_match, match);
    receiver_take(&receiver, &bytes);
    cr_assert_eq(read_body(&wire_record_match, &received), ERROR_NONE);
    cr_assert(sample_equal(&wire_record_match, match, received));
}

WIRE_TEST(nothing_is_destroyed_without_complaint)
{
    wire_decoder_destroy(NULL);
    wire_arena_destroy(NULL);
}

WIRE_TEST(absent_texts_and_integers_are_cleared)
{
    struct wire_rematch rematch = {.offer = 1, .match = 2};
    wire_record_clear(&wire_record_rematch, &rematch);
    cr_assert_eq(rematch.offer, WIRE_ABSENT);
    cr_assert_eq(rematch.match, WIRE_ABSENT);
    struct wire_text absent = wire_text(NULL);
    cr_assert_null(absent.bytes);
    cr_assert_not(wire_text_equal(absent, ""));
    cr_assert(wire_text_equal(wire_text(""), ""));
}

/* --- a look at what comes next --- */

WIRE_TEST(the_method_of_a_request_is_told_from_its_first_bytes)
{
    static const uint32_t ids[] = {0, 127, 128, 65535, 65536, UINT32_MAX};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct wire_move move = {.match = 7, .ply = 1, .move = wire_text("3>2")};
        text_clear(&bytes);
        wire_encode_request(&bytes, ids[i], WIRE_MATCH_MOVE, &move);
        cr_assert_eq(wire_method_peek(bytes.bytes, bytes.len), WIRE_MATCH_MOVE);
        /* Byte by byte: nothing is told before the whole name has come, and then it is. */
        size_t enough = 0;
        while (wire_method_peek(bytes.bytes, enough) < 0)
            enough++;
        cr_assert(enough >= strlen("match.move") + 4 && enough < bytes.len);
    }
}

WIRE_TEST(the_id_of_an_answer_is_told_from_its_first_bytes)
{
    static const uint32_t ids[] = {0, 127, 128, 255, 256, 65535, 65536, UINT32_MAX};
    uint32_t id;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        text_clear(&bytes);
        wire_encode_result(&bytes, ids[i], &wire_record_nothing, NULL);
        cr_assert(wire_answer_peek(bytes.bytes, bytes.len, &id));
        cr_assert_eq(id, ids[i]);
        cr_assert_not(wire_answer_peek(bytes.bytes, 2, &id));
    }
    text_clear(&bytes);
    wire_encode_request(&bytes, 7, WIRE_SESSION_PING, NULL);
    cr_assert_not(wire_answer_peek(bytes.bytes, bytes.len, &id));
    cr_assert_not(wire_answer_peek("\x94\x01\xC0\xC0", 4, &id));
    cr_assert_not(wire_answer_peek("\x94\x01\xCE\x01\x02", 5, &id));
}

WIRE_TEST(the_event_is_told_from_its_first_bytes)
{
    text_clear(&bytes);
    wire_encode_event(&bytes, WIRE_EVENT_SERVER_RESUMED, NULL);
    cr_assert_eq(wire_event_peek(bytes.bytes, bytes.len), WIRE_EVENT_SERVER_RESUMED);
    cr_assert_eq(wire_event_peek(bytes.bytes, 9), -1);
    text_clear(&bytes);
    wire_encode_request(&bytes, 7, WIRE_SESSION_PING, NULL);
    cr_assert_eq(wire_event_peek(bytes.bytes, bytes.len), -1);
}

WIRE_TEST(no_method_is_told_from_other_bytes)
{
    static const struct {
        const char *bytes;
        size_t len;
    } others[] = {
        {"", 0},
        {"\x94\x00\xCF", 3},
        {"\x94\x01\x07\xC0\x80", 5},            /* a response */
        {"\x93\x00\x07\xA1x", 5},               /* three elements */
        {"\x94\x00\x07\xA1x\x91\x80", 7},       /* an unknown method */
        {"\x94\x00\x07\xD9\xFFmatch.move", 15}, /* a name that has not come whole */
        {"\x94\x00\x07\x90\x91\x80", 6},        /* a name that is no text */
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        cr_assert_eq(wire_method_peek(others[i].bytes, others[i].len), -1, "case %zu", i);
}
