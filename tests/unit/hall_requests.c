/* What guests and the operator ask, each request with one call. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <string.h>

static uint32_t make_offer(struct guest *maker, const struct hall_offer *offer, const char *key)
{
    struct hall_caller from = ask(maker);
    hall_offer_make(maker->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t offers(struct guest *maker, const char *to, const char *rules, const char *start,
                enum offer_first first, const char *key)
{
    struct hall_offer offer = {
        .to = given(to),
        .terms = {.rules = given(rules), .start = given(start), .first = first},
    };
    return make_offer(maker, &offer, key);
}

uint32_t offers_clock(struct guest *maker, const char *to, const char *rules, const char *start,
                      const char *clock, const char *key)
{
    struct hall_offer offer = {
        .to = given(to),
        .terms = {.rules = given(rules),
                  .start = given(start),
                  .clock = given(clock),
                  .first = FIRST_MAKER},
    };
    return make_offer(maker, &offer, key);
}

uint32_t seeks(struct guest *maker, const char *rules, const char *start, const char *key)
{
    return offers(maker, NULL, rules, start, FIRST_MAKER, key);
}

uint32_t seeks_from(struct guest *maker, const char *rules, const struct conditions *conditions,
                    bool rated, const char *key)
{
    struct hall_offer offer = {
        .terms = {.rules = given(rules), .first = FIRST_RANDOM, .rated = rated},
        .conditions = *conditions,
    };
    return make_offer(maker, &offer, key);
}

uint32_t cancels(struct guest *guest, int64_t offer, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_offer_cancel(guest->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t accepts(struct guest *guest, int64_t offer, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_offer_accept(guest->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t declines(struct guest *guest, int64_t offer, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_offer_decline(guest->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t lists_offers(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_offer_list(guest->evening->hall, from);
    return from.request;
}

uint32_t pages_offers(struct guest *guest, int64_t after, int64_t limit)
{
    struct hall_caller from = ask(guest);
    hall_offer_page(guest->evening->hall, from, after, limit);
    return from.request;
}

uint32_t watches_lobby(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_lobby_watch(guest->evening->hall, from);
    return from.request;
}

uint32_t unwatches_lobby(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_lobby_unwatch(guest->evening->hall, from);
    return from.request;
}

void make_code(char code[INVITATION_CODE_BYTES + 1], unsigned number)
{
    snprintf(code, INVITATION_CODE_BYTES + 1, "%08u%14s", number % 100000000, "-in-this-hall-");
}

uint32_t invites(struct guest *maker, const struct hall_invitation *invitation, const char *key)
{
    struct hall_invitation with_code = *invitation;
    struct hall_caller from = ask(maker);
    if (!*with_code.code)
        make_code(with_code.code, ++maker->evening->last_code);
    if (!with_code.uses)
        with_code.uses = 1;
    if (!with_code.expires_in)
        with_code.expires_in = HALL_INVITATION_KEPT_MS;
    hall_invitation_create(maker->evening->hall, from, &with_code, given(key));
    return from.request;
}

uint32_t looks_at(struct guest *guest, const char *code)
{
    struct hall_caller from = ask(guest);
    hall_invitation_show(guest->evening->hall, from, given(code));
    return from.request;
}

uint32_t comes_with(struct guest *guest, const char *code, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_invitation_accept(guest->evening->hall, from, given(code), given(key));
    return from.request;
}

uint32_t lists_invitations(struct guest *guest, int64_t before, int64_t limit)
{
    struct hall_caller from = ask(guest);
    hall_invitation_list(guest->evening->hall, from, before, limit);
    return from.request;
}

uint32_t takes_back(struct guest *guest, int64_t invitation, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_invitation_revoke(guest->evening->hall, from, invitation, given(key));
    return from.request;
}

uint32_t plays(struct guest *guest, int64_t match, int64_t ply, const char *move)
{
    struct hall_caller from = ask(guest);
    hall_match_move(guest->evening->hall, from, match, ply, 0, given(move));
    return from.request;
}

uint32_t plays_after(struct guest *guest, int64_t match, int64_t ply, int64_t back,
                     const char *move)
{
    struct hall_caller from = ask(guest);
    hall_match_move(guest->evening->hall, from, match, ply, back, given(move));
    return from.request;
}

uint32_t asks_takeback(struct guest *guest, int64_t match, int64_t ply, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_takeback(guest->evening->hall, from, match, ply, given(key));
    return from.request;
}

uint32_t accepts_takeback(struct guest *guest, int64_t match, int64_t seq, int64_t ply,
                          const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_accept_takeback(guest->evening->hall, from, match, seq, ply, given(key));
    return from.request;
}

uint32_t declines_takeback(struct guest *guest, int64_t match, int64_t seq, int64_t ply,
                           const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_decline_takeback(guest->evening->hall, from, match, seq, ply, given(key));
    return from.request;
}

uint32_t resigns(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_resign(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t aborts(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_abort(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t claims(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_claim(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t asks_rematch(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_rematch(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t resumes(struct guest *guest, int64_t match, int64_t after)
{
    struct hall_caller from = ask(guest);
    hall_match_resume(guest->evening->hall, from, match, after);
    return from.request;
}

uint32_t watches(struct guest *guest, int64_t match)
{
    struct hall_caller from = ask(guest);
    hall_match_watch(guest->evening->hall, from, match);
    return from.request;
}

uint32_t unwatches(struct guest *guest, int64_t match)
{
    struct hall_caller from = ask(guest);
    hall_match_unwatch(guest->evening->hall, from, match);
    return from.request;
}

uint32_t lists_matches(struct guest *guest, int64_t after, int64_t limit)
{
    struct hall_caller from = ask(guest);
    hall_match_list(guest->evening->hall, from, after, 0, limit);
    return from.request;
}

uint32_t lists_latest_matches(struct guest *guest, int64_t before, int64_t limit)
{
    struct hall_caller from = ask(guest);
    hall_match_list(guest->evening->hall, from, 0, before, limit);
    return from.request;
}

uint32_t lists_history(struct guest *guest, const char *player, int64_t before, int64_t limit)
{
    struct hall_caller from = ask(guest);
    struct hall_history wish = {
        .player = given(player),
        .before = before,
        .limit = limit,
    };
    hall_history_list(guest->evening->hall, from, &wish);
    return from.request;
}

uint32_t registers(struct guest *guest, const char *password, const char *key)
{
    char hash[HASH_MAX];
    struct hall_caller from = ask(guest);
    hall_account_register(guest->evening->hall, from, hash_password(password, hash), given(key));
    return from.request;
}

static bool is_password(const struct guest *guest, const char *password)
{
    char hash[HASH_MAX];
    const struct disk_player *player = disk_player(&guest->evening->disk, guest->player);
    return player && player->password &&
           strcmp(player->password, hash_password(password, hash)) == 0;
}

uint32_t closes(struct guest *guest, const char *password, const char *key)
{
    bool is_verified = is_password(guest, password);
    struct hall_caller from = ask(guest);
    hall_account_close(guest->evening->hall, from, is_verified, given(key));
    return from.request;
}

uint32_t changes_password(struct guest *guest, const char *old, const char *password,
                          const char *key)
{
    char hash[HASH_MAX];
    bool is_verified = is_password(guest, old);
    struct hall_caller from = ask(guest);
    hall_account_password(guest->evening->hall, from, is_verified,
                          is_verified ? hash_password(password, hash) : NULL, given(key));
    return from.request;
}

uint32_t asks_for_password(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_account_look_up(guest->evening->hall, from);
    return from.request;
}

uint32_t lists_tokens(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_token_list(guest->evening->hall, from);
    return from.request;
}

uint32_t revokes(struct guest *guest, int64_t token, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_token_revoke(guest->evening->hall, from, token, given(key));
    return from.request;
}

uint32_t chats(struct guest *guest, int64_t match, const char *text, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_chat_say(guest->evening->hall, from, match, given(text), given(key));
    return from.request;
}

uint32_t lists_chat(struct guest *guest, int64_t match)
{
    struct hall_caller from = ask(guest);
    hall_chat_list(guest->evening->hall, from, match);
    return from.request;
}

uint32_t blocks(struct guest *guest, const char *player)
{
    struct hall_caller from = ask(guest);
    hall_player_block(guest->evening->hall, from, given(player));
    return from.request;
}

uint32_t unblocks(struct guest *guest, const char *player)
{
    struct hall_caller from = ask(guest);
    hall_player_unblock(guest->evening->hall, from, given(player));
    return from.request;
}

uint32_t lists_blocks(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_player_blocks(guest->evening->hall, from);
    return from.request;
}

uint32_t reports(struct guest *guest, const char *player, int64_t match, const char *words,
                 const char *key)
{
    struct hall_caller from = ask(guest);
    struct hall_report report = {.player = given(player), .match = match, .words = given(words)};
    hall_player_report(guest->evening->hall, from, &report, given(key));
    return from.request;
}

uint32_t closes_report(struct guest *warden, int64_t report)
{
    struct hall_caller from = ask(warden);
    hall_operator_close_report(warden->evening->hall, from, report);
    return from.request;
}

uint32_t mutes(struct guest *guest, const char *player, bool muted)
{
    struct hall_caller from = ask(guest);
    hall_chat_mute(guest->evening->hall, from, given(player), muted);
    return from.request;
}

uint32_t lists_online(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_player_list(guest->evening->hall, from);
    return from.request;
}

uint32_t lists_players(struct guest *warden, int64_t after, int64_t limit)
{
    struct hall_caller from = ask(warden);
    hall_operator_players(warden->evening->hall, from, after, limit);
    return from.request;
}

uint32_t kicks(struct guest *warden, const char *player, const char *reason)
{
    struct hall_caller from = ask(warden);
    hall_operator_kick(warden->evening->hall, from, given(player), given(reason));
    return from.request;
}

uint32_t bans(struct guest *warden, enum ban_kind kind, const char *subject, const char *reason,
              int64_t until_ms)
{
    struct hall_caller from = ask(warden);
    hall_operator_ban(warden->evening->hall, from, kind, given(subject), given(reason), until_ms);
    return from.request;
}

uint32_t unbans(struct guest *warden, enum ban_kind kind, const char *subject)
{
    struct hall_caller from = ask(warden);
    hall_operator_unban(warden->evening->hall, from, kind, given(subject));
    return from.request;
}

uint32_t resets_password(struct guest *warden, const char *player, const char *code)
{
    unsigned char hash[TOKEN_HASH_BYTES];
    struct hall_caller from = ask(warden);
    disk_hash_token(code, hash);
    hall_operator_reset_password(warden->evening->hall, from, given(player), code, hash);
    return from.request;
}

uint32_t ends_tournament(struct guest *warden, int64_t tournament, const char *reason)
{
    struct hall_caller from = ask(warden);
    hall_operator_cancel(warden->evening->hall, from, tournament, given(reason));
    return from.request;
}

uint32_t aborts_match(struct guest *warden, int64_t match)
{
    struct hall_caller from = ask(warden);
    hall_operator_abort(warden->evening->hall, from, match);
    return from.request;
}

uint32_t withdraws_offer(struct guest *warden, int64_t offer)
{
    struct hall_caller from = ask(warden);
    hall_operator_withdraw(warden->evening->hall, from, offer);
    return from.request;
}

uint32_t clears_player(struct guest *warden, const char *player)
{
    struct hall_caller from = ask(warden);
    hall_operator_clear_player(warden->evening->hall, from, given(player));
    return from.request;
}

uint32_t clears_address(struct guest *warden, uint64_t address_number)
{
    struct hall_caller from = ask(warden);
    hall_operator_clear_address(warden->evening->hall, from, address_number);
    return from.request;
}

uint32_t lists_bans(struct guest *warden)
{
    struct hall_caller from = ask(warden);
    hall_operator_bans(warden->evening->hall, from);
    return from.request;
}

uint32_t pings(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_ping(guest->evening->hall, from);
    return from.request;
}

uint32_t is_refused(struct guest *guest, const struct error *error)
{
    struct hall_caller from = ask(guest);
    hall_refuse(guest->evening->hall, from, error);
    return from.request;
}
