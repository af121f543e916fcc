/* The store as a model: what a database would hold after the batches that were written to it. It
 * plays every match itself and says at once when a batch tells what cannot be. */
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
    char *password; /* its hash; "": closed; NULL: a guest */
    unsigned char code_hash[TOKEN_HASH_BYTES];
    int64_t code_expires_ms; /* 0: there is no one-time code */
};

struct disk_token {
    int64_t number;
    int64_t player;
    unsigned char hash[TOKEN_HASH_BYTES];
    char *client;
    int64_t created_ms, expires_ms;
    bool revoked;
};

/* Every one-time code that was ever written, also one that has ended since. */
struct disk_code {
    unsigned char hash[TOKEN_HASH_BYTES];
    int64_t expires_ms;
};

struct disk_block {
    int64_t player, blocked, made_ms;
    struct disk_block *prev, *next; /* the oldest first */
};

/* A line of chat. Of lines only the last ones are remembered. */
struct disk_line {
    int64_t match;
    char name[64], text[512];
};

enum { DISK_LINES = 256 };

/* Number 1 is the first one. */
struct disk_report {
    int64_t player, about, match;
    char *about_name, *words;
    bool is_closed;
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

/* A change of a match: a move, or moves were taken back. */
struct disk_change {
    int64_t ply; /* after it */
    char *move;  /* NULL: moves were taken back; or this is the start, the first one */
    char *position;
    struct disk_times times;
};

/* After `ply` moves the position is positions[ply], and moves[ply - 1] led there. */
struct disk_match {
    int64_t id;
    struct rules rules;
    char *start;
    int64_t first, second;
    struct time_control control;
    int64_t created_ms;
    int64_t ended_ms;            /* 0: live */
    struct disk_change *changes; /* by seq, up to its last one before its end */
    int64_t change_count;        /* the start included */
    /* What stands of them. The texts are those of the changes. */
    int64_t plies;
    char **moves;
    struct disk_times *times; /* of each move */
    char **positions;
    size_t capacity;
    struct position position;
    int64_t left_ms[2];     /* of each player with a clock, at the beginning of their turn */
    int64_t most_plies;     /* that there have ever been */
    struct text taken_back; /* as in struct record */
    int64_t times_back;     /* how often moves were taken back */
    enum ending ending;
    enum seat winner;
    int64_t tournament; /* 0: none */
    bool rated;
    int64_t awaited_until_ms; /* 0: not */
    int64_t code;             /* a number made of its invitation's; 0: it had none */
    char look[LOOK_TEXT_MAX + 1];
    int64_t pair; /* its number in the tournament; 0: none (yet) */
    char *marks;  /* NULL: not judged */
};

struct disk_entrant {
    char *name;
    int64_t player;    /* 0: has not joined */
    int64_t withdrawn; /* -1: not */
    int64_t live;      /* matches */
};

/* As in struct record. */
struct disk_pair {
    int64_t round, board, leg, attempt;
    enum meeting_kind kind;
    int64_t first, second, winner;
    char *start;
    bool is_void;
    int64_t matches[2];
};

/* As in struct record; number 1 is pairs[0]. */
struct disk_tournament {
    int64_t id, owner;
    char *name;
    struct rules rules;
    enum tournament_format format;
    int64_t rounds;
    char *starts;
    char look[LOOK_TEXT_MAX + 1];
    int64_t seed;
    struct time_control control;
    int64_t at_once, each_at_once;
    bool rated, invited;
    char *forbidden;
    int64_t created_ms;
    int64_t active_ms;
    enum tournament_state state;
    char *reason;
    struct disk_entrant *entrants;
    size_t entrant_count;
    struct disk_pair *pairs;
    size_t pair_count;
    int64_t live; /* matches */
};

struct disk_rating {
    int64_t player;
    char *family;
    struct glicko glicko;
    int64_t matches, at_ms;
    int64_t match; /* the last one */
    struct disk_rating *next;
};

/* Open; its texts are owned. */
struct disk_invitation {
    struct invitation_record record;
    struct disk_invitation *prev, *next;
};

struct disk_answer {
    char id[24 + HALL_KEY_MAX]; /* player/key */
    int64_t player;
    char key[HALL_KEY_MAX + 1];
    enum request_kind kind;
    int64_t subject, result, at_ms;
    UT_hash_handle hh;
};

struct disk_practice {
    int64_t player;
    struct glicko glicko;
    int64_t tried, solved, changes;
};

struct disk_practice_item {
    int64_t player;
    char *puzzle; /* owned */
    int64_t rung, due_ms;
};

struct disk_puzzle {
    char *puzzle; /* owned */
    struct glicko glicko;
    int64_t attempts;
};

/* Numbers of players, tokens, matches and tournaments begin with 1 and have no gaps. */
struct disk {
    struct hall_limits limits; /* what the hall that writes goes by */
    uint64_t batches;          /* written since the last start */
    struct disk_player *players;
    size_t player_count;
    struct disk_token *tokens;
    size_t token_count;
    struct disk_code *codes;
    size_t code_count;
    struct disk_block *blocks;
    struct disk_line *lines; /* DISK_LINES of them, as a ring */
    size_t line_count;       /* of all times */
    struct disk_report *reports;
    size_t report_count;
    struct disk_ban *bans;
    struct disk_match *matches;
    size_t match_count;
    struct disk_tournament *tournaments;
    size_t tournament_count;
    struct disk_rating *ratings;
    struct disk_practice *practices;
    size_t practice_count;
    struct disk_practice_item *practice_items;
    size_t practice_item_count;
    struct disk_puzzle *puzzles;
    size_t puzzle_count;
    struct disk_invitation *invitations; /* the oldest first */
    int64_t last_invitation;
    struct disk_answer *answers;
};

void disk_finish(struct disk *disk);
void disk_write(struct disk *disk, const struct batch *batch);
/* What a server does at its start; the new hall counts its batches from 1 again. */
void disk_restore(struct disk *disk, struct hall *hall, int64_t now_ms);

/* What a hello is told: by a token, by a name and a password's hash, by a name and a one-time code,
 * by a name alone. The texts are the disk's. */
struct hall_found disk_find_token(const struct disk *disk,
                                  const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms);
struct hall_found disk_find_account(const struct disk *disk, const char *name_key,
                                    const char *password);
struct hall_found disk_find_code(const struct disk *disk, const char *name_key, const char *code,
                                 int64_t now_ms);
/* The account of this name_key(), unless it is closed. */
struct hall_found disk_find_open(const struct disk *disk, const char *name_key);
struct hall_found disk_find_name(const struct disk *disk, const char *name_key);

/* NULL: not on disk. */
const struct disk_player *disk_player(const struct disk *disk, int64_t id);
bool disk_is_closed(const struct disk *disk, int64_t player);
/* The account with this name_key(), also a closed one. */
const struct disk_player *disk_account(const struct disk *disk, const char *name_key);
const struct disk_token *disk_token(const struct disk *disk, int64_t number);
bool disk_has_blocked(const struct disk *disk, int64_t player, int64_t blocked);
size_t disk_blocks(const struct disk *disk);
/* Is it, or was it, among the last lines? */
bool disk_has_line(const struct disk *disk, int64_t match, const char *name, const char *text);
/* NULL: not on disk. */
const struct disk_report *disk_report(const struct disk *disk, int64_t id);
size_t disk_open_reports(const struct disk *disk);
const struct disk_ban *disk_ban(const struct disk *disk, enum ban_kind kind, const char *subject);
const struct disk_match *disk_match(const struct disk *disk, int64_t id);
/* The changes up to the end, if it has ended: the match's seq. */
int64_t disk_seq(const struct disk_match *match);
/* The moves that stood after `seq` changes, as indices of changes; the caller frees the list. */
int64_t *disk_moves_at(const struct disk_match *match, int64_t seq);
const struct disk_tournament *disk_tournament(const struct disk *disk, int64_t id);
const struct disk_rating *disk_rating(const struct disk *disk, int64_t player, const char *family);
const struct disk_practice *disk_practice(const struct disk *disk, int64_t player);
const struct disk_practice_item *disk_practice_item(const struct disk *disk, int64_t player,
                                                    const char *puzzle);
const struct disk_puzzle *disk_puzzle(const struct disk *disk, const char *puzzle);
/* NULL: not on disk, or gone. */
const struct disk_invitation *disk_invitation(const struct disk *disk, int64_t id);
const struct disk_answer *disk_answer(const struct disk *disk, int64_t player, const char *key);

/* In these tests the hash of a token or a one-time code is its first bytes. */
void disk_hash_token(const char *token, unsigned char hash[TOKEN_HASH_BYTES]);
/* NULL: nobody's, or not on disk. It may have been revoked. */
const struct disk_token *disk_token_shown(const struct disk *disk, const char *token);

#endif
