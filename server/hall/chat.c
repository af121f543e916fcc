/* Chat: each match has a room for its players and one for those who watch. The last lines are in
 * memory; the store keeps all of them for a while, for reports to the operator. */
#include "common/base/memory.h"
#include "server/hall/blocks.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"

#include <assert.h>
#include <stdlib.h>

static void line_destroy(struct hall *hall, struct said_line *line)
{
    assert(line->room->count > 0 && hall->line_count > 0);
    DL_DELETE(line->room->lines, line);
    line->room->count--;
    DL_DELETE2(hall->lines, line, prev_by_age, next_by_age);
    hall->line_count--;
    free(line->from);
    free(line->text);
    free(line);
}

void rooms_clear(struct hall *hall, struct match *match)
{
    for (int i = 0; match->rooms && i < ROOM_COUNT; i++)
        while (match->rooms[i].lines)
            line_destroy(hall, match->rooms[i].lines);
    free(match->rooms);
    match->rooms = NULL;
}

static const struct said_line *line_add(struct hall *hall, struct room *room,
                                        const struct player *player, struct hall_text text)
{
    struct said_line *line = memory_zeroed(1, sizeof *line);
    line->room = room;
    line->player = player->id;
    line->from = memory_text(player->name, strlen(player->name));
    line->text = memory_text(text.bytes, text.len);
    line->at_ms = hall->now_ms;
    DL_APPEND(room->lines, line);
    DL_APPEND2(hall->lines, line, prev_by_age, next_by_age);
    if (++room->count > HALL_CHAT_KEPT)
        line_destroy(hall, room->lines);
    if (++hall->line_count > HALL_CHAT_KEPT_IN_ALL)
        line_destroy(hall, hall->lines);
    return line;
}

/* The match of a request and the room that is the caller's in it; NULL, and the request is refused,
 * when there is none. */
static struct match *find_room(struct hall *hall, struct hall_caller from, int64_t id,
                               enum chat_room *ret_room)
{
    struct match *match = match_find(hall, id);
    if (!match)
        match = match_find_ended(hall, id);
    if (!match) {
        refuse(hall, from, ERROR_NO_SUCH_MATCH, "there is no chat in match %lld (any more)",
               (long long)id);
        return NULL;
    }
    bool is_player = match_seat_of(match, player_of(hall, from)) != SEAT_NOBODY;
    if (!is_player && !id_list_has(&match->spectators, from.session)) {
        refuse(hall, from, ERROR_NOT_HERE, "you neither play match %lld nor watch it",
               (long long)id);
        return NULL;
    }
    *ret_room = is_player ? ROOM_PLAYERS : ROOM_SPECTATORS;
    return match;
}

static const char *room_text(enum chat_room room)
{
    return room == ROOM_PLAYERS ? "players" : "spectators";
}

static bool wants(const struct hall *hall, const struct player *listener,
                  const struct said_line *line)
{
    return !id_list_has(&listener->muted, (uint64_t)line->player) &&
           !block_exists(hall, listener->id, line->player);
}

/* It points into the line. */
static struct wire_chat_line line_wire(const struct match *match, enum chat_room room,
                                       const struct said_line *line)
{
    return (struct wire_chat_line){
        .match = match->record.id,
        .room = wire_text(room_text(room)),
        .from = wire_text(line->from),
        .text = wire_text(line->text),
        .at = line->at_ms,
    };
}

/* About as many bytes as an event with such a line has. */
static size_t line_bytes(size_t text_len)
{
    return 128 + text_len;
}

/* A spectator whose program is behind with its reading finds the line in chat.list. */
static void tell_if_wanted(const struct hall *hall, struct message *message, uint64_t id,
                           enum chat_room room, const struct said_line *line)
{
    const struct session *session = session_find(hall, id);
    if (session && wants(hall, session->player, line) &&
        !(room == ROOM_SPECTATORS && session->is_behind))
        message_to(message, id);
}

static void tell_room(struct hall *hall, const struct match *match, enum chat_room room,
                      const struct said_line *line)
{
    struct wire_chat_line event = line_wire(match, room, line);
    struct message *message = say(hall, WIRE_EVENT_CHAT_SAID, &event);
    if (room == ROOM_PLAYERS) {
        for (int i = 0; i < 2; i++)
            tell_if_wanted(hall, message, match->seats[i].player->session, room, line);
        message_count_unasked(hall, message, line_bytes(strlen(line->text)));
    } else {
        for (size_t i = 0; i < match->spectators.count; i++)
            tell_if_wanted(hall, message, match->spectators.ids[i], room, line);
    }
}

/* May the caller say a line of this length there? Otherwise the request is refused. */
static bool may_say(struct hall *hall, struct hall_caller from, const struct match *match,
                    enum chat_room room, size_t len)
{
    if (room == ROOM_SPECTATORS)
        return true;
    bool is_first = match->seats[0].player == player_of(hall, from);
    const struct player *opponent = match->seats[is_first].player;
    return !opponent->session ||
           session_may_be_told(hall, from, opponent->session, line_bytes(len));
}

void hall_chat_say(struct hall *hall, struct hall_caller from, int64_t id, struct hall_text text,
                   struct hall_text key)
{
    const struct player *player = change_begin(hall, from, REQUEST_CHAT_SAY, id, key);
    if (!player)
        return;
    struct error error;
    if (line_check("the text", text.bytes, text.len, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    enum chat_room room;
    struct match *match = find_room(hall, from, id, &room);
    if (!match || !may_say(hall, from, match, room, text.len))
        return;
    if (!match->rooms)
        match->rooms = memory_zeroed(ROOM_COUNT, sizeof *match->rooms);
    const struct said_line *line = line_add(hall, &match->rooms[room], player, text);
    struct line_record *record = &batch_append(hall->open, RECORD_LINE)->line;
    *record = (struct line_record){
        .match = id,
        .room = room_text(room),
        .player = player->id,
        .name = batch_keep(hall->open, player->name, strlen(player->name)),
        .text = batch_keep(hall->open, text.bytes, text.len),
        .at_ms = hall->now_ms,
    };
    payers_charge(hall, player, COST_LINE, strlen(player->name) + text.len);
    answer_keep(hall, player->id, key, REQUEST_CHAT_SAY, id, 0, false);
    answer_done(hall, from);
    tell_room(hall, match, room, line);
}

void hall_chat_list(struct hall *hall, struct hall_caller from, int64_t id)
{
    enum chat_room room;
    const struct match *match = find_room(hall, from, id, &room);
    if (!match)
        return;
    const struct player *player = player_of(hall, from);
    const struct room silent = {0}, *said = match->rooms ? &match->rooms[room] : &silent;
    struct wire_chat_line list[HALL_CHAT_KEPT];
    size_t count = 0;
    const struct said_line *line;
    DL_FOREACH (said->lines, line) {
        if (wants(hall, player, line))
            list[count++] = line_wire(match, room, line);
    }
    assert(count <= HALL_CHAT_KEPT);
    answer(hall, from, &wire_record_chat_lines,
           &(struct wire_chat_lines){.lines = list, .lines_count = count});
}

void hall_chat_mute(struct hall *hall, struct hall_caller from, struct hall_text name, bool muted)
{
    struct player *player = player_of(hall, from);
    const struct player *other = player_named(hall, name);
    if (!other)
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "'%.*s' is not here", (int)name.len, name.bytes);
    else if (other == player)
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "you cannot mute yourself");
    else if (muted && player->muted.count == HALL_MUTED_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you have muted %d players: let one of them be heard again first", HALL_MUTED_MAX);
    else {
        if (muted)
            id_list_add(&player->muted, (uint64_t)other->id);
        else
            id_list_remove(&player->muted, (uint64_t)other->id);
        answer_done(hall, from);
    }
}
