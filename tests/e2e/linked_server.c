/* A server of another version: it speaks those of the link that LINK_VERSIONS names, as "2-3". The
 * linker sends the creation of both ends of the link through here (--wrap). The layout of frames is
 * that of this version: a change of it needs more than this. */
#include "server/link/gate_link.h"
#include "server/link/hall_link.h"

#include <stdio.h>
#include <stdlib.h>

struct gate_link *__real_gate_link_create(const struct gate_link_config *config, uint64_t now_us);
struct gate_link *__wrap_gate_link_create(const struct gate_link_config *config, uint64_t now_us);
struct hall_link *__real_hall_link_create(const struct hall_link_config *config, uint64_t now_us);
struct hall_link *__wrap_hall_link_create(const struct hall_link_config *config, uint64_t now_us);

static void read_versions(unsigned *ret_oldest, unsigned *ret_newest)
{
    const char *versions = getenv("LINK_VERSIONS");
    if (!versions || sscanf(versions, "%u-%u", ret_oldest, ret_newest) != 2) {
        fputs("LINK_VERSIONS has to be two numbers, such as 2-3\n", stderr);
        abort();
    }
}

struct gate_link *__wrap_gate_link_create(const struct gate_link_config *config, uint64_t now_us)
{
    struct gate_link_config other = *config;
    read_versions(&other.oldest, &other.newest);
    return __real_gate_link_create(&other, now_us);
}

struct hall_link *__wrap_hall_link_create(const struct hall_link_config *config, uint64_t now_us)
{
    struct hall_link_config other = *config;
    read_versions(&other.oldest, &other.newest);
    return __real_hall_link_create(&other, now_us);
}
