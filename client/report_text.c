/* report.txt: for a terminal, or a mail. */
#include "client/columns.h"
#include "client/report_model.h"
#include "client/standings_print.h"
#include "client/words.h"

#include <inttypes.h>

/* More would not fit a line; then each player's opponents are listed. */
enum { CROSS_TABLE_MAX = 12 };

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

static void print_head(const struct report *report, FILE *out)
{
    const struct export_plan *plan = results_plan(&report->results);
    struct text text = {0};
    text_printf(&text, "%s\n\n", plan->name);
    words_rules(plan->rules, &text);
    text_printf(&text, ", %s, %zu players, clock %s, starts %.60s, seed %" PRId64 "; %s.\n",
                plan->format, plan->player_count, plan->clock, plan->starts, plan->seed,
                results_end(&report->results)->state);
    text_printf(&text,
                "%" PRId64 " matches, %" PRId64 " moves, each judged by the solver: %" PRId64
                " won positions were met, %" PRId64 " kept",
                report->match_count, report->moves, report->marks.won, report->marks.kept);
    text_printf(&text, " and %" PRId64 " thrown away.\n", report->marks.thrown);
    print(&text, out);
}

static void print_standings(const struct report *report, FILE *out)
{
    const struct export_end *end = results_end(&report->results);
    struct text text = {0};
    print_title("Standings", out);
    standings_print(end->standings, end->count, &text);
    print(&text, out);
}

/* The entrant at this place of the standings. */
static size_t entrant_at(const struct report *report, size_t place)
{
    const struct export_end *end = results_end(&report->results);
    return (size_t)results_entrant(results_plan(&report->results), end->standings[place].player);
}

static size_t places(const struct report *report)
{
    return results_end(&report->results)->count;
}

/* --- judgement --- */

static void add_judgement(struct columns *table, const struct report_player *player)
{
    struct text share = {0};
    report_print_share(player->marks.kept, player->marks.won, &share);
    columns_add(table, "%s", player->name);
    columns_add(table, "%" PRId64, player->moves);
    columns_add(table, "%" PRId64, player->marks.won);
    columns_add(table, "%" PRId64, player->marks.kept);
    columns_add(table, "%s", text_string(&share));
    columns_add(table, "%" PRId64, player->marks.thrown);
    columns_add(table, "%" PRId64, player->matches_thrown);
    text_finish(&share);
}

static void print_judgement(const struct report *report, FILE *out)
{
    static const char *const head[] = {
        "player", "moves", "won met", "kept", "share", "thrown", "matches lost after a win"};
    struct columns table = {.count = sizeof head / sizeof *head, .left = 1};
    print_title("The exact judgement", out);
    fputs(
        "How often the position was won for whoever was to move, whether the move kept the win, or"
        " threw it away.\n\n",
        out);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        columns_add(&table, "%s", head[i]);
    for (size_t place = 0; place < places(report); place++)
        add_judgement(&table, &report->players[entrant_at(report, place)]);
    print_columns(&table, out);
}

/* --- cross-table --- */

static void print_score(struct report_score score, struct text *out)
{
    report_print_halves(score.points, out);
    text_printf(out, "/%" PRId64, score.matches);
}

static void add_score(struct columns *table, struct report_score score)
{
    struct text text = {0};
    if (score.matches > 0)
        print_score(score, &text);
    columns_add(table, "%s", score.matches > 0 ? text_string(&text) : ".");
    text_finish(&text);
}

static void print_table(const struct report *report, FILE *out)
{
    size_t count = places(report);
    struct columns table = {.count = count + 2, .left = 2};
    columns_add(&table, "#");
    columns_add(&table, "player");
    for (size_t place = 0; place < count; place++)
        columns_add(&table, "%zu", place + 1);
    for (size_t place = 0; place < count; place++) {
        size_t player = entrant_at(report, place);
        columns_add(&table, "%zu", place + 1);
        columns_add(&table, "%s", report->players[player].name);
        for (size_t other = 0; other < count; other++)
            add_score(&table, report_score(report, player, entrant_at(report, other)));
    }
    print_columns(&table, out);
}

static void print_opponents(const struct report *report, size_t player, FILE *out)
{
    struct text text = {0};
    text_printf(&text, "%s:", report->players[player].name);
    for (size_t place = 0; place < places(report); place++) {
        size_t other = entrant_at(report, place);
        struct report_score score = report_score(report, player, other);
        if (score.matches == 0)
            continue;
        text_printf(&text, " %s ", report->players[other].name);
        print_score(score, &text);
        text_append_char(&text, ',');
    }
    text.bytes[text.len - 1] = '\n'; /* the last comma, or the colon */
    print(&text, out);
}

static void print_cross_table(const struct report *report, FILE *out)
{
    print_title("Who has what against whom", out);
    fputs("Points / matches.\n\n", out);
    if (places(report) <= CROSS_TABLE_MAX) {
        print_table(report, out);
        return;
    }
    for (size_t place = 0; place < places(report); place++)
        print_opponents(report, entrant_at(report, place), out);
}

/* --- endings --- */

static bool occurs(const struct report *report, int ending)
{
    for (size_t i = 0; i < report->player_count; i++) {
        const struct report_player *player = &report->players[i];
        if (player->won[ending] + player->drawn[ending] + player->lost[ending] > 0)
            return true;
    }
    return false;
}

static void add_endings(struct columns *table, const struct report *report,
                        const struct report_player *player)
{
    columns_add(table, "%s", player->name);
    for (int i = 0; i < REPORT_ENDINGS; i++) {
        if (!occurs(report, i))
            continue;
        if (player->drawn[i] > 0)
            columns_add(table, "%" PRId64 "=%" PRId64 "-%" PRId64, player->won[i], player->drawn[i],
                        player->lost[i]);
        else
            columns_add(table, "%" PRId64 "-%" PRId64, player->won[i], player->lost[i]);
    }
}

static void print_endings(const struct report *report, FILE *out)
{
    struct columns table = {.count = 1, .left = 1};
    print_title("How the matches ended", out);
    fputs("Won-lost; with =, drawn between them.\n\n", out);
    columns_add(&table, "player");
    for (int i = 0; i < REPORT_ENDINGS; i++) {
        if (!occurs(report, i))
            continue;
        columns_add(&table, "%s", report_endings[i]);
        table.count++;
    }
    for (size_t place = 0; place < places(report); place++)
        add_endings(&table, report, &report->players[entrant_at(report, place)]);
    print_columns(&table, out);
}

/* --- throw-aways --- */

static void print_thrown(const struct export_match *match, int64_t ply, FILE *out)
{
    struct report_move thrown = report_move(match, ply);
    fprintf(out, "%" PRId64 ".%" PRId64, match->round, match->board);
    if (match->leg > 1)
        fprintf(out, ".%" PRId64, match->leg);
    fprintf(out, " game %" PRId64 ", %s - %s: %s at ply %" PRId64 " with %.*s (%.*s winning)\n",
            match->game, match->first, match->second, thrown.player, ply, thrown.move_len,
            thrown.move, thrown.mark_len - 1, thrown.mark + 1);
}

static void print_throw_aways(const struct report *report, FILE *out)
{
    int64_t count = 0;
    print_title("The first throw-away of each match", out);
    fputs("By round and board: who threw the win away, when, and how many moves would have kept"
          " it.\n\n",
          out);
    for (size_t i = 0; i < results_count(&report->results); i++) {
        if (report->matches[i].first_thrown == 0)
            continue;
        print_thrown(results_match(&report->results, i), report->matches[i].first_thrown, out);
        count++;
    }
    fprintf(out, "%s%" PRId64 " of %" PRId64 " matches.\n", count > 0 ? "\n" : "", count,
            report->match_count);
}

void report_text(const struct report *report, FILE *out)
{
    print_head(report, out);
    print_standings(report, out);
    print_judgement(report, out);
    print_cross_table(report, out);
    print_endings(report, out);
    print_throw_aways(report, out);
}
