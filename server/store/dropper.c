#include "server/store/dropper.h"

#include "server/store/database.h"
#include "server/store/statement.h"

#include <assert.h>

/* The index player_unused has this condition. */
#define UNUSED "is_kept = 0 AND password IS NULL"

enum error_code dropper_init(struct dropper *dropper, const char *path, struct error *error)
{
    enum error_code code = database_open(path, SQLITE_OPEN_READWRITE, &dropper->db, error);
    if (!code)
        code = database_run(dropper->db,
                            "PRAGMA synchronous = NORMAL;"
                            "PRAGMA foreign_keys = OFF",
                            error);
    if (!code) /* only the writer's connection makes checkpoints */
        sqlite3_wal_autocheckpoint(dropper->db, 0);
    if (!code)
        code =
            statement_prepare(dropper->db,
                              "SELECT coalesce(max(id), 0) FROM (SELECT id FROM player"
                              " WHERE " UNUSED " AND id > ?1 AND id < (SELECT max(id) FROM player)"
                              " ORDER BY id LIMIT ?2)",
                              &dropper->find, error);
    if (!code)
        code = statement_prepare(
            dropper->db,
            "DELETE FROM player WHERE " UNUSED " AND id > ?1 AND id <= ?2"
            " AND NOT EXISTS (SELECT 1 FROM token WHERE token.player = player.id)"
            " AND NOT EXISTS (SELECT 1 FROM invitation WHERE invitation.maker = player.id)",
            &dropper->drop, error);
    return code;
}

void dropper_finish(struct dropper *dropper)
{
    sqlite3_finalize(dropper->find);
    sqlite3_finalize(dropper->drop);
    database_close(dropper->db);
    *dropper = (struct dropper){0};
}

/* Inside a transaction. *ret_last is 0 behind the last guest. */
static enum error_code drop_slice(struct dropper *dropper, int64_t *ret_last, struct error *error)
{
    bool row;
    assert(!sqlite3_get_autocommit(dropper->db));
    statement_bind_int(dropper->find, 1, dropper->reached);
    statement_bind_int(dropper->find, 2, DROPPER_SLICE);
    enum error_code code = statement_next(dropper->find, &row, error);
    if (code)
        return code;
    assert(row);
    *ret_last = sqlite3_column_int64(dropper->find, 0);
    sqlite3_reset(dropper->find);
    statement_bind_int(dropper->drop, 1, dropper->reached);
    statement_bind_int(dropper->drop, 2, *ret_last);
    return statement_run(dropper->drop, error);
}

enum error_code dropper_step(struct dropper *dropper, struct error *error)
{
    int64_t last = 0;
    enum error_code code = database_run(dropper->db, "BEGIN IMMEDIATE", error);
    if (!code)
        code = drop_slice(dropper, &last, error);
    if (!code)
        code = database_run(dropper->db, "COMMIT", error);
    if (code && !sqlite3_get_autocommit(dropper->db))
        sqlite3_exec(dropper->db, "ROLLBACK", NULL, NULL, NULL);
    if (!code) {
        assert(last == 0 || last > dropper->reached);
        dropper->reached = last;
    }
    return code;
}
