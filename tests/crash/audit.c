#include "tests/crash/audit.h"

#include "common/base/memory.h"
#include "common/game/game.h"
#include "server/store/database.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { FAULTS_SHOWN = 20 };

/* A ply of a match: what was sent for it, and what the journal has. Several moves may have been
 * sent when the first were refused for the disk's sake. */
struct place {
    struct {
        int64_t match, ply;
    } key;
    const struct ledger_move *sent[4];
    size_t sent_count;
    char *kept;
    size_t kept_count;
    bool is_of_bot;
    UT_hash_handle hh;
};

struct auditor {
    struct database *db;
    const struct audit_events *events;
    struct place *places;
    struct audit *audit;
    size_t faults;
};

static void fault(struct auditor *auditor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void fault(struct auditor *auditor, const char *format, ...)
{
    va_list arguments;
    if (auditor->faults++ >= FAULTS_SHOWN)
        return;
    va_start(arguments, format);
    fputs("takeaway-crash: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

static struct place *find_place(const struct auditor *auditor, int64_t match, int64_t ply)
{
    struct place wanted = {.key = {match, ply}}, *found = NULL;
    HASH_FIND(hh, auditor->places, &wanted.key, sizeof wanted.key, found);
    return found;
}

static struct place *need_place(struct auditor *auditor, int64_t match, int64_t ply)
{
    struct place *place = find_place(auditor, match, ply);
    if (place)
        return place;
    place = memory_zeroed(1, sizeof *place);
    place->key.match = match;
    place->key.ply = ply;
    HASH_ADD(hh, auditor->places, key, sizeof place->key, place);
    return place;
}

static void forget_places(struct auditor *auditor)
{
    struct place *place, *next;
    HASH_ITER (hh, auditor->places, place, next) {
        HASH_DELETE(hh, auditor->places, place);
        free(place->kept);
        free(place);
    }
}

/* --- reading --- */

static struct statement *query(struct auditor *auditor, const char *sql)
{
    struct statement *rows = NULL;
    struct error error;
    if (statement_prepare(auditor->db, sql, &rows, &error)) {
        fprintf(stderr, "takeaway-crash: %s: %s\n", sql, error.message);
        exit(EXIT_FAILURE);
    }
    return rows;
}

static bool next(struct statement *rows)
{
    struct error error;
    bool found;
    if (statement_next(rows, &found, &error)) {
        fprintf(stderr, "takeaway-crash: the database cannot be read: %s\n", error.message);
        exit(EXIT_FAILURE);
    }
    return found;
}

static const char *text(struct statement *row, int column)
{
    const char *found = statement_text(row, column);
    return found ? found : "";
}

static void note_move(struct auditor *auditor, const struct ledger_move *move)
{
    struct place *place = need_place(auditor, move->match, move->ply);
    if (place->sent_count == sizeof place->sent / sizeof *place->sent)
        fault(auditor, "match %" PRId64 ", move %" PRId64 ": sent too often", move->match,
              move->ply);
    else
        place->sent[place->sent_count++] = move;
}

static void note_sent(struct auditor *auditor, const struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++)
        note_move(auditor, &ledger->moves[i]);
}

/* Returns the least number of their matches, or `least`. */
static int64_t note_acknowledged_since(struct auditor *auditor, const struct ledger *ledger,
                                       int64_t since_ms, int64_t least)
{
    for (size_t i = ledger->count; i > 0 && ledger->moves[i - 1].sent_ms > since_ms; i--) {
        const struct ledger_move *move = &ledger->moves[i - 1];
        if (move->acknowledged_ms == 0)
            continue;
        note_move(auditor, move);
        least = move->match < least ? move->match : least;
    }
    return least;
}

static void read_journal(struct auditor *auditor)
{
    struct statement *rows = query(auditor, "SELECT match, ply, move FROM journal ORDER BY id");
    while (next(rows)) {
        struct place *place = need_place(auditor, statement_int(rows, 0), statement_int(rows, 1));
        auditor->audit->moves++;
        place->kept_count++;
        free(place->kept);
        place->kept = memory_text(text(rows, 2), strlen(text(rows, 2)));
    }
    statement_finish(rows);
}

/* The moves of a match in its row stand for those that the journal does not have any more, because
 * the match has ended. */
static void add_pruned(struct auditor *auditor, int64_t match, const char *moves)
{
    int64_t ply = 0;
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        struct place *place = need_place(auditor, match, ++ply);
        if (place->kept_count == 0) {
            place->kept = memory_text(at, len);
            place->kept_count = 1;
            auditor->audit->moves++;
            auditor->audit->pruned++;
        }
        at += len;
    }
}

static void read_records(struct auditor *auditor, int64_t first)
{
    struct statement *rows =
        query(auditor, "SELECT id, moves FROM match WHERE ending IS NOT NULL AND id >= ?");
    statement_bind_int(rows, 1, first);
    while (next(rows))
        add_pruned(auditor, statement_int(rows, 0), text(rows, 1));
    statement_finish(rows);
}

/* --- checking --- */

static void check_file(struct auditor *auditor)
{
    struct statement *rows = query(auditor, "PRAGMA integrity_check");
    while (next(rows))
        if (strcmp(text(rows, 0), "ok") != 0)
            fault(auditor, "integrity_check: %s", text(rows, 0));
    statement_finish(rows);
}

/* Nobody has noted the moves of bots. */
static void forgive_bots(struct auditor *auditor)
{
    struct statement *rows =
        query(auditor, "SELECT m.id, f.name, s.name FROM match m"
                       " JOIN player f ON f.id = m.first JOIN player s ON s.id = m.second");
    while (next(rows)) {
        struct place *place;
        for (int64_t ply = 1; (place = find_place(auditor, statement_int(rows, 0), ply)); ply++)
            place->is_of_bot =
                strncmp(text(rows, ply % 2 ? 1 : 2), AUDIT_BOT, strlen(AUDIT_BOT)) == 0;
    }
    statement_finish(rows);
}

static void check_place(struct auditor *auditor, const struct place *place)
{
    bool was_sent = place->is_of_bot;
    for (size_t i = 0; i < place->sent_count; i++) {
        const struct ledger_move *move = place->sent[i];
        bool is_kept = place->kept && strcmp(place->kept, move->text) == 0;
        was_sent = was_sent || is_kept;
        if (move->acknowledged_ms == 0)
            continue;
        auditor->audit->acknowledged++;
        if (auditor->events)
            auditor->events->judged(auditor->events->owner, move, !is_kept, place->kept_count > 1);
        if (!is_kept)
            fault(auditor, "match %" PRId64 ", move %" PRId64 ": %s was acknowledged and is lost",
                  place->key.match, place->key.ply, move->text);
    }
    if (place->kept && !was_sent)
        fault(auditor, "match %" PRId64 ", move %" PRId64 ": nobody sent %s", place->key.match,
              place->key.ply, place->kept);
    if (place->kept_count > 1)
        fault(auditor, "match %" PRId64 ", move %" PRId64 ": stands there %zu times",
              place->key.match, place->key.ply, place->kept_count);
}

static void check_places(struct auditor *auditor)
{
    for (const struct place *place = auditor->places; place; place = place->hh.next)
        check_place(auditor, place);
}

/* Plays the record; returns the number of its moves, or -1 after a fault. */
static int64_t replay(struct auditor *auditor, int64_t id, const struct rules *rules,
                      struct position *position, const char *moves)
{
    int64_t ply = 0;
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        struct move move;
        struct error error;
        if (move_parse(rules, position, at, len, &move, &error)) {
            fault(auditor, "match %" PRId64 ", move %" PRId64 ": %s", id, ply + 1, error.message);
            return -1;
        }
        move_apply(rules, position, &move);
        ply++;
        const struct place *place = find_place(auditor, id, ply);
        if (!place || !place->kept || strlen(place->kept) != len ||
            memcmp(place->kept, at, len) != 0)
            fault(auditor, "match %" PRId64 ", move %" PRId64 ": the journal says otherwise", id,
                  ply);
        at += len;
    }
    return ply;
}

static void check_match(struct auditor *auditor, struct statement *row)
{
    int64_t id = statement_int(row, 0);
    struct rules rules;
    struct position position = {0};
    struct error error;
    auditor->audit->matches++;
    if (rules_parse(&rules, text(row, 1), strlen(text(row, 1)), &error) ||
        position_parse(&rules, text(row, 2), strlen(text(row, 2)), &position, &error)) {
        fault(auditor, "match %" PRId64 ": %s", id, error.message);
        return;
    }
    int64_t plies = replay(auditor, id, &rules, &position, text(row, 6));
    bool first_is_stuck = plies % 2 == 0, is_over = position_is_over(&rules, &position);
    enum stuck_result result = is_over ? position_stuck_result(&rules, &position) : STUCK_LOSES;
    const char *ending = result == STUCK_DRAWS ? "draw" : "normal";
    const char *winner = result == STUCK_DRAWS                      ? "nobody"
                         : first_is_stuck == (result == STUCK_WINS) ? "first"
                                                                    : "second";
    if (plies >= 0 && (strcmp(text(row, 3), ending) != 0 || strcmp(text(row, 4), winner) != 0 ||
                       plies != statement_int(row, 5) || !is_over))
        fault(auditor,
              "match %" PRId64 ": has the ending '%s' and the winner '%s' after %" PRId64 " moves",
              id, text(row, 3), text(row, 4), plies);
    position_finish(&position);
}

static void check_matches(struct auditor *auditor)
{
    struct statement *rows = query(
        auditor, "SELECT id, rules, start, ending, winner, plies, moves FROM match ORDER BY id");
    while (next(rows))
        check_match(auditor, rows);
    statement_finish(rows);
}

static void check_results(struct auditor *auditor, const struct player *player)
{
    size_t count;
    const struct player_result *results = player_results(player, &count);
    struct statement *row = query(auditor, "SELECT ending, winner FROM match WHERE id = ?");
    for (size_t i = 0; i < count; i++) {
        statement_bind_int(row, 1, results[i].match);
        if (!next(row))
            fault(auditor, "match %" PRId64 ": a player was told its result, and it is not there",
                  results[i].match);
        else if (strcmp(text(row, 0), results[i].ending) != 0 ||
                 strcmp(text(row, 1), results[i].winner) != 0)
            fault(auditor, "match %" PRId64 ": a player was told '%s', '%s'", results[i].match,
                  results[i].ending, results[i].winner);
        statement_reset(row);
        auditor->audit->results++;
    }
    statement_finish(row);
}

static bool open_database(struct auditor *auditor, const char *database)
{
    struct error error;
    bool is_open = !database_open(database, DATABASE_TO_READ, &auditor->db, &error);
    if (!is_open) {
        fault(auditor, "%s: %s", database, error.message);
        database_close(auditor->db);
    }
    return is_open;
}

bool audit_since(const char *database, struct player *const *players, size_t count,
                 int64_t since_ms)
{
    struct audit audit = {0};
    struct auditor auditor = {.audit = &audit};
    int64_t first = INT64_MAX;
    if (!open_database(&auditor, database))
        return false;
    for (size_t i = 0; i < count; i++)
        first = note_acknowledged_since(&auditor, player_ledger(players[i]), since_ms, first);
    /* In this order: a match that ends meanwhile leaves the journal after it has a record. */
    read_journal(&auditor);
    read_records(&auditor, first);
    for (const struct place *place = auditor.places; place; place = place->hh.next)
        if (place->sent_count > 0)
            check_place(&auditor, place);
    forget_places(&auditor);
    database_close(auditor.db);
    return auditor.faults == 0;
}

bool audit_run(const char *database, struct player *const *players, size_t count,
               const struct audit_events *events, struct audit *ret_audit)
{
    *ret_audit = (struct audit){0};
    struct auditor auditor = {.events = events, .audit = ret_audit};
    if (!open_database(&auditor, database))
        return false;
    if (!database_is_address(database))
        check_file(&auditor);
    for (size_t i = 0; i < count; i++)
        note_sent(&auditor, player_ledger(players[i]));
    read_journal(&auditor);
    read_records(&auditor, 0);
    forgive_bots(&auditor);
    check_places(&auditor);
    check_matches(&auditor);
    for (size_t i = 0; i < count; i++)
        check_results(&auditor, players[i]);
    forget_places(&auditor);
    database_close(auditor.db);
    return auditor.faults == 0;
}
