/* What the words in a tournament's tables mean, for somebody who sees them for the first time.
 * Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_LEGEND_H
#define CLIENT_TUI_TOURNAMENT_LEGEND_H

#include "client/tui/tournament_view.h"

/* Paragraphs. */
const char *tournament_legend(enum tournament_tab tab);
/* Those of all tabs, that of `first` first, `skip` rows of them scrolled past. Returns how many
 * rows lie below what is seen. */
int tournament_legend_draw(enum tournament_tab first, int skip, struct canvas *canvas,
                           struct area area);

#endif
