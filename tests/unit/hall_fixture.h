/* An evening at the hall: the hall itself, the driver and the store around it, and guests with words to ask and to listen.
 *
 *     struct evening *evening = evening_begin();
 *     struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
 *     int64_t match = begin_match(ann, ben, "nim", "3+5");
 *     plays(ann, match, 1, "5>3");
 *     expect_silence(ann);
 *     commit(evening);
 *     expect(ann, MESSAGE_MOVE_DONE);
 *     expect(ben, MESSAGE_MOVED);
 *     evening_end(evening);
 *
 * Whatever is heard is checked against the disk: it has to be there already, and each request has to be answered exactly once. */
#ifndef TESTS_UNIT_HALL_FIXTURE_H
#define TESTS_UNIT_HALL_FIXTURE_H

#include "tests/suite.h"
#include "tests/unit/hall_disk.h"

struct evening;

/* One connection after another of somebody with a name and, once welcomed, a token. */
struct guest {
    struct evening *evening;
    char name[64];
    char token[80];
    struct hall_hello hello; /* the last one said */
    uint64_t session;        /* 0: not connected */
    int64_t player;
    size_t heard; /* of the evening's messages */
    struct guest *next;
};

struct evening_request {
    uint64_t session;
    bool answered;
};

struct evening {
    struct hall *hall;
    struct hall_config config;
    struct disk disk;
    struct batch *in_flight; /* what the store holds; NULL: nothing */
    uint64_t last_session;
    unsigned last_token;
    struct message **said; /* in their order */
    size_t said_count, said_capacity;
    struct evening_request *requests; /* by number */
    size_t request_count, request_capacity;
    struct guest *guests;
};

/* --- the evening --- */

struct evening *evening_begin(void);
struct evening *evening_begin_with(const struct hall_config *config);
/* Commits, and checks that every request of those still connected was answered. */
void evening_end(struct evening *evening);
/* The open batch goes to the store, if it may; returns whether it did. */
bool submit(struct evening *evening);
/* The store has written what it holds. */
void land(struct evening *evening);
/* Everything is written. */
void commit(struct evening *evening);
void stall(struct evening *evening);
/* The process dies, and another one starts from the disk. */
void crash(struct evening *evening);
/* Takes what the hall wants said now. The verbs below do this by themselves. */
void hear(struct evening *evening);
/* Forgets what was said so far, of which every guest has heard enough. */
void forget_said(struct evening *evening);

/* --- coming and going --- */

/* Somebody new at the door, not yet connected. */
struct guest *newcomer(struct evening *evening, const char *name);
/* Connects anew and says hello as a new guest, or with the token. Return the request's number, as all requests do. */
uint32_t says_hello(struct guest *guest);
uint32_t shows_token(struct guest *guest, const char *token);
/* Answers the guest's MESSAGE_LOOK_UP_TOKEN from the disk. */
void look_up_token(struct guest *guest);
/* Says hello and is welcome. */
struct guest *arrive(struct evening *evening, const char *name);
/* Connects anew with the token, is looked up if need be, and is welcome; whatever was missed is skipped. */
const struct message *come_back(struct guest *guest);
/* The same player with another device, welcome. */
struct guest *arrive_again(struct guest *guest);
void leave(struct guest *guest);

/* --- requests --- */

uint32_t seeks(struct guest *maker, const char *rules, const char *start, const char *key);
uint32_t offers(struct guest *maker, const char *to, const char *rules, const char *start,
                enum offer_first first, const char *key);
uint32_t cancels(struct guest *guest, int64_t offer, const char *key);
uint32_t accepts(struct guest *guest, int64_t offer, const char *key);
uint32_t declines(struct guest *guest, int64_t offer, const char *key);
uint32_t lists_offers(struct guest *guest);
uint32_t plays(struct guest *guest, int64_t match, int64_t ply, const char *move);
uint32_t resigns(struct guest *guest, int64_t match, const char *key);
uint32_t aborts(struct guest *guest, int64_t match, const char *key);
uint32_t asks_rematch(struct guest *guest, int64_t match, const char *key);
uint32_t resumes(struct guest *guest, int64_t match, int64_t after);
uint32_t watches(struct guest *guest, int64_t match);
uint32_t unwatches(struct guest *guest, int64_t match);
uint32_t lists_matches(struct guest *guest, int64_t after, int64_t limit);
uint32_t lists_history(struct guest *guest, const char *player, int64_t before, int64_t limit);

/* The driver finds this fault in a request. */
uint32_t is_refused(struct guest *guest, const struct error *error);

/* --- listening --- */

/* The next message to the guest has to be of this kind. It lives as long as the evening. */
#define expect(guest, kind) expect_at(guest, kind, #kind, __FILE__, __LINE__)
#define expect_error(guest, code) expect_error_at(guest, code, #code, __FILE__, __LINE__)
#define expect_silence(guest) expect_silence_at(guest, __FILE__, __LINE__)
const struct message *expect_at(struct guest *guest, enum message_kind kind, const char *name,
                                const char *file, int line);
const struct message *expect_error_at(struct guest *guest, enum error_code code, const char *name,
                                      const char *file, int line);
void expect_silence_at(struct guest *guest, const char *file, int line);
/* What was said so far does not matter. */
void skip(struct guest *guest);
void skip_all(struct evening *evening);

/* --- shortcuts: committed, heard and skipped --- */

/* An open seek; returns its number. */
int64_t open_seek(struct guest *maker, const char *rules, const char *start);
/* `first` moves first. */
int64_t begin_match(struct guest *first, struct guest *second, const char *rules,
                    const char *start);
/* The two alternate, beginning with `first` at `ply`; a space between two moves. */
void play_on(struct guest *first, struct guest *second, int64_t match, int64_t ply,
             const char *moves);
/* A start position of Nim that is as long as may be. */
void long_start(char start[POSITION_TEXT_MAX + 1]);
/* From the beginning of a match with one heap, the two take one counter a move; nothing is committed yet. */
void count_down(struct guest *first, struct guest *second, int64_t match, int64_t heap,
                int64_t plies);

#endif
