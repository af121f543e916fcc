/* Scripts for gnuplot that draw pictures, with their data inside. Pure. */
#ifndef CLIENT_PLOT_SCRIPT_H
#define CLIENT_PLOT_SCRIPT_H

#include "client/study/value_table.h"

/* The picture as a file. */
struct plot_frame {
    const char *out; /* NULL: chosen by the user of the script */
    int64_t width;   /* pixels */
    int64_t height;
};

/* USAGE: the file's name does not end like that of a PNG or SVG file, or cannot be quoted in a
 * script. */
enum error_code plot_frame_check(const struct plot_frame *frame, struct error *error);

/* Plots a table of single heaps: the value of each heap. Here and below, false: there is nothing to
 * show, and gnuplot would complain. */
bool plot_script_values(const struct value_table *table, const struct plot_frame *frame,
                        struct text *out);
/* Plots a table of two heaps. */
bool plot_script_positions(const struct value_table *table, const struct plot_frame *frame,
                           struct text *out);

/* The number of cutoffs up to x. */
struct cutoff_count {
    int64_t x;
    int64_t count;
};

/* Plots count / x^2 over x, and half the natural logarithm of x. */
void plot_script_cutoffs(const struct cutoff_count *counts, size_t count,
                         const struct plot_frame *frame, struct text *out);

#endif
