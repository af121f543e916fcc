/* Certificates of games that no theorem decides: a winning reply to every move of a lost position.
 */
#include "common/base/memory.h"
#include "common/solver/position_table.h"
#include "common/solver/proof.h"

#include <assert.h>
#include <stdlib.h>

/* In the table of the positions that are listed. */
enum { LISTED_WON = 1, LISTED_LOST };

struct listing {
    struct proof *proof;
    struct position_table *listed;
    struct position *lost; /* owned; those behind the one in work are still to be written */
    size_t lost_count;
};

static void add_lost(struct listing *listing, const struct position *position)
{
    uint32_t *place = position_table_place(listing->listed, position);
    if (*place)
        return;
    *place = LISTED_LOST;
    listing->lost = memory_for_next(listing->lost, listing->lost_count, sizeof *listing->lost);
    listing->lost[listing->lost_count] = (struct position){0};
    position_copy(&listing->lost[listing->lost_count++], position);
}

/* Finds a winning move, rather one to a position that is listed already, and plays it. */
static void play_reply(struct listing *listing, const struct position *won, struct position *left)
{
    enum { REPLIES_MAX = 64 };
    struct solver *solver = listing->proof->solver;
    struct move moves[REPLIES_MAX];
    struct winning_moves winning = solver_winning_moves(solver, won, moves, REPLIES_MAX);
    assert(winning.listed > 0);
    for (uint32_t i = winning.listed; i-- > 0;) {
        position_copy(left, won);
        move_apply(&solver->rules, left, &moves[i]);
        if (position_table_find(listing->listed, left))
            return;
    }
}

/* Writes a position that a move from a lost one leads to, with the reply. */
static void print_won(struct listing *listing, const struct position *won, struct position *left)
{
    const struct rules *rules = &listing->proof->solver->rules;
    struct text *out = listing->proof->out;
    uint32_t *place = position_table_place(listing->listed, won);
    assert(*place != LISTED_LOST);
    if (*place)
        return;
    *place = LISTED_WON;
    text_append_string(out, "won ");
    position_print(rules, won, out);
    if (position_is_over(rules, won)) {
        text_append_string(out, " over\n");
        return;
    }
    play_reply(listing, won, left);
    text_append_string(out, " leave ");
    position_print(rules, left, out);
    text_append_char(out, '\n');
    add_lost(listing, left);
}

static enum error_code print_lost(struct listing *listing, const struct position *lost)
{
    struct proof *proof = listing->proof;
    const struct rules *rules = &proof->solver->rules;
    struct position won = {0}, left = {0};
    uint128 count = move_count(rules, lost);
    enum error_code failed = proof_add_moves(proof, count);
    text_append_string(proof->out, "lost ");
    position_print(rules, lost, proof->out);
    text_append_char(proof->out, '\n');
    for (uint128 i = 0; i < count && !failed; i++) {
        struct move move;
        move_at(rules, lost, i, &move);
        position_copy(&won, lost);
        move_apply(rules, &won, &move);
        print_won(listing, &won, &left);
    }
    position_finish(&won);
    position_finish(&left);
    return failed;
}

enum error_code proof_every_move(struct proof *proof)
{
    struct listing listing = {.proof = proof, .listed = position_table_create()};
    enum error_code failed = ERROR_NONE;
    text_append_string(proof->out, "theorem every-move\n");
    add_lost(&listing, proof->lost);
    for (size_t i = 0; i < listing.lost_count && !failed; i++) {
        struct position lost = listing.lost[i]; /* the list may move */
        failed = print_lost(&listing, &lost);
    }
    for (size_t i = 0; i < listing.lost_count; i++)
        position_finish(&listing.lost[i]);
    free(listing.lost);
    position_table_destroy(listing.listed);
    return failed;
}
