#include "tests/unit/test_game_table.h"

#include "common/game/wythoff.h"

SUITE(game_wythoff, 60);

#define MOST "9223372036854775807"
#define MOST_BUT_1 "9223372036854775806"

Test(game_wythoff, rules_have_no_parameters)
{
    expect_rules("wythoff", "wythoff");
    expect_rules("wythoff,misere", "wythoff,misere");
    expect_bad_rules("wythoff:2", "at 8 (':'): the end was expected");
    expect_bad_rules("wythoff,local", "at 9 ('l'): misere was expected");
}

Test(game_wythoff, positions_have_two_heaps_at_most)
{
    expect_position("wythoff", "0", "0");
    expect_position("wythoff", "5", "5");
    expect_position("wythoff", "5+3", "3+5");
    expect_position("wythoff", MOST "+" MOST, MOST "+" MOST);
    expect_bad_position("wythoff", "1+2+3", "2 heaps at most, not 3, may stand in wythoff");
    expect_bad_position("wythoff,misere", "1+2+3+4",
                        "2 heaps at most, not 4, may stand in wythoff,misere");
    expect_bad_position("wythoff", "3+0",
                        "at 3: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position("wythoff", "3;5", "at 2 (';'): '+' or the end was expected");
}

Test(game_wythoff, a_match_starts_where_there_is_a_move)
{
    struct table table = table_of("wythoff", "0");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_set(&table, MOST "+" MOST);
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    position_push(&table.position, INT64_MAX);
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "2 heaps at most, not 3, may stand in wythoff");
    table_clear(&table);
}

Test(game_wythoff, a_move_changes_one_heap_or_both)
{
    expect_move("wythoff", "3+5", "5>1", "5>1", "1+3");
    expect_move("wythoff", "3+5", "3>0", "3>0", "5");
    expect_move("wythoff", "3+5", "3+5>2+4", "3+5>2+4", "2+4");
    expect_move("wythoff", "3+5", "5+3>4+2", "3+5>2+4", "2+4");
    expect_move("wythoff", "3+5", "3+5>2", "3+5>2", "2");
    expect_move("wythoff", "5+5", "5+5>0", "5+5>0", "0");
    expect_move("wythoff", "5+5", "5+5>1+1", "5+5>1+1", "1+1");
    expect_move("wythoff", "5+5", "5>4", "5>4", "4+5");
    expect_move("wythoff", "5", "5>2", "5>2", "2");
    expect_move("wythoff", MOST_BUT_1 "+" MOST, MOST_BUT_1 "+" MOST ">1", MOST_BUT_1 "+" MOST ">1",
                "1");
}

Test(game_wythoff, what_one_heap_can_do_as_well_is_a_move_of_one_heap)
{
    expect_move("wythoff", "3+5", "3+5>1+3", "5>1", "1+3");
    expect_move("wythoff", "3+6", "3+6>3", "6>0", "3");
    expect_move("wythoff", "3+5", "3+5>3+4", "5>4", "3+4");
    expect_move("wythoff", "3+5", "3+5>5", "3>0", "5");
}

Test(game_wythoff, what_the_rules_forbid_is_named)
{
    expect_bad_move("wythoff", "3+5", "3+5>1+4", ERROR_ILLEGAL_MOVE,
                    "the same number has to be taken from both heaps, not 2 and 1");
    expect_bad_move("wythoff", "3+5", "3+5>1", ERROR_ILLEGAL_MOVE,
                    "the same number has to be taken from both heaps, not 3 and 4");
    expect_bad_move("wythoff", "3+5", "3+5>0", ERROR_ILLEGAL_MOVE,
                    "the same number has to be taken from both heaps, not 3 and 5");
    expect_bad_move("wythoff", "1+5", "1+5>2+3", ERROR_ILLEGAL_MOVE,
                    "wythoff: a heap may not grow");
    expect_bad_move("wythoff", "4+5", "4+5>6", ERROR_ILLEGAL_MOVE, "wythoff: a heap may not grow");
    expect_bad_move("wythoff", "5", "5>2+3", ERROR_ILLEGAL_MOVE,
                    "wythoff: a heap may not be split");
    expect_bad_move("wythoff", "3+5", "3+5>1+1+1", ERROR_ILLEGAL_MOVE,
                    "wythoff: a heap may not be split");
    expect_bad_move("wythoff", "3+5", "5>6", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("wythoff", "3+5", "3+5>5+3", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move("wythoff", "3+5", "4>1", ERROR_BAD_MOVE, "no heap of 4 is on the table");
    expect_bad_move("wythoff", "3+5", "3+3>1", ERROR_BAD_MOVE,
                    "heaps of 3 on the table: 1, named in the move: 2");
    expect_bad_move("wythoff", "3+5", "3+5", ERROR_BAD_MOVE,
                    "at 4 (the end): '+' or '>' was expected");
}

/* A move as plain loops find it. */
struct found {
    int64_t smaller, larger; /* what is left */
    char text[64];
};

struct list {
    size_t count;
    struct found found[256];
};

static void print_side(char *out, size_t size, int64_t smaller, int64_t larger)
{
    if (larger == 0)
        snprintf(out, size, "0");
    else if (smaller == 0)
        snprintf(out, size, "%d", (int)larger);
    else
        snprintf(out, size, "%d+%d", (int)smaller, (int)larger);
}

static bool list_has(const struct list *list, int64_t smaller, int64_t larger)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->found[i].smaller == smaller && list->found[i].larger == larger)
            return true;
    return false;
}

/* Adds the move unless another one leaves the same. */
static void list_add(struct list *list, int64_t a, int64_t b, const char *text)
{
    int64_t smaller = a < b ? a : b, larger = a < b ? b : a;
    if (list_has(list, smaller, larger))
        return;
    struct found *found = &list->found[list->count++];
    *found = (struct found){.smaller = smaller, .larger = larger};
    snprintf(found->text, sizeof found->text, "%s", text);
}

static struct list moves_by_loops(int64_t a, int64_t b)
{
    struct list list = {0};
    char text[64], before[24], after[24];
    for (int64_t left = a - 1; left >= 0; left--) {
        snprintf(text, sizeof text, "%d>%d", (int)a, (int)left);
        list_add(&list, left, b, text);
    }
    for (int64_t left = b - 1; left >= 0; left--) {
        snprintf(text, sizeof text, "%d>%d", (int)b, (int)left);
        list_add(&list, a, left, text);
    }
    print_side(before, sizeof before, a, b);
    for (int64_t take = 1; take <= a; take++) {
        print_side(after, sizeof after, a - take, b - take);
        snprintf(text, sizeof text, "%s>%s", before, after);
        list_add(&list, a - take, b - take, text);
    }
    return list;
}

static struct table table_of_heaps(int64_t a, int64_t b)
{
    char text[24];
    print_side(text, sizeof text, a, b);
    return table_of("wythoff", text);
}

static void expect_listed(struct table *table, const struct list *list, uint128 index)
{
    const struct found *found = &list->found[index];
    struct text printed = {0};
    struct move move;
    move_at(&table->rules, &table->position, index, &move);
    cr_assert_str_eq(move_text(table, &move, &printed), found->text);
    cr_assert(table_allows(table, found->text, &move), "%s is not read", found->text);
    struct table after = {.rules = table->rules};
    position_copy(&after.position, &table->position);
    move_apply(&after.rules, &after.position, &move);
    struct table expected = table_of_heaps(found->smaller, found->larger);
    cr_assert(position_equal(&after.position, &expected.position), "%s", found->text);
    table_clear(&expected);
    table_clear(&after);
    text_finish(&printed);
}

Test(game_wythoff, moves_are_those_of_plain_loops_in_the_stated_order)
{
    for (int64_t a = 0; a <= 14; a++)
        for (int64_t b = a; b <= 14; b++) {
            struct table table = table_of_heaps(a, b);
            struct list list = moves_by_loops(a, b);
            cr_assert(move_count(&table.rules, &table.position) == list.count, "%d+%d", (int)a,
                      (int)b);
            cr_assert_eq(position_is_over(&table.rules, &table.position), list.count == 0);
            for (size_t i = 0; i < list.count; i++)
                expect_listed(&table, &list, i);
            table_clear(&table);
        }
}

Test(game_wythoff, nothing_else_can_be_said)
{
    for (int64_t a = 1; a <= 7; a++)
        for (int64_t b = a; b <= 7; b++) {
            struct table table = table_of_heaps(a, b);
            struct list list = moves_by_loops(a, b);
            for (int64_t larger = 0; larger <= 9; larger++)
                for (int64_t smaller = 0; smaller <= larger; smaller++) {
                    char after[24], text[64];
                    struct move move;
                    struct error error;
                    print_side(after, sizeof after, smaller, larger);
                    snprintf(text, sizeof text, "%d+%d>%s", (int)a, (int)b, after);
                    bool allowed = !move_parse(&table.rules, &table.position, text, strlen(text),
                                               &move, &error);
                    cr_assert_eq(allowed, list_has(&list, smaller, larger), "%s", text);
                }
            table_clear(&table);
        }
}

static void expect_count(const char *position, uint128 count, const char *last)
{
    struct table table = table_of("wythoff", position);
    struct text printed = {0};
    struct move move;
    cr_assert(move_count(&table.rules, &table.position) == count, "%s", position);
    move_at(&table.rules, &table.position, count - 1, &move);
    cr_assert_str_eq(move_text(&table, &move, &printed), last);
    text_finish(&printed);
    table_clear(&table);
}

Test(game_wythoff, moves_are_counted_exactly_up_to_2_63)
{
    const uint128 most = INT64_MAX;
    expect_count(MOST, most, MOST ">0");
    expect_count(MOST "+" MOST, 2 * most, MOST "+" MOST ">0");
    expect_count(MOST_BUT_1 "+" MOST, 3 * most - 3, MOST_BUT_1 "+" MOST ">1");
    expect_count("1+" MOST, most + 2, "1+" MOST ">" MOST_BUT_1);
}

/* Around the number that is left out, from which on one more is taken. */
Test(game_wythoff, the_doubled_move_is_left_out_among_2_63_others)
{
    struct table table = table_of("wythoff", "9000000000000000000+" MOST);
    struct text printed = {0};
    const int64_t difference = INT64_MAX - 9000000000000000000;
    const uint128 of_both = (uint128)9000000000000000000 + INT64_MAX;
    for (int64_t take = difference - 3; take <= difference + 3; take++) {
        uint128 index = of_both + (uint128)take - 1 - (take > difference);
        struct move move, direct = wythoff_move_of_both(&table.position, take);
        if (take == difference) {
            cr_assert_str_eq(move_text(&table, &direct, &printed), MOST ">8776627963145224193");
            continue;
        }
        move_at(&table.rules, &table.position, index, &move);
        cr_assert(move_equal(&move, &direct));
        cr_assert_eq(move.before_count, 2);
        cr_assert(table_allows(&table, move_text(&table, &move, &printed), &move));
    }
    text_finish(&printed);
    table_clear(&table);
}

Test(game_wythoff, starts_are_drawn_with_two_heaps_and_a_move)
{
    struct rules rules = rules_of("wythoff");
    struct random random = random_from_seed(3);
    struct position position = {0};
    struct error error;
    for (int i = 0; i < 1000; i++) {
        position_draw_start(&rules, &random, &position);
        cr_assert_eq(position.count, 2);
        cr_assert_eq(position_check_start(&rules, &position, &error), ERROR_NONE);
    }
    position_finish(&position);
}
