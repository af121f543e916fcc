/* Checks the standings, recomputed from the matches, and the judgement of each player, from the
 * marks. */
#include "client/tournament/verify.h"
#include "common/judge/mark.h"

#include <inttypes.h>
#include <string.h>

/* A number of the standings, as recorded and as recomputed. */
struct standing_figure {
    const char *name;
    int64_t told, exact;
};

static void check_figures(struct verify *verify, const char *player,
                          const struct standing_figure *figures, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (figures[i].told != figures[i].exact)
            verdict_fault(verify->verdict, (int64_t)verify->results.results.count, player,
                          "'%s' is %" PRId64 ", but should be %" PRId64, figures[i].name,
                          figures[i].told, figures[i].exact);
    }
}

/* Can the ranks be checked? In a cancelled knockout they depend on pairs without a result, which
 * the record does not contain. */
static bool has_ranks(const struct verify *verify)
{
    return !verify->is_cancelled || verify->pairing.format != FORMAT_KNOCKOUT;
}

static void check_row(struct verify *verify, const struct export_standing *told,
                      const struct standing *exact, const struct mark_sums *sums)
{
    const struct standing_figure figures[] = {
        {"rank", told->rank, has_ranks(verify) ? exact->rank : told->rank},
        {"points", told->points, exact->points},
        {"won", told->won, exact->won},
        {"drawn", told->drawn, exact->drawn},
        {"lost", told->lost, exact->lost},
        {"direct", told->direct, exact->direct},
        {"buchholz", told->buchholz, exact->buchholz},
        {"sonneborn_berger", told->sonneborn_berger, exact->sonneborn_berger},
        {"met", told->met, sums->won},
        {"kept", told->kept, sums->kept},
        {"thrown", told->thrown, sums->thrown},
    };
    check_figures(verify, told->player, figures, sizeof figures / sizeof *figures);
    static const char *const pair_names[PAIR_SCORES] = {
        "pairs with 0 halves", "pairs with 1 half",   "pairs with 2 halves",
        "pairs with 3 halves", "pairs with 4 halves",
    };
    for (int i = 0; i < PAIR_SCORES; i++) {
        const struct standing_figure pairs = {pair_names[i], told->pairs[i], exact->pairs[i]};
        check_figures(verify, told->player, &pairs, 1);
    }
    if (told->withdrawn < -1 || told->withdrawn > pairing_rounds(&verify->pairing))
        verdict_fault(verify->verdict, (int64_t)verify->results.results.count, told->player,
                      "withdrew after %" PRId64 " rounds, of %d", told->withdrawn,
                      pairing_rounds(&verify->pairing));
}

static void sum_marks(const struct verify *verify, struct mark_sums sums[ENTRANTS_MAX])
{
    const struct export_plan *plan = results_plan(&verify->results);
    for (size_t i = 0; i < results_count(&verify->results); i++) {
        const struct export_match *match = results_match(&verify->results, i);
        if (match->kind != MEETING_PLAYED)
            continue;
        int first = results_entrant(plan, match->first);
        int second = results_entrant(plan, match->second);
        struct mark_sums both[2] = {sums[first], sums[second]};
        mark_sum(match->marks, both, NULL); /* invalid marks are already reported */
        sums[first] = both[0];
        sums[second] = both[1];
    }
}

static void check_rows(struct verify *verify, const struct standing *exact,
                       const struct mark_sums *sums)
{
    const struct export_plan *plan = results_plan(&verify->results);
    const struct export_end *end = results_end(&verify->results);
    int64_t line = (int64_t)verify->results.results.count;
    for (size_t i = 0; i < end->count; i++) {
        const struct export_standing *told = &end->standings[i];
        const char *expected = plan->players[exact[i].entrant];
        int entrant = results_entrant(plan, told->player);
        const struct standing *own = exact;
        while (entrant >= 0 && own->entrant != entrant)
            own++;
        if (entrant < 0)
            verdict_fault(verify->verdict, line, told->player, "is not in the plan");
        else
            check_row(verify, told, own, &sums[entrant]);
        if (has_ranks(verify) && strcmp(told->player, expected) != 0)
            verdict_fault(verify->verdict, line, told->player,
                          "stands at place %zu, where %s should stand", i + 1, expected);
    }
}

void verify_standings(struct verify *verify)
{
    const struct export_plan *plan = results_plan(&verify->results);
    const struct export_end *end = results_end(&verify->results);
    struct standing exact[ENTRANTS_MAX];
    struct mark_sums sums[ENTRANTS_MAX] = {0};
    verdict_begin(verify->verdict, "standings");
    standings_compute(verify->pairing.format, verify->pairing.entrants, verify->meetings,
                      verify->meeting_count, exact);
    sum_marks(verify, sums);
    if (end->count == plan->player_count)
        check_rows(verify, exact, sums);
    else
        verdict_fault(verify->verdict, (int64_t)verify->results.results.count, NULL,
                      "there are %zu rows, but should be %zu: one for each player", end->count,
                      plan->player_count);
    verdict_checked(verify->verdict,
                    "%zu players: points, tie-breaks, ranks%s, and the judgement of each",
                    end->count, has_ranks(verify) ? "" : " (not checked: it was cancelled)");
}
