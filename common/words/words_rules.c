/* Rules in words. */
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "common/game/octal.h"
#include "common/game/subtraction.h"
#include "common/words/words.h"
#include "common/words/words_look.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

const struct game *words_game(const char *rules, enum game_look look)
{
    for (const struct game *game = games; game->name; game++) {
        if (game->look == look && strcmp(game->rules, rules) == 0)
            return game;
    }
    return strncmp(rules, "drawn:", strlen("drawn:")) == 0 ? &drawn_game : NULL;
}

/* Rules without the suffix for misere play or of a variant, unless a game has its name with it. */
struct stem {
    char text[RULES_TEXT_MAX + 1];
    bool is_misere;
    const char *variant; /* "local", "global", "clear", or NULL */
};

static bool drop_suffix(char *text, const char *suffix)
{
    size_t len = strlen(text), suffix_len = strlen(suffix);
    if (len < suffix_len || strcmp(text + len - suffix_len, suffix) != 0)
        return false;
    text[len - suffix_len] = '\0';
    return true;
}

static struct stem stem_of(const char *rules, enum game_look look)
{
    struct stem stem = {0};
    assert(strlen(rules) < sizeof stem.text);
    memcpy(stem.text, rules, strlen(rules) + 1);
    stem.is_misere = drop_suffix(stem.text, ",misere");
    if (words_game(rules, look))
        memcpy(stem.text, rules, strlen(rules) + 1);
    if (words_game(stem.text, look))
        return stem;
    if (drop_suffix(stem.text, ",clear"))
        stem.variant = "clear";
    else if (drop_suffix(stem.text, ",local"))
        stem.variant = "local";
    else if (drop_suffix(stem.text, ",global"))
        stem.variant = "global";
    return stem;
}

void words_rules(const char *rules, enum game_look look, struct text *out)
{
    struct stem stem = stem_of(rules, look);
    const struct game *game = words_game(stem.text, look);
    if (!game && look != LOOK_PLAIN) {
        words_rules(rules, LOOK_PLAIN, out);
        static const char *const phrases[LOOK_COUNT] = {
            [LOOK_STRIP] = "as a strip",     [LOOK_BINARY] = "in binary",
            [LOOK_BAND] = "as bands",        [LOOK_QUEEN] = "with a queen",
            [LOOK_PINS] = "in rows of pins", [LOOK_RING] = "with rings of pins",
            [LOOK_PAWNS] = "with pawns",     [LOOK_PILE] = "of one heap",
        };
        text_printf(out, ", %s", phrases[look]);
        return;
    }
    if (!game) {
        text_append_string(out, rules);
        return;
    }
    text_append_string(out, game->title);
    if (stem.variant)
        text_printf(out, ", %s", stem.variant);
    if (stem.is_misere && game != words_game(rules, look))
        text_append_string(out, ", misere");
    if (strcmp(game->name, rules) != 0)
        text_printf(out, " (%s)", rules);
}

/* --- octal codes --- */

enum {
    DIGITS = 16,
    TOLD_RUNS_MAX = 6, /* a sentence with more runs of numbers is hard to read */
};

/* "nothing of it, one heap or two" */
static void print_left(int digit, struct text *out)
{
    static const char *const numbers[] = {"nothing of it", "one", "two", "three"};
    bool is_told = false; /* the word heap */
    for (int heaps = 0; heaps <= OCTAL_LEFT_MAX; heaps++) {
        if (!(digit >> heaps & 1))
            continue;
        bool has_before = digit & ((1 << heaps) - 1), has_after = digit >> (heaps + 1);
        if (has_before)
            text_append_string(out, has_after ? ", " : " or ");
        text_append_string(out, numbers[heaps]);
        if (heaps > 0 && !is_told)
            text_append_string(out, heaps == 1 ? " heap" : " heaps");
        is_told = heaps > 0;
    }
}

/* The state while a code is put into words. */
struct telling {
    struct rules rules;
    int64_t digits_end; /* the digits up to this index and the period determine the code */
    int64_t period;     /* of the tail; 0: there is none */
    bool has_dots;      /* a list continues with the tail */
    bool is_cut;        /* a list was too long */
    struct text *out;
};

/* The numbers `first` to `last`, which have the same digit; `is_endless`: and all above. */
struct run {
    int64_t first, last;
    bool is_endless;
};

/* Finds the next run of numbers with this digit after `after`; false when there is none but
 * repetitions. Two rounds of a tail are told, so that a reader sees it repeat. */
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
        if (!run.is_endless && run.last == run.first + 1)
            run.last = run.first; /* two neighbours are listed one by one: "1 or 2" */
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

void words_octal(const char *rules, struct text *out)
{
    struct telling telling = {.out = out};
    struct error error;
    enum error_code failed = rules_parse(&telling.rules, rules, strlen(rules), &error);
    assert(!failed && family_is_code(telling.rules.family));
    (void)failed;
    telling.period = octal_tail_period(&telling.rules);
    telling.digits_end = octal_digit_count(&telling.rules) + telling.period;
    static const char *const into[] = {"", "two", "three", "two or three"};
    int splits = octal_digit(&telling.rules, 0) / OCTAL_LEAVE_TWO;
    bool takes = octal_digit_count(&telling.rules) > 0 || telling.period > 0;
    if (splits)
        text_printf(out, "Split a heap into %s", into[splits]);
    else
        text_append_string(out, "Take counters from one heap: ");
    if (splits && takes)
        text_append_string(out, ", or take counters from one: ");

    /* "1, leaving one heap; 2 or 3, leaving two heaps": numbers with the same digit are listed
     * together. */
    bool is_told[DIGITS] = {true}; /* the digit 0 allows nothing */
    const char *gap = "";
    for (int64_t k = 1; k <= telling.digits_end; k++) {
        int digit = octal_digit(&telling.rules, k);
        if (is_told[digit])
            continue;
        is_told[digit] = true;
        text_append_string(out, gap);
        print_numbers(&telling, digit);
        text_append_string(out, ", leaving ");
        print_left(digit, out);
        gap = "; ";
    }
    text_append_string(out, ". ");
    if (telling.is_cut)
        text_append_string(out, "The code tells the rest: its digit k, counted from the point, is "
                                "the sum of what taking k may leave, 1 for nothing, 2 for one "
                                "heap, 4 for two and 8 for three. ");
    else if (telling.has_dots)
        text_printf(out, "The dots go on in steps of %" PRId64 ". ", telling.period);
}

/* --- the moves of a game --- */

/* `function` is the text of F in the rules: "3/2x+1", "phi", "sqrt(2)x+1". */
static void explain_take_away(const char *function, const char *variant, struct text *out)
{
    if (!variant)
        text_append_string(out, "Take counters from the one heap, not all of them at first");
    else if (strcmp(variant, "local") == 0)
        text_append_string(out, "Take counters from one heap. Each heap has a quota of its own: at "
                                "first all but one of its counters");
    else
        text_append_string(out, "Take counters from one heap. There is one quota for all heaps: at "
                                "first one less than the largest heap");
    size_t factor_len = strcspn(function, "x");
    bool is_named = factor_len > 0 && !isdigit((unsigned char)function[factor_len - 1]);
    text_printf(out, "; after x were taken%s, at most %.*s%s%s%s. ",
                variant && strcmp(variant, "local") == 0 ? " from it" : "", (int)factor_len,
                function, is_named ? " " : "", function[factor_len] ? function + factor_len : "x",
                is_named || strpbrk(function, "/.") ? ", rounded down" : "");
}

/* The listed numbers: "1, 3 or 4", "3 to 5", "1, 3 to 5 or 9"; `last` stands before the last. */
static void print_listed(const struct rules *rules, const char *last, struct text *out)
{
    static const char gap[] = ", ";
    struct subtraction_range range = {0};
    struct text list = {0};
    size_t last_at = 0; /* of the last gap; there is one before the first number, too */
    while (subtraction_next_range(rules, range.most, &range)) {
        last_at = list.len;
        text_printf(&list, "%s%" PRId64, gap, range.least);
        if (range.most > range.least + 1) {
            text_printf(&list, " to %" PRId64, range.most);
        } else if (range.most > range.least) {
            last_at = list.len;
            text_printf(&list, "%s%" PRId64, gap, range.most);
        }
    }

    size_t gap_len = strlen(gap);
    const char *numbers = text_string(&list);
    if (last_at > 0)
        text_printf(out, "%.*s%s", (int)(last_at - gap_len), numbers + gap_len, last);
    if (list.len > 0)
        text_append_string(out, numbers + last_at + gap_len);
    text_finish(&list);
}

/* (The squares have a name of their own.) */
static void explain_subtraction(const char *text, struct text *out)
{
    struct rules rules;
    struct error error;
    struct subtraction_range range;
    enum error_code failed = rules_parse(&rules, text, strlen(text), &error);
    assert(!failed && rules.family == &family_subtraction);
    (void)failed;
    enum subtraction_kind kind = subtraction_kind(&rules);
    bool is_range = subtraction_is_range(&rules, &range);
    text_append_string(out, kind == SUBTRACTION_ALL_BUT
                                ? "Take counters from one heap, any number but "
                                : "Take counters from one heap; their number must be ");
    if (kind == SUBTRACTION_FIBONACCI)
        text_append_string(out, "a Fibonacci number");
    else if (kind == SUBTRACTION_SET && is_range && range.most > range.least + 1)
        text_append_string(out, "from ");
    print_listed(&rules, kind == SUBTRACTION_ALL_BUT ? " and " : " or ", out);
    text_append_string(out, ". ");
}

/* Does the last move decide who has won, and nothing else? */
static bool ends_by_last_move(const char *text)
{
    struct rules rules;
    struct error error;
    return rules_parse(&rules, text, strlen(text), &error) || !family_table(&rules)->stuck_result;
}

/* The games with the dollar, and the one whose name stands for misere play, say themselves who
 * wins; what a file adds may leave it out. */
static bool summary_says_end(const struct game *game, const struct stem *stem)
{
    static const char dollar[] = "silver-dollar,";
    if (!game || stem->variant || game->is_added)
        return false;
    return strncmp(stem->text, dollar, strlen(dollar)) == 0 || strstr(game->rules, ",misere");
}

void words_explain(const char *rules, enum game_look look, struct text *out)
{
    static const char take_away[] = "take-away:", subtraction[] = "subtraction:",
                      octal[] = "octal:", hexadecimal[] = "hexadecimal:", sticks[] = "sticks:";
    struct stem stem = stem_of(rules, look);
    const struct game *game = words_game(stem.text, look);
    if (game && !stem.variant)
        text_printf(out, "%s ", game->summary);
    else if (strncmp(stem.text, take_away, strlen(take_away)) == 0)
        explain_take_away(stem.text + strlen(take_away), stem.variant, out);
    else if (strncmp(stem.text, subtraction, strlen(subtraction)) == 0)
        explain_subtraction(rules, out);
    else if (strncmp(stem.text, octal, strlen(octal)) == 0 ||
             strncmp(stem.text, hexadecimal, strlen(hexadecimal)) == 0)
        words_octal(rules, out);
    else if (strncmp(stem.text, sticks, strlen(sticks)) == 0)
        text_printf(out,
                    "Break a stick in two, or remove as many sticks of one length as that length "
                    "says; no stick is longer than %s. ",
                    stem.text + strlen(sticks));
    if (look_words(look))
        text_append_string(out, look_words(look)->explanation);
    if (summary_says_end(game, &stem))
        out->bytes[--out->len] = '\0';
    else if (stem.variant && strcmp(stem.variant, "clear") == 0)
        text_printf(out,
                    "Whoever takes the last counter of all %s; where nobody can move and "
                    "counters are left, the match is a draw.",
                    stem.is_misere ? "loses" : "wins");
    else if (ends_by_last_move(rules))
        text_printf(out, "Whoever cannot move %s.", stem.is_misere ? "wins" : "loses");
    else
        text_append_string(out, "The number of steps at the start is odd, so exactly one player "
                                "makes an even number.");
}
