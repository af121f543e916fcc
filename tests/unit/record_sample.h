/* Makes the record of a tournament that nobody played on a server: the moves are the solver's, or
 * mistakes. */
#ifndef TESTS_UNIT_RECORD_SAMPLE_H
#define TESTS_UNIT_RECORD_SAMPLE_H

#include "common/export/export.h"

struct sample_wish {
    const char *rules, *format, *starts; /* canonical */
    int players;                         /* the stronger the better they are seeded */
    int64_t rounds, seed;
    int early; /* each match of so many ends before its time, in all the ways there are; 0: none */
    int withdrawn; /* this entrant withdraws after the first round was paired, and before it is
                      played; 0: nobody */
};

/* The lines, to be changed at will before they are written; all of it is owned. */
struct sample {
    struct export_plan plan;
    struct export_match *matches;
    size_t count;
    struct export_end end;
    struct export_times *times;
    size_t times_count;
};

void sample_make(const struct sample_wish *wish, struct sample *ret_sample);
void sample_finish(struct sample *sample);
/* Counts the end anew, after the matches were changed. */
void sample_count(struct sample *sample);
/* Replaces an owned text. */
void sample_set(char **text, const char *replacement);

/* Writes results.jsonl and times.jsonl, chained and signed, as a server would have said it. */
void sample_write(const struct sample *sample, const char *folder);
/* The key that they are signed with. */
void sample_key(unsigned char ret_key[EXPORT_KEY_BYTES]);

#endif
