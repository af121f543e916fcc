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

static int run_listing(struct session_pages *pages, const struct options *options)
{
    struct session_config config = {.server = options->values[OPTION_SERVER], .only_looks = true};
    pages->as_json = options->values[OPTION_JSON] != NULL;
    pages->json_of = json_of_match;
    pages->print = print_matches;
    return session_ask_pages(&config, pages);
}

int matches_run(const struct options *options)
{
    struct wire_match_page page = {.after = WIRE_ABSENT, .before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_MATCH_LIST,
        .request = &page,
        .edge = &page.after,
        .limit = &page.limit,
        .left = INT64_MAX,
        .none = "No match is being played.",
    };
    return run_listing(&pages, options);
}

int history_run(const struct options *options)
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
        .none = player ? "No match of this player has ended yet." : "No match has ended yet.",
    };
    struct error error;
    if (name_check_value("--player", player, &error) ||
        (limit && options_number(limit, "--limit", WIRE_INT_MAX, &pages.left, &error)))
        return command_refuse("history", &error);
    return run_listing(&pages, options);
}
