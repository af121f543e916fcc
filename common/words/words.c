/* Results, times and refusals in words. */
#include "common/words/words.h"

#include "common/base/harmless.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* --- results --- */

/* A player as the subject of a sentence. */
struct subject {
    const char *name;
    bool is_you;
};

static struct subject subject_of(const struct match *match, enum match_seat seat)
{
    if (seat == match->seat)
        return (struct subject){"you", true};
    return (struct subject){match_player(match, seat), false};
}

/* Who has no move left has lost, or has won in misere play. */
static void print_end_of_moves(const struct match *match, enum match_seat loser, struct text *out)
{
    struct subject last =
        subject_of(match, match->rules.misere ? match_seat_opposite(loser) : loser);
    text_printf(out, "%s %s no move left%s", last.name, last.is_you ? "have" : "has",
                match->rules.misere ? ", which wins in misere play" : "");
}

void words_defeat(const struct match *match, enum match_seat loser, struct text *out)
{
    struct subject lost = subject_of(match, loser);
    if (strcmp(match->ending, "normal") == 0)
        print_end_of_moves(match, loser, out);
    else if (strcmp(match->ending, "resignation") == 0)
        text_printf(out, "%s resigned", lost.name);
    else if (strcmp(match->ending, "time") == 0)
        text_printf(out, "%s ran out of time", lost.name);
    else if (strcmp(match->ending, "abandoned") == 0)
        text_printf(out, "%s %s gone too long", lost.name, lost.is_you ? "were" : "was");
    else if (strcmp(match->ending, "stall") == 0)
        text_printf(out, "%s did not answer, and ran out of time", lost.name);
    else if (strcmp(match->ending, "disconnect") == 0)
        text_printf(out, "%s %s not connected for too long", lost.name,
                    lost.is_you ? "were" : "was");
    else if (strcmp(match->ending, "illegal") == 0)
        text_printf(out, "%s made too many illegal moves", lost.name);
    else if (strcmp(match->ending, "protocol") == 0)
        text_printf(out, "%s sent unreadable messages", lost.name);
    else
        text_append_string(out, match->ending);
}

static void print_without_winner(const struct match *match, struct text *out)
{
    if (strcmp(match->ending, "aborted") == 0)
        text_append_string(out, "The match was aborted; nobody won.");
    else if (strcmp(match->ending, "unstarted") == 0)
        text_append_string(out, "A first move did not come in time; nobody won.");
    else if (strcmp(match->ending, "abandoned") == 0)
        text_append_string(out, "No move came for too long; nobody won.");
    else if (strcmp(match->ending, "plies") == 0)
        text_printf(out, "The match has reached its limit of %d moves; nobody won.",
                    MATCH_PLIES_MAX);
    else if (strcmp(match->ending, "void") == 0)
        text_append_string(out, "The match does not count: who directs the tournament has the pair "
                                "played again, or has cancelled it all.");
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
    enum match_seat loser = match_seat_opposite(winner);
    if (match->seat == loser) {
        text_append_string(out, "You lost: ");
    } else {
        struct subject won = subject_of(match, winner);
        text_printf(out, "%s won: ", won.is_you ? "You" : won.name);
    }
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
    text_printf(out, "%" PRId64 ".%" PRId64, ms / 1000, ms % 1000 / 100);
}

void words_time(int64_t ms, struct text *out)
{
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
    int64_t seconds = (ms + 999) / 1000;
    if (seconds >= 3600)
        text_printf(out, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60,
                    seconds % 60);
    else
        text_printf(out, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
}

static void print_clock(const struct match *match, enum match_seat seat, int64_t now_ms,
                        struct text *out)
{
    text_printf(out, "%s ", seat == match->seat ? "you" : match_player(match, seat));
    words_time(match_left_ms(match, seat, now_ms), out);
}

void words_clocks(const struct match *match, int64_t now_ms, struct text *out)
{
    bool is_second = match->seat == MATCH_SECOND;
    assert(match_has_clock(match));
    print_clock(match, is_second ? MATCH_SECOND : MATCH_FIRST, now_ms, out);
    text_append_string(out, ", ");
    print_clock(match, is_second ? MATCH_FIRST : MATCH_SECOND, now_ms, out);
}

bool words_tell_credit(struct match_time time)
{
    return time.credit_ms >= 100; /* what words_tenths() does not print as 0.0 */
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
