/* People who do random things: what they are and ask for, and whether what they hear is true. */
#ifndef TESTS_UNIT_TEST_HALL_RANDOM_H
#define TESTS_UNIT_TEST_HALL_RANDOM_H

#include "tests/unit/hall_fixture.h"

enum {
    PEOPLE = 6,
    REMEMBERED = 16, /* requests that somebody may make again */
    ASKED = 4096,    /* requests whose answers are judged; older ones have had theirs */
    OFFERS_KNOWN = 8,
    HEARD = 64,
};

enum action {
    ACTION_SEEK,
    ACTION_CHALLENGE,
    ACTION_CANCEL,
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_MOVE,
    ACTION_RESIGN,
    ACTION_ABORT,
    ACTION_REMATCH,
    ACTION_RESUME,
    ACTION_WATCH,
    ACTION_UNWATCH,
    ACTION_LIST,
    ACTION_REGISTER,
    ACTION_PASSWORD,
    ACTION_REVOKE,
    ACTION_CHAT,
    ACTION_TAKEBACK,
    ACTION_ACCEPT_TAKEBACK,
    ACTION_DECLINE_TAKEBACK,
    ACTION_MUTE,
    /* The operator's: */
    ACTION_OP_ABORT,
    ACTION_OP_WITHDRAW,
    ACTION_CLEAR_PLAYER,
    ACTION_CLEAR_ADDRESS,
    ACTION_COUNT,
};

/* A request, so that it can be made again and its answer be judged. */
struct asked {
    enum action action;
    int64_t player;
    int64_t subject; /* the offer, the match or the number of the address */
    int64_t ply;
    int64_t seq;  /* of a question */
    int64_t back; /* of a move: how often moves were taken back, as its player knows */
    char key[32];
    char text[80]; /* a move, a name, a new password, what is said; of a hello the token */
    unsigned rules;
    int64_t at_ms;
    bool must_succeed;                  /* it was done before, and that is on disk */
    size_t ended_matches, ended_offers; /* by this request of the operator's */
};

/* Of a match, at one connection. */
struct hearing {
    uint64_t session;
    int64_t match;
    int64_t seq; /* the last change heard of; INT64_MAX: the end */
};

struct person {
    struct guest *guest;
    bool stalled; /* was told so */
    struct asked remembered[REMEMBERED];
    size_t remembered_count;
    struct hearing hearings[HEARD];
};

struct simulation {
    struct evening *evening;
    struct random random;
    struct person people[PEOPLE];
    struct person operator;
    int64_t offers[OFFERS_KNOWN]; /* numbers that somebody has heard */
    size_t offer_count;
    struct wire_takeback question; /* the last open one that somebody has heard of */
    struct asked asked[ASKED];     /* by the request's number */
};

/* Over all evenings: what a simulation never meets it does not test. */
struct tally {
    size_t moves, retries, crashes, probes;
    size_t errors[ERROR_USAGE + 1];
    size_t messages[HEARD_KICKED + 1];
    size_t endings[ENDING_COUNT];
};

extern struct tally tally;

/* Is it done, as the disk says? */
bool was_done(const struct disk *disk, const struct asked *asked);
/* Takes what is said and judges it. */
void hear_and_judge(struct simulation *simulation);

#endif
