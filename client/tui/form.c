#include "client/tui/form.h"

#include "client/show/columns.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

void form_init(struct form *form, const struct form_row *rows, size_t count)
{
    assert(count <= FORM_ROWS_MAX);
    *form = (struct form){.rows = rows, .count = count};
}

const char *form_text(const struct form *form, size_t row)
{
    assert(row < form->count);
    const struct form_row *about = &form->rows[row];
    return about->choices ? about->choices[form->chosen[row]] : form->fields[row].text;
}

void form_choose(struct form *form, size_t row, const char *choice)
{
    assert(row < form->count && form->rows[row].choices);
    const struct form_row *about = &form->rows[row];
    for (size_t i = 0; i < about->choice_count; i++) {
        if (strcmp(about->choices[i], choice) == 0)
            form->chosen[row] = i;
    }
}

void form_focus(struct form *form, size_t row)
{
    assert(row < form->count);
    form->focus = row;
    form->is_left = false;
}

/* --- strokes --- */

/* Moves the focus to the next visible row in one direction, wrapping around. */
static enum form_outcome move_focus(struct form *form, size_t step)
{
    assert(!form->is_hidden[0]);
    size_t row = form->focus;
    do {
        row = (row + step) % form->count;
    } while (form->is_hidden[row]);
    form_focus(form, row);
    return FORM_MOVED;
}

static enum form_outcome step_choice(struct form *form, size_t step)
{
    assert(form->rows[form->focus].choice_count > 0);
    size_t *chosen = &form->chosen[form->focus];
    *chosen = (*chosen + step) % form->rows[form->focus].choice_count;
    return FORM_CHANGED;
}

/* Chooses the next choice that begins with this letter. */
static enum form_outcome jump_to(struct form *form, int64_t letter)
{
    const struct form_row *row = &form->rows[form->focus];
    char wanted[2] = {(char)letter};
    for (size_t i = 1; letter > ' ' && letter < 0x7F && i <= row->choice_count; i++) {
        size_t at = (form->chosen[form->focus] + i) % row->choice_count;
        if (strncasecmp(row->choices[at], wanted, 1) == 0) {
            form->chosen[form->focus] = at;
            return FORM_CHANGED;
        }
    }
    return FORM_IGNORED;
}

static enum form_outcome stroke_choice(struct form *form, struct stroke stroke)
{
    size_t count = form->rows[form->focus].choice_count;
    bool is_character = stroke.kind == STROKE_CHARACTER;
    if (stroke.kind == STROKE_RIGHT || (is_character && stroke.code == ' '))
        return step_choice(form, 1);
    if (stroke.kind == STROKE_LEFT)
        return step_choice(form, count - 1);
    return is_character ? jump_to(form, stroke.code) : FORM_IGNORED;
}

bool form_is_typing(const struct form *form)
{
    return !form->rows[form->focus].choices && !form->is_left;
}

bool form_leave_text(struct form *form)
{
    bool was_typing = form_is_typing(form);
    form->is_left |= was_typing;
    return was_typing;
}

static enum form_outcome stroke_field(struct form *form, struct stroke stroke)
{
    struct field *field = &form->fields[form->focus], before = *field;
    bool is_text = stroke.kind == STROKE_CHARACTER || stroke.kind == STROKE_PASTED ||
                   stroke.kind == STROKE_CONTROL;
    if (stroke.kind == STROKE_ESCAPE)
        return form_leave_text(form) ? FORM_MOVED : FORM_IGNORED;
    if ((form->is_left && is_text) || !field_stroke(field, stroke))
        return FORM_IGNORED;
    form->is_left = false;
    return strcmp(before.text, field->text) == 0 ? FORM_MOVED : FORM_CHANGED;
}

enum form_outcome form_stroke(struct form *form, struct stroke stroke)
{
    if (stroke.kind == STROKE_DOWN || stroke.kind == STROKE_TAB)
        return move_focus(form, 1);
    if (stroke.kind == STROKE_UP || stroke.kind == STROKE_BACK_TAB)
        return move_focus(form, form->count - 1);
    if (stroke.kind == STROKE_ENTER)
        return FORM_DONE;
    if (stroke.kind != STROKE_CHOOSE)
        return form->rows[form->focus].choices ? stroke_choice(form, stroke)
                                               : stroke_field(form, stroke);
    size_t row = (size_t)stroke.code;
    if (row >= form->count || form->is_hidden[row])
        return FORM_IGNORED;
    if (row == form->focus && form->rows[row].choices)
        return step_choice(form, 1);
    form_focus(form, row);
    return FORM_MOVED;
}

/* --- drawing --- */

/* Draws "[ 3+5 ]": the brackets mark a text field. */
static void draw_text(const struct form *form, size_t row, struct canvas *canvas, struct area area)
{
    const struct field *field = &form->fields[row];
    const char *empty = field->len == 0 ? form->rows[row].empty : NULL;
    bool has_focus = row == form->focus;
    enum style style = has_focus ? STYLE_KEY : STYLE_DIM;
    int width = canvas_width(canvas, empty ? empty : field->text) + 1; /* with the cursor */
    canvas_put(canvas, area, 0, 0, style, "[");
    area_cut_columns(&area, 2);
    struct area inside = area;
    inside.columns = width < area.columns - 1 ? width : area.columns - 1;
    canvas_put(canvas, area, 0, inside.columns, style, "]");
    field_draw(field, has_focus && !form->is_left, canvas, inside);
    if (empty)
        canvas_put(canvas, inside, 0, 0, STYLE_DIM, empty);
}

static void draw_row(const struct form *form, size_t row, struct canvas *canvas, struct area area)
{
    bool has_focus = row == form->focus;
    enum style arrow = has_focus ? STYLE_KEY : STYLE_DIM;
    size_t label_width = 0; /* the widest label */
    for (size_t i = 0; i < form->count; i++) {
        size_t width = columns_width(form->rows[i].label);
        label_width = width > label_width ? width : label_width;
    }
    canvas_target(canvas, area, stroke_choose((int64_t)row));
    if (has_focus)
        canvas_glyph(canvas, area, 0, 0, STYLE_KEY, GLYPH_POINTER);
    canvas_put(canvas, area, 0, 2, has_focus ? STYLE_TITLE : STYLE_PLAIN, form->rows[row].label);
    area_cut_columns(&area, (int)label_width + 4);
    if (!form->rows[row].choices) {
        draw_text(form, row, canvas, area);
        return;
    }
    int column = canvas_glyph(canvas, area, 0, 0, arrow, GLYPH_LEFT);
    column = canvas_put(canvas, area, 0, column + 1, has_focus ? STYLE_CHOSEN : STYLE_PLAIN,
                        form_text(form, row));
    canvas_glyph(canvas, area, 0, column + 1, arrow, GLYPH_RIGHT);
}

/* Returns the row after the words. */
static int draw_words(const char *words, enum style style, struct canvas *canvas, struct area area,
                      int row)
{
    return words ? row + canvas_paragraph(canvas, area_inset(area, 0, 2), row, 0, style, words)
                 : row;
}

int form_draw(const struct form *form, const char *what_is_wrong, struct canvas *canvas,
              struct area area)
{
    int row = 0;
    for (size_t i = 0; i < form->count; i++) {
        struct area line = {area.row + row, area.column, row < area.rows ? 1 : 0, area.columns};
        if (form->is_hidden[i])
            continue;
        draw_row(form, i, canvas, line);
        row++;
    }
    row = draw_words(what_is_wrong, STYLE_BAD, canvas, area, row + 1);
    return draw_words(form->rows[form->focus].help, STYLE_DIM, canvas, area, row);
}
