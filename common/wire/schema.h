/* The protocol as one table: every method, event and record, each field once, with its limits and
 * meaning. From it come the C structs below, the decoding with all its checks, the encoding, and
 * the reference tables of PROTOCOL.md (a test compares them). MessagePack itself is not visible
 * here. */
#ifndef COMMON_WIRE_SCHEMA_H
#define COMMON_WIRE_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The limits, all in one place. */
#define WIRE_PROTOCOL 1
#define WIRE_INT_MAX INT64_C(9007199254740991) /* 2^53-1: what JavaScript holds exactly */
#define WIRE_REQUEST_BYTES_MAX 65536
#define WIRE_ANSWER_BYTES_MAX 16777216 /* what a client accepts from a server */
#define WIRE_DEPTH_MAX 8
#define WIRE_CLIENT_MAX 64
#define WIRE_NAME_MAX 32
#define WIRE_TOKEN_MAX 64
#define WIRE_KEY_MAX 64
#define WIRE_PASSWORD_MIN 8
#define WIRE_PASSWORD_MAX 128
#define WIRE_CODE_MAX 64 /* bytes of a one-time code, as somebody may type it */
#define WIRE_CLOCK_MAX 32
#define WIRE_INVITATION_CODE_MAX 64             /* bytes of an invitation's code; it has 22 */
#define WIRE_USES_MAX 1000                      /* of an invitation */
#define WIRE_EXPIRES_IN_MAX INT64_C(1209600000) /* 14 days */
#define WIRE_RATING_MAX 9999                    /* of an offer's conditions, in whole points */
#define WIRE_CHAT_MAX 500                       /* bytes of one line */
#define WIRE_REPORT_MAX 1000                    /* bytes of what a player tells the operator */
#define WIRE_REASON_MAX 200 /* what an operator says to those who are kicked or banned */
#define WIRE_ADDRESS_MAX 64
#define WIRE_NODE_MAX 255
#define WIRE_PATH_MAX 4096
#define WIRE_RULES_MAX 256
#define WIRE_LOOK_MAX 16 /* bytes of a name of what a position looks like */
#define WIRE_POSITION_MAX 16384
#define WIRE_MOVE_MAX 1024
#define WIRE_MESSAGE_MAX 1024        /* an error's message */
#define WIRE_EVENT_POSITION_MAX 1024 /* a longer position is left out of match.moved */
#define WIRE_PLY_MAX 10000
#define WIRE_PAGE_MAX 1000 /* elements in one answer's list */
#define WIRE_PAGE_DEFAULT 100
#define WIRE_PRINTED_MAX 1048576   /* a text that the server prints, such as a position in play */
#define WIRE_PAGE_BYTES_MAX 262144 /* of start positions in one list of offers or matches */
#define WIRE_UNANSWERED_MAX 64     /* requests of a connection */
#define WIRE_TITLE_MAX 64          /* a tournament's name */
#define WIRE_STARTS_MAX 16384      /* how a tournament's start positions are chosen */
#define WIRE_ENTRANTS_MAX 256
#define WIRE_ROUNDS_MAX 1000  /* that a tournament may be asked for */
#define WIRE_AT_ONCE_MAX 256  /* matches of a tournament */
#define WIRE_LINE_MAX 4194304 /* a line of an export */

/* An optional integer that is not there. */
#define WIRE_ABSENT INT64_MIN

/* A text that is not there has bytes == NULL. Not zero-terminated; decoded texts live as long as
 * their message. */
struct wire_text {
    const char *bytes;
    size_t len;
};

/* Fields: F(of, kind, record, name, presence, min, max, "meaning")
 *     of         the record that the field belongs to
 *     kind       INT, TEXT, FLAG (a boolean; absent is false), INTS and TEXTS (lists),
 *                RECORD (a nested map), RECORDS (a list of maps)
 *     record     for RECORD and RECORDS: the nested record; otherwise `none`
 *     presence   REQUIRED or OPTIONAL
 *     min, max   of an INT its value, of a TEXT its bytes, of lists their elements' value or bytes
 * In C: int64_t; struct wire_text; bool; `int64_t *x; size_t x_count`;
 * `struct wire_text *x; size_t x_count`; `struct wire_R *x` (NULL: absent);
 * `struct wire_R *x; size_t x_count`. */

/* A row a line, its meaning on the next one where both do not fit. */
// clang-format off

#define WIRE_NOTHING_FIELDS(F, of)

/* --- records inside other messages --- */

#define WIRE_LIMITS_FIELDS(F, of)                                                                  \
    F(of, INT, none, request_bytes, REQUIRED, 1, WIRE_INT_MAX, "bytes of one request")             \
    F(of, INT, none, depth, REQUIRED, 1, WIRE_INT_MAX, "nested arrays and maps of one request")    \
    F(of, INT, none, name_bytes, REQUIRED, 1, WIRE_INT_MAX, "bytes of a name")                     \
    F(of, INT, none, key_bytes, REQUIRED, 1, WIRE_INT_MAX, "bytes of a key")                       \
    F(of, INT, none, plies, REQUIRED, 1, WIRE_INT_MAX, "moves of a match")                         \
    F(of, INT, none, page, REQUIRED, 1, WIRE_INT_MAX, "elements of a list in one answer")

#define WIRE_GAME_FIELDS(F, of)                                                                    \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_RULES_MAX, "what a person types")                    \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "the canonical rules")                   \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what its positions look like; absent: heaps")                                               \
    F(of, TEXT, none, title, REQUIRED, 1, WIRE_MESSAGE_MAX, "what to show")                        \
    F(of, TEXT, none, summary, REQUIRED, 1, WIRE_MESSAGE_MAX, "the rules in a sentence")           \
    F(of, TEXT, none, example, REQUIRED, 1, WIRE_POSITION_MAX, "a start position")

/* Whom an open seek is for. */
#define WIRE_CONDITION_FIELDS(F, of)                                                               \
    F(of, INT, none, rating_min, OPTIONAL, 0, WIRE_RATING_MAX,                                     \
      "only for players with at least this rating in the game's family, in whole points; 0 or "    \
      "absent: any")                                                                               \
    F(of, INT, none, rating_max, OPTIONAL, 0, WIRE_RATING_MAX,                                     \
      "only for players with at most this rating; 0 or absent: any")                               \
    F(of, TEXT, none, only, OPTIONAL, 1, 16, "only for `people`, or only for `bots`; absent: both")

#define WIRE_OFFER_FIELDS(F, of)                                                                   \
    F(of, INT, none, offer, REQUIRED, 1, WIRE_INT_MAX, "the offer's number")                       \
    F(of, TEXT, none, from, REQUIRED, 1, WIRE_NAME_MAX, "who makes it")                            \
    F(of, TEXT, none, to, OPTIONAL, 1, WIRE_NAME_MAX, "who is challenged; absent in an open seek") \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "canonical; or a class of rules")        \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what its positions look like; absent: heaps")                                               \
    F(of, TEXT, none, start, OPTIONAL, 1, WIRE_PRINTED_MAX,                                        \
      "the start position, canonical; absent with a class of rules, and in lobby.changed when it " \
      "is longer than 64 bytes: offer.list tells it")                                              \
    F(of, TEXT, none, first, REQUIRED, 1, 16, "who moves first: `maker`, `taker` or `random`")     \
    F(of, INT, none, rematch_of, OPTIONAL, 1, WIRE_INT_MAX,                                        \
      "the match that this offers to repeat")                                                      \
    F(of, FLAG, none, rated, REQUIRED, 0, 1, "is it to count for the ratings?")                    \
    F(of, TEXT, none, clock, OPTIONAL, 1, WIRE_CLOCK_MAX,                                          \
      "the time control, canonical: `300+3`, `30/move`; absent: none")                             \
    WIRE_CONDITION_FIELDS(F, of)                                                                   \
    F(of, FLAG, none, bot, OPTIONAL, 0, 1, "is the maker a bot?")                                  \
    F(of, INT, none, rating, OPTIONAL, 0, WIRE_INT_MAX,                                            \
      "the maker's rating in the game's family, in whole points; absent: a guest")

/* A match in a list. */
#define WIRE_SUMMARY_FIELDS(F, of)                                                                 \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "canonical")                             \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what its positions look like; absent: heaps")                                               \
    F(of, TEXT, none, start, REQUIRED, 1, WIRE_PRINTED_MAX, "the start position, canonical")       \
    F(of, TEXT, none, first, REQUIRED, 1, WIRE_NAME_MAX, "who moves first")                        \
    F(of, TEXT, none, second, REQUIRED, 1, WIRE_NAME_MAX, "who moves second")                      \
    F(of, INT, none, ply, REQUIRED, 0, WIRE_PLY_MAX, "moves made")                                 \
    F(of, INT, none, created, REQUIRED, 0, WIRE_INT_MAX, "when it began, in ms since 1970 UTC")    \
    F(of, INT, none, ended, OPTIONAL, 0, WIRE_INT_MAX, "when it ended, in ms since 1970 UTC")      \
    F(of, TEXT, none, ending, OPTIONAL, 1, 32,                                                     \
      "how it ended, see match.ended; absent while it is live")                                    \
    F(of, TEXT, none, winner, OPTIONAL, 1, 16,                                                     \
      "`first`, `second` or `nobody`; absent while it is live")                                    \
    F(of, TEXT, none, clock, OPTIONAL, 1, WIRE_CLOCK_MAX,                                          \
      "the time control, canonical: `300+3`, `30/move`; absent: none")                             \
    F(of, FLAG, none, rated, REQUIRED, 0, 1, "does it count for the ratings?")                     \
    F(of, INT, none, tournament, OPTIONAL, 1, WIRE_INT_MAX,                                        \
      "the tournament that it belongs to; absent: none")

/* A question of a player to the opponent: may moves be taken back? */
#define WIRE_TAKEBACK_FIELDS(F, of)                                                                \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 0, WIRE_INT_MAX,                                               \
      "the match's changes so far, of which this is none; its answer names it and the ply")  \
    F(of, TEXT, none, player, REQUIRED, 1, 16, "who asks: `first` or `second`")                    \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX,                                               \
      "the move to be taken back, with all after it: the asker's")                                 \
    F(of, FLAG, none, open, REQUIRED, 0, 1, "false: the question was declined")

/* Moves that were taken back together. */
#define WIRE_TAKEN_MOVES_FIELDS(F, of)                                                             \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX, "the number that the first of them had")      \
    F(of, TEXTS, none, moves, REQUIRED, 1, WIRE_PRINTED_MAX, "in the order of their plies")

/* A match, whole; of a long one the moves come in pages. */
#define WIRE_MATCH_FIELDS(F, of)                                                                   \
    WIRE_SUMMARY_FIELDS(F, of)                                                                     \
    F(of, INT, none, seq, REQUIRED, 0, WIRE_INT_MAX,                                               \
      "changes so far: one for each move, one for each time that moves were taken back, one for "  \
      "the end")                                                                                   \
    F(of, TEXT, none, position, REQUIRED, 1, WIRE_PRINTED_MAX, "after `ply` moves")                \
    F(of, TEXT, none, seat, OPTIONAL, 1, 16,                                                       \
      "yours: `first` or `second`; absent when you only watch")                                    \
    F(of, FLAG, none, first_online, REQUIRED, 0, 1, "is the first player connected?")              \
    F(of, FLAG, none, second_online, REQUIRED, 0, 1, "is the second player connected?")            \
    F(of, INT, none, from_ply, REQUIRED, 1, WIRE_INT_MAX,                                          \
      "the ply of the first element of `moves`")                                                   \
    F(of, TEXTS, none, moves, REQUIRED, 1, WIRE_PRINTED_MAX,                                       \
      "at most a page of moves; while from_ply + their number <= ply, more can be had with "       \
      "`after`")                                                                                   \
    F(of, INTS, none, taken, OPTIONAL, 0, WIRE_INT_MAX,                                            \
      "ms that the server counted for each of `moves`; absent when that is not known")             \
    F(of, INTS, none, credit, OPTIONAL, 0, WIRE_INT_MAX,                                           \
      "ms of these given back for the network's lag; absent when there are none")                  \
    F(of, INT, none, first_left, OPTIONAL, 0, WIRE_INT_MAX,                                        \
      "the first player's time in ms when this was made; absent without a clock, and when the "    \
      "match is over")                                                                             \
    F(of, INT, none, second_left, OPTIONAL, 0, WIRE_INT_MAX, "the second player's")                \
    F(of, FLAG, none, clock_runs, REQUIRED, 0, 1,                                                  \
      "does the clock of the one who is to move run from now on?")                                 \
    F(of, INT, none, first_move_left, OPTIONAL, 0, WIRE_INT_MAX,                                   \
      "ms that the player to move has left for a first move; absent after it, and where the "      \
      "clock has less")                                                                            \
    F(of, INT, none, await_left, OPTIONAL, 0, WIRE_INT_MAX,                                        \
      "the player to move was away when the move came: ms for which this player is still awaited " \
      "because the match comes from an invitation; absent otherwise")                              \
    F(of, INT, none, claim_in, OPTIONAL, 0, WIRE_INT_MAX,                                          \
      "the player to move is gone: ms until the opponent may claim the match; absent when "        \
      "nothing can be claimed as things stand")                                                    \
    F(of, INT, none, abort_in, OPTIONAL, 0, WIRE_INT_MAX,                                          \
      "your opponent is gone: ms until you may abort the match for that; absent when you may "     \
      "not as things stand, and when you only watch")                                              \
    F(of, INT, none, idle_left, OPTIONAL, 0, WIRE_INT_MAX,                                         \
      "ms until a match without a clock ends because nobody has moved")                            \
    F(of, INT, none, seed, OPTIONAL, 1, WIRE_INT_MAX,                                              \
      "in a live match of a tournament: what the chance of a program in your seat is to follow "   \
      "from, and nothing else; absent elsewhere, and when you only watch")                         \
    F(of, TEXTS, none, marks, OPTIONAL, 1, 64,                                                     \
      "the exact judgement of each of `moves`: `+3` a won position, with 3 winning moves, this "   \
      "is one; `-3` this is none, the win is thrown away; `0` lost already; `/3` won, and a "      \
      "draw now; `=3` a draw that 3 moves keep, this is one; `!3` this is none, and it is lost; "  \
      "absent until an ended match is judged")                                                     \
    F(of, INT, none, back, OPTIONAL, 0, WIRE_INT_MAX,                                              \
      "how often moves were taken back; absent: 0")                                                \
    F(of, RECORDS, taken_moves, taken_back, OPTIONAL, 0, 0,                                        \
      "these moves, of each time, in order; absent: none")                                         \
    F(of, RECORD, takeback, takeback, OPTIONAL, 0, 0,                                              \
      "the open question; absent: there is none, and when you only watch")

/* --- parameters and results of the methods --- */

#define WIRE_HELLO_FIELDS(F, of)                                                                   \
    F(of, INT, none, protocol, REQUIRED, 0, WIRE_INT_MAX, "the version that the client speaks: 1") \
    F(of, TEXT, none, client, REQUIRED, 1, WIRE_CLIENT_MAX,                                        \
      "the program and its version, for the log and for other players")                            \
    F(of, TEXT, none, name, OPTIONAL, 1, WIRE_NAME_MAX,                                            \
      "a new guest's name, or with `password` an account's; needed when there is no token")        \
    F(of, TEXT, none, token, OPTIONAL, 1, WIRE_TOKEN_MAX, "takes this player's seats back")        \
    F(of, TEXT, none, password, OPTIONAL, WIRE_PASSWORD_MIN, WIRE_PASSWORD_MAX,                    \
      "with `name`: logs in to the account of that name")                                          \
    F(of, TEXT, none, code, OPTIONAL, 1, WIRE_CODE_MAX,                                            \
      "with `name` and `password`: the operator's one-time code, by which this becomes the "       \
      "account's password")                                                                        \
    F(of, INT, none, proof, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "with `password`: the work that too_many_attempts has asked for")                            \
    F(of, FLAG, none, bot, OPTIONAL, 0, 1,                                                         \
      "does a program choose the moves? Other players see it; absent: no")                         \
    F(of, FLAG, none, resumes, OPTIONAL, 0, 1,                                                     \
      "does the client say hello again after `server.restarted`? Absent: its connection is "       \
      "closed instead")                                                                            \
    F(of, INT, none, instance, OPTIONAL, 0, WIRE_INT_MAX,                                          \
      "with `attempt`: a random number that the program draws once, when it starts")               \
    F(of, INT, none, attempt, OPTIONAL, 0, WIRE_INT_MAX,                                           \
      "counts the hellos of this `instance`: one that comes after a later one is refused")

#define WIRE_WELCOME_FIELDS(F, of)                                                                 \
    F(of, INT, none, protocol, REQUIRED, 1, WIRE_INT_MAX, "the version that the server speaks: 1") \
    F(of, TEXT, none, server, REQUIRED, 1, WIRE_CLIENT_MAX, "the program and its version")         \
    F(of, INT, none, player, REQUIRED, 1, WIRE_INT_MAX, "your number")                             \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_NAME_MAX, "your name")                               \
    F(of, TEXT, none, token, OPTIONAL, 1, WIRE_TOKEN_MAX,                                          \
      "say it in a later session.hello; keep it secret; absent where others could read it")        \
    F(of, INT, none, token_expires, OPTIONAL, 0, WIRE_INT_MAX,                                     \
      "when the token ends unless it is used before, in ms since 1970 UTC")                        \
    F(of, FLAG, none, account, REQUIRED, 0, 1, "has this player an account? Otherwise a guest")    \
    F(of, RECORD, limits, limits, REQUIRED, 0, 0, "what this server accepts")                      \
    F(of, RECORDS, game, games, REQUIRED, 0, 0,                                                    \
      "games with names of their own, behind them those that the server names; any rules of the "  \
      "notation are played")                                                                       \
    F(of, INTS, none, matches, REQUIRED, 1, WIRE_INT_MAX,                                          \
      "your live matches: their events follow; get each with match.resume")                        \
    F(of, TEXT, none, signing_key, OPTIONAL, 1, 128,                                               \
      "what `server.key` answers: keep it for the records of this server's tournaments; older "    \
      "servers do not tell it")

/* What is to be played: of an offer, and of an invitation. */
#define WIRE_TERMS_FIELDS(F, of)                                                                   \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX,                                          \
      "rules in the notation, or a class of rules")                                                \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what positions are to look like; absent: as the name of a game in `rules` says")            \
    F(of, TEXT, none, start, OPTIONAL, 1, WIRE_POSITION_MAX,                                       \
      "the start position; absent: the server draws one")                                          \
    F(of, TEXT, none, first, OPTIONAL, 1, 16,                                                      \
      "who moves first: `maker` (you), `taker` or `random`; absent: `random`")                     \
    F(of, TEXT, none, clock, OPTIONAL, 1, WIRE_CLOCK_MAX,                                          \
      "the time control: `300+3` (seconds, and seconds more after each move), `30/move`, "         \
      "`none`; absent: none")                                                                      \
    F(of, FLAG, none, rated, OPTIONAL, 0, 1,                                                       \
      "is it to count for the ratings? Both need an account then; absent: no")

#define WIRE_OFFER_MAKE_FIELDS(F, of)                                                              \
    F(of, TEXT, none, to, OPTIONAL, 1, WIRE_NAME_MAX,                                              \
      "a present player to challenge; absent: an open seek")                                       \
    WIRE_TERMS_FIELDS(F, of)                                                                       \
    WIRE_CONDITION_FIELDS(F, of)                                                                   \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_OFFER_NUMBER_FIELDS(F, of)                                                            \
    F(of, INT, none, offer, REQUIRED, 1, WIRE_INT_MAX, "the offer's number")

#define WIRE_OFFER_CHOICE_FIELDS(F, of)                                                            \
    F(of, INT, none, offer, REQUIRED, 1, WIRE_INT_MAX, "the offer's number")                       \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_OFFER_PAGE_FIELDS(F, of)                                                              \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "a page: only those with a greater number, the oldest first")                                \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX,                                            \
      "a page: at most this many; absent: 100; without `after` and `limit` a choice of all")

/* A rating of the caller's own. */
#define WIRE_OWN_RATING_FIELDS(F, of)                                                              \
    F(of, TEXT, none, family, REQUIRED, 1, 64, "of games, such as `take-away`")                    \
    F(of, INT, none, rating, REQUIRED, 0, WIRE_INT_MAX, "in whole points")

#define WIRE_OFFERS_FIELDS(F, of)                                                                  \
    F(of, RECORDS, offer, offers, REQUIRED, 0, 0,                                                  \
      "open seeks, and challenges from you and to you")                                            \
    F(of, FLAG, none, more, OPTIONAL, 0, 1, "are there more than these?")                          \
    F(of, RECORDS, own_rating, ratings, OPTIONAL, 0, 0,                                            \
      "yours in each family, by which the offers' conditions go; absent: you are a guest")

#define WIRE_LOBBY_CHANGED_FIELDS(F, of)                                                           \
    F(of, RECORDS, offer, made, REQUIRED, 0, 0, "open seeks that are new")                         \
    F(of, INTS, none, gone, REQUIRED, 1, WIRE_INT_MAX, "numbers of those that are open no more")   \
    F(of, FLAG, none, missed, OPTIONAL, 0, 1,                                                      \
      "you did not get earlier events, since your connection was behind: list the offers again")

#define WIRE_INVITATION_CREATE_FIELDS(F, of)                                                       \
    F(of, TEXT, none, to, OPTIONAL, 1, WIRE_NAME_MAX,                                              \
      "the one name that it is for, present or not; absent: whoever has the code")                 \
    WIRE_TERMS_FIELDS(F, of)                                                                       \
    F(of, INT, none, uses, OPTIONAL, 1, WIRE_USES_MAX,                                             \
      "how often it may be accepted; absent: once")                                                \
    F(of, INT, none, expires_in, OPTIONAL, 1, WIRE_EXPIRES_IN_MAX,                                 \
      "ms from now on for which it stays open; absent: 14 days")                                   \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_INVITATION_MADE_FIELDS(F, of)                                                         \
    F(of, INT, none, invitation, REQUIRED, 1, WIRE_INT_MAX, "the invitation's number")             \
    F(of, TEXT, none, code, OPTIONAL, 1, WIRE_INVITATION_CODE_MAX,                                 \
      "for whom you invite; absent in the answer to a repeated request when the invitation has "   \
      "ended since")                                                                               \
    F(of, INT, none, expires, OPTIONAL, 0, WIRE_INT_MAX,                                           \
      "when it ends, in ms since 1970 UTC; absent as `code`")

#define WIRE_INVITATION_FIELDS(F, of)                                                              \
    F(of, INT, none, invitation, REQUIRED, 1, WIRE_INT_MAX, "the invitation's number")             \
    F(of, TEXT, none, code, OPTIONAL, 1, WIRE_INVITATION_CODE_MAX, "only for its maker")           \
    F(of, TEXT, none, from, REQUIRED, 1, WIRE_NAME_MAX, "who makes it")                            \
    F(of, TEXT, none, to, OPTIONAL, 1, WIRE_NAME_MAX,                                              \
      "the one name that it is for; absent: whoever has the code")                                 \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "canonical; or a class of rules")        \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what its positions look like; absent: heaps")                                               \
    F(of, TEXT, none, start, OPTIONAL, 1, WIRE_PRINTED_MAX,                                        \
      "the start position, canonical; absent with a class of rules")                               \
    F(of, TEXT, none, first, REQUIRED, 1, 16, "who moves first: `maker`, `taker` or `random`")     \
    F(of, FLAG, none, rated, REQUIRED, 0, 1, "is it to count for the ratings?")                    \
    F(of, TEXT, none, clock, OPTIONAL, 1, WIRE_CLOCK_MAX,                                          \
      "the time control, canonical: `300+3`, `30/move`; absent: none")                             \
    F(of, INT, none, uses, REQUIRED, 1, WIRE_INT_MAX, "how often it may still be accepted")        \
    F(of, INT, none, created, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")                   \
    F(of, INT, none, expires, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")                   \
    F(of, FLAG, none, online, REQUIRED, 0, 1, "is its maker connected?")

#define WIRE_INVITATION_CODE_FIELDS(F, of)                                                         \
    F(of, TEXT, none, code, REQUIRED, 1, WIRE_INVITATION_CODE_MAX, "the invitation's code")

#define WIRE_INVITATION_ACCEPT_FIELDS(F, of)                                                       \
    F(of, TEXT, none, code, REQUIRED, 1, WIRE_INVITATION_CODE_MAX, "the invitation's code")        \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_INVITATION_CHOICE_FIELDS(F, of)                                                       \
    F(of, INT, none, invitation, REQUIRED, 1, WIRE_INT_MAX, "the invitation's number")             \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_INVITATION_PAGE_FIELDS(F, of)                                                         \
    F(of, INT, none, before, OPTIONAL, 1, WIRE_INT_MAX,                                            \
      "only those with a smaller number; absent: the latest")                                      \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_INVITATIONS_FIELDS(F, of)                                                             \
    F(of, RECORDS, invitation, invitations, REQUIRED, 0, 0, "yours, the latest first")             \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_INVITATION_CLOSED_FIELDS(F, of)                                                       \
    F(of, INT, none, invitation, REQUIRED, 1, WIRE_INT_MAX, "the invitation's number")             \
    F(of, TEXT, none, reason, REQUIRED, 1, 16,                                                     \
      "`expired`, `cancelled` (by the operator) or `gone` (others needed its place)")

#define WIRE_MOVE_FIELDS(F, of)                                                                    \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX, "this move's number, from 1")                 \
    F(of, TEXT, none, move, REQUIRED, 1, WIRE_MOVE_MAX, "the move in the notation")                \
    F(of, INT, none, back, OPTIONAL, 0, WIRE_INT_MAX,                                              \
      "how often moves were taken back in the match, as far as you know; absent: 0")

#define WIRE_MOVE_DONE_FIELDS(F, of)                                                               \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 0, WIRE_INT_MAX, "the match's changes up to this move")        \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX, "the move's number")

#define WIRE_MATCH_CHOICE_FIELDS(F, of)                                                            \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TAKEBACK_ASK_FIELDS(F, of)                                                            \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX,                                               \
      "the number of the move to take back, yours: all after it go with it")                       \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TAKEBACK_CHOICE_FIELDS(F, of)                                                         \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 0, WIRE_INT_MAX, "that of the question")                       \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX, "that of the question")                       \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_REMATCH_FIELDS(F, of)                                                                 \
    F(of, INT, none, offer, OPTIONAL, 1, WIRE_INT_MAX, "your offer, now before the other player")  \
    F(of, INT, none, match, OPTIONAL, 1, WIRE_INT_MAX,                                             \
      "the new match, when the other had offered already")

#define WIRE_MATCH_NUMBER_FIELDS(F, of)                                                            \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")

#define WIRE_RESUME_FIELDS(F, of)                                                                  \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "the last ply you have; absent: 0, from the beginning")

#define WIRE_MATCH_PAGE_FIELDS(F, of)                                                              \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "only matches with a greater number; absent: 0")                                             \
    F(of, INT, none, before, OPTIONAL, 1, WIRE_INT_MAX,                                            \
      "only matches with a smaller number, the latest first; absent: all, the oldest first")       \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_HISTORY_PAGE_FIELDS(F, of)                                                            \
    F(of, TEXT, none, player, OPTIONAL, 1, WIRE_NAME_MAX,                                          \
      "only matches of players with this name, without regard to case")                            \
    F(of, INT, none, before, OPTIONAL, 1, WIRE_INT_MAX,                                            \
      "only matches with a smaller number; absent: the latest")                                    \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")          \
    F(of, TEXT, none, opponent, OPTIONAL, 1, WIRE_NAME_MAX,                                        \
      "only those against players with this name, without regard to case")                         \
    F(of, TEXT, none, rules, OPTIONAL, 1, WIRE_RULES_MAX,                                          \
      "only those of these rules, or of the game of this name")                                    \
    F(of, FLAG, none, rated, OPTIONAL, 0, 1, "only those that counted for the ratings?")           \
    F(of, TEXT, none, result, OPTIONAL, 1, 16,                                                     \
      "only those that `player` has `won`, or `lost`, or that `nobody` has won")                   \
    F(of, INT, none, since, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "only those that ended then or later, in ms since 1970 UTC")                                 \
    F(of, INT, none, until, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "only those that ended before then, in ms since 1970 UTC; 0 or absent: at any time")

#define WIRE_SUMMARIES_FIELDS(F, of)                                                               \
    F(of, RECORDS, summary, matches, REQUIRED, 0, 0, "the matches")                                \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")                          \
    F(of, INT, none, next, OPTIONAL, 1, WIRE_INT_MAX,                                              \
      "of history.list, with `more`: go on with `before` = this")

/* How it stands between two names. */
#define WIRE_VERSUS_CHOICE_FIELDS(F, of)                                                           \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "one name, without regard to case")      \
    F(of, TEXT, none, opponent, REQUIRED, 1, WIRE_NAME_MAX, "the other one")                       \
    F(of, TEXT, none, rules, OPTIONAL, 1, WIRE_RULES_MAX,                                          \
      "only under these rules, or in the game of this name")                                       \
    F(of, TEXT, none, after, OPTIONAL, 1, WIRE_RULES_MAX,                                          \
      "only rules that come after these canonical ones; absent: from the first")                   \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_SCORE_FIELDS(F, of)                                                                   \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "canonical")                             \
    F(of, INT, none, won, REQUIRED, 0, WIRE_INT_MAX, "matches that `player` has won")              \
    F(of, INT, none, lost, REQUIRED, 0, WIRE_INT_MAX, "those that `opponent` has won")             \
    F(of, INT, none, nobody, REQUIRED, 0, WIRE_INT_MAX, "those that nobody has won")               \
    F(of, INT, none, last, REQUIRED, 1, WIRE_INT_MAX, "the greatest number of a match of these")

#define WIRE_VERSUS_FIELDS(F, of)                                                                  \
    F(of, RECORDS, score, scores, REQUIRED, 0, 0, "one for each rules, in the order of bytes")     \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_PONG_FIELDS(F, of)                                                                    \
    F(of, INT, none, n, REQUIRED, 0, WIRE_INT_MAX,                                                 \
      "the number of the session.ping that this answers")

#define WIRE_REGISTER_FIELDS(F, of)                                                                \
    F(of, TEXT, none, password, REQUIRED, WIRE_PASSWORD_MIN, WIRE_PASSWORD_MAX, "the account's")   \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_PASSWORD_FIELDS(F, of)                                                                \
    F(of, TEXT, none, old, REQUIRED, 1, WIRE_PASSWORD_MAX, "the present password")                 \
    F(of, TEXT, none, password, REQUIRED, WIRE_PASSWORD_MIN, WIRE_PASSWORD_MAX,                    \
      "the new one; all tokens but the one in use end")                                            \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_CLOSURE_FIELDS(F, of)                                                                 \
    F(of, TEXT, none, password, REQUIRED, 1, WIRE_PASSWORD_MAX, "the account's")                   \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TOKEN_FIELDS(F, of)                                                                   \
    F(of, INT, none, token, REQUIRED, 1, WIRE_INT_MAX, "its number, for token.revoke")             \
    F(of, TEXT, none, client, REQUIRED, 1, WIRE_CLIENT_MAX, "the program that it was made for")    \
    F(of, INT, none, created, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")                   \
    F(of, INT, none, expires, REQUIRED, 0, WIRE_INT_MAX,                                           \
      "in ms since 1970 UTC, unless it is used before")                                            \
    F(of, FLAG, none, current, REQUIRED, 0, 1, "is it the one of this connection?")

#define WIRE_TOKENS_FIELDS(F, of)                                                                  \
    F(of, RECORDS, token, tokens, REQUIRED, 0, 0, "yours, the latest first")

#define WIRE_TOKEN_CHOICE_FIELDS(F, of)                                                            \
    F(of, INT, none, token, OPTIONAL, 1, WIRE_INT_MAX,                                             \
      "its number; absent: all but the one of this connection")                                    \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_CHAT_SAY_FIELDS(F, of)                                                                \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, TEXT, none, text, REQUIRED, 1, WIRE_CHAT_MAX, "one line")                                \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_CHAT_LINE_FIELDS(F, of)                                                               \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, TEXT, none, room, REQUIRED, 1, 16, "`players` or `spectators`")                          \
    F(of, TEXT, none, from, REQUIRED, 1, WIRE_NAME_MAX, "who says it")                             \
    F(of, TEXT, none, text, REQUIRED, 1, WIRE_CHAT_MAX, "what is said")                            \
    F(of, INT, none, at, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")

#define WIRE_CHAT_LINES_FIELDS(F, of)                                                              \
    F(of, RECORDS, chat_line, lines, REQUIRED, 0, 0,                                               \
      "the last ones of your room, the oldest first; none from before a restart")

#define WIRE_MUTE_FIELDS(F, of)                                                                    \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "whose lines you do not want to get")    \
    F(of, FLAG, none, muted, REQUIRED, 0, 1, "false: get them again")

#define WIRE_COUNTER_FIELDS(F, of)                                                                 \
    F(of, TEXT, none, name, REQUIRED, 1, 64, "as in the metrics, without the prefix")              \
    F(of, TEXT, none, meaning, REQUIRED, 1, WIRE_MESSAGE_MAX, "what it counts")                    \
    F(of, INT, none, value, REQUIRED, 0, WIRE_INT_MAX, "since the start, or now")

#define WIRE_HISTOGRAM_FIELDS(F, of)                                                               \
    F(of, TEXT, none, name, REQUIRED, 1, 64, "as in the metrics, without the prefix and the unit") \
    F(of, TEXT, none, meaning, REQUIRED, 1, WIRE_MESSAGE_MAX, "what is measured, in microseconds") \
    F(of, INT, none, count, REQUIRED, 0, WIRE_INT_MAX, "values since the start")                   \
    F(of, INT, none, p50, REQUIRED, 0, WIRE_INT_MAX, "half of them are at most this")              \
    F(of, INT, none, p99, REQUIRED, 0, WIRE_INT_MAX, "99 of 100 are at most this")                 \
    F(of, INT, none, p999, REQUIRED, 0, WIRE_INT_MAX, "999 of 1000 are at most this")              \
    F(of, INT, none, max, REQUIRED, 0, WIRE_INT_MAX, "the greatest")

#define WIRE_STATS_FIELDS(F, of)                                                                   \
    F(of, TEXT, none, server, REQUIRED, 1, WIRE_CLIENT_MAX, "the program and its version")         \
    F(of, INT, none, uptime, REQUIRED, 0, WIRE_INT_MAX, "ms since the start")                      \
    F(of, RECORDS, counter, counters, REQUIRED, 0, 0, "what is counted")                           \
    F(of, RECORDS, histogram, histograms, REQUIRED, 0, 0, "what is measured")

#define WIRE_SIGNING_KEY_FIELDS(F, of)                                                             \
    F(of, TEXT, none, key, REQUIRED, 1, 128,                                                       \
      "the public key's name: `ed25519:` and 64 hexadecimal digits")

/* Of the operator. */

#define WIRE_WHEREABOUTS_FIELDS(F, of)                                                             \
    F(of, TEXT, none, role, REQUIRED, 1, 16,                                                       \
      "of this process: `all`, a whole server, or `hall`, one that has its clients at gateways")   \
    F(of, FLAG, none, leads, REQUIRED, 0, 1,                                                       \
      "has this process the database? Otherwise it stands by")                                     \
    F(of, TEXT, none, metrics, OPTIONAL, 1, 80,                                                    \
      "HOST:PORT at which this process shows its figures, where these have an address of their "   \
      "own")                                                                                       \
    F(of, INT, none, epoch, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "grows when a server takes over; absent: the database is a file, and no other can")          \
    F(of, TEXT, none, node, OPTIONAL, 1, WIRE_NODE_MAX,                                            \
      "the machine of the process that leads; absent, as what follows: none does")                 \
    F(of, INT, none, pid, OPTIONAL, 1, WIRE_INT_MAX,                                               \
      "of the process that leads; absent: the database does not tell")                             \
    F(of, INT, none, since, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "when it took over, or had to connect to the database again, in ms since 1970 UTC")          \
    F(of, INT, none, beat, OPTIONAL, 0, WIRE_INT_MAX,                                              \
      "ms since its last sign in the database; absent: this process leads")                        \
    F(of, INT, none, lease, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "ms for which this process, which leads, answers without a word from the database")          \
    F(of, INT, none, gateways, OPTIONAL, 0, WIRE_INT_MAX, "of this process, a hall that leads")

#define WIRE_PRESENT_FIELDS(F, of)                                                                 \
    F(of, INT, none, session, REQUIRED, 1, WIRE_INT_MAX, "the connection's number, as in the log") \
    F(of, INT, none, player, REQUIRED, 1, WIRE_INT_MAX, "the player's number")                     \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_NAME_MAX, "the player's name")                       \
    F(of, FLAG, none, account, REQUIRED, 0, 1, "an account? Otherwise a guest")                    \
    F(of, TEXT, none, address, REQUIRED, 1, WIRE_ADDRESS_MAX, "where the connection comes from")   \
    F(of, TEXT, none, client, REQUIRED, 1, WIRE_CLIENT_MAX, "the program")                         \
    F(of, INT, none, lag, OPTIONAL, 0, WIRE_INT_MAX, "ms there and back; absent: not measured")    \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX, "live ones with a seat")                  \
    F(of, INT, none, since, REQUIRED, 0, WIRE_INT_MAX, "of the connection, in ms since 1970 UTC")

#define WIRE_PRESENT_PAGE_FIELDS(F, of)                                                            \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "only sessions with a greater number; absent: 0")                                            \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_PRESENT_LIST_FIELDS(F, of)                                                            \
    F(of, RECORDS, present, players, REQUIRED, 0, 0,                                               \
      "who is connected, in the order of the sessions")                                            \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

/* A player as others see it. */
#define WIRE_ONLINE_FIELDS(F, of)                                                                  \
    F(of, INT, none, player, REQUIRED, 1, WIRE_INT_MAX, "the player's number")                     \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_NAME_MAX, "the player's name")                       \
    F(of, FLAG, none, account, REQUIRED, 0, 1, "an account? Otherwise a guest")                    \
    F(of, TEXT, none, client, REQUIRED, 1, WIRE_CLIENT_MAX, "the program")                         \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX, "live ones with a seat")                  \
    F(of, FLAG, none, bot, OPTIONAL, 0, 1, "does a program choose the moves?")

#define WIRE_ONLINE_LIST_FIELDS(F, of)                                                             \
    F(of, RECORDS, online, players, REQUIRED, 0, 0, "who is connected, you included")

#define WIRE_PLAYER_NAME_FIELDS(F, of)                                                             \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "the player's name, in any case")

#define WIRE_BLOCKED_FIELDS(F, of)                                                                 \
    F(of, INT, none, player, REQUIRED, 1, WIRE_INT_MAX, "the player's number")                     \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_NAME_MAX, "the player's name")                       \
    F(of, INT, none, since, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")

#define WIRE_BLOCKS_FIELDS(F, of)                                                                  \
    F(of, RECORDS, blocked, players, REQUIRED, 0, 0, "whom you have blocked, the oldest first")

#define WIRE_PLAYER_REPORT_FIELDS(F, of)                                                           \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "about whom, in any case")               \
    F(of, INT, none, match, OPTIONAL, 1, WIRE_INT_MAX,                                             \
      "the match that it is about; absent: the last one between the two, as far as the server "    \
      "remembers it")                                                                              \
    F(of, TEXT, none, words, REQUIRED, 1, WIRE_REPORT_MAX, "what has happened")                    \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX, "for a safe retry")

#define WIRE_REPORT_NUMBER_FIELDS(F, of)                                                           \
    F(of, INT, none, report, REQUIRED, 1, WIRE_INT_MAX, "the report's number")

#define WIRE_REPORT_FIELDS(F, of)                                                                  \
    F(of, INT, none, report, REQUIRED, 1, WIRE_INT_MAX, "the report's number")                     \
    F(of, TEXT, none, from, REQUIRED, 1, WIRE_NAME_MAX, "who has made it")                         \
    F(of, TEXT, none, about, REQUIRED, 1, WIRE_NAME_MAX, "about whom")                             \
    F(of, INT, none, match, OPTIONAL, 1, WIRE_INT_MAX, "the match that it is about")               \
    F(of, TEXT, none, words, REQUIRED, 1, WIRE_REPORT_MAX, "what has happened")                    \
    F(of, INT, none, made, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")                      \
    F(of, INT, none, closed, OPTIONAL, 0, WIRE_INT_MAX, "the same; absent: it is open")

#define WIRE_REPORT_PAGE_FIELDS(F, of)                                                             \
    F(of, FLAG, none, all, OPTIONAL, 0, 1, "closed ones, too?")                                    \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "only reports with a greater number; absent: 0")                                             \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_REPORTS_FIELDS(F, of)                                                                 \
    F(of, RECORDS, report, reports, REQUIRED, 0, 0, "the oldest first")                            \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_REPORT_LINES_FIELDS(F, of)                                                            \
    F(of, RECORD, report, report, REQUIRED, 0, 0, "the report")                                    \
    F(of, RECORDS, chat_line, lines, REQUIRED, 0, 0,                                               \
      "what was said in its match, as far as it is kept: the last 200 lines, the oldest first")

#define WIRE_PUZZLE_CHOICE_FIELDS(F, of)                                                           \
    F(of, TEXT, none, rules, OPTIONAL, 1, WIRE_RULES_MAX, "only of these; absent: of any game")

#define WIRE_PUZZLE_FIELDS(F, of)                                                                  \
    F(of, TEXT, none, source, REQUIRED, 1, 16, "new, repeat, daily, or none: there is none left")  \
    F(of, TEXT, none, rules, OPTIONAL, 1, WIRE_RULES_MAX, "of a puzzle: its rules, ...")           \
    F(of, TEXT, none, position, OPTIONAL, 1, WIRE_POSITION_MAX, "... its position, ...")           \
    F(of, INT, none, rating, OPTIONAL, 0, WIRE_INT_MAX, "... its rating, ...")                     \
    F(of, INT, none, attempts, OPTIONAL, 0, WIRE_INT_MAX, "... and how many have tried it")

#define WIRE_PUZZLE_ANSWER_FIELDS(F, of)                                                           \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "of the puzzle")                         \
    F(of, TEXT, none, position, REQUIRED, 1, WIRE_POSITION_MAX, "of the puzzle")                   \
    F(of, TEXT, none, move, OPTIONAL, 1, WIRE_MOVE_MAX, "absent: given up")                        \
    F(of, FLAG, none, right, OPTIONAL, 0, 1, "of a repetition: is the move right?")                \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX, "for a safe retry")

#define WIRE_PUZZLE_DONE_FIELDS(F, of)                                                             \
    F(of, FLAG, none, right, REQUIRED, 0, 1, "does the move win?")                                 \
    F(of, FLAG, none, rated, REQUIRED, 0, 1, "has it changed the ratings?")                        \
    F(of, INT, none, again, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "when the puzzle comes again, in ms since 1970 UTC; absent: never")                          \
    F(of, INT, none, rating, REQUIRED, 0, WIRE_INT_MAX, "yours")                                   \
    F(of, INT, none, deviation, REQUIRED, 0, WIRE_INT_MAX, "of your rating")                       \
    F(of, INT, none, tried, REQUIRED, 0, WIRE_INT_MAX, "new puzzles that you have answered")       \
    F(of, INT, none, solved, REQUIRED, 0, WIRE_INT_MAX, "of them, how many rightly")

#define WIRE_PUZZLE_MISTAKE_FIELDS(F, of)                                                          \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "of the match")                          \
    F(of, TEXT, none, position, REQUIRED, 1, WIRE_POSITION_MAX, "before the mistake")              \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX, "for a safe retry")

#define WIRE_PUZZLE_ADDED_FIELDS(F, of)                                                            \
    F(of, FLAG, none, added, REQUIRED, 0, 1, "false: you have met this puzzle already")

#define WIRE_PRACTICE_FIELDS(F, of)                                                                \
    F(of, INT, none, rating, REQUIRED, 0, WIRE_INT_MAX, "yours")                                   \
    F(of, INT, none, deviation, REQUIRED, 0, WIRE_INT_MAX, "of your rating")                       \
    F(of, INT, none, tried, REQUIRED, 0, WIRE_INT_MAX, "new puzzles that you have answered")       \
    F(of, INT, none, solved, REQUIRED, 0, WIRE_INT_MAX, "of them, how many rightly")               \
    F(of, INT, none, met, REQUIRED, 0, WIRE_INT_MAX, "puzzles, mistakes among them")               \
    F(of, INT, none, due, REQUIRED, 0, WIRE_INT_MAX, "of them, how many are to be repeated now")

#define WIRE_KICK_FIELDS(F, of)                                                                    \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "the name of a connected player")        \
    F(of, TEXT, none, reason, OPTIONAL, 1, WIRE_REASON_MAX, "what the player is told")

#define WIRE_ACCOUNT_NAME_FIELDS(F, of)                                                            \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "the account's name, in any case")

#define WIRE_CODE_FIELDS(F, of)                                                                    \
    F(of, TEXT, none, code, REQUIRED, 1, WIRE_CODE_MAX, "for session.hello, once")                 \
    F(of, INT, none, expires, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")

#define WIRE_CANCEL_FIELDS(F, of)                                                                  \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, TEXT, none, reason, OPTIONAL, 1, WIRE_REASON_MAX, "what its players are told")

#define WIRE_CLEARANCE_FIELDS(F, of)                                                               \
    F(of, TEXT, none, player, OPTIONAL, 1, WIRE_NAME_MAX,                                          \
      "a name, in any case; this or `address`")                                                    \
    F(of, TEXT, none, address, OPTIONAL, 1, WIRE_ADDRESS_MAX, "an address without a port")

#define WIRE_CLEARED_FIELDS(F, of)                                                                 \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX, "that have been aborted")                 \
    F(of, INT, none, offers, REQUIRED, 0, WIRE_INT_MAX, "that have been taken back")               \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "is there more to clear? Then ask again")

#define WIRE_BAN_FIELDS(F, of)                                                                     \
    F(of, TEXT, none, player, OPTIONAL, 1, WIRE_NAME_MAX,                                          \
      "a name, in any case; this or `address`")                                                    \
    F(of, TEXT, none, address, OPTIONAL, 1, WIRE_ADDRESS_MAX, "an address without a port")         \
    F(of, TEXT, none, reason, OPTIONAL, 1, WIRE_REASON_MAX, "what they are told")                  \
    F(of, INT, none, until, OPTIONAL, 0, WIRE_INT_MAX, "in ms since 1970 UTC; absent: for good")   \
    F(of, INT, none, made, OPTIONAL, 0, WIRE_INT_MAX, "when; only in lists")

#define WIRE_BANS_FIELDS(F, of)                                                                    \
    F(of, RECORDS, ban, bans, REQUIRED, 0, 0, "those that hold now")

#define WIRE_UNBAN_FIELDS(F, of)                                                                   \
    F(of, TEXT, none, player, OPTIONAL, 1, WIRE_NAME_MAX,                                          \
      "a name, in any case; this or `address`")                                                    \
    F(of, TEXT, none, address, OPTIONAL, 1, WIRE_ADDRESS_MAX, "an address without a port")

#define WIRE_BACKUP_FIELDS(F, of)                                                                  \
    F(of, TEXT, none, path, REQUIRED, 1, WIRE_PATH_MAX,                                            \
      "absolute, on the server's machine; must not exist yet")

#define WIRE_BACKUP_DONE_FIELDS(F, of)                                                             \
    F(of, INT, none, bytes, REQUIRED, 0, WIRE_INT_MAX, "of the copy, which is complete and on disk")

/* --- tournaments and ratings --- */

#define WIRE_FORBIDDEN_FIELDS(F, of)                                                               \
    F(of, TEXT, none, first, REQUIRED, 1, WIRE_NAME_MAX, "one of `players`")                       \
    F(of, TEXT, none, second, REQUIRED, 1, WIRE_NAME_MAX, "another, whom the first must not meet")

#define WIRE_TOURNAMENT_CREATE_FIELDS(F, of)                                                       \
    F(of, TEXT, none, name, OPTIONAL, 1, WIRE_TITLE_MAX,                                           \
      "what to call it; absent: made of the game")                                                 \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX,                                          \
      "rules in the notation, or a class of rules")                                                \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what positions are to look like; absent: as the name of a game in `rules` says")            \
    F(of, TEXT, none, format, REQUIRED, 1, 16, "`round-robin`, `gauntlet`, `swiss` or `knockout`") \
    F(of, INT, none, rounds, OPTIONAL, 1, WIRE_ROUNDS_MAX,                                         \
      "how often each meets each (round-robin) or the first each other (gauntlet); how many "      \
      "rounds (swiss); not in a knockout; absent: 1, swiss: as many as a knockout would have")     \
    F(of, TEXT, none, starts, OPTIONAL, 1, WIRE_STARTS_MAX,                                        \
      "the start positions: `35`, `3+5+7,1+2+3`, `drawn`, `drawn:ring` (a look), "                 \
      "`drawn:2-4:5-50` (heaps:sizes), `fair:1:900-1100`; absent: `drawn`, and `fair` with a "     \
      "class of rules")                                                                            \
    F(of, INT, none, seed, OPTIONAL, 1, WIRE_INT_MAX,                                              \
      "fixes starts and the players' seeds; absent: the server draws one")                         \
    F(of, TEXT, none, clock, OPTIONAL, 1, WIRE_CLOCK_MAX,                                          \
      "the time control, not `none`; absent: `60/move`")                                           \
    F(of, INT, none, at_once, OPTIONAL, 1, WIRE_AT_ONCE_MAX, "matches at once; absent: 32")        \
    F(of, INT, none, each_at_once, OPTIONAL, 1, WIRE_AT_ONCE_MAX,                                  \
      "matches of one player at once; absent: any number")                                         \
    F(of, FLAG, none, rated, OPTIONAL, 0, 1,                                                       \
      "do its matches count for the ratings? All players need an account then; absent: no")        \
    F(of, TEXTS, none, players, OPTIONAL, 1, WIRE_NAME_MAX,                                        \
      "who takes part, in the order of the seeding; absent: whoever joins, in that order")         \
    F(of, RECORDS, forbidden, forbidden, OPTIONAL, 0, 0, "who must not meet")                      \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TOURNAMENT_NUMBER_FIELDS(F, of)                                                       \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")

#define WIRE_TOURNAMENT_CHOICE_FIELDS(F, of)                                                       \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TOURNAMENT_WITHDRAW_FIELDS(F, of)                                                     \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, TEXT, none, player, OPTIONAL, 1, WIRE_NAME_MAX,                                          \
      "an entrant, if you direct the tournament; absent: you")                                     \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TOURNAMENT_VOID_FIELDS(F, of)                                                         \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, INT, none, round, REQUIRED, 1, WIRE_INT_MAX, "of the pair")                              \
    F(of, INT, none, board, REQUIRED, 1, WIRE_INT_MAX, "of the pair")                              \
    F(of, TEXT, none, key, REQUIRED, 1, WIRE_KEY_MAX,                                              \
      "yours, unique for you: the same key again is the same request again")

#define WIRE_TOURNAMENT_PAGE_FIELDS(F, of)                                                         \
    F(of, INT, none, before, OPTIONAL, 1, WIRE_INT_MAX,                                            \
      "only those with a smaller number; absent: the latest")                                      \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_ENTRANT_FIELDS(F, of)                                                                 \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_NAME_MAX, "the player")                              \
    F(of, FLAG, none, joined, REQUIRED, 0, 1, "has this player come?")                             \
    F(of, INT, none, withdrawn, OPTIONAL, 0, WIRE_INT_MAX,                                         \
      "withdrew when so many rounds had been paired; absent: takes part")

#define WIRE_TOURNAMENT_FIELDS(F, of)                                                              \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "its number")                          \
    F(of, TEXT, none, name, REQUIRED, 1, WIRE_TITLE_MAX, "what it is called")                      \
    F(of, TEXT, none, owner, REQUIRED, 1, WIRE_NAME_MAX, "who directs it")                         \
    F(of, TEXT, none, rules, REQUIRED, 1, WIRE_RULES_MAX, "canonical; or a class of rules")        \
    F(of, TEXT, none, look, OPTIONAL, 1, WIRE_LOOK_MAX,                                            \
      "what its positions look like; absent: heaps")                                               \
    F(of, TEXT, none, format, REQUIRED, 1, 16, "`round-robin`, `gauntlet`, `swiss` or `knockout`") \
    F(of, INT, none, rounds, REQUIRED, 0, WIRE_ROUNDS_MAX,                                         \
      "as in tournament.create; of a knockout 0")                                                  \
    F(of, TEXT, none, starts, REQUIRED, 1, WIRE_PRINTED_MAX, "as in tournament.create, canonical") \
    F(of, INT, none, seed, OPTIONAL, 1, WIRE_INT_MAX, "absent until it is over")                   \
    F(of, TEXT, none, clock, REQUIRED, 1, WIRE_CLOCK_MAX, "the time control, canonical")           \
    F(of, INT, none, at_once, REQUIRED, 1, WIRE_AT_ONCE_MAX, "matches at once")                    \
    F(of, INT, none, each_at_once, OPTIONAL, 1, WIRE_AT_ONCE_MAX,                                  \
      "matches of one player at once; absent: any number")                                         \
    F(of, FLAG, none, rated, REQUIRED, 0, 1, "do its matches count for the ratings?")              \
    F(of, FLAG, none, invited, REQUIRED, 0, 1, "is it only for players named from the beginning?") \
    F(of, TEXT, none, state, REQUIRED, 1, 16,                                                      \
      "`open` (players join), `running`, `paused`, `finished` (all is played and judged) or "      \
      "`cancelled`")                                                                               \
    F(of, TEXT, none, reason, OPTIONAL, 1, WIRE_MESSAGE_MAX,                                       \
      "why the server, or its operator, has paused or cancelled it")                               \
    F(of, INT, none, created, REQUIRED, 0, WIRE_INT_MAX, "in ms since 1970 UTC")                   \
    F(of, INT, none, started, OPTIONAL, 0, WIRE_INT_MAX, "the same; absent: not yet")              \
    F(of, INT, none, ended, OPTIONAL, 0, WIRE_INT_MAX, "the same; absent: not yet")                \
    F(of, INT, none, entrants, REQUIRED, 0, WIRE_ENTRANTS_MAX, "their number")                     \
    F(of, RECORDS, entrant, players, OPTIONAL, 0, 0,                                               \
      "the entrants, in the order of the seeding; absent in lists of tournaments")                 \
    F(of, RECORDS, forbidden, forbidden, OPTIONAL, 0, 0, "who must not meet; absent: nobody")      \
    F(of, INT, none, round, REQUIRED, 0, WIRE_INT_MAX, "the last one that was paired; 0: none")    \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX,                                           \
      "that are over; void ones and those of void pairs left aside")                               \
    F(of, INT, none, total, REQUIRED, 0, WIRE_INT_MAX,                                             \
      "matches that there will be, while nobody withdraws and no knockout pair is level")

#define WIRE_TOURNAMENTS_FIELDS(F, of)                                                             \
    F(of, RECORDS, tournament, tournaments, REQUIRED, 0, 0, "the latest first")                    \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_STANDING_FIELDS(F, of)                                                                \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "the name")                              \
    F(of, INT, none, rank, REQUIRED, 1, WIRE_INT_MAX,                                              \
      "from 1; equal for those whom only the seeding tells apart")                                 \
    F(of, INT, none, points, REQUIRED, 0, WIRE_INT_MAX, "in halves: a match won is 2")             \
    F(of, INT, none, played, REQUIRED, 0, WIRE_INT_MAX, "matches that are over")                   \
    F(of, INT, none, won, REQUIRED, 0, WIRE_INT_MAX, "of these")                                   \
    F(of, INT, none, drawn, REQUIRED, 0, WIRE_INT_MAX, "of these nobody won")                      \
    F(of, INT, none, lost, REQUIRED, 0, WIRE_INT_MAX, "of these")                                  \
    F(of, INTS, none, pairs, REQUIRED, 0, WIRE_INT_MAX,                                            \
      "how many pairs brought 0, 1, 2, 3 and 4 halves of a point: for Elo and its error")          \
    F(of, INT, none, direct, REQUIRED, 0, WIRE_INT_MAX,                                            \
      "first tie-break: halves of points against those with as many points")                       \
    F(of, INT, none, buchholz, REQUIRED, 0, WIRE_INT_MAX,                                          \
      "second: the opponents' points, in halves, once for each pair")                              \
    F(of, INT, none, sonneborn_berger, REQUIRED, 0, WIRE_INT_MAX,                                  \
      "third: of each match one's own points times the opponent's, in quarters")                   \
    F(of, INT, none, met, REQUIRED, 0, WIRE_INT_MAX, "exact judgement: won positions met")         \
    F(of, INT, none, kept, REQUIRED, 0, WIRE_INT_MAX, "of these, kept won")                        \
    F(of, INT, none, thrown, REQUIRED, 0, WIRE_INT_MAX, "of these, thrown away")

#define WIRE_STANDINGS_FIELDS(F, of)                                                               \
    F(of, RECORD, tournament, tournament, REQUIRED, 0, 0, "the tournament at the same moment")     \
    F(of, RECORDS, standing, standings, REQUIRED, 0, 0, "the best first")

#define WIRE_PAIRS_PAGE_FIELDS(F, of)                                                              \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX,                                             \
      "only pairs with a greater number; absent: 0")                                               \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_PAIR_FIELDS(F, of)                                                                    \
    F(of, INT, none, number, REQUIRED, 1, WIRE_INT_MAX,                                            \
      "in the tournament, in the order in which they were decided on")                             \
    F(of, INT, none, round, REQUIRED, 1, WIRE_INT_MAX, "the round")                                \
    F(of, INT, none, board, REQUIRED, 1, WIRE_INT_MAX, "the place in the round")                   \
    F(of, INT, none, leg, REQUIRED, 1, WIRE_INT_MAX, "2: after a level pair of a knockout")        \
    F(of, INT, none, attempt, REQUIRED, 1, WIRE_INT_MAX, "greater than 1 after void ones")         \
    F(of, TEXT, none, kind, REQUIRED, 1, 16, "`played`, `bye` or `forfeit`")                       \
    F(of, TEXT, none, first, REQUIRED, 1, WIRE_NAME_MAX, "who moves first in the first match")     \
    F(of, TEXT, none, second, OPTIONAL, 1, WIRE_NAME_MAX, "the opponent; absent of a bye")         \
    F(of, TEXT, none, start, OPTIONAL, 1, WIRE_PRINTED_MAX,                                        \
      "the start of both matches; absent of a bye and a forfeit")                                  \
    F(of, FLAG, none, is_void, REQUIRED, 0, 1, "it does not count")                                \
    F(of, INTS, none, matches, OPTIONAL, 1, WIRE_INT_MAX, "the numbers of those that have begun")  \
    F(of, INTS, none, begun, OPTIONAL, 1, 2,                                                       \
      "for each of `matches`: is it the first or the second of the pair?")                         \
    F(of, INTS, none, points, OPTIONAL, 0, 3,                                                      \
      "for each of `matches`: halves of a point for `first`; 3: not over")

#define WIRE_PAIRS_FIELDS(F, of)                                                                   \
    F(of, RECORDS, pair, pairs, REQUIRED, 0, 0, "in the order of their numbers")                   \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_EXPORT_PAGE_FIELDS(F, of)                                                             \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, TEXT, none, file, REQUIRED, 1, 16, "`results` or `times`: see common/export/EXPORT.md")  \
    F(of, INT, none, after, OPTIONAL, 0, WIRE_INT_MAX, "so many lines are left out; absent: 0")    \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_EXPORT_LINES_FIELDS(F, of)                                                            \
    F(of, TEXTS, none, lines, REQUIRED, 1, WIRE_LINE_MAX, "without their hashes")                  \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_SEAL_FIELDS(F, of)                                                                    \
    F(of, TEXT, none, line, REQUIRED, 1, WIRE_MESSAGE_MAX,                                         \
      "the last line of times.jsonl, without its hash: the signature of both files")

#define WIRE_RATING_CHOICE_FIELDS(F, of)                                                           \
    F(of, TEXT, none, player, OPTIONAL, 1, WIRE_NAME_MAX, "only of this player; absent: of all")   \
    F(of, TEXT, none, family, OPTIONAL, 1, 64,                                                     \
      "only of this family of games, such as `take-away`; absent: of all")                         \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_RATING_FIELDS(F, of)                                                                  \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "the name")                              \
    F(of, TEXT, none, family, REQUIRED, 1, 64, "of games")                                         \
    F(of, INT, none, rating, REQUIRED, 0, WIRE_INT_MAX, "Glicko-2, in hundredths")                 \
    F(of, INT, none, deviation, REQUIRED, 0, WIRE_INT_MAX,                                         \
      "of the rating, in hundredths, when the last match was rated")                               \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX, "that were rated")                        \
    F(of, INT, none, at, REQUIRED, 0, WIRE_INT_MAX, "of the last one, in ms since 1970 UTC")

#define WIRE_RATINGS_FIELDS(F, of)                                                                 \
    F(of, RECORDS, rating, ratings, REQUIRED, 0, 0, "the best first")

#define WIRE_RATING_PAGE_FIELDS(F, of)                                                             \
    F(of, TEXT, none, player, REQUIRED, 1, WIRE_NAME_MAX, "whose, without regard to case")         \
    F(of, TEXT, none, family, REQUIRED, 1, 64, "in which family of games, such as `take-away`")    \
    F(of, INT, none, before, OPTIONAL, 1, WIRE_INT_MAX,                                            \
      "only after fewer rated matches than this; absent: the latest")                              \
    F(of, INT, none, limit, OPTIONAL, 1, WIRE_PAGE_MAX, "at most this many; absent: 100")

#define WIRE_RATING_POINT_FIELDS(F, of)                                                            \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX, "after so many rated matches")            \
    F(of, INT, none, rating, REQUIRED, 0, WIRE_INT_MAX, "Glicko-2, in hundredths")                 \
    F(of, INT, none, deviation, REQUIRED, 0, WIRE_INT_MAX, "of the rating, in hundredths")         \
    F(of, INT, none, at, REQUIRED, 0, WIRE_INT_MAX, "since when, in ms since 1970 UTC")            \
    F(of, INT, none, match, OPTIONAL, 1, WIRE_INT_MAX,                                             \
      "the match that brought it; absent: the server did not keep it then")

#define WIRE_RATING_POINTS_FIELDS(F, of)                                                           \
    F(of, RECORDS, rating_point, points, REQUIRED, 0, 0, "the latest first")                       \
    F(of, FLAG, none, more, REQUIRED, 0, 1, "are there more than these?")

#define WIRE_TOURNAMENT_NEWS_FIELDS(F, of)                                                         \
    F(of, INT, none, tournament, REQUIRED, 1, WIRE_INT_MAX, "the tournament's number")             \
    F(of, TEXT, none, state, REQUIRED, 1, 16, "as in tournament.show")                             \
    F(of, TEXT, none, reason, OPTIONAL, 1, WIRE_MESSAGE_MAX,                                       \
      "why the server, or its operator, has paused or cancelled it")                               \
    F(of, INT, none, round, REQUIRED, 0, WIRE_INT_MAX, "the last one that was paired; 0: none")    \
    F(of, INT, none, matches, REQUIRED, 0, WIRE_INT_MAX,                                           \
      "that are over; void ones and those of void pairs left aside")                               \
    F(of, INT, none, total, REQUIRED, 0, WIRE_INT_MAX,                                             \
      "matches that there will be, while nobody withdraws and no knockout pair is level")          \
    F(of, INT, none, live, REQUIRED, 0, WIRE_INT_MAX, "matches that are being played")             \
    F(of, INT, none, missing, REQUIRED, 0, WIRE_INT_MAX, "entrants who have not joined")           \
    F(of, INT, none, unjudged, REQUIRED, 0, WIRE_INT_MAX,                                          \
      "matches that are over and not judged yet")

/* --- the third element of some errors --- */

#define WIRE_STALE_FIELDS(F, of)                                                                   \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 0, WIRE_INT_MAX, "the match's changes so far")                 \
    F(of, INT, none, ply, REQUIRED, 0, WIRE_PLY_MAX, "moves made")                                 \
    F(of, TEXT, none, position, REQUIRED, 1, WIRE_PRINTED_MAX, "after these moves")                \
    F(of, INT, none, back, OPTIONAL, 0, WIRE_INT_MAX,                                              \
      "how often moves were taken back; absent: 0")

#define WIRE_WAIT_FIELDS(F, of)                                                                    \
    F(of, INT, none, wait, REQUIRED, 1, WIRE_INT_MAX,                                              \
      "ms from now until the request may succeed, as things stand")                                \
    F(of, INT, none, challenge, OPTIONAL, 1, WIRE_INT_MAX,                                         \
      "of a log-in: what to do `work` for, to be let in before")                                   \
    F(of, INT, none, work, OPTIONAL, 1, 64,                                                        \
      "the bits of work that a `proof` in session.hello has to show; absent: none helps")

/* --- events --- */

#define WIRE_PING_FIELDS(F, of)                                                                    \
    F(of, INT, none, n, REQUIRED, 0, WIRE_INT_MAX, "to be said in session.pong")

#define WIRE_BACKUP_PROGRESS_FIELDS(F, of)                                                         \
    F(of, INT, none, pages, REQUIRED, 0, WIRE_INT_MAX, "copied so far")                            \
    F(of, INT, none, total, REQUIRED, 0, WIRE_INT_MAX, "in all")

#define WIRE_OFFER_EVENT_FIELDS(F, of)                                                             \
    F(of, RECORD, offer, offer, REQUIRED, 0, 0, "the challenge")

#define WIRE_OFFER_CLOSED_FIELDS(F, of)                                                            \
    F(of, INT, none, offer, REQUIRED, 1, WIRE_INT_MAX, "the offer's number")                       \
    F(of, TEXT, none, reason, REQUIRED, 1, 16,                                                     \
      "`declined`, `cancelled` or `gone` (its maker or its addressee left)")

#define WIRE_MATCH_EVENT_FIELDS(F, of)                                                             \
    F(of, RECORD, match, match, REQUIRED, 0, 0, "the match; `seat` is yours")                      \
    F(of, INT, none, offer, OPTIONAL, 1, WIRE_INT_MAX, "the offer that it comes from")             \
    F(of, INT, none, invitation, OPTIONAL, 1, WIRE_INT_MAX, "the invitation that it comes from")

#define WIRE_MOVED_FIELDS(F, of)                                                                   \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 1, WIRE_INT_MAX, "the match's changes up to this one")         \
    F(of, INT, none, ply, REQUIRED, 1, WIRE_PLY_MAX,                                               \
      "the move's number; odd: by the first player")                                               \
    F(of, TEXT, none, move, REQUIRED, 1, WIRE_PRINTED_MAX, "the move, canonical")                  \
    F(of, TEXT, none, position, OPTIONAL, 1, WIRE_EVENT_POSITION_MAX,                              \
      "after the move; absent when it is longer than 1,024 bytes")                                 \
    F(of, INT, none, taken, REQUIRED, 0, WIRE_INT_MAX, "ms that the server counted for the move")  \
    F(of, INT, none, credit, REQUIRED, 0, WIRE_INT_MAX,                                            \
      "ms of these given back for the network's lag")                                              \
    F(of, INT, none, left, OPTIONAL, 0, WIRE_INT_MAX,                                              \
      "ms on the mover's clock after the move; absent without a clock")                            \
    F(of, INT, none, first_move_left, OPTIONAL, 0, WIRE_INT_MAX,                                   \
      "as in a match: of the player who is to move now")                                           \
    F(of, INT, none, await_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                       \
    F(of, INT, none, claim_in, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                         \
    F(of, INT, none, idle_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")

#define WIRE_TAKEN_BACK_FIELDS(F, of)                                                              \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 1, WIRE_INT_MAX, "the match's changes up to this one")         \
    F(of, INT, none, ply, REQUIRED, 0, WIRE_PLY_MAX,                                               \
      "moves that are left; the first player is to move if it is even")                            \
    F(of, INT, none, back, REQUIRED, 1, WIRE_INT_MAX,                                              \
      "how often moves have been taken back now, for match.move")                                  \
    F(of, TEXT, none, position, OPTIONAL, 1, WIRE_EVENT_POSITION_MAX,                              \
      "after the moves that are left; absent when it is longer than 1,024 bytes")                  \
    F(of, INT, none, first_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                       \
    F(of, INT, none, second_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                      \
    F(of, FLAG, none, clock_runs, REQUIRED, 0, 1, "as in a match")                                 \
    F(of, INT, none, first_move_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                  \
    F(of, INT, none, await_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                       \
    F(of, INT, none, claim_in, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")                         \
    F(of, INT, none, idle_left, OPTIONAL, 0, WIRE_INT_MAX, "as in a match")

#define WIRE_ENDED_FIELDS(F, of)                                                                   \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 1, WIRE_INT_MAX,                                               \
      "the match's changes up to this one, its last")                                              \
    F(of, TEXT, none, ending, REQUIRED, 1, 32,                                                     \
      "`normal` (no legal move left), `resignation`, `time` (a flag fell), `abandoned` (a "        \
      "player was gone too long), `aborted`, `unstarted` (a first move did not come in time), "    \
      "`draw` (no legal move left, which by the rules is a draw), "                                \
      "`plies` (the 10,000th was made); in tournaments also `stall`, `disconnect`, `illegal`, "    \
      "`protocol` and `void`")                                                                     \
    F(of, TEXT, none, winner, REQUIRED, 1, 16, "`first`, `second` or `nobody`")

#define WIRE_PRESENCE_FIELDS(F, of)                                                                \
    F(of, INT, none, match, REQUIRED, 1, WIRE_INT_MAX, "the match's number")                       \
    F(of, INT, none, seq, REQUIRED, 0, WIRE_INT_MAX, "the match's changes so far; this is none")   \
    F(of, TEXT, none, player, REQUIRED, 1, 16, "`first` or `second`")                              \
    F(of, FLAG, none, online, REQUIRED, 0, 1, "connected now?")                                    \
    F(of, INT, none, claim_in, OPTIONAL, 0, WIRE_INT_MAX,                                          \
      "ms until the opponent of this player may claim the match; absent when nothing can be "      \
      "claimed as things stand")                                                                   \
    F(of, INT, none, abort_in, OPTIONAL, 0, WIRE_INT_MAX,                                          \
      "ms until the opponent of this player may abort the match for the absence; absent when "     \
      "that is not possible")

#define WIRE_REASON_FIELDS(F, of)                                                                  \
    F(of, TEXT, none, reason, REQUIRED, 1, WIRE_MESSAGE_MAX, "why, for people")

#define WIRE_FAULT_FIELDS(F, of)                                                                   \
    F(of, INT, none, code, REQUIRED, 1, WIRE_INT_MAX, "an error code")                             \
    F(of, TEXT, none, message, REQUIRED, 1, WIRE_MESSAGE_MAX, "what was wrong, for people")

/* R(record, FIELDS), nested records before those that hold them. */
#define WIRE_RECORDS(R)                                                                            \
    R(nothing, WIRE_NOTHING_FIELDS)                                                                \
    R(limits, WIRE_LIMITS_FIELDS)                                                                  \
    R(game, WIRE_GAME_FIELDS)                                                                      \
    R(offer, WIRE_OFFER_FIELDS)                                                                    \
    R(summary, WIRE_SUMMARY_FIELDS)                                                                \
    R(takeback, WIRE_TAKEBACK_FIELDS)                                                              \
    R(taken_moves, WIRE_TAKEN_MOVES_FIELDS)                                                        \
    R(match, WIRE_MATCH_FIELDS)                                                                    \
    R(hello, WIRE_HELLO_FIELDS)                                                                    \
    R(welcome, WIRE_WELCOME_FIELDS)                                                                \
    R(offer_make, WIRE_OFFER_MAKE_FIELDS)                                                          \
    R(offer_number, WIRE_OFFER_NUMBER_FIELDS)                                                      \
    R(offer_choice, WIRE_OFFER_CHOICE_FIELDS)                                                      \
    R(offer_page, WIRE_OFFER_PAGE_FIELDS)                                                          \
    R(own_rating, WIRE_OWN_RATING_FIELDS)                                                          \
    R(offers, WIRE_OFFERS_FIELDS)                                                                  \
    R(lobby_changed, WIRE_LOBBY_CHANGED_FIELDS)                                                    \
    R(invitation_create, WIRE_INVITATION_CREATE_FIELDS)                                            \
    R(invitation_made, WIRE_INVITATION_MADE_FIELDS)                                                \
    R(invitation, WIRE_INVITATION_FIELDS)                                                          \
    R(invitation_code, WIRE_INVITATION_CODE_FIELDS)                                                \
    R(invitation_accept, WIRE_INVITATION_ACCEPT_FIELDS)                                            \
    R(invitation_choice, WIRE_INVITATION_CHOICE_FIELDS)                                            \
    R(invitation_page, WIRE_INVITATION_PAGE_FIELDS)                                                \
    R(invitations, WIRE_INVITATIONS_FIELDS)                                                        \
    R(invitation_closed, WIRE_INVITATION_CLOSED_FIELDS)                                            \
    R(move, WIRE_MOVE_FIELDS)                                                                      \
    R(move_done, WIRE_MOVE_DONE_FIELDS)                                                            \
    R(match_choice, WIRE_MATCH_CHOICE_FIELDS)                                                      \
    R(takeback_ask, WIRE_TAKEBACK_ASK_FIELDS)                                                      \
    R(takeback_choice, WIRE_TAKEBACK_CHOICE_FIELDS)                                                \
    R(rematch, WIRE_REMATCH_FIELDS)                                                                \
    R(match_number, WIRE_MATCH_NUMBER_FIELDS)                                                      \
    R(resume, WIRE_RESUME_FIELDS)                                                                  \
    R(match_page, WIRE_MATCH_PAGE_FIELDS)                                                          \
    R(history_page, WIRE_HISTORY_PAGE_FIELDS)                                                      \
    R(summaries, WIRE_SUMMARIES_FIELDS)                                                            \
    R(versus_choice, WIRE_VERSUS_CHOICE_FIELDS)                                                    \
    R(score, WIRE_SCORE_FIELDS)                                                                    \
    R(versus, WIRE_VERSUS_FIELDS)                                                                  \
    R(pong, WIRE_PONG_FIELDS)                                                                      \
    R(register, WIRE_REGISTER_FIELDS)                                                              \
    R(password, WIRE_PASSWORD_FIELDS)                                                              \
    R(closure, WIRE_CLOSURE_FIELDS)                                                                \
    R(token, WIRE_TOKEN_FIELDS)                                                                    \
    R(tokens, WIRE_TOKENS_FIELDS)                                                                  \
    R(token_choice, WIRE_TOKEN_CHOICE_FIELDS)                                                      \
    R(chat_say, WIRE_CHAT_SAY_FIELDS)                                                              \
    R(chat_line, WIRE_CHAT_LINE_FIELDS)                                                            \
    R(chat_lines, WIRE_CHAT_LINES_FIELDS)                                                          \
    R(mute, WIRE_MUTE_FIELDS)                                                                      \
    R(counter, WIRE_COUNTER_FIELDS)                                                                \
    R(histogram, WIRE_HISTOGRAM_FIELDS)                                                            \
    R(stats, WIRE_STATS_FIELDS)                                                                    \
    R(signing_key, WIRE_SIGNING_KEY_FIELDS)                                                        \
    R(whereabouts, WIRE_WHEREABOUTS_FIELDS)                                                        \
    R(present, WIRE_PRESENT_FIELDS)                                                                \
    R(present_page, WIRE_PRESENT_PAGE_FIELDS)                                                      \
    R(present_list, WIRE_PRESENT_LIST_FIELDS)                                                      \
    R(online, WIRE_ONLINE_FIELDS)                                                                  \
    R(online_list, WIRE_ONLINE_LIST_FIELDS)                                                        \
    R(player_name, WIRE_PLAYER_NAME_FIELDS)                                                        \
    R(blocked, WIRE_BLOCKED_FIELDS)                                                                \
    R(blocks, WIRE_BLOCKS_FIELDS)                                                                  \
    R(player_report, WIRE_PLAYER_REPORT_FIELDS)                                                    \
    R(report_number, WIRE_REPORT_NUMBER_FIELDS)                                                    \
    R(report, WIRE_REPORT_FIELDS)                                                                  \
    R(report_page, WIRE_REPORT_PAGE_FIELDS)                                                        \
    R(reports, WIRE_REPORTS_FIELDS)                                                                \
    R(report_lines, WIRE_REPORT_LINES_FIELDS)                                                      \
    R(puzzle_choice, WIRE_PUZZLE_CHOICE_FIELDS)                                                    \
    R(puzzle, WIRE_PUZZLE_FIELDS)                                                                  \
    R(puzzle_answer, WIRE_PUZZLE_ANSWER_FIELDS)                                                    \
    R(puzzle_done, WIRE_PUZZLE_DONE_FIELDS)                                                        \
    R(puzzle_mistake, WIRE_PUZZLE_MISTAKE_FIELDS)                                                  \
    R(puzzle_added, WIRE_PUZZLE_ADDED_FIELDS)                                                      \
    R(practice, WIRE_PRACTICE_FIELDS)                                                              \
    R(kick, WIRE_KICK_FIELDS)                                                                      \
    R(account_name, WIRE_ACCOUNT_NAME_FIELDS)                                                      \
    R(code, WIRE_CODE_FIELDS)                                                                      \
    R(cancel, WIRE_CANCEL_FIELDS)                                                                  \
    R(clearance, WIRE_CLEARANCE_FIELDS)                                                            \
    R(cleared, WIRE_CLEARED_FIELDS)                                                                \
    R(ban, WIRE_BAN_FIELDS)                                                                        \
    R(bans, WIRE_BANS_FIELDS)                                                                      \
    R(unban, WIRE_UNBAN_FIELDS)                                                                    \
    R(backup, WIRE_BACKUP_FIELDS)                                                                  \
    R(backup_done, WIRE_BACKUP_DONE_FIELDS)                                                        \
    R(forbidden, WIRE_FORBIDDEN_FIELDS)                                                            \
    R(tournament_create, WIRE_TOURNAMENT_CREATE_FIELDS)                                            \
    R(tournament_number, WIRE_TOURNAMENT_NUMBER_FIELDS)                                            \
    R(tournament_choice, WIRE_TOURNAMENT_CHOICE_FIELDS)                                            \
    R(tournament_withdraw, WIRE_TOURNAMENT_WITHDRAW_FIELDS)                                        \
    R(tournament_void, WIRE_TOURNAMENT_VOID_FIELDS)                                                \
    R(tournament_page, WIRE_TOURNAMENT_PAGE_FIELDS)                                                \
    R(entrant, WIRE_ENTRANT_FIELDS)                                                                \
    R(tournament, WIRE_TOURNAMENT_FIELDS)                                                          \
    R(tournaments, WIRE_TOURNAMENTS_FIELDS)                                                        \
    R(standing, WIRE_STANDING_FIELDS)                                                              \
    R(standings, WIRE_STANDINGS_FIELDS)                                                            \
    R(pairs_page, WIRE_PAIRS_PAGE_FIELDS)                                                          \
    R(pair, WIRE_PAIR_FIELDS)                                                                      \
    R(pairs, WIRE_PAIRS_FIELDS)                                                                    \
    R(export_page, WIRE_EXPORT_PAGE_FIELDS)                                                        \
    R(export_lines, WIRE_EXPORT_LINES_FIELDS)                                                      \
    R(seal, WIRE_SEAL_FIELDS)                                                                      \
    R(rating_choice, WIRE_RATING_CHOICE_FIELDS)                                                    \
    R(rating, WIRE_RATING_FIELDS)                                                                  \
    R(ratings, WIRE_RATINGS_FIELDS)                                                                \
    R(rating_page, WIRE_RATING_PAGE_FIELDS)                                                        \
    R(rating_point, WIRE_RATING_POINT_FIELDS)                                                      \
    R(rating_points, WIRE_RATING_POINTS_FIELDS)                                                    \
    R(tournament_news, WIRE_TOURNAMENT_NEWS_FIELDS)                                                \
    R(stale, WIRE_STALE_FIELDS)                                                                    \
    R(wait, WIRE_WAIT_FIELDS)                                                                      \
    R(ping, WIRE_PING_FIELDS)                                                                      \
    R(backup_progress, WIRE_BACKUP_PROGRESS_FIELDS)                                                \
    R(offer_event, WIRE_OFFER_EVENT_FIELDS)                                                        \
    R(offer_closed, WIRE_OFFER_CLOSED_FIELDS)                                                      \
    R(match_event, WIRE_MATCH_EVENT_FIELDS)                                                        \
    R(moved, WIRE_MOVED_FIELDS)                                                                    \
    R(taken_back, WIRE_TAKEN_BACK_FIELDS)                                                          \
    R(ended, WIRE_ENDED_FIELDS)                                                                    \
    R(presence, WIRE_PRESENCE_FIELDS)                                                              \
    R(reason, WIRE_REASON_FIELDS)                                                                  \
    R(fault, WIRE_FAULT_FIELDS)

/* M(METHOD, "name", parameters, result, when, "what it does")
 *     when: BEFORE session.hello has succeeded; AFTER it; by the OPERATOR, over the control socket,
 *     where there is no hello; EITHER after hello or by the operator */
#define WIRE_METHODS(M)                                                                            \
    M(SESSION_HELLO, "session.hello", hello, welcome, BEFORE,                                      \
      "says who you are; every connection begins with it")                                         \
    M(SESSION_PING, "session.ping", nothing, nothing, EITHER,                                      \
      "is answered at once: are you there?")                                                       \
    M(SESSION_PONG, "session.pong", pong, nothing, AFTER,                                          \
      "answers session.ping: the server measures the lag that your clock is credited with")        \
    M(SERVER_STATS, "server.stats", nothing, stats, EITHER,                                        \
      "counters and latencies of the server")                                                      \
    M(SERVER_KEY, "server.key", nothing, signing_key, EITHER,                                      \
      "tells the key that this server signs records with")                                         \
    M(ACCOUNT_REGISTER, "account.register", register, nothing, AFTER,                              \
      "makes an account of you, a guest: the name is yours from now on")                           \
    M(ACCOUNT_PASSWORD, "account.password", password, nothing, AFTER, "changes the password")      \
    M(ACCOUNT_CLOSE, "account.close", closure, nothing, AFTER,                                     \
      "closes the account for good, and ends this connection")                                     \
    M(TOKEN_LIST, "token.list", nothing, tokens, AFTER, "lists your tokens")                       \
    M(TOKEN_REVOKE, "token.revoke", token_choice, nothing, AFTER,                                  \
      "ends a token, or all but the one of this connection")                                       \
    M(PLAYER_LIST, "player.list", nothing, online_list, AFTER, "lists who is connected")           \
    M(PLAYER_BLOCK, "player.block", player_name, nothing, AFTER,                                   \
      "keeps a player's chat lines and challenges from you, for good")                             \
    M(PLAYER_UNBLOCK, "player.unblock", player_name, nothing, AFTER, "takes your block back")      \
    M(PLAYER_BLOCKS, "player.blocks", nothing, blocks, AFTER, "lists whom you have blocked")       \
    M(PLAYER_REPORT, "player.report", player_report, report_number, AFTER,                         \
      "tells the operator about a player")                                                         \
    M(OFFER_MAKE, "offer.make", offer_make, offer_number, AFTER,                                   \
      "opens a seek (for anyone) or challenges a player")                                          \
    M(OFFER_CANCEL, "offer.cancel", offer_choice, nothing, AFTER, "takes your offer back")         \
    M(OFFER_ACCEPT, "offer.accept", offer_choice, match, AFTER,                                    \
      "accepts an offer: the match begins")                                                        \
    M(OFFER_DECLINE, "offer.decline", offer_choice, nothing, AFTER, "refuses a challenge to you")  \
    M(OFFER_LIST, "offer.list", offer_page, offers, AFTER,                                         \
      "lists the offers you may answer or have made")                                              \
    M(LOBBY_WATCH, "lobby.watch", nothing, offers, AFTER,                                          \
      "lists the offers, and then gets the events of open seeks")                                  \
    M(LOBBY_UNWATCH, "lobby.unwatch", nothing, nothing, AFTER, "stops the events")                 \
    M(INVITATION_CREATE, "invitation.create", invitation_create, invitation_made, AFTER,           \
      "offers a match to whoever brings the code that is answered, whenever that is")              \
    M(INVITATION_SHOW, "invitation.show", invitation_code, invitation, AFTER,                      \
      "tells what an invitation is for, before it is accepted")                                    \
    M(INVITATION_ACCEPT, "invitation.accept", invitation_accept, match, AFTER,                     \
      "accepts an invitation: the match begins")                                                   \
    M(INVITATION_LIST, "invitation.list", invitation_page, invitations, AFTER,                     \
      "lists your open invitations, the latest first")                                             \
    M(INVITATION_REVOKE, "invitation.revoke", invitation_choice, nothing, AFTER,                   \
      "takes an invitation of yours back")                                                         \
    M(MATCH_MOVE, "match.move", move, move_done, AFTER,                                            \
      "makes your move; the answer means that it is on disk")                                      \
    M(MATCH_RESIGN, "match.resign", match_choice, nothing, AFTER, "gives your match up")           \
    M(MATCH_ABORT, "match.abort", match_choice, nothing, AFTER,                                    \
      "ends your match without a winner: before both have moved, or when the opponent is gone "    \
      "too long")                                                                                  \
    M(MATCH_CLAIM, "match.claim", match_choice, nothing, AFTER,                                    \
      "wins your match when it is the opponent's move and the opponent is gone too long")          \
    M(MATCH_TAKEBACK, "match.takeback", takeback_ask, nothing, AFTER,                              \
      "asks your opponent to let you take a move back, in a match that is not rated")              \
    M(MATCH_ACCEPT_TAKEBACK, "match.accept_takeback", takeback_choice, nothing, AFTER,             \
      "lets your opponent take back what was asked for")                                           \
    M(MATCH_DECLINE_TAKEBACK, "match.decline_takeback", takeback_choice, nothing, AFTER,           \
      "does not let your opponent take anything back")                                             \
    M(MATCH_REMATCH, "match.rematch", match_choice, rematch, AFTER,                                \
      "offers your opponent the same again with the seats swapped, or accepts that")               \
    M(MATCH_RESUME, "match.resume", resume, match, AFTER,                                          \
      "gets any match, live or ended, from a ply on")                                              \
    M(MATCH_WATCH, "match.watch", match_number, match, AFTER,                                      \
      "gets a live match and then its events")                                                     \
    M(MATCH_UNWATCH, "match.unwatch", match_number, nothing, AFTER, "stops the events")            \
    M(MATCH_LIST, "match.list", match_page, summaries, AFTER,                                      \
      "lists the live matches, the oldest first")                                                  \
    M(HISTORY_LIST, "history.list", history_page, summaries, AFTER,                                \
      "lists ended matches, the latest first")                                                     \
    M(HISTORY_VERSUS, "history.versus", versus_choice, versus, AFTER,                              \
      "tells how it stands between two names")                                                     \
    M(CHAT_SAY, "chat.say", chat_say, nothing, AFTER,                                              \
      "says a line to your opponent, or as a spectator to the other spectators")                   \
    M(CHAT_LIST, "chat.list", match_number, chat_lines, AFTER,                                     \
      "lists the last lines of your room of the match")                                            \
    M(CHAT_MUTE, "chat.mute", mute, nothing, AFTER, "keeps a player's lines from you")             \
    M(TOURNAMENT_CREATE, "tournament.create", tournament_create, tournament_number, AFTER,         \
      "makes a tournament, which you direct; players join it")                                     \
    M(TOURNAMENT_JOIN, "tournament.join", tournament_choice, nothing, AFTER,                       \
      "takes part in it; may be asked again")                                                      \
    M(TOURNAMENT_START, "tournament.start", tournament_choice, nothing, AFTER,                     \
      "begins your tournament")                                                                    \
    M(TOURNAMENT_PAUSE, "tournament.pause", tournament_choice, nothing, AFTER,                     \
      "lets no new match begin in your tournament")                                                \
    M(TOURNAMENT_RESUME, "tournament.resume", tournament_choice, nothing, AFTER,                   \
      "goes on after a pause")                                                                     \
    M(TOURNAMENT_CANCEL, "tournament.cancel", tournament_choice, nothing, AFTER,                   \
      "ends your tournament without a winner")                                                     \
    M(TOURNAMENT_WITHDRAW, "tournament.withdraw", tournament_withdraw, nothing, AFTER,             \
      "takes you, or an entrant of your tournament, out of it")                                    \
    M(TOURNAMENT_VOID, "tournament.void", tournament_void, nothing, AFTER,                         \
      "declares the last pair at a board of your tournament void: it is played again")             \
    M(TOURNAMENT_WATCH, "tournament.watch", tournament_number, tournament_news, AFTER,             \
      "gets a tournament's events until it is over")                                               \
    M(TOURNAMENT_UNWATCH, "tournament.unwatch", tournament_number, nothing, AFTER,                 \
      "stops the events")                                                                          \
    M(TOURNAMENT_LIST, "tournament.list", tournament_page, tournaments, AFTER,                     \
      "lists the tournaments, the latest first")                                                   \
    M(TOURNAMENT_SHOW, "tournament.show", tournament_number, tournament, AFTER,                    \
      "tells a tournament's plan, entrants and state")                                             \
    M(TOURNAMENT_STANDINGS, "tournament.standings", tournament_number, standings, AFTER,           \
      "tells who stands where, with the exact judgement")                                          \
    M(TOURNAMENT_PAIRS, "tournament.pairs", pairs_page, pairs, AFTER,                              \
      "lists who has met whom, with the matches")                                                  \
    M(TOURNAMENT_EXPORT, "tournament.export", export_page, export_lines, AFTER,                    \
      "gives the record of a tournament that is over, line by line")                               \
    M(TOURNAMENT_SEAL, "tournament.seal", tournament_number, seal, AFTER,                          \
      "signs the record of a tournament that is over")                                             \
    M(RATING_LIST, "rating.list", rating_choice, ratings, AFTER, "lists ratings, the best first")  \
    M(RATING_HISTORY, "rating.history", rating_page, rating_points, AFTER,                         \
      "lists what a rating was after each rated match, the latest first")                          \
    M(PUZZLE_NEXT, "puzzle.next", puzzle_choice, puzzle, AFTER,                                    \
      "gives a puzzle: one that is to be repeated, else a new one")                                \
    M(PUZZLE_DAILY, "puzzle.daily", nothing, puzzle, AFTER, "gives the puzzle of today")           \
    M(PUZZLE_ANSWER, "puzzle.answer", puzzle_answer, puzzle_done, AFTER, "answers a puzzle")       \
    M(PUZZLE_MISTAKE, "puzzle.mistake", puzzle_mistake, puzzle_added, AFTER,                       \
      "makes a puzzle of a position in which you threw a win away")                                \
    M(PUZZLE_STATE, "puzzle.state", nothing, practice, AFTER, "tells how your practice stands")    \
    M(OPERATOR_PLAYERS, "operator.players", present_page, present_list, OPERATOR,                  \
      "lists who is connected")                                                                    \
    M(OPERATOR_KICK, "operator.kick", kick, nothing, OPERATOR, "ends a player's connection")       \
    M(OPERATOR_BAN, "operator.ban", ban, nothing, OPERATOR,                                        \
      "keeps a name or an address out, and ends its connections")                                  \
    M(OPERATOR_UNBAN, "operator.unban", unban, nothing, OPERATOR,                                  \
      "lets a name or an address in again")                                                        \
    M(OPERATOR_BANS, "operator.bans", nothing, bans, OPERATOR, "lists the bans")                   \
    M(OPERATOR_REPORTS, "operator.reports", report_page, reports, OPERATOR,                        \
      "lists what players have reported")                                                          \
    M(OPERATOR_REPORT, "operator.report", report_number, report_lines, OPERATOR,                   \
      "tells a report, with the chat lines that it is about")                                      \
    M(OPERATOR_CLOSE_REPORT, "operator.close_report", report_number, nothing, OPERATOR,            \
      "closes a report, which is deleted in time")                                                 \
    M(OPERATOR_RESET_PASSWORD, "operator.reset_password", account_name, code, OPERATOR,            \
      "makes a one-time code, with which the account's owner sets a new password")                 \
    M(OPERATOR_CANCEL, "operator.cancel", cancel, nothing, OPERATOR,                               \
      "ends a tournament, whoever directs it, without a winner")                                   \
    M(OPERATOR_ABORT, "operator.abort", match_number, nothing, OPERATOR,                           \
      "ends a match without a winner")                                                             \
    M(OPERATOR_WITHDRAW, "operator.withdraw", offer_number, nothing, OPERATOR,                     \
      "takes an offer back, whoever has made it")                                                  \
    M(OPERATOR_CLEAR, "operator.clear", clearance, cleared, OPERATOR,                              \
      "ends all matches and offers of a player, or of an address")                                 \
    M(OPERATOR_BACKUP, "operator.backup", backup, backup_done, OPERATOR,                           \
      "copies the database while it is in use")                                                    \
    M(OPERATOR_RELOAD, "operator.reload", nothing, nothing, OPERATOR,                              \
      "loads the TLS certificate and its key anew, as SIGHUP does")                                \
    M(OPERATOR_WHERE, "operator.where", nothing, whereabouts, OPERATOR,                            \
      "tells which server leads, this one or another")                                             \
    M(OPERATOR_STOP, "operator.stop", nothing, nothing, OPERATOR,                                  \
      "shuts the server down as SIGTERM does")

/* E(EVENT, "name", record, "when it comes") */
#define WIRE_EVENTS(E)                                                                             \
    E(OFFER_RECEIVED, "offer.received", offer_event, "somebody challenges you")                    \
    E(OFFER_CLOSED, "offer.closed", offer_closed, "an offer from you or to you is gone")           \
    E(LOBBY_CHANGED, "lobby.changed", lobby_changed,                                               \
      "open seeks came or went; after lobby.watch")                                                \
    E(INVITATION_CLOSED, "invitation.closed", invitation_closed,                                   \
      "an invitation of yours is gone, and nobody has accepted it")                                \
    E(MATCH_STARTED, "match.started", match_event, "a match of yours begins")                      \
    E(MATCH_MOVED, "match.moved", moved, "a move was made, by the opponent or by you")             \
    E(MATCH_TAKEBACK, "match.takeback", takeback,                                                  \
      "a player of your match asks to take a move back, or the other has declined")                \
    E(MATCH_TAKEN_BACK, "match.taken_back", taken_back, "moves were taken back")                   \
    E(MATCH_ENDED, "match.ended", ended, "the match is over")                                      \
    E(MATCH_PRESENCE, "match.presence", presence, "a player of the match came or went")            \
    E(CHAT_SAID, "chat.said", chat_line, "a line was said in your room, by you or by another")     \
    E(TOURNAMENT_CHANGED, "tournament.changed", tournament_news,                                   \
      "a tournament that you watch stands otherwise; to entrants and its owner, when its state "   \
      "or round does")                                                                             \
    E(SESSION_PING, "session.ping", ping,                                                          \
      "now and then; answer with session.pong to have the lag credited")                           \
    E(OPERATOR_PROGRESS, "operator.progress", backup_progress, "how far operator.backup is")       \
    E(SERVER_STALLED, "server.stalled", reason,                                                    \
      "the disk takes no writes: changes are refused until server.resumed")                        \
    E(SERVER_RESUMED, "server.resumed", nothing, "the disk takes writes again")                    \
    E(SERVER_CLOSING, "server.closing", reason,                                                    \
      "the server shuts down; matches go on when it is back")                                      \
    E(SERVER_RESTARTED, "server.restarted", reason,                                                \
      "say hello again over this connection; only to clients whose hello has `resumes`")           \
    E(SESSION_REPLACED, "session.replaced", reason, "you came in elsewhere: this connection ends") \
    E(SESSION_KICKED, "session.kicked", reason,                                                    \
      "the operator ends this connection, or its token was revoked, or the account closed")        \
    E(SESSION_FAULT, "session.fault", fault,                                                       \
      "what you sent, or did not send or read in time, broke the protocol or a limit: this "       \
      "connection ends")

// clang-format on

/* --- what the lists above generate --- */

#define WIRE_MEMBER_INT(record, name) int64_t name;
#define WIRE_MEMBER_TEXT(record, name) struct wire_text name;
#define WIRE_MEMBER_FLAG(record, name) bool name;
#define WIRE_MEMBER_INTS(record, name)                                                             \
    int64_t *name;                                                                                 \
    size_t name##_count;
#define WIRE_MEMBER_TEXTS(record, name)                                                            \
    struct wire_text *name;                                                                        \
    size_t name##_count;
#define WIRE_MEMBER_RECORD(record, name) struct wire_##record *name;
#define WIRE_MEMBER_RECORDS(record, name)                                                          \
    struct wire_##record *name;                                                                    \
    size_t name##_count;
#define WIRE_MEMBER(of, kind, record, name, presence, min, max, meaning)                           \
    WIRE_MEMBER_##kind(record, name)

#define WIRE_STRUCT(record, FIELDS)                                                                \
    struct wire_##record {                                                                         \
        FIELDS(WIRE_MEMBER, record)                                                                \
    };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* struct wire_nothing has no members */
WIRE_RECORDS(WIRE_STRUCT)

/* Room for any of them, without an allocation for each message. */
union wire_body {
#define R(record, FIELDS) struct wire_##record as_##record;
    WIRE_RECORDS(R)
#undef R
};
#pragma GCC diagnostic pop

enum wire_method {
#define M(method, name, parameters, result, when, meaning) WIRE_##method,
    WIRE_METHODS(M)
#undef M
        WIRE_METHOD_COUNT,
};

enum wire_event {
#define E(event, name, record, meaning) WIRE_EVENT_##event,
    WIRE_EVENTS(E)
#undef E
        WIRE_EVENT_COUNT,
};

enum wire_field_kind {
    WIRE_FIELD_INT,
    WIRE_FIELD_TEXT,
    WIRE_FIELD_FLAG,
    WIRE_FIELD_INTS,
    WIRE_FIELD_TEXTS,
    WIRE_FIELD_RECORD,
    WIRE_FIELD_RECORDS,
};

struct wire_record;

struct wire_field {
    const char *name;
    struct wire_text packed_name; /* ready for a message: a whole MessagePack text */
    const char *meaning;
    const struct wire_record *record; /* of RECORD and RECORDS, else NULL */
    int64_t min, max;
    enum wire_field_kind kind;
    bool required;
    uint16_t offset;       /* of the member in the record's struct */
    uint16_t count_offset; /* of its count, for lists */
};

enum { WIRE_FIELDS_MAX = 40 }; /* of one record: the encoder has room for so many */

struct wire_record {
    const char *name;
    const struct wire_field *fields;
    size_t field_count;
    size_t size; /* of the struct */
};

enum wire_when {
    WIRE_BEFORE,
    WIRE_AFTER,
    WIRE_OPERATOR,
    WIRE_EITHER,
};

struct wire_method_row {
    const char *name;
    struct wire_text packed_name; /* ready for a message: a whole MessagePack text */
    const char *meaning;
    const struct wire_record *parameters;
    const struct wire_record *result;
    enum wire_when when;
};

struct wire_event_row {
    const char *name;
    struct wire_text packed_name; /* ready for a message: a whole MessagePack text */
    const char *meaning;
    const struct wire_record *record;
};

extern const struct wire_method_row wire_methods[WIRE_METHOD_COUNT];
extern const struct wire_event_row wire_events[WIRE_EVENT_COUNT];
/* One for each row of WIRE_RECORDS: wire_record_match, ... */
#define WIRE_RECORD_DECLARATION(record, FIELDS)                                                    \
    extern const struct wire_record wire_record_##record;
WIRE_RECORDS(WIRE_RECORD_DECLARATION)

/* Is this the name that is packed there? */
bool wire_packed_is(struct wire_text packed_name, struct wire_text name);

/* INTS, TEXTS or RECORDS? */
bool wire_field_is_list(const struct wire_field *field);
/* Of one value or one element of a list: the int64_t, struct wire_text, bool or record's struct. */
size_t wire_field_element_size(const struct wire_field *field);

/* The method or event of that name; -1 where there is none. */
int wire_method_find(struct wire_text name);
int wire_event_find(struct wire_text name);

/* Sets every member to absent (WIRE_ABSENT, NULL, false). */
void wire_record_clear(const struct wire_record *record, void *body);

#endif
