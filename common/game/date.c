#include "common/game/date.h"

#include "common/game/family.h"

#include <assert.h>
#include <inttypes.h>

static const struct {
    const char *name;
    int days;
} months[DATE_MONTHS] = {
    {"jan", 31}, {"feb", 29}, {"mar", 31}, {"apr", 30}, {"may", 31}, {"jun", 30},
    {"jul", 31}, {"aug", 31}, {"sep", 30}, {"oct", 31}, {"nov", 30}, {"dec", 31},
};

int64_t date_days_of(int64_t month)
{
    assert(month >= 1 && month <= DATE_MONTHS);
    return months[month - 1].days;
}

const char *date_month_name(int64_t month)
{
    assert(month >= 1 && month <= DATE_MONTHS);
    return months[month - 1].name;
}

int64_t date_take_month(struct scanner *scanner)
{
    for (int64_t month = 1; month <= DATE_MONTHS; month++) {
        if (scanner_take_word(scanner, date_month_name(month)))
            return month;
    }
    return 0;
}

static enum error_code date_rules_parse(struct rules *rules, struct scanner *scanner,
                                        struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "date");
    return ERROR_NONE;
}

/* Reads the whole text as a date. */
static enum error_code read_date(struct scanner *scanner, int64_t date[DATE_CELLS],
                                 enum error_code code, struct error *error)
{
    int64_t day;
    enum error_code failed = scanner_take_int(scanner, &day, code, error);
    if (failed)
        return failed;
    int64_t month = date_take_month(scanner);
    if (month == 0)
        return scanner_expected(scanner, code,
                                "a month (jan feb mar apr may jun jul aug sep oct nov dec)", error);
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, code, "the end", error);
    if (day < 1 || day > date_days_of(month))
        return error_set(error, code,
                         "there is no %" PRId64 "%s: %s has the days 1 to %" PRId64 "%s", day,
                         date_month_name(month), date_month_name(month), date_days_of(month),
                         month == 2 ? " (the year is a leap year)" : "");
    date[DATE_MONTH] = month;
    date[DATE_DAY] = day;
    return ERROR_NONE;
}

static enum error_code date_position_parse(const struct rules *rules, struct scanner *scanner,
                                           struct position *position, struct error *error)
{
    (void)rules;
    int64_t date[DATE_CELLS];
    enum error_code failed = read_date(scanner, date, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    for (int i = 0; i < DATE_CELLS; i++)
        position_push(position, date[i]);
    return ERROR_NONE;
}

static void print_date(const int64_t date[DATE_CELLS], struct text *out)
{
    text_printf(out, "%" PRId64 "%s", date[DATE_DAY], date_month_name(date[DATE_MONTH]));
}

static void date_position_print(const struct rules *rules, const struct position *position,
                                struct text *out)
{
    (void)rules;
    print_date(position->cells, out);
}

/* A date in January, as the game is told. */
static void date_position_draw_start(const struct rules *rules, struct random *random,
                                     struct position *position)
{
    (void)rules;
    position_push(position, 1);
    position_push(position, 1 + (int64_t)random_below(random, DATE_DAYS_MAX));
}

/* No match has more moves than this: each of them raises the month or the day. */
static uint128 date_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)(DATE_MONTHS - position->cells[DATE_MONTH] + DATE_DAYS_MAX -
                     position->cells[DATE_DAY]);
}

/* The next month after `month` that has this day; 0 where there is none. */
static int64_t next_month(int64_t month, int64_t day)
{
    for (month++; month <= DATE_MONTHS; month++) {
        if (day <= date_days_of(month))
            return month;
    }
    return 0;
}

static uint128 date_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    int64_t month = position->cells[DATE_MONTH], day = position->cells[DATE_DAY];
    uint128 count = (uint128)(date_days_of(month) - day);
    while ((month = next_month(month, day)) > 0)
        count++;
    return count;
}

static struct move move_to(const struct position *position, int64_t month, int64_t day)
{
    return (struct move){
        .before_count = DATE_CELLS,
        .after_count = DATE_CELLS,
        .cells = {position->cells[DATE_MONTH], position->cells[DATE_DAY], month, day},
    };
}

static void date_move_at(const struct rules *rules, const struct position *position, uint128 index,
                         struct move *move)
{
    (void)rules;
    int64_t month = position->cells[DATE_MONTH], day = position->cells[DATE_DAY], later = month;
    while ((later = next_month(later, day)) > 0) {
        if (index-- == 0) {
            *move = move_to(position, later, day);
            return;
        }
    }
    *move = move_to(position, month, day + 1 + (int64_t)index);
}

static enum error_code date_move_parse(const struct rules *rules, const struct position *position,
                                       struct scanner *scanner, struct move *move,
                                       struct error *error)
{
    (void)rules;
    int64_t to[DATE_CELLS], month = position->cells[DATE_MONTH], day = position->cells[DATE_DAY];
    enum error_code failed = read_date(scanner, to, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (to[DATE_MONTH] < month || (to[DATE_MONTH] == month && to[DATE_DAY] <= day))
        return error_set(error, ERROR_ILLEGAL_MOVE, "the date has to be later than %" PRId64 "%s",
                         day, date_month_name(month));
    if (to[DATE_MONTH] != month && to[DATE_DAY] != day)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the month or the day changes, not both: the day stays %" PRId64
                         " or the month %s",
                         day, date_month_name(month));
    *move = move_to(position, to[DATE_MONTH], to[DATE_DAY]);
    return ERROR_NONE;
}

static void date_move_print(const struct rules *rules, const struct position *position,
                            const struct move *move, struct text *out)
{
    (void)rules;
    (void)position;
    print_date(move->cells + DATE_CELLS, out);
}

static void date_move_apply(const struct rules *rules, struct position *position,
                            const struct move *move)
{
    (void)rules;
    for (int i = 0; i < DATE_CELLS; i++) {
        assert(position->cells[i] == move->cells[i]);
        position->cells[i] = move->cells[DATE_CELLS + i];
    }
}

const struct family family_date = {
    .name = "date",
    .form = "date",
    .rules_parse = date_rules_parse,
    .position_parse = date_position_parse,
    .position_print = date_position_print,
    .position_draw_start = date_position_draw_start,
    .counters = date_counters,
    .move_count = date_move_count,
    .move_at = date_move_at,
    .move_parse = date_move_parse,
    .move_print = date_move_print,
    .move_apply = date_move_apply,
};
