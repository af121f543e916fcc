#include "client/words.h"

#include "common/game/family.h"
#include "common/game/take_away.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* How a family is put into words. A family without a row is shown in its notation. */
struct family_words {
    const struct family *family;
    /* Of a position that has cells. */
    void (*position)(const struct position *position, struct text *out);
    void (*move)(const struct move *move, const char *ending, struct text *out);
    uint32_t cells_per_heap;
};

static void print_counters(int64_t count, struct text *out)
{
    text_printf(out, "%" PRId64 " counter%s", count, count == 1 ? "" : "s");
}

static void print_take_away(const struct position *position, struct text *out)
{
    int64_t heap = position->cells[TAKE_AWAY_HEAP], quota = position->cells[TAKE_AWAY_QUOTA];
    print_counters(heap, out);
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

/* "3, 5 and 7" */
static void print_sizes(const int64_t *heaps, uint32_t count, struct text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text_append_string(out, i + 1 == count ? " and " : ", ");
        text_append_int(out, heaps[i]);
    }
}

static void print_heaps(const struct position *position, struct text *out)
{
    text_append_string(out, position->count == 1 ? "one heap of " : "heaps of ");
    print_sizes(position->cells, position->count, out);
}

static int64_t counters_left(const struct move *move)
{
    int64_t left = 0;
    for (int i = 0; i < move->after_count; i++)
        left += move->cells[move->before_count + i];
    return left;
}

static void print_take(const struct move *move, const char *ending, struct text *out)
{
    int64_t heap = move->cells[0], left = counters_left(move);
    if (left == 0 && heap == 1)
        text_printf(out, "take%s the last counter", ending);
    else if (left == 0)
        text_printf(out, "take%s the last %" PRId64 " counters", ending, heap);
    else
        text_printf(out, "take%s %" PRId64 ", leaving %" PRId64, ending, heap - left, left);
}

static void print_heap_move(const struct move *move, const char *ending, struct text *out)
{
    int64_t heap = move->cells[0], taken = heap - counters_left(move);
    if (taken == heap) {
        text_printf(out, "take%s the whole heap of %" PRId64, ending, heap);
        return;
    }
    if (taken == 0)
        text_printf(out, "split%s the heap of %" PRId64 " into ", ending, heap);
    else
        text_printf(out, "take%s %" PRId64 " from the heap of %" PRId64 ", leaving ", ending, taken,
                    heap);
    print_sizes(move->cells + move->before_count, move->after_count, out);
}

static const struct family_words families[] = {
    {&family_take_away, print_take_away, print_take, TAKE_AWAY_QUOTA + 1},
    {&family_nim, print_heaps, print_heap_move, 1},
    {&family_octal, print_heaps, print_heap_move, 1},
};

static const struct family_words *words_of(const struct rules *rules)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (families[i].family == rules->family)
            return &families[i];
    }
    return NULL;
}

bool words_heaps(const struct rules *rules, const struct position *position,
                 const int64_t **ret_heaps, uint32_t *ret_count)
{
    const struct family_words *words = words_of(rules);
    if (!words)
        return false;
    *ret_heaps = position->cells;
    *ret_count = position->count / words->cells_per_heap;
    return true;
}

bool words_bound(const struct rules *rules, const struct position *position, int64_t *ret_most)
{
    if (rules->family != &family_take_away || position->count == 0)
        return false;
    *ret_most = position->cells[TAKE_AWAY_QUOTA];
    return true;
}

void words_number(uint128 number, struct text *out)
{
    char digits[40]; /* 2^128 has 39 */
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0);
    text_append(out, digits + at, sizeof digits - at);
}

void words_position(const struct rules *rules, const struct position *position, struct text *out)
{
    const struct family_words *words = words_of(rules);
    if (!words)
        position_print(rules, position, out);
    else if (position->count == 0)
        text_append_string(out, "nothing is left");
    else
        words->position(position, out);
}

void words_move(const struct rules *rules, const struct position *position, const struct move *move,
                bool you, struct text *out)
{
    const struct family_words *words = words_of(rules);
    const char *ending = you ? "" : "s";
    if (words) {
        words->move(move, ending, out);
    } else {
        text_printf(out, "play%s ", ending);
        move_print(rules, position, move, out);
    }
}

const struct game *words_game(const char *rules)
{
    for (const struct game *game = games; game->name; game++) {
        if (strcmp(game->rules, rules) == 0)
            return game;
    }
    return NULL;
}

void words_rules(const char *rules, struct text *out)
{
    const struct game *game = words_game(rules);
    if (game && strcmp(game->name, rules) == 0)
        text_append_string(out, game->title);
    else if (game)
        text_printf(out, "%s (%s)", game->title, rules);
    else
        text_append_string(out, rules);
}

void words_explain(const char *rules, struct text *out)
{
    const struct game *game = words_game(rules);
    if (game)
        text_printf(out, "%s ", game->summary);
    text_append_string(out, "Whoever cannot move loses.");
}

/* A player as the subject of a sentence. */
struct subject {
    const char *name;
    bool is_you;
};

static struct subject subject_of(const struct match *match, enum match_seat seat)
{
    if (seat == match->seat)
        return (struct subject){"you", true};
    return (struct subject){seat == MATCH_FIRST ? match->first : match->second, false};
}

static void print_reason(const struct match *match, enum match_seat loser, struct text *out)
{
    struct subject lost = subject_of(match, loser);
    if (strcmp(match->ending, "normal") == 0)
        text_printf(out, "%s %s no move left", lost.name, lost.is_you ? "have" : "has");
    else if (strcmp(match->ending, "resignation") == 0)
        text_printf(out, "%s resigned", lost.name);
    else
        text_append_string(out, match->ending);
}

static void print_without_winner(const struct match *match, struct text *out)
{
    if (strcmp(match->ending, "aborted") == 0)
        text_append_string(out, "The match was aborted; nobody won.");
    else if (strcmp(match->ending, "plies") == 0)
        text_printf(out, "The match has reached its limit of %d moves; nobody won.", WIRE_PLY_MAX);
    else
        text_printf(out, "The match has ended (%s); nobody won.", match->ending);
}

/* MATCH_SPECTATOR: nobody won. */
static enum match_seat winner_of(const struct match *match)
{
    if (strcmp(match->winner, "first") == 0)
        return MATCH_FIRST;
    return strcmp(match->winner, "second") == 0 ? MATCH_SECOND : MATCH_SPECTATOR;
}

void words_result(const struct match *match, struct text *out)
{
    enum match_seat winner = winner_of(match);
    if (winner == MATCH_SPECTATOR) {
        print_without_winner(match, out);
        return;
    }
    enum match_seat loser = winner == MATCH_FIRST ? MATCH_SECOND : MATCH_FIRST;
    if (match->seat == loser) {
        text_append_string(out, "You lost: ");
    } else {
        struct subject won = subject_of(match, winner);
        text_printf(out, "%s won: ", won.is_you ? "You" : won.name);
    }
    print_reason(match, loser, out);
    text_append_char(out, '.');
}
