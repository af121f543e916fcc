/* What an engine of the database does behind database.h. */
#ifndef SERVER_STORE_ENGINE_H
#define SERVER_STORE_ENGINE_H

#include "server/store/database.h"

struct engine {
    void (*close)(struct database *db);
    void (*interrupt)(struct database *db);
    void (*hurry)(struct database *db, int ms); /* NULL: no server has to answer */
    int beat_ms;
    enum error_code (*beat)(struct database *db, struct error *error); /* NULL: beat_ms is 0 */
    int64_t (*lease_ms)(struct database *db);                          /* the same */
    enum error_code (*run)(struct database *db, const char *sql, struct error *error);
    enum error_code (*begin)(struct database *db, bool relaxed, struct error *error);
    enum error_code (*commit)(struct database *db, struct error *error);
    /* Also when the engine has rolled back by itself. */
    void (*roll_back)(struct database *db);
    enum error_code (*hold)(struct database *db, struct error *error);
    void (*release)(struct database *db);

    enum error_code (*prepare)(struct database *db, const char *sql,
                               struct statement **ret_statement, struct error *error);
    void (*finish)(struct statement *statement);
    int (*parameters)(const struct statement *statement);
    void (*bind)(struct statement *statement, int parameter, const struct value *value);
    enum error_code (*next)(struct statement *statement, bool *ret_row, struct error *error);
    enum error_code (*run_one)(struct statement *statement, struct error *error);
    void (*write_last)(struct statement *statement);
    void (*reset)(struct statement *statement);
    int64_t (*changes)(const struct statement *statement);
    int (*columns)(const struct statement *statement);
    const char *(*column_name)(const struct statement *statement, int column);
    struct value (*value)(struct statement *statement, int column);
};

/* The first members of an engine's own. */
struct database {
    const struct engine *engine;
};
struct statement {
    struct database *db;
};

#endif
