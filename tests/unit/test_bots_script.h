/* A whole bot against a server that follows a script: the steps that scripts are made of, and the
 * bot. */
#ifndef TESTS_UNIT_TEST_BOTS_SCRIPT_H
#define TESTS_UNIT_TEST_BOTS_SCRIPT_H

#include "bots/bot.h"
#include "common/base/text.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"

#include <string.h>

/* --- steps of scripts: on the server's thread, where nothing may be asserted --- */

void list_no_offers(struct server *server);
void send_challenge(struct server *server, const char *rules);
/* Begins the match with no move made. */
void begin_match(struct server *server);
void tell_moved(struct server *server, int64_t ply, const char *move);
void tell_ended(struct server *server, int64_t seq);
uint32_t expect_move(struct server *server, int64_t ply, const char *text);
void accept_move(struct server *server, int64_t ply, const char *text);
/* Answers match.resume with a match whose first move was 5>4. */
void resume_after_one_move(struct server *server, int64_t after);
/* A match after ben's first move, 5>4. */
struct wire_match match_at_four(int64_t id, const char *rules);
/* Begins a match in which it is the bot's turn. */
void begin_at_four(struct server *server, int64_t id, const char *rules);
void expect_move_in(struct server *server, int64_t match, const char *text);
/* The bot has no more to do: it gives up when its seat is taken over. */
void end_script(struct server *server);

/* --- the bot --- */

/* Runs a bot until it stops, and returns its exit code. What it prints goes to `ret_output`. */
int run_bot(struct bot_config *config, server_script *script, struct text *ret_output);
void expect_output(server_script *script, const char *expected);

#endif
