/* A manual: what a word may become, and how a page is set. */
#include "common/manual/manual.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(manual, 20);

enum { GAME, OUT, FIRST, HEAPS, JSON };

#define BIT(option) (UINT64_C(1) << (option))

static const struct manual_option options[] = {
    [GAME] = {NULL, "game", "RULES", "which game"},
    [OUT] = {"Files", "out", "FILE", "where to\nwrite it"},
    [FIRST] = {NULL, "first", "WHO", "who begins"},
    [HEAPS] = {NULL, "heaps", "1|2", "how many"},
    [JSON] = {NULL, "json", NULL, "for programs"},
};

static const struct manual_words run_words[] = {{OUT, "which folder"}, {FIRST, "not taken"}, {0}};

static const struct manual_command parts[] = {
    {
        .name = "run",
        .arguments = "",
        .options = BIT(OUT) | BIT(JSON),
        .words = run_words,
        .summary = "runs it",
    },
    {.name = "show", .arguments = "N [FILE]", .options = BIT(JSON), .summary = "shows it"},
    {0},
};

static const struct manual_command commands[] = {
    {
        .name = "play",
        .arguments = "",
        .options = BIT(GAME) | BIT(FIRST),
        .summary = "play a match",
        .details = "As said in `cup help`:\n"
                   "  term   what it means,\n"
                   "         which goes on\n"
                   "  longer what fills the column\n"
                   "\n"
                   "For example:\n"
                   "  cup play --game nim\n",
    },
    {
        .name = "plot",
        .arguments = "values|cutoffs [RULES]",
        .options = BIT(HEAPS),
        .summary = "draw",
    },
    {.name = "cup", .arguments = "PART ...", .summary = "hold cups", .parts = parts},
    {.name = "help", .arguments = "[COMMAND]", .summary = "explain"},
    {0},
};

static const struct manual_values values[] = {
    {"RULES", "nim kayles"},
    {"WHO", "me them"},
    {"FILE", MANUAL_FILES},
    {0},
};

static const struct manual_section sections[] = {{"SEE ALSO", ".dots and \\slashes\n"}, {0}};

static const struct manual cup = {
    .program =
        {
            .name = "cup",
            .arguments = "",
            .options = BIT(JSON),
            .summary = "plays cups",
            .details = "It plays.\n",
            .parts = commands,
        },
    .synopsis = "cup COMMAND\n",
    .section = 1,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .values = values,
    .sections = sections,
};

enum { WORDS_MAX = 8 };

/* What the last word of the line, split at blanks, may become; only the words of the answer, with
 * blanks between. */
static void expect_completion(const char *line, const char *expected)
{
    char copy[128];
    const char *words[WORDS_MAX] = {copy};
    int count = 1;
    struct text out = {0}, found = {0};
    snprintf(copy, sizeof copy, "%s", line);
    for (char *blank = strchr(copy, ' '); blank; blank = strchr(blank, ' ')) {
        *blank++ = '\0';
        words[count++] = blank;
    }
    manual_complete(&cup, count, words, &out);
    for (const char *at = text_string(&out); *at; at += strcspn(at, "\n") + 1) {
        text_append_string(&found, found.len > 0 ? " " : "");
        text_append(&found, at, strcspn(at, "\t\n"));
    }
    cr_expect_str_eq(text_string(&found), expected, "%s|: %s", line, text_string(&found));
    text_finish(&found);
    text_finish(&out);
}

Test(manual, commands_and_parts_are_completed)
{
    expect_completion("", "play plot cup help");
    expect_completion("pl", "play plot");
    expect_completion("cup ", "run show");
    expect_completion("cup s", "show");
    expect_completion("nothing ", "--json --completion --manual");
    expect_completion("play play", "");
}

Test(manual, help_is_completed_by_commands_and_parts_alone)
{
    expect_completion("help ", "play plot cup help");
    expect_completion("help cup ", "run show");
    expect_completion("help play ", "");
    expect_completion("help cup run ", "");
    expect_completion("help none ", "");
}

Test(manual, each_command_has_its_own_options)
{
    expect_completion("play -", "--game --first");
    expect_completion("play --g", "--game");
    expect_completion("cup run --", "--out --json");
    expect_completion("cup -", "");
    expect_completion("-", "--json --completion --manual");
    expect_completion("play ", "--game --first");
}

Test(manual, values_are_those_of_the_option)
{
    expect_completion("play --game ", "nim kayles");
    expect_completion("play --game k", "kayles");
    expect_completion("play --game=k", "--game=kayles");
    expect_completion("play --game nim --first t", "them");
    expect_completion("plot --heaps ", "1 2");
    expect_completion("cup run --out ", MANUAL_FILES);
    expect_completion("cup run --out=x", MANUAL_FILES);
    expect_completion("cup run --json ", "--out --json");
    expect_completion("--completion ", "bash zsh fish");
    expect_completion("play --json=x", "");
}

Test(manual, arguments_are_completed_by_their_place)
{
    expect_completion("plot ", "values cutoffs");
    expect_completion("plot values ", "nim kayles");
    expect_completion("plot --heaps 2 values k", "kayles");
    expect_completion("plot values nim ", "--heaps");
    expect_completion("cup show 1 ", MANUAL_FILES);
    expect_completion("cup show 1", "");
}

Test(manual, what_a_word_means_stands_behind_it_on_one_line)
{
    const char *const words[] = {"cup", "run", "--"};
    struct text out = {0};
    manual_complete(&cup, 3, words, &out);
    cr_expect_str_eq(text_string(&out), "--out\twhich folder\n--json\tfor programs\n");
    text_finish(&out);
}

Test(manual, no_words_at_all_are_the_first_word)
{
    struct text out = {0};
    manual_complete(&cup, 0, NULL, &out);
    cr_expect_not_null(strstr(text_string(&out), "play\tplay a match\n"));
    text_finish(&out);
}

/* --- the page --- */

static const char page[] = ".TH cup 1 \"\" \"takeaway " TAKEAWAY_VERSION "\"\n"
                           ".nh\n"
                           ".ad l\n"
                           ".SH NAME\n"
                           "cup \\- plays cups\n"
                           ".SH SYNOPSIS\n"
                           ".nf\n"
                           "\\fBcup\\fP COMMAND\n"
                           ".fi\n"
                           ".SH DESCRIPTION\n"
                           "It plays.\n"
                           ".SH COMMANDS\n"
                           ".SS cup play\n"
                           "\\fBcup play\\fP\n"
                           "[\\fB\\-\\-game\\fP\\ \\fIRULES\\fP]\n"
                           "[\\fB\\-\\-first\\fP\\ \\fIWHO\\fP]\n"
                           ".PP\n"
                           "Play a match.\n"
                           ".PP\n"
                           "As said in \\fBcup help\\fP:\n"
                           ".TP\n"
                           "\\fBterm\\fP\n"
                           "what it means,\n"
                           "which goes on\n"
                           ".TP\n"
                           "\\fBlonger\\fP\n"
                           "what fills the column\n"
                           ".PP\n"
                           "For example:\n"
                           ".RS 4\n"
                           ".PP\n"
                           ".nf\n"
                           "cup play \\-\\-game nim\n"
                           ".fi\n"
                           ".RE\n"
                           ".SS cup plot\n";

Test(manual, a_page_has_commands_lists_and_examples)
{
    struct text out = {0};
    manual_print_page(&cup, &out);
    out.bytes[strlen(page) < out.len ? strlen(page) : out.len] = '\0';
    cr_expect_str_eq(out.bytes, page);
    text_finish(&out);
}

static void expect_in_page(const char *part)
{
    struct text out = {0};
    manual_print_page(&cup, &out);
    cr_expect_not_null(strstr(text_string(&out), part), "%s is missing in %s", part,
                       text_string(&out));
    text_finish(&out);
}

Test(manual, a_page_has_the_parts_all_options_and_the_sections)
{
    expect_in_page(".SS cup cup show\n\\fBcup cup show\\fP \\fIN [FILE]\\fP\n");
    expect_in_page(".SS Files\n.TP\n\\fB\\-\\-out\\fP\\ \\fIFILE\\fP\nwhere to\nwrite it\n");
    expect_in_page(
        "Runs it.\n.TP\n\\fB\\-\\-out\\fP\\ \\fIFILE\\fP\nwhich folder\n.SS cup cup show\n");
    expect_in_page(".SS Help\n.TP\n\\fB\\-\\-completion\\fP\\ \\fIbash|zsh|fish\\fP\n");
}

Test(manual, nothing_in_a_text_is_taken_for_a_request)
{
    expect_in_page(".SH SEE ALSO\n\\&.dots and \\eslashes\n");
}

/* --- what a program is asked --- */

static bool answers(int count, const char *const *arguments)
{
    struct text out = {0};
    bool is_answered = manual_answer(&cup, count, arguments, &out);
    cr_expect_eq(is_answered, out.len > 0);
    text_finish(&out);
    return is_answered;
}

Test(manual, a_program_answers_only_what_is_for_the_manual)
{
    cr_expect(answers(2, (const char *const[]){"cup", "--manual", NULL}));
    cr_expect(answers(3, (const char *const[]){"cup", "--complete", "pl", NULL}));
    cr_expect(answers(3, (const char *const[]){"cup", "--completion", "fish", NULL}));
    cr_expect_not(answers(1, (const char *const[]){"cup", NULL}));
    cr_expect_not(answers(2, (const char *const[]){"cup", "play", NULL}));
    cr_expect_not(answers(3, (const char *const[]){"cup", "--manual", "x", NULL}));
    cr_expect_not(answers(3, (const char *const[]){"cup", "--completion", "csh", NULL}));
    cr_expect_not(answers(2, (const char *const[]){"cup", "--completion", NULL}));
}

static void expect_refusal(int count, const char *const *arguments, const char *words)
{
    const char *refusal = manual_refusal(count, arguments);
    bool is_right = words ? refusal && strstr(refusal, words) : !refusal;
    cr_expect(is_right, "%s", refusal ? refusal : "nothing");
}

Test(manual, an_unknown_shell_is_told_which_there_are)
{
    const char *shells = "bash, zsh or fish";
    expect_refusal(3, (const char *const[]){"cup", "--completion", "foo", NULL}, shells);
    expect_refusal(2, (const char *const[]){"cup", "--completion", NULL}, shells);
    expect_refusal(4, (const char *const[]){"cup", "--completion", "zsh", "x", NULL}, shells);
    expect_refusal(2, (const char *const[]){"cup", "--other", NULL}, NULL);
    expect_refusal(1, (const char *const[]){"cup", NULL}, NULL);
}

Test(manual, a_script_is_of_its_program)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (size_t i = 0; i < 3; i++) {
        struct text out = {0};
        cr_expect(manual_print_script("my-cup", shells[i], &out));
        cr_expect_not_null(strstr(text_string(&out), "_my_cup"));
        cr_expect_not_null(strstr(text_string(&out), "my-cup in "));
        cr_expect_null(strstr(text_string(&out), "PROGRAM"));
        cr_expect_null(strstr(text_string(&out), "FUNCTION"));
        text_finish(&out);
    }
}
