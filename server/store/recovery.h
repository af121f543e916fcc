/* Rebuilds the hall from the database after a start. */
#ifndef SERVER_STORE_RECOVERY_H
#define SERVER_STORE_RECOVERY_H

#include "common/base/error.h"
#include "server/hall/hall.h"
#include "server/store/database.h"

/* This is store_recover(). */
enum error_code recovery_run(struct database *db, struct hall *hall, struct error *error);

#endif
