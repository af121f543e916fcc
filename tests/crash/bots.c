/* takeaway-crash-bots: many bots in one process, for the drill of a cluster. Each of them
 * challenges one of its players again and again, and comes back after every break. */
#include "bots/bot.h"
#include "tests/crash/audit.h"
#include "tests/crash/crowd.h"

#include <stdio.h>
#include <stdlib.h>

enum { NAME_MAX_BYTES = 24 };

struct one {
    char name[NAME_MAX_BYTES], host[NAME_MAX_BYTES];
    const char *game;
    struct bot *bot;
};

static void on_signal(void *owner, int number)
{
    (void)number;
    loop_stop(owner, EXIT_SUCCESS);
}

static void start(struct one *one, struct loop *loop, const char *server, unsigned number)
{
    static const char *const games[] = {"nim", "fibonacci-nim", "kayles", "take-away:3/2x+1"};
    static const char *const starts[] = {"2+4+5", "40", "9+11", "60"};
    size_t choice = number % (sizeof games / sizeof *games);
    struct error error;
    snprintf(one->name, sizeof one->name, AUDIT_BOT "%u", number);
    snprintf(one->host, sizeof one->host, CROWD_HOST "%u", number / CROWD_BOTS_OF_HOST);
    one->game = games[choice];
    struct bot_config config = {
        .server = server,
        .strategy = "random",
        .name = one->name,
        .seed = number + 1,
        .games = &one->game,
        .game_count = 1,
        .challenge = one->host,
        .start = starts[choice],
        .clock = "120+2",
        .first = "random",
        .matches = INT32_MAX,
        .waits_for_server = true,
        .patience_ms = 300000, /* nobody leaves for good */
    };
    if (bot_create(loop, &config, &one->bot, &error)) {
        fprintf(stderr, "takeaway-crash-bots: %s: %s\n", one->name, error.message);
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4 || !freopen("/dev/null", "w", stdout)) {
        fputs("usage: takeaway-crash-bots SERVER FIRST COUNT\n", stderr);
        return 2;
    }
    unsigned first = (unsigned)atoi(argv[2]), count = (unsigned)atoi(argv[3]);
    struct one *all = calloc(count, sizeof *all);
    struct loop *loop = loop_create();
    struct loop_signals *signals = loop_signals_create(loop, on_signal, loop);
    for (unsigned i = 0; all && i < count; i++)
        start(&all[i], loop, argv[1], first + i);
    int status = loop_run(loop);
    for (unsigned i = 0; all && i < count; i++)
        bot_destroy(all[i].bot);
    loop_signals_destroy(signals);
    loop_destroy(loop);
    free(all);
    return status;
}
