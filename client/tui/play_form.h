/* The form for a new match: opponent, game, start, first move, clock, conditions. Its defaults are
 * a beginner's first game. No I/O. */
#ifndef CLIENT_TUI_PLAY_FORM_H
#define CLIENT_TUI_PLAY_FORM_H

#include "client/cli/wish.h"
#include "client/tui/form.h"

enum play_row {
    PLAY_OPPONENT,
    PLAY_NAME,    /* of the opponent, or of whom the invitation is for */
    PLAY_USES,    /* of an invitation, like the next */
    PLAY_EXPIRES, /* after so long */
    PLAY_GAME,
    PLAY_RULES, /* of a game outside the catalogue */
    PLAY_START,
    PLAY_FIRST,
    PLAY_CLOCK,
    PLAY_CONTROL, /* a clock outside the choices */
    PLAY_ONLY,    /* of an offer to anyone: for whom it is ... */
    PLAY_RATING,  /* ... and for which ratings */
    PLAY_ROW_COUNT,
};

enum { PLAY_GAMES_MAX = 96, PLAY_HELP_MAX = 200, PLAY_TITLE_MAX = 60, PLAY_EXAMPLE_MAX = 60 };

/* A game that only the server names. */
struct play_game {
    struct game game; /* its texts are those below, except that its name is its rules */
    char rules[RULES_TEXT_MAX + 1];
    char title[PLAY_TITLE_MAX + 1];
    char example[PLAY_EXAMPLE_MAX + 1];
};

/* Must not be moved in memory: `form` points into it. */
struct play_form {
    struct form form;
    struct form_row rows[PLAY_ROW_COUNT];
    const char *games[PLAY_GAMES_MAX];
    struct play_game more[GAMES_ADDED_MAX];
    size_t more_count;
    char start_help[PLAY_HELP_MAX];
    bool is_doubtful; /* the typed start is no position of the game */
    struct error doubt;
};

/* `is_private`: without other players to choose. */
void play_form_init(struct play_form *play_form, bool is_private);
enum form_outcome play_form_stroke(struct play_form *play_form, struct stroke stroke);
/* Do letters and digits go into a text field? */
bool play_form_is_typing(const struct play_form *play_form);

void play_form_take_anyone(struct play_form *play_form);
void play_form_take_invitation(struct play_form *play_form);
/* Sets the game, from its name or its rules in the notation. */
void play_form_take_game(struct play_form *play_form, const char *rules);
/* Adds the games that the server names and this program does not know. */
void play_form_take_games(struct play_form *play_form, const struct wire_game *list, size_t count);
void play_form_take_player(struct play_form *play_form, const char *name);

/* Reads the wish, whose texts are borrowed from the form. An error names the invalid text. To be
 * released with wish_finish() even after an error. */
enum error_code play_form_read(const struct play_form *play_form, struct wish *ret_wish,
                               struct error *error);
/* Is this a beginner's first game, with a winnable start and the first move? */
bool play_form_is_beginners(const struct wish *wish);
/* Why the start in the form cannot be played; NULL: it can be. */
const char *play_form_doubt(const struct play_form *play_form);
/* Appends the rules of the game in a sentence or two. */
void play_form_explain(const struct play_form *play_form, struct text *out);

#endif
