/* The world of a run: the hall, the driver around it, the disk, the network, people with their
 * devices, and a referee, all in virtual time. Private to tests/sim.
 *
 *     device --requests--> link --> driver --> hall --batches--> disk
 *            <--parcels---      <--         <--messages
 *
 * Nothing here waits: now_ms goes from event to event. */
#ifndef TESTS_SIM_WORLD_H
#define TESTS_SIM_WORLD_H

#include "tests/hall/disk.h"
#include "tests/hall/heard.h"
#include "tests/sim/referee.h"
#include "tests/sim/run.h"
#include "tests/sim/setting.h"
#include "tests/sim/steward.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- requests: every one that was ever made, by its number --- */

enum ask {
    ASK_HELLO,
    ASK_REGISTER,
    ASK_PASSWORD,
    ASK_CLOSE,
    ASK_TOKENS,
    ASK_REVOKE,
    ASK_OFFER,
    ASK_CANCEL,
    ASK_ACCEPT,
    ASK_DECLINE,
    ASK_OFFERS,
    ASK_INVITE,
    ASK_SHOW, /* an invitation */
    ASK_COME, /* with its code */
    ASK_INVITATIONS,
    ASK_TAKE_BACK,
    ASK_ONLINE,
    ASK_MOVE,
    ASK_RESIGN,
    ASK_ABORT,
    ASK_CLAIM,
    ASK_TAKEBACK,
    ASK_ALLOW,
    ASK_REFUSE,
    ASK_REMATCH,
    ASK_RESUME,
    ASK_WATCH,
    ASK_UNWATCH,
    ASK_MATCHES,
    ASK_HISTORY,
    ASK_SAY,
    ASK_CHAT,
    ASK_MUTE,
    ASK_BLOCK,
    ASK_UNBLOCK,
    ASK_BLOCKS,
    ASK_REPORT,
    ASK_PING,
    ASK_CREATE, /* a tournament; the following ones are about tournaments too */
    ASK_JOIN,
    ASK_START,
    ASK_PAUSE,
    ASK_GO_ON,
    ASK_CALL_OFF,
    ASK_WITHDRAW,
    ASK_VOID,
    ASK_FOLLOW,
    ASK_UNFOLLOW,
    ASK_READ,    /* what the database knows of it */
    ASK_UNKNOWN, /* what the driver refuses by itself */
    ASK_PLAYERS,
    ASK_KICK,
    ASK_BAN,
    ASK_UNBAN,
    ASK_BANS,
    ASK_RESET,
    ASK_OP_ABORT,
    ASK_CLOSE_REPORT,
    ASK_OP_WITHDRAW,
    ASK_CLEAR,
    ASK_COUNT,
};

enum { NO_DEVICE = STEP_DEVICES }; /* the operator */

struct request {
    enum ask ask;
    unsigned device;
    uint64_t session;
    uint32_t origin; /* the request that this one repeats; itself: it is the first */
    int64_t player;  /* who asked */
    int64_t subject; /* an offer, an invitation, a match, a token, a tournament */
    int64_t ply;  /* of a move; after which to resume; the round of a pair; people who are invited,
                     as bits; for how long an invitation stays open */
    int64_t seq;  /* of a question about a takeback */
    int64_t back; /* of a move: how often moves were taken back, as its player knows */
    unsigned choice; /* which rules, how to say hello, ... */
    char key[16];
    char text[48];     /* a move, a name, a line, a token, a code */
    char password[24]; /* the one in use */
    char fresh[24];    /* the new one; of HELLO_CODE and ASK_RESET the code */
    int64_t asked_ms;
    int64_t came_ms; /* to a gateway */
    uint64_t called; /* its place among all calls of the hall; 0: it has not arrived */
    bool answered;
    /* Of a first one: what came of it when it was first acknowledged. */
    bool was_done;
    int64_t result;
    size_t ended_matches, ended_offers; /* by the operator's call */
};

/* --- the network: between a device and the server two queues, each in its order --- */

/* What goes to a client: a message of the hall, which several may share, or the driver's own
 * answer. */
struct parcel {
    struct heard *heard; /* owned; NULL: the server has closed the connection */
    size_t references;
    int64_t tokens[8]; /* the answer to ASK_TOKENS */
    size_t token_count;
};

enum { DEAD_MS = 60000 }; /* who says nothing for so long is taken for gone */

#define REQUEST_HANG_UP UINT32_MAX /* what a client sends last */

struct item {
    int64_t at_ms; /* when it arrives */
    uint32_t request;
    struct parcel *parcel;
};

struct queue {
    struct item *items;
    size_t head, count, capacity;
};

struct link {
    uint64_t session; /* the driver's number, never used twice */
    unsigned device;  /* NO_DEVICE: the client's end is gone */
    unsigned address; /* the device's number, also when it is gone */
    bool server_open; /* the server's end: the hall's, where there are gateways */
    bool gate_open;   /* the end that the client is connected to: the gateway's, if there are any */
    unsigned gate;
    uint64_t own;     /* the gateway's number; 0: the hall was not told of it */
    uint64_t wire;    /* the hall's end of the link knows it by this number; 0: not (any more) */
    int64_t wired_ms; /* since when */
    bool is_operator;
    int64_t vanished_ms; /* since when the client is gone without a word; 0: it is not */
    struct queue to_server, to_client;
    uint64_t last_answered; /* the place, among all calls, of the one answered last */
    int64_t player;         /* whose session this is, as seen last; 0: nobody's */
    unsigned char token_hash[TOKEN_HASH_BYTES]; /* the token that it came in with, or was given */
    struct link *prev, *next;
};

/* --- people and their devices --- */

/* What a device knows of a match. */
struct known {
    int64_t ply, seq;
    int64_t back; /* how often moves were taken back */
    /* The last question about a takeback that it has heard of. */
    int64_t question_seq, question_ply;
    bool synced; /* from here on it hears of every change */
    bool paging; /* a page was asked for */
    bool ended;
    bool watched;
    bool online[2];
};

/* What a device knows of a tournament. */
struct followed {
    struct wire_tournament_news news; /* without its texts */
    enum tournament_state state;
    bool is_followed; /* it hears of every change */
};

struct person {
    char name[32];
    unsigned generation; /* of the name: a guest who has lost the token is somebody else */
    int64_t player;      /* 0: not yet welcomed */
    bool account;
    char password[24];
    char next_password[24]; /* asked for, not acknowledged; "": none */
    char code[24];          /* from the operator, not used; "": none */
};

enum { REMEMBERED = 12, PENDING_MAX = 2048 };

struct device {
    unsigned number;
    struct person *person;
    struct link *link; /* NULL: not connected, as far as the device knows */
    bool is_welcome;
    int64_t connected_ms;
    int64_t player; /* whose seat this is, or was last */
    char token[48]; /* "": none */
    int64_t token_player;
    int64_t delay_ms;
    int64_t away_until_ms;
    int64_t deaf_until_ms;         /* it reads nothing before */
    bool stalled, closing;         /* was told so on this connection */
    uint32_t pending[PENDING_MAX]; /* asked on this connection, not answered */
    size_t pending_count;
    uint32_t lost[PENDING_MAX]; /* asked on an earlier one */
    size_t lost_count;
    uint32_t remembered[REMEMBERED];
    size_t remembered_count;
    struct known *known; /* by match */
    size_t known_count;
    struct followed *followed; /* by tournament */
    size_t followed_count;
    int64_t tokens[8]; /* numbers, as last listed */
    size_t token_count;
    bool muted[STEP_DEVICES]; /* people */
};

/* --- the driver --- */

/* A hello, kept between its halves. */
struct greeting {
    struct hall_hello hello;
    char name[48], token[48], password[24], code[24];
};

enum chore_kind {
    CHORE_HELLO,
    CHORE_TOKENS,
    CHORE_MATCH,
    CHORE_MOVE,
    CHORE_HISTORY,
    CHORE_REGISTER, /* the hashing */
    CHORE_PASSWORD, /* and closing */
    CHORE_ACCOUNT,
    CHORE_TOURNAMENT, /* and ratings */
    CHORE_DRAW,       /* a start */
    CHORE_JUDGE,      /* a match */
};

/* Something that is done beside the loop. */
struct chore {
    enum chore_kind kind;
    int64_t due_ms;
    struct chore *prev, *next; /* beside due_ms: the list is searched by it after each event */
    uint64_t session;
    uint32_t request;
    struct message *message;   /* the look-up; owned; NULL: hashing */
    struct greeting *greeting; /* owned */
    struct hall_found found;   /* CHORE_HELLO: read at once or when due */
    bool is_read;
    bool is_verified;
    uint64_t wire; /* of the link that was asked to derive from the password; 0: not asked */
    bool is_derived;
};

enum { OFFERS_KNOWN = 12 };

/* An invitation that somebody has made. */
struct known_invitation {
    int64_t id;
    char code[INVITATION_CODE_BYTES + 1];
};

struct world {
    struct setting setting;
    struct tally *tally;
    int64_t now_ms;      /* since 1970 */
    bool has_more_to_do; /* has the last turn left steps of tournaments? */
    int64_t boot_ms;     /* when the clock of ticks began */
    struct hall *hall;   /* NULL: the server is down */
    int64_t starts_ms;   /* then it comes back */
    uint64_t hall_seed;
    struct disk disk;
    struct batch *in_flight; /* what the store holds; NULL: nothing */
    int64_t disk_due_ms;
    int64_t disk_delay_ms, read_delay_ms;
    bool disk_full;
    bool no_starts, no_marks; /* no start can be drawn, no match judged */
    bool stalled;             /* the hall was told so */
    bool closing;
    int64_t closing_ms; /* since when */
    uint64_t turns;
    uint64_t last_call;
    struct chore *chores;
    struct link *links;
    struct link *operator_link;
    uint64_t last_session;
    unsigned last_token; /* of the texts of tokens and codes */
    struct request *requests;
    size_t request_count, request_capacity;
    struct person people[STEP_DEVICES];
    struct device devices[STEP_DEVICES];
    int64_t offers[OFFERS_KNOWN]; /* numbers that somebody has heard */
    size_t offer_count;
    struct known_invitation invitations[OFFERS_KNOWN];
    size_t invitation_count;
    unsigned last_code;
    int64_t withdrawn[OFFERS_KNOWN]; /* by the operator, since the start of the server */
    size_t withdrawn_count;
    uint32_t last_clear;  /* the request that cleared last */
    unsigned last_line;   /* of chat */
    uint64_t *line_lives; /* by line: the server's life in which it was said; owned */
    size_t line_count;
    struct referee referee;
    struct steward steward;
    struct cluster *cluster; /* NULL: there are no gateways */
    int64_t came_ms;         /* when the request now carried out had come */
};

struct world *world_create(uint64_t seed, struct run_report *report);
void world_take(struct world *world, const struct step *step);
/* Time goes by, from event to event. */
void world_wait(struct world *world, int64_t ms);
/* When something is due next. */
int64_t world_next_ms(const struct world *world);
/* Mends everything, lets everybody come back, compares, and frees the world. */
void world_finish(struct world *world);

/* --- network.c --- */

struct link *link_open(struct world *world, unsigned device);
struct link *link_find(const struct world *world, uint64_t session);
/* Frees those whose two ends are gone. */
void links_sweep(struct world *world);
void link_destroy(struct world *world, struct link *link);
void link_request(struct world *world, struct link *link, uint32_t request);
void link_parcel(struct world *world, struct link *link, struct parcel *parcel);
void parcel_drop(struct parcel *parcel);
void queue_clear(struct queue *queue);
/* The item that has arrived by now is taken out; false: none. */
bool queue_take(struct queue *queue, int64_t now_ms, struct item *ret_item);
/* When its first item arrives; INT64_MAX: it is empty. */
int64_t queue_next_ms(const struct queue *queue);
/* When the next thing arrives anywhere; INT64_MAX: never. */
int64_t network_next_ms(const struct world *world);

/* --- driver.c --- */

void driver_start(struct world *world);
/* One turn of the server's loop at now_ms. */
void driver_turn(struct world *world);
int64_t driver_next_ms(const struct world *world);
/* The process dies. With resets the clients learn of it, and what was sent before arrives. */
void driver_stop(struct world *world, bool with_resets);
/* The server shuts down, and comes back. */
void driver_close(struct world *world);
/* The batch that the store holds is on disk. */
void driver_land(struct world *world);
void driver_release(struct world *world);
/* A ping has come back: so long was its way. */
void driver_measure(struct world *world, const struct link *link, int64_t lag_ms);
/* The session's program answers no pings, or answers them again. */
void driver_silence(struct world *world, const struct link *link, bool is_silent);
/* The client has broken the protocol. */
void driver_fault(struct world *world, struct link *link);
/* The operator asks, over the control socket. */
void driver_operator(struct world *world, const struct request *draft);
/* The number of a device's address, which two devices share. */
uint64_t driver_address(unsigned device);
/* The server's end closes. */
void driver_close_link(struct world *world, struct link *link);

/* A request has come to the hall, at the world's `came_ms`. */
void driver_hear(struct world *world, struct link *link, uint32_t request);
/* The client's connection, or its gateway, is gone. */
void driver_leave(struct world *world, struct link *link);
void driver_lose(struct world *world, struct link *link);
/* Are there more messages for the client than the server keeps for one that does not read? */
bool driver_is_unread(const struct world *world, const struct link *link);

/* --- cluster.c: gateways, and the bus between them and the hall --- */

struct cluster *cluster_create(struct world *world);
void cluster_destroy(struct cluster *cluster);
/* A hall begins, and ends: as a zombie it wakes up once more. */
void cluster_start(struct world *world);
void cluster_stop(struct world *world, bool as_zombie);
/* What gateways do at now_ms, and what the hall hears of them; then what the hall has said. */
void cluster_run_gates(struct world *world);
void cluster_run_hall(struct world *world);
void cluster_flush(struct world *world);
/* Time goes by in which nothing happens but beats. */
void cluster_skip(struct world *world, int64_t ms);
/* When something happens there; INT64_MAX: nothing but beats. */
int64_t cluster_next_ms(const struct world *world);
/* All that had come to gateways until then has been heard. */
int64_t cluster_heard_ms(struct world *world);
bool cluster_is_quiet(const struct world *world);
/* Are the client's requests read? */
bool cluster_reads(const struct world *world, const struct link *link);
void cluster_say(struct world *world, struct parcel *parcel, const uint64_t *sessions,
                 size_t count);
/* The hall ends the connection. */
void cluster_close(struct world *world, struct link *link);
/* Has the gateway of this wire derive from the request's password; chore_derived() follows. False:
 * the gateway has enough to do. */
bool cluster_derive(struct world *world, uint64_t wire, uint32_t request);
void cluster_measure(struct world *world, const struct link *link, int64_t lag_ms);
void cluster_fault(struct world *world, struct link *link);
void cluster_spoil_bus(struct world *world, unsigned how, int64_t ms);
void cluster_hurt_gate(struct world *world, unsigned which, int64_t ms);
void cluster_mend(struct world *world);

/* --- device.c --- */

/* A client asks again for so long. Keys are kept for twice as long: for a day. */
enum { RETRY_MS = 12 * 3600 * 1000 };

uint32_t world_note_request(struct world *world, const struct request *draft);
/* By number and generation. */
void device_name_person(const struct world *world, struct person *person);
/* Connects anew, and says hello: mostly with what the device or its person has. `how` draws the
 * rest. */
void device_connect(struct world *world, struct device *device, unsigned how);
/* With the person's code, which sets this password. */
void device_connect_with_code(struct world *world, struct device *device, const char *password);
/* As a new guest with this person's name. */
void device_connect_as(struct world *world, struct device *device, const struct person *person);
/* Sends a new request, when the device is welcome. Returns its number. */
uint32_t device_ask(struct world *world, struct device *device, const struct request *draft);
/* Sends the request again, unchanged. */
void device_repeat(struct world *world, struct device *device, uint32_t origin);
/* The device's end is closed; what was not answered is asked again after the next welcome. */
void device_lose(struct world *world, struct device *device);
/* The same, and the server is told, when it can be. */
void device_hang_up(struct world *world, struct device *device);
/* With everything said and delivered: does the device know what is on disk? */
void device_compare(struct world *world, struct device *device);
void device_finish(struct device *device);
/* What it knows of a match, which may be nothing yet. */
struct known *device_known(struct device *device, int64_t match);
struct followed *device_followed(struct device *device, int64_t tournament);
/* Asks for all of it that the device does not know. */
void device_ask_match(struct world *world, struct device *device, int64_t match);
/* Asks again for what an earlier connection was not answered. */
void device_repeat_lost(struct world *world, struct device *device);
/* The same request again is the same request: it has no second effect. */
bool ask_is_repeatable(enum ask ask);
/* And also after a restart. */
bool ask_is_durable(enum ask ask);

/* --- hear.c --- */

/* Takes what has arrived. */
void device_listen(struct world *world, struct device *device);

/* --- act.c --- */

/* What the step's verb does, short of letting time go by. */
void act(struct world *world, const struct step *step);

/* --- reader.c: what the database says --- */

void reader_hello(const struct world *world, struct greeting *greeting,
                  struct hall_found *ret_found);
size_t reader_tokens(const struct world *world, int64_t player, int64_t *list, size_t most);
/* It lives as long as the arena. */
void reader_view(const struct world *world, int64_t match, int64_t after, struct wire_arena *arena,
                 struct wire_match *ret_view);
bool reader_has_move(const struct world *world, int64_t match, int64_t ply, int64_t player,
                     const char *text);

/* --- warden.c: what the operator ends --- */

/* Asks the hall to abort, to withdraw or to clear, and compares its figures before and after. */
void warden_call(struct world *world, struct hall_caller from, const struct request *request);
/* Does the message agree with what the operator has ended? */
void warden_message(struct world *world, const struct heard *heard);

/* --- check.c --- */

/* The tables of the hall as they can be seen from outside, after each turn. */
void check_sessions(struct world *world);
void check_message(struct world *world, const struct heard *heard);
/* With every record on disk. */
void check_bans(const struct world *world);
/* After a batch was written. */
void check_disk(struct world *world, const struct batch *batch);
/* Is nothing under way anywhere? */
bool world_is_quiet(const struct world *world);
void check_quiet(struct world *world);

#endif
