/* report.txt, for a terminal or a mail. */
#include "client/show/columns.h"
#include "client/show/standings_print.h"
#include "client/tournament/report_model.h"
#include "common/base/harmless.h"
#include "common/words/words.h"

#include <inttypes.h>

enum {
    WIDTH = 80,           /* of a line, unless a text in it is longer */
    CROSS_TABLE_MAX = 12, /* with more players, a list of opponents for each player */
};

static void print(struct text *text, FILE *out)
{
    fwrite(text_string(text), 1, text->len, out);
    text_finish(text);
}

static void print_columns(struct columns *table, FILE *out)
{
    struct text text = {0};
    columns_print(table, &text);
    print(&text, out);
}

static void print_title(const char *title, FILE *out)
{
    fprintf(out, "\n%s\n", title);
    for (size_t i = columns_width(title); i > 0; i--)
        fputc('-', out);
    fputc('\n', out);
}

static void print_judged(const struct report *report, struct text *out)
{
    text_printf(out, "%" PRId64 " matches, %" PRId64 " moves, ", report->match_count,
                report->moves);
    if (report->judged == report->moves)
        text_append_string(out, "each judged by the solver.\n");
    else
        text_printf(out, "%" PRId64 " of them judged by the solver.\n", report->judged);
    text_printf(
        out, "%" PRId64 " won positions were met, %" PRId64 " kept and %" PRId64 " thrown away.\n",
        report->marks.won, report->marks.kept, report->marks.thrown);
    if (report->ended_in_won > 0)
        text_printf(out,
                    "%" PRId64 " match%s ended in a position that was won for the loser, who\n"
                    "resigned, ran out of time or was gone: no move, so not counted above.\n",
                    report->ended_in_won, report->ended_in_won == 1 ? "" : "es");
}

/* Prints the line without control characters, since a record may hold anything. */
static void print_line(struct text *line, FILE *out)
{
    line->len = harmless_replace(line->bytes, line->len);
    text_append_char(line, '\n');
    print(line, out);
}

static void print_plan(const struct report *report, FILE *out)
{
    const struct export_plan *plan = results_plan(&report->results);
    struct text line = {0};
    report_print_name(report, &line);
    print_line(&line, out);
    fputc('\n', out);
    words_rules(plan->rules, LOOK_PLAIN, &line);
    text_printf(&line, ", %s, %zu players; %s.", plan->format, plan->player_count,
                results_end(&report->results)->state);
    print_line(&line, out);
    text_printf(&line, "Clock %s, starts %.40s, seed %" PRId64 ".", plan->clock, plan->starts,
                plan->seed);
    print_line(&line, out);
}

/* --- judgement --- */

static const struct column judgement[] = {
    COLUMN("player", LEFT, column_string, report_player, name),
    COLUMN("moves", RIGHT, column_int, report_player, moves),
    COLUMN("won met", RIGHT, column_int, report_player, marks.won),
    COLUMN("kept", RIGHT, column_int, report_player, marks.kept),
    COLUMN("share", RIGHT, report_kept, report_player, marks),
    COLUMN("thrown", RIGHT, column_int, report_player, marks.thrown),
    COLUMN("lost after a throw-away", RIGHT, column_int, report_player, matches_thrown),
    {0},
};

static void print_judgement(const struct report *report, FILE *out)
{
    struct columns table = {0};
    print_title("The exact judgement", out);
    fputs("How often the position was won for whoever was to move, and whether the move\n"
          "kept the win or threw it away.\n\n",
          out);
    columns_heads(&table, judgement);
    for (size_t place = 0; place < report_places(report); place++)
        columns_row(&table, judgement, &report->players[report_entrant(report, place)]);
    print_columns(&table, out);
}

/* --- cross-table --- */

/* The number of matches that every pair played; 0: the numbers differ. */
static int64_t common_matches(const struct report *report)
{
    int64_t common = 0;
    for (size_t i = 0; i < report->player_count * report->player_count; i++) {
        int64_t matches = report->scores[i].matches;
        if (matches > 0 && common > 0 && matches != common)
            return 0;
        common = matches > 0 ? matches : common;
    }
    return common;
}

/* `with_matches`: each score has its number of matches. */
static void print_table(const struct report *report, bool with_matches, FILE *out)
{
    size_t count = report_places(report);
    struct columns table = {0};
    char number[24];
    columns_head(&table, "#", COLUMN_RIGHT);
    columns_head(&table, "player", COLUMN_LEFT);
    for (size_t place = 0; place < count; place++) {
        snprintf(number, sizeof number, "%zu", place + 1);
        columns_head(&table, number, COLUMN_RIGHT);
    }
    for (size_t place = 0; place < count; place++) {
        size_t player = report_entrant(report, place);
        columns_add(&table, "%zu", place + 1);
        columns_add(&table, "%s", report->players[player].name);
        for (size_t other = 0; other < count; other++) {
            struct report_score score = report_score(report, player, report_entrant(report, other));
            struct text text = {0};
            report_print_score(score, with_matches, &text);
            columns_add(&table, "%s", score.matches > 0 ? text_string(&text) : ".");
            text_finish(&text);
        }
    }
    print_columns(&table, out);
}

/* A list that continues on an indented line when the current one is full. */
struct wrapped_list {
    struct text text;
    size_t width; /* of the current line */
};

/* Appends a word, whose control characters it replaces. */
static void list_add(struct wrapped_list *list, char *word)
{
    harmless_make(word);
    size_t width = columns_width(word);
    if (list->width > 0 && list->width + 1 + width > WIDTH) {
        text_append_string(&list->text, "\n   ");
        list->width = 3;
    }
    if (list->width > 0)
        text_append_char(&list->text, ' ');
    text_append_string(&list->text, word);
    list->width += width + 1;
}

static void add_opponent(struct wrapped_list *list, const struct report *report, size_t player,
                         size_t opponent, bool with_matches)
{
    struct report_score score = report_score(report, player, opponent);
    struct text word = {0};
    if (score.matches == 0)
        return;
    text_printf(&word, "%s ", report->players[opponent].name);
    report_print_score(score, with_matches, &word);
    text_append_char(&word, ',');
    list_add(list, word.bytes);
    text_finish(&word);
}

static void print_opponents(const struct report *report, size_t player, bool with_matches,
                            FILE *out)
{
    struct wrapped_list list = {0};
    struct text name = {0};
    text_printf(&name, "%s:", report->players[player].name);
    list_add(&list, name.bytes);
    text_finish(&name);
    for (size_t place = 0; place < report_places(report); place++)
        add_opponent(&list, report, player, report_entrant(report, place), with_matches);
    list.text.bytes[list.text.len - 1] = '\n'; /* replaces the last comma, or the colon */
    print(&list.text, out);
}

static void print_cross_table(const struct report *report, FILE *out)
{
    int64_t matches = common_matches(report);
    print_title("Who has what against whom", out);
    if (matches > 0)
        fprintf(out, "Points of %" PRId64 " matches with each.\n\n", matches);
    else
        fputs("Points / matches.\n\n", out);
    if (report_places(report) <= CROSS_TABLE_MAX) {
        print_table(report, matches == 0, out);
        return;
    }
    for (size_t place = 0; place < report_places(report); place++)
        print_opponents(report, report_entrant(report, place), matches == 0, out);
}

/* --- endings --- */

static void print_endings(const struct report *report, FILE *out)
{
    struct columns table = {0};
    print_title("How the matches ended", out);
    fputs("Won-lost; with =, drawn between them.\n\n", out);
    columns_head(&table, "player", COLUMN_LEFT);
    for (int i = 0; i < REPORT_ENDINGS; i++) {
        if (report_has_ending(report, i))
            columns_head(&table, report_endings[i], COLUMN_RIGHT);
    }
    for (size_t place = 0; place < report_places(report); place++) {
        const struct report_player *player = &report->players[report_entrant(report, place)];
        columns_add(&table, "%s", player->name);
        for (int i = 0; i < REPORT_ENDINGS; i++) {
            struct text text = {0};
            if (!report_has_ending(report, i))
                continue;
            report_print_ending(player, i, '=', &text);
            columns_add(&table, "%s", text_string(&text));
            text_finish(&text);
        }
    }
    print_columns(&table, out);
}

/* --- throw-aways --- */

/* Adds the first throw-away of a match, by a move or else by the ending. */
static void add_thrown(const struct report *report, size_t index, struct columns *table)
{
    const struct export_match *match = results_match(&report->results, index);
    const struct report_match *counted = &report->matches[index];
    bool by_move = counted->first_thrown > 0;
    int64_t ply = by_move ? counted->first_thrown : counted->plies + 1;
    bool by_first = by_move ? ply % 2 == 1 : counted->ending.loser == 0;
    struct text place = {0}, winning = {0};
    struct report_walk walk = {0};

    text_printf(&place, "%" PRId64 ".%" PRId64, match->round, match->board);
    if (match->leg > 1)
        text_printf(&place, ".%" PRId64, match->leg);
    columns_add(table, "%s", text_string(&place));
    columns_add(table, "%" PRId64, match->game);
    columns_add(table, "%s", by_first ? match->first : match->second);
    columns_add(table, "%s", by_first ? match->second : match->first);
    if (by_move) {
        struct report_move thrown = report_move(match, ply);
        columns_add(table, "%" PRId64, ply);
        columns_add(table, "%.*s", thrown.mark_len - 1, thrown.mark + 1);
        columns_add(table, "%.*s", thrown.move_len, thrown.move);
    } else {
        columns_add(table, "end");
        columns_add(table, "%s", "");
        columns_add(table, "(%s)", match->ending);
    }
    report_walk_begin(&walk, report, match);
    report_walk_to(&walk, ply);
    report_walk_print_winning(&walk, &winning);
    columns_add(table, "%s", winning.len > 0 ? text_string(&winning) : "-");
    report_walk_finish(&walk);
    text_finish(&place);
    text_finish(&winning);
}

static void print_throw_aways(const struct report *report, FILE *out)
{
    static const struct column thrown[] = {
        HEAD("board"),   HEAD_RIGHT("game"), HEAD("who"),
        HEAD("against"), HEAD_RIGHT("ply"),  HEAD_RIGHT("wins"),
        HEAD("played"),  HEAD("would win"),  {0},
    };
    struct columns table = {0};
    int64_t count = 0;
    print_title("The first throw-away of each match", out);
    fputs("By round and board: who threw the win away, when, of how many winning moves,\n"
          "what was played, and a move that would have won. In brackets: the ending by\n"
          "which the loser gave up a won position.\n\n",
          out);
    columns_heads(&table, thrown);
    for (size_t i = 0; i < results_count(&report->results); i++) {
        const struct report_match *counted = &report->matches[i];
        if (counted->first_thrown == 0 && counted->ending.worth != ENDING_IN_WON)
            continue;
        add_thrown(report, i, &table);
        count++;
    }
    print_columns(&table, out);
    fprintf(out, "\n%" PRId64 " of %" PRId64 " matches.\n", count, report->match_count);
}

void report_text(const struct report *report, FILE *out)
{
    const struct export_end *end = results_end(&report->results);
    struct text text = {0};
    print_plan(report, out);
    print_judged(report, &text);
    print(&text, out);
    print_title("Standings", out);
    standings_print(report_format(report), end->standings, end->count, &text);
    print(&text, out);
    print_judgement(report, out);
    print_cross_table(report, out);
    print_endings(report, out);
    print_throw_aways(report, out);
}
