/* The record of a tournament as files for everybody, in JSON Lines. EXPORT.md describes each line.
 * There are two files:
 *
 *     results.jsonl  the matches and their worth. For the same plan, seed and deterministic
 *                    players it is the same to the last byte, at any speed, with any number of
 *                    matches at once and with any breaks.
 *     times.jsonl    the data that differ from one run to the next: numbers of matches, times; and
 *                    the signature of both files
 *
 * Lines are chained: each ends with "hash", BLAKE2b-256 over the hash before it (32 zero bytes
 * before the first) and the bytes of the line without its hash. The chain of times.jsonl begins
 * with the last hash of results.jsonl, and its last line carries the server's key and its Ed25519
 * signature of its own last hash but one: so one signature covers both files.
 *
 * These functions make and read the lines; they do not check them for sense. */
#ifndef COMMON_EXPORT_EXPORT_H
#define COMMON_EXPORT_EXPORT_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/tournament/standings.h"

#define EXPORT_NUMBER_MAX INT64_C(9007199254740991) /* 2^53-1: exact in JavaScript */

enum {
    EXPORT_VERSION = 1,
    EXPORT_HASH_BYTES = 32,
    EXPORT_KEY_BYTES = 32,
    EXPORT_SECRET_BYTES = 64,
    EXPORT_SIGNATURE_BYTES = 64,
    EXPORT_SEED_BYTES = 32, /* of a key pair */
};

/* --- the lines --- */

/* The first line of results.jsonl: the plan. The maker of the struct owns the texts;
 * export_line_finish() frees those of parsed lines. */
struct export_plan {
    char *name;
    char *rules;  /* canonical */
    char *format; /* see pairing.h */
    int64_t rounds;
    char *starts; /* see starts.h */
    int64_t seed;
    char *clock;
    char **players; /* by entrant, in the order of the seeding */
    size_t player_count;
    struct meeting *forbidden;
    size_t forbidden_count;
};

/* A line for each bye, forfeit and match, in the order of the schedule: by round, board, leg, game.
 */
struct export_match {
    int64_t round, board, leg; /* from 1 */
    enum meeting_kind kind;
    int64_t game; /* 1 or 2; of a bye or a forfeit 0 */
    /* The names. Of a bye `second` is NULL; of a forfeit `winner` gets the points. */
    char *first, *second;
    char *rules; /* from here on of matches only; NULL: those of the plan, which are no class */
    char *start;
    char *ending; /* "normal", ... */
    char *winner; /* "first", "second", "nobody" */
    char *moves;  /* a space between two */
    char *marks;  /* see common/judge/mark.h */
};

/* The last line of results.jsonl. */
struct export_standing {
    char *player;
    int64_t rank, points, won, drawn, lost;
    int64_t direct, buchholz, sonneborn_berger;
    int64_t pairs[PAIR_SCORES];
    int64_t met, kept, thrown; /* won positions: see struct mark_sums */
    int64_t withdrawn;         /* the number of rounds paired before; -1: not withdrawn */
};

struct export_end {
    char *state;                       /* "finished" or "cancelled" */
    struct export_standing *standings; /* the best first */
    size_t count;
};

/* The lines of times.jsonl but the last: one for each match, in the same order; and one for each
 * match of a pair that was void. */
struct export_times {
    int64_t round, board, leg, game;
    int64_t match; /* its number on the server */
    bool is_void;
    int64_t began_ms, ended_ms; /* since 1970 UTC */
    int64_t *taken_ms;          /* of each move */
    int64_t *credit_ms;         /* the part given back for lag */
    size_t count;
};

enum export_line_kind {
    EXPORT_PLAN,
    EXPORT_MATCH,
    EXPORT_END,
    EXPORT_TIMES,
    EXPORT_SEAL,
};

/* The last line of times.jsonl. */
struct export_seal {
    unsigned char results[EXPORT_HASH_BYTES];        /* the last hash of results.jsonl */
    unsigned char times[EXPORT_HASH_BYTES];          /* the hash of the line before this one */
    unsigned char key[EXPORT_KEY_BYTES];             /* public */
    unsigned char signature[EXPORT_SIGNATURE_BYTES]; /* of `times` */
};

struct export_line {
    enum export_line_kind kind;
    union {
        struct export_plan plan;
        struct export_match match;
        struct export_end end;
        struct export_times times;
        struct export_seal seal;
    };
};

/* Appends the line without its hash and without a line end: {"...":...} with the keys in the
 * documented order. All texts are valid UTF-8. */
void export_print(const struct export_line *line, struct text *out);

/* Reads a line, with or without its hash. BAD_ARGUMENTS says which key is missing, unknown or of
 * the wrong kind. */
enum error_code export_parse(const char *line, size_t len, struct export_line *ret_line,
                             struct error *error);
void export_line_finish(struct export_line *line);

/* --- the chain --- */

struct export_chain {
    unsigned char hash[EXPORT_HASH_BYTES];
};

/* Extends the chain by a line from export_print(), and appends the line to `out` with its hash and
 * a line end; `out` may be NULL. */
void export_chain_add(struct export_chain *chain, const char *line, size_t len, struct text *out);
/* Extends the chain by a line of a file, without its line end. BAD_ARGUMENTS: the line has no hash,
 * or a wrong one. */
enum error_code export_chain_check(struct export_chain *chain, const char *line, size_t len,
                                   struct error *error);

/* --- the signature --- */

/* Computes the key pair of the seed. */
void export_keys(const unsigned char seed[EXPORT_SEED_BYTES],
                 unsigned char ret_key[EXPORT_KEY_BYTES],
                 unsigned char ret_secret[EXPORT_SECRET_BYTES]);
/* Fills in the key and the signature. */
void export_sign(const unsigned char secret[EXPORT_SECRET_BYTES], struct export_seal *seal);
bool export_seal_is_signed(const struct export_seal *seal);

/* Appends the name of a key, by which people know and compare it: "ed25519:" and its bytes in
 * hexadecimal digits. */
void export_key_print(const unsigned char key[EXPORT_KEY_BYTES], struct text *out);
/* Reads such a name, with or without "ed25519:". False: it is no key. */
bool export_key_parse(const char *text, unsigned char ret_key[EXPORT_KEY_BYTES]);

#endif
