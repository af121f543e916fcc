#include "server/hall/match_record.h"

#include <string.h>

void times_append(struct text *times, int64_t taken_ms, int64_t credit_ms)
{
    if (times->len > 0)
        text_append_char(times, ' ');
    text_append_int(times, taken_ms);
    if (credit_ms == 0)
        return;
    text_append_char(times, '-');
    text_append_int(times, credit_ms);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_ms(const char **at, int64_t *ret_ms)
{
    if (!is_digit(**at))
        return false;
    int64_t ms = 0;
    for (; is_digit(**at); ++*at) {
        if (ms > (INT64_MAX - 9) / 10)
            return false;
        ms = 10 * ms + (**at - '0');
    }
    *ret_ms = ms;
    return true;
}

bool times_next(const char **at, int64_t *ret_taken_ms, int64_t *ret_credit_ms)
{
    int64_t taken_ms, credit_ms = 0;
    if (!read_ms(at, &taken_ms))
        return false;
    if (**at == '-') {
        ++*at;
        if (!read_ms(at, &credit_ms) || credit_ms > taken_ms)
            return false;
    }
    if (**at == ' ' && is_digit((*at)[1]))
        ++*at;
    else if (**at != '\0')
        return false;
    *ret_taken_ms = taken_ms;
    *ret_credit_ms = credit_ms;
    return true;
}

/* The first word of the text, which goes on behind the space that follows. */
static struct wire_text next_word(struct wire_text *rest)
{
    const char *space = memchr(rest->bytes, ' ', rest->len);
    size_t len = space ? (size_t)(space - rest->bytes) : rest->len;
    size_t passed = space ? len + 1 : len;
    struct wire_text word = {.bytes = rest->bytes, .len = len};
    *rest = (struct wire_text){.bytes = rest->bytes + passed, .len = rest->len - passed};
    return word;
}

void words_keep(struct text *words, int64_t count)
{
    struct wire_text rest = {.bytes = words->bytes, .len = words->len};
    for (int64_t i = 0; i < count && rest.len > 0; i++)
        next_word(&rest);
    if (rest.len == 0)
        return;
    /* Not the space before the rest either. */
    size_t kept = (size_t)(rest.bytes - words->bytes);
    words->len = kept > 0 ? kept - 1 : 0;
    words->bytes[words->len] = '\0';
}

void taken_back_append(struct text *taken_back, int64_t ply, const char *moves, size_t len)
{
    text_append_string(taken_back, taken_back->len > 0 ? " / " : "");
    text_append_int(taken_back, ply);
    text_append_char(taken_back, ' ');
    text_append(taken_back, moves, len);
}

/* Takes one time that moves were taken back off the rest: the ply of the first move, and the moves
 * one by one into `words`, if that is not NULL, which has room for `room`. False: it cannot be
 * read, or has more of them. */
static bool take_time(struct wire_text *rest, int64_t *ret_ply, struct wire_text *words,
                      size_t room, size_t *ret_count)
{
    struct wire_text word = next_word(rest);
    const char *at = word.bytes;
    *ret_count = 0;
    if (!read_ms(&at, ret_ply) || at != word.bytes + word.len || *ret_ply < 1)
        return false;
    while (rest->len > 0) {
        word = next_word(rest);
        if (word.len == 1 && *word.bytes == '/')
            return rest->len > 0 && *ret_count > 0;
        if (word.len == 0 || *ret_count == room)
            return false;
        if (words)
            words[*ret_count] = word;
        ++*ret_count;
    }
    return *ret_count > 0;
}

int64_t taken_back_seq(const char *taken_back, int64_t ply)
{
    struct wire_text rest = {.bytes = taken_back, .len = strlen(taken_back)};
    int64_t first, changes = 0, seq = ply;
    size_t count;
    /* The last time that went back to before this move has the changes that it came after. */
    while (rest.len > 0 && take_time(&rest, &first, NULL, SIZE_MAX, &count)) {
        changes += (int64_t)count + 1;
        if (first <= ply)
            seq = ply + changes;
    }
    return seq;
}

enum error_code match_record_take_taken_back(struct wire_match *match, const char *taken_back,
                                             struct taken_back_list *list, struct error *error)
{
    struct wire_text rest = {.bytes = taken_back, .len = strlen(taken_back)};
    size_t times = 0, used = 0, count;
    match->back = WIRE_ABSENT;
    match->taken_back = NULL;
    match->taken_back_count = 0;
    if (rest.len == 0)
        return ERROR_NONE;
    for (; rest.len > 0; used += count, times++) {
        if (used == HALL_TAKEN_BACK_MAX ||
            !take_time(&rest, &list->times[times].ply, list->moves + used,
                       HALL_TAKEN_BACK_MAX - used, &count))
            return error_set(error, ERROR_INTERNAL,
                             "match %lld: its record of moves taken back cannot be read",
                             (long long)match->match);
        list->times[times].moves = list->moves + used;
        list->times[times].moves_count = count;
    }
    match->back = (int64_t)times;
    match->taken_back = list->times;
    match->taken_back_count = times;
    return ERROR_NONE;
}

void match_record_take_moves(struct wire_match *match, struct wire_text moves, int64_t after,
                             struct wire_text *words, size_t page)
{
    int64_t skipped = 0;
    for (; moves.len > 0 && skipped < after; skipped++)
        next_word(&moves);
    match->from_ply = skipped + 1;
    match->moves = words;
    match->moves_count = 0;
    while (moves.len > 0 && match->moves_count < page)
        words[match->moves_count++] = next_word(&moves);
}

/* Reads the times of all moves and keeps those of the page; how many there are, -1: not to be read.
 */
static int64_t read_times(const struct wire_match *match, const char *at, int64_t *taken,
                          int64_t *credit, bool *ret_has_credit)
{
    int64_t count = 0, taken_ms, credit_ms;
    *ret_has_credit = false;
    while (*at) {
        if (!times_next(&at, &taken_ms, &credit_ms))
            return -1;
        int64_t index = ++count - match->from_ply;
        if (index < 0 || index >= (int64_t)match->moves_count)
            continue;
        taken[index] = taken_ms;
        credit[index] = credit_ms;
        *ret_has_credit |= credit_ms != 0;
    }
    return count;
}

enum error_code match_record_take_times(struct wire_match *match, const char *times, int64_t *taken,
                                        int64_t *credit, struct error *error)
{
    bool has_credit;
    if (!*times)
        return ERROR_NONE;
    if (read_times(match, times, taken, credit, &has_credit) != match->ply)
        return error_set(error, ERROR_INTERNAL,
                         "match %lld: its record has not one time for each of its %lld moves",
                         (long long)match->match, (long long)match->ply);
    if (match->moves_count == 0)
        return ERROR_NONE;
    match->taken = taken;
    match->taken_count = match->moves_count;
    match->credit = has_credit ? credit : NULL;
    match->credit_count = has_credit ? match->moves_count : 0;
    return ERROR_NONE;
}

enum error_code moves_replay(const struct rules *rules, struct wire_text start,
                             struct wire_text moves, int64_t count, struct position *ret_position,
                             struct error *error)
{
    enum error_code code = position_parse(rules, start.bytes, start.len, ret_position, error);
    for (int64_t i = 0; !code && i < count && moves.len > 0; i++) {
        struct wire_text word = next_word(&moves);
        struct move move;
        code = move_parse(rules, ret_position, word.bytes, word.len, &move, error);
        if (!code)
            move_apply(rules, ret_position, &move);
    }
    return code;
}

/* Sets the rules, and the position after the first `count` moves of the record or after all, which
 * the caller finishes. */
static enum error_code replay(const struct wire_match *match, struct wire_text moves, int64_t count,
                              struct rules *ret_rules, struct position *ret_position,
                              struct error *error)
{
    struct error cause;
    enum error_code code = rules_parse(ret_rules, match->rules.bytes, match->rules.len, &cause);
    if (!code)
        code = moves_replay(ret_rules, match->start, moves, count, ret_position, &cause);
    if (code)
        return error_set(error, ERROR_INTERNAL, "the record of match %lld does not replay: %s",
                         (long long)match->match, cause.message);
    return ERROR_NONE;
}

enum error_code match_record_replay(const struct wire_match *match, struct wire_text moves,
                                    struct text *position, struct error *error)
{
    struct rules rules;
    struct position end = {0};
    enum error_code code = replay(match, moves, INT64_MAX, &rules, &end, error);
    if (!code)
        position_print(&rules, &end, position);
    position_finish(&end);
    return code;
}

bool match_record_has_move(const struct wire_match *match, struct wire_text moves, int64_t ply,
                           const char *text)
{
    struct rules rules;
    struct position position = {0};
    struct text canonical = {0};
    struct move move;
    struct error error;
    bool has = !replay(match, moves, ply - 1, &rules, &position, &error) &&
               !move_parse(&rules, &position, text, strlen(text), &move, &error);
    if (has) {
        struct wire_match made = {0};
        struct wire_text word;
        match_record_take_moves(&made, moves, ply - 1, &word, 1);
        move_print(&rules, &position, &move, &canonical);
        has = made.moves_count == 1 && word.len == canonical.len &&
              memcmp(word.bytes, canonical.bytes, word.len) == 0;
    }
    text_finish(&canonical);
    position_finish(&position);
    return has;
}
