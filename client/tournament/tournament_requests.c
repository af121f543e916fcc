/* The parts of `takeaway tournament` that ask a shared server for one thing: to show its
 * tournaments, to make one, to direct it, to take part. */
#include "client/account/name.h"
#include "client/command.h"
#include "client/json.h"
#include "client/session.h"
#include "client/tournament/tournament.h"
#include "client/tournament/tournament_plan.h"
#include "client/tournament/tournament_print.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

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

/* Each page is a table of its own: they are long. */
static void print_pairs(void *owner, const void *result, struct text *out)
{
    (void)owner;
    tournament_print_pairs(result, out);
}

static int show(const struct options *options, enum wire_method method, session_print *print,
                struct error *error)
{
    struct wire_tournament_number number;
    if (tournament_take_number(options, &number.tournament, error))
        return EXIT_USAGE;
    return session_show(options, method, &number, print, NULL);
}

int tournament_status_run(const struct options *options, struct error *error)
{
    return show(options, WIRE_TOURNAMENT_SHOW, print_status, error);
}

int tournament_standings_run(const struct options *options, struct error *error)
{
    return show(options, WIRE_TOURNAMENT_STANDINGS, print_standings, error);
}

int tournament_list_run(const struct options *options, struct error *error)
{
    const char *limit = options->values[OPTION_LIMIT];
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
    if (tournament_check_server(options, error) ||
        (limit && options_number(limit, "--limit", WIRE_INT_MAX, &pages.left, error)))
        return EXIT_USAGE;
    return session_show_pages(options, &pages);
}

int tournament_pairs_run(const struct options *options, struct error *error)
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
    int64_t tournament; /* of CREATE once it is made */
    const char *done;   /* what to say in the end, after the number */
};

/* What the person types to go on with it under the same name: "play --tournament 3 --server ...
 * --as ...". */
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
    enum error_code failed = tournament_check_server(options, error);
    return failed ? failed : name_check_value("--as", options->values[OPTION_AS], error);
}

static int make_change(const struct options *options, enum wire_method method, const void *request,
                       int64_t tournament, const char *done)
{
    struct change change = {options, method, tournament, done};
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .name = options->values[OPTION_AS],
    };
    return session_ask_once(&config, method, request, print_done, &change, NULL);
}

int tournament_create_run(const struct options *options, struct error *error)
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

int tournament_choice_run(const struct options *options, struct error *error)
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

int tournament_withdraw_run(const struct options *options, struct error *error)
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

int tournament_void_run(const struct options *options, struct error *error)
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
