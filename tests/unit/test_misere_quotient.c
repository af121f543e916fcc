/* Misere quotients: against a judge that knows the rules alone, as published, and as printed. */
#include "client/study/quotient_words.h"
#include "tests/oracle.h"
#include "tests/suite.h"

#include <stdlib.h>
#include <string.h>

SUITE(misere_quotient, 60);

static struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return rules;
}

/* misere_quotient_finish() it. */
static struct misere_quotient found(const struct rules *rules, int64_t upto)
{
    struct misere_quotient quotient;
    enum quotient_end end = misere_quotient_find(rules, upto, &quotient);
    cr_assert_eq(end, QUOTIENT_FOUND, "%s", rules->text);
    cr_assert_eq(quotient.upto, upto);
    return quotient;
}

/* --- every sum of a few heaps --- */

struct judgement {
    struct oracle *oracle;
    const struct misere_quotient *quotient;
    const char *rules;
    int64_t counters; /* at most in one sum */
    int sums;
};

/* Judges all sums of this one with further heaps, none larger than the last. */
static void judge_sums(struct judgement *judgement, struct position *sum, uint32_t element,
                       int64_t last, int64_t counters)
{
    bool wins = oracle_wins(judgement->oracle, sum);
    cr_assert_eq(judgement->quotient->is_lost[element], !wins, "%s: %u heaps, the last is %d",
                 judgement->rules, sum->count, (int)last);
    judgement->sums++;
    for (int64_t heap = 1; heap <= last && counters + heap <= judgement->counters; heap++) {
        position_insert(sum, 0, heap);
        judge_sums(judgement, sum, quotient_plus_heap(judgement->quotient, element, heap), heap,
                   counters + heap);
        position_remove(sum, 0);
    }
}

Test(misere_quotient, decides_every_sum_as_the_rules_do)
{
    static const struct {
        const char *rules;
        int64_t upto;
        int64_t counters;
    } rows[] = {
        {"nim,misere", 6, 14},           {"octal:0.123,misere", 11, 22},
        {"kayles,misere", 12, 20},       {"octal:4.7,misere", 7, 15},
        {"octal:0.07,misere", 16, 24},   {"octal:0.312,misere", 8, 18},
        {"octal:0.26,misere", 12, 20},   {"octal:0.137,misere", 14, 22},
        {"octal:0.71,misere", 10, 18},   {"octal:0.35...,misere", 6, 14},
        {"grundy,misere", 14, 22},       {"subtraction:2,5,misere", 12, 20},
        {"octal:0.0046,misere", 15, 24},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = rules_of(rows[i].rules);
        struct misere_quotient quotient = found(&rules, rows[i].upto);
        struct judgement judgement = {oracle_create(&rules), &quotient, rows[i].rules,
                                      rows[i].counters, 0};
        struct position sum = {0};
        judge_sums(&judgement, &sum, 0, rows[i].upto, 0);
        cr_assert_gt(judgement.sums, 300);
        position_finish(&sum);
        oracle_destroy(judgement.oracle);
        misere_quotient_finish(&quotient);
    }
}

/* --- the monoid --- */

/* A sum of heaps for each element. */
static struct position *sums_of(const struct misere_quotient *quotient)
{
    struct position *sums = calloc(quotient->count, sizeof *sums);
    bool *is_reached = calloc(quotient->count, sizeof *is_reached);
    uint32_t reached = 1;
    is_reached[0] = true;
    for (uint32_t round = 0; reached < quotient->count; round++) {
        cr_assert_lt(round, quotient->count, "an element is not reached");
        for (uint32_t i = 0; i < quotient->count; i++) {
            for (int64_t heap = 1; is_reached[i] && heap <= quotient->upto; heap++) {
                uint32_t to = quotient_plus_heap(quotient, i, heap);
                if (is_reached[to])
                    continue;
                position_copy(&sums[to], &sums[i]);
                position_push(&sums[to], heap);
                is_reached[to] = true;
                reached++;
            }
        }
    }
    free(is_reached);
    return sums;
}

static uint32_t plus(const struct misere_quotient *quotient, uint32_t element,
                     const struct position *sum)
{
    for (uint32_t i = 0; i < sum->count; i++)
        element = quotient_plus_heap(quotient, element, sum->cells[i]);
    return element;
}

/* Some sum makes one of them lost and the other not. */
static bool are_told_apart(const struct misere_quotient *quotient, const struct position *sums,
                           uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < quotient->count; i++) {
        if (quotient->is_lost[plus(quotient, a, &sums[i])] !=
            quotient->is_lost[plus(quotient, b, &sums[i])])
            return true;
    }
    return false;
}

Test(misere_quotient, has_no_element_too_many_and_no_order_of_heaps)
{
    static const char *const rows[] = {"octal:0.123", "kayles", "octal:4.7", "octal:0.71", "nim"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = rules_of(rows[i]);
        struct misere_quotient quotient = found(&rules, 12);
        struct position *sums = sums_of(&quotient);
        for (uint32_t a = 0; a < quotient.count; a++) {
            for (uint32_t b = 0; b < a; b++) {
                cr_assert(are_told_apart(&quotient, sums, a, b), "%s: %u %u", rows[i], a, b);
                cr_assert_eq(plus(&quotient, a, &sums[b]), plus(&quotient, b, &sums[a]));
            }
        }
        for (uint32_t a = 0; a < quotient.count; a++)
            position_finish(&sums[a]);
        free(sums);
        misere_quotient_finish(&quotient);
    }
}

/* --- what was published --- */

/* T. E. Plambeck, Taming the wild in impartial combinatorial games: 20 elements. */
Test(misere_quotient, of_123_has_20_elements)
{
    struct rules rules = rules_of("octal:0.123");
    for (int64_t upto = 9; upto <= 60; upto += 17) {
        struct misere_quotient quotient = found(&rules, upto);
        cr_assert_eq(quotient.count, 20);
        misere_quotient_finish(&quotient);
    }
}

/* The tame quotients T_n of [PS]: 2^n + 2 elements, of which two are lost. */
Test(misere_quotient, of_nim_is_tame)
{
    static const uint32_t orders[] = {1, 2, 6, 6, 10, 10, 10, 10, 18, 18, 18, 18, 18, 18, 18, 18};
    struct rules rules = rules_of("nim");
    struct misere_quotient quotient = found(&rules, 15);
    for (int64_t heap = 0; heap <= 15; heap++)
        cr_assert_eq(quotient.orders[heap], orders[heap]);
    uint32_t lost = 0;
    for (uint32_t i = 0; i < quotient.count; i++)
        lost += quotient.is_lost[i];
    cr_assert_eq(lost, 2);
    misere_quotient_finish(&quotient);
}

/* --- limits --- */

Test(misere_quotient, ends_with_the_last_heap_within_the_limits)
{
    struct rules rules = rules_of("octal:0.3102");
    struct misere_quotient quotient;
    cr_assert_eq(misere_quotient_find(&rules, 100, &quotient), QUOTIENT_TOO_LONG);
    cr_assert_eq(quotient.orders[quotient.upto], quotient.count);
    cr_assert(quotient.upto >= 8 && quotient.upto < 100);
    struct misere_quotient again = found(&rules, quotient.upto);
    cr_assert_eq(again.count, quotient.count);

    struct quotient_words words = quotient_words_create(&quotient);
    struct text text = {0};
    quotient_words_print(&words, &rules, 100, QUOTIENT_TOO_LONG, &text);
    cr_assert_not_null(strstr(text_string(&text), "the search would be longer than"));
    text_finish(&text);
    quotient_words_finish(&words);
    misere_quotient_finish(&quotient);
    misere_quotient_finish(&again);
}

/* --- words --- */

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected, "'%s' is not '%s'", text_string(text), expected);
    text_finish(text);
}

Test(misere_quotient, is_printed_with_generators_relations_and_the_lost_elements)
{
    struct rules rules = rules_of("octal:0.312");
    struct misere_quotient quotient = found(&rules, 4);
    struct quotient_words words = quotient_words_create(&quotient);
    struct text text = {0};
    quotient_words_print(&words, &rules, 4, QUOTIENT_FOUND, &text);
    expect_text(&text, "octal:0.312: the misere quotient of the heaps up to 4\n"
                       "\n"
                       "12 elements, 3 of them lost\n"
                       "\n"
                       "Generators (heaps)\n"
                       "  a = 1, b = 2, c = 4\n"
                       "\n"
                       "Relations\n"
                       "  a^2 = 1, c^2 = 1, b^2 c = b^3, b^4 = b^2\n"
                       "\n"
                       "Lost (P): the player to move loses\n"
                       "  a, a c, b^2\n"
                       "\n"
                       "heap  order  element\n"
                       "   0      1  1\n"
                       "   1      2  a\n"
                       "   2      6  b\n"
                       "   3      6  b^2\n"
                       "   4     12  c\n");
    json_t *value = quotient_words_json(&words, &rules, QUOTIENT_FOUND);
    char *printed = json_dumps(value, 0);
    text_append_string(&text, printed);
    expect_text(&text, "{\"rules\": \"octal:0.312\", \"upto\": 4, \"end\": \"found\", "
                       "\"elements\": 12, \"generators\": {\"a\": 1, \"b\": 2, \"c\": 4}, "
                       "\"relations\": [[\"a^2\", \"1\"], [\"c^2\", \"1\"], [\"b^2 c\", \"b^3\"], "
                       "[\"b^4\", \"b^2\"]], \"lost\": [\"a\", \"a c\", \"b^2\"], \"heaps\": "
                       "[\"1\", \"a\", \"b\", \"b^2\", \"c\"], \"orders\": [1, 2, 6, 6, 12]}");
    free(printed);
    json_decref(value);
    quotient_words_finish(&words);
    misere_quotient_finish(&quotient);
}

/* By the relations alone: exactly the elements are products in which no relation can be applied. */
Test(misere_quotient, relations_leave_one_form_of_each_element)
{
    struct rules rules = rules_of("octal:0.123");
    struct misere_quotient quotient = found(&rules, 12);
    struct quotient_words words = quotient_words_create(&quotient);
    enum { LARGEST = 5, GENERATORS = 5 };
    cr_assert_eq(words.generator_count, GENERATORS);
    uint32_t forms = 0;
    uint16_t exponents[GENERATORS];
    for (int code = 0; code < LARGEST * LARGEST * LARGEST * LARGEST * LARGEST; code++) {
        bool is_normal = true;
        for (int g = 0, rest = code; g < GENERATORS; g++, rest /= LARGEST)
            exponents[g] = (uint16_t)(rest % LARGEST);
        for (uint32_t i = 0; i < words.relation_count; i++) {
            bool divides = true;
            for (int g = 0; g < GENERATORS; g++)
                divides = divides && words.relations[i].exponents[g] <= exponents[g];
            is_normal = is_normal && !divides;
        }
        forms += is_normal;
    }
    cr_assert_eq(forms, quotient.count);
    quotient_words_finish(&words);
    misere_quotient_finish(&quotient);
}

Test(misere_quotient, of_no_heap_is_one_element)
{
    struct rules rules = rules_of("octal:0.0007");
    struct misere_quotient quotient = found(&rules, 3);
    struct quotient_words words = quotient_words_create(&quotient);
    struct text text = {0};
    quotient_words_print(&words, &rules, 3, QUOTIENT_FOUND, &text);
    expect_text(&text, "octal:0.0007: the misere quotient of the heaps up to 3\n\n"
                       "1 element, 0 of them lost\n\n"
                       "heap  order  element\n   0      1  1\n   1      1  1\n"
                       "   2      1  1\n   3      1  1\n");
    quotient_words_finish(&words);
    misere_quotient_finish(&quotient);
}
