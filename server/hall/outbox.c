/* Acknowledged means durable: the order of batches, and which message waits for which batch. */
#include "server/hall/outbox.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The answer and the event of each move of a large batch: more are seldom under way. */
enum { SAID_KEPT = 2048 };

enum { BYTES_KEPT = 512 }; /* a move and its event take less */

size_t message_bytes(const struct message *message)
{
    bool has_few = message->sessions == message->few;
    return sizeof *message + message->bytes.capacity +
           (has_few ? 0 : message->session_capacity * sizeof *message->sessions);
}

void message_clear(struct message *message)
{
    if (message->sessions != message->few)
        free(message->sessions);
    if (message->bytes.capacity > BYTES_KEPT)
        text_finish(&message->bytes);
    else
        text_clear(&message->bytes);
    *message = (struct message){.bytes = message->bytes};
}

void message_destroy(struct message *message)
{
    if (!message)
        return;
    message_clear(message);
    text_finish(&message->bytes);
    free(message);
}

static void queue_append(struct message_queue *queue, struct message *message)
{
    if (queue->tail)
        queue->tail->next = message;
    else
        queue->head = message;
    queue->tail = message;
}

static struct message *dequeue(struct message_queue *queue)
{
    struct message *message = queue->head;
    assert(message && queue->tail && (!queue->weighed || queue->bytes >= message->weight));
    queue->head = message->next;
    if (!queue->head)
        queue->tail = NULL;
    if (queue->weighed)
        queue->bytes -= message->weight;
    if (queue->weighed == message)
        queue->weighed = NULL;
    message->next = NULL;
    return message;
}

void hall_message_said(struct hall *hall, struct message *message)
{
    if (hall->said_count == SAID_KEPT) {
        message_destroy(message);
        return;
    }
    message_clear(message);
    /* First in the queue: its memory is still in the processor's cache. */
    message->next = hall->said.head;
    hall->said.head = message;
    if (!hall->said.tail)
        hall->said.tail = message;
    hall->said_count++;
}

static struct message *enqueue(struct hall *hall, struct message_queue *queue)
{
    struct message *message;
    if (hall->said_count > 0) {
        hall->said_count--;
        message = dequeue(&hall->said);
    } else {
        message = memory_zeroed(1, sizeof *message);
    }
    message->sessions = message->few;
    message->session_capacity = MESSAGE_FEW;
    queue_append(queue, message);
    return message;
}

void message_queue_clear(struct message_queue *queue)
{
    while (queue->head)
        message_destroy(dequeue(queue));
}

/* Behind everything begun so far. */
static struct message *enqueue_last(struct hall *hall)
{
    struct message *message = enqueue(hall, &hall->outbox);
    /* The newest batch that has begun: the open one once it holds a record, else the one before it.
     */
    message->barrier = hall->open->count > 0 ? hall->open_number : hall->open_number - 1;
    assert(message->barrier >= hall->committed);
    return message;
}

/* The message keeps its turn, but no stall holds it back. */
static struct message *enqueue_freely(struct hall *hall)
{
    struct message *message = is_stalled(hall) ? enqueue(hall, &hall->urgent) : enqueue_last(hall);
    message->is_free = true;
    return message;
}

static void make_room_for_sessions(struct message *message)
{
    assert(message->session_capacity > 0);
    bool is_few = message->sessions == message->few;
    size_t capacity = 2 * message->session_capacity;
    message->sessions =
        memory_resized(is_few ? NULL : message->sessions, capacity, sizeof *message->sessions);
    message->session_capacity = capacity;
    if (is_few)
        memcpy(message->sessions, message->few, sizeof message->few);
}

void message_to(struct message *message, uint64_t session)
{
    if (message->session_count == message->session_capacity)
        make_room_for_sessions(message);
    message->sessions[message->session_count++] = session;
}

void message_count_unasked(struct hall *hall, struct message *message, size_t bytes)
{
    assert(message->unasked == 0);
    message->unasked = bytes;
    for (size_t i = 0; i < message->session_count; i++)
        session_find(hall, message->sessions[i])->unasked_bytes += (uint32_t)bytes;
}

static void forget_unasked(struct hall *hall, const struct message *message)
{
    for (size_t i = 0; i < message->session_count; i++) {
        struct session *session = session_find(hall, message->sessions[i]);
        if (session) {
            assert(session->unasked_bytes >= message->unasked);
            session->unasked_bytes -= (uint32_t)message->unasked;
        }
    }
}

/* --- events --- */

static struct message *as_event(struct message *message, enum wire_event event, const void *body)
{
    message->record = wire_events[event].record;
    wire_encode_event(&message->bytes, event, body);
    return message;
}

struct message *say(struct hall *hall, enum wire_event event, const void *body)
{
    return as_event(enqueue_last(hall), event, body);
}

struct message *say_same(struct hall *hall, const struct message *message)
{
    struct message *same = enqueue_last(hall);
    same->record = message->record;
    text_append(&same->bytes, message->bytes.bytes, message->bytes.len);
    return same;
}

struct message *say_at_once(struct hall *hall, enum wire_event event, const void *body)
{
    return as_event(enqueue(hall, &hall->urgent), event, body);
}

/* --- answers --- */

static void address(struct message *message, struct hall_caller from)
{
    message->request = from.request;
    message->is_answer = true;
    message_to(message, from.session);
}

/* Does the result hold a token or a code? */
static bool is_secret(const struct wire_record *record)
{
    return record == &wire_record_welcome || record == &wire_record_code ||
           record == &wire_record_invitation_made || record == &wire_record_invitation ||
           record == &wire_record_invitations;
}

static struct message *as_answer(struct message *message, struct hall_caller from,
                                 const struct wire_record *record, const void *result)
{
    address(message, from);
    message->record = record;
    if (is_secret(record))
        text_make_secret(&message->bytes);
    wire_encode_result(&message->bytes, from.request, record, result);
    return message;
}

struct message *answer(struct hall *hall, struct hall_caller from, const struct wire_record *record,
                       const void *result)
{
    return as_answer(enqueue_last(hall), from, record, result);
}

void answer_freely(struct hall *hall, struct hall_caller from, const struct wire_record *record,
                   const void *result)
{
    as_answer(enqueue_freely(hall), from, record, result);
}

void answer_done(struct hall *hall, struct hall_caller from)
{
    answer(hall, from, &wire_record_nothing, NULL);
}

/* --- refusals --- */

static void as_refusal(struct message *message, struct hall_caller from, const struct error *error,
                       const struct wire_record *record, const void *detail)
{
    struct wire_wait wait = {
        .wait = error->wait_ms,
        .challenge = error->work_bits ? error->challenge : WIRE_ABSENT,
        .work = error->work_bits ? error->work_bits : WIRE_ABSENT,
    };
    if (!record && error->wait_ms > 0) {
        record = &wire_record_wait;
        detail = &wait;
    }
    assert(error->code != ERROR_NONE);
    address(message, from);
    message->error = error->code;
    wire_encode_error(&message->bytes, from.request, error, record, detail);
}

void refuse(struct hall *hall, struct hall_caller from, enum error_code code, const char *format,
            ...)
{
    struct error error;
    char text[sizeof error.message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(&error, code, "%s", text);
    as_refusal(enqueue_last(hall), from, &error, NULL, NULL);
}

void refuse_stale(struct hall *hall, struct hall_caller from, const struct error *error,
                  const struct wire_stale *stale)
{
    as_refusal(enqueue_last(hall), from, error, &wire_record_stale, stale);
}

void hall_refuse(struct hall *hall, struct hall_caller from, const struct error *error)
{
    bool is_player = session_find(hall, from.session) != NULL;
    as_refusal((is_player ? enqueue_last : enqueue_freely)(hall), from, error, NULL, NULL);
}

void refuse_stalled(struct hall *hall, struct hall_caller from)
{
    struct error error;
    error_set(&error, ERROR_SERVER_STALLED,
              "nothing can be stored now: ask again after server.resumed");
    as_refusal(enqueue(hall, &hall->urgent), from, &error, NULL, NULL);
}

/* --- questions --- */

struct message *find_out(struct hall *hall, enum message_kind kind)
{
    struct message *message = enqueue_last(hall);
    assert(kind != MESSAGE_SAID);
    message->kind = kind;
    return message;
}

struct message *answer_later(struct hall *hall, struct hall_caller from, enum message_kind kind)
{
    struct message *message = find_out(hall, kind);
    address(message, from);
    return message;
}

struct message *answer_later_freely(struct hall *hall, struct hall_caller from,
                                    enum message_kind kind)
{
    struct message *message = enqueue_freely(hall);
    message->kind = kind;
    address(message, from);
    return message;
}

void message_keep(struct message *message, const char **const *texts, size_t count)
{
    assert(message->kind != MESSAGE_SAID && message->bytes.len == 0);
    for (size_t i = 0; i < count; i++)
        if (*texts[i])
            text_append(&message->bytes, *texts[i], strlen(*texts[i]) + 1);
    const char *kept = message->bytes.bytes;
    for (size_t i = 0; i < count; i++) {
        if (!*texts[i])
            continue;
        *texts[i] = kept;
        kept += strlen(kept) + 1;
    }
}

bool changes_allowed(struct hall *hall, struct hall_caller from)
{
    if (is_stalled(hall)) {
        refuse_stalled(hall, from);
        return false;
    }
    if (hall->closing) {
        refuse(hall, from, ERROR_SERVER_CLOSING,
               "the server is shutting down: ask again when it is back");
        return false;
    }
    return true;
}

struct batch *hall_batch_take(struct hall *hall)
{
    if (hall->in_flight || hall->open->count == 0)
        return NULL;
    struct batch *batch = hall->open;
    batch->number = hall->open_number++;
    hall->open = hall->spare ? hall->spare : batch_create();
    hall->spare = NULL;
    hall->in_flight = true;
    return batch;
}

static void address_everybody(const struct hall *hall, struct message *message)
{
    for (const struct session *session = hall->sessions; session; session = session->next_open)
        message_to(message, session->id);
}

void hall_batch_committed(struct hall *hall, struct batch *batch)
{
    assert(hall->in_flight && batch->number == hall->open_number - 1);
    assert(hall->committed < batch->number);
    hall->committed = batch->number;
    hall->in_flight = false;
    batch_clear(batch);
    assert(!hall->spare);
    hall->spare = batch;
    hall_resumed(hall, STALL_DISK);
}

void hall_resumed(struct hall *hall, enum hall_stall stall)
{
    bool was_stalled = is_stalled(hall);
    hall->stalls[stall] = false;
    if (was_stalled && !is_stalled(hall))
        address_everybody(hall, say_at_once(hall, WIRE_EVENT_SERVER_RESUMED, NULL));
}

/* Moves the messages of the outbox that no stall holds back to the urgent ones. */
static void overtake(struct hall *hall)
{
    struct message_queue waiting = hall->outbox;
    hall->outbox = (struct message_queue){0};
    while (waiting.head) {
        struct message *message = dequeue(&waiting);
        queue_append(message->is_free ? &hall->urgent : &hall->outbox, message);
    }
}

void hall_stalled(struct hall *hall, enum hall_stall stall, const char *reason)
{
    bool was_stalled = is_stalled(hall);
    hall->stalls[stall] = true;
    if (was_stalled)
        return;
    struct wire_reason event = {.reason = wire_text(reason)};
    address_everybody(hall, say_at_once(hall, WIRE_EVENT_SERVER_STALLED, &event));
    overtake(hall);
    questions_refuse(hall);
}

void hall_close(struct hall *hall, const char *reason)
{
    if (hall->closing)
        return;
    hall->closing = true;
    /* Behind a stalled disk the event would come too late. */
    struct wire_reason event = {.reason = wire_text(reason)};
    address_everybody(hall, as_event(enqueue_freely(hall), WIRE_EVENT_SERVER_CLOSING, &event));
}

struct message *hall_message_next(struct hall *hall)
{
    if (hall->urgent.head)
        return dequeue(&hall->urgent);
    if (hall->stalls[STALL_LEASE] || !hall->outbox.head ||
        hall->outbox.head->barrier > hall->committed)
        return NULL;
    struct message *message = dequeue(&hall->outbox);
    assert(!hall->outbox.head || hall->outbox.head->barrier >= message->barrier);
    clocks_release(hall, message);
    if (message->unasked > 0)
        forget_unasked(hall, message);
    return message;
}

/* A message still gets its sessions when it is queued, so it is weighed here, once. */
static size_t weigh(struct hall *hall, struct message_queue *queue)
{
    struct message *message = queue->weighed ? queue->weighed->next : queue->head;
    for (; message; message = message->next) {
        message->weight = message_bytes(message);
        queue->bytes += message->weight;
        queue->weighed = message;
        hall->told += message->session_count;
    }
    return queue->bytes;
}

size_t hall_unsaid_bytes(struct hall *hall)
{
    return weigh(hall, &hall->outbox) + weigh(hall, &hall->urgent);
}

uint64_t hall_told(struct hall *hall)
{
    hall_unsaid_bytes(hall);
    return hall->told;
}
