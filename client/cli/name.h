/* Players' names as this program chooses them; the server has the last word. */
#ifndef CLIENT_NAME_H
#define CLIENT_NAME_H

#include "common/base/error.h"
#include "common/wire/schema.h"

/* Makes a player's name of any text, such as $USER: ASCII letters, digits and -_. are kept, '-'
 * stands for everything else; "guest" when nothing is left or `wanted` is NULL. */
void name_fit(const char *wanted, char ret_name[WIRE_NAME_MAX + 1]);
/* Is this a name, as far as can be told here: 1 to 32 bytes, of ASCII only what belongs in a name?
 * USAGE says what does. */
enum error_code name_check_given(const char *name, struct error *error);
/* The same of what was given for `what`, such as an option, which the error names; NULL: nothing
 * was given, which is right. */
enum error_code name_check_value(const char *what, const char *name, struct error *error);
/* A name that nobody else has, for a visitor who only looks: "viewer-1f3a90c2". */
void name_draw_visitor(char ret_name[WIRE_NAME_MAX + 1]);

#endif
