/* The interface of the full-screen client to its pages: the session with the server, the terminal,
 * the stack of pages. */
#ifndef CLIENT_TUI_APP_H
#define CLIENT_TUI_APP_H

#include "client/cli/session.h"
#include "client/tui/page.h"

struct begun; /* client/cli/begun.h */

/* Runs the full screen. `first_page` makes the lowest page. `begun` NULL: no match was begun by
 * another command. Returns the exit status. */
int app_run(const struct options *options, const struct begun *begun,
            struct page *(*first_page)(bool is_private));
/* The match to go on with at first; 0: none. */
int64_t app_begun_match(const struct app *app);

/* --- pages --- */

/* Puts a page on top of the stack and owns it. If the app is connected, the page's `ready` is
 * called. */
void app_push(struct app *app, struct page *page);
/* Removes a page from the stack. The page is not called again and is destroyed at the end of this
 * turn of the loop, so that it may close itself from any of its functions. Closing the last page
 * ends the program. */
void app_close(struct app *app, struct page *page);
/* Is the page on top? */
bool app_is_uppermost(const struct page *page);
/* Is a page on the stack about this match? */
bool app_has_match(const struct app *app, int64_t match);
/* Redraws the screen at the end of this turn of the loop. The app itself does so after a stroke, an
 * event, an answer of app_call() and `ready`. */
void app_redraw(struct app *app);

/* --- the person --- */

/* Shows a notice on the line above the bottom line. It stays for some seconds, until the next
 * notice, or until another page is on top in a later turn of the loop. STYLE_PLAIN, STYLE_GOOD,
 * STYLE_WARN or STYLE_BAD. */
void app_tell(struct app *app, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void app_tell_error(struct app *app, const struct error *error);
/* Drops the notice of this turn of the loop if the page is on top, because the page itself shows
 * the same. */
void app_hush(struct page *page);
/* Asks a question on that line, such as "Resign this match?"; the answers are y and n (Esc is n).
 * There is one question at a time. A replaced question, or that of a closed page, is never
 * answered. */
void app_ask(struct page *page, const char *question,
             void (*answered)(struct page *page, bool is_yes));
/* Withdraws the page's question. */
void app_ask_no_more(struct page *page);
/* Shows an invitation on a line of its own below every page until it is withdrawn; `a` accepts it
 * unless a field takes letters. `match`: hidden while the page on top is about this match, since
 * that page shows the offer itself; 0: always shown. A new invitation replaces the last one. */
void app_invite(struct page *page, const char *words, int64_t match,
                void (*accepted)(struct page *page));
/* Withdraws the page's invitation. */
void app_invite_no_more(struct page *page);
/* Rings the bell, if the settings allow it. */
void app_bell(struct app *app);

/* --- the server --- */

/* NULL before the first connection. */
struct client *app_client(struct app *app);
struct session *app_session(struct app *app);
struct loop *app_loop(struct app *app);
bool app_is_connected(const struct app *app);
/* As client_call(), with the page as the owner of the answer; closing the page drops the answer.
 * During a break the request waits for the reconnection, so that no input is lost; before the first
 * connection the answer is DISCONNECTED. */
void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer);
/* A monotonic clock in milliseconds. */
int64_t app_now_ms(const struct app *app);

/* The solvers, one for each game, on the app's loop. They outlive the pages. */
struct solvers *app_solvers(struct app *app);

/* The settings, which are stored in the state folder. */
struct settings *app_settings(struct app *app);
/* Saves and applies the settings after a change. */
void app_settings_changed(struct app *app);

#endif
