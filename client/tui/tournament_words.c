#include "client/tui/tournament_words.h"

#include "client/show/standings_print.h"
#include "client/tui/scroll.h"
#include "common/wire/wire.h"

#include <inttypes.h>

/* --- acts --- */

const struct tournament_act_words tournament_act_words[TOURNAMENT_ACT_COUNT] = {
    [TOURNAMENT_JOIN] = {"j", "join", NULL,
                         "You take part. When a match of yours begins, you are brought to it."},
    [TOURNAMENT_START] = {"s", "start", "Start the tournament with the players who are there?",
                          "The tournament has begun."},
    [TOURNAMENT_PAUSE] = {"p", "pause", "Let no new match begin until you resume it?",
                          "No new match begins until you resume it."},
    [TOURNAMENT_RESUME] = {"r", "resume", "Go on with the tournament?", "The tournament goes on."},
    [TOURNAMENT_WITHDRAW] = {"w", "withdraw",
                             "Leave the tournament? Matches that you are playing are lost.",
                             "You have left the tournament."},
    [TOURNAMENT_CANCEL] = {"c", "cancel", "End the tournament for good, without a winner?",
                           "The tournament is cancelled."},
};

enum tournament_act tournament_act_of(int64_t letter)
{
    int act = 0;
    while (act < TOURNAMENT_ACT_COUNT && tournament_act_words[act].key[0] != letter)
        act++;
    return (enum tournament_act)act;
}

struct tournament_role tournament_role_of(const struct wire_tournament *tournament,
                                          const char *name)
{
    const struct wire_entrant *entrant = NULL;
    for (size_t i = 0; i < tournament->players_count && !entrant; i++) {
        if (wire_text_equal(tournament->players[i].name, name))
            entrant = &tournament->players[i];
    }
    return (struct tournament_role){
        .is_director = wire_text_equal(tournament->owner, name),
        .is_player = entrant && entrant->joined && entrant->withdrawn == WIRE_ABSENT,
        .is_free = entrant ? !entrant->joined : !tournament->invited,
    };
}

bool tournament_may(const struct tournament_role *role, struct wire_text state,
                    enum tournament_act act)
{
    bool is_open = wire_text_equal(state, "open");
    switch (act) {
    case TOURNAMENT_JOIN:
        return role->is_free && is_open;
    case TOURNAMENT_START:
        return role->is_director && is_open;
    case TOURNAMENT_PAUSE:
        return role->is_director && wire_text_equal(state, "running");
    case TOURNAMENT_RESUME:
        return role->is_director && wire_text_equal(state, "paused");
    case TOURNAMENT_WITHDRAW:
        return role->is_player && !wire_tournament_is_over(state);
    case TOURNAMENT_CANCEL:
        return role->is_director && !wire_tournament_is_over(state);
    case TOURNAMENT_ACT_COUNT:
        break;
    }
    return false;
}

/* --- the farewell --- */

enum { HALVES = 2 }; /* of one point */

void tournament_farewell_say(const struct wire_standings *standings, const char *name,
                             struct text *out)
{
    size_t count = standings->standings_count, sharing = 0; /* players of the same rank */
    const struct wire_standing *row = count > 0 ? &standings->standings[0] : NULL;
    bool is_own = false;
    if (wire_text_equal(standings->tournament->state, "cancelled")) {
        text_append_string(out, "The tournament is cancelled.");
        return;
    }
    for (size_t i = 0; i < count && !is_own; i++) {
        is_own = wire_text_equal(standings->standings[i].player, name);
        if (is_own)
            row = &standings->standings[i];
    }
    for (size_t i = 0; i < count; i++)
        sharing += standings->standings[i].rank == row->rank;

    text_append_string(out, "The tournament is over");
    if (is_own && row->rank == 1)
        text_append_string(out, sharing > 1 ? ": you share the first place" : ": you have won it");
    else if (is_own)
        text_printf(out, ": you %s %" PRId64 " of %zu", sharing > 1 ? "share place" : "are number",
                    row->rank, count);
    else if (sharing > 1)
        text_printf(out, ": %zu players share the first place", sharing);
    else if (row)
        text_printf(out, ": %.*s is first", (int)row->player.len, row->player.bytes);
    if (row) {
        text_append_string(out, ", with ");
        column_halves(&row->points, out);
        text_append_string(out, row->points == HALVES ? " point." : " points.");
    } else {
        text_append_char(out, '.');
    }
}

/* --- the legend --- */

static const char *const legends[TOURNAMENT_TAB_COUNT] = {
    [TOURNAMENT_STANDINGS] =
        "points: 1 for a match that was won, a half for one that nobody won.\n"
        "W-D-L: matches won, won by nobody (drawn), lost.\n"
        "won met: positions from which a move could have kept the win; kept: in how many of them "
        "it was; thrown: in how many it was given away.\n"
        "Elo +-: how much stronger than those it met, and how far off that may be; 100 more win "
        "about 64 of 100. +inf, -inf: it has won or lost all, which sets no bound.\n"
        "LOS: how likely it is at all that it is stronger than those it met.\n"
        "Level on points: ahead is who has more of the matches among them; then whose opponents "
        "have more points (Buchholz); then who won against those with more (Sonneborn-Berger).",
    [TOURNAMENT_CROSS] =
        "A row has what its player has against each other one; the number above a column is that "
        "of the other one's row.\n"
        "*: a match is being played; .: it is still to be played; f: a forfeit.\n"
        "free: points for byes and forfeits, that is without a match; with them a row adds up to "
        "its points.",
    [TOURNAMENT_ROUNDS] =
        "Two who meet play two matches from the same start; in the second the other one moves "
        "first. Score: what each has of both.\n"
        "bye: nobody was left to meet; it counts like two wins. forfeit: one of the two had "
        "withdrawn; the other one has both points. void: does not count, and is played again.\n"
        "leg 2: in a knockout a pair that was level plays once more, from another start.",
    [TOURNAMENT_PLAN] =
        "round-robin: each meets each other, once a cycle. gauntlet: the first meets all others. "
        "swiss: in each round those meet who have about as many points. knockout: who loses is "
        "out.\n"
        "Starts: 35 is a heap of 35, 3+5 two heaps; 35@12 is a heap from which at most 12 may be "
        "taken now; `drawn` is by chance, `fair` as many that who moves first can win as others.\n"
        "take-away:2x: you may take up to twice (2x) what was taken last.\n"
        "Clock: 60/move is 60 seconds for each move, 300+3 is 300 seconds in all and 3 more with "
        "each move. Seed: the number from which all chance follows.",
};

const char *tournament_legend(enum tournament_tab tab)
{
    return legends[tab];
}

int tournament_legend_draw(enum tournament_tab first, int skip, struct canvas *canvas,
                           struct area area)
{
#define X(name, text) text,
    static const char *const titles[] = {TOURNAMENT_TABS(X)};
#undef X
    struct scroll scroll = {.canvas = canvas, .area = area_inset(area, 0, 1), .skip = skip};
    for (int i = 0; i < TOURNAMENT_TAB_COUNT; i++) {
        int tab = ((int)first + i) % TOURNAMENT_TAB_COUNT;
        if (i > 0)
            scroll_gap(&scroll);
        scroll_paragraph(&scroll, STYLE_TITLE, titles[tab]);
        scroll_paragraph(&scroll, STYLE_PLAIN, legends[tab]);
    }
    return scroll_below(&scroll);
}
