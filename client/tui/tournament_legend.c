#include "client/tui/tournament_legend.h"

#include "client/tui/scroll.h"

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
        "round-robin: each meets each other, once a cycle. gauntlet: the first meets all others. swiss: in "
        "each round those meet who have about as many points. knockout: who loses is out.\n"
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
