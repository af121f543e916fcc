#include "client/words/offer_words.h"

#include "client/words/words.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <stdlib.h>

const char *offer_words_first(struct wire_text first)
{
    if (wire_text_equal(first, "taker"))
        return "you move first";
    return wire_text_equal(first, "maker") ? "they move first" : "who moves first is drawn";
}

void offer_words(const struct wire_offer *offer, struct text *out)
{
    char *rules = memory_text(offer->rules.bytes, offer->rules.len);
    char *clock = memory_text(offer->clock.bytes ? offer->clock.bytes : "", offer->clock.len);
    text_printf(out, "%.*s ", (int)offer->from.len, offer->from.bytes);
    text_append_string(out, offer->rematch_of != WIRE_ABSENT ? "offers a rematch: "
                                                             : "challenges you: ");
    words_rules(rules, out);
    text_append_string(out, " from ");
    text_append(out, offer->start.bytes, offer->start.len);
    words_control(clock, out);
    text_printf(out, ", %s.", offer_words_first(offer->first));
    free(rules);
    free(clock);
}
