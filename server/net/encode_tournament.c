/* Tournaments: how they stand, who stands where, who has met whom; the record; ratings. */
#include "server/net/encode.h"
#include "server/net/encode_parts.h"

#include "common/base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { NOT_OVER = 3 }; /* instead of points of a match */

/* --- what the hall says --- */

void encode_tournament_number(struct text *out, const struct message *message)
{
    struct wire_tournament_number wire = {.tournament = message->tournament_number};
    wire_encode_result(out, message->request, &wire_record_tournament_number, &wire);
}

static void fill_news(struct wire_tournament_news *wire, const struct tournament_news *news)
{
    *wire = (struct wire_tournament_news){
        .tournament = news->tournament,
        .state = wire_text(tournament_state_text(news->state)),
        .reason = wire_text(news->reason),
        .round = news->round,
        .matches = news->matches,
        .total = news->total,
        .live = news->live,
        .missing = news->missing,
        .unjudged = news->unjudged,
    };
}

void encode_tournament_now(struct text *out, const struct message *message)
{
    struct wire_tournament_news wire;
    fill_news(&wire, &message->tournament);
    wire_encode_result(out, message->request, &wire_record_tournament_news, &wire);
}

void encode_tournament_changed(struct text *out, const struct message *message)
{
    struct wire_tournament_news wire;
    fill_news(&wire, &message->tournament);
    wire_encode_event(out, WIRE_EVENT_TOURNAMENT_CHANGED, &wire);
}

/* --- a tournament --- */

static struct wire_entrant *list_entrants(const struct tournament_view *view)
{
    struct wire_entrant *list = memory_zeroed(view->entrant_count, sizeof *list);
    for (size_t i = 0; i < view->entrant_count; i++)
        list[i] = (struct wire_entrant){
            .name = wire_text(view->entrants[i].name),
            .joined = view->entrants[i].joined,
            .withdrawn = unless_negative(view->entrants[i].withdrawn),
        };
    return list;
}

static struct wire_forbidden *list_forbidden(const struct tournament_view *view)
{
    struct wire_forbidden *list = memory_zeroed(view->forbidden_count, sizeof *list);
    for (size_t i = 0; i < view->forbidden_count; i++)
        list[i] = (struct wire_forbidden){
            .first = wire_text(view->entrants[view->forbidden[i].first].name),
            .second = wire_text(view->entrants[view->forbidden[i].second].name),
        };
    return list;
}

static void fill_tournament(struct wire_tournament *wire, const struct tournament_view *view)
{
    *wire = (struct wire_tournament){
        .tournament = view->tournament,
        .name = wire_text(view->name),
        .owner = wire_text(view->owner_name),
        .rules = wire_text(view->rules),
        .format = wire_text(tournament_format_text(view->format)),
        .rounds = view->rounds,
        .starts = wire_text(view->starts),
        .seed = tournament_state_is_over(view->state) ? view->seed : WIRE_ABSENT,
        .clock = wire_text(view->clock),
        .at_once = view->at_once,
        .each_at_once = or_absent(view->each_at_once),
        .rated = view->rated,
        .invited = view->invited,
        .state = wire_text(tournament_state_text(view->state)),
        .reason = wire_text(view->reason),
        .created = view->created_ms,
        .started = or_absent(view->started_ms),
        .ended = or_absent(view->ended_ms),
        .entrants = (int64_t)view->entrant_count,
        .round = view->round,
        .matches = view->matches,
        .total = view->total,
    };
}

/* With who takes part in it; free_players(). */
static void fill_players(struct wire_tournament *wire, const struct tournament_view *view)
{
    wire->players = list_entrants(view);
    wire->players_count = view->entrant_count;
    wire->forbidden = list_forbidden(view);
    wire->forbidden_count = view->forbidden_count;
}

static void free_players(struct wire_tournament *wire)
{
    free(wire->players);
    free(wire->forbidden);
}

void encode_tournament(struct text *out, uint32_t request, const struct tournament_view *view)
{
    struct wire_tournament wire;
    fill_tournament(&wire, view);
    fill_players(&wire, view);
    wire_encode_result(out, request, &wire_record_tournament, &wire);
    free_players(&wire);
}

void encode_tournaments(struct text *out, uint32_t request, const struct tournament_view *list,
                        size_t count, bool more)
{
    struct wire_tournaments wire = {
        .tournaments = memory_zeroed(count, sizeof *wire.tournaments),
        .tournaments_count = count,
        .more = more,
    };
    for (size_t i = 0; i < count; i++)
        fill_tournament(&wire.tournaments[i], &list[i]);
    wire_encode_result(out, request, &wire_record_tournaments, &wire);
    free(wire.tournaments);
}

/* --- who stands where --- */

static void fill_standing(struct wire_standing *wire, struct standing_view *view)
{
    struct standing *standing = &view->standing;
    *wire = (struct wire_standing){
        .player = wire_text(view->player),
        .rank = standing->rank,
        .points = standing->points,
        .played = standing->played,
        .won = standing->won,
        .drawn = standing->drawn,
        .lost = standing->lost,
        .pairs = standing->pairs,
        .pairs_count = PAIR_SCORES,
        .direct = standing->direct,
        .buchholz = standing->buchholz,
        .sonneborn_berger = standing->sonneborn_berger,
        .met = view->marks.met,
        .kept = view->marks.kept,
        .thrown = view->marks.thrown,
    };
}

void encode_standings(struct text *out, uint32_t request, const struct tournament_view *view,
                      struct standing_view *list, size_t count)
{
    struct wire_tournament tournament;
    fill_tournament(&tournament, view);
    fill_players(&tournament, view);
    struct wire_standings wire = {
        .tournament = &tournament,
        .standings = memory_zeroed(count, sizeof *wire.standings),
        .standings_count = count,
    };
    for (size_t i = 0; i < count; i++)
        fill_standing(&wire.standings[i], &list[i]);
    wire_encode_result(out, request, &wire_record_standings, &wire);
    free(wire.standings);
    free_players(&tournament);
}

/* --- who has met whom --- */

/* A pair with the lists that its wire form points to. */
struct pair_lists {
    int64_t matches[2], begun[2], points[2];
};

static void fill_pair(struct wire_pair *wire, struct pair_lists *lists,
                      const struct pair_view *view)
{
    size_t count = 0;
    for (int game = 0; game < 2; game++)
        if (view->matches[game]) {
            lists->matches[count] = view->matches[game];
            lists->begun[count] = game + 1;
            lists->points[count++] = view->points[game] < 0 ? NOT_OVER : view->points[game];
        }
    *wire = (struct wire_pair){
        .number = view->number,
        .round = view->round,
        .board = view->board,
        .leg = view->leg,
        .attempt = view->attempt,
        .kind = wire_text(meeting_kind_text(view->kind)),
        .first = wire_text(view->first),
        .second = wire_text(view->second),
        .start = wire_text(view->start),
        .is_void = view->is_void,
        .matches = count ? lists->matches : NULL,
        .matches_count = count,
        .begun = count ? lists->begun : NULL,
        .begun_count = count,
        .points = count ? lists->points : NULL,
        .points_count = count,
    };
}

void encode_pairs(struct text *out, uint32_t request, const struct pair_view *list, size_t count,
                  bool more)
{
    struct pair_lists *lists = memory_zeroed(count, sizeof *lists);
    struct wire_pairs wire = {
        .pairs = memory_zeroed(count, sizeof *wire.pairs),
        .pairs_count = count,
        .more = more,
    };
    for (size_t i = 0; i < count; i++)
        fill_pair(&wire.pairs[i], &lists[i], &list[i]);
    wire_encode_result(out, request, &wire_record_pairs, &wire);
    free(wire.pairs);
    free(lists);
}

/* --- the record --- */

void encode_export(struct text *out, uint32_t request, const struct text *lines, size_t count,
                   bool more)
{
    struct wire_export_lines wire = {
        .lines = memory_zeroed(count, sizeof *wire.lines),
        .lines_count = count,
        .more = more,
    };
    for (size_t i = 0; i < count; i++)
        wire.lines[i] = of_text(&lines[i]);
    wire_encode_result(out, request, &wire_record_export_lines, &wire);
    free(wire.lines);
}

void encode_seal(struct text *out, uint32_t request, const struct text *line)
{
    struct wire_seal wire = {.line = of_text(line)};
    wire_encode_result(out, request, &wire_record_seal, &wire);
}

/* --- ratings --- */

/* In hundredths. A rating below zero, which takes hundreds of losses to players of a like rating,
 * is shown as zero. */
static int64_t hundredths(double value)
{
    return value > 0 ? llround(value * 100) : 0;
}

void encode_ratings(struct text *out, uint32_t request, const struct rating_view *list,
                    size_t count)
{
    struct wire_ratings wire = {
        .ratings = memory_zeroed(count, sizeof *wire.ratings),
        .ratings_count = count,
    };
    for (size_t i = 0; i < count; i++)
        wire.ratings[i] = (struct wire_rating){
            .player = wire_text(list[i].player),
            .family = wire_text(list[i].family),
            .rating = hundredths(list[i].rating),
            .deviation = hundredths(list[i].deviation),
            .matches = list[i].matches,
            .at = list[i].at_ms,
        };
    wire_encode_result(out, request, &wire_record_ratings, &wire);
    free(wire.ratings);
}
