#include "server/store/tournament_recovery.h"

#include "server/store/pair_row.h"
#include "server/store/statement.h"

#include <string.h>

static enum error_code restore_plan(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    struct hall_stored_tournament tournament = {
        .id = sqlite3_column_int64(row, 0),
        .owner = sqlite3_column_int64(row, 1),
        .name = statement_text(row, 2),
        .rules = statement_text(row, 3),
        .format =
            tournament_format_from_text(statement_text(row, 4), strlen(statement_text(row, 4))),
        .rounds = sqlite3_column_int64(row, 5),
        .starts = statement_text(row, 6),
        .seed = sqlite3_column_int64(row, 7),
        .clock = statement_text(row, 8),
        .at_once = sqlite3_column_int64(row, 9),
        .each_at_once = sqlite3_column_int64(row, 10),
        .rated = sqlite3_column_int(row, 11),
        .invited = sqlite3_column_int(row, 12),
        .forbidden = statement_text(row, 13),
        .state = tournament_state_from_text(statement_text(row, 14)),
        .reason = statement_text(row, 15),
        .created_ms = sqlite3_column_int64(row, 16),
        .active_ms = sqlite3_column_int64(row, 17),
    };
    if (tournament.format == FORMAT_COUNT || tournament.state == TOURNAMENT_STATES)
        return error_set(error, ERROR_INTERNAL, "tournament %lld: its format or state cannot be",
                         (long long)tournament.id);
    return hall_restore_tournament(hall, &tournament, error);
}

static enum error_code restore_entrant(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    return hall_restore_entrant(hall, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                                statement_text(row, 2), sqlite3_column_int64(row, 3),
                                sqlite3_column_int64(row, 4), error);
}

static enum error_code restore_pair(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    struct hall_stored_pair pair;
    enum error_code code = pair_row_take(row, ENTRANTS_MAX, &pair, error);
    return code ? code : hall_restore_pair(hall, &pair, error);
}

static const struct {
    const char *sql;
    enum error_code (*restore_row)(struct hall *, sqlite3_stmt *, struct error *);
} parts[] = {
    {"SELECT tournament, number, name, coalesce(player, 0), coalesce(withdrawn, -1) FROM entrant"
     " WHERE tournament = ? ORDER BY number",
     restore_entrant},
    {PAIR_SELECT " WHERE pair.tournament = ? ORDER BY pair.number", restore_pair},
};

static enum error_code restore_part(sqlite3 *db, size_t part, int64_t tournament, struct hall *hall,
                                    struct error *error)
{
    sqlite3_stmt *rows;
    bool row;
    enum error_code code = statement_prepare(db, parts[part].sql, &rows, error);
    if (code)
        return code;
    statement_bind_int(rows, 1, tournament);
    while (!(code = statement_next(rows, &row, error)) && row)
        if ((code = parts[part].restore_row(hall, rows, error)))
            break;
    sqlite3_finalize(rows);
    return code;
}

enum error_code tournament_restore(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    enum error_code code = restore_plan(hall, row, error);
    for (size_t part = 0; !code && part < sizeof parts / sizeof *parts; part++)
        code =
            restore_part(sqlite3_db_handle(row), part, sqlite3_column_int64(row, 0), hall, error);
    return code;
}
