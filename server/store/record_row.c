#include "server/store/record_row.h"

#include <assert.h>
#include <string.h>

enum { FIELDS_MAX = 20 };

enum field_type {
    FIELD_NONE, /* after the last field */
    FIELD_INT,
    FIELD_FLAG,
    FIELD_DOUBLE,
    FIELD_TEXT,
    FIELD_HASH,
    FIELD_REQUEST, /* the number of an enum request_kind */
    /* The texts of enums. */
    FIELD_BAN,
    FIELD_ENDING,
    FIELD_SEAT,
    FIELD_FORMAT,
    FIELD_STATE,
    FIELD_MEETING,
    FIELD_FIRST,
};

struct field {
    const char *column;
    uint16_t offset; /* in struct record */
    uint8_t type;
    bool is_optional; /* NULL in the database if it is the empty text or the integer `none` */
    int8_t none;
};

#define TYPE_OF(member)                                                                            \
    _Generic(((struct record *)0)->member,                                                         \
        int64_t: FIELD_INT,                                                                        \
        bool: FIELD_FLAG,                                                                          \
        double: FIELD_DOUBLE,                                                                      \
        const char *: FIELD_TEXT,                                                                  \
        unsigned char *: FIELD_HASH,                                                               \
        enum request_kind: FIELD_REQUEST,                                                          \
        enum ban_kind: FIELD_BAN,                                                                  \
        enum ending: FIELD_ENDING,                                                                 \
        enum seat: FIELD_SEAT,                                                                     \
        enum tournament_format: FIELD_FORMAT,                                                      \
        enum tournament_state: FIELD_STATE,                                                        \
        enum meeting_kind: FIELD_MEETING,                                                          \
        enum offer_first: FIELD_FIRST)
#define FIELD_OF(name, member, is_optional, none)                                                  \
    {                                                                                              \
        name, offsetof(struct record, member), TYPE_OF(member), is_optional, none                  \
    }
/* For the lists of fields in record.h. */
#define LISTED(of, type, name, when_null) FIELD_OF(#name, of.name, when_null),
#define NOT_NULL false, 0
#define NULL_IF(none) true, none
#define NULL_IF_EMPTY true, 0
/* For all other records. */
#define FIELD(member) FIELD_OF(NULL, member, false, 0)

#define WRITE(kind, sql, ...) [kind] = {sql, {__VA_ARGS__}, false, NULL, NULL, NULL}
#define UPDATE(kind, sql, ...) [kind] = {sql, {__VA_ARGS__}, true, NULL, NULL, NULL}
#define INSERT(kind, into, list) [kind] = {into, {list}, false, "", "", NULL}
#define UPSERT(kind, into, list, key) [kind] = {into, {list}, false, "", "", key}

/* The fields are bound to the statement's parameters in their order. */
static const struct form {
    const char *sql; /* of a listed record only the part up to its table */
    struct field fields[FIELDS_MAX + 1];
    bool updates;               /* exactly one row: a missing row is a bug in the hall */
    const char *column, *value; /* of a listed record: one more column, and its value */
    const char *key;            /* columns: a row that has these is replaced; NULL: there is none */
} forms[RECORD_KINDS] = {
    WRITE(RECORD_PLAYER, "INSERT INTO player (id, name, name_key, created_ms) VALUES (?, ?, ?, ?)",
          FIELD(player.id), FIELD(player.name), FIELD(player.name_key), FIELD(player.created_ms)),
    UPDATE(RECORD_PASSWORD, "UPDATE player SET password = ? WHERE id = ?", FIELD(password.hash),
           FIELD(password.player)),
    WRITE(RECORD_TOKEN,
          "INSERT INTO token (number, player, hash, client, created_ms, expires_ms)"
          " VALUES (?, ?, ?, ?, ?, ?)",
          FIELD(token.number), FIELD(token.player), FIELD(token.hash), FIELD(token.client),
          FIELD(token.created_ms), FIELD(token.expires_ms)),
    WRITE(RECORD_TOKEN_USED, "UPDATE token SET expires_ms = ? WHERE number = ?",
          FIELD(token_used.expires_ms), FIELD(token_used.number)),
    WRITE(RECORD_TOKEN_REVOKED,
          "DELETE FROM token WHERE player = ?1"
          " AND (number = ?2 OR (?2 = 0 AND number <> ?3))",
          FIELD(token_revoked.player), FIELD(token_revoked.number), FIELD(token_revoked.except)),
    UPDATE(RECORD_CLOSED, "UPDATE player SET password = '', is_kept = 1 WHERE id = ?",
           FIELD(closed.player)),
    /* The account may have been closed since it was looked up. */
    WRITE(RECORD_CODE,
          "INSERT INTO code (player, hash, expires_ms)"
          " SELECT id, ?2, ?3 FROM player WHERE id = ?1 AND password <> ''"
          " ON CONFLICT (player) DO UPDATE SET hash = excluded.hash,"
          " expires_ms = excluded.expires_ms",
          FIELD(code.player), FIELD(code.hash), FIELD(code.expires_ms)),
    /* The blocked account may have been closed since it was looked up. */
    WRITE(RECORD_BLOCK,
          "INSERT INTO block (player, blocked, made_ms)"
          " SELECT ?1, id, ?3 FROM player WHERE id = ?2 AND coalesce(password, '-') <> ''",
          FIELD(block.player), FIELD(block.blocked), FIELD(block.made_ms)),
    WRITE(RECORD_UNBLOCK, "DELETE FROM block WHERE player = ? AND blocked = ?", FIELD(block.player),
          FIELD(block.blocked)),
    INSERT(RECORD_LINE, "INSERT INTO line", LINE_FIELDS(LISTED, line)),
    INSERT(RECORD_REPORT, "INSERT INTO report", REPORT_FIELDS(LISTED, report)),
    UPDATE(RECORD_REPORT_CLOSED, "UPDATE report SET closed_ms = ?2 WHERE id = ?1",
           FIELD(report_closed.id), FIELD(report_closed.at_ms)),
    UPSERT(RECORD_BAN, "INSERT INTO ban", BAN_FIELDS(LISTED, ban), "kind, subject"),
    WRITE(RECORD_UNBAN, "DELETE FROM ban WHERE kind = ? AND subject = ?", FIELD(ban.kind),
          FIELD(ban.subject)),
    [RECORD_MATCH] = {"INSERT INTO match",
                      {MATCH_FIELDS(LISTED, match)},
                      false,
                      ", journal_from",
                      ", (SELECT coalesce(max(id), 0) FROM journal)",
                      NULL},
    INSERT(RECORD_MOVE, "INSERT INTO journal", MOVE_FIELDS(LISTED, move)),
    UPDATE(RECORD_END,
           "UPDATE match SET ending = ?, winner = ?, plies = ?, ended_ms = ?, moves = ?,"
           " times = ?, taken_back = ? WHERE id = ? AND ending IS NULL",
           FIELD(end.ending), FIELD(end.winner), FIELD(end.plies), FIELD(end.ended_ms),
           FIELD(end.moves), FIELD(end.times), FIELD_OF(NULL, end.taken_back, true, 0),
           FIELD(end.match)),
    INSERT(RECORD_ANSWER, "INSERT INTO answer", ANSWER_FIELDS(LISTED, answer)),
    WRITE(RECORD_FORGET, "DELETE FROM answer WHERE player = ? AND key = ?", FIELD(forget.player),
          FIELD(forget.key)),
    INSERT(RECORD_TOURNAMENT, "INSERT INTO tournament", TOURNAMENT_FIELDS(LISTED, tournament)),
    UPDATE(
        RECORD_TOURNAMENT_STATE,
        "UPDATE tournament SET state = ?2, reason = ?3, active_ms = CAST(?4 AS BIGINT),"
        " started_ms = coalesce(started_ms, CASE WHEN ?2 = 'running' THEN CAST(?4 AS BIGINT) END),"
        " ended_ms = CASE WHEN ?2 IN ('finished', 'cancelled') THEN CAST(?4 AS BIGINT) END"
        " WHERE id = ?1",
        FIELD(tournament_state.id), FIELD(tournament_state.state), FIELD(tournament_state.reason),
        FIELD(tournament_state.at_ms)),
    UPDATE(RECORD_TOURNAMENT_ACTIVE, "UPDATE tournament SET active_ms = ? WHERE id = ?",
           FIELD(tournament_active.at_ms), FIELD(tournament_active.id)),
    UPSERT(RECORD_ENTRANT, "INSERT INTO entrant", ENTRANT_FIELDS(LISTED, entrant),
           "tournament, number"),
    UPDATE(RECORD_ENTRANT_GONE, "DELETE FROM entrant WHERE tournament = ? AND number = ?",
           FIELD(entrant.tournament), FIELD(entrant.number)),
    INSERT(RECORD_PAIR, "INSERT INTO pair", PAIR_FIELDS(LISTED, pair)),
    UPDATE(RECORD_PAIR_MATCH,
           "UPDATE pair SET first_match = CASE WHEN ?3 = 1 THEN ?4 ELSE first_match END,"
           " second_match = CASE WHEN ?3 = 2 THEN ?4 ELSE second_match END"
           " WHERE tournament = ?1 AND number = ?2",
           FIELD(pair_match.tournament), FIELD(pair_match.number), FIELD(pair_match.game),
           FIELD(pair_match.match)),
    UPDATE(RECORD_PAIR_VOID, "UPDATE pair SET is_void = 1 WHERE tournament = ? AND number = ?",
           FIELD(pair_void.tournament), FIELD(pair_void.number)),
    WRITE(RECORD_MARKS,
          "INSERT INTO judgement (match, marks) VALUES (?, ?)"
          " ON CONFLICT (match) DO UPDATE SET marks = excluded.marks",
          FIELD(marks.match), FIELD(marks.marks)),
    UPSERT(RECORD_RATING, "INSERT INTO rating", RATING_FIELDS(LISTED, rating), "player, family"),
    INSERT(RECORD_INVITATION, "INSERT INTO invitation", INVITATION_FIELDS(LISTED, invitation)),
    UPDATE(RECORD_INVITATION_USED, "UPDATE invitation SET uses = uses - 1 WHERE id = ?",
           FIELD(invitation.id)),
    UPDATE(RECORD_INVITATION_GONE, "DELETE FROM invitation WHERE id = ?", FIELD(invitation.id)),
    UPSERT(RECORD_PRACTICE, "INSERT INTO practice", PRACTICE_FIELDS(LISTED, practice), "player"),
    UPSERT(RECORD_PRACTICE_ITEM, "INSERT INTO practice_item",
           PRACTICE_ITEM_FIELDS(LISTED, practice_item), "player, puzzle"),
    UPSERT(RECORD_PUZZLE, "INSERT INTO puzzle", PUZZLE_FIELDS(LISTED, puzzle), "puzzle"),
};

/* NULL: the empty text. */
static const char *text_of(const struct field *field, const void *member)
{
    switch (field->type) {
    case FIELD_BAN:
        return ban_kind_text(*(const enum ban_kind *)member);
    case FIELD_ENDING:
        return ending_text(*(const enum ending *)member);
    case FIELD_SEAT:
        return seat_text(*(const enum seat *)member);
    case FIELD_FORMAT:
        return tournament_format_text(*(const enum tournament_format *)member);
    case FIELD_STATE:
        return tournament_state_text(*(const enum tournament_state *)member);
    case FIELD_MEETING:
        return meeting_kind_text(*(const enum meeting_kind *)member);
    case FIELD_FIRST:
        return offer_first_text(*(const enum offer_first *)member);
    default:
        assert(field->type == FIELD_TEXT);
        return *(const char *const *)member;
    }
}

static void bind_field(struct statement *statement, int parameter, const struct field *field,
                       const void *member)
{
    switch (field->type) {
    case FIELD_INT:
        if (field->is_optional && *(const int64_t *)member == field->none)
            statement_bind_null(statement, parameter);
        else
            statement_bind_int(statement, parameter, *(const int64_t *)member);
        break;
    case FIELD_FLAG:
        statement_bind_int(statement, parameter, *(const bool *)member);
        break;
    case FIELD_REQUEST:
        statement_bind_int(statement, parameter, *(const enum request_kind *)member);
        break;
    case FIELD_DOUBLE:
        statement_bind_double(statement, parameter, *(const double *)member);
        break;
    case FIELD_HASH:
        statement_bind_blob(statement, parameter, member, TOKEN_HASH_BYTES);
        break;
    default: {
        const char *text = text_of(field, member);
        size_t len = text ? strlen(text) : 0;
        if (field->is_optional && len == 0)
            statement_bind_null(statement, parameter);
        else
            statement_bind_text(statement, parameter, text, len);
    }
    }
}

/* Reads a field. Only the types that the recovery reads are handled. */
static void take_field(struct statement *row, int column, const struct field *field, void *member)
{
    bool is_none = field->is_optional && statement_is_null(row, column);
    const char *text;
    switch (field->type) {
    case FIELD_INT:
        *(int64_t *)member = is_none ? field->none : statement_int(row, column);
        break;
    case FIELD_FLAG:
        *(bool *)member = statement_int(row, column);
        break;
    case FIELD_REQUEST:
        *(enum request_kind *)member = (enum request_kind)statement_int(row, column);
        break;
    case FIELD_DOUBLE:
        *(double *)member = statement_double(row, column);
        break;
    case FIELD_TEXT:
        *(const char **)member = is_none ? "" : statement_text(row, column);
        break;
    case FIELD_BAN:
        *(enum ban_kind *)member = ban_kind_from_text(statement_text(row, column));
        break;
    case FIELD_FORMAT:
        text = statement_text(row, column);
        *(enum tournament_format *)member = tournament_format_from_text(text, strlen(text));
        break;
    case FIELD_STATE:
        *(enum tournament_state *)member = tournament_state_from_text(statement_text(row, column));
        break;
    case FIELD_MEETING:
        *(enum meeting_kind *)member = meeting_kind_from_text(statement_text(row, column));
        break;
    case FIELD_FIRST:
        text = statement_text(row, column);
        *(enum offer_first *)member = offer_first_from_text(text, strlen(text));
        break;
    default:
        assert(false);
    }
}

void record_row_columns(enum record_kind kind, struct text *out)
{
    const struct form *form = &forms[kind];
    assert(form->column);
    for (const struct field *field = form->fields; field->type != FIELD_NONE; field++)
        text_printf(out, "%s%s", field == form->fields ? "" : ", ", field->column);
}

static void print_statement(enum record_kind kind, struct text *out)
{
    const struct form *form = &forms[kind];
    text_append_string(out, form->sql);
    if (!form->column)
        return;
    text_append_string(out, " (");
    record_row_columns(kind, out);
    text_printf(out, "%s) VALUES (", form->column);
    for (const struct field *field = form->fields; field->type != FIELD_NONE; field++)
        text_append_string(out, field == form->fields ? "?" : ", ?");
    text_printf(out, "%s)", form->value);
    if (!form->key)
        return;
    text_printf(out, " ON CONFLICT (%s) DO UPDATE SET ", form->key);
    for (const struct field *field = form->fields; field->type != FIELD_NONE; field++)
        text_printf(out, "%s%s = excluded.%s", field == form->fields ? "" : ", ", field->column,
                    field->column);
}

enum error_code record_writer_init(struct record_writer *writer, struct database *db,
                                   struct error *error)
{
    enum error_code code = ERROR_NONE;
    struct text sql = {0};
    for (int kind = 0; !code && kind < RECORD_KINDS; kind++) {
        assert(forms[kind].fields[FIELDS_MAX].type == FIELD_NONE);
        if (kind == RECORD_TAKEBACK)
            continue; /* it is written as a move */
        text_clear(&sql);
        print_statement((enum record_kind)kind, &sql);
        code = statement_prepare(db, text_string(&sql), &writer->statements[kind], error);
    }
    text_finish(&sql);
    if (!code) /* a match may say that its moves are after an earlier row than they are */
        statement_write_last(writer->statements[RECORD_MOVE]);
    return code;
}

void record_writer_finish(struct record_writer *writer)
{
    statements_finish(writer->statements, RECORD_KINDS);
}

enum error_code record_writer_write(struct record_writer *writer, const struct record *record,
                                    struct error *error)
{
    enum record_kind kind = record->kind == RECORD_TAKEBACK ? RECORD_MOVE : record->kind;
    const struct form *form = &forms[kind];
    struct statement *statement = writer->statements[kind];
    int bound = 0;
    for (const struct field *field = form->fields; field->type != FIELD_NONE; field++)
        bind_field(statement, ++bound, field, (const char *)record + field->offset);
    assert(bound == statement_parameters(statement));

    return form->updates ? statement_run_one(statement, error) : statement_run(statement, error);
}

void record_row_take(struct statement *row, enum record_kind kind, struct record *ret_record)
{
    int column = 0;
    *ret_record = (struct record){.kind = kind};
    for (const struct field *field = forms[kind].fields; field->type != FIELD_NONE; field++)
        take_field(row, column++, field, (char *)ret_record + field->offset);
}
