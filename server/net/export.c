/* The record of a tournament that is over, in the lines of common/export: a page of them, or the
 * signature of all. */
#include "common/base/memory.h"
#include "server/net/encode.h"
#include "server/net/look_up.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

#include <stdlib.h>
#include <string.h>

/* --- tournament.export --- */

/* The lines of a page as they come. */
struct page {
    struct text *lines;
    size_t count, bytes, limit;
    bool more;
};

/* A page ends before the line that is one too many, and after the one that makes it too long. */
static bool take_line(void *owner, const struct export_line *line)
{
    struct page *page = owner;
    if (page->count == page->limit || page->bytes >= HALL_PAGE_BYTES_MAX) {
        page->more = true;
        return false;
    }
    page->lines = memory_for_next(page->lines, page->count, sizeof *page->lines);
    struct text *text = &page->lines[page->count++];
    *text = (struct text){0};
    export_print(line, text);
    page->bytes += text->len;
    return true;
}

void ask_export(struct look_up *job)
{
    const struct message *question = job->question;
    struct page page = {.limit = (size_t)question->look_up_tournament.limit};
    const struct store_export sink = {.owner = &page, .line = take_line};
    if (!store_reader_export(job->reader, question->look_up_tournament.tournament,
                             question->look_up_tournament.times, question->look_up_tournament.after,
                             &sink, &job->error))
        encode_export(&job->answer, question->request, page.lines, page.count, page.more);
    for (size_t i = 0; i < page.count; i++)
        text_finish(&page.lines[i]);
    free(page.lines);
}

/* --- tournament.seal --- */

/* A file that is gone through. */
struct chained {
    const struct look_up *job;
    struct export_chain *chain;
    struct text line; /* kept for its memory */
};

static bool chain_line(void *owner, const struct export_line *line)
{
    struct chained *chained = owner;
    text_clear(&chained->line);
    export_print(line, &chained->line);
    export_chain_add(chained->chain, text_string(&chained->line), chained->line.len, NULL);
    return !atomic_load(&chained->job->is_given_up);
}

/* Goes on with the chain through all lines of a file. */
static enum error_code chain_file(struct look_up *job, bool times, struct export_chain *chain)
{
    struct chained chained = {.job = job, .chain = chain};
    const struct store_export sink = {.owner = &chained, .line = chain_line};
    enum error_code code = store_reader_export(
        job->reader, job->question->look_up_tournament.tournament, times, 0, &sink, &job->error);
    text_finish(&chained.line);
    return code;
}

void ask_seal(struct look_up *job)
{
    struct export_chain chain = {0};
    struct export_seal signature;
    if (chain_file(job, false, &chain))
        return;
    memcpy(signature.results, chain.hash, sizeof signature.results);
    if (chain_file(job, true, &chain))
        return;
    memcpy(signature.times, chain.hash, sizeof signature.times);
    export_sign(job->service->signing_secret, &signature);
    struct text line = {0};
    export_print(&(struct export_line){.kind = EXPORT_SEAL, .seal = signature}, &line);
    encode_seal(&job->answer, job->question->request, &line);
    text_finish(&line);
}
