/* `takeaway admin`: what an operator asks of a server, each one request over its socket. */
#include "client/account/admin_call.h"
#include "client/account/admin_print.h"
#include "client/command.h"
#include "client/progress.h"
#include "common/wire/wire.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    HOUR_MS = 3600000,
    HOURS_MAX = 1000000,
};

static bool wants_json(const struct options *options)
{
    return options->values[OPTION_JSON] != NULL;
}

static void print(struct text *text)
{
    fputs(text_string(text), stdout);
    text_finish(text);
}

static void print_json(json_t *json)
{
    struct text text = {0};
    json_print(json, &text);
    print(&text);
}

/* --- players --- */

struct players {
    json_t *json; /* the list so far; NULL: lines are printed */
    int64_t edge; /* the last session that was listed */
    bool more;
    bool any;
};

static void take_players(void *owner, const void *result)
{
    struct players *players = owner;
    const struct wire_present_list *list = result;
    struct text text = {0};
    for (size_t i = 0; players->json && i < list->players_count; i++)
        json_array_append_new(players->json, admin_json_player(&list->players[i]));
    if (!players->json)
        admin_print_players(list, &text);
    print(&text);
    players->any = players->any || list->players_count > 0;
    int64_t edge_before = players->edge;
    if (list->players_count > 0)
        players->edge = list->players[list->players_count - 1].session;
    players->more = list->more && players->edge > edge_before;
}

static enum error_code run_players(const struct options *options, struct error *error)
{
    struct players players = {
        .json = wants_json(options) ? json_array() : NULL,
        .more = true,
    };
    struct wire_present_page page = {.limit = WIRE_PAGE_MAX};
    struct admin_call call = {
        .control = options->values[OPTION_CONTROL],
        .method = WIRE_OPERATOR_PLAYERS,
        .parameters = &page,
        .owner = &players,
        .answered = take_players,
    };
    enum error_code code = ERROR_NONE;
    while (!code && players.more) {
        page.after = players.edge;
        code = admin_call(&call, error);
    }
    if (!code && players.json)
        print_json(json_pack("{s:O}", "players", players.json));
    else if (!code && !players.any)
        puts("Nobody is connected.");
    json_decref(players.json);
    return code;
}

/* --- kick, ban, unban, cancel, abort, withdraw, stop --- */

static void take_nothing(void *owner, const void *result)
{
    (void)owner;
    (void)result;
}

/* Asks what is answered with nothing, and tells the operator that it is `done`. */
static enum error_code ask(const struct options *options, enum wire_method method,
                           const void *parameters, const char *done, struct error *error)
{
    struct admin_call call = {
        .control = options->values[OPTION_CONTROL],
        .method = method,
        .parameters = parameters,
        .answered = take_nothing,
    };
    enum error_code code = admin_call(&call, error);
    if (!code && wants_json(options))
        puts("{}");
    else if (!code)
        puts(done);
    return code;
}

static enum error_code run_kick(const struct options *options, struct error *error)
{
    struct wire_kick kick = {
        .player = wire_text(options->arguments[1]),
        .reason = wire_text(options->values[OPTION_REASON]),
    };
    return ask(options, WIRE_OPERATOR_KICK, &kick, "The player's connection has ended.", error);
}

/* A name or --address, and not both. */
static enum error_code check_subject(const struct options *options, struct error *error)
{
    if (!options->arguments[1] == !options->values[OPTION_ADDRESS])
        return error_set(error, ERROR_USAGE, "whom? Either a NAME or --address ADDRESS");
    return ERROR_NONE;
}

/* --hours from now, or WIRE_ABSENT. */
static enum error_code read_until(const struct options *options, int64_t *ret_until_ms,
                                  struct error *error)
{
    const char *given = options->values[OPTION_HOURS];
    int64_t hours;
    *ret_until_ms = WIRE_ABSENT;
    if (!given)
        return ERROR_NONE;
    if (options_number(given, "--hours", HOURS_MAX, &hours, error))
        return error->code;
    *ret_until_ms = (int64_t)time(NULL) * 1000 + hours * HOUR_MS;
    return ERROR_NONE;
}

static enum error_code run_ban(const struct options *options, struct error *error)
{
    struct wire_ban ban = {
        .player = wire_text(options->arguments[1]),
        .address = wire_text(options->values[OPTION_ADDRESS]),
        .reason = wire_text(options->values[OPTION_REASON]),
        .made = WIRE_ABSENT,
    };
    if (check_subject(options, error) || read_until(options, &ban.until, error))
        return error->code;
    return ask(options, WIRE_OPERATOR_BAN, &ban, "Banned.", error);
}

static enum error_code run_unban(const struct options *options, struct error *error)
{
    struct wire_unban unban = {
        .player = wire_text(options->arguments[1]),
        .address = wire_text(options->values[OPTION_ADDRESS]),
    };
    if (check_subject(options, error))
        return error->code;
    return ask(options, WIRE_OPERATOR_UNBAN, &unban, "Let in again.", error);
}

static enum error_code run_cancel(const struct options *options, struct error *error)
{
    struct wire_cancel cancel = {.reason = wire_text(options->values[OPTION_REASON])};
    if (options_number(options->arguments[1], "the tournament's number", WIRE_INT_MAX,
                       &cancel.tournament, error))
        return error->code;
    return ask(options, WIRE_OPERATOR_CANCEL, &cancel, "The tournament is cancelled.", error);
}

static enum error_code run_abort(const struct options *options, struct error *error)
{
    struct wire_match_number match;
    if (options_number(options->arguments[1], "the match's number", WIRE_INT_MAX, &match.match,
                       error))
        return error->code;
    return ask(options, WIRE_OPERATOR_ABORT, &match, "The match is aborted.", error);
}

static enum error_code run_withdraw(const struct options *options, struct error *error)
{
    struct wire_offer_number offer;
    if (options_number(options->arguments[1], "the offer's number", WIRE_INT_MAX, &offer.offer,
                       error))
        return error->code;
    return ask(options, WIRE_OPERATOR_WITHDRAW, &offer, "The offer is taken back.", error);
}

static enum error_code run_stop(const struct options *options, struct error *error)
{
    return ask(options, WIRE_OPERATOR_STOP, NULL, "The server shuts down.", error);
}

/* --- clear --- */

struct clearance {
    int64_t matches, offers; /* ended so far */
    bool more;
};

static void take_cleared(void *owner, const void *result)
{
    struct clearance *clearance = owner;
    const struct wire_cleared *cleared = result;
    clearance->matches += cleared->matches;
    clearance->offers += cleared->offers;
    clearance->more = cleared->more;
}

static enum error_code run_clear(const struct options *options, struct error *error)
{
    struct wire_clearance clear = {
        .player = wire_text(options->arguments[1]),
        .address = wire_text(options->values[OPTION_ADDRESS]),
    };
    struct clearance clearance = {.more = true};
    struct admin_call call = {
        .control = options->values[OPTION_CONTROL],
        .method = WIRE_OPERATOR_CLEAR,
        .parameters = &clear,
        .owner = &clearance,
        .answered = take_cleared,
    };
    if (check_subject(options, error))
        return error->code;
    enum error_code code = ERROR_NONE;
    while (!code && clearance.more)
        code = admin_call(&call, error);
    if (!code && wants_json(options))
        print_json(
            json_pack("{s:I, s:I}", "matches", clearance.matches, "offers", clearance.offers));
    else if (!code)
        printf("Aborted %" PRId64 " match%s, took back %" PRId64 " offer%s.\n", clearance.matches,
               clearance.matches == 1 ? "" : "es", clearance.offers,
               clearance.offers == 1 ? "" : "s");
    return code;
}

/* --- bans, stats, key --- */

static void take_bans(void *owner, const void *result)
{
    struct text text = {0};
    if (wants_json(owner))
        print_json(admin_json_bans(result));
    else
        admin_print_bans(result, &text);
    print(&text);
}

static void take_stats(void *owner, const void *result)
{
    struct text text = {0};
    if (wants_json(owner))
        print_json(admin_json_stats(result));
    else
        admin_print_stats(result, &text);
    print(&text);
}

static void take_key(void *owner, const void *result)
{
    const struct wire_signing_key *answer = result;
    if (wants_json(owner))
        print_json(json_pack("{s:s%}", "key", answer->key.bytes, answer->key.len));
    else
        printf("%.*s\n", (int)answer->key.len, answer->key.bytes);
}

static enum error_code show(const struct options *options, enum wire_method method,
                            void (*answered)(void *owner, const void *result), struct error *error)
{
    struct options owner = *options;
    struct admin_call call = {
        .control = options->values[OPTION_CONTROL],
        .method = method,
        .owner = &owner,
        .answered = answered,
    };
    return admin_call(&call, error);
}

static enum error_code run_bans(const struct options *options, struct error *error)
{
    return show(options, WIRE_OPERATOR_BANS, take_bans, error);
}

static enum error_code run_stats(const struct options *options, struct error *error)
{
    return show(options, WIRE_SERVER_STATS, take_stats, error);
}

static enum error_code run_key(const struct options *options, struct error *error)
{
    return show(options, WIRE_SERVER_KEY, take_key, error);
}

/* --- backup --- */

struct backup {
    bool json;
    const char *path;
    struct progress progress;
};

static void take_progress(void *owner, const struct wire_backup_progress *progress)
{
    struct backup *backup = owner;
    struct progress_state state = {
        .share_done = progress->total > 0 ? (double)progress->pages / (double)progress->total : 0.0,
    };
    progress_show(&backup->progress, &state);
}

static void take_backup(void *owner, const void *result)
{
    struct backup *backup = owner;
    const struct wire_backup_done *done = result;
    progress_end(&backup->progress);
    if (backup->json)
        print_json(json_pack("{s:s, s:I}", "path", backup->path, "bytes", done->bytes));
    else
        printf("%s: %" PRId64 " bytes, complete and on disk\n", backup->path, done->bytes);
}

/* The server has another working folder than the operator. */
static enum error_code make_absolute(const char *path, struct text *out, struct error *error)
{
    char folder[4096];
    if (path[0] != '/') {
        if (!getcwd(folder, sizeof folder))
            return error_set(error, ERROR_IO, "the present folder: %s", strerror(errno));
        text_printf(out, "%s/", folder);
    }
    text_append_string(out, path);
    return ERROR_NONE;
}

static enum error_code run_backup(const struct options *options, struct error *error)
{
    struct text path = {0};
    if (make_absolute(options->arguments[1], &path, error))
        return error->code;
    struct wire_backup request = {.path = wire_text(text_string(&path))};
    struct backup backup = {
        .json = wants_json(options),
        .path = text_string(&path),
        .progress = progress_begin(false),
    };
    struct admin_call call = {
        .control = options->values[OPTION_CONTROL],
        .method = WIRE_OPERATOR_BACKUP,
        .parameters = &request,
        .owner = &backup,
        .answered = take_backup,
        .progress = take_progress,
    };
    enum error_code code = admin_call(&call, error);
    if (code)
        progress_end(&backup.progress);
    text_finish(&path);
    return code;
}

/* --- the command --- */

/* X(verb, argument, options besides --control and --json, run) */
#define VERBS(X)                                                                                   \
    X("players", NULL, 0, run_players)                                                             \
    X("kick", "NAME", OPTION_BIT(REASON), run_kick)                                                \
    X("ban", "NAME", OPTION_BIT(ADDRESS) | OPTION_BIT(REASON) | OPTION_BIT(HOURS), run_ban)        \
    X("unban", "NAME", OPTION_BIT(ADDRESS), run_unban)                                             \
    X("bans", NULL, 0, run_bans)                                                                   \
    X("cancel", "TOURNAMENT", OPTION_BIT(REASON), run_cancel)                                      \
    X("abort", "MATCH", 0, run_abort)                                                              \
    X("withdraw", "OFFER", 0, run_withdraw)                                                        \
    X("clear", "NAME", OPTION_BIT(ADDRESS), run_clear)                                             \
    X("stats", NULL, 0, run_stats)                                                                 \
    X("key", NULL, 0, run_key)                                                                     \
    X("backup", "FILE", 0, run_backup)                                                             \
    X("stop", NULL, 0, run_stop)

#define X(name, argument, options, run) {name, argument, options},
const struct manual_verb admin_verbs[] = {VERBS(X){NULL, NULL, 0}};
#undef X

typedef enum error_code run_verb(const struct options *options, struct error *error);

/* In the order of admin_verbs. */
#define X(name, argument, options, run) run,
static run_verb *const runs[] = {VERBS(X)};
#undef X

static const struct manual_verb *find_verb(const char *name, struct error *error)
{
    struct text known = {0};
    for (const struct manual_verb *verb = admin_verbs; verb->name; verb++) {
        if (strcmp(verb->name, name) == 0) {
            text_finish(&known);
            return verb;
        }
        text_printf(&known, "%s%s", verb > admin_verbs ? ", " : "", verb->name);
    }
    error_set(error, ERROR_USAGE, "there is no '%.40s', but %s", name, text_string(&known));
    text_finish(&known);
    return NULL;
}

static enum error_code check_options(const struct manual_verb *verb, const struct options *options,
                                     struct error *error)
{
    uint64_t others =
        (OPTION_BIT(ADDRESS) | OPTION_BIT(REASON) | OPTION_BIT(HOURS)) & ~verb->options;
    struct text given = {0};
    enum error_code code = ERROR_NONE;
    if (options_print_given(options, others, &given) > 0)
        code =
            error_set(error, ERROR_USAGE, "'%s' does not take %s", verb->name, text_string(&given));
    else if (!verb->argument && options->argument_count > 1)
        code = error_set(error, ERROR_USAGE, "'%s' takes no argument", verb->name);
    /* Instead of a name there may be an address. */
    else if (verb->argument && options->argument_count < 2 &&
             !(verb->options & OPTION_BIT(ADDRESS)))
        code = error_set(error, ERROR_USAGE, "'%s' needs a %s", verb->name, verb->argument);
    else if (!options->values[OPTION_CONTROL])
        code = error_set(error, ERROR_USAGE, "which server? Add --control PATH, as it was told");
    text_finish(&given);
    return code;
}

int admin_run(const struct options *options)
{
    struct error error;
    const struct manual_verb *verb = find_verb(options->arguments[0], &error);
    if (!verb || check_options(verb, options, &error))
        return command_refuse("admin", &error);
    enum error_code code = runs[verb - admin_verbs](options, &error);
    if (code == ERROR_USAGE)
        return command_refuse("admin", &error);
    return code ? command_fail("admin", &error) : EXIT_OK;
}
