/* Certificates of sums: the values of components, each as the mex of those of all its options. */
#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/subtraction.h"
#include "common/solver/heap_values.h"
#include "common/solver/position_table.h"
#include "common/solver/proof.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COMPONENT_CELLS_MAX = 2 }; /* a heap, or a heap and its quota */

/* The components of positions, each once. */
struct components {
    struct position_table *seen;
    int64_t (*list)[COMPONENT_CELLS_MAX];
    size_t count;
    uint32_t cells_each;
    int64_t upto; /* larger heaps are left out, whose values a period tells; 0: none is */
};

static uint32_t cells_of_component(const struct rules *rules)
{
    return rules->family == &family_take_away ? 2 : 1;
}

static void components_init(struct components *components, const struct rules *rules)
{
    *components = (struct components){
        .seen = position_table_create(),
        .cells_each = cells_of_component(rules),
    };
}

static void components_finish(struct components *components)
{
    position_table_destroy(components->seen);
    free(components->list);
}

/* A view of one component, a position of its own. */
static struct position view_of(int64_t *cells, uint32_t cells_each)
{
    return (struct position){.count = cells_each, .capacity = cells_each, .cells = cells};
}

static void components_add(struct components *components, const struct position *position)
{
    for (uint32_t i = 0; i < position->count; i += components->cells_each) {
        struct position one = view_of(position->cells + i, components->cells_each);
        if (components->upto > 0 && one.cells[0] > components->upto)
            continue;
        uint32_t *place = position_table_place(components->seen, &one);
        if (*place)
            continue;
        *place = 1;
        components->list =
            memory_for_next(components->list, components->count, sizeof *components->list);
        memcpy(components->list[components->count++], one.cells,
               components->cells_each * sizeof *one.cells);
    }
}

static uint64_t value_of(struct solver *values, const struct position *position)
{
    uint64_t value = 0;
    bool is_known = solver_grundy(values, position, &value);
    assert(is_known);
    return value;
}

static void print_sum(struct proof *proof, struct solver *values, const struct position *position)
{
    const struct rules *rules = &proof->solver->rules;
    bool is_global = rules->family == &family_take_away && !values; /* the quota comes first */
    uint32_t each = values ? cells_of_component(rules) : 1;
    uint64_t sum = 0;
    text_append_string(proof->out, "sum ");
    position_print(rules, position, proof->out);
    text_append_string(proof->out, " values");
    for (uint32_t i = is_global; i < position->count; i += each) {
        struct position one = view_of(position->cells + i, each);
        uint64_t value = values ? value_of(values, &one) : (uint64_t)position->cells[i];
        text_printf(proof->out, " %" PRIu64, value);
        sum ^= value;
    }
    text_printf(proof->out, " nim-sum %" PRIu64 "\n", sum);
}

void proof_sums(struct proof *proof, struct solver *values)
{
    print_sum(proof, values, proof->position);
    if (proof->lost != proof->position)
        print_sum(proof, values, proof->lost);
}

/* An option of a component: its value, and its place in the text of all. */
struct option {
    uint64_t value;
    size_t at;
    size_t len;
};

static int compare_options(const void *a, const void *b)
{
    const struct option *one = a, *other = b;
    if (one->value != other->value)
        return one->value < other->value ? -1 : 1;
    return one->at < other->at ? -1 : one->at > other->at;
}

/* Lists the options; the caller frees them. */
static struct option *list_options(struct solver *values, const struct position *component,
                                   size_t count, struct text *told)
{
    const struct rules *rules = solver_rules(values);
    struct option *options = memory_zeroed(count + 1, sizeof *options);
    struct position after = {0};
    for (size_t i = 0; i < count; i++) {
        struct move move;
        move_at(rules, component, i, &move);
        position_copy(&after, component);
        move_apply(rules, &after, &move);
        options[i] = (struct option){.value = value_of(values, &after), .at = told->len};
        position_print(rules, &after, told);
        options[i].len = told->len - options[i].at;
    }
    position_finish(&after);
    qsort(options, count, sizeof *options, compare_options);
    return options;
}

/* Writes "heap 5 value 4 options 0:2+2 1:4 2:1+3 3:3,1+2". */
static void print_component(struct solver *values, const struct position *component,
                            struct text *out)
{
    const struct rules *rules = solver_rules(values);
    struct text told = {0};
    size_t count = (size_t)move_count(rules, component);
    struct option *options = list_options(values, component, count, &told);
    text_append_string(out, "heap ");
    position_print(rules, component, out);
    text_printf(out, " value %" PRIu64 " options", value_of(values, component));
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && options[i - 1].value == options[i].value)
            text_append_char(out, ',');
        else
            text_printf(out, " %" PRIu64 ":", options[i].value);
        text_append(out, told.bytes + options[i].at, options[i].len);
    }
    text_append_char(out, '\n');
    free(options);
    text_finish(&told);
}

/* Adds everything that can be reached from the components so far. */
static enum error_code reach_all(struct proof *proof, const struct rules *rules,
                                 struct components *components)
{
    enum error_code failed = ERROR_NONE;
    struct position after = {0};
    for (size_t i = 0; i < components->count && !failed; i++) {
        int64_t cells[COMPONENT_CELLS_MAX];
        memcpy(cells, components->list[i], sizeof cells);
        struct position component = view_of(cells, components->cells_each);
        uint128 count = move_count(rules, &component);
        failed = proof_add_moves(proof, count);
        for (uint128 k = 0; k < count && !failed; k++) {
            struct move move;
            move_at(rules, &component, k, &move);
            position_copy(&after, &component);
            move_apply(rules, &after, &move);
            components_add(components, &after);
        }
    }
    position_finish(&after);
    return failed;
}

/* Rings come after the heaps that their moves leave. */
static int compare_components(const void *a, const void *b)
{
    const int64_t *one = a, *other = b;
    if (heaps_is_ring(one[0]) != heaps_is_ring(other[0]))
        return heaps_is_ring(one[0]) ? 1 : -1;
    if (one[0] != other[0])
        return one[0] < other[0] ? -1 : 1;
    return one[1] < other[1] ? -1 : one[1] > other[1];
}

/* Writes the closed form where there is one. */
static bool print_closed_form(const struct rules *rules, struct text *out)
{
    struct subtraction_range range;
    if (rules->family == &family_nim || strcmp(rules->text, "octal:0.3...") == 0)
        text_append_string(out, "values size [Bouton]\n");
    else if (strcmp(rules->text, "octal:4.3...") == 0)
        text_append_string(out, "values lasker [WW] [Ferguson]\n");
    else if (rules->family == &family_subtraction && subtraction_is_range(rules, &range))
        text_printf(out, "values %s %" PRId64 " %" PRId64 "\n",
                    subtraction_kind(rules) == SUBTRACTION_ALL_BUT ? "all-but" : "range",
                    range.least, range.most);
    else
        return false;
    return true;
}

/* Adds the components to begin with. Where a period serves a heap beyond the table that proves it,
 * these are all heaps of the table, and rings; that of values which grow (all-but sets) serves
 * none.
 */
static void begin_components(struct proof *proof, struct solver *values,
                             struct components *components)
{
    struct heap_period period;
    const struct position *position = proof->position;
    bool is_heaps = components->cells_each == 1 && position->count > 0;
    if (is_heaps && heap_values_period(values->tables, &period) && period.growth == 0 &&
        heaps_largest(position) > period.proven_with) {
        text_printf(proof->out, "period %" PRId64 " %" PRId64 " table %" PRId64 "%s\n",
                    period.first, period.period, period.proven_with,
                    family_is_code(values->rules.family) ? " [GS]" : "");
        for (int64_t heap = 1; heap <= period.proven_with; heap++)
            components_add(components, &(struct position){.count = 1, .cells = &heap});
        components->upto = period.proven_with;
    }
    components_add(components, position);
    components_add(components, proof->lost);
}

enum error_code proof_values(struct proof *proof, struct solver *values)
{
    const struct rules *rules = solver_rules(values);
    if (print_closed_form(rules, proof->out))
        return ERROR_NONE;
    struct components components;
    components_init(&components, rules);
    begin_components(proof, values, &components);
    enum error_code failed = reach_all(proof, rules, &components);
    if (!failed && components.count > 0)
        qsort(components.list, components.count, sizeof *components.list, compare_components);
    for (size_t i = 0; i < components.count && !failed; i++) {
        struct position component = view_of(components.list[i], components.cells_each);
        print_component(values, &component, proof->out);
    }
    components_finish(&components);
    return failed;
}

enum error_code proof_nim_sum(struct proof *proof)
{
    text_append_string(proof->out, "theorem nim-sum [Sprague] [Grundy]\n");
    proof_sums(proof, proof->solver);
    return proof_values(proof, proof->solver);
}
