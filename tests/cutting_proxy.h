/* A proxy before a server of PostgreSQL, or of NATS, which cuts connections after a certain byte,
 * or holds them up like a cable that was pulled out. Where it cannot work it ends the program with
 * a message. */
#ifndef TESTS_CUTTING_PROXY_H
#define TESTS_CUTTING_PROXY_H

#include <stdbool.h>
#include <stddef.h>

struct proxy;

enum proxy_side {
    PROXY_CLIENT,
    PROXY_SERVER,
};

/* Listens on a thread of its own, on the socket that libpq looks for in `folder`, and passes
 * everything on to the one in `server_folder`. */
struct proxy *proxy_start(const char *folder, const char *server_folder);
/* The same between two addresses of 127.0.0.1, HOST:PORT. */
struct proxy *proxy_start_between(const char *address, const char *server_address);
/* Ends all connections, and removes the socket. */
void proxy_stop(struct proxy *proxy);

/* Passes on so many bytes from this side, from now on, whichever connection they come on; the
 * next byte cuts its connection on both sides instead. 0: the next byte. Later connections are
 * not cut. */
void proxy_cut_after(struct proxy *proxy, enum proxy_side side, size_t bytes);
/* Cuts all that there are now. */
void proxy_cut_now(struct proxy *proxy);
/* From now on nothing passes, either way, and connections are taken and not served; nothing is lost
 * either when it is let through again. */
void proxy_hold(struct proxy *proxy, bool is_held);
/* From now on the end of a connection's one side is lost on the way: the other side lives on. */
void proxy_lose_ends(struct proxy *proxy);
/* Takes the order of proxy_cut_after() back. Was there a cut? *ret_bytes: what came from that side
 * since the order. */
bool proxy_take_cut(struct proxy *proxy, size_t *ret_bytes);
/* Puts a warning before the next answers of the server to prepared statements. */
void proxy_warn(struct proxy *proxy, int answers);

#endif
