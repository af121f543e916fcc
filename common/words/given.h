/* Rules and positions as somebody gives them: what is wrong is said with an example of what would
 * be right. Pure. */
#ifndef COMMON_WORDS_GIVEN_H
#define COMMON_WORDS_GIVEN_H

#include "common/game/game.h"

/* Appends to the error of rules_parse() on this text how rules of their family are written; nothing
 * where the error lists the families already. Returns the error's code. */
enum error_code given_rules_blame(struct error *error, const char *text);

/* As position_parse(), but heaps may be separated by commas and blanks as well: "5 + 8", "5,8". The
 * error of a position that cannot be read ends with an example. */
enum error_code given_position_parse(const struct rules *rules, const char *text, size_t len,
                                     struct position *ret_position, struct error *error);
/* The same for a position that is to be solved: one from which a match could start, or one without
 * a legal move. */
enum error_code given_problem_parse(const struct rules *rules, const char *text, size_t len,
                                    struct position *ret_position, struct error *error);

#endif
