/* The person's open invitations: a list, from which each can be given to a friend or taken back,
 * and a field for the code of somebody else's. */
#ifndef CLIENT_TUI_INVITATIONS_PAGE_H
#define CLIENT_TUI_INVITATIONS_PAGE_H

#include "client/tui/page.h"

/* What the page leaves to the one below: it closes itself before each of these. */
struct invitations_owner {
    struct page *page;
    void (*invite)(struct page *page);                    /* somebody new */
    void (*look_at)(struct page *page, const char *code); /* accept it, after a question */
};

struct page *invitations_page_create(struct invitations_owner owner);

#endif
