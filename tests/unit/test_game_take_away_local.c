#include "common/game/take_away.h"
#include "tests/unit/test_game_take_away_wording.h"

SUITE(game_take_away_local, 120);

#define LOCAL "take-away:2x,local"
#define MOST "9223372036854775807"

Test(game_take_away_local, heaps_are_printed_by_size_then_quota)
{
    expect_position(LOCAL, "0", "0");
    expect_position(LOCAL, "8+5", "5+8");
    expect_position(LOCAL, "5+8@3+8", "5+8@3+8");
    expect_position(LOCAL, "8+8@3+5@4", "5+8@3+8");
    expect_position(LOCAL, "8@8+8+8@3", "8@3+8+8@8");
    expect_position(LOCAL, "1@1+1", "1+1@1");
    expect_position(LOCAL, "3+1@7+5@9", "1@1+3+5@5");
    expect_position(LOCAL, "2@1+2@2", "2+2@2");
    expect_position(LOCAL, "9@9+9+1", "1+9+9@9");
}

Test(game_take_away_local, a_fault_in_a_position_is_named)
{
    expect_bad_position(LOCAL, "", "at 1 (the end): a number was expected");
    expect_bad_position(LOCAL, "5@0", "at 3: a quota is at least 1");
    expect_bad_position(LOCAL, "8+1@0", "at 5: a quota is at least 1");
    expect_bad_position(LOCAL, "5@", "at 3 (the end): a number was expected");
    expect_bad_position(LOCAL, "5+", "at 3 (the end): a number was expected");
    expect_bad_position(LOCAL, "5@3@2",
                        "at 4 ('@'): '@' with a quota, '+' or the end was expected");
    expect_bad_position(LOCAL, "5 +8",
                        "at 2 (a space): '@' with a quota, '+' or the end was "
                        "expected");
    expect_bad_position(LOCAL, "0@3", "at 2: the empty position has no quota");
    expect_bad_position(LOCAL, "0x", "at 2 ('x'): '@' with a quota, '+' or the end was expected");
    expect_bad_position(LOCAL, "5+0",
                        "at 3: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position(LOCAL, "0+5",
                        "at 1: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position(LOCAL, "5+9223372036854775808",
                        "at 3: the number is over 9223372036854775807");
}

/* `count` heaps of 3, each with a quota of 1. */
static char *threes(int count)
{
    struct text text = {0};
    for (int i = 0; i < count; i++)
        text_append_string(&text, i ? "+3@1" : "3@1");
    return text.bytes;
}

Test(game_take_away_local, a_position_has_1024_heaps_at_most)
{
    char *most = threes(1024), *more = threes(1025);
    struct table table = table_of(LOCAL, most);
    cr_assert_eq(table.position.count, 1024 * TAKE_AWAY_PAIR);
    cr_assert(position_counters(&table.rules, &table.position) == 3 * 1024);
    cr_assert(move_count(&table.rules, &table.position) == 1);
    expect_bad_position(LOCAL, more, "at 4097: a position has at most 1024 heaps");
    table_clear(&table);
    free(most);
    free(more);
}

Test(game_take_away_local, a_move_sets_the_quota_of_its_heap_alone)
{
    expect_move(LOCAL, "5+8", "8>6", "8>6", "5+6@4");
    expect_move(LOCAL, "5+8@3", "8>5", "8>5", "5+5@5");
    expect_move(LOCAL, "5+8@3", "5>3", "5>3", "3@3+8@3");
    expect_move(LOCAL, "2+2", "2>1", "2>1", "1@1+2");
    expect_move(LOCAL, "1+1@1", "1@1>0", "1@1>0", "1");
    expect_move(LOCAL, "1@1+1@1", "1>0", "1>0", "1@1");
    expect_move(LOCAL, "1@1", "1>0", "1>0", "0");
    expect_move("take-away:x,local", "8+9", "9>8", "9>8", "8@1+8");
    expect_move("take-away:10000x,local", "65535+5", "65535>1", "65535>1", "1@1+5");
}

Test(game_take_away_local, a_quota_tells_heaps_of_one_size_apart)
{
    expect_move(LOCAL, "8@3+8", "8@3>6", "8@3>6", "6@4+8");
    expect_move(LOCAL, "8@3+8", "8@7>6", "8@7>6", "6@4+8@3");
    expect_move(LOCAL, "8@3+8@3", "8>6", "8>6", "6@4+8@3");
    expect_move(LOCAL, "8@3+8@3", "8@3>6", "8>6", "6@4+8@3");
    expect_move(LOCAL, "8@8+8", "8@9>0", "8@8>0", "8");
    expect_move(LOCAL, "5+8@3+8", "5@4>3", "5>3", "3@3+8@3+8");
}

Test(game_take_away_local, heaps_on_both_sides_cancel)
{
    expect_move(LOCAL, "5+8", "5+8>5+6", "8>6", "5+6@4");
    expect_move(LOCAL, "5+8", "8+5>6+5", "8>6", "5+6@4");
    expect_move(LOCAL, "5+8@3", "5@4+8@3>5+6", "8>6", "5+6@4");
    expect_move(LOCAL, "8+8", "8+8>6+8", "8>6", "6@4+8");
    expect_move(LOCAL, "8+8", "8@7+8>6+8", "8>6", "6@4+8");
    expect_move(LOCAL, "8@3+8@3+8", "8@3+8@3>6+8", "8@3>6", "6@4+8@3+8");
    expect_move(LOCAL, "5+8@3+8", "5+8@3+8>3+8+8", "5>3", "3@3+8@3+8");
    expect_move(LOCAL, "5+8@3+8", "5+8+8>3+8+8", "5>3", "3@3+8@3+8");
}

Test(game_take_away_local, a_move_that_could_be_of_several_heaps_is_answered_with_what_to_write)
{
    expect_bad_move(LOCAL, "8@3+8", "8>6", ERROR_BAD_MOVE,
                    "heaps of 8 have different quotas: write 8@3>6 or 8@7>6");
    expect_bad_move(LOCAL, "8@3+8", "8@3+8>6+8", ERROR_BAD_MOVE,
                    "heaps of 8 have different quotas: write 8@3>6 or 8@7>6");
    expect_bad_move(LOCAL, "8@3+8", "8+8>6+8", ERROR_BAD_MOVE,
                    "heaps of 8 have different quotas: write 8@3>6 or 8@7>6");
    expect_bad_move(LOCAL, "8@3+8", "8@3+8@7>6+8", ERROR_BAD_MOVE,
                    "heaps of 8 have different quotas: write 8@3>6 or 8@7>6");
    expect_bad_move(LOCAL, "8@1+8@2+8@2+8@3", "8>0", ERROR_BAD_MOVE,
                    "heaps of 8 have different quotas: write 8@1>0 or 8@2>0 or 8@3>0");
    expect_bad_move(LOCAL, "8@1+8@2+8@4+8@3", "8>6", ERROR_BAD_MOVE,
                    "heaps of 8 have different quotas: write 8@1>6 or 8@2>6 or 8@3>6 or ...");
    expect_bad_move(LOCAL, "1+1@1", "1>0", ERROR_BAD_MOVE,
                    "heaps of 1 have different quotas: write 1@1>0");
}

Test(game_take_away_local, an_illegal_move_is_answered_with_the_quota_of_its_heap)
{
    expect_bad_move(LOCAL, "5+8@3", "8>4", ERROR_ILLEGAL_MOVE,
                    "quota of the heap of 8 is 3: at most 3 may be taken");
    expect_bad_move(LOCAL, "8@3+8", "8@3>4", ERROR_ILLEGAL_MOVE,
                    "quota of the heap of 8 is 3: at most 3 may be taken");
    expect_bad_move(LOCAL, "5+8", "8>0", ERROR_ILLEGAL_MOVE,
                    "quota of the heap of 8 is 7: at most 7 may be taken");
    expect_bad_move(LOCAL, "1+1", "1>0", ERROR_ILLEGAL_MOVE,
                    "quota of the heap of 1 is 0: at most 0 may be taken");
    expect_bad_move(LOCAL, "5+8", "8>8", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move(LOCAL, "5+8", "0>0", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move(LOCAL, "5+8", "8>9", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move(LOCAL, "5+8", "0>2", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move(LOCAL, "5+8", "5+8>4+7", ERROR_ILLEGAL_MOVE, "a move changes one heap, not 2");
    expect_bad_move(LOCAL, "5+8", "8>2+5", ERROR_ILLEGAL_MOVE, LOCAL ": a heap may not be split");
    expect_bad_move(LOCAL, "5+8", "8>1+2+3", ERROR_ILLEGAL_MOVE,
                    "a move leaves at most two heaps of one, not 3");
}

Test(game_take_away_local, a_move_that_does_not_fit_the_table_cannot_be_read)
{
    expect_bad_move(LOCAL, "5+8", "9>3", ERROR_BAD_MOVE, "no heap of 9 is on the table");
    expect_bad_move(LOCAL, "0", "9>3", ERROR_BAD_MOVE, "no heap of 9 is on the table");
    expect_bad_move(LOCAL, "5+8", "8+8>3+8", ERROR_BAD_MOVE,
                    "heaps of 8 on the table: 1, named in the move: 2");
    expect_bad_move(LOCAL, "8@3+8", "8@3+8@3>8+6", ERROR_BAD_MOVE,
                    "heaps of 8@3 on the table: 1, named in the move: 2");
    expect_bad_move(LOCAL, "5+8@3", "8@4>7", ERROR_BAD_MOVE, "quota of the heap of 8 is 3, not 4");
    expect_bad_move(LOCAL, "1+5", "1@1>0", ERROR_BAD_MOVE, "quota of the heap of 1 is 0, not 1");
    expect_bad_move(LOCAL, "8@3+8", "8@4>7", ERROR_BAD_MOVE,
                    "no 8@4 is on the table, but 8@3 or 8@7");
    expect_bad_move(LOCAL, "5+8@3", "5@3+8@3>5+7", ERROR_BAD_MOVE,
                    "quota of the heap of 5 is 4, not 3");
    expect_bad_move(LOCAL, "5+8", "8@0>7", ERROR_BAD_MOVE, "at 3: a quota is at least 1");
    expect_bad_move(LOCAL, "5+8", "", ERROR_BAD_MOVE, "at 1 (the end): a number was expected");
    expect_bad_move(LOCAL, "5+8", "8", ERROR_BAD_MOVE, "at 2 (the end): '+' or '>' was expected");
    expect_bad_move(LOCAL, "5+8", "0+8>3", ERROR_BAD_MOVE,
                    "at 1: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_move(LOCAL, "5+8", "8>", ERROR_BAD_MOVE, "at 3 (the end): a number was expected");
    expect_bad_move(LOCAL, "5+8", "8>6@4", ERROR_BAD_MOVE,
                    "at 4 ('@'): '+' or the end was expected");
}

Test(game_take_away_local, start_positions_have_stated_limits)
{
    char position[64], message[128];
    static const char *const texts[] = {LOCAL, "take-away:10000x,local"};
    for (int i = 0; i < 2; i++) {
        struct rules rules = rules_of(texts[i]);
        int most = (int)take_away_local_heap_max(&rules);
        snprintf(position, sizeof position, "3+%d+%d", most, most);
        expect_limit(texts[i], position, NULL);
        snprintf(position, sizeof position, "3+%d", most + 1);
        snprintf(message, sizeof message, "heaps of %d at most, not %d, may stand in %s", most,
                 most + 1, texts[i]);
        expect_limit(texts[i], position, message);
    }
    const char *misere = "take-away:2x,local,misere";
    expect_limit(misere, "12+12+12", NULL);
    expect_limit(misere, "999", NULL);
    expect_limit(misere, "1000",
                 "take-away:2x,local,misere: the product of (heap * (heap + 1) / 2 + 1) over all "
                 "heaps is at most 500000 (as in 12+12+12), not 500501");
    expect_limit(misere, MOST "+" MOST,
                 "take-away:2x,local,misere: the product of (heap * (heap + 1) / 2 + 1) over all "
                 "heaps is at most 500000 (as in 12+12+12), not 9223372036854775807 or more");
}

Test(game_take_away_local, a_match_cannot_start_on_heaps_of_1)
{
    struct table table = table_of(LOCAL, "1+1");
    struct error error;
    cr_assert(position_is_over(&table.rules, &table.position));
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_clear(&table);
}

Test(game_take_away_local, moves_are_numbered_exactly_to_2_63)
{
    const int64_t most = INT64_MAX; /* not to be read: it is over the limit */
    const int64_t cells[] = {7, 2, most, 5, most, most - 1, most, most - 1, most, most};
    struct table table = {.rules = rules_of(LOCAL)};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        position_push(&table.position, cells[i]);
    uint128 count = move_count(&table.rules, &table.position);
    cr_assert(count == (uint128)2 + 5 + (uint128)(most - 1) + (uint128)most);
    cr_assert(position_counters(&table.rules, &table.position) == (uint128)most * 4 + 7);
    const struct {
        uint128 index;
        struct move move;
    } rows[] = {
        {1, take_away_local_move(7, 2, 5)},
        {2, take_away_local_move(most, 5, most - 1)},
        {6, take_away_local_move(most, 5, most - 5)},
        {7, take_away_local_move(most, most - 1, most - 1)},
        {7 + (uint128)(most - 2), take_away_local_move(most, most - 1, 1)},
        {7 + (uint128)(most - 1), take_away_local_move(most, most, most - 1)},
        {count - 1, take_away_local_move(most, most, 0)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move move;
        move_at(&table.rules, &table.position, rows[i].index, &move);
        cr_assert(move_equal(&move, &rows[i].move), "row %zu", i);
    }
    table_clear(&table);
}

/* A position as its wording has it: heaps with quotas, ascending by heap, then by quota. */
enum { HEAPS = 3, LARGEST = 8 };

struct pair {
    int heap, quota;
};

struct wording {
    int count;
    struct pair pairs[HEAPS];
};

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *left = a, *right = b;
    return left->heap != right->heap ? left->heap - right->heap : left->quota - right->quota;
}

static void expect_cells(const struct position *position, const struct wording *wording)
{
    cr_assert_eq((int)position->count, 2 * wording->count);
    for (int i = 0; i < wording->count; i++) {
        cr_assert_eq(position->cells[2 * i], wording->pairs[i].heap);
        cr_assert_eq(position->cells[2 * i + 1], wording->pairs[i].quota);
    }
}

/* The wording after `take` counters from heap `i`. */
static struct wording played(const struct function *function, struct wording wording, int i,
                             int take)
{
    struct pair *pair = &wording.pairs[i];
    int quota = quota_after(function, take);
    pair->heap -= take;
    pair->quota = quota < pair->heap ? quota : pair->heap;
    if (pair->heap == 0)
        *pair = wording.pairs[--wording.count];
    qsort(wording.pairs, (size_t)wording.count, sizeof *wording.pairs, compare_pairs);
    return wording;
}

/* "8>6", or "8@3>6" where an equal heap has another quota. */
static void print_take(const struct wording *wording, int i, int left, char text[static 64])
{
    const struct pair *pair = &wording->pairs[i];
    bool is_alone = true;
    for (int j = 0; j < wording->count; j++)
        is_alone = is_alone &&
                   (wording->pairs[j].heap != pair->heap || wording->pairs[j].quota == pair->quota);
    if (is_alone)
        snprintf(text, 64, "%d>%d", pair->heap, left);
    else
        snprintf(text, 64, "%d@%d>%d", pair->heap, pair->quota, left);
}

static void check_take(const struct table *table, const struct function *function,
                       const struct wording *wording, int i, int take, uint128 index)
{
    const struct pair *pair = &wording->pairs[i];
    struct move move, expected = take_away_local_move(pair->heap, pair->quota, pair->heap - take);
    move_at(&table->rules, &table->position, index, &move);
    cr_assert(move_equal(&move, &expected));
    struct text printed = {0};
    char text[64];
    print_take(wording, i, pair->heap - take, text);
    cr_assert_str_eq(move_text(table, &move, &printed), text);
    cr_assert(table_allows(table, text, &move), "%s", text);
    struct position after = {0};
    struct wording expected_after = played(function, *wording, i, take);
    position_copy(&after, &table->position);
    move_apply(&table->rules, &after, &move);
    expect_cells(&after, &expected_after);
    text_finish(&printed);
    position_finish(&after);
}

static void set_table(struct table *table, const struct wording *wording)
{
    struct text text = {0};
    for (int i = wording->count - 1; i >= 0; i--) {
        const struct pair *pair = &wording->pairs[i];
        text_printf(&text, "%d", pair->heap);
        if (pair->quota > 0)
            text_printf(&text, "@%d", pair->quota);
        text_append_string(&text, i > 0 ? "+" : "");
    }
    table_set(table, text_string(&text));
    text_finish(&text);
    expect_cells(&table->position, wording);
}

static void check_position(const struct function *function, const struct wording *wording)
{
    struct table table = {.rules = rules_with(function, ",local")};
    set_table(&table, wording);
    uint128 index = 0;
    for (int i = 0; i < wording->count; i++) {
        const struct pair *pair = &wording->pairs[i];
        if (i > 0 && compare_pairs(pair, pair - 1) == 0)
            continue;
        for (int take = 1; take <= pair->quota; take++)
            check_take(&table, function, wording, i, take, index++);
    }
    cr_assert(move_count(&table.rules, &table.position) == index);
    struct text printed = {0};
    struct table again = table_of(table.rules.text, position_text(&table, &printed));
    cr_assert(position_equal(&again.position, &table.position));
    text_finish(&printed);
    table_clear(&again);
    table_clear(&table);
}

typedef void wording_checker(const struct function *function, const struct wording *wording);

/* All positions with heaps not below the last one of `wording`. */
static int for_all(const struct function *function, struct wording wording, int largest,
                   wording_checker *check)
{
    int checked = 1;
    check(function, &wording);
    if (wording.count == HEAPS)
        return checked;
    const struct pair first = {1, 0};
    struct pair pair = wording.count ? wording.pairs[wording.count - 1] : first;
    wording.count++;
    for (; pair.heap <= largest; pair = (struct pair){pair.heap + 1, 1}) {
        for (; pair.quota <= pair.heap; pair.quota++) {
            wording.pairs[wording.count - 1] = pair;
            checked += for_all(function, wording, largest, check);
        }
    }
    return checked;
}

static void check_position_that_stands(const struct function *function,
                                       const struct wording *wording)
{
    if (wording->count > 0)
        check_position(function, wording);
}

Test(game_take_away_local, the_legal_moves_of_small_positions_are_those_of_the_wording)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        int checked =
            for_all(&functions[i], (struct wording){0}, LARGEST, check_position_that_stands);
        cr_assert_eq(checked, 9880, "all multisets of up to 3 of the 37 pairs, not %d", checked);
    }
}

/* May `take` counters be taken from a heap of this size with this quota? */
static bool may_take(const struct wording *wording, int heap, int quota, int take)
{
    for (int i = 0; i < wording->count; i++) {
        const struct pair *pair = &wording->pairs[i];
        if (pair->heap == heap && pair->quota == quota)
            return take >= 1 && take <= quota;
    }
    return false;
}

/* Tries all texts "heap@quota>left". */
static void check_texts(const struct function *function, const struct wording *wording)
{
    enum { MORE = 6 };
    struct table table = {.rules = rules_with(function, ",local")};
    char text[64];
    if (wording->count > 0)
        set_table(&table, wording);
    for (int heap = 1; heap <= MORE; heap++) {
        for (int quota = 1; quota <= heap; quota++) {
            for (int left = 0; left <= MORE; left++) {
                struct move move = take_away_local_move(heap, quota, left);
                snprintf(text, sizeof text, "%d@%d>%d", heap, quota, left);
                cr_assert_eq(table_allows(&table, text, &move),
                             may_take(wording, heap, quota, heap - left), "%s", text);
            }
        }
    }
    table_clear(&table);
}

Test(game_take_away_local, no_other_text_is_a_legal_move)
{
    cr_assert_eq(for_all(&functions[1], (struct wording){0}, 5, check_texts), 969);
}
