#include "common/game/octal.h"
#include "tests/unit/test_game_table.h"

SUITE(game_octal, 120);

Test(game_octal, a_code_has_one_canonical_text)
{
    static const char *const texts[][2] = {
        {"octal:0.77", "octal:0.77"},
        {"octal:0.7700", "octal:0.77"},
        {"octal:4.0", "octal:4.0"},
        {"octal:4.000", "octal:4.0"},
        {"octal:4.0...", "octal:4.0"},
        {"octal:4.(0)", "octal:4.0"},
        {"octal:4.3...", "octal:4.3..."},
        {"octal:4.(3)", "octal:4.3..."},
        {"octal:4.333(33)", "octal:4.3..."},
        {"octal:0.13...", "octal:0.13..."},
        {"octal:0.1(23)", "octal:0.1(23)"},
        {"octal:0.1(2323)", "octal:0.1(23)"},
        {"octal:0.12(32)", "octal:0.1(23)"},
        {"octal:0.1232(3232)", "octal:0.1(23)"},
        {"octal:0.23(23)", "octal:0.(23)"},
        {"octal:0.(232)", "octal:0.(232)"},
        {"octal:0.7(00)", "octal:0.7"},
        {"octal:0.70...", "octal:0.7"},
        {"octal:0.0(70)", "octal:0.(07)"},
        {"octal:0.00(7)", "octal:0.007..."},
        {"octal:0.137", "octal:0.137"},
        {"octal:0.3...", "octal:0.3..."},
        {"hexadecimal:0.3f", "hexadecimal:0.3f"},
        {"hexadecimal:0.3f0", "hexadecimal:0.3f"},
        {"hexadecimal:c.0", "hexadecimal:c.0"},
        {"hexadecimal:8.(99),misere", "hexadecimal:8.9...,misere"},
        {"hexadecimal:0.a(1b1b)", "hexadecimal:0.a(1b)"},
        {"hexadecimal:0.77", "octal:0.77"},
        {"hexadecimal:4.(3),misere", "octal:4.3...,misere"},
        {"hexadecimal:4.0", "octal:4.0"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_rules(texts[i][0], texts[i][1]);
}

Test(game_octal, a_fault_in_a_code_is_named)
{
    expect_bad_rules("octal", "at 6 (the end): ':' and a code such as 0.77 was expected");
    expect_bad_rules("octal:",
                     "at 7 (the end): digit 0 of the code, which is 0 or 4, was expected");
    expect_bad_rules("octal:1.7", "at 7 ('1'): digit 0 of the code, which is 0 or 4, was expected");
    expect_bad_rules("octal:077", "at 8 ('7'): '.' was expected");
    expect_bad_rules("octal:0.", "at 9 (the end): an octal digit (0 to 7) was expected");
    expect_bad_rules("octal:0...", "at 9 ('.'): an octal digit (0 to 7) was expected");
    expect_bad_rules("octal:0.78", "at 10 ('8'): an octal digit (0 to 7) was expected");
    expect_bad_rules("octal:0.7..", "at 10 ('.'): the end was expected");
    expect_bad_rules("octal:0.7....", "at 13 ('.'): the end was expected");
    expect_bad_rules("octal:0.7()", "at 11 (')'): an octal digit (0 to 7) was expected");
    expect_bad_rules("octal:0.7(", "at 11 (the end): an octal digit (0 to 7) was expected");
    expect_bad_rules("octal:0.7(23",
                     "at 13 (the end): an octal digit (0 to 7) or ')' was expected");
    expect_bad_rules("octal:0.(23)4", "at 13 ('4'): the end was expected");
    expect_bad_rules("octal:0.000", "a code of zeros allows no move at all");
    expect_bad_rules("octal:0.0...", "a code of zeros allows no move at all");
    expect_bad_rules("octal:0.0(00)", "a code of zeros allows no move at all");
    expect_bad_rules("octal:0.3f", "at 10 ('f'): the end was expected");
    expect_bad_rules("hexadecimal:1.f", "at 13 ('1'): digit 0 of the code, which is 0, 4, 8 or c, "
                                        "was expected");
    expect_bad_rules("hexadecimal:0.g",
                     "at 15 ('g'): a hexadecimal digit (0 to 9, a to f) was expected");
    expect_bad_rules("hexadecimal:0.3F", "at 16 ('F'): the end was expected");
    expect_bad_rules("hexadecimal:0.(8",
                     "at 17 (the end): a hexadecimal digit (0 to 9, a to f) or ')' was expected");
    expect_bad_rules("hexadecimal:0.00", "a code of zeros allows no move at all");
}

/* A code as its digits: those of `head` (d0 first), then those of `tail` for ever. */
struct code {
    const char *rules;
    const char *head;
    const char *tail;
};

static const struct code codes[] = {
    {"nim", "0", "3"},
    {"octal:0.3...", "0", "3"},
    {"octal:4.3...", "4", "3"},
    {"octal:0.77", "077", "0"},
    {"octal:0.07", "007", "0"},
    {"octal:0.137", "0137", "0"},
    {"octal:4.0", "4", "0"},
    {"octal:4.7...", "4", "7"},
    {"octal:0.1(23)", "01", "23"},
    {"octal:0.(04)", "0", "04"},
    {"octal:4.12(3567)", "412", "3567"},
    {"octal:0.156", "0156", "0"},
    {"octal:0.005...", "000", "5"},
    {"octal:4.(6013)", "4", "6013"},
    {"octal:0.0001", "00001", "0"},
    {"hexadecimal:0.3f", "03f", "0"},
    {"hexadecimal:0.8", "08", "0"},
    {"hexadecimal:c.f...", "c", "f"},
    {"hexadecimal:8.01(9e)", "801", "9e"},
    {"hexadecimal:4.0d", "40d", "0"},
};
enum { CODES = sizeof codes / sizeof *codes };

static const char digits[] = "0123456789abcdef";

static int digit_of(const struct code *code, int64_t k)
{
    int64_t head = (int64_t)strlen(code->head), tail = (int64_t)strlen(code->tail);
    char digit = k < head ? code->head[k] : code->tail[(k - head) % tail];
    return (int)(strchr(digits, digit) - digits);
}

Test(game_octal, every_digit_can_be_asked_for)
{
    for (size_t i = 1; i < CODES; i++) {
        struct rules rules = rules_of(codes[i].rules);
        for (int64_t k = 0; k < 50; k++)
            cr_assert_eq(octal_digit(&rules, k), digit_of(&codes[i], k), "d%d of %s", (int)k,
                         codes[i].rules);
    }
    struct rules rules = rules_of("octal:4.12(3567)");
    cr_assert_eq(octal_digit(&rules, INT64_MAX), digit_of(&codes[10], INT64_MAX));
}

Test(game_octal, a_code_tells_its_digit_count_and_its_period)
{
    static const struct {
        const char *rules;
        int64_t count, period;
    } shapes[] = {
        {"octal:0.77", 2, 0},   {"octal:0.007", 3, 0},   {"octal:4.0", 0, 0},
        {"octal:4.3...", 0, 1}, {"octal:0.13...", 1, 1}, {"octal:0.1(23)", 1, 2},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct rules rules = rules_of(shapes[i].rules);
        cr_assert_eq(octal_digit_count(&rules), shapes[i].count, "%s", rules.text);
        cr_assert_eq(octal_tail_period(&rules), shapes[i].period, "%s", rules.text);
    }
}

Test(game_octal, heaps_are_limited_where_no_theory_gives_their_value)
{
    expect_position("octal:0.77", "9223372036854775807", "9223372036854775807");
    expect_position("octal:0.(3)", "9223372036854775807", "9223372036854775807");
    expect_position("octal:0.6", "1048576+1", "1+1048576");
    expect_bad_position("octal:0.6", "1048577+1",
                        "heaps of 1048576 at most, not 1048577, may stand in octal:0.6");
    expect_bad_position("octal:0.06", "262145",
                        "heaps of 262144 at most, not 262145, may stand in octal:0.06");
    expect_bad_position("octal:0.007", "262145",
                        "heaps of 262144 at most, not 262145, may stand in octal:0.007");
    expect_position("octal:0.0000000000000007", "131072", "131072");
    expect_bad_position("octal:0.0007", "131073",
                        "heaps of 131072 at most, not 131073, may stand in octal:0.0007");
    expect_bad_position("octal:0.00000000000000007", "65537",
                        "heaps of 65536 at most, not 65537, may stand in "
                        "octal:0.00000000000000007");
    expect_bad_position("octal:0.7...", "65537",
                        "heaps of 65536 at most, not 65537, may stand in octal:0.7...");
    expect_bad_position("octal:0.7...", "65000+537",
                        "65536 counters at most in all may stand in octal:0.7...");
    expect_position("hexadecimal:0.3f", "4095+1", "1+4095");
    expect_bad_position("hexadecimal:0.3f", "4097",
                        "heaps of 4096 at most, not 4097, may stand in hexadecimal:0.3f");
    expect_bad_position("hexadecimal:0.3f", "4095+2",
                        "4096 counters at most in all may stand in hexadecimal:0.3f");
    struct table table = table_of("octal:0.6", "1");
    struct error error;
    position_push(&table.position, 1048577);
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_BAD_POSITION);
    table_clear(&table);
}

Test(game_octal, positions_of_misere_play_are_small_but_in_nim_and_kayles)
{
    expect_position("octal:0.77,misere", "9223372036854775807", "9223372036854775807");
    expect_position("octal:0.3...,misere", "9223372036854775807", "9223372036854775807");
    expect_position("octal:0.6,misere", "20+20", "20+20");
    expect_bad_position("octal:0.6,misere", "20+21",
                        "40 counters at most in all may stand in octal:0.6,misere");
    expect_bad_position("octal:4.3...,misere", "41",
                        "40 counters at most in all may stand in octal:4.3...,misere");
    expect_position("hexadecimal:c.f...,misere", "16+20", "16+20");
    expect_bad_position("hexadecimal:0.8,misere", "37",
                        "36 counters at most in all may stand in hexadecimal:0.8,misere");
    expect_position("octal:0.33,misere", "99+99", "99+99"); /* no splits */
    expect_bad_position("octal:0.33,misere", "9999+9999",
                        "heaps may stand in octal:0.33,misere when their sizes, each plus 1, "
                        "multiply to 1000000 at most");
}

Test(game_octal, a_forbidden_move_is_answered_with_its_digit)
{
    expect_bad_move("kayles", "9", "9>6", ERROR_ILLEGAL_MOVE,
                    "3 may not be taken: digit 3 of octal:0.77 is 0");
    expect_bad_move("kayles", "9", "9>4+5", ERROR_ILLEGAL_MOVE,
                    "a heap may not be split without taking: digit 0 of octal:0.77 is 0");
    expect_bad_move("octal:0.3", "9", "9>4+4", ERROR_ILLEGAL_MOVE,
                    "taking 1 may not leave two heaps: digit 1 of octal:0.3 is 3");
    expect_bad_move("octal:0.137", "9", "9>8", ERROR_ILLEGAL_MOVE,
                    "taking 1 may not leave one heap: digit 1 of octal:0.137 is 1");
    expect_bad_move("octal:0.6", "1", "1>0", ERROR_ILLEGAL_MOVE,
                    "taking 1 may not leave no heap: digit 1 of octal:0.6 is 6");
    expect_bad_move("kayles", "9", "9>2+3+2", ERROR_ILLEGAL_MOVE,
                    "a move leaves at most two heaps of one, not 3");
    expect_bad_move("hexadecimal:0.3f", "9", "9>2+3+3", ERROR_ILLEGAL_MOVE,
                    "taking 1 may not leave three heaps: digit 1 of hexadecimal:0.3f is 3");
    expect_bad_move("hexadecimal:0.d", "9", "9>8", ERROR_ILLEGAL_MOVE,
                    "taking 1 may not leave one heap: digit 1 of hexadecimal:0.d is d");
    expect_bad_move("hexadecimal:0.8", "9", "9>2+2+2+2", ERROR_ILLEGAL_MOVE,
                    "a move leaves at most three heaps of one, not 4");
}

Test(game_octal, moves_take_and_break)
{
    expect_move("kayles", "13", "13>1+11", "13>1+11", "1+11");
    expect_move("kayles", "13", "13>11+1", "13>1+11", "1+11");
    expect_move("kayles", "1+11", "1>0", "1>0", "11");
    expect_move("kayles", "2+11", "2>0", "2>0", "11");
    expect_move("hexadecimal:0.3f", "4+9", "9>3+2+2", "9>2+2+3", "2+2+3+4");
    expect_move("hexadecimal:8.0", "4+9", "4+9>4+4+4+1", "9>1+4+4", "1+4+4+4");
    expect_move("laskers-nim", "2+5+7", "7>2+5", "7>2+5", "2+2+5+5");
    expect_move("laskers-nim", "2+5+7", "7>3+4", "7>3+4", "2+3+4+5");
    expect_move("laskers-nim", "9223372036854775807",
                "9223372036854775807>4611686018427387903+4611686018427387904",
                "9223372036854775807>4611686018427387903+4611686018427387904",
                "4611686018427387903+4611686018427387904");
}

Test(game_octal, rings_are_read_and_printed_before_heaps)
{
    expect_position("kayles", "o13", "o13");
    expect_position("kayles", "3+o5+o13+3", "o13+o5+3+3");
    expect_position("octal:0.77", "o9223372036854775807", "o9223372036854775807");
    expect_position("octal:0.(47)", "o5+4", "o5+4");
    expect_bad_position("kayles", "o", "at 2 (the end): a number was expected");
    expect_bad_position("kayles", "o0",
                        "at 2: a sum has no heap of 0 (0 alone is the empty "
                        "position)");
    expect_bad_position("kayles", "oo5", "at 2 ('o'): a number was expected");
    expect_bad_position("kayles", "5o", "at 2 ('o'): '+' or the end was expected");
    expect_bad_position("nim", "o5", "at 1 ('o'): a number was expected");
    struct table table = table_of("kayles", "o13+o5+3");
    cr_assert(position_counters(&table.rules, &table.position) == 21);
    table_clear(&table);
}

Test(game_octal, rings_stand_where_the_middle_of_a_row_has_a_meaning)
{
    static const char *const refusing[] = {"octal:0.33", "octal:0.3...", "octal:4.77",
                                           "octal:4.3...", "hexadecimal:0.8"};
    for (size_t i = 0; i < sizeof refusing / sizeof *refusing; i++) {
        char message[256];
        snprintf(message, sizeof message,
                 "no ring may stand in %s: rings are for octal codes with digit 0 equal to 0 and "
                 "another one from 4 to 7",
                 refusing[i]);
        expect_bad_position(refusing[i], "o5+3", message);
    }
    expect_bad_position("octal:0.6", "o1048577+1",
                        "heaps of 1048576 at most, not 1048577, may stand in octal:0.6");
    expect_bad_position("octal:0.7...", "o65000+537",
                        "65536 counters at most in all may stand in octal:0.7...");
    expect_position("octal:0.137,misere", "o20+20", "o20+20");
    expect_bad_position("octal:0.137,misere", "o20+21",
                        "40 counters at most in all may stand in octal:0.137,misere");
    expect_position("octal:0.77,misere", "o1000000", "o1000000");
    expect_position("octal:0.77,misere", "o20+20", "o20+20");
    expect_bad_position("octal:0.77,misere", "o20+21",
                        "40 counters at most in all may stand in octal:0.77,misere where a ring "
                        "does not stand alone");
}

Test(game_octal, a_move_opens_a_ring_into_one_heap)
{
    expect_move("kayles", "o13", "o13>12", "o13>12", "12");
    expect_move("kayles", "o13+o5+7", "o5+7>3+7", "o5>3", "o13+3+7");
    expect_move("kayles", "o13+o5+7", "o13+o5>4+o13", "o5>4", "o13+4+7");
    expect_move("kayles", "o2+7", "o2>0", "o2>0", "7");
    expect_move("dawsons-chess", "o9", "o9>6", "o9>6", "6");
    expect_bad_move("kayles", "o13", "o13>5+6", ERROR_ILLEGAL_MOVE,
                    "a move opens a ring into one heap, not into two");
    expect_bad_move("kayles", "o13", "o13>13", ERROR_ILLEGAL_MOVE,
                    "a ring is not opened without taking");
    expect_bad_move("kayles", "o13", "o13>o12", ERROR_ILLEGAL_MOVE,
                    "a move leaves heaps, never a ring");
    expect_bad_move("kayles", "o13", "13>12", ERROR_BAD_MOVE, "no heap of 13 is on the table");
    expect_bad_move("kayles", "13", "o13>12", ERROR_BAD_MOVE, "no ring of 13 is on the table");
    expect_bad_move("kayles", "o5+5", "o5+o5>o5+4", ERROR_BAD_MOVE,
                    "rings of 5 on the table: 1, named in the move: 2");
    expect_bad_move("nim", "5", "o5>4", ERROR_BAD_MOVE, "no ring of 5 is on the table");
    expect_bad_move("dawsons-chess", "o9", "o9>7", ERROR_ILLEGAL_MOVE,
                    "2 may not be taken from a ring of 9: digit 2 of octal:0.137 is 3, without "
                    "the 4 of the middle of a row");
    expect_bad_move("octal:0.6", "o1", "o1>0", ERROR_ILLEGAL_MOVE,
                    "1 may not be taken from a ring of 1: digit 1 of octal:0.6 is 6, without the 1 "
                    "of a whole row");
}

/* The legal moves, listed from the wording of the rules with plain loops. */
struct listing {
    int count;
    struct move moves[1024];
};

static void list_move(struct listing *listing, struct move move)
{
    EXPECT(listing->count < 1024, "%d moves", listing->count);
    listing->moves[listing->count++] = move;
}

static void list_moves_of_heap(const struct code *code, int64_t heap, struct listing *listing)
{
    for (int64_t taken = 0; taken <= heap; taken++) {
        int digit = digit_of(code, taken);
        int64_t left = heap - taken;
        for (int64_t a = 1; a <= left - a; a++) {
            for (int64_t b = a; digit & 8 && b <= left - a - b; b++)
                list_move(listing, (struct move){1, 3, {heap, a, b, left - a - b}});
            if (digit & 4)
                list_move(listing, (struct move){1, 2, {heap, a, left - a}});
        }
        if (digit & 2 && left > 0)
            list_move(listing, (struct move){1, 1, {heap, left}});
        if (digit & 1 && left == 0)
            list_move(listing, (struct move){1, 0, {heap}});
    }
}

static void list_moves_of_ring(const struct code *code, int64_t ring, struct listing *listing)
{
    for (int64_t taken = 1; taken < ring; taken++) {
        if (digit_of(code, taken) & 4)
            list_move(listing, (struct move){1, 1, {-ring, ring - taken}});
    }
    if (digit_of(code, ring) & 1)
        list_move(listing, (struct move){1, 0, {-ring}});
}

static void list_moves(const struct code *code, const struct position *position,
                       struct listing *listing)
{
    listing->count = 0;
    for (int64_t cell = -64; cell < 64; cell++) {
        bool stands = false;
        for (uint32_t i = 0; i < position->count; i++)
            stands = stands || position->cells[i] == cell;
        if (stands && cell < 0)
            list_moves_of_ring(code, -cell, listing);
        else if (stands)
            list_moves_of_heap(code, cell, listing);
    }
}

static void expect_listing(const struct table *table, const struct listing *listing)
{
    struct text text = {0};
    uint128 count = move_count(&table->rules, &table->position);
    cr_assert(count == (uint128)listing->count, "%s, %s: %d moves, not %d", table->rules.text,
              position_text(table, &text), (int)count, listing->count);
    for (int i = 0; i < listing->count; i++) {
        struct move move;
        move_at(&table->rules, &table->position, (uint128)i, &move);
        const char *printed = move_text(table, &move, &text);
        cr_assert(move_equal(&move, &listing->moves[i]), "%s: move %d is %s", table->rules.text, i,
                  printed);
        cr_assert(table_allows(table, printed, &move));
    }
    text_finish(&text);
}

static bool is_in(const struct listing *listing, const struct move *move)
{
    for (int i = 0; i < listing->count; i++) {
        if (move_equal(&listing->moves[i], move))
            return true;
    }
    return false;
}

/* Tries one text of the form of a move: it has to be allowed exactly when it is listed. */
static void try_move(const struct table *table, const struct listing *listing, struct move move)
{
    struct text text = {0};
    const char *printed = move_text(table, &move, &text);
    cr_assert_eq(table_allows(table, printed, &move), is_in(listing, &move), "%s: %s",
                 table->rules.text, printed);
    text_finish(&text);
}

static void try_all_moves(const struct table *table, const struct listing *listing)
{
    enum { MOST = 8 };
    for (int64_t heap = 1; heap <= MOST; heap++) {
        try_move(table, listing, (struct move){1, 0, {heap}});
        for (int64_t b = 1; b <= MOST; b++) {
            try_move(table, listing, (struct move){1, 1, {heap, b}});
            /* Where a or b is the heap itself, that heap cancels and one is added. */
            for (int64_t a = 1; a <= b; a++) {
                try_move(table, listing, (struct move){1, 2, {heap, a, b}});
                for (int64_t c = 1; c <= a; c++)
                    try_move(table, listing, (struct move){1, 3, {heap, c, a, b}});
            }
        }
    }
}

static void check_position(struct table *table, const struct code *code, const char *position)
{
    struct listing listing;
    table_set(table, position);
    list_moves(code, &table->position, &listing);
    expect_listing(table, &listing);
    try_all_moves(table, &listing);
}

Test(game_octal, the_legal_moves_of_small_positions_are_those_of_the_wording)
{
    for (size_t i = 0; i < CODES; i++) {
        struct table table = {.rules = rules_of(codes[i].rules)};
        char text[32];
        check_position(&table, &codes[i], "0");
        for (int a = 1; a <= 7; a++) {
            snprintf(text, sizeof text, "%d", a);
            check_position(&table, &codes[i], text);
            for (int b = a; b <= 7; b++) {
                snprintf(text, sizeof text, "%d+%d", a, b);
                check_position(&table, &codes[i], text);
                snprintf(text, sizeof text, "%d+%d+%d", a, a, b);
                check_position(&table, &codes[i], text);
            }
        }
        table_clear(&table);
    }
}

/* A position after a move, made by hand. */
static void expect_applied(struct table *table, const struct move *move)
{
    struct position expected = {0};
    bool taken = false;
    for (uint32_t i = 0; i < table->position.count; i++) {
        bool is_it = !taken && table->position.cells[i] == move->cells[0];
        if (!is_it)
            position_push(&expected, table->position.cells[i]);
        taken = taken || is_it;
    }
    for (int i = 1; i <= move->after_count; i++) {
        uint32_t place = 0;
        while (place < expected.count && expected.cells[place] <= move->cells[i])
            place++;
        position_insert(&expected, place, move->cells[i]);
    }
    move_apply(&table->rules, &table->position, move);
    cr_assert(position_equal(&table->position, &expected));
    position_finish(&expected);
}

Test(game_octal, every_move_rewrites_just_its_heap)
{
    for (size_t i = 0; i < CODES; i++) {
        struct table table = table_of(codes[i].rules, "2+2+5+6+9+9");
        uint128 count = move_count(&table.rules, &table.position);
        for (uint128 index = 0; index < count; index++) {
            struct move move;
            table_set(&table, "2+2+5+6+9+9");
            move_at(&table.rules, &table.position, index, &move);
            expect_applied(&table, &move);
        }
        table_clear(&table);
    }
}

static void draw_digits(struct random *random, int count, int base, char *drawn)
{
    for (int i = 0; i < count; i++)
        drawn[i] = digits[random_below(random, (uint128)base)];
    drawn[count] = '\0';
}

/* A code with the memory that its texts are in. */
struct drawn_code {
    struct code code;
    char rules[32], head[16], tail[8];
};

static void draw_code(struct random *random, struct drawn_code *drawn)
{
    draw_digits(random, 1 + (int)random_below(random, 5), 8, drawn->head);
    drawn->head[0] = random_below(random, 2) ? '4' : '0';
    draw_digits(random, 1 + (int)random_below(random, 6), 8, drawn->tail);
    drawn->tail[0] = (char)('1' + (int)random_below(random, 7));
    snprintf(drawn->rules, sizeof drawn->rules, "octal:%c.%s(%s)", drawn->head[0], drawn->head + 1,
             drawn->tail);
    drawn->code = (struct code){drawn->rules, drawn->head, drawn->tail};
}

/* Finite or not. The last digit of what repeats, or of all, is from 8 on. */
static void draw_wide_code(struct random *random, struct drawn_code *drawn)
{
    bool is_finite = random_below(random, 2);
    draw_digits(random, 1 + (int)random_below(random, 5), 16, drawn->head);
    drawn->head[0] = "048c"[random_below(random, 4)];
    draw_digits(random, 1 + (int)random_below(random, 3), 16, drawn->tail);
    drawn->tail[0] = digits[8 + random_below(random, 8)];
    snprintf(drawn->rules, sizeof drawn->rules,
             is_finite ? "hexadecimal:%c.%s%s" : "hexadecimal:%c.%s(%s)", drawn->head[0],
             drawn->head + 1, drawn->tail);
    if (is_finite) {
        strcat(drawn->head, drawn->tail);
        strcpy(drawn->tail, "0");
    }
    drawn->code = (struct code){drawn->rules, drawn->head, drawn->tail};
}

Test(game_octal, random_codes_have_the_moves_of_the_wording)
{
    struct random random = random_from_seed(4);
    for (int i = 0; i < 600; i++) {
        struct drawn_code drawn;
        (i % 2 ? draw_code : draw_wide_code)(&random, &drawn);
        struct table table = table_of(drawn.rules, "3+7+7+11+14");
        struct listing listing;
        list_moves(&drawn.code, &table.position, &listing);
        expect_listing(&table, &listing);
        table_clear(&table);
    }
}

Test(game_octal, random_codes_have_the_moves_of_rings)
{
    struct random random = random_from_seed(5);
    int rings = 0;
    for (int i = 0; i < 600; i++) {
        struct drawn_code drawn;
        draw_code(&random, &drawn);
        struct rules rules = rules_of(drawn.rules);
        if (!octal_has_rings(&rules))
            continue;
        struct table table = table_of(drawn.rules, "o20+o14+o14+o5+o1+3+11");
        struct listing listing;
        list_moves(&drawn.code, &table.position, &listing);
        expect_listing(&table, &listing);
        table_clear(&table);
        rings++;
    }
    cr_assert(rings > 100, "%d", rings);
}

/* The number of moves in a heap, added up one digit at a time. */
static uint128 counted_moves(const struct code *code, int64_t heap)
{
    uint128 count = 0;
    for (int64_t taken = 0; taken <= heap; taken++) {
        int digit = digit_of(code, taken);
        int64_t left = heap - taken;
        count += digit & 4 ? (uint128)(left / 2) : 0;
        for (int64_t a = 1; digit & 8 && 3 * a <= left; a++)
            count += (uint128)((left - a) / 2 - a + 1);
        count += digit & 2 && left > 0;
        count += digit & 1 && left == 0;
    }
    return count;
}

static void expect_count(struct table *table, const struct code *code, int64_t heap)
{
    table->position.count = 0;
    position_push(&table->position, heap);
    cr_assert(move_count(&table->rules, &table->position) == counted_moves(code, heap),
              "%s, heap %d", table->rules.text, (int)heap);
}

Test(game_octal, the_closed_form_of_the_count_agrees_with_a_loop)
{
    struct random random = random_from_seed(5);
    for (int i = 0; i < 200; i++) {
        struct drawn_code drawn;
        draw_code(&random, &drawn);
        struct table table = {.rules = rules_of(drawn.rules)};
        for (int64_t heap = 1; heap < 100; heap++)
            expect_count(&table, &drawn.code, heap);
        for (int64_t heap = 65530; heap <= 65536; heap++)
            expect_count(&table, &drawn.code, heap);
        draw_wide_code(&random, &drawn);
        table.rules = rules_of(drawn.rules);
        for (int64_t heap = 1; heap < 100; heap++)
            expect_count(&table, &drawn.code, heap);
        expect_count(&table, &drawn.code, OCTAL_THREE_HEAP_MAX);
        table_clear(&table);
    }
}

/* The last move, and one in the middle found again by counting. */
Test(game_octal, moves_are_found_by_index_in_large_heaps)
{
    struct random random = random_from_seed(6);
    for (int i = 0; i < 200; i++) {
        struct drawn_code drawn;
        draw_code(&random, &drawn);
        struct table table = table_of(drawn.rules, "65536");
        uint128 count = move_count(&table.rules, &table.position);
        uint128 index = random_below(&random, count);
        struct move move;
        move_at(&table.rules, &table.position, index, &move);
        uint128 before = 0;
        int64_t left = 65536;
        for (int k = 0; left > 0; k++, left--) {
            int digit = digit_of(&drawn.code, k);
            uint128 here = (digit & 4 ? (uint128)(left / 2) : 0) + (digit & 2 ? 1 : 0);
            if (before + here > index)
                break;
            before += here;
        }
        int64_t sum = move.after_count == 0   ? 0
                      : move.after_count == 1 ? move.cells[1]
                                              : move.cells[1] + move.cells[2];
        cr_assert_eq(sum, left, "%s", drawn.rules);
        if (move.after_count == 2)
            cr_assert(before + (uint128)move.cells[1] - 1 == index, "%s", drawn.rules);
        table_clear(&table);
    }
}

Test(game_octal, laskers_nim_has_its_moves_in_the_largest_heap)
{
    struct table table = table_of("laskers-nim", "9223372036854775807");
    const uint128 most = INT64_MAX, splits = most / 2;
    cr_assert(move_count(&table.rules, &table.position) == most + splits);
    static const char *const expected[] = {
        "9223372036854775807>1+9223372036854775806",
        "9223372036854775807>4611686018427387903+4611686018427387904",
        "9223372036854775807>9223372036854775806",
        "9223372036854775807>0",
    };
    const uint128 indices[] = {0, splits - 1, splits, most + splits - 1};
    struct text text = {0};
    for (int i = 0; i < 4; i++) {
        struct move move;
        move_at(&table.rules, &table.position, indices[i], &move);
        cr_assert_str_eq(move_text(&table, &move, &text), expected[i]);
        cr_assert(table_allows(&table, expected[i], &move));
    }
    text_finish(&text);
    table_clear(&table);
}

/* The sum of floor(i / 2) for i = 0..n. */
static uint128 sum_of_halves(uint128 n)
{
    return (n / 2) * ((n + 1) / 2);
}

/* In 0.777... taking k leaves one way with one heap (or none) and floor((n-k)/2) splits. Such heaps
 * are over the limit of a start, but the arithmetic carries them. */
Test(game_octal, indices_near_2_to_the_124th_are_exact)
{
    struct table table = {.rules = rules_of("octal:0.7...")};
    struct random random = random_from_seed(7);
    const uint128 heap = INT64_MAX;
    position_push(&table.position, INT64_MAX);
    uint128 count = heap + sum_of_halves(heap - 1);
    cr_assert(move_count(&table.rules, &table.position) == count);
    for (int i = 0; i < 1000; i++) {
        uint128 index = random_below(&random, count);
        struct move move;
        move_at(&table.rules, &table.position, index, &move);
        uint128 first = (uint128)move.cells[1], second = (uint128)move.cells[2];
        uint128 left = move.after_count == 2 ? first + second : first;
        uint128 taken = heap - left;
        uint128 before = taken - 1 + sum_of_halves(heap - 1) - sum_of_halves(left);
        uint128 within = move.after_count == 2 ? first - 1 : left / 2;
        cr_assert(before + within == index);
    }
    table_clear(&table);
}
