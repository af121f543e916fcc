/* The start positions of a tournament: their text, and what is drawn. */
#include "common/game/drawn.h"
#include "common/tournament/starts.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <string.h>

SUITE(starts, 60);

static struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return rules;
}

static struct starts starts_of(const struct rules *rules, const char *text)
{
    struct starts starts = {0};
    struct error error;
    cr_assert_eq(starts_parse(rules, text, strlen(text), &starts, &error), ERROR_NONE, "%s: %s",
                 text, error.message);
    return starts;
}

static void expect_text(const char *rules_text, const char *text, const char *canonical)
{
    struct rules rules = rules_of(rules_text);
    struct starts starts = starts_of(&rules, text);
    struct text printed = {0};
    starts_print(&rules, &starts, &printed);
    cr_assert_str_eq(text_string(&printed), canonical);
    text_finish(&printed);
    starts_finish(&starts);
}

static void expect_bad(const char *rules_text, const char *text, enum error_code code,
                       const char *message)
{
    struct rules rules = rules_of(rules_text);
    struct starts starts = {.count = 77};
    struct error error = {0};
    cr_assert_eq(starts_parse(&rules, text, strlen(text), &starts, &error), code, "%s: %s", text,
                 error.message);
    cr_assert_str_eq(error.message, message);
    cr_assert_eq(starts.count, 77, "%s: changed", text);
}

/* --- the text --- */

Test(starts, are_printed_in_canonical_form)
{
    expect_text("take-away:2x", "35", "35");
    expect_text("nim", "5+3+7,1+2+3,9+8", "3+5+7,1+2+3,8+9");
    expect_text("take-away:2x", "35@34,35@12", "35,35@12");
    expect_text("nim", "drawn", "drawn");
    expect_text("nim", "fair", "fair");
    expect_text("nim", "drawn:2-4:5-50", "drawn:2-4:5-50");
    expect_text("take-away:2x", "fair:1:900-1100", "fair:1:900-1100");
    expect_text("nim", "fair:3-3:7-7", "fair:3:7");
    expect_text("chomp", "drawn", "drawn");
    expect_text("green-hackenbush", "0-1-2-0,0-1", "0-1-2-0,0-1");
}

/* The text says what is drawn, so that a record needs no look. */
Test(starts, of_a_game_that_begins_with_one_ring_or_heap_say_so)
{
    expect_text("kayles-on-a-ring", "drawn", "drawn:ring");
    expect_text("dawsons-chess-on-a-ring", "fair", "fair:ring");
    expect_text("one-pile", "fair", "fair:pile");
    expect_text("octal:0.77", "drawn:ring", "drawn:ring");
    expect_text("octal:0.77", "fair:pile", "fair:pile");
    expect_text("kayles-on-a-ring", "drawn:1-2:5-9", "drawn:1-2:5-9");
    expect_text("nimble", "drawn", "drawn");
    expect_bad("octal:0.33", "drawn:ring", ERROR_BAD_ARGUMENTS,
               "at 7 ('r'): a number was expected");
    expect_bad("octal:0.77", "drawn:pins", ERROR_BAD_ARGUMENTS,
               "at 7 ('p'): a number was expected");
}

Test(starts, that_cannot_be_read_say_why)
{
    expect_bad("nim", "", ERROR_BAD_POSITION, "start 1: at 1 (the end): a number was expected");
    expect_bad("nim", "3+5,", ERROR_BAD_POSITION, "start 2: at 1 (the end): a number was expected");
    expect_bad("nim", "drawn2", ERROR_BAD_ARGUMENTS, "at 6 ('2'): ':' was expected");
    expect_bad("nim", "drawn:2", ERROR_BAD_ARGUMENTS, "at 8 (the end): ':' was expected");
    expect_bad("nim", "drawn:2:3-", ERROR_BAD_ARGUMENTS, "at 11 (the end): a number was expected");
    expect_bad("nim", "fair:2:3-4x", ERROR_BAD_ARGUMENTS, "at 11 ('x'): the end was expected");
}

Test(starts, from_which_no_match_may_start_are_refused)
{
    expect_bad("nim", "3,0", ERROR_NO_LEGAL_MOVE,
               "start 2: nim: a match cannot start where there is no legal move");
    expect_bad("take-away:2x", "drawn:1:1-9", ERROR_NO_LEGAL_MOVE,
               "take-away:2x: a match cannot start where there is no legal move");
    expect_bad("wythoff", "drawn:1-3:1-9", ERROR_BAD_POSITION,
               "2 heaps at most, not 3, may stand in wythoff");
}

Test(starts, have_bounds_that_make_sense)
{
    expect_bad("nim", "drawn:0-2:1-9", ERROR_BAD_ARGUMENTS, "starts are drawn with 1 to 64 heaps");
    expect_bad("nim", "drawn:1-65:1-9", ERROR_BAD_ARGUMENTS, "starts are drawn with 1 to 64 heaps");
    expect_bad("nim", "drawn:1:0-9", ERROR_BAD_ARGUMENTS, "a heap has at least 1 counter");
    expect_bad("nim", "drawn:3-2:1-9", ERROR_BAD_ARGUMENTS,
               "of two bounds the lower one comes first");
    expect_bad("nim", "drawn:2:9-1", ERROR_BAD_ARGUMENTS,
               "of two bounds the lower one comes first");
    expect_bad("silver-dollar", "drawn:1:3", ERROR_BAD_ARGUMENTS,
               "silver-dollar is not played with heaps: starts can be drawn without bounds only");
    expect_bad("chomp", "drawn:1:3", ERROR_BAD_ARGUMENTS,
               "chomp is not played with heaps: starts can be drawn without bounds only");
    expect_bad("northcott", "drawn:1:3", ERROR_BAD_ARGUMENTS,
               "northcott is not played with heaps: starts can be drawn without bounds only");
    expect_bad("date", "drawn:1:3", ERROR_BAD_ARGUMENTS,
               "date is not played with heaps: starts can be drawn without bounds only");
    expect_bad(
        "green-hackenbush", "fair:1:3", ERROR_BAD_ARGUMENTS,
        "green-hackenbush is not played with heaps: starts can be drawn without bounds only");
}

Test(starts, are_a_thousand_at_most)
{
    struct rules rules = rules_of("nim");
    struct text list = {0};
    struct starts starts = {0};
    struct error error;
    text_append_string(&list, "1");
    for (int i = 1; i < STARTS_LIST_MAX; i++)
        text_append_string(&list, ",1");
    starts = starts_of(&rules, text_string(&list));
    cr_assert_eq(starts.count, STARTS_LIST_MAX);
    starts_finish(&starts);
    text_append_string(&list, ",1");
    cr_assert_eq(starts_parse(&rules, list.bytes, list.len, &starts, &error), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(error.message, "a tournament has at most 1000 starts to choose from");
    while (list.len <= STARTS_TEXT_MAX)
        text_append_string(&list, ",1");
    cr_assert_eq(starts_parse(&rules, list.bytes, list.len, &starts, &error), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(error.message, "the starts are over 16384 bytes");
    text_finish(&list);
}

/* --- what is drawn --- */

static void expect_candidate(const struct rules *rules, const struct starts *starts, uint64_t seed,
                             int64_t index, int64_t attempt, const char *expected)
{
    struct position position = {0};
    struct text printed = {0};
    starts_candidate(rules, starts, seed, index, attempt, &position);
    position_print(rules, &position, &printed);
    cr_assert_str_eq(text_string(&printed), expected);
    position_finish(&position);
    text_finish(&printed);
}

Test(starts, of_a_list_come_in_turn)
{
    struct rules rules = rules_of("nim");
    struct starts starts = starts_of(&rules, "3+5+7,1+2+3,8+9");
    for (int64_t round = 0; round < 3; round++) {
        expect_candidate(&rules, &starts, 1, 3 * round, 0, "3+5+7");
        expect_candidate(&rules, &starts, 2, 3 * round + 1, 0, "1+2+3");
        expect_candidate(&rules, &starts, 3, 3 * round + 2, 5, "8+9");
    }
    starts_finish(&starts);
}

Test(starts, do_not_change_from_one_version_to_the_next)
{
    struct rules nim = rules_of("nim"), take_away = rules_of("take-away:2x");
    struct starts bounded = starts_of(&nim, "drawn:2-4:5-50");
    struct starts fair = starts_of(&take_away, "fair:1:900-1100");
    struct starts free_ones = starts_of(&take_away, "drawn");
    expect_candidate(&nim, &bounded, 1, 0, 0, "27+30+38+50");
    expect_candidate(&nim, &bounded, 1, 1, 0, "6+37+37+42");
    expect_candidate(&take_away, &fair, 7, 3, 2, "954");
    expect_candidate(&take_away, &free_ones, 7, 3, 0, "45");
    starts_finish(&bounded);
    starts_finish(&fair);
    starts_finish(&free_ones);
}

/* `drawn` in the record of a tournament from before is several rows, whoever reads it, and a look
 * in the text is obeyed by whoever knows the rules alone. */
Test(starts, follow_from_their_text_and_not_from_the_look_of_the_rules)
{
    struct rules plain = rules_of("octal:0.77"), ring = rules_of("kayles-on-a-ring");
    struct starts free_ones = starts_of(&plain, "drawn"), rings = starts_of(&plain, "drawn:ring");
    expect_candidate(&plain, &free_ones, 1, 0, 0, "11+14+18");
    expect_candidate(&ring, &free_ones, 1, 0, 0, "11+14+18");
    expect_candidate(&plain, &rings, 1, 0, 0, "o18");
    expect_candidate(&ring, &rings, 1, 0, 0, "o18");
    starts_finish(&free_ones);
    starts_finish(&rings);
}

static void draw(const struct rules *rules, const struct starts *starts, int64_t index,
                 struct position *position)
{
    struct error error;
    starts_candidate(rules, starts, 5, index, 0, position);
    EXPECT(position_check_start(rules, position, &error) == ERROR_NONE, "%s", error.message);
}

Test(starts, within_bounds_have_all_numbers_as_likely_as_any_other)
{
    enum { DRAWS = 20000, SIZES = 8 };
    struct rules rules = rules_of("nim");
    struct starts starts = starts_of(&rules, "drawn:2-4:3-10");
    struct position position = {0};
    int heaps[5] = {0}, sizes[11] = {0}, all = 0;
    for (int64_t i = 0; i < DRAWS; i++) {
        draw(&rules, &starts, i, &position);
        EXPECT(position.count >= 2 && position.count <= 4, "%u heaps", position.count);
        heaps[position.count]++;
        for (uint32_t j = 0; j < position.count; j++, all++) {
            EXPECT(position.cells[j] >= 3 && position.cells[j] <= 10, "%" PRId64,
                   position.cells[j]);
            sizes[position.cells[j]]++;
        }
    }
    for (int i = 2; i <= 4; i++)
        cr_assert(abs(heaps[i] - DRAWS / 3) < DRAWS / 50, "%d heaps: %d times", i, heaps[i]);
    for (int i = 3; i <= 10; i++)
        cr_assert(abs(sizes[i] - all / SIZES) < all / 100, "size %d: %d times", i, sizes[i]);
    position_finish(&position);
    starts_finish(&starts);
}

Test(starts, differ_by_seed_index_and_attempt)
{
    struct rules rules = rules_of("nim");
    struct starts starts = starts_of(&rules, "drawn:4:1-1000000000");
    struct position positions[4] = {{0}};
    starts_candidate(&rules, &starts, 1, 1, 0, &positions[0]);
    starts_candidate(&rules, &starts, 2, 1, 0, &positions[1]);
    starts_candidate(&rules, &starts, 1, 2, 0, &positions[2]);
    starts_candidate(&rules, &starts, 1, 1, 1, &positions[3]);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++)
            cr_assert_not(position_equal(&positions[i], &positions[j]));
    }
    for (int i = 0; i < 4; i++)
        position_finish(&positions[i]);
    starts_finish(&starts);
}

/* In octal:0.1 a heap of 1 can be taken, and nothing else has a move: smallest and largest do not
 * tell of those between. */
static const char *const bounded_games[][2] = {
    {"nim", "drawn:1-64:1-9223372036854775807"},
    {"take-away:2x", "fair:1:900-1100"},
    {"take-away:2x,local", "drawn:1-3:2-30"},
    {"take-away:2x,global", "drawn:1-3:2-30"},
    {"octal:0.77", "drawn:1-5:1-40"},
    {"octal:0.77,misere", "drawn:1-4:1-10"},
    {"octal:0.1", "drawn:1-3:1"},
    {"subtraction:3,4", "drawn:1-3:3-30"},
    {"subtraction:squares", "fair:2:5-30"},
    {"subtraction:1,2,3,misere", "fair:1-64:4-9223372036854775807"},
    {"grundy", "drawn:2:3-60"},
    {"wythoff", "fair:2:1-60"},
    {"wythoff", "drawn:1-2:1-60"},
};

Test(starts, of_every_game_may_start_a_match)
{
    struct position position = {0};
    for (size_t i = 0; i < sizeof bounded_games / sizeof *bounded_games; i++) {
        struct rules rules = rules_of(bounded_games[i][0]);
        struct starts starts = starts_of(&rules, bounded_games[i][1]);
        for (int64_t j = 0; j < 300; j++)
            draw(&rules, &starts, j, &position);
        starts_finish(&starts);
    }
    for (const struct game *game = games; game->name; game++) {
        struct rules rules = rules_of(game->name);
        struct starts starts = starts_of(&rules, "fair");
        for (int64_t j = 0; j < 300; j++)
            draw(&rules, &starts, j, &position);
        starts_finish(&starts);
    }
    position_finish(&position);
}

/* In octal:0.10001 a heap of 1 can be taken, and so can five counters that are a whole heap; heaps
 * of 2, 3 and 4 are stuck. */
Test(starts, that_are_over_are_drawn_again)
{
    struct rules rules = rules_of("octal:0.10001");
    struct starts starts = starts_of(&rules, "drawn:1:1-5");
    struct position position = {0};
    int ones = 0, fives = 0;
    for (int64_t i = 0; i < 300; i++) {
        draw(&rules, &starts, i, &position);
        ones += position.cells[0] == 1;
        fives += position.cells[0] == 5;
    }
    cr_assert_eq(ones + fives, 300);
    cr_assert(ones > 100 && fives > 100, "%d and %d", ones, fives);
    position_finish(&position);
    starts_finish(&starts);
}

/* As before, with 1 and 240: two of 240. Where a hundred draws bring none of them, it is 1; by
 * chance that is so in 43 of 100. */
Test(starts, that_are_nearly_all_over_are_the_smallest)
{
    struct text text = {0};
    text_append_string(&text, "octal:0.1");
    for (int i = 2; i < 240; i++)
        text_append_char(&text, '0');
    text_append_char(&text, '1');
    struct rules rules = rules_of(text_string(&text));
    struct starts starts = starts_of(&rules, "drawn:1:1-240");
    struct position position = {0};
    int ones = 0;
    for (int64_t i = 0; i < 1000; i++) {
        draw(&rules, &starts, i, &position);
        ones += position.cells[0] == 1;
    }
    cr_assert(ones > 650 && ones < 780, "%d", ones);
    position_finish(&position);
    starts_finish(&starts);
    text_finish(&text);
}

/* --- drawn games --- */

static struct rules class_of(const char *text)
{
    struct rules class;
    struct error error;
    cr_assert_not(rules_or_class_parse(&class, text, strlen(text), &error), "%s", error.message);
    return class;
}

Test(starts, a_class_has_starts_without_bounds)
{
    struct rules class = class_of("drawn:octal:4");
    static const char *const texts[] = {"fair", "drawn"};
    for (int i = 0; i < 2; i++) {
        struct text printed = {0};
        struct starts starts = starts_of(&class, texts[i]);
        starts_print(&class, &starts, &printed);
        cr_assert_str_eq(text_string(&printed), texts[i]);
        text_finish(&printed);
    }
    struct starts starts;
    struct error error;
    cr_assert_eq(starts_parse(&class, "3+5", 3, &starts, &error), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(error.message, "the starts of drawn games are 'fair' or 'drawn', not '3+5': "
                                    "no position is known before the rules are");
    cr_assert_eq(starts_parse(&class, "fair:1:5-9", 10, &starts, &error), ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(error.message, "at 5 (':'): the end (starts of drawn games have no bounds) "
                                    "was expected");
}

Test(starts, rules_follow_from_seed_and_index)
{
    struct rules class = class_of("drawn:octal:4"), nim = rules_of("nim"), one, other;
    starts_rules(&nim, 7, 3, &one);
    cr_assert_str_eq(one.text, "nim");
    starts_rules(&class, 7, 3, &one);
    cr_assert_eq(one.class_size, 0);
    starts_rules(&class, 7, 3, &other);
    cr_assert_str_eq(one.text, other.text);
    starts_rules(&class, 7, 4, &other);
    cr_assert_str_neq(one.text, other.text);
    starts_rules(&class, 8, 3, &other);
    cr_assert_str_neq(one.text, other.text);
    starts_rules(&class, 7, 0, &one);
    cr_assert_str_eq(one.text, "octal:4.0206");
}
