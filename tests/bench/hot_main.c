/* takeaway-hot PATH COUNT: runs one hot path so many times; what callgrind counts. */
#include "tests/bench/bench.h"
#include "tests/bench/hot.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argument_count, char **arguments)
{
    const struct hot_path *path = argument_count == 3 ? hot_path_find(arguments[1]) : NULL;
    int64_t count = path ? strtoll(arguments[2], NULL, 10) : 0;
    if (count < HOT_UNIT || count > HOT_COUNT_MAX || count % HOT_UNIT != 0) {
        fprintf(stderr, "usage: takeaway-hot PATH COUNT, a multiple of %d up to %d\n", HOT_UNIT,
                HOT_COUNT_MAX);
        return 2;
    }
    printf("%s: %.0f ns\n", path->name, path->run(count) / (double)count * 1e9);
    return 0;
}
