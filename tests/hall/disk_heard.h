/* What the hall says has to be on disk by then. */
#ifndef TESTS_HALL_DISK_HEARD_H
#define TESTS_HALL_DISK_HEARD_H

#include "tests/hall/disk.h"
#include "tests/hall/heard.h"

/* Of a message that may be said now: nothing that it tells can be undone by a loss of power. */
void disk_check_heard(const struct disk *disk, const struct heard *heard);

#endif
