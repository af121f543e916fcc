/* Chance in a tournament: the same for the same place, another one for another. */
#include "common/tournament/seed.h"
#include "tests/suite.h"

#include <inttypes.h>

SUITE(seed, 60);

static int compare_numbers(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void expect_all_different(int64_t *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t i = 1; i < count; i++)
        EXPECT(numbers[i - 1] != numbers[i], "%" PRId64 " comes twice", numbers[i]);
}

Test(seed, of_a_seat_does_not_change_from_one_version_to_the_next)
{
    struct seed_place place = {.round = 1, .board = 1, .leg = 1, .game = 1, .seat = 1};
    cr_assert_eq(seed_of_seat(1, &place), INT64_C(7357187815711531));
    place = (struct seed_place){.round = 12, .board = 3, .leg = 2, .game = 2, .seat = 2};
    cr_assert_eq(seed_of_seat(INT64_C(9007199254740991), &place), INT64_C(2905488038309533));
}

enum { ROUNDS = 20, BOARDS = 32, LEGS = 2, GAMES = 2, SEATS = 2, TOURNAMENTS = 4 };
enum { PLACES = TOURNAMENTS * ROUNDS * BOARDS * LEGS * GAMES * SEATS };

/* The places of the tournaments 0, 1, ... one after the other. */
static int64_t seed_of_place(int number)
{
    struct seed_place place = {0};
    int tournament = number % TOURNAMENTS;
    number /= TOURNAMENTS;
    place.round = 1 + number % ROUNDS;
    number /= ROUNDS;
    place.board = 1 + number % BOARDS;
    number /= BOARDS;
    place.leg = 1 + number % LEGS;
    number /= LEGS;
    place.game = 1 + number % GAMES;
    number /= GAMES;
    place.seat = 1 + number;
    return seed_of_seat(tournament, &place);
}

Test(seed, of_every_seat_of_every_tournament_is_another_one)
{
    int64_t *seeds = malloc(PLACES * sizeof *seeds);
    for (int i = 0; i < PLACES; i++) {
        seeds[i] = seed_of_place(i);
        EXPECT(seeds[i] >= 1 && seeds[i] < INT64_C(1) << 53, "%" PRId64, seeds[i]);
    }
    expect_all_different(seeds, PLACES);
    free(seeds);
}

/* Each of the 53 bits is set in one half of the seeds, give or take five deviations of sqrt(n) / 2.
 */
Test(seed, bits_are_set_as_often_as_not)
{
    for (int bit = 0; bit < 53; bit++) {
        int64_t set = 0;
        for (int i = 0; i < PLACES; i++)
            set += seed_of_place(i) >> bit & 1;
        int64_t off = 2 * set - PLACES;
        EXPECT(off * off < 25 * (int64_t)PLACES, "bit %d is set in %" PRId64 " of %d", bit, set,
               PLACES);
    }
}

static void expect_no_gap(int64_t boards, int64_t rounds)
{
    int64_t count = 0, *indices = malloc((size_t)(boards * rounds) * sizeof *indices);
    for (int64_t round = 1; round <= rounds; round++) {
        for (int64_t board = 1; board <= boards; board++)
            indices[count++] = seed_start_index(boards, round, board, 1);
    }
    qsort(indices, (size_t)count, sizeof *indices, compare_numbers);
    for (int64_t i = 0; i < count; i++)
        EXPECT(indices[i] == i, "%" PRId64 " boards: %" PRId64, boards, indices[i]);
    free(indices);
}

Test(seed, indices_of_starts_go_from_round_to_round_without_a_gap)
{
    for (int64_t boards = 1; boards <= 20; boards++)
        expect_no_gap(boards, 17);
    cr_assert_eq(seed_start_index(4, 1, 1, 1), 0);
    cr_assert_eq(seed_start_index(4, 1, 4, 1), 3);
    cr_assert_eq(seed_start_index(4, 2, 4, 1), 4);
}

Test(seed, no_board_has_always_the_same_start_of_a_short_list)
{
    for (int64_t boards = 2; boards <= 20; boards++) {
        for (int64_t round = 1; round < 20; round++)
            EXPECT(seed_start_index(boards, round, 1, 1) % boards !=
                       seed_start_index(boards, round + 1, 1, 1) % boards,
                   "%" PRId64 " boards", boards);
    }
}

Test(seed, both_legs_of_a_pair_have_different_starts_of_every_list)
{
    for (int64_t round = 1; round <= 8; round++) {
        int64_t first = seed_start_index(128, round, 1, 1);
        int64_t second = seed_start_index(128, round, 1, 2);
        for (int64_t length = 2; length <= 1000; length++)
            EXPECT(first % length != second % length, "%" PRId64 " starts", length);
    }
}

Test(seed, of_a_generator_depends_on_every_number_and_their_order)
{
    const int64_t one[] = {1}, two[] = {1, 2}, turned[] = {2, 1};
    struct random random[] = {
        seed_generator(7, NULL, 0), seed_generator(8, NULL, 0),   seed_generator(7, one, 1),
        seed_generator(7, two, 2),  seed_generator(7, turned, 2),
    };
    enum { COUNT = sizeof random / sizeof *random };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < i; j++)
            cr_assert_neq(random[i].state, random[j].state, "%d and %d", i, j);
    }
}
