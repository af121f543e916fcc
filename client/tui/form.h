/* Labelled fields and choices, one below another; one has the focus. No I/O.
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

/* The constant part of a row. All texts are borrowed. */
struct form_row {
    const char *label;
    const char *const *choices; /* one of them is chosen; NULL: a text is typed */
    size_t choice_count;
    const char *empty; /* of a text: shown dimmed while nothing is typed; NULL: nothing */
    const char *help;  /* shown below the form while the row has the focus; NULL: nothing */
};

struct form {
    const struct form_row *rows;
    size_t count;
    size_t focus;
    bool is_left; /* Esc has left the text with the focus: characters are not typed into it */
    size_t chosen[FORM_ROWS_MAX];       /* of the rows with choices */
    struct field fields[FORM_ROWS_MAX]; /* of the others */
    bool is_hidden[FORM_ROWS_MAX]; /* makes no sense with the other rows' values; never the first
                                      row */
};

enum form_outcome {
    FORM_IGNORED, /* the stroke is not for a form */
    FORM_MOVED,   /* no value has changed */
    FORM_CHANGED,
    FORM_DONE, /* Enter */
};

/* Empty, with the first choices and the focus on the first row. `rows` is borrowed. */
void form_init(struct form *form, const struct form_row *rows, size_t count);
const char *form_text(const struct form *form, size_t row); /* typed, or the choice's */
void form_choose(struct form *form, size_t row,
                 const char *choice); /* ignored if there is no such choice */

/* Gives a row the focus; a text can be typed into at once. */
void form_focus(struct form *form, size_t row);
/* Has a text the focus, and do characters go into it? */
bool form_is_typing(const struct form *form);
/* Ends typing, while the focus stays where it is; false: nothing is being typed. */
bool form_leave_text(struct form *form);

/* Up, Down, Tab, Shift-Tab and the mouse (STROKE_CHOOSE with the row's number) move the focus.
 * Left, Right, blank and a press on the row that has the focus change a choice; a letter goes to
 * the next choice that begins with it. In a text all else is typed until Esc ends that; Left,
 * Right, Backspace, Delete, Home, End or a press on the row begin it again. */
enum form_outcome form_stroke(struct form *form, struct stroke stroke);
/* Draws the rows, and the help below them. Returns how many rows that takes. `what_is_wrong` comes
 * before the help; NULL: nothing is wrong. */
int form_draw(const struct form *form, const char *what_is_wrong, struct canvas *canvas,
              struct area area);

#endif
