#include "tests/sim/step.h"

#include "common/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned weight;
} verbs[VERB_COUNT] = {
#define X(name, text, weight) {text, weight},
    STEP_VERBS(X)
#undef X
};

const char *verb_name(enum verb verb)
{
    return verbs[verb].name;
}

/* Without these there is nothing to see. */
static bool is_needed(enum verb verb)
{
    return verb == VERB_OFFER || verb == VERB_ACCEPT || verb == VERB_MOVE || verb == VERB_TICK ||
           verb == VERB_CREATE || verb == VERB_JOIN || verb == VERB_START;
}

/* Some verbs are left out of an evening, some are liked much. Returns their sum. */
static unsigned draw_weights(struct random *random, unsigned weights[VERB_COUNT])
{
    static const unsigned factors[] = {0, 1, 2, 2, 2, 3, 8};
    unsigned sum = 0;
    for (int verb = 0; verb < VERB_COUNT; verb++) {
        unsigned factor = factors[random_below(random, sizeof factors / sizeof *factors)];
        if (factor == 0 && is_needed((enum verb)verb))
            factor = 1;
        weights[verb] = factor * verbs[verb].weight;
        sum += weights[verb];
    }
    return sum;
}

static enum verb draw_verb(struct random *random, const unsigned weights[VERB_COUNT], unsigned sum)
{
    unsigned drawn = (unsigned)random_below(random, sum);
    int verb = 0;
    while (drawn >= weights[verb])
        drawn -= weights[verb++];
    return (enum verb)verb;
}

void script_draw(struct script *script, uint64_t seed, size_t count)
{
    struct random random = random_from_seed(seed);
    unsigned weights[VERB_COUNT];
    unsigned sum = draw_weights(&random, weights);
    *script = (struct script){.seed = seed, .count = count};
    script->steps = memory_zeroed(count, sizeof *script->steps);
    for (size_t i = 0; i < count; i++)
        script->steps[i] = (struct step){
            .verb = draw_verb(&random, weights, sum),
            .who = (unsigned)random_below(&random, STEP_DEVICES),
            .a = (unsigned)random_below(&random, STEP_NUMBER_MAX + 1),
            .b = (unsigned)random_below(&random, STEP_NUMBER_MAX + 1),
        };
}

void script_finish(struct script *script)
{
    free(script->steps);
    *script = (struct script){0};
}

void script_print(const struct script *script, FILE *out)
{
    fprintf(out, "seed %" PRIu64 "\n", script->seed);
    for (size_t i = 0; i < script->count; i++) {
        const struct step *step = &script->steps[i];
        fprintf(out, "%s %u %u %u\n", verb_name(step->verb), step->who, step->a, step->b);
    }
}

static bool read_step(const char *line, struct step *step)
{
    char name[16];
    if (sscanf(line, "%15s %u %u %u", name, &step->who, &step->a, &step->b) != 4)
        return false;
    int verb = 0;
    while (verb < VERB_COUNT && strcmp(name, verbs[verb].name) != 0)
        verb++;
    step->verb = (enum verb)verb;
    return verb < VERB_COUNT && step->who < STEP_DEVICES && step->a <= STEP_NUMBER_MAX &&
           step->b <= STEP_NUMBER_MAX;
}

static void script_append(struct script *script, const struct step *step)
{
    /* A power of two: it is full. */
    if ((script->count & (script->count - 1)) == 0)
        script->steps = memory_resized(script->steps, script->count ? 2 * script->count : 1,
                                       sizeof *script->steps);
    script->steps[script->count++] = *step;
}

enum error_code script_read(struct script *ret_script, FILE *in, struct error *error)
{
    struct script script = {0};
    char line[128];
    int number = 1;
    bool has_seed =
        fgets(line, sizeof line, in) && sscanf(line, "seed %" SCNu64, &script.seed) == 1;
    bool is_read = has_seed;
    for (; is_read && fgets(line, sizeof line, in); number++) {
        struct step step;
        is_read = read_step(line, &step);
        if (is_read)
            script_append(&script, &step);
    }
    if (!is_read) {
        script_finish(&script);
        return error_set(error, ERROR_USAGE, "line %d is not '%s'", number,
                         has_seed ? "VERB DEVICE NUMBER NUMBER" : "seed NUMBER");
    }
    *ret_script = script;
    return ERROR_NONE;
}
