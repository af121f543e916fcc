#include "common/export/record_form.h"
#include "tests/suite.h"
#include "tests/unit/test_export_document.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

SUITE(export, 60);

static struct error error;

/* A line of each type; none without a key that may be absent. */
static const char *const samples[] = {
    "{\"type\":\"plan\",\"version\":1,\"name\":\"a \\\"b\\\" \\\\ \\n\\u0001 Zoë/日本\","
    "\"rules\":\"nim\","
    "\"format\":\"swiss\",\"rounds\":2,\"starts\":\"3+5\",\"seed\":9007199254740991,\"clock\":\"60/"
    "move\",\"players\":[\"ann\",\"Zoë\",\"日本\"],\"forbidden\":[[0,1],[2,0]]}",
    "{\"type\":\"match\",\"round\":1,\"board\":2,\"leg\":1,\"game\":2,\"first\":\"ann\",\"second\":"
    "\"bob\",\"start\":\"3+5\",\"ending\":\"normal\",\"winner\":\"first\","
    "\"moves\":\"5>3 3>0 3>0\","
    "\"marks\":\"+1 0 +1\"}",
    "{\"type\":\"bye\",\"round\":3,\"board\":1,\"leg\":1,\"first\":\"ann\"}",
    "{\"type\":\"forfeit\",\"round\":3,\"board\":1,\"leg\":2,\"first\":\"ann\",\"second\":\"bob\","
    "\"winner\":\"second\"}",
    "{\"type\":\"end\",\"state\":\"finished\",\"standings\":[{\"rank\":1,\"player\":\"ann\","
    "\"points\":"
    "8,\"won\":3,\"drawn\":2,\"lost\":0,\"pairs\":[1,2,3,4,5],\"direct\":6,\"buchholz\":7,"
    "\"sonneborn_berger\":9,\"met\":10,\"kept\":11,\"thrown\":12,\"withdrawn\":0},{\"rank\":2,"
    "\"player\":\"bob\",\"points\":0,\"won\":0,\"drawn\":0,\"lost\":0,\"pairs\":[0,0,0,0,0],"
    "\"direct\":0,\"buchholz\":0,\"sonneborn_berger\":0,\"met\":0,\"kept\":0,\"thrown\":0}]}",
    "{\"type\":\"times\",\"round\":1,\"board\":1,\"leg\":1,\"game\":1,\"match\":101,\"void\":true,"
    "\"began\":1700000000000,\"ended\":1700000000040,\"taken\":[12,9],\"credit\":[0,4]}",
    "{\"type\":\"seal\",\"results\":"
    "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\",\"times\":"
    "\"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f\",\"key\":"
    "\"404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f\",\"signature\":"
    "\"606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
    "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f\"}",
};

enum { SAMPLES = sizeof samples / sizeof *samples };

static struct export_line parsed(const char *text)
{
    struct export_line line;
    cr_assert_eq(export_parse(text, strlen(text), &line, &error), ERROR_NONE, "%s: %s", text,
                 error.message);
    return line;
}

/* --- lines --- */

Test(export, a_line_that_was_read_is_printed_as_it_was)
{
    for (size_t i = 0; i < SAMPLES; i++)
        expect_printed_as_read(samples[i], strlen(samples[i]));
}

Test(export, a_plan_is_read_with_all_its_parts)
{
    struct export_line line = parsed(samples[0]);
    cr_assert_eq(line.kind, EXPORT_PLAN);
    cr_assert_str_eq(line.plan.name, "a \"b\" \\ \n\001 Zoë/日本");
    cr_assert_str_eq(line.plan.format, "swiss");
    cr_assert_eq(line.plan.seed, 9007199254740991);
    cr_assert_eq(line.plan.player_count, 3);
    cr_assert_str_eq(line.plan.players[2], "日本");
    cr_assert_eq(line.plan.forbidden_count, 2);
    cr_assert_eq(line.plan.forbidden[1].first, 2);
    cr_assert_eq(line.plan.forbidden[1].second, 0);
    export_line_finish(&line);
}

Test(export, what_stands_for_a_pair_is_known_by_its_type)
{
    static const enum meeting_kind kinds[] = {MEETING_PLAYED, MEETING_BYE, MEETING_FORFEIT};
    for (size_t i = 0; i < 3; i++) {
        struct export_line line = parsed(samples[1 + i]);
        cr_assert_eq(line.kind, EXPORT_MATCH);
        cr_assert_eq(line.match.kind, kinds[i]);
        cr_assert_eq(line.match.game, i == 0 ? 2 : 0);
        cr_assert_eq(line.match.second == NULL, i == 1);
        cr_assert_eq(line.match.start == NULL, i > 0);
        export_line_finish(&line);
    }
}

Test(export, the_end_is_read_with_its_standings)
{
    struct export_line line = parsed(samples[4]);
    cr_assert_eq(line.end.count, 2);
    cr_assert_eq(line.end.standings[0].pairs[4], 5);
    cr_assert_eq(line.end.standings[0].thrown, 12);
    cr_assert_eq(line.end.standings[0].withdrawn, 0);
    cr_assert_eq(line.end.standings[1].withdrawn, -1);
    export_line_finish(&line);
}

Test(export, the_times_of_a_match_are_one_for_each_move)
{
    struct export_line line = parsed(samples[5]);
    cr_assert(line.times.is_void);
    cr_assert_eq(line.times.count, 2);
    cr_assert_eq(line.times.taken_ms[1], 9);
    cr_assert_eq(line.times.credit_ms[1], 4);
    export_line_finish(&line);
}

Test(export, a_hash_at_the_end_of_a_line_is_left_aside)
{
    struct text chained = {0}, printed = {0};
    struct export_chain chain = {{0}};
    export_chain_add(&chain, samples[2], strlen(samples[2]), &chained);
    struct export_line line = parsed(text_string(&chained));
    export_print(&line, &printed);
    cr_assert_str_eq(text_string(&printed), samples[2]);
    export_line_finish(&line);
    text_finish(&chained);
    text_finish(&printed);
}

/* --- lines that cannot be --- */

static void expect_wrong(const char *text, const char *message)
{
    struct export_line line;
    cr_assert_eq(export_parse(text, strlen(text), &line, &error), ERROR_BAD_ARGUMENTS, "%s", text);
    cr_assert_not_null(strstr(error.message, message), "%s: '%s' says nothing of '%s'", text,
                       error.message, message);
}

static void expect_wrong_json(const json_t *object, const char *message)
{
    char *text = json_dumps(object, JSON_COMPACT);
    expect_wrong(text, message);
    free(text);
}

/* No key takes any of these. */
static void replace_value(json_t *object, const char *key, const json_t *whole)
{
    static const char *const others[] = {"null", "{}", "1.5", "[null]"};
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", key);
    json_t *before = json_incref(json_object_get(object, key));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        json_object_set_new(object, key, json_loads(others[i], JSON_DECODE_ANY, NULL));
        expect_wrong_json(whole, quoted);
    }
    json_object_set_new(object, key, before);
}

/* The keys of `object`, which is a part of `whole` or itself, are named when they are missing or
 * wrong. */
static void expect_keys_named(json_t *object, const json_t *whole, const struct form *form)
{
    char absent[64];
    for (size_t i = 0; i < form->count; i++) {
        const char *key = form->fields[i].key;
        if (!json_object_get(object, key))
            continue;
        replace_value(object, key, whole);
        json_t *before = json_incref(json_object_get(object, key));
        json_object_del(object, key);
        snprintf(absent, sizeof absent, "there is no `%s`", key);
        if (!field_may_be_absent(&form->fields[i]))
            expect_wrong_json(whole, absent);
        json_object_set_new(object, key, before);
    }
    json_object_set_new(object, "more", json_integer(1));
    expect_wrong_json(whole, "`more`");
    json_object_del(object, "more");
}

Test(export, each_key_that_is_missing_or_wrong_or_unknown_is_named)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        json_t *line = json_loads(samples[i], 0, NULL);
        const char *type = json_string_value(json_object_get(line, "type"));
        expect_keys_named(line, line, form_of_type(type));
        json_t *standings = json_object_get(line, "standings");
        if (standings)
            expect_keys_named(json_array_get(standings, 0), line, &form_standing);
        json_decref(line);
    }
}

Test(export, a_line_that_is_no_object_of_a_known_type_is_refused)
{
    expect_wrong("", "no JSON object");
    expect_wrong("{\"type\":\"bye\"", "no JSON object");
    expect_wrong("[]", "`type`");
    expect_wrong("{}", "`type`");
    expect_wrong("{\"type\":7}", "`type`");
    expect_wrong("{\"type\":\"what\"}", "`what`");
    expect_wrong("{\"type\":\"bye\",\"round\":1,\"round\":2,\"board\":1,\"leg\":1,\"first\":\"a\"}",
                 "duplicate");
    expect_wrong("{\"type\":\"bye\",\"round\":1,\"board\":1,\"leg\":1,\"first\":\"a\\u0000b\"}",
                 "NUL");
    expect_wrong("{\"type\":\"bye\",\"round\":9223372036854775808,\"board\":1,\"leg\":1,\"first\":"
                 "\"a\"}",
                 "too big");
    expect_wrong("{\"type\":\"bye\",\"round\":1,\"board\":1,\"leg\":1,\"first\":\"\xff\"}",
                 "byte 0xff");
}

Test(export, a_line_of_a_later_version_is_refused)
{
    json_t *plan = json_loads(samples[0], 0, NULL);
    json_object_set_new(plan, "version", json_integer(2));
    expect_wrong_json(plan, "version 2");
    json_decref(plan);
}

Test(export, who_must_not_meet_are_two_entrants)
{
    static const char *const lists[] = {"[[0]]", "[[0,1,2]]", "[[0,-1]]", "[[256,0]]", "[0,1]"};
    json_t *plan = json_loads(samples[0], 0, NULL);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        json_object_set_new(plan, "forbidden", json_loads(lists[i], 0, NULL));
        expect_wrong_json(plan, "`forbidden`");
    }
    json_decref(plan);
}

Test(export, hexadecimal_digits_have_to_be_all_there)
{
    json_t *seal = json_loads(samples[6], 0, NULL);
    json_object_set_new(seal, "key", json_string("00"));
    expect_wrong_json(seal, "`key` has to be 64 hexadecimal digits");
    json_object_set_new(
        seal, "key",
        json_string("x04142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"));
    expect_wrong_json(seal, "`key` has to be 64 hexadecimal digits");
    json_decref(seal);
}

Test(export, as_many_credits_as_times_are_needed)
{
    json_t *times = json_loads(samples[5], 0, NULL);
    json_object_set_new(times, "credit", json_loads("[1]", 0, NULL));
    expect_wrong_json(times, "`credit`");
    json_decref(times);
}

/* --- the chain --- */

/* All samples, chained. */
static struct text chained_samples(struct export_chain *ret_chain)
{
    struct text file = {0};
    *ret_chain = (struct export_chain){{0}};
    for (size_t i = 0; i < SAMPLES; i++)
        export_chain_add(ret_chain, samples[i], strlen(samples[i]), &file);
    return file;
}

/* Is each line of the file as the chain says? `file` ends with a line end, or what follows the last
 * one is a line too. */
static bool is_whole(const char *file)
{
    struct export_chain chain = {{0}};
    const char *line;
    size_t len;
    while (document_next_line(&file, &line, &len))
        if (export_chain_check(&chain, line, len, &error))
            return false;
    return *file == '\0';
}

/* BLAKE2b as another program, Python's hashlib, has computed it. */
Test(export, the_chain_is_blake2b_over_the_hash_before_and_the_line)
{
    struct export_chain chain = {{0}};
    struct text out = {0};
    export_chain_add(&chain, "{\"a\":1}", 7, &out);
    export_chain_add(&chain, "{\"b\":2}", 7, &out);
    cr_assert_str_eq(
        text_string(&out),
        "{\"a\":1,\"hash\":\"15a6a2c526f243d2fed1071bd8489633aadfae380f65304cb55de221b10ab022\"}\n"
        "{\"b\":2,"
        "\"hash\":\"6f39a2fabd4fefa0e0c3b809994335ea86de32e5ad7c5d37716c0b35b98054e0\"}\n");
    text_finish(&out);
}

Test(export, the_chain_goes_on_without_printing)
{
    struct export_chain printed, silent = {{0}};
    struct text file = chained_samples(&printed);
    for (size_t i = 0; i < SAMPLES; i++)
        export_chain_add(&silent, samples[i], strlen(samples[i]), NULL);
    cr_assert_arr_eq(silent.hash, printed.hash, EXPORT_HASH_BYTES);
    text_finish(&file);
}

Test(export, every_single_changed_byte_is_found)
{
    struct export_chain chain;
    struct text file = chained_samples(&chain);
    cr_assert(is_whole(file.bytes));
    for (size_t i = 0; i < file.len; i++) {
        char before = file.bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            file.bytes[i] = (char)(before ^ (1 << bit));
            cr_assert_not(is_whole(file.bytes), "byte %zu, bit %d", i, bit);
        }
        file.bytes[i] = before;
    }
    text_finish(&file);
}

/* The file without line `left_out`, and with line `doubled` twice; -1: none. */
static struct text changed_lines(const char *file, int left_out, int doubled)
{
    struct text changed = {0};
    const char *line;
    size_t len;
    for (int i = 0; document_next_line(&file, &line, &len); i++)
        for (int times = (i == doubled) + (i != left_out); times > 0; times--)
            text_append(&changed, line, len + 1);
    return changed;
}

Test(export, a_line_that_is_left_out_or_doubled_is_found)
{
    struct export_chain chain;
    struct text file = chained_samples(&chain);
    for (int i = 0; i < SAMPLES; i++) {
        struct text without = changed_lines(file.bytes, i, -1);
        struct text twice = changed_lines(file.bytes, -1, i);
        bool is_last =
            i == SAMPLES - 1; /* that nothing is missing at the end is for the last line to say */
        cr_assert_eq(is_whole(without.bytes), is_last, "line %d", i);
        cr_assert_not(is_whole(twice.bytes), "line %d", i);
        text_finish(&without);
        text_finish(&twice);
    }
    text_finish(&file);
}

Test(export, a_line_without_a_hash_is_refused)
{
    struct export_chain chain = {{0}};
    for (size_t len = 0; len <= strlen(samples[1]); len++)
        cr_assert_eq(export_chain_check(&chain, samples[1], len, &error), ERROR_BAD_ARGUMENTS);
    cr_assert_not_null(strstr(error.message, "does not end with a hash"));
}

/* --- the signature --- */

/* RFC 8032, section 7.1, test 1: the seed and the public key. */
static const unsigned char seed[EXPORT_SEED_BYTES] = {
    0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4,
    0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60};
static const unsigned char public_key[EXPORT_KEY_BYTES] = {
    0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
    0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a};

static struct export_seal signed_seal(void)
{
    struct export_seal seal = {.times = "as long as a hash has to be 1234"};
    unsigned char key[EXPORT_KEY_BYTES], secret[EXPORT_SECRET_BYTES];
    export_keys(seed, key, secret);
    cr_assert_arr_eq(key, public_key, sizeof key);
    export_sign(secret, &seal);
    return seal;
}

Test(export, a_seal_is_signed_with_the_key_that_it_carries)
{
    struct export_seal seal = signed_seal();
    cr_assert_arr_eq(seal.key, public_key, sizeof seal.key);
    cr_assert(export_seal_is_signed(&seal));
}

static void expect_no_bit_changed(struct export_seal *seal, unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < 8 * count; i++) {
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        cr_assert_not(export_seal_is_signed(seal), "bit %zu", i);
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
}

Test(export, each_changed_bit_of_a_seal_makes_its_signature_wrong)
{
    struct export_seal seal = signed_seal();
    expect_no_bit_changed(&seal, seal.times, sizeof seal.times);
    expect_no_bit_changed(&seal, seal.key, sizeof seal.key);
    expect_no_bit_changed(&seal, seal.signature, sizeof seal.signature);
}
