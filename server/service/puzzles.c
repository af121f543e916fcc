/* What the database and the solver know of the puzzles of a player, on the thread of a lane.
 *
 * The solver may work here because puzzles that are given come from the catalogue, whose drawing
 * and solving is bounded (common/puzzle/puzzle.h): all of them together take a quarter of a second.
 * A position of a player's own is taken only if it can be won, and is solved in about a
 * millisecond. A move is checked only if its puzzle is one of those that this player is given now,
 * which follows from the practice alone: so nobody can choose what is rated. */
#include "common/puzzle/practice.h"
#include "server/service/look_up.h"
#include "server/store/store.h"

#include <assert.h>
#include <string.h>

/* The practice of a look-up's player. */
struct puzzle_desk {
    struct look_up *job;
    struct practice practice;
    int64_t changes;
    struct solver_shelf *shelf;
};

enum { SHELF_BYTES = 32 << 20 };

static void take_item(void *owner, const char *puzzle, int64_t rung, int64_t due_ms)
{
    struct puzzle_desk *desk = owner;
    if (rung >= 0 && rung <= PRACTICE_LEARNED)
        practice_add(&desk->practice, puzzle, (int)rung, due_ms);
}

/* False: the job has the error. desk_close() it in any case. */
static bool desk_open(struct puzzle_desk *desk, struct look_up *job)
{
    struct store_practice stored;
    struct store_practice_sink sink = {.owner = desk, .item = take_item};
    *desk = (struct puzzle_desk){.job = job, .shelf = solver_shelf_create(SHELF_BYTES)};
    practice_init(&desk->practice);
    if (store_reader_practice(job->reader, job->question->look_up_puzzle.player, &sink, &stored,
                              &job->error))
        return false;
    if (stored.deviation > 0)
        desk->practice.rating = (struct glicko){stored.rating, stored.deviation, stored.volatility};
    desk->practice.tried = stored.tried;
    desk->practice.solved = stored.solved;
    desk->changes = stored.changes;
    return true;
}

static void desk_close(struct puzzle_desk *desk)
{
    practice_finish(&desk->practice);
    solver_shelf_destroy(desk->shelf);
}

/* --- what there is to solve --- */

static bool draw_daily(struct puzzle_desk *desk, int64_t day, struct puzzle *ret_puzzle)
{
    struct rules rules;
    struct puzzle_place place = puzzle_daily(day);
    puzzle_rules_at(place.rules, &rules);
    return practice_draw(desk->shelf, &rules, place.number, ret_puzzle);
}

static struct wire_text keep(struct wire_arena *arena, const char *text, size_t len)
{
    char *copy = wire_arena_memory(arena, len + 1, 1);
    memcpy(copy, text, len);
    return (struct wire_text){.bytes = copy, .len = len};
}

static void tell_puzzle(struct puzzle_desk *desk, const char *source, const struct puzzle *puzzle,
                        struct wire_arena *arena, struct wire_puzzle *ret_puzzle)
{
    struct text text = {0};
    double rating = puzzle_rating(puzzle).rating;
    puzzle_print(puzzle, &text);
    size_t rules_len = strlen(puzzle->rules.text);
    ret_puzzle->source = wire_text(source);
    ret_puzzle->rules = keep(arena, text.bytes, rules_len);
    ret_puzzle->position = keep(arena, text.bytes + rules_len + 1, text.len - rules_len - 1);
    store_reader_puzzle(desk->job->reader, text.bytes, &rating, &ret_puzzle->attempts,
                        &desk->job->error);
    ret_puzzle->rating = rating > 0 ? (int64_t)(rating + 0.5) : 0;
    text_finish(&text);
}

void ask_puzzle(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const char *text = job->question->look_up_puzzle.rules;
    int index = text ? puzzle_rules_find(text) : 0;
    struct puzzle_desk desk;
    struct rules rules;
    struct puzzle puzzle = {0};
    struct wire_puzzle *told = &ret_result->as_puzzle;
    wire_record_clear(&wire_record_puzzle, told);
    if (index < 0) {
        error_set(&job->error, ERROR_BAD_RULES,
                  "there are puzzles of the games with names here, also in misere play, and not of "
                  "'%s'",
                  text);
        return;
    }
    if (text)
        puzzle_rules_at(index, &rules);
    if (!desk_open(&desk, job)) {
        /* the job has the error */
    } else if (job->question->look_up_puzzle.is_daily) {
        draw_daily(&desk, job->now_ms / PUZZLE_DAY_MS, &puzzle);
        tell_puzzle(&desk, "daily", &puzzle, arena, told);
    } else {
        enum practice_choice choice =
            practice_next(&desk.practice, desk.shelf, text ? &rules : NULL, job->now_ms, &puzzle);
        if (choice == PRACTICE_NONE)
            told->source = wire_text("none");
        else
            tell_puzzle(&desk, choice == PRACTICE_REPEAT ? "repeat" : "new", &puzzle, arena, told);
    }
    puzzle_finish(&puzzle);
    desk_close(&desk);
}

void ask_practice(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    struct puzzle_desk desk;
    (void)arena;
    if (desk_open(&desk, job)) {
        const struct practice *practice = &desk.practice;
        double rating = practice->rating.rating;
        ret_result->as_practice = (struct wire_practice){
            .rating = rating > 0 ? (int64_t)(rating + 0.5) : 0,
            .deviation = (int64_t)(practice->rating.deviation + 0.5),
            .tried = practice->tried,
            .solved = practice->solved,
            .met = (int64_t)practice->count,
            .due = (int64_t)practice_due(practice, NULL, job->now_ms),
        };
    }
    desk_close(&desk);
}

/* --- changes --- */

static bool is_puzzle(const struct puzzle *puzzle, const char *text)
{
    struct text here = {0};
    puzzle_print(puzzle, &here);
    bool is_same = strcmp(here.bytes, text) == 0;
    text_finish(&here);
    return is_same;
}

/* Is the puzzle given to this player, who has not met it: as the daily one of today or, shortly
 * after midnight, of yesterday; as the next new one of all, or of its own rules? */
static bool is_given(struct puzzle_desk *desk, const char *text, struct puzzle *ret_puzzle)
{
    int64_t today = desk->job->now_ms / PUZZLE_DAY_MS;
    char name[RULES_TEXT_MAX + 1];
    size_t len = strcspn(text, " ");
    assert(len <= RULES_TEXT_MAX);
    memcpy(name, text, len);
    name[len] = '\0';
    int index = puzzle_rules_find(name);
    if (index < 0)
        return false;
    for (int64_t day = today - 1; day <= today; day++)
        if (draw_daily(desk, day, ret_puzzle) && is_puzzle(ret_puzzle, text))
            return true;
    for (int of_rules = 0; of_rules < 2; of_rules++) {
        struct rules rules;
        puzzle_rules_at(index, &rules);
        /* At time 0 nothing is due: the next new one. */
        if (practice_next(&desk->practice, desk->shelf, of_rules ? &rules : NULL, 0, ret_puzzle) ==
                PRACTICE_NEW &&
            is_puzzle(ret_puzzle, text))
            return true;
    }
    return false;
}

/* Does the move, in the notation, win? */
static bool is_right(struct puzzle_desk *desk, const struct puzzle *puzzle, const char *text)
{
    struct move move;
    struct error error;
    if (!*text || move_parse(&puzzle->rules, &puzzle->position, text, strlen(text), &move, &error))
        return false;
    struct solver *solver = solver_shelf_take(desk->shelf, &puzzle->rules);
    bool right = puzzle_is_right(solver, puzzle, &move);
    solver_shelf_give_back(desk->shelf, solver);
    return right;
}

static void find_answer(struct puzzle_desk *desk, const char *text, struct hall_puzzle_found *found)
{
    const struct message *question = desk->job->question;
    struct practice *practice = &desk->practice;
    const struct practice_item *item = practice_find(practice, text);
    struct practice_step before = {0};
    struct puzzle puzzle = {0};
    if (item)
        before = (struct practice_step){.rung = item->rung, .due_ms = item->due_ms};
    found->is_given = !item && is_given(desk, text, &puzzle);
    found->right = question->look_up_puzzle.right;
    if (found->is_given) {
        found->right = is_right(desk, &puzzle, question->look_up_puzzle.move);
        found->rating = puzzle_rating(&puzzle);
    }
    puzzle_finish(&puzzle);
    if (!item && !found->is_given)
        return;
    practice_answer(practice, text, NULL, found->right, desk->job->now_ms);
    item = practice_find(practice, text);
    if (!item) /* there is no room */
        return;
    found->has_step = !found->is_met || item->rung != before.rung || item->due_ms != before.due_ms;
    found->rung = item->rung;
    found->due_ms = item->rung < PRACTICE_LEARNED ? item->due_ms : 0;
}

void ask_puzzle_change(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    const char *text = job->question->look_up_puzzle.puzzle;
    struct hall_puzzle_found *found = &job->puzzle;
    struct puzzle_desk desk;
    (void)arena;
    (void)ret_result;
    if (desk_open(&desk, job)) {
        *found = (struct hall_puzzle_found){
            .changes = desk.changes,
            .is_full = desk.practice.count >= PRACTICE_ITEMS_MAX,
            .is_met = practice_find(&desk.practice, text) != NULL,
        };
        if (job->question->look_up_puzzle.change == REQUEST_PUZZLE_ANSWER) {
            find_answer(&desk, text, found);
        } else if (!found->is_met && !practice_takes_mistake(desk.shelf, text)) {
            error_set(&job->error, ERROR_BAD_POSITION,
                      "'%s' is no puzzle here: a move has to win, and it has to be found at once",
                      text);
        } else if (!found->is_met) {
            found->has_step = true;
            found->due_ms = job->now_ms;
        }
    }
    desk_close(&desk);
}
