/* `takeaway periods`: the list of octal periods, its file, and what was published. */
#include "client/study/octal_periods.h"
#include "tests/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

SUITE(takeaway_periods, 60);

static const struct octal_period *row_of(const struct octal_periods *periods, const char *code)
{
    for (size_t i = 0; i < periods->count; i++) {
        if (strcmp(periods->rows[i].code, code) == 0)
            return &periods->rows[i];
    }
    cr_fatal("no row of %s", code);
}

/* Where the first heap with moves is 1, so that no value is left out in the papers' lists, which
 * T. Czajka's repository octal-games collects: from [WW], R. Austin, J. Kenyon and others. */
Test(takeaway_periods, the_shared_list_has_the_published_periods)
{
    static const struct {
        const char *code;
        int64_t first, period;
    } published[] = {
        {"0.77", 71, 12},     {"0.17", 33, 34},     {"0.45", 498, 20},     {"0.156", 3479, 349},
        {"0.644", 3256, 442}, {"0.356", 7315, 142}, {"0.165", 5181, 1550}, {"0.373", 2, 28},
        {"0.375", 37, 18},    {"0.115", 1, 14},     {"0.124", 122, 62},    {"0.116", 139, 96},
        {"0.134", 60, 62},    {"4.766", 19, 20},    {"0.524", 1, 52},      {"0.176", 24, 8},
    };
    struct octal_periods periods = octal_periods_create();
    struct error error;
    cr_assert_eq(octal_periods_read(&periods, PERIODS_FILE, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(periods.count, 1023);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        const struct octal_period *row = row_of(&periods, published[i].code);
        cr_assert_eq(row->period, published[i].period, "%s", row->code);
        cr_assert_eq(row->first, published[i].first, "%s", row->code);
    }
    for (size_t i = 0; i < periods.count; i++)
        cr_assert_geq(periods.rows[i].looked, periods.rows[i].period > 0 ? 1 : 10000);
    octal_periods_finish(&periods);
}

Test(takeaway_periods, a_second_run_goes_on_where_the_first_ended)
{
    char path[] = "/tmp/takeaway-periods-XXXXXX";
    struct error error;
    close(mkstemp(path));
    unlink(path);
    struct octal_periods first = octal_periods_create(), second = octal_periods_create();
    octal_period_extend(&first.rows[0], 50);
    for (size_t i = 0; i < 80; i++)
        octal_period_extend(&first.rows[i], 60);
    cr_assert_eq(octal_periods_write(&first, path, &error), ERROR_NONE);
    cr_assert_eq(octal_periods_read(&second, path, &error), ERROR_NONE);
    for (size_t i = 0; i < second.count; i++) {
        octal_period_extend(&first.rows[i], 300);
        octal_period_extend(&second.rows[i], 300);
        cr_assert_arr_eq(&first.rows[i], &second.rows[i], sizeof *first.rows);
    }
    unlink(path);
    octal_periods_finish(&first);
    octal_periods_finish(&second);
}

Test(takeaway_periods, a_damaged_file_is_refused_with_the_line)
{
    char path[] = "/tmp/takeaway-periods-XXXXXX";
    struct error error;
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("code,looked_upto,first,period,proven_with\n0.6,100,,,\n0.99,1,,,\n", file);
    fclose(file);
    struct octal_periods periods = octal_periods_create();
    cr_assert_eq(octal_periods_read(&periods, path, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, " in line 3 "), "%s", error.message);
    unlink(path);
    octal_periods_finish(&periods);
}
