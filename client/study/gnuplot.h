/* gnuplot as a child process. */
#ifndef CLIENT_GNUPLOT_H
#define CLIENT_GNUPLOT_H

#include "common/base/error.h"
#include "common/base/text.h"

/* Runs a script and waits for its end; what gnuplot complains about goes to standard error. IO: it
 * is not installed, or does not end well. */
enum error_code gnuplot_run(const struct text *script, struct error *error);

#endif
