/* Text from elsewhere: from a server, other players, files, other programs. A terminal takes some
 * characters for commands (ESC, BEL, the C1 controls), and others change the order in which a
 * reader sees the rest (U+202E, U+2066 ...).
 *
 * Such characters are kept out at three places: the server takes none of them in what players write
 * (server/hall/line.h), clients read messages without them (wire_arena_make_harmless()), and
 * nothing that a program prints leads around streams_guard(), which is the one that cannot be
 * forgotten. */
#ifndef COMMON_BASE_HARMLESS_H
#define COMMON_BASE_HARMLESS_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* False: a control (line breaks are), a line or paragraph separator, or an invisible format control
 * such as those that change the direction. The joiners U+200C and U+200D, which some scripts are
 * not written without, are harmless. */
bool harmless_is(uint32_t character);
/* Replaces each harmful character, and each byte that is no UTF-8, by a question mark, and returns
 * the new length, at most `len`. The bytes behind it are left as they are. */
size_t harmless_replace(char *bytes, size_t len);
/* The same of a C string. */
void harmless_make(char *text);
/* Appends `bytes`, made harmless. */
void harmless_append(const char *bytes, size_t len, struct text *out);

#endif
