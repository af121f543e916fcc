/* Results, times and refusals in words. */
#include "common/words/words.h"

#include "common/base/harmless.h"
#include "common/game/family.h"
#include "common/game/silver_dollar.h"
#include "common/game/subtraction.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* --- results --- */

enum words_end words_end_of(const struct rules *rules)
{
    if (rules->family == &family_silver_dollar && rules->variant != SILVER_DOLLAR_PLAIN)
        return WORDS_END_DOLLAR;
    if (rules->family == &family_subtraction && rules->variant == SUBTRACTION_CLEAR)
        return WORDS_END_LAST_COUNTER;
    return rules->family == &family_odd_scoring ? WORDS_END_EVEN_STEPS : WORDS_END_NO_MOVE;
}

static const char *name_of(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "you" : match_player(match, seat);
}

/* Of a match that was played to its end. */
static void say_end(const struct match *match, enum match_seat loser, struct text *out)
{
    enum match_seat winner = match_seat_opposite(loser);
    bool is_misere = match->rules.misere;
    enum match_seat last = is_misere ? winner : loser;
    switch (words_end_of(&match->rules)) {
    case WORDS_END_NO_MOVE:
        text_printf(out, "%s %s no move left%s", name_of(match, last),
                    last == match->seat ? "have" : "has",
                    is_misere ? ", which wins in misere play" : "");
        break;
    case WORDS_END_DOLLAR:
        text_printf(out, "%s took the dollar", name_of(match, winner));
        break;
    case WORDS_END_LAST_COUNTER:
        text_printf(out, "%s took the last counter%s", name_of(match, match_seat_opposite(last)),
                    is_misere ? ", which loses in misere play" : "");
        break;
    case WORDS_END_EVEN_STEPS:
        text_printf(out, "%s made an odd number of steps", name_of(match, loser));
        break;
    }
}

void words_defeat(const struct match *match, enum match_seat loser, struct text *out)
{
    assert(match_is_over(match) && (loser == MATCH_FIRST || loser == MATCH_SECOND));
    /* The words after the loser's name, and after "you". */
    static const struct {
        const char *ending, *name, *you;
    } rows[] = {
        {"resignation", " resigned", " resigned"},
        {"time", " ran out of time", " ran out of time"},
        {"abandoned", " was gone too long", " were gone too long"},
        {"stall", " did not answer, and ran out of time", " did not answer, and ran out of time"},
        {"disconnect", " was not connected for too long", " were not connected for too long"},
        {"illegal", " made too many illegal moves", " made too many illegal moves"},
        {"protocol", " sent unreadable messages", " sent unreadable messages"},
    };
    if (strcmp(match->ending, "normal") == 0) {
        say_end(match, loser, out);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(match->ending, rows[i].ending) != 0)
            continue;
        text_append_string(out, name_of(match, loser));
        text_append_string(out, loser == match->seat ? rows[i].you : rows[i].name);
        return;
    }
    text_append_string(out, match->ending);
}

static void print_without_winner(const struct match *match, struct text *out)
{
    static const struct {
        const char *ending, *words;
    } rows[] = {
        {"draw", "A draw: nobody can move, and counters are left."},
        {"aborted", "The match was aborted; nobody won."},
        {"unstarted", "A first move did not come in time; nobody won."},
        {"abandoned", "No move came for too long; nobody won."},
        {"void", "The match does not count: who directs the tournament has the pair played again, "
                 "or has cancelled it all."},
    };
    if (strcmp(match->ending, "plies") == 0) {
        text_printf(out, "The match has reached its limit of %d moves; nobody won.",
                    MATCH_PLIES_MAX);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(match->ending, rows[i].ending) == 0) {
            text_append_string(out, rows[i].words);
            return;
        }
    }
    text_printf(out, "The match has ended (%s); nobody won.", match->ending);
}

void words_result(const struct match *match, struct text *out)
{
    assert(match_is_over(match));
    bool has_first_won = strcmp(match->winner, "first") == 0;
    if (!has_first_won && strcmp(match->winner, "second") != 0) {
        print_without_winner(match, out);
        return;
    }
    enum match_seat winner = has_first_won ? MATCH_FIRST : MATCH_SECOND;
    enum match_seat loser = match_seat_opposite(winner);
    if (match->seat == loser)
        text_append_string(out, "You lost: ");
    else
        text_printf(out, "%s won: ", winner == match->seat ? "You" : match_player(match, winner));
    words_defeat(match, loser, out);
    text_append_char(out, '.');
}

/* --- times --- */

/* "300", "0.5" */
static void print_seconds(int64_t ms, struct text *out)
{
    struct time_control control = {.kind = TIME_PER_MOVE, .base_ms = ms};
    struct text text = {0};
    time_control_print(&control, &text);
    text_append(out, text_string(&text), strcspn(text_string(&text), "/"));
    text_finish(&text);
}

void words_control(const char *control, struct text *out)
{
    struct time_control parsed;
    struct error error;
    if (!*control || time_control_parse(control, strlen(control), &parsed, &error))
        return;
    if (parsed.kind == TIME_NONE)
        return;
    text_append_string(out, ", ");
    print_seconds(parsed.base_ms, out);
    text_append_string(out,
                       parsed.kind == TIME_PER_MOVE ? " seconds for each move" : " seconds each");
    if (parsed.increment_ms == 0)
        return;
    text_append_string(out, " and ");
    print_seconds(parsed.increment_ms, out);
    text_append_string(out, " more after each move");
}

void words_tenths(int64_t ms, struct text *out)
{
    assert(ms >= 0);
    text_printf(out, "%" PRId64 ".%" PRId64, ms / 1000, ms % 1000 / 100);
}

void words_time(int64_t ms, struct text *out)
{
    assert(ms >= 0);
    int64_t seconds = ms / 1000;
    if (seconds < 10)
        words_tenths(ms, out);
    else if (seconds < 3600)
        text_printf(out, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
    else
        text_printf(out, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60,
                    seconds % 60);
}

void words_countdown(int64_t ms, struct text *out)
{
    assert(ms >= 0);
    int64_t seconds = (ms + 999) / 1000;
    if (seconds >= 3600)
        text_printf(out, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60,
                    seconds % 60);
    else
        text_printf(out, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
}

void words_clocks(const struct match *match, int64_t now_ms, struct text *out)
{
    enum match_seat first = match->seat == MATCH_SECOND ? MATCH_SECOND : MATCH_FIRST;
    enum match_seat second = match_seat_opposite(first);
    assert(match_has_clock(match));
    text_printf(out, "%s ", name_of(match, first));
    words_time(match_left_ms(match, first, now_ms), out);
    text_printf(out, ", %s ", name_of(match, second));
    words_time(match_left_ms(match, second, now_ms), out);
}

bool words_tell_credit(struct match_time time)
{
    return time.credit_ms >= 100; /* words_tenths() prints less as 0.0 */
}

void words_taken(struct match_time time, struct text *out)
{
    if (time.taken_ms < 0)
        return;
    text_append_string(out, " in ");
    words_tenths(time.taken_ms, out);
    text_append_string(out, " s");
    if (!words_tell_credit(time))
        return;
    text_append_string(out, " (");
    words_tenths(time.credit_ms, out);
    text_append_string(out, " s of them given back)");
}

/* --- refusals --- */

/* Errors whose message is about the protocol. */
static const struct {
    enum error_code code;
    const char *words;
} refusals[] = {
    {ERROR_UNKNOWN_METHOD, "this server cannot do that; it may be older than this program"},
    {ERROR_BAD_ARGUMENTS,
     "the server does not take this: it is empty, too long, or has characters that are not "
     "allowed"},
    {ERROR_SERVER_STALLED, "the server cannot store anything now; try again in a while"},
    {ERROR_NO_SUCH_TOKEN, "you have no token of this number; `takeaway tokens` lists yours"},
    {ERROR_NO_SUCH_OFFER, "the offer is gone: it was taken back, or somebody else was faster"},
    {ERROR_STALE_PLY, "the match has gone on meanwhile"},
    {ERROR_KEY_REUSED, "the server takes this for another request; try again"},
};

struct refusal refusal_of(const struct error *error)
{
    struct refusal refusal;
    memcpy(refusal.words, error->message, sizeof refusal.words);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (refusals[i].code != error->code)
            continue;
        assert(strlen(refusals[i].words) < sizeof refusal.words);
        memcpy(refusal.words, refusals[i].words, strlen(refusals[i].words) + 1);
    }

    char *line = refusal.words, *end;
    for (; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        harmless_make(line);
        *end = '\n';
    }
    harmless_make(line);
    return refusal;
}
