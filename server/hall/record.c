#include "server/hall/record.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const ending_texts[] = {
    [ENDING_NONE] = "none",
    [ENDING_NORMAL] = "normal",
    [ENDING_RESIGNATION] = "resignation",
    [ENDING_ABORTED] = "aborted",
    [ENDING_PLIES] = "plies",
    [ENDING_TIME] = "time",
    [ENDING_ABANDONED] = "abandoned",
    [ENDING_UNSTARTED] = "unstarted",
    [ENDING_STALL] = "stall",
    [ENDING_DISCONNECT] = "disconnect",
    [ENDING_ILLEGAL] = "illegal",
    [ENDING_PROTOCOL] = "protocol",
    [ENDING_VOID] = "void",
};

static const char *const seat_texts[] = {
    [SEAT_NOBODY] = "nobody",
    [SEAT_FIRST] = "first",
    [SEAT_SECOND] = "second",
};

static const char *const tournament_state_texts[] = {
    [TOURNAMENT_OPEN] = "open",           [TOURNAMENT_RUNNING] = "running",
    [TOURNAMENT_PAUSED] = "paused",       [TOURNAMENT_FINISHED] = "finished",
    [TOURNAMENT_CANCELLED] = "cancelled",
};

static const char *const meeting_kind_texts[] = {
    [MEETING_PLAYED] = "played",
    [MEETING_BYE] = "bye",
    [MEETING_FORFEIT] = "forfeit",
};

static const char *const ban_kind_texts[] = {
    [BAN_NAME] = "name",
    [BAN_ADDRESS] = "address",
};

/* The index of `text` in `texts`; 0 for what is not there. */
static size_t find_text(const char *const *texts, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0)
            return i;
    return 0;
}

const char *ending_text(enum ending ending)
{
    return ending_texts[ending];
}

enum ending ending_from_text(const char *text)
{
    return (enum ending)find_text(ending_texts, sizeof ending_texts / sizeof *ending_texts, text);
}

const char *seat_text(enum seat seat)
{
    return seat_texts[seat];
}

enum seat seat_from_text(const char *text)
{
    return (enum seat)find_text(seat_texts, sizeof seat_texts / sizeof *seat_texts, text);
}

int8_t pair_match_points(enum ending ending, enum seat winner, int game)
{
    if (ending == ENDING_NONE || ending == ENDING_VOID)
        return -1;
    if (winner == SEAT_NOBODY)
        return 1;
    return winner == (game == 0 ? SEAT_FIRST : SEAT_SECOND) ? 2 : 0;
}

const char *tournament_state_text(enum tournament_state state)
{
    return tournament_state_texts[state];
}

enum tournament_state tournament_state_from_text(const char *text)
{
    enum tournament_state state =
        (enum tournament_state)find_text(tournament_state_texts, TOURNAMENT_STATES, text);
    return strcmp(tournament_state_text(state), text) == 0 ? state : TOURNAMENT_STATES;
}

bool tournament_state_is_over(enum tournament_state state)
{
    return state == TOURNAMENT_FINISHED || state == TOURNAMENT_CANCELLED;
}

const char *meeting_kind_text(enum meeting_kind kind)
{
    return meeting_kind_texts[kind];
}

enum meeting_kind meeting_kind_from_text(const char *text)
{
    return (enum meeting_kind)find_text(
        meeting_kind_texts, sizeof meeting_kind_texts / sizeof *meeting_kind_texts, text);
}

const char *ban_kind_text(enum ban_kind kind)
{
    return ban_kind_texts[kind];
}

struct batch *batch_create(void)
{
    return memory_zeroed(1, sizeof(struct batch));
}

void batch_destroy(struct batch *batch)
{
    if (!batch)
        return;
    free(batch->records);
    text_finish(&batch->texts);
    free(batch);
}

void batch_clear(struct batch *batch)
{
    batch->count = 0;
    text_clear(&batch->texts);
}

struct record *batch_append(struct batch *batch, enum record_kind kind)
{
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 16;
        batch->records = memory_resized(batch->records, batch->capacity, sizeof *batch->records);
    }
    struct record *record = &batch->records[batch->count++];
    *record = (struct record){.kind = kind};
    return record;
}

struct batch_span batch_keep(struct batch *batch, const char *text, size_t len)
{
    assert(len < UINT32_MAX - batch->texts.len);
    struct batch_span span = {.offset = (uint32_t)batch->texts.len, .len = (uint32_t)len};
    text_append(&batch->texts, text, len);
    text_append_char(&batch->texts, '\0');
    return span;
}

const char *batch_text(const struct batch *batch, struct batch_span span)
{
    return batch->texts.bytes + span.offset;
}
