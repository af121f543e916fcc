/* Text from elsewhere: from a server, other players, files, other programs. A terminal takes some
 * characters for commands (ESC, BEL, the C1 controls), and others change the order in which a
 * reader sees the rest (U+202E, U+2066 ...).
 *
 * Three places keep such characters out: the server refuses them in the texts of players
 * (server/hall/line.h), clients remove them from messages (wire_arena_make_harmless()), and all
 * output of a program goes through streams_guard(), which cannot be forgotten. */
#ifndef COMMON_BASE_HARMLESS_H
#define COMMON_BASE_HARMLESS_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* False: a control (such as a line break), a line or paragraph separator, or an invisible format
 * control such as those that change the direction. The joiners U+200C and U+200D, which some
 * scripts need, are harmless. */
bool harmless_is(uint32_t character);
/* Replaces each harmful character, and each byte that is not UTF-8, by a question mark, and returns
 * the new length, at most `len`. The bytes behind the new end are unchanged. */
size_t harmless_replace(char *bytes, size_t len);
/* The same for a C string. */
void harmless_make(char *text);
/* Appends `bytes`, made harmless. */
void harmless_append(const char *bytes, size_t len, struct text *out);

#endif
