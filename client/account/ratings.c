/* `takeaway ratings`: how strong the players of rated matches are, by family of games. */
#include "client/account/name.h"
#include "client/columns.h"
#include "client/command.h"
#include "client/record/summary.h"
#include "client/session.h"
#include "common/wire/wire.h"

#include <inttypes.h>

enum { LIMIT_DEFAULT = 20 };

static void add_row(struct columns *table, size_t place, const struct wire_rating *rating)
{
    struct text last = {0};
    summary_print_time(rating->at, &last);
    columns_add(table, "%zu", place);
    columns_add(table, "%.*s", (int)rating->player.len, rating->player.bytes);
    columns_add(table, "%.*s", (int)rating->family.len, rating->family.bytes);
    columns_add(table, "%.0f +-%.0f", (double)rating->rating / 100,
                1.96 * (double)rating->deviation / 100);
    columns_add(table, "%" PRId64, rating->matches);
    columns_add(table, "%s", text_string(&last));
    text_finish(&last);
}

static void print_none(const struct options *options, struct text *out)
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
    static const char *const head[] = {"#", "player", "games", "rating", "matches", "last one"};
    const struct wire_ratings *ratings = result;
    struct columns table = {.count = 6, .left = 1 << 1 | 1 << 2};
    if (ratings->ratings_count == 0) {
        print_none(owner, out);
        return;
    }
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        columns_add(&table, "%s", head[i]);
    for (size_t i = 0; i < ratings->ratings_count; i++)
        add_row(&table, i + 1, &ratings->ratings[i]);
    columns_print(&table, out);
}

static enum error_code parse(const struct options *options, struct wire_rating_choice *ret_choice,
                             struct error *error)
{
    const char *player = options->values[OPTION_PLAYER], *limit = options->values[OPTION_LIMIT];
    *ret_choice = (struct wire_rating_choice){
        .player = wire_text(player),
        .family = wire_text(options->values[OPTION_FAMILY]),
        .limit = LIMIT_DEFAULT,
    };
    if (!options->values[OPTION_SERVER])
        return error_set(error, ERROR_USAGE,
                         "which server? Add --server HOST; rated matches are between accounts, "
                         "on a shared one");
    if (name_check_value("--player", player, error))
        return error->code;
    return limit ? options_number(limit, "--limit", WIRE_PAGE_MAX, &ret_choice->limit, error)
                 : ERROR_NONE;
}

int ratings_run(const struct options *options, struct error *error)
{
    struct options asked = *options;
    struct wire_rating_choice choice;
    if (parse(options, &choice, error))
        return EXIT_USAGE;
    return session_show(options, WIRE_RATING_LIST, &choice, print_ratings, &asked);
}
