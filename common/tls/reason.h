/* Why the last call of OpenSSL failed, in its words, such as "wrong version number". Never NULL;
 * empties the thread's queue of errors. */
#ifndef COMMON_TLS_REASON_H
#define COMMON_TLS_REASON_H

const char *tls_reason(void);

#endif
