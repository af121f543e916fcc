#include "server/store/row.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct row_form row_form(sqlite3_stmt *query, const struct wire_record *record)
{
    struct row_form form = {.record = record};
    const char *names[ROW_COLUMNS_MAX];
    int columns = sqlite3_column_count(query);
    assert(columns <= ROW_COLUMNS_MAX);
    for (int i = 0; i < columns; i++)
        names[i] = sqlite3_column_name(query, i);
    for (size_t i = 0; i < record->field_count; i++) {
        int column = 0;
        while (column < columns && strcmp(names[column], record->fields[i].name) != 0)
            column++;
        form.columns[i] = (int8_t)(column < columns ? column : -1);
    }
    return form;
}

static int64_t shown_int(sqlite3_stmt *row, int column)
{
    double rating;
    switch (column < 0 ? SQLITE_NULL : sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
        return WIRE_ABSENT;
    case SQLITE_FLOAT:
        /* A rating. Only hundreds of losses to players of a like rating make it negative. */
        rating = sqlite3_column_double(row, column);
        return rating > 0 ? llround(rating * 100) : 0;
    default:
        return sqlite3_column_int64(row, column);
    }
}

void row_take(const struct row_form *form, sqlite3_stmt *row, struct wire_arena *arena,
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
            *(bool *)member = sqlite3_column_int(row, column);
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
