/* What a person fills in to play: against whom, which game, from where, who begins, with which
 * clock. Left as it is, it asks for a beginner's first game. Pure. */
#ifndef CLIENT_TUI_PLAY_FORM_H
#define CLIENT_TUI_PLAY_FORM_H

#include "client/play/wish.h"
#include "client/tui/form.h"

enum play_row {
    PLAY_OPPONENT,
    PLAY_NAME, /* of a player */
    PLAY_GAME,
    PLAY_RULES, /* of a game that is not in the catalogue */
    PLAY_START,
    PLAY_FIRST,
    PLAY_CLOCK,
    PLAY_CONTROL, /* a clock that is not among the choices */
    PLAY_ROW_COUNT,
};

enum { PLAY_GAMES_MAX = 64, PLAY_HELP_MAX = 200 };

/* Not to be moved: `form` points into it. */
struct play_form {
    struct form form;
    struct form_row rows[PLAY_ROW_COUNT];
    const char *games[PLAY_GAMES_MAX];
    char start_help[PLAY_HELP_MAX];
    bool is_doubtful; /* what is typed as the start is no position of the game */
    struct error doubt;
};

/* On a private server there are no other players to choose. */
void play_form_init(struct play_form *play_form, bool is_private);
enum form_outcome play_form_stroke(struct play_form *play_form, struct stroke stroke);
/* Is a text being typed, so that letters and digits belong to it? */
bool play_form_is_typing(const struct play_form *play_form);

void play_form_take_anyone(struct play_form *play_form);
/* By its name, or as rules are written. */
void play_form_take_game(struct play_form *play_form, const char *rules);
void play_form_take_player(struct play_form *play_form, const char *name);

/* What is asked for; texts are borrowed from the form. USAGE, or what is wrong with what was typed.
 * wish_finish() it in any case. */
enum error_code play_form_read(const struct play_form *play_form, struct wish *ret_wish,
                               struct error *error);
/* The first game of all: a start that can be won, and the first move. */
bool play_form_is_beginners(const struct wish *wish);
/* What is wrong with the start as far as it has been typed; NULL: nothing. */
const char *play_form_doubt(const struct play_form *play_form);
/* What is played, in a sentence or two. */
void play_form_explain(const struct play_form *play_form, struct text *out);

#endif
