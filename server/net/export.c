/* The record of a tournament that is over, in the lines of common/export: a page of them, or the signature of all. */
#include "server/net/export.h"

#include "common/base/memory.h"
#include "server/net/encode.h"
#include "server/net/look_up.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* --- tournament.export --- */

/* The lines of a page as they come. */
struct page {
    struct look_up *job;
    size_t bytes;
};

/* A page ends before the line that is one too many, and after the one that makes it too long. */
static bool take_line(void *owner, const struct export_line *line)
{
    struct page *page = owner;
    struct look_up *job = page->job;
    size_t limit = (size_t)job->question->look_up_tournament.limit;
    if (job->count == limit || page->bytes >= HALL_PAGE_BYTES_MAX) {
        job->more = true;
        return false;
    }
    struct text *text = &job->lines[job->count++];
    export_print(line, text);
    page->bytes += text->len;
    return true;
}

void ask_export(struct look_up *job)
{
    const struct message *question = job->question;
    struct page page = {.job = job};
    const struct store_export sink = {.owner = &page, .line = take_line};
    job->lines = memory_zeroed((size_t)question->look_up_tournament.limit, sizeof *job->lines);
    store_reader_export(job->server->reader, question->look_up_tournament.tournament,
                        question->look_up_tournament.times, question->look_up_tournament.after,
                        &sink, &job->error);
}

void answer_export(struct look_up *job, struct connection *connection)
{
    encode_export(connection_answer(connection), job->question->request, job->lines, job->count,
                  job->more);
}

/* --- tournament.seal: the whole record is read, so that this has a reader of its own, and there is one at a time --- */

enum { SEALS_MAX = 64 }; /* that wait at once */

struct seal {
    uv_work_t work;
    struct server *server;
    struct seal *prev, *next; /* in the server's list; the first is under way */
    struct message *question;
    struct error error; /* code ERROR_NONE: there is an answer */
    struct text line;
    atomic_bool is_given_up;
};

/* A file that is gone through. */
struct chained {
    const struct seal *seal;
    struct export_chain *chain;
    struct text line; /* kept for its memory */
};

static bool chain_line(void *owner, const struct export_line *line)
{
    struct chained *chained = owner;
    text_clear(&chained->line);
    export_print(line, &chained->line);
    export_chain_add(chained->chain, text_string(&chained->line), chained->line.len, NULL);
    return !atomic_load(&chained->seal->is_given_up);
}

/* Goes on with the chain through all lines of a file. */
static enum error_code chain_file(struct seal *seal, struct store_reader *reader, bool times,
                                  struct export_chain *chain)
{
    struct chained chained = {.seal = seal, .chain = chain};
    const struct store_export sink = {.owner = &chained, .line = chain_line};
    enum error_code code = store_reader_export(
        reader, seal->question->look_up_tournament.tournament, times, 0, &sink, &seal->error);
    text_finish(&chained.line);
    return code;
}

static void sign(struct seal *seal, struct store_reader *reader)
{
    struct export_chain chain = {0};
    struct export_seal signature;
    if (chain_file(seal, reader, false, &chain))
        return;
    memcpy(signature.results, chain.hash, sizeof signature.results);
    if (chain_file(seal, reader, true, &chain))
        return;
    memcpy(signature.times, chain.hash, sizeof signature.times);
    export_sign(seal->server->signing_secret, &signature);
    export_print(&(struct export_line){.kind = EXPORT_SEAL, .seal = signature}, &seal->line);
}

/* On a thread of the pool. */
static void make_seal(uv_work_t *work)
{
    struct seal *seal = work->data;
    struct store_reader *reader;
    if (atomic_load(&seal->is_given_up))
        return;
    if (store_reader_open(seal->server->config->database, &reader, &seal->error))
        return;
    sign(seal, reader);
    store_reader_close(reader);
}

static void begin_next(struct server *server);

static void answer_seal(struct seal *seal, struct connection *connection)
{
    if (seal->error.code)
        speak_error(connection, seal->question->request, &seal->error);
    else
        encode_seal(connection_answer(connection), seal->question->request, &seal->line);
}

static struct connection *who_asked(const struct seal *seal)
{
    struct connection *connection = connection_find(seal->server, seal->question->sessions[0]);
    return connection && connection->state == CONNECTION_OPEN ? connection : NULL;
}

static void finish(uv_work_t *work, int status)
{
    struct seal *seal = work->data;
    struct server *server = seal->server;
    struct connection *connection = who_asked(seal);
    if (status == UV_ECANCELED || atomic_load(&seal->is_given_up))
        error_set(&seal->error, ERROR_SERVER_CLOSING,
                  "the server is shutting down: ask again when it is back");
    else
        look_up_hide_fault(&seal->error);
    if (connection)
        answer_seal(seal, connection);
    DL_DELETE(server->seals, seal);
    message_destroy(seal->question);
    text_finish(&seal->line);
    free(seal);
    begin_next(server);
}

static void begin_next(struct server *server)
{
    struct seal *seal = server->seals;
    if (!seal)
        return;
    if (!who_asked(seal))
        atomic_store(&seal->is_given_up, true);
    uv_queue_work(&server->loop, &seal->work, make_seal, finish);
}

static bool has_room(const struct server *server)
{
    const struct seal *seal;
    size_t count;
    DL_COUNT(server->seals, seal, count);
    return count < SEALS_MAX;
}

void seal_begin(struct server *server, struct message *message)
{
    struct error error;
    struct connection *connection = connection_find(server, message->sessions[0]);
    if (!has_room(server)) {
        error_set(&error, ERROR_LIMIT_REACHED, "%d records are being signed: try again later",
                  SEALS_MAX);
        if (connection)
            speak_error(connection, message->request, &error);
        message_destroy(message);
        return;
    }
    struct seal *seal = memory_zeroed(1, sizeof *seal);
    seal->work.data = seal;
    seal->server = server;
    seal->question = message;
    DL_APPEND(server->seals, seal);
    if (server->seals == seal)
        begin_next(server);
}

void seals_cancel(struct server *server)
{
    struct seal *seal;
    DL_FOREACH (server->seals, seal)
        atomic_store(&seal->is_given_up, true);
}
