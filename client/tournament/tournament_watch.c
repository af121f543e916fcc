/* `takeaway tournament watch`: the progress of a tournament on a shared server, to its end. */
#include "client/cli/command.h"
#include "client/cli/session.h"
#include "client/show/json.h"
#include "client/show/tournament_print.h"
#include "client/tournament/tournament.h"
#include "client/tournament/tournament_monitor.h"
#include "common/wire/wire.h"

#include <stdio.h>

struct tournament_watch {
    struct session *session;
    int64_t tournament;
    struct tournament_monitor monitor;
    bool is_over;
    bool json;
};

static void on_failed(void *owner, const struct error *error)
{
    struct tournament_watch *watch = owner;
    tournament_monitor_end(&watch->monitor);
    session_fail(watch->session, error);
}

static void print_end(void *owner, const void *result, struct text *out)
{
    const struct tournament_watch *watch = owner;
    const struct wire_standings *standings = result;
    if (watch->json) {
        json_write_event("tournament.standings", json_of_record(&wire_record_standings, standings),
                         stdout);
        return;
    }
    tournament_print(standings->tournament, out);
    text_append_char(out, '\n');
    tournament_print_standings(standings, out);
}

static void on_changed(void *owner, const struct wire_tournament_news *news)
{
    struct tournament_watch *watch = owner;
    if (watch->json && !watch->is_over)
        json_write_event("tournament.changed", json_of_record(&wire_record_tournament_news, news),
                         stdout);
    if (watch->is_over || !wire_tournament_is_over(news->state))
        return;
    watch->is_over = true;
    tournament_monitor_end(&watch->monitor);
    struct wire_tournament_number number = {.tournament = watch->tournament};
    session_ask(watch->session, WIRE_TOURNAMENT_STANDINGS, &number, print_end, watch);
}

static void on_opened(void *owner)
{
    struct tournament_watch *watch = owner;
    struct tournament_monitor_events events = {
        watch,
        on_changed,
        on_failed,
        "The server's disk",
    };
    tournament_monitor_init(&watch->monitor, session_loop(watch->session), watch->tournament,
                            &events);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    (void)is_first;
    struct tournament_watch *watch = owner;
    if (!watch->is_over)
        tournament_monitor_connected(&watch->monitor, session_client(watch->session));
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct tournament_watch *watch = owner;
    struct text text = {0};
    if (reason->code == ERROR_SERVER_STALLED) {
        tournament_monitor_stalled(&watch->monitor);
        return;
    }
    session_print_interruption(watch->session, reason, &text);
    tournament_monitor_say(&watch->monitor, text_string(&text));
    text_finish(&text);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct tournament_watch *watch = owner;
    tournament_monitor_event(&watch->monitor, event, body);
}

static void on_closing(void *owner)
{
    struct tournament_watch *watch = owner;
    tournament_monitor_finish(&watch->monitor);
}

int tournament_watch_run(const struct options *options, struct error *error)
{
    struct tournament_watch watch = {.json = options->values[OPTION_JSON] != NULL};
    if (tournament_take_number(options, &watch.tournament, error))
        return EXIT_USAGE;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .only_looks = true,
    };
    struct session_events events = {
        .owner = &watch,
        .opened = on_opened,
        .ready = on_connected,
        .interrupted = on_interrupted,
        .event = on_event,
        .closing = on_closing,
    };
    return session_run(&config, &events, &watch.session);
}
