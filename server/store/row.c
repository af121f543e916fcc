#include "server/store/row.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const struct wire_field *find_field(const struct wire_record *record, const char *name)
{
    for (size_t i = 0; i < record->field_count; i++)
        if (strcmp(record->fields[i].name, name) == 0)
            return &record->fields[i];
    return NULL;
}

struct row_form row_form(sqlite3_stmt *query, const struct wire_record *record)
{
    struct row_form form = {.record = record};
    int columns = sqlite3_column_count(query);
    assert(columns <= ROW_COLUMNS_MAX);
    for (int i = 0; i < columns; i++) {
        const struct wire_field *field = find_field(record, sqlite3_column_name(query, i));
        if (!field || wire_field_is_list(field) || field->kind == WIRE_FIELD_RECORD)
            continue;
        form.fields[i] = field;
        for (int before = 0; before < i; before++)
            if (form.fields[before] == field)
                form.fields[i] = NULL;
    }
    return form;
}

/* Ratings, in hundredths. It takes hundreds of losses to players of a like rating to come below
 * zero. */
static int64_t hundredths(double value)
{
    return value > 0 ? llround(value * 100) : 0;
}

void row_take(const struct row_form *form, sqlite3_stmt *row, struct wire_arena *arena,
              void *ret_record)
{
    int columns = sqlite3_column_count(row);
    wire_record_clear(form->record, ret_record);
    for (int i = 0; i < columns; i++) {
        const struct wire_field *field = form->fields[i];
        int type = field ? sqlite3_column_type(row, i) : SQLITE_NULL;
        if (type == SQLITE_NULL)
            continue;
        void *member = (char *)ret_record + field->offset;
        if (field->kind == WIRE_FIELD_TEXT)
            *(struct wire_text *)member = row_text(row, i, arena);
        else if (field->kind == WIRE_FIELD_FLAG)
            *(bool *)member = sqlite3_column_int(row, i);
        else if (type == SQLITE_FLOAT)
            *(int64_t *)member = hundredths(sqlite3_column_double(row, i));
        else
            *(int64_t *)member = sqlite3_column_int64(row, i);
    }
}

int row_column(sqlite3_stmt *row, const char *name)
{
    int column = 0;
    while (strcmp(sqlite3_column_name(row, column), name) != 0) {
        column++;
        assert(column < sqlite3_column_count(row));
    }
    return column;
}

struct wire_text row_text(sqlite3_stmt *row, int column, struct wire_arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text ? wire_arena_text(arena, text, (size_t)sqlite3_column_bytes(row, column))
                : (struct wire_text){0};
}
