/* Blocks, as the store keeps them. */
#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <stdlib.h>
#include <utlist.h>

static struct disk_block *find(const struct disk *disk, int64_t player, int64_t blocked)
{
    struct disk_block *block;
    DL_FOREACH (disk->blocks, block) {
        if (block->player == player && block->blocked == blocked)
            return block;
    }
    return NULL;
}

static void destroy(struct disk *disk, struct disk_block *block)
{
    DL_DELETE(disk->blocks, block);
    free(block);
}

void disk_finish_blocks(struct disk *disk)
{
    while (disk->blocks)
        destroy(disk, disk->blocks);
}

bool disk_has_blocked(const struct disk *disk, int64_t player, int64_t blocked)
{
    return find(disk, player, blocked) != NULL;
}

size_t disk_blocks(const struct disk *disk)
{
    const struct disk_block *block;
    size_t count = 0;
    DL_COUNT(disk->blocks, block, count);
    return count;
}

void disk_write_block(struct disk *disk, const struct record *record)
{
    int64_t player = record->block.player, blocked = record->block.blocked;
    require(disk_player(disk, player) && disk_player(disk, blocked) && player != blocked,
            "player %lld blocks %lld, which cannot be", (long long)player, (long long)blocked);
    require(!find(disk, player, blocked), "player %lld blocks %lld twice", (long long)player,
            (long long)blocked);
    require(!disk_is_closed(disk, player), "the closed player %lld blocks", (long long)player);
    if (disk_is_closed(disk, blocked))
        return; /* since it was looked up */
    struct disk_block *block = memory_zeroed(1, sizeof *block);
    block->player = player;
    block->blocked = blocked;
    block->made_ms = record->block.made_ms;
    DL_APPEND(disk->blocks, block);
}

void disk_write_unblock(struct disk *disk, const struct record *record)
{
    struct disk_block *block = find(disk, record->block.player, record->block.blocked);
    require(block || disk_is_closed(disk, record->block.blocked),
            "player %lld takes a block of %lld back that there is not",
            (long long)record->block.player, (long long)record->block.blocked);
    if (block)
        destroy(disk, block);
}

void disk_forget_blocks(struct disk *disk, int64_t player)
{
    struct disk_block *block, *next;
    DL_FOREACH_SAFE (disk->blocks, block, next) {
        if (block->player == player || block->blocked == player)
            destroy(disk, block);
    }
}

void disk_restore_blocks(const struct disk *disk, struct hall *hall)
{
    const struct disk_block *block;
    DL_FOREACH (disk->blocks, block) {
        struct hall_stored_block stored = {
            .player = block->player,
            .account = disk_player(disk, block->player)->password != NULL,
            .blocked = block->blocked,
            .name = disk_player(disk, block->blocked)->name,
            .made_ms = block->made_ms,
        };
        hall_restore_block(hall, &stored);
    }
}
