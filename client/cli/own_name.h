/* Players' names, chosen and checked by this program; the server decides. */
#ifndef CLIENT_OWN_NAME_H
#define CLIENT_OWN_NAME_H

#include "common/base/error.h"
#include "common/wire/schema.h"

/* Turns any text, such as $USER, into a player's name: keeps ASCII letters, digits and -_., and
 * replaces every other character by '-'. "guest" if nothing is left or `wanted` is NULL. */
void name_fit(const char *wanted, char ret_name[WIRE_NAME_MAX + 1]);
/* Checks a name as far as the client can: 1 to 32 bytes, of ASCII only the characters of names.
 * USAGE describes a valid name. */
enum error_code name_check_given(const char *name, struct error *error);
/* The same check for the value of `what`, such as an option; the error names it. NULL, a value that
 * was not given, is valid. */
enum error_code name_check_value(const char *what, const char *name, struct error *error);
/* A unique name for a visitor who only looks: "viewer-1f3a90c2". */
void name_draw_visitor(char ret_name[WIRE_NAME_MAX + 1]);

#endif
