/* Results as a person would say them. */
#include "client/words/words.h"

#include <string.h>

/* A player as the subject of a sentence. */
struct subject {
    const char *name;
    bool is_you;
};

static struct subject subject_of(const struct match *match, enum match_seat seat)
{
    if (seat == match->seat)
        return (struct subject){"you", true};
    return (struct subject){seat == MATCH_FIRST ? match->first : match->second, false};
}

static enum match_seat other(enum match_seat seat)
{
    return seat == MATCH_FIRST ? MATCH_SECOND : MATCH_FIRST;
}

/* Who has no move left has lost, or has won in misere play. */
static void print_end_of_moves(const struct match *match, enum match_seat loser, struct text *out)
{
    struct subject last = subject_of(match, match->rules.misere ? other(loser) : loser);
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
        text_printf(out, "The match has reached its limit of %d moves; nobody won.", WIRE_PLY_MAX);
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
    enum match_seat loser = other(winner);
    if (match->seat == loser) {
        text_append_string(out, "You lost: ");
    } else {
        struct subject won = subject_of(match, winner);
        text_printf(out, "%s won: ", won.is_you ? "You" : won.name);
    }
    words_defeat(match, loser, out);
    text_append_char(out, '.');
}
