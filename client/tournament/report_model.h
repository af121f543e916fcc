/* What a report tells, counted once for all its forms; and the forms. */
#ifndef CLIENT_REPORT_MODEL_H
#define CLIENT_REPORT_MODEL_H

#include "client/tournament/results.h"
#include "common/judge/judge.h"
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
    int64_t matches_thrown; /* lost after a win was thrown away, by a move or by the ending */
    int64_t won[REPORT_ENDINGS], drawn[REPORT_ENDINGS], lost[REPORT_ENDINGS];
};

/* By line of the record; all 0 of byes and forfeits. */
struct report_match {
    struct mark_sums marks[2]; /* of `first` and of `second` */
    int64_t plies;
    int64_t first_thrown;             /* the ply, from 1; 0: none */
    struct judged_ending ending;      /* ENDING_BY_MOVE also where the match is not judged */
    const struct export_times *times; /* NULL: not known */
};

/* What one has against another. */
struct report_score {
    int64_t points; /* in halves */
    int64_t matches;
};

struct report {
    struct results results; /* owned */
    struct rules rules;
    struct solver *solver; /* owned */
    struct meeting_result *meetings;
    size_t meeting_count;
    struct report_player *players;
    size_t player_count;
    struct report_match *matches;
    struct report_score *scores; /* player_count times player_count */
    int64_t match_count;         /* byes and forfeits left aside */
    int64_t moves, judged;       /* of these have a mark */
    struct mark_sums marks;      /* of everybody */
    int64_t ended_in_won;        /* matches whose ending threw a win away: no mark counts these */
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
/* Appends the next word, and sets *at behind it. */
void report_take_word(const char **at, struct text *out);
/* "35>34 +1, 34>33 0": each move, with its mark if it has one. */
void report_print_moves(const struct export_match *match, struct text *out);
/* Of a struct mark_sums: "93.1%", the share of the won positions that was kept; a column's printer.
 */
void report_kept(const void *sums, struct text *out);
/* "12.5", or "12.5/20". */
void report_print_score(struct report_score score, bool with_matches, struct text *out);
/* How the player's matches with this ending went: "3-1"; "3=2-1" if some were drawn, with `drawn`
 * for the "=". */
void report_print_ending(const struct report_player *player, int ending, char drawn,
                         struct text *out);
/* The move of this ply, its mark, and who made it ("first", "second"). */
struct report_move {
    const char *move, *mark;
    int move_len, mark_len;
    const char *player;
};
struct report_move report_move(const struct export_match *match, int64_t ply);
/* Who threw a win away by the way in which the match ended; NULL: nobody. */
const char *report_ender(const struct export_match *match, const struct report_match *counted);

/* A match played again, for the moves that would have kept a win. {0} is an empty one;
 * report_walk_finish() it when done. */
struct report_walk {
    const struct report *report;
    struct position position; /* before the next move */
    const char *moves;        /* those to come */
    int64_t ply;              /* of the next of them, from 1 */
    bool is_playable;         /* the rules have allowed every move so far; else nothing is known */
};
void report_walk_begin(struct report_walk *walk, const struct report *report,
                       const struct export_match *match);
/* Goes on until the move of this ply is the next one, or to the end of the moves. */
void report_walk_to(struct report_walk *walk, int64_t ply);
/* Appends a winning move of the position; nothing where there is none. */
void report_walk_print_winning(const struct report_walk *walk, struct text *out);
void report_walk_finish(struct report_walk *walk);

/* Makes results.csv, for spreadsheets, report.txt, and report.html, one file that needs no network,
 * in `folder` out of its results.jsonl, and of times.jsonl if that is there. IO; BAD_ARGUMENTS when
 * the record cannot be read. What it says is not checked: that is for `takeaway verify`. */
enum error_code report_write(const char *folder, struct error *error);

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
