/* A canvas for a full screen: cells, and the targets of mouse presses. It is independent of a
 * terminal, so that tests can compare screens as text. No I/O. */
#ifndef CLIENT_TUI_CANVAS_H
#define CLIENT_TUI_CANVAS_H

#include "common/base/text.h"
#include "common/words/stroke.h"

#include <stdbool.h>
#include <stddef.h>

/* The meaning of a cell; the terminal decides how it looks. X(NAME, letter in snapshots) */
#define STYLES(X)                                                                                  \
    X(PLAIN, '.')                                                                                  \
    X(DIM, 'd')     /* of little importance */                                                     \
    X(TITLE, 't')   /* of the screen or a part of it */                                            \
    X(KEY, 'k')     /* a key that can be pressed */                                                \
    X(CHOSEN, 'c')  /* the object of the keys */                                                   \
    X(COUNTER, 'o') /* counters, edges */                                                          \
    X(TAKEN, 'x')   /* counters that the chosen move would take */                                 \
    X(LAST, 'l')    /* a part that the last move has changed */                                    \
    X(GOOD, 'g')    /* won, kept, online */                                                        \
    X(BAD, 'b')     /* lost, thrown away, refused */                                               \
    X(WARN, 'w')    /* needs attention: a lost connection, a challenge */                          \
    X(URGENT, 'u')  /* the last ten seconds */

enum style {
#define X(name, letter) STYLE_##name,
    STYLES(X)
#undef X
        STYLE_COUNT,
};

/* Signs, with a substitute for terminals without Unicode. X(NAME, "unicode", "plain"); each is one
 * cell wide. */
#define GLYPHS(X)                                                                                  \
    X(COUNTER, "\u25cf", "o")                                                                      \
    X(TAKEN, "\u25cc", ".")                                                                        \
    X(PIN, "\u258c", "|")                                                                          \
    X(OTHER_COUNTER, "\u25cb", "x")                                                                \
    X(DOLLAR, "$", "$")                                                                            \
    X(HEADS, "O", "O")                                                                             \
    X(TAILS, "X", "X")                                                                             \
    X(QUEEN, "\u265b", "Q")                                                                        \
    X(PAWN_UP, "\u25b2", "A")                                                                      \
    X(PAWN_DOWN, "\u25bc", "V")                                                                    \
    X(TOKEN, "\u25c6", "@")                                                                        \
    X(BAR, "\u2588", "#")                                                                          \
    X(BAR_REST, "\u2591", "-")                                                                     \
    X(HORIZONTAL, "\u2500", "-")                                                                   \
    X(VERTICAL, "\u2502", "|")                                                                     \
    X(BRANCH, "\u251c", "+")                                                                       \
    X(CORNER_BOTTOM_LEFT, "\u2514", "+")                                                           \
    X(POINTER, "\u25b8", ">")                                                                      \
    X(UP, "\u2191", "^")                                                                           \
    X(DOWN, "\u2193", "v")                                                                         \
    X(LEFT, "\u2190", "<")                                                                         \
    X(RIGHT, "\u2192", ">")                                                                        \
    X(ONLINE, "\u25cf", "*")                                                                       \
    X(OFFLINE, "\u25cb", "-")                                                                      \
    X(YES, "\u2713", "+")                                                                          \
    X(NO, "\u2717", "x")                                                                           \
    X(MORE, "\u2026", "~")

enum glyph {
#define X(name, unicode, plain) GLYPH_##name,
    GLYPHS(X)
#undef X
        GLYPH_COUNT,
};

enum { CELL_BYTES = 24 };

struct cell {
    /* One grapheme in UTF-8, zero-terminated; "": the right half of a wide one before it. */
    char text[CELL_BYTES];
    unsigned char style; /* enum style */
};

/* A part of the screen, in cells. Drawing is clipped at its borders. */
struct area {
    int row, column;
    int rows, columns; /* may be 0 or less: nothing is drawn then */
};

/* An area to press with the mouse, and its stroke: every mouse action has a key. Later targets lie
 * above earlier ones. */
struct target {
    struct area area;
    struct stroke stroke;
};

struct canvas {
    int rows, columns;
    bool has_unicode;
    struct cell *cells;     /* row by row; owned */
    struct target *targets; /* owned */
    size_t target_count;
    int cursor_row, cursor_column; /* in a field; -1: hidden */
};

/* Empties all cells, and removes targets and cursor. A canvas {0} may be cleared. */
void canvas_clear(struct canvas *canvas, int rows, int columns, bool has_unicode);
void canvas_finish(struct canvas *canvas);

struct area canvas_area(const struct canvas *canvas); /* all of it */
/* Cuts `rows` rows off the top of the area and returns them; negative: off the bottom. */
struct area area_cut_rows(struct area *area, int rows);
/* Cuts columns off the left; negative: off the right. */
struct area area_cut_columns(struct area *area, int columns);
struct area area_inset(struct area area, int rows, int columns);

/* Draws a text (UTF-8; '?' for characters that cannot be shown) at row and column of the area, on
 * one line. Returns the column after it, also if it was cut. */
int canvas_put(struct canvas *canvas, struct area area, int row, int column, enum style style,
               const char *text);
int canvas_printf(struct canvas *canvas, struct area area, int row, int column, enum style style,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
int canvas_glyph(struct canvas *canvas, struct area area, int row, int column, enum style style,
                 enum glyph glyph);
/* Draws `count` of the glyph. */
int canvas_glyphs(struct canvas *canvas, struct area area, int row, int column, enum style style,
                  enum glyph glyph, int count);
/* The width of a text in cells. */
int canvas_width(const struct canvas *canvas, const char *text);
/* Draws a text that ends at the right border of the area. */
void canvas_put_right(struct canvas *canvas, struct area area, int row, enum style style,
                      const char *text);
/* Breaks a text between words, and within words that are longer than a line. Returns the number of
 * its rows, including those below the area; the first `skip` rows are not drawn. */
int canvas_paragraph(struct canvas *canvas, struct area area, int row, int skip, enum style style,
                     const char *text);
/* Changes the style of cells, not their text. */
void canvas_restyle(struct canvas *canvas, struct area area, enum style style);

/* Adds a target: a press on the area is this stroke. */
void canvas_target(struct canvas *canvas, struct area area, struct stroke stroke);
/* The stroke of a press on a cell; false: no target is there. */
bool canvas_target_at(const struct canvas *canvas, int row, int column, struct stroke *ret_stroke);

/* Appends the screen as text, a line for each row, without trailing blanks. With `styles`, the
 * letters of the styles follow each line. For tests. */
void canvas_print(const struct canvas *canvas, bool styles, struct text *out);

#endif
