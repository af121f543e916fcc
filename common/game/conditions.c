#include "common/game/conditions.h"

#include <stdio.h>
#include <string.h>

static const char *const audiences[AUDIENCE_COUNT] = {
    [AUDIENCE_PEOPLE] = "people",
    [AUDIENCE_BOTS] = "bots",
};

enum audience audience_from_text(const char *text, size_t len)
{
    for (int i = AUDIENCE_PEOPLE; i < AUDIENCE_COUNT; i++) {
        if (strlen(audiences[i]) == len && memcmp(audiences[i], text, len) == 0)
            return (enum audience)i;
    }
    return AUDIENCE_COUNT;
}

const char *audience_text(enum audience only)
{
    return audiences[only];
}

bool conditions_are_set(const struct conditions *conditions)
{
    return conditions->rating_min || conditions->rating_max || conditions->only;
}

enum error_code conditions_check(const struct conditions *conditions, struct error *error)
{
    if (!conditions->rating_max || conditions->rating_min <= conditions->rating_max)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_ARGUMENTS,
                     "no rating is at least %lld and at most %lld: the lower one comes first",
                     (long long)conditions->rating_min, (long long)conditions->rating_max);
}

enum error_code conditions_admit(const struct conditions *conditions,
                                 const struct applicant *applicant, struct error *error)
{
    long long min = conditions->rating_min, max = conditions->rating_max;
    char range[80], own[80];
    if (conditions->only == AUDIENCE_PEOPLE && applicant->is_bot)
        return error_set(error, ERROR_UNFIT,
                         "this offer is only for people, and you are connected as a bot");
    if (conditions->only == AUDIENCE_BOTS && !applicant->is_bot)
        return error_set(error, ERROR_UNFIT,
                         "this offer is only for bots, and you are not connected as one");
    if ((!min && !max) ||
        (applicant->rating >= 0 && applicant->rating >= min && (!max || applicant->rating <= max)))
        return ERROR_NONE;

    if (min && max)
        snprintf(range, sizeof range, "from %lld to %lld", min, max);
    else
        snprintf(range, sizeof range, "of %lld and %s", min ? min : max, min ? "more" : "less");
    if (applicant->rating < 0)
        snprintf(own, sizeof own, "you have none: a guest has no rating");
    else
        snprintf(own, sizeof own, "yours is %lld", (long long)applicant->rating);
    return error_set(error, ERROR_UNFIT, "this offer is only for ratings %s, and %s", range, own);
}

void conditions_print(const struct conditions *conditions, struct text *out)
{
    bool has_range = conditions->rating_min || conditions->rating_max;
    if (conditions->rating_min)
        text_append_int(out, conditions->rating_min);
    if (has_range)
        text_append_char(out, '-');
    if (conditions->rating_max)
        text_append_int(out, conditions->rating_max);
    if (conditions->only)
        text_printf(out, "%s%s", has_range ? ", " : "", audiences[conditions->only]);
}
