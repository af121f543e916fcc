/* The practice of players with puzzles, as the store keeps it. */
#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <stdlib.h>
#include <string.h>

void disk_finish_puzzles(struct disk *disk)
{
    for (size_t i = 0; i < disk->practice_item_count; i++)
        free(disk->practice_items[i].puzzle);
    for (size_t i = 0; i < disk->puzzle_count; i++)
        free(disk->puzzles[i].puzzle);
    free(disk->practices);
    free(disk->practice_items);
    free(disk->puzzles);
}

const struct disk_practice *disk_practice(const struct disk *disk, int64_t player)
{
    for (size_t i = 0; i < disk->practice_count; i++)
        if (disk->practices[i].player == player)
            return &disk->practices[i];
    return NULL;
}

const struct disk_practice_item *disk_practice_item(const struct disk *disk, int64_t player,
                                                    const char *puzzle)
{
    for (size_t i = 0; i < disk->practice_item_count; i++)
        if (disk->practice_items[i].player == player &&
            strcmp(disk->practice_items[i].puzzle, puzzle) == 0)
            return &disk->practice_items[i];
    return NULL;
}

const struct disk_puzzle *disk_puzzle(const struct disk *disk, const char *puzzle)
{
    for (size_t i = 0; i < disk->puzzle_count; i++)
        if (strcmp(disk->puzzles[i].puzzle, puzzle) == 0)
            return &disk->puzzles[i];
    return NULL;
}

void disk_write_practice(struct disk *disk, const struct record *record)
{
    const struct practice_record *made = &record->practice;
    struct disk_practice *practice =
        (struct disk_practice *)(uintptr_t)disk_practice(disk, made->player);
    require(disk_player(disk, made->player) && disk_player(disk, made->player)->password,
            "player %lld has a practice, but no account", (long long)made->player);
    require(made->changes == (practice ? practice->changes : 0) + 1 &&
                made->tried >= made->solved && made->changes >= made->tried,
            "the practice of player %lld cannot be", (long long)made->player);
    if (!practice) {
        disk->practices =
            memory_for_next(disk->practices, disk->practice_count, sizeof *disk->practices);
        practice = &disk->practices[disk->practice_count++];
    }
    *practice = (struct disk_practice){
        .player = made->player,
        .glicko = {made->rating, made->deviation, made->volatility},
        .tried = made->tried,
        .solved = made->solved,
        .changes = made->changes,
    };
}

void disk_write_practice_item(struct disk *disk, const struct record *record)
{
    const struct practice_item_record *made = &record->practice_item;
    struct disk_practice_item *item = (struct disk_practice_item *)(uintptr_t)disk_practice_item(
        disk, made->player, made->puzzle);
    require(disk_practice(disk, made->player), "an item of player %lld, who has no practice",
            (long long)made->player);
    if (!item) {
        disk->practice_items = memory_for_next(disk->practice_items, disk->practice_item_count,
                                               sizeof *disk->practice_items);
        item = &disk->practice_items[disk->practice_item_count++];
        *item =
            (struct disk_practice_item){.player = made->player, .puzzle = disk_kept(made->puzzle)};
    }
    item->rung = made->rung;
    item->due_ms = made->due_ms;
}

void disk_write_puzzle(struct disk *disk, const struct record *record)
{
    const struct puzzle_record *made = &record->puzzle;
    struct disk_puzzle *puzzle = (struct disk_puzzle *)(uintptr_t)disk_puzzle(disk, made->puzzle);
    require(made->attempts == (puzzle ? puzzle->attempts : 0) + 1, "attempts of '%s' are missing",
            made->puzzle);
    if (!puzzle) {
        disk->puzzles = memory_for_next(disk->puzzles, disk->puzzle_count, sizeof *disk->puzzles);
        puzzle = &disk->puzzles[disk->puzzle_count++];
        *puzzle = (struct disk_puzzle){.puzzle = disk_kept(made->puzzle)};
    }
    puzzle->glicko = (struct glicko){made->rating, made->deviation, made->volatility};
    puzzle->attempts = made->attempts;
}

void disk_forget_practice(struct disk *disk, int64_t player)
{
    size_t kept = 0;
    for (size_t i = 0; i < disk->practice_count; i++)
        if (disk->practices[i].player != player)
            disk->practices[kept++] = disk->practices[i];
    disk->practice_count = kept;
    kept = 0;
    for (size_t i = 0; i < disk->practice_item_count; i++) {
        if (disk->practice_items[i].player == player)
            free(disk->practice_items[i].puzzle);
        else
            disk->practice_items[kept++] = disk->practice_items[i];
    }
    disk->practice_item_count = kept;
}

void disk_restore_puzzles(const struct disk *disk, struct hall *hall)
{
    struct error error;
    for (size_t i = 0; i < disk->practice_count; i++) {
        const struct disk_practice *practice = &disk->practices[i];
        struct practice_record stored = {
            .player = practice->player,
            .rating = practice->glicko.rating,
            .deviation = practice->glicko.deviation,
            .volatility = practice->glicko.volatility,
            .tried = practice->tried,
            .solved = practice->solved,
            .changes = practice->changes,
        };
        require(!hall_restore_practice(hall, &stored, &error), "%s", error.message);
    }
    for (size_t i = 0; i < disk->puzzle_count; i++) {
        const struct disk_puzzle *puzzle = &disk->puzzles[i];
        struct puzzle_record stored = {
            .puzzle = puzzle->puzzle,
            .rating = puzzle->glicko.rating,
            .deviation = puzzle->glicko.deviation,
            .volatility = puzzle->glicko.volatility,
            .attempts = puzzle->attempts,
        };
        require(!hall_restore_puzzle(hall, &stored, &error), "%s", error.message);
    }
}
