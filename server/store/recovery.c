#include "server/store/recovery.h"

#include "server/store/statement.h"

#include <string.h>

static const char *text(sqlite3_stmt *row, int column)
{
    return (const char *)sqlite3_column_text(row, column);
}

static enum error_code restore_counters(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    hall_restore_counters(hall, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                          sqlite3_column_int64(row, 2));
    return ERROR_NONE;
}

static enum error_code restore_ban(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    enum ban_kind kind =
        strcmp(text(row, 0), ban_kind_text(BAN_NAME)) == 0 ? BAN_NAME : BAN_ADDRESS;
    hall_restore_ban(hall, kind, text(row, 1), text(row, 2), text(row, 3),
                     sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5));
    return ERROR_NONE;
}

static enum error_code restore_player(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    hall_restore_player(hall, sqlite3_column_int64(row, 0), text(row, 1),
                        sqlite3_column_int(row, 2));
    return ERROR_NONE;
}

static enum error_code restore_match(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    return hall_restore_match(hall, sqlite3_column_int64(row, 0), text(row, 1), text(row, 2),
                              sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 4),
                              text(row, 5), sqlite3_column_int64(row, 6), error);
}

static enum error_code restore_move(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    struct hall_move move = {
        .match = sqlite3_column_int64(row, 0),
        .ply = sqlite3_column_int64(row, 1),
        .move = text(row, 2),
        .at_ms = sqlite3_column_int64(row, 3),
        .taken_ms = sqlite3_column_int64(row, 4),
        .credit_ms = sqlite3_column_int64(row, 5),
        .left_ms = sqlite3_column_int64(row, 6),
    };
    return hall_restore_move(hall, &move, error);
}

static enum error_code restore_answer(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    hall_restore_answer(hall, sqlite3_column_int64(row, 0), text(row, 1),
                        (enum request_kind)sqlite3_column_int(row, 2), sqlite3_column_int64(row, 3),
                        sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5));
    return ERROR_NONE;
}

#define UNFINISHED "FROM match WHERE ending IS NULL"

/* In this order: what comes later refers to what came earlier. The work is bounded by the unfinished
 * matches and by the journal since the oldest of them began, never by the number of ended ones. */
static const struct {
    const char *sql;
    enum error_code (*restore_row)(struct hall *, sqlite3_stmt *, struct error *);
} passes[] = {
    {"SELECT coalesce((SELECT max(id) FROM player), 0), coalesce((SELECT max(id) FROM match), 0),"
     " coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'token'), 0)",
     restore_counters},
    {"SELECT kind, subject, shown, reason, made_ms, coalesce(until_ms, 0) FROM ban", restore_ban},
    {"SELECT id, name, password IS NOT NULL FROM player"
     " WHERE id IN (SELECT first " UNFINISHED " UNION SELECT second " UNFINISHED ")",
     restore_player},
    /* This is the order of their ids, and the index has it ready. */
    {"SELECT id, rules, start, first, second, coalesce(clock, ''), created_ms " UNFINISHED
     " ORDER BY journal_from, id",
     restore_match},
    {"SELECT match, ply, move, at_ms, taken_ms, credit_ms, coalesce(left_ms, -1) FROM journal"
     " WHERE id > (SELECT min(journal_from) " UNFINISHED ") AND match IN (SELECT id " UNFINISHED ")"
     " ORDER BY id",
     restore_move},
    {"SELECT player, key, kind, subject, result, at_ms FROM answer ORDER BY at_ms", restore_answer},
};

static enum error_code run_pass(sqlite3 *db, size_t pass, struct hall *hall, struct error *error)
{
    sqlite3_stmt *rows;
    bool row;
    enum error_code code = statement_prepare(db, passes[pass].sql, &rows, error);
    if (code)
        return code;
    while (!(code = statement_next(rows, &row, error)) && row)
        if ((code = passes[pass].restore_row(hall, rows, error)))
            break;
    sqlite3_finalize(rows);
    return code;
}

enum error_code recovery_run(sqlite3 *db, struct hall *hall, struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (size_t pass = 0; !code && pass < sizeof passes / sizeof *passes; pass++)
        code = run_pass(db, pass, hall, error);
    return code;
}
