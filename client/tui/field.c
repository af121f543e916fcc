#include "client/tui/field.h"

#include "common/base/harmless.h"

#include <assert.h>
#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <unistr.h>

static size_t next_of(const struct field *field, size_t at)
{
    const uint8_t *text = (const uint8_t *)field->text;
    return at < field->len ? (size_t)(u8_grapheme_next(text + at, text + field->len) - text) : at;
}

static size_t before_of(const struct field *field, size_t at)
{
    const uint8_t *text = (const uint8_t *)field->text;
    return at > 0 ? (size_t)(u8_grapheme_prev(text + at, text) - text) : 0;
}

/* The beginning of the word before the cursor. */
static size_t word_before(const struct field *field)
{
    size_t at = field->cursor;
    while (at > 0 && field->text[at - 1] == ' ')
        at--;
    while (at > 0 && field->text[at - 1] != ' ')
        at--;
    return at;
}

static void remove_part(struct field *field, size_t from, size_t to)
{
    assert(from <= to && to <= field->len);
    memmove(field->text + from, field->text + to, field->len - to + 1);
    field->len -= to - from;
    field->cursor = from;
}

static void insert(struct field *field, int64_t code)
{
    assert(field->cursor <= field->len && field->len <= FIELD_BYTES_MAX);
    uint8_t bytes[6];
    int len = u8_uctomb(bytes, (ucs4_t)code, sizeof bytes);
    if (len < 1 || !harmless_is((uint32_t)code) || field->len + (size_t)len > FIELD_BYTES_MAX)
        return;
    char *at = field->text + field->cursor;
    memmove(at + len, at, field->len - field->cursor + 1);
    memcpy(at, bytes, (size_t)len);
    field->len += (size_t)len;
    field->cursor += (size_t)len;
}

void field_set(struct field *field, const char *text)
{
    *field = (struct field){0};
    size_t len = strlen(text);
    while (len > FIELD_BYTES_MAX || (len > 0 && u8_check((const uint8_t *)text, len)))
        len--;
    memcpy(field->text, text, len);
    field->len = field->cursor = len;
}

static bool control(struct field *field, int64_t letter)
{
    if (letter == 'A')
        field->cursor = 0;
    else if (letter == 'E')
        field->cursor = field->len;
    else if (letter == 'U')
        remove_part(field, 0, field->cursor);
    else if (letter == 'W')
        remove_part(field, word_before(field), field->cursor);
    else
        return false;
    return true;
}

bool field_stroke(struct field *field, struct stroke stroke)
{
    if (stroke.kind == STROKE_CHARACTER || stroke.kind == STROKE_PASTED)
        insert(field, stroke.code);
    else if (stroke.kind == STROKE_LEFT)
        field->cursor = before_of(field, field->cursor);
    else if (stroke.kind == STROKE_RIGHT)
        field->cursor = next_of(field, field->cursor);
    else if (stroke.kind == STROKE_HOME)
        field->cursor = 0;
    else if (stroke.kind == STROKE_END)
        field->cursor = field->len;
    else if (stroke.kind == STROKE_BACKSPACE)
        remove_part(field, before_of(field, field->cursor), field->cursor);
    else if (stroke.kind == STROKE_DELETE)
        remove_part(field, field->cursor, next_of(field, field->cursor));
    else
        return stroke.kind == STROKE_CONTROL && control(field, stroke.code);
    return true;
}

/* --- drawing --- */

static int width_between(const struct field *field, const struct canvas *canvas, size_t from,
                         size_t to)
{
    assert(from <= to && to <= field->len);
    char part[FIELD_BYTES_MAX + 1];
    memcpy(part, field->text + from, to - from);
    part[to - from] = '\0';
    return canvas_width(canvas, part);
}

void field_draw(const struct field *field, bool has_focus, struct canvas *canvas, struct area area)
{
    size_t from = 0;
    while (area.columns > 0 && width_between(field, canvas, from, field->cursor) >= area.columns)
        from = next_of(field, from);
    canvas_put(canvas, area, 0, 0, STYLE_PLAIN, field->text + from);
    if (!has_focus || area.rows < 1 || area.columns < 1)
        return;
    canvas->cursor_row = area.row;
    canvas->cursor_column = area.column + width_between(field, canvas, from, field->cursor);
}
