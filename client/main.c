/* `takeaway`: play, watch and study take-away games at a console. */
#include "client/command.h"

int main(int argument_count, char **arguments)
{
    return command_run(argument_count, arguments);
}
