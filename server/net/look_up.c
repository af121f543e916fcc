/* Questions that only the database can answer, asked on a thread of the pool so that the loop never waits for a disk. What
 * is read is committed, so the answer may be said at once. */
#include "common/base/memory.h"
#include "server/net/state.h"

#include <stdlib.h>

struct look_up {
    uv_work_t work;
    struct server *server;
    struct look_up *prev, *next; /* in the server's list */
    struct message *question;
    struct error error; /* code ERROR_NONE: there is an answer */
    int64_t player;     /* of a token; 0: nobody */
    char *player_name;
    struct match_view match;
    bool made; /* of a move */
    struct match_summary *list;
    size_t count;
    bool more;
};

/* On a thread of the pool. */
static void ask(uv_work_t *work)
{
    struct look_up *job = work->data;
    struct store_reader *reader = job->server->reader;
    const struct message *question = job->question;
    uv_mutex_lock(&job->server->reader_lock);
    if (question->kind == MESSAGE_LOOK_UP_TOKEN)
        store_reader_player(reader, question->look_up_token.hash, &job->player, &job->player_name,
                            &job->error);
    else if (question->kind == MESSAGE_LOOK_UP_MATCH)
        store_reader_match(reader, question->look_up_match.match, question->look_up_match.after,
                           question->look_up_match.player, &job->match, &job->error);
    else if (question->kind == MESSAGE_LOOK_UP_MOVE)
        store_reader_move(reader, question->look_up_move.match, question->look_up_move.ply,
                          question->look_up_move.player, question->look_up_move.move, &job->match,
                          &job->made, &job->error);
    else
        store_reader_history(reader, &question->look_up_history, &job->list, &job->count,
                             &job->more, &job->error);
    uv_mutex_unlock(&job->server->reader_lock);
}

static struct hall_caller caller_of(const struct look_up *job)
{
    return (struct hall_caller){
        .session = job->question->sessions[0],
        .request = job->question->request,
    };
}

static void answer_hello(struct look_up *job, struct connection *connection)
{
    struct pending_hello *pending = connection->pending_hello;
    struct hall_found_player found = {.id = job->player, .name = job->player_name};
    connection->pending_hello = NULL;
    if (job->error.code)
        speak_error(connection, job->question->request, &job->error);
    else
        hall_hello_looked_up(job->server->hall, caller_of(job), &pending->hello, &found);
    free(pending);
}

/* Not the move that was made. */
static void answer_stale(struct look_up *job, struct connection *connection)
{
    const struct match_view *view = &job->match;
    long long match = view->summary.match;
    struct error error;
    if (view->summary.ending != ENDING_NONE) {
        error_set(&error, ERROR_MATCH_OVER, "match %lld is over", match);
        speak_error(connection, job->question->request, &error);
        return;
    }
    error_set(&error, ERROR_STALE_PLY, "match %lld is at ply %lld: move %lld cannot be made", match,
              (long long)view->summary.ply, (long long)job->question->look_up_move.ply);
    speak_stale(connection, job->question->request, &error, view);
}

static void answer_move(struct look_up *job, struct connection *connection)
{
    if (job->made)
        speak_move_done(connection, job->question->request, job->match.summary.match,
                        job->question->look_up_move.ply);
    else
        answer_stale(job, connection);
}

static void answer(struct look_up *job, struct connection *connection)
{
    uint32_t request = job->question->request;
    if (job->question->kind == MESSAGE_LOOK_UP_TOKEN)
        answer_hello(job, connection);
    else if (job->error.code)
        speak_error(connection, request, &job->error);
    else if (job->question->kind == MESSAGE_LOOK_UP_MATCH)
        speak_match(connection, request, &job->match);
    else if (job->question->kind == MESSAGE_LOOK_UP_MOVE)
        answer_move(job, connection);
    else
        speak_summaries(connection, request, job->list, job->count, job->more);
}

static void finish(uv_work_t *work, int status)
{
    struct look_up *job = work->data;
    if (status == UV_ECANCELED)
        error_set(&job->error, ERROR_SERVER_CLOSING,
                  "the server is shutting down: ask again when it is back");
    struct connection *connection = connection_find(job->server, job->question->sessions[0]);
    if (connection && connection->state == CONNECTION_OPEN)
        answer(job, connection);
    DL_DELETE(job->server->look_ups, job);
    message_destroy(job->question);
    match_view_finish(&job->match);
    for (size_t i = 0; i < job->count; i++)
        match_summary_finish(&job->list[i]);
    free(job->list);
    free(job->player_name);
    free(job);
}

void look_up(struct server *server, struct message *message)
{
    struct look_up *job = memory_zeroed(1, sizeof *job);
    job->work.data = job;
    job->server = server;
    job->question = message;
    DL_APPEND(server->look_ups, job);
    uv_queue_work(&server->loop, &job->work, ask, finish);
}

void look_ups_cancel(struct server *server)
{
    struct look_up *job;
    /* Those under way go on to their end; each is about one match. */
    DL_FOREACH (server->look_ups, job)
        uv_cancel((uv_req_t *)&job->work);
}
