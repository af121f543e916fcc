/* Asks the database on the thread of a lane, so that the loop never waits for a disk. The reader
 * sees only committed data, so the answer may be sent at once. The lane's thread encodes it, too.
 * look_up_lanes.c decides the order of the look-ups. */
#include "server/service/look_up.h"
#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>

/* --- on the thread of the lane --- */

static void ask_hello(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    struct store_reader *reader = job->reader;
    (void)arena;
    (void)ret_result;
    if (question->look_up_hello.by_token)
        store_reader_token(reader, question->look_up_hello.token_hash, job->now_ms,
                           &job->found.player, &job->error);
    else
        store_reader_account(reader, question->look_up_hello.name_key, job->now_ms,
                             &job->found.player, &job->found.secrets, &job->error);
}

static void ask_password(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    (void)arena;
    (void)ret_result;
    store_reader_password(job->reader, job->question->look_up_password.player,
                          &job->found.secrets.password, &job->error);
}

static void ask_account(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    (void)arena;
    (void)ret_result;
    store_reader_account(job->reader, job->question->look_up_account.name_key, job->now_ms,
                         &job->found.player, &job->found.secrets, &job->error);
}

static void ask_tokens(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    store_reader_tokens(job->reader, job->question->look_up_tokens.player,
                        job->question->look_up_tokens.current, job->now_ms, arena,
                        &ret_result->as_tokens, &job->error);
}

static void ask_reports(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    store_reader_reports(job->reader, question->look_up_reports.after,
                         question->look_up_reports.limit, question->look_up_reports.all, arena,
                         &ret_result->as_reports, &job->error);
}

static void ask_report(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    store_reader_report(job->reader, job->question->look_up_reports.report, arena,
                        &ret_result->as_report_lines, &job->error);
}

static void ask_match(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    store_reader_match(job->reader, question->look_up_match.match, question->look_up_match.after,
                       question->look_up_match.player, arena, &ret_result->as_match, &job->error);
}

/* Answers the request of a move that is already made or too late. */
static void ask_move(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    int64_t ply = question->look_up_move.ply;
    struct wire_match match;
    struct error error;
    int64_t seq;
    if (store_reader_move(job->reader, question->look_up_move.match, ply,
                          question->look_up_move.player, question->look_up_move.move, arena, &match,
                          &seq, &job->error))
        return;
    if (seq > 0) {
        ret_result->as_move_done =
            (struct wire_move_done){.match = match.match, .seq = seq, .ply = ply};
    } else if (match.ending.bytes) {
        error_set(&job->error, ERROR_MATCH_OVER, "match %lld is over", (long long)match.match);
    } else {
        struct wire_stale stale = {
            .match = match.match,
            .seq = match.seq,
            .ply = match.ply,
            .position = match.position,
            .back = match.back,
        };
        error_set(&error, ERROR_STALE_PLY, "match %lld is at ply %lld: move %lld cannot be made",
                  (long long)match.match, (long long)match.ply, (long long)ply);
        wire_encode_error(&job->answer, question->request, &error, &wire_record_stale, &stale);
    }
}

static void ask_history(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    store_reader_history(job->reader, &job->question->look_up_history, arena,
                         &ret_result->as_summaries, &job->error);
}

static void ask_versus(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    store_reader_versus(job->reader, &job->question->look_up_versus, arena, &ret_result->as_versus,
                        &job->error);
}

static void ask_tournaments(struct look_up *job, struct wire_arena *arena,
                            union wire_body *ret_result)
{
    const struct message *question = job->question;
    store_reader_tournaments(job->reader, question->look_up_tournament.before,
                             question->look_up_tournament.limit, arena, &ret_result->as_tournaments,
                             &job->error);
}

static void ask_tournament(struct look_up *job, struct wire_arena *arena,
                           union wire_body *ret_result)
{
    store_reader_tournament(job->reader, job->question->look_up_tournament.tournament, arena,
                            &ret_result->as_tournament, &job->error);
}

static void ask_standings(struct look_up *job, struct wire_arena *arena,
                          union wire_body *ret_result)
{
    store_reader_standings(job->reader, job->question->look_up_tournament.tournament, arena,
                           &ret_result->as_standings, &job->error);
}

static void ask_pairs(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    store_reader_pairs(job->reader, question->look_up_tournament.tournament,
                       question->look_up_tournament.after, question->look_up_tournament.limit,
                       arena, &ret_result->as_pairs, &job->error);
}

static void ask_ratings(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const struct message *question = job->question;
    store_reader_ratings(job->reader, question->look_up_ratings.player_key,
                         question->look_up_ratings.family, question->look_up_ratings.limit, arena,
                         &ret_result->as_ratings, &job->error);
}

static void ask_rating_points(struct look_up *job, struct wire_arena *arena,
                              union wire_body *ret_result)
{
    const struct message *question = job->question;
    store_reader_rating_points(
        job->reader, question->look_up_rating_points.player_key,
        question->look_up_rating_points.family, question->look_up_rating_points.before,
        question->look_up_rating_points.limit, arena, &ret_result->as_rating_points, &job->error);
}

/* `result` is the record of the answer; NULL: identity.c or the hall continues the request. */
static const struct {
    question_asker *ask;
    enum lane_kind lane;
    const struct wire_record *result;
} kinds[] = {
    [MESSAGE_LOOK_UP_HELLO] = {ask_hello, LANE_HELLO, NULL},
    [MESSAGE_LOOK_UP_PASSWORD] = {ask_password, LANE_HELLO, NULL},
    [MESSAGE_LOOK_UP_ACCOUNT] = {ask_account, LANE_HELLO, NULL},
    [MESSAGE_LOOK_UP_TOKENS] = {ask_tokens, LANE_SHORT, &wire_record_tokens},
    [MESSAGE_LOOK_UP_REPORTS] = {ask_reports, LANE_SHORT, &wire_record_reports},
    [MESSAGE_LOOK_UP_REPORT] = {ask_report, LANE_SHORT, &wire_record_report_lines},
    [MESSAGE_LOOK_UP_MATCH] = {ask_match, LANE_SHORT, &wire_record_match},
    [MESSAGE_LOOK_UP_MOVE] = {ask_move, LANE_SHORT, &wire_record_move_done},
    [MESSAGE_LOOK_UP_HISTORY] = {ask_history, LANE_SHORT, &wire_record_summaries},
    [MESSAGE_LOOK_UP_VERSUS] = {ask_versus, LANE_SHORT, &wire_record_versus},
    [MESSAGE_LOOK_UP_RATING_POINTS] = {ask_rating_points, LANE_SHORT, &wire_record_rating_points},
    [MESSAGE_LOOK_UP_PUZZLE] = {ask_puzzle, LANE_LONG, &wire_record_puzzle},
    [MESSAGE_LOOK_UP_PRACTICE] = {ask_practice, LANE_LONG, &wire_record_practice},
    [MESSAGE_LOOK_UP_PUZZLE_CHANGE] = {ask_puzzle_change, LANE_LONG, NULL},
    [MESSAGE_LOOK_UP_TOURNAMENTS] = {ask_tournaments, LANE_LONG, &wire_record_tournaments},
    [MESSAGE_LOOK_UP_TOURNAMENT] = {ask_tournament, LANE_LONG, &wire_record_tournament},
    [MESSAGE_LOOK_UP_STANDINGS] = {ask_standings, LANE_LONG, &wire_record_standings},
    [MESSAGE_LOOK_UP_PAIRS] = {ask_pairs, LANE_LONG, &wire_record_pairs},
    [MESSAGE_LOOK_UP_EXPORT] = {ask_export, LANE_LONG, &wire_record_export_lines},
    [MESSAGE_LOOK_UP_RATINGS] = {ask_ratings, LANE_LONG, &wire_record_ratings},
    [MESSAGE_LOOK_UP_SEAL] = {ask_seal, LANE_SEAL, &wire_record_seal},
};

static void run_look_up(void *owner)
{
    struct look_up *job = owner;
    const struct wire_record *record = kinds[job->question->kind].result;
    if (atomic_load(&job->is_given_up))
        return;
    struct wire_arena *arena = wire_arena_create();
    union wire_body result;
    kinds[job->question->kind].ask(job, arena, &result);
    if (record && !job->error.code && job->answer.len == 0)
        wire_encode_result(&job->answer, job->question->request, record, &result);
    wire_arena_destroy(arena);
}

/* --- on the loop --- */

void look_up_hide_fault(struct error *error)
{
    if (error->code != ERROR_IO && error->code != ERROR_INTERNAL)
        return;
    log_error("look-up", log_text("reason", error->message));
    error_set(error, ERROR_INTERNAL, "the server cannot read its database: try again later");
}

/* Continues the request with the answer: `puzzle` of a puzzle, else `found`, whose owned members
 * are taken; the error of either is in `found`. */
static void go_on(struct service *service, const struct message *question,
                  struct identity_found *found, const struct hall_puzzle_found *puzzle)
{
    struct hall_caller from = {.session = question->sessions[0], .request = question->request};
    if (question->kind == MESSAGE_LOOK_UP_PUZZLE_CHANGE) {
        if (found->error.code)
            hall_refuse(service->hall, from, &found->error);
        else
            hall_puzzle_looked_up(service->hall, question, puzzle);
        return;
    }
    if (question->kind != MESSAGE_LOOK_UP_ACCOUNT) {
        identity_looked_up(service, from, found);
        return;
    }
    if (found->error.code)
        hall_refuse(service->hall, from, &found->error);
    else
        hall_account_looked_up(service->hall, question, &found->player);
    store_found_finish(&found->player);
    free(found->secrets.password);
}

void look_up_refuse(struct service *service, struct message *question, const struct error *error)
{
    service_set_time(service);
    if (!kinds[question->kind].result)
        go_on(service, question, &(struct identity_found){.error = *error}, NULL);
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
    /* What was read may be long ago, by a process that was paused. */
    if (!job->error.code && batches_lease_left_ms(service) == 0)
        error_set(&job->error, ERROR_SERVER_STALLED,
                  "the database is silent: ask again after server.resumed");
    look_up_hide_fault(&job->error);
    service_set_time(service);
    if (!kinds[job->question->kind].result) {
        job->found.error = job->error;
        go_on(service, job->question, &job->found, &job->puzzle);
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
    job->work = (struct worker_job){.run = run_look_up, .done = on_asked, .owner = job};
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
