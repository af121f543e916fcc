/* The one list of errors that are reported: over the wire, on the command line, in a log. Numbers
 * are part of the protocol and never change their meaning. */
#ifndef COMMON_BASE_ERROR_H
#define COMMON_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* X(number, NAME, "text name", "what it means") */
#define ERROR_CODES(X)                                                                             \
    X(1, BAD_MESSAGE, "bad_message", "the bytes are not a MessagePack-RPC message")                \
    X(2, TOO_LARGE, "too_large", "a message is over a stated limit")                               \
    X(3, UNKNOWN_METHOD, "unknown_method", "there is no such method")                              \
    X(4, BAD_ARGUMENTS, "bad_arguments", "an argument is missing or of the wrong form")            \
    X(5, HELLO_FIRST, "hello_first", "session.hello has to come first")                            \
    X(6, HELLO_TWICE, "hello_twice", "session.hello was already said")                             \
    X(7, BAD_PROTOCOL, "bad_protocol", "this protocol version is not spoken here")                 \
    X(8, SERVER_STALLED, "server_stalled", "the disk takes no writes; nothing can change now")     \
    X(9, SERVER_CLOSING, "server_closing", "the server is shutting down")                          \
    X(10, LIMIT_REACHED, "limit_reached", "there are as many of these as may be")                  \
    X(11, INTERNAL, "internal", "a fault of the server's own")                                     \
    X(12, TIMED_OUT, "timed_out", "nothing came, or only a part, for longer than a stated time")   \
    X(20, BAD_NAME, "bad_name", "this cannot be a player's name")                                  \
    X(21, NAME_TAKEN, "name_taken", "somebody present or an account has this name")                \
    X(22, BAD_TOKEN, "bad_token", "this token opens no seat")                                      \
    X(23, BAD_CREDENTIALS, "bad_credentials", "the name or the password is wrong")                 \
    X(25, HAS_ACCOUNT, "has_account", "this player has an account already")                        \
    X(26, NO_ACCOUNT, "no_account", "this player is a guest")                                      \
    X(27, TOO_MANY_ATTEMPTS, "too_many_attempts", "too many attempts to log in; wait")             \
    X(28, NOT_PRIVATE, "not_private", "passwords and tokens are not taken over this connection")   \
    X(29, BANNED, "banned", "the operator keeps this player or address out")                       \
    X(30, BAD_RULES, "bad_rules", "the rules cannot be read")                                      \
    X(31, BAD_POSITION, "bad_position", "the position cannot be read or is over a limit")          \
    X(32, BAD_MOVE, "bad_move", "the move cannot be read, or names what is not on the table")      \
    X(33, ILLEGAL_MOVE, "illegal_move", "the rules forbid this move")                              \
    X(34, NO_LEGAL_MOVE, "no_legal_move", "a start position needs a legal move")                   \
    X(35, BAD_CLOCK, "bad_clock", "the time control cannot be read")                               \
    X(36, BAD_PLAN, "bad_plan", "a tournament cannot be held like this")                           \
    X(37, NO_TAKEBACK, "no_takeback", "moves of this match cannot be taken back, or not now")      \
    X(38, NO_SUCH_TAKEBACK, "no_such_takeback", "this question about a takeback is open no more")  \
    X(39, NO_SUCH_REPORT, "no_such_report", "there is no report of this number (any more)")        \
    X(40, NO_SUCH_OFFER, "no_such_offer", "there is no such seek or challenge (any more)")         \
    X(41, NO_SUCH_PLAYER, "no_such_player", "nobody present has this name")                        \
    X(42, NOT_YOURS, "not_yours", "this is for somebody else to do")                               \
    X(43, NO_SUCH_MATCH, "no_such_match", "there is no such match")                                \
    X(44, NOT_A_PLAYER, "not_a_player", "you have no seat in this match")                          \
    X(45, NOT_YOUR_TURN, "not_your_turn", "the other player is to move")                           \
    X(46, STALE_PLY, "stale_ply", "the match is at another ply")                                   \
    X(47, MATCH_OVER, "match_over", "the match has ended")                                         \
    X(48, TOO_LATE, "too_late", "both have moved: resign instead")                                 \
    X(49, KEY_REUSED, "key_reused", "the key was used for another request")                        \
    X(50, TOO_EARLY, "too_early", "it is too early for this")                                      \
    X(51, NO_SUCH_TOKEN, "no_such_token", "you have no token of this number")                      \
    X(52, NOT_HERE, "not_here", "you are neither a player of this match nor do you watch it")      \
    X(53, NOT_BANNED, "not_banned", "there is no such ban")                                        \
    X(54, NO_SUCH_TOURNAMENT, "no_such_tournament", "there is no such tournament")                 \
    X(55, WRONG_STATE, "wrong_state", "the tournament does not stand so that this can be done")    \
    X(56, NOT_ENTERED, "not_entered", "this player takes no part in the tournament")               \
    X(57, NO_SUCH_PAIR, "no_such_pair", "the tournament has no such pair of matches")              \
    X(58, NO_SUCH_INVITATION, "no_such_invitation", "no open invitation has this code or number")  \
    X(59, DECLINED, "declined", "one of the two players does not want to meet the other")          \
    X(60, IO, "io", "the system refused a file, a socket or a process")                            \
    X(61, DISCONNECTED, "disconnected", "the connection is gone")                                  \
    X(62, USAGE, "usage", "the command line cannot be read")                                       \
    X(63, BAD_PASSWORD, "bad_password", "this cannot be a password")                               \
    X(64, UNKNOWN_SERVER, "unknown_server", "nothing vouches for the key of this server")          \
    X(65, WRONG_SERVER, "wrong_server", "the server has another key than it should")               \
    X(66, UNFIT, "unfit", "the offer is for other players: see its conditions")

enum error_code {
    ERROR_NONE = 0,
#define X(number, name, text, meaning) ERROR_##name = (number),
    ERROR_CODES(X)
#undef X
};

/* An error on its way up the stack to its reader. The message names the fault, its place and the
 * expected form; it is valid UTF-8 and zero-terminated. */
struct error {
    enum error_code code;
    int64_t wait_ms; /* the same request may succeed after this time; 0: unknown */
    /* A log-in may succeed earlier with a proof of `work_bits` of work for this challenge; 0: no
     * proof helps. */
    int64_t challenge;
    int work_bits;
    char message[512];
};

/* Fills `error`, without a wait or a challenge, and returns `code`, so that callers can write
 * `return error_set(...)`. A message that does not fit is cut at a character boundary. */
enum error_code error_set(struct error *error, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "illegal_move", or "unknown" for a number that is not in the table. */
const char *error_name(enum error_code code);

/* The meaning of the code, a phrase. */
const char *error_meaning(enum error_code code);

#endif
