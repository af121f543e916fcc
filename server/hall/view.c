#include "server/hall/view.h"

#include "common/game/game.h"
#include "server/hall/times.h"

#include <stdlib.h>
#include <string.h>

void match_summary_visit(const struct match_summary *summary, struct memory_walk *walk)
{
    memory_visit(walk, summary->rules);
    memory_visit(walk, summary->start);
    memory_visit(walk, summary->first);
    memory_visit(walk, summary->second);
    memory_visit(walk, summary->clock);
}

void match_summary_finish(struct match_summary *summary)
{
    match_summary_visit(summary, &(struct memory_walk){.releases = true});
    *summary = (struct match_summary){0};
}

void match_view_visit(const struct match_view *view, struct memory_walk *walk)
{
    match_summary_visit(&view->summary, walk);
    memory_visit(walk, view->position.bytes);
    memory_visit(walk, view->moves.bytes);
    memory_visit(walk, view->taken_ms);
    memory_visit(walk, view->credit_ms);
    memory_visit(walk, view->marks);
}

void match_view_finish(struct match_view *view)
{
    match_view_visit(view, &(struct memory_walk){.releases = true});
    *view = (struct match_view){0};
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

/* Reads the times of all moves and keeps those of the page; how many there are, -1: not to be read.
 */
static int64_t read_times(const char *at, const struct match_view *view, int64_t *ret_taken_ms,
                          int64_t *ret_credit_ms)
{
    int64_t count = 0, taken_ms, credit_ms;
    while (*at) {
        if (!times_next(&at, &taken_ms, &credit_ms))
            return -1;
        int64_t index = ++count - view->from_ply;
        if (index < 0 || index >= view->move_count)
            continue;
        ret_taken_ms[index] = taken_ms;
        ret_credit_ms[index] = credit_ms;
    }
    return count;
}

enum error_code match_view_take_times(struct match_view *view, const struct text *times,
                                      struct error *error)
{
    if (times->len == 0)
        return ERROR_NONE;
    int64_t *taken_ms = memory_zeroed((size_t)view->move_count, sizeof *taken_ms);
    int64_t *credit_ms = memory_zeroed((size_t)view->move_count, sizeof *credit_ms);
    if (read_times(text_string(times), view, taken_ms, credit_ms) != view->summary.ply) {
        free(taken_ms);
        free(credit_ms);
        return error_set(error, ERROR_INTERNAL,
                         "match %lld: its record has not one time for each of its %lld moves",
                         (long long)view->summary.match, (long long)view->summary.ply);
    }
    view->taken_ms = taken_ms;
    view->credit_ms = credit_ms;
    return ERROR_NONE;
}

/* Plays the first `count` moves of the record, or all if there are fewer. */
static enum error_code replay(const struct rules *rules, struct position *position,
                              const struct text *moves, int64_t count, struct error *error)
{
    size_t at = 0;
    for (int64_t i = 0; i < count && at < moves->len; i++) {
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

/* Sets the rules, and the position after the first `count` moves of the view's match, which the
 * caller finishes. */
static enum error_code replay_match(const struct match_view *view, const struct text *moves,
                                    int64_t count, struct rules *ret_rules,
                                    struct position *ret_position, struct error *error)
{
    struct error cause;
    const char *rules = view->summary.rules, *start = view->summary.start;
    enum error_code code = rules_parse(ret_rules, rules, strlen(rules), &cause);
    if (!code)
        code = position_parse(ret_rules, start, strlen(start), ret_position, &cause);
    if (!code)
        code = replay(ret_rules, ret_position, moves, count, &cause);
    if (code)
        return error_set(error, ERROR_INTERNAL, "the record of match %lld does not replay: %s",
                         (long long)view->summary.match, cause.message);
    return ERROR_NONE;
}

enum error_code match_view_replay(struct match_view *view, const struct text *moves,
                                  struct error *error)
{
    struct rules rules;
    struct position position = {0};
    enum error_code code = replay_match(view, moves, INT64_MAX, &rules, &position, error);
    if (!code) {
        text_clear(&view->position);
        position_print(&rules, &position, &view->position);
    }
    position_finish(&position);
    return code;
}

bool match_view_has_move(const struct match_view *view, const struct text *moves, int64_t ply,
                         const char *text)
{
    struct rules rules;
    struct position position = {0};
    struct match_view made = {0};
    struct text canonical = {0};
    struct move move;
    struct error error;
    bool has = !replay_match(view, moves, ply - 1, &rules, &position, &error) &&
               !move_parse(&rules, &position, text, strlen(text), &move, &error);
    if (has) {
        move_print(&rules, &position, &move, &canonical);
        match_view_take_page(&made, moves, ply - 1, 1);
        has = strcmp(text_string(&canonical), text_string(&made.moves)) == 0;
    }
    match_view_finish(&made);
    text_finish(&canonical);
    position_finish(&position);
    return has;
}
