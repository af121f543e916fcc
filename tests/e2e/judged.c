#include "tests/e2e/judged.h"

#include "tests/e2e/children.h"
#include "tests/suite.h"

#include <signal.h>
#include <stdio.h>

const char *dear_rules(int number)
{
    static char rules[300];
    size_t len = (size_t)snprintf(rules, sizeof rules, "octal:0.");
    for (int digit = 1; digit < 240; digit++)
        rules[len++] = digit % 2 ? '6' : '7';
    snprintf(rules + len, sizeof rules - len, "%d", number);
    return rules;
}

int64_t end_match(struct table *table, const char *rules, const char *start, const char *move)
{
    table->match = offer_accept(table->second, offer_seek(table->first, rules, start))->match;
    match_move(table->first, table->match, 1, move);
    cr_assert_eq(match_choose(table->first, WIRE_MATCH_RESIGN, table->match), ERROR_NONE);
    return table->match;
}

void end_dear_matches(struct table *table, int count)
{
    for (int number = 1; number <= count; number++)
        end_match(table, dear_rules(number), DEAR_START, "65536>65534");
}

int64_t end_plain_match(struct table *table)
{
    return end_match(table, "nim", "3+5+7", "3>2");
}

pid_t solver_parent(const struct server *server)
{
    pid_t parent = children_find(process_pid(server_keeper(server)), "takeaway-server", 0);
    cr_assert_neq(parent, 0);
    return parent;
}

int64_t matches_to_judge(struct peer *peer)
{
    return stats_counter(stats_of(peer), "matches_to_judge");
}

void wait_for_marks(struct peer *peer, int64_t match)
{
    while (match_resume(peer, match)->marks_count == 0)
        ;
}

pid_t hold_second_tries(const struct server *server, struct table *table)
{
    pid_t parent = solver_parent(server), solver;
    for (int number = 1;; number = (number + 1) % 10) {
        end_match(table, dear_rules(number), DEAR_START, "65536>65534");
        while (!(solver = children_find(parent, "solver-patient", 0)) &&
               matches_to_judge(table->first) > 0)
            ;
        if (!solver)
            continue; /* the machine has stood still for longer than the try took */
        kill(solver, SIGSTOP);
        /* If the try was over before that, its answer comes before this match is judged. */
        wait_for_marks(table->first, end_plain_match(table));
        if (matches_to_judge(table->first) > 0 &&
            children_find(parent, "solver-patient", 0) == solver)
            return solver;
        kill(solver, SIGCONT);
    }
}
