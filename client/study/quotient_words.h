/* A misere quotient in words: generators, relations, lost elements, the element of each heap. */
#ifndef CLIENT_QUOTIENT_WORDS_H
#define CLIENT_QUOTIENT_WORDS_H

#include "common/solver/misere_quotient.h"

#include <jansson.h>

/* A product of generators that is not in normal form: it equals that of the element. */
struct quotient_relation {
    uint16_t *exponents; /* of the generators; owned */
    uint32_t element;
};

/* The generators are heaps, each of them no product of smaller ones. A product stands for its
 * element in normal form: among those of least degree the first in the order of a dictionary. The
 * relations, from the products none of whose divisors can be shortened, are a presentation. */
struct quotient_words {
    const struct misere_quotient *quotient; /* borrowed */
    int64_t *generators;                    /* heaps, ascending */
    uint32_t generator_count;
    uint16_t *exponents; /* of the element e and the generator g: [e * generator_count + g] */
    uint32_t *order;     /* the elements by their normal forms */
    struct quotient_relation *relations;
    uint32_t relation_count;
};

struct quotient_words quotient_words_create(const struct misere_quotient *quotient);
void quotient_words_finish(struct quotient_words *words);

/* Appends the element, as "a^2 b", "1" for that of the empty sum. */
void quotient_words_element(const struct quotient_words *words, uint32_t element, struct text *out);

/* For people. `asked` is the heap up to which the quotient was to be found, `end` how that ended.
 */
void quotient_words_print(const struct quotient_words *words, const struct rules *rules,
                          int64_t asked, enum quotient_end end, struct text *out);
/* {"rules", "upto", "end": "found", "too_large" or "too_long", "elements", "generators": {"a": 1,
 * ...}, "relations": [["a^2", "1"], ...], "lost", "heaps": the element of each from 0 on, "orders"
 * likewise: the number of elements for the heaps up to this one} */
json_t *quotient_words_json(const struct quotient_words *words, const struct rules *rules,
                            enum quotient_end end);

#endif
