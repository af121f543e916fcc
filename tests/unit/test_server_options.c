/* The options of takeaway-server: the command line, the configuration file, and what is said about
 * both. */
#include "server/server_options.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(server_options, 20);

enum { WORDS_MAX = 32, FILE_NAME = 64 };

/* A configuration file with this content, removed by drop_file(). */
static void make_file(const char *content, char name[FILE_NAME])
{
    snprintf(name, FILE_NAME, "/tmp/test_server_options-XXXXXX");
    int fd = mkstemp(name);
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, content, strlen(content)), (ssize_t)strlen(content));
    close(fd);
}

static enum error_code parse_words(const char *const *words, struct server_options *options,
                                   struct error *error)
{
    char *list[WORDS_MAX] = {(char[]){"takeaway-server"}};
    int count = 1;
    for (; *words; words++)
        list[count++] = strdup(*words);
    enum error_code code = server_options_parse(count, list, options, error);
    while (count > 1)
        free(list[--count]);
    return code;
}

#define PARSE(options, error, ...)                                                                 \
    parse_words((const char *const[]){__VA_ARGS__, NULL}, options, error)

static enum error_code parse_file(const char *content, struct server_options *options,
                                  struct error *error)
{
    char name[FILE_NAME];
    make_file(content, name);
    enum error_code code = PARSE(options, error, "--db", "x.db", "--config", name);
    unlink(name);
    return code;
}

static void expect_refused(const char *const *words, const char *message)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(parse_words(words, &options, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, message);
    server_options_finish(&options);
}

#define REFUSED(message, ...) expect_refused((const char *const[]){__VA_ARGS__, NULL}, message)

/* `message` is what comes behind the file's name. */
static void expect_file_refused(const char *content, const char *message)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(parse_file(content, &options, &error), ERROR_USAGE, "%s", content);
    const char *rest = strchr(error.message, ':');
    cr_assert(rest != NULL);
    cr_assert_str_eq(rest + 1, message);
    server_options_finish(&options);
}

Test(server_options, without_options_the_defaults_are_in_force)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--db", "x.db"), ERROR_NONE);
    cr_assert_eq(options.wish, OPTIONS_RUN);
    cr_assert_str_eq(options.server.database, "x.db");
    cr_assert_str_eq(options.server.listen.host, "127.0.0.1");
    cr_assert_eq(options.server.listen.port, 7800);
    cr_assert_null(options.server.control);
    cr_assert_str_empty(options.server.metrics_listen.host);
    cr_assert_null(options.server.door.certificate);
    cr_assert_eq(options.log_level, LOG_INFO);
    cr_assert_arr_eq(&options.server.hall_limits, &hall_limits_default, sizeof hall_limits_default);
    cr_assert_arr_eq(&options.server.net_limits, &net_limits_default, sizeof net_limits_default);
    cr_assert_arr_eq(&options.server.service_limits, &service_limits_default,
                     sizeof service_limits_default);
    cr_assert_not(options.server.is_public || options.server.door.has_metrics ||
                  options.server.door.has_hsts || options.server.exit_on_eof);
    server_options_finish(&options);
}

Test(server_options, times_are_in_seconds_and_sizes_may_have_units)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--db=x.db", "--hello-time", "2.5", "--ping-time=0.05",
                       "--queued-bytes", "2M", "--live-matches", "7", "--public", "--log-level",
                       "debug"),
                 ERROR_NONE);
    cr_assert_eq(options.server.net_limits.hello_ms, 2500);
    cr_assert_eq(options.server.net_limits.ping_ms, 50);
    cr_assert_eq(options.server.net_limits.queued_bytes, 2097152);
    cr_assert_eq(options.server.hall_limits.live_matches, 7);
    cr_assert(options.server.is_public);
    cr_assert_eq(options.log_level, LOG_DEBUG);
    server_options_finish(&options);
}

Test(server_options, the_command_line_wins_over_the_file_wherever_it_stands)
{
    struct server_options options;
    struct error error;
    char name[FILE_NAME];
    make_file("# of the machine in the cellar\n"
              "db = file.db\n"
              "hello-time = 5 ; seconds\n"
              "public = yes\n"
              "control = /run/control\n"
              "live-matches = 3\n",
              name);
    cr_assert_eq(PARSE(&options, &error, "--hello-time", "7", "--config", name, "--public=no",
                       "--control", ""),
                 ERROR_NONE);
    cr_assert_str_eq(options.server.database, "file.db");
    cr_assert_eq(options.server.net_limits.hello_ms, 7000);
    cr_assert_eq(options.server.hall_limits.live_matches, 3);
    cr_assert_not(options.server.is_public);
    cr_assert_null(options.server.control);
    unlink(name);
    server_options_finish(&options);
}

Test(server_options, a_comment_begins_after_a_blank_wherever_it_stands_in_the_file)
{
    struct server_options options;
    struct error error;
    char name[FILE_NAME];
    make_file("; of the machine\n"
              "\t# in the cellar\n"
              "db = my x.db # my database\n"
              "hello-time = 5 # five\n"
              "live-matches = 3\t; three\n"
              "control = /run/a#b;c ;# of the operator\n"
              "tls-key = # none\n",
              name);
    cr_assert_eq(PARSE(&options, &error, "--config", name), ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(options.server.database, "my x.db");
    cr_assert_eq(options.server.net_limits.hello_ms, 5000);
    cr_assert_eq(options.server.hall_limits.live_matches, 3);
    cr_assert_str_eq(options.server.control, "/run/a#b;c");
    cr_assert_null(options.server.door.key);
    unlink(name);
    server_options_finish(&options);
}

/* To run and to be checked only. */
static void expect_impossible(const char *option, const char *value, const char *message)
{
    REFUSED(message, "--db", "x.db", option, value);
    REFUSED(message, "--check-config", "--db", "x.db", option, value);
}

Test(server_options, what_no_server_can_run_with_is_refused_also_when_it_is_only_checked)
{
    REFUSED("--db PATH is missing: the database that keeps the matches", "--check-config");
    expect_impossible("--listen", "0.0.0.0:7800",
                      "0.0.0.0:7800 can be reached from other machines: --public allows that (give "
                      "them TLS with --tls-certificate and --tls-key, or --tls-self-signed)");
    expect_impossible("--listen", "[::]:0",
                      "[::]:0 can be reached from other machines: --public allows that (give "
                      "them TLS with --tls-certificate and --tls-key, or --tls-self-signed)");
    expect_impossible("--tls-key", "key.pem",
                      "--tls-certificate and --tls-key belong together: the certificate is "
                      "missing");
    expect_impossible("--tls-certificate", "certificate.pem",
                      "--tls-certificate and --tls-key belong together: the key is missing");
    REFUSED("--tls-self-signed takes the place of --tls-certificate and --tls-key: give one or the "
            "other",
            "--db", "x.db", "--tls-self-signed", "tls", "--tls-key", "key.pem");
    expect_impossible("--proxy-protocol", "loopback,proxy.example",
                      "--proxy-protocol: a numeric address or the word loopback was expected, not "
                      "'proxy.example'");
    expect_impossible("--control", "x.db", "--db and --control are the same file");
    expect_impossible("--idle-time", "14.5",
                      "--idle-time, 14.5 s, is shorter than --ping-time, 15 s: whoever waits for "
                      "the other's move would be gone before they are asked for a sign of life");
}

Test(server_options, each_role_has_what_it_needs)
{
    REFUSED("--role gateway needs --bus, the address of a NATS server such as "
            "nats://127.0.0.1:4222, by which the hall and its gateways meet",
            "--role", "gateway");
    REFUSED("--role hall needs --bus, the address of a NATS server such as nats://127.0.0.1:4222, "
            "by which the hall and its gateways meet",
            "--role", "hall", "--db", "x.db");
    REFUSED("--db PATH is missing: the database that keeps the matches", "--role", "hall", "--bus",
            "nats://localhost");
    REFUSED("--bus is for the processes of a cluster: give --role hall or --role gateway, too",
            "--db", "x.db", "--bus", "nats://localhost");
    REFUSED("--cluster is for the processes of a cluster: give --role hall or --role gateway, too",
            "--db", "x.db", "--cluster", "mine");
    REFUSED("--bus-key is for the processes of a cluster: give --role hall or --role gateway, too",
            "--db", "x.db", "--bus-key", "key.pem");
    REFUSED("--role: all, hall or gateway was expected, not 'both'", "--role", "both");
}

#define OF_GATEWAYS                                                                                \
    " is an option of gateways, and this process is a hall: leave it out here, and give it to "    \
    "the gateways"
#define OF_HALLS                                                                                   \
    " is an option of halls, and this process is a gateway: leave it out here, and give it to "    \
    "the halls"

static void expect_of_gateways(const char *option, const char *value)
{
    struct text message = {0};
    text_printf(&message, "%s" OF_GATEWAYS, option);
    REFUSED(text_string(&message), "--role", "hall", "--bus", "nats://localhost", "--db", "x.db",
            option, value);
    text_finish(&message);
}

static void expect_of_halls(const char *option, const char *value)
{
    struct text message = {0};
    text_printf(&message, "%s" OF_HALLS, option);
    REFUSED(text_string(&message), "--check-config", option, value, "--role", "gateway", "--bus",
            "nats://localhost");
    text_finish(&message);
}

Test(server_options, each_role_refuses_the_options_of_the_other)
{
    expect_of_gateways("--listen", "127.0.0.1:7800");
    expect_of_gateways("--hello-time", "5");
    expect_of_gateways("--tls-self-signed", "tls");
    expect_of_gateways("--tls-key", "");
    expect_of_gateways("--proxy-protocol", "loopback");
    expect_of_gateways("--hsts", NULL);
    expect_of_halls("--db", "x.db");
    expect_of_halls("--control", "/run/control");
    expect_of_halls("--signing-key", "x");
    expect_of_halls("--live-matches", "5");
    expect_of_halls("--logins-per-minute", "5");
    expect_of_halls("--solver-memory", "64M");
}

/* Each process has a file of its own, so an option in the wrong one is a mistake, too. */
Test(server_options, an_option_of_the_other_role_in_a_file_is_refused_with_its_line)
{
    char name[FILE_NAME];
    struct text message = {0};
    make_file("role = hall\nlog-level = info\ndb = x.db\nlisten = 127.0.0.1:1\n", name);
    text_printf(&message, "%s:4: listen" OF_GATEWAYS, name);
    REFUSED(text_string(&message), "--config", name);
    text_clear(&message);
    text_printf(&message, "%s:3: db" OF_HALLS, name);
    REFUSED(text_string(&message), "--config", name, "--role", "gateway");
    unlink(name);
    text_finish(&message);
}

#ifdef TEST_NATS_IS_BUILT_IN
enum { ROLE_WORDS = 7 };

static const char *const hall_words[ROLE_WORDS] = {"--role",           "hall", "--bus",
                                                   "nats://localhost", "--db", "x.db"};
static const char *const gateway_words[ROLE_WORDS] = {"--role", "gateway", "--bus",
                                                      "nats://localhost"};

/* Appends the configuration of a process that is started with these words. */
static void print_role(const char *const *words, struct text *out)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(parse_words(words, &options, &error), ERROR_NONE, "%s", error.message);
    server_options_print(&options, out);
    server_options_finish(&options);
}

/* Is a line of another role's configuration taken in this role? */
static bool is_taken(const char *const *words, const char *line)
{
    const char *all[ROLE_WORDS + 2] = {0};
    char name[FILE_NAME];
    size_t count = 0;
    struct server_options options;
    struct error error;
    make_file(line, name);
    for (; words[count]; count++)
        all[count] = words[count];
    all[count++] = "--config";
    all[count] = name;
    bool is_taken = parse_words(all, &options, &error) == ERROR_NONE;
    server_options_finish(&options);
    unlink(name);
    return is_taken;
}

/* Is it in the configuration that the role prints? */
static bool is_printed(const struct text *configuration, const char *line)
{
    char start[80];
    snprintf(start, sizeof start, "\n%.*s=", (int)strcspn(line, "="), line);
    return strstr(text_string(configuration), start);
}

Test(server_options, each_role_prints_the_options_that_it_takes_and_each_option_has_a_role)
{
    struct text whole = {0}, hall = {0}, gateway = {0};
    print_role((const char *const[]){"--db", "x.db", NULL}, &whole);
    print_role(hall_words, &hall);
    print_role(gateway_words, &gateway);
    for (char *line = strtok(whole.bytes, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#')
            continue;
        bool of_hall = is_taken(hall_words, line), of_gateway = is_taken(gateway_words, line);
        cr_assert_eq(is_printed(&hall, line), of_hall, "hall: %s", line);
        cr_assert_eq(is_printed(&gateway, line), of_gateway, "gateway: %s", line);
        cr_assert(of_hall || of_gateway, "%s", line);
    }
    cr_assert_not_null(strstr(text_string(&hall), "# Operating it\ncontrol = "));
    cr_assert_not_null(strstr(text_string(&gateway), "\n# Operating it\nmetrics = "));
    text_finish(&whole);
    text_finish(&hall);
    text_finish(&gateway);
}

Test(server_options, a_role_a_name_and_a_bus_make_a_process_of_a_cluster)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--role", "hall", "--db", "x.db", "--bus",
                       "tls://hall:secret@bus.example:4443", "--bus-ca", "ca.pem", "--cluster",
                       "my_games-2"),
                 ERROR_NONE, "%s", error.message);
    cr_assert_eq(options.server.cluster.role, CLUSTER_HALL);
    cr_assert_str_eq(options.server.cluster.name, "my_games-2");
    cr_assert_str_eq(options.server.cluster.bus.url, "tls://hall:secret@bus.example:4443");
    cr_assert_str_eq(options.server.cluster.bus.ca, "ca.pem");
    server_options_finish(&options);
    REFUSED("--cluster: a name has 1 to 32 of the characters a-z, 0-9, - and _, and is not "
            "'takeaway.hall'",
            "--role", "gateway", "--bus", "nats://localhost", "--cluster", "takeaway.hall");
    REFUSED("--bus: 10.0.0.1 is another machine, and nats:// is not encrypted: others on the way "
            "could read chat, the addresses of players and the password of the bus, and speak as "
            "the hall. Write tls:// and give nats-server a certificate",
            "--role", "gateway", "--bus", "nats://gate:secret@10.0.0.1");
}

Test(server_options, secrets_in_the_address_of_a_bus_are_not_printed)
{
    struct server_options options;
    struct error error;
    struct text printed = {0};
    cr_assert_eq(PARSE(&options, &error, "--check-config", "--role", "gateway", "--bus",
                       "nats://gate:s3cret@localhost:1,tls://t0ken@b.example,nats://[::1]"),
                 ERROR_NONE, "%s", error.message);
    server_options_print(&options, &printed);
    cr_assert_not_null(
        strstr(text_string(&printed),
               "bus = nats://gate:***@localhost:1,tls://***@b.example,nats://[::1]\n"),
        "%s", text_string(&printed));
    text_finish(&printed);
    server_options_finish(&options);
}
#else
Test(server_options, without_NATS_the_missing_package_is_named)
{
    REFUSED("--bus: this server was built without NATS: install libnats-dev and build it again",
            "--role", "gateway", "--bus", "nats://localhost");
}
#endif

static void expect_printed(const char *database, const char *line)
{
    struct server_options options;
    struct error error;
    struct text printed = {0};
    cr_assert_eq(PARSE(&options, &error, "--check-config", "--db", database), ERROR_NONE, "%s",
                 error.message);
    server_options_print(&options, &printed);
    cr_assert_not_null(strstr(text_string(&printed), line), "%s", text_string(&printed));
    text_finish(&printed);
    server_options_finish(&options);
}

Test(server_options, passwords_in_the_address_of_a_database_are_not_printed)
{
    expect_printed("postgresql://u:s3c@ret@a,b:5433/x?sslmode=require",
                   "db = postgresql://u:***@a,b:5433/x?sslmode=require\n");
    expect_printed("postgres://u@a:5433/x?password=s3cret&user=u&sslpassword=s3cret",
                   "db = postgres://u@a:5433/x?password=***&user=u&sslpassword=***\n");
    expect_printed("postgresql://a:5433/x", "db = postgresql://a:5433/x\n");
    expect_printed("/srv/a:b@c/password=x", "db = /srv/a:b@c/password=x\n");
}

Test(server_options, what_only_the_machine_can_tell_is_not_looked_into)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--check-config", "--db", "/nowhere/x.db", "--listen",
                       "no.such.host.invalid:1", "--control", "/nowhere/control"),
                 ERROR_NONE, "%s", error.message);
    server_options_finish(&options);
}

Test(server_options, every_limit_has_an_option)
{
    /* A number that every one of them takes, as a count, in seconds and in bytes. Less is taken of
     * lag, and in percent. */
    enum { TAKEN = 70000, LAG_MS = 70, PERCENT = 70 };
    struct server_options options;
    struct error error;
    struct text file = {0}, changed = {0};
    cr_assert_eq(PARSE(&options, &error, "--db", "x.db"), ERROR_NONE);
    server_options_print(&options, &file);
    server_options_finish(&options);
    for (char *line = strtok(file.bytes, "\n"); line; line = strtok(NULL, "\n")) {
        char *value = strstr(line, " = ");
        bool is_large = strncmp(line, "all-", 4) == 0 || strncmp(line, "solver-memory", 13) == 0;
        if (strncmp(line, "lag-", 4) == 0)
            text_printf(&changed, "%.*s = 0.07\n", (int)(value - line), line);
        else if (value && value[3] >= '0' && value[3] <= '9' && !strchr(value, ':'))
            text_printf(&changed, "%.*s = %d\n", (int)(value - line), line,
                        strncmp(value - 5, "share", 5) == 0 ? PERCENT
                        : is_large                          ? TAKEN * 1000
                                                            : TAKEN);
    }
    cr_assert_eq(parse_file(text_string(&changed), &options, &error), ERROR_NONE, "%s",
                 error.message);
    const int64_t *hall = (const int64_t *)&options.server.hall_limits;
    const int64_t *net = (const int64_t *)&options.server.net_limits;
    for (size_t i = 0; i < sizeof options.server.hall_limits / sizeof *hall; i++)
        cr_assert(hall[i] == TAKEN || hall[i] == TAKEN * 1000 || hall[i] == LAG_MS ||
                      hall[i] == PERCENT,
                  "hall limit %zu", i);
    const int64_t *service = (const int64_t *)&options.server.service_limits;
    for (size_t i = 0; i < sizeof options.server.net_limits / sizeof *net; i++)
        cr_assert(net[i] == TAKEN || net[i] == TAKEN * 1000, "net limit %zu", i);
    for (size_t i = 0; i < sizeof options.server.service_limits / sizeof *service; i++)
        cr_assert(service[i] == TAKEN || service[i] == TAKEN * 1000, "service limit %zu", i);
    text_finish(&file);
    text_finish(&changed);
    server_options_finish(&options);
}

Test(server_options, the_printed_configuration_reads_back_as_itself)
{
    struct server_options options, again;
    struct error error;
    struct text first = {0}, second = {0};
    cr_assert_eq(PARSE(&options, &error, "--check-config", "--db", "/srv/my matches.db",
                       "--control", "/run/takeaway/control", "--metrics", "--ping-time", "0.025",
                       "--queued-bytes", "65537", "--tls-self-signed", "/srv/my key",
                       "--metrics-listen", "::1", "--proxy-protocol", "loopback,2001:db8::1",
                       "--web-host", "a.example"),
                 ERROR_NONE);
    cr_assert_eq(options.wish, OPTIONS_CHECK);
    server_options_print(&options, &first);
    char name[FILE_NAME];
    make_file(text_string(&first), name);
    cr_assert_eq(PARSE(&again, &error, "--config", name), ERROR_NONE, "%s", error.message);
    server_options_print(&again, &second);
    cr_assert_str_eq(text_string(&first), text_string(&second));
    cr_assert_not_null(strstr(text_string(&first), "db = /srv/my matches.db\n"));
    cr_assert_not_null(strstr(text_string(&first), "ping-time = 0.025\n"));
    cr_assert_not_null(strstr(text_string(&first), "metrics-listen = [::1]:7801\n"));
    cr_assert_not_null(strstr(text_string(&first), "queued-bytes = 65537\n"));
    cr_assert_not_null(strstr(text_string(&first), "all-queued-bytes = "));
    unlink(name);
    text_finish(&first);
    text_finish(&second);
    server_options_finish(&options);
    server_options_finish(&again);
}

Test(server_options, what_is_wrong_on_the_command_line_is_said_with_what_was_expected)
{
    REFUSED("--db PATH is missing: the database that keeps the matches", "--public");
    REFUSED(
        "--lag-per-move-time: a number of seconds with at most three decimals from 0 to 0.5 was "
        "expected, not '0.501'",
        "--lag-per-move-time", "0.501");
    REFUSED("--hello-time: a number of seconds with at most three decimals from 0.001 to 86400 was "
            "expected, not '1m'",
            "--db", "x", "--hello-time", "1m");
    REFUSED("--hello-time: a number of seconds with at most three decimals from 0.001 to 86400 was "
            "expected, not '0.0001'",
            "--db", "x", "--hello-time", "0.0001");
    REFUSED("--hello-time: a number of seconds with at most three decimals from 0.001 to 86400 was "
            "expected, not '86400.001'",
            "--db", "x", "--hello-time", "86400.001");
    REFUSED("--live-matches: a whole number from 1 to 10000000 was expected, not '0'", "--db", "x",
            "--live-matches", "0");
    REFUSED("--live-matches: a whole number from 1 to 10000000 was expected, not '5K'", "--db", "x",
            "--live-matches", "5K");
    REFUSED(
        "--queued-bytes: a number of bytes, or of KiB, MiB or GiB as 64K, 8M or 1G, from 64K to "
        "1G was expected, not '9223372036854775807G'",
        "--db", "x", "--queued-bytes", "9223372036854775807G");
    REFUSED("--public: yes or no was expected, not 'maybe'", "--db", "x", "--public=maybe");
    REFUSED("--log-level: debug, info, warn or error was expected, not 'loud'", "--db", "x",
            "--log-level", "loud");
    REFUSED("--listen needs a value: --listen HOST:PORT", "--listen");
    REFUSED("--check-config takes no value", "--check-config=yes");
    REFUSED("there is no option --sever, or it is cut too short", "--sever");
    REFUSED("an option was expected, not 'x.db'", "x.db");
}

Test(server_options, the_figures_are_for_this_machine_unless_the_server_is_public)
{
    struct server_options options;
    struct error error;
    REFUSED("--metrics-listen: 192.0.2.7:7801 can be reached from other machines, which could read "
            "the figures: --public allows that",
            "--db", "x", "--metrics-listen", "192.0.2.7");
    cr_assert_eq(PARSE(&options, &error, "--db", "x", "--metrics-listen", "192.0.2.7", "--public"),
                 ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(options.server.metrics_listen.host, "192.0.2.7");
    server_options_finish(&options);
}

Test(server_options, an_empty_listening_address_is_refused_but_an_empty_certificate_is_none)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--db", "x", "--listen", ""), ERROR_USAGE);
    server_options_finish(&options);
    cr_assert_eq(PARSE(&options, &error, "--db", "x", "--metrics-listen", ""), ERROR_NONE);
    server_options_finish(&options);
    cr_assert_eq(PARSE(&options, &error, "--db", "x", "--tls-certificate", ""), ERROR_NONE);
    server_options_finish(&options);
}

Test(server_options, what_is_wrong_in_the_file_is_said_with_its_line)
{
    expect_file_refused("# first\n\nsever = x\n",
                        "3: there is no option 'sever'; `takeaway-server --help` lists them");
    expect_file_refused("hello-time = 5\nlive-matches = many\n",
                        "2: live-matches: a whole number from 1 to 10000000 was expected, not "
                        "'many'");
    expect_file_refused("hello-time = 5\nhello-time = 6\n", "2: hello-time is given twice");
    expect_file_refused("[limits]\nhello-time = 5\n",
                        "1: a section [game NAME] was expected, such as [game my-nim], not "
                        "[limits]");
    expect_file_refused("public\n", "1: `name = value` was expected");
    expect_file_refused("public\nsever = 1\n", "1: `name = value` was expected");
    expect_file_refused("config = other\n",
                        "1: there is no option 'config'; `takeaway-server --help` lists them");
}

Test(server_options, sections_name_games)
{
    struct server_options options;
    struct error error;
    struct text printed = {0};
    cr_assert_eq(parse_file("db = x\n[game my-nim] # ours\nrules = octal:0.12340\n"
                            "title = My Nim\nexample = 7+5\n[game house]\nrules = nim,misere\n"
                            "summary = Who takes last loses.\nlook = strip\n",
                            &options, &error),
                 ERROR_NONE, "%s", error.message);
    cr_assert_eq(options.games.count, 2);
    const struct named_game *game = options.games.list;
    cr_assert_str_eq(game[0].name, "my-nim");
    cr_assert_str_eq(game[0].rules, "octal:0.1234");
    cr_assert_str_eq(game[0].title, "My Nim");
    cr_assert_str_eq(game[0].summary, "Played by the rules octal:0.1234.");
    cr_assert_str_eq(game[0].example, "5+7");
    cr_assert_eq(game[0].look, LOOK_PLAIN);
    cr_assert_str_eq(game[1].title, "house");
    cr_assert_eq(game[1].look, LOOK_STRIP);
    cr_assert_gt(strlen(game[1].example), 0);
    server_options_print(&options, &printed);
    cr_assert_not_null(
        strstr(text_string(&printed), "\n[game my-nim]\nrules = octal:0.1234\ntitle = My Nim\n"));
    text_finish(&printed);
    server_options_finish(&options);
}

Test(server_options, what_is_wrong_with_a_game_is_said_with_its_line)
{
    expect_file_refused("db = x\n\n[game nim]\nrules = nim\n",
                        "3: there is a game 'nim' already: another name was expected");
    expect_file_refused("[game octal]\nrules = nim\n",
                        "1: there is a game 'octal' already: another name was expected");
    expect_file_refused("[game drawn]\nrules = nim\n",
                        "1: there is a game 'drawn' already: another name was expected");
    expect_file_refused("[game a]\nrules = nim\n[game a]\nrules = nim\n",
                        "3: there is a game 'a' already: another name was expected");
    expect_file_refused("[game My]\nrules = nim\n",
                        "1: the name of a game has 1 to 32 lower-case letters, digits and hyphens "
                        "and begins with a letter, such as my-nim, not 'My'");
    expect_file_refused("[game a]\ntitle = A\n[game b]\nrules = nim\n",
                        "3: the game a, which begins in line 1, has no rules: a line such as "
                        "`rules = octal:0.1234` was expected");
    expect_file_refused("[game a]\n",
                        "1: the game a, which begins in line 1, has no rules: a line such as "
                        "`rules = octal:0.1234` was expected");
    expect_file_refused("[game a]\nrules = octal:0.9\n",
                        "2: the rules of the game a, from line 1: at 9 ('9'): an octal digit (0 to "
                        "7) was expected");
    expect_file_refused("[game a]\nrules = nim\nexample = 0\n",
                        "3: the example of the game a, from line 1: nim: a match cannot start "
                        "where there is no legal move");
    expect_file_refused(
        "[game a]\nrules = wythoff\nlook = strip\n",
        "3: the look 'strip' of the game a, from line 1: wythoff has these looks: queen");
    expect_file_refused("[game a]\nrules = nim\nrules = nim\n",
                        "3: rules is given twice for the game a");
    expect_file_refused("[game a]\nrule = nim\n",
                        "2: a game has rules, title, summary, example and look, but no 'rule'");
    expect_file_refused("[game a]\nrules = nim\ntitle =\n", "3: title has 1 to 200 bytes, not 0");
}

Test(server_options, a_line_that_is_too_long_is_refused_and_not_taken_apart)
{
    struct text content = {0};
    text_append_string(&content, "\ncontrol = /");
    for (int i = 0; i < 300; i++)
        text_append_char(&content, 'x');
    text_append_string(&content, "\n");
    struct server_options options;
    struct error error;
    cr_assert_eq(parse_file(text_string(&content), &options, &error), ERROR_USAGE);
    cr_assert_not_null(strstr(error.message,
                              ":2: the line has more than 198 bytes: an option that is "
                              "longer can be given on the command line only"),
                       "%s", error.message);
    server_options_finish(&options);
    text_finish(&content);
}

/* Among them files that never end. */
Test(server_options, a_file_with_zero_bytes_is_refused)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--config", "/dev/zero"), ERROR_USAGE);
    cr_assert_str_eq(error.message, "/dev/zero:1: there is a zero byte in the line");
    server_options_finish(&options);
}

Test(server_options, a_last_line_without_a_newline_counts)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(parse_file("hello-time = 5\nlive-matches = 9", &options, &error), ERROR_NONE);
    cr_assert_eq(options.server.hall_limits.live_matches, 9);
    server_options_finish(&options);
}

Test(server_options, a_missing_file_and_a_folder_are_refused)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--config", "/nowhere/at/all"), ERROR_USAGE);
    cr_assert_str_eq(error.message, "/nowhere/at/all: No such file or directory");
    server_options_finish(&options);
    cr_assert_eq(PARSE(&options, &error, "--config", "/tmp"), ERROR_USAGE);
    cr_assert_str_eq(error.message, "/tmp: it cannot be read");
    server_options_finish(&options);
}

Test(server_options, what_no_file_can_say_is_refused_on_the_command_line_too)
{
    struct server_options options;
    struct error error;
    const char *const wrong[] = {" x", "x ", "a ;b", "a\t#b", "#a", ";a", "a\nb"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_assert_eq(PARSE(&options, &error, "--db", wrong[i]), ERROR_USAGE, "'%s'", wrong[i]);
        server_options_finish(&options);
    }
}

Test(server_options, help_and_version_need_nothing_else)
{
    struct server_options options;
    struct error error;
    cr_assert_eq(PARSE(&options, &error, "--help", "--config", "/nowhere"), ERROR_NONE);
    cr_assert_eq(options.wish, OPTIONS_HELP);
    server_options_finish(&options);
    cr_assert_eq(PARSE(&options, &error, "--version"), ERROR_NONE);
    cr_assert_eq(options.wish, OPTIONS_VERSION);
    server_options_finish(&options);
}

Test(server_options, the_help_has_every_option_with_its_default_in_100_columns)
{
    struct text help = {0}, file = {0};
    struct server_options options;
    struct error error;
    server_options_describe(&help);
    for (const char *line = text_string(&help); *line; line += strcspn(line, "\n") + 1)
        cr_assert_leq(strcspn(line, "\n"), 100, "%.110s", line);
    cr_assert_eq(PARSE(&options, &error, "--check-config", "--db", "x.db"), ERROR_NONE);
    server_options_print(&options, &file);
    for (char *line = strtok(file.bytes, "\n"); line; line = strtok(NULL, "\n")) {
        char word[80], value[80] = "";
        if (sscanf(line, "%60[a-z-] = %60s", word, value) < 1)
            continue;
        char option[96];
        snprintf(option, sizeof option, "  --%s", word);
        cr_assert_not_null(strstr(text_string(&help), option), "%s is missing", option);
        if (!*value || strcmp(word, "db") == 0 || strcmp(value, "yes") == 0 ||
            strcmp(value, "no") == 0)
            continue;
        snprintf(option, sizeof option, "[%s]", value);
        cr_assert_not_null(strstr(text_string(&help), option), "%s: %s is missing", word, option);
    }
    cr_assert_not_null(strstr(text_string(&help), "[127.0.0.1:7800]"));
    text_finish(&help);
    text_finish(&file);
    server_options_finish(&options);
}
