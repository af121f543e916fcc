/* An evening at the hall: the hall itself, the driver and the store around it, and guests with
 * words to ask and to listen.
 *
 *     struct evening *evening = evening_begin();
 *     struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
 *     int64_t match = begin_match(ann, ben, "nim", "3+5");
 *     plays(ann, match, 1, "5>3");
 *     expect_silence(ann);
 *     commit(evening);
 *     expect(ann, HEARD_MOVE_DONE);
 *     expect(ben, HEARD_MOVED);
 *     evening_end(evening);
 *
 * Whatever is heard is checked against the disk: it has to be there already, and each request has
 * to be answered exactly once, unless its connection is gone. */
#ifndef TESTS_UNIT_HALL_FIXTURE_H
#define TESTS_UNIT_HALL_FIXTURE_H

#include "tests/hall/disk_heard.h"
#include "tests/suite.h"

/* What to say first when something fails from here on, such as the seed. */
void require_context(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct evening;

/* One connection after another of somebody with a name and, once welcomed, a token. */
struct guest {
    struct evening *evening;
    char name[64];
    char token[80];
    char address[65];        /* "127.0.0.1" unless it is set otherwise */
    uint64_t address_number; /* 0, which is not limited, unless it is set otherwise */
    bool is_bot;             /* what the next hello says, as the next two; 0 unless they are set */
    int64_t instance, attempt;
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

/* A hello that waits for its second half, as the driver keeps it. */
struct evening_hello {
    struct hall_caller from;
    struct hall_hello hello;
    char name[64], token[80], password[80], code[32];
    char password_hash[100]; /* of the new password, when the code is right */
    bool asked;              /* has the hall said that it is to be looked up? */
    struct evening_hello *next;
};

/* What the hall has asked the driver about tournaments, and has no answer to yet. */
struct evening_question {
    enum heard_kind kind; /* HEARD_DRAW_START or HEARD_JUDGE */
    int64_t tournament, index;
    int64_t match;
    int64_t seed;
    char *rules, *starts; /* owned */
};

struct evening {
    struct hall *hall;
    struct hall_config config; /* its times are those of the start */
    int64_t now_ms, tick_ms;
    int64_t waited_ms; /* for so long the driver has let requests wait that are made from now on */
    struct disk disk;
    struct batch *in_flight; /* what the store holds; NULL: nothing */
    bool slow_look_ups;      /* hellos wait for look_up_hello(), accounts for look_up_account();
                                otherwise      they are looked up when they are heard */
    bool slow_driver; /* questions about tournaments wait for answer_question(); otherwise they are
                         answered when they are heard */
    bool slow_steps;  /* tournaments go on when the test calls hall_go_on(); otherwise at once */
    struct evening_question *questions;
    size_t question_count;
    uint64_t last_session;
    bool *has_left; /* by session: is the connection gone? */
    unsigned last_token, last_code;
    struct evening_hello *hellos;
    struct heard **said; /* in their order */
    size_t said_count, said_capacity;
    struct evening_request *requests; /* by number */
    size_t request_count, request_capacity;
    struct guest *guests;
};

/* --- the driver, in hall_driver.c --- */

/* Notes what is asked, and answers it unless the driver is slow. Matches outside of tournaments are
 * not judged. */
void hear_question(struct evening *evening, const struct heard *heard);
void forget_questions(struct evening *evening);

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
/* Time goes on; what it brings is not judged yet. */
void pass(struct evening *evening, int64_t ms);
/* What is due by now is judged. */
void judge(struct evening *evening);
/* The process dies, and another one starts from the disk, a second later. */
void crash(struct evening *evening);
/* The process dies, and another one that has stood by for so long goes on from the disk. */
void take_over(struct evening *evening, int64_t stood_by_ms);
/* Takes what the hall wants said now. The verbs below do this by themselves. */
void hear(struct evening *evening);
/* The driver answers the question number `index` of those that wait: draws the start, or judges the
 * match (each move as 0). */
void answer_question(struct evening *evening, size_t index);
/* It cannot: for this reason. */
void fail_question(struct evening *evening, size_t index, const char *reason);
/* Forgets what was said so far, of which every guest has heard enough. */
void forget_said(struct evening *evening);

/* --- coming and going --- */

/* Somebody new at the door, not yet connected. */
struct guest *newcomer(struct evening *evening, const char *name);
/* Connects anew and says hello as a new guest, or with the token. Return the request's number, as
 * all requests do. */
uint32_t says_hello(struct guest *guest);
uint32_t shows_token(struct guest *guest, const char *token);
uint32_t logs_in(struct guest *guest, const char *password);
/* With an operator's one-time code. */
uint32_t recovers(struct guest *guest, const char *code, const char *password);
/* Connects anew and says this. */
uint32_t says(struct guest *guest, const char *name, const char *token, const char *password);
/* What the disk says now to the guest's HEARD_LOOK_UP_HELLO; it is asked, but the hall does not
 * know the answer yet. */
struct hall_found found_for(struct guest *guest);
/* The second half of the guest's hello: with that, or with what the disk says now. */
void answer_hello(struct guest *guest, const struct hall_found *found);
void look_up_hello(struct guest *guest);
/* The same for the oldest hello that waits for it, also of a connection that is gone; returns
 * whether there was one. */
bool look_up_oldest_hello(struct evening *evening);
/* The second half of a request about an account, which the guest (or operator) hears of next. */
void look_up_account(struct guest *guest);
/* The second half when the look-up came to nothing. */
void fail_hello(struct guest *guest, const struct error *error);
/* Says hello and is welcome. */
struct guest *arrive(struct evening *evening, const char *name);
/* The same, with an account; its password is "secret". */
struct guest *arrive_with_account(struct evening *evening, const char *name);
/* Connects anew with the token and is welcome; whatever was missed is skipped. */
const struct heard *come_back(struct guest *guest);
/* The same player with another device, welcome. */
struct guest *arrive_again(struct guest *guest);
void leave(struct guest *guest);
/* The same, by the server's fault. */
void is_lost(struct guest *guest);

/* NULL: nobody's, or not on disk. It may have been revoked. */
const struct disk_token *token_on_disk(const struct evening *evening, const char *token);

/* --- requests --- */

/* A request's number for the driver's answer; everything that asks begins with it. */
struct hall_caller ask(struct guest *guest);
/* NULL: not given. */
struct hall_text given(const char *text);
/* In this evening the hash of "secret" is "hash of secret". */
enum { HASH_MAX = 100 };
const char *hash_password(const char *password, char hash[HASH_MAX]);

uint32_t seeks(struct guest *maker, const char *rules, const char *start, const char *key);
uint32_t offers(struct guest *maker, const char *to, const char *rules, const char *start,
                enum offer_first first, const char *key);
/* `clock` NULL: not given. */
uint32_t offers_clock(struct guest *maker, const char *to, const char *rules, const char *start,
                      const char *clock, const char *key);
uint32_t cancels(struct guest *guest, int64_t offer, const char *key);
uint32_t accepts(struct guest *guest, int64_t offer, const char *key);
uint32_t declines(struct guest *guest, int64_t offer, const char *key);
/* A start is drawn; the offer may be a rated one. */
uint32_t seeks_from(struct guest *maker, const char *rules, const struct conditions *conditions,
                    bool rated, const char *key);
uint32_t lists_offers(struct guest *guest);
uint32_t pages_offers(struct guest *guest, int64_t after, int64_t limit);
uint32_t watches_lobby(struct guest *guest);
uint32_t unwatches_lobby(struct guest *guest);
/* Code number 1, 2, 3, ... of an evening. */
void make_code(char code[INVITATION_CODE_BYTES + 1], unsigned number);
/* Where they are not given: the next code, one use, and as long as may be. */
uint32_t invites(struct guest *maker, const struct hall_invitation *invitation, const char *key);
uint32_t looks_at(struct guest *guest, const char *code);
uint32_t comes_with(struct guest *guest, const char *code, const char *key);
uint32_t lists_invitations(struct guest *guest, int64_t before, int64_t limit);
uint32_t takes_back(struct guest *guest, int64_t invitation, const char *key);
uint32_t plays(struct guest *guest, int64_t match, int64_t ply, const char *move);
/* The same, when moves were taken back so often. */
uint32_t plays_after(struct guest *guest, int64_t match, int64_t ply, int64_t back,
                     const char *move);
uint32_t asks_takeback(struct guest *guest, int64_t match, int64_t ply, const char *key);
uint32_t accepts_takeback(struct guest *guest, int64_t match, int64_t seq, int64_t ply,
                          const char *key);
uint32_t declines_takeback(struct guest *guest, int64_t match, int64_t seq, int64_t ply,
                           const char *key);
uint32_t resigns(struct guest *guest, int64_t match, const char *key);
uint32_t aborts(struct guest *guest, int64_t match, const char *key);
uint32_t claims(struct guest *guest, int64_t match, const char *key);
uint32_t asks_rematch(struct guest *guest, int64_t match, const char *key);
uint32_t resumes(struct guest *guest, int64_t match, int64_t after);
uint32_t watches(struct guest *guest, int64_t match);
uint32_t unwatches(struct guest *guest, int64_t match);
uint32_t lists_matches(struct guest *guest, int64_t after, int64_t limit);
uint32_t lists_latest_matches(struct guest *guest, int64_t before, int64_t limit);
uint32_t lists_history(struct guest *guest, const char *player, int64_t before, int64_t limit);

/* The driver hashes passwords. */
uint32_t registers(struct guest *guest, const char *password, const char *key);
uint32_t changes_password(struct guest *guest, const char *old, const char *password,
                          const char *key);
uint32_t closes(struct guest *guest, const char *password, const char *key);
/* The first half of a change: the driver asks for the present password's hash. */
uint32_t asks_for_password(struct guest *guest);
uint32_t lists_tokens(struct guest *guest);
uint32_t revokes(struct guest *guest, int64_t token, const char *key);
uint32_t chats(struct guest *guest, int64_t match, const char *text, const char *key);
uint32_t lists_chat(struct guest *guest, int64_t match);
uint32_t mutes(struct guest *guest, const char *player, bool muted);
uint32_t blocks(struct guest *guest, const char *player);
uint32_t unblocks(struct guest *guest, const char *player);
uint32_t lists_blocks(struct guest *guest);
/* `match` 0: not given. */
uint32_t reports(struct guest *guest, const char *player, int64_t match, const char *words,
                 const char *key);

/* The operator's, from a newcomer who only connects(). */
void connects(struct guest *warden);
uint32_t lists_online(struct guest *guest);
uint32_t lists_players(struct guest *warden, int64_t after, int64_t limit);
uint32_t kicks(struct guest *warden, const char *player, const char *reason);
uint32_t bans(struct guest *warden, enum ban_kind kind, const char *subject, const char *reason,
              int64_t until_ms);
uint32_t unbans(struct guest *warden, enum ban_kind kind, const char *subject);
uint32_t lists_bans(struct guest *warden);
uint32_t closes_report(struct guest *warden, int64_t report);
uint32_t resets_password(struct guest *warden, const char *player, const char *code);
uint32_t ends_tournament(struct guest *warden, int64_t tournament, const char *reason);
uint32_t aborts_match(struct guest *warden, int64_t match);
uint32_t withdraws_offer(struct guest *warden, int64_t offer);
uint32_t clears_player(struct guest *warden, const char *player);
uint32_t clears_address(struct guest *warden, uint64_t address_number);

uint32_t pings(struct guest *guest);
/* The driver finds this fault in a request. */
uint32_t is_refused(struct guest *guest, const struct error *error);

/* --- listening --- */

/* The next message to the guest has to be of this kind. It lives as long as the evening. */
#define expect(guest, kind) expect_at(guest, kind, #kind, __FILE__, __LINE__)
#define expect_error(guest, code) expect_error_at(guest, code, #code, __FILE__, __LINE__)
#define expect_silence(guest) expect_silence_at(guest, __FILE__, __LINE__)
const struct heard *expect_at(struct guest *guest, enum heard_kind kind, const char *name,
                              const char *file, int line);
const struct heard *expect_error_at(struct guest *guest, enum error_code code, const char *name,
                                    const char *file, int line);
void expect_silence_at(struct guest *guest, const char *file, int line);
/* The moves that are shown; a space between two. */
void expect_moves(const struct wire_match *match, const char *moves);
/* What was said so far does not matter. */
void skip(struct guest *guest);
void skip_all(struct evening *evening);

/* --- shortcuts: committed, heard and skipped --- */

/* A key that was not used yet. */
const char *fresh_key(struct evening *evening, char key[32]);
/* An open seek; returns its number. */
int64_t open_seek(struct guest *maker, const char *rules, const char *start);
/* `first` moves first. */
int64_t begin_match(struct guest *first, struct guest *second, const char *rules,
                    const char *start);
int64_t begin_clocked(struct guest *first, struct guest *second, const char *rules,
                      const char *start, const char *clock);
/* The two alternate, beginning with `first` at `ply`; a space between two moves. */
void play_on(struct guest *first, struct guest *second, int64_t match, int64_t ply,
             const char *moves);
/* A start position of Nim that is as long as may be. */
void long_start(char start[POSITION_TEXT_MAX + 1]);
/* From the beginning of a match with one heap, the two take one counter a move; nothing is
 * committed yet. */
void count_down(struct guest *first, struct guest *second, int64_t match, int64_t heap,
                int64_t plies);

#endif
