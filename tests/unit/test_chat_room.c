/* Which lines of a room are new. */
#include "client/lib/seat.h"
#include "tests/suite.h"

SUITE(chat_room, 20);

static size_t heard_of_list(struct seat_room *room, struct wire_chat_line *lines, size_t count)
{
    struct wire_chat_lines list = {.lines = lines, .lines_count = count};
    return count - seat_room_take_list(room, &list);
}

Test(chat_room, lines_of_a_list_are_heard_once)
{
    struct seat_room room = {0};
    struct wire_chat_line lines[] = {{.at = 5}, {.at = 5}, {.at = 6}, {.at = 7}};
    cr_assert_eq(heard_of_list(&room, lines, 3), 3);
    cr_assert_eq(heard_of_list(&room, lines, 3), 0);
    cr_assert_eq(heard_of_list(&room, lines, 4), 1);
}

Test(chat_room, lines_of_one_moment_are_counted)
{
    struct seat_room room = {0};
    struct wire_chat_line lines[] = {{.at = 5}, {.at = 5}, {.at = 5}};
    cr_assert_eq(heard_of_list(&room, lines, 2), 2);
    cr_assert_eq(heard_of_list(&room, lines, 3), 1);
}

Test(chat_room, a_line_that_was_said_is_not_news_in_a_list)
{
    struct seat_room room = {0};
    struct wire_chat_line lines[] = {{.at = 5}, {.at = 6}, {.at = 8}};
    seat_room_take(&room, &lines[0]);
    seat_room_take(&room, &lines[1]);
    cr_assert_eq(heard_of_list(&room, lines, 3), 1);
}
