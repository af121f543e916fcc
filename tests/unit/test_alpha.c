/* The theory of alpha [RS]: its published tables, and vectors from brute force. */
#include "alpha_definition.h"
#include "common/solver/alpha_walk.h"
#include "test_solver_checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

SUITE(alpha, 120);

/* --- published tables --- */

/* Reads terms such as "0,1,2"; returns how many. */
static uint32_t read_terms(const char *text, int64_t *terms)
{
    uint32_t count = 0;
    char *end;
    for (; *text; text = *end ? end + 1 : end)
        terms[count++] = strtoll(text, &end, 10);
    return count;
}

static void check_interval(const struct alpha_walk *walk, struct alpha left, struct alpha right,
                           uint32_t k, const char *start)
{
    int64_t terms[256];
    uint32_t count = read_terms(start, terms);
    struct alpha found_left = alpha_walk_left(walk), found_right = alpha_walk_right(walk);
    EXPECT(found_left.p == left.p && found_left.q == left.q, "left end %" PRId64 "/%" PRId64,
           found_left.p, found_left.q);
    EXPECT(found_right.p == right.p && found_right.q == right.q, "right end %" PRId64 "/%" PRId64,
           found_right.p, found_right.q);
    EXPECT(alpha_walk_gap(walk) == k, "k = %" PRIu32 " at %" PRId64 "/%" PRId64,
           alpha_walk_gap(walk), left.p, left.q);
    EXPECT(alpha_walk_start_index(walk) + 1 == count, "N = %" PRIu32, alpha_walk_start_index(walk));
    EXPECT(memcmp(walk->terms, terms, count * sizeof *terms) == 0, "start of %" PRId64 "/%" PRId64,
           left.p, left.q);
}

/* Asks for the interval of alpha and compares all of it. */
static void check_interval_of(struct alpha alpha, struct alpha left, struct alpha right, uint32_t k,
                              const char *start)
{
    struct alpha_walk walk;
    EXPECT(alpha_walk_start(&walk, alpha), "terms of 63 bits");
    check_interval(&walk, left, right, k, start);
    alpha_walk_finish(&walk);
}

Test(alpha, has_the_eleven_stable_intervals_of_the_paper)
{
    static const struct {
        struct alpha left, right;
        uint32_t k;
        const char *start;
    } rows[] = {
        {{1, 1}, {2, 1}, 0, "0,1"},
        {{2, 1}, {5, 2}, 1, "0,1,2"},
        {{5, 2}, {3, 1}, 2, "0,1,2,3,5"},
        {{3, 1}, {7, 2}, 3, "0,1,2,3,4,6"},
        {{7, 2}, {11, 3}, 4, "0,1,2,3,4,6,8,11,15,21"},
        {{11, 3}, {43, 11}, 4, "0,1,2,3,4,6,8,11"},
        {{43, 11}, {4, 1}, 5, "0,1,2,3,4,6,8,11,14,18,24,32,43"},
        {{4, 1}, {13, 3}, 5, "0,1,2,3,4,5,7,9,12"},
        {{13, 3}, {31, 7}, 6, "0,1,2,3,4,5,7,9,12,15,19,24,31,40,52"},
        {{31, 7}, {9, 2}, 6, "0,1,2,3,4,5,7,9,12,15,19,24,31"},
        {{9, 2}, {14, 3}, 6, "0,1,2,3,4,5,7,9,11,14,18"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct alpha left = rows[i].left, right = rows[i].right;
        struct alpha between = alpha_reduced(left.p + right.p, left.q + right.q);
        struct alpha last = alpha_reduced(right.p * 1000000 - 1, right.q * 1000000);
        check_interval_of(left, left, right, rows[i].k, rows[i].start);
        check_interval_of(between, left, right, rows[i].k, rows[i].start);
        check_interval_of(last, left, right, rows[i].k, rows[i].start);
    }
}

Test(alpha, changes_first_at_these_cutoffs)
{
    static const struct alpha cutoffs[] = {{2, 1},   {5, 2},  {3, 1},  {7, 2},  {11, 3},
                                           {43, 11}, {4, 1},  {13, 3}, {31, 7}, {9, 2},
                                           {14, 3},  {33, 7}, {5, 1},  {51, 10}};
    struct alpha_walk walk;
    EXPECT(alpha_walk_start(&walk, (struct alpha){1, 1}), "terms of 63 bits");
    for (size_t i = 0; i < sizeof cutoffs / sizeof *cutoffs; i++) {
        EXPECT(alpha_compare(alpha_walk_right(&walk), cutoffs[i]) == 0, "cutoff %zu", i);
        EXPECT(alpha_walk_next(&walk), "terms of 63 bits");
    }
    alpha_walk_finish(&walk);
}

/* --- vectors --- */

static FILE *open_vectors(const char *name)
{
    char path[512], header[256];
    snprintf(path, sizeof path, "%s/%s", VECTORS_DIR, name);
    FILE *file = fopen(path, "r");
    EXPECT(file && fgets(header, sizeof header, file), "%s", path);
    return file;
}

/* A line of cutoffs_60.csv. */
struct row {
    struct alpha left, right;
    uint32_t k;
    char start[1024];
};

static bool read_row(FILE *file, struct row *row)
{
    uint32_t index, first;
    if (fscanf(file,
               "%" SCNu32 ",%" SCNd64 ",%" SCNd64 ",%*[^,],%" SCNu32 ",%" SCNu32
               ",%1023[0-9 ],%" SCNd64 ",%" SCNd64,
               &index, &row->left.p, &row->left.q, &row->k, &first, row->start, &row->right.p,
               &row->right.q) != 8)
        return false;
    for (char *blank = row->start; (blank = strchr(blank, ' '));)
        *blank = ',';
    return true;
}

Test(alpha, walks_over_the_first_sixty_intervals_of_brute_force)
{
    FILE *file = open_vectors("cutoffs_60.csv");
    struct alpha_walk walk;
    struct row row;
    int rows = 0;
    EXPECT(alpha_walk_start(&walk, (struct alpha){1, 1}), "terms of 63 bits");
    for (; read_row(file, &row); rows++) {
        EXPECT(alpha_walk_next(&walk), "terms of 63 bits");
        check_interval(&walk, row.left, row.right, row.k, row.start);
        check_interval_of(row.left, row.left, row.right, row.k, row.start);
    }
    cr_assert_eq(rows, 60);
    alpha_walk_finish(&walk);
    fclose(file);
}

/* In [i, i + 1). */
static int64_t count_part(int64_t i)
{
    int64_t count = -1;
    EXPECT(alpha_count_within((struct alpha){i, 1}, (struct alpha){i + 1, 1}, NULL, &count) ==
               ALPHA_COUNTED,
           "part %" PRId64, i);
    return count;
}

Test(alpha, counts_as_many_cutoffs_as_brute_force)
{
    FILE *file = open_vectors("cutoff_count.csv");
    int64_t x, expected, below = 0, last = 0;
    while (fscanf(file, "%" SCNd64 ",%" SCNd64, &x, &expected) == 2) {
        EXPECT(below + (x >= 2) == expected, "C(%" PRId64 ") = %" PRId64, x, below + (x >= 2));
        below += count_part(x);
        last = x;
    }
    cr_assert_geq(last, 60);
    fclose(file);
}

Test(alpha, counts_to_a_hundred)
{
    int64_t count = 1;
    for (int64_t i = 1; i < 100; i++)
        count += count_part(i);
    cr_assert_eq(count, 19062);
}

/* --- the walk --- */

Test(alpha, finds_in_one_walk_what_it_finds_in_parts)
{
    struct alpha_walk walk;
    EXPECT(alpha_walk_start(&walk, (struct alpha){1, 1}), "terms of 63 bits");
    for (int64_t i = 1; i < 60; i++) {
        int64_t count = 0;
        for (; alpha_compare(alpha_walk_right(&walk), (struct alpha){i + 1, 1}) < 0; count++)
            EXPECT(alpha_walk_next(&walk), "terms of 63 bits");
        EXPECT(count + (i >= 2) == count_part(i), "part %" PRId64, i);
        EXPECT(alpha_walk_next(&walk), "terms of 63 bits");
        EXPECT(alpha_compare(walk.alpha, (struct alpha){i + 1, 1}) == 0, "whole numbers change it");
    }
    alpha_walk_finish(&walk);
}

Test(alpha, counts_within_bounds_that_are_no_whole_numbers)
{
    int64_t count;
    struct alpha seven_halves = {7, 2}, four = {4, 1};
    cr_assert_eq(alpha_count_within(seven_halves, four, NULL, &count), ALPHA_COUNTED);
    cr_assert_eq(count, 3); /* 7/2, 11/3, 43/11 */
    cr_assert_eq(alpha_count_within((struct alpha){18, 5}, four, NULL, &count), ALPHA_COUNTED);
    cr_assert_eq(count, 2);
    cr_assert_eq(alpha_count_within(four, four, NULL, &count), ALPHA_COUNTED);
    cr_assert_eq(count, 0);
}

Test(alpha, stops_counting_when_it_is_told)
{
    int64_t count = -1;
    atomic_bool stop = true;
    cr_assert_eq(alpha_count_within((struct alpha){50, 1}, (struct alpha){51, 1}, &stop, &count),
                 ALPHA_STOPPED);
    cr_assert_eq(count, -1);
}

/* The next intervals of some walks, each found again on its own. */
Test(alpha, a_walk_never_differs_from_a_new_start)
{
    struct random random = random_from_seed(3);
    for (int round = 0; round < 20; round++) {
        struct alpha_walk walk, again;
        EXPECT(alpha_walk_start(&walk, drawn_alpha(&random, 200)), "terms of 63 bits");
        for (int i = 0; i < 30; i++) {
            EXPECT(alpha_walk_next(&walk), "terms of 63 bits");
            EXPECT(alpha_walk_start(&again, alpha_walk_left(&walk)), "terms of 63 bits");
            EXPECT(walk.term_count == again.term_count && walk.jump_count == again.jump_count &&
                       walk.change_count == again.change_count,
                   "round %d, step %d", round, i);
            EXPECT(memcmp(walk.terms, again.terms, walk.term_count * sizeof *walk.terms) == 0 &&
                       memcmp(walk.jumps, again.jumps, walk.jump_count * sizeof *walk.jumps) == 0,
                   "round %d, step %d", round, i);
            alpha_walk_finish(&again);
        }
        alpha_walk_finish(&walk);
    }
}
