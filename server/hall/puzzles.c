/* The practice of players with puzzles. Whether a move wins, and which puzzle a player is given,
 * needs the solver, so the driver finds it out from what the database has of the practice; what
 * comes of an answer is decided here.
 *
 * Between the two another answer of the same player may change the practice. Each practice counts
 * its changes: if the driver has read an older one, it is asked again. */
#include "server/hall/puzzles.h"

#include "common/base/memory.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct player_practice {
    int64_t player;
    struct glicko glicko;
    int64_t tried, solved, changes;
    UT_hash_handle hh; /* by player */
};

/* A puzzle that has been rated. */
struct rated_puzzle {
    struct glicko glicko;
    int64_t attempts;
    UT_hash_handle hh; /* by text */
    char text[];       /* "RULES POSITION" */
};

/* --- their lives --- */

/* NULL: this player has none. */
static struct player_practice *practice_find(const struct hall *hall, int64_t player)
{
    struct player_practice *found = NULL;
    HASH_FIND(hh, hall->practices, &player, sizeof player, found);
    return found;
}

static struct player_practice *practice_of(struct hall *hall, int64_t player)
{
    struct player_practice *practice = practice_find(hall, player);
    if (!practice) {
        practice = memory_zeroed(1, sizeof *practice);
        practice->player = player;
        practice->glicko = glicko_new;
        HASH_ADD(hh, hall->practices, player, sizeof practice->player, practice);
    }
    return practice;
}

static struct rated_puzzle *puzzle_of(struct hall *hall, const char *text,
                                      const struct glicko *first)
{
    size_t len = strlen(text);
    struct rated_puzzle *puzzle = NULL;
    HASH_FIND(hh, hall->puzzles, text, len, puzzle);
    if (!puzzle) {
        puzzle = memory_zeroed(1, sizeof *puzzle + len + 1);
        memcpy(puzzle->text, text, len + 1);
        puzzle->glicko = *first;
        HASH_ADD_KEYPTR(hh, hall->puzzles, puzzle->text, len, puzzle);
    }
    return puzzle;
}

static bool is_rating(double rating, double deviation, double volatility)
{
    return isfinite(rating) && isfinite(deviation) && isfinite(volatility) && deviation > 0 &&
           volatility > 0;
}

enum error_code hall_restore_practice(struct hall *hall, const struct practice_record *stored,
                                      struct error *error)
{
    if (!is_rating(stored->rating, stored->deviation, stored->volatility))
        return error_set(error, ERROR_INTERNAL, "the practice of player %lld: %g +- %g",
                         (long long)stored->player, stored->rating, stored->deviation);
    struct player_practice *practice = practice_of(hall, stored->player);
    practice->glicko = (struct glicko){stored->rating, stored->deviation, stored->volatility};
    practice->tried = stored->tried;
    practice->solved = stored->solved;
    practice->changes = stored->changes;
    return ERROR_NONE;
}

enum error_code hall_restore_puzzle(struct hall *hall, const struct puzzle_record *stored,
                                    struct error *error)
{
    struct glicko rating = {stored->rating, stored->deviation, stored->volatility};
    if (!is_rating(stored->rating, stored->deviation, stored->volatility))
        return error_set(error, ERROR_INTERNAL, "the puzzle '%.64s': %g +- %g", stored->puzzle,
                         stored->rating, stored->deviation);
    puzzle_of(hall, stored->puzzle, &rating)->attempts = stored->attempts;
    return ERROR_NONE;
}

static void practice_destroy(struct hall *hall, struct player_practice *practice)
{
    HASH_DELETE(hh, hall->practices, practice);
    free(practice);
}

void practice_closed(struct hall *hall, const struct player *player)
{
    struct player_practice *practice = practice_find(hall, player->id);
    if (practice)
        practice_destroy(hall, practice);
}

void puzzles_destroy(struct hall *hall)
{
    while (hall->practices)
        practice_destroy(hall, hall->practices);
    struct rated_puzzle *puzzle, *next;
    HASH_ITER (hh, hall->puzzles, puzzle, next) {
        HASH_DELETE(hh, hall->puzzles, puzzle);
        free(puzzle);
    }
}

/* --- look-ups --- */

static bool has_practice(struct hall *hall, struct hall_caller from, const struct player *player)
{
    if (!player->account)
        refuse(hall, from, ERROR_NO_ACCOUNT,
               "'%s' is a guest, whose practice is kept by their own program: register first",
               player->name);
    return player->account;
}

static struct message *ask_for_puzzle(struct hall *hall, struct hall_caller from)
{
    struct player *player = player_of(hall, from);
    if (!has_practice(hall, from, player))
        return NULL;
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_PUZZLE);
    message->look_up_puzzle.player = player->id;
    return message;
}

void hall_puzzle_next(struct hall *hall, struct hall_caller from, struct hall_text text)
{
    struct rules rules;
    struct error error;
    if (text.bytes && rules_parse(&rules, text.bytes, text.len, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    struct message *message = ask_for_puzzle(hall, from);
    if (!message || !text.bytes)
        return;
    text_append(&message->bytes, rules.text, rules.text_len);
    message->look_up_puzzle.rules = message->bytes.bytes;
}

void hall_puzzle_daily(struct hall *hall, struct hall_caller from)
{
    struct message *message = ask_for_puzzle(hall, from);
    if (message)
        message->look_up_puzzle.is_daily = true;
}

void hall_puzzle_state(struct hall *hall, struct hall_caller from)
{
    struct player *player = player_of(hall, from);
    if (has_practice(hall, from, player))
        answer_later(hall, from, MESSAGE_LOOK_UP_PRACTICE)->look_up_puzzle.player = player->id;
}

/* --- changes --- */

/* A change as it is requested, in the notation. */
struct change {
    enum request_kind kind;
    const char *puzzle, *move;
    bool right;
    int64_t subject; /* of the request as it came */
    struct hall_text key;
};

static void ask_about(struct hall *hall, struct hall_caller from, const struct player *player,
                      const struct change *change)
{
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_PUZZLE_CHANGE);
    size_t puzzle_len = strlen(change->puzzle), move_len = strlen(change->move);
    text_append(&message->bytes, change->puzzle, puzzle_len + 1);
    text_append(&message->bytes, change->move, move_len + 1);
    text_append(&message->bytes, change->key.bytes, change->key.len);
    message->look_up_puzzle.player = player->id;
    message->look_up_puzzle.change = change->kind;
    message->look_up_puzzle.puzzle = message->bytes.bytes;
    message->look_up_puzzle.move = message->bytes.bytes + puzzle_len + 1;
    message->look_up_puzzle.right = change->right;
    message->look_up_puzzle.subject = change->subject;
    message->look_up_puzzle.key = message->bytes.bytes + puzzle_len + 1 + move_len + 1;
}

/* Appends "RULES POSITION"; and a move, unless none is given. */
static enum error_code read_puzzle(const struct hall_puzzle_answer *answer, struct text *puzzle,
                                   struct text *move, struct error *error)
{
    struct rules rules;
    struct position position = {0};
    struct move made;
    enum error_code code = rules_parse(&rules, answer->rules.bytes, answer->rules.len, error);
    if (!code)
        code =
            position_parse(&rules, answer->position.bytes, answer->position.len, &position, error);
    if (!code)
        code = position_check_start(&rules, &position, error);
    if (!code && answer->move.bytes) {
        code = move_parse(&rules, &position, answer->move.bytes, answer->move.len, &made, error);
        if (!code)
            move_print(&rules, &position, &made, move);
    }
    if (!code) {
        text_printf(puzzle, "%s ", rules.text);
        position_print(&rules, &position, puzzle);
    }
    position_finish(&position);
    return code;
}

static int64_t subject_of(const struct hall_puzzle_answer *answer)
{
    struct text text = {0};
    text_append(&text, answer->rules.bytes, answer->rules.len);
    text_append_char(&text, ' ');
    text_append(&text, answer->position.bytes, answer->position.len);
    text_append_char(&text, ' ');
    text_append(&text, answer->move.bytes, answer->move.len);
    int64_t subject = subject_of_text((struct hall_text){.bytes = text.bytes, .len = text.len});
    text_finish(&text);
    return subject;
}

static void begin_change(struct hall *hall, struct hall_caller from, enum request_kind kind,
                         const struct hall_puzzle_answer *answer, struct hall_text key)
{
    struct text puzzle = {0}, move = {0};
    struct error error;
    struct change change = {
        .kind = kind, .right = answer->right, .subject = subject_of(answer), .key = key};
    const struct player *player = change_begin(hall, from, kind, change.subject, key);
    if (!player || !has_practice(hall, from, player))
        return;
    if (read_puzzle(answer, &puzzle, &move, &error)) {
        hall_refuse(hall, from, &error);
    } else {
        change.puzzle = puzzle.bytes;
        change.move = text_string(&move);
        ask_about(hall, from, player, &change);
    }
    text_finish(&puzzle);
    text_finish(&move);
}

void hall_puzzle_answer(struct hall *hall, struct hall_caller from,
                        const struct hall_puzzle_answer *answer, struct hall_text key)
{
    begin_change(hall, from, REQUEST_PUZZLE_ANSWER, answer, key);
}

void hall_puzzle_mistake(struct hall *hall, struct hall_caller from, struct hall_text rules,
                         struct hall_text position, struct hall_text key)
{
    struct hall_puzzle_answer puzzle = {.rules = rules, .position = position};
    begin_change(hall, from, REQUEST_PUZZLE_MISTAKE, &puzzle, key);
}

/* --- what comes of them --- */

/* What came of an answer, as one number that is kept with its key. */
enum {
    RESULT_RIGHT = 1,
    RESULT_RATED = 2,
    RESULT_STEP = 4, /* times due_ms */
};

static int64_t points(double value)
{
    return value > 0 ? llround(value) : 0;
}

void answer_puzzle_done(struct hall *hall, struct hall_caller from, const struct player *player,
                        int64_t result)
{
    const struct player_practice *practice = practice_of(hall, player->id);
    struct wire_puzzle_done done = {
        .right = result & RESULT_RIGHT,
        .rated = result & RESULT_RATED,
        .again = or_absent(result / RESULT_STEP),
        .rating = points(practice->glicko.rating),
        .deviation = points(practice->glicko.deviation),
        .tried = practice->tried,
        .solved = practice->solved,
    };
    answer(hall, from, &wire_record_puzzle_done, &done);
}

void answer_puzzle_added(struct hall *hall, struct hall_caller from, int64_t result)
{
    answer(hall, from, &wire_record_puzzle_added, &(struct wire_puzzle_added){.added = result});
}

static void record_practice(struct hall *hall, const struct player_practice *practice)
{
    batch_append(hall->open, RECORD_PRACTICE)->practice = (struct practice_record){
        .player = practice->player,
        .rating = practice->glicko.rating,
        .deviation = practice->glicko.deviation,
        .volatility = practice->glicko.volatility,
        .tried = practice->tried,
        .solved = practice->solved,
        .changes = practice->changes,
    };
}

static void record_item(struct hall *hall, const struct player *player, const char *puzzle,
                        const struct hall_puzzle_found *found)
{
    const char *kept = batch_keep(hall->open, puzzle, strlen(puzzle));
    batch_append(hall->open, RECORD_PRACTICE_ITEM)->practice_item = (struct practice_item_record){
        .player = player->id,
        .puzzle = kept,
        .rung = found->rung,
        .due_ms = found->due_ms,
    };
}

/* The ratings after the first answer to a puzzle. */
static void rate(struct hall *hall, struct player_practice *practice, const char *text,
                 const struct hall_puzzle_found *found)
{
    struct rated_puzzle *puzzle = puzzle_of(hall, text, &found->rating);
    glicko_meet(&practice->glicko, &puzzle->glicko, found->right);
    practice->tried++;
    practice->solved += found->right;
    puzzle->attempts++;
    const char *kept = batch_keep(hall->open, text, strlen(text));
    batch_append(hall->open, RECORD_PUZZLE)->puzzle = (struct puzzle_record){
        .puzzle = kept,
        .rating = puzzle->glicko.rating,
        .deviation = puzzle->glicko.deviation,
        .volatility = puzzle->glicko.volatility,
        .attempts = puzzle->attempts,
    };
}

static void carry_out(struct hall *hall, struct hall_caller from, struct player *player,
                      const struct change *change, const struct hall_puzzle_found *found)
{
    bool is_answer = change->kind == REQUEST_PUZZLE_ANSWER;
    if (is_answer && !found->is_met && !found->is_given) {
        refuse(hall, from, ERROR_BAD_POSITION,
               "'%.200s' is no puzzle of yours: puzzle.next and puzzle.daily give you some",
               change->puzzle);
        return;
    }
    if (!found->is_met && found->is_full) {
        refuse(hall, from, ERROR_LIMIT_REACHED, "you have met as many puzzles as are kept");
        return;
    }
    struct player_practice *practice = practice_of(hall, player->id);
    if (found->is_given)
        rate(hall, practice, change->puzzle, found);
    if (found->has_step) {
        practice->changes++;
        record_practice(hall, practice);
        record_item(hall, player, change->puzzle, found);
        if (!found->is_met)
            payers_charge(hall, player, COST_PUZZLE, strlen(change->puzzle));
    }
    int64_t result = is_answer
                         ? (found->right ? RESULT_RIGHT : 0) +
                               (found->is_given ? RESULT_RATED : 0) + RESULT_STEP * found->due_ms
                         : found->has_step;
    answer_keep(hall, player->id, change->key, change->kind, change->subject, result, true);
    if (is_answer)
        answer_puzzle_done(hall, from, player, result);
    else
        answer_puzzle_added(hall, from, result);
}

void hall_puzzle_looked_up(struct hall *hall, const struct message *question,
                           const struct hall_puzzle_found *found)
{
    struct hall_caller from = {.session = question->sessions[0], .request = question->request};
    const char *key = question->look_up_puzzle.key;
    struct change change = {
        .kind = question->look_up_puzzle.change,
        .puzzle = question->look_up_puzzle.puzzle,
        .move = question->look_up_puzzle.move,
        .right = question->look_up_puzzle.right,
        .subject = question->look_up_puzzle.subject,
        .key = {.bytes = key, .len = strlen(key)},
    };
    if (!hall_session_is_open(hall, from.session))
        return;
    struct player *player = change_begin(hall, from, change.kind, change.subject, change.key);
    if (!player)
        return;
    const struct player_practice *practice = practice_find(hall, player->id);
    if (found->changes != (practice ? practice->changes : 0))
        ask_about(hall, from, player, &change);
    else
        carry_out(hall, from, player, &change, found);
}
