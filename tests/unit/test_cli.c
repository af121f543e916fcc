/* A command line: how it is read, what a word of it may become, and how a manual page is set. */
#include "common/cli/cli.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(cli, 20);

enum { GAME, OUT, FIRST, HEAPS, JSON };

#define BIT(option) (UINT64_C(1) << (option))

static const struct cli_option cup_options[] = {
    [GAME] = {.name = "game", .value = "RULES", .meaning = "which game"},
    [OUT] = {.group = "Files", .name = "out", .value = "FILE", .meaning = "where to\nwrite it"},
    [FIRST] = {.name = "first", .value = "WHO", .meaning = "who begins"},
    [HEAPS] = {.name = "heaps", .value = "1|2", .meaning = "how many"},
    [JSON] = {.name = "json", .meaning = "for programs"},
};

static const struct cli_words run_words[] = {{OUT, "which folder"}, {FIRST, "not taken"}, {0}};

static const struct cli_command parts[] = {
    {
        .name = "cup run",
        .options = BIT(OUT) | BIT(JSON),
        .words = run_words,
        .summary = "runs it",
    },
    {.name = "cup show", .arguments = "N [FILE]", .options = BIT(JSON), .summary = "shows it"},
    {0},
};

static const struct cli_command commands[] = {
    {
        .name = "play",
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
    {0},
};

static void print_games(struct text *out)
{
    text_append_string(out, "nim kayles ");
}

static const struct cli_values values[] = {
    {.word = "RULES", .print = print_games},
    {.word = "WHO", .values = "me them"},
    {.word = "FILE", .values = CLI_FILES},
    {0},
};

static void print_more(struct text *out)
{
    text_append_string(out, "and more\n");
}

static const struct cli_section sections[] = {
    {.title = "SEE ALSO", .text = ".dots and \\slashes\n", .print = print_more},
    {0},
};

static const struct cli cup = {
    .program =
        {
            .name = "cup",
            .options = BIT(JSON),
            .summary = "plays cups",
            .details = "It plays.\n",
            .parts = commands,
        },
    .synopsis = "cup COMMAND\n",
    .section = 1,
    .options = cup_options,
    .option_count = sizeof cup_options / sizeof *cup_options,
    .values = values,
    .sections = sections,
    .letters = ":",
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
    cli_complete(&cup, count, words, &out);
    for (const char *at = text_string(&out); *at; at += strcspn(at, "\n") + 1) {
        text_append_string(&found, found.len > 0 ? " " : "");
        text_append(&found, at, strcspn(at, "\t\n"));
    }
    cr_expect_str_eq(text_string(&found), expected, "%s|: %s", line, text_string(&found));
    text_finish(&found);
    text_finish(&out);
}

Test(cli, commands_and_parts_are_completed)
{
    expect_completion("", "play plot cup help");
    expect_completion("pl", "play plot");
    expect_completion("cup ", "run show");
    expect_completion("cup s", "show");
    expect_completion("nothing ", "--json --completion --manual");
    expect_completion("play play", "");
}

Test(cli, help_is_completed_by_commands_and_parts_alone)
{
    expect_completion("help ", "play plot cup help");
    expect_completion("help cup ", "run show");
    expect_completion("help play ", "");
    expect_completion("help cup run ", "");
    expect_completion("help none ", "");
}

Test(cli, each_command_has_its_own_options)
{
    expect_completion("play -", "--game --first");
    expect_completion("play --g", "--game");
    expect_completion("cup run --", "--out --json");
    expect_completion("cup -", "");
    expect_completion("-", "--json --completion --manual");
    expect_completion("play ", "--game --first");
}

Test(cli, values_are_those_of_the_option)
{
    expect_completion("play --game ", "nim kayles");
    expect_completion("play --game k", "kayles");
    expect_completion("play --game=k", "--game=kayles");
    expect_completion("play --game nim --first t", "them");
    expect_completion("plot --heaps ", "1 2");
    expect_completion("cup run --out ", CLI_FILES);
    expect_completion("cup run --out=x", CLI_FILES);
    expect_completion("cup run --json ", "--out --json");
    expect_completion("--completion ", "bash zsh fish");
    expect_completion("play --json=x", "");
}

Test(cli, arguments_are_completed_by_their_place)
{
    expect_completion("plot ", "values cutoffs");
    expect_completion("plot values ", "nim kayles");
    expect_completion("plot --heaps 2 values k", "kayles");
    expect_completion("plot values nim ", "--heaps");
    expect_completion("cup show 1 ", CLI_FILES);
    expect_completion("cup show 1", "");
}

Test(cli, what_a_word_means_stands_behind_it_on_one_line)
{
    const char *const words[] = {"cup", "run", "--"};
    struct text out = {0};
    cli_complete(&cup, 3, words, &out);
    cr_expect_str_eq(text_string(&out), "--out\twhich folder\n--json\tfor programs\n");
    text_finish(&out);
}

Test(cli, no_words_at_all_are_the_first_word)
{
    struct text out = {0};
    cli_complete(&cup, 0, NULL, &out);
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

Test(cli, a_page_has_commands_lists_and_examples)
{
    struct text out = {0};
    cli_print_page(&cup, &out);
    out.bytes[strlen(page) < out.len ? strlen(page) : out.len] = '\0';
    cr_expect_str_eq(out.bytes, page);
    text_finish(&out);
}

static void expect_in_page(const char *part)
{
    struct text out = {0};
    cli_print_page(&cup, &out);
    cr_expect_not_null(strstr(text_string(&out), part), "%s is missing in %s", part,
                       text_string(&out));
    text_finish(&out);
}

Test(cli, a_page_has_the_parts_all_options_and_the_sections)
{
    expect_in_page(".SS cup cup show\n\\fBcup cup show\\fP \\fIN [FILE]\\fP\n");
    expect_in_page(".SS Files\n.TP\n\\fB\\-\\-out\\fP\\ \\fIFILE\\fP\nwhere to\nwrite it\n");
    expect_in_page(
        "Runs it.\n.TP\n\\fB\\-\\-out\\fP\\ \\fIFILE\\fP\nwhich folder\n.SS cup cup show\n");
    expect_in_page(".SS Help\n.TP\n\\fB\\-\\-completion\\fP\\ \\fIbash|zsh|fish\\fP\n");
}

Test(cli, nothing_in_a_text_is_taken_for_a_request)
{
    expect_in_page(".SH SEE ALSO\n\\&.dots and \\eslashes\nand more\n");
}

/* --- what a program is asked --- */

static bool answers(int count, const char *const *arguments)
{
    struct text out = {0};
    bool is_answered = cli_answer(&cup, count, arguments, &out);
    cr_expect_eq(is_answered, out.len > 0);
    text_finish(&out);
    return is_answered;
}

Test(cli, a_program_answers_only_what_is_for_the_manual)
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

Test(cli, a_script_is_of_its_program)
{
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (size_t i = 0; i < 3; i++) {
        struct text out = {0};
        cr_expect(cli_print_script("my-cup", shells[i], &out));
        cr_expect_not_null(strstr(text_string(&out), "_my_cup"));
        cr_expect_not_null(strstr(text_string(&out), "my-cup in "));
        cr_expect_null(strstr(text_string(&out), "PROGRAM"));
        cr_expect_null(strstr(text_string(&out), "FUNCTION"));
        text_finish(&out);
    }
}

/* --- the command line --- */

struct kept {
    bool is_loud;
    const char *name;
    int64_t count;
    int games;
};

static enum error_code read_game(const struct cli_given *given, struct error *error)
{
    if (strcmp(given->text, "chess") == 0)
        return error_set(error, ERROR_USAGE, "%s: not %s", given->name, given->text);
    ++*(int *)given->place;
    return ERROR_NONE;
}

static const struct cli_type game_list = {.read = read_game, .is_list = true};

enum { LOUD, NAME, COUNT, OF_GAME, HELP };

#define AT(member) offsetof(struct kept, member)

static const struct cli_option kept_options[] = {
    [LOUD] = {.name = "loud", .type = &cli_switch, .place = AT(is_loud), .meaning = "loudly"},
    [NAME] = {NULL, "name", "NAME", &cli_string, AT(name), 0, 0, "whose"},
    [COUNT] = {NULL, "number", "N", &cli_number, AT(count), 1, 9, "how many"},
    [OF_GAME] = {NULL, "game", "RULES", &game_list, AT(games), 0, 0, "one of its games"},
    [HELP] = {.name = "help", .meaning = "this"},
};

static void print_default(const struct cli_option *option, struct text *out)
{
    if (option->type == &cli_number)
        text_append_string(out, "4");
}

static enum error_code refuse(enum cli_fault fault, const char *word, struct error *error)
{
    return fault == CLI_MORE_ARGUMENTS ? error_set(error, ERROR_USAGE, "%s?", word) : ERROR_NONE;
}

static const struct cli keeper = {
    .program =
        {
            .name = "keeper",
            .arguments = "[WHO]",
            .options = BIT(LOUD) | BIT(NAME) | BIT(COUNT) | BIT(OF_GAME) | BIT(HELP),
        },
    .options = kept_options,
    .option_count = sizeof kept_options / sizeof *kept_options,
    .letters = ":h",
    .help_column = 16,
    .help_width = 30,
    .print_default = print_default,
    .refuse = refuse,
};

static enum error_code parse(const char *line, struct kept *kept, struct options *options,
                             struct error *error)
{
    static char copy[128];
    char *words[WORDS_MAX] = {(char[]){"keeper"}};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    *kept = (struct kept){0};
    enum error_code code = cli_parse(&keeper, &keeper.program, count, words, kept, options, error);
    return code ? code : cli_read_values(&keeper, options, kept, error);
}

Test(cli, values_are_read_into_their_places)
{
    struct kept kept;
    struct options options;
    struct error error;
    cr_assert_eq(parse("--loud --number=7 bo --name al", &kept, &options, &error), ERROR_NONE);
    cr_expect(kept.is_loud);
    cr_expect_str_eq(kept.name, "al");
    cr_expect_eq(kept.count, 7);
    cr_expect_eq(options.argument_count, 1);
    cr_expect_str_eq(options.arguments[0], "bo");
    cr_assert_eq(parse("-h", &kept, &options, &error), ERROR_NONE);
    cr_expect_str_eq(options.values[HELP], "");
    cr_expect_null(options.values[LOUD]);
}

Test(cli, each_value_of_a_list_is_read_where_it_stands)
{
    struct kept kept;
    struct options options;
    struct error error;
    cr_assert_eq(parse("--game nim --loud --game kayles", &kept, &options, &error), ERROR_NONE);
    cr_expect_eq(kept.games, 2);
    cr_assert_eq(parse("--game chess --nonsense", &kept, &options, &error), ERROR_USAGE);
    cr_expect_str_eq(error.message, "--game: not chess");
}

static void expect_refused(const char *line, const char *message)
{
    struct kept kept;
    struct options options;
    struct error error;
    cr_assert_eq(parse(line, &kept, &options, &error), ERROR_USAGE);
    cr_expect_str_eq(error.message, message);
}

Test(cli, what_is_wrong_is_said_with_what_would_be_right)
{
    expect_refused("--nmae x", "there is no option --nmae here: did you mean --name? There are "
                               "--loud, --name, --number, --game, --help");
    expect_refused("--name", "--name needs a value: --name NAME");
    expect_refused("--loud=x", "--loud takes no value");
    expect_refused("--number 10", "--number: a whole number from 1 to 9 was expected, not '10'");
    expect_refused("a b", "b?");
    expect_refused("--completion csh", "--completion needs a shell: bash, zsh or fish");
    expect_refused("--completion zsh x", "--completion takes one shell: bash, zsh or fish");
}

Test(cli, the_form_of_the_arguments_says_how_many_there_are)
{
    const struct cli_command *show = cli_part(cli_part(&cup.program, "cup"), "show");
    char *words[] = {(char[]){"show"}, (char[]){"1"}, (char[]){"file"}, (char[]){"more"}};
    struct options options;
    struct error error;
    cr_assert_eq(cli_parse(&cup, show, 1, words, NULL, &options, &error), ERROR_NONE);
    cr_assert_eq(cli_check_arguments(&options, &error), ERROR_USAGE);
    cr_expect_str_eq(error.message, "N [FILE] expected");
    for (int count = 2; count <= 3; count++) {
        cr_assert_eq(cli_parse(&cup, show, count, words, NULL, &options, &error), ERROR_NONE);
        cr_assert_eq(cli_check_arguments(&options, &error), ERROR_NONE);
    }
    cr_assert_eq(cli_parse(&cup, show, 4, words, NULL, &options, &error), ERROR_USAGE);
    cr_expect_str_eq(error.message, "'more' is too much: two arguments are the most");
}

Test(cli, a_name_that_is_cut_short_has_to_fit_one_option)
{
    struct kept kept;
    struct options options;
    struct error error;
    cr_assert_eq(parse("--na al", &kept, &options, &error), ERROR_NONE);
    cr_expect_str_eq(kept.name, "al");
    expect_refused("--n al", "there is no option --n here; there are --loud, --name, --number, "
                             "--game, --help");
}

Test(cli, a_help_is_broken_into_lines_and_has_the_defaults)
{
    struct text out = {0};
    cli_print_options(&keeper, &keeper.program, &out);
    cr_expect_str_eq(text_string(&out), "  --loud        loudly\n"
                                        "  --name NAME   whose\n"
                                        "  --number N    how many [4]\n"
                                        "  --game RULES  one of its\n"
                                        "                games\n"
                                        "  --help        this\n");
    text_finish(&out);
}
