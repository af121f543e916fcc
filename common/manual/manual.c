#include "common/manual/row.h"

#include <assert.h>
#include <string.h>

static const struct manual_option own_rows[] = {
    {"Help", "completion", "bash|zsh|fish", "print what the shell needs to complete command lines"},
    {NULL, "manual", NULL, "print this manual page"},
};

enum { OWN_ROWS = sizeof own_rows / sizeof *own_rows };

size_t row_count(const struct manual *manual)
{
    return manual->option_count + OWN_ROWS;
}

const struct manual_option *row_at(const struct manual *manual, size_t index)
{
    assert(index < row_count(manual));
    return index < manual->option_count ? &manual->options[index]
                                        : &own_rows[index - manual->option_count];
}

bool row_is_of(const struct manual *manual, const struct manual_command *command, size_t index)
{
    if (index >= manual->option_count)
        return command == &manual->program;
    return command->options >> index & 1;
}

const char *row_meaning(const struct manual *manual, const struct manual_command *command,
                        size_t index)
{
    for (const struct manual_words *words = command->words; words && words->meaning; words++) {
        if (words->option == index)
            return words->meaning;
    }
    return row_at(manual, index)->meaning;
}

const char manual_documents[] =
    "The documents that are named here, such as README.md, are in the source tree, and installed in\n" TAKEAWAY_DOCUMENTS
    ".\n";

bool manual_answer(const struct manual *manual, int argument_count, const char *const *arguments,
                   struct text *out)
{
    const char *wish = argument_count > 1 ? arguments[1] : "";
    if (strcmp(wish, "--complete") == 0) {
        manual_complete(manual, argument_count - 2, arguments + 2, out);
        return true;
    }
    if (strcmp(wish, "--manual") == 0 && argument_count == 2) {
        manual_print_page(manual, out);
        return true;
    }
    return strcmp(wish, "--completion") == 0 && argument_count == 3 &&
           manual_print_script(manual->program.name, arguments[2], out);
}

const char *manual_refusal(int argument_count, const char *const *arguments)
{
    if (argument_count < 2 || strcmp(arguments[1], "--completion") != 0)
        return NULL;
    return argument_count > 3 ? "--completion takes one shell: bash, zsh or fish"
                              : "--completion needs a shell: bash, zsh or fish";
}
