/* How records become rows, and how rows become records again after a start. */
#ifndef SERVER_STORE_RECORD_ROW_H
#define SERVER_STORE_RECORD_ROW_H

#include "common/base/error.h"
#include "server/hall/record.h"

#include <sqlite3.h>

enum { RECORD_KINDS = RECORD_RATING + 1 };

/* The columns of the tables that recovery reads too, in the order in which a record of this kind is
 * written and read. */
#define BAN_COLUMNS "kind, subject, shown, reason, made_ms, until_ms"
#define MATCH_COLUMNS "id, rules, start, first, second, clock, created_ms, tournament, rated"
#define MOVE_COLUMNS "match, ply, move, at_ms, taken_ms, credit_ms, left_ms"
#define ANSWER_COLUMNS "player, key, kind, subject, result, at_ms"
#define TOURNAMENT_COLUMNS                                                                         \
    "id, owner, name, rules, format, rounds, starts, seed, clock, at_once, each_at_once, rated,"   \
    " invited, forbidden, state, reason, created_ms, active_ms"
#define ENTRANT_COLUMNS "tournament, number, name, player, withdrawn"
#define RATING_COLUMNS "player, family, rating, deviation, volatility, matches, at_ms"

struct record_writer {
    sqlite3 *db;
    sqlite3_stmt *statements[RECORD_KINDS];
};

/* Of a zeroed struct; finish it also when this fails. */
enum error_code record_writer_init(struct record_writer *writer, sqlite3 *db, struct error *error);
void record_writer_finish(struct record_writer *writer);
/* Inside a transaction. */
enum error_code record_writer_write(struct record_writer *writer, const struct record *record,
                                    struct error *error);

/* Reads a row of the columns above into a record of this kind. Its texts are the row's. A format or
 * a state that is unknown is read as FORMAT_COUNT or TOURNAMENT_STATES. */
void record_row_take(sqlite3_stmt *row, enum record_kind kind, struct record *ret_record);

#endif
