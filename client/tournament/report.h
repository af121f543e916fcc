/* The report of a tournament: results.csv for spreadsheets, report.txt, and report.html, one file
 * that needs no network. */
#ifndef CLIENT_REPORT_H
#define CLIENT_REPORT_H

#include "common/base/error.h"

/* Makes the three files in `folder` out of its results.jsonl, and of times.jsonl if that is there.
 * IO; BAD_ARGUMENTS when the record cannot be read. What it says is not checked: that is for
 * `takeaway verify`. */
enum error_code report_write(const char *folder, struct error *error);

#endif
