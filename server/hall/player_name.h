/* Players' names: 1 to 32 bytes of UTF-8; letters, marks, digits and -_. of any script. */
#ifndef SERVER_HALL_PLAYER_NAME_H
#define SERVER_HALL_PLAYER_NAME_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_BYTES_MAX = 32 };

/* BAD_NAME says what is wrong and where. Every name passes this. */
enum error_code name_check(const char *name, size_t len, struct error *error);
/* Is it "closed-12", in any case, as the closed account of player 12 is shown? *ret_player is 0 for
 * a number that no player has. */
bool name_is_of_closed(const char *name, size_t len, int64_t *ret_player);
/* Further rules for new names: none is that of a closed account; every character can be seen, also
 * beside its neighbours; the first one is no mark; a letter has at most 4 marks; and the scripts
 * are mixed only as UTS 39 allows it
 * ("highly restrictive": one script, or Latin with those of Chinese, Japanese or Korean). Names
 * that were made under earlier rules need not pass. BAD_NAME. */
enum error_code name_check_new(const char *name, size_t len, struct error *error);
/* The form in which names that differ only in case or composition are equal (Unicode case folding
 * and NFKC); free() it. Also of texts that are no valid names. The text has to be UTF-8. */
char *name_key(const char *name, size_t len);
/* A number that is the same for names that look alike: a hash of the name's skeleton by UTS 39, in
 * which zoe with a Cyrillic o is zoe, and m is rn. Small capitals and what looks like them are
 * their letters, so that Cyrillic мах is max; then case is folded. By UTS 39 a letter with a
 * visible mark is another letter: zoe and zoé are both free to be names, as Jose and José are.
 * Another version of ICU may give other numbers, so they are not stored but made anew at each
 * start. Never 0. */
uint64_t name_skeleton(const char *name, size_t len);

enum { NAME_CASES = 3 };
/* The skeletons of the name as it is written, in small letters, and in capitals: ALlCE is like
 * ALICE, but not like alice. */
void name_skeletons(const char *name, size_t len, uint64_t ret_skeletons[NAME_CASES]);
/* Is the text one line: without line breaks and what harmless.h warns of? BAD_ARGUMENTS says where
 * `what` ("the text") goes wrong. The text has to be UTF-8. */
enum error_code line_check(const char *what, const char *text, size_t len, struct error *error);

#endif
