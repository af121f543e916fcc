/* What the explorer shows: all moves of a position with their values, and the landscape of a game,
 * cut into slices, so that a page can show progress and stop. */
#include "common/game/family.h"
#include "common/game/take_away.h"
#include "common/solver/p_sequence.h"
#include "common/words/typed.h"
#include "common/words/why.h"
#include "common/words/words.h"
#include "web/rules/json.h"
#include "web/rules/question.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* --- a position --- */

enum { OPTIONS_LISTED_MAX = 1000 };

enum error_code answer_options(struct question *question)
{
    struct study study;
    int64_t first, most;
    struct text *out = question->out;
    if (question_number(question, 2, INT64_MAX, &first) ||
        question_number(question, 3, OPTIONS_LISTED_MAX, &most) || begin_study(question, &study))
        return question->error->code;
    struct position after = {0};
    uint128 count = move_count(&study.rules, &study.position);
    json_open(out, NULL, '{');
    json_count(out, "count", count);
    json_open(out, "moves", '[');
    for (int64_t i = 0; i < most && (uint128)first + (uint128)i < count; i++) {
        struct move move;
        uint64_t value;
        move_at(&study.rules, &study.position, (uint128)first + (uint128)i, &move);
        position_copy(&after, &study.position);
        move_apply(&study.rules, &after, &move);
        json_open(out, NULL, '{');
        json_move_fields(out, &study.rules, &study.position, &move);
        enum outcome left = solver_outcome(study.solver, &after);
        json_bool(out, "wins", left == OUTCOME_P);
        json_bool(out, "draws", left == OUTCOME_D);
        if (solver_grundy(study.solver, &after, &value))
            json_count(out, "value", value);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
    position_finish(&after);
    end_study(question, &study);
    return ERROR_NONE;
}

enum error_code answer_values(struct question *question)
{
    struct study study;
    struct move_values values;
    struct text *out = question->out, say = {0};
    uint64_t mex;
    if (begin_study(question, &study))
        return question->error->code;
    enum error_code code =
        move_values_find(study.solver, &study.position, &values, question->error);
    if (!code) {
        json_open(out, NULL, '{');
        if (solver_grundy(study.solver, &study.position, &mex))
            json_count(out, "mex", mex);
        move_values_say(&values, &say);
        json_words(out, "say", &say);
        json_open(out, "moves", '[');
        for (uint32_t i = 0; i < values.count; i++) {
            json_open(out, NULL, '{');
            json_count(out, "value", values.moves[i].value);
            json_move(out, "move", &study.rules, &study.position, &values.moves[i].move);
            json_close(out, '}');
        }
        json_close(out, ']');
        json_close(out, '}');
        move_values_finish(&values);
    }
    end_study(question, &study);
    return code;
}

/* --- heaps --- */

/* Is the value of a position the nim-sum of those of its heaps? */
static bool adds_values(const struct rules *rules)
{
    return !rules->misere && words_has_heaps(rules) && rules->family != &family_wythoff &&
           rules->family != &family_candy && !family_table(rules)->stuck_result &&
           (rules->family != &family_take_away || rules->variant == TAKE_AWAY_LOCAL);
}

enum error_code answer_sum(struct question *question)
{
    struct study study;
    struct text *out = question->out, text = {0};
    struct position heap = {0};
    uint64_t value, sum = 0;
    if (begin_study(question, &study))
        return question->error->code;
    enum error_code code = ERROR_NONE;
    if (!adds_values(&study.rules))
        code = error_set(question->error, ERROR_BAD_RULES, "values of heaps are not added in %s",
                         study.rules.text);
    if (!code) {
        json_open(out, NULL, '{');
        json_open(out, "heaps", '[');
    }
    for (uint32_t i = 0; !code && i < words_heap_count(&study.rules, &study.position); i++) {
        struct words_heap part = words_heap_at(&study.rules, &study.position, i);
        text_clear(&text);
        text_printf(&text, "%s%" PRId64, part.is_ring ? "o" : "", part.size);
        if (words_has_own_quotas(&study.rules) && part.most > 0)
            text_printf(&text, "@%" PRId64, part.most);
        code = position_parse(&study.rules, text_string(&text), text.len, &heap, question->error);
        if (code)
            break;
        if (!solver_grundy(study.solver, &heap, &value)) {
            code = error_set(question->error, ERROR_BAD_POSITION, "the value of %s is not known",
                             text_string(&text));
            break;
        }
        sum ^= value;
        text_clear(&text);
        position_print(&study.rules, &heap, &text);
        json_open(out, NULL, '{');
        json_text(out, "heap", text_string(&text), text.len);
        json_count(out, "value", value);
        json_close(out, '}');
    }
    if (!code) {
        json_close(out, ']');
        json_count(out, "value", sum);
        json_close(out, '}');
    }
    position_finish(&heap);
    text_finish(&text);
    end_study(question, &study);
    return code;
}

enum { HEAPS_LISTED_MAX = 10000 };

/* Keeps the table of the rules asked for last, so that the next slice goes on with it. NULL: single
 * heaps of these rules have no values. */
static struct heap_values *take_values(struct desk *desk, const struct rules *rules)
{
    if (desk->values && strcmp(heap_values_rules(desk->values)->text, rules->text) != 0) {
        heap_values_destroy(desk->values);
        desk->values = NULL;
    }
    if (!desk->values)
        desk->values = heap_values_create(rules);
    return desk->values;
}

enum error_code answer_heaps(struct question *question)
{
    struct rules rules;
    int64_t first, last;
    struct text *out = question->out, say = {0};
    struct heap_period period;
    if (question_rules(question, 0, &rules) || question_number(question, 1, INT64_MAX, &first) ||
        question_number(question, 2, INT64_MAX, &last))
        return question->error->code;
    if (last < first || last - first >= HEAPS_LISTED_MAX)
        return error_set(question->error, ERROR_USAGE, "ask for 1 to %d heaps", HEAPS_LISTED_MAX);
    struct heap_values *values = take_values(question->desk, &rules);
    if (!values)
        return error_set(question->error, ERROR_BAD_RULES, "single heaps of %s have no values",
                         rules.text);
    if (last > heap_values_max(values))
        return error_set(question->error, ERROR_BAD_POSITION,
                         "values are known up to the heap of %" PRId64, heap_values_max(values));
    json_open(out, NULL, '{');
    json_open(out, "values", '[');
    for (int64_t heap = first;; heap++) {
        json_count(out, NULL, heap_value(values, heap));
        if (heap == last)
            break;
    }
    json_close(out, ']');
    json_count(out, "most", (uint128)heap_values_max(values));
    const char *closed_form = heap_values_closed_form(values);
    if (closed_form)
        text_printf(&say, "%c%s.", toupper((unsigned char)closed_form[0]), closed_form + 1);
    bool is_proven = heap_values_period(values, &period);
    if (is_proven && period.growth > 0)
        text_printf(&say,
                    "From %" PRId64 " on a heap larger by %" PRId64
                    " has a value larger by %" PRId64 ", as the values up to %" PRId64 " prove.",
                    period.first, period.period, period.growth, period.proven_with);
    else if (is_proven) {
        json_number(out, "period", period.period);
        text_printf(&say,
                    "%sFrom %" PRId64 " on the values repeat with period %" PRId64
                    ", as those up to %" PRId64 " prove. %c%s.",
                    closed_form ? " " : "", period.first, period.period, period.proven_with,
                    toupper((unsigned char)period.theorem[0]), period.theorem + 1);
    }
    json_words(out, "say", &say);
    json_close(out, '}');
    return ERROR_NONE;
}

/* --- pairs of heaps --- */

enum { PAIRS_HEAP_MAX = 1000, PAIRS_LISTED_MAX = 100000 };

/* Reads the position of two heaps or rows, of which either may be 0. */
static enum error_code pair_position(const struct rules *rules, int64_t a, int64_t b,
                                     struct position *ret_position, struct error *error)
{
    struct text text = {0};
    int64_t larger = a > b ? a : b, smaller = a + b - larger;
    text_append_int(&text, larger);
    if (smaller > 0)
        text_printf(&text, "+%" PRId64, smaller);
    enum error_code code =
        typed_problem_parse(rules, text_string(&text), text.len, ret_position, error);
    text_finish(&text);
    return code;
}

enum error_code answer_pair(struct question *question)
{
    struct rules rules;
    int64_t a, b;
    struct position position = {0};
    if (question_rules(question, 0, &rules) || question_number(question, 1, PAIRS_HEAP_MAX, &a) ||
        question_number(question, 2, PAIRS_HEAP_MAX, &b))
        return question->error->code;
    enum error_code code = pair_position(&rules, a, b, &position, question->error);
    if (!code)
        json_position(question->out, NULL, &rules, &position);
    position_finish(&position);
    return code;
}

enum error_code answer_pairs(struct question *question)
{
    struct rules rules;
    int64_t first, last, most;
    struct text *out = question->out, row = {0}, say = {0};
    if (question_rules(question, 0, &rules) ||
        question_number(question, 1, PAIRS_HEAP_MAX, &first) ||
        question_number(question, 2, PAIRS_HEAP_MAX, &last) ||
        question_number(question, 3, PAIRS_HEAP_MAX, &most))
        return question->error->code;
    if (last < first || (last - first + 1) * (most + 1) > PAIRS_LISTED_MAX)
        return error_set(question->error, ERROR_USAGE, "ask for 1 to %d pairs", PAIRS_LISTED_MAX);
    struct position position = {0};
    if (position_parse(&rules, "1+1", 3, &position, question->error))
        return error_set(question->error, ERROR_BAD_RULES, "%s is not played with two heaps",
                         rules.text);
    struct solver *solver = solver_shelf_take(question->desk->shelf, &rules);
    json_open(out, NULL, '{');
    json_open(out, "rows", '[');
    for (int64_t a = first; a <= last; a++) {
        text_clear(&row);
        for (int64_t b = 0; b <= most; b++) {
            struct error error;
            char letter = '-';
            if (!pair_position(&rules, a, b, &position, &error))
                letter = solver_outcome(solver, &position) == OUTCOME_P ? 'P' : 'N';
            text_append_char(&row, letter);
        }
        json_text(out, NULL, text_string(&row), row.len);
    }
    json_close(out, ']');
    solution_say_outcome(&(struct solution){.outcome = OUTCOME_P}, &say);
    json_words(out, "say", &say);
    json_close(out, '}');
    text_finish(&row);
    position_finish(&position);
    solver_shelf_give_back(question->desk->shelf, solver);
    return ERROR_NONE;
}

/* --- the P-sequence --- */

enum { TERMS_LISTED_MAX = 1000 };

enum error_code answer_ruler(struct question *question)
{
    struct rules rules;
    struct p_sequence sequence;
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    int64_t heap, most;
    struct text *out = question->out, sum = {0};
    if (question_rules(question, 0, &rules) || question_number(question, 1, INT64_MAX, &heap) ||
        question_number(question, 2, INT64_MAX, &most))
        return question->error->code;
    if (rules.family != &family_take_away || rules.variant != TAKE_AWAY_ONE || rules.misere)
        return error_set(question->error, ERROR_BAD_RULES, "%s has no P-sequence", rules.text);
    p_sequence_init(&sequence, take_away_function(&rules));
    uint32_t count = p_sequence_represent(&sequence, heap, parts);
    p_sequence_reach(&sequence, most);
    json_open(out, NULL, '{');
    json_open(out, "terms", '[');
    uint32_t listed = 0;
    for (uint32_t i = 1; i < sequence.count && sequence.terms[i] <= most; i++) {
        if (listed == TERMS_LISTED_MAX)
            break;
        json_count(out, NULL, (uint128)sequence.terms[i]);
        listed++;
    }
    json_close(out, ']');
    json_bool(out, "complete", listed < TERMS_LISTED_MAX);
    json_open(out, "parts", '[');
    text_append_int(&sum, heap);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(&sum, "%s%" PRId64, i == 0 ? " = " : " + ", sequence.terms[parts[i]]);
        json_count(out, NULL, (uint128)sequence.terms[parts[i]]);
    }
    json_close(out, ']');
    json_words(out, "sum", &sum);
    json_close(out, '}');
    p_sequence_finish(&sequence);
    return ERROR_NONE;
}
