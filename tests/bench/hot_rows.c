/* A server's way with a move, without I/O, against what cannot be done without. */
#include "tests/bench/bench.h"
#include "tests/bench/hot_program.h"

#include <stddef.h>

static void report_instructions(struct report *report)
{
    double ours = hot_instructions("move"), library = hot_instructions("move-msgpack");
    report_value(report, "a move: instructions", ours, "");
    report_value(report, "msgpack-c alone: instructions", library, "");
    report_at_most(report, "instructions / msgpack-c's", ours / library, "x", 1.5);
}

static void measure_path(struct report *report)
{
    bool is_short = report_is_short(report);
    double ours = hot_ns("move", is_short), library = hot_ns("move-msgpack", is_short);
    report_value(report, "copying a move's bytes", hot_ns("move-copy", is_short), "ns");
    report_value(report, "msgpack-c alone", library, "ns");
    report_value(report, "a move", ours, "ns");
    report_at_most(report, "a move / msgpack-c", ours / library, "x", 1.5);
    if (!is_short && hot_is_counted())
        report_instructions(report);
}

const struct bench_row hot_rows[] = {
    {"move-path", "a server's way with a move, without I/O, against msgpack-c alone", measure_path},
    {0},
};
