#include "client/words/refusal.h"

#include "client/words/harmless.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

/* What "... in 13888 ms" ends with, and where that begins; 0: it does not end so. */
static int64_t find_wait(const char *message, const char **ret_at)
{
    static const char lead[] = " in ";
    const char *last = NULL;
    for (const char *at = message; (at = strstr(at, lead)); at++)
        last = at + strlen(lead);
    char *end = NULL;
    int64_t ms = last ? strtoll(last, &end, 10) : 0;
    *ret_at = last;
    return ms <= 0 || ms == INT64_MAX || strcmp(end, " ms") != 0 ? 0 : ms;
}

int64_t refusal_wait_ms(const struct error *error)
{
    const char *at;
    return error->code == ERROR_TOO_EARLY ? find_wait(error->message, &at) : 0;
}

/* "... in 13888 ms" becomes "... in 14 s"; false when the message does not end so. */
static bool say_seconds(const char *message, struct refusal *refusal)
{
    const char *at;
    int64_t ms = find_wait(message, &at);
    if (ms > 0)
        snprintf(refusal->words, sizeof refusal->words, "%.*s%" PRId64 " s", (int)(at - message),
                 message, (ms - 1) / 1000 + 1);
    return ms > 0;
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
    if (own || error->code != ERROR_TOO_EARLY || !say_seconds(error->message, &refusal))
        snprintf(refusal.words, sizeof refusal.words, "%s", own ? own : error->message);
    make_lines_harmless(refusal.words);
    return refusal;
}
