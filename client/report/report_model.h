/* What a report tells, counted once for all its forms; and the forms. */
#ifndef CLIENT_REPORT_MODEL_H
#define CLIENT_REPORT_MODEL_H

#include "client/report/results.h"
#include "common/judge/mark.h"

#include <stdio.h>

/* How matches end, in the order of the report; the last one stands for all others. */
enum { REPORT_ENDINGS = 9 };
extern const char *const report_endings[REPORT_ENDINGS];

/* By entrant. */
struct report_player {
    const char *name;       /* borrowed, as all texts here */
    struct mark_sums marks; /* of all matches */
    int64_t moves;
    int64_t matches_thrown; /* lost after a win was thrown away */
    int64_t won[REPORT_ENDINGS], drawn[REPORT_ENDINGS], lost[REPORT_ENDINGS];
};

/* By line of the record; all 0 of byes and forfeits. */
struct report_match {
    struct mark_sums marks[2]; /* of `first` and of `second` */
    int64_t plies;
    int64_t first_thrown;             /* the ply, from 1; 0: none */
    const struct export_times *times; /* NULL: not known */
};

/* What one has against another. */
struct report_score {
    int64_t points; /* in halves */
    int64_t matches;
};

struct report {
    struct results results; /* owned */
    struct meeting_result *meetings;
    size_t meeting_count;
    struct report_player *players;
    size_t player_count;
    struct report_match *matches;
    struct report_score *scores; /* player_count times player_count */
    int64_t match_count;         /* byes and forfeits left aside */
    int64_t moves, judged;       /* of these have a mark */
    struct mark_sums marks;      /* of everybody */
};

/* IO, BAD_ARGUMENTS, BAD_RULES. */
enum error_code report_read(const char *folder, struct report *ret_report, struct error *error);
void report_finish(struct report *report);

enum tournament_format report_format(const struct report *report);
/* What it is called: one without a name of its own by its game. */
void report_print_name(const struct report *report, struct text *out);
/* The standings, the best first: how many rows, a row, and its entrant. */
size_t report_places(const struct report *report);
const struct export_standing *report_standing(const struct report *report, size_t place);
size_t report_entrant(const struct report *report, size_t place);
/* Has any match ended like this? By report_endings. */
bool report_has_ending(const struct report *report, int ending);
/* Of `player` against `opponent`, by entrant. */
struct report_score report_score(const struct report *report, size_t player, size_t opponent);
/* "35>34 +1, 34>33 0": each move, with its mark if it has one. */
void report_print_moves(const struct export_match *match, struct text *out);
/* "93.1%"; "-" of nothing. */
void report_print_share(int64_t part, int64_t whole, struct text *out);
/* The move of this ply, its mark, and who made it ("first", "second"). */
struct report_move {
    const char *move, *mark;
    int move_len, mark_len;
    const char *player;
};
struct report_move report_move(const struct export_match *match, int64_t ply);

/* Each writes its file, piece by piece: a report can be large. */
void report_csv(const struct report *report, FILE *out);
void report_text(const struct report *report, FILE *out);
void report_html(const struct report *report, FILE *out);
/* Parts of report.html. */
void report_html_tables(const struct report *report, FILE *out);
void report_html_chart(const struct report *report, FILE *out);
void report_html_matches(const struct report *report, FILE *out);
/* Text within HTML: every character that could be more than itself is escaped. */
void report_html_escaped(const char *text, FILE *out);

#endif
