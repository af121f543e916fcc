/* The heart of the server, without I/O: players, seeks and challenges, matches. It knows no socket,
 * no clock and no database. Requests go in as calls; what comes of them comes out as
 * records (for the store) and messages (for the players). Time and randomness are parameters, so
 * that one process can simulate an evening of play.
 *
 * Acknowledged means durable, and this is where that is made true:
 *
 *     request -> state changes in memory -> record into the open batch
 *                                        -> answer and events into the outbox, behind that batch
 *     hall_batch_take()      the driver hands the open batch to the store; the next one opens
 *     hall_batch_committed() the batch is on disk: the outbox is open up to it
 *     hall_message_next()    gives the messages that may be said now, oldest first
 *
 * Every message waits for the newest batch that was begun when the message was made, also the
 * answers to reads: nobody ever learns of a change that a power cut could undo. While the store is
 * stalled, messages that reveal no uncommitted change are sent at once, so an operator can still
 * look, kick and stop. While another hall may have taken over, even a committed change may be out
 * of date, so players are told only that.
 *
 * Sessions are the driver's numbers for connections, never used twice. Each request gets exactly
 * one answer: a message to its session with its id, or a look-up after which the driver answers. */
#ifndef SERVER_HALL_HALL_H
#define SERVER_HALL_HALL_H

#include "common/game/conditions.h"
#include "common/game/game.h"
#include "common/game/time_control.h"
#include "common/tournament/glicko.h"
#include "server/hall/message.h"
#include "server/hall/record.h"

enum {
    HALL_PLIES_MAX = 10000,
    HALL_IDLE_GRAIN_MS = 4096, /* idle matches make room up to so much later; a power of two */
    HALL_ENDED_KEPT = 4096,    /* ended matches that can still be repeated with match.rematch */
    HALL_ANSWER_AGE_MS = 86400000,
    HALL_OFFER_KEPT_MS = 1209600000,     /* of an open seek of days, while its maker is away */
    HALL_GUEST_FIRST_MOVE_MS = 86400000, /* for a first move between guests, with a clock of days */
    HALL_INVITATION_KEPT_MS = 1209600000, /* an invitation stays open for so long at most */
    HALL_INVITATION_USES_MAX = 1000,
    HALL_AWAITED_MS = 86400000, /* see MATCH_FIELDS: for so long, from the beginning of the match */
    HALL_PAGE_BYTES_MAX = 262144,      /* of start positions in one list: a page ends there */
    HALL_PAGE_MAX = 1000,              /* elements of a list in one answer */
    HALL_KEY_MAX = 64,                 /* bytes */
    HALL_CODE_MS = 86400000,           /* for so long an operator's one-time code is good */
    HALL_CHAT_KEPT = 50,               /* lines of each room */
    HALL_CHAT_KEPT_IN_ALL = 20000,     /* lines of all rooms; the oldest go first */
    HALL_MUTED_MAX = 256,              /* players whom one player does not want to hear */
    HALL_BLOCKS_MAX = 500,             /* players whom one player has blocked */
    HALL_BLOCKS_OF_GUESTS_MAX = 50000, /* of all guests together; and of all accounts: */
    HALL_BLOCKS_OF_ACCOUNTS_MAX = 1000000,
    HALL_REPORTS_MAX = 10,            /* open ones of one player */
    HALL_REPORTS_OF_GUESTS_MAX = 500, /* of all guests together; and of all accounts: */
    HALL_REPORTS_OF_ACCOUNTS_MAX = 1000,
    HALL_UNASKED_BYTES_MAX = 65536, /* of challenges and chat on their way to one session */
    HALL_AT_ONCE_MAX = 256,         /* matches of a tournament */
    HALL_ATTEMPTS_MAX = 100,        /* of a pair of a tournament, with those that are void */
    HALL_TOURNAMENT_NAME_MAX = 64,  /* bytes */
    HALL_FLAGS_MAX = 64,            /* deadlines that are met in one call */
    HALL_PRESENCE_PER_MS = 20,      /* spectators who are told who has come or gone */
    HALL_LOBBY_MS = 250,            /* at least, from one event of the lobby to the next */
    HALL_LOBBY_PER_MS = 20,         /* followers who are told, on average */
    HALL_LOBBY_FREE_BYTES = 512,    /* of an event; a longer one counts as so many more followers */
    HALL_LOBBY_MADE_MAX = 32,       /* new seeks in one event; the others follow in the next one */
    HALL_LOBBY_GONE_MAX = 256,      /* the same of seeks that are gone */
    HALL_TAKEBACKS_ASKED_MAX = 5,   /* questions of a player in a match that were not accepted */
    HALL_TAKEBACK_PLIES_MAX = 1000, /* taking back replays the match: a longer one takes too long */
    HALL_TAKEN_BACK_MAX = 200,      /* moves of a match */
};

/* What a server may set; the figures in use go out with the help of takeaway-server. Times in
 * milliseconds. The limits of live matches are for those that players arrange: a tournament's begin
 * in their turn, HALL_AT_ONCE_MAX of each tournament at most, but they are counted when players
 * want more. */
struct hall_limits {
    int64_t live_matches;
    int64_t live_matches_per_player;
    int64_t guest_live_matches_per_player; /* also not more than the figure before */
    int64_t offers;
    int64_t offers_per_player;
    int64_t invitations; /* open ones */
    int64_t invitations_per_player;
    int64_t start_bytes; /* of the starts of offers and live matches; as many of their moves */
    int64_t spectators;  /* of a match; and of a tournament */
    int64_t watched;     /* matches that one session may watch; and tournaments */
    /* Answers to keys that are kept for all players. At the limit, a player with more than the
     * average loses the player's own oldest answer; a new answer of any other player replaces the
     * oldest of all. */
    int64_t keys;
    int64_t keys_per_player;
    int64_t first_move_ms;      /* in a match with a clock: to make one's first move */
    int64_t claim_ms;           /* the opponent has to be gone for so long, with a clock */
    int64_t claim_unclocked_ms; /* and without one */
    int64_t idle_match_ms;      /* a match without a clock ends when no move comes for so long */
    /* Before both have moved, a match ends when both players are gone for so long. */
    int64_t left_match_ms;
    /* After a start: clocks wait so long for their players to come back. */
    int64_t restart_grace_ms;
    /* Of lag credit; each at most what time_control.h says. */
    int64_t lag_per_move_ms;        /* credited at most */
    int64_t lag_quota_ms;           /* of each player in a match at its start, and at most */
    int64_t lag_quota_gain_ms;      /* with each own move */
    int64_t token_ms;               /* a token lasts so long from its last use */
    int64_t tournaments;            /* that are not over */
    int64_t tournaments_per_player; /* the same, of one owner */
    /* An open or paused tournament ends when nothing happens in it for so long. */
    int64_t idle_tournament_ms;
    /* A running tournament, or an open or paused one of a guest, ends when everybody in it is gone
     * for so long. */
    int64_t left_tournament_ms;
    int64_t illegal_moves; /* of a player in a match of a tournament: with so many it is lost */
    /* Of matches, offers and tournaments, in percent: see server/hall/places.h. */
    int64_t guest_share;   /* of all, for guests */
    int64_t address_share; /* for one address: of the guests' share, and for its accounts of all */
    /* At a limit, things that guests leave idle for so long make room. */
    int64_t guest_idle_ms;
    /* Written to disk because of players, see server/hall/payers.h: of one guest, of one account,
     * of the guests and of the accounts of one address, of all guests, of all players. */
    int64_t guest_bytes_per_day, account_bytes_per_day;
    int64_t address_guest_bytes_per_day, address_account_bytes_per_day;
    int64_t all_guest_bytes_per_day, all_bytes_per_day;
};

extern const struct hall_limits hall_limits_default;

struct hall;

struct hall_config {
    uint64_t seed;          /* of everything that the hall draws */
    unsigned server_number; /* 0..1023, the upper 10 bits of every id that it gives */
    int64_t now_ms;         /* since 1970 UTC */
    int64_t tick_ms;        /* of a clock that is never set: clocks of matches go by it */
    struct hall_limits limits;
    /* The name of the server's public key, before the first hello; borrowed. NULL or empty: none.
     */
    const struct text *signing_key;
};

struct hall *hall_create(const struct hall_config *config);
/* Before the rebuilding, if this hall follows others in a database that several machines share,
 * whose clocks may differ. `epoch` grows with each of them: offers are numbered by it, and not by
 * this machine's clock. `last_ms`, since 1970 UTC: the last sign of the hall before; this one's
 * time begins there at the earliest. The time that it has stood by for is no time of play. */
void hall_succeed(struct hall *hall, int64_t epoch, int64_t last_ms);
void hall_destroy(struct hall *hall);
/* Call before each request or group of requests, before hall_message_next() and hall_flags_fall();
 * neither time ever goes back (an earlier one is left aside). `now_ms`: since 1970 UTC, for
 * records; `tick_ms`: monotonic, for clocks. */
void hall_set_time(struct hall *hall, int64_t now_ms, int64_t tick_ms);

/* --- flags and deadlines --- */

/* The tick at which hall_flags_fall() has something to do; INT64_MAX: never, as things stand. */
int64_t hall_next_deadline(const struct hall *hall);
/* Meets the deadlines that are due. The driver first hands over everything that has come in,
 * because a move that is here already is in time. One call meets at most HALL_FLAGS_MAX: then
 * hall_next_deadline() is still due, and the driver calls again after others had their turn. */
void hall_flags_fall(struct hall *hall);
/* The same of the deadlines up to this tick, for a driver that has not heard everything yet that
 * had come in since: a move that is still on its way to it is in time, too, by its came_ms. */
void hall_flags_fall_until(struct hall *hall, int64_t tick_ms);

/* --- rebuilding after a start, before any session --- */

/* The greatest ids ever given. */
struct hall_counters {
    int64_t last_player, last_match, last_token, last_tournament, last_invitation, last_report;
};
void hall_restore_counters(struct hall *hall, const struct hall_counters *counters);
/* Only the players of the unfinished matches and tournaments and the makers of invitations; others
 * are looked up when they come. */
void hall_restore_player(struct hall *hall, int64_t id, const char *name, bool account);
/* For every account: protects its name against names that look like it. */
void hall_restore_account(struct hall *hall, const char *name);
/* For all stored bans, also expired ones. */
void hall_restore_ban(struct hall *hall, const struct ban_record *ban);
/* In the order of their ids. INTERNAL for an impossible match: unreadable rules, an unknown
 * player. */
enum error_code hall_restore_match(struct hall *hall, const struct match_record *match,
                                   struct error *error);
/* The moves of each match, and what was taken back, in the order in which they were written.
 * INTERNAL when the rules refuse one. */
enum error_code hall_restore_move(struct hall *hall, const struct move_record *move,
                                  struct error *error);
enum error_code hall_restore_takeback(struct hall *hall, const struct move_record *taken_back,
                                      struct error *error);
/* In the order of their numbers. INTERNAL for an impossible one. */
enum error_code hall_restore_invitation(struct hall *hall,
                                        const struct invitation_record *invitation,
                                        struct error *error);
/* A row of a block, with what belongs to it elsewhere. */
struct hall_stored_block {
    int64_t player;
    bool account; /* of `player` */
    int64_t blocked;
    const char *name; /* of `blocked` */
    int64_t made_ms;
};
/* The oldest first; none twice. */
void hall_restore_block(struct hall *hall, const struct hall_stored_block *block);
/* Of the open ones; `account`: of the player who made it. */
void hall_restore_report(struct hall *hall, int64_t report, int64_t player, bool account);
/* In the order of their times. */
void hall_restore_answer(struct hall *hall, const struct answer_record *answer);
/* All ratings there are. INTERNAL for figures that no match can lead to. */
enum error_code hall_restore_rating(struct hall *hall, const struct rating_record *rating,
                                    struct error *error);

/* All there are. INTERNAL for figures that no answer can lead to. */
enum error_code hall_restore_practice(struct hall *hall, const struct practice_record *practice,
                                      struct error *error);
enum error_code hall_restore_puzzle(struct hall *hall, const struct puzzle_record *puzzle,
                                    struct error *error);

/* A row of a pair, with its matches. */
struct hall_stored_pair {
    PAIR_FIELDS(RECORD_MEMBER, )
    bool is_void;
    /* Of each match; those that are live were restored before. */
    int64_t matches[2]; /* 0: not begun */
    enum ending endings[2];
    enum seat winners[2];
    bool judged[2];
};
/* After the matches: the tournaments that are not over, each followed by its entrants and then its
 * pairs, in the order of their numbers. INTERNAL for an impossible one, here and below. */
enum error_code hall_restore_tournament(struct hall *hall,
                                        const struct tournament_record *tournament,
                                        struct error *error);
enum error_code hall_restore_entrant(struct hall *hall, const struct entrant_record *entrant,
                                     struct error *error);
enum error_code hall_restore_pair(struct hall *hall, const struct hall_stored_pair *pair,
                                  struct error *error);
/* After all rows. Restoring is charged to no clock: clocks and grace periods start when this
 * returns. INTERNAL when the rows contradict each other. */
enum error_code hall_restored(struct hall *hall, int64_t now_ms, int64_t tick_ms,
                              struct error *error);

/* --- requests --- */

/* The caller of a request: its session, and the request's id for the answer. */
struct hall_caller {
    uint64_t session;
    uint32_t request;
    /* The tick at which the request had come at the latest, if the driver has let it wait since:
     * a clock is charged up to then. 0: now. */
    int64_t came_ms;
};

/* A text from outside, checked for length and UTF-8 by the driver; bytes NULL: not given. */
struct hall_text {
    const char *bytes;
    size_t len;
};

/* A new guest (a name), a player who comes back (a token; then the name is not looked at), or an
 * account (a name and a password, which the driver alone sees). */
struct hall_hello {
    struct hall_text name;
    struct hall_text token; /* what the client showed */
    bool with_password;
    bool is_overheard; /* others can read the answer, so it gets no token */
    bool with_code;    /* an operator's one-time code, which the driver alone sees, too */
    bool is_bot;       /* says that a program chooses its moves */
    /* The number of the program that says it, and the hello's number there; 0: not told. */
    int64_t instance, attempt;
    /* For the second half, when the code was right: the hash of the password, which becomes the
     * account's; zero-terminated. NULL: the password was verified. */
    const char *password_hash;
    unsigned char token_hash[TOKEN_HASH_BYTES]; /* of `token` */
    char fresh_token[80];                       /* for a new guest or a login: zero-terminated */
    unsigned char fresh_token_hash[TOKEN_HASH_BYTES];
    char client[65];  /* the program; zero-terminated, valid UTF-8, no control characters */
    char address[65]; /* where the connection comes from, without the port */
    /* The same number for all addresses that count as one: see hall_limits. 0: no limit of an
     * address holds. */
    uint64_t address_number;
};

/* The result of MESSAGE_LOOK_UP_HELLO. By a token: its player and number, unless it has run out. By
 * a name and a password: the account, if the password is right. By a name alone: only whether it is
 * an account's. */
struct hall_found {
    int64_t player; /* 0: nobody */
    const char *name;
    bool account;
    bool name_reserved; /* is there an account, other than `player`, with this name? */
    int64_t token;      /* its number */
    int64_t token_expires_ms;
};

/* Has this session said hello successfully? All requests but hall_hello and the operator's need
 * that. */
bool hall_session_is_open(const struct hall *hall, uint64_t session);
/* The player of an open session. */
int64_t hall_session_player(const struct hall *hall, uint64_t session);
/* Has this player an account? Of an open session. */
bool hall_session_has_account(const struct hall *hall, uint64_t session);
/* Would a request with this key be a repeated one? */
bool hall_key_is_used(const struct hall *hall, uint64_t session, struct hall_text key);
/* Returns whether a MESSAGE_LOOK_UP_HELLO was made, so that the driver has to keep `hello` for the
 * second half, which has to follow even when the session has gone meanwhile. Otherwise the hello is
 * refused at once: HELLO_TWICE (also while the first one is looked up), BAD_ARGUMENTS (neither a
 * name nor a token; a password with a token, or without a name; a code without a password),
 * SERVER_STALLED, SERVER_CLOSING,
 * BANNED (the address or the name), BAD_NAME. */
bool hall_hello(struct hall *hall, struct hall_caller from, const struct hall_hello *hello);
/* `from` as in the first half. HELLO_TWICE: a later hello of this instance has the seat. */
void hall_hello_looked_up(struct hall *hall, struct hall_caller from,
                          const struct hall_hello *hello, const struct hall_found *found);
/* The second half when the look-up came to nothing: the hello is refused with this. */
void hall_hello_failed(struct hall *hall, struct hall_caller from, const struct error *error);
/* The session's round trip as the driver measured it with its own pings. */
void hall_session_lag(struct hall *hall, uint64_t session, int64_t lag_ms);
/* Has the session's program, which has answered pings before, left one unanswered for too long? */
void hall_session_silent(struct hall *hall, uint64_t session, bool is_silent);
/* Does the driver keep messages because the session's program does not read? Meanwhile other
 * players may neither challenge its player nor talk to them: they could make the driver end the
 * session. */
void hall_session_behind(struct hall *hall, uint64_t session, bool is_behind);
/* The session is about to be ended because it broke the protocol: its player loses the live matches
 * of tournaments. Then comes hall_leave(). */
void hall_fault(struct hall *hall, uint64_t session);
/* The connection is gone. */
void hall_leave(struct hall *hall, uint64_t session);
/* The same, by the server's own fault. The player is waited for as after a start: a turn of theirs
 * begins anew when they are back, or after restart_grace_ms, unless their time was over by the last
 * hall_flags_fall(). */
void hall_lose(struct hall *hall, uint64_t session);

/* What is to be played. */
struct hall_terms {
    struct hall_text rules;
    struct hall_text look;  /* not given: as the name of a game in `rules` says */
    struct hall_text start; /* not given: the hall draws one */
    struct hall_text clock; /* not given: none */
    enum offer_first first;
    bool rated; /* both need an account: NO_ACCOUNT */
};

struct hall_offer {
    struct hall_text to; /* not given: an open seek */
    struct hall_terms terms;
    struct conditions conditions; /* of an open seek: BAD_ARGUMENTS */
};

struct hall_invitation {
    struct hall_text to; /* the one name that it is for; not given: it is for anybody */
    struct hall_terms terms;
    int64_t uses;       /* 1..HALL_INVITATION_USES_MAX */
    int64_t expires_in; /* ms; 1..HALL_INVITATION_KEPT_MS */
    /* Drawn by the driver from a generator for secrets: INVITATION_CODE_BYTES, zero-terminated. */
    char code[INVITATION_CODE_BYTES + 1];
};

/* Which ended matches. */
struct hall_history {
    struct hall_text player; /* not given: everybody's; then only `before` and `limit` count */
    struct hall_text opponent, rules;
    struct hall_text result; /* "won", "lost" or "nobody" */
    bool rated;              /* only those */
    int64_t since_ms;        /* ended then or later */
    int64_t until_ms;        /* ended before; 0: at any time */
    int64_t before;          /* only smaller numbers; 0: from the latest on */
    int64_t limit;
};

/* `password_hash`: of the new password, zero-terminated. The driver has hashed it, and has verified
 * the old one: `is_verified`. NULL: it has not hashed anything, because the player has an account
 * already, or none, or the old password is wrong. */
void hall_account_register(struct hall *hall, struct hall_caller from, const char *password_hash,
                           struct hall_text key);
/* Makes a MESSAGE_LOOK_UP_PASSWORD: the driver finds the stored hash, verifies, and goes on with
 * hall_account_password() or hall_account_close(). Of a session whose player has an account, one at
 * a time: the next one is looked up after the first is decided, so that it is verified against what
 * the first has made. */
void hall_account_look_up(struct hall *hall, struct hall_caller from);
void hall_account_password(struct hall *hall, struct hall_caller from, bool is_verified,
                           const char *password_hash, struct hall_text key);
/* Closes the account for good, after its password was looked up and verified as for a change. Its
 * live matches end: those of tournaments as by withdrawing, others resigned, or aborted before both
 * have moved. Returns whether it is closed. WRONG_STATE: the player directs a tournament that is
 * not over. */
bool hall_account_close(struct hall *hall, struct hall_caller from, bool is_verified,
                        struct hall_text key);
void hall_token_list(struct hall *hall, struct hall_caller from);
/* 0: all but the one of this session. The session that uses a token ends with it. NO_SUCH_TOKEN: a
 * number never given; that of another player's token, or of one that has ended, changes nothing. */
void hall_token_revoke(struct hall *hall, struct hall_caller from, int64_t token,
                       struct hall_text key);

void hall_offer_make(struct hall *hall, struct hall_caller from, const struct hall_offer *offer,
                     struct hall_text key);
void hall_offer_cancel(struct hall *hall, struct hall_caller from, int64_t offer,
                       struct hall_text key);
/* UNFIT: the caller does not fit the conditions of the offer. */
void hall_offer_accept(struct hall *hall, struct hall_caller from, int64_t offer,
                       struct hall_text key);
void hall_offer_decline(struct hall *hall, struct hall_caller from, int64_t offer,
                        struct hall_text key);
/* What the caller may see, at most HALL_PAGE_MAX, chosen so that nobody's offers hide those of
 * others. */
void hall_offer_list(struct hall *hall, struct hall_caller from);
/* The same with greater numbers than `after`, the oldest first. */
void hall_offer_page(struct hall *hall, struct hall_caller from, int64_t after, int64_t limit);
/* Answers as hall_offer_list() does. Then the session gets WIRE_EVENT_LOBBY_CHANGED when open seeks
 * come and go: see lobby.h. */
void hall_lobby_watch(struct hall *hall, struct hall_caller from);
void hall_lobby_unwatch(struct hall *hall, struct hall_caller from);

/* --- invitations: offers with a code, which are durable and need nobody to be connected --- */

/* Is there an open invitation with this code, or was a live match of the session's player begun by
 * it? Takes the same time for all codes that begin alike. */
bool hall_invitation_is_known(const struct hall *hall, uint64_t session, struct hall_text code);
/* Answered with its number, its code and when it expires. */
void hall_invitation_create(struct hall *hall, struct hall_caller from,
                            const struct hall_invitation *invitation, struct hall_text key);
/* NO_SUCH_INVITATION, here and below: used up, revoked or expired, too. */
void hall_invitation_show(struct hall *hall, struct hall_caller from, struct hall_text code);
/* The match begins. One that the code began before and that still goes on is the player's answer
 * again, also when the invitation is used up. NOT_YOURS: it is your own, or for another name. */
void hall_invitation_accept(struct hall *hall, struct hall_caller from, struct hall_text code,
                            struct hall_text key);
/* The player's own with smaller numbers than `before` (0: all), the latest first. */
void hall_invitation_list(struct hall *hall, struct hall_caller from, int64_t before,
                          int64_t limit);
void hall_invitation_revoke(struct hall *hall, struct hall_caller from, int64_t invitation,
                            struct hall_text key);

/* `back`: how often moves were taken back in the match, as far as the mover knows. With another
 * number a move that is new is refused: STALE_PLY. */
void hall_match_move(struct hall *hall, struct hall_caller from, int64_t match, int64_t ply,
                     int64_t back, struct hall_text move);
/* Asks the opponent whether the caller's move number `ply` and all after it may be taken back. The
 * question is open until it is answered, the match changes or the process ends. NO_TAKEBACK, always
 * in a rated match and in one of a tournament; STALE_PLY: the move was not made yet; NOT_YOURS: the
 * move is the opponent's; LIMIT_REACHED. */
void hall_match_takeback(struct hall *hall, struct hall_caller from, int64_t match, int64_t ply,
                         struct hall_text key);
/* Answer the opponent's question about `ply` that was asked when the match had `seq` changes.
 * NO_SUCH_TAKEBACK: it is open no more. Accepting charges the mover's clock up to now, and gives
 * the move to the one who has asked. */
void hall_match_accept_takeback(struct hall *hall, struct hall_caller from, int64_t match,
                                int64_t seq, int64_t ply, struct hall_text key);
void hall_match_decline_takeback(struct hall *hall, struct hall_caller from, int64_t match,
                                 int64_t seq, int64_t ply, struct hall_text key);
void hall_match_resign(struct hall *hall, struct hall_caller from, int64_t match,
                       struct hall_text key);
void hall_match_abort(struct hall *hall, struct hall_caller from, int64_t match,
                      struct hall_text key);
void hall_match_claim(struct hall *hall, struct hall_caller from, int64_t match,
                      struct hall_text key);
void hall_match_rematch(struct hall *hall, struct hall_caller from, int64_t match,
                        struct hall_text key);
void hall_match_resume(struct hall *hall, struct hall_caller from, int64_t match, int64_t after);
void hall_match_watch(struct hall *hall, struct hall_caller from, int64_t match);
void hall_match_unwatch(struct hall *hall, struct hall_caller from, int64_t match);
/* Live matches with greater numbers than `after`, the oldest first; where `before` is not 0, those
 * of them with smaller numbers than that, the latest first. */
void hall_match_list(struct hall *hall, struct hall_caller from, int64_t after, int64_t before,
                     int64_t limit);
/* BAD_ARGUMENTS, BAD_RULES. */
void hall_history_list(struct hall *hall, struct hall_caller from, const struct hall_history *wish);
/* `after`: canonical rules, in front of which nothing is listed; BAD_ARGUMENTS, BAD_RULES. */
void hall_history_versus(struct hall *hall, struct hall_caller from, struct hall_text player,
                         struct hall_text opponent, struct hall_text rules, struct hall_text after,
                         int64_t limit);

/* --- tournaments --- */

/* The defaults are `name`: made of the rules; `starts`: `drawn`; `clock`: `60/move`; numbers 0:
 * `rounds` what the format needs (1 cycle; swiss: as many as a knockout would have, but then the
 * players have to be named), `seed` one that the hall draws, `at_once` 32, `each_at_once` any. */
struct hall_tournament_plan {
    struct hall_text name, rules, look, format, starts, clock;
    int64_t rounds, seed, at_once, each_at_once;
    bool rated;
    /* The invited players, in the order of the seeding; count 0: any player may join, and the order
     * of joining is the seeding. */
    const struct hall_text *players;
    size_t player_count;
    const struct hall_text (*forbidden)[2]; /* names among `players` who must not meet */
    size_t forbidden_count;
};

/* A seed for a plan that has none. */
int64_t hall_draw_seed(struct hall *hall);
/* The driver has checked that fair starts can be drawn, with the plan's seed (ANALYSIS_CHECK).
 * BAD_PLAN, BAD_RULES, BAD_POSITION, BAD_CLOCK (a tournament needs a clock), LIMIT_REACHED, ...
 * Answered with MESSAGE_TOURNAMENT_NUMBER. The owner directs it, and takes part only after joining.
 */
void hall_tournament_create(struct hall *hall, struct hall_caller from,
                            const struct hall_tournament_plan *plan, struct hall_text key);
/* While it is open. Again is no error. NOT_ENTERED: it is for others. */
void hall_tournament_join(struct hall *hall, struct hall_caller from, int64_t tournament,
                          struct hall_text key);
/* The owner's requests: NOT_YOURS. Start: TOO_EARLY while invited players are missing (the message
 * names them), BAD_PLAN when too few have joined. Pause: no match begins. Resume: they begin again.
 * Cancel: live matches end with ENDING_VOID; what is over stays, also when it is not judged yet,
 * and is not judged any more. */
void hall_tournament_start(struct hall *hall, struct hall_caller from, int64_t tournament,
                           struct hall_text key);
void hall_tournament_pause(struct hall *hall, struct hall_caller from, int64_t tournament,
                           struct hall_text key);
void hall_tournament_resume(struct hall *hall, struct hall_caller from, int64_t tournament,
                            struct hall_text key);
void hall_tournament_cancel(struct hall *hall, struct hall_caller from, int64_t tournament,
                            struct hall_text key);
/* Of oneself (`player` not given), or by the owner. While it is open: the place is free again.
 * Later: its live matches end as resigned; what it would have played is won by forfeit
 * (round-robin, gauntlet, knockout) or not paired (swiss). */
void hall_tournament_withdraw(struct hall *hall, struct hall_caller from, int64_t tournament,
                              struct hall_text player, struct hall_text key);
/* The owner's: the last pair of that board does not count and is played again from the same start
 * with the same seeds. Only in the last round that was paired (swiss, knockout) and while the
 * tournament is not over, and not when one of the two has withdrawn. LIMIT_REACHED after
 * HALL_ATTEMPTS_MAX attempts. Ratings stay as the matches that have ended have left them. */
void hall_tournament_void(struct hall *hall, struct hall_caller from, int64_t tournament,
                          int64_t round, int64_t board, struct hall_text key);
/* Answered with MESSAGE_TOURNAMENT_NOW; then the session gets MESSAGE_TOURNAMENT whenever something
 * changes. Owners and entrants get those that change its state or round without asking.
 * NO_SUCH_TOURNAMENT also for one that is over. */
void hall_tournament_watch(struct hall *hall, struct hall_caller from, int64_t tournament);
void hall_tournament_unwatch(struct hall *hall, struct hall_caller from, int64_t tournament);
/* These are look-ups. `before`, `after` 0: from the beginning. */
void hall_tournament_list(struct hall *hall, struct hall_caller from, int64_t before,
                          int64_t limit);
void hall_tournament_show(struct hall *hall, struct hall_caller from, int64_t tournament);
void hall_tournament_standings(struct hall *hall, struct hall_caller from, int64_t tournament);
void hall_tournament_pairs(struct hall *hall, struct hall_caller from, int64_t tournament,
                           int64_t after, int64_t limit);
/* Of one that is over: WRONG_STATE is for the driver to say. `after`: so many lines are left out.
 */
void hall_tournament_export(struct hall *hall, struct hall_caller from, int64_t tournament,
                            bool times, int64_t after, int64_t limit);
void hall_tournament_seal(struct hall *hall, struct hall_caller from, int64_t tournament);
void hall_rating_list(struct hall *hall, struct hall_caller from, struct hall_text player,
                      struct hall_text family, int64_t limit);
/* `before`: only after fewer rated matches; 0: from the latest on. */
void hall_rating_history(struct hall *hall, struct hall_caller from, struct hall_text player,
                         struct hall_text family, int64_t before, int64_t limit);

/* --- puzzles: server/hall/puzzles.c --- */

/* The practice of players with accounts: NO_ACCOUNT. The first two and the last one are look-ups.
 */
void hall_puzzle_next(struct hall *hall, struct hall_caller from, struct hall_text rules);
void hall_puzzle_daily(struct hall *hall, struct hall_caller from);
void hall_puzzle_state(struct hall *hall, struct hall_caller from);

struct hall_puzzle_answer {
    struct hall_text rules, position, move; /* no move: given up */
    bool right; /* of a repetition: the player's own word, which concerns nobody else */
};
/* BAD_RULES, BAD_POSITION, BAD_MOVE, ILLEGAL_MOVE. The driver looks the practice up, and goes on
 * with hall_puzzle_looked_up(); here and below. */
void hall_puzzle_answer(struct hall *hall, struct hall_caller from,
                        const struct hall_puzzle_answer *answer, struct hall_text key);
void hall_puzzle_mistake(struct hall *hall, struct hall_caller from, struct hall_text rules,
                         struct hall_text position, struct hall_text key);
/* What the driver has found out about a puzzle of a player. */
struct hall_puzzle_found {
    int64_t changes; /* of the practice that this was read from */
    bool is_full;    /* there is no room for another puzzle */
    bool is_met;     /* the puzzle is in the practice */
    bool is_given;   /* it is not, and it is one that this player is given: it is to be rated */
    bool right;      /* of one that is given: is the move right? Else what the player said */
    struct glicko rating; /* of one that is given: what a puzzle begins with */
    /* After the change; `has_step` false: nothing of the item changes. */
    bool has_step;
    int64_t rung, due_ms; /* due_ms 0: never again */
};
/* If the practice has changed since it was read, the driver is asked once more. */
void hall_puzzle_looked_up(struct hall *hall, const struct message *question,
                           const struct hall_puzzle_found *found);

/* The answer to MESSAGE_DRAW_START, which is for fair ones. `start` NULL: none could be drawn, for
 * `reason`: the tournament is paused. */
void hall_start_drawn(struct hall *hall, int64_t tournament, int64_t index, const char *start,
                      const char *reason);
/* The one answer to a MESSAGE_JUDGE. `marks` NULL: it could not be judged. Without effect when its
 * pair is void by now, or its tournament over: what is exported then never changes. */
void hall_match_judged(struct hall *hall, int64_t match, const char *marks);

void hall_chat_say(struct hall *hall, struct hall_caller from, int64_t match, struct hall_text text,
                   struct hall_text key);
void hall_chat_list(struct hall *hall, struct hall_caller from, int64_t match);
void hall_chat_mute(struct hall *hall, struct hall_caller from, struct hall_text player,
                    bool muted);
/* Whose welcome has been said; HALL_PAGE_MAX at most. */
void hall_player_list(struct hall *hall, struct hall_caller from);
/* From now on the caller gets no chat lines of this player, and the two meet in no match outside of
 * tournaments. Challenges between them are closed. Somebody present, or an account: which the
 * driver looks up, and goes on with hall_account_looked_up(). Again is no error. */
void hall_player_block(struct hall *hall, struct hall_caller from, struct hall_text name);
/* All whom the player has blocked under this name. NO_SUCH_PLAYER: nobody. */
void hall_player_unblock(struct hall *hall, struct hall_caller from, struct hall_text name);
void hall_player_blocks(struct hall *hall, struct hall_caller from);
/* A request whose answer says nothing but that it was heard: a player's, in its turn behind the
 * disk too. */
void hall_ping(struct hall *hall, struct hall_caller from);

struct hall_report {
    struct hall_text player; /* whom it is about */
    int64_t match;           /* 0: the last one of the two that the hall remembers, if any */
    struct hall_text words;
};
/* For the operator. About somebody present or in that match, or an account: which is looked up as
 * for hall_player_block(). Answered with its number. */
void hall_player_report(struct hall *hall, struct hall_caller from,
                        const struct hall_report *report, struct hall_text key);

/* --- the operator's requests: from sessions that say no hello --- */

/* The players whose welcome has been said: they are on disk. Their accounts and matches may be
 * ahead of it, during a stall. */
void hall_operator_players(struct hall *hall, struct hall_caller from, int64_t after,
                           int64_t limit);
/* The requests that change something return the error that they are refused with. */
enum error_code hall_operator_kick(struct hall *hall, struct hall_caller from,
                                   struct hall_text player, struct hall_text reason);
/* An address in the form that hellos come with. `until_ms` 0: for good. */
enum error_code hall_operator_ban(struct hall *hall, struct hall_caller from, enum ban_kind kind,
                                  struct hall_text subject, struct hall_text reason,
                                  int64_t until_ms);
enum error_code hall_operator_unban(struct hall *hall, struct hall_caller from, enum ban_kind kind,
                                    struct hall_text subject);
/* A one-time code for the account of this name: until it is used or has run out, or the password is
 * set in another way, it lets its owner set a new password (see struct hall_hello). It replaces an
 * earlier code. `code` is for the answer alone, `code_hash` is stored. The driver looks the account
 * up, and goes on with hall_account_looked_up(). */
enum error_code hall_operator_reset_password(struct hall *hall, struct hall_caller from,
                                             struct hall_text player, const char *code,
                                             const unsigned char code_hash[TOKEN_HASH_BYTES]);
/* The second half of a request that needs the account of a name. `question` is its
 * MESSAGE_LOOK_UP_ACCOUNT, which the driver keeps. Of `found` only player and name count; player 0:
 * there is none. */
void hall_account_looked_up(struct hall *hall, const struct message *question,
                            const struct hall_found *found);
/* Of anybody's tournament that is not over, as its owner could. */
enum error_code hall_operator_cancel(struct hall *hall, struct hall_caller from, int64_t tournament,
                                     struct hall_text reason);
/* Of a live match: ENDING_ABORTED. NOT_YOURS: of a tournament. */
enum error_code hall_operator_abort(struct hall *hall, struct hall_caller from, int64_t match);
/* Of an open offer. */
enum error_code hall_operator_withdraw(struct hall *hall, struct hall_caller from, int64_t offer);
/* Both, of all matches, offers and invitations of a player, or of all players whose last session
 * since the start had this address_number; matches of tournaments are left alone. Invitations are
 * counted as offers. At most HALL_PAGE_MAX at once.
 * Answered with MESSAGE_CLEARED. NO_SUCH_PLAYER: nobody of this name is present. */
enum error_code hall_operator_clear_player(struct hall *hall, struct hall_caller from,
                                           struct hall_text player);
enum error_code hall_operator_clear_address(struct hall *hall, struct hall_caller from,
                                            uint64_t address_number);
/* Look-ups: the open reports, or `all`, with greater numbers than `after`; and one report with the
 * chat lines of its match. NO_SUCH_REPORT is for the driver to say. */
void hall_operator_reports(struct hall *hall, struct hall_caller from, bool all, int64_t after,
                           int64_t limit);
void hall_operator_report(struct hall *hall, struct hall_caller from, int64_t report);
/* NO_SUCH_REPORT: it is not open. */
enum error_code hall_operator_close_report(struct hall *hall, struct hall_caller from,
                                           int64_t report);
/* During a stall SERVER_STALLED when they are not on disk. */
void hall_operator_bans(struct hall *hall, struct hall_caller from);

/* Answers a request with an error that the driver found (an unknown method, a bad argument), in its
 * turn. */
void hall_refuse(struct hall *hall, struct hall_caller from, const struct error *error);

/* --- tournaments go on --- */

/* Does one step of what follows from all that has happened in tournaments: pairs a round, begins
 * matches, tells followers. A step takes about a millisecond at most. Returns whether there is
 * more to do: the driver calls again while its turn has time for it, and in the next turn, also
 * in the turn after each commit. Nothing of it is urgent: requests may come between two steps. */
bool hall_go_on(struct hall *hall);

/* --- durability --- */

/* The open batch, when it holds a record and the batch before it is committed; NULL otherwise. The
 * caller owns it until hall_batch_committed(), which takes it back. */
struct batch *hall_batch_take(struct hall *hall);
void hall_batch_committed(struct hall *hall, struct batch *batch);
/* Why changes are refused. */
enum hall_stall {
    STALL_DISK, /* the store cannot write, and goes on trying: until the next commit */
    /* Another hall may have taken over: until hall_resumed(). Changes are refused; all else waits,
     * but for what an operator asks, server.stats and server.key. */
    STALL_LEASE,
    STALL_COUNT,
};

/* With the first stall everybody is told, and hellos that wait are looked up at once, to be
 * refused. Idempotent. */
void hall_stalled(struct hall *hall, enum hall_stall stall, const char *reason);
/* With the end of the last one everybody is told. Idempotent. */
void hall_resumed(struct hall *hall, enum hall_stall stall);
/* Has all players come back, here or elsewhere: tells them, and loses their sessions as
 * hall_lose(). Returns how many there were. */
size_t hall_let_go(struct hall *hall, const char *reason);
/* From now on changes are refused; everybody is told. */
void hall_close(struct hall *hall, const char *reason);
/* Is every record on disk, and nothing left to do for hall_go_on()? */
bool hall_is_durable(const struct hall *hall);
/* Is everything on disk and said? */
bool hall_is_settled(const struct hall *hall);
/* About how much memory the messages take that wait to be said. */
size_t hall_unsaid_bytes(struct hall *hall);
/* How many sessions all messages so far were made for, each message counted once for each of its
 * sessions: the difference that a request makes tells how much there is to encode and to write
 * because of it. */
uint64_t hall_told(struct hall *hall);
/* The next message that may be said; NULL: none now. The caller destroys it, or gives it back. */
struct message *hall_message_next(struct hall *hall);
/* It has been said: its memory serves for the next ones. */
void hall_message_said(struct hall *hall, struct message *message);

/* --- figures --- */

struct hall_figures {
    size_t sessions, players, offers, invitations, live_matches, blocks, reports;
    int64_t start_bytes;        /* see hall_limits */
    size_t spectators;          /* places in all matches */
    size_t ended[ENDING_COUNT]; /* matches since the start, by their ending */
    size_t tournaments;         /* that are not over */
    uint64_t moves;             /* since the start */
    /* Bytes on disk: see server/hall/payers.h. */
    int64_t written_bytes; /* since the start */
    int64_t day_bytes,
        guest_day_bytes;       /* what is left of the levels of all players and of all guests */
    uint64_t written_refusals; /* requests, since the start */
};
struct hall_figures hall_figures(const struct hall *hall);

#endif
