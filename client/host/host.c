/* `takeaway host`: a server that a friend elsewhere can reach, an invitation to a match on it, and
 * the match itself.
 *
 *   the server starts --> the host waits --> the match is played --> all ends
 *                          |  the router opens a port, if the person says yes
 *                          +- prints what the friend needs
 *
 * The server and the port live as long as the command. The waiting and the playing are one session,
 * which hears of events in different ways (begun.h). The database and the server's key stay in the
 * state folder, so that the command, started again, goes on with the match. The codes of its
 * invitations are kept there, too: the server tells which match each has begun, so that the link
 * that is printed always leads to the match that is played. */
#include "client/cli/command.h"
#include "client/cli/console.h"
#include "client/cli/own_name.h"
#include "client/cli/private_server.h"
#include "client/cli/session.h"
#include "client/cli/state_folder.h"
#include "client/cli/wish.h"
#include "client/host/link.h"
#include "client/host/meeting.h"
#include "client/host/own_address.h"
#include "client/host/port_map.h"
#include "client/host/qr.h"
#include "client/lib/lines.h"
#include "client/lib/token_file.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/base/streams.h"
#include "common/tls/certificate.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The seat of the host is kept under this name, whatever the port; another server on this machine
 * may have had the same address. */
static const char token_server[] = "host";

enum { CODES_MAX = 64 }; /* a player has at most 20 invitations open, and few matches */

/* Asked of the person. */
enum host_question {
    QUESTION_NOT_YET, /* the router has not answered */
    QUESTION_OPEN,
    QUESTION_SETTLED, /* answered, or needless */
};

struct host {
    const struct options *options;
    struct wish wish;
    struct console console;
    bool is_interactive;
    struct loop *loop;
    struct loop_signals *signals;
    int caught; /* the signal that ended the command; 0: none */

    struct private_server *server;
    struct private_server_door door;
    struct text database, certificate, key; /* paths */
    struct text code_path; /* of the file with the codes of the invitations, one on a line */
    char codes[CODES_MAX][LINK_CODE_CHARS + 1]; /* what it holds, the latest first */
    size_t code_count;
    size_t tried; /* of these, for the match that is gone on with */
    char listen[ADDRESS_TEXT_MAX];
    char server_address[ADDRESS_TEXT_MAX]; /* for the host's own client; "": not started */
    bool has_failed;                       /* the server has, and has said why */

    struct link link; /* `code` "": no invitation yet */
    struct own_addresses own;
    bool is_public; /* the link's address is reached from everywhere */
    struct port_map *map;
    enum host_question question;

    struct session *session; /* the waiting, then the match; NULL: not now */
    bool is_waiting;
    struct lines *lines;
    int64_t match; /* that is to be played; 0: none yet */
    int64_t newest_known;
};

/* --- the codes of the invitations --- */

static enum error_code load_codes(struct host *host, struct error *error)
{
    const char *path = text_string(&host->code_path);
    char line[LINK_CODE_CHARS + 2]; /* the code, its newline or the zero */
    FILE *file = fopen(path, "re");
    if (!file && errno != ENOENT)
        return error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    while (file && host->code_count < CODES_MAX && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strlen(line) == LINK_CODE_CHARS)
            strcpy(host->codes[host->code_count++], line);
    }
    int reason = file && ferror(file) ? errno : 0;
    if (file)
        fclose(file);
    if (reason)
        return error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(reason));
    return ERROR_NONE;
}

static enum error_code save_codes(const struct host *host, struct error *error)
{
    struct text lines = {0};
    for (size_t i = 0; i < host->code_count; i++)
        text_printf(&lines, "%s%s", i > 0 ? "\n" : "", host->codes[i]);
    enum error_code failed =
        token_file_save(text_string(&host->code_path), text_string(&lines), error);
    text_finish(&lines);
    return failed;
}

static void drop_code(struct host *host, size_t index)
{
    host->code_count--;
    memmove(host->codes[index], host->codes[index + 1],
            (host->code_count - index) * sizeof *host->codes);
}

/* The code becomes the latest one. */
static enum error_code keep_code(struct host *host, const char *code, struct error *error)
{
    for (size_t i = 0; i < host->code_count; i++) {
        if (strcmp(host->codes[i], code) == 0)
            drop_code(host, i);
    }
    if (host->code_count == CODES_MAX)
        host->code_count--;
    memmove(host->codes[1], host->codes[0], host->code_count * sizeof *host->codes);
    strcpy(host->codes[0], code);
    host->code_count++;
    return save_codes(host, error);
}

/* Without unfinished matches only the codes of open invitations lead anywhere. */
static void drop_dead_codes(struct host *host, const struct wire_invitations *open)
{
    for (size_t i = host->code_count; i-- > 0;) {
        bool is_open = false;
        for (size_t j = 0; j < open->invitations_count; j++)
            is_open |= wire_text_equal(open->invitations[j].code, host->codes[i]);
        if (!is_open)
            drop_code(host, i);
    }
}

/* --- what the friend needs --- */

/* Tells the link with the address that it has now. `lead`: who can use it. */
static void tell_link(struct host *host, const char *lead)
{
    struct text link = {0}, code = {0};
    link_print(&host->link, &link);
    int colours = host->console.is_json ? 0 : qr_colours_of(host->console.out);
    if (host->console.is_json) {
        struct text line = {0};
        text_printf(&line, "takeaway join %s", text_string(&link));
        console_tell(&host->console, "invitation",
                     json_pack("{s:s, s:s, s:b}", "link", text_string(&link), "line",
                               text_string(&line), "public", (int)host->is_public));
        text_finish(&line);
    } else {
        console_say(&host->console, "\n%s\n\n  takeaway join %s\n", lead, text_string(&link));
    }
    if (colours > 0 && qr_draw(text_string(&link), colours, &code)) {
        console_say(&host->console, "The same link for a telephone:\n");
        streams_control(host->console.out, text_string(&code));
    }
    text_finish(&link);
    text_finish(&code);
}

static void tell_forwarding(struct host *host, const char *reason)
{
    console_say(&host->console,
                "For friends in other networks: %s. Forward TCP port %u of your router to %s, port "
                "%u (in the router's settings, often under \"port forwarding\"). Then `takeaway "
                "host --address ADDRESS`, with your router's outside address or name, prints the "
                "link for them.",
                reason, host->link.address.port,
                host->own.ipv4[0] ? host->own.ipv4 : "this machine", host->link.address.port);
}

static void tell_carrier(struct host *host, const char *reason)
{
    console_say(&host->console,
                "For friends in other networks: %s. No port forwarding helps; a server elsewhere "
                "does (OPERATING.md).",
                reason);
    if (!host->own.ipv6[0])
        return;
    strcpy(host->link.address.host, host->own.ipv6);
    host->is_public = true;
    tell_link(host, "Where your router lets IPv6 in and your friend's network has it, this reaches "
                    "you:");
}

/* --- the router --- */

static void settle(struct host *host);

static void on_router_found(void *owner, const struct router *router)
{
    struct host *host = owner;
    const char *wanted = host->options->values[OPTION_OPEN_PORT];
    if (wanted) {
        port_map_open(host->map);
        return;
    }
    host->question = QUESTION_OPEN;
    console_say(&host->console,
                "Your router (%s, %s) can let friends from other networks in. Shall it open port "
                "%u to this program, until it ends? Type 'yes' or 'no'.",
                router->kind == ROUTER_UPNP ? "UPnP" : "NAT-PMP", router->outside,
                host->link.address.port);
    console_prompt(&host->console, "");
}

/* After the waiting it is too late to tell: the screen belongs to the match. */
static void on_port_opened(void *owner, const char *address)
{
    struct host *host = owner;
    struct error error;
    if (!host->is_waiting)
        return;
    address_parse(address, 0, &host->link.address, &error);
    host->is_public = true;
    tell_link(host, "From anywhere, your friend types");
    settle(host);
}

static void on_port_failed(void *owner, enum router_answer answer, const struct error *error)
{
    struct host *host = owner;
    port_map_destroy(host->map);
    host->map = NULL;
    if (!host->is_waiting)
        return;
    if (answer == ROUTER_NOT_PUBLIC)
        tell_carrier(host, error->message);
    else
        tell_forwarding(host, error->message);
    settle(host);
}

static bool wants_router(const struct host *host)
{
    const char *wanted = host->options->values[OPTION_OPEN_PORT];
    bool may_ask = host->is_interactive || (wanted && strcmp(wanted, "yes") == 0);
    return may_ask && !(wanted && strcmp(wanted, "no") == 0) && !host->is_public;
}

/* --- the waiting --- */

/* Ends the waiting once there is a match, unless the person is still asked about the router. */
static void settle(struct host *host)
{
    host->question = QUESTION_SETTLED;
    if (host->match)
        session_pause(host->session);
}

/* A match has begun just now: the friend has come in. */
static void begin(struct host *host, int64_t match)
{
    host->match = match;
    session_pause(host->session);
}

/* Tells where the server is reached, and looks for the router if that is not everywhere. */
static void open_door(struct host *host)
{
    tell_link(host,
              host->is_public ? "Your friend types" : "In your own network, your friend types");
    if (!wants_router(host)) {
        settle(host);
        return;
    }
    struct port_map_events events = {host, on_router_found, on_port_opened, on_port_failed};
    console_say(&host->console, "Looking for your router, for friends in other networks ...");
    host->map = port_map_create(host->loop, host->link.address.port, PORT_MAP_LEASE_S, &events);
}

static void fail_waiting(struct host *host, const struct error *error)
{
    console_finish(&host->console);
    session_fail(host->session, error);
}

/* Tells of the open invitation, which is to be accepted. */
static void wait_for_friend(struct host *host, struct wire_text code, struct wire_text rules,
                            struct wire_text look, const char *clock)
{
    struct error error;
    struct text words = {0};
    snprintf(host->link.code, sizeof host->link.code, "%.*s", (int)code.len, code.bytes);
    if (keep_code(host, host->link.code, &error)) {
        fail_waiting(host, &error);
        return;
    }
    text_append_string(&words, "Waiting for a friend to play ");
    summary_print_game(rules, look, &words);
    text_append_string(&words, " with you");
    words_control(clock, &words);
    console_say(&host->console, "%s. Type 'quit' to stop waiting.", text_string(&words));
    text_finish(&words);
    open_door(host);
    console_prompt(&host->console, "");
}

static void on_invitation_made(void *owner, const struct error *error, const void *result)
{
    struct host *host = owner;
    const struct wire_invitation_made *made = result;
    if (error)
        fail_waiting(host, error);
    else
        wait_for_friend(host, made->code, wire_text(host->wish.rules.text),
                        wire_text(look_text(host->wish.rules.look)),
                        text_string(&host->wish.clock));
}

static void make_invitation(struct host *host)
{
    struct seeking_wish wish = wish_seeking(&host->wish, NULL);
    struct wire_invitation_create create;
    wire_record_clear(&wire_record_invitation_create, &create);
    create.rules = wire_text(wish.rules);
    create.look = wire_text(wish.look);
    create.start = wire_text(wish.start);
    create.clock = wire_text(wish.clock);
    create.first = wire_text(wish.first ? wish.first : "random");
    client_call(session_client(host->session), WIRE_INVITATION_CREATE, &create, on_invitation_made,
                host);
}

/* Is the open invitation what the options ask for? What they do not name may be anything. */
static bool fits(const struct host *host, const struct wire_invitation *invitation)
{
    const char *const *values = host->options->values;
    struct seeking_wish wish = wish_seeking(&host->wish, NULL);
    const char *clock = wish.clock ? wish.clock : "";
    return !values[OPTION_NEW] && invitation->code.len == LINK_CODE_CHARS &&
           ((!values[OPTION_GAME] && !values[OPTION_LOOK]) ||
            (wire_text_equal(invitation->rules, wish.rules) &&
             (wish.look ? wire_text_equal(invitation->look, wish.look) : !invitation->look.len))) &&
           (!values[OPTION_START] || wire_text_equal(invitation->start, wish.start)) &&
           (!values[OPTION_CLOCK] || wire_text_equal(invitation->clock, clock)) &&
           (!values[OPTION_FIRST] || wire_text_equal(invitation->first, wish.first));
}

static void on_invitations(void *owner, const struct error *error, const void *result)
{
    struct host *host = owner;
    const struct wire_invitations *list = result;
    if (error) {
        fail_waiting(host, error);
        return;
    }
    if (!host->newest_known && !list->more)
        drop_dead_codes(host, list); /* saved with the code that follows */
    for (size_t i = 0; i < list->invitations_count; i++) {
        const struct wire_invitation *invitation = &list->invitations[i];
        if (!fits(host, invitation))
            continue;
        char *clock = invitation->clock.bytes
                          ? memory_text(invitation->clock.bytes, invitation->clock.len)
                          : memory_text("", 0);
        wait_for_friend(host, invitation->code, invitation->rules, invitation->look, clock);
        free(clock);
        return;
    }
    make_invitation(host);
}

static void look_for_invitations(struct host *host)
{
    struct wire_invitation_page page;
    wire_record_clear(&wire_record_invitation_page, &page);
    client_call(session_client(host->session), WIRE_INVITATION_LIST, &page, on_invitations, host);
}

static void try_next_code(struct host *host);

static void on_code_tried(void *owner, const struct error *error, const void *result)
{
    struct host *host = owner;
    const struct wire_match *led_to = result;
    struct error unsaved;
    if (!host->is_waiting)
        return; /* another match has begun */
    if (!error && led_to->match == host->match) {
        strcpy(host->link.code, host->codes[host->tried]);
        open_door(host);
        return;
    }
    if (error && error->code == ERROR_NO_SUCH_INVITATION) {
        drop_code(host, host->tried);
        if (save_codes(host, &unsaved)) {
            fail_waiting(host, &unsaved);
            return;
        }
    } else if (error && error->code != ERROR_NOT_YOURS) { /* that is an open one */
        settle(host);
        return;
    } else {
        host->tried++;
    }
    try_next_code(host);
}

/* Looks for the code that has begun the match: the server leads its players back to it. Without
 * one there is no link: a match that was not begun by an invitation. */
static void try_next_code(struct host *host)
{
    if (host->tried == host->code_count) {
        settle(host);
        return;
    }
    struct wire_invitation_accept accept;
    wire_record_clear(&wire_record_invitation_accept, &accept);
    accept.code = wire_text(host->codes[host->tried]);
    client_call(session_client(host->session), WIRE_INVITATION_ACCEPT, &accept, on_code_tried,
                host);
}

/* The friend comes back by the link of before, whose code then begins no other match. */
static void go_on_with_match(struct host *host, int64_t match)
{
    host->match = match;
    console_say(&host->console, "You go on with your unfinished match %" PRId64 ".", match);
    try_next_code(host);
}

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct host *host = owner;
    int64_t newest = 0;
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] > newest)
            newest = welcome->matches[i];
    }
    if (is_first) {
        host->newest_known = newest;
        if (newest && !host->options->values[OPTION_NEW])
            go_on_with_match(host, newest);
        else
            look_for_invitations(host);
        return;
    }
    console_say(&host->console, "%s", session_return_words(host->session));
    if (newest > host->newest_known)
        begin(host, newest); /* during the break */
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct host *host = owner;
    struct text text = {0};
    session_print_interruption(host->session, reason, &text);
    console_say_text(&host->console, &text);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct host *host = owner;
    struct text words = {0};
    if (session_print_notice(event, body, &words)) {
        console_say(&host->console, "%s", text_string(&words));
    } else if (event == WIRE_EVENT_MATCH_STARTED) {
        const struct wire_match_event *started = body;
        begin(host, started->match->match);
    } else if (event == WIRE_EVENT_INVITATION_CLOSED) {
        console_say(&host->console, "The invitation has ended; here is a new one.");
        make_invitation(host);
    }
    text_finish(&words);
}

static void leave(struct host *host)
{
    if (!host->match && host->newest_known)
        console_say(&host->console, "Your invitation stays open. `takeaway host` goes on with your "
                                    "unfinished match first.");
    else
        console_say(&host->console, "%s `takeaway host` goes on with it.",
                    host->match ? "Your match stays unfinished." : "Your invitation stays open.");
    session_end(host->session, EXIT_UNFINISHED);
}

static void on_caught(void *owner, int number)
{
    (void)number;
    leave(owner);
}

static bool is_beginning_of(const char *line, const char *word)
{
    size_t len = strlen(line);
    return len > 0 && strncasecmp(line, word, len) == 0;
}

static void on_line(void *owner, const char *line, size_t len)
{
    struct host *host = owner;
    (void)len;
    console_typed(&host->console);
    if (is_beginning_of(line, "quit")) {
        leave(host);
        return;
    }
    if (host->question == QUESTION_OPEN && is_beginning_of(line, "yes")) {
        host->question = QUESTION_NOT_YET;
        console_say(&host->console, "Asking the router ...");
        port_map_open(host->map);
    } else if (host->question == QUESTION_OPEN && is_beginning_of(line, "no")) {
        port_map_destroy(host->map);
        host->map = NULL;
        tell_forwarding(host, "the port stays closed");
        settle(host);
    } else if (*line) {
        console_say(&host->console, host->question == QUESTION_OPEN
                                        ? "Type 'yes' or 'no', or 'quit' to leave."
                                        : "Type 'quit' to stop waiting.");
    }
    if (!session_has_ended(host->session))
        console_prompt(&host->console, "");
}

static void on_input_ended(void *owner)
{
    leave(owner);
}

static void on_opened(void *owner)
{
    struct host *host = owner;
    struct lines_events events = {.owner = host, .line = on_line, .end = on_input_ended};
    if (host->is_interactive)
        host->lines = lines_create(host->loop, STDIN_FILENO, &events);
}

static void on_closing(void *owner)
{
    struct host *host = owner;
    console_finish(&host->console);
    lines_destroy(host->lines);
    host->lines = NULL;
    if (host->map && host->question != QUESTION_SETTLED && host->match) {
        port_map_destroy(host->map); /* not asked any more */
        host->map = NULL;
    }
}

static int wait_for_match(struct host *host)
{
    struct session_config config = {
        .loop = host->loop,
        .server = host->server_address,
        .token_server = token_server,
        .name = host->options->values[OPTION_AS],
    };
    struct session_events events = {
        .owner = host,
        .opened = on_opened,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .event = on_event,
        .caught = on_caught,
        .closing = on_closing,
    };
    host->is_waiting = true;
    int status = session_run(&config, &events, &host->session);
    host->is_waiting = false;
    return status;
}

/* --- the server --- */

static void on_server_ready(void *owner, const char *address)
{
    struct host *host = owner;
    struct address at;
    struct error error;
    enum error_code failed = address_parse(address, 0, &at, &error);
    assert(!failed);
    (void)failed;
    snprintf(host->server_address, sizeof host->server_address, "127.0.0.1:%u", at.port);
    loop_stop(host->loop, EXIT_OK);
}

static void on_server_failed(void *owner, const struct error *error)
{
    struct host *host = owner;
    struct text words = {0};
    host->has_failed = true;
    command_print_hints(error->message, &words);
    fprintf(stderr, "takeaway host: %s\n", text_string(&words));
    text_finish(&words);
    loop_stop(host->loop, EXIT_FAILURE);
}

static enum error_code start_server(struct host *host, struct error *error)
{
    host->door = (struct private_server_door){
        .listen = host->listen,
        .certificate = text_string(&host->certificate),
        .key = text_string(&host->key),
        .web_host = host->options->values[OPTION_ADDRESS] ? host->link.address.host : NULL,
    };
    struct private_server_config config = {
        .database = text_string(&host->database),
        .restarts = true,
        .door = &host->door,
    };
    struct private_server_events events = {host, on_server_ready, on_server_failed};
    enum error_code failed =
        private_server_start(host->loop, &config, &events, &host->server, error);
    if (!failed)
        loop_run(host->loop);
    return failed;
}

/* --- the command --- */

/* Finds the files in the state folder, and makes the certificate unless one is given. */
static enum error_code prepare_files(struct host *host, struct error *error)
{
    const char *const *values = host->options->values;
    struct certificate_pair pair;
    struct certificate certificate = {0};
    enum error_code failed = state_path("host/matches.db", &host->database, error);
    if (!failed)
        failed = state_path("host/code", &host->code_path, error);
    if (!failed)
        failed = load_codes(host, error);
    if (!failed && values[OPTION_TLS_CERTIFICATE]) {
        text_append_string(&host->certificate, values[OPTION_TLS_CERTIFICATE]);
        text_append_string(&host->key, values[OPTION_TLS_KEY]);
    } else if (!failed) {
        struct text folder = {0};
        failed = state_path("host", &folder, error);
        text_printf(&host->certificate, "%s/certificate.pem", text_string(&folder));
        text_printf(&host->key, "%s/key.pem", text_string(&folder));
        if (!failed)
            failed = certificate_pair_make(text_string(&folder), NULL, 0, error);
        text_finish(&folder);
    }
    if (!failed)
        failed = certificate_pair_load(text_string(&host->certificate), text_string(&host->key),
                                       &pair, error);
    if (failed)
        return failed;
    certificate_describe(pair.x509, &certificate);
    if (certificate.is_self_signed)
        strcpy(host->link.pin, certificate.pin);
    for (size_t i = 0; i < certificate.names_len && !certificate.is_self_signed; i++) {
        /* The first name of one host, unless --address names it. */
        if (!host->link.address.host[0] && certificate.names[i][0] != '*')
            snprintf(host->link.address.host, sizeof host->link.address.host, "%s",
                     certificate.names[i]);
    }
    certificate_finish(&certificate);
    certificate_pair_finish(&pair);
    return ERROR_NONE;
}

static void choose_address(struct host *host)
{
    char *address = host->link.address.host;
    struct in_addr ignored;
    own_addresses_find(&host->own);
    if (!*address)
        strcpy(address, host->own.ipv4[0]   ? host->own.ipv4
                        : host->own.ipv6[0] ? host->own.ipv6
                                            : "127.0.0.1");
    bool is_ipv4 = inet_pton(AF_INET, address, &ignored) == 1;
    host->is_public = !is_ipv4 || !router_is_private(address);
}

static enum error_code parse_options(struct host *host, struct error *error)
{
    const char *const *values = host->options->values;
    const char *open = values[OPTION_OPEN_PORT], *address = values[OPTION_ADDRESS];
    int64_t port = ADDRESS_PORT_OF_SERVER;
    if (wish_parse(host->options, &host->wish, error) ||
        options_take_number(host->options, OPTION_PORT, UINT16_MAX, &port, error))
        return error->code;
    if (open && strcmp(open, "yes") != 0 && strcmp(open, "no") != 0)
        return error_set(error, ERROR_USAGE, "--open-port is yes or no, not '%s'", open);
    if (!values[OPTION_TLS_CERTIFICATE] != !values[OPTION_TLS_KEY])
        return error_set(error, ERROR_USAGE,
                         "--tls-certificate and --tls-key go together: two PEM files");
    struct address listen = {.port = (uint16_t)port};
    snprintf(listen.host, sizeof listen.host, "%s", own_address_any());
    address_print(&listen, host->listen);
    host->link.is_tls = true;
    host->link.address.port = (uint16_t)port;
    if (address && address[strspn(address, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789-._:[]")])
        return error_set(error, ERROR_USAGE,
                         "--address '%.100s': a name or an address, with or without :PORT, was "
                         "expected",
                         address);
    if (address && address_parse(address, (uint16_t)port, &host->link.address, error))
        return options_blame(error, "--address", address);
    return ERROR_NONE;
}

static void on_signal(void *owner, int number)
{
    struct host *host = owner;
    host->caught = number;
    loop_stop(host->loop, 128 + number);
}

static int play_match(struct host *host, struct error *error)
{
    struct text again = {0};
    text_append_string(&again, "host");
    if (host->options->values[OPTION_AS])
        text_printf(&again, " --as %s", client_name(session_client(host->session)));
    struct begun begun = {host->session, host->match, text_string(&again)};
    int status = meeting_play(host->options, &begun, error);
    if (!host->console.is_json)
        console_say(&host->console, "Your server ends with this program. `takeaway host` starts it "
                                    "again, and goes on with an unfinished match.");
    text_finish(&again);
    return status;
}

int host_run(const struct options *options, struct error *error)
{
    bool is_json = options->values[OPTION_JSON] != NULL;
    struct host host = {
        .options = options,
        .console = console_create(is_json),
        .is_interactive = !is_json && isatty(STDIN_FILENO),
    };
    int status = EXIT_REFUSED;
    if (parse_options(&host, error)) {
        wish_finish(&host.wish);
        return EXIT_USAGE;
    }
    host.loop = loop_create();
    host.signals = loop_signals_create(host.loop, on_signal, &host);
    if (!prepare_files(&host, error) && !start_server(&host, error) && host.server_address[0]) {
        choose_address(&host);
        status = wait_for_match(&host);
        if (status == EXIT_OK && !host.caught && !host.has_failed)
            status = play_match(&host, error);
        else if (host.session)
            session_close(host.session);
    }
    if (status == EXIT_OK && host.has_failed)
        status = EXIT_REFUSED;
    if (host.caught && (status == EXIT_OK || !host.server_address[0]))
        status = 128 + host.caught;

    port_map_destroy(host.map);
    private_server_stop(host.server);
    loop_signals_destroy(host.signals);
    wish_finish(&host.wish);
    text_finish(&host.database);
    text_finish(&host.certificate);
    text_finish(&host.key);
    text_finish(&host.code_path);
    loop_settle(host.loop);
    if (work_is_under_way(host.loop)) {
        fflush(stdout);
        _exit(status); /* without waiting for the solver or a silent router */
    }
    loop_destroy(host.loop);
    return status;
}
