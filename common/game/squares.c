#include "common/game/squares.h"

#include <inttypes.h>

static enum error_code read_square(struct scanner *scanner, const struct squares_form *form,
                                   int64_t *ret_square, int64_t *marked, enum error_code code,
                                   struct error *error)
{
    size_t place = scanner->at + 1;
    enum error_code failed = scanner_take_int(scanner, ret_square, code, error);
    if (failed)
        return failed;
    bool is_marked = form->mark && scanner_take(scanner, form->mark);
    if (is_marked && *marked != SQUARES_UNMARKED)
        return error_set(error, code, "at %zu: %c may stand behind one %s only", scanner->at,
                         form->mark, form->noun);
    if (is_marked)
        *marked = *ret_square;
    if (*ret_square < 1 && !(is_marked && form->least_marked == 0))
        return error_set(error, code, "at %zu: the %ss are numbered from 1%s", place, form->noun,
                         form->mark && form->least_marked == 0 ? "; only 0$ is beside it" : "");
    return ERROR_NONE;
}

enum error_code squares_read(struct scanner *scanner, const struct squares_form *form,
                             struct position *position, int64_t *ret_marked, enum error_code code,
                             struct error *error)
{
    uint32_t first = position->count;
    struct scanner ahead = *scanner;
    *ret_marked = SQUARES_UNMARKED;
    if (scanner_take(&ahead, '0') && scanner_at_end(&ahead)) {
        *scanner = ahead;
        return ERROR_NONE;
    }

    do {
        size_t place = scanner->at + 1;
        int64_t square;
        enum error_code failed = read_square(scanner, form, &square, ret_marked, code, error);
        if (failed)
            return failed;
        uint32_t at = position->count;
        while (at > first && position->cells[at - 1] > square)
            at--;
        if (at > first && position->cells[at - 1] == square)
            return error_set(error, code, "at %zu: %s %" PRId64 " is named twice", place,
                             form->noun, square);
        position_insert(position, at, square);
    } while (scanner_take(scanner, '+'));
    return ERROR_NONE;
}

void squares_print(const int64_t *squares, uint32_t count, char mark, int64_t marked,
                   struct text *out)
{
    if (count == 0)
        text_append_char(out, '0');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text_append_char(out, '+');
        text_append_int(out, squares[i]);
        if (squares[i] == marked)
            text_append_char(out, mark);
    }
}

enum error_code squares_check_last(const char *rules, const char *noun, int64_t last, int64_t most,
                                   struct error *error)
{
    if (last <= most)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_POSITION,
                     "%s: the last %s is at most %" PRId64 ", not %" PRId64, rules, noun, most,
                     last);
}
