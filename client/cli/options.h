/* The options of the commands, and readers of their values. */
#ifndef CLIENT_OPTIONS_H
#define CLIENT_OPTIONS_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/cli/cli.h"
#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

/* X(NAME, "text", "its value" or NULL for a switch, "meaning") */
#define OPTIONS(X)                                                                                 \
    X(SERVER, "server", "SERVER",                                                                  \
      "HOST, HOST:PORT, tls://HOST, wss://HOST/..., the path of a Unix socket, or private")        \
    X(SERVER_KEY, "server-key", "KEY", "the key that the server must have: sha256:...")            \
    X(AS, "as", "NAME", "your name there; without it $USER")                                       \
    X(GAME, "game", "RULES",                                                                       \
      "a name from `takeaway games`, or any rules; without it fibonacci-nim")                      \
    X(LOOK, "look", "LOOK",                                                                        \
      "what the board looks like, such as strip or queen; without it as --game says")              \
    X(START, "start", "POSITION", "the start position; without it one is drawn")                   \
    X(FIRST, "first", "WHO", "who moves first: me, them or random; without it any")                \
    X(CLOCK, "clock", "CONTROL", "the time: 300+3 (seconds, more each move), 30/move, or none")    \
    X(RATING, "rating", "MIN-MAX",                                                                 \
      "only against ratings in this range, such as 1400-1600, or 1400- without an end")            \
    X(ONLY, "only", "people|bots", "only against people, or only against bots")                    \
    X(AGAINST, "against", "WHOM", "a player's name, bot:STRATEGY, or anyone")                      \
    X(MATCH, "match", "MATCH", "go on with this unfinished match of yours")                        \
    X(NEW, "new", NULL, "start a new match even if one is unfinished")                             \
    X(INVITE, "invite", NULL, "make an invitation: whoever brings its code plays you")             \
    X(USES, "uses", "N", "how often the invitation can be accepted; without it once")              \
    X(JOIN, "join", "CODE", "accept the invitation that has this code")                            \
    X(CHAT, "chat", NULL, "say what is typed to the other spectators")                             \
    X(OTHERS, "others", NULL, "with revoke: all tokens but the one that is kept here")             \
    X(CONTROL, "control", "PATH", "the operator's socket, as takeaway-server was told")            \
    X(ADDRESS, "address", "ADDRESS", "an address, instead of a name")                              \
    X(REASON, "reason", "TEXT", "what they are told")                                              \
    X(HOURS, "hours", "N", "for so long; without it for good")                                     \
    X(PORT, "port", "PORT", "where to listen; without it 7800")                                    \
    X(TLS_CERTIFICATE, "tls-certificate", "FILE",                                                  \
      "a certificate in PEM, with its chain; without it one is made for you")                      \
    X(TLS_KEY, "tls-key", "FILE", "the certificate's key in PEM")                                  \
    X(OPEN_PORT, "open-port", "yes|no",                                                            \
      "have the home router open the port, or do not ask it; without it you are asked")            \
    X(LINES, "lines", NULL, "play line by line, as `takeaway play` does")                          \
    X(PLAYER, "player", "NAME", "only what is about the player of this name")                      \
    X(FAMILY, "family", "NAME", "only this family of games, such as take-away")                    \
    X(RESULT, "result", "won|lost|nobody", "only matches that ended so for the player")            \
    X(SINCE, "since", "DATE", "only what ended then or later: 2026-11-24, or 2026-11-24T18:30")    \
    X(UNTIL, "until", "DATE", "only what ended before then")                                       \
    X(HISTORY, "history", NULL, "what the rating was after each rated match, the latest first")    \
    X(TOURNAMENT, "tournament", "N", "play your matches of this tournament, one after another")    \
    X(NAME, "name", "TEXT", "what to call the tournament; without it, it is called by its game")   \
    X(PLAYERS, "players", "P,P,...", "who takes part, in the order of the seeding")                \
    X(FORMAT, "format", "FORMAT", "round-robin (without it), gauntlet, swiss or knockout")         \
    X(ROUNDS, "rounds", "N",                                                                       \
      "how often all meet, or rounds of a swiss; without it 1, swiss: enough")                     \
    X(STARTS, "starts", "STARTS",                                                                  \
      "35 or 3+5,8+9 or drawn:HEAPS:SIZES or fair:1:20-40; default drawn")                         \
    X(SEED, "seed", "N", "what all chance follows from; without it one is drawn")                  \
    X(CONCURRENCY, "concurrency", "N", "matches at once; without it 32")                           \
    X(EACH_AT_ONCE, "each-at-once", "N",                                                           \
      "matches of one player at once; without it 1: people cannot do more")                        \
    X(FORBID, "forbid", "A-B,C-D", "who must not meet")                                            \
    X(RATED, "rated", NULL, "the matches count for the ratings; all players need accounts")        \
    X(LIMIT, "limit", "N", "at most so many; without it 20")                                       \
    X(FIRST_STRATEGY, "first-strategy", "STRATEGY", "of the bot that moves first")                 \
    X(SECOND_STRATEGY, "second-strategy", "STRATEGY", "of the other bot")                          \
    X(BATCH, "batch", NULL, "solve lines of standard input, one answer a line")                    \
    X(VALUES, "values", NULL, "list all moves by the value that they lead to")                     \
    X(CERTIFICATE, "certificate", NULL, "print a proof of the verdict for a checker")              \
    X(UPTO, "upto", "N", "how far to go")                                                          \
    X(EACH, "each", NULL, "print the count up to every whole number")                              \
    X(THREADS, "threads", "T", "how many to count with; without it one for each processor")        \
    X(CHECKPOINT, "checkpoint", "FILE", "keep what is counted there, and go on from it")           \
    X(PROGRESS, "progress", NULL, "tell how far it is, even where standard error is a file")       \
    X(HEAPS, "heaps", "1|2", "of single heaps, or of two; without it what the game suggests")      \
    X(LOST, "lost", NULL, "only the heaps that are lost for whoever begins")                       \
    X(GENUS, "genus", NULL, "the genus of each heap: what misere play needs of it")                \
    X(OUT, "out", "PATH",                                                                          \
      "where to: a picture FILE.png or FILE.svg, or the folder of a tournament")                   \
    X(WIDTH, "width", "PIXELS", "of the picture; without it 1000")                                 \
    X(HEIGHT, "height", "PIXELS", "of the picture; without it 700")                                \
    X(SCRIPT, "script", NULL, "print the script for gnuplot instead")                              \
    X(CSV, "csv", NULL, "print CSV, with a header")                                                \
    X(KEY, "key", "KEY", "the key that has to have signed it")                                     \
    X(UNSIGNED, "unsigned", NULL, "take a record that has no signature")                           \
    X(UNJUDGED, "unjudged", NULL, "take a record in which matches were not judged")                \
    X(DAILY, "daily", NULL, "the puzzle of today, the same for everybody")                         \
    X(MISTAKES, "mistakes", NULL,                                                                  \
      "first look for mistakes of yours in your latest matches, and make puzzles of them")         \
    X(JSON, "json", NULL, "print JSON for programs")                                               \
    X(VERSION, "version", NULL, "print the version")                                               \
    X(HELP, "help", NULL, "explain the command")

enum option_name {
#define X(name, text, value, meaning) OPTION_##name,
    OPTIONS(X)
#undef X
        OPTION_COUNT,
};

/* A set of options is a bit mask: OPTION_BIT(SERVER) stands for --server. */
#define OPTION_BIT(name) ((uint128)1 << OPTION_##name)

/* Of every command that may be about a server. */
#define OPTIONS_OF_SERVER (OPTION_BIT(SERVER) | OPTION_BIT(SERVER_KEY))

extern const struct cli_option option_rows[OPTION_COUNT];

/* Reads a whole number from 1 to `max`. `what` names it in the error (USAGE). */
enum error_code options_number(const char *text, const char *what, int64_t max, int64_t *ret_number,
                               struct error *error);

/* Reads the number of an option. The number stays unchanged if the option is not given. */
enum error_code options_take_number(const struct options *options, enum option_name option,
                                    int64_t max, int64_t *number, struct error *error);

/* Reads a day, "2026-11-24", or a minute of it, "2026-11-24T18:30", in local time: ms since 1970
 * UTC. `ret_ms` stays unchanged if the option is not given. USAGE. */
enum error_code options_take_date(const struct options *options, enum option_name option,
                                  int64_t *ret_ms, struct error *error);

/* Reads the rules of --game, without it fibonacci-nim, with the look of --look. */
enum error_code options_take_rules(const struct options *options, struct rules *ret_rules,
                                   struct error *error);

/* Puts the name and the value in front of the error's message. If rules cannot be parsed, their
 * form follows the message. Returns the error's code. */
enum error_code options_blame(struct error *error, const char *what, const char *value);

/* Appends those options of the set that are given, as "--game nim and --first me". Returns their
 * number. */
int options_print_given(const struct options *options, uint128 set, struct text *out);

#endif
