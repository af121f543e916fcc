/* Players' names as this program chooses them; the server has the last word. */
#ifndef CLIENT_NAME_H
#define CLIENT_NAME_H

#include "common/wire/schema.h"

/* Makes a player's name of any text, such as $USER: ASCII letters, digits and -_. are kept, '-'
 * stands for everything else; "guest" when nothing is left or `wanted` is NULL. */
void name_fit(const char *wanted, char ret_name[WIRE_NAME_MAX + 1]);
/* A name that nobody else has, for a visitor who only looks: "viewer-1f3a90c2". */
void name_draw_visitor(char ret_name[WIRE_NAME_MAX + 1]);

#endif
