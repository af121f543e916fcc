/* Rare and common values [WW, ch. 4]. In many take-and-break games almost all values avoid a linear
 * space of values, "sparse" because few heaps have a value in it. Here it consists of the values
 * with an even number of bits in a mask: they are called rare, all others common. The nim-sum of
 * two common values is rare, whatever the mask, so the value of a pair of heaps can be common only
 * when one of the two is rare. */
#ifndef COMMON_SOLVER_SPARSE_SPACE_H
#define COMMON_SOLVER_SPARSE_SPACE_H

#include "common/solver/value_row.h"

#include <stdbool.h>

struct sparse_space {
    uint32_t mask;  /* 0 (no value is common) where no mask makes the rare heaps few enough */
    uint32_t *rare; /* with a mask: the heaps >= 1 of rare value, ascending */
    int64_t count;
    int64_t capacity;
};

void sparse_space_finish(struct sparse_space *space);
/* In bytes. */
size_t sparse_space_memory(const struct sparse_space *space);
/* Chooses the mask with the fewest rare heaps among those of the row. */
void sparse_space_choose(struct sparse_space *space, const struct value_row *row);
/* Adds the next heap, which is larger than all before. */
void sparse_space_add(struct sparse_space *space, int64_t heap, uint32_t value);

static inline bool mask_makes_common(uint32_t mask, uint32_t value)
{
    return __builtin_parity(value & mask);
}

#endif
