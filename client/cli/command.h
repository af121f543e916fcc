/* The commands of the program. */
#ifndef CLIENT_COMMAND_H
#define CLIENT_COMMAND_H

#include "client/cli/options.h"
#include "common/base/exit_status.h"

extern const struct cli takeaway_cli;

/* Initialises the members of a row. `more`: the details, or NULL. */
#define COMMAND(title, form, set, function, what, more)                                            \
    .name = title, .arguments = form, .options = set, .summary = what, .details = more,            \
    .run = function

/* Parts of takeaway_cli. A row whose name is NULL ends each list. */
extern const struct cli_command account_commands[];
extern const struct cli_command alpha_commands[];
extern const struct cli_command tournament_commands[];
extern const struct cli_verb admin_verbs[]; /* each accepts --control and --json */

/* Appends the command line that runs a command: "./takeaway solve". The value of TAKEAWAY_COMMAND,
 * if it is set, replaces "takeaway play". */
void command_print_call(const char *command, struct text *out);
/* Appends `text` with each `takeaway ...` replaced as command_print_call() does. */
void command_print_hints(const char *text, struct text *out);

/* Runs the program. */
int command_run(int argument_count, char **arguments);
/* The full screen: `takeaway` without a command. */
int tui_run(const struct options *options);

/* Is there a terminal for the full screen? */
bool command_has_screen(void);

/* Writes the text to standard output, finishes the text and returns EXIT_OK. */
int command_print(struct text *text);

/* The commands, each in a file of its name, host and join in client/host; register, login, passwd
 * and key are in account.c. tokens_run() also runs logout, and show_run() review. Each returns the
 * exit status. If the error is set, EXIT_USAGE means a rejected command line, and EXIT_REFUSED that
 * the command could not begin. */
int host_run(const struct options *options, struct error *error);
int join_run(const struct options *options, struct error *error);
int play_run(const struct options *options, struct error *error);
int register_run(const struct options *options, struct error *error);
int login_run(const struct options *options, struct error *error);
int passwd_run(const struct options *options, struct error *error);
int tokens_run(const struct options *options, struct error *error);
int invitations_run(const struct options *options, struct error *error);
int watch_run(const struct options *options, struct error *error);
int matches_run(const struct options *options, struct error *error);
int history_run(const struct options *options, struct error *error);
int versus_run(const struct options *options, struct error *error);
int show_run(const struct options *options, struct error *error);
int demo_run(const struct options *options, struct error *error);
int puzzle_run(const struct options *options, struct error *error);
int solve_run(const struct options *options, struct error *error);
int table_run(const struct options *options, struct error *error);
int quotient_run(const struct options *options, struct error *error);
int periods_run(const struct options *options, struct error *error);
int plot_run(const struct options *options, struct error *error);
int games_run(const struct options *options, struct error *error);
int verify_run(const struct options *options, struct error *error);
int key_run(const struct options *options, struct error *error);
int ratings_run(const struct options *options, struct error *error);
int admin_run(const struct options *options, struct error *error);

#endif
