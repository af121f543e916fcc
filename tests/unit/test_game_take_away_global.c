#include "common/game/take_away.h"
#include "tests/unit/test_game_take_away_wording.h"

SUITE(game_take_away_global, 120);

#define GLOBAL "take-away:2x,global"
#define MOST "9223372036854775807"

Test(game_take_away_global, the_quota_is_printed_unless_it_is_the_opening_quota)
{
    expect_position(GLOBAL, "0", "0");
    expect_position(GLOBAL, "8+5", "5+8");
    expect_position(GLOBAL, "8+5@3", "5+8@3");
    expect_position(GLOBAL, "5+8@7", "5+8");
    expect_position(GLOBAL, "5+8@8", "5+8@8");
    expect_position(GLOBAL, "5+8@12", "5+8@8");
    expect_position(GLOBAL, "8+5@12", "5+8@8");
    expect_position(GLOBAL, "1", "1");
    expect_position(GLOBAL, "1+1", "1+1");
    expect_position(GLOBAL, "1+1@1", "1+1@1");
    expect_position("take-away:x,global", MOST "+1+" MOST "@" MOST, "1+" MOST "+" MOST "@" MOST);
}

Test(game_take_away_global, a_fault_in_a_position_is_named)
{
    expect_bad_position(GLOBAL, "", "at 1 (the end): a number was expected");
    expect_bad_position(GLOBAL, "5@2+8",
                        "at 4: the one quota comes after the last heap (as in 5+8@3)");
    expect_bad_position(GLOBAL, "5+8@0", "at 5: a quota is at least 1");
    expect_bad_position(GLOBAL, "5+8@", "at 5 (the end): a number was expected");
    expect_bad_position(GLOBAL, "5+8@3@2", "at 6 ('@'): the end was expected");
    expect_bad_position(GLOBAL, "5 +8",
                        "at 2 (a space): '+', '@' with the quota or the end was expected");
    expect_bad_position(GLOBAL, "0@3", "at 2: the empty position has no quota");
    expect_bad_position(GLOBAL, "0x",
                        "at 2 ('x'): '+', '@' with the quota or the end was expected");
    expect_bad_position(GLOBAL, "5+0",
                        "at 3: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position(GLOBAL, "9223372036854775808",
                        "at 1: the number is over 9223372036854775807");
}

/* `count` heaps of 3. */
static char *threes(int count)
{
    struct text text = {0};
    for (int i = 0; i < count; i++)
        text_append_string(&text, i ? "+3" : "3");
    return text.bytes;
}

Test(game_take_away_global, a_position_has_1024_heaps_at_most)
{
    char *most = threes(1024), *more = threes(1025);
    struct table table = table_of("take-away:x,global", most);
    struct error error;
    cr_assert_eq(table.position.count, 1024 + TAKE_AWAY_GLOBAL_HEAPS);
    cr_assert(position_counters(&table.rules, &table.position) == 3 * 1024);
    cr_assert(move_count(&table.rules, &table.position) == 2);
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    expect_bad_position(GLOBAL, more, "at 2049: a position has at most 1024 heaps");
    table_clear(&table);
    free(most);
    free(more);
}

Test(game_take_away_global, a_move_sets_the_quota_of_all_heaps)
{
    expect_move(GLOBAL, "5+8", "8>6", "8>6", "5+6@4");
    expect_move(GLOBAL, "5+8", "8>7", "8>7", "5+7@2");
    expect_move(GLOBAL, "5+8@5", "5>0", "5>0", "8@8");
    expect_move(GLOBAL, "5+8", "5+8>5+6", "8>6", "5+6@4");
    expect_move(GLOBAL, "8+8@3", "8+8>6+8", "8>6", "6+8@4");
    expect_move(GLOBAL, "1+3@2", "3>1", "3>1", "1+1@1");
    expect_move(GLOBAL, "1+2", "1>0", "1>0", "2@2");
    expect_move(GLOBAL, "1@1", "1>0", "1>0", "0");
    expect_move("take-away:x,global", "8+9", "9>8", "9>8", "8+8@1");
    expect_move("take-away:10000x,global", "5+65535", "65535>1", "65535>1", "1+5@5");
}

Test(game_take_away_global, an_illegal_move_is_answered_with_the_quota)
{
    expect_bad_move(GLOBAL, "5+8@3", "8>4", ERROR_ILLEGAL_MOVE,
                    "quota is 3: at most 3 of 8 may be taken");
    expect_bad_move(GLOBAL, "5+8", "8>0", ERROR_ILLEGAL_MOVE,
                    "quota is 7: at most 7 of 8 may be taken");
    expect_bad_move(GLOBAL, "1+1", "1>0", ERROR_ILLEGAL_MOVE,
                    "quota is 0: at most 0 of 1 may be taken");
    expect_bad_move(GLOBAL, "5+8", "8>8", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move(GLOBAL, "5+8", "8>9", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move(GLOBAL, "5+8", "5+8>4+7", ERROR_ILLEGAL_MOVE, "a move changes one heap, not 2");
    expect_bad_move(GLOBAL, "5+8", "8>2+5", ERROR_ILLEGAL_MOVE, GLOBAL ": a heap may not be split");
}

Test(game_take_away_global, a_move_that_does_not_fit_the_table_cannot_be_read)
{
    expect_bad_move(GLOBAL, "5+8@3", "3>2", ERROR_BAD_MOVE, "no heap of 3 is on the table");
    expect_bad_move(GLOBAL, "0", "3>2", ERROR_BAD_MOVE, "no heap of 3 is on the table");
    expect_bad_move(GLOBAL, "5+8", "8+8>3+8", ERROR_BAD_MOVE,
                    "heaps of 8 on the table: 1, named in the move: 2");
    expect_bad_move(GLOBAL, "5+8@3", "8@3>7", ERROR_BAD_MOVE,
                    "at 2 ('@'): '+' or '>' was expected");
    expect_bad_move(GLOBAL, "5+8", "8>7@2", ERROR_BAD_MOVE,
                    "at 4 ('@'): '+' or the end was expected");
}

Test(game_take_away_global, start_positions_have_stated_limits)
{
    expect_limit("take-away:x,global", MOST "+1+" MOST, NULL);
    expect_limit("take-away:2x-1,global", MOST "+1+" MOST, NULL);
    expect_limit("take-away:3/2x,global", MOST "+1+" MOST, NULL);
    expect_limit("take-away:1.999999999x,global", MOST "+1+" MOST, NULL);
    expect_limit("take-away:3x,global", MOST, NULL);
    expect_limit(GLOBAL, "7+" MOST, NULL);
    expect_limit(GLOBAL, "255+255+255", NULL);
    expect_limit(GLOBAL, "255+255+256",
                 GLOBAL ": the product of (heap + 1) over all heaps is at most 16777216 (as in "
                        "255+255+255), not 16842752");
    expect_limit("take-away:3x,global", "4095+4095", NULL);
    expect_limit("take-away:3x,global", "7+" MOST,
                 "take-away:3x,global: the product of (heap + 1) over all heaps is at most "
                 "16777216 (as in 255+255+255), not 9223372036854775807 or more");
    expect_limit("take-away:x,global,misere", "25+25+25", NULL);
    expect_limit("take-away:x,global,misere", "706", NULL);
    expect_limit("take-away:x,global,misere", "707",
                 "take-away:x,global,misere: the product of (heap + 1) over all heaps, times (the "
                 "largest heap + 1), is at most 500000 (as in 25+25+25), not 501264");
}

static enum take_away_theory theory_of(const char *rules, const char *position)
{
    struct table table = table_of(rules, position);
    enum take_away_theory theory = take_away_global_theory(&table.rules, &table.position);
    table_clear(&table);
    return theory;
}

Test(game_take_away_global, a_theory_serves_some_functions_and_numbers_of_heaps)
{
    cr_assert_eq(theory_of("take-away:3x,global", "0"), TAKE_AWAY_BY_PARTS);
    cr_assert_eq(theory_of("take-away:x,global", "9"), TAKE_AWAY_BY_PARTS);
    cr_assert_eq(theory_of("take-away:x,global", "9+9"), TAKE_AWAY_BY_NIM_SUM);
    cr_assert_eq(theory_of("take-away:2x-1,global", "1+2+9"), TAKE_AWAY_BY_NIM_SUM);
    cr_assert_eq(theory_of("take-away:3/2x,global", "1+2+9"), TAKE_AWAY_BY_NIM_SUM);
    cr_assert_eq(theory_of("take-away:1.999999999x,global", "2+9"), TAKE_AWAY_BY_NIM_SUM);
    cr_assert_eq(theory_of("take-away:2x,global", "2+9"), TAKE_AWAY_BY_DIFFERENCE);
    cr_assert_eq(theory_of("take-away:2x,global", "2+3+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:3x,global", "2+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:2x+1,global", "2+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:3/2x+1,global", "2+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:x+1,global", "2+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:5/2x-1,global", "2+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:2.000000001x-1,global", "2+9"), TAKE_AWAY_BY_TABLE);
    cr_assert_eq(theory_of("take-away:3x-2,global", "2+9"), TAKE_AWAY_BY_TABLE);
}

/* What makes F binary, for many F: F(b) < 2b for every power b of 2 that fits. */
static void check_binary(int64_t p, int64_t q, int64_t constant)
{
    struct take_away_function function = {p, q, constant};
    bool is_binary = true;
    for (int64_t b = 1; b <= INT64_MAX / 2; b *= 2)
        is_binary &= take_away_function_at(&function, b) < 2 * b;
    cr_assert_eq(take_away_function_is_binary(&function), is_binary, "%lld/%lldx%+lld",
                 (long long)p, (long long)q, (long long)constant);
}

Test(game_take_away_global, a_function_is_binary_below_twice_the_powers_of_2)
{
    for (int64_t q = 1; q <= 24; q++) {
        for (int64_t p = q; p <= 5 * q; p++) {
            for (int64_t constant = 1 - p / q; constant <= 3; constant++)
                check_binary(p, q, constant);
        }
    }
    check_binary(1999999999, 1000000000, 0);
    check_binary(2000000001, 1000000000, -1);
    check_binary(INT64_MAX, INT64_MAX - 1, 0);
    check_binary(INT64_MAX - 1, INT64_MAX / 2, -1);
}

Test(game_take_away_global, moves_are_numbered_exactly_to_2_63)
{
    const int64_t most = INT64_MAX;
    struct table table =
        table_of("take-away:x,global",
                 "3+9223372036854775805+" MOST "+9223372036854775806+" MOST "@9223372036854775806");
    uint128 count = move_count(&table.rules, &table.position);
    cr_assert(count == (uint128)3 + (uint128)(most - 2) + (uint128)(most - 1) * 2);
    cr_assert(position_counters(&table.rules, &table.position) == (uint128)most * 4);
    const struct {
        uint128 index;
        struct move move;
    } rows[] = {
        {2, take_away_move(3, 0)},
        {3, take_away_move(most - 2, most - 3)},
        {(uint128)most, take_away_move(most - 2, 0)},
        {(uint128)most + 1, take_away_move(most - 1, most - 2)},
        {(uint128)most * 2 - 1, take_away_move(most - 1, 0)},
        {(uint128)most * 2, take_away_move(most, most - 1)},
        {count - 1, take_away_move(most, 1)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move move;
        move_at(&table.rules, &table.position, rows[i].index, &move);
        cr_assert(move_equal(&move, &rows[i].move), "row %zu", i);
    }
    table_clear(&table);
}

/* A position as its wording has it: heaps, ascending, and a quota. */
enum { HEAPS = 3, LARGEST = 10 };

struct wording {
    int count;
    int heaps[HEAPS];
    int quota;
};

static int compare_heaps(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int largest_of(const struct wording *wording)
{
    return wording->count ? wording->heaps[wording->count - 1] : 0;
}

static void expect_cells(const struct position *position, const struct wording *wording)
{
    if (wording->count == 0) {
        cr_assert_eq(position->count, 0);
        return;
    }
    cr_assert_eq((int)position->count, wording->count + 1);
    cr_assert_eq(position->cells[0], wording->quota);
    for (int i = 0; i < wording->count; i++)
        cr_assert_eq(position->cells[i + 1], wording->heaps[i]);
}

/* The wording after `take` counters from heap `i`. */
static struct wording played(const struct function *function, struct wording wording, int i,
                             int take)
{
    wording.heaps[i] -= take;
    if (wording.heaps[i] == 0)
        wording.heaps[i] = wording.heaps[--wording.count];
    qsort(wording.heaps, (size_t)wording.count, sizeof *wording.heaps, compare_heaps);
    wording.quota = quota_after(function, take);
    if (wording.quota > largest_of(&wording))
        wording.quota = largest_of(&wording);
    return wording;
}

static void check_take(const struct table *table, const struct function *function,
                       const struct wording *wording, int i, int take, uint128 index)
{
    int heap = wording->heaps[i];
    struct move move, expected = take_away_move(heap, heap - take);
    move_at(&table->rules, &table->position, index, &move);
    cr_assert(move_equal(&move, &expected));
    struct text printed = {0};
    char text[64];
    snprintf(text, sizeof text, "%d>%d", heap, heap - take);
    cr_assert_str_eq(move_text(table, &move, &printed), text);
    struct position after = {0};
    struct wording expected_after = played(function, *wording, i, take);
    position_copy(&after, &table->position);
    move_apply(&table->rules, &after, &move);
    expect_cells(&after, &expected_after);
    text_finish(&printed);
    position_finish(&after);
}

static bool stands(const struct wording *wording, int heap)
{
    for (int i = 0; i < wording->count; i++) {
        if (wording->heaps[i] == heap)
            return true;
    }
    return false;
}

/* Tries all texts "heap>left". */
static void check_texts(const struct table *table, const struct wording *wording)
{
    char text[64];
    for (int heap = 1; heap <= LARGEST + 1; heap++) {
        for (int left = 0; left <= LARGEST + 1; left++) {
            struct move move = take_away_move(heap, left);
            bool is_legal = stands(wording, heap) && left < heap && heap - left <= wording->quota;
            snprintf(text, sizeof text, "%d>%d", heap, left);
            cr_assert_eq(table_allows(table, text, &move), is_legal, "%s", text);
        }
    }
}

/* Largest heap first; the opening quota 0 is left out. */
static void set_table(struct table *table, const struct wording *wording)
{
    struct text text = {0};
    for (int i = wording->count - 1; i >= 0; i--)
        text_printf(&text, "%d%s", wording->heaps[i], i > 0 ? "+" : "");
    if (wording->quota > 0)
        text_printf(&text, "@%d", wording->quota);
    table_set(table, text_string(&text));
    text_finish(&text);
    expect_cells(&table->position, wording);
}

static void check_position(const struct function *function, const struct wording *wording)
{
    struct table table = {.rules = rules_with(function, ",global")};
    set_table(&table, wording);
    uint128 index = 0;
    for (int i = 0; i < wording->count; i++) {
        int heap = wording->heaps[i];
        if (i > 0 && heap == wording->heaps[i - 1])
            continue;
        for (int take = 1; take <= heap && take <= wording->quota; take++)
            check_take(&table, function, wording, i, take, index++);
    }
    cr_assert(move_count(&table.rules, &table.position) == index);
    check_texts(&table, wording);
    struct text printed = {0};
    struct table again = table_of(table.rules.text, position_text(&table, &printed));
    cr_assert(position_equal(&again.position, &table.position));
    text_finish(&printed);
    table_clear(&again);
    table_clear(&table);
}

/* All positions that go on from `wording` with heaps not below its last one. */
static int check_all(const struct function *function, struct wording wording)
{
    int checked = 0;
    int largest = largest_of(&wording);
    for (wording.quota = largest == 1 ? 0 : 1; wording.quota <= largest; wording.quota++) {
        check_position(function, &wording);
        checked++;
    }
    if (wording.count == HEAPS)
        return checked;
    wording.count++;
    for (int heap = largest ? largest : 1; heap <= LARGEST; heap++) {
        wording.heaps[wording.count - 1] = heap;
        checked += check_all(function, wording);
    }
    return checked;
}

Test(game_take_away_global, the_legal_moves_of_small_positions_are_those_of_the_wording)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        /* With n heaps: largest heap m in C(m + n - 2, n - 1) ways, m quotas; 3 more for heaps of 1
         * at the opening. */
        int expected = 3, ways[HEAPS] = {0};
        for (int m = 1; m <= LARGEST; m++) {
            ways[0] = 1, ways[1] = m, ways[2] = m * (m + 1) / 2;
            expected += m * (ways[0] + ways[1] + ways[2]);
        }
        cr_assert_eq(check_all(&functions[i], (struct wording){0}), expected);
    }
}
