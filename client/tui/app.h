/* The full-screen client as a whole, as its pages see it: the session with its server, the
 * terminal, the other pages. */
#ifndef CLIENT_TUI_APP_H
#define CLIENT_TUI_APP_H

#include "client/session.h"
#include "client/tui/page.h"

/* --- pages --- */

/* Puts a page on top and owns it. Where there is a connection already, the page's `ready` follows.
 */
void app_push(struct app *app, struct page *page);
/* Takes a page away, wherever it lies, and destroys it when the app's hands are free: the page may
 * call this about itself from any of its functions, and is called no more. The last one: leaves the
 * program. */
void app_close(struct app *app, struct page *page);
/* The page is the one that is seen. */
bool app_is_uppermost(const struct page *page);
/* Some page on the stack is about this match. */
bool app_has_match(const struct app *app, int64_t match);
/* Something has changed: the screen is drawn anew at the end of this turn of the loop. After a
 * stroke, an event, an answer of app_call() and `ready` that is done without being asked for. */
void app_redraw(struct app *app);

/* --- the person --- */

/* Tells the person something on the line above the bottom line, until it is pushed out by the next,
 * another page comes to lie uppermost in a later turn of the loop, or it has stood for a while.
 * STYLE_PLAIN, STYLE_GOOD, STYLE_WARN or STYLE_BAD. */
void app_tell(struct app *app, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void app_tell_error(struct app *app, const struct error *error);
/* What was told in this turn of the loop is told by the page itself: nothing is said of it where
 * that page is the uppermost. */
void app_hush(struct page *page);
/* Asks on that line, such as "Resign this match?"; y and n, and no other key, answer (Esc is n).
 * One question at a time: a new one takes the place of the one before, which is then never
 * answered, as is that of a page that has been closed. */
void app_ask(struct page *page, const char *question,
             void (*answered)(struct page *page, bool is_yes));
/* Takes back what the page has asked: it has lost its sense. */
void app_ask_no_more(struct page *page);
/* Shows an offer on a line of its own below every page until it is withdrawn: `a` accepts it
 * wherever nothing is being typed. `match`: not shown where the uppermost page is about this match
 * and tells of the offer itself; 0: shown everywhere. One at a time: a new one replaces the one
 * before. */
void app_invite(struct page *page, const char *words, int64_t match,
                void (*accepted)(struct page *page));
/* Withdraws what the page has offered. */
void app_invite_no_more(struct page *page);
/* Rings, if the person wants that. */
void app_bell(struct app *app);

/* --- the server --- */

/* NULL before the first connection. */
struct client *app_client(struct app *app);
struct session *app_session(struct app *app);
struct loop *app_loop(struct app *app);
bool app_is_connected(const struct app *app);
/* As client_call() with the page as the answer's owner, and the answer is dropped when the page has
 * been closed meanwhile. The request waits while the connection is broken, and is sent again when
 * it stands, so that nothing typed is lost; before the very first connection it is answered with
 * DISCONNECTED. */
void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer);
/* Milliseconds of a clock that never goes back. */
int64_t app_now_ms(const struct app *app);

/* What knows perfect play, one solver a game: made with the app on its loop, and destroyed after
 * its pages. */
struct solvers *app_solvers(struct app *app);

/* The person's settings, kept in a file of the state folder. */
struct settings *app_settings(struct app *app);
/* They have been changed: keeps them and goes by them. */
void app_settings_changed(struct app *app);

#endif
