/* Every family of games against an oracle that knows only the rules, over every position up to a
 * size: outcome, Grundy value, all winning moves, the best move. */
#include "test_solver_proof.h"

SUITE(solver_proof, 290);

/* How many positions the parts come to at least. */
enum {
    NIM_POSITIONS = 800000,
    OCTAL_POSITIONS = 1500000,
    SUBTRACTION_POSITIONS = 1900000,
    TAKE_AWAY_POSITIONS = 340000,
    QUOTAS_POSITIONS = 1000000,
    BOARD_POSITIONS = 460000,
    MISERE_SUBTRACTION_POSITIONS = 280000,
    MISERE_POSITIONS = 580000,
};
_Static_assert(NIM_POSITIONS + OCTAL_POSITIONS + SUBTRACTION_POSITIONS + TAKE_AWAY_POSITIONS +
                       QUOTAS_POSITIONS + BOARD_POSITIONS + MISERE_SUBTRACTION_POSITIONS +
                       MISERE_POSITIONS >=
                   5000000,
               "five million positions");

Test(solver_proof, nim_and_kayles)
{
    static const struct proof_row rows[] = {
        {"nim", ALL_HEAPS, 41, 28, NULL},
        {"octal:0.3...", ALL_HEAPS, 36, 26, NULL},
        {"laskers-nim", ALL_HEAPS, 34, 26, NULL},
        {"kayles", ALL_HEAPS, 38, 28, NULL},
        {"dawsons-kayles", ALL_HEAPS, 38, 28, NULL},
        {"dawsons-chess", ALL_HEAPS, 36, 28, NULL},
    };
    PROVE("nim and kayles", rows, NIM_POSITIONS);
}

Test(solver_proof, octal_codes)
{
    static const struct proof_row rows[] = {
        {"octal:0.1", ALL_HEAPS, 30, 23, NULL},       {"octal:0.2", ALL_HEAPS, 30, 23, NULL},
        {"octal:0.3", ALL_HEAPS, 30, 23, NULL},       {"octal:0.4", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.5", ALL_HEAPS, 32, 23, NULL},       {"octal:0.6", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.7", ALL_HEAPS, 32, 23, NULL},       {"octal:4.0", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.01", ALL_HEAPS, 30, 23, NULL},      {"octal:0.15", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.26", ALL_HEAPS, 32, 23, NULL},      {"octal:0.37", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.44", ALL_HEAPS, 32, 23, NULL},      {"octal:0.53", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.61", ALL_HEAPS, 32, 23, NULL},      {"octal:0.72", ALL_HEAPS, 32, 23, NULL},
        {"octal:4.04", ALL_HEAPS, 31, 23, NULL},      {"octal:4.31", ALL_HEAPS, 31, 23, NULL},
        {"octal:0.007", ALL_HEAPS, 32, 23, NULL},     {"octal:0.016", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.106", ALL_HEAPS, 32, 23, NULL},     {"octal:0.165", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.204", ALL_HEAPS, 32, 23, NULL},     {"octal:0.356", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.454", ALL_HEAPS, 32, 23, NULL},     {"octal:0.644", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.774", ALL_HEAPS, 31, 23, NULL},     {"octal:4.007", ALL_HEAPS, 31, 23, NULL},
        {"octal:0.0016", ALL_HEAPS, 32, 23, NULL},    {"octal:0.0137", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.1035", ALL_HEAPS, 32, 23, NULL},    {"octal:0.3122", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.4444", ALL_HEAPS, 31, 23, NULL},    {"octal:0.7105", ALL_HEAPS, 32, 23, NULL},
        {"octal:0.1...", ALL_HEAPS, 31, 23, NULL},    {"octal:0.2...", ALL_HEAPS, 30, 23, NULL},
        {"octal:0.7...", ALL_HEAPS, 26, 21, NULL},    {"octal:4.7...", ALL_HEAPS, 26, 21, NULL},
        {"octal:0.(12)", ALL_HEAPS, 30, 23, NULL},    {"octal:0.(16)", ALL_HEAPS, 28, 23, NULL},
        {"octal:0.5(3)", ALL_HEAPS, 29, 23, NULL},    {"octal:4.2(04)", ALL_HEAPS, 27, 23, NULL},
        {"octal:0.30(402)", ALL_HEAPS, 28, 23, NULL},
    };
    PROVE("octal codes", rows, OCTAL_POSITIONS);
}

Test(solver_proof, subtraction_and_grundy)
{
    static const struct proof_row rows[] = {
        {"subtraction:1", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:2", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,2", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,2,3", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,2,3,4,5,6,7", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,3", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:2,3", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,4", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:3,5", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,3,4", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:2,5,7", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,4,9", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:2,4,6", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:3,4,10", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:1,2,5,11", ALL_HEAPS, 36, 26, NULL},
        {"subtraction:squares", ALL_HEAPS, 38, 26, NULL},
        {"subtraction:fibonacci", ALL_HEAPS, 38, 26, NULL},
        {"subtraction:3-5", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2-9", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-1", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-3", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-1-3", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-2-7", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-1,4", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-2,3,5,8", ALL_HEAPS, 24, 20, NULL},
        {"grundy", ALL_HEAPS, 40, 28, NULL},
    };
    PROVE("subtraction and grundy", rows, SUBTRACTION_POSITIONS);
}

Test(solver_proof, take_away)
{
    static const struct proof_row rows[] = {
        {"take-away:x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:2x-1", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:2x", ALL_QUOTAS, 250, 80, NULL},
        {"take-away:3/2x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:5/2x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:3x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:41/10x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:7x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:15/11x", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:x+10", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:2x+3", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:3/2x+1", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:4x-3", ALL_QUOTAS, 210, 80, NULL},
        {"take-away:2x,misere", ALL_QUOTAS, 200, 80, NULL},
        {"take-away:x,misere", ALL_QUOTAS, 150, 80, NULL},
        {"take-away:5/2x+1,misere", ALL_QUOTAS, 150, 80, NULL},
    };
    PROVE("take-away", rows, TAKE_AWAY_POSITIONS);
}

Test(solver_proof, local_and_global_quotas)
{
    static const struct proof_row rows[] = {
        {"take-away:x,local", ALL_LOCAL_QUOTAS, 15, 10, NULL},
        {"take-away:2x-1,local", ALL_LOCAL_QUOTAS, 15, 10, NULL},
        {"take-away:2x,local", ALL_LOCAL_QUOTAS, 16, 10, NULL},
        {"take-away:3/2x,local", ALL_LOCAL_QUOTAS, 15, 10, NULL},
        {"take-away:7/2x,local", ALL_LOCAL_QUOTAS, 15, 10, NULL},
        {"take-away:x+3,local", ALL_LOCAL_QUOTAS, 15, 10, NULL},
        {"take-away:x,global", ALL_GLOBAL_QUOTAS, 30, 18, NULL},
        {"take-away:2x-1,global", ALL_GLOBAL_QUOTAS, 29, 18, NULL},
        {"take-away:2x,global", FEW_GLOBAL_QUOTAS, 32, 20, NULL},
        {"take-away:3/2x,global", FEW_GLOBAL_QUOTAS, 32, 20, NULL},
        {"take-away:3x,global", FEW_GLOBAL_QUOTAS, 32, 20, NULL},
        {"take-away:x+2,global", FEW_GLOBAL_QUOTAS, 32, 20, NULL},
        {"take-away:2x,local,misere", ALL_LOCAL_QUOTAS, 13, 9, NULL},
        {"take-away:x,local,misere", ALL_LOCAL_QUOTAS, 13, 9, NULL},
        {"take-away:2x,global,misere", ALL_GLOBAL_QUOTAS, 24, 16, NULL},
        {"take-away:x,global,misere", ALL_GLOBAL_QUOTAS, 24, 16, NULL},
    };
    PROVE("local and global quotas", rows, QUOTAS_POSITIONS);
}

/* Pictures of which every part is met: two edges between any two of four vertices, loops, and so
 * on. */
#define TWICE_COMPLETE_4 "0-1-2-3-0-2-0-1-2-3-0+1-3-1"
#define TWICE_COMPLETE_5 TWICE_COMPLETE_4 "+0-4-0+1-4-1+2-4-2+3-4-3"
#define COMPLETE_6 "0-1+0-2+0-3+0-4+0-5+1-2+1-3+1-4+1-5+2-3+2-4+2-5+3-4+3-5+4-5"
#define TREES "0-1-2-3-4-5-6+2-7-8-9+3-10+0-11-12+11-13"
#define LOOPS "0-0+0-1-1-1-2-2-0-3-3-4-4-3+2-4"

Test(solver_proof, sticks)
{
    static const struct proof_row rows[] = {
        {"sticks", ALL_HEAPS, 26, 22, NULL},
        {"sticks,misere", ALL_HEAPS, 26, 22, NULL},
    };
    PROVE("sticks", rows, 20000);
}

Test(solver_proof, wythoff_chomp_and_hackenbush)
{
    static const struct proof_row rows[] = {
        {"wythoff", ALL_PAIRS_OF_HEAPS, 220, 60, NULL},
        {"wythoff,misere", ALL_PAIRS_OF_HEAPS, 200, 50, NULL},
        {"chomp", ALL_ROWS, 42, 20, NULL},
        {"chomp,misere", ALL_ROWS, 38, 18, NULL},
        {"green-hackenbush", ALL_SUBGRAPHS, 99, 7, TWICE_COMPLETE_4},
        {"green-hackenbush", ALL_SUBGRAPHS, 99, 5, TWICE_COMPLETE_5},
        {"green-hackenbush", ALL_SUBGRAPHS, 99, 5, COMPLETE_6},
        {"green-hackenbush", ALL_SUBGRAPHS, 99, 99, TREES},
        {"green-hackenbush", ALL_SUBGRAPHS, 99, 6, LOOPS},
        {"green-hackenbush,misere", ALL_SUBGRAPHS, 99, 7, TWICE_COMPLETE_4},
        {"green-hackenbush,misere", ALL_SUBGRAPHS, 99, 99, TREES},
    };
    PROVE("wythoff, chomp and hackenbush", rows, BOARD_POSITIONS);
}

Test(solver_proof, misere_subtraction)
{
    static const struct proof_row rows[] = {
        {"subtraction:1,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:5,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:1,2,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:1,2,3,misere", ALL_HEAPS, 32, 22, NULL},
        {"subtraction:1,2,3,4,5,6,7,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:1,3,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2,3,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2,5,misere", ALL_HEAPS, 32, 22, NULL},
        {"subtraction:1,3,4,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:3,4,5,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2,5,7,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:3,4,10,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:4,6,9,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:1,2,5,11,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2,3,4,9,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:squares,misere", ALL_HEAPS, 32, 22, NULL},
        {"subtraction:fibonacci,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:2-9,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-1,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-3,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-2-7,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-1,4,misere", ALL_HEAPS, 24, 20, NULL},
        {"subtraction:all-but-2,3,5,8,misere", ALL_HEAPS, 24, 20, NULL},
    };
    PROVE("misere subtraction", rows, MISERE_SUBTRACTION_POSITIONS);
}

Test(solver_proof, misere_play)
{
    static const struct proof_row rows[] = {
        {"nim,misere", ALL_HEAPS, 38, 26, NULL},
        {"octal:0.3...,misere", ALL_HEAPS, 30, 24, NULL},
        {"laskers-nim,misere", ALL_HEAPS, 28, 22, NULL},
        {"kayles,misere", ALL_HEAPS, 40, 30, NULL},
        {"dawsons-kayles,misere", ALL_HEAPS, 32, 22, NULL},
        {"dawsons-chess,misere", ALL_HEAPS, 32, 22, NULL},
        {"octal:0.6,misere", ALL_HEAPS, 30, 22, NULL},
        {"octal:0.14,misere", ALL_HEAPS, 30, 22, NULL},
        {"octal:0.356,misere", ALL_HEAPS, 30, 22, NULL},
        {"octal:4.7...,misere", ALL_HEAPS, 22, 18, NULL},
        {"octal:0.(12),misere", ALL_HEAPS, 28, 20, NULL},
        {"grundy,misere", ALL_HEAPS, 32, 22, NULL},
    };
    PROVE("misere play", rows, MISERE_POSITIONS);
}
