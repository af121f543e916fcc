#include "client/host/meeting.h"

int meeting_play(const struct options *options, const struct meeting *meeting, struct error *error)
{
    bool is_json = options->values[OPTION_JSON] != NULL;
    bool is_by_lines = is_json || options->values[OPTION_LINES] || !command_has_screen();
    struct options of_play = {.command = options->command};
    of_play.values[OPTION_SERVER] = meeting->server;
    of_play.values[OPTION_SERVER_KEY] = meeting->server_key;
    of_play.values[OPTION_AS] = meeting->name;
    of_play.values[OPTION_JSON] = options->values[OPTION_JSON];
    return is_by_lines ? play_run_begun(&of_play, &meeting->begun, error)
                       : tui_run_begun(&of_play, &meeting->begun);
}
