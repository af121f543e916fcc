/* The names of the strategies of takeaway-bot: the one list for the bot and for the programs that
 * start it. */
#ifndef CLIENT_LIB_STRATEGY_NAME_H
#define CLIENT_LIB_STRATEGY_NAME_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdint.h>

enum {
    STRATEGY_CHANCE_ONE = 1000000, /* probability 1, in the unit of MISTAKEN's parameter */
    STRATEGY_PLAYOUTS_DEFAULT = 1000,
    STRATEGY_PLAYOUTS_MAX = 1000000,
    STRATEGY_LEVELS = 10,
};

enum strategy_kind {
    STRATEGY_PERFECT,
    STRATEGY_GREEDY,
    STRATEGY_RANDOM,
    STRATEGY_MISTAKEN, /* parameter: probability of a mistake, in millionths */
    STRATEGY_MCTS,     /* parameter: playouts per move */
    STRATEGY_LEVEL,    /* parameter: 1..STRATEGY_LEVELS */
    STRATEGY_KIND_COUNT,
};

struct strategy_name {
    enum strategy_kind kind;
    int64_t parameter; /* 0 where the kind has none */
};

/* Reads "perfect", "mistaken:0.05", "mcts", "mcts:200", "level:3", ... USAGE: the message says what
 * is wrong, or lists the strategies. */
enum error_code strategy_name_parse(const char *text, struct strategy_name *ret_name,
                                    struct error *error);

/* The form of its name, such as "mistaken:P", and its summary, for help and messages. */
const char *strategy_kind_form(enum strategy_kind kind);
const char *strategy_kind_summary(enum strategy_kind kind);
/* Appends all forms: "perfect, greedy, ... and level:1 to level:10". */
void strategy_forms_print(struct text *out);
/* Appends complete names for shell completion, each with `before` in front and a blank behind. */
void strategy_names_print(const char *before, struct text *out);

#endif
