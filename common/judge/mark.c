#include "common/judge/mark.h"

#include <string.h>

void mark_print(const struct mark *mark, struct text *out)
{
    if (out->len > 0)
        text_append_char(out, ' ');
    if (!mark->won && !mark->drawn) {
        text_append_char(out, '0');
        return;
    }
    if (mark->won)
        text_append_char(out, mark->kept ? '+' : mark->to_draw ? '/' : '-');
    else
        text_append_char(out, mark->kept ? '=' : '!');
    text_append_uint128(out, mark->winning);
    if (!mark->counted)
        text_append_char(out, '~');
}

/* Takes digits without a leading zero. */
static bool take_number(const char **at, uint128 *ret_number)
{
    const uint128 most = ~(uint128)0;
    uint128 number = 0;
    if (**at < '1' || **at > '9')
        return false;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        unsigned digit = (unsigned)(**at - '0');
        if (number > (most - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *ret_number = number;
    return true;
}

static bool take_mark(const char **at, struct mark *ret_mark)
{
    char sign = *(*at)++;
    if (sign == '0') {
        *ret_mark = (struct mark){.counted = true};
        return true;
    }
    uint128 winning;
    if (sign == '\0' || !strchr("+-/=!", sign) || !take_number(at, &winning))
        return false;
    bool counted = **at != '~';
    if (!counted)
        ++*at;
    *ret_mark = (struct mark){
        .won = sign != '=' && sign != '!',
        .drawn = sign == '=' || sign == '!',
        .kept = sign == '+' || sign == '=',
        .to_draw = sign == '/',
        .winning = winning,
        .counted = counted,
    };
    return true;
}

bool mark_next(const char **at, struct mark *ret_mark)
{
    if (**at == '\0' || !take_mark(at, ret_mark))
        return false;
    if (**at == '\0')
        return true;
    return *(*at)++ == ' ' && **at != '\0';
}

enum outcome mark_outcome_after(const struct mark *mark)
{
    if (mark->to_draw || (mark->drawn && mark->kept))
        return OUTCOME_D;
    return mark->won && mark->kept ? OUTCOME_P : OUTCOME_N;
}

bool mark_sum(const char *marks, struct mark_sums sums[2], int64_t *ret_first_thrown)
{
    struct mark_sums own[2] = {sums[0], sums[1]};
    int64_t first_thrown = 0;
    for (int64_t ply = 1; *marks; ply++) {
        struct mark mark;
        if (!mark_next(&marks, &mark))
            return false;
        struct mark_sums *player = &own[(ply - 1) % 2];
        player->won += mark.won;
        player->kept += mark.won && mark.kept;
        player->thrown += mark.won && !mark.kept;
        if (mark.won && !mark.kept && first_thrown == 0)
            first_thrown = ply;
    }
    memcpy(sums, own, sizeof own);
    if (ret_first_thrown)
        *ret_first_thrown = first_thrown;
    return true;
}
