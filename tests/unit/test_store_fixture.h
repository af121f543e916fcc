/* A store in a directory of its own, and the words to write batches and to wait for them. */
#ifndef TESTS_UNIT_TEST_STORE_FIXTURE_H
#define TESTS_UNIT_TEST_STORE_FIXTURE_H

#include "server/hall/match_record.h"
#include "server/store/store.h"
#include "tests/database.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>

/* A directory with a database file that does not exist yet. */
struct place {
    char directory[256];
    char database[TEST_DATABASE_MAX]; /* see tests/database.h */
};

struct place place_make(void);
void place_remove(const struct place *place);

enum { RUNNING_REASON_BYTES = 240 };

/* A store that runs, and what it has said so far. */
struct running {
    char database[TEST_DATABASE_MAX];
    struct store *store;
    pthread_mutex_t mutex;
    pthread_cond_t said;
    int submitted;
    int committed;
    int failed; /* since the last running_wait_failed() */
    char reason[RUNNING_REASON_BYTES];
    int lost; /* how often it has said so */
};

void running_start(struct running *running, const struct place *place);
void running_submit(struct running *running, const struct batch *batch);
void running_wait_committed(struct running *running);
/* Waits until everything is committed, or a failure is told; returns whether it was a failure, and
 * then copies its reason. */
bool running_wait_failed(struct running *running, char ret_reason[RUNNING_REASON_BYTES]);
/* Submits, waits, and destroys the batch. */
void running_commit(struct running *running, struct batch *batch);
/* Starts it again, with store_recover() on the way. */
enum error_code running_recover(struct running *running, struct hall *hall, struct error *error);
void running_close(struct running *running);

/* The records that are returned have more to fill in; valid until the next one is added. */
void add_player(struct batch *batch, int64_t id, const char *name);
void add_password(struct batch *batch, int64_t player, const char *hash);
void add_token(struct batch *batch, int64_t number, int64_t player, int64_t created_ms,
               int64_t expires_ms);
/* The hash of add_token()'s token. */
void token_hash_of(int64_t number, unsigned char ret_hash[TOKEN_HASH_BYTES]);
void add_token_used(struct batch *batch, int64_t number, int64_t expires_ms);
void add_token_revoked(struct batch *batch, int64_t player, int64_t number, int64_t except);
void add_closed(struct batch *batch, int64_t player);
/* The first byte of its hash is `code`. */
void add_code(struct batch *batch, int64_t player, int code, int64_t expires_ms);
/* Shown "as shown", for the reason "as told". */
void add_ban(struct batch *batch, enum ban_kind kind, const char *subject, int64_t made_ms,
             int64_t until_ms);
void add_unban(struct batch *batch, enum ban_kind kind, const char *subject);
struct record *add_match(struct batch *batch, int64_t id, int64_t first, int64_t second,
                         const char *start);
/* From 3+5. */
void add_clocked_match(struct batch *batch, int64_t id, int64_t first, int64_t second,
                       const char *clock);
struct record *add_move(struct batch *batch, int64_t match, int64_t ply, const char *move);
void add_clocked_move(struct batch *batch, int64_t match, int64_t ply, const char *move,
                      struct move_times times);
/* From this ply on. */
struct record *add_takeback(struct batch *batch, int64_t match, int64_t ply);
struct record *add_end(struct batch *batch, int64_t match, int64_t plies, const char *moves,
                       enum ending ending, enum seat winner);
void add_answer(struct batch *batch, int64_t player, const char *key, enum request_kind kind,
                int64_t subject, int64_t result, int64_t at_ms);
void add_forget(struct batch *batch, int64_t player, const char *key);
/* A swiss of nim from 3+5 over two rounds, made by player 1, unless its record is changed. */
struct record *add_tournament(struct batch *batch, int64_t id, const char *name);
void add_tournament_state(struct batch *batch, int64_t tournament, enum tournament_state state,
                          const char *reason, int64_t at_ms);
void add_tournament_active(struct batch *batch, int64_t tournament, int64_t at_ms);
void add_entrant(struct batch *batch, int64_t tournament, int64_t number, const char *name,
                 int64_t player, int64_t withdrawn);
void add_entrant_gone(struct batch *batch, int64_t tournament, int64_t number);
/* `place`: round, board, leg and attempt of the pair. Played from 3+5, unless its record is
 * changed. */
struct record *add_pair(struct batch *batch, int64_t tournament, int64_t number, const int place[4],
                        struct meeting meeting);
void add_bye(struct batch *batch, int64_t tournament, int64_t number, const int place[4],
             int entrant);
void add_forfeit(struct batch *batch, int64_t tournament, int64_t number, const int place[4],
                 struct meeting meeting, int winner);
/* The match begins as the first (1) or the second (2) of the pair, from 3+5 with 60/move. */
void add_pair_match(struct batch *batch, int64_t tournament, int64_t number, int64_t game,
                    int64_t match, const int64_t players[2]);
void add_pair_void(struct batch *batch, int64_t tournament, int64_t number);
void add_marks(struct batch *batch, int64_t match, const char *marks);
/* Deviation and volatility follow from the rating: a tenth, and a 20,000th of it. */
struct record *add_rating(struct batch *batch, int64_t player, const char *family, double rating,
                          int64_t matches);
/* For anybody, of nim from 3+5 without a clock, twice, unless its record is changed. */
struct record *add_invitation(struct batch *batch, int64_t id, int64_t maker, const char *code);
void add_invitation_used(struct batch *batch, int64_t id);
void add_invitation_gone(struct batch *batch, int64_t id);
void add_block(struct batch *batch, int64_t player, int64_t blocked, int64_t made_ms);
void add_unblock(struct batch *batch, int64_t player, int64_t blocked);
/* In the players' room. */
void add_line(struct batch *batch, int64_t match, int64_t player, const char *name,
              const char *text, int64_t at_ms);
/* Of Ann, about Bob. */
void add_report(struct batch *batch, int64_t id, int64_t match, const char *words);
void add_report_closed(struct batch *batch, int64_t id, int64_t at_ms);
#define LATER_MS INT64_C(9000000000000) /* no test comes so far */

/* Players 1 and 2, Ann and Bob, with tokens of the same numbers, which last until LATER_MS. */
struct batch *batch_of_two_players(void);

/* What SQL gives on a connection of its own: one integer, or all rows as test_database_ask() has
 * them. */
int64_t ask_int(const struct place *place, const char *sql);
void assert_rows(const char *database, const char *sql, const char *expected);
/* Against all constraints but the unique keys, so that a test can write what cannot be. */
void do_sql(const struct place *place, const char *sql);

/* The text of a record that was read; absent where `expected` is NULL. */
void assert_text(struct wire_text text, const char *expected);
/* The texts of a list with a space between two; valid until the next call. */
const char *words_text(const struct wire_text *list, size_t count);

#endif
