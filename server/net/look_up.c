/* Questions that only the database can answer, asked on the thread of their lane so that the loop
 * never waits for a disk. The reader sees only what is committed, so the answer may be sent at
 * once. The answer is encoded on the lane's thread, too. Whose turn it is: lanes.c. */
#include "server/net/look_up.h"
#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/net/encode.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>

/* --- on the thread of the lane --- */

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
    const struct message *question = job->question;
    struct store_token *list;
    size_t count;
    if (store_reader_tokens(job->reader, question->look_up_tokens.player, job->now_ms, &list,
                            &count, &job->error))
        return;
    encode_tokens(&job->answer, question->request, list, count, question->look_up_tokens.current);
    for (size_t i = 0; i < count; i++)
        free(list[i].client);
    free(list);
}

static void ask_match(struct look_up *job)
{
    const struct message *question = job->question;
    struct match_view view;
    if (store_reader_match(job->reader, question->look_up_match.match,
                           question->look_up_match.after, question->look_up_match.player, &view,
                           &job->error))
        return;
    encode_match(&job->answer, question->request, &view);
    match_view_finish(&view);
}

/* Not the move that was made. */
static void encode_not_made(struct look_up *job, const struct match_view *view)
{
    const struct message *question = job->question;
    long long match = view->summary.match;
    struct error error;
    if (view->summary.ending != ENDING_NONE) {
        error_set(&job->error, ERROR_MATCH_OVER, "match %lld is over", match);
        return;
    }
    error_set(&error, ERROR_STALE_PLY, "match %lld is at ply %lld: move %lld cannot be made", match,
              (long long)view->summary.ply, (long long)question->look_up_move.ply);
    encode_stale(&job->answer, question->request, &error, view);
}

static void ask_move(struct look_up *job)
{
    const struct message *question = job->question;
    struct match_view view;
    bool is_made;
    if (store_reader_move(job->reader, question->look_up_move.match, question->look_up_move.ply,
                          question->look_up_move.player, question->look_up_move.move, &view,
                          &is_made, &job->error))
        return;
    if (is_made)
        encode_move_done(&job->answer, question->request, view.summary.match,
                         question->look_up_move.ply);
    else
        encode_not_made(job, &view);
    match_view_finish(&view);
}

static void ask_history(struct look_up *job)
{
    const struct message *question = job->question;
    struct match_summary *list;
    size_t count;
    bool more;
    if (store_reader_history(job->reader, &question->look_up_history, &list, &count, &more,
                             &job->error))
        return;
    encode_summaries(&job->answer, question->request, list, count, more);
    for (size_t i = 0; i < count; i++)
        match_summary_finish(&list[i]);
    free(list);
}

/* `is_identity`: identity.c gives the answer, and hears of errors. */
static const struct {
    question_asker *ask;
    enum lane_kind lane;
    bool is_identity;
} kinds[] = {
    [MESSAGE_LOOK_UP_HELLO] = {ask_hello, LANE_HELLO, true},
    [MESSAGE_LOOK_UP_PASSWORD] = {ask_password, LANE_HELLO, true},
    [MESSAGE_LOOK_UP_TOKENS] = {ask_tokens, LANE_SHORT, false},
    [MESSAGE_LOOK_UP_MATCH] = {ask_match, LANE_SHORT, false},
    [MESSAGE_LOOK_UP_MOVE] = {ask_move, LANE_SHORT, false},
    [MESSAGE_LOOK_UP_HISTORY] = {ask_history, LANE_SHORT, false},
    [MESSAGE_LOOK_UP_TOURNAMENTS] = {ask_tournaments, LANE_LONG, false},
    [MESSAGE_LOOK_UP_TOURNAMENT] = {ask_tournament, LANE_LONG, false},
    [MESSAGE_LOOK_UP_STANDINGS] = {ask_standings, LANE_LONG, false},
    [MESSAGE_LOOK_UP_PAIRS] = {ask_pairs, LANE_LONG, false},
    [MESSAGE_LOOK_UP_EXPORT] = {ask_export, LANE_LONG, false},
    [MESSAGE_LOOK_UP_RATINGS] = {ask_ratings, LANE_LONG, false},
    [MESSAGE_LOOK_UP_SEAL] = {ask_seal, LANE_SEAL, false},
};

static void ask(void *owner)
{
    struct look_up *job = owner;
    if (!atomic_load(&job->is_given_up))
        kinds[job->question->kind].ask(job);
}

/* --- on the loop --- */

void look_up_hide_fault(struct error *error)
{
    if (error->code != ERROR_IO && error->code != ERROR_INTERNAL)
        return;
    log_error("look-up", log_text("reason", error->message));
    error_set(error, ERROR_INTERNAL, "the server cannot read its database: try again later");
}

static void identify(struct service *service, const struct message *question,
                     struct identity_found *found)
{
    struct hall_caller from = {.session = question->sessions[0], .request = question->request};
    identity_looked_up(service, from, found);
}

void look_up_refuse(struct service *service, struct message *question, const struct error *error)
{
    service_set_time(service);
    if (kinds[question->kind].is_identity)
        identify(service, question, &(struct identity_found){.error = *error});
    else
        service_refuse(service, question->sessions[0], question->request, error);
    message_destroy(question);
}

static void on_asked(void *owner, bool has_run)
{
    struct look_up *job = owner;
    struct service *service = job->service;
    uint64_t session = job->question->sessions[0];
    enum lane_kind lane = job->lane;
    assert(service->lanes.under_way > 0);
    service->lanes.under_way--;
    lanes_end(job);
    if (!has_run || atomic_load(&job->is_given_up))
        error_set(&job->error, ERROR_SERVER_CLOSING,
                  "the server is shutting down: ask again when it is back");
    look_up_hide_fault(&job->error);
    service_set_time(service);
    if (kinds[job->question->kind].is_identity) {
        job->found.error = job->error;
        identify(service, job->question, &job->found);
    } else if (job->error.code) {
        look_up_refuse(service, job->question, &job->error);
        job->question = NULL;
    } else {
        net_answer_long(service->net, session, &job->answer);
    }
    message_destroy(job->question);
    text_finish(&job->answer);
    free(job);
    lanes_begin_next(service, session, lane);
}

struct look_up *look_up_begin(struct service *service, struct message *question)
{
    struct look_up *job = memory_zeroed(1, sizeof *job);
    job->work = (struct worker_job){.run = ask, .done = on_asked, .owner = job};
    job->service = service;
    job->question = question;
    job->lane = kinds[question->kind].lane;
    job->reader = service->lanes.each[job->lane].reader;
    job->now_ms = wall_clock_ms();
    service->lanes.under_way++;
    worker_add(service->lanes.each[job->lane].worker, &job->work);
    return job;
}

void look_up(struct service *service, struct message *message)
{
    lanes_wait(service, message, kinds[message->kind].lane);
}

void look_ups_close(struct service *service)
{
    lanes_close(service);
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        worker_close(service->lanes.each[kind].worker);
}
