/* Checks the signature of both files of a record. */
#include "client/tournament/verify.h"

#include <stdio.h>
#include <string.h>

/* Checks the chain of times.jsonl up to its last line; false: it is broken. */
static bool check_chain(struct verify *verify)
{
    const struct results_file *file = &verify->results.times;
    for (size_t i = 0; i < file->count; i++) {
        struct export_chain before = verify->chain;
        struct error error;
        if (!export_chain_check(&verify->chain, file->lines[i].bytes, file->lines[i].len, &error)) {
            if (i + 1 == file->count)
                verify->chain = before;
            continue;
        }
        verdict_fault(verify->verdict, 0, NULL, "times.jsonl, line %zu: %s", i + 1, error.message);
        return false;
    }
    return true;
}

static void print_digits(const unsigned char bytes[EXPORT_HASH_BYTES], struct text *out)
{
    for (int i = 0; i < EXPORT_HASH_BYTES; i++)
        text_printf(out, "%02x", bytes[i]);
}

/* Compares 32 bytes of the seal, a hash or key, which `print` formats. False: they differ. */
static bool expect_bytes(struct verify *verify, const char *what, const unsigned char *told,
                         const unsigned char *expected,
                         void (*print)(const unsigned char *bytes, struct text *out))
{
    struct text told_text = {0}, text = {0};
    if (memcmp(told, expected, EXPORT_HASH_BYTES) == 0)
        return true;
    print(told, &told_text);
    print(expected, &text);
    verdict_fault(verify->verdict, 0, NULL, "times.jsonl, line %zu: %s is %s, but should be %s",
                  verify->results.times.count, what, text_string(&told_text), text_string(&text));
    text_finish(&told_text);
    text_finish(&text);
    return false;
}

/* Checks that the seal is a signature of this record, by the required key. */
static bool check_seal(struct verify *verify, const struct export_chain *results)
{
    const struct export_seal *seal = results_seal(&verify->results);
    bool is_good = expect_bytes(verify, "the seal of results.jsonl", seal->results, results->hash,
                                print_digits);
    is_good &= expect_bytes(verify, "the seal of times.jsonl", seal->times, verify->chain.hash,
                            print_digits);
    if (verify->key)
        is_good &= expect_bytes(verify, "the key", seal->key, verify->key, export_key_print);
    if (export_seal_is_signed(seal))
        return is_good;
    verdict_fault(verify->verdict, 0, NULL,
                  "times.jsonl, line %zu: the signature was not made with the key beside it",
                  verify->results.times.count);
    return false;
}

/* Reports the missing times.jsonl. */
static void miss_signature(struct verify *verify)
{
    struct text key = {0};
    verdict_left_out(verify->verdict, "not checked: it stands in times.jsonl, which is not there");
    if (verify->key) {
        export_key_print(verify->key, &key);
        verdict_fault(verify->verdict, 0, NULL,
                      "there is no signature, but should be one by the key %s", text_string(&key));
    }
    text_finish(&key);
}

void verify_seal(struct verify *verify)
{
    struct export_chain results = verify->chain;
    struct text key = {0};
    verdict_begin(verify->verdict, "signature");
    if (!verify->results.times.path) {
        miss_signature(verify);
        return;
    }
    if (!verify->is_chained) {
        verdict_left_out(verify->verdict, "not checked: the chain that it signs is broken");
        return;
    }
    bool is_signed = check_chain(verify) && check_seal(verify, &results);
    export_key_print(results_seal(&verify->results)->key, &key);
    verdict_checked(verify->verdict, "of both files, by the key %s%s", text_string(&key),
                    verify->key ? ", as asked for" : "; --key says whose it has to be");
    if (is_signed)
        text_append_string(&verify->verdict->signer, text_string(&key));
    text_finish(&key);
}
