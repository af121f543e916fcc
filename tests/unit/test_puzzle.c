#include "common/puzzle/practice.h"
#include "common/words/words.h"
#include "tests/oracle.h"
#include "tests/suite.h"

#include <string.h>

SUITE(puzzle, 120);

/* The oracle tries every line of play, so it is asked about positions up to this. */
enum { ORACLE_COUNTERS_MAX = 14, DAY_MS = PUZZLE_DAY_MS };

static struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return rules;
}

/* Tries every legal move of a puzzle. */
static void expect_answers(struct solver *solver, struct oracle *oracle,
                           const struct puzzle *puzzle)
{
    uint128 winning = 0, moves = move_count(&puzzle->rules, &puzzle->position);
    struct text said = {0};
    EXPECT(moves == puzzle->moves, "%s: the number of moves", puzzle->rules.text);
    for (uint128 i = 0; i < moves; i++) {
        struct move move;
        move_at(&puzzle->rules, &puzzle->position, i, &move);
        struct position after = {0};
        position_copy(&after, &puzzle->position);
        move_apply(&puzzle->rules, &after, &move);
        bool wins = solver_outcome(solver, &after) == OUTCOME_P;
        EXPECT(!wins || move_count(&puzzle->rules, &after) >= 2, "%s: no choice after it",
               puzzle->rules.text);
        if (position_counters(&puzzle->rules, &after) <= ORACLE_COUNTERS_MAX)
            EXPECT(wins == oracle_move_wins(oracle, &puzzle->position, &move), "%s: the oracle",
                   puzzle->rules.text);
        winning += wins;
        EXPECT(puzzle_is_right(solver, puzzle, &move) == wins, "%s: an answer", puzzle->rules.text);
        text_clear(&said);
        puzzle_say(solver, puzzle, &move, &said);
        EXPECT((strncmp(said.bytes, "Right. ", 7) == 0) == wins, "%s", said.bytes);
        position_finish(&after);
    }
    EXPECT(winning == puzzle->winning, "%s: the number of winning moves", puzzle->rules.text);
    text_finish(&said);
}

Test(puzzle, every_puzzle_of_the_catalogue_has_the_answers_that_it_states)
{
    for (int index = 0; index < puzzle_rules_count(); index++) {
        struct rules rules;
        puzzle_rules_at(index, &rules);
        struct solver *solver = solver_create(&rules);
        struct oracle *oracle = oracle_create(&rules);
        struct puzzle puzzle = {0}, again = {0};
        for (int64_t number = 1; number <= PUZZLES_OF_RULES; number++) {
            EXPECT(puzzle_draw(solver, number, &puzzle), "%s %lld: none is found", rules.text,
                   (long long)number);
            EXPECT(puzzle.moves >= PUZZLE_MOVES_MIN && puzzle.winning <= PUZZLE_WINNING_MAX &&
                       puzzle.winning * PUZZLE_SHARE <= puzzle.moves,
                   "%s %lld: too easy", rules.text, (long long)number);
            expect_answers(solver, oracle, &puzzle);
            /* Another solver draws the same. */
            if (number % 16 == 0) {
                struct solver *other = solver_create(&rules);
                puzzle_draw(other, number, &again);
                EXPECT(position_equal(&puzzle.position, &again.position), "%s", rules.text);
                solver_destroy(other);
            }
        }
        puzzle_finish(&puzzle);
        puzzle_finish(&again);
        oracle_destroy(oracle);
        solver_destroy(solver);
    }
}

Test(puzzle, a_sentence_tells_why)
{
    struct rules rules = rules_of("nim");
    struct solver *solver = solver_create(&rules);
    struct puzzle puzzle = {0};
    struct position position = {0};
    struct text said = {0};
    struct move move;
    struct error error;
    position_parse(&rules, "3+5+7", 5, &position, &error);
    cr_assert(puzzle_make(solver, &position, &puzzle));
    puzzle_print(&puzzle, &said);
    cr_expect_str_eq(said.bytes, "nim 3+5+7");

    text_clear(&said);
    move_parse(&rules, &position, "3>2", 3, &move, &error);
    puzzle_say(solver, &puzzle, &move, &said);
    cr_expect_str_eq(said.bytes,
                     "Right. It leaves heaps of 2, 5 and 7, from where every move of your opponent "
                     "lets you win. Also right: take 1 from the heap of 5, leaving 4; take 1 from "
                     "the heap of 7, leaving 6.");
    text_clear(&said);
    move_parse(&rules, &position, "7>0", 3, &move, &error);
    puzzle_say(solver, &puzzle, &move, &said);
    cr_expect_str_eq(said.bytes,
                     "That does not win. It leaves heaps of 3 and 5, where your opponent wins: "
                     "take 2 from the heap of 5, leaving 3. Right would be any of these: take 1 "
                     "from the heap of 3, leaving 2; take 1 from the heap of 5, leaving 4; take 1 "
                     "from the heap of 7, leaving 6.");

    /* At the end of the match, in normal and in misere play. */
    position_parse(&rules, "4", 1, &position, &error);
    cr_assert(puzzle_make(solver, &position, &puzzle));
    text_clear(&said);
    move_parse(&rules, &position, "4>0", 3, &move, &error);
    puzzle_say(solver, &puzzle, &move, &said);
    cr_expect_str_eq(said.bytes, "Right. It leaves no move to your opponent, who has lost.");
    solver_destroy(solver);
    rules = rules_of("nim,misere");
    solver = solver_create(&rules);
    cr_assert(puzzle_make(solver, &position, &puzzle));
    text_clear(&said);
    puzzle_say(solver, &puzzle, &move, &said);
    cr_expect_str_eq(said.bytes,
                     "That does not win. It leaves no move to your opponent, who has won. Right "
                     "would be: take 3 from the heap of 4, leaving 1.");
    position_parse(&rules, "1", 1, &position, &error);
    cr_expect_not(puzzle_make(solver, &position, &puzzle), "no move wins there");

    text_finish(&said);
    position_finish(&position);
    puzzle_finish(&puzzle);
    solver_destroy(solver);
}

Test(puzzle, rules_where_nearly_every_move_wins_have_no_puzzles)
{
    /* Whoever moves takes the only heap or leaves one: with the move of one counter alone there is
     * never a choice. */
    struct rules rules = rules_of("subtraction:1");
    struct solver *solver = solver_create(&rules);
    struct puzzle puzzle = {0};
    cr_expect_not(puzzle_draw(solver, 1, &puzzle));
    puzzle_finish(&puzzle);
    solver_destroy(solver);
}

Test(puzzle, fewer_winning_moves_and_more_counters_are_harder)
{
    struct puzzle easy = {.moves = 9, .winning = 3}, hard = {.moves = 9, .winning = 1};
    struct error error;
    easy.rules = hard.rules = rules_of("nim");
    position_parse(&easy.rules, "9", 1, &easy.position, &error);
    position_parse(&easy.rules, "9", 1, &hard.position, &error);
    double first = puzzle_rating(&easy).rating;
    cr_expect_gt(puzzle_rating(&hard).rating, first);
    position_parse(&easy.rules, "18", 2, &easy.position, &error);
    cr_expect_float_eq(puzzle_rating(&easy).rating, first + PUZZLE_DOUBLING, 1.01);
    puzzle_finish(&easy);
    puzzle_finish(&hard);
}

Test(puzzle, each_day_has_a_puzzle_of_its_own)
{
    int64_t all = puzzle_rules_count() * PUZZLES_OF_RULES;
    bool *met = calloc((size_t)all, sizeof *met);
    for (int64_t day = 20000; day < 20000 + all; day++) {
        struct puzzle_place place = puzzle_daily(day);
        EXPECT(place.rules >= 0 && place.rules < puzzle_rules_count(), "day %lld", (long long)day);
        EXPECT(place.number >= 1 && place.number <= PUZZLES_OF_RULES, "day %lld", (long long)day);
        bool *here = &met[place.rules * PUZZLES_OF_RULES + place.number - 1];
        EXPECT(!*here, "day %lld has that of another day", (long long)day);
        *here = true;
        EXPECT(place.rules != puzzle_daily(day + 1).rules, "day %lld", (long long)day);
    }
    free(met);
    /* Written down, because all programs have to agree, also those of other versions. */
    struct puzzle_place place = puzzle_daily(20000);
    struct rules rules;
    struct puzzle puzzle = {0};
    struct text text = {0};
    puzzle_rules_at(place.rules, &rules);
    struct solver *solver = solver_create(&rules);
    puzzle_draw(solver, place.number, &puzzle);
    puzzle_print(&puzzle, &text);
    cr_expect_str_eq(text.bytes, "octal:0.137,misere 5+7+8");
    text_finish(&text);
    puzzle_finish(&puzzle);
    solver_destroy(solver);
}

Test(puzzle, a_mistake_becomes_a_puzzle)
{
    struct rules rules = rules_of("nim");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    struct puzzle puzzle = {0};
    struct text text = {0};
    struct error error;
    static const struct {
        const char *position, *move;
        bool is_mistake;
    } rows[] = {
        {"3+5+7", "3>2", false}, /* wins */
        {"2+5+7", "2>0", false}, /* lost in any case */
        {"5+7", "7>3", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move move;
        position_parse(&rules, rows[i].position, strlen(rows[i].position), &position, &error);
        move_parse(&rules, &position, rows[i].move, strlen(rows[i].move), &move, &error);
        cr_expect_eq(puzzle_of_mistake(solver, &position, &move, &puzzle), rows[i].is_mistake, "%s",
                     rows[i].move);
    }
    puzzle_print(&puzzle, &text);
    cr_expect_str_eq(text.bytes, "nim 5+7");
    text_finish(&text);
    position_finish(&position);
    puzzle_finish(&puzzle);
    solver_destroy(solver);
}

/* --- practice --- */

Test(puzzle, repetitions_come_after_growing_intervals)
{
    int64_t now = 1000;
    int rung = 0;
    static const int days[] = {1, 3, 7, 16, 35};
    for (int i = 0; i < 5; i++) {
        struct practice_step step = practice_next_step(rung, true, now);
        cr_expect_eq(step.due_ms - now, days[i] * (int64_t)DAY_MS);
        rung = step.rung;
    }
    struct practice_step wrong = practice_next_step(rung, false, now);
    cr_expect_eq(wrong.due_ms - now, DAY_MS);
    cr_expect_eq(wrong.rung, 0);
    struct practice_item learned = {.rung = practice_next_step(rung, true, now).rung};
    cr_expect_not(practice_is_due(&learned, INT64_MAX));
}

Test(puzzle, a_puzzle_is_rated_once)
{
    struct practice practice;
    practice_init(&practice);
    struct glicko puzzle = {.rating = 1500, .deviation = 250, .volatility = 0.06};
    cr_expect(practice_answer(&practice, "nim 3+5+7", &puzzle, true, 1000));
    cr_expect_gt(practice.rating.rating, 1500);
    cr_expect_lt(puzzle.rating, 1500);
    double rating = practice.rating.rating;
    cr_expect_not(practice_answer(&practice, "nim 3+5+7", &puzzle, false, 2000));
    cr_expect_eq(practice.rating.rating, rating);
    cr_expect_eq(practice_due(&practice, NULL, 2000 + DAY_MS), 1);
    /* Right, but early: its time stays. */
    practice_answer(&practice, "nim 3+5+7", &puzzle, true, 3000);
    cr_expect_eq(practice.items[0].due_ms, 2000 + DAY_MS);
    cr_expect_eq(practice.tried, 1);
    cr_expect_eq(practice.solved, 1);
    /* Not a rated one: a mistake. */
    cr_expect(practice_add_mistake(&practice, "nim 1+2", 5000));
    cr_expect_not(practice_add_mistake(&practice, "nim 1+2", 5000));
    cr_expect_not(practice_answer(&practice, "nim 1+2", NULL, true, 5000));
    cr_expect_eq(practice.items[1].due_ms, 5000 + DAY_MS);
    struct rules nim = rules_of("nim"), other = rules_of("nim,misere");
    cr_expect_eq(practice_due(&practice, &nim, 5000 + DAY_MS), 2);
    cr_expect_eq(practice_due(&practice, &other, 5000 + DAY_MS), 0);
    practice_finish(&practice);
}

Test(puzzle, a_practice_is_one_text)
{
    static const char kept[] = "161225 12050 59999 3 2;1 86400000 nim 3+5+7;0 7 chomp 4+2;";
    struct practice practice;
    struct text text = {0};
    cr_assert(practice_parse(&practice, kept));
    practice_print(&practice, &text);
    cr_expect_str_eq(text.bytes, kept);
    practice_finish(&practice);
    cr_expect(practice_parse(&practice, ""));
    cr_expect_eq(practice.rating.rating, GLICKO_RATING);
    static const char *const bad[] = {
        "x",
        "150000 35000 60000 0 0",
        "9999999 35000 60000 0 0;",
        "150000 0 60000 0 0;",
        "150000 35000 60000 1 2;",
        "150000 35000 60000 0 0;7 0 nim 1;",
        "150000 35000 60000 0 0;1 0 nim;",
        "150000 35000 60000 0 0;1 0 nim 1",
        "150000 35000 60000 0 0;1 0 nim 1;1 0 nim 1;",
        "150000 35000 60000 0 0;-1 0 nim 1;",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(practice_parse(&practice, bad[i]), "%s", bad[i]);
        cr_expect_eq(practice.count, 0);
    }
    text_finish(&text);
}

static void expect_next(const struct practice *practice, struct solver_shelf *shelf,
                        const struct rules *rules, int64_t now_ms, enum practice_choice choice,
                        struct text *ret_text)
{
    struct puzzle puzzle = {0};
    cr_assert_eq(practice_next(practice, shelf, rules, now_ms, &puzzle), choice);
    text_clear(ret_text);
    if (choice != PRACTICE_NONE)
        puzzle_print(&puzzle, ret_text);
    puzzle_finish(&puzzle);
}

Test(puzzle, what_is_due_comes_first_and_then_something_new)
{
    struct practice practice;
    struct solver_shelf *shelf = solver_shelf_create(1 << 24);
    struct text first = {0}, again = {0};
    practice_init(&practice);
    practice_add(&practice, "nim 3+5+7", 1, 2000);
    practice_add(&practice, "nim 1+2", 1, 1000);
    practice_add(&practice, "nim 4+7", 1, 1500);
    practice_add(&practice, "nim 2+2", 1, 0); /* passed over: no move wins */
    struct rules chomp = rules_of("chomp");
    expect_next(&practice, shelf, NULL, 2500, PRACTICE_REPEAT, &first);
    cr_expect_str_eq(first.bytes, "nim 1+2");
    expect_next(&practice, shelf, &chomp, 2500, PRACTICE_NEW, &first);
    cr_expect_eq(strncmp(first.bytes, "chomp ", 6), 0, "%s", first.bytes);
    expect_next(&practice, shelf, &chomp, 2500, PRACTICE_NEW, &again);
    cr_expect_str_eq(first.bytes, again.bytes, "asking again gives the same");

    /* All puzzles of chomp, one after the other, none twice; then there is none. */
    struct glicko rating = glicko_new;
    int count = 0;
    struct puzzle puzzle = {0};
    while (practice_next(&practice, shelf, &chomp, 2500, &puzzle) == PRACTICE_NEW) {
        text_clear(&again);
        puzzle_print(&puzzle, &again);
        EXPECT(practice_answer(&practice, again.bytes, &rating, true, 2500), "%s twice",
               again.bytes);
        count++;
    }
    cr_expect(count > PUZZLES_OF_RULES / 4 && count <= PUZZLES_OF_RULES, "%d", count);
    expect_next(&practice, shelf, &chomp, 2500, PRACTICE_NONE, &again);
    puzzle_finish(&puzzle);
    text_finish(&first);
    text_finish(&again);
    practice_finish(&practice);
    solver_shelf_destroy(shelf);
}

Test(puzzle, a_stronger_player_gets_harder_puzzles)
{
    struct solver_shelf *shelf = solver_shelf_create(1 << 24);
    double sum[2] = {0};
    for (int strong = 0; strong < 2; strong++) {
        struct practice practice;
        struct puzzle puzzle = {0};
        struct glicko rating = {.rating = 1500, .deviation = 350, .volatility = 0.06};
        practice_init(&practice);
        for (int i = 0; i < 40; i++) {
            practice.rating.rating = strong ? 1900 : 1100;
            cr_assert_eq(practice_next(&practice, shelf, NULL, 0, &puzzle), PRACTICE_NEW);
            sum[strong] += puzzle_rating(&puzzle).rating / 40;
            struct text text = {0};
            puzzle_print(&puzzle, &text);
            practice_answer(&practice, text.bytes, &rating, true, 0);
            text_finish(&text);
        }
        puzzle_finish(&puzzle);
        practice_finish(&practice);
    }
    cr_expect_gt(sum[1], sum[0] + 200);
    solver_shelf_destroy(shelf);
}

Test(puzzle, says_when_a_puzzle_comes_again)
{
    struct text said = {0};
    practice_explain(&said);
    cr_expect_str_eq(said.bytes,
                     "Every winning move is right. A puzzle that you have met comes again after 1, "
                     "3, 7, 16 and 35 days as long as you are right.");
    text_clear(&said);
    practice_say_again(PUZZLE_DAY_MS, 0, &said);
    cr_expect_str_eq(said.bytes, "The puzzle comes again in 1 day.");
    text_clear(&said);
    practice_say_again(3 * (int64_t)PUZZLE_DAY_MS, 1, &said);
    cr_expect_str_eq(said.bytes, "The puzzle comes again in 3 days.");
    text_clear(&said);
    practice_say_again(-1, 0, &said);
    cr_expect_str_eq(said.bytes, "You know this puzzle now: it does not come again.");
    text_finish(&said);
}
