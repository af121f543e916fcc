/* Scripts for gnuplot that draw pictures, with their data inside. Pure. */
#ifndef CLIENT_PLOT_SCRIPT_H
#define CLIENT_PLOT_SCRIPT_H

#include "client/study/value_table.h"

/* The picture as a file. */
struct plot_frame {
    const char *out; /* NULL: whoever runs the script says where to */
    int64_t width;   /* pixels */
    int64_t height;
};

/* USAGE: the name of the file does not say that it is a PNG or SVG file, or cannot stand in a
 * script. */
enum error_code plot_frame_check(const struct plot_frame *frame, struct error *error);

/* Of the tables of single heaps: what each heap is worth. Here and below: false where there is
 * nothing to show, which gnuplot would complain of. */
bool plot_script_values(const struct value_table *table, const struct plot_frame *frame,
                        struct text *out);
/* Of the tables of two heaps. */
bool plot_script_positions(const struct value_table *table, const struct plot_frame *frame,
                           struct text *out);

/* How many cutoffs there are up to x. */
struct cutoff_count {
    int64_t x;
    int64_t count;
};

/* count / x^2 over x, beside half the natural logarithm of x. */
void plot_script_cutoffs(const struct cutoff_count *counts, size_t count,
                         const struct plot_frame *frame, struct text *out);

#endif
