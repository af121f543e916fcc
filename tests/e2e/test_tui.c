/* takeaway as a full screen, as people use it: in a terminal. */
#include "tests/e2e/children.h"
#include "tests/e2e/server.h"
#include "tests/e2e/tmux.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TERMINALS(tui);

static struct terminal *open_home(const char *variables)
{
    struct terminal *terminal = terminal_open(variables, "--as ann");
    terminal_await(terminal, " connected");
    return terminal;
}

/* --- coming and going --- */

Test(tui, opens_on_a_private_server_and_leaves_the_terminal_as_it_was)
{
    struct terminal *ann = open_home("");
    terminal_await(ann, "ann, private server \u25cf connected");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui, goes_when_it_is_told_to_and_leaves_the_terminal_as_it_was)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct terminal *ann = open_home("");
        terminal_signal(ann, numbers[i]);
        terminal_expect_end(ann, 128 + numbers[i]);
    }
}

Test(tui, a_second_one_on_the_same_private_server_is_refused_and_the_first_goes_on)
{
    struct terminal *first = open_home(""), *second = terminal_open("", "--as ben");
    terminal_expect_end(second, EXIT_FAILURE);
    terminal_await(second, "on a shared server with --server");
    cr_assert_null(strstr(terminal_screen(second), "reason="), "the log of a server: %s",
                   terminal_screen(second));
    terminal_press(first, "Enter");
    terminal_await(first, "Your move");
}

Test(tui, does_not_wait_for_what_a_solver_thinks_about)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "Down g Down");
    terminal_await(ann, "\u2190 Grundy");
    terminal_type(ann, "1048576");
    terminal_press(ann, "Down Right Enter");
    terminal_await(ann, "Your move");
    terminal_press(ann, "h");
    terminal_await(ann, "Being worked out");
    terminal_signal(ann, SIGTERM);
    terminal_expect_end(ann, 128 + SIGTERM);
}

Test(tui, ends_when_its_window_is_closed)
{
    terminal_hang_up(open_home(""));
}

Test(tui, leaves_the_terminal_as_it_was_even_when_it_breaks)
{
    static const int numbers[] = {SIGABRT, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct terminal *ann = open_home("");
        terminal_signal(ann, numbers[i]);
        terminal_expect_end(ann, 128 + numbers[i]);
    }
}

Test(tui, says_after_the_screen_why_it_could_not_go_on)
{
    struct terminal *ann = terminal_open("", "--server 127.0.0.1:1 --as ann");
    terminal_await(ann, "connecting");
    terminal_await(ann, "takeaway: cannot connect to 127.0.0.1:1: connection refused");
    terminal_await(ann, "given up after 3");
    terminal_expect_end(ann, 1);
}

Test(tui, a_seat_that_was_taken_over_can_be_taken_back_or_left)
{
    struct server server = server_start();
    char arguments[64];
    snprintf(arguments, sizeof arguments, "--server %s --as ann", server.address);
    struct terminal *first = terminal_open("", arguments);
    terminal_await(first, "\u25cf connected");
    struct terminal *second = terminal_open("", arguments);
    terminal_await(second, "\u25cf connected");
    terminal_await(first, "took this seat over");
    terminal_await(first, "Enter take it back  q leave");
    terminal_press(first, "Enter");
    terminal_await(first, "Connected again.");
    terminal_await(second, "took this seat over");
    terminal_press(second, "q");
    terminal_expect_end(second, 0);
}

Test(tui, its_own_server_is_started_again_and_the_match_goes_on)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Your move");
    terminal_await(ann, "level-1-bot");
    pid_t takeaway = terminal_program(ann), server = children_find(takeaway, "takeaway-server", 0);
    cr_assert_gt(server, 0);
    kill(server, SIGKILL);
    terminal_press(ann, "Enter");
    terminal_await(ann, "Last move: level-1-bot takes");
    cr_assert_gt(children_find(takeaway, "takeaway-server", server), 0);
    terminal_press(ann, "r");
    terminal_await(ann, "Resign");
    terminal_press(ann, "y");
    terminal_await(ann, "rematch");
    terminal_press(ann, "Escape");
    terminal_await(ann, "q leave");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
    cr_assert_null(strstr(terminal_screen(ann), "trying again"), "%s", terminal_screen(ann));
}

Test(tui, what_was_told_goes_with_its_page)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "Enter");
    terminal_await(ann, "from this start that can win.");
    terminal_press(ann, "?");
    terminal_await(ann, "draw the screen anew");
    const char *screen = terminal_screen(ann);
    cr_assert_null(strstr(screen, "from this start that can win."), "%s", screen);
}

Test(tui, what_is_typed_has_its_own_keys_only)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Your move");
    terminal_type(ann, "t");
    terminal_await(ann, "Enter say it  Esc not now");
    terminal_await_gone(ann, "all keys");
    cr_assert_null(strstr(terminal_screen(ann), "Esc back"), "%s", terminal_screen(ann));
}

Test(tui, the_shell_has_the_screen_while_it_is_suspended)
{
    char *program = process_program(TAKEAWAY_PROGRAM);
    struct terminal *shell = terminal_open_shell("PS1=ready:");
    terminal_await(shell, "ready:");
    terminal_type(shell, program);
    terminal_press(shell, "Enter");
    free(program);
    terminal_await(shell, "\u25cf connected");
    terminal_press(shell, "C-z");
    terminal_await(shell, "Stopped");
    cr_assert(terminal_is_restored(shell));
    terminal_type(shell, "fg");
    terminal_press(shell, "Enter");
    terminal_await(shell, "\u25cf connected");
    terminal_press(shell, "q");
    terminal_await_gone(shell, "\u25cf connected");
}

/* --- where it cannot be --- */

Test(tui, without_a_terminal_to_draw_on_it_says_what_needs_none)
{
    struct terminal *dumb = terminal_open("TERM=dumb", "");
    terminal_await(dumb, "takeaway needs a terminal for its full screen");
    cr_assert_null(strstr(terminal_screen(dumb), "Usage:"), "%s", terminal_screen(dumb));
    terminal_expect_end(dumb, 2);
}

Test(tui, names_what_works_on_a_terminal_that_it_does_not_know)
{
    struct terminal *strange = terminal_open("TERM=no-such-terminal", "");
    terminal_await(strange, "TERM is 'no-such-terminal'");
    terminal_expect_end(strange, 1);
}

Test(tui, a_name_that_cannot_be_one_is_refused_at_once)
{
    struct terminal *terminal = terminal_open("", "--as a/b");
    terminal_await(terminal, "takeaway: --as");
    terminal_expect_end(terminal, 2);
}

/* --- every kind of terminal --- */

static bool is_ascii(const char *screen)
{
    for (; *screen; screen++)
        if (*screen & 0x80)
            return false;
    return true;
}

Test(tui, draws_in_ascii_where_the_locale_has_nothing_else)
{
    struct terminal *ann = open_home("LC_ALL=C");
    terminal_await(ann, "* connected");
    cr_assert(is_ascii(terminal_screen(ann)), "%s", terminal_screen(ann));
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

/* Is anything told in a colour, which is ESC [ ... 3 and a digit? */
static bool has_colour(const char *screen)
{
    for (const char *at = screen; (at = strstr(at, "\033[")); at++) {
        size_t len = strcspn(at, "m");
        for (size_t i = 2; i + 1 < len; i++)
            if (at[i] == '3' && at[i + 1] >= '0' && at[i + 1] <= '7')
                return true;
    }
    return false;
}

static void expect_colour(const char *variables, bool is_expected)
{
    struct terminal *ann = open_home(variables);
    cr_expect_eq(has_colour(terminal_coloured_screen(ann)), is_expected, "with %s", variables);
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui, has_colours_unless_they_are_not_wanted)
{
    expect_colour("", true);
    expect_colour("NO_COLOR=", true);
    expect_colour("NO_COLOR=1", false);
    expect_colour("TERM=vt100", false);
}

Test(tui, an_old_terminal_will_do)
{
    struct terminal *ann = open_home("TERM=vt100 LC_ALL=C");
    terminal_press(ann, "?");
    terminal_await(ann, "All keys");
    terminal_press(ann, "Escape");
    terminal_await_gone(ann, "All keys");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui, follows_the_size_of_its_window)
{
    struct terminal *ann = open_home("");
    terminal_resize(ann, 60, 20);
    terminal_await(ann, "this is 60x20");
    terminal_resize(ann, 1, 1);
    terminal_resize(ann, 120, 40);
    terminal_await(ann, "private server \u25cf connected");
    terminal_await_gone(ann, "this is");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

/* --- keys --- */

Test(tui, a_question_mark_lists_all_keys_and_esc_goes_back)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "?");
    terminal_await(ann, "draw the screen anew");
    terminal_press(ann, "Escape");
    terminal_await_gone(ann, "draw the screen anew");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}

Test(tui, the_words_below_all_keys_fit_a_small_terminal)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "?");
    terminal_await(ann, "The mouse presses");
    terminal_await(ann, "screen for a while.");
}

/* Where it stands on the last line of the screen, counted in cells. */
static int column_of(const char *screen, const char *words)
{
    const char *line = strrchr(screen, '\n');
    while (line > screen && line[-1] != '\n')
        line--;
    const char *found = strstr(line, words);
    cr_assert_not_null(found, "%s is not on the last line of\n%s", words, screen);
    int column = 0;
    for (; line < found; line++)
        column += (*line & 0xC0) != 0x80;
    return column;
}

Test(tui, the_mouse_presses_what_stands_on_the_bottom_line)
{
    struct terminal *ann = open_home("");
    terminal_await(ann, "q leave"); /* the end of the bottom line, which is drawn last */
    terminal_click(ann, 23, column_of(terminal_screen(ann), "all keys"));
    terminal_await(ann, "Esc back"); /* as above */
    terminal_click(ann, 23, column_of(terminal_screen(ann), "back"));
    terminal_await_gone(ann, "draw the screen anew");
}

Test(tui, f1_lists_all_keys_also_while_something_is_typed)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "F1");
    terminal_await(ann, "draw the screen anew");
    terminal_press(ann, "F1");
    terminal_await_gone(ann, "draw the screen anew");
    terminal_press(ann, "Down Down");
    terminal_await(ann, "Esc stop typing");
    terminal_press(ann, "F1");
    terminal_await(ann, "draw the screen anew");
    const char *screen = terminal_screen(ann);
    cr_assert_null(strstr(screen, " leave\n"), "q would be typed: %s", screen);
}

/* Shift-F5. */
Test(tui, a_key_that_nobody_knows_does_nothing_but_name_the_key_of_the_help)
{
    struct terminal *ann = open_home("");
    terminal_send(ann, "1b 5b 31 35 3b 32 7e");
    terminal_await(ann, "That key does nothing here: ? shows the keys.");
    terminal_press(ann, "?");
    terminal_await(ann, "draw the screen anew");
    terminal_send(ann, "1b 5b 31 35 3b 32 7e");
    terminal_press(ann, "?");
    terminal_await_gone(ann, "draw the screen anew");
}

Test(tui, letters_of_any_script_can_be_typed)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "Down Down");
    terminal_type(ann, "\u00fc\u65e5x");
    terminal_await(ann, "Start       [ \u00fc\u65e5x");
    terminal_press(ann, "BSpace BSpace");
    terminal_await_gone(ann, "\u65e5");
    terminal_await(ann, "Start       [ \u00fc");
}

/* A word for ESC [ 200 ~ text ESC [ 201 ~, which is how terminals mark what is pasted. */
static void paste(struct terminal *terminal, const char *bytes)
{
    terminal_send(terminal, "1b 5b 32 30 30 7e");
    terminal_send(terminal, bytes);
    terminal_send(terminal, "1b 5b 32 30 31 7e");
}

Test(tui, what_is_pasted_is_text_and_never_a_command)
{
    struct terminal *ann = open_home("");
    paste(ann, "71 0d 3f"); /* q, Enter, ? */
    terminal_press(ann, "Down Down");
    paste(ann, "33 0d 35"); /* 3, Enter, 5 */
    terminal_await(ann, "Start       [ 3 5 ]");
    terminal_press(ann, "BSpace");
    terminal_await_gone(ann, "3 5");
}

/* --- a first visit --- */

/* The form as it is, but for the start: 4 counters, of which the person takes the wrong number
 * first. */
Test(tui, a_first_match_is_played_lost_and_understood)
{
    struct terminal *ann = open_home("");
    terminal_press(ann, "Down Down");
    terminal_type(ann, "4");
    terminal_press(ann, "Down Right");
    terminal_await(ann, "you \u2192");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Your move: 4 counters");
    terminal_type(ann, "2");
    terminal_await(ann, "Take 2, leaving 2");
    terminal_press(ann, "Enter");
    terminal_await(ann, "You lost");
    terminal_press(ann, "v");
    terminal_await(ann, "the only one: take 1, leaving");
    terminal_await(ann, "4 = 3 + 1");
    terminal_press(ann, "Right");
    terminal_await(ann, "Move 2 of 2");
    terminal_press(ann, "Escape");
    terminal_await(ann, "You lost");
    terminal_press(ann, "Escape");
    terminal_await(ann, "Against");
    terminal_press(ann, "q");
    terminal_expect_end(ann, 0);
}
