/* Input of passwords: typed without echo at a terminal, or read as a line from a standard input
 * that is no terminal. Never taken from the command line, which every user of the machine can
 * read. */
#ifndef CLIENT_PASSWORD_H
#define CLIENT_PASSWORD_H

#include "common/base/error.h"
#include "common/wire/schema.h"

/* Release with password_forget(). */
struct password {
    char text[WIRE_PASSWORD_MAX + 1];
};

/* Prompts for `what`, such as "Password", at a terminal. A signal that ends the program does so
 * after the terminal's echo is restored. IO: no input. BAD_PASSWORD: not a valid password. */
enum error_code password_read(const char *what, struct password *ret_password, struct error *error);
/* Reads an operator's one-time code, which a terminal shows: it is used up at once. IO: no input.
 * BAD_PASSWORD: too long, or empty. */
enum error_code password_read_code(struct password *ret_code, struct error *error);
/* Reads a new password; a terminal is asked twice. */
enum error_code password_read_new(const char *what, struct password *ret_password,
                                  struct error *error);
void password_forget(struct password *password);

#endif
