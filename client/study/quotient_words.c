#include "client/study/quotient_words.h"

#include "common/base/memory.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- generators and relations --- */

static uint32_t times(const struct quotient_words *words, uint32_t element, uint32_t generator)
{
    return quotient_plus_heap(words->quotient, element, words->generators[generator]);
}

/* Marks the products of the generators in `is_product`, which has one of them already, the first.
 */
static void mark_products(const struct quotient_words *words, bool *is_product)
{
    bool grows = true;
    is_product[0] = true;
    while (grows) {
        grows = false;
        for (uint32_t element = 0; element < words->quotient->count; element++) {
            for (uint32_t i = 0; i < words->generator_count && is_product[element]; i++) {
                uint32_t product = times(words, element, i);
                grows = grows || !is_product[product];
                is_product[product] = true;
            }
        }
    }
}

static void choose_generators(struct quotient_words *words)
{
    const struct misere_quotient *quotient = words->quotient;
    bool *is_product = memory_zeroed(quotient->count, sizeof *is_product);
    mark_products(words, is_product);
    for (int64_t heap = 1; heap <= quotient->upto; heap++) {
        if (is_product[quotient_heap(quotient, heap)])
            continue;
        words->generators =
            memory_for_next(words->generators, words->generator_count, sizeof *words->generators);
        words->generators[words->generator_count++] = heap;
        mark_products(words, is_product);
    }
    free(is_product);
}

static uint16_t *exponents_of(const struct quotient_words *words, uint32_t element)
{
    return words->exponents + (size_t)element * words->generator_count;
}

/* The element of a product. */
static uint32_t element_of(const struct quotient_words *words, const uint16_t *exponents)
{
    uint32_t element = 0;
    for (uint32_t i = 0; i < words->generator_count; i++) {
        for (uint16_t k = 0; k < exponents[i]; k++)
            element = times(words, element, i);
    }
    return element;
}

/* Are all products with one factor less in normal form? */
static bool is_shortest(const struct quotient_words *words, uint16_t *exponents)
{
    bool shortest = true;
    for (uint32_t i = 0; i < words->generator_count && shortest; i++) {
        if (exponents[i] == 0)
            continue;
        exponents[i]--;
        shortest = memcmp(exponents_of(words, element_of(words, exponents)), exponents,
                          words->generator_count * sizeof *exponents) == 0;
        exponents[i]++;
    }
    return shortest;
}

/* In the order of their normal forms, so that each element is met first in this form: a divisor of
 * a normal form is one itself. */
static void find_normal_forms(struct quotient_words *words)
{
    uint32_t generators = words->generator_count, found = 1;
    bool *is_found = memory_zeroed(words->quotient->count, sizeof *is_found);
    is_found[0] = true;
    words->exponents =
        memory_zeroed((size_t)words->quotient->count * generators + 1, sizeof *words->exponents);
    words->order = memory_zeroed(words->quotient->count, sizeof *words->order);
    for (uint32_t at = 0; at < found; at++) {
        uint32_t last = 0; /* the last generator of the product */
        for (uint32_t i = 0; i < generators; i++)
            last = exponents_of(words, words->order[at])[i] ? i : last;
        for (uint32_t i = last; i < generators; i++) {
            uint32_t element = times(words, words->order[at], i);
            uint16_t *product = memory_zeroed(generators, sizeof *product);
            memcpy(product, exponents_of(words, words->order[at]), generators * sizeof *product);
            product[i]++;
            if (!is_found[element]) {
                memcpy(exponents_of(words, element), product, generators * sizeof *product);
                words->order[found++] = element;
                is_found[element] = true;
                free(product);
            } else if (is_shortest(words, product)) {
                words->relations = memory_for_next(words->relations, words->relation_count,
                                                   sizeof *words->relations);
                words->relations[words->relation_count++] =
                    (struct quotient_relation){product, element};
            } else {
                free(product);
            }
        }
    }
    assert(found == words->quotient->count);
    free(is_found);
}

struct quotient_words quotient_words_create(const struct misere_quotient *quotient)
{
    struct quotient_words words = {.quotient = quotient};
    choose_generators(&words);
    find_normal_forms(&words);
    return words;
}

void quotient_words_finish(struct quotient_words *words)
{
    for (uint32_t i = 0; i < words->relation_count; i++)
        free(words->relations[i].exponents);
    free(words->relations);
    free(words->generators);
    free(words->exponents);
    free(words->order);
}

/* --- words --- */

/* a to z, then x27, x28 ... */
static void print_generator(uint32_t generator, struct text *out)
{
    if (generator < 26)
        text_append_char(out, (char)('a' + generator));
    else
        text_printf(out, "x%" PRIu32, generator + 1);
}

static void print_product(const struct quotient_words *words, const uint16_t *exponents,
                          struct text *out)
{
    bool is_empty = true;
    for (uint32_t i = 0; i < words->generator_count; i++) {
        if (exponents[i] == 0)
            continue;
        text_append_string(out, is_empty ? "" : " ");
        print_generator(i, out);
        if (exponents[i] > 1)
            text_printf(out, "^%d", exponents[i]);
        is_empty = false;
    }
    text_append_string(out, is_empty ? "1" : "");
}

void quotient_words_element(const struct quotient_words *words, uint32_t element, struct text *out)
{
    print_product(words, exponents_of(words, element), out);
}

static uint32_t lost_count(const struct misere_quotient *quotient)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < quotient->count; i++)
        lost += quotient->is_lost[i];
    return lost;
}

/* Appends items, separated by commas, in lines of at most 100 columns. */
struct line_list {
    struct text *out;
    size_t width;
};

static void add_item(struct line_list *list, struct text *item)
{
    bool is_first = list->width == 0;
    if (!is_first && list->width + 2 + item->len > 98) {
        text_append_string(list->out, ",\n  ");
        list->width = 2;
    } else {
        text_append_string(list->out, is_first ? "  " : ", ");
        list->width += 2;
    }
    text_append(list->out, item->bytes, item->len);
    list->width += item->len;
    text_clear(item);
}

static void print_generators(const struct quotient_words *words, struct text *out)
{
    struct line_list list = {out, 0};
    struct text item = {0};
    text_append_string(out, "Generators (heaps)\n");
    for (uint32_t i = 0; i < words->generator_count; i++) {
        print_generator(i, &item);
        text_printf(&item, " = %" PRId64, words->generators[i]);
        add_item(&list, &item);
    }
    text_append_string(out, "\n\nRelations\n");
    list.width = 0;
    for (uint32_t i = 0; i < words->relation_count; i++) {
        print_product(words, words->relations[i].exponents, &item);
        text_append_string(&item, " = ");
        quotient_words_element(words, words->relations[i].element, &item);
        add_item(&list, &item);
    }
    text_append_string(out, "\n\nLost (P): the player to move loses\n");
    list.width = 0;
    for (uint32_t i = 0; i < words->quotient->count; i++) {
        if (!words->quotient->is_lost[words->order[i]])
            continue;
        quotient_words_element(words, words->order[i], &item);
        add_item(&list, &item);
    }
    text_append_string(out, "\n\n");
    text_finish(&item);
}

static void print_heaps(const struct quotient_words *words, struct text *out)
{
    text_append_string(out, "heap  order  element\n");
    for (int64_t heap = 0; heap <= words->quotient->upto; heap++) {
        text_printf(out, "%4" PRId64 "  %5" PRIu32 "  ", heap, words->quotient->orders[heap]);
        quotient_words_element(words, quotient_heap(words->quotient, heap), out);
        text_append_char(out, '\n');
    }
}

static void print_end(int64_t found, int64_t asked, enum quotient_end end, struct text *out)
{
    switch (end) {
    case QUOTIENT_FOUND:
        assert(found == asked);
        break;
    case QUOTIENT_TOO_LARGE:
        text_printf(out,
                    "\nWith the heap %" PRId64
                    " there are more than %d elements, perhaps infinitely many.\n",
                    found + 1, QUOTIENT_ELEMENTS_MAX);
        break;
    case QUOTIENT_TOO_LONG:
        text_printf(out,
                    "\nWith the heap %" PRId64
                    " the search would be longer than %d sums or %d pairs of elements and\n"
                    "options: whether the quotient is finite is not known here.\n",
                    found + 1, QUOTIENT_SEARCHED_MAX, QUOTIENT_PAIRS_MAX);
        break;
    }
}

void quotient_words_print(const struct quotient_words *words, const struct rules *rules,
                          int64_t asked, enum quotient_end end, struct text *out)
{
    const struct misere_quotient *quotient = words->quotient;
    words_rules(rules->text, LOOK_PLAIN, out);
    text_printf(out,
                ": the misere quotient of the heaps up to %" PRId64 "\n\n%" PRIu32
                " element%s, %" PRIu32 " of them lost\n\n",
                quotient->upto, quotient->count, quotient->count == 1 ? "" : "s",
                lost_count(quotient));
    if (words->generator_count > 0)
        print_generators(words, out);
    print_heaps(words, out);
    print_end(quotient->upto, asked, end, out);
}

/* --- JSON --- */

static json_t *json_of(struct text *item)
{
    json_t *value = json_string(text_string(item));
    text_clear(item);
    return value;
}

static json_t *json_element(const struct quotient_words *words, uint32_t element)
{
    struct text item = {0};
    quotient_words_element(words, element, &item);
    json_t *value = json_of(&item);
    text_finish(&item);
    return value;
}

json_t *quotient_words_json(const struct quotient_words *words, const struct rules *rules,
                            enum quotient_end end)
{
    static const char *const ends[] = {
        [QUOTIENT_FOUND] = "found",
        [QUOTIENT_TOO_LARGE] = "too_large",
        [QUOTIENT_TOO_LONG] = "too_long",
    };
    const struct misere_quotient *quotient = words->quotient;
    json_t *generators = json_object(), *relations = json_array(), *lost = json_array(),
           *heaps = json_array(), *orders = json_array();
    struct text item = {0};
    for (uint32_t i = 0; i < words->generator_count; i++) {
        print_generator(i, &item);
        json_object_set_new(generators, text_string(&item), json_integer(words->generators[i]));
        text_clear(&item);
    }
    for (uint32_t i = 0; i < words->relation_count; i++) {
        print_product(words, words->relations[i].exponents, &item);
        json_array_append_new(
            relations,
            json_pack("[o, o]", json_of(&item), json_element(words, words->relations[i].element)));
    }
    for (uint32_t i = 0; i < quotient->count; i++) {
        if (quotient->is_lost[words->order[i]])
            json_array_append_new(lost, json_element(words, words->order[i]));
    }
    for (int64_t heap = 0; heap <= quotient->upto; heap++) {
        json_array_append_new(heaps, json_element(words, quotient_heap(quotient, heap)));
        json_array_append_new(orders, json_integer(quotient->orders[heap]));
    }
    text_finish(&item);
    return json_pack("{s:s, s:I, s:s, s:I, s:o, s:o, s:o, s:o, s:o}", "rules", rules->text, "upto",
                     (json_int_t)quotient->upto, "end", ends[end], "elements",
                     (json_int_t)quotient->count, "generators", generators, "relations", relations,
                     "lost", lost, "heaps", heaps, "orders", orders);
}
