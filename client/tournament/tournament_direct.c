/* The parts of `takeaway tournament` that ask a shared server for one thing: to make a tournament,
 * to direct it, to take part. */
#include "client/account/name.h"
#include "client/command.h"
#include "client/json.h"
#include "client/session.h"
#include "client/tournament/tournament.h"
#include "client/tournament/tournament_plan.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdio.h>

struct direct {
    const struct options *options;
    struct session *session;
    enum wire_method method;
    struct tournament_plan plan; /* of CREATE */
    int64_t tournament;          /* of all others */
    int64_t round, board;        /* of VOID */
    const char *done;            /* what to say in the end, after the number */
};

/* What the person types to go on with it under the same name: "play --tournament 3 --server ...
 * --as ...". */
static void print_call(const struct direct *direct, const char *what, struct text *out)
{
    const char *name = direct->options->values[OPTION_AS];
    text_printf(out, "`takeaway %s%" PRId64 " --server %s%s%s`", what, direct->tournament,
                direct->options->values[OPTION_SERVER], name ? " --as " : "", name ? name : "");
}

static void print_done(const struct direct *direct, struct text *out)
{
    text_printf(out, "Tournament %" PRId64 " %s.", direct->tournament, direct->done);
    if (direct->method == WIRE_TOURNAMENT_JOIN) {
        text_append_string(out, " Play in it: ");
        print_call(direct, "play --tournament ", out);
    } else if (direct->method == WIRE_TOURNAMENT_CREATE) {
        text_append_string(out, " When the players have joined: ");
        print_call(direct, "tournament start ", out);
    }
    text_append_char(out, '\n');
}

static void finish(struct direct *direct)
{
    struct text text = {0}, hints = {0};
    if (direct->options->values[OPTION_JSON])
        json_print(json_pack("{s:I}", "tournament", (json_int_t)direct->tournament), &text);
    else
        print_done(direct, &text);
    command_print_hints(text_string(&text), &hints);
    fputs(text_string(&hints), stdout);
    text_finish(&text);
    text_finish(&hints);
    session_end(direct->session, EXIT_OK);
}

static void on_answered(void *owner, const struct error *error, const void *result)
{
    struct direct *direct = owner;
    if (error) {
        session_fail(direct->session, error);
        return;
    }
    if (direct->method == WIRE_TOURNAMENT_CREATE)
        direct->tournament = ((const struct wire_tournament_number *)result)->tournament;
    finish(direct);
}

static void ask_withdraw(struct direct *direct)
{
    struct wire_tournament_withdraw withdraw;
    wire_record_clear(&wire_record_tournament_withdraw, &withdraw);
    withdraw.tournament = direct->tournament;
    withdraw.player = wire_text(direct->options->arguments[1]);
    client_call(session_client(direct->session), direct->method, &withdraw, on_answered, direct);
}

static void ask_void(struct direct *direct)
{
    struct wire_tournament_void void_pair;
    wire_record_clear(&wire_record_tournament_void, &void_pair);
    void_pair.tournament = direct->tournament;
    void_pair.round = direct->round;
    void_pair.board = direct->board;
    client_call(session_client(direct->session), direct->method, &void_pair, on_answered, direct);
}

static void ask_choice(struct direct *direct)
{
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = direct->tournament;
    client_call(session_client(direct->session), direct->method, &choice, on_answered, direct);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct direct *direct = owner;
    if (!is_first)
        return;
    if (direct->method == WIRE_TOURNAMENT_CREATE)
        tournament_plan_create(&direct->plan, session_client(direct->session), on_answered, direct);
    else if (direct->method == WIRE_TOURNAMENT_WITHDRAW)
        ask_withdraw(direct);
    else if (direct->method == WIRE_TOURNAMENT_VOID)
        ask_void(direct);
    else
        ask_choice(direct);
}

/* --- the commands --- */

static enum error_code parse(struct direct *direct, struct error *error)
{
    const struct options *options = direct->options;
    const char *name = options->values[OPTION_AS];
    enum error_code failed = tournament_check_server(options, error);
    if (!failed && name && name_check_given(name, error))
        failed = options_blame(error, "--as", name);
    if (!failed && direct->method == WIRE_TOURNAMENT_CREATE)
        return tournament_plan_parse(options, false, &direct->plan, error);
    if (!failed)
        failed = tournament_take_number(options, &direct->tournament, error);
    if (failed || direct->method != WIRE_TOURNAMENT_VOID)
        return failed;
    failed = options_number(options->arguments[1], "a round", WIRE_INT_MAX, &direct->round, error);
    return failed ? failed
                  : options_number(options->arguments[2], "a board", WIRE_INT_MAX, &direct->board,
                                   error);
}

static int run(const struct options *options, const char *command, enum wire_method method,
               const char *done)
{
    struct direct direct = {
        .options = options,
        .method = method,
        .done = done,
    };
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .name = options->values[OPTION_AS],
    };
    struct session_events events = {.owner = &direct, .ready = on_connected};
    struct error error;
    int exit_code = parse(&direct, &error) ? command_refuse(command, &error)
                                           : session_run(&config, &events, &direct.session);
    tournament_plan_finish(&direct.plan);
    return exit_code;
}

int tournament_create_run(const struct options *options)
{
    return run(options, "tournament create", WIRE_TOURNAMENT_CREATE, "is made, and you direct it");
}

int tournament_join_run(const struct options *options)
{
    return run(options, "tournament join", WIRE_TOURNAMENT_JOIN, "has you among its players");
}

int tournament_start_run(const struct options *options)
{
    return run(options, "tournament start", WIRE_TOURNAMENT_START, "has begun");
}

int tournament_pause_run(const struct options *options)
{
    return run(options, "tournament pause", WIRE_TOURNAMENT_PAUSE,
               "begins no new match until you resume it");
}

int tournament_resume_run(const struct options *options)
{
    return run(options, "tournament resume", WIRE_TOURNAMENT_RESUME, "goes on");
}

int tournament_withdraw_run(const struct options *options)
{
    bool is_other = options->argument_count > 1;
    return run(options, "tournament withdraw", WIRE_TOURNAMENT_WITHDRAW,
               is_other ? "goes on without this player" : "goes on without you");
}

int tournament_void_run(const struct options *options)
{
    return run(options, "tournament void", WIRE_TOURNAMENT_VOID, "plays this pair again");
}

int tournament_cancel_run(const struct options *options)
{
    return run(options, "tournament cancel", WIRE_TOURNAMENT_CANCEL, "is cancelled");
}
