/* The state that the files of server/service share. Private to them. */
#ifndef SERVER_SERVICE_SERVICE_PARTS_H
#define SERVER_SERVICE_SERVICE_PARTS_H

#include "common/export/export.h"
#include "server/base/now.h"
#include "server/net/net.h"
#include "server/service/backup.h"
#include "server/service/batches.h"
#include "server/service/creation.h"
#include "server/service/identity.h"
#include "server/service/look_up.h"
#include "server/service/service.h"

struct service {
    const struct service_config *config;
    uv_loop_t *loop;
    struct net *net;
    struct statistics *statistics;
    size_t matches_at_start;
    struct hall *hall;
    struct store *store;    /* NULL: it stands by, or starts */
    int64_t store_since_ms; /* when it got the database */
    struct batches batches;
    struct lanes lanes;
    struct identity identity;
    struct logins *codes; /* attempts with invitations' codes */
    struct creations creations;
    struct judging *judging;
    uv_async_t analysis_word; /* the solver has an answer ready */
    struct backups backups;
    /* The key pair that signs the records of tournaments. */
    unsigned char signing_key[EXPORT_KEY_BYTES];
    unsigned char signing_secret[EXPORT_SECRET_BYTES];
    struct text signing_key_name; /* of the public key */
};

/* Sends one message to one session. */
void service_tell(struct service *service, uint64_t session, bool is_answer,
                  const struct text *bytes);
/* Answers a request with an error at once, without waiting for the disk. */
void service_refuse(struct service *service, uint64_t session, uint32_t request,
                    const struct error *error);

/* Sets those `values`, by enum statistic, that the hall counts. `matches_at_start` is the number of
 * matches that were live when the hall was rebuilt. */
void figures_count(const struct hall_figures *figures, size_t matches_at_start, int64_t *values);

#endif
