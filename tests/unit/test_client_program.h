/* A program with a client, against a server that follows a script. */
#ifndef TESTS_UNIT_TEST_CLIENT_PROGRAM_H
#define TESTS_UNIT_TEST_CLIENT_PROGRAM_H

#include "client/lib/client.h"
#include "common/base/text.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"

/* A program with one client, that writes down what its callbacks were told. */
struct program {
    struct loop *loop;
    struct client *client;
    struct text story;   /* a line for each callback */
    struct error reason; /* of the last interruption, failure or refused call */
    const char *awaited; /* the loop stops after the callback that writes this line */
    const char *fatal;   /* the client is destroyed in the callback that writes this line */
    /* What is recalled for the name ann-2; other names have no token. NULL: nothing is asked. */
    const char *kept_token;
};

void program_connect(struct program *program, const struct client_config *config);
/* Connects as the guest "ann". */
void program_start(struct program *program, const struct server *server);
void program_run_until(struct program *program, const char *line);
void program_run_and_destroy_at(struct program *program, const char *line);
/* Ends the program, and then the server. */
void program_finish(struct program *program, struct server *server);
void program_expect_story(struct program *program, const char *story);
/* A client_answer; `owner` is the program. */
void program_on_answer(void *owner, const struct error *error, const void *result);
void call_resume(struct program *program, int64_t match);
void call_move(struct program *program, int64_t ply);
void call_offer(struct program *program);

/* --- steps of scripts --- */

void greet_a_guest(struct server *server);
void accept_move(struct server *server, int64_t ply);
void send_resumed(struct server *server);

#endif
