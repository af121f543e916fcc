#include "tests/hall/heard.h"

#include <string.h>

static const struct disk_match *match_on_disk(const struct disk *disk, int64_t id, int64_t ply)
{
    const struct disk_match *match = disk_match(disk, id);
    require(match, "match %lld is spoken of before it is on disk", (long long)id);
    require(ply <= match->plies, "ply %lld of match %lld is spoken of before it is on disk",
            (long long)ply, (long long)id);
    return match;
}

static void check_position(const struct disk *disk, int64_t id, int64_t ply, const char *position)
{
    const struct disk_match *match = match_on_disk(disk, id, ply);
    require(strcmp(position, match->positions[ply]) == 0,
            "match %lld is said to stand at %s after %lld moves, but that is %s", (long long)id,
            position, (long long)ply, match->positions[ply]);
}

static void check_summary(const struct disk *disk, const struct match_summary *summary)
{
    const struct disk_match *match = match_on_disk(disk, summary->match, summary->ply);
    require(strcmp(summary->rules, match->rules.text) == 0 &&
                strcmp(summary->start, match->start) == 0 &&
                strcmp(summary->first, disk_player(disk, match->first)->name) == 0 &&
                strcmp(summary->second, disk_player(disk, match->second)->name) == 0 &&
                summary->created_ms == match->created_ms && summary->ending == ENDING_NONE &&
                summary->rated == match->rated && summary->tournament == match->tournament,
            "match %lld is summarised wrongly", (long long)summary->match);
}

/* Also of a match without a clock. */
static void check_view_times(const struct disk_match *match, const struct match_view *view)
{
    require(view->move_count == 0 || (view->taken_ms && view->credit_ms),
            "match %lld is shown without the times of its moves", (long long)match->id);
    for (int64_t i = 0; i < view->move_count; i++) {
        const struct disk_times *times = &match->times[view->from_ply - 1 + i];
        require(view->taken_ms[i] == times->taken_ms && view->credit_ms[i] == times->credit_ms,
                "the times of move %lld of match %lld are shown otherwise than they are on disk",
                (long long)(view->from_ply + i), (long long)match->id);
    }
}

/* The page of moves has to be what stands on disk. */
static void check_view(const struct disk *disk, const struct match_view *view)
{
    const struct disk_match *match = match_on_disk(disk, view->summary.match, view->summary.ply);
    const char *moves = text_string(&view->moves);
    check_summary(disk, &view->summary);
    check_position(disk, match->id, view->summary.ply, text_string(&view->position));
    require(view->seq == view->summary.ply, "a live match has as many changes as moves");
    for (int64_t i = 0; i < view->move_count; i++) {
        const char *expected = match->moves[view->from_ply - 1 + i];
        size_t len = strcspn(moves, " ");
        require(len == strlen(expected) && memcmp(moves, expected, len) == 0,
                "move %lld of match %lld is shown as %s", (long long)(view->from_ply + i),
                (long long)match->id, moves);
        moves += len + (moves[len] == ' ');
    }
    check_view_times(match, view);
    require(*moves == '\0', "match %lld is shown with more moves than it counts",
            (long long)match->id);
}

static void check_welcome(const struct disk *disk, const struct message *message)
{
    const struct disk_player *player = disk_player(disk, message->welcome.player);
    require(player && strcmp(player->name, message->welcome.name) == 0,
            "'%s' is welcomed before they are on disk", message->welcome.name);
    require(!message->welcome.account || player->password,
            "'%s' is told of an account that is not on disk", message->welcome.name);
    const struct disk_token *token = disk_token_shown(disk, message->welcome.token);
    require(token && token->player == player->id &&
                token->expires_ms >= message->welcome.token_expires_ms,
            "'%s' is given a token that is not on disk", message->welcome.name);
    for (size_t i = 0; i < message->welcome.match_count; i++)
        match_on_disk(disk, message->welcome.matches[i], 0);
}

static void check_moved(const struct disk *disk, const struct message *message)
{
    int64_t ply = message->moved.ply;
    const struct disk_match *match = match_on_disk(disk, message->moved.match, ply);
    require(strcmp(message->moved.move, match->moves[ply - 1]) == 0 && message->moved.seq == ply,
            "move %lld of match %lld is told as %s", (long long)ply, (long long)match->id,
            message->moved.move);
    check_position(disk, match->id, ply, message->moved.position);
}

static void check_ended(const struct disk *disk, const struct message *message)
{
    const struct disk_match *match = match_on_disk(disk, message->ended.match, 0);
    require(match->ending == message->ended.ending && match->winner == message->ended.winner &&
                message->ended.seq == match->plies + 1,
            "match %lld is told to have ended otherwise than it did", (long long)match->id);
}

static void check_present(const struct disk *disk, const struct present_view *view)
{
    const struct disk_player *player = disk_player(disk, view->player);
    require(player && strcmp(player->name, view->name) == 0,
            "'%s' is listed before they are on disk", view->name);
}

/* The database is asked only about what will not change any more: ended matches, and moves made. */
static void check_look_up(const struct disk *disk, int64_t id, int64_t ply)
{
    const struct disk_match *match = disk_match(disk, id);
    require(!match || match->ending != ENDING_NONE || ply <= match->plies,
            "match %lld is looked up though it is live", (long long)id);
}

/* How it stands is on disk; since then more may have happened. */
static void check_news(const struct disk *disk, const struct tournament_news *news)
{
    const struct disk_tournament *tournament = disk_tournament(disk, news->tournament);
    require(tournament && (tournament->state >= news->state || news->state == TOURNAMENT_PAUSED),
            "tournament %lld is said to be %s, which is not on disk", (long long)news->tournament,
            tournament_state_text(news->state));
    int64_t over = 0, round = 0;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        round = tournament->pairs[i].round > round ? tournament->pairs[i].round : round;
        for (int game = 0; game < 2; game++) {
            const struct disk_match *match = disk_match(disk, tournament->pairs[i].matches[game]);
            over += match && match->ending != ENDING_NONE;
        }
    }
    require(news->round <= round,
            "tournament %lld is said to be in round %lld, which is not on disk",
            (long long)tournament->id, (long long)news->round);
    require(news->matches <= over && news->unjudged <= news->matches && news->round >= 0 &&
                news->live >= 0 && news->live <= tournament->at_once && news->missing >= 0,
            "tournament %lld: %lld matches are said to be over, %lld are",
            (long long)tournament->id, (long long)news->matches, (long long)over);
}

void disk_check_message(const struct disk *disk, const struct message *message)
{
    switch (message->kind) {
    case MESSAGE_WELCOME:
        check_welcome(disk, message);
        break;
    case MESSAGE_MATCH:
    case MESSAGE_MATCH_STARTED:
        check_view(disk, &message->match.view);
        break;
    case MESSAGE_MOVE_DONE:
        match_on_disk(disk, message->move_done.match, message->move_done.ply);
        break;
    case MESSAGE_REMATCH:
        if (message->rematch.match)
            match_on_disk(disk, message->rematch.match, 0);
        break;
    case MESSAGE_SUMMARIES:
        for (size_t i = 0; i < message->summaries.count; i++)
            check_summary(disk, &message->summaries.list[i]);
        break;
    case MESSAGE_ERROR:
        if (message->error.stale)
            check_position(disk, message->error.match, message->error.ply, message->error.position);
        break;
    case MESSAGE_LOOK_UP_MATCH:
        check_look_up(disk, message->look_up_match.match, INT64_MAX);
        break;
    case MESSAGE_LOOK_UP_MOVE:
        check_look_up(disk, message->look_up_move.match, message->look_up_move.ply);
        break;
    case MESSAGE_MOVED:
        check_moved(disk, message);
        break;
    case MESSAGE_ENDED:
        check_ended(disk, message);
        break;
    case MESSAGE_CHAT:
        match_on_disk(disk, message->chat.match, 0);
        break;
    case MESSAGE_PRESENCE:
        match_on_disk(disk, message->presence.match, message->presence.seq);
        break;
    case MESSAGE_PRESENT:
    case MESSAGE_ONLINE:
        for (size_t i = 0; i < message->present.count; i++)
            check_present(disk, &message->present.list[i]);
        break;
    case MESSAGE_TOURNAMENT_NUMBER:
        require(disk_tournament(disk, message->tournament_number),
                "tournament %lld is spoken of before it is on disk",
                (long long)message->tournament_number);
        break;
    case MESSAGE_TOURNAMENT:
    case MESSAGE_TOURNAMENT_NOW:
        check_news(disk, &message->tournament);
        break;
    case MESSAGE_DRAW_START:
        require(disk_tournament(disk, message->draw_start.tournament)->state != TOURNAMENT_OPEN,
                "a start of tournament %lld is drawn before it has begun",
                (long long)message->draw_start.tournament);
        break;
    case MESSAGE_JUDGE:
        check_look_up(disk, message->judge.match, INT64_MAX);
        require(disk_match(disk, message->judge.match), "match %lld is judged before it is on disk",
                (long long)message->judge.match);
        break;
    case MESSAGE_NOTHING:
    case MESSAGE_OFFER_NUMBER:
    case MESSAGE_CLEARED:
    case MESSAGE_OFFERS:
    case MESSAGE_CHAT_LINES:
    case MESSAGE_BANS:
    case MESSAGE_LOOK_UP_HELLO:
    case MESSAGE_LOOK_UP_PASSWORD:
    case MESSAGE_LOOK_UP_TOKENS:
    case MESSAGE_LOOK_UP_HISTORY:
    case MESSAGE_LOOK_UP_TOURNAMENTS:
    case MESSAGE_LOOK_UP_TOURNAMENT:
    case MESSAGE_LOOK_UP_STANDINGS:
    case MESSAGE_LOOK_UP_PAIRS:
    case MESSAGE_LOOK_UP_EXPORT:
    case MESSAGE_LOOK_UP_SEAL:
    case MESSAGE_LOOK_UP_RATINGS:
    case MESSAGE_OFFER_RECEIVED:
    case MESSAGE_OFFER_CLOSED:
    case MESSAGE_STALLED:
    case MESSAGE_RESUMED:
    case MESSAGE_CLOSING:
    case MESSAGE_REPLACED:
    case MESSAGE_KICKED:
        break;
    }
}
