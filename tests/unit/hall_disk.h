/* The store as a model: what a database would hold after the batches that were written to it. It plays every match itself and
 * fails the test at once when a batch says what cannot be. */
#ifndef TESTS_UNIT_HALL_DISK_H
#define TESTS_UNIT_HALL_DISK_H

#include "server/hall/hall.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <uthash.h>

/* Like cr_assert, but silent on success: simulations check millions of things. */
#define require(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            require_failed(__FILE__, __LINE__, __VA_ARGS__);                                       \
    } while (0)
void require_failed(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What to say first when something fails from here on, such as the seed. */
void require_context(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct disk_player {
    int64_t id;
    char *name;
    char *key;
    unsigned char token_hash[TOKEN_HASH_BYTES];
};

/* After `ply` moves the position is positions[ply], and moves[ply - 1] led there. */
struct disk_match {
    int64_t id;
    struct rules rules;
    char *start;
    int64_t first, second;
    int64_t created_ms;
    int64_t plies;
    char **moves;
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

/* Numbers of players and matches begin with 1 and have no gaps. */
struct disk {
    uint64_t batches; /* written since the last start */
    struct disk_player *players;
    size_t player_count;
    struct disk_match *matches;
    size_t match_count;
    struct disk_answer *answers;
};

void disk_finish(struct disk *disk);
void disk_write(struct disk *disk, const struct batch *batch);
/* What a server does at its start; the new hall counts its batches from 1 again. */
void disk_restore(struct disk *disk, struct hall *hall);

/* NULL: not on disk. */
const struct disk_player *disk_player(const struct disk *disk, int64_t id);
const struct disk_player *disk_player_by_token(const struct disk *disk,
                                               const unsigned char hash[TOKEN_HASH_BYTES]);
const struct disk_match *disk_match(const struct disk *disk, int64_t id);
const struct disk_answer *disk_answer(const struct disk *disk, int64_t player, const char *key);

#endif
