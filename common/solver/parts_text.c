#include "common/solver/parts_text.h"

#include <inttypes.h>

enum { LINE_BYTES_MAX = 100, NAMED_FIRST = 2, NAMED_LAST = 2, NAMED_TERMS = 8 };

/* "35 = 34 + 1", or so many of the first and the last parts. */
static void print_parts(const struct p_sequence *sequence, int64_t heap, const uint32_t *parts,
                        uint32_t count, uint32_t last, struct text *out)
{
    text_printf(out, "%" PRId64 " = ", heap);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text_append_string(out, " + ");
        if (count > NAMED_FIRST + last && i == NAMED_FIRST) {
            text_append_string(out, "... + ");
            i = count - last;
        }
        text_append_int(out, sequence->terms[parts[i]]);
    }
}

/* What is known of the sequence may end before the terms that are named. */
static void print_terms(struct p_sequence *sequence, struct text *out)
{
    for (uint32_t n = 1; n <= NAMED_TERMS; n++) {
        while (sequence->count <= n)
            p_sequence_reach(sequence, 2 * sequence->terms[sequence->count - 1]);
        text_printf(out, "%" PRId64 ", ", sequence->terms[n]);
    }
    text_append_string(out, "...");
}

static void print_kind(struct p_sequence *sequence, struct text *out)
{
    if (take_away_function_is_doubling(&sequence->function)) {
        text_append_string(out, "Zeckendorf's representation: Fibonacci numbers, no two of them "
                                "neighbours.\n");
    } else if (take_away_function_is_binary(&sequence->function)) {
        text_append_string(out, "Its binary digits: powers of 2.\n");
    } else {
        text_append_string(out, "Terms of the P-sequence ");
        print_terms(sequence, out);
        text_append_string(out, ", each more than F of the next smaller.\n");
    }
}

void parts_text_heap(struct p_sequence *sequence, int64_t heap, struct text *out)
{
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, heap, parts);
    struct text line = {0};
    print_parts(sequence, heap, parts, count, NAMED_LAST, &line);
    if (line.len > LINE_BYTES_MAX) {
        text_clear(&line);
        print_parts(sequence, heap, parts, count, NAMED_LAST - 1, &line);
    }
    text_printf(out, "%s\n", text_string(&line));
    text_finish(&line);
    print_kind(sequence, out);
}

void parts_text_outcome(struct p_sequence *sequence, int64_t heap, int64_t quota, struct text *out)
{
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, heap, parts);
    int64_t smallest = sequence->terms[parts[count - 1]];
    if (quota < smallest) {
        text_printf(out, "The quota of %" PRId64 " is below the smallest part, %" PRId64 ".\n",
                    quota, smallest);
        text_append_string(out,
                           "Whatever is taken, the opponent may then take the smallest part of "
                           "what is left.\n");
        return;
    }
    text_printf(out, "The smallest part, %" PRId64 ", is within the quota of %" PRId64, smallest,
                quota);
    if (count == 1)
        text_append_string(out, ": take it all.\n");
    else
        text_printf(
            out, ".\nTake it: the next part, %" PRId64 ", exceeds F(%" PRId64 ") = %" PRId64 ".\n",
            sequence->terms[parts[count - 2]], smallest,
            take_away_function_at(&sequence->function, smallest));
}
