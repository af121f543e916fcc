/* A line of text that a person types. No I/O. */
#ifndef CLIENT_TUI_FIELD_H
#define CLIENT_TUI_FIELD_H

#include "client/tui/canvas.h"

enum { FIELD_BYTES_MAX = 500 };

/* {0} is an empty field. */
struct field {
    char text[FIELD_BYTES_MAX + 1]; /* UTF-8 */
    size_t len;
    size_t cursor; /* in bytes, at the beginning of a grapheme */
};

void field_set(struct field *field,
               const char *text); /* moves the cursor to the end; cuts a long text */
/* Takes characters, also pasted ones, Left, Right, Home, End, Backspace, Delete, Ctrl-A, Ctrl-E,
 * Ctrl-U and Ctrl-W. False: another stroke. */
bool field_stroke(struct field *field, struct stroke stroke);
/* Draws one row: the text, or the part around the cursor. `has_focus`: shows the terminal's
 * cursor. */
void field_draw(const struct field *field, bool has_focus, struct canvas *canvas, struct area area);

#endif
