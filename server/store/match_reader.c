/* Reads single stored matches. */
#include "common/game/time_control.h"
#include "server/hall/match_record.h"
#include "server/store/database.h"
#include "server/store/reader.h"
#include "server/store/row.h"

#include <assert.h>
#include <string.h>

enum query {
    QUERY_MATCH,
    QUERY_JOURNAL,
    QUERY_RECORD,
    QUERY_COUNT,
};

static const char *const sql[QUERY_COUNT] = {
    [QUERY_MATCH] =
        "SELECT match.first AS first_player, match.second AS second_player,"
        " match.journal_from AS journal_from, match.moves AS moves, match.times AS times,"
        " match.taken_back AS taken_back,"
        " judgement.marks AS marks, " SUMMARY_COLUMNS " FROM match"
        " JOIN player AS f ON f.id = match.first JOIN player AS s ON s.id = match.second"
        " LEFT JOIN judgement ON judgement.match = match.id WHERE match.id = ?",
    [QUERY_JOURNAL] = ("SELECT ply, move, left_ms, taken_ms, credit_ms FROM journal"
                       " WHERE match = ? AND id > ? ORDER BY id"),
    [QUERY_RECORD] = "SELECT rules, start, moves FROM match WHERE id = ? AND ending IS NOT NULL",
};

const struct query_set match_queries = {sql, QUERY_COUNT};

enum error_code reader_check_ending(int64_t match, struct wire_text ending, struct error *error)
{
    if (!ending.bytes || ending_from_text(ending.bytes) != ENDING_NONE)
        return ERROR_NONE;
    return error_set(error, ERROR_INTERNAL, "match %lld: no ending is called '%s'",
                     (long long)match, ending.bytes);
}

/* The moves of a match in the format of an ended match's row. In the arena. */
struct played {
    struct wire_text moves;
    struct wire_text times;      /* empty or absent: not known */
    struct wire_text taken_back; /* absent: none */
    struct wire_text marks;      /* absent: not judged */
};

/* Moves from this ply on are taken back. */
static void take_back(int64_t ply, struct text *moves, struct text *times, struct text *taken_back)
{
    struct text all = {0};
    text_append(&all, moves->bytes, moves->len);
    words_keep(moves, ply - 1);
    words_keep(times, ply - 1);
    size_t kept = moves->len + (ply > 1);
    taken_back_append(taken_back, ply, all.bytes + kept, all.len - kept);
    text_finish(&all);
}

/* Reads the moves of a live match, their number, and the clocks after the last of them. */
static enum error_code read_journal(struct store_reader *reader, int64_t from,
                                    struct wire_arena *arena, struct wire_match *match,
                                    struct played *played, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_MATCHES][QUERY_JOURNAL];
    struct text moves = {0}, times = {0}, taken_back = {0};
    bool row;
    enum error_code code;
    statement_bind_int(query, 1, match->match);
    statement_bind_int(query, 2, from);
    while (!(code = statement_next(query, &row, error)) && row) {
        int64_t ply = statement_int(query, 0);
        const char *move = statement_text(query, 1);
        if (*move ? ply != match->ply + 1 : ply < 1 || ply > match->ply) {
            statement_reset(query);
            code = error_set(error, ERROR_INTERNAL, "match %lld: its journal has no ply %lld",
                             (long long)match->match, (long long)match->ply + 1);
            break;
        }
        if (match->clock.bytes)
            *(match->ply % 2 == 0 ? &match->first_left : &match->second_left) =
                statement_int(query, 2);
        if (*move) {
            if (match->ply > 0)
                text_append_char(&moves, ' ');
            text_append_string(&moves, move);
            times_append(&times, statement_int(query, 3), statement_int(query, 4));
            match->ply++;
        } else {
            take_back(ply, &moves, &times, &taken_back);
            match->ply = ply - 1;
        }
    }
    played->moves = wire_arena_text(arena, moves.bytes, moves.len);
    played->times = wire_arena_text(arena, times.bytes, times.len);
    played->taken_back = wire_arena_text(arena, text_string(&taken_back), taken_back.len);
    text_finish(&moves);
    text_finish(&times);
    text_finish(&taken_back);
    return code;
}

/* Sets the clocks to their times at the start. */
static enum error_code set_clocks(struct wire_match *match, struct error *error)
{
    struct time_control control;
    struct error cause;
    if (!match->clock.bytes)
        return ERROR_NONE;
    if (time_control_parse(match->clock.bytes, match->clock.len, &control, &cause))
        return error_set(error, ERROR_INTERNAL, "match %lld: its clock: %s",
                         (long long)match->match, cause.message);
    match->first_left = match->second_left = control.base_ms;
    return ERROR_NONE;
}

/* Fills the match from the row of QUERY_MATCH, except the members that apply_played() sets. The row
 * and the journal are of one snapshot: the match cannot end in between. */
static enum error_code take_match(struct store_reader *reader, struct statement *row,
                                  int64_t player, struct wire_arena *arena,
                                  struct wire_match *match, struct played *played,
                                  struct error *error)
{
    struct row_form form = row_form(row, &wire_record_match);
    row_take(&form, row, arena, match);
    enum error_code code = reader_check_ending(match->match, match->ending, error);
    if (code)
        return code;
    if (player == statement_int(row, row_column(row, "first_player")))
        match->seat = wire_text(seat_text(SEAT_FIRST));
    else if (player == statement_int(row, row_column(row, "second_player")))
        match->seat = wire_text(seat_text(SEAT_SECOND));
    if (match->ending.bytes) {
        *played = (struct played){
            .moves = row_text(row, row_column(row, "moves"), arena),
            .times = row_text(row, row_column(row, "times"), arena),
            .marks = row_text(row, row_column(row, "marks"), arena),
            .taken_back = row_text(row, row_column(row, "taken_back"), arena),
        };
        return ERROR_NONE;
    }
    code = set_clocks(match, error);
    if (!code)
        code = read_journal(reader, statement_int(row, row_column(row, "journal_from")), arena,
                            match, played, error);
    return code;
}

static int64_t count_words(struct wire_text words)
{
    int64_t count = words.len > 0;
    for (size_t i = 0; i < words.len; i++)
        count += words.bytes[i] == ' ';
    return count;
}

/* Sets the marks of the page of moves in the match. */
static enum error_code take_marks(struct wire_match *match, struct wire_text marks,
                                  struct wire_arena *arena, struct error *error)
{
    if (marks.len == 0 || match->moves_count == 0)
        return ERROR_NONE;
    if (count_words(marks) != match->ply)
        return error_set(error, ERROR_INTERNAL, "match %lld: it has %lld marks for %lld moves",
                         (long long)match->match, (long long)count_words(marks),
                         (long long)match->ply);
    struct wire_match page; /* marks are words in a row, as moves are */
    match_record_take_moves(&page, marks, match->from_ply - 1,
                            wire_arena_memory(arena, match->moves_count, sizeof(struct wire_text)),
                            match->moves_count);
    match->marks = page.moves;
    match->marks_count = page.moves_count;
    return ERROR_NONE;
}

/* Sets what was taken back, and the number of changes, which follows from that. */
static enum error_code apply_taken_back(struct wire_match *match, struct wire_text taken_back,
                                        struct wire_arena *arena, struct error *error)
{
    match->seq = match->ply + (match->ending.bytes != NULL);
    if (taken_back.len == 0)
        return ERROR_NONE;
    struct taken_back_list *list = wire_arena_memory(arena, 1, sizeof *list);
    enum error_code code = match_record_take_taken_back(match, taken_back.bytes, list, error);
    for (size_t i = 0; i < match->taken_back_count; i++)
        match->seq += (int64_t)match->taken_back[i].moves_count + 1;
    return code;
}

/* Sets the page of moves, their times and marks, what was taken back, and the position after all
 * moves. */
static enum error_code apply_played(struct wire_match *match, const struct played *played,
                                    int64_t after, struct wire_arena *arena, struct error *error)
{
    struct text position = {0};
    if (count_words(played->moves) != match->ply)
        return error_set(error, ERROR_INTERNAL, "match %lld: it has %lld moves, not %lld",
                         (long long)match->match, (long long)count_words(played->moves),
                         (long long)match->ply);
    size_t page = match->ply < HALL_PAGE_MAX ? (size_t)match->ply : HALL_PAGE_MAX;
    match_record_take_moves(match, played->moves, after,
                            wire_arena_memory(arena, page, sizeof(struct wire_text)), page);
    int64_t *times = wire_arena_memory(arena, 2 * match->moves_count, sizeof *times);
    enum error_code code =
        match_record_take_times(match, played->times.bytes ? played->times.bytes : "", times,
                                times + match->moves_count, error);
    if (!code)
        code = take_marks(match, played->marks, arena, error);
    if (!code)
        code = apply_taken_back(match, played->taken_back, arena, error);
    if (!code)
        code = match_record_replay(match, played->moves, &position, error);
    match->position = wire_arena_text(arena, position.bytes, position.len);
    text_finish(&position);
    return code;
}

static enum error_code read_match(struct store_reader *reader, int64_t id, int64_t after,
                                  int64_t player, struct wire_arena *arena,
                                  struct wire_match *match, struct played *played,
                                  struct error *error)
{
    struct statement *query = reader->queries[TOPIC_MATCHES][QUERY_MATCH];
    bool found;
    enum error_code code = database_hold(reader->db, error);
    if (code)
        return code;
    statement_bind_int(query, 1, id);
    code = statement_next(query, &found, error);
    if (!code && found)
        code = take_match(reader, query, player, arena, match, played, error);
    else if (!code)
        code = error_set(error, ERROR_NO_SUCH_MATCH, "there is no match %lld", (long long)id);
    statement_reset(query);
    database_release(reader->db);
    return code ? code : apply_played(match, played, after, arena, error);
}

enum error_code store_reader_match(struct store_reader *reader, int64_t match, int64_t after,
                                   int64_t player, struct wire_arena *arena,
                                   struct wire_match *ret_match, struct error *error)
{
    struct played played = {0};
    return read_match(reader, match, after, player, arena, ret_match, &played, error);
}

enum error_code store_reader_move(struct store_reader *reader, int64_t match, int64_t ply,
                                  int64_t player, const char *move, struct wire_arena *arena,
                                  struct wire_match *ret_match, int64_t *ret_seq,
                                  struct error *error)
{
    struct played played = {0};
    enum error_code code =
        read_match(reader, match, ply - 1, player, arena, ret_match, &played, error);
    bool is_made =
        !code &&
        wire_text_equal(ret_match->seat, seat_text(ply % 2 == 1 ? SEAT_FIRST : SEAT_SECOND)) &&
        match_record_has_move(ret_match, played.moves, ply, move);
    const char *taken_back = played.taken_back.bytes ? played.taken_back.bytes : "";
    *ret_seq = is_made ? taken_back_seq(taken_back, ply) : 0;
    return code;
}

enum error_code store_reader_record(struct store_reader *reader, int64_t match,
                                    struct store_record *ret_record, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_MATCHES][QUERY_RECORD];
    bool found;
    statement_bind_int(query, 1, match);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    if (!found)
        return error_set(error, ERROR_NO_SUCH_MATCH, "there is no match %lld that has ended",
                         (long long)match);
    *ret_record = (struct store_record){
        .rules = statement_copy_text(query, 0),
        .start = statement_copy_text(query, 1),
        .moves = statement_copy_text(query, 2),
    };
    statement_reset(query);
    return ERROR_NONE;
}
