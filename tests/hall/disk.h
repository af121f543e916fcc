/* The store as a model: what a database would hold after the batches that were written to it. It plays every match itself and
 * says at once when a batch tells what cannot be. */
#ifndef TESTS_HALL_DISK_H
#define TESTS_HALL_DISK_H

#include "common/game/time_control.h"
#include "server/hall/hall.h"
#include "tests/hall/require.h"

#include <uthash.h>

struct disk_player {
    int64_t id;
    char *name;
    char *key;
    char *password; /* its hash; NULL: a guest */
};

struct disk_token {
    int64_t number;
    int64_t player;
    unsigned char hash[TOKEN_HASH_BYTES];
    char *client;
    int64_t created_ms, expires_ms;
    bool revoked;
};

struct disk_ban {
    enum ban_kind kind;
    char *subject, *shown, *reason;
    int64_t made_ms, until_ms;
    struct disk_ban *next;
};

struct disk_times {
    int64_t at_ms, taken_ms, credit_ms, left_ms;
};

/* After `ply` moves the position is positions[ply], and moves[ply - 1] led there. */
struct disk_match {
    int64_t id;
    struct rules rules;
    char *start;
    int64_t first, second;
    struct time_control control;
    int64_t created_ms;
    int64_t plies;
    char **moves;
    struct disk_times *times; /* of each move */
    char **positions;
    size_t capacity;
    struct position position;
    enum ending ending;
    enum seat winner;
};

struct disk_answer {
    char id[24 + HALL_KEY_MAX]; /* player/key */
    int64_t player;
    char key[HALL_KEY_MAX + 1];
    enum request_kind kind;
    int64_t subject, result, at_ms;
    UT_hash_handle hh;
};

/* Numbers of players, tokens and matches begin with 1 and have no gaps. */
struct disk {
    struct hall_limits limits; /* what the hall that writes goes by */
    uint64_t batches;          /* written since the last start */
    struct disk_player *players;
    size_t player_count;
    struct disk_token *tokens;
    size_t token_count;
    struct disk_ban *bans;
    struct disk_match *matches;
    size_t match_count;
    struct disk_answer *answers;
};

void disk_finish(struct disk *disk);
void disk_write(struct disk *disk, const struct batch *batch);
/* What a server does at its start; the new hall counts its batches from 1 again. */
void disk_restore(struct disk *disk, struct hall *hall, int64_t now_ms);

/* What a hello is told: by a token, by a name and a password's hash, by a name alone. The texts are the disk's. */
struct hall_found disk_find_token(const struct disk *disk,
                                  const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms);
struct hall_found disk_find_account(const struct disk *disk, const char *name_key,
                                    const char *password);
struct hall_found disk_find_name(const struct disk *disk, const char *name_key);

/* NULL: not on disk. */
const struct disk_player *disk_player(const struct disk *disk, int64_t id);
const struct disk_token *disk_token(const struct disk *disk, int64_t number);
const struct disk_ban *disk_ban(const struct disk *disk, enum ban_kind kind, const char *subject);
const struct disk_match *disk_match(const struct disk *disk, int64_t id);
const struct disk_answer *disk_answer(const struct disk *disk, int64_t player, const char *key);

/* In these tests a token's hash is its first bytes. */
void disk_hash_token(const char *token, unsigned char hash[TOKEN_HASH_BYTES]);
/* NULL: nobody's, or not on disk. It may have been revoked. */
const struct disk_token *disk_token_shown(const struct disk *disk, const char *token);

#endif
