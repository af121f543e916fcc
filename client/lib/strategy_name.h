/* The ways in which takeaway-bot can play, by name: the one list, for the bot itself and for
 * whoever starts one. */
#ifndef CLIENT_LIB_STRATEGY_NAME_H
#define CLIENT_LIB_STRATEGY_NAME_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdint.h>

enum {
    STRATEGY_CHANCE_ONE = 1000000, /* the unit of MISTAKEN's parameter: always */
    STRATEGY_PLAYOUTS_DEFAULT = 1000,
    STRATEGY_PLAYOUTS_MAX = 1000000,
    STRATEGY_LEVELS = 10,
};

enum strategy_kind {
    STRATEGY_PERFECT,
    STRATEGY_GREEDY,
    STRATEGY_RANDOM,
    STRATEGY_MISTAKEN, /* parameter: how often, in millionths */
    STRATEGY_MCTS,     /* parameter: playouts for a move */
    STRATEGY_LEVEL,    /* parameter: 1..STRATEGY_LEVELS */
    STRATEGY_KIND_COUNT,
};

struct strategy_name {
    enum strategy_kind kind;
    int64_t parameter; /* 0 where the kind has none */
};

/* Reads "perfect", "mistaken:0.05", "mcts", "mcts:200", "level:3", ... USAGE says what is wrong, or
 * lists what there is. */
enum error_code strategy_name_parse(const char *text, struct strategy_name *ret_name,
                                    struct error *error);

/* How it is written, such as "mistaken:P", and what it does; for help and messages. */
const char *strategy_kind_form(enum strategy_kind kind);
const char *strategy_kind_summary(enum strategy_kind kind);
/* Appends all forms: "perfect, greedy, ... and level:1 to level:10". */
void strategy_forms_print(struct text *out);
/* Appends names that can be typed as they are, a blank behind each and `before` in front: for
 * shells to offer. */
void strategy_names_print(const char *before, struct text *out);

#endif
