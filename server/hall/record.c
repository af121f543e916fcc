#include "server/hall/record.h"

#include "common/base/memory.h"
#include "common/base/scanner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const ending_texts[] = {
    [ENDING_NONE] = "none",
    [ENDING_NORMAL] = "normal",
    [ENDING_RESIGNATION] = "resignation",
    [ENDING_ABORTED] = "aborted",
    [ENDING_PLIES] = "plies",
    [ENDING_DRAW] = "draw",
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

static const char *const offer_first_texts[] = {
    [FIRST_RANDOM] = "random",
    [FIRST_MAKER] = "maker",
    [FIRST_TAKER] = "taker",
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
    assert(ending < ENDING_COUNT);
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

const char *offer_first_text(enum offer_first first)
{
    assert(first < FIRST_COUNT);
    return offer_first_texts[first];
}

enum offer_first offer_first_from_text(const char *text, size_t len)
{
    int first = 0;
    while (first < FIRST_COUNT && (strlen(offer_first_texts[first]) != len ||
                                   memcmp(offer_first_texts[first], text, len) != 0))
        first++;
    return (enum offer_first)first;
}

int8_t pair_match_points(enum ending ending, enum seat winner, int game)
{
    assert(game == 0 || game == 1);
    if (ending == ENDING_NONE || ending == ENDING_VOID)
        return -1;
    if (winner == SEAT_NOBODY)
        return 1;
    return winner == (game == 0 ? SEAT_FIRST : SEAT_SECOND) ? 2 : 0;
}

const char *tournament_state_text(enum tournament_state state)
{
    assert(state < TOURNAMENT_STATES);
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

enum ban_kind ban_kind_from_text(const char *text)
{
    return (enum ban_kind)find_text(ban_kind_texts, sizeof ban_kind_texts / sizeof *ban_kind_texts,
                                    text);
}

void meetings_print(const struct meeting *meetings, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s%d-%d", i ? " " : "", meetings[i].first, meetings[i].second);
}

static bool take_entrant(struct scanner *scanner, int *ret_entrant)
{
    int64_t number;
    struct error error;
    if (scanner_take_int(scanner, &number, ERROR_INTERNAL, &error) || number >= ENTRANTS_MAX)
        return false;
    *ret_entrant = (int)number;
    return true;
}

bool meetings_parse(const char *text, struct meeting **ret_meetings, size_t *ret_count)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    struct meeting *list = NULL;
    size_t count = 0;
    bool good = true;
    while (good && !scanner_at_end(&scanner)) {
        list = memory_for_next(list, count, sizeof *list);
        good = (count == 0 || scanner_take(&scanner, ' ')) &&
               take_entrant(&scanner, &list[count].first) && scanner_take(&scanner, '-') &&
               take_entrant(&scanner, &list[count].second);
        count += good;
    }
    if (!good) {
        free(list);
        return false;
    }
    *ret_meetings = list;
    *ret_count = count;
    return true;
}

/* Texts never move, since records point to them. */
struct batch_block {
    struct batch_block *next;
    size_t used;
    size_t capacity;
    char bytes[];
};

static void free_blocks(struct batch_block *block)
{
    while (block) {
        struct batch_block *next = block->next;
        free(block);
        block = next;
    }
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
    free_blocks(batch->texts);
    free(batch);
}

void batch_clear(struct batch *batch)
{
    batch->count = 0;
    if (!batch->texts)
        return;
    free_blocks(batch->texts->next);
    batch->texts->next = NULL;
    batch->texts->used = 0;
}

struct record *batch_append(struct batch *batch, enum record_kind kind)
{
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 16;
        batch->records = memory_resized(batch->records, batch->capacity, sizeof *batch->records);
    }
    assert(batch->count < batch->capacity);
    struct record *record = &batch->records[batch->count++];
    *record = (struct record){.kind = kind};
    return record;
}

const char *batch_keep(struct batch *batch, const char *text, size_t len)
{
    assert(len == 0 || !memchr(text, '\0', len));
    struct batch_block *block = batch->texts;
    if (!block || len >= block->capacity - block->used) {
        size_t capacity = block ? 2 * block->capacity : 1024;
        if (capacity <= len)
            capacity = len + 1;
        block = memory_zeroed(1, sizeof *block + capacity);
        block->capacity = capacity;
        block->next = batch->texts;
        batch->texts = block;
    }
    assert(len < block->capacity - block->used);
    char *kept = block->bytes + block->used;
    if (len > 0)
        memcpy(kept, text, len);
    kept[len] = '\0';
    block->used += len + 1;
    return kept;
}
