#include "client/host/meeting.h"

#include "client/cli/command.h"
#include "client/cli/own_name.h"

int meeting_play(const struct options *options, const struct begun *begun, struct error *error)
{
    bool is_json = options->values[OPTION_JSON] != NULL;
    bool is_by_lines = is_json || options->values[OPTION_LINES] || !command_has_screen();
    struct options of_play = {.command = options->command};
    of_play.values[OPTION_SERVER] = session_address(begun->session);
    /* A server can give a name that nobody can type. */
    const char *name = client_name(session_client(begun->session));
    struct error ignored;
    if (!name_check_value("--as", name, &ignored))
        of_play.values[OPTION_AS] = name;
    of_play.values[OPTION_JSON] = options->values[OPTION_JSON];
    return is_by_lines ? play_run_begun(&of_play, begun, error) : tui_run_begun(&of_play, begun);
}
