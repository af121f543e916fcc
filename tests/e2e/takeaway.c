#include "tests/e2e/takeaway.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static struct process *run_well(const char *const *arguments)
{
    int status;
    struct process *process = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(process));
    return process;
}

const char *takeaway_run(const char *const *arguments)
{
    return process_read_rest(run_well(arguments));
}

const char *takeaway_answer(const char *const *arguments)
{
    struct process *process = run_well(arguments);
    cr_assert_str_empty(process_errors(process),
                        "nothing but the answer where there is no terminal");
    return process_read_rest(process);
}

void assert_has(const char *text, const char *part)
{
    cr_assert(strstr(text, part) != NULL, "'%s' is not in: %s", part, text);
}

json_t *parse_json(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, 0, &error);
    cr_assert_not_null(value, "%s in: %s", error.text, text);
    return value;
}
