/* Lists of the full screen: what is chosen, and what is seen of them. */
#include "client/tui/list.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

#include <stdio.h>

SUITE(tui_list, 20);

static void draw_number(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    (void)owner;
    canvas_printf(canvas, area, 0, 0, STYLE_PLAIN, "row %zu", index);
}

/* Draws so many rows into 10 columns; to be finished by the caller. */
static struct canvas drawn(struct list *list, size_t count, int rows)
{
    struct canvas canvas = {0};
    struct list_rows about = {.empty = "nothing", .count = count, .draw = draw_number};
    canvas_clear(&canvas, rows, 10, false);
    list_draw(list, &about, true, &canvas, canvas_area(&canvas));
    return canvas;
}

static void expect_drawn(struct list *list, size_t count, int rows, const char *screen)
{
    struct canvas canvas = drawn(list, count, rows);
    expect_screen(&canvas, screen);
    canvas_finish(&canvas);
}

static void expect_chosen(enum stroke_kind kind, size_t from, size_t to)
{
    struct list list = {.chosen = from};
    cr_expect(list_stroke(&list, stroke_of(kind), 10, 4));
    cr_expect_eq(list.chosen, to, "%zu, not %zu", list.chosen, to);
}

Test(tui_list, keys_move_the_choice_and_stop_at_the_ends)
{
    expect_chosen(STROKE_DOWN, 0, 1);
    expect_chosen(STROKE_DOWN, 9, 9);
    expect_chosen(STROKE_UP, 1, 0);
    expect_chosen(STROKE_UP, 0, 0);
    expect_chosen(STROKE_PAGE_DOWN, 2, 5);
    expect_chosen(STROKE_PAGE_DOWN, 8, 9);
    expect_chosen(STROKE_PAGE_UP, 5, 2);
    expect_chosen(STROKE_PAGE_UP, 1, 0);
    expect_chosen(STROKE_HOME, 7, 0);
    expect_chosen(STROKE_END, 0, 9);
}

Test(tui_list, other_keys_are_left_to_the_page)
{
    struct list list = {.chosen = 3};
    cr_expect_not(list_stroke(&list, stroke_of(STROKE_ENTER), 10, 4));
    cr_expect_not(list_stroke(&list, stroke_character('j'), 10, 4));
    cr_expect_eq(list.chosen, 3);
}

Test(tui_list, a_press_chooses_a_row_that_is_there)
{
    struct list list = {0};
    cr_expect(list_stroke(&list, stroke_choose(4), 5, 5));
    cr_expect_eq(list.chosen, 4);
    list_stroke(&list, stroke_choose(9), 5, 5);
    cr_expect_eq(list.chosen, 4);
}

Test(tui_list, an_empty_list_takes_every_key_and_says_that_it_is_empty)
{
    struct list list = {0};
    cr_expect(list_stroke(&list, stroke_of(STROKE_DOWN), 0, 4));
    cr_expect_eq(list.chosen, 0);
    expect_drawn(&list, 0, 2, "nothing\n");
}

Test(tui_list, the_choice_stays_within_rows_that_have_gone)
{
    struct list list = {.chosen = 9, .top = 7};
    list_keep(&list, 3);
    cr_expect_eq(list.chosen, 2);
    list.chosen = 9;
    expect_drawn(&list, 2, 3, "row 0\nrow 1\n");
    cr_expect_eq(list.chosen, 1);
}

Test(tui_list, the_chosen_row_is_always_seen)
{
    struct list list = {0};
    for (size_t chosen = 0; chosen < 10; chosen++) {
        list.chosen = chosen;
        struct canvas canvas = drawn(&list, 10, 3);
        char row[16];
        snprintf(row, sizeof row, "row %zu", chosen);
        expect_on_screen(&canvas, row);
        canvas_finish(&canvas);
    }
    cr_expect_eq(list.top, 7);
}

Test(tui_list, a_long_list_shows_how_far_it_is_scrolled)
{
    struct list list = {0};
    expect_drawn(&list, 8, 4,
                 "row 0    #\n"
                 "row 1    #\n"
                 "row 2    #\n"
                 "row 3    |\n");
    list.chosen = 7;
    expect_drawn(&list, 8, 4,
                 "row 4    |\n"
                 "row 5    |\n"
                 "row 6    #\n"
                 "row 7    #\n");
}

Test(tui_list, the_chosen_row_stands_out_and_every_row_can_be_pressed)
{
    struct list list = {.chosen = 1};
    struct canvas canvas = drawn(&list, 2, 3);
    struct stroke stroke;
    expect_styles(&canvas, "row 0\n"
                           "\n"
                           "row 1\n"
                           "cccccccccc\n");
    cr_assert(canvas_target_at(&canvas, 1, 9, &stroke));
    cr_expect(stroke.kind == STROKE_CHOOSE && stroke.code == 1);
    cr_expect_not(canvas_target_at(&canvas, 2, 0, &stroke));
    canvas_finish(&canvas);
}

Test(tui_list, no_room_is_no_crash)
{
    struct list list = {.chosen = 2};
    expect_drawn(&list, 5, 0, "");
    expect_drawn(&list, 5, 1, "row 2    #\n");
}
