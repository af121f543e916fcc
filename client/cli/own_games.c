#include "client/cli/own_games.h"

#include "client/cli/session.h"
#include "client/lib/config_file.h"
#include "common/base/exit_status.h"
#include "common/base/harmless.h"
#include "common/base/scanner.h"
#include "common/cli/cli.h"
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "common/game/named_games.h"
#include "common/wire/wire.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct named_games named; /* the catalogue borrows from it to the end */

/* --- those of the file --- */

static enum error_code take_line(void *target, int line, const char *section, const char *name,
                                 const char *value, struct error *error)
{
    return named_games_take(target, line, section, name, value, error);
}

/* The file has sections only. */
static const struct cli file_cli = {.program = {.name = "takeaway"}, .take_line = take_line};

enum error_code own_games_use(struct error *error)
{
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

/* --- one of a server's --- */

/* The search for a name in the welcome of a server. */
struct asking {
    struct session *session;
    const char *name; /* that was typed, `len` bytes, without suffixes */
    size_t len;
    struct text others; /* names that only the server knows: "house-game, my-nim" */
    bool is_found;
    struct error error; /* of putting it into the catalogue */
};

/* Is it the name of a game, with or without suffixes, and of none that is known here? */
static bool is_unknown_name(const char *text)
{
    struct rules rules;
    struct error error;
    const struct family *family;
    size_t len = strlen(text);
    struct scanner scanner = {.text = text, .len = len};
    return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strcspn(text, ",") &&
           family_parse(&scanner, &family, &error) &&
           rules_or_class_parse(&rules, text, len, &error);
}

static bool is_in_catalogue(struct wire_text name)
{
    for (const struct game *game = games; game->name; game++)
        if (wire_text_equal(name, game->name))
            return true;
    return false;
}

/* A look that this program does not know is none. */
static struct wire_text known_look(const struct wire_game *game)
{
    struct rules rules;
    struct error error; /* is reported when the line with the rules is read */
    bool is_known = !rules_parse(&rules, game->rules.bytes, game->rules.len, &error) &&
                    look_of(&rules, game->look.bytes, game->look.len);
    return is_known ? game->look : (struct wire_text){0};
}

/* Puts a game into the catalogue as if its section stood in the file. */
static enum error_code add(const struct wire_game *game, struct error *error)
{
    const struct {
        const char *key;
        struct wire_text value;
    } lines[] = {
        {"rules", game->rules},     {"title", game->title},     {"summary", game->summary},
        {"example", game->example}, {"look", known_look(game)},
    };
    struct text text = {0};
    text_printf(&text, "game %.*s", (int)game->name.len, game->name.bytes);
    enum error_code code = named_games_take(&named, 0, text_string(&text), NULL, NULL, error);
    for (size_t i = 0; i < sizeof lines / sizeof *lines && !code; i++) {
        if (!lines[i].value.bytes)
            continue;
        text_clear(&text);
        harmless_append(lines[i].value.bytes, lines[i].value.len, &text);
        code = named_games_take(&named, 0, "game", lines[i].key, text_string(&text), error);
    }
    if (!code)
        code = named_games_take(&named, 0, NULL, NULL, NULL, error);
    if (!code)
        named_games_use(&named);
    text_finish(&text);
    return code;
}

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct asking *asking = owner;
    (void)is_first;
    for (size_t i = 0; i < welcome->games_count && !asking->is_found; i++) {
        const struct wire_game *game = &welcome->games[i];
        asking->is_found = game->name.len == asking->len &&
                           memcmp(game->name.bytes, asking->name, asking->len) == 0;
        if (asking->is_found) {
            add(game, &asking->error);
        } else if (!is_in_catalogue(game->name)) {
            text_append_string(&asking->others, asking->others.len > 0 ? ", " : "");
            harmless_append(game->name.bytes, game->name.len, &asking->others);
        }
    }
    session_end(asking->session, EXIT_OK);
}

/* The command, which connects next, says the same. */
static void on_told(void *owner, const char *words)
{
    (void)owner;
    (void)words;
}

int own_games_ask(const struct options *options, struct error *error)
{
    const char *game = options->values[OPTION_GAME], *server = options->values[OPTION_SERVER];
    if (!game || !server || !is_unknown_name(game))
        return EXIT_OK;
    struct asking asking = {.name = game, .len = strcspn(game, ",")};
    struct session_config config = {
        .server = server,
        .server_key = options->values[OPTION_SERVER_KEY],
        .only_looks = true,
    };
    struct session_events events = {.owner = &asking, .ready = on_ready, .told = on_told};
    int status = session_run(&config, &events, &asking.session);
    if (status == EXIT_OK && asking.error.code)
        error_set(error, ERROR_USAGE, "--game '%.40s' of %.60s: %s", game, server,
                  asking.error.message);
    else if (status == EXIT_OK && !asking.is_found && asking.others.len > 0)
        error_set(error, ERROR_USAGE,
                  "there is no game '%.40s': %.60s has %s of its own, and `%s games` lists the "
                  "others",
                  game, server, text_string(&asking.others), program_invocation_name);
    text_finish(&asking.others);
    return status == EXIT_OK && error->code ? EXIT_USAGE : status;
}
