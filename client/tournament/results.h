/* The record of a tournament as its two files hold it: results.jsonl and, where it is there,
 * times.jsonl. See common/export/export.h. */
#ifndef CLIENT_RESULTS_H
#define CLIENT_RESULTS_H

#include "common/export/export.h"

#include <stdbool.h>

struct results_line {
    const char *bytes; /* without the line end; borrowed from the file's text */
    size_t len;
    struct export_line parsed; /* owned; valid after results_parse() */
};

struct results_file {
    char *path; /* owned; NULL: there is no such file */
    struct text bytes;
    struct results_line *lines; /* number 1 at index 0 */
    size_t count;
    size_t parsed; /* so many lines, from the first on */
    bool is_cut;   /* the last line has no line feed */
};

struct results {
    struct results_file results, times;
};

/* Reads both files and finds their lines. `path` is results.jsonl, under any name, or the folder
 * that holds it; times.jsonl is looked for beside it. IO. */
enum error_code results_read(const char *path, struct results *ret_results, struct error *error);
/* Reads the lines themselves. BAD_ARGUMENTS names the file and the line that cannot be read, is not
 * at its place, or names what is not there: a format or a state that is none, a player who is not
 * in the plan, a game that is neither 1 nor 2, a time that cannot be. Afterwards results.jsonl is a
 * plan, meetings, and an end; times.jsonl, where it is there, any number of times and a seal. */
enum error_code results_parse(struct results *results, struct error *error);
void results_finish(struct results *results);

/* These expect what results_parse() makes sure of. */
const struct export_plan *results_plan(const struct results *results);
const struct export_end *results_end(const struct results *results);
/* The lines between them: matches, byes and forfeits. */
size_t results_count(const struct results *results);
const struct export_match *results_match(const struct results *results, size_t index);
/* Of its line in results.jsonl, from 1. */
size_t results_line_number(size_t index);
/* The number of lines of times.jsonl before the seal; 0 where there is no file. */
size_t results_times_count(const struct results *results);
const struct export_times *results_times(const struct results *results, size_t index);
/* Do both stand at one place of the schedule? */
bool results_are_times_of(const struct export_times *times, const struct export_match *match);
/* NULL: there is no times.jsonl. */
const struct export_seal *results_seal(const struct results *results);

/* The number of an entrant in the plan; -1: there is none of this name. */
int results_entrant(const struct export_plan *plan, const char *name);
/* How the plan pairs; it borrows the plan's forbidden meetings. BAD_ARGUMENTS, BAD_PLAN: it cannot
 * be played. */
enum error_code results_pairing(const struct export_plan *plan, struct pairing *ret_pairing,
                                struct error *error);
/* What `first` of the line got, in halves. Of a match only. */
int8_t results_points(const struct export_match *match);
/* How many moves, or marks: texts with a space between two. */
int64_t results_words(const char *text);

/* The lines of one pair stand together. The index behind that of the last line of the pair that
 * begins at `index`. */
size_t results_pair_end(const struct results *results, size_t index);
/* What the lines from `index` up to `end` of one pair say. */
struct meeting_result results_meeting(const struct results *results, size_t index, size_t end);
/* All of them, in the order of the file; the caller frees the list. */
struct meeting_result *results_meetings(const struct results *results, size_t *ret_count);

#endif
