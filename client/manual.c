#include "client/manual.h"

#include "client/command.h"
#include "client/lib/strategy_name.h"
#include "common/game/game.h"
#include "common/tournament/pairing.h"

#include <assert.h>
#include <string.h>

enum { ROWS_MAX = 96 };

/* What is put together from the tables of the program. */
struct book {
    struct manual_command rows[ROWS_MAX];
    size_t row_count;
    struct text games, strategies, opponents, formats, statuses;
};

/* --- commands --- */

/* Takes rows that stand together and end with one without a name. */
static struct manual_command *take_rows(struct book *book, size_t count)
{
    struct manual_command *rows = &book->rows[book->row_count];
    book->row_count += count + 1;
    assert(book->row_count <= ROWS_MAX);
    return rows;
}

static size_t count_commands(const struct command *list)
{
    size_t count = 0;
    while (list[count].name)
        count++;
    return count;
}

/* `skipped` bytes of their names repeat that of the command whose parts they are. `more` rows are
 * left free behind them. */
static struct manual_command *list_commands(struct book *book, const struct command *list,
                                            size_t skipped, size_t more)
{
    size_t count = count_commands(list);
    struct manual_command *rows = take_rows(book, count + more);
    for (size_t i = 0; i < count; i++) {
        const struct command *command = &list[i];
        rows[i] = (struct manual_command){
            .name = command->name + skipped,
            .arguments = command->arguments,
            .options = command->parts ? 0 : command->options | OPTION_BIT(HELP),
            .words = command->words,
            .summary = command->summary,
            .details = command->details,
            .verbs = command->verbs,
            .parts = command->parts
                         ? list_commands(book, command->parts, strlen(command->name) + 1, 0)
                         : NULL,
        };
    }
    return rows;
}

static const struct manual_command *list_all(struct book *book)
{
    struct manual_command *rows = list_commands(book, commands, 0, 1);
    rows[count_commands(commands)] = (struct manual_command){
        .name = "help",
        .arguments = "[COMMAND [PART]]",
        .summary = "explain a command",
    };
    return rows;
}

/* --- values --- */

static void list_values(struct book *book)
{
    for (const struct game *game = games; game->name; game++)
        text_printf(&book->games, "%s ", game->name);
    for (int format = 0; format < FORMAT_COUNT; format++)
        text_printf(&book->formats, "%s ", tournament_format_text((enum tournament_format)format));
    strategy_names_print("", &book->strategies);
    text_append_string(&book->opponents, "anyone ");
    strategy_names_print("bot:", &book->opponents);
    exit_status_describe(EXIT_UNSIGNED, &book->statuses);
}

static void finish(struct book *book)
{
    text_finish(&book->games);
    text_finish(&book->strategies);
    text_finish(&book->opponents);
    text_finish(&book->formats);
    text_finish(&book->statuses);
}

/* --- texts --- */

static const char synopsis[] = "takeaway [--server HOST[:PORT]] [--as NAME]\n"
                               "takeaway COMMAND [ARGUMENT ...] [OPTION ...]\n"
                               "takeaway help [COMMAND [PART]]\n";

static const char description[] =
    "Without a command, on a terminal, `takeaway` opens full screen: play now, open seeks, the\n"
    "players who are there, live matches, tournaments and what you have played, all by keys that\n"
    "the bottom line shows. Without --server it is a private server of your own, which ends with\n"
    "the program; with --server it is a shared one. Where standard input or output is no terminal\n"
    "it prints how it is called, with status 2.\n"
    "\n"
    "The commands do the same line by line, for pipes, scripts and screen readers. Those that print\n"
    "data print JSON with --json: one value, or where it streams one object a line. What went wrong\n"
    "is said on standard error alone, and by the exit status.\n";

static const char environment[] =
    "  NO_COLOR          where it is set and not empty, nothing is coloured\n"
    "  XDG_STATE_HOME    where the folder `takeaway` with what is kept is made; without it\n"
    "                    ~/.local/state\n"
    "  USER              your name where --as does not give one\n"
    "  TERM, LANG        what the terminal can do; where it is `dumb` nothing opens full screen, and\n"
    "                    where the charset is not UTF-8 heaps are drawn in plain characters\n"
    "  TMPDIR            where `takeaway demo` and `takeaway tournament run` keep what they need for a\n"
    "                    while; without it /tmp\n"
    "  TAKEAWAY_COMMAND  what hints say instead of `takeaway play`, for a script around it\n";

static const char files[] =
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

static struct manual_command describe_program(struct book *book)
{
    return (struct manual_command){
        .name = "takeaway",
        .arguments = "",
        .options = PROGRAM_OPTIONS,
        .summary = "play, watch and study take-away games",
        .details = description,
        .parts = list_all(book),
    };
}

bool takeaway_manual_answer(int argument_count, const char *const *arguments, struct text *out)
{
    struct book book = {0};
    list_values(&book);
    const struct manual_values values[] = {
        {"RULES", text_string(&book.games)},
        {"STRATEGY", text_string(&book.strategies)},
        {"WHOM", text_string(&book.opponents)},
        {"FORMAT", text_string(&book.formats)},
        {"run P,P,...", text_string(&book.strategies)},
        {"WHO", "me them random"},
        {"CONTROL", "none 300+3 30/move"},
        {"FILE", MANUAL_FILES},
        {"PATH", MANUAL_FILES},
        {0},
    };
    const struct manual_section sections[] = {
        {"EXIT STATUS", text_string(&book.statuses)},
        {"ENVIRONMENT", environment},
        {"FILES", files},
        {"EXAMPLES", examples},
        {"SEE ALSO", see_also},
        {0},
    };
    struct manual manual = {
        .program = describe_program(&book),
        .synopsis = synopsis,
        .section = 1,
        .options = option_rows,
        .option_count = OPTION_COUNT,
        .values = values,
        .sections = sections,
    };
    bool is_answered = manual_answer(&manual, argument_count, arguments, out);
    finish(&book);
    return is_answered;
}
