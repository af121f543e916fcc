#include "tests/unit/test_game_table.h"

#include "common/game/date.h"

SUITE(game_date, 60);

Test(game_date, rules_have_no_parameters)
{
    expect_rules("date", "date");
    expect_rules("date,misere", "date,misere");
    expect_bad_rules("date:2024", "at 5 (':'): the end was expected");
}

Test(game_date, a_position_is_a_date_of_a_leap_year)
{
    expect_position("date", "20jan", "20jan");
    expect_position("date", "29feb", "29feb");
    expect_position("date", "31dec", "31dec");
    expect_bad_position("date", "30feb",
                        "there is no 30feb: feb has the days 1 to 29 (the year is a leap year)");
    expect_bad_position("date", "31apr", "there is no 31apr: apr has the days 1 to 30");
    expect_bad_position("date", "0jan", "there is no 0jan: jan has the days 1 to 31");
    expect_bad_position("date", "9223372036854775807dec",
                        "there is no 9223372036854775807dec: dec has the days 1 to 31");
    expect_bad_position("date", "", "at 1 (the end): a number was expected");
    expect_bad_position("date", "jan", "at 1 ('j'): a number was expected");
    expect_bad_position("date", "07jan", "at 1: a number does not begin with 0");
    expect_bad_position("date", "20Jan",
                        "at 3 ('J'): a month (jan feb mar apr may jun jul aug sep oct nov dec) was "
                        "expected");
    expect_bad_position("date", "20june", "at 6 ('e'): the end was expected");
}

Test(game_date, a_move_is_the_new_date)
{
    expect_move("date", "9jan", "9feb", "9feb", "9feb");
    expect_move("date", "9jan", "20jan", "20jan", "20jan");
    expect_move("date", "31jan", "31mar", "31mar", "31mar");
    expect_move("date", "30nov", "30dec", "30dec", "30dec");
    expect_move("date,misere", "1dec", "31dec", "31dec", "31dec");
}

Test(game_date, other_dates_are_refused_with_the_reason)
{
    static const char same[] = "the date has to be later than 9mar";
    expect_bad_move("date", "9mar", "9mar", ERROR_ILLEGAL_MOVE, same);
    expect_bad_move("date", "9mar", "8mar", ERROR_ILLEGAL_MOVE, same);
    expect_bad_move("date", "9mar", "31jan", ERROR_ILLEGAL_MOVE, same);
    expect_bad_move("date", "9mar", "10apr", ERROR_ILLEGAL_MOVE,
                    "the month or the day changes, not both: the day stays 9 or the month mar");
    expect_bad_move("date", "31jan", "31apr", ERROR_BAD_MOVE,
                    "there is no 31apr: apr has the days 1 to 30");
    expect_bad_move("date", "9jan", "9jan>9feb", ERROR_BAD_MOVE,
                    "at 5 ('>'): the end was expected");
    expect_bad_move("date", "9jan", "feb", ERROR_BAD_MOVE, "at 1 ('f'): a number was expected");
}

/* The days of the months of a leap year, as a calendar has them. */
static const int calendar[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *const names[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                    "jul", "aug", "sep", "oct", "nov", "dec"};

static void check_moves_to_all_dates(const struct table *table, int month, int day)
{
    uint128 index = 0;
    char text[16];
    struct move move;
    struct error error;
    for (int same_month = 0; same_month < 2; same_month++)
        for (int m = 0; m < 12; m++)
            for (int d = 1; d <= calendar[m]; d++) {
                bool is_later = m > month || (m == month && d > day);
                bool is_legal = is_later && (m == month || d == day);
                if ((m == month) != same_month)
                    continue;
                snprintf(text, sizeof text, "%d%s", d, names[m]);
                bool is_read =
                    !move_parse(&table->rules, &table->position, text, strlen(text), &move, &error);
                cr_assert_eq(is_read, is_legal, "%s after %d%s", text, day, names[month]);
                if (!is_legal)
                    continue;
                struct move at;
                move_at(&table->rules, &table->position, index++, &at);
                cr_assert(move_equal(&at, &move), "%s after %d%s", text, day, names[month]);
            }
    cr_assert(move_count(&table->rules, &table->position) == index);
    cr_assert_eq(position_is_over(&table->rules, &table->position), month == 11 && day == 31);
}

Test(game_date, the_moves_of_all_366_dates_are_those_of_the_wording)
{
    int dates = 0;
    for (int month = 0; month < 12; month++) {
        cr_assert_eq(date_days_of(month + 1), calendar[month]);
        for (int day = 1; day <= calendar[month]; day++, dates++) {
            char text[16];
            snprintf(text, sizeof text, "%d%s", day, names[month]);
            struct table table = table_of("date", text);
            check_moves_to_all_dates(&table, month, day);
            cr_assert(position_counters(&table.rules, &table.position) ==
                      (uint128)(11 - month + 31 - day));
            table_clear(&table);
        }
    }
    cr_assert_eq(dates, 366);
}

Test(game_date, starts_are_drawn_in_january_and_may_be_any_date)
{
    struct table table = table_of("date", "31dec");
    struct random random = random_from_seed(4);
    struct error error;
    bool is_drawn[DATE_DAYS_MAX + 1] = {false};
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_set(&table, "29feb");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    for (int i = 0; i < 1000; i++) {
        position_draw_start(&table.rules, &random, &table.position);
        cr_assert_eq(table.position.cells[DATE_MONTH], 1);
        is_drawn[table.position.cells[DATE_DAY]] = true;
    }
    for (int day = 1; day <= DATE_DAYS_MAX; day++)
        cr_assert(is_drawn[day], "%d", day);
    table_clear(&table);
}
