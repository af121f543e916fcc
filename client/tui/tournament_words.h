/* The acts of a person in a tournament, and the words of its page. No I/O. */
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

/* The words for an act. */
struct tournament_act_words {
    const char *key; /* one letter */
    const char *label;
    const char *question; /* asked first; NULL: none */
    const char *done;
};
extern const struct tournament_act_words tournament_act_words[TOURNAMENT_ACT_COUNT];

/* A person's role in a tournament. */
struct tournament_role {
    bool is_director;
    bool is_player;
    bool is_free; /* a place is free */
};

struct tournament_role tournament_role_of(const struct wire_tournament *tournament,
                                          const char *name);
/* Does the server allow the act in this state? */
bool tournament_may(const struct tournament_role *role, struct wire_text state,
                    enum tournament_act act);
/* The act with this key; TOURNAMENT_ACT_COUNT: none. */
enum tournament_act tournament_act_of(int64_t letter);

/* --- the farewell, when it ends --- */

/* Appends "The tournament is over: you are number 2 of 3, with 2.5 points." `standings` are final;
 * `name` is the person's. */
void tournament_farewell_say(const struct wire_standings *standings, const char *name,
                             struct text *out);

/* --- the legends of its tables, for beginners --- */

/* The legend of a tab, in paragraphs. */
const char *tournament_legend(enum tournament_tab tab);
/* Draws the legends of all tabs, beginning with `first`, with `skip` rows scrolled out above.
 * Returns the number of rows below the visible part. */
int tournament_legend_draw(enum tournament_tab first, int skip, struct canvas *canvas,
                           struct area area);

#endif
