#include "review_match.h"

#include "client/lib/match_updates.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <stdlib.h>
#include <string.h>

static void play_all(const struct wire_match *state, struct text *out)
{
    struct rules rules;
    struct position position = {0};
    struct move move;
    struct error error;
    rules_parse(&rules, state->rules.bytes, state->rules.len, &error);
    position_parse(&rules, state->start.bytes, state->start.len, &position, &error);
    for (size_t i = 0; i < state->moves_count; i++) {
        cr_assert_eq(move_parse(&rules, &position, state->moves[i].bytes, state->moves[i].len,
                                &move, &error),
                     ERROR_NONE, "%s", error.message);
        move_apply(&rules, &position, &move);
    }
    position_print(&rules, &position, out);
    position_finish(&position);
}

struct match *review_match(const char *rules, const char *start, const char *moves,
                           const char *seat, const char *ending, const char *winner)
{
    struct wire_match state;
    struct wire_text list[REVIEW_MOVES_MAX];
    struct text position = {0};
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    char *copy = strdup(moves), *rest = copy, *move;
    wire_record_clear(&wire_record_match, &state);
    state.match = 7;
    state.rules = wire_text(rules);
    state.start = wire_text(start);
    state.first = wire_text("ann");
    state.second = wire_text("ben");
    if (seat)
        state.seat = wire_text(seat);
    state.created = 0;
    state.from_ply = 1;
    state.moves = list;
    while (*moves && (move = strsep(&rest, " ")))
        list[state.moves_count++] = wire_text(move);
    play_all(&state, &position);
    state.ply = (int64_t)state.moves_count;
    state.seq = state.ply + 1;
    state.position = wire_text(text_string(&position));
    state.ended = 1;
    state.ending = wire_text(ending);
    state.winner = wire_text(winner);
    cr_assert_eq(match_create(&state, 0, &match, &update, &error), ERROR_NONE, "%s", error.message);
    free(copy);
    text_finish(&position);
    return match;
}
