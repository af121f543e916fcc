#include "client/json.h"

#include <assert.h>
#include <stdlib.h>

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

static void print(json_t *value, size_t flags, struct text *out)
{
    assert(value);
    char *printed = json_dumps(value, flags | JSON_ENCODE_ANY);
    assert(printed);
    text_append_string(out, printed);
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
