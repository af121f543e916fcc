#include "tests/unit/test_client_program.h"

#include <stdio.h>
#include <string.h>

static void write_down(struct program *program, const char *line)
{
    text_printf(&program->story, "%s\n", line);
    if (program->fatal && strcmp(line, program->fatal) == 0) {
        client_destroy(program->client);
        program->client = NULL;
    }
    if (program->awaited && strcmp(line, program->awaited) == 0)
        loop_stop(program->loop, 0);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    cr_assert(wire_text_equal(welcome->name, "ann"));
    write_down(owner, "ready");
}

static void on_interrupted(void *owner, const struct error *reason)
{
    char line[64];
    ((struct program *)owner)->reason = *reason;
    snprintf(line, sizeof line, "interrupted %s", error_name(reason->code));
    write_down(owner, line);
}

static void on_failed(void *owner, const struct error *reason)
{
    char line[64];
    ((struct program *)owner)->reason = *reason;
    snprintf(line, sizeof line, "failed %s", error_name(reason->code));
    write_down(owner, line);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    (void)body;
    write_down(owner, wire_events[event].name);
}

void program_on_answer(void *owner, const struct error *error, const void *result)
{
    char line[64];
    cr_assert_eq(error == NULL, result != NULL);
    if (error)
        ((struct program *)owner)->reason = *error;
    snprintf(line, sizeof line, "answer %s", error ? error_name(error->code) : "ok");
    if (error && error->wait_ms > 0)
        snprintf(line + strlen(line), sizeof line - strlen(line), " wait %lld",
                 (long long)error->wait_ms);
    write_down(owner, line);
}

static void on_offer_number(void *owner, const struct error *error, const void *result)
{
    char line[64];
    cr_assert_null(error);
    const struct wire_offer_number *number = result;
    snprintf(line, sizeof line, "offer %d", (int)number->offer);
    write_down(owner, line);
}

static enum error_code on_recall(void *owner, const struct server_address *server, const char *pin,
                                 bool is_vouched, const char *name, const char **ret_token,
                                 struct error *error)
{
    char line[160];
    const struct program *program = owner;
    (void)error;
    cr_assert_not_null(server);
    snprintf(line, sizeof line, "recall %s for %s", name,
             pin          ? pin
             : is_vouched ? "a vouched name"
                          : "none");
    write_down(owner, line);
    if (strcmp(name, "ann-2") == 0)
        *ret_token = program->kept_token;
    return ERROR_NONE;
}

void program_connect(struct program *program, const struct client_config *config)
{
    struct client_events events = {
        .owner = program,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_failed,
        .event = on_event,
        .recall = program->kept_token ? on_recall : NULL,
    };
    struct error error;
    cr_assert_eq(client_create(program->loop, config, &events, &program->client, &error),
                 ERROR_NONE, "%s", error.message);
}

void program_start(struct program *program, const struct server *server)
{
    *program = (struct program){.loop = loop_create()};
    struct client_config config = {
        .server = server_address(server),
        .program = "test",
        .name = "ann",
    };
    program_connect(program, &config);
}

void program_run_until(struct program *program, const char *line)
{
    program->awaited = line;
    loop_run(program->loop);
}

void program_run_and_destroy_at(struct program *program, const char *line)
{
    program->fatal = line;
    program_run_until(program, line);
}

void program_finish(struct program *program, struct server *server)
{
    client_destroy(program->client);
    loop_destroy(program->loop);
    if (server)
        server_finish(server);
}

void program_expect_story(struct program *program, const char *story)
{
    cr_assert_str_eq(text_string(&program->story), story);
    text_finish(&program->story);
}

void call_resume(struct program *program, int64_t match)
{
    struct wire_resume parameters = {.match = match, .after = WIRE_ABSENT};
    client_call(program->client, WIRE_MATCH_RESUME, &parameters, program_on_answer, program);
}

void call_move(struct program *program, int64_t ply)
{
    struct wire_move parameters = {.match = 1, .ply = ply, .move = wire_text("5>3")};
    client_call(program->client, WIRE_MATCH_MOVE, &parameters, program_on_answer, program);
}

void call_offer(struct program *program)
{
    struct wire_offer_make parameters;
    wire_record_clear(&wire_record_offer_make, &parameters);
    parameters.rules = wire_text("nim");
    client_call(program->client, WIRE_OFFER_MAKE, &parameters, on_offer_number, program);
}

/* --- steps of scripts --- */

void accept_move(struct server *server, int64_t ply)
{
    struct wire_move move;
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, &move);
    REQUIRE(move.ply == ply && wire_text_equal(move.move, "5>3"));
    struct wire_move_done done = {.match = 1, .seq = ply, .ply = ply};
    server_answer(server, id, WIRE_MATCH_MOVE, &done);
}

void send_resumed(struct server *server)
{
    struct wire_nothing nothing;
    server_send_event(server, WIRE_EVENT_SERVER_RESUMED, &nothing);
}

void greet_a_guest(struct server *server)
{
    struct wire_hello hello;
    server_welcome(server, &hello);
    REQUIRE(hello.protocol == WIRE_PROTOCOL && wire_text_equal(hello.client, "test"));
    REQUIRE(wire_text_equal(hello.name, "ann") && !hello.token.bytes);
    server_expect_end(server);
}
