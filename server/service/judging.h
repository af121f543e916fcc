/* What the server asks the solver, by way of server/analysis: to judge the matches that have ended,
 * to draw the starts of tournaments, and to say whether starts can be drawn. The answers go to the
 * hall. */
#ifndef SERVER_SERVICE_JUDGING_H
#define SERVER_SERVICE_JUDGING_H

#include "server/hall/hall.h"

#include <uv.h>

struct service;

/* Whether the starts of the request with this number can be drawn: code ERROR_NONE, or why not. */
typedef void starts_checked(struct service *service, int64_t creation, const struct error *error);

/* The caller must not have threads yet. `solver_memory` in bytes, see analysis_create(). */
struct judging *judging_create(struct service *service, int64_t solver_memory,
                               starts_checked *on_checked);
/* From now on nothing more is judged or drawn: it will be when the server is back. */
void judging_close(struct judging *judging);
/* Ends the analysis' thread and the solvers' processes at once. Idempotent. */
void judging_stop(struct judging *judging);
/* After judging_stop(), and when the loop has ended. */
void judging_destroy(struct judging *judging);
/* The solver has answered something. */
void judging_on_word(uv_async_t *async);

/* These take the message: MESSAGE_JUDGE, MESSAGE_DRAW_START. */
void judging_match(struct service *service, struct message *message);
void judging_draw_start(struct service *service, struct message *message);
/* Answered through `on_checked`; those whose turn is lowest are first. */
void judging_check_starts(struct service *service, int64_t creation, int64_t turn,
                          const struct hall_tournament_plan *plan);

/* Matches that are to be judged. */
size_t judging_waiting(const struct judging *judging);

#endif
