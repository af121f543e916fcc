/* Terminals for programs that draw on them: tmux holds them, sends keys to them, and tells what
 * stands on them. What is waited for is looked for again and again until it is there, and a
 * deadline ends the test. */
#ifndef TESTS_E2E_TMUX_H
#define TESTS_E2E_TMUX_H

#include "tests/e2e/stage.h"

#include <stdbool.h>
#include <sys/types.h>

struct terminal;

/* Starts takeaway in a terminal of 80 columns and 24 rows. `variables` as for env(1), such as
 * "LC_ALL=C NO_COLOR=1"; without them the locale is of UTF-8. `arguments` is what follows the
 * program's name; "" for nothing. */
struct terminal *terminal_open(const char *variables, const char *arguments);
/* Opens it on a server as this player, and waits until it is connected. */
struct terminal *terminal_come(const char *address, const char *name);
/* Another program in it: a shell. */
struct terminal *terminal_open_shell(const char *variables);

/* Keys by their names, between blanks: "Enter", "Escape", "Up", "C-z", "q". */
void terminal_press(struct terminal *terminal, const char *keys);
/* Characters as they are. */
void terminal_type(struct terminal *terminal, const char *text);
/* Bytes in hexadecimal between blanks, as a terminal would send them. */
void terminal_send(struct terminal *terminal, const char *bytes);
/* The left button of the mouse, on a cell counted from 0. */
void terminal_click(struct terminal *terminal, int row, int column);
void terminal_resize(struct terminal *terminal, int columns, int rows);
/* The process; 0: it has ended. */
pid_t terminal_program(struct terminal *terminal);
/* Its window is closed, and the program has to end. */
void terminal_hang_up(struct terminal *terminal);
/* Sends a signal to the program. */
void terminal_signal(struct terminal *terminal, int number);

/* What stands there now, line by line, and what has scrolled out at the top; valid until the next
 * call. */
const char *terminal_screen(struct terminal *terminal);
/* The program has rung the bell. */
bool terminal_has_rung(struct terminal *terminal);
/* With the sequences that colour it. */
const char *terminal_coloured_screen(struct terminal *terminal);
/* Waits until this stands there. */
void terminal_await(struct terminal *terminal, const char *words);
/* ... no longer. */
void terminal_await_gone(struct terminal *terminal, const char *words);

/* Waits until the program has ended, which has to be with this, or 128 + the signal that ended it;
 * and the terminal has to be as a shell wants it: the ordinary screen, a cursor, no reports of the
 * mouse. */
void terminal_expect_end(struct terminal *terminal, int status);
bool terminal_is_restored(struct terminal *terminal);

/* Ends the test: the terminals go, and what runs in them. */
void terminals_close(void);

/* Declares the suite that this file's tests belong to: a stage with terminals. */
#define TERMINALS(name)                                                                            \
    TestSuite(name, .init = stage_open, .fini = terminals_close, .timeout = BUSY_MACHINE_S(120))

#endif
