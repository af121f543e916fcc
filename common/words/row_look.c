#include "common/words/row_look.h"

#include "common/base/scanner.h"
#include "common/game/heaps.h"
#include "common/words/words_family.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { LETTERS = 26, CLEARED_FILES = 3 /* the file of the pawn and its neighbours */ };

/* --- places --- */

struct row_places row_look_places_of_file(int64_t cell, int64_t file)
{
    int64_t files = heaps_counters(cell);
    assert(file >= 1 && file <= files);
    struct row_places places = {.cell = cell, .named = file};
    if (heaps_is_ring(cell)) {
        places.count = files < CLEARED_FILES ? files : CLEARED_FILES;
        places.first = file > 1 ? file - 1 : files;
    } else {
        int64_t last = file < files ? file + 1 : files;
        places.first = file > 1 ? file - 1 : 1;
        places.count = last - places.first + 1;
    }
    return places;
}

struct row_places row_look_places(enum game_look look, const struct move *move)
{
    int64_t cell = move->cells[0], taken = heaps_counters(cell);
    for (int i = 1; i <= move->after_count; i++)
        taken -= move->cells[i];
    int64_t before = move->after_count > 1 ? move->cells[1] : 0;
    if (look == LOOK_PAWNS)
        return row_look_places_of_file(cell, before + (taken < CLEARED_FILES ? 1 : 2));
    return (struct row_places){cell, before + 1, taken, before + 1};
}

/* Appends the notation of the move that empties these places. */
static void print_notation(const struct row_places *places, struct text *out)
{
    int64_t counters = heaps_counters(places->cell), before = places->first - 1;
    int64_t after = counters - before - places->count;
    heaps_print_cell(places->cell, out);
    if (heaps_is_ring(places->cell) || before == 0 || after == 0)
        text_printf(out, ">%" PRId64, counters - places->count);
    else
        text_printf(out, ">%" PRId64 "+%" PRId64, before, after);
}

/* --- words --- */

/* A word for what is seen. */
struct noun {
    const char *row, *rows, *ring, *rings, *places;
};

static const struct noun *noun_of(enum game_look look)
{
    static const struct noun pins = {"a row", "rows", "a ring", "rings", "pin"};
    static const struct noun pawns = {"a board", "boards", "a round board", "round boards", "file"};
    return look == LOOK_PAWNS ? &pawns : &pins;
}

/* "rows of 3, 5 and 7 pins" */
static void print_rows(const struct noun *noun, const int64_t *cells, uint32_t count,
                       struct text *out)
{
    bool is_ring = heaps_is_ring(cells[0]);
    text_printf(out, "%s of ",
                count > 1 ? (is_ring ? noun->rings : noun->rows)
                          : (is_ring ? noun->ring : noun->row));
    words_sizes(cells, count, out);
    bool is_one = count == 1 && heaps_counters(cells[0]) == 1;
    text_printf(out, " %s%s", noun->places, is_one ? "" : "s");
}

static void print_position(const struct rules *rules, const struct position *position,
                           struct text *out)
{
    const struct noun *noun = noun_of(rules->look);
    uint32_t rings = 0;
    while (rings < position->count && heaps_is_ring(position->cells[rings]))
        rings++;
    if (rings > 0)
        print_rows(noun, position->cells, rings, out);
    if (rings > 0 && rings < position->count)
        text_append_string(out, " and ");
    if (rings < position->count)
        print_rows(noun, position->cells + rings, position->count - rings, out);
}

void row_look_print_file(int64_t file, struct text *out)
{
    if (file <= LETTERS)
        text_append_char(out, (char)('a' + file - 1));
    else
        text_append_int(out, file);
}

static void print_place(enum game_look look, int64_t place, struct text *out)
{
    if (look == LOOK_PAWNS)
        row_look_print_file(place, out);
    else
        text_append_int(out, place);
}

/* "file c", "pins 5 and 6", "files b to d" */
static void print_places(enum game_look look, const struct row_places *places, struct text *out)
{
    text_printf(out, "%s%s ", noun_of(look)->places, places->count > 1 ? "s" : "");
    print_place(look, places->first, out);
    if (places->count == 1)
        return;
    text_append_string(out, places->count == 2 ? " and " : " to ");
    print_place(look, places->first + places->count - 1, out);
}

void row_look_print_move(enum game_look look, const struct move *move,
                         const struct row_places *places, const char *ending, struct text *out)
{
    const struct noun *noun = noun_of(look);
    bool is_ring = heaps_is_ring(places->cell);
    const char *whole = (is_ring ? noun->ring : noun->row) + strlen("a ");
    int64_t counters = heaps_counters(places->cell);
    if (look == LOOK_PAWNS) {
        text_printf(out, "advance%s a pawn on file ", ending);
        row_look_print_file(places->named, out);
        text_printf(out, " of the %s of %" PRId64, whole, counters);
        if (is_ring)
            text_printf(out, "; with the exchanges %" PRId64 " file%s out of play", places->count,
                        places->count == 1 ? " is" : "s are");
        else if (places->count > 1) {
            text_append_string(out, "; with the exchanges ");
            print_places(look, places, out);
            text_append_string(out, " are out of play");
        }
    } else if (is_ring) {
        text_printf(out, "knock%s down %" PRId64 " %spin%s of the ring of %" PRId64, ending,
                    places->count, places->count > 1 ? "neighbouring " : "",
                    places->count > 1 ? "s" : "", counters);
    } else {
        text_printf(out, "knock%s down ", ending);
        print_places(look, places, out);
        text_printf(out, " of the row of %" PRId64, counters);
    }
    text_append_string(out, ", leaving ");
    if (move->after_count == 0)
        text_append_string(out, "nothing of it");
    else
        print_rows(noun, move->cells + move->before_count, move->after_count, out);
}

static void print_move(const struct rules *rules, const struct position *position,
                       const struct move *move, const char *ending, struct text *out)
{
    (void)position;
    struct row_places places = row_look_places(rules->look, move);
    row_look_print_move(rules->look, move, &places, ending, out);
}

/* --- as people type it --- */

static void print_example(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    struct move move;
    move_at(rules, position, 0, &move);
    struct row_places places = row_look_places(rules->look, &move);
    if (rules->look == LOOK_PAWNS) {
        row_look_print_file(places.named, out);
    } else {
        for (int64_t i = 0; i < places.count; i++)
            text_printf(out, "%s%" PRId64, i > 0 ? " " : "", places.first + i);
    }
    if (position->count > 1) {
        text_append_string(out, " from ");
        heaps_print_cell(places.cell, out);
    }
}

/* What a person has typed, before it is compared with the table. */
struct typed_places {
    int64_t first, last;
    int64_t count;
    int64_t broken_at; /* a number that is not the next of the one before; 0: there is none */
    int64_t cell;      /* 0: not said */
};

/* Reads "5 6", "5 6 from 11", "e", "e from o9". */
static bool read_places(enum game_look look, const char *line, struct typed_places *typed)
{
    struct scanner scanner = {.text = line, .len = strlen(line)};
    *typed = (struct typed_places){0};
    char letter = scanner_peek(&scanner);
    if (look == LOOK_PAWNS) {
        if (letter < 'a' || letter > 'z')
            return false;
        scanner.at++;
        typed->first = typed->last = letter - 'a' + 1;
        typed->count = 1;
    } else {
        struct scanner ahead = scanner;
        int64_t number;
        while (scanner_takes_int(&ahead, &number)) {
            if (typed->count == 0)
                typed->first = number;
            else if (number - 1 != typed->last && number != 1 && !typed->broken_at)
                typed->broken_at = number;
            typed->last = number;
            typed->count++;
            scanner = ahead;
            scanner_take(&ahead, ' ');
        }
        if (typed->count == 0)
            return false;
    }
    if (scanner_take_word(&scanner, " from ")) {
        bool is_ring = scanner_take(&scanner, 'o');
        if (!scanner_takes_int(&scanner, &typed->cell) || typed->cell == 0)
            return false;
        typed->cell = is_ring ? -typed->cell : typed->cell;
    }
    return scanner_at_end(&scanner);
}

/* Says from which row, if that was left open. */
static enum error_code find_row(enum game_look look, const struct position *position,
                                struct typed_places *typed, struct error *error)
{
    const char *rows = noun_of(look)->rows;
    if (position->count == 0)
        return error_set(error, ERROR_BAD_MOVE, "nothing is left to take from");
    if (typed->cell == 0 && position->count > 1)
        return error_set(
            error, ERROR_BAD_MOVE,
            "there are several %s: say which at the end, as in '... from %s%" PRId64 "'", rows,
            heaps_is_ring(position->cells[0]) ? "o" : "", heaps_counters(position->cells[0]));
    if (typed->cell == 0)
        typed->cell = position->cells[0];
    bool stands = false;
    for (uint32_t i = 0; i < position->count; i++)
        stands |= position->cells[i] == typed->cell;
    if (stands)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_MOVE, "there is no %s of %" PRId64 " %ss",
                     (heaps_is_ring(typed->cell) ? noun_of(look)->ring : noun_of(look)->row) +
                         strlen("a "),
                     heaps_counters(typed->cell), noun_of(look)->places);
}

/* Checks that the named places are there, next to each other. */
static enum error_code check_places(enum game_look look, const struct typed_places *typed,
                                    struct error *error)
{
    int64_t counters = heaps_counters(typed->cell);
    bool is_ring = heaps_is_ring(typed->cell), passes_end = typed->last < typed->first;
    int64_t largest = passes_end ? typed->first : typed->last;
    if (typed->first < 1 || largest > counters) {
        struct text last = {0};
        print_place(look, counters, &last);
        error_set(error, ERROR_BAD_MOVE, "there are %ss %s to %s", noun_of(look)->places,
                  look == LOOK_PAWNS ? "a" : "1", text_string(&last));
        text_finish(&last);
        return error->code;
    }
    int64_t across = typed->last - typed->first + 1 + (passes_end ? counters : 0);
    if (typed->broken_at || across != typed->count || (passes_end && !is_ring))
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the pins of a move are neighbours, named from left to right: 5 6");
    return ERROR_NONE;
}

static bool read_move(const struct rules *rules, const struct position *position, const char *line,
                      struct text *out, struct error *error)
{
    enum game_look look = rules->look;
    struct typed_places typed;
    if (!read_places(look, line, &typed))
        return false;
    if (find_row(look, position, &typed, error) || check_places(look, &typed, error))
        return true;
    struct row_places places = {typed.cell, typed.first, typed.count, typed.first};
    if (look == LOOK_PAWNS)
        places = row_look_places_of_file(typed.cell, typed.first);
    print_notation(&places, out);
    return true;
}

/* --- by look --- */

#define ENTRIES                                                                                    \
    .over = "nothing is left", .position = print_position, .move = print_move, .typed = read_move, \
    .example = print_example, .has_own_numbers = true

const struct look_words row_look_pins = {
    ENTRIES,
    .explanation = "7 is a row of 7 pins, o7 a ring. Rows that fall apart are rows of their own. ",
};

const struct look_words row_look_pawns = {
    ENTRIES,
    .explanation =
        "7 is a board of 7 files. A move ends the play on its file and on those beside it. ",
};
