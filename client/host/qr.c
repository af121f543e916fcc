#include "client/host/qr.h"

#include "common/base/streams.h"

#include <assert.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

/* The light border around the code, in modules: the standard wants 4. Readers make do with 2, and
 * above and below that leaves the code within a terminal of 24 rows. */
enum { BORDER_COLUMNS = 4, BORDER_ROWS = 2 };

int qr_colours_of(FILE *out)
{
    int status;
    if (!isatty(streams_descriptor(out)))
        return 0;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        return 0;
    if (setupterm(NULL, streams_descriptor(out), &status) != OK)
        return 0;
    int colours = tigetnum("colors");
    del_curterm(cur_term);
    return colours >= 8 ? colours : 0;
}

/* The sequence for black on white. Palettes of 256 colours have true ones, where nobody changes
 * them; the first 16 depend on the terminal's theme. */
static const char *black_on_white(int colours)
{
    if (colours >= 256)
        return "\033[38;5;16;48;5;231m";
    return colours >= 16 ? "\033[30;107m" : "\033[30;47m";
}

static bool is_dark(const QRcode *code, int row, int column)
{
    bool is_inside = row >= 0 && row < code->width && column >= 0 && column < code->width;
    return is_inside && (code->data[row * code->width + column] & 1);
}

bool qr_draw(const char *link, int colours, struct text *out)
{
    assert(colours > 0);
    size_t len = strlen(link);
    if (len > QR_LINK_MAX)
        return false;
    /* The lowest level of correction: nothing on a screen gets lost, and the code stays small. */
    QRcode *code = QRcode_encodeData((int)len, (const unsigned char *)link, 0, QR_ECLEVEL_L);
    if (!code) {
        assert(errno == ENOMEM);
        abort();
    }
    assert(code->width + 2 * BORDER_COLUMNS <= QR_COLUMNS_MAX);
    for (int row = -BORDER_ROWS; row < code->width + BORDER_ROWS; row += 2) {
        text_append_string(out, black_on_white(colours));
        for (int column = -BORDER_COLUMNS; column < code->width + BORDER_COLUMNS; column++) {
            bool is_upper = is_dark(code, row, column), is_lower = is_dark(code, row + 1, column);
            text_append_string(out, is_upper && is_lower ? "█"
                                    : is_upper           ? "▀"
                                    : is_lower           ? "▄"
                                                         : " ");
        }
        text_append_string(out, "\033[0m\n");
    }
    QRcode_free(code);
    return true;
}
