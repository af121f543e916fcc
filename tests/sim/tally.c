#include "tests/sim/tally.h"

#include <inttypes.h>

/* The errors that the hall answers with; all others are the driver's or the client's. */
static const enum error_code errors[] = {
    ERROR_BAD_ARGUMENTS,   ERROR_HELLO_TWICE,        ERROR_SERVER_STALLED, ERROR_SERVER_CLOSING,
    ERROR_LIMIT_REACHED,   ERROR_BAD_NAME,           ERROR_NAME_TAKEN,     ERROR_BAD_TOKEN,
    ERROR_BAD_CREDENTIALS, ERROR_HAS_ACCOUNT,        ERROR_NO_ACCOUNT,     ERROR_BANNED,
    ERROR_BAD_RULES,       ERROR_BAD_POSITION,       ERROR_BAD_MOVE,       ERROR_ILLEGAL_MOVE,
    ERROR_NO_LEGAL_MOVE,   ERROR_BAD_CLOCK,          ERROR_NO_SUCH_OFFER,  ERROR_NO_SUCH_PLAYER,
    ERROR_NOT_YOURS,       ERROR_NO_SUCH_MATCH,      ERROR_NOT_A_PLAYER,   ERROR_NOT_YOUR_TURN,
    ERROR_STALE_PLY,       ERROR_MATCH_OVER,         ERROR_TOO_LATE,       ERROR_KEY_REUSED,
    ERROR_TOO_EARLY,       ERROR_NO_SUCH_TOKEN,      ERROR_NOT_HERE,       ERROR_NOT_BANNED,
    ERROR_BAD_PLAN,        ERROR_NO_SUCH_TOURNAMENT, ERROR_WRONG_STATE,    ERROR_NOT_ENTERED,
    ERROR_NO_SUCH_PAIR,    ERROR_NO_SUCH_INVITATION, ERROR_NO_TAKEBACK,    ERROR_NO_SUCH_TAKEBACK,
};

static int gap(FILE *out, uint64_t count, const char *what, const char *name, int number)
{
    if (count > 0)
        return 0;
    fprintf(out, "never met: %s %s%s%.0d\n", what, name, number ? " " : "", number);
    return 1;
}

static int cluster_gaps(const struct tally *tally, FILE *out)
{
    return gap(out, tally->frames_lost, "a frame", "that was lost", 0) +
           gap(out, tally->link_resets, "a link", "that was reset", 0) +
           gap(out, tally->lost, "a session", "that was lost", 0) +
           gap(out, tally->zombies, "a zombie", "that woke up", 0) +
           gap(out, tally->derived, "a key", "that a gateway derived", 0) +
           gap(out, tally->underived, "a key", "that no gateway derived", 0);
}

static int tournament_gaps(const struct tally *tally, FILE *out)
{
    int gaps = 0;
    for (int kind = 0; kind <= MEETING_FORFEIT; kind++)
        gaps += gap(out, tally->meetings[kind],
                    "a pair:", meeting_kind_text((enum meeting_kind)kind), 0);
    for (int format = 0; format < FORMAT_COUNT; format++)
        gaps += gap(out, tally->finished[format], "the end of a tournament:",
                    tournament_format_text((enum tournament_format)format), 0);
    gaps += gap(out, tally->legs, "a pair", "that follows a level one", 0);
    gaps += gap(out, tally->replays, "a pair", "in place of a void one", 0);
    gaps += gap(out, tally->expired, "a tournament", "in which nothing happened", 0);
    gaps += gap(out, tally->rated, "a match", "that changed ratings", 0);
    gaps += gap(out, tally->awaited, "a match", "that awaited its players", 0);
    return gaps;
}

int tally_gaps(const struct tally *tally, FILE *out)
{
    int gaps = 0;
    for (int verb = 0; verb < VERB_COUNT; verb++)
        gaps += gap(out, tally->verbs[verb], "the verb", verb_name((enum verb)verb), 0);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        gaps += gap(out, tally->errors[errors[i]], "the error", error_name(errors[i]), 0);
    for (int kind = 0; kind <= HEARD_KICKED; kind++)
        if (kind != HEARD_LOOK_UP_REPORTS && kind != HEARD_LOOK_UP_REPORT &&
            kind != HEARD_PUZZLE_DONE && kind != HEARD_PUZZLE_ADDED &&
            (kind < HEARD_LOOK_UP_PUZZLE || kind > HEARD_LOOK_UP_PUZZLE_CHANGE)) /* nobody asks */
            gaps += gap(out, tally->messages[kind], "a message", "of the kind", kind);
    for (int ending = ENDING_NORMAL; ending < ENDING_COUNT; ending++)
        gaps += gap(out, tally->endings[ending], "the ending", ending_text((enum ending)ending), 0);
    for (int kind = 0; kind <= RECORD_INVITATION_GONE; kind++)
        gaps += gap(out, tally->records[kind], "a record", "of the kind", kind);
    for (int kind = 0; kind < 5; kind++)
        gaps += gap(out, tally->crashes[kind], "a crash", "of the kind", kind);
    gaps += gap(out, tally->unread, "a client", "that did not read and was ended", 0);
    gaps += gap(out, tally->resumed, "a match", "that was resumed", 0);
    gaps += gap(out, tally->compared, "a client", "that was compared", 0);
    gaps += gap(out, tally->credited, "a move", "with lag credited", 0);
    return gaps + cluster_gaps(tally, out) + tournament_gaps(tally, out);
}

void tally_print(const struct tally *tally, FILE *out)
{
    fprintf(out,
            "%" PRIu64 " steps in %" PRIu64 " runs, %" PRIu64 " moves acknowledged, %" PRIu64
            " requests repeated, %" PRIu64 " matches resumed, %" PRIu64 " restarts, %" PRIu64
            " comparisons\n",
            tally->steps, tally->runs, tally->moves, tally->repeats, tally->resumed, tally->starts,
            tally->compared);
    fprintf(out, "endings:");
    for (int ending = ENDING_NORMAL; ending < ENDING_COUNT; ending++)
        fprintf(out, " %s %" PRIu64, ending_text((enum ending)ending), tally->endings[ending]);
    fprintf(out, "\ntournaments finished:");
    for (int format = 0; format < FORMAT_COUNT; format++)
        fprintf(out, " %s %" PRIu64, tournament_format_text((enum tournament_format)format),
                tally->finished[format]);
    fprintf(out, "; pairs:");
    for (int kind = 0; kind <= MEETING_FORFEIT; kind++)
        fprintf(out, " %s %" PRIu64, meeting_kind_text((enum meeting_kind)kind),
                tally->meetings[kind]);
    fprintf(out,
            ", second legs %" PRIu64 ", played again %" PRIu64 "; expired %" PRIu64
            "; rated matches %" PRIu64 ", awaited %" PRIu64 "; takebacks %" PRIu64 "\n",
            tally->legs, tally->replays, tally->expired, tally->rated, tally->awaited,
            tally->records[RECORD_TAKEBACK]);
    fprintf(out,
            "clusters: %" PRIu64 " frames lost, %" PRIu64 " links reset, %" PRIu64
            " sessions lost, %" PRIu64 " zombies, %" PRIu64 " keys derived, %" PRIu64 " not\n",
            tally->frames_lost, tally->link_resets, tally->lost, tally->zombies, tally->derived,
            tally->underived);
}
