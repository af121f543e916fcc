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

size_t ledger_send(struct ledger *ledger, int64_t match, int64_t ply, const char *text)
{
    if (ledger->count == ledger->capacity) {
        ledger->capacity = ledger->capacity ? 2 * ledger->capacity : 64;
        ledger->moves = memory_resized(ledger->moves, ledger->capacity, sizeof *ledger->moves);
    }
    ledger->moves[ledger->count] = (struct ledger_move){
        .match = match,
        .ply = ply,
        .text = memory_text(text, strlen(text)),
    };
    return ledger->count++;
}

void ledger_acknowledge(struct ledger *ledger, size_t index)
{
    ledger->moves[index].acknowledged = true;
}
