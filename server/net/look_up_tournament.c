/* Look-ups about tournaments and ratings. */
#include "server/net/encode.h"
#include "server/net/look_up.h"
#include "server/store/store.h"

#include <stdlib.h>

void ask_tournaments(struct look_up *job)
{
    const struct message *question = job->question;
    struct tournament_view *list;
    size_t count;
    bool more;
    if (store_reader_tournaments(job->reader, question->look_up_tournament.before,
                                 question->look_up_tournament.limit, &list, &count, &more,
                                 &job->error))
        return;
    encode_tournaments(&job->answer, question->request, list, count, more);
    for (size_t i = 0; i < count; i++)
        tournament_view_finish(&list[i]);
    free(list);
}

void ask_tournament(struct look_up *job)
{
    const struct message *question = job->question;
    struct tournament_view view;
    if (store_reader_tournament(job->reader, question->look_up_tournament.tournament, &view,
                                &job->error))
        return;
    encode_tournament(&job->answer, question->request, &view);
    tournament_view_finish(&view);
}

void ask_standings(struct look_up *job)
{
    const struct message *question = job->question;
    struct tournament_view view;
    struct standing_view *list;
    size_t count;
    if (store_reader_standings(job->reader, question->look_up_tournament.tournament, &view, &list,
                               &count, &job->error))
        return;
    encode_standings(&job->answer, question->request, &view, list, count);
    for (size_t i = 0; i < count; i++)
        standing_view_finish(&list[i]);
    free(list);
    tournament_view_finish(&view);
}

void ask_pairs(struct look_up *job)
{
    const struct message *question = job->question;
    struct pair_view *list;
    size_t count;
    bool more;
    if (store_reader_pairs(job->reader, question->look_up_tournament.tournament,
                           question->look_up_tournament.after, question->look_up_tournament.limit,
                           &list, &count, &more, &job->error))
        return;
    encode_pairs(&job->answer, question->request, list, count, more);
    for (size_t i = 0; i < count; i++)
        pair_view_finish(&list[i]);
    free(list);
}

void ask_ratings(struct look_up *job)
{
    const struct message *question = job->question;
    struct rating_view *list;
    size_t count;
    if (store_reader_ratings(job->reader, question->look_up_ratings.player_key,
                             question->look_up_ratings.family, question->look_up_ratings.limit,
                             &list, &count, &job->error))
        return;
    encode_ratings(&job->answer, question->request, list, count);
    for (size_t i = 0; i < count; i++)
        rating_view_finish(&list[i]);
    free(list);
}
