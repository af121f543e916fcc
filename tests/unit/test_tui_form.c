/* Labelled fields and choices. */
#include "client/tui/form.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

SUITE(tui_form, 20);

enum { ROW_GAME, ROW_LEVEL, ROW_START, ROW_COUNT };

static const char *const games[] = {"nim", "kayles", "dawson", "Kotzig"};
static const char *const levels[] = {"1", "2", "3"};
static const struct form_row rows[ROW_COUNT] = {
    [ROW_GAME] = {.label = "Game", .choices = games, .choice_count = 4, .help = "Which game?"},
    [ROW_LEVEL] = {.label = "Level", .choices = levels, .choice_count = 3},
    [ROW_START] = {.label = "Start", .empty = "one is drawn"},
};

static struct form fresh(void)
{
    struct form form;
    form_init(&form, rows, ROW_COUNT);
    return form;
}

static enum form_outcome press(struct form *form, enum stroke_kind kind)
{
    return form_stroke(form, stroke_of(kind));
}

Test(tui_form, the_focus_goes_round)
{
    struct form form = fresh();
    cr_expect_eq(press(&form, STROKE_UP), FORM_MOVED);
    cr_expect_eq(form.focus, ROW_START);
    cr_expect_eq(press(&form, STROKE_TAB), FORM_MOVED);
    cr_expect_eq(form.focus, ROW_GAME);
    press(&form, STROKE_BACK_TAB);
    cr_expect_eq(form.focus, ROW_START);
}

Test(tui_form, the_focus_passes_by_what_is_hidden)
{
    struct form form = fresh();
    form.is_hidden[ROW_LEVEL] = true;
    press(&form, STROKE_DOWN);
    cr_expect_eq(form.focus, ROW_START);
    press(&form, STROKE_UP);
    cr_expect_eq(form.focus, ROW_GAME);
    cr_expect_eq(form_stroke(&form, stroke_choose(ROW_LEVEL)), FORM_IGNORED);
}

Test(tui_form, a_choice_is_changed_by_arrows_and_goes_round)
{
    struct form form = fresh();
    cr_expect_eq(press(&form, STROKE_LEFT), FORM_CHANGED);
    cr_expect_str_eq(form_text(&form, ROW_GAME), "Kotzig");
    press(&form, STROKE_RIGHT);
    cr_expect_str_eq(form_text(&form, ROW_GAME), "nim");
    form_stroke(&form, stroke_character(' '));
    cr_expect_str_eq(form_text(&form, ROW_GAME), "kayles");
}

Test(tui_form, a_letter_goes_to_the_next_choice_that_begins_with_it)
{
    struct form form = fresh();
    cr_expect_eq(form_stroke(&form, stroke_character('k')), FORM_CHANGED);
    cr_expect_str_eq(form_text(&form, ROW_GAME), "kayles");
    form_stroke(&form, stroke_character('k'));
    cr_expect_str_eq(form_text(&form, ROW_GAME), "Kotzig");
    cr_expect_eq(form_stroke(&form, stroke_character('x')), FORM_IGNORED);
    cr_expect_eq(form_stroke(&form, stroke_character(0x16B)), FORM_IGNORED);
}

Test(tui_form, a_press_gives_the_focus_and_a_second_one_changes_a_choice)
{
    struct form form = fresh();
    cr_expect_eq(form_stroke(&form, stroke_choose(ROW_LEVEL)), FORM_MOVED);
    cr_expect_str_eq(form_text(&form, ROW_LEVEL), "1");
    cr_expect_eq(form_stroke(&form, stroke_choose(ROW_LEVEL)), FORM_CHANGED);
    cr_expect_str_eq(form_text(&form, ROW_LEVEL), "2");
    cr_expect_eq(form_stroke(&form, stroke_choose(9)), FORM_IGNORED);
}

Test(tui_form, a_text_is_typed_where_the_focus_is)
{
    struct form form = fresh();
    form.focus = ROW_START;
    cr_expect_eq(form_stroke(&form, stroke_character('7')), FORM_CHANGED);
    cr_expect_eq(press(&form, STROKE_LEFT), FORM_MOVED);
    cr_expect_eq(form_stroke(&form, stroke_character(' ')), FORM_CHANGED);
    cr_expect_str_eq(form_text(&form, ROW_START), " 7");
    cr_expect_eq(form_stroke(&form, (struct stroke){STROKE_CONTROL, 'Q'}), FORM_IGNORED);
}

Test(tui_form, enter_is_the_end_and_esc_is_the_pages)
{
    struct form form = fresh();
    cr_expect_eq(press(&form, STROKE_ENTER), FORM_DONE);
    cr_expect_eq(press(&form, STROKE_ESCAPE), FORM_IGNORED);
}

Test(tui_form, esc_ends_typing_and_the_focus_stays)
{
    struct form form = fresh();
    form.focus = ROW_START;
    form_stroke(&form, stroke_character('7'));
    cr_expect_eq(press(&form, STROKE_ESCAPE), FORM_MOVED);
    cr_expect_eq(form.focus, ROW_START);
    cr_expect_not(form_is_typing(&form));
    cr_expect_not(form_leave_text(&form));
    cr_expect_eq(press(&form, STROKE_ESCAPE), FORM_IGNORED);
    cr_expect_eq(form_stroke(&form, stroke_character('8')), FORM_IGNORED);
    cr_expect_str_eq(form_text(&form, ROW_START), "7");
    cr_expect_eq(press(&form, STROKE_ENTER), FORM_DONE);
}

Test(tui_form, typing_begins_again_by_an_arrow_a_press_or_another_row)
{
    struct form form = fresh();
    form.focus = ROW_START;
    cr_expect(form_leave_text(&form));
    cr_expect_eq(press(&form, STROKE_RIGHT), FORM_MOVED);
    cr_expect(form_is_typing(&form));
    cr_expect(form_leave_text(&form));
    form_stroke(&form, stroke_choose(ROW_START));
    cr_expect(form_is_typing(&form));
    cr_expect(form_leave_text(&form));
    press(&form, STROKE_UP);
    press(&form, STROKE_DOWN);
    cr_expect(form_is_typing(&form));
}

Test(tui_form, a_choice_can_be_made_by_its_text)
{
    struct form form = fresh();
    form_choose(&form, ROW_GAME, "dawson");
    form_choose(&form, ROW_LEVEL, "nothing of these");
    cr_expect_str_eq(form_text(&form, ROW_GAME), "dawson");
    cr_expect_str_eq(form_text(&form, ROW_LEVEL), "1");
}

static struct canvas drawn(const struct form *form, const char *what_is_wrong, int row_count,
                           int columns)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, row_count, columns, false);
    form_draw(form, what_is_wrong, &canvas, canvas_area(&canvas));
    return canvas;
}

Test(tui_form, rows_stand_below_one_another_with_the_help_of_the_one_in_focus)
{
    struct form form = fresh();
    struct canvas canvas = drawn(&form, NULL, 8, 30);
    expect_screen(&canvas, "> Game   < nim >\n"
                           "  Level  < 1 >\n"
                           "  Start  [ one is drawn ]\n"
                           "\n"
                           "  Which game?\n");
    cr_expect_eq(canvas.cursor_row, -1);
    canvas_finish(&canvas);
}

Test(tui_form, what_is_wrong_is_said_first_and_a_hidden_row_takes_no_room)
{
    struct form form = fresh();
    form.is_hidden[ROW_LEVEL] = true;
    form.focus = ROW_START;
    form_stroke(&form, stroke_character('x'));
    struct canvas canvas = drawn(&form, "'x' is no position", 8, 30);
    expect_screen(&canvas, "  Game   < nim >\n"
                           "> Start  [ x ]\n"
                           "\n"
                           "  'x' is no position\n");
    cr_expect(canvas.cursor_row == 1 && canvas.cursor_column == 12);
    canvas_finish(&canvas);
}

Test(tui_form, a_text_that_is_left_has_no_cursor_and_a_long_one_keeps_its_brackets)
{
    struct form form = fresh();
    form.focus = ROW_START;
    for (int i = 0; i < 40; i++)
        form_stroke(&form, stroke_character('0' + i % 10));
    press(&form, STROKE_ESCAPE);
    struct canvas canvas = drawn(&form, NULL, 8, 24);
    expect_screen(&canvas, "  Game   < nim >\n"
                           "  Level  < 1 >\n"
                           "> Start  [ 90123456789 ]\n");
    cr_expect_eq(canvas.cursor_row, -1);
    canvas_finish(&canvas);
}

Test(tui_form, no_room_is_no_crash)
{
    struct form form = fresh();
    for (int size = 0; size < 5; size++) {
        struct canvas canvas = drawn(&form, "wrong", size, size);
        canvas_finish(&canvas);
    }
}
