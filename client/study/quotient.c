/* `takeaway quotient`: the misere quotient of a game of heaps. */
#include "client/cli/command.h"
#include "client/show/json.h"
#include "client/study/quotient_words.h"

#include <string.h>

static enum error_code take_wish(const struct options *options, struct rules *rules,
                                 int64_t *ret_upto, struct error *error)
{
    const char *text = options->arguments[0], *upto = options->values[OPTION_UPTO];
    if (!upto)
        return error_set(error, ERROR_USAGE, "--upto N expected: the largest heap");
    if (rules_parse(rules, text, strlen(text), error))
        return options_blame(error, "RULES", text);
    if (!heap_options_serve(rules))
        return error_set(error, ERROR_USAGE,
                         "%s has no misere quotient here: nim, octal codes, subtraction games and "
                         "grundy have one",
                         rules->text);
    return options_number(upto, "--upto", HEAP_OPTIONS_UPTO_MAX, ret_upto, error);
}

int quotient_run(const struct options *options, struct error *error)
{
    struct rules rules;
    int64_t upto;
    if (take_wish(options, &rules, &upto, error))
        return EXIT_USAGE;
    struct misere_quotient quotient;
    enum quotient_end end = misere_quotient_find(&rules, upto, &quotient);
    struct quotient_words words = quotient_words_create(&quotient);
    struct text out = {0};
    if (options->values[OPTION_JSON])
        json_print_line(quotient_words_json(&words, &rules, end), &out);
    else
        quotient_words_print(&words, &rules, upto, end, &out);
    quotient_words_finish(&words);
    misere_quotient_finish(&quotient);
    return command_print(&out);
}
