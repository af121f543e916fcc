/* `takeaway solve`: perfect play, without a server. */
#include "client/command.h"
#include "client/solution.h"

#include <stdio.h>

int solve_run(const struct options *options)
{
    struct text answer = {0};
    struct error error;
    enum error_code failed = solution_print(options->arguments[0], options->arguments[1],
                                            options->values[OPTION_JSON] != NULL, &answer, &error);
    if (!failed)
        fputs(text_string(&answer), stdout);
    text_finish(&answer);
    return failed ? command_refuse("solve", &error) : EXIT_OK;
}
