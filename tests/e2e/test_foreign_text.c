/* A server that lies: every text that it says, in every answer and every event, has what a terminal
 * obeys. Nothing of that reaches a terminal or a pipe, whatever the command is. */
#include "client/cli/command.h"
#include "common/base/memory.h"
#include "common/cli/cli.h"
#include "common/wire/wire.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"
#include "tests/e2e/stage.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

STAGE(foreign_text);

/* ESC and BEL, a C1 control, U+202E, U+2066, and a line of its own. */
#define EVIL "\x1b]0;evil\a\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\nevil"

/* What the lying server can be. */
enum lie {
    LIE_EVERYWHERE, /* every text is one */
    LIE_PLAUSIBLE,  /* rules, positions and moves can be read, so that the client goes on */
    LIE_REFUSING,   /* it answers with errors, after hello */
    LIE_CLOSED,     /* hello, too, so that the client gives up */
};

/* --- its words --- */

/* What a field would be in an honest answer; NULL: any text will do. */
static const char *honest_text(const char *name)
{
    static const char *const rows[][2] = {
        {"rules", "nim"},     {"start", "3+5"},     {"position", "3+5"}, {"seat", "first"},
        {"state", "running"}, {"first", "maker"},   {"player", "first"}, {"room", "players"},
        {"format", "swiss"},  {"file", "results"},  {"clock", "300+3"},  {"winner", "first"},
        {"ending", "time"},   {"moves", "3+5>3+4"}, {"marks", "+1"},     {"starts", "3+5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i][0], name) == 0)
            return rows[i][1];
    return NULL;
}

static void fill(const struct wire_record *record, char *body, enum lie lie);

static void fill_value(const struct wire_field *field, void *value, enum lie lie)
{
    if (field->record) {
        fill(field->record, value, lie);
    } else if (field->kind == WIRE_FIELD_FLAG) {
        *(bool *)value = true;
    } else if (field->kind == WIRE_FIELD_INT || field->kind == WIRE_FIELD_INTS) {
        *(int64_t *)value = field->min > 1 ? field->min : 1;
    } else {
        const char *honest = lie == LIE_EVERYWHERE ? NULL : honest_text(field->name);
        struct wire_text text = wire_text(honest ? honest : EVIL);
        if ((int64_t)text.len > field->max)
            text.len = (size_t)field->max & ~(size_t)1;
        *(struct wire_text *)value = text;
    }
}

/* Lists have one element. The memory is given back with the process. */
static void fill(const struct wire_record *record, char *body, enum lie lie)
{
    static const size_t one = 1;
    wire_record_clear(record, body);
    for (size_t i = 0; i < record->field_count; i++) {
        const struct wire_field *field = &record->fields[i];
        bool is_apart = wire_field_is_list(field) || field->kind == WIRE_FIELD_RECORD;
        /* A list that has more would be asked for without end. */
        if (strcmp(field->name, "more") == 0 || strcmp(field->name, "next") == 0)
            continue;
        char *value = body + field->offset;
        if (is_apart) {
            value = memory_zeroed(1, wire_field_is_list(field) ? wire_field_element_size(field)
                                                               : field->record->size);
            memcpy(body + field->offset, &value, sizeof value);
        }
        if (wire_field_is_list(field))
            memcpy(body + field->count_offset, &one, sizeof one);
        fill_value(field, value, lie);
    }
}

static void say_event(struct text *out, enum wire_event event, enum lie lie)
{
    char *body = memory_zeroed(1, sizeof(union wire_body));
    fill(wire_events[event].record, body, lie);
    wire_encode_event(out, event, body);
}

/* The answer, and after it all events but those that end the connection. */
static void answer(struct text *out, const struct wire_message *request, enum lie lie)
{
    int method = wire_method_find(request->method);
    char *body = memory_zeroed(1, sizeof(union wire_body));
    if (method < 0)
        return;
    if (lie == LIE_CLOSED || (lie == LIE_REFUSING && method != WIRE_SESSION_HELLO)) {
        struct error error;
        error_set(&error, ERROR_BAD_TOKEN, "%s", EVIL);
        wire_encode_error(out, request->id, &error, NULL, NULL);
    } else {
        fill(wire_methods[method].result, body, lie);
        wire_encode_result(out, request->id, wire_methods[method].result, body);
    }
    for (int event = 0; event < WIRE_EVENT_COUNT; event++)
        if (event != WIRE_EVENT_SESSION_REPLACED && event != WIRE_EVENT_SESSION_KICKED &&
            event != WIRE_EVENT_SESSION_FAULT && event != WIRE_EVENT_SESSION_PING &&
            event != WIRE_EVENT_SERVER_CLOSING)
            say_event(out, (enum wire_event)event, lie);
}

/* --- its connections --- */

enum { QUIET_MS = 100, REQUESTS_MAX = 40 };

static void say(int peer, struct text *out)
{
    if (out->len > 0)
        (void)!send(peer, out->bytes, out->len, MSG_NOSIGNAL);
    text_clear(out);
}

/* Until the client asks no more: then it is put out, with more lies. */
static void serve(int peer, enum lie lie)
{
    struct wire_arena *arena = wire_arena_create();
    struct wire_decoder *decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    struct text out = {0};
    char bytes[65536];
    for (int requests = 0; requests < REQUESTS_MAX;) {
        struct pollfd wait = {.fd = peer, .events = POLLIN};
        if (poll(&wait, 1, requests == 0 ? -1 : QUIET_MS) == 0)
            break;
        ssize_t len = read(peer, bytes, sizeof bytes);
        if (len <= 0)
            break;
        for (size_t at = 0; at < (size_t)len;) {
            bool complete = false;
            struct wire_message message;
            enum error_code code;
            struct error error;
            at += wire_decoder_feed(decoder, arena, bytes + at, (size_t)len - at, &complete,
                                    &message, &code, &error);
            if (code)
                break;
            if (complete && ++requests > 0)
                answer(&out, &message, lie);
        }
        say(peer, &out);
    }
    say_event(&out, WIRE_EVENT_SERVER_CLOSING, lie);
    say_event(&out, WIRE_EVENT_SESSION_KICKED, lie);
    say(peer, &out);
    shutdown(peer, SHUT_WR);
    while (read(peer, bytes, sizeof bytes) > 0)
        ;
    text_finish(&out);
    wire_decoder_destroy(decoder);
    wire_arena_destroy(arena);
    close(peer);
}

/* A process of its own, which ends with the test. */
static pid_t liar_start(int listener, enum lie lie)
{
    cr_assert_eq(listen(listener, 16), 0);
    pid_t liar = fork();
    if (liar == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;; lie = LIE_CLOSED)
            serve(accept(listener, NULL, NULL), lie);
    }
    close(listener);
    return liar;
}

static int listen_over_tcp(struct text *ret_address)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(listener, (struct sockaddr *)&address, size), 0);
    getsockname(listener, (struct sockaddr *)&address, &size);
    text_printf(ret_address, "127.0.0.1:%d", ntohs(address.sin_port));
    return listener;
}

static int listen_for_operators(struct text *ret_path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "control"};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(address.sun_path);
    cr_assert_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    text_append_string(ret_path, address.sun_path);
    return listener;
}

/* --- the commands --- */

/* Of each command what comes before --server ADDRESS, a link in `join`, or nothing in `host`;
 * several ways where they print other things. A command without a row fails the test: add one.
 * NULL: it talks to no server. `admin` is run with each of its verbs. */
static const struct {
    const char *command;
    const char *words[6][8];
} rows[] = {
    {"play",
     {{"--as", "ann"},
      {"--as", "ann", "--json"},
      {"--as", "ann", "--tournament", "1"},
      {"--as", "ann", "--invite"},
      {"--as", "ann", "--join", "0123456789abcdefghijkl"}}},
    {"invitations", {{"--as", "ann"}, {"--as", "ann", "--json"}, {"revoke", "1", "--as", "ann"}}},
    {"register", {{"ann"}}},
    {"login", {{"ann"}}},
    {"account recover", {{"ann"}}},
    {"account close", {{"ann"}}},
    {"account block", {{"ben", "--as", "ann"}}},
    {"account unblock", {{"ben", "--as", "ann"}}},
    {"account blocks", {{"--as", "ann"}, {"--as", "ann", "--json"}}},
    {"account report", {{"ben", "words", "--as", "ann"}}},
    {"logout", {{"--as", "ann"}}},
    {"passwd", {{"--as", "ann"}}},
    {"tokens", {{"--as", "ann"}, {"--as", "ann", "--json"}, {"revoke", "1", "--as", "ann"}}},
    {"watch", {{"1"}, {"1", "--json"}, {"1", "--chat"}}},
    {"matches", {{""}, {"--json"}}},
    {"history", {{""}, {"--json"}, {"--player", "ann", "--against", "ben", "--result", "won"}}},
    {"versus", {{"ann", "ben"}, {"ann", "ben", "--json"}}},
    {"show", {{"1"}, {"1", "--json"}}},
    {"review", {{"1"}, {"1", "--json"}}},
    {"demo", {{NULL}}},
    {"host", {{"--lines", "--open-port", "no"}, {"--json", "--open-port", "no"}}},
    {"join", {{"--lines", "--as", "ann"}, {"--json", "--as", "ann"}}},
    {"puzzle",
     {{"--as", "ann"},
      {"--as", "ann", "--json"},
      {"--mistakes", "--as", "ann"},
      {"--mistakes", "--as", "ann", "--json"}}},
    {"solve", {{NULL}}},
    {"table", {{NULL}}},
    {"quotient", {{NULL}}},
    {"periods", {{NULL}}},
    {"plot", {{NULL}}},
    {"alpha", {{NULL}}},
    {"verify", {{NULL}}},
    {"key", {{""}, {"--json"}}},
    {"tournament create", {{"--as", "ann", "--game", "nim"}}},
    {"tournament join", {{"1", "--as", "ann"}}},
    {"tournament start", {{"1", "--as", "ann"}}},
    {"tournament pause", {{"1", "--as", "ann"}}},
    {"tournament resume", {{"1", "--as", "ann"}}},
    {"tournament cancel", {{"1", "--as", "ann"}}},
    {"tournament withdraw", {{"1", "ben", "--as", "ann"}}},
    {"tournament void", {{"1", "1", "1", "--as", "ann"}}},
    {"tournament watch", {{"1"}, {"1", "--json"}}},
    {"tournament list", {{""}, {"--json"}}},
    {"tournament status", {{"1"}, {"1", "--json"}}},
    {"tournament standings", {{"1"}, {"1", "--json"}}},
    {"tournament pairs", {{"1"}, {"1", "--json"}}},
    {"tournament report", {{"1", "--out", "record"}}},
    {"tournament run", {{NULL}}},
    {"ratings",
     {{""},
      {"--json"},
      {"--player", "ann", "--family", "nim", "--history"},
      {"--player", "ann", "--family", "nim", "--history", "--json"}}},
    {"games", {{NULL}}},
};

static void check(const char *printed, const char *command, const char *where)
{
    static const struct {
        const char *bytes, *name;
    } evils[] = {
        {"\x1b]", "ESC"},           {"\a", "BEL"},
        {"\xc2\x9b", "U+009B"},     {"\xe2\x80\xae", "U+202E"},
        {"\xe2\x81\xa6", "U+2066"}, {"\nevil", "a line of its own"},
    };
    for (size_t i = 0; i < sizeof evils / sizeof *evils; i++)
        cr_expect_null(strstr(printed, evils[i].bytes), "takeaway %s prints %s on %s: %s", command,
                       evils[i].name, where, printed);
}

/* A takeaway whose own server, beside it, is the lying one at this address. Returns its path. */
static const char *takeaway_with_server(const char *address)
{
    static char path[FOLDER_PATH_MAX];
    char server[FOLDER_PATH_MAX];
    char *program = process_program(TAKEAWAY_PROGRAM);
    struct text copy = {0};
    folder_path("takeaway", path);
    folder_path("takeaway-server", server);
    text_printf(&copy, "cp '%s' '%s'", program, path);
    cr_assert(access(path, X_OK) == 0 || system(text_string(&copy)) == 0);
    FILE *script = fopen(server, "w");
    cr_assert_not_null(script);
    fprintf(script, "#!/bin/sh\necho 'listening on %s'\nexec cat >/dev/null\n", address);
    fclose(script);
    cr_assert_eq(chmod(server, 0700), 0);
    text_finish(&copy);
    free(program);
    return path;
}

/* Everything that is printed on a terminal. */
static char *run_on_terminal(const char *program, char **arguments)
{
    static const char *const typed[] = {"open sesame\n", "quit\n"};
    struct text printed = {0};
    char bytes[4096];
    int terminal;
    size_t times = 0;
    char *path = process_program(program);
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    if (child == 0) {
        execv(path, arguments);
        _exit(127);
    }
    free(path);
    for (;;) {
        struct pollfd wait = {.fd = terminal, .events = POLLIN};
        if (poll(&wait, 1, QUIET_MS) == 0) {
            /* It may be waiting for a password, or for the end of a conversation. */
            const char *words = typed[times++ % 2];
            (void)!write(terminal, words, strlen(words));
            continue;
        }
        ssize_t len = read(terminal, bytes, sizeof bytes);
        if (len <= 0)
            break;
        text_append(&printed, bytes, (size_t)len);
    }
    waitpid(child, NULL, 0);
    close(terminal);
    text_append_char(&printed, '\n');
    return printed.bytes;
}

/* `command` may be several words; `words` end with NULL, and an empty one is none. */
static void run(const char *command, const char *const *words, enum lie lie)
{
    const char *arguments[16] = {"takeaway"};
    char copy[40];
    size_t count = 1;
    const char *program = TAKEAWAY_PROGRAM;
    struct text address = {0}, link = {0};
    bool is_operator = strncmp(command, "admin", 5) == 0;
    bool is_host = strcmp(command, "host") == 0, is_join = strcmp(command, "join") == 0;
    int listener = is_operator ? listen_for_operators(&address) : listen_over_tcp(&address);
    pid_t liar = liar_start(listener, lie);
    snprintf(copy, sizeof copy, "%s", command);
    for (char *rest, *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    for (size_t i = 0; words[i]; i++)
        if (*words[i])
            arguments[count++] = words[i];
    if (is_join) {
        text_printf(&link, "http://%s/i/0123456789abcdefghijkl", text_string(&address));
        arguments[count++] = text_string(&link);
    } else if (is_host) {
        program = takeaway_with_server(text_string(&address));
    } else {
        arguments[count++] = is_operator ? "--control" : "--server";
        arguments[count++] = text_string(&address);
    }
    struct process *process = process_start(program, arguments + 1);
    process_write(process, "open sesame\nopen sesame\n");
    process_close_input(process);
    const char *printed = process_read_rest(process);
    int status = process_wait(process);
    const char *errors = process_errors(process);
    cr_expect(status < SIGNAL_STATUS_BASE && status != EXIT_USAGE, "takeaway %s ends with %d: %s",
              command, status, errors);
    check(printed, command, "standard output");
    check(errors, command, "standard error");
    char *shown = run_on_terminal(program, (char **)(uintptr_t)arguments);
    check(shown, command, "a terminal");
    free(shown);
    kill(liar, SIGKILL);
    waitpid(liar, NULL, 0);
    text_finish(&address);
    text_finish(&link);
}

static void run_verbs(const struct cli_verb *verb, enum lie lie)
{
    char command[40];
    for (; verb->name; verb++) {
        snprintf(command, sizeof command, "admin %s", verb->name);
        run(command, (const char *[]){verb->argument ? "1" : "", NULL}, lie);
        run(command, (const char *[]){verb->argument ? "1" : "", "--json", NULL}, lie);
    }
}

static void run_row(size_t row, enum lie lie)
{
    for (size_t way = 0; way < 6 && rows[row].words[way][0]; way++)
        run(rows[row].command, rows[row].words[way], lie);
}

static size_t find_row(const char *command)
{
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        if (strcmp(rows[row].command, command) == 0)
            return row;
    cr_fatal("takeaway %s has no row in this test: add one", command);
}

static void run_all(const struct cli_command *commands_of, enum lie lie)
{
    for (const struct cli_command *command = commands_of; command->name; command++) {
        if (command->parts && command->parts != alpha_commands)
            run_all(command->parts, lie);
        else if (command->verbs)
            run_verbs(command->verbs, lie);
        else
            run_row(find_row(command->name), lie);
    }
}

static void run_against(enum lie lie)
{
    char folder[FOLDER_PATH_MAX];
    folder_path(".", folder);
    setenv("TERM", "xterm", 1);
    cr_assert_eq(chdir(folder), 0);
    run_all(takeaway_cli.program.parts, lie);
}

Test(foreign_text, of_a_server_that_lies_everywhere_commands_no_terminal)
{
    run_against(LIE_EVERYWHERE);
}

Test(foreign_text, of_a_plausible_server_commands_no_terminal)
{
    run_against(LIE_PLAUSIBLE);
}

Test(foreign_text, of_refusals_commands_no_terminal)
{
    run_against(LIE_REFUSING);
}
