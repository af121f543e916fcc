/* `takeaway invitations`: the person's own open ones, and the end of one. */
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/session.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_invitation(const struct wire_invitation *invitation, struct text *out)
{
    text_printf(out, "%" PRId64 "  %.*s  ", invitation->invitation, (int)invitation->code.len,
                invitation->code.bytes);
    summary_print_game(invitation->rules, invitation->look, out);
    summary_print_from(invitation->start, out);
    if (invitation->clock.bytes)
        text_printf(out, ", %.*s", (int)invitation->clock.len, invitation->clock.bytes);
    text_append_string(out, ", for ");
    if (invitation->to.bytes)
        summary_print_wire(invitation->to, out);
    else
        text_append_string(out, "anyone");
    if (invitation->uses > 1)
        text_printf(out, ", %" PRId64 " times", invitation->uses);
    text_append_string(out, ", until ");
    summary_print_time(invitation->expires, out);
    text_append_char(out, '\n');
}

static void print_page(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_invitations *page = result;
    for (size_t i = 0; i < page->invitations_count; i++)
        print_invitation(&page->invitations[i], out);
}

static void print_revoked(void *owner, const void *result, struct text *out)
{
    const struct options *options = owner;
    (void)result;
    text_append_string(out, options->values[OPTION_JSON] ? "{}\n" : "Nobody can accept it now.\n");
}

static int revoke(const struct options *options, int64_t number)
{
    struct wire_invitation_choice choice;
    struct options given = *options;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = options->values[OPTION_AS],
        .has_to_be_known = true,
    };
    wire_record_clear(&wire_record_invitation_choice, &choice);
    choice.invitation = number;
    return session_ask_once(&config, WIRE_INVITATION_REVOKE, &choice, print_revoked, &given, NULL);
}

int invitations_run(const struct options *options, struct error *error)
{
    int64_t number = 0;
    int count = options->argument_count;
    if (count == 1 || (count > 0 && strcmp(options->arguments[0], "revoke") != 0)) {
        error_set(error, ERROR_USAGE, "`takeaway invitations revoke N` takes an invitation back");
        return EXIT_USAGE;
    }
    if (!options->values[OPTION_SERVER]) {
        error_set(error, ERROR_USAGE, "which server? Add --server HOST");
        return EXIT_USAGE;
    }
    if (name_check_value("--as", options->values[OPTION_AS], error) ||
        (count == 2 &&
         options_number(options->arguments[1], "an invitation", WIRE_INT_MAX, &number, error)))
        return EXIT_USAGE;
    if (number)
        return revoke(options, number);

    struct wire_invitation_page page = {.before = WIRE_ABSENT};
    struct session_pages pages = {
        .method = WIRE_INVITATION_LIST,
        .request = &page,
        .edge = &page.before,
        .limit = &page.limit,
        .is_falling = true,
        .is_own = true,
        .left = INT64_MAX,
        .print = print_page,
        .none = "No invitation of yours is open.",
    };
    return session_show_pages(options, &pages);
}
