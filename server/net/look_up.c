/* Questions that only the database can answer, asked on a thread of the pool so that the loop never waits for a disk. What
 * is read is committed, so the answer may be said at once. Those that go through much of it take turns: look_up_lanes.c. */
#include "server/net/look_up.h"
#include "common/base/memory.h"
#include "server/net/encode.h"
#include "server/net/log.h"

#include <stdlib.h>

/* --- on a thread of the pool --- */

static void ask_hello(struct look_up *job)
{
    const struct message *question = job->question;
    struct store_reader *reader = job->reader;
    if (question->look_up_hello.by_token)
        store_reader_token(reader, question->look_up_hello.token_hash, job->now_ms,
                           &job->found.player, &job->error);
    else
        store_reader_account(reader, question->look_up_hello.name_key, &job->found.player,
                             &job->found.password, &job->error);
}

static void ask_password(struct look_up *job)
{
    store_reader_password(job->reader, job->question->look_up_password.player, &job->found.password,
                          &job->error);
}

static void ask_tokens(struct look_up *job)
{
    store_reader_tokens(job->reader, job->question->look_up_tokens.player, job->now_ms,
                        &job->tokens, &job->count, &job->error);
}

static void ask_match(struct look_up *job)
{
    const struct message *question = job->question;
    store_reader_match(job->reader, question->look_up_match.match, question->look_up_match.after,
                       question->look_up_match.player, &job->match, &job->error);
}

static void ask_move(struct look_up *job)
{
    const struct message *question = job->question;
    store_reader_move(job->reader, question->look_up_move.match, question->look_up_move.ply,
                      question->look_up_move.player, question->look_up_move.move, &job->match,
                      &job->made, &job->error);
}

static void ask_history(struct look_up *job)
{
    store_reader_history(job->reader, &job->question->look_up_history, &job->matches, &job->count,
                         &job->more, &job->error);
}

/* --- on the loop --- */

static void answer_tokens(struct look_up *job, struct connection *connection)
{
    encode_tokens(connection_answer(connection), job->question->request, job->tokens, job->count,
                  job->question->look_up_tokens.current);
}

static void answer_match(struct look_up *job, struct connection *connection)
{
    encode_match(connection_answer(connection), job->question->request, &job->match);
}

static void answer_history(struct look_up *job, struct connection *connection)
{
    encode_summaries(connection_answer(connection), job->question->request, job->matches,
                     job->count, job->more);
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
    encode_stale(connection_answer(connection), job->question->request, &error, view);
}

static void answer_move(struct look_up *job, struct connection *connection)
{
    if (job->made)
        encode_move_done(connection_answer(connection), job->question->request,
                         job->match.summary.match, job->question->look_up_move.ply);
    else
        answer_stale(job, connection);
}

/* What each kind of question asks, and how it is answered; no answer: by identity.c, which also hears what went wrong. */
static const struct {
    asker *ask;
    answerer *answer;
    enum lane_kind lane;
} kinds[] = {
    [MESSAGE_LOOK_UP_HELLO] = {ask_hello, NULL, LANE_NONE},
    [MESSAGE_LOOK_UP_PASSWORD] = {ask_password, NULL, LANE_NONE},
    [MESSAGE_LOOK_UP_TOKENS] = {ask_tokens, answer_tokens, LANE_NONE},
    [MESSAGE_LOOK_UP_MATCH] = {ask_match, answer_match, LANE_NONE},
    [MESSAGE_LOOK_UP_MOVE] = {ask_move, answer_move, LANE_NONE},
    [MESSAGE_LOOK_UP_HISTORY] = {ask_history, answer_history, LANE_NONE},
    [MESSAGE_LOOK_UP_TOURNAMENTS] = {ask_tournaments, answer_tournaments, LANE_LONG},
    [MESSAGE_LOOK_UP_TOURNAMENT] = {ask_tournament, answer_tournament, LANE_LONG},
    [MESSAGE_LOOK_UP_STANDINGS] = {ask_standings, answer_standings, LANE_LONG},
    [MESSAGE_LOOK_UP_PAIRS] = {ask_pairs, answer_pairs, LANE_LONG},
    [MESSAGE_LOOK_UP_EXPORT] = {ask_export, answer_export, LANE_LONG},
    [MESSAGE_LOOK_UP_RATINGS] = {ask_ratings, answer_ratings, LANE_LONG},
    [MESSAGE_LOOK_UP_SEAL] = {ask_seal, answer_seal, LANE_SEAL},
};

static void ask(uv_work_t *work)
{
    struct look_up *job = work->data;
    struct server *server = job->server;
    if (job->reader != server->reader) { /* its lane's own */
        kinds[job->question->kind].ask(job);
        return;
    }
    uv_mutex_lock(&server->reader_lock);
    kinds[job->question->kind].ask(job);
    uv_mutex_unlock(&server->reader_lock);
}

static void identify(struct look_up *job)
{
    struct hall_caller from = {
        .session = job->question->sessions[0],
        .request = job->question->request,
    };
    job->found.error = job->error;
    identity_looked_up(job->server, from, &job->found);
}

static void answer(struct look_up *job)
{
    struct connection *connection = connection_find(job->server, job->question->sessions[0]);
    answerer *answer_of_kind = kinds[job->question->kind].answer;
    if (!answer_of_kind)
        identify(job);
    else if (!connection || connection->state != CONNECTION_OPEN)
        return;
    else if (job->error.code)
        speak_error(connection, job->question->request, &job->error);
    else
        answer_of_kind(job, connection);
}

void look_up_destroy(struct look_up *job)
{
    message_destroy(job->question);
    match_view_finish(&job->match);
    for (size_t i = 0; job->tokens && i < job->count; i++)
        free(job->tokens[i].client);
    for (size_t i = 0; job->matches && i < job->count; i++)
        match_summary_finish(&job->matches[i]);
    free(job->tokens);
    free(job->matches);
    look_up_tournament_finish(job);
    text_finish(&job->seal);
    free(job);
}

void look_up_hide_fault(struct error *error)
{
    if (error->code != ERROR_IO && error->code != ERROR_INTERNAL)
        return;
    log_error("look-up", log_text("reason", error->message));
    error_set(error, ERROR_INTERNAL, "the server cannot read its database: try again later");
}

void look_up_close(struct look_up *job)
{
    error_set(&job->error, ERROR_SERVER_CLOSING,
              "the server is shutting down: ask again when it is back");
}

void look_up_end(struct look_up *job)
{
    look_up_hide_fault(&job->error);
    server_set_time(job->server);
    answer(job);
    look_up_destroy(job);
}

static void finish(uv_work_t *work, int status)
{
    struct look_up *job = work->data;
    struct server *server = job->server;
    enum lane_kind lane = kinds[job->question->kind].lane;
    DL_DELETE(server->look_ups, job);
    if (status == UV_ECANCELED || atomic_load(&job->is_given_up))
        look_up_close(job);
    look_up_end(job);
    if (lane != LANE_NONE)
        lane_go_on(server, lane);
}

void look_up_begin(struct look_up *job)
{
    DL_APPEND(job->server->look_ups, job);
    uv_queue_work(&job->server->loop, &job->work, ask, finish);
}

void look_up(struct server *server, struct message *message)
{
    enum lane_kind lane = kinds[message->kind].lane;
    struct look_up *job = memory_zeroed(1, sizeof *job);
    job->work.data = job;
    job->server = server;
    job->question = message;
    job->now_ms = wall_clock_ms();
    job->reader = server->reader;
    if (lane == LANE_NONE)
        look_up_begin(job);
    else
        lane_wait(job, lane);
}

void look_ups_cancel(struct server *server)
{
    struct look_up *job;
    lanes_refuse(server);
    /* Those under way go on to their end, but for what may take seconds. */
    DL_FOREACH (server->look_ups, job) {
        if (kinds[job->question->kind].lane == LANE_SEAL)
            atomic_store(&job->is_given_up, true);
        uv_cancel((uv_req_t *)&job->work);
    }
}
