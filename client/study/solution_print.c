#include "client/study/solution_print.h"

#include "client/json.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum {
    SHOWN_WINNING_MOVES_MAX = 50,
    SHOWN_LINE_MOVES_MAX = 40,
    LINE_WIDTH = 100, /* bytes */
    HINT_MOVES_MAX = 3,
};

/* --- for people --- */

/* "Winning moves (2): 17>16 17>13" */
static void print_winning_moves(const struct rules *rules, const struct position *position,
                                const struct solution *solution, struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    uint32_t shown =
        winning->listed < SHOWN_WINNING_MOVES_MAX ? winning->listed : SHOWN_WINNING_MOVES_MAX;
    if (shown == 0) {
        text_append_string(out, "Winning moves: none\n");
        return;
    }
    text_printf(out, "Winning moves (%s", winning->counted ? "" : "at least ");
    text_append_uint128(out, winning->count);
    if (winning->count > shown)
        text_printf(out, ", the first %" PRIu32, shown);
    text_append_string(out, "):");
    for (uint32_t i = 0; i < shown; i++) {
        text_append_char(out, ' ');
        move_print(rules, position, &solution->moves[i], out);
    }
    text_append_char(out, '\n');
}

static void print_best_move(const struct rules *rules, const struct position *position,
                            const struct solution *solution, struct text *out)
{
    if (!solution->has_best) {
        text_append_string(out, "There is no legal move.\n");
        return;
    }
    text_append_string(out,
                       solution->outcome == OUTCOME_N ? "Best move: " : "Hardest move to answer: ");
    move_print(rules, position, &solution->best, out);
    text_append_char(out, '\n');
}

void solution_say_move(const struct rules *rules, const struct position *position,
                       const struct solution *solution, struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    if (!solution->has_best)
        return;
    text_append_string(out, winning->count > 0 ? "You can win: "
                                               : "No move wins if the other plays well. The "
                                                 "hardest to answer: ");
    words_move(rules, position, &solution->best, true, out);
    uint128 others = winning->count > 0 ? winning->count - 1 : 0;
    uint128 told = others < HINT_MOVES_MAX ? others : HINT_MOVES_MAX - 1;
    for (uint32_t i = 0, left = (uint32_t)told; i < winning->listed && left > 0; i++) {
        if (move_equal(&solution->moves[i], &solution->best))
            continue;
        text_append_string(out, --left == 0 ? "; or " : "; ");
        words_move(rules, position, &solution->moves[i], true, out);
    }
    text_append_string(out, others > told ? "; and more moves do." : ".");
}

void solution_print(const struct rules *rules, const struct position *position,
                    const struct solution *solution, struct text *out)
{
    words_rules(rules->text, out);
    text_append_string(out, ", position ");
    if (!words_are_notation(rules, position)) {
        position_print(rules, position, out);
        text_append_string(out, ": ");
    }
    words_position(rules, position, out);
    text_append_char(out, '.');
    words_drawing(rules, position, out);
    text_append_char(out, '\n');
    text_append_string(out, solution->outcome == OUTCOME_N
                                ? "The next player wins (an N-position): whoever is to move can "
                                  "win.\n"
                                : "The previous player wins (a P-position): whoever is to move "
                                  "loses against best play.\n");
    if (solution->has_grundy)
        text_printf(out, "Grundy value: %" PRIu64 "\n", solution->grundy);
    print_winning_moves(rules, position, solution, out);
    print_best_move(rules, position, solution, out);
}

/* Calls for each piece of a text between separators; a separator at the end ends the last piece. */
static void each_piece(const struct text *text, char separator, void *owner,
                       void (*take)(void *owner, const char *piece, size_t len))
{
    const char *piece = text_string(text), *end = piece + text->len;
    while (piece < end) {
        const char *stop = memchr(piece, separator, (size_t)(end - piece));
        if (!stop)
            stop = end;
        take(owner, piece, (size_t)(stop - piece));
        piece = stop + 1;
    }
}

static void print_indented(void *owner, const char *piece, size_t len)
{
    struct text *out = owner;
    text_append_string(out, len > 0 ? "  " : "");
    text_append(out, piece, len);
    text_append_char(out, '\n');
}

void explanation_print(const struct text *explanation, struct text *out)
{
    if (explanation->len == 0)
        return;
    text_append_string(out, "\nWhy:\n");
    each_piece(explanation, '\n', out, print_indented);
}

/* The moves of a line while they are being printed. */
struct paragraph {
    struct text *out;
    size_t width; /* of the line that is open */
    int left;     /* moves still to be shown */
};

static void print_line_move(void *owner, const char *piece, size_t len)
{
    struct paragraph *paragraph = owner;
    if (paragraph->left == 0)
        return;
    paragraph->left--;
    if (paragraph->width > 0 && paragraph->width + 1 + len > LINE_WIDTH) {
        text_append_char(paragraph->out, '\n');
        paragraph->width = 0;
    }
    text_append_string(paragraph->out, paragraph->width > 0 ? " " : "  ");
    text_append(paragraph->out, piece, len);
    paragraph->width += (paragraph->width > 0 ? 1 : 2) + len;
}

/* What comes after the moves that are shown. */
static void print_continuation(const struct best_line *line, struct text *out)
{
    int64_t hidden = line->count - SHOWN_LINE_MOVES_MAX;
    if (line->is_complete && hidden > 0)
        text_printf(out, "  ... and %" PRId64 " more move%s to the end.\n", hidden,
                    hidden > 1 ? "s" : "");
    if (line->is_complete)
        return;
    text_printf(out, "  ... and so on; after %" PRId64 " moves ", line->count);
    text_append_uint128(out, position_counters(solver_rules(line->solver), &line->position));
    text_append_string(out, " are still left.\n");
}

void best_line_print(const struct best_line *line, struct text *out)
{
    if (line->count == 0)
        return;
    text_append_string(out, "\nBest play of both sides");
    if (line->is_complete)
        text_printf(out, ", %" PRId64 " move%s", line->count, line->count > 1 ? "s" : "");
    text_append_string(out, ":\n");
    struct paragraph paragraph = {.out = out, .left = SHOWN_LINE_MOVES_MAX};
    each_piece(&line->moves, ' ', &paragraph, print_line_move);
    text_append_char(out, '\n');
    print_continuation(line, out);
}

/* --- as JSON --- */

json_t *solution_json(const struct rules *rules, const struct position *position,
                      const struct solution *solution)
{
    const struct winning_moves *winning = &solution->winning;
    struct text text = {0};
    position_print(rules, position, &text);
    json_t *moves = json_array();
    for (uint32_t i = 0; i < winning->listed; i++)
        json_array_append_new(moves, json_of_move(rules, position, &solution->moves[i]));
    json_t *value = json_pack(
        "{s:s, s:o, s:s, s:o, s:o, s:o, s:b, s:o}", "rules", rules->text, "position",
        json_of_grown(&text), "outcome", solution->outcome == OUTCOME_N ? "N" : "P", "grundy",
        solution->has_grundy ? json_of_count(solution->grundy) : json_null(), "winning_moves",
        moves, "winning_count", winning->counted ? json_of_count(winning->count) : json_null(),
        "truncated", winning->truncated, "best",
        solution->has_best ? json_of_move(rules, position, &solution->best) : json_null());
    text_finish(&text);
    return value;
}

static void append_to_array(void *owner, const char *piece, size_t len)
{
    json_array_append_new(owner, json_stringn(piece, len));
}

json_t *explanation_json(const struct text *explanation)
{
    json_t *lines = json_array();
    each_piece(explanation, '\n', lines, append_to_array);
    return lines;
}

json_t *best_line_json(const struct best_line *line)
{
    json_t *moves = json_array();
    each_piece(&line->moves, ' ', moves, append_to_array);
    return moves;
}
