/* The plan of a tournament and how it stands, for the files that read what was played in it. */
#ifndef SERVER_STORE_TOURNAMENT_READER_H
#define SERVER_STORE_TOURNAMENT_READER_H

#include "server/store/reader.h"

/* Reads it with its entrants, and holds the row: until reader_release_tournament() all that the
 * reader reads is of one moment. On failure nothing is held. NO_SUCH_TOURNAMENT. */
enum error_code reader_hold_tournament(struct store_reader *reader, int64_t tournament,
                                       struct tournament_view *ret_view, struct error *error);
void reader_release_tournament(struct store_reader *reader);
/* The name of an entrant, who has to be there; free() it. */
char *tournament_view_copy_name(const struct tournament_view *view, int64_t entrant);

#endif
