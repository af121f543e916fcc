#include "common/tournament/starts.h"

#include "common/base/memory.h"
#include "common/base/scanner.h"
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "common/tournament/seed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- a list --- */

static enum error_code parse_start(const struct rules *rules, const char *text, size_t len,
                                   struct position *ret_position, struct error *error)
{
    enum error_code failed = position_parse(rules, text, len, ret_position, error);
    return failed ? failed : position_check_start(rules, ret_position, error);
}

static enum error_code add_start(const struct rules *rules, const char *text, size_t len,
                                 struct starts *starts, struct error *error)
{
    if (starts->count == STARTS_LIST_MAX)
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "a tournament has at most %d starts to choose from", STARTS_LIST_MAX);
    struct position position = {0};
    struct error why = {0};
    if (parse_start(rules, text, len, &position, &why)) {
        position_finish(&position);
        return error_set(error, why.code, "start %zu: %s", starts->count + 1, why.message);
    }
    starts->list = memory_resized(starts->list, starts->count + 1, sizeof *starts->list);
    starts->list[starts->count++] = position;
    return ERROR_NONE;
}

/* No position has a comma in it. */
static enum error_code parse_list(const struct rules *rules, const char *text, size_t len,
                                  struct starts *starts, struct error *error)
{
    starts->kind = STARTS_LIST;
    const char *end = text + len;
    for (;;) {
        size_t left = (size_t)(end - text);
        const char *comma = left > 0 ? memchr(text, ',', left) : NULL;
        size_t one = comma ? (size_t)(comma - text) : left;
        enum error_code failed = add_start(rules, text, one, starts, error);
        if (failed || !comma)
            return failed;
        text = comma + 1;
    }
}

/* --- bounds --- */

static void print_heaps(int64_t heaps, int64_t size, struct text *out)
{
    for (int64_t i = 0; i < heaps; i++) {
        if (i > 0)
            text_append_char(out, '+');
        text_append_int(out, size);
    }
}

/* Checks a start of `heaps` heaps of this size. */
static enum error_code check_heaps(const struct rules *rules, int64_t heaps, int64_t size,
                                   struct error *error)
{
    struct text text = {0};
    struct position position = {0};
    print_heaps(heaps, size, &text);
    enum error_code failed = parse_start(rules, text_string(&text), text.len, &position, error);
    text_finish(&text);
    position_finish(&position);
    return failed;
}

static enum error_code check_bounds(const struct rules *rules, const struct starts *starts,
                                    struct error *error)
{
    if (!rules->family->has_heaps)
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "%s is not played with heaps: starts can be drawn without bounds only",
                         rules->text);
    if (starts->heaps_min < 1 || starts->heaps_max > STARTS_HEAPS_MAX)
        return error_set(error, ERROR_BAD_ARGUMENTS, "starts are drawn with 1 to %d heaps",
                         STARTS_HEAPS_MAX);
    if (starts->size_min < 1)
        return error_set(error, ERROR_BAD_ARGUMENTS, "a heap has at least 1 counter");
    if (starts->heaps_min > starts->heaps_max || starts->size_min > starts->size_max)
        return error_set(error, ERROR_BAD_ARGUMENTS, "of two bounds the lower one comes first");
    enum error_code failed = check_heaps(rules, starts->heaps_min, starts->size_min, error);
    return failed ? failed : check_heaps(rules, starts->heaps_max, starts->size_max, error);
}

/* LEAST-MOST, or one number for both. */
static enum error_code take_bounds(struct scanner *scanner, int64_t *ret_min, int64_t *ret_max,
                                   struct error *error)
{
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_ARGUMENTS, "':'", error);
    enum error_code failed = scanner_take_int(scanner, ret_min, ERROR_BAD_ARGUMENTS, error);
    *ret_max = *ret_min;
    if (!failed && scanner_take(scanner, '-'))
        failed = scanner_take_int(scanner, ret_max, ERROR_BAD_ARGUMENTS, error);
    return failed;
}

/* Takes ":ring", or another look of these rules that has a start. */
static bool take_look(const struct rules *rules, struct scanner *scanner, enum game_look *ret_look)
{
    struct scanner ahead = *scanner;
    if (!scanner_take(&ahead, ':'))
        return false;
    enum game_look look = look_of(rules, ahead.text + ahead.at, ahead.len - ahead.at);
    if (!look_has_start(look))
        return false;
    scanner->at = scanner->len;
    *ret_look = look;
    return true;
}

static enum error_code parse_drawn(const struct rules *rules, struct scanner *scanner,
                                   struct starts *starts, struct error *error)
{
    if (scanner_at_end(scanner)) {
        starts->look = look_has_start(rules->look) ? rules->look : LOOK_PLAIN;
        return ERROR_NONE;
    }
    if (rules->class_size > 0)
        return scanner_expected(scanner, ERROR_BAD_ARGUMENTS,
                                "the end (starts of drawn games have no bounds)", error);
    if (take_look(rules, scanner, &starts->look))
        return ERROR_NONE;
    starts->bounded = true;
    enum error_code failed = take_bounds(scanner, &starts->heaps_min, &starts->heaps_max, error);
    if (!failed)
        failed = take_bounds(scanner, &starts->size_min, &starts->size_max, error);
    if (!failed && !scanner_at_end(scanner))
        failed = scanner_expected(scanner, ERROR_BAD_ARGUMENTS, "the end", error);
    return failed ? failed : check_bounds(rules, starts, error);
}

/* --- the text --- */

static enum error_code parse(const struct rules *rules, const char *text, size_t len,
                             struct starts *starts, struct error *error)
{
    struct scanner scanner = {.text = text, .len = len};
    if (len > STARTS_TEXT_MAX)
        return error_set(error, ERROR_BAD_ARGUMENTS, "the starts are over %d bytes",
                         STARTS_TEXT_MAX);
    if (scanner_take_word(&scanner, "drawn"))
        starts->kind = STARTS_DRAWN;
    else if (scanner_take_word(&scanner, "fair"))
        starts->kind = STARTS_FAIR;
    else if (rules->class_size > 0)
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "the starts of drawn games are 'fair' or 'drawn', not '%.*s': no position "
                         "is known before the rules are",
                         len < 40 ? (int)len : 40, text);
    else
        return parse_list(rules, text, len, starts, error);
    return parse_drawn(rules, &scanner, starts, error);
}

enum error_code starts_parse(const struct rules *rules, const char *text, size_t len,
                             struct starts *ret_starts, struct error *error)
{
    struct starts starts = {0};
    enum error_code failed = parse(rules, text, len, &starts, error);
    if (failed)
        starts_finish(&starts);
    else
        *ret_starts = starts;
    return failed;
}

bool starts_text_is_fair(const char *text, size_t len)
{
    struct scanner scanner = {.text = text, .len = len};
    return scanner_take_word(&scanner, "fair");
}

void starts_finish(struct starts *starts)
{
    for (size_t i = 0; i < starts->count; i++)
        position_finish(&starts->list[i]);
    free(starts->list);
    *starts = (struct starts){0};
}

static void print_bounds(int64_t min, int64_t max, struct text *out)
{
    text_printf(out, ":%" PRId64, min);
    if (max > min)
        text_printf(out, "-%" PRId64, max);
}

void starts_print(const struct rules *rules, const struct starts *starts, struct text *out)
{
    for (size_t i = 0; i < starts->count; i++) {
        if (i > 0)
            text_append_char(out, ',');
        position_print(rules, &starts->list[i], out);
    }
    if (starts->kind == STARTS_LIST)
        return;
    text_append_string(out, starts->kind == STARTS_DRAWN ? "drawn" : "fair");
    if (starts->look)
        text_printf(out, ":%s", look_text(starts->look));
    if (starts->bounded) {
        print_bounds(starts->heaps_min, starts->heaps_max, out);
        print_bounds(starts->size_min, starts->size_max, out);
    }
}

/* --- candidates --- */

enum { DRAWS_MAX = 100 };

static int64_t draw_between(struct random *random, int64_t min, int64_t max)
{
    assert(min <= max);
    return min + (int64_t)random_below(random, (uint128)(max - min) + 1);
}

static void draw_heaps(const struct starts *starts, struct random *random, struct text *out)
{
    int64_t heaps = draw_between(random, starts->heaps_min, starts->heaps_max);
    for (int64_t i = 0; i < heaps; i++) {
        if (i > 0)
            text_append_char(out, '+');
        text_append_int(out, draw_between(random, starts->size_min, starts->size_max));
    }
}

/* The rules allow the smallest and the largest start, but may refuse one between them: then the
 * next draw counts, and where nearly all are refused, the smallest start. */
static void draw_bounded(const struct rules *rules, const struct starts *starts,
                         struct random *random, struct position *ret_position)
{
    struct text text = {0};
    struct error ignored;
    enum error_code failed;
    int draws = 0;
    do {
        text_clear(&text);
        if (draws < DRAWS_MAX)
            draw_heaps(starts, random, &text);
        else
            print_heaps(starts->heaps_min, starts->size_min, &text);
        failed = parse_start(rules, text_string(&text), text.len, ret_position, &ignored);
    } while (failed && ++draws <= DRAWS_MAX);
    assert(!failed);
    text_finish(&text);
}

void starts_rules(const struct rules *rules, uint64_t seed, int64_t index, struct rules *ret_rules)
{
    assert(index >= 0);
    *ret_rules = *rules;
    if (rules->class_size == 0)
        return;
    const int64_t numbers[] = {index, -1}; /* no attempt at a start */
    struct random random = seed_generator(seed, numbers, sizeof numbers / sizeof *numbers);
    drawn_rules(rules, random_next(&random), ret_rules);
}

void starts_candidate(const struct rules *rules, const struct starts *starts, uint64_t seed,
                      int64_t index, int64_t attempt, struct position *ret_position)
{
    assert(index >= 0 && attempt >= 0 && rules->class_size == 0);
    if (starts->kind == STARTS_LIST) {
        assert(starts->count > 0);
        position_copy(ret_position, &starts->list[(size_t)index % starts->count]);
        return;
    }
    const int64_t numbers[] = {index, attempt};
    struct random random = seed_generator(seed, numbers, sizeof numbers / sizeof *numbers);
    if (starts->bounded) {
        draw_bounded(rules, starts, &random, ret_position);
        return;
    }
    struct rules shown = *rules;
    shown.look = starts->look;
    position_draw_start(&shown, &random, ret_position);
}
