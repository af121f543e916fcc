/* The page of a tournament in the full screen, as people use it: looked at from outside, played in,
 * and directed. */
#include "tests/e2e/contest.h"
#include "tests/e2e/takeaway.h"
#include "tests/e2e/tmux.h"

TERMINALS(tui_tournament);

/* To the page of the only tournament there is. */
static void open_tournament(struct terminal *terminal, const char *listed)
{
    terminal_press(terminal, "6");
    terminal_await(terminal, "[6 Tournaments]");
    terminal_await(terminal, listed);
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "Tournament 1");
    terminal_await(terminal, "4 Plan");
    /* The end of the bottom line. Until it is drawn, the hints of the page before, "j join" among
     * them, may still be there. */
    terminal_await(terminal, "Esc back");
}

/* --- from outside --- */

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

struct outside {
    struct server server;
    struct contest contest;
    struct terminal *zoe;
};

/* A tournament of three peers, the strong one of whom wins all; zoe looks at it. */
static struct outside look_on(void)
{
    struct outside outside = {.server = server_start()};
    outside.contest =
        contest_open(&outside.server, plan_of("round-robin"), NAMES("s1", "w1", "w2"));
    contest_start(&outside.contest);
    contest_wait_live(&outside.contest, 1);
    outside.zoe = terminal_come(outside.server.address, "zoe");
    open_tournament(outside.zoe, "running");
    return outside;
}

Test(tui_tournament, its_tables_are_seen_one_after_the_other)
{
    struct terminal *zoe = look_on().zoe;
    terminal_await(zoe, "[1 Standings]");
    terminal_await(zoe, "W-D-L");
    terminal_press(zoe, "2");
    terminal_await(zoe, "Points against each");
    terminal_press(zoe, "Tab");
    terminal_await(zoe, "[3 Rounds]");
    terminal_await(zoe, "Round 1");
    terminal_await(zoe, "of 3; 2 being played");
    terminal_press(zoe, "Right");
    terminal_await(zoe, "Round 2");
    terminal_press(zoe, "4");
    terminal_await(zoe, "directed by");
}

Test(tui_tournament, its_words_and_its_game_are_explained_one_key_away)
{
    struct terminal *zoe = look_on().zoe;
    terminal_press(zoe, "e");
    terminal_await(zoe, "LOS: how likely");
    terminal_await(zoe, "Sonneborn-Berger");
    terminal_press(zoe, "Escape");
    terminal_await(zoe, "[1 Standings]");
    terminal_press(zoe, "g");
    terminal_await(zoe, "How to win");
}

Test(tui_tournament, a_live_match_is_watched_and_one_that_is_over_reviewed)
{
    struct outside outside = look_on();
    struct terminal *zoe = outside.zoe;
    terminal_press(zoe, "3");
    terminal_await(zoe, "Enter watch");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "of tournament 1, watched");
    contest_play(&outside.contest);
    terminal_await(zoe, "The tournament is over: s1 is first, with 4 points.");
    terminal_press(zoe, "Escape");
    terminal_await(zoe, "6 of 6 matches, finished");
    terminal_await(zoe, "Enter review");
    terminal_press(zoe, "Enter");
    terminal_await(zoe, "Move 1 of");
}

/* --- from inside --- */

struct inside {
    struct server server;
    struct terminal *zoe, *ann, *ben;
};

static struct terminal *join(const struct server *server, const char *name)
{
    struct terminal *terminal = terminal_come(server->address, name);
    open_tournament(terminal, "open");
    terminal_await(terminal, "j join");
    terminal_press(terminal, "j");
    terminal_await(terminal, "You take part.");
    return terminal;
}

/* zoe directs a tournament of ann and ben, in which who moves first wins with the only move there
 * is. All wait in it. */
static struct inside gather(void)
{
    struct inside inside = {.server = server_start()};
    const char *create[] = {"tournament", "create",     "--server",  inside.server.address,
                            "--as",       "zoe",        "--game",    "nim",
                            "--starts",   "1",          "--players", "ann,ben",
                            "--name",     "little cup", NULL};
    takeaway_answer(create);
    inside.ann = join(&inside.server, "ann");
    inside.ben = join(&inside.server, "ben");
    inside.zoe = terminal_come(inside.server.address, "zoe");
    open_tournament(inside.zoe, "little cup");
    return inside;
}

/* The director's key, which is there once the page knows how the tournament stands, the question,
 * and what is said when it is done. */
static void direct(struct terminal *zoe, const char *hint, const char *question, const char *done)
{
    char key[] = {hint[0], '\0'};
    terminal_await(zoe, hint);
    terminal_press(zoe, key);
    terminal_await(zoe, question);
    terminal_press(zoe, "y");
    terminal_await(zoe, done);
}

static void start(struct inside *inside)
{
    direct(inside->zoe, "s start", "with the players who are there?", "The tournament has begun.");
    terminal_await(inside->ann, "match 1 of tournament 1");
    terminal_await(inside->ann, "Your move");
    terminal_await(inside->ben, "match 1 of tournament 1");
}

static void win(struct terminal *winner, struct terminal *loser)
{
    terminal_await(winner, "Your move");
    terminal_press(winner, "Enter");
    terminal_await(winner, "You won");
    terminal_await(loser, "You lost");
}

Test(tui_tournament, players_are_brought_to_their_matches_and_told_how_they_have_done)
{
    struct inside inside = gather();
    start(&inside);
    win(inside.ann, inside.ben);
    terminal_press(inside.ann, "Escape");
    terminal_press(inside.ben, "Escape");
    terminal_await(inside.ann, "match 2 of tournament 1");
    terminal_await(inside.ben, "match 2 of tournament 1");
    win(inside.ben, inside.ann);
    terminal_await(inside.ann, "The tournament is over: you share the first place, with 1 point.");
    terminal_await(inside.ben, "The tournament is over: you share the first place, with 1 point.");
    terminal_await(inside.zoe, "The tournament is over: 2 players share the first place");
}

Test(tui_tournament, who_has_left_a_match_goes_back_to_it_from_the_rounds)
{
    struct inside inside = gather();
    start(&inside);
    terminal_press(inside.ann, "Escape");
    terminal_await(inside.ann, "4 Plan");
    terminal_press(inside.ann, "3");
    terminal_await(inside.ann, "Enter play");
    terminal_press(inside.ann, "Enter");
    terminal_await(inside.ann, "Your move");
    win(inside.ann, inside.ben);
}

Test(tui_tournament, its_director_pauses_it_and_goes_on)
{
    struct inside inside = gather();
    start(&inside);
    direct(inside.zoe, "p pause", "Let no new match begin",
           "No new match begins until you resume it.");
    terminal_await(inside.zoe, "paused");
    win(inside.ann, inside.ben);
    terminal_press(inside.ann, "Escape");
    terminal_await(inside.ann, "1 of 2 matches, paused");
    direct(inside.zoe, "r resume", "Go on with the tournament?", "The tournament goes on.");
    terminal_await(inside.ann, "match 2 of tournament 1");
}

Test(tui_tournament, one_that_is_cancelled_is_told_to_a_player_wherever_they_are)
{
    struct inside inside = gather();
    start(&inside);
    terminal_press(inside.ben, "Escape");
    terminal_await(inside.ben, "4 Plan");
    terminal_press(inside.ben, "Escape");
    terminal_await(inside.ben, "[6 Tournaments]");
    direct(inside.zoe, "c cancel", "without a winner?", "The tournament is cancelled.");
    terminal_await(inside.zoe, "0 of 2 matches, cancelled");
    terminal_await(inside.ann, "The tournament is cancelled.");
    terminal_await(inside.ben, "Tournament 1 is cancelled.");
}
