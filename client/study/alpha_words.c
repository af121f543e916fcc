#include "client/study/alpha_words.h"

#include "client/cli/options.h"
#include "client/show/json.h"
#include "common/base/real.h"
#include "common/solver/p_sequence.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* --- reading --- */

static enum error_code check_size(struct alpha alpha, struct error *error)
{
    if (alpha.p < alpha.q)
        return error_set(error, ERROR_USAGE, "it is below 1");
    if (!alpha_is_allowed(alpha))
        return error_set(error, ERROR_USAGE, "it is over %d", ALPHA_MAX);
    return ERROR_NONE;
}

static enum error_code take_fraction(struct scanner *scanner, int64_t numerator,
                                     struct alpha *ret_alpha, struct error *error)
{
    size_t start = scanner->at;
    int64_t denominator;
    enum error_code failed = scanner_take_int(scanner, &denominator, ERROR_USAGE, error);
    if (!failed && denominator == 0)
        return error_set(error, ERROR_USAGE, "at %zu: the denominator is 0", start + 1);
    if (!failed && numerator == 0)
        return error_set(error, ERROR_USAGE, "it is below 1");
    if (!failed)
        *ret_alpha = alpha_reduced(numerator, denominator);
    return failed;
}

static enum error_code give_real(const struct real *real, const char *text,
                                 struct alpha_number *number, struct error *error)
{
    const struct alpha whole = {real->whole, 1};
    enum error_code failed = check_size(whole, error);
    if (failed)
        return failed;
    if (real->whole == ALPHA_MAX && real_compare(real, (struct fraction){ALPHA_MAX, 1}) > 0)
        return error_set(error, ERROR_USAGE, "it is over %d", ALPHA_MAX);
    struct fraction fraction = real_stand_in(real, INT64_MAX);
    number->alpha = (struct alpha){fraction.numerator, fraction.denominator};
    number->expression = real_compare(real, fraction) == 0 ? NULL : text;
    return ERROR_NONE;
}

static enum error_code take_number(struct scanner *scanner, struct alpha_number *number,
                                   struct error *error)
{
    struct real real = {.kind = REAL_DECIMAL};
    bool is_fraction = false;
    char next = scanner_peek(scanner);
    enum error_code failed;
    if (next == '\0' || (next >= '0' && next <= '9'))
        failed = scanner_take_int(scanner, &real.whole, ERROR_USAGE, error);
    else
        failed =
            real_take_name(scanner, "a number, phi, pi, e or sqrt(N)", &real, ERROR_USAGE, error);
    if (!failed && next <= '9' && scanner_take(scanner, '.'))
        failed = real_take_decimals(scanner, real.whole, &real, ERROR_USAGE, error);
    else if (!failed && next <= '9' && (is_fraction = scanner_take(scanner, '/')))
        failed = take_fraction(scanner, real.whole, &number->alpha, error);
    if (!failed && !scanner_at_end(scanner))
        failed = scanner_expected(scanner, ERROR_USAGE,
                                  next <= '9' ? "'/', '.' or the end" : "the end", error);
    if (failed)
        return failed;
    return is_fraction ? check_size(number->alpha, error)
                       : give_real(&real, scanner->text, number, error);
}

enum error_code alpha_words_parse(const char *text, const char *what,
                                  struct alpha_number *ret_number, struct error *error)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    struct alpha_number number = {0};
    if (take_number(&scanner, &number, error)) {
        struct error cause = *error;
        error_set(error, ERROR_USAGE,
                  "%s; give a number from 1 to %d, such as 3, 7/2, 3.5, phi or sqrt(2)",
                  cause.message, ALPHA_MAX);
        return options_blame(error, what, text);
    }
    *ret_number = number;
    return ERROR_NONE;
}

/* --- fractions --- */

void alpha_words_print(struct alpha alpha, struct text *out)
{
    text_append_int(out, alpha.p);
    if (alpha.q != 1)
        text_printf(out, "/%" PRId64, alpha.q);
}

static json_t *json_of_alpha(struct alpha alpha)
{
    struct text text = {0};
    alpha_words_print(alpha, &text);
    json_t *value = json_of_grown(&text);
    text_finish(&text);
    return value;
}

static json_t *json_of_given(struct alpha_number number)
{
    return number.expression ? json_string(number.expression) : json_of_alpha(number.alpha);
}

static json_t *json_of_terms(const int64_t *terms, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer(terms[i]));
    return list;
}

/* --- one alpha --- */

int64_t alpha_words_term(struct alpha alpha, uint32_t index)
{
    assert(index >= 1 && index <= 60);
    struct p_sequence sequence;
    p_sequence_init(&sequence, alpha_function(alpha));
    while (sequence.count <= index)
        p_sequence_reach(&sequence, 2 * sequence.terms[sequence.count - 1]);
    int64_t term = sequence.terms[index];
    p_sequence_finish(&sequence);
    return term;
}

void alpha_words_sequence(struct alpha_number number, int64_t upto, bool json, struct text *out)
{
    struct p_sequence sequence;
    p_sequence_init(&sequence, alpha_function(number.alpha));
    p_sequence_reach(&sequence, upto);
    if (json)
        json_print(json_pack("{s:o, s:I, s:o}", "alpha", json_of_given(number), "upto",
                             (json_int_t)upto, "terms",
                             json_of_terms(sequence.terms + 1, sequence.count - 1)),
                   out);
    else
        for (uint32_t n = 1; n < sequence.count; n++)
            text_printf(out, "%" PRId64 "\n", sequence.terms[n]);
    p_sequence_finish(&sequence);
}

static uint32_t find_parts(struct alpha alpha, int64_t heap, int64_t *ret_parts)
{
    struct p_sequence sequence;
    uint32_t indices[P_SEQUENCE_PARTS_MAX + 1];
    p_sequence_init(&sequence, alpha_function(alpha));
    uint32_t count = p_sequence_represent(&sequence, heap, indices);
    for (uint32_t i = 0; i < count; i++)
        ret_parts[i] = sequence.terms[indices[i]];
    p_sequence_finish(&sequence);
    return count;
}

void alpha_words_represent(struct alpha_number number, int64_t heap, bool json, struct text *out)
{
    int64_t parts[P_SEQUENCE_PARTS_MAX];
    uint32_t count = find_parts(number.alpha, heap, parts);
    if (json) {
        json_print(json_pack("{s:o, s:I, s:o}", "alpha", json_of_given(number), "number",
                             (json_int_t)heap, "parts", json_of_terms(parts, count)),
                   out);
        return;
    }
    text_append_int(out, heap);
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, "%s%" PRId64, i == 0 ? " = " : " + ", parts[i]);
    text_append_char(out, '\n');
}

static enum error_code over_limit(struct error *error)
{
    return error_set(error, ERROR_LIMIT_REACHED,
                     "terms of its sequence exceed 2^63-1 before the recurrence begins for good: "
                     "only smaller numbers, to about 80000, can be judged");
}

static void print_interval(struct alpha left, struct alpha right, struct text *out)
{
    text_append_char(out, '[');
    alpha_words_print(left, out);
    text_append_string(out, ", ");
    alpha_words_print(right, out);
    text_append_char(out, ')');
}

/* Prepares a walk that has the interval of alpha; alpha_walk_finish() it. */
static enum error_code find_interval(struct alpha alpha, struct alpha_walk *walk,
                                     struct error *error)
{
    if (alpha_walk_start(walk, alpha))
        return ERROR_NONE;
    alpha_walk_finish(walk);
    return over_limit(error);
}

enum error_code alpha_words_interval(struct alpha_number number, bool json, struct text *out,
                                     struct error *error)
{
    struct alpha_walk walk;
    if (find_interval(number.alpha, &walk, error))
        return error->code;
    struct alpha left = alpha_walk_left(&walk), right = alpha_walk_right(&walk);
    alpha_walk_finish(&walk);
    if (json) {
        struct alpha alpha = number.alpha;
        bool is_cutoff =
            !number.expression && alpha.p != alpha.q && alpha_compare(alpha, left) == 0;
        json_print(json_pack("{s:o, s:o, s:o, s:b}", "alpha", json_of_given(number), "from",
                             json_of_alpha(left), "below", json_of_alpha(right), "is_cutoff",
                             (int)is_cutoff),
                   out);
        return ERROR_NONE;
    }
    print_interval(left, right, out);
    text_append_char(out, '\n');
    return ERROR_NONE;
}

static void print_recurrence(const struct alpha_walk *walk, struct text *out)
{
    uint32_t gap = alpha_walk_gap(walk), start = alpha_walk_start_index(walk);
    text_append_string(out, "P(n+1) = P(n) + P(n");
    if (gap > 0)
        text_printf(out, "-%" PRIu32, gap);
    text_printf(out, ") for all n >= %" PRIu32 "\nP(0) to P(%" PRIu32 "):", start, start);
    for (uint32_t n = 0; n <= start; n++)
        text_printf(out, " %" PRId64, walk->terms[n]);
    text_append_string(out, "\nfor all alpha in ");
    print_interval(alpha_walk_left(walk), alpha_walk_right(walk), out);
    text_append_char(out, '\n');
}

static json_t *json_of_recurrence(struct alpha_number number, const struct alpha_walk *walk)
{
    uint32_t start = alpha_walk_start_index(walk);
    return json_pack("{s:o, s:I, s:I, s:o, s:o, s:o}", "alpha", json_of_given(number), "k",
                     (json_int_t)alpha_walk_gap(walk), "n_from", (json_int_t)start, "start",
                     json_of_terms(walk->terms, start + 1), "from",
                     json_of_alpha(alpha_walk_left(walk)), "below",
                     json_of_alpha(alpha_walk_right(walk)));
}

enum error_code alpha_words_recurrence(struct alpha_number number, bool json, struct text *out,
                                       struct error *error)
{
    struct alpha_walk walk;
    if (find_interval(number.alpha, &walk, error))
        return error->code;
    if (json)
        json_print(json_of_recurrence(number, &walk), out);
    else
        print_recurrence(&walk, out);
    alpha_walk_finish(&walk);
    return ERROR_NONE;
}

/* --- all cutoffs --- */

/* Prints a cutoff at once: a line, or an element of the JSON list, which has `count` elements so
 * far. */
static void put_cutoff(struct alpha cutoff, int64_t count, bool json, struct text *line, FILE *out)
{
    text_clear(line);
    if (json)
        text_append_string(line, count > 0 ? ",\n    \"" : "\n    \"");
    alpha_words_print(cutoff, line);
    text_append_char(line, json ? '"' : '\n');
    fwrite(line->bytes, 1, line->len, out);
}

static bool put_cutoffs(struct alpha upto, bool json, struct text *line, FILE *out)
{
    struct alpha_walk walk;
    bool is_known = alpha_walk_start(&walk, (struct alpha){1, 1});
    for (int64_t count = 0; is_known && !ferror(out); count++) {
        struct alpha cutoff = alpha_walk_right(&walk);
        if (alpha_compare(cutoff, upto) > 0)
            break;
        put_cutoff(cutoff, count, json, line, out);
        is_known = alpha_walk_next(&walk);
    }
    alpha_walk_finish(&walk);
    return is_known;
}

enum error_code alpha_words_cutoffs(struct alpha upto, bool json, FILE *out, struct error *error)
{
    struct text line = {0};
    if (json) {
        text_append_string(&line, "{\n  \"upto\": \"");
        alpha_words_print(upto, &line);
        fprintf(out, "%s\",\n  \"cutoffs\": [", text_string(&line));
    }
    bool is_known = put_cutoffs(upto, json, &line, out);
    if (json && is_known)
        fputs("\n  ]\n}\n", out);
    text_finish(&line);
    return is_known ? ERROR_NONE : over_limit(error);
}

/* --- counts --- */

static void print_each(const struct alpha_count *count, struct text *out)
{
    text_append_string(out, "x,C(x)\n");
    int64_t whole = count->upto.p / count->upto.q;
    for (int64_t x = 1; x <= whole; x++)
        text_printf(out, "%" PRId64 ",%" PRId64 "\n", x, alpha_count_upto_whole(count, x));
    if (count->upto.q == 1)
        return;
    alpha_words_print(count->upto, out);
    text_printf(out, ",%" PRId64 "\n", alpha_count_total(count));
}

static json_t *json_of_each(const struct alpha_count *count)
{
    json_t *list = json_array();
    int64_t whole = count->upto.p / count->upto.q;
    for (int64_t x = 1; x <= whole; x++)
        json_array_append_new(list, json_pack("{s:I, s:I}", "x", (json_int_t)x, "count",
                                              (json_int_t)alpha_count_upto_whole(count, x)));
    return list;
}

void alpha_words_count(const struct alpha_count *count, bool each, bool json, struct text *out)
{
    if (json) {
        json_t *value = json_pack("{s:o, s:I}", "upto", json_of_alpha(count->upto), "count",
                                  (json_int_t)alpha_count_total(count));
        if (each)
            json_object_set_new(value, "each", json_of_each(count));
        json_print(value, out);
    } else if (each) {
        print_each(count, out);
    } else {
        text_printf(out, "%" PRId64 "\n", alpha_count_total(count));
    }
}
