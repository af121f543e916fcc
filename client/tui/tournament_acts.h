/* What a person can do with a tournament, beside looking at it. Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_ACTS_H
#define CLIENT_TUI_TOURNAMENT_ACTS_H

#include "common/wire/schema.h"

#include <stdbool.h>

enum tournament_act {
    TOURNAMENT_JOIN,
    TOURNAMENT_START,
    TOURNAMENT_PAUSE,
    TOURNAMENT_RESUME,
    TOURNAMENT_WITHDRAW,
    TOURNAMENT_CANCEL,
    TOURNAMENT_ACT_COUNT,
};

/* How it is said. */
struct tournament_act_words {
    const char *key; /* one letter */
    const char *label;
    const char *question; /* to be answered first; NULL: none */
    const char *done;
};
extern const struct tournament_act_words tournament_act_words[TOURNAMENT_ACT_COUNT];

/* What somebody is in a tournament. */
struct tournament_role {
    bool is_director;
    bool is_player;
    bool is_free; /* there is a place to take while it is open */
};

struct tournament_role tournament_role_of(const struct wire_tournament *tournament,
                                          const char *name);
/* Would the server do that in this state? */
bool tournament_may(const struct tournament_role *role, struct wire_text state,
                    enum tournament_act act);
/* TOURNAMENT_ACT_COUNT: none has this key. */
enum tournament_act tournament_act_of(int64_t letter);

#endif
