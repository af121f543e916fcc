/* The plan and the state of a tournament, for the files that read its pairs. */
#ifndef SERVER_STORE_TOURNAMENT_READER_H
#define SERVER_STORE_TOURNAMENT_READER_H

#include "server/store/reader.h"

/* Its texts and lists are in the arena. */
struct held_tournament {
    struct wire_tournament shown;
    enum tournament_format format;
    enum tournament_state state;
    struct meeting *forbidden; /* as many as in `shown` */
};

/* Reads the tournament with its entrants. Until reader_release_tournament() all that is read is of
 * the same snapshot. On failure nothing is held. NO_SUCH_TOURNAMENT. */
enum error_code reader_hold_tournament(struct store_reader *reader, int64_t tournament,
                                       struct wire_arena *arena, struct held_tournament *ret_held,
                                       struct error *error);
void reader_release_tournament(struct store_reader *reader);

#endif
