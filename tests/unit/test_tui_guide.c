/* The guides: there is one for any rules, it fits a screen, and what it says of positions is true.
 */
#include "client/tui/guide_page.h"
#include "common/game/family.h"
#include "common/words/words.h"
#include "tests/oracle.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SUITE(tui_guide, 120);

/* What a page has of a terminal of 80x24: a line above it and two below are the app's. */
enum { ROWS = 21, COLUMNS = 80 };

/* Rules of each kind beside the catalogue, of normal play; all of them are tried in misere play as
 * well. */
static const char *const further_rules[] = {"subtraction:2,3,clear",
                                            "take-away:x",
                                            "take-away:3/2x",
                                            "take-away:3x",
                                            "take-away:10000x+10000",
                                            "take-away:x,local",
                                            "take-away:2x,local",
                                            "take-away:x,global",
                                            "take-away:2x,global",
                                            "take-away:3x,global",
                                            "octal:0.6",
                                            "octal:0.007",
                                            "octal:0.000000007",
                                            "octal:4.7",
                                            "octal:0.3...",
                                            "subtraction:1,3,4",
                                            "subtraction:2,5",
                                            "subtraction:7",
                                            "subtraction:1,2",
                                            "subtraction:fibonacci",
                                            "subtraction:3-5",
                                            "subtraction:100-200",
                                            "subtraction:all-but-3",
                                            "subtraction:all-but-1,4"};

/* --- a guide as its page shows it --- */

struct shown {
    struct guide guide;
    struct choice choice;
    struct canvas canvas;
    struct text text;
    int below;
};

static void read_rules(const char *text, struct rules *rules)
{
    struct error error;
    cr_assert_eq(rules_parse(rules, text, strlen(text), &error), ERROR_NONE, "%s: %s", text,
                 error.message);
}

static void open_guide(struct shown *shown, const char *rules_text)
{
    struct rules rules;
    *shown = (struct shown){0};
    read_rules(rules_text, &rules);
    guide_begin(&shown->guide, &rules);
    struct solver *solver = solver_create(&rules);
    guide_solve(&shown->guide, solver);
    solver_destroy(solver);
    choice_begin(&shown->choice, &rules, &shown->guide.position);
    if (shown->guide.has_best)
        choice_set(&shown->choice, &shown->guide.best);
}

static void draw(struct shown *shown, int rows, int columns, int skip, bool has_unicode)
{
    struct guide_view view = {
        .guide = &shown->guide,
        .choice = shown->guide.has_best ? &shown->choice : NULL,
        .skip = skip,
    };
    text_clear(&shown->text);
    canvas_clear(&shown->canvas, rows, columns, has_unicode);
    shown->below = guide_draw(&view, &shown->canvas, canvas_area(&shown->canvas));
    canvas_print(&shown->canvas, false, &shown->text);
}

static void close_guide(struct shown *shown)
{
    guide_finish(&shown->guide);
    choice_finish(&shown->choice);
    canvas_finish(&shown->canvas);
    text_finish(&shown->text);
}

static void with_all_rules(void (*check)(const char *rules))
{
    char misere[RULES_TEXT_MAX + 1];
    for (const struct game *game = games; game->name; game++) {
        struct rules rules;
        read_rules(game->rules, &rules);
        check(game->name);
        if (strchr(game->rules, ','))
            continue; /* a name for one kind of play */
        snprintf(misere, sizeof misere, "%s,misere", game->name);
        if (!family_no_misere(&rules))
            check(misere);
    }
    for (size_t i = 0; i < sizeof further_rules / sizeof *further_rules; i++) {
        check(further_rules[i]);
        snprintf(misere, sizeof misere, "%s,misere", further_rules[i]);
        check(misere);
    }
}

/* --- what a lesson claims --- */

/* Appends the rings up to 24 that the player to move wins, "2, 3, 5", with `last` before the last
 * one. */
static void list_won_rings(const struct rules *rules, const char *last, struct text *out)
{
    enum { RING_MAX = 24 };
    struct solver *solver = solver_create(rules);
    struct position ring = {0};
    int won[RING_MAX], count = 0;
    for (int64_t n = 1; n <= RING_MAX; n++) {
        ring.count = 0;
        position_push(&ring, -n);
        if (solver_outcome(solver, &ring) == OUTCOME_N)
            won[count++] = (int)n;
    }
    for (int i = 0; i < count; i++)
        text_printf(out, "%s%d", i == 0 ? "" : i + 1 == count ? last : ", ", won[i]);
    position_finish(&ring);
    solver_destroy(solver);
}

static void expect_won_rings(const char *name, const char *before, const char *last,
                             const char *after)
{
    struct rules rules;
    struct guide guide = {0};
    struct text claim = {0};
    read_rules(name, &rules);
    guide_begin(&guide, &rules);
    text_append_string(&claim, before);
    list_won_rings(&rules, last, &claim);
    text_append_string(&claim, after);
    cr_expect_not_null(strstr(guide.lesson->how, text_string(&claim)), "%s: %s", name, claim.bytes);
    text_finish(&claim);
    guide_finish(&guide);
}

Test(tui_guide, names_the_rings_that_are_won)
{
    expect_won_rings("kayles-on-a-ring,misere", "rings of ", " and ", ": these are won");
    expect_won_rings("dawsons-chess-on-a-ring", "rings of ", ", ", ", ... are won");
    expect_won_rings("dawsons-chess-on-a-ring,misere", "rings of ", ", ", ", ... are won");
}

/* --- on the screen --- */

static void check_fits(const char *rules)
{
    struct shown shown;
    open_guide(&shown, rules);
    draw(&shown, ROWS, COLUMNS, 0, true);
    cr_expect_eq(shown.below, 0, "%s: %d rows are below:\n%s", rules, shown.below,
                 text_string(&shown.text));
    cr_expect(strstr(text_string(&shown.text), "Read on: ") != NULL, "%s:\n%s", rules,
              text_string(&shown.text));
    close_guide(&shown);
}

Test(tui_guide, fits_a_terminal_of_80_by_24_for_any_rules)
{
    with_all_rules(check_fits);
}

static bool shows(const struct shown *shown, const char *words)
{
    return strstr(text_string(&shown->text), words) != NULL;
}

/* The lesson at the left, the example at the right, played to its end. */
static void check_uses_large(const char *rules)
{
    struct shown shown;
    open_guide(&shown, rules);
    draw(&shown, 37, 120, 0, true);
    cr_expect_eq(shown.below, 0, "%s", rules);
    cr_expect(shows(&shown, "How to win"), "%s", rules);
    cr_expect(shows(&shown, "Read on: "), "%s:\n%s", rules, text_string(&shown.text));
    cr_expect(shows(&shown, "Played to its end by two perfect players"), "%s:\n%s", rules,
              text_string(&shown.text));
    cr_expect(shows(&shown, "  1. "), "%s:\n%s", rules, text_string(&shown.text));
    close_guide(&shown);
}

Test(tui_guide, plays_the_example_to_its_end_on_a_large_terminal)
{
    with_all_rules(check_uses_large);
}

/* Counters, pins, squares: whatever the example is played with. A calendar has room on a large
 * terminal only. */
static void expect_drawn_example(const char *rules)
{
    struct shown shown;
    open_guide(&shown, rules);
    bool is_large = strcmp(rules, "date") == 0;
    draw(&shown, is_large ? 37 : ROWS, is_large ? 120 : COLUMNS, 0, true);
    cr_expect(shows(&shown, "\u25cf") || shows(&shown, "\u258c") || shows(&shown, "\u25cc") ||
                  shows(&shown, "\u2588") || shows(&shown, "X O"),
              "%s:\n%s", rules, text_string(&shown.text));
    close_guide(&shown);
}

Test(tui_guide, draws_the_example_of_every_game_of_the_catalogue)
{
    for (const struct game *game = games; game->name; game++)
        expect_drawn_example(game->name);
}

static void check_any_size(const char *rules)
{
    static const int sizes[][2] = {{1, 1}, {1, 80}, {21, 1}, {10, 40}, {21, 79}, {60, 200}};
    struct shown shown;
    open_guide(&shown, rules);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int skip = 0; skip <= 40; skip += 20)
            draw(&shown, sizes[i][0], sizes[i][1], skip, i % 2);
    }
    close_guide(&shown);
}

Test(tui_guide, is_drawn_at_any_size)
{
    with_all_rules(check_any_size);
}

Test(tui_guide, can_be_scrolled_to_its_end_on_a_small_screen)
{
    struct shown shown;
    open_guide(&shown, "kayles");
    draw(&shown, 8, 50, 0, false);
    cr_assert(shown.below > 0);
    cr_assert(strstr(text_string(&shown.text), "Read on: ") == NULL);
    draw(&shown, 8, 50, shown.below, false);
    cr_assert_eq(shown.below, 0);
    cr_assert(strstr(text_string(&shown.text), "(1956).") != NULL, "%s", text_string(&shown.text));
    close_guide(&shown);
}

Test(tui_guide, is_scrolled_by_rows)
{
    struct shown shown;
    open_guide(&shown, "kayles");
    draw(&shown, 8, 50, 0, false);
    char *second = strdup(strchr(text_string(&shown.text), '\n') + 1);
    draw(&shown, 8, 50, 1, false);
    cr_assert_eq(strncmp(text_string(&shown.text), second, strcspn(second, "\n") + 1), 0,
                 "%s\nis not below\n%s", text_string(&shown.text), second);
    free(second);
    close_guide(&shown);
}

/* --- what it says is true --- */

static struct position position_of(const struct rules *rules, const char *text)
{
    struct position position = {0};
    struct error error;
    cr_assert_eq(position_parse(rules, text, strlen(text), &position, &error), ERROR_NONE,
                 "%s %s: %s", rules->text, text, error.message);
    return position;
}

static void check_example(const char *rules)
{
    struct shown shown;
    open_guide(&shown, rules);
    struct guide *guide = &shown.guide;
    struct oracle *oracle = oracle_create(&guide->rules);
    cr_expect_eq(oracle_wins(oracle, &guide->position), guide->has_best, "%s", rules);
    if (guide->has_best)
        cr_expect(oracle_move_wins(oracle, &guide->position, &guide->best), "%s", rules);
    oracle_destroy(oracle);
    close_guide(&shown);
}

Test(tui_guide, has_an_example_that_brute_force_confirms)
{
    with_all_rules(check_example);
}

/* Calls for each entry of a list "...: 1, 2, 3, ...". */
static void each_entry(const char *list, const char *separators, void *owner,
                       void (*take)(void *owner, const char *entry))
{
    char *copy = strdup(strchr(list, ':') ? strrchr(list, ':') + 1 : ""), *rest = copy, *entry;
    while ((entry = strsep(&rest, separators))) {
        if (*entry >= '0' && *entry <= '9')
            take(owner, entry);
    }
    free(copy);
}

struct judge {
    const struct rules *rules;
    struct oracle *oracle;
    int64_t count;
};

static void expect_lost(void *owner, const char *entry)
{
    struct judge *judge = owner;
    struct position position = position_of(judge->rules, entry);
    cr_expect_not(oracle_wins(judge->oracle, &position), "%s %s", judge->rules->text, entry);
    judge->count++;
    position_finish(&position);
}

static void expect_value(void *owner, const char *entry)
{
    struct judge *judge = owner;
    char heap[32];
    snprintf(heap, sizeof heap, "%" PRId64, ++judge->count);
    struct position position = position_of(judge->rules, heap);
    cr_expect_eq(oracle_grundy(judge->oracle, &position), strtoull(entry, NULL, 10), "%s %s",
                 judge->rules->text, heap);
    position_finish(&position);
}

static void check_table(const char *rules)
{
    struct shown shown;
    open_guide(&shown, rules);
    const char *table = text_string(&shown.guide.table);
    struct judge judge = {.rules = &shown.guide.rules, .oracle = oracle_create(&shown.guide.rules)};
    if (shown.guide.lesson->table == LESSON_VALUES) {
        each_entry(strrchr(table, ':'), " ", &judge, expect_value);
        cr_expect_eq(judge.count, 20, "%s: %s", rules, table);
    } else if (shown.guide.lesson->table != LESSON_NO_TABLE) {
        each_entry(table, ", ", &judge, expect_lost);
        cr_expect(judge.count > 0 || strstr(table, "none"), "%s: %s", rules, table);
    }
    oracle_destroy(judge.oracle);
    close_guide(&shown);
}

Test(tui_guide, has_a_table_that_brute_force_confirms)
{
    with_all_rules(check_table);
}

/* --- what it says of games by name --- */

static void expect_said(const char *rules, const char *words)
{
    struct shown shown;
    open_guide(&shown, rules);
    draw(&shown, 27, 400, 0,
         false); /* so wide that no line is broken, and too low for two columns */
    cr_expect(strstr(text_string(&shown.text), words) != NULL, "%s: '%s' is not in\n%s", rules,
              words, text_string(&shown.text));
    close_guide(&shown);
}

Test(tui_guide, computes_the_figures_of_its_example)
{
    expect_said("fibonacci-nim", "20 = 13 + 5 + 2");
    expect_said("fibonacci-nim",
                "Whoever begins loses from: 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, ...");
    expect_said("take-away:x", "Whoever begins loses from: 1, 2, 4, 8, 16, 32, 64, 128, ...");
    expect_said("wythoff", "1+2, 3+5, 4+7, 6+10, 8+13");
    expect_said("kayles", "Values of 1, 2, 3, ...: 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 ...");
    expect_said("northcott", "It need not: four moves can lead back");
    expect_said("northcott,misere", "leave an odd number of 1s");
    expect_said("candy", "1+1, 1+3, 1+5, 3+3, 1+7, 3+5");
    expect_said("candy,misere", "1+2, 2+2, 1+5, 2+5");
    expect_said("date", "20 January, 21 February, 22 March");
    expect_said("date,misere", "31 October, 29 November or 30 December");
    expect_said("chomp", "2+1, 3+1+1, 3+2,");
    expect_said("bachets-game", "Whoever begins loses from: 4, 8, 12, 16");
}

Test(tui_guide, has_a_lesson_of_its_own_for_misere_play)
{
    expect_said("nim", "the nim-sum is 0");
    expect_said("nim,misere", "leave an odd number of them");
    expect_said("octal:0.3...,misere", "leave an odd number of them");
    expect_said("kayles,misere", "Nearly as in Kayles");
    expect_said("wythoff,misere", "2+2 are lost");
    expect_said("grundy,misere", "Only the end is turned round");
}

Test(tui_guide, says_how_to_play_a_game_misere)
{
    expect_said("nim", "In misere play they win: other rules, nim,misere.");
    expect_said("octal:0.6", "other rules, octal:0.6,misere.");
    struct shown shown;
    open_guide(&shown, "nim,misere");
    draw(&shown, ROWS, COLUMNS, 0, true);
    cr_assert_not(shows(&shown, "other rules"), "%s", text_string(&shown.text));
    close_guide(&shown);
}

/* --- the list of the games --- */

Test(tui_guide, lists_every_game_of_the_catalogue_first_and_rules_that_can_be_read)
{
    size_t index = 0;
    for (const struct game *game = games; game->name; game++)
        cr_expect_str_eq(guide_list_rules(index++), game->name);
    cr_assert(index < guide_list_count());
    for (; index < guide_list_count(); index++) {
        struct rules rules;
        read_rules(guide_list_rules(index), &rules);
    }
}

Test(tui_guide, says_the_rules_of_the_chosen_game_in_full_below_the_list)
{
    struct canvas canvas = {0};
    struct text shown = {0}, words = {0};
    for (size_t i = 0; i < guide_list_count(); i++) {
        struct rules rules;
        struct list list = {.chosen = i};
        text_clear(&shown);
        text_clear(&words);
        read_rules(guide_list_rules(i), &rules);
        words_explain(rules.text, rules.look, &words);
        canvas_clear(&canvas, ROWS, COLUMNS, true);
        guide_list_draw(&list, &canvas, canvas_area(&canvas));
        canvas_print(&canvas, false, &shown);
        const char *last = strrchr(text_string(&words), ' ') + 1;
        const char *below = strstr(text_string(&shown), "\n\n");
        cr_assert(below && strstr(below, last), "%s:\n%s", rules.text, text_string(&shown));
    }
    text_finish(&shown);
    text_finish(&words);
    canvas_finish(&canvas);
}

Test(tui_guide, no_title_of_the_list_runs_into_the_rules)
{
    struct canvas canvas = {0};
    struct list list = {0};
    size_t count = guide_list_count();
    canvas_clear(&canvas, (int)count + 5, 60, false); /* also the head, and four lines below */
    cr_assert_eq(guide_list_draw(&list, &canvas, canvas_area(&canvas)), count);
    struct text text = {0};
    canvas_print(&canvas, false, &text);
    const char *line = text_string(&text);
    for (size_t i = 0; i < count; i++) {
        const char *title = guide_list_title(i);
        line = strchr(line, '\n') + 1;
        cr_assert_eq(strncmp(line, title, strlen(title)), 0, "%s: %.60s", title, line);
        cr_assert_eq(strncmp(line + strlen(title), "  ", 2), 0, "%.60s", line);
    }
    text_finish(&text);
    canvas_finish(&canvas);
}

Test(tui_guide, lists_titles_beside_rules_in_words)
{
    struct canvas canvas = {0};
    struct text text = {0};
    struct list list = {0};
    canvas_clear(&canvas, 4, 60, false);
    cr_assert_eq(guide_list_draw(&list, &canvas, canvas_area(&canvas)), 3);
    canvas_print(&canvas, false, &text);
    const char *expected = "Game                              Rules\n"
                           "Nim                               Take any number of count~\n";
    cr_assert_eq(strncmp(text_string(&text), expected, strlen(expected) - 1), 0, "%s",
                 text_string(&text));
    for (int size = 1; size < 5; size++) {
        canvas_clear(&canvas, size, size, true);
        guide_list_draw(&list, &canvas, canvas_area(&canvas));
    }
    text_finish(&text);
    canvas_finish(&canvas);
}
