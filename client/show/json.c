#include "client/show/json.h"

#include "common/base/harmless.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

json_t *json_of_text(struct wire_text text)
{
    return text.bytes ? json_stringn(text.bytes, text.len) : json_null();
}

json_t *json_of_number(int64_t number)
{
    return number == WIRE_ABSENT ? json_null() : json_integer(number);
}

json_t *json_of_grown(const struct text *text)
{
    return json_stringn(text_string(text), text->len);
}

json_t *json_of_count(uint128 count)
{
    if (count <= INT64_MAX)
        return json_integer((json_int_t)count);
    struct text text = {0};
    text_append_uint128(&text, count);
    json_t *value = json_of_grown(&text);
    text_finish(&text);
    return value;
}

json_t *json_of_position(const struct rules *rules, const struct position *position)
{
    struct text text = {0};
    position_print(rules, position, &text);
    json_t *value = json_of_grown(&text);
    text_finish(&text);
    return value;
}

json_t *json_of_move(const struct rules *rules, const struct position *position,
                     const struct move *move)
{
    struct text text = {0};
    move_print(rules, position, move, &text);
    json_t *value = json_of_grown(&text);
    text_finish(&text);
    return value;
}

/* Jansson escapes only U+0000 to U+001F, as JSON requires. The other characters that control a
 * terminal occur only inside JSON strings, and are escaped here. */
static void append_escaped(const char *json, struct text *out)
{
    ucs4_t character;
    for (int width; (width = u8_strmbtouc(&character, (const uint8_t *)json)) > 0; json += width) {
        if (character == '\n' || harmless_is(character))
            text_append(out, json, (size_t)width);
        else if (character < 0x10000)
            text_printf(out, "\\u%04x", (unsigned)character);
        else
            text_printf(out, "\\u%04x\\u%04x", 0xD800 + (unsigned)((character - 0x10000) >> 10),
                        0xDC00 + (unsigned)((character - 0x10000) & 0x3FF));
    }
}

static void print(json_t *value, size_t flags, struct text *out)
{
    assert(value);
    char *printed = json_dumps(value, flags | JSON_ENCODE_ANY);
    assert(printed);
    append_escaped(printed, out);
    text_append_char(out, '\n');
    free(printed);
    json_decref(value);
}

void json_print(json_t *value, struct text *out)
{
    print(value, JSON_INDENT(2), out);
}

void json_print_line(json_t *value, struct text *out)
{
    print(value, 0, out);
}

void json_write_event(const char *event, json_t *body, FILE *out)
{
    struct text line = {0};
    json_t *object = json_pack("{s:s}", "event", event);
    json_object_update(object, body);
    json_decref(body);
    json_print_line(object, &line);
    fputs(text_string(&line), out);
    fflush(out);
    text_finish(&line);
}

json_t *json_of_solution(const struct rules *rules, const struct position *position,
                         const struct solution *solution)
{
    static const char *const outcomes[] = {[OUTCOME_P] = "P", [OUTCOME_N] = "N", [OUTCOME_D] = "D"};
    const struct winning_moves *winning = &solution->winning;
    struct text text = {0};
    position_print(rules, position, &text);
    json_t *moves = json_array();
    for (uint32_t i = 0; i < winning->listed; i++)
        json_array_append_new(moves, json_of_move(rules, position, &solution->moves[i]));
    json_t *value = json_pack(
        "{s:s, s:o, s:s, s:o, s:o, s:o, s:b, s:o}", "rules", rules->text, "position",
        json_of_grown(&text), "outcome", outcomes[solution->outcome], "grundy",
        solution->has_grundy ? json_of_count(solution->grundy) : json_null(), "winning_moves",
        moves, "winning_count", winning->counted ? json_of_count(winning->count) : json_null(),
        "truncated", winning->truncated, "best",
        solution->has_best ? json_of_move(rules, position, &solution->best) : json_null());
    text_finish(&text);
    return value;
}

json_t *json_of_pieces(const struct text *text, char separator)
{
    json_t *pieces = json_array();
    const char *piece = text_string(text), *end = piece + text->len;
    while (piece < end) {
        const char *stop = memchr(piece, separator, (size_t)(end - piece));
        if (!stop)
            stop = end;
        json_array_append_new(pieces, json_stringn(piece, (size_t)(stop - piece)));
        piece = stop + 1;
    }
    return pieces;
}

/* --- records of the protocol --- */

static json_t *json_of_value(const struct wire_field *field, const void *value)
{
    switch (field->kind) {
    case WIRE_FIELD_INT:
    case WIRE_FIELD_INTS:
        return json_of_number(*(const int64_t *)value);
    case WIRE_FIELD_TEXT:
    case WIRE_FIELD_TEXTS:
        return json_of_text(*(const struct wire_text *)value);
    case WIRE_FIELD_FLAG:
        return json_boolean(*(const bool *)value);
    case WIRE_FIELD_RECORD:
    case WIRE_FIELD_RECORDS:
        break;
    }
    return json_of_record(field->record, value);
}

static json_t *json_of_field(const struct wire_field *field, const char *body)
{
    const void *member = body + field->offset;
    if (wire_field_is_list(field)) {
        const char *elements = *(const char *const *)member;
        size_t count = *(const size_t *)(const void *)(body + field->count_offset);
        json_t *list = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(
                list, json_of_value(field, elements + i * wire_field_element_size(field)));
        return list;
    }
    if (field->kind != WIRE_FIELD_RECORD)
        return json_of_value(field, member);
    const void *nested = *(const void *const *)member;
    return nested ? json_of_value(field, nested) : json_null();
}

json_t *json_of_record(const struct wire_record *record, const void *body)
{
    json_t *object = json_object();
    for (size_t i = 0; i < record->field_count; i++)
        json_object_set_new(object, record->fields[i].name,
                            json_of_field(&record->fields[i], body));
    return object;
}

json_t *json_of_fields(const struct wire_record *record, const void *body, const char *const *names)
{
    json_t *object = json_object();
    for (; *names; names++) {
        size_t i = 0;
        for (; strcmp(record->fields[i].name, *names) != 0; i++)
            assert(i + 1 < record->field_count);
        json_object_set_new(object, *names, json_of_field(&record->fields[i], body));
    }
    return object;
}
