#include "client/study/value_table.h"

#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

static const char *const kind_names[VALUE_TABLE_KINDS] = {
    [VALUE_TABLE_VALUES] = "values", [VALUE_TABLE_TAKES] = "takes", [VALUE_TABLE_STEPS] = "steps",
    [VALUE_TABLE_LOST] = "lost",     [VALUE_TABLE_PAIRS] = "pairs", [VALUE_TABLE_QUOTAS] = "quotas",
};

static int digit_count(uint64_t number)
{
    int count = 1;
    while (number /= 10)
        count++;
    return count;
}

/* --- for people --- */

static uint64_t largest_in_column(const struct value_table *table, int column)
{
    uint64_t largest = 0;
    for (size_t row = 0; row < table->row_count; row++) {
        uint64_t cell = value_table_cell(table, row, column);
        if (cell != VALUE_TABLE_NONE && cell > largest)
            largest = cell;
    }
    return largest;
}

static bool is_mark(const struct value_table *table, int column)
{
    return table->kind == VALUE_TABLE_TAKES && column == 2;
}

static void print_cell(const struct value_table *table, size_t row, int column, int width,
                       struct text *out)
{
    uint64_t cell = value_table_cell(table, row, column);
    if (is_mark(table, column))
        text_append_string(out, cell ? "  lost" : "");
    else if (cell == VALUE_TABLE_NONE)
        text_printf(out, "%*s", width, "-");
    else
        text_printf(out, "%*" PRIu64, width, cell);
}

static void print_rows(const struct value_table *table, struct text *out)
{
    int widths[VALUE_TABLE_COLUMNS_MAX];
    int columns = value_table_column_count(table);
    for (int column = 0; column < columns; column++) {
        const char *name = value_table_column(table, column);
        int width = digit_count(largest_in_column(table, column)), heading = (int)strlen(name);
        widths[column] = (width > heading ? width : heading) + (column ? 2 : 0);
        if (is_mark(table, column))
            continue;
        text_printf(out, "%*s", widths[column] - heading, "");
        for (const char *c = name; *c; c++) /* turns least_winning_take into "least winning take" */
            text_append_char(out, *c == '_' ? ' ' : *c);
    }
    text_append_char(out, '\n');
    for (size_t row = 0; row < table->row_count; row++) {
        for (int column = 0; column < columns; column++)
            print_cell(table, row, column, widths[column], out);
        text_append_char(out, '\n');
    }
}

enum { GRID_COLUMNS = 10 };

/* Prints ten values per line: the value of 37 is in line 30, column 7. */
static void print_grid(const struct value_table *table, struct text *out)
{
    int label = digit_count((uint64_t)table->upto);
    int width = digit_count(largest_in_column(table, 1)) + 1;
    text_printf(out, "%*s ", label, "");
    for (int column = 0; column < GRID_COLUMNS; column++)
        text_printf(out, "%*d", width, column);
    for (size_t row = 0; row < table->row_count; row++) {
        if (row % GRID_COLUMNS == 0)
            text_printf(out, "\n%*zu ", label, row);
        print_cell(table, row, 1, width, out);
    }
    text_append_char(out, '\n');
}

static void print_period(const struct value_table *table, struct text *out)
{
    const struct heap_period *period = &table->period;
    if (table->closed_form)
        text_printf(out, "All values: %s.\n", table->closed_form);
    if (table->has_period && period->growth > 0)
        text_printf(
            out,
            "From %" PRId64 " on a heap larger by %" PRId64 " has a value larger by %" PRId64
            ", proven with the values to %" PRId64 ":\n%s.\n",
            period->first, period->period, period->growth, period->proven_with, period->theorem);
    else if (table->has_period)
        text_printf(out,
                    "Period %" PRId64 " from %" PRId64 " on, proven with the values to %" PRId64
                    ":\n%s.\n",
                    period->period, period->first, period->proven_with, period->theorem);
    else if (!table->closed_form)
        text_printf(out, "The values to %" PRId64 " prove no period.\n", table->upto);
}

void value_table_print(const struct value_table *table, struct text *out)
{
    words_rules(table->rules.text, table->rules.look, out);
    text_printf(out, ": %s, to %" PRId64 "\n\n", value_table_title(table), table->upto);
    if (table->kind == VALUE_TABLE_VALUES) {
        print_grid(table, out);
        text_append_char(out, '\n');
        print_period(table, out);
    } else if (table->row_count > 0) {
        print_rows(table, out);
    } else {
        text_append_string(out, "There are none.\n");
    }
}

/* --- for programs --- */

void value_table_csv(const struct value_table *table, struct text *out)
{
    int columns = value_table_column_count(table);
    for (int column = 0; column < columns; column++)
        text_printf(out, "%s%s", column ? "," : "", value_table_column(table, column));
    for (size_t row = 0; row < table->row_count; row++) {
        text_append_string(out, "\r\n");
        for (int column = 0; column < columns; column++) {
            uint64_t cell = value_table_cell(table, row, column);
            text_append_string(out, column ? "," : "");
            if (cell != VALUE_TABLE_NONE)
                text_printf(out, "%" PRIu64, cell);
        }
    }
    text_append_string(out, "\r\n");
}

json_t *value_table_json(const struct value_table *table)
{
    json_t *columns = json_object();
    for (int column = 0; column < value_table_column_count(table); column++) {
        json_t *cells = json_array();
        for (size_t row = 0; row < table->row_count; row++) {
            uint64_t cell = value_table_cell(table, row, column);
            json_array_append_new(cells, cell == VALUE_TABLE_NONE ? json_null()
                                                                  : json_integer((json_int_t)cell));
        }
        json_object_set_new(columns, value_table_column(table, column), cells);
    }
    json_t *value =
        json_pack("{s:s, s:I, s:s, s:o}", "rules", table->rules.text, "upto",
                  (json_int_t)table->upto, "table", kind_names[table->kind], "columns", columns);
    if (table->kind == VALUE_TABLE_VALUES) {
        const struct heap_period *period = &table->period;
        json_t *told =
            table->has_period
                ? json_pack("{s:I, s:I, s:I, s:I, s:s}", "first", (json_int_t)period->first,
                            "period", (json_int_t)period->period, "growth",
                            (json_int_t)period->growth, "proven_with",
                            (json_int_t)period->proven_with, "theorem", period->theorem)
                : json_null();
        json_object_set_new(value, "period", told);
        json_object_set_new(value, "closed_form",
                            table->closed_form ? json_string(table->closed_form) : json_null());
    }
    return value;
}
