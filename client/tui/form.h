/* Labelled fields and choices in rows; one row has the focus. No I/O.
 *
 *     enum { ROW_GAME, ROW_CLOCK, ROW_COUNT };
 *     static const struct form_row rows[ROW_COUNT] = {
 *         [ROW_GAME] = {.label = "Game", .choices = games, .choice_count = 7},
 *         [ROW_CLOCK] = {.label = "Clock", .help = "300+3: seconds, and more each move"},
 *     };
 *     form_init(&form, rows, ROW_COUNT); */
#ifndef CLIENT_TUI_FORM_H
#define CLIENT_TUI_FORM_H

#include "client/tui/field.h"

enum { FORM_ROWS_MAX = 12 };

/* The constant part of a row. All texts are borrowed. */
struct form_row {
    const char *label;
    const char *const *choices; /* NULL: the row is a text field */
    size_t choice_count;
    const char *empty; /* placeholder of an empty text field, dimmed; NULL: none */
    const char *help;  /* shown below the form while the row has the focus; NULL: none */
};

struct form {
    const struct form_row *rows;
    size_t count;
    size_t focus;
    bool is_left; /* Esc has left the text field with the focus: it takes no characters */
    size_t chosen[FORM_ROWS_MAX];       /* of the rows with choices */
    struct field fields[FORM_ROWS_MAX]; /* of the others */
    bool is_hidden[FORM_ROWS_MAX];      /* pointless with the values of other rows; never row 0 */
};

enum form_outcome {
    FORM_IGNORED, /* the stroke is not for a form */
    FORM_MOVED,   /* no value has changed */
    FORM_CHANGED,
    FORM_DONE, /* Enter */
};

/* Makes a form with empty texts, the first choices and the focus on the first row. `rows` is
 * borrowed. */
void form_init(struct form *form, const struct form_row *rows, size_t count);
const char *form_text(const struct form *form, size_t row);          /* typed or chosen */
void form_choose(struct form *form, size_t row, const char *choice); /* ignores unknown choices */

/* Gives a row the focus; a text field takes characters at once. */
void form_focus(struct form *form, size_t row);
/* Do characters go into a text field? */
bool form_is_typing(const struct form *form);
/* Ends typing without moving the focus; false: no text is being typed. */
bool form_leave_text(struct form *form);

/* Up, Down, Tab, Shift-Tab and the mouse (STROKE_CHOOSE with the row's number) move the focus.
 * Left, Right, blank and a press on the row with the focus change a choice; a letter goes to the
 * next choice that begins with it. A text field takes all other strokes until Esc ends typing;
 * Left, Right, Backspace, Delete, Home, End or a press on the row resume it. */
enum form_outcome form_stroke(struct form *form, struct stroke stroke);
/* Draws the rows, and below them `what_is_wrong` (NULL: no error) and the help. Returns the number
 * of rows drawn. */
int form_draw(const struct form *form, const char *what_is_wrong, struct canvas *canvas,
              struct area area);

#endif
