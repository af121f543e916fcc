#include "client/tournament/tournament_fetch.h"

#include "common/wire/wire.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static void ask_for_page(struct tournament_fetch *fetch);

static void fail(struct tournament_fetch *fetch, const struct error *error)
{
    fetch->events.failed(fetch->events.owner, error);
}

static enum error_code add_line(struct tournament_fetch *fetch, struct wire_text line,
                                struct error *error)
{
    struct text chained = {0};
    bool is_line =
        line.len > 0 && line.bytes[line.len - 1] == '}' && !memchr(line.bytes, '\n', line.len);
    if (!is_line) /* the form of export_print(), as far as the chain needs it */
        return error_set(error, ERROR_INTERNAL, "the server has given what is no line of a record");
    export_chain_add(&fetch->chain, line.bytes, line.len, &chained);
    fwrite(chained.bytes, 1, chained.len,
           fetch->is_at_times ? fetch->times.file : fetch->results.file);
    text_finish(&chained);
    return ERROR_NONE;
}

/* Checks the seal against the downloaded files. */
static enum error_code check_seal(const struct tournament_fetch *fetch,
                                  const struct export_seal *seal, struct error *error)
{
    if (memcmp(seal->results, fetch->results_hash, sizeof seal->results) == 0 &&
        memcmp(seal->times, fetch->chain.hash, sizeof seal->times) == 0 &&
        export_seal_is_signed(seal))
        return ERROR_NONE;
    return error_set(error, ERROR_INTERNAL,
                     "the server's signature is not of the record that it has given");
}

static enum error_code take_seal(struct tournament_fetch *fetch, struct wire_text text,
                                 struct error *error)
{
    assert(fetch->is_at_times && fetch->times.file);
    struct export_line line;
    enum error_code failed = export_parse(text.bytes, text.len, &line, error);
    if (failed)
        return failed;
    if (line.kind == EXPORT_SEAL) {
        failed = check_seal(fetch, &line.seal, error);
        memcpy(fetch->key, line.seal.key, sizeof fetch->key);
    } else {
        failed = error_set(error, ERROR_INTERNAL, "the server has given no signature");
    }
    export_line_finish(&line);
    if (!failed)
        failed = add_line(fetch, text, error);
    if (!failed)
        failed = atomic_file_keep(&fetch->results, error);
    return failed ? failed : atomic_file_keep(&fetch->times, error);
}

static void on_seal(void *owner, const struct error *error, const void *result)
{
    struct tournament_fetch *fetch = owner;
    const struct wire_seal *seal = result;
    struct error reason;
    if (error)
        fail(fetch, error);
    else if (take_seal(fetch, seal->line, &reason))
        fail(fetch, &reason);
    else
        fetch->events.done(fetch->events.owner);
}

static void go_on(struct tournament_fetch *fetch)
{
    if (fetch->is_at_times) {
        struct wire_tournament_number number = {.tournament = fetch->tournament};
        client_call(fetch->client, WIRE_TOURNAMENT_SEAL, &number, on_seal, fetch);
        return;
    }
    memcpy(fetch->results_hash, fetch->chain.hash, sizeof fetch->results_hash);
    fetch->is_at_times = true;
    fetch->lines = 0;
    ask_for_page(fetch);
}

static enum error_code open_draft(const char *folder, const char *file,
                                  struct atomic_file *ret_draft, struct error *error)
{
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, file);
    enum error_code failed = atomic_file_open(text_string(&path), ret_draft, error);
    text_finish(&path);
    return failed;
}

/* Called with the first line only, so that a refusal leaves no files behind. */
static enum error_code open_files(struct tournament_fetch *fetch, struct error *error)
{
    if (mkdir(fetch->folder, 0777) < 0 && errno != EEXIST)
        return error_set(error, ERROR_IO, "cannot make the folder %s: %s", fetch->folder,
                         strerror(errno));
    enum error_code failed = open_draft(fetch->folder, "results.jsonl", &fetch->results, error);
    return failed ? failed : open_draft(fetch->folder, "times.jsonl", &fetch->times, error);
}

static enum error_code take_page(struct tournament_fetch *fetch,
                                 const struct wire_export_lines *page, struct error *error)
{
    enum error_code failed = fetch->results.file ? ERROR_NONE : open_files(fetch, error);
    for (size_t i = 0; i < page->lines_count && !failed; i++)
        failed = add_line(fetch, page->lines[i], error);
    fetch->lines += (int64_t)page->lines_count;
    return failed;
}

static void on_page(void *owner, const struct error *error, const void *result)
{
    struct tournament_fetch *fetch = owner;
    const struct wire_export_lines *page = result;
    struct error reason;
    if (error)
        fail(fetch, error);
    else if (take_page(fetch, page, &reason))
        fail(fetch, &reason);
    else if (page->more && page->lines_count > 0)
        ask_for_page(fetch);
    else
        go_on(fetch);
}

static void ask_for_page(struct tournament_fetch *fetch)
{
    struct wire_export_page page = {
        .tournament = fetch->tournament,
        .file = wire_text(fetch->is_at_times ? "times" : "results"),
        .after = fetch->lines,
        .limit = WIRE_PAGE_MAX,
    };
    client_call(fetch->client, WIRE_TOURNAMENT_EXPORT, &page, on_page, fetch);
}

void tournament_fetch_begin(struct tournament_fetch *fetch, struct client *client,
                            int64_t tournament, const char *folder,
                            const struct tournament_fetch_events *events)
{
    assert(tournament > 0 && folder);
    *fetch = (struct tournament_fetch){
        .client = client,
        .events = *events,
        .tournament = tournament,
        .folder = folder,
    };
    ask_for_page(fetch);
}

void tournament_fetch_finish(struct tournament_fetch *fetch)
{
    atomic_file_discard(&fetch->results);
    atomic_file_discard(&fetch->times);
}
