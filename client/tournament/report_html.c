/* The frame of report.html. The style and the script are report.css and report.js, which are built
 * in. The report is readable without the script, which adds stepping through matches and a
 * search. */
#include "client/tournament/report_model.h"
#include "common/base/harmless.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

extern const char report_css[];
extern const char report_js[];
extern const char report_js_hash[]; /* SHA-256 in base64 */

void report_html_escaped(const char *bytes, FILE *out)
{
    /* Direction marks in a name would also reorder the text around it. */
    struct text harmless = {0};
    harmless_append(bytes, strlen(bytes), &harmless);
    for (const char *text = text_string(&harmless); *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
    text_finish(&harmless);
}

static void print_name(const struct report *report, FILE *out)
{
    struct text name = {0};
    report_print_name(report, &name);
    report_html_escaped(text_string(&name), out);
    text_finish(&name);
}

static void print_head(const struct report *report, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    /* The policy admits no script but the built-in one, and no network. */
    fprintf(out,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
            " 'unsafe-inline'; script-src 'sha256-%s'\">\n",
            report_js_hash);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>", out);
    print_name(report, out);
    fputs("</title>\n<style>\n", out);
    fputs(report_css, out);
    fputs("</style>\n</head>\n", out);
}

static void print_plan(const struct report *report, FILE *out)
{
    const struct export_plan *plan = results_plan(&report->results);
    struct text rules = {0};
    words_rules(plan->rules, LOOK_PLAIN, &rules);
    fputs("<h1>", out);
    print_name(report, out);
    fputs("</h1>\n<p>", out);
    report_html_escaped(text_string(&rules), out);
    fputs(", ", out);
    report_html_escaped(plan->format, out);
    fprintf(out, ", %zu players, %" PRId64 " matches, clock ", report->player_count,
            report->match_count);
    report_html_escaped(plan->clock, out);
    fputs(", starts <code>", out);
    report_html_escaped(plan->starts, out);
    fprintf(out, "</code>, seed %" PRId64 "; ", plan->seed);
    report_html_escaped(results_end(&report->results)->state, out);
    fputs(".</p>\n", out);
    text_finish(&rules);
}

static void print_figure(int64_t number, const char *meaning, FILE *out)
{
    fprintf(out, "<div><b>%" PRId64 "</b> %s</div>\n", number, meaning);
}

static void print_judgement(const struct report *report, FILE *out)
{
    struct text share = {0};
    report_kept(&report->marks, &share);
    fputs("<section class=\"judgement\" aria-label=\"The exact judgement\">\n", out);
    if (report->judged == report->moves)
        print_figure(report->moves, "moves, each judged by the solver", out);
    else
        fprintf(out,
                "<div><b>%" PRId64 "</b> of %" PRId64 " moves were judged by the solver</div>\n",
                report->judged, report->moves);
    print_figure(report->marks.won, "won positions were met", out);
    print_figure(report->marks.kept, "of them were kept won", out);
    fprintf(out, "<div><b>%s</b> is the share of them</div>\n", text_string(&share));
    print_figure(report->marks.thrown, "wins were thrown away by a move", out);
    if (report->ended_in_won > 0)
        print_figure(report->ended_in_won,
                     "more by the ending: the loser resigned, ran out of time or was gone in a won"
                     " position",
                     out);
    fputs("</section>\n", out);
    text_finish(&share);
}

static void print_foot(FILE *out)
{
    fputs("<footer><p>Made of results.jsonl, which anybody can check with <code>takeaway verify"
          " results.jsonl</code>: every match is played again by the rules and judged again by the"
          " solver.</p></footer>\n</main>\n<script>",
          out);
    fputs(report_js, out);
    fputs("</script>\n</body>\n</html>\n", out);
}

void report_html(const struct report *report, FILE *out)
{
    const struct export_plan *plan = results_plan(&report->results);
    print_head(report, out);
    fputs("<body data-rules=\"", out);
    report_html_escaped(plan->rules, out);
    fputs("\">\n<main>\n", out);
    print_plan(report, out);
    print_judgement(report, out);
    report_html_tables(report, out);
    report_html_chart(report, out);
    report_html_matches(report, out);
    print_foot(out);
}
