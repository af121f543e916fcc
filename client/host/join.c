/* `takeaway join LINK`: accepts the invitation behind a link, and plays the match (meeting.h). The
 * same line goes on with the match later: the code is used up then, but the player has the seat. */
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/host/link.h"
#include "client/host/meeting.h"

static int join(const struct options *options, const struct link *link, struct error *error)
{
    struct text server = {0}, unreached = {0}, again = {0};
    struct console console = console_create(options->values[OPTION_JSON] != NULL);
    struct begun begun;
    link_print_server(link, &server);
    text_printf(&unreached,
                "Does `takeaway host` still run there, and is the link the one that it prints now? "
                "If you are in different networks, does the router there let TCP port %u in?",
                link->address.port);
    struct session_config config = {
        .server = text_string(&server),
        .server_key = options->values[OPTION_SERVER_KEY],
        .unreached = text_string(&unreached),
        .name = options->values[OPTION_AS],
        .may_be_numbered = true,
    };
    if (!config.server_key && link->pin[0])
        config.server_key = link->pin;
    int status = begun_by_code(&config, link->code, &console, &begun);
    if (status == EXIT_OK) {
        text_printf(&again, "join %s", options->arguments[0]);
        if (config.name)
            text_printf(&again, " --as %s", config.name);
        begun.command = text_string(&again);
        status = meeting_play(options, &begun, error);
    }
    text_finish(&server);
    text_finish(&unreached);
    text_finish(&again);
    return status;
}

int join_run(const struct options *options, struct error *error)
{
    struct link link;
    if (name_check_value("--as", options->values[OPTION_AS], error) ||
        link_parse(options->arguments[0], &link, error))
        return EXIT_USAGE;
    return join(options, &link, error);
}
