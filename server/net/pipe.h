/* What the bytes of a connection go through between the socket and the decoder of requests. The
 * first bytes tell:
 *
 *     socket -> [PROXY head] -> [TLS] -> MessagePack-RPC
 *                                     -> HTTP: answers, or WebSocket frames -> MessagePack-RPC
 *
 * A connection whose first byte begins a message of MessagePack-RPC has no pipe, so it pays nothing
 * for the others. Private to server/net. */
#ifndef SERVER_NET_PIPE_H
#define SERVER_NET_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct connection;
struct net;
struct pipe;
struct text;

/* The last turn took `turn_us`. */
void pipes_begin_turn(struct net *net, uint64_t turn_us);
/* May its bytes be read in this turn? A TLS handshake costs as much as a hundred moves. All
 * handshakes of a turn get as much time as everything else took in the last one, so that a turn
 * takes at most twice as long, and one step goes on in any case. Other clients that are only
 * arriving wait in the system's queue. */
bool pipe_may_be_read(const struct connection *connection);
/* Takes bytes off the socket. Afterwards *bytes and *len are the bytes of MessagePack-RPC that they
 * contain: the same ones, or bytes in the net's buffer, valid until its next call. Changes the
 * bytes in place. May queue output, and may end the connection; then *len is 0. */
void pipe_receive(struct connection *connection, char **bytes, size_t *len);
/* Is it an HTTP connection that has not become a WebSocket? It makes no requests of the protocol,
 * and gets no messages. */
bool pipe_is_http(const struct connection *connection);
/* Has the client said, within TLS or in its WebSocket, that nothing more comes? Then the connection
 * closes when all that has come is carried out. */
bool pipe_has_ended(const struct connection *connection);
/* Has a frame's header begun that has not come whole? */
bool pipe_is_inside(const struct connection *connection);

/* Has it something to write, beside the connection's queue? */
bool pipe_has_output(const struct connection *connection);
/* Encodes the connection's queue. What is to be written is then the returned text followed by the
 * queue, which may be empty now. NULL: the connection has no pipe; its queue goes as it is. A
 * connection that writes its last words gets the end of its WebSocket and of its TLS, too. */
struct text *pipe_encode(struct connection *connection);
/* The memory of output, beside the connection's queue. */
size_t pipe_output_bytes(const struct connection *connection);
/* NULL is taken. */
void pipe_destroy(struct pipe *pipe);

#endif
