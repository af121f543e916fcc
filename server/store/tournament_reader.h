/* The plan of a tournament and how it stands, for the files that read what was played in it. */
#ifndef SERVER_STORE_TOURNAMENT_READER_H
#define SERVER_STORE_TOURNAMENT_READER_H

#include "server/store/reader.h"

/* In the arena. */
struct held_tournament {
    struct wire_tournament shown;
    enum tournament_format format;
    enum tournament_state state;
    struct meeting *forbidden; /* as many as are shown */
};

/* Reads it with its entrants, and holds the row: until reader_release_tournament() all that the
 * reader reads is of one moment. On failure nothing is held. NO_SUCH_TOURNAMENT. */
enum error_code reader_hold_tournament(struct store_reader *reader, int64_t tournament,
                                       struct wire_arena *arena, struct held_tournament *ret_held,
                                       struct error *error);
void reader_release_tournament(struct store_reader *reader);

#endif
