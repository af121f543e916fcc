/* `takeaway tournament report`: the record of a shared server's tournament that is over, into a
 * folder. */
#include "client/cli/command.h"
#include "client/cli/session.h"
#include "client/show/json.h"
#include "client/tournament/report.h"
#include "client/tournament/tournament.h"
#include "client/tournament/tournament_fetch.h"

#include <stdio.h>

struct tournament_report {
    struct session *session;
    const char *folder;
    int64_t tournament;
    bool json;
    struct tournament_fetch fetch;
};

static void on_failed(void *owner, const struct error *error)
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

static void on_done(void *owner)
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
    struct tournament_fetch_events events = {report, on_done, on_failed};
    if (is_first)
        tournament_fetch_begin(&report->fetch, session_client(report->session), report->tournament,
                               report->folder, &events);
}

static void on_closing(void *owner)
{
    struct tournament_report *report = owner;
    tournament_fetch_finish(&report->fetch);
}

static enum error_code parse(const struct options *options, struct tournament_report *report,
                             struct error *error)
{
    report->folder = options->values[OPTION_OUT];
    if (!report->folder)
        return error_set(error, ERROR_USAGE, "where to? Add --out and a folder");
    return tournament_take_number(options, &report->tournament, error);
}

int tournament_report_run(const struct options *options, struct error *error)
{
    struct tournament_report report = {.json = options->values[OPTION_JSON] != NULL};
    if (parse(options, &report, error))
        return EXIT_USAGE;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .only_looks = true,
    };
    struct session_events events = {
        .owner = &report,
        .ready = on_connected,
        .closing = on_closing,
    };
    return session_run(&config, &events, &report.session);
}
