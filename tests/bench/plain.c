#include "tests/bench/plain.h"

#include <stdbool.h>
#include <stdlib.h>

enum { FIBONACCI_COUNT = 90, VALUE_MAX = 1 << 12, QUOTA_VALUE_MAX = 64, TERMS_MAX = 1 << 16 };

__extension__ typedef unsigned __int128 wide;

int64_t plain_fibonacci_take(int64_t heap)
{
    static int64_t terms[FIBONACCI_COUNT];
    if (terms[0] == 0) {
        terms[0] = 1;
        terms[1] = 2;
        for (int i = 2; i < FIBONACCI_COUNT; i++)
            terms[i] = terms[i - 1] + terms[i - 2];
    }
    int64_t smallest = 0;
    for (int i = FIBONACCI_COUNT - 1; heap > 0; i--) {
        if (terms[i] <= heap) {
            heap -= terms[i];
            smallest = terms[i];
        }
    }
    return smallest;
}

static uint16_t least_unseen(const int *seen, int mark)
{
    uint16_t value = 0;
    while (seen[value] == mark)
        value++;
    return value;
}

void plain_octal_values(int digit_index, int digit, int max, uint16_t *ret_values)
{
    int *seen = calloc(VALUE_MAX, sizeof *seen); /* for which heap a value was last seen */
    for (int heap = 0; heap <= max; heap++) {
        int left = heap - digit_index, mark = heap + 1;
        if (left == 0 && (digit & 1))
            seen[0] = mark;
        if (left > 0 && (digit & 2))
            seen[ret_values[left]] = mark;
        if (left > 0 && (digit & 4)) {
            for (int a = 1; a <= left - a; a++)
                seen[ret_values[a] ^ ret_values[left - a]] = mark;
        }
        ret_values[heap] = least_unseen(seen, mark);
    }
    free(seen);
}

void plain_kayles_values(int max, uint16_t *ret_values)
{
    int *seen = calloc(VALUE_MAX, sizeof *seen);
    for (int heap = 0; heap <= max; heap++) {
        for (int left = heap - 1; left >= 0 && left >= heap - 2; left--) {
            for (int a = 0; a <= left - a; a++)
                seen[ret_values[a] ^ ret_values[left - a]] = heap + 1;
        }
        ret_values[heap] = least_unseen(seen, heap + 1);
    }
    free(seen);
}

void plain_grundy_values(int max, uint16_t *ret_values)
{
    int *seen = calloc(VALUE_MAX, sizeof *seen);
    for (int heap = 0; heap <= max; heap++) {
        for (int a = 1; a < heap - a; a++)
            seen[ret_values[a] ^ ret_values[heap - a]] = heap + 1;
        ret_values[heap] = least_unseen(seen, heap + 1);
    }
    free(seen);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

void plain_quota_values(int max, uint8_t *ret_values)
{
    for (int heap = 0; heap <= max; heap++) {
        bool seen[QUOTA_VALUE_MAX] = {false};
        uint8_t value = 0;
        ret_values[plain_quota_index(heap, 0)] = 0;
        for (int take = 1; take <= heap; take++) {
            int left = heap - take;
            seen[ret_values[plain_quota_index(left, least(2 * take, left))]] = true;
            while (seen[value])
                value++;
            ret_values[plain_quota_index(heap, take)] = value;
        }
    }
}

/* Makes p/q the least ratio P_n / P_{m(n)-1} of the sequence of alpha = p/q: the next cutoff. */
static void find_next_cutoff(int64_t *p, int64_t *q, int64_t *terms)
{
    int64_t least_p = 1, least_q = 0;
    int m = 1, in_a_row = 0, gap = -1;
    terms[0] = 0;
    terms[1] = 1;
    for (int n = 1; in_a_row < gap + 2 || gap < 0; n++) {
        while ((wide)*p * (wide)terms[m] < (wide)*q * (wide)terms[n])
            m++;
        if (m > 1 && (wide)terms[n] * (wide)least_q < (wide)least_p * (wide)terms[m - 1]) {
            least_p = terms[n];
            least_q = terms[m - 1];
        }
        in_a_row = n - m == gap ? in_a_row + 1 : 1;
        gap = n - m;
        terms[n + 1] = terms[n] + terms[m];
    }
    *p = least_p;
    *q = least_q;
}

int64_t plain_count_cutoffs(int64_t max)
{
    int64_t *terms = malloc(TERMS_MAX * sizeof *terms);
    int64_t p = 1, q = 1, count = 0;
    for (find_next_cutoff(&p, &q, terms); p <= max * q; find_next_cutoff(&p, &q, terms))
        count++;
    free(terms);
    return count;
}
