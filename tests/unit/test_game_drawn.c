/* Drawn games: classes, the measure of what is interesting, the rules and starts that are drawn. */
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "common/solver/solver.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(game_drawn, 60);

static struct rules class_of(const char *text)
{
    struct rules class;
    struct error error;
    cr_assert_eq(rules_or_class_parse(&class, text, strlen(text), &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert(class.class_size > 0, "%s", text);
    return class;
}

static struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return rules;
}

/* --- classes --- */

Test(game_drawn, a_class_has_one_text)
{
    cr_assert_str_eq(class_of("drawn").text, "drawn:octal:4");
    cr_assert_str_eq(class_of("drawn:octal:3").text, "drawn:octal:3");
    cr_assert_str_eq(class_of("drawn:subtraction:6").text, "drawn:subtraction:6");
    cr_assert_eq(class_of("drawn:octal:3").text_len, strlen("drawn:octal:3"));
    cr_assert_str_eq(class_of("drawn:octal:3").family->name, "octal");
    cr_assert_str_eq(class_of("drawn:subtraction:3").family->name, "subtraction");
    cr_assert_str_eq(drawn_game.rules, class_of(drawn_game.name).text);
}

Test(game_drawn, rules_are_read_as_ever)
{
    struct rules rules;
    struct error error;
    cr_assert_not(rules_or_class_parse(&rules, "kayles", 6, &error));
    cr_assert_str_eq(rules.text, "octal:0.77");
    cr_assert_eq(rules.class_size, 0);
    cr_assert_eq(rules_or_class_parse(&rules, "kayle", 5, &error), ERROR_BAD_RULES);
}

static void expect_bad(const char *text, const char *message)
{
    struct rules rules = {.class_size = 77};
    struct error error = {0};
    cr_assert_eq(rules_or_class_parse(&rules, text, strlen(text), &error), ERROR_BAD_RULES);
    cr_assert_str_eq(error.message, message);
    cr_assert_eq(rules.class_size, 77);
}

Test(game_drawn, what_is_no_class_is_refused)
{
    expect_bad("drawn:", "at 6 (':'): :octal:N or :subtraction:K (as drawn:octal:4) was expected");
    expect_bad("drawn:hexadecimal:3",
               "at 6 (':'): :octal:N or :subtraction:K (as drawn:octal:4) was expected");
    expect_bad("drawn:octal:2",
               "at 13: the number of digits after the point is from 3 to 6, not 2");
    expect_bad("drawn:subtraction:7",
               "at 19: the number of numbers in the set is from 3 to 6, not 7");
    expect_bad("drawn:octal:x", "at 13 ('x'): a number was expected");
    expect_bad("drawn:octal:3,misere", "at 14 (','): the end (drawn games are in normal play, "
                                       "without a suffix) was expected");
}

Test(game_drawn, a_class_is_no_rules)
{
    static const char *const classes[] = {"drawn", "drawn:octal:4", "drawn:x"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        struct rules rules;
        struct error error;
        cr_assert_eq(rules_parse(&rules, classes[i], strlen(classes[i]), &error), ERROR_BAD_RULES);
        cr_assert_not_null(strstr(error.message, "stands for a class of games"), "%s",
                           error.message);
    }
}

/* --- the measure --- */

Test(game_drawn, what_is_not_interesting_is_known)
{
    static const struct {
        const char *rules;
        bool is_interesting;
    } rows[] = {
        {"octal:0.77", false},        /* no heap is lost */
        {"octal:0.333", false},       /* as Bachet's game: a period of 4 */
        {"octal:4.3", false},         /* small values */
        {"octal:0.007", true},        /* many have looked for its period in vain */
        {"subtraction:1,3,5", false}, /* a period of 2 */
        {"subtraction:2,5,13", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = rules_of(rows[i].rules);
        cr_expect_eq(drawn_is_interesting(&rules), rows[i].is_interesting, "%s", rows[i].rules);
    }
}

/* The same measure, of values that the solver has found. */
static bool is_interesting_by_solver(const struct rules *rules)
{
    uint64_t values[DRAWN_MEASURED + 1] = {0}, largest = 0;
    struct solver *solver = solver_create(rules);
    int lost[DRAWN_MEASURED], count = 0, gaps = 0;
    for (int heap = 1; heap <= DRAWN_MEASURED; heap++) {
        struct text text = {0};
        struct position position = {0};
        struct error error;
        text_append_int(&text, heap);
        cr_assert_not(position_parse(rules, text.bytes, text.len, &position, &error));
        cr_assert(solver_grundy(solver, &position, &values[heap]));
        largest = values[heap] > largest ? values[heap] : largest;
        if (values[heap] == 0)
            lost[count++] = heap;
        position_finish(&position);
        text_finish(&text);
    }
    solver_destroy(solver);

    for (int distance = 1; distance < DRAWN_MEASURED; distance++) {
        bool has = false;
        for (int i = 1; i < count; i++)
            has = has || lost[i] - lost[i - 1] == distance;
        gaps += has;
    }
    bool has_period = false;
    for (int period = 1; period <= 16; period++) {
        int differences = 0;
        for (int heap = 17; heap + period <= 60; heap++)
            differences += values[heap] != values[heap + period];
        has_period = has_period || differences == 0;
    }
    return count >= 4 && count <= 30 && largest >= 3 && gaps >= 3 && !has_period;
}

Test(game_drawn, the_measure_is_that_of_the_solvers_values)
{
    struct random random = random_from_seed(5);
    for (int i = 0; i < 300; i++) {
        struct text text = {0};
        text_printf(&text, "octal:%c.", random_below(&random, 2) ? '4' : '0');
        for (int k = 0; k < 3; k++)
            text_append_char(&text, (char)('0' + random_below(&random, 8)));
        text_append_char(&text, '7');
        struct rules rules = rules_of(text_string(&text));
        EXPECT(drawn_is_interesting(&rules) == is_interesting_by_solver(&rules), "%s", rules.text);
        text_finish(&text);
    }
    for (int a = 1; a < 14; a++) {
        struct text text = {0};
        text_printf(&text, "subtraction:%d,%d,16", a, a + 1);
        struct rules rules = rules_of(text_string(&text));
        EXPECT(drawn_is_interesting(&rules) == is_interesting_by_solver(&rules), "%s", rules.text);
        text_finish(&text);
    }
}

/* --- what there is to draw --- */

static void count_code(const char *code, int *count, int *interesting)
{
    struct rules rules = rules_of(code);
    ++*count;
    *interesting += drawn_is_interesting(&rules);
}

static void count_codes(int digits, int *count, int *interesting)
{
    int codes = 1;
    for (int i = 0; i < digits; i++)
        codes *= 8;
    for (int code = 0; code < codes; code++) {
        char text[32];
        if (code % 8 == 0)
            continue;
        for (int first = 0; first <= 4; first += 4) {
            snprintf(text, sizeof text, "octal:%d.%0*o", first, digits, (unsigned)code);
            count_code(text, count, interesting);
        }
    }
}

static void count_sets(int numbers, int *count, int *interesting)
{
    for (unsigned set = 0; set < 1u << DRAWN_NUMBER_MAX; set++) {
        struct text text = {0};
        if (__builtin_popcount(set) != numbers)
            continue;
        text_append_string(&text, "subtraction:");
        for (int i = 0, listed = 0; i < DRAWN_NUMBER_MAX; i++)
            if (set & 1u << i)
                text_printf(&text, "%s%d", listed++ > 0 ? "," : "", i + 1);
        count_code(text_string(&text), count, interesting);
        text_finish(&text);
    }
}

/* THEORY.md has these numbers. More than one in twelve is interesting, so drawing ends soon. */
Test(game_drawn, the_classes_have_so_many_interesting_rules)
{
    static const struct {
        void (*count)(int size, int *count, int *interesting);
        int size, rules, interesting;
    } rows[] = {
        {count_codes, 3, 896, 118}, {count_codes, 4, 7168, 685}, {count_sets, 3, 560, 146},
        {count_sets, 4, 1820, 606}, {count_sets, 5, 4368, 1667}, {count_sets, 6, 8008, 3263},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int count = 0, interesting = 0;
        rows[i].count(rows[i].size, &count, &interesting);
        cr_expect_eq(count, rows[i].rules, "row %zu: %d", i, count);
        cr_expect_eq(interesting, rows[i].interesting, "row %zu: %d", i, interesting);
        cr_expect(12 * interesting > count, "row %zu", i);
    }
}

/* THEORY.md has this number, too. */
Test(game_drawn, no_hexadecimal_code_of_two_digits_is_interesting)
{
    int count = 0;
    for (unsigned code = 0; code < 0x100; code++) {
        for (unsigned first = 0; first <= 12; first += 4) {
            char text[32];
            snprintf(text, sizeof text, "hexadecimal:%x.%02x", first, code);
            if (code % 16 == 0 || (first < 8 && code / 16 < 8 && code % 16 < 8))
                continue;
            struct rules rules = rules_of(text);
            count++;
            EXPECT(!is_interesting_by_solver(&rules), "%s", text);
        }
    }
    cr_assert_eq(count, 848);
}

/* --- drawing --- */

Test(game_drawn, a_seed_always_draws_the_same_rules)
{
    static const struct {
        const char *class;
        uint64_t seed;
        const char *rules;
    } rows[] = {
        {"drawn:octal:3", 1, "octal:0.204"},
        {"drawn:octal:3", 2, "octal:0.005"},
        {"drawn:octal:4", 1, "octal:0.0621"},
        {"drawn:octal:6", UINT64_MAX, "octal:0.102272"},
        {"drawn:subtraction:3", 1, "subtraction:2,8,15"},
        {"drawn:subtraction:6", 7, "subtraction:2,3,8,11,12,13"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules class = class_of(rows[i].class), rules;
        drawn_rules(&class, rows[i].seed, &rules);
        cr_expect_str_eq(rules.text, rows[i].rules, "row %zu: %s", i, rules.text);
    }
}

static void expect_drawn(const char *class_text)
{
    struct rules class = class_of(class_text), rules;
    int different = 0;
    char before[RULES_TEXT_MAX + 1] = "";
    for (uint64_t seed = 0; seed < 200; seed++) {
        drawn_rules(&class, seed, &rules);
        EXPECT(drawn_is_interesting(&rules), "seed %d: %s", (int)seed, rules.text);
        EXPECT(rules.family == class.family && rules.class_size == 0 && !rules.misere, "%s",
               rules.text);
        different += strcmp(before, rules.text) != 0;
        memcpy(before, rules.text, sizeof before);
    }
    cr_assert(different > 180, "%s: %d", class_text, different);
}

static const char *const classes[] = {
    "drawn:octal:3",       "drawn:octal:4",       "drawn:octal:5",       "drawn:octal:6",
    "drawn:subtraction:3", "drawn:subtraction:4", "drawn:subtraction:5", "drawn:subtraction:6",
};

enum { CLASSES = sizeof classes / sizeof *classes };

Test(game_drawn, drawn_rules_are_interesting)
{
    for (int i = 0; i < CLASSES; i++)
        expect_drawn(classes[i]);
}

/* Half of the starts are lost, whatever the rules. */
static void expect_fair(const struct rules *class, uint64_t seed)
{
    enum { STARTS = 40 };
    struct rules rules;
    struct position position = {0};
    struct random random = random_from_seed(seed);
    int won = 0;
    drawn_rules(class, seed, &rules);
    struct solver *solver = solver_create(&rules);
    for (int i = 0; i < STARTS; i++) {
        drawn_start(&rules, &random, &position);
        won += solver_outcome(solver, &position) == OUTCOME_N;
    }
    solver_destroy(solver);
    position_finish(&position);
    EXPECT(won >= STARTS / 8 && won <= STARTS - STARTS / 8, "%s: %d", rules.text, won);
}

Test(game_drawn, starts_of_both_kinds_are_as_likely)
{
    for (int i = 0; i < CLASSES; i++) {
        struct rules class = class_of(classes[i]);
        for (uint64_t seed = 1; seed <= 50; seed++)
            expect_fair(&class, seed);
    }
}
