/* What a person can do with a tournament beside looking at it, and the words of its page. Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_WORDS_H
#define CLIENT_TUI_TOURNAMENT_WORDS_H

#include "client/tui/tournament_view.h"

/* --- acts --- */

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

/* --- the farewell, when it ends --- */

/* "The tournament is over: you are number 2 of 3, with 2.5 points." `standings` are the last ones;
 * `name`: the person's own. */
void tournament_farewell_say(const struct wire_standings *standings, const char *name,
                             struct text *out);

/* --- what the words in its tables mean, for somebody who sees them for the first time --- */

/* Paragraphs. */
const char *tournament_legend(enum tournament_tab tab);
/* Those of all tabs, that of `first` first, `skip` rows of them scrolled past. Returns how many
 * rows lie below what is seen. */
int tournament_legend_draw(enum tournament_tab first, int skip, struct canvas *canvas,
                           struct area area);

#endif
