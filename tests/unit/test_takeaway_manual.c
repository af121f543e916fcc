/* What takeaway says of itself is all that there is: its commands, their options, their JSON, its
 * exit statuses. */
#include "client/cli/command.h"
#include "client/lib/strategy_name.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(takeaway_manual, 20);

/* The commands without --json, and why. Every other one prints data, and prints it as JSON, too. */
static const struct {
    const char *name;
    const char *reason;
} without_json[] = {
    {"register", "says only that it is done, as the exit status does"},
    {"login", "says only that it is done, as the exit status does"},
    {"logout", "says only that it is done, as the exit status does"},
    {"account close", "says only that it is done, as the exit status does"},
    {"account recover", "says only that it is done, as the exit status does"},
    {"account block", "says only that it is done, as the exit status does"},
    {"account unblock", "says only that it is done, as the exit status does"},
    {"account report", "says only that it is done, as the exit status does"},
    {"passwd", "says only that it is done, as the exit status does"},
    {"plot", "draws a picture; table and alpha count have its data"},
    {"periods", "writes its data to a CSV file"},
};

static bool is_without_json(const char *name)
{
    for (size_t i = 0; i < sizeof without_json / sizeof *without_json; i++) {
        if (strcmp(without_json[i].name, name) == 0)
            return true;
    }
    return false;
}

static bool takes_json(const struct cli_command *command)
{
    return command->options & OPTION_BIT(JSON);
}

/* Calls back for each command that can be run, with the one whose part it is, or NULL. */
static void for_each(void (*check)(const struct cli_command *command,
                                   const struct cli_command *whole))
{
    for (const struct cli_command *command = takeaway_cli.program.parts; command->name; command++) {
        if (!command->parts)
            check(command, NULL);
        for (const struct cli_command *part = command->parts; part && part->name; part++)
            check(part, command);
    }
}

static void check_json(const struct cli_command *command, const struct cli_command *whole)
{
    (void)whole;
    cr_expect_neq(takes_json(command), is_without_json(command->name),
                  "%s prints data: it has to take --json; or it does not: then say here why",
                  command->name);
}

Test(takeaway_manual, every_command_that_prints_data_prints_json)
{
    for_each(check_json);
}

static bool tells_of_json(const struct cli_command *command)
{
    return command && command->details && strstr(command->details, "JSON");
}

static void check_json_is_told(const struct cli_command *command, const struct cli_command *whole)
{
    if (takes_json(command))
        cr_expect(tells_of_json(command) || tells_of_json(whole),
                  "what has %s in its JSON? Its details do not say it", command->name);
}

Test(takeaway_manual, the_help_tells_what_is_in_the_json)
{
    for_each(check_json_is_told);
}

/* --- the page --- */

static struct text page;

static void make_page(void)
{
    cr_assert(
        cli_answer(&takeaway_cli, 2, (const char *const[]){"takeaway", "--manual", NULL}, &page));
}

static void drop_page(void)
{
    text_finish(&page);
    suite_check_leaks();
}

TestSuite(takeaway_page, .init = make_page, .fini = drop_page, .timeout = BUSY_MACHINE_S(20));

/* "-" is "\-" in there. */
static void expect_in_page(const char *before, const char *words, const char *after)
{
    struct text sought = {0};
    text_append_string(&sought, before);
    for (const char *c = words; *c; c++)
        text_printf(&sought, "%s%c", *c == '-' ? "\\" : "", *c);
    text_append_string(&sought, after);
    cr_expect_not_null(strstr(text_string(&page), text_string(&sought)), "the page has no %s",
                       text_string(&sought));
    text_finish(&sought);
}

static void check_command(const struct cli_command *command, const struct cli_command *whole)
{
    (void)whole;
    expect_in_page(".SS takeaway ", command->name, "\n");
}

Test(takeaway_page, has_every_command)
{
    for_each(check_command);
    cr_expect_not_null(strstr(text_string(&page), ".SS takeaway help\n"));
}

/* The paragraph of a command, up to the next. */
static void check_options(const struct cli_command *command, const struct cli_command *whole)
{
    (void)whole;
    struct text head = {0};
    text_printf(&head, ".SS takeaway %s\n\\fBtakeaway %s\\fP", command->name, command->name);
    const char *call = strstr(text_string(&page), text_string(&head));
    cr_assert_not_null(call, "%s", text_string(&head));
    size_t len = (size_t)(strstr(call, ".PP") - call);
    for (int option = 0; option < OPTION_COUNT; option++) {
        struct text name = {0};
        text_append_string(&name, "[\\fB\\-\\-");
        for (const char *c = option_rows[option].name; *c; c++)
            text_printf(&name, "%s%c", *c == '-' ? "\\" : "", *c);
        text_append_string(&name, "\\fP");
        bool is_taken = option == OPTION_HELP || (command->options >> option & 1);
        cr_expect_eq(memmem(call, len, name.bytes, name.len) != NULL, is_taken, "%s --%s",
                     command->name, option_rows[option].name);
        text_finish(&name);
    }
    text_finish(&head);
}

Test(takeaway_page, says_of_each_command_which_options_it_takes)
{
    for_each(check_options);
}

Test(takeaway_page, has_every_exit_status)
{
#define X(number, name, meaning) expect_in_page("\\fB" #number "\\fP\n", meaning, "\n");
    EXIT_STATUSES(X)
#undef X
    cr_expect_not_null(strstr(text_string(&page), "\\fB128+N\\fP\n"));
}

static void expect_in_readme(const char *line)
{
    char found[512];
    FILE *readme = fopen(README, "r");
    cr_assert_not_null(readme);
    bool is_there = false;
    while (!is_there && fgets(found, sizeof found, readme))
        is_there = strncmp(found, line, strlen(line)) == 0;
    cr_expect(is_there, "README.md has no line %s", line);
    fclose(readme);
}

Test(takeaway_manual, the_readme_has_every_exit_status)
{
#define X(number, name, meaning) expect_in_readme("| " #number " | " meaning " ");
    EXIT_STATUSES(X)
#undef X
    expect_in_readme("| 128+N | signal N ended it ");
}

Test(takeaway_page, has_what_the_environment_changes)
{
    static const char *const names[] = {"NO_COLOR", "XDG_STATE_HOME",   "USER",
                                        "TMPDIR",   "TAKEAWAY_COMMAND", "TERM, LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect_in_page("\\fB", names[i], "\\fP\n");
}

/* --- completion --- */

static void expect_completion(const char *word, const char *expected)
{
    struct text out = {0};
    cr_assert(cli_answer(
        &takeaway_cli, 5,
        (const char *const[]){"takeaway", "--complete", "play", "--against", word, NULL}, &out));
    cr_expect_str_eq(text_string(&out), expected);
    text_finish(&out);
}

Test(takeaway_manual, opponents_are_completed_in_two_colons)
{
    expect_completion("bot:level:1", "bot:level:1\nbot:level:10\n");
    expect_completion("bot:per", "bot:perfect\n");
    expect_completion("any", "anyone\n");
}

/* The words after "takeaway admin VERB" that are offered for this one, without their meanings. */
static void expect_for_verb(const char *verb, const char *word, const char *expected)
{
    struct text out = {0}, offered = {0};
    cr_assert(cli_answer(&takeaway_cli, 5,
                         (const char *const[]){"takeaway", "--complete", "admin", verb, word, NULL},
                         &out));
    for (char *line = strtok(out.bytes, "\n"); line; line = strtok(NULL, "\n"))
        text_printf(&offered, "%.*s ", (int)strcspn(line, "\t"), line);
    cr_expect_str_eq(text_string(&offered), expected, "%s: %s", verb, text_string(&offered));
    text_finish(&offered);
    text_finish(&out);
}

Test(takeaway_manual, what_an_operator_asks_is_completed_by_what_goes_with_it)
{
    expect_for_verb("players", "--", "--control --json --help ");
    expect_for_verb("kick", "--", "--control --reason --json --help ");
    expect_for_verb("ban", "--", "--control --address --reason --hours --json --help ");
    expect_for_verb("unban", "--", "--control --address --json --help ");
    expect_for_verb("backup", "", "<files> ");
    expect_for_verb("--json", "b", "ban bans backup ");
}

Test(takeaway_manual, every_verb_of_the_operator_is_in_the_help)
{
    const struct cli_command *admin = takeaway_cli.program.parts;
    while (strcmp(admin->name, "admin") != 0)
        admin++;
    for (const struct cli_verb *verb = admin_verbs; verb->name; verb++) {
        cr_expect_not_null(strstr(admin->arguments, verb->name), "%s", verb->name);
        cr_expect_eq(verb->options & ~admin->options, 0, "%s", verb->name);
    }
}

Test(takeaway_manual, every_strategy_that_is_offered_can_be_played_and_every_kind_is_offered)
{
    struct text names = {0};
    bool is_offered[STRATEGY_KIND_COUNT] = {false};
    strategy_names_print("", &names);
    for (char *word = strtok(names.bytes, " "); word; word = strtok(NULL, " ")) {
        struct strategy_name name;
        struct error error;
        cr_assert_eq(strategy_name_parse(word, &name, &error), ERROR_NONE, "%s", word);
        is_offered[name.kind] = true;
    }
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++)
        cr_expect(is_offered[kind], "%s", strategy_kind_form(kind));
    text_finish(&names);
}
