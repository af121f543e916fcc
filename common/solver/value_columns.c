#include "common/solver/value_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    COLUMNS_MAX = 40, /* in a table */
    LOW_BLOCK = 32,   /* columns in the second of two tables */
    SHOWN_DIGITS_MIN = 8,
};

void value_columns_init(struct value_columns *columns, const char *heading, const char *noun,
                        uint32_t parts)
{
    *columns = (struct value_columns){.heading = heading, .noun = noun, .parts = parts};
}

/* The number of parts that share the first line. */
static uint32_t count_hidden(const struct value_columns *columns)
{
    bool fits = columns->parts <= VALUE_COLUMNS_SHOWN_MAX + 1;
    return fits ? 0 : columns->parts - VALUE_COLUMNS_SHOWN_MAX;
}

struct value_line *value_columns_add(struct value_columns *columns, uint64_t value)
{
    assert(columns->added < columns->parts);
    columns->sum ^= value;
    if (columns->added++ < count_hidden(columns)) {
        columns->hidden_sum ^= value;
        return NULL;
    }
    assert(columns->count < sizeof columns->lines / sizeof *columns->lines);
    struct value_line *line = &columns->lines[columns->count++];
    line->value = value;
    return line;
}

struct value_line *value_columns_add_after(struct value_columns *columns, uint64_t value)
{
    assert(columns->after_count < sizeof columns->after / sizeof *columns->after);
    struct value_line *line = &columns->after[columns->after_count++];
    line->value = value;
    return line;
}

static int digit_count(uint64_t number, uint64_t base)
{
    int count = 1;
    while (number /= base)
        count++;
    return count;
}

/* The common layout of the lines of a table, which show the digits from bit `low` up to below
 * `high`. Lines are at most as wide as a terminal. */
struct layout {
    int label_width; /* 0: no labels */
    int decimal_width;
    int low, high;
    struct text *out;
};

/* "  11      6   110  the remark" */
static void print_line(const struct layout *layout, const char *label, uint64_t value,
                       const char *remark)
{
    if (layout->label_width > 0)
        text_printf(layout->out, "%*s  ", layout->label_width, label);
    text_printf(layout->out, "%*" PRIu64 "  ", layout->decimal_width, value);
    /* Digits begin with the first 1; where more are hidden on the left, all are printed. */
    bool has_begun = value >> (layout->high - 1) > 1;
    for (int bit = layout->high - 1; bit >= layout->low; bit--) {
        has_begun = has_begun || bit == layout->low || (value >> bit & 1);
        text_append_char(layout->out, !has_begun ? ' ' : value >> bit & 1 ? '1' : '0');
    }
    text_printf(layout->out, "%s%s\n", *remark ? "  " : "", remark);
}

static void print_dashes(struct text *out, int count)
{
    for (int i = 0; i < count; i++)
        text_append_char(out, '-');
}

static void print_rule(const struct layout *layout)
{
    if (layout->label_width > 0)
        text_printf(layout->out, "%*s  ", layout->label_width, "");
    print_dashes(layout->out, layout->decimal_width);
    text_append_string(layout->out, "  ");
    print_dashes(layout->out, layout->high - layout->low);
    text_append_char(layout->out, '\n');
}

static void print_table(const struct layout *layout, const struct value_columns *columns)
{
    uint32_t hidden = count_hidden(columns);
    if (layout->label_width > 0)
        text_printf(layout->out, "%*s  %*s\n", layout->label_width, columns->heading,
                    layout->decimal_width, "value");
    if (hidden > 0) {
        char remark[64];
        snprintf(remark, sizeof remark, "%" PRIu32 " more %s", hidden, columns->noun);
        print_line(layout, "", columns->hidden_sum, remark);
    }
    for (uint32_t i = 0; i < columns->count; i++)
        print_line(layout, columns->lines[i].label, columns->lines[i].value,
                   columns->lines[i].remark);
    if (columns->parts > 1) {
        print_rule(layout);
        print_line(layout, "", columns->sum, "the nim-sum");
    }
    for (uint32_t i = 0; i < columns->after_count; i++)
        print_line(layout, columns->after[i].label, columns->after[i].value,
                   columns->after[i].remark);
}

/* Hides the columns on the left that are even and stay even. Returns the number of digits that are
 * left. */
static int hide_even_columns(int digits, uint64_t sum, struct text *out)
{
    int shown = sum ? digit_count(sum, 2) : SHOWN_DIGITS_MIN;
    if (digits <= COLUMNS_MAX || shown > COLUMNS_MAX)
        return digits;
    if (shown < SHOWN_DIGITS_MIN)
        shown = SHOWN_DIGITS_MIN;
    text_printf(out, "(Not shown: %d columns on the left. They are even, and stay so.)\n",
                digits - shown);
    return shown;
}

/* Widens the layout for some lines. */
static void widen(struct layout *layout, const struct value_line *lines, uint32_t count,
                  uint64_t *largest)
{
    for (uint32_t i = 0; i < count; i++) {
        int width = (int)strlen(lines[i].label);
        if (layout->label_width > 0 && width > layout->label_width)
            layout->label_width = width;
        if (lines[i].value > *largest)
            *largest = lines[i].value;
    }
}

void value_columns_print(const struct value_columns *columns, struct text *out)
{
    assert(columns->added == columns->parts);
    uint64_t largest = columns->sum > columns->hidden_sum ? columns->sum : columns->hidden_sum;
    struct layout layout = {.out = out};
    layout.label_width = columns->heading ? (int)strlen(columns->heading) : 0;
    widen(&layout, columns->lines, columns->count, &largest);
    widen(&layout, columns->after, columns->after_count, &largest);
    layout.decimal_width = digit_count(largest, 10);
    if (columns->heading && layout.decimal_width < (int)strlen("value"))
        layout.decimal_width = (int)strlen("value");
    int digits = digit_count(largest, 2);
    layout.high = hide_even_columns(digits, columns->sum, out);
    if (layout.high > COLUMNS_MAX) {
        text_printf(out, "The columns on the left, from 2^%d on:\n", LOW_BLOCK);
        layout.low = LOW_BLOCK;
        print_table(&layout, columns);
        text_append_string(out, "The columns on the right:\n");
        layout.high = LOW_BLOCK;
        layout.low = 0;
    }
    print_table(&layout, columns);
}
