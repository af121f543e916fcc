/* Passwords as a person gives them: typed at a terminal, unseen, or as a line of standard input
 * where that is none. Never on the command line, which every other user of the machine can read. */
#ifndef CLIENT_PASSWORD_H
#define CLIENT_PASSWORD_H

#include "common/base/error.h"
#include "common/wire/schema.h"

/* password_forget() it. */
struct password {
    char text[WIRE_PASSWORD_MAX + 1];
};

/* `what`, such as "Password", is asked for at a terminal. A signal that ends the program does so
 * when the terminal shows again what is typed. IO when nothing comes, BAD_PASSWORD when it cannot
 * be a password. */
enum error_code password_read(const char *what, struct password *ret_password, struct error *error);
/* A new one, which is asked for twice at a terminal. */
enum error_code password_read_new(const char *what, struct password *ret_password,
                                  struct error *error);
/* NOT_PRIVATE, with the tunnel that helps, when what is sent to that server, HOST:PORT, leaves this
 * machine, for nothing encrypts it. NULL: a private one. */
enum error_code password_check_server(const char *server, struct error *error);
void password_forget(struct password *password);

#endif
