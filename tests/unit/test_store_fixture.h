/* A store in a directory of its own, and the words to write batches and to wait for them. */
#ifndef TESTS_UNIT_TEST_STORE_FIXTURE_H
#define TESTS_UNIT_TEST_STORE_FIXTURE_H

#include "server/store/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>

/* A directory with a database file that does not exist yet. */
struct place {
    char directory[256];
    char database[300];
};

struct place place_make(void);
void place_remove(const struct place *place);

enum { RUNNING_REASON_BYTES = 240 };

/* A store that runs, and what it has said so far. */
struct running {
    struct store *store;
    pthread_mutex_t mutex;
    pthread_cond_t said;
    int submitted;
    int committed;
    int failed; /* since the last running_wait_failed() */
    char reason[RUNNING_REASON_BYTES];
};

void running_start(struct running *running, const struct place *place);
void running_submit(struct running *running, const struct batch *batch);
void running_wait_committed(struct running *running);
/* Waits until everything is committed, or a failure is told; returns whether it was a failure, and
 * then copies its reason. */
bool running_wait_failed(struct running *running, char ret_reason[RUNNING_REASON_BYTES]);
/* Submits, waits, and destroys the batch. */
void running_commit(struct running *running, struct batch *batch);
void running_close(struct running *running);

void add_player(struct batch *batch, int64_t id, const char *name);
void add_match(struct batch *batch, int64_t id, int64_t first, int64_t second, const char *start);
void add_move(struct batch *batch, int64_t match, int64_t ply, const char *move);
void add_end(struct batch *batch, int64_t match, int64_t plies, const char *moves,
             enum ending ending, enum seat winner);
void add_answer(struct batch *batch, int64_t player, const char *key, enum request_kind kind,
                int64_t subject, int64_t result, int64_t at_ms);
void add_forget(struct batch *batch, int64_t player, const char *key);
/* The hash of the token of add_player()'s player. */
void token_hash_of(int64_t player, unsigned char ret_hash[TOKEN_HASH_BYTES]);
/* Players 1 and 2, Ann and Bob. */
struct batch *batch_of_two_players(void);

/* What SQL gives on a connection of its own. */
int64_t ask_int(const struct place *place, const char *sql);
void do_sql(const struct place *place, const char *sql);

#endif
