#include "client/tournament/tournament_haste.h"

#include "client/report/report_model.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As takeaway-bot writes them: "takeaway-bot crash: match 17, move 3: made in haste". */
static const char before_name[] = "takeaway-bot ", behind_name[] = ": match ",
                  made[] = ": made in haste", resigned[] = ": resigned, for want of a move";

/* The lines of the log that are about that. */
struct haste {
    char **lines; /* owned, as each of them */
    size_t count;
};

static bool ends_with(const char *line, const char *end)
{
    size_t len = strlen(line), end_len = strlen(end);
    return len >= end_len && strcmp(line + len - end_len, end) == 0;
}

static bool is_about_haste(const char *line)
{
    return strncmp(line, before_name, strlen(before_name)) == 0 && strstr(line, behind_name) &&
           (ends_with(line, made) || ends_with(line, resigned));
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A move that was lost with the server was made again, and told again: each counts once. */
static void leave_out_doubles(struct haste *haste)
{
    size_t count = 0;
    if (haste->count > 0)
        qsort(haste->lines, haste->count, sizeof *haste->lines, compare);
    for (size_t i = 0; i < haste->count; i++) {
        if (count > 0 && strcmp(haste->lines[count - 1], haste->lines[i]) == 0)
            free(haste->lines[i]);
        else
            haste->lines[count++] = haste->lines[i];
    }
    haste->count = count;
}

static void read_log(const char *folder, struct haste *haste)
{
    struct text path = {0};
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    text_printf(&path, "%s/programs.log", folder);
    FILE *log = fopen(text_string(&path), "re");
    text_finish(&path);
    while (log && (len = getline(&line, &size, log)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!is_about_haste(line))
            continue;
        haste->lines = memory_resized(haste->lines, haste->count + 1, sizeof *haste->lines);
        haste->lines[haste->count++] = memory_text(line, strlen(line));
    }
    free(line);
    if (log)
        fclose(log);
}

static bool is_of(const char *line, const char *name)
{
    const char *at = line + strlen(before_name);
    size_t len = strlen(name);
    return strncmp(at, name, len) == 0 && strncmp(at + len, behind_name, strlen(behind_name)) == 0;
}

static int64_t count_of(const struct haste *haste, const char *name, const char *end)
{
    int64_t count = 0;
    for (size_t i = 0; i < haste->count; i++)
        count += is_of(haste->lines[i], name) && ends_with(haste->lines[i], end);
    return count;
}

static void print_player(const struct haste *haste, const struct report_player *player,
                         struct text *out)
{
    int64_t moves = count_of(haste, player->name, made);
    int64_t matches = count_of(haste, player->name, resigned);
    if (moves > 0)
        text_printf(out,
                    "%s: %" PRId64 " of its %" PRId64 " moves were made in haste by the bridge\n",
                    player->name, moves, player->moves);
    if (matches > 0)
        text_printf(out, "%s: %" PRId64 " match%s resigned by the bridge for want of a move\n",
                    player->name, matches, matches == 1 ? " was" : "es were");
}

void tournament_haste_print(const char *folder, struct text *out)
{
    struct haste haste = {0};
    struct report report;
    struct error error;
    read_log(folder, &haste);
    leave_out_doubles(&haste);
    if (haste.count > 0 && !report_read(folder, &report, &error)) {
        for (size_t i = 0; i < report.player_count; i++)
            print_player(&haste, &report.players[i], out);
        report_finish(&report);
    }
    for (size_t i = 0; i < haste.count; i++)
        free(haste.lines[i]);
    free(haste.lines);
}
