#include "server/hall/view.h"

#include "common/game/game.h"

#include <stdlib.h>
#include <string.h>

void match_summary_finish(struct match_summary *summary)
{
    free(summary->rules);
    free(summary->start);
    free(summary->first);
    free(summary->second);
    *summary = (struct match_summary){0};
}

void match_view_finish(struct match_view *view)
{
    match_summary_finish(&view->summary);
    text_finish(&view->position);
    text_finish(&view->moves);
}

/* The end of the move that begins at `from`: its space, or the end of the text. */
static size_t move_end(const struct text *moves, size_t from)
{
    const char *space = memchr(moves->bytes + from, ' ', moves->len - from);
    return space ? (size_t)(space - moves->bytes) : moves->len;
}

void match_view_take_page(struct match_view *view, const struct text *moves, int64_t after,
                          int64_t page)
{
    size_t at = 0;
    int64_t skipped = 0;
    while (at < moves->len && skipped < after) {
        at = move_end(moves, at) + 1;
        skipped++;
    }
    size_t from = at;
    int64_t taken = 0;
    while (at < moves->len && taken < page) {
        at = move_end(moves, at) + 1;
        taken++;
    }
    text_clear(&view->moves);
    if (taken > 0)
        text_append(&view->moves, moves->bytes + from, at - 1 - from);
    view->from_ply = skipped + 1;
    view->move_count = taken;
}

static enum error_code replay(const struct rules *rules, struct position *position,
                              const struct text *moves, struct error *error)
{
    for (size_t at = 0; at < moves->len;) {
        size_t end = move_end(moves, at);
        struct move move;
        enum error_code code =
            move_parse(rules, position, moves->bytes + at, end - at, &move, error);
        if (code)
            return code;
        move_apply(rules, position, &move);
        at = end + 1;
    }
    return ERROR_NONE;
}

enum error_code match_view_replay(struct match_view *view, const struct text *moves,
                                  struct error *error)
{
    struct rules rules;
    struct position position = {0};
    struct error cause;
    const char *start = view->summary.start;
    enum error_code code =
        rules_parse(&rules, view->summary.rules, strlen(view->summary.rules), &cause);
    if (!code)
        code = position_parse(&rules, start, strlen(start), &position, &cause);
    if (!code)
        code = replay(&rules, &position, moves, &cause);
    if (code) {
        position_finish(&position);
        return error_set(error, ERROR_INTERNAL, "the record of match %lld does not replay: %s",
                         (long long)view->summary.match, cause.message);
    }
    text_clear(&view->position);
    position_print(&rules, &position, &view->position);
    position_finish(&position);
    return ERROR_NONE;
}
