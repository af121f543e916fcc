#include "client/tournament/tournament_haste.h"

#include "client/tournament/report_model.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of the file: "17 3 made crash" or "17 3 resigned crash". Match and ply, and at the end,
 * because it may have any other character, the player's name. */
static const char file_name[] = "haste.txt", made[] = "made ", resigned[] = "resigned ";

/* The lines of the file. */
struct haste {
    char **lines; /* owned, as each of them */
    size_t count;
};

static FILE *open_file(const char *folder, const char *mode)
{
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, file_name);
    FILE *file = fopen(text_string(&path), mode);
    text_finish(&path);
    return file;
}

void tournament_haste_add(const char *folder, const char *player, int64_t match, int64_t ply,
                          bool has_resigned)
{
    FILE *file = open_file(folder, "ae");
    if (!file)
        return;
    fprintf(file, "%" PRId64 " %" PRId64 " %s%s\n", match, ply, has_resigned ? resigned : made,
            player);
    fclose(file);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A move that was lost with the server is made again, and added again: each counts once. */
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

static void read_file(const char *folder, struct haste *haste)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    FILE *file = open_file(folder, "re");
    while (file && (len = getline(&line, &size, file)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        haste->lines = memory_resized(haste->lines, haste->count + 1, sizeof *haste->lines);
        haste->lines[haste->count++] = memory_text(line, strlen(line));
    }
    free(line);
    if (file)
        fclose(file);
}

/* `what` is one of the words of the file. */
static int64_t count_of(const struct haste *haste, const char *name, const char *what)
{
    int64_t count = 0;
    for (size_t i = 0; i < haste->count; i++) {
        int at = 0;
        sscanf(haste->lines[i], "%*d %*d %n", &at);
        const char *rest = haste->lines[i] + at;
        count += at > 0 && strncmp(rest, what, strlen(what)) == 0 &&
                 strcmp(rest + strlen(what), name) == 0;
    }
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
    read_file(folder, &haste);
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
