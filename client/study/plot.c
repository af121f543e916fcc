/* `takeaway plot`: the tables as pictures. */
#include "client/cli/command.h"
#include "client/show/progress.h"
#include "client/study/alpha_count.h"
#include "client/study/plot_script.h"
#include "common/base/crew.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- gnuplot as a child process --- */

extern char **environ;

/* Starts gnuplot with the end of a pipe as its standard input. -d keeps it from reading the user's
 * settings. Its standard output is /dev/null, since gnuplot draws there if it cannot open the
 * picture's file. */
static enum error_code start_gnuplot(int input, pid_t *ret_pid, struct error *error)
{
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(ret_pid, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOENT)
        return error_set(
            error, ERROR_IO,
            "gnuplot is not installed, which draws the pictures; on Debian and Ubuntu: "
            "apt install gnuplot-nox. --script prints the script for it");
    if (failed)
        return error_set(error, ERROR_IO, "gnuplot cannot be started: %s", strerror(failed));
    return ERROR_NONE;
}

/* Ignores write errors: the status of gnuplot tells why it ended early. */
static void send_script(int output, const struct text *script)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    size_t sent = 0;
    while (sent < script->len) {
        ssize_t count = write(output, script->bytes + sent, script->len - sent);
        if (count < 0 && errno != EINTR)
            break;
        if (count > 0)
            sent += (size_t)count;
    }
    signal(SIGPIPE, before);
}

static enum error_code wait_for_gnuplot(pid_t pid, struct error *error)
{
    int status;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return error_set(error, ERROR_IO, "gnuplot is lost: %s", strerror(errno));
    }
    if (WIFSIGNALED(status))
        return error_set(error, ERROR_IO, "gnuplot was ended by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        return error_set(error, ERROR_IO, "gnuplot could not draw it (status %d)",
                         WEXITSTATUS(status));
    return ERROR_NONE;
}

/* Runs a script and waits for its end; the complaints of gnuplot go to standard error. IO: gnuplot
 * is not installed, or fails. */
static enum error_code run_gnuplot(const struct text *script, struct error *error)
{
    int ends[2];
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC))
        return error_set(error, ERROR_IO, "cannot make a pipe: %s", strerror(errno));
    enum error_code failed = start_gnuplot(ends[0], &pid, error);
    close(ends[0]);
    if (!failed)
        send_script(ends[1], script);
    close(ends[1]);
    return failed ? failed : wait_for_gnuplot(pid, error);
}

/* --- the command --- */

enum {
    WIDTH = 1000, /* pixels */
    HEIGHT = 700,
    SIDE = 900,
    PIXELS_MAX = 10000,
    CUTOFFS_UPTO_MAX = 2000,
};

/* The request for a picture, and its script. */
struct plot {
    const struct options *options;
    struct plot_frame frame;
    struct text script;
    struct progress progress;
};

/* Reads the size. Positions are drawn in a square. */
static enum error_code take_frame(struct plot *plot, struct error *error)
{
    const struct options *options = plot->options;
    bool is_square = strcmp(options->arguments[0], "positions") == 0;
    plot->frame = (struct plot_frame){
        .out = options->values[OPTION_OUT],
        .width = is_square ? SIDE : WIDTH,
        .height = is_square ? SIDE : HEIGHT,
    };
    enum error_code failed = plot_frame_check(&plot->frame, error);
    if (!failed)
        failed = options_take_number(options, OPTION_WIDTH, PIXELS_MAX, &plot->frame.width, error);
    if (!failed)
        failed =
            options_take_number(options, OPTION_HEIGHT, PIXELS_MAX, &plot->frame.height, error);
    return failed;
}

/* --- tables --- */

static enum error_code fill_table(struct plot *plot, int heaps, struct value_table *table,
                                  struct error *error)
{
    const char *text = plot->options->arguments[1];
    struct value_table_wish wish = {
        .upto = plot->options->values[OPTION_UPTO],
        .heaps = heaps,
        .instead = "`plot positions` shows two heaps that are lost",
    };
    struct rules rules;
    if (rules_parse(&rules, text, strlen(text), error))
        return options_blame(error, "RULES", text);
    enum error_code failed = value_table_plan(table, &rules, &wish, error);
    if (!failed)
        value_table_fill(table, progress_show, &plot->progress);
    return failed;
}

/* Returns false if the table has nothing to show. */
typedef bool script_printer(const struct value_table *table, const struct plot_frame *frame,
                            struct text *out);

static enum error_code plot_table(struct plot *plot, int heaps, script_printer *print,
                                  struct error *error)
{
    struct value_table table;
    enum error_code failed = fill_table(plot, heaps, &table, error);
    if (failed)
        return failed;
    if (!print(&table, &plot->frame, &plot->script))
        failed = error_set(error, ERROR_USAGE, "%s has nothing to show up to %s", table.rules.text,
                           plot->options->values[OPTION_UPTO]);
    value_table_finish(&table);
    return failed;
}

/* --- cutoffs --- */

/* Counts the cutoffs up to x for each whole number x from 2 on. */
static enum error_code count_cutoffs(struct plot *plot, int64_t upto, struct cutoff_count *counts,
                                     struct error *error)
{
    static const atomic_bool never;
    struct alpha_count_wish wish = {
        .upto = {upto, 1},
        .threads = crew_size_here(),
        .stop = &never,
        .progress = progress_show,
        .owner = &plot->progress,
    };
    struct alpha_count count;
    enum alpha_count_end end = alpha_count_run(&wish, &count, error);
    for (int64_t x = 2; end == ALPHA_COUNT_DONE && x <= upto; x++)
        counts[x - 2] = (struct cutoff_count){.x = x, .count = alpha_count_upto_whole(&count, x)};
    alpha_count_finish(&count);
    return end == ALPHA_COUNT_DONE ? ERROR_NONE : ERROR_IO;
}

static enum error_code plot_cutoffs(struct plot *plot, struct error *error)
{
    struct cutoff_count counts[CUTOFFS_UPTO_MAX];
    int64_t upto;
    if (plot->options->arguments[1])
        return error_set(error, ERROR_USAGE, "'%.40s' is too much after 'cutoffs'",
                         plot->options->arguments[1]);
    if (options_take_number(plot->options, OPTION_UPTO, CUTOFFS_UPTO_MAX, &upto, error))
        return error->code;
    if (upto < 3)
        return error_set(error, ERROR_USAGE, "--upto is at least 3 for a curve");
    enum error_code failed = count_cutoffs(plot, upto, counts, error);
    if (!failed)
        plot_script_cutoffs(counts, (size_t)upto - 1, &plot->frame, &plot->script);
    return failed;
}

/* --- the command --- */

static const struct picture {
    const char *name;
    int heaps;             /* of its table */
    script_printer *print; /* NULL: it shows cutoffs and has no table */
} pictures[] = {
    {"values", 1, plot_script_values},
    {"cutoffs", 0, NULL},
    {"positions", 2, plot_script_positions},
};

enum { PICTURES = sizeof pictures / sizeof *pictures };

static const struct picture *find_picture(const char *name, struct error *error)
{
    struct text known = {0};
    for (int i = 0; i < PICTURES; i++) {
        if (strcmp(pictures[i].name, name) == 0) {
            text_finish(&known);
            return &pictures[i];
        }
        text_printf(&known, "%s%s", i > 0 ? ", " : "", pictures[i].name);
    }
    error_set(error, ERROR_USAGE, "there is no picture '%.40s', but %s", name, text_string(&known));
    text_finish(&known);
    return NULL;
}

/* The error names all missing options at once. */
static enum error_code check_given(const struct picture *picture, const struct options *options,
                                   struct error *error)
{
    struct text missing = {0};
    if (picture->print && !options->arguments[1])
        text_append_string(&missing, " RULES");
    if (!options->values[OPTION_UPTO])
        text_append_string(&missing, " --upto N");
    if (!options->values[OPTION_OUT] && !options->values[OPTION_SCRIPT])
        text_append_string(&missing, " --out FILE.png (or FILE.svg)");
    if (missing.len == 0)
        return ERROR_NONE;
    error_set(error, ERROR_USAGE, "still to be given:%s", text_string(&missing));
    text_finish(&missing);
    return ERROR_USAGE;
}

/* Checks that the folder exists; the error of gnuplot would take four lines. */
static enum error_code check_folder(const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/');
    struct text folder = {0};
    text_append(&folder, path, slash ? (size_t)(slash - path + 1) : 0);
    text_append_string(&folder, slash ? "" : ".");
    error->code = ERROR_NONE;
    if (access(text_string(&folder), W_OK) != 0)
        error_set(error, ERROR_IO, "%s: cannot write in the folder %s: %s", path,
                  text_string(&folder), strerror(errno));
    text_finish(&folder);
    return error->code;
}

static enum error_code make_script(struct plot *plot, struct error *error)
{
    const struct picture *picture = find_picture(plot->options->arguments[0], error);
    if (!picture)
        return error->code;
    enum error_code failed = check_given(picture, plot->options, error);
    if (!failed)
        failed = take_frame(plot, error);
    if (!failed && !plot->options->values[OPTION_SCRIPT])
        failed = check_folder(plot->options->values[OPTION_OUT], error);
    if (failed)
        return failed;
    plot->progress = progress_begin(false);
    failed = picture->print ? plot_table(plot, picture->heaps, picture->print, error)
                            : plot_cutoffs(plot, error);
    progress_end(&plot->progress);
    return failed;
}

int plot_run(const struct options *options, struct error *error)
{
    struct plot plot = {.options = options};
    enum error_code failed = make_script(&plot, error);
    int exit_code = failed ? failed == ERROR_IO ? EXIT_REFUSED : EXIT_USAGE : EXIT_OK;
    if (!failed && options->values[OPTION_SCRIPT]) {
        signal(SIGPIPE, SIG_DFL); /* a reader who closes our output ends the program */
        return command_print(&plot.script);
    }
    if (!failed && run_gnuplot(&plot.script, error))
        exit_code = EXIT_REFUSED;
    text_finish(&plot.script);
    return exit_code;
}
