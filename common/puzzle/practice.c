#include "common/puzzle/practice.h"

#include "common/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const int practice_days[PRACTICE_LEARNED - 1] = {1, 3, 7, 16, 35};

void practice_init(struct practice *practice)
{
    *practice = (struct practice){.rating = glicko_new};
}

void practice_finish(struct practice *practice)
{
    for (size_t i = 0; i < practice->count; i++)
        free(practice->items[i].puzzle);
    free(practice->items);
    practice_init(practice);
}

/* --- as a text --- */

/* The parts of a rating are written as whole numbers of these, so that a text is read back exactly,
 * and needs no reading and printing of fractions. */
#define POINT 100.0
#define VOLATILITY 1000000.0

void practice_print(const struct practice *practice, struct text *out)
{
    text_printf(out, "%lld %lld %lld %lld %lld;", llround(practice->rating.rating * POINT),
                llround(practice->rating.deviation * POINT),
                llround(practice->rating.volatility * VOLATILITY), (long long)practice->tried,
                (long long)practice->solved);
    for (size_t i = 0; i < practice->count; i++)
        text_printf(out, "%d %lld %s;", practice->items[i].rung,
                    (long long)practice->items[i].due_ms, practice->items[i].puzzle);
}

static bool parse_item(struct practice *practice, const char *text, size_t len)
{
    char copy[RULES_TEXT_MAX + POSITION_TEXT_MAX + 64], *end;
    if (len >= sizeof copy || practice->count >= PRACTICE_ITEMS_MAX)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    long long rung = strtoll(copy, &end, 10);
    if (end == copy || *end != ' ' || rung < 0 || rung > PRACTICE_LEARNED)
        return false;
    char *at = end + 1;
    long long due_ms = strtoll(at, &end, 10);
    if (end == at || *end != ' ' || due_ms < 0 || !strchr(end + 1, ' ') ||
        practice_find(practice, end + 1))
        return false;
    practice_add(practice, end + 1, (int)rung, due_ms);
    return true;
}

bool practice_parse(struct practice *practice, const char *text)
{
    practice_init(practice);
    if (!*text)
        return true;
    char *end;
    struct glicko *rating = &practice->rating;
    rating->rating = (double)strtoll(text, &end, 10) / POINT;
    rating->deviation = (double)strtoll(end, &end, 10) / POINT;
    rating->volatility = (double)strtoll(end, &end, 10) / VOLATILITY;
    practice->tried = strtoll(end, &end, 10);
    practice->solved = strtoll(end, &end, 10);
    bool good = *end == ';' && fabs(rating->rating) <= PRACTICE_RATING_MAX &&
                rating->deviation >= GLICKO_DEVIATION_MIN &&
                rating->deviation <= GLICKO_DEVIATION && rating->volatility > 0 &&
                rating->volatility <= 1 && practice->solved >= 0 &&
                practice->tried >= practice->solved;
    for (const char *at = good ? end + 1 : ""; good && *at;) {
        size_t len = strcspn(at, ";");
        good = at[len] == ';' && parse_item(practice, at, len);
        at += len + (at[len] == ';');
    }
    if (!good)
        practice_finish(practice);
    return good;
}

/* --- items --- */

void practice_add(struct practice *practice, const char *puzzle, int rung, int64_t due_ms)
{
    assert(rung >= 0 && rung <= PRACTICE_LEARNED);
    if (practice->count == practice->capacity) {
        practice->capacity = practice->capacity ? 2 * practice->capacity : 16;
        practice->items =
            memory_resized(practice->items, practice->capacity, sizeof *practice->items);
    }
    struct text copy = {0};
    text_append_string(&copy, puzzle);
    practice->items[practice->count++] =
        (struct practice_item){.puzzle = copy.bytes, .rung = rung, .due_ms = due_ms};
}

struct practice_item *practice_find(const struct practice *practice, const char *puzzle)
{
    for (size_t i = 0; i < practice->count; i++)
        if (strcmp(practice->items[i].puzzle, puzzle) == 0)
            return &practice->items[i];
    return NULL;
}

bool practice_add_mistake(struct practice *practice, const char *puzzle, int64_t now_ms)
{
    if (practice->count >= PRACTICE_ITEMS_MAX || practice_find(practice, puzzle))
        return false;
    practice_add(practice, puzzle, 0, now_ms);
    return true;
}

struct practice_step practice_next_step(int rung, bool right, int64_t now_ms)
{
    int next = !right ? 0 : rung < PRACTICE_LEARNED ? rung + 1 : PRACTICE_LEARNED;
    if (next == PRACTICE_LEARNED)
        return (struct practice_step){.rung = next, .due_ms = now_ms};
    int days = practice_days[next ? next - 1 : 0];
    return (struct practice_step){.rung = next, .due_ms = now_ms + days * (int64_t)PUZZLE_DAY_MS};
}

bool practice_answer(struct practice *practice, const char *puzzle, struct glicko *puzzle_rating,
                     bool right, int64_t now_ms)
{
    struct practice_item *item = practice_find(practice, puzzle);
    if (item) {
        if (!right || practice_is_due(item, now_ms)) {
            struct practice_step step = practice_next_step(item->rung, right, now_ms);
            item->rung = step.rung;
            item->due_ms = step.due_ms;
        }
        return false;
    }
    struct practice_step step = practice_next_step(0, right, now_ms);
    if (practice->count < PRACTICE_ITEMS_MAX)
        practice_add(practice, puzzle, step.rung, step.due_ms);
    if (!puzzle_rating)
        return false;
    glicko_meet(&practice->rating, puzzle_rating, right);
    practice->tried++;
    practice->solved += right;
    return true;
}

bool practice_is_due(const struct practice_item *item, int64_t now_ms)
{
    return item->rung < PRACTICE_LEARNED && item->due_ms <= now_ms;
}

static bool is_of(const struct practice_item *item, const struct rules *rules)
{
    return !rules || (strncmp(item->puzzle, rules->text, rules->text_len) == 0 &&
                      item->puzzle[rules->text_len] == ' ');
}

size_t practice_due(const struct practice *practice, const struct rules *rules, int64_t now_ms)
{
    size_t due = 0;
    for (size_t i = 0; i < practice->count; i++)
        due += is_of(&practice->items[i], rules) && practice_is_due(&practice->items[i], now_ms);
    return due;
}

/* --- what comes next --- */

/* `only_quick`: false for a puzzle that takes the solver longer than about a millisecond. */
static bool read_puzzle(struct solver_shelf *shelf, const char *text, bool only_quick,
                        struct puzzle *ret_puzzle)
{
    struct error error;
    struct rules rules;
    struct position position = {0};
    const char *blank = strchr(text, ' ');
    bool good = blank && !rules_parse(&rules, text, (size_t)(blank - text), &error) &&
                !position_parse(&rules, blank + 1, strlen(blank + 1), &position, &error) &&
                !position_check_start(&rules, &position, &error);
    if (good) {
        struct solver *solver = solver_shelf_take(shelf, &rules);
        good = (!only_quick || solver_is_quick(solver, &position)) &&
               puzzle_make(solver, &position, ret_puzzle);
        solver_shelf_give_back(shelf, solver);
    }
    position_finish(&position);
    return good;
}

bool practice_read_puzzle(struct solver_shelf *shelf, const char *text, struct puzzle *ret_puzzle)
{
    return read_puzzle(shelf, text, false, ret_puzzle);
}

bool practice_takes_mistake(struct solver_shelf *shelf, const char *text)
{
    struct puzzle puzzle = {0};
    bool is_taken = read_puzzle(shelf, text, true, &puzzle);
    puzzle_finish(&puzzle);
    return is_taken;
}

/* The due item that follows `after` (NULL: the first) in the order of their times. */
static const struct practice_item *next_due(const struct practice *practice,
                                            const struct rules *rules, int64_t now_ms,
                                            const struct practice_item *after)
{
    const struct practice_item *first = NULL;
    for (size_t i = 0; i < practice->count; i++) {
        const struct practice_item *item = &practice->items[i];
        bool is_later = !after || item->due_ms > after->due_ms ||
                        (item->due_ms == after->due_ms && item > after);
        if (is_later && is_of(item, rules) && practice_is_due(item, now_ms) &&
            (!first || item->due_ms < first->due_ms))
            first = item;
    }
    return first;
}

bool practice_draw(struct solver_shelf *shelf, const struct rules *rules, int64_t number,
                   struct puzzle *ret_puzzle)
{
    struct solver *solver = solver_shelf_take(shelf, rules);
    bool found = puzzle_draw(solver, number, ret_puzzle);
    solver_shelf_give_back(shelf, solver);
    return found;
}

/* A puzzle that has not been met. `place` counts through all numbers of the rules, or through those
 * of the whole catalogue. */
static bool draw_unmet(const struct practice *practice, struct solver_shelf *shelf,
                       const struct rules *rules, int64_t place, struct puzzle *ret_puzzle)
{
    struct rules drawn;
    struct text text = {0};
    int64_t kinds = rules ? 1 : puzzle_rules_count();
    if (rules)
        drawn = *rules;
    else
        puzzle_rules_at((int)(place % kinds), &drawn);
    bool good = practice_draw(shelf, &drawn, place / kinds + 1, ret_puzzle);
    if (good) {
        puzzle_print(ret_puzzle, &text);
        good = !practice_find(practice, text.bytes);
    }
    text_finish(&text);
    return good;
}

enum practice_choice practice_next(const struct practice *practice, struct solver_shelf *shelf,
                                   const struct rules *rules, int64_t now_ms,
                                   struct puzzle *ret_puzzle)
{
    const struct practice_item *due = NULL;
    while ((due = next_due(practice, rules, now_ms, due)) != NULL)
        if (practice_read_puzzle(shelf, due->puzzle, ret_puzzle))
            return PRACTICE_REPEAT;
    int64_t all = PUZZLES_OF_RULES * (rules ? 1 : puzzle_rules_count());
    struct random random = random_from_seed(practice->count + 1);
    int64_t nearest = -1;
    double distance = 0;
    for (int i = 0; i < PRACTICE_CANDIDATES; i++) {
        int64_t place = (int64_t)random_below(&random, (uint128)all);
        if (!draw_unmet(practice, shelf, rules, place, ret_puzzle))
            continue;
        double here = fabs(puzzle_rating(ret_puzzle).rating - practice->rating.rating);
        if (nearest < 0 || here < distance) {
            nearest = place;
            distance = here;
        }
    }
    if (nearest >= 0)
        return draw_unmet(practice, shelf, rules, nearest, ret_puzzle) ? PRACTICE_NEW
                                                                       : PRACTICE_NONE;
    /* Nearly all have been met: the first that has not. */
    for (int64_t place = 0; place < all; place++)
        if (draw_unmet(practice, shelf, rules, place, ret_puzzle))
            return PRACTICE_NEW;
    return PRACTICE_NONE;
}
