/* The words of heaps: with and without quotas, two heaps of Wythoff's game and of Candy Squares,
 * sticks; and the steps that a chip has left, which are one heap. */
#include "common/game/heaps.h"
#include "common/game/odd_scoring.h"
#include "common/game/take_away.h"
#include "common/game/wythoff.h"
#include "common/words/words_family.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* --- heaps --- */

static uint32_t count_of_all(const struct position *position)
{
    return position->count;
}

static struct words_heap plain_heap(const struct position *position, uint32_t index)
{
    int64_t cell = position->cells[index], counters = heaps_counters(cell);
    return (struct words_heap){counters, counters, heaps_is_ring(cell)};
}

static uint32_t count_of_pairs(const struct position *position)
{
    return position->count / TAKE_AWAY_PAIR;
}

static struct words_heap heap_of_pair(const struct position *position, uint32_t index)
{
    const int64_t *pair = position->cells + index * TAKE_AWAY_PAIR;
    return (struct words_heap){pair[TAKE_AWAY_HEAP], pair[TAKE_AWAY_QUOTA], false};
}

static uint32_t count_after_quota(const struct position *position)
{
    return position->count > 0 ? position->count - TAKE_AWAY_GLOBAL_HEAPS : 0;
}

static struct words_heap heap_under_quota(const struct position *position, uint32_t index)
{
    int64_t size = position->cells[TAKE_AWAY_GLOBAL_HEAPS + index];
    int64_t quota = position->cells[TAKE_AWAY_GLOBAL_QUOTA];
    return (struct words_heap){size, quota < size ? quota : size, false};
}

static void print_heaps(const int64_t *heaps, uint32_t count, struct text *out)
{
    text_append_string(out, count == 1 ? "one heap of " : "heaps of ");
    words_sizes(heaps, count, out);
}

/* Rings may stand before the heaps. */
static void print_position_of_heaps(const struct rules *rules, const struct position *position,
                                    struct text *out)
{
    (void)rules;
    uint32_t rings = 0;
    while (rings < position->count && heaps_is_ring(position->cells[rings]))
        rings++;
    if (rings > 0)
        text_append_string(out, rings == 1 ? "a ring of " : "rings of ");
    words_sizes(position->cells, rings, out);
    if (rings > 0 && rings < position->count)
        text_append_string(out, " and ");
    if (rings < position->count)
        print_heaps(position->cells + rings, position->count - rings, out);
}

static void print_one_heap(const struct rules *rules, const struct position *position,
                           struct text *out)
{
    (void)rules;
    int64_t heap = position->cells[TAKE_AWAY_HEAP], quota = position->cells[TAKE_AWAY_QUOTA];
    assert(quota >= 0 && quota <= heap);
    text_printf(out, "%" PRId64 " counter%s", heap, heap == 1 ? "" : "s");
    if (quota == 0)
        text_append_string(out, ", which may not be taken");
    else if (heap == 1)
        text_append_string(out, ", which may be taken");
    else if (quota == 1)
        text_append_string(out, "; only 1 of them may be taken");
    else if (quota == heap)
        text_append_string(out, "; all of them may be taken");
    else
        text_printf(out, "; 1 to %" PRId64 " of them may be taken", quota);
}

/* "a heap of 8, of which at most 3 may be taken", "heaps of 5 and 8, of which at most 4 and 3 may
 * be taken" */
static void print_local(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    uint32_t count = count_of_pairs(position);
    text_append_string(out, count == 1 ? "a heap of " : "heaps of ");
    for (int cell = TAKE_AWAY_HEAP; cell <= TAKE_AWAY_QUOTA; cell++) {
        for (uint32_t i = 0; i < count; i++) {
            words_separate(i, count, out);
            text_append_int(out, position->cells[i * TAKE_AWAY_PAIR + (uint32_t)cell]);
        }
        text_append_string(out, cell == TAKE_AWAY_HEAP ? ", of which at most " : " may be taken");
    }
    (void)rules;
}

static void print_global(const struct rules *rules, const struct position *position,
                         struct text *out)
{
    (void)rules;
    int64_t quota = position->cells[TAKE_AWAY_GLOBAL_QUOTA];
    print_heaps(position->cells + TAKE_AWAY_GLOBAL_HEAPS, count_after_quota(position), out);
    text_printf(out, "; at most %" PRId64 " may be taken from one heap", quota);
}

static int64_t counters_left(const struct move *move)
{
    int64_t left = 0;
    for (int i = 0; i < move->after_count; i++)
        left += move->cells[move->before_count + i];
    assert(left >= 0);
    return left;
}

static void print_counters_taken(const struct rules *rules, const struct position *position,
                                 const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t heap = move->cells[0], left = counters_left(move);
    if (left == 0 && heap == 1)
        text_printf(out, "take%s the last counter", ending);
    else if (left == 0)
        text_printf(out, "take%s the last %" PRId64 " counters", ending, heap);
    else
        text_printf(out, "take%s %" PRId64 ", leaving %" PRId64, ending, heap - left, left);
}

/* The first cell of the move is the heap; the cells after the move are its remains. */
static void print_heap_move(const struct rules *rules, const struct position *position,
                            const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t heap = heaps_counters(move->cells[0]), taken = heap - counters_left(move);
    const char *noun = heaps_is_ring(move->cells[0]) ? "ring" : "heap";
    if (taken == heap) {
        text_printf(out, "take%s the whole %s of %" PRId64, ending, noun, heap);
        return;
    }
    if (taken == 0)
        text_printf(out, "split%s the heap of %" PRId64 " into ", ending, heap);
    else
        text_printf(out, "take%s %" PRId64 " from the %s of %" PRId64 ", leaving ", ending, taken,
                    noun, heap);
    words_sizes(move->cells + move->before_count, move->after_count, out);
}

/* --- heaps: examples of moves --- */

enum { EXAMPLE_TAKEN_MAX = 64 };

static bool is_legal(const struct rules *rules, const struct position *position,
                     const struct text *text)
{
    struct move move;
    struct error error;
    return move_parse(rules, position, text->bytes, text->len, &move, &error) == ERROR_NONE;
}

/* A heap, or the cell of a ring (heaps.h). */
static int64_t cell_of(struct words_heap heap)
{
    return heap.is_ring ? -heap.size : heap.size;
}

static bool is_equal(struct words_heap a, struct words_heap b)
{
    return a.size == b.size && a.most == b.most && a.is_ring == b.is_ring;
}

/* The notation of a move from a heap or ring; `quota` 0: without it. */
static void print_take(int64_t heap, int64_t quota, int64_t taken, struct text *out)
{
    text_clear(out);
    heaps_print_cell(heap, out);
    if (quota > 0)
        text_printf(out, "@%" PRId64, quota);
    text_printf(out, ">%" PRId64, heaps_counters(heap) - taken);
}

/* Fills `out` with a move that takes from the heap and leaves at most one heap of it. Returns the
 * number that it takes; 0 with an empty text: there is no such move. */
static int64_t find_take(const struct rules *rules, const struct position *position,
                         struct words_heap heap, bool needs_quota, struct text *out)
{
    int64_t most = heap.most < EXAMPLE_TAKEN_MAX ? heap.most : EXAMPLE_TAKEN_MAX;
    for (int64_t taken = 1; taken <= most; taken++) {
        print_take(cell_of(heap), needs_quota ? heap.most : 0, taken, out);
        if (is_legal(rules, position, out))
            return taken;
    }
    text_clear(out);
    return 0;
}

/* Fills `out` with a move that leaves two heaps of one; empty if there is none. */
static void find_split(const struct rules *rules, const struct position *position, int64_t heap,
                       struct text *out)
{
    for (int64_t taken = 0; taken <= heap - 2 && taken <= EXAMPLE_TAKEN_MAX; taken++) {
        int64_t left = heap - taken, smaller = left > 2 ? (left - 1) / 2 : 1;
        text_clear(out);
        text_printf(out, "%" PRId64 ">%" PRId64 "+%" PRId64, heap, smaller, left - smaller);
        if (is_legal(rules, position, out))
            return;
    }
    text_clear(out);
}

/* From the largest heaps that allow one. */
static void find_examples(const struct rules *rules, const struct position *position,
                          struct typed_examples *examples)
{
    uint32_t count = words_heap_count(rules, position);
    int64_t taken = 0; /* by the example, when it is found */
    for (uint32_t i = count; i-- > 0;) {
        struct words_heap heap = words_heap_at(rules, position, i);
        bool has_twin = false; /* of the same size, with another quota */
        for (uint32_t k = 0; k < count; k++) {
            struct words_heap other = words_heap_at(rules, position, k);
            has_twin |= other.size == heap.size && other.most != heap.most;
        }
        if (i > 0) {
            struct words_heap next = words_heap_at(rules, position, i - 1);
            if (is_equal(next, heap))
                continue; /* the examples of equal heaps are the same */
        }

        if (taken == 0) {
            taken = find_take(rules, position, heap, has_twin, &examples->move);
            if (taken > 0) {
                text_printf(&examples->words, "take %" PRId64 " from ", taken);
                heaps_print_cell(cell_of(heap), &examples->words);
                if (count == 1)
                    text_append_int(&examples->number, taken);
                if (has_twin)
                    text_printf(&examples->words, "@%" PRId64, heap.most);
                else if (words_has_own_quotas(rules))
                    print_take(heap.size, heap.most, taken, &examples->with_quota);
            }
        }
        if (examples->split.len == 0 && !heap.is_ring)
            find_split(rules, position, heap.size, &examples->split);
    }
}

/* --- heaps: moves as they are typed --- */

/* A move that is typed as a number of counters. */
struct take {
    int64_t taken;
    int64_t heap;  /* or the cell of a ring; 0: not said */
    int64_t quota; /* of that heap; 0: not said */
    bool from_both;
};

/* Reads "3", "take 3", "take 3 from 7", "... from o13", "... from 8@3", "... from both"; false when
 * it is none of these. */
static bool parse_take(const char *line, struct take *take)
{
    struct scanner scanner = {.text = line, .len = strlen(line)};
    *take = (struct take){0};
    bool said = scanner_take_word(&scanner, "take ");
    if (!scanner_takes_int(&scanner, &take->taken))
        return false;
    if (said && scanner_take_word(&scanner, " from ")) {
        take->from_both = scanner_take_word(&scanner, "both");
        bool is_ring = scanner_take(&scanner, 'o');
        if (!take->from_both &&
            (!scanner_takes_int(&scanner, &take->heap) ||
             (scanner_take(&scanner, '@') && !scanner_takes_int(&scanner, &take->quota))))
            return false;
        if (is_ring)
            take->heap = -take->heap;
    }
    return scanner_at_end(&scanner);
}

/* Refuses a move that names none of several heaps, with a heap that allows it as an example. */
static void ask_for_heap(const struct rules *rules, const struct position *position,
                         struct take take, struct error *error)
{
    struct text text = {0};
    for (uint32_t i = words_heap_count(rules, position); i-- > 0;) {
        int64_t heap = cell_of(words_heap_at(rules, position, i)), counters = heaps_counters(heap);
        if (take.taken > counters)
            continue;
        print_take(heap, take.quota, take.taken, &text);
        if (!is_legal(rules, position, &text))
            continue;
        error_set(error, ERROR_BAD_MOVE,
                  "there are several heaps: say from which, as in 'take %" PRId64 " from %s%" PRId64
                  "'%s",
                  take.taken, heaps_is_ring(heap) ? "o" : "", counters,
                  words_family_of(rules) == &words_wythoff ? ", or from 'both'" : "");
        text_finish(&text);
        return;
    }
    text_finish(&text);
    error_set(error, ERROR_ILLEGAL_MOVE, "%" PRId64 " cannot be taken from any heap", take.taken);
}

/* Appends the move in the notation, or says in `error` why it is none. */
static void take_from_heap(const struct rules *rules, const struct position *position,
                           struct take take, struct text *out, struct error *error)
{
    uint32_t count = words_heap_count(rules, position);
    assert(!take.from_both);
    if (count == 0) {
        error_set(error, ERROR_BAD_MOVE, "nothing is left to take from");
        return;
    }
    if (take.heap == 0 && count > 1) {
        ask_for_heap(rules, position, take, error);
        return;
    }
    if (take.heap == 0)
        take.heap = cell_of(words_heap_at(rules, position, 0));

    int64_t most = -1; /* the quota of such a heap; -1: there is none */
    for (uint32_t i = 0; i < count; i++) {
        struct words_heap heap = words_heap_at(rules, position, i);
        if (cell_of(heap) == take.heap && heap.most > most &&
            (take.quota == 0 || take.quota == heap.most))
            most = heap.most;
    }
    int64_t counters = heaps_counters(take.heap);
    if (take.taken > counters)
        error_set(error, ERROR_ILLEGAL_MOVE, "%" PRId64 " cannot be taken from a %s of %" PRId64,
                  take.taken, heaps_is_ring(take.heap) ? "ring" : "heap", counters);
    else if (most >= 0 && take.taken > most)
        error_set(error, ERROR_ILLEGAL_MOVE, "at most %" PRId64 " of %" PRId64 " may be taken now",
                  most, counters);
    else
        print_take(take.heap, take.quota, take.taken, out);
}

static bool read_take(const struct rules *rules, const struct position *position, const char *line,
                      struct text *out, struct error *error)
{
    struct take take;
    if (!parse_take(line, &take))
        return false;
    if (take.from_both)
        error_set(error, ERROR_ILLEGAL_MOVE, "%s: a move takes from one heap", rules->text);
    else
        take_from_heap(rules, position, take, out, error);
    return true;
}

#define HEAP_ENTRIES                                                                               \
    .typed = read_take, .examples = find_examples, .notation_sides = "the heap before and after"

const struct words_family words_heaps = {
    HEAP_ENTRIES,
    .heap_count = count_of_all,
    .heap_at = plain_heap,
    .position = print_position_of_heaps,
    .move = print_heap_move,
};

const struct words_family words_one_heap = {
    HEAP_ENTRIES,
    .heap_count = count_of_pairs,
    .heap_at = heap_of_pair,
    .position = print_one_heap,
    .move = print_counters_taken,
};

const struct words_family words_local_quotas = {
    HEAP_ENTRIES,
    .heap_count = count_of_pairs,
    .heap_at = heap_of_pair,
    .has_own_quotas = true, /* the second cells of the pairs */
    .position = print_local,
    .move = print_heap_move,
};

const struct words_family words_global_quota = {
    HEAP_ENTRIES,
    .heap_count = count_after_quota,
    .heap_at = heap_under_quota,
    .position = print_global,
    .move = print_heap_move,
};

/* --- two heaps, of Wythoff's game --- */

static void print_wythoff_move(const struct rules *rules, const struct position *position,
                               const struct move *move, const char *ending, struct text *out)
{
    if (move->before_count == 1) {
        print_heap_move(rules, position, move, ending, out);
        return;
    }
    text_printf(out, "take%s %" PRId64 " from both heaps, leaving ", ending,
                wythoff_taken_of_both(move));
    if (move->after_count == 0)
        text_append_string(out, "nothing");
    words_sizes(move->cells + move->before_count, move->after_count, out);
}

static void take_from_both(const struct rules *rules, const struct position *position,
                           int64_t taken, struct text *out, struct error *error)
{
    if (position->count < WYTHOFF_HEAPS_MAX) {
        error_set(error, ERROR_BAD_MOVE, "there are no two heaps to take from");
        return;
    }
    int64_t smaller = position->cells[0];
    if (taken < 1 || taken > smaller) {
        error_set(error, ERROR_ILLEGAL_MOVE,
                  "1 to %" PRId64 " can be taken from both heaps, not %" PRId64, smaller, taken);
        return;
    }
    struct move move = wythoff_move_of_both(position, taken);
    move_print(rules, position, &move, out);
}

static bool read_take_of_two(const struct rules *rules, const struct position *position,
                             const char *line, struct text *out, struct error *error)
{
    struct take take;
    if (!parse_take(line, &take) || !take.from_both)
        return read_take(rules, position, line, out, error);
    take_from_both(rules, position, take.taken, out, error);
    return true;
}

static void find_examples_of_two(const struct rules *rules, const struct position *position,
                                 struct typed_examples *examples)
{
    if (position->count >= WYTHOFF_HEAPS_MAX) {
        struct move both = wythoff_move_of_both(position, 1);
        text_append_string(&examples->both, "take 1 from both");
        move_print(rules, position, &both, &examples->both_move);
    }
    find_examples(rules, position, examples);
}

const struct words_family words_wythoff = {
    .heap_count = count_of_all,
    .heap_at = plain_heap,
    .position = print_position_of_heaps,
    .move = print_wythoff_move,
    .typed = read_take_of_two,
    .examples = find_examples_of_two,
    .notation_sides = "the heap before and after",
};

/* --- Candy Squares --- */

static void print_eat_and_split(const struct rules *rules, const struct position *position,
                                const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    int64_t split = move->cells[0], other = position->cells[position->cells[0] == split];
    if (other == split)
        text_printf(out, "eat%s one heap of %" PRId64 " and split%s the other into ", ending, split,
                    ending);
    else
        text_printf(out, "eat%s the heap of %" PRId64 " and split%s the heap of %" PRId64 " into ",
                    ending, other, ending, split);
    words_sizes(move->cells + move->before_count, move->after_count, out);
}

const struct words_family words_candy = {
    HEAP_ENTRIES,
    .heap_count = count_of_all,
    .heap_at = plain_heap,
    .position = print_position_of_heaps,
    .move = print_eat_and_split,
};

/* --- a chip on its way --- */

static uint32_t count_of_chip(const struct position *position)
{
    return position->cells[ODD_SCORING_LEFT] > 0;
}

static struct words_heap steps_of_chip(const struct position *position, uint32_t index)
{
    (void)index;
    return (struct words_heap){.size = position->cells[ODD_SCORING_LEFT],
                               .most = odd_scoring_most(position)};
}

static void print_chip(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    int64_t left = position->cells[ODD_SCORING_LEFT];
    if (left == 0)
        text_append_string(out, "the chip is at the end");
    else
        text_printf(out, "the chip is %" PRId64 " step%s from the end", left, left == 1 ? "" : "s");
    text_printf(out, ", and the player to move has made an %s number of steps",
                position->cells[ODD_SCORING_OWN] == 0 ? "even" : "odd");
}

static void print_steps(const struct rules *rules, const struct position *position,
                        const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t left = counters_left(move), steps = move->cells[0] - left;
    text_printf(out, "move%s %" PRId64 " step%s", ending, steps, steps == 1 ? "" : "s");
    if (left == 0)
        text_append_string(out, ", to the end");
    else
        text_printf(out, ", leaving %" PRId64, left);
}

static bool read_steps(const struct rules *rules, const struct position *position, const char *line,
                       struct text *out, struct error *error)
{
    struct take take;
    int64_t most = odd_scoring_most(position);
    if (!parse_take(line, &take) || take.from_both)
        return read_take(rules, position, line, out, error);
    if (count_of_chip(position) == 0)
        error_set(error, ERROR_BAD_MOVE, "the chip is at the end");
    else if (take.taken > most)
        error_set(error, ERROR_ILLEGAL_MOVE, "1 to %" PRId64 " steps are possible, not %" PRId64,
                  most, take.taken);
    else
        take_from_heap(rules, position, take, out, error);
    return true;
}

static void find_example_of_steps(const struct rules *rules, const struct position *position,
                                  struct typed_examples *examples)
{
    typed_example_at(rules, position, 0, examples);
    text_append_string(&examples->number, "1");
}

const struct words_family words_odd_scoring = {
    .heap_count = count_of_chip,
    .heap_at = steps_of_chip,
    .position = print_chip,
    .move = print_steps,
    .typed = read_steps,
    .examples = find_example_of_steps,
    .number_hint = "how many steps to make",
    .number_expected = "a number of steps",
};

/* --- sticks --- */

static void print_sticks(const struct rules *rules, const struct position *position,
                         struct text *out)
{
    (void)rules;
    text_append_string(out, position->count == 1 ? "a stick of length " : "sticks of length ");
    words_sizes(position->cells, position->count, out);
}

static void print_stick_move(const struct rules *rules, const struct position *position,
                             const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t length = move->cells[0];
    if (move->after_count > 0)
        text_printf(out, "break%s a stick of length %" PRId64 " into %" PRId64 " and %" PRId64,
                    ending, length, move->cells[1], move->cells[2]);
    else if (length == 1)
        text_printf(out, "remove%s a stick of length 1", ending);
    else
        text_printf(out, "remove%s %" PRId64 " sticks of length %" PRId64, ending, length, length);
}

/* Reads "break 8 3", which leaves 3 and 5, or "remove 2", of length 2: then the piece is 0. */
static bool parse_stick(const char *line, int64_t *ret_length, int64_t *ret_piece)
{
    struct scanner scanner = {.text = line, .len = strlen(line)};
    *ret_piece = 0;
    if (scanner_take_word(&scanner, "remove "))
        return scanner_takes_int(&scanner, ret_length) && scanner_at_end(&scanner);
    return scanner_take_word(&scanner, "break ") && scanner_takes_int(&scanner, ret_length) &&
           scanner_take(&scanner, ' ') && scanner_takes_int(&scanner, ret_piece) &&
           *ret_piece > 0 && scanner_at_end(&scanner);
}

static bool read_stick(const struct rules *rules, const struct position *position, const char *line,
                       struct text *out, struct error *error)
{
    (void)rules;
    int64_t length, piece, count = 0;
    if (!parse_stick(line, &length, &piece))
        return false;
    for (uint32_t i = 0; i < position->count; i++)
        count += position->cells[i] == length;
    if (count == 0) {
        error_set(error, ERROR_BAD_MOVE, "there is no stick of length %" PRId64, length);
    } else if (piece >= length) {
        error_set(error, ERROR_ILLEGAL_MOVE,
                  "a stick of length %" PRId64 " has no piece of %" PRId64, length, piece);
    } else if (piece > 0) {
        text_printf(out, "%" PRId64 ">%" PRId64 "+%" PRId64, length, piece, length - piece);
    } else if (count < length) {
        error_set(error, ERROR_ILLEGAL_MOVE,
                  "%" PRId64 " such sticks are removed together, and there are %" PRId64, length,
                  count);
    } else {
        for (int64_t i = 0; i < length; i++)
            text_printf(out, i > 0 ? "+%" PRId64 : "%" PRId64, length);
        text_append_string(out, ">0");
    }
    return true;
}

static void find_example_of_sticks(const struct rules *rules, const struct position *position,
                                   struct typed_examples *examples)
{
    struct move move = typed_example_at(rules, position, 0, examples);
    if (move.after_count > 0)
        text_printf(&examples->words, "break %" PRId64 " %" PRId64, move.cells[0], move.cells[1]);
    else
        text_printf(&examples->words, "remove %" PRId64, move.cells[0]);
}

const struct words_family words_sticks = {
    .position = print_sticks,
    .move = print_stick_move,
    .typed = read_stick,
    .examples = find_example_of_sticks,
    .notation_sides = "the sticks before and after",
};
