#include "common/web/proxy_head.h"

#include "common/base/memory.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* Version 2: signature, version and command, family, and the length of what follows: addresses,
 * then fields of a type, a length and a value. Numbers have their high byte first.
 *
 * Version 1: a line such as "PROXY TCP4 192.0.2.1 192.0.2.9 56324 7800\r\n". */
enum {
    LINE_LEN_MAX = 107,

    SIGNATURE_LEN = 12,
    FIXED_LEN = 16,

    VERSION_2 = 0x2,
    COMMAND_LOCAL = 0x0,
    COMMAND_PROXY = 0x1,

    FAMILY_UNKNOWN = 0x00,
    FAMILY_TCP4 = 0x11, /* source, destination: 4 bytes each; their ports: 2 bytes each */
    FAMILY_TCP6 = 0x21, /* the same with 16 bytes */
    FAMILY_UNIX = 0x31, /* source, destination: 108 bytes each */

    TYPE_TLS = 0x20,
    TYPE_TLS_HEAD = 5, /* bits of the client; 4 bytes: was its certificate good */
    TLS_BIT = 0x01,    /* of the client */
};

static const char signature[] = "\r\n\r\n\0\r\nQUIT\n";
static const char version_1[] = "PROXY ";

void proxy_reader_finish(struct proxy_reader *reader)
{
    free(reader->part);
    *reader = (struct proxy_reader){0};
}

static size_t number(const uint8_t *bytes)
{
    return (size_t)bytes[0] << 8 | bytes[1];
}

/* Returns why the bytes cannot begin a head, or NULL. */
static const char *fault_of_beginning(const uint8_t *head, size_t len)
{
    size_t of_text = len < sizeof version_1 - 1 ? len : sizeof version_1 - 1;
    if (memcmp(head, version_1, of_text) == 0)
        return len <= LINE_LEN_MAX ? NULL : "the line of the PROXY protocol does not end";
    if (memcmp(head, signature, len < SIGNATURE_LEN ? len : SIGNATURE_LEN) != 0)
        return "no head of the PROXY protocol";
    if (len > 12 && (head[12] >> 4 != VERSION_2 || (head[12] & 0xF) > COMMAND_PROXY))
        return "unknown version or command of the PROXY protocol";
    if (len >= FIXED_LEN && FIXED_LEN + number(head + 14) > PROXY_HEAD_BYTES_MAX)
        return "the head of the PROXY protocol is longer than 552 bytes";
    return NULL;
}

/* Steps over a field of type, length and value. False: it is longer than what is left. */
static bool next_field(const uint8_t **at, const uint8_t *end, uint8_t *ret_type,
                       const uint8_t **ret_value, size_t *ret_len)
{
    if (end - *at < 3 || number(*at + 1) > (size_t)(end - *at - 3))
        return false;
    *ret_type = **at;
    *ret_len = number(*at + 1);
    *ret_value = *at + 3;
    *at = *ret_value + *ret_len;
    return true;
}

static const char *read_fields(const uint8_t *at, const uint8_t *end, bool *ret_is_tls)
{
    static const char malformed[] = "a malformed field in the head of the PROXY protocol";
    bool has_tls = false;
    while (at < end) {
        uint8_t type, inner_type;
        const uint8_t *value, *inner_value;
        size_t len, inner_len;
        if (!next_field(&at, end, &type, &value, &len))
            return malformed;
        if (type != TYPE_TLS)
            continue;
        if (has_tls || len < TYPE_TLS_HEAD)
            return malformed;
        has_tls = true;
        *ret_is_tls = value[0] & TLS_BIT;
        for (const uint8_t *inner = value + TYPE_TLS_HEAD; inner < value + len;)
            if (!next_field(&inner, value + len, &inner_type, &inner_value, &inner_len))
                return malformed;
    }
    return NULL;
}

/* A decimal number up to 65535 without leading zeroes; false: it is none. */
static bool read_port(const char *text, in_port_t *ret_port)
{
    size_t len = strlen(text);
    if (len < 1 || len > 5 || strspn(text, "0123456789") != len || (text[0] == '0' && len > 1) ||
        atol(text) > UINT16_MAX)
        return false;
    *ret_port = htons((uint16_t)atol(text));
    return true;
}

/* Reads a complete line of version 1; returns why it is wrong, or NULL. After UNKNOWN anything may
 * stand. Otherwise there are five words with one space between two, and the addresses are as the
 * system's own functions write them, which for IPv4 in IPv6 is with dots. */
static const char *read_line(const uint8_t *bytes, size_t len, struct proxy_head *head)
{
    static const char malformed[] = "a malformed line of the PROXY protocol";
    char line[LINE_LEN_MAX + 1], *words[5], *at = line + sizeof version_1 - 1;
    size_t count = 0;
    struct sockaddr_in *ipv4 = (struct sockaddr_in *)&head->source;
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)&head->source;
    struct in6_addr to;
    in_port_t to_port;
    assert(len <= LINE_LEN_MAX && len >= sizeof version_1);
    memcpy(line, bytes, len);
    if (line[len - 2] != '\r')
        return malformed;
    line[len - 2] = '\0';
    if (strncmp(at, "UNKNOWN", strlen("UNKNOWN")) == 0)
        return NULL;
    if (strlen(line) != len - 2)
        return malformed;

    while (at && count < 5) {
        words[count++] = at;
        at = strchr(at, ' ');
        if (at)
            *at++ = '\0';
    }
    if (at || count < 5)
        return malformed;
    if (strcmp(words[0], "TCP4") == 0) {
        if (inet_pton(AF_INET, words[1], &ipv4->sin_addr) != 1 ||
            inet_pton(AF_INET, words[2], &to) != 1 || !read_port(words[3], &ipv4->sin_port) ||
            !read_port(words[4], &to_port))
            return malformed;
        ipv4->sin_family = AF_INET;
    } else {
        if (strcmp(words[0], "TCP6") != 0 || inet_pton(AF_INET6, words[1], &ipv6->sin6_addr) != 1 ||
            inet_pton(AF_INET6, words[2], &to) != 1 || !read_port(words[3], &ipv6->sin6_port) ||
            !read_port(words[4], &to_port))
            return malformed;
        ipv6->sin6_family = AF_INET6;
    }
    head->has_address = true;
    return NULL;
}

/* Reads a complete head of version 2; returns why it is wrong, or NULL. */
static const char *read_head(const uint8_t *bytes, size_t len, struct proxy_head *head)
{
    if ((bytes[12] & 0xF) == COMMAND_LOCAL)
        return NULL; /* a check of the proxy's own; what follows means nothing */
    uint8_t family = bytes[13];
    const uint8_t *addresses = bytes + FIXED_LEN;
    size_t addresses_len = 0;
    if (family == FAMILY_TCP4)
        addresses_len = 12;
    else if (family == FAMILY_TCP6)
        addresses_len = 36;
    else if (family == FAMILY_UNIX)
        addresses_len = 216;
    else if (family != FAMILY_UNKNOWN)
        return "the head of the PROXY protocol is not of a TCP connection";
    if (len - FIXED_LEN < addresses_len)
        return "the head of the PROXY protocol is too short for its addresses";

    if (family == FAMILY_TCP4) {
        struct sockaddr_in *source = (struct sockaddr_in *)&head->source;
        source->sin_family = AF_INET;
        memcpy(&source->sin_addr, addresses, 4);
        memcpy(&source->sin_port, addresses + 8, 2);
        head->has_address = true;
    } else if (family == FAMILY_TCP6) {
        struct sockaddr_in6 *source = (struct sockaddr_in6 *)&head->source;
        source->sin6_family = AF_INET6;
        memcpy(&source->sin6_addr, addresses, 16);
        memcpy(&source->sin6_port, addresses + 32, 2);
        head->has_address = true;
    }
    return read_fields(addresses + addresses_len, bytes + len, &head->is_tls);
}

enum proxy_progress proxy_head_feed(struct proxy_reader *reader, const char *bytes, size_t len,
                                    size_t *ret_taken, struct proxy_head *ret_head,
                                    const char **ret_why)
{
    struct proxy_head head = {0};
    const char *why = NULL;
    bool is_whole = false, is_line = reader->len > 0 && reader->part[0] == version_1[0];
    *ret_taken = 0;
    if (len > 0 && !reader->part)
        reader->part = memory_zeroed(PROXY_HEAD_BYTES_MAX, 1);

    /* First the fixed part, byte by byte, as it may be refused at any of them; then the rest. A
     * line is read byte by byte to its end. */
    while (*ret_taken < len && !is_whole && !why) {
        size_t left = len - *ret_taken, size = 1;
        if (reader->len >= FIXED_LEN && !is_line) {
            size_t to_come = FIXED_LEN + number(reader->part + 14) - reader->len;
            size = to_come < left ? to_come : left;
        }
        assert(reader->len + size <= PROXY_HEAD_BYTES_MAX);
        memcpy(reader->part + reader->len, bytes + *ret_taken, size);
        reader->len += size;
        *ret_taken += size;
        why = fault_of_beginning(reader->part, reader->len);
        is_line = reader->part[0] == version_1[0];
        if (is_line)
            is_whole = !why && reader->part[reader->len - 1] == '\n';
        else
            is_whole = !why && reader->len >= FIXED_LEN &&
                       reader->len == FIXED_LEN + number(reader->part + 14);
    }
    if (is_whole)
        why = is_line ? read_line(reader->part, reader->len, &head)
                      : read_head(reader->part, reader->len, &head);
    if (!is_whole && !why)
        return PROXY_PARTIAL;

    proxy_reader_finish(reader);
    if (why) {
        *ret_why = why;
        return PROXY_REFUSED;
    }
    *ret_head = head;
    return PROXY_WHOLE;
}
