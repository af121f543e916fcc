#include "common/solver/solver_shelf.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(solver_shelf, 20);

enum { MEGABYTE = 1 << 20, UNLIMITED = 1 << 30 };

static struct solver *take_for(struct solver_shelf *shelf, const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", text);
    struct solver *solver = solver_shelf_take(shelf, &rules);
    if (solver)
        cr_assert_str_eq(solver_rules(solver)->text, rules.text);
    return solver;
}

/* The games of these tests: for each `factor` another. */
static struct solver *take(struct solver_shelf *shelf, int factor)
{
    char text[32];
    snprintf(text, sizeof text, "take-away:%dx,local", factor);
    return take_for(shelf, text);
}

/* What the solver has to say of a position; it makes its tables for that. */
static void ask(struct solver *solver, const char *text)
{
    const struct rules *rules = solver_rules(solver);
    struct position position = {0};
    struct error error;
    uint64_t value;
    cr_assert_eq(position_parse(rules, text, strlen(text), &position, &error), ERROR_NONE, "%s",
                 text);
    cr_assert_eq(position_check_start(rules, &position, &error), ERROR_NONE, "%s", error.message);
    solver_outcome(solver, &position);
    solver_grundy(solver, &position, &value);
    position_finish(&position);
}

/* Takes the solver, makes its tables and gives it back. Was it kept, with the tables that it had?
 */
static bool use(struct solver_shelf *shelf, int factor)
{
    struct solver *solver = take(shelf, factor);
    cr_assert_not_null(solver);
    bool was_kept = solver_memory(solver) > 0;
    ask(solver, "2");
    solver_shelf_give_back(shelf, solver);
    return was_kept;
}

static void use_all(struct solver_shelf *shelf, int first, int last, bool are_kept)
{
    for (int factor = first; factor <= last; factor++)
        cr_assert_eq(use(shelf, factor), are_kept, "%d", factor);
}

/* Of each solver once it was used. */
static size_t memory_of_one(void)
{
    struct solver_shelf *shelf = solver_shelf_create(UNLIMITED);
    use(shelf, 1);
    struct solver *solver = take(shelf, 1);
    size_t memory = solver_memory(solver);
    solver_shelf_give_back(shelf, solver);
    solver_shelf_destroy(shelf);
    return memory;
}

Test(solver_shelf, keeps_the_last_used_up_to_their_number)
{
    struct solver_shelf *shelf = solver_shelf_create(UNLIMITED);
    use_all(shelf, 1, SOLVER_SHELF_COUNT_MAX, false);
    use_all(shelf, 1, SOLVER_SHELF_COUNT_MAX, true);
    cr_assert(use(shelf, 1));
    cr_assert_not(use(shelf, 100)); /* in place of 2 */
    use_all(shelf, 3, SOLVER_SHELF_COUNT_MAX, true);
    cr_assert(use(shelf, 1));
    cr_assert(use(shelf, 100));
    cr_assert_not(use(shelf, 2));
    solver_shelf_destroy(shelf);
}

Test(solver_shelf, keeps_the_last_used_up_to_their_memory)
{
    struct solver_shelf *shelf = solver_shelf_create(3 * memory_of_one());
    use_all(shelf, 1, 3, false);
    use_all(shelf, 1, 3, true);
    cr_assert(use(shelf, 1));
    cr_assert_not(use(shelf, 4)); /* in place of 2 */
    cr_assert(use(shelf, 3));
    cr_assert(use(shelf, 1));
    cr_assert(use(shelf, 4));
    cr_assert_not(use(shelf, 2));
    use_all(shelf, 10, 50, false);
    use_all(shelf, 48, 50, true);
    solver_shelf_destroy(shelf);
}

Test(solver_shelf, counts_the_memory_that_grows)
{
    struct solver_shelf *shelf = solver_shelf_create(3 * memory_of_one());
    use_all(shelf, 1, 3, false);
    struct solver *solver = take(shelf, 3);
    ask(solver, "20000");
    cr_assert_gt(solver_memory(solver), memory_of_one());
    cr_assert_leq(solver_memory(solver), 2 * memory_of_one());
    solver_shelf_give_back(shelf, solver);
    cr_assert(use(shelf, 3));
    cr_assert(use(shelf, 2));
    cr_assert_not(use(shelf, 1));
    solver_shelf_destroy(shelf);
}

Test(solver_shelf, keeps_none_that_is_too_large)
{
    struct solver_shelf *shelf = solver_shelf_create(memory_of_one() - 1);
    cr_assert_not(use(shelf, 1));
    cr_assert_not(use(shelf, 1));
    solver_shelf_destroy(shelf);
}

Test(solver_shelf, leaves_what_is_in_use)
{
    struct solver_shelf *shelf = solver_shelf_create(2 * memory_of_one());
    use_all(shelf, 1, 2, false);
    struct solver *solver = take(shelf, 1);
    cr_assert_null(take(shelf, 1));
    for (int factor = 3; factor < 3 + 2 * SOLVER_SHELF_COUNT_MAX; factor++)
        cr_assert_not(use(shelf, factor));
    cr_assert_str_eq(solver_rules(solver)->text, "take-away:x,local");
    cr_assert_gt(solver_memory(solver), 0);
    cr_assert_not(use(shelf, 2));
    cr_assert(use(shelf, 2)); /* the two together are not too large */
    cr_assert_null(take(shelf, 1));
    solver_shelf_give_back(shelf, solver);
    cr_assert(use(shelf, 2));
    cr_assert(use(shelf, 1));
    solver_shelf_destroy(shelf);
}

Test(solver_shelf, any_number_can_be_in_use)
{
    enum { TAKEN = 2 * SOLVER_SHELF_COUNT_MAX };
    struct solver_shelf *shelf = solver_shelf_create(UNLIMITED);
    struct solver *solvers[TAKEN];
    for (int i = 0; i < TAKEN; i++) {
        solvers[i] = take(shelf, 1 + i);
        cr_assert_not_null(solvers[i]);
        ask(solvers[i], "2");
    }
    for (int i = 0; i < TAKEN; i++)
        cr_assert_null(take(shelf, 1 + i));
    for (int i = 0; i < TAKEN; i++)
        solver_shelf_give_back(shelf, solvers[i]);
    use_all(shelf, TAKEN - SOLVER_SHELF_COUNT_MAX + 1, TAKEN, true);
    use_all(shelf, 1, TAKEN - SOLVER_SHELF_COUNT_MAX, false);
    solver_shelf_destroy(shelf);
}

Test(solver_shelf, tables_tell_their_memory)
{
    static const struct {
        const char *rules, *position;
        size_t least, most; /* bytes */
    } rows[] = {
        {"nim", "1000", 0, 0},
        {"nim,misere", "1000", 0, 0},
        {"take-away:2x", "1000", 8000000, 9 * MEGABYTE},
        {"take-away:10000x", "9000000000000000000", 440000 * 16, 9 * MEGABYTE},
        {"take-away:2x,misere", "1000", 16, 4096},
        {"take-away:2x,local", "1000", 8000000, 9 * MEGABYTE},
        {"take-away:2x,local,misere", "100", 100 * 16, MEGABYTE},
        {"take-away:2x,global", "63+63+63", 64 * 64 * 64 * 8, 3 * MEGABYTE},
        {"octal:0.6", "10000", 10000 * 8, MEGABYTE},
        {"octal:4.07...", "1000", 1000 * 8, MEGABYTE},
        {"octal:0.6,misere", "20", 100, MEGABYTE},
        {"kayles", "100", 100 * 8, 65536},
        {"kayles,misere", "100", 100 * 8, 65536},
        {"grundy", "10000", 10000 * 8, MEGABYTE},
        {"subtraction:squares", "10000", 10000 * 4, 65536},
        {"wythoff", "99+100", 2048 * 2048, 9 * MEGABYTE},
        {"chomp", "8+8+8+8+8+8+8+8", 12870 * 5, 100000},
        {"chomp,misere", "8+8+8+8+8+8+8+8", 12870, 65536},
    };
    struct solver_shelf *shelf = solver_shelf_create(UNLIMITED);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct solver *solver = take_for(shelf, rows[i].rules);
        ask(solver, rows[i].position);
        size_t memory = solver_memory(solver);
        cr_expect(memory >= rows[i].least && memory <= rows[i].most, "%s: %zu bytes", rows[i].rules,
                  memory);
        solver_shelf_give_back(shelf, solver);
    }
    solver_shelf_destroy(shelf);
}
