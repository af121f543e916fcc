/* Look-ups about tournaments and ratings. */
#include "server/net/encode.h"
#include "server/net/look_up.h"

#include <stdlib.h>

/* --- asking --- */

void ask_tournaments(struct look_up *job)
{
    const struct message *question = job->question;
    store_reader_tournaments(job->reader, question->look_up_tournament.before,
                             question->look_up_tournament.limit, &job->tournaments, &job->count,
                             &job->more, &job->error);
}

void ask_tournament(struct look_up *job)
{
    store_reader_tournament(job->reader, job->question->look_up_tournament.tournament,
                            &job->tournament, &job->error);
}

void ask_standings(struct look_up *job)
{
    store_reader_standings(job->reader, job->question->look_up_tournament.tournament,
                           &job->tournament, &job->standings, &job->count, &job->error);
}

void ask_pairs(struct look_up *job)
{
    const struct message *question = job->question;
    store_reader_pairs(job->reader, question->look_up_tournament.tournament,
                       question->look_up_tournament.after, question->look_up_tournament.limit,
                       &job->pairs, &job->count, &job->more, &job->error);
}

void ask_ratings(struct look_up *job)
{
    const struct message *question = job->question;
    store_reader_ratings(job->reader, question->look_up_ratings.player_key,
                         question->look_up_ratings.family, question->look_up_ratings.limit,
                         &job->ratings, &job->count, &job->error);
}

/* --- answering --- */

void answer_tournaments(struct look_up *job, struct connection *connection)
{
    encode_tournaments(connection_answer(connection), job->question->request, job->tournaments,
                       job->count, job->more);
}

void answer_tournament(struct look_up *job, struct connection *connection)
{
    encode_tournament(connection_answer(connection), job->question->request, &job->tournament);
}

void answer_standings(struct look_up *job, struct connection *connection)
{
    encode_standings(connection_answer(connection), job->question->request, &job->tournament,
                     job->standings, job->count);
}

void answer_pairs(struct look_up *job, struct connection *connection)
{
    encode_pairs(connection_answer(connection), job->question->request, job->pairs, job->count,
                 job->more);
}

void answer_ratings(struct look_up *job, struct connection *connection)
{
    encode_ratings(connection_answer(connection), job->question->request, job->ratings, job->count);
}

/* --- forgetting --- */

void look_up_tournament_finish(struct look_up *job)
{
    for (size_t i = 0; i < job->count; i++) {
        if (job->tournaments)
            tournament_view_finish(&job->tournaments[i]);
        if (job->standings)
            standing_view_finish(&job->standings[i]);
        if (job->pairs)
            pair_view_finish(&job->pairs[i]);
        if (job->ratings)
            rating_view_finish(&job->ratings[i]);
        if (job->lines)
            text_finish(&job->lines[i]);
    }
    tournament_view_finish(&job->tournament);
    free(job->tournaments);
    free(job->standings);
    free(job->pairs);
    free(job->ratings);
    free(job->lines);
}
