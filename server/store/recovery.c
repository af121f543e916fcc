#include "server/store/recovery.h"

#include "server/store/pair_row.h"
#include "server/store/record_row.h"

#include <assert.h>

static enum error_code restore_counters(struct hall *hall, struct statement *row,
                                        struct error *error)
{
    (void)error;
    struct hall_counters counters = {
        .last_player = statement_int(row, 0),
        .last_match = statement_int(row, 1),
        .last_token = statement_int(row, 2),
        .last_tournament = statement_int(row, 3),
        .last_invitation = statement_int(row, 4),
        .last_report = statement_int(row, 5),
    };
    hall_restore_counters(hall, &counters);
    return ERROR_NONE;
}

static enum error_code restore_player(struct hall *hall, struct statement *row, struct error *error)
{
    (void)error;
    hall_restore_player(hall, statement_int(row, 0), statement_text(row, 1), statement_int(row, 2));
    return ERROR_NONE;
}

static enum error_code restore_account(struct hall *hall, struct statement *row,
                                       struct error *error)
{
    (void)error;
    hall_restore_account(hall, statement_text(row, 0));
    return ERROR_NONE;
}

static enum error_code restore_block(struct hall *hall, struct statement *row, struct error *error)
{
    (void)error;
    struct hall_stored_block block = {
        .player = statement_int(row, 0),
        .account = statement_int(row, 1),
        .blocked = statement_int(row, 2),
        .name = statement_text(row, 3),
        .made_ms = statement_int(row, 4),
    };
    hall_restore_block(hall, &block);
    return ERROR_NONE;
}

static enum error_code restore_report(struct hall *hall, struct statement *row, struct error *error)
{
    (void)error;
    hall_restore_report(hall, statement_int(row, 0), statement_int(row, 1), statement_int(row, 2));
    return ERROR_NONE;
}

static enum error_code restore_pair(struct hall *hall, struct statement *row, struct error *error)
{
    struct hall_stored_pair pair;
    enum error_code code = pair_row_take(row, ENTRANTS_MAX, &pair, error);
    return code ? code : hall_restore_pair(hall, &pair, error);
}

struct pass {
    const char *sql;       /* without SELECT and the columns if restore_row is NULL */
    enum record_kind kind; /* of the rows if restore_row is NULL */
    enum error_code (*restore_row)(struct hall *, struct statement *, struct error *);
};

static enum error_code restore_record(struct hall *hall, enum record_kind kind,
                                      struct statement *row, struct error *error);

/* `tournament` is the parameter of the query; 0: it has none. */
static enum error_code run_pass(struct database *db, const struct pass *pass, int64_t tournament,
                                struct hall *hall, struct error *error)
{
    struct text sql = {0};
    struct statement *rows = NULL;
    bool row;
    if (!pass->restore_row) {
        text_append_string(&sql, "SELECT ");
        record_row_columns(pass->kind, &sql);
        text_append_char(&sql, ' ');
    }
    text_append_string(&sql, pass->sql);
    enum error_code code = statement_prepare(db, text_string(&sql), &rows, error);
    text_finish(&sql);
    assert(code || statement_parameters(rows) == (tournament ? 1 : 0));
    if (!code && tournament)
        statement_bind_int(rows, 1, tournament);
    while (!code && !(code = statement_next(rows, &row, error)) && row)
        code = pass->restore_row ? pass->restore_row(hall, rows, error)
                                 : restore_record(hall, pass->kind, rows, error);
    statement_finish(rows);
    return code;
}

static enum error_code restore_tournament(struct hall *hall, struct database *db,
                                          const struct tournament_record *tournament,
                                          struct error *error)
{
    static const struct pass entrants = {"FROM entrant WHERE tournament = ? ORDER BY number",
                                         .kind = RECORD_ENTRANT};
    static const struct pass pairs = {PAIR_SELECT " WHERE pair.tournament = ? ORDER BY pair.number",
                                      .restore_row = restore_pair};
    if (tournament->format == FORMAT_COUNT || tournament->state == TOURNAMENT_STATES)
        return error_set(error, ERROR_INTERNAL, "tournament %lld: its format or state cannot be",
                         (long long)tournament->id);
    enum error_code code = hall_restore_tournament(hall, tournament, error);
    if (!code)
        code = run_pass(db, &entrants, tournament->id, hall, error);
    if (!code)
        code = run_pass(db, &pairs, tournament->id, hall, error);
    return code;
}

static enum error_code restore_record(struct hall *hall, enum record_kind kind,
                                      struct statement *row, struct error *error)
{
    struct record record;
    record_row_take(row, kind, &record);
    switch ((int)kind) {
    case RECORD_BAN:
        hall_restore_ban(hall, &record.ban);
        return ERROR_NONE;
    case RECORD_RATING:
        return hall_restore_rating(hall, &record.rating, error);
    case RECORD_PRACTICE:
        return hall_restore_practice(hall, &record.practice, error);
    case RECORD_PUZZLE:
        return hall_restore_puzzle(hall, &record.puzzle, error);
    case RECORD_ANSWER:
        hall_restore_answer(hall, &record.answer);
        return ERROR_NONE;
    case RECORD_INVITATION:
        return hall_restore_invitation(hall, &record.invitation, error);
    case RECORD_MATCH:
        return hall_restore_match(hall, &record.match, error);
    case RECORD_MOVE:
        return *record.move.move ? hall_restore_move(hall, &record.move, error)
                                 : hall_restore_takeback(hall, &record.move, error);
    case RECORD_TOURNAMENT:
        return restore_tournament(hall, statement_database(row), &record.tournament, error);
    default:
        assert(kind == RECORD_ENTRANT);
        return hall_restore_entrant(hall, &record.entrant, error);
    }
}

#define UNFINISHED "FROM match WHERE ending IS NULL"
#define TOURNAMENTS "FROM tournament WHERE ended_ms IS NULL"

/* Each pass may refer to rows of the passes before it. The work is bounded by the unfinished
 * matches and tournaments and open invitations, by the journal since the oldest of these matches
 * began, and by the ratings, also those of puzzles, accounts and blocks; ended matches and
 * tournaments cost nothing. */
static const struct pass passes[] = {
    {"SELECT coalesce((SELECT max(id) FROM player), 0), coalesce((SELECT max(id) FROM match), 0),"
     " coalesce((SELECT number FROM last_number WHERE kind = 'token'), 0),"
     " coalesce((SELECT max(id) FROM tournament), 0),"
     " coalesce((SELECT number FROM last_number WHERE kind = 'invitation'), 0),"
     " coalesce((SELECT number FROM last_number WHERE kind = 'report'), 0)",
     .restore_row = restore_counters},
    {"FROM ban", .kind = RECORD_BAN},
    {"SELECT id, name, password IS NOT NULL FROM player"
     " WHERE id IN (SELECT first " UNFINISHED " UNION SELECT second " UNFINISHED
     " UNION SELECT owner " TOURNAMENTS " UNION SELECT maker FROM invitation"
     " UNION SELECT player FROM entrant WHERE tournament IN (SELECT id " TOURNAMENTS "))",
     .restore_row = restore_player},
    {"SELECT name FROM player WHERE password IS NOT NULL", .restore_row = restore_account},
    {"SELECT block.player, maker.password IS NOT NULL, blocked, target.name, block.made_ms"
     " FROM block JOIN player AS maker ON maker.id = block.player"
     " JOIN player AS target ON target.id = blocked ORDER BY block.made_ms",
     .restore_row = restore_block},
    {"SELECT report.id, player, password IS NOT NULL FROM report"
     " LEFT JOIN player AS maker ON maker.id = report.player WHERE closed_ms IS NULL",
     .restore_row = restore_report},
    {"FROM rating", .kind = RECORD_RATING},
    {"FROM practice", .kind = RECORD_PRACTICE},
    {"FROM puzzle", .kind = RECORD_PUZZLE},
    /* The same as the order of their ids, but an index has it ready. */
    {UNFINISHED " ORDER BY journal_from, id", .kind = RECORD_MATCH},
    {"FROM journal WHERE id > (SELECT min(journal_from) " UNFINISHED ")"
     " AND match IN (SELECT id " UNFINISHED ") ORDER BY id",
     .kind = RECORD_MOVE},
    {TOURNAMENTS " ORDER BY id", .kind = RECORD_TOURNAMENT},
    {"FROM invitation ORDER BY id", .kind = RECORD_INVITATION},
    {"FROM answer ORDER BY at_ms", .kind = RECORD_ANSWER},
};

enum error_code recovery_run(struct database *db, struct hall *hall, struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < sizeof passes / sizeof *passes; i++)
        code = run_pass(db, &passes[i], 0, hall, error);
    return code;
}
