/* `takeaway ratings`: how strong the players of rated matches are, by family of games. */
#include "client/account/name.h"
#include "client/columns.h"
#include "client/command.h"
#include "client/json.h"
#include "client/json_record.h"
#include "client/record/summary.h"
#include "client/session.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdio.h>

enum { LIMIT_DEFAULT = 20 };

struct ratings {
    struct session *session;
    const struct options *options;
    int64_t limit;
};

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

static void print_table(const struct wire_ratings *ratings, struct text *out)
{
    static const char *const head[] = {"#", "player", "games", "rating", "matches", "last one"};
    struct columns table = {.count = 6, .left = 1 << 1 | 1 << 2};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        columns_add(&table, "%s", head[i]);
    for (size_t i = 0; i < ratings->ratings_count; i++)
        add_row(&table, i + 1, &ratings->ratings[i]);
    columns_print(&table, out);
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

static void on_answer(void *owner, const struct error *error, const void *result)
{
    struct ratings *ratings = owner;
    const struct wire_ratings *list = result;
    if (error) {
        session_fail(ratings->session, error);
        return;
    }
    struct text text = {0};
    if (ratings->options->values[OPTION_JSON])
        json_print(json_of_record(&wire_record_ratings, list), &text);
    else if (list->ratings_count == 0)
        print_none(ratings->options, &text);
    else
        print_table(list, &text);
    fputs(text_string(&text), stdout);
    text_finish(&text);
    session_end(ratings->session, EXIT_OK);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct ratings *ratings = owner;
    struct wire_rating_choice choice = {
        .player = wire_text(ratings->options->values[OPTION_PLAYER]),
        .family = wire_text(ratings->options->values[OPTION_FAMILY]),
        .limit = ratings->limit,
    };
    if (is_first)
        client_call(session_client(ratings->session), WIRE_RATING_LIST, &choice, on_answer,
                    ratings);
}

static enum error_code parse(const struct options *options, struct ratings *ratings,
                             struct error *error)
{
    const char *player = options->values[OPTION_PLAYER], *limit = options->values[OPTION_LIMIT];
    if (!options->values[OPTION_SERVER])
        return error_set(error, ERROR_USAGE,
                         "which server? Add --server HOST; rated matches are between accounts, "
                         "on a shared one");
    if (player && name_check_given(player, error))
        return options_blame(error, "--player", player);
    return limit ? options_number(limit, "--limit", WIRE_PAGE_MAX, &ratings->limit, error)
                 : ERROR_NONE;
}

int ratings_run(const struct options *options)
{
    struct ratings ratings = {.options = options, .limit = LIMIT_DEFAULT};
    struct error error;
    if (parse(options, &ratings, &error))
        return command_refuse("ratings", &error);
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .only_looks = true,
    };
    struct session_events events = {.owner = &ratings, .ready = on_connected};
    return session_run(&config, &events, &ratings.session);
}
