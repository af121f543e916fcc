#include "client/words/words_octal.h"

#include "common/game/octal.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { DIGITS = 8 };

/* So that a sentence can still be read. A run of numbers is one of them. */
enum { TOLD_RUNS_MAX = 6 };

static const char *const left[DIGITS] = {
    [OCTAL_LEAVE_NONE] = "nothing of it",
    [OCTAL_LEAVE_ONE] = "one heap",
    [OCTAL_LEAVE_NONE | OCTAL_LEAVE_ONE] = "nothing of it or one heap",
    [OCTAL_LEAVE_TWO] = "two heaps",
    [OCTAL_LEAVE_NONE | OCTAL_LEAVE_TWO] = "nothing of it or two heaps",
    [OCTAL_LEAVE_ONE | OCTAL_LEAVE_TWO] = "one heap or two",
    [OCTAL_LEAVE_NONE | OCTAL_LEAVE_ONE | OCTAL_LEAVE_TWO] = "nothing of it, one heap or two",
};

/* The telling of a code. */
struct telling {
    struct rules rules;
    int64_t digits_end; /* all digits that differ have an index up to this */
    int64_t period;     /* of the tail; 0: there is none */
    bool has_dots;      /* a list goes on with the tail */
    bool is_cut;        /* a list was too long */
    struct text *out;
};

/* The numbers from `first` to `last` that may be taken alike; `is_endless`: and all above. */
struct run {
    int64_t first, last;
    bool is_endless;
};

/* The next run of a digit after `after`; false when there is none, or none but repetitions. In a
 * tail two rounds are told, so that it is seen to repeat. */
static bool next_run(const struct telling *telling, int digit, int64_t after, struct run *run)
{
    const struct rules *rules = &telling->rules;
    int64_t first = after + 1, end = telling->digits_end;
    if (telling->period > 1)
        end += telling->period;
    while (first <= end && octal_digit(rules, first) != digit)
        first++;
    *run = (struct run){.first = first, .last = first};
    if (first > end)
        return false;
    while (octal_digit(rules, run->last + 1) == digit &&
           !(telling->period == 1 && run->last == telling->digits_end))
        run->last++;
    run->is_endless = telling->period == 1 && run->last == telling->digits_end;
    return true;
}

static void print_run(const struct run *run, struct text *out)
{
    if (run->is_endless && run->first == 1)
        text_append_string(out, "any number");
    else if (run->is_endless)
        text_printf(out, "%" PRId64 " or more", run->first);
    else if (run->last > run->first + 1)
        text_printf(out, "%" PRId64 " to %" PRId64, run->first, run->last);
    else
        text_append_int(out, run->first);
}

/* Of two neighbours each is told by itself: "1 or 2". */
static void halve_pair(struct run *run)
{
    if (!run->is_endless && run->last == run->first + 1)
        run->last = run->first;
}

static bool is_in_tail(const struct telling *telling, int digit)
{
    for (int64_t k = 1; k <= telling->period; k++) {
        if (octal_digit(&telling->rules, telling->digits_end + k) == digit)
            return true;
    }
    return false;
}

/* "1, 3 or 5 to 8", "2, 4, ..." */
static void print_numbers(struct telling *telling, int digit)
{
    bool repeats = telling->period > 1 && is_in_tail(telling, digit);
    struct run run, next;
    int told = 0;
    bool has_next = next_run(telling, digit, 0, &next);
    while (has_next && told < TOLD_RUNS_MAX) {
        run = next;
        halve_pair(&run);
        has_next = !run.is_endless && next_run(telling, digit, run.last, &next);
        if (told++ > 0)
            text_append_string(telling->out, has_next || repeats ? ", " : " or ");
        print_run(&run, telling->out);
    }
    if (has_next || repeats)
        text_append_string(telling->out, ", ...");
    telling->is_cut |= has_next;
    telling->has_dots |= repeats;
}

/* Is this the least number that may be taken in this way? */
static bool is_first_of_digit(const struct rules *rules, int64_t number)
{
    for (int64_t k = 1; k < number; k++) {
        if (octal_digit(rules, k) == octal_digit(rules, number))
            return false;
    }
    return octal_digit(rules, number) != 0;
}

/* "1, leaving one heap; 2 or 3, leaving two heaps" */
static void print_takes(struct telling *telling)
{
    int told = 0;
    for (int64_t k = 1; k <= telling->digits_end; k++) {
        int digit = octal_digit(&telling->rules, k);
        if (!is_first_of_digit(&telling->rules, k))
            continue;
        text_append_string(telling->out, told++ > 0 ? "; " : "");
        print_numbers(telling, digit);
        text_printf(telling->out, ", leaving %s", left[digit]);
    }
}

static void print_rest(const struct telling *telling)
{
    if (telling->is_cut)
        text_append_string(telling->out,
                           "The code tells the rest: its digit k, counted from the point, is the "
                           "sum of what taking k may leave, 1 for nothing, 2 for one heap and 4 "
                           "for two. ");
    else if (telling->has_dots)
        text_printf(telling->out, "The dots go on in steps of %" PRId64 ". ", telling->period);
}

void words_octal(const char *rules, struct text *out)
{
    struct telling telling = {.out = out};
    struct error error;
    enum error_code failed = rules_parse(&telling.rules, rules, strlen(rules), &error);
    assert(!failed);
    telling.period = octal_tail_period(&telling.rules);
    telling.digits_end = octal_digit_count(&telling.rules) + telling.period;
    bool splits = octal_digit(&telling.rules, 0) != 0;
    bool takes = octal_digit_count(&telling.rules) > 0 || telling.period > 0;
    text_append_string(out, splits ? "Split a heap into two" : "Take counters from one heap: ");
    if (splits && takes)
        text_append_string(out, ", or take counters from one: ");
    print_takes(&telling);
    text_append_string(out, ". ");
    print_rest(&telling);
}
