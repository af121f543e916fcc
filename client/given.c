#include "client/given.h"

#include "client/words/words.h"
#include "common/game/family.h"

#include <string.h>

enum error_code given_rules_blame(struct error *error, const char *text)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    const struct family *family;
    struct error cause = *error, unknown;
    if (family_parse(&scanner, &family, &unknown))
        return cause.code;
    return error_set(error, cause.code, "%s; such rules are written %s", cause.message,
                     family->form);
}

/* Can the text be read, be the position too large or not? */
static bool can_be_read(const struct rules *rules, const char *text, size_t len)
{
    struct scanner scanner = {.text = text, .len = len};
    struct position position = {0};
    struct error error;
    enum error_code failed = rules->family->position_parse(rules, &scanner, &position, &error);
    position_finish(&position);
    return !failed;
}

enum error_code given_position_parse(const struct rules *rules, const char *text, size_t len,
                                     struct position *ret_position, struct error *error)
{
    enum error_code failed = position_parse(rules, text, len, ret_position, error);
    const char *example = words_example(rules);
    if (!failed || len > POSITION_TEXT_MAX || !example || can_be_read(rules, text, len))
        return failed;
    struct error cause = *error;
    return error_set(error, cause.code, "%s; for example %s", cause.message, example);
}
