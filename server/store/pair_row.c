#include "server/store/pair_row.h"

#include "server/store/record_row.h"

#include <assert.h>

#define COUNTED(of, type, name, when_null) +1
#define RECORDED(of, type, name, when_null) .name = record.pair.name,

/* The columns after those of the record. */
enum {
    COLUMN_VOID = PAIR_FIELDS(COUNTED, ),
    COLUMN_MATCH, /* of the first match; the second's follows, here and below */
    COLUMN_ENDING = COLUMN_MATCH + 2,
    COLUMN_WINNER = COLUMN_ENDING + 2,
    COLUMN_MARKS = COLUMN_WINNER + 2,
};

static enum error_code odd_pair(const struct hall_stored_pair *pair, const char *what,
                                struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "tournament %lld: the %s of pair %lld cannot be",
                     (long long)pair->tournament, what, (long long)pair->number);
}

static enum error_code take_pair_game(struct statement *row, int game,
                                      struct hall_stored_pair *pair, struct error *error)
{
    const char *ending = statement_text(row, COLUMN_ENDING + game);
    const char *winner = statement_text(row, COLUMN_WINNER + game);
    pair->judged[game] = pair_row_marks(row, game) != NULL;
    if (!ending)
        return ERROR_NONE;
    pair->endings[game] = ending_from_text(ending);
    pair->winners[game] = seat_from_text(winner);
    return pair->endings[game] ? ERROR_NONE : odd_pair(pair, "ending of a match", error);
}

/* A bye has no second entrant; the winner of a forfeit is one of the two. */
static enum error_code check_pair_meeting(const struct hall_stored_pair *pair, int64_t entrants,
                                          struct error *error)
{
    int64_t first = pair->first, second = pair->second;
    bool has_second = pair->kind != MEETING_BYE;
    if (first < 0 || first >= entrants || second >= entrants || first == second ||
        (has_second ? second < 0 : second != ENTRANT_NOBODY))
        return odd_pair(pair, "meeting", error);
    if (pair->kind == MEETING_FORFEIT && pair->winner != first && pair->winner != second)
        return odd_pair(pair, "winner", error);
    return ERROR_NONE;
}

enum error_code pair_row_take(struct statement *row, size_t entrants,
                              struct hall_stored_pair *ret_pair, struct error *error)
{
    struct record record;
    record_row_take(row, RECORD_PAIR, &record);
    *ret_pair = (struct hall_stored_pair){
        .is_void = statement_int(row, COLUMN_VOID),
        .matches = {statement_int(row, COLUMN_MATCH), statement_int(row, COLUMN_MATCH + 1)},
        PAIR_FIELDS(RECORDED, )};
    enum error_code code = check_pair_meeting(ret_pair, (int64_t)entrants, error);
    for (int game = 0; !code && game < 2; game++)
        code = take_pair_game(row, game, ret_pair, error);
    return code;
}

const char *pair_row_marks(struct statement *row, int game)
{
    assert(game == 0 || game == 1);
    return statement_text(row, COLUMN_MARKS + game);
}

bool pair_row_is_over(const struct hall_stored_pair *pair, int game)
{
    assert(game == 0 || game == 1);
    return pair->endings[game] != ENDING_NONE && pair->endings[game] != ENDING_VOID;
}
