/* The record of a tournament that is over: a page of its lines (common/export), or the signature of
 * all lines. */
#include "server/service/look_up.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

#include <string.h>

/* --- tournament.export --- */

/* A page while its lines are collected. */
struct page {
    struct wire_arena *arena;
    struct wire_export_lines lines;
    size_t bytes, limit;
    struct text line; /* kept for its memory */
};

/* A page ends before the line that exceeds its number of lines, or after the line that exceeds its
 * bytes. */
static bool take_page_line(void *owner, const struct export_line *line)
{
    struct page *page = owner;
    struct wire_export_lines *lines = &page->lines;
    if (lines->lines_count == page->limit || page->bytes >= HALL_PAGE_BYTES_MAX) {
        lines->more = true;
        return false;
    }
    text_clear(&page->line);
    export_print(line, &page->line);
    lines->lines =
        wire_arena_for_next(page->arena, lines->lines, lines->lines_count, sizeof *lines->lines);
    lines->lines[lines->lines_count++] =
        wire_arena_text(page->arena, page->line.bytes, page->line.len);
    page->bytes += page->line.len;
    return true;
}

void ask_export(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    struct page page = {.arena = arena, .limit = (size_t)question->look_up_tournament.limit};
    const struct store_export sink = {.owner = &page, .line = take_page_line};
    store_reader_export(job->reader, question->look_up_tournament.tournament,
                        question->look_up_tournament.times, question->look_up_tournament.after,
                        &sink, &job->error);
    ret_result->as_export_lines = page.lines;
    text_finish(&page.line);
}

/* --- tournament.seal --- */

/* A file whose lines are added to a chain. */
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

/* Adds all lines of a file to the chain. */
static enum error_code chain_file(struct look_up *job, bool times, struct export_chain *chain)
{
    struct chained chained = {.job = job, .chain = chain};
    const struct store_export sink = {.owner = &chained, .line = chain_line};
    enum error_code code = store_reader_export(
        job->reader, job->question->look_up_tournament.tournament, times, 0, &sink, &job->error);
    text_finish(&chained.line);
    return code;
}

void ask_seal(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
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
    ret_result->as_seal.line = wire_arena_text(arena, line.bytes, line.len);
    text_finish(&line);
}
