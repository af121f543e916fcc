/* `takeaway`: play, watch and study take-away games at a console. */
#include "client/cli/command.h"
#include "common/base/streams.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argument_count, char **arguments)
{
    if (!streams_open_missing()) {
        perror("takeaway: /dev/null");
        return EXIT_FAILURE;
    }
    streams_guard();
    return command_run(argument_count, arguments);
}
