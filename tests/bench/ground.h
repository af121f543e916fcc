/* Programs that rows measure: a server of the benchmark's own, or the bare echo. They end with this
 * process, however that ends. */
#ifndef TESTS_BENCH_GROUND_H
#define TESTS_BENCH_GROUND_H

struct ground;

enum { GROUND_FOLDER_BYTES = 32, GROUND_ADDRESS_BYTES = 200 };

/* Makes a folder for a database, in the one where the benchmark was called, which is on a disk;
 * /tmp need not be. One at a time; it is removed when the program ends. */
void ground_make_folder(char ret_folder[GROUND_FOLDER_BYTES]);
/* Removes it with what a server has made in it: its database, a file "db", and a
 * certificate. */
void ground_remove_folder(const char *folder);

/* A server as people run it, with TLS, but that its limits of connections and requests are out of
 * the way, and that it logs errors only. `folder`: NULL, or the one whose database it takes, which
 * stays when it ends. Errors end the program. */
struct ground *ground_begin_server(const char *folder);
/* Why what needs a PostgreSQL, or a cluster's bus, cannot begin; NULL: it can. */
const char *ground_lacks_postgres(void);
const char *ground_lacks_nats(void);
/* A server with a database of its own in the PostgreSQL of TEST_POSTGRES (tests/postgres.sh). */
struct ground *ground_begin_postgres(void);
/* A new database there. */
void ground_make_database(char ret_address[GROUND_ADDRESS_BYTES]);
/* The processes of a cluster, with the same limits, on the bus of TEST_NATS (tests/nats.sh). One
 * cluster at a time. A hall has no address; when this returns, it leads. */
struct ground *ground_begin_hall(const char *database);
/* A hall that will lead when the one before has ended; this does not wait for it. */
struct ground *ground_begin_standby(const char *database);
struct ground *ground_begin_gateway(void);

struct ground *ground_begin_echo(void);
/* Ends the program. */
void ground_end(struct ground *ground);
/* The same by SIGKILL. */
void ground_kill(struct ground *ground);

const char *ground_address(const struct ground *ground); /* HOST:PORT */
int ground_process(const struct ground *ground);

#endif
