/* `takeaway admin`: an operator's requests to a server over its socket, one per verb. */
#include "client/cli/command.h"
#include "client/lib/client_connection.h"
#include "client/lib/loop.h"
#include "client/show/columns.h"
#include "client/show/json.h"
#include "client/show/progress.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
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
    REQUEST_ID = 1,
};

static void print_json(json_t *json)
{
    struct text text = {0};
    json_print(json, &text);
    command_print(&text);
}

/* --- one request over the socket --- */

struct admin_call {
    const struct options *options;
    enum wire_method method;
    const void *parameters; /* the struct of the method's record */
    void *owner;
    /* Prints the struct of the method's result for a person. With --json the record is printed as
     * it is, unless `has_json`: then this function prints JSON, too. */
    void (*print)(void *owner, const void *result, struct text *out);
    bool has_json;
    /* NULL: progress is ignored. */
    void (*progress)(void *owner, const struct wire_backup_progress *progress);
};

struct conversation {
    const struct admin_call *call;
    struct loop *loop;
    struct connection *connection; /* NULL: closed */
    struct error *error;           /* code ERROR_NONE: none so far */
};

static void on_opened(void *owner)
{
    struct conversation *conversation = owner;
    struct text request = {0};
    wire_encode_request(&request, REQUEST_ID, conversation->call->method,
                        conversation->call->parameters);
    connection_write(conversation->connection, request.bytes, request.len);
    text_finish(&request);
}

static void on_closed(void *owner, const struct error *reason)
{
    struct conversation *conversation = owner;
    conversation->connection = NULL;
    *conversation->error = *reason;
    loop_stop(conversation->loop, 0);
}

static void take_answer(struct conversation *conversation, const struct wire_message *message)
{
    const struct admin_call *call = conversation->call;
    const struct wire_record *record = wire_methods[call->method].result;
    void *result = memory_zeroed(1, record->size + 1);
    struct text text = {0};
    if (message->error.code)
        *conversation->error = message->error;
    else if (wire_message_read(message, record, result, conversation->error))
        assert(conversation->error->code);
    else if (call->options->values[OPTION_JSON] && !call->has_json)
        json_print(json_of_record(record, result), &text);
    else
        call->print(call->owner, result, &text);
    command_print(&text);
    free(result);
    connection_destroy(conversation->connection);
    conversation->connection = NULL;
    loop_stop(conversation->loop, 0);
}

static void on_message(void *owner, const struct wire_message *message)
{
    struct conversation *conversation = owner;
    const struct admin_call *call = conversation->call;
    struct wire_backup_progress progress;
    struct error error;
    if (message->kind == WIRE_RESPONSE && message->id == REQUEST_ID)
        take_answer(conversation, message);
    else if (message->kind == WIRE_NOTIFICATION && call->progress &&
             wire_text_equal(message->method, wire_events[WIRE_EVENT_OPERATOR_PROGRESS].name) &&
             !wire_message_read(message, &wire_record_backup_progress, &progress, &error))
        call->progress(call->owner, &progress);
}

static enum error_code read_path(const char *path, struct server_address *ret_server,
                                 struct error *error)
{
    char whole[4096];
    /* A relative path would be taken for a host. */
    if (!realpath(path, whole))
        return error_set(error, ERROR_IO, "%s: %s; does the server run?", path, strerror(errno));
    return server_address_parse(whole, ret_server, error);
}

/* Connects, sends the request, waits for the answer and prints it. The error is the server's, or
 * the reason for the missing answer. */
static enum error_code ask(const struct admin_call *call, struct error *error)
{
    struct conversation conversation = {.call = call, .error = error};
    struct connection_events events = {
        .owner = &conversation,
        .opened = on_opened,
        .message = on_message,
        .closed = on_closed,
    };
    struct connection_config config = {0};
    if (read_path(call->options->values[OPTION_CONTROL], &config.server, error))
        return error->code;
    error->code = ERROR_NONE;
    conversation.loop = loop_create();
    if (!connection_create(conversation.loop, &config, &events, &conversation.connection, error))
        loop_run(conversation.loop);
    loop_destroy(conversation.loop);
    return error->code;
}

/* --- verbs that are one request --- */

struct verb {
    enum wire_method method;
    /* Prints the result for a person; NULL: `done` is printed. */
    void (*print)(void *owner, const void *result, struct text *out);
    const char *done;
    /* NULL: one request with the given arguments and options. */
    enum error_code (*run)(const struct options *options, struct error *error);
};

/* Reads --hours into a time from now, or WIRE_ABSENT. */
static enum error_code read_until(const struct options *options, int64_t *ret_until_ms,
                                  struct error *error)
{
    int64_t hours = 0;
    if (options_take_number(options, OPTION_HOURS, HOURS_MAX, &hours, error))
        return error->code;
    *ret_until_ms = hours > 0 ? (int64_t)time(NULL) * 1000 + hours * HOUR_MS : WIRE_ABSENT;
    return ERROR_NONE;
}

/* Fills in the parameters of a method. A field gets the argument or option of the same name. */
static enum error_code take_given(const struct options *options, const struct wire_record *record,
                                  void *body, struct error *error)
{
    enum error_code failed = ERROR_NONE;
    wire_record_clear(record, body);
    for (size_t i = 0; i < record->field_count && !failed; i++) {
        const struct wire_field *field = &record->fields[i];
        void *member = (char *)body + field->offset;
        if (strcmp(field->name, "address") == 0) {
            *(struct wire_text *)member = wire_text(options->values[OPTION_ADDRESS]);
        } else if (strcmp(field->name, "reason") == 0) {
            *(struct wire_text *)member = wire_text(options->values[OPTION_REASON]);
        } else if (strcmp(field->name, "until") == 0) {
            failed = read_until(options, member, error);
        } else if (field->kind == WIRE_FIELD_TEXT) {
            *(struct wire_text *)member = wire_text(options->arguments[1]);
        } else if (field->required) {
            struct text what = {0};
            text_printf(&what, "the %s's number", field->name);
            failed = options_number(options->arguments[1], text_string(&what), WIRE_INT_MAX, member,
                                    error);
            text_finish(&what);
        }
    }
    return failed;
}

static void print_done(void *owner, const void *result, struct text *out)
{
    (void)result;
    const struct verb *verb = owner;
    text_printf(out, "%s\n", verb->done);
}

static enum error_code ask_once(const struct options *options, const struct verb *verb,
                                struct error *error)
{
    const struct wire_record *record = wire_methods[verb->method].parameters;
    struct verb asked = *verb;
    void *body = memory_zeroed(1, record->size + 1);
    struct admin_call call = {
        .options = options,
        .method = verb->method,
        .parameters = body,
        .owner = &asked,
        .print = verb->print ? verb->print : print_done,
    };
    enum error_code code = take_given(options, record, body, error);
    if (!code)
        code = ask(&call, error);
    free(body);
    return code;
}

/* --- players --- */

struct players {
    json_t *json; /* the list so far; NULL: lines are printed */
    int64_t edge; /* the last session that was listed */
    bool more;
    bool any;
};

static void print_player(const struct wire_present *player, struct text *out)
{
    column_wire(&player->name, out);
    text_printf(out, "%s  ", player->account ? "" : " (guest)");
    column_wire(&player->address, out);
    text_append_string(out, "  ");
    column_wire(&player->client, out);
    text_printf(out, "  %" PRId64 " match%s", player->matches, player->matches == 1 ? "" : "es");
    if (player->lag != WIRE_ABSENT)
        text_printf(out, "  lag %" PRId64 " ms", player->lag);
    text_append_string(out, "  since ");
    summary_print_time(player->since, out);
    text_append_char(out, '\n');
}

static void print_players(void *owner, const void *result, struct text *out)
{
    struct players *players = owner;
    const struct wire_present_list *list = result;
    int64_t edge_before = players->edge;
    for (size_t i = 0; i < list->players_count; i++) {
        const struct wire_present *player = &list->players[i];
        if (players->json)
            json_array_append_new(players->json, json_of_record(&wire_record_present, player));
        else
            print_player(player, out);
        players->edge = player->session;
        players->any = true;
    }
    players->more = list->more && players->edge > edge_before;
}

static enum error_code run_players(const struct options *options, struct error *error)
{
    struct players players = {
        .json = options->values[OPTION_JSON] ? json_array() : NULL,
        .more = true,
    };
    struct wire_present_page page = {.limit = WIRE_PAGE_MAX};
    struct admin_call call = {
        .options = options,
        .method = WIRE_OPERATOR_PLAYERS,
        .parameters = &page,
        .owner = &players,
        .print = print_players,
        .has_json = true,
    };
    enum error_code code = ERROR_NONE;
    while (!code && players.more) {
        page.after = players.edge;
        code = ask(&call, error);
    }
    if (!code && players.json)
        print_json(json_pack("{s:O}", "players", players.json));
    else if (!code && !players.any)
        puts("Nobody is connected.");
    json_decref(players.json);
    return code;
}

/* --- clear --- */

struct admin_clearance {
    int64_t matches, offers; /* ended until now */
    bool more;
};

static void add_cleared(void *owner, const void *result, struct text *out)
{
    (void)out;
    struct admin_clearance *clearance = owner;
    const struct wire_cleared *cleared = result;
    clearance->matches += cleared->matches;
    clearance->offers += cleared->offers;
    clearance->more = cleared->more;
}

static enum error_code run_clear(const struct options *options, struct error *error)
{
    struct wire_clearance clear;
    struct admin_clearance clearance = {.more = true};
    struct admin_call call = {
        .options = options,
        .method = WIRE_OPERATOR_CLEAR,
        .parameters = &clear,
        .owner = &clearance,
        .print = add_cleared,
        .has_json = true,
    };
    enum error_code code = take_given(options, &wire_record_clearance, &clear, error);
    while (!code && clearance.more)
        code = ask(&call, error);
    if (!code && options->values[OPTION_JSON])
        print_json(
            json_pack("{s:I, s:I}", "matches", clearance.matches, "offers", clearance.offers));
    else if (!code)
        printf("Aborted %" PRId64 " match%s, took back %" PRId64 " offer%s.\n", clearance.matches,
               clearance.matches == 1 ? "" : "es", clearance.offers,
               clearance.offers == 1 ? "" : "s");
    return code;
}

/* --- reports --- */

struct admin_reports {
    json_t *json; /* the list so far; NULL: lines are printed */
    int64_t last; /* that was listed */
    bool more;
};

static void print_report(const struct wire_report *report, struct text *out)
{
    text_printf(out, "%" PRId64 "  ", report->report);
    column_wire(&report->from, out);
    text_append_string(out, " about ");
    column_wire(&report->about, out);
    if (report->match != WIRE_ABSENT)
        text_printf(out, ", match %" PRId64, report->match);
    text_append_string(out, ", ");
    summary_print_utc(report->made, out);
    if (report->closed != WIRE_ABSENT) {
        text_append_string(out, ", closed ");
        summary_print_utc(report->closed, out);
    }
    text_append_string(out, ": ");
    column_wire(&report->words, out);
    text_append_char(out, '\n');
}

static void print_reports(void *owner, const void *result, struct text *out)
{
    struct admin_reports *reports = owner;
    const struct wire_reports *page = result;
    for (size_t i = 0; i < page->reports_count; i++) {
        const struct wire_report *report = &page->reports[i];
        if (reports->json)
            json_array_append_new(reports->json, json_of_record(&wire_record_report, report));
        else
            print_report(report, out);
        reports->last = report->report;
    }
    reports->more = page->more && page->reports_count > 0;
}

static enum error_code run_reports(const struct options *options, struct error *error)
{
    struct admin_reports reports = {
        .json = options->values[OPTION_JSON] ? json_array() : NULL,
        .more = true,
    };
    struct wire_report_page page = {.limit = WIRE_PAGE_MAX};
    struct admin_call call = {
        .options = options,
        .method = WIRE_OPERATOR_REPORTS,
        .parameters = &page,
        .owner = &reports,
        .print = print_reports,
        .has_json = true,
    };
    enum error_code code = ERROR_NONE;
    while (!code && reports.more) {
        page.after = reports.last;
        code = ask(&call, error);
    }
    if (!code && reports.json)
        print_json(json_pack("{s:O}", "reports", reports.json));
    else if (!code && !reports.last)
        puts("No report is open.");
    json_decref(reports.json);
    return code;
}

static void print_report_lines(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_report_lines *shown = result;
    print_report(shown->report, out);
    for (size_t i = 0; i < shown->lines_count; i++) {
        const struct wire_chat_line *line = &shown->lines[i];
        text_append_string(out, "  ");
        summary_print_utc(line->at, out);
        text_append_string(out, wire_text_equal(line->room, "players") ? "  " : "  (watching) ");
        column_wire(&line->from, out);
        text_append_string(out, ": ");
        column_wire(&line->text, out);
        text_append_char(out, '\n');
    }
    if (shown->lines_count == 0)
        text_append_string(out, "  No line of chat is kept.\n");
}

/* --- bans, stats, key --- */

static void print_ban(const struct wire_ban *ban, struct text *out)
{
    text_append_string(out, ban->address.bytes ? "address " : "name ");
    column_wire(ban->address.bytes ? &ban->address : &ban->player, out);
    text_append_string(out, "  ");
    if (ban->until == WIRE_ABSENT) {
        text_append_string(out, "for good");
    } else {
        text_append_string(out, "until ");
        summary_print_time(ban->until, out);
    }
    if (ban->reason.bytes) {
        text_append_string(out, "  ");
        column_wire(&ban->reason, out);
    }
    text_append_char(out, '\n');
}

static void print_bans(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_bans *bans = result;
    for (size_t i = 0; i < bans->bans_count; i++)
        print_ban(&bans->bans[i], out);
    if (bans->bans_count == 0)
        text_append_string(out, "Nobody is banned.\n");
}

static void print_code(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_code *code = result;
    column_wire(&code->code, out);
    text_append_string(out, "  for one use, until ");
    summary_print_utc(code->expires, out);
    text_append_string(out, ", with `takeaway account recover`\n");
}

/* Appends "850 us", "12.5 ms" or "3.20 s". */
static void print_duration(int64_t us, struct text *out)
{
    struct text shown = {0};
    if (us < 1000)
        text_printf(&shown, "%" PRId64 " us", us);
    else if (us < 1000000)
        text_printf(&shown, "%.1f ms", (double)us / 1000);
    else
        text_printf(&shown, "%.2f s", (double)us / 1000000);
    text_printf(out, " %10s", text_string(&shown));
    text_finish(&shown);
}

static void print_histogram(const struct wire_histogram *histogram, struct text *out)
{
    text_printf(out, "%-10.*s %10" PRId64, (int)histogram->name.len, histogram->name.bytes,
                histogram->count);
    print_duration(histogram->p50, out);
    print_duration(histogram->p99, out);
    print_duration(histogram->p999, out);
    print_duration(histogram->max, out);
    text_append_string(out, "  ");
    column_wire(&histogram->meaning, out);
    text_append_char(out, '\n');
}

static void print_stats(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_stats *stats = result;
    column_wire(&stats->server, out);
    text_printf(out, ", up %" PRId64 " s\n\n", stats->uptime / 1000);
    for (size_t i = 0; i < stats->counters_count; i++) {
        const struct wire_counter *counter = &stats->counters[i];
        text_printf(out, "%-44.*s %12" PRId64 "  ", (int)counter->name.len, counter->name.bytes,
                    counter->value);
        column_wire(&counter->meaning, out);
        text_append_char(out, '\n');
    }
    text_printf(out, "\n%-10s %10s %10s %10s %10s %10s\n", "", "count", "p50", "p99", "p99.9",
                "max");
    for (size_t i = 0; i < stats->histograms_count; i++)
        print_histogram(&stats->histograms[i], out);
}

/* Of another server, which leads. */
static void print_leader(const struct wire_whereabouts *where, struct text *out)
{
    if (!where->node.bytes) {
        text_append_string(out, "No server leads now: one takes over soon.\n");
        return;
    }
    text_append_string(out, "The server on ");
    column_wire(&where->node, out);
    text_append_string(out, " leads");
    if (where->pid != WIRE_ABSENT)
        text_printf(out, ", process %" PRId64, where->pid);
    text_printf(out, ", epoch %" PRId64 ", since ", where->epoch);
    summary_print_utc(where->since, out);
    text_printf(out, ". Its last sign in the database is %" PRId64 " ms old.\n", where->beat);
}

/* Of the process that was asked, which leads. */
static void print_own(const struct wire_whereabouts *where, const char *what, struct text *out)
{
    text_printf(out, "This %s ", what);
    text_append_string(out, where->epoch == WIRE_ABSENT ? "is the only one, with a file: on "
                                                        : "leads: on ");
    column_wire(&where->node, out);
    text_printf(out, ", process %" PRId64, where->pid);
    if (where->epoch != WIRE_ABSENT)
        text_printf(out, ", epoch %" PRId64, where->epoch);
    text_append_string(out, ", since ");
    summary_print_utc(where->since, out);
    text_append_string(out, ".\n");
    if (where->gateways != WIRE_ABSENT)
        text_printf(out, "It has %" PRId64 " gateway%s.\n", where->gateways,
                    where->gateways == 1 ? "" : "s");
    if (where->lease != WIRE_ABSENT)
        text_printf(out, "It may answer for %" PRId64 " ms without a word from the database.\n",
                    where->lease);
}

static void print_where(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_whereabouts *where = result;
    const char *what = wire_text_equal(where->role, "hall") ? "hall" : "server";
    if (where->leads) {
        print_own(where, what, out);
    } else {
        text_printf(out, "This %s stands by. ", what);
        print_leader(where, out);
    }
    if (!where->metrics.bytes)
        return;
    text_printf(out, "The figures of this %s are at http://", what);
    column_wire(&where->metrics, out);
    text_append_string(out, "/metrics, its health is at /health.\n");
}

static void print_key(void *owner, const void *result, struct text *out)
{
    (void)owner;
    column_wire(&((const struct wire_signing_key *)result)->key, out);
    text_append_char(out, '\n');
}

/* --- backup --- */

struct admin_backup {
    bool json;
    const char *path;
    struct progress progress;
};

static void on_progress(void *owner, const struct wire_backup_progress *progress)
{
    struct admin_backup *backup = owner;
    struct progress_state state = {
        .share_done = progress->total > 0 ? (double)progress->pages / (double)progress->total : 0.0,
    };
    progress_show(&backup->progress, &state);
}

static void print_backup(void *owner, const void *result, struct text *out)
{
    struct admin_backup *backup = owner;
    const struct wire_backup_done *done = result;
    progress_end(&backup->progress);
    if (backup->json)
        json_print(json_pack("{s:s, s:I}", "path", backup->path, "bytes", done->bytes), out);
    else
        text_printf(out, "%s: %" PRId64 " bytes, complete and on disk\n", backup->path,
                    done->bytes);
}

/* Makes a path absolute, since the server has another working folder. */
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
    struct admin_backup backup = {
        .json = options->values[OPTION_JSON],
        .path = text_string(&path),
        .progress = progress_begin(false),
    };
    struct admin_call call = {
        .options = options,
        .method = WIRE_OPERATOR_BACKUP,
        .parameters = &request,
        .owner = &backup,
        .print = print_backup,
        .has_json = true,
        .progress = on_progress,
    };
    enum error_code code = ask(&call, error);
    if (code)
        progress_end(&backup.progress);
    text_finish(&path);
    return code;
}

/* --- the command --- */

/* X(name, argument, options besides --control and --json, and those of struct verb) */
#define VERBS(X)                                                                                   \
    X("players", NULL, 0, OPERATOR_PLAYERS, NULL, NULL, run_players)                               \
    X("kick", "NAME", OPTION_BIT(REASON), OPERATOR_KICK, NULL,                                     \
      "The player's connection has ended.", NULL)                                                  \
    X("ban", "NAME", OPTION_BIT(ADDRESS) | OPTION_BIT(REASON) | OPTION_BIT(HOURS), OPERATOR_BAN,   \
      NULL, "Banned.", NULL)                                                                       \
    X("unban", "NAME", OPTION_BIT(ADDRESS), OPERATOR_UNBAN, NULL, "Let in again.", NULL)           \
    X("bans", NULL, 0, OPERATOR_BANS, print_bans, NULL, NULL)                                      \
    X("reports", NULL, 0, OPERATOR_REPORTS, NULL, NULL, run_reports)                               \
    X("report", "REPORT", 0, OPERATOR_REPORT, print_report_lines, NULL, NULL)                      \
    X("close-report", "REPORT", 0, OPERATOR_CLOSE_REPORT, NULL, "The report is closed.", NULL)     \
    X("reset-password", "NAME", 0, OPERATOR_RESET_PASSWORD, print_code, NULL, NULL)                \
    X("cancel", "TOURNAMENT", OPTION_BIT(REASON), OPERATOR_CANCEL, NULL,                           \
      "The tournament is cancelled.", NULL)                                                        \
    X("abort", "MATCH", 0, OPERATOR_ABORT, NULL, "The match is aborted.", NULL)                    \
    X("withdraw", "OFFER", 0, OPERATOR_WITHDRAW, NULL, "The offer is taken back.", NULL)           \
    X("clear", "NAME", OPTION_BIT(ADDRESS), OPERATOR_CLEAR, NULL, NULL, run_clear)                 \
    X("stats", NULL, 0, SERVER_STATS, print_stats, NULL, NULL)                                     \
    X("key", NULL, 0, SERVER_KEY, print_key, NULL, NULL)                                           \
    X("where", NULL, 0, OPERATOR_WHERE, print_where, NULL, NULL)                                   \
    X("backup", "FILE", 0, OPERATOR_BACKUP, NULL, NULL, run_backup)                                \
    X("reload", NULL, 0, OPERATOR_RELOAD, NULL, "The certificate is loaded anew.", NULL)           \
    X("stop", NULL, 0, OPERATOR_STOP, NULL, "The server shuts down.", NULL)

#define X(name, argument, options, method, print, done, run) {name, argument, options},
const struct cli_verb admin_verbs[] = {VERBS(X){NULL, NULL, 0}};
#undef X

/* In the same order as admin_verbs. */
#define X(name, argument, options, method, print, done, run) {WIRE_##method, print, done, run},
static const struct verb verbs[] = {VERBS(X)};
#undef X

static const struct cli_verb *find_verb(const char *name, struct error *error)
{
    struct text known = {0};
    for (const struct cli_verb *verb = admin_verbs; verb->name; verb++) {
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

static enum error_code check_options(const struct cli_verb *verb, const struct options *options,
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
    /* An address may replace the name. */
    else if (verb->argument && options->argument_count < 2 &&
             !(verb->options & OPTION_BIT(ADDRESS)))
        code = error_set(error, ERROR_USAGE, "'%s' needs a %s", verb->name, verb->argument);
    else if (!options->values[OPTION_CONTROL])
        code = error_set(error, ERROR_USAGE, "which server? Add --control PATH, as it was told");
    else if (verb->options & OPTION_BIT(ADDRESS) &&
             !options->arguments[1] == !options->values[OPTION_ADDRESS])
        code = error_set(error, ERROR_USAGE, "whom? Either a NAME or --address ADDRESS");
    text_finish(&given);
    return code;
}

int admin_run(const struct options *options, struct error *error)
{
    const struct cli_verb *verb = find_verb(options->arguments[0], error);
    if (!verb || check_options(verb, options, error))
        return EXIT_USAGE;
    const struct verb *row = &verbs[verb - admin_verbs];
    enum error_code code = row->run ? row->run(options, error) : ask_once(options, row, error);
    if (code == ERROR_USAGE)
        return EXIT_USAGE;
    return code ? EXIT_REFUSED : EXIT_OK;
}
