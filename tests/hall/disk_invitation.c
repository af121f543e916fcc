/* Invitations: open ones only. */
#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

static void destroy(struct disk *disk, struct disk_invitation *invitation)
{
    const struct invitation_record *record = &invitation->record;
    const char *const texts[] = {record->code,  record->addressee, record->rules,
                                 record->start, record->clock,     record->look};
    DL_DELETE(disk->invitations, invitation);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free((char *)(uintptr_t)texts[i]);
    free(invitation);
}

void disk_finish_invitations(struct disk *disk)
{
    while (disk->invitations)
        destroy(disk, disk->invitations);
}

const struct disk_invitation *disk_invitation(const struct disk *disk, int64_t id)
{
    const struct disk_invitation *invitation;
    DL_FOREACH (disk->invitations, invitation) {
        if (invitation->record.id == id)
            return invitation;
    }
    return NULL;
}

void disk_write_invitation(struct disk *disk, const struct record *record)
{
    const struct invitation_record *made = &record->invitation;
    require(made->id == ++disk->last_invitation, "invitation %lld has a wrong number",
            (long long)made->id);
    require(disk_player(disk, made->maker), "invitation %lld has no maker", (long long)made->id);
    require(strlen(made->code) == INVITATION_CODE_BYTES && made->uses >= 1 &&
                made->expires_ms > made->created_ms &&
                made->expires_ms - made->created_ms <= HALL_INVITATION_KEPT_MS,
            "invitation %lld cannot be", (long long)made->id);
    const struct disk_invitation *other;
    DL_FOREACH (disk->invitations, other) {
        require(strcmp(other->record.code, made->code) != 0, "two invitations have the code %s",
                made->code);
    }
    struct disk_invitation *invitation = memory_zeroed(1, sizeof *invitation);
    invitation->record = *made;
    invitation->record.code = disk_kept(made->code);
    invitation->record.addressee = disk_kept(made->addressee);
    invitation->record.rules = disk_kept(made->rules);
    invitation->record.start = disk_kept(made->start);
    invitation->record.clock = disk_kept(made->clock);
    invitation->record.look = disk_kept(made->look);
    DL_APPEND(disk->invitations, invitation);
}

static struct disk_invitation *require_open(struct disk *disk, int64_t id)
{
    struct disk_invitation *invitation;
    DL_SEARCH_SCALAR(disk->invitations, invitation, record.id, id);
    require(invitation, "invitation %lld is not open", (long long)id);
    return invitation;
}

void disk_write_invitation_used(struct disk *disk, const struct record *record)
{
    struct disk_invitation *invitation = require_open(disk, record->invitation.id);
    require(--invitation->record.uses > 0, "invitation %lld is used too often",
            (long long)record->invitation.id);
}

void disk_write_invitation_gone(struct disk *disk, const struct record *record)
{
    destroy(disk, require_open(disk, record->invitation.id));
}

void disk_restore_invitations(const struct disk *disk, struct hall *hall)
{
    const struct disk_invitation *invitation;
    struct error error;
    DL_FOREACH (disk->invitations, invitation) {
        require(!hall_restore_invitation(hall, &invitation->record, &error), "%s", error.message);
    }
}
