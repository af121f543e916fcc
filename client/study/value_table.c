#include "client/study/value_table.h"

#include "client/cli/options.h"
#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/take_away.h"
#include "common/solver/p_sequence.h"
#include "common/solver/solver.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Limits that keep a table within seconds and megabytes. */
enum {
    HEAPS_UPTO_MAX = 1048576,
    STEPS_UPTO_MAX = 100000, /* about 12 rows per heap */
    PAIRS_UPTO_MAX = 2000,   /* half the square of this in pairs */
    QUOTAS_UPTO_MAX = 500,   /* likewise, with some quotas for each pair */
};

static const struct {
    int columns;
    const char *names[VALUE_TABLE_COLUMNS_MAX];
    const char *title;
} kinds[VALUE_TABLE_KINDS] = {
#define X(kind, columns, first, second, third, title)                                              \
    [VALUE_TABLE_##kind] = {columns, {first, second, third}, title},
    VALUE_TABLES(X)
#undef X
};

int value_table_column_count(const struct value_table *table)
{
    return kinds[table->kind].columns;
}

const char *value_table_column(const struct value_table *table, int column)
{
    assert(column >= 0 && column < value_table_column_count(table));
    return kinds[table->kind].names[column];
}

const char *value_table_title(const struct value_table *table)
{
    return kinds[table->kind].title;
}

uint64_t value_table_cell(const struct value_table *table, size_t row, int column)
{
    assert(row < table->row_count);
    assert(column >= 0 && column < value_table_column_count(table));
    return table->cells[row * (size_t)value_table_column_count(table) + (size_t)column];
}

/* --- the plan --- */

static bool is_take_away(const struct rules *rules)
{
    return rules->family == &family_take_away;
}

/* Does the game have a P-sequence? */
static bool is_plain(const struct rules *rules)
{
    return is_take_away(rules) && rules->variant == TAKE_AWAY_ONE && !rules->misere;
}

static bool is_global(const struct rules *rules)
{
    return is_take_away(rules) && rules->variant == TAKE_AWAY_GLOBAL;
}

static bool is_of_two(enum value_table_kind kind)
{
    return kind == VALUE_TABLE_PAIRS || kind == VALUE_TABLE_QUOTAS;
}

static enum error_code plan_kind(const struct rules *rules, const struct value_table_wish *wish,
                                 enum value_table_kind *ret_kind, struct error *error)
{
    bool is_of_pairs = rules->family == &family_wythoff || rules->family == &family_candy;
    int default_heaps = is_global(rules) || is_of_pairs ? 2 : 1;
    int heaps = wish->heaps ? wish->heaps : default_heaps;
    if (!rules->family->has_heaps)
        return error_set(error, ERROR_USAGE, "the positions of %s are no heaps to tabulate",
                         rules->text);
    if (wish->only_lost && wish->heaps == 2)
        return error_set(error, ERROR_USAGE,
                         "--lost is about single heaps; of two, only lost ones are listed anyway");
    if (heaps == 2 && is_take_away(rules) && rules->variant == TAKE_AWAY_ONE) {
        int stem = (int)strcspn(rules->text, ",");
        const char *misere = rules->misere ? ",misere" : "";
        return error_set(
            error, ERROR_USAGE,
            "%s is played with one heap; %.*s,local%s and %.*s,global%s have two and more",
            rules->text, stem, rules->text, misere, stem, rules->text, misere);
    }

    if (rules->family == &family_candy && (wish->only_lost || heaps == 1))
        return error_set(error, ERROR_USAGE, "%s is always played with two heaps", rules->text);

    struct heap_values *values = NULL;
    if (wish->only_lost)
        *ret_kind = VALUE_TABLE_LOST;
    else if (heaps == 2)
        *ret_kind = is_global(rules) ? VALUE_TABLE_QUOTAS : VALUE_TABLE_PAIRS;
    else if (is_take_away(rules) && rules->variant == TAKE_AWAY_LOCAL && !rules->misere)
        *ret_kind = VALUE_TABLE_STEPS;
    else if (is_take_away(rules))
        *ret_kind = VALUE_TABLE_TAKES;
    else if ((values = heap_values_create(rules)))
        *ret_kind = VALUE_TABLE_VALUES;
    else
        return error_set(error, ERROR_USAGE, "single heaps of %s have no values here; %s",
                         rules->text, wish->instead);
    heap_values_destroy(values);
    return ERROR_NONE;
}

static int64_t upto_max(const struct rules *rules, enum value_table_kind kind)
{
    struct heap_values *values;
    int64_t max;
    switch (kind) {
    case VALUE_TABLE_VALUES:
        values = heap_values_create(rules);
        max = heap_values_max(values);
        heap_values_destroy(values);
        return max < HEAPS_UPTO_MAX ? max : HEAPS_UPTO_MAX;
    case VALUE_TABLE_STEPS:
        max = take_away_local_heap_max(rules);
        return max < STEPS_UPTO_MAX ? max : STEPS_UPTO_MAX;
    case VALUE_TABLE_PAIRS:
        return PAIRS_UPTO_MAX;
    case VALUE_TABLE_QUOTAS:
        return QUOTAS_UPTO_MAX;
    case VALUE_TABLE_LOST:
        return is_plain(rules) ? INT64_MAX : HEAPS_UPTO_MAX;
    case VALUE_TABLE_TAKES:
    case VALUE_TABLE_KINDS:
        break;
    }
    return HEAPS_UPTO_MAX;
}

/* Appends the heaps: "7", "3+7", or "7@7" if any number may be taken. */
static void print_heaps(enum value_table_kind kind, int64_t smaller, int64_t larger,
                        struct text *out)
{
    if (smaller > 0)
        text_printf(out, "%" PRId64 "+", smaller);
    text_append_int(out, larger);
    if (kind == VALUE_TABLE_TAKES)
        text_printf(out, "@%" PRId64, larger);
}

/* Checks that the largest position is within the limits of the rules. */
static enum error_code check_largest(const struct value_table *table, struct error *error)
{
    struct text text = {0};
    struct position position = {0};
    int64_t smaller = is_of_two(table->kind) ? table->upto : 0;
    print_heaps(table->kind, smaller, table->upto, &text);
    enum error_code failed =
        typed_problem_parse(&table->rules, text.bytes, text.len, &position, error);
    text_finish(&text);
    position_finish(&position);
    return failed;
}

enum error_code value_table_plan(struct value_table *ret_table, const struct rules *rules,
                                 const struct value_table_wish *wish, struct error *error)
{
    struct value_table table = {.rules = *rules};
    struct text what = {0};
    enum error_code failed = plan_kind(rules, wish, &table.kind, error);
    if (failed)
        return failed;
    text_printf(&what, "--upto for %s here", rules->text);
    failed = options_number(wish->upto, text_string(&what), upto_max(rules, table.kind),
                            &table.upto, error);
    text_finish(&what);
    if (!failed)
        failed = check_largest(&table, error);
    if (!failed)
        *ret_table = table;
    return failed;
}

/* --- the rows --- */

/* A table during the search for its rows. */
struct filler {
    struct value_table *table;
    struct solver *solver;
    struct text text;
    struct position position;
};

static void add_row(struct value_table *table, uint64_t first, uint64_t second, uint64_t third)
{
    size_t columns = (size_t)value_table_column_count(table);
    if (table->row_count == table->row_capacity) {
        table->row_capacity = table->row_capacity ? 2 * table->row_capacity : 256;
        table->cells =
            memory_resized(table->cells, table->row_capacity * columns, sizeof *table->cells);
    }
    uint64_t *row = table->cells + table->row_count++ * columns;
    const uint64_t cells[VALUE_TABLE_COLUMNS_MAX] = {first, second, third};
    memcpy(row, cells, columns * sizeof *row);
}

static void read_position(struct filler *filler)
{
    struct error error;
    enum error_code failed = position_parse(&filler->table->rules, filler->text.bytes,
                                            filler->text.len, &filler->position, &error);
    assert(!failed);
}

static void set_heaps(struct filler *filler, int64_t smaller, int64_t larger)
{
    text_clear(&filler->text);
    print_heaps(filler->table->kind, smaller, larger, &filler->text);
    read_position(filler);
}

static bool is_lost_with(struct filler *filler, int64_t smaller, int64_t larger)
{
    set_heaps(filler, smaller, larger);
    return solver_outcome(filler->solver, &filler->position) == OUTCOME_P;
}

/* Adds the least winning take: moves are ordered by the number of counters. The last cell: is the
 * heap lost with its quota at the opening? */
static void add_least_take(struct filler *filler, int64_t heap)
{
    struct move move;
    set_heaps(filler, 0, heap);
    struct winning_moves winning =
        solver_winning_moves(filler->solver, &filler->position, &move, 1);
    uint64_t take = VALUE_TABLE_NONE;
    if (winning.listed > 0)
        take = (uint64_t)(heap - take_away_heap_left(&move));
    text_clear(&filler->text);
    text_append_int(&filler->text, heap);
    read_position(filler);
    bool is_lost = solver_outcome(filler->solver, &filler->position) == OUTCOME_P;
    add_row(filler->table, (uint64_t)heap, take, is_lost);
}

static uint64_t value_with_quota(struct filler *filler, int64_t heap, int64_t quota)
{
    uint64_t value;
    text_clear(&filler->text);
    text_printf(&filler->text, "%" PRId64 "@%" PRId64, heap, quota);
    read_position(filler);
    bool is_known = solver_grundy(filler->solver, &filler->position, &value);
    assert(is_known);
    return value;
}

/* The least quota above `low` whose value differs from that of `low`. A larger quota allows more
 * moves, so the value never falls. Precondition: the value of the whole heap differs. */
static int64_t next_step(struct filler *filler, int64_t heap, int64_t low, uint64_t value)
{
    int64_t high = heap;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (value_with_quota(filler, heap, middle) == value)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void add_steps(struct filler *filler, int64_t heap)
{
    uint64_t last = value_with_quota(filler, heap, heap);
    int64_t quota = 1;
    uint64_t value = value_with_quota(filler, heap, quota);
    add_row(filler->table, (uint64_t)heap, (uint64_t)quota, value);
    while (value != last) {
        quota = next_step(filler, heap, quota, value);
        value = value_with_quota(filler, heap, quota);
        add_row(filler->table, (uint64_t)heap, (uint64_t)quota, value);
    }
}

static void add_if_lost(struct filler *filler, int64_t heap)
{
    if (is_lost_with(filler, 0, heap))
        add_row(filler->table, filler->table->row_count + 1, (uint64_t)heap, 0);
}

static void add_pairs(struct filler *filler, int64_t smaller)
{
    for (int64_t larger = smaller ? smaller : 1; larger <= filler->table->upto; larger++) {
        if (is_lost_with(filler, smaller, larger))
            add_row(filler->table, (uint64_t)smaller, (uint64_t)larger, 0);
    }
}

static bool wins_with_quota(struct filler *filler, int64_t smaller, int64_t larger, int64_t quota)
{
    text_clear(&filler->text);
    print_heaps(VALUE_TABLE_QUOTAS, smaller, larger, &filler->text);
    text_printf(&filler->text, "@%" PRId64, quota);
    read_position(filler);
    return solver_outcome(filler->solver, &filler->position) == OUTCOME_N;
}

/* Bisects the quota, since a larger one allows more moves. */
static uint64_t least_winning_quota(struct filler *filler, int64_t smaller, int64_t larger)
{
    int64_t low = 0, high = larger;
    if (!wins_with_quota(filler, smaller, larger, larger))
        return VALUE_TABLE_NONE;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (wins_with_quota(filler, smaller, larger, middle))
            high = middle;
        else
            low = middle;
    }
    return (uint64_t)high;
}

static void add_quotas(struct filler *filler, int64_t smaller)
{
    for (int64_t larger = smaller ? smaller : 1; larger <= filler->table->upto; larger++)
        add_row(filler->table, (uint64_t)smaller, (uint64_t)larger,
                least_winning_quota(filler, smaller, larger));
}

static void tell(const struct value_table *table, int64_t heap, progress_listener *listener,
                 void *owner)
{
    struct progress_state state = {.share_done = (double)(heap + 1) / (double)(table->upto + 1)};
    if (listener)
        listener(owner, &state);
}

static void fill_by_solver(struct value_table *table, progress_listener *listener, void *owner)
{
    static void (*const add[VALUE_TABLE_KINDS])(struct filler * filler, int64_t heap) = {
        [VALUE_TABLE_TAKES] = add_least_take, [VALUE_TABLE_STEPS] = add_steps,
        [VALUE_TABLE_LOST] = add_if_lost,     [VALUE_TABLE_PAIRS] = add_pairs,
        [VALUE_TABLE_QUOTAS] = add_quotas,
    };
    struct filler filler = {.table = table, .solver = solver_create(&table->rules)};
    bool has_no_heap = is_of_two(table->kind) && table->rules.family != &family_candy;
    for (int64_t heap = has_no_heap ? 0 : 1; heap <= table->upto; heap++) {
        add[table->kind](&filler, heap);
        tell(table, heap, listener, owner);
    }
    solver_destroy(filler.solver);
    text_finish(&filler.text);
    position_finish(&filler.position);
}

enum { STEP = 1 << 14 };

void value_table_fill(struct value_table *table, progress_listener *listener, void *owner)
{
    if (table->kind == VALUE_TABLE_VALUES) {
        struct heap_values *values = heap_values_create(&table->rules);
        for (int64_t heap = 0; heap <= table->upto; heap++) {
            /* Many at once may be made by threads. */
            if (heap % STEP == 0)
                heap_value(values, heap + STEP - 1 < table->upto ? heap + STEP - 1 : table->upto);
            add_row(table, (uint64_t)heap, heap_value(values, heap), 0);
            tell(table, heap, listener, owner);
        }
        table->has_period = heap_values_period(values, &table->period);
        table->closed_form = heap_values_closed_form(values);
        heap_values_destroy(values);
    } else if (table->kind == VALUE_TABLE_LOST && is_plain(&table->rules)) {
        struct p_sequence sequence;
        p_sequence_init(&sequence, take_away_function(&table->rules));
        p_sequence_reach(&sequence, table->upto);
        for (uint32_t i = 1; i < sequence.count; i++)
            add_row(table, i, (uint64_t)sequence.terms[i], 0);
        p_sequence_finish(&sequence);
    } else {
        fill_by_solver(table, listener, owner);
    }
}

void value_table_finish(struct value_table *table)
{
    free(table->cells);
}
