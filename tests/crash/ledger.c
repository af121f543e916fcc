#include "tests/crash/ledger.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

void ledger_finish(struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++)
        free(ledger->moves[i].text);
    free(ledger->moves);
    *ledger = (struct ledger){0};
}

size_t ledger_send(struct ledger *ledger, const struct ledger_move *move)
{
    if (ledger->count == ledger->capacity) {
        ledger->capacity = ledger->capacity ? 2 * ledger->capacity : 64;
        ledger->moves = memory_resized(ledger->moves, ledger->capacity, sizeof *ledger->moves);
    }
    ledger->moves[ledger->count] = *move;
    ledger->moves[ledger->count].text = memory_text(move->text, strlen(move->text));
    return ledger->count++;
}

void ledger_acknowledge(struct ledger *ledger, size_t index, int64_t now_ms)
{
    ledger->moves[index].acknowledged_ms = now_ms;
}

bool ledger_has_since(const struct ledger *ledger, int64_t since_ms)
{
    for (size_t i = ledger->count; i > 0 && ledger->moves[i - 1].sent_ms > since_ms; i--)
        if (ledger->moves[i - 1].acknowledged_ms > 0)
            return true;
    return false;
}
