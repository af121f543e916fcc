#include "common/solver/subtraction_takes.h"

#include "common/game/subtraction.h"

/* Sets have no more than SUBTRACTION_NUMBERS_MAX numbers, so everything is counted. */
void subtraction_add_takes(struct heap_search *search)
{
    const struct rules *rules = heap_values_rules(search->values);
    int64_t most = search->heap < SUBTRACTION_HEAP_MAX ? search->heap : SUBTRACTION_HEAP_MAX;
    int64_t numbers[SUBTRACTION_NUMBERS_MAX];
    int64_t count = subtraction_numbers(rules, most, numbers);
    for (int64_t i = 0; i < count && !winning_list_is_done(search->list); i++)
        heap_search_add_single(search, search->heap - numbers[i]);
}
