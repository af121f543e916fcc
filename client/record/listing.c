/* `takeaway matches` and `takeaway history`: lists of matches, fetched in pages and printed as they
 * come. */
#include "client/account/name.h"
#include "client/command.h"
#include "client/record/summary.h"
#include "client/session.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdio.h>

enum { HISTORY_DEFAULT = 20 };

struct listing {
    struct session *session;
    const char *player; /* of a history; NULL: everybody's */
    bool is_history;    /* else of the live matches */
    int64_t left;       /* how many may still be listed */
    int64_t edge;       /* the number of the last match that was listed; WIRE_ABSENT: none yet */
    json_t *json;       /* the list so far; NULL: lines are printed */
};

static void ask_for_page(struct listing *listing);

static void list(struct listing *listing, const struct wire_summary *summary)
{
    listing->edge = summary->match;
    listing->left--;
    if (listing->json) {
        json_array_append_new(listing->json, summary_json(summary));
        return;
    }
    struct text line = {0};
    summary_print(summary, &line);
    fputs(text_string(&line), stdout);
    text_finish(&line);
}

static void finish(struct listing *listing)
{
    if (listing->json) {
        struct text text = {0};
        json_print(json_incref(listing->json), &text);
        fputs(text_string(&text), stdout);
        text_finish(&text);
    } else if (listing->edge == WIRE_ABSENT) {
        puts(!listing->is_history ? "No match is being played."
             : listing->player    ? "No match of this player has ended yet."
                                  : "No match has ended yet.");
    }
    session_end(listing->session, EXIT_OK);
}

static void on_page(void *owner, const struct error *error, const void *result)
{
    struct listing *listing = owner;
    const struct wire_summaries *page = result;
    if (error) {
        session_fail(listing->session, error);
        return;
    }
    for (size_t i = 0; i < page->matches_count; i++)
        list(listing, &page->matches[i]);
    if (page->more && page->matches_count > 0 && listing->left > 0)
        ask_for_page(listing);
    else
        finish(listing);
}

static void ask_for_page(struct listing *listing)
{
    int64_t limit = listing->left < WIRE_PAGE_MAX ? listing->left : WIRE_PAGE_MAX;
    struct client *client = session_client(listing->session);
    if (listing->is_history) {
        struct wire_history_page page = {
            .player = wire_text(listing->player),
            .before = listing->edge,
            .limit = limit,
        };
        client_call(client, WIRE_HISTORY_LIST, &page, on_page, listing);
    } else {
        struct wire_match_page page = {
            .after = listing->edge, .before = WIRE_ABSENT, .limit = limit};
        client_call(client, WIRE_MATCH_LIST, &page, on_page, listing);
    }
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    if (is_first)
        ask_for_page(owner);
}

static int run_listing(struct listing *listing, const struct options *options)
{
    listing->edge = WIRE_ABSENT;
    listing->json = options->values[OPTION_JSON] ? json_array() : NULL;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .only_looks = true,
    };
    struct session_events events = {.owner = listing, .ready = on_connected};
    int exit_code = session_run(&config, &events, &listing->session);
    json_decref(listing->json);
    return exit_code;
}

int matches_run(const struct options *options)
{
    struct listing listing = {.left = INT64_MAX};
    return run_listing(&listing, options);
}

int history_run(const struct options *options)
{
    struct listing listing = {
        .is_history = true,
        .player = options->values[OPTION_PLAYER],
        .left = HISTORY_DEFAULT,
    };
    struct error error;
    if (listing.player && name_check_given(listing.player, &error)) {
        options_blame(&error, "--player", listing.player);
        return command_refuse("history", &error);
    }
    if (options->values[OPTION_LIMIT] && options_number(options->values[OPTION_LIMIT], "--limit",
                                                        WIRE_INT_MAX, &listing.left, &error))
        return command_refuse("history", &error);
    return run_listing(&listing, options);
}
