/* Clocks and times as a person would say them. */
#include "client/words/words.h"
#include "common/game/time_control.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

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
    const char *name = seat == MATCH_FIRST ? match->first : match->second;
    text_printf(out, "%s ", seat == match->seat ? "you" : name);
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
