/* What holds of every family: texts are refused or read as something canonical, moves keep
 * positions canonical, and every move from a lost position leads to a won one, also near the
 * limits. */
#include "test_solver_checks.h"

#include "common/game/chomp.h"
#include "common/game/family.h"
#include "common/game/take_away.h"

#include <inttypes.h>
#include <string.h>

SUITE(solver_properties, 240);

#ifdef TESTS_UNDER_ASAN
enum { MUTATIONS = 6, GAMES = 4, LARGE_GAMES = 2, REPLIES_SAMPLED = 60 };
#else
enum { MUTATIONS = 25, GAMES = 25, LARGE_GAMES = 10, REPLIES_SAMPLED = 1000 };
#endif

/* Rules and a start near their limits. */
struct large_start {
    const char *rules;
    const char *position;
};

static const struct large_start large_starts[] = {
    {"nim", "9223372036854775807+9223372036854775806+1+4611686018427387904+77+77"},
    {"nim,misere", "9223372036854775807+9223372036854775806+1+4611686018427387904+77+77"},
    {"octal:0.3...", "9223372036854775807+9223372036854775806+1"},
    {"octal:0.3...,misere", "9223372036854775807+9223372036854775806+1"},
    {"octal:4.3...", "9223372036854775807+9223372036854775804+3"},
    {"octal:4.3...,misere", "20+12+5+3"},
    {"octal:0.77", "9223372036854775807+9223372036854775806+57+57+70"},
    {"octal:0.77,misere", "9223372036854775807+9223372036854775806+57+57+70"},
    {"octal:0.07", "9223372036854775807+9223372036854775806+57+57+70"},
    {"octal:0.07,misere", "40"},
    {"octal:0.137", "9223372036854775807+9223372036854775806+57+57+70"},
    {"octal:0.137,misere", "20+10+10"},
    {"octal:0.6", "65536+65535+13+1"},
    {"octal:0.(12)", "20000+45000+13+1"},
    {"octal:0.0016,misere", "30+10"},
    {"hexadecimal:0.3f", "2000+1500+13+1"},
    {"hexadecimal:8.(1e)", "1000+900+13+1"},
    {"hexadecimal:c.0f,misere", "20+10+6"},
    {"take-away:x", "9223372036854775807"},
    {"take-away:2x", "9223372036854775807"},
    {"take-away:2x", "7540113804746346429"},
    {"take-away:2x-1", "4611686018427387904"},
    {"take-away:41/10x+3", "9223372036854775806"},
    {"take-away:2x,misere", "9223372036854775807"},
    {"take-away:x,global", "9223372036854775807+9223372036854775806+5"},
    {"take-away:2x-1,global", "9223372036854775807+4611686018427387904+5"},
    {"take-away:2x,global", "4611686018427387904+9223372036854775807"},
    {"take-away:3x,global", "100+101+102"},
    {"take-away:2x,global,misere", "75+78"},
    {"take-away:2x,local", "1000+20000+20001"},
    {"take-away:3/2x+1,local", "1000+20000+20001"},
    {"take-away:2x,local,misere", "30+40"},
    {"wythoff", "5700357409661599241+9223372036854775807"},
    {"wythoff,misere", "5700357409661599241+9223372036854775807"},
    {"chomp", "11+11+11+11+11+11+11+11+11+11+11"},
    {"chomp", "1412+1412"},
    {"chomp,misere", "11+11+11+11+11+11+11+11+11+11+11"},
    {"green-hackenbush", "0-1-2-3-0+3-4-5-6-7-8-9-4+9-10+10-11+0-12-13-14-12+14-15-16-17-15"},
    {"green-hackenbush,misere", "0-1-2-3-0+3-4-5-6-4+0-7-8-7"},
    {"silver-dollar", "100+101+300+500+501+502+700+1000"},
    {"silver-dollar,misere", "100+101+300+500+501+502+700+1000"},
    {"silver-dollar,one-step", "100+101+300+500+501+502+700$+1000"},
    {"silver-dollar,two-step", "100$+101+300+500+501+502+700+1000"},
    {"turning:2", "1+2+3+50+51+52+97+98+99+100"},
    {"turning:3", "1+2+3+20+21+22+47+48+49+50"},
    {"turning:ruler", "1+2+3+50+51+52+97+98+99+100"},
    {"turning:ruler,misere", "1+2+3+50+51+52+97+98+99+100"},
    {"turning:twins", "1+2+3+50+51+52+97+98+99+100"},
    {"turning:3,misere", "1+2+3+10+11+12+13+14+15"},
    {"subtraction:1,2,3", "9223372036854775807+9223372036854775805+1"},
    {"subtraction:2,5,7", "1048576+1048575+4"},
    {"subtraction:squares", "200000+1048575+4"},
    {"subtraction:fibonacci,misere", "400+1000000"},
    {"subtraction:100-200", "9223372036854775807+9223372036854775805+1"},
    {"subtraction:all-but-3-5,misere", "9223372036854775807+9223372036854775805+1"},
    {"subtraction:all-but-1,4", "1048576+1048575+4"},
    {"grundy", "100000+50000+13"},
    {"grundy,misere", "30+10"},
    {"tactix", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"},
    {"tactix,misere", "xxxxxxxxxxxxxxxxxxxxxxxxx"},
    {"sticks", "5+5+5+5+5+4+3+2+35"},
    {"sticks", "50"},
    {"sticks,misere", "1+6+6+6+6+6+6+12"},
};
enum { LARGE_STARTS = sizeof large_starts / sizeof *large_starts };

static const char *const small_rules[] = {
    "nim",
    "nim,misere",
    "octal:0.3...,misere",
    "octal:4.3...",
    "octal:0.77",
    "octal:0.77,misere",
    "octal:0.137,misere",
    "octal:0.356",
    "octal:4.2(04),misere",
    "hexadecimal:0.3f",
    "hexadecimal:8.0d,misere",
    "take-away:x",
    "take-away:2x-1",
    "take-away:2x",
    "take-away:5/2x+1",
    "take-away:3/2x,misere",
    "take-away:2x,local",
    "take-away:x,local,misere",
    "take-away:2x,global",
    "take-away:3/2x,global,misere",
    "wythoff",
    "wythoff,misere",
    "chomp",
    "chomp,misere",
    "green-hackenbush",
    "green-hackenbush,misere",
    "silver-dollar",
    "silver-dollar,misere",
    "silver-dollar,one-step",
    "silver-dollar,two-step",
    "turning:2",
    "turning:3",
    "turning:ruler",
    "turning:twins",
    "turning:2,misere",
    "turning:ruler,misere",
    "subtraction:1,3,4",
    "subtraction:squares,misere",
    "subtraction:fibonacci",
    "subtraction:3-5",
    "subtraction:all-but-1,4",
    "grundy",
    "grundy,misere",
    "date",
    "date,misere",
    "candy",
    "candy,misere",
    "sticks",
    "sticks:4,misere",
    "tactix",
    "tactix,misere",
    "northcott",
    "northcott,misere",
};
enum { SMALL_RULES = sizeof small_rules / sizeof *small_rules };

/* A text that is to be changed. */
struct atomic_file {
    char bytes[2048];
    size_t len;
};

static struct atomic_file draft_of(const char *text)
{
    struct atomic_file draft = {.len = strlen(text)};
    if (draft.len > sizeof draft.bytes / 2)
        draft.len = sizeof draft.bytes / 2;
    memcpy(draft.bytes, text, draft.len);
    return draft;
}

/* Mostly what the notation uses. */
static char draw_byte(struct random *random)
{
    static const char used[] = "0123456789+-@>/:.,()x";
    if (random_below(random, 20) == 0)
        return (char)random_below(random, 256);
    return used[random_below(random, sizeof used - 1)];
}

/* Removes some bytes at a random place and puts some others there. */
static void mutate(struct atomic_file *draft, struct random *random)
{
    size_t at = (size_t)random_below(random, draft->len + 1);
    size_t removed = (size_t)random_below(random, 3), added = (size_t)random_below(random, 3);
    if (removed > draft->len - at)
        removed = draft->len - at;
    char *place = draft->bytes + at;
    memmove(place + added, place + removed, draft->len - at - removed);
    for (size_t i = 0; i < added; i++)
        place[i] = draw_byte(random);
    draft->len += added;
    draft->len -= removed;
}

static void expect_error(enum error_code failed, const struct error *error,
                         const struct atomic_file *draft)
{
    EXPECT(failed == error->code, "%.*s: two codes", (int)draft->len, draft->bytes);
    EXPECT(error->message[0], "%.*s: no message", (int)draft->len, draft->bytes);
}

static void check_rules_draft(const struct atomic_file *draft)
{
    struct rules rules, untouched;
    memset(&rules, 0xa5, sizeof rules);
    memset(&untouched, 0xa5, sizeof untouched);
    struct error error = {0};
    enum error_code failed = rules_parse(&rules, draft->bytes, draft->len, &error);
    if (failed) {
        expect_error(failed, &error, draft);
        EXPECT(failed == ERROR_BAD_RULES, "%.*s", (int)draft->len, draft->bytes);
        EXPECT(memcmp(&rules, &untouched, sizeof rules) == 0, "rules are changed");
        return;
    }
    struct rules again = rules_of(rules.text);
    EXPECT(strcmp(again.text, rules.text) == 0, "%s becomes %s", rules.text, again.text);
    EXPECT(again.variant == rules.variant && again.misere == rules.misere, "%s", rules.text);
}

Test(solver_properties, rules_are_refused_or_canonical)
{
    struct random random = random_from_seed(1);
    for (int i = 0; i < SMALL_RULES + LARGE_STARTS; i++) {
        const char *text = i < SMALL_RULES ? small_rules[i] : large_starts[i - SMALL_RULES].rules;
        for (int round = 0; round < 100 * MUTATIONS; round++) {
            struct atomic_file draft = draft_of(text);
            for (int change = 0; change <= round % 4; change++)
                mutate(&draft, &random);
            check_rules_draft(&draft);
        }
    }
}

/* print(parse(print(p))) == print(p), and the cells come back. */
static void check_canonical(const struct rules *rules, const struct position *position)
{
    struct text text = {0};
    position_print(rules, position, &text);
    struct position again = position_of(rules, text_string(&text));
    EXPECT(position_equal(&again, position), "%s %s is read as another", rules->text,
           text_string(&text));
    position_finish(&again);
    text_finish(&text);
}

static void check_position_draft(const struct rules *rules, const struct atomic_file *draft)
{
    static const int64_t cells[] = {3, 4, 5};
    struct position position = {0};
    for (int i = 0; i < 3; i++)
        position_push(&position, cells[i]);
    struct error error = {0};
    enum error_code failed = position_parse(rules, draft->bytes, draft->len, &position, &error);
    if (failed) {
        expect_error(failed, &error, draft);
        EXPECT(failed == ERROR_BAD_POSITION, "%.*s", (int)draft->len, draft->bytes);
        EXPECT(position.count == 3 && memcmp(position.cells, cells, sizeof cells) == 0,
               "%.*s: the position is changed", (int)draft->len, draft->bytes);
    } else {
        check_canonical(rules, &position);
    }
    position_finish(&position);
}

static void check_position_texts(const struct rules *rules, const struct position *position,
                                 struct random *random)
{
    struct text text = {0};
    position_print(rules, position, &text);
    for (int round = 0; round < MUTATIONS; round++) {
        struct atomic_file draft = draft_of(text_string(&text));
        for (int change = 0; change <= round % 4; change++)
            mutate(&draft, random);
        check_position_draft(rules, &draft);
    }
    text_finish(&text);
}

static bool is_listed(const struct rules *rules, const struct position *position,
                      const struct move *move)
{
    uint128 count = move_count(rules, position);
    for (uint128 i = 0; i < count; i++) {
        struct move listed;
        move_at(rules, position, i, &listed);
        if (move_equal(&listed, move))
            return true;
    }
    return false;
}

/* Playing a legal move keeps the position canonical and uses up counters. */
static void check_play(const struct rules *rules, const struct position *position,
                       const struct move *move)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(rules, &after, move);
    EXPECT(!position_equal(&after, position), "%s: a move changes nothing", rules->text);
    EXPECT(position_counters(rules, &after) <= position_counters(rules, position),
           "%s: a move adds counters", rules->text);
    check_canonical(rules, &after);
    position_finish(&after);
}

static void check_move_draft(const struct rules *rules, const struct position *position,
                             const struct atomic_file *draft)
{
    struct move move, untouched;
    memset(&move, 0xa5, sizeof move);
    memset(&untouched, 0xa5, sizeof untouched);
    struct error error = {0};
    enum error_code failed = move_parse(rules, position, draft->bytes, draft->len, &move, &error);
    if (failed) {
        expect_error(failed, &error, draft);
        EXPECT(failed == ERROR_BAD_MOVE || failed == ERROR_ILLEGAL_MOVE, "%.*s", (int)draft->len,
               draft->bytes);
        EXPECT(memcmp(&move, &untouched, sizeof move) == 0, "the move is changed");
        return;
    }
    if (move_count(rules, position) <= 2000)
        EXPECT(is_listed(rules, position, &move), "%s %.*s is legal, but not listed", rules->text,
               (int)draft->len, draft->bytes);
    check_play(rules, position, &move);
}

/* The canonical text of a move is read as the move; a changed one is refused or read as a legal
 * move. */
static void check_move_texts(const struct rules *rules, const struct position *position,
                             const struct move *move, struct random *random)
{
    struct text text = {0};
    struct move again;
    struct error error = {0};
    move_print(rules, position, move, &text);
    enum error_code failed =
        move_parse(rules, position, text_string(&text), text.len, &again, &error);
    EXPECT(!failed, "%s %s: %s", rules->text, text_string(&text), error.message);
    EXPECT(move_equal(&again, move), "%s %s is read as another", rules->text, text_string(&text));
    for (int round = 0; round < MUTATIONS; round++) {
        struct atomic_file draft = draft_of(text_string(&text));
        for (int change = 0; change <= round % 3; change++)
            mutate(&draft, random);
        check_move_draft(rules, position, &draft);
    }
    text_finish(&text);
}

static struct move draw_move(const struct rules *rules, const struct position *position,
                             struct random *random)
{
    struct move move;
    move_at(rules, position, random_below(random, move_count(rules, position)), &move);
    return move;
}

static int count_of_games(void)
{
    int count = 0;
    while (games[count].name)
        count++;
    return count;
}

Test(solver_properties, texts_of_positions_and_moves_are_refused_or_canonical)
{
    struct random random = random_from_seed(2);
    int count = SMALL_RULES + count_of_games();
    for (int i = 0; i < count; i++) {
        struct rules rules =
            rules_of(i < SMALL_RULES ? small_rules[i] : games[i - SMALL_RULES].rules);
        struct position position = {0};
        for (int game = 0; game < GAMES; game++) {
            position_draw_start(&rules, &random, &position);
            check_canonical(&rules, &position);
            while (!position_is_over(&rules, &position)) {
                struct move move = draw_move(&rules, &position, &random);
                check_position_texts(&rules, &position, &random);
                check_move_texts(&rules, &position, &move, &random);
                check_play(&rules, &position, &move);
                move_apply(&rules, &position, &move);
            }
            check_position_texts(&rules, &position, &random);
        }
        position_finish(&position);
    }
}

/* All moves where there are not too many, else the first, the last, and as many drawn ones. */
static void check_lost(struct solver *solver, const struct position *position,
                       struct random *random)
{
    const struct rules *rules = solver_rules(solver);
    uint128 count = move_count(rules, position);
    for (int i = 0; i < REPLIES_SAMPLED && (uint128)i < count; i++) {
        uint128 index = (uint128)i;
        if (count > REPLIES_SAMPLED && i > 1)
            index = random_below(random, count);
        struct move move;
        move_at(rules, position, i == 1 ? count - 1 : index, &move);
        EXPECT(outcome_after(solver, position, &move) == OUTCOME_N,
               "%s: a lost position has a winning move", rules->text);
    }
}

static void check_won(struct solver *solver, struct oracle *oracle, const struct position *position)
{
    enum { LISTED = 50 };
    const struct rules *rules = solver_rules(solver);
    struct move moves[LISTED], best;
    struct winning_moves found = solver_winning_moves(solver, position, moves, LISTED);
    EXPECT(found.count > 0, "%s: a won position has no winning move", rules->text);
    for (uint32_t i = 0; i < found.listed; i++)
        EXPECT(outcome_after(solver, position, &moves[i]) == OUTCOME_P,
               "%s: a winning move does not win", rules->text);
    solver_best_move(solver, position, &best);
    if (!found.truncated)
        expect_fastest(solver, oracle, position, moves, found.listed, &best);
    EXPECT(outcome_after(solver, position, &best) == OUTCOME_P, "%s: the best move does not win",
           rules->text);
}

static void check_outcome(struct solver *solver, struct oracle *oracle,
                          const struct position *position, struct random *random)
{
    const struct rules *rules = solver_rules(solver);
    enum outcome outcome = solver_outcome(solver, position);
    if (position_is_over(rules, position)) {
        EXPECT((outcome == OUTCOME_N) == rules->misere, "%s: over", rules->text);
        return;
    }
    struct winning_moves found = solver_winning_moves(solver, position, NULL, 0);
    EXPECT((found.count > 0) == (outcome == OUTCOME_N), "%s: moves and outcome", rules->text);
    if (outcome == OUTCOME_N)
        check_won(solver, oracle, position);
    else
        check_lost(solver, position, random);
}

/* Now and then the solver's move, so that lost positions are met where they are rare. */
static struct move choose_move(struct solver *solver, const struct position *position,
                               struct random *random)
{
    struct move move = draw_move(solver_rules(solver), position, random);
    if (random_below(random, 2) == 0)
        solver_best_move(solver, position, &move);
    return move;
}

static void play_from(struct solver *solver, struct oracle *oracle, const struct large_start *start,
                      struct random *random)
{
    enum { PLIES = 30 };
    const struct rules *rules = solver_rules(solver);
    struct position position = position_of(rules, start->position);
    struct error error = {0};
    EXPECT(!position_check_start(rules, &position, &error), "%s", error.message);
    for (int ply = 0; ply < PLIES && !position_is_over(rules, &position); ply++) {
        check_outcome(solver, oracle, &position, random);
        struct move move = choose_move(solver, &position, random);
        check_play(rules, &position, &move);
        move_apply(rules, &position, &move);
    }
    position_finish(&position);
}

Test(solver_properties, outcomes_and_winning_moves_agree_near_the_limits)
{
    struct random random = random_from_seed(3);
    for (int i = 0; i < LARGE_STARTS; i++) {
        struct rules rules = rules_of(large_starts[i].rules);
        struct solver *solver = solver_create(&rules);
        struct oracle *oracle = oracle_create(&rules);
        for (int game = 0; game < LARGE_GAMES; game++)
            play_from(solver, oracle, &large_starts[i], &random);
        oracle_destroy(oracle);
        solver_destroy(solver);
    }
}

/* --- the best move is the one that is explained --- */

/* How the explanation of a won position names a move of a take-away game in which a theory decides.
 */
static void print_named_take(const struct rules *rules, const struct position *position,
                             const struct move *move, struct text *out)
{
    int64_t left = move->after_count ? move->cells[move->before_count] : 0;
    bool is_one_heap = rules->variant != TAKE_AWAY_LOCAL && position->count == TAKE_AWAY_PAIR;
    text_printf(out, "Take %" PRId64, move->cells[0] - left);
    if (!is_one_heap)
        text_printf(out, " from the heap of %" PRId64, move->cells[0]);
}

static void print_named_in_nim(const struct rules *rules, const struct position *position,
                               const struct move *move, struct text *out)
{
    uint32_t last = position->count - 1;
    bool is_last = rules->misere && (last == 0 || position->cells[last - 1] == 1);
    if (rules->misere && position->cells[last] == 1)
        text_append_string(out, "Take a heap of 1");
    else
        text_printf(out, "Bring %s%" PRId64 " down to %" PRId64, is_last ? "the heap of " : "",
                    move->cells[0], move->after_count ? move->cells[1] : 0);
}

static void print_named_pair(const struct rules *rules, const struct position *position,
                             const struct move *move, struct text *out)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(rules, &after, move);
    text_printf(out, "Leave a lost pair: %" PRId64 " and %" PRId64,
                after.count > 1 ? after.cells[0] : 0,
                after.count > 0 ? after.cells[after.count - 1] : 0);
    position_finish(&after);
}

static void print_named(const struct rules *rules, const struct position *position,
                        const struct move *move, struct text *out)
{
    const struct family *family = rules->family;
    bool is_one_heap = family == &family_take_away && rules->variant == TAKE_AWAY_ONE;
    if (is_one_heap || (family == &family_take_away && !rules->misere)) {
        print_named_take(rules, position, move, out);
    } else if (family == &family_nim || strcmp(rules->text, "octal:0.3...,misere") == 0) {
        print_named_in_nim(rules, position, move, out);
    } else if (family == &family_wythoff) {
        print_named_pair(rules, position, move, out);
    } else if (family == &family_chomp) {
        text_printf(out, "Eat from row %" PRId64 ", column %" PRId64, move->cells[CHOMP_ROW] + 1,
                    move->cells[CHOMP_LEFT] + 1);
    } else if (family == &family_northcott) {
        text_printf(out, "Row %" PRId64 ": from square %" PRId64 " to square %" PRId64,
                    move->cells[0], move->cells[1], move->cells[2]);
    } else if (family == &family_candy) {
        text_append_string(out, "Split ");
        move_print(rules, position, move, out);
    } else if (family == &family_date) {
        text_append_string(out, "Say ");
        move_print(rules, position, move, out);
    } else if (family == &family_hackenbush && !rules->misere) {
        text_printf(out, "Cut the edge %" PRId64 "-%" PRId64, move->cells[0], move->cells[1]);
    } else {
        move_print(rules, position, move, out);
        text_append_string(out, " wins");
    }
}

/* A line of the explanation begins with these words, and a number in them ends where they end. */
static bool has_line(const char *explanation, const struct text *words)
{
    for (const char *line = explanation; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        char next = strncmp(line, text_string(words), words->len) == 0 ? line[words->len] : '0';
        if (next < '0' || next > '9')
            return true;
    }
    return false;
}

static void check_explained(struct solver *solver, const struct position *position)
{
    const struct rules *rules = solver_rules(solver);
    struct text explanation = {0}, words = {0}, name = {0};
    struct move best;
    position_print(rules, position, &name);
    solver_explain(solver, position, &explanation);
    if (solver_outcome(solver, position) == OUTCOME_N && !position_is_over(rules, position)) {
        solver_best_move(solver, position, &best);
        print_named(rules, position, &best, &words);
        EXPECT(has_line(text_string(&explanation), &words), "%s %s: no '%s' in\n%s", rules->text,
               text_string(&name), text_string(&words), text_string(&explanation));
    }
    text_finish(&explanation);
    text_finish(&words);
    text_finish(&name);
}

/* To the end, and so through positions so small that the solver knows how far off that is. */
static void check_game(struct solver *solver, struct oracle *oracle, struct position *position,
                       struct random *random)
{
    const struct rules *rules = solver_rules(solver);
    while (!position_is_over(rules, position)) {
        check_outcome(solver, oracle, position, random);
        check_explained(solver, position);
        struct move move = choose_move(solver, position, random);
        move_apply(rules, position, &move);
    }
    check_explained(solver, position);
}

/* A heap under a quota that no move has left, also one that allows to take all. */
static void draw_quota(const struct rules *rules, struct position *position, struct random *random)
{
    int64_t heap = 2 + (int64_t)random_below(random, 60);
    int64_t quota = 1 + (int64_t)random_below(random, 70);
    struct text text = {0};
    text_printf(&text, "%" PRId64 "@%" PRId64, heap, quota);
    position_finish(position);
    *position = position_of(rules, text_string(&text));
    text_finish(&text);
}

static void check_best_moves(const char *rules_text, struct random *random)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct oracle *oracle = oracle_create(&rules);
    struct position position = {0};
    for (int game = 0; game < GAMES; game++) {
        position_draw_start(&rules, random, &position);
        check_game(solver, oracle, &position, random);
        if (rules.family == &family_take_away) {
            draw_quota(&rules, &position, random);
            check_game(solver, oracle, &position, random);
        }
    }
    position_finish(&position);
    oracle_destroy(oracle);
    solver_destroy(solver);
}

Test(solver_properties, the_best_move_is_the_fastest_that_is_known_and_the_one_explained)
{
    struct random random = random_from_seed(4);
    for (int i = 0; i < SMALL_RULES; i++)
        check_best_moves(small_rules[i], &random);
    for (const struct game *game = games; game->name; game++)
        check_best_moves(game->rules, &random);
}
