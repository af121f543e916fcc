/* `takeaway verify`: is the record of a tournament true? */
#include "client/tournament/verify.h"

#include "client/cli/command.h"
#include "client/show/json.h"

#include <stdio.h>

int verify_run(const struct options *options, struct error *error)
{
    const char *key_text = options->values[OPTION_KEY];
    unsigned char key[EXPORT_KEY_BYTES];
    struct verdict verdict = {
        .takes_unjudged = options->values[OPTION_UNJUDGED] != NULL,
        .takes_unsigned = options->values[OPTION_UNSIGNED] != NULL,
    };
    if (key_text && !export_key_parse(key_text, key)) {
        error_set(error, ERROR_USAGE,
                  "--key is ed25519: and %d hexadecimal digits, as `takeaway key` and `takeaway "
                  "admin key` print it",
                  2 * EXPORT_KEY_BYTES);
        return EXIT_USAGE;
    }
    if (key_text && verdict.takes_unsigned) {
        error_set(error, ERROR_USAGE, "--key demands a signature, --unsigned does without one");
        return EXIT_USAGE;
    }
    if (verify_record(options->arguments[0], key_text ? key : NULL, &verdict, error))
        return EXIT_REFUSED;
    struct text out = {0};
    if (options->values[OPTION_JSON])
        json_print(verdict_json(&verdict), &out);
    else
        verdict_print(&verdict, &out);
    command_print(&out);
    enum verdict_outcome outcome = verdict_outcome(&verdict);
    verdict_finish(&verdict);
    return outcome == VERDICT_GOOD       ? EXIT_OK
           : outcome == VERDICT_UNSIGNED ? EXIT_UNSIGNED
                                         : EXIT_REFUSED;
}
