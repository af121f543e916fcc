/* The notation of the games on a strip: different squares, numbered from 1 on the left, joined by
 * '+', as "2+5+9"; "0" stands for none. In some games one of them has a mark: "2+5$+9". */
#ifndef COMMON_GAME_SQUARES_H
#define COMMON_GAME_SQUARES_H

#include "common/base/scanner.h"
#include "common/base/text.h"
#include "common/game/position.h"

enum { SQUARES_UNMARKED = -1 };

/* What may be read. */
struct squares_form {
    const char *noun;     /* for messages: "square", or "coin" where each square has one */
    char mark;            /* behind one square; 0: there is none */
    int64_t least_marked; /* 0 where the marked square may be 0, else 1 */
};

/* Reads squares in any order up to the first byte that cannot belong to them and inserts them in
 * ascending order behind the cells that the position has. `ret_marked` is the marked square or
 * SQUARES_UNMARKED. */
enum error_code squares_read(struct scanner *scanner, const struct squares_form *form,
                             struct position *position, int64_t *ret_marked, enum error_code code,
                             struct error *error);
void squares_print(const int64_t *squares, uint32_t count, char mark, int64_t marked,
                   struct text *out);

/* BAD_POSITION, with the limit in the message, when the last square, or `noun`, is over `most`. */
enum error_code squares_check_last(const char *rules, const char *noun, int64_t last, int64_t most,
                                   struct error *error);

#endif
