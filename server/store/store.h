/* The database: everything that has to outlive the process. SQLite, WAL, synchronous=FULL, on a
 * thread of its own; a batch is one transaction and is reported only when it is on disk. Between
 * two batches the same thread prunes the journal: the moves of a match that has ended stay in its
 * row alone. The schema is schema.sql at the top of the project; migration.h says how older
 * databases come to it. */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include "common/base/error.h"
#include "common/export/export.h"
#include "common/wire/wire.h"
#include "server/hall/hall.h"

struct store;

/* Opens the database, or makes one that its owner alone may read, brings it to the present schema
 * version, and locks it against a second server with FILE.lock next to it. TOO_EARLY: another
 * server has it. IO with a clear message: the file is no database, made by a newer version, its
 * tables are not those of its version, ...; then a file that was there is unchanged, and no other
 * is left behind, but for an empty database when FILE.lock cannot be used. */
enum error_code store_open(const char *path, struct store **ret_store, struct error *error);
/* Rebuilds the hall from the unfinished matches and tournaments, and what has to be known beside
 * them. Before store_start(). INTERNAL names the match or the tournament when a record does not
 * replay. */
enum error_code store_recover(struct store *store, struct hall *hall, struct error *error);

/* Called on the store's thread; must only pass the word on. */
struct store_events {
    void *owner;
    /* The batch of the last store_submit() is on disk. */
    void (*committed)(void *owner);
    /* It could not be written; the store keeps it and tries again until it can or is stopped.
     * `reason` is valid during the call. Repeated at each failure. */
    void (*failed)(void *owner, const char *reason);
};

void store_start(struct store *store, const struct store_events *events);
/* Gives a batch to the thread. One at a time: the next only after `committed`. The batch stays the
 * caller's, untouched until then. */
void store_submit(struct store *store, const struct batch *batch);
/* Ends the thread: waits for a commit under way, gives up a batch that cannot be written. Returns
 * whether everything submitted is on disk. */
bool store_stop(struct store *store);
/* Stops if need be, closes, frees; NULL is taken. */
void store_close(struct store *store);

/* --- reading: connections of their own, safe to use from any one thread at a time --- */

struct store_reader;

enum error_code store_reader_open(const char *path, struct store_reader **ret_reader,
                                  struct error *error);
void store_reader_close(struct store_reader *reader);

/* What a hello has to know (see struct hall_found). store_found_finish() frees what was found, and
 * takes what was not. */

/* Whose token this is; player 0: nobody's, or it has run out by `now_ms`. */
enum error_code store_reader_token(struct store_reader *reader,
                                   const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms,
                                   struct hall_found *ret_found, struct error *error);
/* The account with this name_key(), and the stored hash of its password (free() it); player 0 and
 * NULL: there is none. That somebody knows the password is the caller's to find out. */
enum error_code store_reader_account(struct store_reader *reader, const char *name_key,
                                     struct hall_found *ret_found, char **ret_password,
                                     struct error *error);
void store_found_finish(struct hall_found *found);

/* The stored hash of a player's password; NULL: a guest. free() it. */
enum error_code store_reader_password(struct store_reader *reader, int64_t player,
                                      char **ret_password, struct error *error);

/* From any thread: what the reader is asked now, if anything, ends soon and with IO. */
void store_reader_interrupt(struct store_reader *reader);

/* The functions below fill records for the answers to requests, with texts and lists in the arena.
 */

/* The tokens of a player that have not run out, the latest first; at most HALL_PAGE_MAX. `current`:
 * the number of the one in use. */
enum error_code store_reader_tokens(struct store_reader *reader, int64_t player, int64_t current,
                                    int64_t now_ms, struct wire_arena *arena,
                                    struct wire_tokens *ret_tokens, struct error *error);
/* A match as stored, live or ended, with the page of moves after ply `after`; `player` decides the
 * seat. The clocks of a live one stand as after its last move. NO_SUCH_MATCH. */
enum error_code store_reader_match(struct store_reader *reader, int64_t match, int64_t after,
                                   int64_t player, struct wire_arena *arena,
                                   struct wire_match *ret_match, struct error *error);
/* Did `player` make this move, however it is written, as number `ply` of that match? And the match,
 * from that ply on. NO_SUCH_MATCH. */
enum error_code store_reader_move(struct store_reader *reader, int64_t match, int64_t ply,
                                  int64_t player, const char *move, struct wire_arena *arena,
                                  struct wire_match *ret_match, bool *ret_made,
                                  struct error *error);
/* A page of ended matches, the last made first; 1 <= limit <= HALL_PAGE_MAX. */
enum error_code store_reader_history(struct store_reader *reader, const struct history_page *page,
                                     struct wire_arena *arena, struct wire_summaries *ret_matches,
                                     struct error *error);

/* --- tournaments, judgements, ratings --- */

/* What was played in a match that has ended: owned texts, freed by the caller. NO_SUCH_MATCH. */
struct store_record {
    char *rules, *start, *moves;
};
enum error_code store_reader_record(struct store_reader *reader, int64_t match,
                                    struct store_record *ret_record, struct error *error);

/* A page of all, the last made first, without the lists of their entrants and of who must not meet;
 * `before` 0: from the latest on. */
enum error_code store_reader_tournaments(struct store_reader *reader, int64_t before, int64_t limit,
                                         struct wire_arena *arena,
                                         struct wire_tournaments *ret_tournaments,
                                         struct error *error);
/* NO_SUCH_TOURNAMENT, here and below. */
enum error_code store_reader_tournament(struct store_reader *reader, int64_t tournament,
                                        struct wire_arena *arena,
                                        struct wire_tournament *ret_tournament,
                                        struct error *error);
/* As it stands after the last commit, the best first: standings_compute() over all pairs but the
 * void ones, and the sums of the marks of those matches that are judged. */
enum error_code store_reader_standings(struct store_reader *reader, int64_t tournament,
                                       struct wire_arena *arena,
                                       struct wire_standings *ret_standings, struct error *error);
/* A page of pairs, void ones too, in the order of their numbers, those after number `after`. */
enum error_code store_reader_pairs(struct store_reader *reader, int64_t tournament, int64_t after,
                                   int64_t limit, struct wire_arena *arena,
                                   struct wire_pairs *ret_pairs, struct error *error);
/* Of a name, of a family, the best first; NULL: all. */
enum error_code store_reader_ratings(struct store_reader *reader, const char *player_key,
                                     const char *family, int64_t limit, struct wire_arena *arena,
                                     struct wire_ratings *ret_ratings, struct error *error);

/* Gives the lines of an export without their hashes (common/export/export.h), those after the first
 * `after`, until `line` returns false or there are no more: of results.jsonl, or of times.jsonl all
 * but the seal. WRONG_STATE: the tournament is not over. Page after page costs no more than the
 * whole at once, also when several are read in turn: the reader remembers where the last pages
 * ended. A line is valid during the call. */
struct store_export {
    void *owner;
    bool (*line)(void *owner, const struct export_line *line);
};
enum error_code store_reader_export(struct store_reader *reader, int64_t tournament, bool times,
                                    int64_t after, const struct store_export *sink,
                                    struct error *error);

/* The seed of the server's key. Where the database has none yet, `fresh` is kept. Before
 * store_start(). Whoever has it can sign in the server's name: it is nowhere but in the database
 * and its copies, and the caller wipes both arguments. */
enum error_code store_key_seed(struct store *store, const unsigned char fresh[EXPORT_SEED_BYTES],
                               unsigned char ret_seed[EXPORT_SEED_BYTES], struct error *error);

/* --- backup: on any thread, with connections of its own --- */

struct store_backup_events {
    void *owner;
    /* After each part of a megabyte but the last; false: give up. Called on the thread of
     * store_backup(). */
    bool (*progress)(void *owner, int64_t pages, int64_t total);
    /* Before the copy begins: this left-over of a killed backup was removed. On the same thread. */
    void (*removed)(void *owner, const char *path);
};

/* Copies the database `path` as it is at one moment, between two batches, to the new file `target`.
 * Play goes on meanwhile; the write-ahead log can only grow until the copy is made. The copy gets
 * its name only when it is whole and synced; until then it is TARGET.partial-XXXXXX in the same
 * folder. A process that is killed leaves that file behind: each backup first removes such files
 * from the folder of its target, if they are copies of this user's that no process is writing. Only
 * its owner may read a copy, because it holds the hashes of passwords and the server's key. IO: the
 * target exists, there is no room, it was given up, ...; then nothing is left of it. */
enum error_code store_backup(const char *path, const char *target,
                             const struct store_backup_events *events, int64_t *ret_bytes,
                             struct error *error);

#endif
