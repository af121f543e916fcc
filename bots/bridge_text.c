#include "bots/bridge_text.h"

#include "common/base/scanner.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* --- to the program --- */

void bridge_print_hello(struct text *out)
{
    text_printf(out, "hello takeaway %d\n", BRIDGE_VERSION);
}

static uint128 legal_moves(const struct match *match)
{
    return move_count(&match->rules, &match->position);
}

static void print_moves(const struct match *match, uint128 from, uint128 count, struct text *out)
{
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&match->rules, &match->position, from + i, &move);
        text_append_char(out, ' ');
        move_print(&match->rules, &match->position, &move, out);
    }
    text_append_char(out, '\n');
}

static void print_time(const struct bridge_time *time, struct text *out)
{
    if (time->has_clock)
        text_printf(out, "clock %" PRId64 " %" PRId64 "\n", time->mine, time->theirs);
    else
        text_append_string(out, "clock - -\n");
    text_printf(out, "limit %" PRId64 "\n", time->limit);
}

/* Every question has all lines, so that a program needs no memory of earlier ones. */
void bridge_print_question(const struct match *match, const struct bridge_time *time,
                           struct text *out)
{
    uint128 count = legal_moves(match);
    const char *moves = text_string(&match->moves);
    const char *space = strrchr(moves, ' '); /* before the last one */
    text_printf(out, "match %" PRId64 " %s %s\n", match->id,
                match->seat == MATCH_FIRST ? "first" : "second", match_opponent(match));
    text_printf(out, "rules %s\nposition ", match->rules.text);
    position_print(&match->rules, &match->position, out);
    text_printf(out, "\nply %" PRId64 "\n", match->ply + 1);
    text_printf(out, "last %s\n", match->ply == 0 ? "-" : space ? space + 1 : moves);
    if (match->seed)
        text_printf(out, "seed %" PRId64 "\n", match->seed);
    else
        text_append_string(out, "seed -\n");
    text_append_string(out, "count ");
    text_append_uint128(out, count);
    text_append_string(out, "\nmoves");
    if (count <= BRIDGE_GIVEN_MOVES)
        print_moves(match, 0, count, out);
    else
        text_append_string(out, " -\n");
    print_time(time, out);
    text_append_string(out, "go\n");
}

void bridge_print_again(const char *reason, const struct bridge_time *time, struct text *out)
{
    text_printf(out, "error %s\n", reason);
    print_time(time, out);
    text_append_string(out, "go\n");
}

void bridge_print_end(const struct match *match, struct text *out)
{
    bool is_won = strcmp(match->winner, match->seat == MATCH_FIRST ? "first" : "second") == 0;
    bool is_lost = !is_won && strcmp(match->winner, "nobody") != 0;
    text_printf(out, "end %" PRId64 " %s %s\n", match->id, match->ending,
                is_won    ? "won"
                : is_lost ? "lost"
                          : "nobody");
}

void bridge_print_moves(const struct match *match, uint128 from, uint128 count, struct text *out)
{
    assert(from < legal_moves(match));
    uint128 left = legal_moves(match) - from;
    text_append_string(out, "listed ");
    text_append_uint128(out, from);
    print_moves(match, from, count < left ? count : left, out);
}

void bridge_print_no_moves(uint128 from, struct text *out)
{
    text_append_string(out, "listed ");
    text_append_uint128(out, from);
    text_append_char(out, '\n');
}

/* --- from the program --- */

static struct bridge_answer refusal(const char *reason)
{
    struct bridge_answer answer = {.kind = BRIDGE_REFUSED};
    error_set(&answer.error, ERROR_BAD_MOVE, "%s", reason);
    return answer;
}

/* Takes a number with as many digits as a count of moves can have; false where there is none. */
static bool take_number(struct scanner *scanner, uint128 *ret_number)
{
    size_t begun = scanner->at;
    uint128 number = 0;
    while (isdigit((unsigned char)scanner_peek(scanner)) && scanner->at - begun < 38)
        number = 10 * number + (uint128)(scanner->text[scanner->at++] - '0');
    *ret_number = number;
    return scanner->at > begun;
}

/* Takes the rest after "list ": two numbers, the second within its bounds. */
static bool take_list(struct scanner *scanner, uint128 *ret_from, uint128 *ret_count)
{
    return take_number(scanner, ret_from) && scanner_take(scanner, ' ') &&
           take_number(scanner, ret_count) && scanner_at_end(scanner) && *ret_count >= 1 &&
           *ret_count <= BRIDGE_GIVEN_MOVES;
}

/* Scans the line without white space at its end. */
static struct scanner scanner_of(const char *line, size_t len)
{
    while (len > 0 && isspace((unsigned char)line[len - 1]))
        len--;
    return (struct scanner){.text = line, .len = len};
}

bool bridge_read_list(const char *line, size_t len, uint128 *ret_from)
{
    struct scanner scanner = scanner_of(line, len);
    uint128 count;
    return len <= BRIDGE_ANSWER_MAX && scanner_take_word(&scanner, "list ") &&
           take_list(&scanner, ret_from, &count);
}

struct bridge_answer bridge_read_answer(const struct match *match, const char *line, size_t len)
{
    struct bridge_answer answer = {0};
    if (len > BRIDGE_ANSWER_MAX)
        return refusal("a line has 2048 bytes at most");
    struct scanner scanner = scanner_of(line, len);
    if (scanner_take_word(&scanner, "move ")) {
        enum error_code failed = move_parse(&match->rules, &match->position, line + scanner.at,
                                            scanner.len - scanner.at, &answer.move, &answer.error);
        answer.kind = failed ? BRIDGE_REFUSED : BRIDGE_MOVE;
        return answer;
    }
    if (scanner_take_word(&scanner, "list ")) {
        answer.kind = BRIDGE_LIST;
        if (!take_list(&scanner, &answer.from, &answer.count))
            return refusal("it is: list FROM COUNT, with a COUNT from 1 to 256");
        if (answer.from >= legal_moves(match))
            return refusal("list: FROM is less than the count of the moves");
        return answer;
    }
    if (scanner_take_word(&scanner, "resign") && scanner_at_end(&scanner))
        return (struct bridge_answer){.kind = BRIDGE_RESIGN};
    return refusal("the answer is: move MOVE, or: list FROM COUNT, or: resign");
}
