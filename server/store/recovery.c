#include "server/store/recovery.h"

#include "server/store/statement.h"
#include "server/store/tournament_recovery.h"

#include <string.h>

static enum error_code restore_counters(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    struct hall_counters counters = {
        .last_player = sqlite3_column_int64(row, 0),
        .last_match = sqlite3_column_int64(row, 1),
        .last_token = sqlite3_column_int64(row, 2),
        .last_tournament = sqlite3_column_int64(row, 3),
    };
    hall_restore_counters(hall, &counters);
    return ERROR_NONE;
}

static enum error_code restore_ban(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    enum ban_kind kind =
        strcmp(statement_text(row, 0), ban_kind_text(BAN_NAME)) == 0 ? BAN_NAME : BAN_ADDRESS;
    hall_restore_ban(hall, kind, statement_text(row, 1), statement_text(row, 2),
                     statement_text(row, 3), sqlite3_column_int64(row, 4),
                     sqlite3_column_int64(row, 5));
    return ERROR_NONE;
}

static enum error_code restore_player(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    hall_restore_player(hall, sqlite3_column_int64(row, 0), statement_text(row, 1),
                        sqlite3_column_int(row, 2));
    return ERROR_NONE;
}

static enum error_code restore_account(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    hall_restore_account(hall, statement_text(row, 0));
    return ERROR_NONE;
}

static enum error_code restore_match(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    struct hall_stored_match match = {
        .id = sqlite3_column_int64(row, 0),
        .rules = statement_text(row, 1),
        .start = statement_text(row, 2),
        .first = sqlite3_column_int64(row, 3),
        .second = sqlite3_column_int64(row, 4),
        .clock = statement_text(row, 5),
        .created_ms = sqlite3_column_int64(row, 6),
        .tournament = sqlite3_column_int64(row, 7),
        .rated = sqlite3_column_int(row, 8),
    };
    return hall_restore_match(hall, &match, error);
}

static enum error_code restore_move(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    struct hall_move move = {
        .match = sqlite3_column_int64(row, 0),
        .ply = sqlite3_column_int64(row, 1),
        .move = statement_text(row, 2),
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
    hall_restore_answer(hall, sqlite3_column_int64(row, 0), statement_text(row, 1),
                        (enum request_kind)sqlite3_column_int(row, 2), sqlite3_column_int64(row, 3),
                        sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5));
    return ERROR_NONE;
}

static enum error_code restore_rating(struct hall *hall, sqlite3_stmt *row, struct error *error)
{
    (void)error;
    struct glicko rating = {
        .rating = sqlite3_column_double(row, 2),
        .deviation = sqlite3_column_double(row, 3),
        .volatility = sqlite3_column_double(row, 4),
    };
    hall_restore_rating(hall, sqlite3_column_int64(row, 0), statement_text(row, 1), &rating,
                        sqlite3_column_int64(row, 5), sqlite3_column_int64(row, 6));
    return ERROR_NONE;
}

#define UNFINISHED "FROM match WHERE ending IS NULL"
#define TOURNAMENTS "FROM tournament WHERE ended_ms IS NULL"

/* In this order: what comes later refers to what came earlier. The work is bounded by the
 * unfinished matches and tournaments, by the journal since the oldest of these matches began, by
 * the ratings and the accounts; never by what has ended. */
static const struct {
    const char *sql;
    enum error_code (*restore_row)(struct hall *, sqlite3_stmt *, struct error *);
} passes[] = {
    {"SELECT coalesce((SELECT max(id) FROM player), 0), coalesce((SELECT max(id) FROM match), 0),"
     " coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'token'), 0),"
     " coalesce((SELECT max(id) FROM tournament), 0)",
     restore_counters},
    {"SELECT kind, subject, shown, reason, made_ms, coalesce(until_ms, 0) FROM ban", restore_ban},
    {"SELECT id, name, password IS NOT NULL FROM player"
     " WHERE id IN (SELECT first " UNFINISHED " UNION SELECT second " UNFINISHED
     " UNION SELECT owner " TOURNAMENTS
     " UNION SELECT player FROM entrant WHERE tournament IN (SELECT id " TOURNAMENTS "))",
     restore_player},
    {"SELECT name FROM player WHERE password IS NOT NULL", restore_account},
    {"SELECT player, family, rating, deviation, volatility, matches, at_ms FROM rating",
     restore_rating},
    /* This is the order of their ids, and the index has it ready. */
    {"SELECT id, rules, start, first, second, coalesce(clock, ''), created_ms,"
     " coalesce(tournament, 0), rated " UNFINISHED " ORDER BY journal_from, id",
     restore_match},
    {"SELECT match, ply, move, at_ms, taken_ms, credit_ms, coalesce(left_ms, -1) FROM journal"
     " WHERE id > (SELECT min(journal_from) " UNFINISHED ") AND match IN (SELECT id " UNFINISHED ")"
     " ORDER BY id",
     restore_move},
    {"SELECT id, owner, name, rules, format, rounds, starts, seed, clock, at_once, each_at_once, rated,"
     " invited, forbidden, state, reason, created_ms, active_ms " TOURNAMENTS " ORDER BY id",
     tournament_restore},
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
