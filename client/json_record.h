/* Records of the protocol as JSON, key by key as PROTOCOL.md lists them. */
#ifndef CLIENT_JSON_RECORD_H
#define CLIENT_JSON_RECORD_H

#include "common/wire/schema.h"

#include <jansson.h>

/* `body` is the struct of the record. What is absent is null, a list that is absent an empty one.
 */
json_t *json_of_record(const struct wire_record *record, const void *body);

#endif
