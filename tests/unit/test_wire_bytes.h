/* Writing MessagePack by hand, and feeding it to a decoder. */
#ifndef TESTS_UNIT_TEST_WIRE_BYTES_H
#define TESTS_UNIT_TEST_WIRE_BYTES_H

#include "common/wire/wire.h"
#include "tests/suite.h"

#include <ctype.h>
#include <string.h>

static inline unsigned hex_digit(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *digit = c ? strchr(digits, toupper(c)) : NULL;
    cr_assert_not_null(digit, "'%c' is no hexadecimal digit", c);
    return (unsigned)(digit - digits);
}

/* Appends bytes in hexadecimal; 'abc' stands for that text as a short STR. Spaces are for
 * people. */
static inline void bytes_append(struct text *out, const char *notation)
{
    for (const char *at = notation; *at;) {
        if (*at == ' ') {
            at++;
        } else if (*at == '\'') {
            size_t len = strcspn(at + 1, "'");
            cr_assert_lt(len, 32);
            text_append_char(out, (char)(0xA0 + len));
            text_append(out, at + 1, len);
            at += len + 2;
        } else {
            text_append_char(out, (char)(hex_digit(at[0]) << 4 | hex_digit(at[1])));
            at += 2;
        }
    }
}

/* A decoder with its arena, and what its last feed said. */
struct receiver {
    struct wire_arena *arena;
    struct wire_decoder *decoder;
    struct wire_message message;
    struct error error;
    enum error_code code;
    bool complete;
};

static inline struct receiver receiver_create(size_t bytes_max)
{
    return (struct receiver){
        .arena = wire_arena_create(),
        .decoder = wire_decoder_create(bytes_max),
    };
}

static inline void receiver_destroy(struct receiver *receiver)
{
    wire_decoder_destroy(receiver->decoder);
    wire_arena_destroy(receiver->arena);
}

static inline size_t receiver_feed(struct receiver *receiver, const char *bytes, size_t len)
{
    return wire_decoder_feed(receiver->decoder, receiver->arena, bytes, len, &receiver->complete,
                             &receiver->message, &receiver->code, &receiver->error);
}

/* Takes `bytes`, which must be one message. */
static inline void receiver_take(struct receiver *receiver, const struct text *bytes)
{
    size_t taken = receiver_feed(receiver, bytes->bytes, bytes->len);
    cr_assert_eq(receiver->code, ERROR_NONE, "%s", receiver->error.message);
    cr_assert(receiver->complete);
    cr_assert_eq(taken, bytes->len);
}

#endif
