#include "server/bus/nats_trouble.h"

#include "common/base/harmless.h"

#include <stdarg.h>
#include <stdio.h>

static void explain(struct nats_trouble *trouble, const char *instead, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void explain(struct nats_trouble *trouble, const char *instead, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble->reason, sizeof trouble->reason, format, arguments);
    va_end(arguments);
    harmless_make(trouble->reason);
    snprintf(trouble->instead, sizeof trouble->instead, "%s", instead);
}

void nats_trouble_of(const struct bus_config *config, const struct bus_server *server,
                     bool was_connected, const struct nats_failure *failure,
                     struct nats_trouble *ret_trouble)
{
    char at[ADDRESS_TEXT_MAX];
    const char *text = failure->text;
    int status = (int)failure->status;
    address_print(&server->address, at);
    if (status == NATS_SSL_ERROR && !server->is_tls)
        status = NATS_SECURE_CONNECTION_REQUIRED;
    if (was_connected && (status == NATS_IO_ERROR || status == NATS_OK))
        status = NATS_CONNECTION_CLOSED;
    if (was_connected && status == NATS_TIMEOUT)
        status = TROUBLE_SLOW;
    switch (status) {
    case NATS_NO_SERVER:
    case NATS_IO_ERROR:
        explain(ret_trouble, "start nats-server there, or correct --bus",
                "no NATS server answers at %s", at);
        break;
    case NATS_TIMEOUT:
        explain(ret_trouble, "look whether nats-server runs there and the network lets it answer",
                "%s does not answer within %d s as a NATS server does", at, NATS_ATTEMPT_MS / 1000);
        break;
    case NATS_CONNECTION_AUTH_FAILED:
        explain(ret_trouble,
                server->user
                    ? "correct the user and the password in --bus, or those of nats-server"
                    : "give the user and the password in --bus: nats://USER:PASSWORD@HOST:PORT",
                server->user ? "the NATS server at %s does not accept this user and password"
                             : "the NATS server at %s wants a user and a password",
                at);
        break;
    case NATS_NOT_PERMITTED:
        explain(ret_trouble,
                "allow it in the permissions of nats-server; OPERATING.md lists the subjects",
                "the NATS server at %s forbids this user: %s", at, text);
        break;
    case NATS_SECURE_CONNECTION_REQUIRED:
        explain(ret_trouble, "write tls:// in --bus",
                "the NATS server at %s takes only connections with TLS", at);
        break;
    case NATS_SECURE_CONNECTION_WANTED:
        explain(ret_trouble, "give nats-server a certificate (tls {...} in its configuration)",
                "the NATS server at %s has no TLS", at);
        break;
    case NATS_SSL_ERROR:
        explain(ret_trouble,
                config->ca ? "--bus-ca has to name the authority of its certificate, which has to "
                             "be for the host in --bus; --bus-certificate is what it may ask for"
                           : "name the authority of its certificate with --bus-ca",
                "TLS with the NATS server at %s fails: %s", at, text);
        break;
    case NATS_MAX_PAYLOAD:
        explain(ret_trouble, "raise max_payload in the configuration of nats-server to 1MB",
                "the NATS server at %s does not take messages of %d bytes", at, BUS_MESSAGE_MAX);
        break;
    case NATS_PROTOCOL_ERROR:
    case NATS_LINE_TOO_LONG:
        explain(ret_trouble, "correct --bus: it needs the address of a NATS server",
                "what answers at %s is no NATS server", at);
        break;
    case NATS_CONNECTION_CLOSED:
    case NATS_STALE_CONNECTION:
        explain(ret_trouble,
                was_connected
                    ? "nothing, if nats-server was restarted; else see its own log"
                    : "look whether a NATS server listens there for clients, and see its own log",
                was_connected ? "the NATS server at %s has ended the connection"
                              : "%s ends each new connection without a word",
                at);
        break;
    case TROUBLE_SILENT:
        explain(ret_trouble, "look whether nats-server is stopped or its machine is cut off",
                "the NATS server at %s takes messages, and delivers none since %d s", at,
                BUS_SILENCE_MS / 1000);
        break;
    case TROUBLE_SLOW:
        explain(ret_trouble, "give nats-server a machine and a network that are fast enough",
                "the NATS server at %s takes messages more slowly than they are made", at);
        break;
    default:
        explain(ret_trouble, "see the log of nats-server", "the NATS server at %s: %s", at, text);
    }
}
