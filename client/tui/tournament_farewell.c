#include "client/tui/tournament_farewell.h"

#include "client/report/standings_print.h"
#include "common/wire/wire.h"

#include <inttypes.h>

enum { HALVES = 2 }; /* of a point */

static const struct wire_standing *find(const struct wire_standings *standings, const char *name)
{
    for (size_t i = 0; i < standings->standings_count; i++) {
        if (wire_text_equal(standings->standings[i].player, name))
            return &standings->standings[i];
    }
    return NULL;
}

static size_t count_of_rank(const struct wire_standings *standings, int64_t rank)
{
    size_t count = 0;
    for (size_t i = 0; i < standings->standings_count; i++)
        count += standings->standings[i].rank == rank;
    return count;
}

static void say_points(const struct wire_standing *row, struct text *out)
{
    text_append_string(out, ", with ");
    standings_print_halves(row->points, out);
    text_append_string(out, row->points == HALVES ? " point" : " points");
}

static void say_first(const struct wire_standings *standings, struct text *out)
{
    const struct wire_standing *first = &standings->standings[0];
    size_t count = count_of_rank(standings, first->rank);
    if (count > 1)
        text_printf(out, ": %zu players share the first place", count);
    else
        text_printf(out, ": %.*s is first", (int)first->player.len, first->player.bytes);
    say_points(first, out);
}

static void say_own(const struct wire_standings *standings, const struct wire_standing *own,
                    struct text *out)
{
    bool is_shared = count_of_rank(standings, own->rank) > 1;
    if (own->rank == 1)
        text_append_string(out, is_shared ? ": you share the first place" : ": you have won it");
    else
        text_printf(out, ": you %s %" PRId64 " of %zu", is_shared ? "share place" : "are number",
                    own->rank, standings->standings_count);
    say_points(own, out);
}

void tournament_farewell_say(const struct wire_standings *standings, const char *name,
                             struct text *out)
{
    const struct wire_standing *own = find(standings, name);
    if (wire_text_equal(standings->tournament->state, "cancelled")) {
        text_append_string(out, "The tournament is cancelled.");
        return;
    }
    text_append_string(out, "The tournament is over");
    if (own)
        say_own(standings, own, out);
    else if (standings->standings_count > 0)
        say_first(standings, out);
    text_append_char(out, '.');
}
