/* A table for people, as CSV and as JSON. */
#ifndef CLIENT_VALUE_TABLE_PRINT_H
#define CLIENT_VALUE_TABLE_PRINT_H

#include "client/study/value_table.h"

#include <jansson.h>

/* With a title, aligned columns and the period, if there can be one. */
void value_table_print(const struct value_table *table, struct text *out);
/* RFC 4180, with a header; an empty field where there is no number. Only the rows. */
void value_table_csv(const struct value_table *table, struct text *out);
/* {"rules", "upto", "table", "columns": {"heap": [...], ...}, "period", "closed_form"}; the last
 * two only of Grundy values, null where there is none. */
json_t *value_table_json(const struct value_table *table);

#endif
