/* Rules, positions and moves as a person types them. An error says what is wrong, with a correct
 * example. No I/O. */
#ifndef COMMON_WORDS_TYPED_H
#define COMMON_WORDS_TYPED_H

#include "common/game/game.h"

/* Adds the form of rules of their family to the error of rules_parse() for this text; nothing where
 * the error lists the families already. Returns the error's code. */
enum error_code typed_rules_blame(struct error *error, const char *text);

/* As position_parse(), but heaps may be separated by commas and blanks as well: "5 + 8", "5,8". The
 * error of a position that cannot be read ends with an example. */
enum error_code typed_position_parse(const struct rules *rules, const char *text, size_t len,
                                     struct position *ret_position, struct error *error);
/* The same for a position to solve: one from which a match could start, or one without a legal
 * move. */
enum error_code typed_problem_parse(const struct rules *rules, const char *text, size_t len,
                                    struct position *ret_position, struct error *error);

/* --- moves: typed_moves.c, with the forms of each family (words_family.h) --- */

/* Reads a move: the notation, with blanks anywhere, or one of the forms that typed_moves_describe()
 * names. BAD_MOVE or ILLEGAL_MOVE says what is wrong. */
enum error_code typed_move(const struct rules *rules, const struct position *position,
                           const char *line, struct move *ret_move, struct error *error);
/* Appends the ways to type a move, each after a line break, with a legal move and its meaning. */
void typed_moves_describe(const struct rules *rules, const struct position *position,
                          struct text *out);
/* Appends the legal moves: "3 legal moves: 3>2 3>1 3>0". If there are more than 20, or with `all`
 * more than 1000, only the first and the last half of this number. */
void typed_moves_list(const struct rules *rules, const struct position *position, bool all,
                      struct text *out);
/* Appends a hint how to type a move, with legal moves: "Type how many to take, or 'help'." There
 * must be a legal move. */
void typed_move_hint(const struct rules *rules, const struct position *position, struct text *out);
/* Appends the line in small letters, with a blank between two words and none around them. */
void typed_normalise(const char *line, struct text *out);

#endif
