#include "server/store/row.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct row_form row_form(struct statement *query, const struct wire_record *record)
{
    struct row_form form = {.record = record};
    const char *names[ROW_COLUMNS_MAX];
    int columns = statement_columns(query);
    assert(columns <= ROW_COLUMNS_MAX);
    for (int i = 0; i < columns; i++)
        names[i] = statement_column_name(query, i);
    for (size_t i = 0; i < record->field_count; i++) {
        int column = 0;
        while (column < columns && strcmp(names[column], record->fields[i].name) != 0)
            column++;
        form.columns[i] = (int8_t)(column < columns ? column : -1);
    }
    return form;
}

static int64_t shown_int(struct statement *row, int column)
{
    struct value value = {.kind = VALUE_NULL};
    if (column >= 0)
        value = statement_value(row, column);
    if (value.kind == VALUE_NULL)
        return WIRE_ABSENT;
    /* A rating. Only hundreds of losses to players of a like rating make it negative. */
    if (value.kind == VALUE_DOUBLE)
        return value.real > 0 ? llround(value.real * 100) : 0;
    assert(value.kind == VALUE_INT);
    return value.integer;
}

void row_take(const struct row_form *form, struct statement *row, struct wire_arena *arena,
              void *ret_record)
{
    const struct wire_record *record = form->record;
    memset(ret_record, 0, record->size);
    for (size_t i = 0; i < record->field_count; i++) {
        void *member = (char *)ret_record + record->fields[i].offset;
        enum wire_field_kind kind = record->fields[i].kind;
        int column = form->columns[i];
        if (kind == WIRE_FIELD_INT)
            *(int64_t *)member = shown_int(row, column);
        else if (kind == WIRE_FIELD_TEXT && column >= 0)
            *(struct wire_text *)member = row_text(row, column, arena);
        else if (kind == WIRE_FIELD_FLAG && column >= 0)
            *(bool *)member = statement_int(row, column);
    }
}

int row_column(struct statement *row, const char *name)
{
    int column = 0;
    while (strcmp(statement_column_name(row, column), name) != 0) {
        column++;
        assert(column < statement_columns(row));
    }
    return column;
}

struct wire_text row_text(struct statement *row, int column, struct wire_arena *arena)
{
    struct value value = statement_value(row, column);
    return value.kind == VALUE_TEXT ? wire_arena_text(arena, value.bytes, value.len)
                                    : (struct wire_text){0};
}
