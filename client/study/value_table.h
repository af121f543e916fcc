/* Tables of the known values of each heap of a game, up to a size. Pure. */
#ifndef CLIENT_VALUE_TABLE_H
#define CLIENT_VALUE_TABLE_H

#include "client/show/progress.h"
#include "common/game/game.h"
#include "common/solver/heap_values.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(KIND, columns, "column", "column", "column", "title"). The columns' names are those of CSV and
 * JSON. In tables with a quota, the value of a row holds from its quota up to the quota of the next
 * row. */
#define VALUE_TABLES(X)                                                                            \
    X(VALUES, 2, "heap", "value", "", "Grundy values of single heaps")                             \
    X(TAKES, 3, "heap", "least_winning_take", "lost", "the least winning take of each heap")       \
    X(STEPS, 3, "heap", "quota", "value", "Grundy values of a heap from each quota on")            \
    X(LOST, 2, "index", "heap", "", "heaps that are lost for whoever begins")                      \
    X(PAIRS, 2, "smaller", "larger", "", "two heaps that are lost for whoever begins")             \
    X(QUOTAS, 3, "smaller", "larger", "least_winning_quota", "the least winning quota of two heaps")

enum value_table_kind {
#define X(kind, columns, first, second, third, title) VALUE_TABLE_##kind,
    VALUE_TABLES(X)
#undef X
        VALUE_TABLE_KINDS,
};

enum { VALUE_TABLE_COLUMNS_MAX = 3 };

/* A request for a table. */
struct value_table_wish {
    const char *upto; /* as typed: a number from 1 on */
    int heaps;        /* 1 or 2; 0: the default of the game */
    bool only_lost;
    const char *instead; /* for the error if heaps have no values: a command to use instead */
};

struct value_table {
    struct rules rules;
    enum value_table_kind kind;
    int64_t upto;
    uint64_t *cells; /* row after row */
    size_t row_count;
    size_t row_capacity;
    bool has_period;
    struct heap_period period;
    const char *closed_form; /* as in heap_values.h, or NULL; static */
};

/* A cell without a number: no take wins, or no quota. */
#define VALUE_TABLE_NONE UINT64_MAX

/* Chooses the kind and size of the table, still without rows. USAGE or BAD_RULES: there is no such
 * table, or the limit of its size. */
enum error_code value_table_plan(struct value_table *ret_table, const struct rules *rules,
                                 const struct value_table_wish *wish, struct error *error);

/* Fills in the rows and reports progress to the listener, which may be NULL. */
void value_table_fill(struct value_table *table, progress_listener *listener, void *owner);
void value_table_finish(struct value_table *table);

int value_table_column_count(const struct value_table *table);
const char *value_table_column(const struct value_table *table, int column);
/* "Grundy values of single heaps" */
const char *value_table_title(const struct value_table *table);
uint64_t value_table_cell(const struct value_table *table, size_t row, int column);

/* --- printing: value_table_print.c --- */

/* For people: a title, aligned columns and, for Grundy values, the period. */
void value_table_print(const struct value_table *table, struct text *out);
/* RFC 4180, with a header and an empty field for a missing number. Only the rows. */
void value_table_csv(const struct value_table *table, struct text *out);
/* {"rules", "upto", "table", "columns": {"heap": [...], ...}, "period", "closed_form"}; the last
 * two only for Grundy values, null if there is none. */
json_t *value_table_json(const struct value_table *table);

#endif
