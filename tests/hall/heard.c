#include "tests/hall/heard.h"

#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>

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
    {&wire_record_move_done, HEARD_MOVE_DONE},
    {&wire_record_match, HEARD_MATCH},
    {&wire_record_rematch, HEARD_REMATCH},
    {&wire_record_summaries, HEARD_SUMMARIES},
    {&wire_record_chat_lines, HEARD_CHAT_LINES},
    {&wire_record_present_list, HEARD_PRESENT},
    {&wire_record_online_list, HEARD_ONLINE},
    {&wire_record_bans, HEARD_BANS},
};

static const enum heard_kind events[WIRE_EVENT_COUNT] = {
    [WIRE_EVENT_OFFER_RECEIVED] = HEARD_OFFER_RECEIVED,
    [WIRE_EVENT_OFFER_CLOSED] = HEARD_OFFER_CLOSED,
    [WIRE_EVENT_MATCH_STARTED] = HEARD_MATCH_STARTED,
    [WIRE_EVENT_MATCH_MOVED] = HEARD_MOVED,
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
    if (message->kind != MESSAGE_SAID)
        return HEARD_LOOK_UP_HELLO + (message->kind - MESSAGE_LOOK_UP_HELLO);
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

/* Puts a zero behind every text. */
static void terminate(struct wire_arena *arena, const struct wire_record *record, void *body)
{
    for (const struct wire_field *field = record->fields;
         field < record->fields + record->field_count; field++) {
        bool is_list = wire_field_is_list(field);
        char *member = (char *)body + field->offset;
        size_t count = is_list ? *(size_t *)(void *)((char *)body + field->count_offset) : 1;
        if (is_list || field->kind == WIRE_FIELD_RECORD)
            member = *(char **)(void *)member;
        for (size_t i = 0; member && i < count; i++, member += wire_field_element_size(field)) {
            struct wire_text *text = (void *)member;
            if (field->record)
                terminate(arena, field->record, member);
            else if (field->kind == WIRE_FIELD_TEXT || field->kind == WIRE_FIELD_TEXTS)
                *text = text->bytes ? wire_arena_text(arena, text->bytes, text->len) : *text;
        }
    }
}

static void read_body(struct heard *heard, const struct wire_message *said,
                      const struct wire_record *record)
{
    struct error error;
    check(!wire_message_read(said, record, &heard->body, &error), record->name, error.message);
    terminate(heard->arena, record, &heard->body);
}

/* A simulation hears millions of messages: the arenas of those that are gone serve again. */
static struct wire_arena *spares[256];
static size_t spare_count;

static struct wire_arena *take_arena(void)
{
    return spare_count > 0 ? spares[--spare_count] : wire_arena_create();
}

static void give_arena_back(struct wire_arena *arena)
{
    if (!arena || spare_count == sizeof spares / sizeof *spares) {
        wire_arena_destroy(arena);
        return;
    }
    wire_arena_clear(arena);
    spares[spare_count++] = arena;
}

static void read_bytes(struct heard *heard, struct wire_message *said)
{
    static struct wire_decoder *decoder; /* between two messages it holds nothing */
    const struct text *bytes = &heard->message->bytes;
    if (!decoder)
        decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    bool is_complete;
    enum error_code code;
    struct error error = {0};
    size_t taken = wire_decoder_feed(decoder, heard->arena, bytes->bytes, bytes->len, &is_complete,
                                     said, &code, &error);
    check(is_complete && taken == bytes->len, "what is no message", error.message);
}

struct heard *heard_read(struct message *message)
{
    struct heard *heard = memory_zeroed(1, sizeof *heard);
    struct wire_message said = {0};
    heard->message = message;
    heard->request = message->request;
    if (message->kind == MESSAGE_SAID) {
        heard->arena = take_arena();
        read_bytes(heard, &said);
        heard->error = said.error;
        heard->is_stale = said.error.code == ERROR_STALE_PLY;
    }
    heard->kind = kind_of(message, &said);
    if (message->record) {
        read_body(heard, &said, message->record);
    } else if (heard->is_stale) {
        read_body(heard, &said, &wire_record_stale);
    } else if (said.error.code && said.body) {
        read_body(heard, &said, &wire_record_wait);
        heard->error.wait_ms = heard->body.as_wait.wait;
    }
    if (heard->kind == HEARD_MATCH_STARTED) {
        struct wire_match_event event = heard->body.as_match_event;
        heard->match = *event.match;
        heard->offer = event.offer;
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
    give_arena_back(heard->arena);
    free(heard);
}
