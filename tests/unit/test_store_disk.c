#include "tests/unit/test_store_disk.h"

#include "tests/suite.h"

#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The real file follows it in memory. */
struct disk_file {
    sqlite3_file base;
    bool is_database; /* and not a log */
    bool is_copy;     /* one that store_backup() makes */
    int unsynced;
    sqlite3_file *real;
};

enum step { STEP_READ, STEP_WRITE, STEP_SYNC };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static struct {
    bool broken;
    enum disk_fault fault;
    int steps_left;
    int failed_steps;
    int unsynced;
} disk;

static sqlite3_vfs *real_vfs;

static struct disk_file *disk_file(sqlite3_file *file)
{
    return (struct disk_file *)file;
}

static sqlite3_file *real(sqlite3_file *file)
{
    return disk_file(file)->real;
}

static bool can_meet(enum disk_fault fault, const struct disk_file *file, enum step step)
{
    switch (fault) {
    case DISK_FULL:
        return step == STEP_WRITE;
    case DISK_FULL_OF_COPIES:
        return step == STEP_WRITE && file->is_copy;
    case DISK_SYNC_FAILS:
        return step == STEP_SYNC;
    case DISK_COPY_SYNC_FAILS:
        return step == STEP_SYNC && file->is_copy;
    case DISK_READ_FAILS:
        return step == STEP_READ;
    case DISK_ONLY_LOGS:
        return step == STEP_WRITE && file->is_database;
    case DISK_DEATH:
        return step != STEP_READ;
    }
    return false;
}

/* What a step gives that meets the fault. */
static int fault_result(enum disk_fault fault)
{
    switch (fault) {
    case DISK_FULL:
    case DISK_FULL_OF_COPIES:
        return SQLITE_FULL;
    case DISK_SYNC_FAILS:
    case DISK_COPY_SYNC_FAILS:
        return SQLITE_IOERR_FSYNC;
    case DISK_READ_FAILS:
        return SQLITE_IOERR_READ;
    case DISK_ONLY_LOGS:
        return SQLITE_IOERR_WRITE;
    case DISK_DEATH:
        break;
    }
    _exit(DISK_DEATH_STATUS);
}

/* Does this step fail? */
static bool meets_fault(const struct disk_file *file, enum step step)
{
    pthread_mutex_lock(&mutex);
    bool meets = disk.broken && can_meet(disk.fault, file, step) &&
                 (disk.steps_left == 0 || --disk.steps_left == 0);
    disk.failed_steps += meets;
    pthread_mutex_unlock(&mutex);
    return meets;
}

static void note_unsynced(struct disk_file *file, int unsynced)
{
    pthread_mutex_lock(&mutex);
    disk.unsynced += unsynced - file->unsynced;
    file->unsynced = unsynced;
    pthread_mutex_unlock(&mutex);
}

static int disk_close(sqlite3_file *file)
{
    note_unsynced(disk_file(file), 0);
    return real(file)->pMethods->xClose(real(file));
}

static int disk_read(sqlite3_file *file, void *bytes, int len, sqlite3_int64 offset)
{
    if (meets_fault(disk_file(file), STEP_READ))
        return fault_result(disk.fault);
    return real(file)->pMethods->xRead(real(file), bytes, len, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int len, sqlite3_int64 offset)
{
    bool fault = meets_fault(disk_file(file), STEP_WRITE);
    note_unsynced(disk_file(file), disk_file(file)->unsynced + 1);
    int result = real(file)->pMethods->xWrite(real(file), bytes, fault ? len / 2 : len, offset);
    return fault ? fault_result(disk.fault) : result;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real(file)->pMethods->xTruncate(real(file), size);
}

/* Nothing is said to the real disk: no test cuts the power, and each sync may take it many
 * milliseconds. */
static int disk_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (meets_fault(disk_file(file), STEP_SYNC))
        return fault_result(disk.fault);
    note_unsynced(disk_file(file), 0);
    return SQLITE_OK;
}

static int disk_file_size(sqlite3_file *file, sqlite3_int64 *ret_size)
{
    return real(file)->pMethods->xFileSize(real(file), ret_size);
}

static int disk_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int disk_unlock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int disk_check_reserved_lock(sqlite3_file *file, int *ret_held)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), ret_held);
}

static int disk_file_control(sqlite3_file *file, int operation, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int disk_sector_size(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

static int disk_characteristics(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int disk_shm_map(sqlite3_file *file, int region, int size, int extend,
                        void volatile **ret_memory)
{
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, ret_memory);
}

static int disk_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void disk_shm_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int disk_shm_unmap(sqlite3_file *file, int remove)
{
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static sqlite3_io_methods methods = {
    .iVersion = 2, /* with shared memory, without memory-mapped pages */
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_file_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_check_reserved_lock,
    .xFileControl = disk_file_control,
    .xSectorSize = disk_sector_size,
    .xDeviceCharacteristics = disk_characteristics,
    .xShmMap = disk_shm_map,
    .xShmLock = disk_shm_lock,
    .xShmBarrier = disk_shm_barrier,
    .xShmUnmap = disk_shm_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *ret_flags)
{
    (void)vfs;
    struct disk_file *opened = disk_file(file);
    *opened = (struct disk_file){
        .is_database = flags & SQLITE_OPEN_MAIN_DB,
        .is_copy = name && strstr(name, ".partial-"),
        .real = (sqlite3_file *)(opened + 1),
    };
    int result = real_vfs->xOpen(real_vfs, name, opened->real, flags, ret_flags);
    if (result == SQLITE_OK)
        opened->base.pMethods = &methods;
    return result;
}

void disk_insert(void)
{
    static sqlite3_vfs vfs;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "failing disk";
    vfs.szOsFile += (int)sizeof(struct disk_file);
    vfs.xOpen = disk_open;
    int result = sqlite3_vfs_register(&vfs, 1);
    assert(result == SQLITE_OK);
    (void)result;
}

void disk_insert_without_shared_memory(void)
{
    methods.iVersion = 1;
    disk_insert();
}

void disk_break(enum disk_fault fault, int nth)
{
    assert(nth >= 1);
    pthread_mutex_lock(&mutex);
    disk.broken = true;
    disk.fault = fault;
    disk.steps_left = nth;
    pthread_mutex_unlock(&mutex);
}

void disk_repair(void)
{
    pthread_mutex_lock(&mutex);
    disk.broken = false;
    pthread_mutex_unlock(&mutex);
}

int disk_failed_steps(void)
{
    pthread_mutex_lock(&mutex);
    int failed_steps = disk.failed_steps;
    pthread_mutex_unlock(&mutex);
    return failed_steps;
}

int disk_unsynced_writes(void)
{
    pthread_mutex_lock(&mutex);
    int unsynced = disk.unsynced;
    pthread_mutex_unlock(&mutex);
    return unsynced;
}

int disk_live_and_die(void (*life)(int), int argument)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        life(argument);
        _exit(0);
    }
    cr_assert_gt(child, 0);
    cr_assert_eq(waitpid(child, &status, 0), child);
    bool by_itself = WIFEXITED(status);
    cr_assert(by_itself, "wait status %d", status);
    return WEXITSTATUS(status);
}
