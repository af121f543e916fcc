/* The scripts for gnuplot. */
#include "client/study/plot_script.h"
#include "tests/suite.h"

#include <string.h>

SUITE(takeaway_plot, 20);

static struct value_table filled(const char *rules_text, const char *upto, int heaps)
{
    struct value_table table;
    struct rules rules;
    struct error error;
    struct value_table_wish wish = {.upto = upto, .heaps = heaps};
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(value_table_plan(&table, &rules, &wish, &error), ERROR_NONE);
    value_table_fill(&table, NULL, NULL);
    return table;
}

static void assert_has(const struct text *script, const char *part)
{
    cr_assert_not_null(strstr(text_string(script), part), "'%s' is not in: %s", part,
                       text_string(script));
}

typedef bool printer(const struct value_table *table, const struct plot_frame *frame,
                     struct text *out);

static struct text script_of(printer *print, const char *rules, const char *upto, int heaps,
                             struct plot_frame frame)
{
    struct value_table table = filled(rules, upto, heaps);
    struct text script = {0};
    cr_assert(print(&table, &frame, &script));
    value_table_finish(&table);
    return script;
}

Test(takeaway_plot, the_name_of_the_file_gives_the_format)
{
    struct plot_frame frame = {.out = "ann's.png", .width = 640, .height = 480};
    struct text script = script_of(plot_script_values, "nim", "3", 1, frame);
    assert_has(&script, "set terminal pngcairo size 640,480 ");
    assert_has(&script, "set output 'ann''s.png'\n");
    text_finish(&script);
    frame.out = "nim.svg";
    script = script_of(plot_script_values, "nim", "3", 1, frame);
    assert_has(&script, "set terminal svg size 640,480 ");
    text_finish(&script);
    frame.out = NULL;
    script = script_of(plot_script_values, "nim", "3", 1, frame);
    cr_assert_null(strstr(text_string(&script), "set terminal"));
    cr_assert_null(strstr(text_string(&script), "set output"));
    text_finish(&script);
}

static void expect_refused(const char *out, const char *message)
{
    struct error error;
    cr_assert_eq(plot_frame_check(&(struct plot_frame){.out = out}, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, message);
}

Test(takeaway_plot, other_names_are_refused)
{
    expect_refused("nim.jpg", "--out ends with .png or .svg, not as 'nim.jpg' does");
    expect_refused(".png", "--out ends with .png or .svg, not as '.png' does");
    expect_refused("a\nset output.png", "--out is a name without line breaks");
}

Test(takeaway_plot, values_carry_their_data)
{
    struct plot_frame frame = {0};
    struct text script = script_of(plot_script_values, "kayles", "4", 1, frame);
    assert_has(&script, "set title \"Kayles (octal:0.77): Grundy values of single heaps\"\n");
    assert_has(&script, "$all << END\n0 0\n1 1\n2 2\n3 3\n4 1\nEND\nplot $all ");
    text_finish(&script);
    script = script_of(plot_script_values, "fibonacci-nim", "4", 1, frame);
    assert_has(&script, "$all << END\n1 1\n2 2\n3 3\n4 1\nEND\n");
    assert_has(&script, "$lost << END\n1 1\n2 2\n3 3\nEND\n");
    text_finish(&script);
}

Test(takeaway_plot, local_take_away_shows_the_value_at_the_opening)
{
    struct text script =
        script_of(plot_script_values, "take-away:2x,local", "6", 1, (struct plot_frame){0});
    assert_has(&script, "$all << END\n1 0\n2 0\n3 0\n4 3\n5 0\n6 4\nEND\n");
    text_finish(&script);
}

Test(takeaway_plot, misere_take_away_has_no_lost_heaps_to_show)
{
    struct text script =
        script_of(plot_script_values, "take-away:2x,misere", "4", 1, (struct plot_frame){0});
    assert_has(&script, ": the least winning take\"\n");
    assert_has(&script, "$all << END\n2 1\n3 2\n4 3\nEND\nplot $all ");
    cr_assert_null(strstr(text_string(&script), "$lost"));
    text_finish(&script);
}

static void expect_nothing(printer *print, const char *rules, const char *upto, int heaps)
{
    struct value_table table = filled(rules, upto, heaps);
    struct text script = {0};
    cr_assert_not(print(&table, &(struct plot_frame){0}, &script), "%s", rules);
    text_finish(&script);
    value_table_finish(&table);
}

Test(takeaway_plot, where_there_is_nothing_to_show_this_is_told)
{
    expect_nothing(plot_script_values, "take-away:2x,misere", "1", 1);
    expect_nothing(plot_script_positions, "grundy,misere", "1", 2);
}

Test(takeaway_plot, positions_are_shown_both_ways)
{
    struct plot_frame frame = {0};
    struct text script = script_of(plot_script_positions, "wythoff", "5", 2, frame);
    assert_has(&script, "$lost << END\n0 0\n1 2\n2 1\n3 5\n5 3\nEND\nplot $lost ");
    assert_has(&script, "set xrange [-0.5:5.5]\n");
    text_finish(&script);
    script = script_of(plot_script_positions, "nim,misere", "2", 2, frame);
    assert_has(&script, "$lost << END\n0 1\n1 0\n2 2\nEND\n");
    text_finish(&script);
    script = script_of(plot_script_positions, "take-away:2x,global", "2", 2, frame);
    assert_has(&script, "$quotas << END\n0 0 NaN\n0 1 1\n1 0 1\n0 2 2\n2 0 2\n1 1 NaN\n"
                        "1 2 1\n2 1 1\n2 2 NaN\nEND\nplot $quotas ");
    text_finish(&script);
}

Test(takeaway_plot, cutoffs_stand_beside_the_logarithm)
{
    static const struct cutoff_count counts[] = {{2, 1}, {3, 3}, {4, 7}};
    struct text script = {0};
    plot_script_cutoffs(counts, 3, &(struct plot_frame){0}, &script);
    assert_has(&script, "set xrange [2:4]\n$counts << END\n2 1\n3 3\n4 7\nEND\n");
    assert_has(&script, "plot $counts using 1:($2/($1*$1)) ");
    assert_has(&script, "$counts using 1:(log($1)/2) ");
    text_finish(&script);
}
