#include "server/hall/name.h"
#include "server/hall/times.h"
#include "tests/sim/world.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

void reader_hello(const struct world *world, const struct greeting *greeting,
                  struct hall_found *ret_found)
{
    const struct hall_hello *hello = &greeting->hello;
    if (hello->token.bytes) {
        *ret_found = disk_find_token(&world->disk, hello->token_hash, world->now_ms);
        return;
    }
    char *key = name_key(greeting->name, strlen(greeting->name));
    *ret_found = hello->with_password ? disk_find_account(&world->disk, key, greeting->password)
                                      : disk_find_name(&world->disk, key);
    free(key);
}

size_t reader_tokens(const struct world *world, int64_t player, int64_t *list, size_t most)
{
    size_t count = 0;
    for (size_t i = world->disk.token_count; i-- > 0 && count < most;) {
        const struct disk_token *token = &world->disk.tokens[i];
        if (token->player == player && !token->revoked && token->expires_ms > world->now_ms)
            list[count++] = token->number;
    }
    return count;
}

static void take_moves(const struct disk_match *match, int64_t after, struct match_view *view)
{
    struct text moves = {0}, times = {0};
    struct error error;
    for (int64_t i = 0; i < match->plies; i++) {
        text_printf(&moves, "%s%s", i > 0 ? " " : "", match->moves[i]);
        times_append(&times, match->times[i].taken_ms, match->times[i].credit_ms);
    }
    match_view_take_page(view, &moves, after, HALL_PAGE_MAX);
    require(!match_view_take_times(view, &times, &error), "%s", error.message);
    text_finish(&moves);
    text_finish(&times);
}

static char *copy(const char *text)
{
    return memory_text(text, strlen(text));
}

void reader_view(const struct world *world, int64_t id, int64_t after, struct match_view *ret_view)
{
    const struct disk_match *match = disk_match(&world->disk, id);
    ret_view->summary = (struct match_summary){
        .match = id,
        .rules = copy(match->rules.text),
        .start = copy(match->start),
        .first = copy(disk_player(&world->disk, match->first)->name),
        .second = copy(disk_player(&world->disk, match->second)->name),
        .ply = match->plies,
        .created_ms = match->created_ms,
        .ending = match->ending,
        .winner = match->winner,
    };
    ret_view->seq = match->plies + (match->ending != ENDING_NONE);
    text_append_string(&ret_view->position, match->positions[match->plies]);
    take_moves(match, after, ret_view);
}

bool reader_has_move(const struct world *world, int64_t id, int64_t ply, int64_t player,
                     const char *text)
{
    const struct disk_match *match = disk_match(&world->disk, id);
    struct match_view view = {0};
    struct text moves = {0};
    if (!match || ply < 1 || ply > match->plies ||
        player != (ply % 2 == 1 ? match->first : match->second))
        return false;
    reader_view(world, id, match->plies, &view);
    for (int64_t i = 0; i < match->plies; i++)
        text_printf(&moves, "%s%s", i > 0 ? " " : "", match->moves[i]);
    bool has = match_view_has_move(&view, &moves, ply, text);
    match_view_finish(&view);
    text_finish(&moves);
    return has;
}
