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
               const char *text); /* the cursor goes to the end; a text that is too long is cut */
/* Characters, also pasted ones, Left, Right, Home, End, Backspace, Delete, Ctrl-A, Ctrl-E, Ctrl-U,
 * Ctrl-W. False: not for a field. */
bool field_stroke(struct field *field, struct stroke stroke);
/* Draws one row; of a longer text the part around the cursor. `has_focus`: the terminal's cursor
 * goes there. */
void field_draw(const struct field *field, bool has_focus, struct canvas *canvas, struct area area);

#endif
