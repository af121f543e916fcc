#include "client/study/octal_periods.h"

#include "client/cli/atomic_file.h"
#include "common/base/memory.h"
#include "common/game/octal.h"
#include "common/solver/heap_values.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char heading[] = "code,looked_upto,first,period,proven_with\n";

static bool parse_code(const char *code, struct rules *ret_rules)
{
    char text[32];
    struct error unread;
    int len = snprintf(text, sizeof text, "octal:%s", code);
    return rules_parse(ret_rules, text, (size_t)len, &unread) == ERROR_NONE;
}

/* The codes are distinct: the last digit is not 0, but in 4.0. */
struct octal_periods octal_periods_create(void)
{
    struct octal_periods periods = {memory_zeroed(2 * 512, sizeof *periods.rows), 0};
    for (int number = 1; number < 2 * 512; number++) {
        struct octal_period row = {{0}, 0, 0, 0, 0};
        int len = snprintf(row.code, sizeof row.code, "%d.%03o", number / 512 * 4, number % 512);
        while (len > 3 && row.code[len - 1] == '0')
            row.code[--len] = '\0';
        struct rules rules;
        if (parse_code(row.code, &rules))
            periods.rows[periods.count++] = row;
    }
    return periods;
}

void octal_periods_finish(struct octal_periods *periods)
{
    free(periods->rows);
}

static struct octal_period *find_row(const struct octal_periods *periods, const char *code)
{
    for (size_t i = 0; i < periods->count; i++) {
        if (strcmp(periods->rows[i].code, code) == 0)
            return &periods->rows[i];
    }
    return NULL;
}

/* "0.77,167,71,12,167" or "0.6,10000,,,". */
static bool read_row(const struct octal_periods *periods, const char *line)
{
    struct octal_period row = {{0}, 0, 0, 0, 0};
    int end = 0;
    if (sscanf(line, "%7[0-7.],%" SCNd64 ",,,%n", row.code, &row.looked, &end) != 2 || end == 0)
        sscanf(line, "%7[0-7.],%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%" SCNd64 "%n", row.code,
               &row.looked, &row.first, &row.period, &row.proven_with, &end);
    struct octal_period *place = find_row(periods, row.code);
    if (end == 0 || line[end] != '\n' || !place || row.looked < 0 || row.period < 0)
        return false;
    *place = row;
    return true;
}

enum error_code octal_periods_read(struct octal_periods *periods, const char *path,
                                   struct error *error)
{
    char line[128];
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT)
        return ERROR_NONE;
    if (!file)
        return error_set(error, ERROR_IO, "%.100s: it cannot be read: %s", path, strerror(errno));
    bool is_right = fgets(line, sizeof line, file) && strcmp(line, heading) == 0;
    int number = 1;
    while (is_right && fgets(line, sizeof line, file)) {
        number++;
        is_right = read_row(periods, line);
    }
    fclose(file);
    if (is_right)
        return ERROR_NONE;
    return error_set(error, ERROR_IO,
                     "%.80s is no list of `takeaway periods`: in line %d CODE,LOOKED_UPTO,FIRST,"
                     "PERIOD,PROVEN_WITH was expected; name another file",
                     path, number);
}

enum error_code octal_periods_write(const struct octal_periods *periods, const char *path,
                                    struct error *error)
{
    struct atomic_file draft;
    enum error_code failed = atomic_file_open(path, &draft, error);
    if (failed)
        return failed;
    fputs(heading, draft.file);
    for (size_t i = 0; i < periods->count; i++) {
        const struct octal_period *row = &periods->rows[i];
        fprintf(draft.file, "%s,%" PRId64 ",", row->code, row->looked);
        if (row->period > 0)
            fprintf(draft.file, "%" PRId64 ",%" PRId64 ",%" PRId64 "\n", row->first, row->period,
                    row->proven_with);
        else
            fputs(",,\n", draft.file);
    }
    return atomic_file_keep(&draft, error);
}

void octal_period_extend(struct octal_period *row, int64_t upto)
{
    struct rules rules;
    bool is_code = parse_code(row->code, &rules);
    assert(is_code);
    int64_t most = octal_table_heap_max(&rules);
    if (upto > most)
        upto = most;
    if (row->period > 0 || row->looked >= upto)
        return;
    struct heap_values *values = heap_values_create(&rules);
    struct heap_period period;
    heap_value(values, upto);
    row->looked = upto;
    if (heap_values_period(values, &period)) {
        row->first = period.first;
        row->period = period.period;
        row->proven_with = period.proven_with;
        row->looked = period.proven_with;
    }
    heap_values_destroy(values);
}
