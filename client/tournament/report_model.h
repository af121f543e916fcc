/* The content of a report, counted once for all its forms; and the forms. */
#ifndef CLIENT_REPORT_MODEL_H
#define CLIENT_REPORT_MODEL_H

#include "client/tournament/results_file.h"
#include "common/judge/judge.h"
#include "common/judge/mark.h"

#include <stdio.h>

/* The endings of matches, in the order of the report; the last one stands for all others. */
enum { REPORT_ENDINGS = 10 };
extern const char *const report_endings[REPORT_ENDINGS];

/* One for each entrant. */
struct report_player {
    const char *name;       /* borrowed, as all texts here */
    struct mark_sums marks; /* of all matches */
    int64_t moves;
    int64_t matches_thrown; /* lost after a win was thrown away, by a move or by the ending */
    int64_t won[REPORT_ENDINGS], drawn[REPORT_ENDINGS], lost[REPORT_ENDINGS];
};

/* One for each line of the record; all 0 for byes and forfeits. */
struct report_match {
    struct mark_sums marks[2]; /* of `first` and of `second` */
    int64_t plies;
    int64_t first_thrown;             /* the ply, from 1; 0: none */
    struct judged_ending ending;      /* ENDING_BY_MOVE also if the match is not judged */
    const struct export_times *times; /* NULL: unknown */
};

/* The score of one player against another. */
struct report_score {
    int64_t points; /* half points */
    int64_t matches;
};

struct report {
    struct results results; /* owned */
    struct rules rules;     /* or a class of rules */
    struct solver *solver;  /* owned; NULL with a class: then each match has rules of its own */
    struct meeting_result *meetings;
    size_t meeting_count;
    struct report_player *players;
    size_t player_count;
    struct report_match *matches;
    struct report_score *scores; /* player_count times player_count */
    int64_t match_count;         /* without byes and forfeits */
    int64_t moves, judged;       /* all moves, and those with a mark */
    struct mark_sums marks;      /* of all players */
    int64_t ended_in_won;        /* matches whose ending threw a win away; not among the marks */
};

/* IO, BAD_ARGUMENTS, BAD_RULES. */
enum error_code report_read(const char *folder, struct report *ret_report, struct error *error);
void report_finish(struct report *report);

enum tournament_format report_format(const struct report *report);
/* Appends the tournament's name; the default is the name of its game. */
void report_print_name(const struct report *report, struct text *out);
/* The standings, the best first: the number of rows, a row, and its entrant. */
size_t report_places(const struct report *report);
const struct export_standing *report_standing(const struct report *report, size_t place);
size_t report_entrant(const struct report *report, size_t place);
/* Has any match ended like this? `ending` is an index of report_endings. */
bool report_has_ending(const struct report *report, int ending);
/* The score of one entrant against another. */
struct report_score report_score(const struct report *report, size_t player, size_t opponent);
/* Appends the next word and sets *at behind it. */
void report_take_word(const char **at, struct text *out);
/* Appends "35>34 +1, 34>33 0": each move, with its mark if it has one. */
void report_print_moves(const struct export_match *match, struct text *out);
/* Appends "93.1%", the share of won positions that was kept. `sums` is a struct mark_sums; prints a
 * column. */
void report_kept(const void *sums, struct text *out);
/* "12.5", or "12.5/20". */
void report_print_score(struct report_score score, bool with_matches, struct text *out);
/* Appends the results of the player's matches with this ending: "3-1", or "3=2-1" if some were
 * drawn, with `drawn` for the "=". */
void report_print_ending(const struct report_player *player, int ending, char drawn,
                         struct text *out);
/* The move of a ply, its mark, and its player ("first" or "second"). */
struct report_move {
    const char *move, *mark;
    int move_len, mark_len;
    const char *player;
};
struct report_move report_move(const struct export_match *match, int64_t ply);
/* The player who threw a win away by the ending of the match; NULL: none. */
const char *report_ender(const struct export_match *match, const struct report_match *counted);

/* The replay of a match, which finds the moves that would have kept a win. {0} is an empty one.
 * Release with report_walk_finish(). */
struct report_walk {
    const struct report *report;
    struct position position; /* before the next move */
    struct rules rules;
    const char *moves; /* those not played yet */
    int64_t ply;       /* of the next move, from 1 */
    bool is_playable;  /* every move so far was legal; else nothing is known */
};
void report_walk_begin(struct report_walk *walk, const struct report *report,
                       const struct export_match *match);
/* Plays moves until the move of this ply is the next one, or to the end. */
void report_walk_to(struct report_walk *walk, int64_t ply);
/* Appends a winning move of the position, if there is one. */
void report_walk_print_winning(const struct report_walk *walk, struct text *out);
void report_walk_finish(struct report_walk *walk);

/* Writes results.csv, for spreadsheets, report.txt, and report.html, one file that needs no
 * network. Reads results.jsonl and, if it exists, times.jsonl in the same folder. IO.
 * BAD_ARGUMENTS: the record cannot be read. The content is not checked: `takeaway verify` does
 * that. */
enum error_code report_write(const char *folder, struct error *error);

/* Each writes its file in pieces, since a report can be large. */
void report_csv(const struct report *report, FILE *out);
void report_text(const struct report *report, FILE *out);
void report_html(const struct report *report, FILE *out);
/* Parts of report.html. */
void report_html_tables(const struct report *report, FILE *out);
void report_html_chart(const struct report *report, FILE *out);
void report_html_matches(const struct report *report, FILE *out);
/* Writes text within HTML and escapes every special character. */
void report_html_escaped(const char *text, FILE *out);

#endif
