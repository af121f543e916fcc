#include "server/hall/blocks.h"

#include "common/base/memory.h"
#include "server/hall/offers.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"

#include <assert.h>
#include <stdlib.h>

static struct block *block_find(const struct hall *hall, int64_t player, int64_t blocked)
{
    struct block_ends ends = {.player = player, .blocked = blocked};
    struct block *found = NULL;
    HASH_FIND(hh, hall->blocks, &ends, sizeof ends, found);
    return found;
}

bool block_exists(const struct hall *hall, int64_t player, int64_t blocked)
{
    return block_find(hall, player, blocked) != NULL;
}

bool players_may_meet(const struct hall *hall, const struct player *a, const struct player *b)
{
    return !block_exists(hall, a->id, b->id) && !block_exists(hall, b->id, a->id);
}

bool players_want_to_meet(struct hall *hall, struct hall_caller from, const struct player *player,
                          const struct player *other)
{
    if (block_exists(hall, player->id, other->id))
        refuse(hall, from, ERROR_DECLINED, "you have blocked '%s': player.unblock lets you meet",
               other->name);
    else if (block_exists(hall, other->id, player->id))
        refuse(hall, from, ERROR_DECLINED, "'%s' is not available for a match with you",
               other->name);
    else
        return true;
    return false;
}

/* --- their lives --- */

static struct block_shelf *shelf_find(const struct hall *hall, int64_t player)
{
    struct block_shelf *found = NULL;
    HASH_FIND(hh, hall->block_shelves, &player, sizeof player, found);
    return found;
}

static struct block_shelf *shelf_make(struct hall *hall, int64_t player)
{
    struct block_shelf *shelf = shelf_find(hall, player);
    if (!shelf) {
        shelf = memory_zeroed(1, sizeof *shelf);
        shelf->player = player;
        HASH_ADD(hh, hall->block_shelves, player, sizeof shelf->player, shelf);
    }
    return shelf;
}

static void shelf_settle(struct hall *hall, struct block_shelf *shelf)
{
    if (shelf->made || shelf->suffered)
        return;
    assert(shelf->made_count == 0);
    HASH_DELETE(hh, hall->block_shelves, shelf);
    free(shelf);
}

void hall_restore_block(struct hall *hall, const struct hall_stored_block *stored)
{
    size_t name_len = strlen(stored->name);
    struct block *block = memory_zeroed(1, sizeof *block + name_len + 1);
    assert(stored->player != stored->blocked &&
           !block_exists(hall, stored->player, stored->blocked));
    block->ends = (struct block_ends){.player = stored->player, .blocked = stored->blocked};
    block->made_ms = stored->made_ms;
    memcpy(block->name, stored->name, name_len);
    HASH_ADD(hh, hall->blocks, ends, sizeof block->ends, block);

    block->maker = shelf_make(hall, stored->player);
    block->target = shelf_make(hall, stored->blocked);
    if (!block->maker->made)
        block->maker->party = stored->account ? PARTY_ACCOUNTS : PARTY_GUESTS;
    DL_APPEND2(block->maker->made, block, prev_made, next_made);
    DL_APPEND2(block->target->suffered, block, prev_suffered, next_suffered);
    block->maker->made_count++;
    hall->block_count[block->maker->party]++;
}

static void block_destroy(struct hall *hall, struct block *block)
{
    struct block_shelf *maker = block->maker, *target = block->target;
    assert(maker->made_count > 0 && hall->block_count[maker->party] > 0);
    HASH_DELETE(hh, hall->blocks, block);
    DL_DELETE2(maker->made, block, prev_made, next_made);
    DL_DELETE2(target->suffered, block, prev_suffered, next_suffered);
    maker->made_count--;
    hall->block_count[maker->party]--;
    free(block);
    shelf_settle(hall, maker);
    shelf_settle(hall, target);
}

void blocks_registered(struct hall *hall, const struct player *player)
{
    struct block_shelf *shelf = shelf_find(hall, player->id);
    if (!shelf || !shelf->made)
        return;
    assert(shelf->party == PARTY_GUESTS);
    hall->block_count[PARTY_GUESTS] -= shelf->made_count;
    hall->block_count[PARTY_ACCOUNTS] += shelf->made_count;
    shelf->party = PARTY_ACCOUNTS;
}

void blocks_closed(struct hall *hall, const struct player *player)
{
    struct block_shelf *shelf;
    while ((shelf = shelf_find(hall, player->id)))
        block_destroy(hall, shelf->made ? shelf->made : shelf->suffered);
}

void blocks_destroy(struct hall *hall)
{
    while (hall->blocks)
        block_destroy(hall, hall->blocks);
}

/* --- requests --- */

/* Is there a place for one more block? Otherwise the request is refused. */
static bool may_block(struct hall *hall, struct hall_caller from, const struct player *player)
{
    static const size_t most[PARTIES] = {
        [PARTY_GUESTS] = HALL_BLOCKS_OF_GUESTS_MAX,
        [PARTY_ACCOUNTS] = HALL_BLOCKS_OF_ACCOUNTS_MAX,
    };
    const struct block_shelf *shelf = shelf_find(hall, player->id);
    enum place_party party = party_of(player);
    if (shelf && shelf->made_count >= HALL_BLOCKS_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you have blocked %d players, the most there may be: unblock one of them first",
               HALL_BLOCKS_MAX);
    else if (hall->block_count[party] >= most[party])
        refuse(
            hall, from, ERROR_LIMIT_REACHED, "%s have blocked %zu players, the most there may be",
            party == PARTY_GUESTS ? "all guests together" : "all accounts together", most[party]);
    else
        return payers_allow(hall, from, player);
    return false;
}

/* `other` NULL: the blocked player is not remembered. */
static void block(struct hall *hall, struct hall_caller from, struct player *player,
                  struct player *other, int64_t blocked, const char *name)
{
    if (player->id == blocked) {
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "you cannot block yourself");
        return;
    }
    if (!block_exists(hall, player->id, blocked)) {
        if (!may_block(hall, from, player))
            return;
        struct hall_stored_block made = {
            .player = player->id,
            .account = player->account,
            .blocked = blocked,
            .name = name,
            .made_ms = hall->now_ms,
        };
        hall_restore_block(hall, &made);
        struct record *record = batch_append(hall->open, RECORD_BLOCK);
        record->block.player = player->id;
        record->block.blocked = blocked;
        record->block.made_ms = hall->now_ms;
        payers_charge(hall, player, COST_BLOCK, 0);
    }
    answer_done(hall, from);
    if (other)
        offers_part(hall, player, other);
}

/* Is it a name? Otherwise the request is refused. */
static bool is_name(struct hall *hall, struct hall_caller from, struct hall_text name)
{
    struct error error;
    if (!name_check(name.bytes, name.len, &error))
        return true;
    hall_refuse(hall, from, &error);
    return false;
}

void hall_player_block(struct hall *hall, struct hall_caller from, struct hall_text name)
{
    if (!changes_allowed(hall, from) || !is_name(hall, from, name))
        return;
    struct player *other = player_named(hall, name);
    if (other) {
        block(hall, from, player_of(hall, from), other, other->id, other->name);
        return;
    }
    char *key = name_key(name.bytes, name.len);
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_ACCOUNT);
    message->look_up_account.purpose = ACCOUNT_TO_BLOCK;
    message->look_up_account.name_key = key;
    message_keep(
        message,
        (const char **const[]){&message->look_up_account.name_key, &message->look_up_account.code},
        2);
    free(key);
}

void block_looked_up(struct hall *hall, struct hall_caller from, const struct message *question,
                     const struct hall_found *found)
{
    if (found->player)
        block(hall, from, player_of(hall, from), player_find(hall, found->player), found->player,
              found->name);
    else
        refuse(hall, from, ERROR_NO_SUCH_PLAYER,
               "nobody called '%s' is here, and no account has this name",
               question->look_up_account.name_key);
}

void hall_player_unblock(struct hall *hall, struct hall_caller from, struct hall_text name)
{
    const struct player *player = player_of(hall, from);
    if (!changes_allowed(hall, from) || !is_name(hall, from, name))
        return;
    char *key = name_key(name.bytes, name.len);
    bool found = false;
    const struct block_shelf *shelf = shelf_find(hall, player->id);
    /* Several guests may have had this name, one after the other. */
    for (struct block *block = shelf ? shelf->made : NULL, *next; block; block = next) {
        next = block->next_made;
        char *other = name_key(block->name, strlen(block->name));
        if (strcmp(key, other) == 0) {
            found = true;
            struct record *record = batch_append(hall->open, RECORD_UNBLOCK);
            record->block.player = block->ends.player;
            record->block.blocked = block->ends.blocked;
            block_destroy(hall, block);
        }
        free(other);
    }
    free(key);
    if (found)
        answer_done(hall, from);
    else
        refuse(hall, from, ERROR_NO_SUCH_PLAYER,
               "you have not blocked '%.*s': player.blocks lists whom you have", (int)name.len,
               name.bytes);
}

void hall_player_blocks(struct hall *hall, struct hall_caller from)
{
    const struct block_shelf *shelf = shelf_find(hall, player_of(hall, from)->id);
    struct wire_blocked list[HALL_BLOCKS_MAX];
    size_t count = 0;
    for (const struct block *block = shelf ? shelf->made : NULL; block; block = block->next_made) {
        assert(count < HALL_BLOCKS_MAX);
        list[count++] = (struct wire_blocked){
            .player = block->ends.blocked,
            .name = wire_text(block->name),
            .since = block->made_ms,
        };
    }
    answer(hall, from, &wire_record_blocks,
           &(struct wire_blocks){.players = list, .players_count = count});
}
