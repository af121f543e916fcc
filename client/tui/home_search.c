/* The search for an opponent, from the form to the board: starting the bot, making or finding the
 * offer. */
#include "client/lib/loop.h"
#include "client/tui/home_state.h"
#include "client/tui/home_view.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool home_is_searching(const struct home *home)
{
    return home->hired || seeking_is_waiting(&home->seeking);
}

static void on_over(struct home *home)
{
    text_clear(&home->waiting);
    home->hired = NULL;
    home->is_beginners = false;
    home->challenged[0] = '\0';
}

/* --- news of the search --- */

static void on_coming_answered(struct page *page, bool is_yes)
{
    struct home *home = (struct home *)page;
    if (is_yes)
        seeking_come(&home->seeking, home->seeking.code);
}

static void on_news(void *owner, const struct seeking_news *news)
{
    struct home *home = owner;
    struct app *app = home->page.app;
    struct text words = {0};
    wish_say_news(&home->seeking, news, &words);
    switch (news->kind) {
    case SEEKING_WAITS:
        if (home->wish.opponent == WISH_BOT)
            break; /* our bot, which accepts at once */
        text_clear(&home->waiting);
        text_append_string(&home->waiting, text_string(&words));
        break;
    case SEEKING_LEFT_OPEN:
        if (news->offer->offer != home->seeking.offer) {
            app_tell(app, STYLE_PLAIN, "%s", text_string(&words));
            break;
        }
        text_clear(&home->waiting);
        text_append_string(&home->waiting, text_string(&words));
        break;
    case SEEKING_CHALLENGED: /* it is in the list of offers and was announced */
    case SEEKING_NOT_LISTED: /* the search makes an offer of our own */
        break;
    case SEEKING_WITHDRAWN:
        app_tell(app, STYLE_PLAIN, "A challenge to you was taken back.");
        break;
    case SEEKING_DECLINED:
        app_tell(app, STYLE_PLAIN, "%s", text_string(&words));
        break;
    case SEEKING_NOT_JOINED:
    case SEEKING_NOT_ACCEPTED:
    case SEEKING_NOT_DECLINED:
        app_tell(app, STYLE_BAD, "%s", text_string(&words));
        break;
    case SEEKING_INVITED:
        text_clear(&home->waiting);
        text_printf(&home->waiting, "%s: give it to a friend.", text_string(&words));
        break;
    case SEEKING_SHOWN:
        text_append_string(&words, " Accept?");
        app_ask(&home->page, text_string(&words), on_coming_answered);
        break;
    case SEEKING_NOT_INVITED:
    case SEEKING_UNINVITED:
    case SEEKING_NOT_SHOWN:
    case SEEKING_NOT_COME:
    case SEEKING_NOT_OFFERED:
    case SEEKING_REJECTED:
    case SEEKING_LEFT:
        app_tell(app, STYLE_BAD, "%s", text_string(&words));
        on_over(home);
        home_bots_settle(home);
        break;
    }
    text_finish(&words);
}

static void on_begun(void *owner, const struct wire_match *state, int64_t offer)
{
    (void)offer;
    struct home *home = owner;
    bool is_beginners = home->is_beginners;
    home_search_stop(home);
    home_rows_of_match(state, &home->lists[HOME_YOURS].sheet);
    home_list_ask(home, HOME_OFFERS);
    home_sit_down(home, state->match);
    if (is_beginners)
        app_tell(home->page.app, STYLE_GOOD, "You move first, and from this start that can win.");
}

static void on_changed(void *owner)
{
    struct home *home = owner;
    app_redraw(home->page.app);
}

void home_search_init(struct home *home)
{
    home->seeking.events = (struct seeking_events){home, on_news, on_begun, on_changed};
    home->seeking.keeps_following = true;
}

void home_search_finish(struct home *home)
{
    seeking_finish(&home->seeking);
    wish_finish(&home->wish);
    text_finish(&home->waiting);
}

/* --- bots started by this program; each lives as long as it has an unfinished match --- */

static void search_bot(struct home *home, const struct home_bot *bot)
{
    assert(bot->name[0] != '\0');
    snprintf(home->challenged, sizeof home->challenged, "%s", bot->name);
    text_clear(&home->waiting);
    struct seeking_wish wish = wish_seeking(&home->wish, home->challenged);
    seeking_search(&home->seeking, &wish);
    app_redraw(home->page.app);
}

enum { REVIVE_MS = 1000 };

static void remove_bot(struct home *home, struct home_bot *bot)
{
    struct home_bot **at = &home->bots;
    for (; *at != bot; at = &(*at)->next)
        assert(*at);
    *at = bot->next;
    if (home->hired == bot)
        home->hired = NULL;
    opponent_bot_stop(bot->bot);
    free(bot);
}

/* Has the bot an unfinished or imminent match? */
static bool is_needed(const struct home *home, const struct home_bot *bot)
{
    const struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    if (home->hired == bot || strcmp(home->challenged, bot->name) == 0)
        return true;
    for (size_t i = 0; i < yours->count; i++) {
        if (strcmp(yours->rows[i].key, bot->name) == 0)
            return true;
    }
    return false;
}

static void on_ready(void *owner, const char *name)
{
    struct home_bot *bot = owner;
    struct home *home = bot->home;
    snprintf(bot->name, sizeof bot->name, "%s", name);
    if (home->hired != bot) {
        home_bots_settle(home); /* the person may have stopped waiting for this bot */
        return;
    }
    home->hired = NULL;
    search_bot(home, bot);
}

static void on_failed(void *owner, const struct error *error)
{
    struct home_bot *bot = owner;
    struct home *home = bot->home;
    bool was_hired = home->hired == bot, was_there = bot->name[0] != '\0';
    opponent_bot_stop(bot->bot);
    bot->bot = NULL;
    if (was_hired)
        on_over(home);
    app_tell_error(home->page.app, error);
    if (was_there)
        loop_timer_start(home->revive, REVIVE_MS);
    else
        remove_bot(home, bot);
}

/* `name` NULL: the default name of a bot with this strategy. */
static bool start(struct home_bot *bot, const char *name)
{
    assert(!bot->bot && bot->name[0] == '\0');
    struct home *home = bot->home;
    struct opponent_bot_events events = {bot, on_ready, on_failed};
    struct error error;
    enum error_code failed = opponent_bot_start(app_session(home->page.app), bot->strategy, name,
                                                &events, &bot->bot, &error);
    if (failed)
        app_tell_error(home->page.app, &error);
    return !failed;
}

/* Restarts the ended bots that are still needed, and removes the others. */
static void time_to_revive(void *owner)
{
    struct home *home = owner;
    struct home_bot *next;
    for (struct home_bot *bot = home->bots; bot; bot = next) {
        next = bot->next;
        if (bot->bot)
            continue;
        char name[WIRE_NAME_MAX + 1];
        snprintf(name, sizeof name, "%s", bot->name);
        bool is_wanted = is_needed(home, bot);
        bot->name[0] = '\0';
        if (!is_wanted || !start(bot, name))
            remove_bot(home, bot);
    }
}

static struct home_bot *add_bot(struct home *home, const char *strategy, const char *name)
{
    struct home_bot *bot = memory_zeroed(1, sizeof *bot);
    if (!home->revive)
        home->revive = loop_timer_create(app_loop(home->page.app), time_to_revive, home);
    bot->home = home;
    bot->next = home->bots;
    home->bots = bot;
    snprintf(bot->strategy, sizeof bot->strategy, "%s", strategy);
    if (start(bot, name))
        return bot;
    remove_bot(home, bot);
    return NULL;
}

void home_bot_wake(struct home *home, const char *opponent)
{
    char strategy[WIRE_NAME_MAX + 1];
    for (const struct home_bot *bot = home->bots; bot; bot = bot->next) {
        if (strcmp(bot->name, opponent) == 0)
            return;
    }
    if (opponent_bot_is_ours(app_session(home->page.app), opponent, strategy))
        add_bot(home, strategy, opponent);
}

void home_bots_settle(struct home *home)
{
    struct home_bot *next;
    for (struct home_bot *bot = home->bots; bot; bot = next) {
        next = bot->next;
        if (bot->name[0] && !is_needed(home, bot))
            remove_bot(home, bot);
    }
}

void home_bots_finish(struct home *home)
{
    while (home->bots)
        remove_bot(home, home->bots);
    if (home->revive)
        loop_timer_destroy(home->revive);
}

/* --- beginning --- */

static void hire(struct home *home)
{
    const char *strategy = home->wish.opponent_name;
    struct home_bot *bot = home->bots;
    while (bot && (!bot->bot || strcmp(bot->strategy, strategy) != 0))
        bot = bot->next;
    if (!bot)
        bot = add_bot(home, strategy, NULL);
    if (!bot)
        return;
    if (bot->name[0]) {
        search_bot(home, bot);
        return;
    }
    home->hired = bot;
    text_clear(&home->waiting);
    text_append_string(&home->waiting, "The bot gets ready...");
}

static void begin(struct home *home)
{
    struct wish *wish = &home->wish;
    if (wish->opponent == WISH_BOT) {
        home->is_beginners = play_form_is_beginners(wish);
        if (home->is_beginners) {
            uint64_t seed;
            entropy_fill(&seed, sizeof seed);
            struct random random = random_from_seed(seed);
            wish_draw_beginner(wish, &random);
        }
        hire(home);
        return;
    }
    bool is_player = wish->opponent == WISH_PLAYER;
    snprintf(home->challenged, sizeof home->challenged, "%s", is_player ? wish->opponent_name : "");
    struct seeking_wish seeking = wish_seeking(wish, is_player ? home->challenged : NULL);
    if (wish->is_invitation)
        seeking_invite(&home->seeking, &seeking, wish->uses, wish->expires_in_ms);
    else
        seeking_search(&home->seeking, &seeking);
}

/* Does something pending prevent another search? The person is told so. */
static bool is_too_soon(struct home *home)
{
    struct app *app = home->page.app;
    if (!app_is_connected(app))
        app_tell(app, STYLE_WARN, "There is no connection yet.");
    else if (home->hired || home->seeking.is_asking)
        app_tell(app, STYLE_PLAIN, "One moment: the last request is being answered.");
    else
        return false;
    return true;
}

void home_search_begin(struct home *home)
{
    struct wish wish;
    struct error error;
    text_clear(&home->wrong);
    if (is_too_soon(home))
        return;
    if (play_form_read(&home->form, &wish, &error)) {
        text_append_string(&home->wrong, error.message);
        wish_finish(&wish);
        return;
    }
    home_search_stop(home);
    wish_finish(&home->wish);
    home->wish = wish;
    begin(home);
}

void home_search_look_at(struct home *home, const char *code)
{
    if (is_too_soon(home))
        return;
    home_search_stop(home);
    seeking_look_at(&home->seeking, code, home->lists[HOME_YOURS].sheet.count > 0);
}

void home_search_stop(struct home *home)
{
    seeking_stop(&home->seeking);
    on_over(home);
}

/* --- the connection, and events --- */

/* An unknown match of the person's own, which began during a break. 0: none. */
static int64_t missed(const struct home *home, const struct wire_welcome *welcome)
{
    const struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (!sheet_find(yours, welcome->matches[i]))
            return welcome->matches[i];
    }
    return 0;
}

void home_search_ready(struct home *home, const struct wire_welcome *welcome)
{
    home->seeking.client = app_client(home->page.app);
    int64_t match = missed(home, welcome);
    if (seeking_is_waiting(&home->seeking) && match) {
        home_search_stop(home);
        home_sit_down(home, match);
    } else {
        seeking_reconnected(&home->seeking);
    }
}

/* Takes a match that is not the result of the search: of a tournament, from an offer left open in
 * an earlier session, from an invitation, or a rematch, for which the board removes the notice. */
static void take_other_match(struct home *home, const struct wire_match *match, bool is_invitation)
{
    if (match->tournament == WIRE_ABSENT) {
        if (seeking_is_of_days(match->clock) || is_invitation)
            app_tell(home->page.app, STYLE_WARN,
                     "A match of yours has begun: it is on the home page, under Yours.");
        if (is_invitation)
            app_bell(home->page.app);
        return;
    }
    app_bell(home->page.app);
    if (home->is_covered)
        app_tell(home->page.app, STYLE_WARN,
                 "A match of your tournament has begun: it is on the home page, under Yours.");
    else
        home_sit_down(home, match->match);
}

static void accept_invitation(struct home *home)
{
    if (!home->invited)
        return;
    seeking_accept(&home->seeking, home->invited);
    home->invited = 0;
    app_invite_no_more(&home->page);
    home_list_ask(home, HOME_OFFERS); /* an offer that could not be accepted is still listed */
}

static void on_accepting_answered(struct page *page, bool is_yes)
{
    if (is_yes)
        accept_invitation((struct home *)page);
}

static void on_invitation_accepted(struct page *page)
{
    struct home *home = (struct home *)page;
    if (home_rows_have_clock(&home->lists[HOME_YOURS].sheet))
        app_ask(page, "You play a match with a clock, which goes on. Accept another one?",
                on_accepting_answered);
    else
        accept_invitation(home);
}

void home_search_invite(struct home *home, const struct wire_offers *offers)
{
    struct text words = {0};
    const char *name = client_name(app_client(home->page.app));
    const struct wire_offer *offer = home_rows_challenge(offers, name, &words);
    home->invited = offer ? offer->offer : 0;
    if (offer)
        app_invite(&home->page, text_string(&words),
                   offer->rematch_of != WIRE_ABSENT ? offer->rematch_of : 0,
                   on_invitation_accepted);
    else
        app_invite_no_more(&home->page);
    text_finish(&words);
}

void home_search_event(struct home *home, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_OFFER_RECEIVED)
        app_bell(home->page.app); /* the list of offers follows, and with it the invitation */
    if (event != WIRE_EVENT_MATCH_STARTED) {
        seeking_event(&home->seeking, event, body);
        return;
    }
    const struct wire_match_event *started = body;
    bool is_ours =
        (started->offer != WIRE_ABSENT && started->offer == home->seeking.offer) ||
        (started->invitation != WIRE_ABSENT && started->invitation == home->seeking.invitation);
    if (is_ours)
        seeking_event(&home->seeking, event, body);
    else
        take_other_match(home, started->match, started->invitation != WIRE_ABSENT);
}
