/* Those of the server's statistics that the hall counts. */
#ifndef SERVER_SERVICE_FIGURES_H
#define SERVER_SERVICE_FIGURES_H

#include "server/hall/hall.h"

/* Sets their `values`, by enum statistic. `matches_at_start`: live when the hall was rebuilt. */
void figures_count(const struct hall_figures *figures, size_t matches_at_start, int64_t *values);

#endif
