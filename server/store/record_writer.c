#include "server/store/record_writer.h"

#include "server/store/statement.h"

#include <assert.h>
#include <string.h>

static const char *const record_sql[RECORD_KINDS] = {
    [RECORD_PLAYER] = "INSERT INTO player (id, name, name_key, created_ms) VALUES (?, ?, ?, ?)",
    [RECORD_PASSWORD] = "UPDATE player SET password = ? WHERE id = ?",
    [RECORD_TOKEN] = "INSERT INTO token (number, player, hash, client, created_ms, expires_ms)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
    [RECORD_TOKEN_USED] = "UPDATE token SET expires_ms = ? WHERE number = ?",
    [RECORD_TOKEN_REVOKED] = "DELETE FROM token WHERE player = ?1"
                             " AND (number = ?2 OR (?2 = 0 AND number <> ?3))",
    [RECORD_BAN] = "INSERT OR REPLACE INTO ban (kind, subject, shown, reason, made_ms, until_ms)"
                   " VALUES (?, ?, ?, ?, ?, nullif(?, 0))",
    [RECORD_UNBAN] = "DELETE FROM ban WHERE kind = ? AND subject = ?",
    [RECORD_MATCH] =
        "INSERT INTO match (id, rules, start, first, second, clock, created_ms, tournament, rated,"
        " journal_from) VALUES (?, ?, ?, ?, ?, nullif(?, ''), ?, nullif(?, 0), ?,"
        " (SELECT coalesce(max(id), 0) FROM journal))",
    [RECORD_MOVE] = "INSERT INTO journal (match, ply, move, at_ms, taken_ms, credit_ms, left_ms)"
                    " VALUES (?, ?, ?, ?, ?, ?, nullif(?, -1))",
    [RECORD_END] =
        "UPDATE match SET ending = ?, winner = ?, plies = ?, ended_ms = ?, moves = ?, times = ?"
        " WHERE id = ? AND ending IS NULL",
    [RECORD_ANSWER] = "INSERT INTO answer (player, key, kind, subject, result, at_ms)"
                      " VALUES (?, ?, ?, ?, ?, ?)",
    [RECORD_FORGET] = "DELETE FROM answer WHERE player = ? AND key = ?",
    [RECORD_TOURNAMENT] =
        "INSERT INTO tournament (id, owner, name, rules, format, rounds, starts, seed, clock,"
        " at_once, each_at_once, rated, invited, forbidden, created_ms, active_ms, state, reason)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?15, ?15, 'open', '')",
    [RECORD_TOURNAMENT_STATE] =
        "UPDATE tournament SET state = ?2, reason = ?3, active_ms = ?4,"
        " started_ms = coalesce(started_ms, CASE WHEN ?2 = 'running' THEN ?4 END),"
        " ended_ms = CASE WHEN ?2 IN ('finished', 'cancelled') THEN ?4 END WHERE id = ?1",
    [RECORD_TOURNAMENT_ACTIVE] = "UPDATE tournament SET active_ms = ? WHERE id = ?",
    [RECORD_ENTRANT] =
        "INSERT INTO entrant (tournament, number, name, player, withdrawn)"
        " VALUES (?, ?, ?, nullif(?, 0), nullif(?, -1)) ON CONFLICT DO UPDATE"
        " SET name = excluded.name, player = excluded.player, withdrawn = excluded.withdrawn",
    [RECORD_ENTRANT_GONE] = "DELETE FROM entrant WHERE tournament = ? AND number = ?",
    [RECORD_PAIR] = "INSERT INTO pair (tournament, number, round, board, leg, attempt, kind, first,"
                    " second, winner, start) VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, -1),"
                    " nullif(?, -1), ?)",
    [RECORD_PAIR_MATCH] =
        "UPDATE pair SET first_match = CASE WHEN ?3 = 1 THEN ?4 ELSE first_match END,"
        " second_match = CASE WHEN ?3 = 2 THEN ?4 ELSE second_match END"
        " WHERE tournament = ?1 AND number = ?2",
    [RECORD_PAIR_VOID] = "UPDATE pair SET is_void = 1 WHERE tournament = ? AND number = ?",
    [RECORD_MARKS] = "INSERT OR REPLACE INTO judgement (match, marks) VALUES (?, ?)",
    [RECORD_RATING] = "INSERT OR REPLACE INTO rating (player, family, rating, deviation,"
                      " volatility, matches, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
};

/* Binds the parameters of a record's statement from left to right. */
struct binder {
    sqlite3_stmt *statement;
    const struct batch *batch;
    int bound;
};

static void bind_int(struct binder *binder, int64_t value)
{
    statement_bind_int(binder->statement, ++binder->bound, value);
}

static void bind_double(struct binder *binder, double value)
{
    statement_bind_double(binder->statement, ++binder->bound, value);
}

static void bind_text(struct binder *binder, struct batch_span span)
{
    statement_bind_text(binder->statement, ++binder->bound, batch_text(binder->batch, span),
                        span.len);
}

static void bind_word(struct binder *binder, const char *word)
{
    statement_bind_text(binder->statement, ++binder->bound, word, strlen(word));
}

static void bind_hash(struct binder *binder, const unsigned char hash[TOKEN_HASH_BYTES])
{
    statement_bind_blob(binder->statement, ++binder->bound, hash, TOKEN_HASH_BYTES);
}

static void bind_player(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->player.id);
    bind_text(binder, record->player.name);
    bind_text(binder, record->player.name_key);
    bind_int(binder, record->player.created_ms);
}

static void bind_password(struct binder *binder, const struct record *record)
{
    bind_text(binder, record->password.hash);
    bind_int(binder, record->password.player);
}

static void bind_token(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->token.number);
    bind_int(binder, record->token.player);
    bind_hash(binder, record->token.hash);
    bind_text(binder, record->token.client);
    bind_int(binder, record->token.created_ms);
    bind_int(binder, record->token.expires_ms);
}

static void bind_token_used(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->token_used.expires_ms);
    bind_int(binder, record->token_used.number);
}

static void bind_token_revoked(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->token_revoked.player);
    bind_int(binder, record->token_revoked.number);
    bind_int(binder, record->token_revoked.except);
}

static void bind_unban(struct binder *binder, const struct record *record)
{
    bind_word(binder, ban_kind_text(record->ban.kind));
    bind_text(binder, record->ban.subject);
}

static void bind_ban(struct binder *binder, const struct record *record)
{
    bind_unban(binder, record);
    bind_text(binder, record->ban.shown);
    bind_text(binder, record->ban.reason);
    bind_int(binder, record->ban.made_ms);
    bind_int(binder, record->ban.until_ms);
}

static void bind_match(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->match.id);
    bind_text(binder, record->match.rules);
    bind_text(binder, record->match.start);
    bind_int(binder, record->match.first);
    bind_int(binder, record->match.second);
    bind_text(binder, record->match.clock);
    bind_int(binder, record->match.created_ms);
    bind_int(binder, record->match.tournament);
    bind_int(binder, record->match.rated);
}

static void bind_move(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->move.match);
    bind_int(binder, record->move.ply);
    bind_text(binder, record->move.move);
    bind_int(binder, record->move.at_ms);
    bind_int(binder, record->move.taken_ms);
    bind_int(binder, record->move.credit_ms);
    bind_int(binder, record->move.left_ms);
}

static void bind_end(struct binder *binder, const struct record *record)
{
    bind_word(binder, ending_text(record->end.ending));
    bind_word(binder, seat_text(record->end.winner));
    bind_int(binder, record->end.plies);
    bind_int(binder, record->end.ended_ms);
    bind_text(binder, record->end.moves);
    bind_text(binder, record->end.times);
    bind_int(binder, record->end.match);
}

static void bind_answer(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->answer.player);
    bind_text(binder, record->answer.key);
    bind_int(binder, record->answer.kind);
    bind_int(binder, record->answer.subject);
    bind_int(binder, record->answer.result);
    bind_int(binder, record->answer.at_ms);
}

static void bind_forget(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->forget.player);
    bind_text(binder, record->forget.key);
}

static void bind_tournament(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->tournament.id);
    bind_int(binder, record->tournament.owner);
    bind_text(binder, record->tournament.name);
    bind_text(binder, record->tournament.rules);
    bind_word(binder, tournament_format_text(record->tournament.format));
    bind_int(binder, record->tournament.rounds);
    bind_text(binder, record->tournament.starts);
    bind_int(binder, record->tournament.seed);
    bind_text(binder, record->tournament.clock);
    bind_int(binder, record->tournament.at_once);
    bind_int(binder, record->tournament.each_at_once);
    bind_int(binder, record->tournament.rated);
    bind_int(binder, record->tournament.invited);
    bind_text(binder, record->tournament.forbidden);
    bind_int(binder, record->tournament.created_ms);
}

static void bind_tournament_state(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->tournament_state.id);
    bind_word(binder, tournament_state_text(record->tournament_state.state));
    bind_text(binder, record->tournament_state.reason);
    bind_int(binder, record->tournament_state.at_ms);
}

static void bind_tournament_active(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->tournament_active.at_ms);
    bind_int(binder, record->tournament_active.id);
}

static void bind_entrant(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->entrant.tournament);
    bind_int(binder, record->entrant.number);
    bind_text(binder, record->entrant.name);
    bind_int(binder, record->entrant.player);
    bind_int(binder, record->entrant.withdrawn);
}

static void bind_entrant_gone(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->entrant.tournament);
    bind_int(binder, record->entrant.number);
}

static void bind_pair(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->pair.tournament);
    bind_int(binder, record->pair.number);
    bind_int(binder, record->pair.round);
    bind_int(binder, record->pair.board);
    bind_int(binder, record->pair.leg);
    bind_int(binder, record->pair.attempt);
    bind_word(binder, meeting_kind_text(record->pair.kind));
    bind_int(binder, record->pair.first);
    bind_int(binder, record->pair.second);
    bind_int(binder, record->pair.winner);
    bind_text(binder, record->pair.start);
}

static void bind_pair_match(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->pair_match.tournament);
    bind_int(binder, record->pair_match.number);
    bind_int(binder, record->pair_match.game);
    bind_int(binder, record->pair_match.match);
}

static void bind_pair_void(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->pair_void.tournament);
    bind_int(binder, record->pair_void.number);
}

static void bind_marks(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->marks.match);
    bind_text(binder, record->marks.marks);
}

static void bind_rating(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->rating.player);
    bind_text(binder, record->rating.family);
    bind_double(binder, record->rating.rating);
    bind_double(binder, record->rating.deviation);
    bind_double(binder, record->rating.volatility);
    bind_int(binder, record->rating.matches);
    bind_int(binder, record->rating.at_ms);
}

static void (*const binders[])(struct binder *, const struct record *) = {
    [RECORD_PLAYER] = bind_player,
    [RECORD_PASSWORD] = bind_password,
    [RECORD_TOKEN] = bind_token,
    [RECORD_TOKEN_USED] = bind_token_used,
    [RECORD_TOKEN_REVOKED] = bind_token_revoked,
    [RECORD_BAN] = bind_ban,
    [RECORD_UNBAN] = bind_unban,
    [RECORD_MATCH] = bind_match,
    [RECORD_MOVE] = bind_move,
    [RECORD_END] = bind_end,
    [RECORD_ANSWER] = bind_answer,
    [RECORD_FORGET] = bind_forget,
    [RECORD_TOURNAMENT] = bind_tournament,
    [RECORD_TOURNAMENT_STATE] = bind_tournament_state,
    [RECORD_TOURNAMENT_ACTIVE] = bind_tournament_active,
    [RECORD_ENTRANT] = bind_entrant,
    [RECORD_ENTRANT_GONE] = bind_entrant_gone,
    [RECORD_PAIR] = bind_pair,
    [RECORD_PAIR_MATCH] = bind_pair_match,
    [RECORD_PAIR_VOID] = bind_pair_void,
    [RECORD_MARKS] = bind_marks,
    [RECORD_RATING] = bind_rating,
};

/* Records that change a row which has to be there: that it is not would be a fault of the hall. */
static bool needs_its_row(enum record_kind kind)
{
    return kind == RECORD_PASSWORD || kind == RECORD_END || kind == RECORD_TOURNAMENT_STATE ||
           kind == RECORD_TOURNAMENT_ACTIVE || kind == RECORD_ENTRANT_GONE ||
           kind == RECORD_PAIR_MATCH || kind == RECORD_PAIR_VOID;
}

enum error_code record_writer_init(struct record_writer *writer, sqlite3 *db, struct error *error)
{
    writer->db = db;
    return statements_prepare(db, record_sql, RECORD_KINDS, writer->statements, error);
}

void record_writer_finish(struct record_writer *writer)
{
    statements_finish(writer->statements, RECORD_KINDS);
}

enum error_code record_writer_write(struct record_writer *writer, const struct batch *batch,
                                    const struct record *record, struct error *error)
{
    struct binder binder = {.statement = writer->statements[record->kind], .batch = batch};
    binders[record->kind](&binder, record);
    assert(binder.bound == sqlite3_bind_parameter_count(binder.statement));
    enum error_code code = statement_run(binder.statement, error);
    assert(code || !needs_its_row(record->kind) || sqlite3_changes(writer->db) == 1);
    return code;
}
