#include "common/game/game.h"

#include "common/game/family.h"

#include <assert.h>
#include <string.h>

enum { CATALOGUE_MAX = 64 }; /* rows, with those added and the last one, which is empty */

static struct game catalogue[CATALOGUE_MAX] = {
    {
        .name = "nim",
        .rules = "nim",
        .title = "Nim",
        .summary = "Take any number of counters from one heap.",
        .example = "3+5+7",
    },
    {
        .name = "fibonacci-nim",
        .rules = "take-away:2x",
        .title = "Fibonacci Nim",
        .summary = "Take counters from the one heap, not all of them at first, then at most twice "
                   "what was just taken.",
        .example = "35",
    },
    {
        .name = "kayles",
        .rules = "octal:0.77",
        .title = "Kayles",
        .summary = "Knock down one pin or two neighbours; the row may fall into two.",
        .example = "1+11",
    },
    {
        .name = "laskers-nim",
        .rules = "octal:4.3...",
        .title = "Lasker's Nim",
        .summary = "Take any number of counters from one heap, or split one into two.",
        .example = "2+5+7",
    },
    {
        .name = "dawsons-kayles",
        .rules = "octal:0.07",
        .title = "Dawson's Kayles",
        .summary = "Knock down two neighbouring pins; the row may fall into two.",
        .example = "13",
    },
    {
        .name = "dawsons-chess",
        .rules = "octal:0.137",
        .title = "Dawson's Chess",
        .summary = "Take a whole heap of one, two from the end of a heap, or three from anywhere "
                   "in it.",
        .example = "11",
    },
    {
        .name = "bachets-game",
        .rules = "subtraction:1,2,3",
        .title = "Bachet's Game",
        .summary = "Take one, two or three counters from one heap.",
        .example = "21",
    },
    {
        .name = "subtract-a-square",
        .rules = "subtraction:squares",
        .title = "Subtract a Square",
        .summary = "Take a square number of counters (1, 4, 9, ...) from one heap.",
        .example = "13+29",
    },
    {
        .name = "grundy",
        .rules = "grundy",
        .title = "Grundy's Game",
        .summary = "Split a heap into two that differ.",
        .example = "8+13",
    },
    {
        .name = "wythoff",
        .rules = "wythoff",
        .title = "Wythoff's Game",
        .summary =
            "Take any number of counters from one of two heaps, or the same number from both.",
        .example = "8+12",
    },
    {
        .name = "chomp",
        .rules = "chomp",
        .title = "Chomp",
        .summary = "Bite off a square of chocolate with all below it and to its right; the first "
                   "square of the first row is poisoned and stays.",
        .example = "5+5+5",
    },
    {
        .name = "green-hackenbush",
        .rules = "green-hackenbush",
        .title = "Green Hackenbush",
        .summary = "Cut an edge of the picture; what the ground (0) no longer holds falls away.",
        .example = "0-1-2-0+0-3-4-5+2-6",
    },
    {
        .name = "silver-dollar",
        .rules = "silver-dollar",
        .title = "Silver Dollar without the Dollar",
        .summary = "Move one counter to the left, neither over another one nor onto it.",
        .example = "2+5+9",
    },
    {
        .name = "silver-dollar-one-step",
        .rules = "silver-dollar,one-step",
        .title = "Silver Dollar",
        .summary = "Move one counter to the left, not over another one; whoever moves the dollar "
                   "to the left end takes it and wins.",
        .example = "3+5+9$+12",
    },
    {
        .name = "silver-dollar-two-step",
        .rules = "silver-dollar,two-step",
        .title = "Silver Dollar in two Steps",
        .summary = "Move one counter to the left, not over another one, or take the dollar when "
                   "it lies at the left end: that wins.",
        .example = "3+5$+9+12",
    },
    {
        .name = "date",
        .rules = "date",
        .title = "Date Game",
        .summary = "Name a later date: the same day in a later month, or a later day of the same "
                   "month. The last date is 31 December; February has 29 days.",
        .example = "9jan",
    },
    {
        .name = "candy",
        .rules = "candy",
        .title = "Candy Squares",
        .summary = "Eat one of two heaps and split the other one into two.",
        .example = "8+13",
    },
    {
        .name = "sticky",
        .rules = "sticks:4",
        .title = "A Sticky Problem",
        .summary = "Break a stick in two, or remove as many sticks of one length as that length "
                   "says; no stick is longer than 4.",
        .example = "1+4+4+4+4",
    },
    {
        .name = "two-sticks",
        .rules = "sticks",
        .title = "Another Sticky Problem",
        .summary = "Break a stick in two, or remove as many sticks of one length as that length "
                   "says.",
        .example = "7+8",
    },
    {
        .name = "odd-scoring",
        .rules = "odd-scoring",
        .title = "Odd Scoring",
        .summary = "Move the chip one, two or three steps; an even number of steps in all wins.",
        .example = "15@0",
    },
    {
        .name = "tactix",
        .rules = "tactix",
        .title = "TacTix in normal play",
        .summary = "Take one chip, or chips side by side in a row or a column without a gap.",
        .example = "xxxx/xxxx/xxxx/xxxx",
    },
    {
        .name = "bulo",
        .rules = "tactix,misere",
        .title = "Bulo, or TacTix",
        .summary = "Take one chip, or chips side by side in a row or a column without a gap; "
                   "whoever takes the last one loses.",
        .example = "xxxx/xxxx/xxxx/xxxx",
    },
    {
        .name = "one-pile",
        .rules = "subtraction:3,4,5",
        .look = LOOK_PILE,
        .title = "One Pile",
        .summary = "Take three, four or five counters from one heap; one or two that are left over "
                   "cannot be taken.",
        .example = "30",
    },
    {
        .name = "turning-turtles",
        .rules = "turning:2",
        .title = "Turning Turtles",
        .summary = "Turn a coin from heads to tails and, if you like, one coin on its left, either "
                   "way.",
        .example = "2+5+9",
    },
    {
        .name = "mock-turtles",
        .rules = "turning:3",
        .title = "Mock Turtles",
        .summary = "Turn a coin from heads to tails and, if you like, one coin or two on its left, "
                   "either way.",
        .example = "2+5+9",
    },
    {
        .name = "ruler",
        .rules = "turning:ruler",
        .title = "Ruler",
        .summary = "Turn over a run of neighbouring coins, the rightmost of which shows heads.",
        .example = "3+4+8",
    },
    {
        .name = "twins",
        .rules = "turning:twins",
        .title = "Twins",
        .summary = "Turn over exactly two coins, the right one of which shows heads.",
        .example = "2+5+9",
    },
    {
        .name = "northcott",
        .rules = "northcott",
        .title = "Northcott's Game",
        .summary = "Slide your checker of one row any distance, without jumping. Both together "
                   "have ten retreats, or as many as the start says.",
        .example = "w....b..+..w..b..+.w..b...@10w",
    },
    {
        .name = "nimble",
        .rules = "nim",
        .look = LOOK_STRIP,
        .title = "Nimble",
        .summary = "Move one chip to any square on its left.",
        .example = "3+5+10",
    },
    {
        .name = "scoring",
        .rules = "subtraction:1,2,3",
        .look = LOOK_STRIP,
        .title = "Scoring",
        .summary = "Move one chip one, two or three squares to the left.",
        .example = "6+9+11",
    },
    {
        .name = "plainim",
        .rules = "nim",
        .look = LOOK_BINARY,
        .title = "Plainim",
        .summary = "Remove a chip, and change the squares to its right in the same row as you "
                   "like, each to a chip or to none.",
        .example = "5+9+14",
    },
    {
        .name = "tiouk-tiouk",
        .rules = "nim",
        .look = LOOK_BAND,
        .title = "Tiouk-Tiouk",
        .summary = "Move a checker any number of squares towards the other one of its row.",
        .example = "3+4+6",
    },
    {
        .name = "queen",
        .rules = "wythoff",
        .look = LOOK_QUEEN,
        .title = "Corner the Lady",
        .summary = "Move the queen any number of squares left, down, or both at once.",
        .example = "5+7",
    },
    {
        .name = "kayles-on-a-ring",
        .rules = "octal:0.77",
        .look = LOOK_RING,
        .title = "Kayles on a ring",
        .summary = "Knock down one pin or two neighbours, at first of a ring.",
        .example = "o13",
    },
    {
        .name = "dawsons-chess-on-a-ring",
        .rules = "octal:0.137",
        .look = LOOK_RING,
        .title = "Dawson's Chess on a ring",
        .summary = "Take a pin with all its neighbours, at first of a ring.",
        .example = "o11",
    },
    {
        .name = "dawsons-kayles-with-pins",
        .rules = "octal:0.07",
        .look = LOOK_PINS,
        .title = "Dawson's Kayles with pins",
        .summary = "Knock down two neighbouring pins.",
        .example = "13",
    },
    {
        .name = "dawsons-chess-with-pawns",
        .rules = "octal:0.137",
        .look = LOOK_PAWNS,
        .title = "Dawson's Chess with pawns",
        .summary = "Two rows of pawns face each other. Advance a pawn on any file; the captures "
                   "that must follow play themselves.",
        .example = "9",
    },
    {0},
};

const struct game *const games = catalogue;

void games_add(const struct game *more, size_t count)
{
    static size_t added = 0;
    size_t at = 0;
    while (catalogue[at].name)
        at++;
    at -= added;
    assert(count <= GAMES_ADDED_MAX && at + count < CATALOGUE_MAX);
    for (size_t i = 0; i < count; i++) {
        catalogue[at + i] = more[i];
        catalogue[at + i].is_added = true;
    }
    catalogue[at + count] = (struct game){0};
    added = count;
}

static enum error_code too_long(struct error *error, enum error_code code, int most_bytes)
{
    return error_set(error, code, "the text is over %d bytes", most_bytes);
}

/* Takes the name of a game from the beginning of a text; NULL when there is none. */
static const struct game *take_game(struct scanner *scanner)
{
    for (const struct game *game = games; game->name; game++) {
        struct scanner ahead = *scanner;
        if (!scanner_take_word(&ahead, game->name))
            continue;
        if (!scanner_at_end(&ahead) && scanner_peek(&ahead) != ',')
            continue;
        *scanner = ahead;
        return game;
    }
    return NULL;
}

/* Expected a suffix after the comma. If all suffixes are already given, the comma itself is the
 * error. */
static enum error_code expected_suffix(const struct rules *rules, struct scanner *scanner,
                                       struct error *error)
{
    struct text known = {0};
    const char *const *variants = rules->family->variants;
    for (int i = 0; variants && variants[i] && rules->variant == 0; i++)
        text_printf(&known, "%s%s", i > 0 ? " or " : "", variants[i]);
    if (!rules->misere && !family_no_misere(rules))
        text_printf(&known, "%smisere", known.len > 0 ? " or " : "");
    if (known.len == 0) {
        scanner->at--;
        text_append_string(&known, "the end");
    }
    enum error_code failed = scanner_expected(scanner, ERROR_BAD_RULES, text_string(&known), error);
    text_finish(&known);
    return failed;
}

static enum error_code given_twice(size_t at, const char *suffix, struct error *error)
{
    return error_set(error, ERROR_BAD_RULES, "at %zu: %s is given twice", at + 1, suffix);
}

static enum error_code set_variant(struct rules *rules, uint8_t variant, size_t at,
                                   struct error *error)
{
    const char *const *variants = rules->family->variants;
    assert(variant >= 1);
    if (rules->variant == variant)
        return given_twice(at, variants[variant - 1], error);
    if (rules->variant)
        return error_set(error, ERROR_BAD_RULES, "at %zu: %s and %s exclude each other", at + 1,
                         variants[rules->variant - 1], variants[variant - 1]);
    rules->variant = variant;
    return ERROR_NONE;
}

static enum error_code parse_suffix(struct rules *rules, struct scanner *scanner,
                                    struct error *error)
{
    size_t at = scanner->at;
    const char *const *variants = rules->family->variants;
    for (uint8_t i = 0; variants && variants[i]; i++) {
        if (scanner_take_word(scanner, variants[i]))
            return set_variant(rules, (uint8_t)(i + 1), at, error);
    }

    if (!scanner_take_word(scanner, "misere"))
        return expected_suffix(rules, scanner, error);
    if (rules->misere)
        return given_twice(at, "misere", error);
    rules->misere = true;
    return ERROR_NONE;
}

/* Reads suffixes, in any order, each at most once. */
static enum error_code parse_suffixes(struct rules *rules, struct scanner *scanner,
                                      struct error *error)
{
    while (scanner_take(scanner, ',')) {
        enum error_code failed = parse_suffix(rules, scanner, error);
        if (failed)
            return failed;
    }
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_RULES, "the end", error);
    const struct family *family = rules->family;
    if (rules->misere && family_no_misere(rules))
        return error_set(error, ERROR_BAD_RULES, "%s%s%s has no misere play: %s", family->name,
                         rules->variant ? "," : "",
                         rules->variant ? family->variants[rules->variant - 1] : "",
                         family_no_misere(rules));
    return ERROR_NONE;
}

/* Reads the rules up to the suffixes, but those that the name of a game stands for. */
static enum error_code parse_basis(struct rules *rules, struct scanner *scanner, struct text *out,
                                   struct error *error)
{
    struct scanner ahead = *scanner;
    if (scanner_take_word(&ahead, "drawn") && (scanner_at_end(&ahead) || scanner_take(&ahead, ':')))
        return error_set(error, ERROR_BAD_RULES,
                         "'drawn' stands for a class of games, and which one it is turns out when "
                         "a match begins: rules such as octal:0.0137 are needed here");
    const struct game *game = take_game(scanner);
    struct scanner named = {0};
    if (game)
        named = (struct scanner){.text = game->rules, .len = strlen(game->rules)};
    struct scanner *basis = game ? &named : scanner;
    enum error_code failed = family_parse(basis, &rules->family, error);
    if (failed)
        return failed;
    rules->look = game ? game->look : LOOK_PLAIN;
    failed = rules->family->rules_parse(rules, basis, out, error);
    return failed || !game ? failed : parse_suffixes(rules, basis, error);
}

/* Fills in `rules` except for the text, which goes to `out`. */
static enum error_code parse_rules(struct rules *rules, struct scanner *scanner, struct text *out,
                                   struct error *error)
{
    enum error_code failed = parse_basis(rules, scanner, out, error);
    if (failed)
        return failed;
    failed = parse_suffixes(rules, scanner, error);
    if (failed)
        return failed;

    if (rules->variant)
        text_printf(out, ",%s", rules->family->variants[rules->variant - 1]);
    if (rules->misere)
        text_append_string(out, ",misere");
    /* "(3)" becomes "3...", so a text that was just short enough may have grown. */
    if (out->len > RULES_TEXT_MAX)
        return too_long(error, ERROR_BAD_RULES, RULES_TEXT_MAX);
    return ERROR_NONE;
}

enum error_code rules_parse(struct rules *ret_rules, const char *text, size_t len,
                            struct error *error)
{
    if (len > RULES_TEXT_MAX)
        return too_long(error, ERROR_BAD_RULES, RULES_TEXT_MAX);
    struct scanner scanner = {.text = text, .len = len};
    struct rules rules = {0};
    struct text canonical = {0};
    enum error_code failed = parse_rules(&rules, &scanner, &canonical, error);
    if (!failed) {
        assert(canonical.len > 0 && canonical.len <= RULES_TEXT_MAX);
        memcpy(rules.text, canonical.bytes, canonical.len);
        rules.text_len = (uint16_t)canonical.len;
        *ret_rules = rules;
    }
    text_finish(&canonical);
    return failed;
}

static enum error_code check_limits(const struct rules *rules, const struct position *position,
                                    struct error *error)
{
    const struct family *family = family_table(rules);
    return family->position_check_limits ? family->position_check_limits(rules, position, error)
                                         : ERROR_NONE;
}

enum error_code position_parse(const struct rules *rules, const char *text, size_t len,
                               struct position *ret_position, struct error *error)
{
    if (len > POSITION_TEXT_MAX)
        return too_long(error, ERROR_BAD_POSITION, POSITION_TEXT_MAX);
    struct scanner scanner = {.text = text, .len = len};
    struct position position = {0};
    enum error_code failed = family_table(rules)->position_parse(rules, &scanner, &position, error);
    if (!failed)
        failed = check_limits(rules, &position, error);
    if (failed) {
        position_finish(&position);
        return failed;
    }
    assert(scanner_at_end(&scanner));
    position_finish(ret_position);
    *ret_position = position;
    return ERROR_NONE;
}

void position_print(const struct rules *rules, const struct position *position, struct text *out)
{
    family_table(rules)->position_print(rules, position, out);
}

enum error_code position_check_start(const struct rules *rules, const struct position *position,
                                     struct error *error)
{
    enum error_code failed = check_limits(rules, position, error);
    if (failed)
        return failed;
    if (position_is_over(rules, position))
        return error_set(error, ERROR_NO_LEGAL_MOVE,
                         "%s: a match cannot start where there is no legal move", rules->text);
    return ERROR_NONE;
}

void position_draw_start(const struct rules *rules, struct random *random,
                         struct position *ret_position)
{
    ret_position->count = 0;
    family_table(rules)->position_draw_start(rules, random, ret_position);
    look_fit_start(rules, ret_position);
    assert(!position_is_over(rules, ret_position));
}

bool position_is_over(const struct rules *rules, const struct position *position)
{
    const struct family *table = family_table(rules);
    if (table->is_over)
        return table->is_over(rules, position);
    return move_count(rules, position) == 0;
}

enum stuck_result position_stuck_result(const struct rules *rules, const struct position *position)
{
    const struct family *table = family_table(rules);
    if (table->stuck_result)
        return table->stuck_result(rules, position);
    return rules->misere ? STUCK_WINS : STUCK_LOSES;
}

uint128 position_counters(const struct rules *rules, const struct position *position)
{
    const struct family *table = family_table(rules);
    if (table->counters)
        return table->counters(rules, position);
    uint128 counters = 0;
    for (uint32_t i = 0; i < position->count; i++)
        counters += (uint128)position->cells[i];
    return counters;
}

uint128 move_count(const struct rules *rules, const struct position *position)
{
    return family_table(rules)->move_count(rules, position);
}

void move_at(const struct rules *rules, const struct position *position, uint128 index,
             struct move *ret_move)
{
    assert(index < move_count(rules, position));
    family_table(rules)->move_at(rules, position, index, ret_move);
    assert(ret_move->before_count >= 1);
    assert(ret_move->before_count + ret_move->after_count <= MOVE_CELLS_MAX);
}

enum error_code move_parse(const struct rules *rules, const struct position *position,
                           const char *text, size_t len, struct move *ret_move, struct error *error)
{
    if (len > MOVE_TEXT_MAX)
        return too_long(error, ERROR_BAD_MOVE, MOVE_TEXT_MAX);
    struct scanner scanner = {.text = text, .len = len};
    struct move move;
    enum error_code failed =
        family_table(rules)->move_parse(rules, position, &scanner, &move, error);
    if (failed)
        return failed;
    assert(scanner_at_end(&scanner));
    assert(move.before_count >= 1 && move.before_count + move.after_count <= MOVE_CELLS_MAX);
    *ret_move = move;
    return ERROR_NONE;
}

void move_print(const struct rules *rules, const struct position *position, const struct move *move,
                struct text *out)
{
    family_table(rules)->move_print(rules, position, move, out);
}

void move_apply(const struct rules *rules, struct position *position, const struct move *move)
{
    family_table(rules)->move_apply(rules, position, move);
}

void games_print_names(struct text *out)
{
    for (const struct game *game = games; game->name; game++)
        text_printf(out, "%s ", game->name);
}
