/* A disk that fails on demand: a VFS between SQLite and the real one. */
#ifndef TESTS_UNIT_TEST_STORE_DISK_H
#define TESTS_UNIT_TEST_STORE_DISK_H

#include "tests/suite.h"

#include <stdbool.h>

/* From one write or step that fails to the next one that does. Under a sanitizer, which makes each
 * process slow, every 19th is enough for it; the other builds try all. */
#ifdef TESTS_UNDER_ASAN
enum { DISK_STRIDE = 19 };
#else
enum { DISK_STRIDE = 1 };
#endif

/* What the disk does from some step on. */
enum disk_fault {
    DISK_FULL,            /* writes end half-way, with SQLITE_FULL */
    DISK_FULL_OF_COPIES,  /* only those of store_backup() do */
    DISK_SYNC_FAILS,      /* nothing is synced: SQLITE_IOERR_FSYNC */
    DISK_COPY_SYNC_FAILS, /* only the copies are not */
    DISK_READ_FAILS,      /* SQLITE_IOERR_READ */
    DISK_ONLY_LOGS,       /* the database file itself takes no writes: SQLITE_IOERR_WRITE */
    DISK_DEATH,           /* a write ends half-way, or a sync before it is done, with the process */
};

enum { DISK_DEATH_STATUS = 77 };

/* Makes it the disk of all connections that are opened from now on. */
void disk_insert(void);
/* Without the shared memory that a write-ahead log needs. */
void disk_insert_without_shared_memory(void);
/* From the Nth step (from 1) that can meet this fault on, until disk_repair(). */
void disk_break(enum disk_fault fault, int nth);
void disk_repair(void);
/* How many steps have failed. */
int disk_failed_steps(void);
/* How often something was written to a file that has not been synced since. */
int disk_unsynced_writes(void);

/* Runs `life` in a process of its own, which may die of DISK_DEATH; returns its exit status. */
int disk_live_and_die(void (*life)(int), int argument);

#endif
