/* An offer as a person is told of it. Pure. */
#ifndef CLIENT_OFFER_WORDS_H
#define CLIENT_OFFER_WORDS_H

#include "common/base/text.h"
#include "common/wire/schema.h"

/* "ann challenges you: Nim from 3+5, you move first." */
void offer_words(const struct wire_offer *offer, struct text *out);
/* To somebody who may accept it: "you move first", "they move first", "who moves first is drawn".
 */
const char *offer_words_first(struct wire_text first);

#endif
