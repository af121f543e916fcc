#include "client/show/progress.h"

#include "client/lib/loop.h"
#include "common/base/streams.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { BAR_EVERY_MS = 200, LINE_EVERY_MS = 5000, BAR_WIDTH = 24 };

struct progress progress_begin(bool also_lines)
{
    int64_t now = clock_now_ms();
    bool is_terminal = isatty(STDERR_FILENO) == 1;
    return (struct progress){
        .is_terminal = is_terminal,
        .is_wanted = is_terminal || also_lines,
        .begun_ms = now,
        .shown_ms = now,
    };
}

static bool is_due(const struct progress *progress, const struct progress_state *state, int64_t now)
{
    int64_t silent_ms = now - progress->shown_ms;
    if (progress->is_terminal)
        return silent_ms >= BAR_EVERY_MS;
    return silent_ms >= LINE_EVERY_MS || state->share_done >= 1;
}

void progress_show(void *owner, const struct progress_state *state)
{
    struct progress *progress = owner;
    if (!progress->is_wanted)
        return;
    int64_t now = clock_now_ms();
    if (!is_due(progress, state, now))
        return;
    struct text line = {0};
    progress_print(state, now - progress->begun_ms, &line);
    if (progress->is_terminal)
        streams_control(stderr, "\r");
    fputs(text_string(&line), stderr);
    streams_control(stderr, progress->is_terminal ? "\033[K" : "\n");
    text_finish(&line);
    progress->shown_ms = now;
    progress->line_is_open = progress->is_terminal;
}

void progress_end(struct progress *progress)
{
    if (progress->line_is_open)
        streams_control(stderr, "\r\033[K");
    progress->line_is_open = false;
}

void progress_print_duration(int64_t seconds, struct text *out)
{
    if (seconds >= 3600)
        text_printf(out, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                    (int)(seconds % 60));
    else
        text_printf(out, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

void progress_print_bar(double share_done, struct text *out)
{
    int filled = (int)(share_done * BAR_WIDTH);
    text_append_char(out, '[');
    for (int i = 0; i < BAR_WIDTH; i++)
        text_append_char(out, i < filled ? '#' : '.');
    text_printf(out, "] %3d %%", (int)(share_done * 100));
}

void progress_print(const struct progress_state *state, int64_t elapsed_ms, struct text *out)
{
    progress_print_bar(state->share_done, out);
    if (state->parts > 0)
        text_printf(out, ", part %" PRId64 " of %" PRId64, state->parts_done, state->parts);
    double gained = state->share_done - state->share_at_start;
    if (gained <= 0)
        return;
    text_append_string(out, ", about ");
    progress_print_duration((int64_t)((double)elapsed_ms / 1000 / gained * (1 - state->share_done)),
                            out);
    text_append_string(out, " left");
}
