/* `takeaway matches` and `takeaway history`: lists of matches, fetched in pages and printed as they
 * come. */
#include "client/account/name.h"
#include "client/command.h"
#include "client/record/summary.h"
#include "client/session.h"
#include "common/wire/wire.h"

enum { HISTORY_DEFAULT = 20 };

static void print_matches(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_summaries *page = result;
    for (size_t i = 0; i < page->matches_count; i++)
        summary_print(&page->matches[i], out);
}

static json_t *json_of_match(const void *record)
{
    return summary_json(record);
}

int matches_run(const struct options *options, struct error *error)
{
    (void)error;
    struct wire_match_page page = {.after = WIRE_ABSENT, .before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_MATCH_LIST,
        .request = &page,
        .edge = &page.after,
        .limit = &page.limit,
        .left = INT64_MAX,
        .json_of = json_of_match,
        .print = print_matches,
        .none = "No match is being played.",
    };
    return session_show_pages(options, &pages);
}

int history_run(const struct options *options, struct error *error)
{
    const char *player = options->values[OPTION_PLAYER], *limit = options->values[OPTION_LIMIT];
    struct wire_history_page page = {.player = wire_text(player), .before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_HISTORY_LIST,
        .request = &page,
        .edge = &page.before,
        .limit = &page.limit,
        .is_falling = true,
        .left = HISTORY_DEFAULT,
        .json_of = json_of_match,
        .print = print_matches,
        .none = player ? "No match of this player has ended yet." : "No match has ended yet.",
    };
    if (name_check_value("--player", player, error) ||
        (limit && options_number(limit, "--limit", WIRE_INT_MAX, &pages.left, error)))
        return EXIT_USAGE;
    return session_show_pages(options, &pages);
}
