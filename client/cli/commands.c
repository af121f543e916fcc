/* The table of the commands, and the other texts of the program about itself. */
#include "client/cli/command.h"
#include "client/lib/strategy_name.h"
#include "common/game/game.h"
#include "common/tournament/pairing.h"

#define PASSWORDS_ARE_READ                                                                         \
    "Passwords are asked for at the terminal, or read from standard input, a line for "            \
    "each, where\n"                                                                                \
    "that is none: never from the command line. They are sent to another machine only by TLS.\n"

#define SEAT_IS_TAKEN_OVER                                                                         \
    "This comes in as you for a moment. A `takeaway play` of yours that is running loses its\n"    \
    "connection by that, and says how to go on with the match.\n"

/* The keys that summary_json() writes. */
#define MATCH_KEYS                                                                                 \
    "match (its number), rules, start, clock, first, second, ply (moves so far), "                 \
    "created, ended,\n"                                                                            \
    "ending, winner"

/* The keys that record_json_add() adds. */
#define SHOW_KEYS                                                                                  \
    MATCH_KEYS                                                                                     \
    ",\n"                                                                                          \
    "position, thrown_by_ending (was the position won for the loser, who resigned, ran "           \
    "out of time\n"                                                                                \
    "or was gone? null while the match goes on), kept_by (the move that would have kept "          \
    "that win,\n"                                                                                  \
    "null elsewhere) and moves: of each ply, by (first or second), move, the position "            \
    "after it, and\n"                                                                              \
    "the ms taken and of these given back for the network's lag (credit), null where "             \
    "they are not\n"                                                                               \
    "known; where moves were taken back also taken_back: of each time ply (of the first "          \
    "move) and moves.\n"

static const struct cli_words play_words[] = {
    {OPTION_HOURS, "of an invitation: for so long; without it 336, which is 14 days"},
    {0},
};

static const struct cli_words plot_words[] = {
    {OPTION_OUT, "where to: a picture FILE.png or FILE.svg"},
    {0},
};

static const struct cli_words host_words[] = {
    {OPTION_ADDRESS, "HOST or HOST:PORT, under which friends reach you, where this machine cannot "
                     "know it"},
    {OPTION_NEW, "make a new invitation even if a match is unfinished or an invitation open"},
    {0},
};

static const struct cli_words puzzle_words[] = {
    {OPTION_SERVER,
     "the server with your account, whose practice it is then, and with your matches"},
    {OPTION_GAME, "only puzzles of this game: a name from `takeaway games`, or any rules"},
    {0},
};

static const struct cli_words key_words[] = {
    {OPTION_SERVER, "the server whose key is asked for; private: your own, as without it"},
    {0},
};

static const struct cli_words history_words[] = {
    {OPTION_AGAINST, "only matches against the player of this name"},
    {OPTION_GAME, "only this game: a name from `takeaway games`, or any rules"},
    {OPTION_RATED, "only matches that counted for the ratings"},
    {0},
};

static const struct cli_words versus_words[] = {
    {OPTION_GAME, "only this game: a name from `takeaway games`, or any rules"},
    {OPTION_LIMIT, "at most so many of the last matches; without it 20"},
    {0},
};

static const struct cli_words ratings_words[] = {
    {OPTION_SERVER, "the server that they are of"},
    {0},
};

static const struct cli_command commands[] = {
    {COMMAND(
         "play", NULL,
         OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(GAME) | OPTION_BIT(LOOK) |
             OPTION_BIT(START) | OPTION_BIT(FIRST) | OPTION_BIT(CLOCK) | OPTION_BIT(RATING) |
             OPTION_BIT(ONLY) | OPTION_BIT(AGAINST) | OPTION_BIT(MATCH) | OPTION_BIT(NEW) |
             OPTION_BIT(TOURNAMENT) | OPTION_BIT(INVITE) | OPTION_BIT(USES) | OPTION_BIT(HOURS) |
             OPTION_BIT(JOIN) | OPTION_BIT(JSON),
         play_run, "play a match",
         "Without --server you play on a private server that ends with the program, against\n"
         "bot:perfect; with one, against anyone: an open seek for the same game is accepted,\n"
         "or one is opened. An unfinished match of yours is gone on with first. Then comes an\n"
         "open seek of yours with a day or more for each move, unless you ask for a game, a\n"
         "start, a clock, who moves first, or --new. With --rating and --only an open seek is\n"
         "accepted only from such players, and your own is only for them; a rating counts in the\n"
         "family of the game, and guests have none. You never get an opponent whose seek you do\n"
         "not fit.\n"
         "\n"
         "--invite makes an invitation: a code for a friend who is not there yet. It stays open\n"
         "for 14 days, or --hours N, also when you leave, for anyone who has the code or for the\n"
         "name after --against. The friend plays you with --join CODE, now or later;\n"
         "`takeaway invitations` lists yours, and ends them.\n"
         "\n"
         "Fibonacci nim on the private server begins where you can win, if you see how.\n"
         "`takeaway games` lists games for --game; `takeaway help solve` shows how other\n"
         "rules and positions are written.\n"
         "\n"
         "Your tokens and the private server's database are kept in $XDG_STATE_HOME/takeaway, by\n"
         "default in ~/.local/state/takeaway.\n"
         "\n"
         "Type 'help' during the match. Against a bot, 'hint' says the best move and 'why' the\n"
         "reason, but not in rated matches and tournaments. Moves can come through a pipe: the\n"
         "program then ends with the match, or with status 3 when the lines end before it.\n"
         "\n"
         "JSON: for programs that play. Standard input takes a line for each command, as typed\n"
         "(35>34, 1, resign, say hello, accept 1) or as an object: {\"move\": \"35>34\"},\n"
         "{\"say\": \"hello\"}, {\"command\": \"resign\"}. A move, hint and why wait for\n"
         "your turn, in their order, and so does what comes after them; anything else is done at\n"
         "once, and resign does not ask. Standard output has an object a line, at once:\n"
         "  connected       name, server (null: the private one), again (after a break)\n"
         "  disconnected    message; it tries again by itself\n"
         "  match           a match begins or is gone on with: as of `takeaway show`, and seat\n"
         "                  (yours: first or second), rated, tournament (its number or null)\n"
         "  turn            it is your turn: match, ply, seat, rules, position, legal_moves (at\n"
         "                  most 1000), legal_count, truncated, first_left and second_left (ms on\n"
         "                  the clocks; null: none), first_move_left and idle_left where there\n"
         "                  are such deadlines\n"
         "  hint            answers hint: match, ply, and as of `takeaway solve`: rules,\n"
         "                  position, outcome (N: the move wins), grundy, winning_moves,\n"
         "                  winning_count, truncated, best; hint won, hint heap: match, ply, say\n"
         "  why             answers why: match, ply, position, explanation (a list of lines)\n"
         "  match.moved     a move was made, by them or (which acknowledges it) by you: "
         "match, ply,\n"
         "                  by, move, position, taken, credit\n"
         "  match.takeback  may moves be taken back? match, player (who asks: first or second),\n"
         "                  ply (of the first of them), open (false: declined). Ask with\n"
         "                  takeback, answer with takeback yes or takeback no\n"
         "  match.taken_back  match, ply, moves: these are gone\n"
         "  match.ended     match, ending, winner (first, second or nobody)\n"
         "  match.presence  the opponent left or came back: match, seq, player, online, claim_in,\n"
         "                  abort_in\n"
         "  chat.said       match, room, from, text, at\n"
         "  invited         answers --invite: invitation (its number), code, expires\n"
         "  challenge       number, message: {\"command\": \"accept N\"} or decline N answers it\n"
         "  refused         code (as in PROTOCOL.md), message: what came last had no effect.\n"
         "                  After a refused move it is still your turn\n"
         "  notice          message: anything else that a person would be told\n"
         "  tournament.ended  what tournament.standings is answered with\n"
         "It ends with 0 after match.ended (a tournament: tournament.ended), with 3 when its\n"
         "input ends or {\"command\": \"quit\"} comes before that.\n"),
     .words = play_words},
    {COMMAND(
         "host", NULL,
         OPTION_BIT(AS) | OPTION_BIT(GAME) | OPTION_BIT(LOOK) | OPTION_BIT(START) |
             OPTION_BIT(FIRST) | OPTION_BIT(CLOCK) | OPTION_BIT(NEW) | OPTION_BIT(PORT) |
             OPTION_BIT(ADDRESS) | OPTION_BIT(OPEN_PORT) | OPTION_BIT(TLS_CERTIFICATE) |
             OPTION_BIT(TLS_KEY) | OPTION_BIT(LINES) | OPTION_BIT(JSON),
         host_run, "play a match with a friend elsewhere",
         "This starts a server that others can reach, makes an invitation to a match on it, and\n"
         "prints the line that the friend types, `takeaway join LINK`, on a terminal also as a\n"
         "code for telephones. The connection is encrypted; the key of the server is in the link.\n"
         "When the friend comes the match begins, in the full screen or with --lines as in\n"
         "`takeaway play`. The server ends with the program.\n"
         "\n"
         "Behind a home router only your own network reaches you. A router that speaks UPnP or\n"
         "NAT-PMP can open a port while the program runs: you are asked before it does. For other\n"
         "routers the program says what to forward.\n"
         "\n"
         "Nothing is lost when the program ends: the database, the key and the open invitations\n"
         "are kept in $XDG_STATE_HOME/takeaway/host, by default in ~/.local/state/takeaway/host.\n"
         "`takeaway host` goes on with your newest unfinished match, and prints the link that\n"
         "leads to it, or else with an open invitation if that is what the options ask for; --new\n"
         "makes another one. An invitation is good for one match, with its rematches, and for 14\n"
         "days.\n"
         "\n"
         "JSON: invitation (link, line: what the friend types, public: is it\n"
         "reached from everywhere?), then as of `takeaway play`.\n"),
     .words = host_words},
    {COMMAND(
        "join", "LINK",
        OPTION_BIT(SERVER_KEY) | OPTION_BIT(AS) | OPTION_BIT(LINES) | OPTION_BIT(JSON), join_run,
        "play a match that a friend's link invites to",
        "LINK is what `takeaway host` prints: https://HOST:7800/i/..., with the server's key\n"
        "behind a # unless --server-key names it. You come as a guest. The same line goes on with\n"
        "the match if you leave it. JSON: as of `takeaway play`.\n")},
    {COMMAND("register", "[NAME]", OPTIONS_OF_SERVER, register_run,
             "make an account of your name, by default $USER",
             PASSWORDS_ARE_READ
             "\n"
             "You keep your unfinished matches. From then on the name is yours: nobody else "
             "can take it,\n"
             "and `takeaway login` lets you in from anywhere.\n"
             "\n" SEAT_IS_TAKEN_OVER)},
    {COMMAND("login", "NAME", OPTIONS_OF_SERVER, login_run, "log in to an account",
             PASSWORDS_ARE_READ
             "\n"
             "The token that the server gives is kept in $XDG_STATE_HOME/takeaway, by default in\n"
             "~/.local/state/takeaway; with it `takeaway play --as NAME` needs no password.\n"
             "\n" SEAT_IS_TAKEN_OVER)},
    {COMMAND("logout", NULL, OPTIONS_OF_SERVER | OPTION_BIT(AS), tokens_run,
             "log out: the token that is kept here ends", SEAT_IS_TAKEN_OVER)},
    {COMMAND("passwd", NULL, OPTIONS_OF_SERVER | OPTION_BIT(AS), passwd_run,
             "change the password; you are logged out everywhere else",
             PASSWORDS_ARE_READ "\n" SEAT_IS_TAKEN_OVER)},
    {COMMAND("account", "PART ...", 0, NULL,
             "get back an account, or close it; block and report players",
             "`takeaway register`, `login`, `passwd` and `tokens` are for every day.\n"),
     .parts = account_commands},
    {COMMAND(
        "tokens", "[revoke N]",
        OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(OTHERS) | OPTION_BIT(JSON), tokens_run,
        "list where you are logged in; `tokens revoke N` or `tokens revoke --others` ends that",
        SEAT_IS_TAKEN_OVER
        "\n"
        "JSON: a list with the token, client, created, expires and current of each; of "
        "revoke {}.\n")},
    {COMMAND(
        "invitations", "[revoke N]", OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(JSON),
        invitations_run, "list your open invitations; `invitations revoke N` takes one back",
        "`takeaway play --invite` makes one.\n"
        "\n" SEAT_IS_TAKEN_OVER "\n"
        "JSON: a list with invitation (its number), code, from, to, rules, start, first, rated,\n"
        "clock, uses (that are left), created, expires and online of each; of revoke {}.\n")},
    {COMMAND(
        "watch", "[MATCH]", OPTIONS_OF_SERVER | OPTION_BIT(CHAT) | OPTION_BIT(JSON), watch_run,
        "follow a match that is being played, by default the newest",
        "JSON: a line for each event, at once. First event \"match\": what `takeaway show --json`\n"
        "prints; then \"match.moved\" for each move: match, ply, by, move, position, "
        "taken, credit;\n"
        "\"match.taken_back\" when moves are taken back: match, ply (of the first), moves;\n"
        "\"match.presence\" when a player comes or goes: match, seq, player, online, claim_in,\n"
        "abort_in; \"chat.said\": match, room, from, text, at; and in the end "
        "\"match.ended\": match,\n"
        "ending, winner. Where they exist, \"match\" and \"match.moved\" also have the deadlines\n"
        "first_move_left, await_left, claim_in, abort_in and idle_left, in ms from now.\n")},
    {COMMAND("matches", NULL, OPTIONS_OF_SERVER | OPTION_BIT(JSON), matches_run,
             "list the matches that are being played",
             "JSON: a list with " MATCH_KEYS " of each;\n"
             "times are in ms since 1970 UTC, and what is not there yet is null.\n")},
    {COMMAND("history", NULL,
             OPTIONS_OF_SERVER | OPTION_BIT(PLAYER) | OPTION_BIT(LIMIT) | OPTION_BIT(AGAINST) |
                 OPTION_BIT(GAME) | OPTION_BIT(RATED) | OPTION_BIT(RESULT) | OPTION_BIT(SINCE) |
                 OPTION_BIT(UNTIL) | OPTION_BIT(JSON),
             history_run, "list the matches that have ended, the latest first",
             "Without any option but --limit they are everybody's. --against, --game, --rated,\n"
             "--result, --since and --until choose among those of one player: --player NAME, or\n"
             "you, by the name $USER. What you won against deep this month:\n"
             "  takeaway history --against deep --result won --since 2026-11-01\n"
             "\n"
             "JSON: a list with " MATCH_KEYS " of each;\n"
             "times are in ms since 1970 UTC.\n"),
     .words = history_words},
    {COMMAND(
         "versus", "NAME OTHER",
         OPTIONS_OF_SERVER | OPTION_BIT(GAME) | OPTION_BIT(LIMIT) | OPTION_BIT(JSON), versus_run,
         "tell how it stands between two players",
         "For each game how many matches NAME has won and lost, and how many nobody has won,\n"
         "because they were aborted, void or too long; and the last matches of the two. The\n"
         "numbers go by names: they count guests who had the name, too, also before an account\n"
         "that is closed, closed-N, had it.\n"
         "\n"
         "JSON: scores, a list with rules, won, lost, nobody and last (the greatest number of a\n"
         "match), and matches, a list as of `takeaway history`.\n"),
     .words = versus_words},
    {COMMAND("show", "MATCH", OPTIONS_OF_SERVER | OPTION_BIT(JSON), show_run,
             "print the record of a match", "JSON: " SHOW_KEYS)},
    {COMMAND(
        "review", "MATCH", OPTIONS_OF_SERVER | OPTION_BIT(JSON), show_run,
        "tell what every move of a match that has ended was worth",
        "The solver judges each move: + it kept the win, = it kept the draw, x it threw either\n"
        "away, . the position was lost anyway; and the end: ! a player resigned, ran out of time\n"
        "or was gone in a won or drawn position. The first mistake is told with its reason.\n"
        "\n"
        "JSON: as of `takeaway show`, with the mark of each move as EXPORT.md has it and, of a\n"
        "mistake, the move that would have kept the win (kept_by); sums (of first and second:\n"
        "could_win, kept, threw_away, could_draw, kept_draw, threw_draw_away; an ending that\n"
        "threw a win or a draw away counts), first_mistake (the ply of one's own, or else of\n"
        "either's; null: no move was one), mistake_words and end_words (sentences, or null).\n")},
    {COMMAND("demo", NULL,
             OPTION_BIT(GAME) | OPTION_BIT(LOOK) | OPTION_BIT(START) | OPTION_BIT(FIRST_STRATEGY) |
                 OPTION_BIT(SECOND_STRATEGY) | OPTION_BIT(JSON),
             demo_run, "let two bots play a match, and print its record",
             "Without options perfect plays against random. The strategies are those of\n"
             "takeaway-bot. JSON: as of `takeaway show`.\n")},
    {COMMAND(
         "puzzle", NULL,
         OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(GAME) | OPTION_BIT(DAILY) |
             OPTION_BIT(MISTAKES) | OPTION_BIT(JSON),
         puzzle_run, "solve puzzles: find the move that wins",
         "A puzzle is a position in which few of many moves win, and each of them is a right\n"
         "answer. Type a move as in `takeaway play`; 'give up' tells the answer. Then comes the\n"
         "next one, until 'quit' or the end of the input.\n"
         "\n"
         "You and every puzzle have a rating (Glicko-2); the first answer to a puzzle changes\n"
         "yours. Puzzles come again after 1, 3, 7, 16 and 35 days while you are right, and after\n"
         "a day when you were wrong. New ones are chosen near to your rating: of all games with\n"
         "names, also in misere play, or of those of --game.\n"
         "\n"
         "--mistakes looks through your latest 20 matches, on the private server or on that of\n"
         "--server: a position from which you threw a win away becomes a puzzle.\n"
         "\n"
         "With --server and an account there, your practice is the account's, the same from\n"
         "everywhere, with puzzles of the games that have names. Otherwise it is kept in\n"
         "$XDG_STATE_HOME/takeaway/puzzles, by default in ~/.local/state/takeaway/puzzles.\n"
         "\n"
         "JSON: for programs. Standard input takes a move or a command a line, also as an object:\n"
         "{\"move\": \"7>5\"}, {\"command\": \"give up\"}. Standard output has an object a line:\n"
         "  puzzle   source (new, repeat or daily), rules, position, words, rating, legal_count,\n"
         "           winning_count\n"
         "  answer   rules, position, move (null: given up), words (why), right, rated, again\n"
         "           (when it comes again, in ms since 1970 UTC; null: never), rating and\n"
         "           deviation (yours), tried and solved (puzzles that were new)\n"
         "  state    answers state: rating, deviation, tried, solved, met (puzzles), due (of\n"
         "           them, are to be repeated now)\n"
         "  refused  code, message: what came last was no answer\n"
         "  notice   message: anything else that a person would be told\n"),
     .words = puzzle_words},
    {COMMAND(
         "solve", "RULES POSITION",
         OPTION_BIT(BATCH) | OPTION_BIT(VALUES) | OPTION_BIT(CERTIFICATE) | OPTION_BIT(JSON),
         solve_run, "tell who wins a position with best play, and how",
         "RULES are a name from `takeaway games`, or\n"
         "  take-away:3/2x      one heap; at most 3/2 of what was just taken, rounded down; also\n"
         "                      take-away:phi, pi, e, sqrt(2), and decimal numbers such as 2.7x\n"
         "  take-away:2x,local  several heaps, with a quota for each\n"
         "  take-away:2x,global several heaps, with one quota for all\n"
         "  octal:0.137         take-and-break by octal code; 4.3... repeats the last digit; with\n"
         "                      digits from 8 to f, which leave three heaps, hexadecimal:0.3f\n"
         "  subtraction:1,3-5   take one of these numbers; also squares, fibonacci,\n"
         "                      all-but-1,4 (any number but these)\n"
         "  subtraction:2,3,clear   the last counter of all wins; who is stuck before has a draw\n"
         "  turning:2           turn coins in a row; also turning:3, turning:ruler, turning:twins\n"
         "  sticks:4            sticks of length 4 at most; sticks: of any length\n"
         "  silver-dollar,one-step  with the dollar, which one move takes; also two-step\n"
         "and ',misere' after any of them: who cannot move wins; under clear, whoever takes the\n"
         "last counter of all loses. Only odd-scoring and silver-dollar with the dollar have no\n"
         "misere play.\n"
         "\n"
         "POSITION is the heaps, joined by '+': 3+5+7 (or '3 5 7', or 3,5,7). 0 is the "
         "empty position.\n"
         "  take-away           35@12: a heap of 35 of which at most 12 may be taken; without '@'\n"
         "                      all but one. Local: 8@3+5. Global: 3+5+7@2, one quota at the end\n"
         "  chomp               the rows of chocolate, the longest first: 5+3+1\n"
         "  green-hackenbush    walks along the edges, vertex by vertex, 0 is the ground:\n"
         "                      0-1-2-0+2-3\n"
         "  silver-dollar       the squares of the counters, $ behind that of the dollar: 2+5$+9\n"
         "  northcott           rows with a white and a black checker, the retreats left, and\n"
         "                      who is to move: .w..b.+w....b@10w\n"
         "  candy               two heaps: 8+13; the move 8>3+5 eats the other one\n"
         "  date                a date: 9jan\n"
         "  odd-scoring         15: the steps to the end; 12@1: the player to move has made\n"
         "                      an odd number so far\n"
         "  turning             the coins that show heads: 2+5+9\n"
         "  sticks              the lengths: 7+8. Their moves: 8>3+5, 2+2>0\n"
         "  tactix              the rows of the board from the top: xxxx/x..x; moves: b2-d2, b2\n"
         "  octal               o13 is a ring of 13: o13+5\n"
         "A move is what it changes, before and after: 7>2+5. common/wire/PROTOCOL.md "
         "describes the\n"
         "whole notation.\n"
         "\n"
         "The best move is the fastest win where that is known: a move that ends the "
         "match at once,\n"
         "and any move of a position of at most 10 counters. Elsewhere it is the first that wins.\n"
         "\n"
         "--values lists all moves by the value that they lead to: `takeaway solve kayles 11\n"
         "--values` shows why a heap of 11 has the value 6, the first that no move leads to.\n"
         "\n"
         "--certificate prints a proof of who wins and nothing else: values with all moves of a\n"
         "heap, or a reply to every move, or the instance of a theorem. check_certificate.py\n"
         "checks it and knows the rules alone; common/solver/CERTIFICATES.md describes the text.\n"
         "It lists 500,000 moves at most.\n"
         "\n"
         "--batch reads lines RULES POSITION and answers each with a line of JSON, so that a\n"
         "program can converse with it. Blank lines and those that begin with '#' are "
         "passed over.\n"
         "A line that cannot be read is answered with {\"error\": ..., \"line\": its number}.\n"
         "With --certificate the answers are certificates, or a line 'refused: ...'.\n"
         "\n"
         "JSON: rules, position, outcome (\"N\": the next player wins, \"P\": the one before,\n"
         "\"D\": a draw),\n"
         "grundy (null where it is not known), winning_moves (at most 1000), winning_count (null\n"
         "where counting takes too long), truncated, best (null at the end). A number over\n"
         "2^63-1 is a text. Without --batch also: explanation (lines), line (best play from here\n"
         "on), with --values: values (a list of value, moves), and line_complete (to the end).\n"),
     .may_lack_arguments = true},
    {COMMAND(
        "table", "RULES",
        OPTION_BIT(UPTO) | OPTION_BIT(HEAPS) | OPTION_BIT(LOST) | OPTION_BIT(GENUS) |
            OPTION_BIT(CSV) | OPTION_BIT(JSON),
        table_run, "tabulate Grundy values, winning takes or lost positions",
        "What the table holds depends on the game (`takeaway help solve` shows how RULES are\n"
        "written):\n"
        "  nim, octal and hexadecimal codes, subtraction, grundy\n"
        "      heap, value: the Grundy values of single heaps, and the period that they prove\n"
        "  take-away:F\n"
        "      heap, least_winning_take, lost: the mover wins if the quota is at least that take;\n"
        "      lost is 1 where whoever begins loses, since all but one is the most at first\n"
        "  take-away:F,local\n"
        "      heap, quota, value: the Grundy value from this quota on, to the next row's\n"
        "  take-away:F,global\n"
        "      smaller, larger, least_winning_quota: of two heaps; empty where none wins\n"
        "  wythoff, and with --heaps 2 any other game of heaps\n"
        "      smaller, larger: two heaps that are lost for whoever begins\n"
        "  with --lost any game of heaps\n"
        "      index, heap: single heaps that are lost for whoever begins; for "
        "take-away:F this is\n"
        "      the P-sequence, and N may be up to 2^63-1\n"
        "  with --genus nim, octal codes, subtraction and grundy, N up to 500\n"
        "      the genus g^g0g1g2... of single heaps: g is the Grundy value, gk the misere value\n"
        "      of the heap with k heaps of 2 of Nim beside it. After those written, the last two\n"
        "      follow in turn. `wild`: no position of Nim has this genus\n"
        "\n"
        "CSV has these columns (an empty field: there is no such number). JSON: rules, upto,\n"
        "table (values, takes, steps, lost, pairs, quotas or genus), columns (an array for\n"
        "each; --genus: heap, value, misere, wild, and upto is the last heap known), and of\n"
        "Grundy values period (first, period, growth: by so much the values are larger then,\n"
        "proven_with, theorem; null: none is proven by the values up to N) and closed_form.\n")},
    {COMMAND(
        "quotient", "RULES", OPTION_BIT(UPTO) | OPTION_BIT(JSON), quotient_run,
        "the misere quotient of a game of heaps: who wins its sums",
        "Sums of heaps up to N, at most 500, are one element if they do the same in all further\n"
        "sums of such heaps, in misere play. Where there are finitely many elements, they solve\n"
        "the game: look up the element of each heap, multiply, and see whether the product is\n"
        "among the lost ones. RULES are nim, an octal code, a subtraction game or grundy.\n"
        "\n"
        "Printed are the generators (heaps), the relations between them, from which each product\n"
        "can be brought to its normal form, the lost elements, and for each heap its element and\n"
        "the order: how many elements the heaps up to this one have. It ends with the last heap\n"
        "that is within the limits (2,048 elements, 2,000,000 sums judged, 200,000 pairs of an\n"
        "element and the elements of the options) and says so.\n"
        "\n"
        "JSON: rules, upto (the last heap), end (found, too_large or too_long), elements (their\n"
        "number), generators, relations, lost, heaps (the element of each from 0 on), orders.\n")},
    {COMMAND(
        "periods", "", OPTION_BIT(UPTO) | OPTION_BIT(CHECKPOINT) | OPTION_BIT(PROGRESS),
        periods_run, "the periods of all octal codes of up to three digits, in a file",
        "For each code the Grundy values of the heaps up to N are computed, at most as far as\n"
        "`takeaway table` goes, or until they prove a period. The file is CSV: code, looked_upto\n"
        "(so far the values were computed), first (from this heap on the period holds), period\n"
        "and proven_with (the proof needs the values up to this heap); the last three are empty\n"
        "where no period is proven. It is its own checkpoint: a later command goes on with the\n"
        "codes that have no period and were not looked at so far. An interrupt is looked at\n"
        "between two codes, so it may take seconds, and with a large N minutes.\n"
        "share/octal-periods.csv is such a file.\n")},
    {COMMAND(
         "plot", "values|cutoffs|positions [RULES]",
         OPTION_BIT(UPTO) | OPTION_BIT(OUT) | OPTION_BIT(WIDTH) | OPTION_BIT(HEIGHT) |
             OPTION_BIT(SCRIPT),
         plot_run, "draw such tables as pictures, by gnuplot",
         "  plot values RULES     Grundy values of single heaps, or their least winning takes\n"
         "  plot positions RULES  two heaps: the lost positions, or the least winning quotas\n"
         "  plot cutoffs          alpha-take-away: how many cutoffs there are up to each x, as a\n"
         "                        share of x^2\n"
         "N is as in `takeaway help table`; for cutoffs at most 2000. gnuplot draws the picture\n"
         "(Debian: gnuplot-nox); --script prints what it is told, for you to change.\n"),
     .words = plot_words},
    {COMMAND(
         "alpha", "PART ...", 0, NULL, "study the games in which f(x) = floor(alpha x)",
         "In these take-away games the next move may take up to ALPHA times what was just taken,\n"
         "ALPHA >= 1, rounded down. Fibonacci nim is ALPHA = 2. ALPHA may be a fraction, 7/2, a\n"
         "decimal number of any length, phi, pi, e, or the root of a whole number, sqrt(2):\n"
         "nothing is decided by rounded numbers.\n"
         "\n"
         "The heaps that are lost for the first player are the same for all ALPHA in an interval\n"
         "[a, b); the ends of these intervals are the cutoffs. Every part takes ALPHA up to\n"
         "100000, but from about 80000 on the numbers that interval, recurrence, cutoffs "
         "and count\n"
         "need can be too large: they then say so and end with status 1.\n"
         "\n"
         "common/solver/THEORY.md tells more.\n"),
     .parts = alpha_commands},
    {COMMAND(
        "verify", "FILE",
        OPTION_BIT(KEY) | OPTION_BIT(UNSIGNED) | OPTION_BIT(UNJUDGED) | OPTION_BIT(JSON),
        verify_run, "check the record of a tournament",
        "FILE is results.jsonl, or the folder that holds it. Every match is played again by the\n"
        "rules alone and judged again by the solver; schedule, starts and standings are made\n"
        "again. With times.jsonl beside it the clocks are kept again, and the signature is\n"
        "checked. A fault is told with its line and with what would have been right, and the\n"
        "exit status is 1; it is the same when a tournament was played to its end, but matches\n"
        "of it were not judged, unless --unjudged is given. A record without times.jsonl has no\n"
        "signature: anybody can make a consistent one, so the exit status is 4, unless\n"
        "--unsigned is given.\n"
        "\n"
        "The last line names the key that has signed the record. Anybody can make a key, so the\n"
        "signature proves something only when you know whose key it is: compare the name with\n"
        "the one that the server's operator prints with `takeaway admin key`, or whoever ran the\n"
        "tournament with `takeaway key`; or give it as --key KEY, so that a record with another\n"
        "signature, or with none, has a fault.\n"
        "\n"
        "JSON: good (true with exit status 0), faults (how many), unjudged (matches), signed, key\n"
        "(that has signed it, or null), parts (part, checked, faults, detail), and told, the\n"
        "first of the faults (part, line, where, fault).\n")},
    {COMMAND(
         "key", NULL, OPTIONS_OF_SERVER | OPTION_BIT(JSON), key_run,
         "print the public key that records of tournaments are signed with",
         "Your private servers sign what `takeaway tournament run` records with a key of yours.\n"
         "It is made when it is first needed, also by this command, and kept in\n"
         "$XDG_STATE_HOME/takeaway/signing-key, by default in ~/.local/state/takeaway: the same\n"
         "for every tournament. Give what this prints to those who shall trust your records; they\n"
         "check them with `takeaway verify --key KEY`. Keep the file to yourself: whoever has it\n"
         "can sign in your name.\n"
         "\n"
         "With --server it is the key of that server, which signs its own tournaments.\n"
         "\n"
         "JSON: an object with key.\n"),
     .words = key_words},
    {COMMAND(
         "tournament", "PART ...", 0, NULL,
         "hold tournaments, of bots or people, with results that can be verified",
         "`takeaway tournament run` does all of it on a private server in one command; the other\n"
         "parts direct, play and follow tournaments on a shared one.\n"
         "JSON: what PROTOCOL.md says that the method of the part, tournament.standings and its\n"
         "like, is answered with; `run` prints the standings, those that list print a list.\n"),
     .parts = tournament_commands},
    {COMMAND(
         "ratings", NULL,
         OPTIONS_OF_SERVER | OPTION_BIT(PLAYER) | OPTION_BIT(FAMILY) | OPTION_BIT(HISTORY) |
             OPTION_BIT(LIMIT) | OPTION_BIT(JSON),
         ratings_run, "list the ratings of players who have accounts, the best first",
         "Glicko-2, with its 95 % error, for each family of games, from rated matches. With\n"
         "--history, --player and --family: how one of them has come about.\n"
         "JSON: what PROTOCOL.md says that rating.list is answered with; with --history a list\n"
         "with matches, rating, deviation, at and match of each.\n"),
     .words = ratings_words},
    {COMMAND(
        "games", NULL, OPTION_BIT(JSON), games_run, "list the games that have names",
        "Each also has misere play, as kayles,misere, but odd-scoring, silver-dollar-one-step,\n"
        "silver-dollar-two-step and drawn; bulo is played so already.\n"
        "\n"
        "JSON: a list with name, rules, title, summary and example (a start) of each; drawn has\n"
        "no example.\n")},
    {COMMAND(
         "admin",
         "players|kick|ban|unban|bans|reports|report|close-report|reset-password|cancel|abort|"
         "withdraw|clear|stats|key|where|backup|reload|stop [NAME|FILE|NUMBER]",
         OPTION_BIT(CONTROL) | OPTION_BIT(ADDRESS) | OPTION_BIT(REASON) | OPTION_BIT(HOURS) |
             OPTION_BIT(JSON),
         admin_run, "operate a server of yours, through its socket",
         "  players              list who is connected\n"
         "  kick NAME            end a player's connection: --reason TEXT\n"
         "  ban NAME             keep a name out, or with --address an address: --reason TEXT\n"
         "                       --hours N\n"
         "  unban NAME           let the name, or with --address the address, in again\n"
         "  bans                 list the bans\n"
         "  reports              list what players have reported, and is open\n"
         "  report REPORT        show the report of this number, with the chat lines of its match\n"
         "  close-report REPORT  close it; it is deleted in time\n"
         "  reset-password NAME  make a one-time code for an account whose password is lost:\n"
         "                       its owner sets another with `takeaway account recover NAME`\n"
         "  cancel TOURNAMENT    end the tournament of this number: --reason TEXT\n"
         "  abort MATCH          end the match of this number without a winner\n"
         "  withdraw OFFER       take the offer of this number back\n"
         "  clear NAME           end all matches, offers and invitations of a player, or with\n"
         "                       --address of all players of an address, but no matches of\n"
         "                       tournaments\n"
         "  stats                print what the server counts and measures\n"
         "  key                  print the public key that it signs records of tournaments with\n"
         "  where                tell which server leads: this one, or one that it stands by for\n"
         "  backup FILE          copy the database while it is in use; FILE must not exist yet\n"
         "  reload               load the TLS certificate and its key anew; a hall has none\n"
         "  stop                 shut the server down; unfinished matches go on when it is back\n"
         "\n"
         "--control PATH is needed: the socket that `takeaway-server --control PATH` listens on.\n"
         "JSON: what PROTOCOL.md says that the method operator.players and its like,\n"
         "server.stats or server.key, is answered with.\n"),
     .verbs = admin_verbs},
    {0},
};

/* --- lists for the values of options --- */

static void print_strategies(struct text *out)
{
    strategy_names_print("", out);
}

static void print_opponents(struct text *out)
{
    text_append_string(out, "anyone ");
    strategy_names_print("bot:", out);
}

static void print_formats(struct text *out)
{
    for (int format = 0; format < FORMAT_COUNT; format++)
        text_printf(out, "%s ", tournament_format_text((enum tournament_format)format));
}

/* --- the program --- */

static const char synopsis[] = "takeaway [--server SERVER] [--as NAME]\n"
                               "takeaway COMMAND [ARGUMENT ...] [OPTION ...]\n"
                               "takeaway help [COMMAND [PART]]\n";

static const char description[] =
    "Without a command, on a terminal, `takeaway` opens full screen: play now, open seeks, the\n"
    "players who are there, live matches, tournaments and what you have played, all by keys that\n"
    "the bottom line shows. Without --server it is a private server of your own, which ends with\n"
    "the program; with --server it is a shared one. Where standard input or output is no terminal\n"
    "it prints how it is called, with status 2.\n"
    "\n"
    "The commands do the same line by line, for pipes, scripts and screen readers. Those "
    "that print\n"
    "data print JSON with --json: one value, or where it streams one object a line. What "
    "went wrong\n"
    "is said on standard error alone, and by the exit status.\n";

static const char environment[] =
    "  NO_COLOR          where it is set and not empty, nothing is coloured\n"
    "  XDG_STATE_HOME    where the folder `takeaway` with what is kept is made; without it\n"
    "                    ~/.local/state\n"
    "  USER              your name where --as does not give one\n"
    "  TERM, LANG        what the terminal can do; where it is `dumb` nothing opens full "
    "screen, and\n"
    "                    where the charset is not UTF-8 heaps are drawn in plain characters\n"
    "  TMPDIR            where `takeaway demo` and `takeaway tournament run` keep what "
    "they need for a\n"
    "                    while; without it /tmp\n"
    "  XDG_CONFIG_HOME   where the folder `takeaway` with the files `server` and `games.ini` is;\n"
    "                    without it ~/.config\n"
    "  TAKEAWAY_SERVER   the server to use without --server\n"
    "  SSL_CERT_FILE     the file of the authorities that vouch for servers, instead of the\n"
    "                    system's\n"
    "  TAKEAWAY_COMMAND  what hints say instead of `takeaway play`, for a script around it\n";

static const char servers[] =
    "--server, TAKEAWAY_SERVER and the file `server` name a server in one of these ways:\n"
    "  HOST, HOST:PORT     with TLS if it speaks it; plain on this machine; without PORT 7800\n"
    "  tls://HOST[:PORT]   with TLS\n"
    "  wss://HOST[:PORT]/  by WebSocket with TLS, through firewalls; without PORT 443\n"
    "  ws://HOST[:PORT]/   by WebSocket without TLS; without PORT 80\n"
    "  /PATH               a Unix socket on this machine\n"
    "  private             your private server\n"
    "A server at several addresses, of which one answers at a time, is named by all of them, such\n"
    "as one.example.org,two.example.org: up to 16, with commas between. They are tried one after\n"
    "another, also after a break, beginning with the one that answered last. To `takeaway` they\n"
    "are one server: a token that one of them gave is shown to any of them, and so is looked for\n"
    "under all their names; the key of one is good for those whose keys are not known, and\n"
    "--server-key is the key of all. Passwords, and the tokens that make you the same player\n"
    "again, are sent only with TLS or on this machine. A server without TLS has you as a new\n"
    "guest each time.\n"
    "\n"
    "A server is trusted if the system's authorities vouch for its certificate, or if its key is\n"
    "known: `takeaway` shows the key of a new server and asks, once. A server that comes with\n"
    "another key is refused. Scripts name the key that is good with --server-key.\n";

static const char files[] =
    "  ~/.config/takeaway/server           one line: the server to use without --server\n"
    "  ~/.config/takeaway/games.ini        games that you name: a section `[game my-nim]` with a line\n"
    "                                      `rules = octal:0.1234`, and if wanted title, summary,\n"
    "                                      example (a start) and look\n"
    "  ~/.local/state/takeaway/known_servers\n"
    "                                      the keys of servers that you have accepted\n"
    "  ~/.local/state/takeaway/private.db  the database of your private server\n"
    "  ~/.local/state/takeaway/tokens/     for each server and name the token that lets you come\n"
    "                                      back; only you can read them\n"
    "  ~/.local/state/takeaway/signing-key the key that your private servers sign records of\n"
    "                                      tournaments with; only you can read it\n";

static const char examples[] =
    "A match of Kayles against a bot for beginners; then the record of the last match:\n"
    "  takeaway play --game kayles --against bot:level:1\n"
    "  takeaway history --limit 1 --json\n"
    "\n"
    "Who wins, and by which moves:\n"
    "  takeaway solve kayles 5+8\n"
    "  echo 'chomp 4+4+2' | takeaway solve --batch\n"
    "\n"
    "The moves of a live match, as they are made:\n"
    "  takeaway watch --server 127.0.0.1:7800 --json | jq -r .move\n";

static const char see_also[] = "`takeaway-bot(1)`, `takeaway-server(8)`; the JSON of a server's\n"
                               "data has the keys of PROTOCOL.md.\n";

const struct cli takeaway_cli = {
    .program =
        {
            .name = "takeaway",
            .options = OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(VERSION) | OPTION_BIT(HELP),
            .summary = "play, watch and study take-away games",
            .details = description,
            .parts = commands,
        },
    .synopsis = synopsis,
    .section = 1,
    .options = option_rows,
    .option_count = OPTION_COUNT,
    .last_status = EXIT_UNSIGNED,
    .options_of_all = OPTION_BIT(HELP),
    .values =
        (const struct cli_values[]){
            {.word = "RULES", .print = games_print_names},
            {.word = "STRATEGY", .print = print_strategies},
            {.word = "history WHOM", .values = ""},
            {.word = "WHOM", .print = print_opponents},
            {.word = "FORMAT", .print = print_formats},
            {.word = "run P,P,...", .print = print_strategies},
            {.word = "WHO", .values = "me them random"},
            {.word = "CONTROL", .values = "none 300+3 30/move"},
            {.word = "FILE", .values = CLI_FILES},
            {.word = "PATH", .values = CLI_FILES},
            {0},
        },
    .sections =
        (const struct cli_section[]){
            {.title = "EXIT STATUS", .text = "", .has_statuses = true},
            {.title = "SERVERS", .text = servers},
            {.title = "ENVIRONMENT", .text = environment},
            {.title = "FILES", .text = files},
            {.title = "EXAMPLES", .text = examples},
            {.title = "SEE ALSO", .text = see_also},
            {0},
        },
    .letters = ":h",
    .help_column = 31,
};
