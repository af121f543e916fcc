/* The database: everything that has to outlive the process. SQLite, WAL, synchronous=FULL, on a
 * thread of its own; a batch is one transaction and is reported only when it is on disk. The schema
 * is schema.sql at the top of the project, embedded at build time. */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include "common/base/error.h"
#include "server/hall/hall.h"

struct store;

/* Opens or makes the database, brings it to the present schema version, and locks it against a
 * second server with FILE.lock next to it. IO with a clear message: the file is no database, in use
 * by another server, made by a newer version, ... */
enum error_code store_open(const char *path, struct store **ret_store, struct error *error);
/* Rebuilds the hall from the unfinished matches. Before store_start(). INTERNAL names the match when
 * a record does not replay. */
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

/* The player with this token hash: *ret_id and *ret_name (free() it), or id 0 and NULL. */
enum error_code store_reader_player(struct store_reader *reader,
                                    const unsigned char hash[TOKEN_HASH_BYTES], int64_t *ret_id,
                                    char **ret_name, struct error *error);
/* A match as stored, live or ended, with the page of moves after ply `after`; `player` decides the
 * view's seat. NO_SUCH_MATCH. */
enum error_code store_reader_match(struct store_reader *reader, int64_t match, int64_t after,
                                   int64_t player, struct match_view *ret_view,
                                   struct error *error);
/* Did `player` make this move, however it is written, as number `ply` of that match? And the match, from that ply
 * on. NO_SUCH_MATCH. */
enum error_code store_reader_move(struct store_reader *reader, int64_t match, int64_t ply,
                                  int64_t player, const char *move, struct match_view *ret_view,
                                  bool *ret_made, struct error *error);
/* A page of ended matches, the last made first; 1 <= limit <= HALL_PAGE_MAX. The caller finishes
 * each summary and frees the list. */
enum error_code store_reader_history(struct store_reader *reader, const struct history_page *page,
                                     struct match_summary **ret_list, size_t *ret_count,
                                     bool *ret_more, struct error *error);

#endif
