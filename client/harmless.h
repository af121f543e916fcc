/* Text from elsewhere, on its way to a terminal. Pure. */
#ifndef CLIENT_HARMLESS_H
#define CLIENT_HARMLESS_H

/* What would break a line, command a terminal, or is no UTF-8 becomes question marks, as many as it had bytes. */
void harmless_make(char *text);

#endif
