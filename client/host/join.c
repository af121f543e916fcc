/* `takeaway join LINK`: accepts the invitation behind a link, and plays the match (meeting.h). The
 * same line goes on with the match later: the code is used up then, but the player has the seat. */
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/session.h"
#include "client/host/link.h"
#include "client/host/meeting.h"
#include "common/wire/wire.h"

#include <stdio.h>
#include <string.h>

struct join {
    struct link link;
    struct text server;     /* as --server names it */
    const char *server_key; /* NULL: authorities vouch for it */
    struct session *session;
    char name[WIRE_NAME_MAX + 1];
    int64_t match;      /* that is to be played */
    int64_t unfinished; /* the newest unfinished match of the player; 0: none */
};

static void on_accepted(void *owner, const struct error *error, const void *result)
{
    struct join *join = owner;
    const struct wire_match *match = result;
    struct error words;
    if (error && error->code == ERROR_NO_SUCH_INVITATION && join->unfinished) {
        join->match = join->unfinished;
    } else if (error && error->code == ERROR_NO_SUCH_INVITATION) {
        error_set(
            &words, error->code,
            "this invitation is no longer open: it has been used, taken back, or has expired; "
            "ask for a new link");
        session_fail(join->session, &words);
        return;
    } else if (error) {
        session_fail(join->session, error);
        return;
    } else {
        join->match = match->match;
    }
    snprintf(join->name, sizeof join->name, "%s", client_name(session_client(join->session)));
    session_end(join->session, EXIT_OK);
}

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct join *join = owner;
    struct wire_invitation_accept accept;
    if (!is_first)
        return; /* the client repeats the request */
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] > join->unfinished)
            join->unfinished = welcome->matches[i];
    }
    wire_record_clear(&wire_record_invitation_accept, &accept);
    accept.code = wire_text(join->link.code);
    client_call(session_client(join->session), WIRE_INVITATION_ACCEPT, &accept, on_accepted, join);
}

static int accept_invitation(struct join *join, const struct options *options)
{
    struct text unreached = {0};
    text_printf(&unreached,
                "Does `takeaway host` still run there, and is the link the one that it prints now? "
                "If you are in different networks, does the router there let TCP port %u in?",
                join->link.address.port);
    struct session_config config = {
        .server = text_string(&join->server),
        .server_key = join->server_key,
        .unreached = text_string(&unreached),
        .name = options->values[OPTION_AS],
        .may_be_numbered = true,
    };
    struct session_events events = {.owner = join, .ready = on_ready};
    int status = session_run(&config, &events, &join->session);
    text_finish(&unreached);
    return status;
}

int join_run(const struct options *options, struct error *error)
{
    struct join join = {0};
    const char *link = options->arguments[0];
    if (name_check_value("--as", options->values[OPTION_AS], error) ||
        link_parse(link, &join.link, error))
        return EXIT_USAGE;
    link_print_server(&join.link, &join.server);
    join.server_key = options->values[OPTION_SERVER_KEY];
    if (!join.server_key && join.link.pin[0])
        join.server_key = join.link.pin;
    int status = accept_invitation(&join, options);
    if (status == EXIT_OK && join.match) {
        struct text again = {0};
        text_printf(&again, "join %s", link);
        if (options->values[OPTION_AS])
            text_printf(&again, " --as %s", join.name);
        struct meeting meeting = {
            .server = text_string(&join.server),
            .server_key = join.server_key,
            .name = join.name,
            .begun = {.match = join.match, .command = text_string(&again)},
        };
        status = meeting_play(options, &meeting, error);
        text_finish(&again);
    }
    text_finish(&join.server);
    return status;
}
