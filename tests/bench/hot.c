#include "tests/bench/hot.h"

#include "tests/bench/bench.h"

#include <string.h>

const struct hot_path hot_paths[] = {
    {"move", "a server's way with a move, without I/O", hot_move},
    {"move-msgpack", "the same bytes unpacked and packed by msgpack-c", hot_move_msgpack},
    {"move-copy", "the same bytes copied", hot_move_copy},
    {"fibonacci-move", "a move of Fibonacci nim, one heap near 2^62", hot_fibonacci_move},
    {"nim-move", "a move of nim, 100 heaps near 2^62", hot_nim_move},
    {"kayles-move", "a move of kayles, 10 heaps near 10^12", hot_kayles_move},
    {0},
};

const struct hot_path *hot_path_find(const char *name)
{
    for (const struct hot_path *path = hot_paths; path->name; path++)
        if (strcmp(path->name, name) == 0)
            return path;
    return NULL;
}

/* It keeps its name whatever the optimiser does. */
#if defined __has_attribute && __has_attribute(noipa)
__attribute__((noipa))
#else
__attribute__((noinline))
#endif
double
hot_measured(void (*part)(void *context), void *context)
{
    double begun = bench_now_s();
    part(context);
    return bench_now_s() - begun;
}
