/* The files of the page, which the build puts into the server (web/embed.py). Private to
 * server/net.
 */
#ifndef SERVER_NET_SITE_FILES_H
#define SERVER_NET_SITE_FILES_H

#include <stddef.h>

struct site_body {
    const unsigned char *bytes;
    size_t len;
    const char *etag; /* with its quotes */
};

struct site_file {
    const char *path; /* "/page.js"; "/match/": all paths that begin so are this file */
    const char *type; /* "text/html; charset=utf-8" */
    struct site_body plain;
    struct site_body packed; /* by gzip; no bytes: it would not be smaller */
};

extern const struct site_file site_files[];
extern const size_t site_file_count;

#endif
