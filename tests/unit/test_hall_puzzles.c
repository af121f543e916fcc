/* The practice of players with puzzles: what the hall makes of what the driver finds out. */
#include "tests/unit/hall_fixture.h"

#include <string.h>

SUITE(hall_puzzles, 20);

#define PUZZLE "nim 3+5+7"

static uint32_t answers_puzzle(struct guest *guest, const char *position, const char *move,
                               const char *key)
{
    struct hall_caller from = ask(guest);
    struct hall_puzzle_answer answer = {
        .rules = given("nim"), .position = given(position), .move = given(move), .right = true};
    hall_puzzle_answer(guest->evening->hall, from, &answer, given(key));
    return from.request;
}

static const struct heard *asked(struct guest *guest)
{
    return expect(guest, HEARD_LOOK_UP_PUZZLE_CHANGE);
}

/* What the driver finds of a puzzle that the player is given. */
static struct hall_puzzle_found as_given(struct guest *guest, bool right)
{
    const struct disk_practice *practice = disk_practice(&guest->evening->disk, guest->player);
    return (struct hall_puzzle_found){
        .changes = practice ? practice->changes : 0,
        .is_given = true,
        .right = right,
        .rating = {.rating = 1500, .deviation = 250, .volatility = 0.06},
        .has_step = true,
        .rung = right,
        .due_ms = 86400000,
    };
}

static void look_up(struct guest *guest, const struct hall_puzzle_found *found)
{
    hall_puzzle_looked_up(guest->evening->hall, asked(guest)->message, found);
}

Test(hall_puzzles, an_answer_is_told_when_both_ratings_are_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    answers_puzzle(ann, "7+5+3", "3>2", "k");
    hear(evening);
    const struct message *question = asked(ann)->message;
    cr_assert_str_eq(question->look_up_puzzle.puzzle, PUZZLE);
    cr_assert_str_eq(question->look_up_puzzle.move, "3>2");
    struct hall_puzzle_found found = as_given(ann, true);
    hall_puzzle_looked_up(evening->hall, question, &found);
    expect_silence(ann);
    cr_assert_null(disk_practice(&evening->disk, ann->player));
    commit(evening);
    const struct wire_puzzle_done *done = &expect(ann, HEARD_PUZZLE_DONE)->puzzle_done;
    cr_assert(done->right && done->rated);
    cr_assert_eq(done->again, 86400000);
    cr_assert_gt(done->rating, 1500);
    cr_assert_eq(done->tried, 1);
    cr_assert_eq(done->solved, 1);
    cr_assert_gt(disk_practice(&evening->disk, ann->player)->glicko.rating, 1500);
    cr_assert_lt(disk_puzzle(&evening->disk, PUZZLE)->glicko.rating, 1500);
    cr_assert_eq(disk_practice_item(&evening->disk, ann->player, PUZZLE)->rung, 1);
    evening_end(evening);
}

Test(hall_puzzles, the_same_key_is_the_same_answer_after_a_restart_too)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    answers_puzzle(ann, "3+5+7", "3>2", "k");
    hear(evening);
    struct hall_puzzle_found found = as_given(ann, false);
    look_up(ann, &found);
    commit(evening);
    int64_t rating = expect(ann, HEARD_PUZZLE_DONE)->puzzle_done.rating;
    for (int life = 0; life < 2; life++) {
        answers_puzzle(ann, "3+5+7", "3>2", "k");
        commit(evening);
        const struct wire_puzzle_done *done = &expect(ann, HEARD_PUZZLE_DONE)->puzzle_done;
        cr_assert_not(done->right);
        cr_assert(done->rated);
        cr_assert_eq(done->rating, rating);
        cr_assert_eq(done->tried, 1);
        answers_puzzle(ann, "3+5+7", "3>1", "k");
        commit(evening);
        expect_error(ann, ERROR_KEY_REUSED);
        crash(evening);
        come_back(ann);
    }
    cr_assert_eq(disk_practice(&evening->disk, ann->player)->changes, 1);
    evening_end(evening);
}

Test(hall_puzzles, what_was_read_before_another_answer_is_asked_again)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    answers_puzzle(ann, "3+5+7", "3>2", "k1");
    answers_puzzle(ann, "3+5+7", "5>4", "k2");
    hear(evening);
    struct hall_puzzle_found found = as_given(ann, true);
    look_up(ann, &found);
    look_up(ann, &found); /* read from the same practice */
    commit(evening);
    cr_assert(expect(ann, HEARD_PUZZLE_DONE)->puzzle_done.rated);
    const struct message *again = asked(ann)->message;
    cr_assert_str_eq(again->look_up_puzzle.move, "5>4");
    struct hall_puzzle_found met = {.changes = 1, .is_met = true, .right = true};
    hall_puzzle_looked_up(evening->hall, again, &met);
    commit(evening);
    const struct wire_puzzle_done *done = &expect(ann, HEARD_PUZZLE_DONE)->puzzle_done;
    cr_assert_not(done->rated);
    cr_assert_eq(done->tried, 1);
    evening_end(evening);
}

Test(hall_puzzles, what_is_not_given_is_refused_and_leaves_no_trace)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    answers_puzzle(ann, "3+5+7", "3>2", "k");
    hear(evening);
    struct hall_puzzle_found found = {0};
    look_up(ann, &found);
    commit(evening);
    expect_error(ann, ERROR_BAD_POSITION);
    answers_puzzle(ann, "3+5+7", "9>2", "k");
    answers_puzzle(ann, "3+x", NULL, "k");
    commit(evening);
    expect_error(ann, ERROR_BAD_MOVE);
    expect_error(ann, ERROR_BAD_POSITION);
    answers_puzzle(ben, "3+5+7", "3>2", "k");
    commit(evening);
    expect_error(ben, ERROR_NO_ACCOUNT);
    found = as_given(ann, true);
    found.is_full = true;
    answers_puzzle(ann, "3+5+7", "3>2", "k");
    hear(evening);
    look_up(ann, &found);
    commit(evening);
    expect_error(ann, ERROR_LIMIT_REACHED);
    cr_assert_null(disk_practice(&evening->disk, ann->player));
    evening_end(evening);
}

Test(hall_puzzles, a_mistake_is_written_once)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    for (int i = 0; i < 2; i++) {
        hall_puzzle_mistake(evening->hall, ask(ann), given("nim"), given("3+5+7"),
                            given(i ? "k2" : "k1"));
        hear(evening);
        struct hall_puzzle_found found = {.changes = i, .is_met = i, .has_step = !i, .due_ms = 5};
        look_up(ann, &found);
        commit(evening);
        cr_assert_eq(expect(ann, HEARD_PUZZLE_ADDED)->puzzle_added.added, !i);
    }
    cr_assert_eq(disk_practice_item(&evening->disk, ann->player, PUZZLE)->due_ms, 5);
    cr_assert_eq(disk_practice(&evening->disk, ann->player)->tried, 0);
    evening_end(evening);
}

Test(hall_puzzles, whoever_has_left_is_told_nothing_and_nothing_changes)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    answers_puzzle(ann, "3+5+7", "3>2", "k");
    hear(evening);
    const struct message *question = asked(ann)->message;
    struct hall_puzzle_found found = as_given(ann, true);
    leave(ann);
    hall_puzzle_looked_up(evening->hall, question, &found);
    commit(evening);
    cr_assert_null(disk_practice(&evening->disk, ann->player));
    evening_end(evening);
}
