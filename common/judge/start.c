#include "common/judge/start.h"

#include <assert.h>
#include <inttypes.h>

static enum outcome outcome_for(int64_t index)
{
    return index % 2 == 0 ? OUTCOME_N : OUTCOME_P;
}

/* There are not enough positions of this kind. */
static enum error_code refuse(const struct rules *rules, enum outcome outcome, int found, int drawn,
                              struct error *error)
{
    bool is_n = outcome == OUTCOME_N;
    return error_set(error, ERROR_BAD_POSITION,
                     "%d of %d starts drawn for %s are %c-positions, which the %s player wins: too "
                     "few for fair starts, which need other bounds",
                     found, drawn, rules->text, is_n ? 'N' : 'P', is_n ? "first" : "second");
}

static enum error_code out_of_patience(int64_t drawn, struct error *error)
{
    return error_set(error, ERROR_DISCONNECTED,
                     "given up after %" PRId64 " candidates for a fair start", drawn);
}

/* Finds the first candidate of the kind that this index needs. */
static enum error_code draw_fair(const struct rules *rules, struct solver *solver,
                                 const struct starts *starts, uint64_t seed, int64_t index,
                                 const struct patience *patience, struct position *ret_position,
                                 struct error *error)
{
    assert(solver && index >= 0);
    for (int64_t attempt = 0; attempt < FAIR_ATTEMPTS_MAX; attempt++) {
        if (!patience_goes_on(patience))
            return out_of_patience(attempt, error);
        starts_candidate(rules, starts, seed, index, attempt, ret_position);
        if (solver_outcome(solver, ret_position) == outcome_for(index))
            return ERROR_NONE;
    }
    return refuse(rules, outcome_for(index), 0, FAIR_ATTEMPTS_MAX, error);
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

/* Checks the candidates of the first start, which are as good as any others. */
static enum error_code check_fair(const struct rules *rules, struct solver *solver,
                                  const struct starts *starts, uint64_t seed,
                                  const struct patience *patience, struct error *error)
{
    assert(solver);
    struct position position = {0};
    enum error_code code = ERROR_NONE;
    int found[2] = {0}; /* P-positions, N-positions */
    int drawn = 0;
    while (!code && drawn < FAIR_CHECKED_MAX &&
           (found[0] < FAIR_FOUND_MIN || found[1] < FAIR_FOUND_MIN)) {
        if (!patience_goes_on(patience)) {
            code = out_of_patience(drawn, error);
        } else {
            starts_candidate(rules, starts, seed, 0, drawn++, &position);
            enum outcome outcome = solver_outcome(solver, &position);
            if (outcome != OUTCOME_D)
                found[outcome == OUTCOME_N]++;
        }
    }
    position_finish(&position);
    if (!code && found[0] < FAIR_FOUND_MIN)
        code = refuse(rules, OUTCOME_P, found[0], drawn, error);
    if (!code && found[1] < FAIR_FOUND_MIN)
        code = refuse(rules, OUTCOME_N, found[1], drawn, error);
    return code;
}

enum error_code starts_check(const struct rules *rules, struct solver *solver,
                             const struct starts *starts, uint64_t seed,
                             const struct patience *patience, struct error *error)
{
    return starts->kind == STARTS_FAIR ? check_fair(rules, solver, starts, seed, patience, error)
                                       : ERROR_NONE;
}
