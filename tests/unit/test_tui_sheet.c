/* A table whose rows come and go. */
#include "client/tui/sheet.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

SUITE(tui_sheet, 60);

static const struct column columns[] = {
    HEAD_RIGHT("No."),
    HEAD("Name"),
    {0},
};

static void choose(struct sheet *sheet, int64_t id)
{
    sheet->list.chosen = (size_t)(sheet_find(sheet, id) - sheet->rows);
}

static struct sheet sheet_of_ids(const int64_t *ids, size_t count)
{
    struct sheet sheet = {.columns = columns};
    for (size_t i = 0; i < count; i++)
        sheet_put(sheet_add(&sheet, ids[i]), "%d", (int)ids[i]);
    return sheet;
}

Test(tui_sheet, the_chosen_row_stays_the_chosen_one)
{
    struct sheet sheet = sheet_of_ids((int64_t[]){1, 2, 3}, 3);
    struct sheet fresh = sheet_of_ids((int64_t[]){9, 8, 2, 7, 3}, 5);
    choose(&sheet, 2);
    sheet_replace(&sheet, &fresh);
    cr_assert_eq(sheet_chosen(&sheet)->id, 2);
    sheet_remove(&sheet, 9);
    cr_assert_eq(sheet_chosen(&sheet)->id, 2);
    sheet_finish(&sheet);
}

Test(tui_sheet, leaves_out_an_empty_column_where_there_is_no_room)
{
    struct sheet sheet = sheet_of_ids((int64_t[]){123456}, 1);
    struct canvas canvas = {0};
    canvas_clear(&canvas, 2, 11, false);
    sheet_draw(&sheet, "", &canvas, canvas_area(&canvas));
    expect_screen(&canvas, "    No.\n"
                           " 123456\n");
    canvas_finish(&canvas);
    sheet_finish(&sheet);
}

Test(tui_sheet, where_the_chosen_row_was_another_is_chosen_when_it_goes)
{
    struct sheet sheet = sheet_of_ids((int64_t[]){1, 2, 3}, 3);
    choose(&sheet, 3);
    sheet_remove(&sheet, 3);
    cr_assert_eq(sheet_chosen(&sheet)->id, 2);
    struct sheet nothing = {0};
    sheet_replace(&sheet, &nothing);
    cr_assert_null(sheet_chosen(&sheet));
    sheet_finish(&sheet);
}

static void expect_sheet(struct sheet *sheet, int columns_there, const char *lines)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, 4, columns_there, true);
    sheet_draw(sheet, "There is nothing.", &canvas, canvas_area(&canvas));
    expect_screen(&canvas, lines);
    canvas_finish(&canvas);
}

Test(tui_sheet, what_is_too_wide_is_cut_where_it_is_widest_and_says_so)
{
    struct sheet sheet = sheet_of_ids((int64_t[]){1, 2345}, 2);
    sheet_put(&sheet.rows[0], "a name that is long");
    sheet_put(&sheet.rows[1], "\u4e2d\u6587");
    expect_sheet(&sheet, 40,
                 "  No.  Name\n"
                 "    1  a name that is long\n"
                 " 2345  中文\n");
    expect_sheet(&sheet, 18,
                 "  No.  Name\n"
                 "    1  a name t…\n"
                 " 2345  中文\n");
    sheet_finish(&sheet);
}

Test(tui_sheet, scrolls_to_the_row_that_is_chosen)
{
    struct sheet sheet = sheet_of_ids((int64_t[]){1, 2, 3, 4, 5, 6}, 6);
    expect_sheet(&sheet, 14,
                 " No.  Name\n"
                 "   1         █\n"
                 "   2         █\n"
                 "   3         │\n");
    sheet_stroke(&sheet, stroke_of(STROKE_END));
    expect_sheet(&sheet, 14,
                 " No.  Name\n"
                 "   4         │\n"
                 "   5         █\n"
                 "   6         █\n");
    sheet_stroke(&sheet, stroke_of(STROKE_UP));
    cr_assert_eq(sheet_chosen(&sheet)->id, 5);
    sheet_finish(&sheet);
}

Test(tui_sheet, says_that_there_are_no_rows)
{
    struct sheet sheet = {.columns = columns};
    expect_sheet(&sheet, 40, "There is nothing.\n");
    sheet_finish(&sheet);
}
