/* The commands of the program, one table. */
#ifndef CLIENT_COMMAND_H
#define CLIENT_COMMAND_H

#include "client/options.h"
#include "common/base/exit_status.h"

#include <stdint.h>

extern const struct cli takeaway_cli;

/* Parts of it. They end with a row whose name is NULL. */
extern const struct cli_command alpha_commands[];
extern const struct cli_command tournament_commands[];
extern const struct cli_verb admin_verbs[]; /* all of them take --control and --json */

/* Appends how the person calls a command: "./takeaway solve". Where TAKEAWAY_COMMAND is set, that
 * is how they call `play`. */
void command_print_call(const char *command, struct text *out);
/* Appends a text in which each `takeaway ...` becomes what the person would type. */
void command_print_hints(const char *text, struct text *out);

/* Runs the program. */
int command_run(int argument_count, char **arguments);
/* The full screen, which is `takeaway` without a command. */
int tui_run(const struct options *options);

/* Says on standard error what is wrong with the command line, and returns EXIT_USAGE. */
int command_refuse(const char *command, const struct error *error);
/* The exit code of an error that was found before anything was begun, after saying it. */
int command_fail(const char *command, const struct error *error);

/* The commands, each in the file of its name; register, login and passwd in account.c, logout in
 * tokens.c, review in show.c. */
int play_run(const struct options *options);
int register_run(const struct options *options);
int login_run(const struct options *options);
int logout_run(const struct options *options);
int passwd_run(const struct options *options);
int tokens_run(const struct options *options);
int watch_run(const struct options *options);
int matches_run(const struct options *options);
int history_run(const struct options *options);
int show_run(const struct options *options);
int review_run(const struct options *options);
int demo_run(const struct options *options);
int solve_run(const struct options *options);
int table_run(const struct options *options);
int plot_run(const struct options *options);
int games_run(const struct options *options);
int verify_run(const struct options *options);
int key_run(const struct options *options);
int ratings_run(const struct options *options);
int admin_run(const struct options *options);

#endif
