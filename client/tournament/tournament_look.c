/* The parts of `takeaway tournament` that look at a shared server's tournaments: list, status,
 * standings, pairs. */
#include "client/command.h"
#include "client/json.h"
#include "client/json_record.h"
#include "client/session.h"
#include "client/tournament/tournament.h"
#include "client/tournament/tournament_print.h"
#include "common/wire/wire.h"

#include <stdio.h>

enum { LIMIT_DEFAULT = 20 };

struct look {
    struct session *session;
    enum wire_method method;
    int64_t tournament; /* of all but LIST */
    int64_t left;       /* how many may still be listed */
    int64_t edge;       /* the number that was listed last; WIRE_ABSENT: none yet */
    json_t *json;       /* of lists all so far, of others NULL; NULL: text is printed */
    bool as_json;
};

static void print(struct look *look, struct text *text)
{
    fputs(text_string(text), stdout);
    text_finish(text);
    session_end(look->session, EXIT_OK);
}

static void print_json(struct look *look, json_t *json)
{
    struct text text = {0};
    json_print(json, &text);
    print(look, &text);
}

/* --- one tournament --- */

static void on_answer(void *owner, const struct error *error, const void *result)
{
    struct look *look = owner;
    if (error) {
        session_fail(look->session, error);
        return;
    }
    if (look->as_json) {
        print_json(look, json_of_record(wire_methods[look->method].result, result));
        return;
    }
    struct text text = {0};
    if (look->method == WIRE_TOURNAMENT_SHOW)
        tournament_print(result, &text);
    else
        tournament_print_standings(result, &text);
    print(look, &text);
}

static void ask(struct look *look)
{
    struct wire_tournament_number number = {.tournament = look->tournament};
    client_call(session_client(look->session), look->method, &number, on_answer, look);
}

/* --- lists, in pages --- */

static void ask_for_page(struct look *look);

static void list_tournament(struct look *look, const struct wire_tournament *tournament)
{
    look->edge = tournament->tournament;
    look->left--;
    struct text line = {0};
    if (look->as_json)
        json_array_append_new(look->json, json_of_record(&wire_record_tournament, tournament));
    else
        tournament_print_line(tournament, &line);
    fputs(text_string(&line), stdout);
    text_finish(&line);
}

/* Each page is a table of its own: they are long. */
static void list_pairs(struct look *look, const struct wire_pairs *page)
{
    struct text text = {0};
    for (size_t i = 0; i < page->pairs_count && look->as_json; i++)
        json_array_append_new(look->json, json_of_record(&wire_record_pair, &page->pairs[i]));
    if (page->pairs_count > 0)
        look->edge = page->pairs[page->pairs_count - 1].number;
    if (!look->as_json && page->pairs_count > 0)
        tournament_print_pairs(page, &text);
    fputs(text_string(&text), stdout);
    text_finish(&text);
}

static void end_list(struct look *look)
{
    if (look->as_json) {
        print_json(look, json_incref(look->json));
        return;
    }
    if (look->edge == WIRE_ABSENT)
        puts(look->method == WIRE_TOURNAMENT_LIST ? "There is no tournament."
                                                  : "No pair is decided on yet.");
    session_end(look->session, EXIT_OK);
}

/* Tournaments are listed from the greatest number down, pairs from the smallest up. */
static bool has_moved_on(const struct look *look, int64_t edge_before)
{
    if (edge_before == WIRE_ABSENT)
        return look->edge != WIRE_ABSENT;
    return look->method == WIRE_TOURNAMENT_LIST ? look->edge < edge_before
                                                : look->edge > edge_before;
}

static void on_page(void *owner, const struct error *error, const void *result)
{
    struct look *look = owner;
    if (error) {
        session_fail(look->session, error);
        return;
    }
    int64_t edge_before = look->edge;
    bool is_more;
    if (look->method == WIRE_TOURNAMENT_LIST) {
        const struct wire_tournaments *page = result;
        for (size_t i = 0; i < page->tournaments_count; i++)
            list_tournament(look, &page->tournaments[i]);
        is_more = page->more && look->left > 0;
    } else {
        const struct wire_pairs *page = result;
        list_pairs(look, page);
        is_more = page->more;
    }
    if (is_more && !has_moved_on(look, edge_before)) {
        struct error strange;
        error_set(&strange, ERROR_BAD_MESSAGE,
                  "the server says that the list goes on, but its last page had nothing new");
        session_fail(look->session, &strange);
    } else if (is_more) {
        ask_for_page(look);
    } else {
        end_list(look);
    }
}

static void ask_for_page(struct look *look)
{
    struct client *client = session_client(look->session);
    if (look->method == WIRE_TOURNAMENT_LIST) {
        struct wire_tournament_page page = {
            .before = look->edge,
            .limit = look->left < WIRE_PAGE_MAX ? look->left : WIRE_PAGE_MAX,
        };
        client_call(client, WIRE_TOURNAMENT_LIST, &page, on_page, look);
    } else {
        struct wire_pairs_page page = {
            .tournament = look->tournament,
            .after = look->edge,
            .limit = WIRE_PAGE_MAX,
        };
        client_call(client, WIRE_TOURNAMENT_PAIRS, &page, on_page, look);
    }
}

/* --- the commands --- */

static bool is_list(const struct look *look)
{
    return look->method == WIRE_TOURNAMENT_LIST || look->method == WIRE_TOURNAMENT_PAIRS;
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct look *look = owner;
    if (is_first && is_list(look))
        ask_for_page(look);
    else if (is_first)
        ask(look);
}

static enum error_code parse(const struct options *options, struct look *look, struct error *error)
{
    const char *limit = options->values[OPTION_LIMIT];
    enum error_code failed = tournament_check_server(options, error);
    if (!failed && look->method != WIRE_TOURNAMENT_LIST)
        failed = tournament_take_number(options, &look->tournament, error);
    if (!failed && limit)
        failed = options_number(limit, "--limit", WIRE_INT_MAX, &look->left, error);
    return failed;
}

static int run(const struct options *options, const char *command, enum wire_method method)
{
    struct look look = {
        .method = method,
        .left = LIMIT_DEFAULT,
        .edge = WIRE_ABSENT,
        .as_json = options->values[OPTION_JSON] != NULL,
    };
    struct error error;
    if (parse(options, &look, &error))
        return command_refuse(command, &error);
    if (look.as_json && is_list(&look))
        look.json = json_array();
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .only_looks = true,
    };
    struct session_events events = {.owner = &look, .ready = on_connected};
    int exit_code = session_run(&config, &events, &look.session);
    json_decref(look.json);
    return exit_code;
}

int tournament_list_run(const struct options *options)
{
    return run(options, "tournament list", WIRE_TOURNAMENT_LIST);
}

int tournament_status_run(const struct options *options)
{
    return run(options, "tournament status", WIRE_TOURNAMENT_SHOW);
}

int tournament_standings_run(const struct options *options)
{
    return run(options, "tournament standings", WIRE_TOURNAMENT_STANDINGS);
}

int tournament_pairs_run(const struct options *options)
{
    return run(options, "tournament pairs", WIRE_TOURNAMENT_PAIRS);
}
