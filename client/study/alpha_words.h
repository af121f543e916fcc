/* Input and output of `takeaway alpha` about the take-away games with F(x) = floor(alpha x). Output
 * is text for a person or JSON for programs. */
#ifndef CLIENT_ALPHA_WORDS_H
#define CLIENT_ALPHA_WORDS_H

#include "client/study/alpha_count.h"
#include "common/base/text.h"
#include "common/solver/alpha_walk.h"

#include <stdio.h>

/* A number as a person gave it. */
struct alpha_number {
    struct alpha alpha;     /* the number, or the fraction that stands in for it (real.h) */
    const char *expression; /* of a number that is no fraction of 63 bits, borrowed; else NULL */
};

/* Reads 3, 7/2, 3.5, phi or sqrt(2), from 1 to ALPHA_MAX. The message of USAGE begins with `what`,
 * as in "ALPHA '0.5': ...". */
enum error_code alpha_words_parse(const char *text, const char *what,
                                  struct alpha_number *ret_number, struct error *error);
/* "7/2", "3" */
void alpha_words_print(struct alpha alpha, struct text *out);

/* P_index, for an index from 1 to 60. (All terms and cutoffs that are found are fractions of 63
 * bits, of which none lies between a number and its stand-in: they are those of the number.) */
int64_t alpha_words_term(struct alpha alpha, uint32_t index);
/* The heaps up to `upto` that are lost for the first player. */
void alpha_words_sequence(struct alpha_number number, int64_t upto, bool json, struct text *out);
/* "12 = 8 + 3 + 1" */
void alpha_words_represent(struct alpha_number number, int64_t heap, bool json, struct text *out);

/* LIMIT_REACHED, here and below: the terms would need more than 63 bits. */
enum error_code alpha_words_interval(struct alpha_number number, bool json, struct text *out,
                                     struct error *error);
enum error_code alpha_words_recurrence(struct alpha_number number, bool json, struct text *out,
                                       struct error *error);

/* Prints all cutoffs from 2 to `upto`, each as soon as it is found. */
enum error_code alpha_words_cutoffs(struct alpha upto, bool json, FILE *out, struct error *error);

/* Appends the number of cutoffs up to `upto`; if `each`, as CSV with the number up to every whole
 * number. */
void alpha_words_count(const struct alpha_count *count, bool each, bool json, struct text *out);

#endif
