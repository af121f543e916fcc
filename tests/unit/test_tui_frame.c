/* What stands around every page. */
#include "client/tui/frame_draw.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

#include <string.h>

SUITE(tui_frame, 20);

static const struct hint hints[] = {
    {{.kind = STROKE_ENTER}, "Enter", "play"},
    {{STROKE_CHARACTER, 'r'}, "r", "resign"},
    {{STROKE_CHARACTER, 'c'}, "c", "chat with the opponent"},
};
static const struct hint own_hints[] = {
    {{STROKE_CHARACTER, '?'}, "?", "all keys"},
    {{.kind = STROKE_ESCAPE}, "Esc", "back"},
};

static struct frame_view kayles(void)
{
    return (struct frame_view){
        .title = "Kayles",
        .who = "ann",
        .server = "example:7800",
        .is_connected = true,
        .was_connected = true,
        .notice = "",
        .hints = hints,
        .hint_count = 3,
        .own_hints = own_hints,
        .own_hint_count = 2,
    };
}

/* To be finished by the caller. */
static struct canvas drawn(const struct frame_view *view, int rows, int columns, bool has_unicode)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, rows, columns, has_unicode);
    frame_draw(view, &canvas);
    return canvas;
}

/* The only lines that a frame draws on. */
static void expect_lines(const struct frame_view *view, int columns, const char *title,
                         const char *notice, const char *keys)
{
    struct text expected = {0};
    text_printf(&expected, "%s\n", title);
    for (int i = 1; i < 22; i++)
        text_append_char(&expected, '\n');
    text_printf(&expected, "%s\n%s\n", notice, keys);
    struct canvas canvas = drawn(view, 24, columns, false);
    expect_screen(&canvas, text_string(&expected));
    canvas_finish(&canvas);
    text_finish(&expected);
}

Test(tui_frame, the_page_has_all_but_the_title_the_notice_and_the_keys)
{
    struct frame_view view = kayles();
    struct canvas canvas = {0};
    canvas_clear(&canvas, 24, 80, true);
    frame_draw(&view, &canvas);
    struct area area = frame_inside(&canvas, false);
    cr_expect(area.row == 1 && area.column == 0 && area.rows == 21 && area.columns == 80);
    area = frame_inside(&canvas, true);
    cr_expect(area.row == 1 && area.column == 0 && area.rows == 20 && area.columns == 80);
    canvas_finish(&canvas);
}

Test(tui_frame, it_says_who_is_where_and_which_keys_there_are)
{
    struct frame_view view = kayles();
    expect_lines(&view, 80,
                 "Kayles                                             ann, example:7800 * connected",
                 "", "Enter play  r resign  c chat with the opponent  ? all keys  Esc back");
}

Test(tui_frame, an_invitation_stands_above_the_keys_and_below_the_notice)
{
    struct frame_view view = kayles();
    view.notice = "Declined.";
    view.invitation = "ben challenges you to Kayles (300+3)";
    view.may_accept = true;
    struct canvas canvas = drawn(&view, 24, 60, false);
    expect_on_screen(&canvas, "\nDeclined.\n"
                              "ben challenges you to Kayles (300+3)                a accept\n"
                              "Enter play");
    struct stroke stroke;
    cr_expect(canvas_target_at(&canvas, 22, 0, &stroke));
    cr_expect(stroke.kind == STROKE_CHARACTER && stroke.code == 'a');
    canvas_finish(&canvas);
    view.may_accept = false;
    canvas = drawn(&view, 24, 30, false);
    expect_on_screen(&canvas, "\nben challenges you to Kayles ~\n");
    cr_expect_not(canvas_target_at(&canvas, 22, 0, &stroke));
    canvas_finish(&canvas);
}

Test(tui_frame, a_lost_connection_is_told)
{
    struct frame_view view = kayles();
    view.is_connected = false;
    view.notice = "Connection lost, trying again.";
    view.notice_style = STYLE_WARN;
    expect_lines(&view, 80,
                 "Kayles                                           ann, example:7800 - coming back",
                 "Connection lost, trying again.",
                 "Enter play  r resign  c chat with the opponent  ? all keys  Esc back");
}

Test(tui_frame, a_seat_that_was_taken_over_is_not_said_to_be_coming_back)
{
    struct frame_view view = kayles();
    view.is_connected = false;
    view.is_replaced = true;
    expect_lines(&view, 80,
                 "Kayles                                            ann, example:7800 - taken over",
                 "", "Enter play  r resign  c chat with the opponent  ? all keys  Esc back");
}

Test(tui_frame, before_the_first_connection_nobody_is_named)
{
    struct frame_view view = kayles();
    view.is_connected = view.was_connected = false;
    view.who = "";
    expect_lines(&view, 80,
                 "Kayles                                                 example:7800 - connecting",
                 "", "Enter play  r resign  c chat with the opponent  ? all keys  Esc back");
}

Test(tui_frame, where_keys_do_not_fit_the_last_of_the_pages_are_left_to_the_help)
{
    struct frame_view view = kayles();
    struct canvas canvas = drawn(&view, 24, 50, false);
    expect_on_screen(&canvas, "Enter play  r resign  ~  ? all keys  Esc back\n");
    canvas_finish(&canvas);
}

Test(tui_frame, a_key_on_the_bottom_line_can_be_pressed)
{
    struct frame_view view = kayles();
    struct canvas canvas = drawn(&view, 24, 80, false);
    struct stroke stroke;
    cr_assert(canvas_target_at(&canvas, 23, 13, &stroke));
    cr_expect(stroke.kind == STROKE_CHARACTER && stroke.code == 'r');
    cr_expect_not(canvas_target_at(&canvas, 23, 10, &stroke));
    cr_assert(canvas_target_at(&canvas, 23, 67, &stroke));
    cr_expect_eq(stroke.kind, STROKE_ESCAPE);
    canvas_finish(&canvas);
}

Test(tui_frame, on_a_narrow_screen_the_page_and_a_lost_connection_come_first)
{
    struct frame_view view = kayles();
    view.title = "Kayles against ben, who thinks";
    struct canvas canvas = drawn(&view, 24, 40, false);
    expect_on_screen(&canvas, "Kayles against ben, who thinks\n");
    canvas_finish(&canvas);
    view.is_connected = false;
    canvas = drawn(&view, 24, 40, false);
    expect_on_screen(&canvas, "Kayles against ben, who thi~ coming back\n");
    canvas_finish(&canvas);
}

Test(tui_frame, a_small_screen_says_how_large_it_should_be)
{
    struct frame_view view = kayles();
    struct canvas canvas = drawn(&view, 10, 60, false);
    expect_on_screen(&canvas, "Best at 80x24 or more; this is 60x10.");
    canvas_finish(&canvas);
    view.notice = "Your turn.";
    canvas = drawn(&view, 10, 60, false);
    expect_on_screen(&canvas, "Your turn.");
    expect_not_on_screen(&canvas, "Best at");
    canvas_finish(&canvas);
}

Test(tui_frame, a_notice_that_is_longer_than_a_line_lies_over_the_page)
{
    struct frame_view view = kayles();
    struct canvas canvas = {0};
    view.notice = "The bot could not start: the name that it was to have is somebody else's.";
    canvas_clear(&canvas, 6, 50, false);
    for (int row = 1; row < 5; row++)
        canvas_put(&canvas, canvas_area(&canvas), row, 0, STYLE_PLAIN, "what the page shows");
    frame_draw(&view, &canvas);
    expect_on_screen(&canvas, "what the page shows\n"
                              "The bot could not start: the name that it was to\n"
                              "have is somebody else's.\n"
                              "Enter play");
    canvas_finish(&canvas);
}

Test(tui_frame, any_size_is_drawn)
{
    struct frame_view view = kayles();
    for (int rows = 0; rows < 5; rows++) {
        for (int columns = 0; columns < 100; columns += 7) {
            struct canvas canvas = drawn(&view, rows, columns, true);
            canvas_finish(&canvas);
        }
    }
}
