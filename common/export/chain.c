#include "common/export/export.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* A hash always adds the same number of bytes to a line: the key, the digits, and the closing
 * brace. */
#define HASH_KEY ",\"hash\":\""
#define HASH_END "\"}"
enum {
    KEY_BYTES = sizeof HASH_KEY - 1,
    DIGITS = 2 * EXPORT_HASH_BYTES,
    ADDED_BYTES = KEY_BYTES + DIGITS + sizeof HASH_END - 1,
};

/* `body` is the line up to its last brace. */
static void hash_line(struct export_chain *chain, const char *body, size_t len)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, EXPORT_HASH_BYTES);
    crypto_generichash_update(&state, chain->hash, EXPORT_HASH_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)body, len);
    crypto_generichash_update(&state, (const unsigned char *)"}", 1);
    crypto_generichash_final(&state, chain->hash, EXPORT_HASH_BYTES);
}

/* Prints the part behind the line's body. */
static void print_added(const struct export_chain *chain, char ret_added[ADDED_BYTES + 1])
{
    char digits[DIGITS + 1];
    sodium_bin2hex(digits, sizeof digits, chain->hash, EXPORT_HASH_BYTES);
    memcpy(ret_added, HASH_KEY, KEY_BYTES);
    memcpy(ret_added + KEY_BYTES, digits, DIGITS);
    memcpy(ret_added + KEY_BYTES + DIGITS, HASH_END, sizeof HASH_END);
}

void export_chain_add(struct export_chain *chain, const char *line, size_t len, struct text *out)
{
    char added[ADDED_BYTES + 1];
    assert(len > 0 && line[len - 1] == '}');
    hash_line(chain, line, len - 1);
    if (!out)
        return;
    print_added(chain, added);
    text_append(out, line, len - 1);
    text_append(out, added, ADDED_BYTES);
    text_append_char(out, '\n');
}

enum error_code export_chain_check(struct export_chain *chain, const char *line, size_t len,
                                   struct error *error)
{
    char added[ADDED_BYTES + 1];
    const char *hash = len < ADDED_BYTES ? "" : line + len - ADDED_BYTES;
    if (strncmp(hash, HASH_KEY, KEY_BYTES) != 0)
        return error_set(error, ERROR_BAD_ARGUMENTS, "the line does not end with a hash");
    hash_line(chain, line, len - ADDED_BYTES);
    print_added(chain, added);
    if (memcmp(hash, added, ADDED_BYTES) != 0)
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "the line, or one before it, is not as it was written: its hash would be"
                         " %.64s",
                         added + KEY_BYTES);
    return ERROR_NONE;
}
