/* `takeaway games`: the catalogue. */
#include "client/command.h"
#include "client/json.h"
#include "common/game/game.h"

#include <string.h>

static json_t *json_of_games(void)
{
    json_t *list = json_array();
    for (const struct game *game = games; game->name; game++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", game->name,
                                              "rules", game->rules, "title", game->title, "summary",
                                              game->summary, "example", game->example));
    return list;
}

static void print_game(const struct game *game, struct text *out)
{
    text_printf(out, "%s: %s", game->name, game->title);
    if (strcmp(game->name, game->rules) != 0)
        text_printf(out, " (%s)", game->rules);
    text_printf(out, "\n    %s\n    For example from %s.\n", game->summary, game->example);
}

static void print_games(struct text *out)
{
    for (const struct game *game = games; game->name; game++)
        print_game(game, out);
    command_print_hints(
        "In all of them, whoever cannot move loses; with ',misere' after the name, "
        "wins. Other rules\nare played as well: take-away:3x, octal:0.137, ... (see "
        "`takeaway help solve`).\n",
        out);
}

int games_run(const struct options *options, struct error *error)
{
    (void)error;
    struct text text = {0};
    if (options->values[OPTION_JSON])
        json_print(json_of_games(), &text);
    else
        print_games(&text);
    return command_print(&text);
}
