/* `takeaway table`: against brute force, and as it is printed. */
#include "client/study/genus_list.h"
#include "client/study/value_table.h"
#include "tests/suite.h"

#include <string.h>

SUITE(takeaway_table, 60);

static enum error_code plan(const char *rules_text, struct value_table_wish wish,
                            struct value_table *table, struct error *error)
{
    struct rules rules;
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), error), ERROR_NONE);
    return value_table_plan(table, &rules, &wish, error);
}

/* value_table_finish() it. */
static struct value_table filled(const char *rules, struct value_table_wish wish)
{
    struct value_table table;
    struct error error;
    enum error_code failed = plan(rules, wish, &table, &error);
    cr_assert_eq(failed, ERROR_NONE, "%s", error.message);
    value_table_fill(&table, NULL, NULL);
    return table;
}

static struct value_table filled_to(const char *rules, int64_t upto, int heaps)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)upto);
    return filled(rules, (struct value_table_wish){.upto = text, .heaps = heaps});
}

/* The vectors of a file; json_decref() them. */
static json_t *load_vectors(const char *name)
{
    char path[512];
    json_error_t error;
    snprintf(path, sizeof path, "%s/%s", VECTORS_DIR, name);
    json_t *vectors = json_load_file(path, 0, &error);
    cr_assert_not_null(vectors, "%s: %s", path, error.text);
    return vectors;
}

static uint64_t integer_at(const json_t *array, size_t index)
{
    return (uint64_t)json_integer_value(json_array_get(array, index));
}

Test(takeaway_table, grundy_values_are_those_of_brute_force)
{
    json_t *vectors = load_vectors("grundy_values.json");
    const char *rules;
    json_t *values;
    json_object_foreach (vectors, rules, values) {
        size_t count = json_array_size(values) < 500 ? json_array_size(values) : 500;
        struct value_table table = filled_to(rules, (int64_t)count - 1, 0);
        cr_assert_eq(table.kind, VALUE_TABLE_VALUES);
        cr_assert_eq(table.row_count, count);
        for (size_t heap = 0; heap < count; heap++) {
            cr_assert_eq(value_table_cell(&table, heap, 0), heap);
            cr_assert_eq(value_table_cell(&table, heap, 1), integer_at(values, heap), "%s: %zu",
                         rules, heap);
        }
        value_table_finish(&table);
    }
    json_decref(vectors);
}

static const json_t *find_rules(const json_t *vectors, const char *rules)
{
    size_t index;
    json_t *entry;
    json_array_foreach(vectors, index, entry)
    {
        if (strcmp(json_string_value(json_object_get(entry, "rules")), rules) == 0)
            return entry;
    }
    cr_fatal("no vectors of %s", rules);
}

Test(takeaway_table, least_winning_takes_are_those_of_brute_force)
{
    json_t *vectors = load_vectors("takeaway.json");
    const json_t *takes =
        json_object_get(find_rules(vectors, "take-away:2x"), "least_winning_take");
    struct value_table table = filled_to("take-away:2x", 100, 0);
    cr_assert_eq(table.kind, VALUE_TABLE_TAKES);
    cr_assert_eq(table.row_count, 100);
    for (size_t row = 0; row < 100; row++) {
        uint64_t take = value_table_cell(&table, row, 1);
        cr_assert_eq(value_table_cell(&table, row, 0), row + 1);
        cr_assert_eq(take, integer_at(takes, row));
        cr_assert_eq(value_table_cell(&table, row, 2), take == row + 1);
    }
    value_table_finish(&table);
    json_decref(vectors);
}

/* With all but one of its counters as the quota; both ways to play. */
Test(takeaway_table, takes_are_lost_where_the_opening_is)
{
    static const char *const rules[] = {
        "take-away:x",  "take-away:x,misere",  "take-away:3/2x+1", "take-away:3/2x+1,misere",
        "take-away:2x", "take-away:2x,misere", "take-away:7/2x",   "take-away:7/2x,misere",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct value_table takes = filled_to(rules[i], 200, 0);
        struct value_table lost =
            filled(rules[i], (struct value_table_wish){.upto = "200", .only_lost = true});
        size_t found = 0;
        for (size_t row = 0; row < takes.row_count; row++) {
            uint64_t heap = value_table_cell(&takes, row, 0);
            bool is_listed = found < lost.row_count && value_table_cell(&lost, found, 1) == heap;
            cr_assert_eq(value_table_cell(&takes, row, 2), is_listed, "%s: %zu", rules[i], row + 1);
            found += is_listed;
        }
        cr_assert_eq(found, lost.row_count);
        value_table_finish(&takes);
        value_table_finish(&lost);
    }
}

Test(takeaway_table, lost_heaps_of_take_away_are_the_p_sequence)
{
    json_t *vectors = load_vectors("takeaway.json");
    const json_t *lost = json_object_get(find_rules(vectors, "take-away:2x"), "P_start");
    struct value_table table =
        filled("take-away:2x",
               (struct value_table_wish){.upto = "9223372036854775807", .only_lost = true});
    cr_assert_eq(table.row_count, 91);
    for (size_t row = 0; row < json_array_size(lost); row++) {
        cr_assert_eq(value_table_cell(&table, row, 0), row + 1);
        cr_assert_eq(value_table_cell(&table, row, 1), integer_at(lost, row));
    }
    cr_assert_eq(value_table_cell(&table, 90, 1), UINT64_C(7540113804746346429));
    value_table_finish(&table);
    json_decref(vectors);
}

Test(takeaway_table, lost_heaps_are_found_in_other_games_too)
{
    struct value_table table =
        filled("dawsons-kayles", (struct value_table_wish){.upto = "40", .only_lost = true});
    static const uint64_t lost[] = {1, 5, 9, 15, 21, 25, 29, 35, 39};
    cr_assert_eq(table.row_count, sizeof lost / sizeof *lost);
    for (size_t row = 0; row < table.row_count; row++)
        cr_assert_eq(value_table_cell(&table, row, 1), lost[row]);
    value_table_finish(&table);
}

Test(takeaway_table, steps_of_local_take_away_are_those_of_brute_force)
{
    json_t *vectors = load_vectors("local_quota_grundy.json");
    const json_t *heaps = json_object_get(vectors, "take-away:2x,local");
    struct value_table table = filled_to("take-away:2x,local", 100, 0);
    size_t row = 0;
    for (size_t heap = 1; heap <= 100; heap++) {
        const json_t *steps = json_array_get(heaps, heap);
        size_t first =
            integer_at(json_array_get(steps, 1), 0) == 1; /* the value for quota 0 ends */
        for (size_t i = first; i < json_array_size(steps); i++, row++) {
            const json_t *step = json_array_get(steps, i);
            uint64_t quota = integer_at(step, 0);
            cr_assert_lt(row, table.row_count);
            cr_assert_eq(value_table_cell(&table, row, 0), heap);
            cr_assert_eq(value_table_cell(&table, row, 1), quota ? quota : 1);
            cr_assert_eq(value_table_cell(&table, row, 2), integer_at(step, 1));
        }
    }
    cr_assert_eq(row, table.row_count);
    value_table_finish(&table);
    json_decref(vectors);
}

Test(takeaway_table, lost_pairs_of_wythoff_are_those_of_brute_force)
{
    json_t *vectors = load_vectors("wythoff.json");
    const json_t *lost = json_object_get(vectors, "P");
    struct value_table table = filled_to("wythoff", 200, 0);
    cr_assert_eq(table.row_count + 1, json_array_size(lost));
    for (size_t row = 0; row < table.row_count; row++) {
        const json_t *pair = json_array_get(lost, row + 1);
        cr_assert_eq(value_table_cell(&table, row, 0), integer_at(pair, 0));
        cr_assert_eq(value_table_cell(&table, row, 1), integer_at(pair, 1));
    }
    value_table_finish(&table);
    json_decref(vectors);
}

Test(takeaway_table, pairs_in_misere_play_are_judged_too)
{
    struct value_table table = filled_to("nim,misere", 5, 2);
    cr_assert_eq(table.row_count, 5);
    cr_assert_eq(value_table_cell(&table, 0, 0), 0);
    cr_assert_eq(value_table_cell(&table, 0, 1), 1);
    cr_assert_eq(value_table_cell(&table, 1, 0), 2);
    cr_assert_eq(value_table_cell(&table, 1, 1), 2);
    value_table_finish(&table);
}

Test(takeaway_table, pairs_of_a_game_that_has_no_single_heap_begin_with_1)
{
    struct value_table table = filled_to("candy", 5, 0);
    cr_assert_eq(table.row_count, 6);
    for (size_t row = 0; row < table.row_count; row++) {
        cr_assert_eq(value_table_cell(&table, row, 0) % 2, 1);
        cr_assert_eq(value_table_cell(&table, row, 1) % 2, 1);
    }
    value_table_finish(&table);
}

Test(takeaway_table, least_winning_quotas_of_two_heaps_are_those_of_brute_force)
{
    struct value_table table = filled_to("take-away:2x,global", 60, 0);
    FILE *file = fopen(VECTORS_DIR "/global_quota_two_heaps_2x.csv", "r");
    cr_assert_not_null(file);
    cr_assert_eq(fscanf(file, "a,b,L\n0,0,-1\n"), 0);
    unsigned long long smaller, larger;
    long long quota;
    size_t row = 0;
    while (fscanf(file, "%llu,%llu,%lld\n", &smaller, &larger, &quota) == 3) {
        cr_assert_lt(row, table.row_count);
        cr_assert_eq(value_table_cell(&table, row, 0), smaller);
        cr_assert_eq(value_table_cell(&table, row, 1), larger);
        cr_assert_eq(value_table_cell(&table, row, 2),
                     quota < 0 ? VALUE_TABLE_NONE : (uint64_t)quota);
        row++;
    }
    fclose(file);
    cr_assert_eq(row, table.row_count);
    value_table_finish(&table);
}

/* --- in print --- */

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected, "'%s' is not '%s'", text_string(text), expected);
    text_finish(text);
}

static void expect_table(const char *rules, int64_t upto, const char *expected)
{
    struct value_table table = filled_to(rules, upto, 0);
    struct text text = {0};
    value_table_print(&table, &text);
    expect_text(&text, expected);
    value_table_finish(&table);
}

Test(takeaway_table, values_stand_ten_in_a_line)
{
    expect_table("nim", 12,
                 "Nim: Grundy values of single heaps, to 12\n"
                 "\n"
                 "     0  1  2  3  4  5  6  7  8  9\n"
                 " 0   0  1  2  3  4  5  6  7  8  9\n"
                 "10  10 11 12\n"
                 "\n"
                 "All values: the value of a heap is its size.\n");
}

Test(takeaway_table, other_columns_have_headings)
{
    expect_table(
        "take-away:2x,misere", 3,
        "Fibonacci Nim, misere (take-away:2x,misere): the least winning take of each heap, "
        "to 3\n"
        "\n"
        "heap  least winning take\n"
        "   1                   -\n"
        "   2                   1\n"
        "   3                   2\n");
    expect_table("wythoff", 5,
                 "Wythoff's Game: two heaps that are lost for whoever begins, to 5\n"
                 "\n"
                 "smaller  larger\n"
                 "      1       2\n"
                 "      3       5\n");
    expect_table("wythoff", 1,
                 "Wythoff's Game: two heaps that are lost for whoever begins, to 1\n"
                 "\n"
                 "There are none.\n");
}

Test(takeaway_table, the_period_is_told_with_its_proof)
{
    struct value_table table = filled_to("kayles", 200, 0);
    struct text text = {0};
    value_table_print(&table, &text);
    cr_assert_not_null(
        strstr(text_string(&text), "\nPeriod 12 from 71 on, proven with the values to 167:\n"),
        "%s", text_string(&text));
    json_t *value = value_table_json(&table);
    int first, period, growth, proven_with;
    const char *theorem;
    cr_assert_eq(json_unpack(json_object_get(value, "period"), "{s:i, s:i, s:i, s:i, s:s !}",
                             "first", &first, "period", &period, "growth", &growth, "proven_with",
                             &proven_with, "theorem", &theorem),
                 0);
    cr_assert_eq(first, 71);
    cr_assert_eq(period, 12);
    cr_assert_eq(growth, 0);
    cr_assert_eq(proven_with, 167);
    json_decref(value);
    text_finish(&text);
    value_table_finish(&table);
}

Test(takeaway_table, values_that_grow_evenly_are_told_with_the_proof)
{
    struct value_table table = filled_to("subtraction:all-but-2,3,5,8", 30, 0);
    struct text text = {0};
    value_table_print(&table, &text);
    cr_assert_not_null(strstr(text_string(&text),
                              "\nFrom 0 on a heap larger by 7 has a value larger by 2, proven with "
                              "the values to 22:\n"),
                       "%s", text_string(&text));
    text_finish(&text);
    value_table_finish(&table);
}

Test(takeaway_table, where_no_period_is_proven_this_is_said)
{
    struct value_table table = filled_to("octal:0.6", 300, 0);
    struct text text = {0};
    value_table_print(&table, &text);
    cr_assert_not_null(strstr(text_string(&text), "\nThe values to 300 prove no period.\n"));
    text_finish(&text);
    value_table_finish(&table);
}

Test(takeaway_table, csv_is_that_of_rfc_4180)
{
    struct value_table table = filled_to("take-away:2x,misere", 2, 0);
    struct text text = {0};
    value_table_csv(&table, &text);
    expect_text(&text, "heap,least_winning_take,lost\r\n1,,0\r\n2,1,0\r\n");
    value_table_finish(&table);
}

Test(takeaway_table, json_has_an_array_for_each_column)
{
    struct value_table table = filled_to("take-away:2x,misere", 2, 0);
    struct text text = {0};
    json_t *value = value_table_json(&table);
    char *printed = json_dumps(value, 0);
    text_append_string(&text, printed);
    expect_text(&text, "{\"rules\": \"take-away:2x,misere\", \"upto\": 2, \"table\": \"takes\", "
                       "\"columns\": {\"heap\": [1, 2], \"least_winning_take\": [null, 1], "
                       "\"lost\": [0, 0]}}");
    free(printed);
    json_decref(value);
    value_table_finish(&table);
}

static void expect_refused(const char *rules, struct value_table_wish wish, const char *message)
{
    struct value_table table;
    struct error error;
    cr_assert_neq(plan(rules, wish, &table, &error), ERROR_NONE);
    cr_assert_str_eq(error.message, message);
}

Test(takeaway_table, what_cannot_be_tabulated_is_refused_with_the_reason)
{
    expect_refused("octal:0.35...", (struct value_table_wish){.upto = "65537"},
                   "--upto for octal:0.35... here is a number from 1 to 65536, not '65537'");
    expect_refused("wythoff", (struct value_table_wish){.upto = "2001"},
                   "--upto for wythoff here is a number from 1 to 2000, not '2001'");
    expect_refused("nim", (struct value_table_wish){.upto = "x"},
                   "--upto for nim here is a number from 1 to 1048576, not 'x'");
    expect_refused("nim,misere",
                   (struct value_table_wish){.upto = "5", .instead = "look elsewhere"},
                   "single heaps of nim,misere have no values here; look elsewhere");
    expect_refused("silver-dollar", (struct value_table_wish){.upto = "5"},
                   "the positions of silver-dollar are no heaps to tabulate");
    expect_refused("chomp", (struct value_table_wish){.upto = "5"},
                   "the positions of chomp are no heaps to tabulate");
    expect_refused("candy", (struct value_table_wish){.upto = "5", .heaps = 1},
                   "candy is always played with two heaps");
    expect_refused("northcott", (struct value_table_wish){.upto = "5"},
                   "the positions of northcott are no heaps to tabulate");
    expect_refused("date", (struct value_table_wish){.upto = "5"},
                   "the positions of date are no heaps to tabulate");
    expect_refused("take-away:2x", (struct value_table_wish){.upto = "5", .heaps = 2},
                   "take-away:2x is played with one heap; take-away:2x,local and "
                   "take-away:2x,global have two and more");
    expect_refused("take-away:x,misere", (struct value_table_wish){.upto = "5", .heaps = 2},
                   "take-away:x,misere is played with one heap; take-away:x,local,misere and "
                   "take-away:x,global,misere have two and more");
    expect_refused("nim", (struct value_table_wish){.upto = "5", .heaps = 2, .only_lost = true},
                   "--lost is about single heaps; of two, only lost ones are listed anyway");
}

/* --- genus --- */

static struct genus_list listed(const char *rules_text, const char *upto)
{
    struct genus_list list;
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(genus_list_plan(&list, &rules, upto, &error), ERROR_NONE, "%s", error.message);
    genus_list_fill(&list, NULL, NULL);
    return list;
}

Test(takeaway_table, the_genus_has_a_line_for_each_heap)
{
    struct genus_list list = listed("kayles,misere", "5");
    struct text text = {0};
    genus_list_print(&list, &text);
    expect_text(&text, "Kayles, misere (octal:0.77,misere): the genus of single heaps, to 5\n"
                       "\n"
                       "heap  genus\n"
                       "   0  0^120\n"
                       "   1  1^031\n"
                       "   2  2^20\n"
                       "   3  3^31\n"
                       "   4  1^031\n"
                       "   5  4^146  wild\n"
                       "\n"
                       "Up to the heap 4 all are tame: in misere play sums of them are as in "
                       "Nim.\n");
    genus_list_finish(&list);
}

Test(takeaway_table, a_genus_with_large_values_has_dots)
{
    struct genus_list list = listed("nim", "8");
    struct text text = {0};
    genus_print(&list.genera[8], &text);
    expect_text(&text, "8^8.10");
    genus_list_print(&list, &text);
    cr_assert_not_null(strstr(text_string(&text), "\nAll these heaps are tame: "));
    text_finish(&text);
    genus_list_finish(&list);
}

Test(takeaway_table, the_genus_is_there_for_programs)
{
    struct genus_list list = listed("octal:0.312", "4");
    struct text text = {0};
    genus_list_csv(&list, &text);
    expect_text(&text, "heap,value,misere,wild\r\n0,0,1 2 0,0\r\n1,1,0 3 1,0\r\n2,2,2 0,0\r\n"
                       "3,0,0 2,0\r\n4,2,1 4 2 0,1\r\n");
    json_t *value = genus_list_json(&list);
    char *printed = json_dumps(value, 0);
    text_append_string(&text, printed);
    expect_text(&text, "{\"rules\": \"octal:0.312\", \"upto\": 4, \"table\": \"genus\", "
                       "\"columns\": {\"heap\": [0, 1, 2, 3, 4], \"value\": [0, 1, 2, 0, 2], "
                       "\"misere\": [[1, 2, 0], [0, 3, 1], [2, 0], [0, 2], [1, 4, 2, 0]], "
                       "\"wild\": [0, 0, 0, 0, 1]}}");
    free(printed);
    json_decref(value);
    genus_list_finish(&list);
}

Test(takeaway_table, the_end_of_a_long_search_is_told)
{
    struct genus_list list = listed("kayles", "5");
    struct text text = {0};
    list.upto = 9;
    genus_list_print(&list, &text);
    cr_assert_not_null(strstr(
        text_string(&text), "\nThe list ends here: the genus of the heap 6 needs more than "
                            "20000000 moves of sums of heaps, or more than 250 misere values.\n"));
    text_finish(&text);
    genus_list_finish(&list);
}

static void expect_no_genus(const char *rules_text, const char *upto, const char *message)
{
    struct genus_list list;
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(genus_list_plan(&list, &rules, upto, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, message);
}

Test(takeaway_table, only_sums_of_heaps_have_a_genus)
{
    expect_no_genus("wythoff", "5",
                    "wythoff has no genus here: nim, octal codes, subtraction games and grundy "
                    "have one");
    expect_no_genus("nim", "501", "--upto with --genus is a number from 1 to 500, not '501'");
}
