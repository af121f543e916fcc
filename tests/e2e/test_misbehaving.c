/* A tournament of two bots that play by chance, and a rogue. Whatever the rogue does costs its own
 * matches, each with the ending that says why; those of the others are on record to the byte as if
 * it had behaved, and the tournament comes to its end. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(misbehaving);

enum {
    FAIR = 2,                     /* bots */
    ROGUES_MATCHES = 2 * FAIR,    /* it moves first in half of them */
    MATCHES = ROGUES_MATCHES + 2, /* and two among the bots */
};

/* A player is pinged, and may be claimed from, after a tenth of a second; for moves there are many
 * minutes, or no more than a test says. */
static const char *const quick_options[] = {
    "--ping-time", "0.1", "--claim-time", "0.1", "--first-move-time", "600", NULL,
};

struct scene {
    struct server server;
    struct peer *director;
    int64_t tournament;
    struct process *fair[FAIR];
    struct peer *rogue;              /* NULL while a program plays it */
    int64_t matches[ROGUES_MATCHES]; /* the rogue's */
    int64_t plies[ROGUES_MATCHES];   /* and its next ply in each */
    struct text
        well_behaved; /* what is on record of the others when the rogue is a bot as they are */
};

/* --- the tournament --- */

static void create_tournament(struct scene *scene, const char *clock, int64_t at_once)
{
    struct wire_text players[] = {wire_text("rogue"), wire_text("fair-1"), wire_text("fair-2")};
    struct wire_tournament_create plan;
    wire_record_clear(&wire_record_tournament_create, &plan);
    plan.rules = wire_text("subtraction:1,2,3");
    plan.starts = wire_text("60");
    plan.seed = 42;
    plan.format = wire_text("round-robin");
    plan.clock = wire_text(clock);
    plan.at_once = at_once;
    plan.players = players;
    plan.players_count = sizeof players / sizeof players[0];
    plan.key = fresh_key();
    const struct wire_tournament_number *number =
        peer_call(scene->director, WIRE_TOURNAMENT_CREATE, &plan);
    scene->tournament = number->tournament;
}

static void choose(const struct scene *scene, struct peer *peer, enum wire_method method)
{
    struct wire_tournament_choice choice = {.tournament = scene->tournament, .key = fresh_key()};
    peer_call(peer, method, &choice);
}

static struct process *enter_bot(const struct scene *scene, const char *name)
{
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)scene->tournament);
    const char *const arguments[] = {
        "--server", scene->server.address, "--name", name, "--strategy",
        "random",   "--tournament",        number,   NULL,
    };
    struct process *bot = process_start(BOT_PROGRAM, arguments);
    process_find_line(bot, "joined");
    return bot;
}

static void wait_for_end(const struct scene *scene)
{
    const struct wire_tournament_news *news;
    do
        news = peer_event(scene->director, WIRE_EVENT_TOURNAMENT_CHANGED);
    while (news->tournament != scene->tournament || !wire_text_equal(news->state, "finished"));
}

static bool has(struct wire_text line, const char *part)
{
    return memmem(line.bytes, line.len, part, strlen(part)) != NULL;
}

/* The lines of the record about matches among the others, without hashes. */
static struct text record_of_others(const struct scene *scene)
{
    struct text lines = {0};
    struct wire_export_page page = {
        .tournament = scene->tournament,
        .file = wire_text("results"),
        .after = WIRE_ABSENT,
        .limit = WIRE_ABSENT,
    };
    const struct wire_export_lines *found =
        peer_call(scene->director, WIRE_TOURNAMENT_EXPORT, &page);
    for (size_t i = 0; i < found->lines_count; i++)
        if (has(found->lines[i], "\"first\":\"fair-") &&
            has(found->lines[i], "\"second\":\"fair-")) {
            text_append(&lines, found->lines[i].bytes, found->lines[i].len);
            text_append_string(&lines, "\n");
        }
    cr_assert_gt(lines.len, 0);
    return lines;
}

/* Everybody behaves. */
static void play_well(struct scene *scene)
{
    static const char *const names[] = {"rogue", "fair-1", "fair-2"};
    struct process *bots[FAIR + 1];
    create_tournament(scene, "60/move", WIRE_ABSENT);
    for (int i = 0; i < FAIR + 1; i++)
        bots[i] = enter_bot(scene, names[i]);
    choose(scene, scene->director, WIRE_TOURNAMENT_START);
    wait_for_end(scene);
    for (int i = 0; i < FAIR + 1; i++)
        cr_assert_eq(process_wait(bots[i]), 0);
    scene->well_behaved = record_of_others(scene);
}

static struct scene scene_prepare(const char *const *options, const char *clock, int64_t at_once)
{
    struct scene scene = {.server = server_start_with(options)};
    scene.director = peer_join(&scene.server, "director");
    play_well(&scene);
    create_tournament(&scene, clock, at_once);
    scene.fair[0] = enter_bot(&scene, "fair-1");
    scene.fair[1] = enter_bot(&scene, "fair-2");
    return scene;
}

static void enter_rogue(struct scene *scene)
{
    scene->rogue = peer_join(&scene->server, "rogue");
    choose(scene, scene->rogue, WIRE_TOURNAMENT_JOIN);
}

/* The rogue's next match has begun, and it has been told. */
static void take_match(struct scene *scene, int i)
{
    const struct wire_match_event *event = peer_event(scene->rogue, WIRE_EVENT_MATCH_STARTED);
    scene->matches[i] = event->match->match;
    scene->plies[i] = wire_text_equal(event->match->seat, "first") ? 1 : 2;
}

/* All is under way, and the rogue is to move in all its matches. */
static void begin(struct scene *scene)
{
    choose(scene, scene->director, WIRE_TOURNAMENT_START);
    for (int i = 0; i < ROGUES_MATCHES; i++)
        take_match(scene, i);
    for (int i = 0; i < ROGUES_MATCHES; i++)
        if (scene->plies[i] == 2)
            peer_event(scene->rogue, WIRE_EVENT_MATCH_MOVED);
}

static struct scene scene_with_rogue(const char *const *options, const char *clock)
{
    struct scene scene = scene_prepare(options, clock, WIRE_ABSENT);
    enter_rogue(&scene);
    begin(&scene);
    return scene;
}

/* --- what comes of it --- */

static bool is_rogue(struct wire_text name)
{
    return wire_text_equal(name, "rogue");
}

static bool is_rogues(const struct wire_match *match)
{
    return is_rogue(match->first) || is_rogue(match->second);
}

static void expect_ending(const struct wire_match *match, const char *ending)
{
    cr_expect(wire_text_equal(match->ending, ending),
              "match %lld (%.*s against %.*s): %.*s, not %s", (long long)match->match,
              (int)match->first.len, match->first.bytes, (int)match->second.len,
              match->second.bytes, (int)match->ending.len, match->ending.bytes, ending);
}

static void expect_lost_by_rogue(const struct wire_match *match, const char *ending)
{
    expect_ending(match, ending);
    cr_expect(wire_text_equal(match->winner, is_rogue(match->first) ? "second" : "first"));
}

/* The first `first_count` matches of the rogue are lost by the one ending, and the rest by the
 * other. */
static void expect_endings(const struct scene *scene, const char *ending, int first_count,
                           const char *other)
{
    int rogues = 0, fair = 0;
    struct wire_pairs_page page = {
        .tournament = scene->tournament,
        .after = WIRE_ABSENT,
        .limit = WIRE_ABSENT,
    };
    const struct wire_pairs *pairs = peer_call(scene->director, WIRE_TOURNAMENT_PAIRS, &page);
    for (size_t i = 0; i < pairs->pairs_count; i++) {
        for (size_t game = 0; game < pairs->pairs[i].matches_count; game++) {
            const struct wire_match *match =
                match_resume(scene->director, pairs->pairs[i].matches[game]);
            if (is_rogues(match)) {
                expect_lost_by_rogue(match, rogues++ < first_count ? ending : other);
            } else {
                expect_ending(match, "normal");
                fair++;
            }
        }
    }
    cr_assert_eq(rogues, ROGUES_MATCHES);
    cr_assert_eq(fair, MATCHES - ROGUES_MATCHES);
}

/* The tournament comes to its end, with these endings; nothing else is otherwise than when all
 * behave. */
static void expect_costs(struct scene *scene, const char *ending, int first_count,
                         const char *other)
{
    wait_for_end(scene);
    expect_endings(scene, ending, first_count, other);
    struct text others = record_of_others(scene);
    cr_assert_str_eq(text_string(&others), text_string(&scene->well_behaved));
    text_finish(&others);
    text_finish(&scene->well_behaved);
    for (int i = 0; i < FAIR; i++)
        cr_assert_eq(process_wait(scene->fair[i]), 0);
}

static void expect_all_cost(struct scene *scene, const char *ending)
{
    expect_costs(scene, ending, ROGUES_MATCHES, ending);
}

/* --- gone --- */

Test(misbehaving, by_dying_before_the_start_loses_by_disconnection)
{
    struct scene scene = scene_prepare(quick_options, "600/move", WIRE_ABSENT);
    struct process *rogue = enter_bot(&scene, "rogue");
    process_signal(rogue, SIGKILL);
    process_wait(rogue);
    choose(&scene, scene.director, WIRE_TOURNAMENT_START);
    expect_all_cost(&scene, "disconnect");
}

Test(misbehaving, by_dying_in_the_middle_of_a_move_loses_by_disconnection)
{
    struct scene scene = scene_with_rogue(quick_options, "600/move");
    peer_send(scene.rogue, "\x94\x00\x7f\xaamatch.", 10);
    peer_close(scene.rogue);
    expect_all_cost(&scene, "disconnect");
}

Test(misbehaving, by_hanging_up_loses_nothing_when_it_comes_back_in_time)
{
    static const char *const options[] = {"--claim-time", "60", NULL};
    struct scene scene = scene_with_rogue(options, "600/move");
    peer_close(scene.rogue);
    scene.rogue = peer_come_back(&scene.server, scene.rogue);
    for (int i = 0; i < ROGUES_MATCHES; i++)
        cr_assert_eq(match_choose(scene.rogue, WIRE_MATCH_RESIGN, scene.matches[i]), ERROR_NONE);
    expect_all_cost(&scene, "resignation");
}

/* --- there, but no use --- */

/* The server has measured the lag of all three: they have answered its pings. */
static void wait_for_pongs(const char *control)
{
    struct peer *admin = peer_connect_operator(control);
    struct wire_present_page page = {.after = WIRE_ABSENT, .limit = WIRE_ABSENT};
    size_t answered;
    do {
        const struct wire_present_list *list = peer_call(admin, WIRE_OPERATOR_PLAYERS, &page);
        answered = 0;
        for (size_t i = 0; i < list->players_count; i++)
            answered += list->players[i].lag != WIRE_ABSENT;
    } while (answered < FAIR + 1);
}

Test(misbehaving, by_hanging_loses_by_a_stall)
{
    char control[FOLDER_PATH_MAX];
    folder_path("control", control);
    const char *options[] = {"--ping-time", "0.1", "--control", control, NULL};
    struct scene scene = scene_prepare(options, "3/move", WIRE_ABSENT);
    struct process *rogue = enter_bot(&scene, "rogue");
    wait_for_pongs(control);
    process_signal(rogue, SIGSTOP);
    choose(&scene, scene.director, WIRE_TOURNAMENT_START);
    expect_all_cost(&scene, "stall");
    process_signal(rogue, SIGKILL);
    process_wait(rogue);
}

Test(misbehaving, by_thinking_for_too_long_loses_on_time)
{
    struct scene scene = scene_with_rogue(quick_options, "1/move");
    expect_all_cost(&scene, "time");
}

static void answer_ping(struct peer *peer)
{
    const struct wire_ping *ping = peer_event(peer, WIRE_EVENT_SESSION_PING);
    struct wire_pong pong = {.n = ping->n};
    peer_call(peer, WIRE_SESSION_PONG, &pong);
}

/* It is the server that does not read on: so nobody can say that the pings are not answered. */
Test(misbehaving, by_a_flood_of_requests_loses_on_time)
{
    struct scene scene = scene_with_rogue(quick_options, "3/move");
    struct wire_match_page page = {
        .after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    answer_ping(scene.rogue);
    peer_flood(scene.rogue, WIRE_MATCH_LIST, &page);
    expect_all_cost(&scene, "time");
}

/* --- moves that are none --- */

Test(misbehaving, by_three_illegal_moves_loses_the_match)
{
    static const char *const moves[] = {"60>0", "zero, please", "59>60"};
    struct scene scene = scene_with_rogue(quick_options, "600/move");
    for (int i = 0; i < ROGUES_MATCHES; i++)
        for (int j = 0; j < 3; j++)
            cr_assert_neq(
                match_try_move(scene.rogue, scene.matches[i], scene.plies[i], moves[j]).code,
                ERROR_NONE);
    expect_all_cost(&scene, "illegal");
}

/* The numbers of the matches of the others are those around its own, after those in which it
 * behaved. */
Test(misbehaving, by_moves_in_matches_of_others_loses_on_time)
{
    struct scene scene = scene_with_rogue(quick_options, "1/move");
    for (int64_t match = MATCHES + 1; match <= 2 * MATCHES; match++) {
        if (is_rogues(match_resume(scene.rogue, match)))
            continue;
        for (int64_t ply = 1; ply <= 2; ply++)
            cr_assert_neq(match_try_move(scene.rogue, match, ply, "60>58").code, ERROR_NONE);
        cr_assert_neq(match_choose(scene.rogue, WIRE_MATCH_RESIGN, match), ERROR_NONE);
    }
    expect_all_cost(&scene, "time");
}

Test(misbehaving, by_moves_after_the_end_changes_nothing)
{
    struct scene scene = scene_with_rogue(quick_options, "600/move");
    for (int i = 0; i < ROGUES_MATCHES; i++) {
        cr_assert_eq(match_choose(scene.rogue, WIRE_MATCH_RESIGN, scene.matches[i]), ERROR_NONE);
        struct answer answer = match_try_move(scene.rogue, scene.matches[i], scene.plies[i],
                                              scene.plies[i] == 1 ? "60>59" : "59>58");
        cr_assert_eq(answer.code, ERROR_MATCH_OVER);
    }
    expect_all_cost(&scene, "resignation");
}

/* --- against the protocol --- */

static void send_garbage(struct scene *scene)
{
    peer_send(scene->rogue, "\x94\x00\xc1", 3);
    peer_event(scene->rogue, WIRE_EVENT_SESSION_FAULT);
}

Test(misbehaving, by_sending_garbage_loses_by_the_protocol)
{
    struct scene scene = scene_with_rogue(quick_options, "600/move");
    send_garbage(&scene);
    expect_all_cost(&scene, "protocol");
}

/* One match at a time: the matches that follow are none of the garbage's business. */
Test(misbehaving, by_sending_garbage_loses_only_what_is_live)
{
    struct scene scene = scene_prepare(quick_options, "600/move", 1);
    enter_rogue(&scene);
    choose(&scene, scene.director, WIRE_TOURNAMENT_START);
    take_match(&scene, 0);
    send_garbage(&scene);
    expect_costs(&scene, "protocol", 1, "disconnect");
}

/* Others can have more said to somebody than a narrow way takes: that alone costs nothing but the
 * connection. */
Test(misbehaving, by_not_reading_is_gone_for_too_long)
{
    static const char *const options[] = {
        "--queued-bytes", "64K", "--claim-time", "0.1", "--first-move-time", "600", NULL,
    };
    server_alone("Only the gateway counts what is unread.");
    struct scene scene = scene_with_rogue(options, "600/move");
    play_until_unread(&scene.server, scene.rogue);
    expect_all_cost(&scene, "disconnect");
}
