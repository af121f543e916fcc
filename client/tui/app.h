/* The full-screen client as a whole, as its pages see it: the session with its server, the
 * terminal, the other pages. */
#ifndef CLIENT_TUI_APP_H
#define CLIENT_TUI_APP_H

#include "client/cli/session.h"
#include "client/tui/page.h"

/* Runs the full screen, with the page that `first_page` makes undermost. Returns the exit status.
 */
int app_run(const struct options *options, struct page *(*first_page)(bool is_private));

/* --- pages --- */

/* Puts a page on top and owns it. If there is a connection already, the page's `ready` follows. */
void app_push(struct app *app, struct page *page);
/* Removes a page from the stack. It is destroyed at the end of this turn of the loop, so that it
 * may call this about itself from any of its functions, and is not called again. Closing the last
 * page leaves the program. */
void app_close(struct app *app, struct page *page);
/* The page is the one that is seen. */
bool app_is_uppermost(const struct page *page);
/* Some page on the stack is about this match. */
bool app_has_match(const struct app *app, int64_t match);
/* Draws the screen anew at the end of this turn of the loop. Needless after a stroke, an event, an
 * answer of app_call() and `ready`: the app redraws by itself then. */
void app_redraw(struct app *app);

/* --- the person --- */

/* Shows a notice on the line above the bottom line, for a while, or until the next notice or until
 * another page is uppermost in a later turn of the loop. STYLE_PLAIN, STYLE_GOOD, STYLE_WARN or
 * STYLE_BAD. */
void app_tell(struct app *app, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void app_tell_error(struct app *app, const struct error *error);
/* Drops the notice of this turn of the loop if the page is uppermost: the page itself tells the
 * same. */
void app_hush(struct page *page);
/* Asks on that line, such as "Resign this match?"; only y and n answer (Esc is n). One question at
 * a time: a new one replaces the one before, which is then never answered; nor is the question of a
 * closed page. */
void app_ask(struct page *page, const char *question,
             void (*answered)(struct page *page, bool is_yes));
/* Withdraws the page's question. */
void app_ask_no_more(struct page *page);
/* Shows an offer on a line of its own below every page until it is withdrawn: `a` accepts it
 * wherever nothing is being typed. `match`: not shown where the uppermost page is about this match
 * and tells of the offer itself; 0: shown everywhere. One at a time: a new one replaces the one
 * before. */
void app_invite(struct page *page, const char *words, int64_t match,
                void (*accepted)(struct page *page));
/* Withdraws the page's invitation. */
void app_invite_no_more(struct page *page);
/* Rings, if the person wants that. */
void app_bell(struct app *app);

/* --- the server --- */

/* NULL before the first connection. */
struct client *app_client(struct app *app);
struct session *app_session(struct app *app);
struct loop *app_loop(struct app *app);
bool app_is_connected(const struct app *app);
/* As client_call() with the page as the answer's owner; the answer is dropped if the page is closed
 * meanwhile. While the connection is broken the request waits and is sent again, so that nothing
 * typed is lost; before the very first connection the answer is DISCONNECTED. */
void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer);
/* Milliseconds of a clock that never goes back. */
int64_t app_now_ms(const struct app *app);

/* The solvers, one a game: made with the app on its loop, and destroyed after its pages. */
struct solvers *app_solvers(struct app *app);

/* The person's settings, kept in a file of the state folder. */
struct settings *app_settings(struct app *app);
/* Saves and applies the settings after a change. */
void app_settings_changed(struct app *app);

#endif
