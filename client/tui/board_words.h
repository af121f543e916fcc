/* What is said of a match while it is played. Pure: appends to a text. */
#ifndef CLIENT_TUI_BOARD_WORDS_H
#define CLIENT_TUI_BOARD_WORDS_H

#include "client/record/record.h"
#include "client/tui/choice.h"

/* "Take 3 from the heap of 7, leaving 4 (7>4)."; nothing while there is no move. */
void board_say_choice(const struct choice *choice, struct text *out);
/* "Then: heaps of 3, 4 and 5.", or that this ends the match. */
void board_say_leaves(const struct choice *choice, struct text *out);
/* Why the last stroke had no effect; nothing where it had one. */
void board_say_refused(const struct choice *choice, struct text *out);

/* "ann takes 3 from the heap of 7, leaving 4"; the position is the one before. */
void board_say_step(const struct match *match, const struct position *position,
                    const struct record_step *step, struct text *out);

#endif
