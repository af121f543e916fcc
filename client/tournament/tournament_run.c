/* `takeaway tournament run`: a whole tournament of bots on a private server, in a folder. The
 * server's database holds the whole progress, and the state of the tournament there decides the
 * next step, so the same command resumes after any interruption. */
#include "client/cli/command.h"
#include "client/cli/session.h"
#include "client/show/json.h"
#include "client/show/tournament_print.h"
#include "client/tournament/hasty_moves.h"
#include "client/tournament/report_model.h"
#include "client/tournament/tournament.h"
#include "client/tournament/tournament_bots.h"
#include "client/tournament/tournament_fetch.h"
#include "client/tournament/tournament_monitor.h"
#include "common/wire/wire.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char director[] = "director";

struct tournament_run {
    const struct options *options;
    struct tournament_folder folder;
    struct text disk; /* "The disk of cup" */
    struct tournament_kept kept;
    struct tournament_plan plan;
    struct session *session;
    struct tournament_bots *bots;
    struct tournament_monitor monitor;
    struct tournament_fetch fetch;
    int64_t tournament; /* 0: unknown */
    bool is_new;        /* the folder has no plan yet */
    bool is_asked;      /* the request to start has been sent */
    bool is_fetching;
};

static void fail(struct tournament_run *run, const struct error *error)
{
    tournament_monitor_end(&run->monitor);
    session_fail(run->session, error);
}

static void on_monitor_failed(void *owner, const struct error *error)
{
    fail(owner, error);
}

/* --- the end --- */

static void print_end(const struct tournament_run *run, const struct wire_standings *standings)
{
    struct text text = {0}, key = {0};
    export_key_print(run->fetch.key, &key);
    if (run->options->values[OPTION_JSON]) {
        json_t *json = json_of_record(&wire_record_standings, standings);
        json_object_set_new(json, "key", json_of_grown(&key));
        json_print(json, &text);
    } else {
        tournament_print(standings->tournament, &text);
        text_append_char(&text, '\n');
        tournament_print_standings(standings, &text);
        text_printf(
            &text,
            "\n%s has results.jsonl, times.jsonl, results.csv, report.txt and report.html;\n"
            "`takeaway verify %s/results.jsonl` holds the record against the rules.\n"
            "It is signed with your key, %s\n",
            run->folder.path, run->folder.path, text_string(&key));
    }
    struct text hints = {0};
    command_print_hints(text_string(&text), &hints);
    fputs(text_string(&hints), stdout);
    text_finish(&hints);
    text_finish(&text);
    text_finish(&key);
}

static void on_standings(void *owner, const struct error *error, const void *result)
{
    struct tournament_run *run = owner;
    struct text haste = {0};
    if (error) {
        fail(run, error);
        return;
    }
    print_end(run, result);
    hasty_moves_print(run->folder.path, &haste);
    if (haste.len > 0)
        fprintf(stderr, "%sWhy is in %s/programs.log.\n", text_string(&haste), run->folder.path);
    text_finish(&haste);
    session_end(run->session, EXIT_OK);
}

static void on_fetched(void *owner)
{
    struct tournament_run *run = owner;
    struct error error;
    tournament_monitor_end(&run->monitor);
    if (report_write(run->folder.path, &error)) {
        fail(run, &error);
        return;
    }
    struct wire_tournament_number number = {.tournament = run->tournament};
    client_call(session_client(run->session), WIRE_TOURNAMENT_STANDINGS, &number, on_standings,
                run);
}

static void on_fetch_failed(void *owner, const struct error *error)
{
    fail(owner, error);
}

static void fetch(struct tournament_run *run)
{
    struct tournament_fetch_events events = {run, on_fetched, on_fetch_failed};
    run->is_fetching = true;
    tournament_bots_stop(run->bots);
    run->bots = NULL;
    tournament_fetch_begin(&run->fetch, session_client(run->session), run->tournament,
                           run->folder.path, &events);
}

/* --- on the way --- */

static void on_directed(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct tournament_run *run = owner;
    run->is_asked = false;
    if (error && error->code != ERROR_TOO_EARLY && error->code != ERROR_WRONG_STATE)
        fail(run, error);
}

static void direct(struct tournament_run *run, enum wire_method method)
{
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = run->tournament;
    run->is_asked = true;
    client_call(session_client(run->session), method, &choice, on_directed, run);
}

static void take_pause(struct tournament_run *run, struct wire_text reason)
{
    struct error error;
    if (!reason.bytes) {
        direct(run, WIRE_TOURNAMENT_RESUME);
        return;
    }
    error_set(&error, ERROR_WRONG_STATE, "the tournament cannot go on: %.*s", (int)reason.len,
              reason.bytes);
    fail(run, &error);
}

static void withdraw(struct tournament_run *run, const char *player)
{
    struct wire_tournament_withdraw withdraw;
    wire_record_clear(&wire_record_tournament_withdraw, &withdraw);
    withdraw.tournament = run->tournament;
    withdraw.player = wire_text(player);
    client_call(session_client(run->session), WIRE_TOURNAMENT_WITHDRAW, &withdraw, on_directed,
                run);
}

/* A bot that is given up before the start ends the run, which loses no match. */
static void on_bot_given_up(void *owner, size_t player)
{
    struct tournament_run *run = owner;
    const char *name = run->plan.players[player].name;
    bool has_begun = !wire_text_equal(run->monitor.news.last.state, "open");
    struct error error;
    error_set(&error, ERROR_IO, "%s ends again and again, %s; %s/programs.log may say why", name,
              has_begun ? "and is withdrawn" : "and cannot take part", run->folder.path);
    if (!has_begun) {
        fail(run, &error);
        return;
    }
    tournament_monitor_say(&run->monitor, error.message);
    withdraw(run, name);
}

static void start_bots(struct tournament_run *run)
{
    struct tournament_bots_config config = {
        .loop = session_loop(run->session),
        .plan = &run->plan,
        .folder = &run->folder,
        .server = session_address(run->session),
        .tournament = run->tournament,
    };
    struct tournament_bots_events events = {run, on_bot_given_up};
    struct error error;
    if (tournament_bots_start(&config, &events, &run->bots, &error))
        fail(run, &error);
}

static void on_changed(void *owner, const struct wire_tournament_news *news)
{
    struct tournament_run *run = owner;
    if (run->is_fetching)
        return;
    if (wire_tournament_is_over(news->state)) {
        fetch(run);
        return;
    }
    if (!run->bots)
        start_bots(run);
    if (run->is_asked)
        return;
    if (wire_text_equal(news->state, "paused"))
        take_pause(run, news->reason);
    else if (wire_text_equal(news->state, "open") && news->missing == 0)
        direct(run, WIRE_TOURNAMENT_START);
}

/* --- the beginning --- */

static void begin(struct tournament_run *run, int64_t tournament)
{
    struct tournament_monitor_events events = {
        .owner = run,
        .changed = on_changed,
        .failed = on_monitor_failed,
        .disk = text_string(&run->disk),
    };
    run->tournament = tournament;
    tournament_monitor_init(&run->monitor, session_loop(run->session), tournament, &events);
    tournament_monitor_connected(&run->monitor, session_client(run->session));
}

static void on_created(void *owner, const struct error *error, const void *result)
{
    struct tournament_run *run = owner;
    const struct wire_tournament_number *number = result;
    struct error reason;
    if (error)
        fail(run, error);
    else if (tournament_folder_keep(&run->folder, &run->plan, &reason))
        fail(run, &reason);
    else
        begin(run, number->tournament);
}

static void on_listed(void *owner, const struct error *error, const void *result)
{
    struct tournament_run *run = owner;
    const struct wire_tournaments *list = result;
    if (error) {
        fail(run, error);
    } else if (list->tournaments_count > 0) {
        begin(run, list->tournaments[0].tournament);
    } else {
        struct wire_tournament_create create;
        tournament_plan_request(&run->plan, &create);
        client_call(session_client(run->session), WIRE_TOURNAMENT_CREATE, &create, on_created, run);
    }
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct tournament_run *run = owner;
    struct wire_tournament_page page = {.before = WIRE_ABSENT, .limit = 1};
    if (is_first)
        client_call(session_client(run->session), WIRE_TOURNAMENT_LIST, &page, on_listed, run);
    else if (run->tournament && !run->is_fetching)
        tournament_monitor_connected(&run->monitor, session_client(run->session));
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct tournament_run *run = owner;
    if (run->tournament)
        tournament_monitor_event(&run->monitor, event, body);
}

/* Reports a full disk, which only the person can mend. After any other interruption the server is
 * restarted and the client reconnects without limit. */
static void on_interrupted(void *owner, const struct error *reason)
{
    struct tournament_run *run = owner;
    struct error error;
    if (reason->code != ERROR_SERVER_STALLED)
        return;
    if (run->tournament) {
        tournament_monitor_stalled(&run->monitor);
        return;
    }
    error_set(&error, ERROR_IO, "%s is full (or failing): make room, then the same command goes on",
              text_string(&run->disk));
    fail(run, &error);
}

static void say_last_words(const struct tournament_run *run)
{
    struct text call = {0};
    if (run->monitor.is_stalled)
        fprintf(stderr, "%s is full (or failing): make room first.\n", text_string(&run->disk));
    command_print_call("tournament run", &call);
    if (run->is_new && !run->tournament)
        fprintf(stderr, "Nothing was begun; the same command starts anew.\n");
    else
        fprintf(stderr, "The tournament stays unfinished. To go on with it: %s --out %s\n",
                text_string(&call), run->folder.path);
    text_finish(&call);
}

/* Ctrl-C */
static void on_caught(void *owner, int number)
{
    (void)number;
    struct tournament_run *run = owner;
    tournament_monitor_end(&run->monitor);
    say_last_words(run);
    session_end(run->session, EXIT_UNFINISHED);
}

static void on_closing(void *owner)
{
    struct tournament_run *run = owner;
    tournament_bots_stop(run->bots);
    if (run->tournament)
        tournament_monitor_finish(&run->monitor);
    tournament_fetch_finish(&run->fetch);
}

static int run_session(struct tournament_run *run)
{
    struct text database = {0}, token = {0};
    tournament_folder_print(&run->folder, "tournament.db", &database);
    tournament_folder_print(&run->folder, "tokens/director", &token);
    struct session_config config = {
        .database = text_string(&database),
        .token_file = text_string(&token),
        .name = director,
        .errors = run->folder.log,
    };
    struct session_events events = {
        .owner = run,
        .ready = on_connected,
        .interrupted = on_interrupted,
        .event = on_event,
        .caught = on_caught,
        .closing = on_closing,
    };
    int exit_code = session_run(&config, &events, &run->session);
    if (exit_code == EXIT_REFUSED && tournament_folder_has_log(&run->folder))
        fprintf(stderr, "What its programs have said is in %s/programs.log.\n", run->folder.path);
    text_finish(&database);
    text_finish(&token);
    return exit_code;
}

/* --- the command --- */

static enum error_code check_players(const struct tournament_run *run, struct error *error)
{
    enum error_code failed = ERROR_NONE;
    for (size_t i = 0; i < run->plan.player_count && !failed; i++) {
        const struct plan_player *player = &run->plan.players[i];
        if (strcasecmp(player->name, director) == 0)
            failed =
                error_set(error, ERROR_USAGE, "--players: no player can be called '%s'", director);
        const char *command = player->command;
        bool is_path = command && strchr(command, '/') && !strpbrk(command, " \t\n");
        /* A path has to lead to a program; other commands are left to the shell. */
        if (!failed && is_path && access(command, X_OK) < 0)
            failed = error_set(error, ERROR_USAGE, "--players: exec:%.200s cannot be run: %s",
                               command, strerror(errno));
    }
    return failed;
}

static enum error_code prepare(struct tournament_run *run, struct error *error)
{
    const char *path = run->options->values[OPTION_OUT];
    if (!path || !*path)
        return error_set(error, ERROR_USAGE, "where to? Add --out and a folder");
    enum error_code failed = tournament_folder_open(path, &run->folder, error);
    if (!failed)
        failed = tournament_folder_plan(&run->folder, run->options, &run->kept, &run->plan,
                                        &run->is_new, error);
    if (!failed)
        failed = check_players(run, error);
    if (!failed && run->is_new)
        tournament_folder_clear(&run->folder);
    text_printf(&run->disk, "The disk of %s", path);
    return failed;
}

int tournament_run_run(const struct options *options, struct error *error)
{
    struct tournament_run run = {.options = options, .folder = {.lock = -1, .log = -1}};
    int exit_code;
    if (prepare(&run, error))
        exit_code = error->code == ERROR_IO ? EXIT_REFUSED : EXIT_USAGE;
    else
        exit_code = run_session(&run);
    tournament_plan_finish(&run.plan);
    tournament_kept_finish(&run.kept);
    text_finish(&run.disk);
    if (run.folder.lock >= 0)
        tournament_folder_abandon(&run.folder);
    tournament_folder_close(&run.folder);
    return exit_code;
}
