/* `takeaway games`: the catalogue. `takeaway table`: the known values of each heap up to a size. */
#include "client/cli/command.h"
#include "client/show/json.h"
#include "client/show/progress.h"
#include "client/study/genus_list.h"
#include "client/study/value_table.h"
#include "common/game/drawn.h"

#include <signal.h>
#include <string.h>

static enum error_code take_rules(const struct options *options, struct rules *rules,
                                  struct error *error)
{
    const char *text = options->arguments[0];
    if (rules_parse(rules, text, strlen(text), error))
        return options_blame(error, "RULES", text);
    return ERROR_NONE;
}

static enum error_code take_wish(const struct options *options, struct value_table_wish *wish,
                                 struct error *error)
{
    const char *heaps = options->values[OPTION_HEAPS];
    *wish = (struct value_table_wish){
        .upto = options->values[OPTION_UPTO],
        .heaps = heaps ? *heaps - '0' : 0,
        .only_lost = options->values[OPTION_LOST] != NULL,
        .instead = "--lost and --heaps 2 list the positions that are lost",
    };
    if (!wish->upto)
        return error_set(error, ERROR_USAGE, "--upto N expected");
    if (heaps && strcmp(heaps, "1") != 0 && strcmp(heaps, "2") != 0)
        return error_set(error, ERROR_USAGE, "--heaps is 1 or 2, not '%.40s'", heaps);
    if (options->values[OPTION_CSV] && options->values[OPTION_JSON])
        return error_set(error, ERROR_USAGE, "--csv and --json exclude each other");
    return ERROR_NONE;
}

static enum error_code plan(const struct options *options, struct value_table *table,
                            struct error *error)
{
    struct value_table_wish wish;
    struct rules rules;
    enum error_code failed = take_wish(options, &wish, error);
    if (!failed)
        failed = take_rules(options, &rules, error);
    return failed ? failed : value_table_plan(table, &rules, &wish, error);
}

static enum error_code plan_genus(const struct options *options, struct genus_list *list,
                                  struct error *error)
{
    struct value_table_wish wish;
    struct rules rules;
    enum error_code failed = take_wish(options, &wish, error);
    if (!failed && (wish.heaps || wish.only_lost))
        return error_set(error, ERROR_USAGE,
                         "--genus is about single heaps, without --heaps and "
                         "--lost");
    if (!failed)
        failed = take_rules(options, &rules, error);
    return failed ? failed : genus_list_plan(list, &rules, wish.upto, error);
}

static int run_genus(const struct options *options, struct error *error)
{
    struct genus_list list;
    if (plan_genus(options, &list, error))
        return EXIT_USAGE;
    signal(SIGPIPE, SIG_DFL);
    struct progress progress = progress_begin(false);
    genus_list_fill(&list, progress_show, &progress);
    progress_end(&progress);
    struct text out = {0};
    if (options->values[OPTION_JSON])
        json_print_line(genus_list_json(&list), &out);
    else if (options->values[OPTION_CSV])
        genus_list_csv(&list, &out);
    else
        genus_list_print(&list, &out);
    genus_list_finish(&list);
    return command_print(&out);
}

int table_run(const struct options *options, struct error *error)
{
    struct value_table table;
    if (options->values[OPTION_GENUS])
        return run_genus(options, error);
    if (plan(options, &table, error))
        return EXIT_USAGE;
    signal(SIGPIPE, SIG_DFL); /* closing our output ends the program quietly */
    struct progress progress = progress_begin(false);
    value_table_fill(&table, progress_show, &progress);
    progress_end(&progress);
    struct text out = {0};
    if (options->values[OPTION_JSON])
        json_print_line(value_table_json(&table), &out);
    else if (options->values[OPTION_CSV])
        value_table_csv(&table, &out);
    else
        value_table_print(&table, &out);
    value_table_finish(&table);
    return command_print(&out);
}

static void print_game(const struct game *game, struct text *out)
{
    text_printf(out, "%s: %s", game->name, game->title);
    if (strcmp(game->name, game->rules) != 0)
        text_printf(out, " (%s)", game->rules);
    text_printf(out, "\n    %s\n", game->summary);
    if (game->example)
        text_printf(out, "    For example from %s.\n", game->example);
}

static json_t *json_of_game(const struct game *game)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s*}", "name", game->name, "rules", game->rules,
                     "title", game->title, "summary", game->summary, "example", game->example);
}

int games_run(const struct options *options, struct error *error)
{
    struct text text = {0};
    json_t *list = json_array();
    (void)error;
    for (const struct game *game = games; game->name; game++) {
        json_array_append_new(list, json_of_game(game));
        print_game(game, &text);
    }
    json_array_append_new(list, json_of_game(&drawn_game));
    print_game(&drawn_game, &text);
    if (options->values[OPTION_JSON]) {
        text_clear(&text);
        json_print(json_incref(list), &text);
    } else {
        command_print_hints(
            "With ',misere' after the name the goal is turned round, in every game but Odd Scoring\n"
            "and the two with a dollar; bulo is in misere play already.\n"
            "Other rules are played as well: take-away:3x, octal:0.137, ... (see `takeaway help "
            "solve`).\n",
            &text);
    }
    json_decref(list);
    return command_print(&text);
}
