#include "client/words/refusal.h"

#include "common/base/harmless.h"

#include <stdio.h>
#include <string.h>

static const struct {
    enum error_code code;
    const char *words;
} rows[] = {
    {ERROR_UNKNOWN_METHOD, "this server cannot do that; it may be older than this program"},
    {ERROR_BAD_ARGUMENTS,
     "the server does not take this: it is empty, too long, or has characters that are not allowed"},
    {ERROR_SERVER_STALLED, "the server cannot store anything now; try again in a while"},
    {ERROR_NO_SUCH_TOKEN, "you have no token of this number; `takeaway tokens` lists yours"},
    {ERROR_NO_SUCH_OFFER, "the offer is gone: it was taken back, or somebody else was faster"},
    {ERROR_STALE_PLY, "the match has gone on meanwhile"},
    {ERROR_KEY_REUSED, "the server takes this for another request; try again"},
};

static const char *own_words(enum error_code code)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].code == code)
            return rows[i].words;
    }
    return NULL;
}

/* The words may be a server's; our own may have several lines. */
static void make_lines_harmless(char *words)
{
    char *end;
    for (; (end = strchr(words, '\n')); words = end + 1) {
        *end = '\0';
        harmless_make(words);
        *end = '\n';
    }
    harmless_make(words);
}

struct refusal refusal_of(const struct error *error)
{
    struct refusal refusal;
    const char *own = own_words(error->code);
    snprintf(refusal.words, sizeof refusal.words, "%s", own ? own : error->message);
    make_lines_harmless(refusal.words);
    return refusal;
}
