/* Lists of the server: `takeaway matches` and `history`, printed page by page, and `ratings`. */
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/session.h"
#include "client/show/columns.h"
#include "client/show/summary.h"
#include "common/wire/wire.h"

#include <inttypes.h>

enum { LISTED_DEFAULT = 20 };

static void print_matches(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_summaries *page = result;
    for (size_t i = 0; i < page->matches_count; i++)
        summary_print(&page->matches[i], out);
}

static json_t *json_of_match(const void *record)
{
    return summary_json(&wire_record_summary, record);
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
    const char *player = options->values[OPTION_PLAYER];
    struct wire_history_page page = {.player = wire_text(player), .before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_HISTORY_LIST,
        .request = &page,
        .edge = &page.before,
        .limit = &page.limit,
        .is_falling = true,
        .left = LISTED_DEFAULT,
        .json_of = json_of_match,
        .print = print_matches,
        .none = player ? "No match of this player has ended yet." : "No match has ended yet.",
    };
    if (name_check_value("--player", player, error) ||
        options_take_number(options, OPTION_LIMIT, WIRE_INT_MAX, &pages.left, error))
        return EXIT_USAGE;
    return session_show_pages(options, &pages);
}

/* --- ratings --- */

static void print_estimate(const void *value, struct text *out)
{
    const struct wire_rating *rating = value;
    text_printf(out, "%.0f +-%.0f", (double)rating->rating / 100,
                1.96 * (double)rating->deviation / 100);
}

static void print_time(const void *value, struct text *out)
{
    summary_print_time(*(const int64_t *)value, out);
}

static const struct column rating_columns[] = {
    COLUMN("player", LEFT, column_wire, wire_rating, player),
    COLUMN("games", LEFT, column_wire, wire_rating, family),
    COLUMN_OF_ROW("rating", RIGHT, print_estimate),
    COLUMN("matches", RIGHT, column_int, wire_rating, matches),
    COLUMN("last one", RIGHT, print_time, wire_rating, at),
    {0},
};

static void print_no_rating(const struct options *options, struct text *out)
{
    const char *player = options->values[OPTION_PLAYER], *family = options->values[OPTION_FAMILY];
    if (!player && !family) {
        text_append_string(out, "No rated match has been played.\n");
        return;
    }
    text_printf(out, "%s has %s rating", player ? player : "Nobody", player ? "no" : "a");
    if (family)
        text_printf(out, " in %s", family);
    text_append_string(out, ".\n");
}

static void print_ratings(void *owner, const void *result, struct text *out)
{
    const struct wire_ratings *ratings = result;
    struct columns table = {0};
    if (ratings->ratings_count == 0) {
        print_no_rating(owner, out);
        return;
    }
    columns_head(&table, "#", COLUMN_RIGHT);
    columns_heads(&table, rating_columns);
    for (size_t i = 0; i < ratings->ratings_count; i++) {
        columns_add(&table, "%zu", i + 1);
        columns_row(&table, rating_columns, &ratings->ratings[i]);
    }
    columns_print(&table, out);
}

static enum error_code parse_ratings(const struct options *options,
                                     struct wire_rating_choice *ret_choice, struct error *error)
{
    const char *player = options->values[OPTION_PLAYER];
    *ret_choice = (struct wire_rating_choice){
        .player = wire_text(player),
        .family = wire_text(options->values[OPTION_FAMILY]),
        .limit = LISTED_DEFAULT,
    };
    if (!options->values[OPTION_SERVER])
        return error_set(error, ERROR_USAGE,
                         "which server? Add --server HOST; rated matches are between accounts, "
                         "on a shared one");
    if (name_check_value("--player", player, error))
        return error->code;
    return options_take_number(options, OPTION_LIMIT, WIRE_PAGE_MAX, &ret_choice->limit, error);
}

int ratings_run(const struct options *options, struct error *error)
{
    struct options asked = *options;
    struct wire_rating_choice choice;
    if (parse_ratings(options, &choice, error))
        return EXIT_USAGE;
    return session_show(options, WIRE_RATING_LIST, &choice, print_ratings, &asked);
}
