#include "server/hall/terms.h"

#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "server/hall/blocks.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The canonical start position that was asked for, or a drawn one, which fits the look; NULL with
 * an error. */
static char *read_start(struct hall *hall, const struct rules *rules, const char *look,
                        struct hall_text text, struct error *error)
{
    struct position start = {0};
    enum error_code code = ERROR_NONE;
    if (rules->class_size > 0 && !text.bytes)
        return memory_text("", 0);
    if (rules->class_size > 0) {
        error_set(error, ERROR_BAD_POSITION,
                  "the start of %s is drawn with the rules when the match begins: leave it out",
                  rules->text);
        return NULL;
    }
    if (!text.bytes) {
        struct rules shown = *rules;
        shown.look = look_of(rules, look, strlen(look));
        position_draw_start(&shown, &hall->random, &start);
    } else {
        code = position_parse(rules, text.bytes, text.len, &start, error);
    }
    if (!code)
        code = position_check_start(rules, &start, error);
    struct text canonical = {0};
    if (!code)
        position_print(rules, &start, &canonical);
    position_finish(&start);
    return code ? NULL : canonical.bytes;
}

enum error_code look_read(struct hall_text look, struct hall_text rules,
                          char ret_look[LOOK_TEXT_MAX + 1], struct error *error)
{
    struct rules parsed;
    if (look.bytes && !look_is_name(look.bytes, look.len))
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "a look has 1 to %d lower-case letters, digits and hyphens, not '%.*s'",
                         LOOK_TEXT_MAX, (int)look.len, look.bytes);
    if (!look.bytes && !rules_parse(&parsed, rules.bytes, rules.len, error) && parsed.look)
        look = (struct hall_text){look_text(parsed.look), strlen(look_text(parsed.look))};
    snprintf(ret_look, LOOK_TEXT_MAX + 1, "%.*s", (int)look.len, look.bytes ? look.bytes : "");
    return ERROR_NONE;
}

bool terms_read(struct hall *hall, struct hall_caller from, const struct hall_terms *request,
                struct terms *ret_terms)
{
    struct terms terms = {.first = request->first, .rated = request->rated};
    struct error error;
    if (request->clock.bytes &&
        time_control_parse(request->clock.bytes, request->clock.len, &terms.control, &error)) {
        hall_refuse(hall, from, &error);
        return false;
    }
    if (!look_read(request->look, request->rules, terms.look, &error))
        terms.rules =
            shared_rules_or_class_get(hall, request->rules.bytes, request->rules.len, &error);
    if (terms.rules)
        terms.start = read_start(hall, &terms.rules->rules, terms.look, request->start, &error);
    if (!terms.start) {
        hall_refuse(hall, from, &error);
        terms_finish(hall, &terms);
        return false;
    }
    terms.clock = clock_text(&terms.control);
    *ret_terms = terms;
    return true;
}

void terms_finish(struct hall *hall, struct terms *terms)
{
    if (terms->rules)
        shared_rules_drop(hall, terms->rules);
    free(terms->start);
    free(terms->clock);
    *terms = (struct terms){0};
}

bool players_may_be_rated(struct hall *hall, struct hall_caller from, const struct player *asking,
                          const struct player *other)
{
    if (!asking->account)
        refuse(hall, from, ERROR_NO_ACCOUNT,
               "'%s' is a guest, and a rated match is between accounts: register first",
               asking->name);
    else if (other && !other->account)
        refuse(hall, from, ERROR_NO_ACCOUNT,
               "'%s' is a guest, and a rated match is between accounts", other->name);
    else
        return true;
    return false;
}

static long long live_matches_of(const struct hall *hall, const struct player *player)
{
    int64_t most = hall->limits.live_matches_per_player;
    int64_t most_of_guest = hall->limits.guest_live_matches_per_player;
    return player->account || most < most_of_guest ? most : most_of_guest;
}

bool players_may_begin(struct hall *hall, struct hall_caller from, const struct player *maker,
                       const struct player *taker)
{
    long long most_of_taker = live_matches_of(hall, taker);
    long long most_of_maker = live_matches_of(hall, maker);
    if (!players_want_to_meet(hall, from, taker, maker))
        return false;
    if ((int64_t)taker->live_seats >= most_of_taker) {
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you play %lld match%s, the most there may be: finish one first", most_of_taker,
               most_of_taker == 1 ? "" : "es");
        return false;
    }
    if ((int64_t)maker->live_seats >= most_of_maker) {
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "'%s' plays %lld match%s, the most there may be: try again later", maker->name,
               most_of_maker, most_of_maker == 1 ? "" : "es");
        return false;
    }
    enum place_party party = maker->account || taker->account ? PARTY_ACCOUNTS : PARTY_GUESTS;
    return place_is_free_at_address(hall, from, PLACE_MATCH, taker, true) &&
           place_is_free_at_address(hall, from, PLACE_MATCH, maker, false) &&
           place_is_free_in_hall(hall, from, PLACE_MATCH, party);
}

/* Draws rules and a start from a class. */
static struct shared_rules *draw_game(struct hall *hall, const struct rules *class,
                                      struct text *start)
{
    struct rules rules;
    struct position position = {0};
    drawn_rules(class, random_next(&hall->random), &rules);
    drawn_start(&rules, &hall->random, &position);
    position_print(&rules, &position, start);
    position_finish(&position);
    return shared_rules_of(hall, &rules);
}

const struct match *terms_begin(struct hall *hall, const struct terms *terms, struct player *maker,
                                struct player *taker, int64_t awaited_until_ms, int64_t code)
{
    assert(maker != taker);
    bool maker_first = terms->first == FIRST_MAKER ||
                       (terms->first == FIRST_RANDOM && random_below(&hall->random, 2) == 0);
    struct text drawn = {0};
    bool is_drawn = terms->rules->rules.class_size > 0;
    struct shared_rules *rules =
        is_drawn ? draw_game(hall, &terms->rules->rules, &drawn) : shared_rules_ref(terms->rules);
    const struct match *match =
        match_begin(hall, &(struct match_draft){
                              .rules = rules,
                              .first = maker_first ? maker : taker,
                              .second = maker_first ? taker : maker,
                              .control = terms->control,
                              .record = {.start = is_drawn ? text_string(&drawn) : terms->start,
                                         .look = terms->look,
                                         .rated = terms->rated,
                                         .awaited_until_ms = awaited_until_ms,
                                         .code = code},
                          });
    text_finish(&drawn);
    return match;
}
