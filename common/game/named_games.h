/* Games that a file names, beside those of the catalogue: the configuration of a server, or a file
 * of a person's. A section is a game; only `rules` is required:
 *
 *     [game my-nim]
 *     rules = octal:0.1234
 *     title = My Nim                        # without it the name
 *     summary = Take one or two counters.   # without it the rules
 *     example = 5+7                         # without it a start that is drawn
 *     look = strip                          # without it heaps
 *
 * A name has 1 to NAMED_GAME_NAME_MAX lower-case letters, digits and hyphens and begins with a
 * letter. It is not the name of a game of the catalogue or of a family. */
#ifndef COMMON_GAME_NAMED_GAMES_H
#define COMMON_GAME_NAMED_GAMES_H

#include "common/game/game.h"

enum { NAMED_GAME_NAME_MAX = 32, NAMED_GAME_TEXT_MAX = 200 };

struct named_game {
    char *name, *rules, *title, *summary, *example; /* owned; rules and example are canonical */
    enum game_look look;
    char *look_text; /* as given; owned; NULL: none */
    int line;        /* at which its section begins */
};

/* {0}: none. */
struct named_games {
    struct named_game list[GAMES_ADDED_MAX];
    size_t count;
    bool is_open; /* is the last one still being read? */
};

/* Takes a line of a section; `key` NULL: the section begins in this line; `section` NULL: the file
 * has ended. USAGE says what is wrong and what would be right. */
enum error_code named_games_take(struct named_games *named, int line, const char *section,
                                 const char *key, const char *value, struct error *error);
/* Puts them into the catalogue, as games_add() does; they have to outlive its use. */
void named_games_use(const struct named_games *named);
/* Appends them as such a file, an empty line before each. */
void named_games_print(const struct named_games *named, struct text *out);
void named_games_finish(struct named_games *named);

#endif
