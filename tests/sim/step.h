/* A run of the simulation is a list of steps: a verb and three small numbers, drawn before the run
 * begins. What the numbers mean is decided when the step is taken, by what there is then: so any
 * part of a list is a run too, and a failing one can be made shorter by leaving steps out. As text,
 * a line is a step:
 *
 *     move 3 17 250 */
#ifndef TESTS_SIM_STEP_H
#define TESTS_SIM_STEP_H

#include "common/base/error.h"
#include "common/base/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* X(NAME, "name", weight): how often a verb is drawn, beside the others. */
#define STEP_VERBS(X)                                                                              \
    /* connections: of device `who` */                                                             \
    X(CONNECT, "connect", 30)                                                                      \
    X(DROP, "drop", 6)                                                                             \
    X(VANISH, "vanish", 3) /* the server does not learn that the client is gone */                 \
    X(ORPHAN, "orphan", 3) /* the client does not learn that the server has closed */              \
    X(DELAY, "delay", 8)   /* of both ways, from now on: so connections overtake each other */     \
    X(AWAY, "away", 4)     /* drops, and stays away for a while */                                 \
    X(DUPLICATE, "duplicate", 25)                                                                  \
    /* time */                                                                                     \
    X(TICK, "tick", 90)                                                                            \
    X(WAIT, "wait", 14)                                                                            \
    X(SLEEP, "sleep", 2)                                                                           \
    X(HANG, "hang", 6) /* time goes by, but the server's loop does not turn */                     \
    /* the disk and the server */                                                                  \
    X(DISK_SLOW, "disk-slow", 8)                                                                   \
    X(DISK_FULL, "disk-full", 3)                                                                   \
    X(DISK_ROOM, "disk-room", 8)                                                                   \
    X(READS_SLOW, "reads-slow", 5) /* look-ups and the hashing of passwords */                     \
    X(NO_STARTS, "no-starts", 3)   /* can be drawn, or again */                                    \
    X(NO_MARKS, "no-marks", 3)     /* matches cannot be judged, or again */                        \
    X(CRASH, "crash", 3)                                                                           \
    X(RESTART, "restart", 1)                                                                       \
    /* the gateways and the bus, where there are any */                                            \
    X(BUS, "bus", 10)   /* it loses, doubles and delays frames for a while */                      \
    X(GATE, "gate", 10) /* a gateway dies, or stands still */                                      \
    /* requests of device `who` */                                                                 \
    X(OFFER, "offer", 30)                                                                          \
    X(CHALLENGE, "challenge", 30)                                                                  \
    X(CANCEL, "cancel", 5)                                                                         \
    X(ACCEPT, "accept", 60)                                                                        \
    X(DECLINE, "decline", 4)                                                                       \
    X(INVITE, "invite", 14)                                                                        \
    X(LOOK, "look", 4)  /* at an invitation */                                                     \
    X(COME, "come", 26) /* with its code */                                                        \
    X(TAKE_BACK, "take-back", 3)                                                                   \
    X(INVITATIONS, "invitations", 3)                                                               \
    X(OFFERS, "offers", 3)                                                                         \
    X(ONLINE, "online", 2)                                                                         \
    X(MOVE, "move", 420)                                                                           \
    X(GUESS, "guess", 24)      /* a move before its turn, or at a ply that is past */              \
    X(NONSENSE, "nonsense", 6) /* what cannot be asked so */                                       \
    X(RALLY, "rally", 5)       /* both players move in turn, many times, without waiting */        \
    X(RESIGN, "resign", 6)                                                                         \
    X(ABORT, "abort", 8)                                                                           \
    X(CLAIM, "claim", 14)                                                                          \
    X(TAKEBACK, "takeback", 24) /* asks to take moves back */                                      \
    X(ALLOW, "allow", 30)       /* lets the opponent do so */                                      \
    X(REFUSE, "refuse", 8)                                                                         \
    X(REMATCH, "rematch", 24)                                                                      \
    X(RESUME, "resume", 10)                                                                        \
    X(WATCH, "watch", 14)                                                                          \
    X(UNWATCH, "unwatch", 4)                                                                       \
    X(MATCHES, "matches", 4)                                                                       \
    X(HISTORY, "history", 3)                                                                       \
    X(SAY, "say", 14)                                                                              \
    X(CHAT, "chat", 5)                                                                             \
    X(MUTE, "mute", 4)                                                                             \
    X(BLOCK, "block", 3)                                                                           \
    X(UNBLOCK, "unblock", 5)                                                                       \
    X(BLOCKS, "blocks", 1)                                                                         \
    X(REPORT, "report", 4)                                                                         \
    X(PING, "ping", 4)                                                                             \
    X(GREED, "greed", 3)   /* asks for many lists at once, and mostly does not read for a while */ \
    X(SETTLE, "settle", 4) /* begins matches or a tournament, and leaves */                        \
    X(CREATE, "create", 20)                                                                        \
    X(JOIN, "join", 80)                                                                            \
    X(START, "start", 40)                                                                          \
    X(PAUSE, "pause", 2)                                                                           \
    X(GO_ON, "go-on", 14)                                                                          \
    X(CALL_OFF, "call-off", 1)                                                                     \
    X(WITHDRAW, "withdraw", 6)                                                                     \
    X(VOID, "void", 12)                                                                            \
    X(FOLLOW, "follow", 6)                                                                         \
    X(UNFOLLOW, "unfollow", 2)                                                                     \
    X(READ, "read", 4)                                                                             \
    X(LAG, "lag", 14)                                                                              \
    X(SILENCE, "silence", 8) /* pings are not answered, or again */                                \
    X(FAULT, "fault", 2)     /* breaks the protocol */                                             \
    X(REGISTER, "register", 8)                                                                     \
    X(PASSWORD, "password", 5)                                                                     \
    X(CLOSE, "close", 2)                                                                           \
    X(RECOVER, "recover", 8) /* comes in with a code of the operator */                            \
    X(TOKENS, "tokens", 5)                                                                         \
    X(REVOKE, "revoke", 5)                                                                         \
    X(SQUAT, "squat", 4) /* registers and leaves, while somebody else asks for the name */         \
    X(HELLO, "hello", 2) /* once more on the same connection */                                    \
    /* the operator's */                                                                           \
    X(PLAYERS, "players", 2)                                                                       \
    X(KICK, "kick", 3)                                                                             \
    X(BAN, "ban", 3)                                                                               \
    X(UNBAN, "unban", 7)                                                                           \
    X(BANS, "bans", 2)                                                                             \
    X(RESET, "reset", 8) /* makes a code for an account */                                         \
    X(CLOSE_REPORT, "close-report", 3)                                                             \
    X(OP_ABORT, "op-abort", 4)       /* a match: mostly one of device `who` */                     \
    X(OP_WITHDRAW, "op-withdraw", 4) /* an offer */                                                \
    X(CLEAR, "clear", 2)             /* all matches and offers of a player or an address */

enum verb {
#define X(name, text, weight) VERB_##name,
    STEP_VERBS(X)
#undef X
        VERB_COUNT,
};

enum {
    STEP_NUMBER_MAX = 999, /* of `a` and `b` */
    STEP_DEVICES = 8,
};

struct step {
    enum verb verb;
    unsigned who; /* a device, 0..STEP_DEVICES-1 */
    unsigned a, b;
};

/* A run: its seed decides the limits of the server and what the hall draws, the steps all else. */
struct script {
    uint64_t seed;
    struct step *steps; /* owned */
    size_t count;
};

/* What the seed alone would do, in so many steps. Each seed likes other verbs: evenings differ. */
void script_draw(struct script *script, uint64_t seed, size_t count);
void script_finish(struct script *script);
void script_print(const struct script *script, FILE *out);
/* USAGE names the line that is no step. */
enum error_code script_read(struct script *ret_script, FILE *in, struct error *error);

const char *verb_name(enum verb verb);

#endif
