/* Lines of chat, and reports to the operator, as the store keeps them. */
#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void disk_finish_reports(struct disk *disk)
{
    for (size_t i = 0; i < disk->report_count; i++) {
        free(disk->reports[i].about_name);
        free(disk->reports[i].words);
    }
    free(disk->reports);
    free(disk->lines);
}

/* --- lines --- */

void disk_write_line(struct disk *disk, const struct record *record)
{
    const struct line_record *said = &record->line;
    require(disk_match(disk, said->match), "something is said in match %lld, which is none",
            (long long)said->match);
    require(disk_player(disk, said->player) &&
                strcmp(disk_player(disk, said->player)->name, said->name) == 0,
            "a line of player %lld has the name '%s'", (long long)said->player, said->name);
    require(strcmp(said->room, "players") == 0 || strcmp(said->room, "spectators") == 0,
            "a line is said in the room '%s'", said->room);
    if (!disk->lines)
        disk->lines = memory_zeroed(DISK_LINES, sizeof *disk->lines);
    struct disk_line *line = &disk->lines[disk->line_count++ % DISK_LINES];
    line->match = said->match;
    snprintf(line->name, sizeof line->name, "%s", said->name);
    snprintf(line->text, sizeof line->text, "%s", said->text);
}

bool disk_has_line(const struct disk *disk, int64_t match, const char *name, const char *text)
{
    if (disk->line_count > DISK_LINES) /* it may be an older one */
        return true;
    for (size_t i = 0; i < disk->line_count; i++) {
        const struct disk_line *line = &disk->lines[i];
        if (line->match == match && strcmp(line->name, name) == 0 && strcmp(line->text, text) == 0)
            return true;
    }
    return false;
}

/* --- reports --- */

const struct disk_report *disk_report(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->report_count ? &disk->reports[id - 1] : NULL;
}

size_t disk_open_reports(const struct disk *disk)
{
    size_t open = 0;
    for (size_t i = 0; i < disk->report_count; i++)
        open += !disk->reports[i].is_closed;
    return open;
}

void disk_write_report(struct disk *disk, const struct record *record)
{
    const struct report_record *made = &record->report;
    require(made->id == (int64_t)disk->report_count + 1, "report %lld has a wrong number",
            (long long)made->id);
    require(disk_player(disk, made->player) && disk_player(disk, made->about) &&
                made->player != made->about && *made->words &&
                strcmp(disk_player(disk, made->player)->name, made->player_name) == 0 &&
                strcmp(disk_player(disk, made->about)->name, made->about_name) == 0,
            "report %lld cannot be", (long long)made->id);
    require(!made->match || disk_match(disk, made->match), "report %lld is about match %lld",
            (long long)made->id, (long long)made->match);
    disk->reports = memory_for_next(disk->reports, disk->report_count, sizeof *disk->reports);
    disk->reports[disk->report_count++] = (struct disk_report){
        .player = made->player,
        .about = made->about,
        .match = made->match,
        .about_name = disk_kept(made->about_name),
        .words = disk_kept(made->words),
    };
}

void disk_write_report_closed(struct disk *disk, const struct record *record)
{
    int64_t id = record->report_closed.id;
    require(disk_report(disk, id) && !disk_report(disk, id)->is_closed,
            "report %lld is closed but is not open", (long long)id);
    disk->reports[id - 1].is_closed = true;
}

void disk_restore_reports(const struct disk *disk, struct hall *hall)
{
    for (size_t i = 0; i < disk->report_count; i++) {
        int64_t player = disk->reports[i].player;
        if (!disk->reports[i].is_closed)
            hall_restore_report(hall, (int64_t)i + 1, player,
                                disk_player(disk, player)->password != NULL);
    }
}
