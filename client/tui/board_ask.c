/* What the person asks of the server: moves, endings, rematches. */
#include "client/tui/board.h"
#include "client/tui/board_state.h"
#include "common/wire/wire.h"

void board_refused(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct board *board = owner;
    if (error)
        app_tell_error(board->page.app, error);
}

/* --- moves, endings --- */

static void move_answered(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.moved follows */
    struct board *board = owner;
    if (!error)
        return;
    board->sent_ply = 0;
    app_tell_error(board->page.app, error);
    follower_refresh(&board->follower);
}

void board_send(struct board *board, const struct move *move)
{
    const struct match *match = board_match(board);
    struct text text = {0};
    move_print(&match->rules, &match->position, move, &text);
    board->sent_ply = match->ply + 1;
    struct wire_move request = {
        .match = match->id,
        .ply = board->sent_ply,
        .move = {.bytes = text.bytes, .len = text.len},
    };
    app_call(&board->page, WIRE_MATCH_MOVE, &request, move_answered);
    text_finish(&text);
}

static void ending_answered(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    if (error) /* otherwise match.ended follows */
        board->ending_is_asked = false;
    board_refused(owner, error, result);
}

void board_ask_ending(struct board *board, enum wire_method method)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = board->number;
    board->ending_is_asked = true;
    app_call(&board->page, method, &choice, ending_answered);
}

/* --- rematches, the next match --- */

void board_go_to(struct board *board, int64_t number)
{
    app_push(board->page.app, board_page_create(number));
    app_close(board->page.app, &board->page);
}

/* The same for a rematch, in which the chat goes on. */
static void go_to_rematch(struct board *board, int64_t number)
{
    struct page *page = board_page_create(number);
    board_pass_chat(board, (struct board *)page);
    app_push(board->page.app, page);
    app_hush(page); /* the first page announces a match of days that begins */
    app_close(board->page.app, &board->page);
}

static void rematch_answered(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    const struct wire_rematch *rematch = result;
    board->is_asking_rematch = false;
    if (error)
        app_tell_error(board->page.app, error);
    else if (rematch->match != WIRE_ABSENT)
        go_to_rematch(board, rematch->match);
    else
        board->our_offer = rematch->offer;
}

void board_rematch(struct board *board)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = board->number;
    board->is_asking_rematch = true;
    board->no_rematch = NULL;
    app_call(&board->page, WIRE_MATCH_REMATCH, &choice, rematch_answered);
}

static void close_offer(struct board *board, enum wire_method method, int64_t *offer,
                        const char *words)
{
    struct wire_offer_choice choice;
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = *offer;
    *offer = 0; /* what comes of it concerns nobody here */
    board->no_rematch = words;
    app_call(&board->page, method, &choice, board_refused);
}

void board_take_rematch_back(struct board *board)
{
    close_offer(board, WIRE_OFFER_CANCEL, &board->our_offer, "You took your offer back.");
}

void board_decline_rematch(struct board *board)
{
    close_offer(board, WIRE_OFFER_DECLINE, &board->their_offer, "You declined the rematch.");
}

void board_take_started(struct board *board, const struct wire_match_event *started)
{
    const struct wire_match *state = started->match;
    bool is_of_tournament = board_has_seat(board) && board_match(board)->tournament &&
                            state->tournament == board_match(board)->tournament;
    if (board->our_offer && started->offer == board->our_offer) {
        go_to_rematch(board, state->match);
    } else if (is_of_tournament && !board->next) {
        board->next = state->match;
        app_hush(&board->page);
        app_bell(board->page.app);
    }
}

void board_take_offer(struct board *board, const struct wire_offer *offer)
{
    if (offer->rematch_of != board->number ||
        wire_text_equal(offer->from, client_name(app_client(board->page.app))))
        return;
    board->their_offer = offer->offer;
    board->no_rematch = NULL;
    app_hush(&board->page);
    app_bell(board->page.app);
}

void board_take_closed(struct board *board, const struct wire_offer_closed *closed)
{
    if (board->their_offer && closed->offer == board->their_offer) {
        board->their_offer = 0;
        board->no_rematch = "A rematch is offered no more.";
        app_hush(&board->page);
    } else if (board->our_offer && closed->offer == board->our_offer) {
        board->our_offer = 0;
        board->no_rematch = wire_text_equal(closed->reason, "declined")
                                ? "The other player declined the rematch."
                                : "The other player has left.";
    }
}
