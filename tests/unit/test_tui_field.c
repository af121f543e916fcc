/* A line of text that is typed. */
#include "client/tui/field.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

#include <string.h>
#include <unistr.h>

SUITE(tui_field, 20);

static void type(struct field *field, const char *text)
{
    ucs4_t code;
    const uint8_t *at = (const uint8_t *)text;
    while ((at = u8_next(&code, at)))
        cr_assert(field_stroke(field, stroke_character(code)));
}

static void press(struct field *field, enum stroke_kind kind, int times)
{
    for (int i = 0; i < times; i++)
        cr_assert(field_stroke(field, stroke_of(kind)));
}

static void press_control(struct field *field, char letter)
{
    cr_assert(field_stroke(field, (struct stroke){STROKE_CONTROL, letter}));
}

Test(tui_field, what_is_typed_goes_in_at_the_cursor)
{
    struct field field = {0};
    type(&field, "ac");
    press(&field, STROKE_LEFT, 1);
    type(&field, "b");
    cr_expect_str_eq(field.text, "abc");
    cr_expect_eq(field.cursor, 2);
}

Test(tui_field, what_is_pasted_goes_in_as_if_typed)
{
    struct field field = {0};
    cr_assert(field_stroke(&field, (struct stroke){STROKE_PASTED, 'q'}));
    cr_expect_str_eq(field.text, "q");
}

Test(tui_field, the_cursor_moves_by_what_a_person_sees_as_one_letter)
{
    struct field field = {0};
    field_set(&field, "ae\u0301\u65e5");
    press(&field, STROKE_LEFT, 2);
    cr_expect_eq(field.cursor, 1);
    press(&field, STROKE_DELETE, 1);
    cr_expect_str_eq(field.text, "a\u65e5");
    press(&field, STROKE_END, 1);
    press(&field, STROKE_BACKSPACE, 1);
    cr_expect_str_eq(field.text, "a");
}

Test(tui_field, the_cursor_stops_at_both_ends)
{
    struct field field = {0};
    field_set(&field, "ab");
    press(&field, STROKE_RIGHT, 2);
    press(&field, STROKE_DELETE, 1);
    cr_expect_str_eq(field.text, "ab");
    press(&field, STROKE_LEFT, 5);
    press(&field, STROKE_BACKSPACE, 1);
    cr_expect_str_eq(field.text, "ab");
    cr_expect_eq(field.cursor, 0);
}

Test(tui_field, control_keys_go_to_the_ends_and_remove_words)
{
    struct field field = {0};
    field_set(&field, "one two  three");
    press_control(&field, 'W');
    cr_expect_str_eq(field.text, "one two  ");
    press_control(&field, 'W');
    cr_expect_str_eq(field.text, "one ");
    press_control(&field, 'A');
    cr_expect_eq(field.cursor, 0);
    press_control(&field, 'E');
    cr_expect_eq(field.cursor, 4);
    press_control(&field, 'U');
    cr_expect_str_empty(field.text);
}

Test(tui_field, other_keys_are_left_to_the_page)
{
    struct field field = {0};
    cr_expect_not(field_stroke(&field, stroke_of(STROKE_ENTER)));
    cr_expect_not(field_stroke(&field, stroke_of(STROKE_UP)));
    cr_expect_not(field_stroke(&field, (struct stroke){STROKE_CONTROL, 'L'}));
    cr_expect_not(field_stroke(&field, stroke_choose(1)));
}

Test(tui_field, control_characters_and_what_is_no_character_are_left_out)
{
    struct field field = {0};
    field_stroke(&field, stroke_character(0x85));
    field_stroke(&field, stroke_character(0xD800));
    field_stroke(&field, stroke_character(0x110000));
    cr_expect_eq(field.len, 0);
}

Test(tui_field, a_full_field_takes_no_more)
{
    struct field field = {0};
    for (int i = 0; i < FIELD_BYTES_MAX - 1; i++)
        type(&field, "x");
    type(&field, "\u65e5");
    cr_expect_eq(field.len, FIELD_BYTES_MAX - 1);
    type(&field, "yz");
    cr_expect_eq(field.len, FIELD_BYTES_MAX);
    cr_expect_eq(field.text[FIELD_BYTES_MAX - 1], 'y');
}

Test(tui_field, a_text_that_is_too_long_is_cut_between_characters)
{
    char text[FIELD_BYTES_MAX + 10];
    struct field field;
    memset(text, 'x', sizeof text);
    strcpy(text + FIELD_BYTES_MAX - 1, "\u65e5");
    field_set(&field, text);
    cr_expect_eq(field.len, FIELD_BYTES_MAX - 1);
    cr_expect_eq(u8_check((const uint8_t *)field.text, field.len), NULL);
}

static void expect_drawn(const struct field *field, int columns, bool has_unicode,
                         const char *screen, int cursor)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, 1, columns, has_unicode);
    field_draw(field, true, &canvas, canvas_area(&canvas));
    expect_screen(&canvas, screen);
    cr_expect_eq(canvas.cursor_column, cursor, "%d, not %d", canvas.cursor_column, cursor);
    canvas_finish(&canvas);
}

Test(tui_field, the_part_around_the_cursor_is_seen)
{
    struct field field = {0};
    field_set(&field, "abcdefgh");
    expect_drawn(&field, 20, true, "abcdefgh\n", 8);
    expect_drawn(&field, 5, true, "efgh\n", 4);
    press(&field, STROKE_HOME, 1);
    expect_drawn(&field, 5, true, "abcde\n", 0);
    expect_drawn(&field, 0, true, "", -1);
}

Test(tui_field, the_cursor_stands_behind_what_is_shown_whatever_that_is)
{
    struct field field = {0};
    field_set(&field, "a\u65e5b");
    expect_drawn(&field, 20, true, "a\u65e5b\n", 4);
    expect_drawn(&field, 20, false, "a?b\n", 3);
}

Test(tui_field, without_the_focus_there_is_no_cursor)
{
    struct field field = {0};
    struct canvas canvas = {0};
    canvas_clear(&canvas, 1, 5, true);
    field_draw(&field, false, &canvas, canvas_area(&canvas));
    cr_expect_eq(canvas.cursor_row, -1);
    canvas_finish(&canvas);
}
