/* The database: all data that has to outlive the process, in a file of SQLite (WAL,
 * synchronous=FULL) or in PostgreSQL, written on a thread of its own; a batch is one transaction
 * and is reported only when it is on disk. Between two batches the same thread prunes the journal:
 * only the row of an ended match keeps its moves. The schema is schema.sql at the top of the
 * project; migration.h describes the migration of older files. */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include "common/base/error.h"
#include "common/export/export.h"
#include "common/wire/wire.h"
#include "server/hall/hall.h"
#include "server/store/database.h"

struct store;

/* `name` is a file, or the address of a database in PostgreSQL, "postgresql://...".
 *
 * Opens the file, or creates one that only its owner may read, migrates it to the present
 * schema, and locks it against a second server with FILE.lock next to it. TOO_EARLY: another server
 * has it. IO with a clear message: the file is no database, was made by a newer version, has tables
 * other than those of its version, ...; then an existing file is unchanged, and no new file is left
 * behind, except an empty database when FILE.lock cannot be used.
 *
 * In PostgreSQL it makes the tables in an empty database, and takes over from a server that has
 * gone: see postgres/hall_row.h. TOO_EARLY: another server is there. IO: ... */
enum error_code store_open(const char *name, struct store **ret_store, struct error *error);
/* What a server takes over from the one before it. */
struct store_succession {
    /* Grows with each server, to the ms since 1970 by the database's clock at least; 0: a file,
     * which no other server takes over. */
    int64_t epoch;
    int64_t beat_ms;  /* the last sign of the one before, since 1970 by the database's clock */
    int64_t ahead_ms; /* of this machine's clock before the database's */
};
struct store_succession store_succession(const struct store *store);
/* Which server has the database at this address, "postgresql://..."? Changes nothing, and blocks
 * while it connects. IO: it cannot be reached, or has no tables yet. */
enum error_code store_find_leader(const char *name, struct database_leader *ret_leader,
                                  struct error *error);
/* Rebuilds the hall from the unfinished matches and tournaments and the rows that they refer to.
 * However long it takes, and until store_start(), no other server takes over; meanwhile only
 * readers may use the database. INTERNAL names the match or the tournament whose record does not
 * replay. TOO_EARLY: another server has taken over all the same, because this one could not reach
 * the database. */
enum error_code store_recover(struct store *store, struct hall *hall, struct error *error);

/* Callbacks on the store's thread; they must only wake the loop. */
struct store_events {
    void *owner;
    /* The batch of the last store_submit() is on disk. */
    void (*committed)(void *owner);
    /* The batch could not be written; the store retries it until that succeeds or the store is
     * stopped. `reason` is valid during the call. Repeated at each failure. */
    void (*failed)(void *owner, const char *reason);
    /* Another server has taken over: nothing more can be written, and nothing more must be said. */
    void (*lost)(void *owner, const char *reason);
};

/* `kept_ms`: lines of chat and closed reports are deleted when they are older than that. */
void store_start(struct store *store, const struct store_events *events, int64_t kept_ms);
/* Gives a batch to the thread, one at a time: the next only after `committed`. The caller keeps the
 * batch, and must not change it until then. */
void store_submit(struct store *store, const struct batch *batch);
/* See database_lease_ms(): until then the server may say what it knows; then nothing of the game,
 * because another one may have taken over. */
int64_t store_lease_ms(const struct store *store);
/* Ends the thread: waits for a commit under way, but gives up a batch that cannot be written, or
 * that PostgreSQL has not confirmed after two seconds: that one may be committed all the same.
 * Returns whether all submitted batches are on disk. */
bool store_stop(struct store *store);
/* Stops the thread if it runs, closes the database and frees the store; NULL is taken. */
void store_close(struct store *store);

/* --- reading: connections of their own, safe to use from any one thread at a time --- */

struct store_reader;

enum error_code store_reader_open(const char *path, struct store_reader **ret_reader,
                                  struct error *error);
void store_reader_close(struct store_reader *reader);

/* The next two find the player of a hello (see struct hall_found). store_found_finish() frees the
 * player found, also when there is none. */

/* The owner of a token; player 0: there is no such token, or it has expired by `now_ms`. */
enum error_code store_reader_token(struct store_reader *reader,
                                   const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms,
                                   struct hall_found *ret_found, struct error *error);
/* What a log-in is verified against. */
struct store_secrets {
    /* The stored hash of the account's password, owned; "": the account is closed, and its name
     * stays taken; NULL: there is no account. */
    char *password;
    bool has_code; /* a one-time code that has not expired by `now_ms` */
    unsigned char code_hash[TOKEN_HASH_BYTES];
};

/* The account with this name_key(); player 0: there is none, or it is closed. The caller verifies
 * the password or the code. */
enum error_code store_reader_account(struct store_reader *reader, const char *name_key,
                                     int64_t now_ms, struct hall_found *ret_found,
                                     struct store_secrets *ret_secrets, struct error *error);
void store_found_finish(struct hall_found *found);

/* The stored hash of a player's password; NULL: a guest. free() it. */
enum error_code store_reader_password(struct store_reader *reader, int64_t player,
                                      char **ret_password, struct error *error);

/* May be called from any thread: a query that the reader runs now ends soon, with IO. */
void store_reader_interrupt(struct store_reader *reader);

/* The functions below fill wire records for answers, with texts and lists in the arena. */

/* A player's unexpired tokens, the latest first; at most HALL_PAGE_MAX. `current` is the number of
 * the one in use. */
enum error_code store_reader_tokens(struct store_reader *reader, int64_t player, int64_t current,
                                    int64_t now_ms, struct wire_arena *arena,
                                    struct wire_tokens *ret_tokens, struct error *error);
/* A stored match, live or ended, with the page of moves after ply `after`; `player` decides the
 * seat. The clocks of a live match are those after its last move. NO_SUCH_MATCH. */
enum error_code store_reader_match(struct store_reader *reader, int64_t match, int64_t after,
                                   int64_t player, struct wire_arena *arena,
                                   struct wire_match *ret_match, struct error *error);
/* *ret_seq: the changes of the match up to this move, if `player` has made it, in whatever
 * notation, as number `ply` and it stands; 0 if not. *ret_match is the match from that ply on.
 * NO_SUCH_MATCH.
 */
enum error_code store_reader_move(struct store_reader *reader, int64_t match, int64_t ply,
                                  int64_t player, const char *move, struct wire_arena *arena,
                                  struct wire_match *ret_match, int64_t *ret_seq,
                                  struct error *error);
/* A page of ended matches, the newest first; 1 <= limit <= HALL_PAGE_MAX. With filters it
 * looks at so many matches at most, and then says with `more` and `next` where to go on: so a rare
 * filter costs a bounded time, too. */
enum { HISTORY_WALK_MAX = 25000 };
enum error_code store_reader_history(struct store_reader *reader, const struct history_page *page,
                                     struct wire_arena *arena, struct wire_summaries *ret_matches,
                                     struct error *error);

/* How it stands between two names, by rules. */
enum error_code store_reader_versus(struct store_reader *reader, const struct versus_page *page,
                                    struct wire_arena *arena, struct wire_versus *ret_versus,
                                    struct error *error);

/* --- tournaments, judgements, ratings --- */

/* The moves of an ended match: owned texts, freed by the caller. NO_SUCH_MATCH. */
struct store_record {
    char *rules, *start, *moves;
};
enum error_code store_reader_record(struct store_reader *reader, int64_t match,
                                    struct store_record *ret_record, struct error *error);

/* A page of all tournaments, the newest first, without their lists of entrants and of forbidden
 * meetings; `before` 0: from the newest on. */
enum error_code store_reader_tournaments(struct store_reader *reader, int64_t before, int64_t limit,
                                         struct wire_arena *arena,
                                         struct wire_tournaments *ret_tournaments,
                                         struct error *error);
/* NO_SUCH_TOURNAMENT, here and below. */
enum error_code store_reader_tournament(struct store_reader *reader, int64_t tournament,
                                        struct wire_arena *arena,
                                        struct wire_tournament *ret_tournament,
                                        struct error *error);
/* The standings after the last commit, the best first: standings_compute() over all pairs but the
 * void ones, and the sums of the marks of judged matches. */
enum error_code store_reader_standings(struct store_reader *reader, int64_t tournament,
                                       struct wire_arena *arena,
                                       struct wire_standings *ret_standings, struct error *error);
/* A page of the pairs after number `after`, void ones too, in the order of their numbers. */
enum error_code store_reader_pairs(struct store_reader *reader, int64_t tournament, int64_t after,
                                   int64_t limit, struct wire_arena *arena,
                                   struct wire_pairs *ret_pairs, struct error *error);
/* Reports with greater numbers than `after`, the oldest first; only open ones unless `all`. */
enum error_code store_reader_reports(struct store_reader *reader, int64_t after, int64_t limit,
                                     bool all, struct wire_arena *arena,
                                     struct wire_reports *ret_reports, struct error *error);
/* One, with the chat lines of its match. NO_SUCH_REPORT. */
enum error_code store_reader_report(struct store_reader *reader, int64_t report,
                                    struct wire_arena *arena, struct wire_report_lines *ret_report,
                                    struct error *error);
/* The ratings of a name in a family, the best first; NULL: of all names, in all families. */
enum error_code store_reader_ratings(struct store_reader *reader, const char *player_key,
                                     const char *family, int64_t limit, struct wire_arena *arena,
                                     struct wire_ratings *ret_ratings, struct error *error);
/* What the rating of an account was after each rated match, the latest first; `before` 0: from the
 * latest on, else only after fewer matches. */
enum error_code store_reader_rating_points(struct store_reader *reader, const char *player_key,
                                           const char *family, int64_t before, int64_t limit,
                                           struct wire_arena *arena,
                                           struct wire_rating_points *ret_points,
                                           struct error *error);

/* --- puzzles --- */

struct store_practice {
    double rating, deviation, volatility; /* deviation 0: there is no practice yet */
    int64_t tried, solved, changes;
};
/* The practice of a player. `item` is called for each puzzle in it, with texts that are valid
 * during the call; what it is told may be newer than `ret_practice`, never older. */
struct store_practice_sink {
    void *owner;
    void (*item)(void *owner, const char *puzzle, int64_t rung, int64_t due_ms);
};
enum error_code store_reader_practice(struct store_reader *reader, int64_t player,
                                      const struct store_practice_sink *sink,
                                      struct store_practice *ret_practice, struct error *error);
/* The rating of a puzzle, which stays what it is if nobody has tried it; `ret_attempts` 0 then. */
enum error_code store_reader_puzzle(struct store_reader *reader, const char *puzzle,
                                    double *ret_rating, int64_t *ret_attempts, struct error *error);

/* Passes the lines of an export after the first `after` to `line`, without their hashes
 * (common/export/export.h), until `line` returns false or the export ends: those of results.jsonl,
 * or those of times.jsonl but the seal. WRONG_STATE: the tournament is not over. Pages cost no more
 * than the whole at once, also when several exports are read in turn: the reader remembers the ends
 * of the last pages. A line is valid during the call. */
struct store_export {
    void *owner;
    bool (*line)(void *owner, const struct export_line *line);
};
enum error_code store_reader_export(struct store_reader *reader, int64_t tournament, bool times,
                                    int64_t after, const struct store_export *sink,
                                    struct error *error);

/* The seed of the server's key; a database without a seed stores `fresh` as its seed. Call before
 * store_recover(), or after store_stop(). The seed allows signing in the server's name: it exists
 * only in the database and its copies, and the caller wipes both arguments. */
enum error_code store_key_seed(struct store *store, const unsigned char fresh[EXPORT_SEED_BYTES],
                               unsigned char ret_seed[EXPORT_SEED_BYTES], struct error *error);

/* --- backup: on any thread, with connections of its own --- */

struct store_backup_events {
    void *owner;
    /* Called after each part of a megabyte but the last, on the thread of store_backup(); false:
     * give up. */
    bool (*progress)(void *owner, int64_t pages, int64_t total);
    /* Called before the copy begins, on the same thread: this left-over of a killed backup was
     * removed. */
    void (*removed)(void *owner, const char *path);
};

/* Copies a snapshot of the database `path`, taken between two batches, to the new file `target`.
 * Play goes on meanwhile; the WAL cannot shrink until the copy is made. The copy gets its name once
 * it is complete and synced; until then it is TARGET.partial-XXXXXX in the same folder. A killed
 * process leaves that file behind: each backup first removes such files from the folder of its
 * target, if they belong to this user and no process is writing them. Only its owner may read a
 * copy, because it holds the hashes of passwords and the server's key. IO: the target exists, the
 * disk is full, the backup was given up, ...; then no file is left behind. */
enum error_code store_backup(const char *path, const char *target,
                             const struct store_backup_events *events, int64_t *ret_bytes,
                             struct error *error);

#endif
