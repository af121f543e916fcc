/* What is said in a random evening, judged by what was asked for and what is on disk. */
#include "tests/unit/test_hall_random.h"

/* --- what was asked for --- */

/* The text of a move in canonical form, when it could be made at that ply; finish it. */
static struct text canonical_move(const struct disk_match *match, int64_t ply, const char *text)
{
    struct position before = {0};
    struct move move;
    struct error error;
    struct text canonical = {0};
    const char *position = match->positions[ply - 1];
    require(!position_parse(&match->rules, position, strlen(position), &before, &error),
            "the position %s cannot be read: %s", position, error.message);
    if (!move_parse(&match->rules, &before, text, strlen(text), &move, &error))
        move_print(&match->rules, &before, &move, &canonical);
    position_finish(&before);
    return canonical;
}

/* Is this move, by this player, on disk? */
static bool move_is_on_disk(const struct disk *disk, const struct asked *asked)
{
    const struct disk_match *match = disk_match(disk, asked->subject);
    if (!match || asked->ply > match->plies)
        return false;
    struct text canonical = canonical_move(match, asked->ply, asked->text);
    bool made = canonical.len > 0 && strcmp(canonical.bytes, match->moves[asked->ply - 1]) == 0 &&
                asked->player == (asked->ply % 2 == 1 ? match->first : match->second);
    text_finish(&canonical);
    return made;
}

static enum request_kind request_kind_of(enum action action)
{
    static const enum request_kind kinds[ACTION_COUNT] = {
        [ACTION_SEEK] = REQUEST_OFFER_MAKE,
        [ACTION_CHALLENGE] = REQUEST_OFFER_MAKE,
        [ACTION_CANCEL] = REQUEST_OFFER_CANCEL,
        [ACTION_ACCEPT] = REQUEST_OFFER_ACCEPT,
        [ACTION_DECLINE] = REQUEST_OFFER_DECLINE,
        [ACTION_RESIGN] = REQUEST_MATCH_RESIGN,
        [ACTION_ABORT] = REQUEST_MATCH_ABORT,
        [ACTION_REMATCH] = REQUEST_MATCH_REMATCH,
        [ACTION_REGISTER] = REQUEST_ACCOUNT_REGISTER,
        [ACTION_PASSWORD] = REQUEST_ACCOUNT_PASSWORD,
        [ACTION_REVOKE] = REQUEST_TOKEN_REVOKE,
        [ACTION_TAKEBACK] = REQUEST_MATCH_TAKEBACK,
        [ACTION_ACCEPT_TAKEBACK] = REQUEST_MATCH_ACCEPT_TAKEBACK,
        [ACTION_DECLINE_TAKEBACK] = REQUEST_MATCH_DECLINE_TAKEBACK,
    };
    return kinds[action];
}

/* What the disk keeps for this very request; NULL: nothing. */
static const struct disk_answer *answer_on_disk(const struct disk *disk, const struct asked *asked)
{
    enum request_kind kind = request_kind_of(asked->action);
    const struct disk_answer *answer = kind ? disk_answer(disk, asked->player, asked->key) : NULL;
    return answer && answer->kind == kind ? answer : NULL;
}

bool was_done(const struct disk *disk, const struct asked *asked)
{
    if (asked->action == ACTION_MOVE)
        return move_is_on_disk(disk, asked);
    const struct disk_answer *answer = answer_on_disk(disk, asked);
    return answer && (answer->subject == 0 || answer->subject == asked->subject);
}

/* --- what is said --- */

static void learn_offer(struct simulation *simulation, int64_t offer)
{
    simulation->offers[simulation->offer_count++ % OFFERS_KNOWN] = offer;
}

static struct person *person_at(struct simulation *simulation, uint64_t session)
{
    for (size_t i = 0; i < PEOPLE; i++)
        if (simulation->people[i].guest->session == session)
            return &simulation->people[i];
    return NULL;
}

static void judge_keyed(const struct simulation *simulation, const struct asked *asked,
                        int64_t result)
{
    const struct disk_answer *answer = answer_on_disk(&simulation->evening->disk, asked);
    /* Of open offers nothing is on disk. */
    require(answer ? answer->result == result : result < 0,
            "the request with the key '%s' came to %lld, but on disk to %lld", asked->key,
            (long long)result, answer ? (long long)answer->result : 0);
}

static void judge_resigned(const struct disk_match *match, int64_t player)
{
    require(match->ending == ENDING_RESIGNATION &&
                player == (match->winner == SEAT_FIRST ? match->second : match->first),
            "match %lld was not resigned by who is told so", (long long)match->id);
}

/* Is it answered with nothing, and that on disk? */
static bool is_durable(enum action action)
{
    return action == ACTION_RESIGN || action == ACTION_ABORT || action == ACTION_REGISTER ||
           action == ACTION_PASSWORD || action == ACTION_REVOKE || action == ACTION_ACCEPT_TAKEBACK;
}

static void judge_nothing(struct simulation *simulation, const struct asked *asked,
                          const struct heard *heard)
{
    const struct disk_match *match = disk_match(&simulation->evening->disk, asked->subject);
    (void)heard;
    if (asked->action == ACTION_OP_ABORT)
        require(match && match->ending == ENDING_ABORTED && asked->ended_matches == 1,
                "match %lld was not aborted by the operator", (long long)asked->subject);
    if (asked->action == ACTION_OP_WITHDRAW)
        require(asked->ended_offers == 1, "offer %lld was not withdrawn by the operator",
                (long long)asked->subject);
    if (asked->action == ACTION_COUNT || !is_durable(asked->action))
        return;
    judge_keyed(simulation, asked, 0);
    if (asked->action == ACTION_RESIGN)
        judge_resigned(match, asked->player);
    if (asked->action == ACTION_ABORT)
        require(match->ending == ENDING_ABORTED, "match %lld was not aborted",
                (long long)match->id);
}

/* Only one that was revoked can be refused; whoever showed it has to log in. */
static void judge_bad_token(struct simulation *simulation, const struct asked *asked,
                            struct person *person)
{
    const struct disk_token *token = token_on_disk(simulation->evening, asked->text);
    require(token && token->revoked, "a player is not known any more");
    if (person)
        person->guest->token[0] = '\0';
}

static void judge_error(struct simulation *simulation, const struct asked *asked,
                        const struct heard *heard)
{
    enum error_code code = heard->error.code;
    tally.errors[code]++;
    if (code == ERROR_BAD_TOKEN)
        judge_bad_token(simulation, asked, person_at(simulation, heard->message->sessions[0]));
    /* The move may have been taken back meanwhile. */
    bool is_undone = asked->action == ACTION_MOVE && heard->is_stale && heard->stale.back > 0;
    require(!asked->must_succeed || code == ERROR_SERVER_STALLED || is_undone,
            "a request that was done before (action %d, key '%s', ply %lld) is refused: %s",
            (int)asked->action, asked->key, (long long)asked->ply, heard->error.message);
}

static void judge_offer_number(struct simulation *simulation, const struct asked *asked,
                               const struct heard *heard)
{
    judge_keyed(simulation, asked, -heard->offer_number.offer);
    learn_offer(simulation, heard->offer_number.offer);
}

static void judge_rematch(struct simulation *simulation, const struct asked *asked,
                          const struct heard *heard)
{
    judge_keyed(simulation, asked,
                heard->rematch.match > 0 ? heard->rematch.match : -heard->rematch.offer);
}

static void judge_match(struct simulation *simulation, const struct asked *asked,
                        const struct heard *heard)
{
    if (asked->action == ACTION_ACCEPT)
        judge_keyed(simulation, asked, heard->match.match);
}

static void judge_move_done(struct simulation *simulation, const struct asked *asked,
                            const struct heard *heard)
{
    const struct disk_match *match = disk_match(&simulation->evening->disk, asked->subject);
    bool may_be_undone = match && match->times_back > 0;
    require(asked->action == ACTION_MOVE && heard->move_done.ply == asked->ply &&
                (may_be_undone || move_is_on_disk(&simulation->evening->disk, asked)),
            "move %lld of match %lld is acknowledged but not on disk", (long long)asked->ply,
            (long long)asked->subject);
    tally.moves++;
}

static void judge_cleared(struct simulation *simulation, const struct asked *asked,
                          const struct heard *heard)
{
    (void)simulation;
    require(heard->cleared.matches == (int64_t)asked->ended_matches &&
                heard->cleared.offers == (int64_t)asked->ended_offers && !heard->cleared.more,
            "the operator is told of %lld matches and %lld offers, and %zu and %zu have ended",
            (long long)heard->cleared.matches, (long long)heard->cleared.offers,
            asked->ended_matches, asked->ended_offers);
}

typedef void answer_judge(struct simulation *simulation, const struct asked *asked,
                          const struct heard *heard);

static answer_judge *const answer_judges[HEARD_KICKED + 1] = {
    [HEARD_OFFER_NUMBER] = judge_offer_number,
    [HEARD_REMATCH] = judge_rematch,
    [HEARD_MATCH] = judge_match,
    [HEARD_MOVE_DONE] = judge_move_done,
    [HEARD_CLEARED] = judge_cleared,
    [HEARD_NOTHING] = judge_nothing,
    [HEARD_ERROR] = judge_error,
};

static void judge_answer(struct simulation *simulation, const struct heard *heard)
{
    answer_judge *take = answer_judges[heard->kind];
    if (take)
        take(simulation, &simulation->asked[heard->request % ASKED], heard);
}

static struct hearing *hearing_of(struct person *person, int64_t match)
{
    struct hearing *hearing = &person->hearings[match % HEARD];
    if (hearing->match != match || hearing->session != person->guest->session)
        *hearing = (struct hearing){.session = person->guest->session, .match = match, .seq = -1};
    return hearing;
}

static void judge_welcome(struct simulation *simulation, struct person *person,
                          const struct heard *heard)
{
    struct guest *guest = person->guest;
    (void)simulation;
    require(!guest->player || guest->player == heard->welcome.player,
            "%s is taken for another player", guest->name);
    strcpy(guest->token, heard->welcome.token.bytes);
    guest->player = heard->welcome.player;
}

static void hear_offer(struct simulation *simulation, struct person *person,
                       const struct heard *heard)
{
    (void)person;
    learn_offer(simulation, heard->offer_received.offer);
}

static void hear_match(struct simulation *simulation, struct person *person,
                       const struct heard *heard)
{
    const struct wire_match *match = &heard->match;
    (void)simulation;
    hearing_of(person, match->match)->seq = match->seq;
}

/* Each change is heard once and in its order, from the state that was shown on. */
static void judge_change(struct person *person, int64_t match, int64_t seq)
{
    struct hearing *hearing = hearing_of(person, match);
    require(hearing->seq < 0 || seq == hearing->seq + 1,
            "%s hears of change %lld of match %lld after %lld", person->guest->name, (long long)seq,
            (long long)match, (long long)hearing->seq);
    hearing->seq = seq;
}

static void judge_moved(struct simulation *simulation, struct person *person,
                        const struct heard *heard)
{
    (void)simulation;
    judge_change(person, heard->moved.match, heard->moved.seq);
}

static void judge_taken_back(struct simulation *simulation, struct person *person,
                             const struct heard *heard)
{
    (void)simulation;
    judge_change(person, heard->taken_back.match, heard->taken_back.seq);
}

/* A question is heard between the change that it comes after and the next one. */
static void judge_question(struct simulation *simulation, struct person *person,
                           const struct heard *heard)
{
    struct hearing *hearing = hearing_of(person, heard->takeback.match);
    require(hearing->seq < 0 || heard->takeback.seq == hearing->seq,
            "%s hears of a question at change %lld of match %lld after %lld", person->guest->name,
            (long long)heard->takeback.seq, (long long)heard->takeback.match,
            (long long)hearing->seq);
    simulation->question = heard->takeback;
}

static void judge_ended(struct simulation *simulation, struct person *person,
                        const struct heard *heard)
{
    struct hearing *hearing = hearing_of(person, heard->ended.match);
    (void)simulation;
    require(hearing->seq < INT64_MAX, "%s hears twice that match %lld ended", person->guest->name,
            (long long)heard->ended.match);
    hearing->seq = INT64_MAX;
}

static void judge_stall(struct simulation *simulation, struct person *person,
                        const struct heard *heard)
{
    (void)simulation;
    require(person->stalled != (heard->kind == HEARD_STALLED), "%s hears twice of the same stall",
            person->guest->name);
    person->stalled = heard->kind == HEARD_STALLED;
}

typedef void event_judge(struct simulation *simulation, struct person *person,
                         const struct heard *heard);

static event_judge *const event_judges[HEARD_KICKED + 1] = {
    [HEARD_WELCOME] = judge_welcome,   [HEARD_OFFER_RECEIVED] = hear_offer,
    [HEARD_MATCH] = hear_match,        [HEARD_MATCH_STARTED] = hear_match,
    [HEARD_MOVED] = judge_moved,       [HEARD_ENDED] = judge_ended,
    [HEARD_STALLED] = judge_stall,     [HEARD_RESUMED] = judge_stall,
    [HEARD_TAKEBACK] = judge_question, [HEARD_TAKEN_BACK] = judge_taken_back,
};

static void judge_for(struct simulation *simulation, uint64_t session, const struct heard *heard)
{
    struct person *person = person_at(simulation, session);
    event_judge *take = event_judges[heard->kind];
    if (person && take)
        take(simulation, person, heard);
}

void hear_and_judge(struct simulation *simulation)
{
    struct evening *evening = simulation->evening;
    hear(evening);
    for (size_t i = 0; i < evening->said_count; i++) {
        const struct heard *heard = evening->said[i];
        tally.messages[heard->kind]++;
        judge_answer(simulation, heard);
        for (size_t j = 0; j < heard->message->session_count; j++)
            judge_for(simulation, heard->message->sessions[j], heard);
    }
    forget_said(evening);
}
