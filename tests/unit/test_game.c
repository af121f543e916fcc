#include "common/game/family.h"
#include "tests/unit/test_game_table.h"

SUITE(game, 60);

Test(game, positions_copy_compare_insert_and_remove)
{
    struct position a = {0}, b = {0};
    cr_assert(position_equal(&a, &b));
    for (int64_t cell = 1; cell <= 100; cell++)
        position_push(&a, cell);
    position_copy(&b, &a);
    cr_assert(position_equal(&a, &b));
    position_insert(&b, 0, 7);
    cr_assert_eq(b.cells[0], 7);
    cr_assert_eq(b.cells[100], 100);
    cr_assert_not(position_equal(&a, &b));
    position_remove(&b, 0);
    cr_assert(position_equal(&a, &b));
    position_remove(&b, 99);
    cr_assert_not(position_equal(&a, &b));
    cr_assert_not(position_equal(&b, &a));
    position_push(&b, 101);
    cr_assert_not(position_equal(&a, &b));
    position_copy(&a, &a);
    cr_assert_eq(a.count, 100);
    position_finish(&a);
    position_copy(&b, &a);
    cr_assert_eq(b.count, 0);
    position_finish(&b);
}

Test(game, moves_are_equal_when_their_sides_are)
{
    struct move a = {.before_count = 1, .after_count = 1, .cells = {5, 3, 9}};
    struct move b = {.before_count = 1, .after_count = 1, .cells = {5, 3, 8}};
    struct move sides = {.before_count = 2, .after_count = 0, .cells = {5, 3}};
    struct move cells = {.before_count = 1, .after_count = 1, .cells = {5, 2}};
    cr_assert(move_equal(&a, &b));
    cr_assert_not(move_equal(&a, &sides));
    cr_assert_not(move_equal(&a, &cells));
}

static enum game_look look_by_name(const char *rules)
{
    return rules_of(rules).look;
}

Test(game, a_name_of_a_game_says_what_it_looks_like_and_rules_do_not)
{
    cr_assert_eq(look_by_name("nimble"), LOOK_STRIP);
    cr_assert_eq(look_by_name("scoring,misere"), LOOK_STRIP);
    expect_rules("scoring,misere", "subtraction:1,2,3,misere");
    cr_assert_eq(look_by_name("nim"), LOOK_PLAIN);
    cr_assert_eq(look_by_name("subtraction:1,2,3"), LOOK_PLAIN);
}

static enum game_look look_told(const char *rules, const char *text)
{
    struct rules parsed = rules_of(rules);
    return look_of(&parsed, text, strlen(text));
}

Test(game, a_look_that_is_unknown_or_does_not_fit_is_none)
{
    struct rules nim = rules_of("nim");
    cr_assert_eq(look_told("nim,misere", "strip"), LOOK_STRIP);
    cr_assert_eq(look_told("subtraction:2,5", "strip"), LOOK_STRIP);
    cr_assert_eq(look_told("kayles", "strip"), LOOK_PLAIN);
    cr_assert_eq(look_told("kayles,misere", "pins"), LOOK_PINS);
    cr_assert_eq(look_told("octal:0.(47)", "ring"), LOOK_RING);
    cr_assert_eq(look_told("octal:0.33", "pins"), LOOK_PLAIN);
    cr_assert_eq(look_told("octal:4.7", "ring"), LOOK_PLAIN);
    cr_assert_eq(look_told("octal:0.137,misere", "pawns"), LOOK_PAWNS);
    cr_assert_eq(look_told("kayles", "pawns"), LOOK_PLAIN);
    cr_assert_eq(look_told("octal:0.1370001", "pawns"), LOOK_PLAIN);
    cr_assert_eq(look_told("nim", "strips"), LOOK_PLAIN);
    cr_assert_eq(look_told("nim,misere", "binary"), LOOK_BINARY);
    cr_assert_eq(look_told("subtraction:2,5", "binary"), LOOK_PLAIN);
    cr_assert_eq(look_told("nim", "band"), LOOK_BAND);
    cr_assert_eq(look_told("wythoff,misere", "queen"), LOOK_QUEEN);
    cr_assert_eq(look_told("nim", "queen"), LOOK_PLAIN);
    cr_assert_eq(look_told("grundy", "pile"), LOOK_PILE);
    cr_assert_eq(look_told("nim", "pile"), LOOK_PLAIN);
    cr_assert_eq(look_told("nim", ""), LOOK_PLAIN);
    cr_assert_eq(look_of(&nim, NULL, 0), LOOK_PLAIN);
    cr_assert_null(look_text(LOOK_PLAIN));
    for (enum game_look look = LOOK_PLAIN + 1; look < LOOK_COUNT; look++)
        cr_assert(look_is_name(look_text(look), strlen(look_text(look))));
}

/* Draws starts of these rules with this look; NULL: that of the rules' name. Each has one part, a
 * ring or not, if there is a form, and never a ring otherwise. */
static void expect_starts(const char *rules, const char *look, enum game_look with_form)
{
    struct table table = {.rules = rules_of(rules)};
    struct error error;
    if (look)
        table.rules.look = look_told(rules, look);
    cr_assert(with_form == LOOK_PLAIN || table.rules.look == with_form, "%s", rules);
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct random random = random_from_seed(seed);
        position_draw_start(&table.rules, &random, &table.position);
        EXPECT(!position_check_start(&table.rules, &table.position, &error), "%s: %s", rules,
               error.message);
        if (table.rules.family->has_heaps)
            EXPECT((table.position.cells[0] < 0) == (with_form == LOOK_RING), "%s", rules);
        if (with_form != LOOK_PLAIN)
            EXPECT(table.position.count == 1, "%s: %u heaps", rules, table.position.count);
    }
    table_clear(&table);
}

Test(game, a_start_that_is_drawn_fits_the_look)
{
    for (const struct game *game = games; game->name; game++)
        expect_starts(game->name, NULL, look_has_start(game->look) ? game->look : LOOK_PLAIN);
    expect_starts("kayles-on-a-ring,misere", NULL, LOOK_RING);
    expect_starts("dawsons-chess-on-a-ring,misere", NULL, LOOK_RING);
    expect_starts("one-pile,misere", NULL, LOOK_PILE);
    expect_starts("dawsons-chess-with-pawns,misere", NULL, LOOK_PAWNS);
    expect_starts("subtraction:2,3,clear", "pile", LOOK_PILE);
    expect_starts("subtraction:50,100", "pile", LOOK_PILE);
    expect_starts("grundy,misere", "pile", LOOK_PILE);
    expect_starts("hexadecimal:0.3f", "pile", LOOK_PILE);
}

/* More counters than are drawn: a ring has a move from 23 and from 31 on. */
Test(game, a_ring_that_is_drawn_has_a_move)
{
    expect_starts("octal:0.1000000000000000000004", "ring", LOOK_RING);
    expect_starts("octal:0.000000000000000000000000000004", "ring", LOOK_RING);
    expect_starts("octal:0.000000000000000000000000000001", "pile", LOOK_PILE);
}

/* What was drawn without a look stays, for clients that name none. */
Test(game, without_a_look_any_start_is_drawn)
{
    struct table table = {.rules = rules_of("subtraction:3,4,5")};
    uint32_t most = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct random random = random_from_seed(seed);
        position_draw_start(&table.rules, &random, &table.position);
        most = table.position.count > most ? table.position.count : most;
    }
    cr_assert_gt(most, 1);
    table_clear(&table);
}

Test(game, names_of_looks_are_short_and_plain)
{
    cr_assert(look_is_name("a", 1));
    cr_assert(look_is_name("three-rows-of-16", 16));
    cr_assert_not(look_is_name("", 0));
    cr_assert_not(look_is_name("three-rows-of-160", 17));
    cr_assert_not(look_is_name("Strip", 5));
    cr_assert_not(look_is_name("a b", 3));
    cr_assert_not(look_is_name("\x1b[0m", 4));
}

Test(game, games_with_a_board_of_their_own_come_last)
{
    bool has_board = false;
    for (const struct game *game = games; game->name; game++) {
        cr_assert_not(has_board && look_is_plain(game->look), "%s", game->name);
        has_board |= !look_is_plain(game->look);
        cr_assert_eq(look_by_name(game->name), game->look);
    }
}

Test(game, the_catalogue_names_canonical_rules_that_can_be_started)
{
    struct error error;
    for (const struct game *game = games; game->name; game++) {
        expect_rules(game->name, game->rules);
        expect_rules(game->rules, game->rules);
        struct table table = table_of(game->rules, game->example);
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE,
                     "%s: %s", game->name, error.message);
        expect_position(game->rules, game->example, game->example);
        cr_assert_gt(strlen(game->title), 0);
        cr_assert_gt(strlen(game->summary), 0);
        table_clear(&table);
    }
}

Test(game, aliases_stand_for_rules)
{
    expect_rules("fibonacci-nim", "take-away:2x");
    expect_rules("kayles", "octal:0.77");
    expect_rules("laskers-nim", "octal:4.3...");
    expect_rules("dawsons-kayles", "octal:0.07");
    expect_rules("dawsons-chess", "octal:0.137");
}

#define KNOWN_GAMES                                                                                \
    "a game was expected: nim, take-away:F, octal:CODE, hexadecimal:CODE, subtraction:SET, "       \
    "grundy, wythoff, chomp, green-hackenbush, silver-dollar, date, candy, sticks, odd-scoring, "  \
    "tactix, turning:KIND, northcott, or the name of a game, such as kayles"

Test(game, an_unknown_name_is_answered_with_the_known_ones)
{
    expect_bad_rules("", KNOWN_GAMES);
    expect_bad_rules("gomoku", KNOWN_GAMES);
    expect_bad_rules("take-away2x", KNOWN_GAMES);
    expect_bad_rules(":", KNOWN_GAMES);
    expect_bad_rules("kyls", KNOWN_GAMES);
    expect_bad_rules("aklyes", KNOWN_GAMES);
}

Test(game, a_name_that_is_nearly_right_is_suggested)
{
    expect_bad_rules("kayls", "did you mean kayles? " KNOWN_GAMES);
    expect_bad_rules("kalyes", "did you mean kayles? " KNOWN_GAMES);
    expect_bad_rules("kayles:3", "did you mean kayles? " KNOWN_GAMES);
    expect_bad_rules("nimm", "did you mean nim? " KNOWN_GAMES);
    expect_bad_rules("Nim", "did you mean nim? " KNOWN_GAMES);
    expect_bad_rules(" nim", "did you mean nim? " KNOWN_GAMES);
    expect_bad_rules("takeaway:2x", "did you mean take-away? " KNOWN_GAMES);
    expect_bad_rules("lasker", "did you mean laskers-nim? " KNOWN_GAMES);
    expect_bad_rules("fibonacci", "did you mean fibonacci-nim? " KNOWN_GAMES);
    expect_bad_rules("dawsons", KNOWN_GAMES);
    expect_bad_rules("octa:0.77", "did you mean octal? " KNOWN_GAMES);
    expect_bad_rules("dawson-chess", "did you mean dawsons-chess? " KNOWN_GAMES);
}

Test(game, nothing_but_suffixes_may_follow_the_rules)
{
    expect_bad_rules("nim:3", "at 4 (':'): the end was expected");
    expect_bad_rules("nim,", "at 5 (the end): misere was expected");
    expect_bad_rules("nim,misere:3", "at 11 (':'): the end was expected");
    expect_bad_rules("nim,miserere", "at 11 ('r'): the end was expected");
    expect_bad_rules("take-away:2x,localised", "at 19 ('i'): the end was expected");
    expect_bad_rules("take-away:2x,lokal", "at 14 ('l'): local or global or misere was expected");
    expect_bad_rules("take-away:2x,", "at 14 (the end): local or global or misere was expected");
    expect_bad_rules("take-away:2x misere", "at 13 (a space): the end was expected");
}

Test(game, suffixes_have_one_order)
{
    expect_rules("nim,misere", "nim,misere");
    expect_rules("octal:0.77,misere", "octal:0.77,misere");
    expect_rules("octal:4.(3),misere", "octal:4.3...,misere");
    expect_rules("take-away:4/2x,local", "take-away:2x,local");
    expect_rules("take-away:2x,global", "take-away:2x,global");
    expect_rules("take-away:2x,misere", "take-away:2x,misere");
    expect_rules("take-away:2x,local,misere", "take-away:2x,local,misere");
    expect_rules("take-away:2x,misere,local", "take-away:2x,local,misere");
    expect_rules("take-away:2x,misere,global", "take-away:2x,global,misere");
}

Test(game, aliases_take_the_suffixes_of_their_rules)
{
    expect_rules("kayles,misere", "octal:0.77,misere");
    expect_rules("laskers-nim,misere", "octal:4.3...,misere");
    expect_rules("fibonacci-nim,local", "take-away:2x,local");
    expect_rules("fibonacci-nim,misere,global", "take-away:2x,global,misere");
    expect_bad_rules("kayles,local", "at 8 ('l'): misere was expected");
    expect_bad_rules("fibonacci-nim,x", "at 15 ('x'): local or global or misere was expected");
}

Test(game, only_the_variants_of_a_family_are_suffixes_and_each_once)
{
    expect_bad_rules("nim,local", "at 5 ('l'): misere was expected");
    expect_bad_rules("nim,misere,misere", "at 12: misere is given twice");
    expect_bad_rules("nim,misere,", "at 11 (','): the end was expected");
    expect_bad_rules("nim,misere,local", "at 11 (','): the end was expected");
    expect_bad_rules("take-away:2x,local,local", "at 20: local is given twice");
    expect_bad_rules("take-away:2x,local,global", "at 20: local and global exclude each other");
    expect_bad_rules("take-away:2x,misere,global,local",
                     "at 28: global and local exclude each other");
    expect_bad_rules("take-away:2x,misere,misere", "at 21: misere is given twice");
    expect_bad_rules("take-away:2x,misere,local,misere", "at 27: misere is given twice");
    expect_bad_rules("take-away:2x,local,", "at 20 (the end): misere was expected");
    expect_bad_rules("take-away:2x,misere,x", "at 21 ('x'): local or global was expected");
    expect_bad_rules("take-away:2x,misere,local,x", "at 26 (','): the end was expected");
}

Test(game, suffixes_are_numbered_and_told_apart)
{
    cr_assert_eq(rules_of("take-away:2x").variant, 0);
    cr_assert_eq(rules_of("take-away:2x,local").variant, 1);
    cr_assert_eq(rules_of("take-away:2x,misere,global").variant, 2);
    cr_assert(rules_of("take-away:2x,misere,global").misere);
    cr_assert(rules_of("kayles,misere").misere);
    cr_assert_not(rules_of("kayles").misere);
}

/* "octal:0." and `digits` sevens, followed by `tail`. */
static void fill_octal(char text[static 400], int digits, const char *tail)
{
    strcpy(text, "octal:0.");
    memset(text + 8, '7', (size_t)digits);
    strcpy(text + 8 + digits, tail);
}

Test(game, rules_are_256_bytes_at_most_also_in_canonical_form)
{
    char text[400];
    fill_octal(text, 248, "");
    expect_rules(text, text);
    fill_octal(text, 249, "");
    expect_bad_rules(text, "the text is over 256 bytes");
    fill_octal(text, 244, "3...");
    expect_rules(text, text);
    fill_octal(text, 245, "(3)");
    expect_bad_rules(text, "the text is over 256 bytes");
    fill_octal(text, 241, ",misere");
    expect_rules(text, text);
    fill_octal(text, 242, ",misere");
    expect_bad_rules(text, "the text is over 256 bytes");
}

Test(game, texts_of_positions_and_moves_have_stated_limits)
{
    struct table table = table_of("nim", "5");
    char *text = memory_zeroed(POSITION_TEXT_MAX + 1, 1);
    memset(text, '1', POSITION_TEXT_MAX + 1);
    struct error error;
    struct move move;
    cr_assert_eq(position_parse(&table.rules, text, POSITION_TEXT_MAX + 1, &table.position, &error),
                 ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "the text is over 16384 bytes");
    cr_assert_eq(move_parse(&table.rules, &table.position, text, MOVE_TEXT_MAX + 1, &move, &error),
                 ERROR_BAD_MOVE);
    cr_assert_str_eq(error.message, "the text is over 1024 bytes");
    cr_assert_eq(table.position.cells[0], 5, "a failure leaves the position alone");
    free(text);
    table_clear(&table);
}

Test(game, a_position_is_replaced_on_success_and_left_alone_on_failure)
{
    struct table table = table_of("nim", "3+5+7");
    struct text printed = {0};
    struct error error;
    table_set(&table, "2+9");
    cr_assert_str_eq(position_text(&table, &printed), "2+9");
    cr_assert_eq(position_parse(&table.rules, "4+x", 3, &table.position, &error),
                 ERROR_BAD_POSITION);
    cr_assert_str_eq(position_text(&table, &printed), "2+9");
    text_finish(&printed);
    table_clear(&table);
}

Test(game, a_match_starts_only_where_there_is_a_legal_move)
{
    static const char *const over[][2] = {
        {"nim", "0"},
        {"take-away:2x", "0"},
        {"take-away:2x", "1"},
        {"take-away:2x,local", "1+1"},
        {"take-away:2x,global", "1+1"},
        {"take-away:2x,misere", "1"},
        {"octal:0.07", "1+1"},
    };
    struct error error;
    for (size_t i = 0; i < sizeof over / sizeof *over; i++) {
        struct table table = table_of(over[i][0], over[i][1]);
        cr_assert(position_is_over(&table.rules, &table.position));
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error),
                     ERROR_NO_LEGAL_MOVE);
        table_clear(&table);
    }
    struct table table = table_of("octal:0.07", "1");
    position_check_start(&table.rules, &table.position, &error);
    cr_assert_str_eq(error.message,
                     "octal:0.07: a match cannot start where there is no legal move");
    table_clear(&table);
}

/* The rules, and how many cells a drawn start has and of what size. */
struct drawn {
    const char *rules;
    uint32_t least_count, most_count;
    int64_t least_cell, most_cell;
};

static void expect_drawn(const struct drawn *drawn, uint64_t seed)
{
    struct random random = random_from_seed(seed);
    struct table table = {.rules = rules_of(drawn->rules)};
    struct error error;
    position_push(&table.position, 99);
    position_draw_start(&table.rules, &random, &table.position);
    const struct position *position = &table.position;
    cr_assert_eq(position_check_start(&table.rules, position, &error), ERROR_NONE, "%s, seed %lu",
                 drawn->rules, (unsigned long)seed);
    cr_assert(position->count >= drawn->least_count && position->count <= drawn->most_count);
    for (uint32_t i = 0; i < position->count; i++)
        cr_assert(position->cells[i] >= drawn->least_cell && position->cells[i] <= drawn->most_cell,
                  "%s, seed %lu", drawn->rules, (unsigned long)seed);
    table_clear(&table);
}

Test(game, drawn_starts_are_of_the_sizes_people_like_and_always_have_a_move)
{
    static const struct drawn drawn[] = {
        {"nim", 3, 3, 1, 15},
        {"take-away:2x", 2, 2, 19, 50},
        {"take-away:2x,misere", 2, 2, 19, 50},
        {"take-away:2x,local", 4, 6, 4, 20},
        {"take-away:10000x,local", 4, 6, 4, 20},
        {"take-away:2x,local,misere", 4, 6, 4, 13},
        {"take-away:2x,global", 3, 4, 4, 20},
        {"take-away:3x,global,misere", 3, 4, 4, 20},
        {"kayles", 1, 3, 5, 20},
        {"laskers-nim", 1, 3, 5, 20},
        /* No drawn heap can be moved, so one that can is added. */
        {"octal:0.000000000000000000000000000001", 2, 4, 5, 30},
        {"octal:0.000000000000000000000000000002", 2, 4, 5, 31},
        {"octal:0.000000000000000000000000000004", 2, 4, 5, 32},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        for (uint64_t seed = 0; seed < 200; seed++)
            expect_drawn(&drawn[i], seed);
    }
}

/* Text of up to 24 bytes, most of them from `alphabet`. */
static size_t draw_garbage(struct random *random, const char *alphabet, char garbage[static 24])
{
    size_t len = (size_t)random_below(random, 25);
    for (size_t i = 0; i < len; i++)
        garbage[i] = random_below(random, 50) == 0
                         ? (char)random_below(random, 256)
                         : alphabet[(size_t)random_below(random, strlen(alphabet))];
    return len;
}

static void expect_told(const struct error *error, enum error_code code)
{
    cr_assert_eq(error->code, code);
    cr_assert_gt(strlen(error->message), 0);
    for (const char *c = error->message; *c; c++)
        cr_assert(c[0] >= 0x20 && c[0] < 0x7F, "an error echoes a byte that is not printable");
}

static void fuzz_rules(const char *text, size_t len)
{
    struct rules rules, again;
    struct error error;
    enum error_code failed = rules_parse(&rules, text, len, &error);
    if (failed) {
        expect_told(&error, ERROR_BAD_RULES);
        return;
    }
    cr_assert_eq(rules_parse(&again, rules.text, rules.text_len, &error), ERROR_NONE);
    cr_assert_str_eq(again.text, rules.text);
    cr_assert_arr_eq(again.parameters, rules.parameters, sizeof rules.parameters);
    cr_assert_eq(again.variant, rules.variant);
    cr_assert_eq(again.misere, rules.misere);
}

Test(game, garbage_never_makes_rules_without_a_canonical_text)
{
    static const char *const heads[] = {"", "take-away:", "octal:", "octal:0.", "nim", "nim,mis"};
    struct random random = random_from_seed(1);
    for (int i = 0; i < 100000; i++) {
        const char *head = heads[i % 6];
        char text[64];
        strcpy(text, head);
        size_t len = strlen(head) + draw_garbage(&random, "0123456777x+-/.()...take-nim:,misere",
                                                 text + strlen(head));
        char *bare = bare_copy(text, len);
        fuzz_rules(bare, len);
        free(bare);
    }
}

static void fuzz_position(struct table *table, const char *text, size_t len)
{
    struct position again = {0};
    struct text printed = {0};
    struct error error;
    enum error_code failed = position_parse(&table->rules, text, len, &table->position, &error);
    if (failed) {
        expect_told(&error, ERROR_BAD_POSITION);
        return;
    }
    const char *canonical = position_text(table, &printed);
    cr_assert_eq(position_parse(&table->rules, canonical, printed.len, &again, &error), ERROR_NONE,
                 "%s: %s", canonical, error.message);
    cr_assert(position_equal(&again, &table->position));
    text_finish(&printed);
    position_finish(&again);
}

static const char *const fuzzed_rules[] = {
    "nim",          "take-away:2x",       "octal:0.77",
    "octal:4.(30)", "take-away:2x,local", "take-away:3/2x,global",
};

enum { FUZZED = sizeof fuzzed_rules / sizeof *fuzzed_rules };

Test(game, garbage_never_makes_a_position_without_a_canonical_text)
{
    struct random random = random_from_seed(2);
    for (int i = 0; i < 100000; i++) {
        struct table table = {.rules = rules_of(fuzzed_rules[i % FUZZED])};
        char text[24];
        size_t len = draw_garbage(&random, "0123456789+++@>", text);
        char *bare = bare_copy(text, len);
        fuzz_position(&table, bare, len);
        free(bare);
        table_clear(&table);
    }
}

static bool is_listed(const struct table *table, const struct move *move)
{
    uint128 count = move_count(&table->rules, &table->position);
    for (uint128 i = 0; i < count; i++) {
        struct move listed;
        move_at(&table->rules, &table->position, i, &listed);
        if (move_equal(&listed, move))
            return true;
    }
    return false;
}

/* Returns whether it was a move. */
static bool fuzz_move(const struct table *table, const char *text, size_t len)
{
    struct move move;
    struct error error;
    enum error_code failed = move_parse(&table->rules, &table->position, text, len, &move, &error);
    if (failed) {
        expect_told(&error, failed == ERROR_ILLEGAL_MOVE ? failed : ERROR_BAD_MOVE);
        return false;
    }
    struct text printed = {0};
    cr_assert(is_listed(table, &move), "%.*s", (int)len, text);
    cr_assert(table_allows(table, move_text(table, &move, &printed), &move));
    text_finish(&printed);
    return true;
}

/* A text of the form of a move, with small heaps. */
static size_t draw_move(struct random *random, char text[static 24])
{
    int len = 0;
    for (uint128 more = random_below(random, 3); more < 3; more++)
        len += sprintf(text + len, "%d%c", (int)random_below(random, 8),
                       random_below(random, 4) ? '+' : '>');
    if (random_below(random, 2))
        text[len - 1] = '>';
    len += sprintf(text + len, "%d", (int)random_below(random, 8));
    return (size_t)len;
}

Test(game, garbage_never_makes_an_illegal_move)
{
    static const char *const positions[] = {"2+3+5+5+7", "7@4",           "3+4+7",
                                            "1+2+6+6",   "1+3+5@2+5+7@3", "2+3+5+5+7@3"};
    struct random random = random_from_seed(3);
    int legal = 0;
    for (int i = 0; i < 100000; i++) {
        struct table table = table_of(fuzzed_rules[i % FUZZED], positions[i % FUZZED]);
        char text[24];
        size_t len = random_below(&random, 4) ? draw_move(&random, text)
                                              : draw_garbage(&random, "0123567+>>@", text);
        char *bare = bare_copy(text, len);
        legal += fuzz_move(&table, bare, len);
        free(bare);
        table_clear(&table);
    }
    cr_assert_gt(legal, 1000, "only %d of the texts were moves", legal);
}

/* --- games that are added --- */

Test(game, added_games_are_read_and_replaced)
{
    static const struct game added[] = {
        {.name = "house", .rules = "octal:0.0137", .title = "House"},
        {.name = "poor-nim", .rules = "nim,misere", .look = LOOK_STRIP, .title = "Poor Nim"},
    };
    struct rules rules;
    struct error error;
    games_add(added, 2);
    cr_assert_not(rules_parse(&rules, "house,misere", 12, &error), "%s", error.message);
    cr_assert_str_eq(rules.text, "octal:0.0137,misere");
    cr_assert_not(rules_parse(&rules, "poor-nim", 8, &error), "%s", error.message);
    cr_assert_str_eq(rules.text, "nim,misere");
    cr_assert_eq(rules.look, LOOK_STRIP);
    cr_assert_eq(rules_parse(&rules, "poor-nim,misere", 15, &error), ERROR_BAD_RULES);
    games_add(added + 1, 1);
    cr_assert_eq(rules_parse(&rules, "house", 5, &error), ERROR_BAD_RULES);
    cr_assert_not(rules_parse(&rules, "poor-nim", 8, &error));
    games_add(NULL, 0);
    cr_assert_eq(rules_parse(&rules, "poor-nim", 8, &error), ERROR_BAD_RULES);
    cr_assert_not(rules_parse(&rules, "scoring", 7, &error));
}
