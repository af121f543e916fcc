#include "common/judge/start.h"

#include <inttypes.h>

static enum outcome outcome_for(int64_t index)
{
    return index % 2 == 0 ? OUTCOME_N : OUTCOME_P;
}

static enum error_code refuse(const struct rules *rules, int64_t index, struct error *error)
{
    bool is_n = outcome_for(index) == OUTCOME_N;
    return error_set(error, ERROR_BAD_POSITION,
                     "none of %d starts drawn for %s is %s-position, one that the %s player wins:"
                     " fair starts need other bounds",
                     FAIR_ATTEMPTS_MAX, rules->text, is_n ? "an N" : "a P",
                     is_n ? "first" : "second");
}

/* The first candidate of the kind that this index asks for. */
static enum error_code draw_fair(const struct rules *rules, struct solver *solver,
                                 const struct starts *starts, uint64_t seed, int64_t index,
                                 const struct patience *patience, struct position *ret_position,
                                 struct error *error)
{
    for (int64_t attempt = 0; attempt < FAIR_ATTEMPTS_MAX; attempt++) {
        if (!patience_goes_on(patience))
            return error_set(error, ERROR_DISCONNECTED,
                             "given up after %" PRId64 " candidates for a fair start", attempt);
        starts_candidate(rules, starts, seed, index, attempt, ret_position);
        if (solver_outcome(solver, ret_position) == outcome_for(index))
            return ERROR_NONE;
    }
    return refuse(rules, index, error);
}

enum error_code start_draw(const struct rules *rules, struct solver *solver,
                           const struct starts *starts, uint64_t seed, int64_t index,
                           const struct patience *patience, struct text *out, struct error *error)
{
    struct position position = {0};
    enum error_code code = ERROR_NONE;
    if (starts->kind == STARTS_FAIR)
        code = draw_fair(rules, solver, starts, seed, index, patience, &position, error);
    else
        starts_candidate(rules, starts, seed, index, 0, &position);
    if (!code)
        position_print(rules, &position, out);
    position_finish(&position);
    return code;
}

enum error_code starts_check(const struct rules *rules, struct solver *solver,
                             const struct starts *starts, uint64_t seed,
                             const struct patience *patience, struct error *error)
{
    enum error_code code = ERROR_NONE;
    struct text start = {0};
    for (int64_t index = 0; !code && index < 2; index++)
        code = start_draw(rules, solver, starts, seed, index, patience, &start, error);
    text_finish(&start);
    return code;
}
