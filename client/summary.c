#include "client/summary.h"

#include "client/words.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum { START_SHOWN_MAX = 40 }; /* bytes */

static void print_time(int64_t ms, struct tm *split(const time_t *, struct tm *), struct text *out)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm time;
    char printed[32];
    strftime(printed, sizeof printed, "%Y-%m-%d %H:%M", split(&seconds, &time));
    text_append_string(out, printed);
}

void summary_print_time(int64_t ms, struct text *out)
{
    print_time(ms, localtime_r, out);
}

void summary_print_utc(int64_t ms, struct text *out)
{
    print_time(ms, gmtime_r, out);
    text_append_string(out, " UTC");
}

static void print_start(struct wire_text start, struct text *out)
{
    if (start.len <= START_SHOWN_MAX)
        text_append(out, start.bytes, start.len);
    else
        text_printf(out, "%.*s...", START_SHOWN_MAX, start.bytes);
}

static void print_control(struct wire_text clock, struct text *out)
{
    if (clock.bytes)
        text_printf(out, ", clock %.*s", (int)clock.len, clock.bytes);
}

void summary_print_ending(const struct wire_summary *summary, struct text *out)
{
    bool first_won = wire_text_equal(summary->winner, "first");
    struct wire_text winner = first_won ? summary->first : summary->second;
    if (!summary->ending.bytes)
        text_append_string(out, "under way");
    else if (!first_won && !wire_text_equal(summary->winner, "second"))
        text_append_string(out, "nobody won");
    else
        text_printf(out, "%.*s won", (int)winner.len, winner.bytes);
    if (summary->ending.bytes && !wire_text_equal(summary->ending, "normal"))
        text_printf(out, " (%.*s)", (int)summary->ending.len, summary->ending.bytes);
}

void summary_print(const struct wire_summary *summary, struct text *out)
{
    char *rules = memory_text(summary->rules.bytes, summary->rules.len);
    text_printf(out, "%" PRId64 "  ", summary->match);
    summary_print_time(summary->created, out);
    text_printf(out, "  %.*s against %.*s, ", (int)summary->first.len, summary->first.bytes,
                (int)summary->second.len, summary->second.bytes);
    words_rules(rules, out);
    text_append_string(out, " from ");
    print_start(summary->start, out);
    print_control(summary->clock, out);
    text_printf(out, ", %" PRId64 " move%s", summary->ply, summary->ply == 1 ? "" : "s");
    text_append_string(out, ", ");
    summary_print_ending(summary, out);
    text_append_char(out, '\n');
    free(rules);
}

json_t *summary_json(const struct wire_summary *summary)
{
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "match",
                     (json_int_t)summary->match, "rules", json_of_text(summary->rules), "start",
                     json_of_text(summary->start), "clock", json_of_text(summary->clock), "first",
                     json_of_text(summary->first), "second", json_of_text(summary->second), "ply",
                     (json_int_t)summary->ply, "created", (json_int_t)summary->created, "ended",
                     json_of_number(summary->ended), "ending", json_of_text(summary->ending),
                     "winner", json_of_text(summary->winner));
}

struct wire_summary summary_of_match(const struct wire_match *match)
{
    return (struct wire_summary){
        .match = match->match,
        .rules = match->rules,
        .start = match->start,
        .first = match->first,
        .second = match->second,
        .ply = match->ply,
        .created = match->created,
        .ended = match->ended,
        .ending = match->ending,
        .winner = match->winner,
        .clock = match->clock,
    };
}
