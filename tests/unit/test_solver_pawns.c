/* Dawson's Chess, pawn by pawn, beside the octal code 0.137 that stands for it. */
#include "common/base/memory.h"
#include "test_solver_checks.h"

#include <stdio.h>
#include <stdlib.h>

SUITE(solver_pawns, 300);

/* A board of three rows. White goes up from row 0, Black down from row 2. Bit 3 * file + row. */
struct pawns {
    uint32_t of[2];
    uint32_t to_move;
};

struct pawn_game {
    int files;
    bool is_ring; /* the last file is beside the first one */
    bool misere;
    struct pawn_verdict {
        uint64_t key; /* 0: free */
        bool wins;
    } * verdicts; /* open addressing */
};
enum { VERDICTS_BITS = 22, VERDICTS = 1 << VERDICTS_BITS, FILES_MAX = 9, ROWS = 3 };

static uint64_t key_of(const struct pawns *pawns)
{
    return ((uint64_t)pawns->of[0] << 28 | pawns->of[1]) << 1 | pawns->to_move | UINT64_C(1) << 63;
}

static struct pawn_verdict *verdict_place(struct pawn_game *game, const struct pawns *pawns)
{
    uint64_t key = key_of(pawns), at = key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - VERDICTS_BITS);
    while (game->verdicts[at].key && game->verdicts[at].key != key)
        at = (at + 1) % VERDICTS;
    return &game->verdicts[at];
}

static bool pawn_wins(struct pawn_game *game, const struct pawns *pawns);

/* Tries the moves of one kind; sets `moved` where there is one. A pawn captures on the next row of
 * a neighbouring file, and goes straight on to an empty square. */
static bool try_pawns(struct pawn_game *game, const struct pawns *pawns, bool captures, bool *moved)
{
    uint32_t own = pawns->of[pawns->to_move], other = pawns->of[!pawns->to_move];
    int forward = pawns->to_move ? -1 : 1;
    for (int square = 0; square < ROWS * game->files; square++) {
        int file = square / ROWS, row = square % ROWS + forward;
        if (!(own >> square & 1) || row < 0 || row >= ROWS)
            continue;
        for (int side = captures ? -1 : 0; side <= (captures ? 1 : 0); side += 2) {
            int to_file = file + side;
            if (game->is_ring)
                to_file = (to_file + game->files) % game->files;
            if (to_file < 0 || to_file >= game->files)
                continue;
            int to = ROWS * to_file + row;
            bool is_legal = captures ? other >> to & 1 : !((own | other) >> to & 1);
            if (!is_legal)
                continue;
            *moved = true;
            struct pawns after = {.to_move = !pawns->to_move};
            after.of[pawns->to_move] = (own & ~(UINT32_C(1) << square)) | UINT32_C(1) << to;
            after.of[!pawns->to_move] = other & ~(UINT32_C(1) << to);
            if (!pawn_wins(game, &after))
                return true;
        }
    }
    return false;
}

/* Whoever can capture must. */
static bool pawn_wins(struct pawn_game *game, const struct pawns *pawns)
{
    struct pawn_verdict *place = verdict_place(game, pawns);
    if (place->key)
        return place->wins;
    bool moved = false;
    bool wins = try_pawns(game, pawns, true, &moved);
    if (!moved)
        wins = try_pawns(game, pawns, false, &moved);
    if (!moved)
        wins = game->misere;
    place = verdict_place(game, pawns); /* others were placed meanwhile */
    *place = (struct pawn_verdict){key_of(pawns), wins};
    return wins;
}

/* How the captures after a move go on: the least and the greatest number of them. */
static void count_captures(const struct pawn_game *game, const struct pawns *pawns, int so_far,
                           int *least, int *most)
{
    uint32_t own = pawns->of[pawns->to_move], other = pawns->of[!pawns->to_move];
    bool moved = false;
    for (int square = 0; square < ROWS * game->files; square++) {
        int row = square % ROWS + (pawns->to_move ? -1 : 1);
        for (int file = square / ROWS - 1; file <= square / ROWS + 1; file += 2) {
            int to = ROWS * file + row;
            if (!(own >> square & 1) || row < 0 || row >= ROWS || file < 0 || file >= game->files ||
                !(other >> to & 1))
                continue;
            moved = true;
            struct pawns after = {.to_move = !pawns->to_move};
            after.of[pawns->to_move] = (own & ~(UINT32_C(1) << square)) | UINT32_C(1) << to;
            after.of[!pawns->to_move] = other & ~(UINT32_C(1) << to);
            count_captures(game, &after, so_far + 1, least, most);
        }
    }
    if (moved)
        return;
    cr_assert(so_far % 2 == 0, "the turn is not right after %d captures", so_far);
    *least = so_far < *least ? so_far : *least;
    *most = so_far > *most ? so_far : *most;
}

static struct pawns pawns_at_start(int files)
{
    struct pawns start = {0};
    for (int file = 0; file < files; file++) {
        start.of[0] |= UINT32_C(1) << ROWS * file;
        start.of[1] |= UINT32_C(4) << ROWS * file;
    }
    return start;
}

/* A move that stands for an exchange ends with the other player to move. */
Test(solver_pawns, two_captures_or_four_follow_a_move_or_none_on_one_file)
{
    for (int files = 1; files <= FILES_MAX; files++) {
        struct pawn_game game = {.files = files};
        int least = INT32_MAX, most = 0;
        for (int file = 0; file < files; file++) {
            struct pawns after = pawns_at_start(files);
            after.to_move = 1;
            after.of[0] ^= UINT32_C(3) << ROWS * file;
            count_captures(&game, &after, 0, &least, &most);
        }
        cr_expect_eq(least, files == 1 ? 0 : 2, "%d files: %d", files, least);
        cr_expect_eq(most, files == 1 ? 0 : files == 2 ? 2 : 4, "%d files: %d", files, most);
    }
}

static bool first_pawn_wins(int files, bool is_ring, bool misere)
{
    struct pawn_game game = {files, is_ring, misere,
                             memory_zeroed(VERDICTS, sizeof *game.verdicts)};
    struct pawns start = pawns_at_start(files);
    bool wins = pawn_wins(&game, &start);
    free(game.verdicts);
    return wins;
}

static void compare_boards(bool is_ring, bool misere, int least)
{
    struct rules rules = rules_of(misere ? "octal:0.137,misere" : "octal:0.137");
    struct solver *solver = solver_create(&rules);
    for (int files = least; files <= FILES_MAX; files++) {
        int64_t cell = is_ring ? -files : files;
        struct position position = {.count = 1, .cells = &cell};
        bool wins = solver_outcome(solver, &position) == OUTCOME_N;
        EXPECT(first_pawn_wins(files, is_ring, misere) == wins, "%s%s: %d files", rules.text,
               is_ring ? ", round board" : "", files);
    }
    solver_destroy(solver);
}

Test(solver_pawns, boards_of_pawns_have_the_outcomes_of_heaps)
{
    compare_boards(false, false, 1);
    compare_boards(false, true, 1);
}

/* On a round board of one or two files a pawn would have itself or the same pawn on both sides. */
Test(solver_pawns, round_boards_of_pawns_have_the_outcomes_of_rings)
{
    compare_boards(true, false, 3);
    compare_boards(true, true, 3);
}
