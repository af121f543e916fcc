#include "client/tournament/hasty_moves.h"

#include "client/tournament/report_model.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of the file is "17 3 made crash" or "17 3 resigned crash": match, ply, and the player's
 * name, which comes last because it may contain any other character. */
static const char file_name[] = "haste.txt", made[] = "made ", resigned[] = "resigned ";

static FILE *open_file(const char *folder, const char *mode)
{
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, file_name);
    FILE *file = fopen(text_string(&path), mode);
    text_finish(&path);
    return file;
}

void hasty_moves_add(const char *folder, const char *player, int64_t match, int64_t ply,
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

/* Reads the lines of the file and sorts them. */
static char **read_lines(const char *folder, size_t *ret_count)
{
    char **lines = NULL, *line = NULL;
    size_t size = 0;
    ssize_t len;
    FILE *file = open_file(folder, "re");
    *ret_count = 0;
    while (file && (len = getline(&line, &size, file)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        lines = memory_resized(lines, *ret_count + 1, sizeof *lines);
        lines[(*ret_count)++] = memory_text(line, strlen(line));
    }
    free(line);
    if (file)
        fclose(file);
    if (lines)
        qsort(lines, *ret_count, sizeof *lines, compare);
    return lines;
}

/* Counts the player's moves of a kind; `what` is one of the words of the file. A move that was lost
 * with the server is made and added again; it counts once. */
static int64_t count_of(char *const *lines, size_t count, const char *name, const char *what)
{
    int64_t found = 0;
    for (size_t i = 0; i < count; i++) {
        int at = 0;
        if (i > 0 && strcmp(lines[i - 1], lines[i]) == 0)
            continue;
        sscanf(lines[i], "%*d %*d %n", &at);
        const char *rest = lines[i] + at;
        found += at > 0 && strncmp(rest, what, strlen(what)) == 0 &&
                 strcmp(rest + strlen(what), name) == 0;
    }
    return found;
}

void hasty_moves_print(const char *folder, struct text *out)
{
    size_t count;
    struct report report = {0};
    struct error error;
    char **lines = read_lines(folder, &count);
    if (count > 0 && report_read(folder, &report, &error))
        report = (struct report){0};
    for (size_t i = 0; i < report.player_count; i++) {
        const struct report_player *player = &report.players[i];
        int64_t moves = count_of(lines, count, player->name, made);
        int64_t matches = count_of(lines, count, player->name, resigned);
        if (moves > 0)
            text_printf(
                out, "%s: %" PRId64 " of its %" PRId64 " moves were made in haste by the bridge\n",
                player->name, moves, player->moves);
        if (matches > 0)
            text_printf(out, "%s: %" PRId64 " match%s resigned by the bridge for want of a move\n",
                        player->name, matches, matches == 1 ? " was" : "es were");
    }
    report_finish(&report);
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
}
