/* The inside of the app, for its own files and the help only. */
#ifndef CLIENT_TUI_APP_STATE_H
#define CLIENT_TUI_APP_STATE_H

#include "client/cli/solvers.h"
#include "client/tui/app.h"
#include "client/tui/settings.h"
#include "client/tui/terminal.h"

/* A pending request of a page. */
struct app_call {
    struct app_call *next;
    struct app *app;
    struct page *page; /* NULL: closed */
    client_answer *answer;
    bool is_refused; /* it could not be sent */
};

struct app {
    struct session *session;
    const struct begun *begun;                   /* NULL: none */
    struct page *(*first_page)(bool is_private); /* makes the lowest page */
    struct terminal *terminal;                   /* NULL: not opened yet */
    struct solvers *solvers;                     /* NULL: not opened yet */
    struct canvas canvas;
    struct settings settings;
    struct text settings_path; /* empty: saving is impossible */

    struct page *top; /* the stack; closed pages stay until the end of the turn */
    bool is_uncovered;
    struct app_call *calls;

    struct loop_timer *soon; /* fires at the end of this turn of the loop */
    struct loop_timer *tick;
    bool is_connected;
    bool was_connected;

    struct text notice; /* empty: none */
    enum style notice_style;
    int64_t notice_until_ms;
    bool is_notice_new;    /* shown in this turn of the loop */
    bool is_notice_of_key; /* about the last key: the next one removes it */

    bool is_replaced; /* another connection took over: take the seat back, or leave */

    struct page *asker; /* NULL: no question */
    struct text question;
    void (*answered)(struct page *page, bool is_yes);

    struct page *inviter; /* NULL: no invitation */
    struct text invitation;
    int64_t invitation_match; /* as in app_invite() */
    void (*accepted)(struct page *page);
};

/* --- app_pages.c --- */

/* The page on top; NULL: all are closed. */
struct page *app_top(const struct app *app);
/* Destroys the closed pages. */
void app_clear_pages(struct app *app);
void app_destroy_pages(struct app *app);
void app_pages_ready(struct app *app, const struct wire_welcome *welcome);
void app_pages_event(struct app *app, enum wire_event event, const void *body);
/* Answers the refused requests. */
void app_refuse_calls(struct app *app);
/* Passes a stroke to the question, to the page on top, or to the app's own keys. */
void app_take_stroke(struct app *app, struct stroke stroke);
/* Did the page on top, when last drawn, have the cursor in a field, which takes letters as text? */
bool app_is_typed_into(const struct app *app);
/* Is an invitation shown with the page on top? */
bool app_is_inviting(const struct app *app);
/* The app's own keys for a page: leaving it, and listing its keys. */
enum { OWN_HINTS = 2 };
void app_own_hints(const struct page *page, struct hint ret_hints[OWN_HINTS]);

/* --- app_screen.c --- */

void app_draw(struct app *app);
/* Removes a notice of an earlier turn, because another page is on top now. */
void app_outdate_notice(struct app *app);
/* Removes a notice after its time. */
void app_age_notice(struct app *app);

#endif
