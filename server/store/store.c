#include "server/store/store.h"

#include "common/base/memory.h"
#include "server/store/recovery.h"
#include "server/store/sqlite/file.h"
#include "server/store/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct store {
    struct sqlite_file file;
    struct writer *writer;
};

enum error_code store_open(const char *path, struct store **ret_store, struct error *error)
{
    struct store *store = memory_zeroed(1, sizeof *store);
    struct error cause;
    enum error_code code = sqlite_file_open(path, &store->file, &cause);
    if (!code) {
        code = writer_create(store->file.db, store->file.path, &store->writer, &cause);
        if (code)
            sqlite_file_close(&store->file, true);
    }
    if (code) {
        free(store);
        return error_set(error, code, "%s: %s", cause.message, path);
    }
    *ret_store = store;
    return ERROR_NONE;
}

enum error_code store_recover(struct store *store, struct hall *hall, struct error *error)
{
    return recovery_run(store->file.db, hall, error);
}

static enum error_code read_key_seed(struct store *store, unsigned char ret_seed[EXPORT_SEED_BYTES],
                                     bool *ret_found, struct error *error)
{
    struct statement *query = NULL;
    enum error_code code =
        statement_prepare(store->file.db, "SELECT seed FROM server_key", &query, error);
    if (!code)
        code = statement_next(query, ret_found, error);
    if (!code && *ret_found) {
        struct value seed = statement_value(query, 0);
        assert(seed.len == EXPORT_SEED_BYTES); /* a constraint of the table */
        memcpy(ret_seed, seed.bytes, EXPORT_SEED_BYTES);
    }
    statement_finish(query);
    return code;
}

static enum error_code write_key_seed(struct store *store,
                                      const unsigned char seed[EXPORT_SEED_BYTES],
                                      struct error *error)
{
    struct statement *insert = NULL;
    enum error_code code = statement_prepare(
        store->file.db, "INSERT INTO server_key (id, seed) VALUES (1, ?)", &insert, error);
    if (!code) {
        statement_bind_blob(insert, 1, seed, EXPORT_SEED_BYTES);
        code = statement_run(insert, error);
    }
    statement_finish(insert);
    return code;
}

enum error_code store_key_seed(struct store *store, const unsigned char fresh[EXPORT_SEED_BYTES],
                               unsigned char ret_seed[EXPORT_SEED_BYTES], struct error *error)
{
    bool found;
    enum error_code code = read_key_seed(store, ret_seed, &found, error);
    if (code || found)
        return code;
    memcpy(ret_seed, fresh, EXPORT_SEED_BYTES);
    return write_key_seed(store, fresh, error);
}

void store_start(struct store *store, const struct store_events *events, int64_t kept_ms)
{
    writer_start(store->writer, events, kept_ms);
}

void store_submit(struct store *store, const struct batch *batch)
{
    writer_submit(store->writer, batch);
}

bool store_stop(struct store *store)
{
    return writer_stop(store->writer);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    writer_stop(store->writer);
    writer_destroy(store->writer);
    sqlite_file_close(&store->file, false);
    free(store);
}
