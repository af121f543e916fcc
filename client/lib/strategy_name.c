#include "client/lib/strategy_name.h"

#include "common/base/scanner.h"

#include <stdbool.h>
#include <string.h>

enum { CHANCE_DIGITS = 6 };

static enum error_code take_chance(struct scanner *scanner, int64_t *ret_value,
                                   struct error *error);
static enum error_code take_playouts(struct scanner *scanner, int64_t *ret_value,
                                     struct error *error);
static enum error_code take_level(struct scanner *scanner, int64_t *ret_value, struct error *error);

static const struct row {
    const char *name;
    const char *form;
    const char *summary;
    /* NULL: without a parameter. */
    enum error_code (*take)(struct scanner *scanner, int64_t *ret_value, struct error *error);
    int64_t without;     /* the default of the parameter; 0: it is required */
    const char *offered; /* names for shell completion */
} rows[STRATEGY_KIND_COUNT] = {
    [STRATEGY_PERFECT] = {"perfect", "perfect",
                          "never loses a won position, and makes a lost one hard to win", NULL, 0,
                          "perfect"},
    [STRATEGY_GREEDY] = {"greedy", "greedy", "takes as many counters as it may", NULL, 0, "greedy"},
    [STRATEGY_RANDOM] = {"random", "random", "plays any legal move", NULL, 0, "random"},
    [STRATEGY_MISTAKEN] = {"mistaken", "mistaken:P",
                           "perfect, but with the probability P (0 to 1, such as 0.05) plays a "
                           "losing move",
                           take_chance, 0, "mistaken:0.05"},
    [STRATEGY_MCTS] = {"mcts", "mcts[:PLAYOUTS]",
                       "Monte Carlo tree search that knows only the rules (1000 playouts a move)",
                       take_playouts, STRATEGY_PLAYOUTS_DEFAULT, "mcts mcts:100"},
    [STRATEGY_LEVEL] =
        {"level", "level:1 to level:10", "for people, from 1 (a beginner) to 10 (perfect)",
         take_level, 0,
         "level:1 level:2 level:3 level:4 level:5 level:6 level:7 level:8 level:9 level:10"},
};

const char *strategy_kind_form(enum strategy_kind kind)
{
    return rows[kind].form;
}

const char *strategy_kind_summary(enum strategy_kind kind)
{
    return rows[kind].summary;
}

void strategy_forms_print(struct text *out)
{
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++) {
        if (kind > 0)
            text_append_string(out, kind == STRATEGY_KIND_COUNT - 1 ? " and " : ", ");
        text_append_string(out, rows[kind].form);
    }
}

void strategy_names_print(const char *before, struct text *out)
{
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++) {
        for (const char *name = rows[kind].offered; *name;) {
            size_t len = strcspn(name, " ");
            text_printf(out, "%s%.*s ", before, (int)len, name);
            name += len + strspn(name + len, " ");
        }
    }
}

/* --- parameters --- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum error_code take_chance(struct scanner *scanner, int64_t *ret_value, struct error *error)
{
    int64_t whole = 0, fraction = 0;
    struct error refusal;
    bool is_wrong = scanner_take_int(scanner, &whole, ERROR_USAGE, &refusal) || whole > 1;
    if (!is_wrong && scanner_take(scanner, '.')) {
        is_wrong = !is_digit(scanner_peek(scanner));
        for (int i = 0; i < CHANCE_DIGITS; i++) { /* further digits are refused below */
            fraction *= 10;
            if (is_digit(scanner_peek(scanner)))
                fraction += scanner->text[scanner->at++] - '0';
        }
    }
    int64_t value = whole * STRATEGY_CHANCE_ONE + fraction;
    if (is_wrong || value > STRATEGY_CHANCE_ONE || !scanner_at_end(scanner))
        return error_set(error, ERROR_USAGE,
                         "mistaken:P takes a probability from 0 to 1 with at most %d decimals, "
                         "such as mistaken:0.05",
                         CHANCE_DIGITS);
    *ret_value = value;
    return ERROR_NONE;
}

/* A whole number from 1 to `max`, followed by the end of the text. */
static bool take_whole(struct scanner *scanner, int64_t max, int64_t *ret_value)
{
    struct error refusal;
    return !scanner_take_int(scanner, ret_value, ERROR_USAGE, &refusal) &&
           scanner_at_end(scanner) && *ret_value >= 1 && *ret_value <= max;
}

static enum error_code take_playouts(struct scanner *scanner, int64_t *ret_value,
                                     struct error *error)
{
    if (take_whole(scanner, STRATEGY_PLAYOUTS_MAX, ret_value))
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE, "mcts:PLAYOUTS takes a whole number from 1 to %d",
                     STRATEGY_PLAYOUTS_MAX);
}

static enum error_code take_level(struct scanner *scanner, int64_t *ret_value, struct error *error)
{
    if (take_whole(scanner, STRATEGY_LEVELS, ret_value))
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE, "the levels are level:1 to level:%d", STRATEGY_LEVELS);
}

/* --- names --- */

enum error_code strategy_name_parse(const char *text, struct strategy_name *ret_name,
                                    struct error *error)
{
    size_t len = strcspn(text, ":");
    bool has_parameter = text[len] == ':';
    const struct row *row = NULL;
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++) {
        if (strlen(rows[kind].name) == len && memcmp(rows[kind].name, text, len) == 0)
            row = &rows[kind];
    }
    if (!row || (has_parameter && !row->take)) {
        struct text forms = {0};
        strategy_forms_print(&forms);
        error_set(error, ERROR_USAGE, "there is no strategy '%.40s', only %s", text,
                  text_string(&forms));
        text_finish(&forms);
        return ERROR_USAGE;
    }
    struct strategy_name name = {(enum strategy_kind)(row - rows), row->without};
    if (row->take && (has_parameter || row->without == 0)) {
        const char *parameter = has_parameter ? text + len + 1 : "";
        struct scanner scanner = {.text = parameter, .len = strlen(parameter)};
        enum error_code failed = row->take(&scanner, &name.parameter, error);
        if (failed)
            return failed;
    }
    *ret_name = name;
    return ERROR_NONE;
}
