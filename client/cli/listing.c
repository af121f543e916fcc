/* Lists of the server: `takeaway matches` and `history`, printed page by page, `versus` and
 * `ratings`. */
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/session.h"
#include "client/show/columns.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* Reads --game into canonical rules, which have to outlive the request. Not given: absent. */
static enum error_code take_game(const struct options *options, struct rules *rules,
                                 struct wire_text *ret_rules, struct error *error)
{
    const char *game = options->values[OPTION_GAME];
    if (!game)
        return ERROR_NONE;
    if (rules_parse(rules, game, strlen(game), error))
        return options_blame(error, "--game", game);
    *ret_rules = wire_text(rules->text);
    return ERROR_NONE;
}

/* Reads the filters of `takeaway history`. `player`: room for the name that they are about. */
static enum error_code take_filters(const struct options *options, struct wire_history_page *page,
                                    struct rules *rules, char player[WIRE_NAME_MAX + 1],
                                    struct error *error)
{
    static const uint128 filters = OPTION_BIT(AGAINST) | OPTION_BIT(GAME) | OPTION_BIT(RATED) |
                                   OPTION_BIT(RESULT) | OPTION_BIT(SINCE) | OPTION_BIT(UNTIL);
    const char *result = options->values[OPTION_RESULT];
    struct text given = {0};
    int count = options_print_given(options, filters, &given);
    text_finish(&given);
    if (count == 0)
        return ERROR_NONE;
    if (!page->player.bytes) {
        name_fit(getenv("USER"), player);
        page->player = wire_text(player);
    }
    page->opponent = wire_text(options->values[OPTION_AGAINST]);
    page->rated = options->values[OPTION_RATED] != NULL;
    page->result = wire_text(result);
    if (result && strcmp(result, "won") != 0 && strcmp(result, "lost") != 0 &&
        strcmp(result, "nobody") != 0)
        return error_set(error, ERROR_USAGE, "--result is won, lost or nobody, not '%.40s'",
                         result);
    if (name_check_value("--against", options->values[OPTION_AGAINST], error) ||
        take_game(options, rules, &page->rules, error) ||
        options_take_date(options, OPTION_SINCE, &page->since, error))
        return error->code;
    return options_take_date(options, OPTION_UNTIL, &page->until, error);
}

int history_run(const struct options *options, struct error *error)
{
    struct rules rules;
    char player[WIRE_NAME_MAX + 1];
    struct wire_history_page page = {
        .player = wire_text(options->values[OPTION_PLAYER]),
        .before = WIRE_ABSENT,
        .since = WIRE_ABSENT,
        .until = WIRE_ABSENT,
    };
    struct session_pages pages = {
        .method = WIRE_HISTORY_LIST,
        .request = &page,
        .edge = &page.before,
        .limit = &page.limit,
        .is_falling = true,
        .left = LISTED_DEFAULT,
        .json_of = json_of_match,
        .print = print_matches,
    };
    if (name_check_value("--player", options->values[OPTION_PLAYER], error) ||
        take_filters(options, &page, &rules, player, error) ||
        options_take_number(options, OPTION_LIMIT, WIRE_INT_MAX, &pages.left, error))
        return EXIT_USAGE;
    pages.none = page.player.bytes ? "No such match of this player has ended yet."
                                   : "No match has ended yet.";
    return session_show_pages(options, &pages);
}

/* --- how it stands between two --- */

struct versus {
    struct session *session;
    struct wire_versus_choice choice;
    struct wire_history_page page; /* of their last matches */
    bool as_json;
    struct score *scores; /* owned */
    size_t count;
    char after[WIRE_RULES_MAX + 1];
};

/* The texts of an answer do not outlive it. */
struct score {
    char rules[WIRE_RULES_MAX + 1];
    struct wire_score wire;
};

static void print_game(const void *value, struct text *out)
{
    const struct score *score = value;
    if (*score->rules)
        words_rules(score->rules, LOOK_PLAIN, out);
    else
        text_append_string(out, "in all");
}

static const struct column score_columns[] = {
    COLUMN_OF_ROW("game", LEFT, print_game),
    COLUMN("won", RIGHT, column_int, score, wire.won),
    COLUMN("lost", RIGHT, column_int, score, wire.lost),
    COLUMN("nobody", RIGHT, column_int, score, wire.nobody),
    COLUMN("last match", RIGHT, column_int, score, wire.last),
    {0},
};

static void print_scores(const struct versus *versus, struct text *out)
{
    struct columns table = {0};
    struct score all = {.rules = ""};
    columns_heads(&table, score_columns);
    for (size_t i = 0; i < versus->count; i++) {
        const struct wire_score *score = &versus->scores[i].wire;
        all.wire.won += score->won;
        all.wire.lost += score->lost;
        all.wire.nobody += score->nobody;
        all.wire.last = all.wire.last > score->last ? all.wire.last : score->last;
        columns_row(&table, score_columns, &versus->scores[i]);
    }
    if (versus->count > 1)
        columns_row(&table, score_columns, &all);
    columns_print(&table, out);
}

static void print_last_matches(void *owner, const void *result, struct text *out)
{
    struct versus *versus = owner;
    const struct wire_summaries *list = result;
    if (versus->as_json) {
        json_t *scores = json_array(), *matches = json_array();
        for (size_t i = 0; i < versus->count; i++)
            json_array_append_new(scores,
                                  json_of_record(&wire_record_score, &versus->scores[i].wire));
        for (size_t i = 0; i < list->matches_count; i++)
            json_array_append_new(matches, json_of_match(&list->matches[i]));
        json_print(json_pack("{s:o, s:o}", "scores", scores, "matches", matches), out);
    } else if (versus->count == 0) {
        text_append_string(out, "These two have ended no match yet.\n");
    } else {
        print_scores(versus, out);
        text_append_char(out, '\n');
        print_matches(NULL, list, out);
    }
}

static void take_scores(void *owner, const void *result, struct text *out)
{
    struct versus *versus = owner;
    const struct wire_versus *page = result;
    (void)out;
    versus->scores =
        memory_resized(versus->scores, versus->count + page->scores_count, sizeof *versus->scores);
    for (size_t i = 0; i < page->scores_count; i++) {
        struct score *score = &versus->scores[versus->count++];
        struct wire_text rules = page->scores[i].rules;
        *score = (struct score){.wire = page->scores[i]};
        memcpy(score->rules, rules.bytes, rules.len);
    }
    for (size_t i = 0; i < versus->count; i++) /* they may have moved */
        versus->scores[i].wire.rules = wire_text(versus->scores[i].rules);
    const char *last = page->scores_count > 0 ? versus->scores[versus->count - 1].rules : "";
    if (page->more && strcmp(last, versus->after) <= 0) {
        struct error strange;
        error_set(&strange, ERROR_BAD_MESSAGE,
                  "the server says that the scores go on, but its last page had nothing new");
        session_fail(versus->session, &strange);
    } else if (page->more) {
        strcpy(versus->after, last);
        versus->choice.after = wire_text(versus->after);
        session_ask(versus->session, WIRE_HISTORY_VERSUS, &versus->choice, take_scores, versus);
    } else {
        session_ask(versus->session, WIRE_HISTORY_LIST, &versus->page, print_last_matches, versus);
    }
}

int versus_run(const struct options *options, struct error *error)
{
    const char *player = options->arguments[0], *opponent = options->arguments[1];
    struct rules rules;
    struct versus versus = {
        .choice = {.player = wire_text(player),
                   .opponent = wire_text(opponent),
                   .limit = WIRE_PAGE_MAX},
        .page = {.player = wire_text(player),
                 .opponent = wire_text(opponent),
                 .before = WIRE_ABSENT,
                 .since = WIRE_ABSENT,
                 .until = WIRE_ABSENT,
                 .limit = LISTED_DEFAULT},
        .as_json = options->values[OPTION_JSON] != NULL,
    };
    struct session_config config = {.server = options->values[OPTION_SERVER],
                                    .server_key = options->values[OPTION_SERVER_KEY],
                                    .only_looks = true};
    if (name_check_value("NAME", player, error) || name_check_value("OTHER", opponent, error) ||
        take_game(options, &rules, &versus.choice.rules, error) ||
        options_take_number(options, OPTION_LIMIT, WIRE_PAGE_MAX, &versus.page.limit, error))
        return EXIT_USAGE;
    versus.page.rules = versus.choice.rules;
    int exit_code = session_ask_once(&config, WIRE_HISTORY_VERSUS, &versus.choice, take_scores,
                                     &versus, &versus.session);
    free(versus.scores);
    return exit_code;
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

static void print_point_estimate(const void *value, struct text *out)
{
    const struct wire_rating_point *point = value;
    print_estimate(&(struct wire_rating){.rating = point->rating, .deviation = point->deviation},
                   out);
}

static void print_match_number(const void *value, struct text *out)
{
    if (*(const int64_t *)value != WIRE_ABSENT)
        column_int(value, out);
}

static const struct column point_columns[] = {
    COLUMN("matches", RIGHT, column_int, wire_rating_point, matches),
    COLUMN_OF_ROW("rating", RIGHT, print_point_estimate),
    COLUMN("since", RIGHT, print_time, wire_rating_point, at),
    COLUMN("by match", RIGHT, print_match_number, wire_rating_point, match),
    {0},
};

/* Prints each page as a table of its own. */
static void print_points(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_rating_points *page = result;
    struct columns table = {0};
    columns_heads(&table, point_columns);
    for (size_t i = 0; i < page->points_count; i++)
        columns_row(&table, point_columns, &page->points[i]);
    columns_print(&table, out);
}

static int show_points(const struct options *options, const struct wire_rating_choice *choice,
                       struct error *error)
{
    struct wire_rating_page page = {
        .player = choice->player, .family = choice->family, .before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_RATING_HISTORY,
        .request = &page,
        .edge = &page.before,
        .limit = &page.limit,
        .is_falling = true,
        .left = LISTED_DEFAULT,
        .print = print_points,
        .none = "This player has no rating in this family.",
    };
    if (!choice->player.bytes || !choice->family.bytes) {
        error_set(error, ERROR_USAGE,
                  "--history is of one player in one family of games: add --player NAME and "
                  "--family NAME; without --history both are listed");
        return EXIT_USAGE;
    }
    if (options_take_number(options, OPTION_LIMIT, WIRE_INT_MAX, &pages.left, error))
        return EXIT_USAGE;
    return session_show_pages(options, &pages);
}

int ratings_run(const struct options *options, struct error *error)
{
    struct options asked = *options;
    struct wire_rating_choice choice;
    if (parse_ratings(options, &choice, error))
        return EXIT_USAGE;
    if (options->values[OPTION_HISTORY])
        return show_points(options, &choice, error);
    return session_show(options, WIRE_RATING_LIST, &choice, print_ratings, &asked);
}
