#include "client/study/batch.h"

#include "client/show/json.h"
#include "common/words/typed.h"

#include <inttypes.h>
#include <string.h>

void batch_init(struct batch *batch, bool certificates)
{
    *batch = (struct batch){
        .shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX),
        .certificates = certificates,
    };
}

void batch_finish(struct batch *batch)
{
    solver_shelf_destroy(batch->shelf);
    position_finish(&batch->position);
}

/* A part of a line. */
struct word {
    const char *bytes;
    size_t len;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Takes the next word from the beginning of `rest`; it is empty at the end. */
static struct word take_word(struct word *rest)
{
    while (rest->len > 0 && is_blank(*rest->bytes)) {
        rest->bytes++;
        rest->len--;
    }
    struct word word = {.bytes = rest->bytes};
    while (word.len < rest->len && !is_blank(rest->bytes[word.len]))
        word.len++;
    rest->bytes += word.len;
    rest->len -= word.len;
    return word;
}

static enum error_code blame(struct error *error, const char *what)
{
    struct error cause = *error;
    return error_set(error, cause.code, "%s: %s", what, cause.message);
}

/* Parses a line into *ret_rules and the batch's position. */
static enum error_code parse_problem(struct batch *batch, struct word rules_word, struct word rest,
                                     struct rules *ret_rules, struct error *error)
{
    struct word position = take_word(&rest), surplus = take_word(&rest);
    if (rules_parse(ret_rules, rules_word.bytes, rules_word.len, error))
        return blame(error, "RULES");
    if (position.len == 0)
        return error_set(error, ERROR_USAGE,
                         "a position was expected after the rules, as in "
                         "'nim 3+5+7'");
    if (surplus.len > 0)
        return error_set(error, ERROR_USAGE,
                         "nothing was expected after the position: a line is RULES POSITION");
    if (typed_problem_parse(ret_rules, position.bytes, position.len, &batch->position, error))
        return blame(error, "POSITION");
    return ERROR_NONE;
}

static void refuse(const struct batch *batch, const struct error *error, struct text *out)
{
    if (batch->certificates)
        text_printf(out, "refused: line %" PRId64 ": %s\n", batch->line_number, error->message);
    else
        json_print_line(json_pack("{s:s, s:I}", "error", error->message, "line",
                                  (json_int_t)batch->line_number),
                        out);
}

static void solve(struct batch *batch, const struct rules *rules, struct text *out)
{
    struct solver *solver = solver_shelf_take(batch->shelf, rules);
    if (batch->certificates) {
        struct error error;
        if (solver_prove(solver, &batch->position, out, &error))
            refuse(batch, &error, out);
    } else {
        struct solution solution;
        solution_find(solver, &batch->position, &solution);
        json_print_line(json_of_solution(rules, &batch->position, &solution), out);
    }
    solver_shelf_give_back(batch->shelf, solver);
}

void batch_answer(struct batch *batch, const char *line, size_t len, struct text *out)
{
    batch->line_number++;
    struct word rest = {.bytes = line, .len = len};
    struct word rules_word = take_word(&rest);
    if (rules_word.len == 0 || *rules_word.bytes == '#')
        return;

    struct rules rules;
    struct error error;
    enum error_code failed =
        len > BATCH_LINE_MAX
            ? error_set(&error, ERROR_TOO_LARGE, "the line is over %d bytes", BATCH_LINE_MAX)
            : parse_problem(batch, rules_word, rest, &rules, &error);
    if (failed)
        refuse(batch, &error, out);
    else
        solve(batch, &rules, out);
}
