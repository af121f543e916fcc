#include "test_solver_board.h"

#include <stdio.h>

json_t *vectors_load(const char *path)
{
    json_error_t error;
    json_t *vectors = json_load_file(path, 0, &error);
    EXPECT(vectors, "%s", error.text);
    return vectors;
}

int64_t vector_element(const json_t *array, size_t index)
{
    return json_integer_value(json_array_get(array, index));
}

uint32_t plies_from(const char *rules_text, const char *start)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, start);
    uint32_t count = play_out(solver, &position);
    fprintf(stderr, "%s %s: %u plies\n", rules_text, start, count);
    position_finish(&position);
    solver_destroy(solver);
    return count;
}
