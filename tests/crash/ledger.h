/* What one client has said and heard of its own moves: its private record, which the database is
 * held against afterwards. */
#ifndef TESTS_CRASH_LEDGER_H
#define TESTS_CRASH_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ledger_move {
    int64_t match;
    int64_t ply;
    char *text;              /* canonical */
    int64_t sent_ms;         /* by the loop's clock */
    int64_t acknowledged_ms; /* the same; 0: not acknowledged */
};

/* `struct ledger l = {0}` is the empty one. */
struct ledger {
    struct ledger_move *moves; /* in the order in which they were first sent */
    size_t count, capacity;
};

void ledger_finish(struct ledger *ledger);
/* Before the move is sent; its text is copied. Returns its index. */
size_t ledger_send(struct ledger *ledger, const struct ledger_move *move);
void ledger_acknowledge(struct ledger *ledger, size_t index, int64_t now_ms);
/* Was a move acknowledged that was sent later than that? */
bool ledger_has_since(const struct ledger *ledger, int64_t since_ms);

#endif
