#include "server/hall/match_record.h"
#include "server/hall/player_name.h"
#include "tests/sim/world.h"

#include <stdlib.h>
#include <string.h>

void reader_hello(const struct world *world, struct greeting *greeting,
                  struct hall_found *ret_found)
{
    struct hall_hello *hello = &greeting->hello;
    if (hello->token.bytes) {
        *ret_found = disk_find_token(&world->disk, hello->token_hash, world->now_ms);
        return;
    }
    char *key = name_key(greeting->name, strlen(greeting->name));
    *ret_found = hello->with_password ? disk_find_account(&world->disk, key, greeting->password)
                                      : disk_find_name(&world->disk, key);
    struct hall_found coded = {0};
    if (hello->with_code)
        coded = disk_find_code(&world->disk, key, greeting->code, world->now_ms);
    if (coded.player) {
        *ret_found = coded;
        hello->password_hash = greeting->password;
    }
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

static void print_moves(const struct disk_match *match, struct text *moves)
{
    for (int64_t i = 0; i < match->plies; i++)
        text_printf(moves, "%s%s", i > 0 ? " " : "", match->moves[i]);
}

static struct wire_text kept(struct wire_arena *arena, const char *text)
{
    return wire_arena_text(arena, text, strlen(text));
}

/* As the hall shows it, where each text ends with a zero. */
static void take_moves(const struct disk_match *match, int64_t after, struct wire_arena *arena,
                       struct wire_match *view)
{
    struct text moves = {0}, times = {0};
    struct error error;
    print_moves(match, &moves);
    for (int64_t i = 0; i < match->plies; i++)
        times_append(&times, match->times[i].taken_ms, match->times[i].credit_ms);
    struct wire_text *words = wire_arena_memory(arena, HALL_PAGE_MAX, sizeof *words);
    int64_t *taken = wire_arena_memory(arena, HALL_PAGE_MAX, sizeof *taken);
    int64_t *credit = wire_arena_memory(arena, HALL_PAGE_MAX, sizeof *credit);
    match_record_take_moves(view, wire_text(text_string(&moves)), after, words, HALL_PAGE_MAX);
    require(!match_record_take_times(view, text_string(&times), taken, credit, &error), "%s",
            error.message);
    for (size_t i = 0; i < view->moves_count; i++)
        words[i] = wire_arena_text(arena, words[i].bytes, words[i].len);
    text_finish(&moves);
    text_finish(&times);
}

void reader_view(const struct world *world, int64_t id, int64_t after, struct wire_arena *arena,
                 struct wire_match *ret_view)
{
    const struct disk_match *match = disk_match(&world->disk, id);
    bool is_over = match->ending != ENDING_NONE;
    wire_record_clear(&wire_record_match, ret_view);
    ret_view->match = id;
    ret_view->rules = kept(arena, match->rules.text);
    ret_view->start = kept(arena, match->start);
    ret_view->first = kept(arena, disk_player(&world->disk, match->first)->name);
    ret_view->second = kept(arena, disk_player(&world->disk, match->second)->name);
    ret_view->ply = match->plies;
    ret_view->created = match->created_ms;
    ret_view->ending = wire_text(is_over ? ending_text(match->ending) : NULL);
    ret_view->winner = wire_text(is_over ? seat_text(match->winner) : NULL);
    ret_view->seq = disk_seq(match);
    ret_view->position = kept(arena, match->positions[match->plies]);
    take_moves(match, after, arena, ret_view);
    struct error error;
    require(!match_record_take_taken_back(
                ret_view, kept(arena, text_string(&match->taken_back)).bytes,
                wire_arena_memory(arena, 1, sizeof(struct taken_back_list)), &error),
            "%s", error.message);
}

bool reader_has_move(const struct world *world, int64_t id, int64_t ply, int64_t player,
                     const char *text)
{
    const struct disk_match *match = disk_match(&world->disk, id);
    struct text moves = {0};
    if (!match || ply < 1 || ply > match->plies ||
        player != (ply % 2 == 1 ? match->first : match->second))
        return false;
    struct wire_match shown = {
        .match = id,
        .rules = wire_text(match->rules.text),
        .start = wire_text(match->start),
    };
    print_moves(match, &moves);
    bool has = match_record_has_move(&shown, wire_text(text_string(&moves)), ply, text);
    text_finish(&moves);
    return has;
}
