/* The plan of a tournament, made from the options of `takeaway tournament run` and `create`.
 * Pure. */
#ifndef CLIENT_TOURNAMENT_PLAN_H
#define CLIENT_TOURNAMENT_PLAN_H

#include "client/cli/options.h"
#include "common/game/game.h"
#include "common/tournament/pairing.h"
#include "common/wire/schema.h"

struct plan_player {
    char name[WIRE_NAME_MAX + 1];
    /* For `run`, one of these two plays under this name. Owned. */
    char *strategy;         /* of takeaway-bot */
    char *command;          /* of a program; takeaway-bot is its bridge */
    bool resigns_for_haste; /* where the program has no move in time, the bridge resigns instead of
                               moving */
};

struct tournament_plan {
    const char *title; /* borrowed from the options; NULL: the server chooses it */
    struct rules rules;
    enum tournament_format format;
    int64_t rounds;     /* 0, always in a knockout: the server chooses */
    struct text starts; /* canonical, as the clock */
    struct text clock;
    int64_t seed; /* 0: drawn later */
    int64_t at_once;
    int64_t each_at_once; /* 0: any number */
    bool rated;
    struct plan_player *players; /* in the order of the seeding; owned */
    size_t player_count;         /* 0: open to all who join */
    struct meeting *forbidden;   /* owned */
    size_t forbidden_count;
    /* Memory of the request; owned. */
    struct wire_text *request_players;
    struct wire_forbidden *request_forbidden;
};

/* The options that make up a plan of `run`. `create` also has --rated and --each-at-once. */
#define TOURNAMENT_PLAN_OPTIONS                                                                    \
    (OPTION_BIT(NAME) | OPTION_BIT(GAME) | OPTION_BIT(LOOK) | OPTION_BIT(PLAYERS) |                \
     OPTION_BIT(FORMAT) | OPTION_BIT(ROUNDS) | OPTION_BIT(STARTS) | OPTION_BIT(SEED) |             \
     OPTION_BIT(CLOCK) | OPTION_BIT(CONCURRENCY) | OPTION_BIT(FORBID))

/* `with_bots`: --players names a strategy or program for each player, as in
 * "perfect,anna=mcts:500,exec:./mybot"; else it has names only, and is optional. USAGE, or the
 * error of the rules, the starts or the clock. tournament_plan_finish() is needed also after an
 * error. */
enum error_code tournament_plan_parse(const struct options *options, bool with_bots,
                                      struct tournament_plan *ret_plan, struct error *error);
void tournament_plan_finish(struct tournament_plan *plan);

/* Appends the canonical value of one of these options; nothing if the plan leaves it open. Equal
 * plans have equal values, and parsing the values makes an equal plan. */
void tournament_plan_print_option(const struct tournament_plan *plan, enum option_name option,
                                  struct text *out);

/* The request that creates the tournament; valid until the plan is finished. */
void tournament_plan_request(struct tournament_plan *plan,
                             struct wire_tournament_create *ret_create);

#endif
