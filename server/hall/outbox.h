/* The outbox: events, answers and questions, each behind the newest batch begun. Private to
 * server/hall. */
#ifndef SERVER_HALL_OUTBOX_H
#define SERVER_HALL_OUTBOX_H

#include "server/hall/hall_state.h"

/* An event behind everything begun so far, still without sessions. */
struct message *say(struct hall *hall, enum wire_event event, const void *body);
/* The same event once more, for other sessions. */
struct message *say_same(struct hall *hall, const struct message *message);
/* An event that overtakes the outbox. */
struct message *say_at_once(struct hall *hall, enum wire_event event, const void *body);
void message_to(struct message *message, uint64_t session);
/* Counts `bytes` against HALL_UNASKED_BYTES_MAX of each of the message's sessions until the message
 * is said: another player has caused it. */
void message_count_unasked(struct hall *hall, struct message *message, size_t bytes);
/* The answer to a request. */
struct message *answer(struct hall *hall, struct hall_caller from, const struct wire_record *record,
                       const void *result);
/* An answer that reveals no uncommitted change: it keeps its turn, but no stall holds it back. */
void answer_freely(struct hall *hall, struct hall_caller from, const struct wire_record *record,
                   const void *result);
/* The empty answer. */
void answer_done(struct hall *hall, struct hall_caller from);
void refuse(struct hall *hall, struct hall_caller from, enum error_code code, const char *format,
            ...) __attribute__((format(printf, 4, 5)));
void refuse_stale(struct hall *hall, struct hall_caller from, const struct error *error,
                  const struct wire_stale *stale);
/* Refuses at once, during a stall, or after a stall that the request has met. */
void refuse_stalled(struct hall *hall, struct hall_caller from);
/* False, and the request is refused, while no change can be taken: stalled or closing. */
bool changes_allowed(struct hall *hall, struct hall_caller from);
/* A question to the driver; the caller fills it. */
struct message *find_out(struct hall *hall, enum message_kind kind);
/* The same for a request, which the driver then answers. */
struct message *answer_later(struct hall *hall, struct hall_caller from, enum message_kind kind);
struct message *answer_later_freely(struct hall *hall, struct hall_caller from,
                                    enum message_kind kind);
/* Puts copies of a question's texts into its message; NULL stays NULL. */
void message_keep(struct message *message, const char **const *texts, size_t count);
void message_queue_clear(struct message_queue *queue);

#endif
