#include "client/show/summary.h"

#include "common/base/harmless.h"
#include "common/game/drawn.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
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

void summary_print_wire(struct wire_text text, struct text *out)
{
    harmless_append(text.bytes, text.len, out);
}

void summary_print_ending(const struct wire_summary *summary, struct text *out)
{
    bool first_won = wire_text_equal(summary->winner, "first");
    struct wire_text winner = first_won ? summary->first : summary->second;
    if (!summary->ending.bytes) {
        text_append_string(out, "under way");
    } else if (!first_won && !wire_text_equal(summary->winner, "second")) {
        text_append_string(out, "nobody won");
    } else {
        summary_print_wire(winner, out);
        text_append_string(out, " won");
    }
    if (summary->ending.bytes && !wire_text_equal(summary->ending, "normal")) {
        text_append_string(out, " (");
        summary_print_wire(summary->ending, out);
        text_append_char(out, ')');
    }
}

void summary_print_game(struct wire_text rules, struct wire_text look, struct text *out)
{
    struct rules parsed;
    struct error error;
    if (rules_or_class_parse(&parsed, rules.bytes, rules.len, &error))
        summary_print_wire(rules, out);
    else
        words_rules(parsed.text, look_of(&parsed, look.bytes, look.len), out);
}

void summary_print_from(struct wire_text start, struct text *out)
{
    if (start.len > 0)
        text_printf(out, " from %.*s", (int)start.len, start.bytes);
}

void summary_print(const struct wire_summary *summary, struct text *out)
{
    bool is_long = summary->start.len > START_SHOWN_MAX;
    text_printf(out, "%" PRId64 "  ", summary->match);
    summary_print_time(summary->created, out);
    text_append_string(out, "  ");
    summary_print_wire(summary->first, out);
    text_append_string(out, " against ");
    summary_print_wire(summary->second, out);
    text_append_string(out, ", ");
    summary_print_game(summary->rules, summary->look, out);
    text_append_string(out, " from ");
    harmless_append(summary->start.bytes, is_long ? START_SHOWN_MAX : summary->start.len, out);
    text_append_string(out, is_long ? "..." : "");
    text_append_string(out, summary->clock.bytes ? ", clock " : "");
    summary_print_wire(summary->clock, out);
    text_printf(out, ", %" PRId64 " move%s", summary->ply, summary->ply == 1 ? "" : "s");
    text_append_string(out, ", ");
    summary_print_ending(summary, out);
    text_append_char(out, '\n');
}

json_t *summary_json(const struct wire_record *record, const void *body)
{
    static const char *const keys[] = {
        "match", "rules",   "look",  "start",  "clock",  "first", "second",
        "ply",   "created", "ended", "ending", "winner", NULL,
    };
    return json_of_fields(record, body, keys);
}
