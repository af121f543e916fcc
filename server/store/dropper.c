#include "server/store/dropper.h"

#include <assert.h>

/* The index player_unused has this condition. */
#define UNUSED "is_kept = 0 AND password IS NULL"

enum error_code dropper_init(struct dropper *dropper, const char *path, struct error *error)
{
    enum error_code code = database_open(path, DATABASE_TO_TIDY, &dropper->db, error);
    if (!code)
        code =
            statement_prepare(dropper->db,
                              "SELECT coalesce(max(id), 0) FROM (SELECT id FROM player"
                              " WHERE " UNUSED " AND id > ?1 AND id < (SELECT max(id) FROM player)"
                              " ORDER BY id LIMIT ?2) AS slice",
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
    statement_finish(dropper->find);
    statement_finish(dropper->drop);
    database_close(dropper->db);
    *dropper = (struct dropper){0};
}

/* *ret_last is 0 behind the last guest. */
static enum error_code drop_slice(struct dropper *dropper, int64_t *ret_last, struct error *error)
{
    bool row;
    statement_bind_int(dropper->find, 1, dropper->reached);
    statement_bind_int(dropper->find, 2, DROPPER_SLICE);
    enum error_code code = statement_next(dropper->find, &row, error);
    if (code)
        return code;
    assert(row);
    *ret_last = statement_int(dropper->find, 0);
    statement_reset(dropper->find);
    statement_bind_int(dropper->drop, 1, dropper->reached);
    statement_bind_int(dropper->drop, 2, *ret_last);
    return statement_run(dropper->drop, error);
}

enum error_code dropper_step(struct dropper *dropper, struct error *error)
{
    int64_t last = 0;
    enum error_code code = database_begin_relaxed(dropper->db, error);
    if (!code)
        code = drop_slice(dropper, &last, error);
    code = database_end(dropper->db, code, error);
    if (!code) {
        assert(last == 0 || last > dropper->reached);
        dropper->reached = last;
    }
    return code;
}
