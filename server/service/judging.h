/* The server's questions to the solver, by way of server/analysis: to judge ended matches, to draw
 * the starts of tournaments, and to check that starts can be drawn. The answers go to the hall. */
#ifndef SERVER_SERVICE_JUDGING_H
#define SERVER_SERVICE_JUDGING_H

#include "server/hall/hall.h"

#include <uv.h>

struct service;

/* The starts of the request with this number can be drawn (code ERROR_NONE), or the reason why
 * not. */
typedef void starts_checked(struct service *service, int64_t creation, const struct error *error);

/* Call before the process has threads. `solver_memory` in bytes, see analysis_create(). */
struct judging *judging_create(struct service *service, int64_t solver_memory,
                               starts_checked *on_checked);
/* From now on nothing is judged or drawn; the next start of the server resumes. */
void judging_close(struct judging *judging);
/* Ends the analysis' thread and the solvers' processes at once. Idempotent. */
void judging_stop(struct judging *judging);
/* Call after judging_stop(), when the loop has ended. */
void judging_destroy(struct judging *judging);
/* Does nothing go on because the database could not be read? Half a second later judging_end_rest()
 * lets it be tried again. */
bool judging_rests(const struct judging *judging);
void judging_end_rest(struct judging *judging);
/* The solver has an answer ready. */
void judging_on_word(uv_async_t *async);

/* These two take ownership of the message: MESSAGE_JUDGE, MESSAGE_DRAW_START. */
void judging_match(struct service *service, struct message *message);
void judging_draw_start(struct service *service, struct message *message);
/* Answers through `on_checked`; the requests with the lowest turn come first. */
void judging_check_starts(struct service *service, int64_t creation, int64_t turn,
                          const struct hall_tournament_plan *plan);

/* The number of matches that wait to be judged. */
size_t judging_waiting(const struct judging *judging);

#endif
