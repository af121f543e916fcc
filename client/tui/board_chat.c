/* What is said beside the match, and lines as such. */
#include "client/tui/board_state.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- lines --- */

void board_log_add(struct board_log *log, struct text text, enum style style)
{
    log->lines = memory_resized(log->lines, log->count + 1, sizeof *log->lines);
    log->lines[log->count++] = (struct board_line){text.bytes, style};
}

void board_log_finish(struct board_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free((char *)(uintptr_t)log->lines[i].text);
    free(log->lines);
    *log = (struct board_log){0};
}

/* --- the chat --- */

static void note_speaker(struct board *board, struct wire_text from)
{
    if (wire_text_equal(from, client_name(app_client(board->page.app))) ||
        wire_text_equal(from, board->speaker))
        return;
    snprintf(board->speaker, sizeof board->speaker, "%.*s", (int)from.len, from.bytes);
    if (!board_has_seat(board))
        board->is_muted = false;
}

static void add_line(struct board *board, const struct wire_chat_line *line)
{
    note_speaker(board, line->from);
    struct text text = {0};
    text_printf(&text, "%.*s: %.*s", (int)line->from.len, line->from.bytes, (int)line->text.len,
                line->text.bytes);
    board_log_add(&board->chat, text, STYLE_PLAIN);
}

static void on_chat(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    board->is_asking_chat = false;
    const struct wire_chat_lines *list = result;
    if (error)
        return; /* the room is closed */
    for (size_t i = seat_room_take_list(&board->room, list); i < list->lines_count; i++)
        add_line(board, &list->lines[i]);
}

void board_ask_for_chat(struct board *board)
{
    struct wire_match_number number = {.match = board->number};
    if (board->is_asking_chat)
        return;
    board->is_asking_chat = true;
    app_call(&board->page, WIRE_CHAT_LIST, &number, on_chat);
}

/* Rings for the first line of another, and for the first one that comes while the chat is not
 * seen. */
static void call_attention(struct board *board, const struct wire_chat_line *line, bool is_first)
{
    struct app *app = board->page.app;
    bool is_seen = app_is_uppermost(&board->page);
    if (wire_text_equal(line->from, client_name(app_client(app))))
        return;
    if (is_first || (!is_seen && !board->is_chat_unseen))
        app_bell(app);
    board->is_chat_unseen = !is_seen;
    if (!is_seen)
        app_tell(app, STYLE_WARN, "%.*s: %.*s", (int)line->from.len, line->from.bytes,
                 (int)line->text.len, line->text.bytes);
}

void board_take_line(struct board *board, const struct wire_chat_line *line)
{
    bool is_first = !*board->speaker, is_of_before = board->before && line->match == board->before;
    if (line->match == board->number && !board->is_asking_chat)
        seat_room_take(&board->room, line); /* a line before the list comes is in the list, too */
    else if (!is_of_before)
        return;
    add_line(board, line);
    call_attention(board, line, is_first);
}

void board_pass_chat(struct board *board, struct board *rematch)
{
    rematch->before = board->number;
    rematch->chat = board->chat;
    board->chat = (struct board_log){0};
    memcpy(rematch->speaker, board->speaker, sizeof rematch->speaker);
    rematch->is_muted = board->is_muted;
    rematch->unsaid = board->unsaid;
    if (board->typing == BOARD_TYPES_CHAT) {
        rematch->typing = board->typing;
        rematch->field = board->field;
    }
}

void board_say(struct board *board, const char *line)
{
    struct wire_chat_say say;
    wire_record_clear(&wire_record_chat_say, &say);
    say.match = board->number;
    say.text = (struct wire_text){.bytes = line, .len = strlen(line)};
    app_call(&board->page, WIRE_CHAT_SAY, &say, board_refused);
}

/* --- muting --- */

static void on_mute_answered(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct board *board = owner;
    struct app *app = board->page.app;
    if (error) {
        app_tell_error(app, error);
        return;
    }
    board->is_muted = !board->is_muted;
    app_tell(app, STYLE_PLAIN,
             board->is_muted ? "You will not read what %s says."
                             : "You will read what %s says again.",
             board_other(board));
}

void board_mute(struct board *board)
{
    const char *name = board_other(board);
    struct wire_mute mute = {
        .player = {.bytes = name, .len = strlen(name)},
        .muted = !board->is_muted,
    };
    app_call(&board->page, WIRE_CHAT_MUTE, &mute, on_mute_answered);
}
