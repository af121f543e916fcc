/* The bytes in PROTOCOL.md are real: each message in a `hex` block is what the words below it say,
 * in the bytes that we would send; each line of a `refused` block is refused as it says, on a new
 * connection or after hello. */
#include "tests/unit/test_protocol_document.h"
#include "tests/unit/test_wire_bytes.h"

#include "common/base/error.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

SUITE(protocol_examples, 20);

enum { SPEAKERS = 2, IDS = 128 };

/* One message of an example: "A> 94 00 ..." or "A< 94 01 ...", then "=  [0, ...". */
struct example {
    char speaker; /* the client: A or B */
    char direction;
    struct text bytes;
    struct text words;
};

static struct document document;
static struct example example;
static struct receiver receiver;
static enum wire_method asked[SPEAKERS][IDS]; /* by each client, by the request's id */
static struct text printed, encoded;

static void start(void)
{
    document = document_read("PROTOCOL.md");
    receiver = receiver_create(WIRE_REQUEST_BYTES_MAX);
}

static void finish(void)
{
    document_finish(&document);
    receiver_destroy(&receiver);
    text_finish(&example.bytes);
    text_finish(&example.words);
    text_finish(&printed);
    text_finish(&encoded);
}

#define EXAMPLES_TEST(name) Test(protocol_examples, name, .init = start, .fini = finish)

/* --- messages as words --- */

static void print_record(const struct wire_record *record, const void *body);

static void print_text(struct wire_text text)
{
    text_append_char(&printed, '"');
    for (size_t i = 0; i < text.len; i++) {
        if (text.bytes[i] == '"' || text.bytes[i] == '\\')
            text_append_char(&printed, '\\');
        text_append_char(&printed, text.bytes[i]);
    }
    text_append_char(&printed, '"');
}

static void print_value(const struct wire_field *field, const void *value)
{
    if (field->record)
        print_record(field->record, value);
    else if (field->kind == WIRE_FIELD_FLAG)
        text_append_string(&printed, *(const bool *)value ? "true" : "false");
    else if (field->kind == WIRE_FIELD_INT || field->kind == WIRE_FIELD_INTS)
        text_append_int(&printed, *(const int64_t *)value);
    else
        print_text(*(const struct wire_text *)value);
}

static const char *pointer_at(const struct wire_field *field, const char *body)
{
    const char *pointer;
    memcpy(&pointer, body + field->offset, sizeof pointer);
    return pointer;
}

static void print_list(const struct wire_field *field, const char *body)
{
    const char *elements = pointer_at(field, body);
    size_t count;
    memcpy(&count, body + field->count_offset, sizeof count);
    text_append_char(&printed, '[');
    for (size_t i = 0; i < count; i++) {
        text_append_string(&printed, i > 0 ? ", " : "");
        print_value(field, elements + i * wire_field_element_size(field));
    }
    text_append_char(&printed, ']');
}

static void print_field(const struct wire_field *field, const char *body)
{
    if (wire_field_is_list(field))
        print_list(field, body);
    else if (field->kind == WIRE_FIELD_RECORD)
        print_value(field, pointer_at(field, body));
    else
        print_value(field, body + field->offset);
}

static bool is_absent(const struct wire_field *field, const void *body)
{
    const void *member = (const char *)body + field->offset;
    if (field->kind == WIRE_FIELD_INT)
        return *(const int64_t *)member == WIRE_ABSENT;
    if (field->kind == WIRE_FIELD_TEXT)
        return ((const struct wire_text *)member)->bytes == NULL;
    if (field->kind == WIRE_FIELD_FLAG)
        return !field->required && !*(const bool *)member;
    bool is_elsewhere = field->kind == WIRE_FIELD_RECORD || wire_field_is_list(field);
    return is_elsewhere && !field->required && !pointer_at(field, body);
}

static void print_record(const struct wire_record *record, const void *body)
{
    const char *separator = "";
    text_append_char(&printed, '{');
    for (size_t i = 0; i < record->field_count; i++) {
        if (is_absent(&record->fields[i], body))
            continue;
        text_printf(&printed, "%s\"%s\": ", separator, record->fields[i].name);
        print_field(&record->fields[i], body);
        separator = ", ";
    }
    text_append_char(&printed, '}');
}

/* --- one message, into words and into bytes again --- */

static union wire_body room;

static void read_body(const struct wire_record *record)
{
    cr_assert_leq(record->size, sizeof room);
    enum error_code code = wire_message_read(&receiver.message, record, &room, &receiver.error);
    cr_assert_eq(code, ERROR_NONE, "%s: %s", text_string(&example.words), receiver.error.message);
}

static void tell_request(void)
{
    const struct wire_message *message = &receiver.message;
    int method = wire_method_find(message->method);
    cr_assert_geq(method, 0, "%s", text_string(&example.words));
    cr_assert_lt(message->id, IDS);
    asked[example.speaker - 'A'][message->id] = (enum wire_method)method;
    read_body(wire_methods[method].parameters);
    text_printf(&printed, "[0, %" PRIu32 ", \"%s\", [", message->id, wire_methods[method].name);
    print_record(wire_methods[method].parameters, &room);
    text_append_string(&printed, "]]");
    wire_encode_request(&encoded, message->id, (enum wire_method)method, &room);
}

static void tell_event(void)
{
    int event = wire_event_find(receiver.message.method);
    cr_assert_geq(event, 0, "%s", text_string(&example.words));
    read_body(wire_events[event].record);
    text_printf(&printed, "[2, \"%s\", [", wire_events[event].name);
    print_record(wire_events[event].record, &room);
    text_append_string(&printed, "]]");
    wire_encode_event(&encoded, (enum wire_event)event, &room);
}

static void tell_result(void)
{
    const struct wire_message *message = &receiver.message;
    cr_assert_lt(message->id, IDS);
    const struct wire_record *record =
        wire_methods[asked[example.speaker - 'A'][message->id]].result;
    read_body(record);
    text_printf(&printed, "[1, %" PRIu32 ", nil, ", message->id);
    print_record(record, &room);
    text_append_char(&printed, ']');
    wire_encode_result(&encoded, message->id, record, &room);
}

static void tell_error(void)
{
    const struct wire_message *message = &receiver.message;
    bool is_stale = message->error.code == ERROR_STALE_PLY;
    const struct wire_record *detail = !message->body ? NULL
                                       : is_stale     ? &wire_record_stale
                                                      : &wire_record_wait;
    text_printf(&printed, "[1, %" PRIu32 ", [%d, ", message->id, message->error.code);
    print_text(wire_text(message->error.message));
    if (detail) {
        read_body(detail);
        text_append_string(&printed, ", ");
        print_record(detail, &room);
    }
    text_append_string(&printed, "], nil]");
    wire_encode_error(&encoded, message->id, &message->error, detail, detail ? &room : NULL);
}

static void tell_message(void)
{
    const struct wire_message *message = &receiver.message;
    cr_assert_eq(message->kind == WIRE_REQUEST, example.direction == '>', "%s",
                 text_string(&example.words));
    if (message->kind == WIRE_REQUEST)
        tell_request();
    else if (message->kind == WIRE_NOTIFICATION)
        tell_event();
    else if (message->error.code != ERROR_NONE)
        tell_error();
    else
        tell_result();
}

static void check_example(void)
{
    text_clear(&printed);
    text_clear(&encoded);
    receiver_take(&receiver, &example.bytes);
    tell_message();
    cr_assert_str_eq(text_string(&printed), text_string(&example.words), "it is %s\nnot %s",
                     text_string(&printed), text_string(&example.words));
    cr_assert_eq(encoded.len, example.bytes.len, "%s", text_string(&example.words));
    cr_assert_arr_eq(encoded.bytes, example.bytes.bytes, encoded.len);
}

/* --- the blocks --- */

static bool begins_example(const char *line)
{
    return (line[0] == 'A' || line[0] == 'B') && (line[1] == '>' || line[1] == '<') &&
           line[2] == ' ';
}

/* Words that go on in the next line are broken at a space. */
static void append_words(const char *words)
{
    if (example.words.len > 0)
        text_append_char(&example.words, ' ');
    text_append_string(&example.words, words);
}

/* Takes an example from its first line on and returns the index of the line after it. */
static size_t take_example(size_t at)
{
    bool in_words = false;
    text_clear(&example.bytes);
    text_clear(&example.words);
    example.speaker = document.lines[at][0];
    example.direction = document.lines[at][1];
    bytes_append(&example.bytes, document.lines[at] + 3);
    for (at++; line_has_prefix(document.lines[at], "   ") || document.lines[at][0] == '='; at++) {
        const char *line = document.lines[at];
        in_words = in_words || line[0] == '=';
        if (in_words)
            append_words(line + 3);
        else
            bytes_append(&example.bytes, line);
    }
    return at;
}

/* Checks a block from its second line on. */
static size_t check_block(size_t at)
{
    size_t examples = 0;
    while (strcmp(document.lines[at], "```") != 0) {
        const char *line = document.lines[at];
        cr_assert(begins_example(line) || line[0] == '\0', "this begins no message: %s", line);
        if (line[0] == '\0') {
            at++;
            continue;
        }
        at = take_example(at);
        check_example();
        examples++;
    }
    return examples;
}

EXAMPLES_TEST(every_message_is_what_its_words_say)
{
    size_t examples = 0;
    for (size_t i = 0; i < document.count; i++) {
        if (strcmp(document.lines[i], "```hex") == 0)
            examples += check_block(i + 1);
    }
    cr_assert_geq(examples, 20);
}

/* The name of the error that these bytes bring, by the order of dispatch.c. */
static const char *refusal_of(const struct text *bytes, bool after_hello)
{
    receiver_destroy(&receiver);
    receiver = receiver_create(WIRE_REQUEST_BYTES_MAX);
    receiver_feed(&receiver, bytes->bytes, bytes->len);
    if (receiver.code != ERROR_NONE)
        return error_name(receiver.code);
    cr_assert(receiver.complete);
    int method = wire_method_find(receiver.message.method);
    if (method < 0)
        return error_name(ERROR_UNKNOWN_METHOD);
    if (wire_methods[method].when == WIRE_OPERATOR)
        return error_name(ERROR_UNKNOWN_METHOD);
    if (!after_hello && wire_methods[method].when != WIRE_BEFORE)
        return error_name(ERROR_HELLO_FIRST);
    return error_name(wire_message_read(&receiver.message, wire_methods[method].parameters, &room,
                                        &receiver.error));
}

#define AFTER_HELLO " (after hello)"

/* "94 00 C1 => bad_message", "94 00 ... => bad_arguments (after hello)" */
static void check_refused_line(const char *line)
{
    char hex[200], refusal[40];
    const char *arrow = strstr(line, " => ");
    cr_assert_not_null(arrow, "%s", line);
    snprintf(hex, sizeof hex, "%.*s", (int)(arrow - line), line);
    text_clear(&example.bytes);
    bytes_append(&example.bytes, hex);
    bool after_hello = strstr(arrow, AFTER_HELLO) != NULL;
    snprintf(refusal, sizeof refusal, "%s%s", refusal_of(&example.bytes, after_hello),
             after_hello ? AFTER_HELLO : "");
    cr_assert_str_eq(refusal, arrow + strlen(" => "), "%s is %s", line, refusal);
}

EXAMPLES_TEST(every_refusal_is_as_it_says)
{
    size_t lines = 0;
    for (size_t i = document_find(&document, "```refused"); strcmp(document.lines[i], "```") != 0;
         i++, lines++)
        check_refused_line(document.lines[i]);
    cr_assert_geq(lines, 5);
}
