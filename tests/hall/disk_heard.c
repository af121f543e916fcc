#include "tests/hall/disk_heard.h"

#include <stdlib.h>
#include <string.h>

static const struct disk_match *match_on_disk(const struct disk *disk, int64_t id, int64_t ply)
{
    const struct disk_match *match = disk_match(disk, id);
    require(match, "match %lld is spoken of before it is on disk", (long long)id);
    require(ply <= match->most_plies, "ply %lld of match %lld is spoken of before it is on disk",
            (long long)ply, (long long)id);
    return match;
}

/* The match as it stood after `seq` changes, none of which is its end. */
static const struct disk_change *change_on_disk(const struct disk *disk, int64_t id, int64_t seq)
{
    const struct disk_match *match = match_on_disk(disk, id, 0);
    require(seq >= 0 && seq < match->change_count,
            "change %lld of match %lld is spoken of before it is on disk", (long long)seq,
            (long long)id);
    return &match->changes[seq];
}

/* `position` NULL: not told. */
static void check_standing(const struct disk *disk, int64_t id, int64_t seq, int64_t ply,
                           const char *position)
{
    const struct disk_change *change = change_on_disk(disk, id, seq);
    require(ply == change->ply && (!position || strcmp(position, change->position) == 0),
            "match %lld is said to stand at %s with %lld moves after %lld changes, but that is %s "
            "with %lld",
            (long long)id, position ? position : "-", (long long)ply, (long long)seq,
            change->position, (long long)change->ply);
    require(position || strlen(change->position) > WIRE_EVENT_POSITION_MAX,
            "change %lld of match %lld is told without its position", (long long)seq,
            (long long)id);
}

/* How often moves had been taken back after `seq` changes. */
static int64_t times_back(const struct disk_match *match, int64_t seq)
{
    int64_t times = 0;
    for (int64_t i = 1; i <= seq; i++)
        times += match->changes[i].move == NULL;
    return times;
}

static void check_back(const struct disk_match *match, int64_t seq, int64_t back)
{
    require((back == WIRE_ABSENT ? 0 : back) == times_back(match, seq),
            "match %lld is said to have been taken back %lld times after %lld changes",
            (long long)match->id, (long long)back, (long long)seq);
}

/* Of a live match. */
static void check_summary(const struct disk *disk, const struct wire_summary *summary)
{
    const struct disk_match *match = match_on_disk(disk, summary->match, summary->ply);
    int64_t tournament = summary->tournament == WIRE_ABSENT ? 0 : summary->tournament;
    const char *look = summary->look.bytes ? summary->look.bytes : "";
    require(strcmp(summary->rules.bytes, match->rules.text) == 0 &&
                strcmp(look, match->look) == 0 && strcmp(summary->start.bytes, match->start) == 0 &&
                strcmp(summary->first.bytes, disk_player(disk, match->first)->name) == 0 &&
                strcmp(summary->second.bytes, disk_player(disk, match->second)->name) == 0 &&
                summary->created == match->created_ms && !summary->ending.bytes &&
                summary->rated == match->rated && tournament == match->tournament,
            "match %lld is summarised wrongly", (long long)summary->match);
}

/* Also of a match without a clock. A list of credits that are all 0 is left out. */
static void check_view_times(const struct disk_match *match, const int64_t *moves,
                             const struct wire_match *view)
{
    require(view->moves_count == 0 || view->taken,
            "match %lld is shown without the times of its moves", (long long)match->id);
    for (size_t i = 0; i < view->moves_count; i++) {
        const struct disk_times *times =
            &match->changes[moves[view->from_ply - 1 + (int64_t)i]].times;
        int64_t credit = view->credit ? view->credit[i] : 0;
        require(view->taken[i] == times->taken_ms && credit == times->credit_ms,
                "the times of move %lld of match %lld are shown otherwise than they are on disk",
                (long long)(view->from_ply + (int64_t)i), (long long)match->id);
    }
}

/* The page of moves has to be what stands on disk. */
static void check_view(const struct disk *disk, const struct wire_match *view)
{
    const struct disk_match *match = match_on_disk(disk, view->match, view->ply);
    struct wire_summary summary; /* which a match begins with */
    memcpy(&summary, view, sizeof summary);
    check_summary(disk, &summary);
    check_standing(disk, match->id, view->seq, view->ply, view->position.bytes);
    check_back(match, view->seq, view->back);
    require((size_t)(view->back == WIRE_ABSENT ? 0 : view->back) == view->taken_back_count,
            "match %lld is shown with a wrong record of what was taken back", (long long)match->id);
    int64_t *moves = disk_moves_at(match, view->seq);
    for (size_t i = 0; i < view->moves_count; i++)
        require(strcmp(view->moves[i].bytes,
                       match->changes[moves[view->from_ply - 1 + (int64_t)i]].move) == 0,
                "move %lld of match %lld is shown as %s", (long long)(view->from_ply + (int64_t)i),
                (long long)match->id, view->moves[i].bytes);
    check_view_times(match, moves, view);
    free(moves);
}

static void check_welcome(const struct disk *disk, const struct heard *heard)
{
    const struct disk_player *player = disk_player(disk, heard->welcome.player);
    require(player && strcmp(player->name, heard->welcome.name.bytes) == 0,
            "'%s' is welcomed before they are on disk", heard->welcome.name.bytes);
    require(!heard->welcome.account || player->password,
            "'%s' is told of an account that is not on disk", heard->welcome.name.bytes);
    const struct disk_token *token = disk_token_shown(disk, heard->welcome.token.bytes);
    require(token && token->player == player->id &&
                token->expires_ms >= heard->welcome.token_expires,
            "'%s' is given a token that is not on disk", heard->welcome.name.bytes);
    for (size_t i = 0; i < heard->welcome.matches_count; i++)
        match_on_disk(disk, heard->welcome.matches[i], 0);
}

static void check_code(const struct disk *disk, const struct wire_code *code)
{
    unsigned char hash[TOKEN_HASH_BYTES];
    disk_hash_token(code->code.bytes, hash);
    for (size_t i = 0; i < disk->code_count; i++)
        if (disk->codes[i].expires_ms == code->expires &&
            memcmp(disk->codes[i].hash, hash, TOKEN_HASH_BYTES) == 0)
            return;
    require(false, "a one-time code is told that is not on disk");
}

static void check_moved(const struct disk *disk, const struct heard *heard)
{
    const struct wire_moved *moved = &heard->moved;
    const struct disk_change *change = change_on_disk(disk, moved->match, moved->seq);
    require(change->move && strcmp(moved->move.bytes, change->move) == 0,
            "move %lld of match %lld is told as %s", (long long)moved->ply, (long long)moved->match,
            moved->move.bytes);
    check_standing(disk, moved->match, moved->seq, moved->ply, moved->position.bytes);
}

static void check_taken_back(const struct disk *disk, const struct wire_taken_back *taken_back)
{
    const struct disk_change *change = change_on_disk(disk, taken_back->match, taken_back->seq);
    require(taken_back->seq > 0 && !change->move,
            "in match %lld nothing is taken back at change %lld", (long long)taken_back->match,
            (long long)taken_back->seq);
    check_standing(disk, taken_back->match, taken_back->seq, taken_back->ply,
                   taken_back->position.bytes);
    check_back(disk_match(disk, taken_back->match), taken_back->seq, taken_back->back);
}

/* A question is asked about a move that stands, by its player. */
static void check_takeback(const struct disk *disk, const struct wire_takeback *takeback)
{
    const struct disk_change *change = change_on_disk(disk, takeback->match, takeback->seq);
    const struct disk_match *match = disk_match(disk, takeback->match);
    require(takeback->ply <= change->ply && !match->rated && !match->tournament &&
                heard_seat(takeback->player) == (takeback->ply % 2 ? SEAT_FIRST : SEAT_SECOND),
            "match %lld: nobody can ask to take move %lld back", (long long)takeback->match,
            (long long)takeback->ply);
}

static void check_done(const struct disk *disk, const struct wire_move_done *done)
{
    const struct disk_change *change = change_on_disk(disk, done->match, done->seq);
    require(change->move && change->ply == done->ply,
            "change %lld of match %lld is acknowledged as its move %lld", (long long)done->seq,
            (long long)done->match, (long long)done->ply);
}

static void check_stale(const struct disk *disk, const struct wire_stale *stale)
{
    check_standing(disk, stale->match, stale->seq, stale->ply, stale->position.bytes);
    check_back(disk_match(disk, stale->match), stale->seq, stale->back);
}

static void check_ended(const struct disk *disk, const struct heard *heard)
{
    const struct disk_match *match = match_on_disk(disk, heard->ended.match, 0);
    require(match->ending == heard_ending(heard->ended.ending) &&
                match->winner == heard_seat(heard->ended.winner) &&
                heard->ended.seq == disk_seq(match),
            "match %lld is told to have ended otherwise than it did", (long long)match->id);
}

static void check_present(const struct disk *disk, int64_t id, const char *name)
{
    const struct disk_player *player = disk_player(disk, id);
    require(player && strcmp(player->name, name) == 0, "'%s' is listed before they are on disk",
            name);
}

/* The database is asked only about what will not change any more: ended matches, and moves made. */
static void check_look_up(const struct disk *disk, int64_t id, int64_t ply)
{
    const struct disk_match *match = disk_match(disk, id);
    require(!match || match->ending != ENDING_NONE || ply <= match->most_plies,
            "match %lld is looked up though it is live", (long long)id);
}

/* How it stands is on disk; since then more may have happened. */
static void check_news(const struct disk *disk, const struct wire_tournament_news *news)
{
    const struct disk_tournament *tournament = disk_tournament(disk, news->tournament);
    enum tournament_state state = heard_state(news->state);
    require(tournament && (tournament->state >= state || state == TOURNAMENT_PAUSED),
            "tournament %lld is said to be %s, which is not on disk", (long long)news->tournament,
            news->state.bytes);
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

/* It is or was on disk. */
static void check_invitation(const struct disk *disk, int64_t id)
{
    require(id <= disk->last_invitation, "invitation %lld is told of before it is on disk",
            (long long)id);
}

void disk_check_heard(const struct disk *disk, const struct heard *heard)
{
    switch (heard->kind) {
    case HEARD_WELCOME:
        check_welcome(disk, heard);
        break;
    case HEARD_MATCH:
    case HEARD_MATCH_STARTED:
        check_view(disk, &heard->match);
        break;
    case HEARD_MOVE_DONE:
        check_done(disk, &heard->move_done);
        break;
    case HEARD_REMATCH:
        if (heard->rematch.match != WIRE_ABSENT)
            match_on_disk(disk, heard->rematch.match, 0);
        break;
    case HEARD_SUMMARIES:
        for (size_t i = 0; i < heard->summaries.matches_count; i++)
            check_summary(disk, &heard->summaries.matches[i]);
        break;
    case HEARD_ERROR:
        if (heard->is_stale)
            check_stale(disk, &heard->stale);
        break;
    case HEARD_LOOK_UP_MATCH:
        check_look_up(disk, heard->message->look_up_match.match, INT64_MAX);
        break;
    case HEARD_LOOK_UP_MOVE:
        check_look_up(disk, heard->message->look_up_move.match, heard->message->look_up_move.ply);
        break;
    case HEARD_MOVED:
        check_moved(disk, heard);
        break;
    case HEARD_TAKEBACK:
        check_takeback(disk, &heard->takeback);
        break;
    case HEARD_TAKEN_BACK:
        check_taken_back(disk, &heard->taken_back);
        break;
    case HEARD_ENDED:
        check_ended(disk, heard);
        break;
    case HEARD_CHAT:
        match_on_disk(disk, heard->chat.match, 0);
        require(
            disk_has_line(disk, heard->chat.match, heard->chat.from.bytes, heard->chat.text.bytes),
            "'%s' is heard before it is on disk", heard->chat.text.bytes);
        break;
    case HEARD_PRESENCE:
        change_on_disk(disk, heard->presence.match, heard->presence.seq);
        break;
    case HEARD_PRESENT:
        for (size_t i = 0; i < heard->present.players_count; i++)
            check_present(disk, heard->present.players[i].player,
                          heard->present.players[i].name.bytes);
        break;
    case HEARD_ONLINE:
        for (size_t i = 0; i < heard->online.players_count; i++)
            check_present(disk, heard->online.players[i].player,
                          heard->online.players[i].name.bytes);
        break;
    case HEARD_TOURNAMENT_NUMBER:
        require(disk_tournament(disk, heard->tournament_number.tournament),
                "tournament %lld is spoken of before it is on disk",
                (long long)heard->tournament_number.tournament);
        break;
    case HEARD_TOURNAMENT:
    case HEARD_TOURNAMENT_NOW:
        check_news(disk, &heard->tournament);
        break;
    case HEARD_DRAW_START:
        require(disk_tournament(disk, heard->message->draw_start.tournament)->state !=
                    TOURNAMENT_OPEN,
                "a start of tournament %lld is drawn before it has begun",
                (long long)heard->message->draw_start.tournament);
        break;
    case HEARD_JUDGE:
        check_look_up(disk, heard->message->judge.match, INT64_MAX);
        require(disk_match(disk, heard->message->judge.match),
                "match %lld is judged before it is on disk",
                (long long)heard->message->judge.match);
        break;
    case HEARD_CODE:
        check_code(disk, &heard->code);
        break;
    case HEARD_REPORT_NUMBER:
        require((size_t)heard->report_number.report <= disk->report_count,
                "report %lld is told of before it is on disk",
                (long long)heard->report_number.report);
        break;
    case HEARD_INVITATION_MADE:
        check_invitation(disk, heard->invitation_made.invitation);
        break;
    case HEARD_INVITATION:
        check_invitation(disk, heard->shown_invitation.invitation);
        break;
    case HEARD_INVITATIONS:
        for (size_t i = 0; i < heard->invitations.invitations_count; i++)
            check_invitation(disk, heard->invitations.invitations[i].invitation);
        break;
    case HEARD_INVITATION_CLOSED:
        require(!disk_invitation(disk, heard->invitation_closed.invitation),
                "invitation %lld is said to be gone before that is on disk",
                (long long)heard->invitation_closed.invitation);
        break;
    case HEARD_LOOK_UP_PUZZLE:
    case HEARD_LOOK_UP_PRACTICE:
    case HEARD_LOOK_UP_PUZZLE_CHANGE:
        require(disk_player(disk, heard->message->look_up_puzzle.player) &&
                    disk_player(disk, heard->message->look_up_puzzle.player)->password,
                "the practice of player %lld is looked up, who has no account",
                (long long)heard->message->look_up_puzzle.player);
        break;
    case HEARD_NOTHING:
    case HEARD_PUZZLE_DONE:
    case HEARD_PUZZLE_ADDED:
    case HEARD_OFFER_NUMBER:
    case HEARD_CLEARED:
    case HEARD_OFFERS:
    case HEARD_CHAT_LINES:
    case HEARD_BANS:
    case HEARD_BLOCKS:
    case HEARD_LOOK_UP_HELLO:
    case HEARD_LOOK_UP_PASSWORD:
    case HEARD_LOOK_UP_ACCOUNT:
    case HEARD_LOOK_UP_TOKENS:
    case HEARD_LOOK_UP_REPORTS:
    case HEARD_LOOK_UP_REPORT:
    case HEARD_LOOK_UP_HISTORY:
    case HEARD_LOOK_UP_VERSUS:
    case HEARD_LOOK_UP_TOURNAMENTS:
    case HEARD_LOOK_UP_TOURNAMENT:
    case HEARD_LOOK_UP_STANDINGS:
    case HEARD_LOOK_UP_PAIRS:
    case HEARD_LOOK_UP_EXPORT:
    case HEARD_LOOK_UP_SEAL:
    case HEARD_LOOK_UP_RATING_POINTS:
    case HEARD_LOOK_UP_RATINGS:
    case HEARD_OFFER_RECEIVED:
    case HEARD_OFFER_CLOSED:
    case HEARD_LOBBY:
    case HEARD_STALLED:
    case HEARD_RESUMED:
    case HEARD_CLOSING:
    case HEARD_REPLACED:
    case HEARD_KICKED:
    case HEARD_COUNT:
        break;
    }
}
