#include "client/cli/own_games.h"

#include "client/lib/config_file.h"
#include "common/cli/cli.h"
#include "common/game/named_games.h"

#include <unistd.h>

static enum error_code take_line(void *target, int line, const char *section, const char *name,
                                 const char *value, struct error *error)
{
    return named_games_take(target, line, section, name, value, error);
}

/* The file has sections only. */
static const struct cli file_cli = {.program = {.name = "takeaway"}, .take_line = take_line};

enum error_code own_games_use(struct error *error)
{
    static struct named_games named; /* the catalogue borrows from it to the end */
    int lines[CLI_OPTIONS_MAX];
    struct text path = {0};
    enum error_code code = ERROR_NONE;
    if (config_file_path("games.ini", &path) && access(text_string(&path), F_OK) == 0)
        code = cli_read_file(&file_cli, text_string(&path), &named, lines, error);
    if (!code)
        named_games_use(&named);
    text_finish(&path);
    return code;
}
