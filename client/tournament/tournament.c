/* `takeaway tournament`: its parts. */
#include "client/tournament/tournament.h"

#include "client/command.h"
#include "client/tournament/tournament_plan.h"
#include "common/wire/wire.h"

#define ON_SERVER OPTION_BIT(SERVER) | OPTION_BIT(AS) | OPTION_BIT(JSON)

#define PLAN                                                                                       \
    "A pairing is always a pair of matches from one start with the sides swapped.\n"               \
    "  round-robin  each meets each other in every round of all\n"                                 \
    "  gauntlet     the first player meets each other\n"                                           \
    "  swiss        each round pairs players with equal or nearly equal scores\n"                  \
    "  knockout     who loses is out; a level pair is followed by another, then the better\n"      \
    "               seeded goes on\n"                                                              \
    "\n"                                                                                           \
    "Starts\n"                                                                                     \
    "  35           this one; 3+5,8+9: these in turn\n"                                            \
    "  drawn        as for any match; drawn:2-4:5-50: 2 to 4 heaps of 5 to 50\n"                   \
    "  fair:1:20-40 as many that the first player can win as others, by the solver's word\n"

static const struct cli_words words[] = {
    {OPTION_SERVER, "the server that it is on"},
    {OPTION_CLOCK, "the time: 300+3 (seconds, more each move) or 30/move; without it 60/move"},
    {OPTION_OUT, "the folder to write to"},
    {0},
};

/* `more`: the details, or NULL. */
#define PART(part, form, set, function, what, more)                                                \
    {                                                                                              \
        COMMAND("tournament " part, form, set, function, what, more), .words = words               \
    }

const struct cli_command tournament_commands[] = {
    PART("run", NULL, TOURNAMENT_PLAN_OPTIONS | OPTION_BIT(OUT) | OPTION_BIT(JSON),
         tournament_run_run, "let bots play a whole tournament on a private server, into a folder",
         "--players are strategies of takeaway-bot, or exec:COMMAND for a program in any\n"
         "language (bots/BRIDGE.md), each with a name before it or without:\n"
         "  --players perfect,mistaken:0.2,easy=level:2,mine='exec:./mybot --fast'\n"
         "A program that gives no legal move, or none in time, loses the match: it is "
         "resigned, which\n"
         "is told at the end. With exec-or-move:COMMAND a move is made in its place instead.\n"
         "A comma within a COMMAND is written twice.\n"
         "\n" PLAN "\n"
         "The folder --out gets results.jsonl, the record: for the same plan and seed and players\n"
         "that are functions of their seeds the same to the last byte, whatever --concurrency\n"
         "and whatever breaks on the way; times.jsonl with what differs and the signature of\n"
         "both; results.csv, report.txt and report.html.\n"
         "\n"
         "Ctrl-C, or any crash, loses nothing: the same command, or --out alone, goes on.\n"),
    PART("create", NULL,
         TOURNAMENT_PLAN_OPTIONS | ON_SERVER | OPTION_BIT(EACH_AT_ONCE) | OPTION_BIT(RATED),
         tournament_create_run, "make a tournament on a shared server, which you direct",
         "--players are the names of those who may join; without it anybody may.\n\n" PLAN),
    PART("join", "N", ON_SERVER, tournament_choice_run,
         "take part; then `takeaway play --tournament N`", NULL),
    PART("start", "N", ON_SERVER, tournament_choice_run,
         "begin your tournament, when its players have joined", NULL),
    PART("pause", "N", ON_SERVER, tournament_choice_run,
         "let no new match begin in your tournament", NULL),
    PART("resume", "N", ON_SERVER, tournament_choice_run, "go on after a pause", NULL),
    PART("withdraw", "N [PLAYER]", ON_SERVER, tournament_withdraw_run,
         "leave a tournament, or take a player out of yours", NULL),
    PART("void", "N ROUND BOARD", ON_SERVER, tournament_void_run,
         "have the last pair at this board played again", NULL),
    PART("cancel", "N", ON_SERVER, tournament_choice_run, "end your tournament without a winner",
         NULL),
    PART("list", NULL, OPTION_BIT(SERVER) | OPTION_BIT(LIMIT) | OPTION_BIT(JSON),
         tournament_list_run, "list the tournaments, the latest first", NULL),
    PART("status", "N", OPTION_BIT(SERVER) | OPTION_BIT(JSON), tournament_status_run,
         "tell a tournament's plan, players and state", NULL),
    PART(
        "standings", "N", OPTION_BIT(SERVER) | OPTION_BIT(JSON), tournament_standings_run,
        "tell who stands where, with the exact judgement of their play",
        "  points   1 for a match that was won, a half for one that nobody won; those of two wins\n"
        "           for a bye, and for an opponent who had withdrawn\n"
        "  W-D-L    matches won, won by nobody (drawn), lost; then the points that came without a\n"
        "           match, if any: 0-0-4, 2 free\n"
        "  won met  positions from which a move could have kept the win\n"
        "  kept     in how many of them it was\n"
        "  thrown   in how many it was given away\n"
        "  Elo +-   how much stronger than those it met, and how far off that may be: 100 more\n"
        "           win about 64 of 100; +inf, -inf: it has won or lost all, which sets no bound;\n"
        "           -: too few results to say anything\n"
        "  LOS      how likely it is at all that it is stronger than those it met\n"
        "\n"
        "Who are level on points are told apart by what each of them has against the others\n"
        "(direct), by the points of all opponents (Buchholz), and by those of the opponents that\n"
        "were beaten (Sonneborn-Berger).\n"),
    PART("pairs", "N", OPTION_BIT(SERVER) | OPTION_BIT(JSON), tournament_pairs_run,
         "list who has met whom, with the numbers of the matches", NULL),
    PART("watch", "N", OPTION_BIT(SERVER) | OPTION_BIT(JSON), tournament_watch_run,
         "follow a tournament to its end",
         "JSON: a line for each `tournament.changed`, with the keys that PROTOCOL.md has for it\n"
         "and its name as event; the last line is the event tournament.standings.\n"),
    PART("report", "N", OPTION_BIT(SERVER) | OPTION_BIT(OUT) | OPTION_BIT(JSON),
         tournament_report_run,
         "write the signed record of one that is over, and reports, into a folder",
         "JSON: folder, files (their names in there).\n"),
    {0},
};

enum error_code tournament_check_server(const struct options *options, struct error *error)
{
    if (options->values[OPTION_SERVER])
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE,
                     "which server? Add --server HOST; only `takeaway tournament run` has one "
                     "of its own");
}

enum error_code tournament_take_number(const struct options *options, int64_t *ret_tournament,
                                       struct error *error)
{
    enum error_code failed = tournament_check_server(options, error);
    return failed ? failed
                  : options_number(options->arguments[0], "a tournament", WIRE_INT_MAX,
                                   ret_tournament, error);
}
