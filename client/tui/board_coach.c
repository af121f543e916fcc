/* The coach at the board, in friendly matches against bots: a hint in three steps, and in training
 * a sentence about each move of one's own. */
#include "client/tui/board_state.h"
#include "client/tui/settings.h"
#include "common/base/memory.h"

#include <stdlib.h>

bool board_may_help(const struct board *board)
{
    return seat_is_player(&board->seat) &&
           !why_no_hint(board->seat.match->tournament != 0, board->seat.is_rated,
                        board->is_against_bot);
}

/* --- the hint --- */

void board_forget_hint(struct board *board)
{
    why_drop(board->why);
    board->why = NULL;
    board->helped = 0;
    text_clear(&board->hint.text);
    board->hint.skip = 0;
}

static void show_step(struct board *board)
{
    struct text *shown = &board->hint.text;
    if (shown->len > 0)
        text_append_char(shown, '\n');
    text_append_string(shown, text_string(&board->help[board->helped]));
    board->helped++;
}

static void on_solved(void *owner, const struct solution *solution, const char *why)
{
    struct board *board = owner;
    const struct match *match = board->seat.match;
    board->why = NULL;
    text_clear(&board->hint.text);
    for (int step = COACH_OUTCOME; step <= COACH_MOVE; step++) {
        struct text *text = &board->help[step - COACH_OUTCOME];
        text_clear(text);
        coach_say_help(&match->rules, &match->position, solution, (enum coach_step)step, text);
        if (step == COACH_MOVE && *why)
            text_printf(text, "\n%s", why);
    }
    show_step(board);
    app_redraw(board->page.app);
}

void board_press_hint(struct board *board)
{
    const struct match *match = board->seat.match;
    if (board->why)
        return;
    if (board->helped == BOARD_HELP_STEPS) {
        board_forget_hint(board);
    } else if (board->helped > 0) {
        show_step(board);
    } else {
        text_append_string(&board->hint.text, "Being worked out ...");
        board->why = why_ask(app_solvers(board->page.app), &match->rules, &match->position,
                             on_solved, board);
    }
}

/* --- the sentence about a move; the solver may need seconds for it --- */

struct board_judging {
    struct solvers_job *job;
    struct board *board; /* NULL: dropped */
    struct position position;
    struct move move;
    struct mark mark;
    struct text text;
};

static void judge(void *owner, struct solver *solver)
{
    struct board_judging *judging = owner;
    struct solution *solution = memory_zeroed(1, sizeof *solution);
    solution_find(solver, &judging->position, solution);
    judging->mark =
        coach_say_move(solver, &judging->position, solution, &judging->move, &judging->text);
    free(solution);
}

static void finish_judging(void *owner)
{
    struct board_judging *judging = owner;
    struct board *board = judging->board;
    if (board) {
        board->judging = NULL;
        board->verdict_style = judging->mark.kept                ? STYLE_GOOD
                               : mark_is_mistake(&judging->mark) ? STYLE_BAD
                                                                 : STYLE_PLAIN;
        text_append_string(&board->verdict, "You played ");
        move_print(&board->seat.match->rules, &judging->position, &judging->move, &board->verdict);
        text_printf(&board->verdict, ". %s", text_string(&judging->text));
        app_redraw(board->page.app);
    }
    position_finish(&judging->position);
    text_finish(&judging->text);
    free(judging);
}

void board_forget_verdict(struct board *board)
{
    if (board->judging) {
        board->judging->board = NULL;
        solvers_drop(board->judging->job);
    }
    board->judging = NULL;
    board->judged_ply = 0;
    text_clear(&board->verdict);
}

void board_judge(struct board *board)
{
    bool is_wanted = app_settings(board->page.app)->is_on[SETTING_TRAINING] && board->own_ply > 0 &&
                     board_may_help(board);
    if (is_wanted && board->judged_ply == board->own_ply)
        return;
    board_forget_verdict(board);
    if (!is_wanted)
        return;
    struct board_judging *judging = memory_zeroed(1, sizeof *judging);
    struct solvers_task task = {.owner = judging, .run = judge, .finish = finish_judging};
    judging->board = board;
    judging->move = board->own_move;
    position_copy(&judging->position, &board->own_before);
    board->judged_ply = board->own_ply;
    board->judging = judging;
    judging->job = solvers_start(app_solvers(board->page.app), &board->seat.match->rules, &task);
}

void board_train(struct board *board)
{
    struct app *app = board->page.app;
    bool *is_on = &app_settings(app)->is_on[SETTING_TRAINING];
    *is_on = !*is_on;
    app_settings_changed(app);
    board_judge(board);
}
