/* `takeaway alpha`: the take-away games with F(x) = floor(alpha x). */
#include "client/cli/command.h"
#include "client/show/progress.h"
#include "client/study/alpha_words.h"
#include "common/base/crew.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

/* The exit status of an error: in the arguments, or of the work. */
static int status_of(const struct error *error)
{
    return error->code == ERROR_USAGE ? EXIT_USAGE : EXIT_REFUSED;
}

static enum error_code take_alpha(const struct options *options, struct alpha_number *ret_alpha,
                                  struct error *error)
{
    return alpha_words_parse(options->arguments[0], "ALPHA", ret_alpha, error);
}

/* Reads --upto, which is required. */
static enum error_code take_upto(const struct options *options, struct alpha *ret_upto,
                                 struct error *error)
{
    const char *upto = options->values[OPTION_UPTO];
    if (!upto)
        return error_set(error, ERROR_USAGE, "how far? Add for example --upto 20");
    struct alpha_number number;
    enum error_code failed = alpha_words_parse(upto, "--upto", &number, error);
    if (failed)
        return failed;
    if (number.expression) {
        error_set(error, ERROR_USAGE, "it is no fraction of 63 bits; give one, such as 7/2 or 3.5");
        return options_blame(error, "--upto", upto);
    }
    *ret_upto = number.alpha;
    return ERROR_NONE;
}

enum { FIRST_TERMS = 20 }; /* terms listed without --upto */

static int run_sequence(const struct options *options, struct error *error)
{
    struct alpha_number alpha;
    int64_t upto = 0;
    struct text out = {0};
    if (take_alpha(options, &alpha, error) ||
        options_take_number(options, OPTION_UPTO, INT64_MAX, &upto, error))
        return status_of(error);
    if (!options->values[OPTION_UPTO])
        upto = alpha_words_term(alpha.alpha, FIRST_TERMS);
    alpha_words_sequence(alpha, upto, options->values[OPTION_JSON], &out);
    return command_print(&out);
}

static int run_represent(const struct options *options, struct error *error)
{
    struct alpha_number alpha;
    int64_t number;
    struct text out = {0};
    if (take_alpha(options, &alpha, error) ||
        options_number(options->arguments[1], "N", INT64_MAX, &number, error))
        return status_of(error);
    alpha_words_represent(alpha, number, options->values[OPTION_JSON], &out);
    return command_print(&out);
}

static int run_law(const struct options *options, struct error *error)
{
    bool is_interval = strcmp(options->command->name, "alpha interval") == 0;
    bool is_json = options->values[OPTION_JSON];
    struct alpha_number alpha;
    struct text out = {0};
    if (take_alpha(options, &alpha, error) ||
        (is_interval ? alpha_words_interval(alpha, is_json, &out, error)
                     : alpha_words_recurrence(alpha, is_json, &out, error)))
        return status_of(error);
    return command_print(&out);
}

static int run_cutoffs(const struct options *options, struct error *error)
{
    struct alpha upto;
    if (take_upto(options, &upto, error) ||
        alpha_words_cutoffs(upto, options->values[OPTION_JSON], stdout, error))
        return status_of(error);
    return EXIT_OK;
}

/* --- counting --- */

static atomic_bool is_interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&is_interrupted, true);
}

static enum error_code take_threads(const struct options *options, int *ret_threads,
                                    struct error *error)
{
    int64_t threads = crew_size_here();
    enum error_code failed =
        options_take_number(options, OPTION_THREADS, CREW_MAX, &threads, error);
    *ret_threads = (int)threads;
    return failed;
}

/* Appends the options that continue the count. */
static void print_again(const struct options *options, struct text *out)
{
    const char *const *values = options->values;
    text_printf(out, " --upto %s", values[OPTION_UPTO]);
    if (values[OPTION_THREADS])
        text_printf(out, " --threads %s", values[OPTION_THREADS]);
    text_append_string(out, values[OPTION_EACH] ? " --each" : "");
    text_append_string(out, values[OPTION_JSON] ? " --json" : "");
    text_printf(out, " --checkpoint %s", values[OPTION_CHECKPOINT]);
}

static int say_stopped(const struct alpha_count *count, const struct options *options)
{
    int64_t done, parts;
    struct text said = {0};
    alpha_count_parts(count, &done, &parts);
    text_printf(&said,
                "takeaway alpha count: stopped; %" PRId64 " of %" PRId64 " parts are counted", done,
                parts);
    if (options->values[OPTION_CHECKPOINT]) {
        text_append_string(&said, " and kept. To go on: ");
        command_print_call("alpha count", &said);
        print_again(options, &said);
    } else {
        text_append_string(&said, " and lost: --checkpoint FILE would have kept them");
    }
    fprintf(stderr, "%s\n", text_string(&said));
    text_finish(&said);
    return EXIT_UNFINISHED;
}

static int end_count(enum alpha_count_end end, const struct alpha_count *count,
                     const struct options *options, const struct error *error)
{
    struct text out = {0};
    switch (end) {
    case ALPHA_COUNT_DONE:
        alpha_words_count(count, options->values[OPTION_EACH], options->values[OPTION_JSON], &out);
        return command_print(&out);
    case ALPHA_COUNT_STOPPED:
        return say_stopped(count, options);
    case ALPHA_COUNT_FAILED:
        break;
    }
    return status_of(error);
}

static int run_count(const struct options *options, struct error *error)
{
    struct progress progress = progress_begin(options->values[OPTION_PROGRESS]);
    struct alpha_count_wish wish = {
        .checkpoint = options->values[OPTION_CHECKPOINT],
        .stop = &is_interrupted,
        .progress = progress_show,
        .owner = &progress,
    };
    if (take_upto(options, &wish.upto, error) || take_threads(options, &wish.threads, error))
        return status_of(error);
    struct alpha_count count;
    /* The first SIGINT or SIGTERM stops the count in an orderly way, a second one kills the
     * program. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    enum alpha_count_end end = alpha_count_run(&wish, &count, error);
    progress_end(&progress);
    int status = end_count(end, &count, options, error);
    alpha_count_finish(&count);
    return status;
}

const struct cli_command alpha_commands[] = {
    {COMMAND("alpha sequence", "ALPHA", OPTION_BIT(UPTO) | OPTION_BIT(JSON), run_sequence,
             "list the heaps that are lost for the first player",
             "ALPHA is 3, 7/2 or 3.5: a number from 1 to 100000. Without --upto the first 20 are\n"
             "listed. For example:\n"
             "  `takeaway alpha sequence 7/2 --upto 1000`\n"
             "JSON: alpha, upto, terms.\n")},
    {COMMAND("alpha represent", "ALPHA N", OPTION_BIT(JSON), run_represent,
             "write N as the sum of terms that decides the game",
             "Each term exceeds ALPHA times the next smaller one, which makes the sum unique.\n"
             "Whoever is to move at N wins if they may take the smallest term; taking it is a\n"
             "winning move. For example:\n"
             "  `takeaway alpha represent 5/2 123456789012`\n"
             "JSON: alpha, number, parts (largest first).\n")},
    {COMMAND("alpha interval", "ALPHA", OPTION_BIT(JSON), run_law,
             "print the interval in which all alpha give the same lost heaps",
             "For example, `takeaway alpha interval 3` prints [3, 7/2).\n"
             "JSON: alpha, from, below (fractions as texts), is_cutoff: whether ALPHA > 1 is\n"
             "the left end.\n")},
    {COMMAND("alpha recurrence", "ALPHA", OPTION_BIT(JSON), run_law,
             "print the recurrence that the lost heaps obey in the end",
             "P(n+1) = P(n) + P(n-k) for all n >= N: with the least N, and P(0) to P(N). For\n"
             "example:\n"
             "  `takeaway alpha recurrence 11/3`\n"
             "JSON: alpha, k, n_from (N), start (P(0) to P(N)), from, below (the interval).\n")},
    {COMMAND("alpha cutoffs", NULL, OPTION_BIT(UPTO) | OPTION_BIT(JSON), run_cutoffs,
             "list the cutoffs, the numbers at which the lost heaps change",
             "One fraction a line, from 2 up to and including the bound, which may be a\n"
             "fraction. For example:\n"
             "  `takeaway alpha cutoffs --upto 5`\n"
             "JSON: upto, cutoffs (fractions as texts).\n")},
    {COMMAND("alpha count", NULL,
             OPTION_BIT(UPTO) | OPTION_BIT(EACH) | OPTION_BIT(THREADS) | OPTION_BIT(CHECKPOINT) |
                 OPTION_BIT(PROGRESS) | OPTION_BIT(JSON),
             run_count, "count the cutoffs",
             "C(x) is the number of cutoffs in (1, x]. With --each, CSV of C(x) for every whole\n"
             "x. To 1000 takes about half a minute on two processors, to twice as far about\n"
             "ten times as long. For example:\n"
             "  `takeaway alpha count --upto 1000 --threads 2 --checkpoint cutoffs.txt`\n"
             "Ctrl-C (or SIGTERM) stops it with exit status 3; the intervals [i, i+1) that are\n"
             "counted are kept in the checkpoint, and the same command goes on from there. The\n"
             "file serves any bound.\n"
             "JSON: upto, count, and with --each: each (a list of x, count).\n")},
    {0},
};
