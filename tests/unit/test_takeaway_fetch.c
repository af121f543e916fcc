/* A record that is got from a server: what is no line of one is refused, whoever sent it. */
#include "client/tournament/tournament_fetch.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/test_client_program.h"

#include <string.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(takeaway_fetch, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(20));

/* --- the server --- */

static const char sound_line[] = "{}";

static void give_line(struct server *server, const char *line)
{
    struct wire_text lines[] = {wire_text(line)};
    struct wire_export_lines page = {.lines = lines, .lines_count = 1, .more = false};
    struct wire_export_page asked;
    uint32_t id = server_expect(server, WIRE_TOURNAMENT_EXPORT, &asked);
    REQUIRE(asked.tournament == 12);
    server_answer(server, id, WIRE_TOURNAMENT_EXPORT, &page);
}

static void print_seal(struct text *out)
{
    static const unsigned char seed[EXPORT_SEED_BYTES] = {1};
    unsigned char secret[EXPORT_SECRET_BYTES];
    struct export_line line = {.kind = EXPORT_SEAL};
    struct export_chain chain = {0};
    export_chain_add(&chain, sound_line, strlen(sound_line), NULL);
    memcpy(line.seal.results, chain.hash, sizeof line.seal.results);
    export_chain_add(&chain, sound_line, strlen(sound_line), NULL);
    memcpy(line.seal.times, chain.hash, sizeof line.seal.times);
    export_keys(seed, line.seal.key, secret);
    export_sign(secret, &line.seal);
    export_print(&line, out);
}

static void give_record(struct server *server, const char *behind_seal)
{
    struct text text = {0};
    server_welcome(server, NULL);
    give_line(server, sound_line);
    give_line(server, sound_line);
    uint32_t id = server_expect(server, WIRE_TOURNAMENT_SEAL, NULL);
    print_seal(&text);
    text_append_string(&text, behind_seal);
    struct wire_seal seal = {.line = wire_text(text_string(&text))};
    server_answer(server, id, WIRE_TOURNAMENT_SEAL, &seal);
    text_finish(&text);
}

static void give_all(struct server *server)
{
    give_record(server, "");
}

static void give_seal_with_blank(struct server *server)
{
    give_record(server, " ");
}

static void give_one_line(struct server *server, const char *line)
{
    server_welcome(server, NULL);
    give_line(server, line);
}

static void give_cut_line(struct server *server)
{
    give_one_line(server, "{\"type\":\"plan\"");
}

static void give_two_lines_as_one(struct server *server)
{
    give_one_line(server, "{}\n{}");
}

/* --- the client --- */

struct fetching {
    struct program program;
    bool is_done;
    struct error error;
};

static void on_done(void *owner)
{
    struct fetching *fetching = owner;
    fetching->is_done = true;
    loop_stop(fetching->program.loop, 0);
}

static void on_failed(void *owner, const struct error *error)
{
    struct fetching *fetching = owner;
    fetching->error = *error;
    loop_stop(fetching->program.loop, 0);
}

/* Does it come to its end? */
static bool fetch_from(server_script *script, struct error *ret_error)
{
    char path[FOLDER_PATH_MAX];
    struct fetching fetching = {0};
    struct tournament_fetch fetch;
    struct tournament_fetch_events events = {&fetching, on_done, on_failed};
    struct server *server = server_start(script);
    folder_path("cup", path);
    program_start(&fetching.program, server);
    program_run_until(&fetching.program, "ready");
    tournament_fetch_begin(&fetch, fetching.program.client, 12, path, &events);
    loop_run(fetching.program.loop);
    tournament_fetch_finish(&fetch);
    text_finish(&fetching.program.story);
    program_finish(&fetching.program, server);
    *ret_error = fetching.error;
    return fetching.is_done;
}

static void expect_refusal(server_script *script)
{
    struct error error;
    cr_assert_not(fetch_from(script, &error));
    cr_expect_eq(error.code, ERROR_INTERNAL);
    cr_expect_str_eq(error.message, "the server has given what is no line of a record");
    cr_expect_not(folder_has("cup/results.jsonl"));
}

Test(takeaway_fetch, gets_both_files)
{
    struct error error;
    cr_assert(fetch_from(give_all, &error), "%s", error.message);
    cr_expect(folder_has("cup/results.jsonl") && folder_has("cup/times.jsonl"));
}

Test(takeaway_fetch, refuses_a_line_that_is_cut_off)
{
    expect_refusal(give_cut_line);
}

Test(takeaway_fetch, refuses_two_lines_as_one)
{
    expect_refusal(give_two_lines_as_one);
}

Test(takeaway_fetch, refuses_a_seal_with_a_blank_behind_it)
{
    expect_refusal(give_seal_with_blank);
}
