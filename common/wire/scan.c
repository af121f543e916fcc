#include "common/wire/scan.h"

#include <assert.h>
#include <inttypes.h>

enum form {
    FORM_VALUE, /* nil, a boolean or a number; its length is that of the bytes after the first */
    FORM_TEXT,  /* STR or BIN */
    FORM_ARRAY,
    FORM_MAP,
    FORM_EXTENSION,
    FORM_UNUSED,
};

/* The meaning of an element's first byte: its length, or the number of bytes of the length. */
struct head {
    enum form form;
    uint8_t length_bytes;
    uint8_t length;
};

/* The first bytes 0xC0 to 0xDF, which follow no pattern. */
static const struct head irregular_heads[32] = {
    {FORM_VALUE, 0, 0},     {FORM_UNUSED, 0, 0},    {FORM_VALUE, 0, 0},     {FORM_VALUE, 0, 0},
    {FORM_TEXT, 1, 0},      {FORM_TEXT, 2, 0},      {FORM_TEXT, 4, 0},      {FORM_EXTENSION, 0, 0},
    {FORM_EXTENSION, 0, 0}, {FORM_EXTENSION, 0, 0}, {FORM_VALUE, 0, 4},     {FORM_VALUE, 0, 8},
    {FORM_VALUE, 0, 1},     {FORM_VALUE, 0, 2},     {FORM_VALUE, 0, 4},     {FORM_VALUE, 0, 8},
    {FORM_VALUE, 0, 1},     {FORM_VALUE, 0, 2},     {FORM_VALUE, 0, 4},     {FORM_VALUE, 0, 8},
    {FORM_EXTENSION, 0, 0}, {FORM_EXTENSION, 0, 0}, {FORM_EXTENSION, 0, 0}, {FORM_EXTENSION, 0, 0},
    {FORM_EXTENSION, 0, 0}, {FORM_TEXT, 1, 0},      {FORM_TEXT, 2, 0},      {FORM_TEXT, 4, 0},
    {FORM_ARRAY, 2, 0},     {FORM_ARRAY, 4, 0},     {FORM_MAP, 2, 0},       {FORM_MAP, 4, 0},
};

static struct head head_of(uint8_t byte)
{
    if (byte < 0x80 || byte >= 0xE0)
        return (struct head){FORM_VALUE, 0, 0};
    if (byte < 0x90)
        return (struct head){FORM_MAP, 0, byte & 0x0F};
    if (byte < 0xA0)
        return (struct head){FORM_ARRAY, 0, byte & 0x0F};
    if (byte < 0xC0)
        return (struct head){FORM_TEXT, 0, byte & 0x1F};
    return irregular_heads[byte - 0xC0];
}

void scan_start(struct scan *scan, size_t bytes_max)
{
    assert(bytes_max >= 1 && bytes_max <= UINT32_MAX);
    *scan = (struct scan){
        .bytes_max = (uint32_t)bytes_max,
        .owed = 1,
        .room = (uint32_t)bytes_max - 1,
    };
}

/* The number of bytes of this message so far. */
static uint32_t taken(const struct scan *scan)
{
    return scan->bytes_max - scan->owed - scan->room;
}

bool scan_is_begun(const struct scan *scan)
{
    return taken(scan) > 0;
}

bool scan_is_complete(const struct scan *scan)
{
    return scan->owed == 0;
}

static void take(struct scan *scan, uint32_t count)
{
    assert(count <= scan->owed);
    scan->owed -= count;
}

/* Notes that `need` more bytes are announced. */
static enum error_code owe(struct scan *scan, uint64_t need, struct error *error)
{
    if (need > scan->room)
        return error_set(error, ERROR_TOO_LARGE,
                         "byte %" PRIu32 " of the message announces more than the %" PRIu32
                         " bytes that a message may have",
                         taken(scan), scan->bytes_max);
    scan->room -= (uint32_t)need;
    scan->owed += (uint32_t)need;
    return ERROR_NONE;
}

static enum error_code check_envelope(uint64_t elements, struct error *error)
{
    if (elements == 3 || elements == 4)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_MESSAGE,
                     "a message is an array of 3 or 4 elements, not of %" PRIu64, elements);
}

static enum error_code open_container(struct scan *scan, uint64_t elements, struct error *error)
{
    if (scan->depth == 0 && check_envelope(elements, error) != ERROR_NONE)
        return error->code;
    if (scan->depth == WIRE_DEPTH_MAX)
        return error_set(error, ERROR_TOO_LARGE,
                         "byte %" PRIu32 " of the message nests deeper than %d arrays and maps",
                         taken(scan), WIRE_DEPTH_MAX);
    if (owe(scan, elements, error) != ERROR_NONE)
        return error->code;
    scan->elements[scan->depth++] = (uint32_t)elements;
    return ERROR_NONE;
}

static enum error_code announce(struct scan *scan, enum form form, uint32_t length,
                                struct error *error)
{
    if (form == FORM_ARRAY)
        return open_container(scan, length, error);
    if (form == FORM_MAP)
        return open_container(scan, (uint64_t)length * 2, error);
    scan->skip = length;
    return owe(scan, length, error);
}

/* May an element of this form stand here at all? */
static enum error_code check_form(const struct scan *scan, enum form form, struct error *error)
{
    if (scan->depth == 0 && form != FORM_ARRAY)
        return error_set(error, ERROR_BAD_MESSAGE, "a message is an array of 3 or 4 elements");
    if (form == FORM_UNUSED)
        return error_set(error, ERROR_BAD_MESSAGE,
                         "byte %" PRIu32 " of the message is 0xC1, which MessagePack never uses",
                         taken(scan));
    if (form == FORM_EXTENSION)
        return error_set(error, ERROR_BAD_MESSAGE,
                         "byte %" PRIu32 " of the message begins an ext type; none is spoken here",
                         taken(scan));
    return ERROR_NONE;
}

static void leave_finished_containers(struct scan *scan)
{
    while (scan->depth > 0 && scan->elements[scan->depth - 1] == 0)
        scan->depth--;
}

static enum error_code take_head(struct scan *scan, uint8_t byte, struct error *error)
{
    leave_finished_containers(scan);
    if (scan->depth > 0)
        scan->elements[scan->depth - 1]--;
    struct head head = head_of(byte);
    if (check_form(scan, head.form, error) != ERROR_NONE)
        return error->code;
    if (head.length_bytes == 0)
        return announce(scan, head.form, head.length, error);
    scan->form = (uint8_t)head.form;
    scan->length = 0;
    scan->length_bytes = head.length_bytes;
    return owe(scan, head.length_bytes, error);
}

static enum error_code take_length_byte(struct scan *scan, uint8_t byte, struct error *error)
{
    scan->length = scan->length << 8 | byte;
    scan->length_bytes--;
    if (scan->length_bytes > 0)
        return ERROR_NONE;
    return announce(scan, (enum form)scan->form, scan->length, error);
}

static enum error_code take_byte(struct scan *scan, uint8_t byte, struct error *error)
{
    take(scan, 1);
    return scan->length_bytes > 0 ? take_length_byte(scan, byte, error)
                                  : take_head(scan, byte, error);
}

static size_t pass(struct scan *scan, size_t len)
{
    uint32_t count = len < scan->skip ? (uint32_t)len : scan->skip;
    take(scan, count);
    scan->skip -= count;
    return count;
}

enum error_code scan_feed(struct scan *scan, const char *bytes, size_t len, size_t *ret_taken,
                          struct error *error)
{
    enum error_code code = ERROR_NONE;
    size_t at = 0;
    while (code == ERROR_NONE && at < len && !scan_is_complete(scan)) {
        if (scan->skip > 0)
            at += pass(scan, len - at);
        else
            code = take_byte(scan, (uint8_t)bytes[at++], error);
    }
    *ret_taken = at;
    return code;
}
