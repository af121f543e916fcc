/* The file of the servers whose keys a person has accepted, or authorities have vouched for: lines
 * of a server's name and a pin,
 *
 *     play.example.org:7800 sha256:Y74J93OUfrzLcptHUXFp20KfxRvRMKdKPpsviqb4HCk
 *
 * Several lines for one server are several keys, each of which is good. Other lines say nothing.
 * Programs may add lines at the same time. */
#ifndef CLIENT_LIB_KNOWN_SERVERS_H
#define CLIENT_LIB_KNOWN_SERVERS_H

#include "common/base/error.h"
#include "common/tls/certificate.h"

#include <stdbool.h>

enum known_server {
    KNOWN_SERVER_NOT,   /* no line has its name */
    KNOWN_SERVER_SAME,  /* a line has its name and this pin */
    KNOWN_SERVER_OTHER, /* lines have its name, and none this pin */
};

/* `name`: as server_address_print_name() writes it, in any case of letters. `pin` "": compares
 * equal to none. `*ret_line` is the number of the first line with the name, 0: there is none. IO.
 * No file is an empty one. */
enum error_code known_servers_find(const char *path, const char *name, const char *pin,
                                   enum known_server *ret_known, int *ret_line,
                                   struct error *error);
/* Calls `visit` with each key of the server, in the order of the lines, until it returns true. IO.
 */
enum error_code known_servers_visit(const char *path, const char *name,
                                    bool (*visit)(void *owner, const char *pin), void *owner,
                                    struct error *error);
/* Adds the line unless it is there. The file is made if need be, for its owner only. IO. */
enum error_code known_servers_add(const char *path, const char *name, const char *pin,
                                  struct error *error);

#endif
