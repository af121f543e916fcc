#include "common/solver/parts_text.h"

#include <inttypes.h>

enum { NAMED_FIRST = 2, NAMED_LAST = 2, NAMED_TERMS = 8 };

/* A sentence of smaller numbers than this fits into a line. */
static const int64_t long_number = INT64_C(10000000000);

/* What stands before the part of a sentence that would make the line too wide. */
static const char *gap(int64_t heap)
{
    return heap < long_number ? " " : "\n";
}

static int64_t smallest_of(const struct p_sequence *sequence, const uint32_t *parts, uint32_t count)
{
    return sequence->terms[parts[count - 1]];
}

/* "35 = 34 + 1", or some of the first and the last parts. */
static void print_parts(const struct p_sequence *sequence, int64_t heap, const uint32_t *parts,
                        uint32_t count, struct text *out)
{
    uint32_t last = heap < long_number ? NAMED_LAST : 1;
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
        text_append_string(out, "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of "
                                "them neighbours.\n");
    } else if (take_away_function_is_binary(&sequence->function)) {
        text_append_string(out, "Such parts are different powers of 2: 1, 2, 4, 8, ...\n");
    } else {
        text_append_string(out, "Such parts are terms of the P-sequence ");
        print_terms(sequence, out);
        text_append_string(out, ":\neach is more than may be taken after the next smaller part.\n");
    }
}

void parts_text_sum(struct p_sequence *sequence, int64_t heap, struct text *out)
{
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, heap, parts);
    if (count == 1)
        text_printf(out, "%" PRId64 " is a single part.\n", heap);
    else {
        print_parts(sequence, heap, parts, count, out);
        text_append_string(out, ".\n");
    }
    print_kind(sequence, out);
}

/* `count` parts, of which there are two or more. */
static void explain_win(struct p_sequence *sequence, int64_t heap, const uint32_t *parts,
                        uint32_t count, struct text *out)
{
    int64_t smallest = smallest_of(sequence, parts, count);
    text_printf(out, "Take %" PRId64 ", the smallest part of%s", smallest, gap(heap));
    print_parts(sequence, heap, parts, count, out);
    text_printf(out,
                ".\nThe opponent may then take at most %" PRId64 ":%sthe next part, %" PRId64
                ", cannot be taken whole.\n",
                take_away_function_at(&sequence->function, smallest), gap(heap),
                smallest_of(sequence, parts, count - 1));
    text_append_string(
        out, "After any answer the smallest part of the rest may be taken again, and so on.\n");
    print_kind(sequence, out);
}

static void explain_loss(struct p_sequence *sequence, int64_t heap, int64_t quota, int64_t smallest,
                         struct text *out)
{
    text_printf(out,
                "No move wins: at most %" PRId64 " may be taken now,%sand the smallest part of "
                "the heap is %" PRId64 ".\n",
                quota, gap(heap), smallest);
    text_append_string(
        out, "After any take the opponent may take the smallest part of the rest, and so on.\n");
    parts_text_sum(sequence, heap, out);
}

void parts_text_explain(struct p_sequence *sequence, int64_t heap, int64_t quota, struct text *out)
{
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, heap, parts);
    int64_t smallest = smallest_of(sequence, parts, count);
    if (quota >= heap)
        text_printf(out, "Take %" PRId64 " at once: so many may be taken now.\n", heap);
    else if (quota >= smallest)
        explain_win(sequence, heap, parts, count, out);
    else
        explain_loss(sequence, heap, quota, smallest, out);
}
