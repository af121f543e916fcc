/* `takeaway tournament`: the table of its parts, and those parts that are one request to a shared
 * server: to show tournaments, to create one, to direct it, to take part. */
#include "client/tournament/tournament.h"

#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/session.h"
#include "client/show/json.h"
#include "client/show/tournament_print.h"
#include "client/tournament/report_model.h"
#include "client/tournament/tournament_fetch.h"
#include "client/tournament/tournament_plan.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static enum error_code check_server(const struct options *options, struct error *error)
{
    if (options->values[OPTION_SERVER])
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE,
                     "which server? Add --server HOST; only `takeaway tournament run` has one "
                     "of its own");
}

enum error_code tournament_take_number(const struct options *options, int64_t *ret_tournament,
                                       struct error *error)
{
    enum error_code failed = check_server(options, error);
    return failed ? failed
                  : options_number(options->arguments[0], "a tournament", WIRE_INT_MAX,
                                   ret_tournament, error);
}

/* --- list, status, standings, pairs --- */

enum { LIST_DEFAULT = 20 };

static void print_list(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_tournaments *page = result;
    for (size_t i = 0; i < page->tournaments_count; i++)
        tournament_print_line(&page->tournaments[i], out);
}

static void print_status(void *owner, const void *result, struct text *out)
{
    (void)owner;
    tournament_print(result, out);
}

static void print_standings(void *owner, const void *result, struct text *out)
{
    (void)owner;
    tournament_print_standings(result, out);
}

/* Prints each page as a table of its own. */
static void print_pairs(void *owner, const void *result, struct text *out)
{
    (void)owner;
    tournament_print_pairs(result, out);
}

static int tournament_show_run(const struct options *options, struct error *error)
{
    bool is_status = strcmp(options->command->name, "tournament status") == 0;
    struct wire_tournament_number number;
    if (tournament_take_number(options, &number.tournament, error))
        return EXIT_USAGE;
    return session_show(options, is_status ? WIRE_TOURNAMENT_SHOW : WIRE_TOURNAMENT_STANDINGS,
                        &number, is_status ? print_status : print_standings, NULL);
}

static int tournament_list_run(const struct options *options, struct error *error)
{
    struct wire_tournament_page page = {.before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_TOURNAMENT_LIST,
        .request = &page,
        .edge = &page.before,
        .limit = &page.limit,
        .is_falling = true,
        .left = LIST_DEFAULT,
        .print = print_list,
        .none = "There is no tournament.",
    };
    if (check_server(options, error) ||
        options_take_number(options, OPTION_LIMIT, WIRE_INT_MAX, &pages.left, error))
        return EXIT_USAGE;
    return session_show_pages(options, &pages);
}

static int tournament_pairs_run(const struct options *options, struct error *error)
{
    struct wire_pairs_page page = {.after = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_TOURNAMENT_PAIRS,
        .request = &page,
        .edge = &page.after,
        .limit = &page.limit,
        .left = INT64_MAX,
        .print = print_pairs,
        .none = "No pair is decided on yet.",
    };
    if (tournament_take_number(options, &page.tournament, error))
        return EXIT_USAGE;
    return session_show_pages(options, &pages);
}

/* --- create, join, start, pause, resume, withdraw, void, cancel --- */

struct change {
    const struct options *options;
    enum wire_method method;
    int64_t tournament; /* CREATE: set by the answer */
    const char *done;   /* printed behind the number on success */
};

/* Appends the command that continues for the same person: "play --tournament 3 --server ... --as
 * ...". */
static void print_call(const struct change *change, const char *what, struct text *out)
{
    const char *name = change->options->values[OPTION_AS];
    text_printf(out, "`takeaway %s%" PRId64 " --server %s%s%s`", what, change->tournament,
                change->options->values[OPTION_SERVER], name ? " --as " : "", name ? name : "");
}

static void print_done(void *owner, const void *result, struct text *out)
{
    struct change *change = owner;
    struct text text = {0};
    if (change->method == WIRE_TOURNAMENT_CREATE)
        change->tournament = ((const struct wire_tournament_number *)result)->tournament;
    if (change->options->values[OPTION_JSON]) {
        json_print(json_pack("{s:I}", "tournament", (json_int_t)change->tournament), out);
        return;
    }
    text_printf(&text, "Tournament %" PRId64 " %s.", change->tournament, change->done);
    if (change->method == WIRE_TOURNAMENT_JOIN) {
        text_append_string(&text, " Play in it: ");
        print_call(change, "play --tournament ", &text);
    } else if (change->method == WIRE_TOURNAMENT_CREATE) {
        text_append_string(&text, " When the players have joined: ");
        print_call(change, "tournament start ", &text);
    }
    text_append_char(&text, '\n');
    command_print_hints(text_string(&text), out);
    text_finish(&text);
}

static enum error_code check_person(const struct options *options, struct error *error)
{
    enum error_code failed = check_server(options, error);
    return failed ? failed : name_check_value("--as", options->values[OPTION_AS], error);
}

static int make_change(const struct options *options, enum wire_method method, const void *request,
                       int64_t tournament, const char *done)
{
    struct change change = {options, method, tournament, done};
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = options->values[OPTION_AS],
    };
    return session_ask_once(&config, method, request, print_done, &change, NULL);
}

static int tournament_create_run(const struct options *options, struct error *error)
{
    struct tournament_plan plan = {0};
    struct wire_tournament_create request;
    int exit_code;
    if (check_person(options, error) || tournament_plan_parse(options, false, &plan, error)) {
        exit_code = EXIT_USAGE;
    } else {
        tournament_plan_request(&plan, &request);
        exit_code =
            make_change(options, WIRE_TOURNAMENT_CREATE, &request, 0, "is made, and you direct it");
    }
    tournament_plan_finish(&plan);
    return exit_code;
}

static int tournament_choice_run(const struct options *options, struct error *error)
{
    static const struct {
        const char *part;
        enum wire_method method;
        const char *done;
    } choices[] = {
        {"tournament join", WIRE_TOURNAMENT_JOIN, "has you among its players"},
        {"tournament start", WIRE_TOURNAMENT_START, "has begun"},
        {"tournament pause", WIRE_TOURNAMENT_PAUSE, "begins no new match until you resume it"},
        {"tournament resume", WIRE_TOURNAMENT_RESUME, "goes on"},
        {"tournament cancel", WIRE_TOURNAMENT_CANCEL, "is cancelled"},
    };
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    if (check_person(options, error) || tournament_take_number(options, &choice.tournament, error))
        return EXIT_USAGE;
    size_t i = 0;
    for (; strcmp(choices[i].part, options->command->name) != 0; i++)
        assert(i + 1 < sizeof choices / sizeof *choices);
    return make_change(options, choices[i].method, &choice, choice.tournament, choices[i].done);
}

static int tournament_withdraw_run(const struct options *options, struct error *error)
{
    bool is_other = options->argument_count > 1;
    struct wire_tournament_withdraw withdraw;
    wire_record_clear(&wire_record_tournament_withdraw, &withdraw);
    if (check_person(options, error) ||
        tournament_take_number(options, &withdraw.tournament, error))
        return EXIT_USAGE;
    withdraw.player = wire_text(is_other ? options->arguments[1] : NULL);
    return make_change(options, WIRE_TOURNAMENT_WITHDRAW, &withdraw, withdraw.tournament,
                       is_other ? "goes on without this player" : "goes on without you");
}

static int tournament_void_run(const struct options *options, struct error *error)
{
    struct wire_tournament_void pair;
    wire_record_clear(&wire_record_tournament_void, &pair);
    if (check_person(options, error) || tournament_take_number(options, &pair.tournament, error) ||
        options_number(options->arguments[1], "a round", WIRE_INT_MAX, &pair.round, error) ||
        options_number(options->arguments[2], "a board", WIRE_INT_MAX, &pair.board, error))
        return EXIT_USAGE;
    return make_change(options, WIRE_TOURNAMENT_VOID, &pair, pair.tournament,
                       "plays this pair again");
}

/* --- report --- */

struct tournament_report {
    struct session *session;
    const char *folder;
    int64_t tournament;
    bool json;
    struct tournament_fetch fetch;
};

static void on_fetch_failed(void *owner, const struct error *error)
{
    struct tournament_report *report = owner;
    session_fail(report->session, error);
}

static void tell_done(const struct tournament_report *report)
{
    struct text text = {0}, key = {0};
    export_key_print(report->fetch.key, &key);
    if (report->json)
        json_print(json_pack("{s:s, s:[s, s, s, s, s], s:o}", "folder", report->folder, "files",
                             "results.jsonl", "times.jsonl", "results.csv", "report.txt",
                             "report.html", "key", json_of_grown(&key)),
                   &text);
    else
        text_printf(&text,
                    "%s has results.jsonl, times.jsonl, results.csv, report.txt and report.html.\n"
                    "The record is signed with the key %s\n",
                    report->folder, text_string(&key));
    command_print(&text);
    text_finish(&key);
}

static void on_fetched(void *owner)
{
    struct tournament_report *report = owner;
    struct error error;
    if (report_write(report->folder, &error)) {
        session_fail(report->session, &error);
        return;
    }
    tell_done(report);
    session_end(report->session, EXIT_OK);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct tournament_report *report = owner;
    struct tournament_fetch_events events = {report, on_fetched, on_fetch_failed};
    if (is_first)
        tournament_fetch_begin(&report->fetch, session_client(report->session), report->tournament,
                               report->folder, &events);
}

static void on_closing(void *owner)
{
    struct tournament_report *report = owner;
    tournament_fetch_finish(&report->fetch);
}

static int tournament_report_run(const struct options *options, struct error *error)
{
    struct tournament_report report = {
        .folder = options->values[OPTION_OUT],
        .json = options->values[OPTION_JSON] != NULL,
    };
    if (!report.folder)
        error_set(error, ERROR_USAGE, "where to? Add --out and a folder");
    if (!report.folder || tournament_take_number(options, &report.tournament, error))
        return EXIT_USAGE;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .only_looks = true,
    };
    struct session_events events = {
        .owner = &report,
        .ready = on_connected,
        .closing = on_closing,
    };
    return session_run(&config, &events, &report.session);
}

/* --- the parts --- */

#define ON_SERVER OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(JSON)

#define PLAN                                                                                       \
    "A pairing is always a pair of matches from one start with the sides swapped.\n"               \
    "  round-robin  each meets each other in every round of all\n"                                 \
    "  gauntlet     the first player meets each other\n"                                           \
    "  swiss        each round pairs players with equal or nearly equal scores\n"                  \
    "  knockout     who loses is out; a level pair is followed by another, then the better\n"      \
    "               seeded goes on\n"                                                              \
    "\n"                                                                                           \
    "Starts\n"                                                                                     \
    "  35           this one; 3+5,8+9: these in turn\n"                                            \
    "  drawn        as for any match; drawn:2-4:5-50: 2 to 4 heaps of 5 to 50\n"                   \
    "  fair:1:20-40 as many that the first player can win as others, by the solver's word\n"       \
    "With --game drawn (or drawn:octal:5, drawn:subtraction:4) each pair has rules of its own,\n"  \
    "drawn from the seed; its starts are fair, or drawn, without bounds.\n"

static const struct cli_words words[] = {
    {OPTION_SERVER, "the server that it is on"},
    {OPTION_CLOCK, "the time: 300+3 (seconds, more each move) or 30/move; without it 60/move"},
    {OPTION_OUT, "the folder to write to"},
    {0},
};

/* `more`: the details, or NULL. */
#define PART(part, form, set, function, what, more)                                                \
    {                                                                                              \
        COMMAND("tournament " part, form, set, function, what, more), .words = words               \
    }

const struct cli_command tournament_commands[] = {
    PART("run", NULL, TOURNAMENT_PLAN_OPTIONS | OPTION_BIT(OUT) | OPTION_BIT(JSON),
         tournament_run_run, "let bots play a whole tournament on a private server, into a folder",
         "--players are strategies of takeaway-bot, or exec:COMMAND for a program in any\n"
         "language (bots/BRIDGE.md), each with a name before it or without:\n"
         "  --players perfect,mistaken:0.2,easy=level:2,mine='exec:./mybot --fast'\n"
         "A program that gives no legal move, or none in time, loses the match: it is "
         "resigned, which\n"
         "is told at the end. With exec-or-move:COMMAND a move is made in its place instead.\n"
         "A comma within a COMMAND is written twice.\n"
         "\n" PLAN "\n"
         "The folder --out gets results.jsonl, the record: for the same plan and seed and players\n"
         "that are functions of their seeds the same to the last byte, whatever --concurrency\n"
         "and whatever breaks on the way; times.jsonl with what differs and the signature of\n"
         "both; results.csv, report.txt and report.html.\n"
         "\n"
         "Ctrl-C, or any crash, loses nothing: the same command, or --out alone, goes on.\n"),
    PART("create", NULL,
         TOURNAMENT_PLAN_OPTIONS | ON_SERVER | OPTION_BIT(EACH_AT_ONCE) | OPTION_BIT(RATED),
         tournament_create_run, "make a tournament on a shared server, which you direct",
         "--players are the names of those who may join; without it anybody may.\n\n" PLAN),
    PART("join", "N", ON_SERVER, tournament_choice_run,
         "take part; then `takeaway play --tournament N`", NULL),
    PART("start", "N", ON_SERVER, tournament_choice_run,
         "begin your tournament, when its players have joined", NULL),
    PART("pause", "N", ON_SERVER, tournament_choice_run,
         "let no new match begin in your tournament", NULL),
    PART("resume", "N", ON_SERVER, tournament_choice_run, "go on after a pause", NULL),
    PART("withdraw", "N [PLAYER]", ON_SERVER, tournament_withdraw_run,
         "leave a tournament, or take a player out of yours", NULL),
    PART("void", "N ROUND BOARD", ON_SERVER, tournament_void_run,
         "have the last pair at this board played again", NULL),
    PART("cancel", "N", ON_SERVER, tournament_choice_run, "end your tournament without a winner",
         NULL),
    PART("list", NULL, OPTIONS_OF_SERVER | OPTION_BIT(LIMIT) | OPTION_BIT(JSON),
         tournament_list_run, "list the tournaments, the latest first", NULL),
    PART("status", "N", OPTIONS_OF_SERVER | OPTION_BIT(JSON), tournament_show_run,
         "tell a tournament's plan, players and state", NULL),
    PART(
        "standings", "N", OPTIONS_OF_SERVER | OPTION_BIT(JSON), tournament_show_run,
        "tell who stands where, with the exact judgement of their play",
        "  points   1 for a match that was won, a half for one that nobody won; those of two wins\n"
        "           for a bye, and for an opponent who had withdrawn\n"
        "  W-D-L    matches won, won by nobody (drawn), lost; then the points that came without a\n"
        "           match, if any: 0-0-4, 2 free\n"
        "  won met  positions from which a move could have kept the win\n"
        "  kept     in how many of them it was\n"
        "  thrown   in how many it was given away\n"
        "  Elo +-   how much stronger than those it met, and how far off that may be: 100 more\n"
        "           win about 64 of 100; +inf, -inf: it has won or lost all, which sets no bound;\n"
        "           -: too few results to say anything\n"
        "  LOS      how likely it is at all that it is stronger than those it met\n"
        "\n"
        "Who are level on points are told apart by what each of them has against the others\n"
        "(direct), by the points of all opponents (Buchholz), and by those of the opponents that\n"
        "were beaten (Sonneborn-Berger).\n"),
    PART("pairs", "N", OPTIONS_OF_SERVER | OPTION_BIT(JSON), tournament_pairs_run,
         "list who has met whom, with the numbers of the matches", NULL),
    PART("watch", "N", OPTIONS_OF_SERVER | OPTION_BIT(JSON), tournament_watch_run,
         "follow a tournament to its end",
         "JSON: a line for each `tournament.changed`, with the keys that PROTOCOL.md has for it\n"
         "and its name as event; the last line is the event tournament.standings.\n"),
    PART("report", "N", OPTIONS_OF_SERVER | OPTION_BIT(OUT) | OPTION_BIT(JSON),
         tournament_report_run,
         "write the signed record of one that is over, and reports, into a folder",
         "JSON: folder, files (their names in there).\n"),
    {0},
};
