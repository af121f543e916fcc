#include "common/solver/parts_text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    NAMED_FIRST = 2, /* of the parts of a heap */
    NAMED_LAST = 2,
    NAMED_TERMS = 8, /* of the P-sequence */
    ALL_TERMS = 24,  /* a list of more terms has gaps */
    LINE_BYTES_MAX = 98,
};

/* A sentence of smaller numbers than this fits into a line. */
static const int64_t long_number = INT64_C(10000000000);

/* The gap between the halves of a sentence: a line end where one line would be too wide. */
static const char *gap(int64_t heap)
{
    return heap < long_number ? " " : "\n";
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

/* Appends a piece of a list, on a new line where the current one would become too wide. */
static void print_piece(const char *piece, size_t *line_start, struct text *out)
{
    if (out->len + strlen(piece) > *line_start + LINE_BYTES_MAX) {
        out->bytes[out->len - 1] = '\n'; /* a blank until now */
        *line_start = out->len;
    }
    text_append_string(out, piece);
}

/* "1, 2, 3, 4, 6, 8, ..., 29, ...": the first terms, then either all others up to the largest part
 * of the heap or, where these are too many, the parts alone. */
static void print_terms(struct p_sequence *sequence, const uint32_t *parts, uint32_t count,
                        size_t line_start, struct text *out)
{
    uint32_t largest = parts[0];
    while (sequence->count <= NAMED_TERMS)
        p_sequence_reach(sequence, 2 * sequence->terms[sequence->count - 1]);
    uint32_t last = largest > NAMED_TERMS ? largest : NAMED_TERMS;
    bool has_gap = false;
    for (uint32_t n = 1; n <= last; n++) {
        char piece[32];
        bool is_part = false;
        for (uint32_t i = 0; i < count; i++)
            is_part |= parts[i] == n;
        if (n > NAMED_TERMS && last > ALL_TERMS && !is_part) {
            if (!has_gap)
                print_piece("..., ", &line_start, out);
            has_gap = true;
            continue;
        }
        has_gap = false;
        snprintf(piece, sizeof piece, "%" PRId64 ", ", sequence->terms[n]);
        print_piece(piece, &line_start, out);
    }
    print_piece("...:\n", &line_start, out);
}

static void print_kind(struct p_sequence *sequence, const uint32_t *parts, uint32_t count,
                       struct text *out)
{
    if (take_away_function_is_doubling(&sequence->function)) {
        text_append_string(out, "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of "
                                "them neighbours.\n");
    } else if (take_away_function_is_binary(&sequence->function)) {
        text_append_string(out, "Such parts are different powers of 2: 1, 2, 4, 8, ...\n");
    } else {
        size_t line_start = out->len;
        text_append_string(out, "Such parts are terms of the P-sequence ");
        print_terms(sequence, parts, count, line_start, out);
        text_append_string(out, "each is more than may be taken after the next smaller part.\n");
    }
}

void parts_text_sum(struct p_sequence *sequence, int64_t heap, struct text *out)
{
    assert(heap >= 1);
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, heap, parts);
    if (count == 1)
        text_printf(out, "%" PRId64 " is a single part.\n", heap);
    else {
        print_parts(sequence, heap, parts, count, out);
        text_append_string(out, ".\n");
    }
    print_kind(sequence, parts, count, out);
}

/* The take is the sum of the smallest parts, but not of all of them. */
static void explain_win(struct p_sequence *sequence, int64_t heap, int64_t take,
                        const uint32_t *parts, uint32_t count, struct text *out)
{
    uint32_t left = count;
    for (int64_t rest = take; rest > 0; rest -= sequence->terms[parts[left]])
        left--;
    assert(left >= 1 && left < count);
    text_printf(out, "Take %" PRId64 ", the ", take);
    if (count - left > 1)
        text_printf(out, "sum of the %" PRIu32 " smallest parts of%s", count - left, gap(heap));
    else
        text_printf(out, "smallest part of%s", gap(heap));
    print_parts(sequence, heap, parts, count, out);
    text_printf(out,
                ".\nThe opponent may then take at most %" PRId64 ":%sthe next part, %" PRId64
                ", cannot be taken whole.\n",
                take_away_function_at(&sequence->function, take), gap(heap),
                sequence->terms[parts[left - 1]]);
    text_append_string(
        out, "After any answer the smallest part of the rest may be taken again, and so on.\n");
    print_kind(sequence, parts, count, out);
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

void parts_text_explain(struct p_sequence *sequence, int64_t heap, int64_t quota, int64_t take,
                        struct text *out)
{
    assert(heap >= 1 && take <= quota && take <= heap);
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, heap, parts);
    if (take == heap)
        text_printf(out, "Take %" PRId64 " at once: that many may be taken now.\n", heap);
    else if (take > 0)
        explain_win(sequence, heap, take, parts, count, out);
    else
        explain_loss(sequence, heap, quota, sequence->terms[parts[count - 1]], out);
}

void parts_text_prove(struct p_sequence *sequence, int64_t counters, struct text *out)
{
    text_append_string(out, "theorem p-sequence [Schwenk]\nterms");
    p_sequence_reach(sequence, counters);
    for (uint32_t n = 1; n < sequence->count && sequence->terms[n] <= counters; n++)
        text_printf(out, " %" PRId64, sequence->terms[n]);

    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = counters > 0 ? p_sequence_represent(sequence, counters, parts) : 0;
    text_printf(out, "\nparts %" PRId64 " =", counters);
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, " %" PRId64, sequence->terms[parts[i]]);
    text_append_char(out, '\n');
}
