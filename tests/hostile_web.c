#include "tests/hostile_web.h"

#include <assert.h>

#define BYTES(literal)                                                                             \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }
#define GET "GET / HTTP/1.1\r\n"
#define HOST "Host: 127.0.0.1\r\n"
#define END "\r\n"
#define KEY "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define UPGRADE "Upgrade: websocket\r\nConnection: Upgrade\r\n"
#define SOCKET "GET /socket HTTP/1.1\r\n" HOST

const struct hostile_head hostile_heads[] = {
    /* the request line */
    {"POST", 405, BYTES("POST / HTTP/1.1\r\n" HOST END)},
    {"CONNECT to elsewhere", 405, BYTES("CONNECT example.org:443 HTTP/1.1\r\n" HOST END)},
    {"OPTIONS of all", 405, BYTES("OPTIONS * HTTP/1.1\r\n" HOST END)},
    {"a method in small letters", 405, BYTES("get / HTTP/1.1\r\n" HOST END)},
    {"HTTP/1.0", 505, BYTES("GET / HTTP/1.0\r\n" HOST END)},
    {"HTTP/1.2", 505, BYTES("GET / HTTP/1.2\r\n" HOST END)},
    {"HTTP/1.10", 505, BYTES("GET / HTTP/1.10\r\n" HOST END)},
    {"HTTP/2 without TLS", 505, BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")},
    {"a protocol in small letters", 400, BYTES("GET / http/1.1\r\n" HOST END)},
    {"no version", 400, BYTES("GET /\r\n" HOST END)},
    {"no path", 400, BYTES("GET HTTP/1.1\r\n" HOST END)},
    {"an empty path", 400, BYTES("GET  HTTP/1.1\r\n" HOST END)},
    {"two blanks", 400, BYTES("GET  / HTTP/1.1\r\n" HOST END)},
    {"a tab for a blank", 400, BYTES("GET\t/ HTTP/1.1\r\n" HOST END)},
    {"a blank behind the version", 400, BYTES("GET / HTTP/1.1 \r\n" HOST END)},
    {"a blank in the path", 400, BYTES("GET /a b HTTP/1.1\r\n" HOST END)},
    {"a request to a proxy", 400, BYTES("GET http://127.0.0.1/ HTTP/1.1\r\n" HOST END)},
    {"a path without its slash", 400, BYTES("GET socket HTTP/1.1\r\n" HOST END)},
    {"a backslash in the path", 400, BYTES("GET /..\\x HTTP/1.1\r\n" HOST END)},
    {"markup in the path", 400, BYTES("GET /<script> HTTP/1.1\r\n" HOST END)},
    {"a fragment in the path", 400, BYTES("GET /#sha256 HTTP/1.1\r\n" HOST END)},
    {"an empty line only", 400, BYTES("\r\n")},
    {"an empty line first", 400, BYTES("\r\n" GET HOST END)},

    /* bytes that no head has */
    {"LF alone ends a line", 400, BYTES("GET / HTTP/1.1\n" HOST END)},
    {"LF alone ends the head", 400, BYTES(GET "Host: 127.0.0.1\n\n")},
    {"CR alone", 400, BYTES(GET "Host: 127.0.0.1\rX: y\r\n" END)},
    {"CR CR LF", 400, BYTES(GET "Host: 127.0.0.1\r\r\n" END)},
    {"a zero in the path", 400, BYTES("GET /\0 HTTP/1.1\r\n" HOST END)},
    {"a zero in a header", 400, BYTES(GET HOST "X: a\0b\r\n" END)},
    {"an escape sequence", 400, BYTES(GET HOST "X: \x1b[2J\r\n" END)},
    {"the delete character", 400, BYTES(GET HOST "X: \x7f\r\n" END)},
    {"UTF-8 in a header", 400, BYTES(GET HOST "X: \xc3\xa9\r\n" END)},
    {"UTF-8 in the path", 400, BYTES("GET /\xc3\xa9 HTTP/1.1\r\n" HOST END)},

    /* headers */
    {"no Host", 400, BYTES(GET END)},
    {"an empty Host", 400, BYTES(GET "Host: \r\n" END)},
    {"two Hosts", 400, BYTES(GET HOST HOST END)},
    {"two Hosts, one in capitals", 400, BYTES(GET HOST "HOST: 127.0.0.1\r\n" END)},
    {"two Hosts in one", 400, BYTES(GET "Host: 127.0.0.1, localhost\r\n" END)},
    {"a Host with a path", 400, BYTES(GET "Host: 127.0.0.1/x\r\n" END)},
    {"a Host with a user", 400, BYTES(GET "Host: a@127.0.0.1\r\n" END)},
    {"a Host without a name", 400, BYTES(GET "Host: :7800\r\n" END)},
    {"a Host with an empty port", 400, BYTES(GET "Host: localhost:\r\n" END)},
    {"a Host with a port of letters", 400, BYTES(GET "Host: localhost:x\r\n" END)},
    {"a Host with an open bracket", 400, BYTES(GET "Host: [::1\r\n" END)},
    {"a folded line", 400, BYTES(GET HOST "X: a\r\n b\r\n" END)},
    {"a folded first line", 400, BYTES(GET " Host: 127.0.0.1\r\n" END)},
    {"a blank before the colon", 400, BYTES(GET "Host : 127.0.0.1\r\n" END)},
    {"a line without a colon", 400, BYTES(GET HOST "nonsense\r\n" END)},
    {"a header without a name", 400, BYTES(GET HOST ": x\r\n" END)},
    {"a name with a bracket", 400, BYTES(GET HOST "X[0]: x\r\n" END)},
    {"two Origins", 400, BYTES(GET HOST "Origin: null\r\nOrigin: null\r\n" END)},
    {"two Connections", 400, BYTES(GET HOST "Connection: close\r\nConnection: close\r\n" END)},
    {"two If-None-Match", 400, BYTES(GET HOST "If-None-Match: *\r\nIf-None-Match: *\r\n" END)},

    /* bodies, and what smuggles them */
    {"a body", 413, BYTES(GET HOST "Content-Length: 3\r\n" END "abc")},
    {"a body in chunks", 413, BYTES(GET HOST "Transfer-Encoding: chunked\r\n" END "0\r\n\r\n")},
    {"chunks, in odd letters", 413, BYTES(GET HOST "TRANSFER-encoding: \tchunked\r\n" END)},
    {"an empty Transfer-Encoding", 413, BYTES(GET HOST "Transfer-Encoding:\r\n" END)},
    {"both kinds of length", 413,
     BYTES(GET HOST "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n" END)},
    {"no body in two digits", 413, BYTES(GET HOST "Content-Length: 00\r\n" END)},
    {"a length over all limits", 413,
     BYTES(GET HOST "Content-Length: 99999999999999999999999\r\n" END)},
    {"a length with a sign", 400, BYTES(GET HOST "Content-Length: +0\r\n" END)},
    {"a length below zero", 400, BYTES(GET HOST "Content-Length: -1\r\n" END)},
    {"an empty length", 400, BYTES(GET HOST "Content-Length:\r\n" END)},
    {"a list of lengths", 400, BYTES(GET HOST "Content-Length: 0, 0\r\n" END)},
    {"two lengths", 400, BYTES(GET HOST "Content-Length: 0\r\nContent-Length: 0\r\n" END)},

    /* WebSocket */
    {"WebSocket without Connection", 400, BYTES(SOCKET "Upgrade: websocket\r\n" VERSION KEY END)},
    {"WebSocket by HEAD", 400, BYTES("HEAD /socket HTTP/1.1\r\n" HOST UPGRADE VERSION KEY END)},
    {"WebSocket by POST", 405, BYTES("POST /socket HTTP/1.1\r\n" HOST UPGRADE VERSION KEY END)},
    {"WebSocket without a version", 426, BYTES(SOCKET UPGRADE KEY END)},
    {"WebSocket version 8", 426, BYTES(SOCKET UPGRADE "Sec-WebSocket-Version: 8\r\n" KEY END)},
    {"WebSocket versions", 426, BYTES(SOCKET UPGRADE "Sec-WebSocket-Version: 13, 8\r\n" KEY END)},
    {"WebSocket with two versions", 400, BYTES(SOCKET UPGRADE VERSION VERSION KEY END)},
    {"WebSocket without a key", 400, BYTES(SOCKET UPGRADE VERSION END)},
    {"WebSocket with two keys", 400, BYTES(SOCKET UPGRADE VERSION KEY KEY END)},
    {"a short key", 400,
     BYTES(SOCKET UPGRADE VERSION "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAA==\r\n" END)},
    {"a long key", 400,
     BYTES(SOCKET UPGRADE VERSION "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAAA==\r\n" END)},
    {"a key without its end", 400,
     BYTES(SOCKET UPGRADE VERSION "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAAAA\r\n" END)},
    {"a key that is no base64", 400,
     BYTES(SOCKET UPGRADE VERSION "Sec-WebSocket-Key: AAAAAAAAAAAA-AAAAAAAAA==\r\n" END)},

    /* heads without an end */
    {"half a request line", 0, BYTES("GET / HT")},
    {"a head without its empty line", 0, BYTES(GET HOST)},
    {"the CR of an empty line", 0, BYTES(GET HOST "\r")},
    {"another protocol", 0, BYTES("SSH-2.0-OpenSSH_9.2\r\n")},
    {"mail", 0, BYTES("EHLO example.org\r\n")},
};
const size_t hostile_head_count = sizeof hostile_heads / sizeof *hostile_heads;

#define MASK "\0\0\0\0"
#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

const struct hostile_frames hostile_frames[] = {
    {"a frame without a mask", 1002,
     BYTES("\x82\x03"
           "abc")},
    {"an empty frame without a mask", 1002, BYTES("\x82\x00")},
    {"a ping without a mask", 1002, BYTES("\x89\x00")},
    {"text", 1003, BYTES("\x81\x83" MASK "abc")},
    {"text in fragments", 1003, BYTES("\x01\x83" MASK "abc")},
    {"the first reserved bit: a packed message", 1002, BYTES("\xc2\x83" MASK "abc")},
    {"the second reserved bit", 1002, BYTES("\xa2\x83" MASK "abc")},
    {"the third reserved bit", 1002, BYTES("\x92\x83" MASK "abc")},
    {"a reserved bit of a control frame", 1002, BYTES("\xc9\x80" MASK)},
    {"opcode 3", 1002, BYTES("\x83\x80" MASK)},
    {"opcode 7", 1002, BYTES("\x87\x80" MASK)},
    {"opcode 11", 1002, BYTES("\x8b\x80" MASK)},
    {"opcode 15", 1002, BYTES("\x8f\x80" MASK)},
    {"an end without a beginning", 1002, BYTES("\x80\x80" MASK)},
    {"a middle without a beginning", 1002, BYTES("\x00\x80" MASK)},
    {"an end after the end", 1002, BYTES("\x02\x80" MASK "\x80\x80" MASK "\x80\x80" MASK)},
    {"a message inside a message", 1002, BYTES("\x02\x80" MASK "\x82\x80" MASK)},
    {"text inside a message", 1003, BYTES("\x02\x80" MASK "\x81\x80" MASK)},
    {"a ping in fragments", 1002, BYTES("\x09\x80" MASK)},
    {"a pong in fragments", 1002, BYTES("\x0a\x80" MASK)},
    {"a close frame in fragments", 1002, BYTES("\x08\x80" MASK)},
    {"a ping of 126 bytes", 1002, BYTES("\x89\xfe\x00\x7e" MASK HUNDRED TEN TEN "012345")},
    {"a ping of 2^32 bytes", 1002, BYTES("\x89\xff\0\0\0\1\0\0\0\0" MASK)},
    {"a close frame of 200 bytes", 1002, BYTES("\x88\xfe\x00\xc8" MASK HUNDRED HUNDRED)},
    {"125 in 2 bytes", 1002, BYTES("\x82\xfe\x00\x7d" MASK)},
    {"0 in 2 bytes", 1002, BYTES("\x82\xfe\x00\x00" MASK)},
    {"65535 in 8 bytes", 1002, BYTES("\x82\xff\0\0\0\0\0\0\xff\xff" MASK)},
    {"0 in 8 bytes", 1002, BYTES("\x82\xff\0\0\0\0\0\0\0\0" MASK)},
    {"a length of 2^63", 1002, BYTES("\x82\xff\x80\0\0\0\0\0\0\0" MASK)},
    {"a length of 2^64 - 1", 1002, BYTES("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff" MASK)},
    {"half a code in a close frame", 1002, BYTES("\x88\x81" MASK "\x03")},
    {"code 0", 1002, BYTES("\x88\x82" MASK "\0\0")},
    {"code 999", 1002, BYTES("\x88\x82" MASK "\x03\xe7")},
    {"code 1004", 1002, BYTES("\x88\x82" MASK "\x03\xec")},
    {"code 1005, which is never sent", 1002, BYTES("\x88\x82" MASK "\x03\xed")},
    {"code 1006, which is never sent", 1002, BYTES("\x88\x82" MASK "\x03\xee")},
    {"code 1015, which is never sent", 1002, BYTES("\x88\x82" MASK "\x03\xf7")},
    {"code 2999", 1002, BYTES("\x88\x82" MASK "\x0b\xb7")},
    {"code 5000", 1002, BYTES("\x88\x82" MASK "\x13\x88")},

    /* not hostile, but the end */
    {"goodbye", 1000, BYTES("\x88\x82" MASK "\x03\xe8")},
    {"goodbye with a reason", 1001,
     BYTES("\x88\x88" MASK "\x03\xe9"
           "bye-by")},
    {"goodbye with a code of an application", 4999, BYTES("\x88\x82" MASK "\x13\x87")},
    {"goodbye without a code", -1, BYTES("\x88\x80" MASK)},
    {"goodbye in the middle of a message", 1000, BYTES("\x02\x80" MASK "\x88\x82" MASK "\x03\xe8")},
};
const size_t hostile_frames_count = sizeof hostile_frames / sizeof *hostile_frames;

void hostile_append_long_path(struct text *out, size_t path_len)
{
    text_append_string(out, "GET /");
    for (size_t i = 1; i < path_len; i++)
        text_append_char(out, 'x');
    text_append_string(out, " HTTP/1.1\r\n" HOST END);
}

void hostile_append_long_head(struct text *out, size_t head_len)
{
    size_t begin = out->len;
    text_append_string(out, GET HOST "X: ");
    while (out->len - begin < head_len - 4)
        text_append_char(out, 'x');
    text_append_string(out, "\r\n" END);
    assert(out->len - begin == head_len);
}

void hostile_append_many_headers(struct text *out, size_t head_len)
{
    size_t begin = out->len;
    text_append_string(out, GET HOST);
    while (out->len - begin + sizeof "a:\r\n" - 1 <= head_len - 2 - 5)
        text_append_string(out, "a:\r\n");
    text_append_string(out, "b:");
    while (out->len - begin < head_len - 4)
        text_append_char(out, 'x');
    text_append_string(out, "\r\n" END);
    assert(out->len - begin == head_len);
}
