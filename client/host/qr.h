/* A link as a QR code for a terminal. A row of the screen holds two rows of modules, drawn with
 * half blocks. Black and white are set explicitly, so that the code looks the same on light and
 * dark terminals. */
#ifndef CLIENT_HOST_QR_H
#define CLIENT_HOST_QR_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdio.h>

enum {
    QR_LINK_MAX = 230, /* bytes of a link whose code fits a terminal of QR_COLUMNS_MAX */
    QR_COLUMNS_MAX = 80,
};

/* The number of colours with which qr_draw() can draw there: 0 if `out` is no terminal, or shows no
 * colours, or the locale's charset is not UTF-8. Sets the locale of characters (LC_CTYPE). */
int qr_colours_of(FILE *out);

/* Appends the code, a line for each row of the screen, with the light border that readers need.
 * `colours` > 0, as of qr_colours_of(). False: the link is longer than QR_LINK_MAX, and nothing is
 * appended. */
bool qr_draw(const char *link, int colours, struct text *out);

#endif
