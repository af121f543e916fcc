/* The options of takeaway-bot. */
#ifndef BOTS_OPTION_TABLE_H
#define BOTS_OPTION_TABLE_H

#include "common/manual/manual.h"

/* X(NAME, "name", "value" or NULL, "meaning"; its second line begins after "\n") */
#define OPTIONS(X)                                                                                 \
    X(SERVER, "server", "HOST[:PORT]", "the server to play on; without a port it is 7800")         \
    X(NAME, "name", "NAME", "the bot's name there")                                                \
    X(STRATEGY, "strategy", "STRATEGY", "how it plays, see below")                                 \
    X(EXEC, "exec", "COMMAND",                                                                     \
      "instead of --strategy: this program chooses the moves, asked\n"                             \
      "in lines of text as bots/BRIDGE.md describes")                                              \
    X(RESIGN, "resign-for-haste", NULL, "resigns where it would have to move in haste")            \
    X(SEED, "seed", "N", "of the strategy's chance: equal seeds play equally; without it 1")       \
    X(GAME, "game", "RULES",                                                                       \
      "a game that it plays, such as kayles or take-away:2x;\n"                                    \
      "may be given several times; without it any game")                                           \
    X(CHALLENGE, "challenge", "NAME",                                                              \
      "challenges this player, as soon as they are there, to the\n"                                \
      "games given with --game in turn, and ends when the\n"                                       \
      "matches have ended")                                                                        \
    X(START, "start", "POSITION", "of its challenges; without it the server draws one")            \
    X(FIRST, "first", "WHO", "who moves first in its challenges: me, them or random (default)")    \
    X(CLOCK, "clock", "CONTROL", "the time in its challenges: 300+3, 30/move or none (default)")   \
    X(MATCHES, "matches", "N", "how many challenges, one after another; without it 1")             \
    X(TOURNAMENT, "tournament", "N",                                                               \
      "takes part in this tournament, accepts no challenges, and ends\n"                           \
      "when the tournament is over")                                                               \
    X(PATIENCE, "patience", "SECONDS",                                                             \
      "waits so long for an opponent who has gone before it asks\n"                                \
      "the server, again and again, for the end; without it 60")                                   \
    X(TOKEN_FILE, "token-file", "FILE",                                                            \
      "keeps its token there, so that it can be started again\n"                                   \
      "and goes on with its matches")                                                              \
    X(EXIT_ON_EOF, "exit-on-eof", NULL, "ends when its standard input ends")                       \
    X(VERSION, "version", NULL, "prints the version")                                              \
    X(HELP, "help", NULL, "prints this")

enum option_name {
#define X(name, text, value, meaning) OPTION_##name,
    OPTIONS(X)
#undef X
        OPTION_COUNT,
};

extern const struct manual_option option_rows[OPTION_COUNT];

#endif
