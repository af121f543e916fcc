#include "tests/hall/heard.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The simulation's require() is for what the hall decides; this is for bytes that no client could
 * read. */
static void check(bool can_be_read, const char *what, const char *why)
{
    if (can_be_read)
        return;
    fprintf(stderr, "the hall says %s: %s\n", what, why);
    abort();
}

static const struct {
    const struct wire_record *record;
    enum heard_kind kind;
} answers[] = {
    {&wire_record_welcome, HEARD_WELCOME},
    {&wire_record_nothing, HEARD_NOTHING},
    {&wire_record_offer_number, HEARD_OFFER_NUMBER},
    {&wire_record_cleared, HEARD_CLEARED},
    {&wire_record_tournament_number, HEARD_TOURNAMENT_NUMBER},
    {&wire_record_tournament_news, HEARD_TOURNAMENT_NOW},
    {&wire_record_offers, HEARD_OFFERS},
    {&wire_record_invitation_made, HEARD_INVITATION_MADE},
    {&wire_record_invitation, HEARD_INVITATION},
    {&wire_record_invitations, HEARD_INVITATIONS},
    {&wire_record_move_done, HEARD_MOVE_DONE},
    {&wire_record_match, HEARD_MATCH},
    {&wire_record_rematch, HEARD_REMATCH},
    {&wire_record_summaries, HEARD_SUMMARIES},
    {&wire_record_chat_lines, HEARD_CHAT_LINES},
    {&wire_record_present_list, HEARD_PRESENT},
    {&wire_record_online_list, HEARD_ONLINE},
    {&wire_record_bans, HEARD_BANS},
    {&wire_record_blocks, HEARD_BLOCKS},
    {&wire_record_report_number, HEARD_REPORT_NUMBER},
    {&wire_record_code, HEARD_CODE},
    {&wire_record_puzzle_done, HEARD_PUZZLE_DONE},
    {&wire_record_puzzle_added, HEARD_PUZZLE_ADDED},
};

static const enum heard_kind events[WIRE_EVENT_COUNT] = {
    [WIRE_EVENT_OFFER_RECEIVED] = HEARD_OFFER_RECEIVED,
    [WIRE_EVENT_OFFER_CLOSED] = HEARD_OFFER_CLOSED,
    [WIRE_EVENT_INVITATION_CLOSED] = HEARD_INVITATION_CLOSED,
    [WIRE_EVENT_LOBBY_CHANGED] = HEARD_LOBBY,
    [WIRE_EVENT_MATCH_STARTED] = HEARD_MATCH_STARTED,
    [WIRE_EVENT_MATCH_MOVED] = HEARD_MOVED,
    [WIRE_EVENT_MATCH_TAKEBACK] = HEARD_TAKEBACK,
    [WIRE_EVENT_MATCH_TAKEN_BACK] = HEARD_TAKEN_BACK,
    [WIRE_EVENT_MATCH_ENDED] = HEARD_ENDED,
    [WIRE_EVENT_MATCH_PRESENCE] = HEARD_PRESENCE,
    [WIRE_EVENT_CHAT_SAID] = HEARD_CHAT,
    [WIRE_EVENT_TOURNAMENT_CHANGED] = HEARD_TOURNAMENT,
    [WIRE_EVENT_SERVER_STALLED] = HEARD_STALLED,
    [WIRE_EVENT_SERVER_RESUMED] = HEARD_RESUMED,
    [WIRE_EVENT_SERVER_CLOSING] = HEARD_CLOSING,
    [WIRE_EVENT_SESSION_REPLACED] = HEARD_REPLACED,
    [WIRE_EVENT_SESSION_KICKED] = HEARD_KICKED,
};

static enum heard_kind kind_of(const struct message *message, const struct wire_message *said)
{
    if (said->kind == WIRE_NOTIFICATION)
        return events[wire_event_find(said->method)];
    if (said->error.code)
        return HEARD_ERROR;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (answers[i].record == message->record)
            return answers[i].kind;
    check(false, "what nobody asks for", message->record->name);
    return HEARD_COUNT;
}

static size_t aligned(size_t size)
{
    return (size + 7) / 8 * 8;
}

/* Moves the lists, records and texts that `body` points to into `room`, with a zero behind each
 * text, and returns how many bytes of it they take; with `room` NULL it only counts them. */
static size_t move_parts(const struct wire_record *record, void *body, char *room)
{
    size_t used = 0;
    for (const struct wire_field *field = record->fields;
         field < record->fields + record->field_count; field++) {
        bool is_list = wire_field_is_list(field);
        char *member = (char *)body + field->offset;
        size_t count = is_list ? *(size_t *)(void *)((char *)body + field->count_offset) : 1;
        size_t size = wire_field_element_size(field);
        if (is_list || field->kind == WIRE_FIELD_RECORD) {
            char **list = (void *)member;
            if (!*list)
                continue;
            if (room)
                *list = memcpy(room + used, *list, count * size);
            used += aligned(count * size);
            member = *list;
        }
        for (size_t i = 0; i < count; i++, member += size) {
            char *rest = room ? room + used : NULL;
            struct wire_text *text = (void *)member;
            if (field->record) {
                used += move_parts(field->record, member, rest);
            } else if ((field->kind == WIRE_FIELD_TEXT || field->kind == WIRE_FIELD_TEXTS) &&
                       text->bytes) {
                if (rest)
                    text->bytes = memcpy(rest, text->bytes, text->len);
                used += aligned(text->len + 1);
            }
        }
    }
    return used;
}

static void read_bytes(const struct text *bytes, struct wire_message *said)
{
    /* Between two messages the decoder holds nothing, and the arena only garbage. */
    static struct wire_decoder *decoder;
    static struct wire_arena *arena;
    if (!decoder) {
        decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
        arena = wire_arena_create();
    }
    bool is_complete;
    enum error_code code;
    struct error error;
    error.message[0] = '\0';
    size_t taken = wire_decoder_feed(decoder, arena, bytes->bytes, bytes->len, &is_complete, said,
                                     &code, &error);
    check(is_complete && taken == bytes->len, "what is no message", error.message);
}

static const struct wire_record *record_of(const struct message *message,
                                           const struct wire_message *said)
{
    if (message->record)
        return message->record;
    if (said->error.code == ERROR_STALE_PLY)
        return &wire_record_stale;
    return said->error.code && said->body ? &wire_record_wait : NULL;
}

static struct heard *read_said(const struct message *message)
{
    struct wire_message said;
    read_bytes(&message->bytes, &said);
    const struct wire_record *record = record_of(message, &said);
    union wire_body body;
    size_t size = 0;
    if (record) {
        struct error error;
        check(!wire_message_read(&said, record, &body, &error), record->name, error.message);
        size = move_parts(record, &body, NULL);
    }
    struct heard *heard = memory_zeroed(1, sizeof *heard + size);
    heard->kind = kind_of(message, &said);
    if (said.error.code)
        heard->error = said.error;
    heard->is_stale = said.error.code == ERROR_STALE_PLY;
    if (!record)
        return heard;
    size_t moved = move_parts(record, &body, heard->parts);
    assert(moved == size);
    memcpy(&heard->body, &body, record->size);
    if (record == &wire_record_wait)
        heard->error.wait_ms = body.as_wait.wait;
    return heard;
}

struct heard *heard_read(struct message *message)
{
    struct heard *heard;
    if (message->kind == MESSAGE_SAID) {
        heard = read_said(message);
    } else {
        heard = memory_zeroed(1, sizeof *heard);
        heard->kind = HEARD_LOOK_UP_HELLO + (message->kind - MESSAGE_LOOK_UP_HELLO);
    }
    heard->message = message;
    heard->request = message->request;
    if (heard->kind == HEARD_MATCH_STARTED) {
        struct wire_match_event event = heard->body.as_match_event;
        heard->match = *event.match;
        heard->offer = event.offer;
        heard->invitation = event.invitation;
    } else if (heard->kind == HEARD_OFFER_RECEIVED) {
        heard->offer_received = *heard->body.as_offer_event.offer;
    }
    return heard;
}

void heard_destroy(struct heard *heard)
{
    if (!heard)
        return;
    message_destroy(heard->message);
    wire_arena_destroy(heard->arena);
    free(heard);
}
