/* Labelled fields and choices, one below another, of which one has the focus. Pure.
 *
 *     enum { ROW_GAME, ROW_CLOCK, ROW_COUNT };
 *     static const struct form_row rows[ROW_COUNT] = {
 *         [ROW_GAME] = {.label = "Game", .choices = games, .choice_count = 7},
 *         [ROW_CLOCK] = {.label = "Clock", .help = "300+3: seconds, and more each move"},
 *     };
 *     form_init(&form, rows, ROW_COUNT);
 */
#ifndef CLIENT_TUI_FORM_H
#define CLIENT_TUI_FORM_H

#include "client/tui/field.h"

enum { FORM_ROWS_MAX = 12 };

/* What does not change of a row. All texts are borrowed. */
struct form_row {
    const char *label;
    const char *const *choices; /* one of them is chosen; NULL: a text is typed */
    size_t choice_count;
    const char
        *empty; /* of a text: what stands there, dimmed, while nothing is typed; NULL: nothing */
    const char *help; /* said below the form while the row has the focus; NULL: nothing */
};

struct form {
    const struct form_row *rows;
    size_t count;
    size_t focus;
    bool is_left; /* Esc has left the text with the focus: characters are not typed into it */
    size_t chosen[FORM_ROWS_MAX];       /* of the rows with choices */
    struct field fields[FORM_ROWS_MAX]; /* of the others */
    bool is_hidden[FORM_ROWS_MAX]; /* has no sense as the rest is filled in; not the first row */
};

enum form_outcome {
    FORM_IGNORED, /* the stroke is not for a form */
    FORM_MOVED,   /* nothing is filled in otherwise than before */
    FORM_CHANGED,
    FORM_DONE, /* Enter */
};

/* Empty, with the first choices and the focus on the first row. `rows` is borrowed. */
void form_init(struct form *form, const struct form_row *rows, size_t count);
const char *form_text(const struct form *form, size_t row);          /* typed, or the choice's */
void form_choose(struct form *form, size_t row, const char *choice); /* which need not be there */

/* Gives a row the focus; a text can be typed into at once. */
void form_focus(struct form *form, size_t row);
/* A text has the focus, and characters go into it. */
bool form_is_typing(const struct form *form);
/* Ends typing, while the focus stays where it is; false: nothing is being typed. */
bool form_leave_text(struct form *form);

/* Up, Down, Tab, Shift-Tab and the mouse (STROKE_CHOOSE with the row's number) move the focus.
 * Left, Right, blank and a press on the row that has the focus change a choice; a letter goes to
 * the next choice that begins with it. In a text all else is typed until Esc ends that; Left,
 * Right, Backspace, Delete, Home, End or a press on the row begin it again. */
enum form_outcome form_stroke(struct form *form, struct stroke stroke);
/* Takes the rows that it needs, and the help below. Returns how many. `what_is_wrong` stands there
 * first; NULL: nothing is. */
int form_draw(const struct form *form, const char *what_is_wrong, struct canvas *canvas,
              struct area area);

#endif
