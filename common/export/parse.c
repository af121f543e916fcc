#include "common/base/memory.h"
#include "common/export/record_form.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The place of a value, and its name in error messages. */
struct target {
    const struct form *form;
    const struct field *field;
    void *object; /* the struct of the form */
    struct error *error;
};

static enum error_code read_fields(const struct form *form, const json_t *from, void *object,
                                   struct error *error);

static void *value_at(const struct target *target)
{
    return (char *)target->object + target->field->at;
}

static size_t *count_at(const struct target *target)
{
    return (size_t *)(void *)((char *)target->object + target->field->count_at);
}

static enum error_code wrong(const struct target *target, const char *needed)
{
    return error_set(target->error, ERROR_BAD_ARGUMENTS, "%s: `%s` has to be %s",
                     target->form->type, target->field->key, needed);
}

/* Checks for a number from 0 to 2^53-1, which JavaScript holds exactly. */
static bool is_number(const json_t *from)
{
    return json_is_integer(from) && json_integer_value(from) >= 0 &&
           json_integer_value(from) <= EXPORT_NUMBER_MAX;
}

static enum error_code read_version(const struct target *target, const json_t *from)
{
    if (!json_is_integer(from))
        return wrong(target, "an integer");
    if (json_integer_value(from) != EXPORT_VERSION)
        return error_set(target->error, ERROR_BAD_ARGUMENTS,
                         "an export of version %lld; this program reads version %d",
                         (long long)json_integer_value(from), EXPORT_VERSION);
    return ERROR_NONE;
}

static enum error_code read_text(const struct target *target, const json_t *from)
{
    if (!json_is_string(from))
        return wrong(target, "a text");
    *(char **)value_at(target) = memory_text(json_string_value(from), json_string_length(from));
    return ERROR_NONE;
}

static enum error_code read_int(const struct target *target, const json_t *from)
{
    if (!is_number(from))
        return wrong(target, "an integer from 0 to 2^53 - 1");
    *(int64_t *)value_at(target) = json_integer_value(from);
    return ERROR_NONE;
}

static enum error_code read_flag(const struct target *target, const json_t *from)
{
    if (!json_is_boolean(from))
        return wrong(target, "true or false");
    *(bool *)value_at(target) = json_is_true(from);
    return ERROR_NONE;
}

static enum error_code read_bytes(const struct target *target, const json_t *from)
{
    size_t size = target->field->size, len = 0;
    const char *end = NULL, *hex = json_string_value(from);
    if (!hex || json_string_length(from) != 2 * size ||
        sodium_hex2bin(value_at(target), size, hex, 2 * size, NULL, &len, &end) != 0 || len != size)
        return error_set(target->error, ERROR_BAD_ARGUMENTS,
                         "%s: `%s` has to be %zu hexadecimal digits", target->form->type,
                         target->field->key, 2 * size);
    return ERROR_NONE;
}

/* Reads all integers of an array of `count`. */
static bool take_ints(const json_t *from, int64_t *ret_list, size_t count)
{
    if (!json_is_array(from) || json_array_size(from) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(from, i);
        if (!is_number(value))
            return false;
        ret_list[i] = json_integer_value(value);
    }
    return true;
}

static enum error_code read_scores(const struct target *target, const json_t *from)
{
    return take_ints(from, value_at(target), PAIR_SCORES)
               ? ERROR_NONE
               : wrong(target, "five integers from 0 on");
}

/* The object owns the list from the start, so that an unreadable list is freed with it. */
static void *make_list(const struct target *target, const json_t *from, size_t size)
{
    void *list = memory_zeroed(json_array_size(from), size);
    *count_at(target) = json_array_size(from);
    memcpy(value_at(target), &list, sizeof list); /* a pointer of any type */
    return list;
}

static enum error_code read_ints(const struct target *target, const json_t *from)
{
    int64_t *list = make_list(target, from, sizeof *list);
    return take_ints(from, list, json_array_size(from)) ? ERROR_NONE
                                                        : wrong(target, "integers from 0 on");
}

static enum error_code read_as_many_ints(const struct target *target, const json_t *from)
{
    if (json_array_size(from) != *count_at(target))
        return wrong(target, "as long as the list before it");
    return read_ints(target, from);
}

static enum error_code read_texts(const struct target *target, const json_t *from)
{
    if (!json_is_array(from))
        return wrong(target, "a list of texts");
    char **list = make_list(target, from, sizeof *list);
    for (size_t i = 0; i < json_array_size(from); i++) {
        const json_t *value = json_array_get(from, i);
        if (!json_is_string(value))
            return wrong(target, "a list of texts");
        list[i] = memory_text(json_string_value(value), json_string_length(value));
    }
    return ERROR_NONE;
}

static bool is_entrant(int64_t number)
{
    return number >= 0 && number < ENTRANTS_MAX;
}

static enum error_code read_meetings(const struct target *target, const json_t *from)
{
    static const char needed[] = "a list of pairs of entrants' numbers";
    if (!json_is_array(from))
        return wrong(target, needed);
    struct meeting *list = make_list(target, from, sizeof *list);
    for (size_t i = 0; i < json_array_size(from); i++) {
        int64_t pair[2];
        if (!take_ints(json_array_get(from, i), pair, 2) || !is_entrant(pair[0]) ||
            !is_entrant(pair[1]))
            return wrong(target, needed);
        list[i] = (struct meeting){.first = (int)pair[0], .second = (int)pair[1]};
    }
    return ERROR_NONE;
}

static enum error_code read_standings(const struct target *target, const json_t *from)
{
    if (!json_is_array(from))
        return wrong(target, "a list of objects");
    struct export_standing *list = make_list(target, from, sizeof *list);
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < json_array_size(from); i++) {
        const json_t *value = json_array_get(from, i);
        code = json_is_object(value) ? read_fields(&form_standing, value, &list[i], target->error)
                                     : wrong(target, "a list of objects");
    }
    return code;
}

static enum error_code (*const readers[])(const struct target *, const json_t *) = {
    [FIELD_VERSION] = read_version,     [FIELD_TEXT] = read_text,
    [FIELD_TEXT_OR_NONE] = read_text,   [FIELD_INT] = read_int,
    [FIELD_INT_OR_NONE] = read_int,     [FIELD_FLAG] = read_flag,
    [FIELD_BYTES] = read_bytes,         [FIELD_SCORES] = read_scores,
    [FIELD_INTS] = read_ints,           [FIELD_AS_MANY_INTS] = read_as_many_ints,
    [FIELD_TEXTS] = read_texts,         [FIELD_MEETINGS_OR_NONE] = read_meetings,
    [FIELD_STANDINGS] = read_standings,
};

static enum error_code read_absent(const struct target *target)
{
    if (!field_may_be_absent(target->field))
        return error_set(target->error, ERROR_BAD_ARGUMENTS, "%s: there is no `%s`",
                         target->form->type, target->field->key);
    if (target->field->kind == FIELD_INT_OR_NONE)
        *(int64_t *)value_at(target) = -1;
    return ERROR_NONE;
}

static bool has_key(const struct form *form, const char *key)
{
    for (size_t i = 0; i < form->count; i++)
        if (strcmp(form->fields[i].key, key) == 0)
            return true;
    return form != &form_standing && (strcmp(key, "type") == 0 || strcmp(key, "hash") == 0);
}

static enum error_code check_keys(const struct form *form, const json_t *from, struct error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)(uintptr_t)from, key, value) {
        if (!has_key(form, key))
            return error_set(error, ERROR_BAD_ARGUMENTS, "%s: nothing is called `%s` here",
                             form->type, key);
    }
    return ERROR_NONE;
}

static enum error_code read_fields(const struct form *form, const json_t *from, void *object,
                                   struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < form->count; i++) {
        const struct field *field = &form->fields[i];
        struct target target = {.form = form, .field = field, .object = object, .error = error};
        const json_t *value = json_object_get(from, field->key);
        code = value ? readers[field->kind](&target, value) : read_absent(&target);
    }
    return code ? code : check_keys(form, from, error);
}

static enum error_code read_line(const json_t *from, struct export_line *line, struct error *error)
{
    const char *type = json_string_value(json_object_get(from, "type"));
    const struct form *form = type ? form_of_type(type) : NULL;
    if (!type)
        return error_set(error, ERROR_BAD_ARGUMENTS, "a line has to be an object with a `type`");
    if (!form)
        return error_set(error, ERROR_BAD_ARGUMENTS, "no line is of the type `%s`", type);
    line->kind = form->kind;
    if (form->kind == EXPORT_MATCH)
        line->match.kind = form->meeting;
    return read_fields(form, from, (char *)line + form->at, error);
}

/* Leaves out jansson's quotation of the text, which may be cut within a character. */
static enum error_code no_json(const json_error_t *cause, struct error *error)
{
    const char *near = strstr(cause->text, " near ");
    size_t len = near ? (size_t)(near - cause->text) : strlen(cause->text);
    return error_set(error, ERROR_BAD_ARGUMENTS, "no JSON object: byte %d: %.*s", cause->position,
                     (int)len, cause->text);
}

enum error_code export_parse(const char *line, size_t len, struct export_line *ret_line,
                             struct error *error)
{
    json_error_t cause;
    struct export_line read = {.kind = EXPORT_SEAL}; /* a kind that owns nothing */
    json_t *from = json_loadb(line, len, JSON_REJECT_DUPLICATES, &cause);
    if (!from)
        return no_json(&cause, error);
    enum error_code code = read_line(from, &read, error);
    json_decref(from);
    if (code)
        export_line_finish(&read);
    else
        *ret_line = read;
    return code;
}
